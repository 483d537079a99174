"""What deserves a look: how often a sensible player chooses an action, as weights for playouts and plans."""

from taku.engine import rule
from taku.games.synegier.bot.fitted import CARD_WORTH, SOLDIER_WORTH
from taku.games.synegier.bot.links import EFFECT, SQUARE, joined, weight
from taku.games.synegier.rules import kind
from taku.games.synegier.rules.battle import blow_to, counter_to
from taku.games.synegier.rules.pieces import distance, is_on, piece_of, you
from taku.games.synegier.state import BATTLE, CELL, FIRST_FOE, KEEP, KIND, MAIN, MOVE, PICK, PIECES, SOLDIER, TARGET

LINKED = 14
"""Hundredths of the links of a deck that count as its worth, fitted with the worth of cards."""


@rule
def prefer(s, seat, action):
    """How often a sensible player chooses an action, beside the others' weights."""
    asked = kind(s, seat)
    if asked == KIND.main:
        return prefer_main(s, seat, action)
    if asked == KIND.move:
        return prefer_move(s, seat, action)
    if asked == KIND.target:
        return prefer_target(s, piece_of(s, TARGET.aim.who(action)))
    if asked == KIND.battle:
        return prefer_battle(s, action)
    if asked == KIND.draft:
        return prefer_pick(s, seat, s.offer[seat, PICK.pick.side(action)])
    if asked == KIND.soldier:
        return weight(SOLDIER_WORTH[s.seats - 2, SOLDIER.choose_soldier.who(action)] // 4)
    if asked == KIND.keep:
        return 12 if action == KEEP.keep_none else weight(EFFECT[KEEP.keep.card(action)] // 2)
    if asked == KIND.cell:
        return 4 if action == CELL.leave else 1 + closer(s, CELL.put.cell(action))
    return 1


@rule
def prefer_pick(s, seat, card):
    """S-2.3: cards with which players won, the more so if the deck holds the other halves of their bands."""
    links = 0
    for i in range(s.deck[seat].size):
        other = s.deck[seat].card[i]
        links += joined(other, card) + joined(card, other)
    return weight((CARD_WORTH[s.seats - 2, card] + LINKED * links // 100) // 4)


@rule
def prefer_main(s, seat, action):
    """Play what links and what is worth its mana; drink when it is needed."""
    p = you(s)
    if action == MAIN.end:
        return 1
    if action in MAIN.play:
        card = MAIN.play.card(action)
        worth = EFFECT[card] // 2
        if s.row.size:
            worth += joined(s.row.card[s.row.size - 1], card)
        return weight(worth)
    if action == MAIN.drink:
        return 60 if 2 * s.hp[p] <= s.max_hp[p] else 1
    if action in MAIN.buy_card:
        return 1
    return 8


@rule
def closer(s, cell):
    """From 0 to 12: how near the nearest enemy a cell is."""
    best = 0
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t):
            best = max(best, 12 - distance(cell, s.cell[t]))
    return best


@rule
def prefer_move(s, seat, action):
    """Towards the enemy, but away from it with few HP left."""
    if action == MOVE.cancel:
        return 0
    p = you(s)
    near = closer(s, s.cell[p] if action == MOVE.stay else MOVE.move.cell(action))
    if 3 * s.hp[p] < s.max_hp[p] and not s.raid:
        return 13 - near
    return 1 + SQUARE[60 + 8 * near] // 10


@rule
def prefer_target(s, t):
    """Who is nearly down; and enemies before rivals."""
    if t < FIRST_FOE:
        return 2 + 60 // max(3, s.hp[t])
    return 4 + 120 // max(3, s.hp[t])


@rule
def prefer_battle(s, action):
    """A blow that fells, without falling oneself."""
    if action == BATTLE.decline:
        return 3
    p = you(s)
    t = piece_of(s, BATTLE.battle.who(action))
    blow = blow_to(s, p, t)
    falls = counter_to(s, p, t) >= s.hp[p] + s.shield[p]
    if blow >= s.hp[t]:
        return 40 if not falls else 8
    return 1 if falls and not s.raid else 8 + 2 * blow
