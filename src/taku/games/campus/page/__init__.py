"""The Liberal Arts Education: how it looks (rulebook, "At the table").

view (ids, who is asked what, what would come of it) · cards (faces, the hand) · board (the line on top, courses, the
map of all cells) · desk (what is looked at, decks, shown hands) · sheet (the degree, cards that lie there) · seats (the
others) · story (a turn in a line) · motion (events) · report (grades) ·
summary (the transcript) · picture (for the lobby).
Words about the game stand in wording.py, the styles in page.css beside this folder.
"""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.actions import Action
from taku.engine.match import Told, told_by
from taku.engine.words import Words
from taku.games.campus import game
from taku.games.campus.page import board, desk, seats, sheet
from taku.games.campus.page.cards import hand
from taku.games.campus.page.motion import animate
from taku.games.campus.page.picture import picture
from taku.games.campus.page.summary import summary
from taku.games.campus.page.view import HAND_KINDS, asked, card_id, cell_id, hand_of, legal, puts, reader, targets
from taku.games.campus.rules.cards import discardable
from taku.games.campus.rules.finish import is_first_of_all
from taku.games.campus.state import OPEN, STAGE, State
from taku.games.campus.wording import describe, text, why_not, why_not_played
from taku.page import frames, parts
from taku.page.contract import Page
from taku.page.html import Raw, Sheet, el

TAPPED_AT_ONCE = ("cost", "close", "discard", "homework", "pay_bonus", "intensive", "cycle", "give")
"""Decisions in which a card that is clicked is meant."""


def gesture(seen: State, seat: int, action: Action) -> tuple[str, ...]:
    """What is tapped for an action; what has no place on the table is a button beside the status line."""
    match action:
        case "feed", card:
            return (card_id(card), "feed")
        case "cycle", card:
            return (card_id(card), "notes")
        case "play", card if asked(seen, seat) == "open":
            return (card_id(card), "wake")
        case (("begin" | "end" | "done"),):
            return (f"@{action.name}",)
        case "put", use, cell:
            best = puts(seen, seat)[cell][0]
            return (cell_id(cell),) if best.use == use else (cell_id(cell), f"use-{use}")
        case "none", use:
            return (f"none-{use}",)
        case "move", cell, colour:
            return (cell_id(cell), "red-one") if colour and seen.black[seat, cell] else (cell_id(cell),)
        case (("take" | "claim"), card):
            return (f"x-{card}",)
        case (("play" | "pay" | "train" | "discard" | "hand_in" | "give" | "offer" | "add"), card):
            return (card_id(card),)
        case "draw", deck:
            return (f"deck-{deck}",)
        case "trade", other:
            return (cell_id(TRADE), f"seat-{other}")
        case "swap", other:
            return (cell_id(SWAP), f"seat-{other}")
        case "choose", other:
            return (f"seat-{other}",)
        case "name", subject:
            return (f"subject-{subject}",)
        case "copy", other, cell:
            return (cell_id(cell), f"seat-{other}")
        case (("to" | "lose" | "strike" | "raise_grade" | "use" | "link" | "certify" | "convert"), cell):
            return (cell_id(cell),)
    return ()


TRADE, SWAP = board.cell_of("g3c"), board.cell_of("g4c")
"""The credits that look at a hand, and that swap hands."""


def table(seen: State, seat: int, words: Words, earlier: Sequence[Told] = ()) -> Sheet:
    """The whole table as a seat sees it; who only watches (−1) sees the board of who plays."""
    told_now = told_by(game, 0, seen)
    seen = seen.copy()  # the rules that are asked write into its scratch space
    me = reader(seen, seat)
    kind = asked(seen, seat)
    told = [*earlier, *told_now]
    others, own = seats.panels(seen, seat, words, told)
    return frames.many_seats(
        "campus",
        board=arena(seen, seat, me, kind, words),
        players=others,
        own=own,
        hand=hand(seen, seat, words, reasons(seen, seat, kind, words), now=kind in TAPPED_AT_ONCE)
        if seat >= 0
        else None,
        folds=[sheet.sheet(seen, me, words), sheet.front(seen, me, words)],
        class_=f"asks-{kind}" if kind else "",
    )


def arena(seen: State, seat: int, me: int, kind: str, words: Words) -> Raw:
    """The own board, with what is looked at below it."""
    chosen = [*targets(seen, seat, kind), *uses_now(seen, seat, kind)]
    ways = puts(seen, seat) if kind == "cell" else {}
    play = desk.playable(seen, seat, kind)
    lit: dict[int, list[str]] = {}
    for card, those in play.items():
        for one in those:
            lit.setdefault(one.cell, []).append(card_id(card))
    tiles = board.courses(seen, me, words, chosen, ways, bool(kind))
    cells = board.minis(seen, me, words, chosen, kind == "cell", lit)
    ground = [el("div", tiles, class_="courses"), el("div", cells, id="cells", class_="map", data_flip=True)]
    return el(
        "div",
        board.top(seen, me, words),
        el("div", ground, id="campus", class_="ground", data_strip=True, tabindex=0),
        desk.desk(seen, seat, kind, words, play),
        verdict(seen, words),
        board.abouts(words),
        class_="arena choosing" if chosen else "arena",
    )  # fmt: skip


def uses_now(seen: State, seat: int, kind: str) -> list[int]:
    """C-6.4: credits that act in the opening."""
    if kind != "open":
        return []
    able = legal(seen, seat)
    return [c for c, act in ((TRADE, OPEN.trade), (SWAP, OPEN.swap)) if any(a in act for a in able)]


def reasons(seen: State, seat: int, kind: str, words: Words) -> dict[int, str]:
    """Why a card of the hand cannot be used in this decision."""
    if kind not in HAND_KINDS:
        return {}
    actions = game.asked(seen, seat)
    able = {action.arguments.get("card") for action in map(actions.read, legal(seen, seat))}
    made = {}
    for card in dict.fromkeys(hand_of(seen, seat)):
        if card not in able:
            clause = why_not_played(seen, seat, card) if kind == "main" else "C-7.3"
            if kind != "main" and not discardable(seen, seat, card):
                clause = "C-4.7"
            made[card] = desk.reason(clause, words)
    return made


def verdict(seen: State, words: Words) -> Raw | None:
    """The end, across the board."""
    if seen.stage != STAGE.over:
        return None
    winner = next((s for s in range(seen.seats) if is_first_of_all(seen, s)), 0)
    key = "verdict_won" if seen.graduates else "verdict_limit"
    return parts.the_end(words.title, words.say("page", key, seat=winner), seat=winner)


PAGE = Page(
    table=table, gesture=gesture, describe=describe, why_not=why_not, picture=picture, text=text, animate=animate,
    summary=summary,
)  # fmt: skip
