"""One table for learning: single steps from Python, and what adapters to others' interfaces are made of.

```python
from taku.learn import Single

one = Single("goofspiel", seats=2, options={"cards": 5}, seed=7)
while not one.over:
    for seat in one.acting:
        one.act(seat, one.legal(seat)[0])
print(one.rewards())
```
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from taku.bots.players import rewards as shares
from taku.bots.search import teams_of
from taku.compile.loader import Prepared
from taku.compile.observations import layout_of
from taku.compile.speed import rules_of
from taku.engine.game import Game, find_game
from taku.engine.state import GameState
from taku.engine.struct import dtype_of
from taku.learn.vector import actions_of
from taku.page.contract import page_of
from taku.page.notebook import Position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Looker:
    """Writes what a seat sees of a state as a row of integers. Not for several threads at once."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from taku.learn.steps import build_of

        self.layout = layout_of(game)
        states = np.zeros(2, dtype_of(game.state))
        memory = states.view(np.uint8).reshape(2, -1)
        self._row: npt.NDArray[Any] = np.zeros((1, self.layout.size), self.layout.dtype)
        self._memory, self._core = memoryview(memory[0]), game.state.core()
        views = (states, memory.view(np.uint64), *(memory.view(f"i{size}") for size in (1, 2, 4)))
        self._kept = views
        self._look = Prepared(build_of(game).functions["look_once"], (*views, 0, 0, self._row))
        self._seat = self._look.place(views)

    def __call__(self, s: GameState, seat: int, asked: int) -> npt.NDArray[Any]:
        """A new row; ``asked`` is 1 + the kind of the decision that the seat is asked for, 0 for none."""
        self._memory[: self._core] = s.memory[: self._core]
        self._look[self._seat] = seat
        self._look[self._seat + 1] = asked
        self._look()
        made: npt.NDArray[Any] = self._row[0].copy()
        return made


@lru_cache(maxsize=16)
def looker_of(game: Game) -> Looker:
    """The game's looker, for code that runs in one thread."""
    return Looker(game)


STATE, SEAT, ACTION = 3, 4, 5
"""Places of the arguments of a prepared step."""


def stepper(game: Game) -> tuple[Prepared, memoryview]:
    """A prepared call of what steps one table, and where it writes who is asked and what is legal."""
    import numpy as np

    from taku.learn.steps import build_of

    out = np.zeros(3 + max(game.most_legal, game.seats[-1]), np.int32)
    return Prepared(build_of(game).functions["step_once"], (0, -1, 0, out)), out.data


class Single:
    """One match of a game, with observations, masks and rewards as ``Vector`` has them."""

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.rules = rules_of(self.game, "native")
        self.seats = self.game.read_seats(self.game.usual_seats if seats is None else seats)
        self.options = self.game.read_options(options or {}, self.seats)
        self.actions = actions_of(self.game)
        self.layout = layout_of(self.game)
        self._look = looker_of(self.game)
        self._step, self._out = stepper(self.game)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """A new match: the one that a vector with this seed deals at its first table."""
        from taku.engine.chance import seed as seed_rule

        s = self.game.new(self.seats, self.options)
        seed_rule(s, seed, 0)
        self.rules.start(s)
        self._state, self._stale = s, True
        self._step[STATE] = s.address

    @property
    def state(self) -> GameState:
        """The true state. It may be changed: what is asked next is read from it anew."""
        self._stale = True
        return self._state

    def _now(self) -> int:
        """The bit set of those who are asked; the list of the first one's actions is up to date then."""
        if self._stale:
            self._step[SEAT] = -1
            self._step()
            self._stale = False
        return self._out[0]

    @property
    def over(self) -> bool:
        return self._now() == 0

    @property
    def acting(self) -> list[int]:
        """The seats that must choose now, ascending."""
        who = self._now()
        if who & (who - 1) == 0:
            return [self._out[1]] if who else []
        return [seat for seat in range(self.seats) if who >> seat & 1]

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, ascending; those that only take an own click back only where nothing else is."""
        self._now()
        out = self._out
        return out[3 : 3 + out[2]].tolist() if seat == out[1] else forward(self.rules, self._state, seat)

    def mask(self, seat: int) -> npt.NDArray[np.bool_]:
        """Which actions are legal for a seat; none for one that is not asked."""
        import numpy as np

        made = np.zeros(self.actions, np.bool_)
        if self._now() >> seat & 1:
            made[self.legal(seat)] = True
        return made

    def observe(self, seat: int) -> npt.NDArray[Any]:
        """What a seat sees, as a row of integers (a spectator for −1)."""
        return self._look(self._state, seat, asked_of(self.rules, self._state, seat))

    def act(self, seat: int, action: int) -> None:
        """Carry a legal action out."""
        step = self._step
        step[SEAT] = seat
        step[ACTION] = action
        step()
        self._stale = False

    def rewards(self) -> list[float]:
        """Each seat's result of a match that is over: from −1, all opponents ahead, to 1, all left behind."""
        return results(self.rules, self._state)

    def position(self, seat: int = -1, language: str = "en") -> Position:
        """The table as a seat sees it, or a spectator, as a notebook shows it."""
        return Position(self.game, page_of(self.game), self.rules.view(self._state, seat), seat, language)

    def _repr_html_(self) -> str:
        return self.position()._repr_html_()

    def _repr_svg_(self) -> str:
        return self.position()._repr_svg_()

    def __repr__(self) -> str:
        return f"<a table of {self.game.id}, {self.seats} seats>"


def forward(rules: Any, s: GameState, seat: int) -> list[int]:
    """The legal actions without those that only take an own click back, ascending."""
    legal = rules.legal(s, seat)
    if "takes_back" in rules.functions:
        legal = [a for a in legal if not rules.takes_back(s, seat, a)] or legal
    return sorted(legal)


def asked_of(rules: Any, s: GameState, seat: int) -> int:
    """1 + the kind of the decision that the seat is asked for; 0 if it is asked for nothing."""
    if seat < 0 or not rules.actors(s) >> seat & 1:
        return 0
    return 1 + list(rules.game.kinds).index(rules.kind(s, seat))


def results(rules: Any, s: GameState) -> list[float]:
    """Rewards of all seats, −1 to 1; 0 for a seat without opponents."""
    ranks = rules.scores(s)
    teams = teams_of(s)
    if len(set(teams)) == 1:
        return [0.0] * len(ranks)
    return [2.0 * share - 1.0 for share in shares(ranks, teams)]
