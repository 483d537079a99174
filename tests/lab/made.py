"""Results for tests: matches of drawn players, counted here and now, in the form of a study's results."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from taku.lab.counting import DONE, count
from taku.lab.measures_generic import columns_of


@dataclass
class Variant:
    name: str
    seats: int
    options: dict
    players: tuple[str, ...]


@dataclass
class Study:
    variants: list[Variant]
    primary: str = "seat.1"
    name: str = "a study"
    until: str = "decided"
    matches: int = 0
    minutes: float = 0.0
    matters: float = 0.0
    alpha: float = 0.05
    seed: int = 1


@dataclass
class Made:
    study: Study
    held: list[dict] = field(default_factory=list)

    def names(self, variant=0):
        return list(self.held[variant])

    def matches(self, variant):
        return len(self.held[variant]["decisions"][0]) if self.held else 0

    def column(self, measure, variant):
        empty = np.zeros(0)
        return self.held[variant].get(measure, (empty, empty))

    def paired(self, measure, a, b):
        two = self.column(measure, a), self.column(measure, b)
        n = min(len(x) for x, _ in two)
        return tuple(array[:n] for column in two for array in column)


def made(game, study, n, plant=None):
    """The study's matches; ``plant(variant, columns)`` may change what came out."""
    results = Made(study)
    for v, variant in enumerate(study.variants):
        how = {"seats": variant.seats, "options": variant.options, "players": variant.players}
        counted = count(game, n, **how, number=study.seed)
        columns = columns_of(game, counted, variant.seats)
        one = np.ones(n)
        for seat in range(variant.seats):
            columns[f"seat.{seat + 1}"] = counted.ended[:, seat] / 1000, one
        columns["decisions"] = counted.found[:, DONE], one
        for name in dict.fromkeys(variant.players):
            places = [q for q, p in enumerate(variant.players) if p == name]
            columns[f"player.{name}"] = counted.ended[:, places].mean(axis=1) / 1000, one
        if plant:
            plant(v, columns)
        results.held.append(columns)
    return results
