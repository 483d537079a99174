"""What a battle of Banners over the Plain is measured by: the balance targets of docs/games/warring.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from taku.games.warring.content import CONTENT
from taku.games.warring.content import NAMES as SHOWN
from taku.games.warring.rules.troops import total_strength
from taku.games.warring.state import DEPLOY, EVENT, SIDES, STAGE, TROOPS, State
from taku.lab.measures import Balance, Measure

if TYPE_CHECKING:
    from taku.lab.watch import Count

MEASURES = (
    Measure("south", "South wins (draws half)", 0.47, 0.53),
    Measure("first", "the side that goes first wins", 0.43, 0.55),
    Measure("draws", "draws", None, 0.01),
    Measure("decisions", "decisions a battle", 200, 420, share=False),
    Measure("rounds", "rounds a battle", 15, 24, share=False),
    Measure("short", "battles of fewer than 10 rounds", None, 0.10),
    Measure("long", "battles of more than 32 rounds", None, 0.10),
    Measure("limit", "battles that reach the limit", None, 0.05),
    Measure("contact", "round of the first strike", share=False),
    Measure("formation.*", "each formation: win rate against the others", 0.40, 0.62),
    Measure("pair.*", "pairings of formations: the first wins", 0.30, 0.70),
    Measure("damage.*", "share of all damage that each kind deals", None, 0.60),
    Measure("each.*", "damage that a troop of each kind deals", share=False),
    Measure("lost.*", "troops of each kind that fall"),
    Measure("felled.*", "battles decided by each kind's blow at the general"),
    Measure("interceptions", "interceptions a battle", 3, 10, share=False),
    Measure("flanks", "volleys that earn flank morale", 0.15, 0.40),
    Measure("flanking", "volleys with a strike from the flank"),
    Measure("broken", "armies broken a battle", 4, 10, share=False),
    Measure("rallies", "rallies a battle", 1, None, share=False),
    Measure("musters", "musters a battle", share=False),
    Measure("comeback", "who is behind when 30 % of all strength is lost still wins", 0.20, 0.40),
    Measure("first_blood", "who strikes first wins"),
)
TITLES = {
    "south": "南軍の勝率（引き分けは半分）",
    "first": "先手の勝率",
    "draws": "引き分け",
    "decisions": "1戦の選択回数",
    "rounds": "1戦のラウンド数",
    "short": "10ラウンド未満で終わる戦い",
    "long": "32ラウンドを超える戦い",
    "limit": "期限まで続く戦い",
    "contact": "最初の攻撃のラウンド",
    "formation.*": "各陣形の勝率",
    "pair.*": "陣形の組み合わせ：前者の勝率",
    "damage.*": "全ダメージのうち各兵種の割合",
    "each.*": "各兵種の1体が与えるダメージ",
    "lost.*": "各兵種が失われる割合",
    "felled.*": "将軍を倒した兵種の割合",
    "interceptions": "1戦の迎撃回数",
    "flanks": "側背からの攻撃で士気が上がる斉射",
    "flanking": "側背からの攻撃を含む斉射",
    "broken": "1戦で撃破される軍",
    "rallies": "1戦の収容回数",
    "musters": "1戦の編成回数",
    "comeback": "全兵力の3割が失われた時点で劣勢だった側の逆転",
    "first_blood": "先に攻撃した側の勝率",
}
"""In Japanese; in English each measure has its own."""

KINDS = [k.id for k in CONTENT.kinds]
_FORMATIONS = [f.id for f in CONTENT.formations]


def _names(language: str) -> dict[str, str]:
    shown = SHOWN[language]
    names, kinds = shown["formation"], shown["kind"]
    return {
        **{f"formation.{f}": names[i] for i, f in enumerate(_FORMATIONS)},
        **{f"pair.{f}.{g}": f"{names[i]} – {names[j]}" for i, f in enumerate(_FORMATIONS)
           for j, g in enumerate(_FORMATIONS)},
        **{f"{of}.{k}": kinds[1 + i] for of in ("damage", "each", "lost", "felled") for i, k in enumerate(KINDS)},
    }  # fmt: skip


NAMES = {language: _names(language) for language in SHOWN}
STRIKES = (EVENT.strike, EVENT.strike_flank, EVENT.strike_lone)
LATE = 0.3
"""The part of all strength whose loss makes it clear who is behind."""


def kind_of(code: int) -> int:
    """The kind of a troop, from 0, by the code that events call it."""
    return code // (SIDES * TROOPS)


class Watcher:
    """Counts one battle."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.formation = [0, 0]
        self.dealt = [0] * len(KINDS)
        self.last = -1
        self.striker = -1
        self.behind = -1
        self.flank = False
        self.full = 0
        self.had = [[0] * len(KINDS) for _ in range(SIDES)]

    def before(self, s: State, seat: int, action: int) -> None:
        if s.stage == STAGE.deploy and action in DEPLOY.preset:
            self.formation[seat] = DEPLOY.preset.formation(action)

    def after(self, s: State, seat: int, action: int) -> None:
        if not self.full and s.stage == STAGE.orders:
            self.full = sum(total_strength(s, side) for side in range(SIDES))
            for side in range(SIDES):
                for t in range(s.count[side]):
                    self.had[side][s.kind[side, t] - 1] += 1
        for _, number, *a in s.events():
            self.tell(s, number, a)
        if self.full and self.behind < 0:
            left = [total_strength(s, side) for side in range(SIDES)]
            if sum(left) <= (1 - LATE) * self.full and left[0] != left[1]:
                self.behind = left.index(min(left))

    def tell(self, s: State, event: int, a: Sequence[int]) -> None:
        """One event and its arguments."""
        if event in STRIKES:
            if self.striker < 0:
                self.striker = a[0] // TROOPS % SIDES
                self.count("contact", s.round)
            self.last = kind_of(a[0])
            self.dealt[self.last] += a[2]
            self.flank |= event == EVENT.strike_flank
        elif event == EVENT.acted:
            self.count("flanks", 0)
            self.count("flanking", self.flank)
            self.flank = False
        elif event == EVENT.morale_flank:
            self.count("flanks", 1, 0)
        elif event == EVENT.intercept:
            self.count("interceptions", 1, 0)
        elif event in (EVENT.army_broken, EVENT.army_broken_lone):
            self.count("broken", 1, 0)
        elif event == EVENT.rally:
            self.count("rallies", 1, 0)
        elif event == EVENT.muster:
            self.count("musters", 1, 0)
        elif event == EVENT.general_fallen:
            for i, kind in enumerate(KINDS):
                self.count(f"felled.{kind}", i == self.last)
        elif event == EVENT.fallen:
            self.count(f"lost.{KINDS[kind_of(a[0])]}", 1, 0)

    def end(self, s: State, rewards: Sequence[float]) -> None:
        count = self.count
        count("south", rewards[0])
        count("first", rewards[s.first])
        count("rounds", s.round)
        count("short", s.round < 10)
        count("long", s.round > 32)
        standing = all(any(s.kind[side, t] == len(KINDS) and s.cell[side, t] for t in range(TROOPS)) for side in (0, 1))
        count("limit", standing)
        for name in ("interceptions", "broken", "rallies", "musters"):
            count(name, 0)
        if self.behind >= 0:
            count("comeback", rewards[self.behind])
        if self.striker >= 0:
            count("first_blood", rewards[self.striker])
        for i, kind in enumerate(KINDS):
            count(f"damage.{kind}", self.dealt[i], sum(self.dealt))
            count(f"each.{kind}", self.dealt[i], self.had[0][i] + self.had[1][i])
            count(f"lost.{kind}", 0, self.had[0][i] + self.had[1][i])
        count(f"lost.{KINDS[-1]}", not standing, 0)
        mine, theirs = self.formation
        if mine != theirs:
            for side, f in enumerate(self.formation):
                count(f"formation.{_FORMATIONS[f]}", rewards[side])
            first = int(mine > theirs)
            low, high = sorted(self.formation)
            count(f"pair.{_FORMATIONS[low]}.{_FORMATIONS[high]}", rewards[first])


BALANCE = Balance(measures=MEASURES, titles={"ja": TITLES}, names=NAMES, watcher=Watcher)
