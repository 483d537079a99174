"""A terminal for the tests: type a command and lines of input, read what comes out."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from taku.cli import main
from taku.engine import find_game
from taku.engine.match import Match


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    def complains(self, *words: str, code: int = 2) -> None:
        """One line on standard error that has these words, nothing else, and the exit code."""
        assert self.code == code, (self.out, self.err)
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        assert self.err.startswith("taku")
        for word in words:
            assert word in self.err, (word, self.err)


Taku = Callable[..., Said]


@pytest.fixture
def taku(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Taku:
    """``taku("play", "goofspiel", typed="1\\n2\\n")``; interpreted unless the test says otherwise."""
    monkeypatch.delenv("TAKU_TRACE", raising=False)
    monkeypatch.setenv("TAKU_SPEED", "interpreted")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: object, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as end:  # argparse after --help
            code = int(end.code or 0)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return run


@pytest.fixture
def goofspiel_file(tmp_path: Path) -> Path:
    """A whole match of Goofspiel with three cards, an undo and a timeout."""
    match = Match.create(
        find_game("goofspiel"),
        2,
        {"cards": 4, "order": "up", "hands": "sealed"},
        secret=bytes(32),
        id="test",
        nonces=("left", "right"),
        names=("Aki", "Ben"),
    )
    for seat, action in ((0, 3), (1, 0)):
        match.act(seat, action)
    match.undo(0)
    for seat, action in ((0, 0), (1, 1), (1, 0)):
        match.act(seat, action)
    match.timeout(0)
    while not match.over:
        seat = match.rules.acting(match.state)[0]
        match.act(seat, match.legal(seat)[0])
    file = tmp_path / "match.json"
    file.write_text(match.dumps(), encoding="utf-8")
    return file
