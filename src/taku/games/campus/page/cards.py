"""Cards: faces, the own hand, and what a card says when it is looked at."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from taku.engine.words import Words
from taku.games.campus.content import (
    CONTENT,
    COST_OP,
    NONE,
    SUBJECT,
    USE_OF,
    USES,
    Card,
)
from taku.games.campus.page.view import card_id, hand_of
from taku.games.campus.state import State
from taku.page import svg
from taku.page.html import Attr, Child, Raw, el

SIGNS = {"subject": "book", "special": "spark", "cheat": "eye", "trouble": "bolt"}
"""Each kind of card has its sign, and a colour."""
TONES = {"subject": "blue", "special": "green", "cheat": "violet", "trouble": "red"}


def card_of(card: int) -> Card:
    return CONTENT.cards[card - 1]


def costs(card: int) -> bool:
    """Whether cards of the hand pay for it."""
    return COST_OP[card] != NONE


def draws_first(card: int) -> int:
    """How many cards it draws before anything else happens; none where others may tell on it (C-11.6) or it costs."""
    made = card_of(card)
    first = made.effects[0] if made.effects else None
    return first.get("n") if first and first.op == "draw" and made.kind == "special" and not costs(card) else 0


def brief(card: int, words: Words) -> str:
    """A card in two words: a subject and its value, or its name."""
    made = card_of(card)
    if not made.subject:
        return made.name[words.language]
    return f"{words.name('brief', SUBJECT[card] - 1)} +{made.value}"


@lru_cache(maxsize=4096)
def face(
    id_: str | None,
    card: int,
    words: Words,
    *,
    back: int = 0,
    dim: bool = False,
    why: str = "",
    as_: str = "",
    now: bool = False,
    from_: str = "",
) -> Raw:
    """A card, face up: sign and value, what it is, its other uses, and a stripe of its deck."""
    made = card_of(card)
    kind = made.kind
    value: Child = f"+{made.value}" if made.subject else None
    price = el("span", svg.glyph("down"), class_="price") if costs(card) else None
    more: dict[str, Attr] = {"data_as": as_ or None, "data_why": why or None, "data_now": now or None}
    name = made.name[words.language]
    title = words.name("brief", SUBJECT[card] - 1) if made.subject else soft(name)
    others = [
        el("i", f"{words.name('abbr', USE_OF[card, u, 0])}{USE_OF[card, u, 1]}")
        for u in range(1 if made.subject else 0, USES[card])
    ]
    return el(
        "div",
        el("div", svg.glyph(SIGNS[kind]), value and el("b", value), price, class_="head"),
        el("div", title, class_="name"),
        el("div", others, class_="alts") if others else None,
        id=id_,
        class_=f"card uni tone-{TONES[kind]} k-{kind}{f' d{back}' if back else ''}{' dim' if dim else ''}",
        data_flip=id_ is not None,
        data_from=from_ or None,
        data_label=name,
        data_help=about(card, words.language),
        data_clause=CLAUSES[kind],
        **more,
    )


HYPHENS = ("Over|achiever", "Assign|ment", "Inter|national", "Regis|tration", "Plagia|rism", "Metal|work", "Home|work",
           "Net|work", "Cram|ming", "Univer|sity", "Pan|demic", "Ex|change")  # fmt: skip
"""Where long words of names may end a line: a card is narrow, and browsers do not hyphenate headlines."""


def soft(name: str) -> str:
    """A name with the places where its words may be parted."""
    for word in HYPHENS:
        name = name.replace(word.replace("|", ""), word.replace("|", "\u00ad"))
    return name


CLAUSES = {"subject": "C-8.2", "special": "C-7.1", "cheat": "C-11.6", "trouble": "C-4.7"}


@lru_cache(maxsize=256)
def about(card: int, language: str) -> str:
    made = card_of(card)
    return f"{made.name[language]}\n{made.text[language]}"


def hand_ids(cards: list[int]) -> list[tuple[str, str]]:
    """(id, what it stands for) of each card: copies of a kind are played as the first one."""
    seen: Counter[int] = Counter()
    made = []
    for card in cards:
        seen[card] += 1
        made.append((card_id(card), "") if seen[card] == 1 else (f"{card_id(card)}-{seen[card]}", card_id(card)))
    return made


def hand(seen: State, seat: int, words: Words, whys: dict[int, str], *, now: bool) -> Child:
    """The own cards; those that cannot be used now say why."""
    held = hand_of(seen, seat)
    if not held:
        return el("div", el("p", words.text("page", "hand_none"), class_="empty"), class_="cards")
    made = []
    for i, ((id_, as_), card) in enumerate(zip(hand_ids(held), held, strict=True)):
        why = whys.get(card, "")
        made.append(
            face(id_, card, words, back=int(seen.back[seat, i]), dim=bool(why), why=why, as_=as_, now=now,
                 from_=f"deck-{seen.back[seat, i]}")
        )  # fmt: skip
    return el("div", made, class_="cards", role="group", tabindex=0)


@lru_cache(maxsize=1024)
def told(card: int, words: Words) -> Raw:
    """A card to be read, at the head of what it would do."""
    made = card_of(card)
    return el(
        "p",
        el("span", svg.glyph(SIGNS[made.kind]), class_=f"sign tone-{TONES[made.kind]}"),
        el("b", made.name[words.language]),
        " ",
        made.text[words.language],
        class_="read",
    )
