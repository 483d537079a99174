"""Why a move is good, in a sentence: what a hint adds to it."""

from __future__ import annotations

from taku.engine.actions import Action
from taku.engine.words import Words
from taku.games.synegier.bot.links import joined
from taku.games.synegier.content import COLOR, CONTENT
from taku.games.synegier.sentences import link_text
from taku.games.synegier.state import State
from taku.games.synegier.tables import COST, SUBJECT, VERB
from taku.games.synegier.wording import pile


def reason(seen: State, seat: int, action: Action, words: Words) -> str:
    """What a card would link with, or how many cards of the deck a pick fits; empty where nothing is to say."""
    match action:
        case "pick", side:
            card = int(seen.offer[seat, side])
            fits = sum(joined(c, card) > 0 or joined(card, c) > 0 for c in pile(seen.deck, seat))
            return words.say("page", "why_pick", n=fits) if fits else ""
        case "play", card:
            return _order(seen, seat, card, words)
    return ""


def _order(seen: State, seat: int, card: int, words: Words) -> str:
    """What the card completes; else what it begins with the best card that can still be paid after it."""
    before = int(seen.row.card[seen.row.size - 1]) if seen.row.size else 0
    if before and joined(before, card) > 0:
        return words.say("page", "why_after", card=words.name("card", before), text=links(before, card, words))
    hand = pile(seen.hand, seat)
    hand.remove(card)
    left = seen.mana - COST[card]
    worth = {c: int(joined(card, c)) for c in hand if COST[c] <= left}
    after = max(worth, key=lambda c: (worth[c], -c), default=0)
    if not after or worth[after] <= 0:
        return ""
    return words.say("page", "why_first", card=words.name("card", after), text=links(card, after, words))


def links(left: int, right: int, words: Words) -> str:
    """The sentences of two neighbouring cards, from top to bottom."""
    halves = ((SUBJECT[left, k], VERB[right, k]) for k in range(len(COLOR)))
    made = [link_text(CONTENT.selectors[s - 1], CONTENT.verbs[v - 1], words.language) for s, v in halves if s and v]
    return words.text("sentence", "then").join(made)
