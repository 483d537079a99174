"""Destroy Them All!!! (デストロイゼムオール！！！): two squads, ten cells, sealed cards, only ones count."""

from pathlib import Path

from taku.engine import Game, Preset
from taku.games.destroy import bot, rules, secrets
from taku.games.destroy.content import NAMES
from taku.games.destroy.state import CELLS, EVENT, KIND, OPTIONS, OUT, State

MAX_ROUNDS, MAX_PHASES = (OPTIONS.by_name[name].high for name in ("round_limit", "phases"))
SETUP = 2 * (4 + 2 * 12 + 1)  # decisions: four picks, twelve undone and made again, ready
PHASE = 2 + 2 * (4 + 3 + 3)  # two cards; for each at most four acts, three of them cancelled, and three targets


def _one_place_each(s: State) -> bool:
    """D-3.4: cells and characters agree, and nobody stands on another's cell."""
    stands = {s.cell[c]: c for c in range(8) if s.cell[c] < CELLS}
    alone = len(stands) == sum(s.cell[c] < CELLS for c in range(8))
    return alone and all(s.at[q] == 1 + stands.get(q, -1) for q in range(CELLS))


def _downed_lie(s: State) -> bool:
    """D-10.1, D-10.7: who has that much damage is downed; who is out has none."""
    high = all(s.down[c] or s.damage[c] < s.opt.down_at for c in range(8))
    return high and all(s.cell[c] != OUT or not (s.down[c] or s.damage[c] or s.marks[c]) for c in range(8))


def _one_sub_each(s: State) -> bool:
    """D-4.3: once the teams stand, each seat has exactly one character on its sub place, and it is not downed."""
    if not s.round:
        return True
    subs = [[c for c in range(4 * seat, 4 * seat + 4) if s.cell[c] == CELLS] for seat in range(2)]
    return all(subs[seat] == [s.sub[seat]] and not s.down[s.sub[seat]] for seat in range(2))


game = Game(
    id="destroy",
    version=2,
    state=State,
    seats=(2,),
    kinds=KIND,
    events=EVENT,
    decisions=SETUP + MAX_ROUNDS * MAX_PHASES * PHASE,
    rules=(rules, secrets, bot),
    folder=Path(__file__).parent,
    presets={
        "standard": Preset({}),
        "first_game": Preset({"team_mode": "starter"}),
        "quick": Preset({"team_mode": "random", "round_limit": 8}),
        "mirror": Preset({"team_mode": "mirror"}),
    },
    clocks={"setup": 180, "card": 60, "act": 45, "target": 45},
    keeps={"one_place_each": _one_place_each, "downed_lie": _downed_lie, "one_sub_each": _one_sub_each},
    names=NAMES,
    page="taku.games.destroy.page:PAGE",
    guide="taku.games.destroy.guide:GUIDE",
    bot="taku.games.destroy.bot:BOTS",
    balance="taku.games.destroy.balance:BALANCE",
    guesses_keep=("one_place_each", "downed_lie", "one_sub_each"),
)
