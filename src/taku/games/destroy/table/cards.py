"""Action cards: the hand as a fan, the used ones in an open strip, the enemy's small and open (D-3.7)."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.destroy.content import CARD
from taku.games.destroy.rules import kind
from taku.games.destroy.rules.actions import may_cancel, may_skip
from taku.games.destroy.state import CARDS, KIND, PASS, STAGE, State
from taku.games.destroy.tables import CARD_KIND, CARD_VALUE, CONTENT
from taku.page import parts, svg
from taku.page.html import Child, Raw, el

TONE = ("blue", "red", "yellow", "violet")
SUIT = ("arrow", "sword", "flame", "star")
"""By kind of card: every colour comes with a shape."""


@lru_cache(maxsize=512)
def card(seat: int, k: int, language: str, *, keyed: bool = True, classes: str = "", place: int = -1) -> Raw:
    """One action card, face up. `place` is its place in the fan."""
    made, what = CONTENT.cards[k], CARD_KIND[k]
    return parts.card(
        f"k{seat}-{k}" if keyed else None,
        value="★" if what == CARD.trump else made.value,
        suit=SUIT[what],
        tone=TONE[what],
        label=made.name[language],
        class_=f"k-{CARD[what]} {classes}".strip(),
        data_help=made.text[language],
        data_clause="D-7.10" if what == CARD.trump else "D-8.1",
        data_css=f"--i:{place}" if place >= 0 else None,
    )


@lru_cache(maxsize=64)
def sealed(seat: int, k: int, language: str) -> Raw:
    """One's own sealed card: face down, with a corner that only its owner sees."""
    made, what = CONTENT.cards[k], CARD_KIND[k]
    return el(
        "div",
        el("div", el("b", "★" if what == CARD.trump else made.value, class_="value"), class_="corner"),
        svg.glyph(SUIT[what]),
        id=f"k{seat}-{k}",
        class_=f"card back peek s{seat} k-{CARD[what]}",
        data_flip=True,
        data_label=made.name[language],
    )


def held(seen: State, seat: int) -> list[int]:
    """The cards of a seat's hand in their fixed order; one that lies in the middle has left it."""
    away = (seen.choice[seat], seen.played[seat])
    return [k for k in range(CARDS) if not seen.used[seat, k] and 1 + k not in away]


def spent(seen: State, seat: int) -> list[int]:
    """The used cards of this round, less the one that lies open in the middle."""
    return [k for k in range(CARDS) if seen.used[seat, k] and seen.played[seat] != 1 + k]


def strip(seen: State, seat: int, words: Words) -> Raw:
    """D-3.7: the cards used this round lie open."""
    cards = [card(seat, k, words.language) for k in spent(seen, seat)]
    return el(
        "div",
        el("span", words.text("page", "used"), class_="strip-name"),
        el("div", cards, class_="minis"),
        id=f"used-{seat}",
        class_="used",
        data_help=words.text("page", "used_help"),
        data_clause="D-3.7",
    )


def small_hand(seen: State, seat: int, words: Words) -> Raw:
    """The enemy's hand: no secret."""
    cards = [card(seat, k, words.language) for k in held(seen, seat)]
    return el("div", cards, class_="minis", id=f"hand-{seat}", role="group", aria_label=words.text("page", "foe_hand"))


def own_hand(seen: State, seat: int, words: Words) -> Raw:
    """The fan, and beside it the used cards and the quiet buttons."""
    side = max(seat, 0)
    cards = held(seen, side)
    choosing = seen.stage == STAGE.card and seat >= 0 and not seen.chosen[seat]
    fan = [card(side, k, words.language, place=k) for k in cards]
    return el(
        "section",
        el("div", fan, class_="fan" if choosing else "fan calm", id=f"hand-{side}", role="group",
           aria_label=words.text("table", "hand"), data_css=f"--n:{len(cards)}"),
        el("div", strip(seen, side, words), buttons(seen, seat, words), class_="beside"),
        class_="hand",
        aria_label=words.text("table", "hand"),
    )  # fmt: skip


def buttons(seen: State, seat: int, words: Words) -> Raw:
    """What is done without a card or a character: pass, decline, skip, take back."""
    made: list[Child] = []
    if seat >= 0 and seen.stage == STAGE.card and not seen.chosen[seat]:
        made.append(quiet("pass", words.text("action", "pass"), words.text("page", "pass_help"), "D-7.6"))
    elif seat >= 0 and seen.stage == STAGE.act and seen.user == 1 + seat:
        if kind(seen, seat) == KIND.act:
            made.append(quiet("decline", words.text("action", "decline"), words.text("page", "decline_help"), "D-7.14"))
        else:
            if may_skip(seen, seat):
                made.append(quiet("skip", words.text("page", "skip"), words.text("page", "skip_help"), "D-11.5"))
            if may_cancel(seen, seat):
                made.append(quiet("cancel-act", words.text("page", "back"), None, "D-11.3", now=True))
    return el("div", made, class_="quiet-buttons")


def quiet(id_: str, said: str, help_: str | None, clause: str, *, now: bool = False) -> Raw:
    return parts.button(said, id_=id_, data_label=said, data_help=help_, data_clause=clause, data_now=now)


def next_mana(seen: State, seat: int, words: Words) -> list[Raw]:
    """While a card is lifted: the mana it would make, whatever the enemy plays (D-7.1)."""
    if seat < 0 or seen.stage != STAGE.card or seen.chosen[seat]:
        return []
    theirs = [0, *(CARD_VALUE[k] for k in held(seen, 1 - seat))] if not seen.resting[1 - seat] else [0]
    shown: dict[int, list[str]] = {}
    for k in held(seen, seat):
        shown.setdefault(CARD_VALUE[k], []).append(f"k{seat}-{k}")
    shown.setdefault(0, []).append("pass")
    low, high = min(theirs), max(theirs)
    last = seen.phase >= seen.opt.phases
    made = []
    for value, ids in shown.items():
        said = words.text("page", "next_last") if last else words.say(
            "page", "next", low=value + low + seen.chant_next, high=value + high + seen.chant_next
        )  # fmt: skip
        more = None if last else el("small", words.say("page", "next_of", own=value, a=low, b=high))
        if ids[-1] == "pass":
            made.append(
                el("p", said, more, el("small", words.text("page", "pass_help")), class_="next", data_hint_for="pass")
            )
            ids = ids[:-1]
        if ids:
            made.append(el("p", said, more, class_="next", data_hint_for=" ".join(ids)))
    return made


def is_card(played: int) -> bool:
    return 0 < played <= PASS
