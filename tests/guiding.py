"""A guided first game in a browser, by touch or by keyboard: follows the guide or does not, and measures the bubble."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page

from taku.engine.game import find_game
from taku.page.guide import guide_of
from taku.server.words import game_words

SIZES = {"phone": (390, 664), "small": (360, 560), "side": (844, 340)}
WATCH = """(() => {
  const box = e => { const {x, y, width, height} = e.getBoundingClientRect(); return [x, y, width, height]; };
  const fits = ([x, y, w, h]) => x >= 0 && y >= 0 && x + w <= innerWidth + 1 && y + h <= innerHeight + 1;
  const said = () => document.querySelector('#guide p:not(.reply)')?.textContent ?? '';
  const heard = new Set();
  const look = () => {
    const guide = document.querySelector('#guide'), ring = document.querySelector('#guide-ring');
    const main = guide?.querySelector('.main');
    const can = [...document.querySelectorAll('#view [data-can]')].filter(e => e.getBoundingClientRect().width);
    const quiet = document.body.dataset.playing === undefined && document.body.dataset.net === 'on';
    return {
      text: said(), heard: [...heard],
      next: main && main.getAttribute('type') === 'button', done: main && main.getAttribute('type') === 'submit',
      box: guide && box(guide), inside: guide ? fits(box(guide)) : true,
      ring: ring && !ring.hidden ? box(ring) : null,
      buttons: [...document.querySelectorAll('#status button')].map(box),
      open: document.querySelector('#status button[data-action]:enabled') !== null,
      focused: !!guide?.contains(document.activeElement),
      can: can.length, yours: document.querySelector('#status.yours') !== null && quiet, seq: document.body.dataset.seq,
      commit: document.querySelector('#commit') !== null, over: document.querySelector('#result') !== null,
      left: [...document.querySelectorAll('#result .left-out li')].map(e => e.textContent),
    };
  };
  // asked again as soon as something has changed, until it is as wanted or the time is up
  const until = async (wanted, seconds) => {
    const end = performance.now() + 1000 * seconds;
    for (;;) {
      const now = look();
      if (wanted(now) || performance.now() > end) return now;
      await new Promise(r => setTimeout(r, 8));
    }
  };
  window.walk = {
    look,
    ready: seconds => until(n => n.over || n.done || n.next || (n.yours && (n.can || n.commit || n.open)), seconds),
    another: (was, keys, seconds) => until(n => n.over || keys.some(key => n[key] !== was[key]), seconds),
  };
  new MutationObserver(() => { if (said()) heard.add(said()); }).observe(document, {childList: true, subtree: true});
})()"""
"""Runs in every page from its beginning: notes all that the guide says, and waits for what is to come without asking
the test in between."""
AT = """([x, y, w, h]) => {
  const near = (a, b) => Math.abs(a - b) < 3;
  const lit = [...document.querySelectorAll('#view [data-can],#view [data-picked]')].find(e => {
    const box = e.getBoundingClientRect();
    return near(box.x - 6, x) && near(box.y - 6, y) && near(box.width + 12, w) && near(box.height + 12, h);
  });
  for (const part of [[.5, .5], [.5, .2], [.3, .3], [.2, .5], [.7, .3], [.5, .8], [.15, .2], [.85, .5]]) {
    const at = [x + w * part[0], y + h * part[1]], e = document.elementFromPoint(...at);
    if (e && !e.closest('#guide') && (!lit || lit.contains(e))) return at;
  }
  return null;
}"""
"""A point at which what the ring is around can be tapped; nothing, if it is covered."""
BOX = """what => {
  const {x, y, width, height} = document.querySelector(what)?.getBoundingClientRect() ?? {};
  return [x, y, width, height];
}"""
FOCUS = """([x, y]) => {
  const at = e => {
    const b = e.getBoundingClientRect();
    return x >= b.x && x <= b.right && y >= b.y && y <= b.bottom;
  };
  const had = document.activeElement;
  if (had !== document.body && at(had)) return true;
  document.elementFromPoint(x, y)?.closest('[tabindex],button')?.focus();
  return false;
}"""
ANY = """async ([part, list]) => {
  const all = document.querySelectorAll(list ? '#acts button' : '#view [data-can]');
  const able = [...all].filter(e => e.checkVisibility());
  const e = able[Math.floor(part * able.length)] ?? document.querySelector('#status button[data-action]:enabled');
  if (!e) return null;
  if (list) return e.click(), null;
  e.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
  const {x, y, width, height} = e.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
  return e.contains(document.elementFromPoint(...at)) ? at : null;
}"""
"""Something that can be done, by the list of actions, which every game has; or where it can be tapped."""
PATIENCE = 180.0
"""Seconds that something may take on a busy machine; where all is well nobody waits for it."""
FOCUSED = 1.0
"""Seconds in which the keyboard must have come into a bubble: nobody reads one faster."""
DOUBLE, NEAR = 0.45, 30
"""Seconds and pixels within which a second tap is a double tap, which the page ignores."""
STEPS = 12
"""Taps of one move: more is a gesture that leads nowhere."""


@dataclass
class Walk:
    """One guided game in a browser."""

    page: Page
    touch: bool
    obeys: float
    reads: float
    rng: Random
    told: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    moves: int = 0
    ended: str = ""
    """How it ended: everything was ``told``, the match is ``over``, or nothing yet."""
    _tapped: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """When and where the last tap was."""

    def begin(self, url: str, game: str) -> None:
        guide = guide_of(find_game(game))
        assert guide
        words = game_words(find_game(game), "en")
        self.lessons = {one.key: str(words.or_key("guide", one.key)) for one in guide.lessons}
        self.page.context.set_default_timeout(1000 * PATIENCE)
        self.page.add_init_script(WATCH)
        self.page.goto(f"{url}/rules/{game}")
        button = self.page.locator("form:has([name=guide]) button")
        if self.touch:
            button.tap()
        else:
            button.focus()
            self.page.keyboard.press("Enter")
        self.page.wait_for_selector("body.at-table[data-net=on]")
        self.page.wait_for_selector("#guide")

    def look(self) -> dict[str, Any]:
        """The page when something can be done there, measured."""
        now: dict[str, Any] = self.page.evaluate("s => walk.ready(s)", PATIENCE)
        ready = (
            now["over"] or now["done"] or now["next"] or (now["yours"] and (now["can"] or now["commit"] or now["open"]))
        )
        assert ready, f"nothing goes on: {now}"
        if now["text"] and not now["done"] and now["text"] not in self.told:
            self.measure(now)
        self.told += [text for text in now["heard"] if text not in self.told]
        return now

    def measure(self, now: dict[str, Any]) -> None:
        """The bubble is on the screen, and covers neither what it lights nor the buttons that are needed."""
        what = now["text"][:40]
        if not now["inside"]:
            self.faults.append(f"{what}: the bubble {now['box']} is not on the screen")
        waits = not now["next"]
        for box in filter(None, [now["ring"], *(now["buttons"] if waits else [])]):
            if overlap(now["box"], box) > (0.1 if box is now["ring"] and not waits else 0.0) * box[2] * box[3]:
                self.faults.append(f"{what}: the bubble {now['box']} covers {box}")

    def play(self, moves: int) -> None:
        """Until the guide or the match is over, or so many moves were made."""
        while self.moves < moves and not self.ended:
            now = self.look()
            if now["over"] or now["done"]:
                return self.end(now)
            if now["next"] and self.rng.random() < self.reads:
                self.read(now)
            elif now["yours"]:
                self.move(now)
            else:
                self.page.evaluate("was => walk.another(was, ['text', 'yours', 'seq'], 0.2)", now)

    def end(self, now: dict[str, Any]) -> None:
        """Every lesson was told, or is said to be left out."""
        self.ended = "over" if now["over"] else "told"
        for key, text in self.lessons.items():
            if text not in self.told and text not in now["left"]:
                self.faults.append(f"the lesson {key} was neither told nor said to be left out")

    def give_up(self) -> None:
        """Resigns by the menu, which also comes to an end with everything said."""
        self.use("#menu")
        self.use("#pop button.danger")
        self.use("dialog.ask button.danger")
        self.page.wait_for_selector("#result")
        self.end(self.page.evaluate("walk.look()"))

    def read(self, now: dict[str, Any]) -> None:
        here = self.page.evaluate("walk.look()")
        if here["text"] != now["text"]:
            return  # a move that was on its way has led on
        if self.touch:
            x, y, width, height = self.page.evaluate(BOX, "#guide .main") or (0, 0, 0, 0)
            if not width:
                return
            self.finger(x + width / 2, y + height / 2)
        else:
            end = time.monotonic() + FOCUSED
            while not here["focused"] and time.monotonic() < end:
                self.page.wait_for_timeout(50)
                here = self.page.evaluate("walk.look()")
                if here["text"] != now["text"]:
                    return
            if not here["focused"]:
                self.faults.append(f"{now['text'][:40]}: the keyboard is not in the bubble")
                self.page.evaluate("document.querySelector('#guide .main')?.focus()")
            self.page.keyboard.press("Enter")
        self.changes(now, "text")

    def move(self, now: dict[str, Any]) -> None:
        """One move: along the ring for who follows the guide, else anywhere."""
        follow = not now["next"] and bool(now["text"]) and self.rng.random() < self.obeys
        fingers = self.touch and self.rng.random() < 0.5
        for step in range(STEPS):
            here = self.page.evaluate("s => walk.ready(s)", PATIENCE)
            if here["seq"] != now["seq"] or here["text"] != now["text"] or here["over"]:
                break  # the bubble may come after the view that it speaks of
            if here["commit"] and (not follow or self.rng.random() < 0.5):
                self.press("#commit")
            elif follow and here["ring"]:
                self.tap(here["ring"])
            else:
                self.anything(fingers and step < STEPS - 4)
        else:
            self.changes(now, "seq", "text")
        if now["text"] and here["seq"] != now["seq"]:  # what it said is over, and the next bubble comes after the view
            self.page.evaluate("was => walk.another(was, ['text'], 1)", now)
        self.moves += 1

    def tap(self, ring: list[float]) -> None:
        """What the ring is around."""
        at = self.page.evaluate(AT, ring)
        if at is None:
            self.faults.append(f"what is lit at {ring} is covered")
            return
        if self.touch:
            self.finger(*at)
        else:
            self.page.evaluate(FOCUS, at)
            self.page.keyboard.press("Enter")

    def finger(self, x: float, y: float) -> None:
        """A tap that is no double tap with the one before."""
        when, was_x, was_y = self._tapped
        soon = when + DOUBLE - time.monotonic()
        if soon > 0 and abs(x - was_x) < NEAR and abs(y - was_y) < NEAR:
            self.page.wait_for_timeout(1000 * soon)
        self.page.touchscreen.tap(x, y)
        self._tapped = (time.monotonic(), x, y)

    def anything(self, fingers: bool) -> None:
        """Something else that can be done: by finger on the table, or by the list of actions."""
        if not fingers and self.page.evaluate("document.querySelector('#acts').hidden"):
            self.page.keyboard.press("a")
        at = self.page.evaluate(ANY, [self.rng.random(), not fingers])
        if at:
            self.finger(*at)

    def use(self, selector: str) -> None:
        """A button, by finger or by keyboard."""
        button = self.page.locator(selector).last
        if self.touch:
            self.page.wait_for_timeout(1000 * DOUBLE)
            button.tap()
        else:
            button.focus()
            self.page.keyboard.press("Enter")

    def press(self, selector: str) -> None:
        found = self.page.locator(selector)
        if found.count():
            found.first.evaluate("e => e.click()")

    def changes(self, was: dict[str, Any], *keys: str) -> None:
        now = self.page.evaluate("([was, keys, s]) => walk.another(was, keys, s)", [was, keys, PATIENCE])
        assert now["over"] or any(now[key] != was[key] for key in keys), f"nothing changes after {was}: {now}"


def overlap(a: list[float], b: list[float]) -> float:
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height)
