"""blank, who and legal: what a seat sees tells no secret, and is enough to choose by."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from taku.check.flow import Flow, follow
from taku.check.leaks import a_deal_tells_nothing, a_move_tells_nothing, differing_fields
from taku.check.result import Broken
from taku.check.trial import Moment, Recording, Trial, core_places, differences, proper
from taku.engine.catalogue import LANGUAGES
from taku.engine.game import Game
from taku.engine.rule import rule_of
from taku.engine.state import GameState, only
from taku.engine.words import Words

SOME = 16
DRAWN = 0.3
"""Of the moments, so many have their pages drawn as well: that takes longest."""
FIRST_DEALS, DEALS, DEALT = 2, 0.12, 3
"""The deals of the first matches are tried, then of so many, from so many seats: each needs hundreds of tables."""
MOVES, VIEWERS = 4, 2
"""Moves of a match, and seats at each, whose effect is compared in many worlds."""
WORLDS = 3
"""Guessed worlds beside the true one, for each seat at each moment."""


def blank(trial: Trial, match: Recording) -> int:
    """A seat's view is blank where it should be, and the same in all worlds that the seat cannot tell apart."""
    rng = match.rng("blank")
    count = 0
    for m in match.moments("blank", SOME):
        for viewer in trial.viewers(m.s):
            seen = trial.quick.view(m.s, viewer)
            stays_blank(trial, m, viewer, seen)
            count += 1
        for viewer in range(m.s.seats):
            same_in_all_worlds(trial, m, viewer, rng)
        clicks_stay_sealed(trial, m, rng)
        if rng.random() < DRAWN:
            page_forgets(trial, m, rng)
    return count + nothing_leaks(trial, match, rng)


def nothing_leaks(trial: Trial, match: Recording, rng: random.Random) -> int:
    """Some moves, and of some matches the deal, tell a seat nothing of what stays hidden from it."""
    seats = range(match.setting.seats)
    if match.digests and (match.number < FIRST_DEALS or rng.random() < DEALS):
        for viewer in rng.sample(seats, min(DEALT, len(seats))):
            a_deal_tells_nothing(trial, match, viewer, rng)
    chosen = set(rng.sample(range(len(match.entries)), min(MOVES, len(match.entries))))
    for m in match.walk():
        if m.step in chosen:
            viewers = rng.sample(seats, min(VIEWERS, len(seats)))
            a_move_tells_nothing(trial, m, match.entries[m.step], viewers, rng)
    return len(chosen)


def name_of(viewer: int) -> str:
    return f"seat {viewer}" if viewer >= 0 else "the spectator"


def stays_blank(trial: Trial, m: Moment, viewer: int, seen: GameState) -> None:
    """The stream and others' events are gone, and hiding twice hides no more than hiding once."""
    if any(seen.stream[i] for i in range(4)):
        raise Broken(f"{name_of(viewer)} sees the random stream", m.step)
    if any(seen.memory[len(proper(seen)) :]):
        raise Broken(f"{name_of(viewer)} sees what rules left in scratch space", m.step)
    twice = trial.quick.view(seen, viewer)
    if proper(twice) != proper(seen):
        text = differences(seen, twice, "when hidden once", "when hidden twice")
        raise Broken(f"hide is not idempotent for {name_of(viewer)}:\n{text}", m.step)
    bit = only(viewer)
    expected = [(bit, *e[1:]) for e in m.s.events() if e[0] & bit]
    if seen.events() != expected:
        raise Broken(f"{name_of(viewer)} is told {seen.events()} and should be told {expected}", m.step)


def worlds(trial: Trial, seen: GameState, viewer: int, rng: random.Random, n: int) -> Iterator[GameState]:
    """Worlds that this seat cannot tell from the true one, if hide and guess are right."""
    for index in range(n):
        yield trial.quick.guess(seen, viewer, rng.getrandbits(60), index)


def same_in_all_worlds(trial: Trial, m: Moment, viewer: int, rng: random.Random) -> None:
    seen = trial.quick.view(m.s, viewer)
    asked = viewer in trial.quick.acting(m.s)
    for world in worlds(trial, seen, viewer, rng, WORLDS):
        other = trial.quick.view(world, viewer)
        if proper(other) != proper(seen):
            text = differences(seen, other, "in the true world", "in a guessed one")
            raise Broken(
                f"{name_of(viewer)} can tell two worlds apart that differ in what it may not know:\n{text}\n"
                "a field shows a secret (declare seen=…, or blank it in hide), or guess changes what the seat knows",
                m.step,
            )
        a, b = trial.quick.view(m.s, -1), trial.quick.view(world, -1)
        if a.core_bytes() != b.core_bytes():
            text = differences(a, b, "in the true world", f"in one that seat {viewer} guessed", skip=("log",))
            raise Broken(f"the spectator sees what seat {viewer} does not know:\n{text}", m.step)
        if asked and trial.quick.legal(world, viewer) != trial.quick.legal(m.s, viewer):
            text = changed_list(trial.quick.legal(m.s, viewer), trial.quick.legal(world, viewer))
            raise Broken(
                f"the legal actions of {name_of(viewer)} tell a secret: in a world that looks the same {text}", m.step
            )


def clicks_stay_sealed(trial: Trial, m: Moment, rng: random.Random) -> None:
    """While others choose too, which action a seat takes shows to nobody else; only that it is ready."""
    rules, acting = trial.quick, trial.quick.acting(m.s)
    if len(acting) < 2:
        return
    seat = rng.choice(acting)
    legal = rules.legal(m.s, seat)
    first: dict[int, tuple[int, GameState]] = {}
    for action in rng.sample(legal, min(4, len(legal))):
        s = m.s.copy()
        rules.act(s, seat, action)
        who = rules.actors(s)
        if not who & ~(1 << seat) & rules.actors(m.s):
            continue  # the last to choose: now all is revealed
        if who not in first:
            first[who] = action, s
            continue
        for viewer in trial.viewers(s):
            if viewer == seat or same_team(s, viewer, seat):
                continue
            one, other = rules.view(first[who][1], viewer), rules.view(s, viewer)
            if proper(one) != proper(other):
                text = differences(one, other, f"after {first[who][0]}", f"after {action}", skip=("log",))
                told = [describe(trial.game, e) for e in {*one.events()} ^ {*other.events()}]
                flow = follow(trial.game, m.s.copy(), (seat, action))
                lines = [
                    *([text] if text else []),
                    *([f"it is told {' or '.join(sorted(told))}"] if told else []),
                    *changing_lines(one, other, flow),
                    "keep a choice in a field seen by OWNER, and tell it only(seat), until all have chosen",
                ]
                what = f"while others still choose, {name_of(viewer)} sees which action seat {seat} took:"
                raise Broken("\n".join([what, *lines]), m.step)


def changing_lines(a: GameState, b: GameState, flow: Flow) -> list[str]:
    """The lines of rules that stored or told what two views show differently."""
    apart = {x.field for x in differing_fields(a, b)}
    stored = [flow.lines[at] for name, at, _ in core_places(type(a)) if name in apart and at in flow.lines]
    events = {e[1] for e in {*a.events()} ^ {*b.events()}}
    emitted = [e.place for e in flow.events if e.event in events]
    return list(dict.fromkeys([*(f"stored in {x}" for x in stored), *(f"emitted in {x}" for x in emitted)]))


def describe(game: Game, event: tuple[int, ...]) -> str:
    """An event with its numbers by their names."""
    _, number, *values = event
    names = game.events.about(number).names
    return f"{game.events[number]}({', '.join(f'{k}={v}' for k, v in zip(names, values, strict=False))})"


def same_team(s: GameState, a: int, b: int) -> bool:
    if a < 0 or "team" not in s.layout.fields:
        return False
    return bool(s.team[a] == s.team[b])  # type: ignore[attr-defined]


def page_forgets(trial: Trial, m: Moment, rng: random.Random) -> None:
    """A seat's page is the same whatever pages of other seats, in whatever world, were drawn before it."""
    if trial.page is None:
        return
    table = trial.page.table
    words = Words(trial.game, LANGUAGES[0])
    viewer = rng.randrange(m.s.seats)
    seen = trial.quick.view(m.s, viewer)
    drawn = []
    for world in (m.s, *worlds(trial, seen, viewer, rng, 1)):
        for other in trial.viewers(m.s):
            if other != viewer:
                str(table(trial.quick.view(world, other), other, words))
        drawn.append(str(table(seen.copy(), viewer, words)))
    if drawn[0] != drawn[1]:
        at = next((i for i, (a, b) in enumerate(zip(*drawn, strict=False)) if a != b), min(map(len, drawn)))
        raise Broken(
            f"the page of seat {viewer} depends on what other seats' pages showed before:\n"
            f"…{drawn[0][max(0, at - 30) : at + 40]}…\n…{drawn[1][max(0, at - 30) : at + 40]}…",
            m.step,
        )


def who(trial: Trial, match: Recording) -> int:
    """Who must choose is the same in every seat's view and the spectator's."""
    count = 0
    for m in match.moments("who", 4 * SOME):
        true = trial.quick.actors(m.s)
        for viewer in trial.viewers(m.s):
            seen = trial.quick.actors(trial.quick.view(m.s, viewer))
            if seen != true:
                raise Broken(
                    f"seats {bits(true)} must choose; from what {name_of(viewer)} sees, {bits(seen)}",
                    m.step,
                )
            count += 1
    return count


def bits(who: int) -> str:
    return ", ".join(str(i) for i in range(who.bit_length()) if who >> i & 1) or "none"


def changed_list(true: list[int], other: list[int]) -> str:
    """What another list of actions has less and more than the true one; of two orders, where they part."""
    less, more = ([str(a) for a in x if a not in set(y)] for x, y in ((true, other), (other, true)))
    parts = [f"{what} {', '.join(a[:8])}" + (f" and {len(a) - 8} more" if len(a) > 8 else "")
             for what, a in (("lacks", less), ("adds", more)) if a]  # fmt: skip
    if not parts:
        at = next(i for i, (a, b) in enumerate(zip(true, other, strict=True)) if a != b)
        parts = [f"has the same in another order, from place {at} on: {other[at]} instead of {true[at]}"]
    return f"it {' and '.join(parts)} (there are {len(true)})"


def rule_place(trial: Trial, name: str) -> str:
    """Where a rule of the contract is written."""
    rule = rule_of(trial.game.contract[name])
    return f"{Path(rule.file).name}:{rule.line} {name}"


def legal(trial: Trial, match: Recording) -> int:
    """What a seat may do, is asked and would do by default follows from what it sees."""
    rules, count = trial.quick, 0
    for m in match.moments("legal", 4 * SOME):
        for seat in rules.acting(m.s):
            seen = rules.view(m.s, seat)
            for question in ("legal", "kind", "default"):
                true, known = (getattr(rules, question)(s, seat) for s in (m.s, seen))
                if true != known:
                    text = f"is {true}, from what it sees {known}"
                    if question == "legal":
                        text = f"reads what the seat does not see: from what it sees {changed_list(true, known)}"
                    raise Broken(f"{question} of seat {seat} {text}\n{rule_place(trial, question)}", m.step)
            count += 1
    return count
