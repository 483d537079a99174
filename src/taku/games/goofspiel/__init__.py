"""Goofspiel: two to four seats bid their cards, face down and all at once, for one prize after another."""

from pathlib import Path

from taku.engine import Game, Preset
from taku.games.goofspiel import rules, secrets
from taku.games.goofspiel.state import CARDS, EVENT, KIND, SEATS, State

game = Game(
    id="goofspiel",
    version=1,
    state=State,
    seats=(2, 3, 4),
    kinds=KIND,
    events=EVENT,
    actions=CARDS,
    decisions=SEATS * (CARDS - 1),
    rules=(rules, secrets),
    folder=Path(__file__).parent,
    presets={
        "classic": Preset({}),
        "quick": Preset({"cards": 5}),
        "poker_face": Preset({"hands": "sealed"}),
    },
    clocks={"bid": 30},
)
