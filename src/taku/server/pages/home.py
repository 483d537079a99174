"""Home: the games, a bot to play at once, open tables, my tables, matches to watch and to replay."""

from __future__ import annotations

from starlette.responses import Response

from taku.bots import opponents
from taku.engine.game import Game
from taku.page.html import Child, Raw, el, join
from taku.server.pages.common import choose, rows, ticket
from taku.server.pages.start import FIRST
from taku.server.people import known_language
from taku.server.store import BadValue, Page
from taku.server.store.records import Status
from taku.server.web import Visit, local, section
from taku.server.words import game_words

SHOWN = 8
LIVE: tuple[Status, ...] = ("waiting", "playing", "paused")
PAGE = 40


async def home(visit: Visit) -> Response:
    t, store = visit.t, visit.site.store
    done = await store.finished(limit=SHOWN)
    waiting, mine, others = await _lobby(visit)
    games = [_game(visit, game) for game in sorted(visit.site.games.all(), key=_first_evening)]
    parts: list[Child] = [
        el("h1", t("home.title")),
        el("p", t("home.lead"), class_="lead"),
    ]
    parts += [waiting, mine]
    parts.append(
        section(
            t("home.games"),
            el("noscript", el("p", t("fair.no_nonce"), class_="explain")),
            el("div", games, class_="games"),
        )
    )
    parts.append(others)
    if done.matches:
        more = el("p", el("a", t("home.more"), href="/finished")) if done.next else None
        parts.append(section(t("home.finished"), rows(visit, done.matches, "replay"), more))
    foot = el(
        "p",
        el("a", t("home.upload"), href="/upload"), " · ",
        el("a", t("home.code"), href="/code"), " · ",
        el("a", t("home.fair"), href="/fair"),
        class_="foot",
    )  # fmt: skip
    return visit.page("Taku", *parts, foot, description=t("home.lead"))


async def _lobby(visit: Visit) -> tuple[Raw, Raw, Raw]:
    """What changes by itself: how many wait for players, my tables, and those of others.

    The page asks for it anew every few seconds. On a phone the tables of others stand windows below the games, so that
    a line above them says how many there are, and leads there.
    """
    t, store = visit.t, visit.site.store
    open_, watch = await store.open_tables(limit=SHOWN), await store.watchable(limit=SHOWN)
    mine = await store.tables_of(visit.id, statuses=LIVE, limit=SHOWN) if visit.id else Page((), None)
    others = [section(t("home.open"), _list(visit, open_, "join", "home.no_open", "/tables"), id="lobby-open")]
    if watch.matches:
        others.append(section(t("home.watch"), rows(visit, watch.matches, "watch")))
    own = section(t("home.mine"), rows(visit, mine.matches, "open")) if mine.matches else None
    count = f"{len(open_.matches)}{'+' if open_.next else ''}"
    waiting = el("p", el("a", t("home.waiting", n=count), href="#lobby-open")) if open_.matches else None
    return (
        el("div", waiting, id="lobby-waiting", class_="live-part"),
        el("div", own, id="lobby-mine", class_="live-part"),
        el("div", others, id="lobby", class_="live-part", data_live="/lobby"),
    )


async def lobby(visit: Visit) -> Response:
    """The same, for a page that is open already."""
    return Response(str(join(*await _lobby(visit))), media_type="text/html", headers={"Cache-Control": "no-store"})


def _first_evening(game: Game) -> tuple[bool, int]:
    """What a guest meets first: games with a guide before small examples, short ones before long ones."""
    return (not game.guide, game.decisions)


def _game(visit: Visit, game: Game) -> Raw:
    t = visit.t
    words = game_words(game, visit.language)
    level = str(visit.player.settings.get("level", "")) if visit.player else ""
    levels = [(o.id, o.name) for o in opponents(game, visit.language)]
    seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    return el(
        "article",
        el("div", visit.site.games.picture(game, visit.language), class_="picture"),
        el("div", el("h3", words.title), el("p", words.tagline), el("small", t("home.seats", n=seats)), class_="about"),
        el(
            "div",
            visit.post(
                f"/play/{game.id}",
                ticket(visit, game),
                choose(
                    "level",
                    levels,
                    level if level in dict(levels) else FIRST,
                    id_=f"level-{game.id}",
                    aria_label=f"{t('room.level')}: {words.title}",
                ),
                el(
                    "button",
                    t("home.play_bot"),
                    type="submit",
                    class_="button main",
                    aria_label=f"{t('home.play_bot')}: {words.title}",
                ),
                el(
                    "button",
                    t("home.guided"),
                    type="submit",
                    name="guide",
                    value="yes",
                    class_="button quiet",
                    aria_label=f"{t('rules.guided')}: {words.title}",
                )
                if game.guide
                else None,
                class_="row",
            ),
            el(
                "a",
                t("campaign.link"),
                href=f"/campaign/{game.id}",
                class_="button quiet",
                aria_label=f"{t('campaign.link')}: {words.title}",
            )
            if game.campaign
            else None,
            el(
                "a",
                t("home.create"),
                href=f"/new/{game.id}",
                class_="button quiet",
                aria_label=f"{t('home.create')}: {words.title}",
            ),
            el(
                "a",
                t("home.rules"),
                href=f"/rules/{game.id}",
                class_="button quiet",
                aria_label=f"{t('home.rules')}: {words.title}",
            ),
            class_="row",
        ),
        class_="game",
        id=f"game-{game.id}",
    )


def _list(visit: Visit, page: Page, action: str, empty: str, more: str) -> Raw:
    if not page.matches:
        return el("div", el("p", visit.t(empty)), class_="empty")
    return join(
        rows(visit, page.matches, action), el("p", el("a", visit.t("home.more"), href=more)) if page.next else None
    )


async def _all(visit: Visit, kind: str) -> Response:
    after = visit.query.get("after")
    store = visit.site.store
    try:
        page = await (store.finished if kind == "finished" else store.open_tables)(after=after, limit=PAGE)
    except BadValue:
        page = Page((), None)
    t = visit.t
    title = t("home.finished") if kind == "finished" else t("home.open")
    body = (
        rows(visit, page.matches, "replay" if kind == "finished" else "join")
        if page.matches
        else el("div", el("p", t("home.none")), class_="empty")
    )
    more = el("p", el("a", t("home.more"), href=f"?after={page.next}")) if page.next else None
    return visit.page(title, el("h1", title), body, more)


async def tables(visit: Visit) -> Response:
    return await _all(visit, "open")


async def finished(visit: Visit) -> Response:
    return await _all(visit, "finished")


async def language(visit: Visit) -> Response:
    """Another language, and back to where the reader was."""
    code = known_language(str(visit.path["code"]))
    if code:
        visit.speak(code)
        if visit.player:
            visit.site.people.changed(await visit.site.store.update_player(visit.player.id, language=code))
    return visit.go(local(visit.query.get("next", "/")))
