"""What a match of Synegier is measured by: the rulebook's balance targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from taku.games.synegier.content import CONTENT, FIRST_BOSS
from taku.games.synegier.rules import kind
from taku.games.synegier.rules.pieces import first_of
from taku.games.synegier.state import CAUSE, ENDED, EVENT, KIND, State
from taku.games.synegier.tables import NAMES as SHOWN
from taku.lab.measures import Balance, Measure

if TYPE_CHECKING:
    from taku.lab.watch import Count

MEASURES = (
    Measure("place.*", "each place in turn order: its share of a fair share of wins", 0.9, 1.1, share=False),
    Measure("sweep_rounds", "rounds of the sweep", share=False),
    Measure("raid_rounds", "rounds of the raid", share=False),
    Measure("turns", "turns a match", 40, 50, share=False),
    Measure("per_turn", "decisions a turn", 9, 13, share=False),
    Measure("cause.kills", "raids by enemies downed"),
    Measure("cause.downs", "raids by soldiers' downs"),
    Measure("cause.rounds", "raids by the round limit", None, 0.02),
    Measure("beaten", "raids in which the boss is beaten", 0.85, None),
    Measure("out", "players out per raid", 0.2, 0.6, share=False),
    Measure("most_kills", "the player with most kills, or one of them, wins", 0.5, 0.7),
    Measure("cards", "cards played a turn", 3.5, 4, share=False),
    Measure("links", "links a turn", 1.2, 1.7, share=False),
    Measure("moved", "D moved a turn", 3, 4, share=False),
    Measure("boss.battle", "damage to the boss: Battle", 0.4, 0.6),
    Measure("boss.links", "damage to the boss: links", 0.15, 0.3),
    Measure("boss.cards", "damage to the boss: effects of cards", 0.15, 0.3),
    Measure("boss.poison", "damage to the boss: Poison", 0.03, 0.08),
    Measure("potions", "potions bought a match", 6, 9, share=False),
    Measure("bought", "cards bought a match", 4, 6, share=False),
    Measure("soldier.*", "each soldier: its share of a fair share of wins", 0.7, 1.4, share=False),
    Measure("deck.*", "decks with each card: share of a fair share of wins", 0.75, 1.3, share=False),
    Measure("refused.*", "each card: offers refused", None, 0.8),
)
TITLES = {
    "place.*": "各手番順の勝利（公平な取り分に対する倍率）",
    "sweep_rounds": "スイープのラウンド数",
    "raid_rounds": "レイドのラウンド数",
    "turns": "1試合のターン数",
    "per_turn": "1ターンの選択回数",
    "cause.kills": "エネミーの討伐で始まるレイド",
    "cause.downs": "ソルジャーのダウンで始まるレイド",
    "cause.rounds": "ラウンドの上限で始まるレイド",
    "beaten": "ボスを倒すレイド",
    "out": "1回のレイドで脱落する人数",
    "most_kills": "討伐数が最も多い人（同数を含む）が勝つ割合",
    "cards": "1ターンに使うカード",
    "links": "1ターンの連結数",
    "moved": "1ターンの移動距離",
    "boss.battle": "ボスへのダメージ：バトル",
    "boss.links": "ボスへのダメージ：連結",
    "boss.cards": "ボスへのダメージ：カードの効果",
    "boss.poison": "ボスへのダメージ：毒",
    "potions": "1試合に買うポーション",
    "bought": "1試合に買うカード",
    "soldier.*": "各ソルジャーの勝利（公平な取り分に対する倍率）",
    "deck.*": "各カードを入れたデッキの勝利（公平な取り分に対する倍率）",
    "refused.*": "各カードの提示が断られる割合",
}
"""In Japanese; in English each measure has its own."""

_SOLDIERS = ["", *(x.id for x in CONTENT.soldiers)]
_CARDS = ["", *(c.id for c in CONTENT.cards)]
NAMES = {
    language: {
        **{f"place.{n}": {"en": f"place {n}", "ja": f"{n}番目"}[language] for n in range(1, 5)},
        **{f"soldier.{x}": shown["figure"][i] for i, x in enumerate(_SOLDIERS) if i},
        **{f"{of}.{c}": shown["card"][i] for i, c in enumerate(_CARDS) if i for of in ("deck", "refused")},
    }
    for language, shown in SHOWN.items()
}
_SOURCE = {EVENT.card_played: "cards", EVENT.link: "links", EVENT.battle: "battle", EVENT.boss_move: "poison"}


class Watcher:
    """Counts one match."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.source = ""
        self.decisions = self.turns = self.sweep = 0
        self.cause = self.ended = -1
        self.decks: list[set[int]] = []
        self.total = {"cards": 0, "links": 0, "moved": 0, "potions": 0, "bought": 0}

    def before(self, s: State, seat: int, action: int) -> None:
        match KIND.actions(kind(s, seat)).read(action):
            case "pick", side:
                for i in range(2):
                    self.count(f"refused.{_CARDS[s.offer[seat, i]]}", i != side)

    def after(self, s: Any, seat: int, action: int) -> None:
        self.decisions += s.round > 0
        if s.round and not self.decks:
            piles = [(s.deck[q], s.hand[q]) for q in range(s.seats)]
            self.decks = [{pile.card[i] for pile in two for i in range(pile.size)} for two in piles]
        for _, number, *a in s.events():
            self.tell(s, number, a)

    def tell(self, s: State, event: int, a: Sequence[int]) -> None:
        """One event and its arguments."""
        total = self.total
        self.source = _SOURCE.get(event, self.source)
        if event == EVENT.damage and a[0] >= FIRST_BOSS:
            for what in ("battle", "links", "cards", "poison"):
                self.count(f"boss.{what}", a[1] if what == self.source else 0, a[1])
        elif event == EVENT.card_played:
            total["cards"] += 1
        elif event == EVENT.link:
            total["links"] += 1
        elif event == EVENT.moved:
            total["moved"] += abs(a[1] % 7 - a[2] % 7) + abs(a[1] // 7 - a[2] // 7)
        elif event == EVENT.turn_end:
            self.turns += 1
        elif event == EVENT.bought_potion:
            total["potions"] += 1
        elif event == EVENT.bought_card:
            total["bought"] += 1
        elif event == EVENT.raid_start:
            self.cause, self.sweep = a[0], self.turns
        elif event == EVENT.match_end:
            self.ended = a[0]

    def end(self, s: State, rewards: Sequence[float]) -> None:
        count, seats = self.count, s.seats
        won = [float(r == max(rewards)) for r in rewards]
        share = [seats * w / sum(won) for w in won]
        for seat in range(seats):
            count(f"place.{1 + (seat - s.first) % seats}", share[seat])
            for p in range(first_of(s, seat), first_of(s, seat) + s.opt.soldiers_per_player):
                count(f"soldier.{_SOLDIERS[s.who[p]]}", share[seat])
            for card in self.decks[seat]:
                count(f"deck.{_CARDS[card]}", share[seat])
        count("turns", self.turns)
        count("per_turn", self.decisions, self.turns)
        for what in ("cards", "links", "moved"):
            count(what, self.total[what], self.turns)
        for what in ("potions", "bought"):
            count(what, self.total[what])
        kills = [s.own_kills[seat] for seat in range(seats)]
        count("most_kills", any(won[q] and kills[q] == max(kills) for q in range(seats)))
        if s.raid:
            for i, cause in enumerate(CAUSE):
                count(f"cause.{cause}", i == self.cause)
            count("sweep_rounds", self.sweep / seats)
            count("raid_rounds", s.round)
            count("beaten", self.ended == ENDED.boss_beaten)
            count("out", sum((s.out >> q) & 1 for q in range(seats)))


BALANCE = Balance(measures=MEASURES, titles={"ja": TITLES}, names=NAMES, watcher=Watcher)
