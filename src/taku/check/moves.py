"""end, bounds and keep: every match ends, nothing leaves its range, and what must stay stays."""

from __future__ import annotations

from taku.check.errors import told
from taku.check.flow import follow
from taku.check.result import Broken
from taku.check.trial import Moment, Recording, Trial, proper
from taku.check.watchdog import compiled_batch

MANY = 200
"""Matches of each table that the compiled loop plays for `end` and, with bounds checks, for `bounds`."""
SOME = 12


def all_end(trial: Trial) -> int:
    """Many compiled matches end in time."""
    if not trial.compiled:
        return 0
    longest = 0
    for setting in trial.settings:
        run = compiled_batch(trial.watch, trial.game, MANY, setting, trial.seed)
        late = [i for i in range(MANY) if run.decisions[i] < 0]
        if late:
            raise Broken(
                f"{trial.game.id}, {setting.told(trial.game)}: match {late[0]} of run {trial.seed} of play_batch "
                f"is not over after the declared {trial.game.decisions} decisions"
            )
        longest = max(longest, int(run.decisions.max()))
    trial.notes.setdefault("end", []).append(f"the longest had {longest} of {trial.game.decisions} decisions")
    return MANY * len(trial.settings)


def end(trial: Trial, match: Recording) -> int:
    """A match without take-backs is over within the declared number of decisions."""
    if match.fault or match.fidgets:
        return 0
    if not match.ended:
        raise Broken(
            f"not over after the declared {trial.game.decisions} decisions: raise `decisions`, or end the game",
            len(match.entries),
        )
    return 1


def checked_batches(trial: Trial) -> int:
    """Compiled with bounds checks, no rule reads or writes past an end."""
    if not trial.compiled:
        return 0
    for setting in trial.settings:
        try:
            compiled_batch(trial.watch, trial.game, MANY, setting, trial.seed, check=True)
        except IndexError as fault:
            place = f"{trial.game.id}, {setting.told(trial.game)}: matches 0 to {MANY - 1} of run {trial.seed}"
            raise Broken(f"{place} of play_batch(check=True): {fault}") from None
    return MANY * len(trial.settings)


def bounds(trial: Trial, match: Recording) -> int:
    """Stores stay in range; legal actions, defaults, kinds, events and ranks are as declared."""
    chosen = match.chosen("bounds", SOME)
    count = 0
    for m in match.walk():
        count += 1
        if m.step in chosen and m.step < len(match.entries):
            emitted_as_declared(trial, m, match.entries[m.step])
        before = proper(m.s)
        who = decisions_fit(trial, m)
        if proper(m.s) != before:
            raise Broken("actors, kind, legal or default change the state: they may only look", m.step)
        events_fit(trial, m)
        if not who:
            ranks_fit(trial, m)
        elif m.step in chosen and trial.game.has_resign:
            resigning_fits(trial, m)
    if match.fault:
        raise Broken(match.fault, len(match.entries))
    return count


def decisions_fit(trial: Trial, m: Moment) -> int:
    """What is asked of each actor is well formed; returns the actors."""
    game, rules, s = trial.game, trial.rules, m.s
    who = rules.actors(s)
    if not 0 <= who < 1 << s.seats:
        raise Broken(f"actors is {who:b} in binary: only the bits of the {s.seats} seats may be set", m.step)
    for seat in rules.acting(s):
        try:
            legal = rules.legal(s, seat)
        except IndexError as fault:
            remedy = f"`most_legal` declares at most {game.most_legal} legal actions: raise it if there can be more"
            raise Broken(f"{told(fault)}\n{remedy}", m.step) from None
        if not legal:
            raise Broken(f"seat {seat} must choose and has no legal action", m.step)
        if len(legal) > game.most_legal:
            raise Broken(f"seat {seat} has {len(legal)} legal actions, declared are at most {game.most_legal}", m.step)
        if min(legal) < 0 or len(set(legal)) < len(legal):
            raise Broken(f"the legal actions of seat {seat} are not distinct numbers from 0 on: {legal[:20]}", m.step)
        default = rules.default(s, seat)
        if default not in legal:
            raise Broken(f"the default of seat {seat} is {default}, which is not legal: {legal[:20]}", m.step)
        kind = int(rules.functions["kind"](s, seat))
        if not 0 <= kind < len(game.kinds):
            raise Broken(f"kind of seat {seat} is {kind}; declared are {game.kinds}", m.step)
        strange = [a for a in legal if a not in game.actions[kind]]
        if strange:
            raise Broken(f"{strange[:9]} are legal for seat {seat} and not declared: {game.actions[kind]}", m.step)
    return who


def events_fit(trial: Trial, m: Moment) -> None:
    if m.s.log.lost:
        room = len(m.s.log.entry)
        raise Broken(f"a move causes more than the declared {room} events: raise events= of the state", m.step)
    for _, event, *_ in m.s.events():
        if not 1 <= event <= len(trial.game.events):
            raise Broken(f"event number {event} is emitted; declared are 1 to {len(trial.game.events)}", m.step)


def emitted_as_declared(trial: Trial, m: Moment, entry: tuple[int, int]) -> None:
    """Every event of the next move comes with as many numbers as it declares: those left out would be told as 0."""
    for event in follow(trial.game, m.s.copy(), entry).events:
        declared = trial.game.events.about(event.event).names if 1 <= event.event <= len(trial.game.events) else None
        if declared is not None and event.given != len(declared):
            raise Broken(
                f"the event {trial.game.events[event.event]}({', '.join(declared)}) is emitted with {event.given} "
                f"numbers in {event.place}: it declares {len(declared)}; write 0 for what is not there",
                m.step + 1,
            )


def ranks_fit(trial: Trial, m: Moment) -> None:
    """1 is best, ties share the better rank, so each rank is one more than the number of seats, or teams, above it."""
    ranks = trial.rules.scores(m.s)
    teams = [m.s.team[seat] if "team" in m.s.layout.fields else seat for seat in range(m.s.seats)]  # type: ignore[attr-defined]
    for seat, rank in enumerate(ranks):
        above = len({team for team, r in zip(teams, ranks, strict=True) if r < rank})
        if rank != 1 + above:
            what = "seats" if len(set(teams)) == len(teams) else "teams"
            raise Broken(
                f"the ranks are {ranks}: seat {seat} has {above} {what} above it, so its rank is {1 + above}", m.step
            )
    if "team" in m.s.layout.fields:
        teams = [m.s.team[seat] for seat in range(m.s.seats)]  # type: ignore[attr-defined]
        if len(set(teams)) > 1:
            for team in set(teams):
                of_team = {r for r, t in zip(ranks, teams, strict=True) if t == team}
                if len(of_team) > 1:
                    raise Broken(f"the ranks are {ranks}, but the teams {teams}: team members are equal", m.step)


def resigning_fits(trial: Trial, m: Moment) -> None:
    """Any seat can give up at any time, and the match goes on or is over."""
    for seat in range(m.s.seats):
        s = m.s.copy()
        try:
            trial.rules.resign(s, seat)
            if not decisions_fit(trial, Moment(m.step, s, m.entry)):
                ranks_fit(trial, Moment(m.step, s, m.entry))
        except Broken as fault:
            raise Broken(f"after seat {seat} has resigned: {fault}", m.step) from None
        except Exception as fault:
            raise Broken(f"when seat {seat} resigns: {told(fault)}", m.step) from None


def no_invariants(trial: Trial) -> str:
    if trial.game.keeps:
        return ""
    return "the game names no invariants (keeps)"


def named_invariants(trial: Trial) -> int:
    unknown = [name for name in trial.game.guesses_keep if name not in trial.game.keeps]
    if unknown:
        raise Broken(f"guesses_keep names {', '.join(unknown)}, which keeps does not have")
    return 0


def keep(trial: Trial, match: Recording) -> int:
    """What the game says is kept is kept, after setup and after every move."""
    count = 0
    for m in match.walk():
        kept(trial, m.s, tuple(trial.game.keeps), m.step, "")
        count += 1
    return count


def kept(trial: Trial, s: object, names: tuple[str, ...], step: int, where: str) -> None:
    """Raise Broken if one of these invariants does not hold."""
    for name in names:
        if not trial.game.keeps[name](s):
            raise Broken(f"the invariant {name!r} does not hold{where}: {s!r}", step)
