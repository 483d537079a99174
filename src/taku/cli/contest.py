"""What ``taku arena`` and ``taku ladder`` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taku.bots.net import ENDING
from taku.cli.compile import make_ready
from taku.cli.parser import Parser, whole
from taku.cli.request import game_arguments
from taku.cli.terminal import Progress

if TYPE_CHECKING:
    from taku.bots.arena import Standing
    from taku.engine.game import Game


def contest_arguments(parser: Parser, games: int) -> None:
    game_arguments(parser)
    parser.add_argument("--games", type=whole(2), default=games, metavar="N", help=f"at most; default: {games:,}")
    parser.add_argument(
        "--seed", type=whole(0, 2**62), default=1, metavar="N", help="the same seed gives the same result"
    )
    parser.add_argument("--workers", type=whole(1, 1024), metavar="N", help="default: one for each core")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def compile_for_bots(game: Game, names: list[str], workers: int | None) -> None:
    """Compile what the bots need, visibly; a name that no bot has is told before that."""
    from taku.bots.players import SearchBot, find_bot, scripted
    from taku.bots.search import search_build
    from taku.cli.players import make_bot_ready
    from taku.compile.speed import native_build

    bots = [find_bot(game, name) for name in names]
    for bot in bots:
        make_bot_ready(game, bot)
    searching = [isinstance(bot, SearchBot) or name in scripted(game) for bot, name in zip(bots, names, strict=True)]
    if workers == 1 and not any(searching):
        return
    make_ready(game, native_build(game), "tables")
    make_ready(game, search_build(game), "bots")


def split_bots(text: str) -> list[str]:
    """Names between commas; ``search:500,uct=1.4`` and ``mine.player,simulations=500`` are one name with settings."""
    found: list[str] = []
    for part in text.split(","):
        if found and "=" in part and (found[-1].startswith("search") or ENDING in found[-1]):
            found[-1] += f",{part}"
        else:
            found.append(part.strip())
    return found


class Watch(Progress):
    """A progress bar that also says how a contest stands."""

    def standing(self, now: Standing) -> None:
        score = now.score
        self.what = " – ".join(now.bots)
        self.note = f"{100 * score.mean:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f})"
        self(now.games, now.limit)


def result_rows(standing: Any) -> list[list[str]]:
    """Each bot's score and thinking time."""
    rows = [["bot", "score", "ms a decision"]]
    for bot, score, ms in zip(standing.bots, standing.scores, standing.milliseconds, strict=True):
        rows.append([bot, f"{100 * score:.1f} %", f"{ms:.2f}"])
    return rows
