"""``taku lab resume FILE``: a study that was interrupted goes on, and ends as if it had not been."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from taku.cli.lab import perform, running, timed
from taku.cli.parser import Fault, Parser


def arguments(parser: Parser) -> None:
    parser.add_argument("results", metavar="FILE", help="the file of results that taku lab was writing")
    running(parser)


def run(args: Any) -> int:
    from taku.lab.run import resumed

    file = Path(args.results)
    if args.output:
        raise Fault("taku lab resume goes on in the same file; -o is for new studies")
    results = resumed(file)
    results.study = timed(results.study, args)
    return perform(results.study, file, args, results)
