"""The catalogues of the command line say the same things in both languages."""

from __future__ import annotations

import string
from typing import Any

from taku.cli.request import LANGUAGES
from taku.cli.speech import Speech


def texts(language: str) -> dict[str, Any]:
    speech = Speech(language)
    return {f"{part}.{key}": text for part, section in speech.texts.items() for key, text in section.items()}


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_text_is_there_in_both_languages() -> None:
    first, *others = map(texts, LANGUAGES)
    for other in others:
        assert other.keys() == first.keys()
        for key, text in first.items():
            if isinstance(text, str):
                assert places(other[key]) == places(text), key


def test_commands_are_told_apart_and_english_ones_work_everywhere() -> None:
    english = Speech("en").texts["command"]
    for language in LANGUAGES:
        commands = Speech(language).texts["command"]
        words = [word for names in commands.values() for word in names]
        assert len(words) == len(set(words))
        for name, names in english.items():
            assert set(names) <= set(commands[name])
