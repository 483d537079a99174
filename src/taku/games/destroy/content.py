"""The cards and the field: read from content/*.toml, checked, and turned into the tables that the rules look up.

The words are a closed vocabulary (rulebook, section 4). A new character made of known words needs no code; an unknown
word is refused with the file, the entry and what would be right. Rows of characters are numbered 1–10 as in
`State.who`; row 0 is "nobody yet". Cells and cards count from 0. A set of cells is a bit set: bit q stands for cell q.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

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
    read_file,
    read_rows,
    row,
    rows,
    unread,
    word,
)
from taku.kit.effects import Effects, Vocabulary, verb
from taku.kit.grids import OFF, distances, hex_neighbours

CARDS, CELLS, KINDS_OF_CHARACTER = 10, 10, 10
MOST_TEAMS = 8  # ready-made ones

# ---------------------------------------------------------------- the vocabulary

CARD = Names("move", "attack", "skill", "trump")
SELECT = Names("self", "one", "all", "cell", "area")
SOMEBODY = ("self", "one", "all", "area")
RELATION = Names("self", "ally", "enemy")
SIDE = {"enemy": 0b100, "own": 0b011, "ally": 0b010, "other": 0b110, "any": 0b111}  # bits of RELATION
STATE = {"any": 0b11, "up": 0b01, "down": 0b10}  # bits: face-up, downed
NEED = Names("nothing", "damaged")
EFFECT = Vocabulary(
    damage=verb("D-13.1", 1, 9, selects=SOMEBODY),
    roll=verb("D-13.1", 1, 20, selects=SOMEBODY),
    heal=verb("D-13.2", 1, 9, selects=SOMEBODY),
    revive=verb("D-13.2", selects=SOMEBODY),
    atk=verb("D-13.3", -9, 9, selects=SOMEBODY),
    def_=verb("D-13.3", -9, 9, selects=SOMEBODY),
    double_atk=verb("D-13.3", selects=SOMEBODY),
    no_move=verb("D-13.4", selects=SOMEBODY),
    no_attack=verb("D-13.5", selects=SOMEBODY),
    no_skill=verb("D-13.5", selects=SOMEBODY),
    guard=verb("D-13.6", selects=SOMEBODY),
    push=verb("D-13.7", 1, 3, selects=("one",)),
    move_here=verb("D-13.8", selects=("cell",)),
    swap=verb("D-13.9", selects=("one",)),
    swap_sub=verb("D-13.10", selects=("self",)),
    mana_next=verb("D-13.11", -9, 9, selects=("self",)),
    transfer=verb("D-13.12", 1, 9, selects=("one",)),
    strike=verb("D-13.13", -9, 9, selects=("one",)),
    refresh=verb("D-13.13", selects=SOMEBODY),
)
WHO = Names("self", "own", "own_adjacent", "ally_adjacent", "enemy", "enemy_adjacent")
WHEN = Names("always", "printed_atk_max", "formation", "damaged", "undamaged", "prey", "pincer")
POWER = Names("mana_both", "mana_own", "mana_enemy", "tie", "recover", "stride", "wild", "reach")
STAT = Names("who", "when", "limit", "atk", "def_", "per_damage")
STEP = Names("select", "side", "range", "state", "need", "optional", "bars", "effects")
BAR = Names("no_move", "no_attack", "no_damage")
"""What makes a step impossible: it moves its user, it strikes, it passes on the user's damage."""

AURAS = ("stat", "mana", "tie", "recover", "stride", "wild", "reach")
ONLY_SUB = {"mana": "its level would depend on itself", "recover": "the start phase has no mana"}
STEPS_OF_A_SKILL = 3
SUB_SLOT = 2  # after the two skills
ABSENT = -99

# ---------------------------------------------------------------- what the files hold


class Step(Row):
    select: str = word(SELECT)
    side: str = word(("", *SIDE), default="")
    range: int = number(0, 3, default=ABSENT)
    state: str = word(STATE, default="any")
    need: str = word(NEED, default="nothing")
    optional: bool = flag(default=False)
    effects: Effects = EFFECT.field(1, 4)

    def check(self) -> str | None:
        """What a step needs depends on what it selects and does."""
        if self.select in ("one", "all", "area") and not self.side:
            return "'side' is missing"
        if self.select != "self" and self.range == ABSENT:
            return "'range' is missing"
        if self.does("push") and self.range != 1:
            return "'push' needs range = 1: it goes on in the direction of an adjacent character"
        return EFFECT.misplaced(self.select, self.effects)

    def does(self, *verbs: str) -> bool:
        """Whether one of these is among its effects."""
        return any(verb in verbs for verb, _ in self.effects)

    @property
    def columns(self) -> list[int]:
        """Its row of the table, by STEP."""
        bars = 0
        for bar, verbs in enumerate((("move_here", "swap", "swap_sub"), ("strike",), ("transfer",))):  # by BAR
            bars |= self.does(*verbs) << bar
        filters = (SIDE[self.side or "any"], max(0, self.range), STATE[self.state], getattr(NEED, self.need))
        return [getattr(SELECT, self.select), *filters, int(self.optional), bars, len(self.effects)]


class Aura(Row):
    kind: str = word(AURAS)
    n: int = number(-9, 9, default=ABSENT)
    scope: str = word(("", "both", "own", "enemy"), default="")
    who: str = word(("", *WHO), default="")
    when: str = word(WHEN, default="always")
    limit: int = number(0, 9, default=0)
    atk: int = number(-9, 9, default=0)
    defence: int = number(-9, 9, default=0, key="def")
    first: bool = flag(default=False)  # step 2 of D-12.1: nothing is cut off before step 6, so only the text shows it
    per_damage: bool = flag(default=False)

    def check(self) -> str | None:
        """Which fields go with which kind of aura."""
        stat = self.who or self.when != "always" or self.limit or self.atk or self.defence or self.first
        if (self.kind == "stat") != bool(self.who) or (stat and self.kind != "stat"):
            return "'who', 'when', 'limit', 'atk', 'def' and 'first' belong to kind = 'stat', which needs 'who'"
        if (self.kind in ("stat", "tie")) != (self.n == ABSENT) or (self.kind != "mana" and -9 <= self.n < 0):
            return "'n' is a number from 0 to 9, below 0 for mana only; 'stat' and 'tie' have none"
        if (self.kind == "mana") != bool(self.scope):
            return "'scope' belongs to kind = 'mana'"
        if self.when in ("prey", "pincer") and self.defence:
            return f"when = {self.when!r} looks at the target of an attack, so it changes only 'atk'"
        return None

    @property
    def columns(self) -> list[int]:
        """Its row of the table, by STAT."""
        who, when = getattr(WHO, self.who), getattr(WHEN, self.when)
        return [who, when, self.limit, self.atk, self.defence, int(self.per_damage)]


class Skill(Named):
    text: Texts
    lv: int = number(0, 15, default=0)
    frame: str = word(("plain", "blue"))
    steps: tuple[Step, ...] = rows(Step, 0, STEPS_OF_A_SKILL, key="step")
    auras: tuple[Aura, ...] = rows(Aura, 0, 4, key="aura")

    @property
    def blue(self) -> bool:
        """It works by itself while there is mana enough."""
        return self.frame == "blue"

    def check(self) -> str | None:
        """A plain skill has steps, a blue one auras."""
        if self.blue == bool(self.steps):
            return f"has {len(self.steps)} step entries; a plain skill has 1 to {STEPS_OF_A_SKILL}, a blue one none"
        if self.blue != bool(self.auras):
            return f"has {len(self.auras)} aura entries; a blue skill has 1 to 4, a plain one none"
        for aura in self.auras:
            if aura.kind in ONLY_SUB:
                raise aura.error(f"{aura.kind!r} belongs on a sub skill, not on a blue one: {ONLY_SUB[aura.kind]}")
        return None


class Sub(Skill):
    frame: str = word(("blue",), default="blue")

    def check(self) -> str | None:
        """A sub has auras that speak of whole sides."""
        if not self.auras or self.steps:
            return f"has {len(self.auras)} aura entries; it should have 1 to 4"
        for aura in self.auras:
            if aura.kind == "reach":
                raise aura.error("'reach' belongs on a blue skill: a sub does not attack")
            if aura.kind == "stat" and aura.who not in ("own", "enemy"):
                raise aura.error(f"who = {aura.who!r} is unknown (known: own, enemy)")
        return None


class Character(Named):
    index: int = place()
    flavour: Texts
    role: str
    atk: int = number(0, 9)
    defence: int = number(0, 9, key="def")
    skills: tuple[Skill, ...] = rows(Skill, 1, 2, key="skill")
    sub: Sub = row(Sub)

    @property
    def slots(self) -> list[Skill | None]:
        """Its two skills, the second may be missing, and its sub skill."""
        return [self.skills[0], self.skills[1] if len(self.skills) > 1 else None, self.sub]


class Card(Named):
    index: int = place()
    text: Texts
    kind: str = word(CARD)
    value: int = number(0, 9)

    def check(self) -> str | None:
        """D-2.6."""
        return "a trump counts 0 mana (D-2.6): 'value' should be 0" if self.kind == "trump" and self.value else None


class Cell(Row):
    id: str
    index: int = place()
    row: int = number(0, 9)
    x2: int = number(0, 99)
    adjacent: list[int] = any_of(list)


class Start(Named):
    text: Texts
    seat0: list[int] = any_of(list)
    seat1: list[int] = any_of(list)

    def check(self) -> str | None:
        """D-3.5."""
        if [9 - cell for cell in self.seat0] != self.seat1:
            return "the seats' start cells should be each other turned by 180°: cell n and cell 9 − n"
        return None


class Field(Named):
    text: Texts
    cells: tuple[Cell, ...] = rows(Cell, CELLS, CELLS, key="cell")
    starts: tuple[Start, ...] = rows(Start, 2, 2, key="start")

    def check(self) -> str | None:
        """D-3.1: the cells lie like bricks."""
        lengths = [sum(cell.row == r for cell in self.cells) for r in range(3)]
        near = hex_neighbours(lengths)
        for a, cell in enumerate(self.cells):
            right = sorted(near[a, k] for k in range(6) if near[a, k] != OFF)
            if cell.adjacent != right:
                raise cell.error(
                    f"'adjacent' is {cell.adjacent}, but rows of {lengths} that lie like bricks make it {right}"
                )
        return None


class Team(Named):
    text: Texts
    starter: bool
    field: list[str] = any_of(list)
    sub: str
    members: tuple[int, ...] = unread(())  # characters 0–9 for left, centre, right and sub


class Teams(Row):
    fill_order: list[str] = any_of(list)
    teams: tuple[Team, ...] = rows(Team, 1, MOST_TEAMS, key="team")

    def check(self) -> str | None:
        """D-4.6."""
        return None if sum(t.starter for t in self.teams) == 1 else "exactly one team should have starter = true"


@dataclass(frozen=True)
class Content:
    characters: tuple[Character, ...]
    cards: tuple[Card, ...]
    cells: tuple[tuple[int, int], ...]
    """Row and twice the horizontal place of each cell."""
    starts: tuple[tuple[list[int], list[int]], ...]
    teams: tuple[Team, ...]
    fill_order: tuple[int, ...]


def read_content(folder: Path) -> Content:
    """Read and check the four files."""
    characters = read_rows(folder, "characters", Character, KINDS_OF_CHARACTER)
    cards = read_rows(folder, "actions", Card, CARDS)
    field = read_file(folder, "field", Field)
    teams, fill_order = _teams(read_file(folder, "teams", Teams), [c.id for c in characters])
    ids = [c.id for c in characters] + [c.id for c in cards] + [t.id for t in teams]
    ids += [s.id for c in characters for s in c.slots if s]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise ContentError(f"{folder}: every id is unique over all files, but there are several {', '.join(twice)}")
    cells = tuple((cell.row, cell.x2) for cell in field.cells)
    return Content(characters, cards, cells, tuple((s.seat0, s.seat1) for s in field.starts), teams, fill_order)


def _teams(file: Teams, characters: list[str]) -> tuple[tuple[Team, ...], tuple[int, ...]]:
    """The teams and the order of filling, with characters by number."""

    def numbers(row: Row, names: list[str]) -> tuple[int, ...]:
        return tuple(characters.index(row.known("character", name, characters)) for name in names)

    fill_order = numbers(file, file.fill_order)
    if sorted(fill_order) != list(range(KINDS_OF_CHARACTER)):
        raise file.error("'fill_order' should name every character once")
    teams = tuple(replace(team, members=numbers(team, [*team.field, team.sub])) for team in file.teams)
    for team in teams:
        if len(set(team.members)) != 4 or len(team.members) != 4:
            raise team.error("a team is three different characters on the field and a fourth as sub")
    return teams, fill_order


# ---------------------------------------------------------------- what the rules look up

CONTENT = read_content(Path(__file__).parent / "content")
EFFECTS_OF_A_STEP = max(len(p.effects) for c in CONTENT.characters for s in c.skills for p in s.steps)
STATS_OF_A_SKILL = max(sum(a.kind == "stat" for a in s.auras) for c in CONTENT.characters for s in c.slots if s)
NO_SKILL = Skill(id="", name={}, text={}, lv=0, frame="blue", steps=(), auras=())
NO_STEP = Step(select="self", side="any", range=0, state="any", need="nothing", optional=False, effects=())


def _by_character(of_skill: Callable[[Skill], Any], slots: int) -> list[list[Any]]:
    """One row for nobody and one for each character, each with an entry for each of its skills."""
    nobody = [of_skill(NO_SKILL) for _ in range(slots)]
    return [nobody, *([of_skill(s or NO_SKILL) for s in c.slots[:slots]] for c in CONTENT.characters)]


def _powers(skill: Skill) -> list[int]:
    row = [0] * len(POWER)
    for a in skill.auras:
        if a.kind == "mana":
            row[getattr(POWER, f"mana_{a.scope}")] += a.n
        elif a.kind == "wild":
            row[POWER.wild] = max(row[POWER.wild], 1 + a.n)  # 0: no card is wild
        elif a.kind != "stat":
            row[getattr(POWER, a.kind)] += 1 if a.kind == "tie" else a.n
    return row


def _stats(skill: Skill) -> list[list[int]]:
    found = [a.columns for a in skill.auras if a.kind == "stat"]
    return found + [[0] * len(STAT)] * (STATS_OF_A_SKILL - len(found))


def _steps(skill: Skill) -> list[Step]:
    return [*skill.steps, *[NO_STEP] * (STEPS_OF_A_SKILL - len(skill.steps))]


assert len(NO_STEP.columns) == len(STEP)

# Characters and their skills.
ATK = table(column(CONTENT.characters, "atk", none=0))
DEF = table(column(CONTENT.characters, "defence", none=0))
LV = table(_by_character(lambda s: s.lv, 2))
STEPS = table(_by_character(lambda s: len(s.steps), 2))  # 0: blue or missing, never used
STEP_OF = table(_by_character(lambda s: [p.columns for p in _steps(s)], 2))
EFFECT_OF = table(_by_character(lambda s: [EFFECT.rows(p.effects, EFFECTS_OF_A_STEP) for p in _steps(s)], 2))
POWER_OF = table(_by_character(_powers, 3))
LENT_BY_BLUE = table([any(POWER_OF[who, j, p] for who in range(11) for j in range(2)) for p in range(len(POWER))])
STATS = table(_by_character(lambda s: sum(a.kind == "stat" for a in s.auras), 3))
STAT_OF = table(_by_character(_stats, 3))

# Action cards; PASS is card 10.
CARD_KIND = table([*column(CONTENT.cards, "kind"), -1])
CARD_VALUE = table([*column(CONTENT.cards, "value"), 0])

# The field (D-3).
NEIGHBOURS = hex_neighbours([sum(row == r for r, _ in CONTENT.cells) for row in range(3)])
DISTANCE = distances(NEIGHBOURS)
WITHIN = table([[sum((DISTANCE[a, b] <= n) << b for b in range(CELLS)) for a in range(CELLS)] for n in range(4)])
"""D-3.8: the cells at distance n or less."""
BEYOND = table(
    [
        [next((NEIGHBOURS[b, k] for k in range(6) if NEIGHBOURS[a, k] == b), OFF) for b in range(CELLS)]
        for a in range(CELLS)
    ]
)
"""D-13.7: the next cell in the direction from one cell to an adjacent one; OFF outside the field."""
START = table(CONTENT.starts)

# Ready-made teams: left, centre, right and sub of each.
TEAM_OF = table([t.members for t in CONTENT.teams])
STARTER = table(next(t.members for t in CONTENT.teams if t.starter))
FILL_ORDER = table(CONTENT.fill_order)

# What numbered things are called in events and actions.
PASS_WORD = {"en": "pass", "ja": "パス"}


def _names(language: str) -> dict[str, list[str]]:
    skills = [skill for c in CONTENT.characters for skill in c.slots[:2]]
    return {
        "character": ["", *names_of(CONTENT.characters, language)],  # by State.who
        "skill": ["", *(skill.name[language] if skill else "" for skill in skills)],  # by 2 × who − 1 + skill
        "card": [*names_of(CONTENT.cards, language), PASS_WORD[language]],
        "team": names_of(CONTENT.teams, language),
    }


NAMES = {language: _names(language) for language in LANGUAGES}
