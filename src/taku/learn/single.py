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
from taku.compile.direct import direct, direct_list
from taku.compile.loader import Prepared
from taku.compile.observations import layout_of
from taku.compile.speed import rules_of
from taku.engine.game import Game, GameError, find_game
from taku.engine.state import GameState
from taku.engine.struct import dtype_of
from taku.learn.vector import actions_of, check_seat, checked_seed
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


STATE, SEAT, ACTION, OUT = 3, 4, 5, 10
NUMBER = 4
"""Places of the arguments of a prepared step, the last of the numbers it writes; and of one that begins a match."""

UNKNOWN = -1
"""What these numbers begin with while the state may have been changed since."""


def stepper(game: Game) -> tuple[Prepared, Prepared, memoryview]:
    """Prepared calls of what steps one table and of what begins a match there, and where both write who is asked and
    what is legal (``asked_once``)."""
    import numpy as np

    from taku.learn.steps import build_of

    out = np.full(3 + max(game.most_legal, game.seats[-1]), UNKNOWN, np.int32)
    functions = build_of(game).functions
    return Prepared(functions["step_once"], (0, -1, 0, out)), Prepared(functions["begin_once"], (0, 0, out)), out.data


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
        self._step, self._first, self._out = stepper(self.game)
        self._dealt = self.game.new(self.seats, self.options)
        self._place()
        # The same as the methods, ten times as fast, as long as nothing is wrong.
        self.__dict__["act"] = direct("act", self._step, (SEAT, ACTION), self.act)
        self.__dict__["legal"] = direct_list("legal", self._step, OUT, self.legal)
        self.__dict__["_begin"] = direct("_begin", self._first, (NUMBER,), self._begin)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """A new match: the one that a vector with this seed deals at its first table."""
        if self._lent:
            self._place()
        self._state.memory[:] = self._dealt.memory
        self._begin(seed)

    def _place(self) -> None:
        """A state of its own: who holds the one before keeps the match before."""
        self._state, self._lent = self._dealt.copy(), False
        self._step[STATE] = self._first[STATE] = self._state.address
        self._step.kept = self._first.kept = self._out, self._state

    def _begin(self, seed: int) -> None:
        self._first[NUMBER] = checked_seed(seed)
        self._first()

    @property
    def state(self) -> GameState:
        """The true state. It may be changed: what is asked next is read from it anew."""
        self._out[0], self._lent = UNKNOWN, True
        return self._state

    def _now(self) -> int:
        """The bit set of those who are asked; the list of the first one's actions is up to date then."""
        who: int = self._out[0]
        if who == UNKNOWN:
            self._step[SEAT] = -1
            who = self._step()
        return who

    @property
    def over(self) -> bool:
        who: int = self._out[0]
        return who == 0 or (who == UNKNOWN and self._now() == 0)

    @property
    def acting(self) -> list[int]:
        """The seats that must choose now, ascending."""
        out = self._out
        who: int = out[0] if out[0] != UNKNOWN else self._now()
        if who & (who - 1) == 0:
            return [out[1]] if who else []
        return [seat for seat in range(self.seats) if who >> seat & 1]

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, ascending; those that only take an own click back only where nothing else is."""
        who, out = self._now(), self._out
        if seat == out[1]:
            return out[3 : 3 + out[2]].tolist()
        return forward(self.rules, self._state, seat) if seat >= 0 and who >> seat & 1 else []

    def mask(self, seat: int) -> npt.NDArray[np.bool_]:
        """Which actions are legal for a seat; none for one that is not asked."""
        import numpy as np

        made = np.zeros(self.actions, np.bool_)
        if self._now() >> seat & 1:
            made[self.legal(seat)] = True
        return made

    def observe(self, seat: int) -> npt.NDArray[Any]:
        """What a seat sees, as a row of integers (a spectator for −1)."""
        check_seat(seat, self.seats)
        return self._look(self._state, seat, asked_of(self.rules, self._state, seat))

    def act(self, seat: int, action: int) -> None:
        """Carry a legal action out; one that is not legal is a GameError, and changes nothing."""
        step = self._step
        step[SEAT] = max(seat, 0)
        step[ACTION] = action
        if seat < 0 or step() < 0:
            told = ", ".join(map(str, self.legal(seat))) or "nothing, it is not asked"
            raise GameError(f"{action} is not legal for seat {seat}: nothing was played (legal: {told})")

    def rewards(self) -> list[float]:
        """Each seat's result of a match that is over: from −1, all opponents ahead, to 1, all left behind."""
        return results(self.rules, self._state)

    def __reduce__(self) -> Any:
        """Copies and pickles hold the match as it stands."""
        options = self.game.options.write(dict(self.options))
        return restored, (self.game.reference, self.seats, options, self._state.memory.tobytes())

    def position(self, seat: int = -1, language: str = "en") -> Position:
        """The table as a seat sees it, or a spectator, as a notebook shows it."""
        check_seat(seat, self.seats)
        return Position(self.game, page_of(self.game), self.rules.view(self._state, seat), seat, language)

    def _repr_html_(self) -> str:
        return self.position()._repr_html_()

    def _repr_svg_(self) -> str:
        return self.position()._repr_svg_()

    def __repr__(self) -> str:
        return f"<a table of {self.game.id}, {self.seats} seats>"


def restored(reference: str, seats: int, options: Mapping[str, object], memory: bytes) -> Single:
    """A match from what ``Single`` pickles."""
    made = Single(reference, seats=seats, options=options)
    made.state.load(memory)
    return made


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
