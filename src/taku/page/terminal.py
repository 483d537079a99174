"""Text in a terminal, where Japanese characters are twice as wide as others."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, columns: int, least: int = 0) -> str:
    """A text filled up to so many columns; one that is longer is followed by at least so many spaces."""
    return text + " " * max(least, columns - width(text))


def columns(rows: Sequence[Sequence[str]], gap: str = "  ") -> str:
    """Rows as a table, numbers to the right; a row may be shorter than others."""
    most = max(map(len, rows))
    full = [[*row, *[""] * (most - len(row))] for row in rows]
    widths = [max(width(row[i]) for row in full) for i in range(most)]
    return "\n".join(gap.join(map(_cell, row, widths)).rstrip() for row in full)


def _cell(text: str, columns: int) -> str:
    number = text[:1].isdigit() and text[-1:] in "0123456789%"
    return " " * (columns - width(text)) + text if number else pad(text, columns)
