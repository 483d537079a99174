"""``taku verify``: was a match dealt and played by the rules?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taku.cli.parser import BAD, OK, Fault, Parser
from taku.cli.request import match_file, replayed
from taku.cli.terminal import printable

if TYPE_CHECKING:
    from taku.engine.game import Game
    from taku.engine.match import MatchFile


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a match file, as downloaded from a table or saved by taku play")
    parser.add_argument("--commitment", metavar="HASH", help="what was shown before the first move, if you noted it")


def run(args: Any) -> int:
    data = match_file(args.file)
    if args.commitment and args.commitment.strip().lower() != data.commitment.lower():
        raise Fault(f"{args.file}: its commitment is {data.commitment}, not {args.commitment} as you noted", BAD)
    # Interpreted: the rules as they are written, whatever compiled code the server used.
    match = replayed(args.file, data, "interpreted")
    noted = "as you noted" if args.commitment else "compare it with the one shown before the first move"
    names = [printable(name) for name in data.names]
    head = f"{args.file}: {data.game}, version {data.version}, {match.seats} seats, match {printable(match.id)}"
    fair = [
        f"  secret   its SHA-256 is the commitment {data.commitment} ({noted})",
        f"  nonces   {printable(', '.join(data.nonces)) or 'none'} (players who gave one find it here)",
        "  deal     from secret, match and nonces, dealt again: the same state",
    ]
    if data.luck:  # it proves that the rules were kept, and nothing about who chose the luck
        fair = ["  luck     stands in the file: a match of a study (taku lab), promised to nobody"]
    lines = [
        head,
        *fair,
        f"  entries  {match.step}: each was possible, its chance drawn again gave the same state",
        f"  rules    {_rules(data, match.game)}",
    ]
    if match.over:
        ranked = (f"{_name(names, seat)}: {rank}" for seat, rank in enumerate(match.scores()))
        lines.append(f"  ranks    {', '.join(ranked)}")
    else:
        lines.append("  ranks    none: the match is not over")
    print("\n".join([*lines, "Nothing is wrong with it."]))
    return OK


def _rules(data: MatchFile, game: Game) -> str:
    if data.same_rules(game):
        return f"content {data.content}: to the letter those it was played with"
    told = f"content {printable(data.content)}" if data.content else "a content it does not tell"
    return f"played with {told}, here is {game.content_hash}: the texts differ, and this match came out the same"


def _name(names: list[str], seat: int) -> str:
    return names[seat] if seat < len(names) and names[seat] else f"seat {seat + 1}"
