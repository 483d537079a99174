"""Which of the listed actions a typed line means: words in any order, digits or words, singular or plural."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
"""As far as games write numbers out: the faces of dice, the ranks of cards."""

WORD = re.compile(r"\d+|[^\W\d_]+")


def fitting(typed: str, actions: Sequence[str]) -> list[int]:
    """The places of the actions that a line can mean, by the strictest reading under which there is any."""
    for reading in READINGS:
        found = [place for place, text in enumerate(actions) if reading(_plain(typed), _plain(text))]
        if found:
            return found
    return []


def _same(typed: str, text: str) -> bool:
    return typed == text


def _in_order(typed: str, text: str) -> bool:
    """ "3 fives" means "Bid 3 × 5" and not "Bid 5 × 3"."""
    words = iter(_words(text))
    return bool(_words(typed)) and all(any(_means(said, word) for word in words) for said in _words(typed))


def _within(typed: str, text: str) -> bool:
    """For languages that set no spaces between words."""
    return typed in text


def _any_order(typed: str, text: str) -> bool:
    left = _words(text)
    for said in _words(typed):
        match = next((word for word in left if _means(said, word)), None)
        if match is None:
            return False
        left.remove(match)
    return bool(_words(typed))


READINGS: tuple[Callable[[str, str], bool], ...] = (_same, _in_order, _within, _any_order)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _words(text: str) -> list[str]:
    return WORD.findall(text)


def _means(said: str, word: str) -> bool:
    """Whether a typed word stands for one of the text: a number for itself, others also by their beginning."""
    ours, theirs = _forms(said), _forms(word)
    return bool(ours & theirs) or (not said.isdecimal() and not ours & NUMERALS and word.startswith(said))


NUMERALS = {str(n) for n in range(len(NUMBERS))}


def _forms(word: str) -> set[str]:
    """A word with what it may be the plural of; numbers as digits."""
    forms = {word, word.removesuffix("s"), word.removesuffix("es"), "die" if word == "dice" else word}
    if word.endswith("ies"):
        forms.add(f"{word[:-3]}y")
    return {str(NUMBERS.index(form)) if form in NUMBERS else form for form in forms}
