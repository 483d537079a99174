"""Things slide, events play in time, every tap skips, and nothing else jumps."""

import math

import pytest
from playwright.sync_api import expect

from tests.client.conftest import DESK, PHONE, until
from tests.client.test_gestures import seq
from tests.looking import at_rest

pytestmark = pytest.mark.browser

HELD = """() => {
  window.held = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const a = animate.apply(this, how);
    a.pause();
    held.push(a);
    return a;
  };
  document.addEventListener('transitionrun', (ev) => {
    for (const a of ev.target.getAnimations())
      if (a.transitionProperty === 'transform') {
        a.pause();
        held.push(a);
      }
  });
}"""
"""Every animation stands still at its start from now on, and is kept: no machine is too slow to look at it."""

WAY = """(id) => {
  const e = document.getElementById(id);
  const a = held.find((a) => a.effect.target === e && (a.id === 'flip' || a.transitionProperty));
  return a && [0, 0.5, 1].map((part) => {
    a.currentTime = part * a.effect.getComputedTiming().duration - (part === 1 ? 0.01 : 0);
    const { x, y } = e.getBoundingClientRect();
    return [x, y];
  });
}"""
"""Where something that slides is at the start, in the middle and at the end of its way."""

PLACE = "id => { const { x, y } = document.getElementById(id).getBoundingClientRect(); return [x, y]; }"


def slides(way, old, new):
    """Whether it sets out where it was, arrives where it belongs (give or take what a lifted card sinks meanwhile), and
    is between the two in the middle of its way."""
    start, middle, end = way
    far = math.dist(old, new)
    assert far > 50
    return (
        max(math.dist(start, old), math.dist(end, new))
        < 0.1 * far
        < min(math.dist(middle, start), math.dist(start, end) - math.dist(middle, end))
    )


def test_a_piece_slides_in_the_other_players_page(serve, open_page):
    server = serve()
    page, other = open_page(server.url), open_page(server.url + "/?seat=1")
    other.evaluate("window.node = document.getElementById('p00')")
    old = other.evaluate(PLACE, "p00")
    other.evaluate(HELD)
    page.locator(".cards .card").first.click()
    page.locator("#p00").click(force=True)
    page.locator("#c-1-1").click()
    until(other, "held.some((a) => a.effect.target === node)")
    assert other.evaluate("node === document.getElementById('p00')")
    way = other.evaluate(WAY, "p00")
    other.evaluate("held.forEach((a) => a.finish())")
    assert slides(way, old, other.evaluate(PLACE, "p00")), way


def test_a_played_card_keeps_its_node_and_slides(serve, open_page):
    page = open_page(serve().url)
    card = page.locator(".cards .card").first.get_attribute("id")
    page.evaluate("id => (window.node = document.getElementById(id))", card)
    for part in (".cards .card", ".piece"):
        page.locator(f"{part}[data-can]").first.click(force=True)
    page.wait_for_selector(".cell[data-can]")
    page.evaluate(HELD)
    old = page.evaluate(PLACE, card)
    page.locator(".cell[data-can]").first.click(force=True)
    seq(page, 1)
    until(page, "held.some((a) => a.effect.target === node)")
    assert page.evaluate("node.isConnected && node.closest('#discard') !== null")
    way = page.evaluate(WAY, card)
    page.evaluate("held.forEach((a) => a.finish())")
    assert slides(way, old, page.evaluate(PLACE, card)), way


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_jumps_when_a_card_arrives(serve, open_page, size):
    server = serve(solo=True)
    page = open_page(server.url, **size)
    at_rest(page)
    page.evaluate("""() => {
      window.shift = [];
      new PerformanceObserver((l) => {
        for (const e of l.getEntries()) for (const s of e.sources) window.shift.push(s.node?.id || s.node?.className);
      }).observe({type: 'layout-shift'});
    }""")
    for n in range(3):  # without a tap: a shift after one would not be counted
        server.toy.act(0, next(i for i, (g, _) in enumerate(server.toy.actions(0)) if g == ("deck",)))
        server.show()
        page.wait_for_selector(f"body[data-seq='{n + 1}']")
        at_rest(page)
    assert page.locator(".cards .card").count() == 8
    assert page.evaluate("shift") == []


def chain(server, n):
    server.toy.happen(
        [
            {
                "html": f"e{i}",
                "seat": 0,
                "icon": "dot",
                "clause": "T-1.1",
                "anim": [{"do": "flash", "at": f"c-{i % 5}-0"}],
            }
            for i in range(n)
        ]
    )
    server.show()


FLASHES = """() => {
  window.flashes = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.className.includes?.('flash'))
      flashes.push([how.duration, document.querySelectorAll('#over .flash').length]);
    return animate.call(this, frames, how);
  };
}"""
"""Notes every flash: how long it is to take, and how many there are on the page."""


@pytest.mark.parametrize(("events", "together"), [(3, 660), (20, 1500)])
def test_events_take_their_time_but_a_long_chain_a_second_and_a_half(serve, open_page, events, together):
    """Twenty events one after another would take four seconds."""
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(FLASHES)
    chain(server, events)
    until(page, f"flashes.length === {events}")
    times, at_once = zip(*page.evaluate("flashes"), strict=True)
    assert sum(times) == pytest.approx(together)
    assert set(at_once) == {1}  # one after another


@pytest.mark.parametrize("how", ["tap", "key"])
def test_any_tap_or_key_skips(serve, open_page, how):
    """The first of seven events stands still until the tap; the others are then not shown at all."""
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(HELD)
    page.evaluate(FLASHES)
    chain(server, 7)
    page.wait_for_selector("#over .flash")
    page.mouse.click(5, 500) if how == "tap" else page.keyboard.press("x")
    expect(page.locator("#over .flash")).to_have_count(0)
    chain(server, 1)  # what happens afterwards is shown again
    page.wait_for_selector("#over .flash")
    assert len(page.evaluate("flashes")) == 2


def test_less_motion_if_the_reader_asks(serve, open_page):
    server = serve()
    page, other = open_page(server.url), open_page(server.url + "/?seat=1", reduced_motion="reduce")
    other.evaluate(HELD)
    chain(server, 3)
    page.locator(".cards .card").first.click()
    page.locator("#p00").click(force=True)
    page.locator("#c-1-1").click()
    other.wait_for_selector("body[data-step='2']")
    page.wait_for_selector("body[data-step='2']")
    other.wait_for_timeout(300)
    assert other.evaluate("held") == []
    assert other.locator("#over .flash").count() == 0


def test_every_animation_ends_and_leaves_nothing_behind(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    server.toy.happen(
        [
            {"html": "all", "seat": 0, "icon": "dot", "clause": "T-1.1", "anim": [anim]}
            for anim in [
                {"do": "flash", "at": "c-0-0", "tone": "good"},
                {"do": "shake", "at": "p00"},
                {"do": "pulse", "at": "p00"},
                {"do": "flip", "at": server.toy.hands[0][0][0]},
                {"do": "roll", "at": "die"},
                {"do": "fall", "at": "p01"},
                {"do": "fly", "from": "deck", "to": "score-0", "text": "+3"},
                {"do": "beam", "from": "p00", "to": "p10", "tone": "bad"},
                {"do": "slide", "at": "gem0", "from": "deck"},
                {"do": "stamp", "text": "VICTORY"},
                {"do": "look", "at": "p00"},
                {"do": "unknown", "at": "nothing"},
                {"do": "flash", "at": "nothing"},
            ]
        ]
    )
    server.show()
    server.toy.happen([])
    server.show()
    page.wait_for_selector("body[data-step='2']")  # which waits until all of it was shown
    expect(page.locator("#over > *")).to_have_count(0)
    running = """document.getAnimations().filter((a) => a.playState === 'running'
      && !a.effect.target.closest('.clock')).map((a) => a.effect.target.className)"""
    until(page, f"{running}.length === 0")


def test_a_place_of_a_drawing_can_be_struck(serve, open_page):
    """`map@x,y,side` is where nothing stands."""
    page = open_page(serve().url)
    page.evaluate(
        """async () => {
          const build = document.querySelector('script[type=module]').src.replace(/client.js.*/, 'motion.js');
          const { play } = await import(build);
          const svg = document.querySelector('svg[viewBox][id]');
          const box = svg.getBoundingClientRect();
          const [, , w, h] = svg.getAttribute('viewBox').split(' ').map(Number);
          const at = `${svg.id}@${w / 2},${h / 2},10`;
          const done = play([{anim: [{do: 'flash', at}, {do: 'beam', from: `${svg.id}@0,0`, to: at}]}]);
          const f = document.querySelector('#over .flash').getBoundingClientRect();
          window.off = [f.x + f.width / 2 - box.x - box.width / 2, f.y + f.height / 2 - box.y - box.height / 2];
          window.beams = document.querySelectorAll('#over .beam').length;
          await done;
        }"""
    )
    assert page.evaluate("Math.hypot(...off)") < 2
    assert page.evaluate("beams") == 1


def test_the_result_comes_after_the_last_blow(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(HELD)
    server.toy.happen(
        [{"html": "out", "seat": 0, "icon": "dot", "clause": "T-1.1", "anim": [{"do": "shake", "at": "p00"}]}]
    )
    over = {"acts": {}, "result": {"title": "Aki wins", "html": ""}, "status": {"text": "Over", "over": True}}
    server.push(server.toy.view(0) | over)
    until(page, "held.length > 0")
    assert page.locator("#result").count() == 0
    page.keyboard.press("x")
    expect(page.locator("#result")).to_contain_text("Aki wins")


# ---------------------------------------------------------------- moments

FLIP, FLY = {"do": "flash", "at": "mo"}, {"do": "fly", "from": "mo", "to": "deck", "text": "2"}


def moment(server, **more):
    """A step in which something is staged."""
    told = {
        "stages": [[{"do": "flash", "at": "p00"}], [{"do": "flash", "at": "p01"}]],
        "say": "2 damage: 1 left",
        **more,
    }
    server.toy.happen([{"html": "hit", "seat": 0, "icon": "dot", "clause": "T-1.1", "moment": told}])
    server.show()


def scene(server):
    moment(server, stages=[[FLIP], [FLY]], html='<b id="mo">7</b>')


def test_a_moment_plays_its_stages_in_order_and_says_what_it_meant(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(FLASHES)
    page.evaluate("""() => {
      window.lines = [];
      new MutationObserver(() => {
        const line = document.querySelector('#moment p');
        if (line && !line.hidden) lines.push([flashes.length, line.textContent]);
      }).observe(document.body, {childList: true, subtree: true, attributes: true});
    }""")
    moment(server)
    until(page, "lines.length > 0 && document.querySelector('#moment') === null")
    assert page.evaluate("lines[0]") == [2, "2 damage: 1 left"]
    assert [together for _, together in page.evaluate("flashes")] == [1, 1]
    assert "2 damage: 1 left" in page.evaluate(
        "[...document.querySelectorAll('[aria-live]')].map(e => e.textContent).join()"
    )


def test_the_table_waits_for_a_scene_and_any_tap_ends_it_at_once(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(HELD)
    scene(server)
    page.wait_for_selector("#moment.staged #mo")
    assert page.get_attribute("body", "data-step") == "0"
    page.evaluate("""() => {
      addEventListener('pointerdown', () => (window.began = performance.now()), {capture: true});
      new MutationObserver(() => (window.took ??= performance.now() - began))
        .observe(document.body, {attributeFilter: ['data-step']});
    }""")
    page.mouse.click(5, 500)
    until(page, "window.took !== undefined")
    assert page.evaluate("took") <= 50
    assert page.get_attribute("body", "data-step") == "1"
    expect(page.locator("#moment")).to_have_count(0)


def test_what_stands_in_a_scene_is_as_its_game_draws_it(serve, open_page):
    """The banner of the line below is the line's alone: a game's dark words on it could not be read."""
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(HELD)
    moment(server, stages=[[FLIP], [FLY]], html='<div id="mo"><p id="told">The nearest foe takes 6 damage</p></div>')
    page.wait_for_selector("#moment.staged #told")
    behind = "e => getComputedStyle(e).backgroundColor"
    assert page.eval_on_selector("#told", behind) == "rgba(0, 0, 0, 0)"
    assert page.eval_on_selector("#moment > p", behind) != "rgba(0, 0, 0, 0)"


def test_views_that_come_during_a_scene_follow_it(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(HELD)
    scene(server)
    page.wait_for_selector("#moment.staged")
    chain(server, 1)
    page.keyboard.press("Escape")
    page.wait_for_selector("#over .flash")
    page.keyboard.press("x")
    page.wait_for_selector("body[data-step='2']")


def test_the_pace_is_chosen_and_kept(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    for now in ("calm", "brisk", "off"):
        page.click("#menu")
        page.click(f"#pop button:has-text('Pace: {now}')")
    page.reload()
    page.wait_for_selector("body[data-net=on]")
    page.click("#menu")
    expect(page.locator("#pop")).to_contain_text("Pace: calm")


def test_without_motion_only_the_line_is_shown(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url, reduced_motion="reduce")
    page.evaluate(HELD)
    scene(server)
    page.wait_for_selector("body[data-step='1']")
    expect(page.locator("#moment p")).to_have_text("2 damage: 1 left")
    assert page.locator("#moment.staged").count() == 0
    assert page.evaluate("held") == []


def test_a_replay_plays_the_moment_of_a_step_and_shows_it_again(serve, open_page):
    server = serve(solo=True)
    for what in (scene, lambda one: chain(one, 1)):
        what(server)
        server.toy.remember()
    page = open_page(server.url + "/replay?step=0", ready="#replay")
    page.locator("#replay-forward").click()
    page.wait_for_selector("#moment.staged #mo")
    page.keyboard.press("End")
    page.wait_for_url("**/replay?step=2")
    expect(page.locator("#moment")).to_have_count(0)
    expect(page.locator("#log-lines .again")).to_have_count(1)
    page.locator("#log-lines .again").click()
    page.wait_for_selector("#moment.staged #mo")
    page.wait_for_url("**/replay?step=1")


def test_a_line_from_before_the_page_was_opened_shows_its_moment_at_its_step(serve, open_page):
    server = serve(solo=True)
    for what in (scene, lambda one: chain(one, 1)):
        what(server)
        server.toy.remember()
    page = open_page(server.url)
    old = {**server.toy.events[0], "moment": None, "again": True}
    server.push(server.toy.view(0) | {"log": {"reset": True, "lines": [old]}, "events": []})
    page.locator("#log-lines .again").click()
    page.wait_for_selector("#moment.staged #mo")
    expect(page.locator("#replay-step")).to_have_text("1/2")


def test_a_moment_can_be_shown_again(serve, open_page):
    server = serve(solo=True)
    page = open_page(server.url)
    scene(server)
    page.wait_for_selector("#moment.staged")
    page.keyboard.press("x")
    expect(page.locator("#moment")).to_have_count(0)
    page.locator("#log-lines .again").click()
    page.wait_for_selector("#moment.staged #mo")
    page.keyboard.press("x")
    page.click("#menu")
    page.click("#pop button:has-text('Show again')")
    page.wait_for_selector("#moment.staged #mo")
