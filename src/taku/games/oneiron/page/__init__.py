"""Dream Duels: how it looks (rulebook, "At the table").

board (the map) · teams (all at a glance) · now (what is to be done) · battle (duels and their damage) · cards (hand) ·
story · motion (events) · picture (for the lobby) · drawings (for the rulebook) · seats (who is who). Words about the
game stand in wording.py, the styles in page.css beside this folder.
"""

from __future__ import annotations

from taku.engine.actions import Action
from taku.engine.words import Words
from taku.games.oneiron.page.battle import encounters, small_duel
from taku.games.oneiron.page.board import board
from taku.games.oneiron.page.cards import hand, texts
from taku.games.oneiron.page.drawings import figure
from taku.games.oneiron.page.motion import animate
from taku.games.oneiron.page.now import bar, now
from taku.games.oneiron.page.picture import picture
from taku.games.oneiron.page.seats import encounter_of, members, own_team
from taku.games.oneiron.page.story import tale
from taku.games.oneiron.page.teams import own_line, panels
from taku.games.oneiron.rules.landing import joker_axis
from taku.games.oneiron.state import AXIS, STEP, State
from taku.games.oneiron.wording import describe, text, why_not
from taku.page import frames
from taku.page.contract import Page
from taku.page.html import Raw, Sheet, el


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
            return (f"k{int(members(seen, own_team(seen, seat))[to] == seat)}-{card}",)
        case (("land_left" | "land_right" | "move" | "lend" | "present"), card):
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
        case ("back",):
            return ()
    return (action.name,)


def table(seen: State, seat: int, words: Words) -> Sheet:
    """The whole table as a seat sees it; seat −1 is a spectator."""
    mine = own_team(seen, seat)
    held = seat >= 0 and seen.rank[mine] == 0 and seen.step != STEP.over
    return frames.many_seats(
        "oneiron",
        board=[
            el("div", bar(seen, words), board(seen, seat, words), now(seen, seat, words), class_="dream"),
            texts(seen.opt.giant_rule, words) if held else None,
        ],
        players=panels(seen, seat, words),
        own=own_line(seen, seat, words) if seat >= 0 else None,
        hand=hand(seen, seat, words) if held else None,
        folds=[duels(seen, mine, seat, words) or tale(seen, words)],
    )


def duels(seen: State, mine: int, seat: int, words: Words) -> Raw | None:
    """The other teams' encounters in a line each; the own one stands on the map."""
    lines = [small_duel(seen, k, seat, words) for k in encounters(seen) if k != encounter_of(seen, mine)]
    if not lines and (seen.teams == 2 or seen.step == STEP.landing):
        return None
    return frames.fold("duels", words.text("page", "duels"), lines or "–", count=len(lines))


PAGE = Page(
    table=table, gesture=gesture, picture=picture, describe=describe, why_not=why_not, text=text, animate=animate,
    figure=figure,
)  # fmt: skip
