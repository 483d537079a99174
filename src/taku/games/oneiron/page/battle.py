"""Encounters: the own duel large with its damage part by part, the others small (O-7, O-8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import (
    BONUS_SHIFT,
    CONTENT,
    FACING_SHIFT,
    ID_MASK,
    PENALTY_SHIFT,
    POINTS_MASK,
    STRENGTH,
)
from taku.games.oneiron.page.cards import row, sign
from taku.games.oneiron.page.seats import deciding, glyph, hearts, members, on_map, own_team, ready, token
from taku.games.oneiron.rules.battle import beats, duels, fights
from taku.games.oneiron.rules.damage import result_of
from taku.games.oneiron.state import ENCOUNTERS, STEP, State
from taku.page.html import Child, Raw, el
from taku.page.parts import name

BASE = next(1 + i for i, m in enumerate(CONTENT.modifiers) if m.group == "base")
FIXED = frozenset(1 + i for i, m in enumerate(CONTENT.modifiers) if m.group == "fixed")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a duel went: who won (0 the first attacker's side, 1 the other, −1 nobody) and the parts of its points."""

    winner: int
    points: int
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two seats that face each other, and what became of it."""

    seats: tuple[int, int]
    verdict: Verdict | None


def amount_of(part: int) -> str:
    """What a part adds or takes away."""
    return f"{CONTENT.modifiers[part - 1].amount:+d}".replace("-", "−")


def parts_of(result: int) -> tuple[int, ...]:
    """1 + the places of the modifiers that counted, the base first."""
    found = [(result >> shift) & ID_MASK for shift in (FACING_SHIFT, BONUS_SHIFT, PENALTY_SHIFT)]
    fixed = [p for p in found if p in FIXED]
    return tuple(fixed or [BASE, *(p for p in found if p)])


def verdict(seen: State, e: int, i: int, j: int) -> Verdict | None:
    """What the last exchange said about a duel; None if there was none."""
    result = seen.worth[e, 2 * i + j] - 1
    if result < 0:
        return None
    a, b = (seen.shown[seen.member[seen.encounter[e, k] - 1, m] - 1] for k, m in ((0, i), (1, j)))
    winner = 0 if beats(a, b) else 1 if beats(b, a) else -1
    return Verdict(winner, result & POINTS_MASK, parts_of(result) if winner >= 0 else ())


def duels_of(seen: State, e: int) -> list[Duel]:
    """The duels of an encounter: those that are fought now, then those of the last exchange that are over.

    Until a pairing is chosen the members stand opposite each other.
    """
    sides = [members(seen, seen.encounter[e, k] - 1) for k in range(2)]
    now = bool(seen.fighting[e]) and STEP.lend <= seen.step <= STEP.present
    open_ = bool(seen.fighting[e]) and seen.step < STEP.lend
    made, past = [], []
    for i, a in enumerate(sides[0]):
        for j, b in enumerate(sides[1]):
            fought = verdict(seen, e, i, j)
            if (now or open_) and duels(seen, e, i, j):
                made.append(Duel((a, b), fought))
            elif fought is not None:
                past.append(Duel((a, b), fought))
    return made + past


def encounters(seen: State) -> list[int]:
    return [e for e in range(ENCOUNTERS) if seen.encounter[e, 0]]


# ---------------------------------------------------------------- slots


def slot(seen: State, seat: int, viewer: int, words: Words, *, keyed: bool = True) -> Raw:
    """O-7.11: a card lies here, face down until all have chosen."""
    id_ = f"sl-{seat}" if keyed else None
    return lain(id_, *lying(seen, seat, viewer), words)


def lying(seen: State, seat: int, viewer: int) -> tuple[int, str]:
    """The card that can be seen in a seat's slot, 0 for none, and how it lies there."""
    choosing = awaited(seen, seat)
    if choosing and ready(seen, seat):
        mine = viewer >= 0 and seen.team[viewer] == seen.team[seat]
        return (seen.draft[seat].pick[0], "sealed") if mine and seen.step == STEP.present else (0, "back")
    if choosing or not seen.shown[seat]:
        return 0, "blank" if seen.step == STEP.present and choosing and not deciding(seen, seat) else "empty"
    return seen.shown[seat], "open"


def awaited(seen: State, seat: int) -> bool:
    """Whether a seat's card of the next exchange is still to come: the last one lies beside its place."""
    return seen.step in (STEP.lend, STEP.present) and bool(fights(seen, seat))


@lru_cache(maxsize=8192)
def lain(id_: str | None, card: int, how: str, words: Words) -> Raw:
    if how == "empty":
        return el("span", id=id_, class_="sl")
    about = words.text("page", f"slot_{how}") if how != "open" else None
    return el("span", el("u", about, " ") if about else None, sign(card, words) if card else None, id=id_,
              class_=f"sl {how}")  # fmt: skip


# ---------------------------------------------------------------- the own duel


def own_duel(seen: State, e: int, seat: int, words: Words) -> Raw:
    """The viewer's encounter: every duel in a line of its own, with what the last exchange was worth."""
    side = 0 if seen.encounter[e, 0] - 1 == own_team(seen, seat) else 1
    shown: set[int] = set()
    lines: list[Child] = []
    for duel in duels_of(seen, e) if seen.step > STEP.split else ():
        pair = duel.seats if side == 0 else duel.seats[::-1]
        lines.append(line(seen, pair, duel.verdict, side, seat, shown, words))
        shown |= set(pair)
    return el("div", duel_head(seen, e, side, words), lines, id="duel", class_="duel")


def duel_head(seen: State, e: int, side: int, words: Words) -> Raw:
    """Who meets whom, which exchange it is, and what their facings are worth."""
    own, foe = (seen.encounter[e, k] - 1 for k in (side, 1 - side))
    return el(
        "p",
        token(own),
        facing_note(seen, own, foe, words),
        el("b", exchange(seen, words), class_="which"),
        facing_note(seen, foe, own, words),
        token(foe),
        class_="duel-head",
        data_label=words.text("page", "first" if side == 0 else "second"),
        data_help=words.text("page", "help_facing"),
        data_clause="O-8.4",
        id="duel-head",
    )


def exchange(seen: State, words: Words) -> str:
    if seen.exchange:
        return words.say("page", "exchange", n=seen.exchange, of=seen.opt.exchanges)
    return words.text("page", "against")


def facing_note(seen: State, team: int, other: int, words: Words) -> Raw:
    """O-8.4: what a win is worth more because of where both stand and look."""
    if seen.rank[team] or seen.rank[other]:
        return el("small")
    part = (result_of(seen, team, other, STRENGTH[6], STRENGTH[6]) >> FACING_SHIFT) & ID_MASK
    if not part:
        return el("small", words.text("page", "facing_flat"))
    return el("small", f"+1 {CONTENT.modifiers[part - 1].name[words.language]}", class_="plus")


def line(
    seen: State, pair: tuple[int, int], last: Verdict | None, side: int, viewer: int, shown: set[int], words: Words
) -> Raw:
    """One duel: who, card, the points part by part, card, who."""
    winner = -1 if last is None or last.winner < 0 else last.winner ^ side
    score: Child = glyph("sword")
    if last is not None:
        score = "=" if winner < 0 else ["‹" if winner else None, f"−{last.points}" if last.points else "0",
                                        None if winner else "›"]  # fmt: skip
    kind = "vs" + ("" if last is None else (" won", " lost", " even")[winner])
    return el(
        "div",
        fighter(seen, pair[0], viewer, words),
        slot(seen, pair[0], viewer, words, keyed=pair[0] not in shown),
        el(
            "div",
            el("span", covered(seen, pair[0], words), el("b", score, class_=kind), covered(seen, pair[1], words)),
            explained(last, words) if last is not None else None,
            class_="mid",
        ),
        slot(seen, pair[1], viewer, words, keyed=pair[1] not in shown),
        fighter(seen, pair[1], viewer, words),
        class_="line",
    )


def covered(seen: State, seat: int, words: Words) -> Raw | None:
    """The last exchange's card, small beside the place for the next one."""
    card = seen.shown[seat] if awaited(seen, seat) else 0
    return row((card,), words) if card else None


def fighter(seen: State, seat: int, viewer: int, words: Words) -> Raw:
    """A player's name, lives, cards, and whether they are still thinking."""
    mark = glyph("dots") if deciding(seen, seat) else glyph("check") if ready(seen, seat) else None
    return el(
        "span",
        name(seat),
        el("small", hearts(seen.lives[seat], words), glyph("cards"), seen.hand[seat].size, mark),
        class_=f"fi{' me' if seat == viewer else ''}{'' if seen.lives[seat] else ' fallen'}",
    )


@lru_cache(maxsize=2048)
def explained(last: Verdict, words: Words) -> Raw:
    """O-8: the points of a duel, part by part."""
    if last.winner < 0:
        return el("p", el("span", words.text("page", "draw"), class_="even"), class_="parts")
    made: list[Child] = []
    for n, part in enumerate(last.parts):
        m = CONTENT.modifiers[part - 1]
        made.append(el("span", el("b", amount_of(part) if n else m.amount), " ", m.name[words.language],
                       class_=f"pt {m.group}"))  # fmt: skip
    return el("p", made, el("b", f"= {last.points}"), class_="parts")


# ---------------------------------------------------------------- the other duels


def small_duel(seen: State, e: int, viewer: int, words: Words) -> Raw:
    """An encounter in one line: both teams, their cards, and what the last exchange cost them."""
    teams = [seen.encounter[e, k] - 1 for k in range(2)]
    mine = " mine" if own_team(seen, viewer) in teams else ""
    fought = duels_of(seen, e)
    won = [d.verdict for d in fought if d.verdict and d.verdict.winner >= 0]
    judged = any(d.verdict for d in fought)
    halves = []
    for k, team in enumerate(teams):
        lost = sum(v.points for v in won if v.winner != k)
        cost = el("b", f"−{lost}" if lost else "0" if judged else "", class_="cost" if lost else "cost none")
        halves.append((token(team, " out" if seen.rank[team] > 1 and not on_map(seen, team) else ""), cost))
    placed: set[int] = set()
    pairs: list[Child] = []
    for duel in fought if seen.exchange else ():
        a, b = (slot(seen, s, viewer, words, keyed=s not in placed) for s in duel.seats)
        mark = SIGNS[duel.verdict.winner] if duel.verdict else glyph("sword")
        pairs.append(el("span", a, el("b", mark), b, class_="pair"))
        placed |= set(duel.seats)
    about = words.say("page", "meets", **{"a:team": 1 + teams[0], "b:team": 1 + teams[1]})
    return el(
        "div",
        halves[0],
        pairs or glyph("sword"),
        halves[1][::-1],
        id=f"enc-{e}",
        class_=f"enc{mine}" if seen.fighting[e] else f"enc done{mine}",
        data_label=about,
        data_help=story_of(seen, e, words),
        data_clause=clause_of(won) if judged else "O-6.7",
    )


SIGNS = ("›", "‹", "=")
"""Between two cards: who won, by the verdict's number."""


def clause_of(won: list[Verdict]) -> str:
    """The clause that says what an exchange was worth: wins with their parts, fixed wins, or draws alone."""
    if not won:
        return "O-8.1"
    return "O-8.2" if all(set(v.parts) <= FIXED for v in won) else "O-8.3"


def story_of(seen: State, e: int, words: Words) -> str:
    """All duels of an encounter in words, for who asks."""
    said = []
    for duel in duels_of(seen, e):
        both = {"a:seat": duel.seats[0], "b:seat": duel.seats[1]}
        if duel.verdict is None:
            said.append(words.say("event", "duel_set", **both))
        elif duel.verdict.winner < 0:
            said.append(words.say("page", "duel_even", **both))
        else:
            won, lost = duel.seats[:: 1 if duel.verdict.winner == 0 else -1]
            parts = " ".join(
                f"{amount_of(p)} {CONTENT.modifiers[p - 1].name[words.language]}" for p in duel.verdict.parts
            )
            said.append(words.say("page", "duel_won", n=duel.verdict.points, parts=parts,
                                  **{"a:seat": won, "b:seat": lost}))  # fmt: skip
    return "\n".join(said)
