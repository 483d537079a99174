"""Play a bot now: one tap from the home page to the first move."""

from __future__ import annotations

import secrets
from typing import Any

from starlette.responses import Response

from taku.bots import find_opponent
from taku.engine.match import commitment
from taku.server.deals import clean_nonce, own
from taku.server.pages.common import bot_seat, bots_named, find_game
from taku.server.store import AlreadyThere, Seat
from taku.server.web import Problem, Visit

FIRST = "casual"
"""Who begins should enjoy the first match."""


async def play(visit: Visit) -> Response:
    game = find_game(visit, visit.path["game"])
    deal = visit.site.deals.redeem(visit.form.get("ticket", ""))
    if deal is None:
        raise Problem("problem.token", 403)
    visit.spend(visit.site.creates)
    me = await visit.guest()
    level = visit.form.get("level") or str(me.settings.get("level", FIRST))
    count = game.usual_seats
    place = secrets.randbelow(count) if count > 1 else 0
    options: dict[str, object] = {}
    preset = visit.form.get("preset", "")
    if preset:
        if preset not in game.presets:
            raise Problem("problem.option", text=preset)
        ready = game.presets[preset]
        options, count = dict(ready.options), ready.seats or count
        level, place = (ready.bot, 0) if ready.bot else (level, secrets.randbelow(count))
    if find_opponent(game, level, visit.language) is None:
        level = FIRST
    guided = visit.form.get("guide") == "yes" and bool(game.guide)
    guide = game.module("guide") if guided else None
    level, place = getattr(guide, "LEVEL", level), getattr(guide, "SEAT", place)
    count = getattr(guide, "SEATS", count)
    settings: dict[str, Any] = {"hints": True, "undo": True, "takeover": False, "auto": True, "guide": guided}
    if preset:
        settings["preset"] = preset
    nonces = {str(place): clean_nonce(visit.form.get("nonce", ""))}
    secret, seed = deal.secret, getattr(guide, "SEED", "")
    if seed:  # the guided game is the same for everybody
        secret, nonces = own(seed), {}
        settings |= {"seed": seed, "deal": "seed"}
    seats = [
        Seat("player", me.id, None, me.name, me.colour) if i == place else bot_seat(game, level, visit.language)
        for i in range(count)
    ]
    try:
        made = await visit.site.hall.create(
            game,
            id=deal.id,
            secret=secret,
            commitment=commitment(secret),
            seats=bots_named(game, seats, visit.language),
            options=dict(getattr(guide, "OPTIONS", options)),
            host=me.id,
            nonces=nonces,
            visibility="link",
            clock={"kind": "none"},
            settings=settings,
        )
    except AlreadyThere as there:
        made = there.match
    return visit.go(f"/t/{made.id}")
