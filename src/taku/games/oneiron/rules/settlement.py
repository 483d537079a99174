"""O-7.12 to O-7.14 and O-9: an exchange is revealed, judged and settled; the fallen are looted."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.content import CARD_TYPES, JOKER, NUMBER, POINTS_MASK
from taku.games.oneiron.rules.battle import beats, duels, fights
from taku.games.oneiron.rules.board import inside
from taku.games.oneiron.rules.cards import bury, discard, forget, learn, tell_cards
from taku.games.oneiron.rules.damage import clash
from taku.games.oneiron.rules.ranking import eliminate
from taku.games.oneiron.rules.teams import living_partner, only_team, seat_of
from taku.games.oneiron.state import CLAIMS, ENCOUNTERS, EVENT, LOOT, STEP
from taku.kit.cards import give, give_all
from taku.kit.drafts import ask, close_all, commit


@rule
def settle_exchange(s):
    """O-9.1: cards to the graveyard, lives, falls, eliminations, end of game; then the looters are asked."""
    reveal(s)
    judge(s)
    for seat in range(s.seats):
        if s.hit[seat]:
            pay(s, seat)
    if not eliminate(s):
        s.step = STEP.loot
        for k in range(CLAIMS):
            if s.looter[k] and s.rank[s.team[s.looter[k] - 1]]:
                s.looter[k] = s.claimants[k] = 0  # O-9.5: its own team is out
        for seat in range(s.seats):
            if loots(s, seat):
                ask(s.draft[seat])


@rule
def reveal(s):
    """O-7.10, O-7.11, O-7.14: all cards are turned over at once and go to the graveyard."""
    for seat in range(s.seats):
        s.hit[seat] = s.most[seat] = s.felled_by[seat] = s.shown[seat] = 0
        if fights(s, seat):
            card = s.draft[seat].pick[0]
            s.shown[seat] = card
            if card:
                discard(s, seat, card)
                emit(s, ALL, EVENT.card_revealed, seat, card)
            else:
                emit(s, ALL, EVENT.blank_presented, seat)
    close_all(s.draft)


@rule
def judge(s):
    """O-7.12, O-7.13: every duel by itself; a single player's card is judged against each opponent's."""
    for e in range(ENCOUNTERS):
        for duel in range(4):
            s.worth[e, duel] = 0
        if s.fighting[e]:
            for i in range(2):
                for j in range(2):
                    if duels(s, e, i, j):
                        a = seat_of(s, s.encounter[e, 0] - 1, i)
                        b = seat_of(s, s.encounter[e, 1] - 1, j)
                        s.worth[e, 2 * i + j] = 1
                        if beats(s.shown[a], s.shown[b]):
                            s.worth[e, 2 * i + j] += score(s, a, b)
                        elif beats(s.shown[b], s.shown[a]):
                            s.worth[e, 2 * i + j] += score(s, b, a)
                        elif s.shown[a] == 0:
                            emit(s, ALL, EVENT.duel_blank, a, b)
                        else:
                            emit(s, ALL, EVENT.duel_drawn, a, b, s.shown[a], s.shown[b])


@rule
def score(s, winner, loser):
    """O-9.2, O-9.5: points of both opponents add up; who scores more, or sits lower if equal, is the looter."""
    result = clash(s, winner, loser, s.shown[winner], s.shown[loser])
    points = result & POINTS_MASK
    s.hit[loser] += points
    if points > s.most[loser] or (points == s.most[loser] and 1 + winner < s.felled_by[loser]):
        s.most[loser] = points
        s.felled_by[loser] = 1 + winner
    return result


@rule
def pay(s, seat):
    """O-9.2 to O-9.4: lives paid drop on the own team's cell; without lives the player falls."""
    paid = min(s.lives[seat], s.hit[seat])
    s.lives[seat] -= paid
    emit(s, ALL, EVENT.lives_lost, seat, paid, s.lives[seat])
    drop(s, s.place[s.team[seat]], paid)
    if s.lives[seat] == 0:
        fall(s, seat, s.hit[seat] - paid)


@rule
def drop(s, place, n):
    """O-9.3: tokens lie on a cell; outside they leave the game."""
    if inside(place):
        s.token[place] += n
        emit(s, ALL, EVENT.tokens_dropped, place, n)


@rule
def fall(s, seat, excess):
    """O-9.4 to O-9.7: the hand is shown to everybody, and the looter gets a claim on it."""
    k = 0
    while s.victim[k]:
        k += 1
    team = s.team[seat]
    emit(s, ALL, EVENT.player_fell, seat)
    tell_cards(s, s.hand[seat], ALL, EVENT.hand_revealed, seat)
    if s.opt.memory_aid:
        for card in range(1, CARD_TYPES + 1):
            s.known[team, card] = max(s.known[team, card], s.hand[seat].of[card])
    give_all(s.hand[seat], s.spoil[k])
    s.victim[k] = 1 + seat
    s.looter[k] = s.felled_by[seat]
    s.owed[k] = 1 + s.opt.loot_factor * excess
    s.claimants[k] = only_team(s, s.team[s.felled_by[seat] - 1])


# ---- O-9.6, O-9.7: looting --------------------------------------------------------------------------------------


@rule
def left_to_take(s, k, card):
    """How many of a card are left of a spoil; only the looter's team can tell while it chooses."""
    return s.spoil[k].of[card] - s.taken[k, card]


@rule
def can_take(s, k, card):
    """O-9.6, O-9.7: any card first, then only element cards."""
    return left_to_take(s, k, card) > 0 and (card != JOKER or s.took[k] == 0)


@rule
def cards_to_take(s, k):
    """How many types of cards the looter may choose from; 0 when the claim is met."""
    found = 0
    if s.took[k] < s.owed[k]:
        for card in range(1, CARD_TYPES + 1):
            found += can_take(s, k, card)
    return found


@rule
def claim_of(s, seat):
    """O-9.6: the looter's first open claim, victims by seat; −1 if there is none."""
    for k in range(CLAIMS):
        if s.looter[k] == 1 + seat and cards_to_take(s, k):
            return k
    return -1


@rule
def choose_loot(s, k, card):
    """One card of a claim is chosen."""
    s.taken[k, card] += 1
    s.took[k] += 1


@rule
def loots(s, seat):
    """Whether the seat has a loot to choose; what leaves no choice is taken without asking."""
    k = claim_of(s, seat)
    while k >= 0:
        if cards_to_take(s, k) > 1:
            return True
        for card in range(1, CARD_TYPES + 1):
            if can_take(s, k, card):
                choose_loot(s, k, card)
                break
        k = claim_of(s, seat)
    return False


@rule
def loot_legal(s, seat, out):
    """O-9.6, O-9.7: a card of the hand that was shown."""
    n = 0
    k = claim_of(s, seat)
    for card in range(1, CARD_TYPES + 1):
        if can_take(s, k, card):
            out[n] = LOOT.loot(card)
            n += 1
    return n


@rule
def loot_default(s, seat):
    """Decisions table: a joker, else the highest number."""
    k = claim_of(s, seat)
    best = 0
    for card in range(1, CARD_TYPES + 1):
        if can_take(s, k, card) and NUMBER[card] > NUMBER[best]:
            best = card
    return LOOT.loot(best)


@rule
def loot_click(s, seat, action):
    """O-9.6: one card per decision, until all claims of the looter are met."""
    choose_loot(s, claim_of(s, seat), LOOT.loot.card(action))
    if not loots(s, seat):
        commit(s.draft[seat])


@rule
def hand_over(s):
    """O-9.6 to O-9.9: looted cards go to the looters, the rest to the surviving partner, else to the graveyard."""
    for k in range(CLAIMS):
        if s.victim[k]:
            take_loot(s, k)
            seat = s.victim[k] - 1
            other = living_partner(s, seat)
            n = s.spoil[k].size
            if other >= 0:
                give_all(s.spoil[k], s.hand[other])
                if n:
                    emit(s, ALL, EVENT.hand_passed, seat, other, n)
            else:
                bury(s, s.spoil[k])
                if n:
                    emit(s, ALL, EVENT.hand_buried, seat, n)
            s.victim[k] = s.looter[k] = s.owed[k] = s.claimants[k] = 0
    close_all(s.draft)


@rule
def take_loot(s, k):
    """O-9.6: looted cards join the looter's own; everybody sees them."""
    seat = s.looter[k] - 1
    victim = s.victim[k] - 1
    for card in range(1, CARD_TYPES + 1):
        for _ in range(s.taken[k, card]):
            give(s.spoil[k], s.hand[seat], card)
            forget(s, s.team[victim], card)
            learn(s, s.team[seat], card)
            emit(s, ALL, EVENT.card_looted, seat, victim, card)
        s.taken[k, card] = 0
    s.took[k] = 0
