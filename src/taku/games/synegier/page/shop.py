"""The stalls: three cards and two potions, with what they cost this player and why they cannot be bought now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from taku.engine.words import Words
from taku.games.synegier.content import CONTENT
from taku.games.synegier.page.cards import about, card_of, face
from taku.games.synegier.page.view import my_soldier, on_field
from taku.games.synegier.rules.shop import price
from taku.games.synegier.state import SHOP, State
from taku.games.synegier.tables import ITEM_PRICE, PRICE, RIM
from taku.games.synegier.wording import pile
from taku.page import frames, svg
from taku.page.html import Child, Raw, el


def stall(seen: State, seat: int, words: Words) -> Raw:
    """Everything on sale."""
    made: list[Child] = []
    for slot in range(SHOP):
        card = int(seen.shop[slot])
        if card:
            cost = int(price(seen, int(PRICE[card])))
            why, clause = reason(seen, seat, cost, words)
            made.append(face(f"sale-{slot}", card, words.language, price=cost, why=why, clause=clause, dim=bool(why)))
    for item in range(1, len(CONTENT.items) + 1):
        made.append(potion(seen, seat, item, words))
    purse = seen.coins[seat] if seat >= 0 else None
    return frames.fold("shop", words.text("page", "shop"), el("div", made, class_="stall-goods"), count=purse)


def potion(seen: State, seat: int, item: int, words: Words) -> Raw:
    cost = int(price(seen, int(ITEM_PRICE[item])))
    why, clause = reason(seen, seat, cost, words)
    if not why and seat >= 0 and seen.potion[seat]:
        why, clause = words.text("page", "has_potion"), "S-8.5"
    made = CONTENT.items[item - 1]
    name = made.name[words.language]
    return el(
        "div", el("span", bottle(item), class_="sign"), el("div", name, class_="title"),
        el("span", svg.glyph("coin"), cost, class_="price"), id=f"item-{item}",
        class_=f"card syn potion{' dim' if why else ''}", data_label=name, data_why=why or None,
        data_help=f"{name}\n{made.text[words.language]}", data_clause=clause,
    )  # fmt: skip


def flask(seen: State, seat: int, words: Words) -> Raw | None:
    """The potion that a seat holds, to be drunk with a tap."""
    if seat < 0 or not seen.potion[seat]:
        return None
    item = int(seen.potion[seat])
    p = my_soldier(seen, seat)
    why = ""
    if seen.turn != seat:
        why = words.text("page", "not_your_turn")
    elif p < 0 or seen.hp[p] >= seen.max_hp[p]:
        why = words.text("page", "full_hp")
    name = words.name("item", item)
    help_ = f"{name}\n{CONTENT.items[item - 1].text[words.language]}"
    return el("div", bottle(item), id="drink", class_="flask dim" if why else "flask", data_label=name,
              data_why=why or None, data_help=help_, data_clause="S-8.5")  # fmt: skip


def bottle(item: int) -> Raw:
    """A small and a large bottle."""
    fill = "#6fc08a" if item == 1 else "#d2506a"
    body = "M-10-40H10V-18L22 10V38Q22 44 16 44H-16Q-22 44-22 38V10L-10-18Z"
    full = "M-21 12H21V38Q21 43 16 43H-16Q-21 43-21 38Z"
    drawn = el("g", el("path", d=body, fill="#eef3ee"), el("path", d=full, fill=fill),
               el("path", d="M-13-46H13V-38H-13Z", fill="#a8743a"), stroke="#2b2218", stroke_width=4)  # fmt: skip
    scale = "scale(.8)" if item == 1 else None
    return el("svg", el("g", drawn, transform=scale), viewBox="-50 -50 100 100", class_="glyph", aria_hidden="true")


def reason(seen: State, seat: int, cost: int, words: Words) -> tuple[str, str]:
    """Why a seat cannot buy now, and the clause (S-8.1 to S-8.4)."""
    if seat < 0 or seen.turn != seat:
        return words.text("page", "not_your_turn"), "S-8.1"
    p = my_soldier(seen, seat)
    if p < 0 or not on_field(seen, p) or not RIM[seen.board] >> seen.cell[p] & 1:
        return words.text("page", "not_on_rim"), "S-8.1"
    if seen.bought:
        return words.text("page", "bought_already"), "S-8.1"
    if seen.coins[seat] < cost:
        return words.say("page", "too_dear", n=cost), "S-8.2"
    return "", "S-8.2"


def piles(seen: State, seat: int, words: Words) -> Raw:
    """What lies in the own deck (in no order) and in everybody's trash."""
    made: list[Child] = []
    if seat >= 0:
        deck = pile(seen.deck, seat)
        made.append(listed(words.say("page", "deck", n=len(deck)), deck, words))
    for of in range(seen.seats):
        trash = pile(seen.trash, of)
        made.append(listed(words.say("page", "trash", seat=of, n=len(trash)), trash, words))
    return frames.fold("piles", words.text("page", "cards"), made)


def listed(head: str, cards: Iterable[int], words: Words) -> Raw:
    """A list of cards, each once, with how many there are."""
    counted = Counter(card for card in cards if card)
    lines = [
        el("span", f"{card_of(card).name[words.language]}{f' ×{n}' if n > 1 else ''}", class_="listed",
           data_help=about(card, words.language), data_clause="S-4.1")
        for card, n in sorted(counted.items())
    ]  # fmt: skip
    return el("div", el("b", head), el("div", lines, class_="list"), class_="pile-list")
