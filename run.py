#!/usr/bin/env python3
"""Set Taku up in this folder and run it. Needs only Python 3.11 or newer with pip; installs the locked versions.

python3 run.py [--port N …]       serve games on this machine (options of `taku serve`)
python3 run.py test [ARGS …]      run every check and test (arguments of pytest)
python3 run.py taku COMMAND …     any other `taku` command; `python3 run.py taku --help` lists them
python3 run.py bench [NAME …]     measure the engine beside its peers, or run another bench/NAME.py (gpu, bots, store …)
python3 run.py lock [--upgrade]   write requirements/*.txt anew from pyproject.toml
"""

# Standard library only, and syntax that an old Python can read, so that it gets as far as the line that refuses it.
import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("run.py: Taku needs Python 3.11 or newer; this is " + sys.version.split()[0])

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
PIP, QUIET = [sys.executable, "-m", "pip"], ["-qq", "--disable-pip-version-check"]
BIN, EXE = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
ENVIRONMENTS = {"run": ".venv", "test": ".venv", "bench": ".venv-bench"}  # JAX and its kin stay out of the tests' one
INCLUDED = {"run": ["run"], "test": ["test", "run"], "bench": ["bench"]}  # test.txt holds all of run.txt

# What tests need that does not come from Python packages, and what Debian calls it.
DEBIAN = {
    "browser": ["chromium-headless-shell", "fonts-noto-cjk"],
    "postgres": ["postgresql"],
    "registry": ["python3-venv"],
}
CHROMIUMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
CHROME_ON_MACOS = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def main(args: list[str]) -> int:
    """Do what the first word says; without one, serve."""
    command, rest = (args[0], args[1:]) if args and not args[0].startswith("-") else ("serve", args)
    if args[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    if command == "test":
        return test(rest)
    if command == "lock":
        return lock(rest)
    if command == "bench":
        named = bool(rest) and not rest[0].startswith("-")
        script = ROOT / "bench" / f"{rest[0] if named else 'engine'}.py"
        if not script.is_file():
            there = ", ".join(sorted(path.stem for path in script.parent.glob("*.py")))
            print(f"run.py: no bench {rest[0]!r}; there are {there}", file=sys.stderr)
            return 2
        return hand_over([str(set_up("bench")), str(script), *rest[named:]])
    if command in ("serve", "taku"):
        python = set_up("run")
        return hand_over([str(python.with_name("taku" + EXE)), *(["serve"] if command == "serve" else []), *rest])
    print(f"run.py: no command {command!r}; there are test, taku, bench and lock, and none to serve", file=sys.stderr)
    return 2


def hand_over(command: list[str]) -> int:
    """Become this program, so that signals and the exit code are its own."""
    if os.name == "nt":
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(command[0], command)


# ---------------------------------------------------------------- the environment


def set_up(name: str) -> Path:
    """Install requirements/NAME.txt and Taku itself, if that has not been done; the environment's Python."""
    home = ROOT / ENVIRONMENTS[name]
    python = home / BIN / ("python" + EXE)
    stamp = home / f"taku-{name}.stamp"
    if python.exists() and stamp.is_file() and stamp.read_text() == fingerprint(name):
        return python
    print(f"setting up {home.name} from requirements/{name}.txt …", flush=True)
    if not python.exists() or version_of(python) != sys.version_info[:2]:
        venv.EnvBuilder(clear=True, symlinks=os.name != "nt").create(home)
    # Taku is built by the locked hatchling that the first step brings, so nothing comes without a hash.
    install(python, "--require-hashes", "-r", str(ROOT / "requirements" / f"{name}.txt"))
    install(python, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    for included in INCLUDED[name]:
        (home / f"taku-{included}.stamp").write_text(fingerprint(included))
    return python


def fingerprint(name: str) -> str:
    """Changes with whatever asks for a new installation: the lock, the project file, Python, the folder."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {ROOT}".encode())
    for file in (ROOT / "pyproject.toml", ROOT / "requirements" / f"{name}.txt"):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def version_of(python: Path) -> tuple[int, ...]:
    """The version of an environment's Python, () if it does not start."""
    ask = [str(python), "-c", "import sys; print(*sys.version_info[:2])"]
    answer = subprocess.run(ask, capture_output=True, text=True, check=False)
    return tuple(map(int, answer.stdout.split()))


def install(python: Path, *what: str) -> None:
    """Install with uv, which is several times faster; with pip where uv cannot be had or fails."""
    uv = find_uv()
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(python), *what]
        if subprocess.call(command, env=uv_environment()) == 0:
            return
        print("uv could not install it; trying pip …", flush=True)
    need_pip()
    if subprocess.call([*PIP, "--python", str(python), "install", *QUIET, *what]):
        sys.exit("run.py: could not install the packages; the lines above say why")


def need_pip() -> None:
    """Stop with one helpful line where Python came without pip."""
    if subprocess.call([*PIP, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        sys.exit("run.py: this Python has no pip; install it (Debian, Ubuntu: apt install python3-pip) and try again")


def find_uv() -> str | None:
    """uv from the PATH, else the locked one, fetched into .uv (faster than a venv, and Debian's pip allows it)."""
    found = shutil.which("uv")
    if found:
        return found
    home = ROOT / ".uv"
    uv = home / BIN / ("uv" + EXE)
    if not uv.exists():
        need_pip()
        locked = ["--require-hashes", "-r", str(ROOT / "requirements" / "uv.txt")]
        subprocess.call([*PIP, "install", *QUIET, "--upgrade", "--target", str(home), *locked])
    return str(uv) if uv.exists() else None


def uv_environment() -> dict[str, str]:
    """uv does not read pip's settings: hand it the index and the certificates that pip was told to use."""
    env = dict(os.environ)
    settings = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=False).stdout
    for line in settings.splitlines():  # e.g. global.index-url='…'; the environment's (:env:) come first
        name, _, value = line.partition("=")
        meaning = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}.get(name.rpartition(".")[2])
        if meaning:
            env.setdefault(meaning, value.strip("'\""))
    return env


def lock(args: list[str]) -> int:
    """Resolve for every platform and Python at once; versions and hashes, and no word of where they come from."""
    uv = find_uv()
    if not uv:
        sys.exit("run.py: uv is needed to write the locks")
    plain = ["--quiet", "--universal", "--generate-hashes", "--no-emit-index-url", "--no-annotate", "--no-header"]
    project = ["pyproject.toml", "--group", "build"]
    groups = {  # each holds to the versions of the one before it, so that one thing is tested and measured
        "uv": ["--group", "uv"],
        "run": project,
        "test": [*project, "--group", "test", "-c", "requirements/run.txt"],
        "bench": [*project, "--group", "bench", "-c", "requirements/test.txt"],
    }
    for name, what in groups.items():
        command = [uv, "pip", "compile", *plain, *args, *what, "-o", f"requirements/{name}.txt"]
        if subprocess.call(command, cwd=ROOT, env=uv_environment(), stdout=subprocess.DEVNULL):
            return 1
    return 0


# ---------------------------------------------------------------- the tests


def test(args: list[str]) -> int:
    """Format, lint, types, tests: all of them, whatever fails, and a table of how they went."""
    python = str(set_up("test"))
    steps = {
        "ruff format": ["-m", "ruff", "format", "--check", "--quiet", "."],
        "ruff check": ["-m", "ruff", "check", "--quiet", "."],
        "mypy": ["-m", "mypy"],
        "pytest": ["-m", "pytest", *in_parallel(args), *args],
    }
    results = []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that PostgreSQL is stopped then too
    with needs_of_tests() as env:
        for name, command in steps.items():
            print(f"\n── {name}", flush=True)
            start = time.monotonic()
            code = subprocess.call([python, *command], cwd=ROOT, env=env)
            results.append((name, code, time.monotonic() - start))
    print()
    for name, code, seconds in results:
        print(f"{name:12} {'ok' if code == 0 else f'FAILED (exit {code})':18} {seconds:7.1f} s")
    if results[0][1]:
        print(f"to put the format right: {Path(python).with_name('ruff').relative_to(ROOT)} format")
    return int(any(code for _, code, _ in results))


def in_parallel(args: list[str]) -> list[str]:
    """One worker a core, whole files each, so that a file's server or browser starts once; long ones first."""
    if any(arg.startswith(("-n", "--numprocesses", "--pdb", "--trace")) or "no:xdist" in arg for arg in args):
        return []
    return ["-n", str(os.cpu_count() or 1), "--dist", "loadfile", "--no-loadscope-reorder"]


@contextlib.contextmanager
def needs_of_tests() -> Iterator[dict[str, str]]:
    """Chromium and PostgreSQL, installed where that is possible; without one, its tests are skipped and say so."""
    env = dict(os.environ)
    there = {
        "browser": chromium() != "" and japanese_font(),
        "postgres": "TAKU_POSTGRES" in env or postgres_program("initdb") is not None,
        "registry": has_venv(),
    }
    apt_install([need for need in DEBIAN if not there[need]])
    if chromium():
        env["TAKU_CHROMIUM"] = chromium()
    with postgres_server() as url:
        if url:
            env["TAKU_POSTGRES"] = url
        yield env


def apt_install(needs: list[str]) -> None:
    """Install Debian's packages for these needs, if this is Debian and we may; each by itself, should one not exist."""
    if not needs or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], *(["install", "-y", "--no-install-recommends", *DEBIAN[need]] for need in needs)):
        print("apt-get", *command, "…", flush=True)
        subprocess.call(["apt-get", "-qq", *command], env=env, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)


def chromium() -> str:
    """A Chromium to test pages with; "" if there is none."""
    named = os.environ.get("TAKU_CHROMIUM")
    if named:
        return named
    on_macos = str(CHROME_ON_MACOS) if CHROME_ON_MACOS.exists() else ""
    return next(filter(None, map(shutil.which, CHROMIUMS)), on_macos)


def has_venv() -> bool:
    """Whether `python3 -m venv` makes an environment with pip; Debian has that in a package of its own."""
    python = shutil.which("python3")
    return python is not None and subprocess.call([python, "-c", "import ensurepip"], stderr=subprocess.DEVNULL) == 0


def japanese_font() -> bool:
    """Whether pages in Japanese show letters and not boxes; outside Linux they do."""
    if sys.platform != "linux":
        return True
    if not shutil.which("fc-list"):
        return False
    return bool(subprocess.run(["fc-list", ":lang=ja"], capture_output=True, check=False).stdout.strip())


def postgres_program(name: str) -> str | None:
    """initdb or pg_ctl, from the PATH or where Debian puts the newest."""
    newest_first = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: -float(p.parent.name))
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, newest_first)))


class Postgres:
    """A PostgreSQL server of our own in a temporary folder, reached by a socket; it can be stopped and come back."""

    def __init__(self, initdb: str, pg_ctl: str) -> None:
        # /tmp by name: a socket's path may have 107 characters at most, and macOS's own temporary folder is long.
        self.folder = Path(tempfile.mkdtemp(prefix="taku-postgres-", dir="/tmp"))
        self.url = f"postgresql://postgres@/postgres?host={self.folder}"
        self._data, self._initdb, self._pg_ctl = self.folder / "data", initdb, pg_ctl
        self._other: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            import pwd

            known = {entry.pw_name: entry for entry in pwd.getpwall()}
            user = known.get("postgres") or known["nobody"]
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._other = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def create(self) -> str:
        """Make its files; why that failed, or nothing."""
        more = ["-U", "postgres", "-A", "trust", "--no-locale", "-E", "UTF8", "--no-sync"]
        return self._run(self._initdb, "-D", str(self._data), *more)

    def start(self) -> str:
        """Why it does not start, or nothing."""
        # Nothing here outlives the tests, so that nothing need reach the disk.
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        log = str(self.folder / "log")
        return self._control("-l", log, "-w", "-o", f"{options} -c max_connections=200", "start")

    def stop(self) -> str:
        """End it at once, as a crash does."""
        return self._control("-m", "immediate", "stop")

    def remove(self) -> None:
        if (self._data / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _control(self, *arguments: str) -> str:
        return self._run(self._pg_ctl, "-D", str(self._data), *arguments)

    def _run(self, *command: str) -> str:
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **self._other
        )
        return done.stderr.decode(errors="replace").strip() or "it failed" if done.returncode else ""


def own_postgres() -> Postgres | None:
    """A server of our own, not yet created; None where PostgreSQL is not installed."""
    initdb, pg_ctl = postgres_program("initdb"), postgres_program("pg_ctl")
    return Postgres(initdb, pg_ctl) if os.name != "nt" and initdb and pg_ctl else None


@contextlib.contextmanager
def postgres_server() -> Iterator[str | None]:
    """The server that $TAKU_POSTGRES names, else one of our own; None without."""
    if "TAKU_POSTGRES" in os.environ:
        yield os.environ["TAKU_POSTGRES"]
        return
    server = own_postgres()
    if server is None:
        yield None
        return
    try:
        fault = server.create() or server.start()
        if fault:
            print(f"PostgreSQL did not start: {fault}", flush=True)
        yield None if fault else server.url
    finally:
        server.remove()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
