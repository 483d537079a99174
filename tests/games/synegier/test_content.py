"""S-12: content is a closed vocabulary; what is unknown is refused with its place and what would be right."""

import pytest

from taku.games.synegier.content import CONTENT, OP, RARITY
from taku.kit.content import plain_words
from tests.kit.editing import refuses


def card(data):
    return data["card"][0]


WRONG = {
    "an unknown op": ("cards", lambda d: card(d)["effect"][0].update(op="atc"), "op = 'atc' is unknown"),
    "a number out of range": ("cards", lambda d: card(d)["effect"][0].update(n=120), "'n' is 120"),
    "an op's number out of range": (
        "cards",
        lambda d: card(d).update(effect=[{"op": "poison", "to": "foe_near", "n": 12}]),
        "'poison' with 12; its number should be from 0 to 9",
    ),
    "an unknown selector": ("cards", lambda d: card(d)["effect"][0].update(to="me"), "to = 'me' is unknown"),
    "no duration": ("cards", lambda d: card(d)["effect"][0].pop("dur"), "'dur' belongs to the ops 'atk' and 'def'"),
    "a count without per": ("cards", lambda d: card(d)["effect"][0].update(of="moved"), "'per' and 'of' go together"),
    "a band twice": (
        "cards",
        lambda d: card(d).update(bands=[{"color": "blue", "s": "you"}, {"color": "blue", "v": "heal_6"}]),
        "at most one band of a colour",
    ),
    "a band of both": ("cards", lambda d: card(d)["bands"][0].update(v="heal_6"), "either a subject 's' or a verb 'v'"),
    "an unknown verb": ("cards", lambda d: card(d)["bands"][1].update(v="heal_5"), "v = 'heal_5' is unknown"),
    "a subject that looks back": ("cards", lambda d: card(d)["bands"][0].update(s="same"), "is no subject"),
    "a look back at nothing": (
        "cards",
        lambda d: card(d)["effect"][0].update(to="same"),
        "looks back at the part before, and there is none",
    ),
    "a standing still as a move": ("cards", lambda d: card(d)["move"].append([0, 0]), "'move' should be at most"),
    "an event's op on a card": (
        "cards",
        lambda d: card(d).update(effect=[{"op": "sale", "n": 1}]),
        "'sale' is an op of events",
    ),
    "an event's selector on a card": (
        "cards",
        lambda d: card(d)["effect"][0].update(to="ev_rich"),
        "is a selector of events",
    ),
    "the other side outside a Battle": (
        "soldiers",
        lambda d: d["soldier"][8]["core"][0]["do"][0].update(to="opponent"),
        "'opponent' is the other side of a Battle",
    ),
    "a core ability that asks": (
        "soldiers",
        lambda d: d["soldier"][8]["core"][0].update(do=[{"op": "blink", "to": "you", "n": 2}]),
        "core abilities and events ask nobody",
    ),
    "a core ability of nothing": (
        "soldiers",
        lambda d: d["soldier"][8].update(core=[{"static": "keep", "n": 1, "when": "kill"}]),
        "needs 'static' and 'n', or 'when' and 'do'",
    ),
    "an event with a you": (
        "events",
        lambda d: d["event"][0]["do"][0].update(to="foe_near"),
        "needs a soldier that acts; an event has none",
    ),
    "an event that strikes": (
        "events",
        lambda d: d["event"][0]["do"][0].update(op="strike"),
        "an event has nobody who acts",
    ),
    "an event for a turn": (
        "events",
        lambda d: d["event"][3]["do"][0].update(dur="round"),
        "an event has nobody who acts",
    ),
    "five faces": ("enemies", lambda d: d["enemy"][0]["hp"].pop(), "should be six numbers each"),
    "odds of 99": (
        "tables",
        lambda d: d["draft"]["step"][0]["odds"].update(C=69),
        "'odds' should add up to 100",
    ),
    "a verb with a selector": (
        "vocab",
        lambda d: d["verb"][0]["do"][0].update(to="you"),
        "a verb does something to the subject's targets",
    ),
    "too few legends": (
        "cards",
        lambda d: [c.update(rarity="SR") for c in d["card"] if c["rarity"] == "LE"],
        "the draft needs at least 4 cards of rarity LE",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_content_is_refused(what):
    refuses("synegier", *WRONG[what])


@pytest.mark.clause("S-12.14", "S-2.4")
def test_what_there_is():
    """28 commons, 20 rares, 10 super rares, 6 legends; and the bands of each colour."""
    assert [sum(c.rarity == r for c in CONTENT.cards) for r in RARITY] == [28, 20, 10, 6]
    bands = [b for c in CONTENT.cards for b in c.bands]
    count = {
        color: (sum(b.color == color and b.s > "" for b in bands), sum(b.color == color and b.v > "" for b in bands))
        for color in ("blue", "green", "yellow", "red", "purple")
    }
    assert count == {"blue": (15, 17), "green": (15, 17), "yellow": (18, 13), "red": (18, 16), "purple": (15, 15)}


@pytest.mark.clause("S-12.1")
def test_every_word_of_the_vocabulary_is_used():
    parts = [p for c in CONTENT.cards for p in c.effect] + [p for v in CONTENT.verbs for p in v.do]
    parts += [p for x in CONTENT.soldiers for core in x.core for p in core.do]
    parts += [p for e in CONTENT.events for p in e.do]
    assert {p.op for p in parts} == set(plain_words(OP))
    used = {p.to for p in parts} | {b.s for c in CONTENT.cards for b in c.bands}
    assert {s.id for s in CONTENT.selectors} - used == set()
