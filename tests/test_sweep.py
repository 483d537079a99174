"""A sample of the sweep over all sizes (bench/sweep.py), and that it finds what is planted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from bench.sweep import Moment, Sweep, moments
from taku.engine.game import find_game
from taku.engine.match import Match
from taku.page import frames, parts
from taku.page.html import Child, el
from taku.server.words import fill
from tests.booth import names_for, view_of
from tests.test_tutorial import STEP, TUTORIAL

pytestmark = pytest.mark.browser

SAMPLE = ((360, 560), (667, 331), (1024, 698))
FRAMED = ("connect_four", "goofspiel")


@pytest.fixture(scope="module")
def sweep(chromium: Browser) -> Iterator[Sweep]:
    made = Sweep(chromium, SAMPLE)
    yield made
    made.close()


def faults(sweep: Sweep, moment: Moment, number: int = 0) -> list[tuple[str, str, str]]:
    sweep.faults.clear()
    for _ in sweep.look(moment, number):
        pass
    return [(fault.what, fault.where, fault.size) for fault in sweep.faults]


@pytest.mark.parametrize("name", FRAMED)
def test_what_can_be_tapped_is_there_to_be_tapped(sweep: Sweep, name: str) -> None:
    for number, moment in enumerate(moments(find_game(name), 1, seed=2)):
        assert faults(sweep, moment, number) == []


@pytest.mark.parametrize("what", ["over odds", 'id="decline"'], ids=["odds", "decline"])
def test_what_destroy_tells_and_offers_is_told_whole(sweep: Sweep, what: str) -> None:
    match, rng = Match.create(find_game("destroy"), seats=2, secret=bytes(32)), Random(1)
    while True:
        (seat, *_) = match.rules.acting(match.state)
        views = {language: view_of(match, seat, language) for language in ("en", "ja")}
        if what in views["en"]["html"]:
            break
        match.act(seat, rng.choice(match.legal(seat)))
    for number in (0, 1):
        assert faults(sweep, Moment("destroy", "target", 2, views, None), number) == []


def planted(board: Child, acts: dict[str, int], hand: Child = None, other: Child = None) -> Moment:
    panel = parts.panel(0, you="you")
    html = str(frames.two_sides("toy", board=board, other=other or parts.panel(1), own=panel, hand=hand))
    view = {"html": html, "acts": acts, "labels": {str(a): f"Do {a}" for a in acts.values()}}
    view |= {"status": {"text": "Your turn", "yours": True, "buttons": []}}
    return Moment("toy", "tap", 2, {"en": view, "ja": view}, None)


NARROW = el("button", "cannot be put there", id="narrow", type="button", data_css="width:3rem;white-space:nowrap")
PRINTED = el(
    "div", el("small", "+1, 11–13", data_css="white-space:nowrap"), id="printed", data_css="width:2rem;height:3rem"
)
TOLD = el("div", "1 2 3 4 5 6 7 8 9", data_hint_for="odds", data_css="width:2rem;height:2rem;overflow:auto")
SMALL = el("button", "do", id="small", type="button", data_now=True, data_css="width:20px;height:20px")
BELOW = el("div", "x", id="below", data_css="position:absolute;inset:10px;width:60px;height:60px")
LID = el("div", id="lid", data_css="position:absolute;inset:0;z-index:2")
OUT = el("div", "x", id="out", data_css="position:absolute;left:-90px;top:0;width:60px;height:60px")
INSIDE = el(
    "div", el("p", "a text in a box", data_css="width:200px"), id="inside", data_css="width:60px;overflow:hidden"
)
CUT = el("div", "a text that is too long", id="cut", data_css="width:60px;overflow:hidden;white-space:nowrap")


@pytest.mark.parametrize(
    ("what", "where", "board"),
    [
        ("small", "small", SMALL),
        ("covered", "below", [BELOW, LID]),
        ("outside the window", "out", OUT),
        ("cut text", "cut", CUT),
        ("cut text", "inside", INSIDE),
        ("cut preview", "odds", el("div", TOLD, id="odds", data_css="width:90px;height:60px")),
        ("sticks out", "narrow", NARROW),
        ("sticks out", "printed", PRINTED),
    ],
    ids=["small", "covered", "outside", "cut", "inside", "preview", "label", "card"],
)
def test_a_planted_fault_is_found(sweep: Sweep, what: str, where: str, board: Child) -> None:
    assert (what, where, "360x560") in faults(sweep, planted(board, {where: 1}))


def test_a_small_board_and_a_page_that_scrolls_are_found(sweep: Sweep) -> None:
    moment = planted("x", {}, el("div", "x", data_css="height:600px"))
    assert ("page scrolls", "", "360x560") in faults(sweep, moment)
    for view in moment.views.values():
        view["html"] = str(el("section", "x", class_="board", data_css="height:200px"))
    assert ("board", "", "360x560") in faults(sweep, moment)


def test_a_bots_name_has_room_beside_what_its_panel_tells(sweep: Sweep) -> None:
    other = parts.panel(1, [("North", "12000", "strength-1"), ("Fallen", "0", "fallen-1")])
    moment = planted("x", {}, other=other)
    for language, view in moment.views.items():
        view["html"] = fill(view["html"], names_for(2, 0, language))
    assert [fault for fault in faults(sweep, moment) if fault[0] == "cut text"] == []


def test_a_panel_that_opens_can_be_chosen_and_is_no_button_around_one(sweep: Sweep) -> None:
    moment = planted("x", {"seat-1": 1}, other=parts.panel(1, [("Points", "3")], more="what it holds"))
    sweep.axe = True
    found = [fault for fault in faults(sweep, moment) if fault[0] == "axe: nested-interactive"]
    sweep.axe = False
    assert found == []


def test_what_jumps_is_found_and_what_slides_is_not(sweep: Sweep) -> None:
    def row(*cards: int) -> Child:
        return parts.hand([parts.card(f"k{n}", value=n) for n in cards])

    slides, jumps = planted("x", {}, row(2, 3)), planted(el("p", "jumps", data_css="margin-top:90px"), {})
    before = [planted("x", {}, row(1, 2, 3)), planted(el("p", "jumps"), {})]
    found = [faults(sweep, replace(one, before=was.views)) for one, was in zip((slides, jumps), before, strict=True)]
    assert not [fault for fault in found[0] if fault[0] == "shift"]
    assert [fault for fault in found[1] if fault[0] == "shift"]


def test_a_newcomers_page_without_styles(sweep: Sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tutorial's game, as it stands there: tokens in the hand, cards on the board, two to four seats."""
    for step in STEP.finditer(TUTORIAL):
        if (step["file"] or "").startswith("lots/"):
            path = tmp_path / step["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step["text"] + "\n", encoding="utf-8")
    facts = tmp_path / "lots" / "__init__.py"
    before, bracket, after = facts.read_text(encoding="utf-8").rpartition(")")
    facts.write_text(f'{before}    page="lots.page:PAGE",\n{bracket}{after}', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    from lots import game  # type: ignore[import-not-found]

    for number, moment in enumerate(moments(game, 2, seed=3)):
        assert faults(sweep, moment, number) == []
