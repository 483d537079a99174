"""Effects: what cards do, in a closed vocabulary, carried out step by step.

A *script* (a skill, the effect of a card) has steps. A step selects whom it is about, perhaps by a choice of its
player, and has effects: a verb of the vocabulary and a number. A game declares it in three places.

``content.py``: the vocabulary, and steps as rows of a content file (``taku.kit.content``)::

    EFFECT = Vocabulary(damage=verb("D-13.1", 1, 9), push=verb("D-13.7", 1, 3, selects=("one",)), ...)

    class Step(Row):
        select: str = word(SELECT)
        optional: bool = flag(default=False)
        effects: Effects = EFFECT.field(1, 4)             # [["damage", 1], ["push", 1]] in the file

    STEPS = table(...)                                    # how many steps each script has
    STEP_OF = table(...)                                  # [script, step, STEP.<column>]
    EFFECT_OF = table(...)                                # [script, step, effect, 0 the verb, 1 the number]

Whatever else a verb needs (a duration, a condition, a set of cells) is a column of its step. Or each verb names its own
parameters, and a row of the file gives them by name::

    EFFECT = Vocabulary(draw=verb("C-4.2", n=number(1, 9)), place=verb("C-3.15", where=word(WHERE), black=..., ...))
    effects: tuple[Deed, ...] = EFFECT.deeds(0, 3)        # [{ op = "draw", n = 1 }] in the file

``state.py``: the fields ``step`` (the next step of the script under way) and ``done`` (whether one was carried out).

``rules/``: what the words mean, as these rules. They and the tables are handed to ``interpreter(...)``:

==================================================  ================================================================
``asks(s, user, script, k)``                        whether step k waits for a choice of its player
``there(s, user)``                                  whether who uses the script still stands: else the rest is left out
``choices(s, user, script, k)``                     the bit set of what step k may choose or reaches; 0: it is left out
``targets(s, user, script, k, choice)``             whom the step is about, settled before its first effect
``carry_out(s, user, whom, choice, verb, n)``       one effect; it looks who of them is still there; 1 ends the script
==================================================  ================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from taku.engine import Names
from taku.engine.options import nearest
from taku.engine.rule import rules_from
from taku.kit.content import Entry, Field

Effects = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Verb:
    """A word of a vocabulary: the clause that says what it does, the range of its number, and what it goes with."""

    clause: str
    low: int
    high: int
    selects: tuple[str, ...]
    takes: Mapping[str, Field]


def verb(clause: str, low: int = 0, high: int = 0, *, selects: tuple[str, ...] = (), **takes: Any) -> Verb:
    """Declare a verb; without a range its number is 0, without ``selects`` it goes with every step.

    ``takes`` are parameters by name, each as a field of ``taku.kit.content``: for rows that are read as deeds.
    """
    return Verb(clause, low, high, selects, takes)


@dataclass(frozen=True)
class Deed:
    """A verb with what a row of a file gives it."""

    op: str
    number: int
    given: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.given[name]

    def get(self, name: str, otherwise: Any = 0) -> Any:
        """What is given under a name; verbs without such a parameter have something otherwise."""
        return self.given.get(name, otherwise)


class Vocabulary(Names):
    """The verbs of a game, numbered from 0: ``EFFECT.damage``; names of Python's end in ``_``."""

    def __init__(self, **verbs: Verb) -> None:
        super().__init__(*verbs)
        self.__dict__["verbs"] = {name.rstrip("_"): (number, v) for number, (name, v) in enumerate(verbs.items())}

    def field(self, low: int, high: int) -> Any:
        """The field of a step with its effects."""

        def read(e: Entry, key: str) -> Effects:
            made = tuple(self._read(e, key, pair) for pair in e.take(key, list))
            if not low <= len(made) <= high:
                raise e.error(f"has {len(made)} {key}; it should have {low} to {high}")
            return made

        return Field(read)

    def deeds(self, low: int = 0, high: int = 9, *, key: str = "") -> Any:
        """The field of a row with verbs that are given their parameters by name."""
        return Field(lambda e, k: tuple(self._deed(x) for x in e.entries(k, low, high)), key)

    def _deed(self, e: Entry) -> Deed:
        word = e.known("op", e.take("op", str), self.__dict__["verbs"])
        given = {name: field.read(e, name) for name, field in self.about(word).takes.items()}
        for key in e.data:
            raise e.error(f"{word!r} takes no {key!r}{nearest(key, given)}")
        return Deed(word, self.__dict__["verbs"][word][0], given)

    def _read(self, e: Entry, key: str, pair: Any) -> tuple[str, int]:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) is int):
            raise e.error(f'an effect is ["word", number], not {pair!r}')
        word = e.known(key, pair[0], self)
        found = self.about(word)
        return word, e.in_range(word, pair[1], found.low, found.high)

    def about(self, word: str) -> Verb:
        """What was declared of a verb."""
        found: Verb = self.__dict__["verbs"][word][1]
        return found

    def out_of_range(self, word: str, n: int) -> str | None:
        """What is wrong with a verb's number, where the number stands in a field of its own."""
        low, high = self.about(word).low, self.about(word).high
        return None if low <= n <= high else f"{word!r} with {n}; its number should be from {low} to {high}"

    def misplaced(self, select: str, effects: Effects) -> str | None:
        """Which verb does not go with what a step selects, and what it needs."""
        for word, _ in effects:
            wanted = self.about(word).selects
            if wanted and select not in wanted:
                return f"{word!r} does not go with select = {select!r}; it needs {' or '.join(wanted)}"
        return None

    def rows(self, effects: Effects, length: int) -> list[list[int]]:
        """Effects as rows of a table: verb and number."""
        rows = [[self.__dict__["verbs"][word][0], n] for word, n in effects]
        return rows + [[0, 0]] * (length - len(rows))


NEEDED = ("STEP", "STEPS", "STEP_OF", "EFFECT_OF", "asks", "there", "choices", "targets", "carry_out")

SOURCE = '''
def next_step(s, user, script, k):
    """The first step from k on that has something to do; the others are left out. LAST if there is none."""
    if there(s, user):
        while k < STEPS[{row}]:
            if choices(s, user, script, k):
                return k
            k += 1
    return LAST

def can_skip(s, user, script, k):
    """Whether a step may be skipped: it is optional, and the script does not end without a step done."""
    if not {optional}:
        return False
    return s.done == 1 or next_step(s, user, script, k + 1) < LAST

def do_step(s, user, script, k, choice):
    """The effects of a step in their order, as long as its user is there."""
    whom = targets(s, user, script, k, choice)
    s.step = k + 1
    s.done = 1
    for e in range({effects}):
        if not there(s, user):
            return
        if carry_out(s, user, whom, choice, EFFECT_OF[{row}, k, e, 0], EFFECT_OF[{row}, k, e, 1]):
            s.step = LAST
            return

def run_steps(s, user, script):
    """Carry out steps until one asks its player; True when the script is over."""
    while True:
        k = next_step(s, user, script, s.step)
        if k == LAST:
            return True
        if asks(s, user, script, k):
            return False
        do_step(s, user, script, k, -1)
'''


def interpreter(space: Mapping[str, Any], row: str, last: int) -> tuple[Callable[..., Any], ...]:
    """The rules that carry scripts out: ``next_step``, ``can_skip``, ``do_step`` and ``run_steps``.

    ``space`` has the tables and rules named above. ``row`` is the place of a script in the tables, in terms of ``s``,
    ``user`` and ``script``; ``last`` is the most steps that one has. Without a column ``optional`` no step may be
    skipped, without a column ``effects`` each has one effect.
    """
    missing = [name for name in NEEDED if name not in space]
    if missing:
        raise TypeError(f"an interpreter of effects needs {', '.join(missing)}")
    module = f"{space['carry_out'].__module__}.interpreter"
    columns = {name: f"STEP_OF[{row}, k, STEP.{name}]" if hasattr(space["STEP"], name) else usual
               for name, usual in (("optional", "0"), ("effects", "1"))}  # fmt: skip
    made = rules_from(SOURCE.format(row=row, **columns), f"<{module}>", {"__name__": module, "LAST": last, **space})
    return made["next_step"], made["can_skip"], made["do_step"], made["run_steps"]
