"""Cards in the hand, in the row, on offer and on sale; and what a card says when it is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from taku.games.synegier.content import CONTENT, Card
from taku.games.synegier.page.bands import bridge, chip, edges, halves, subjects, verbs
from taku.games.synegier.page.view import RARITIES
from taku.games.synegier.sentences import book, card_text
from taku.games.synegier.state import State
from taku.games.synegier.wording import pile
from taku.page import svg
from taku.page.html import Attr, Child, Raw, el

SIGNS = {
    "damage": "burst", "strike": "sword", "heal": "heart", "atk": "sword", "def": "shield", "shield": "shield",
    "poison": "drop", "burn": "flame", "shock": "bolt", "cleanse": "heart", "draw": "card", "stock": "card",
    "discard": "card", "mana": "spark", "charge": "spark", "coin": "coin", "steal": "coin", "level": "up",
    "push": "push", "pull": "push", "swap": "swap", "warp": "turn", "blink": "turn", "pierce": "arrow", "evade": "wind",
    "reach": "target", "again": "sword", "boost": "burst", "vigor": "heart",
}  # fmt: skip
"""The drawing of a card is the sign of its first effect."""


def card_of(card: int) -> Card:
    return CONTENT.cards[card - 1]


@lru_cache(maxsize=2048)
def face(
    id_: str | None,
    card: int,
    language: str,
    *,
    meets: frozenset[str] = frozenset(),
    price: int = 0,
    dim: bool = False,
    why: str = "",
    clause: str = "S-4.1",
    as_: str = "",
    text: bool = False,
) -> Raw:
    """A card, face up: cost, sign, name, the halves at its edges, and on large cards its text and moves."""
    made = card_of(card)
    left, right = edges(card, meets)
    more: dict[str, Attr] = {"data_as": as_ or None, "data_why": why or None}
    name = made.name[language]
    return el(
        "div",
        el("b", made.cost, class_="cost"),
        left,
        el("span", svg.glyph(SIGNS[made.effect[0].op]), class_="sign"),
        right,
        el("div", name, class_="title"),
        el("div", card_text(made, language), class_="says"),
        moves(card) if text else None,
        el("span", svg.glyph("coin"), price, class_="price") if price else None,
        id=id_,
        class_=f"card syn tone-{RARITIES[made.rarity]}{' dim' if dim else ''}{' full' if text else ''}",
        data_flip=id_ is not None,
        data_label=name,
        data_help=about(card, language),
        data_clause=clause,
        **more,
    )


@lru_cache(maxsize=256)
def about(card: int, language: str) -> str:
    """A card in words: rarity and cost, effect, halves."""
    made = card_of(card)
    head = book(language)("page.card_head", rarity=book(language)(f"rarity.{made.rarity}"), cost=made.cost)
    return f"{made.name[language]} ({head})\n{card_text(made, language)}"


@lru_cache(maxsize=256)
def moves(card: int) -> Raw:
    """The movement of a card as a small grid around the soldier."""
    made = card_of(card).move
    far = max([2, *(max(abs(x), abs(y)) for x, y in made)])
    span = 2 * far + 1
    cells = [el("rect", x=far + x + 0.1, y=far + y + 0.1, width=0.8, height=0.8, rx=0.15, class_="to") for x, y in made]
    frame = el("path", d="".join(f"M{i} 0V{span}M0 {i}H{span}" for i in range(span + 1)), class_="grid")
    return el(
        "svg", frame, cells, el("circle", cx=far + 0.5, cy=far + 0.5, r=0.34, class_="me"),
        viewBox=f"0 0 {span} {span}", class_="moves", aria_hidden="true",
    )  # fmt: skip


# ---------------------------------------------------------------- the hand


def hand_ids(cards: list[int]) -> list[tuple[str, str]]:
    """(id, what it stands for) of each card: copies of a kind are played as the first one."""
    seen: Counter[int] = Counter()
    made = []
    for card in cards:
        seen[card] += 1
        made.append((f"h-{card}", "") if seen[card] == 1 else (f"h-{card}-{seen[card]}", f"h-{card}"))
    return made


def hand_of(seen: State, seat: int) -> list[int]:
    """The cards in a hand that one may see, the one that is being moved with among them."""
    return [card for card in pile(seen.hand, seat) if card]


def row_of(seen: State) -> list[int]:
    return [int(seen.row.card[i]) for i in range(seen.row.size)]


# ---------------------------------------------------------------- the row


def row(seen: State, seat: int, language: str, playable: Sequence[int] = ()) -> Raw:
    """The row from left to right, with bridges where halves meet, and the halves that the last card leaves open.

    While a card of the hand is aimed at, it already lies at the end, with its bridge.
    """
    cards = row_of(seen)
    lifted = int(seen.chosen[seat]) if seat >= 0 else 0
    shown = [*cards, lifted] if lifted and seen.turn == seat else cards
    made: list[Child] = []
    before = 0
    for n, card in enumerate(shown):
        if joint := bridge(before, card, f"bridge-{n}"):
            made.append(joint)
        made.append(small(n, card, language, lifted=n >= len(cards)))
        before = card
    for card in playable:
        joint = bridge(before, card)
        name = el("span", el("b", card_of(card).name[language]), class_="played lifted")
        made.append(el("span", joint, name, class_="would", data_hint_for=f"h-{card}"))
    if before:
        made.append(el("span", [chip(color, "open") for color, _ in subjects(before)], class_="opens", id="row-open"))
    else:
        made.append(el("span", book(language)("page.row_empty"), class_="row-note"))
    help_ = book(language)("page.row_help")
    more: dict[str, Attr] = {"data_strip": True, "data_help": help_, "data_clause": "S-5.2"}
    return el("div", made, id="row", class_="line", tabindex=0, **more)


@lru_cache(maxsize=2048)
def small(n: int, card: int, language: str, *, lifted: bool) -> Raw:
    """A card in the row."""
    made = card_of(card)
    return el(
        "span", [chip(color, "verb") for color, _ in verbs(card)], el("b", made.name[language]),
        id=f"row-{n}", class_=f"played{' lifted' if lifted else ''}", data_enter=True,
        data_help=about(card, language), data_clause="S-5.2",
    )  # fmt: skip


def read(card: int, language: str) -> Raw:
    """A card to be read: what the preview begins with."""
    return el(
        "div", el("p", el("b", card_of(card).name[language]), " ", card_text(card_of(card), language)),
        halves(card, language), moves(card), class_="read",
    )  # fmt: skip
