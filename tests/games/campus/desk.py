"""The vocabulary of the tests: set up a position in the game's own words, play it, look at it.

    desk = sit(4)
    desk.tokens(0, lr1=2, g1e=(6, 3)).credits(0, "dai").hand(0, "part_time_job", "attend_english")
    desk.main().do("play attend_english", "put 0 lr1")
    assert desk.on(0, "lr1") == (4, 0)

Cells, cards and subjects are their ids; the second cell of a pair is `g2f_jitsugi/2`. Seat 0 has the first turn. Coins
and the tops of decks are injected with `coins` and `top`. The rules run as they stand.
"""

from __future__ import annotations

from typing import Any

from taku.compile.speed import rules_of
from taku.engine.actions import Action
from taku.games.campus import game
from taku.games.campus.content import CELLS, CONTENT, FRONT_OF, TWIN, card_named, cell_named, subject_named
from taku.games.campus.rules import board, cards, run
from taku.games.campus.rules.agenda import pop, push
from taku.games.campus.state import CHIP, KIND, STAGE, TASK
from taku.kit.cards import add, take
from tests.games.position import Position, dealt

RULES = rules_of(game, "interpreted")
CARD = ["", *(c.id for c in CONTENT.cards)]
SUBJECT = [s.id for s in CONTENT.subjects]
CELL = [c.id + ("/2" if n else "") for c in CONTENT.cells for n in range(c.slots)]
DECK = ["", "science", "humanities"]
TABLES = {"card": CARD, "cell": CELL, "subject": SUBJECT, "deck": DECK, "colour": ["black", "red"]}
REAL_DRAW = cards.draw_random


def cell(name: str) -> int:
    """A cell by its id."""
    return cell_named(name.removesuffix("/2")) + name.endswith("/2")


def word(action: Action) -> str:
    """An action in words, "put 0 lr1": its name, and the ids of what it is about."""
    shown = []
    for a, value in zip(action.about.arguments, action[1:], strict=True):
        names = TABLES.get(a.table)
        shown.append(names[value] if names else str(value))
    return " ".join([action.name, *shown])


class Desk(Position):
    """A match at one moment."""

    rules = RULES

    def __init__(self, seats: int, options: dict[str, Any], monkeypatch: Any) -> None:
        super().__init__(dealt(RULES, seats, **options))
        self.flips: list[int] = []
        self.tops: list[int] = []
        self.patch = monkeypatch
        s = self.s
        while s.depth:
            pop(s)
        for seat in range(seats):
            self.hand(seat)
        s.start = s.active = 0
        push(s, TASK.turn, 0)

    # ---- setting up

    def hand(self, seat: int, *names: str) -> Desk:
        """A hand of these cards, from the first deck that has them; the old one goes back."""
        s = self.s
        while s.size[seat]:
            card = s.hand[seat, s.size[seat] - 1]
            back = cards.from_hand(s, seat, s.size[seat] - 1)
            add(s.deck[back - 1], card, 1)
        for name in names:
            self.give(seat, name)
        return self

    def give(self, seat: int, name: str, deck: int = -1) -> Desk:
        """One more card for a hand."""
        cards.to_hand(self.s, seat, card_named(name), 1 + self._from_deck(name, deck))
        return self

    def _from_deck(self, name: str, deck: int = -1) -> int:
        for k in (0, 1) if deck < 0 else (deck,):
            pile = self.s.deck[k]
            for i in range(pile.size):
                if pile.card[i] == card_named(name):
                    take(pile, i)
                    return k
        raise AssertionError(f"no {name} is left in the decks")

    def before(self, seat: int, *names: str) -> Desk:
        """Cards that lie before a player."""
        for name in names:
            cards.lay(self.s, seat, card_named(name), 1 + self._from_deck(name))
        return self

    def tokens(self, seat: int, **on: Any) -> Desk:
        """Tokens on cells: lr1=2 or g1e=(6, 3), black and red. A second cell is written g2f_jitsugi__2."""
        for name, n in on.items():
            black, red = n if isinstance(n, tuple) else (n, 0)
            board.change(self.s, seat, cell(name.replace("__2", "/2")), black, red)
        return self

    def credits(self, seat: int, *names: str, grade: str = "c") -> Desk:
        """Credits held, or other chips."""
        for name in names:
            board.set_chip(self.s, seat, cell(name), getattr(CHIP, grade))
        return self

    def coins(self, *sides: str) -> Desk:
        """The coins of the next `do`: heads or tails."""
        from taku.games.campus.rules import plays

        self.flips += [["heads", "tails"].index(side) for side in sides]
        self.patch.setattr(plays, "roll", lambda s, n: self.flips.pop(0))
        return self

    def top(self, *names: str) -> Desk:
        """The next cards that are drawn, whatever the deck."""
        self.tops += [card_named(name) for name in names]

        def draw(s: Any, pile: Any) -> int:
            if not self.tops:
                return int(REAL_DRAW(s, pile))
            card = self.tops.pop(0)
            found = next(i for i in range(pile.size) if pile.card[i] == card)
            return int(take(pile, found))

        self.patch.setattr(cards, "draw_random", draw)
        return self

    def at(self, **fields: int) -> Desk:
        """Set fields of the state: week=8, quarter=3."""
        for name, value in fields.items():
            setattr(self.s, name, value)
        return self

    # ---- playing

    def turn(self) -> Desk:
        """Go on until somebody is asked."""
        run(self.s)
        return self

    def main(self) -> Desk:
        """The turn of seat 0 begins, and its opening is over."""
        self.turn()
        while self.asked == "open":
            self.do("begin")
        return self

    def grading(self, *order: int) -> Desk:
        """The classes are over."""
        s = self.s
        while s.depth:
            pop(s)
        s.week = s.opt.weeks
        push(s, TASK.end_of_classes, s.start)
        return self.turn()

    @property
    def asked(self) -> str:
        return KIND[self.s.task[self.s.depth - 1, 0]] if self.s.stage != STAGE.over else "over"

    @property
    def seat(self) -> int:
        return RULES.acting(self.s)[0]

    def word(self, seat: int, action: Action) -> str:
        return word(action)

    def carry_out(self, seat: int, action: int) -> None:
        super().carry_out(seat, action)
        for law in game.keeps.values():
            assert law(self.s)

    def skip(self, kind: str) -> Desk:
        """Take the first choice until this kind of decision comes."""
        for _ in range(400):
            if self.asked in (kind, "over"):
                return self
            seat = self.seat
            RULES.act(self.s, seat, RULES.default(self.s, seat))
        raise AssertionError(f"no {kind} came")

    # ---- looking

    def on(self, seat: int, name: str) -> tuple[int, int]:
        """Black and red tokens of a cell."""
        return self.s.black[seat, cell(name)], self.s.red[seat, cell(name)]

    def chip(self, seat: int, name: str) -> str:
        return CHIP[self.s.chip[seat, cell(name)]]

    def holds(self, seat: int) -> list[str]:
        """The hand."""
        return [CARD[self.s.hand[seat, i]] for i in range(self.s.size[seat])]

    def lies(self, seat: int) -> list[str]:
        """What lies before a player."""
        return [CARD[self.s.front[seat, i]] for i in range(self.s.fronts[seat])]

    def pile(self, name: str) -> int:
        """How many copies lie on the piles."""
        return int(self.s.pile[0, card_named(name)] + self.s.pile[1, card_named(name)])


__all__ = ["CELLS", "FRONT_OF", "RULES", "TWIN", "Desk", "cell", "subject_named"]
