"""Destroy Them All!!!: what is on the table, what can be decided and what can happen."""

from taku.engine import OWNER, GameState, Names, i8, i16, i32
from taku.engine.actions import Actions, Kinds, act
from taku.engine.names import Events, event
from taku.engine.options import Clash, Options, choice, flag, number
from taku.games.destroy.content import CARDS as CARDS
from taku.games.destroy.content import CELLS as CELLS
from taku.games.destroy.content import KINDS_OF_CHARACTER as KINDS_OF_CHARACTER
from taku.games.destroy.content import MOST_TEAMS
from taku.kit.drafts import Draft

SEATS, PLACES = 2, 4
SUB_PLACE, OUT = CELLS, CELLS + 1  # where a character is when it stands on none of the ten cells
PASS = CARDS  # instead of a card
DRAW = SEATS + 1  # instead of 1 + the winner's seat
MAX_VALUE = 20  # D-12.1, D-12.2: ATK, DEF and mana end here
MAX_UNDOS, MAX_CANCELS = 12, 3  # section 5 and D-11.3: they bound the match

OPTIONS = Options(
    choice("team_mode", "choose", ("choose", "random", "mirror", "starter"), clause="D-4.6"),
    choice("start_layout", "rows", ("rows", "ends"), clause="D-3.5"),
    choice("pass_mode", "phase", ("phase", "round"), clause="D-7.5"),
    choice("tie_rule", "first", ("first", "only"), clause="D-7.12"),
    flag("silenced_mana", True, clause="D-7.2"),
    choice("both_down", "draw", ("draw", "actor_wins", "actor_loses"), clause="D-15.3"),
    number("round_limit", 15, 5, 30, clause="D-15.5"),
    choice("limit_result", "score", ("score", "draw"), clause="D-15.5"),
    number("phases", 5, 3, 8, clause="D-5.2"),
    number("first_mana", 1, 0, 5, clause="D-7.1"),
    number("down_at", 3, 2, 5, clause="D-10.1"),
    number("exclude_at", 5, 4, 9, clause="D-9.5"),
    number("recover", 1, 0, 3, clause="D-6.1"),
    number("attack_bonus", 1, 0, 2, clause="D-9.1"),
    check=lambda values, seats: (
        Clash("exclude_at", out=values["exclude_at"], down=values["down_at"])
        if values["exclude_at"] <= values["down_at"]
        else None
    ),
)
TEAMS = Names("choose", "random", "mirror", "starter")
PASSES = Names("phase", "round")
TIES = Names("first", "only")
BOTH_DOWN = Names("draw", "actor_wins", "actor_loses")
LIMIT = Names("score", "draw")

# What may be chosen, by kind of decision (section 5).
SETUP = Actions(
    pick=act("D-4.2", f"char:character:1..{KINDS_OF_CHARACTER}"),
    undo=act("D-4.5", back=True),
    ready=act("D-4.5"),
    team=act("D-4.5", f"team:team:{MOST_TEAMS}"),
)
PLAY = Actions(play=act("D-7.4", f"card:card:{CARDS}"), pass_=act("D-7.5"))
ACT = Actions(
    decline=act("D-7.14"),
    move=act("D-8.2", f"place:{PLACES}"),
    attack=act("D-8.6", f"place:{PLACES}"),
    skill=act("D-8.8", f"place:{PLACES}", "j:2"),
)
TARGET = Actions(choose=act("D-11.2", f"cell:cell:{CELLS}"), skip=act("D-11.5"), cancel=act("D-11.3", back=True))
KIND = Kinds(setup=SETUP, card=PLAY, act=ACT, target=TARGET)
ACTS = len(ACT)
STAGE = Names("setup", "card", "act", "over")  # what the table waits for; a half-made act stays "act" for the others

MARK = Names("no_move", "no_attack", "no_skill", "guard", "double_atk", "refresh")
"""What the event `marked` tells; all but `refresh`, which undoes something, are bits of `State.marks`."""
EXCLUDED = Names("big_hit", "attacked_down", "skill_on_down")
ENDED = Names("all_down", "both_down", "resign", "limit_faceup", "limit_field", "limit_damage", "limit_draw")

EVENT = Events(
    match_start=event("D-4.1"),
    seat_ready=event("D-4.5", "seat"),
    team_revealed=event("D-4.4", "seat", "left:character", "centre:character", "right:character", "sub:character"),
    round_start=event("D-5.1", "n"),
    recover=event("D-6.1", "seat", "char:character", "was", "now"),
    stand_up=event("D-6.2", "seat", "char:character"),
    phase_start=event("D-7.1", "n", "field", "first:seat", "mana0", "second:seat", "mana1"),
    choice_made=event("D-7.4", "seat"),
    reveal=event("D-7.7", "first:seat", "card0:card", "second:seat", "card1:card"),
    tie=event("D-7.9"),
    tie_won=event("D-7.12", "seat"),
    trump=event("D-7.10", "seat", "silenced:card"),
    passed=event("D-7.5", "seat"),
    both_passed=event("D-7.6"),
    card_used=event("D-7.13", "seat", "card:card"),
    declined=event("D-7.14", "seat"),
    no_action=event("D-7.15", "seat"),
    moved=event("D-8.2", "seat", "char:character", "was:cell", "now:cell"),
    exchanged=event("D-8.3", "seat", "char:character", "with_seat:seat", "with_char:character"),
    attack=event("D-8.6", "seat", "char:character", "target:character"),
    attack_dice=event("D-9.1", "seat", "char:character", "n", "low", "high", "ones"),
    defence_dice=event("D-9.2", "seat", "char:character", "n", "low", "high", "ones"),
    blow=event("D-9.4", "attack_value", "defence_value", "damage"),
    skill_used=event("D-8.8", "seat", "char:character", "skill:skill"),
    skill_target=event("D-11.2", "cell:cell"),
    skill_dice=event("D-13.1", "seat", "char:character", "n", "low", "high", "ones"),
    damaged=event("D-9.6", "seat", "char:character", "n", "total"),
    healed=event("D-13.2", "seat", "char:character", "n", "total"),
    downed=event("D-10.1", "seat", "char:character"),
    revived=event("D-13.2", "seat", "char:character"),
    excluded=event("D-10.7", "seat", "char:character", "reason:excluded"),
    marked=event("D-11.7", "seat", "char:character", "mark:mark"),
    changed=event("D-13.3", "seat", "char:character", "stat:stat", "n"),
    pushed=event("D-13.7", "seat", "char:character", "was:cell", "now:cell"),
    push_blocked=event("D-13.7", "seat", "char:character"),
    sub_exchanged=event("D-13.10", "seat", "char:character", "newcomer:character"),
    mana_pending=event("D-13.11", "n"),
    marks_end=event("D-14.1"),
    cards_return=event("D-14.2"),
    round_end=event("D-14.3", "n"),
    resigned=event("D-1.2", "seat"),
    won=event("D-15.2", "seat", "reason:ended"),
    drawn=event("D-15.3", "reason:ended"),
)
"""`low` and `high` hold the faces of the first and the next ten dice as digits to the base 7, the first die first."""


class State(GameState, options=OPTIONS, events=72):
    """A character in play is numbered c = 4 × seat + team place; it keeps this number for the whole match.

    72 events: a step on six characters (four events each), then the second card, the end phase and a start phase in
    which six recover and stand up.
    """

    stage = i8()
    round = i8()
    phase = i8()

    # Setup: each seat's own draft (D-4.5).
    dealt = i16(SEATS, seen=OWNER)  # bit set of the characters the seat may pick
    draft = Draft(PLACES, seats=SEATS)  # picks: 1 + character, for left, centre, right and sub

    # Characters in play (D-2.1, D-10).
    who = i8(SEATS * PLACES)  # 1 + which of the ten; 0 until the teams are revealed
    cell = i8(SEATS * PLACES)  # 0–9, SUB_PLACE or OUT
    damage = i8(SEATS * PLACES)
    down = i8(SEATS * PLACES)
    at = i8(CELLS)  # 1 + the character on each cell, 0 if empty
    sub = i8(SEATS)  # the character on the sub place

    # What ends with the round (D-8.7, D-8.9, D-11.7).
    attacked = i8(SEATS * PLACES)
    skilled = i8(SEATS * PLACES)  # bit set of the skills used
    marks = i8(SEATS * PLACES)  # bit set of MARK
    atk_up = i8(SEATS * PLACES)  # apart, because doubling comes between them (D-12.1)
    atk_down = i8(SEATS * PLACES)
    def_change = i8(SEATS * PLACES)

    # Cards and mana (D-7).
    choice = i8(SEATS, seen=OWNER)  # 1 + card, or 1 + PASS, until both are revealed
    chosen = i8(SEATS)
    played = i8(SEATS)  # the same, revealed; 0 before
    silenced = i8(SEATS)  # the card met a trump
    used = i8(SEATS, CARDS)  # lies among the used cards
    resting = i8(SEATS)  # passed for the rest of the round (option pass_mode)
    mana = i8()  # the sum of D-7.1, before the effects of D-12.2
    chant = i8()  # mana_next of the phase before
    chant_next = i8()

    # The card in use (D-7.13, D-11.2).
    queue = i8(SEATS)  # 1 + seat of those who have yet to use their cards, in order
    user = i8()  # 1 + seat of who uses a card now
    able = i32()  # bit set of the acts that the card allows
    intent = i8(SEATS, seen=OWNER)  # the act chosen while nothing has happened yet
    cancels = i8(SEATS, seen=OWNER)
    doing = i8()  # the act under way, once something has happened
    step = i8()  # of the skill under way
    done = i8()  # whether a step of it was carried out

    winner = i8()  # 1 + seat, or DRAW
