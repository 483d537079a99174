"""Section 4 of the rulebook: who sees what, who hears what, and worlds that fit."""

from collections import Counter
from random import Random

import pytest

from taku.games.warring.rules.ground import cell_at
from tests.conftest import clause
from tests.games.warring.battle import RULES, Deployment, battle, game, stir


def played(seed, moves=300, **options):
    """A battle after some random orders."""
    s = game.new(2, game.read_options(options, 2))
    stir(s, seed)
    RULES.start(s)
    rng = Random(seed)
    for _ in range(moves):
        if not RULES.acting(s):
            break
        seat = rng.choice(RULES.acting(s))
        legal = RULES.legal(s, seat)
        RULES.act(s, seat, rng.choice([a for a in legal if not RULES.takes_back(s, seat, a)] or legal))
    return s


def test_spectators_see_what_both_players_know_to_be_seen():
    # On the hill (sight 7) one sees the others at distance 6, who do not see back.
    hill = {"1": "8,9 10,9 9,8 9,10", "2": "9,9"}
    b = battle({0: "I9,9"}, {0: "I9,3"}, hill)
    assert b.south.sees == {(9, 3)}
    assert b.north.sees == set()
    assert not b.seen(-1).south.troops
    assert not b.seen(-1).north.troops
    b = battle({0: "I9,9"}, {0: "I9,4"}, hill)
    assert [t.cell for t in b.seen(-1).south.troops] == [(9, 9)]
    assert [t.cell for t in b.seen(-1).north.troops] == [(9, 4)]


@clause("W-8.7")
def test_spectators_see_who_has_struck():
    b = battle({2: "A5,9 A6,9"}, {2: "C5,7 C6,7"}, {"f": "5..6,9..10"}, turn="north").end()
    assert {t.cell for t in b.seen(-1).north.troops} == {(5, 7), (6, 7)}


def test_orders_are_heard_by_who_sees_the_army():
    b = battle({2: "I5,12 I6,12", 3: "I12,12 I13,12"}, {2: "I5,7 I6,7"})
    b.face(2, "E")
    assert b.heard(1, "face") == b.heard(-1, "face") == [(0, 2, 1)]
    b.face(3, "E")
    assert b.heard(0, "face") == [(0, 3, 1)]
    assert b.heard(1, "face") == b.heard(-1, "face") == []


def test_a_march_is_heard_by_who_sees_both_its_ends():
    b = battle({2: "I5,13 I6,13"}, {2: "I5,7 I6,7"}).march(2, 1)
    assert b.heard(0, "march") == [(0, 2, 0, 1)]
    assert b.heard(1, "march") == []  # seen at the end only: sighted
    assert len(b.heard(1, "sighted")) == 2
    b.end().end().march(2, 1)
    assert b.heard(1, "march") == [(0, 2, 0, 1)]


def test_how_many_join_is_heard_by_who_sees_them_all():
    for lone, heard in (("I7,11", [(0, 2, 1)]), ("I7,11 I8,11 I9,11 I10,11", [])):
        b = battle({2: "I5,11 I6,11", 0: lone}, {2: "I6,7 I6,6"}).rally(2)
        assert b.heard(0, "rally")
        assert b.heard(1, "rally") == heard


def test_a_split_is_heard_by_who_sees_the_new_army():
    b = battle({2: "I5,11 I6,11 I9,11 I8,11 I7,11"}, {2: "I5,6 I5,5"}).split(2, (8, 11), (9, 11))
    assert b.heard(1, "split") == []
    assert b.heard(1, "acted") == [(0, 2)]
    b = battle({2: "I5,11 I6,11 I9,11 I8,11 I7,11"}, {2: "I5,6 I5,5"}).split(2, (5, 11), (6, 11))
    assert b.heard(1, "split") == [(0, 2, 3)]


def test_the_number_of_enemies_is_not_told():
    for seed in range(3):
        s = played(seed, 200)
        for seat in (0, 1):
            seen = RULES.view(s, seat)
            assert seen.count[1 - seat] == 0
            for t in range(30):
                hidden = not (s.known[seat] | s.fallen[1 - seat]) >> t & 1
                assert not hidden or (seen.kind[1 - seat, t], seen.strength[1 - seat, t]) == (0, 0)


@pytest.mark.parametrize("options", [{}, {"size": 12}, {"size": 30, "terrain": "rugged"}, {"fog": False}])
def test_guessed_worlds_look_the_same_and_differ(options):
    for seed in range(3):
        s = played(seed, 250, **options)
        for seat in (0, 1):
            seen = RULES.view(s, seat)
            worlds = [RULES.guess(seen, seat, n) for n in range(6)]
            assert all(RULES.view(w, seat).core_bytes() == seen.core_bytes() for w in worlds)
            if seen.core_bytes() != s.core_bytes() and options.get("fog", True):
                assert len({w.core_bytes() for w in worlds}) > 1


def test_guessed_enemies_stand_where_nobody_looks_and_mostly_together():
    s = battle({2: "I5,12 I6,12"}, {k: f"I{2 * k},2 I{2 * k + 1},2" for k in range(2, 8)}).s
    seen = RULES.view(s, 0)
    numbers, armies = Counter(), 0
    for n in range(40):
        world = RULES.guess(seen, 0, n)
        numbers[world.count[1]] += 1
        assert world.in_sight[0] == s.in_sight[0]
        armies += sum(world.facing[1, k] > 0 for k in range(1, 10))
        kinds = Counter(world.kind[1, t] for t in range(world.count[1]))
        assert kinds[5] == 1
        assert kinds[4] <= 10
        assert kinds[2] <= 6
        assert kinds[3] <= 6
    assert numbers[30] > 20
    assert len(numbers) > 3
    assert armies > 40 * 4


@clause("W-8.10")
def test_a_remembered_enemy_is_guessed_where_it_was_last_seen():
    b = battle({2: "C5,11 C6,11"}, {2: "I5,6 I6,6"}).face(2, "S").march(2, 3)
    seen = RULES.view(b.s, 0)
    for n in range(10):
        world = RULES.guess(seen, 0, n)
        assert world.cell[1, b.north[5, 6].number] == cell_at(5, 6)


@clause("W-4.1")
def test_a_guessed_deployment_is_any_formation():
    d = Deployment()
    seen = RULES.view(d.s, 0)
    plans = {RULES.guess(seen, 0, n).plan.tobytes()[300:] for n in range(60)}
    assert len(plans) == 8


def test_a_world_without_any_dark_cell_is_found_too():
    b = battle({2: "I5,5 I6,5 I5,6 I6,6"}, size=12)
    assert RULES.view(RULES.guess(RULES.view(b.s, 0), 0, 1), 0).core_bytes() == RULES.view(b.s, 0).core_bytes()
