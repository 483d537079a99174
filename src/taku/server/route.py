"""Which server process a connection belongs to, judged by the first bytes of its first request.

A table has one owner among the processes, so that it is in memory and drawn once: whatever begins with ``/t/ID`` goes
there. Everything else goes by the client's address, so that the budgets of an address are counted in one place. Both
rules only save work: any process answers any request, since behind a proxy many visitors share a connection and only
its first request is looked at.
"""

from __future__ import annotations

import ipaddress
import os
import re
from zlib import crc32

from taku.server.budget import source

TABLE = re.compile(rb"[A-Z]{1,10} /[tu]/([A-Za-z0-9_-]{1,64})[/? ]")
FORWARDED = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.IGNORECASE)
END = b"\r\n\r\n"


def owner(id: str, count: int) -> int:
    """The process that a table belongs to; the same in all processes and after every restart."""
    return crc32(id.encode()) % count


def trusted_proxies() -> tuple[str, ...]:
    """Whose forwarded addresses are believed: as uvicorn, which puts them into the requests."""
    return tuple(one.strip() for one in os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1").split(",") if one.strip())


def trusts(proxies: tuple[str, ...], host: str) -> bool:
    if "*" in proxies or host in proxies:
        return True
    try:
        address = ipaddress.ip_address(host)
        return any("/" in one and address in ipaddress.ip_network(one) for one in proxies)
    except ValueError:
        return False


def complete(head: bytes, *, forwarded: bool) -> bool:
    """Whether enough has come to decide: the first line, and where a proxy speaks also its headers."""
    return (END if forwarded else b"\r\n") in head or b"\n\n" in head


def process_for(head: bytes, host: str, count: int, *, forwarded: bool) -> int:
    """The process for a connection whose first bytes and address these are."""
    table = TABLE.match(head)
    if table is not None:
        return owner(table[1].decode("ascii"), count)
    if forwarded:
        named = FORWARDED.search(head.partition(END)[0])
        if named is not None:
            host = named[1].decode("latin-1").rpartition(",")[2].strip()
    return owner(source(host), count)
