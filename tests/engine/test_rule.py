"""Rules: plain functions when interpreted, rewritten source for the compilers."""

import importlib.util
from dataclasses import replace
from types import ModuleType

import pytest

from taku.engine import Names, Struct, i8, rule, table
from taku.engine.rule import in_order, is_rule, rule_of
from taku.engine.source import SubsetError, write
from tests.engine import toy
from tests.engine.toy import game

PLACE = Names("here", "there")
LIMIT = 7


@rule
def helper(a, b=2, c=3):
    return a + b * c


@rule
def caller(s, n):
    """A docstring is not code."""
    return helper(n, c=LIMIT) + PLACE.there + toy.LIMIT if n > LIMIT else helper(1)


def test_a_rule_stays_the_function_it_is():
    assert helper(1) == 7
    assert is_rule(helper)
    assert rule_of(helper).name == "helper"


def test_names_are_resolved_and_calls_completed():
    @rule
    def local(s, n):
        return helper(n, c=LIMIT) + PLACE.there

    text = write(rule_of(local), {}).text
    assert f"{rule_of(helper).alias}(n, 2, 7) + 1" in text
    assert "docstring" not in text


def test_a_rule_of_a_module_must_be_imported_by_name():
    @rule
    def wrong(s):
        return toy.actors(s)

    with pytest.raises(SubsetError, match=r"wrong: import it by name: from tests\.engine\.toy import actors"):
        write(rule_of(wrong), {})


def test_a_file_that_is_edited_while_the_program_runs_changes_no_rule(tmp_path):
    """All speeds run what was imported, not what the file holds by the time it is compiled."""
    file = tmp_path / "edited.py"
    file.write_text("from taku.engine import rule\n\n\n@rule\ndef worth(n):\n    return n * 2\n")
    spec = importlib.util.spec_from_file_location("edited", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    file.write_text("# one more line, another rule\n" + file.read_text().replace("n * 2", "n * 3"))
    assert module.worth(2) == 4
    assert "n * 2" in write(rule_of(module.worth), {}).text
    again = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(again)
    assert "n * 3" in write(rule_of(again.worth), {}).text


@rule
def resign(s, seat):
    s.done = 1


def test_games_of_one_id_keep_their_own_composed_rules():
    module = ModuleType("toy_with_resigning")
    vars(module).update({k: v for k, v in vars(toy).items() if k in game.contract} | {"resign": resign})
    games = replace(game), replace(game, rules=(module,))
    contracts = [g.contract for g in games]
    texts = [write(rule_of(contract["give_up"]), {}).text for contract in contracts]
    assert ["_resign(" in text for text in texts] == [False, True]


def test_a_wrong_call_is_named_with_its_line():
    @rule
    def wrong(s):
        return helper(1, 2, 3, 4)

    with pytest.raises(SubsetError, match=r"test_rule\.py:\d+: wrong: helper: too many positional arguments"):
        write(rule_of(wrong), {})


def test_an_unknown_name_is_named():
    @rule
    def wrong(s):
        return nowhere + 1  # noqa: F821

    with pytest.raises(SubsetError, match="'nowhere' is not defined"):
        write(rule_of(wrong), {})


def test_callees_come_first_and_rings_are_refused():
    order = [r.name for r in in_order(list(game.contract.values()))]
    assert order.index("emit") < order.index("apply") < order.index("act")

    @rule
    def one(s):
        return ring["two"](s)

    ring = {}
    with pytest.raises(RecursionError, match="eternal → eternal"):
        in_order([eternal])


@rule
def eternal(s, n):
    return eternal(s, n - 1) if n else 0


def test_only_rules_are_rules():
    with pytest.raises(TypeError, match="put @rule above it"):
        rule_of(len)
    with pytest.raises(TypeError, match="plain functions"):
        rule(Struct)


def test_a_table_holds_ints_and_cannot_change():
    t = table([[1, 2], [3, 400]])
    assert t[1, 1] == 400
    assert type(t[0, 1]) is int
    with pytest.raises(TypeError, match="read-only"):
        t[0, 0] = 5
    with pytest.raises(ValueError, match="one length"):
        table([[1, 2], [3]])
    with pytest.raises(ValueError, match="at least one"):
        table([])


def test_a_contract_with_a_missing_or_wrong_rule_is_refused():
    from taku.engine import Game, GameError

    def made(**changes):
        module = ModuleType("broken")
        vars(module).update({k: v for k, v in vars(toy).items() if k in game.contract} | changes)
        facts = {
            k: getattr(game, k)
            for k in ("id", "version", "state", "seats", "kinds", "events", "most_legal", "decisions")
        }
        return Game(**facts, rules=(module,), folder=game.folder)

    assert made()
    with pytest.raises(GameError, match=r"the rule scores\(s, out\) is missing"):
        made(scores=None)
    with pytest.raises(GameError, match=r"kind takes \(s, seat\), not \(a, b, c\)"):
        made(kind=helper)


def test_a_state_must_bound_its_events():
    from taku.engine import GameState

    with pytest.raises(TypeError, match="how many events"):
        type(GameState)("Unbounded", (GameState,), {"x": i8()})
