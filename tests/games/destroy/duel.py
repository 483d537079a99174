"""The vocabulary of the tests: set up a position in the game's own words, play it, look at it.

    duel = stand(mana=1, s0={"ironfist": 4}, s1={"madbeast": 8, "citadel": 7})
    duel.s1.madbeast.damage = 2
    duel.cards("attack_4", "attack_2")
    duel.dice(1, 3, 5, 6, 2, 4, 4, 6).do("attack ironfist", 8)
    assert duel.s1.madbeast.down

Seats are s0 and s1, characters, cards and skills their ids, cells numbers. Dice are injected as they are thrown; once
some are given, throwing more or fewer of them is an error. The rules run as they stand.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from taku.compile.speed import rules_of
from taku.engine.actions import Action
from taku.engine.match import told_by
from taku.games.destroy import content, game
from taku.games.destroy.content import CONTENT
from taku.games.destroy.rules import combat, values
from taku.games.destroy.rules.field import put, put_on_sub_place
from taku.games.destroy.rules.phase import begin_phase
from taku.games.destroy.state import (
    KIND,
    MARK,
    OUT,
    PLAY,
    STAGE,
    SUB_PLACE,
)
from tests.games.position import KEY, Position, dealt
from tests.kit.editing import edited_file

RULES = rules_of(game, "interpreted")
READERS = [
    sys.modules[__name__],
    *(m for name, m in sys.modules.items() if name.startswith("taku.games.destroy.rules")),
]
"""The modules in which tables of the content are looked up."""
CHARACTERS = [c.id for c in CONTENT.characters]
CARDS = [c.id for c in CONTENT.cards]
SKILLS = {s.id: (n, j) for n, c in enumerate(CONTENT.characters) for j, s in enumerate(c.skills)}
REAL_DIE = combat.die


def named(s: Any, seat: int, action: int) -> Action:
    """An action by its name, as pages get it."""
    return RULES.asked(s, seat).read(action)


class Figure:
    """A character in play."""

    def __init__(self, duel: Duel, c: int) -> None:
        self.__dict__.update(duel=duel, c=c)

    @property
    def cell(self) -> int:
        """0–9, or "sub", or "out"."""
        where: Any = self.duel.s.cell[self.c]
        return {SUB_PLACE: "sub", OUT: "out"}.get(where, where)

    @property
    def atk(self) -> int:
        return values.attack_power(self.duel.s, self.c, values.NO_TARGET)

    @property
    def defence(self) -> int:
        return values.defence(self.duel.s, self.c)

    def atk_against(self, other: Figure) -> int:
        return values.attack_power(self.duel.s, self.c, other.c)

    @property
    def numbers(self) -> str:
        """ATK/DEF as on the card now."""
        return f"{self.atk}/{self.defence}"

    @property
    def marks(self) -> set[str]:
        return {m for i, m in enumerate(MARK) if (self.duel.s.marks[self.c] >> i) & 1}

    def mark(self, *names: str) -> None:
        for name in names:
            self.duel.s.marks[self.c] |= 1 << getattr(MARK, name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.duel.s, name)[self.c]

    def __setattr__(self, name: str, value: int) -> None:
        getattr(self.duel.s, name)[self.c] = int(value)


class Side:
    """A seat: its characters by id, its mana, its cards."""

    def __init__(self, duel: Duel, seat: int) -> None:
        self._duel, self._seat = duel, seat

    def __getattr__(self, name: str) -> Figure:
        for c in range(4 * self._seat, 4 * self._seat + 4):
            if self._duel.s.who[c] == 1 + CHARACTERS.index(name):
                return Figure(self._duel, c)
        raise AttributeError(f"seat {self._seat} has no {name}")

    @property
    def mana(self) -> int:
        return values.mana(self._duel.s, self._seat)

    @property
    def used(self) -> set[str]:
        return {card for k, card in enumerate(CARDS) if self._duel.s.used[self._seat, k]}

    @property
    def hand(self) -> set[str]:
        return set(CARDS) - self.used


class Duel(Position):
    """A match at one moment."""

    rules = RULES

    def __init__(self, s: Any, monkeypatch: Any = None) -> None:
        super().__init__(s)
        self.s0, self.s1 = Side(self, 0), Side(self, 1)
        self.script: list[int] = []
        if monkeypatch:
            monkeypatch.setattr(combat, "die", self._die)
        self.scripted = False

    # ---- chance

    def dice(self, *faces: int) -> Duel:
        """The dice of the next `do`, as thrown."""
        assert set(faces) <= set(range(1, 7))
        self.script, self.scripted = list(faces), True
        return self

    def _die(self, s: Any) -> int:
        if not self.scripted:
            return REAL_DIE(s)
        assert self.script, "more dice are thrown than the test gives"
        return self.script.pop(0)

    # ---- playing

    def cards(self, first: str, second: str) -> Duel:
        """Both seats choose a card (or "pass"); they are revealed."""
        self.log = []
        for seat, card in enumerate((first, second)):
            if seat in RULES.acting(self.s):
                self.carry_out(seat, PLAY.pass_ if card == "pass" else PLAY.play(CARDS.index(card)))
        return self

    def do(self, *choices: Any, seat: int | None = None) -> Duel:
        """As any position; all given dice must be thrown."""
        super().do(*choices, seat=seat)
        assert not self.script, f"{len(self.script)} dice were not thrown"
        self.scripted = False
        return self

    def act(self, seat: int, word: Any) -> Duel:
        """One choice of a seat that is not alone."""
        return self.do(word, seat=seat)

    def word(self, seat: int, action: Action) -> Any:
        """ "decline", "move fairy", "attack fairy", skills by id; cells, "skip", …"""
        match action:
            case "team", team:
                return CONTENT.teams[team].id
            case "pick", char:
                return CHARACTERS[char - 1]
            case "play", card:
                return CARDS[card]
            case "choose", cell:
                return cell
            case "skill", place, j:
                return CONTENT.characters[self.s.who[4 * seat + place] - 1].skills[j].id
            case ("move" | "attack") as what, place:
                return f"{what} {CHARACTERS[self.s.who[4 * seat + place] - 1]}"
            case other:
                return other.name

    # ---- looking

    @property
    def phase(self) -> int:
        return self.s.phase

    @property
    def round(self) -> int:
        return self.s.round

    @property
    def field_mana(self) -> int:
        return values.field_mana(self.s)

    @property
    def result(self) -> str:
        """Who won."""
        ranks = RULES.scores(self.s)
        return {(1, 2): "s0", (2, 1): "s1", (1, 1): "draw"}[tuple(ranks)] if self.over else "open"


def stand(
    mana: int = 1,
    s0: Mapping[str, int] | None = None,
    s1: Mapping[str, int] | None = None,
    subs: tuple[str, str] = ("", ""),
    monkeypatch: Any = None,
    **options: object,
) -> Duel:
    """A first action phase with these characters on these cells. A sub that is not named lends nothing."""
    s: Any = game.new(2, game.read_options({"team_mode": "starter", **options}, 2))
    RULES.key(s, KEY)
    for c in range(8):
        s.cell[c] = OUT
    for seat, team in enumerate((s0 or {}, s1 or {})):
        for place, (name, cell) in enumerate(team.items()):
            s.who[4 * seat + place] = 1 + CHARACTERS.index(name)
            put(s, 4 * seat + place, cell)
        s.who[4 * seat + 3] = 1 + CHARACTERS.index(subs[seat]) if subs[seat] else 0
        put_on_sub_place(s, 4 * seat + 3)
    s.round, s.mana = 1, mana
    begin_phase(s)
    return Duel(s, monkeypatch)


def choosing(monkeypatch: Any = None, **options: object) -> Duel:
    """A new match, at its setup."""
    made = Duel(dealt(RULES, 2, **options), monkeypatch)
    made.log = told_by(game, 0, made.s)
    return made


def variant(who: str, changes: dict[str, Any]) -> ModuleType:
    """The tables of the content with one character changed."""

    def edit(data: dict[str, Any]) -> None:
        entry = data["character"][CHARACTERS.index(who)]
        entry |= changes
        for n, skill in enumerate([*entry["skill"], entry["sub"]]):
            for key, text in (
                ("id", f"invented_{n}"),
                ("name", {"en": "x", "ja": "x"}),
                ("text", {"en": "x", "ja": "x"}),
            ):
                skill.setdefault(key, text)

    spec = importlib.util.spec_from_file_location("variant", content.__file__)
    assert spec
    assert spec.loader
    made = sys.modules["variant"] = importlib.util.module_from_spec(spec)
    with edited_file("characters", edit):
        spec.loader.exec_module(made)
    return made


__all__ = ["CARDS", "CHARACTERS", "KIND", "RULES", "SKILLS", "STAGE", "Duel", "choosing", "named", "stand"]
