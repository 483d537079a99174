"""Pre-play: two cards to choose from, the colours of which one holds both halves, and the soldiers that were dealt."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.synegier.content import COLOR, CONTENT
from taku.games.synegier.page.bands import chip, halves, links, subjects, verbs
from taku.games.synegier.page.cards import face, hand_ids
from taku.games.synegier.page.figures import figure
from taku.games.synegier.sentences import core_text
from taku.games.synegier.state import ASK, DEALT, State
from taku.games.synegier.wording import pile
from taku.kit.drafts import DRAFT
from taku.page import frames, parts
from taku.page.html import Child, Raw, el


def picked(seen: State, seat: int) -> list[int]:
    """The cards drafted so far; they lie in the deck."""
    return [card for card in pile(seen.deck, seat) if card]


def holdings(cards: list[int]) -> dict[str, tuple[int, int]]:
    """For each colour how many subjects and verbs one holds."""
    made = {}
    for color in COLOR:
        left = sum(any(c == color for c, _ in subjects(card)) for card in cards)
        right = sum(any(c == color for c, _ in verbs(card)) for card in cards)
        made[color] = left, right
    return made


def board(seen: State, seat: int, words: Words) -> Raw:
    """The choice that a seat makes now."""
    if seat >= 0 and seen.ask == ASK.draft and seen.offer[seat, 0]:
        return el(
            "div",
            offers(seen, seat, words),
            colors(picked(seen, seat), words),
            class_="draft",
            data_strip=True,
            tabindex=0,
        )
    if seat >= 0 and seen.ask == ASK.soldier and seen.draft[seat].status == DRAFT.choosing:
        return el("div", soldiers(seen, seat, words), class_="draft", data_strip=True, tabindex=0)
    return el("div", el("p", words.text("page", "drafting")), class_="draft waits")


def offers(seen: State, seat: int, words: Words) -> Raw:
    """Two cards; under each what it adds to what one holds."""
    held = picked(seen, seat)
    made: list[Child] = []
    for side in range(2):
        card = int(seen.offer[seat, side])
        more = sum(len(links(card, other)) + len(links(other, card)) for other in held)
        made.append(el(
            "div", face(f"offer-{side}", card, words.language, text=True), halves(card, words.language),
            el("p", words.say("page", "new_links", n=more), class_="new-links"), class_="pick-card",
        ))  # fmt: skip
    return el("div", made, class_="offers")


def colors(held: list[int], words: Words) -> Raw:
    """Colours with both halves are whole; others show which half is missing."""
    made = []
    for color, (left, right) in holdings(held).items():
        whole = left and right
        said = words.say("page", "holds", color=words.text("colors", color), subjects=left, verbs=right)
        made.append(el(
            "span", el("b", left, class_="half-n"), chip(color, "subject" if left else "subject none"),
            chip(color, "verb" if right else "verb none"), el("b", right, class_="half-n"),
            class_=f"holding{' whole' if whole else ''}", data_help=said, data_clause="S-5.2", id=f"holds-{color}",
        ))  # fmt: skip
    return el("div", el("p", words.text("page", "both_halves")), el("div", made, class_="holdings"), class_="colors")


def hand(seen: State, seat: int, words: Words) -> Child:
    """What has been drafted, newest first."""
    if seat < 0:
        return None
    cards = picked(seen, seat)
    ids = hand_ids(cards)
    drawn = [face(id_, card, words.language) for (id_, _), card in zip(ids, cards, strict=True)]
    return parts.hand(list(reversed(drawn)), note=words.say("page", "drafted", n=len(cards)), many=True)


# ---------------------------------------------------------------- soldiers


def dealt(seen: State, seat: int) -> list[int]:
    return [int(seen.dealt[seat, i]) for i in range(DEALT) if seen.dealt[seat, i]]


def soldiers(seen: State, seat: int, words: Words) -> Raw:
    """The soldiers to choose from."""
    return el("div", [soldier(who, words.language, f"dealt-{who}") for who in dealt(seen, seat)], class_="soldiers")


def soldier(who: int, language: str, id_: str | None = None) -> Raw:
    """A soldier card."""
    made = CONTENT.soldiers[who - 1]
    grow = made.growth
    stats = [("HP", made.hp, grow.hp), ("ATK", made.atk, grow.atk), ("DEF", made.defence, grow.defence)]
    numbers = el("dl", [el("div", el("dt", w), el("dd", n, el("small", f"+{g}"))) for w, n, g in stats], class_="stats")
    name = made.name[language]
    text = core_text(made, language)
    return el(
        "div", figure(made.id), el("div", el("b", name), el("small", made.title[language]), class_="name"), numbers,
        el("p", el("b", made.core_name[language]), " ", text, class_="core"), id=id_, class_="soldier-card",
        data_label=name, data_short=name, data_help=f"{name}\n{text}", data_clause="S-2.6",
    )  # fmt: skip


def dealt_fold(seen: State, seat: int, words: Words) -> Raw | None:
    """The dealt soldiers can be looked at all through the draft (S-2.2)."""
    if seat < 0 or (seen.ask == ASK.soldier and seen.draft[seat].status == DRAFT.choosing):
        return None
    cards = [soldier(who, words.language) for who in dealt(seen, seat)]
    return frames.fold("dealt", words.text("page", "dealt"), el("div", cards, class_="soldiers small"))
