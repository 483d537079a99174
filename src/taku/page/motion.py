"""What moves: motions of single things, and moments, which are staged so that nobody misses them.

A page's ``animate`` gives the ``Effects`` of an event. Its motions play together, the events one after another. A
moment takes its time: its stages play one after another at the pace that the player chose, then a line says what it
meant. It can be skipped by any tap or key, and shown again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Required, TypedDict

from taku.engine.part import Part, takes
from taku.engine.words import Words
from taku.page.html import Raw

Tone = Literal["good", "bad", "warn", "hint", "red", "blue"]
Do = Literal["beam", "count", "fall", "flash", "flip", "fly", "look", "pulse", "roll", "shake", "slide", "stamp"]
Motion = TypedDict(
    "Motion", {"do": Required[Do], "at": str, "from": str, "to": str, "text": str, "tone": str}, total=False
)
"""One motion, by the ids of the elements that it is about (docs/protocol.md)."""


def pulse(at: str) -> Motion:
    """It grows and settles."""
    return {"do": "pulse", "at": at}


def flash(at: str, tone: Tone = "warn") -> Motion:
    """It lights up."""
    return {"do": "flash", "at": at, "tone": tone}


def fly(from_: str, to: str, text: str, tone: Tone = "warn") -> Motion:
    """A text flies from one thing into another."""
    return {"do": "fly", "from": from_, "to": to, "text": text, "tone": tone}


def beam(from_: str, to: str, tone: Tone = "warn") -> Motion:
    """A line is drawn from one thing to another: an attack, an arrow."""
    return {"do": "beam", "from": from_, "to": to, "tone": tone}


def count(at: str, low: int, high: int) -> Motion:
    """A number counts from one value to another."""
    return {"do": "count", "at": at, "from": str(low), "to": str(high)}


@dataclass(frozen=True, kw_only=True)
class Moment(Part):
    """Something worth waiting for: a reveal, a knock-out, a broken army."""

    stages: Sequence[Sequence[Motion]]
    """What moves together, stage after stage."""
    says: str
    """What it meant: a key of ``[moment]`` in the catalogue."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What fills these words, typed as the arguments of events are: ``{"char:character": 3, "n": 2}``."""
    scene: Callable[[Words], Raw] | None = field(default=None, metadata=takes("words"))
    """A drawing that is shown large above the table while the stages play. The table below waits for its end: what it
    will show, for example the next decision, would take the eye away."""


class Effects(TypedDict, total=False):
    """What an event looks and sounds like."""

    icon: str
    """The drawing before its line in the log (``taku.page.glyphs``)."""
    anim: Sequence[Motion]
    mark: Sequence[str]
    """Elements that stay outlined until the next events."""
    sound: str
    moment: Moment


def written(effects: Effects, words: Words) -> dict[str, Any]:
    """The effects of an event as they are sent, with the words of its moment."""
    made: dict[str, Any] = dict(effects)
    moment = effects.get("moment")
    if moment is not None:
        stages = [list(stage) for stage in moment.stages]
        made["moment"] = {"stages": stages, "say": words.say("moment", moment.says, **moment.facts)}
        if moment.scene is not None:
            made["moment"]["html"] = moment.scene(words)
    return made
