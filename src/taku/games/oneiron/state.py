"""Dream Duels: what is on the table, what can be decided and what can happen.

Teams are numbered from 0, seats from 0; cards from 1 to 40: fire 1–13, wood 1–13, water 1–13, joker. Facings are 0 up,
1 right, 2 down, 3 left. Places are numbered row by row on a board of 5 × 5: the grid and the ring around it (O-5.2).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from taku.engine import BY, NOBODY, TEAM, GameState, Names, i8, i16, i32, rule
from taku.engine.actions import Actions, Kinds, act
from taku.engine.names import Events, event
from taku.engine.options import Clash, Options, choice, flag, number
from taku.games.oneiron.content import AUTO_COPIES, CARD_TYPES
from taku.kit.cards import Cards, Counts
from taku.kit.drafts import Draft

SEATS, TEAMS, ENCOUNTERS, CLAIMS = 20, 10, 5, 10
BOARD, PLACES = 5, 25
GONE = PLACES  # where the piece of an eliminated team is
DECK, MAX_COPIES = 236, 6
LEAST_PILE = 12  # O-3.11
MAX_BACKS, MAX_SPLITS = 8, 60  # O-2.6, O-7.3
SALVAGE_CARDS, CHARGE_CARDS, EMPTY_HAND_CARDS = 1, 3, 2  # O-12.4, O-12.6, O-11.3

SCOPE = Names("player", "team")
SPARE = Names("pile", "removed")
HAZARD = Names("lost", "drop")
PAIRING = Names("first_picks", "random")
TEAM_ORDER = Names("seats", "random")
LEAD = Names("alternate", "first", "second")


@rule
def teams_of(seats):
    """O-1.2, O-1.3: pairs, an odd player alone, and two players each alone."""
    return 2 if seats == 2 else (seats + 1) // 2


@rule
def solos_of(seats):
    """How many teams are solo teams."""
    return 2 if seats == 2 else seats % 2


@rule
def pile_after_deal(copies, seats, open_deal, hidden_deal, spare):
    """O-3.11: how many cards the pile has when all is dealt."""
    solos = solos_of(seats)
    jokers_out = solos if solos else 1 if spare == SPARE.removed else 0
    return 39 * copies + 2 - 6 - teams_of(seats) * (3 * open_deal + hidden_deal) - jokers_out


@rule
def deal_works(copies, seats, open_deal, hidden_deal, spare):
    """O-3.11: enough cards of each element for the open deal and the axes, and a pile that is large enough."""
    if 13 * copies < teams_of(seats) * open_deal + 2:
        return False
    return pile_after_deal(copies, seats, open_deal, hidden_deal, spare) >= LEAST_PILE


@rule
def copies_of(chosen, seats, open_deal, hidden_deal, spare):
    """O-3.10: the copies of each card; 0 is automatic, raised until the deal works."""
    if chosen:
        return chosen
    copies = AUTO_COPIES[teams_of(seats)]
    while copies < MAX_COPIES and not deal_works(copies, seats, open_deal, hidden_deal, spare):
        copies += 1
    return copies


def refused(values: Mapping[str, int], seats: int) -> Clash | None:
    """O-3.11: why these options cannot be played with so many seats; None if they can."""
    deal = (seats, values["open_deal"], values["hidden_deal"], values["spare_joker"])
    copies = copies_of(values["copies"], *deal)
    each, cap = values["pair_lives"] + 1, values["life_cap"]
    if not deal_works(copies, *deal):
        dealt = {"open": values["open_deal"], "hidden": values["hidden_deal"]}
        return Clash("few_copies", copies=copies, seats=seats, **dealt, most=MAX_COPIES)
    if seats > 2 and each > cap:
        return Clash("pair_lives", each=each, cap=cap)
    if solos_of(seats) and values["solo_lives"] > cap:
        return Clash("solo_lives", lives=values["solo_lives"], cap=cap)
    return None


OPTIONS = Options(
    number("copies", 0, 0, MAX_COPIES, clause="O-3.10"),
    number("open_deal", 2, 1, 4, clause="O-3.5"),
    number("hidden_deal", 6, 0, 10, clause="O-3.6"),
    number("exchanges", 2, 1, 6, clause="O-7.8"),
    number("loot_factor", 1, 0, 3, clause="O-9.7"),
    choice("pair_lives", "4", ("2", "4", "6", "8"), clause="O-3.7"),
    number("solo_lives", 3, 1, 5, clause="O-3.7"),
    number("life_cap", 4, 2, 6, clause="O-12.5"),
    choice("life_cap_scope", "player", tuple(SCOPE), clause="O-12.5"),
    choice("spare_joker", "pile", tuple(SPARE), clause="O-3.3"),
    choice("giant_rule", "override", ("override", "cancel"), clause="O-8.7"),
    choice("hazard_tokens", "lost", tuple(HAZARD), clause="O-11.10"),
    flag("waiting_adjacent", True, clause="O-6.3"),
    flag("outside_encounters", False, clause="O-6.6"),
    choice("duel_pairing", "first_picks", tuple(PAIRING), clause="O-7.5"),
    number("forbidden_per_round", 1, 1, 3, clause="O-10.3"),
    number("max_rounds", 40, 5, 60, clause="O-13.3"),
    choice("team_order", "seats", tuple(TEAM_ORDER), clause="O-1.4"),
    choice("lead_mode", "alternate", tuple(LEAD), clause="O-2.2"),
    flag("memory_aid", True, clause="O-3.5"),
    check=refused,
)
"""`pair_lives` is stored as its place in the list, which is one less than each member's lives."""

STEP = Names(
    "landing", "land_joker", "split", "pair", "lend", "present", "loot", "move", "move_swap", "hazard_pay",
    "revive_use", "over",
)  # fmt: skip
"""What the table waits for. Who has gone how far in a chain of clicks is known to the team only."""

# What may be chosen (decisions table). Members are 0 and 1, the one with the lower seat first.
CARD, FACING, MEMBER = f"card:card:1..{CARD_TYPES}", "facing:facing:4", "member:2"
BACK = act("O-2.6", at=82, back=True)
LEFT = Actions(land_left=act("O-4.3", CARD))
RIGHT = Actions(land_right=act("O-4.3", CARD), back=BACK)
FACE = Actions(land_face=act("O-4.3", FACING), back=BACK)
LINE = Actions(line=act("O-4.6", "n:1..3"))
SPLIT = Actions(split_to=act("O-7.3", "to:1..0", CARD), reset=act("O-7.3", back=True), confirm=act("O-7.3"))
PAIR = Actions(straight=act("O-7.5"), crossed=act("O-7.5"))
LEND = Actions(lend=act("O-7.9", CARD))
PRESENT = Actions(present=act("O-7.10", CARD))
LOOT = Actions(loot=act("O-9.6", CARD))
MOVE = Actions(move=act("O-11.4", CARD))
TURN = Actions(turn=act("O-11.4", FACING), advance=act("O-11.5"), back=BACK)
SWAP = Actions(swap=act("O-11.8", "slot:2"))
PAY = Actions(pay=act("O-11.9", MEMBER))
REVIVE = Actions(salvage=act("O-12.4"), life=act("O-12.5", MEMBER), cards=act("O-12.3"), decline=act("O-12.3"))
USES = len(REVIVE)

KIND = Kinds(
    land_left=LEFT, land_right=RIGHT, land_face=FACE, land_joker=LINE, split=SPLIT, pair=PAIR, lend=LEND,
    present=PRESENT, loot=LOOT, move_card=MOVE, move_dir=TURN, move_swap=SWAP, hazard_pay=PAY, revive_use=REVIVE,
)  # fmt: skip
"""Their order follows `STEP`. What is sealed, other than a card, is kept as 1 + its number."""

ENDED = Names("last_team", "nobody_left", "round_limit")
BATTLE_OVER = Names("exchanges", "eliminated", "no_cards")
MEETING = Names("same_cell", "adjacent")
DANGER = Names("forbidden", "outside")
AXIS = Names("column", "row")

EVENT = Events(
    game_started=event("O-1.1", "players", "teams"),
    team_formed=event("O-1.4", "team:team", "a:seat", "b:seat"),
    solo_team_formed=event("O-1.6", "team:team", "seat"),
    lives_given=event("O-3.7", "seat", "lives"),
    open_cards_dealt=event("O-3.5", "team:team", "a:card", "b:card", "c:card", "d:card", "e:card"),
    hidden_cards_dealt=event("O-3.6", "team:team", "count"),
    joker_given=event("O-3.3", "team:team"),
    axes_laid=event("O-4.1"),
    landing_committed=event("O-4.3", "team:team"),
    axes_revealed=event("O-4.4", "axis:axis", "a:element", "b:element", "c:element"),
    landing_revealed=event("O-4.4", "team:team", "left:card", "right:card", "facing:facing"),
    landing_joker_chosen=event("O-4.6", "team:team", "axis:axis", "element:element"),
    team_landed=event("O-4.5", "team:team", "cell:cell", "facing:facing", "sum"),
    round_started=event("O-5.6", "round"),
    lead_changed=event("O-2.2", "team:team", "seat"),
    initiative_set=event("O-5.7", "a:token", "b:token", "c:token", "d:token", "e:token", "f:token"),
    initiative_more=event("O-5.7", "a:token", "b:token", "c:token", "d:token"),
    encounter_set=event("O-6.7", "first:team", "second:team", "kind:meeting"),
    team_waiting=event("O-6.5", "team:team"),
    no_encounter=event("O-6.4"),
    split_done=event("O-7.2", "team:team", "a:seat", "n", "b:seat", "m"),
    split_ready=event("O-7.3", "team:team"),
    pairing_chosen=event("O-7.5", "team:team", "pairing:pairing"),
    exchange_started=event("O-7.1", "number", "of"),
    duel_set=event("O-7.7", "a:seat", "b:seat"),
    card_lent=event("O-7.9", "from_seat:seat", "to_seat:seat"),
    card_presented=event("O-7.10", "seat"),
    blank_presented=event("O-7.10", "seat"),
    card_revealed=event("O-7.11", "seat", "card:card"),
    duel_judged=event("O-7.13", "winner:seat", "loser:seat", "winner_card:card", "loser_card:card"),
    duel_drawn=event("O-7.13", "a:seat", "b:seat", "card_a:card", "card_b:card"),
    points_scored=event(
        "O-8.3", "winner:seat", "loser:seat", "points", "facing:modifier", "bonus:modifier", "penalty:modifier"
    ),
    lives_lost=event("O-9.2", "seat", "amount", "left"),
    tokens_dropped=event("O-9.3", "cell:cell", "amount"),
    player_fell=event("O-9.4", "seat"),
    hand_revealed=event("O-9.4", "seat", "a:card", "b:card", "c:card", "d:card", "e:card"),
    card_looted=event("O-9.6", "looter:seat", "victim:seat", "card:card"),
    hand_passed=event("O-9.8", "from_seat:seat", "to_seat:seat", "count"),
    hand_buried=event("O-9.9", "from_seat:seat", "count"),
    team_eliminated=event("O-9.10", "team:team", "rank"),
    battle_ended=event("O-7.8", "first:team", "second:team", "reason:battle_over"),
    forbidden_added=event("O-10.1", "column:card", "row:card", "cell:cell"),
    forbidden_again=event("O-10.2", "column:card", "row:card", "cell:cell"),
    forbidden_skipped=event("O-10.5"),
    movement_element=event("O-11.1", "element:element", "card:card"),
    no_movement_element=event("O-11.1"),
    hands_merged=event("O-11.2"),
    empty_hand_draw=event("O-11.3", "team:team", "count"),
    move_committed=event("O-11.4", "team:team"),
    move_revealed=event("O-11.6", "team:team", "card:card"),
    move_impossible=event("O-11.3", "team:team"),
    team_advanced=event("O-11.6", "team:team", "was:cell", "now:cell"),
    team_blocked=event("O-11.7", "team:team"),
    team_turned=event("O-11.6", "team:team", "facing:facing"),
    grid_card_replaced=event("O-11.8", "team:team", "old:card", "new:card", "sum"),
    hazard_hit=event("O-11.9", "team:team", "seat", "reason:danger"),
    token_granted=event("O-12.1", "team:team", "cell:cell"),
    token_declined=event("O-12.2", "team:team"),
    member_salvaged=event("O-12.4", "team:team", "seat"),
    salvage_card=event("O-12.4", "team:team", "count"),
    life_charged=event("O-12.5", "seat", "lives"),
    cards_charged=event("O-12.6", "team:team", "count"),
    cards_received=event("O-12.7", "team:team", "a:card", "b:card", "c:card", "d:card", "e:card"),
    pile_reshuffled=event("O-14.2", "count"),
    pile_exhausted=event("O-14.4", "wanted", "got"),
    round_ended=event("O-5.6", "round"),
    team_won=event("O-13.1", "team:team"),
    game_ended=event("O-13.1"),
    ended_together=event("O-13.2"),
    ended_by_round=event("O-13.3", "round"),
    points_fixed=event("O-8.2", "winner:seat", "loser:seat", "points", "how:modifier"),
    danger_paid=event("O-11.10", "seat", "amount", "left"),
    danger_fell=event("O-11.11", "seat"),
    duel_unopposed=event("O-7.13", "winner:seat", "loser:seat", "card:card"),
    duel_blank=event("O-7.13", "a:seat", "b:seat"),
    hidden_cards_seen=event("O-3.6", "team:team", "a:card", "b:card", "c:card", "d:card", "e:card"),
)
"""Teams are told as 1 + their number. `cards_received` and `hidden_cards_seen` go to the team and to nobody else."""


class State(GameState, options=OPTIONS, events=320):
    """A team's hand lies with its member with the lower seat, except in battle, where each member has a part (O-3.8).

    320 events: the last card of an exchange with 20 fighters reveals (20), judges (20), pays (20), fells and shows
    hands (10 + 236 cards by five), loots and passes on (170) and begins the movement of ten teams; not all of it at
    once. Random matches stay below 130.
    """

    step = i8()
    round = i8()
    exchange = i8()
    teams = i8()
    copies = i8()  # of each element card (O-3.10)

    # Seats (O-1, O-3.7).
    team = i8(SEATS)
    lives = i8(SEATS)
    member = i8(TEAMS, 2)  # 1 + seat of each member, the lower seat first; 0 if there is none
    rank = i8(TEAMS)  # 0 while the team is living

    # Cards (O-3, O-14).
    hand: Any = Counts(CARD_TYPES, SEATS, seen=TEAM)  # while hands are being split, `size` still tells the old numbers
    known = i8(TEAMS, CARD_TYPES + 1)  # how many of each card everybody knows the team to hold (option memory_aid)
    pile: Any = Cards(DECK, seen=NOBODY)
    graveyard: Any = Counts(CARD_TYPES)
    surplus: Any = Counts(CARD_TYPES)  # cards of forbidden areas beyond the first pair (O-10.2)

    # The board (O-4, O-5, O-10).
    face_down = i8(6, seen=NOBODY)  # the axis cards until they are revealed: three columns, three rows
    axis = i8(6)
    place = i8(TEAMS)
    facing = i8(TEAMS)
    grid = i8(TEAMS, 2)  # the grid cards
    token = i8(PLACES)  # life tokens on each cell
    marker = i8(PLACES, 2)  # the first pair of cards on a forbidden cell

    # The round (O-5.7, O-6).
    lot = i8(TEAMS)
    order = i8(TEAMS)  # 1 + team, in the order of this round; 0 after the last
    encounter = i8(ENCOUNTERS, 2)  # 1 + first and second attacker
    fighting = i8(ENCOUNTERS)  # 1 while the battle goes on
    crossed = i8(ENCOUNTERS)
    battle = i8(TEAMS)  # 1 + the team's encounter
    waiting = i8(TEAMS)  # left waiting (O-6.5)
    shown = i8(SEATS)  # the card of the last exchange, revealed
    worth = i16(ENCOUNTERS, 4)  # duels 2i + j of it, first attacker's member i against j: 1 + a result; 0 for no duel

    # Looting (O-9.4 to O-9.8): one claim for each player who fell, by seat.
    spoil: Any = Counts(CARD_TYPES, CLAIMS)  # the hand of the fallen, shown to everybody
    victim = i8(CLAIMS)  # 1 + seat
    looter = i8(CLAIMS)  # 1 + seat; 0 if nobody loots
    owed = i8(CLAIMS)  # how many cards the looter may take
    claimants = i32(CLAIMS)  # the looter's team as a bit set: they see what is chosen so far
    taken = i8(CLAIMS, CARD_TYPES + 1, seen=BY("claimants"))  # of the spoil; it lies there until all have looted
    took = i8(CLAIMS, seen=BY("claimants"))  # how many cards that are

    # Movement and revival (O-11, O-12).
    moving = i8()  # the movement element, 1–3; 0 for none
    played = i8(TEAMS)  # the card played in movement, until it lies on the grid
    granted = i8(TEAMS)

    draft = Draft(3, seats=SEATS, seen=TEAM)  # sealed and half-made choices

    hit = i8(SEATS, scratch=True)  # points against each seat in an exchange
    most = i8(SEATS, scratch=True)  # of the opponent with most of them
    felled_by = i8(SEATS, scratch=True)  # 1 + that opponent
    held = i16(TEAMS, scratch=True)  # cards of teams that are eliminated together
    unseen: Any = replace(
        cast(Any, Counts(CARD_TYPES)), scratch=True
    )  # of `guess`: what lies where the seat cannot see
