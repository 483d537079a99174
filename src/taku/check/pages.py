"""table: every legal action can be clicked, no two in the same way, and every page can be drawn."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

from taku.check.errors import told
from taku.check.result import Broken
from taku.check.secrecy import name_of
from taku.check.trial import Moment, Recording, Trial
from taku.engine.actions import Action
from taku.engine.catalogue import LANGUAGES
from taku.engine.state import GameState
from taku.engine.words import Words
from taku.page.contract import is_button

SOME = 6
DONE = ""
"""The last key of a gesture that is the start of a longer one (docs/protocol.md); the server adds it where it must."""


class Ids(HTMLParser):
    """The ids of a page in their order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name == "id"]


def no_page(trial: Trial) -> str:
    return "" if trial.page else "the game has no page; it gets the generic table"


def picture(trial: Trial) -> int:
    """The drawing for the lobby can be made."""
    draw = trial.page.picture if trial.page else None
    for language in LANGUAGES if draw else ():
        drawn(draw, "picture", None, Words(trial.game, language))
    return 0


def table(trial: Trial, match: Recording) -> int:
    """Pages of all seats and of the spectator, in every language, with the gestures of all legal actions."""
    count, page = 0, trial.page
    assert page
    for m in match.moments("table", SOME):
        for viewer in trial.viewers(m.s):
            seen = trial.rules.view(m.s, viewer)
            asked = viewer in trial.rules.acting(m.s)
            for language in LANGUAGES:
                words = Words(trial.game, language)
                html = drawn(page.table, "table", m.step, seen, viewer, words)
                if page.text:
                    drawn(page.text, "text", m.step, seen, viewer, words)
                ids = Ids(html).found
                twice = sorted({i for i in ids if ids.count(i) > 1})
                if twice:
                    where = f"the page of {name_of(viewer)} ({language})"
                    raise Broken(f"{where} has more than one element with id {', '.join(twice[:5])}", m.step)
                if asked:
                    gestures_fit(trial, m, viewer, seen, set(ids))
            count += 1
    return count


def drawn(function: Callable[..., Any] | None, name: str, step: int | None, *arguments: Any) -> str:
    """What a function of the page returns, as text; it must neither fail nor change what it is given."""
    assert function
    given = arguments[0]
    before = given.bytes() if isinstance(given, GameState) else b""
    try:
        html = str(function(*arguments))
    except Exception as fault:
        seat = f" for {name_of(arguments[1])}" if len(arguments) > 1 else ""
        raise Broken(f"{name}{seat} fails: {told(fault)}", step) from None
    if isinstance(given, GameState) and given.bytes() != before:
        raise Broken(f"{name} changes the state that it draws", step)
    return html


def gestures_fit(trial: Trial, m: Moment, seat: int, seen: GameState, ids: set[str]) -> None:
    """Each legal action has its own clicks on the page; an action without clicks is a button beside the table."""
    assert trial.page
    made: dict[tuple[str, ...], Action] = {}
    asked = trial.rules.asked(seen, seat)
    for action in map(asked.read, trial.rules.legal(seen, seat)):
        try:
            clicks = trial.page.gesture(seen, seat, action)
        except Exception as fault:
            raise Broken(f"gesture of {action} of seat {seat} fails: {told(fault)}", m.step) from None
        if not isinstance(clicks, tuple) or not all(isinstance(c, str) for c in clicks):
            raise Broken(f"{action} of seat {seat} has no gesture: {clicks!r} is not a tuple of ids", m.step)
        if clicks[-1:] == (DONE,):
            clicks = clicks[:-1]
        lost = [] if is_button(clicks) else [c for c in clicks if c not in ids]
        if lost:
            raise Broken(f"{action} of seat {seat} needs {lost[0]!r}, which is not on its page", m.step)
        if clicks and clicks in made:
            raise Broken(f"{made[clicks]} and {action} of seat {seat} share the gesture {clicks}", m.step)
        made[clicks] = action
