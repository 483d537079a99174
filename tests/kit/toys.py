"""A game that is nothing but the kit's parts, so that its rules can be called one by one at both speeds."""

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from taku.compile.native import Build
from taku.engine import OWNER, TEAM, Actions, Events, Game, GameState, Kinds, Names, act, event, i8, i32, rule
from taku.engine.chance import key
from taku.kit.cards import Cards, Counts, draw_random, gain, give, give_all, lay_out, pop, push, shuffle, take
from taku.kit.drafts import Draft, ask_all, back, can_go_back, choosing, close_all, commit, pick, picked, ready
from taku.kit.grids import cell_at, distances, hex_neighbours, manhattan
from taku.kit.sets import list_all, lowest_of, size_of, up_to

SIDE = 8
SEATS = 4


class State(GameState, events=1):
    team = i8(SEATS)
    deck = Cards(24)
    hand = Cards(12, SEATS, seen=OWNER)
    bag = Counts(9, 2, seen=TEAM)
    draft = Draft(3, seats=SEATS)
    answer = i32()


# ---- the rules that tests call: the kit's own, bound to the fields of this state ----------------------------------

PILE = Names("push", "pop", "take", "shuffle", "random")


@rule
def pile(s, op, a, b):
    if op == PILE.push:
        push(s.deck, a)
    elif op == PILE.pop:
        s.answer = pop(s.deck)
    elif op == PILE.take:
        s.answer = take(s.deck, b)
    elif op == PILE.shuffle:
        shuffle(s, s.deck)
    elif op == PILE.random:
        s.answer = draw_random(s, s.deck)


COUNT = Names("gain", "give", "give_all", "lay_out")


@rule
def count(s, op, card, n):
    if op == COUNT.gain:
        gain(s.bag[0], card, n)
    elif op == COUNT.give:
        give(s.bag[0], s.bag[1], card)
    elif op == COUNT.give_all:
        give_all(s.bag[0], s.bag[1])
    elif op == COUNT.lay_out:
        lay_out(s.bag[0], s.deck)


CLICK = Names("ask", "pick", "back", "commit", "close")


@rule
def click(s, op, seat, value):
    """One click of a seat; what cannot be done does nothing."""
    if op == CLICK.ask:
        ask_all(s.draft, value)
    elif op == CLICK.close:
        close_all(s.draft)
    elif op == CLICK.back:
        if can_go_back(s.draft[seat], 2):
            back(s.draft[seat])
    elif op == CLICK.commit:
        commit(s.draft[seat])
    elif s.draft[seat].stage < 3 and not picked(s.draft[seat], value):
        pick(s.draft[seat], value)
    s.answer = choosing(s.draft) * 256 + ready(s.draft)


BRICKS = hex_neighbours((3, 4, 3))
BRICK_DISTANCE = distances(BRICKS)
GRID = Names("cell_at", "manhattan", "brick")


@rule
def grid(s, op, a, b, width, height):
    if op == GRID.cell_at:
        s.answer = cell_at(a, b, width, height)
    elif op == GRID.manhattan:
        s.answer = manhattan(a, b, width)
    elif op == GRID.brick:
        s.answer = BRICK_DISTANCE[a, b]


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat] = 1


@rule
def sets(s, a):
    s.answer = size_of(a) + 256 * lowest_of(a | 1 << 9) + 65536 * (a & up_to(3))


@rule
def members(s, out):
    """The seats of the answer, numbered from 10, behind a 7."""
    out[0] = 7
    s.answer = list_all(s.answer, 10, out, 1)


# ---- what a game must have besides -----------------------------------------------------------------------------------


@rule
def setup(s):
    s.answer = 0


@rule
def actors(s):
    return choosing(s.draft)


@rule
def kind(s, seat):
    return 0


@rule
def legal(s, seat, out):
    out[0] = 0
    return 1


@rule
def default(s, seat):
    return 0


@rule
def apply(s, seat, action):
    s.answer = action


@rule
def guess(s, seat):
    pass


def _module() -> ModuleType:
    made = ModuleType(__name__)
    made.__dict__.update({k: v for k, v in globals().items() if not k.startswith("__")})
    return made


game = Game(
    id="kit_toys",
    version=1,
    state=State,
    seats=(2, 3, SEATS),
    kinds=Kinds(any=Actions(answer=act("K-1", f"n:{SEATS}"))),
    events=Events(nothing=event("K-1")),
    decisions=1,
    rules=(_module(),),
    folder=Path(__file__).parent,
)

PROBES = (pile, count, click, grid, sets, members)


@cache
def build() -> Build:
    return Build(game, PROBES)


class Toy:
    """The same state twice, one at each speed; every call is made to both, and their bytes must stay equal."""

    def __init__(self, seed: int = 1, seats: int = SEATS) -> None:
        self.slow: Any = game.new(seats)
        self.fast: Any = game.new(seats)
        for s in (self.slow, self.fast):
            key(s, seed, 2, 3, 4)

    def call(self, probe: Any, *arguments: int) -> int:
        """Call a rule of this file at both speeds; its answer."""
        probe(self.slow, *arguments)
        build().functions[probe.__name__](self.fast.address, *arguments)
        assert self.slow.bytes() == self.fast.bytes(), self.slow.diff(self.fast)
        return int(self.slow.answer)

    def change(self, f: Any) -> None:
        """Set a situation up, in both states."""
        f(self.slow)
        f(self.fast)

    def out(self, probe: Any) -> list[int]:
        """Call a rule that writes a list."""
        import numpy as np

        slow, fast = np.zeros(SEATS, np.int32), np.zeros(SEATS, np.int32)
        probe(self.slow, memoryview(slow))
        build().functions[probe.__name__](self.fast.address, fast)
        assert slow.tolist() == fast.tolist()
        return list(map(int, slow[: self.slow.seats]))
