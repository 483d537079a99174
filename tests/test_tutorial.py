"""The tutorial, followed to the letter from an empty folder: files are written and commands typed in its order.

A fresh virtual environment gets its packages from wherever this machine's pip gets them. Beside the new folder lies a
clone of Taku, as the tutorial asks for: a link to this checkout.
"""

import os
import re
import signal
import subprocess
import urllib.request
import zipfile
from pathlib import Path

import pytest

import run
from tests.conftest import lacking

TUTORIAL = (run.ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)\n```\n"
    r"|```console\n(?P<commands>.*?)\n```\n"
    r"|add `(?P<line>[^`]+)` to the `Game\(…\)` in `(?P<into>[^`]+)`",
    re.DOTALL,
)
PATIENCE = 600
"""Seconds for one command: pip on a busy machine fetches and unpacks for minutes."""


class Terminal:
    """What a reader has open: commands are typed one after another, and their output is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder  # where a terminal opened here starts
        self.at = folder  # where its cd has led
        self.output: dict[str, list[str]] = {}
        self._lasting: list[str] = []  # cd and activate act on everything that follows
        away = ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_ADDOPTS", "TAKU_SPEED", "TAKU_DATABASE")
        self._environment = {k: v for k, v in os.environ.items() if k not in away and not k.startswith("PYTEST_XDIST")}
        self._environment |= {"TAKU_DATA": str(folder / "data"), "LANG": "C.UTF-8"}

    def start(self, command: str) -> "subprocess.Popen[str]":
        line = " && ".join([*self._lasting, f"exec {command}"])
        return subprocess.Popen(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )

    def type(self, command: str) -> None:
        """Do it, and expect that it succeeds."""
        if command.startswith(("cd ", ". ")):
            self._lasting.append(command)
            if command.startswith("cd "):
                self.at = (self.at / command[3:]).resolve()
            return
        if command == "taku serve":
            self.output.setdefault(command, []).append(self._serve())
            return
        answers = "1\n" * 99 if command.startswith("taku play") else ""
        with self.start(command) as program:
            said, _ = program.communicate(answers, timeout=PATIENCE)
        assert program.returncode == 0, f"$ {command}\n{said}"
        self.output.setdefault(command, []).append(said)

    def _serve(self) -> str:
        """Start the server, open its first page, end it; any port, as 8000 may be taken here."""
        with self.start("taku serve --port 0") as server:
            try:
                assert server.stdout
                said = ""
                for line in server.stdout:
                    said += line
                    if found := re.search(r"http://localhost:\d+", line):
                        break
                else:
                    pytest.fail(f"taku serve told no address:\n{said}")
                return self._open(found[0])
            finally:
                server.send_signal(signal.SIGINT)
                server.communicate(timeout=PATIENCE)

    def _open(self, address: str) -> str:
        request = urllib.request.Request(address, headers={"Accept-Language": "en"})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
            text: str = answer.read().decode()
        return text


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """After the whole tutorial."""
    folder = tmp_path_factory.mktemp("tutorial")
    (folder / "taku").symlink_to(run.ROOT)
    terminal = Terminal(folder)
    for step in STEP.finditer(TUTORIAL):
        if step["file"]:
            path = terminal.at / step["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step["text"] + "\n", encoding="utf-8")
        elif step["into"]:
            path = terminal.at / step["into"]
            before, bracket, after = path.read_text(encoding="utf-8").rpartition(")")
            path.write_text(f"{before}    {step['line']}\n{bracket}{after}", encoding="utf-8")
        else:
            for command in step["commands"].splitlines():
                terminal.type(command.removeprefix("$ "))
                if command.endswith("venv .venv"):
                    needs_a_registry(terminal)
                    own_work(terminal.at)
    return terminal


def needs_a_registry(terminal: Terminal) -> None:
    """Where pip can fetch nothing, nothing of this can be tested."""
    with terminal.start(".venv/bin/pip download -q --no-deps -d ../fetched hatchling") as trial:
        trial.communicate(timeout=PATIENCE)
    if trial.returncode:
        lacking("registry")


def own_work(folder: Path) -> None:
    """Authors keep more beside their package than the tutorial speaks of."""
    (folder / "research").mkdir()
    (folder / "research" / "odds.py").write_text("ODDS = [1, 2, 3]\n")


pytestmark = pytest.mark.registry


def test_the_example_prints_what_its_comments_say(terminal: Terminal) -> None:
    (said,) = terminal.output["python try_it.py"]
    assert said.splitlines() == [
        "5 0",
        "bid coins=11 is not legal for seat 1 now (L-2.1)",
        "['offered', 'bid', 'bid', 'bid', 'sold', 'offered']",
    ]


def test_all_laws_hold_with_and_without_a_page(terminal: Terminal) -> None:
    reports = terminal.output["taku check lots --seconds 5"]
    assert ["lots: all laws hold" in report for report in reports] == [True, True]


def test_it_can_be_simulated_and_read_about(terminal: Terminal) -> None:
    assert "100,000" in terminal.output["taku sim lots -n 100000 --seats 4"][0]
    assert "L-2.3" in terminal.output["taku rules lots L-2.3"][0]


def test_it_can_be_played_in_the_terminal(terminal: Terminal) -> None:
    assert "comes up" in terminal.output["taku play lots --seats 3"][0]


def test_it_is_offered_in_the_browser(terminal: Terminal) -> None:
    (shown,) = terminal.output["taku serve"]
    assert "An auction where silence is golden" in shown


def test_its_page_is_short_and_needs_no_styles() -> None:
    """A newcomer writes at most sixty lines, without blank ones."""
    written = {step["file"]: step["text"] for step in STEP.finditer(TUTORIAL) if step["file"]}
    assert len([line for line in written["lots/page.py"].splitlines() if line.strip()]) <= 60
    assert not any(name.endswith(".css") for name in written)


def test_its_own_tests_pass_and_know_the_mark(terminal: Terminal) -> None:
    (said,) = terminal.output["python -m pytest"]
    assert "4 passed" in said
    assert "warning" not in said


def test_the_wheel_holds_the_whole_game_and_nothing_else(terminal: Terminal) -> None:
    """Played from the wheel, the game has its words; its folder is no longer the one it was written in."""
    (wheel,) = (terminal.at / "dist").glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if "dist-info" not in name}
    written = {step["file"] for step in STEP.finditer(TUTORIAL) if (step["file"] or "").startswith("lots/")}
    assert held == written
    assert {"lots/page.py", "lots/words/ja.toml", "lots/rulebook/ja.md"} <= held
    assert "comes up" in terminal.output["taku play lots --seats 2"][0]
    with terminal.start('python -P -c "import lots; print(lots.__file__)"') as asked:
        assert "site-packages" in asked.communicate()[0]
