"""fit and vary: guessed worlds fit what a seat sees, and are as varied as its ignorance."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from taku.check.errors import told
from taku.check.moves import kept
from taku.check.result import Broken
from taku.check.secrecy import name_of
from taku.check.trial import Moment, Recording, Trial, core_places, differences, places, proper, without_stream
from taku.engine.state import GameState

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SOME = 12
VIEWERS = 4
"""Seats that guess at one moment: at a table of 20, others come up at other moments."""
WORLDS = 2
PLAYED_ON = 20
"""Moves played on in a guessed world: rules must survive whatever it breaks."""
GUESSES = 12
"""Guesses from one view that must not all be the same wrong one."""
ENOUGH = 5
"""So often a field must have been guessed wrong, and never differently, to be called constant."""
SURE = 4.9
"""Standard deviations: p < 10⁻⁶, so that hundreds of tests in a run give no false alarm."""


def fit(trial: Trial, match: Recording) -> int:
    """``hide(guess(hide(s)))`` is ``hide(s)``; the marked invariants hold; the game can be played on."""
    rng, count = match.rng("fit"), 0
    for m in match.moments("fit", SOME):
        for viewer in rng.sample(range(m.s.seats), min(VIEWERS, m.s.seats)):
            seen = trial.quick.view(m.s, viewer)
            for index in range(WORLDS):
                key = rng.getrandbits(60)
                try:
                    world = trial.rules.guess(seen, viewer, key, index)
                except Exception as fault:
                    raise Broken(f"guess of seat {viewer} fails: {told(fault)}", m.step) from None
                fits(trial, m, viewer, seen, world)
                kept(trial, world, trial.game.guesses_keep, m.step, f" in a world guessed by seat {viewer}")
                plays_on(trial, m, viewer, world, match)
                count += 1
    return count


def fits(trial: Trial, m: Moment, viewer: int, seen: GameState, world: GameState) -> None:
    again = trial.quick.view(world, viewer)
    if proper(again) != proper(seen):
        text = differences(seen, again, "as seen", "in the guess")
        raise Broken(f"a world guessed by seat {viewer} does not fit what it sees:\n{text}", m.step)
    a, b = trial.rules.actors(m.s), trial.rules.actors(world)
    if a != b:
        raise Broken(f"actors is {a:b} (binary), in a world guessed by seat {viewer} {b:b}", m.step)


def plays_on(trial: Trial, m: Moment, viewer: int, world: GameState, match: Recording) -> None:
    rng = match.rng(f"on {m.step}")
    s = world.copy()
    for _ in range(PLAYED_ON):
        acting = trial.rules.acting(s)
        if not acting:
            return
        seat = rng.choice(acting)
        try:
            actions = trial.rules.legal(s, seat)
            if not actions:
                raise Broken(f"in a world guessed by seat {viewer}, seat {seat} has no legal action", m.step)
            trial.rules.act(s, seat, rng.choice(actions))
        except Broken:
            raise
        except Exception as fault:
            raise Broken(f"a world guessed by seat {viewer} cannot be played on: {told(fault)}", m.step) from None


@dataclass
class Ignorance:
    """How often each field was secret, guessed differently, and guessed wrong without ever differing."""

    varied: Counter[str] = field(default_factory=Counter)
    stuck: Counter[str] = field(default_factory=Counter)
    tests: int = 0
    square: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    freedom: Counter[str] = field(default_factory=Counter)


def vary(trial: Trial, match: Recording) -> int:
    """Where a seat does not know something, its guesses differ; declared slots are equally likely."""
    memory: Ignorance = trial.memory.setdefault("vary", Ignorance())
    rng, count = match.rng("vary"), 0
    tested = False
    for m in match.moments("vary", SOME):
        for viewer in rng.sample(range(m.s.seats), min(VIEWERS, m.s.seats)):
            seen = trial.quick.view(m.s, viewer)
            if without_stream(seen) == without_stream(m.s):
                continue
            count += 1
            guesses = [trial.quick.guess(seen, viewer, rng.getrandbits(60), i) for i in range(GUESSES)]
            differ(m, viewer, guesses)
            remember(memory, m.s, seen, guesses)
            if trial.game.exchangeable and not tested:
                tested = unbiased(trial, m, viewer, seen, rng.getrandbits(60), memory)
    return count


def differ(m: Moment, viewer: int, guesses: list[GameState]) -> None:
    """Not all guesses are the same and wrong: then the truth, which fits as well, is never guessed."""
    first = without_stream(guesses[0])
    if first != without_stream(m.s) and all(without_stream(g) == first for g in guesses):
        text = differences(m.s, guesses[0], "in truth", "in every guess", skip=("stream", "log"))
        raise Broken(
            f"{len(guesses)} guesses of seat {viewer} are all the same, and not the truth, which fits too:\n{text}\n"
            "guess must draw at random what the seat does not know (also the order of what lies in slots)",
            m.step,
        )


def remember(memory: Ignorance, true: GameState, seen: GameState, guesses: list[GameState]) -> None:
    hidden = leaves_apart(true, seen)
    varied = set().union(*(leaves_apart(g, guesses[0]) for g in guesses[1:]))
    wrong = leaves_apart(guesses[0], true)
    memory.varied.update(hidden & varied)
    memory.stuck.update(hidden & (wrong - varied))


def leaves_apart(a: GameState, b: GameState) -> set[str]:
    """The fields, inner ones by themselves (``draft.backs``), in which two states proper differ; not the stream."""
    import numpy as np

    names, of_byte = leaf_bytes(type(a))
    core = a.core()
    apart = np.frombuffer(a.memory[:core], np.uint8) != np.frombuffer(b.memory[:core], np.uint8)
    return {names[i] for i in np.unique(of_byte[apart]) if i}


@lru_cache(maxsize=8)
def leaf_bytes(of: type[GameState]) -> tuple[list[str], npt.NDArray[np.int32]]:
    """The names of all fields, and for each byte of a state proper which one it belongs to; 0 for none."""
    import numpy as np

    names, of_byte = [""], np.zeros(of.core(), np.int32)
    index: dict[str, int] = {}
    for place, at, number in core_places(of):
        name = ".".join(part.partition("[")[0] for part in place.split("."))
        if name not in index:
            index[name] = len(names)
            names.append(name)
        of_byte[at : at + number.size] = index[name]
    return names, of_byte


def no_field_is_stuck(trial: Trial) -> int:
    """Over all matches, no hidden field was guessed always the same and often wrong."""
    memory: Ignorance = trial.memory.get("vary", Ignorance())
    for name, times in memory.stuck.items():
        if times >= ENOUGH and not memory.varied[name]:
            raise Broken(
                f"the hidden field {name!r} was guessed wrong at {times} moments, with all {GUESSES} guesses the same, "
                "and never differently: guess does not draw it at random"
            )
    if trial.game.exchangeable:
        trial.notes.setdefault("vary", []).append(f"{memory.tests} chi-square tests")
    return 0


def unbiased(trial: Trial, m: Moment, viewer: int, seen: GameState, key: int, memory: Ignorance) -> bool:
    """Chi-square test: each hidden slot of an exchangeable group holds each value equally often, here and over all."""
    tested = False
    for group in trial.game.exchangeable:
        slots = hidden_slots(m.s, seen, group)
        n = min(40 * len(slots), 2000) if trial.fast else min(20 * len(slots), 400)
        counts: dict[str, Counter[int]] = {slot: Counter() for slot in slots}
        for index in range(n):
            world = trial.quick.guess(seen, viewer, key, index).memory
            for slot, (at, size) in slots.items():
                counts[slot][int.from_bytes(world[at : at + size], "little", signed=True)] += 1
        square, freedom = chi_square(list(counts.values()))
        if not freedom:
            continue
        tested = True
        memory.tests += 1
        memory.square[group] += square
        memory.freedom[group] += freedom
        here, over_all = deviations(square, freedom), deviations(memory.square[group], memory.freedom[group])
        if max(here, over_all) > SURE:
            slot, value = most_uneven(counts)
            expected = sum(c[value] for c in counts.values()) / len(slots)
            raise Broken(
                f"guesses of {name_of(viewer)} are biased over {group}: {slot} is {value} in "
                f"{counts[slot][value]} of {n} guesses, expected are {expected:.0f} (all slots: {here:.1f} standard "
                f"deviations here, {over_all:.1f} over {memory.tests} tests)",
                m.step,
            )
    return tested


def hidden_slots(true: GameState, seen: GameState, group: str) -> dict[str, tuple[int, int]]:
    """Slots of the fields of a group (``"hand+deck"``) that hold something the viewer does not see: place and size."""
    names = group.split("+")
    found = {}
    for slot, at, number in places(type(true)):
        leaf = ".".join(part.partition("[")[0] for part in slot.split("."))
        part = slice(at, at + number.size)
        named = "[" in slot and any(leaf == name or leaf.startswith(f"{name}.") for name in names)
        if named and any(true.memory[part]) and not any(seen.memory[part]):
            found[slot] = at, number.size
    return found


def chi_square(counts: list[Counter[int]]) -> tuple[float, int]:
    """The statistic over slots × values and its degrees of freedom, 0 if there is nothing to tell."""
    values = {v for c in counts for v in c}
    slots = len(counts)
    if slots < 2 or len(values) < 2:
        return 0.0, 0
    square = 0.0
    for v in values:
        expected = sum(c[v] for c in counts) / slots
        square += sum((c[v] - expected) ** 2 for c in counts) / expected
    # Slots share one set of cards, so their counts lean against each other: for permutations exactly by this factor.
    return square * (slots - 1) / slots, (slots - 1) * (len(values) - 1)


def deviations(square: float, freedom: int) -> float:
    """A chi-square as standard deviations of a normal variable (Wilson and Hilferty's cube root)."""
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def most_uneven(counts: dict[str, Counter[int]]) -> tuple[str, int]:
    values = {v for c in counts.values() for v in c}
    mean = {v: sum(c[v] for c in counts.values()) / len(counts) for v in values}
    cells = [(slot, v) for slot in counts for v in values]
    return max(cells, key=lambda cell: (counts[cell[0]][cell[1]] - mean[cell[1]]) ** 2 / mean[cell[1]])
