"""Notebooks: a match, a table and a position show themselves without the secret, and the one in docs/ runs."""

import ast
import json
from html import unescape
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

import run
from taku.bots.net import Net
from taku.compile.speed import rules_of
from taku.engine import find_game, found_games
from taku.engine.match import Match
from taku.learn import Single
from taku.learn.curve import Curve
from taku.learn.rating import Mark
from taku.page.notebook import Position

NOTEBOOK = run.ROOT / "docs" / "research.ipynb"


def cells(kind):
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == kind]


def displayed(code, space):
    """Run a cell; what stands on its last line is what a notebook displays."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), space)
    return eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), space) if last else None


def test_the_notebook_in_docs_runs(capsys):
    space = {}
    for cell in cells("code"):
        found = displayed("".join(cell["source"]), space)
        shown = [output for output in cell["outputs"] if output["output_type"] == "execute_result"]
        assert (found is not None) == bool(shown)
        for output in shown:
            assert list(output["data"]) == ["image/svg+xml", "text/plain"]
            assert "<svg" in found._repr_svg_()
    told = capsys.readouterr().out
    assert "legal: [0, 1, 2, 3, 4]" in told
    assert int(told.rpartition(" % against")[0].rpartition("\n")[2]) > 70
    assert space["player"].told["decisions"] >= 250_000


@pytest.mark.parametrize("name", sorted(found_games()))
def test_a_match_shows_what_a_spectator_sees(name):
    """Another world that looks the same from outside is displayed the same, whatever its secrets."""
    game = find_game(name)
    rules = rules_of(game, "native")
    match = Match.create(game, secret=bytes(range(32)), id="shown", rules=lambda g: rules)
    for _ in range(12):
        seat = rules.acting(match.state)[0]
        match.act(seat, rules.default(match.state, seat))
    shown = match._repr_html_(), match._repr_svg_()
    assert 'class="table' in unescape(shown[0])
    assert ElementTree.fromstring(shown[1]).tag.endswith("svg")
    world = rules.guess(match.view(-1), -1, 5)
    other = SimpleNamespace(game=game, view=lambda seat: rules.view(world, seat))
    assert (Match._drawn(other, "_repr_html_"), Match._drawn(other, "_repr_svg_")) == shown
    secret = match.secret.hex()
    assert secret not in "".join(shown)


def test_a_position_is_one_seats():
    one = Single("goofspiel", seed=3)
    own, all_see = one.position(0), one.position()
    assert "Your bid?" in own._repr_html_()
    assert "Your bid?" not in all_see._repr_html_()
    assert one._repr_html_() == all_see._repr_html_()
    assert "Prize 1 of 13" in one._repr_svg_()
    assert "賞品" in one.position(0, "ja")._repr_html_()
    assert "sandbox" in own._repr_html_()


def test_a_game_without_a_page_shows_its_fields():
    one = Single("goofspiel", seed=3)
    plain = Position(one.game, None, one.rules.view(one.state, -1))
    assert "hand" in plain._repr_html_()
    assert plain._repr_html_().startswith("<pre>")


def test_a_curve_is_what_the_player_tells():
    marks = [Mark(1000 * n, 1.0 * n, 40.0 * n, 0.5) for n in range(1, 5)]
    told = {"marks": [vars(m) for m in marks]}
    curve = Curve.of(Net("goofspiel", "", np.zeros((0, 5)), (), True, told))
    assert "rating +160" in repr(curve)
    drawing = ElementTree.fromstring(curve._repr_svg_())
    points = next(p.get("d") for p in drawing.iter() if p.get("stroke-width")).split("L")
    heights = [float(p.split()[1]) for p in points]
    assert len(heights) == 5
    assert heights == sorted(heights, reverse=True)
