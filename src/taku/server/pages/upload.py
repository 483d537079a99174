"""A match file from elsewhere: checked by replaying it, then shown like any other replay."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from starlette.responses import Response

from taku.engine.game import GameError
from taku.engine.match import Match, MatchError, OtherRules
from taku.engine.match import read_file as read_match
from taku.page.html import el
from taku.server.config import now
from taku.server.live.history import History
from taku.server.pages.replay import answer_steps, read_eye, show
from taku.server.reel import ALL, Reel
from taku.server.web import Problem, Visit
from taku.server.words import game_words

KEPT = 64
"""Uploaded matches in memory; those that were not asked for longest give way, and come back from the store."""
MOST_ENTRIES = 20_000


@dataclass(frozen=True)
class Uploaded:
    match: Match
    history: History
    names: tuple[str, ...]


_kept: OrderedDict[str, Uploaded] = OrderedDict()


async def form(visit: Visit) -> Response:
    t = visit.t
    return visit.page(
        t("upload.title"),
        el("h1", t("upload.title")),
        el("p", t("upload.lead"), class_="lead"),
        visit.post(
            "/upload",
            el(
                "div",
                el("label", t("upload.file"), for_="f-file"),
                el("input", type="file", name="file", id="f-file", accept=".json,application/json", required=True),
                class_="field",
            ),
            el("button", t("upload.go"), type="submit", class_="button main"),
            class_="form sheet",
            enctype="multipart/form-data",
        ),
    )


def _read(data: bytes) -> Uploaded:
    """Replay the file, checking every step; runs in a thread."""
    about = read_match(data)
    if len(about.entries) > MOST_ENTRIES:
        raise MatchError("too long")
    match = Match.replay(about)
    history = History.of(match)
    names = tuple((n[:40] or f"#{i + 1}") for i, n in enumerate([*match.names, *[""] * match.seats][: match.seats]))
    return Uploaded(match, history, names)


async def take(visit: Visit) -> Response:
    if not visit.upload:
        raise Problem("problem.no_file", next=_back(visit))
    made = await _replayed(visit, visit.upload)
    id = await visit.site.store.keep_upload(visit.upload, now=now())
    _keep(id, made)
    return visit.go(f"/u/{id}?step=0&seat=all")


def _back(visit: Visit) -> tuple[str, str]:
    return "/upload", visit.t("problem.again")


def _keep(id: str, made: Uploaded) -> None:
    _kept[id] = made
    _kept.move_to_end(id)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)


async def _replayed(visit: Visit, data: bytes) -> Uploaded:
    try:
        return await asyncio.to_thread(_read, data)
    except OtherRules as fault:
        raise Problem("problem.other_rules", next=_back(visit), detail=str(fault)[:300]) from None
    except (MatchError, GameError, ValueError, RecursionError) as fault:
        raise Problem("problem.file", next=_back(visit), detail=str(fault)[:300]) from None


async def _reel(visit: Visit) -> tuple[Reel, str]:
    id = str(visit.path["id"])[:64]
    found = _kept.get(id)
    if found is None:
        data = await visit.site.store.upload(id)
        if data is None:
            raise Problem("problem.upload_gone", 404, next=_back(visit))
        found = await _replayed(visit, data)
    _keep(id, found)
    eye = read_eye(visit.query.get("seat", ALL), found.match.seats)
    return Reel(found.match, found.history, found.names, eye, visit.t), id


async def page(visit: Visit) -> Response:
    reel, id = await _reel(visit)
    return show(visit, reel, f"/u/{id}", game_words(reel.match.game, visit.language).title, [])


async def steps(visit: Visit) -> Response:
    return answer_steps(visit, (await _reel(visit))[0])
