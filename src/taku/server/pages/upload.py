"""A match file from elsewhere: checked by replaying it, then shown like any other replay."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from taku.engine.game import GameError
from taku.engine.match import MatchError, OtherRules
from taku.page.html import el
from taku.server import upload_replay
from taku.server.config import now
from taku.server.limits import JOB_PRICE, JOB_SECONDS
from taku.server.pages.replay import answer_steps, paid_block, show
from taku.server.replay import ALL, Moment
from taku.server.sandbox import Busy, TooMuch, timed
from taku.server.web import Problem, Visit, address
from taku.server.words import game_words

KEYS = 1000
_keys: OrderedDict[str, str] = OrderedDict()
"""The hash of each upload's file, by which the processes that replay them know it."""


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


async def take(visit: Visit) -> Response:
    data = visit.upload
    if not data:
        raise Problem("problem.no_file", next=_back(visit))
    await _ask(visit, upload_replay.check, await _key(data), data)
    id = await visit.site.store.keep_upload(data, now=now())
    return visit.go(f"/u/{id}?step=0&seat=all")


async def page(visit: Visit) -> Response:
    wanted = visit.query.get("seat", ALL)[:8], visit.query.get("step", "")[:8], visit.language
    moment: Moment = await _of(visit, upload_replay.look, *wanted)
    title = game_words(visit.site.games.get(moment.game), visit.language).title
    return show(visit, moment, f"/u/{visit.path['id']}", title, [])


async def steps(visit: Visit) -> Response:
    wanted = visit.query.get("seat", ALL)[:8], *paid_block(visit), visit.language
    return await answer_steps(visit, *await _of(visit, upload_replay.steps, *wanted))


def _back(visit: Visit) -> tuple[str, str]:
    return "/upload", visit.t("problem.again")


async def _key(data: bytes) -> str:
    return (await asyncio.to_thread(hashlib.sha256, data)).hexdigest()


async def _of(visit: Visit, function: Callable[..., Any], *arguments: Any) -> Any:
    """Ask about the upload of this address; its file is sent along only where it is not known yet."""
    id = str(visit.path["id"])[:64]
    key = _keys.get(id)
    if key is not None:
        with contextlib.suppress(upload_replay.Missing):
            return await _ask(visit, function, key, None, *arguments)
    data = await visit.site.store.upload(id)
    if data is None:
        raise Problem("problem.upload_gone", 404, next=_back(visit))
    key = _keys[id] = await _key(data)
    while len(_keys) > KEYS:
        _keys.popitem(last=False)
    return await _ask(visit, function, key, data, *arguments)


async def _ask(visit: Visit, function: Callable[..., Any], *arguments: Any) -> Any:
    """Replay what a stranger sent, in a process that is killed when it takes too long; its time is paid for."""
    who = address(visit.request)
    try:
        seconds, found = await visit.site.sandbox.run(who, timed, function, *arguments)
        visit.site.reads.owe(who, JOB_PRICE * seconds)
        return found
    except upload_replay.Missing:
        raise
    except TooMuch:
        visit.site.reads.owe(who, JOB_PRICE * JOB_SECONDS)
        raise Problem("problem.too_much", 422, next=_back(visit)) from None
    except Busy:
        raise Problem("problem.busy", 429, retry=JOB_SECONDS) from None
    except OtherRules as fault:
        raise Problem("problem.other_rules", next=_back(visit), detail=str(fault)[:300]) from None
    except (MatchError, GameError, ValueError, RecursionError) as fault:
        raise Problem("problem.file", next=_back(visit), detail=str(fault)[:300]) from None
