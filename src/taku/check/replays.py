"""replay: the stored log of a match gives the same bytes again, step by step."""

from __future__ import annotations

import hashlib
import random
from contextlib import suppress
from functools import partial
from pathlib import Path

from taku.check.result import Broken
from taku.check.trial import Recording, Trial, differences, proper
from taku.compile.speed import rules_of
from taku.engine.game import Game
from taku.engine.match import Match, MatchError, OtherRules, Refused

ENTRIES = 400
"""A match on trial is cut here; undo and branches are as likely in a short one."""
READERS = 4
"""Seats, or the spectator, whose logs of a match are compared: each is a walk through all of it."""
RARE = 0.03
"""How often each of the rarer entries (timeout, undo, undo of a seat, bot, back, branch) is made."""


def corpus_of(game: Game) -> Path | None:
    """The folder of stored matches, ``tests/games/<game>/matches``, beside any folder above the game's."""
    for above in game.folder.resolve().parents:
        folder = above / "tests" / "games" / game.id / "matches"
        if folder.is_dir():
            return folder
    return None


def replay_corpus(trial: Trial) -> int:
    """Matches that were kept replay as they were played, at every speed that is there."""
    folder = corpus_of(trial.game)
    count = older = 0
    for file in sorted(folder.glob("*.json")) if folder else []:
        for speed in ["interpreted", *(["native"] if trial.fast else [])]:
            try:
                count += Match.load(file.read_bytes(), partial(rules_of, speed=speed), trial.game).step
            except OtherRules:
                older += 1
                break
            except MatchError as fault:
                raise Broken(f"{file} ({speed}): {fault}\nraise the game's version if its rules have changed") from None
    if older:
        trial.notes.setdefault("replay", []).append(f"{older} stored matches are of other versions")
    return count


def replay(trial: Trial, match: Recording) -> int:
    """A random match with all kinds of entries, exported and read again; and moves alone, over used scratch space."""
    again = [m.s.digest() for m in match.walk()]
    for step, (a, b) in enumerate(zip(match.digests, again, strict=True)):
        if a != b:
            raise Broken(
                f"the same moves gave hash {a:016x} before and {b:016x} now: rules keep something outside s", step
            )
    scratch_is_scratch(trial, match)
    count = len(again)
    if not match.fault:
        count += stored(trial, match)
    return count


def scratch_is_scratch(trial: Trial, match: Recording) -> None:
    """A move does not depend on what an earlier one left in scratch space."""
    fields = [(name, f) for name, f in trial.game.state.layout.fields.items() if f.scratch]
    if not fields:
        return
    s = match.fresh()
    for m in match.walk():
        for name, f in fields:
            at = s.layout.offsets[name]
            s.memory[at : at + f.size] = b"\x55" * f.size
        if m.entry is None:
            trial.rules.start(s)
        else:
            trial.rules.act(s, *m.entry)
        if proper(s) != proper(m.s):
            text = differences(m.s, s, "after clean scratch space", "after used scratch space")
            raise Broken(f"a rule reads scratch space that it has not written in the same move:\n{text}", m.step)


def stored(trial: Trial, recording: Recording) -> int:
    """Play a match of all kinds of entries, export it, read it, and compare every step."""
    rng = recording.rng("replay")
    match = random_log(trial, recording, rng)
    text = match.dumps()
    for speed in ["interpreted", *(["native"] if trial.fast else [])]:
        try:
            back = Match.load(text, partial(rules_of, speed=speed), trial.game)
        except MatchError as fault:
            raise Broken(f"a stored match does not replay ({speed}): {fault}\n{entries_told(match)}") from None
        if proper(back.state) != proper(match.state):
            text = differences(match.state, back.state, "when played", f"when replayed {speed}")
            raise Broken(f"a stored match replays to another state:\n{text}\n{entries_told(match)}")
        for seat in rng.sample(range(-1, match.seats), min(READERS, match.seats + 1)):
            if back.log(seat) != match.log(seat):
                raise Broken(
                    f"a stored match tells seat {seat} another log when replayed {speed}\n{entries_told(match)}"
                )
    for step in sorted(rng.sample(range(match.step + 1), min(12, match.step + 1))):
        if match.at(step).digest() != match.hashes[step]:
            raise Broken(f"looking back at step {step} gives another state than it had\n{entries_told(match)}")
    return match.step


def random_log(trial: Trial, recording: Recording, rng: random.Random) -> Match:
    """A match of moves, timeouts, undo, resignation, bots that come and go, and a branch."""
    secret = hashlib.sha256(f"{trial.seed}/{recording.number}".encode()).digest()
    game, setting = trial.game, recording.setting
    chosen = game.options.write(setting.options)
    match = Match.create(game, setting.seats, chosen, secret=secret, id="law", nonces=("a", "b"))
    branched = False
    while not match.over and match.step < ENTRIES:
        seat = rng.choice(match.rules.acting(match.state))
        dice = rng.random() / RARE
        if dice < 1:
            match.timeout(seat)
        elif dice < 2 and match.step:
            match.undo(rng.randrange(match.step))
        elif dice < 3:
            match.note(rng.choice(("bot", "back")), seat)
        elif dice < 3.2 and not branched:
            match, branched = match.branch(rng.randint(0, match.step), rng.randint(1, 2**31 - 1)), True
        elif dice < 3.4 and game.has_resign:
            match.resign(seat)
        elif 3.4 <= dice < 4.4 and match.step:
            with suppress(Refused):  # what others did since may rest on it
                match.undo(rng.randrange(match.step), rng.randrange(match.seats))
        else:
            match.act(seat, rng.choice(match.legal(seat)))
    if match.step and rng.random() < 0.5:
        match.undo(rng.randrange(match.step))
    return match


def entries_told(match: Match) -> str:
    text = " ".join(f"{e.kind}({e.seat}, {e.value})" for e in match.entries[-12:])
    return f"its last entries: {text}"
