"""The terminal: a progress line, the pager, and asking for a line."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from taku.page.terminal import pad, width


def printable(text: str) -> str:
    """A text from elsewhere without anything that would command the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def in_columns(items: Sequence[str]) -> str:
    """A long list of short items side by side, read downwards."""
    room = shutil.get_terminal_size((80, 24)).columns
    widest = max(map(width, items)) + 3
    across = max(1, room // widest)
    down = -(-len(items) // across)
    rows = ["".join(pad(item, widest) for item in items[i::down]).rstrip() for i in range(down)]
    return "\n".join(rows)


def is_terminal() -> bool:
    """Whether a person sits there: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str | None:
    """A line from the user, None at the end of input. Piped input works: the prompt is then shown with its answer."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  gives input() its line editing
    try:
        answer = input(prompt)
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(answer)
    return answer.strip()


def clear() -> None:
    """Empty the screen with all that can be scrolled back to, so that the next player sees nothing of the last."""
    if sys.stdout.isatty():
        print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)
    else:
        print("\n" + "-" * 60)


def page(text: str) -> None:
    """Show a long text, in the user's pager when it is longer than the terminal."""
    if not is_terminal() or text.count("\n") < shutil.get_terminal_size().lines - 1:
        print(text)
        return
    command = os.environ.get("PAGER") or ("less" if shutil.which("less") else "more")
    try:
        subprocess.run(
            command, shell=True, input=text, text=True, encoding="utf-8", env={"LESS": "FRX", **os.environ}, check=False
        )
    except OSError:
        print(text)


class Progress:
    """A line on standard error that says how far a long piece of work is; nothing where nobody watches."""

    def __init__(self, what: str, total: int = 0) -> None:
        self.what = what
        self.total = total
        self.begun = time.monotonic()
        self.shown = 0.0
        self.live = sys.stderr.isatty()
        self.note = ""

    def __call__(self, done: int, total: int | None = None) -> None:
        self.total = total or self.total
        now = time.monotonic()
        if not self.live or (now - self.shown < 0.1 and done < self.total):
            return
        self.shown = now
        part = done / self.total if self.total else 0.0
        bar = "█" * int(24 * part) + "░" * (24 - int(24 * part))
        left = (now - self.begun) * (1 - part) / part if part else 0
        count = f"{done:,} of {self.total:,}" + (f", {left:.0f} s left" if left >= 1 else "")
        print(f"\r\x1b[K{self.what} {bar} {count}{self.note and '  '}{self.note}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.live and self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
