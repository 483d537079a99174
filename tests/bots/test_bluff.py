"""Hidden choices: what a seat holds is not given away, neither to the opponents in the search nor by always doing the
best. The ladder of the levels stands in docs/bots.md."""

from collections import Counter
from dataclasses import replace

import pytest

from taku.bots import Budget, Search, Settings, find_bot
from taku.bots.levels import LEVEL_NAMES, level_of
from taku.bots.players import SearchBot
from taku.compile.speed import rules_of
from taku.engine.state import GameState
from tests.bots.liar import BID, liar

RULES = rules_of(liar, "native")


def holding(*faces: int, bid: tuple[int, int] = (0, 0)) -> GameState:
    """What the first seat sees that holds these dice and has to bid, or to answer a bid."""
    s = liar.new(2, {"dice": len(faces)})
    RULES.key(s, bytes(range(16)))
    RULES.start(s)
    for i, face in enumerate(sorted(faces, reverse=True)):
        s.die[0, i] = face
    s.turn = 0
    s.count, s.face = bid
    return RULES.view(s, 0)


def worth(settings: Settings, seen: GameState, action: int) -> float:
    report = Search(liar, settings).look(seen, 0, 5)
    return next(c.value for c in report.choices if c.action == action)


def test_opponents_in_the_search_do_not_know_what_the_seat_holds():
    settings = replace(level_of(liar, "expert").settings, simulations=20_000)
    lie = BID.bid(1, 5)
    believed, seen_through = (worth(replace(settings, veil=v), holding(2), lie) for v in (settings.veil, 0.0))
    assert believed > seen_through + 0.05


@pytest.mark.parametrize("name", LEVEL_NAMES)
def test_every_level_mixes_what_it_bids(name):
    bot = find_bot(liar, name)
    assert isinstance(bot, SearchBot)
    seen = holding(3, 2)
    assert bot.report(seen, 0, Budget(1)).simultaneous
    bids = Counter(bot(seen, 0, RULES.legal(seen, 0), Budget(seed)) for seed in range(12))
    assert len(bids) > 1


def test_whoever_bids_what_cannot_be_is_called_a_liar():
    seen = holding(1, bid=(2, 6))  # one die each: two sixes are not there
    for name in ("club", "expert", "master"):
        assert find_bot(liar, name)(seen, 0, RULES.legal(seen, 0), Budget(3)) == BID.call


def test_the_same_view_and_seed_give_the_same_report_with_secrets_dealt_anew():
    settings = level_of(liar, "expert").settings
    first, again = (Search(liar, settings).look(holding(4, 2), 0, 9).choices for _ in range(2))
    assert first == again
    assert sum(c.visits for c in first) == pytest.approx(settings.simulations * (1 - settings.veil), rel=0.3)
