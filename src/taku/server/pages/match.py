"""The page of a match: the room while it waits, then the live table."""

from __future__ import annotations

import segno
from starlette.responses import HTMLResponse, Response

from taku.bots import opponents
from taku.page.document import document, live
from taku.page.guide import BEGINNER
from taku.page.html import Child, Raw, el
from taku.page.svg import crest
from taku.server import files
from taku.server.config import now
from taku.server.deflate import asks
from taku.server.games import CLAUSE, rules_path
from taku.server.live.guide import NOW_PLAY
from taku.server.live.history import SPECTATOR
from taku.server.live.room import nonce_field, room, table_notes
from taku.server.live.table import Table
from taku.server.live.view import fill
from taku.server.pages.common import choose, find_match, summary, ticket
from taku.server.pages.join import name_field
from taku.server.pages.start import FIRST
from taku.server.web import Problem, Visit, section
from taku.server.words import game_words


async def table(visit: Visit) -> Response:
    record = await find_match(visit)
    found = await visit.site.registry.table(record.id)
    if found is None:
        raise Problem("problem.old_rules", 410, game=record.game)
    if found.record.status == "waiting":
        return await _room(visit, found)
    if found.match is None:
        raise Problem("problem.closed", 410)
    if found.over and "step" in visit.query:  # a link to a moment
        return visit.go(f"/t/{found.id}/replay?{visit.request.url.query}")
    return _live(visit, found)


def _live(visit: Visit, table: Table) -> Response:
    """The live table; what it shows first is in the page already."""
    t, seat = visit.t, table.seat_of(visit.id)
    assert table.history is not None
    assert table.match is not None
    past = table.history.past[seat]
    words = game_words(table.game, visit.language)
    title = table.record.title or words.title
    html = table.screen.shown(seat, t).html
    links = [el("a", t("match.replay"), href=f"/t/{table.id}/replay")] if table.over else []
    whole = document(
        f"{title} · Taku",
        live(
            visit.top(title, *links, me=False),
            Raw(fill(html, table.names(t.language))),
            heading=t("match.heading", game=words.title),
            status=el("div", el("noscript", el("p", t("match.noscript"))), id="status", class_="status"),
        ),
        _now_play(visit, table) if table.setting("guide") else None,
        lang=visit.language,
        static=files.static(),
        script="client",
        class_="at-table",
        ws=f"/t/{table.id}/ws{asks(len(table.record.seats), len(html))}",
        build=files.build(),
        step=past.step,
        seq=table.history.seq(seat) if seat != SPECTATOR else 0,
        eye=seat,
        steps=f"/t/{table.id}/steps",
        clauses=rules_path(table.game, table.match.options, CLAUSE),
        title=f"{title} · Taku",
    )
    return HTMLResponse(whole)


def _now_play(visit: Visit, table: Table) -> Raw:
    """After the guided game: a match against a beginner with one tap."""
    level = el("input", type="hidden", name="level", value=BEGINNER)
    return visit.post(f"/play/{table.game.id}", ticket(visit, table.game), level, id=NOW_PLAY, hidden=True)


async def _room(visit: Visit, table: Table) -> Response:
    """Waiting: sit down, invite, fill up with bots."""
    t, record, seat = visit.t, table.record, table.seat_of(visit.id)
    words = game_words(table.game, visit.language)
    title = record.title or words.title
    host = bool(visit.id) and record.host == visit.id
    free = [i for i, s in enumerate(record.seats) if s.kind == "open"]
    view = el("div", Raw(room(table, seat, t).html), id="view")
    first: list[Child] = []
    if seat < 0 and free:
        first.append(_sit(visit, table, free))
    elif seat < 0:
        first.append(el("p", t("room.only_invited"), class_="explain"))
    if host and any(s.kind in ("open", "invited") for s in record.seats):
        first.append(_fill(visit, table))
    if seat >= 0 or free:
        first.append(_invite(visit, f"{visit.base}/t/{table.id}", t("room.link"), t("room.link_text"), title))
    parts: list[Child] = await _seat_links(visit, table, title) if host else []
    if (parts or first) and visit.only_here:
        first.append(el("p", t("room.only_here"), class_="notice warn"))
    lines = [el("li", line) for line in summary(table.game, record, t)]
    parts.append(section(t("room.summary"), el("ul", lines, class_="stack"), class_="sheet"))
    out = []
    if host:
        out.append(visit.press(f"/t/{table.id}/close", t("room.close"), kind="danger"))
    elif seat >= 0:
        out.append(visit.press(f"/t/{table.id}/leave", t("room.leave")))
    if out:
        parts.append(el("div", out, class_="row"))
    data = {"ws": f"/t/{table.id}/ws", "room": True, "step": 0, "seq": 0, "title": title}
    whole = (
        el("h1", title),
        el("div", el("div", first, id="first"), view, id="main", tabindex=-1),
        el("div", parts, id="doors"),
        el("script", type="module", src=f"{files.static()}/page.js"),
    )
    return visit.page(title, *whole, script="client", class_="page room-page", main="room", data=data)


def _sit(visit: Visit, table: Table, free: list[int]) -> Raw:
    t, notes = visit.t, table_notes(table, visit.language)
    buttons = [
        el(
            "button",
            crest(i),
            " ",
            t("room.sit_as", n=i + 1, what=notes[i]) if notes[i] else t("room.sit", n=i + 1),
            type="submit",
            name="seat",
            value=i,
            class_=f"button main s{i}",
        )
        for i in free
    ]
    return visit.post(
        f"/t/{table.id}/sit",
        nonce_field(table.id, table.record.commitment, seed=bool(table.setting("seed"))),
        name_field(visit),
        el("div", buttons, class_="row"),
        class_="form sit",
    )


def _fill(visit: Visit, table: Table) -> Raw:
    """Bots for all free seats at once; or for one of them, if there are several."""
    t = visit.t
    levels = [(o.id, o.name) for o in opponents(table.game, visit.language)]
    level = str(visit.player.settings.get("level", "")) if visit.player else ""
    level = level if level in dict(levels) else FIRST
    free = [i for i, s in enumerate(table.record.seats) if s.kind in ("open", "invited")]
    seats = [("all", t("room.all_free")), *((str(i), t("room.seat", n=i + 1)) for i in free)]
    where = choose("seat", seats, "all", aria_label=t("room.where")) if len(free) > 1 else None
    return visit.post(
        f"/t/{table.id}/bot",
        el("input", type="hidden", name="seat", value=free[0]) if len(free) == 1 else where,
        choose("level", levels, level, aria_label=t("room.level")),
        el("button", t("room.bots"), type="submit", class_="button main"),
        class_="row",
    )


def _invite(visit: Visit, link: str, heading: str, text: str, title: str) -> Raw:
    """A link to send, with its QR code."""
    code = segno.make(link, error="m").svg_inline(scale=4, border=1, omitsize=True, svgclass=None, lineclass=None)
    return el(
        "div",
        el("div", el("span", link, class_="code link"),
           el("button", visit.t("room.copy"), type="button", class_="button quiet", data_copy=link, data_share=title),
           class_="row"),
        el(
            "details",
            el("summary", heading),
            el("p", text, class_="explain"),
            el("div", Raw(code), class_="qr", role="img", aria_label=visit.t("room.qr_for", link=link)),
        ),
        class_="invite",
    )  # fmt: skip


async def _seat_links(visit: Visit, table: Table, title: str) -> list[Child]:
    """One link for each seat that is kept for somebody."""
    store, t = visit.site.store, visit.t
    there = {i.seat: i for i in await store.invites(table.id)}
    made: list[Child] = []
    for number, s in enumerate(table.record.seats):
        if s.kind == "invited":
            invite = there.get(number) or await store.create_invite(table.id, number, now=now())
            link, to = f"{visit.base}/i/{invite.token}", t("room.seat_link", n=number + 1)
            made.append(_invite(visit, link, to, t("room.seat_link_text"), title))
    return made
