"""Banners over the Plain: what is on the map, what can be decided and what can happen."""

from taku.engine import NOBODY, OWNER, GameState, Names, i8, i16, i32
from taku.engine.actions import Actions, Kinds, act
from taku.engine.names import Events, event
from taku.engine.options import Options, choice, flag, number
from taku.games.warring.content import ARMIES as ARMIES
from taku.games.warring.content import BRUSHES as BRUSHES
from taku.games.warring.content import CONTENT, FORMATIONS
from taku.games.warring.content import LARGEST as LARGEST
from taku.games.warring.content import MUSTER_COLUMNS as MUSTER_COLUMNS
from taku.games.warring.content import MUSTER_ROWS as MUSTER_ROWS
from taku.games.warring.content import SIDES as SIDES
from taku.games.warring.content import SPEED as SPEED
from taku.games.warring.content import STRIDE as STRIDE
from taku.games.warring.content import TROOPS as TROOPS

SOUTH, NORTH = 0, 1
CELLS = STRIDE * STRIDE
"""A cell is one number, 32 × (y + 1) + x + 1: a border of cells without terrain lies around every map, so that a step
over the edge needs no question of its own, and 0 is never a cell."""
AREA_ROWS = LARGEST // 3
AREA = LARGEST * AREA_ROWS  # W-1.9: places of an area, 30 × row + column as the owner sees it, front row first
DEPLOYMENT_CLICKS, TURN_CLICKS = 300, 200  # W-4.9, W-5.7
DRAW = SIDES + 1  # instead of 1 + the winner
EVERY_TROOP = (1 << TROOPS) - 1

MAPS = Names("generated", *(m.id for m in CONTENT.maps))
GROUND = Names("open", "mixed", "rugged")
FIRST = Names("random", "south", "north")
SHAPE = Names("diamond", "square")
SHARING = Names("side", "army")
RETURN = Names("now", "phase")
LIMIT = Names("strength", "field", "draw")

OPTIONS = Options(
    choice("map", "generated", tuple(MAPS), clause="W-1.2"),
    number("size", 18, 12, LARGEST, clause="W-1.2"),
    choice("terrain", "mixed", tuple(GROUND), clause="W-16.1"),
    choice("first_turn", "random", tuple(FIRST), clause="W-5.1"),
    number("round_limit", 36, 10, 60, clause="W-15.3"),
    number("max_troops", TROOPS, 12, TROOPS, clause="W-4.3"),
    number("max_armies", ARMIES, 4, ARMIES, clause="W-3.3"),
    number("max_cavalry", 10, 0, TROOPS, clause="W-4.3"),
    number("max_archers", 6, 0, TROOPS, clause="W-4.3"),
    number("max_shields", 6, 0, TROOPS, clause="W-4.3"),
    number("strength_south", 1000, 200, 2000, clause="W-2.2"),
    number("strength_north", 1000, 200, 2000, clause="W-2.2"),
    number("damage_base", 200, 50, 500, clause="W-9.4"),
    number("damage_spread", 0, 0, 30, clause="W-9.5"),
    flag("fog", True, clause="W-8.11"),
    choice("sight_shape", "diamond", tuple(SHAPE), clause="W-8.3"),
    choice("sight_sharing", "side", tuple(SHARING), clause="W-8.5"),
    flag("lone_strike", True, clause="W-3.6"),
    flag("rally", True, clause="W-7.5"),
    choice("return_strike", "now", tuple(RETURN), clause="W-11.5"),
    number("flank_morale", 1, 0, 2, clause="W-13.4"),
    choice("limit_result", "strength", tuple(LIMIT), clause="W-15.3"),
)

# What may be chosen, by kind of decision: deployment (W-4.6), orders (W-5.4), splitting an army (W-7.2).
ARMY = f"army:army:1..{ARMIES}"
DEPLOY = Actions(
    place=act("W-4.6", f"place:{AREA}"),
    preset=act("W-4.7", f"formation:formation:{FORMATIONS}"),
    brush=act("W-4.6", f"brush:brush:{BRUSHES}"),
    shift=act("W-4.6", "way:way:4"),
    auto=act("W-4.6"),
    clear=act("W-4.6"),
    ready=act("W-4.5"),
)
ORDER = Actions(
    end=act("W-10.1"),
    face=act("W-6.1", ARMY, "dir:dir:4"),
    march=act("W-6.2", ARMY, f"n:1..{SPEED}"),
    split=act("W-7.1", ARMY),
    rally=act("W-7.5", ARMY),
    muster=act("W-7.6", f"troop:{TROOPS}"),
)
SPLIT = Actions(mark=act("W-7.2", f"troop:{TROOPS}"), confirm=act("W-7.2"), cancel=act("W-7.2"))
KIND = Kinds(deploy=DEPLOY, orders=ORDER, split=SPLIT)
ERASE, ARMY_BRUSH, NO_ARMY, HAND = 5, 6, 15, 16  # brushes; 0–4 are the kinds of troops, 6–14 the armies
STAGE = Names("deploy", "orders", "over")  # a half-made split stays "orders" for everybody else

DIR = Names("north", "east", "south", "west")

EVENT = Events(
    ready=event("W-4.1", "side:side"),
    battle_start=event("W-5.1", "map:map", "side:side"),
    turn_start=event("W-5.2", "round", "side:side"),
    face=event("W-6.1", "side:side", "army:army", "dir:dir"),
    march=event("W-6.2", "side:side", "army:army", "dir:dir", "cells"),
    sighted=event("W-8.5", "troop:troop", "place"),
    lost_sight=event("W-8.10", "troop:troop", "place"),
    intercept=event("W-11.1", "by_side:side", "by:army", "side:side", "army:army"),
    return_strike=event("W-11.5", "side:side", "army:army"),
    attack_phase=event("W-10.1", "side:side"),
    strike=event("W-9.4", "striker:troop", "target:troop", "damage", "left", "origin", "place"),
    strike_flank=event("W-13.4", "striker:troop", "target:troop", "damage", "left", "origin", "place"),
    strike_lone=event("W-13.6", "striker:troop", "target:troop", "damage", "left", "origin", "place"),
    fallen=event("W-2.2", "troop:troop", "place"),
    general_fallen=event("W-9.8", "side:side", "place"),
    army_broken=event("W-14.3", "side:side", "army:army", "by_side:side", "by:army"),
    army_broken_lone=event("W-14.3", "side:side", "army:army", "by:troop"),
    army_cut=event("W-14.4", "side:side", "army:army", "by:army"),
    lone=event("W-3.6", "troop:troop", "place"),
    morale=event("W-13.3", "side:side", "army:army", "morale"),
    morale_flank=event("W-13.4", "side:side", "army:army", "morale"),
    acted=event("W-12.1", "side:side", "army:army"),
    split=event("W-7.3", "side:side", "army:army", "by:army"),
    rally=event("W-7.5", "side:side", "army:army", "n"),
    muster=event("W-7.6", "side:side", "army:army", "n"),
    turn_end=event("W-10.4", "side:side"),
    field_point=event("W-15.4", "side:side", "n", "m"),
    field_open=event("W-15.4", "n", "m"),
    win_general=event("W-15.1", "side:side"),
    win_limit=event("W-15.3", "side:side", "n", "m", "own", "other"),
    draw=event("W-15.3", "n", "m", "own", "other"),
    win_resigned=event("W-15.1", "side:side"),
)
"""`troop` is a code that names side, kind and number (rules.troops.code), `place` and `origin` are cells."""


class State(GameState, options=OPTIONS, events=384):
    """Axis 0 is the side whose troops, armies or eyes they are. Sets of troops are bit sets by troop number.

    384 events: a march of thirty troops that thirty interceptors and then the marchers strike (60 strikes), in which
    fifty troops fall or are left alone (100), every army breaks, is cut, rises and has acted (60), and everything is
    sighted and lost again (120).
    """

    stage = i8()
    size = i8()  # W-1.2
    first = i8()  # W-5.1: who begins every round
    turn = i8()  # the side to move
    round = i8()
    points = i8(SIDES)  # W-15.4
    ready = i8(SIDES)
    winner = i8()  # 1 + side, or DRAW

    terrain = i8(CELLS)  # 1 + place in terrain.toml; 0 beyond the edge
    at = i8(CELLS)  # 1 + 30 × side + troop; 0 if nobody is seen there

    # Deployment, each side's own draft (W-4).
    plan = i8(SIDES, AREA, seen=OWNER)  # kind + 8 × army
    brush = i8(SIDES, seen=OWNER)  # 1 + brush
    held = i16(SIDES, seen=OWNER)  # 1 + the place of the troop that the hand holds
    clicks = i16(SIDES, seen=OWNER)  # W-4.9, W-5.7: in this deployment or turn

    # Troops (W-2).
    count = i8(SIDES, seen=OWNER)  # troops deployed; numbers never change (W-2.7)
    kind = i8(SIDES, TROOPS)  # 1 + place in troops.toml; 0 if there is none or it is unknown
    cell = i16(SIDES, TROOPS)  # 0 if fallen or unseen
    strength = i16(SIDES, TROOPS)
    army = i8(SIDES, TROOPS)  # 0: a lone troop (W-3.6)
    struck = i32(SIDES)  # W-9.1
    fallen = i32(SIDES)
    revealed = i32(SIDES)  # W-8.7: to the other side

    # Armies 1–9 (W-3); there is one if it has a facing.
    facing = i8(SIDES, 1 + ARMIES)  # 1 + direction
    morale = i8(SIDES, 1 + ARMIES)
    acted = i8(SIDES, 1 + ARMIES)
    moved = i8(SIDES, 1 + ARMIES, seen=OWNER)
    turned = i16(SIDES, seen=OWNER)  # armies turned since the turn began: turning once more takes that back
    splitting = i8(SIDES, seen=OWNER)  # the army whose troops are being marked (W-7.2)
    marks = i32(SIDES, seen=OWNER)

    # Sight (W-8).
    seen_by = i32(SIDES, TROOPS, seen=NOBODY)  # the enemies that see each troop
    in_sight = i32(SIDES, seen=OWNER)  # the enemy troops that a side sees, or that are revealed to it
    known = i32(SIDES, seen=OWNER)  # the enemy troops that it has ever seen
    last_cell = i16(SIDES, TROOPS, seen=OWNER)  # W-8.10: where it last saw each enemy troop
    last_round = i8(SIDES, TROOPS, seen=OWNER)  # when it lost sight of it

    reach = i8(1 + ARMIES, scratch=True)
    tally = i8(STRIDE, scratch=True)
    part = i8(TROOPS, scratch=True)
    part_size = i8(TROOPS + 1, scratch=True)
    queue = i16(CELLS, scratch=True)
    ways = i16(2 * SIDES, CELLS, scratch=True)  # a planning side's map of ways, on foot and on horse
    mark = i8(CELLS, scratch=True)
