"""Synegier: what is on the table, what can be decided and what can happen.

Pieces are numbered 0–8: soldiers 0–3 in turn order, then enemies 4–8 in spawn order; in the raid the boss is piece 4.
With two soldiers each, pieces 0 and 1 are the first player's, 2 and 3 the other's. Who a piece is tells its *figure*:
1–12 a soldier, 13–32 an enemy, 33–36 a boss; no figure is on the field twice. Cards are numbered from 1.
"""

from collections.abc import Mapping

from taku.engine import OWNER, GameState, Names, i8, i16, i32
from taku.engine.actions import Actions, Kinds, act
from taku.engine.names import Events, event
from taku.engine.options import Clash, Options, choice, flag, number
from taku.games.synegier.content import CONTENT, FIGURES, SOLDIERS
from taku.games.synegier.tables import CARDS, CELLS
from taku.kit.cards import Cards
from taku.kit.drafts import Draft

SEATS, PIECES = 4, 9
FIRST_FOE = 4  # the piece of the first enemy, or of the boss
DEALT = 6  # soldiers dealt to one player at most (S-2.2)
SHOP = 3  # cards on sale
MOST_OWNED, MOST_HAND, MOST_ROW = 32, 9, 10  # section "Limits", as all below
MOST_MANA, MOST_CHARGE, MOST_STOCK, MOST_AGAIN, MOST_BOOST = 9, 3, 3, 2, 9
MOST_LINKS, MOST_BACKS = 45, 10
MOST_COINS, MOST_HP, MOST_STAT, MOST_AILMENT, MOST_SHIELD = 99, 999, 99, 9, 30
MOST_SWEEP, MOST_RAID = 40, 20  # rounds


def refused(values: Mapping[str, int], seats: int) -> Clash | None:
    """S-13: two soldiers each are for two players."""
    return Clash("soldiers", seats=seats) if values["soldiers_per_player"] == 2 and seats != 2 else None


OPTIONS = Options(
    number("field_size", 7, 6, 7, clause="S-1.1"),
    choice("landing", "skip", ("skip", "uniform"), clause="S-1.2"),
    number("soldiers_per_player", 1, 1, 2, clause="S-13.1"),
    number("mana", 3, 2, 6, clause="S-3.2"),
    number("hand_size", 5, 4, 6, clause="S-3.6"),
    number("keep", 1, 0, 3, clause="S-3.5"),
    number("start_coins", 5, 0, 20, clause="S-2.7"),
    number("kill_coins", 5, 0, 10, clause="S-7.5"),
    number("late_le_percent", 5, 0, 100, clause="S-2.4"),
    number("draft_max_copies", 2, 1, 16, clause="S-2.5"),
    choice("bought_card_to", "hand", ("hand", "trash"), clause="S-8.4"),
    number("level_cap", 15, 5, 30, clause="S-7.6"),
    flag("raid", True, clause="S-11.13"),
    number("raid_kills", 20, 5, 20, clause="S-11.1"),
    number("raid_downs", 3, 1, 12, clause="S-11.1"),
    number("sweep_rounds", 24, 8, MOST_SWEEP, clause="S-11.1"),
    number("raid_rounds", 10, 3, MOST_RAID, clause="S-11.11"),
    flag("raid_truce", True, clause="S-11.10"),
    flag("raid_events", True, clause="S-10.4"),
    choice("raid_fail", "rank", ("rank", "all_lose"), clause="S-11.12"),
    choice("boss", "random", ("random", *(b.id for b in CONTENT.bosses)), clause="S-11.3"),
    number("boss_hp_percent", 100, 50, 200, clause="S-11.3"),
    flag("events", True, clause="S-10.1"),
    check=refused,
)
LANDING = Names("skip", "uniform")
BOUGHT = Names("hand", "trash")
FAIL = Names("rank", "all_lose")

# What may be chosen, by kind of decision (section "Decisions").
PICK = Actions(pick=act("S-2.3", "side:side:2"))
SOLDIER = Actions(choose_soldier=act("S-2.6", f"who:figure:1..{SOLDIERS}"))
CORNER = Actions(enter=act("S-7.9", f"cell:cell:{CELLS}"))
ACTIVE = Actions(lead=act("S-13.2", f"who:figure:1..{SOLDIERS}"))
MAIN = Actions(
    end=act("S-3.4"),
    play=act("S-4.1", f"card:card:1..{CARDS}"),
    buy_card=act("S-8.2", f"slot:{SHOP}"),
    buy_potion=act("S-8.2", "item:item:1..2"),
    drink=act("S-8.5"),
)
MOVE = Actions(stay=act("S-4.3"), move=act("S-4.3", f"cell:cell:{CELLS}"), cancel=act("S-4.5", back=True))
TARGET = Actions(aim=act("S-4.6", f"who:figure:1..{FIGURES}"))
CELL = Actions(leave=act("S-12.8"), put=act("S-12.8", f"cell:cell:{CELLS}"))
BATTLE = Actions(decline=act("S-6.1"), battle=act("S-6.1", f"who:figure:1..{FIGURES}"))
KEEP = Actions(keep_none=act("S-3.5"), keep=act("S-3.5", f"card:card:1..{CARDS}"))
KIND = Kinds(
    draft=PICK, soldier=SOLDIER, corner=CORNER, active=ACTIVE, main=MAIN, move=MOVE, target=TARGET, cell=CELL,
    battle=BATTLE, keep=KEEP,
)  # fmt: skip

ASK = Names("nothing", "draft", "soldier", "corner", "active", "main", "target", "cell", "battle", "keep")
"""What the table waits for; a card that is chosen and not moved with yet stays `main` for the others."""
STAGE = Names("pre", "start", "play", "card", "link", "verb", "fight", "end", "keep", "between", "over")
"""S-3.1: where in a turn play stands; `card` and `verb` while the parts of a card or of a link are carried out."""

CAUSE = Names("kills", "downs", "rounds")
ENDED = Names("boss_beaten", "all_out", "raid_rounds", "no_raid", "resigned")
STAT = Names("atk", "def", "max_hp")

EVENT = Events(
    match_start=event("S-2.1"),
    order_set=event("S-2.1", "first:seat"),
    soldiers_dealt=event("S-2.2", "a:figure", "b:figure", "c:figure", "d:figure", "e:figure", "f:figure"),
    offer=event("S-2.3", "n", "left:card", "right:card"),
    picked=event("S-2.6", "card:card"),
    soldier_revealed=event("S-2.6", "seat", "who:figure", "cell:cell"),
    shop_set=event("S-2.9", "a:card", "b:card", "c:card"),
    wave=event("S-9.1", "n"),
    enemy_spawn=event("S-9.2", "who:figure", "hp", "atk", "def", "cell:cell", "dice"),
    round_start=event("S-3.10", "n"),
    turn_start=event("S-3.2", "seat", "mana"),
    reentered=event("S-7.9", "seat", "who:figure", "cell:cell"),
    soldier_led=event("S-13.2", "seat", "who:figure"),
    card_chosen=event("S-4.2", "card:card"),
    card_taken_back=event("S-4.5", "card:card"),
    card_played=event("S-4.2", "seat", "card:card", "mana"),
    moved=event("S-4.3", "who:figure", "was:cell", "now:cell"),
    damage=event("S-7.2", "who:figure", "n", "hp"),
    absorbed=event("S-7.1", "who:figure", "n", "shield"),
    healed=event("S-12.4", "who:figure", "n", "hp"),
    stat_changed=event("S-12.4", "who:figure", "stat:stat", "n", "dur:duration"),
    ailment_given=event("S-1.11", "who:figure", "ailment:ailment", "n"),
    ailment_tick=event("S-1.11", "who:figure", "poison", "burn", "shock"),
    cleansed=event("S-12.4", "who:figure"),
    shielded=event("S-1.12", "who:figure", "n", "shield"),
    displaced=event("S-12.8", "who:figure", "op:op", "was:cell", "now:cell"),
    coins=event("S-12.5", "seat", "n", "total"),
    stolen=event("S-12.5", "seat", "victim:seat", "n"),
    readied=event("S-12.6", "who:figure", "op:op", "n"),
    charged=event("S-12.5", "seat", "n"),
    discarded=event("S-12.5", "seat", "card:card"),
    bought_card=event("S-8.4", "seat", "card:card", "price"),
    bought_potion=event("S-8.5", "seat", "item:item", "price"),
    shop_refill=event("S-8.3", "slot", "card:card"),
    drank=event("S-8.5", "seat", "item:item"),
    link=event("S-5.3", "seat", "left:card", "right:card", "color:color", "n"),
    no_target=event("S-5.5", "seat"),
    core_ability=event("S-12.12", "who:figure", "core:core"),
    battle=event("S-6.2", "who:figure", "foe:figure", "n", "counter"),
    battle_off=event("S-6.3", "who:figure", "foe:figure"),
    down=event("S-7.7", "who:figure", "downs"),
    downed_by=event("S-7.8", "seat", "who:figure"),
    reward=event("S-7.5", "seat", "who:figure", "coins", "kills"),
    enemy_down=event("S-7.5", "who:figure", "kills"),
    level_up=event("S-7.6", "who:figure", "level"),
    kept=event("S-3.5", "seat", "n"),
    kept_card=event("S-3.5", "card:card"),
    trashed=event("S-3.5", "seat", "n"),
    drew=event("S-3.6", "seat", "n"),
    drew_card=event("S-3.6", "card:card"),
    reshuffled=event("S-3.7", "seat", "n"),
    turn_cut=event("S-3.9", "seat"),
    turn_end=event("S-3.5", "seat"),
    enemy_attack=event("S-9.6", "who:figure", "target:figure", "n"),
    enemy_jump=event("S-9.7", "who:figure", "was:cell", "now:cell", "dice"),
    collision=event("S-9.7", "who:figure", "target:figure", "n"),
    event_drawn=event("S-10.1", "event:event"),
    changes_expired=event("S-10.2"),
    raid_start=event("S-11.1", "cause:cause"),
    boss_spawn=event("S-11.3", "who:figure", "hp", "atk", "def", "cell:cell", "dice"),
    boss_attack=event("S-11.7", "who:figure", "target:figure", "n"),
    boss_move=event("S-11.8", "who:figure", "was:cell", "now:cell"),
    player_out=event("S-11.6", "seat"),
    boss_beaten=event("S-11.11", "seat", "who:figure"),
    resigned=event("S-11.12", "seat"),
    match_end=event("S-11.12", "reason:ended"),
)
"""`dice` holds the faces of the dice as digits to the base 10, the first die first."""


class State(GameState, options=OPTIONS, events=400):
    """Everything about players is indexed by seat, everything about pieces by piece.

    400 events: the last click of a play step carries out up to 45 links and the turns' end, and with it the enemies'
    phase, an event and the next player's start. Random matches stay below a quarter of that.
    """

    ask = i8()
    step = i8()  # of the script under way (kit/effects)
    done = i8()
    stage = i8()  # a number of STAGE

    # The match (S-2, S-3.10, S-11).
    first = i8()  # the first player's seat
    board = i8()  # a number of FIELD
    raid = i8()  # 1 in the raid
    round = i8()  # of the sweep, then of the raid, from 1
    lead = i8()  # the seat that begins the rounds: the first player, in the raid perhaps another
    nth = i8()  # how many seats of this round had their turn, or were skipped
    turn = i8()  # whose turn it is: its seat
    kills = i8()  # enemies downed by anybody
    downs = i8()  # soldiers' downs
    spawned = i8()  # enemies that came so far
    ended = i8()  # 1 + a number of ENDED when it is over

    # Pieces (S-1).
    on = i16()  # the bit set of the pieces on the field
    who = i8(PIECES)  # its figure
    cell = i8(PIECES)  # where it stands, or stood last
    hp = i16(PIECES)
    max_hp = i16(PIECES)
    atk = i8(PIECES)  # with levels and lasting changes (S-1.10)
    defence = i8(PIECES)
    level = i8(SEATS)  # of soldiers
    shield = i8(SEATS)
    poison = i8(PIECES, SEATS)  # by the seat that gave it
    burn = i8(PIECES)
    shock = i8(PIECES)
    atk_turn = i8(PIECES)  # changes by their duration (S-12.9)
    def_turn = i8(PIECES)
    atk_cycle = i8(PIECES)
    def_cycle = i8(PIECES)
    atk_round = i8(PIECES, SEATS)  # by the seat whose next turn ends them
    def_round = i8(PIECES, SEATS)

    # Players (S-2.7, S-7, S-11.9).
    active = i8(SEATS)  # the soldier that acts, or did last: its piece
    coins = i8(SEATS)
    potion = i8(SEATS)  # 0, or an item
    charge = i8(SEATS)
    own_kills = i8(SEATS)
    own_downs = i8(SEATS)
    tally = i16(SEATS)  # HP taken from the boss
    out = i8()  # the bit set of the seats that are out
    quit = i8()  # of the seats that have resigned
    gone = i8()  # of the soldiers that do not come back (S-11.6)
    blow = i8()  # 1 + the seat that beat the boss

    # Cards (S-3, S-4, S-8).
    deck = Cards(MOST_OWNED, SEATS, seen=OWNER)  # drawn from at random: its order means nothing
    hand = Cards(MOST_HAND, SEATS, seen=OWNER)  # while cards are kept, those come first
    trash = Cards(MOST_OWNED, SEATS)
    row = Cards(MOST_ROW)
    shop = i8(SHOP)
    sale = i8()
    bounty = i8()
    events_left = i32()  # the event cards that were not drawn since they were shuffled, as a bit set
    event = i8()  # the last one drawn
    in_hand = Cards(MOST_HAND, SEATS)  # cards that everybody knows to be in a hand
    in_either = Cards(MOST_OWNED, SEATS)  # cards that everybody knows to be in a hand or its deck
    shuffles = i8(SEATS)  # 1 once the trash was shuffled into the deck: cards never seen are in the hand then

    # The turn (S-3).
    mana = i8()
    moved = i8()  # D moved this turn
    links = i8()  # synegier effects of this turn
    stock = i8()
    boost = i8()
    reach = i8()
    again = i8()  # Battles left beyond the first
    battles = i8()  # Battles fought
    pierce = i8()
    evade = i8()
    bought = i8()  # 1 after a purchase
    entered = i8()  # the bit set of the pieces that re-entered this turn
    kept = i8()  # cards kept so far
    cut = i8()  # the turn is cut (S-3.9)
    chosen = i8(SEATS, seen=OWNER)  # the card that is played and not moved with yet
    backs = i8(SEATS, seen=OWNER)  # take-backs of this turn

    # The effect under way (S-4.6, S-5.5).
    script = i16()
    pair = i8()  # the left card's place in the row
    color = i8()
    subject = i16()  # what the link's subject selected
    same = i16()  # the targets of the last part that was not same or around_same
    base = i8()  # 1 + that part; 0 for none
    anchor = i8()  # 1 + the first of these targets
    moving = i16()  # targets of a blink that were not put anywhere yet
    foe = i8()  # 1 + the other side of the Battle

    # Pre-play (S-2).
    pick = i8()  # which pick of the draft, from 1
    dealt = i8(SEATS, DEALT, seen=OWNER)
    offer = i8(SEATS, 2, seen=OWNER)
    draft = Draft(2, seats=SEATS)  # 1 + side, or the figures of the soldiers

    by = i8(PIECES, scratch=True)  # 1 + the seat that took a piece's last HP
    loot = i8(SEATS, scratch=True)  # coins that a soldier's fall is worth
