"""The page of a match: the room while it waits, then the live table."""

from __future__ import annotations

import segno
from starlette.responses import HTMLResponse, Response

from taku.bots import opponents
from taku.page.document import document, live
from taku.page.html import Child, Raw, el
from taku.page.svg import crest
from taku.server import files
from taku.server.config import now
from taku.server.deflate import asks
from taku.server.live.history import SPECTATOR
from taku.server.live.room import nonce_field, room
from taku.server.live.table import Table
from taku.server.live.view import fill
from taku.server.pages.common import choose, find_match, summary
from taku.server.pages.join import name_field
from taku.server.web import Problem, Visit, section
from taku.server.words import game_words


async def table(visit: Visit) -> Response:
    record = await find_match(visit)
    found = await visit.site.hall.table(record.id)
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
    past = table.history.past[seat]
    words = game_words(table.game, visit.language)
    title = table.record.title or words.title
    links = [el("a", t("match.replay"), href=f"/t/{table.id}/replay")] if table.over else []
    whole = document(
        f"{title} · Taku",
        live(
            visit.top(title, *links, me=False),
            Raw(fill(table.screen.shown(seat, t).html, table.names)),
            heading=t("match.heading", game=words.title),
            status=el("div", el("noscript", el("p", t("match.noscript"))), id="status", class_="status"),
        ),
        lang=visit.language,
        static=files.static(),
        script="client",
        class_="at-table",
        ws=f"/t/{table.id}/ws{asks(len(table.record.seats))}",
        build=files.build(),
        step=past.step,
        seq=table.history.seq(seat) if seat != SPECTATOR else 0,
        eye=seat,
        steps=f"/t/{table.id}/steps",
        clauses=f"/rules/{table.game.id}/clause/",
        title=f"{title} · Taku",
    )
    return HTMLResponse(whole)


async def _room(visit: Visit, table: Table) -> Response:
    """Waiting: sit down, invite, fill up with bots."""
    t, record, seat = visit.t, table.record, table.seat_of(visit.id)
    words = game_words(table.game, visit.language)
    title = record.title or words.title
    host = bool(visit.id) and record.host == visit.id
    free = [i for i, s in enumerate(record.seats) if s.kind == "open"]
    view = el("div", Raw(room(table, seat, t).html), id="view")
    parts: list[Child] = []
    if seat < 0 and free:
        parts.append(_sit(visit, table, free))
    elif seat < 0:
        parts.append(el("p", t("room.only_invited"), class_="explain"))
    if host and any(s.kind in ("open", "invited") for s in record.seats):
        parts.append(_fill(visit, table))
    links = [_invite(visit, f"{visit.base}/t/{table.id}", t("room.link"), t("room.link_text"))]
    links = (links if seat >= 0 or free else []) + (await _seat_links(visit, table) if host else [])
    if links and visit.only_here:
        parts.append(el("p", t("room.only_here"), class_="notice warn"))
    parts += links
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
        el("div", view, id="main", tabindex=-1),
        el("div", parts, id="doors"),
        el("script", type="module", src=f"{files.static()}/page.js"),
    )
    return visit.page(title, *whole, script="client", class_="page room-page", main="room", data=data)


def _sit(visit: Visit, table: Table, free: list[int]) -> Raw:
    t = visit.t
    buttons = [
        el(
            "button",
            crest(i),
            " ",
            t("room.sit", n=i + 1),
            type="submit",
            name="seat",
            value=i,
            class_=f"button main s{i}",
        )
        for i in free
    ]
    return section(
        t("room.sit_title"),
        visit.post(
            f"/t/{table.id}/sit",
            nonce_field(table.id, table.record.commitment, seed=bool(table.setting("seed"))),
            name_field(visit),
            el("div", buttons, class_="row"),
            class_="form",
        ),
        class_="sheet",
    )


def _fill(visit: Visit, table: Table) -> Raw:
    t = visit.t
    pick = choose(
        "level", [(o.id, o.name) for o in opponents(table.game, visit.language)], "casual", aria_label=t("room.level")
    )
    free = [i for i, s in enumerate(table.record.seats) if s.kind in ("open", "invited")]
    seats = [("all", t("room.all_free")), *((str(i), t("room.seat", n=i + 1)) for i in free)]
    where = choose("seat", seats, "all", aria_label=t("room.where"))
    return section(
        t("room.bots"),
        visit.post(
            f"/t/{table.id}/bot",
            el("div", where, pick, el("button", t("room.fill"), type="submit", class_="button quiet"), class_="row"),
        ),
        class_="sheet",
    )


def _invite(visit: Visit, link: str, heading: str, text: str) -> Raw:
    """A link with its QR code."""
    code = segno.make(link, error="m").svg_inline(scale=4, border=1, omitsize=True, svgclass=None, lineclass=None)
    return section(
        heading,
        el("p", text, class_="explain"),
        el("p", link, class_="code link"),
        el("button", visit.t("room.copy"), type="button", class_="button quiet", data_copy=link),
        el(
            "details",
            el("summary", visit.t("room.qr")),
            el("div", Raw(code), class_="qr", role="img", aria_label=visit.t("room.qr_for", link=link)),
        ),
        class_="sheet",
    )


async def _seat_links(visit: Visit, table: Table) -> list[Raw]:
    """One link for each seat that is kept for somebody."""
    store, t = visit.site.store, visit.t
    there = {i.seat: i for i in await store.invites(table.id)}
    made = []
    for number, s in enumerate(table.record.seats):
        if s.kind == "invited":
            invite = there.get(number) or await store.create_invite(table.id, number, now=now())
            made.append(
                _invite(
                    visit, f"{visit.base}/i/{invite.token}", t("room.seat_link", n=number + 1), t("room.seat_link_text")
                )
            )
    return made
