"""The degree: what it takes and what one has of it; and what lies before whom."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.campus.content import GROUPS, NEED, PART
from taku.games.campus.page.board import credits_of
from taku.games.campus.page.cards import face
from taku.games.campus.rules.finish import needed, progress
from taku.games.campus.state import State
from taku.page import svg
from taku.page.frames import fold
from taku.page.html import Child, Raw, el

SCIENCE, LANGUAGE = GROUPS + PART.science, GROUPS + PART.language


def parts_of(seen: State, seat: int) -> list[tuple[str, int, int]]:
    """The parts of the requirement, with the half-credits that count and those it takes: (key, got, of)."""
    earned = [int(seen.earned[seat, i]) for i in range(GROUPS + len(PART))]
    each = needed(seen, NEED.group_each)
    first = earned[:5]
    base = sum(min(n, each) for n in first)
    together = needed(seen, NEED.groups_total)
    liberal = base + min(sum(first) - base, together - 5 * each)
    course = max(earned[LANGUAGE], earned[SCIENCE])
    made = [
        ("6", min(earned[GROUPS + PART.required], needed(seen, NEED.required)), needed(seen, NEED.required)),
        ("7", min(earned[GROUPS + PART.english], needed(seen, NEED.english)), needed(seen, NEED.english)),
        ("groups", liberal, together),
        ("5", min(earned[5], needed(seen, NEED.group6)), needed(seen, NEED.group6)),
        ("course", min(course, needed(seen, NEED.course)), needed(seen, NEED.course)),
    ]
    total = progress(seen, seat)
    made.append(("free", total - sum(got for _, got, _ in made), needed(seen, NEED.free)))
    return [one for one in made if one[2]]


def sheet(seen: State, seat: int, words: Words) -> Raw:
    """A checklist with bars: the thing that is looked at most."""
    own = tuple(parts_of(seen, seat))
    each = needed(seen, NEED.group_each)
    groups = tuple(int(seen.earned[seat, i]) for i in range(5)) if each else ()
    better = LANGUAGE if seen.earned[seat, LANGUAGE] > seen.earned[seat, SCIENCE] else SCIENCE
    return _sheet(own, groups, each, better, progress(seen, seat), needed(seen, NEED.total), words)


@lru_cache(maxsize=512)
def _sheet(
    own: tuple[tuple[str, int, int], ...],
    groups: tuple[int, ...],
    each: int,
    better: int,
    got: int,
    of: int,
    words: Words,
) -> Raw:
    rows: list[Child] = [line(part, words, have, most, better) for part, have, most in own]
    if groups:
        marks = [one_of(words.text("page", "block", str(i)), n, each) for i, n in enumerate(groups)]
        rows.insert(3, el("div", marks, class_="each"))
    count = f"{credits_of(got)}/{credits_of(of)}"
    return fold("sheet", words.text("page", "sheet"), el("div", rows, class_="sheet"), count=count)


def one_of(name: str, got: int, each: int) -> Raw:
    """A group, of which so much must be there."""
    if got >= each:
        return el("span", name, svg.glyph("check"), class_="got")
    return el("span", name, el("b", f"{credits_of(got)}/{credits_of(each)}"))


def line(part: str, words: Words, got: int, of: int, better: int) -> Raw:
    if part == "course":
        name = words.say("page", "sheet_course", course=words.text("page", "block", str(better)))
    else:
        name = words.text("page", f"sheet_{part}") if part in ("groups", "free") else words.text("page", "block", part)
    full = got >= of
    return el(
        "div", el("span", name), el("span", el("i", data_css=f"width:{100 * got // of}%"), class_="bar"),
        el("b", f"{credits_of(got)}/{credits_of(of)}"), svg.glyph("check") if full else el("span", class_="glyph"),
        class_="part full" if full else "part", data_clause="C-14.1",
    )  # fmt: skip


def front(seen: State, seat: int, words: Words) -> Raw:
    """The cards that lie before players: what they do holds now."""
    count = sum(int(seen.fronts[s]) for s in range(seen.seats))
    order = [(max(seat, 0) + n) % seen.seats for n in range(seen.seats)]
    rows = [
        el("div", el("p", words.seat(s)), el("div", laid(seen, s, words), class_="laid"), class_=f"front-of s{s}")
        for s in order
        if seen.fronts[s]
    ]
    return fold("front", words.text("page", "front"), rows or el("p", words.text("page", "front_empty")), count=count)


def laid(seen: State, seat: int, words: Words) -> list[Raw]:
    return [lying(int(seen.front[seat, i]), words) for i in range(seen.fronts[seat])]


@lru_cache(maxsize=256)
def lying(card: int, words: Words) -> Raw:
    return face(None, card, words)
