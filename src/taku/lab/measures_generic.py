"""Measures that every game has without a line of code, from counted or from watched matches.

Counted ones come from compiled code (``taku.lab.counting``), watched ones from a ``Watcher`` beside players that think.
Both mean the same; what only copies of the match can tell (what else could have been done, another end of the same
deal) is counted and not watched.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from taku.bots.levels import pace
from taku.compile.speed import rules_of
from taku.engine.game import Game
from taku.engine.state import GameState
from taku.lab.measures import Measure

if TYPE_CHECKING:
    from taku.lab.counting import Counted
    from taku.lab.watch import Count

GENERIC = (
    Measure("order.*", "results by the order of the first move"),
    Measure("order_first.*", "first place by the order of the first move"),
    Measure("generic.rounds", "rounds a match, or turns of who began", share=False),
    Measure("generic.minutes", "minutes a match, at the pace at which bots seem to think", share=False),
    Measure("generic.forced", "decisions with a single action"),
    Measure("generic.choices", "actions to choose from, where there is a choice", share=False),
    Measure("generic.lead_changes", "changes of the lead", share=False),
    Measure("generic.comeback", "the winner was once below a quarter of the full result"),
    Measure("generic.settled", "part of the match after which the winner led for good"),
    Measure("generic.ahead.*", "who leads after so many per cent of the match: result"),
    Measure("generic.mattered", "choices whose second-best action loses 2 points or more"),
    Measure("generic.loss", "what the second-best action loses"),
    Measure("generic.deal", "part of the result that the deal decides"),
    Measure("offered.*", "each action and card: decisions a match that offer it", share=False),
    Measure("taken.*", "each action and card: taken when offered"),
    Measure("right.*", "each action and card: among the best when offered"),
    Measure("holders.*", "each action and card: results of who took it"),
)

LOOKS = 64
"""Looks at how a watched match stands, about; a match's length is guessed from the one before."""
Columns = dict[str, tuple[Any, Any]]


def columns_of(game: Game, counted: Counted, seats: int) -> Columns:
    """Counted matches as sums above and below the line, match by match."""
    import numpy as np

    from taku.lab import counting as c

    found, one = counted.found, np.ones(len(counted.found))
    made: Columns = {
        "generic.minutes": (counted.kinds @ minutes_of(game), one),
        "generic.forced": (found[:, c.ONE], found[:, c.ONE] + found[:, c.MANY]),
        "generic.choices": (found[:, c.WIDTH], found[:, c.MANY]),
        "generic.rounds": (found[:, c.ROUNDS], one),
        "generic.lead_changes": (found[:, c.CHANGES], one),
        "generic.mattered": (found[:, c.MATTERED], found[:, c.ASKED]),
        "generic.loss": (found[:, c.LOST] / 1000, found[:, c.ASKED]),
        "generic.deal": (found[:, c.DEAL] / 1e6, found[:, c.DEALS] / 1e6),
    }
    for name, column in (("comeback", c.BEHIND), ("settled", c.SETTLED)):
        made[f"generic.{name}"] = _where(found[:, column])
    for i in range(9):
        x, n = _where(found[:, c.AHEAD + i])
        made[f"generic.ahead.{10 * (i + 1)}"] = x / 1000, n
    movers = found[:, c.MOVER].astype(int)
    known = movers >= 0
    rows = np.arange(len(movers))
    for place in range(seats):
        result = counted.ended[rows, (movers + place) % seats] / 1000
        made[f"order.{place + 1}"] = np.where(known, result, 0.0), known.astype(float)
        made[f"order_first.{place + 1}"] = np.where(known, result == 1, 0.0), known.astype(float)
    for i, item in enumerate(c.items_of(game)[0]):
        made[f"offered.{item}"] = counted.offered[:, i].astype(float), one
        if counted.right[:, 2 * i + 1].any():
            made[f"right.{item}"] = counted.right[:, 2 * i].astype(float), counted.right[:, 2 * i + 1].astype(float)
        if counted.offered[:, i].any():
            made[f"taken.{item}"] = counted.taken[:, i].astype(float), counted.offered[:, i].astype(float)
            made[f"holders.{item}"] = counted.holders[:, 2 * i] / 1000, counted.holders[:, 2 * i + 1].astype(float)
    return made


def _where(column: Any) -> tuple[Any, Any]:
    """A figure that some matches do not have (−1)."""
    import numpy as np

    return np.maximum(column, 0.0), (column >= 0).astype(float)


def minutes_of(game: Game) -> Any:
    """Minutes for a hundredth of each kind's pace. Bots' level is *club*, whose share of the pace is 0.8."""
    import numpy as np

    return np.array([pace(game, str(kind)) for kind in game.kinds]) * 0.8 / 60 / 100


def item_name(game: Game, item: str, language: str) -> str:
    """What a thing that is taken is called: ``card.3`` by the game's words, an action by its name."""
    from taku.engine.catalogue import MissingWord
    from taku.engine.words import Words

    table, _, which = item.partition(".")
    if table == "action":
        return which.replace("_", " ")
    try:
        return Words(game, language).name(table, int(which)) or item
    except (MissingWord, ValueError):
        return item


class Watcher:
    """Counts one match of players that think, as ``columns_of`` does."""

    def __init__(self, game: Game, count: Count, length: int = 0) -> None:
        from taku.lab.counting import items_of, round_offset

        self.numbered = round_offset(game) >= 0
        self.game, self.count, self.rules = game, count, rules_of(game)
        self.names, self.items = items_of(game)
        self.pace = minutes_of(game)
        self.step = max(1, (length or 200) // LOOKS)
        self.done = 0
        self.mover = -1
        self.beginner, self.rounds, self.waiting, self.last_round = -1, 0, True, 0
        self.looks: list[tuple[list[int], int]] = []
        self.took: dict[str, set[int]] = {}
        self.teams: list[int] = []

    def before(self, s: GameState, seat: int, action: int) -> None:
        from taku.bots.search import teams_of

        rules, count = self.rules, self.count
        who = rules.acting(s)
        self.teams = teams_of(s)
        if self.mover < 0 and len(who) == 1:
            self.mover = seat
        self.round(s, who)
        if self.done % self.step == 0:
            self.look(s)
        self.done += 1
        legal = [a for a in rules.legal(s, seat) if not rules.takes_back(s, seat, a)] or rules.legal(s, seat)
        count("generic.forced", len(legal) == 1)
        if len(legal) == 1:
            return
        kind = self.game.kinds.__dict__["_names"].index(rules.kind(s, seat))
        count("generic.choices", len(legal))
        if len(who) == 1:
            count("generic.minutes", self.pace[kind] * min(100, 55 + 6 * len(legal)), 0)
        for item in {int(i) for a in legal for i in self.items[kind, a] if i >= 0}:
            count(f"taken.{self.names[item]}", 0)
            count(f"offered.{self.names[item]}", 1, 0)
        for item in {int(i) for i in self.items[kind, action] if i >= 0}:
            count(f"taken.{self.names[item]}", 1, 0)
            self.took.setdefault(self.names[item], set()).add(seat)

    def round(self, s: GameState, who: Sequence[int]) -> None:
        """Count rounds: as the game numbers them, else by the turns of the seat that began."""
        from taku.lab import counting

        if self.numbered:
            now = int(getattr(s, "round"))  # noqa: B009 – only some games have it
            since: Any = counting.rounds_since
            self.rounds += since(self.last_round, now)
            self.last_round = now
            return
        if self.beginner < 0:
            self.beginner = who[0]
        asked = self.beginner in who
        self.rounds += asked and self.waiting
        self.waiting = not asked

    def look(self, s: GameState) -> None:
        """How the match stands; games without `value` are not looked at: that takes playouts."""
        from taku.lab.counting import LEAD

        found = [self.rules.value(s, q) for q in range(s.seats)]
        if any(x is None for x in found):
            return
        chances = [min(1000, max(0, x or 0)) for x in found]
        best = chances.index(max(chances))
        others = [x for q, x in enumerate(chances) if self.teams[q] != self.teams[best]]
        clear = all(x + LEAD <= chances[best] for x in others)
        self.looks.append((chances, self.teams[best] if clear else -1))

    def after(self, s: GameState, seat: int, action: int) -> None:
        """Nothing: what was done was known before."""

    def end(self, s: GameState, rewards: Sequence[float]) -> None:
        from taku.lab.counting import BEHIND_AT

        count = self.count
        count("generic.minutes", 0)
        if self.numbered:
            self.round(s, ())  # where rounds are counted that are over
        count("generic.rounds", self.rounds)
        for item in self.names:
            count(f"offered.{item}", 0)
        for place in range(s.seats):
            if self.mover >= 0:
                result = rewards[(self.mover + place) % s.seats]
                count(f"order.{place + 1}", result)
                count(f"order_first.{place + 1}", result == 1)
        for item, seats in self.took.items():
            count(f"holders.{item}", sum(rewards[q] for q in seats), len(seats))
        if not self.looks:
            return
        leads = [lead for _, lead in self.looks]
        clear = [lead for lead in leads if lead >= 0]
        count("generic.lead_changes", sum(a != b for a, b in pairwise(clear)))
        top = self.teams[rewards.index(max(rewards))]
        if all(r < max(rewards) for q, r in enumerate(rewards) if self.teams[q] != top):
            low = min(chances[q] for chances, _ in self.looks for q in range(s.seats) if self.teams[q] == top)
            count("generic.comeback", low < BEHIND_AT)
            count(
                "generic.settled", max((i + 1 for i, lead in enumerate(leads) if lead != top), default=0) / len(leads)
            )
        for i in range(9):
            lead = leads[(i + 1) * len(leads) // 10]
            if lead >= 0:
                count(f"generic.ahead.{10 * (i + 1)}", rewards[self.teams.index(lead)])
