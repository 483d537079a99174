"""The cards, the damage and everything else that is data: read from content/*.toml, checked, and turned into tables.

The words of the files are a closed vocabulary; an unknown one is refused with the file, the entry and what would be
right. `bonus_vs` and `penalty_vs` of a card follow from damage.toml and are checked against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from taku.engine import Names, table
from taku.kit.content import ContentError, Entry, Texts, read_file

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
HIGHLIGHTS = ("hand", "grid", "encounter", "split", "duel", "cell_tokens", "forbidden", "facing", "ranking")

# ---------------------------------------------------------------- what the files hold


@dataclass(frozen=True)
class Named:
    """What every entry has: an id, a name and a text in each language; `more` holds its other fields."""

    id: str
    name: Texts
    text: Texts
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Modifier:
    """One line of the damage sheet (O-8)."""

    id: str
    name: Texts
    text: Texts
    order: int
    group: str
    fix: bool
    amount: int
    conditions: tuple[str, ...]
    own: tuple[int, int]
    other: tuple[int, int]
    overrides: tuple[str, ...]
    needs: str
    """The value of `giant_rule` under which it overrides, or empty."""


@dataclass(frozen=True)
class Content:
    elements: tuple[Named, ...]
    cards: tuple[Named, ...]
    modifiers: tuple[Modifier, ...]
    floor: int
    ceiling: int
    teams: tuple[Named, ...]
    story: tuple[Named, ...]
    guide: tuple[Named, ...]
    guide_options: Mapping[str, Any]
    presets: tuple[Named, ...]
    auto_copies: tuple[int, ...]
    """The copies of each card for 0, 1, 2 … 10 teams."""
    bots: tuple[Named, ...]
    terms: tuple[Named, ...]


# ---------------------------------------------------------------- reading


def read_content(folder: Path = FOLDER) -> Content:
    """All files of the folder; raises ContentError at the first thing that cannot be played."""
    elements = _elements(folder)
    modifiers, floor, ceiling = _damage(folder)
    presets, auto = _presets(folder)
    guide, options = _guide(folder)
    made = Content(
        elements=elements,
        cards=_cards(folder),
        modifiers=modifiers,
        floor=floor,
        ceiling=ceiling,
        teams=tuple(_named(folder, "teams", "team", ("number", "underline", "color", "symbol"))),
        story=tuple(_named(folder, "story", "story", ("moment", "skippable"))),
        guide=guide,
        guide_options=options,
        presets=presets,
        auto_copies=auto,
        bots=tuple(_named(folder, "bots", "bot", BOT_FIELDS)),
        terms=tuple(_named(folder, "terms", "term", ())),
    )
    _check_counts(made)
    _check_cards(made, folder / "cards.toml")
    return made


BOT_FIELDS = ("level", "samples", "aggression", "caution", "token_greed", "low_sum", "joker_hold", "mix_noise")


def _named(folder: Path, name: str, key: str, extra: tuple[str, ...]) -> Iterator[Named]:
    file = read_file(folder, name)
    for e in file.entries(key):
        more = {k: e.take(k, object) for k in extra}
        if "moment" in more:
            e.known("moment", more["moment"], MOMENTS)
        yield Named(e.take("id", str), e.texts("name"), e.texts("text"), more)
        e.close()
    file.close()


def _elements(folder: Path) -> tuple[Named, ...]:
    found = tuple(_named(folder, "elements", "element", ("index", "beats", "loses_to", "color", "pattern", "glyph")))
    names = [e.id for e in found]
    for i, e in enumerate(found):
        where = f"elements.toml, element {e.id}"
        if len(found) != ELEMENTS or e.more["index"] != i:
            raise ContentError(f"{where}: there are {ELEMENTS} elements with index 0, 1, 2 in this order")
        if e.more["beats"] != names[(i + 1) % ELEMENTS] or e.more["loses_to"] != names[i - 1]:
            raise ContentError(
                f"{where}: each element beats the next one of the list and loses to the one before (O-1.9)"
            )
    return found


def _cards(folder: Path) -> tuple[Named, ...]:
    extra = ("type_index", "kind", "element", "number", "fixed_count", "bonus_vs", "penalty_vs", "title")
    return tuple(_named(folder, "cards", "card", extra))


def _pair(e: Entry, key: str) -> tuple[int, int]:
    value = e.take(key, list, [1, NUMBERS])
    if len(value) != 2 or not all(type(n) is int for n in value) or not 1 <= value[0] <= value[1] <= NUMBERS:
        raise e.error(f"{key!r} is {value}; it should be [low, high] from 1 to {NUMBERS}")
    return value[0], value[1]


def _damage(folder: Path) -> tuple[tuple[Modifier, ...], int, int]:
    file = read_file(folder, "damage")
    floor, ceiling = file.number("floor", 0, 3), file.number("ceiling", 1, 3)
    found = []
    for e in file.entries("modifier"):
        conditions = tuple(e.known("cond", c, CONDITIONS) for c in e.take("cond", list))
        group, fix = e.word("group", GROUPS), e.word("op", ("fix", "add")) == "fix"
        if fix != (group == "fixed"):
            raise e.error("op 'fix' and group 'fixed' belong together")
        needs = e.take("needs", str, "")
        if needs:
            option, _, needs = needs.partition("=")
            e.known("needs", option, ("giant_rule",))
            e.known("needs", needs, GIANT)
        found.append(
            Modifier(
                id=e.take("id", str), name=e.texts("name"), text=e.texts("text"), order=e.number("order", 0, 999),
                group=group, fix=fix, amount=e.number("amount", -3, 3), conditions=conditions,
                own=_pair(e, "own"), other=_pair(e, "other"),
                overrides=tuple(e.take("overrides", list, [])), needs=needs,
            )
        )  # fmt: skip
        e.close()
    file.close()
    ids = [m.id for m in found]
    for m in found:
        for other in m.overrides:
            Entry(f"damage.toml, modifier {m.id}", {}).known("overrides", other, ids)
    if len(found) > 15:
        raise ContentError("damage.toml: at most 15 modifiers, so that the parts of a result fit into its number")
    return tuple(sorted(found, key=lambda m: m.order)), floor, ceiling


def _presets(folder: Path) -> tuple[tuple[Named, ...], tuple[int, ...]]:
    file = read_file(folder, "presets")
    auto = [(e.number("max_teams", 1, TEAMS), e.number("copies", 1, 6)) for e in file.entries("auto_copies")]
    if not auto or auto[-1][0] != TEAMS:
        raise file.error(f"the last 'auto_copies' should be for max_teams = {TEAMS}")
    found = []
    for e in file.entries("preset"):
        options = {"options": e.take("options", dict)}
        found.append(Named(e.take("id", str), e.texts("name"), e.texts("text"), options))
        e.close()
    file.close()
    return tuple(found), tuple(next(n for most, n in auto if teams <= most) for teams in range(TEAMS + 1))


def _guide(folder: Path) -> tuple[tuple[Named, ...], Mapping[str, Any]]:
    file = read_file(folder, "guide")
    options = {k: file.take(k, object) for k in ("players", "human_seat", "preset", "options")}
    found = []
    for e in file.entries("step"):
        more = {"order": e.number("order", 1, 99), "moment": e.word("moment", MOMENTS)}
        more["highlight"] = e.word("highlight", HIGHLIGHTS)
        found.append(Named(e.take("id", str), e.texts("name"), e.texts("text"), more))
        e.close()
    file.close()
    return tuple(sorted(found, key=lambda step: step.more["order"])), options


# ---------------------------------------------------------------- checks


def _check_counts(content: Content) -> None:
    if [t.more["number"] for t in content.teams] != list(range(1, TEAMS + 1)):
        raise ContentError(f"teams.toml: there are teams number 1 to {TEAMS} in this order")


def _check_cards(content: Content, path: Path) -> None:
    if len(content.cards) != CARD_TYPES:
        raise ContentError(f"{path.name}: has {len(content.cards)} cards; it should have {CARD_TYPES}")
    for i, card in enumerate(content.cards):
        where, of = f"{path.name}, card {card.id}", card.more
        element = content.elements[i // NUMBERS].id if i < CARD_TYPES - 1 else "none"
        right = {"type_index": i, "element": element, "kind": "element" if i < CARD_TYPES - 1 else "joker"}
        if i < CARD_TYPES - 1:
            number = i % NUMBERS + 1
            changes = {n: bonus_or_penalty(content, number, n) for n in range(1, NUMBERS + 1)}
            right |= {"number": number, "fixed_count": 0}
            right |= {"bonus_vs": [n for n, change in changes.items() if change > 0]}
            right |= {"penalty_vs": [n for n, change in changes.items() if change < 0]}
        for key, value in right.items():
            if of[key] != value:
                raise ContentError(f"{where}: {key} is {of[key]!r}; it should be {value!r}")


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
    ignored = {x for _, m in hold if m.overrides and m.needs in ("", GIANT[giant]) for x in m.overrides}
    total, parts = 0, dict[str, int]()
    for i, m in hold:
        if m.fix:
            return m.amount, {"fixed": i}
        if m.id not in ignored and m.group not in parts:
            parts[m.group] = i
            total += m.amount
    return min(content.ceiling, max(content.floor, total)), parts


def bonus_or_penalty(content: Content, own: int, other: int) -> int:
    """What numbers alone change when `own` beats `other` (under giant_rule = override): the hint on the cards."""
    _, parts = worth(content, GIANT.override, 0, own, other)
    return sum(content.modifiers[i].amount for group, i in parts.items() if group in ("bonus", "penalty"))


def _result(content: Content, giant: int, stance: int, own: int, other: int) -> int:
    points, parts = worth(content, giant, stance, own, other)
    first = parts.get("fixed", parts.get("facing", -1)) + 1
    bonus, penalty = parts.get("bonus", -1) + 1, parts.get("penalty", -1) + 1
    return points | first << FACING_SHIFT | bonus << BONUS_SHIFT | penalty << PENALTY_SHIFT


CONTENT = read_content()

ELEMENT = table([0, *(i // NUMBERS + 1 for i in range(CARD_TYPES - 1)), ELEMENTS + 1])
"""1 fire, 2 wood, 3 water, 4 joker; 0 for no card."""
NUMBER = table([0, *(c.more["number"] for c in CONTENT.cards)])
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
def story(moment: str) -> Named | None:
    """The story text that is shown at a moment, if there is one."""
    return next((s for s in CONTENT.story if s.more["moment"] == moment), None)
