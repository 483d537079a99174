"""Troops, terrain, maps, formations and opponents: read from content/*.toml and checked word by word.

The words are a closed vocabulary (rulebook, section 5). New kinds of maps, formations, battles and bots made of known
words need no code; an unknown word is refused with the file, the entry and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taku.engine import OptionError
from taku.games.warring.state import (
    ARMIES,
    BRUSHES,
    FORMATIONS,
    LARGEST,
    MAPS,
    MUSTER_COLUMNS,
    MUSTER_ROWS,
    OPTIONS,
    SPEED,
    TROOPS,
)
from taku.kit.content import ContentError, Entry, Texts, read_entries

FOLDER = Path(__file__).parent / "content"
KINDS = ("infantry", "archer", "shield", "cavalry", "general")
TERRAINS = ("grass", "water", "forest", "mountain1", "mountain2", "mountain3")
STATS = ("attack", "defence", "range", "speed")
LIMITS = {"": TROOPS, "one": 1, "max_archers": 0, "max_shields": 0, "max_cavalry": 0}
WEIGHTS = ("push", "caution", "losses", "guard", "hunt_cells", "together", "flank", "noise", "push_growth")

Rows = tuple[str, ...]


# ---------------------------------------------------------------- what the files hold


@dataclass(frozen=True)
class Named:
    """What every entry has: an id and its name in each language."""

    id: str
    name: Texts


@dataclass(frozen=True)
class Kind(Named):
    """W-2.1: a kind of troops."""

    text: Texts
    char: str
    glyph: str
    base: tuple[int, ...]
    """Attack, defence, range, speed."""
    priority: int
    limit: str


@dataclass(frozen=True)
class Effect:
    kinds: tuple[str, ...]
    stat: str
    op: str
    value: int


@dataclass(frozen=True)
class Terrain(Named):
    """W-1.5, W-2.5, W-8.2: what a cell is made of."""

    text: Texts
    char: str
    height: int
    sight: int
    mutual_sight: int
    barred: tuple[str, ...]
    min_group: int
    nest: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Map(Named):
    text: Texts
    rows: Rows


@dataclass(frozen=True)
class Formation(Named):
    """W-4.7: a ready-made deployment as its owner sees it."""

    text: Texts
    size: int
    troops: Rows
    armies: Rows

    @property
    def numbers(self) -> set[int]:
        return {int(n) for row in self.armies for n in row if n != "."}


@dataclass(frozen=True)
class State(Named):
    text: Texts
    color: str
    crest: str


@dataclass(frozen=True)
class Commander(Named):
    """A computer opponent; what its weights mean stands in the rulebook, section 6."""

    text: Texts
    level: int
    weights: Mapping[str, int]
    reply: bool
    formations: tuple[str, ...]


@dataclass(frozen=True)
class Battle:
    """A one-click battle; the catalogue names it among the presets."""

    id: str
    bot: str
    formation: str
    options: Mapping[str, object]


@dataclass(frozen=True)
class Note(Named):
    """A term of the glossary."""

    text: Texts


@dataclass(frozen=True)
class Content:
    kinds: tuple[Kind, ...]
    terrain: tuple[Terrain, ...]
    maps: tuple[Map, ...]
    formations: tuple[Formation, ...]
    banners: tuple[Named, ...]
    states: tuple[State, ...]
    bots: tuple[Commander, ...]
    battles: tuple[Battle, ...]
    terms: tuple[Note, ...]


def read_content(folder: Path = FOLDER) -> Content:
    """All files, checked; raises ContentError."""
    kinds = tuple(map(_kind, _ordered(folder, "troops", "troop", KINDS)))
    terrain = tuple(map(_terrain, _ordered(folder, "terrain", "terrain", TERRAINS)))
    _sight_covers_speed(kinds, terrain)
    maps = tuple(_map(e, terrain) for e in _ordered(folder, "maps", "map", tuple(MAPS)[1:]))
    formations = tuple(_formation(e, kinds) for e in read_entries(folder, "formations", "formation", 1, FORMATIONS))
    known = [f.id for f in formations]
    bots = tuple(_commander(e, known) for e in read_entries(folder, "bots", "bot", 1, 16))
    return Content(
        kinds,
        terrain,
        maps,
        formations,
        tuple(map(_banner, read_entries(folder, "banners", "banner", ARMIES, ARMIES), range(1, ARMIES + 1))),
        tuple(map(_state, read_entries(folder, "states", "state", 2, 99))),
        bots,
        tuple(_battle(e, [b.id for b in bots], formations) for e in read_entries(folder, "battles", "battle", 1, 99)),
        tuple(_note(e) for e in read_entries(folder, "terms", "term", 1, 99)),
    )


def _ordered(folder: Path, name: str, entry: str, ids: Sequence[str]) -> list[Entry]:
    """Entries whose ids the rules name, in their order."""
    made = read_entries(folder, name, entry, len(ids), len(ids))
    for e, wanted in zip(made, ids, strict=True):
        if e.data.get("id") != wanted:
            raise e.error(f"stands where {wanted!r} should stand: the order is {', '.join(ids)}")
    return made


def _named(e: Entry) -> tuple[str, Texts, Texts]:
    return e.take("id", str), e.texts("name"), e.texts("text")


def _kind(e: Entry) -> Kind:
    highest = {"speed": SPEED}
    made = Kind(
        *_named(e),
        char=e.take("char", str),
        glyph=e.take("glyph", str),
        base=tuple(e.number(stat, 1, highest.get(stat, 5)) for stat in STATS),
        priority=e.number("priority", 1, len(KINDS)),
        limit=e.word("limit", LIMITS),
    )
    if (e.number("required", -1, 1) == 1) != (made.limit == "one"):
        raise e.error("'required' is 1 for a kind with limit = \"one\", the general, and -1 for all others")
    e.close()
    return made


def _terrain(e: Entry) -> Terrain:
    effects: list[Effect] = []
    for data in e.take("effects", list):
        x = Entry(f"{e.where}, effect {len(effects) + 1}", dict(data))
        kinds = tuple(x.known("kinds", k, (*KINDS, "all")) for k in x.take("kinds", list))
        effects.append(Effect(kinds, x.word("stat", STATS), x.word("op", ("add", "set")), x.number("value", -9, 9)))
        x.close()
    made = Terrain(
        *_named(e),
        char=e.take("char", str),
        height=e.number("height", 0, 3),
        sight=e.number("sight", 1, 10),
        mutual_sight=e.number("mutual_sight", 0, 10),
        barred=tuple(e.known("barred", k, KINDS) for k in e.take("barred", list)),
        min_group=e.number("min_group", 1, 9),
        nest=e.number("nest", -1, 3),
        effects=tuple(effects),
    )
    e.close()
    return made


def add_and_set(terrain: Terrain, kind: str, stat: str) -> tuple[int, int]:
    """What a terrain adds to a stat of a kind, and what it sets it to (0: nothing)."""
    here = [x for x in terrain.effects if x.stat == stat and (kind in x.kinds or "all" in x.kinds)]
    return sum(x.value for x in here if x.op == "add"), max((x.value for x in here if x.op == "set"), default=0)


def _sight_covers_speed(kinds: Iterable[Kind], terrain: Iterable[Terrain]) -> None:
    """W-6.8: whoever marches sees the way, so that legal marches tell nothing."""
    for t in terrain:
        for k in kinds:
            add, set_ = add_and_set(t, k.id, "speed")
            speed = max(1, set_ or k.base[STATS.index("speed")] + add)
            far = min(t.sight, t.mutual_sight or t.sight)
            if k.id not in t.barred and far < speed:
                raise ContentError(
                    f"terrain.toml, terrain {t.id}: a troop sees {far} cells here and {k.id} marches {speed}; "
                    "'sight' and 'mutual_sight' should be at least the largest speed (W-6.8)"
                )


# ---------------------------------------------------------------- maps


def _grid(e: Entry, key: str, count: int, length: int, letters: str) -> Rows:
    found: list[Any] = e.take(key, list)
    if len(found) != count or not all(isinstance(row, str) and len(row) == length for row in found):
        raise e.error(f"{key!r} should be {count} rows of {length} characters")
    for y, row in enumerate(found):
        for x, letter in enumerate(row):
            if letter not in letters:
                raise e.error(f"{key!r} has {letter!r} in column {x}, row {y}; it should be one of {letters}")
    return tuple(found)


def _map(e: Entry, terrain: Sequence[Terrain]) -> Map:
    size = e.number("size", 12, 24)  # W-1.2; 24: what the table of named maps has room for
    rows = _grid(e, "rows", size, size, "".join(t.char for t in terrain))
    made = Map(*_named(e), rows=rows)
    e.close()
    complaint = faults_of(rows, {t.char: t for t in terrain})
    if complaint:
        raise e.error(complaint)
    return made


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


# ---------------------------------------------------------------- formations, opponents, battles, texts


def _formation(e: Entry, kinds: Sequence[Kind]) -> Formation:
    letters = {k.char: k.id for k in kinds}
    made = Formation(
        *_named(e),
        size=e.number("size", 2, TROOPS),
        troops=_grid(e, "troops", MUSTER_ROWS, MUSTER_COLUMNS, "." + "".join(letters)),
        armies=_grid(e, "armies", MUSTER_ROWS, MUSTER_COLUMNS, ".123456789"),
    )
    e.close()
    cells = [(x, y) for y in range(MUSTER_ROWS) for x in range(MUSTER_COLUMNS)]
    placed = {(x, y): letters[made.troops[y][x]] for x, y in cells if made.troops[y][x] != "."}
    army = {(x, y): made.armies[y][x] for x, y in cells if made.armies[y][x] != "."}
    if len(placed) != made.size:
        raise e.error(f"has {len(placed)} troops; 'size' says {made.size}")
    if set(army) != set(placed):
        raise e.error(f"'armies' and 'troops' differ at {min(set(army) ^ set(placed))}: every troop has an army")
    if list(placed.values()).count("general") != 1:
        raise e.error("should have exactly one general (W-4.4)")
    for start, number in army.items():
        whole = sum(n == number for n in army.values())
        if whole < 2 or len(_group(army, start)) != whole:
            raise e.error(f"army {number} is not a connected set of at least two troops (W-3.1)")
        if placed[start] == "general" and number != "1":
            raise e.error(f"the general is in army {number}; it should be army 1")
    return made


def _banner(e: Entry, place: int) -> Named:
    if e.number("number", 1, ARMIES) != place:
        raise e.error(f"'number' should be {place}: banners stand in their order")
    made = Named(e.take("id", str), e.texts("name"))
    e.close()
    return made


def _state(e: Entry) -> State:
    made = State(*_named(e), color=e.take("color", str), crest=e.take("crest", str))
    if len(made.color) != 7 or made.color[0] != "#" or set(made.color[1:].lower()) - set("0123456789abcdef"):
        raise e.error(f"'color' is {made.color!r}; it should be like #1B1B1B")
    e.close()
    return made


def _commander(e: Entry, formations: Sequence[str]) -> Commander:
    made = Commander(
        *_named(e),
        level=e.number("level", 1, 3),
        weights={w: e.number(w, 0, 200) for w in WEIGHTS},
        reply=bool(e.number("reply", 0, 1)),
        formations=tuple(e.known("formations", f, formations) for f in e.take("formations", list)),
    )
    e.close()
    return made


def _battle(e: Entry, bots: Sequence[str], formations: Sequence[Formation]) -> Battle:
    made = Battle(
        id=e.take("id", str),
        bot=e.word("bot", bots),
        formation=e.word("formation", [f.id for f in formations]),
        options=e.take("options", dict),
    )
    e.close()
    try:
        values = OPTIONS.read(made.options, 2)
    except OptionError as fault:
        raise e.error(str(fault)) from None
    size = next(f.size for f in formations if f.id == made.formation)
    if size > values["max_troops"]:
        raise e.error(f"the formation has {size} troops, max_troops is {values['max_troops']}")
    return made


def _note(e: Entry) -> Note:
    made = Note(*_named(e))
    e.close()
    return made


assert BRUSHES == len(KINDS) + 1 + ARMIES + 1
assert LARGEST >= 24
