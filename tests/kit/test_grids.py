"""Grids: cells, distances, neighbours, connected parts."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taku.kit.grids import DIRECTION, OFF, distances, hex_neighbours, square_neighbours
from tests.kit.toys import BRICK_DISTANCE, BRICKS, GRID, SIDE, Toy, grid

sizes = st.integers(1, SIDE)


@given(sizes, sizes, st.data())
def test_cells_and_steps(width: int, height: int, data: st.DataObject) -> None:
    toy = Toy()
    x, y = data.draw(st.integers(-1, width)), data.draw(st.integers(-1, height))
    inside = 0 <= x < width and 0 <= y < height
    cell = toy.call(grid, GRID.cell_at, x, y, width, height)
    assert cell == (y * width + x if inside else OFF)
    if inside:
        for way, (dx, dy) in zip(DIRECTION, [(0, -1), (1, 0), (0, 1), (-1, 0)], strict=True):
            near = toy.call(grid, GRID.step, cell, getattr(DIRECTION, way), width, height)
            ok = 0 <= x + dx < width and 0 <= y + dy < height
            assert near == ((y + dy) * width + x + dx if ok else OFF)
        image = toy.call(grid, GRID.turned, cell, 0, width, height)
        assert divmod(image, width) == (height - 1 - y, width - 1 - x)


@given(st.integers(0, 63), st.integers(0, 63))
def test_distances_of_two_cells(a: int, b: int) -> None:
    dx, dy = abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE)
    toy = Toy()
    assert toy.call(grid, GRID.manhattan, a, b, SIDE, SIDE) == dx + dy
    assert toy.call(grid, GRID.chebyshev, a, b, SIDE, SIDE) == max(dx, dy)


@given(st.lists(st.integers(0, 1), min_size=64, max_size=64), st.integers(0, 63))
def test_a_flood_paints_the_connected_part(marks: list[int], start: int) -> None:
    toy = Toy()
    for s in (toy.slow, toy.fast):
        for cell, mark in enumerate(marks):
            s.mark[cell] = mark
    near = square_neighbours(SIDE, SIDE)
    part, queue = {start}, deque([start])
    while queue:
        cell = queue.popleft()
        for k in range(4):
            other = near[cell, k]
            if other != OFF and marks[other] == marks[start] and other not in part:
                part.add(other)
                queue.append(other)
    assert toy.call(grid, GRID.flood, start, 5, SIDE, SIDE) == len(part)
    assert {cell for cell in range(64) if toy.slow.mark[cell] == 5} == part
    assert {toy.slow.queue[i] for i in range(len(part))} == part
    assert toy.call(grid, GRID.flood, start, 5, SIDE, SIDE) == 0, "it has that colour already"


def test_rows_of_three_four_and_three_hexagons() -> None:
    near = [sorted(BRICKS[cell, k] for k in range(6) if BRICKS[cell, k] != OFF) for cell in range(10)]
    assert near == [
        [1, 3, 4], [0, 2, 4, 5], [1, 5, 6],
        [0, 4, 7], [0, 1, 3, 5, 7, 8], [1, 2, 4, 6, 8, 9], [2, 5, 9],
        [3, 4, 8], [4, 5, 7, 9], [5, 6, 8],
    ]  # fmt: skip
    toy = Toy()
    for a in range(10):
        for b in range(10):
            assert toy.call(grid, GRID.brick, a, b, 0, 0) == BRICK_DISTANCE[9 - a, 9 - b]
    assert [BRICK_DISTANCE[0, b] for b in range(10)] == [0, 1, 2, 1, 1, 2, 3, 2, 2, 3]


def test_tables_of_square_boards() -> None:
    straight, around = square_neighbours(5, 4), square_neighbours(5, 4, diagonal=True)
    assert [straight[0, k] for k in range(4)] == [OFF, 1, 5, OFF]
    assert sum(around[7, k] != OFF for k in range(8)) == 8
    far, near = distances(straight), distances(around)
    for a in range(20):
        for b in range(20):
            dx, dy = abs(a % 5 - b % 5), abs(a // 5 - b // 5)
            assert (far[a, b], near[a, b]) == (dx + dy, max(dx, dy))


def test_rows_that_do_not_lie_like_bricks_are_refused() -> None:
    with pytest.raises(ValueError, match="bricks"):
        hex_neighbours((3, 3))
