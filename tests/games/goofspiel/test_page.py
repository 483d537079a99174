"""The table of Goofspiel: what is laid now and what was bid in the last round are not mistaken for each other."""

from taku.engine.game import find_game
from taku.engine.match import Match
from taku.engine.words import Words
from taku.games.goofspiel.state import CARDS
from taku.page.contract import page_of
from taku.server.live.patch import changes

GAME = find_game("goofspiel")
EMPTY = "#no-bid"


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


def test_the_end_of_a_round_sends_no_chip_again():
    match = Match.create(GAME, 4, secret=bytes(32))
    words = Words(GAME, "en")
    before = page_of(GAME).table(match.view(0), 0, words)
    for seat in range(4):
        match.act(seat, match.legal(seat)[seat])
    after = page_of(GAME).table(match.view(0), 0, words)
    sent = [piece for _, _, come in changes(before.pieces, after.pieces, before.ends, after.ends) for piece in come]
    assert any('id="left-1" ' in piece and "no-2" in piece for piece in sent)
    assert not any('"#chip-' in piece for piece in sent)


def test_every_card_that_is_gone_has_its_rule():
    rules = (GAME.folder / "page.css").read_text()
    assert all(f".no-{card} .chips > :nth-child({card})" in rules for card in range(1, CARDS + 1))
