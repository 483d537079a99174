"""Each law holds for a healthy game and catches, by name, the faults that are planted into it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from taku.check import (
    LAWS,
    Report,
    Trial,
    check,
    choices,
    compare_hashes,
    main_report,
    prove,
    watchdog,
    write_hashes,
)
from taku.check.flow import follow
from taku.check.result import FAILED, NOT_APPLICABLE, Broken, Result
from taku.check.watchdog import Watch, compiled_batch
from taku.compile.speed import NativeRules, rules_of
from taku.engine.game import GameError
from taku.engine.match import Match
from taku.engine.rules import Rules
from taku.engine.state import GameState
from tests.check.planted import PLANTED, page, rules
from tests.check.tiny import Fault, tiny

BY_NAME = {law.name: law for law in LAWS}


def tried(folder: Path, law: str, *faults: Fault, **facts: object) -> Result:
    """One law on the small game with faults, interpreted."""
    return prove(BY_NAME[law], Trial(tiny(folder, *faults, **facts)))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never comes up in a few matches of the small game never does."""
    monkeypatch.setattr(choices, "LONG", 50)


def test_a_healthy_game_passes_every_law(tmp_path: Path) -> None:
    report = check(tiny(tmp_path), seconds=1, native=False)
    assert report.ok, str(report)
    idle = {r.law for r in report.results if r.verdict == NOT_APPLICABLE}
    assert idle == {"agree"}, str(report)


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_caught_by_its_law(tmp_path: Path, fault: str) -> None:
    law, faults, told = PLANTED[fault]
    result = tried(tmp_path, law, *faults)
    assert result.verdict == FAILED
    lines = next(tmp_path.glob("*/rules.py")).read_text().splitlines()
    text = re.sub(r"rules\.py:(\d+) in", lambda found: f"rules.py:[{lines[int(found[1]) - 1].strip()}] in", result.text)
    assert told in f"{result.where}\n{text}", str(result)


def test_every_law_but_agree_has_a_planted_fault() -> None:
    assert {law for law, _, _ in PLANTED.values()} == set(BY_NAME) - {"agree"}


def test_a_counterexample_can_be_found_again(tmp_path: Path) -> None:
    result = tried(tmp_path, "bounds", *PLANTED["a store out of range"][1], name="tiny_again")
    assert result.where.startswith("tiny_again, ")
    for part in ("seats, rounds=", "coin=", "seed 1, match ", "after ", "moves (the last: seat "):
        assert part in result.where


def test_a_game_that_declares_too_few_actions(tmp_path: Path) -> None:
    result = tried(tmp_path, "bounds", most_legal=1)
    assert result.verdict == FAILED
    assert "declared are at most 1" in result.text


def test_where_bounds_are_broken_compiled_rules_are_not_run(tmp_path: Path) -> None:
    """`legal` writes thousands of actions where three are declared: compiled, into memory that is not its own."""
    fill = "    for i in range(2000 * (s.round + 1)):\n        out[i] = i\n"
    wide = rules("def legal(s, seat, out):\n", f"def legal(s, seat, out):\n{fill}")
    report = check(tiny(tmp_path, wide, name="tiny_wide"), seconds=0, laws=["bounds", "agree"])
    assert report.failed == ["bounds"]
    assert report["agree"].verdict == NOT_APPLICABLE
    assert "bounds does not hold" in report["agree"].text


def test_an_index_past_the_list_of_actions_names_the_declaration(tmp_path: Path) -> None:
    fault = rules("        out[1] = CONFIRM.back\n", "        out[9] = CONFIRM.back\n        out[1] = CONFIRM.back\n")
    assert "`most_legal` declares at most 3" in tried(tmp_path, "bounds", fault).text


# ---------------------------------------------------------------- rules that do not return


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 2.0)
    monkeypatch.setattr(watchdog, "COMPILED", 2.0)


ENDLESS = "    while s.points[best] >= 0:\n        s.tmp[0] = 0\n"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("fault", "broken", "place"),
    [
        (rules("    s.points[best] += 1\n", f"    s.points[best] += 1\n{ENDLESS}"), "end", "in reveal"),
        (rules("    n = unknown(s, seat)\n", "    n = unknown(s, seat)\n    while n < 99:\n        s.tmp[0] = 0\n"),
         "blank", "in guess"),
        (page("    points = [", "    while seat > 0:\n        seat += 1\n    points = ["), "blank", "in table"),
    ],
)  # fmt: skip
def test_what_does_not_return_is_stopped_and_named(tmp_path: Path, fault: Fault, broken: str, place: str) -> None:
    report = check(tiny(tmp_path, fault), seconds=0, native=False)
    assert report.failed == [broken]
    assert "does not return" in report[broken].text
    assert place in report[broken].text
    names = [r.law for r in report.results]
    later = report.results[names.index(broken) + 1 :]
    assert later
    assert all("not tried, since a rule does not return" in r.text for r in later)  # and so nobody waits once more


@pytest.mark.usefixtures("impatient")
def test_a_compiled_match_that_does_not_end_is_played_interpreted_to_name_the_rule(
    healthy: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object, first: int = 0, speed: str = "native", **__: object) -> None:
        if speed == "native":
            time.sleep(30)
        while first == 3:
            pass

    monkeypatch.setattr(watchdog, "play_batch", endless)
    with (
        Watch() as watching,
        pytest.raises(Broken, match=r"match 3 of run 1 of play_batch does not end\nDoesNotReturn"),
    ):
        compiled_batch(watching, healthy.game, 9, healthy.settings[0], 1)
    assert watching.stopped
    with Watch() as watching, pytest.raises(Broken, match="interpreted each of them ends"):
        compiled_batch(watching, healthy.game, 3, healthy.settings[0], 1)


def test_scratch_space_that_shows_in_a_view_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameState, "clear_scratch", lambda self: None)
    assert "scratch space" in tried(tmp_path, "blank").text


def test_what_players_must_remember_is_no_leak_where_the_game_says_so(tmp_path: Path) -> None:
    dealt = rules(
        "    deal(s, CARDS, -1)\n", "    deal(s, CARDS, -1)\n    emit(s, ALL, EVENT.shown, 1, s.hand[1, 0])\n"
    )
    assert tried(tmp_path, "blank", dealt).verdict == FAILED
    result = tried(tmp_path, "blank", dealt, told_once=("shown",))
    assert result.ok, str(result)
    with pytest.raises(GameError, match="told_once names 'shwon', which is no event; did you mean 'shown'"):
        tiny(tmp_path, told_once=("shwon",))


def test_a_derived_field_that_guesses_heed_is_no_leak(tmp_path: Path) -> None:
    """Everybody knows what two dice show together: guesses keep the sum, or they know too little."""
    dice = [
        rules("    points = i8(3)\n", "    points = i8(3)\n    die = i8(2, seen=NOBODY)\n    both = i8()\n"),
        rules(
            "    deal(s, CARDS, -1)\n",
            "    deal(s, CARDS, -1)\n    s.die[0] = die(s)\n    s.die[1] = die(s)\n    s.both = s.die[0] + s.die[1]\n",
        ),
    ]
    heedful = rules(
        "    n = unknown(s, seat)\n",
        "    s.die[0] = s.die[1] = 0\n    while s.die[0] + s.die[1] != s.both:\n        s.die[0] = die(s)\n"
        "        s.die[1] = die(s)\n    n = unknown(s, seat)\n",
    )
    careless = rules(
        "    n = unknown(s, seat)\n", "    s.die[0] = die(s)\n    s.die[1] = die(s)\n    n = unknown(s, seat)\n"
    )
    result = tried(tmp_path, "blank", *dice, heedful)
    assert result.ok, str(result)
    assert "is shown something of die[" in tried(tmp_path, "blank", *dice, careless).text


def test_values_are_followed_without_changing_what_happens(tmp_path: Path) -> None:
    trial = Trial(tiny(tmp_path))
    match = trial.recording(0)
    s = match.fresh()
    for entry in (None, *match.entries):
        followed = s.copy()
        follow(trial.game, followed, entry)
        if entry is None:
            trial.rules.start(s)
        else:
            trial.rules.act(s, *entry)
        assert followed.bytes() == s.bytes()


def test_an_unknown_invariant_for_guesses(tmp_path: Path) -> None:
    assert "coins" in tried(tmp_path, "keep", guesses_keep=("coins",)).text


def test_laws_without_occasion_say_why(tmp_path: Path) -> None:
    assert tried(tmp_path, "keep", keeps={}, guesses_keep=()).verdict == NOT_APPLICABLE
    assert tried(tmp_path, "table", page="").verdict == NOT_APPLICABLE


def test_stored_matches_are_replayed(tmp_path: Path) -> None:
    game = tiny(tmp_path, name="tiny_stored")
    match = Match.create(game, 3, secret=b"s" * 32)
    while not match.over:
        seat = match.rules.acting(match.state)[0]
        match.act(seat, match.legal(seat)[0])
    folder = tmp_path / "tests" / "games" / game.id / "matches"
    folder.mkdir(parents=True)
    (folder / "whole.json").write_text(match.dumps())
    (folder / "older.json").write_text(match.dumps().replace('"version": 1', '"version": 0'))
    result = prove(BY_NAME["replay"], Trial(game))
    assert result.ok, str(result)
    assert result.notes == ("1 stored matches are of other versions",)
    (folder / "damaged.json").write_text(match.dumps().replace('["move", 0,', '["move", 1,', 1))
    result = prove(BY_NAME["replay"], Trial(game))
    assert result.verdict == FAILED
    assert "damaged.json (interpreted): step 1" in result.text


# ---------------------------------------------------------------- agree: with one native build for all


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """The healthy game with its native rules; its name is always the same, so that the cache has them."""
    game = tiny(tmp_path_factory.mktemp("healthy"), name="tiny_healthy")
    return Trial(game, fast=rules_of(game, "native"), compiled=True)


def test_the_speeds_of_a_healthy_game_agree(healthy: Trial) -> None:
    for law in ("agree", "end", "bounds", "replay"):
        result = prove(BY_NAME[law], healthy)
        assert result.ok, str(result)


Change = Callable[[Rules], dict[str, Callable[..., object]]]

DISAGREEING: dict[str, tuple[Change, str]] = {
    "apply": (
        lambda r: {"act": lambda s, seat, action: r.functions["act"](s, seat, 20 if action == 21 else action)},
        "differ",
    ),
    "legal": (lambda r: {"legal": lambda s, seat, out: r.functions["legal"](s, seat, out) - 1}, "legal("),
    "actors": (lambda r: {"actors": lambda s: r.functions["actors"](s) & 1}, "actors("),
    "default": (lambda r: {"default": lambda s, seat: 1}, "default("),
    "view": (lambda r: {"view": lambda s, seat: r.functions["view"](s, max(seat, 0))}, "sees"),
    "guess": (lambda r: {"guess": lambda s, seat: r.functions["guess"](s, 1 - min(seat, 1))}, "guess"),
    "scores": (lambda r: {"scores": lambda s, out: 0}, "scores("),
}


@pytest.mark.parametrize("rule", DISAGREEING)
def test_a_speed_that_disagrees_is_caught(healthy: Trial, rule: str) -> None:
    change, told = DISAGREEING[rule]
    native = healthy.fast
    assert native
    other = NativeRules(healthy.game, {**native.functions, **change(native)})
    trial = Trial(healthy.game, fast=other)
    result = prove(BY_NAME["agree"], trial)
    assert result.verdict == FAILED
    assert told in result.text, str(result)


def test_an_integer_that_wraps_only_when_compiled_is_caught(tmp_path: Path) -> None:
    fault = rules(
        "    s.points[best] += 1\n", "    s.points[best] += 1\n    s.points[2] = (1 << (60 + 2 * s.round)) >> 61\n"
    )
    game = tiny(tmp_path, fault, name="tiny_wraps")
    result = check(game, seconds=0, laws=["agree"])["agree"]
    assert result.verdict == FAILED
    assert "interpreted" in result.text


def test_hashes_of_many_matches_are_written_and_compared(healthy: Trial, tmp_path: Path) -> None:
    file = tmp_path / "hashes.json"
    assert write_hashes(healthy.game, file, n=20) == 20 * len(healthy.settings)
    assert compare_hashes(healthy.game, file, "interpreted") == 20 * len(healthy.settings)
    text = file.read_text()
    at = text.index('[[0,"') + 5
    file.write_text(text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1 :])
    with pytest.raises(Broken, match="match 0 of run 1"):
        compare_hashes(healthy.game, file)


def test_a_file_of_hashes_of_another_game_is_refused(healthy: Trial, tmp_path: Path) -> None:
    file = tmp_path / "hashes.json"
    file.write_text('{"game": "chess", "version": 1, "content": "", "run": 1, "tables": []}')
    with pytest.raises(Broken, match="other rules"):
        compare_hashes(healthy.game, file)


# ---------------------------------------------------------------- the report


def test_the_report_reads_well(tmp_path: Path) -> None:
    game = tiny(tmp_path, *PLANTED["a lost event"][1], name="tiny_report")
    report = check(game, seconds=0, native=False)
    assert not report.ok
    assert report.failed == ["bounds"]
    text = str(report)
    assert text.startswith("tiny_report, version 1: ")
    assert text.endswith(" s)")
    assert "1 broken: bounds" in text
    assert max(map(len, text.splitlines())) <= 120
    heard: list[str] = []
    assert main_report(tiny(tmp_path, name="tiny_healthy"), seconds=0, hashes=tmp_path / "h.json", say=heard.append)
    assert any("matches written to" in line for line in heard)


def test_rules_outside_the_subset_are_reported_and_not_compiled(tmp_path: Path) -> None:
    game = tiny(tmp_path, rules("    s.points[best] += 1\n", "    s.points[best] += len([1])\n"))
    report: Report = check(game, seconds=0, laws=["agree"])
    assert report.failed == ["subset"]
    assert "a list is made" in report["subset"].text
    assert report["agree"].verdict == NOT_APPLICABLE
