"""Banners over the Plain (中原の旗): armies that turn, march and wait under fog, and a general on each side."""

from pathlib import Path

from taku.engine import Game, Preset
from taku.games.warring import bot, rules, secrets
from taku.games.warring.content import CONTENT, KIND_OF, NAMES, STEP
from taku.games.warring.state import (
    ARMIES,
    DEPLOYMENT_CLICKS,
    EVENT,
    KIND,
    OPTIONS,
    SIDES,
    STAGE,
    TROOPS,
    TURN_CLICKS,
    State,
)

MOST_ROUNDS = OPTIONS.by_name["round_limit"].high


def _standing(s: State, side: int) -> list[int]:
    return [t for t in range(TROOPS) if s.cell[side, t]]


def _one_troop_a_cell(s: State) -> bool:
    """W-6.4: cells and troops agree, and every troop stands on the map."""
    stands = {s.cell[side, t]: 1 + TROOPS * side + t for side in range(SIDES) for t in _standing(s, side)}
    occupied = len(s.at) - bytes(s.at).count(0)  # type: ignore[call-overload]
    return occupied == len(stands) and all(s.at[cell] == who and s.terrain[cell] for cell, who in stands.items())


def _one_general(s: State) -> bool:
    """W-4.4, W-15.1: each side has one general, who stands as long as the battle lasts."""
    if s.stage != STAGE.orders:
        return True
    return all(
        [s.kind[side, t] for t in range(TROOPS)].count(KIND_OF.general) == 1
        and any(s.kind[side, t] == KIND_OF.general for t in _standing(s, side))
        for side in range(SIDES)
    )


def _armies_are_connected(s: State) -> bool:
    """W-3.1: every army has at least two troops, and each can be reached from each."""
    if s.stage == STAGE.over:
        return True
    for side in range(SIDES):
        armies: dict[int, set[int]] = {}
        for t in _standing(s, side):
            armies.setdefault(s.army[side, t], set()).add(s.cell[side, t])
        armies.pop(0, None)  # lone troops
        if {k for k in range(1, ARMIES + 1) if s.facing[side, k]} != set(armies):
            return False
        if any(len(cells) < 2 or not _connected(cells) for cells in armies.values()):
            return False
    return True


def _connected(cells: set[int]) -> bool:
    open_ = [cells.pop()]
    while open_ and cells:
        cell = open_.pop()
        near = {cell + STEP[d] for d in range(4)} & cells
        cells -= near
        open_ += near
    return not cells


def _strength_and_cells_agree(s: State) -> bool:
    """W-2.2: who has strength stands, who has none has fallen."""
    if s.stage == STAGE.deploy:
        return True
    return all(
        (s.strength[side, t] > 0) == (s.cell[side, t] > 0)
        and bool(s.fallen[side] >> t & 1) == (s.strength[side, t] == 0)
        for side in range(SIDES)
        for t in range(s.count[side])
    )


game = Game(
    id="warring",
    version=4,
    state=State,
    seats=(2,),
    kinds=KIND,
    events=EVENT,
    decisions=SIDES * (DEPLOYMENT_CLICKS + TURN_CLICKS * MOST_ROUNDS),
    rules=(rules, secrets, bot),
    folder=Path(__file__).parent,
    presets={b.id: Preset(b.options, bot=b.bot) for b in CONTENT.battles},
    clocks={"deploy": 300, "orders": 60, "split": 30},
    keeps={
        "one_troop_a_cell": _one_troop_a_cell,
        "one_general": _one_general,
        "armies_are_connected": _armies_are_connected,
        "strength_and_cells_agree": _strength_and_cells_agree,
    },
    guesses_keep=("one_troop_a_cell", "one_general", "strength_and_cells_agree"),
    names=NAMES,
    page="taku.games.warring.page:PAGE",
    guide="taku.games.warring.guide:GUIDE",
    bot="taku.games.warring.bot:BOTS",
    balance="taku.games.warring.balance:BALANCE",
    campaign="taku.games.warring.campaign:CAMPAIGN",
)
