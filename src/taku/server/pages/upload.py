"""A match file from elsewhere: checked by replaying it, then shown like any other replay."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass

from starlette.responses import Response

from taku.engine.game import GameError
from taku.engine.match import Match, MatchError, OtherRules
from taku.engine.match import read_file as read_match
from taku.engine.speed import Rules, rules_of
from taku.page.html import el
from taku.server.live.history import History
from taku.server.pages.replay import answer_steps, read_eye, show
from taku.server.reel import ALL, Reel
from taku.server.web import Problem, Visit
from taku.server.words import game_words

KEPT = 64
"""Uploaded matches in memory; the oldest give way."""
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
    found = rules_of(match.game)
    again = Match(match.game, match.seats, match.options, match.secret, match.id, match.nonces, names=match.names)
    again.__dict__["rules"] = Rules(match.game, found.speed, found.functions)
    again.begin()
    history = History(again)
    for entry in match.entries:
        again.enter(entry)
        history.advance(entry)
    names = tuple((n[:40] or f"#{i + 1}") for i, n in enumerate([*match.names, *[""] * match.seats][: match.seats]))
    return Uploaded(again, history, names)


async def take(visit: Visit) -> Response:
    back = ("/upload", visit.t("problem.again"))
    if not visit.upload:
        raise Problem("problem.no_file", next=back)
    try:
        made = await asyncio.to_thread(_read, visit.upload)
    except OtherRules as fault:
        raise Problem("problem.other_rules", next=back, detail=str(fault)[:300]) from None
    except (MatchError, GameError, ValueError, RecursionError) as fault:
        raise Problem("problem.file", next=back, detail=str(fault)[:300]) from None
    id = secrets.token_urlsafe(9)
    _kept[id] = made
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return visit.go(f"/u/{id}?step=0&seat=all")


def _reel(visit: Visit) -> tuple[Reel, str]:
    id = str(visit.path["id"])
    found = _kept.get(id)
    if found is None:
        raise Problem("problem.upload_gone", 404, next=("/upload", visit.t("problem.again")))
    eye = read_eye(visit.query.get("seat", ALL), found.match.seats)
    return Reel(found.match, found.history, found.names, eye, visit.t), id


async def page(visit: Visit) -> Response:
    reel, id = _reel(visit)
    return show(visit, reel, f"/u/{id}", game_words(reel.match.game, visit.language).title, [])


async def steps(visit: Visit) -> Response:
    return answer_steps(visit, _reel(visit)[0])
