"""Every game's laws, long and with several seeds, and the page that tells of it.

    python3 run.py bench laws [--seconds 720] [--seeds 5] [--workers 2] [--within 3600] [--tables 24]
                              [--games goofspiel,destroy] [--kept FOLDER]

Each run is a process of its own that proves all laws of a game for so many seconds of CPU time (each law makes at
least one pass over all tables, so a run may take longer) and keeps its report in the folder, law by law. Reports that
are whole are not made again: what was broken off is made once more. ``--within`` bounds the whole command: what runs
then is ended, and the page says which laws it did not come to. At the end docs/laws.md is written from all reports;
--page writes it at once.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FAILED = "FAILED"
PAGE = ROOT / "docs" / "laws.md"

HEAD = """# The laws, run long

What [the laws](contract.md#the-laws) mean is in the contract. The test suite tries them for seconds; here each game
that comes with Taku was tried for longer and with several seeds: other matches, other tables, other guesses. A run
covers every seat count and all pairs of option values (its *tables*). *Matches* are those that the compiled loop played
to their end and those played move by move, interpreted; *moves* are those in which interpreted and compiled rules were
compared byte by byte; seconds are CPU time. Made by `python3 run.py bench laws`; it takes hours.
"""
LONG = ("oneiron", "warring", "campus", "synegier", "destroy")
"""Games whose matches are long: they begin first, so that none of them is begun shortly before the end."""


def commit() -> str:
    """Which code runs here: as ``$TAKU_COMMIT`` says where only a copy of the working tree lies, else as git does."""
    if told := os.environ.get("TAKU_COMMIT"):
        return told
    asked = ["git", "-C", str(ROOT), "log", "-1", "--format=%h"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    changed = ["git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no", "src"]
    return found + (" and changes" if subprocess.run(changed, capture_output=True, check=False).stdout else "")


def print_at_once(text: object) -> None:
    print(text, flush=True)


def one(game: str, seconds: float, seed: int, tables: int, file: Path) -> None:
    """Prove the laws of one game with one seed, and keep the report as far as it is."""
    from taku.check import LAWS, Result, check
    from taku.check.trial import Trial
    from taku.engine import find_game

    found, code = find_game(game), commit()
    settings = len(Trial(found, seed, most=tables).settings)
    heard: list[Result] = []

    def keep(result: Result) -> None:
        print_at_once(result)
        heard.append(result)
        done = {r.law for r in heard}
        kept = {"game": found.id, "version": found.version, "seed": seed, "settings": settings, "commit": code}
        kept |= {"asked": seconds, "seconds": time.process_time(), "results": [asdict(r) for r in heard]}
        kept["not_reached"] = [law.name for law in LAWS if law.name not in done]
        file.write_text(json.dumps(kept, indent=1), encoding="utf-8")

    report = check(found, seconds, seed, most=tables, heard=keep, clock=time.process_time)
    print_at_once(report.foot)


def whole(file: Path) -> bool:
    """Whether a report is there and tells of every law."""
    return file.exists() and not json.loads(file.read_text(encoding="utf-8"))["not_reached"]


def runs(args: argparse.Namespace) -> Iterator[tuple[list[str], Path]]:
    """The command of every run that is still to be made, and where what it prints goes."""
    for seed in range(1, args.seeds + 1):
        for game in sorted(args.games, key=lambda g: LONG.index(g) if g in LONG else len(LONG)):
            file = args.kept / f"{game}-{seed}.json"
            if not whole(file):
                rest = ["--one", game, "--seed", str(seed), "--seconds", str(args.seconds), "--kept", str(file)]
                yield [sys.executable, __file__, *rest, "--tables", str(args.tables)], file.with_suffix(".txt")


def made(command: list[str], heard: Path, until: float) -> None:
    """Make a run, and end it when the time is over."""
    left = until - time.monotonic()
    if left <= 0:
        print(f"{heard.stem}: not begun", flush=True)
        return
    with heard.open("w") as out:
        try:
            subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False, timeout=min(left, 1e6))
        except subprocess.TimeoutExpired:
            print(f"{heard.stem}: ended, the time is over", flush=True)
            return
    print(heard.read_text().strip().rpartition("\n")[2], flush=True)


def written(folder: Path) -> str:
    """The page, from all reports in the folder."""
    reports: list[dict[str, Any]] = [json.loads(f.read_text(encoding="utf-8")) for f in sorted(folder.glob("*.json"))]
    lines = [HEAD, "| game, version, seed | code | tables | tried | result |", "|---|---|---|---|---|"]
    for r in sorted(reports, key=lambda r: (r["game"], r["seed"])):
        counts = {x["law"]: x["count"] for x in r["results"]}
        broken = [x["law"] for x in r["results"] if x["verdict"] == FAILED]
        tried = f"{r['seconds']:.0f} s, {counts.get('end', 0):,} matches, {counts.get('agree', 0):,} moves"
        missing = f"; not reached: {', '.join(r['not_reached'])}" if r["not_reached"] else ""
        hold = f"{len(r['results'])} laws hold" if missing else "all laws hold"
        verdict = (f"**broken: {', '.join(broken)}**" if broken else hold) + missing
        name = f"{r['game']}, {r['version']}, {r['seed']}"
        lines.append(f"| {name} | {r['commit']} | {r['settings']} | {tried} | {verdict} |")
    lines += ["", "What the laws of each game were tried on, all its seeds together:", ""]
    for game in sorted({r["game"] for r in reports}):
        sums: dict[str, int] = {}
        of = [x for r in reports if r["game"] == game for x in r["results"] if x["count"]]
        for x in of:
            sums[f"{x['law']} {{:,}} {x['tried']}"] = sums.get(f"{x['law']} {{:,}} {x['tried']}", 0) + x["count"]
        text = f"- **{game}**: " + "; ".join(name.format(n) for name, n in sums.items())
        lines += textwrap.wrap(text, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=720.0, help="for one run; default: 720")
    parser.add_argument("--seeds", type=int, default=5, help="seeds 1 to N; default: 5")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="runs at the same time")
    parser.add_argument("--within", type=float, default=float("inf"), help="seconds for all of it; default: no limit")
    parser.add_argument("--tables", type=int, default=0, help="of a game; default: all pairs of options")
    parser.add_argument("--games", type=lambda text: text.split(","), help="default: all that are installed")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "laws", help="where reports are kept")
    parser.add_argument("--page", action="store_true", help="only write docs/laws.md from the reports that are there")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=1, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        one(args.one, args.seconds, args.seed, args.tables, args.kept)
        return 0
    from taku.engine import found_games

    args.games = args.games or list(found_games())
    args.kept.mkdir(parents=True, exist_ok=True)
    if not args.page:
        until = time.monotonic() + args.within
        with ThreadPoolExecutor(args.workers) as pool:
            list(pool.map(lambda run: made(*run, until), runs(args)))
    PAGE.write_text(written(args.kept), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
