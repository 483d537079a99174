"""The own board: the line on top, the courses that are running or can be chosen, and the map of all 67 cells."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.campus.content import CELLS, NONE, PRINTED, SUBJECTS, TRAINING, TWIN
from taku.games.campus.page.view import (
    BLOCKS,
    BOARD_CELLS,
    CELLS_OF,
    Way,
    block_of,
    cell_id,
    grade_now,
    outlook,
    running,
)
from taku.games.campus.rules.finish import most_quarters
from taku.games.campus.state import CHIP, STAGE, State
from taku.games.campus.wording import CREDIT, why_closed
from taku.page import svg
from taku.page.html import Attr, Child, Raw, el

STAMPS = ("", "fail", "hold", "c", "b", "a", "s", "certified")
"""The class of each chip; its letter is the other carrier."""
LONG = 10
"""Katakana that fit in a line and a half of a course."""
DOTS = 9
"""As many tokens as an S takes: what is more is told by the number."""


def credits_of(halves: int) -> str:
    return f"{halves // CREDIT}" + (".5" if halves % CREDIT else "")


# ---------------------------------------------------------------- the line on top


def top(seen: State, seat: int, words: Words) -> Raw:
    """Quarter and week, registered courses, and what the coming grading would give."""
    weeks = int(seen.opt.weeks)
    facts = {"n": seen.quarter, "of": most_quarters(seen), "week": seen.week, "weeks": weeks}
    grading = seen.stage != STAGE.classes
    dots = [
        el("i", class_="done" if grading or w < seen.week else "now" if w == seen.week else None)
        for w in range(1, weeks + 1)
    ]
    track = el(
        "span", el("b", words.say("page", "quarter", n=seen.quarter)), el("span", dots, class_="weeks"),
        id="track", class_="track", data_help=words.say("page", "quarter_help", **facts), data_clause="C-5.1",
    )  # fmt: skip
    return el("div", track, registered(seen, seat, words), forecast(seen, seat, words), class_="top-line")


def registered(seen: State, seat: int, words: Words) -> Raw:
    n, most = int(seen.registered[seat]), int(seen.opt.registration_limit)
    free = "_free" if seen.mark[seat] else ""
    about = {"n": n, "most": most, "mark": f"{seen.opt.mark_gpa_x10 / 10:.1f}"}
    full = " full" if not free and n >= most else ""
    return el(
        "span", svg.glyph("key" if free else "book"), el("b", words.say("page", f"registered{free}", **about)),
        id="registered", class_=f"fact{full}", data_help=words.say("page", f"registered{free}_help", **about),
        data_clause="C-3.4",
    )  # fmt: skip


def forecast(seen: State, seat: int, words: Words) -> Raw:
    """C-13.1: what the coming grading would give, always in sight."""
    made = outlook(seen, seat)
    got = credits_of(made.credits + CREDIT * made.certified)
    said = words.say("page", "outlook_credits", n=got)
    about = {"credits": got, "gpa": made.gpa, "n": made.certified, "mark": f"{seen.opt.mark_gpa_x10 / 10:.1f}"}
    return el(
        "span", svg.glyph("check"), el("b", said), " ", el("span", "GPA ", el("b", made.gpa), class_="gpa"),
        svg.glyph("key") if made.mark else None,
        id="outlook", class_="fact outlook", data_help=words.say("page", "outlook_help", **about), data_clause="C-12.4",
    )  # fmt: skip


# ---------------------------------------------------------------- courses that matter now


def courses(
    seen: State, seat: int, words: Words, chosen: list[int], ways: dict[int, list[Way]], turn: bool
) -> list[Raw]:
    """The cells with tokens and those that can be chosen, and the places that are still free."""
    open_ = [c for c in running(seen, seat) if c != TRAINING]
    more = [c for c in chosen if c not in open_]
    best = {c: those[0] for c, those in ways.items()}
    made = [tile(seen, seat, c, words, best.get(c), c in chosen) for c in [*open_, *more]]
    if not seen.mark[seat] and not more:
        free = int(seen.opt.registration_limit - seen.registered[seat])
        made += [free_seat(len(open_) + n, words.text("page", "free_seat")) for n in range(max(0, min(free, 6)))]
    return made


@lru_cache(maxsize=32)
def free_seat(place: int, text: str) -> Raw:
    """A place that no course has; it is known by where it lies, so that the others stay when one is taken."""
    return el("div", text, id=f"free-{place}", class_="tile free")


def tile(seen: State, seat: int, cell: int, words: Words, way: Way | None, may: bool) -> Raw:
    """A course: code and name, its tokens, and the grade that it stands at."""
    black, red, chip = int(seen.black[seat, cell]), int(seen.red[seat, cell]), int(seen.chip[seat, cell])
    plus = (way.black, way.red, way.after) if way else None
    cap = int(seen.opt.red_cap)
    return _tile(cell, words, black, red, chip, grade_now(seen, seat, cell), cap, plus, may)


@lru_cache(maxsize=8192)
def _tile(
    cell: int, words: Words, black: int, red: int, chip: int, grade: int, cap: int,
    plus: tuple[int, int, int] | None, may: bool,
) -> Raw:  # fmt: skip
    more = [el("b", f"+{plus[0] + plus[1]}", class_="red" if plus[1] else None)] if plus else []
    marks = el("span", dots(black, red, cap), more, class_="dots")
    stamp = plus[2] if plus else grade
    return el(
        "div",
        course_name(cell, words),
        el("span", marks, stamped(stamp, words, "will" if plus else "now"), class_="state"),
        id=cell_id(cell),
        class_=f"tile b{block_of(cell)}{' may' if may else ''}",
        data_flip=True,
        data_label=label(cell, words, black, red, chip, plus),
        data_short=short(cell, words),
        data_help_of=about_id(cell),
        data_help=state_of(words, black, red, chip, grade),
        data_clause="C-3.1",
        data_now=True,
    )


def dots(black: int, red: int, cap: int) -> Raw:
    """Tokens: black ones full, red ones with a cross-bar, hollow when they do not count any more."""
    shown = ["n"] * min(black, DOTS) + [("r" if i < cap else "x") for i in range(min(red, max(0, DOTS + 3 - black)))]
    rest = black + red - len(shown)
    return el("span", [el("i", class_=name) for name in shown], f"+{rest}" if rest else None, class_="tokens")


@lru_cache(maxsize=64)
def stamped(chip: int, words: Words, how: str) -> Raw | None:
    """A grade as a stamp: its letter, in its colour."""
    if chip == CHIP.none:
        return None
    return el("b", letter(chip, words), class_=f"grade g-{STAMPS[chip]} {how}", data_label=words.name("chip", chip))


def letter(chip: int, words: Words) -> str:
    return words.name("stamp", chip)


@lru_cache(maxsize=256)
def course_name(cell: int, words: Words) -> Raw:
    """1A, 3E: the group and the letter that the course catalogue has; and the name."""
    code = BOARD_CELLS[cell].code
    number = el("b", code) if code[:1].isdigit() else None
    name = short(cell, words)
    long = words.language == "ja" and len(name) > LONG
    return el("span", number, el("span", name), class_="course-name long" if long else "course-name")


def short(cell: int, words: Words) -> str:
    return words.name("short", cell)


@lru_cache(maxsize=4)
def abouts(words: Words) -> Raw:
    """The words of all courses, for the help of whatever stands for one: told once, and never again in an update."""
    return el("div", [el("p", about(c, words), id=about_id(c)) for c in range(CELLS)], hidden=True)


def about_id(cell: int) -> str:
    return f"about-{cell}"


def about(cell: int, words: Words) -> str:
    """A course in words: what it takes, what it is good for."""
    made = BOARD_CELLS[cell]
    subjects = [words.name("subject", s) for s in range(SUBJECTS) if PRINTED[cell] >> s & 1]
    between = words.text("page", "between")
    takes = words.say("page", "takes", subjects=between.join(subjects)) if subjects else words.text("page", "takes_own")
    name = words.name("cell", cell) + (f" ({made.code})" if made.code[:1].isdigit() else "")
    return "\n".join([name, takes, made.text[words.language]])


@lru_cache(maxsize=512)
def state_of(words: Words, black: int, red: int, chip: int, grade: int) -> str:
    if chip >= CHIP.c:
        return words.say("page", "passed", **{"chip:chip": chip})
    if not black + red:
        return words.name("chip", chip) if chip else words.text("page", "nothing_there")
    said = words.say("page", "tokens", black=black, red=red)
    return (
        said
        if not grade
        else said + words.text("page", "between") + words.say("page", "grade_now", **{"chip:chip": grade})
    )


def label(cell: int, words: Words, black: int, red: int, chip: int, plus: tuple[int, int, int] | None) -> str:
    said = [words.name("cell", cell)]
    if black + red:
        said.append(words.say("page", "tokens", black=black, red=red))
    if plus:
        said.append(f"+{plus[0] + plus[1]}")
        if plus[2]:
            said.append(words.name("chip", plus[2]))
    return words.text("page", "between").join(said)


# ---------------------------------------------------------------- the map of all cells


def minis(seen: State, seat: int, words: Words, chosen: list[int], why: bool, lit: dict[int, list[str]]) -> list[Raw]:
    """All blocks with all cells, small: what is passed, what runs, what is left."""
    made = []
    goal = int(seen.opt.training_one if seen.black[seat, TRAINING] < seen.opt.training_one else seen.opt.training_two)
    for block in BLOCKS:
        key = bytes(
            v for c in CELLS_OF[block]
            for v in (seen.black[seat, c] + seen.red[seat, c], seen.chip[seat, c], c in chosen)
        )  # fmt: skip
        whys = tuple(why_closed(seen, seat, c) if why and c not in chosen else "" for c in CELLS_OF[block])
        hints = tuple(" ".join(lit.get(c, ())) for c in CELLS_OF[block])
        made.append(_block(block, key, whys, hints, words, seat, goal))
    return made


@lru_cache(maxsize=2048)
def _block(
    block: int, key: bytes, whys: tuple[str, ...], hints: tuple[str, ...], words: Words, seat: int, goal: int
) -> Raw:
    cells = [
        mini(c, words, key[3 * i], key[3 * i + 1], bool(key[3 * i + 2]), whys[i], hints[i])
        if c != TRAINING
        else training(key[3 * i], goal, words)
        for i, c in enumerate(CELLS_OF[block])
    ]
    long, brief = words.text("page", "block", str(block)), words.text("page", "brief", str(block))
    name = el("b", el("span", long), el("i", brief), class_="block-name")
    return el("div", name, el("div", cells, class_="cells"), id=f"block-{block}", class_=f"block b{block}")


@lru_cache(maxsize=256)
def training(n: int, goal: int, words: Words) -> Raw:
    """English training: how far the next certification is."""
    said = words.say("page", "trained", n=n, next=goal) if n < goal else words.say("page", "trained_full", n=n)
    fill = el("i", data_css=f"width:{min(100, 100 * n // max(1, goal))}%")
    more: dict[str, Attr] = {
        "data_label": short(TRAINING, words), "data_help_of": about_id(TRAINING),
        "data_help": state_of(words, n, 0, 0, 0), "data_clause": "C-12.9",
    }  # fmt: skip
    return el("div", fill, el("b", said), id="training", class_="bar", **more)


def mini(cell: int, words: Words, n: int, chip: int, chosen: bool, why: str, hint: str) -> Raw:
    state = "got" if chip >= CHIP.c else "runs" if n else STAMPS[chip]
    mark: Child = el("i", letter(chip, words)) if chip else None
    if n and chip < CHIP.c:
        mark = el("i", n)
    more: dict[str, Attr] = {"data_why": words.text("why", why.replace(".", "_")) if why else None}
    return el(
        "div",
        el("b", words.name("code", cell)),
        el("span", short(cell, words), class_="mini-name"),
        mark,
        el("em", class_="lit", data_hint_for=hint) if hint else None,
        class_=f"mini {state}{' may' if chosen else ''}{' pair' if TWIN[cell] != NONE else ''}",
        data_as=cell_id(cell),
        data_label=words.name("cell", cell),
        data_help_of=about_id(cell),
        data_help=state_of(words, n, 0, chip, 0),
        data_clause="C-3.1",
        **more,
    )


def cell_of(name: str) -> int:
    """A cell by its id."""
    return next(i for i, c in enumerate(BOARD_CELLS) if c.id == name)
