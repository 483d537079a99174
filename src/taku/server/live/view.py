"""What one seat is shown: its table, the tree of its gestures, the status line, the lines of its log, as messages."""

from __future__ import annotations

import inspect
import logging
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from taku.engine.game import Game
from taku.engine.match import Match, Told
from taku.engine.rules import Rules
from taku.engine.state import GameState
from taku.page.html import Raw, Sheet, el, pieces
from taku.server.live import generic
from taku.server.live.history import Line
from taku.server.words import PLACES, GameWords, Text, fill, game_words, html, plain, readable

log = logging.getLogger(__name__)
Json = dict[str, Any]
Tree = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """A rendered table with everything that goes with it; names are not filled in yet."""

    pieces: Sequence[str]
    acts: Tree
    labels: dict[str, str]
    buttons: list[Json]
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
        for i, name in enumerate(ids):
            if i == len(ids) - 1:
                there = here.get(name)
                if isinstance(there, dict):
                    there[""] = action
                else:
                    here[name] = action
            else:
                there = here.get(name)
                if not isinstance(there, dict):
                    here[name] = there = {} if there is None else {"": there}
                here = there
    return root


EARLIER = 96
"""Events before the last move that a page gets which looks back: a round of a game with many."""


def earlier(lines: Sequence[Line], step: int) -> list[Told]:
    """What a seat was told before this step, oldest first."""
    end = bisect_left(lines, step, key=lambda one: one.step)
    return [one.told for one in lines[max(0, end - EARLIER) : end] if one.told]


@cache
def looks_back(table: Callable[..., Any]) -> bool:
    """Whether a page's ``table`` takes a fourth argument: what the seat was told in the moves before the last."""
    return len(inspect.signature(table).parameters) > 3


def show(
    game: Game,
    rules: Rules,
    seen: GameState,
    seat: int,
    t: Text,
    *,
    act: bool = True,
    past: tuple[Sequence[Line], int] = ((), 0),
    asked: tuple[list[int], list[int]] | None = None,
) -> Shown:
    """Render a seat's table from its hidden state and what it was told alone; with ``act`` also what it may do.

    ``past`` is the seat's log and the step that is shown. ``asked`` are the seats that must choose and what this one
    may do, where that was found out before.
    """
    words = game_words(game, t.language)
    acting = asked[0] if asked else rules.acting(seen)
    mine = act and seat in acting
    legal = (asked[1] if asked else rules.legal(seen, seat)) if mine else []
    actions = rules.asked(seen, seat) if mine else None
    named = {a: actions.read(a) for a in legal} if actions else {}
    page = game.module("page")
    gestures: dict[int, Sequence[str]] = {}
    if page is not None and hasattr(page, "table"):
        told = (earlier(*past),) if looks_back(page.table) else ()
        body: Raw | Sheet = page.table(seen, seat, words, *told)
        gestures = {a: page.gesture(seen, seat, action) for a, action in named.items()}
    else:
        body = generic.table(game, seen, seat, words, acting, legal)
        gestures = {a: generic.gesture(a) for a in legal}
    drawn = body.pieces if isinstance(body, Sheet) else pieces(body)
    labels = {str(a): words.action(seen, seat, action) for a, action in named.items()}
    on_table = {a: ids for a, ids in gestures.items() if ids}
    buttons = [{"action": a, "label": labels[str(a)]} for a, ids in gestures.items() if not ids]
    return Shown(
        drawn, tree(on_table), labels, buttons, status(rules, seen, seat if act else -1, words, t, acting), mine
    )


def status(rules: Rules, seen: GameState, seat: int, words: GameWords, t: Text, acting: list[int]) -> str:
    """Who must do what, in words."""
    if not acting:
        return t("status.over")
    if seat in acting:
        return t("status.yours", what=words.kind(rules.kind(seen, seat)))
    names = [PLACES[s] for s in acting]
    if len(names) == 1:
        return t("status.waits_one", name=names[0], what=words.kind(rules.kind(seen, acting[0])))
    if len(names) > 3:
        return t("status.waits_many", n=len(names))
    return t("status.waits_some", names=t("list.and").join(names))


Said = dict[tuple[Told, str], Json]
"""What events are in a language: several seats are told the same."""


def line(
    game: Game, one: Line, t: Text, names: Sequence[str], extra: Json | None = None, said: Said | None = None
) -> Json:
    """A line of the log as the client shows it. ``said`` keeps what was said to others."""
    if one.told is None:
        words = t(f"note.{one.note}", name=PLACES[one.seat] if one.seat >= 0 else "")
        made: Json = {
            "id": one.id,
            "step": one.step,
            "html": html(words, names),
            "icon": "⏱" if one.note == "timeout" else "·",
        }
        if one.seat >= 0:
            made["seat"] = one.seat
        return made
    found = said.get((one.told, t.language)) if said is not None else None
    if found is None:
        words = game_words(game, t.language).event(one.told)
        found = {"html": html(words, names), "clause": one.told.clause}
        about = game.events.about(getattr(game.events, one.told.event)).names
        if "seat" in about:
            found["seat"] = one.told.arguments[about.index("seat")]
        if said is not None:
            said[one.told, t.language] = found
    return {"id": one.id, "step": one.step, **found, **(extra or {})}


def effects(game: Game, seen: GameState, seat: int, one: Line) -> Json:
    """Icon, animations, marks and sound of an event, if the game's page says them (``animate(seen, seat, told)``)."""
    page = game.module("page")
    found = getattr(page, "animate", None)
    if found is None or one.told is None:
        return {}
    try:
        made: Json = found(seen, seat, one.told)
    except Exception:  # an ornament must not stop a match
        log.exception("animate of %s failed on %s", game.id, one.told)
        return {}
    return made


def icon(game: Game, seen: GameState, seat: int, one: Line) -> Json:
    """Only the icon of a line of history."""
    found = effects(game, seen, seat, one).get("icon")
    return {"icon": found} if found else {}


def summary(game: Game, lines: Iterable[Line], seat: int, t: Text, names: Sequence[str]) -> str:
    """What the game's page has to say about the whole match (``summary(told, seat, words)``), from a seat's log."""
    found = getattr(game.module("page"), "summary", None)
    if found is None:
        return ""
    try:
        return fill(found([one.told for one in lines if one.told], seat, game_words(game, t.language)), names)
    except Exception:  # an ornament must not hide the result
        log.exception("summary of %s failed", game.id)
        return ""


def onward(game: Game, t: Text) -> str:
    """After a guided game: where to go next, if the game's words say it (``[guide] after``)."""
    words = game_words(game, t.language)
    if not words.has("guide", "after"):
        return ""
    return el("p", el("a", words.text("guide", "after"), href=f"/new/{game.id}", class_="button main"))


def campaign(game: Game, preset: str, t: Text) -> str:
    """After a battle of a campaign: the way back to its map."""
    module = game.module("campaign")
    if module is None or preset not in module.PLACES:
        return ""
    return el("a", t("campaign.back"), href=f"/campaign/{game.id}#battle-{preset}", class_="button quiet")


def placed(match: Match) -> list[tuple[int, list[int]]]:
    """Places and who has them, the best first; those of a team that share a place stand together."""
    together: dict[tuple[int, int], list[int]] = {}
    for i, rank in enumerate(match.scores()):
        team = match.state.team[i] if "team" in match.game.state.layout.fields else i  # type: ignore[attr-defined]
        together.setdefault((rank, team), []).append(i)
    return sorted((rank, those) for (rank, _), those in together.items())


def result(match: Match, names: Sequence[str], t: Text, seat: int, replay: str, more: str = "", back: str = "") -> Json:
    """The end: who won, everybody's place, what more there is to tell, and a link to where the match came from."""
    ranks = match.scores()
    first = [i for i, rank in enumerate(ranks) if rank == 1]
    winners = [names[i] for i in first]
    if len(winners) == match.seats and match.seats > 1:
        title = t("result.draw")
    elif len(winners) == 1:
        title = t("result.wins", name=winners[0])
    elif "team" in match.game.state.layout.fields and len({match.state.team[i] for i in first}) == 1:  # type: ignore[attr-defined]
        title = t("result.team", names=t("list.and").join(winners))
    else:
        title = t("result.share", names=t("list.and").join(winners))
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
    return {"title": title, "html": el("table", Raw(rows)) + more + link}


__all__ = ["Shown", "campaign", "effects", "fill", "line", "plain", "readable", "result", "show", "status", "tree"]
