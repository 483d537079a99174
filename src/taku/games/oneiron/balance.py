"""What a match of Dream Duels is measured by: the rulebook's balance targets.

The mean number of rounds depends on the number of players; what it should be stands in docs/games/oneiron.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from taku.games.oneiron.content import CARD_TYPES, CONTENT, JOKER, NUMBERS, STRENGTH
from taku.games.oneiron.rules import kind
from taku.games.oneiron.rules.teams import lives_of, living_members, team_cards
from taku.games.oneiron.state import ENCOUNTERS, ENDED, EVENT, KIND, REVIVE, STEP, TEAMS, State
from taku.lab.measures import Balance, Measure

if TYPE_CHECKING:
    from taku.lab.watch import Count

MEASURES = (
    Measure("rounds", "rounds a match", share=False),
    Measure("clicks", "decisions a player", share=False),
    Measure("limit", "matches that reach the last round", None, 0.001),
    Measure("first_round", "teams out in the first round", None, 0.12),
    Measure("team.*", "each pair: wins, as a multiple of a pair's mean", 0.9, 1.1, share=False),
    Measure("solo", "the solo team: wins, as a multiple of its fair share", 0.9, 1.7, share=False),
    Measure("attacker", "first attackers: share of decided encounters with equal lives and cards", 0.47, 0.53),
    Measure("decided", "encounters in which one side loses more lives"),
    Measure("points.0", "won duels worth 0", 0.05, 0.15),
    Measure("points.1", "won duels worth 1", 0.50, 0.65),
    Measure("points.2", "won duels worth 2", 0.20, 0.30),
    Measure("points.3", "won duels worth 3", 0.04, 0.10),
    Measure("drawn", "duels that are drawn"),
    Measure("blank", "fighters without a card: share of cards due"),
    Measure("revival.salvage", "tokens used to salvage", 0.15, 0.55),
    Measure("revival.life", "tokens used for a life", 0.15, 0.55),
    Measure("revival.cards", "tokens used for cards", 0.15, 0.55),
    Measure("revival.decline", "tokens declined"),
    Measure("danger", "lives lost to forbidden areas and outside: share of all lives lost"),
    Measure("last_life", "the winner was down to one life", 0.25, 0.50),
    Measure("fallen", "the winning pair had a fallen member", 0.45, 0.75),
    Measure("leader", "who leads at half time wins (6 teams or more)", 0.50, 0.75),
    Measure("nobody", "nobody is left at the end", None, 0.05),
    Measure("shared", "the victory is shared", None, 0.005),
    Measure("dry", "matches in which the pile is exhausted", None, 0.0),
    Measure("free", "fewest free cards (pile and graveyard)", share=False),
    Measure("reshuffles", "reshuffles a match", share=False),
    Measure("joker.*", "each use of a joker: share of the jokers played"),
    Measure("joker_chance", "jokers presented: share of the exchanges in which one is held"),
    Measure("joker_won", "duels of a joker that it wins"),
    Measure("present.*", "each number: presented when held", 0.03, None),
    Measure("move.*", "each number: played for movement when held", 0.03, None),
)
TITLES = {
    "rounds": "1試合のラウンド数",
    "clicks": "1人あたりの選択回数",
    "limit": "最後のラウンドまで続く試合",
    "first_round": "第1ラウンドで脱落するチーム",
    "team.*": "各ペアの勝利（ペアの平均に対する倍率）",
    "solo": "ソロチームの勝利（公平な取り分に対する倍率）",
    "attacker": "ライフもカードも同数のエンカウントで先攻が勝つ割合",
    "decided": "一方がより多くライフを失うエンカウント",
    "points.0": "勝っても0点の勝負",
    "points.1": "1点で勝つ勝負",
    "points.2": "2点で勝つ勝負",
    "points.3": "3点で勝つ勝負",
    "drawn": "あいこの勝負",
    "blank": "出すカードがない割合",
    "revival.salvage": "トークンを相棒の復帰に使う割合",
    "revival.life": "トークンをライフに使う割合",
    "revival.cards": "トークンをカードに換える割合",
    "revival.decline": "トークンを取らない割合",
    "danger": "失われたライフのうち、禁止エリアと場外による割合",
    "last_life": "勝者が一度は残りライフ1になった試合",
    "fallen": "勝ったペアの片方が脱落していた試合",
    "leader": "折り返しの時点の首位が勝つ割合（6チーム以上）",
    "nobody": "最後に誰も残らない試合",
    "shared": "勝利を分け合う試合",
    "dry": "山が尽きる試合",
    "free": "山と墓場のカードが最も少ないときの枚数",
    "reshuffles": "1試合の切り直しの回数",
    "joker.*": "ジョーカーの使い道の内訳",
    "joker_chance": "ジョーカーがあるときに勝負で出す割合",
    "joker_won": "ジョーカーが勝つ勝負",
    "present.*": "各番号を持っているときに勝負で出す割合",
    "move.*": "各番号を持っているときに移動に使う割合",
}
"""In Japanese; in English each measure has its own."""

_USES = {
    "en": {"present": "presented in a duel", "move": "played for movement", "land": "laid for landing"},
    "ja": {"present": "勝負で出す", "move": "移動に使う", "land": "着地に置く"},
}
NAMES = {
    language: {
        **{f"{family}.{n}": str(n) for family in ("present", "move") for n in range(1, NUMBERS + 1)},
        **{f"team.{i + 1}": t.name[language] for i, t in enumerate(CONTENT.teams)},
        **{f"joker.{use}": called for use, called in uses.items()},
    }
    for language, uses in _USES.items()
}
ENDS = {
    EVENT.game_ended: ENDED.last_team,
    EVENT.ended_together: ENDED.nobody_left,
    EVENT.ended_by_round: ENDED.round_limit,
}
USES = {
    EVENT.member_salvaged: "salvage",
    EVENT.life_charged: "life",
    EVENT.cards_charged: "cards",
    EVENT.token_declined: "decline",
}
JOKER_USES = {STEP.present: "present", STEP.move: "move", STEP.landing: "land"}
assert set(USES.values()) == set(REVIVE)


class Watcher:
    """Counts one match."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.round = 0
        self.first_out = 0
        self.dry = False
        self.ended = -1
        self.free = 10**6
        self.lost = [0] * TEAMS
        self.low = [False] * TEAMS
        self.fell = [False] * TEAMS
        self.team_of: list[int] = []
        self.leads: list[int] = []
        self.even = [False] * ENCOUNTERS
        self.clicks = 0

    def before(self, s: State, seat: int, action: int) -> None:
        self.clicks += 1
        match KIND.actions(kind(s, seat)).read(action):
            case ("present" | "move" | "land_left" | "land_right") as what, card:
                if what in ("present", "move"):
                    self.chance(s, seat, card)
                for step, use in JOKER_USES.items() if card == JOKER else ():
                    self.count(f"joker.{use}", s.step == step)

    def chance(self, s: State, seat: int, card: int) -> None:
        """A card is chosen from those that could be: which numbers were held, and which one was it."""
        what = "present" if s.step == STEP.present else "move"
        whose = seat if s.step == STEP.present else s.member[s.team[seat], 0] - 1
        held = [c for c in range(1, CARD_TYPES + 1) if s.hand[whose].of[c]]
        for number in {STRENGTH[c] for c in held if c != JOKER}:
            self.count(f"{what}.{number}", STRENGTH[card] == number)
        if what == "present" and JOKER in held:
            self.count("joker_chance", card == JOKER)

    def after(self, s: State, seat: int, action: int) -> None:
        if not self.team_of:
            self.team_of = [s.team[q] for q in range(s.seats)]
        for _, number, *a in s.events():
            self.tell(s, number, a)
        self.free = min(self.free, s.pile.size + s.graveyard.size)
        for team in range(s.teams):
            if s.rank[team] == 0:
                self.low[team] |= lives_of(s, team, 0) + lives_of(s, team, 1) == 1
                self.fell[team] |= s.member[team, 1] > 0 and living_members(s, team) == 1
        if s.round > self.round:
            self.round = s.round
            self.begin_round(s)

    def begin_round(self, s: State) -> None:
        """Who leads now, and which encounters are even."""
        self.lost = [0] * TEAMS
        standing = [(lives_of(s, t, 0) + lives_of(s, t, 1), team_cards(s, t), -t) for t in range(s.teams)]
        self.leads.append(max(range(s.teams), key=lambda t: standing[t]))
        for e in range(ENCOUNTERS):
            if s.encounter[e, 0]:
                a, b = s.encounter[e, 0] - 1, s.encounter[e, 1] - 1
                fair = standing[a][0] == standing[b][0] and abs(standing[a][1] - standing[b][1]) <= 1
                self.even[e] = fair and living_members(s, a) == living_members(s, b)

    def tell(self, s: State, event: int, a: Sequence[int]) -> None:
        """One event and its arguments."""
        count = self.count
        if event in (EVENT.points_scored, EVENT.points_fixed):
            for n in range(4):
                count(f"points.{n}", a[2] == n)
        elif event == EVENT.duel_judged:
            count("drawn", 0)
            if JOKER in a[2:4]:
                count("joker_won", a[2] == JOKER)
        elif event == EVENT.duel_unopposed:
            count("drawn", 0)
            if a[2] == JOKER:
                count("joker_won", 1)
        elif event == EVENT.duel_blank:
            count("drawn", 1)
        elif event == EVENT.duel_drawn:
            count("drawn", 1)
            if JOKER in a[2:4]:
                count("joker_won", 0, 2)
        elif event in (EVENT.card_revealed, EVENT.blank_presented):
            count("blank", event == EVENT.blank_presented)
        elif event in (EVENT.lives_lost, EVENT.danger_paid):
            self.lost[self.team_of[a[0]]] += a[1]
            count("danger", 0, a[1])
        elif event == EVENT.hazard_hit:
            count("danger", 1, 0)
        elif event == EVENT.battle_ended:
            self.battle_over(s, a[0] - 1, a[1] - 1)
        elif event == EVENT.team_eliminated:
            self.first_out += self.round <= 1
        elif event in USES:
            for use in USES.values():
                count(f"revival.{use}", use == USES[event])
        elif event == EVENT.pile_reshuffled:
            count("reshuffles", 1, 0)
        elif event == EVENT.pile_exhausted:
            self.dry = True
        elif event in ENDS:
            self.ended = ENDS[event]

    def battle_over(self, s: State, first: int, second: int) -> None:
        """Who lost fewer lives has won the encounter."""
        lead = self.lost[second] - self.lost[first]
        self.count("decided", lead != 0)
        e = s.battle[first] - 1
        if lead and e >= 0 and self.even[e]:
            self.count("attacker", lead > 0)

    def end(self, s: State, rewards: Sequence[float]) -> None:
        count = self.count
        winners = [t for t in range(s.teams) if s.rank[t] == 1]
        count("rounds", s.round)
        count("clicks", self.clicks, s.seats)
        count("limit", self.ended == ENDED.round_limit)
        count("nobody", self.ended == ENDED.nobody_left)
        count("shared", len(winners) > 1)
        count("first_round", self.first_out, s.teams)
        count("dry", self.dry)
        count("free", self.free)
        count("reshuffles", 0)
        pairs = [t for t in range(s.teams) if s.member[t, 1]]
        for team in range(s.teams):
            won = (team in winners) / len(winners)
            if team in pairs:
                # Only matches that a pair won tell the pairs apart.
                count(f"team.{team + 1}", won * len(pairs), sum(t in pairs for t in winners) / len(winners))
            elif pairs:
                count("solo", won * s.teams)
        if len(winners) == 1:
            count("last_life", self.low[winners[0]])
            if winners[0] in pairs:
                count("fallen", self.fell[winners[0]])
        if s.teams >= 6 and len(self.leads) >= 2:
            count("leader", self.leads[len(self.leads) // 2] in winners)


BALANCE = Balance(measures=MEASURES, titles={"ja": TITLES}, names=NAMES, watcher=Watcher)
