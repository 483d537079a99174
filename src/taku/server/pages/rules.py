"""Rulebooks: a page for each game with an anchor for every clause, and single clauses for the log's "why?"."""

from __future__ import annotations

from functools import lru_cache

from starlette.responses import HTMLResponse, Response

from taku.engine.game import Game
from taku.page.html import Child, Raw, el
from taku.server import markdown
from taku.server.pages.common import find_game, ticket
from taku.server.web import Problem, Visit
from taku.server.words import fill, game_words

LANGUAGES = ("en", "ja")


@lru_cache(maxsize=64)
def book(game: Game, language: str) -> markdown.Book | None:
    """A game's rulebook in a language, or in one that it has."""
    for code in (language, *LANGUAGES):
        path = game.folder / "rulebook" / f"{code}.md"
        if path.is_file():
            return markdown.render(path.read_text(encoding="utf-8"), lambda name: _figure(game, name, language))
    return None


def _figure(game: Game, name: str, language: str) -> Raw | None:
    draw = getattr(game.module("page"), "figure", None)
    if draw is None:
        return None
    made = draw(name, game_words(game, language))
    return Raw(fill(made, ())) if made is not None else None


async def page(visit: Visit) -> Response:
    game = find_game(visit, visit.path["game"])
    found, t = book(game, visit.language), visit.t
    words = game_words(game, visit.language)
    title = t("rules.title", game=words.title)
    play = [
        visit.post(
            f"/play/{game.id}",
            ticket(visit, game),
            el("button", t("home.play_bot"), type="submit", class_="button main"),
        ),
        el("a", t("home.create"), href=f"/new/{game.id}", class_="button quiet"),
    ]
    if game.guide:
        guided = el("input", type="hidden", name="guide", value="yes")
        learn = el("button", t("rules.guided"), type="submit", class_="button quiet")
        play.insert(1, visit.post(f"/play/{game.id}", ticket(visit, game), guided, learn))
    head: list[Child] = [
        el("div", visit.site.games.picture(game, visit.language), class_="picture"),
        el("div", play, class_="row"),
    ]
    if found is None:
        return visit.page(title, el("h1", title), *head, el("p", t("rules.none"), class_="empty"))
    toc = [el("a", heading, href=f"#{anchor}") for level, anchor, heading in found.headings if level in (2, 3)]
    has_title = any(level == 1 for level, _, _ in found.headings)
    return visit.page(
        title,
        el(
            "div",
            el("nav", toc, class_="toc", aria_label=t("rules.contents")),
            el("div", None if has_title else el("h1", title), head, found.html, class_="prose"),
            class_="with-toc",
        ),
        data={"clauses": f"/rules/{game.id}/clause/"},
    )


async def clause(visit: Visit) -> Response:
    """One clause as a fragment."""
    game = find_game(visit, visit.path["game"])
    found, id = book(game, visit.language), str(visit.path["clause"])
    if found is None or id not in found.clauses:
        raise Problem("problem.clause", 404, next=(f"/rules/{game.id}", visit.t("match.rules")))
    link = el("p", el("a", visit.t("rules.read"), href=f"/rules/{game.id}#{id}", target="_blank"))
    return HTMLResponse(el("p", found.clauses[id]) + link)
