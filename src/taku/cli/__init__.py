"""The command line: ``taku COMMAND …``.

Each command is a module of this package with ``arguments(parser)`` and ``run(args)``, imported only when it is called,
so that ``taku --help`` needs neither the engine nor NumPy. Whatever goes wrong becomes one line on standard error and
an exit code (docs/cli.md); ``TAKU_TRACE=1`` shows the trace instead.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from taku.cli.parser import OK, UNEXPECTED, Fault, Parser, nearest

# Name, module, what it does. The order is that of the help.
COMMANDS = {
    "games": ("games", "list the games, or tell all about one"),
    "rules": ("rules", "read a rulebook, or one clause of it"),
    "play": ("play", "play in the terminal, against others or random players"),
    "replay": ("replay", "step through a match"),
    "verify": ("verify", "check that a match was dealt and played by the rules"),
    "analyse": ("analyse", "find the turning points of a match"),
    "serve": ("serve", "open tables in the browser, for this machine or the world"),
    "sim": ("sim", "play many matches at random and count"),
    "arena": ("arena", "measure bots against each other"),
    "balance": ("balance", "measure a game by bots that play themselves"),
    "lab": ("lab", "vary options, content or players of a game and measure what it does"),
    "lab run": ("lab_run", "run a study that stands in a file"),
    "lab resume": ("lab_resume", "go on with a study that was interrupted"),
    "lab tune": ("lab_tune", "find the numbers that bring a game to its targets"),
    "train": ("train", "train a player by self-play, from the rules alone"),
    "ladder": ("ladder", "measure each level of the bots against the one below"),
    "bot": ("bot", "seat a bot of your own at a table of a server"),
    "worker": ("worker", "think for the bots of a server on another machine"),
    "check": ("check", "prove the laws of the engine for a game"),
    "guide": ("guide", "play a game's guided first game in many ways"),
    "compile": ("compile", "compile games ahead"),
    "backup": ("backup", "write everything that a server keeps into one file"),
    "restore": ("restore", "take a server's data from a backup"),
    "export": ("export", "write matches of a server as lines of JSON"),
    "admin": ("admin", "look after a server: list, close, delete, ban, purge"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        return _hung_up()
    except Exception as fault:
        if os.environ.get("TAKU_TRACE"):
            raise
        return _complain(words, fault)


def _run(words: list[str]) -> int:
    name, rest = (words[0], words[1:]) if words else ("", [])
    if name in ("-V", "--version"):
        from importlib.metadata import version

        print(f"taku {version('taku')}")
        return OK
    if name == "help":
        name, rest = (rest[0], [*rest[1:], "--help"]) if rest else ("--help", [])
    if name in ("-h", "--help"):
        print(overview())
        return OK
    if rest and f"{name} {rest[0]}" in COMMANDS:
        name, rest = f"{name} {rest[0]}", rest[1:]
    if not name:
        raise Fault(f"say what to do: {', '.join(COMMANDS)} (taku --help tells more)")
    if name not in COMMANDS:
        what = "option" if name.startswith("-") else "command"
        raise Fault(f"unknown {what} {name!r}{nearest(name, COMMANDS)} (taku --help lists the commands)")
    module, summary = COMMANDS[name]
    command = import_module(f"taku.cli.{module}")
    parser = Parser(prog=f"taku {name}", summary=summary)
    command.arguments(parser)
    code: int = command.run(parser.parse_args(rest))
    return code


def overview() -> str:
    """What ``taku --help`` prints."""
    width = max(map(len, COMMANDS))
    lines = [
        "usage: taku COMMAND …",
        "",
        "Taku, the table: write a tabletop game's rules once; play, replay, simulate it.",
    ]
    lines += ["", *(f"  {name:{width}}  {summary}" for name, (_, summary) in COMMANDS.items()), ""]
    lines += ["taku COMMAND --help tells about one. Exit codes and examples: docs/cli.md."]
    return "\n".join(lines)


def _complain(words: list[str], fault: Exception) -> int:
    """One line on standard error; its exit code says whose fault it is."""
    from taku.cli.errors import explain
    from taku.cli.terminal import printable

    code, message = explain(fault)
    place = f"taku {words[0]}" if words and words[0] in COMMANDS else "taku"
    if code == UNEXPECTED:
        message += " (set TAKU_TRACE=1 to see where)"
    print(f"{place}: {printable(message)}", file=sys.stderr)
    return code


def _hung_up() -> int:
    """Whoever read our output went away, as in ``taku rules go | head``: end as quietly as ``cat`` would."""
    with contextlib.suppress(OSError, ValueError):  # in tests standard output is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
