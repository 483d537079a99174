"""W-16: maps from chance. Every cell is set together with its image under the 180° turn."""

from taku.engine import roll, rule
from taku.games.warring.content import (
    FOREST_SHARE,
    GROUND_OF,
    HEIGHT,
    MIN_GROUP,
    MOUNTAIN_SHARE,
    STEP,
    WATER_SHARE,
)
from taku.games.warring.rules.ground import (
    cell_at,
    group,
    horse_can_pass,
    image,
    lay_grass,
    lay_named_map,
    on_muster_ground,
    unmark,
    x_of,
    y_of,
)
from taku.games.warring.state import MAPS, STRIDE

PEAKS, BLOBS, TRIES, MAPS_TRIED = 60, 200, 8, 20  # W-16.2, W-16.3, W-16.4
TOP = 3
SMALLEST_BLOB, LARGEST_BLOB = 4, 10


@rule
def lay_map(s):
    """W-1.2: the map of the option, or a new one."""
    if s.opt.map == MAPS.generated:
        s.size = s.opt.size
        generate(s)
    else:
        lay_named_map(s, s.opt.map - 1)


@rule
def generate(s):
    """W-16.1, W-16.4: mountains, water, forest; all grass if twenty maps have no way for horse."""
    for _ in range(MAPS_TRIED):
        lay_grass(s)
        raise_mountains(s, MOUNTAIN_SHARE[s.opt.terrain])
        grow_blobs(s, GROUND_OF.water, WATER_SHARE[s.opt.terrain])
        grow_blobs(s, GROUND_OF.forest, FOREST_SHARE[s.opt.terrain])
        clear_small_groups(s)
        if horse_can_pass(s):
            return
    lay_grass(s)


@rule
def raise_mountains(s, share):
    """W-16.2: peaks of one or two core cells until the share is reached."""
    high = 0
    for _ in range(PEAKS):
        if 100 * high >= share * s.size * s.size:
            break
        core = cell_at(2 + roll(s, s.size - 4), 2 + roll(s, s.size - 4))
        top = 1 + roll(s, TOP)
        high += raise_peak(s, core, top)
        if roll(s, 2):
            second = core + STEP[roll(s, 4)]
            if 2 <= x_of(second) < s.size - 2 and 2 <= y_of(second) < s.size - 2:
                high += raise_peak(s, second, top)


@rule
def raise_peak(s, core, top):
    """W-16.2: each cell gets at least the top level less its distance; returns how many became mountain."""
    new = 0
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            level = top - abs(dx) - abs(dy)
            cell = core + STRIDE * dy + dx
            if level > HEIGHT[s.terrain[cell]]:
                if s.terrain[cell] == GROUND_OF.grass:
                    new += 1 if cell == image(s, cell) else 2
                paint(s, cell, GROUND_OF.mountain1 + level - 1)
    return new


@rule
def paint(s, cell, ground):
    """W-16.1: a cell and its image."""
    s.terrain[cell] = ground
    s.terrain[image(s, cell)] = ground


@rule
def grow_blobs(s, ground, share):
    """W-16.3: blobs from random grass cells until the share is reached."""
    covered = 0
    for _ in range(BLOBS):
        if 100 * covered >= share * s.size * s.size:
            break
        cell = cell_at(roll(s, s.size), roll(s, s.size))
        if may_grow(s, cell, ground):
            covered += grow_blob(s, cell, ground)


@rule
def may_grow(s, cell, ground):
    """W-16.3: on grass only, and water never on a muster ground."""
    return s.terrain[cell] == GROUND_OF.grass and not (ground == GROUND_OF.water and on_muster_ground(s, cell))


@rule
def grow_blob(s, cell, ground):
    """W-16.3: add random neighbours, at most eight tries each; returns how many cells changed."""
    goal = SMALLEST_BLOB + roll(s, LARGEST_BLOB - SMALLEST_BLOB + 1)
    paint(s, cell, ground)
    s.queue[0] = cell
    n = 1
    changed = 1 if cell == image(s, cell) else 2
    tries = 0
    while n < goal and tries < TRIES:
        near = s.queue[roll(s, n)] + STEP[roll(s, 4)]
        tries += 1
        if may_grow(s, near, ground):
            paint(s, near, ground)
            s.queue[n] = near
            n += 1
            changed += 1 if near == image(s, near) else 2
            tries = 0
    return changed


@rule
def clear_small_groups(s):
    """W-1.7, W-16.4: groups that are too small become grass."""
    unmark(s)
    for y in range(s.size):
        for x in range(s.size):
            cell = cell_at(x, y)
            ground = s.terrain[cell]
            if MIN_GROUP[ground] > 1 and not s.mark[cell]:
                n = group(s, cell, ground)
                if n < MIN_GROUP[ground]:
                    for i in range(n):
                        s.terrain[s.queue[i]] = GROUND_OF.grass
