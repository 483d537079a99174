"""How all commands read their arguments: one line for a mistake, with the nearest word that would be right."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

OK, BAD, USAGE, UNEXPECTED = 0, 1, 2, 70
"""Exit codes: all is well; what was looked at is bad (a law fails, a match is damaged); bad request; our own fault."""


class Fault(Exception):
    """A request that cannot be met: one line for the user, and the exit code."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code


def nearest(word: str, among: Iterable[str]) -> str:
    """The engine's "; did you mean …?", loaded only when something is wrong already."""
    from taku.engine.options import nearest as found

    return found(word, among)


class Parser(argparse.ArgumentParser):
    """argparse, with mistakes as Faults and no abbreviations: a script must not break when an option is added."""

    def __init__(self, prog: str, summary: str = "", **keywords: Any) -> None:
        keywords.setdefault("description", summary[:1].upper() + summary[1:] + "." if summary else None)
        super().__init__(prog=prog, allow_abbrev=False, **keywords)

    def error(self, message: str) -> NoReturn:
        raise Fault(f"{message} ({self.prog} --help tells more)")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            words = [str(word) for word in action.choices]
            raise argparse.ArgumentError(action, f"unknown {value!r}{nearest(str(value), words)} ({', '.join(words)})")

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            known = [o for a in self._actions for o in a.option_strings]
            what = "option" if rest[0].startswith("-") else "argument"
            raise Fault(f"unknown {what} {rest[0]!r}{nearest(rest[0], known)} ({self.prog} --help tells more)")
        return found

    def commands(self, dest: str = "action") -> Any:
        """Words that follow the command, each with arguments of its own: ``taku admin list``."""
        return self.add_subparsers(dest=dest, metavar="ACTION", required=True, parser_class=Parser)


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A whole number in a range, for ``type=``; 1e6 and 1_000_000 are numbers too."""
    bounds = f"from {low:,} to {high:,}" if high is not None else f"of at least {low:,}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            try:
                number = int(float(text)) if float(text).is_integer() else low - 1
            except (ValueError, OverflowError):
                number = low - 1
        if number < low or (high is not None and number > high):
            raise argparse.ArgumentTypeError(f"takes a whole number {bounds}, not {text!r}")
        return number

    return read


def seconds(text: str) -> float:
    """A positive number of seconds, for ``type=``."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"takes a number of seconds above 0, not {text!r}")
    return number


def one_of(what: str, words: Sequence[str]) -> Callable[[str], str]:
    """One of some words, for ``type=``."""

    def read(text: str) -> str:
        if text not in words:
            raise argparse.ArgumentTypeError(f"unknown {what} {text!r}{nearest(text, words)} ({', '.join(words)})")
        return text

    return read
