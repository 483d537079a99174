"""Synegier: how it looks (rulebook, "At the table").

field (ground, pieces, threats) · bands (halves, bridges) · cards (hand, row) · play (the link preview) · seats
(players, the line on top, the boss) · shop · draft · figures, soldiers, monsters (drawings) · motion (events) ·
summary · picture (for the lobby) · drawings (for the rulebook).
What a play would do is asked of the rules in forecast.py. Words about the game stand in
wording.py, sentences in sentences.py, the styles in page.css beside this folder.
"""

from __future__ import annotations

from taku.engine.actions import Action
from taku.engine.words import Words
from taku.games.synegier.advice import reason
from taku.games.synegier.page import draft, field, seats, shop
from taku.games.synegier.page.cards import card_of, face, hand_ids, hand_of, row
from taku.games.synegier.page.drawings import figure
from taku.games.synegier.page.figures import defs
from taku.games.synegier.page.motion import animate
from taku.games.synegier.page.picture import picture
from taku.games.synegier.page.play import Desk, colors_that_meet
from taku.games.synegier.page.summary import summary
from taku.games.synegier.page.view import cell_element, element, figure_id, is_soldier, my_soldier, on_field, pieces
from taku.games.synegier.rules import kind
from taku.games.synegier.state import FIRST_FOE, KIND, STAGE, State
from taku.games.synegier.wording import describe, text, why_not
from taku.page import frames, parts
from taku.page.contract import Page
from taku.page.html import Child, Raw, Sheet, el


def gesture(seen: State, seat: int, action: Action) -> tuple[str, ...]:
    """What is tapped for an action; what has no place on the table is a button beside the status line."""
    match action:
        case "pick", side:
            return (f"offer-{side}",)
        case "choose_soldier", who:
            return (f"dealt-{who}",)
        case (("enter" | "move" | "put"), cell):
            return (cell_element(cell),)
        case (("lead" | "aim" | "battle"), who):
            return (element(who),)
        case ("stay",):
            return (element(int(seen.who[my_soldier(seen, seat)])),)
        case (("play" | "keep"), card):
            return (f"h-{card}",)
        case "buy_card", slot:
            return (f"sale-{slot}",)
        case "buy_potion", item:
            return (f"item-{item}",)
        case (("drink" | "end"),):
            return ("drink",) if action.name == "drink" else ("link",)
    return ()


def asked(seen: State, seat: int) -> str:
    """What a seat is asked for now, "" if nothing."""
    if seat < 0 or seen.ended or not seen.ask:
        return ""
    if seen.stage != STAGE.pre and seen.turn != seat:
        return ""
    return KIND[kind(seen, seat)]


def table(seen: State, seat: int, words: Words) -> Sheet:
    """The whole table as a seat sees it; a spectator (−1) sees what everybody does."""
    others, own = seats.panels(seen, seat, words)
    if seen.stage == STAGE.pre:
        return frames.many_seats(
            "synegier",
            board=el("div", draft.board(seen, seat, words), class_="arena pre"),
            players=others,
            own=[defs(drafting(seen, seat)), own],
            hand=draft.hand(seen, seat, words),
            hand_below=True,
            folds=[draft.dealt_fold(seen, seat, words)],
            class_="pre-play",
        )
    what = asked(seen, seat)
    desk = Desk(seen, seat, what, words) if what in ("main", "move", "target", "battle") else None
    return frames.many_seats(
        "synegier",
        board=arena(seen, seat, words, desk),
        players=others,
        own=[defs(in_play(seen)), own],
        hand=[row(seen, seat, words.language, desk.playable if desk else ()), hand(seen, seat, what, words)],
        hand_below=True,
        folds=[shop.stall(seen, seat, words), shop.piles(seen, seat, words)],
        deeds=shop.flask(seen, seat, words),
        class_="raid" if seen.raid else "sweep",
    )


def arena(seen: State, seat: int, words: Words, desk: Desk | None) -> Raw:
    """The field under its line, and what is written while something is aimed at."""
    drawn = [field.piece(seen, p, seat, words) for p in pieces(seen)]
    marks = el("g", desk.marks if desk else None, class_="marks")
    board = field.board(seen, seat, words, el("g", drawn, class_="pieces"), marks)
    ground = el("div", board, class_="ground")
    panels = el("div", desk.panels if desk else None, class_="panels")
    name = "arena me-high" if high(seen, seat) else "arena"
    return el("div", seats.top(seen, words), ground, panels, verdict(seen, words), class_=name)


def high(seen: State, seat: int) -> bool:
    """Whether the own soldier stands in the upper rows, which the preview would cover on a phone."""
    p = my_soldier(seen, seat)
    return p >= 0 and on_field(seen, p) and bool(seen.cell[p] < 14)


def hand(seen: State, seat: int, what: str, words: Words) -> Child:
    """The own cards; those that cannot be paid say so."""
    if seat < 0:
        return None
    meets = colors_that_meet(seen) if seen.turn == seat else frozenset()
    held = hand_of(seen, seat)
    made = []
    for (id_, as_), card in zip(hand_ids(held), held, strict=True):
        dear = what == "main" and card_of(card).cost > seen.mana
        why = words.say("page", "no_mana", n=seen.mana) if dear else ""
        made.append(face(id_, card, words.language, meets=meets, dim=dear, why=why, as_=as_, text=False))
    mana = words.say("page", "mana", n=seen.mana) if seen.turn == seat else words.text("page", "hand")
    key = "end" if seen.row.size > 1 else "end_plain"
    link = el("div", words.text("action", key), id="link", class_="link", data_now=True, data_clause="S-5.3")
    return [
        el("div", link if what == "main" else None, el("span", mana, id="mana", class_="mana"), class_="row-end"),
        parts.hand(made, dim=what not in ("main", "keep")),
    ]


def in_play(seen: State) -> frozenset[str]:
    """The figures that a table shows: those on the field, and soldiers that are down."""
    who = {int(seen.who[p]) for p in range(FIRST_FOE) if is_soldier(seen.who[p])}
    return frozenset(figure_id(w) for w in who | {int(seen.who[p]) for p in pieces(seen)})


def drafting(seen: State, seat: int) -> frozenset[str]:
    return frozenset(figure_id(w) for w in draft.dealt(seen, seat)) if seat >= 0 else frozenset()


def verdict(seen: State, words: Words) -> Raw | None:
    """The end, across the field."""
    if not seen.ended:
        return None
    return parts.the_end(words.title, words.name("ended", seen.ended - 1))


PAGE = Page(
    table=table, gesture=gesture, describe=describe, why_not=why_not, reason=reason, picture=picture, text=text,
    animate=animate, summary=summary, figure=figure,
)  # fmt: skip
