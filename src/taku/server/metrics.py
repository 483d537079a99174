"""For those who run the server: is it alive, and what does it do."""

from __future__ import annotations

import resource
import sys

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from taku.server.config import now
from taku.server.store import StoreError
from taku.server.web import site_of


async def healthz(request: Request) -> Response:
    """200 while the database answers."""
    try:
        await site_of(request).store.counts()
    except StoreError:
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """Prometheus text."""
    site = site_of(request)
    numbers: dict[str, float] = {f"taku_{k}": v for k, v in site.hall.counts().items()}
    numbers |= {f"taku_store_{k}": v for k, v in (await site.store.counts()).items()}
    stats = site.store.stats
    numbers |= {
        "taku_uptime_seconds": (now() - site.began) / 1000,
        "taku_requests_total": site.requests,
        "taku_errors_total": site.errors,
        "taku_store_entries_total": stats.entries,
        "taku_store_commits_total": stats.commits,
        "taku_store_failed_total": stats.failed,
        "taku_store_busy_seconds_total": round(stats.busy_seconds, 3),
        "taku_memory_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        * (1 if sys.platform == "darwin" else 1024),
    }
    lines = []
    for name, value in numbers.items():
        kind = "counter" if name.endswith("_total") or name in ("taku_bots_answered", "taku_bots_crashed") else "gauge"
        lines += [f"# TYPE {name} {kind}", f"{name} {value}"]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
