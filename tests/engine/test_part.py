"""Parts of a game: what is wrong with one is told when it is made or loaded, with what would be right."""

import re
import sys
from types import ModuleType

import pytest

from taku.bots.contract import Bots
from taku.engine import GameError
from taku.engine.game import find_game, found_games
from taku.engine.part import Part, load
from taku.lab.watch import balance_of
from taku.page.contract import Campaign, Page, campaign_of, page_of
from taku.page.guide import guide_of


def table(seen, seat, words): ...


def gesture(seen, seat, action): ...


GIVEN = {"table": table, "gesture": gesture}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "Page lacks table(seen, seat, words); it was given nothing. Right is Page(table=…, gesture=…)."),
        ({"table": table}, "Page lacks gesture(seen, seat, action); it was given table. Right is"),
        ({**GIVEN, "pictur": table}, "Page has no 'pictur'; did you mean 'picture'? (it may have describe, why_not,"),
        ({**GIVEN, "text": "a text"}, "Page.text is a function (seen, seat, words), not 'a text'"),
        (
            {**GIVEN, "table": gesture, "gesture": lambda seen: ()},
            "Page.gesture is a function (seen, seat, action), not",
        ),
        ({**GIVEN, "picture": table}, "not one that takes (seen, seat, words)"),
    ],
)
def test_a_page_says_what_is_wrong_with_it(given, told):
    with pytest.raises(GameError, match=re.escape(told)):
        Page(**given)


def test_a_function_of_the_wrong_form_is_told_with_its_place():
    with pytest.raises(GameError, match=rf"\({re.escape(__file__)}:{table.__code__.co_firstlineno}\)$"):
        Page(**GIVEN, picture=table)


def test_a_table_may_look_back():
    assert not Page(**GIVEN).looks_back
    assert Page(**GIVEN | {"table": lambda seen, seat, words, earlier: None}).looks_back


@pytest.fixture
def module(monkeypatch):
    made = ModuleType("toy_parts")
    monkeypatch.setitem(sys.modules, "toy_parts", made)
    return made


def test_loading_says_what_is_wrong(module):
    module.PAGE = Page(**GIVEN)
    module.OTHER = 5
    assert load("toy_parts:PAGE", Page) is module.PAGE
    for path, told in {
        "toy_parts": "'toy_parts' names a module, but not what in it: write 'toy_parts:PAGE'",
        "toy_parts:PAEG": "toy_parts has no PAEG; did you mean 'PAGE'? (right is PAGE = Page(…))",
        "toy_parts:OTHER": "'toy_parts:OTHER' is 5, not a Page: write PAGE = Page(…)",
        "no_such.page:PAGE": "'no_such.page:PAGE': there is no module no_such",
    }.items():
        with pytest.raises(GameError, match=re.escape(told)):
            load(path, Page)
    with pytest.raises(GameError, match="not a Campaign"):
        load("toy_parts:PAGE", Campaign)


def test_bots_and_campaigns_are_checked_too():
    with pytest.raises(GameError, match=re.escape("Bots has no 'level'; did you mean 'levels'?")):
        Bots(level={})
    with pytest.raises(GameError, match=re.escape("Campaign lacks ground(words); it was given places.")):
        Campaign(places={})


@pytest.mark.parametrize("name", sorted(found_games()))
def test_all_parts_of_a_game_load(name):
    game = find_game(name)
    parts = [page_of(game), guide_of(game), campaign_of(game), balance_of(game), load(game.bot, Bots)]
    assert all(isinstance(part, Part) for part in parts if part is not None)
    assert page_of(game)
