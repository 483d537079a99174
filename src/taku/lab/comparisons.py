"""Many comparisons at once: which of them count as found, and how wide their intervals must be then.

Twenty comparisons of what does not differ give one "finding" at 5 %. Two corrections, for two kinds of question:

- ``holm`` for what a study was made to decide (each variant against the first): the chance of *any* false finding is at
  most 5 %. It holds whatever the comparisons have to do with each other; all variants share the first one.
- ``discoveries`` for what is looked through (every card, seat and measure): of what it names, at most 5 % is false on
  average. It is e-BH (Wang and Ramdas 2022), which needs no independence either. Benjamini–Yekutieli, which does the
  same with p-values, asks for evidence 3 to 5 times stronger at ten to a hundred comparisons. That is the price
  of not having e-values, and we have them. ``alpha_of`` gives the level of the intervals of what was named (e-BY, Xu
  and others 2022): at most 5 % of the shown intervals miss, though they were picked for being remarkable.

Both hold at whatever moment a study stops, since evidence here may be looked at at any time (``statistics``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taku.lab.statistics import ALPHA


def holm(p_values: Mapping[str, float], alpha: float = ALPHA) -> list[str]:
    """The comparisons that are found, most certain first (Holm 1979)."""
    found: list[str] = []
    ordered = sorted(p_values, key=lambda name: p_values[name])
    for place, name in enumerate(ordered):
        if p_values[name] > alpha / (len(ordered) - place):
            break
        found.append(name)
    return found


def discoveries(e_values: Mapping[str, float], alpha: float = ALPHA) -> list[str]:
    """What is found among everything that was looked at, strongest evidence first (e-BH)."""
    ordered = sorted(e_values, key=lambda name: -e_values[name])
    most = 0
    for place, name in enumerate(ordered, 1):
        if e_values[name] * place * alpha >= len(ordered):
            most = place
    return ordered[:most]


def alpha_of(named: int, looked_at: int, alpha: float = ALPHA) -> float:
    """The level of the intervals of what ``discoveries`` named."""
    return alpha * max(1, named) / max(1, looked_at)


def confirmed(p_values: Sequence[float], alpha: float = ALPHA) -> list[bool]:
    """Which findings of a search are confirmed by blocks that the search has not seen (Holm over those carried on).

    Only the fresh blocks count: what made a finding be carried on made it look larger than it is.
    """
    names = {str(i): p for i, p in enumerate(p_values)}
    kept = set(holm(names, alpha))
    return [name in kept for name in names]
