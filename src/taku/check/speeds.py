"""agree: interpreted and native rules give the same bytes; hashes of many matches let a third speed join."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from taku.check.pairs import Setting, settings
from taku.check.result import Broken
from taku.check.trial import Moment, Recording, Trial, differences, proper
from taku.check.watchdog import compiled_batch
from taku.compile.batch import Batch, play_batch
from taku.engine.game import Game
from taku.engine.rules import Rules
from taku.engine.state import GameState

SOME = 12
"""Moments of a match at which everything the rules can be asked is compared."""
BATCH = 8
"""Matches of each table that the compiled loop and the interpreted one both play."""
HASHES = 1000
"""Matches of each table in a file of hashes."""


def no_native(trial: Trial) -> str:
    return "" if trial.fast else trial.not_compiled


def batches_agree(trial: Trial) -> int:
    """The compiled loop over whole matches ends in the same states as the interpreted one."""
    if not trial.compiled:
        return 0
    for setting in trial.settings:
        runs = [
            _batch(trial.game, setting, trial.seed, BATCH, "interpreted"),
            compiled_batch(trial.watch, trial.game, BATCH, setting, trial.seed, hashes=True),
        ]
        for i in range(BATCH):
            a, b = ((int(r.decisions[i]), int(r.hashes[i]), r.ranks[i].tolist()) for r in runs)
            if a != b:
                raise Broken(
                    f"{trial.game.id}, {setting.told(trial.game)}: match {i} of run {trial.seed} of play_batch\n"
                    f"interpreted {a[0]} decisions, hash {a[1]:016x}, ranks {a[2]}\n"
                    f"native      {b[0]} decisions, hash {b[1]:016x}, ranks {b[2]}"
                )
    return BATCH * len(trial.settings)


def agree(trial: Trial, match: Recording) -> int:
    """The same moves at both speeds: the same bytes and events after each, the same answers to every question."""
    fast, count = trial.fast, 0
    assert fast
    chosen = match.chosen("agree", SOME)
    s = match.fresh()
    for m in match.walk():
        if m.entry is None:
            fast.start(s)
        else:
            fast.act(s, *m.entry)
        same(m.s, s, "after the same moves", m.step)
        count += 1
        if m.step in chosen:
            compare_answers(trial.rules, fast, m, match.ended and m.step == len(match.entries))
    return count


def same(a: GameState, b: GameState, what: str, step: int) -> None:
    if proper(a) != proper(b):
        raise Broken(f"the speeds differ {what}:\n{differences(a, b, 'interpreted', 'native')}", step)


def compare_answers(slow: Rules, fast: Rules, m: Moment, over: bool) -> None:
    """Everything that the rules tell about a state, at both speeds."""
    s = m.s
    ask(slow, fast, "actors", m, s)
    ask(slow, fast, "digest", m, s)
    for seat in slow.acting(s):
        for question in ("kind", "legal", "default", "value"):
            ask(slow, fast, question, m, s, seat)
        for action in slow.legal(s, seat):
            ask(slow, fast, "takes_back", m, s, seat, action)
            ask(slow, fast, "prefer", m, s, seat, action)
            ask(slow, fast, "scouts", m, s, seat, action)
    for viewer in range(-1, s.seats):
        seen = slow.view(s, viewer)
        same(seen, fast.view(s, viewer), f"in what seat {viewer} sees", m.step)
        if viewer >= 0:
            a, b = (rules.guess(seen, viewer, m.step, viewer) for rules in (slow, fast))
            same(a, b, f"in a guess of seat {viewer} under the same key", m.step)
            entries = ["resign"] * (slow.game.has_resign and not over) + ["timeout"] * (viewer in slow.acting(s))
            for entry in entries:
                a, b = s.copy(), s.copy()
                getattr(slow, entry)(a, viewer)
                getattr(fast, entry)(b, viewer)
                same(a, b, f"after seat {viewer} made the entry {entry}", m.step)
    if over:
        ask(slow, fast, "scores", m, s)


def ask(slow: Rules, fast: Rules, question: str, m: Moment, *arguments: Any) -> None:
    answers = [getattr(rules, question)(*arguments) for rules in (slow, fast)]
    if answers[0] != answers[1]:
        asked = ", ".join(["s", *map(str, arguments[1:])])
        raise Broken(f"{question}({asked}) is {answers[0]} interpreted and {answers[1]} native", m.step)


# ---------------------------------------------------------------- hashes of many matches


def hashes_of(game: Game, seed: int = 1, n: int = HASHES, speed: str = "native") -> dict[str, Any]:
    """Run number, match, hash and decisions of n random matches at every table."""
    tables = []
    for setting in settings(game, seed):
        tables.append(
            {"seats": setting.seats, "options": dict(setting.options), **_table(game, setting, seed, n, speed)}
        )
    return {"game": game.id, "version": game.version, "content": game.content_hash, "run": seed, "tables": tables}


def _batch(game: Game, setting: Setting, number: int, n: int, speed: str) -> Batch:
    return play_batch(game, n, seats=setting.seats, options=setting.options, number=number, speed=speed, hashes=True)


def _table(game: Game, setting: Setting, number: int, n: int, speed: str) -> dict[str, Any]:
    run = _batch(game, setting, number, n, speed)
    return {
        "matches": [
            [i, f"{int(h):016x}", int(d)] for i, (h, d) in enumerate(zip(run.hashes, run.decisions, strict=True))
        ]
    }


def write_hashes(game: Game, file: Path, seed: int = 1, n: int = HASHES, speed: str = "native") -> int:
    """Write the hashes of n matches a table, for another speed or machine to compare with; returns how many."""
    data = hashes_of(game, seed, n, speed)
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    return n * len(data["tables"])


def compare_hashes(game: Game, file: Path, speed: str = "native") -> int:
    """Play the matches of such a file at a speed; raises Broken at the first that differs; returns how many agree."""
    data: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    ours = {"game": game.id, "version": game.version, "content": game.content_hash}
    theirs = {k: data.get(k) for k in ours}
    if ours != theirs:
        raise Broken(f"{file} has the hashes of other rules: {theirs}; here are {ours}")
    count = 0
    for table in data["tables"]:
        setting = Setting(table["seats"], table["options"])
        run = _table(game, setting, data["run"], len(table["matches"]), speed)
        for there, here in zip(table["matches"], run["matches"], strict=True):
            if there != here:
                raise Broken(
                    f"{game.id}, {setting.told(game)}: match {there[0]} of run {data['run']}\n"
                    f"{file.name}: hash {there[1]}, {there[2]} decisions\n"
                    f"{speed} here: hash {here[1]}, {here[2]} decisions"
                )
            count += 1
    return count
