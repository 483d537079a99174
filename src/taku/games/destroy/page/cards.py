"""Action cards: ten places for each side. A used card stays in its place, faded, until the round ends (D-3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from taku.engine.words import Words
from taku.games.destroy.content import CARD, CARD_KIND, CARD_VALUE, CONTENT
from taku.games.destroy.page.sums import lent_mana
from taku.games.destroy.rules import kind
from taku.games.destroy.rules.actions import may_cancel, may_skip
from taku.games.destroy.state import CARDS, KIND, PASS, STAGE, State
from taku.page import parts, svg
from taku.page.frames import fold
from taku.page.html import Child, Raw, el

SUIT = ("arrow", "sword", "flame", "star")
"""By kind of card. Kinds differ by shape: colours are for the seats."""


@lru_cache(maxsize=512)
def card(seat: int, k: int, language: str, *, keyed: bool = True, used: str = "") -> Raw:
    """One action card, face up. `used` says why it cannot be played again."""
    made, what = CONTENT.cards[k], CARD_KIND[k]
    return parts.card(
        f"k{seat}-{k}" if keyed else None,
        value=None if what == CARD.trump else made.value,
        suit=SUIT[what],
        label=made.name[language],
        class_=f"k-{CARD[what]}{' used' if used else ''}",
        data_help=made.text[language],
        data_why=used or None,
        data_clause="D-7.7" if used else "D-7.10" if what == CARD.trump else "D-8.1",
    )


@lru_cache(maxsize=64)
def sealed(seat: int, k: int, language: str) -> Raw:
    """One's own sealed card: face down, with a corner that only its owner sees."""
    made, what = CONTENT.cards[k], CARD_KIND[k]
    value = None if what == CARD.trump else el("b", made.value, class_="value")
    return el(
        "div",
        el("div", value, svg.glyph(SUIT[what]), class_="corner"),
        id=f"k{seat}-{k}",
        class_=f"card back peek s{seat}",
        data_flip=True,
        data_label=made.name[language],
    )


def held(seen: State, seat: int) -> list[int]:
    """The cards that a seat still has, less one that lies in the middle."""
    away = (seen.choice[seat], seen.played[seat])
    return [k for k in range(CARDS) if not seen.used[seat, k] and 1 + k not in away]


def places(seen: State, seat: int, words: Words) -> list[Raw]:
    """All ten cards of a seat in their order; the place of one that lies in the middle is empty."""
    away = (seen.choice[seat], seen.played[seat])
    why = words.text("page", "used_help")
    return [
        el("div", class_="slot")
        if 1 + k in away
        else card(seat, k, words.language, used=why if seen.used[seat, k] else "")
        for k in range(CARDS)
    ]


def own_hand(seen: State, seat: int, words: Words) -> Raw:
    """The own cards, and beside them what is done without one."""
    side = max(seat, 0)
    choosing = seen.stage == STAGE.card and seat >= 0 and not seen.chosen[seat]
    cards = parts.hand(*places(seen, side, words), dim=not choosing)
    return el("div", cards, el("div", deeds(seen, seat, words), class_="deeds-in"), id=f"hand-{side}", class_="hand-in")


def enemy_hand(seen: State, seat: int, words: Words) -> Raw:
    """The enemy's cards are no secret."""
    return fold(f"hand-{seat}", words.text("page", "foe_hand"), el("div", places(seen, seat, words), class_="minis"))


def deeds(seen: State, seat: int, words: Words) -> Sequence[Child]:
    """What is done without a card or a character: pass, decline, skip, take back."""
    if seat < 0:
        return []
    if seen.stage == STAGE.card and not seen.chosen[seat]:
        return [deed("pass", words.text("action", "pass"), "D-7.6", help_=words.text("page", "pass_help"))]
    if seen.stage != STAGE.act or seen.user != 1 + seat:
        return []
    if kind(seen, seat) == KIND.act:
        help_ = words.text("page", "decline_help")
        return [deed("decline", words.text("action", "decline"), "D-7.14", help_=help_)]
    skip = deed("skip", words.text("page", "skip"), "D-11.5", help_=words.text("page", "skip_help"))
    back = deed("cancel-act", words.text("page", "back"), "D-11.3", free=True)
    return [skip] * bool(may_skip(seen, seat)) + [back] * bool(may_cancel(seen, seat))


def deed(id_: str, said: str, clause: str, *, help_: str | None = None, free: bool = False) -> Raw:
    return parts.button(said, id_=id_, data_label=said, data_help=help_, data_clause=clause, data_free=free)


# ---------------------------------------------------------------- what a lifted card would make


def next_mana(seen: State, seat: int, words: Words) -> list[Raw]:
    """While a card is lifted: what it does, and the mana it would make, whatever the enemy plays (D-7.1, D-7.2)."""
    if seat < 0 or seen.stage != STAGE.card or seen.chosen[seat]:
        return []
    hints = {f"k{seat}-{k}": (k, CONTENT.cards[k].text[words.language]) for k in held(seen, seat)}
    hints["pass"] = (PASS, words.text("page", "pass_help"))
    return [
        el("div", el("b", mana_hint(sums(seen, seat, k), words)), el("p", text), class_="over", data_hint_for=id_)
        for id_, (k, text) in hints.items()
    ]


def sums(seen: State, seat: int, card: int) -> tuple[int, ...]:
    """D-7.1, D-7.2, D-7.3: the own mana that a card may make with each of the enemy's; nothing if the round ends."""
    if seen.phase >= seen.opt.phases:
        return ()
    theirs = [PASS] if seen.resting[1 - seat] else [*held(seen, 1 - seat), PASS]
    lent = lent_mana(seen, seat) + seen.chant_next
    made = {max(0, pair_mana(seen, card, other) + lent) for other in theirs if card != PASS or other != PASS}
    return tuple(sorted(made))


def pair_mana(seen: State, card: int, other: int) -> int:
    """D-7.2: the sum of two cards; a card that meets a trump counts only where the table says so."""
    silenced = (CARD_KIND[card] == CARD.trump) != (CARD_KIND[other] == CARD.trump)
    return 0 if silenced and not seen.opt.silenced_mana else CARD_VALUE[card] + CARD_VALUE[other]


def mana_hint(made: tuple[int, ...], words: Words) -> str:
    key = "next_last" if not made else "next" if len(made) > 1 else "next_one"
    return words.say("page", key, low=made[0] if made else 0, high=made[-1] if made else 0)
