"""The command line as a whole: help, mistakes, exit codes, and how it ends when it is stopped."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import taku.cli
from taku.cli import COMMANDS, main
from taku.engine import rule
from tests.cli.conftest import Taku
from tests.engine import toy

ROOT = Path(__file__).parents[2]


def test_help_names_every_command(taku: Taku) -> None:
    said = taku("--help")
    assert said.code == 0
    for name, (_, summary) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(summary)}$", said.out, re.MULTILINE)
    assert taku("help").out == taku("-h").out == said.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(taku: Taku, name: str) -> None:
    said = taku(*name.split(), "--help")
    assert said.code == 0
    assert said.err == ""
    assert said.out.startswith(f"usage: taku {name}")
    assert taku("help", *name.split()).out == said.out


def test_version(taku: Taku) -> None:
    assert re.fullmatch(r"taku \d+\.\d+\S*\n", taku("--version").out)


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"taku {name}" in text, name


def test_help_loads_neither_engine_nor_numpy() -> None:
    """Which is what makes it quick."""
    code = "import sys; from taku.cli import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for module in ("numpy", "numba", "llvmlite", "taku.engine", "taku.server", "taku.bots"):
        assert f"'{module}'" not in done.stderr


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([], ["say what to do", "play"]),
        (["paly"], ["unknown command 'paly'", "did you mean 'play'?"]),
        (["--versoin"], ["unknown option '--versoin'"]),
        (["games", "--jsn"], ["taku games", "unknown option '--jsn'", "did you mean '--json'?"]),
        (["games", "goofspeil"], ["unknown game 'goofspeil'", "did you mean 'goofspiel'?", "connect_four"]),
        (["games", "goofspiel", "more"], ["unknown argument 'more'"]),
        (["rules"], ["GAME"]),
        (["admin", "lst"], ["'lst'", "did you mean 'list'?"]),
    ],
)
def test_mistakes_take_one_line(taku: Taku, words: list[str], named: list[str]) -> None:
    taku(*words).complains(*named)


def test_an_unexpected_fault_is_one_line_with_the_way_to_its_trace(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(args: object) -> int:
        raise RuntimeError("the roof\nis on fire")

    import taku.cli.games as games

    monkeypatch.setattr(games, "run", broken)
    taku("games").complains("RuntimeError", "the roof", "TAKU_TRACE=1", code=70)
    monkeypatch.setenv("TAKU_TRACE", "1")
    with pytest.raises(RuntimeError):
        main(["games"])


@rule
def reads_past_the_end(s):  # type: ignore[no-untyped-def]
    return s.points[s.seats + 9]


def test_a_fault_in_a_rule_is_told_with_its_file_line_and_name(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    import taku.cli.games as games

    monkeypatch.setattr(games, "run", lambda args: reads_past_the_end(toy.game.new(2)))
    line = reads_past_the_end.__code__.co_firstlineno + 2
    taku("games").complains("the rule reads_past_the_end", f"{__file__}:{line}", "IndexError", code=1)


def test_a_message_cannot_command_the_terminal(taku: Taku) -> None:
    said = taku("games", "\x1b[2Jevil")
    assert "\x1b" not in said.err
    said.complains("evil")


def test_control_c_ends_quietly(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(args: object) -> int:
        raise KeyboardInterrupt

    import taku.cli.games as games

    monkeypatch.setattr(games, "run", stopped)
    said = taku("games")
    assert (said.code, said.out, said.err.strip()) == (130, "", "")


def test_a_closed_pipe_ends_quietly() -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "taku", "rules", "goofspiel"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert run.stdout
    run.stdout.close()
    _, err = run.communicate(timeout=180)
    assert err == b""
    assert run.returncode == 141


def test_the_installed_program_is_this_one() -> None:
    program = Path(sys.executable).with_name("taku" + (".exe" if os.name == "nt" else ""))
    if not program.exists():
        pytest.skip("taku is not installed beside this Python")
    done = subprocess.run([program, "plya"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "did you mean 'play'?" in done.stderr


def test_the_package_has_a_module_for_every_command() -> None:
    folder = Path(taku.cli.__file__).parent
    for module, _ in COMMANDS.values():
        assert (folder / f"{module}.py").is_file(), module
