"""The builder escapes, refuses what the security header would block, and knows neither engine nor server."""

import ast
from pathlib import Path

import pytest

import taku.page
from taku.page import parts, svg
from taku.page.html import Raw, el, join


def test_text_and_attributes_are_escaped():
    assert el("p", "a < b & c", title='"x"') == '<p title="&quot;x&quot;">a &lt; b &amp; c</p>'
    assert el("p", el("b", "<")) == "<p><b>&lt;</b></p>"
    assert join("<", Raw("<br>")) == "&lt;<br>"


def test_names_and_values_of_attributes():
    made = el("input", id="a", class_="b", data_x=1, aria_hidden="true", disabled=True, checked=False, title=None)
    assert made == '<input id="a" class="b" data-x="1" aria-hidden="true" disabled>'
    assert el("svg", viewBox="0 0 1 1") == '<svg viewBox="0 0 1 1"></svg>'


def test_children_of_every_kind():
    assert el("p", 1, 2.5, None, False, True, ["a", ("b", [3])]) == "<p>12.5ab3</p>"


@pytest.mark.parametrize("name", ["style", "onclick"])
def test_what_the_security_header_blocks_is_refused_with_the_remedy(name):
    with pytest.raises(ValueError, match="data_css"):
        el("p", **{name: "x"})


def test_names_are_put_in_later_and_escaped():
    made = parts.named(parts.panel(0), ["<script>"])
    assert '<bdi data-name="0">&lt;script&gt;</bdi>' in made


def test_hexagons_meet_and_fit():
    lengths = (3, 4, 3)
    width, height = svg.hex_size(lengths)
    assert svg.hexagon(0, 0, lengths)[0] == 100
    assert svg.hexagon(1, 0, lengths)[0] == 50
    assert svg.hexagon(1, 3, lengths)[0] == width - 50
    assert svg.hexagon(2, 0, lengths)[1] < height


def test_twenty_seats_have_twenty_crests():
    assert len(set(svg.CRESTS)) == 20


def test_the_page_knows_neither_engine_nor_server():
    for file in Path(taku.page.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            assert not [n for n in names if n.startswith("taku")], file
