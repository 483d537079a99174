"""Destroy Them All!!!: how it looks (rulebook, "At the table").

field (cells, previews) · tiles · mana (orb, phases, ladder) · middle (cards in play, dice, odds) · cards (hands) · subs
· team (choosing and placing) · sums (why a number is what it is) · figures · motion (events) · picture (for the lobby)
· drawings (for the rulebook) · summary (what a match was like).
Words about the game stand in saying.py, the styles in table.css beside this folder.
"""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.actions import Action
from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.destroy.rules.field import face_up
from taku.games.destroy.saying import describe, text, why_not
from taku.games.destroy.state import CELLS, DRAW, PLACES, STAGE, State
from taku.games.destroy.table.cards import own_hand, small_hand, strip
from taku.games.destroy.table.drawings import figure
from taku.games.destroy.table.field import act_gesture, element_at, field
from taku.games.destroy.table.figures import all_figures, defs, in_play
from taku.games.destroy.table.mana import mana_area
from taku.games.destroy.table.middle import clash
from taku.games.destroy.table.motion import animate
from taku.games.destroy.table.picture import picture
from taku.games.destroy.table.subs import fallen, sub
from taku.games.destroy.table.summary import summary
from taku.games.destroy.table.team import brief, draft_field, draft_sub, pool, ready
from taku.page import parts
from taku.page.html import Child, Raw, el

__all__ = ["animate", "describe", "figure", "gesture", "picture", "summary", "table", "text", "why_not"]


def gesture(seen: State, seat: int, action: Action) -> tuple[str, ...]:
    """What is tapped for an action, in turn."""
    match action:
        case "pick", char:
            return (f"pick-{char - 1}",)
        case "team", team:
            return (f"team-{team}",)
        case "play", card:
            return (f"k{seat}-{card}",)
        case (("move" | "attack" | "skill"), *_):
            return act_gesture(seen, seat, action.number)
        case "choose", cell:
            return (element_at(seen, cell),)
        case ("cancel",):
            return ("cancel-act",)
    return (action.name,)


def table(seen: State, seat: int, words: Words, earlier: Sequence[Told] = ()) -> Raw:
    """The whole table as a seat sees it, with what it was told before; a spectator (−1) sits beside seat 0."""
    if seen.stage == STAGE.setup:
        return choosing(seen, seat, words)
    me = max(seat, 0)
    foe = 1 - me
    stage = el(
        "div",
        el("div", small_hand(seen, foe, words), strip(seen, foe, words), fallen(seen, foe, words), class_="foe-side"),
        sub(seen, foe, seat, words),
        el("div", field(seen, seat, words), verdict(seen, words), class_="ground"),
        sub(seen, me, seat, words),
        el("div", fallen(seen, me, words), class_="own-side"),
        clash(seen, seat, words, earlier),
        class_="arena",
    )
    return whole(
        seen,
        players(seen, seat, words),
        stage,
        mana_area(seen, seat, words),
        own_hand(seen, seat, words),
        words,
        figures=in_play(seen),
    )


def choosing(seen: State, seat: int, words: Words) -> Raw:
    """The table while teams are chosen."""
    me = max(seat, 0)
    stage = el(
        "div",
        draft_sub(seen, 1 - me, seat, words),
        el("div", draft_field(seen, seat, words), class_="ground"),
        draft_sub(seen, me, seat, words),
        class_="arena choosing",
    )
    note: Child = brief(seen, seat, words) if seat >= 0 else el("p", words.text("page", "wait_teams"), class_="brief")
    hand = pool(seen, seat, words) if seat >= 0 else None
    return whole(seen, players(seen, seat, words), stage, note, hand, words, figures=all_figures())


def whole(
    seen: State, panels: Child, stage: Child, mana: Child, hand: Child, words: Words, *, figures: frozenset[int]
) -> Raw:
    classes = "table game-destroy" + (" setup" if seen.stage == STAGE.setup else "") + ("" if hand else " no-hand")
    return el(
        "div",
        defs(figures),
        el("section", panels, class_="players", aria_label=words.text("page", "players")),
        el(
            "section",
            el("div", el("div", stage, class_="stage"), class_="board-in"),
            class_="board",
            aria_label=words.text("page", "field"),
        ),
        mana,
        hand,
        id="table",
        class_=classes,
    )


def players(seen: State, seat: int, words: Words) -> list[Raw]:
    """The enemy above, oneself below; how many stand, and whether a choice has been made."""
    me = max(seat, 0)
    made = []
    for of in (1 - me, me):
        if seen.stage == STAGE.setup:
            done, turn, facts = ready(seen, of), not ready(seen, of), []
        else:
            done = seen.stage == STAGE.card and bool(seen.chosen[of])
            turn = (seen.stage == STAGE.act and seen.user == 1 + of) or (seen.stage == STAGE.card and not done)
            facts = [(words.text("page", "standing"), standing_pips(seen, of, words))]
        made.append(
            parts.panel(of, facts, you=words.text("page", "you") if of == seat else None, turn=turn, ready=done)
        )
    return made


def standing_pips(seen: State, of: int, words: Words) -> Raw:
    """Who stands, who lies and who is out, as three signs of different shape."""
    team = [c for c in range(PLACES * of, PLACES * of + PLACES) if c != seen.sub[of]]
    states = sorted(0 if face_up(seen, c) else 1 if seen.cell[c] < CELLS else 2 for c in team)
    up = states.count(0)
    drawn = [PIPS[state](8 + 16 * i) for i, state in enumerate(states)]
    said = f"{words.text('page', 'standing')} {up}/{len(states)}"
    return el("svg", drawn, viewBox="0 0 48 16", class_="pips", role="img", aria_label=said, data_help=said)


PIPS = (
    lambda x: el("circle", cx=x, cy=8, r=5.5, class_="up"),
    lambda x: el("circle", cx=x, cy=8, r=5, class_="down"),
    lambda x: el("path", d=f"M{x - 4} 4l8 8m0-8l-8 8", class_="out"),
)


def verdict(seen: State, words: Words) -> Raw | None:
    """The end, stamped across the field."""
    if seen.stage != STAGE.over:
        return None
    draw = seen.winner == DRAW
    said = words.text("page", "drawn") if draw else words.say("page", "won", seat=seen.winner - 1)
    return el(
        "div",
        el("b", words.title),
        el("p", said),
        id="verdict",
        class_="verdict" if draw else f"verdict s{seen.winner - 1}",
        data_enter=True,
    )
