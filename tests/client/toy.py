"""A toy table for the client's tests: cards move lanterns on a board, and other things wait for other gestures."""

from __future__ import annotations

import random
import time
from typing import Any

from taku.page import frames, parts, svg
from taku.page.html import Raw, el, join

N = 5
KINDS = [
    ("Flame", "炎", "flame", "red"),
    ("Drop", "雫", "drop", "blue"),
    ("Leaf", "葉", "leaf", "green"),
    ("Wind", "風", "wind", "teal"),
    ("Moon", "月", "moon", "violet"),
]
NAMES = ["Aki", "<b>Bo</b>", "千代", "Dana"]


class Toy:
    """One table: cards move lanterns on a board of five by five; deck, gems and a die are there for other gestures."""

    def __init__(self, seats: int = 2, solo: bool = False, lang: str = "en") -> None:
        self.seats, self.solo, self.lang = seats, solo, lang
        self.rng = random.Random(7)
        self.turn, self.step = 0, 0
        self.seq = [0] * seats
        self.score = [0] * seats
        self.next_card = 0
        self.hands = [[self.deal() for _ in range(5)] for _ in range(seats)]
        self.discard: list[tuple[str, int]] = []
        corner = [(0, 0), (4, 4), (0, 4), (4, 0)]
        self.pieces = {
            f"p{s}{i}": (s, abs(corner[s][0] - (i == 1)), abs(corner[s][1] - (i == 2)))
            for s in range(seats)
            for i in range(3)
        }
        self.gems, self.face = 3, 1
        self.events: list[dict[str, Any]] = []
        self.last: list[dict[str, Any]] = []
        self.history: list[dict[str, Any]] = []
        self.over = False
        self.remember()

    def deal(self) -> tuple[str, int]:
        self.next_card += 1
        return f"card{self.next_card}", self.rng.randrange(5)

    def ja(self, en: str, ja: str) -> str:
        return ja if self.lang == "ja" else en

    def kind(self, n: int) -> str:
        return self.ja(KINDS[n][0], KINDS[n][1])

    # ---- rules

    def actions(self, seat: int) -> list[tuple[tuple[str, ...], str]]:
        """Gestures and their words; the action's number is its place in this list."""
        if self.over or (seat != self.turn and not self.solo) or seat < 0:
            return []
        taken = {(r, c) for _, r, c in self.pieces.values()}
        out: list[tuple[tuple[str, ...], str]] = [((), self.ja("Pass", "パスする"))]
        for card, kind in self.hands[seat]:
            for pid, (owner, r, c) in self.pieces.items():
                if owner != seat:
                    continue
                for dr in (-1, 0, 1):
                    for dc in (-1, 0, 1):
                        to = (r + dr, c + dc)
                        if 0 <= to[0] < N and 0 <= to[1] < N and to not in taken:
                            name = f"{'abcde'[to[1]]}{to[0] + 1}"
                            words = self.ja(
                                f"{self.kind(kind)}: lantern to {name}", f"{self.kind(kind)}：灯りを {name} へ"
                            )
                            out.append(((card, pid, f"c-{to[0]}-{to[1]}"), words))
        out.append((("deck",), self.ja("Draw a card", "1枚引く")))
        out.append((("die",), self.ja("Roll the die", "賽を振る")))
        gems = [f"gem{i}" for i in range(self.gems)]
        out += [((g,), self.ja("Take one gem", "宝石を1つ取る")) for g in gems[:1]]
        if len(gems) > 1:
            out.append(((gems[0], gems[1]), self.ja("Take two gems", "宝石を2つ取る")))
        return out

    def act(self, seat: int, action: int) -> bool:
        actions = self.actions(seat)
        if not 0 <= action < len(actions):
            return False
        gesture, words = actions[action]
        event: dict[str, Any] = {"seat": seat, "icon": "dot", "clause": "T-1.1", "anim": []}
        if gesture == ("deck",):
            self.hands[seat].append(self.deal())
            event |= {"icon": "down", "sound": "card"}
        elif gesture == ("die",):
            self.face = self.rng.randrange(1, 7)
            event |= {"icon": "die", "anim": [{"do": "roll", "at": "die"}], "sound": "dice"}
        elif gesture and gesture[0].startswith("gem"):
            self.gems -= len(gesture)
            self.score[seat] += len(gesture)
            event |= {
                "icon": "diamond",
                "anim": [{"do": "fly", "from": "gems", "to": f"score-{seat}", "text": f"+{len(gesture)}"}],
            }
        elif gesture:
            card, pid, cell = gesture
            i = next(i for i, c in enumerate(self.hands[seat]) if c[0] == card)
            self.discard = [*self.discard, self.hands[seat].pop(i)][-3:]
            self.pieces[pid] = (seat, int(cell[2]), int(cell[4]))
            event |= {
                "icon": "right",
                "mark": [cell, pid],
                "anim": [{"do": "flash", "at": cell}, {"do": "pulse", "at": pid}],
            }
        self.seq[seat] += 1
        self.happen([{**event, "html": join(parts.name(seat), " · ", words)}])
        if not self.solo:
            self.turn = (self.turn + 1) % self.seats
        self.remember()
        return True

    def happen(self, events: list[dict[str, Any]]) -> None:
        self.step += 1
        self.last = []
        for ev in events:
            self.last.append(
                {"id": len(self.events) + 1, "step": self.step, **ev, "html": parts.named(ev["html"], NAMES)}
            )
            self.events.append(self.last[-1])

    def remember(self) -> None:
        self.history.append(
            {"step": self.step, "html": self.html(0), "status": f"Step {self.step}", "events": self.last}
        )

    # ---- the table

    def html(self, seat: int) -> str:
        t = self.ja
        panels = [
            parts.panel(
                s,
                [
                    (t("gems", "宝石"), self.score[s], f"score-{s}"),
                    (t("cards", "手札"), len(self.hands[s]), f"count-{s}"),
                ],
                you=t("you", "あなた") if s == seat else None,
                turn=s == self.turn,
                more=t("Plays with three lanterns.", "灯りを三つ持つ。"),
                ready=s == 2,
            )
            for s in range(self.seats)
        ]
        cells = svg.square_grid(
            N, N, class_=lambda r, c: "alt" if (r + c) % 2 else None, label=lambda r, c: f"{'abcde'[c]}{r + 1}"
        )
        pieces = [
            parts.piece(
                pid,
                *svg.square(r, c),
                seat=s,
                label=t(f"Lantern on {'abcde'[c]}{r + 1}", f"{'abcde'[c]}{r + 1} の灯り"),
            )
            for pid, (s, r, c) in self.pieces.items()
        ]
        deck = parts.card_back(
            "deck", label=t("Deck", "山札"), data_help=t("Forty cards.", "40枚の山札。"), data_clause="T-1.1"
        )
        gems = [
            parts.token("◆", tone="violet", id_=f"gem{i}", label=t(f"Gem {i + 1}", f"宝石{i + 1}"))
            for i in range(self.gems)
        ]
        gate = parts.token(
            "✕",
            id_="locked",
            label=t("Gate", "門"),
            data_why=t("The gate is closed until round 3.", "門は3ラウンドまで閉じている。"),
        )
        used = [self.card(c, k, small=True) for c, k in self.discard]
        table = frames.many_seats(
            "toy",
            players=[panel for s, panel in enumerate(panels) if s != seat],
            own=panels[seat] if seat >= 0 else None,
            hand=parts.hand(*[self.card(c, k, from_="deck") for c, k in self.hands[seat]]) if seat >= 0 else None,
            folds=[frames.fold("discard", t("Used", "使用済み"), used, count=len(used))],
            deeds=[
                deck,
                el("div", gems, class_="row", id="gems"),
                parts.die("die", self.face, label=t("Die", "賽"), data_now=True),
                gate,
            ],
            board=svg.board(N * 100, N * 100, cells, el("g", pieces), label=t("Board", "盤"), id_="board-svg"),
        )
        return parts.named(str(table), NAMES)

    def card(self, cid: str, kind: int, **more: Any) -> Raw:
        name = self.kind(kind)
        return parts.card(
            cid,
            title=name,
            value=kind + 1,
            suit=KINDS[kind][2],
            tone=KINDS[kind][3],
            label=self.ja(f"{name} card", f"{name}の札"),
            data_help=self.ja(f"{name} moves one step.", f"{name}は一歩進む。"),
            data_clause="T-1.1",
            **more,
        )

    def view(self, seat: int) -> dict[str, Any]:
        acts: dict[str, Any] = {}
        labels: dict[int, str] = {}
        buttons: list[dict[str, Any]] = []
        for n, (gesture, words) in enumerate(self.actions(seat)):
            labels[n] = words
            if not gesture:
                buttons.append({"action": n, "id": "@pass", "label": words, "kind": "quiet"})
                continue
            node = acts
            for name in gesture[:-1]:
                if isinstance(node.get(name), int):
                    node[name] = {"": node[name]}
                node = node.setdefault(name, {})
            node[gesture[-1]] = n
        yours = bool(acts)
        if yours:
            buttons.append(
                {"label": self.ja("Attack", "攻撃する"), "why": self.ja("Nobody is in reach.", "届く相手がいない。")}
            )
        words = (
            self.ja("Your turn: play a card or draw", "あなたの番：札を使うか、1枚引く")
            if yours
            else self.ja(f"{NAMES[self.turn]} is thinking", f"{NAMES[self.turn]} の番")
        )
        return {
            "t": "view",
            "seq": self.seq[seat] if seat >= 0 else 0,
            "step": self.step,
            "now": time.time() * 1000,
            "html": self.html(seat),
            "acts": acts,
            "labels": labels,
            "events": self.last,
            "status": {"text": words, "yours": yours, "over": self.over, "buttons": buttons},
            "clocks": [{"seat": s, "left": 42000, "full": 60000, "runs": s == self.turn} for s in range(self.seats)],
        }
