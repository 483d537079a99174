"""What a match was like, told at its end: ties, trumps, the best blow, and what each side brought down."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.destroy.content import CARD, CARD_KIND
from taku.games.destroy.state import PASS, SEATS
from taku.page.html import Raw, el

Blow = tuple[int, int, int, int]
"""Damage, and who struck: seat, character, whom."""


def summary(told: Sequence[Told], seat: int, words: Words) -> Raw:
    """The figures of both sides next to each other, the own ones first."""
    me = max(seat, 0)
    order = (me, 1 - me)
    best = blows(told)
    rows = [
        (words.text("summary", "trumps"), [str(trumps(told, of)) for of in order]),
        (words.text("summary", "blow"), [blow(best[of], words) for of in order]),
        (words.text("summary", "ones"), [ones(told, of) for of in order]),
        (words.text("summary", "downed"), [str(lost(told, "downed", 1 - of)) for of in order]),
        (words.text("summary", "excluded"), [str(lost(told, "excluded", 1 - of)) for of in order]),
    ]
    head = el("tr", el("td"), [el("th", words.seat(of), scope="col", class_=f"s{of}") for of in order])
    body = [el("tr", el("th", title, scope="row"), [el("td", one) for one in values]) for title, values in rows]
    reveals = sum(one.event == "reveal" for one in told)
    ties = sum(one.event in ("tie", "tie_won") for one in told)
    rounds = max((one.arguments[0] for one in told if one.event == "round_start"), default=0)
    said = words.say("summary", "course", rounds=rounds, phases=reveals, ties=ties)
    return el("div", el("p", said), el("table", el("thead", head), el("tbody", body)), class_="summary game-destroy")


def trumps(told: Sequence[Told], of: int) -> int:
    """How often a seat turned its trump over."""
    cards = [one.arguments[1 + 2 * of] for one in told if one.event == "reveal"]
    return sum(k != PASS and CARD_KIND[k] == CARD.trump for k in cards)


def blows(told: Sequence[Told]) -> list[Blow | None]:
    """The attack of each seat that did the most damage."""
    best: list[Blow | None] = [None] * SEATS
    seat = who = target = 0
    for one in told:
        if one.event == "attack":
            seat, who, target = one.arguments[:3]
        elif one.event == "blow":
            made = (one.arguments[2], seat, who, target)
            if made[0] and made > (best[seat] or (0,)):
                best[seat] = made
    return best


def blow(one: Blow | None, words: Words) -> str:
    if one is None:
        return "–"
    damage, _, who, target = one
    return words.say("summary", "blow_of", **{"char:character": who, "target:character": target, "n": damage})


def ones(told: Sequence[Told], of: int) -> str:
    """How many of a seat's dice showed a one."""
    thrown = [one.arguments for one in told if one.event in ("attack_dice", "defence_dice") and one.arguments[0] == of]
    return f"{sum(a[5] for a in thrown)}/{sum(a[2] for a in thrown)}"


def lost(told: Sequence[Told], event: str, of: int) -> int:
    return sum(one.event == event and one.arguments[0] == of for one in told)
