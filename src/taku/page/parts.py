"""The parts that all games share: cards, pieces, dice, panels, buttons, lines of the log.

A part takes the id of what it shows, so that the page can follow it: the same id in the next view slides to its new
place. ``attrs`` go to the part's outer element: ``data_why``, ``data_help``, ``data_now`` and others
(docs/protocol.md has them all).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from .faces import face
from .html import Attr, Child, Raw, Sheet, el, join, opening
from .svg import crest, crest_shape, glyph, num

TONES = ("ink", "red", "blue", "green", "yellow", "violet", "teal", "orange")
"""Colours a card or token may have; each has a light and a dark form in the stylesheet."""


def _classes(*names: str | bool | None) -> str:
    return " ".join(name for name in names if name and name is not True)


# ---- hands -----------------------------------------------------------------------------------------------


def hand(*cards: Child, note: Child = None, dim: bool = False, many: bool = False) -> Sheet:
    """Own cards, dice or tokens: a strip that scrolls sideways on a phone, rows on a wide page.

    ``dim``: none of them can be used now. ``many``: there may be more than six, and cards are drawn smaller.
    """
    return Sheet(el("p", note, class_="hand-note") if note else None, _cards(dim, many), cards, DIV_END)


DIV_END = Raw("</div>")


@cache
def _cards(dim: bool, many: bool) -> Raw:
    return opening("div", class_=_classes("cards", dim and "dim", many and "many"), role="group", tabindex=0)


# ---- things on the table ------------------------------------------------------------------------------------------


def card(
    id_: str | None,
    *,
    title: Child = None,
    value: Child = None,
    suit: str | None = None,
    tone: str = "ink",
    body: Child = None,
    art: Child = None,
    label: str | None = None,
    from_: str | None = None,
    small: bool = False,
    class_: str | None = None,
    **attrs: Attr,
) -> Raw:
    """A card, face up. ``suit`` names a glyph of ``svg.GLYPHS``: every colour comes with a shape.

    ``from_`` is the element a new card comes from; a card with an id slides by itself when it changes its place.
    """
    sign = glyph(suit) if suit else None
    return el(
        "div",
        el("div", el("b", value, class_="value") if value is not None else None, sign, class_="corner")
        if value is not None or sign
        else None,
        el("div", art if art is not None else sign, class_="art") if art is not None or sign else None,
        el("div", title, class_="title") if title is not None else None,
        el("div", body, class_="text") if body is not None else None,
        id=id_,
        class_=_classes("card", f"tone-{tone}", small and "small", class_),
        data_flip=id_ is not None,
        data_from=from_,
        data_label=label,
        **attrs,
    )


def card_back(
    id_: str | None = None,
    *,
    seat: int | None = None,
    label: str | None = None,
    small: bool = False,
    from_: str | None = None,
    **attrs: Attr,
) -> Raw:
    """A card, face down; with a seat it bears the seat's crest."""
    return el(
        "div",
        crest(seat) if seat is not None else None,
        id=id_,
        class_=_classes("card", "back", small and "small", seat is not None and f"s{seat}"),
        data_flip=id_ is not None,
        data_from=from_,
        data_label=label,
        **attrs,
    )


def piece(
    id_: str,
    x: float,
    y: float,
    *kids: Child,
    seat: int | None = None,
    turn: float = 0,
    label: str | None = None,
    class_: str | None = None,
    **attrs: Attr,
) -> Raw:
    """Something on an SVG board that slides when ``x``, ``y`` or ``turn`` (degrees) change.

    Without ``kids`` it is a round counter with the seat's crest, 70 units wide.
    """
    spin = f" rotate({num(turn)})" if turn else ""
    return el(
        "g",
        el("g", kids or counter(seat or 0), class_="body"),
        id=id_,
        class_=_classes("piece", seat is not None and f"s{seat}", class_),
        transform=f"translate({num(x)} {num(y)}){spin}",
        data_x=num(x),
        data_y=num(y),
        data_turn=num(turn) if turn else None,
        data_label=label,
        **attrs,
    )


def counter(seat: int, radius: float = 35) -> Raw:
    """A round counter with the seat's crest, around (0, 0)."""
    return join(
        el("circle", r=num(radius), class_="disc"),
        el("g", crest_shape(seat), transform=f"scale({num(radius * 0.0125)})", class_="on-disc"),
    )


def token(kid: Child, *, tone: str = "ink", id_: str | None = None, label: str | None = None, **attrs: Attr) -> Raw:
    """A small round marker: a number, a letter or a glyph."""
    return el("div", kid, id=id_, class_=f"token tone-{tone}", data_label=label, **attrs)


PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def die(id_: str, face: int, *, hit: bool = False, tone: str = "ink", label: str | None = None, **attrs: Attr) -> Raw:
    """A die that shows a face from 1 to 6, or 0 for one not thrown yet; ``hit`` lights it up, others may fade."""
    dots = [el("circle", cx=25 + 25 * (n % 3), cy=25 + 25 * (n // 3), r=9) for n in PIPS.get(face, ())]
    other = el("text", face, x=50, y=50, class_="die-number") if face > 6 else None
    return el(
        "div",
        el("svg", dots, other, viewBox="0 0 100 100", aria_hidden="true"),
        el("span", label or face, class_="vh"),
        id=id_,
        class_=_classes("die", f"tone-{tone}", hit and "hit"),
        data_face=face,
        data_label=label,
        **attrs,
    )


def meter(value: int, most: int, *, tone: str = "green", label: str | None = None, id_: str | None = None) -> Raw:
    """A bar for strength or progress, with its number."""
    share = 100 * value / most if most else 0
    return el(
        "div",
        el("div", class_="meter-fill", data_css=f"width:{num(share)}%"),
        el("span", f"{value}/{most}", class_="meter-text"),
        id=id_,
        class_=f"meter tone-{tone}",
        role="img",
        aria_label=f"{label} {value}/{most}" if label else f"{value}/{most}",
    )


# ---- people -------------------------------------------------------------------------------------------------------


def name(seat: int) -> Raw:
    """Where a player's name will stand. The server fills it (``named``), so that rendered parts can be shared."""
    return Raw(f'<bdi data-name="{seat}"></bdi>')


class Name(str):
    """A player's name: with the colour that a person chose, or with a bot's level in words and its face."""

    colour: str
    bot: str
    face: int

    def __new__(cls, name: str, colour: str = "", bot: str = "", face: int = 0) -> Name:
        made = super().__new__(cls, name)
        made.colour = colour if colour in TONES else ""
        made.bot, made.face = bot, face
        return made


def own_name(name: str, **attrs: Attr) -> Raw:
    """A player's name outside a table, a bot's with its face and its level."""
    if bot := getattr(name, "bot", ""):
        return el("bdi", face(getattr(name, "face", 0)), name, **attrs, class_="bot", data_level=bot)
    colour = getattr(name, "colour", "")
    return el("bdi", name, **attrs, class_=f"own tone-{colour}" if colour else None)


def named(html: str, names: Sequence[str]) -> Raw:
    """Put the players' names into a rendered table or line."""
    for seat, who in enumerate(names):
        place = f'<bdi data-name="{seat}"></bdi>'
        if place in html:
            html = html.replace(place, own_name(who, data_name=seat))
    return Raw(html)


def clock(seat: int) -> Raw:
    """The ring of a seat's clock; the client runs it."""
    return el(
        "span",
        el(
            "svg",
            el("circle", cx=18, cy=18, r=15, class_="ring-all"),
            el("circle", cx=18, cy=18, r=15, pathLength=100, class_="ring"),
            viewBox="0 0 36 36",
            aria_hidden="true",
        ),
        el("span", class_="time"),
        class_="clock",
        data_clock=seat,
        data_own=True,
    )


Fact = tuple[str, Child] | tuple[str, Child, str] | tuple[str, Child, str, str]


def panel(
    seat: int,
    facts: Iterable[Fact] = (),
    *,
    you: str | None = None,
    turn: bool = False,
    ready: bool = False,
    out: bool = False,
    team: int | None = None,
    more: Child = None,
    **attrs: Attr,
) -> Raw:
    """A player: crest, name, clock, a few facts. ``more`` opens on a tap.

    A fact is (word, value, id of the value, sign): the id, so that numbers can fly into it; the sign stands for the
    word where there is little room, by default the word's first letter.

    ``you`` is the word for "you" if the seat is the reader's.
    """
    head = join(
        crest(seat),
        el("span", name(seat), el("small", you) if you else None, class_="who"),
        el("span", class_="presence", data_presence=seat, data_own=True),
        clock(seat),
    )
    list_ = el(
        "dl",
        [
            el(
                "div",
                el("dt", fact[0], data_sign=fact[3] if len(fact) > 3 else fact[0][:1]),
                el("dd", fact[1], id=fact[2] if len(fact) > 2 else None, data_count=len(fact) > 2),
            )
            for fact in facts
        ],
    )
    classes = _classes(
        "panel",
        f"s{seat}",
        turn and "turn",
        ready and "ready",
        out and "out",
        you and "mine",
        team is not None and f"team{team}",
    )
    inner = join(el("div", head, id=f"seat-{seat}-head", class_="panel-head"), list_)  # with an id it is sent once
    if more is not None:
        inner = el("details", el("summary", inner), el("div", more, class_="panel-more"), id=f"seat-{seat}-more")
    return el("div", inner, id=f"seat-{seat}", class_=classes, data_seat=seat, **attrs)


def the_end(title: str, said: Child, *, seat: int | None = None) -> Raw:
    """How a match ended, across the board; with the winner's seat in its colour."""
    classes = _classes("the-end", seat is not None and f"s{seat}")
    return el("div", el("b", title), el("p", said), id="verdict", class_=classes, data_enter=True)


# ---- words --------------------------------------------------------------------------------------------------------


def button(label: Child, *, id_: str | None = None, kind: str = "quiet", **attrs: Attr) -> Raw:
    """A button; ``kind`` is main, quiet or danger. Its label names its effect."""
    return el("button", label, id=id_, type="button", class_=f"button {kind}", **attrs)


def log_line(
    id_: int,
    html: Child,
    *,
    step: int,
    seat: int | None = None,
    icon: str | None = None,
    clause: str | None = None,
    href: str | None = None,
    again: bool = False,
) -> Raw:
    """One line of the log. ``icon`` names a glyph, ``href`` leads to the step without JavaScript.

    The clause answers "why?". ``again``: it has a moment, which the client offers to show again.
    """
    return el(
        "li",
        el("span", glyph(icon or "dot"), class_="icon"),
        el("a", html, href=href or f"?step={step}", class_="line"),
        el("button", clause, type="button", class_="clause", data_clause=clause) if clause else None,
        id=f"log-{id_}",
        class_=f"s{seat}" if seat is not None else None,
        data_step=step,
        data_again=again,
    )
