"""The project around the code: what is tracked, locked, shipped, imported and promised on the front page."""

import ast
import asyncio
import itertools
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import run
from tests import conftest
from tests.conftest import clauses_named, clauses_written

ROOT = run.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PROJECT["dependency-groups"]
DEPENDENCIES = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKS = {
    "uv": GROUPS["uv"],
    "run": DEPENDENCIES + GROUPS["build"],
    "test": DEPENDENCIES + GROUPS["build"] + GROUPS["test"],
    "bench": DEPENDENCIES + GROUPS["build"] + GROUPS["bench"],
}


def tracked(*patterns: str) -> list[Path]:
    """The files that git keeps, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def locked(name: str) -> dict[Requirement, list[str]]:
    """The requirements of a lock with their hashes."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    entries = (line.split("--hash=") for line in text.splitlines() if line.strip())
    return {Requirement(entry.strip()): [h.strip() for h in hashes] for entry, *hashes in entries}


# ---------------------------------------------------------------- what is tracked

UNWANTED = {
    "a registry's host": r"py[p]i\.org|python[h]osted|npm[j]s\.(?:org|com)|https?://\S*/simple\b",
    "someone's folder": r"(?<![\w.:/])/(?:work|root|home|Users)/\w",
    "unfinished work": r"\bTO[D]O\b|\bFIX[M]E\b",
}


@pytest.mark.parametrize("what", UNWANTED)
def test_no_file_holds(what: str) -> None:
    pattern = re.compile(UNWANTED[what])
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in tracked()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, f"{what} in:\n" + "\n".join(found)


# ---------------------------------------------------------------- what is locked


@pytest.mark.parametrize("name", LOCKS)
def test_lock_pins_every_version_by_hash(name: str) -> None:
    for requirement, hashes in locked(name).items():
        assert [specifier.operator for specifier in requirement.specifier] == ["=="], f"{requirement} is not pinned"
        assert hashes, f"{requirement} has no hash"
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", h) for h in hashes)
        assert requirement.url is None


@pytest.mark.parametrize("name", LOCKS)
def test_lock_answers_what_the_project_asks_for(name: str) -> None:
    pinned = {canonicalize_name(r.name): next(iter(r.specifier)).version for r in locked(name)}
    for text in LOCKS[name]:
        asked = Requirement(text)
        version = pinned.get(canonicalize_name(asked.name))
        answered = version is not None and asked.specifier.contains(version)
        assert answered, f"{text} is asked for, {version} is locked: python3 run.py lock"


@pytest.mark.parametrize("name", ["test", "bench"])
def test_what_is_tested_and_measured_is_what_runs(name: str) -> None:
    pins = {f"{r.name}{r.specifier}" for r in locked(name)}
    assert {f"{r.name}{r.specifier}" for r in locked("run")} <= pins


def test_every_dependency_says_what_it_is_for() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    groups = [DEPENDENCIES, *EXTRAS.values(), *GROUPS.values()]
    names = {Requirement(text).name for group in groups for text in group}
    assert not [name for name in sorted(names) if f"\n| {name} |" not in page]


# ---------------------------------------------------------------- what is shipped and imported


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The names in the wheel and, below its one folder, in the source archive."""
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with tarfile.open(archive) as source:
        return {
            "wheel": set(zipfile.ZipFile(wheel).namelist()),
            "source": {name.partition("/")[2] for name in source.getnames()},
        }


def test_wheel_holds_every_file_of_the_package(built: dict[str, set[str]]) -> None:
    """Words, rulebooks, content and the browser client come with the code."""
    files = [path.relative_to(ROOT / "src").as_posix() for path in tracked("src/taku")]
    assert not [file for file in files if file not in built["wheel"]]


def test_what_is_shipped_has_its_licence(built: dict[str, set[str]]) -> None:
    assert [name for name in built["wheel"] if name.endswith(".dist-info/licenses/LICENSE")]
    assert {"LICENSE", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= built["source"]


@pytest.mark.parametrize("code", ["import taku", "import taku.cli", "import taku.cli; taku.cli.main(['--help'])"])
def test_start_loads_nothing_heavy(code: str) -> None:
    """`import taku` and `taku --help` are quick because these are loaded when they are needed."""
    heavy = ["numba", "llvmlite", "numpy", "starlette", "uvicorn", "asyncpg"]
    program = (
        f"import sys\ntry:\n    {code}\nexcept SystemExit:\n    pass\n"
        f"print('heavy:', *[m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "heavy:"


# ---------------------------------------------------------------- actions have names

NUMBERED = ("action", "act", "answer", "use")
"""What numbers of actions are called in rules and bots."""


def offsets(source: str) -> list[int]:
    """Lines that take the number of an action apart, or compare it with a number: the declaration does that."""

    def numbered(node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in NUMBERED

    def number(node: ast.expr) -> bool:
        """A number, or a constant of the module that may hold one."""
        return (isinstance(node, ast.Constant) and type(node.value) is int) or (
            isinstance(node, ast.Name) and node.id.isupper()
        )

    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() | ast.Mod(), right):
                pairs = [(left, right)]
            case ast.Compare(left, ops, rights) if not any(isinstance(o, (ast.In, ast.NotIn)) for o in ops):
                sides = [left, *rights]
                pairs = list(itertools.pairwise(sides))
            case _:
                continue
        if any((numbered(a) and number(b)) or (number(a) and numbered(b)) for a, b in pairs):
            found.append(node.lineno)
    return found


def test_no_bare_offset_of_an_action_outside_its_declaration() -> None:
    """A game reads and makes actions through `Actions`; what numbers they have is written in its state.py alone."""
    bare = "x = 1 + (action - MARCH) // 3\nif action >= 12 or READY == action:\n    y = action + 1"
    assert set(offsets(bare)) == {1, 2, 3}
    assert not offsets("ok = action in ORDER.march or action == ORDER.end or s.able >> action & 1")
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in tracked("src/taku/games/*.py")
        for line in offsets(path.read_text(encoding="utf-8"))
    ]
    assert not found, found


# ---------------------------------------------------------------- parts have types


def test_no_part_of_a_game_is_looked_up_by_name() -> None:
    """Pages, guides, bots and measures are typed objects (`taku.engine.part`), not modules searched for functions."""
    looked_up = re.compile(
        r"(getattr|hasattr)\((page|guide|bot|bots|balance|campaign|module|game\.module|.*\.module\()\b"
    )
    assert looked_up.search('getattr(page, "animate", None)')
    assert looked_up.search('getattr(game.module("page"), "picture", None)')
    others = ["src/taku/bots/players.py", "src/taku/check/bindings.py"]  # a player's own file; where rules stand
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked("src/taku/*.py", "bench/*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if looked_up.search(line)
        and "/engine/" not in path.as_posix()
        and path.relative_to(ROOT).as_posix() not in others
    ]
    assert not found, found


# ---------------------------------------------------------------- what is promised


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_readme_names_the_two_commands(page: str) -> None:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    commands = [line.split("#")[0].strip() for line in lines]
    assert "python3 run.py" in commands
    assert "python3 run.py test" in commands


# ---------------------------------------------------------------- what people read

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LONGEST_LINE, MOST_COLUMNS = 120, 5


def prose(page: str) -> list[tuple[int, str]]:
    """The lines of a page with their numbers, less what stands in blocks of code."""
    lines, code = [], False
    for number, line in enumerate((ROOT / page).read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            lines.append((number, line))
    return lines


@pytest.mark.parametrize("page", PAGES)
def test_pages_link_to_files_that_exist(page: str) -> None:
    text = "\n".join(line for _, line in prose(page))
    links = re.findall(r"\]\((?!\w+:)([^)#]+)", text)
    assert not [link for link in links if not ((ROOT / page).parent / link).exists()]


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_short_lines_and_narrow_tables(page: str) -> None:
    """A line of prose is read in an editor and in a diff too; a wider table is none on a phone."""
    rows = [(number, line) for number, line in prose(page) if line.startswith("|")]
    wide = [number for number, line in rows if len(re.findall(r"(?<!\\)\|", line.rstrip())) - 1 > MOST_COLUMNS]
    long = [number for number, line in prose(page) if not line.startswith("|") and len(line) > LONGEST_LINE]
    assert not wide, f"{page} has tables of more than {MOST_COLUMNS} columns in lines {wide}"
    assert not long, f"{page} has prose of more than {LONGEST_LINE} characters in lines {long}"


def test_packages_use_only_those_that_the_architecture_names() -> None:
    """Also not by an import inside a function: dependencies point one way."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| ([^|]*) \|$", page, re.M)
    uses = {package: set(re.findall(r"`(\w+)`", others)) for package, others in rows}
    uses["lab"] |= uses["bots"]  # "and below"
    del uses["cli"], uses["client"]
    assert {"engine", "compile", "check", "kit", "page", "bots", "games", "server"} <= uses.keys()
    wrong = []
    for file in tracked("src/taku/*/**.py", "src/taku/*/*.py"):
        own = file.relative_to(ROOT / "src" / "taku").parts[0]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module] if node.module != "taku" else [f"taku.{a.name}" for a in node.names]
            elif isinstance(node, ast.Import):
                names = [a.name for a in node.names]
            for used in (name.split(".")[1] for name in names if name.startswith("taku.")):
                if own in uses and used not in {own, *uses[own]}:
                    wrong.append(f"{file.relative_to(ROOT)}:{node.lineno} uses {used}")
    assert not wrong, wrong


def test_the_engine_page_names_modules_where_they_are() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)`: (.*?) \|", page, re.M)
    named = [(package, module) for package, modules in rows for module in re.findall(r"`(\w+)`", modules)]
    assert len(named) > 30
    assert [one for one in named if not (ROOT / "src" / "taku" / one[0] / f"{one[1]}.py").is_file()] == []


def test_no_modules_import_each_other_in_a_ring() -> None:
    """Also not by an import inside a function; what only a checker of types reads does not count."""
    files = {file: file.relative_to(ROOT / "src").with_suffix("").parts for file in tracked("src/taku/**.py")}
    modules = {".".join(p[:-1] if p[-1] == "__init__" else p): file for file, p in files.items()}
    uses: dict[str, set[str]] = {}
    for module, file in modules.items():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        typed = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)]
        left_out = {id(n) for block in typed for n in ast.walk(block)}
        found = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module and id(n) not in left_out]
        names = {name for n in found for a in n.names for name in (f"{n.module}.{a.name}", n.module)}
        named = {n.module for n in found if all(f"{n.module}.{a.name}" in modules for a in n.names)}
        uses[module] = {name for name in names - named if name in modules and name != module}
    while leaves := {module for module, used in uses.items() if not used & uses.keys()}:
        for module in leaves:
            del uses[module]
    while ends := uses.keys() - set().union(*uses.values()):
        for module in ends:
            del uses[module]
    assert not uses, f"these import each other: {', '.join(sorted(uses))}"


def test_the_architecture_names_files_that_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`(src/taku/[\w./]+)`", page)
    assert len(named) > 10
    assert not [name for name in named if not (ROOT / name).exists()]


def test_the_contracts_examples_of_python_run(tmp_path: Path) -> None:
    _, _, part = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8").partition("## Using a game from Python\n")
    example = tmp_path / "example.py"  # rules are read from their file
    example.write_text("\n".join(re.findall(r"```python\n(.*?)```", part, re.DOTALL)), encoding="utf-8")
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "36"


def run_py(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "run.py", *args], cwd=ROOT, capture_output=True, text=True, check=False)


def test_run_py_explains_itself() -> None:
    done = run_py("--help")
    assert done.returncode == 0
    assert "python3 run.py test" in done.stdout


def test_run_py_refuses_an_unknown_command_in_one_line() -> None:
    done = run_py("tset")
    assert done.returncode == 2
    assert "'tset'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_run_py_refuses_an_unknown_measurement_in_one_line() -> None:
    done = run_py("bench", "engin")
    assert done.returncode == 2
    assert re.fullmatch(r"run\.py: no bench 'engin'; there are .*\bengine\b.*\n", done.stderr)


def test_pip_settings_reach_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://mirror.test/index")
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    monkeypatch.setattr(run, "PIP", [sys.executable, "-c", "print(\":env:.index-url='http://mirror.test/index'\")"])
    assert run.uv_environment()["UV_DEFAULT_INDEX"] == "http://mirror.test/index"
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://own.test/index")
    assert run.uv_environment()["UV_DEFAULT_INDEX"] == "http://own.test/index"


# ---------------------------------------------------------------- the clause machinery


def test_clauses_are_read_from_rulebook_and_tests(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    book = tmp_path / "en.md"
    book.write_text("### D-1 Goal\n- **D-1.1** One.\n- **D-1.2** As **D-9.9** says.\n  - **D-1.2.1** Deeper.\n")
    assert clauses_written(book) == ["D-1.1", "D-1.2", "D-1.2.1"]
    (tmp_path / "test_goal.py").write_text(
        "import pytest\n"
        "from tests.conftest import clause\n"
        '@pytest.mark.clause("D-1.1", "D-1.2")\n'
        "def test_one(): pass\n"
        "class TestMore:\n"
        '    @clause("D-1.2")\n'
        "    def test_two(self): pass\n"
        '@clause("D-7")\n'
        "@pytest.mark.skip\n"
        "def test_three(): pass\n"
        '@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("D-1.2.1"))])\n'
        "def test_four(n): pass\n"
    )
    named = clauses_named(pytestconfig, tmp_path)
    assert sorted(named) == ["D-1.1", "D-1.2", "D-1.2.1"]
    assert [place.rpartition(":")[2] for place in named["D-1.2"]] == ["3", "6"]


def test_clause_machinery_is_imported_once(pytestconfig: pytest.Config) -> None:
    """`from tests.conftest import …` gives the module that pytest itself loaded."""
    assert conftest in pytestconfig.pluginmanager.get_plugins()


def test_a_clause_numbered_twice_is_refused(tmp_path: Path) -> None:
    book = tmp_path / "en.md"
    book.write_text("- **D-1.1** One.\n- **D-1.1** Other.\n")
    with pytest.raises(AssertionError, match=r"D-1\.1"):
        clauses_written(book)


def test_a_clause_that_is_no_literal_is_refused(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    (tmp_path / "test_goal.py").write_text("@clause(NAME)\ndef test_one(): pass\n")
    with pytest.raises(ValueError, match=r"test_goal\.py:1"):
        clauses_named(pytestconfig, tmp_path)


# ---------------------------------------------------------------- the needs of tests


@pytest.mark.parametrize(("ci", "outcome"), [("true", "1 error"), ("", "1 skipped")])
def test_a_missing_need_is_loud(tmp_path: Path, ci: str, outcome: str) -> None:
    (tmp_path / "test_store.py").write_text("import pytest\n@pytest.mark.postgres\ndef test_it(): pass\n")
    project = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", "-p", "tests.conftest"]
    env = {**os.environ, "CI": ci, "TAKU_POSTGRES": ""}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *project, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert outcome in done.stdout.splitlines()[-1], done.stdout
    assert "apt-get install postgresql" in done.stdout


def test_apt_is_asked_once_and_for_each_need(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("subprocess.call", lambda command, **_: asked.append(command[2:]))
    run.apt_install([])
    assert asked == []
    run.apt_install(["browser", "postgres"])
    assert [command[0] for command in asked] == ["update", "install", "install"]
    assert asked[2][-1] == "postgresql"


@pytest.mark.postgres
def test_postgres_answers() -> None:
    async def ask() -> int:
        connection = await asyncpg.connect(os.environ["TAKU_POSTGRES"])
        try:
            return int(await connection.fetchval("select 6 * 7"))
        finally:
            await connection.close()

    asyncpg = pytest.importorskip("asyncpg")
    assert asyncio.run(ask()) == 42


@pytest.mark.browser
def test_browser_shows_japanese(chromium_path: str) -> None:
    """A page opens, and 卓 is drawn with a letter of its own, not with the box that stands for all missing ones."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, timeout=180_000)
        page = browser.new_page()
        page.set_default_timeout(180_000)
        shots = []
        for letter in ("卓", "駒"):
            page.set_content(f"<p style='font-size:80px'>{letter}</p>")
            shots.append(page.screenshot())
        browser.close()
    assert shots[0] != shots[1]
