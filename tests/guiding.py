"""A guided first game in a browser, by touch or by keyboard: follows the guide or does not, and measures the bubble."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page

SIZES = {"phone": (390, 664), "side": (844, 340), "laptop": (1280, 600)}
LOOK = """() => {
  const guide = document.querySelector('#guide'), ring = document.querySelector('#guide-ring');
  const box = e => { const {x, y, width, height} = e.getBoundingClientRect(); return [x, y, width, height]; };
  const main = guide?.querySelector('.main'), fits = ([x, y, w, h]) =>
    x >= 0 && y >= 0 && x + w <= innerWidth + 1 && y + h <= innerHeight + 1;
  const can = [...document.querySelectorAll('#view [data-can]')].filter(e => e.getBoundingClientRect().width);
  const quiet = document.body.dataset.playing === undefined && document.body.dataset.net === 'on';
  return {
    text: guide?.querySelector('p:not(.reply)')?.textContent ?? '',
    next: main && main.getAttribute('type') === 'button', done: main && main.getAttribute('type') === 'submit',
    box: guide && box(guide), inside: guide ? fits(box(guide)) : true,
    ring: ring && !ring.hidden ? box(ring) : null,
    buttons: [...document.querySelectorAll('#status button')].map(box),
    open: document.querySelector('#status button[data-action]:enabled') !== null,
    focused: !!guide?.contains(document.activeElement),
    can: can.length, yours: document.querySelector('#status.yours') !== null && quiet, seq: document.body.dataset.seq,
    commit: document.querySelector('#commit') !== null, over: document.querySelector('#result') !== null,
    count: guide?.querySelector('small')?.textContent ?? '',
  };
}"""
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
PATIENCE = 60.0
DOUBLE = 450
"""Milliseconds after which a second tap is no double tap, which the page ignores."""


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

    def begin(self, url: str, game: str) -> None:
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
        end = time.monotonic() + PATIENCE
        while True:
            now: dict[str, Any] = self.page.evaluate(LOOK)
            if (
                now["over"]
                or now["done"]
                or now["next"]
                or (now["yours"] and (now["can"] or now["commit"] or now["buttons"]))
            ):
                break
            assert time.monotonic() < end, f"nothing goes on: {now}"
            self.page.wait_for_timeout(30)
        if now["text"] and not now["done"] and now["text"] not in self.told:
            self.told.append(now["text"])
            self.measure(now)
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
        while self.moves < moves:
            now = self.look()
            if now["over"] or now["done"]:
                return
            if now["next"] and self.rng.random() < self.reads:
                self.read(now)
            elif now["yours"]:
                self.move(now)
            else:
                self.page.wait_for_timeout(50)

    def read(self, now: dict[str, Any]) -> None:
        if self.touch:
            self.page.wait_for_timeout(DOUBLE)
            if self.page.evaluate(LOOK)["text"] != now["text"]:
                return  # a move that was on its way has led on
            self.page.locator("#guide .main").tap()
        else:
            if not now["focused"]:
                self.faults.append(f"{now['text'][:40]}: the keyboard is not in the bubble")
                self.page.locator("#guide .main").focus()
            self.page.keyboard.press("Enter")
        self.changes(now, "text")

    def move(self, now: dict[str, Any]) -> None:
        """One move: along the ring for who follows the guide, else anywhere."""
        follow = not now["next"] and bool(now["text"]) and self.rng.random() < self.obeys
        for _ in range(12):
            here = self.page.evaluate(LOOK)
            if here["seq"] != now["seq"] or here["text"] != now["text"] or here["over"]:
                break  # the bubble may come after the view that it speaks of
            if not (here["can"] or here["commit"] or here["open"]):
                self.page.wait_for_timeout(60)  # it may be sent: a key pressed now would meet the next lesson's bubble
                continue
            if here["commit"] and (not follow or self.rng.random() < 0.5):
                self.press("#commit")
            elif follow and here["ring"]:
                self.tap(here["ring"])
            else:
                self.anything()
            self.page.wait_for_timeout(60)
        else:
            self.changes(now, "seq", "text")
        self.moves += 1

    def tap(self, ring: list[float]) -> None:
        """What the ring is around."""
        at = self.page.evaluate(AT, ring)
        if at is None:
            self.faults.append(f"what is lit at {ring} is covered")
            return
        if self.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.evaluate(FOCUS, at)
            self.page.keyboard.press("Enter")

    def anything(self) -> None:
        """Something else that can be done, by the list of actions, which every game has."""
        if self.page.locator("#acts").is_hidden():
            self.page.keyboard.press("a")
        buttons = self.page.locator("#acts button:visible")
        count = buttons.count()
        if count:
            buttons.nth(self.rng.randrange(count)).evaluate("e => e.click()")
        else:
            self.page.locator("#status button").first.evaluate("e => e.click()")

    def use(self, selector: str) -> None:
        """A button, by finger or by keyboard."""
        button = self.page.locator(selector).last
        if self.touch:
            self.page.wait_for_timeout(DOUBLE)
            button.tap()
        else:
            button.focus()
            self.page.keyboard.press("Enter")

    def press(self, selector: str) -> None:
        found = self.page.locator(selector)
        if found.count():
            found.first.evaluate("e => e.click()")

    def changes(self, was: dict[str, Any], *keys: str) -> None:
        end = time.monotonic() + PATIENCE
        while all((now := self.page.evaluate(LOOK))[key] == was[key] for key in keys) and not now["over"]:
            assert time.monotonic() < end, f"nothing changes after {was}: {now}"
            self.page.wait_for_timeout(30)


def overlap(a: list[float], b: list[float]) -> float:
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height)
