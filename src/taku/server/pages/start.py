"""Play a bot now: one tap from the home page to the first move."""

from __future__ import annotations

import secrets
from typing import Any

from starlette.responses import Response

from taku.bots import LEVEL_NAMES, find_opponent
from taku.engine.match import commitment
from taku.page.contract import campaign_of
from taku.page.guide import guide_of
from taku.server.deals import clean_nonce, own
from taku.server.pages.common import find_game
from taku.server.seat_names import bot_seats
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
    if visit.form.get("level") and level in LEVEL_NAMES:
        await visit.remember(level=level)
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
    difficulty = visit.form.get("difficulty", "")
    battles = campaign_of(game)
    if difficulty and battles is not None and preset in battles.places and difficulty in battles.difficulties:
        await visit.remember(difficulty=difficulty)
        options = battles.options(options, difficulty, game.read_options({}, count))
    else:
        difficulty = ""
    if game.with_bots is not None:
        options = {**game.with_bots(place), **options}
    if find_opponent(game, level, visit.language) is None:
        level = FIRST
    guide = guide_of(game) if visit.form.get("guide") == "yes" else None
    if guide:
        level, place, count, options = guide.level, guide.seat, guide.seats or count, dict(guide.options)
    settings: dict[str, Any] = {"hints": True, "undo": True, "takeover": False, "auto": True, "guide": bool(guide)}
    if preset:
        settings["preset"] = preset
    if difficulty:
        settings["difficulty"] = difficulty
    nonces = {str(place): clean_nonce(visit.form.get("nonce", ""))}
    secret = deal.secret
    if guide and guide.seed:  # the guided game is the same for everybody
        secret, nonces = own(guide.seed), {}
        settings |= {"seed": guide.seed, "deal": "seed"}
    seats = [
        Seat("player", me.id, None, me.name, me.colour) if i == place else Seat("bot", None, level)
        for i in range(count)
    ]
    try:
        made = await visit.site.registry.create(
            game,
            id=deal.id,
            secret=secret,
            commitment=commitment(secret),
            seats=bot_seats(seats, deal.id),
            options=options,
            host=me.id,
            nonces=nonces,
            visibility="link",
            clock={"kind": "none"},
            settings=settings,
        )
    except AlreadyThere as there:
        made = there.match
    return visit.go(f"/t/{made.id}")
