"""For those who run the server: is it alive, and what does it do. One process answers for all."""

from __future__ import annotations

import hmac
import ipaddress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from taku.server import limits
from taku.server.budget import source
from taku.server.config import now
from taku.server.web import site_of


async def healthz(request: Request) -> Response:
    """200 while all is well; else 503, and what is wrong."""
    problems = await site_of(request).health.problems()
    return PlainTextResponse("\n".join(problems or ["ok"]) + "\n", 503 if problems else 200)


FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


def by_host(request: Request, token: str) -> bool:
    """Whether who asks runs this server: they are on its machine, and not behind its proxy, or know the token."""
    given = request.headers.get("authorization", "")
    if token and hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(source(request.client.host).partition("/")[0]).is_loopback
    except ValueError:
        return False


def coarse(name: str, value: float) -> float:
    """A number that grows with every click, in larger steps: others must not see how often somebody clicked."""
    if name in ("taku_store_entries_total", "taku_store_commits_total"):
        return value // limits.COARSE * limits.COARSE
    if name in ("taku_store_bytes", "taku_store_busy_seconds_total"):
        return value // 2**20 * 2**20 if name == "taku_store_bytes" else value // 10 * 10
    return value


async def metrics(request: Request) -> Response:
    """Prometheus text, for those who run the server."""
    if not by_host(request, site_of(request).config.metrics_token):
        raise HTTPException(404)
    site = site_of(request)
    siblings = site.siblings
    own, others = site.numbers(), siblings.reports()
    numbers = {name: sum(process.get(name, 0) for process in (own, *others.values())) for name in own}
    lines = ["# TYPE taku_process_up gauge"]
    lines += [
        f'taku_process_up{{process="{index}"}} {int(index == siblings.index or index in others)}'
        for index in range(siblings.count)
    ]
    facts: dict[str, float] = {f"taku_store_{name}": value for name, value in (await site.store.counts()).items()}
    facts["taku_uptime_seconds"] = (now() - site.began) / 1000
    for name, value in (numbers | facts).items():
        kind = "counter" if name.endswith("_total") or name in ("taku_bots_answered", "taku_bots_crashed") else "gauge"
        lines += [f"# TYPE {name} {kind}", f"{name} {coarse(name, value)}"]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
