"""O-7: hands are split, duels are paired, and card by card all encounters are fought side by side."""

from taku.engine import ALL, emit, roll, rule
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, ELEMENTS, JOKER, NUMBER, NUMBERS
from taku.games.oneiron.rules.teams import home, lead, lives_of, living_members, living_partner, seat_of
from taku.games.oneiron.state import (
    BATTLE_OVER,
    ENCOUNTERS,
    EVENT,
    LEND,
    MAX_SPLITS,
    PAIR,
    PAIRING,
    PRESENT,
    SPLIT,
    STEP,
)
from taku.kit.cards import give, give_all
from taku.kit.drafts import action_at, ask, close_all, commit

# ---- O-7.2 to O-7.4: the split ----------------------------------------------------------------------------------


@rule
def ask_splits(s):
    """O-7.2, O-7.3: teams in an encounter with two living members and a card divide their hands."""
    s.step = STEP.split
    for team in range(s.teams):
        if s.battle[team]:
            if living_members(s, team) == 2:
                if s.hand[home(s, team)].size:
                    propose(s, team)
                    ask(s.draft[lead(s, team)])
            elif lives_of(s, team, 0) == 0:
                give_all(s.hand[seat_of(s, team, 0)], s.hand[seat_of(s, team, 1)])


@rule
def propose(s, team):
    """O-7.3: by element, high to low, dealt in turn, first to the member with more lives. Sizes stay as they were."""
    low = s.hand[seat_of(s, team, 0)]
    high = s.hand[seat_of(s, team, 1)]
    upper = int(lives_of(s, team, 1) > lives_of(s, team, 0))
    for element in range(ELEMENTS + 1):
        top = JOKER if element == ELEMENTS else NUMBERS * (element + 1)
        for card in range(top, NUMBERS * element, -1):
            n = low.of[card] + high.of[card]
            high.of[card] = (n + upper) // 2
            low.of[card] = n - high.of[card]
            upper ^= n & 1


@rule
def split_legal(s, seat, out):
    """O-7.3: move a card to the other member, restore the proposal, or confirm; at most 60 clicks before that."""
    team = s.team[seat]
    low = s.hand[seat_of(s, team, 0)]
    high = s.hand[seat_of(s, team, 1)]
    n = 0
    if s.draft[seat].stage < MAX_SPLITS:
        for card in range(1, CARD_TYPES + 1):
            out[n] = SPLIT.split_to(1, card)
            n += low.of[card] > 0
        for card in range(1, CARD_TYPES + 1):
            out[n] = SPLIT.split_to(0, card)
            n += high.of[card] > 0
        if s.draft[seat].stage > 0:
            out[n] = SPLIT.reset
            n += 1
    out[n] = SPLIT.confirm
    return n + 1


@rule
def split_click(s, seat, action):
    """O-7.3: only the numbers become public, and only when all have confirmed."""
    team = s.team[seat]
    if action == SPLIT.confirm:
        commit(s.draft[seat])
        emit(s, ALL, EVENT.split_ready, 1 + team)
        return
    s.draft[seat].stage += 1
    if action == SPLIT.reset:
        propose(s, team)
    else:
        to = SPLIT.split_to.to(action)
        card = SPLIT.split_to.card(action)
        s.hand[seat_of(s, team, 1 - to)].of[card] -= 1
        s.hand[seat_of(s, team, to)].of[card] += 1


@rule
def share_hands(s):
    """O-7.2: the splits hold; how many cards each member has is public."""
    for team in range(s.teams):
        if s.battle[team] and living_members(s, team) == 2:
            low = s.hand[seat_of(s, team, 0)]
            high = s.hand[seat_of(s, team, 1)]
            n = 0
            for card in range(1, CARD_TYPES + 1):
                n += high.of[card]
            low.size = low.size + high.size - n
            high.size = n
            emit(s, ALL, EVENT.split_done, 1 + team, seat_of(s, team, 0), low.size, seat_of(s, team, 1), n)
    close_all(s.draft)


# ---- O-7.5 to O-7.7: the pairing --------------------------------------------------------------------------------


@rule
def ask_pairings(s):
    """O-7.5: two against two; the first attacker's lead chooses, or chance does."""
    s.step = STEP.pair
    for e in range(ENCOUNTERS):
        if has_pairing(s, e):
            if s.opt.duel_pairing == PAIRING.random:
                s.crossed[e] = roll(s, 2)
            else:
                ask(s.draft[lead(s, s.encounter[e, 0] - 1)])


@rule
def both_whole(s, e):
    """Whether all four members of an encounter are living."""
    return living_members(s, s.encounter[e, 0] - 1) == 2 and living_members(s, s.encounter[e, 1] - 1) == 2


@rule
def has_pairing(s, e):
    """O-7.5: whether it matters who fights whom: two against two, and somebody has a card to play."""
    if not s.fighting[e] or not both_whole(s, e):
        return False
    return fighting_cards(s, s.encounter[e, 0] - 1) + fighting_cards(s, s.encounter[e, 1] - 1) > 0


@rule
def set_pairings(s):
    """O-7.5: the choices hold for all encounters together."""
    for e in range(ENCOUNTERS):
        if has_pairing(s, e):
            team = s.encounter[e, 0] - 1
            if s.opt.duel_pairing == PAIRING.first_picks:
                s.crossed[e] = action_at(s.draft[lead(s, team)], 0) == PAIR.crossed
            emit(s, ALL, EVENT.pairing_chosen, 1 + team, s.crossed[e])
    close_all(s.draft)


@rule
def duels(s, e, i, j):
    """O-7.6, O-7.7: whether member i of the first attacker fights member j of the second in this exchange."""
    first = s.encounter[e, 0] - 1
    second = s.encounter[e, 1] - 1
    if lives_of(s, first, i) == 0 or lives_of(s, second, j) == 0:
        return False
    return (i ^ j) == s.crossed[e] or not both_whole(s, e)


# ---- O-7.8 to O-7.11: an exchange -------------------------------------------------------------------------------


@rule
def begin_exchange(s):
    """O-7.1, O-7.8: the next exchange of all battles that go on; False when the battle phase is over."""
    open_ = 0
    for e in range(ENCOUNTERS):
        if s.fighting[e]:
            reason = battle_over(s, e)
            if reason >= 0:
                s.fighting[e] = 0
                emit(s, ALL, EVENT.battle_ended, s.encounter[e, 0], s.encounter[e, 1], reason)
            else:
                open_ += 1
    if open_ == 0:
        return False
    s.exchange += 1
    emit(s, ALL, EVENT.exchange_started, s.exchange, s.opt.exchanges)
    for e in range(ENCOUNTERS):
        if s.fighting[e]:
            tell_duels(s, e)
    ask_lends(s)
    return True


@rule
def battle_over(s, e):
    """O-7.8: why a battle ends, or −1 if it goes on."""
    first = s.encounter[e, 0] - 1
    second = s.encounter[e, 1] - 1
    if s.rank[first] or s.rank[second]:
        return BATTLE_OVER.eliminated
    if s.exchange == s.opt.exchanges:
        return BATTLE_OVER.exchanges
    if fighting_cards(s, first) + fighting_cards(s, second) == 0:
        return BATTLE_OVER.no_cards
    return -1


@rule
def fighting_cards(s, team):
    """How many cards the living members hold."""
    n = 0
    for i in range(2):
        if lives_of(s, team, i):
            n += s.hand[seat_of(s, team, i)].size
    return n


@rule
def tell_duels(s, e):
    for i in range(2):
        for j in range(2):
            if duels(s, e, i, j):
                a = seat_of(s, s.encounter[e, 0] - 1, i)
                emit(s, ALL, EVENT.duel_set, a, seat_of(s, s.encounter[e, 1] - 1, j))


@rule
def fights(s, seat):
    """Whether a seat takes part in this exchange."""
    e = s.battle[s.team[seat]] - 1
    return e >= 0 and s.fighting[e] and s.lives[seat] > 0


@rule
def must_lend(s, seat):
    """O-7.9: a fighter with two cards or more whose living partner has none."""
    if not fights(s, seat) or s.hand[seat].size < 2:
        return False
    other = living_partner(s, seat)
    return other >= 0 and s.hand[other].size == 0


@rule
def ask_lends(s):
    """O-7.9: lending is compulsory; the lender chooses the card."""
    s.step = STEP.lend
    for seat in range(s.seats):
        if must_lend(s, seat):
            ask(s.draft[seat])


@rule
def lend_cards(s):
    """O-7.9: the lent cards change hands; the opponents never see them."""
    for seat in range(s.seats):
        if must_lend(s, seat):
            other = living_partner(s, seat)
            give(s.hand[seat], s.hand[other], s.draft[seat].pick[0])
            emit(s, ALL, EVENT.card_lent, seat, other)
    close_all(s.draft)


@rule
def ask_presents(s):
    """O-7.10, O-7.11: every fighter with a card presents one, face down, all at the same time."""
    s.step = STEP.present
    for seat in range(s.seats):
        if fights(s, seat) and s.hand[seat].size:
            ask(s.draft[seat])


@rule
def hand_legal(s, seat, out):
    """O-7.9, O-7.10: any card of the player's own part."""
    n = 0
    hand = s.hand[seat]
    for card in range(1, CARD_TYPES + 1):
        out[n] = LEND.lend(card) if s.step == STEP.lend else PRESENT.present(card)
        n += hand.of[card] > 0
    return n


@rule
def lend_default(s, seat):
    """Decisions table: the lowest number, jokers last."""
    best = JOKER
    for card in range(1, JOKER):
        if s.hand[seat].of[card] and NUMBER[card] < NUMBER[best]:
            best = card
    return LEND.lend(best)


@rule
def present_default(s, seat):
    """Decisions table: the highest number of the element held most often; a joker only if there is nothing else."""
    hand = s.hand[seat]
    most = 0
    best = JOKER
    for element in range(ELEMENTS):
        n = 0
        highest = 0
        for card in range(1 + NUMBERS * element, 1 + NUMBERS * (element + 1)):
            n += hand.of[card]
            if hand.of[card]:
                highest = card
        if n > most:
            most = n
            best = highest
    return PRESENT.present(best)


# ---- O-7.12, O-7.13: the judgement ------------------------------------------------------------------------------


@rule
def beats(card, other):
    """O-1.9, O-7.13: whether a card (0 is a blank) wins against another."""
    if card == 0 or (other == JOKER and card != 0):
        return False
    if other == 0 or card == JOKER:
        return True
    return (ELEMENT[other] - ELEMENT[card]) % ELEMENTS == 1
