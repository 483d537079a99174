"""What a seat does not see, and fair guesses of it: hands, decks, sealed answers to cheat cards and lots."""

from taku.engine import roll, rule
from taku.games.campus.content import CARD_KIND as KIND_OF
from taku.games.campus.content import COPIES, FRONT_OF, KIND_OF_CARD, LANGUAGE_CARD, LOTTERY
from taku.games.campus.rules.agenda import asked
from taku.games.campus.rules.grading import may_strike
from taku.games.campus.rules.plays import can_report
from taku.games.campus.state import CARDS, CELLS, DECKS, KIND, REACT
from taku.kit.cards import clear, draw_random, push, shuffle
from taku.kit.drafts import DRAFT, pick, pick_action


@rule
def guess(s, seat):
    """A world that fits: unseen cards go to the hands by the backs that these show; the decks get the rest."""
    for deck in range(DECKS):
        count_unseen(s, deck)
        clear(s.deck[deck])
        for card in range(1, CARDS + 1):
            for _ in range(s.unseen[deck, card]):
                push(s.deck[deck], card)
    for other in range(s.seats):
        for i in range(s.size[other]):
            if s.hand[other, i] == 0:
                s.hand[other, i] = draw_random(s, s.deck[s.back[other, i] - 1])
    for deck in range(DECKS):
        shuffle(s, s.deck[deck])
    for other in range(s.seats):
        if other != seat:
            guess_draft(s, other)


@rule
def count_unseen(s, deck):
    """All copies of a deck less those that lie open or are in hands that the seat sees."""
    for card in range(1, CARDS + 1):
        n = COPIES[card, deck]
        if (LANGUAGE_CARD[card] and not s.opt.language_cards) or (
            KIND_OF[card] == KIND_OF_CARD.trouble and not s.opt.trouble_cards
        ):
            n = 0
        s.unseen[deck, card] = n - s.pile[deck, card]
    if s.card and s.card_back == 1 + deck and not s.laid:
        s.unseen[deck, s.card] -= 1
    for other in range(s.seats):
        for i in range(s.fronts[other]):
            if s.front_back[other, i] == 1 + deck:
                s.unseen[deck, s.front[other, i]] -= 1
        for i in range(s.size[other]):
            if s.hand[other, i] and s.back[other, i] == 1 + deck:
                s.unseen[deck, s.hand[other, i]] -= 1


@rule
def guess_draft(s, other):
    """C-11.6, C-12.1: what a sealed answer can be."""
    draft = s.draft[other]
    if asked(s) == KIND.react and draft.status == DRAFT.ready:
        report = can_report(s, other) and roll(s, 2) == 0
        pick_action(draft, REACT.report if report else REACT.pass_)
    elif asked(s) == KIND.lottery and draft.status != DRAFT.idle:
        lots = s.lies[other, FRONT_OF[LOTTERY]]
        n = lots if draft.status == DRAFT.ready else roll(s, max(1, lots))
        while draft.stage < n:
            cell = roll(s, CELLS)
            if may_strike(s, other, cell):
                pick(draft, 1 + cell)
