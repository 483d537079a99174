"""Goofspiel: two to four seats bid their cards, face down and all at once, for one prize after another."""

from pathlib import Path

from taku.engine import Game, Preset
from taku.games.goofspiel import bot, rules, secrets
from taku.games.goofspiel.state import CARDS, EVENT, KIND, SEATS, State


def whole(s: State) -> bool:
    """Every seat has each card once: in hand or played."""
    played = [[s.played[seat, i] for i in range(s.round)] for seat in range(s.seats)]
    hands = [[c for c in range(1, CARDS + 1) if s.hand[seat] >> (c - 1) & 1] for seat in range(s.seats)]
    return all(sorted(a + b) == list(range(1, s.opt.cards + 1)) for a, b in zip(played, hands, strict=True))


def explained(s: State) -> bool:
    """The bids of every round explain who took its prize, and the prizes explain the points."""
    won = [sum(s.prize[i] for i in range(s.round) if s.winner[i] == seat + 1) for seat in range(s.seats)]
    fits = all(rules.taker(s, i) == s.winner[i] for i in range(s.round))
    return fits and won == [s.points[seat] for seat in range(s.seats)]


game = Game(
    id="goofspiel",
    version=1,
    state=State,
    seats=(2, 3, 4),
    kinds=KIND,
    events=EVENT,
    decisions=SEATS * (CARDS - 1),
    rules=(rules, secrets, bot),
    folder=Path(__file__).parent,
    presets={
        "classic": Preset({}),
        "quick": Preset({"cards": 5}),
        "poker_face": Preset({"hands": "sealed"}),
    },
    clocks={"bid": 30},
    bot="taku.games.goofspiel.bot:BOTS",
    keeps={"every card is in hand or played": whole, "winners held the highest bid": explained},
    guesses_keep=("every card is in hand or played",),
    page="taku.games.goofspiel.page:PAGE",
)
