"""The builder escapes, and refuses what the security header would block; docs/parts.md shows every part."""

import inspect
import json

import pytest

from taku.page import frames, parts, svg
from taku.page.html import Raw, el, join
from tests.page.shown_parts import PAGE, PICTURES, SHOWN, examples


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


def test_twenty_seats_have_twenty_crests():
    assert len(set(svg.CRESTS)) == 20


INNER = {"name", "named", "own_name", "clock", "log_line", "Name", "face", "num", "place", "placed_glyph", "square",
         "crest_shape", "gradient", "rulebook_drawing", "Parts"}  # fmt: skip
"""What the server writes around a table, or draws inside of another drawing, and what all frames take."""


@pytest.mark.parametrize("module", [frames, parts, svg])
def test_every_part_is_shown_with_its_call(module):
    short = module.__name__.rpartition(".")[2]
    made = inspect.getmembers(module, lambda one: callable(one) and getattr(one, "__module__", "") == module.__name__)
    names = {name for name, _ in made if name[0] != "_"} - INNER
    calls = " ".join(one.call for one in examples())
    assert [name for name in sorted(names) if f"{short}.{name}(" not in calls] == []


def test_every_picture_shows_what_is_drawn_now():
    """Where this fails, a part has changed: make the pictures anew (python3 run.py bench parts) and look at them."""
    assert json.loads(SHOWN.read_text(encoding="utf-8")) == {one.name: one.digest for one in examples()}
    assert {f"{one.name}.jpg" for one in examples()} == {path.name for path in PICTURES.glob("*.jpg")}
    assert PAGE.read_text(encoding="utf-8").count("](pictures/parts/") == len(list(examples()))
