"""Games as OpenSpiel games, for its algorithms and its judges: importing this module registers ``taku_<game>``.

```python
import pyspiel
import taku.learn.openspiel

game = pyspiel.load_game("taku_goofspiel(cards=4,order=up)")
```
A match begins with its only chance node, the seed: one of ``seeds`` (a parameter of every game), after which
everything is determined; games without chance have none. Actions are the game's own numbers, seats and options its
parameters. Choices that only take an own click back are left out. The information state is what a seat sees now with
all that it was told and did; the observation is what it sees now.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from taku.compile.observations import is_open, layout_of
from taku.compile.speed import rules_of
from taku.engine.chance import seed as seed_rule
from taku.engine.game import Game, find_game, found_games
from taku.engine.options import nearest
from taku.engine.part import GameError
from taku.learn.single import asked_of, forward, looker_of, results
from taku.learn.vector import actions_of

SEEDS = 1024
"""Seeds of a game with chance. Algorithms that walk the whole tree want few of them."""

PROBES, PROBED = 4, 400
"""Random matches, and decisions of each, from which it is seen whether a game has chance and simultaneous choices."""


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"taku_{game.id}"


@lru_cache(maxsize=64)
def nature(game: Game, seats: int, options: tuple[tuple[str, int], ...]) -> tuple[bool, bool]:
    """Whether a game with these options has chance, and whether seats choose at the same time, in random matches."""
    rules = rules_of(game, "native")
    chance = together = False
    for number in range(PROBES):
        s = game.new(seats, dict(options))
        seed_rule(s, number, 0)
        before = s.stream[3]
        rules.start(s)
        rng = np.random.default_rng(number)
        for _ in range(PROBED):
            who = rules.acting(s)
            chance = chance or s.stream[3] != before
            together = together or len(who) > 1
            if not who or (chance and together):
                break
            seat = who[0]
            rules.act(s, seat, int(rng.choice(forward(rules, s, seat))))
    return chance, together


class TakuGame(pyspiel.Game):  # type: ignore[misc]
    """One of Taku's games with its options chosen."""

    def __init__(self, game: Game, given: Mapping[str, Any] | None = None) -> None:
        self.taku = game
        parameters = dict(given or {})
        seats = int(parameters.get("seats", game.usual_seats))
        known = {"seats", "seeds", *(o.name for o in game.options)}
        for name in parameters:
            if name not in known:
                raise GameError(f"{name_of(game)} has no parameter {name!r}{nearest(name, known)}")
        chosen = {o.name: parameters[o.name] for o in game.options if o.name in parameters}
        self.options = game.read_options(chosen, seats)
        self.seats = game.read_seats(seats)
        chance, together = nature(game, seats, tuple(self.options.items()))
        self.seeds = int(parameters.get("seeds", SEEDS)) if chance else 0
        if chance and self.seeds < 1:
            raise GameError(f"seeds is at least 1, not {self.seeds}")
        self.rules = rules_of(game, "native")
        teams = any(leaf.name == "team" for leaf in game.state.leaves())
        info = pyspiel.GameInfo(
            num_distinct_actions=actions_of(game),
            max_chance_outcomes=self.seeds,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if teams else 0.0,
            max_game_length=game.decisions,
        )
        super().__init__(type_of(game, chance, together), info, parameters)
        self.first: tuple[bytes, tuple[bytes, ...]] = (b"", (b"",) * self.seats) if chance else self.dealt(0)
        """Where every match begins: before its seed, or dealt, if there is no chance. Copies begin here, too."""

    def new_initial_state(self) -> TakuState:
        return TakuState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TakuObserver:
        return TakuObserver(self, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        return 1 if self.seeds else 0

    def dealt(self, number: int) -> tuple[bytes, tuple[bytes, ...]]:
        """A match that begins with a seed: its bytes, and what every seat was told."""
        s = self.taku.new(self.seats, self.options)
        seed_rule(s, number, 0)
        self.rules.start(s)
        return s.bytes(), heard(s, (b"",) * self.seats)


def heard(s: Any, told: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """What every seat was told, with the events of the last move."""
    events = s.events()
    if not events:
        return told
    return tuple(t + "".join(f"{e[1:]};" for e in events if e[0] >> seat & 1).encode() for seat, t in enumerate(told))


def type_of(game: Game, chance: bool, together: bool) -> Any:
    """What OpenSpiel wants to know of a kind of game."""
    t = pyspiel.GameType
    teams = any(leaf.name == "team" for leaf in game.state.leaves())
    defaults = {o.name: o.write(o.default) for o in game.options}
    return t(
        short_name=name_of(game),
        long_name=f"Taku: {game.id}",
        dynamics=t.Dynamics.SIMULTANEOUS if together else t.Dynamics.SEQUENTIAL,
        chance_mode=t.ChanceMode.EXPLICIT_STOCHASTIC if chance else t.ChanceMode.DETERMINISTIC,
        information=t.Information.PERFECT_INFORMATION if is_open(game) else t.Information.IMPERFECT_INFORMATION,
        utility=t.Utility.GENERAL_SUM if teams else t.Utility.ZERO_SUM,
        reward_model=t.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"seats": game.usual_seats, "seeds": SEEDS, **defaults},
        default_loadable=True,
    )


class TakuState(pyspiel.State):  # type: ignore[misc]
    """A state as bytes: of the match, and of what each seat was told and did. Copies share them."""

    def __init__(self, game: TakuGame) -> None:
        super().__init__(game)
        self.packed, self.told = game.first

    def state(self) -> Any:
        """The true state, over bytes of its own."""
        made = self._game.taku.state()
        made.load(self.packed)
        return made

    @property
    def _game(self) -> TakuGame:
        found: TakuGame = self.get_game()
        return found

    def current_player(self) -> int:
        game = self._game
        if not self.packed:
            return int(pyspiel.PlayerId.CHANCE)
        who = game.rules.acting(self.state())
        if not who:
            return int(pyspiel.PlayerId.TERMINAL)
        return who[0] if len(who) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        game, s = self._game, self.state()
        return forward(game.rules, s, player) if game.rules.actors(s) >> player & 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        seeds = self._game.seeds
        return [(number, 1.0 / seeds) for number in range(seeds)]

    def _apply_action(self, action: int) -> None:
        game = self._game
        if not self.packed:
            self.packed, self.told = game.dealt(action)
            return
        s = self.state()
        self._act(game, s, game.rules.acting(s)[0], action)
        self.packed = s.bytes()

    def _apply_actions(self, actions: list[int]) -> None:
        game, s = self._game, self.state()
        for seat in game.rules.acting(s):
            if game.rules.actors(s) >> seat & 1:
                self._act(game, s, seat, actions[seat])
        self.packed = s.bytes()

    def _act(self, game: TakuGame, s: Any, seat: int, action: int) -> None:
        own = f"{game.rules.kind(s, seat)} {action};".encode()
        self.told = tuple(t + own if q == seat else t for q, t in enumerate(self.told))
        game.rules.act(s, seat, action)
        self.told = heard(s, self.told)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        game, s = self._game, self.state()
        if not game.rules.actors(s) >> player & 1:
            return str(action)
        return str(game.rules.asked(s, player).read(action))

    def is_terminal(self) -> bool:
        return bool(self.packed) and self._game.rules.actors(self.state()) == 0

    def returns(self) -> list[float]:
        return results(self._game.rules, self.state()) if self.is_terminal() else [0.0] * self._game.seats

    def __str__(self) -> str:
        """All of the state: equal texts are equal states."""
        return f"{self.packed.hex()} {' | '.join(t.decode() for t in self.told)}"


class TakuObserver:
    """What a seat sees: integers by name, and a text; by request only what is public, or only what is declared as
    anybody's own. With perfect recall also what the seat was told and did."""

    def __init__(self, game: TakuGame, kind: Any, params: Any) -> None:
        if params:
            raise GameError(f"observers of Taku's games take no parameters, not {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.recall, self.public = kind.perfect_recall, kind.public_info
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.game = game
        layout = layout_of(game.taku)
        own = [p for p in layout.parts if p.seen != "PUBLIC"]
        self.parts = list(layout.parts) if self.public else own if self.private else []
        self.places = np.array([i for p in self.parts for i in range(p.start, p.stop)], np.int64)
        self.tensor = np.zeros(len(self.places), np.float32)
        self.dict, at = {}, 0
        for p in self.parts:
            self.dict[p.name] = self.tensor[at : at + p.size].reshape(p.shape)
            at += p.size

    def _row(self, state: TakuState, player: int) -> Any:
        if not state.packed:
            return np.zeros(len(self.places), np.int32)
        s, seat = state.state(), player if self.private else -1
        return looker_of(self.game.taku)(s, seat, asked_of(self.game.rules, s, seat))[self.places]

    def set_from(self, state: TakuState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor[:] = self._row(state, player)

    def string_from(self, state: TakuState, player: int) -> str:
        """What a player sees, and with perfect recall all it was told, as a text."""
        seen = " ".join(map(str, self._row(state, player).tolist()))
        return f"{state.told[player].decode()} {seen}" if self.recall and self.private else seen


def register(game: Game) -> None:
    """Make a game known to OpenSpiel as ``taku_<game>``."""
    options = tuple(game.read_options({}, game.usual_seats).items())
    kind = type_of(game, *nature(game, game.usual_seats, options))

    def made(params: Any = None) -> TakuGame:
        return TakuGame(game, params)

    # OpenSpiel lets go of it when the program ends, after Python has: one hold more, so that nothing is freed then.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(made))
    pyspiel.register_game(kind, made)


for _name in found_games():
    register(find_game(_name))
