"""How many taps a turn of The Liberal Arts Education takes, followed on its pages over matches of its diligent bot.

    python3 run.py bench pace [--matches 4] [--seed 1] [--mouse] [--tables 4]

At every decision of a turn the page is drawn, and the bot's click is looked up there: its gesture, with one tap more
where the page only looks at the first tap of a finger (`src/taku/client/clicks.js`), or a button that does it
(`data-taps`), alone or together with the clicks that follow. A button that stands in what a card shows when it is
looked at takes a tap on that card first. Counted is the least number of taps by which the page can do what the bot did;
with the button for several draws or several cards in any order, since what comes of it is the same. What has one choice
is done by the server and is none.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from taku.bots import Budget, find_bot  # noqa: E402
from taku.bots.table import asked_view  # noqa: E402
from taku.compile.speed import rules_of  # noqa: E402
from taku.engine.game import find_game  # noqa: E402
from taku.engine.match import Match  # noqa: E402
from taku.engine.words import Words  # noqa: E402
from taku.games.campus.state import STAGE  # noqa: E402
from taku.page.contract import is_button, page_of  # noqa: E402

TABLES: tuple[tuple[str, int], ...] = (("taster", 2), ("taster", 4), ("short", 4), ("full", 4))
OWN = "*"
"""In data-taps: here the player taps something themselves."""


@dataclass(frozen=True)
class Bundle:
    """A button that taps several things in turn."""

    taps: tuple[str, ...]
    shown_by: str
    """The id that must be looked at before it can be seen; empty: it always is."""


class Reader(HTMLParser):
    """What a page has for the pace: buttons, what is meant at once, and what stands for several taps."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.buttons: set[str] = set()
        self.now: set[str] = set()
        self.bundles: list[Bundle] = []
        self._open: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag not in ("path", "circle", "rect", "use", "line", "input", "br", "img"):
            self._open.append((tag, has.get("data-hint-for") or ""))
        if tag == "button":
            self.buttons.add(has.get("id") or "")
        if "data-now" in has:
            self.now.add(has.get("id") or "")
        if taps := has.get("data-taps"):
            by = next((hint for _, hint in reversed(self._open) if hint), "")
            self.bundles.append(Bundle(tuple(taps.split()), by))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass


@dataclass
class Click:
    """A decision of a turn: what is tapped for the bot's action, and what the page offers there."""

    name: str
    gesture: tuple[str, ...]
    page: Reader = field(repr=False)
    forced: bool = False
    """There is one choice, which the server makes."""

    @property
    def way(self) -> tuple[str, ...]:
        """What is tapped in turn; an action without an element is a button beside the status line."""
        return self.gesture or (f"@{self.name}",)

    def taps(self, mouse: bool) -> int:
        """The taps for this action alone, as clicks.js has it."""
        if self.forced or not self.gesture or is_button(self.gesture):
            return 0 if self.forced else 1
        last, alone = self.gesture[-1], len(self.gesture) == 1
        finger = not mouse and last not in self.page.buttons
        return len(self.gesture) + (finger or (alone and last not in self.page.now))


def turns(match: Match, bot: Any, seed: int) -> Iterator[list[Click]]:
    """The clicks of each whole turn of the seat whose turn it is, those that are forced among them."""
    page, words = page_of(match.game), Words(match.game, "en")
    assert page
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
        legal = match.legal(seat)
        action = bot(asked_view(match, seat), seat, legal, Budget(seed))
        if s.stage == STAGE.classes and seat == s.active:
            named, seen = match.rules.asked(s, seat).read(action), match.view(seat)
            drawn = Reader(str(page.table(seen, seat, words)))
            made.append(Click(named.name, tuple(page.gesture(seen, seat, named)), drawn, len(legal) == 1))
        match.act(seat, action)


def taps(turn: list[Click], mouse: bool = False) -> int:
    """The fewest taps for a turn on its pages."""
    rest = [0] * (len(turn) + 1)
    for i in reversed(range(len(turn))):
        rest[i] = turn[i].taps(mouse) + rest[i + 1]
        for bundle in turn[i].page.bundles:
            end, own = follows(turn, i, bundle.taps, mouse)
            if end:
                rest[i] = min(rest[i], 1 + bool(bundle.shown_by) + own + rest[end])
    return rest[0]


def follows(turn: list[Click], i: int, ids: tuple[str, ...], mouse: bool = False) -> tuple[int, int]:
    """Where a turn is after these taps, and how many of them the player makes; (0, 0) if it does not go like that.

    Neighbours of one name may come in any order: who draws three cards from two decks gets the same ones.
    """
    k = own = 0
    runs: list[tuple[str, list[str], list[str]]] = []
    while k < len(ids):
        if i == len(turn):
            return 0, 0
        click, i = turn[i], i + 1
        if ids[k] == OWN:
            own, k = own + click.taps(mouse), k + 1
            runs.append(("", [], []))
            continue
        if not runs or runs[-1][0] != click.name:
            runs.append((click.name, [], []))
        runs[-1][1].extend(click.way)
        runs[-1][2].extend(ids[k : k + len(click.way)])
        k += len(click.way)
    return (i, own) if all(sorted(made) == sorted(meant) for _, made, meant in runs) else (0, 0)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--matches", type=int, default=4)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--mouse", action="store_true", help="clicks of a mouse, which looks by hovering")
    asked.add_argument("--tables", type=int, default=len(TABLES), help="so many of the tables")
    given = asked.parse_args()
    game = find_game("campus")
    bot = find_bot(game, "diligent")
    for length, seats in TABLES[: given.tables]:
        counts: list[int] = []
        decisions: list[int] = []
        for n in range(given.matches):
            secret = bytes([given.seed, n] * 16)
            match = Match.create(game, seats, {"length": length}, secret=secret, id="pace", rules=rules_of)
            for turn in turns(match, bot, given.seed):
                counts.append(taps(turn, given.mouse))
                decisions.append(sum(not click.forced for click in turn))
        tenth = statistics.quantiles(counts, n=10)
        print(f"{length}, {seats} seats: {statistics.mean(counts):.1f} taps a turn (half of them at most "
              f"{statistics.median(counts):g}, nine of ten at most {tenth[-1]:g}) for {statistics.mean(decisions):.1f} "
              f"decisions; {len(counts)} turns", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
