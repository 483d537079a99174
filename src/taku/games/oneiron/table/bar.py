"""The line above the map: which round, which of its four phases, what moves, and the piles."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES, ELEMENT
from taku.games.oneiron.state import STEP, State
from taku.games.oneiron.table.cards import face, listed
from taku.page.html import Child, Raw, el
from taku.page.parts import clock

PHASES = ("battle", "move", "danger", "revive")
"""What people decide in a round, in its order; the forbidden area is drawn between battle and movement."""


def phase(step: int) -> int:
    """The place in PHASES; −1 while landing and after the end."""
    if step <= STEP.land_joker or step == STEP.over:
        return -1
    if step <= STEP.loot:
        return 0
    return 1 if step <= STEP.move_swap else 2 if step == STEP.hazard_pay else 3


def bar(seen: State, seat: int, words: Words) -> Raw:
    graves = listed(seen.graveyard.of)
    return el(
        "div",
        rounds(seen.round, seen.step, seen.opt.max_rounds, words),
        mover(seen.moving, words) if seen.moving else None,
        el("span", words.say("table", "pile", n=seen.pile.size), class_="pile-n"),
        el(
            "button",
            words.say("table", "graveyard", n=len(graves)),
            type="button",
            id="graves",
            class_="term",
            data_label=words.say("table", "graveyard", n=len(graves)),
            data_help=by_kind(graves, words) if graves else words.text("page", "no_cards"),
            data_clause="O-7.14",
        ),
        clock(seat) if seat >= 0 else None,
        class_="bar",
    )


def by_kind(cards: tuple[int, ...], words: Words) -> str:
    """Cards of a pile, a line for each element, each number once with how many there are."""
    lines: dict[str, list[str]] = {}
    for card in range(1, CARD_TYPES + 1):
        if count := cards.count(card):
            said = face(card) + (f"×{count}" if count > 1 else "")
            lines.setdefault(words.name("element", ELEMENT[card]), []).append(said)
    return "\n".join(f"{element} {' '.join(numbers)}" for element, numbers in lines.items())


@lru_cache(maxsize=1024)
def rounds(number: int, step: int, last: int, words: Words) -> Raw:
    if step == STEP.over:
        return el("b", words.text("table", "over"), class_="round")
    if not number:
        return el("b", words.text("table", "landing"), class_="round")
    here = phase(step)
    dots: list[Child] = [
        el("span", words.text("page", f"phase_{p}"), class_="ph on" if i == here else "ph")
        for i, p in enumerate(PHASES)
    ]
    title = words.say("table", "round", n=number)
    more = el("small", words.text("page", "last_round")) if number == last else None
    return el("span", el("b", title, more, class_="round"), el("span", dots, class_="phases"), class_="rounds")


@lru_cache(maxsize=16)
def mover(element: int, words: Words) -> Raw:
    """O-11.1: the movement element of the round."""
    said = words.fill(words.text("table", "moves"), {"element:element": element})
    return el("span", el("i", class_=f"ei e{element}"), said, id="mv", class_="mover", data_help=said, data_label=said,
              data_clause="O-11.1")  # fmt: skip
