"""W-4: deployment."""

from random import Random

import pytest

from taku.games.warring.rules.ground import place_to_cell
from taku.games.warring.state import DEPLOY
from tests.conftest import clause
from tests.games.warring.battle import BRUSHES, FORMATIONS, RULES, Deployment, game


def plain(**options):
    """An empty deployment on the drill ground's big sister, a plain with little cover."""
    return Deployment(**{"map": "chengpu", **options}).clear()


@clause("W-4.1")
def test_both_deploy_at_once_and_see_nothing_of_the_other():
    d = plain()
    assert RULES.acting(d.s) == [0, 1]
    for seat in (1, -1):
        seen = RULES.view(d.s, seat)
        assert not any(seen.plan[0, p] for p in range(300))
    before = RULES.view(d.s, 1).core_bytes()
    d.paint("cavalry", (3, 3)).shift(1).preset("crescent")
    assert RULES.view(d.s, 1).core_bytes() == before
    d.ready(0)
    assert RULES.acting(d.s) == [1]
    assert RULES.view(d.s, 1).ready[0] == 1
    d.ready(1)
    assert d.s.round == 1
    assert len(RULES.acting(d.s)) == 1


@clause("W-4.2")
def test_one_troop_a_cell_and_cavalry_not_on_water():
    d = Deployment(map="generated", terrain="rugged", size=30).clear()

    def ground(column, row):
        return d.s.terrain[place_to_cell(d.s, 0, 30 * row + column)]

    water = {(c, r) for c in range(30) for r in range(10) if ground(c, r) == 2}
    everywhere = {(c, r) for c in range(30) for r in range(10)}
    assert water
    assert d.open("infantry") == everywhere
    assert d.open("cavalry") == everywhere - water
    c, r = min(water)
    d.paint("infantry", (c, r))
    assert (c, r) not in d.open("infantry")
    assert (c, r) not in d.open("cavalry")
    assert (c, r) in d.open("shield")


@clause("W-4.3")
@pytest.mark.parametrize(("kind", "most"), [("cavalry", 10), ("archer", 6), ("shield", 6), ("infantry", 30)])
def test_caps(kind, most):
    d = plain()
    cells = [(x, y) for y in range(2) for x in range(18)]
    d.paint(kind, *cells[: most - 1])
    assert d.open(kind)
    d.paint(kind, cells[most - 1])
    assert not d.open(kind)
    assert bool(d.open("infantry")) == (most < 30)


@clause("W-4.3")
def test_caps_are_options():
    d = plain(max_troops=12, max_archers=0)
    assert not d.open("archer")
    d.paint("infantry", *((x, 0) for x in range(12)))
    assert d.open("shield") == {(x, 0) for x in range(12)}  # only instead of somebody
    d.paint("shield", (0, 0))
    assert d.at(0, 0) == "S"


@clause("W-4.4", "W-4.5")
def test_exactly_one_general_in_an_army():
    d = plain().paint("infantry", (3, 0), (4, 0), (5, 0)).auto()
    assert not d.can_ready()
    d.paint("general", (3, 0))
    assert d.at(3, 0) == "G1"
    assert d.can_ready()
    assert not d.open("general")
    d.paint("no army", (3, 0))
    assert not d.can_ready()


@clause("W-4.5")
def test_ready_needs_an_army_and_each_must_be_one():
    d = plain().paint("general", (3, 0)).paint("infantry", (4, 0), (8, 0), (9, 0), (12, 0))
    assert not d.can_ready()
    d.paint("army 1", (3, 0), (4, 0))
    assert d.can_ready()  # the others start as lone troops
    d.paint("army 2", (8, 0))
    assert not d.can_ready()  # one troop is no army
    d.paint("army 2", (12, 0))
    assert not d.can_ready()  # two apart are none either
    d.paint("no army", (12, 0)).paint("army 2", (9, 0))
    assert d.can_ready()
    b = d.ready(0, 1).battle
    assert b.south.armies == {1, 2}
    assert [t.cell for t in b.south.troops if t.lone] == [(12, 12)]


@clause("W-4.6")
def test_brushes_and_cells():
    d = Deployment(map="chengpu")
    assert d.s.brush[0] == 1 + BRUSHES.index("hand")  # which changes nobody's kind
    d.clear().paint("archer", (2, 1))
    assert d.at(2, 1) == "A"
    d.paint("army 3", (2, 1)).paint("shield", (2, 1))
    assert d.at(2, 1) == "S3"  # the army is kept
    assert d.open("army 3") == set()
    assert d.open("erase") == d.open("no army") == {(2, 1)}
    d.paint("erase", (2, 1))
    assert d.at(2, 1) == ""
    assert d.open("army 3") == d.open("erase") == set()


@clause("W-4.6")
def test_the_hand_moves_a_troop_and_exchanges_two():
    d = plain().paint("infantry", (2, 1), (3, 1)).paint("general", (5, 1)).paint("army 1", (2, 1), (3, 1))
    assert d.open("hand") == {(2, 1), (3, 1), (5, 1)}
    d.paint("hand", (2, 1))
    assert len(d.open("hand")) == 18 * 6
    assert d.at(2, 1) == "I1"  # nothing has happened yet
    d.paint("hand", (9, 3))
    assert (d.at(2, 1), d.at(9, 3)) == ("", "I1")
    d.paint("hand", (5, 1), (3, 1))
    assert (d.at(5, 1), d.at(3, 1)) == ("I1", "G")
    d.paint("hand", (3, 1), (3, 1))
    assert (d.at(3, 1), d.s.held[0]) == ("G", 0)
    d.paint("hand", (3, 1)).brush("erase")
    assert d.s.held[0] == 0


@clause("W-4.2", "W-4.6")
def test_the_hand_puts_no_cavalry_into_water():
    d = Deployment(map="generated", terrain="rugged", size=30).clear()
    everywhere = d.open("infantry")
    dry = d.open("cavalry")
    wet = min(everywhere - dry)
    d.paint("infantry", wet).paint("cavalry", min(dry)).paint("hand", min(dry))
    assert d.open("hand") == dry
    assert min(dry) not in d.paint("hand", min(dry), wet).open("hand")


@clause("W-4.6")
def test_shift_moves_everybody():
    d = plain().paint("infantry", (0, 0), (1, 1)).paint("cavalry", (16, 2))
    assert [d.can_shift(way) for way in range(4)] == [False, True, True, False]
    d.shift(1).shift(2)
    assert (d.at(1, 1), d.at(2, 2), d.at(17, 3)) == ("I", "I", "C")
    assert not d.can_shift(1)
    d.shift(0).shift(3)
    assert (d.at(0, 0), d.at(1, 1), d.at(16, 2)) == ("I", "I", "C")


@clause("W-4.6")
def test_auto_makes_armies_in_reading_order():
    d = plain(max_armies=4).paint("infantry", (9, 0), (9, 1), (3, 1), (3, 2), (0, 0), (14, 0), (15, 0))
    d.paint("army 2", (9, 0), (9, 1)).auto()
    assert (d.at(14, 0), d.at(3, 1), d.at(9, 0), d.at(0, 0)) == ("I1", "I3", "I2", "I")
    assert DEPLOY.auto not in d.legal()  # nothing is left to gather


@clause("W-4.7")
def test_a_formation_lies_on_the_muster_ground_as_its_owner_sees_it():
    d = Deployment(map="changping").preset("wild_geese").preset("wild_geese", 1)
    assert [d.at(6 + i, 0) for i in range(8)] == ["S2", "S2", "S2", "", "C5", "C5", "C5", "C5"]
    b = d.ready(0, 1).battle
    assert b.south[6, 16].kind == "S"
    assert b.north[17, 7].kind == "S"


@clause("W-4.7")
def test_formations_are_offered_by_size_and_armies():
    def offered(**options):
        return {FORMATIONS[DEPLOY.preset.formation(a)] for a in Deployment(**options).legal() if a in DEPLOY.preset}

    assert offered() == set(FORMATIONS)
    assert offered(max_troops=29) == {"patrol", "scouts"}
    assert offered(max_armies=5) == {"arrowhead", "crescent", "patrol", "scouts"}


@clause("W-4.7")
def test_surplus_troops_become_infantry():
    d = Deployment(map="chengpu", max_cavalry=3, max_archers=0).preset("square")
    assert [d.at(3, 0), d.at(4, 0), d.at(13, 0), d.at(14, 0)] == ["C4", "C4", "C5", "I5"]
    assert d.troops.count("A") == 0
    assert d.troops.count("C") == 3
    assert d.can_ready()


@clause("W-4.8")
@pytest.mark.parametrize(("options", "first"), [({}, "square"), ({"max_troops": 12}, "patrol")])
def test_a_formation_is_laid_out_already(options, first):
    d = Deployment(**options)
    laid = d.s.plan.tobytes()
    assert d.can_ready()
    d.preset(first)
    assert d.s.plan.tobytes() == laid


@clause("W-4.9")
def test_readiness_is_final_and_comes_by_itself():
    d = plain()
    for n in range(299 - 1):
        d.do("brush", brush=1 - n % 2)  # brush after brush
    assert not d.s.ready[0]
    d.do("brush", brush=1)
    assert d.s.ready[0]
    assert RULES.acting(d.s) == [1]
    assert d.at(3, 0) == "C4"  # nothing legal was there: the formation of W-4.8
    kept = Deployment(map="chengpu").preset("crescent")
    for n in range(299):
        kept.do("brush", brush=1 - n % 2)
    assert kept.s.ready[0]
    assert kept.at(3, 0) == "S2"


@clause("W-4.9")
def test_a_timeout_plays_ready_or_the_formation():
    d = Deployment()
    assert RULES.default(d.s, 0) == DEPLOY.ready
    d.clear()
    assert RULES.default(d.s, 0) == DEPLOY.preset(0)
    assert RULES.default(d.do("preset", formation=0).s, 0) == DEPLOY.ready


@clause("W-4.9")
def test_one_timeout_ends_the_deployment():
    d = Deployment(map="chengpu").clear()
    RULES.timeout(d.s, 0)
    assert RULES.acting(d.s) == [1]
    assert d.at(3, 0) == "C4"  # the formation of W-4.8
    RULES.timeout(d.s, 1)
    assert d.s.round == 1


@pytest.mark.parametrize("seed", range(12))
def test_random_clicks_keep_every_deployment_legal(seed):
    """No click leads to a plan that the battle could not start from once it can be readied."""
    rng = Random(seed)
    options = {"size": rng.choice((12, 18, 30)), "terrain": "rugged", "max_troops": rng.choice((12, 30))}
    d = Deployment(**options)
    while RULES.acting(d.s) and not d.s.round:
        seat = rng.choice(RULES.acting(d.s))
        actions = [a for a in d.legal(seat) if a != DEPLOY.ready or rng.random() < 0.05] or [DEPLOY.ready]
        d.do(rng.choice(actions), seat)
    assert all(keep(d.s) for keep in game.keeps.values())
    assert all(d.s.count[side] <= options["max_troops"] for side in (0, 1))
