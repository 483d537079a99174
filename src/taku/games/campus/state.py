"""The Liberal Arts Education: what is on the table, what can be decided and what can happen."""

import itertools

from taku.engine import NOBODY, GameState, Names, i8, i16, i32
from taku.engine.actions import Actions, Kinds, act
from taku.engine.fields import BY
from taku.engine.names import Events, event
from taku.engine.options import Clash, Options, choice, flag, number
from taku.games.campus.content import CARDS as CARDS
from taku.games.campus.content import CELLS as CELLS
from taku.games.campus.content import CONTENT, FRONTS
from taku.games.campus.content import MOST_USES as MOST_USES
from taku.games.campus.content import PLACES as PLACES
from taku.kit.cards import Cards
from taku.kit.drafts import Draft

SEATS, DECKS = 6, 2
HAND, FRONT = 20, 48  # C-4.5, C-7.9
MOST_TOKENS = 30  # C-3.20
MOST_PLAYS, MOST_BACKS = 24, 5  # a turn: C-7.9, C-7.6
MOST_FLIPS, MOST_STUDY = 12, 20  # C-15.12, C-16.7
MOST_DECISIONS = 200_000  # section 9
DEPTH = 96  # tasks that wait: at most one for each discarded card, and a dozen of the play and of the turn
LOTTERIES = 4  # copies of 履修抽選漏れ

BY_LENGTH, BY_SEATS = 0, 0  # options that say "as the length has it", "as many as there are players"

OPTIONS = Options(
    choice("length", "full", tuple(m.id for m in CONTENT.modes), clause="C-14.8"),
    number("max_quarters", BY_LENGTH, 0, 16, clause="C-14.6"),
    number("weeks", 8, 4, 8, clause="C-5.1"),
    number("start_science", 2, 0, 4, clause="C-2.4"),
    number("start_humanities", 2, 0, 4, clause="C-2.4"),
    number("refill_base", 4, 3, 6, clause="C-9.2"),
    choice("second_refill", "joho", ("joho", "chiho", "both"), clause="C-9.3"),
    number("registration_limit", 6, 4, 10, clause="C-3.4"),
    number("red_cap", 2, 0, 9, clause="C-12.3"),
    number("mark_gpa_x10", 27, 20, 40, clause="C-13.3"),
    number("grade_s", 9, 1, 12, clause="C-12.4"),
    number("grade_a", 8, 1, 12, clause="C-12.4"),
    number("grade_b", 7, 1, 12, clause="C-12.4"),
    number("grade_c", 6, 1, 12, clause="C-12.4"),
    number("grade_hold", 4, 1, 12, clause="C-12.4"),
    number("training_one", 10, 5, 30, clause="C-12.9"),
    number("training_two", 16, 5, 30, clause="C-12.9"),
    choice("top_student_draw", "players", ("players", "0", "1", "2", "3", "4", "5", "6"), clause="C-13.4"),
    flag("language_cards", True, clause="C-16.25"),
    flag("trouble_cards", True, clause="C-2.3"),
    number("late_from", BY_LENGTH, 0, 8, clause="C-3.10"),
    check=lambda values, seats: _clash(values),
)


def _clash(values: object) -> Clash | None:
    """Grades descend, and two certifications cost more than one."""
    v: dict[str, int] = dict(values)  # type: ignore[call-overload]
    grades = [v[f"grade_{g}"] for g in ("s", "a", "b", "c", "hold")]
    if any(a <= b for a, b in itertools.pairwise(grades)):
        return Clash("grades", s=grades[0], a=grades[1], b=grades[2], c=grades[3], hold=grades[4])
    if v["training_two"] <= v["training_one"]:
        return Clash("training", one=v["training_one"], two=v["training_two"])
    if v["max_quarters"] == 1:
        return Clash("quarters")
    return None


# ---- what can be decided, by kind of decision (section 5)

BACK_AT = 900
"""Take-backs have one number in all decisions that have one."""
_CARD, _CELL, _SEAT = f"card:card:1..{CARDS}", f"cell:cell:{CELLS}", f"seat:{SEATS}"

OPEN = Actions(
    begin=act("C-6.1"),
    feed=act("C-6.2", _CARD),
    play=act("C-6.3", _CARD),
    cycle=act("C-15.1", _CARD),
    trade=act("C-15.7", _SEAT),
    swap=act("C-15.7", _SEAT),
)
CYCLE = Actions(done=act("C-15.1"), add=act("C-15.1", _CARD))
OFFER = Actions(done=act("C-15.7"), offer=act("C-15.7", _CARD))
CLAIM = Actions(claim=act("C-15.7", _CARD), cancel=act("C-15.7", back=True, at=BACK_AT))
MAIN = Actions(end=act("C-7.1"), play=act("C-7.1", _CARD))
COST = Actions(pay=act("C-7.1", _CARD), cancel=act("C-7.6", back=True, at=BACK_AT))
HEAP = Actions(done=act("C-16.21"), pay=act("C-16.21", _CARD))
CELL = Actions(
    put=act("C-8.2", f"use:{MOST_USES + 1}", _CELL),
    none=act("C-8.2", f"use:{MOST_USES + 1}"),
    cancel=act("C-7.6", back=True, at=BACK_AT),
)
BONUS = Actions(no=act("C-8.4"), pay=act("C-8.4", _CARD))
DRAW = Actions(draw=act("C-4.2", "deck:deck:1..2"), decline=act("C-4.2"))
REFILL = Actions(draw=act("C-9.4", "deck:deck:1..2"))
FLIP = Actions(draw=act("C-15.12", "deck:deck:1..2"), decline=act("C-15.12"))
TARGET = Actions(choose=act("C-16.6", _SEAT), cancel=act("C-7.6", back=True, at=BACK_AT))
TAKE = Actions(take=act("C-16.6", _CARD))
GIVE = Actions(give=act("C-16.6", _CARD))
NAME = Actions(name=act("C-16.8", "subject:subject:20"), cancel=act("C-7.6", back=True, at=BACK_AT))
FROM = Actions(
    move=act("C-3.19", _CELL, "colour:colour:2"), stop=act("C-15.3"), cancel=act("C-7.6", back=True, at=BACK_AT)
)
TO = Actions(to=act("C-3.19", _CELL))
DROP = Actions(done=act("C-16.16"), drop=act("C-16.16"))
COPY = Actions(leave=act("C-16.18"), copy=act("C-16.18", _SEAT, _CELL), cancel=act("C-7.6", back=True, at=BACK_AT))
REACT = Actions(report=act("C-11.6"), pass_=act("C-11.6"))
LOSE = Actions(lose=act("C-3.18", _CELL))
DISCARD = Actions(discard=act("C-4.10", _CARD), nothing=act("C-4.10"))
HOMEWORK = Actions(hand_in=act("C-16.10", _CARD), forfeit=act("C-16.10"), nothing=act("C-16.10"))
CLOSE = Actions(done=act("C-9.1"), train=act("C-9.1", _CARD))
LOTTERY = Actions(strike=act("C-12.1", _CELL))
GRADING = Actions(done=act("C-12.2"), play=act("C-12.2", _CARD), use=act("C-12.2", _CELL))
APPEAL = Actions(done=act("C-16.2"), raise_grade=act("C-16.2", _CELL))
FLIPPED = Actions(pass_=act("C-15.12"), play_it=act("C-15.12"))
LINK = Actions(link=act("C-15.6", _CELL))
CERTIFY = Actions(certify=act("C-12.9", _CELL))
CONVERT = Actions(keep=act("C-12.10"), convert=act("C-15.9", _CELL))

KIND = Kinds(
    open=OPEN,
    cycle=CYCLE,
    trade_mine=OFFER,
    trade_theirs=CLAIM,
    main=MAIN,
    cost=COST,
    intensive=HEAP,
    cell=CELL,
    pay_bonus=BONUS,
    draw=DRAW,
    refill=REFILL,
    flip=FLIP,
    target=TARGET,
    take=TAKE,
    give=GIVE,
    name=NAME,
    move_from=FROM,
    move_to=TO,
    drop=DROP,
    copy=COPY,
    react=REACT,
    lose=LOSE,
    discard=DISCARD,
    homework=HOMEWORK,
    close=CLOSE,
    lottery=LOTTERY,
    grade_open=GRADING,
    appeal=APPEAL,
    flip_play=FLIPPED,
    link=LINK,
    certify=CERTIFY,
    convert=CONVERT,
)
DECISIONS = len(KIND)
TASK = Names(
    *KIND,
    # the turn
    "turn", "refilling", "clean_up", "next_turn",
    # a play
    "play", "steps", "hit", "put_card", "reactions",
    # parts of effects
    "collect", "replace", "cover", "study", "flips",
    # grading
    "end_of_classes", "grades", "links", "certificates", "conversions", "averages", "next_quarter",
)  # fmt: skip
"""What waits to be done. The decisions come first: a task below DECISIONS asks its seat, by the same number."""

STAGE = Names("classes", "grading", "over")
CHIP = Names("none", "fail", "hold", "c", "b", "a", "s", "certified")
TODAY = Names("fed", "cycled", "joho", "chiho", "once")
"""Bits of `State.today`: what can be done only once a turn. `joho` and `chiho`: their cell has taken its token."""
SOURCE = Names("card", "own", "credit", "training", "discard", "roll_call", "lottery", "copy", "extra")
"""Why tokens come and go, for the log."""
USED = Names("g3c", "g4c", "g1e", "g2a", "g4b", "g5e")
"""Credits whose uses are counted: the first two by quarter, the others by grading."""
USES_KEPT = len(USED)
ENDED = Names("graduated", "limit", "endless")
PURPOSE = Names("trade_one", "inspect")
WAY = Names("attend", "place", "top_up", "grade_place")
"""What a cell is chosen for."""
PAYING = Names("any", "subject", "pair")
"""Which cards a cost takes."""
TURNING = Names("study", "forecast", "grading")
"""What a card is turned up for."""
MOVING = Names("grade", "small")
NAMING = Names("network", "forecast")

EVENT = Events(
    game_started=event("C-2.5", "seat"),
    quarter_started=event("C-5.1", "n", "seat"),
    turn_started=event("C-5.2", "seat", "n"),
    front_expired=event("C-5.4", "seat", "card:card"),
    card_played=event("C-7.1", "seat", "card:card"),
    taken_back=event("C-7.6", "seat", "card:card"),
    reaction_asked=event("C-11.6", "seat", "card:card"),
    card_cancelled=event("C-11.7", "seat", "by:seat", "card:card"),
    coin=event("C-16.1", "seat", "side:side"),
    tokens_put=event("C-3.16", "seat", "cell:cell", "black", "red", "source:source"),
    tokens_ignored=event("C-3.6", "seat"),
    tokens_lost=event("C-3.18", "seat", "cell:cell", "black", "red", "source:source"),
    tokens_moved=event("C-3.19", "seat", "was:cell", "now:cell", "black", "red"),
    cell_copied=event("C-16.18", "seat", "other:seat", "cell:cell", "black", "red"),
    card_drawn=event("C-4.2", "seat", "deck:deck"),
    drew=event("C-4.2", "seat", "deck:deck", "card:card"),
    card_turned_up=event("C-16.7", "seat", "deck:deck", "card:card"),
    card_kept=event("C-16.7", "seat", "card:card"),
    deck_reshuffled=event("C-4.3", "deck:deck"),
    card_discarded=event("C-4.6", "seat", "card:card"),
    discard_effect=event("C-4.8", "seat", "card:card"),
    no_effect=event("C-10.6", "seat", "card:card"),
    hand_shown=event("C-11.1", "seat", "a:card", "b:card", "c:card", "d:card", "e:card"),
    card_taken=event("C-16.6", "seat", "other:seat"),
    passed=event("C-16.6", "seat", "other:seat", "card:card"),
    hands_swapped=event("C-15.7", "seat", "other:seat"),
    subject_named=event("C-16.8", "seat", "subject:subject"),
    refilled=event("C-9.2", "seat", "n"),
    classes_ended=event("C-12.1", "n"),
    grading_started=event("C-12.2", "n"),
    credit_used=event("C-12.2", "seat", "cell:cell"),
    graded=event("C-12.4", "seat", "cell:cell", "n", "chip:chip"),
    credit_doubled=event("C-12.8", "seat", "cell:cell"),
    certified=event("C-12.9", "seat", "cell:cell"),
    credit_converted=event("C-15.9", "seat", "was:cell", "now:cell"),
    gpa=event("C-13.1", "seat", "p", "h"),
    mark_gained=event("C-13.3", "seat"),
    mark_lost=event("C-13.3", "seat"),
    top_student=event("C-13.4", "seat"),
    front_cleared=event("C-12.12"),
    graduated=event("C-14.2", "seat"),
    game_ended=event("C-14.7", "seat", "reason:ended"),
)


class State(GameState, options=OPTIONS, events=320):
    """Cells of a board are numbered as in the content, cards from 1. The science deck is deck 0, its back is 1.

    320 events: six players grade thirty cells each, and the turn before them ends with a hand that is thrown away.
    """

    stage = i8()
    quarter = i8()
    week = i8()
    start = i8()  # the start player of the quarter
    active = i8()  # whose turn it is
    graduates = i8()  # bit set of the seats that meet the requirement at the end
    ended = i8()
    decisions = i32()

    # What is still to be done; the last task comes first: what, which seat, and three numbers of the task.
    depth = i8()
    task = i8(DEPTH, 5)

    # Boards (C-3).
    black = i8(SEATS, CELLS)
    red = i8(SEATS, CELLS)
    chip = i8(SEATS, CELLS)
    earned = i8(SEATS, PLACES)  # C-14.5: half-credits held, by group, then by part
    registered = i8(SEATS)  # C-3.4: cells with tokens that count
    mark = i8(SEATS)
    link = i8(SEATS)  # 1 + the cell that グロブン doubles
    points = i16(SEATS)  # C-13.2: P and H of the quarter
    weight = i16(SEATS)
    uses = i8(SEATS, USES_KEPT)  # of USED, since the quarter or the grading began

    # Cards (C-4). A pile is how many of each card lie there: their order means nothing.
    deck = Cards(160, DECKS, seen=NOBODY)
    pile = i16(DECKS, CARDS + 1)  # place 0: all of them
    size = i8(SEATS)
    hand = i8(SEATS, HAND, seen=BY("viewers"))
    back = i8(SEATS, HAND)  # 1 + the deck of each
    viewers = i32(SEATS)  # who sees the hand's faces
    fronts = i8(SEATS)
    front = i8(SEATS, FRONT)
    front_back = i8(SEATS, FRONT)
    snowed = i8(SEATS)  # 大雪 that stay until the next turn (C-16.17)
    lies = i8(SEATS, FRONTS)  # how many of the cards that do something while they lie there
    lying = i8(FRONTS)  # the same, of all players
    treat = i8(SEATS)  # C-8.5: 1 + the subject that all subject cards count as

    # This turn.
    today = i8()  # bit set of TODAY
    plays = i8()
    backs = i8()
    swaps = i8()  # C-15.7: cards exchanged; they lie at the end of both hands
    offered = i8()  # 1 + place in the hand

    # The card that is being played.
    card = i8()
    card_back = i8()
    laid = i8()  # it lies before its player, or on its pile
    flipped = i8()  # it was turned up from a deck (C-15.12)
    stopped = i8()
    undo = i8()  # C-7.6: it can still be taken back
    paid = i8()  # how many cards, the sum of their values, and 1 + the subject of the last
    paid_value = i16()
    paid_subject = i8()
    subject = i8()  # C-8.2: 1 + the subject it is used as
    cell = i8()  # 1 + the cell
    amount = i8()  # tokens to put, those that were put
    put = i8()
    colour = i8()  # of a token that moves
    queued = i8()  # C-4.9: discarded cards that act when the instruction is done
    queue = i8(HAND)
    gone = i8(SEATS, DECKS)  # cards taken from a hand that are to be replaced

    draft = Draft(LOTTERIES, seats=SEATS)

    tmp = i32(600, scratch=True)
    reach = i32(CELLS, scratch=True)
    grade = i8(CELLS, scratch=True)
    unseen = i16(DECKS, CARDS + 1, scratch=True)
