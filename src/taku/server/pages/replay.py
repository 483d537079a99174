"""Replays: every step of a match by its own address, as any seat saw it or, after the end, with all hands open."""

from __future__ import annotations

import json
from collections.abc import Sequence

from starlette.responses import HTMLResponse, Response

from taku.page.document import document, live
from taku.page.html import Child, Raw, el, join
from taku.page.parts import log_line
from taku.server import files
from taku.server.live.history import SPECTATOR
from taku.server.live.table import Table
from taku.server.live.view import icon, line
from taku.server.pages.common import find_match
from taku.server.reel import ALL, BLOCK, Reel
from taku.server.web import Problem, Visit
from taku.server.words import game_words


async def _table(visit: Visit) -> Table:
    record = await find_match(visit)
    found = await visit.site.hall.table(record.id)
    if found is None:
        raise Problem("problem.old_rules", 410, game=record.game)
    if found.match is None or found.history is None:
        raise Problem("problem.not_begun", 404, next=(f"/t/{record.id}", visit.t("problem.to_table")))
    return found


async def finished_table(visit: Visit) -> Table:
    """The table of a match that is over."""
    found = await _table(visit)
    if not found.over:
        raise Problem("problem.not_over", 403, next=(f"/t/{found.id}", visit.t("problem.to_table")))
    return found


def eye(visit: Visit, table: Table) -> int | str:
    """How the reader may look at it: until the end as themselves only, then as everybody."""
    own = table.seat_of(visit.id)
    wanted = visit.query.get("seat", "")
    if not wanted or not table.over:
        return own if not table.over or own >= 0 else SPECTATOR
    return read_eye(wanted, len(table.record.seats))


def read_eye(wanted: str, seats: int) -> int | str:
    if wanted == ALL:
        return ALL
    if wanted.isascii() and wanted.isdigit() and int(wanted[:3]) < seats:
        return int(wanted[:3])
    return SPECTATOR


def number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else default


async def steps(visit: Visit) -> Response:
    """Rendered steps for the client."""
    table = await _table(visit)
    assert table.match is not None
    assert table.history is not None
    return answer_steps(visit, Reel(table.match, table.history, table.names, eye(visit, table), visit.t))


def answer_steps(visit: Visit, reel: Reel) -> Response:
    first = number(visit.query.get("from", ""), 0)
    last = min(number(visit.query.get("to", ""), first), first + BLOCK - 1)
    made = [{"step": s.step, "html": s.html, "status": s.status, "events": s.events} for s in reel.steps(first, last)]
    return visit.json({"last": reel.last, "steps": made})


async def page(visit: Visit) -> Response:
    """A replay that also works without JavaScript."""
    table = await _table(visit)
    assert table.match is not None
    assert table.history is not None
    if not table.over:
        return visit.go(f"/t/{table.id}")
    reel = Reel(table.match, table.history, table.names, eye(visit, table), visit.t)
    words = game_words(table.game, visit.language)
    more = [
        el(
            "a",
            visit.t("replay.download"),
            href=f"/t/{table.id}/match.json",
            download=f"{table.game.id}-{table.id}.json",
        ),
        el("a", visit.t("match.fair"), href=f"/t/{table.id}/fair"),
        el("a", visit.t("analysis.title"), href=f"/t/{table.id}/analysis"),
    ]
    return show(visit, reel, f"/t/{table.id}", words.title, more)


def show(visit: Visit, reel: Reel, base: str, title: str, more: Sequence[Child]) -> Response:
    """The page of one step, with plain links to all others."""
    t, names = visit.t, reel.names
    step = min(number(visit.query.get("step", ""), reel.last), reel.last)
    who = f"&seat={reel.eye}" if "seat" in visit.query else ""
    path = visit.request.url.path
    shown = next(reel.steps(step, step))

    def to(n: int, label: str, sign: str) -> Raw:
        return el(
            "a",
            sign,
            href=f"{path}?step={max(0, min(n, reel.last))}{who}",
            class_="button quiet",
            aria_label=label,
            title=label,
        )

    bar = el(
        "div",
        to(0, t("replay.first"), "⏮"), to(step - 1, t("replay.back"), "◀"),
        to(step + 1, t("replay.on"), "▶"), to(reel.last, t("replay.last"), "⏭"),
        el("output", f"{step}/{reel.last}"),
        id="replay", class_="replay",
    )  # fmt: skip
    eyes = [(str(i), names[i]) for i in range(reel.match.seats)] + [("-1", t("replay.public")), (ALL, t("replay.all"))]
    seats = [
        el(
            "a",
            el("bdi", label),
            href=f"{path}?step=0&seat={value}",
            aria_current="true" if value == str(reel.eye) else None,
        )
        for value, label in eyes
    ]
    lines = []
    for one in reel.lines()[-400:]:
        about = line(reel.match.game, one, t, names, icon(reel.match.game, reel.match.state, reel.seat, one))
        lines.append(log_line(one.id, Raw(about["html"]), step=one.step, seat=about.get("seat"), icon=about.get("icon"),
                              clause=about.get("clause"), href=f"{path}?step={one.step}{who}"))  # fmt: skip
    status = el("div", el("p", shown.status, class_="status-text"), bar, id="status", class_="status")
    query = f"?seat={reel.eye}" if "seat" in visit.query else ""
    whole = document(
        f"{title} · {t('match.replay')} · Taku",
        live(
            visit.top(
                f"{title} · {t('match.replay')}",
                el("details", el("summary", t("replay.eyes")), el("div", seats, more), class_="drop"),
                me=False,
            ),
            Raw(shown.html),
            heading=t("replay.heading", game=title),
            log=join(*lines),
            status=status,
        ),
        lang=visit.language,
        static=files.static(),
        script="client",
        class_="at-table",
        build=files.build(),
        replay=True,
        step=step,
        eye=reel.eye,
        status=shown.status,
        steps=f"{base}/steps{query}",
        clauses=f"/rules/{reel.match.game.id}/clause/",
        title=f"{title} · Taku",
    )
    return HTMLResponse(whole)


async def download(visit: Visit) -> Response:
    """The match file; only after the end, since it holds every hidden choice."""
    table = await finished_table(visit)
    assert table.match is not None
    data = {**table.match.export(), "names": table.names}
    response = Response(json.dumps(data, ensure_ascii=False, indent=1), media_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{table.game.id}-{table.id}.json"'
    return response
