"""S-4: playing a card."""

from taku.engine import ALL, emit, only, rule
from taku.games.synegier.content import WIDTH
from taku.games.synegier.rules.cards import out_of_hand, place_in
from taku.games.synegier.rules.pieces import distance, free, you
from taku.games.synegier.rules.scripts import begin_script
from taku.games.synegier.rules.shop import shop_choices
from taku.games.synegier.state import ASK, EVENT, MAIN, MOST_BACKS, MOST_ROW, MOVE, STAGE
from taku.games.synegier.tables import COST, MOVE_OF, MOVES, SIZE
from taku.kit.cards import push


@rule
def can_play(s, card):
    """S-4.1, S-3.3: there is mana for it and room in the row."""
    return COST[card] <= s.mana and s.row.size < MOST_ROW


@rule
def main_choices(s, seat, out):
    """S-3.3: end the step, play a card, buy, drink."""
    out[0] = MAIN.end
    n = 1
    for i in range(s.hand[seat].size):
        card = s.hand[seat].card[i]
        if can_play(s, card) and place_in(s.hand[seat], card) == i:
            out[n] = MAIN.play(card)
            n += 1
    return shop_choices(s, seat, out, n)


@rule
def choose_card(s, seat, card):
    """S-4.2: the card is chosen; its movement is asked."""
    s.chosen[seat] = card
    emit(s, only(seat), EVENT.card_chosen, card)


@rule
def move_to(s, card, i):
    """S-4.3: the cell of a card's i-th offset; −1 beyond the edge."""
    here = s.cell[you(s)]
    x = here % WIDTH + MOVE_OF[card, i, 0]
    y = here // WIDTH + MOVE_OF[card, i, 1]
    size = SIZE[s.board]
    return y * WIDTH + x if 0 <= x < size and 0 <= y < size else -1


@rule
def move_choices(s, seat, out):
    """S-4.3, S-4.5: stay, a free cell, or take the card back."""
    card = s.chosen[seat]
    open_ = free(s)
    out[0] = MOVE.stay
    n = 1
    for i in range(MOVES[card]):
        cell = move_to(s, card, i)
        if cell >= 0 and (open_ >> cell) & 1:
            out[n] = MOVE.move(cell)
            n += 1
    if s.backs[seat] < MOST_BACKS:
        out[n] = MOVE.cancel
        n += 1
    return n


@rule
def take_back(s, seat):
    """S-4.5."""
    emit(s, only(seat), EVENT.card_taken_back, s.chosen[seat])
    s.chosen[seat] = 0
    s.backs[seat] += 1


@rule
def play_card(s, seat, action):
    """S-4.2: pay, lay the card down, move; then its effect."""
    card = s.chosen[seat]
    p = you(s)
    s.chosen[seat] = 0
    s.mana -= COST[card]
    out_of_hand(s, seat, card)
    push(s.row, card)
    emit(s, ALL, EVENT.card_played, seat, card, s.mana)
    if action in MOVE.move:
        cell = MOVE.move.cell(action)
        s.moved += distance(s.cell[p], cell)  # S-4.4
        emit(s, ALL, EVENT.moved, s.who[p], s.cell[p], cell)
        s.cell[p] = cell
    begin_script(s, card)
    s.stage = STAGE.card
    s.ask = ASK.nothing
