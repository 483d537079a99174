"""How many taps a turn of The Liberal Arts Education takes, counted over matches of its diligent bot.

    python3 run.py bench pace [--matches 4] [--seed 1]

Counted is what a practised player taps by finger on the page: a card and the course below it are two taps, also with a
price (one more for each card that pays); any other card is two (look, play); what the page does at the first tap is
one; all that is left for the training is one; draws are one where the page proposes that split, and so is going home
with them. What has one choice is none.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from taku.bots import Budget, find_bot  # noqa: E402
from taku.bots.table import asked_view  # noqa: E402
from taku.compile.speed import rules_of  # noqa: E402
from taku.engine.game import find_game  # noqa: E402
from taku.engine.match import Match  # noqa: E402
from taku.games.campus.page.desk import EVEN  # noqa: E402
from taku.games.campus.page.view import ways_of  # noqa: E402
from taku.games.campus.state import STAGE  # noqa: E402

TABLES: tuple[tuple[str, int], ...] = (("taster", 2), ("taster", 4), ("short", 4), ("full", 4))
LOOKED = 1
"""A card of the hand is looked at by the first tap."""
TWICE = ("open", "main", "trade_mine", "grade_open")
"""Decisions in which a card of the hand is tapped twice; in all others it is meant at once."""
Click = tuple[str, Any, bool]


def turns(match: Match, bot: Any, seed: int) -> Iterator[list[Click]]:
    """The clicks of each whole turn of the seat whose turn it is: decision, action, whether it has a course."""
    made: list[Click] = []
    now = None
    while not match.over:
        s: Any = match.state
        acting = match.rules.acting(s)
        seat, key = acting[0], (s.quarter, s.week, s.active)
        if key != now and made:
            yield made
            made = []
        now = key
        kind, legal = match.rules.kind(s, seat), match.legal(seat)
        seen: Any = match.view(seat)
        action = bot(asked_view(match, seat), seat, legal, Budget(seed))
        named = match.rules.asked(s, seat).read(action)
        if s.stage == STAGE.classes and seat == s.active and len(legal) > 1:
            goes = named.name == "play" and bool(ways_of(seen, seat, named.arguments["card"]))
            made.append((kind, named, goes))
        match.act(seat, action)


def taps(turn: list[Click]) -> int:
    """What one taps for a turn."""
    total, i = 0, 0
    while i < len(turn):
        kind, action, goes = turn[i]
        i += 1
        if kind == "main" and action.name == "play" and goes:
            total += 2  # the card, and the course below it
            while i < len(turn) and turn[i][0] in ("cost", "cell") and turn[i][1].name != "none":
                total += turn[i][0] == "cost"
                i += 1
        elif action.name in ("draw", "end", "done") and kind in ("main", "close", "refill", "draw"):
            drawn, home = [], False
            i -= 1
            while i < len(turn) and turn[i][1].name in ("draw", "end", "done"):
                draws = turn[i][1].name == "draw"
                drawn += [turn[i][1].arguments["deck"]] if draws else []
                home |= not draws
                i += 1
            at_once = proposed(len(drawn), drawn.count(1))
            total += 1 if at_once else home + split(len(drawn), drawn.count(1))
        elif action.name == "train":
            begun = i - 1
            while i < len(turn) and turn[i][1].name == "train":
                i += 1
            run = i - begun
            rest = i < len(turn) and turn[i][1].name == "done"
            total += run if rest or run == 1 else 1  # all that is left goes with one tap
        elif action.name in ("feed", "cycle", "trade", "swap", "copy"):
            total += 2
        else:
            total += 1 + (LOOKED if kind in TWICE and "card" in action.arguments else 0)
    return total


def proposed(total: int, science: int) -> bool:
    """Whether the page has a button for so many of each deck (``desk.splits``)."""
    even = sorted(range(total + 1), key=lambda n: abs(2 * n - total))[:EVEN]
    return science in {*even, 0, total}


def split(total: int, science: int) -> int:
    """The taps for so many draws: some by themselves, then all the others at once."""
    alone = [(x, y) for x in range(science + 1) for y in range(total - science + 1)]
    return min(x + y + 1 for x, y in alone if proposed(total - x - y, science - x))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--matches", type=int, default=4)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    game = find_game("campus")
    bot = find_bot(game, "diligent")
    for length, seats in TABLES:
        counts: list[int] = []
        decisions: list[int] = []
        for n in range(given.matches):
            secret = bytes([given.seed, n] * 16)
            match = Match.create(game, seats, {"length": length}, secret=secret, id="pace", rules=rules_of)
            for turn in turns(match, bot, given.seed):
                counts.append(taps(turn))
                decisions.append(len(turn))
        tenth = statistics.quantiles(counts, n=10)
        print(f"{length}, {seats} seats: {statistics.mean(counts):.1f} taps a turn (half of them at most "
              f"{statistics.median(counts):g}, nine of ten at most {tenth[-1]:g}) for {statistics.mean(decisions):.1f} "
              f"decisions; {len(counts)} turns", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
