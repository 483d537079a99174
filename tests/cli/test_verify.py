"""``taku verify``: an honest match passes, and every way to change it is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taku.lab.declare import make_study
from taku.lab.replays import match_file
from tests.cli.conftest import Taku


def test_an_honest_match(taku: Taku, goofspiel_file: Path) -> None:
    said = taku("verify", goofspiel_file)
    assert (said.code, said.err) == (0, "")
    assert hashlib.sha256(bytes(32)).hexdigest() in said.out
    assert "left, right" in said.out
    assert "Aki: " in said.out
    assert "Nothing is wrong with it." in said.out


def test_whether_the_rules_are_the_same(taku: Taku, goofspiel_file: Path) -> None:
    content = json.loads(goofspiel_file.read_text(encoding="utf-8"))["content"]
    assert f"content {content}: to the letter those it was played with" in taku("verify", goofspiel_file).out
    text = goofspiel_file.read_text(encoding="utf-8")
    goofspiel_file.write_text(text.replace(content, "0123456789abcdef"), encoding="utf-8")
    said = taku("verify", goofspiel_file)
    assert said.code == 0
    assert f"played with content 0123456789abcdef, here is {content}" in said.out
    goofspiel_file.write_text(text.replace(f'"content": "{content}",', ""), encoding="utf-8")
    assert "a content it does not tell" in taku("verify", goofspiel_file).out


def test_the_commitment_that_was_noted(taku: Taku, goofspiel_file: Path) -> None:
    noted = hashlib.sha256(bytes(32)).hexdigest()
    assert "as you noted" in taku("verify", goofspiel_file, "--commitment", noted.upper()).out
    taku("verify", goofspiel_file, "--commitment", "ab" * 32).complains("commitment", "ab" * 32, code=1)


def _damage(name: str, data: dict[str, Any]) -> None:
    match name:
        case "move":
            data["entries"][3][2] = 2
        case "impossible":
            data["entries"][3][2] = 12
        case "hash":
            data["hashes"][2] = "0" * 16
        case "secret":
            data["secret"] = "11" * 32
        case "no secret":
            del data["secret"]
        case "version":
            data["version"] = 99
        case "entry":
            data["entries"][1] = ["move", 0]
        case "short":
            data["entries"].pop()
        case "seats":
            data["seats"] = 7
        case "option":
            data["options"]["cards"] = 77
        case "nonces":
            data["nonces"] = ["left", "wrong"]
            data["options"]["order"] = "random"
        case "format":
            data["taku"] = 7


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("move", ["step 4"]),
        ("impossible", ["step 4", "not legal"]),
        ("hash", ["step 2", "0000000000000000"]),
        ("secret", ["commitment"]),
        ("no secret", ["secret"]),
        ("version", ["version 99", "version 1"]),
        ("entry", ["step 2", "not an entry"]),
        ("short", ["entries", "hashes"]),
        ("seats", ["2 to 4 seats, not 7"]),
        ("option", ["cards takes 2 to 13"]),
        ("nonces", ["step 0"]),
        ("format", ["format 7"]),
    ],
)
def test_a_damaged_file_says_which_step_and_why(taku: Taku, goofspiel_file: Path, name: str, words: list[str]) -> None:
    data = json.loads(goofspiel_file.read_text(encoding="utf-8"))
    _damage(name, data)
    goofspiel_file.write_text(json.dumps(data), encoding="utf-8")
    taku("verify", goofspiel_file).complains(str(goofspiel_file), *words, code=1)


@pytest.mark.parametrize(
    ("write", "words", "code"),
    [
        (lambda p: p.write_text("{", encoding="utf-8"), ["not a match file"], 1),
        (lambda p: p.write_text("[1]", encoding="utf-8"), ["not a match file"], 1),
        (lambda p: p.write_bytes(b"\x89PNG\xff\xfe"), ["not a match file"], 1),
        (lambda p: p.mkdir(), ["folder"], 2),
        (lambda p: p.with_name("mtch.jsn").touch(), ["no file", "did you mean 'mtch.jsn'?"], 2),
    ],
)
def test_what_is_no_match_file(
    taku: Taku, tmp_path: Path, write: Callable[[Path], object], words: list[str], code: int
) -> None:
    path = tmp_path / "match.json"
    write(path)
    taku("verify", path).complains(*words, code=code)


def test_an_unknown_game(taku: Taku, goofspiel_file: Path) -> None:
    text = goofspiel_file.read_text(encoding="utf-8").replace('"goofspiel"', '"goofspeil"')
    goofspiel_file.write_text(text, encoding="utf-8")
    taku("verify", goofspiel_file).complains("unknown game 'goofspeil'", "'goofspiel'")


def test_from_a_pipe(taku: Taku, goofspiel_file: Path) -> None:
    assert taku("verify", "-", typed=goofspiel_file.read_text(encoding="utf-8")).code == 0


def test_a_match_of_a_study_promises_no_luck(taku: Taku, tmp_path: Path) -> None:
    """Its chance stands in the file: it proves that the rules were kept, and nothing of who chose the luck."""
    asked = {"game": "goofspiel", "level": "random", "matches": 4, "until": "matches", "sample": 0}
    file = tmp_path / "study.json"
    file.write_text(match_file(make_study(asked), 0, 2), encoding="utf-8")
    said = taku("verify", file)
    assert said.code == 0, said.err
    assert "luck     stands in the file: a match of a study (taku lab), promised to nobody" in said.out
    assert "secret" not in said.out
    assert taku("replay", file, "--moves").code == 0
