"""What stands behind a number: how ATK, DEF and mana come about (D-12), and what an attack may do (D-9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb

from taku.engine.words import Words
from taku.games.destroy.content import CONTENT, LV, POWER, STAT, STATS, SUB_SLOT
from taku.games.destroy.rules.field import has_mark
from taku.games.destroy.rules.values import NO_TARGET, attack_power, change, defence, lent_by_sub, mana
from taku.games.destroy.state import CELLS, MARK, PLACES, SEATS, State


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it is now, beside what is printed."""

    now: int
    printed: int

    @property
    def trend(self) -> int:
        """1 raised, −1 lowered, 0 as printed."""
        return (self.now > self.printed) - (self.now < self.printed)


def values(seen: State, c: int) -> tuple[Value, Value]:
    """ATK and DEF of a character in play."""
    card = CONTENT.characters[seen.who[c] - 1]
    return Value(attack_power(seen, c, NO_TARGET), card.atk), Value(defence(seen, c), card.defence)


def sources(seen: State) -> list[tuple[int, int]]:
    """The skills that change values now: (character, which of its skills); a sub lends its sub skill."""
    found = []
    reached = [mana(seen, seat) for seat in range(SEATS)]
    for c in range(SEATS * PLACES):
        who = seen.who[c]
        if seen.cell[c] < CELLS:
            if not seen.down[c]:
                found += [(c, j) for j in range(2) if STATS[who, j] and LV[who, j] <= reached[c // PLACES]]
        elif STATS[who, SUB_SLOT] and seen.sub[c // PLACES] == c:
            found.append((c, SUB_SLOT))
    return found


def steps(
    seen: State, c: int, stat: str, words: Words, from_: list[tuple[int, int]], target: int = NO_TARGET
) -> list[str]:
    """D-12.1: how a value comes about, step by step; one part a line of its explanation."""
    card = CONTENT.characters[seen.who[c] - 1]
    atk = stat == "atk"
    parts = [words.say("page", "printed", n=card.atk if atk else card.defence)]
    first: list[str] = []
    rises: list[str] = []
    falls: list[str] = []
    field = STAT.atk if atk else STAT.def_
    for source, slot in from_:
        skill = CONTENT.characters[seen.who[source] - 1].slots[slot]
        assert skill
        for sign, into in ((1, rises), (-1, falls)):
            n = change(seen, c, field, sign, target, source, slot)
            if n:
                early = sign > 0 and any(a.first for a in skill.auras)
                (first if early else into).append(f"{n:+d} {skill.name[words.language]}")
    up = seen.atk_up[c] if atk else max(0, seen.def_change[c])
    down = seen.atk_down[c] if atk else min(0, seen.def_change[c])
    if up:
        rises.append(words.say("page", "this_round", n=up))
    if down:
        falls.append(words.say("page", "this_round", n=down))
    double = [words.text("page", "doubled")] if atk and has_mark(seen, c, MARK.double_atk) else []
    return parts + first + rises + double + falls


def explained(seen: State, c: int, now: tuple[int, int], words: Words, from_: list[tuple[int, int]]) -> str:
    """Both values with their sums: "ATK 6 = 4 printed, +2 Battle Aura"."""
    between = words.text("page", "comma")
    lines = []
    for i, stat in enumerate(("atk", "def")):
        parts = steps(seen, c, stat, words, from_)
        lines.append(f"{words.name('stat', i)} {now[i]} = {between.join(parts)}")
    return "\n".join(lines)


def mana_explained(seen: State, seat: int, words: Words) -> str:
    """D-12.2: the sum of the cards, Chant, and what the subs lend."""
    first = seen.phase == 1
    parts = [words.say("page", "mana_first" if first else "mana_cards", n=seen.mana)]
    if seen.chant:
        parts.append(words.say("page", "mana_chant", n=seen.chant))
    for of in range(SEATS):
        n = lent_mana(seen, seat, (of,))
        if n:
            skill = CONTENT.characters[seen.who[seen.sub[of]] - 1].sub
            parts.append(f"{n:+d} {skill.name[words.language]}")
    return f"{mana(seen, seat)} = {words.text('page', 'comma').join(parts)}"


def lent_mana(seen: State, seat: int, by: Iterable[int] = range(SEATS)) -> int:
    """D-12.2: what the subs of these seats add to the mana of one."""
    reach = {of: POWER.mana_own if of == seat else POWER.mana_enemy for of in by}
    return sum(lent_by_sub(seen, of, POWER.mana_both) + lent_by_sub(seen, of, power) for of, power in reach.items())


# ---------------------------------------------------------------- chances


@cache
def ones(dice: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2, … ones among so many dice."""
    return tuple(comb(dice, k) * 5 ** (dice - k) / 6**dice for k in range(dice + 1))


@dataclass(frozen=True, slots=True)
class Odds:
    """What one blow may do: the chance of 0, 1, 2, 3 or more damage, of a down and of an exclusion."""

    damage: tuple[float, float, float, float]
    down: float
    out: float


@lru_cache(maxsize=4096)
def odds(atk: int, guard: int, bonus: int, before: int, down_at: int, exclude_at: int) -> Odds:
    """D-9.1 to D-9.6, D-10.1: an attack of `atk` dice against `guard` dice on who has `before` damage."""
    damage = [0.0] * (atk + bonus + 1)
    for a, p in enumerate(ones(atk)):
        for d, q in enumerate(ones(guard)):
            damage[max(0, a + bonus - d) if atk else 0] += p * q
    shown = [sum(damage[k : k + 1]) for k in range(3)]
    out = sum(damage[exclude_at:])
    down = sum(p for k, p in enumerate(damage) if k and before + k >= down_at and k < exclude_at)
    return Odds((shown[0], shown[1], shown[2], sum(damage[3:])), down, out)


def attack_odds(seen: State, c: int, target: int, more: int = 0) -> tuple[int, int, Odds]:
    """ATK and DEF of an attack, and what it may do."""
    atk, guard = attack_power(seen, c, target, more), defence(seen, target)
    o = seen.opt
    return atk, guard, odds(atk, guard, o.attack_bonus, seen.damage[target], o.down_at, o.exclude_at)


def rounds_down(seen: State, c: int) -> int:
    """D-6.1, D-6.2, D-6.4: in how many rounds a downed character stands up; 0 if never."""
    each = seen.opt.recover + lent_by_sub(seen, c // PLACES, POWER.recover)
    if not seen.damage[c]:
        return 1
    return -(-seen.damage[c] // each) if each else 0
