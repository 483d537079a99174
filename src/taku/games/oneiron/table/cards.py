"""Cards as they lie on the table: small signs in a line, and the large ones of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES, CONTENT, ELEMENT, JOKER, NUMBER
from taku.games.oneiron.state import MAX_SPLITS, STEP, State
from taku.games.oneiron.table.seats import deciding, lead_of, members, own_team
from taku.kit.drafts import DRAFT
from taku.page.html import Attr, Child, Raw, el

Cards = tuple[int, ...]


def runs(numbers: Iterable[int]) -> str:
    """Numbers as short as they can be said: 1, 11–13."""
    found: list[list[int]] = []
    for n in numbers:
        if found and found[-1][1] == n - 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in found)


def face(card: int) -> str:
    """What is printed in the corner."""
    return "J" if card == JOKER else str(NUMBER[card])


@lru_cache(maxsize=256)
def sign(card: int, words: Words, more: str = "") -> Raw:
    """A card in a line of text: its element, in words for who cannot see the sign, and its number."""
    name = words.name("card", card)
    number = str(NUMBER[card]) if card != JOKER else ""
    assert name.endswith(number)
    return el("b", el("u", name.removesuffix(number)), face(card), class_=f"c e{ELEMENT[card]}{more}")


def grouped(cards: Iterable[int], words: Words) -> list[Raw]:
    """Many cards in little room: each element once, with its numbers."""
    numbers: dict[int, list[int]] = {}
    for card in cards:
        numbers.setdefault(ELEMENT[card], []).append(card)
    return [
        el("b", el("u", words.name("element", e), " "), " ".join(face(c) for c in found), class_=f"c e{e}")
        for e, found in numbers.items()
    ]


def row(cards: Iterable[int], words: Words, kind: str = "cs") -> Raw | None:
    """Cards in a line; nothing if there are none."""
    found = [sign(c, words) for c in cards]
    return el("span", found, class_=kind) if found else None


def listed(counts: Sequence[int]) -> Cards:
    """A set of cards, one number for each card."""
    return tuple(c for c, n in enumerate(counts) for _ in range(n))


@lru_cache(maxsize=512)
def large(
    id_: str | None, card: int, language: str, kind: str = "", count: int = 1, note: str = "", **attrs: Attr
) -> Raw:
    """A card to be held: element, number, against which numbers a win gains or loses, and how many there are.

    What it is called and does stands once on the page (`texts`): it would be sent with the card whenever it moves.
    """
    of = CONTENT.cards[card - 1]
    gain, lose = (runs(of.more.get(k) or ()) for k in ("bonus_vs", "penalty_vs"))
    return el(
        "div",
        el("b", face(card), class_="no"),
        el("i", class_="big"),
        el("small", el("span", "+ ", gain) if gain else None, el("span", "− ", lose) if lose else None),
        el("em", f"×{count}") if count > 1 else None,
        el("u") if note else None,
        id=id_,
        class_=f"hc e{ELEMENT[card]}{kind}",
        data_label=of.name[language] + (f" ×{count}" if count > 1 else ""),
        data_help_of=f"about-{card}",
        data_help=note or None,
        data_clause="O-8.5" if card != JOKER else "O-8.2",
        **attrs,
    )


@lru_cache(maxsize=8)
def texts(language: str) -> Raw:
    """The words of all cards, for the help of those that lie on the page."""
    return el(
        "div",
        [el("p", f"{c.more['title'][language]}. {c.text[language]}", id=f"about-{1 + i}")
         for i, c in enumerate(CONTENT.cards)],
        hidden=True,
    )  # fmt: skip


# ---------------------------------------------------------------- the hand


def hand(seen: State, seat: int, words: Words) -> Raw:
    """The team's cards; in a battle each member's part, the own one first."""
    team = own_team(seen, seat)
    seats = members(seen, team)
    parted = len(seats) == 2 and bool(seen.battle[team]) and STEP.split <= seen.step <= STEP.loot
    groups: list[Child] = []
    if parted and seen.rank[team] == 0:
        order = sorted(seats, key=lambda s: s != seat)
        for owner in order:
            title = words.text("table", "own_part") if owner == seat else words.say("table", "partner_part", seat=owner)
            groups.append(group(seen, seat, (owner,), title, words))
    else:
        groups.append(group(seen, seat, tuple(seats), words.text("table", "hand"), words))
    return el(
        "section",
        groups,
        id="hand",
        class_="hand parted" if len(groups) > 1 else "hand",
        aria_label=words.text("table", "hand"),
    )


def group(seen: State, seat: int, owners: tuple[int, ...], title: str, words: Words) -> Raw:
    team = own_team(seen, seat)
    counts = [sum(seen.hand[o].of[c] for o in owners) for c in range(CARD_TYPES + 1)]
    which = members(seen, team).index(owners[0])
    laid = in_hand_but_laid(seen, seat, owners)
    note = words.text("page", "everybody_knows")
    now = one_tap(seen, seat)
    cards = [
        large(
            f"k{which}-{c}",
            c,
            words.language,
            " laid" if counts[c] == laid.count(c) else "",
            counts[c],
            note if seen.known[team, c] else "",
            data_now=now(c) or None,
        )
        for c in range(1, CARD_TYPES + 1)
        if counts[c]
    ]
    mine = can_use(seen, seat, owners)
    return el(
        "div",
        el("p", el("span", title), el("small", words.say("table", "cards", n=sum(counts))), class_="hand-note"),
        el(
            "div",
            cards or el("p", words.text("page", "no_cards"), class_="none"),
            class_="pack",
            role="group",
            tabindex=0,
        ),
        class_="part" if mine else "part calm",
        id=f"part-{which}",
    )


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
