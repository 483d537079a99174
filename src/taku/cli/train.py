"""``taku train``: a player for a game, by self-play from nothing but its rules."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Fault, Parser, one_of, whole
from taku.cli.request import game_arguments, game_named, table_of
from taku.cli.terminal import Progress

if TYPE_CHECKING:
    from taku.learn.rating import Mark

DECISIONS, LEVELS = 3_000_000, 20

ON_GPU = {"tables": 16_384, "steps": 64, "batch": 32_768, "epochs": 2}
"""A GPU is kept busy by many tables and large batches."""


def sizes(text: str) -> tuple[int, int]:
    """Two layers, for ``type=``."""
    try:
        first, second = (int(part) for part in text.split(","))
        if 8 <= first <= 1024 and 8 <= second <= 1024:
            return first, second
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"takes two numbers from 8 to 1,024 (128,64), not {text!r}")


NUMBERS = {"steps": int, "epochs": int, "batch": int, "rate": float, "trace": float, "magnet": float}
"""What ``--set`` changes of a plan, besides ``entropy``."""


def setting(text: str) -> tuple[str, Any]:
    """A number of the plan, for ``type=``."""
    name, _, value = text.partition("=")
    try:
        if name == "entropy":
            first, last = (float(part) for part in value.split(","))
            return name, (first, last)
        if (number := NUMBERS[name](value)) >= 0:
            return name, number
    except (KeyError, ValueError):
        pass
    known = ", ".join(f"{n}=N" for n in NUMBERS)
    raise argparse.ArgumentTypeError(f"takes {known} or entropy=FIRST,LAST, not {text!r}")


def arguments(parser: Parser) -> None:
    game_arguments(parser)
    keep = "the player; what is needed to go on stands beside it; default: GAME.player"
    parser.add_argument("-o", "--output", metavar="FILE", help=keep)
    parser.add_argument(
        "--decisions", type=whole(1_000), default=DECISIONS, metavar="N", help=f"of all seats; default: {DECISIONS:,}"
    )
    parser.add_argument("--hidden", type=sizes, default=(128, 64), metavar="A,B", help="the network; default: 128,64")
    parser.add_argument("--tables", type=whole(1, 10**6), metavar="N", help="played at once; default: 256, GPU 16,384")
    parser.add_argument("--seed", type=whole(0, 2**40), default=1, metavar="N", help="default: 1")
    where = "cpu, or gpu (needs taku[gpu,train]); default: cpu"
    parser.add_argument("--device", type=one_of("device", ("cpu", "gpu")), default="cpu", metavar="cpu|gpu", help=where)
    how = f"matches against a level each time; 0 for none; default: {LEVELS}"
    parser.add_argument("--levels", type=whole(0, 10_000), default=LEVELS, metavar="N", help=how)
    other = "another number of the training (taku.learn.train.Plan says what each is)"
    parser.add_argument("--set", action="append", type=setting, default=[], metavar="NAME=N", help=other)
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after so long; the same command goes on")
    parser.add_argument("--json", action="store_true", help="a JSON object a line instead of sentences")


def run(args: Any) -> int:
    if "OPENBLAS_NUM_THREADS" not in os.environ:
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # these matrices are too small to share: threads would wait for others
    from taku.bots.levels import LEVEL_NAMES, level_of
    from taku.bots.net import ENDING
    from taku.learn.train import Plan, Training

    table = table_of(game_named(args.game), args)
    file = Path(args.output or f"{table.game.id}{ENDING}")
    if file.suffix != ENDING:
        raise Fault(f"a trained player's file ends in {ENDING}, not {file.name!r}")
    if not file.absolute().parent.is_dir():
        raise Fault(f"there is no folder {file.parent}")
    more: dict[str, Any] = dict(ON_GPU) if args.device == "gpu" else {}
    if args.tables:
        more["tables"] = args.tables
    more |= dict(args.set)
    more["drawn"] = level_of(table.game, LEVEL_NAMES[-1]).drawn
    plan = Plan(table.seats, table.written, args.decisions, args.seed, args.hidden, **more)
    training = Training(table.game, plan, file, args.device)
    if training.course.decisions and not args.json:
        print(f"going on from {training.course.decisions:,} decisions in {file}")
    if training.done:
        print(f"{file} has had its {training.course.decisions:,} decisions: give more with --decisions")
        return OK
    if args.levels:
        _compile(table.game)
    with Progress(f"training {table.game.id}") as progress:

        def marked(mark: Mark) -> None:
            print(json.dumps(vars(mark)) if args.json else said(mark), flush=True)

        training.run(
            seconds=60 * args.minutes if args.minutes else None, levels=args.levels, progress=progress, marked=marked
        )
    if not args.json:
        print(f"{file}: {file.stat().st_size:,} bytes; taku arena {table.game.id} --bots {file},club measures it")
    return OK


def _compile(game: Any) -> None:
    from taku.bots.search import search_build
    from taku.bots.trained import trained_build
    from taku.cli.compile import make_ready
    from taku.compile.speed import native_build

    make_ready(game, native_build(game), "tables")
    make_ready(game, search_build(game), "bots")
    make_ready(game, trained_build(game), "trained players")


def said(mark: Mark) -> str:
    """How a training stands, as a line."""
    pace = mark.decisions / max(1e-9, mark.seconds)
    line = f"{mark.decisions:>13,} decisions  {pace:>9,.0f} a second  rating {mark.rating:>+7.0f}"
    line += f"  {100 * mark.score:.0f} % against the mark before"
    return line + (f"  {100 * mark.against:.0f} % against {mark.level}" if mark.level else "")
