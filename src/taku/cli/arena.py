"""``taku arena``: bots against each other, until it is clear which is stronger."""

from __future__ import annotations

import argparse
import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.contest import Watch, compile_for_bots, contest_arguments, result_rows, split_bots
from taku.cli.parser import OK, Parser
from taku.cli.request import game_named, table_of
from taku.page.terminal import columns

if TYPE_CHECKING:
    from taku.bots.arena import Standing

GAMES = 1000


def stop_at(text: str) -> tuple[float, float] | None:
    """The two scores between which the test decides, for ``type=``."""
    if text == "none":
        return None
    try:
        low, high = (float(part) for part in text.split(","))
        if 0 <= low < high <= 1:
            return low, high
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"takes two scores, 0 to 1, the lower first (0.5,0.55), or none, not {text!r}")


def arguments(parser: Parser) -> None:
    contest_arguments(parser, GAMES)
    known = "random, greedy, a level, search:N, FILE.py or FILE.player; the score is the first one's"
    parser.add_argument("--bots", required=True, metavar="A,B[,C…]", help=known)
    until = "end when the score is clearly rather HIGH than LOW, or LOW than HIGH; default: 0.5,0.55"
    parser.add_argument("--stop", type=stop_at, default=(0.5, 0.55), metavar="LOW,HIGH|none", help=until)
    parser.add_argument(
        "--keep", metavar="FILE", help="every match as a line of JSON; default: a new file in the data folder"
    )


def run(args: Any) -> int:
    from taku.bots.arena import arena
    from taku.bots.statistics import Gsprt

    table = table_of(game_named(args.game), args)
    bots = split_bots(args.bots)
    compile_for_bots(table.game, bots, args.workers)
    file = Path(args.keep) if args.keep else kept_in(table.game.id, bots)
    with Watch(args.game, args.games) as watch:
        result = arena(
            table.game,
            bots,
            seats=table.seats,
            options=table.options,
            games=args.games,
            stop=Gsprt(*args.stop) if args.stop else None,
            seed=args.seed,
            workers=args.workers,
            keep=file,
            progress=watch.standing,
        )
    if args.json:
        print(json.dumps({**result.json(), "seed": args.seed, "file": str(file)}, ensure_ascii=False))
    else:
        print(report(result, args.stop))
        print(f"every match: {file}")
    return OK


def kept_in(game: str, bots: list[str]) -> Path:
    """A file for the raw results, named by what was measured and when."""
    from taku.bots.net import ENDING
    from taku.server.config import default_data

    folder = default_data() / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    names = "-".join(re.sub(r"[^\w.]+", "_", Path(bot).stem if bot.endswith((".py", ENDING)) else bot) for bot in bots)
    return folder / f"{game}-{names}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"


def report(result: Standing, stop: tuple[float, float] | None) -> str:
    """The result for people."""
    score = result.score
    options = ", ".join(f"{k} {v}" for k, v in result.options.items())
    lines = [f"{result.game}, {result.seats} seats{f' ({options})' if options else ''}: {result.games:,} matches"]
    lines += ["", columns(result_rows(result)), ""]
    first = (
        f"{result.bots[0]}: {100 * score.mean:.1f} % (95 % interval {100 * score.low:.1f} to {100 * score.high:.1f} %)"
    )
    lead = result.elo
    if lead and abs(lead.mean) < 1e6:
        first += f", {lead.mean:+.0f} Elo"
    lines.append(first)
    if stop:
        low, high = (f"{100 * x:g} %" for x in stop)
        said = {"H1": f"clearly rather {high} than {low}", "H0": f"clearly rather {low} than {high}"}
        lines.append(said.get(result.verdict, f"undecided between {low} and {high}: play more (--games)"))
    return "\n".join(lines)
