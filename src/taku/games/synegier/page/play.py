"""The link preview: what is aimed at shows the sentences it would form, and what each piece would have left."""

from __future__ import annotations

from itertools import pairwise

from taku.engine.words import Words
from taku.games.synegier.forecast import Forecast, Outcome
from taku.games.synegier.page.bands import chip, links, subjects
from taku.games.synegier.page.cards import hand_of, read, row_of
from taku.games.synegier.page.field import preview
from taku.games.synegier.page.view import cell_element, danger, element, my_soldier, place
from taku.games.synegier.state import BATTLE, MAIN, MOVE, SHOP, TARGET, State
from taku.page.html import Child, el


class Desk:
    """What the seat that is asked may look at before it decides."""

    def __init__(self, seen: State, seat: int, kind: str, words: Words) -> None:
        self.seen, self.seat, self.kind, self.words = seen, seat, kind, words
        self.forecast = Forecast(seen, seat)
        self.legal = self.forecast.rules.legal(seen, seat)
        self.marks: list[Child] = []
        """What is drawn on the field."""
        self.panels: list[Child] = []
        """What is written beside it."""
        self.playable: list[int] = []
        """The cards of the hand that can be played now."""
        self.row = row_of(seen)
        show = {"main": self._main, "move": self._move, "target": self._target, "battle": self._battle}.get(kind)
        if show:
            show()

    def _main(self) -> None:
        last = self.row[-1] if self.row else 0
        for card in dict.fromkeys(hand_of(self.seen, self.seat)):
            if MAIN.play(card) in self.legal:
                self.playable.append(card)
                made = self.forecast.play(card)
                self._mark(f"h-{card}", made)
                self._panel(f"h-{card}", read(card, self.words.language), self._sentences([(last, card)], made))
        for slot in range(SHOP):
            card = int(self.seen.shop[slot])
            if MAIN.buy_card(slot) in self.legal:
                self._panel(f"sale-{slot}", read(card, self.words.language), self._sentences([(last, card)], None))
        if len(self.row) > 1:
            made = self.forecast.end()
            key = "link"
            self._mark(key, made)
            pairs = list(pairwise(self.row))
            self._panel(key, self._sentences(pairs, made))

    def _move(self) -> None:
        """Each cell that the chosen card may move to, with what would be left then."""
        seen, card = self.seen, int(self.seen.chosen[self.seat])
        p = my_soldier(seen, self.seat)
        who = int(seen.who[p])
        keys = []
        made = None
        for action in self.legal:
            if action == MOVE.cancel:
                continue
            stays = action == MOVE.stay
            cell = int(seen.cell[p]) if stays else MOVE.move.cell(action)
            key = element(who) if stays else cell_element(cell)
            made = self.forecast.move(action)
            self._mark(key, made, ghost=None if stays else (who, cell))
            self._danger(key, p, cell)
            keys.append(key)
        if made is not None:
            last = self.row[-1] if self.row else 0
            self._panel(" ".join(keys), read(card, self.words.language), self._sentences([(last, card)], made))

    def _target(self) -> None:
        for action in self.legal:
            self._mark(element(TARGET.aim.who(action)), self.forecast.answer(action))

    def _battle(self) -> None:
        """Both damages stand at each foe that can be fought; who is aimed at shows what would be left."""
        seen = self.seen
        mine = int(seen.who[my_soldier(seen, self.seat)])
        for action in self.legal:
            if action == BATTLE.decline:
                continue
            who = BATTLE.battle.who(action)
            made = self.forecast.battle(action)
            key = element(who)
            self._mark(key, made)
            old = self.forecast.old
            deals, takes = old[who] - made.hp.get(who, old[who]), old[mine] - made.hp.get(mine, old[mine])
            p = next(q for q in range(len(seen.who)) if seen.who[q] == who and seen.on >> q & 1)
            x, y = place(int(seen.cell[p]))
            self.marks.append(el(
                "g", el("rect", x=-46, y=-15, width=92, height=30, rx=15, class_="odds-plate"),
                el("text", f"−{deals}", x=-22, y=8, text_anchor="middle", class_="deals"),
                el("text", f"−{takes}", x=22, y=8, text_anchor="middle", class_="takes"),
                transform=f"translate({x} {y - 48})", class_="odds",
            ))  # fmt: skip
            foe, n = self.words.name("figure", who), {"n": deals, "counter": takes}
            self._panel(key, el("p", self.words.say("page", "battle_odds", foe=foe, **n)))

    # ---- pieces of it

    def _mark(self, key: str, made: Outcome, ghost: tuple[int, int] | None = None) -> None:
        self.marks.append(preview(self.seen, key, made, ghost=ghost))

    def _danger(self, key: str, p: int, cell: int) -> None:
        """What the enemies would do to who stands there at the end of the round."""
        hurt = danger(self.seen, p, cell)
        if hurt:
            x, y = place(cell)
            self.marks.append(el(
                "g", el("rect", x=-30, y=-14, width=60, height=28, rx=14, class_="hurt-plate"),
                el("text", f"−{hurt}", y=8, text_anchor="middle"), transform=f"translate({x} {y - 38})",
                class_="hurt", data_hint_for=key,
            ))  # fmt: skip

    def _sentences(self, pairs: list[tuple[int, int]], made: Outcome | None) -> Child:
        """The sentences of these neighbours."""
        words = self.words
        lines: list[Child] = [
            el("p", chip(one.color), el("span", one.text(words.language)), class_=f"sentence k-{one.color}")
            for left, right in pairs
            for one in links(left, right)
        ]
        if not lines:
            key = "no_link" if any(left for left, _ in pairs) else "first_card"
            lines = [el("p", words.text("page", key), class_="no-link")]
        if made is not None and made.dice:
            lines.append(el("p", words.text("page", "dice"), class_="note"))
        if made is not None and made.coins:
            lines.append(el("p", words.say("page", "purse", n=f"{made.coins:+d}"), class_="note"))
        return el("div", lines, class_="sentences")

    def _panel(self, key: str, *kids: Child) -> None:
        self.panels.append(el("div", kids, class_="link-preview", data_hint_for=key))


def colors_that_meet(seen: State) -> frozenset[str]:
    """The colours of the subjects that the last card of the row leaves open."""
    row = row_of(seen)
    return frozenset(color for color, _ in subjects(row[-1])) if row else frozenset()
