"""What a seat does not see, and fair guesses of it: other teams' hands, their sealed choices, the pile, the axes.

The state's declarations say who sees what, so there is nothing more to hide.
"""

from taku.engine import roll, rule
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, ELEMENTS, JOKER
from taku.games.oneiron.rules.revival import can_revive
from taku.games.oneiron.rules.settlement import can_take, cards_to_take, choose_loot, claim_of, loots
from taku.games.oneiron.rules.setup import take_of_element
from taku.games.oneiron.rules.teams import home, lead, seat_of
from taku.games.oneiron.state import CLAIMS, MAX_BACKS, MAX_SPLITS, PLACES, SPARE, STEP, USES, solos_of
from taku.kit.cards import Counts, clear, gain, lay_out, pop, shuffle
from taku.kit.drafts import DRAFT


@rule
def guess(s, seat):
    """A world that fits: known cards stay where they are, all others are dealt; the pile gets the rest."""
    own = s.team[seat] if seat >= 0 else -1
    count_unseen(s)
    for team in range(s.teams):
        if team != own:
            reserve_known(s, team)
    if s.step == STEP.landing:
        guess_axes(s)
    clear(s.pile)
    lay_out(s.unseen, s.pile)
    shuffle(s, s.pile)
    for team in range(s.teams):
        if team != own:
            guess_hand(s, team)
            guess_draft(s, team)


@rule
def count_unseen(s):
    """All cards but those that the seat sees lie somewhere: in hands, in the pile, face down on the axes."""
    solos = solos_of(s.seats)
    for card in range(1, JOKER):
        s.unseen.of[card] = s.copies
    s.unseen.of[JOKER] = 1 if solos == 0 and s.opt.spare_joker == SPARE.removed else 2
    see_all(s, s.graveyard)
    see_all(s, s.surplus)
    for seat in range(s.seats):
        see_all(s, s.hand[seat])
    for k in range(CLAIMS):
        if s.victim[k]:
            see_all(s, s.spoil[k])
    for team in range(s.teams):
        see(s, s.grid[team, 0])
        see(s, s.grid[team, 1])
        see(s, s.played[team])
    for i in range(6):
        see(s, s.axis[i])
    for place in range(PLACES):
        see(s, s.marker[place, 0])
        see(s, s.marker[place, 1])
    s.unseen.size = 0
    for card in range(1, CARD_TYPES + 1):
        s.unseen.size += s.unseen.of[card]


@rule
def see_all(s, counts: Counts):
    """Cards that lie open or are the seat's own."""
    for card in range(1, CARD_TYPES + 1):
        s.unseen.of[card] -= counts.of[card]


@rule
def see(s, card):
    """A card that lies open."""
    if card:
        s.unseen.of[card] -= 1


@rule
def reserve_known(s, team):
    """Cards that everybody knows a team to hold stay in its hand."""
    hand = s.hand[home(s, team)]
    for card in range(1, CARD_TYPES + 1):
        n = s.known[team, card]
        if card == JOKER and s.step == STEP.landing and s.member[team, 1] == 0:
            n = 1  # O-3.3: until a card is played a solo team has its joker, also where nothing reminds of it
        if n and s.step == STEP.loot:
            n -= spoils_of(s, team, card)
        if n > 0:
            hand.of[card] = n
            gain(s.unseen, card, -n)


@rule
def spoils_of(s, team, card):
    """How many of a card lie open among the team's hands that were shown."""
    n = 0
    for k in range(CLAIMS):
        if s.victim[k] and s.team[s.victim[k] - 1] == team:
            n += s.spoil[k].of[card]
    return n


@rule
def guess_axes(s):
    """O-4.1: any card of each element, in any order, for the columns and for the rows."""
    for axis in range(2):
        for element in range(ELEMENTS):
            k = roll(s, element + 1)
            s.face_down[3 * axis + element] = s.face_down[3 * axis + k]
            s.face_down[3 * axis + k] = take_of_element(s, s.unseen, element)


@rule
def guess_hand(s, team):
    """The team's cards: the known ones and random ones; in battle any of them may be with either member."""
    a = home(s, team)
    n = s.hand[a].size
    total = n
    if s.member[team, 1]:
        total += s.hand[seat_of(s, team, 1)].size
    for card in range(1, CARD_TYPES + 1):
        total -= s.hand[a].of[card]
    for _ in range(total):
        s.hand[a].of[pop(s.pile)] += 1
    if s.member[team, 1]:
        share(s, team, n)


@rule
def share(s, team, n):
    """The member with the lower seat keeps n random cards; while the split goes on, about half of them."""
    a = seat_of(s, team, 0)
    b = seat_of(s, team, 1)
    left = keep = n + s.hand[b].size
    if s.step == STEP.split and s.draft[lead(s, team)].status != DRAFT.idle:
        for _ in range(left):
            keep -= roll(s, 2)
    else:
        keep = n
    for card in range(1, CARD_TYPES + 1):
        for _ in range(s.hand[a].of[card]):
            if roll(s, left) < keep:
                keep -= 1
            else:
                s.hand[a].of[card] -= 1
                s.hand[b].of[card] += 1
            left -= 1


# ---- sealed and half-made choices -------------------------------------------------------------------------------


@rule
def guess_draft(s, team):
    """What a team's members have clicked so far: anything they could have."""
    for i in range(2):
        seat = seat_of(s, team, i)
        if seat >= 0 and s.draft[seat].status != DRAFT.idle:
            guess_choice(s, team, seat, s.draft[seat].status == DRAFT.ready)
        elif seat >= 0 and s.step == STEP.loot:
            loots(s, seat)  # O-9.6: a looter without a choice was not asked, and has taken what there is


@rule
def guess_choice(s, team, seat, ready):
    """All clicks of a choice that is sealed; any number of them, less the last, of one that is not."""
    draft = s.draft[seat]
    if s.step == STEP.landing:
        draft.stage = 3 if ready else roll(s, 3)
        draft.backs = roll(s, MAX_BACKS + 1)
        for i in range(min(2, draft.stage)):
            draft.pick[i] = random_card(s, home(s, team), draft.pick[0])
        if draft.stage == 3:
            draft.pick[2] = 1 + roll(s, 4)
    elif s.step == STEP.land_joker:
        guess_joker(s, team, seat, ready)
    elif s.step == STEP.split:
        draft.stage = roll(s, MAX_SPLITS + 1)
    elif s.step == STEP.move:
        guess_move(s, team, seat, ready)
    elif s.step == STEP.loot:
        guess_loot(s, seat, ready)
    elif ready:
        draft.stage = 1
        if s.step == STEP.lend or s.step == STEP.present:
            draft.pick[0] = random_card(s, seat, 0)
        elif s.step == STEP.revive_use:
            draft.pick[0] = 1 + random_use(s, team)
        else:
            draft.pick[0] = 1 + roll(s, 2)


@rule
def random_card(s, seat, without):
    """A random card of a hand, each copy equally likely, one copy of `without` put aside."""
    hand = s.hand[seat]
    n = 0
    for card in range(1, CARD_TYPES + 1):
        n += hand.of[card]
    if without:
        n -= 1
    skip = roll(s, max(1, n))
    for card in range(1, CARD_TYPES + 1):
        skip -= hand.of[card] - (card == without)
        if skip < 0:
            return card
    return JOKER


@rule
def guess_joker(s, team, seat, ready):
    """O-4.6: any column, any row; with two jokers the column may be chosen already."""
    draft = s.draft[seat]
    left = s.grid[team, 0] == JOKER
    right = s.grid[team, 1] == JOKER
    draft.stage = 1 if ready else roll(s, 2) if left and right else 0
    if left and draft.stage:
        draft.pick[0] = 1 + roll(s, 3)
    if right and ready:
        draft.pick[1] = 1 + roll(s, 3)


@rule
def guess_move(s, team, seat, ready):
    """O-11.4, O-11.5: any card, and a facing unless it is of the movement element."""
    draft = s.draft[seat]
    draft.backs = roll(s, MAX_BACKS + 1)
    card = random_card(s, home(s, team), 0)
    if ready or (ELEMENT[card] != s.moving and roll(s, 2)):
        draft.pick[0] = card
        draft.stage = 1
        if ready and ELEMENT[card] != s.moving:
            draft.pick[1] = 1 + roll(s, 5 if card == JOKER else 4)
            draft.stage = 2


@rule
def guess_loot(s, seat, ready):
    """O-9.6, O-9.7: any cards that complete the claims; while it chooses, some of them."""
    while loots(s, seat) and (ready or roll(s, 2)):
        k = claim_of(s, seat)
        skip = roll(s, cards_to_take(s, k))
        for card in range(1, CARD_TYPES + 1):
            if can_take(s, k, card):
                if skip == 0:
                    choose_loot(s, k, card)
                    break
                skip -= 1
    if not ready and claim_of(s, seat) < 0:
        take_nothing(s, seat)
        loots(s, seat)


@rule
def take_nothing(s, seat):
    """The looter has not begun."""
    for k in range(CLAIMS):
        if s.looter[k] == 1 + seat:
            s.took[k] = 0
            for card in range(1, CARD_TYPES + 1):
                s.taken[k, card] = 0


@rule
def random_use(s, team):
    """O-12.3: anything the token may be used for."""
    use = roll(s, USES)
    while not can_revive(s, team, use):
        use = roll(s, USES)
    return use
