"""blank, for events and derived fields: a deal or a move tells a seat nothing of what stays hidden from it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

from taku.check.dependence import SECOND, Draw, Pair, Shown, Tie, World, find_tie, numbers_of
from taku.check.flow import ACTION, Flow, Origins, follow
from taku.check.pairs import Setting
from taku.check.result import Broken
from taku.check.trial import Moment, Recording, Trial, core_places
from taku.engine.chance import seed as seed_rule
from taku.engine.state import SPECTATORS, GameState, only

MISSES = 4
"""So many worlds are tried for each that is wanted: a move of another seat is not possible in all of them."""
ALIKE = 8
"""Worlds compared with each other: 28 pairs, some of which agree in what is turned up."""


def deals(trial: Trial, setting: Setting, viewer: int) -> Draw:
    """Freshly dealt tables."""

    def draw(rng: random.Random, n: int) -> Iterator[World]:
        for _ in range(n):
            s = trial.game.new(setting.seats, setting.options)
            seed_rule(s, rng.getrandbits(60), 0)
            trial.quick.start(s)
            yield seen_and_guessed(trial, s, viewer, rng)

    return draw


def moves(
    trial: Trial, before: GameState, viewer: int, entry: tuple[int, int], varied: bool, luck: bool = True
) -> Draw:
    """Worlds that look to the viewer like this one, after a move in each: the same one, or any of the same seat.
    Without ``luck`` the chance in the move is the same in all of them."""
    rules, (seat, action) = trial.quick, entry
    seen, asked = rules.view(before, viewer), rules.kind(before, seat)

    def draw(rng: random.Random, n: int) -> Iterator[World]:
        made = 0
        for _ in range(MISSES * n):
            world = rules.guess(seen, viewer, rng.getrandbits(60))
            seed_rule(world, rng.getrandbits(60) if luck else 0, 0)
            if seat not in rules.acting(world) or rules.kind(world, seat) != asked:
                continue
            legal = rules.legal(world, seat)
            if not varied and action not in legal:
                continue
            rules.act(world, seat, rng.choice(legal) if varied else action)
            if any(trial.game.events[e[1]] in trial.game.told_once for e in world.events()):
                continue  # players then know more than any view, and guesses rightly do not
            yield seen_and_guessed(trial, world, viewer, rng)
            made += 1
            if made == n:
                return

    return draw


def on_one_way(trial: Trial, draw: Draw) -> Draw:
    """Of these worlds those in which the seat was told the same events, their numbers apart, and the same seats act.

    What a game does next, and where a secret lies then, may well depend on what was chosen openly.
    """
    usual: list[tuple[int, ...]] = []

    def drawn(rng: random.Random, n: int) -> Iterator[World]:
        ways = [((trial.quick.actors(w.true), *(e[1] for e in w.told)), w) for w in draw(rng, n)]
        if ways and not usual:
            usual.append(Counter(way for way, _ in ways).most_common(1)[0][0])
        return (w for way, w in ways if way == usual[0])

    return drawn


def seen_and_guessed(trial: Trial, s: GameState, viewer: int, rng: random.Random) -> World:
    seen = trial.quick.view(s, viewer)
    told = [e for e in s.events() if e[0] & hearing(viewer)]
    return World(s, seen, trial.quick.guess(seen, viewer, rng.getrandbits(60)), told)


def hearing(viewer: int) -> int:
    """What spectators are told, every seat may know."""
    return SPECTATORS | int(only(viewer))


def computed(trial: Trial, before: GameState, after: GameState, flow: Flow, viewer: int, mover: int) -> set[Pair]:
    """What a move shows or tells that is computed from the same as something that stays hidden."""
    seen, known = trial.quick.view(after, viewer), trial.quick.view(before, viewer)
    own: set[object] = {ACTION} if mover == viewer else set()
    hidden: dict[str, Origins] = {}
    shown: dict[Shown, Origins] = {}
    was, had, now, has = (s.core_bytes() for s in (known, before, seen, after))
    for name, at, number in core_places(type(after)):
        end = at + number.size
        if was[at:end] == had[at:end] and any(was[at:end]):
            own.add(at)
        if now[at:end] != has[at:end]:
            hidden[name] = flow.at(at)
        elif at in flow.stored:
            shown[Shown(name)] = flow.stored[at]
    count: Counter[int] = Counter()
    for event in flow.events:
        if event.to & hearing(viewer):
            for k, origins in enumerate(event.origins):
                shown[Shown("", event.event, count[event.event], k)] = origins
            count[event.event] += 1
    return {(a, b) for a, of in shown.items() for b, its in hidden.items() if betrays(of - own, its - own)}


def betrays(shown: Origins, hidden: Origins) -> bool:
    """Whether they share an origin. What an open action does to an old secret is open, the secret it makes is not."""
    shared = shown & hidden
    return bool(shared) and (shared != {ACTION} or hidden == shared)


def decided(trial: Trial, before: GameState, viewer: int, entry: tuple[int, int], rng: random.Random) -> set[Pair]:
    """What a move shows or tells differently in worlds that looked the same, though it tells or shows nothing else.

    The same chance is used in all of them: what differs is decided by a secret, also by an `if`.
    """
    made = list(moves(trial, before, viewer, entry, varied=False, luck=False)(rng, ALIKE))
    found: set[Shown] = set()
    hidden: set[str] = set()
    for a, b in itertools.combinations(made, 2):
        if trial.quick.actors(a.true) != trial.quick.actors(b.true):
            continue  # that somebody is done is open, and may take more clicks in one world than in another
        fields, events = a.seen.core_bytes() == b.seen.core_bytes(), a.told == b.told
        if fields != events:
            found |= differing_events(a, b) if fields else differing_fields(a.seen, b.seen)
            hidden |= {x.field for w in (a, b) for x in differing_fields(w.true, w.seen)}
    return {(a, b) for a in found for b in hidden}


def differing_fields(a: GameState, b: GameState) -> set[Shown]:
    one, other = a.core_bytes(), b.core_bytes()
    if one == other:
        return set()
    return {Shown(name) for name, at, n in core_places(type(a)) if one[at : at + n.size] != other[at : at + n.size]}


def differing_events(a: World, b: World) -> set[Shown]:
    one, other = numbers_of(a.told), numbers_of(b.told)
    return {x for x in one.keys() | other.keys() if one.get(x) != other.get(x)}


def a_deal_tells_nothing(trial: Trial, match: Recording, viewer: int, rng: random.Random) -> None:
    """Over many deals, what a seat sees and hears after setup goes with nothing that it does not see."""
    tie = find_tie(trial, deals(trial, match.setting, viewer), rng)
    if tie:
        s = match.fresh()
        flow = follow(trial.game, s, None)
        raise Broken(reported(trial, tie, s, flow, viewer, "deals"), 0)


def a_move_tells_nothing(
    trial: Trial, m: Moment, entry: tuple[int, int], viewers: list[int], rng: random.Random
) -> None:
    """What a move shows and tells a seat goes with nothing that stays hidden from it."""
    after = m.s.copy()
    flow = follow(trial.game, after, entry)
    for viewer in viewers:
        # A seat knows which action it took itself; of another's it knows what it is told.
        draw = moves(trial, m.s, viewer, entry, varied=viewer != entry[0])
        for pairs, worlds in (
            (computed(trial, m.s, after, flow, viewer, entry[0]), on_one_way(trial, draw)),
            (decided(trial, m.s, viewer, entry, rng), draw),
        ):
            tie = find_tie(trial, worlds, rng, pairs) if pairs else None
            if tie:
                raise Broken(reported(trial, tie, after, flow, viewer, "worlds"), m.step + 1)


def reported(trial: Trial, tie: Tie, after: GameState, flow: Flow, viewer: int, what: str) -> str:
    """The tie in words, with the line of the rule that shows or tells it."""
    shown, line, how = tie.shown, "", "told"
    if shown.event:
        heard = [e for e in flow.events if e.event == shown.event and e.to & hearing(viewer)]
        line = f"emitted in {heard[min(shown.nth, len(heard) - 1)].place}" if heard else ""
    else:
        how = "shown"
        at = next(at for name, at, _ in core_places(type(after)) if name == shown.field)
        line = f"stored in {flow.lines[at]}" if at in flow.lines else ""
    return "\n".join(
        [
            f"seat {viewer} is {how} something of {tie.hidden}, which stays hidden from it: {shown.called(trial.game)} "
            f"goes with it (correlation {tie.true:.2f} over {SECOND} {what} that look the same to the seat before; "
            f"{tie.guessed:.2f} in worlds that guess draws from what it sees then)",
            *([line] if line else []),
            "tell it only to those who may know it (only(seat)), declare the field seen=…, or, if all may know it, "
            "keep it in a field and let guess heed it; events that players must remember are named in told_once",
        ]
    )
