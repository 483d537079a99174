"""Replays: every step of a match by its own address, as any seat saw it or, after the end, with all hands open."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import HTMLResponse, Response

from taku.page.document import document, live
from taku.page.html import Child, Raw, el, join
from taku.page.parts import log_line
from taku.page.svg import glyph
from taku.server import files, limits
from taku.server.games import CLAUSE, rules_path
from taku.server.live.history import SPECTATOR
from taku.server.live.table import Table
from taku.server.pages.common import find_match
from taku.server.replay import ALL, Moment, Replay, Step, block, in_pieces, read_eye
from taku.server.web import Problem, Visit
from taku.server.words import game_words


async def _table(visit: Visit) -> Table:
    record = await find_match(visit)
    found = await visit.site.registry.table(record.id)
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


async def steps(visit: Visit) -> Response:
    """Rendered steps for the client."""
    first, last = paid_block(visit)
    replay = await _replay(visit, await _table(visit))
    return await answer_steps(visit, replay.last, await in_pieces(replay.steps(first, last)))


def paid_block(visit: Visit) -> tuple[int, int]:
    """The steps that are wanted; each is paid for."""
    first, last = block(visit.query)
    visit.spend(visit.site.reads, limits.READ_STEP * (last - first + 1))
    return first, last


async def _replay(visit: Visit, table: Table) -> Replay:
    assert table.match is not None
    assert table.history is not None
    replay = Replay(table.match, table.history, table.names(visit.language), eye(visit, table), visit.t)
    await in_pieces(replay.read())
    return replay


async def answer_steps(visit: Visit, last: int, made: Sequence[Step]) -> Response:
    return await visit.long([vars(s) for s in made], f'{{"last": {last}, "steps": [', "]}")


async def page(visit: Visit) -> Response:
    """A replay that also works without JavaScript."""
    table = await _table(visit)
    if not table.over:
        return visit.go(f"/t/{table.id}")
    replay = await _replay(visit, table)
    words = game_words(table.game, visit.language)
    more = [
        el("a", visit.t("analysis.title"), href=f"/t/{table.id}/analysis"),
        el(
            "a",
            visit.t("replay.download"),
            href=f"/t/{table.id}/match.json",
            download=f"{table.game.id}-{table.id}.json",
        ),
        el("a", visit.t("match.fair"), href=f"/t/{table.id}/fair"),
    ]
    return show(visit, replay.moment(visit.query.get("step", "")), f"/t/{table.id}", words.title, more)


def show(visit: Visit, moment: Moment, base: str, title: str, more: Sequence[Child]) -> Response:
    """The page of one step, with plain links to all others."""
    t, names, shown, last = visit.t, moment.names, moment.shown, moment.last
    step = shown.step
    who = f"&seat={moment.eye}" if "seat" in visit.query else ""
    path = visit.request.url.path

    def to(n: int, label: str, sign: str) -> Raw:
        return el(
            "a",
            sign,
            href=f"{path}?step={max(0, min(n, last))}{who}",
            class_="button quiet",
            aria_label=label,
            title=label,
        )

    bar = el(
        "div",
        to(0, t("replay.first"), glyph("first")), to(step - 1, t("replay.back"), glyph("left")),
        to(step + 1, t("replay.on"), glyph("play")), to(last, t("replay.last"), glyph("last")),
        el("output", f"{step}/{last}"),
        id="replay", class_="replay",
    )  # fmt: skip
    eyes = [(str(i), names[i]) for i in range(len(names))] + [("-1", t("replay.public")), (ALL, t("replay.all"))]
    seats = [
        el(
            "a",
            el("bdi", label),
            href=f"{path}?step=0&seat={value}",
            aria_current="true" if value == str(moment.eye) else None,
        )
        for value, label in eyes
    ]
    lines = [
        log_line(about["id"], Raw(about["html"]), step=about["step"], seat=about.get("seat"), icon=about.get("icon"),
                 clause=about.get("clause"), href=f"{path}?step={about['step']}{who}", again="again" in about)
        for about in moment.log
    ]  # fmt: skip
    status = el("div", el("p", shown.status, class_="status-text"), bar, id="status", class_="status")
    query = f"?seat={moment.eye}" if "seat" in visit.query else ""
    whole = document(
        f"{title} · {t('match.replay')} · Taku",
        live(
            visit.top(
                f"{title} · {t('match.replay')}",
                *more[:1],
                el("details", el("summary", t("replay.eyes")), el("div", seats), class_="drop"),
                el("details", el("summary", t("replay.more")), el("div", more[1:]), class_="drop")
                if more[1:]
                else None,
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
        eye=moment.eye,
        status=shown.status,
        steps=f"{base}/steps{query}",
        clauses=rules_path(visit.site.games.get(moment.game), moment.options, CLAUSE),
        title=f"{title} · Taku",
    )
    return HTMLResponse(whole)


async def download(visit: Visit) -> Response:
    """The match file; only after the end, since it holds every hidden choice."""
    table = await finished_table(visit)
    assert table.match is not None
    response = await visit.long([{**table.match.export(), "names": table.names(visit.language)}])
    response.headers["Content-Disposition"] = f'attachment; filename="{table.game.id}-{table.id}.json"'
    return response
