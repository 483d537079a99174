"""What a view costs: for every game with a page, milliseconds to render it and bytes on the wire for an update.

    python3 run.py bench views [--matches 3] [--games destroy,oneiron] [--json FILE]

Random matches at native speed; after every move each seat that sees a change, and the spectator, is rendered as the
server does it (`taku.server.live.view.show`), in both languages. Times are CPU time of one core. An update is what the
server sends to a page that has the view before: the changed pieces, the actions and their names as JSON, squeezed by
the connection's own deflate stream. Opening is the first view of a match, squeezed alone.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from taku.compile.speed import rules_of
from taku.engine import Game, found_games
from taku.engine.catalogue import LANGUAGES
from taku.engine.match import Match
from taku.server.deflate import SQUEEZES, Squeeze, squeeze
from taku.server.live import view
from taku.server.live.history import History
from taku.server.live.patch import changes
from taku.server.words import text_of

TARGET_MS, TARGET_UPDATE, TARGET_OPENING = 2.0, 10_000, 30_000
"""Issue 5: a view in 2 ms; shared/UI.md, budget: an update of 10 kB, a table of 30 kB on the wire."""


@dataclass(frozen=True)
class Row:
    """One game."""

    game: str
    views: int
    ms: float
    ms95: float
    html: int
    update: float
    update95: float
    opening: int

    @property
    def met(self) -> bool:
        return self.ms <= TARGET_MS and self.update95 <= TARGET_UPDATE and self.opening <= TARGET_OPENING


class Reader:
    """A page that follows a match: the view it has, and its end of the deflate stream."""

    def __init__(self, seat: int, language: str, squeeze: Squeeze) -> None:
        self.seat, self.language = seat, language
        self.step = -1
        self.old: list[str] = []
        self.stream = squeeze.stream()

    def squeezed(self, message: object) -> int:
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        return len(self.stream.compress(data)) + len(self.stream.flush(zlib.Z_SYNC_FLUSH)) - 4


def measure(game: Game, matches: int) -> Row:
    """Follow random matches with readers of both languages."""
    times: list[float] = []
    sizes: list[int] = []
    updates: list[int] = []
    openings: list[int] = []
    for number in range(matches):
        seats = game.seats[number % len(game.seats)]
        match = Match.create(game, seats, secret=number.to_bytes(32), id=f"views {number}", rules=rules_of)
        history, chance = History(match), random.Random(number)
        first = view.show(game, match.rules, history.past[-1].seen, -1, text_of(LANGUAGES[0])).html
        how = SQUEEZES[squeeze(seats, len(first))]
        readers = [Reader(seat, language, how) for seat in range(-1, seats) for language in LANGUAGES]
        while True:
            for reader in readers:
                past = history.past[reader.seat]
                if past.step == reader.step:
                    continue
                told = (past.lines, past.step)
                began = time.process_time()
                shown = view.show(game, match.rules, past.seen, reader.seat, text_of(reader.language), past=told)
                times.append(1000 * (time.process_time() - began))
                new = list(shown.pieces)
                sizes.append(len(shown.html.encode()))
                message = {
                    "patch": changes(reader.old, new),
                    "acts": shown.offered.acts,
                    "labels": shown.offered.labels,
                }
                (updates if reader.step >= 0 else openings).append(reader.squeezed(message))
                reader.step, reader.old = past.step, new
            acting = match.rules.acting(match.state)
            if not acting:
                break
            seat = chance.choice(acting)
            match.act(seat, chance.choice(match.legal(seat)))
            history.advance(match.entries[-1])
    mean, tenth = statistics.fmean, statistics.quantiles
    return Row(game.id, len(times), mean(times), tenth(times, n=20)[-1], round(mean(sizes)), mean(updates),
               tenth(updates, n=20)[-1], max(openings))  # fmt: skip


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--games", default="", help="comma-separated; default: all with a page")
    parser.add_argument("--json", type=Path, metavar="FILE")
    args = parser.parse_args()
    found = {name: make() for name, make in found_games().items()}
    wanted = args.games.split(",") if args.games else [name for name, game in found.items() if game.page]
    unknown = [name for name in wanted if name not in found]
    if unknown:
        parser.error(f"no game {unknown[0]!r}; there are {', '.join(found)}")
    rows = []
    print("| game | views | ms a view | 95 % | HTML | bytes an update | 95 % | opening |")
    print("|---|---|---|---|---|---|---|---|")
    for name in wanted:
        row = measure(found[name], args.matches)
        rows.append(row)
        print(
            f"| {row.game} | {row.views:,} | {row.ms:.2f} | {row.ms95:.2f} | {row.html / 1000:.1f} kB"
            f" | {row.update:.0f} | {row.update95:.0f} | {row.opening / 1000:.1f} kB |",
            flush=True,
        )
    print(f"| must reach | | ≤ {TARGET_MS} | | | | ≤ {TARGET_UPDATE:,} | ≤ {TARGET_OPENING // 1000} kB |")
    if args.json:
        args.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
