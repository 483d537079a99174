"""What actions are called, why one is not allowed, and the table as text: the game in words, without a page."""

from __future__ import annotations

from taku.engine.actions import Action
from taku.engine.part import Described
from taku.engine.words import Words
from taku.games.campus.content import (
    CARD_REVEALS,
    CARD_WHEN,
    DAI,
    FRONT,
    LATE,
    LIST,
    NEED,
    NEEDS,
    NONE,
    ONCE,
    PER_TURN,
    REVEALS,
    STEP,
    STEP_OF,
    SUBJECT,
    UNIQUE,
    USE_OF,
    WHEN,
)
from taku.games.campus.rules.agenda import arg
from taku.games.campus.rules.board import fits_limit, has_rival, held, late_from, red_of, tokens
from taku.games.campus.rules.cards import banned, discardable, lies_before
from taku.games.campus.rules.effects import blacks, fewest_red
from taku.games.campus.rules.finish import needed, points_held, progress, weight_held
from taku.games.campus.rules.grading import count_of
from taku.games.campus.rules.plays import bonus, can_pay, in_time, use_subject, uses
from taku.games.campus.state import CELLS, KIND, STAGE, TODAY, WAY, State

CREDIT = 2
"""Half-credits of a credit."""

# ---------------------------------------------------------------- what an action is called


def describe(seen: State, seat: int, action: Action) -> Described:
    """The key of an action's words, and what they tell beside its arguments."""
    match action:
        case "put", use, cell:
            black, red = brings(seen, seat, use, cell)
            about: dict[str, object] = {"black": black, "red": red}
            if KIND[seen.task[seen.depth - 1, 0]] == "cell" and arg(seen, 0) == WAY.attend:
                return "put_as", about | {"subject:subject": use_subject(seen, seat, seen.card, use)}
            return "put_on", about
        case "none", use:
            if arg(seen, 0) == WAY.attend and uses(seen, seat, seen.card) > 1:
                return "none_as", {"subject:subject": use_subject(seen, seat, seen.card, use)}
            return "none_on", {}
    return action.name, {}


def brings(seen: State, seat: int, u: int, cell: int) -> tuple[int, int]:
    """The black and red tokens that a choice would put on a cell."""
    way = arg(seen, 0)
    if way == WAY.attend:
        subject = use_subject(seen, seat, seen.card, u)
        n = USE_OF[seen.card, u, 1] + bonus(seen, seat, subject, cell)
        if PER_TURN[cell]:
            return 1, 0
        red = red_of(cell, subject, n)
        return n - red, red
    if way == WAY.grade_place:
        return 1 + u, 0
    k = arg(seen, 1)
    if way == WAY.top_up:
        return k - tokens(seen, seat, cell), 0
    black = blacks(seen, k)
    red = fewest_red(seen, k, cell, black)
    return black - red, red + STEP_OF[seen.card, LIST.play, k, STEP.red]


# ---------------------------------------------------------------- why one is not allowed


def why_not(seen: State, seat: int, action: Action) -> str:
    """The clause that forbids an action where it is another than the action's own."""
    match action:
        case "put", _, cell:
            return why_closed(seen, seat, cell)
        case "play", card if KIND[seen.task[seen.depth - 1, 0]] == "main":
            return why_not_played(seen, seat, card)
        case (("feed" | "train" | "discard" | "pay"), card) if not discardable(seen, seat, card):
            return "C-4.7"
        case "feed", _:
            return "C-6.2" if (seen.today >> TODAY.fed) & 1 else why_closed(seen, seat, DAI)
    return ""


def why_closed(seen: State, seat: int, cell: int) -> str:
    """The clause by which a cell takes no token now."""
    if held(seen, seat, cell):
        return "C-3.3"
    if has_rival(seen, seat, cell):
        return "C-3.8"
    if NEEDS[cell] != NONE and not held(seen, seat, NEEDS[cell]):
        return "C-3.9"
    if LATE[cell] and seen.quarter < late_from(seen):
        return "C-3.10"
    if not fits_limit(seen, seat, cell):
        return "C-3.4"
    return "C-3.11" if PER_TURN[cell] and seen.today else "C-3.1"


def why_not_played(seen: State, seat: int, card: int) -> str:
    """The clause by which a card cannot be played in the main part of the turn."""
    if not in_time(seen, card):
        return "C-11.6" if CARD_WHEN[card] == WHEN.reaction else "C-7.3"
    if banned(seen, seat, card):
        return "C-10.3"
    if CARD_REVEALS[card] != REVEALS.none and lies_before(seen, seat, FRONT.hermit):
        return "C-11.2"
    if ONCE[card] or UNIQUE[card]:
        return "C-7.8"
    if not can_pay(seen, seat, card, 1):
        return "C-7.2"
    return "C-10.3" if SUBJECT[card] else "C-7.9"


# ---------------------------------------------------------------- the table as text


def text(seen: State, seat: int, words: Words) -> str:
    """The table as lines of text, from this seat's side."""
    if seen.stage == STAGE.over:
        lines = [words.say("table", "over")]
    else:
        about: dict[str, object] = {"n": seen.quarter, "week": seen.week, "of": seen.opt.weeks}
        lines = [words.say("table", "grading" if seen.stage == STAGE.grading else "week", **about)]
    order = [(max(seat, 0) + i) % seen.seats for i in range(1, seen.seats + 1)]
    for other in order:
        lines += ["", *_player(seen, other, words)]
    return "\n".join(lines)


def _player(seen: State, seat: int, words: Words) -> list[str]:
    """Progress and average, courses with tokens, what lies there, and the hand as far as it is seen."""
    h = weight_held(seen, seat)
    gpa = f"{points_held(seen, seat) / h:.2f}" if h else "–"
    about: dict[str, object] = {"seat": seat, "gpa": gpa}
    about |= {"got": _credits(progress(seen, seat)), "of": needed(seen, NEED.total) // CREDIT}
    lines = [words.say("table", "player", **about)]
    running = [c for c in range(CELLS) if tokens(seen, seat, c)]
    if running:
        courses = [f"{words.name('cell', c)} {count_of(seen, seat, c)}" for c in running]
        lines.append(f"  {words.say('table', 'courses')}: {', '.join(courses)}")
    if seen.fronts[seat]:
        cards = [words.name("card", seen.front[seat, i]) for i in range(seen.fronts[seat])]
        lines.append(f"  {words.say('table', 'front')}: {', '.join(cards)}")
    hand = [_card(seen, seat, i, words) for i in range(seen.size[seat])]
    return [*lines, f"  {words.say('table', 'hand')}: {', '.join(hand) or '–'}"]


def _card(seen: State, seat: int, place: int, words: Words) -> str:
    card = seen.hand[seat, place]
    return words.name("card", card) if card else f"[{words.name('deck', seen.back[seat, place])}]"


def _credits(halves: int) -> str:
    return f"{halves // CREDIT}" + (".5" if halves % CREDIT else "")
