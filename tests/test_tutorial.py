"""The tutorial's game is made from the tutorial's text: its files are written, its commands and examples are run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import run

TUTORIAL = run.ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"<!-- (file: (?P<file>\S+)|run) -->\n```\w*\n(?P<text>.*?)\n```\n", re.DOTALL)
COMMAND = re.compile(r"^\$ taku (.+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def lots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the finished game, installed as far as Python can tell."""
    folder = tmp_path_factory.mktemp("lots")
    for block in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")):
        if block["file"]:
            path = folder / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"] + "\n", encoding="utf-8")
    init = folder / "lots/__init__.py"
    init.write_text(init.read_text().replace("    clocks=", '    page="lots.table",\n    clocks='))
    about = folder / "lots-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lots\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[taku.games]\nlots = lots:game\n")
    return folder


def call(folder: Path, *command: str, answers: str = "") -> str:
    paths = [str(folder), str(run.ROOT / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TAKU_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        input=answers,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_examples_run_and_print_what_their_comments_say(lots: Path) -> None:
    (example,) = [b["text"] for b in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")) if not b["file"]]
    shown = call(lots, "-c", example).splitlines()
    assert shown[0] == "5 0"
    assert shown[1] == "bid coins=11 is not legal for seat 1 now (L-2.1)"
    assert shown[2] == "['offered', 'bid', 'bid', 'bid', 'sold', 'offered']"


def test_the_commands_exist() -> None:
    commands = COMMAND.findall(TUTORIAL.read_text(encoding="utf-8"))
    assert [c.split()[0] for c in commands] == ["check", "sim", "play", "serve"]


def test_all_laws_hold(lots: Path) -> None:
    report = call(lots, "-m", "taku", "check", "lots", "--seconds", "4")
    assert "lots: all laws hold" in report


def test_it_can_be_simulated_and_read_about(lots: Path) -> None:
    assert '"games": 500' in call(lots, "-m", "taku", "sim", "lots", "-n", "500", "--seats", "4", "--json")
    assert "L-2.3" in call(lots, "-m", "taku", "rules", "lots", "L-2.3")


def test_it_can_be_played_in_the_terminal(lots: Path) -> None:
    shown = call(lots, "-m", "taku", "play", "lots", "--seats", "3", "--language", "en", answers="1\n" * 60)
    assert "comes up" in shown


def test_its_own_tests_pass(lots: Path) -> None:
    assert "4 passed" in call(lots, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
