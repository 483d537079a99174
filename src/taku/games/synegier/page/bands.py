"""Bands: halves of sentences at the edges of a card. A colour is also a shape; subjects sit right, verbs left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from taku.games.synegier.content import COLOR, CONTENT
from taku.games.synegier.page.view import SHAPES
from taku.games.synegier.sentences import SELECTORS, VERBS, link_text, subject_text, verb_text
from taku.games.synegier.tables import SUBJECT, VERB
from taku.page import svg
from taku.page.html import Raw, el


@dataclass(frozen=True, slots=True)
class Link:
    """Two halves that meet."""

    color: str
    subject: str
    verb: str

    def text(self, language: str) -> str:
        return link_text(SELECTORS[self.subject], VERBS[self.verb], language)


@cache
def links(left: int, right: int) -> tuple[Link, ...]:
    """The sentences that two neighbours form, in the printed order of the colours (S-5.2, S-5.3)."""
    if not left or not right:
        return ()
    return tuple(
        Link(color, CONTENT.selectors[SUBJECT[left, k] - 1].id, CONTENT.verbs[VERB[right, k] - 1].id)
        for k, color in enumerate(COLOR)
        if SUBJECT[left, k] and VERB[right, k]
    )


@cache
def subjects(card: int) -> tuple[tuple[str, str], ...]:
    """(colour, selector) of the subjects on a card."""
    return tuple((c, CONTENT.selectors[SUBJECT[card, k] - 1].id) for k, c in enumerate(COLOR) if SUBJECT[card, k])


@cache
def verbs(card: int) -> tuple[tuple[str, str], ...]:
    """(colour, verb) of the verbs on a card."""
    return tuple((c, CONTENT.verbs[VERB[card, k] - 1].id) for k, c in enumerate(COLOR) if VERB[card, k])


@cache
def chip(color: str, class_: str = "") -> Raw:
    """A colour with its shape."""
    return el("span", svg.glyph(SHAPES[color]), class_=f"band k-{color} {class_}".rstrip())


@cache
def edges(card: int, meets: frozenset[str] = frozenset()) -> tuple[Raw, Raw]:
    """The verbs at the left and the subjects at the right edge of a card; those that would meet now stand out."""
    left = [chip(color, "verb meets" if color in meets else "verb") for color, _ in verbs(card)]
    right = [chip(color, "subject") for color, _ in subjects(card)]
    return el("span", left, class_="edge left"), el("span", right, class_="edge right")


@cache
def halves(card: int, language: str) -> Raw:
    """The halves of a card in words: what can stand before it, and what it can begin."""
    left = [
        el("p", chip(color, "verb"), el("span", "… ", verb_text(VERBS[id_], language))) for color, id_ in verbs(card)
    ]
    right = [el("p", el("span", subject_text(SELECTORS[id_], language), " …"), chip(color, "subject"), class_="begins")
             for color, id_ in subjects(card)]  # fmt: skip
    return el("div", left, right, class_="halves")


@cache
def bridge(left: int, right: int, id_: str = "") -> Raw | None:
    """What joins two cards of the row: a span for each sentence that they form."""
    found = links(left, right)
    if not found:
        return None
    return el("span", [chip(one.color) for one in found], class_="bridge", id=id_ or None)
