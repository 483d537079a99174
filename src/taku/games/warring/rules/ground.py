"""W-1: cells, distances, areas. A cell is 32 × (y + 1) + x + 1; terrain 0 is the border around the map."""

from taku.engine import rule
from taku.games.warring.content import GROUND_OF, MAP, MAP_SIZE, STEP
from taku.games.warring.state import LARGEST, MUSTER_COLUMNS, MUSTER_ROWS, NORTH, STRIDE


@rule
def cell_at(x, y):
    """W-1.2: x counts from the west edge, y from the north edge."""
    return STRIDE * (y + 1) + x + 1


@rule
def x_of(cell):
    return cell % STRIDE - 1


@rule
def y_of(cell):
    return cell // STRIDE - 1


@rule
def distance(a, b):
    """W-1.4: steps along rows and columns."""
    return abs(a % STRIDE - b % STRIDE) + abs(a // STRIDE - b // STRIDE)


@rule
def image(s, cell):
    """W-1.8: the cell when the map is turned by 180°."""
    return (STRIDE + 1) * (s.size + 1) - cell


@rule
def area_rows(s):
    """W-1.9: how deep each deployment area is."""
    return s.size // 3


@rule
def place_to_cell(s, side, place):
    """The cell of a place of a side's area, which is 30 × row + column as the owner sees it, front row first."""
    cell = cell_at(place % LARGEST, s.size - area_rows(s) + place // LARGEST)
    return image(s, cell) if side == NORTH else cell


@rule
def muster_column(s):
    """W-1.10: the first of the twelve columns of a muster ground, as its owner sees it."""
    return s.size // 2 - MUSTER_COLUMNS // 2


@rule
def on_muster_ground(s, cell):
    """W-1.10: whether a cell lies on the muster ground of either side."""
    south = image(s, cell) if 2 * y_of(cell) < s.size else cell
    x = x_of(south) - muster_column(s)
    y = y_of(south) - (s.size - area_rows(s))
    return 0 <= x < MUSTER_COLUMNS and 0 <= y < MUSTER_ROWS


@rule
def in_field(s, cell):
    """W-1.12: whether a cell belongs to neither deployment area."""
    return area_rows(s) <= y_of(cell) < s.size - area_rows(s)


@rule
def lay_named_map(s, number):
    """W-1.2: one of the maps of the content."""
    s.size = MAP_SIZE[number]
    for y in range(s.size):
        for x in range(s.size):
            s.terrain[cell_at(x, y)] = MAP[number, s.size * y + x]


@rule
def lay_grass(s):
    """W-16.2: an empty plain."""
    for y in range(s.size):
        for x in range(s.size):
            s.terrain[cell_at(x, y)] = GROUND_OF.grass


@rule
def group(s, start, ground):
    """W-1.4: the connected cells of one terrain around a cell that are not marked yet, into the queue; how many."""
    s.mark[start] = 1
    s.queue[0] = start
    found = 1
    done = 0
    while done < found:
        cell = s.queue[done]
        done += 1
        for d in range(4):
            near = cell + STEP[d]
            if s.terrain[near] == ground and not s.mark[near]:
                s.mark[near] = 1
                s.queue[found] = near
                found += 1
    return found


@rule
def unmark(s):
    for y in range(s.size):
        for x in range(s.size):
            s.mark[cell_at(x, y)] = 0


@rule
def dry_square(s, corner):
    """W-1.11: whether the square with this upper left cell lies on the map and touches no water."""
    return dry(s, corner) and dry(s, corner + 1) and dry(s, corner + STRIDE) and dry(s, corner + STRIDE + 1)


@rule
def dry(s, cell):
    return s.terrain[cell] != GROUND_OF.edge and s.terrain[cell] != GROUND_OF.water


@rule
def horse_can_pass(s):
    """W-1.11: a square of four cells slides from South's muster ground into North's deployment area."""
    unmark(s)
    start = cell_at(muster_column(s), s.size - area_rows(s))
    s.mark[start] = 1
    s.queue[0] = start
    found = 1
    done = 0
    while done < found:
        corner = s.queue[done]
        done += 1
        if y_of(corner) + 1 < area_rows(s):
            return True
        for d in range(4):
            near = corner + STEP[d]
            if dry_square(s, near) and not s.mark[near]:
                s.mark[near] = 1
                s.queue[found] = near
                found += 1
    return False
