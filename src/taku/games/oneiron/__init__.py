"""Dream Duels: The Battle for Oneiron. Two to twenty players in teams of two; the last team with a life wins."""

from pathlib import Path
from typing import Any

from taku.engine import STANDING, Game, Preset
from taku.games.oneiron import bot, rules, secrets, wording
from taku.games.oneiron.content import CARD_TYPES, CONTENT, NAMES
from taku.games.oneiron.state import CLAIMS, EVENT, KIND, SEATS, SPARE, State, solos_of

LANDING = 10 * (3 + 2 * 8) + 2  # clicks: ten leads, three clicks and eight taken back, two jokers
BATTLE = 10 * 61 + 5 + 6 * (10 + 20 + 10 * 16)  # splits, pairings, six exchanges with lends, cards and loot
REST = 10 * (2 + 2 * 8) + 3 * 10  # moves, grid cards, payments, tokens


def _all_cards(s: Any) -> bool:
    """O-14.5: every card of the deck is in exactly one place."""
    held = [s.graveyard, s.surplus, *(s.hand[i] for i in range(s.seats))]
    held += [s.spoil[k] for k in range(CLAIMS) if s.victim[k]]
    total = [sum(counts) for counts in zip(*(h.of.tolist() for h in held), strict=True)]
    pairs = [card for pair in s.grid.tolist() + s.marker.tolist() for card in pair]
    for card in [*s.axis, *s.face_down, *s.played, *s.pile.card, *pairs]:
        total[card] += 1
    removed = int(not solos_of(s.seats) and s.opt.spare_joker == SPARE.removed)
    return total[1:] == [s.copies] * (CARD_TYPES - 1) + [2 - removed]


def _no_new_lives(s: Any) -> bool:
    """O-14.5: lives and tokens together never exceed what was handed out."""
    solos = solos_of(s.seats)
    given = solos * s.opt.solo_lives + (s.seats - solos) * (s.opt.pair_lives + 1)
    return bool(sum(s.lives) + sum(s.token) <= given and min(s.lives) >= 0 and min(s.token) >= 0)


def _known_is_held(s: Any) -> bool:
    """The counting rule: what everybody knows a team to hold, it holds."""
    for team in range(s.teams):
        seats = [s.member[team, i] - 1 for i in range(2) if s.member[team, i]]
        parts = [s.hand[seat] for seat in seats] + [s.spoil[k] for k in range(CLAIMS) if s.victim[k] - 1 in seats]
        held = [sum(counts) for counts in zip(*(p.of.tolist() for p in parts), strict=True)]
        if any(known > n for known, n in zip(s.known.tolist()[team], held, strict=True)):
            return False
    return True


def _standing(s: Any, seat: int) -> int:
    """O-1.7, O-2.4: who has fallen waits for a life, and members of an eliminated team look on."""
    if s.rank[s.team[seat]]:
        return STANDING.out
    return STANDING.plays if s.lives[seat] else STANDING.fallen


game = Game(
    id="oneiron",
    version=2,
    state=State,
    seats=tuple(range(2, SEATS + 1)),
    usual=6,
    kinds=KIND,
    events=EVENT,
    decisions=LANDING + 60 * (BATTLE + REST),
    rules=(rules, secrets, bot),
    folder=Path(__file__).parent,
    presets={p.id.replace("-", "_"): Preset(p.options) for p in CONTENT.presets},
    clocks={
        "land_left": 60, "land_right": 60, "land_face": 60, "land_joker": 20, "split": 60, "pair": 20, "lend": 20,
        "present": 30, "loot": 20, "move_card": 60, "move_dir": 60, "move_swap": 20, "hazard_pay": 20, "revive_use": 20,
    },
    names=NAMES,
    keeps={"all_cards": _all_cards, "no_new_lives": _no_new_lives, "known_is_held": _known_is_held},
    guesses_keep=("all_cards", "no_new_lives", "known_is_held"),
    told_once=("open_cards_dealt", "joker_given", "card_looted"),  # O-3.5: without the memory aid
    unlogged=("landing_committed", "split_ready", "card_presented", "move_committed"),
    standing=_standing,
    seating=wording.seating,
    with_bots=lambda seat: {"lead_mode": "second" if seat % 2 else "first"},
    page="taku.games.oneiron.page:PAGE",
    guide="taku.games.oneiron.guide:GUIDE",
    bot="taku.games.oneiron.personalities:BOTS",
    balance="taku.games.oneiron.balance:BALANCE",
)  # fmt: skip
