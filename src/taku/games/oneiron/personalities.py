"""Six players with a character of their own: a search, and tastes that tilt what it found (content/bots.toml)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

from taku.bots.contract import Bots
from taku.compile.speed import rules_of
from taku.engine.actions import Action
from taku.games.oneiron.bot import LEVELS, SEARCH, dangerous, prefer
from taku.games.oneiron.content import CONTENT, ELEMENT, JOKER, NUMBER, Traits
from taku.games.oneiron.rules.board import adjacent, ahead, inside
from taku.games.oneiron.rules.teams import lives_of
from taku.games.oneiron.state import STEP, State

if TYPE_CHECKING:
    from taku.bots.players import Bot, Budget
    from taku.engine.game import Game

SIMULATIONS = 12
"""For each sampled hand: one for each card of a usual hand, since a simulation tries only one of them."""

PERCENT = 30.0
"""So many points of taste make an action e times as likely."""

NOISY = (STEP.landing, STEP.land_joker, STEP.pair, STEP.present, STEP.loot)
"""Where a player who is not sure may do anything. Nobody walks into the dark for that."""

LEAST = 0.02
"""The weight of what goes against a character's nature: it happens, when all else is bad."""


class Dreamer:
    """One personality at the table."""

    def __init__(self, game: Game, traits: Traits) -> None:
        from taku.bots.levels import plain_settings
        from taku.bots.search import Search, Settings

        self.rules = rules_of(game)
        self.traits = traits
        settings: Settings = plain_settings(game)
        changed = {**vars(settings), "simulations": max(1, SIMULATIONS * traits.samples)}
        self.search = Search(game, Settings(**changed))

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)] or list(legal)
        if len(kept) == 1:
            return kept[0]
        found = self.opinion(seen, seat, kept, budget)
        weights = [found[a] * self.taste(seen, seat, a) for a in kept]
        total = sum(weights)
        noise = self.traits.mix_noise / 100 if seen.step in NOISY else 0.0
        mixed = [(1 - noise) * (w / total if total else 1 / len(kept)) + noise / len(kept) for w in weights]
        return Random(budget.seed ^ 0xD4EA).choices(kept, mixed)[0]

    def opinion(self, seen: State, seat: int, kept: Sequence[int], budget: Budget) -> Mapping[int, float]:
        """How good the actions look: the squares of a search's visits, or for who does not think how usual they are."""
        if not self.traits.samples:
            plain = seen.step in (STEP.split, STEP.lend, STEP.hazard_pay)
            return {a: float(prefer(seen, seat, a)) if plain else 1.0 for a in kept}
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        report = self.search.look(seen, seat, budget.seed, True, deadline)
        return {c.action: float(c.visits) ** 2 for c in report.choices}

    def taste(self, seen: State, seat: int, action: int) -> float:
        """How much more or less than others this personality likes an action; 1 is no opinion."""
        named = self.rules.asked(seen, seat).read(action)
        kept_back = 1.0
        match named:
            case "swap", slot:
                return self.likes_sum(seen, seen.team[seat], slot)
            case (("land_left" | "land_right" | "present" | "move"), card) if card == JOKER and not needed(seen, seat):
                kept_back = max(LEAST, 1 - self.traits.joker_hold / 100)
        return kept_back * (exp(self.likes_move(seen, seat, named) / PERCENT) if seen.step == STEP.move else 1.0)

    def likes_sum(self, seen: State, team: int, slot: int) -> float:
        """Low sums go first, high ones stay out of crowded fights."""
        higher = NUMBER[seen.grid[team, slot]] > NUMBER[seen.grid[team, 1 - slot]]
        return max(LEAST, self.traits.low_sum / 100 if higher else 1 - self.traits.low_sum / 100)

    def likes_move(self, seen: State, seat: int, action: Action) -> float:
        """Where a move leads: danger, lives on the ground, company; and, half as much, what lies ahead then."""
        team = seen.team[seat]
        place, facing = seen.place[team], seen.facing[team]
        decided = True
        match action:
            case "turn", to:
                facing = to
            case "move", card if ELEMENT[card] != seen.moving:
                decided = False
            case _ if ahead(place, facing) >= 0:
                place = ahead(place, facing)
        liked = self.likes_place(seen, team, place)
        if decided:
            liked += self.likes_place(seen, team, ahead(place, facing)) / 2
        return liked

    def likes_place(self, seen: State, team: int, place: int) -> float:
        if dangerous(seen, place):
            return float(-self.traits.caution)
        others = [t for t in range(seen.teams) if t != team and seen.rank[t] == 0 and inside(seen.place[t])]
        near = sum(seen.place[t] == place or adjacent(seen.place[t], place) for t in others)
        alone = all(seen.place[t] != place for t in others)
        lives = min(2, seen.token[place]) if alone else 0
        return float((self.traits.aggression - 50) * min(2, near) + self.traits.token_greed * lives)


def needed(seen: State, seat: int) -> bool:
    """Whether a life is the last one, the player's own or an opponent's: then a joker is not held back."""
    e = seen.battle[seen.team[seat]] - 1
    if seen.step != STEP.present or e < 0:
        return False
    other = seen.encounter[e, 0] + seen.encounter[e, 1] - seen.team[seat] - 2
    return seen.lives[seat] == 1 or 1 in (lives_of(seen, other, 0), lives_of(seen, other, 1))


def _player(traits: Traits, game: Game) -> Bot:
    return Dreamer(game, traits)


TRAITS = {traits.id: traits for traits in CONTENT.bots}
FACTORIES = {name: partial(_player, traits) for name, traits in TRAITS.items()}


def players() -> Mapping[str, Callable[[Game], Bot]]:
    """The personalities of content/bots.toml, by their ids."""
    return FACTORIES


def titles(language: str) -> dict[str, tuple[str, str]]:
    """What people call these players, and what they are like."""
    return {bot.id: (bot.name[language], bot.text[language]) for bot in CONTENT.bots}


BOTS = Bots(search=SEARCH, levels=LEVELS, players=players, titles=titles)
