"""What a match of Destroy Them All!!! is measured by: the rulebook's balance targets (section 13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from taku.games.destroy.content import CONTENT
from taku.games.destroy.content import NAMES as SHOWN
from taku.games.destroy.rules.finish import standing
from taku.games.destroy.state import ACT, CARDS, DRAW, ENDED, EVENT, PLACES, SEATS, STAGE, State
from taku.lab.measures import Balance, Measure

if TYPE_CHECKING:
    from taku.lab.watch import Count

MEASURES = (
    Measure("first_seat", "seat 0 wins (draws half)", 0.48, 0.52),
    Measure("draws", "draws", None, 0.03),
    Measure("rounds", "rounds a match", 6, 8, share=False),
    Measure("rounds_3_12", "matches of 3 to 12 rounds", 0.85, None),
    Measure("phases", "action phases a match", 28, 40, share=False),
    Measure("decisions", "decisions a match", 120, 200, share=False),
    Measure("limit", "matches that reach the round limit", None, 0.05),
    Measure("ties", "phases that tie", 0.12, 0.25),
    Measure("card.*", "each action card: share of choices", 0.04, 0.20),
    Measure("pass", "passes: share of choices", None, 0.08),
    Measure("act.*", "moves, attacks and skills: share of actions", 0.20, None),
    Measure("declined", "cards declined: share of cards used"),
    Measure("comeback", "the winner was behind in face-up characters", 0.25, 0.45),
    Measure("first_down", "who scores the first down wins", 0.60, 0.75),
    Measure("field.*", "each character on the field: win rate", 0.44, 0.56),
    Measure("sub.*", "each sub: win rate", 0.42, 0.58),
    Measure("skill.*", "each plain skill: uses a match with its character on the field", 0.15, None, share=False),
    Measure("excluded", "exclusions a match", 1, 3, share=False),
    Measure("picked.*", "each character: share of teams that have it on the field"),
    Measure("picked_sub.*", "each character: share of teams that have it as sub"),
)
TITLES = {
    "first_seat": "先の席の勝率（引き分けは半分）",
    "draws": "引き分け",
    "rounds": "1試合のラウンド数",
    "rounds_3_12": "3〜12ラウンドで終わる試合",
    "phases": "1試合の行動フェイズ数",
    "decisions": "1試合の選択回数",
    "limit": "最大ラウンドまで続く試合",
    "ties": "値が同じになるフェイズ",
    "card.*": "各行動カードが選ばれる割合",
    "pass": "パスが選ばれる割合",
    "act.*": "移動・攻撃・技能の内訳",
    "declined": "行動させずに使ったカード",
    "comeback": "表向きのキャラ数で一度は負けていた側の逆転",
    "first_down": "先に相手をダウンさせた側の勝率",
    "field.*": "各キャラがフィールドにいる側の勝率",
    "sub.*": "各キャラがサブにいる側の勝率",
    "skill.*": "各技能の1試合の使用回数（持ち主がフィールドに出た試合）",
    "excluded": "1試合の除外数",
    "picked.*": "各キャラがフィールドに選ばれる割合",
    "picked_sub.*": "各キャラがサブに選ばれる割合",
}
"""In Japanese; in English each measure has its own."""

_IDS = [c.id for c in CONTENT.characters]
_SKILLS = {(who, j): s.id for who, c in enumerate(CONTENT.characters, 1) for j, s in enumerate(c.skills) if s.steps}
_SKILL_OF = {2 * who - 1 + j: key for (who, j), key in _SKILLS.items()}
_CARDS = [c.id for c in CONTENT.cards]


def _names(language: str) -> dict[str, str]:
    shown = SHOWN[language]
    return {
        **{f"{family}.{c}": shown["character"][1 + i] for i, c in enumerate(_IDS)
           for family in ("field", "sub", "picked", "picked_sub")},
        **{f"card.{c}": shown["card"][i] for i, c in enumerate(_CARDS)},
        **{f"skill.{key}": f"{shown['skill'][number]} ({shown['character'][(number + 1) // 2]})"
           for number, key in _SKILL_OF.items()},
    }  # fmt: skip


NAMES = {language: _names(language) for language in SHOWN}
LIMITS = (ENDED.limit_faceup, ENDED.limit_field, ENDED.limit_damage, ENDED.limit_draw)


class Watcher:
    """Counts one match."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.team: list[list[int]] = []
        self.entered: list[set[int]] = [set(), set()]
        self.used: dict[tuple[int, int], int] = {}
        self.behind = [False, False]
        self.scorer = -1
        self.ended = -1

    def before(self, s: State, seat: int, action: int) -> None:
        if s.stage != STAGE.act or s.intent[seat] or s.doing:
            return
        done = ACT.read(action).name
        self.count("declined", done == "decline")
        if done != "decline":
            for name in ("move", "attack", "skill"):
                self.count(f"act.{name}", name == done)

    def after(self, s: State, seat: int, action: int) -> None:
        if not self.team and s.round:
            self.team = [[s.who[PLACES * q + p] for p in range(PLACES)] for q in range(SEATS)]
            self.entered = [set(team[:-1]) for team in self.team]
        for _, number, *a in s.events():
            self.tell(number, a)
        if s.round:
            lead = standing(s, 0) - standing(s, 1)
            self.behind = [self.behind[0] or lead < 0, self.behind[1] or lead > 0]

    def tell(self, event: int, a: Sequence[int]) -> None:
        """One event and its arguments."""
        if event == EVENT.reveal:
            self.count("phases", 1, 0)
            self.count("ties", 0)
            for card in (a[1], a[3]):
                self.count("pass", card == CARDS)
                for k, name in enumerate(_CARDS):
                    self.count(f"card.{name}", card == k)
        elif event in (EVENT.tie, EVENT.tie_won):
            self.count("ties", 1, 0)
        elif event == EVENT.skill_used:
            key = a[0], a[2]
            self.used[key] = self.used.get(key, 0) + 1
        elif event == EVENT.sub_exchanged:
            self.entered[a[0]].add(a[2])
        elif event in (EVENT.downed, EVENT.excluded):
            if self.scorer < 0:
                self.scorer = 1 - a[0]
            if event == EVENT.excluded:
                self.count("excluded", 1, 0)
        elif event in (EVENT.won, EVENT.drawn):
            self.ended = a[1] if event == EVENT.won else a[0]

    def end(self, s: State, rewards: Sequence[float]) -> None:
        count = self.count
        count("first_seat", rewards[0])
        count("rounds", s.round)
        count("rounds_3_12", 3 <= s.round <= 12)
        count("limit", self.ended in LIMITS)
        count("phases", 0)
        count("excluded", 0)
        if s.winner != DRAW:
            count("comeback", self.behind[s.winner - 1])
        if self.scorer >= 0:
            count("first_down", rewards[self.scorer])
        for seat, team in enumerate(self.team):
            for place, who in enumerate(team):
                count(f"{'sub' if place == PLACES - 1 else 'field'}.{_IDS[who - 1]}", rewards[seat])
            for i, name in enumerate(_IDS, 1):
                count(f"picked.{name}", i in team[:-1])
                count(f"picked_sub.{name}", i == team[-1])
            for number, name in _SKILL_OF.items():
                if (number + 1) // 2 in self.entered[seat]:
                    count(f"skill.{name}", self.used.get((seat, number), 0))


BALANCE = Balance(measures=MEASURES, titles={"ja": TITLES}, names=NAMES, watcher=Watcher)
