"""Whole battles in a real browser: against a bot by mouse and by keyboard, two people and a watcher, a Japanese phone;
nothing about unseen troops on the wire; undo."""

import json
import random
import re

import pytest

from taku.games.warring.state import TROOPS
from tests.games.browsing import (
    BOT,
    CAN,
    MINE,
    OVER,
    READY,
    fits,
    fixed_bots,
    looks_at_new_kinds,
    moved_on,
    open_table,
    play_out,
)
from tests.looking import faults
from tests.server.conftest import PHONE, person, until  # noqa: F401

pytestmark = pytest.mark.browser

QUICK = {"map": "drill_ground", "max_troops": 12, "round_limit": 10, "damage_base": 500}
"""Twelve a side on twelve by twelve cells, ten rounds, heavy blows: a battle of a minute or two."""
SHOWN = ("#map", "#attack", "#ready")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with fixed_bots(tmp_path_factory.mktemp("warring")) as running:
        yield running


def sit_down(page, site, options=QUICK, other=BOT):
    fields = {f"option.{name}": value for name, value in options.items()} | {"seed": "a battle in a browser"}
    return open_table(page, site, "/new/warring", fields, [other])


def join(page, url, name):
    page.goto(url)
    page.fill("#f-name", name)
    page.locator("button[name=seat]").first.click()
    page.wait_for_selector("body.at-table[data-net=on]")


INSIDE = """e => {
  const [, x, y, right, down] = /^M([\\d.]+) ([\\d.]+)H([\\d.]+)v([\\d.]+)/.exec(e.getAttribute("d")).map(Number);
  const box = e.getBBox(), shown = e.getBoundingClientRect(), scale = shown.width / box.width;
  return {x: ((x + right) / 2 - box.x) * scale, y: (y + down / 2 - box.y) * scale};
}"""
"""A place on the first of the bands that a march of several troops consists of, seen from the corner of all."""


def ordering(way):
    """Orders in a way of tapping."""
    return lambda page, chance: order(page, chance, way)


def order(page, chance, tap):
    """One order: forward with an army that can march, else Attack."""
    seq = page.get_attribute("body", "data-seq")
    ids = page.evaluate(CAN)
    if "ready" in ids:
        tap(page.locator("#ready"))
        return moved_on(page, seq)
    picked = page.locator(".army[data-picked]").count()
    armies = [i for i in ids if re.fullmatch(r"a\d-\d", i)]
    if not picked and armies and chance.random() < 0.75:
        tap(page.locator(f"#{chance.choice(armies)} .troop").first)
        picked = 1
    bands = sorted(i for i in page.evaluate(CAN) if i.startswith("m-")) if picked else []
    if bands:
        band = page.locator(f"#{bands[-1]}")
        tap(band, position=band.evaluate(INSIDE))
        assert page.get_attribute("body", "data-seq") == seq  # the first tap shows what the march would bring
        tap(page.locator("#commit"))
    else:
        if picked:
            page.keyboard.press("Escape")
        tap(page.locator("#attack"))
        if page.locator("#commit").count():
            tap(page.locator("#commit"))
    return moved_on(page, seq)


LISTED = "[...document.querySelectorAll('#acts button')].map(e => e.textContent).join('|')"
CHOSEN = "document.querySelector('#commit') !== null"


def by_keyboard(page, chance):
    """The list of actions and its numbers, and nothing else."""
    seq = page.get_attribute("body", "data-seq")
    for _ in range(60):
        if page.locator("#acts").is_hidden():
            page.keyboard.press("a")
        rows = page.locator("#acts button").all_inner_texts()
        wanted = [i for i, row in enumerate(rows[:10]) if re.search(r"^\d\s*Ready|: march [23]", row)]
        attack = [i for i, row in enumerate(rows[:10]) if "End the turn" in row]
        if not rows:
            page.wait_for_timeout(30)
            continue
        some = wanted or (attack if attack and chance.random() < 0.85 else [*range(min(len(rows), 9))])
        listed = page.evaluate(LISTED)
        page.keyboard.press(str((1 + chance.choice(some)) % 10))
        page.wait_for_timeout(250)  # no person is faster, and the server cuts off who is
        until(page, f"{CHOSEN} || {LISTED} !== {json.dumps(listed)} || document.body.dataset.seq !== '{seq}' || {OVER}")
        if page.evaluate(CHOSEN):  # what was chosen waits for its confirmation
            page.locator("#commit").press("Enter")
            break
        if page.get_attribute("body", "data-seq") != seq or page.evaluate(OVER):
            break
    moved_on(page, seq)


def looker():
    """Looks at every page, and closely at the first kinds of decision."""
    look, kinds = looks_at_new_kinds(*SHOWN)

    def each(page):
        fits(page, SHOWN)
        if len(kinds) < 4:
            look(page)

    return each


def test_a_whole_battle_by_mouse_in_english(site, person):  # noqa: F811
    page = person()
    sit_down(page, site)
    play_out(page, ordering(lambda e, **where: e.click(**where)), each=looker())
    assert "over" in page.inner_text("#status-text")
    assert "Strength left" in page.inner_text("#verdict")
    assert faults(page) == []


def test_a_whole_battle_by_touch_in_japanese_on_a_phone(site, person):  # noqa: F811
    page = person(**PHONE, locale="ja-JP", color_scheme="dark")
    sit_down(page, site, {**QUICK, "fog": True})
    play_out(page, ordering(lambda e, **where: e.tap(**where)), each=looker())
    assert "対局終了" in page.inner_text("#status-text")
    assert "残り兵力" in page.inner_text("#verdict")


def test_a_whole_battle_by_keyboard_alone(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, {**QUICK, "round_limit": 10, "damage_base": 500})
    play_out(page, by_keyboard)
    assert "over" in page.inner_text("#status-text")


# ---------------------------------------------------------------- two people, and who watches


def listen(page):
    heard = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: heard.append(str(frame))))
    return heard


def frames(heard):
    """The messages of a socket with what was said before the first; each with the text it carries."""
    return [json.loads(frame) for frame in heard if frame.startswith("{")]


def unseen(state, watcher):
    """The troops that a watcher does not see and has not heard of, as the ids they would have on a page."""
    found = set()
    for side in (0, 1):
        if side == watcher:
            continue
        for t in range(state.count[side]):
            known = (
                state.known[1 - side] if watcher >= 0 else state.revealed[side] | state.in_sight[1 - side]
            ) >> t & 1
            if not known and not state.fallen[side] >> t & 1:
                found.add(f"t{side}-{t}")
    return found


def test_two_people_fight_in_the_fog_and_a_watcher_sees_what_both_know(site, person):  # noqa: F811
    south, north, watcher = person(), person(locale="ja-JP"), person()
    heard = {seat: listen(page) for seat, page in ((0, south), (1, north), (-1, watcher))}
    url = sit_down(south, site, {"size": 14, "terrain": "open", "max_troops": 12, "round_limit": 10}, other="open")
    join(north, url, "あき")
    south.wait_for_selector("body.at-table[data-net=on]")
    watcher.goto(url)
    watcher.wait_for_selector("body[data-net=on]")
    table = site.server._site.registry.tables[url.rsplit("/", 1)[1]]
    ever = {seat: set() for seat in heard}
    chance = random.Random(8)
    pages = {0: south, 1: north}
    for _ in range(60):
        if table.over or table.match.state.round >= 5:
            break
        acting = table.match.rules.acting(table.match.state)
        for seat in acting:
            until(pages[seat], READY)
            order(pages[seat], chance, lambda e, **where: e.click(**where))
        state = table.match.state
        for seat in heard:
            if state.stage:
                everybody = {f"t{side}-{t}" for side in (0, 1) for t in range(TROOPS) if state.cell[side, t]}
                ever[seat] |= everybody - unseen(state, seat)
    assert table.match.state.round >= 3
    for seat in heard:
        text = "".join(heard[seat])
        assert len(text) > 1000
        told = set(re.findall(r"\bt[01]-\d+\b", text))
        foreign = {t for t in told if not t.startswith(f"t{seat}-")}
        assert foreign <= ever[seat], f"seat {seat} heard of {sorted(foreign - ever[seat])}"
    assert not any(m.get("acts") for m in frames(heard[-1]))
    assert watcher.locator(".chip").count() == 0


def test_the_other_deployment_does_not_travel(site, person):  # noqa: F811
    south, north = person(), person()
    heard = listen(north)
    url = sit_down(south, site, {"size": 12, "max_troops": 12}, other="open")
    join(north, url, "Bo")
    south.wait_for_selector("body.at-table[data-net=on]")
    until(south, MINE)
    until(north, MINE)
    before = len(heard)
    for click in ("#formation-7", "#brush-3", "#shift-2"):
        seq = south.get_attribute("body", "data-seq")
        south.click(click)
        moved_on(south, seq)
    south.click("#ready")
    until(north, "document.querySelector('#map').textContent.includes('South: ready')")
    assert len([m for m in frames(heard[before:]) if m["t"] == "view"]) == 1


def test_orders_are_taken_back_one_after_another_while_they_showed_nothing(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, {"map": "drill_ground", "max_troops": 12, "fog": False, "first_turn": "south"})
    until(page, MINE)
    seq = page.get_attribute("body", "data-seq")
    page.click("#ready")
    moved_on(page, seq)
    until(page, "document.querySelector('.army[data-can]') !== null", 300)
    facing = "document.querySelector('#b0-3 .cloth').getAttribute('transform')"
    before = page.evaluate(facing)
    page.locator("#a0-3 .troop").first.click()
    page.locator("#f-3-1").click()
    until(page, f"{facing} === 'rotate(90)'")
    assert page.locator("#a0-3[data-picked]").count() == 1  # it stays chosen, and may march
    band = page.locator("#m-3-1")
    band.click(position=band.evaluate(INSIDE))
    assert page.locator(".shadow-army[data-aim]").count() == 1
    band.click(position=band.evaluate(INSIDE))
    page.wait_for_selector(".chip.k3.moved")
    page.keyboard.press("Escape")
    page.click("#undo")
    page.wait_for_selector(".chip.k3:not(.moved)")
    assert page.evaluate(facing) == "rotate(90)"
    page.click("#undo")
    until(page, f"{facing} === {json.dumps(before)}")
