"""W-14: what losses do to armies."""

from taku.engine import ALL, emit, rule
from taku.games.warring.content import KIND_OF
from taku.games.warring.rules.armies import (
    connected_part,
    end_army,
    enlist,
    free_number,
    members,
    new_army,
)
from taku.games.warring.rules.sight import audience
from taku.games.warring.rules.troops import code
from taku.games.warring.state import ARMIES, EVENT, TROOPS
from taku.kit.sets import lowest_of, size_of


@rule
def settle(s, side, hit, by, by_lone):
    """W-14.1: the armies that were hit, in order of their numbers; returns how many are broken."""
    broken = 0
    for k in range(1, ARMIES + 1):
        if (hit >> k) & 1:
            broken += settle_army(s, side, k, by, by_lone)
    return broken


@rule
def settle_army(s, side, k, by, by_lone):
    """W-14.2 to W-14.4: an army after its losses; 1 if it is broken."""
    left = members(s, side, k)
    kept = best_part(s, side, left, 1)
    if size_of(kept) < 2:
        break_army(s, side, k, left, by, by_lone)
        return 1
    left &= ~kept
    while left:
        part = best_part(s, side, left, 0)
        left &= ~part
        cut_off(s, side, k, part)
    return 0


@rule
def best_part(s, side, troops, general):
    """W-14.4: the largest connected part; of equal ones that with the general, if he counts, then with the lowest
    number."""
    best = 0
    best_size = 0
    while troops:
        part = connected_part(s, side, troops, lowest_of(troops))
        troops &= ~part
        size = 2 * size_of(part) + (general and has_general(s, side, part))
        if size > best_size:
            best = part
            best_size = size
    return best


@rule
def has_general(s, side, troops):
    for t in range(TROOPS):
        if (troops >> t) & 1 and s.kind[side, t] == KIND_OF.general:
            return 1
    return 0


@rule
def break_army(s, side, k, left, by, by_lone):
    """W-14.3: the number is free, the survivors are lone troops."""
    if by:
        emit(s, ALL, EVENT.army_broken, side, k, 1 - side, by)
    else:
        emit(s, ALL, EVENT.army_broken_lone, side, k, code(s, 1 - side, by_lone))
    end_army(s, side, k)
    become_lone(s, side, left)


@rule
def become_lone(s, side, troops):
    """W-3.6: these troops belong to no army."""
    for t in range(TROOPS):
        if (troops >> t) & 1:
            s.army[side, t] = 0
            emit(s, audience(s, side, 1 << t), EVENT.lone, code(s, side, t), s.cell[side, t])


@rule
def cut_off(s, side, k, part):
    """W-14.4: another part becomes an army of its own if it is large enough and a number is free."""
    new = free_number(s, side)
    if size_of(part) < 2 or not new:
        become_lone(s, side, part)
        return
    new_army(s, side, new, s.facing[side, k], s.morale[side, k])
    s.acted[side, new] = s.acted[side, k]
    s.moved[side, new] = s.moved[side, k]
    enlist(s, side, part, new)
    emit(s, audience(s, side, part), EVENT.army_cut, side, k, new)
