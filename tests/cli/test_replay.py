"""``taku replay``."""

from __future__ import annotations

from pathlib import Path

import pytest

from taku.engine.match import Match
from tests.cli.conftest import Taku


def test_prints_the_log_when_nobody_sits_there(taku: Taku, goofspiel_file: Path) -> None:
    said = taku("replay", goofspiel_file)
    assert (said.code, said.err) == (0, "")
    assert "as a spectator saw it" in said.out
    assert "Back to step 0." in said.out
    assert "Aki's time ran out." in said.out
    assert "(G-2.3)" in said.out
    assert "The match is over." in said.out
    assert taku("replay", goofspiel_file, "--log").out == said.out


def test_in_japanese(taku: Taku, goofspiel_file: Path) -> None:
    said = taku("replay", goofspiel_file, "--language", "ja")
    assert "観戦者" in said.out
    assert "Akiの時間が切れました。" in said.out
    assert "対戦は終わりました。" in said.out


def test_a_seat_sees_its_own_cards_only(taku: Taku, goofspiel_file: Path) -> None:
    assert "You lay the" not in taku("replay", goofspiel_file).out
    left = taku("replay", goofspiel_file, "--seat", "1").out
    right = taku("replay", goofspiel_file, "--seat", "2").out
    everybody = taku("replay", goofspiel_file, "--seat", "all").out
    assert "as Aki saw it" in left
    assert 0 < left.count("You lay the") < everybody.count("You lay the")
    assert left.count("You lay the") + right.count("You lay the") == everybody.count("You lay the")


def test_every_decision_by_its_name(taku: Taku, goofspiel_file: Path) -> None:
    said = taku("replay", goofspiel_file, "--moves")
    assert (said.code, said.err) == (0, "")
    match = Match.load(goofspiel_file.read_text(encoding="utf-8"))
    named = [line.split(maxsplit=2) for line in said.out.splitlines()]
    assert [int(step) for step, _, _ in named] == [
        n for n, e in enumerate(match.entries, 1) if e.kind in ("move", "timeout")
    ]
    for step, seat, action in named:
        entry = match.entries[int(step) - 1]
        assert seat == f"[{entry.seat + 1}]"
        if entry.kind == "move":
            assert action == f"bid card={1 + entry.value}"


def test_one_step(taku: Taku, goofspiel_file: Path) -> None:
    said = taku("replay", goofspiel_file, "--step", "2", "--seat", "2")
    assert said.out.startswith("Step 2 of ")
    assert "Aki" in said.out
    assert "The deal" in taku("replay", goofspiel_file, "--step", "0").out
    assert "Aki sees" in taku("replay", goofspiel_file, "--step", "2", "--seat", "all").out


def test_a_step_that_takes_back_says_so_and_shows_the_earlier_table(taku: Taku, goofspiel_file: Path) -> None:
    first, third = (taku("replay", goofspiel_file, "--step", step).out for step in (0, 3))
    assert "Back to step 0." in third
    assert "  [1] The next prize" not in third
    assert third.split("\n\n", 1)[1] == first.split("\n\n", 1)[1]


def test_stepping_through(taku: Taku, goofspiel_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taku.cli.replay.is_terminal", lambda: True)
    said = taku(
        "replay", goofspiel_file, typed="next\n\n3\nback 2\nlog\nwhy 1\nrules G-2.1\nrules G-99\n99\nhelp\nhm\nquit\n"
    )
    assert said.code == 0
    for words in ("The deal", "Step 1 of", "Step 2 of", "Step 3 of", "G-1.3", "G-2.1", "no clause 'G-99'",
                  "There is no step 99", "next [N]", '"hm" is no command'):  # fmt: skip
        assert words in said.out, words
    ended = taku("replay", goofspiel_file, typed="999\n6\n" + "\n" * 20)
    assert "The match is over." in ended.out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--seat", "3"], ["1 to 2", "'3'"]),
        (["--seat", "me"], ["spectator", "'me'"]),
        (["--step", "99"], ["no step 99", "0 to "]),
        (["--step", "-1"], ["--step"]),
        (["--language", "de"], ["unknown language 'de'", "en, ja"]),
    ],
)
def test_mistakes(taku: Taku, goofspiel_file: Path, words: list[str], named: list[str]) -> None:
    taku("replay", goofspiel_file, *words).complains(*named)


def test_a_damaged_match(taku: Taku, goofspiel_file: Path) -> None:
    text = goofspiel_file.read_text(encoding="utf-8").replace('["move", 0, 3]', '["move", 0, 2]', 1)
    goofspiel_file.write_text(text, encoding="utf-8")
    taku("replay", goofspiel_file).complains("step 1", "the file says", code=1)


def test_names_cannot_command_the_terminal(taku: Taku, goofspiel_file: Path) -> None:
    text = goofspiel_file.read_text(encoding="utf-8").replace('"Aki"', '"A\\u001b[2Jki"')
    goofspiel_file.write_text(text, encoding="utf-8")
    for words in ((), ("--step", "1"), ("--seat", "1")):
        assert "\x1b" not in taku("replay", goofspiel_file, *words).out
    assert "\x1b" not in taku("verify", goofspiel_file).out
