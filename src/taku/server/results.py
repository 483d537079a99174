"""How a match ended: who won, by which event, and the score of a series of rematches."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from taku.engine.catalogue import LANGUAGES, Catalogue
from taku.engine.game import Game
from taku.engine.match import told_by
from taku.engine.rules import Rules
from taku.engine.state import GameState
from taku.page.contract import Verdict, campaign_of
from taku.server.store import Match, Seat
from taku.server.words import game_words, plain

log = logging.getLogger(__name__)


def ending(game: Game, rules: Rules, state: GameState, preset: str = "") -> dict[str, Any]:
    """What the store keeps of the end: ranks, whether the first are one team, the last event in every language, and in
    a battle of a campaign the verdict for the first seat, which is the person's."""
    ranks = rules.scores(state)
    kept: dict[str, Any] = {"ranks": ranks}
    first = [i for i, rank in enumerate(ranks) if rank == 1]
    if "team" in game.state.layout.fields and len({state.team[i] for i in first}) == 1:  # type: ignore[attr-defined]
        kept["team"] = True
    if why := {language: said for language in LANGUAGES if (said := why_over(game, rules, state, language))}:
        kept["why"] = why
    own = campaign_of(game)
    if own is not None and own.verdict is not None and preset in own.places:
        kept["verdict"] = asdict(own.verdict(state, 0))
    return kept


def why_over(game: Game, rules: Rules, state: GameState, language: str) -> str:
    """Why a match is over, with places for names: its last event; "" if none is told."""
    try:
        told = told_by(game, 0, rules.view(state, -1))
        return game_words(game, language).event(told[-1]) if told else ""
    except Exception:  # an ornament must not lose the result
        log.exception("why a match of %s ended could not be said", game.id)
        return ""


def verdict_of(kept: object) -> Verdict | None:
    """The verdict that the store keeps of a battle."""
    found = kept.get("verdict") if isinstance(kept, dict) else None
    return Verdict(**found) if isinstance(found, dict) else None


def winners(ranks: Sequence[int], team: bool, names: Sequence[str], t: Catalogue) -> str:
    """Who won, in words."""
    first = [names[i] for i, rank in enumerate(ranks) if rank == 1]
    if len(first) == len(ranks) and len(ranks) > 1:
        return t("result.draw")
    if len(first) == 1:
        return t("result.wins", name=first[0])
    return t("result.team" if team else "result.share", names=t("list.and").join(first))


def told(match: Match, names: Sequence[str], t: Catalogue) -> str:
    """Who won a finished match and why, in one line; "" if the store does not know it."""
    kept = match.result if isinstance(match.result, dict) else {}
    if match.status != "over" or "ranks" not in kept:
        return ""
    won = winners(kept["ranks"], bool(kept.get("team")), names, t)
    why = plain(str(kept.get("why", {}).get(t.language, "")), names)
    return t("result.why", won=won, why=why) if why else won


# ---- a series


def _holder(seat: Seat) -> str:
    return seat.player or seat.name


def series(match: Match) -> dict[str, Any]:
    """The matches of a series up to this one, finished: how many, and how many each has won."""
    before = match.settings.get("series")
    found: dict[str, Any] = dict(before) if isinstance(before, dict) else {"matches": 0, "won": {}}
    ranks = match.result.get("ranks", []) if isinstance(match.result, dict) else []
    if match.status == "over" and ranks:
        won = dict(found["won"])
        if set(ranks) != {1} or len(ranks) == 1:
            for seat, rank in zip(match.seats, ranks, strict=False):
                if rank == 1 and _holder(seat):
                    won[_holder(seat)] = won.get(_holder(seat), 0) + 1
        found = {"matches": found["matches"] + 1, "won": won}
    return found


def score(match: Match, names: Sequence[str], t: Catalogue) -> str:
    """The score of a series in words; "" for a first match."""
    if not match.settings.get("series"):
        return ""
    found = series(match)
    each = [f"{name or '…'} {found['won'].get(_holder(s), 0)}" for s, name in zip(match.seats, names, strict=True)]
    return t("result.series", n=found["matches"], score=t("list.and").join(each))
