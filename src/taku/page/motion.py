"""What moves: motions of single things, and moments, which are staged so that nobody misses them.

A page's ``animate`` gives the ``Effects`` of an event. Its motions play together, the events one after another. A
moment takes its time: its stages play one after another at the pace that the player chose, then a line says what it
meant. It can be skipped by any tap or key, and shown again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Required, TypedDict

from taku.engine.match import Told
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


def shake(at: str) -> Motion:
    """It trembles: something hits it, or nothing comes of it."""
    return {"do": "shake", "at": at}


def lit(tone: Tone) -> Callable[[str], Motion]:
    """``flash`` in one tone, as `show` takes its motions."""
    return lambda at: flash(at, tone)


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


def end_sound(seat: int, won: bool, drawn: bool = False) -> str:
    """What the end of a match sounds like to a seat; onlookers have neither won nor lost."""
    return "gain" if seat < 0 or drawn else "win" if won else "lose"


Show = Callable[[Any, int, tuple[int, ...]], Effects]
"""How an event is shown, from what a seat sees, the seat and the event's numbers."""


def show(
    where: str | Callable[[Any, tuple[int, ...]], str],
    *motions: Callable[[str], Motion],
    mark: bool = False,
    sound: str = "",
) -> Show:
    """An event that is seen in one place, if it has one now: ``show("slot-{0}", shake, lit("bad"), sound="hit")``.

    The place is an id with the event's numbers in it, or a function of view and numbers that gives the id, or "".
    """

    def shown(seen: Any, seat: int, a: tuple[int, ...]) -> Effects:
        at = where.format(*a) if isinstance(where, str) else where(seen, a)
        made: Effects = {"anim": [move(at) for move in motions]} if at else {}
        if at and mark:
            made["mark"] = [at]
        if at and sound:
            made["sound"] = sound
        return made

    return shown


def animated(icons: Mapping[str, str], shown: Mapping[str, Show]) -> Callable[[Any, int, Told], Effects]:
    """A page's ``animate`` from two tables: each event's icon, and how it is shown if it is."""

    def animate(seen: Any, seat: int, told: Told) -> Effects:
        made: Effects = {"icon": icons.get(told.event, "dot")}
        return made | shown[told.event](seen, seat, told.arguments) if told.event in shown else made

    return animate


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
