"""Grids: cells, distances, neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taku.kit.grids import OFF, hex_neighbours
from tests.kit.toys import BRICK_DISTANCE, BRICKS, GRID, SIDE, Toy, grid

sizes = st.integers(1, SIDE)


@given(sizes, sizes, st.integers(-1, SIDE), st.integers(-1, SIDE))
def test_cells(width: int, height: int, x: int, y: int) -> None:
    inside = 0 <= x < width and 0 <= y < height
    assert Toy().call(grid, GRID.cell_at, x, y, width, height) == (y * width + x if inside else OFF)


@given(st.integers(0, 63), st.integers(0, 63))
def test_distances_of_two_cells(a: int, b: int) -> None:
    dx, dy = abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE)
    assert Toy().call(grid, GRID.manhattan, a, b, SIDE, SIDE) == dx + dy


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


def test_rows_that_do_not_lie_like_bricks_are_refused() -> None:
    with pytest.raises(ValueError, match="bricks"):
        hex_neighbours((3, 3))
