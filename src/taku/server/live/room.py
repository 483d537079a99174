"""The room before the match: who sits where, who is invited, and how to bring somebody in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taku.engine.catalogue import Catalogue
from taku.page.html import Child, Raw, el, join
from taku.page.parts import own_name
from taku.page.svg import crest
from taku.server.results import score
from taku.server.words import game_words

if TYPE_CHECKING:
    from taku.engine import Game
    from taku.server.live.table import Table
    from taku.server.store import Match


@dataclass(frozen=True)
class Room:
    html: str
    text: str


def nonce_field(match: str, promise: str, *, seed: bool = False, guide_seed: bool = False) -> Raw:
    """What a browser throws into a match's deal; it notes the promise together with it.

    ``seed``: somebody chose the seed; ``guide_seed``: the guided game in this form is dealt from one.
    """
    return el("input", type="hidden", name="nonce", value="", data_nonce=True, data_match=match, data_promise=promise,
              data_seed=seed, data_guide_seed=guide_seed)  # fmt: skip


def promise_line(promise: str, t: Catalogue) -> Raw:
    """The promise, as it is shown before anybody throws in anything."""
    return join(
        el("p", t("room.commitment"), " ", el("code", promise), class_="explain promise"),
        el("noscript", el("p", t("fair.no_nonce"), class_="explain")),
    )


def deal(record: Match, t: Catalogue) -> Raw:
    """What one should know of a deal before sitting down: the promise, and whether the host chose the seed."""
    chosen = el("p", t("room.seeded"), class_="notice warn") if record.settings.get("seed") else None
    return join(chosen, promise_line(record.commitment, t))


def seat_notes(game: Game, seats: int, values: Mapping[str, int], language: str) -> list[str]:
    """What each seat is called in this game before the match: its team, or that it plays alone."""
    return list(game.seating(values, seats, game_words(game, language))) if game.seating else [""] * seats


def table_notes(table: Table, language: str) -> list[str]:
    """The same for the seats of a table that waits."""
    game, seats = table.game, len(table.record.seats)
    return seat_notes(game, seats, game.read_options(table.record.options, seats), language)


def room(table: Table, seat: int, t: Catalogue) -> Room:
    """What is shown until everybody sits. Forms are in the page around it, since they carry tokens."""
    record = table.record
    if record.status == "closed":
        text = t("status.closed")
    else:
        empty = sum(s.kind in ("open", "invited") for s in record.seats)
        text = t("room.waits", n=empty)
    rows, notes, names = [], table_notes(table, t.language), table.names(t.language)
    for i, s in enumerate(record.seats):
        state: Child
        if s.kind == "open":
            state = t("room.open")
        elif s.kind == "invited":
            state = t("room.invited")
        elif s.kind == "bot":
            state = t("room.bot")
        elif i == seat:
            state = t("room.you")
        else:
            state = t(f"room.{table.presence.state(i)}")
        name = own_name(names[i]) if names[i] else t("room.seat", n=i + 1)
        rows.append(
            el(
                "li",
                crest(i),
                el("span", name, class_="name"),
                el("span", notes[i], class_="badge") if notes[i] else None,
                el("span", state),
                id=f"room-{i}",
                class_=f"s{i}",
            )
        )
    words = game_words(table.game, t.language)
    body = join(
        el("h2", words.title),
        el("ul", rows, class_="seats"),
        el("p", told, class_="score") if (told := score(record, names, t)) else None,
        el("p", t("room.hint"), class_="explain"),
        deal(record, t),
    )
    html = el("div", body, id="table", class_="sheet room")
    return Room(str(html), text)
