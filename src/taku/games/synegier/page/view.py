"""Small things that all parts of the page ask: whose a piece is, where a cell lies, what threatens it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from taku.engine.words import Words
from taku.games.synegier.content import COLOR, CONTENT, FIRST_BOSS, FIRST_ENEMY
from taku.games.synegier.rules.pieces import attack, defence, owner
from taku.games.synegier.state import FIRST_FOE, PIECES, STAGE, State
from taku.games.synegier.tables import SIZE, WITHIN

SIDE = 100
"""A cell's side in the drawing."""
REACH = 2
"""How far enemies attack, in D (S-9.6)."""
SHAPES = dict(zip(COLOR, ("shield", "leaf", "star", "flame", "moon"), strict=True))
"""Each colour of a band has a shape, for who does not tell the colours apart."""
RARITIES = {"C": "ink", "R": "blue", "SR": "violet", "LE": "orange"}


def bits(mask: int) -> Iterator[int]:
    """The members of a bit set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def figure_id(who: int) -> str:
    """The content's id of a figure."""
    return str(CONTENT.figures[who - 1].id)


def is_soldier(who: int) -> bool:
    return 0 < who < FIRST_ENEMY


def is_boss(who: int) -> bool:
    return who >= FIRST_BOSS


def on_field(seen: State, p: int) -> bool:
    return bool(seen.on >> p & 1)


def pieces(seen: State) -> list[int]:
    """All pieces on the field."""
    return list(bits(seen.on))


def foes(seen: State) -> list[int]:
    """The enemies, or the boss."""
    return [p for p in range(FIRST_FOE, PIECES) if on_field(seen, p)]


def soldiers_of(seen: State, seat: int) -> list[int]:
    """A seat's soldiers, on the field or down."""
    return [p for p in range(FIRST_FOE) if seen.who[p] and owner(seen, p) == seat]


def place(cell: int) -> tuple[int, int]:
    """Where the middle of a cell lies in the drawing."""
    return (cell % 7) * SIDE + SIDE // 2, (cell // 7) * SIDE + SIDE // 2


def size(seen: State) -> int:
    """How many rows and columns the field has."""
    return int(SIZE[seen.board])


def element(who: int) -> str:
    """The element of a figure on the field."""
    return f"f-{who}"


def cell_element(cell: int) -> str:
    return f"c-{cell}"


def threatened(seen: State) -> int:
    """The cells that enemies or the boss attack at the end of the round, from where they stand (S-9.6, S-11.7)."""
    mask = 0
    for p in foes(seen):
        mask |= int(WITHIN[REACH, seen.cell[p]])
    return mask


def danger(seen: State, p: int, cell: int) -> int:
    """What these attacks would cost a soldier that stands on this cell then, its Shield counted."""
    hits = [max(1, attack(seen, q) - defence(seen, p)) for q in foes(seen) if WITHIN[REACH, seen.cell[q]] >> cell & 1]
    return max(0, int(sum(hits)) - int(seen.shield[p]))


def my_soldier(seen: State, seat: int) -> int:
    """The piece of the soldier that a seat acts with; −1 before there is one."""
    if seat < 0 or seen.stage == STAGE.pre:
        return -1
    p = int(seen.active[seat])
    return p if seen.who[p] else -1


@cache
def lore(who: int, language: str) -> str:
    """What the content says of an enemy or a boss."""
    made = CONTENT.figures[who - 1]
    return str(getattr(made, "text", {}).get(language, ""))


def ailments(seen: State, p: int) -> tuple[int, int, int]:
    """Poison, Burn and Shock of a piece."""
    return sum(seen.poison[p, s] for s in range(seen.seats)), int(seen.burn[p]), int(seen.shock[p])


def stats_line(seen: State, p: int, words: Words) -> str:
    """HP, ATK and DEF of a piece with all that changes them, for its help."""
    poison, burn, shock = ailments(seen, p)
    line = words.say(
        "page", "stats", hp=seen.hp[p], most=seen.max_hp[p], atk=attack(seen, p), **{"def": defence(seen, p)}
    )
    more = [words.say("page", key, n=n) for key, n in (("poison", poison), ("burn", burn), ("shock", shock)) if n]
    if p < FIRST_FOE and seen.shield[p]:
        more.append(words.say("page", "shield", n=seen.shield[p]))
    changes = (
        (seen.atk_turn[p], seen.def_turn[p], "turn"),
        (sum(seen.atk_round[p, s] for s in range(seen.seats)), sum(seen.def_round[p, s] for s in range(seen.seats)),
         "round"),
        (seen.atk_cycle[p], seen.def_cycle[p], "cycle"),
    )  # fmt: skip
    for atk, guard_, dur in changes:
        said = [f"{word} {n:+d}" for word, n in (("ATK", atk), ("DEF", guard_)) if n]
        if said:
            more.append(words.say("page", "change", what=", ".join(said), dur=words.text("lasts", dur)))
    return "\n".join([line, *more])
