"""The cards and the field: read from content/*.toml, checked word by word, and turned into tables for the rules.

The words are a closed vocabulary (rulebook, section 4). A new character made of known words needs no code; an unknown
word is refused with the file, the entry and what would be right.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taku.engine import Names
from taku.games.destroy.state import CARDS, CELLS, KINDS_OF_CHARACTER, MOST_TEAMS
from taku.kit.content import ContentError, Entry, Texts, read_entries, read_file
from taku.kit.grids import OFF, hex_neighbours

# ---------------------------------------------------------------- the vocabulary

CARD = Names("move", "attack", "skill", "trump")
SELECT = Names("self", "one", "all", "cell", "area")
SIDE = {
    "enemy": 0b100,
    "own": 0b011,
    "ally": 0b010,
    "other": 0b110,
    "any": 0b111,
}  # bits: the user, its allies, enemies
STATE = {"any": 0b11, "up": 0b01, "down": 0b10}  # bits: face-up, downed
NEED = Names("nothing", "damaged")
EFFECT = Names(
    "damage", "roll", "heal", "revive", "atk", "def_", "double_atk", "no_move", "no_attack", "no_skill", "guard",
    "push", "move_here", "swap", "swap_sub", "mana_next", "transfer", "strike", "refresh",
)  # fmt: skip
WHO = Names("self", "own", "own_adjacent", "ally_adjacent", "enemy", "enemy_adjacent")
WHEN = Names("always", "printed_atk_max", "formation", "damaged", "undamaged", "prey", "pincer")
POWER = Names("mana_both", "mana_own", "mana_enemy", "tie", "recover", "stride", "wild", "wild_limit", "reach")
STAT = Names("who", "when", "limit", "atk", "def_", "per_damage")
STEP = Names("select", "side", "range", "state", "need", "optional", "bars", "effects")
BAR = Names("no_move", "no_attack", "no_damage")
"""What makes a step impossible: it moves its user, it strikes, it passes on the user's damage."""

AURAS = ("stat", "mana", "tie", "recover", "stride", "wild", "reach")
ONLY_SUB = {"mana": "its level would depend on itself", "recover": "the start phase has no mana"}
SELECTED_BY = {  # effects that go with certain selects only; the others need a character, so any but "cell"
    "push": ("one",), "swap": ("one",), "transfer": ("one",), "strike": ("one",),
    "move_here": ("cell",), "swap_sub": ("self",), "mana_next": ("self",),
}  # fmt: skip
NUMBERED = {  # effects that take a number, with its range; the others take 0
    "damage": (1, 9), "roll": (1, 20), "heal": (1, 9), "atk": (-9, 9), "def": (-9, 9), "push": (1, 3),
    "mana_next": (-9, 9), "transfer": (1, 9), "strike": (-9, 9),
}  # fmt: skip
SUB_SLOT = 2  # after the two skills

# ---------------------------------------------------------------- what the files hold


@dataclass(frozen=True)
class Step:
    select: str
    side: str
    range: int
    state: str
    need: str
    optional: bool
    effects: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Aura:
    kind: str
    n: int = 0
    scope: str = ""
    who: str = "self"
    when: str = "always"
    limit: int = 0
    atk: int = 0
    defence: int = 0
    first: bool = False  # step 2 of D-12.1: nothing is cut off before step 6, so only the explanation shows it
    per_damage: bool = False


@dataclass(frozen=True)
class Skill:
    id: str
    name: Texts
    text: Texts
    lv: int
    blue: bool
    steps: tuple[Step, ...] = ()
    auras: tuple[Aura, ...] = ()


@dataclass(frozen=True)
class Character:
    id: str
    name: Texts
    flavour: Texts
    role: str
    atk: int
    defence: int
    skills: tuple[Skill, ...]
    sub: Skill

    @property
    def slots(self) -> list[Skill | None]:
        """Its two skills, the second may be missing, and its sub skill."""
        return [self.skills[0], self.skills[1] if len(self.skills) > 1 else None, self.sub]


@dataclass(frozen=True)
class Card:
    id: str
    name: Texts
    text: Texts
    kind: str
    value: int


@dataclass(frozen=True)
class Team:
    id: str
    name: Texts
    text: Texts
    starter: bool
    members: tuple[int, ...]
    """Characters 0–9 for left, centre, right and sub."""


@dataclass(frozen=True)
class Content:
    characters: tuple[Character, ...]
    cards: tuple[Card, ...]
    cells: tuple[tuple[int, int], ...]
    """Row and twice the horizontal place of each cell."""
    starts: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    teams: tuple[Team, ...]
    fill_order: tuple[int, ...]


# ---------------------------------------------------------------- reading


def read_content(folder: Path) -> Content:
    """Read and check the four files."""
    characters = tuple(_character(e) for e in _rows(folder, "characters", "character", KINDS_OF_CHARACTER))
    cards = tuple(_card(e) for e in _rows(folder, "actions", "card", CARDS))
    cells, starts = _field(read_file(folder, "field"))
    teams, fill_order = _teams(read_file(folder, "teams"), [c.id for c in characters])
    ids = [c.id for c in characters] + [c.id for c in cards] + [t.id for t in teams]
    ids += [s.id for c in characters for s in c.slots if s]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise ContentError(f"{folder}: every id is unique over all files, but there are several {', '.join(twice)}")
    return Content(characters, cards, cells, starts, teams, fill_order)


def _rows(folder: Path, name: str, entry: str, count: int) -> list[Entry]:
    rows = read_entries(folder, name, entry, count, count)
    for place, row in enumerate(rows):
        if row.number("index", 0, count - 1) != place:
            raise row.error(f"'index' should be {place}: entries stand in their order")
    return rows


def _character(e: Entry) -> Character:
    made = Character(
        id=e.take("id", str),
        name=e.texts("name"),
        flavour=e.texts("flavour"),
        role=e.take("role", str),
        atk=e.number("atk", 0, 9),
        defence=e.number("def", 0, 9),
        skills=tuple(_skill(x) for x in e.entries("skill", 1, 2)),
        sub=_sub(Entry(f"{e.where}, sub", dict(e.take("sub", dict)))),
    )
    e.close()
    return made


def _skill(e: Entry) -> Skill:
    blue = e.word("frame", ("plain", "blue")) == "blue"
    steps = () if blue else tuple(_step(x) for x in e.entries("step", 1, 3))
    auras = tuple(_aura(x, blue=True) for x in e.entries("aura", 1, 4)) if blue else ()
    made = Skill(e.take("id", str), e.texts("name"), e.texts("text"), e.number("lv", 0, 15), blue, steps, auras)
    e.close()
    return made


def _sub(e: Entry) -> Skill:
    auras = tuple(_aura(x, blue=False) for x in e.entries("aura", 1, 4))
    made = Skill(e.take("id", str), e.texts("name"), e.texts("text"), 0, True, (), auras)
    e.close()
    return made


def _step(e: Entry) -> Step:
    select = e.word("select", SELECT)
    made = Step(
        select=select,
        side=e.word("side", SIDE, None if select in ("one", "all", "area") else "any"),
        range=e.number("range", 0, 3, 0 if select == "self" else None),
        state=e.word("state", STATE, "any"),
        need=e.word("need", NEED, "nothing"),
        optional=e.take("optional", bool, False),
        effects=tuple(_effect(e, x, select) for x in e.take("effects", list)),
    )
    if not 1 <= len(made.effects) <= 4:
        raise e.error(f"has {len(made.effects)} effects; it should have 1 to 4")
    if any(word == "push" for word, _ in made.effects) and made.range != 1:
        raise e.error("'push' needs range = 1: it goes on in the direction of an adjacent character")
    e.close()
    return made


def _effect(e: Entry, pair: Any, select: str) -> tuple[str, int]:
    if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) is int):
        raise e.error(f'an effect is ["word", number], not {pair!r}')
    word, n = e.known("effects", pair[0], EFFECT), pair[1]
    e.in_range(word, n, *NUMBERED.get(word, (0, 0)))
    wanted = SELECTED_BY.get(word, [s for s in SELECT if s != "cell"])
    if select not in wanted:
        raise e.error(f"{word!r} does not go with select = {select!r}; it needs {' or '.join(wanted)}")
    return word, n


def _aura(e: Entry, blue: bool) -> Aura:
    kind = e.word("kind", AURAS)
    if blue and kind in ONLY_SUB:
        raise e.error(f"{kind!r} belongs on a sub skill, not on a blue one: {ONLY_SUB[kind]}")
    if not blue and kind == "reach":
        raise e.error("'reach' belongs on a blue skill: a sub does not attack")
    if kind == "stat":
        made = Aura(
            kind,
            who=e.word("who", WHO if blue else ("own", "enemy")),
            when=e.word("when", WHEN, "always"),
            limit=e.number("limit", 0, 9, 0),
            atk=e.number("atk", -9, 9, 0),
            defence=e.number("def", -9, 9, 0),
            first=e.take("first", bool, False),
            per_damage=e.take("per_damage", bool, False),
        )
        if made.when in ("prey", "pincer") and made.defence:
            raise e.error(f"when = {made.when!r} looks at the target of an attack, so it changes only 'atk'")
    elif kind == "mana":
        made = Aura(kind, n=e.number("n", -9, 9), scope=e.word("scope", ("both", "own", "enemy")))
    else:
        made = Aura(kind, n=1 if kind == "tie" else e.number("n", 0, 9))
    e.close()
    return made


def _card(e: Entry) -> Card:
    made = Card(e.take("id", str), e.texts("name"), e.texts("text"), e.word("kind", CARD), e.number("value", 0, 9))
    if made.kind == "trump" and made.value:
        raise e.error("a trump counts 0 mana (D-2.6): 'value' should be 0")
    e.close()
    return made


def _field(
    file: Entry,
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]]:
    for key in ("id", "name", "text"):
        file.data.pop(key, None)
    cells, adjacent, starts = [], [], []
    for place, e in enumerate(file.entries("cell", CELLS, CELLS)):
        e.take("id", str)
        e.number("index", place, place)
        cells.append((e.number("row", 0, 9), e.number("x2", 0, 99)))
        adjacent.append((e, e.take("adjacent", list)))
        e.close()
    lengths = [sum(row == r for r, _ in cells) for row in range(3)]
    near = hex_neighbours(lengths)
    for a, (e, listed) in enumerate(adjacent):
        right = sorted(near[a, k] for k in range(6) if near[a, k] != OFF)
        if listed != right:
            raise e.error(f"'adjacent' is {listed}, but rows of {lengths} that lie like bricks make it {right}")
    for e in file.entries("start", 2, 2):
        e.take("id", str), e.texts("name"), e.texts("text")
        both = tuple(e.take(f"seat{seat}", list) for seat in range(2))
        if [9 - cell for cell in both[0]] != both[1]:
            raise e.error("the seats' start cells should be each other turned by 180°: cell n and cell 9 − n")
        starts.append((tuple(both[0]), tuple(both[1])))
        e.close()
    file.close()
    return tuple(cells), tuple(starts)


def _teams(file: Entry, characters: list[str]) -> tuple[tuple[Team, ...], tuple[int, ...]]:
    def known(e: Entry, names: list[Any]) -> tuple[int, ...]:
        return tuple(characters.index(e.known("character", n, characters)) for n in names)

    fill_order = known(file, file.take("fill_order", list))
    if sorted(fill_order) != list(range(KINDS_OF_CHARACTER)):
        raise file.error("'fill_order' should name every character once")
    teams = []
    for e in file.entries("team", 1, MOST_TEAMS):
        members = known(e, [*e.take("field", list), e.take("sub", str)])
        if len(set(members)) != 4:
            raise e.error("a team is three different characters on the field and a fourth as sub")
        teams.append(Team(e.take("id", str), e.texts("name"), e.texts("text"), e.take("starter", bool), members))
        e.close()
    if sum(t.starter for t in teams) != 1:
        raise file.error("exactly one team should have starter = true")
    file.close()
    return tuple(teams), fill_order
