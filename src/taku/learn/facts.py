"""Which facts of an observation a network reads: found in matches, so that a game has to declare nothing.

A number that takes few values gets a fact for each, one that takes many a fact for each bit. The commonest value needs
none, what never varies is left out, and so is what always goes together with another fact.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from taku.bots.net import LOW, MASK, SHIFT, SOURCE, WANT
from taku.learn.played import Tables

FEW = 24
"""So many values of a number get facts of their own; more are told by their bits."""

SAMPLED = 6000
"""Observations from which facts are found."""

WHOLE = -1
"""The mask of a fact that compares all of a number."""


def sampled(tables: Tables, steps: int, rng: np.random.Generator) -> npt.NDArray[Any]:
    """Observations of seats that had a choice, from random matches."""
    arrays = tables.arrays
    tables.v.reset(int(rng.integers(1 << 40)))
    each = -(-SAMPLED // steps)
    rows = []
    for _ in range(steps):
        asked = arrays.host(tables.asked())
        if len(asked):
            kept = rng.choice(asked, min(each, len(asked)), replace=False)
            rows.append(arrays.host(tables.seen[arrays.array(kept)]))
        tables.step(tables.v.sample())
    return np.concatenate(rows).astype(np.int32)


def facts_in(rows: npt.NDArray[Any], most: int) -> npt.NDArray[np.int32]:
    """The facts that vary in these observations, the most telling ones if there are more than ``most``."""
    found: list[tuple[int, int, int, int, int]] = []
    weight: list[float] = []
    known: set[bytes] = set()
    for source in range(rows.shape[1]):
        column = rows[:, source]
        values, counts = np.unique(column, return_counts=True)
        if len(values) == 1:
            continue
        if len(values) <= FEW:
            asked = [(source, 0, 0, WHOLE, int(v)) for v in np.delete(values, counts.argmax())]
        else:
            low, bits = int(values[0]), int(values[-1] - values[0]).bit_length()
            asked = [(source, low, bit, 1, 1) for bit in range(bits)]
        for fact in asked:
            holds = (((column - fact[LOW]) >> fact[SHIFT]) & fact[MASK]) == fact[WANT]
            share = holds.mean()
            same = np.packbits(holds).tobytes()
            if 0 < share < 1 and same not in known:
                known.add(same)
                found.append(fact)
                weight.append(share * (1 - share))
    keep = sorted(np.argsort(weight)[::-1][:most])
    made = np.array([found[i] for i in keep], np.int32).reshape(-1, 5)
    assert (made[:, SOURCE] < rows.shape[1]).all()
    return made
