"""What a seat does not see, and fair guesses of it: the draft, dealt soldiers, hands, decks, a card half played.

The state's declarations say who sees what (section "View"), so there is nothing more to hide.
"""

from taku.engine import roll, rule
from taku.games.synegier.content import PICKS, SOLDIERS
from taku.games.synegier.rules.cards import copies
from taku.games.synegier.rules.pieces import any_of
from taku.games.synegier.rules.play import can_play
from taku.games.synegier.rules.setup import dealt_to_each, make_offer, rarity_of_pick
from taku.games.synegier.state import ASK, MOST_BACKS
from taku.games.synegier.tables import KINDS, KINDS_OF
from taku.kit.cards import draw_random, push, shuffle
from taku.kit.drafts import DRAFT
from taku.kit.sets import up_to

TRIES = 8  # for a card of which there are not too many; then any will do


@rule
def guess(s, seat):
    """A world that fits what the seat sees."""
    if s.ask == ASK.draft or s.ask == ASK.soldier:
        guess_dealt(s, seat)
    for other in range(s.seats):
        if other != seat:
            if s.ask == ASK.draft or s.ask == ASK.soldier:
                guess_picks(s, other)
                guess_draft(s, other)
            else:
                guess_cards(s, other)
                if s.turn == other and s.ask != ASK.nothing:
                    guess_chosen(s, other)


@rule
def guess_dealt(s, seat):
    """S-2.2: any soldiers but the seat's own."""
    left = up_to(SOLDIERS)
    n = dealt_to_each(s)
    if seat >= 0:
        for i in range(n):
            left &= ~(1 << (s.dealt[seat, i] - 1))
    for other in range(s.seats):
        if other != seat:
            for i in range(n):
                who = any_of(s, left)
                left &= ~(1 << who)
                s.dealt[other, i] = 1 + who


@rule
def guess_picks(s, other):
    """S-2.3 to S-2.5: any cards of the rarities of the picks so far, and any offer."""
    n = s.deck[other].size
    s.deck[other].size = 0
    for i in range(n):
        push(s.deck[other], likely_card(s, other, i))
    if s.ask == ASK.draft:
        make_offer(s, other, rarity_of_pick(s, s.pick - 1, 1 + roll(s, 100)))


@rule
def likely_card(s, other, i):
    """A card of the i-th pick, from 0, of which the player has few enough, as far as that can be."""
    card = 0
    for _ in range(TRIES):
        rarity = rarity_of_pick(s, i, 1 + roll(s, 100))
        card = KINDS_OF[rarity, roll(s, KINDS[rarity])]
        if all_copies(s, other, card) < s.opt.draft_max_copies:
            break
    return card


@rule
def all_copies(s, other, card):
    """How many of a card a player is known or guessed to own."""
    n = copies(s.deck[other], card) + copies(s.hand[other], card) + copies(s.trash[other], card)
    return n + copies(s.row, card) if s.turn == other else n


@rule
def guess_draft(s, other):
    """S-2.3, S-2.6: what was chosen by who is ready, and the first of two soldiers by who is not."""
    draft = s.draft[other]
    if s.ask == ASK.draft:
        if draft.status == DRAFT.ready:
            draft.stage = 1
            draft.pick[0] = 1 + roll(s, 2)
        return
    n = s.opt.soldiers_per_player
    if draft.status == DRAFT.choosing:
        n = roll(s, n)
    first = roll(s, dealt_to_each(s))
    draft.stage = n
    if n > 0:
        draft.pick[0] = s.dealt[other, first]
    if n > 1:
        draft.pick[1] = s.dealt[other, (first + 1 + roll(s, dealt_to_each(s) - 1)) % max(1, dealt_to_each(s))]


@rule
def guess_cards(s, other):
    """S-3.7: what is known to be in the hand is there; the rest is dealt between hand and deck."""
    in_hand = s.hand[other].size
    unknown = in_hand + s.deck[other].size - s.in_hand[other].size - s.in_either[other].size
    s.hand[other].size = s.deck[other].size = 0
    for i in range(s.in_hand[other].size):
        push(s.hand[other], s.in_hand[other].card[i])
    for i in range(s.in_either[other].size):
        push(s.deck[other], s.in_either[other].card[i])
    for _ in range(unknown):
        card = likely_card(s, other, roll(s, PICKS))
        if s.shuffles[other] and s.hand[other].size < in_hand:
            push(s.hand[other], card)  # it was not in the trash when that was shuffled
        else:
            push(s.deck[other], card)
    while s.hand[other].size < in_hand:
        push(s.hand[other], draw_random(s, s.deck[other]))
    shuffle(s, s.hand[other])
    shuffle(s, s.deck[other])


@rule
def guess_chosen(s, other):
    """S-4.5: any number of cards taken back, and perhaps one that is played now."""
    s.backs[other] = roll(s, MOST_BACKS + 1)
    if s.ask == ASK.main and s.hand[other].size and roll(s, 2):
        card = s.hand[other].card[roll(s, s.hand[other].size)]
        if can_play(s, card):
            s.chosen[other] = card
