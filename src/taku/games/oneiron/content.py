"""The cards, the damage and everything else that is data: read from content/*.toml, checked, and turned into tables.

The words of the files are a closed vocabulary; an unknown one is refused with the file, the entry and what would be
right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from taku.engine import Names, table
from taku.engine.catalogue import LANGUAGES
from taku.kit.content import (
    Entry,
    Field,
    Named,
    Row,
    Texts,
    any_of,
    column,
    names_of,
    number,
    place,
    read_file,
    read_rows,
    rows,
    word,
    words,
)

FOLDER = Path(__file__).parent / "content"
ELEMENTS, NUMBERS, TEAMS = 3, 13, 10
CARD_TYPES = ELEMENTS * NUMBERS + 1
JOKER = CARD_TYPES  # cards are numbered from 1; the joker is the last

GIANT = Names("override", "cancel")
GROUPS = ("fixed", "base", "facing", "bonus", "penalty")
CONDITIONS = (
    "always", "won_by_joker", "other_blank", "same_cell", "adjacent_cell", "parallel", "aims_at_other",
    "own_at_least_twice", "other_at_least_twice", "own_range", "other_range",
)  # fmt: skip
MOMENTS = (
    "game_start", "solo_team_formed", "cards_dealt", "landing", "encounter", "nobody_met", "split", "present",
    "lives_lost", "player_fell", "forbidden", "forbidden_added", "move", "team_outside", "revive", "salvage",
    "team_eliminated", "round_end", "game_end", "game_end_nobody",
)  # fmt: skip

# ---------------------------------------------------------------- what the files hold


class Element(Named):
    beats: str


class Card(Named):
    number: int = number(1, 25)
    title: Texts
    text: Texts


def span(key: str = "") -> Any:
    """A lowest and a highest number of a card; all of them where it is not said."""

    def read(e: Entry, k: str) -> tuple[int, int]:
        value = e.take(k, list, [1, NUMBERS])
        if len(value) != 2 or not all(type(n) is int for n in value) or not 1 <= value[0] <= value[1] <= NUMBERS:
            raise e.error(f"{k!r} is {value}; it should be [low, high] from 1 to {NUMBERS}")
        return value[0], value[1]

    return Field(read, key)


class Modifier(Named):
    """One line of the damage sheet (O-8)."""

    text: Texts
    order: int = number(0, 999)
    group: str = word(GROUPS)
    op: str = word(("fix", "add"))
    amount: int = number(-3, 3)
    conditions: tuple[str, ...] = words(CONDITIONS, key="cond")
    own: tuple[int, int] = span()
    other: tuple[int, int] = span()
    overrides: list[str] = any_of(list, default=[])
    needs: str = word(("", *(f"giant_rule={rule}" for rule in GIANT)), default="")  # when it overrides

    @property
    def fix(self) -> bool:
        """It ends the sum."""
        return self.op == "fix"

    def check(self) -> str | None:
        """A fixed worth is a group of its own."""
        return "op 'fix' and group 'fixed' belong together" if self.fix != (self.group == "fixed") else None


class Damage(Row):
    floor: int = number(0, 3)
    ceiling: int = number(1, 3)
    modifiers: tuple[Modifier, ...] = rows(Modifier, 1, 15, key="modifier")  # the parts of a result fit into a number

    def check(self) -> str | None:
        """Modifiers name each other."""
        for m in self.modifiers:
            for other in m.overrides:
                m.known("overrides", other, [x.id for x in self.modifiers])
        return None


class Team(Named):
    number: int = place(1)
    color: str


class Story(Named):
    text: Texts
    moment: str = word(MOMENTS)


class Copies(Row):
    id: str
    max_teams: int = number(1, TEAMS)
    copies: int = number(1, 6)


class Preset(Row):
    id: str
    options: dict[str, Any] = any_of(dict)


class Presets(Row):
    auto_copies: tuple[Copies, ...] = rows(Copies, 1)
    presets: tuple[Preset, ...] = rows(Preset, 1, key="preset")

    def check(self) -> str | None:
        """O-3.11: there are copies for every number of teams."""
        if self.auto_copies[-1].max_teams != TEAMS:
            return f"the last 'auto_copies' should be for max_teams = {TEAMS}"
        return None


class Traits(Named):
    """A personality; its numbers are percents."""

    text: Texts
    samples: int
    aggression: int = number(0, 100)  # 50 is indifferent to others, 100 seeks them, 0 avoids them
    caution: int
    token_greed: int
    low_sum: int
    joker_hold: int
    mix_noise: int


@dataclass(frozen=True)
class Content:
    elements: tuple[Element, ...]
    cards: tuple[Card, ...]
    modifiers: tuple[Modifier, ...]
    floor: int
    ceiling: int
    teams: tuple[Team, ...]
    story: tuple[Story, ...]
    presets: tuple[Preset, ...]
    auto_copies: tuple[int, ...]
    """The copies of each card for 0, 1, 2 … 10 teams."""
    bots: tuple[Traits, ...]


def read_content(folder: Path = FOLDER) -> Content:
    """All files of the folder; raises ContentError at the first thing that cannot be played."""
    damage = read_file(folder, "damage", Damage)
    presets = read_file(folder, "presets", Presets)
    made = Content(
        elements=read_rows(folder, "elements", Element, ELEMENTS),
        cards=read_rows(folder, "cards", Card, CARD_TYPES),
        modifiers=tuple(sorted(damage.modifiers, key=lambda m: m.order)),
        floor=damage.floor,
        ceiling=damage.ceiling,
        teams=read_rows(folder, "teams", Team, TEAMS),
        story=read_rows(folder, "story", Story, 1, 99),
        presets=presets.presets,
        auto_copies=tuple(
            next(row.copies for row in presets.auto_copies if teams <= row.max_teams) for teams in range(TEAMS + 1)
        ),
        bots=read_rows(folder, "bots", Traits, 1, 99, key="bot"),
    )
    _check_elements(made)
    _check_cards(made)
    return made


def _check_elements(content: Content) -> None:
    """O-1.9."""
    names = [e.id for e in content.elements]
    for i, e in enumerate(content.elements):
        if e.beats != names[(i + 1) % ELEMENTS]:
            raise e.error("each element beats the next one of the list (O-1.9)")


def _check_cards(content: Content) -> None:
    """The number of an element card follows from its place."""
    for i, card in enumerate(content.cards[: CARD_TYPES - 1]):
        if card.number != i % NUMBERS + 1:
            raise card.error(f"number is {card.number}; it should be {i % NUMBERS + 1}")


# ---------------------------------------------------------------- O-8: what a won duel is worth

PLACES = Names("apart", "same", "adjacent")
STANCES = 12
"""Where winner and loser stand: place × 4 + 2 if their facings are parallel + 1 if the winner aims at the loser."""
FACING_SHIFT, BONUS_SHIFT, PENALTY_SHIFT, POINTS_MASK, ID_MASK = 2, 6, 10, 3, 15
"""A result is one number: points, and 1 + the places of the modifiers in the file that gave its parts."""


def _applies(m: Modifier, stance: int, own: int, other: int) -> bool:
    """Whether all conditions hold; `own` is 0 for a joker, `other` is 0 for a blank."""
    place, parallel, aims = stance // 4, stance & 2, stance & 1
    numbers = own > 0 and other > 0
    holds = {
        "always": True,
        "won_by_joker": own == 0,
        "other_blank": other == 0,
        "same_cell": place == PLACES.same,
        "adjacent_cell": place == PLACES.adjacent,
        "parallel": bool(parallel),
        "aims_at_other": bool(aims),
        "own_at_least_twice": numbers and own >= 2 * other,
        "other_at_least_twice": numbers and other >= 2 * own,
        "own_range": numbers and m.own[0] <= own <= m.own[1],
        "other_range": numbers and m.other[0] <= other <= m.other[1],
    }
    return all(holds[c] for c in m.conditions)


def worth(content: Content, giant: int, stance: int, own: int, other: int) -> tuple[int, dict[str, int]]:
    """The points of a won duel and, for each group that counted, the modifier's place in the file."""
    hold = [(i, m) for i, m in enumerate(content.modifiers) if _applies(m, stance, own, other)]
    ignored = {x for _, m in hold if m.overrides and m.needs in ("", f"giant_rule={GIANT[giant]}") for x in m.overrides}
    total, parts = 0, dict[str, int]()
    for i, m in hold:
        if m.fix:
            return m.amount, {"fixed": i}
        if m.id not in ignored and m.group not in parts:
            parts[m.group] = i
            total += m.amount
    return min(content.ceiling, max(content.floor, total)), parts


def bonus_or_penalty(content: Content, giant: int, own: int, other: int) -> int:
    """What numbers alone change when `own` beats `other`."""
    _, parts = worth(content, giant, 0, own, other)
    return sum(content.modifiers[i].amount for group, i in parts.items() if group in ("bonus", "penalty"))


def _result(content: Content, giant: int, stance: int, own: int, other: int) -> int:
    points, parts = worth(content, giant, stance, own, other)
    first = parts.get("fixed", parts.get("facing", -1)) + 1
    bonus, penalty = parts.get("bonus", -1) + 1, parts.get("penalty", -1) + 1
    return points | first << FACING_SHIFT | bonus << BONUS_SHIFT | penalty << PENALTY_SHIFT


CONTENT = read_content()

ELEMENT = table([0, *(i // NUMBERS + 1 for i in range(CARD_TYPES - 1)), ELEMENTS + 1])
"""1 fire, 2 wood, 3 water, 4 joker; 0 for no card."""
NUMBER = table(column(CONTENT.cards, "number", none=0))
"""What a card adds to the sum (O-4.8)."""
STRENGTH = table([0, *(i % NUMBERS + 1 for i in range(CARD_TYPES - 1)), 0])
"""The number in a duel: 0 for a joker and for no card, whose wins are fixed."""
RESULT = table(
    [
        [
            [[_result(CONTENT, g, stance, own, other) for other in range(NUMBERS + 1)] for own in range(NUMBERS + 1)]
            for stance in range(STANCES)
        ]
        for g in range(len(GIANT))
    ]
)
"""[giant_rule, stance, own strength, other strength]: a result of `worth`."""
AUTO_COPIES = table(CONTENT.auto_copies)


# ---------------------------------------------------------------- for pages


@cache
def gains_and_losses(giant: int, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """O-8.5 to O-8.7: against which numbers a win is worth a point more, and against which a point less."""
    changes = {n: bonus_or_penalty(CONTENT, giant, number, n) for n in range(1, NUMBERS + 1)}
    return tuple(n for n, c in changes.items() if c > 0), tuple(n for n, c in changes.items() if c < 0)


@cache
def story(moment: str) -> Story | None:
    """The story text that is shown at a moment, if there is one."""
    return next((s for s in CONTENT.story if s.moment == moment), None)


NAMES = {
    language: {
        "card": ["", *names_of(CONTENT.cards, language)],
        "team": ["", *names_of(CONTENT.teams, language)],
    }
    for language in LANGUAGES
}
