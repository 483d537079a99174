"""Open files: how many this program may have, and how many connections that leaves room for."""

from __future__ import annotations

import contextlib
import sys

from taku.server import limits


def raise_descriptors() -> None:
    """As many open files as the system lets this program have."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = limits.DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, limits.DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):  # a system that allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def room_for() -> int:
    """How many connections there is room for, leaving descriptors for the database, workers and files."""
    if sys.platform == "win32":
        return limits.CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return limits.CONNECTIONS
    return max(16, min(limits.CONNECTIONS, soft - min(limits.RESERVED, soft // 2)))
