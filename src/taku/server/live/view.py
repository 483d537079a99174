"""What one seat is shown: its table, the tree of its gestures, the status line, the lines of its log, as messages."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from taku.engine.actions import Actions
from taku.engine.catalogue import Catalogue
from taku.engine.game import Game
from taku.engine.match import Match, Told
from taku.engine.rules import Rules
from taku.engine.state import GameState
from taku.page.contract import campaign_of, is_button, page_of
from taku.page.html import Raw, Sheet, el, pieces
from taku.page.motion import Effects, written
from taku.server.live import generic
from taku.server.live.history import Line
from taku.server.results import why_over, winners
from taku.server.words import PLACES, GameWords, fill, game_words, html, plain, readable

log = logging.getLogger(__name__)
Json = dict[str, Any]
Tree = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Offered:
    """What a seat may do: the tree of its gestures, the names of its actions, and those that are buttons."""

    actions: Actions | None
    """Those of the decision."""
    gestures: dict[int, Sequence[str]]
    """The elements to click for each action; none: it is a button."""
    acts: Tree
    labels: dict[str, str]
    buttons: list[Json]


NOTHING = Offered(None, {}, {}, {}, [])


@dataclass(frozen=True, slots=True)
class Shown:
    """A rendered table with everything that goes with it; names are not filled in yet."""

    pieces: Sequence[str]
    ends: Sequence[int]
    """Where its parts end, for ``patch.changes``."""
    offered: Offered
    text: str
    yours: bool

    @property
    def html(self) -> str:
        return "".join(self.pieces)


def tree(gestures: dict[int, Sequence[str]]) -> Tree:
    """Gestures as a tree: ``{card: {cell: action}}``; one that begins another ends in the key "" there."""
    root: Tree = {}
    for action, ids in gestures.items():
        here = root
        *way, last = ids
        for name in way:
            there = here.get(name)
            if not isinstance(there, dict):
                here[name] = there = {} if there is None else {"": there}
            here = there
        there = here.get(last)
        if isinstance(there, dict):
            there[""] = action
        else:
            here[last] = action
    return root


EARLIER = 96
"""Events before the last move that a page gets which looks back: a round of a game with many."""


def earlier(lines: Sequence[Line], step: int) -> list[Told]:
    """What a seat was told before this step, oldest first."""
    end = bisect_left(lines, step, key=lambda one: one.step)
    return [one.told for one in lines[max(0, end - EARLIER) : end] if one.told]


def before(lines: Sequence[Line], one: Line) -> Iterator[Told]:
    """What a seat was told before this line of its log, the newest first."""
    for n in range(bisect_left(lines, one.id, key=lambda other: other.id) - 1, -1, -1):
        if told := lines[n].told:
            yield told


def show(
    game: Game,
    rules: Rules,
    seen: GameState,
    seat: int,
    t: Catalogue,
    *,
    act: bool = True,
    past: tuple[Sequence[Line], int] = ((), 0),
    asked: tuple[list[int], list[int]] | None = None,
    before: Shown | None = None,
) -> Shown:
    """Render a seat's table from its hidden state and what it was told alone; with ``act`` also what it may do.

    ``past`` is the seat's log and the step that is shown. ``asked`` are the seats that must choose and what this one
    may do, where that was found out before. ``before`` is what the seat was shown last: what stands is not made anew.
    """
    words = game_words(game, t.language)
    acting = asked[0] if asked else rules.acting(seen)
    mine = act and seat in acting
    legal = (asked[1] if asked else rules.legal(seen, seat)) if mine else []
    page = page_of(game)
    if page is not None:
        told = (earlier(*past),) if page.looks_back else ()
        body: Raw | Sheet = page.table(seen, seat, words, *told)
    else:
        body = generic.table(game, seen, seat, words, acting, legal)
    drawn, ends = (body.pieces, body.ends) if isinstance(body, Sheet) else (pieces(body), ())
    text = status(rules, seen, seat if act else -1, words, t, acting)
    offered = NOTHING
    if legal:
        actions, was = rules.asked(seen, seat), before.offered if before is not None else NOTHING
        read = actions.read
        clicks: dict[int, Sequence[str]] = {
            a: page.gesture(seen, seat, read(a)) if page is not None else generic.gesture(a) for a in legal
        }
        if actions is was.actions and clicks == was.gestures and words.by_name:
            offered = was
        else:
            offered = offer(actions, clicks, {str(a): words.action(seen, seat, read(a)) for a in legal})
    return Shown(drawn, ends, offered, text, mine)


def offer(actions: Actions, clicks: dict[int, Sequence[str]], labels: dict[str, str]) -> Offered:
    """What can be done, from the elements to click for each action and the actions' names."""
    named = {a: {"id": ids[0]} if ids else {} for a, ids in clicks.items() if is_button(ids)}
    buttons = [{"action": a, "label": labels[str(a)], **name} for a, name in named.items()]
    return Offered(actions, clicks, tree({a: ids for a, ids in clicks.items() if a not in named}), labels, buttons)


def status(rules: Rules, seen: GameState, seat: int, words: GameWords, t: Catalogue, acting: list[int]) -> str:
    """Who must do what, in words."""
    if not acting:
        return t("status.over")
    if seat in acting:
        return t("status.yours", what=words.kind(rules.kind(seen, seat)))
    if len(acting) == 1:
        return t("status.waits_one", name=PLACES[acting[0]], what=words.kind(rules.kind(seen, acting[0])))
    if len(acting) > 3:
        return t("status.waits_many", n=len(acting))
    return t("status.waits_some", names=t("list.and").join([PLACES[s] for s in acting]))


Said = dict[tuple[int, str], Json]
"""What events are in a language: several seats are told the same one, an object that each seat's log keeps."""


def line(
    game: Game, one: Line, t: Catalogue, names: Sequence[str], extra: Json | None = None, said: Said | None = None
) -> Json:
    """A line of the log as the client shows it. ``said`` keeps what was said to others."""
    if one.told is None:
        words = t(f"note.{one.note}", name=PLACES[one.seat] if one.seat >= 0 else "")
        made: Json = {
            "id": one.id,
            "step": one.step,
            "html": html(words, names),
            "icon": "hourglass" if one.note == "timeout" else "dot",
        }
        if one.seat >= 0:
            made["seat"] = one.seat
        return made
    found = said.get((id(one.told), t.language)) if said is not None else None
    if found is None:
        words = game_words(game, t.language).event(one.told)
        found = {"html": html(words, names), "clause": one.told.clause}
        about = game.events.about(getattr(game.events, one.told.event)).names
        if "seat" in about:
            found["seat"] = one.told.arguments[about.index("seat")]
        if said is not None:
            said[id(one.told), t.language] = found
    made = {"id": one.id, "step": one.step, **found}
    if extra:
        made |= extra
    return made


def effects(
    game: Game, seen: GameState, seat: int, lines: Sequence[Line], one: Line, t: Catalogue, names: Sequence[str]
) -> Json:
    """Icon, motions, marks, sound and moment of an event, which is a line of the seat's log."""
    try:
        made = written(_effects(game, seen, seat, lines, one), game_words(game, t.language))
        if moment := made.get("moment"):
            made["moment"] = moment | {"say": plain(moment["say"], names), "html": fill(moment.get("html", ""), names)}
        return made
    except Exception:  # an ornament must not stop a match
        log.exception("animate of %s failed on %s", game.id, one.told)
        return {}


def _effects(game: Game, seen: GameState, seat: int, lines: Sequence[Line], one: Line) -> Effects:
    page = page_of(game)
    if page is None or page.animate is None or one.told is None:
        return {}
    return page.animate(seen, seat, one.told, *((before(lines, one),) if page.recalls else ()))


def icon(game: Game, seen: GameState, seat: int, lines: Sequence[Line], one: Line) -> Json:
    """A line of history: its icon, and whether it has a moment that can be shown again at its step."""
    try:
        found = _effects(game, seen, seat, lines, one)
    except Exception:  # an ornament must not stop a match
        log.exception("animate of %s failed on %s", game.id, one.told)
        return {}
    made: Json = {"icon": found["icon"]} if "icon" in found else {}
    return made | {"again": True} if "moment" in found else made


def summary(game: Game, lines: Iterable[Line], seat: int, t: Catalogue, names: Sequence[str]) -> str:
    """What the game's page has to say about the whole match (``summary(told, seat, words)``), from a seat's log."""
    page = page_of(game)
    if page is None or page.summary is None:
        return ""
    try:
        return fill(page.summary([one.told for one in lines if one.told], seat, game_words(game, t.language)), names)
    except Exception:  # an ornament must not hide the result
        log.exception("summary of %s failed", game.id)
        return ""


def campaign(game: Game, preset: str, t: Catalogue) -> str:
    """After a battle of a campaign: the way back to its map."""
    found = campaign_of(game)
    if found is None or preset not in found.places:
        return ""
    return el("a", t("campaign.back"), href=f"/campaign/{game.id}#battle-{preset}", class_="button quiet")


def placed(match: Match) -> list[tuple[int, list[int]]]:
    """Places and who has them, the best first; those of a team that share a place stand together."""
    together: dict[tuple[int, int], list[int]] = {}
    for i, rank in enumerate(match.scores()):
        team = match.state.team[i] if "team" in match.game.state.layout.fields else i  # type: ignore[attr-defined]
        together.setdefault((rank, team), []).append(i)
    return sorted((rank, those) for (rank, _), those in together.items())


def result(
    match: Match, names: Sequence[str], t: Catalogue, seat: int, replay: str, more: str = "", back: str = ""
) -> Json:
    """The end: who won and why, everybody's place, what more there is to tell, and a link to the replay."""
    ranks = match.scores()
    first = [i for i, rank in enumerate(ranks) if rank == 1]
    team = "team" in match.game.state.layout.fields and len({match.state.team[i] for i in first}) == 1  # type: ignore[attr-defined]
    title = winners(ranks, team, names, t)
    rows = "".join(
        el(
            "tr",
            el("td", t("result.rank", n=rank)),
            el("td", html(t("list.and").join(PLACES[i] for i in those), names)),
            class_="mine" if seat in those else None,
        )
        for rank, those in placed(match)
    )
    link = el("div", Raw(back), el("a", t("result.replay"), href=replay, class_="button quiet"), class_="row")
    why = why_over(match.game, match.rules, match.state, t.language)
    said = el("p", html(why, names), class_="why") if why else Raw("")
    return {"title": title, "html": said + el("table", Raw(rows)) + more + link}


__all__ = ["Shown", "campaign", "effects", "fill", "line", "plain", "readable", "result", "show", "status", "tree"]
