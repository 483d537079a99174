"""Icons are drawn: no page, script or style sends a sign that only a symbol font has."""

import random
import re

import pytest

from taku.engine.game import find_game, found_games
from taku.engine.match import Match
from taku.page.contract import page_of
from taku.page.glyphs import GLYPHS
from taku.server.files import files
from tests.booth import view_of

SYMBOLS = re.compile("[\u2300-\u23ff\u2580-\u27bf\u2900-\u2bff\U0001f000-\U0001faff]")
"""Technical signs, shapes, dingbats, rare arrows and emoji."""


@pytest.mark.parametrize("name", sorted(files()))
def test_no_script_or_style_sends_one(name):
    text = files()[name].body.decode()
    assert sorted(set(SYMBOLS.findall(text))) == [], name


@pytest.mark.parametrize("name", sorted(found_games()))
def test_a_games_tables_have_none_and_its_icons_are_glyphs(name):
    game, rng = find_game(name), random.Random(4)
    match = Match.create(game, seats=game.seats[0])
    shown: set[str] = set()
    for _ in range(60):
        acting = match.rules.acting(match.state)
        if not acting:
            break
        for language in ("en", "ja"):
            shown |= set(SYMBOLS.findall(view_of(match, acting[0], language)["html"]))
        match.act(acting[0], rng.choice(match.legal(acting[0])))
    assert sorted(shown) == []
    animate = page_of(game).animate
    icons = {animate(match.view(0), 0, told).get("icon") for told in match.log(0)} if animate else set()
    assert icons <= {*GLYPHS, None}
