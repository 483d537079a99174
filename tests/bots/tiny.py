"""Two tiny games for the tests of bots: sealed choices of several clicks in teams, and a race with dice.

*Hands*: every seat secretly picks rock, paper or scissors, may take it back, and declares ready. Seats 0 and 2 play
against 1 and 3. Rock counts double.
*Race*: in turn, advance by two or by the throw of a die; the first to pass the goal wins.
*March*: a turn is many clicks. Each of three men may go one to three steps, then the turn ends; who ends a turn on a
step where the other's watchman looks loses that man, and the watch is hidden. Most steps after four turns win.
"""

from pathlib import Path
from types import ModuleType

from taku.bots import planning
from taku.bots.contract import Bots
from taku.engine import (
    OWNER,
    Actions,
    Events,
    Game,
    GameState,
    Kinds,
    Options,
    act,
    event,
    i8,
    number,
    roll,
    rule,
)

HAND = Actions(pick=act("X-1", "hand:1..3"), ready=act("X-1"), back=act("X-1", back=True))  # rock, paper, scissors
ROCK, PAPER, SCISSORS = (HAND.pick(hand) for hand in (1, 2, 3))


class Hands(GameState, events=1):
    team = i8(4)
    ready = i8()
    over = i8()
    backs = i8(4, seen=OWNER)
    pick = i8(4, seen=OWNER)


@rule
def hands_setup(s):
    for seat in range(4):
        s.team[seat] = seat % 2


@rule
def hands_actors(s):
    return 0 if s.over else ((1 << s.seats) - 1) & ~s.ready


@rule
def hands_kind(s, seat):
    return 0


@rule
def hands_legal(s, seat, out):
    if s.pick[seat] == 0:
        for i in range(3):
            out[i] = HAND.pick(1 + i)
        return 3
    out[0] = HAND.ready
    out[1] = HAND.back
    return 2 if s.backs[seat] < 3 else 1


@rule
def hands_default(s, seat):
    return HAND.ready if s.pick[seat] else HAND.pick(1)


@rule
def hands_apply(s, seat, action):
    if action in HAND.pick:
        s.pick[seat] = HAND.pick.hand(action)
    elif action == HAND.back:
        s.pick[seat] = 0
        s.backs[seat] += 1
    else:
        s.ready |= 1 << seat
        if s.ready == (1 << s.seats) - 1:
            s.over = 1


@rule
def points(s, team):
    """Duels won by a team against its neighbours in order; rock counts double."""
    won = 0
    for seat in range(s.seats):
        if seat % 2 == team:
            for other in range(s.seats):
                if other % 2 != team and (s.pick[seat] - s.pick[other]) % 3 == 1:
                    won += 2 if s.pick[seat] == 1 else 1
    return won


@rule
def hands_scores(s, out):
    even = points(s, 0)
    odd = points(s, 1)
    for seat in range(s.seats):
        mine = odd if seat % 2 else even
        theirs = even if seat % 2 else odd
        out[seat] = 1 if mine >= theirs else 1 + s.seats // 2


@rule
def hands_guess(s, seat):
    if not s.over:
        for other in range(s.seats):
            if other != seat and (s.ready >> other) & 1:
                s.pick[other] = 1 + roll(s, 3)


LOT = Actions(draw=act("X-1", "lot:1..3"))


class Lots(GameState, events=1):
    """Both draw a lot in secret; who does so last draws two more."""

    lot = i8(2, 1, seen=OWNER)
    drawn = i8(2)
    last = i8()
    more = i8(2)


@rule
def lots_setup(s):
    pass


@rule
def lots_actors(s):
    if s.last == 0:
        return 3 & ~(s.drawn[0] | (s.drawn[1] << 1))
    return 0 if s.more[1] else 1 << (s.last - 1)


@rule
def lots_kind(s, seat):
    return 0


@rule
def lots_legal(s, seat, out):
    for i in range(3):
        out[i] = LOT.draw(1 + i)
    return 3


@rule
def lots_default(s, seat):
    return LOT.draw(1)


@rule
def lots_apply(s, seat, action):
    if s.last:
        s.more[1 if s.more[0] else 0] = LOT.draw.lot(action)
        return
    s.lot[seat, s.drawn[seat]] = LOT.draw.lot(action)
    s.drawn[seat] += 1
    if s.drawn[1 - seat]:
        s.last = 1 + seat


@rule
def lots_scores(s, out):
    out[0] = 1
    out[1] = 1


@rule
def lots_guess(s, seat):
    for other in range(2):
        if other != seat and s.drawn[other]:
            s.lot[other, 0] = 1 + roll(s, 3)


RUN = Actions(two=act("X-1"), throw=act("X-1"))


class Race(GameState, options=Options(number("goal", 20, 1, 60)), events=1):
    turn = i8()
    place = i8(2)


@rule
def race_setup(s):
    pass


@rule
def race_actors(s):
    return 0 if max(s.place[0], s.place[1]) >= s.opt.goal else 1 << s.turn


@rule
def race_kind(s, seat):
    return 0


@rule
def race_legal(s, seat, out):
    out[0] = RUN.two
    out[1] = RUN.throw
    return 2


@rule
def race_default(s, seat):
    return RUN.two


@rule
def race_apply(s, seat, action):
    s.place[seat] += 2 if action == RUN.two else 1 + roll(s, 6)
    s.turn = 1 - seat


@rule
def race_scores(s, out):
    out[0] = 1 if s.place[0] >= s.opt.goal else 2
    out[1] = 1 if s.place[1] >= s.opt.goal else 2


@rule
def race_value(s, seat):
    return min(1000, max(0, 500 + 25 * (s.place[seat] - s.place[1 - seat])))


@rule
def race_prefer(s, seat, action):
    return 3 if action == RUN.throw else 1


@rule
def race_guess(s, seat):
    pass


MARCH = Actions(end=act("X-1"), go=act("X-1", "man:3", "n:1..3"))
MEN, ROUNDS = 3, 4


class March(GameState, options=Options(number("clicks", 6, 1, 9)), events=1):
    turn = i8()
    round = i8()
    moved = i8()
    watch = i8(2, seen=OWNER)  # 1 + the remainder of the steps by 3 that the seat looks at
    place = i8(2, 3)  # −1: lost


@rule
def march_setup(s):
    for seat in range(2):
        s.watch[seat] = 1 + roll(s, 3)


@rule
def march_actors(s):
    return 0 if s.round >= ROUNDS else 1 << s.turn


@rule
def march_kind(s, seat):
    return 0


@rule
def march_legal(s, seat, out):
    out[0] = MARCH.end
    n = 1
    for man in range(MEN):
        if s.place[seat, man] >= 0 and not (s.moved >> man) & 1:
            for steps in range(1, 4):
                out[n] = MARCH.go(man, steps)
                n += 1
    return n


@rule
def march_default(s, seat):
    return MARCH.end


@rule
def march_apply(s, seat, action):
    if action in MARCH.go:
        man = MARCH.go.man(action)
        s.moved |= 1 << man
        s.place[seat, man] += MARCH.go.n(action)
        return
    for man in range(MEN):
        if s.place[seat, man] > 0 and 1 + s.place[seat, man] % 3 == s.watch[1 - seat]:
            s.place[seat, man] = -1
    s.moved = 0
    s.round += seat
    s.turn = 1 - seat


@rule
def march_steps(s, seat):
    sum_ = 0
    for man in range(MEN):
        sum_ += max(0, s.place[seat, man])
    return sum_


@rule
def march_scores(s, out):
    for seat in range(2):
        out[seat] = 1 if march_steps(s, seat) >= march_steps(s, 1 - seat) else 2


@rule
def march_value(s, seat):
    return min(1000, max(0, 500 + 20 * (march_steps(s, seat) - march_steps(s, 1 - seat))))


@rule
def march_guess(s, seat):
    s.watch[1 - seat] = 1 + roll(s, 3)


@rule
def march_plan_units(s, seat):
    found = 0
    for man in range(MEN):
        if s.place[seat, man] >= 0 and not (s.moved >> man) & 1:
            found |= 1 << man
    return found


@rule
def march_plan_orders(s, seat, unit, out):
    for n in range(4):
        out[n] = n
    return 4


@rule
def march_plan_scripts(s, seat):
    return 3


@rule
def march_plan_choose(s, seat, unit, script):
    return script  # stay, or one step


@rule
def march_plan_step(s, seat, unit, order):
    if unit < 0:
        return MARCH.end
    if order < 1 or (s.moved >> unit) & 1 or s.place[seat, unit] < 0:
        return -1
    return MARCH.go(unit, order)


def _rules(prefix: str) -> ModuleType:
    """The rules of one of the games under the contract's names."""
    module = ModuleType(f"tests.bots.{prefix}")
    found = {k.removeprefix(f"{prefix}_"): v for k, v in globals().items() if k.startswith(f"{prefix}_")}
    module.__dict__.update(found)
    return module


CLICKS = Bots(kernels=planning.KERNELS)


def _game(
    name: str,
    state: type[GameState],
    seats: tuple[int, ...],
    actions: Actions,
    decisions: int,
    without: str = "-",
) -> Game:
    rules = _rules(name)
    for rule_ in [r for r in vars(rules) if r.startswith(without)]:
        delattr(rules, rule_)
    return Game(
        id=f"test_{name}" if without == "-" else f"test_{name}_clicks",
        version=1,
        state=state,
        seats=seats,
        kinds=Kinds(choose=actions),
        events=Events(nothing=event("X-1")),
        decisions=decisions,
        rules=(rules,),
        folder=Path(__file__).parent,
        bot="" if without == "-" else "tests.bots.tiny:CLICKS",
    )


hands = _game("hands", Hands, (2, 4), HAND, 60)
lots = _game("lots", Lots, (2,), LOT, 10)
race = _game("race", Race, (2,), RUN, 120)
march = _game("march", March, (2,), MARCH, 60)
stroll = _game("march", March, (2,), MARCH, 60, without="plan_")
"""The same without rules to plan by: a plan is a row of clicks."""
