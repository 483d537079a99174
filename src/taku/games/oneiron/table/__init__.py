"""Dream Duels: how it looks (rulebook, "At the table").

board (the map) · teams (all at a glance) · bar (round, phase, piles) · now (what is to be done) · battle (duels and
their damage) · cards (hand) · story · motion (events) · picture (for the lobby) · drawings (for the rulebook) · seats
(who is who). Words about the game stand in saying.py, the styles in table.css beside this folder.
"""

from __future__ import annotations

from taku.engine.actions import Action
from taku.engine.words import Words
from taku.games.oneiron.rules.landing import joker_axis
from taku.games.oneiron.saying import describe, text, why_not
from taku.games.oneiron.state import AXIS, STEP, State
from taku.games.oneiron.table.bar import bar
from taku.games.oneiron.table.board import board
from taku.games.oneiron.table.cards import hand, texts
from taku.games.oneiron.table.drawings import figure
from taku.games.oneiron.table.motion import animate
from taku.games.oneiron.table.now import now
from taku.games.oneiron.table.picture import picture
from taku.games.oneiron.table.seats import in_battle, members, own_team
from taku.games.oneiron.table.story import prologue
from taku.games.oneiron.table.teams import teams
from taku.page.html import Raw, el

__all__ = ["animate", "describe", "figure", "gesture", "picture", "table", "text", "why_not"]


def gesture(seen: State, seat: int, action: Action) -> tuple[str, ...]:
    """What is tapped for an action."""
    match action:
        case (("land_face" | "turn"), facing):
            return (f"face-{facing}",)
        case ("advance",):
            return ("go",)
        case "line", n:
            return (f"{'col' if joker_axis(seen, seat) == AXIS.column else 'row'}-{n - 1}",)
        case "split_to", to, card:
            return (f"k{1 - to}-{card}",)
        case (("lend" | "present"), card):
            return (f"k{members(seen, own_team(seen, seat)).index(seat)}-{card}",)
        case (("land_left" | "land_right" | "move"), card):
            return (f"k0-{card}",)
        case "loot", card:
            return (f"loot-{card}",)
        case ("straight" | "crossed",):
            return (f"pair-{action.name}",)
        case "swap", slot:
            return (f"grid-{slot}",)
        case "pay", member:
            return (f"pay-{member}",)
        case (("salvage" | "life" | "cards" | "decline"), *_):
            return (f"use-{action.number}",)
    return (action.name,)


def table(seen: State, seat: int, words: Words) -> Raw:
    """The whole table as a seat sees it; seat −1 is a spectator."""
    mine = own_team(seen, seat)
    many = "few" if seen.teams <= 4 else "some" if seen.teams <= 6 else "many"
    phase = "fighting" if in_battle(seen) else "moving" if STEP.move <= seen.step <= STEP.move_swap else ""
    held = seat >= 0 and seen.rank[mine] == 0 and seen.step != STEP.over
    return el(
        "div",
        el(
            "section",
            teams(seen, seat, words),
            class_=f"players {many}",
            aria_label=words.text("page", "teams"),
            tabindex=0,
        ),
        el(
            "section",
            el(
                "div",
                bar(seen, seat, words),
                el("div", board(seen, seat, words), class_="stage"),
                now(seen, seat, words),
                prologue(seen, seat, words),
                class_="board-in",
            ),
            class_="board",
            aria_label=words.text("page", "map"),
        ),
        hand(seen, seat, words) if held else None,
        texts(words.language) if seat >= 0 else None,
        id="table",
        class_="table game-oneiron" + (f" {phase}" if phase else "") + ("" if held else " no-hand"),
    )
