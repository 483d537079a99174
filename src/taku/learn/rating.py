"""How a player in training stands: against itself a while ago, and against the levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from taku.bots.arena import arena
from taku.bots.levels import LEVEL_NAMES
from taku.bots.net import Net
from taku.bots.players import Bot
from taku.bots.statistics import elo
from taku.bots.trained import TrainedBot
from taku.engine.game import Game
from taku.learn.played import Facts, Tables, chosen

if TYPE_CHECKING:
    from taku.learn.train import Course

DUELS = 256
"""Matches against the player at the mark before: ±3 %."""

BEATEN = 0.6
"""A level that is beaten so is not played again: the next one is."""


@dataclass(frozen=True)
class Mark:
    """How a player stood at one moment of its training."""

    decisions: int
    seconds: float
    rating: float
    """Elo points above the player that it began as, which plays at random: what each mark won against the one before,
    added up."""
    score: float
    """Against the player at the mark before."""
    level: str = ""
    """The weakest level that was not beaten yet, and the score against it."""
    against: float = 0.0


def rate(game: Game, now: Net, before: Net, like: Tables, marks: list[Mark], course: Course, levels: int) -> Mark:
    """Measure a player; ``levels`` is how many matches against a level are played."""
    score = duel(game, now, before, like, seed=course.lessons)
    rating = (marks[-1].rating if marks else 0.0) + elo(min(0.99, max(0.01, score)))
    level, against = "", 0.0
    if levels:
        beaten = {m.level for m in marks if m.against >= BEATEN}
        level = next((name for name in LEVEL_NAMES if name not in beaten), LEVEL_NAMES[-1])
        bots: list[str | Bot] = [TrainedBot(game, now), level]
        result = arena(
            game, bots, seats=like.seats, options=like.v.options, games=levels, seed=course.lessons, workers=1
        )
        against = result.score.mean
    return Mark(course.decisions, round(course.seconds, 1), round(rating, 1), round(score, 4), level, round(against, 4))


def duel(game: Game, a: Net, b: Net, like: Tables, matches: int = DUELS, seed: int = 0) -> float:
    """The mean result of one player against another, 0 to 1; it takes each seat in turn, the other all the others."""
    arrays, rng = like.arrays, np.random.default_rng(seed)
    tables = Tables(arrays, game, matches, like.seats, game.options.write(like.v.options), like.drawn, renew=False)
    tables.v.reset(seed)
    place = np.arange(tables.rows)
    mine = arrays.array(place % tables.seats == place // tables.seats % tables.seats)
    players = [
        (Facts(arrays, n.facts), [arrays.array(w) for w in n.weights], own) for n, own in ((a, mine), (b, ~mine))
    ]
    got = arrays.zeros(tables.rows)
    while bool((tables.seat >= 0).any()):
        actions = tables.actions()
        for facts, weights, own in players:
            asked = arrays.where(tables.choosing() & own)
            if len(asked):
                actions[asked] = arrays.whole(chosen(arrays, facts, weights, tables, asked, rng)[2])
        tables.step(actions)
        got += tables.rewards.reshape(-1)  # a table that is over stays over, with nothing more to get
    return float(got[mine].mean() / 2 + 0.5)
