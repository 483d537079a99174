"""met: what a game declares as an action can be chosen in some match."""

from __future__ import annotations

import itertools
import random

from taku.check.result import Broken
from taku.check.trial import Recording, Trial

LONG = 100_000
"""Decisions after which an action that was never legal is looked for, and if it is not found taken for one that never
can be legal."""
SEARCHED = 100_000
"""Decisions of the search. Banners' `auto` (troops without an army, after the area was cleared) and `muster` (lone
troops side by side) come up in its first thirty thousand, and never did in 150,000 of random play."""


def met(trial: Trial, match: Recording) -> int:
    """Note what is legal at every decision of a match."""
    seen: dict[str, set[int]] = trial.memory.setdefault("met", {})
    count = 0
    for m in match.walk():
        for seat in trial.quick.acting(m.s):
            seen.setdefault(trial.quick.kind(m.s, seat), set()).update(trial.quick.legal(m.s, seat))
            count += 1
    trial.memory["decisions"] = trial.memory.get("decisions", 0) + count
    return count


def search(trial: Trial) -> None:
    """Look for what never came up in matches in which every name is chosen as often, however many numbers it has.

    Where hundreds of places can be clicked, random play hardly ever clears the board, and what comes after is not met.
    """
    seen: dict[str, set[int]] = trial.memory.setdefault("met", {})
    rng, rules = random.Random(f"{trial.seed}/met"), trial.quick
    left = SEARCHED
    for number in itertools.count():
        s = Recording(trial, trial.settings[number % len(trial.settings)], number).fresh()
        rules.start(s)
        while acting := rules.acting(s):
            if left == 0 or not lacking_names(trial):
                return
            left -= 1
            seat = rng.choice(acting)
            kind, legal = rules.kind(s, seat), rules.legal(s, seat)
            seen.setdefault(kind, set()).update(legal)
            named = [[n for n in legal if one.first <= n < one.end] for one in trial.game.actions[kind].all()]
            rules.act(s, seat, rng.choice(rng.choice([numbers for numbers in named if numbers])))


def lacking_names(trial: Trial) -> bool:
    """Whether there is still a name of which no number came up."""
    seen: dict[str, set[int]] = trial.memory["met"]
    return any(
        not any(one.first <= n < one.end for n in seen.get(kind, ()))
        for kind in trial.game.kinds
        for one in trial.game.actions[kind].all()
    )


def all_met(trial: Trial) -> int:
    """Tell which declared actions never came up; after many decisions a name of which none did is an error."""
    lacking, told = [], []
    decisions = trial.memory.get("decisions", 0)
    if decisions >= LONG:
        search(trial)
    for kind in trial.game.kinds:
        numbers = trial.memory.get("met", {}).get(kind, set())
        for one in trial.game.actions[kind].all():
            found = sum(one.first <= n < one.end for n in numbers)
            if not found:
                lacking.append(f"{one.name} ({kind})")
            elif found < one.size:
                told.append(f"{one.name} ({kind}) {found} of {one.size}")
    if lacking and decisions >= LONG:
        raise Broken(
            f"in {decisions} decisions, and in {SEARCHED} more of players that take every kind of action as often, "
            f"{', '.join(lacking)} was never legal: remove the declaration, or mend `legal`"
        )
    notes = trial.notes.setdefault("met", [])
    notes += [f"not met in {decisions} decisions: {', '.join(lacking)}"] if lacking else []
    notes += [f"met in part: {', '.join(told)}"] if told else []
    return 0
