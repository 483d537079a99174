"""Characters as tiles: figure, name, ATK and DEF as they are now, damage, levels, marks; downed ones lie face-down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from taku.engine.words import Words
from taku.games.destroy.content import CONTENT
from taku.games.destroy.page.figures import placed
from taku.games.destroy.page.sums import explained, rounds_down, values
from taku.games.destroy.rules.values import mana
from taku.games.destroy.state import MARK, PLACES, State
from taku.page import svg
from taku.page.html import Attr, Child, Raw, el, join

SHOWN = ("no_move", "no_attack", "no_skill", "guard", "double_atk")
SIGNS = {"no_move": "arrow", "no_attack": "sword", "no_skill": "flame", "guard": "shield", "attacked": "sword"}
"""The glyph of each mark; those that forbid something are struck through."""


def hexagon(radius: float) -> str:
    """The corners of a hexagon around (0, 0), point up."""
    return " ".join(f"{svg.num(radius * sin(i * pi / 3))},{svg.num(-radius * cos(i * pi / 3))}" for i in range(6))


PLATE, EDGE, LEVEL = hexagon(51), hexagon(45), hexagon(10)
SWORD_PLATE = "M0-15L14 0L0 15L-14 0Z"
SHIELD_PLATE = "M-13-12H13V1C13 9 7 13 0 16C-7 13-13 9-13 1Z"


@dataclass(frozen=True, slots=True)
class Look:
    """All that a tile shows: equal looks are drawn once."""

    who: int
    seat: int
    atk: int
    atk_trend: int
    guard: int
    guard_trend: int
    damage: int
    most: int
    down: bool
    rounds: int
    marks: tuple[str, ...]
    levels: tuple[str, ...]


def look(seen: State, c: int) -> Look:
    atk, guard = values(seen, c)
    marks = [name for name in SHOWN if (seen.marks[c] >> getattr(MARK, name)) & 1]
    if seen.attacked[c]:
        marks.append("attacked")
    down = bool(seen.down[c])
    return Look(
        seen.who[c], c // PLACES, atk.now, atk.trend, guard.now, guard.trend, seen.damage[c], seen.opt.down_at,
        down, rounds_down(seen, c) if down else 0, tuple(marks), tuple(levels(seen, c)),
    )  # fmt: skip


def levels(seen: State, c: int) -> list[str]:
    """The state of each skill: off, on, spent (used this round)."""
    reached = mana(seen, c // PLACES)
    found = []
    for j, skill in enumerate(CONTENT.characters[seen.who[c] - 1].skills):
        if (seen.skilled[c] >> j) & 1:
            found.append("spent")
        elif seen.down[c] or skill.lv > reached:
            found.append("off")
        else:
            found.append("on")
    return found


@lru_cache(maxsize=2048)
def face(look: Look, language: str) -> Raw:
    """The drawing of a tile, around (0, 0)."""
    if look.down:
        return back(look, language)
    card = CONTENT.characters[look.who - 1]
    return join(
        el("polygon", points=PLATE, class_="frame"),
        el("polygon", points=EDGE, class_="edge"),
        svg.place(svg.crest_shape(look.seat), 0, 41, 13, class_="seat-mark"),
        pips(look),
        placed(look.who, 47, -12),
        name(card.name[language], language),
        badge("atk", SWORD_PLATE, -28, look.atk, look.atk_trend),
        badge("def", SHIELD_PLATE, 28, look.guard, look.guard_trend),
        [gem(skill.lv, skill.blue, look.levels[j], 39, -20 + 21 * j) for j, skill in enumerate(card.skills)],
        [mark(which, -39, -20 + 19 * i) for i, which in enumerate(look.marks)],
    )


def back(look: Look, language: str) -> Raw:
    """D-10.1: face-down, with the damage as one number and the rounds until it stands up."""
    return join(
        el("polygon", points=PLATE, class_="frame"),
        el("polygon", points=EDGE, class_="edge"),
        svg.place(svg.crest_shape(look.seat), 0, -41, 14, class_="seat-mark"),
        placed(look.who, 46, -10, class_="faint"),
        el("text", look.damage, y=4, class_="hurt", text_anchor="middle"),
        el("text", f"↑ {look.rounds or '∞'}", x=0, y=44, class_="rise", text_anchor="middle"),
        name(CONTENT.characters[look.who - 1].name[language], language),
    )


def name(word: str, language: str) -> Raw:
    """Two kanji are set large; long names small."""
    size = 17 if language == "ja" else 12.5 if len(word) < 10 else 11.5 if len(word) < 11 else 10.5
    return el("text", word, y=20, class_="name", text_anchor="middle", font_size=size)


def pips(look: Look) -> Raw:
    """Damage as drops: filled ones have been taken."""
    wide = 11 if look.most < 4 else 8
    left = -wide * (look.most - 1) / 2
    drop = "M0-6C3-2 4.5 0 4.5 2A4.5 4.5 0 0 1-4.5 2C-4.5 0-3-2 0-6Z"
    return el(
        "g",
        [
            el("path", d=drop, class_="pip" if i < look.damage else "pip off",
               transform=f"translate({svg.num(left + wide * i)} -38)")
            for i in range(look.most)
        ],
    )  # fmt: skip


def badge(kind: str, plate: str, x: float, value: int, trend: int) -> Raw:
    """ATK in a lozenge with a sword, DEF in a shield; a raised value is green with a tip, a lowered one orange."""
    tip: Child = None
    if trend:
        d = "M-6 4L0-4L6 4Z" if trend > 0 else "M-6-4L0 4L6-4Z"
        tip = el("path", d=d, transform=f"translate({13 if x > 0 else -12} -15)", class_="tip")
    way = "raised" if trend > 0 else "lowered" if trend < 0 else ""
    return el(
        "g",
        el("path", d=plate, class_="plate"),
        tip,
        el("text", value, y=6, text_anchor="middle", class_="value", font_size=16 if value < 10 else 13),
        class_=f"badge-{kind} {way}".strip(),
        transform=f"translate({x} 37)",
    )


def gem(lv: int, blue: bool, state: str, x: float, y: float) -> Raw:
    """A skill's level: lit when the mana reaches it; round when it is continuous."""
    return el(
        "g",
        el("circle", r=9.5, class_="level") if blue else el("polygon", points=LEVEL, class_="level"),
        el("text", lv, y=4.5, text_anchor="middle", font_size=12),
        class_=f"gem {state}",
        transform=f"translate({x} {y})",
    )


def mark(which: str, x: float, y: float) -> Raw:
    """What lies on a character this round."""
    struck = which.startswith("no_") or which == "attacked"
    sign: Child
    if which == "double_atk":
        sign = el("text", "×2", y=4, text_anchor="middle", font_size=11)
    else:
        sign = svg.placed_glyph(SIGNS[which], 0, 0, 13)
    return el(
        "g",
        el("circle", r=9),
        sign,
        el("path", d="M-6 6L6-6", class_="strike") if struck else None,
        class_=f"mark m-{which}",
        transform=f"translate({x} {y})",
    )


# ---------------------------------------------------------------- words


@lru_cache(maxsize=512)
def about(who: int, words_key: tuple[str, str, str], language: str) -> str:
    """The skills of a character in full; the words are "Lv{lv} {name}: {text}", "always on" and "Sub"."""
    line, blue, sub = words_key
    card = CONTENT.characters[who - 1]
    lines = []
    for skill in card.skills:
        text = line.format(lv=skill.lv, name=skill.name[language], text=skill.text[language])
        lines.append(f"{text} ({blue})" if skill.blue else text)
    lines.append(f"{sub}: {card.sub.name[language]}: {card.sub.text[language]}")
    return "\n".join(lines)


def skills_in_words(who: int, words: Words) -> str:
    if not who:
        return ""
    key = (words.text("table", "skill_line"), words.text("table", "blue"), words.text("table", "sub"))
    return about(who, key, words.language)


def label(seen: State, c: int, look: Look, words: Words) -> str:
    """What a screen reader says of a tile."""
    key = "tile_down" if look.down else "tile"
    return words.say(
        "page", key, **{"seat": c // PLACES, "char:character": look.who, "cell:cell": seen.cell[c], "atk": look.atk,
                        "def": look.guard, "n": look.damage, "rounds": look.rounds or "∞"},
    )  # fmt: skip


def help_(seen: State, c: int, look: Look, words: Words, sources: list[tuple[int, int]]) -> str:
    """What a tap answers: both sums in the order of D-12.1, the marks, the skills."""
    lines = []
    if look.down:
        lines.append(words.say("page", "down_help", n=look.damage, rounds=look.rounds or "∞"))
    else:
        lines.append(explained(seen, c, (look.atk, look.guard), words, sources))
    for which in look.marks:
        lines.append(f"• {words.text('page', 'mark', which)}")
    lines.append(skills_in_words(look.who, words))
    return "\n".join(lines)


def tile(seen: State, c: int, x: float, y: float, words: Words, from_: list[tuple[int, int]], **attrs: Attr) -> Raw:
    """A character on the field; it slides when it moves."""
    shown = look(seen, c)
    turn = 8 if shown.down else 0
    return el(
        "g",
        el("g", face(shown, words.language), class_="body"),
        id=f"ch-{c}",
        class_=f"piece tile s{c // PLACES}{' down' if shown.down else ''}",
        transform=f"translate({svg.num(x)} {svg.num(y)})" + (f" rotate({turn})" if turn else ""),
        data_x=svg.num(x),
        data_y=svg.num(y),
        data_turn=turn or None,
        data_label=label(seen, c, shown, words),
        data_short=CONTENT.characters[shown.who - 1].name[words.language],
        data_help=help_(seen, c, shown, words, from_),
        data_clause="D-10.1" if shown.down else "D-12.1",
        data_leave="drop",
        **attrs,
    )


__all__ = ["Look", "face", "hexagon", "label", "look", "mark", "skills_in_words", "tile"]
