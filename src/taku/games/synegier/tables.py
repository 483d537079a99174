"""What the rules look up: the content as tables of numbers (`taku.kit.effects`).

The field is stored 7 × 7 whatever its size: a cell is ``row * 7 + column``, both from 0. A set of cells is a bit set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taku.engine import Names, table
from taku.engine.catalogue import LANGUAGES
from taku.games.synegier.content import (
    AREA,
    COLOR,
    CONDITION,
    CONTENT,
    COUNT,
    DURATION,
    ENEMIES,
    FIRST_ENEMY,
    HARMFUL,
    HARMFUL_BELOW_0,
    MOST_MOVES,
    OF_EVENTS,
    ON,
    ON_SOLDIERS,
    ON_YOU,
    OP,
    PARTS,
    PICK,
    PICKS,
    RARITY,
    STATIC,
    TRIGGER,
    WHO,
    WIDTH,
    Card,
    Part,
    Soldier,
)
from taku.kit.content import column, names_of, plain_words
from taku.kit.grids import manhattan

CELLS = WIDTH * WIDTH
CARDS = len(CONTENT.cards)
_SELECTOR_IDS = [s.id for s in CONTENT.selectors]
_VERB_IDS = [v.id for v in CONTENT.verbs]


def by_card(of: Callable[[Card], object]) -> list[object]:
    """A row for no card, made like the first, and one for each card."""
    found = [of(c) for c in CONTENT.cards]
    return [_zeros(found[0]), *found]


def _zeros(like: object) -> object:
    return [_zeros(x) for x in like] if isinstance(like, list) else 0


# Cards (S-4, S-5).
RARITY_OF = table([-1, *column(CONTENT.cards, "rarity")])
COST = table(column(CONTENT.cards, "cost", none=0))
MOVES = table(by_card(lambda c: len(c.move)))
MOVE_OF = table(by_card(lambda c: [*c.move, *[[0, 0]] * (MOST_MOVES - len(c.move))]))
"""[card, i, 0 columns or 1 rows]."""
SUBJECT = table(by_card(lambda c: [1 + _SELECTOR_IDS.index(b.s) if (b := c.band(k)) and b.s else 0 for k in COLOR]))
VERB = table(by_card(lambda c: [1 + _VERB_IDS.index(b.v) if (b := c.band(k)) and b.v else 0 for k in COLOR]))
KINDS = table([sum(c.rarity == r for c in CONTENT.cards) for r in RARITY])
KINDS_OF = table([([i for i, c in enumerate(CONTENT.cards, 1) if c.rarity == r] + [0] * CARDS)[:CARDS] for r in RARITY])
"""[rarity, i]: the cards of each rarity."""

# Selectors (S-12.2); 0 is the subject of a link.
SELECT = Names("who", "area", "pick", "plus_self")
SELECT_OF = table([[WHO.subject, AREA.field, PICK.all, 0], *(s.columns for s in CONTENT.selectors)])

# Scripts (S-12.1): effects of cards, verbs, core abilities, events.
STEP = Names("select", "per", "of", "dur", "condition", "base", "harmful")
"""`base`: the part whose targets `same` and `around_same` mean. `harmful`: 1, or −1 when the amount is below 0."""


def _columns(parts: Sequence[Part]) -> list[list[int]]:
    found: list[list[int]] = []
    base = 0
    for k, p in enumerate(parts):
        selector = CONTENT.selector(p.to) if p.to else None
        before = base
        if not selector or not (selector.who == "same" or selector.area == "around_same"):
            base = k
        harm = 1 if p.op in HARMFUL else -1 if p.op in HARMFUL_BELOW_0 else 0
        select = 1 + _SELECTOR_IDS.index(p.to) if p.to else 0
        words = (getattr(COUNT, p.of) if p.of else 0, getattr(DURATION, p.dur) if p.dur else 0)
        condition = getattr(CONDITION, p.if_) if p.if_ else 0
        found.append([select, p.per, *words, condition, before, harm])
    return found + [[0] * len(STEP)] * (PARTS - len(found))


def _effects(parts: Sequence[Part]) -> list[list[list[int]]]:
    found = [OP.rows(((p.op, p.n),), 1) for p in parts]
    return found + [OP.rows((), 1)] * (PARTS - len(found))


_CORES = [core for soldier in CONTENT.soldiers for core in soldier.core]
SCRIPTS: list[Sequence[Part]] = [
    (),
    *(c.effect for c in CONTENT.cards),
    *(v.do for v in CONTENT.verbs),
    *(core.do for core in _CORES),
    *(e.do for e in CONTENT.events),
]
FIRST_VERB = 1 + CARDS  # the script of a card is its number
FIRST_CORE = FIRST_VERB + len(CONTENT.verbs)
FIRST_EVENT = FIRST_CORE + len(_CORES)
STEPS = table([len(parts) for parts in SCRIPTS])
STEP_OF = table([_columns(parts) for parts in SCRIPTS])
EFFECT_OF = table([_effects(parts) for parts in SCRIPTS])
assert all(len(columns) == len(STEP) for columns in _columns(CONTENT.cards[0].effect))
ON_OF = table(
    [
        ON.soldier if op in ON_SOLDIERS else ON.you if op in ON_YOU else ON.event if op in OF_EVENTS else ON.piece
        for op in plain_words(OP)
    ]
)

# Soldiers (S-12.12): core abilities by soldier; statics summed up, the reach of one is the farthest.
CORE = Names("when", "condition", "script")
MOST_CORES = max(len(s.core) for s in CONTENT.soldiers)


def _cores(soldier: Soldier) -> list[list[int]]:
    found = [
        [getattr(TRIGGER, c.when), getattr(CONDITION, c.if_) if c.if_ else 0, FIRST_CORE + next(
            i for i, other in enumerate(_CORES) if other is c)]
        for c in soldier.core
        if c.when
    ]  # fmt: skip
    return found + [[0, 0, 0]] * (MOST_CORES - len(found))


CORES = table([0, *(sum(bool(c.when) for c in s.core) for s in CONTENT.soldiers)])
CORE_OF = table([[[0, 0, 0]] * MOST_CORES, *(_cores(s) for s in CONTENT.soldiers)])
STATIC_OF = table(
    [[0] * len(STATIC), *([sum(c.n for c in s.core if c.static == name and name) for name in STATIC]
                          for s in CONTENT.soldiers)]
)  # fmt: skip
SOLDIER_HP, SOLDIER_ATK, SOLDIER_DEF = (table(column(CONTENT.soldiers, n, none=0)) for n in ("hp", "atk", "defence"))
GROW_HP, GROW_ATK, GROW_DEF = (
    table([0, *(getattr(s.growth, n) for s in CONTENT.soldiers)]) for n in ("hp", "atk", "defence")
)

# Enemies and bosses by figure: three dice, each for a row of six (S-9.2, S-11.3).
_NONE = [[0] * 6] * FIRST_ENEMY
ROLL_HP, ROLL_ATK, ROLL_DEF = (
    table([*_NONE, *(getattr(e, n) for e in (*CONTENT.enemies, *CONTENT.bosses))]) for n in ("hp", "atk", "defence")
)
HUNTS = table([b.move == "hunt" for b in CONTENT.bosses])
MOVES_FIRST = table([b.move_first for b in CONTENT.bosses])

# The field (S-1).
FIELD = Names("seven", "six", "uniform")
"""Which field is played: 7 × 7 with a Cross, 6 × 6, and 7 × 7 with all lines numbered."""
_SIZES = {f.size: f for f in CONTENT.tables.boards}
_FIELDS = (_SIZES[7], _SIZES[6], _SIZES[7])
_LANES = [[n - 1 for n in _SIZES[7].lane], [n - 1 for n in _SIZES[6].lane], list(range(WIDTH))]


def cell_of(at: Sequence[int]) -> int:
    """The cell at [column, row], both from 1."""
    return (at[1] - 1) * WIDTH + at[0] - 1


def _bits(cells: Sequence[int]) -> int:
    return sum(1 << c for c in cells)


SIZE = table([f.size for f in _FIELDS])
LANES = table([len(lanes) for lanes in _LANES])
LANE_OF = table([[*lanes, *[0] * (WIDTH - len(lanes))] for lanes in _LANES])
BOARD = table([_bits([y * WIDTH + x for y in range(f.size) for x in range(f.size)]) for f in _FIELDS])
NUMBERED = table([_bits([y * WIDTH + x for y in lanes for x in lanes]) for lanes in _LANES])
RIM = table([_bits([y * WIDTH + x for y in range(n) for x in range(n) if {x, y} & {0, n - 1}]) for n in (7, 6, 7)])
START = table([[cell_of(at) for at in f.start] for f in _FIELDS])
CORNERS = table([_bits([cell_of(at) for at in f.start]) for f in _FIELDS])
BOSS_CELLS = table([_bits([cell_of(at) for at in f.boss]) for f in _FIELDS])
_ALL = range(CELLS)
AROUND = table(
    [_bits([b for b in _ALL if b != a and max(abs(a % 7 - b % 7), abs(a // 7 - b // 7)) == 1]) for a in _ALL]
)
MOST_D = 12
WITHIN = table(
    [[_bits([b for b in _ALL if 1 <= manhattan(a, b, WIDTH) <= n]) for a in _ALL] for n in range(MOST_D + 1)]
)
"""[n, cell]: S-1.6, the cells within nD, the own one not included."""
COLUMN = table([_bits([y * WIDTH + x for y in range(WIDTH)]) for x in range(WIDTH)])
LINE = table([_bits([b for b in _ALL if b != a and (a % 7 == b % 7 or a // 7 == b // 7)]) for a in _ALL])

# Draft, shop, waves, items.
ODDS = table([next(d.odds.columns for d in CONTENT.tables.draft.steps if d.first <= n <= d.last) for n in range(1, 17)])
LATE = table([ODDS[n, RARITY.SR] > 0 and ODDS[n, RARITY.LE] > 0 for n in range(PICKS)])  # the option late_le_percent
PRICE = table([0, *(CONTENT.tables.shop.price.columns[RARITY_OF[c]] for c in range(1, 1 + CARDS))])
WAVE = table([next(w.enemies for w in CONTENT.tables.waves if w.first <= n <= w.last) for n in range(1 + ENEMIES)])
ITEM_PRICE, ITEM_HEAL = (table(column(CONTENT.items, n, none=0)) for n in ("price", "heal"))


def _told_apart(language: str) -> list[str]:
    """The cards' names; S-4.1: one that stands on cards of several rarities is told with its rarity."""
    names = names_of(CONTENT.cards, language)
    return [f"{n} {c.rarity}" if names.count(n) > 1 else n for n, c in zip(names, CONTENT.cards, strict=True)]


def _names(language: str) -> dict[str, list[str]]:
    return {
        "card": ["", *_told_apart(language)],
        "figure": ["", *names_of(CONTENT.figures, language)],
        "event": ["", *names_of(CONTENT.events, language)],
        "item": ["", *names_of(CONTENT.items, language)],
        "selector": ["", *names_of(CONTENT.selectors, language)],
        "core": ["", *(s.core_name[language] for s in CONTENT.soldiers)],
        "cell": [f"[{1 + c % WIDTH},{1 + c // WIDTH}]" for c in _ALL],
    }


NAMES = {language: _names(language) for language in LANGUAGES}
"""What numbered things are called in events and actions; a selector of a verb's script is told by the page."""
