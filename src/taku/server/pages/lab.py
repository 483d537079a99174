"""The lab's reports on one's own server, also of studies that still run: for the host only."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from starlette.responses import HTMLResponse, Response

from taku.engine.game import GameError
from taku.page.document import document
from taku.page.html import Child, Raw, el
from taku.server import files, lab_report
from taku.server.metrics import by_host
from taku.server.sandbox import Busy, TooMuch
from taku.server.web import Problem, Visit, address, when
from taku.server.words import game_words

AGAIN = 10
"""Seconds until the page of a running study is asked for again."""


def folder(visit: Visit) -> Path:
    """Where ``taku lab`` keeps studies; strangers learn nothing, not even that there is such a page."""
    if not by_host(visit.request, visit.site.config.metrics_token):
        raise Problem("problem.lost", 404)
    return visit.site.config.data / "lab"


async def index(visit: Visit) -> Response:
    """All studies, the youngest first."""
    t, found = visit.t, await asyncio.to_thread(lab_report.rows, folder(visit), visit.language)
    items = []
    for row in found:
        game = visit.site.games.find(row.game)
        title = game_words(game, visit.language).title if game else row.game
        items.append(
            el(
                "li",
                el("span", el("b", row.called), el("br"), el("small", title)),
                el("span", t(f"lab.{row.state}"), class_="explain"),
                el("small", when(row.changed)),
                el("a", t("lab.open"), href=f"/lab/{row.name}", class_="button quiet",
                   aria_label=f"{t('lab.open')}: {row.called}"),
            )
        )  # fmt: skip
    body: Child = el("ul", items, class_="tables") if items else el("p", t("lab.none"))
    return visit.page(t("lab.title"), el("h1", t("lab.title")), el("p", t("lab.about"), class_="explain"), body)


async def report(visit: Visit) -> Response:
    """One study: its report, as far as it is known."""
    name = str(visit.path["name"])
    file = folder(visit) / f"{name}.jsonl"
    if not re.fullmatch(r"[\w.-]{1,120}", name) or not file.is_file():
        raise Problem("problem.lost", 404, next=("/lab", visit.t("lab.title")))
    found = await asyncio.to_thread(lab_report.written, file)
    if found is not None:
        (title, body), runs = found, False
        body = re.sub(r'( id="tongue-\w+")( checked)?', r"\1", body)
        body = body.replace(f' id="tongue-{visit.language}"', f' id="tongue-{visit.language}" checked')
    else:
        try:
            title, body, runs = await visit.site.sandbox.run(
                address(visit.request), lab_report.known, file, visit.language
            )
        except TooMuch:
            raise Problem("problem.too_much", 422, next=("/lab", visit.t("lab.title"))) from None
        except Busy:
            raise Problem("problem.busy", 429, retry=AGAIN) from None
        except (GameError, OSError, ValueError) as fault:
            raise Problem("problem.file", next=("/lab", visit.t("lab.title")), detail=str(fault)[:300]) from None
    note = el("p", visit.t("lab.grows", n=AGAIN), class_="notice", role="status") if runs else None
    page = document(
        f"{title} · Taku",
        visit.top(visit.t("lab.title"), el("a", visit.t("lab.title"), href="/lab")),
        el("main", note, Raw(body), id="main", class_="page"),
        lang=visit.language,
        static=files.static(),
        styles=("taku", "lab"),
        build=files.build(),
    )
    return HTMLResponse(page, headers={"Refresh": str(AGAIN)} if runs else None)
