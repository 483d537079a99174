"""What a match of The Liberal Arts Education is measured by: the balance targets of docs/games/campus.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from taku.games.campus.content import CARD_KIND as KIND_OF
from taku.games.campus.content import CONTENT, GROUPS, KIND_OF_CARD, NAMES, PART
from taku.games.campus.rules.finish import points_held, progress, weight_held
from taku.games.campus.state import CELLS, CHIP, ENDED, EVENT, State
from taku.lab.measures import Balance, Measure

if TYPE_CHECKING:
    from taku.lab.watch import Count

MEASURES = (
    Measure("quarters", "quarters a match", share=False),
    Measure("limit", "matches that reach the last quarter", None, 0.05),
    Measure("turn", "decisions a turn", 10, 18, share=False),
    Measure("humanities", "graduates by the humanities course", 0.30, 0.70),
    Measure("mark", "quarters of a player with the limit mark", 0.10, 0.35),
    Measure("certified", "quarters of a player with a certification", 0.30, 0.55),
    Measure("leader", "the leader at half time wins", 0.50, 0.80),
    Measure("several", "matches with several graduates", 0.10, 0.50),
    Measure("gpa", "final GPA of the winner", 2.0, 3.2, share=False),
    Measure("reported", "cheat cards that are reported"),
    Measure("passed.*", "each course: players who pass it", 0.02, None),
    Measure("played.*", "each card: plays for each copy drawn", share=True),
)
TITLES = {
    "quarters": "1試合のクォーター数",
    "limit": "最後のクォーターまで続く試合",
    "turn": "1手番の選択回数",
    "humanities": "文系コースで卒業する人の割合",
    "mark": "上限解放マークを持っているクォーターの割合",
    "certified": "認定を持っているクォーターの割合",
    "leader": "折り返しの時点の首位が勝つ割合",
    "several": "複数の人が卒業する試合",
    "gpa": "勝者の最終GPA",
    "reported": "不正カードがチクられる割合",
    "passed.*": "各科目の単位を取った人の割合",
    "played.*": "引いた1枚あたりの使用率",
}
"""In Japanese; in English each measure has its own."""

_CARDS = [c.id for c in CONTENT.cards]
_CELLS = [c.id + ("_2" if n else "") for c in CONTENT.cells for n in range(c.slots)]
CALLED = {
    language: {
        **{f"passed.{name}": shown["cell"][i] for i, name in enumerate(_CELLS)},
        **{f"played.{name}": shown["card"][i + 1] for i, name in enumerate(_CARDS)},
    }
    for language, shown in NAMES.items()
}


class Watcher:
    """Counts one match."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.turns = 0
        self.clicks = 0
        self.leaders: list[set[int]] = []
        self.certified: set[tuple[int, int]] = set()
        self.quarter = 1
        self.plays = [0] * len(_CARDS)
        self.drawn = [0] * len(_CARDS)
        self.cheats = 0
        self.reported = 0

    def before(self, s: State, seat: int, action: int) -> None:
        if not self.clicks:  # the first hands were dealt before anybody could be asked
            for q in range(s.seats):
                for i in range(s.size[q]):
                    self.drawn[s.hand[q, i] - 1] += 1
        self.clicks += 1

    def after(self, s: Any, seat: int, action: int) -> None:
        for _, number, *a in s.events():
            if number == EVENT.turn_started:
                self.turns += 1
            elif number == EVENT.card_played:
                self.play(a[1], 1)
            elif number == EVENT.taken_back:
                self.play(a[1], -1)
            elif number == EVENT.card_cancelled:
                self.reported += 1
            elif number == EVENT.drew:
                self.drawn[a[2] - 1] += 1
            elif number == EVENT.card_kept:  # found while turning cards over, and not drawn
                self.drawn[a[1] - 1] += 1
            elif number == EVENT.gpa:
                self.count("mark", s.mark[a[0]])
                self.count("certified", 0)
            elif number == EVENT.certified and (self.quarter, a[0]) not in self.certified:
                self.certified.add((self.quarter, a[0]))
                self.count("certified", 1, 0)
            elif number in (EVENT.quarter_started, EVENT.game_ended):
                self.quarter += number == EVENT.quarter_started
                got = [progress(s, q) for q in range(s.seats)]
                if number == EVENT.quarter_started:
                    self.leaders.append({q for q, n in enumerate(got) if n == max(got)})

    def play(self, card: int, times: int) -> None:
        self.plays[card - 1] += times
        if KIND_OF[card] == KIND_OF_CARD.cheat:
            self.cheats += times

    def end(self, s: Any, rewards: Sequence[float]) -> None:
        count = self.count
        count("quarters", s.quarter)
        count("reported", self.reported, self.cheats)
        count("limit", s.ended == ENDED.limit)
        count("turn", self.clicks, max(1, self.turns))
        best = max(rewards)
        winners = {q for q, r in enumerate(rewards) if r == best}
        graduates = [q for q in range(s.seats) if (s.graduates >> q) & 1]
        count("several", len(graduates) > 1)
        for q in graduates:
            count("humanities", s.earned[q, GROUPS + PART.language] > s.earned[q, GROUPS + PART.science])
        half = self.leaders[(len(self.leaders) - 1) // 2] if self.leaders else set()
        if len(half) == 1:
            count("leader", bool(half & winners))
        for q in winners:
            count("gpa", points_held(s, q) / max(1, weight_held(s, q)))
        for q in range(s.seats):
            for c in range(CELLS):
                count(f"passed.{_CELLS[c]}", s.chip[q, c] >= CHIP.c)
        for i, name in enumerate(_CARDS):
            count(f"played.{name}", self.plays[i], self.drawn[i])


BALANCE = Balance(measures=MEASURES, titles={"ja": TITLES}, names=CALLED, watcher=Watcher)
