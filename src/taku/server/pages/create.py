"""Opening a table: everything that can be chosen, each with its explanation."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from taku.bots import find_opponent, opponents
from taku.engine.game import Game, GameError
from taku.engine.match import commitment
from taku.engine.options import Option, OptionError
from taku.page.html import Child, Raw, el, join
from taku.page.svg import crest
from taku.server import deals
from taku.server.live.room import seat_notes
from taku.server.pages.common import DAY, choose, field, find_game, overlay_words, tick, ticket
from taku.server.seat_names import bot_seats
from taku.server.store import AlreadyThere, Player, Seat
from taku.server.web import Problem, Visit
from taku.server.words import game_words

CLOCKS = ("none", "decision", "bank", "days")
LIMITS = {"decision": (5, 3600), "bank": (1, 600), "increment": (0, 600), "days": (1, 30)}
SETTINGS = {"takeover": True, "undo": True, "hints": False}
"""What may be ticked, and whether it is so at first."""
MAX_TITLE = 60
MAX_SEED = 80


def _game(visit: Visit, overlay: str) -> Game:
    """The game that the form is for, with the overlay that was chosen."""
    game = find_game(visit, visit.path["game"])
    try:
        return visit.site.games.with_overlay(game, overlay)
    except GameError:
        raise Problem("problem.option", next=(f"/new/{game.id}", visit.t("problem.again")), text=overlay) from None


async def form(visit: Visit) -> Response:
    """The form; preset and number of seats are chosen first, since the rest depends on them."""
    query = visit.query
    game = _game(visit, query.get("overlay", ""))
    preset = query.get("preset", "")
    if preset and preset not in game.presets:
        raise Problem("problem.option", next=(f"/new/{game.id}", visit.t("problem.again")), text=preset)
    wanted = (game.presets[preset].seats if preset else None) or game.usual_seats
    seats = _whole(query.get("seats", ""), wanted)
    if seats not in game.seats:
        seats = wanted
    chosen = dict(game.presets[preset].options) if preset else {}
    return visit.page(*_page(visit, game, preset, seats, chosen, visit.query, ""))


def _page(
    visit: Visit, game: Game, preset: str, seats: int, chosen: dict[str, Any], said: dict[str, str], error: str
) -> tuple[Any, ...]:
    t, words = visit.t, game_words(game, visit.language)
    laid = visit.site.games.overlays(game)
    first = _first(visit, game, preset, seats) if game.presets or len(game.seats) > 1 or laid else None
    try:
        values = game.read_options({k: v for k, v in chosen.items() if k in game.options.by_name}, seats)
    except OptionError:
        values = game.read_options({}, seats)
    rest = visit.post(
        f"/new/{game.id}",
        el("input", type="hidden", name="preset", value=preset),
        el("input", type="hidden", name="overlay", value=game.overlay.key) if game.overlay else None,
        el("input", type="hidden", name="seats", value=seats),
        _seats(visit, game, seats, values, said),
        el("p", el("button", t("create.make"), type="submit", class_="button main"), class_="make"),
        _options(visit, game, preset, seats, values, said, open_=bool(error)),
        _clock(visit, said, open_=bool(error)),
        _table(visit, said, open_=bool(error)),
        ticket(visit, game, shown=True),
        class_="form",
    )
    title = t("create.title", game=words.title)
    parts: list[Child] = [el("h1", title)]
    if error:
        parts.append(el("p", error, class_="notice error", role="alert"))
    return (title, *parts, first, rest)


def _first(visit: Visit, game: Game, preset: str, seats: int) -> Raw:
    """What is chosen first: a ready-made choice and the number of seats."""
    t, words = visit.t, game_words(game, visit.language)
    usual = next((k for k, ready in game.presets.items() if not ready.options and not ready.seats), "")
    preset = preset or usual  # where a game names its usual rules, that is what they are called
    named = [] if usual else [("", t("create.standard"))]
    named += [(k, words.or_key("preset", k, "name")) for k in game.presets]
    numbers = [(str(n), str(n)) for n in game.seats]
    about = words.or_key("preset", preset, "text") if preset else ""
    ready = field(t("create.preset"), choose("preset", named, preset, data_submit=True), id_="f-preset", explain=about)
    many = field(t("create.seats"), choose("seats", numbers, str(seats), data_submit=True), id_="f-seats")
    return el(
        "form",
        ready if game.presets else None,
        many if len(game.seats) > 1 else None,
        _overlays(visit, game),
        el("noscript", el("button", t("create.show"), type="submit", class_="button quiet")),
        method="get",
        action=f"/new/{game.id}",
        class_="form beside",
    )


def _overlays(visit: Visit, game: Game) -> Raw | None:
    """Whose numbers are played with, where the host has overlays, and what differs."""
    t, found = visit.t, visit.site.games.overlays(game)
    if not found:
        return None
    names = visit.site.games.overlay_names
    picks = [("", t("create.as_written"))]
    picks += [(one.overlay.key, names[one.reference][visit.language]) for one in found if one.overlay]
    chosen = game.overlay.key if game.overlay else ""
    control = choose("overlay", picks, chosen, data_submit=True)
    return field(t("create.overlay"), control, id_="f-overlay", explain=" ".join(overlay_words(game, t)))


def _seats(visit: Visit, game: Game, seats: int, values: dict[str, int], said: dict[str, str]) -> Raw:
    t = visit.t
    notes = seat_notes(game, seats, values, visit.language)
    who = [("me", t("create.me")), ("open", t("create.open")), ("invited", t("create.invited"))]
    who += [(f"bot:{o.id}", t("create.bot", level=o.name)) for o in opponents(game, visit.language)]
    rows = []
    for i in range(seats):
        chosen = said.get(f"seat{i}", "me" if i == 0 else "open")
        rows.append(
            el(
                "li",
                crest(i),
                el("label", t("room.seat", n=i + 1), for_=f"f-seat{i}", class_="name"),
                el("span", notes[i], class_="badge") if notes[i] else None,
                choose(f"seat{i}", who, chosen),
                class_=f"s{i}",
            )
        )
    more = [el("p", t("create.team_order"), class_="explain")] if any(notes) else []
    return el("fieldset", el("legend", t("create.who")), el("ul", rows, class_="seats"), *more)


def _fold(label: str, now: Child, *inner: Child, open_: bool) -> Raw:
    """A part of the form that few change: it says what is chosen, and opens on a tap."""
    return el("details", el("summary", label, " ", now), el("div", *inner, class_="folded"), open=open_)


def _options(
    visit: Visit, game: Game, preset: str, seats: int, values: dict[str, int], said: dict[str, str], *, open_: bool
) -> Raw | None:
    if not len(game.options):
        return None
    usual = game.read_options(game.presets[preset].options if preset else {}, seats)
    rows = [_option(visit, game, o, values[o.name], usual[o.name], said) for o in game.options]
    changed = el("span", class_="badge", data_changed=True, hidden=True)
    return _fold(visit.t("create.options"), changed, *rows, open_=open_)


def _option(visit: Visit, game: Game, o: Option, value: int, usual: int, said: dict[str, str]) -> Raw:
    words = game_words(game, visit.language)
    label, text = (
        words.or_key("option", o.name, "name"),
        words.text("option", o.name, "text") if words.has("option", o.name, "text") else "",
    )
    name, id_ = f"option.{o.name}", f"f-option-{o.name}"
    if o.is_flag:
        on = said.get(name) == "yes" if f"has.{o.name}" in said else bool(value)
        return join(
            el("input", type="hidden", name=f"has.{o.name}", value="yes"),
            tick(name, label, on, text, data_usual="yes" if usual else ""),
        )
    if o.choices:
        picks = [(c, words.or_key("option", o.name, "choice", c)) for c in o.choices]
        chosen = said.get(name, o.choices[value])
        control = choose(name, picks, chosen, id_=id_, data_usual=o.choices[usual])
        return field(label, control, id_=id_, explain=text)
    control = el(
        "input",
        type="number",
        name=name,
        id=id_,
        value=said.get(name, str(value)),
        min=o.low,
        max=o.high,
        required=True,
        data_usual=usual,
    )
    return field(label, control, id_=id_, explain=f"{text} ({o.low}–{o.high})".strip())


def _clock(visit: Visit, said: dict[str, str], *, open_: bool) -> Raw:
    t = visit.t
    kind = said.get("clock", "none")

    def number(name: str, value: int) -> Raw:
        low, high = LIMITS[name]
        return el(
            "input",
            type="number",
            name=name,
            min=low,
            max=high,
            value=said.get(name, str(value)),
            aria_label=t(f"clock.{name}.unit"),
        )

    def row(name: str, *inner: Child) -> Raw:
        return el(
            "label",
            el("input", type="radio", name="clock", value=name, checked=kind == name),
            el("span", t(f"clock.{name}.name"), el("br"), el("small", t(f"clock.{name}.text")), class_="grow"),
            el("span", *inner, class_="row") if inner else None,
            class_="choice",
        )

    return _fold(
        t("create.clock"),
        el("span", t(f"clock.{kind}.name") if kind in CLOCKS else "", class_="badge"),
        row("none"),
        row("decision", number("decision", 60), t("clock.decision.unit")),
        row("bank", number("bank", 10), t("clock.bank.unit"), " + ", number("increment", 5), t("clock.increment.unit")),
        row("days", number("days", 2), t("clock.days.unit")),
        open_=open_ or kind != "none",
    )


def _table(visit: Visit, said: dict[str, str], *, open_: bool) -> Raw:
    t = visit.t
    public = said.get("visibility", "public") == "public"

    def row(value: str, on: bool) -> Raw:
        words = el("span", t(f"create.{value}"), el("br"), el("small", t(f"create.{value}_text")))
        return el(
            "label", el("input", type="radio", name="visibility", value=value, checked=on), words, class_="choice"
        )

    def on(name: str, usual: bool) -> bool:
        sent = "ticket" in said or "kept" in said  # a form that was filled in says by silence what is not ticked
        return said.get(name) == "yes" if sent else usual

    def line(name: str, most: int) -> Raw:
        return el(
            "input",
            type="text",
            name=name,
            id=f"f-{name}",
            maxlength=most,
            value=said.get(name, ""),
            autocomplete="off",
        )

    return _fold(
        t("create.table"),
        el("span", t("create.public" if public else "create.link"), class_="badge"),
        field(t("create.name"), line("title", MAX_TITLE), id_="f-title"),
        row("public", public),
        row("link", not public),
        [tick(n, t(f"create.{n}"), on(n, usual), t(f"create.{n}_text")) for n, usual in SETTINGS.items()],
        field(t("create.seed"), line("seed", MAX_SEED), id_="f-seed", explain=t("create.seed_text")),
        open_=open_,
    )


def _whole(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else default


async def make(visit: Visit) -> Response:
    """Open the table as the form says; what is out of range comes back with the reason."""
    said = visit.form
    game = _game(visit, said.get("overlay", ""))
    deal = visit.site.deals.redeem(said.get("ticket", ""))
    if deal is None:
        raise Problem("problem.token", 403)
    visit.spend(visit.site.creates)
    seats = _whole(said.get("seats", ""), 0)
    options: dict[str, Any] = {k[7:]: v for k, v in said.items() if k.startswith("option.")}
    options |= {k[4:]: "no" for k in said if k.startswith("has.") and k[4:] not in options}
    try:
        values = game.read_options(options, game.read_seats(seats))
        clock = read_clock(said)
        if sum(said.get(f"seat{i}") == "me" for i in range(seats)) > 1:
            raise ValueError("one guest at two seats")
    except (OptionError, ValueError) as fault:
        why = _wrong(visit, game, seats, options, said) or visit.t("create.together", why=_clash(visit, game, fault))
        wrong = visit.t("create.wrong", why=why)
        if seats not in game.seats:
            seats = game.usual_seats
        preset = said.get("preset", "") if said.get("preset") in game.presets else ""
        return visit.page(*_page(visit, game, preset, seats, {}, said, wrong), status=400)
    me = await visit.guest()
    holders = [_holder(visit, game, said.get(f"seat{i}", "open"), me) for i in range(seats)]
    mine = [i for i, s in enumerate(holders) if s.player]
    holders = bot_seats(holders, deal.id)
    seed = said.get("seed", "").strip()[:MAX_SEED]
    secret = deals.own(seed) if seed else deal.secret
    settings: dict[str, Any] = {name: said.get(name) == "yes" for name in SETTINGS}
    if seed:
        settings |= {"seed": seed, "deal": "seed"}
    nonce = deals.clean_nonce(said.get("nonce", ""))
    try:
        made = await visit.site.registry.create(
            game,
            id=deal.id,
            secret=secret,
            commitment=commitment(secret),
            seats=holders,
            options=game.options.write(values),
            host=me.id,
            nonces={str(i): nonce for i in mine[:1]},
            title=said.get("title", "")[:MAX_TITLE],
            visibility="public" if said.get("visibility") == "public" else "link",
            clock=clock,
            settings=settings,
        )
    except AlreadyThere as there:
        made = there.match
    return visit.go(f"/t/{made.id}")


def _clash(visit: Visit, game: Game, fault: ValueError) -> str:
    """Why options that are possible by themselves do not go together, in the reader's language."""
    clash = fault.clash if isinstance(fault, OptionError) else None
    return game_words(game, visit.language).say("refused", clash.key, **clash.facts) if clash else str(fault)


def _wrong(visit: Visit, game: Game, seats: int, options: dict[str, Any], said: dict[str, str]) -> str:
    """What is out of range, in the reader's words; nothing where only the game itself can say it."""
    t, words = visit.t, game_words(game, visit.language)
    if seats not in game.seats:
        return t("create.range", name=t("create.seats"), range=f"{game.seats[0]}–{game.seats[-1]}", value=seats)
    for o in [o for o in game.options if o.name in options]:
        try:
            o.read(options[o.name])
        except OptionError:
            name, value = words.or_key("option", o.name, "name"), str(options[o.name])[:40]
            if o.choices or o.is_flag:
                return t("create.choice", name=name, value=value)
            return t("create.range", name=name, range=f"{o.low}–{o.high}", value=value)
    unknown = next((name for name in options if name not in game.options.by_name), "")
    if unknown:
        return t("create.choice", name=unknown[:40], value=str(options[unknown])[:40])
    mine = [i + 1 for i in range(seats) if said.get(f"seat{i}") == "me"]
    if len(mine) > 1:
        return t("create.twice", first=mine[0], second=mine[1])
    clock = said.get("clock", "none")
    if clock not in CLOCKS:
        return t("create.choice", name=t("create.clock"), value=clock[:40])
    for part in ("bank", "increment") if clock == "bank" else (clock,):
        low, high = LIMITS.get(part, (0, 0))
        if part in LIMITS and not low <= _whole(said.get(part, ""), low - 1) <= high:
            name = t("create.clock_part", name=t("create.clock"), unit=t(f"clock.{part}.unit"))
            return t("create.range", name=name, range=f"{low}–{high}", value=said.get(part, "")[:40])
    return ""


def _holder(visit: Visit, game: Game, who: str, me: Player) -> Seat:
    if who == "me":
        return Seat("player", me.id, None, me.name, me.colour)
    if who == "invited":
        return Seat("invited")
    if who.startswith("bot:") and find_opponent(game, who[4:], visit.language):
        return Seat("bot", None, who[4:])
    return Seat("open")


def read_clock(said: dict[str, str]) -> dict[str, Any]:
    """The clock that a form describes; ValueError if it is out of range."""
    kind = said.get("clock", "none")
    if kind not in CLOCKS:
        raise ValueError(kind)

    def number(name: str) -> int:
        low, high = LIMITS[name]
        value = _whole(said.get(name, ""), low - 1)
        if not low <= value <= high:
            raise ValueError(f"{said.get(name, '')} ({low}–{high})")
        return value

    if kind == "decision":
        return {"kind": kind, "seconds": number("decision")}
    if kind == "bank":
        return {"kind": kind, "seconds": number("bank") * 60, "increment": number("increment")}
    if kind == "days":
        return {"kind": kind, "seconds": number("days") * DAY}
    return {"kind": "none"}
