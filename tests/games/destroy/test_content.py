"""Section 4: content is a closed vocabulary; what is unknown is refused with its place and what would be right."""

import pytest

from taku.games.destroy.content import CONTENT, EFFECT, LV, STEPS, read_content
from taku.kit.content import ContentError
from tests.games.destroy.duel import CHARACTERS, edited


def first_skill(data):
    return data["character"][0]["skill"][0]


def sub(data):
    return data["character"][0]["sub"]


WRONG = {
    "an unknown field": (
        "characters",
        lambda d: d["character"][0].update(speed=3),
        "character lightblade: unknown field 'speed'",
    ),
    "a missing field": ("characters", lambda d: d["character"][0].pop("atk"), "character lightblade: 'atk' is missing"),
    "a number too high": (
        "characters",
        lambda d: d["character"][0].update(atk=12),
        "'atk' is 12; it should be from 0 to 9",
    ),
    "not a number": (
        "characters",
        lambda d: d["character"][0].update(atk="4"),
        "'atk' is '4'; it should be of type int",
    ),
    "a wrong order": ("characters", lambda d: d["character"][0].update(index=1), "'index' should be 0"),
    "too few characters": ("characters", lambda d: d["character"].pop(), "has 9 character entries; it should have 10"),
    "an unknown frame": (
        "characters",
        lambda d: first_skill(d).update(frame="green"),
        "frame = 'green' is unknown .known: plain, blue",
    ),
    "an unknown select": (
        "characters",
        lambda d: first_skill(d)["step"][0].update(select="cel"),
        "step 1: select = 'cel' is unknown; did you mean 'cell'",
    ),
    "an unknown side": (
        "characters",
        lambda d: first_skill(d)["step"][1].update(side="foe"),
        "step 2: side = 'foe' is unknown",
    ),
    "an unknown effect": (
        "characters",
        lambda d: first_skill(d)["step"][1].update(effects=[["strik", 0]]),
        "effects = 'strik' is unknown; did you mean 'strike'",
    ),
    "an effect without number": (
        "characters",
        lambda d: first_skill(d)["step"][1].update(effects=["strike"]),
        r'an effect is \["word", number\]',
    ),
    "a number where none is": (
        "characters",
        lambda d: first_skill(d)["step"][0].update(effects=[["move_here", 2]]),
        "'move_here' is 2; it should be from 0 to 0",
    ),
    "no effect": (
        "characters",
        lambda d: first_skill(d)["step"][1].update(effects=[]),
        "has 0 effects; it should have 1 to 4",
    ),
    "a misplaced effect": (
        "characters",
        lambda d: first_skill(d)["step"][0].update(effects=[["damage", 1]]),
        "'damage' does not go with select = 'cell'; it needs self or one or all or area",
    ),
    "a far push": (
        "characters",
        lambda d: first_skill(d)["step"][1].update(effects=[["push", 1]], range=2),
        "'push' needs range = 1",
    ),
    "four steps": (
        "characters",
        lambda d: first_skill(d).update(step=first_skill(d)["step"] * 2),
        "has 4 step entries; it should have 0 to 3",
    ),
    "a blue skill with steps": ("characters", lambda d: first_skill(d).update(frame="blue"), "has 2 step entries"),
    "an unknown aura": (
        "characters",
        lambda d: sub(d).update(aura=[{"kind": "luck"}]),
        "sub, aura 1: kind = 'luck' is unknown",
    ),
    "reach on a sub": (
        "characters",
        lambda d: sub(d).update(aura=[{"kind": "reach", "n": 1}]),
        "'reach' belongs on a blue skill",
    ),
    "self on a sub": (
        "characters",
        lambda d: sub(d).update(aura=[{"kind": "stat", "who": "self", "atk": 1}]),
        r"who = 'self' is unknown .known: own, enemy",
    ),
    "defence against a target": (
        "characters",
        lambda d: sub(d).update(aura=[{"kind": "stat", "who": "own", "when": "prey", "def": 1}]),
        "changes only 'atk'",
    ),
    "mana on a blue skill": (
        "characters",
        lambda d: d["character"][1]["skill"][1].update(aura=[{"kind": "mana", "scope": "own", "n": 1}]),
        "skill battle_aura, aura 1: 'mana' belongs on a sub skill, not on a blue one",
    ),
    "no Japanese": (
        "characters",
        lambda d: d["character"][0]["name"].pop("ja"),
        "'name' needs a text in each of en, ja",
    ),
    "an id twice": (
        "characters",
        lambda d: first_skill(d).update(id="trump"),
        "every id is unique over all files, but there are several trump",
    ),
    "a trump with value": ("actions", lambda d: d["card"][9].update(value=1), "a trump counts 0 mana"),
    "an unknown kind of card": (
        "actions",
        lambda d: d["card"][0].update(kind="run"),
        "card move_1: kind = 'run' is unknown",
    ),
    "wrong neighbours": (
        "field",
        lambda d: d["cell"][0].update(adjacent=[1, 3]),
        r"cell c0: 'adjacent' is \[1, 3\], but .* make it \[1, 3, 4\]",
    ),
    "unfair start cells": ("field", lambda d: d["start"][0].update(seat1=[7, 8, 9]), "turned by 180°"),
    "an unknown member": (
        "teams",
        lambda d: d["team"][0].update(sub="sant"),
        "team front_line: character = 'sant' is unknown; did you mean 'saint'",
    ),
    "a member twice": (
        "teams",
        lambda d: d["team"][0].update(sub="ironfist"),
        "three different characters on the field and a fourth",
    ),
    "two starters": (
        "teams",
        lambda d: d["team"][1].update(starter=True),
        "exactly one team should have starter = true",
    ),
    "a gap in the fill order": (
        "teams",
        lambda d: d["fill_order"].pop(),
        "'fill_order' should name every character once",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_content_is_refused(what):
    file, edit, message = WRONG[what]
    with pytest.raises(ContentError, match=message) as fault:
        edited(file, edit)
    if what != "an id twice":
        assert str(fault.value).startswith(f"{file}.toml")


def test_a_broken_file_is_refused(tmp_path):
    (tmp_path / "characters.toml").write_text("schema = ")
    with pytest.raises(ContentError, match=r"characters\.toml: Invalid value"):
        read_content(tmp_path)


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
