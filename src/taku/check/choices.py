"""met: what a game declares as an action can be chosen in some match."""

from __future__ import annotations

from taku.check.result import Broken
from taku.check.trial import Recording, Trial

LONG = 100_000
"""Decisions after which an action that was never legal is taken for one that never can be: in the largest game every
name comes up within the first thousand."""


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


def all_met(trial: Trial) -> int:
    """Tell which declared actions never came up; after many decisions a name of which none did is an error."""
    lacking, told = [], []
    for kind in trial.game.kinds:
        numbers = trial.memory.get("met", {}).get(kind, set())
        for one in trial.game.actions[kind].all():
            found = sum(one.first <= n < one.end for n in numbers)
            if not found:
                lacking.append(f"{one.name} ({kind})")
            elif found < one.size:
                told.append(f"{one.name} ({kind}) {found} of {one.size}")
    decisions = trial.memory.get("decisions", 0)
    if lacking and decisions >= LONG:
        raise Broken(
            f"in {decisions} decisions {', '.join(lacking)} was never legal: remove the declaration, or mend `legal`"
        )
    notes = trial.notes.setdefault("met", [])
    notes += [f"not met in {decisions} decisions: {', '.join(lacking)}"] if lacking else []
    notes += [f"met in part: {', '.join(told)}"] if told else []
    return 0
