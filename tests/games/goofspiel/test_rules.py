"""Goofspiel's rulebook, clause by clause."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from taku.compile.speed import rules_of
from taku.engine.match import Match, Refused
from taku.engine.options import OptionError
from taku.engine.words import Words
from taku.games.goofspiel import explained, game, page, whole
from taku.games.goofspiel.state import NOBODY_WON
from tests.conftest import clause


class Bidding:
    """A match in the words of its tests; a card is its value."""

    def __init__(self, seats: int = 2, **options: object) -> None:
        self.match = Match.create(game, seats, options, secret=bytes(32), id="bidding")

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def prize(self) -> int:
        return int(self.state.prize[self.state.round])

    @property
    def points(self) -> list[int]:
        return [self.state.points[seat] for seat in range(self.match.seats)]

    def hand(self, seat: int) -> list[int]:
        return [action + 1 for action in self.match.legal(seat)]

    def lay(self, seat: int, card: int) -> None:
        self.match.act(seat, card - 1)

    def round(self, *bids: int) -> int:
        """All seats bid; the prize that was played for."""
        prize = self.prize
        for seat, card in enumerate(bids):
            self.lay(seat, card)
        return prize

    def told(self, seat: int) -> list[str]:
        return [t.event for t in self.match.log(seat)]

    def play_out(self) -> "Bidding":
        luck = random.Random(1)
        while not self.match.over:
            for seat in self.match.rules.acting(self.state):
                self.match.act(seat, luck.choice(self.match.legal(seat)))
        return self


@clause("G-1.1")
def test_each_hand_has_one_card_of_each_value() -> None:
    assert Bidding().hand(0) == list(range(1, 14))
    assert Bidding(4, cards=5).hand(3) == [1, 2, 3, 4, 5]
    for cards in (1, 14):
        with pytest.raises(OptionError):
            Bidding(cards=cards)


@clause("G-1.2", "G-1.3")
def test_every_prize_is_played_for_once_in_a_shuffled_order() -> None:
    orders = set()
    for n in range(5):
        match = Match.create(game, 2, {}, secret=bytes([n] * 32))
        bidding = Bidding()
        bidding.match = match
        bidding.play_out()
        order = tuple(bidding.state.prize[i] for i in range(13))
        assert sorted(order) == list(range(1, 14))
        orders.add(order)
    assert len(orders) == 5


@clause("G-1.3")
@pytest.mark.parametrize(("order", "prizes"), [("up", [1, 2, 3, 4, 5]), ("down", [5, 4, 3, 2, 1])])
def test_prizes_may_come_in_order(order: str, prizes: list[int]) -> None:
    bidding = Bidding(cards=5, order=order).play_out()
    assert [bidding.state.prize[i] for i in range(5)] == prizes


@clause("G-1.3")
def test_the_first_prize_is_any_one_equally_often() -> None:
    rules, seen = rules_of(game, "interpreted"), Counter[int]()
    for n in range(1300):
        s: Any = game.new(2)
        rules.key(s, random.Random(n).randbytes(16))
        rules.start(s)
        seen[s.prize[0]] += 1
    assert sum((seen[card] - 100) ** 2 / 100 for card in range(1, 14)) < 33  # chi-square, 12 degrees: 1 in 1000


@clause("G-2.1")
def test_all_choose_at_once_and_others_see_only_that_a_card_is_laid() -> None:
    bidding = Bidding(3)
    assert bidding.match.rules.acting(bidding.state) == [0, 1, 2]
    bidding.lay(1, 7)
    assert bidding.match.rules.acting(bidding.state) == [0, 2]
    for other in (-1, 0, 2):
        seen: Any = bidding.match.view(other)
        assert seen.ready == 0b010
        assert seen.bid[1] == 0
        assert seen.hand[1] == bidding.state.hand[1], "a hand does not tell what is laid"
        assert bidding.told(other) == ["prize"]
    assert bidding.match.view(1).bid[1] == 7  # type: ignore[attr-defined]
    assert bidding.told(1) == ["prize", "laid"]


@clause("G-2.1")
def test_a_card_that_was_laid_stays() -> None:
    bidding = Bidding(2)
    bidding.lay(0, 7)
    with pytest.raises(Refused, match="nothing to decide"):
        bidding.lay(0, 8)


@clause("G-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_order_of_laying_gives_the_same_table(seats: int) -> None:
    tables = set()
    for order in itertools.permutations(range(seats)):
        bidding = Bidding(seats, order="up")
        for seat in order:
            bidding.lay(seat, 3 + seat)
        tables.add(bidding.state.core_bytes()[16:])  # behind the stream
    assert len(tables) == 1


@clause("G-2.1")
def test_no_chance_before_the_last_bid() -> None:
    bidding = Bidding(3)
    rules = bidding.match.rules
    stream = [bidding.state.stream[i] for i in range(4)]
    for seat, card in ((2, 5), (0, 9)):
        rules.act(bidding.state, seat, card - 1)
        assert [bidding.state.stream[i] for i in range(4)] == stream


@clause("G-2.2")
def test_bids_are_turned_up_together_and_used_up() -> None:
    bidding = Bidding(2)
    bidding.round(7, 9)
    assert bidding.told(-1)[1:3] == ["bid", "bid"]
    assert 7 not in bidding.hand(0)
    assert 9 not in bidding.hand(1)
    assert len(bidding.hand(0)) == len(bidding.hand(1)) == 12
    with pytest.raises(Refused) as refused:
        bidding.lay(0, 7)
    assert refused.value.clause == "G-2.2"


@clause("G-2.3")
@pytest.mark.parametrize(("bids", "winner"), [((3, 5, 4), 1), ((6, 5, 5), 0), ((1, 1, 2), 2)])
def test_the_highest_bid_takes_the_prize(bids: tuple[int, ...], winner: int) -> None:
    bidding = Bidding(3)
    prize = bidding.round(*bids)
    assert bidding.points == [prize if seat == winner else 0 for seat in range(3)]
    assert bidding.told(0)[-2:] == ["won", "prize"]


@clause("G-2.4")
@pytest.mark.parametrize("bids", [(5, 5, 4), (7, 1, 7), (2, 2, 2)])
def test_a_shared_highest_bid_takes_nothing_and_the_prize_is_gone(bids: tuple[int, ...]) -> None:
    bidding = Bidding(3)
    prize = bidding.round(*bids)
    assert bidding.points == [0, 0, 0]
    assert bidding.state.winner[0] == NOBODY_WON
    assert "lost" in bidding.told(0)
    bidding.play_out()
    assert sum(bidding.state.prize[i] == prize for i in range(13)) == 1
    assert sum(bidding.points) <= 91 - prize


@clause("G-2.5")
def test_the_last_cards_are_bid_without_asking() -> None:
    bidding = Bidding(2, cards=3, order="up")
    bidding.round(3, 1)
    bidding.round(1, 3)
    assert bidding.match.over
    assert "last" in bidding.told(0)
    assert (bidding.state.played[0, 2], bidding.state.played[1, 2]) == (2, 2)
    assert bidding.points == [1, 2]


@clause("G-2.6")
def test_who_runs_out_of_time_bids_the_lowest_card() -> None:
    bidding = Bidding(2)
    bidding.round(1, 2)
    bidding.match.timeout(0)
    assert bidding.state.bid[0] == 2
    bidding.match.timeout(1)
    assert bidding.state.played[1, 1] == 1


@clause("G-3.1")
def test_open_bids_tell_what_others_hold() -> None:
    bidding = Bidding(2)
    bidding.round(7, 9)
    seen: Any = bidding.match.view(0)
    assert list(page.cards_of(seen, 1)) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13]
    assert seen.played[1, 0] == 9


@clause("G-3.1")
def test_sealed_bids_tell_only_who_took_the_prize() -> None:
    bidding = Bidding(2, hands="sealed")
    bidding.round(7, 9)
    seen: Any = bidding.match.view(0)
    assert (seen.hand[1], seen.played[1, 0], seen.winner[0]) == (0, 0, 2)
    assert (seen.played[0, 0], seen.hand[0]) == (7, bidding.state.hand[0])
    assert bidding.told(0) == ["prize", "laid", "won", "prize"]
    watched: Any = bidding.match.view(-1)
    assert not any(watched.hand[seat] or watched.played[seat, 0] for seat in (0, 1))


@clause("G-3.2")
def test_sealed_bids_are_shown_after_the_end() -> None:
    bidding = Bidding(2, hands="sealed", cards=4).play_out()
    seen: Any = bidding.match.view(0)
    assert all(seen.played[1, i] == bidding.state.played[1, i] > 0 for i in range(4))


def ended(points: list[int], **options: object) -> Any:
    s: Any = game.new(len(points), game.read_options(options, len(points)))
    s.round = s.opt.cards
    for seat, p in enumerate(points):
        s.points[seat] = p
    return s


@clause("G-4.1")
@pytest.mark.parametrize(
    ("points", "places"),
    [([9, 3, 5, 1], [1, 3, 2, 4]), ([5, 5, 2, 2], [1, 1, 3, 3]), ([0, 0], [1, 1]), ([2, 7], [2, 1])],
)
def test_places_go_by_points(points: list[int], places: list[int]) -> None:
    for speed in ("interpreted", "native"):
        assert rules_of(game, speed).scores(ended(points)) == places


@clause("G-4.2")
@pytest.mark.parametrize(
    ("points", "places"), [([9, 3, 5, 1], [1, 2, 2, 2]), ([5, 5, 2, 3], [1, 1, 3, 3]), ([4, 4, 4], [1, 1, 1])]
)
def test_where_only_winning_counts_all_others_share_a_place(points: list[int], places: list[int]) -> None:
    for speed in ("interpreted", "native"):
        assert rules_of(game, speed).scores(ended(points, places="winner")) == places


# ---- the page -----------------------------------------------------------------------------------------------------


def test_the_terminal_shows_prize_points_and_hands() -> None:
    bidding = Bidding(2, cards=4, order="up")
    bidding.round(2, 3)
    bidding.lay(1, 1)
    drawn = page.text(bidding.match.view(0), 0, Words(game, "en", ["Aki", "Ben"]))  # type: ignore[arg-type]
    assert drawn.splitlines() == [
        "Prize 2 of 4: [2]",
        "Still to come: 3 4",
        "Aki: Points 0, Cards 1 3 4",
        "Ben: Points 1, Cards 1 2 4, bid [?]",
    ]


def test_a_laid_card_leaves_the_own_hand_but_others_see_its_back() -> None:
    bidding = Bidding(2, cards=4)
    bidding.lay(0, 3)
    words = Words(game, "en")
    own = str(page.table(bidding.match.view(0), 0, words))  # type: ignore[arg-type]
    assert 'id="hand-3"' not in own
    assert 'id="hand-2"' in own
    pages = []
    for card in (3, 4):
        other = Bidding(2, cards=4)
        other.lay(0, card)
        pages.append(str(page.table(other.match.view(1), 1, words)))  # type: ignore[arg-type]
    assert pages[0] == pages[1], "the page of another seat does not depend on the card"


# ---- guesses ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guessed_worlds_explain_all_winners(seats: int) -> None:
    luck, rules = random.Random(seats), rules_of(game, "native")
    for n in range(60):
        options = game.read_options({"hands": "sealed", "cards": luck.choice([3, 7, 13])}, seats)
        s: Any = game.new(seats, options)
        rules.key(s, luck.randbytes(16))
        rules.start(s)
        while acting := rules.acting(s):
            seat = luck.choice(acting)
            seen = rules.view(s, luck.choice([-1, *range(seats)]))
            world = rules.guess(seen, seat, n) if seen.hand[seat] else rules.guess(seen, -1, n)
            assert whole(world)  # type: ignore[arg-type]
            assert explained(world)  # type: ignore[arg-type]
            rules.act(s, seat, luck.choice(rules.legal(s, seat)))


def test_all_worlds_that_fit_are_equally_likely() -> None:
    """Three seats, four cards, two rounds known: every history that explains the winners, about equally often."""
    bidding = Bidding(3, cards=4, hands="sealed", order="up")
    bidding.round(2, 4, 1)
    bidding.round(3, 1, 3)
    worlds = {
        (a, b)
        for a in itertools.permutations(range(1, 5), 2)
        for b in itertools.permutations(range(1, 5), 2)
        if a[0] > 2 and a[0] > b[0] and sorted((3, a[1], b[1]))[-1] == sorted((3, a[1], b[1]))[-2]
    }
    rules, seen = rules_of(game, "native"), bidding.match.view(0)
    found: Counter[Any] = Counter()
    for n in range(200 * len(worlds)):
        w: Any = rules.guess(seen, 0, n)
        found[(w.played[1, 0], w.played[1, 1]), (w.played[2, 0], w.played[2, 1])] += 1
    assert set(found) == worlds
    chi = sum((n - 200) ** 2 / 200 for n in found.values())
    assert chi < 2.5 * len(worlds), f"{chi} over {len(worlds)} worlds"
