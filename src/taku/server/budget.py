"""Budgets: how much one connection or one address may ask for in a while."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache


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
        return not self.wait(cost)

    def wait(self, cost: float = 1) -> float:
        """Spend it, or the seconds until there will be enough."""
        at = time.monotonic()
        self._left = min(self.most, self._left + (at - self._at) * self.rate)
        self._at = at
        if self._left < cost:
            return (cost - self._left) / self.rate
        self._left -= cost
        return 0.0

    def owe(self, cost: float) -> None:
        """Spend what turned out to be needed, also more than there is; no debt is larger than the budget."""
        self._left = max(-float(self.most), self._left - cost)


@lru_cache(maxsize=4096)
def source(host: str) -> str:
    """Who pays: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber is given."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return f"{ipaddress.IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


class Budgets:
    """A budget for each address; those not heard of longest are forgotten, so that memory is bounded."""

    def __init__(self, most: int, seconds: float, keep: int = 10_000) -> None:
        self._most, self._seconds, self._keep = most, seconds, keep
        self._by: OrderedDict[str, Budget] = OrderedDict()
        self.told: Callable[[str, float], None] | None = None
        """Called with whoever has spent something, for other processes that have the same budgets."""

    def spend(self, who: str, cost: float = 1) -> bool:
        """Whether there was enough left."""
        return not self.wait(who, cost)

    def wait(self, who: str, cost: float = 1) -> float:
        """Spend it, or the seconds until there will be enough."""
        seconds = self._of(who).wait(cost)
        if self.told is not None and not seconds:
            self.told(who, cost)
        return seconds

    def owe(self, who: str, cost: float) -> None:
        """Spend what turned out to be needed."""
        self._of(who).owe(cost)
        if self.told is not None:
            self.told(who, cost)

    def heard(self, who: str, cost: float) -> None:
        """It was spent at another process."""
        self._of(who).owe(cost)

    def _of(self, who: str) -> Budget:
        found = self._by.get(who)
        if found is None:
            found = self._by[who] = Budget(self._most, self._seconds)
            while len(self._by) > self._keep:
                self._by.popitem(last=False)
        self._by.move_to_end(who)
        return found
