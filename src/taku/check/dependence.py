"""blank, for events and derived fields: nothing that a seat is shown or told depends on what is still hidden from it.

A card that is turned up and a card that is betrayed look alike in a single move: something that was secret is seen. The
difference is what remains. After a revelation the secret is none any more, or `guess` knows what was learned of it
(Goofspiel's sealed bids explain who won which prize). After a leak the secret is still hidden, and the worlds that
`guess` draws do not know of it. So many tables are dealt, or many worlds that look the same to a seat taken through
a move, and what the seat then sees is correlated with what it does not see: in these worlds, and in worlds guessed from
what it sees. A correlation that only the former have is a leak.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from taku.check.trial import Trial, core_places
from taku.engine.game import Game
from taku.engine.state import GameState

if TYPE_CHECKING:
    import numpy.typing as npt

    Table = npt.NDArray[Any]

FIRST, SECOND = 200, 600
"""Worlds in which ties are looked for, and fresh ones in which the strongest are looked for again."""
SUSPECTS = 8
"""So many of the strongest are tried again: what was picked out of thousands is large by chance."""
SURE = 6.0
"""Standard deviations, of fresh worlds: correlations that differ by 0.35. By chance one of 10⁹ does."""
COMMON = 0.04
"""A value that is rarer proves nothing: two rare things that meet twice are no tie."""
BITS = 8
"""A number is looked at as a whole and bit by bit, up to so many: a suit or a parity is told by some of its bits."""


@dataclass(frozen=True)
class World:
    """A world in which something was dealt or played, the viewer's view of it, and a guess from this view."""

    true: GameState
    seen: GameState
    guessed: GameState
    told: list[tuple[int, ...]]


@dataclass(frozen=True)
class Shown:
    """A number that a seat is shown or told: a field, or an argument (−1: that it came at all) of an event."""

    field: str = ""
    event: int = 0
    nth: int = 0
    """Which of the events of this number in the move, counted from 0."""
    argument: int = -1

    def called(self, game: Game) -> str:
        if not self.event:
            return f"the field {self.field}"
        names = game.events.about(self.event).names
        name = f"{game.events[self.event]}({', '.join(names)})"
        return f"`{names[self.argument]}` of the event {name}" if self.argument >= 0 else f"the event {name}"


Pair = tuple[Shown, str]
"""Something shown, and the name of a hidden field."""
Part = tuple[Shown, str, int, int]
"""A pair, and which bit of either; −1 for the whole number."""


@dataclass(frozen=True)
class Tie:
    """Something shown that depends on something hidden: both correlations say how much."""

    shown: Shown
    hidden: str
    true: float
    guessed: float


Draw = Callable[[random.Random, int], Iterator[World]]
"""Makes so many worlds, each with chance of its own."""


def find_tie(trial: Trial, draw: Draw, rng: random.Random, pairs: set[Pair] | None = None) -> Tie | None:
    """The strongest tie between what is shown and what is hidden that guesses do not know; None if there is none."""
    first = Measured.of(trial, list(draw(rng, FIRST)), pairs)
    if first is None:
        return None
    suspects = first.strongest()
    if not suspects:
        return None
    wanted = {(shown, hidden) for shown, hidden, _, _ in suspects}
    again = Measured.of(trial, list(draw(rng, SECOND)), wanted)
    found = [again.look_up(part) for part in suspects] if again else []
    sure = [(excess, tie) for excess, tie in found if excess > SURE]
    return max(sure, key=lambda item: item[0])[1] if sure else None


@dataclass
class Measured:
    """Correlations of everything shown (rows) with everything hidden (columns), in truth and in guesses."""

    rows: dict[tuple[Shown, int], int]
    columns: dict[tuple[str, int], int]
    true: Table
    guessed: Table
    n: int

    @classmethod
    def of(cls, trial: Trial, worlds: list[World], pairs: set[Pair] | None) -> Measured | None:
        """From worlds; of certain pairs, or of all. None where nothing varies, or too few worlds were found."""
        import numpy as np

        if len(worlds) < FIRST // 4:
            return None
        names, read = reader(trial.game.state)
        true, seen, guessed = (np.array([read(getattr(w, k)) for w in worlds]) for k in ("true", "seen", "guessed"))
        fields: Any = {Shown(name): column for name, column in zip(names, seen.T, strict=True)}
        secrets: Any = dict(zip(names, (true - seen).T, strict=True))
        shown = parts(fields | told(trial.game, worlds, pairs), pairs and {a for a, _ in pairs})
        hidden = parts(secrets, pairs and {b for _, b in pairs})
        if not shown or not hidden:
            return None
        where = {name: i for i, name in enumerate(names)}
        unknown = guessed - seen
        guesses = [bit_of(unknown[:, where[name]], bit) for name, bit in hidden]
        a, b, c = (standard(np.stack(x, axis=1)) for x in ([*shown.values()], [*hidden.values()], guesses))
        rows, columns = ({key: i for i, key in enumerate(of)} for of in (shown, hidden))
        return cls(rows, columns, a.T @ b / len(worlds), a.T @ c / len(worlds), len(worlds))

    def excess(self) -> Table:
        """How much stronger the ties are in truth, in standard deviations; what only guesses have is no leak."""
        import numpy as np

        only_guessed = np.maximum(0, np.abs(self.guessed) - np.abs(self.true))
        found: Table = (np.abs(self.true - self.guessed) - only_guessed) * math.sqrt(self.n / 2)
        return found

    def strongest(self) -> list[Part]:
        """The strongest ties that are stronger than the strongest of so many would be by chance."""
        import numpy as np

        excess = self.excess()
        chance = math.sqrt(2 * math.log(excess.size + 1))
        rows, columns = list(self.rows), list(self.columns)
        found = []
        for place in np.argsort(excess, axis=None)[::-1][:SUSPECTS]:
            i, k = divmod(int(place), len(columns))
            if excess[i, k] > chance:
                found.append((rows[i][0], columns[k][0], rows[i][1], columns[k][1]))
        return found

    def look_up(self, part: Part) -> tuple[float, Tie]:
        shown, hidden, bit, its_bit = part
        i, k = self.rows.get((shown, bit)), self.columns.get((hidden, its_bit))
        if i is None or k is None:
            return 0.0, Tie(shown, hidden, 0.0, 0.0)
        return float(self.excess()[i, k]), Tie(shown, hidden, float(self.true[i, k]), float(self.guessed[i, k]))


@lru_cache(maxsize=8)
def reader(of: type[GameState]) -> tuple[list[str], Callable[[GameState], Table]]:
    """The names of all integers of a state proper but the stream, and how to read them as one row."""
    import numpy as np

    core = of.core()
    found = core_places(of)
    kinds = {n.name: n for _, _, n in found}
    index = {k: np.array([at // n.size for _, at, n in found if n.name == k]) for k, n in kinds.items()}
    names = [name for k in kinds for name, _, n in found if n.name == k]

    def read(s: GameState) -> Table:
        memory = s.memory[:core]
        return np.concatenate([np.frombuffer(memory, k)[index[k]].astype(np.int64) for k in kinds])

    return names, read


def told(game: Game, worlds: list[World], pairs: set[Pair] | None) -> dict[Shown, Table]:
    """The arguments of the events that the viewer was told, and whether each came: a column for each."""
    import numpy as np

    if pairs is not None and not any(shown.event for shown, _ in pairs):
        return {}
    columns: dict[Shown, Table] = {}
    for i, world in enumerate(worlds):
        for shown, value in numbers_of(world.told).items():
            if game.events[shown.event] not in game.told_once:
                columns.setdefault(shown, np.zeros(len(worlds), np.int64))[i] = value
    return columns


def numbers_of(events: list[tuple[int, ...]]) -> dict[Shown, int]:
    """The arguments of events; and 1 for each event."""
    found: dict[Shown, int] = {}
    count: Counter[int] = Counter()
    for _, number, *arguments in events:
        for k, value in enumerate((1, *arguments), -1):
            found[Shown("", number, count[number], k)] = value
        count[number] += 1
    return found


def parts(columns: dict[Any, Table], wanted: set[Any] | None) -> dict[tuple[Any, int], Table]:
    """Each column that varies enough to prove something, whole and by bits."""
    found: dict[tuple[Any, int], Table] = {}
    for name, column in columns.items():
        if wanted is not None and name not in wanted:
            continue
        low, high = int(column.min()), int(column.max())
        if low == high:
            continue
        top = min(BITS, max(abs(low), abs(high)).bit_length())
        for bit in range(-1, top if top > 1 else 0):
            part = bit_of(column, bit)
            if common(part):
                found[name, bit] = part
    return found


def bit_of(column: Table, bit: int) -> Table:
    return column if bit < 0 else column >> bit & 1


def common(column: Table) -> bool:
    """Whether no single value makes up nearly all of a column."""
    import numpy as np

    _, counts = np.unique(column, return_counts=True)
    return bool(counts.max() <= (1 - COMMON) * len(column))


def standard(columns: Table) -> Table:
    """Columns of mean 0 and variance 1; constant ones are all 0."""
    import numpy as np

    centred = columns - columns.mean(axis=0)
    spread = centred.std(axis=0)
    made: Table = np.divide(centred, spread, out=np.zeros_like(centred), where=spread > 0)
    return made
