"""The table of Goofspiel: what is laid now and what was bid in the last round are not mistaken for each other."""

from taku.engine.game import find_game
from taku.engine.match import Match
from taku.engine.words import Words
from taku.page.contract import page_of

GAME = find_game("goofspiel")
EMPTY = "stroke-dasharray"


def place(match, who):
    """A seat's place for a bid, as seat 0 sees it."""
    html = str(page_of(GAME).table(match.view(0), 0, Words(GAME, "en")))
    return html.partition(f'id="lane-{who}"')[2].partition(f'id="left-{who}"')[0]


def test_the_last_rounds_bids_stay_and_a_place_without_a_bid_is_empty():
    match = Match.create(GAME, 2, secret=bytes(32))
    assert EMPTY in place(match, 0)
    assert "last-" not in place(match, 0)
    for seat, card in ((0, 4), (1, 1)):
        match.act(seat, match.legal(seat)[card - 1])
    assert EMPTY in place(match, 0)
    assert 'id="last-0"' in place(match, 0)
    assert ">4<" in place(match, 0)
    match.act(1, match.legal(1)[0])
    assert EMPTY not in place(match, 1)
    assert ">1<" in place(match, 1)  # what the other bid is still there to read when they have laid again
