"""``taku play``: whole matches by piped input, and what must not be shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from taku.engine.match import Match
from tests.cli.conftest import Taku

TWO_COLUMNS = "1\n2\n1\n2\n1\n2\n"
"""Connect four for both seats: the first stacks column 1, the second column 2; one more 1 wins."""


def test_a_whole_match_with_rewind(taku: Taku, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    said = taku(
        "play", "connect_four", "--me", "all", "--seed", "5",
        typed=f"1\n2\n3\n4\nback 2\nlog\n1\n2\n1\n2\n1\nback\nwhy 1\n1\nsave {file}\nquit\n",
    )  # fmt: skip
    assert (said.code, said.err) == (0, "")
    assert "Back before this decision." in said.out
    assert "The match is over." in said.out
    assert "1. Player 1" in said.out
    assert "2. Player 2" in said.out
    match = Match.load(file.read_text(encoding="utf-8"))
    assert [e.kind for e in match.entries].count("undo") == 2
    assert match.over
    assert match.scores() == [1, 2]
    assert taku("verify", file).code == 0


def test_a_whole_match_in_japanese(taku: Taku) -> None:
    said = taku(
        "play", "connect_four", "--me", "all", "--language", "ja", typed=f"1\n2\n戻る 2\n記録\n{TWO_COLUMNS}１\n終了\n"
    )
    assert (said.code, said.err) == (0, "")
    for words in (
        "2席",
        "この決定の前に戻りました。",
        "記録はまだありません。",
        "対戦は終わりました。",
        "1位 プレイヤー1",
    ):
        assert words in said.out
    assert not re.search(r"\b(Player|over|seats)\b", said.out.replace("over ", ""))


def test_against_a_random_player_and_the_same_seed(taku: Taku) -> None:
    words = ("play", "connect_four", "--seed", 11, "--language", "en")
    said = taku(*words, typed="4\n" * 3 + "back\n" + "3\n" * 40)
    assert "Random 2" in said.out
    assert said.out == taku(*words, typed="4\n" * 3 + "back\n" + "3\n" * 40).out
    assert said.code == 0


def test_as_the_second_seat(taku: Taku) -> None:
    said = taku("play", "connect_four", "--me", "2", typed="log\nquit\n")
    assert "[1]" in said.out
    assert "Player 2" in said.out
    assert "Random 1" in said.out


def test_the_end_of_input_is_no_fault(taku: Taku) -> None:
    said = taku("play", "connect_four", typed="1\n")
    assert (said.code, said.err) == (0, "")
    assert "Input has ended." in said.out


def test_through_a_real_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "taku", "play", "connect_four", "--me", "all", "--language", "en"],
        input=TWO_COLUMNS + "1\n", capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. Player 1" in done.stdout


def test_what_can_be_typed(taku: Taku, tmp_path: Path) -> None:
    typed = [
        "help", "99", "0", "nonsense", "why", "why 7", "log", "rules G-2.1", "rules G-77", "save",
        f"save {tmp_path}/no/where", "resign", "back 3", "1", "why 1", "log 1", "list", "", "quit",
    ]  # fmt: skip
    said = taku("play", "goofspiel", "--option", "cards=5", "--seed", 1, typed="\n".join(typed) + "\n")
    assert (said.code, said.err) == (0, "")
    for words in ("back [N]", "There is no action 99: the list goes from 1 to 5", "There is no action 0", '"nonsense"',
                  "why N", "There is no line 7", "G-2.1  ", "no clause 'G-77'", "Say where to", "Not saved",
                  "has no resigning", "it cannot be taken back", "G-1.3  "):  # fmt: skip
        assert words in said.out, words


def test_actions_by_their_words(taku: Taku) -> None:
    said = taku("play", "connect_four", "--me", "all", typed="log\nlist\nquit\n")
    words = re.findall(r"^  +(\d)  (.+)$", said.out, re.MULTILINE)
    assert len(words) >= 7
    label = dict(words)["3"]
    said = taku("play", "connect_four", "--me", "all", typed=f"{label.upper()}\nlog\nquit\n")
    assert said.out.count("[1]") == 2
    assert "Which one?" in taku("play", "connect_four", "--me", "all", typed=f"{label[:3]}\nquit\n").out
    said = taku("play", "connect_four", "--me", "all", typed=f"{label[-4:]}\nlog\nquit\n")
    assert said.out.count("[1]") == 2, "part of the words is enough where only one has it"
    one = taku("play", "connect_four", "--me", "all", typed=f"{' '.join(reversed(label.split()))}\nlog\nquit\n")
    assert one.out.count("[1]") == 2
    assert "Which one?" not in one.out


def test_actions_by_their_names(taku: Taku, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    typed = f"drop column=3\ndrop column=7\ndrop col=3\ndrop 9\ndrop column=4\nsave {file}\nquit\n"
    said = taku("play", "connect_four", "--me", "all", "--language", "en", typed=typed)
    for words in ("column of drop is 0 to 6, not 7", "no argument 'col'; did you mean 'column'?", "'9' is no argument"):
        assert f"Not possible: {words}" in said.out or words in said.out
    assert [e.value for e in Match.load(file.read_text(encoding="utf-8")).entries] == [3, 4]


def test_resigning_ends_the_match(taku: Taku) -> None:
    said = taku("play", "connect_four", typed="1\nresign\n1\n\n")
    assert "The match is over." in said.out
    assert "1. Random 2" in said.out
    assert "nothing more to decide" in said.out
    assert "Only" not in taku("play", "connect_four", typed="resign\nback\n1\nquit\n").out


def test_a_saved_match_goes_on(taku: Taku, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    taku("play", "connect_four", "--me", "all", typed=f"{TWO_COLUMNS}save {file}\nquit\n")
    said = taku("play", file, "--me", "all", typed="log\n1\n\n")
    assert "[6]" in said.out
    assert "1. Player 1" in said.out
    taku("play", file, "--seats", "2").complains("--seats", "saved match")
    taku("play", tmp_path / "sved.json").complains("no file", "'saved.json'")


def test_bots_by_level_and_from_a_file(taku: Taku, tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text("def bot(game):\n    return lambda seen, seat, legal, budget: legal[-1]\n", encoding="utf-8")
    said = taku("play", "goofspiel", "--seats", 3, "--bot", f"{file},random", "--preset", "quick", typed="1\nquit\n")
    assert (said.code, said.err) == (0, "")
    taku("play", "connect_four", "--bot", "clubb").complains("unknown bot 'clubb'", "did you mean 'club'?")
    taku("play", "goofspiel", "--bot", "random,random").complains("2 bots for 1 seats")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["tictactoe"], ["unknown game 'tictactoe'", "connect_four"]),
        (["connect_four", "--seats", "4"], ["connect_four has 2 seats, not 4"]),
        (["goofspiel", "--option", "hand=open"], ["unknown option 'hand'", "did you mean 'hands'?"]),
        (["goofspiel", "--preset", "slow"], ["unknown preset 'slow'", "classic"]),
        (["goofspiel", "--me", "3"], ["--me takes seats from 1 to 2", "'3'"]),
        (["goofspiel", "--me", "x"], ["'x'"]),
        (["goofspiel", "--language", "fr"], ["unknown language 'fr'"]),
        (["goofspiel", "--seed", "x"], ["--seed"]),
        (["no/such/file.json"], ["no file 'no/such/file.json'"]),
    ],
)
def test_mistakes(taku: Taku, words: list[str], named: list[str]) -> None:
    taku("play", *words).complains(*named)


# ---------------------------------------------------------------- secrets


def plan(folder: Path, cards: str) -> Path:
    """A bot that bids these cards in turn; the file's name, and so the bot's, is always the same."""
    file = folder / "plan.py"
    file.write_text(
        f"def bot(game):\n    return lambda seen, seat, legal, budget: [{cards}][seen.round] - 1\n", encoding="utf-8"
    )
    return file


SEALED = ("--option", "cards=6", "--option", "order=up", "--option", "hands=sealed", "--seed", "3")
OPEN = ("--option", "cards=6", "--option", "order=up", "--seed", "3")


def test_what_has_shown_something_is_not_taken_back(taku: Taku) -> None:
    words = ("play", "warring", "--seed", 3, "--bot", "random", "--language", "en")
    said = taku(*words, typed="preset formation=1\nback\nready\nback\nquit\n")
    assert said.out.count("Back before this decision.") == 1  # the formation, but not Ready
    assert said.out.count("it cannot be taken back") == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(taku: Taku, tmp_path: Path, language: str) -> None:
    """The other seat wins three prizes with other cards each time; the terminal says the same, to the letter."""
    shown = set()
    for cards in ("4, 5, 6, 3", "6, 4, 5, 2", "5, 6, 4, 1"):
        said = taku(
            "play", "goofspiel", *SEALED, "--bot", plan(tmp_path, cards), "--language", language,
            typed="1\n1\n1\nlog\nlist\nwhy 2\nback 2\nlog\nquit\n",
        )  # fmt: skip
        assert said.code == 0
        shown.add(said.out)
    assert len(shown) == 1


def test_a_bid_that_lies_face_down_is_not_shown(taku: Taku, tmp_path: Path) -> None:
    shown = set()
    for cards in ("4, 5", "2, 3"):
        said = taku("play", "goofspiel", *OPEN, "--bot", plan(tmp_path, cards), typed="log\nlist\nquit\n")
        shown.add(said.out)
    assert len(shown) == 1


def test_the_next_player_at_the_keyboard_sees_nothing_of_the_last(taku: Taku) -> None:
    shown = set()
    for first in ("1", "5"):
        typed = f"\n{first}\n\nlog\nlist\nquit\n"
        said = taku("play", "goofspiel", *OPEN, "--me", "1,2", typed=typed)
        assert said.code == 0
        _, after = said.out.split("-" * 60)
        assert "You lay the" not in after
        assert "Pass the keyboard to Player 2" in after
        shown.add(after)
    assert len(shown) == 1


def test_no_keyboard_is_passed_where_nothing_is_hidden(taku: Taku) -> None:
    assert "Pass the keyboard" not in taku("play", "connect_four", "--me", "all", typed="1\n2\nquit\n").out
