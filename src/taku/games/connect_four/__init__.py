"""Connect four: two seats, a grid of seven columns and six rows, four in a row."""

from pathlib import Path

from taku.engine import Game
from taku.games.connect_four import rules
from taku.games.connect_four.state import COLUMNS, EVENT, KIND, ROWS, State

game = Game(
    id="connect_four",
    version=1,
    state=State,
    seats=(2,),
    kinds=KIND,
    events=EVENT,
    decisions=COLUMNS * ROWS,
    rules=(rules,),
    folder=Path(__file__).parent,
    clocks={"drop": 30},
    keeps={
        "no disc floats": lambda s: all(
            sum(s.discs[0, r] >> c & 1 for r in range(ROWS)) + sum(s.discs[1, r] >> c & 1 for r in range(ROWS))
            == s.height[c]
            == sum((s.discs[0, r] | s.discs[1, r]) >> c & 1 for r in range(s.height[c]))
            for c in range(COLUMNS)
        ),
        "discs are as many as drops": lambda s: sum(s.height) == s.drops,
    },
    page="taku.games.connect_four.page:PAGE",
    bot="taku.games.connect_four.bot:BOTS",
)
