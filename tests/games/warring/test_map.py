"""The map by mouse and by finger: zoom and pan, what is tapped, and what a tap does not do by mistake."""

import pytest

from taku.engine.match import Match
from taku.games.warring import game
from taku.games.warring.rules.ground import place_to_cell
from taku.games.warring.state import DEPLOY
from tests.booth import Booth, view_of
from tests.client.conftest import DESK, PHONE, until
from tests.looking import at_rest, happens

pytestmark = pytest.mark.browser

SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('#map')).transform).a"
LEFT = "document.querySelector('#ground').getBoundingClientRect().x"
INSIDE = """((a, b) => {
  const [e, f] = [a, b].map((s) => document.querySelector(s).getBoundingClientRect());
  return f.left <= e.left && e.right <= f.right && f.top <= e.top && e.bottom <= f.bottom;
})"""
COVERS = """(() => {
  const b = document.querySelector('.zoom').getBoundingClientRect();
  return [...document.querySelectorAll('#map .handle[data-can]')].filter((e) => {
    const r = e.getBoundingClientRect();
    return r.left < b.right && r.right > b.left && r.top < b.bottom && r.bottom > b.top;
  }).map((e) => e.id);
})()"""
"""Handles that lie under the buttons of the map."""


OVERLAP = """(() => {
  const all = [...document.querySelectorAll('#map .handle:is(.turn, .pill)[data-can] .face')];
  const boxes = all.map((e) => [e.parentElement.id, e.getBoundingClientRect()]);
  const meet = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 6;
  return boxes.flatMap(([a, r], i) => boxes.slice(i + 1).filter(([, q]) =>
    meet(r, q, 'left', 'right') && meet(r, q, 'top', 'bottom')).map(([b]) => [a, b]));
})()"""
"""Arrows and words around an army that lie on each other."""


class Stand:
    """A match, shown to one seat in a browser."""

    def __init__(self, booth, page, **options):
        self.booth, self.page, booth.acted[:] = booth, page, []
        self.match = Match.create(game, options=options, secret=bytes(32), id="stand")

    def begin(self):
        for seat in (0, 1):
            self.match.act(seat, "ready")
        return self.show()

    def show(self):
        self.step = self.booth.push({"en": view_of(self.match, 0, "en")})
        if self.page.url == "about:blank":
            self.page.goto(self.booth.at("en"))
        self.page.wait_for_selector(f"body[data-net=on][data-step='{self.step}']")
        self.page.wait_for_selector(".zoom")
        at_rest(self.page)
        return self.page

    def acts(self, n):
        """The actions that were sent, once there are so many."""
        happens(self.page, lambda: len(self.booth.acted) >= n)
        return [one["action"] for one in self.booth.acted]


@pytest.fixture(scope="module")
def booth():
    made = Booth()
    yield made
    made.stop()


@pytest.fixture
def stand(booth, chromium):
    made = []

    def start(device=DESK, **options):
        made.append(chromium.new_context(**device))
        return Stand(booth, made[-1].new_page(), **options)

    yield start
    for context in made:
        context.close()


DRILL = {"map": "drill_ground", "max_troops": 12, "fog": False, "first_turn": "south"}


def test_the_map_is_zoomed_and_panned(stand):
    page = stand(size=30).show()
    box = page.locator("#plain").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 4)
    page.mouse.move(*middle)
    page.mouse.wheel(0, -800)
    until(page, f"{SCALE} > 1.5")
    before = page.evaluate(LEFT)
    page.mouse.down()
    page.mouse.move(middle[0] - 60, middle[1] + 30, steps=4)
    page.mouse.up()
    until(page, f"{LEFT} < {before - 30}")
    after = page.evaluate(LEFT)
    page.keyboard.press("Shift+ArrowLeft")
    until(page, f"{LEFT} > {after + 30}")
    page.keyboard.press("0")
    until(page, f"{SCALE} === 1")
    page.keyboard.press("+")
    until(page, f"{SCALE} > 1.2")


def test_an_army_chosen_from_the_strip_comes_near_and_stays_when_the_phone_turns(stand):
    page = stand(PHONE, size=30, first_turn="south").begin()
    assert page.evaluate(SCALE) == 1
    page.locator(".chip").nth(3).tap()
    until(page, f"{SCALE} > 1.5")
    page.wait_for_selector("#a0-4[data-picked]")
    until(page, f"{INSIDE}('#a0-4', '#plain')")
    page.set_viewport_size({"width": 844, "height": 340})
    until(page, f"{INSIDE}('#a0-4', '#plain')")
    assert page.evaluate(f"{SCALE} > 1")


def test_the_buttons_of_the_map_leave_the_army_chosen_and_cover_no_handle(stand):
    page = stand(PHONE, **DRILL).begin()
    for k in (1, 2, 3):
        page.locator(f".chip.k{k}").tap()
        page.wait_for_selector(f"#a0-{k}[data-picked]")
        assert page.evaluate(COVERS) == []
        assert page.evaluate(OVERLAP) == []
        page.wait_for_timeout(700)  # two quick taps on one spot would be a double tap
    page.locator(".zoom button").first.tap()
    until(page, f"{SCALE} > 1.3")
    assert page.locator("#a0-3[data-picked]").count() == 1


def test_what_turns_an_army_is_as_large_as_a_finger_and_the_strip_says_that_it_goes_on(stand):
    page = stand(PHONE, **DRILL).begin()
    assert "end" in page.get_attribute(".strip", "data-more")
    page.locator(".chip.k3").tap()
    for e in page.locator("#map .turn[data-can]").all():
        box = e.bounding_box()
        assert min(box["width"], box["height"]) >= 43


def test_a_march_is_shown_at_the_first_tap_and_made_at_the_second(stand):
    here = stand(PHONE, **DRILL)
    page = here.begin()
    page.locator(".chip.k3").tap()
    at_rest(page)
    spot = (
        "e => { const b = e.getBBox(), m = e.getScreenCTM(), d = e.getAttribute('d').match(/[\\d.]+/g).map(Number);"
        "return [((d[0] + d[2]) / 2) * m.a + m.e, (d[1] + d[3] / 2) * m.d + m.f]; }"
    )
    x, y = page.locator("#m-3-2").evaluate(spot)
    page.touchscreen.tap(x, y)
    page.wait_for_selector(".shadow-army[data-aim]", state="attached")
    page.wait_for_selector("#commit")
    assert here.booth.acted == []
    page.touchscreen.tap(x, y)
    action = game.asked(here.match.state, 0).read(here.acts(1)[0])
    assert (action.name, action.arguments) == ("march", {"army": 3, "n": 2})


def test_a_double_click_does_not_skip_the_warning_for_idle_armies(stand):
    here = stand(**DRILL)
    page = here.begin()
    page.dblclick("#attack")
    page.wait_for_selector("#commit")
    assert "without orders: 1, 2, 3" in page.inner_text("#commit")
    assert here.booth.acted == []
    page.wait_for_timeout(800)  # now it can have been read
    page.click("#attack")
    assert game.asked(here.match.state, 0).read(here.acts(1)[0]).name == "end"


def test_a_troop_is_dragged_to_another_place_and_keeps_its_kind(stand):
    here = stand(map="chengpu")
    page = here.show()
    general = next(p for p in range(300) if here.match.state.plan[0, p] % 8 == 5)
    start, end = (page.locator(f"#d0-{general}").bounding_box(), page.locator("#ground .grass").bounding_box())
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + end["height"] - 12, steps=6)
    (lift,) = here.acts(1)
    assert lift == DEPLOY.place(general)
    here.match.act(0, lift)
    here.show()
    page.mouse.up()
    drop = here.acts(2)[1]
    here.match.act(0, drop)
    place = DEPLOY.place.place(drop)
    assert place_to_cell(here.match.state, 0, place) % 32 == 1  # the first column
    assert here.match.state.plan[0, place] % 8 == 5
    assert here.match.state.plan[0, general] == 0
