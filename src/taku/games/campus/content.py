"""The courses and the action cards: read from content/*.toml, checked, and turned into the tables of the rules.

The words are a closed vocabulary (rulebook, section 4). A new course or card made of known words needs no code. Cells
of a board, subjects and modes count from 0, cards from 1. A set of subjects or of kinds is a bit set; sets of cells and
of cards are rows of a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from taku.engine import Names, table
from taku.engine.catalogue import LANGUAGES
from taku.kit.content import (
    ContentError,
    Named,
    Row,
    Texts,
    any_of,
    column,
    flag,
    names_of,
    number,
    place,
    read_rows,
    row,
    rows,
    word,
    words,
)
from taku.kit.effects import Deed, Vocabulary, verb

SUBJECTS, CELLS, CARDS = 20, 67, 74
NONE = -1

# ---------------------------------------------------------------- the vocabulary

PART = Names("required", "english", "training", "liberal", "language", "science")
GROUPS = 6
PLACES = GROUPS + len(PART)
KIND_OF_CARD = Names("subject", "special", "cheat", "trouble")
DECK = Names("any", "science", "humanities")
WHEN = Names("main", "opening", "last_turn", "not_last_turn", "grading", "reaction", "never")
STAY = Names("turn", "next_turn", "quarter")
DISCARD = Names("free", "play_only", "mark_only")
REVEALS = Names("none", "self", "one", "all")
SERIES = Names("", "attend", "submit")
WHERE = Names("any", "held", "cells", "subjects", "paid_subject", "intensive")
PLUS = Names("", "paid_count", "paid_value")
COLOUR = Names("any", "black")
SCOPE = Names("own", "all")
VARIANT = Names("joho", "chiho", "both")

CELL_RULE = Vocabulary(
    self_only=verb("C-3.12"),
    intensive_only=verb("C-3.13"),
    shielded=verb("C-3.14"),
    limit_free=verb("C-3.4"),
    no_grade=verb("C-12.3"),
    certify_pass=verb("C-12.6"),
    per_turn=verb("C-3.11", n=number(1, 1)),
    needs=verb("C-3.9", cell=any_of(str)),
    late_course=verb("C-3.10"),
    thresholds=verb("C-12.5", n=number(-6, 6)),
    exclusive=verb("C-3.8", set=any_of(str)),
    red_from=verb("C-3.17", subjects=words()),
    red_except=verb("C-3.17", subjects=words()),
    red_rest_from=verb("C-3.17", subjects=words()),
    also_card=verb("C-8.6", cards=words()),
)
CREDIT = Vocabulary(
    refill=verb("C-9.2", n=number(1, 3), variant=words(VARIANT, default=[])),
    accept=verb("C-8.8", subjects=words(), cells=words()),
    bonus=verb("C-15.5", subjects=words(), cells=words(), n=number(1, 3)),
    pay_bonus=verb("C-15.8", subjects=words(), n=number(1, 3)),
    draw_on_play=verb(
        "C-8.7", subjects=words(default=[]), kinds=words(KIND_OF_CARD, default=[]), cards=words(default=[]),
        cells=words(default=[]), deck=word(DECK), n=number(1, 3), may=flag(),
    ),
    draw_on_single=verb("C-15.8", cells=words(), n=number(1, 3)),
    draw_on_gain=verb("C-12.7", cells=words(), deck=word(DECK), n=number(1, 3)),
    draw_on_discard=verb("C-15.10", subjects=words(), n=number(1, 3)),
    draw_on_reveal=verb("C-11.4", n=number(1, 3)),
    cycle=verb("C-15.1", subjects=words()),
    overdraw=verb("C-9.5", n=number(1, 5)),
    swap_hands=verb("C-15.7", n=number(1, 2)),
    trade_cards=verb("C-15.7", n=number(1, 2)),
    immune=verb("C-10.6", cards=words(), need=number(1, 2)),
    thresholds=verb("C-12.5", cells=words(), n=number(-6, 6)),
    grade_place=verb("C-15.2", cells=words(), n=number(1, 2)),
    grade_move=verb("C-15.3", n=number(1, 5)),
    grade_flip=verb("C-15.12", below=number(1, 60)),
    grade_swap=verb("C-15.9", cells=words()),
    double=verb("C-15.6"),
)  # fmt: skip
DOUBLED = (
    "refill", "bonus", "pay_bonus", "draw_on_play", "draw_on_single", "draw_on_gain", "draw_on_discard",
    "draw_on_reveal", "overdraw", "swap_hands", "trade_cards", "thresholds", "grade_place", "grade_move",
)  # fmt: skip
COST = Vocabulary(
    pay_discard=verb("C-7.1", n=number(1, 3)),
    pay_discard_players=verb("C-16.5"),
    pay_rest=verb("C-16.12"),
    pay_pair=verb("C-16.4"),
    pay_subject=verb("C-16.11", n=number(1, 1)),
    pay_subjects_any=verb("C-16.21"),
)
EFFECT = Vocabulary(
    attend=verb("C-8.2"),
    attend_any=verb("C-8.6", subjects=words(), n=number(1, 5)),
    place=verb(
        "C-3.15", where=word(WHERE), cells=words(default=[]), subjects=words(default=[]), black=number(0, 9, default=0),
        red=number(0, 9, default=0), plus=word(PLUS, default=""), must=flag(default=False),
    ),
    draw=verb("C-4.2", n=number(1, 5)),
    draw_paid=verb("C-16.21"),
    coin=verb("C-16.1"),
    lose=verb("C-3.18", n=number(1, 5), color=word(COLOUR)),
    discard=verb("C-4.10", n=number(1, 5)),
    discard_hand=verb("C-16.12"),
    discard_or_lose=verb("C-16.9", n=number(1, 1), lose=number(1, 5), color=word(COLOUR)),
    homework=verb("C-16.10", series=word(SERIES), n=number(1, 5)),
    purge_red=verb("C-16.3", n=number(1, 9)),
    move_small=verb("C-16.16", n=number(1, 9)),
    drop_front=verb("C-16.16", cards=words()),
    top_up=verb("C-16.22", n=number(1, 9)),
    copy_cell=verb("C-16.18", max=number(1, 30)),
    study=verb("C-16.7"),
    network=verb("C-16.8"),
    take_each=verb("C-16.5"),
    trade_one=verb("C-16.6"),
    inspect=verb("C-16.13"),
    appeal=verb("C-16.2", n=number(1, 5)),
    forecast=verb("C-16.17"),
    cancel=verb("C-11.7", kinds=words(KIND_OF_CARD)),
    nothing=verb("C-7.4"),
)  # fmt: skip
FRONT = Vocabulary(
    ban=verb("C-10.3", scope=word(SCOPE), kinds=words(KIND_OF_CARD, default=[]), cards=words(default=[]),
             subjects=words(default=[])),
    ban_cells=verb("C-16.15", subjects=words(), cells=words()),
    no_discard=verb("C-4.7", cards=words()),
    void=verb("C-10.4", cards=words()),
    treat_as=verb("C-8.5", subject=any_of(str)),
    refill=verb("C-9.2", n=number(-3, 3)),
    bonus=verb("C-8.3", subjects=words(), cells=words(), n=number(1, 3)),
    pay_bonus=verb("C-8.4", subjects=words(), n=number(1, 3)),
    immune=verb("C-10.6", cards=words()),
    coin_subjects=verb("C-10.5"),
    hermit=verb("C-11.2"),
    open_hand=verb("C-11.3"),
    lottery=verb("C-12.1"),
)  # fmt: skip

# ---------------------------------------------------------------- what the files hold


class Subject(Named):
    """What a card is of, and what a cell takes."""


class Cell(Named):
    no: int = place(1)
    kind: str = word(PART)
    group: int = number(0, 6)
    code: str
    slots: int = number(1, 2)
    half_credits: int = number(0, 2)
    subjects: tuple[str, ...] = words()
    text: Texts
    rules: tuple[Deed, ...] = CELL_RULE.deeds()
    effects: tuple[Deed, ...] = CREDIT.deeds()

    def rule(self, op: str) -> Deed | None:
        """The rule with this word, if the cell has it."""
        return next((r for r in self.rules if r.op == op), None)


class Copies(Row):
    science: int = number(0, 9)
    humanities: int = number(0, 9)


class Alt(Row):
    subject: str
    n: int = number(1, 5)


class Card(Named):
    kind: str = word(KIND_OF_CARD)
    copies: Copies = row(Copies)
    text: Texts
    series: str = word(SERIES, default="")
    subject: str = any_of(str, default="")
    value: int = number(0, 5, default=0)
    alts: tuple[Alt, ...] = rows(Alt, 0, 3)
    only_if: str = word(("", "language_cards"), default="")
    when: str = word(WHEN, default="main")
    once_per_turn: bool = flag(default=False)
    unique_front: bool = flag(default=False)
    stay: str = word(STAY, default="turn")
    discard: str = word(DISCARD, default="free")
    reveals: str = word(REVEALS, default="none")
    cost: tuple[Deed, ...] = COST.deeds(0, 1)
    effects: tuple[Deed, ...] = EFFECT.deeds()
    on_discard: tuple[Deed, ...] = EFFECT.deeds()
    front: tuple[Deed, ...] = FRONT.deeds()

    def check(self) -> str | None:
        """Subject cards have a subject and a series, others have not."""
        if (self.kind == "subject") != bool(self.subject) or bool(self.subject) != bool(self.series):
            return "kind = 'subject' goes with 'subject' and 'series'"
        return None


class Mode(Named):
    text: Texts
    required: int = number(0, 3)
    english: int = number(0, 8)
    group_each: int = number(0, 3)
    groups_total: int = number(0, 20)
    group6: int = number(0, 5)
    course: int = number(0, 8)
    free: int = number(0, 9)
    total: int = number(1, 60)
    max_quarters: int = number(2, 16)
    late_from: int = number(1, 8)

    def check(self) -> str | None:
        """C-14.1."""
        parts = self.required + self.english + self.groups_total + self.group6 + self.course + self.free
        return None if parts == self.total else f"'total' should be {parts}, the sum of its parts"


@dataclass(frozen=True)
class Content:
    subjects: tuple[Subject, ...]
    cells: tuple[Cell, ...]
    cards: tuple[Card, ...]
    modes: tuple[Mode, ...]

    def subject_bits(self, where: Row, names: Iterable[str]) -> int:
        """A set of subjects, ``@all`` among them."""
        known = [s.id for s in self.subjects]
        found = 0
        for name in names:
            found |= (1 << SUBJECTS) - 1 if name == "@all" else 1 << known.index(known_word(where, name, known))
        return found

    def cell_list(self, where: Row, names: Iterable[str]) -> list[int]:
        """The cells of a board that are named, in board order."""
        found: set[int] = set()
        for name in names:
            if name == "@all":
                found |= set(range(CELLS))
            elif name.startswith("@group"):
                found |= {i for i, c in enumerate(BOARD(self)) if c.group == int(name[-1])}
            else:
                known_word(where, name, [c.id for c in self.cells])
                found |= {i for i, c in enumerate(BOARD(self)) if c.id == name}
        return sorted(found)

    def card_list(self, where: Row, names: Iterable[str]) -> list[int]:
        """The cards that are named, as numbers from 1."""
        known = [c.id for c in self.cards]
        return sorted(1 + known.index(known_word(where, name, known)) for name in names)


def known_word(where: Row, name: str, among: Sequence[str]) -> str:
    """A word of a row that names another row."""
    return where.known("id", name, among)


def BOARD(content: Content) -> list[Cell]:
    """The entry of each cell of a board, in board order."""
    return [c for c in content.cells for _ in range(c.slots)]


def read_content(folder: Path) -> Content:
    """Read and check the four files."""
    subjects = read_rows(folder, "subjects", Subject, SUBJECTS)
    cells = read_rows(folder, "cells", Cell, 66)
    cards = read_rows(folder, "cards", Card, CARDS)
    modes = read_rows(folder, "modes", Mode, 3)
    made = Content(subjects, cells, cards, modes)
    if len(BOARD(made)) != CELLS:
        raise ContentError(f"{folder / 'cells.toml'}: the entries make {len(BOARD(made))} cells, not {CELLS}")
    return made


# ---------------------------------------------------------------- what the rules look up

CONTENT = read_content(Path(__file__).parent / "content")
_BOARD = BOARD(CONTENT)
_CELL = [c.id for c in _BOARD]
_CARD = ["", *(c.id for c in CONTENT.cards)]
_SUBJECT = [s.id for s in CONTENT.subjects]


def cell_named(name: str) -> int:
    """The first cell of an entry, by its id."""
    return _CELL.index(name)


def card_named(name: str) -> int:
    """A card by its id."""
    return _CARD.index(name)


def subject_named(name: str) -> int:
    """A subject by its id."""
    return _SUBJECT.index(name)


class Sets:
    """Sets of cells or cards as rows of a table; row 0 is empty."""

    def __init__(self, size: int) -> None:
        self.size, self.rows = size, [[0] * size]

    def add(self, members: Iterable[int]) -> int:
        chosen = set(members)
        made = [int(i in chosen) for i in range(self.size)]
        if made not in self.rows:
            self.rows.append(made)
        return self.rows.index(made)


_CELL_SETS, _CARD_SETS = Sets(CELLS), Sets(CARDS + 1)

# -- cells

_TWIN = [next((j for j, d in enumerate(_BOARD) if j != i and d is c), NONE) for i, c in enumerate(_BOARD)]
PLACE = table([c.group - 1 if c.group else GROUPS + getattr(PART, c.kind) for c in _BOARD])
"""C-14.5: where the credits of a cell are counted: by group, or by part for what has no group."""
HALVES = table([c.half_credits for c in _BOARD])
TWIN = table(_TWIN)
"""C-3.5: the other cell of an entry with two; NONE."""
_HAS = {op: [int(c.rule(op) is not None) for c in _BOARD] for op in CELL_RULE}
SHIELDED = table(_HAS["shielded"])
FREE = table(
    [int(not (_HAS["self_only"][i] or _HAS["intensive_only"][i] or _HAS["shielded"][i])) for i in range(CELLS)]
)
"""C-3.15: cells that effects without a subject card may choose."""
COUNTED = table([1 - n for n in _HAS["limit_free"]])
GRADED = table([1 - n for n in _HAS["no_grade"]])
CERTIFIES = table(_HAS["certify_pass"])
PER_TURN = table(_HAS["per_turn"])
LATE = table(_HAS["late_course"])
NEEDS = table([cell_named(r["cell"]) if (r := c.rule("needs")) else NONE for c in _BOARD])
EASIER = table([r["n"] if (r := c.rule("thresholds")) else 0 for c in _BOARD])
_SET = [r["set"] if (r := c.rule("exclusive")) else "" for c in _BOARD]
_RIVALS = [
    [j for j in range(CELLS) if _SET[i] and _SET[j] == _SET[i] and j != i and j != _TWIN[i]] for i in range(CELLS)
]
RIVALS = table([r + [NONE] * (2 - len(r)) for r in _RIVALS])
"""C-3.8: the cells of the other courses of its set."""


def _subjects(c: Cell, op: str) -> int:
    rule = c.rule(op)
    return CONTENT.subject_bits(c, rule["subjects"]) if rule else 0


_ALL = (1 << SUBJECTS) - 1
RED = table(
    [_subjects(c, "red_from") | (_ALL & ~_subjects(c, "red_except") if c.rule("red_except") else 0) for c in _BOARD]
)
RED_REST = table([_subjects(c, "red_rest_from") for c in _BOARD])
PRINTED = table([CONTENT.subject_bits(c, c.subjects) for c in _BOARD])
_ALSO = {card: [i for i, c in enumerate(_BOARD) if (r := c.rule("also_card")) and card in r["cards"]] for card in _CARD}

DAI, JOHO, CHIHO, TRAINING = (cell_named(c) for c in ("dai", "joho", "chiho", "training"))
LITERATURE = cell_named("g2c")  # グロブン doubles another credit
ENGLISH = table([i for i, c in enumerate(_BOARD) if c.kind == "english"])

# -- credits

ROW = Names("cell", "slots", "need", "n", "subjects", "kinds", "cells", "cards", "deck", "may", "below", "variant")


def _credit_row(c: Cell, d: Deed) -> list[int]:
    variants = sum(1 << getattr(VARIANT, v) for v in d.get("variant", ()))
    return [
        cell_named(c.id),
        c.slots,
        d.get("need", 1),
        d.get("n", 0),
        CONTENT.subject_bits(c, d.get("subjects", ())),
        sum(1 << getattr(KIND_OF_CARD, k) for k in d.get("kinds", ())),
        _CELL_SETS.add(CONTENT.cell_list(c, d.get("cells", ()))),
        _CARD_SETS.add(CONTENT.card_list(c, d.get("cards", ()))),
        getattr(DECK, d.get("deck", "any")),
        int(d.get("may", False)),
        d.get("below", 0),
        variants or 7,
    ]


_CREDITS = sorted(((d.number, i, c, d) for i, c in enumerate(CONTENT.cells) for d in c.effects), key=lambda x: x[:2])
CREDITS = table([_credit_row(c, d) for _, _, c, d in _CREDITS])
FIRST_CREDIT = table([sum(op < k for op, *_ in _CREDITS) for k in range(len(CREDIT) + 1)])
"""Credits of the effect k are the rows from here to FIRST_CREDIT[k + 1]."""
CAN_DOUBLE = table([int(any(d.op in DOUBLED for d in c.effects)) for c in _BOARD])


def _accepting() -> list[list[list[int]]]:
    """For each subject the cells that may take its cards, and the credit it takes (NONE: printed on the cell)."""
    found: list[list[list[int]]] = [[] for _ in _SUBJECT]
    for i, c in enumerate(_BOARD):
        for s in c.subjects:
            found[subject_named(s)].append([i, NONE])
    for c in CONTENT.cells:
        for d in (d for d in c.effects if d.op == "accept"):
            for s in d["subjects"]:
                found[subject_named(s)] += [[i, cell_named(c.id)] for i in CONTENT.cell_list(c, d["cells"])]
    return [sorted(f) for f in found]


_ACCEPTING = _accepting()
ACCEPTS = table([len(f) for f in _ACCEPTING])
ACCEPT_OF = table([f + [[NONE, NONE]] * (max(map(len, _ACCEPTING)) - len(f)) for f in _ACCEPTING])

# -- cards

_CARDS = CONTENT.cards
CARD_KIND = table(column(_CARDS, "kind", none=-1))
SUBJECT = table([0, *(1 + subject_named(c.subject) if c.subject else 0 for c in _CARDS)])
"""1 + the main subject; 0: no subject card."""
VALUE = table(column(_CARDS, "value", none=0))
CARD_WHEN = table(column(_CARDS, "when", none=WHEN.never))
ONCE = table(column(_CARDS, "once_per_turn", none=0))
UNIQUE = table(column(_CARDS, "unique_front", none=0))
CARD_STAY = table(column(_CARDS, "stay", none=0))
CARD_DISCARD = table(column(_CARDS, "discard", none=0))
CARD_REVEALS = table(column(_CARDS, "reveals", none=0))
CARD_SERIES = table(column(_CARDS, "series", none=0))
COPIES = table([[0, 0], *([c.copies.science, c.copies.humanities] for c in _CARDS)])
LANGUAGE_CARD = table([0, *(int(c.only_if == "language_cards") for c in _CARDS)])
COST_OP = table([NONE, *(c.cost[0].number if c.cost else NONE for c in _CARDS)])
COST_N = table([0, *(c.cost[0].get("n") if c.cost else 0 for c in _CARDS)])


def _uses(c: Card) -> list[list[int]]:
    """C-8.2, C-8.6: subject and value of each use; a card that is used as any of several has as many."""
    free = next((d for d in c.effects if d.op == "attend_any"), None)
    if free:
        return [[subject_named(s), free["n"]] for s in free["subjects"]]
    main = [[subject_named(c.subject), c.value]] if c.subject else []
    return main + [[subject_named(a.subject), a.n] for a in c.alts]


MOST_USES = max(len(_uses(c)) for c in _CARDS)
USES = table([0, *(len(_uses(c)) for c in _CARDS)])
USE_OF = table([[[0, 0]] * MOST_USES, *(_uses(c) + [[0, 0]] * (MOST_USES - len(_uses(c))) for c in _CARDS)])
ALSO_ON = table([_CELL_SETS.add(_ALSO[card]) for card in _CARD])

STEP = Names("op", "n", "where", "cells", "subjects", "black", "red", "plus", "must", "cards", "lose", "colour")


def _step(c: Card, d: Deed) -> list[int]:
    return [
        d.number,
        d.get("n") or d.get("max"),
        getattr(WHERE, d.get("where", "any")),
        _CELL_SETS.add(CONTENT.cell_list(c, d.get("cells", ()))),
        CONTENT.subject_bits(c, d.get("subjects", ())),
        d.get("black"),
        d.get("red"),
        [*PLUS].index(d.get("plus", "")),
        int(d.get("must", False)),
        _CARD_SETS.add(CONTENT.card_list(c, d.get("cards", ()))),
        d.get("lose"),
        getattr(COLOUR, d.get("color", "any")),
    ]


MOST_STEPS = max(max(len(c.effects), len(c.on_discard)) for c in _CARDS)
_NO_STEP = [0] * len(STEP)
LIST = Names("play", "discard")
"""Which effects of a card: those of playing it, those of discarding it."""


def _steps(c: Card, deeds: Sequence[Deed]) -> list[list[int]]:
    return [_step(c, d) for d in deeds] + [_NO_STEP] * (MOST_STEPS - len(deeds))


STEPS = table([[0, 0], *([len(c.effects), len(c.on_discard)] for c in _CARDS)])
STEP_OF = table([[[_NO_STEP] * MOST_STEPS] * 2, *([_steps(c, c.effects), _steps(c, c.on_discard)] for c in _CARDS)])

# -- cards that lie before a player

_FRONTS = [i for i, c in enumerate(_CARDS, 1) if c.front]
FRONTS = len(_FRONTS)
FRONT_OF = table([_FRONTS.index(i) if i in _FRONTS else NONE for i in range(CARDS + 1)])
"""The place of a card among those that do something while they lie there; NONE."""
FRONT_CARD = table(_FRONTS)
LIE = Names("front", "scope", "kinds", "subjects", "cards", "cells", "n")


def _front_row(c: Card, d: Deed) -> list[int]:
    subjects = d.get("subjects", ()) or ([d["subject"]] if d.op == "treat_as" else [])
    return [
        _FRONTS.index(1 + _CARDS.index(c)),
        getattr(SCOPE, d.get("scope", "own")),
        sum(1 << getattr(KIND_OF_CARD, k) for k in d.get("kinds", ())),
        subject_named(subjects[0]) if d.op == "treat_as" else CONTENT.subject_bits(c, subjects),
        _CARD_SETS.add(CONTENT.card_list(c, d.get("cards", ()))),
        _CELL_SETS.add(CONTENT.cell_list(c, d.get("cells", ()))),
        d.get("n"),
    ]


_LYING = sorted(((d.number, i, c, d) for i, c in enumerate(_CARDS) for d in c.front), key=lambda x: x[:2])
LYING = table([_front_row(c, d) for _, _, c, d in _LYING])
FIRST_LYING = table([sum(op < k for op, *_ in _LYING) for k in range(len(FRONT) + 1)])
_TREATS = {c.id: d["subject"] for c in _CARDS for d in c.front if d.op == "treat_as"}
TREATS_AS = table([0, *(1 + subject_named(_TREATS[c.id]) if c.id in _TREATS else 0 for c in _CARDS)])

IN_CELLS = table(_CELL_SETS.rows)
IN_CARDS = table(_CARD_SETS.rows)

# -- single cards that the rulebook names

SNITCH = card_named("snitch")
LOTTERY = card_named("lottery_loss")
SNOW = card_named("heavy_snow")
NATURAL = card_named("natural_science")
OVERACHIEVER = card_named("overachiever")
ENGLISH_LESSON, LANGUAGE_LESSON = subject_named("english"), subject_named("language2")

# -- lengths

NEED = Names("required", "english", "group_each", "groups_total", "group6", "course", "free", "total", "max_quarters",
             "late_from")  # fmt: skip
MODES = table([[getattr(m, name) for name in NEED] for m in CONTENT.modes])

# ---------------------------------------------------------------- what numbered things are called


def _names(language: str) -> dict[str, list[str]]:
    twins = {i: f" {1 + (_TWIN[i] < i)}" for i in range(CELLS) if _TWIN[i] != NONE}
    return {
        "cell": [c.name[language] + twins.get(i, "") for i, c in enumerate(_BOARD)],
        "card": ["", *names_of(_CARDS, language)],
        "subject": names_of(CONTENT.subjects, language),
    }


NAMES = {language: _names(language) for language in LANGUAGES}
