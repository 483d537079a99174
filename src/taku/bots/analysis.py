"""Analysis after the match: how each decision changed its seat's winning chance, from what that seat knew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from taku.bots.levels import LEVEL_NAMES, level_of
from taku.bots.net import Net
from taku.bots.planner import PlanningBot
from taku.bots.players import Budget, scripted
from taku.bots.search import Report, Search, scramble
from taku.bots.table import asked_view
from taku.engine.match import Match
from taku.engine.rules import Rules
from taku.engine.state import GameState
from taku.engine.words import Words

SIMULATIONS = 4_000
"""For each decision: a winning chance is then known to about two percent."""

GRADES = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"), (0.02, "good"))
"""A decision that loses at least so much winning chance is called so; below the last it is "best"."""

LINE = 6
"""How many decisions a main line shows at most."""

LINES = 3
"""How many of the best actions get a line."""

SEEN = 32
"""One part in so many of the simulations, spent on an action: from there on the search's own figure of it counts."""

COUNTERS = 4
"""Bytes in which counters may differ after an action was made undone."""

MOST_BACK = 64
"""Actions that are tried to find out whether one can be made undone."""


@dataclass(frozen=True)
class MainLine:
    """What the bot expects after one of its candidates."""

    action: int
    value: float
    visits: int
    moves: tuple[tuple[int, int], ...]
    """Seat and action, the candidate first."""
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """One decision of the match."""

    step: int
    """The number of its entry, from 1."""
    seat: int
    kind: str
    action: int
    before: float
    """The acting seat's winning chance with the best action it had, 0 to 1."""
    after: float
    """Its chance with the action it chose."""
    loss: float
    grade: str
    best: int
    """What the bot would have played."""
    forced: bool
    """There was nothing to choose."""
    lines: tuple[MainLine, ...]
    words: str = ""
    best_words: str = ""


@dataclass(frozen=True)
class Analysis:
    """All decisions of a match with their chances; ``turning`` names the steps that lost most, worst first."""

    game: str
    version: int
    match: str
    simulations: int
    decisions: tuple[Decision, ...]
    turning: tuple[int, ...]
    ranks: tuple[int, ...]
    """The result, empty if the match is not over."""

    def json(self) -> dict[str, Any]:
        """Plain data to keep with the match."""
        return asdict(self)


def analyse(
    match: Match,
    *,
    words: Words | None = None,
    simulations: int = SIMULATIONS,
    turning: int = 5,
    net: Net | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Look at every decision again with a search from the acting seat's hidden state.

    ``words`` puts actions and lines into a language. With a trained network the search follows that. The result depends
    on match, simulations and network alone.
    """
    base = level_of(match.game, LEVEL_NAMES[-1]).settings
    guide = _Guide(match, Search(match.game, replace(base, simulations=simulations, crowd=0, reuse=False), net))
    own = scripted(match.game).get(LEVEL_NAMES[-1])
    strongest = own(match.game) if own else None
    planner = strongest if isinstance(strongest, PlanningBot) else None
    before = -1
    decisions = []
    entries = [(n, e) for n, e in enumerate(match.entries, 1) if e.kind in ("move", "timeout")]
    for done, (number, entry) in enumerate(entries, 1):
        seen = asked_view(match, entry.seat, number - 1)
        action = entry.value if entry.kind == "move" else match.rules.default(seen, entry.seat)
        found = guide.judge(number, seen, entry.seat, action)
        if planner and entry.seat != before:  # a turn begins: what would the strongest level have meant to do?
            planner(seen, entry.seat, match.rules.legal(seen, entry.seat), Budget())
            found = with_plan(match, found, seen, planner)
            planner.turn, planner.turns = None, []
        before = entry.seat
        decisions.append(in_words(match, found, words, seen) if words else found)
        if progress:
            progress(done, len(entries))
    worst = sorted((d for d in decisions if d.grade in ("blunder", "mistake", "inaccuracy")), key=lambda d: -d.loss)
    return Analysis(
        match.game.id,
        match.game.version,
        match.id,
        simulations,
        tuple(decisions),
        tuple(d.step for d in worst[:turning]),
        tuple(match.scores()) if match.over else (),
    )


def hint(match: Match, seat: int, *, words: Words | None = None, simulations: int = SIMULATIONS) -> Decision:
    """What the strongest level would do now in a seat's place, and why; ``best`` is what the search thinks of it."""
    base = level_of(match.game, LEVEL_NAMES[-1]).settings
    guide = _Guide(match, Search(match.game, replace(base, simulations=simulations, crowd=0, reuse=False)))
    seen = asked_view(match, seat)
    own = scripted(match.game).get(LEVEL_NAMES[-1])
    bot = own(match.game) if own else None
    action = bot(seen, seat, match.rules.legal(seen, seat), Budget()) if bot else None
    found = with_plan(match, guide.judge(match.step + 1, seen, seat, action), seen, bot)
    return in_words(match, found, words, seen) if words else found


def with_plan(match: Match, d: Decision, seen: GameState, bot: object) -> Decision:
    """The decision with the whole turn that a planner has just planned as its first line."""
    turn = bot.turn if isinstance(bot, PlanningBot) else None
    if turn is None or turn.seat != d.seat or not turn.clicks:
        return d
    world = match.rules.guess(seen, d.seat, *_world(turn.clicks[0]))
    moves = []
    for click in turn.clicks:
        if click not in match.rules.legal(world, d.seat):
            break
        moves.append((d.seat, click))
        match.rules.act(world, d.seat, click)
        if d.seat not in match.rules.acting(world):
            break
    if not moves:
        return d
    line = MainLine(turn.clicks[0], round(turn.plan.value, 4), turn.plan.simulations, tuple(moves))
    return replace(d, lines=(line, *(x for x in d.lines if x.action != line.action)))


def in_words(match: Match, d: Decision, words: Words, seen: GameState | None = None) -> Decision:
    """The decision with its actions and lines in a language: ``seen`` is what its seat saw, if that is at hand.

    A line is followed again in the world in which it was found.
    """
    seen = asked_view(match, d.seat, d.step - 1) if seen is None else seen
    lines = []
    for line in d.lines:
        world = match.rules.guess(seen, d.seat, *_world(line.action))
        said = []
        for seat, action in line.moves:
            said.append(words.action(match.rules.view(world, seat), seat, action))
            match.rules.act(world, seat, action)
        lines.append(replace(line, words=tuple(said)))
    chosen, best = (words.action(seen, d.seat, action) for action in (d.action, d.best))
    return replace(d, words=chosen, best_words=best, lines=tuple(lines))


def _world(action: int) -> tuple[int, int]:
    """Which of the worlds that fit a line is shown in: the same each time."""
    return 1, action


def grade_of(loss: float) -> str:
    """What a loss of winning chance is called."""
    return next((name for least, name in GRADES if loss >= least), "best")


def free(rules: Rules, seen: GameState, seat: int, action: int) -> bool:
    """Whether the seat can at once make it undone by another action of its own, so that nothing was decided.

    Then it has the same choices as before, and its view is the same but for counters of what it has done.
    """
    world = rules.guess(seen, seat, *_world(action))
    before, choices = rules.view(world, seat).core_bytes(), rules.legal(world, seat)
    rules.act(world, seat, action)
    if seat not in rules.acting(world):
        return False
    for back in rules.legal(world, seat)[:MOST_BACK]:
        undone = world.copy()
        rules.act(undone, seat, back)
        now = rules.view(undone, seat).core_bytes()
        if sum(x != y for x, y in zip(before, now, strict=True)) > COUNTERS or seat not in rules.acting(undone):
            continue
        if rules.legal(undone, seat) == choices:
            return True
    return False


class _Guide:
    """Searches one decision after another."""

    def __init__(self, match: Match, search: Search) -> None:
        self.rules: Rules = match.rules
        self.search = search

    def judge(self, step: int, seen: GameState, seat: int, action: int | None) -> Decision:
        kind = self.rules.kind(seen, seat)
        together = self.rules.actors(seen) & ~(1 << seat) != 0
        report = self.search.look(seen, seat, scramble(step, seat), together)
        best = report.best
        chosen = best.action if action is None else action
        after = min(best.value, self.chance(report, seen, seat, step, chosen))
        if after < best.value and free(self.rules, seen, seat, chosen):
            after = best.value
        lines = tuple(
            replace(line, value=round(after, 4)) if line.action == chosen else line
            for line in self.lines(report, seen, seat)
        )
        loss = best.value - after
        return Decision(
            step,
            seat,
            kind,
            chosen,
            round(best.value, 4),
            round(after, 4),
            round(loss, 4),
            grade_of(loss),
            best.action,
            len(report.choices) == 1,
            lines,
        )

    def chance(self, report: Report, seen: GameState, seat: int, step: int, action: int) -> float:
        """The winning chance after an action; if the search hardly looked at it, it is made to, and the better of the
        two figures counts: nobody is blamed for what one look saw and another did not.

        Take-backs are not searched: they lose nothing but time.
        """
        found = next((c for c in report.choices if c.action == action), report.best)
        if found.proved or found.action == report.best.action or 8 * found.visits >= report.simulations:
            return found.value
        again = self.search.look(seen, seat, scramble(step, seat + 64), report.simultaneous, only=action).value
        return max(again, found.value) if SEEN * found.visits >= report.simulations else again

    def lines(self, report: Report, seen: GameState, seat: int) -> tuple[MainLine, ...]:
        """What the tree holds most likely after the best actions, in a world that fits what the seat sees."""
        found = []
        for c in sorted(report.choices, key=lambda c: (c.proved == "won", c.visits), reverse=True)[:LINES]:
            if not c.visits and not c.proved:
                continue
            found.append(MainLine(c.action, round(c.value, 4), c.visits, self.follow(seen, seat, c.action)))
        return tuple(found)

    def follow(self, seen: GameState, seat: int, action: int) -> tuple[tuple[int, int], ...]:
        world = self.rules.guess(seen, seat, *_world(action))
        moves = []
        actor = seat
        while True:
            moves.append((actor, action))
            self.rules.act(world, actor, action)
            waiting = self.rules.acting(world)
            if not waiting or len(moves) >= LINE:
                break
            actor = waiting[0]
            likely = self.search.likely(self.rules.view(world, actor), actor)
            if likely is None:
                break
            action = likely
        return tuple(moves)


def graph(analysis: Analysis) -> dict[int, list[tuple[int, float]]]:
    """For each seat the points of its curve: after which step it had which winning chance."""
    curves: dict[int, list[tuple[int, float]]] = {}
    for d in analysis.decisions:
        curves.setdefault(d.seat, []).append((d.step, d.after))
    return curves


def read(data: Mapping[str, Any]) -> Analysis:
    """An analysis from its plain data."""
    decisions = tuple(Decision(**{**d, "lines": tuple(_line(line) for line in d["lines"])}) for d in data["decisions"])
    rest: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k != "decisions"}
    return Analysis(decisions=decisions, **rest)


def _line(data: Mapping[str, Any]) -> MainLine:
    moves = tuple((int(seat), int(action)) for seat, action in data["moves"])
    return MainLine(data["action"], data["value"], data["visits"], moves, tuple(data["words"]))
