"""Budgets: how much one connection or one address may ask for in a while."""

from __future__ import annotations

import time
from collections import OrderedDict


class Budget:
    """So many in so many seconds, refilled steadily."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.rate = most / seconds
        self._left = float(most)
        self._at = time.monotonic()

    def spend(self, cost: float = 1) -> bool:
        """Whether there was enough left."""
        at = time.monotonic()
        self._left = min(self.most, self._left + (at - self._at) * self.rate)
        self._at = at
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Budgets:
    """A budget for each address; those not heard of longest are forgotten, so that memory is bounded."""

    def __init__(self, most: int, seconds: float, keep: int = 10_000) -> None:
        self._most, self._seconds, self._keep = most, seconds, keep
        self._by: OrderedDict[str, Budget] = OrderedDict()

    def spend(self, who: str, cost: float = 1) -> bool:
        found = self._by.get(who)
        if found is None:
            found = self._by[who] = Budget(self._most, self._seconds)
            while len(self._by) > self._keep:
                self._by.popitem(last=False)
        self._by.move_to_end(who)
        return found.spend(cost)
