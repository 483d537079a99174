"""Rulebooks: a page for each game with an anchor for every clause, and single clauses for the log's "why?"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from starlette.responses import HTMLResponse, Response

from taku.engine.game import Game
from taku.engine.options import OptionError
from taku.page.contract import page_of
from taku.page.html import Child, Raw, el
from taku.page.rulebook import rulebook_file, with_numbers
from taku.server import markdown
from taku.server.games import CLAUSE, rules_path
from taku.server.pages.common import find_game, ticket
from taku.server.web import Problem, Visit
from taku.server.words import fill, game_words

LANGUAGES = ("en", "ja")


@lru_cache(maxsize=64)
def book(game: Game, language: str) -> markdown.Book | None:
    """A game's rulebook in a language, or in one that it has; the numbers of options stand in it as their names."""
    for code in (language, *LANGUAGES):
        path = rulebook_file(game, code)
        if path.is_file():
            return markdown.render(path.read_text(encoding="utf-8"), lambda name: _figure(game, name, language))
    return None


def _figure(game: Game, name: str, language: str) -> Raw | None:
    own = page_of(game)
    if own is None or own.figure is None:
        return None
    made = own.figure(name, game_words(game, language))
    return Raw(fill(made, ())) if made is not None else None


def numbers(game: Game, query: Mapping[str, str]) -> dict[str, int]:
    """The options of the table whose rules are asked for; what is none is not heeded."""
    read = {}
    for option in game.options:
        if option.name in query and not option.choices:
            try:
                read[option.name] = option.read(query[option.name])
            except OptionError:
                continue
    return read


async def page(visit: Visit) -> Response:
    game = find_game(visit, visit.path["game"])
    found, t = book(game, visit.language), visit.t
    options = numbers(game, visit.query)
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
            el(
                "nav",
                el("details", el("summary", t("rules.contents")), toc),
                class_="toc",
                aria_label=t("rules.contents"),
            ),
            el(
                "div",
                None if has_title else el("h1", title),
                head,
                Raw(with_numbers(found.html, game, options)),
                class_="prose",
            ),
            class_="with-toc",
        ),
        data={"clauses": rules_path(game, options, CLAUSE)},
    )


async def clause(visit: Visit) -> Response:
    """One clause as a fragment."""
    game = find_game(visit, visit.path["game"])
    found, id = book(game, visit.language), str(visit.path["clause"])
    if found is None or id not in found.clauses:
        raise Problem("problem.clause", 404, next=(f"/rules/{game.id}", visit.t("match.rules")))
    options = numbers(game, visit.query)
    link = el("p", el("a", visit.t("rules.read"), href=f"{rules_path(game, options)}#{id}", target="_blank"))
    return HTMLResponse(with_numbers(el("p", found.clauses[id]), game, options) + link)
