"""The vocabulary of the tests: set up a position in the game's own words, play it, look at it.

    t = stand({"brandt": (4, 4), "mirel": (7, 7)}, {"puddle_slime": (4, 6)}, hand=("c_turtle_stance", "c_lantern_toss"))
    t.puddle_slime.hp = 14
    t.play("c_turtle_stance").play("c_lantern_toss").do("end")
    assert t.puddle_slime.hp == 4

Soldiers stand in turn order, the first one's seat 0 has the turn, in step 1. Figures and cards are their ids, cells
(column, row) from 1. Dice are injected as they are thrown; the rules run as they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from taku.compile.speed import rules_of
from taku.engine.actions import Action
from taku.engine.match import told_by
from taku.games.synegier import game
from taku.games.synegier.content import CONTENT
from taku.games.synegier.rules import enemies, go_on, pieces, selectors, words
from taku.games.synegier.rules.raid import start_raid
from taku.games.synegier.rules.settlement import settle, use_core
from taku.games.synegier.rules.setup import enter_soldier
from taku.games.synegier.state import ASK, FIRST_FOE, STAGE
from taku.games.synegier.tables import FIELD
from taku.kit.cards import clear, push
from tests.games.position import KEY, Position, dealt

RULES = rules_of(game, "interpreted")
FIGURES = ["", *(f.id for f in CONTENT.figures)]
CARDS = ["", *(c.id for c in CONTENT.cards)]
ITEMS = ["", *(i.id for i in CONTENT.items)]
Cell = tuple[int, int]


def number(at: Cell) -> int:
    return (at[1] - 1) * 7 + at[0] - 1


def column_row(cell: int) -> Cell:
    return cell % 7 + 1, cell // 7 + 1


class Piece:
    """A figure, on the field or down."""

    def __init__(self, s: Any, p: int) -> None:
        self.__dict__.update(s=s, p=p)

    @property
    def at(self) -> Cell | None:
        return column_row(self.s.cell[self.p]) if (self.s.on >> self.p) & 1 else None

    @at.setter
    def at(self, cell: Cell) -> None:
        self.s.cell[self.p] = number(cell)

    @property
    def now(self) -> tuple[int, int]:
        """ATK and DEF as they count now."""
        return pieces.attack(self.s, self.p), pieces.defence(self.s, self.p)

    @property
    def poison(self) -> list[int]:
        return [self.s.poison[self.p, seat] for seat in range(self.s.seats)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.s, name)[self.p]

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "at":
            Piece.at.fset(self, value)  # type: ignore[attr-defined]
        else:
            getattr(self.s, name)[self.p] = value


class Table(Position):
    """A match at one moment."""

    rules = RULES

    def __init__(self, s: Any, monkeypatch: Any = None) -> None:
        super().__init__(s)
        self.monkeypatch = monkeypatch

    # ---- chance

    def dice(self, *faces: int) -> Table:
        """What the next dice show, those for stats and effects and those for lines, in the order they are thrown."""
        left = list(faces)

        def die(s: Any) -> int:
            assert left, "more dice are thrown than the test gives"
            return left.pop(0)

        def lane(s: Any) -> int:
            return die(s) - 1

        for module in (enemies, words):
            self.monkeypatch.setattr(module, "die", die)
        for module in (enemies, selectors):
            self.monkeypatch.setattr(module, "lane", lane)
        return self

    # ---- playing

    @property
    def seat(self) -> int:
        return self.s.turn

    def word(self, seat: int, action: Action) -> Any:
        """An action in words: "end", "c_watchfire", "battle mud_hog", (4, 4)."""
        match action:
            case (("play" | "keep"), card):
                return CARDS[card]
            case (("move" | "put" | "enter"), cell):
                return column_row(cell)
            case "buy_potion", item:
                return f"buy {ITEMS[item]}"
            case "buy_card", slot:
                return f"buy {slot}"
            case (("aim" | "lead" | "choose_soldier"), who):
                return FIGURES[who]
            case "battle", who:
                return f"battle {FIGURES[who]}"
            case "pick", side:
                return ("left", "right")[side]
            case other:
                return other.name

    def choices(self, seat: int | None = None) -> list[Any]:
        """What may be chosen, in the order it is offered."""
        return list(self.named(seat))

    def play(self, card: str, *then: Any, move: Any = "stay") -> Table:
        """A card, its movement, and what it asks."""
        return self.do(card, move, *then)

    def end_turn(self) -> Table:
        """Everything that is left of the turn by its defaults."""
        seat, nth, round_ = self.s.turn, self.s.nth, self.s.round
        self.__dict__["log"] = []
        while not self.over and (self.s.turn, self.s.nth, self.s.round) == (seat, nth, round_):
            RULES.act(self.s, seat, RULES.default(self.s, seat))
            self.log.extend(told_by(game, 0, self.s))
        return self

    def hand(self, *cards: str, seat: int = 0) -> Table:
        """The hand of a seat."""
        clear(self.s.hand[seat])
        for card in cards:
            push(self.s.hand[seat], CARDS.index(card))
        return self

    def pile(self, name: str, *cards: str, seat: int = 0) -> Table:
        """The deck or trash of a seat."""
        pile = getattr(self.s, name)[seat]
        clear(pile)
        for card in cards:
            push(pile, CARDS.index(card))
        return self

    def core(self, figure: str, trigger: int) -> Table:
        """Trigger the core abilities of a soldier."""
        use_core(self.s, getattr(self, figure).p, trigger)
        settle(self.s)
        return self

    def begin_raid(self, boss: str = "colossus", at: Cell = (4, 4)) -> Table:
        """The raid begins, with the boss on a cell and the seat that had the turn leading."""
        self.s.ask, self.s.nth = ASK.nothing, 0
        start_raid(self.s, 0, self.s.turn)
        self.s.who[FIRST_FOE] = FIGURES.index(boss)
        self.s.cell[FIRST_FOE] = number(at)
        self.s.ask = ASK.main
        return self

    def go_on(self) -> Table:
        """Until somebody must choose."""
        go_on(self.s)
        return self

    # ---- looking

    def __getattr__(self, name: str) -> Piece:
        for p in range(9):
            if self.s.who[p] == FIGURES.index(name):
                return Piece(self.s, p)
        raise AttributeError(name)

    def cards(self, pile: str, seat: int = 0) -> list[str]:
        found = getattr(self.s, pile)
        found = found if pile == "row" else found[seat]
        return [CARDS[found.card[i]] for i in range(found.size)]


def new(seats: int = 2, seed: int = 0, **options: object) -> Table:
    """A match from its beginning."""
    made = Table(dealt(RULES, seats, Random(seed).randbytes(16), **options))
    made.log += told_by(game, 0, made.s)
    return made


def stand(
    soldiers: Mapping[str, Cell],
    foes: Mapping[str, Cell] | None = None,
    hand: Iterable[str] = (),
    monkeypatch: Any = None,
    seats: int = 0,
    **options: object,
) -> Table:
    """Seat 0 in step 1 of its turn, with these soldiers and enemies on the field."""
    seats = seats or len(soldiers)
    s: Any = game.new(seats, game.read_options(options, seats))
    RULES.key(s, KEY)
    s.board = FIELD.six if s.opt.field_size == 6 else FIELD.uniform if s.opt.landing else FIELD.seven
    for p, (id_, at) in enumerate(soldiers.items()):
        enter_soldier(s, pieces.owner(s, p), p, FIGURES.index(id_))
        s.cell[p] = number(at)
    for seat in range(seats):
        s.active[seat] = pieces.first_of(s, seat)
        s.coins[seat] = s.opt.start_coins
    for i, (id_, at) in enumerate((foes or {}).items()):
        p = FIRST_FOE + i
        s.who[p], s.cell[p] = FIGURES.index(id_), number(at)
        s.hp[p] = s.max_hp[p] = 20
        s.atk[p], s.defence[p] = 12, 3
        s.on |= 1 << p
        s.spawned += 1
    s.round, s.mana, s.stage, s.ask = 1, s.opt.mana, STAGE.play, ASK.main
    s.events_left = (1 << 20) - 1
    for slot, card in enumerate(("c_drill_march", "r_second_wind", "le_world_tree")):
        s.shop[slot] = CARDS.index(card)
    return Table(s, monkeypatch).hand(*hand)
