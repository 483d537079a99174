"""A campaign: a game's battles on a map, each against its own bot, with the guest's results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from taku.bots import find_opponent
from taku.engine.game import Game
from taku.page.contract import STARS, Verdict, campaign_of
from taku.page.html import Child, Raw, el
from taku.page.svg import num
from taku.server.pages.common import find_game, ticket
from taku.server.results import verdict_of
from taku.server.store import Match
from taku.server.web import Problem, Visit, section
from taku.server.words import GameWords, fill, game_words

PAGE = 200
MOST = 10 * PAGE
"""Finished matches that are looked through for results, the newest first."""


@dataclass
class Results:
    """How a guest fared in one battle."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    last: str = ""
    going: str = ""
    stars: int = 0
    """The most that a battle here earned."""
    hardest: str = ""
    """The hardest difficulty at which it was won; empty: none that has a name."""
    verdict: Verdict | None = None
    """What decided the last one."""

    @property
    def state(self) -> str:
        """The best that was reached: won, drawn, lost, or still open."""
        return next((k for k in ("won", "drawn", "lost") if getattr(self, k)), "open")

    @property
    def count(self) -> int:
        return int(getattr(self, self.state, 0))


async def page(visit: Visit) -> Response:
    game = find_game(visit, visit.path["game"])
    own = campaign_of(game)
    if own is None:
        raise Problem("problem.lost", 404)
    places = own.places
    results = tally(visit.id, places, await _matches(visit, game))
    open_ = [id for id in places if not results[id].won]
    words, t = game_words(game, visit.language), visit.t
    title = t("campaign.title", game=words.title)
    stops = [_stop(visit, game, n, id, results[id], id in open_[:1]) for n, id in enumerate(places, 1)]
    flags = [
        _flag(visit, game, n, id, *at, results[id], id in open_[:1]) for n, (id, at) in enumerate(places.items(), 1)
    ]
    drawing = el(
        "svg", Raw(fill(own.ground(words), ())), flags, viewBox="0 0 100 60", role="group",
        aria_label=t("campaign.map"), class_="campaign-map",
    )  # fmt: skip
    return visit.page(
        title,
        el("h1", title),
        el("p", t("campaign.lead") if open_ else t("campaign.won_all"), class_="lead"),
        drawing,
        el("ol", stops, class_="campaign"),
        description=t("campaign.lead"),
    )


async def _matches(visit: Visit, game: Game) -> list[Match]:
    """The guest's matches of this game, the newest first."""
    found: list[Match] = []
    after = None
    while visit.id and len(found) < MOST:
        some = await visit.site.store.tables_of(
            visit.id, statuses=("playing", "paused", "over"), game=game.id, after=after, limit=PAGE
        )
        found += some.matches
        after = some.next
        if after is None:
            break
    return found


def tally(player: str, battles: Iterable[str], matches: Iterable[Match]) -> dict[str, Results]:
    """A guest's results in each battle, from matches in which everybody else was the battle's bot."""
    made = {id: Results() for id in battles}
    for match in matches:
        result = made.get(str(match.settings.get("preset", "")))
        if result is None:
            continue
        if match.status != "over":
            result.going = result.going or match.id
            continue
        seat = next((i for i, s in enumerate(match.seats) if s.player == player), -1)
        ranks: list[int] = (match.result or {}).get("ranks", [])
        if not 0 <= seat < len(ranks):
            continue
        verdict = verdict_of(match.result)
        if not result.last:
            result.last, result.verdict = match.id, verdict
        result.stars = max(result.stars, verdict.stars if verdict else 0)
        if len(set(ranks)) == 1:
            result.drawn += 1
        elif ranks[seat] == 1:
            result.won += 1
            result.stars = max(result.stars, 1)
            result.hardest = harder(result.hardest, str(match.settings.get("difficulty") or "usual"))
        else:
            result.lost += 1
    return made


HARDNESS = ("", "easier", "usual", "harder")


def harder(a: str, b: str) -> str:
    """The harder of two difficulties; one of another name counts as the usual one."""
    return max(a, b, key=lambda x: HARDNESS.index(x) if x in HARDNESS else HARDNESS.index("usual"))


def stars(visit: Visit, n: int) -> Raw:
    """Stars that were earned, and those that may be."""
    return el(
        "span", "★" * n + "☆" * (STARS - n), class_="stars", role="img", aria_label=visit.t("campaign.stars", n=n)
    )


def _stop(visit: Visit, game: Game, number: int, id: str, result: Results, next: bool) -> Raw:
    """One battle: what it is, who waits there, how it went, and the button."""
    t, words = visit.t, game_words(game, visit.language)
    foe = find_opponent(game, game.presets[id].bot, visit.language)
    counts = [t(f"campaign.{k}", n=getattr(result, k)) for k in ("won", "lost", "drawn") if getattr(result, k)]
    links: list[Child] = []
    if result.going:
        links.append(el("a", t("campaign.going"), href=f"/t/{result.going}", class_="button main"))
    links.append(_fight(visit, game, id, t("campaign.again" if counts else "campaign.fight"), not result.going))
    if result.last:
        links.append(el("a", t("campaign.last"), href=f"/t/{result.last}/replay", class_="button quiet"))
    return el(
        "li",
        section(
            f"{number}. {words.or_key('preset', id, 'name')}",
            el("p", t("campaign.next"), class_="next") if next else None,
            el("p", words.or_key("preset", id, "text")),
            el("p", el("b", t("campaign.idea")), " ", words.text("preset", id, "idea"))
            if words.has("preset", id, "idea")
            else None,
            el("p", t("campaign.against", name=foe.name), " ", el("small", foe.about)) if foe else None,
            el("p", stars(visit, result.stars), " ", " · ".join(counts) or t("campaign.not_yet"), class_="explain"),
            el("p", t(f"campaign.won_{result.hardest}"), class_="explain") if result.hardest in NAMED else None,
            el("p", el("b", t("campaign.verdict")), " ", said(words, result.verdict)) if result.verdict else None,
            el("div", links, class_="row"),
            id=f"battle-{id}",
            class_=f"sheet {result.state}",
        ),
    )


NAMED = ("easier", "harder")


def said(words: GameWords, verdict: Verdict) -> str:
    """What decided a battle, in words."""
    return words.catalogue(f"campaign.verdict.{verdict.key}", **verdict.facts)


def _fight(visit: Visit, game: Game, id: str, label: str, main: bool) -> Raw:
    name = game_words(game, visit.language).or_key("preset", id, "name")
    button = el(
        "button", label, type="submit", class_=f"button {'main' if main else 'quiet'}", aria_label=f"{label}: {name}"
    )
    chosen = el("input", type="hidden", name="preset", value=id)
    return visit.post(f"/play/{game.id}", ticket(visit, game), chosen, _difficulty(visit, game, name), button)


def _difficulty(visit: Visit, game: Game, name: str) -> Child:
    """Which difficulty the battle is fought at; the one chosen last is offered."""
    own = campaign_of(game)
    if own is None or not own.difficulties:
        return None
    last = visit.player.settings.get("difficulty") if visit.player else None
    kinds = [
        el("option", visit.t(f"campaign.{kind}"), value=kind, selected=True if kind == last else None)
        for kind in own.difficulties
    ]
    label = f"{visit.t('campaign.difficulty')}: {name}"
    return el("select", kinds, name="difficulty", aria_label=label, class_="button quiet")


def _flag(visit: Visit, game: Game, number: int, id: str, x: float, y: float, result: Results, next: bool) -> Raw:
    """A flag on the map that leads to its battle: its shape says won, lost or still to be fought."""
    name = game_words(game, visit.language).or_key("preset", id, "name")
    fared = (
        visit.t("campaign.not_yet") if result.state == "open" else visit.t(f"campaign.{result.state}", n=result.count)
    )
    cloth = {
        "won": "M0-9H8V-3H0Z",
        "drawn": "M0-9H8L6.5-6L8-3H0Z",
        "lost": "M0-9H8L4-6L8-3H0Z",
        "open": "M0-9L8-6L0-3Z",
    }[result.state]
    parts: list[Any] = [
        el("title", f"{name} · {fared}"),
        el("circle", r=5.5, cy=-4, class_="hit"),
        el("ellipse", rx=2.6, ry=1, class_="foot"),
        el("path", d="M0 0V-10", class_="pole"),
        el("path", d=cloth, class_="cloth"),
        el("text", str(number), x=2.6, y=-4.9, class_="number"),
        el("text", name.partition(",")[0].partition("（")[0], y=3.6, class_="label"),
    ]
    mark = " next" if next else ""
    return el(
        "a", parts, href=f"#battle-{id}", class_=f"flag {result.state}{mark}", transform=f"translate({num(x)} {num(y)})"
    )
