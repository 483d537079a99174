"""W-1 and W-16: the map and the maker of maps."""

import pytest

from taku.games.warring.content import CONTENT, GROUND_OF, HEIGHT, faults_of
from taku.games.warring.rules import mapmaker
from taku.games.warring.rules.armies import connected_part
from taku.games.warring.rules.ground import cell_at, distance, in_field, on_muster_ground, place_to_cell, x_of, y_of
from taku.games.warring.rules.mapmaker import clear_small_groups, generate, grow_blob, raise_peak
from tests.conftest import clause
from tests.games.warring.battle import RULES, Deployment, battle, game, stir
from tests.kit.editing import refuses

BY_CHAR = {t.char: t for t in CONTENT.terrain}


def rows_of(s):
    """The map of a match as rows of letters."""
    chars = "?" + "".join(BY_CHAR)
    return ["".join(chars[s.terrain[cell_at(x, y)]] for x in range(s.size)) for y in range(s.size)]


def made(seed, **options):
    """A match at its start."""
    s = game.new(2, game.read_options(options, 2))
    stir(s, seed)
    RULES.start(s)
    return s


def share(rows, letters):
    return 100 * sum(row.count(c) for row in rows for c in letters) / len(rows) ** 2


@clause("W-1.1")
def test_south_is_seat_0_and_north_seat_1():
    b = Deployment(map="chengpu", first_turn="south").ready(0, 1).battle
    assert min(t.cell[1] for t in b.south.troops) > max(t.cell[1] for t in b.north.troops)
    assert game.seats == (2,)


@clause("W-1.2")
@pytest.mark.parametrize("size", [12, 18, 30])
def test_a_generated_map_has_the_size_of_the_option(size):
    s = made(1, size=size)
    assert s.size == size
    assert len(rows_of(s)) == size
    assert s.terrain[cell_at(size, 0)] == s.terrain[cell_at(0, size)] == s.terrain[cell_at(-1, 0)] == 0


@clause("W-1.2", "W-1.5")
@pytest.mark.parametrize("number", range(6))
def test_a_named_map_has_its_own_size_and_ground(number):
    map_ = CONTENT.maps[number]
    assert rows_of(made(1, map=map_.id, size=30)) == list(map_.rows)


@clause("W-1.3")
def test_up_is_towards_the_enemy():
    b = battle({2: "I5,12 I6,12"}, {2: "I5,5 I6,5"})
    assert (b.south.facing(2), b.north.facing(2)) == ("N", "S")
    b.march(2, 1)
    assert b.south.cells(2) == {(5, 11), (6, 11)}
    b.end().march(2, 1)
    assert b.north.cells(2) == {(5, 6), (6, 6)}


@clause("W-1.4")
def test_distance_and_contact():
    assert distance(cell_at(2, 3), cell_at(5, 1)) == 5
    b = battle({0: "I5,5 I5,6 I6,7 I7,7"})
    five, six, seven = (b.south[c].number for c in ((5, 5), (5, 6), (6, 7)))
    part = connected_part(b.s, 0, (1 << 30) - 1, five)
    assert part >> six & 1
    assert not part >> seven & 1  # diagonal contact does not count


@clause("W-1.5")
def test_heights():
    assert [HEIGHT[n] for n in range(1, 7)] == [0, 0, 0, 1, 2, 3]


SEEDS = range(25)


@clause("W-1.6", "W-1.7", "W-1.8", "W-1.10", "W-1.11", "W-16.4")
@pytest.mark.parametrize("terrain", ["open", "mixed", "rugged"])
@pytest.mark.parametrize("size", [12, 13, 18, 25, 30])
def test_generated_maps_keep_all_rules(size, terrain):
    for seed in SEEDS:
        rows = rows_of(made(seed, size=size, terrain=terrain))
        assert not faults_of(rows, BY_CHAR), "\n".join(rows)


@clause("W-1.6", "W-1.7", "W-1.8", "W-1.10", "W-1.11")
@pytest.mark.parametrize(
    ("change", "clause_"),
    [
        ({(3, 2): "f"}, "W-1.8"),
        ({(4, 8): "2", (13, 9): "2"}, "W-1.6"),
        ({(0, 5): "2", (17, 12): "2"}, "W-1.6"),
        ({(5, 7): "f", (12, 10): "f"}, "W-1.7"),
        ({(4, 13): "~", (5, 13): "~", (4, 14): "~", (5, 14): "~"}, "W-1.10"),
        ({(x, y): "~" for x in range(18) for y in (8, 9)}, "W-1.11"),
    ],
)
def test_a_map_that_breaks_a_rule_is_refused(change, clause_):
    def edit(data):
        chars = [["."] * 18 for _ in range(18)]
        for (x, y), letter in change.items():
            chars[y][x] = letter
            if clause_ == "W-1.10":
                chars[17 - y][17 - x] = letter
        data["map"][1]["rows"] = ["".join(row) for row in chars]

    refuses("warring", "maps", edit, rf"maps.toml, map chengpu: .*{clause_}")


@clause("W-1.9", "W-1.12")
@pytest.mark.parametrize(("size", "rows"), [(12, 4), (14, 4), (18, 6), (30, 10)])
def test_areas_are_a_third_each_and_the_field_lies_between(size, rows):
    s = made(1, size=size)
    south = {place_to_cell(s, 0, 30 * r + c) for r in range(rows) for c in range(size)}
    north = {place_to_cell(s, 1, 30 * r + c) for r in range(rows) for c in range(size)}
    assert {y_of(c) for c in south} == set(range(size - rows, size))
    assert {y_of(c) for c in north} == set(range(rows))
    assert {y for y in range(size) if in_field(s, cell_at(0, y))} == set(range(rows, size - rows))


@clause("W-1.10")
def test_the_muster_ground():
    s = made(1, size=18)
    ground = {(x, y) for x in range(18) for y in range(18) if on_muster_ground(s, cell_at(x, y))}
    south = {(x, y) for x in range(3, 15) for y in range(12, 16)}
    assert ground == south | {(17 - x, 17 - y) for x, y in south}


@clause("W-1.13")
def test_everybody_knows_the_whole_terrain():
    s = Deployment().ready(0, 1).s
    for seat in (-1, 0, 1):
        assert rows_of(RULES.view(s, seat)) == rows_of(s)


@clause("W-16.1")
def test_shares_grow_with_the_option():
    found = {}
    for terrain in ("open", "mixed", "rugged"):
        maps = [rows_of(made(seed, terrain=terrain)) for seed in SEEDS]
        found[terrain] = [sum(share(m, c) for m in maps) / len(maps) for c in ("123", "~", "f")]
    for terrain, wanted in {"open": (4, 2, 8), "mixed": (10, 6, 16), "rugged": (20, 8, 20)}.items():
        for got, share_ in zip(found[terrain], wanted, strict=True):
            assert 0.6 * share_ <= got <= share_ + 10, (terrain, found[terrain])


@clause("W-16.1", "W-1.8")
def test_chance_makes_the_map():
    assert len({tuple(rows_of(made(seed))) for seed in SEEDS}) == len(SEEDS)
    assert rows_of(made(3)) == rows_of(made(3))


@clause("W-16.2")
def test_a_peak_falls_by_one_level_a_step():
    b = battle()
    new = raise_peak(b.s, cell_at(4, 5), 3)
    levels = {(x, y): HEIGHT[b.s.terrain[cell_at(x, y)]] for x in range(18) for y in range(18)}
    for (x, y), level in levels.items():
        away = min(abs(x - 4) + abs(y - 5), abs(x - 13) + abs(y - 12))
        assert level == max(0, 3 - away)
    assert new == sum(level > 0 for level in levels.values())
    raise_peak(b.s, cell_at(4, 6), 1)  # a lower peak changes nothing that is higher
    assert HEIGHT[b.s.terrain[cell_at(4, 6)]] == 2


@clause("W-16.3")
def test_a_blob_grows_on_grass_and_water_not_on_a_muster_ground():
    for seed in range(20):
        s = battle().s
        stir(s, seed)
        n = grow_blob(s, cell_at(8, 11), GROUND_OF.water)
        wet = {(x, y) for x in range(18) for y in range(18) if s.terrain[cell_at(x, y)] == GROUND_OF.water}
        assert len(wet) == n
        assert n <= 20
        assert not any(on_muster_ground(s, cell_at(x, y)) for x, y in wet)


@clause("W-16.4")
def test_small_groups_become_grass():
    s = battle(ground={"f": "3,3 4,3 5,3 9,9 10,9 9,10 10,10", "~": "0..2,0"}).s
    clear_small_groups(s)
    rows = rows_of(s)
    assert share(rows, "~") == 0
    assert sum(row.count("f") for row in rows) == 4


@clause("W-16.4")
def test_if_no_map_has_a_way_it_is_all_grass(monkeypatch):
    tried = []
    monkeypatch.setattr(mapmaker, "horse_can_pass", lambda s: bool(tried.append(1)))
    s = battle().s
    generate(s)
    assert len(tried) == 20
    assert set("".join(rows_of(s))) == {"."}


def test_cells_and_coordinates():
    assert [(x_of(c), y_of(c)) for c in (cell_at(0, 0), cell_at(29, 29), cell_at(7, 3))] == [(0, 0), (29, 29), (7, 3)]
