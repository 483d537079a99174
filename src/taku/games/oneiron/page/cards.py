"""Cards as they lie on the table: small signs in a line, and the large ones of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import (
    CARD_TYPES,
    CONTENT,
    ELEMENT,
    ELEMENTS,
    JOKER,
    NUMBER,
    STRENGTH,
    gains_and_losses,
)
from taku.games.oneiron.page.seats import deciding, glyph, in_battle, lead_of, members, own_team
from taku.games.oneiron.state import MAX_SPLITS, STEP, State
from taku.kit.drafts import DRAFT
from taku.page import parts
from taku.page.html import Attr, Raw, el

Cards = tuple[int, ...]


def runs(numbers: Iterable[int], comma: str = ", ", to: str = "–") -> str:
    """Numbers as short as they can be said: 1, 11–13."""
    found: list[list[int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return comma.join(str(a) if a == b else f"{a}{to}{b}" for a, b in found)


def face(card: int) -> str:
    """What is printed in the corner."""
    return "J" if card == JOKER else str(NUMBER[card])


@lru_cache(maxsize=256)
def sign(card: int, words: Words, more: str = "") -> Raw:
    """A card in a line of text: its element and its number."""
    element = ELEMENT[card]
    return el("b", glyph(str(element), words.name("element", element)), face(card) if card != JOKER else None,
              class_=f"c e{element}{more}")  # fmt: skip


def by_kind(cards: Iterable[int], words: Words) -> list[Raw]:
    """Many cards in little room: each element once, with its numbers and how many there are of each."""
    numbers: dict[int, dict[int, int]] = {}
    for card in cards:
        found = numbers.setdefault(ELEMENT[card], {})
        found[card] = found.get(card, 0) + 1
    return [
        el("b", glyph(str(e), words.name("element", e)),
           " ".join(face(c) + (f"×{n}" if n > 1 else "") for c, n in found.items()), class_=f"c e{e}")
        for e, found in numbers.items()
    ]  # fmt: skip


def row(cards: Iterable[int], words: Words, kind: str = "cs") -> Raw | None:
    """Cards in a line; nothing if there are none."""
    found = [sign(c, words) for c in cards]
    return el("span", found, class_=kind) if found else None


def listed(counts: Sequence[int]) -> Cards:
    """A set of cards, one number for each card."""
    return tuple(c for c, n in enumerate(counts) for _ in range(n))


@lru_cache(maxsize=512)
def large(
    id_: str | None, card: int, giant: int, words: Words, kind: str = "", count: int = 1, note: str = "", **attrs: Attr
) -> Raw:
    """A card to be held: element, number, against which numbers a win gains or loses, and how many there are.

    What it is called and does stands once on the page (`texts`): it would be sent with the card whenever it moves.
    """
    gain, lose = map(runs, gains_and_losses(giant, STRENGTH[card]))
    name = words.name("card", card)
    return el(
        "div",
        el("b", face(card), class_="no"),
        glyph(str(ELEMENT[card])),
        el("small", printed("+", gain), printed("−", lose)),
        el("em", f"×{count}") if count > 1 else None,
        glyph("eye", kind="known-by-all") if note else None,
        id=id_,
        class_=f"hc e{ELEMENT[card]}{kind}",
        data_label=name + (f" ×{count}" if count > 1 else ""),
        data_help_of=f"about-{card}",
        data_help=note or None,
        data_clause="O-8.5" if card != JOKER else "O-8.2",
        **attrs,
    )


def printed(what: str, numbers: str) -> Raw | None:
    """A line of the small print; one that is too long for a card on a phone is drawn narrow."""
    return el("span", what, numbers, class_="long" if len(numbers) > len("11–13") else None) if numbers else None


def about(card: int, giant: int, words: Words) -> str:
    """What a card beats, and against which numbers a win of it gains or loses (O-1.9, O-8.5 to O-8.7)."""
    if card == JOKER:
        return CONTENT.cards[card - 1].text[words.language]
    comma, to = words.text("page", "numbers_comma"), words.text("page", "numbers_to")
    said = words.fill(words.text("page", "card_beats"), {"element:element": ELEMENT[card] % ELEMENTS + 1})
    for key, numbers in zip(("card_gain", "card_lose"), gains_and_losses(giant, STRENGTH[card]), strict=True):
        said += words.say("page", key, numbers=runs(numbers, comma, to)) if numbers else ""
    return said


@lru_cache(maxsize=8)
def texts(giant: int, words: Words) -> Raw:
    """The words of all cards, for the help of those that lie on the page."""
    titles = enumerate((c.title[words.language] for c in CONTENT.cards), 1)
    return el("div", [el("p", f"{t}. {about(c, giant, words)}", id=f"about-{c}") for c, t in titles], hidden=True)


# ---------------------------------------------------------------- the hand


def hand(seen: State, seat: int, words: Words) -> Raw:
    """The team's cards; in a battle each member's part, the own one first."""
    team = own_team(seen, seat)
    seats = members(seen, team)
    groups = [(tuple(seats), words.text("table", "hand"))]
    if len(seats) == 2 and seen.battle[team] and in_battle(seen):
        groups = [((seat,), words.text("table", "own_part"))]
        groups += [((o,), words.say("table", "partner_part", seat=o)) for o in seats if o != seat]
    made = [group(seen, seat, owners, title, words) for owners, title in groups]
    return el("div", made, id="hand", class_="halves parted" if len(made) > 1 else "halves")


def group(seen: State, seat: int, owners: tuple[int, ...], title: str, words: Words) -> Raw:
    team = own_team(seen, seat)
    counts = [sum(seen.hand[o].of[c] for o in owners) for c in range(CARD_TYPES + 1)]
    which = int(seat not in owners)
    laid = in_hand_but_laid(seen, seat, owners)
    note = words.text("page", "everybody_knows")
    now = one_tap(seen, seat)
    cards = [
        large(f"k{which}-{c}", c, seen.opt.giant_rule, words, " laid" if counts[c] == laid.count(c) else "", counts[c],
              note if seen.known[team, c] else "", data_free=now(c) or None)
        for c in range(1, CARD_TYPES + 1) if counts[c]
    ]  # fmt: skip
    held = words.say("page", "held", title=title, n=sum(counts))
    shown = parts.hand(cards or words.text("page", "no_cards"), note=held, many=True)
    return el("div", Raw(shown), class_="part" if can_use(seen, seat, owners) else "part calm", id=f"part-{which}")


def can_use(seen: State, seat: int, owners: tuple[int, ...]) -> bool:
    """Whether something of this group may be played now."""
    if not deciding(seen, seat):
        return False
    if seen.step in (STEP.present, STEP.lend):
        return seat in owners
    if seen.step == STEP.landing:
        return bool(seen.draft[seat].stage < 2)
    return seen.step == STEP.split or (seen.step == STEP.move and seen.draft[seat].stage == 0)


def one_tap(seen: State, seat: int) -> Callable[[int], bool]:
    """Which cards need no second tap: those whose click can be taken back."""
    if not deciding(seen, seat):
        return lambda card: False
    if seen.step == STEP.landing:
        return lambda card: True
    if seen.step == STEP.split:
        return lambda card: bool(seen.draft[seat].stage < MAX_SPLITS)
    if seen.step == STEP.move:
        return lambda card: ELEMENT[card] != seen.moving
    return lambda card: False


def in_hand_but_laid(seen: State, seat: int, owners: tuple[int, ...]) -> list[int]:
    """Cards that are chosen and still counted in the hand."""
    if seen.step in (STEP.landing, STEP.move):
        draft = seen.draft[lead_of(seen, own_team(seen, seat))]
        return [draft.pick[i] for i in range(2 if seen.step == STEP.landing else 1)]
    if seen.step in (STEP.present, STEP.lend):
        return [seen.draft[o].pick[0] for o in owners if seen.draft[o].status == DRAFT.ready]
    return []
