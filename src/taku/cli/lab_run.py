"""``taku lab run STUDY.toml``: a study that stands in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from taku.cli.lab import perform, running, timed
from taku.cli.parser import Parser


def arguments(parser: Parser) -> None:
    parser.add_argument("study", metavar="STUDY.toml", help="the study (docs/lab.md)")
    running(parser)


def run(args: Any) -> int:
    from taku.lab.declare import read_study

    path = Path(args.study)
    study = timed(read_study(path), args)
    return perform(study, Path(args.output) if args.output else path.with_suffix(".results.jsonl"), args)
