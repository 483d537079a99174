"""The content as constant tables of integers: what the rules look up.

Kinds of troops count from 1 as in `State.kind`, terrains from 1 as in `State.terrain`; row 0 is "none". Formations
and named maps count from 0.
"""

from __future__ import annotations

from taku.engine import Names, table
from taku.engine.words import LANGUAGES
from taku.games.warring.content import KINDS, STATS, TERRAINS, add_and_set, read_content
from taku.games.warring.state import ARMIES, MUSTER_COLUMNS, MUSTER_ROWS, SIDES, STRIDE, TROOPS

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
BASE = table([[0, *(k.base[i] for k in CONTENT.kinds)] for i in range(len(STATS))])
PRIORITY = table([0, *(k.priority for k in CONTENT.kinds)])

# Terrain (W-1.5, W-2.5, W-8.2).
HEIGHT = table([0, *(t.height for t in CONTENT.terrain)])
SIGHT = table([0, *(t.sight for t in CONTENT.terrain)])
MUTUAL = table([0, *(t.mutual_sight for t in CONTENT.terrain)])
BARRED = table([[0] * 6, *([0, *(k in t.barred for k in KINDS)] for t in CONTENT.terrain)])
MIN_GROUP = table([0, *(t.min_group for t in CONTENT.terrain)])
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
FORMATION_SIZE = table([f.size for f in CONTENT.formations])
FORMATION_ARMIES = table([max(f.numbers) for f in CONTENT.formations])

# W-16.1: percent of all cells, by the option `terrain`.
MOUNTAIN_SHARE = table([4, 10, 20])
WATER_SHARE = table([2, 6, 8])
FOREST_SHARE = table([8, 16, 20])

# What numbered things are called in events and actions.
SIDE_WORDS = {"en": ("South", "North"), "ja": ("南軍", "北軍")}
BRUSH_WORDS = {"en": ("erase", "no army"), "ja": ("消す", "軍なし")}
MAP_WORDS = {"en": "fresh ground", "ja": "新しい地形"}


def _names(language: str) -> dict[str, list[str]]:
    sides = SIDE_WORDS[language]
    kinds = [k.name[language] for k in CONTENT.kinds]
    armies = [b.name[language] for b in CONTENT.banners]
    troop = "{side} {kind} {n}" if language == "en" else "{side}の{kind}{n}"
    cells = [f"({i % STRIDE - 1}, {i // STRIDE - 1})" for i in range(STRIDE * STRIDE)]
    erase, none = BRUSH_WORDS[language]
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
        "terrain": ["", *(t.name[language] for t in CONTENT.terrain)],
        "map": [MAP_WORDS[language], *(m.name[language] for m in CONTENT.maps)],
        "formation": [f.name[language] for f in CONTENT.formations],
        "brush": [*kinds, erase, *armies, none],
        "state": [x.name[language] for x in CONTENT.states],
        "commander": [b.name[language] for b in CONTENT.bots],
        "cell": cells,
    }


NAMES = {language: _names(language) for language in LANGUAGES}
assert len(CONTENT.banners) == ARMIES
