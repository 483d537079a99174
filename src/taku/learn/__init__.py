"""Games as arrays, for learning: ``Vector`` steps many tables at once, ``Single`` one of them.

Peers' interfaces stand in modules of their own, which need their packages: ``taku.learn.pettingzoo``,
``taku.learn.gymnasium`` and ``taku.learn.openspiel``.
"""

from taku.compile.observations import Layout, Part, layout_of
from taku.learn.single import Single
from taku.learn.vector import Step, Trajectory, Vector

__all__ = ["Layout", "Part", "Single", "Step", "Trajectory", "Vector", "layout_of"]
