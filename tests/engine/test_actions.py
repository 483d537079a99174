"""Declared actions: names and arguments in, numbers out, and back."""

import re

import pytest

from taku.compile.speed import rules_of
from taku.engine import Action, ActionError, Actions, Kinds, act, find_game
from taku.engine.actions import GameActions
from taku.engine.match import Match, Refused
from taku.engine.rule import rule, rule_of
from taku.engine.source import SubsetError, write

ORDER = Actions(
    end=act("T-1"),
    face=act("T-2", "army:army:1..9", "dir:dir:4"),
    march=act("T-3", "army:army:1..9", "n:1..3"),
    pass_=act("T-4", back=True),
)
SPLIT = Actions(give=act("T-5", "to:1..0", "card:1..40"), reset=act("T-6"), back=act("T-7", at=90, back=True))
ALL = GameActions(Kinds(orders=ORDER, split=SPLIT))


def test_numbers_follow_one_another_in_the_order_given():
    assert ORDER.end == 0
    assert [ORDER.face(1, 0), ORDER.face(1, 1), ORDER.face(2, 0), ORDER.face(9, 3)] == [1, 2, 5, 36]
    assert [ORDER.march(1, 1), ORDER.march(army=9, n=3), ORDER.pass_] == [37, 63, 64]
    assert [SPLIT.give(1, 1), SPLIT.give(0, 40), SPLIT.reset, SPLIT.back] == [0, 79, 80, 90]
    assert (len(ORDER), len(SPLIT)) == (65, 82)


@pytest.mark.parametrize("group", [ORDER, SPLIT])
def test_every_number_is_read_back_as_what_it_was_made_from(group):
    seen = [n for n in range(100) if n in group]
    assert len(seen) == len(group)
    for number in seen:
        action = group.read(number)
        assert action.number == number == group.number(action.name, **action.arguments)
        if action.arguments:
            made = getattr(group, action.name)
            assert made(*action[1:]) == number
            assert number in made
            assert {name: getattr(made, name)(number) for name in action.arguments} == action.arguments


def test_an_action_is_taken_apart_by_its_name():
    match ORDER.read(44):
        case "march", army, n:
            assert (army, n) == (3, 2)
        case other:
            pytest.fail(str(other))
    march = ORDER.read(44)
    assert march == ("march", 3, 2)
    assert str(march) == "march army=3 n=2"
    assert march.typed == {"army:army": 3, "n": 2}
    assert march.clause == "T-3"
    assert ORDER.read(64).name == "pass"
    assert isinstance(march, Action)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: ORDER.number("marsh", army=1, n=1), "no action 'marsh' here; did you mean 'march'? (actions: end, "),
        (lambda: ORDER.number("march", amry=1, n=1), "march has no argument 'amry'; did you mean 'army'?"),
        (lambda: ORDER.number("march", army=1), "march needs n=1…3"),
        (lambda: ORDER.number("march", army=1, n=4), "n of march is 1 to 3, not 4"),
        (lambda: ORDER.number("end", n=4), "end has no argument 'n' (it has no arguments)"),
        (lambda: ORDER.march(0, 1), "army of march is 1 to 9, not 0"),
        (lambda: ORDER.march.army(ORDER.end), "0 is not march, so it has no army"),
        (lambda: ORDER.read(65), "65 is no action of this decision (numbers: end 0…0, face 1…36"),
        (lambda: ALL.number("marsh"), "there is no action 'marsh'; did you mean 'march'?"),
        (lambda: ALL.read(3), "3 means several things (orders: face army=1 dir=2, split: give to=1 card=4)"),
        (lambda: ALL.read(99), "99 is no action of any decision"),
        (lambda: ALL["order"], "there is no decision 'order'; did you mean 'orders'?"),
        (lambda: act("T-1", "army"), "'army' is no argument of an action"),
        (lambda: act("T-1", "army:many"), "'army:many' is no argument"),
        (lambda: act("T-1", "n:0"), "'n:0' is no argument"),
        (lambda: Actions(a=act("T-1", "n:5"), b=act("T-1", at=4)), "b and a share the number 4"),
        (lambda: Actions(read=act("T-1")), "an action cannot be called 'read'"),
        (lambda: Actions(a=act("T-1", at=-1)), "a has the numbers -1 to -1"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(ask, says):
    with pytest.raises(ActionError, match=re.escape(says)):
        ask()


def test_a_game_reads_and_makes_actions_across_its_decisions():
    assert ALL.number("march", army=3, n=2) == 44
    assert ALL.read(44, "orders") == ("march", 3, 2)
    assert ALL.read(90) == ("back",)
    assert ALL["split"].number("give", to=0, card=2) == 41


def test_take_backs_ask_for_the_kind_only_where_a_number_means_something_else_too():
    assert ALL.take_backs() == ["(action == 64 and kind(s, seat) == 0)", "action == 90"]
    for name in ("destroy", "oneiron"):
        game = find_game(name)
        rules = rules_of(game, "interpreted")
        s = game.new(2)
        rules.start(s)
        assert not any(rules.takes_back(s, 0, a) for a in rules.legal(s, 0))
        rules.act(s, 0, rules.legal(s, 0)[0])
        taken = [str(rules.asked(s, 0).read(a)) for a in rules.legal(s, 0) if rules.takes_back(s, 0, a)]
        assert taken == [{"destroy": "undo", "oneiron": "back"}[name]]


@rule
def turned(s, seat, action):
    if action in ORDER.march and action not in ORDER.face:
        return ORDER.face(ORDER.march.army(action), n_of(action) - 1)
    return ORDER.pass_ if action == ORDER.end else SPLIT.give(card=1 + action % 40, to=action // 40)


@rule
def n_of(action):
    return ORDER.march.n(action)


def test_compilers_get_the_arithmetic():
    text = write(rule_of(turned), {}).text
    assert "if 37 <= action < 64 and (not 1 <= action < 37):" in text
    assert "return 4 * ((action - 37) // 3 + 1) + (" in text
    assert write(rule_of(n_of), {}).text.endswith("return (action - 37) % 3 + 1")
    for name in ("ORDER", "SPLIT"):
        assert name not in text
    space: dict[str, object] = {}
    exec(write(rule_of(n_of), {}).text + "\n" + text, space)
    compiled = space[rule_of(turned).alias]
    assert callable(compiled)
    assert [compiled(None, 0, a) for a in range(65)] == [turned(None, 0, a) for a in range(65)]


@rule
def misspelt(s, seat, action):
    return ORDER.march(1, m=2)


def test_a_call_that_does_not_fit_is_refused_with_its_place():
    with pytest.raises(SubsetError, match=r"test_actions\.py:\d+: misspelt: ORDER.march takes \(army, n\)"):
        write(rule_of(misspelt), {})


def test_a_match_is_played_by_names():
    match = Match.create(find_game("connect_four"), secret=b"x" * 32, id="m")
    match.act(0, "drop", column=3)
    assert match.entries[0].value == 3
    with pytest.raises(Refused, match="column of drop is 0 to 6, not 7"):
        match.act(1, "drop", column=7)
    with pytest.raises(Refused, match="no action 'dorp' here; did you mean 'drop'"):
        match.act(1, "dorp", column=3)
    for seat in (1, 0, 1, 0, 1):
        match.act(seat, "drop", column=3)
    with pytest.raises(Refused, match=r"drop column=3 is not legal for seat 0 now \(F-2\.3\)"):
        match.act(0, "drop", column=3)
