"""One-idea players of the other games against the levels, as bench/stubborn.py has them for Banners over the Plain.

    python bench/ideas.py                                       # every idea of the four games against casual
    python bench/ideas.py oneiron --levels casual,master -n 200
    python bench/ideas.py synegier --ideas hoard,nearest --seconds 60

A table gives the *level's* score with its 95 % interval; 50 % is equal strength. Each deal is played from every side.
No level from casual on may lose to a single idea.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from taku.bots import Budget, find_bot
from taku.bots.arena import Standing, arena, prepare
from taku.compile.speed import rules_of
from taku.engine import find_game
from taku.engine.actions import Action
from taku.engine.game import Game
from taku.games.oneiron.content import ELEMENT, JOKER, NUMBER
from taku.games.synegier.bot.prefer import closer

Wish = Callable[[Any, int, Action], float]
"""How much an idea wants an action, from what its seat sees."""

SEED = 1473


@dataclass(frozen=True)
class Idea:
    """One thing that somebody always does."""

    about: str
    wish: Wish


class OneIdea:
    """Does what its idea wants most, and anything where it has no wish."""

    def __init__(self, game: Game, idea: Idea) -> None:
        self.rules = rules_of(game)
        self.idea = idea

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)] or list(legal)
        actions = self.rules.asked(seen, seat)
        wishes = [self.idea.wish(seen, seat, actions.read(a)) for a in kept]
        best = max(wishes)
        return Random(budget.seed).choice([a for a, w in zip(kept, wishes, strict=True) if w == best])


def first(seen: Any, seat: int, action: Action) -> float:
    """The first of its legal actions, always."""
    return float(-action.number)


def likes(**names: float) -> Wish:
    """Some actions more than others, whatever they are about."""
    return lambda seen, seat, action: names.get(action.name, 0.0)


# ---------------------------------------------------------------- Destroy Them All!!!


def card_of(sign: int, then: Mapping[str, float]) -> Wish:
    """The highest or lowest card, and then these actions in their order."""

    def wish(seen: Any, seat: int, action: Action) -> float:
        return float(sign * action[1]) if action.name == "play" else then.get(action.name, -99.0)

    return wish


ATTACK = {"attack": 3.0, "move": 2.0, "skill": 1.0, "choose": 1.0}
SKILL = {"skill": 3.0, "attack": 2.0, "move": 1.0, "choose": 1.0}
DESTROY = {
    "any": Idea("anything", likes()),
    "first": Idea("always the first choice", first),
    "never": Idea("never plays a card", likes(pass_=1.0, decline=1.0)),
    "attack": Idea("the highest card; attacks, or moves", card_of(1, ATTACK)),
    "late": Idea("the lowest card; attacks, or moves", card_of(-1, ATTACK)),
    "skill": Idea("the highest card; skills, whatever they do", card_of(1, SKILL)),
}

# ---------------------------------------------------------------- Dream Duels


def dreamer(duel: Callable[[Any, int, int], float], walk: Mapping[str, float]) -> Wish:
    """Presents cards by one rule, lands and moves with low ones, keeps to the proposal, uses what it finds."""

    def wish(seen: Any, seat: int, action: Action) -> float:
        match action:
            case (("present" | "lend" | "loot"), card):
                return duel(seen, seat, card)
            case "move", card:
                goes = ELEMENT[card] == seen.moving
                return 100 * walk["advance" if goes else "turn"] - NUMBER[card] - 20 * (card == JOKER)
            case (("land_left" | "land_right"), card):
                return float(-NUMBER[card] - 20 * (card == JOKER))
            case ("confirm" | "salvage",):
                return 1.0
        return walk.get(action.name, 0.0)

    return wish


def most_held(seen: Any, seat: int, card: int) -> float:
    """The element of which the hand holds most, its highest card first."""
    hand = seen.hand[seat].of
    held = sum(hand[c] for c in range(1, JOKER) if ELEMENT[c] == ELEMENT[card])
    return float(100 * held + NUMBER[card])


GO, STAY = {"advance": 1.0, "turn": 0.0}, {"advance": 0.0, "turn": 1.0}
DREAM = {
    "any": Idea("anything", likes()),
    "first": Idea("always the first choice", first),
    "high": Idea("the highest card in a duel; always advances", dreamer(lambda s, q, c: float(NUMBER[c]), GO)),
    "low": Idea("the lowest card in a duel; always advances", dreamer(lambda s, q, c: -float(NUMBER[c]), GO)),
    "element": Idea("the element it holds most of; always advances", dreamer(most_held, GO)),
    "stay": Idea("the highest card in a duel; never advances", dreamer(lambda s, q, c: float(NUMBER[c]), STAY)),
}

# ---------------------------------------------------------------- Synegier


def fighter(seen: Any, seat: int, action: Action) -> float:
    """Plays every card, walks to the nearest enemy, fights whom it can."""
    match action:
        case "move", cell:
            return float(closer(seen, cell))
    return {"play": 2.0, "drink": 1.0, "battle": 1.0, "aim": 1.0, "end": -1.0, "stay": -1.0, "decline": -1.0}.get(
        action.name, 0.0
    )


def coward(seen: Any, seat: int, action: Action) -> float:
    """Plays every card, walks away, declines."""
    match action:
        case "move", cell:
            return -float(closer(seen, cell))
    return {"play": 2.0, "drink": 1.0, "decline": 1.0, "end": -1.0, "stay": -99.0}.get(action.name, 0.0)


SYNEGIER = {
    "any": Idea("anything", likes()),
    "first": Idea("always the first choice", first),
    "hoard": Idea("never plays a card", likes(end=1.0)),
    "nearest": Idea("every card; to the nearest enemy, and fights it", fighter),
    "coward": Idea("every card; away from the enemy, and declines", coward),
    "buyer": Idea(
        "buys all it can, then every card", likes(buy_card=3.0, play=2.0, battle=1.0, end=-1.0, decline=-1.0)
    ),
}

# ---------------------------------------------------------------- The Liberal Arts Education


def first_course(seen: Any, seat: int, action: Action) -> float:
    """Every card, and always into the first course that takes it."""
    match action:
        case "put", _, cell:
            return -float(cell)
    return {"play": 1.0, "end": -1.0}.get(action.name, 0.0)


CAMPUS = {
    "any": Idea("anything", likes()),
    "first": Idea("always the first choice", first),
    "never": Idea("never plays a card", likes(end=1.0, done=1.0, begin=1.0)),
    "all": Idea("every card, anywhere", likes(play=1.0, put=1.0, end=-1.0)),
    "train": Idea("every card into the English training", likes(train=2.0, begin=1.0, end=1.0, feed=-1.0)),
    "one": Idea("every card into the first course that takes it", first_course),
}


@dataclass(frozen=True)
class Table:
    """Where the ideas of a game are tried."""

    ideas: Mapping[str, Idea]
    seats: int
    options: Mapping[str, str]
    matches: int


TABLES = {
    "destroy": Table(DESTROY, 2, {}, 100),
    "oneiron": Table(DREAM, 4, {}, 200),
    "synegier": Table(SYNEGIER, 2, {}, 30),
    "campus": Table(CAMPUS, 2, {"length": "taster"}, 30),
}


def meet(name: str, level: str, idea: str, matches: int, seconds: float, seed: int) -> Standing | None:
    """A level against an idea, until the matches or the seconds are over."""
    game, table = find_game(name), TABLES[name]
    begun = time.perf_counter()
    last: list[Standing] = []

    def told(standing: Standing) -> None:
        last[:] = [standing]
        if time.perf_counter() - begun > seconds:
            raise TimeoutError

    try:
        return arena(
            game,
            [find_bot(game, level), OneIdea(game, table.ideas[idea])],
            seats=table.seats,
            options=game.read_options(dict(table.options), table.seats),
            games=matches,
            seed=seed,
            workers=1,
            progress=told,
        )
    except TimeoutError:
        return last[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--levels", default="casual")
    parser.add_argument("--ideas", default="")
    parser.add_argument("-n", type=int, default=0, help="matches a row")
    parser.add_argument("--seconds", type=float, default=1e9, help="for one row")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    for name in args.games or TABLES:
        table = TABLES[name]
        prepare(find_game(name))
        print(f"\n{name}, {table.seats} seats\n\n| level | against | score | 95 % | matches |\n|---|---|---:|---|---:|")
        for level in args.levels.split(","):
            for idea in args.ideas.split(",") if args.ideas else table.ideas:
                found = meet(name, level, idea, args.n or table.matches, args.seconds, args.seed)
                assert found is not None
                s = found.score
                print(
                    f"| {level} | {idea}: {table.ideas[idea].about} | {100 * s.mean:.1f} % "
                    f"| {100 * s.low:.0f}–{100 * s.high:.0f} | {found.games} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
