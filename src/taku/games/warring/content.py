"""Troops, terrain, maps, formations and opponents: read from content/*.toml, checked, and turned into tables.

The words are a closed vocabulary (rulebook, section 5). New maps, formations, battles and commanders made of known
words need no code; an unknown word is refused with the file, the entry and what would be right. Kinds of troops count
from 1 as in `State.kind`, terrains from 1 as in `State.terrain`; row 0 is "none". Formations and maps count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from taku.engine import Names, table
from taku.engine.catalogue import LANGUAGES
from taku.kit.content import (
    Named,
    Row,
    Texts,
    any_of,
    column,
    grid,
    names_of,
    number,
    place,
    read_rows,
    rows,
    word,
    words,
)

SIDES, TROOPS, ARMIES = 2, 30, 9
LARGEST = 30  # W-1.2: cells along an edge
LARGEST_NAMED = 24  # what the table of named maps has room for
STRIDE = 32
FORMATIONS, BRUSHES = 16, 17  # at most so many
MUSTER_COLUMNS, MUSTER_ROWS = 12, 4  # W-1.10
SPEED = 3  # W-2.1: the fastest troop

FOLDER = Path(__file__).parent / "content"
KINDS = ("infantry", "archer", "shield", "cavalry", "general")
TERRAINS = ("grass", "water", "forest", "mountain1", "mountain2", "mountain3")
STATS = ("attack", "defence", "range", "speed")
LIMITS = ("", "one", "max_archers", "max_shields", "max_cavalry")
N = TypeVar("N", bound="Named")
WEIGHTS = ("push", "caution", "losses", "guard", "hunt_cells", "together", "flank", "noise", "push_growth")

# ---------------------------------------------------------------- what the files hold


class Troop(Named):
    """W-2.1: a kind of troops."""

    text: Texts
    char: str
    glyph: str
    attack: int = number(1, 5)
    defence: int = number(1, 5)
    range: int = number(1, 5)
    speed: int = number(1, SPEED)
    priority: int = number(1, len(KINDS))
    limit: str = word(LIMITS)
    required: int = number(-1, 1)

    def check(self) -> str | None:
        """W-4.4."""
        if (self.required == 1) != (self.limit == "one"):
            return "'required' is 1 for a kind with limit = \"one\", the general, and -1 for all others"
        return None

    @property
    def base(self) -> tuple[int, ...]:
        """Attack, defence, range, speed."""
        return self.attack, self.defence, self.range, self.speed


class Effect(Row):
    kinds: tuple[str, ...] = words((*KINDS, "all"))
    stat: str = word(STATS)
    op: str = word(("add", "set"))
    value: int = number(-9, 9)


class Terrain(Named):
    """W-1.5, W-2.5, W-8.2: what a cell is made of."""

    text: Texts
    char: str
    height: int = number(0, 3)
    sight: int = number(1, 10)
    mutual_sight: int = number(0, 10)
    barred: tuple[str, ...] = words(KINDS)
    min_group: int = number(1, 9)
    nest: int = number(-1, 3)
    effects: tuple[Effect, ...] = rows(Effect, label="effect")


class Map(Named):
    text: Texts
    rows: tuple[str, ...] = grid("size", "size")
    size: int = number(12, LARGEST_NAMED)


class Formation(Named):
    """W-4.7: a ready-made deployment as its owner sees it."""

    text: Texts
    size: int = number(2, TROOPS)
    troops: tuple[str, ...] = grid(MUSTER_COLUMNS, MUSTER_ROWS)
    armies: tuple[str, ...] = grid(MUSTER_COLUMNS, MUSTER_ROWS, ".123456789")

    @property
    def numbers(self) -> set[int]:
        return {int(n) for row in self.armies for n in row if n != "."}


class Banner(Named):
    """The name of an army's number (W-3.5)."""

    number: int = place(1)


class Bot(Named):
    """A computer opponent; what its weights mean stands in the rulebook, section 6."""

    text: Texts
    level: int = number(1, 3)
    formations: tuple[str, ...] = words()
    push: int = number(0, 200)
    caution: int = number(0, 200)
    losses: int = number(0, 200)
    guard: int = number(0, 200)
    hunt_cells: int = number(0, 200)
    together: int = number(0, 200)
    flank: int = number(0, 200)
    noise: int = number(0, 200)
    push_growth: int = number(0, 200)

    @property
    def weights(self) -> dict[str, int]:
        return {w: getattr(self, w) for w in WEIGHTS}


class Battle(Row):
    """A one-click battle; the catalogue names it among the presets."""

    id: str
    bot: str
    options: dict[str, Any] = any_of(dict)


@dataclass(frozen=True)
class Content:
    kinds: tuple[Troop, ...]
    terrain: tuple[Terrain, ...]
    maps: tuple[Map, ...]
    formations: tuple[Formation, ...]
    banners: tuple[Banner, ...]
    bots: tuple[Bot, ...]
    battles: tuple[Battle, ...]


def read_content(folder: Path = FOLDER) -> Content:
    """All files, checked; raises ContentError."""
    made = Content(
        kinds=_ordered(read_rows(folder, "troops", Troop, len(KINDS)), KINDS),
        terrain=_ordered(read_rows(folder, "terrain", Terrain, len(TERRAINS)), TERRAINS),
        maps=read_rows(folder, "maps", Map, 1, 30),
        formations=read_rows(folder, "formations", Formation, 1, FORMATIONS),
        banners=read_rows(folder, "banners", Banner, ARMIES),
        bots=read_rows(folder, "bots", Bot, 1, 16),
        battles=read_rows(folder, "battles", Battle, 1, 99),
    )
    _sight_covers_speed(made.kinds, made.terrain)
    ground = {t.char: t for t in made.terrain}
    for a_map in made.maps:
        a_map.letters("rows", a_map.rows, "".join(ground))
        if complaint := faults_of(a_map.rows, ground):
            raise a_map.error(complaint)
    for formation in made.formations:
        _check_formation(formation, {k.char: k.id for k in made.kinds})
    for bot in made.bots:
        for name in bot.formations:
            bot.known("formations", name, [f.id for f in made.formations])
    for battle in made.battles:
        battle.known("bot", battle.bot, [b.id for b in made.bots])
    return made


def _ordered(found: tuple[N, ...], ids: Sequence[str]) -> tuple[N, ...]:
    """Entries whose ids the rules name, in their order."""
    for row, wanted in zip(found, ids, strict=True):
        if row.id != wanted:
            raise row.error(f"stands where {wanted!r} should stand: the order is {', '.join(ids)}")
    return found


def add_and_set(terrain: Terrain, kind: str, stat: str) -> tuple[int, int]:
    """What a terrain adds to a stat of a kind, and what it sets it to (0: nothing)."""
    here = [x for x in terrain.effects if x.stat == stat and (kind in x.kinds or "all" in x.kinds)]
    return sum(x.value for x in here if x.op == "add"), max((x.value for x in here if x.op == "set"), default=0)


def _sight_covers_speed(kinds: Iterable[Troop], terrain: Iterable[Terrain]) -> None:
    """W-6.8: whoever marches sees the way, so that legal marches tell nothing."""
    for t in terrain:
        for k in kinds:
            add, set_ = add_and_set(t, k.id, "speed")
            speed = max(1, set_ or k.base[STATS.index("speed")] + add)
            far = min(t.sight, t.mutual_sight or t.sight)
            if k.id not in t.barred and far < speed:
                raise t.error(
                    f"a troop sees {far} cells here and {k.id} marches {speed}; "
                    "'sight' and 'mutual_sight' should be at least the largest speed (W-6.8)"
                )


def faults_of(rows: Sequence[str], by_char: Mapping[str, Terrain]) -> str:
    """Which of W-1.6 to W-1.11 a map breaks, in words; "" if none."""
    size = len(rows)
    ground = {(x, y): by_char[rows[y][x]] for y in range(size) for x in range(size)}
    for (x, y), t in ground.items():
        if ground[size - 1 - x, size - 1 - y] is not t:
            return f"({x}, {y}) is {t.id}, but its image under the 180° turn is not (W-1.8)"
        around = [ground.get(c) for c in _beside(x, y)]
        if t.nest >= 0 and any(n is None or n.height < t.nest for n in around):
            return f"({x}, {y}) is {t.id}: every neighbour should have at least height {t.nest} (W-1.6)"
        if t.min_group > 1 and len(_group(ground, (x, y))) < t.min_group:
            return f"({x}, {y}) belongs to fewer than {t.min_group} connected cells of {t.id} (W-1.7)"
    left, front, area = size // 2 - MUSTER_COLUMNS // 2, size - size // 3, size // 3
    for y in range(front, front + MUSTER_ROWS):
        for x in range(left, left + MUSTER_COLUMNS):
            if ground[x, y].id == "water":
                return f"({x}, {y}) is water on the muster ground (W-1.10)"
    squares = {c: 0 for c in ground if all(_dry(ground, (c[0] + i, c[1] + j)) for i in (0, 1) for j in (0, 1))}
    if all(y > area - 2 for _, y in _group(squares, (left, front))):
        return "no square of four cells can be slid from muster ground to muster ground without water (W-1.11)"
    return ""


def _dry(ground: Mapping[tuple[int, int], Terrain], cell: tuple[int, int]) -> bool:
    return cell in ground and ground[cell].id != "water"


def _beside(x: int, y: int) -> Iterator[tuple[int, int]]:
    yield from ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))


def _group(ground: Mapping[tuple[int, int], Any], start: tuple[int, int]) -> set[tuple[int, int]]:
    """The connected cells that are like the first one."""
    found, open_ = {start}, [start]
    while open_:
        for c in _beside(*open_.pop()):
            if c in ground and c not in found and ground[c] is ground[start]:
                found.add(c)
                open_.append(c)
    return found


def _check_formation(made: Formation, letters: Mapping[str, str]) -> None:
    """W-3.1, W-4.4: armies are connected, and one general leads the first."""
    made.letters("troops", made.troops, "." + "".join(letters))
    cells = [(x, y) for y in range(MUSTER_ROWS) for x in range(MUSTER_COLUMNS)]
    placed = {(x, y): letters[made.troops[y][x]] for x, y in cells if made.troops[y][x] != "."}
    army = {(x, y): made.armies[y][x] for x, y in cells if made.armies[y][x] != "."}
    if len(placed) != made.size:
        raise made.error(f"has {len(placed)} troops; 'size' says {made.size}")
    if set(army) != set(placed):
        raise made.error(f"'armies' and 'troops' differ at {min(set(army) ^ set(placed))}: every troop has an army")
    if list(placed.values()).count("general") != 1:
        raise made.error("should have exactly one general (W-4.4)")
    for start, banner in army.items():
        whole = sum(n == banner for n in army.values())
        if whole < 2 or len(_group(army, start)) != whole:
            raise made.error(f"army {banner} is not a connected set of at least two troops (W-3.1)")
        if placed[start] == "general" and banner != "1":
            raise made.error(f"the general is in army {banner}; it should be army 1")


# ---------------------------------------------------------------- what the rules look up

CONTENT = read_content()
KIND_OF = Names("nothing", *KINDS)
GROUND_OF = Names("edge", *TERRAINS)
STAT = Names(*STATS)
KIND_COUNT, TERRAIN_COUNT = len(KINDS), len(TERRAINS)
CODE = 8
"""A place of a plan or formation is kind + 8 × army."""

# Directions 0–3: north, east, south, west.
STEP = table([-STRIDE, 1, STRIDE, -1])
STEP_X = table([0, 1, 0, -1])
STEP_Y = table([-1, 0, 1, 0])
UP = table([0, 2])  # W-1.3: towards the enemy

# Kinds of troops (W-2.1).
BASE = table([column(CONTENT.kinds, stat, none=0) for stat in STATS])
PRIORITY = table(column(CONTENT.kinds, "priority", none=0))

# Terrain (W-1.5, W-2.5, W-8.2).
HEIGHT = table(column(CONTENT.terrain, "height", none=0))
SIGHT = table(column(CONTENT.terrain, "sight", none=0))
MUTUAL = table(column(CONTENT.terrain, "mutual_sight", none=0))
BARRED = table([[0] * 6, *([0, *(k in t.barred for k in KINDS)] for t in CONTENT.terrain)])
MIN_GROUP = table(column(CONTENT.terrain, "min_group", none=0))
ADD = table(
    [[[0] * 6, *([0, *(add_and_set(t, k, stat)[0] for k in KINDS)] for t in CONTENT.terrain)] for stat in STATS]
)
SET = table(
    [[[0] * 6, *([0, *(add_and_set(t, k, stat)[1] for k in KINDS)] for t in CONTENT.terrain)] for stat in STATS]
)

# Named maps (W-1.2): cells row by row.
_CHARS = "?" + "".join(t.char for t in CONTENT.terrain)
_MOST = max(len(m.rows) for m in CONTENT.maps)
MAP_SIZE = table([len(m.rows) for m in CONTENT.maps])
MAP = table(
    [[_CHARS.index(c) for row in m.rows for c in row] + [0] * (_MOST**2 - len(m.rows) ** 2) for m in CONTENT.maps]
)

# Formations (W-4.7).
FORMATION_COUNT = len(CONTENT.formations)
_KIND_CHARS = "." + "".join(k.char for k in CONTENT.kinds)
FORMATION = table(
    [
        [
            _KIND_CHARS.index(f.troops[r][c]) + CODE * int(f.armies[r][c].replace(".", "0"))
            for r in range(MUSTER_ROWS)
            for c in range(MUSTER_COLUMNS)
        ]
        for f in CONTENT.formations
    ]
)
FORMATION_SIZE = table(column(CONTENT.formations, "size"))
FORMATION_ARMIES = table([max(f.numbers) for f in CONTENT.formations])

# W-16.1: percent of all cells, by the option `terrain`.
MOUNTAIN_SHARE = table([4, 10, 20])
WATER_SHARE = table([2, 6, 8])
FOREST_SHARE = table([8, 16, 20])

# What numbered things are called in events and actions.
SIDE_WORDS = {"en": ("South", "North"), "ja": ("南軍", "北軍")}
BRUSH_WORDS = {"en": ("erase", "no army", "hand"), "ja": ("消す", "軍なし", "手")}
MAP_WORDS = {"en": "fresh ground", "ja": "新しい地形"}


def _names(language: str) -> dict[str, list[str]]:
    sides = SIDE_WORDS[language]
    kinds, armies = names_of(CONTENT.kinds, language), names_of(CONTENT.banners, language)
    troop = "{side} {kind} {n}" if language == "en" else "{side}の{kind}{n}"
    cells = [f"({i % STRIDE - 1}, {i // STRIDE - 1})" for i in range(STRIDE * STRIDE)]
    erase, none, hand = BRUSH_WORDS[language]
    return {
        "side": list(sides),
        "kind": ["", *kinds],
        "army": ["", *armies],
        "troop": [  # by rules.troops.code
            troop.format(side=sides[side], kind=kind.lower() if language == "en" else kind, n=n)
            for kind in kinds
            for side in range(SIDES)
            for n in range(TROOPS)
        ],
        "terrain": ["", *names_of(CONTENT.terrain, language)],
        "map": [MAP_WORDS[language], *names_of(CONTENT.maps, language)],
        "formation": names_of(CONTENT.formations, language),
        "brush": [*kinds, erase, *armies, none, hand],
        "cell": cells,
    }


NAMES = {language: _names(language) for language in LANGUAGES}
assert BRUSHES == KIND_COUNT + ARMIES + len(BRUSH_WORDS["en"])
