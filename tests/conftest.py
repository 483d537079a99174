"""What all tests share: clauses of the rulebooks, and the tests that need a browser, PostgreSQL or packages.

A test names the clauses that it proves, `@pytest.mark.clause("D-7.3")` (or `@clause("D-7.3")`, imported from here),
and a game's tests together must name all of its rulebook's. So that this can be checked whichever tests are selected,
and in every worker, the names are read from the source of the tests, not from what pytest collected: they must be
literals.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import hypothesis
import pytest

import run

if TYPE_CHECKING:
    from playwright.sync_api import Browser
from taku.page.rulebook import clauses_of

clause = pytest.mark.clause

CI = os.environ.get("CI") == "true"

# Compiling in the middle of an example would break any deadline, and a busy machine may draw examples slowly; CI's
# verdict on a commit must not depend on luck.
SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("taku", deadline=None, derandomize=CI, suppress_health_check=SLOW)
hypothesis.settings.load_profile("taku")


# ---------------------------------------------------------------- clauses


def clauses_written(rulebook: Path) -> list[str]:
    """The clauses of a rulebook in its order: list items that open with `**D-7.3**`."""
    found = [clause.number for clause in clauses_of(rulebook.read_text(encoding="utf-8"))]
    twice = sorted({name for name in found if found.count(name) > 1})
    assert not twice, f"{rulebook} numbers more than one clause {', '.join(twice)}"
    return found


def clauses_named(config: pytest.Config, game_folder: str | Path) -> dict[str, list[str]]:
    """The clauses that the tests below a folder name, e.g. tests/games/destroy, each with where ("file:line")."""
    folder = config.rootpath / game_folder
    named: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        place = Path(os.path.relpath(file, config.rootpath)).as_posix()
        for name, line in _marks(ast.parse(file.read_text(encoding="utf-8"), str(file)), place):
            named.setdefault(name, []).append(f"{place}:{line}")
    return named


def _marks(node: ast.AST, place: str) -> Iterator[tuple[str, int]]:
    """Clauses marked in a syntax tree, less those of tests that are skipped or expected to fail: they prove nothing."""
    decorators = getattr(node, "decorator_list", [])
    if any(_last_name(decorator) in ("skip", "xfail") for decorator in decorators):
        return
    if isinstance(node, ast.Call) and _last_name(node) == "clause":
        for arg in node.args:
            if not isinstance(arg, ast.Constant) or not isinstance(arg.value, str):
                raise ValueError(f'{place}:{arg.lineno}: write clauses as plain strings, e.g. clause("D-7.3")')
            yield arg.value, arg.lineno
        return
    for child in ast.iter_child_nodes(node):
        yield from _marks(child, place)


def _last_name(node: ast.AST) -> str | None:
    """`clause` of `pytest.mark.clause(…)`, `mark.clause` and `clause`."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None


# ---------------------------------------------------------------- browser, PostgreSQL, packages

MISSING = {
    "browser": "Chromium is missing",
    "postgres": "no PostgreSQL in $TAKU_POSTGRES",
    "registry": "pip reaches no package registry, or python3 -m venv does not work",
    "disk": "no small file system can be mounted: that needs root on Linux, in a container --cap-add SYS_ADMIN",
}


def _there(need: str) -> bool:
    """As far as can be told at once: whether pip reaches a registry shows when it is asked for something."""
    there = {"browser": run.chromium(), "postgres": os.environ.get("TAKU_POSTGRES"), "registry": run.has_venv()}
    return bool(there.get(need, True))


def _remedy(need: str) -> str:
    packages = run.DEBIAN.get(need)
    return MISSING[need] + (f": apt-get install {' '.join(packages)}, then python3 run.py test" if packages else "")


def lacking(need: str) -> NoReturn:
    """Skip what cannot run here; on CI that is a failure, or a broken machine would look like a green one."""
    if CI:
        pytest.fail(_remedy(need), pytrace=False)
    pytest.skip(_remedy(need))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for need in MISSING:
        if item.get_closest_marker(need) and not _there(need):
            lacking(need)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each need that made tests skip, so that it is not overlooked."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for need in MISSING:
        count = sum(_remedy(need) in reason for reason in skipped)
        if count:
            terminalreporter.write_line(f"NOT TESTED: {count} {need} tests. {_remedy(need)}", red=True, bold=True)


LONG = ("games/test_laws.py", "compile/test_gpu.py", "games/test_guides.py", "test_tutorial.py", "games/test_pages.py")
"""Files of minutes: begun last, they would keep one core busy while the others have nothing left to do."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tests = config.rootpath / "tests"
    place = {tests / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.path, len(LONG)))


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """For `playwright.chromium.launch(executable_path=…)` in tests marked browser."""
    return run.chromium()


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> "Iterator[Browser]":
    """A browser for one module of tests. Playwright keeps an event loop running as long as it lives, in which neither a
    second Playwright nor `asyncio.run` can start: it ends with the module."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        made = p.chromium.launch(executable_path=chromium_path, timeout=180_000)
        yield made
        made.close()
