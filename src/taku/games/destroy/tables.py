"""The content as constant tables of integers: what the rules look up.

Rows of characters are numbered 1–10 as in `State.who`; row 0 is "nobody yet". Cells and cards count from 0. A set of
cells is a bit set: bit q stands for cell q.
"""

from __future__ import annotations

from pathlib import Path

from taku.engine import table
from taku.engine.words import LANGUAGES
from taku.games.destroy.content import (
    BAR,
    CARD,
    EFFECT,
    NEED,
    POWER,
    SELECT,
    SIDE,
    STATE,
    STEP,
    WHEN,
    WHO,
    Aura,
    Skill,
    Step,
    read_content,
)
from taku.games.destroy.state import CELLS
from taku.kit.grids import OFF, distances, hex_neighbours

CONTENT = read_content(Path(__file__).parent / "content")
EFFECTS_OF_A_STEP = max(len(p.effects) for c in CONTENT.characters for s in c.skills for p in s.steps)
STATS_OF_A_SKILL = max(sum(a.kind == "stat" for a in s.auras) for c in CONTENT.characters for s in c.slots if s)
NO_SKILL = Skill("", {}, {}, 0, True)
NO_STEP = Step("self", "any", 0, "any", "nothing", False, ())


def _by_character(of_skill, slots: int) -> list:  # type: ignore[no-untyped-def, type-arg]
    """One row for nobody and one for each character, each with an entry for each of its skills."""
    nobody = [of_skill(NO_SKILL) for _ in range(slots)]
    return [nobody, *([of_skill(s or NO_SKILL) for s in c.slots[:slots]] for c in CONTENT.characters)]


def _powers(skill: Skill) -> list[int]:
    row = [0] * len(POWER)
    for a in skill.auras:
        if a.kind == "mana":
            row[getattr(POWER, f"mana_{a.scope}")] += a.n
        elif a.kind == "wild":
            row[POWER.wild] = 1
            row[POWER.wild_limit] += a.n
        elif a.kind != "stat":
            row[getattr(POWER, a.kind)] += a.n
    return row


def _stats(skill: Skill) -> list[list[int]]:
    def row(a: Aura) -> list[int]:
        who, when = getattr(WHO, a.who), getattr(WHEN, a.when)
        return [who, when, a.limit, a.atk, a.defence, int(a.per_damage)]

    rows = [row(a) for a in skill.auras if a.kind == "stat"]
    return rows + [[0] * 6] * (STATS_OF_A_SKILL - len(rows))


def _step(step: Step) -> list[int]:
    words = {word for word, _ in step.effects}
    bars = (1 << BAR.no_move) * bool(words & {"move_here", "swap", "swap_sub"})
    bars |= (1 << BAR.no_attack) * ("strike" in words) | (1 << BAR.no_damage) * ("transfer" in words)
    filters = (SIDE[step.side], step.range, STATE[step.state], getattr(NEED, step.need))
    return [getattr(SELECT, step.select), *filters, int(step.optional), bars, len(step.effects)]


def _effects(step: Step) -> list[list[int]]:
    rows = [[getattr(EFFECT, word, getattr(EFFECT, f"{word}_", 0)), n] for word, n in step.effects]
    return rows + [[0, 0]] * (EFFECTS_OF_A_STEP - len(rows))


def _three(skill: Skill) -> list[Step]:
    return [*skill.steps, *[NO_STEP] * (3 - len(skill.steps))]


assert len(_step(NO_STEP)) == len(STEP)

# Characters and their skills.
ATK = table([0, *(c.atk for c in CONTENT.characters)])
DEF = table([0, *(c.defence for c in CONTENT.characters)])
LV = table(_by_character(lambda s: s.lv, 2))
STEPS = table(_by_character(lambda s: len(s.steps), 2))  # 0: blue or missing, never used
STEP_OF = table(_by_character(lambda s: [_step(p) for p in _three(s)], 2))
EFFECT_OF = table(_by_character(lambda s: [_effects(p) for p in _three(s)], 2))
POWER_OF = table(_by_character(_powers, 3))
LENT_BY_BLUE = table([any(POWER_OF[who, j, p] for who in range(11) for j in range(2)) for p in range(len(POWER))])
STATS = table(_by_character(lambda s: sum(a.kind == "stat" for a in s.auras), 3))
STAT_OF = table(_by_character(_stats, 3))

# Action cards; PASS is card 10.
CARD_KIND = table([*(getattr(CARD, c.kind) for c in CONTENT.cards), -1])
CARD_VALUE = table([*(c.value for c in CONTENT.cards), 0])

# The field (D-3).
NEIGHBOURS = hex_neighbours([sum(row == r for r, _ in CONTENT.cells) for row in range(3)])
DISTANCE = distances(NEIGHBOURS)
WITHIN = table([[sum((DISTANCE[a, b] <= n) << b for b in range(CELLS)) for a in range(CELLS)] for n in range(4)])
"""D-3.8: the cells at distance n or less."""
BEYOND = table(
    [
        [next((NEIGHBOURS[b, k] for k in range(6) if NEIGHBOURS[a, k] == b), OFF) for b in range(CELLS)]
        for a in range(CELLS)
    ]
)
"""D-13.7: the next cell in the direction from one cell to an adjacent one; OFF outside the field."""
START = table(CONTENT.starts)

# Ready-made teams: left, centre, right and sub of each.
TEAM_OF = table([t.members for t in CONTENT.teams])
STARTER = table(next(t.members for t in CONTENT.teams if t.starter))
FILL_ORDER = table(CONTENT.fill_order)

# What numbered things are called in events and actions.
PASS_WORD = {"en": "pass", "ja": "パス"}


def _names(language: str) -> dict[str, list[str]]:
    skills = [skill for c in CONTENT.characters for skill in c.slots[:2]]
    return {
        "character": ["", *(c.name[language] for c in CONTENT.characters)],  # by State.who
        "skill": ["", *(skill.name[language] if skill else "" for skill in skills)],  # by 2 × who − 1 + skill
        "card": [*(c.name[language] for c in CONTENT.cards), PASS_WORD[language]],
        "team": [t.name[language] for t in CONTENT.teams],
    }


NAMES = {language: _names(language) for language in LANGUAGES}
