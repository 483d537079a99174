"""Tables to try a game at: every number of seats, every value of an option, and every pair of values together."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from taku.engine.game import Game
from taku.engine.options import Option, OptionError

TRIES = 40
"""Random completions of a pair before it is taken to be one that the game's own check never allows."""

Pair = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Setting:
    """A table: how many seats, and the value of every option."""

    seats: int
    options: Mapping[str, int]

    def told(self, game: Game) -> str:
        chosen = game.options.write(self.options)
        return ", ".join([f"{self.seats} seats", *(f"{k}={str(v).lower()}" for k, v in chosen.items())])


def values_of(option: Option) -> tuple[int, ...]:
    """All choices; of a number the lowest, the default and the highest."""
    if option.choices:
        return tuple(range(option.low, option.high + 1))
    return tuple(dict.fromkeys((option.low, option.default, option.high)))


def settings(game: Game, seed: int = 0) -> list[Setting]:
    """Few tables that together have all pairs of values: first the defaults of every seat count, then presets."""
    factors = {"": game.seats} | {o.name: values_of(o) for o in game.options}
    rng = random.Random(f"{game.id}/{seed}")
    found: dict[tuple[tuple[str, int], ...], Setting] = {}
    open_ = set(_wanted(factors))

    def keep(row: Mapping[str, int]) -> None:
        values = {k: v for k, v in row.items() if k}
        found.setdefault(tuple(row.items()), Setting(row[""], values))
        open_.difference_update(_pairs(row))

    for seats in game.seats:
        row = {"": seats} | {o.name: o.default for o in game.options}
        if allowed(game, row):
            keep(row)
    for preset in game.presets.values():
        seats = preset.seats or game.seats[0]
        try:
            keep({"": seats} | game.read_options(preset.options, seats))
        except OptionError:
            continue  # the law `words` reports a preset that cannot be played
    while open_:
        pair = min(open_, key=lambda p: sorted(p))
        whole = _complete(game, pair, factors, open_, rng)
        if whole is None:
            open_.discard(pair)
        else:
            keep(whole)
    return list(found.values())


def allowed(game: Game, row: Mapping[str, int]) -> bool:
    """Whether the game itself takes this combination."""
    values = {k: v for k, v in row.items() if k}
    return game.options.check is None or not game.options.check(values, row[""])


def _pairs(row: Mapping[str, int]) -> Iterator[Pair]:
    yield from (frozenset([item]) for item in row.items())
    yield from map(frozenset, itertools.combinations(row.items(), 2))


def _wanted(factors: Mapping[str, tuple[int, ...]]) -> Iterator[Pair]:
    yield from (frozenset([(name, v)]) for name, values in factors.items() for v in values)
    for (a, of_a), (b, of_b) in itertools.combinations(factors.items(), 2):
        yield from (frozenset([(a, x), (b, y)]) for x in of_a for y in of_b)


def _complete(
    game: Game, pair: Pair, factors: Mapping[str, tuple[int, ...]], open_: set[Pair], rng: random.Random
) -> dict[str, int] | None:
    """A whole row around a pair that covers as many open pairs as a greedy choice finds; None if none is allowed."""
    for attempt in range(TRIES):
        row = dict(pair)
        rest = [name for name in factors if name not in row]
        rng.shuffle(rest)
        for name in rest:
            news = {v: sum(frozenset([(name, v), i]) in open_ for i in row.items()) for v in factors[name]}
            greed = int(attempt < TRIES // 2)  # where greed finds only what is not allowed, luck may find more
            row[name] = max(news, key=lambda v: (greed * news[v], rng.random()))
        ordered = {name: row[name] for name in factors}
        if allowed(game, ordered):
            return ordered
    return None
