"""``taku lab tune GAME --vary …``: which numbers bring a game to its targets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from taku.cli.compile import make_ready
from taku.cli.lab import number, report_beside
from taku.cli.parser import OK, Fault, Parser, whole
from taku.cli.request import game_arguments, game_named, language_argument, language_of
from taku.cli.terminal import Progress
from taku.engine.catalogue import LANGUAGES
from taku.page.terminal import columns

MATCHES, THINKING = 1000, 40
"""Of each setting: of players that are rules, and of players that search."""


def arguments(parser: Parser) -> None:
    game_arguments(parser)
    vary = "what may be changed, and how far: an option or a number of the content"
    parser.add_argument("--vary", action="append", default=[], metavar="NAME=LOW..HIGH", help=vary, required=True)
    aim = "a measure and its band; default: all targets of the game's balance.py"
    parser.add_argument("--target", action="append", default=[], metavar="NAME=LOW..HIGH", help=aim)
    parser.add_argument("--level", metavar="PLAYER", help="who plays all seats; default: prefer")
    parser.add_argument("--trials", type=whole(1, 10_000), default=40, metavar="N", help="settings tried; default: 40")
    parser.add_argument("-n", "--matches", type=whole(1, 10**7), metavar="N", help="matches of each setting")
    parser.add_argument("--confirm", type=whole(1, 10**8), metavar="N", help="matches of the result, on fresh deals")
    parser.add_argument("--seed", type=whole(0, 2**61), default=1, metavar="N", help="the same seed, the same search")
    parser.add_argument("--workers", type=whole(1, 1024), metavar="N", help="default: one for each core")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the search is kept; the same command goes on")
    parser.add_argument("--report", metavar="FILE", help="the report, a page; default: beside the search")
    language_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: Any) -> int:
    from taku.lab.overlays import overlay_file
    from taku.lab.report import html, tuned_report
    from taku.lab.report.tuning import answer_of
    from taku.lab.tune import Tuning, parameter, targets_of, tune

    game = game_named(args.game)
    options = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise Fault(f"--option takes NAME=VALUE, not {text!r}")
        options[name.strip()] = number(value)
    table = {"seats": args.seats, "preset": args.preset, "level": args.level, "overlay": args.overlay}
    table["options"] = options or None
    parameters = []
    for text in args.vary:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise Fault(f"--vary takes NAME=LOW..HIGH or NAME=VALUE,VALUE, not {text!r}")
        parameters.append(parameter(game, {**table, "options": options}, name.strip(), values))
    targets = targets_of(game, args.target)
    tuning = Tuning(game.id, table, tuple(parameters), targets, args.trials, seed=args.seed)
    quick = tuning.study([{}], 1, 1).variants[0].by_policy
    matches = args.matches or (MATCHES if quick else THINKING)
    tuning = Tuning(
        game.id, table, tuple(parameters), targets, args.trials, matches, args.confirm or 10 * matches, args.seed
    )
    file = Path(args.output) if args.output else search_file(game.id)
    try:
        with Progress(f"tuning {game.id}") as bar:
            found = tune(tuning, file, workers=args.workers, ready=make_ready, progress=bar)
    except KeyboardInterrupt:
        raise Fault(f"interrupted; what was tried is kept: the same command with -o {file} goes on", 130) from None
    language = language_of(args)
    told = tuned_report(found)
    page = Path(args.report) if args.report else report_beside(file)
    page.write_text(html(told, sorted(LANGUAGES, key=lambda code: code != language)), encoding="utf-8")
    overlay, laid = found.overlay(), None
    if overlay:
        laid = page.with_suffix(".overlay.toml")
        laid.write_text(overlay_file(overlay) + "\n", encoding="utf-8")
    if args.json:
        print(json.dumps(as_json(found, page, laid), ensure_ascii=False))
        return OK
    w = told.labels(language)
    print(f"{answer_of(found, w)}\n")
    rows = [["target", "band", "as it is", "tuned", "on fresh deals"]]
    for one in found.reached:
        values = [w.value(one.measure, e.found.mean) for e in (one.before, one.after)]
        rows.append([one.measure, one.target.target, *values, one.word.replace("_", " ")])
    print(columns(rows))
    for name, value in found.options().items():
        print(f"--option {name}={str(value).lower() if isinstance(value, bool) else value}")
    if laid:
        print(f"overlay: {laid}")
    print(f"report: {page}\nevery setting: {file}")
    return OK


def search_file(game: str) -> Path:
    """A file for a search that has none of its own."""
    import time

    from taku.server.config import default_data

    folder = default_data() / "lab"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game}-tune-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"


def as_json(found: Any, page: Path, laid: Path | None) -> dict[str, Any]:
    """The result as one object."""
    return {
        "game": found.tuning.game,
        "changes": {name: list(pair) for name, pair in found.changes.items()},
        "options": found.options(),
        "overlay": str(laid) if laid else None,
        "tried": found.tried,
        "targets": [
            {
                "measure": one.measure,
                "band": [one.target.low, one.target.high],
                "before": [one.before.found.mean, one.word_before],
                "after": [one.after.found.mean, one.word],
            }
            for one in found.reached
        ],
        "report": str(page),
    }
