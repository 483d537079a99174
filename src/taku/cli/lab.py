"""``taku lab GAME --vary …``: a study in one line. ``taku lab run`` and ``taku lab resume`` share the rest."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.compile import make_ready
from taku.cli.parser import OK, Fault, Parser, whole
from taku.cli.request import game_arguments, game_named, language_argument, language_of
from taku.cli.terminal import Progress
from taku.engine.catalogue import LANGUAGES

if TYPE_CHECKING:
    from taku.lab.results import Results
    from taku.lab.study import Study

MATCHES = 20_000
"""At most, of each variant, where nobody said more: half a minute of players that are rules."""
THINKING = 400
"""The same for players that search, of which a match takes seconds."""


def arguments(parser: Parser) -> None:
    game_arguments(parser)
    vary = "try each of these: an option, seats, preset, level, players, overlay, or a number of the content"
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=A,B", help=vary)
    who = "who plays all seats: random, prefer, value, a level, search:N, FILE.py; default: prefer"
    parser.add_argument("--level", metavar="PLAYER", help=who)
    parser.add_argument("--players", metavar="A,B", help="who plays each seat")
    limits(parser)
    running(parser)


def limits(parser: Parser) -> None:
    """What ends a study, and what it measures."""
    parser.add_argument("--measure", action="append", default=[], metavar="NAME", help="game, generic or one measure")
    parser.add_argument("--primary", metavar="NAME", help="the measure that decides; default: seat.1")
    until = "when it is enough: decided, matches, or a precision such as ±1; default: decided"
    parser.add_argument("--until", metavar="WHEN", help=until)
    parser.add_argument("-n", "--matches", type=whole(1, 10**9), metavar="N", help="at most so many of each variant")
    parser.add_argument("--seed", type=whole(0, 2**62), metavar="N", help="the same seed gives the same matches")
    parser.add_argument("--rotate", action="store_true", help="players change seats on the same deal")


def running(parser: Parser) -> None:
    """Where it runs, how long, and what it writes."""
    parser.add_argument("--minutes", type=float, metavar="M", help="at most so long")
    parser.add_argument("--gpu", action="store_true", help="players that are rules play on this machine's GPU")
    parser.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster: HOST:PORT, auto, or local (taku[cluster])")
    parser.add_argument("--workers", type=whole(1, 1024), metavar="N", help="default: one for each core")
    parser.add_argument("-o", "--output", metavar="FILE", help="where every match is kept (taku lab resume goes on)")
    parser.add_argument("--report", metavar="FILE", help="the report, a page; default: beside the results")
    language_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--csv", metavar="FILE", help="every match as a row of a table")
    parser.add_argument("--parquet", metavar="FILE", help="the same for data tools (needs taku[lab])")


def run(args: Any) -> int:
    from taku.lab.declare import make_study

    game = game_named(args.game)
    data: dict[str, Any] = {"game": game.id, "until": "decided", "vary": {}, "options": {}}
    for key in ("seats", "preset", "overlay", "level", "primary", "until", "minutes", "seed"):
        if getattr(args, key) is not None:
            data[key] = getattr(args, key)
    if args.players:
        data["players"] = args.players.split(",")
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise Fault(f"--option takes NAME=VALUE, not {text!r}")
        data["options"][name.strip()] = value
    for text in args.vary:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise Fault(f"--vary takes NAME=VALUE,VALUE, not {text!r}")
        data["vary"][name.strip()] = [number(word) for word in values.split(",")]
    data["measures"] = args.measure
    data["rotate"] = args.rotate
    data["matches"] = 1
    study = make_study(data)
    data["matches"] = args.matches or (MATCHES if all(v.by_policy for v in study.variants) else THINKING)
    study = make_study(data)
    return perform(study, Path(args.output) if args.output else new_file(study), args)


def timed(study: Study, args: Any) -> Study:
    """The study with the time that the command line gives it."""
    return replace(study, minutes=args.minutes) if args.minutes is not None else study


def number(word: str) -> int | bool | str:
    """A value on the command line, as content has it."""
    if word in ("true", "false"):
        return word == "true"
    try:
        return int(word)
    except ValueError:
        return word


def new_file(study: Study) -> Path:
    """A file for the results of a study that has none of its own."""
    from taku.server.config import default_data

    folder = default_data() / "lab"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{study.game}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"


def perform(study: Study, file: Path, args: Any, results: Results | None = None) -> int:
    """Play, with a bar, and say what came out."""
    from taku.compile.cuda import device
    from taku.lab.run import prepare, run_study

    if args.gpu and args.ray:
        raise Fault("--gpu and --ray: a study runs in one place")
    if results is None and file.exists() and file.stat().st_size:
        raise Fault(f"{file} has results already: taku lab resume {file} goes on, -o names another file")
    if args.gpu:
        device()  # before anything is compiled
    prepare(study, make_ready)
    try:
        with Progress(study.name) as bar:
            where = "gpu" if args.gpu else f"ray:{args.ray}" if args.ray else "here"
            shown = Shown(bar, study)
            found = run_study(study, file, workers=args.workers, where=where, results=results, progress=shown)
    except KeyboardInterrupt:
        raise Fault(f"interrupted; what was played is kept: taku lab resume {file} goes on", 130) from None
    return show(found, file, args)


class Shown:
    """The bar of a running study: how much is played and, with a limit of time, how much of that is left."""

    def __init__(self, bar: Progress, study: Study) -> None:
        self.bar, self.study, self.begun = bar, study, time.monotonic()

    def __call__(self, results: Results, done: int, most: int) -> None:
        if self.study.minutes:
            left = 60 * self.study.minutes - (time.monotonic() - self.begun)
            self.bar.note = f"at most {max(0, left):.0f} s"
        self.bar(done, most)


def show(results: Results, file: Path, args: Any) -> int:
    """The results as asked for, and the report as a page."""
    from taku.lab.report import html, report_of, text
    from taku.lab.tables import as_json, plain, write_csv, write_parquet

    language = language_of(args)
    if args.csv:
        write_csv(results, Path(args.csv))
    if args.parquet:
        write_parquet(results, Path(args.parquet))
    told = report_of(results)
    page = Path(args.report) if args.report else report_beside(file)
    page.write_text(html(told, sorted(LANGUAGES, key=lambda code: code != language)), encoding="utf-8")
    if args.json:
        print(json.dumps({**as_json(results), "file": str(file), "report": str(page)}, ensure_ascii=False))
        return OK
    print(f"{text(told, language)}\n\n{plain(results)}\n")
    for lost in results.lost:
        print(f"{file}: {lost}")
    print(f"report: {page}\nevery match: {file}")
    return OK


def report_beside(file: Path) -> Path:
    """Where the report of a file of results stands: ``study.results.jsonl`` has ``study.html``."""
    return file.with_name(file.name.removesuffix(".jsonl").removesuffix(".results") + ".html")
