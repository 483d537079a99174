"""Sitting down: at an open seat, by an invitation, and what the host of a waiting table may do."""

from __future__ import annotations

from starlette.responses import Response

from taku.bots import LEVEL_NAMES, find_opponent
from taku.page.html import Raw, el
from taku.server.config import now
from taku.server.deals import clean_nonce
from taku.server.live.room import deal, nonce_field
from taku.server.live.table import Table
from taku.server.pages.common import field, find_game, find_match, people
from taku.server.pages.start import FIRST
from taku.server.people import MAX_NAME
from taku.server.seat_names import bot_seats
from taku.server.store import BadValue, Match, Player, Seat, SeatTaken
from taku.server.store.records import clean
from taku.server.web import Problem, Visit
from taku.server.words import game_words


async def _table(visit: Visit) -> Table:
    found = await visit.site.registry.table(str(visit.path["id"])[:64])
    if found is None:
        raise Problem("problem.table", 404)
    return found


async def named(visit: Visit) -> Player:
    """The guest, with the name they wrote into the form."""
    me = await visit.guest()
    wanted = visit.form.get("name", "")
    try:
        name = clean(wanted, MAX_NAME)
    except BadValue:
        raise Problem("problem.name", n=MAX_NAME) from None
    if name and name != me.name:
        me = await visit.site.store.update_player(me.id, name=name)
        visit.site.people.changed(me)
        visit.player = me
    return me


def seat_number(visit: Visit, match: Match) -> int:
    text = visit.form.get("seat", "")
    seat = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1
    if not 0 <= seat < len(match.seats):
        raise Problem("problem.seat", next=(f"/t/{match.id}", visit.t("problem.to_table")))
    return seat


async def take(visit: Visit, table: Table, seat: int, *, invited: bool) -> Response:
    """Sit down there, or say why not."""
    back = (f"/t/{table.id}", visit.t("problem.to_table"))
    me = await named(visit)
    if table.seat_of(me.id) >= 0:
        return visit.go(f"/t/{table.id}")
    if table.record.status == "closed":
        raise Problem("problem.closed", 410)
    if not any(s.kind in ("open", "invited") for s in table.record.seats):
        raise Problem("problem.full", 409, next=(back[0], visit.t("problem.watch")))
    try:
        await table.sit(
            seat,
            Seat("player", me.id, None, me.name, me.colour),
            clean_nonce(visit.form.get("nonce", "")),
            invited=invited,
        )
    except SeatTaken:
        raise Problem("problem.taken", 409, next=back) from None
    return visit.go(f"/t/{table.id}")


async def sit(visit: Visit) -> Response:
    table = await _table(visit)
    return await take(visit, table, seat_number(visit, table.record), invited=False)


async def invited(visit: Visit) -> Response:
    """The page behind an invitation to one seat."""
    invite = await visit.site.store.invite(str(visit.path["token"])[:64])
    match = await visit.site.store.match(invite.match) if invite else None
    if invite is None or match is None:
        raise Problem("problem.invite", 404)
    if invite.seat is None:
        return visit.go(f"/t/{match.id}")
    t, game = visit.t, find_game(visit, match.game)
    words = game_words(game, visit.language)
    host = next((s.name for s in match.seats if s.player == match.host), t("invite.somebody"))
    if match.seats[invite.seat].kind not in ("invited", "open") or match.status in ("over", "closed"):
        return visit.go(f"/t/{match.id}")
    return visit.page(
        t("invite.title", game=words.title),
        el("h1", t("invite.title", game=words.title)),
        el(
            "div",
            el("div", visit.site.games.picture(game, visit.language), class_="picture"),
            el("p", t("invite.text", name=host, game=words.title, n=invite.seat + 1), class_="lead"),
            people(match, game, t),
            deal(match, t),
            visit.post(
                f"/i/{invite.token}",
                nonce_field(match.id, match.commitment, seed=bool(match.settings.get("seed"))),
                name_field(visit),
                el("button", t("invite.sit"), type="submit", class_="button main"),
                class_="form",
            ),
            class_="sheet",
        ),
    )


def name_field(visit: Visit) -> Raw:
    """For newcomers: what they want to be called."""
    name = visit.player.name if visit.player else ""
    control = el("input", type="text", name="name", id="f-name", maxlength=MAX_NAME, value=name,
                 placeholder=visit.t("me.any_name"), autocomplete="nickname")  # fmt: skip
    return field(visit.t("me.name"), control, id_="f-name")


async def accept(visit: Visit) -> Response:
    invite = await visit.site.store.invite(str(visit.path["token"])[:64])
    table = await visit.site.registry.table(invite.match) if invite else None
    if invite is None or table is None:
        raise Problem("problem.invite", 404)
    if invite.seat is None:
        return visit.go(f"/t/{table.id}")
    return await take(visit, table, invite.seat, invited=True)


# ---- the host's doings while a table waits


async def _host(visit: Visit) -> Table:
    await find_match(visit)
    table = await _table(visit)
    if not visit.id or table.record.host != visit.id:
        raise Problem("problem.host", 403, next=(f"/t/{table.id}", visit.t("problem.to_table")))
    if table.record.status != "waiting":
        raise Problem("problem.begun", 409, next=(f"/t/{table.id}", visit.t("problem.to_table")))
    return table


async def bot(visit: Visit) -> Response:
    """A bot for one free seat, or for all of them."""
    table = await _host(visit)
    level = visit.form.get("level", "")
    if find_opponent(table.game, level, visit.language) is None:
        level = FIRST
    if level in LEVEL_NAMES:
        await visit.remember(level=level)
    every = visit.form.get("seat") == "all"
    wanted = range(len(table.record.seats)) if every else [seat_number(visit, table.record)]
    for seat in wanted:
        if table.record.seats[seat].kind in ("open", "invited"):
            seats = [Seat("bot", None, level) if i == seat else s for i, s in enumerate(table.record.seats)]
            holder = bot_seats(seats, table.id)[seat]
            try:
                table.record = await visit.site.store.take_seat(table.id, seat, holder, now=now(), invited=True)
            except SeatTaken as fault:
                table.record = fault.match
    await table.begin()
    table.push_all()
    return visit.go(f"/t/{table.id}")


async def leave(visit: Visit) -> Response:
    """Stand up again before the match has begun."""
    table = await _table(visit)
    seat = table.seat_of(visit.id)
    if seat >= 0 and table.record.status == "waiting":
        for _ in range(8):
            seats = [Seat("open") if i == seat else s for i, s in enumerate(table.record.seats)]
            if await table.change(seats=seats):
                break
        table.push_all()
    return visit.go("/")


async def begin(visit: Visit) -> Response:
    table = await _host(visit)
    await table.begin()
    return visit.go(f"/t/{table.id}")


async def close(visit: Visit) -> Response:
    """The host gives the table up."""
    table = await _host(visit)
    await table.change(status="closed")
    table.push_all()
    return visit.go("/")
