"""What is staged: the reveal of an exchange, the own duel large, and at its end what a round took and gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.oneiron.content import ELEMENT
from taku.games.oneiron.page.cards import face, sign
from taku.games.oneiron.page.seats import glyph, hearts, members, token
from taku.games.oneiron.rules.teams import living_members
from taku.games.oneiron.state import EVENT, State
from taku.page import parts
from taku.page.html import Raw, el
from taku.page.motion import Moment, Motion, flash, fly, pulse

OUTCOMES = ("duel_judged", "duel_unopposed", "duel_drawn", "duel_blank")
SCORED = ("points_scored", "points_fixed")
PAID = ("lives_lost", "danger_paid")
NAMED = 4
"""Up to so many other duels are shown beside the own one; who has none sees all, of many the teams' tokens alone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A duel as it was told: the winner first; a card 0 is none, and a draw has no points."""

    seats: tuple[int, int]
    cards: tuple[int, int]
    won: bool
    points: int


def moment(seen: State, seat: int, told: Told, before: Iterable[Told]) -> Moment | None:
    """The first outcome of an exchange stages all of them; the end of a round its balance."""
    if told.event in OUTCOMES:
        last = next(iter(before), None)
        return None if last and last.event in OUTCOMES + SCORED else exchange(seen, seat)
    return balance(seen, told, before) if told.event == "round_ended" else None


# ---------------------------------------------------------------- an exchange


def exchange(seen: State, seat: int) -> Moment:
    """O-7.11, O-7.12: all cards turn over at once, the points fly across, the losers' lives go down."""
    now = [(EVENT[number], arguments) for _, number, *arguments in seen.events()]
    scored = {tuple(a[:2]): a[2] for name, a in now if name in SCORED}
    lost = {a[0]: a[1] for name, a in now if name == "lives_lost"}
    found = [outcome(name, a, scored) for name, a in now if name in OUTCOMES]
    own = [one for one in found if seat in one.seats]
    large = own or found[: len(found) == 1]
    rest = [one for one in found if one not in large]
    if own and len(rest) > NAMED:
        rest = []

    def scene(words: Words) -> Raw:
        drawn = [duel(seen, n, one, seat, words) for n, one in enumerate(large)]
        others = [chip(seen, len(large) + n, one, len(rest) <= NAMED, words) for n, one in enumerate(rest)]
        return el("div", drawn, el("div", others, class_="others") if others else None, class_="exchange")

    turn: list[Motion] = [{"do": "flip", "at": f"mo-{n}-{i}"} for n in range(len(large)) for i in range(2)]
    turn += [pulse(f"mo-{len(large) + n}") for n in range(len(rest))]
    hits = [fly(f"mo-{n}-0", f"mo-{n}-1", f"{one.points}", "bad") for n, one in enumerate(large) if one.points]
    hits += [flash(f"mo-{len(large) + n}", "bad") for n, one in enumerate(rest) if one.points]
    hurt = [move for n, one in enumerate(large) if one.points for move in (flash(f"mo-{n}-lives", "bad"),
            pulse(f"mo-{n}-lives"))]  # fmt: skip
    stages = [stage for stage in (turn, hits, hurt) if stage]
    if len(large) != 1:
        return Moment(stages=stages, says="exchange", facts={"n": len(found), "lost": sum(lost.values())}, scene=scene)
    one = large[0]
    if not one.won:
        return Moment(stages=stages, says="drawn", scene=scene)
    facts = {"winner:seat": one.seats[0], "loser:seat": one.seats[1], "points": one.points}
    return Moment(stages=stages, says="won", facts=facts, scene=scene)


def outcome(name: str, a: list[int], scored: dict[tuple[int, ...], int]) -> Outcome:
    cards = (*a[2:4], 0, 0)
    won = name in ("duel_judged", "duel_unopposed")
    return Outcome((a[0], a[1]), (cards[0], cards[1]), won, scored.get((a[0], a[1]), 0) if won else 0)


def duel(seen: State, n: int, one: Outcome, seat: int, words: Words) -> Raw:
    """Two cards face each other, the reader's on the left, and below the loser's what lives are left."""
    sides = [
        el(
            "div",
            el("b", words.seat(who)),
            parts.card(
                f"mo-{n}-{i}",
                value=face(card) if card else "–",
                art=glyph(str(ELEMENT[card])) if card else None,
                title=words.name("card", card) if card else words.text("page", "slot_blank"),
                class_=f"e{ELEMENT[card]}",
            ),
            el("span", hearts(seen.lives[who], words), id=f"mo-{n}-lives" if i else None),
            class_="side",
        )
        for i, (who, card) in enumerate(zip(one.seats, one.cards, strict=True))
    ]
    return el("div", sides[::-1] if seat == one.seats[1] else sides, class_="row")


def chip(seen: State, n: int, one: Outcome, named: bool, words: Words) -> Raw:
    """Another duel in a line: who, card, who won, card, who, and the points."""
    ends = [
        [token(seen.team[who]), words.seat(who) if named else None, sign(card, words) if card else "–"]
        for who, card in zip(one.seats, one.cards, strict=True)
    ]
    cost = el("b", f"−{one.points}", class_="cost") if one.points else None
    return el("div", ends[0], el("b", "›" if one.won else "="), ends[1][::-1], cost, id=f"mo-{n}", class_="enc")


# ---------------------------------------------------------------- a round


def balance(seen: State, told: Told, before: Iterable[Told]) -> Moment | None:
    """What the round took and gave, for each team that it found alive; nothing, if nothing happened to anybody."""
    change: Counter[int] = Counter()
    lost, woken = 0, set()
    for one in before:
        if one.event == "round_started":
            break
        a = one.arguments
        if one.event in PAID:
            change[seen.team[a[0]]] -= a[1]
            lost += a[1]
        elif one.event == "life_charged":
            change[seen.team[a[0]]] += 1
        elif one.event == "member_salvaged":
            change[a[0] - 1] += 1
            woken.add(a[1])
    if not change:
        return None
    here = [t for t in range(seen.teams) if change[t] or living_members(seen, t)]

    def scene(words: Words) -> Raw:
        return el("div", [team(seen, t, change[t], woken, words) for t in here], class_="balance")

    left = sum(living_members(seen, t) > 0 for t in range(seen.teams))
    stages: list[list[Motion]] = [[flash(f"mo-{t}", "bad" if change[t] < 0 else "good") for t in here if change[t]]]
    return Moment(stages=stages, says="round", facts={"n": told.arguments[0], "lost": lost, "left": left}, scene=scene)


def team(seen: State, t: int, change: int, woken: set[int], words: Words) -> Raw:
    """A team at the end of a round: its members with their lives, and what it lost or won in all."""
    people = [
        el("span", words.seat(s), glyph("up") if s in woken else None, hearts(seen.lives[s], words),
           class_="mem" if seen.lives[s] else "mem fallen")
        for s in members(seen, t)
    ]  # fmt: skip
    said = f"{change:+d}".replace("-", "−") if change else "±0"
    sum_ = el("b", said, class_="cost" if change < 0 else "cost none")
    return el("div", token(t, "" if living_members(seen, t) else " out"), people, sum_, id=f"mo-{t}", class_="enc")
