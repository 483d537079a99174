"""The laws that every game obeys, proved over random matches, all seat counts and all pairs of options.

``check(game, seconds=20)`` runs them all; ``str(report)`` is for people, ``report.ok`` for programs. A law that does
not hold tells its first counterexample: the table, the seed, the move, and the fields by name.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from taku.check import choices, clicks, guesses, moves, pages, replays, secrecy, speeds, texts
from taku.check.errors import told
from taku.check.result import FAILED, NOT_APPLICABLE, PASSED, Broken, Report, Result
from taku.check.speeds import compare_hashes, write_hashes
from taku.check.subset import check_subset
from taku.check.trial import Recording, Trial
from taku.compile.native import CompileError
from taku.compile.speed import rules_of
from taku.engine.game import Game
from taku.engine.source import SubsetError

__all__ = [
    "LAWS",
    "Law",
    "Report",
    "Result",
    "Trial",
    "check",
    "compare_hashes",
    "main_report",
    "prove",
    "write_hashes",
]

MOST = 100_000
"""Matches after which a law is content, however much time there is."""


@dataclass(frozen=True)
class Law:
    """A law: what it means, and how it is tried once a game and on each of many matches."""

    name: str
    meaning: str
    tried: str
    each: Callable[[Trial, Recording], int] | None = None
    once: Callable[[Trial], int] | None = None
    finish: Callable[[Trial], int] | None = None
    excuse: Callable[[Trial], str] | None = None
    """Why the law does not apply to this game; "" if it does."""
    nothing: str = "nothing came up to try it on"
    """Why it did not apply where no match gave occasion."""


ENDS = "every match ends within the declared number of decisions"

LAWS = (
    Law("bounds", "no store out of range, no index past its end, legal actions, events and ranks as declared", "states",
        moves.bounds, finish=moves.checked_batches),
    Law("agree", "interpreted and native give the same bytes after the same entries", "moves",
        speeds.agree, speeds.batches_agree, excuse=speeds.no_native),
    Law("replay", "the stored log gives the same bytes; every step's hash matches", "entries",
        replays.replay, replays.replay_corpus),
    Law("end", ENDS, "matches",
        moves.end, moves.all_end),
    Law("blank", "worlds that differ only in what a seat may not know look the same to it", "views",
        secrecy.blank),
    Law("who", "who must act is the same from every seat's view: who is asked tells nothing", "views",
        secrecy.who),
    Law("legal", "legal actions computed from a seat's view are those of the true state", "decisions",
        secrecy.legal),
    Law("fit", "hide(guess(hide(s))) = hide(s); guesses keep the marked invariants and can be played on", "guesses",
        guesses.fit),
    Law("vary", "guesses differ where there is a secret; over exchangeable slots they are unbiased", "secret views",
        guesses.vary, finish=guesses.no_field_is_stuck, nothing="nothing is hidden"),
    Law("commute", "interleavings of simultaneous clicks give the same bytes; no chance before the last", "orders",
        clicks.commute, nothing="no two seats choose at the same time"),
    Law("keep", "the game's invariants hold after every move", "states",
        moves.keep, moves.named_invariants, excuse=moves.no_invariants),
    Law("met", "what is declared as an action comes up in random play", "decisions",
        choices.met, finish=choices.all_met),
    Law("words", "every action, event, kind and option has its words in every language, unique within a list", "texts",
        texts.words, texts.catalogues),
    Law("table", "every legal action has a gesture on the page, no two share one, ids are unique", "pages",
        pages.table, pages.picture, excuse=pages.no_page),
)  # fmt: skip
"""In the order in which they are tried: compiled rules run without bounds checks only if `bounds` holds."""


def prove(law: Law, trial: Trial, seconds: float = 0.0) -> Result:
    """Try one law: once over all tables, and then on more matches until the time is over."""
    clock = trial.clock
    begun = clock()
    count = 0
    match: Recording | None = None

    def result(verdict: str, text: str = "", where: str = "") -> Result:
        notes = tuple(trial.notes.get(law.name, ()))
        taken = clock() - begun
        return Result(law.name, verdict, law.meaning, count, law.tried, where, text, notes, taken)

    try:
        if law.excuse and (excuse := law.excuse(trial)):
            return result(NOT_APPLICABLE, excuse)
        if law.once:
            count += law.once(trial)
        begun = clock()  # what was compiled on the way is not counted
        index = 0
        while law.each and index < MOST and (index < trial.first_pass or clock() - begun < seconds):
            match = trial.recording(index)
            count += law.each(trial, match)
            index += 1
        match = None
        if law.finish:
            count += law.finish(trial)
    except Broken as fault:
        return result(FAILED, str(fault), match.place(fault.step) if match else "")
    except Exception as fault:
        return result(FAILED, told(fault), match.place(None) if match else "")
    return result(PASSED) if count else result(NOT_APPLICABLE, law.nothing)


def check(
    game: Game,
    seconds: float = 20.0,
    seed: int = 1,
    *,
    native: bool = True,
    laws: Iterable[str] | None = None,
    most: int = 0,
    hashes: Path | None = None,
    heard: Callable[[Result], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Report:
    """All laws (or those named) of a game; ``heard`` is told each result as it comes.

    ``seconds`` are shared by the laws, compiling excluded; each makes at least one pass over all tables. Without
    ``native`` nothing is compiled. ``most`` bounds the number of tables (0: all pairs of options).
    ``hashes`` is a file of hashes of many matches: written if it is not there, else
    compared with. ``clock`` measures the seconds: ``time.process_time`` where others use the machine too.
    """
    begun = clock()
    breaches = check_subset(game)
    results = []

    def keep(result: Result) -> None:
        results.append(result)
        if heard:
            heard(result)

    hard = [b for b in breaches if not b.warning]
    warned = tuple(str(b) for b in breaches if b.warning)
    keep(Result("subset", FAILED if hard else PASSED, "rules use only what compiles", text="\n".join(map(str, hard)),
                notes=warned))  # fmt: skip
    wanted = [law for law in LAWS if laws is None or law.name in set(laws)]
    trial = Trial(game, seed, most=most)
    trial.clock = clock
    if native and not hard and {"agree", "bounds", "end"} & {law.name for law in wanted}:
        try:
            trial.fast = rules_of(game, "native")
            trial.compiled = True
        except (CompileError, SubsetError, OSError) as fault:
            keep(Result("compile", FAILED, "rules compile", text=str(fault)))
    with trial.watch:
        stuck = trial.rehearsed()
        if stuck:
            keep(Result("end", FAILED, ENDS, where=stuck.place(len(stuck.entries)), text=stuck.fault))
            wanted = [law for law in wanted if law.name != "end"]
        for law in wanted:
            if trial.watch.stopped:
                keep(Result(law.name, NOT_APPLICABLE, law.meaning, text="not tried, since a rule does not return"))
                continue
            result = prove(law, trial, seconds / len(wanted))
            keep(result)
            if law.name == "bounds" and not result.ok:
                trial.distrust("compiled rules are not run where bounds does not hold: they could write past an end")
    if hashes is not None:
        none = Result("hashes", FAILED, "matches end in the states of the file", text=trial.not_compiled)
        keep(_hashes(game, hashes, seed) if trial.compiled and not trial.watch.stopped else none)
    return Report(game.id, game.version, seed, len(trial.settings), results, clock() - begun)


def _hashes(game: Game, file: Path, seed: int, speed: str = "native") -> Result:
    meaning = "matches end in the states whose hashes are in the file"
    try:
        if file.exists():
            count = compare_hashes(game, file, speed)
            return Result("hashes", PASSED, meaning, count, f"matches agree with {file}")
        count = write_hashes(game, file, seed, speed=speed)
        return Result("hashes", PASSED, meaning, count, f"matches written to {file}")
    except Broken as fault:
        return Result("hashes", FAILED, meaning, text=str(fault))
    except (OSError, ValueError, KeyError, TypeError) as fault:
        return Result("hashes", FAILED, meaning, text=f"{file}: {type(fault).__name__}: {fault}")


def main_report(
    game: Game,
    seconds: float = 20.0,
    seed: int = 1,
    hashes: Path | None = None,
    speed: str = "native",
    say: Callable[[str], None] = print,
) -> bool:
    """What ``taku check GAME`` prints, line by line as it comes; True if all laws hold.

    With ``speed="gpu"`` only the file of hashes is written or compared, on a machine that has one.
    """
    if speed != "native":
        if hashes is None:
            raise ValueError(f"say with which file of hashes the speed {speed} is to be compared")
        result = _hashes(game, hashes, seed, speed)
        say(str(result))
        return result.ok
    trial_tables = Trial(game, seed).settings
    say(Report(game.id, game.version, seed, len(trial_tables)).head)
    report = check(game, seconds, seed, hashes=hashes, heard=lambda result: say(str(result)))
    say(report.foot)
    return report.ok
