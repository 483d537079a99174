"""Section 4: content is a closed vocabulary; what is unknown is refused with its place and what would be right."""

import pytest

from taku.games.destroy.content import CONTENT, EFFECT, LV, STEPS
from tests.games.destroy.duel import CHARACTERS
from tests.kit.editing import change, drop, refuses

FIRST = ("character", 0)
SKILL = (*FIRST, "skill", 0)
SUB = (*FIRST, "sub")
BLUE = ("character", 1, "skill", 1)
STEPS_OF_IT = (*SKILL, "step")
OTHER_STEP = (*STEPS_OF_IT, 1)


def character(edit, message):
    return "characters", edit, message


WRONG = {
    "a missing field": character(drop(*FIRST, "atk"), "character lightblade: 'atk' is missing"),
    "a number too high": character(change(*FIRST, atk=12), "'atk' is 12; it should be from 0 to 9"),
    "a wrong order": character(change(*FIRST, index=1), "'index' should be 0"),
    "too few characters": character(drop("character", -1), "has 9 character entries; it should have 10"),
    "an unknown frame": character(change(*SKILL, frame="green"), "frame = 'green' is unknown .known: plain, blue"),
    "an unknown select": character(
        change(*STEPS_OF_IT, 0, select="cel"), "step 1: select = 'cel' is unknown; did you mean 'cell'"
    ),
    "an unknown side": character(change(*OTHER_STEP, side="foe"), "step 2: side = 'foe' is unknown"),
    "an unknown effect": character(
        change(*OTHER_STEP, effects=[["strik", 0]]), "effects = 'strik' is unknown; did you mean 'strike'"
    ),
    "an effect without number": character(change(*OTHER_STEP, effects=["strike"]), r'an effect is \["word", number\]'),
    "a number where none is": character(
        change(*STEPS_OF_IT, 0, effects=[["move_here", 2]]), "'move_here' is 2; it should be from 0 to 0"
    ),
    "no effect": character(change(*OTHER_STEP, effects=[]), "has 0 effects; it should have 1 to 4"),
    "a misplaced effect": character(
        change(*STEPS_OF_IT, 0, effects=[["damage", 1]]),
        "'damage' does not go with select = 'cell'; it needs self or one or all or area",
    ),
    "a far push": character(change(*OTHER_STEP, effects=[["push", 1]], range=2), "'push' needs range = 1"),
    "four steps": character(
        lambda d: d["character"][0]["skill"][0]["step"].extend([{}, {}]),
        "has 4 step entries; it should have 0 to 3",
    ),
    "a blue skill with steps": character(change(*SKILL, frame="blue"), "has 2 step entries"),
    "an unknown aura": character(change(*SUB, aura=[{"kind": "luck"}]), "sub, aura 1: kind = 'luck' is unknown"),
    "reach on a sub": character(change(*SUB, aura=[{"kind": "reach", "n": 1}]), "'reach' belongs on a blue skill"),
    "self on a sub": character(
        change(*SUB, aura=[{"kind": "stat", "who": "self", "atk": 1}]), r"who = 'self' is unknown .known: own, enemy"
    ),
    "defence against a target": character(
        change(*SUB, aura=[{"kind": "stat", "who": "own", "when": "prey", "def": 1}]), "changes only 'atk'"
    ),
    "mana on a blue skill": character(
        change(*BLUE, aura=[{"kind": "mana", "scope": "own", "n": 1}]),
        "skill battle_aura, aura 1: 'mana' belongs on a sub skill, not on a blue one",
    ),
    "an id twice": character(
        change(*SKILL, id="trump"), "every id is unique over all files, but there are several trump"
    ),
    "a trump with value": ("actions", change("card", 9, value=1), "a trump counts 0 mana"),
    "an unknown kind of card": ("actions", change("card", 0, kind="run"), "card move_1: kind = 'run' is unknown"),
    "wrong neighbours": (
        "field", change("cell", 0, adjacent=[1, 3]), r"cell c0: 'adjacent' is \[1, 3\], but .* make it \[1, 3, 4\]"
    ),
    "unfair start cells": ("field", change("start", 0, seat1=[7, 8, 9]), "turned by 180°"),
    "an unknown member": (
        "teams", change("team", 0, sub="sant"),
        "team front_line: character = 'sant' is unknown; did you mean 'saint'",
    ),
    "a member twice": (
        "teams", change("team", 0, sub="ironfist"), "three different characters on the field and a fourth"
    ),
    "two starters": ("teams", change("team", 1, starter=True), "exactly one team should have starter = true"),
    "a gap in the fill order": ("teams", drop("fill_order", -1), "'fill_order' should name every character once"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_wrong_content_is_refused(what):
    refuses("destroy", *WRONG[what])


def test_every_word_of_the_vocabulary_can_be_read():
    """Also words that no card uses yet."""
    used = {word for c in CONTENT.characters for s in c.skills for p in s.steps for word, _ in p.effects}
    assert {w.rstrip("_") for w in EFFECT} - used == {"refresh"}


def test_tables_have_a_row_for_nobody():
    assert len(LV) == 1 + len(CHARACTERS)
    assert [STEPS[0, j] for j in range(2)] == [0, 0]


def test_the_starter_team_and_the_ready_made_ones():
    assert [t.id for t in CONTENT.teams if t.starter] == ["front_line"]
    assert all(len(set(t.members)) == 4 for t in CONTENT.teams)
