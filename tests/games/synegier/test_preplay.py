"""S-2: soldiers are dealt, decks drafted, soldiers chosen, and everything is set up."""

from collections import Counter

import pytest

from taku.games.synegier.content import CONTENT
from taku.games.synegier.state import ASK
from tests.conftest import clause
from tests.games.synegier.field import CARDS, FIGURES, RULES, column_row


def drafted(t):
    """The draft is over: all took the left cards."""
    while t.s.ask == ASK.draft:
        for seat in range(t.s.seats):
            t.do("left", seat=seat)
    return t


def begun(t):
    """All took the left cards and the first soldiers."""
    drafted(t)
    log = []
    for seat in range(t.s.seats):
        for _ in range(t.s.opt.soldiers_per_player):
            t.do(t.choices(seat)[0], seat=seat)
            log += t.log
    t.__dict__["log"] = log
    return t


@clause("S-2.1", "S-2.2")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_first_player_and_dealt_soldiers(new, seats, each):
    assert len({new(seats, seed).s.first for seed in range(20)}) == seats
    t = new(seats)
    dealt = [t.s.dealt[seat, i] for seat in range(seats) for i in range(6)]
    assert Counter(dealt)[0] == seats * (6 - each)
    assert len(set(dealt) - {0}) == seats * each
    assert {begun(t).s.dealt[seat, i] for seat in range(seats) for i in range(6)} == {0}


@clause("S-2.3", "S-2.5", "S-2.6")
def test_the_draft(new):
    t = new(3)
    seen = [(t.s.offer[seat, 0], t.s.offer[seat, 1]) for seat in range(3)]
    t.do("right", seat=1)
    assert (RULES.acting(t.s), t.s.deck[1].size) == ([0, 2], 0)
    t.do("left", seat=0).do("left", seat=2)
    assert [t.s.deck[seat].card[0] for seat in range(3)] == [seen[0][0], seen[1][1], seen[2][0]]
    assert t.s.pick == 2
    for left, right in seen:
        assert left != right
        assert CONTENT.cards[left - 1].rarity == CONTENT.cards[right - 1].rarity
    drafted(t)
    assert [t.s.deck[seat].size for seat in range(3)] == [16] * 3
    assert (t.s.ask, len(t.choices(0))) == (ASK.soldier, 4)


@clause("S-2.5")
def test_copies_are_few(new):
    for seed in range(5):
        t = drafted(new(4, seed, draft_max_copies=1))
        for seat in range(4):
            assert max(Counter(t.cards("deck", seat)).values()) == 1


@clause("S-2.4")
def test_rarities_of_the_picks(new):
    seen = Counter()
    for seed in range(30):
        t = drafted(new(4, seed))
        for seat in range(4):
            for i in range(16):
                seen[("early" if i < 8 else "late" if i in (13, 14) else "last" if i == 15 else "",
                      CONTENT.cards[t.s.deck[seat].card[i] - 1].rarity)] += 1  # fmt: skip
    assert {rarity for when, rarity in seen if when == "early"} == {"C", "R"}
    assert {rarity for when, rarity in seen if when == "late"} == {"SR", "LE"}
    assert {rarity for when, rarity in seen if when == "last"} == {"LE"}
    assert 0.6 < seen["early", "C"] / (seen["early", "C"] + seen["early", "R"]) < 0.8


@clause("S-2.6", "S-2.7", "S-2.8", "S-2.9", "S-2.10")
def test_the_set_up(new):
    t = begun(new(4, start_coins=7))
    order = [(t.s.first + i) % 4 for i in range(4)]
    assert [told[0] for told in t.told("soldier_revealed")] == order
    assert [column_row(t.s.cell[p]) for p in range(4)] == [(1, 1), (7, 7), (7, 1), (1, 7)]
    for seat in range(4):
        p = (seat - t.s.first) % 4
        hand = 6 if FIGURES[t.s.who[p]] == "finn" else 5
        assert (t.s.hand[seat].size, t.s.deck[seat].size) == (hand, 16 - hand)
        assert (t.s.coins[seat], t.s.level[p], t.s.hp[p]) == (7, 1, t.s.max_hp[p])
    assert len({t.s.shop[slot] for slot in range(3)} - {0}) == 3
    assert (t.s.spawned, t.s.on) == (1, 0b11111)
    assert t.seat == t.s.first
    assert all(0 < t.s.shop[slot] < len(CARDS) for slot in range(3))


@clause("S-2.8", "S-1.1")
def test_the_corners_of_the_small_field(new):
    t = begun(new(2, field_size=6))
    assert [column_row(t.s.cell[p]) for p in range(2)] == [(1, 1), (6, 6)]


@clause("S-13.1", "S-13.2")
def test_two_soldiers_each(new):
    t = drafted(new(2, soldiers_per_player=2))
    first, second, *_ = t.choices(0)
    t.do(first, seat=0)
    assert (t.s.ask, first in t.can(0)) == (ASK.soldier, False)
    t.do(second, seat=0)
    for _ in range(2):
        t.do(t.choices(1)[0], seat=1)
    assert [column_row(t.s.cell[p]) for p in range(4)] == [(1, 1), (7, 7), (7, 1), (1, 7)]
    assert t.kind == "active"
    own = [FIGURES[t.s.who[p]] for p in range(2)]
    assert t.choices() == own
    t.do(own[1])
    assert (t.s.active[t.s.first], t.kind) == (1, "main")
