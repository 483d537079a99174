"""The names of a game's contract, for code that is written once for all games.

A kernel (a compiled loop over whole matches) calls ``legal(s, seat, out)`` as if there were one game. When it is
compiled for a game, these names are bound to that game's own rules and the capitals to its bounds.
"""

from __future__ import annotations

from typing import Any, NoReturn

ENTRIES = {
    "setup": ("s",),
    "actors": ("s",),
    "kind": ("s", "seat"),
    "legal": ("s", "seat", "out"),
    "default": ("s", "seat"),
    "apply": ("s", "seat", "action"),
    "scores": ("s", "out"),
    "guess": ("s", "seat"),
}
"""What every game must have, with the parameters in order."""

OPTIONAL = {
    "hide": ("s", "seat"),
    "prefer": ("s", "seat", "action"),
    "value": ("s", "seat"),
    "resign": ("s", "seat"),
    "timeout": ("s", "seat"),
    "scouts": ("s", "seat", "action"),
    "takes_back": ("s", "seat", "action"),
}
"""What a game may have."""

CORE_WORDS: int = 0
ACTIONS: int = 0
SEATS: int = 0
DECISIONS: int = 0
HAS_PREFER: int = 0
HAS_VALUE: int = 0
HAS_TAKES_BACK: int = 0


def _unbound(*_: Any) -> NoReturn:
    raise RuntimeError("this name is bound to a game's rule when a kernel is compiled for that game")


setup = actors = kind = legal = default = apply = scores = guess = _unbound
hide = prefer = value = resign = timeout = scouts = takes_back = _unbound
act = view = start = give_up = run_out = (
    _unbound  # composed by the engine: with a fresh buffer of events, all secrets blanked
)
