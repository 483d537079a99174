"""Cards, soldiers, enemies, bosses, events: read from content/*.toml and checked; tables.py is what the rules look up.

The words are a closed vocabulary (rulebook, S-12). A new card, soldier or event made of known words needs no code; an
unknown word is refused with the file, the entry and what would be right. Cards, selectors, verbs and figures are
numbered from 1; 0 is none. Figures are all that can stand on the field: soldiers, then enemies, then bosses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from taku.engine import Names
from taku.kit.content import (
    ContentError,
    Named,
    Row,
    Texts,
    any_of,
    flag,
    number,
    place,
    read_file,
    read_rows,
    row,
    rows,
    word,
)
from taku.kit.effects import Vocabulary, verb

WIDTH = 7
SOLDIERS, ENEMIES, BOSSES, EVENTS, ITEMS = 12, 20, 4, 20, 2
FIGURES = SOLDIERS + ENEMIES + BOSSES
FIRST_ENEMY, FIRST_BOSS = 1 + SOLDIERS, 1 + SOLDIERS + ENEMIES
PICKS = 16
PARTS = 3  # of one effect
MOST_MOVES = 12  # offsets of one card

# ---------------------------------------------------------------- the vocabulary

COLOR = Names("blue", "green", "yellow", "red", "purple")
RARITY = Names("C", "R", "SR", "LE")
WHO = Names("subject", "self", "foe", "enemy", "rival", "soldier", "same", "opponent", "any")
"""`subject` are the targets that a link's subject selected: verbs have no other."""
AREA = Names("field", "around", "d1", "d2", "d3", "d4", "line", "around_same", "rim", "inner", "die_column")
PICK = Names("all", "near", "far", "weak", "strong", "top", "random", "choose", "low", "rich", "poor")
ON = Names("piece", "soldier", "you", "event")
"""What an op works on; on anything else it does nothing (S-12.4 to S-12.7)."""
OP = Vocabulary(
    damage=verb("S-12.4", 0, 99),
    strike=verb("S-12.4", 0, 99),
    heal=verb("S-12.4", 0, 99),
    atk=verb("S-12.4", -99, 99),
    def_=verb("S-12.4", -99, 99),
    vigor=verb("S-12.4", 0, 99),
    poison=verb("S-12.4", 0, 9),
    burn=verb("S-12.4", 0, 9),
    shock=verb("S-12.4", 0, 9),
    cleanse=verb("S-12.4"),
    push=verb("S-12.8", 1, 6),
    pull=verb("S-12.8", 1, 6),
    swap=verb("S-12.8"),
    warp=verb("S-12.8"),
    blink=verb("S-12.8", 1, 9),
    shield=verb("S-12.5", 0, 30),
    draw=verb("S-12.5", 0, 9),
    discard=verb("S-12.5", 0, 9),
    charge=verb("S-12.5", 0, 3),
    coin=verb("S-12.5", -99, 99),
    steal=verb("S-12.5", 0, 99),
    level=verb("S-12.5", 0, 9),
    mana=verb("S-12.6", 0, 9),
    stock=verb("S-12.6", 0, 3),
    pierce=verb("S-12.6"),
    evade=verb("S-12.6"),
    reach=verb("S-12.6", 1, 12),
    again=verb("S-12.6", 0, 2),
    boost=verb("S-12.6", 0, 9),
    restock=verb("S-12.7"),
    sale=verb("S-12.7", 0, 9),
    bounty=verb("S-12.7", 0, 9),
    spawn=verb("S-12.7", 1, 5),
)
ON_SOLDIERS = ("shield", "draw", "discard", "charge", "coin", "steal", "level")
ON_YOU = ("mana", "stock", "pierce", "evade", "reach", "again", "boost")
OF_EVENTS = ("restock", "sale", "bounty", "spawn")
HARMFUL = ("damage", "strike", "poison", "burn", "shock", "push", "pull", "swap", "warp", "blink", "discard", "steal")
HARMFUL_BELOW_0 = ("atk", "def", "coin")
NEEDS_YOU = ("strike", "poison", "push", "pull", "swap", "steal")
DURATION = Names("", "turn", "round", "game", "cycle")
COUNT = Names("", "die", "links", "played", "moved")
CONDITION = Names("", "ailing", "weak10", "low_level", "rim", "hp_half", "moved4")
OF_TARGETS = ("ailing", "weak10")
TRIGGER = Names("", "turn_start", "entered", "link", "attack", "battle", "kill", "turn_end")
STATIC = Names("", "discount", "reach", "keep", "hand", "boost")
AILMENT = Names("poison", "burn", "shock")
BOSS_MOVE = Names("wander", "hunt")

# ---------------------------------------------------------------- what the files hold


class Part(Row):
    """S-12.1."""

    op: str = word(OP)
    to: str = any_of(str, default="")
    n: int = number(-99, 99, default=0)
    per: int = number(0, 9, default=0)
    of: str = word(COUNT, default="")
    dur: str = word(DURATION, default="")
    if_: str = word(CONDITION, default="", key="if")

    def check(self) -> str | None:
        """What an op needs."""
        if wrong := OP.out_of_range(self.op, self.n):
            return wrong
        if bool(self.per) != bool(self.of):
            return "'per' and 'of' go together"
        if (self.op in ("atk", "def")) != bool(self.dur):
            return "'dur' belongs to the ops 'atk' and 'def', which need it"
        return None


class Band(Row):
    color: str = word(COLOR)
    s: str = any_of(str, default="")
    v: str = any_of(str, default="")

    def check(self) -> str | None:
        """S-5.1."""
        return None if bool(self.s) != bool(self.v) else "a band is either a subject 's' or a verb 'v'"


class Card(Named):
    rarity: str = word(RARITY)
    cost: int = number(0, 9)
    move: list[list[int]] = any_of(list)
    effect: tuple[Part, ...] = rows(Part, 1, PARTS)
    bands: tuple[Band, ...] = rows(Band, 1, len(COLOR))

    def check(self) -> str | None:
        """S-4.3, S-5.1."""
        if len({b.color for b in self.bands}) != len(self.bands):
            return "a card has at most one band of a colour"
        if len(self.move) > MOST_MOVES or not all(len(m) == 2 and any(m) and max(map(abs, m)) < 7 for m in self.move):
            return f"'move' should be at most {MOST_MOVES} offsets [columns, rows]"
        return None

    def band(self, color: str) -> Band | None:
        """Its band of a colour."""
        return next((b for b in self.bands if b.color == color), None)


class Selector(Named):
    who: str = word(WHO)
    area: str = word(AREA)
    pick: str = word(PICK)
    plus_self: bool = flag(default=False)

    @property
    def of_events(self) -> bool:
        """It means something without a "you"."""
        return self.who in ("soldier", "enemy", "any") and self.area in ("field", "rim", "inner", "die_column")

    @property
    def columns(self) -> list[int]:
        """Its row of the table, by SELECT."""
        vocabularies = ((WHO, self.who), (AREA, self.area), (PICK, self.pick))
        return [*(getattr(names, value) for names, value in vocabularies), int(self.plus_self)]


class Verb(Row):
    id: str
    do: tuple[Part, ...] = rows(Part, 1, 2)


class Vocab(Row):
    selectors: tuple[Selector, ...] = rows(Selector, 1, 99, key="selector")
    verbs: tuple[Verb, ...] = rows(Verb, 1, 120, key="verb")


class Growth(Row):
    hp: int = number(0, 9)
    atk: int = number(0, 9)
    defence: int = number(0, 9, key="def")


class Core(Row):
    """S-12.12: a static, or a trigger with its parts."""

    static: str = word(STATIC, default="")
    n: int = number(0, 9, default=0)
    when: str = word(TRIGGER, default="")
    if_: str = word(CONDITION, default="", key="if")
    do: tuple[Part, ...] = rows(Part, 0, PARTS)

    def check(self) -> str | None:
        """Which fields go together."""
        if bool(self.static) == bool(self.when) or bool(self.when) != bool(self.do):
            return "needs 'static' and 'n', or 'when' and 'do'"
        if self.if_ in OF_TARGETS:
            return f"if = {self.if_!r} is about a target: it belongs on a part"
        return None


class Soldier(Named):
    title: Texts
    hp: int = number(1, 99)
    atk: int = number(0, 40)
    defence: int = number(0, 40, key="def")
    growth: Growth = row(Growth)
    core_name: Texts
    core: tuple[Core, ...] = rows(Core, 1, 3)


class Enemy(Named):
    number: int = place(1)
    text: Texts
    hp: list[int] = any_of(list)
    atk: list[int] = any_of(list)
    defence: list[int] = any_of(list, key="def")

    def check(self) -> str | None:
        """S-9.2."""
        return six_each(self.hp, self.atk, self.defence)


class Boss(Named):
    type: str = word(("high_hp", "high_atk", "mobile", "balanced"))
    text: Texts
    hp: list[int] = any_of(list)
    atk: list[int] = any_of(list)
    defence: list[int] = any_of(list, key="def")
    move: str = word(BOSS_MOVE)
    move_first: bool

    def check(self) -> str | None:
        """S-11.3."""
        return six_each(self.hp, self.atk, self.defence)


def six_each(*stats: list[int]) -> str | None:
    """A value for each face of a die."""
    if all(len(s) == 6 and all(type(n) is int for n in s) for s in stats):
        return None
    return "'hp', 'atk' and 'def' should be six numbers each"


class Event(Named):
    do: tuple[Part, ...] = rows(Part, 1, PARTS)


class Item(Named):
    price: int = number(1, 99)
    heal: int = number(1, 100)
    text: Texts


class Odds(Row):
    C: int = number(0, 100)
    R: int = number(0, 100)
    SR: int = number(0, 100)
    LE: int = number(0, 100)

    @property
    def columns(self) -> list[int]:
        """By RARITY."""
        return [self.C, self.R, self.SR, self.LE]


class DraftStep(Row):
    first: int = number(1, PICKS, key="from")
    last: int = number(1, PICKS, key="to")
    odds: Odds = row(Odds)

    def check(self) -> str | None:
        """S-2.4."""
        return None if sum(self.odds.columns) == 100 else "'odds' should add up to 100"


class Draft(Row):
    picks: int = number(PICKS, PICKS)
    steps: tuple[DraftStep, ...] = rows(DraftStep, 1, PICKS, key="step")


class Shop(Row):
    price: Odds = row(Odds)


class Wave(Row):
    first: int = number(0, ENEMIES, key="from")
    last: int = number(0, ENEMIES, key="to")
    enemies: int = number(1, 5)


class Board(Row):
    size: int = number(6, WIDTH)
    lane: list[int] = any_of(list)
    start: list[list[int]] = any_of(list)
    boss: list[list[int]] = any_of(list)


class Tables(Row):
    draft: Draft = row(Draft)
    shop: Shop = row(Shop)
    waves: tuple[Wave, ...] = rows(Wave, 1, ENEMIES, key="wave")
    boards: tuple[Board, ...] = rows(Board, 2, 2, key="field")


@dataclass(frozen=True)
class Content:
    cards: tuple[Card, ...]
    soldiers: tuple[Soldier, ...]
    enemies: tuple[Enemy, ...]
    bosses: tuple[Boss, ...]
    events: tuple[Event, ...]
    items: tuple[Item, ...]
    selectors: tuple[Selector, ...]
    verbs: tuple[Verb, ...]
    tables: Tables

    @property
    def figures(self) -> tuple[Soldier | Enemy | Boss, ...]:
        """All that can stand on the field, in the order of their numbers."""
        return self.soldiers + self.enemies + self.bosses

    def selector(self, id_: str) -> Selector:
        """A selector by its id."""
        return next(s for s in self.selectors if s.id == id_)

    def verb(self, id_: str) -> Verb:
        """A verb by its id."""
        return next(v for v in self.verbs if v.id == id_)


def read_content(folder: Path) -> Content:
    """Read and check all files."""
    vocab = read_file(folder, "vocab", Vocab)
    made = Content(
        cards=read_rows(folder, "cards", Card, 12, 120),
        soldiers=read_rows(folder, "soldiers", Soldier, SOLDIERS),
        enemies=read_rows(folder, "enemies", Enemy, ENEMIES),
        bosses=read_rows(folder, "bosses", Boss, BOSSES),
        events=read_rows(folder, "events", Event, EVENTS),
        items=read_rows(folder, "items", Item, ITEMS),
        selectors=vocab.selectors,
        verbs=vocab.verbs,
        tables=read_file(folder, "tables", Tables),
    )
    known = {s.id: s for s in made.selectors}
    verbs = [v.id for v in made.verbs]
    for card in made.cards:
        for band in card.bands:
            if band.v:
                band.known("v", band.v, verbs)
            elif known[band.known("s", band.s, known) or band.s].who in ("same", "opponent", "subject"):
                raise band.error(f"s = {band.s!r} is no subject: it looks back at another part")
        _fitting(card.effect, known, asks=True)
    for v in made.verbs:
        for part in v.do:
            if part.to or part.op in OF_EVENTS:
                raise part.error("a verb does something to the subject's targets: no 'to', no op of events")
    for soldier in made.soldiers:
        for core in soldier.core:
            _fitting(core.do, known, opponent=core.when in ("attack", "battle"))
    for event in made.events:
        _fitting(event.do, known, event=True)
    for rarity in RARITY:
        if sum(c.rarity == rarity for c in made.cards) < 4:
            raise ContentError(f"{folder}/cards.toml: the draft needs at least 4 cards of rarity {rarity}")
    return made


def _fitting(
    parts: Sequence[Part],
    known: dict[str, Selector],
    *,
    asks: bool = False,
    opponent: bool = False,
    event: bool = False,
) -> None:
    """Parts select what there is: only cards ask their player, only events have no "you"."""
    for k, part in enumerate(parts):
        if part.op in OF_EVENTS:
            if not event or part.to:
                raise part.error(f"{part.op!r} is an op of events, without 'to'")
            continue
        part.known("to", part.to, known)
        chosen = known[part.to]
        if not asks and (chosen.pick == "choose" or part.op == "blink"):
            raise part.error("core abilities and events ask nobody: no 'choose', no 'blink'")
        if chosen.who == "opponent" and not opponent:
            raise part.error("'opponent' is the other side of a Battle: it belongs to 'attack' and 'battle' abilities")
        if k == 0 and (chosen.who == "same" or chosen.area == "around_same"):
            raise part.error(f"to = {part.to!r} looks back at the part before, and there is none")
        if event and not (chosen.of_events or chosen.who == "same"):
            raise part.error(f"to = {part.to!r} needs a soldier that acts; an event has none")
        if event and (part.op in NEEDS_YOU or part.dur in ("turn", "round") or part.if_ not in ("", *OF_TARGETS)):
            raise part.error('an event has nobody who acts: no such op, no change for a turn, no condition of "you"')
        if not event and (chosen.pick in ("low", "rich", "poor") or chosen.area in ("rim", "inner", "die_column")):
            raise part.error(f"to = {part.to!r} is a selector of events")


CONTENT = read_content(Path(__file__).parent / "content")
