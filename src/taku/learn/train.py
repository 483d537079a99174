"""Training a player by self-play: it needs nothing of a game but its rules.

All seats play by one network and learn from how their matches end (policy gradients: PPO with generalised advantages).
Where choices are sealed, play is drawn towards that of the running mean of the weights; so it settles on balanced play
instead of running round it (as in magnetic mirror descent). The mean is what plays in the end.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from taku.bots.net import LARGEST, Net, layout_key
from taku.bots.search import is_perfect
from taku.compile.native import replace_file
from taku.engine.game import Game
from taku.engine.part import GameError
from taku.learn.facts import facts_in, sampled
from taku.learn.maths import Adam, Arrays, Part, Pull, TorchArrays, first_weights, forward, log_chances, slopes
from taku.learn.played import Facts, Tables, chosen
from taku.learn.rating import Mark, rate

LAST = 0.05
"""The share of the newest weights in their mean. The mean is what plays: of the weights themselves each answers the one
before, and can be exploited five times as much."""

SAMPLED_TABLES, SAMPLED_STEPS = 256, 500
"""Tables at which it is found out what to read, and how long they play."""

MARKS = 20
"""How often on its way a player is measured and kept."""

SAVE_SECONDS = 20.0
"""What a killed training loses at most."""


@dataclass(frozen=True)
class Plan:
    """What is trained, and how."""

    seats: int
    options: Mapping[str, object]
    """As people write them."""
    decisions: int = 3_000_000
    """Choices between several actions, of all seats together."""
    seed: int = 1
    hidden: tuple[int, int] = (128, 64)
    tables: int = 256
    steps: int = 32
    """Decisions at every table between two lessons."""
    epochs: int = 3
    """How often each decision is learned from."""
    batch: int = 2048
    rate: float = 1.5e-3
    """Adam's step at first; it falls to a tenth."""
    entropy: tuple[float, float] = (0.05, 0.01)
    """How strongly choices are kept open, at first and in the end."""
    magnet: float = 1.0
    """How strongly play is drawn to that of the mean weights, where something is hidden. Goofspiel with four cards, a
    million decisions: the player can be exploited by 0.07 (summed over both seats; chance by 1.42), by 0.14 with half
    as much, by 0.45 with 0.2, and with entropy alone by 0.1 to 1.3."""
    drawn: tuple[str, ...] = ()
    """Kinds of decision that are drawn at random and not learned: openings, which all have to be met. Left to itself a
    player soon knows its favourite ones alone."""
    trace: float = 0.95
    """How far a result reaches back past what was expected on the way (λ)."""


@dataclass
class Course:
    """How far a training is: with the weights, all that it needs to go on."""

    decisions: int = 0
    lessons: int = 0
    matches: int = 0
    seconds: float = 0.0
    marks: list[dict[str, Any]] = field(default_factory=list)


class Training:
    """A player in training. ``file`` gets the player; beside it stands what is needed to go on."""

    def __init__(self, game: Game, plan: Plan, file: Path | None = None, device: str = "cpu") -> None:
        self.game, self.plan, self.file = game, plan, file
        self.arrays: Arrays = Arrays() if device == "cpu" else TorchArrays(seed=plan.seed)
        self.course = Course()
        self.rng = np.random.default_rng(plan.seed)
        self.tables = Tables(self.arrays, game, plan.tables, plan.seats, plan.options, plan.drawn)
        self.mixed = not is_perfect(game)
        kept = file and _kept(file)
        if kept and kept.exists():
            self._load(kept)
        else:
            like = Tables(self.arrays, game, SAMPLED_TABLES, plan.seats, plan.options, plan.drawn)
            room = LARGEST - 60_000 - 2 * plan.hidden[1] * (plan.hidden[0] + like.v.actions)
            facts = facts_in(sampled(like, SAMPLED_STEPS, self.rng), room // (2 * plan.hidden[0] + 20))
            self.facts = facts
            weights = first_weights(self.rng, len(facts), plan.hidden, like.v.actions)
            self._begin(weights)
            self.before: list[Any] = [w.copy() for w in weights]
        self.reads = Facts(self.arrays, self.facts)
        self.tables.v.reset(plan.seed + 7919 * self.course.lessons)

    def _begin(self, weights: list[Any]) -> None:
        self.weights = [self.arrays.array(w.copy()) for w in weights]
        self.mean = [self.arrays.array(w.copy()) for w in weights]
        self.adam = Adam(self.arrays, self.weights)

    @property
    def done(self) -> bool:
        return self.course.decisions >= self.plan.decisions

    def net(self, weights: list[Any] | None = None) -> Net:
        """The player as it is now."""
        kept = [self.arrays.host(w) for w in weights or self.mean]
        plan = {"seats": self.plan.seats, "options": dict(self.plan.options), "drawn": self.plan.drawn}
        told = {**plan, "content": self.game.content_hash, "seed": self.plan.seed, **asdict(self.course)}
        return Net(self.game.id, layout_key(self.game), self.facts, tuple(kept), self.mixed, told)

    def run(
        self,
        *,
        seconds: float | None = None,
        levels: int = 0,
        progress: Callable[[int, int], None] | None = None,
        marked: Callable[[Mark], None] | None = None,
    ) -> Net:
        """Train to the end of the plan, or for so long; ``marked`` hears how the player stands on the way."""
        began = saved = time.monotonic()
        try:
            while not self.done and (seconds is None or time.monotonic() - began < seconds):
                begun = time.monotonic()
                self.lesson()
                self.course.seconds += time.monotonic() - begun
                if self.course.decisions * MARKS >= (len(self.course.marks) + 1) * self.plan.decisions or self.done:
                    self._mark(levels, marked)
                    self.save()
                    saved = time.monotonic()
                if time.monotonic() - saved > SAVE_SECONDS:
                    self.save()
                    saved = time.monotonic()
                if progress:
                    progress(min(self.course.decisions, self.plan.decisions), self.plan.decisions)
        finally:
            self.save()
        return self.net()

    def _mark(self, levels: int, marked: Callable[[Mark], None] | None) -> None:
        """Measure the player against itself at the mark before, and against the levels."""
        now = self.net()
        marks = [Mark(**m) for m in self.course.marks]
        found = rate(self.game, now, self.net(self.before), self.tables, marks, self.course, levels)
        self.course.marks.append(asdict(found))
        self.before = [w.copy() for w in now.weights]
        if marked:
            marked(found)

    # ---------------------------------------------------------------- playing and learning

    def lesson(self) -> None:
        """Play some steps at all tables and learn from them."""
        plan, arrays = self.plan, self.arrays
        part = min(1.0, self.course.decisions / plan.decisions)
        played = self._play()
        n = len(played.action)
        self.course.decisions += self._chosen
        if n:
            first, last = plan.entropy
            pull = Pull(entropy=first + part * (last - first), magnet=plan.magnet if self.mixed else 0.0)
            pace = plan.rate * (1 - 0.9 * part)
            for _ in range(plan.epochs):
                order = arrays.shuffled(self.rng, n)
                for at in range(0, n, plan.batch):
                    i = order[at : at + plan.batch]
                    x = arrays.floats(played.x[i])
                    fields = (played.mask, played.action, played.log_p, played.gain, played.result, played.usual)
                    found, _ = slopes(arrays, self.weights, Part(x, *(a[i] for a in fields)), pull)
                    self.adam.step(self.weights, found, pace)
        self.course.lessons += 1
        share = max(2 / (2 + self.course.lessons), LAST)
        for m, w in zip(self.mean, self.weights, strict=True):
            m += share * (w - m)

    def _play(self) -> Part:
        """Some steps at all tables, as decisions to learn from."""
        plan, arrays, tables = self.plan, self.arrays, self.tables
        xp = arrays.xp
        kept: list[tuple[Any, ...]] = []
        ends = []
        self._chosen = 0
        for _ in range(plan.steps):
            asked, actions = tables.asked(), tables.actions()
            found = chosen(arrays, self.reads, self.weights, tables, asked, self.rng)
            actions[asked] = arrays.whole(found[2])
            kept.append((asked, *found))
            self._chosen += len(asked)
            tables.step(actions)
            ends.append((arrays.each(tables.done, tables.seats), arrays.same(tables.rewards.reshape(-1))))
            self.course.matches += int(tables.done.sum())
        worth, gain, known = arrays.zeros(tables.rows), arrays.zeros(tables.rows), arrays.never(tables.rows)
        made = []
        for (asked, x, mask, action, log_p, value), (done, reward) in zip(kept[::-1], ends[::-1], strict=True):
            worth = xp.where(done, reward, worth)
            gain = xp.where(done, xp.zeros_like(gain), gain)
            known = known | done
            known_here = known[asked]
            got = worth[asked] - value + plan.trace * gain[asked]
            # A seat's last decision in a match that goes on only tells what the decision before it was worth.
            worth[asked], gain[asked] = value, xp.where(known_here, got, xp.zeros_like(got))
            known[asked] = True
            made.append([a[known_here] for a in (x, mask, action, log_p, got, got + value)])
        x, mask, action, log_p, got, result = (xp.concatenate(parts) for parts in zip(*made, strict=True))
        got = (got - got.mean()) / (got.std() + 1e-6) if len(got) else got
        usual = log_p
        if self.mixed and plan.magnet:
            usual = log_chances(arrays, forward(arrays.floats(x), self.mean)[2][:, :-1], mask)
        return Part(x, mask, action, log_p, arrays.floats(got), arrays.floats(result), usual)

    # ---------------------------------------------------------------- keeping

    def save(self) -> None:
        """Write the player, and beside it what is needed to go on; each file is whole at any moment."""
        if not self.file:
            return
        import io

        host = self.arrays.host
        arrays = {"facts": self.facts}
        groups = {"w": self.weights, "m": self.mean, "a": self.adam.mean, "s": self.adam.square}
        for name, group in groups.items():
            arrays |= {f"{name}{i}": host(a) for i, a in enumerate(group)}
        arrays |= {f"b{i}": a for i, a in enumerate(self.before)}
        state = self.rng.bit_generator.state
        about = {"plan": _written(self.game, self.plan), "course": asdict(self.course), "rng": state}
        arrays["about"] = np.frombuffer(json.dumps({**about, "steps": self.adam.steps}).encode(), np.uint8)
        out = io.BytesIO()
        np.savez(out, **arrays)  # type: ignore[arg-type]
        replace_file(_kept(self.file), out.getvalue())
        self.net().save(self.file)

    def _load(self, path: Path) -> None:
        """Go on where it was left."""
        try:
            with np.load(path) as found:
                kept = dict(found)
            about = json.loads(kept["about"].tobytes())
        except (OSError, ValueError, KeyError) as fault:
            raise GameError(f"{path} is damaged: delete it to begin anew ({fault})") from None
        mine = _written(self.game, self.plan)
        other = [k for k in mine if k != "decisions" and about["plan"].get(k) != json.loads(json.dumps(mine[k]))]
        if other:
            raise GameError(
                f"{path} is of another training ({', '.join(other)}): name another file with -o, or delete it"
            )
        self.facts = kept["facts"]
        self.course = Course(**about["course"])
        self.rng.bit_generator.state = about["rng"]

        def group(name: str) -> list[Any]:
            return [self.arrays.array(kept[f"{name}{i}"]) for i in range(6)]

        self.weights, self.mean, self.before = group("w"), group("m"), [kept[f"b{i}"] for i in range(6)]
        self.adam = Adam(self.arrays, self.weights)
        self.adam.mean, self.adam.square, self.adam.steps = group("a"), group("s"), about["steps"]


def _kept(file: Path) -> Path:
    return file.with_name(f"{file.name}.training")


def _written(game: Game, plan: Plan) -> dict[str, Any]:
    return {"game": game.id, "layout": layout_key(game), **asdict(plan)}
