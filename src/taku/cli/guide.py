"""``taku guide``: the guided first game, played in many ways to see that it always comes to its end."""

from __future__ import annotations

from typing import Any

from taku.cli.parser import BAD, OK, Fault, Parser, whole
from taku.cli.request import game_named


def arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="which game (taku games lists them)")
    parser.add_argument("--times", type=whole(1, 100_000), default=200, metavar="N", help="default: %(default)s")
    parser.add_argument("--bot", metavar="NAME", help="who plays the other seats; default: as in the guided game")
    parser.add_argument("--seed", type=whole(0, 2**31 - 1), default=0, metavar="N", help="other players; default: 0")


def run(args: Any) -> int:
    from taku.bots import Budget, find_bot
    from taku.bots.table import asked_view
    from taku.check.guides import WAYS, try_guide
    from taku.engine.match import Match
    from taku.page.guide import guide_of
    from taku.server.deals import own

    game = game_named(args.game)
    guide = guide_of(game)
    if guide is None:
        raise Fault(f"{game.id} has no guided first game")
    bot = find_bot(game, args.bot or guide.level)

    def other(match: Match, seat: int, seed: int) -> int:
        return bot(asked_view(match, seat), seat, match.legal(seat), Budget(seed))

    report = try_guide(game, args.times, other, own(guide.seed), seed=args.seed)
    print(f"{game.id}: {report.games} guided games, {', '.join(way.name for way in WAYS)} in turn; "
          f"{report.replies} other moves were answered")  # fmt: skip
    for one in guide.lessons:
        print(f"  {one.key:20} told {report.told[one.key]:4}   left out {report.left[one.key]:4}")
    for fault in report.faults:
        print(f"fault: {fault}")
    return BAD if report.faults else OK
