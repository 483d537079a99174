"""What stands where, who is asked what, and what a card or the coming grading would bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from taku.games.campus.content import (
    BOARD,
    CARD_KIND,
    CELLS,
    CONTENT,
    GRADED,
    GROUPS,
    HALVES,
    KIND_OF_CARD,
    PART,
    PLACE,
    SUBJECT,
    TRAINING,
    USE_OF,
)
from taku.games.campus.rules import actors
from taku.games.campus.rules.agenda import arg
from taku.games.campus.rules.agenda import asked as top
from taku.games.campus.rules.board import held, red_of, tokens
from taku.games.campus.rules.choices import choices
from taku.games.campus.rules.grading import count_of, grade_for, points_of
from taku.games.campus.rules.plays import attend_choices, bonus, use_subject
from taku.games.campus.state import CELL, CHIP, KIND, STAGE, State
from taku.games.campus.wording import brings

BOARD_CELLS = BOARD(CONTENT)
"""The course of each cell."""
BLOCKS = (
    GROUPS + PART.required,
    GROUPS + PART.english,
    0,
    1,
    2,
    3,
    4,
    5,
    GROUPS + PART.language,
    GROUPS + PART.science,
)
"""The blocks of a board, as the rules count credits (PLACE), in the order in which they are shown."""
TRAIN = GROUPS + PART.training


def block_of(cell: int) -> int:
    """The block that a cell is shown in; English training stands with English."""
    place = int(PLACE[cell])
    return BLOCKS[1] if place == TRAIN else place


CELLS_OF = {block: tuple(c for c in range(CELLS) if block_of(c) == block) for block in BLOCKS}


def cell_id(cell: int) -> str:
    return f"c-{cell}"


def card_id(card: int) -> str:
    return f"h-{card}"


def asked(seen: State, seat: int) -> str:
    """What a seat is asked for now, "" if nothing."""
    if seat < 0 or seen.stage == STAGE.over or not (actors(seen) >> seat) & 1:
        return ""
    return KIND[top(seen)]


def reader(seen: State, seat: int) -> int:
    """Whose board stands in the middle: the own one; who only watches looks over the shoulder of who plays."""
    return seat if seat >= 0 else int(seen.active)


def order(seen: State, seat: int) -> list[int]:
    """The others, clockwise from the reader."""
    me = reader(seen, seat)
    return [(me + n) % seen.seats for n in range(1, seen.seats)]


def legal(seen: State, seat: int) -> list[int]:
    """What the seat that is asked may choose."""
    return [int(seen.tmp[i]) for i in range(choices(seen, seat))]


def hand_of(seen: State, seat: int) -> list[int]:
    """The cards of a hand that one may see."""
    return [card for i in range(seen.size[seat]) if (card := int(seen.hand[seat, i]))]


# ---------------------------------------------------------------- what a card would bring


@dataclass(frozen=True, slots=True)
class Way:
    """One way to put the tokens of a card: how it is used, where, what is put, and the grade before and after."""

    use: int
    cell: int
    black: int
    red: int
    before: int
    after: int

    @property
    def worth(self) -> tuple[int, int, int]:
        """What is best comes first: a better grade, then black tokens, then red ones."""
        return self.after, self.black, self.red


def way(seen: State, seat: int, use: int, cell: int, black: int, red: int) -> Way:
    """What so many tokens on a cell would make of it."""
    count = seen.black[seat, cell] + black + min(seen.red[seat, cell] + red, int(seen.opt.red_cap))
    return Way(use, cell, black, red, grade_now(seen, seat, cell), grade_for(seen, seat, cell, count))


def grade_now(seen: State, seat: int, cell: int) -> int:
    """The chip that grading would put there now; none without tokens."""
    if not GRADED[cell] or not tokens(seen, seat, cell):
        return CHIP.none
    return int(grade_for(seen, seat, cell, count_of(seen, seat, cell)))


def ways_of(seen: State, seat: int, card: int) -> list[Way]:
    """Where a subject card of the hand could put its tokens, were it played now."""
    if not (SUBJECT[card] or like(card)):
        return []
    before, seen.card = int(seen.card), card
    try:
        n = int(attend_choices(seen, seat))
        found = [action for i in range(n) if (action := int(seen.tmp[i])) in CELL.put]
        made = []
        for action in found:
            use, cell = CELL.put.use(action), CELL.put.cell(action)
            subject = use_subject(seen, seat, card, use)
            amount = USE_OF[card, use, 1] + bonus(seen, seat, subject, cell)
            red = red_of(cell, subject, amount)
            once = cell in (1, 2)  # C-3.11: one token a turn
            made.append(way(seen, seat, use, cell, 1 if once else amount - red, 0 if once else red))
        return best_of_each(made)
    finally:
        seen.card = before


def like(card: int) -> bool:
    """C-8.6: 自然科学 is played as a subject card."""
    return bool(USE_OF[card, 0, 1] and CARD_KIND[card] != KIND_OF_CARD.subject)


def best_of_each(ways: list[Way]) -> list[Way]:
    """The best way for each cell, the most promising cell first."""
    best: dict[int, Way] = {}
    for one in ways:
        if one.cell not in best or one.worth > best[one.cell].worth:
            best[one.cell] = one
    return list(best.values())


def puts(seen: State, seat: int) -> dict[int, list[Way]]:
    """In a decision about a cell: for each cell the ways that may be chosen, the best first."""
    return _puts(seen.core_bytes(), seat, _Seen(seen))


class _Seen:
    """A state as an argument that a cache does not compare: the bytes beside it do."""

    def __init__(self, seen: State) -> None:
        self.seen = seen

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Seen)


@lru_cache(maxsize=8)
def _puts(key: bytes, seat: int, of: _Seen) -> dict[int, list[Way]]:
    seen = of.seen.copy()  # choices are written into its scratch space
    found: dict[int, list[Way]] = {}
    for action in legal(seen, seat):
        if action in CELL.put:
            use, cell = CELL.put.use(action), CELL.put.cell(action)
            black, red = brings(seen, seat, use, cell)
            found.setdefault(cell, []).append(way(seen, seat, use, cell, black, red))
    return {cell: sorted(those, key=lambda one: one.worth, reverse=True) for cell, those in found.items()}


def targets(seen: State, seat: int, kind: str) -> list[int]:
    """The own cells that may be chosen in the decision that is asked."""
    if kind == "cell":
        return list(puts(seen, seat))
    if kind not in CELL_KINDS:
        return []
    return list(dict.fromkeys(cells_named(kind, legal(seen, seat))))


def cells_named(kind: str, actions: list[int]) -> Iterator[int]:
    """The cells that these actions name."""
    for number in actions:
        action = KIND.actions(kind).read(number)
        for about, value in zip(action.about.arguments, action[1:], strict=True):
            if about.table == "cell":
                yield value


CELL_KINDS = (
    "cell", "move_from", "move_to", "copy", "lose", "lottery", "appeal", "link", "certify", "convert", "grade_open",
)  # fmt: skip
HAND_KINDS = (
    "open", "main", "cost", "pay_bonus", "close", "discard", "homework", "give", "trade_mine", "cycle", "intensive",
    "grade_open",
)  # fmt: skip
"""Decisions in which cells of the own board, and cards of the own hand, are tapped."""


# ---------------------------------------------------------------- the coming grading


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the coming grading would give if it came now."""

    points: int
    weight: int
    credits: int
    """Half-credits."""
    certified: int
    mark: bool

    @property
    def gpa(self) -> str:
        return f"{self.points / self.weight:.1f}" if self.weight else "–"


def outlook(seen: State, seat: int) -> Outlook:
    """C-12 and C-13, as the board is now."""
    points = weight = gained = 0
    for cell in range(CELLS):
        chip = grade_now(seen, seat, cell)
        if chip == CHIP.none:
            continue
        if chip >= CHIP.c and not held(seen, seat, cell):
            gained += HALVES[cell]
        if chip != CHIP.certified:
            points += points_of(chip) * HALVES[cell]
            weight += HALVES[cell]
    trained = int(seen.black[seat, TRAINING])
    certified = (trained >= seen.opt.training_one) + (trained >= seen.opt.training_two)
    mark = weight > 0 and 10 * points >= seen.opt.mark_gpa_x10 * weight
    return Outlook(points, weight, gained, certified, bool(mark))


def running(seen: State, seat: int) -> list[int]:
    """The cells with tokens, in board order."""
    return [c for c in range(CELLS) if tokens(seen, seat, c)]


def purpose(seen: State, i: int) -> int:
    """A number of the decision that is asked."""
    return int(arg(seen, i))
