"""Effects: a closed vocabulary, and scripts that are carried out step by step."""

import pytest

from taku.engine import Names, Struct, i8, rule, table
from taku.kit.content import ContentError, Row, flag, number, read_rows, word
from taku.kit.effects import Deed, Effects, Vocabulary, interpreter, verb

EFFECT = Vocabulary(hit=verb("T-1", 1, 9, selects=("one", "all")), rest=verb("T-2"), def_=verb("T-3", -2, 2))
STEP = Names("asks", "optional", "effects")


class Step(Row):
    select: str = word(("one", "all", "self"))
    optional: bool = flag(default=False)
    effects: Effects = EFFECT.field(1, 2)

    def check(self):
        return EFFECT.misplaced(self.select, self.effects)


def read(tmp_path, line):
    (tmp_path / "steps.toml").write_text(f"schema = 1\n[[step]]\n{line}\n", encoding="utf-8")
    return read_rows(tmp_path, "steps", Step)[0]


def test_effects_are_read_and_become_rows(tmp_path):
    step = read(tmp_path, 'select = "one"\neffects = [["hit", 3], ["def", -1]]')
    assert step.effects == (("hit", 3), ("def", -1))
    assert EFFECT.rows(step.effects, 3) == [[EFFECT.hit, 3], [EFFECT.def_, -1], [0, 0]]
    assert EFFECT.about("hit").clause == "T-1"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('effects = [["hti", 3]]', "step 1: effects = 'hti' is unknown; did you mean 'hit'.*known: hit, rest, def"),
        ('effects = [["hit", 10]]', "'hit' is 10; it should be from 1 to 9"),
        ('effects = [["rest", 1]]', "'rest' is 1; it should be from 0 to 0"),
        ('effects = ["hit"]', r'an effect is \["word", number\], not \'hit\''),
        ("effects = []", "has 0 effects; it should have 1 to 2"),
    ],
)
def test_a_word_that_does_not_exist_or_fit_is_refused(tmp_path, line, says):
    with pytest.raises(ContentError, match=rf"steps\.toml, .*{says}"):
        read(tmp_path, f'select = "one"\n{line}')
    with pytest.raises(ContentError, match="'hit' does not go with select = 'self'; it needs one or all"):
        read(tmp_path, 'select = "self"\neffects = [["hit", 1]]')


class Table(Struct):
    step = i8()
    done = i8()
    life = i8(3)
    user = i8()


# Script 0: hit all for 1, then choose whom to hit for 2, perhaps; then all for 3. Script 1: stop, then hit.
STOP = EFFECT.rest
STEPS = table([3, 2])
STEP_OF = table([[[0, 0, 1], [1, 1, 1], [0, 0, 1]], [[0, 0, 2], [0, 0, 1], [0, 0, 0]]])
HIT = [[EFFECT.hit, 1], [0, 0]]
EFFECT_OF = table([
    [HIT, [[EFFECT.hit, 2], [0, 0]], [[EFFECT.hit, 3], [0, 0]]], [[[STOP, 0], [EFFECT.hit, 9]], HIT, HIT],
])  # fmt: skip


@rule
def there(s, user):
    return s.life[user] > 0


@rule
def asks(s, user, script, k):
    return STEP_OF[script, k, STEP.asks]


@rule
def choices(s, user, script, k):
    found = 0
    for i in range(3):
        if s.life[i] > 0:
            found |= 1 << i
    return found & ~(1 << user) if STEP_OF[script, k, STEP.asks] else found


@rule
def targets(s, user, script, k, choice):
    return 1 << choice if choice >= 0 else choices(s, user, script, k)


@rule
def carry_out(s, user, whom, choice, verb, n):
    if verb == STOP:
        return 1
    for i in range(3):
        if (whom >> i) & 1:
            s.life[i] = max(0, s.life[i] - n)
    return 0


next_step, can_skip, do_step, run_steps = interpreter(
    {"STEP": STEP, "STEPS": STEPS, "STEP_OF": STEP_OF, "EFFECT_OF": EFFECT_OF, "there": there, "asks": asks,
     "choices": choices, "targets": targets, "carry_out": carry_out},
    row="script", last=3,
)  # fmt: skip


def begin(*life):
    s = Table()
    for i, n in enumerate(life):
        s.life[i] = n
    return s


def test_a_script_runs_until_it_asks_and_goes_on_with_the_answer():
    s = begin(9, 9, 9)
    assert not run_steps(s, 0, 0)
    assert list(s.life) == [8, 8, 8]
    assert choices(s, 0, 0, next_step(s, 0, 0, s.step)) == 0b110
    assert can_skip(s, 0, 0, 1)
    do_step(s, 0, 0, 1, 2)
    assert run_steps(s, 0, 0)
    assert list(s.life) == [5, 5, 3]


def test_a_step_without_a_choice_is_left_out_and_a_user_who_is_gone_ends_the_script():
    s = begin(9, 1, 1)
    assert run_steps(s, 0, 0)
    assert list(s.life) == [5, 0, 0]  # nobody was left to choose
    s = begin(1, 9, 9)
    assert run_steps(s, 0, 0)
    assert list(s.life) == [0, 8, 8]


def test_an_effect_may_end_its_script():
    s = begin(9, 9, 9)
    assert run_steps(s, 0, 1)
    assert list(s.life) == [9, 9, 9]


def test_what_is_missing_is_named():
    with pytest.raises(
        TypeError, match="needs STEP, STEPS, STEP_OF, EFFECT_OF, asks, there, choices, targets, carry_out"
    ):
        interpreter({}, "script", 3)


DEED = Vocabulary(draw=verb("T-4", n=number(1, 3)), name=verb("T-5", deck=word(("red", "blue"), default="red")))


class Trick(Row):
    does: tuple[Deed, ...] = DEED.deeds(1, 2)


def trick(tmp_path, deeds):
    (tmp_path / "tricks.toml").write_text(f"schema = 1\n[[trick]]\ndoes = [{deeds}]\n", encoding="utf-8")
    return read_rows(tmp_path, "tricks", Trick)[0].does


def test_deeds_name_their_parameters(tmp_path):
    draw, name = trick(tmp_path, '{ op = "draw", n = 2 }, { op = "name" }')
    assert (draw.op, draw.number, draw["n"]) == ("draw", DEED.draw, 2)
    assert (name["deck"], name.get("n"), name.get("n", 7)) == ("red", 0, 7)


@pytest.mark.parametrize(
    ("deeds", "says"),
    [
        ('{ op = "drwa", n = 2 }', "op = 'drwa' is unknown; did you mean 'draw'"),
        ('{ op = "draw" }', "'n' is missing"),
        ('{ op = "draw", n = 2, dekc = "red" }', "'draw' takes no 'dekc'"),
        ('{ op = "name", dekc = "red" }', "'name' takes no 'dekc'; did you mean 'deck'"),
        ('{ op = "draw", n = 4 }', "trick 1, does 1: 'n' is 4; it should be from 1 to 3"),
        ("", "has 0 does entries; it should have 1 to 2"),
    ],
)
def test_wrong_deeds_are_told(tmp_path, deeds, says):
    with pytest.raises(ContentError, match=says):
        trick(tmp_path, deeds)


def test_a_verbs_number_may_stand_in_a_field_of_its_own():
    assert EFFECT.out_of_range("hit", 9) is None
    assert EFFECT.out_of_range("hit", 10) == "'hit' with 10; its number should be from 1 to 9"
    assert EFFECT.out_of_range("def", -3) == "'def' with -3; its number should be from -2 to 2"
