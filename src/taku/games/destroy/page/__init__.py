"""Destroy Them All!!!: how it looks (rulebook, "At the table").

field (cells, subs, previews) · tiles · mana (orb, phases, ladder) · middle (cards in play, dice, odds) · cards (hands)
· team (choosing and placing) · sums (why a number is what it is) · figures · motion (events) · picture (for the lobby)
· drawings (for the rulebook) · summary (what a match was like).
Words about the game stand in wording.py, the styles in page.css beside this folder.
"""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.actions import Action
from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.destroy.page.cards import enemy_hand, own_hand
from taku.games.destroy.page.drawings import figure
from taku.games.destroy.page.field import act_gesture, element_at, field
from taku.games.destroy.page.figures import all_figures, defs, in_play
from taku.games.destroy.page.mana import ladder
from taku.games.destroy.page.middle import middle
from taku.games.destroy.page.motion import animate
from taku.games.destroy.page.picture import picture
from taku.games.destroy.page.summary import summary
from taku.games.destroy.page.team import brief, draft_deeds, draft_field, pool, ready, teams
from taku.games.destroy.rules.field import face_up
from taku.games.destroy.state import CELLS, DRAW, PLACES, STAGE, State
from taku.games.destroy.wording import describe, text, why_not
from taku.page import frames, parts
from taku.page.contract import Page
from taku.page.html import Child, Raw, Sheet, el


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


def table(seen: State, seat: int, words: Words, earlier: Sequence[Told] = ()) -> Sheet:
    """The whole table as a seat sees it, with what it was told before; a spectator (−1) sits beside seat 0."""
    other, own = players(seen, seat, words)
    if seen.stage == STAGE.setup:
        return frames.two_sides(
            "destroy",
            board=arena(draft_field(seen, seat, words), brief(seen, seat, words)),
            other=other,
            own=[defs(all_figures()), own],
            hand=pool(seen, seat, words) if seat >= 0 else None,
            hand_below=True,
            folds=[teams(seen, seat, words)],
            deeds=draft_deeds(seen, seat, words) or None,
            class_="setup",
        )
    under = middle(seen, seat, words, earlier)
    return frames.two_sides(
        "destroy",
        board=arena([field(seen, seat, words), verdict(seen, words)], under),
        other=other,
        own=[defs(in_play(seen)), own],
        hand=own_hand(seen, seat, words),
        hand_below=True,
        folds=[enemy_hand(seen, 1 - max(seat, 0), words), ladder(seen, seat, words)],
    )


def arena(ground: Child, under: Child) -> Raw:
    return el("div", el("div", ground, class_="ground"), under, class_="arena")


def players(seen: State, seat: int, words: Words) -> list[Raw]:
    """The enemy and oneself: how many stand, and whether a choice has been made."""
    me = max(seat, 0)
    made = []
    for of in (1 - me, me):
        if seen.stage == STAGE.setup:
            done, turn = ready(seen, of), not ready(seen, of)
        else:
            done = seen.stage == STAGE.card and bool(seen.chosen[of])
            turn = (seen.stage == STAGE.act and seen.user == 1 + of) or (seen.stage == STAGE.card and not done)
        facts = [(words.text("page", "standing"), standing_pips(seen, of, words))]
        you = words.text("page", "you") if of == seat else None
        made.append(parts.panel(of, facts, you=you, turn=turn, ready=done))
    return made


def standing_pips(seen: State, of: int, words: Words) -> Raw:
    """Who stands, who lies and who is out, as three signs of different shape."""
    team = [c for c in range(PLACES * of, PLACES * of + PLACES) if c != seen.sub[of]]
    states = sorted(0 if face_up(seen, c) else 1 if seen.cell[c] < CELLS else 2 for c in team)
    if seen.stage == STAGE.setup:
        states = [0] * (PLACES - 1)  # as it will be, so that nothing moves then
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
    if seen.winner == DRAW:
        return parts.the_end(words.title, words.text("page", "drawn"))
    winner = seen.winner - 1
    return parts.the_end(words.title, words.say("page", "won", seat=winner), seat=winner)


PAGE = Page(
    table=table, gesture=gesture, describe=describe, why_not=why_not, picture=picture, text=text, animate=animate,
    summary=summary, figure=figure,
)  # fmt: skip
