"""The room before the match: who sits where, who is invited, and how to bring somebody in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taku.page.html import Child, Raw, el, join
from taku.page.parts import Name, own_name
from taku.page.svg import crest
from taku.server.words import Text, game_words

if TYPE_CHECKING:
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


def promise_line(promise: str, t: Text) -> Raw:
    """The promise, as it is shown before anybody throws in anything."""
    return join(
        el("p", t("room.commitment"), " ", el("code", promise), class_="explain promise"),
        el("noscript", el("p", t("fair.no_nonce"), class_="explain")),
    )


def deal(record: Match, t: Text) -> Raw:
    """What one should know of a deal before sitting down: the promise, and whether the host chose the seed."""
    chosen = el("p", t("room.seeded"), class_="notice warn") if record.settings.get("seed") else None
    return join(chosen, promise_line(record.commitment, t))


def room(table: Table, seat: int, t: Text) -> Room:
    """What is shown until everybody sits. Forms are in the page around it, since they carry tokens."""
    record = table.record
    if record.status == "closed":
        text = t("status.closed")
    else:
        empty = sum(s.kind in ("open", "invited") for s in record.seats)
        text = t("room.waits", n=empty)
    rows = []
    for i, s in enumerate(record.seats):
        state: Child
        if s.kind == "open":
            state = t("room.open")
        elif s.kind == "invited":
            state = t("room.invited")
        elif s.kind == "bot":
            state = t("room.bot")
        else:
            state = t("room.you") if i == seat else t("room.here")
        name = own_name(Name(s.name, s.colour)) if s.name else t("room.seat", n=i + 1)
        rows.append(
            el(
                "li",
                crest(i),
                el("span", name, class_="name"),
                el("span", state),
                id=f"room-{i}",
                class_=f"s{i}",
            )
        )
    words = game_words(table.game, t.language)
    body = join(
        el("h2", words.title),
        el("ul", rows, class_="seats"),
        el("p", t("room.hint"), class_="explain"),
        deal(record, t),
    )
    html = el("div", body, id="table", class_="sheet room")
    return Room(str(html), text)
