"""A match with a fixed course in which the first team's players are asked everything that can be asked.

``python -m tests.games.oneiron.partners`` looks for it among random matches (two minutes) and writes partners.json: to
be run when the rules change the course of that match. Seats' moves are stored, not their order: all choose at the same
time, and however their moves meet the match goes the same way, which the tests prove.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from random import Random

from taku.engine.match import Match
from taku.games.oneiron.content import JOKER
from taku.games.oneiron.state import KIND, LEFT, SPLIT
from tests.games.oneiron.courses import Chooser, dealt

FILE = Path(__file__).parent / "partners.json"
SEATS = 6
KINDS = {KIND[i] for i in range(len(KIND))}
FEW = 36
"""Moves of the two together: the browsers' test makes each of them."""


def stored() -> tuple[str, Chooser]:
    """The seed of the stored match, and everybody's moves in it."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return data["seed"], lambda _rules, _seen, seat, number: data["moves"][seat][number]


def wander(seed: str) -> tuple[list[list[int]], set[str]]:
    """A match in which unusual things are tried; each seat's moves, and what the first two were asked."""
    match, rng = dealt(seed, SEATS), Random(seed)
    moves, kinds = [list[int]() for _ in range(SEATS)], set[str]()
    while acting := match.rules.acting(match.state):
        seat = rng.choice(acting)
        action = choose(match, seat, moves[seat], rng)
        if seat < 2 and len(match.legal(seat)) > 1:
            kinds.add(match.rules.kind(match.state, seat))
        match.act(seat, action)
        moves[seat].append(action)
    return moves, kinds


def choose(match: Match, seat: int, before: list[int], rng: Random) -> int:
    rules, s, legal = match.rules, match.state, match.legal(seat)
    kind = rules.kind(s, seat)
    kept = [a for a in legal if not rules.takes_back(s, seat, a)] or legal
    if kind == "split":
        long = all(a in SPLIT.split_to for a in before[-4:])
        return SPLIT.confirm if SPLIT.confirm in kept and rng.random() < (0.6 if long else 0.45) else rng.choice(kept)
    joker = LEFT.land_left(JOKER)  # the right card has the same number
    if kind in ("land_left", "land_right") and joker in kept and seat < 2 and rng.random() < 0.5:
        return joker
    if rng.random() < 0.35:
        return rng.choice(kept)
    return rng.choices(kept, [rules.prefer(s, seat, a) or 1 for a in kept])[0]


if __name__ == "__main__":
    for number in count():
        moves, kinds = wander(f"partners {number}")
        if kinds == KINDS and len(moves[0]) + len(moves[1]) <= FEW:
            FILE.write_text(json.dumps({"seed": f"partners {number}", "moves": moves}) + "\n", encoding="utf-8")
            print(f"partners {number}: {[len(m) for m in moves]} moves")
            break
