"""O-1 and O-3: teams, cards, lives."""

from taku.engine import ALL, emit, roll, rule
from taku.games.oneiron.content import CARD_TYPES, ELEMENTS, JOKER, NUMBERS
from taku.games.oneiron.rules.cards import learn, tell_cards
from taku.games.oneiron.rules.teams import home, lead, only_team
from taku.games.oneiron.state import EVENT, SPARE, STEP, TEAM_ORDER, copies_of, solos_of, teams_of
from taku.kit.cards import Counts, add, gain, give_all, lay_out, pop, shuffle
from taku.kit.drafts import ask


@rule
def set_up(s):
    """O-3: round 0 up to the landing cards."""
    s.teams = teams_of(s.seats)
    s.copies = copies_of(s.opt.copies, s.seats, s.opt.open_deal, s.opt.hidden_deal, s.opt.spare_joker)
    emit(s, ALL, EVENT.game_started, s.seats, s.teams)
    form_teams(s)
    give_lives(s)
    deal(s)
    s.step = STEP.landing
    for team in range(s.teams):
        ask(s.draft[lead(s, team)])


@rule
def form_teams(s):
    """O-1.2 to O-1.5: neighbours form teams, after a shuffle of the seats with `team_order` random."""
    for seat in range(s.seats):
        s.hit[seat] = seat
    if s.opt.team_order == TEAM_ORDER.random:
        for i in range(s.seats - 1, 0, -1):
            k = roll(s, i + 1)
            seat = s.hit[i]
            s.hit[i] = s.hit[k]
            s.hit[k] = seat
    for team in range(s.teams):
        first = team if s.seats == 2 else 2 * team
        a = s.hit[first]
        s.team[a] = team
        s.member[team, 0] = 1 + a
        if s.seats == 2 or first == s.seats - 1:
            emit(s, ALL, EVENT.solo_team_formed, 1 + team, a)
        else:
            b = s.hit[first + 1]
            s.team[b] = team
            s.member[team, 0] = 1 + min(a, b)
            s.member[team, 1] = 1 + max(a, b)
            emit(s, ALL, EVENT.team_formed, 1 + team, min(a, b), max(a, b))


@rule
def give_lives(s):
    """O-3.7: half of the pair's lives for each member; a solo team keeps its own."""
    for seat in range(s.seats):
        solo = s.member[s.team[seat], 1] == 0
        s.lives[seat] = s.opt.solo_lives if solo else s.opt.pair_lives + 1
        emit(s, ALL, EVENT.lives_given, seat, s.lives[seat])


@rule
def deal(s):
    """O-3.1 to O-3.6, O-4.1: axis cards, open cards, jokers, hidden cards. The undealt deck lies in `unseen`."""
    for card in range(1, CARD_TYPES + 1):
        s.unseen.of[card] = s.copies if card != JOKER else 0
    s.unseen.size = ELEMENTS * NUMBERS * s.copies
    lay_axes(s)
    for team in range(s.teams):
        deal_open(s, team)
    solos = solos_of(s.seats)
    jokers = 2 - solos if solos or s.opt.spare_joker == SPARE.pile else 1
    lay_out(s.unseen, s.pile)
    add(s.pile, JOKER, jokers)
    shuffle(s, s.pile)
    for team in range(s.teams):
        if s.member[team, 1] == 0:
            gain(s.hand[home(s, team)], JOKER)
            learn(s, team, JOKER)
            emit(s, ALL, EVENT.joker_given, 1 + team)
        deal_hidden(s, team)


@rule
def take_of_element(s, counts: Counts, element):
    """A random card of an element, 0 to 2; each copy is equally likely."""
    first = 1 + NUMBERS * element
    n = 0
    for card in range(first, first + NUMBERS):
        n += counts.of[card]
    skip = roll(s, n)
    card = first
    while skip >= counts.of[card]:
        skip -= counts.of[card]
        card += 1
    gain(counts, card, -1)
    return card


@rule
def lay_axes(s):
    """O-3.2, O-4.1: a fire, a wood and a water card for the columns, three more for the rows, shuffled, face down."""
    for axis in range(2):
        for element in range(ELEMENTS):
            k = roll(s, element + 1)
            s.face_down[3 * axis + element] = s.face_down[3 * axis + k]
            s.face_down[3 * axis + k] = take_of_element(s, s.unseen, element)
    emit(s, ALL, EVENT.axes_laid)


@rule
def deal_open(s, team):
    """O-3.5: B cards of each element that everybody sees."""
    seat = home(s, team)
    for element in range(ELEMENTS):
        for _ in range(s.opt.open_deal):
            card = take_of_element(s, s.unseen, element)
            gain(s.hand[seat], card)
            learn(s, team, card)
    tell_cards(s, s.hand[seat], ALL, EVENT.open_cards_dealt, 1 + team)


@rule
def deal_hidden(s, team):
    """O-3.6: C cards of the pile, face down: only the team sees them."""
    for _ in range(s.opt.hidden_deal):
        gain(s.unseen, pop(s.pile))
    emit(s, ALL, EVENT.hidden_cards_dealt, 1 + team, s.opt.hidden_deal)
    tell_cards(s, s.unseen, only_team(s, team), EVENT.hidden_cards_seen, 1 + team)
    give_all(s.unseen, s.hand[home(s, team)])
