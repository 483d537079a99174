"""Every decision of every game at the sizes of real phones, tablets and laptops: can what is lit be tapped?

python3 run.py bench sweep [GAME …] [--states 2] [--seed 1] [--out FOLDER] [--sizes 390x664,…]
                         [--follow 200] [--answers 2] [--axe]

Random matches are played until every kind of decision has come up; each is shown in the real client, in English and
light, in Japanese and dark by turns. FOLDER (by default a new one among the system's temporary files) gets report.md
with all faults by game, and a sheet of pictures for each game and size. docs/parts.md tells what is measured.
"""

from __future__ import annotations

import argparse
import base64
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

import run  # noqa: E402
from taku.engine.game import Game, find_game, found_games  # noqa: E402
from taku.engine.match import Match  # noqa: E402
from tests.booth import Booth, view_of  # noqa: E402
from tests.looking import at_rest, faults  # noqa: E402

UPRIGHT = ((320, 568), (360, 560), (375, 553), (390, 664), (412, 732))
ON_ITS_SIDE = ((844, 340), (667, 331))
WIDE = ((768, 1024), (1024, 698), (1280, 600), (1366, 625))
SIZES = UPRIGHT + ON_ITS_SIDE + WIDE
LOOKS = (("en", "light"), ("ja", "dark"))
BOARD = 0.55
"""The least share of the height that the board has on a phone held upright."""
TARGET = 44
"""CSS pixels, in both directions, of what acts at the first tap."""
NAME = 40
"""CSS pixels of a player's name that are always seen: a face and some letters."""
LONG = 400
"""Decisions of a random match that are looked at: later ones are of the same kinds."""

SHEET = 1640
"""Pixels of a sheet of pictures, in both directions."""

MEASURE = (Path(__file__).parent / "sweep.js").read_text(encoding="utf-8")
"""What is asked of a page at one size."""
SHIFTS = """() => {
  if (!window.shifts) {
    new PerformanceObserver((list) => {
      for (const e of list.getEntries()) if (e.value >= 0.0005) for (const s of e.sources) {
        const n = s.node?.nodeType === 1 ? s.node : s.node?.parentElement;
        if (n?.closest('#status')) continue; // says something else now
        const of = n?.className?.baseVal ?? n?.className ?? "";
        const at = [s.previousRect, s.currentRect].map((r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" "));
        window.shifts.push([`${e.value.toFixed(4)} ${of}: ${at.join(" > ")}`, n?.closest("[id]")?.id ?? ""]);
      }
    }).observe({type: 'layout-shift'});
  }
  window.shifts = [];
}"""
"""From now on, what jumps is noted."""
ANSWERS = """async () => {
  const frame = () => new Promise(requestAnimationFrame), found = [];
  const marks = () => document.querySelectorAll('#view :is([data-picked], [data-can], [data-alt])').length;
  for (const e of [...document.querySelectorAll('#view [data-can]:not([data-now])')].slice(0, 4)) {
    if (!e.isConnected || !e.hasAttribute('data-can')) continue;
    await frame();
    const from = performance.now();
    e.dispatchEvent(new PointerEvent('click', {bubbles: true, cancelable: true}));
    const answered = e.hasAttribute('data-picked') || !marks(); // chosen, or sent and all is calm
    await frame();
    await new Promise(r => setTimeout(r)); // style, layout and paint of that frame are over
    found.push(answered ? performance.now() - from : 1e6);
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
    if (!marks()) break;
  }
  return found;
}"""
"""Taps what is lit, one thing after the other: the first tap of each only looks."""


@dataclass(frozen=True)
class Moment:
    """A decision in a random match: the view of the seat that has to make it, and what it saw a move before."""

    game: str
    kind: str
    seats: int
    views: dict[str, dict[str, Any]]
    before: dict[str, dict[str, Any]] | None


@dataclass(frozen=True)
class Fault:
    """Something that cannot be tapped, read or seen as it should."""

    game: str
    kind: str
    size: str
    look: str
    what: str
    where: str
    more: str


def moments(game: Game, states: int, seed: int) -> Iterator[Moment]:
    """So many decisions of each kind as random play brings up, over all numbers of seats and presets."""
    rng = random.Random(f"{seed}/{game.id}")
    seen: Counter[str] = Counter()
    settings = [(seats, {}) for seats in game.seats]
    settings += [(preset.seats or game.usual or game.seats[0], preset.options) for preset in game.presets.values()]
    for seats, options in rng.sample(settings, min(len(settings), 2 + states)):
        match = Match.create(game, seats=seats, options=dict(options))
        yield from _walk(match, rng, seen, states)


def _walk(match: Match, rng: random.Random, seen: Counter[str], states: int) -> Iterator[Moment]:
    fresh: Counter[str] = Counter()
    for _ in range(LONG):
        acting = match.rules.acting(match.state)
        if not acting:
            return
        seat = rng.choice(acting)
        kind = match.rules.kind(match.state, seat)
        wanted = seen[kind] < states and (fresh[kind] == 0 or rng.random() < 0.1)
        if wanted:
            fresh[kind] += 1
            seen[kind] += 1
            views = {language: view_of(match, seat, language) for language, _ in LOOKS}
            before = None
            if match.step:
                before = {language: view_of(match.branch(match.step - 1), seat, language) for language, _ in LOOKS}
            yield Moment(match.game.id, kind, match.seats, views, before)
        legal = match.legal(seat)
        forward = [a for a in legal if not match.rules.takes_back(match.state, seat, a)]
        match.act(seat, rng.choice(forward or legal))


def course(game: Game, steps: int, seed: int) -> Iterator[Moment]:
    """So many views of the first seat, one after another, in a match in which everybody does what `prefer` likes."""
    rng = random.Random(f"{seed}/{game.id}")
    match = Match.create(game, seats=game.seats[0], secret=rng.randbytes(32), id="course")
    last, shown = b"", 0
    while shown < steps and (acting := match.rules.acting(match.state)):
        seen = match.view(0)
        if seen.core_bytes() != last:
            last, shown = seen.core_bytes(), shown + 1
            kind = match.rules.kind(match.state, 0) if 0 in acting else ""
            yield Moment(
                game.id, kind, match.seats, {language: view_of(match, 0, language) for language, _ in LOOKS}, None
            )
        seat = rng.choice(acting)
        legal = match.legal(seat)
        forward = [a for a in legal if not match.rules.takes_back(match.state, seat, a)] or legal
        weights = [max(0, match.rules.prefer(match.view(seat), seat, a)) for a in forward]
        match.act(seat, rng.choices(forward, weights if any(weights) else None)[0])


class Sweep:
    """Pages in which moments are shown and measured."""

    def __init__(self, browser: Browser, sizes: Iterable[tuple[int, int]] = SIZES, *, axe: bool = False) -> None:
        self.browser, self.sizes, self.booth, self.axe = browser, tuple(sizes), Booth(), axe
        self.pages: dict[tuple[str, str, bool], Page] = {}
        self.faults: list[Fault] = []
        self.looked = 0

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.booth.stop()

    def page(self, language: str, scheme: str, touch: bool) -> Page:
        """A page that is kept, as a phone or as a desktop has it."""
        key = (language, scheme, touch)
        if key not in self.pages:
            how: dict[str, Any] = {"has_touch": True, "is_mobile": True} if touch else {}
            context = self.browser.new_context(color_scheme=scheme, reduced_motion="reduce", **how)  # type: ignore[arg-type]
            self.pages[key] = context.new_page()
            self.pages[key].goto(self.booth.at(language))
            self.pages[key].wait_for_selector("body[data-net=on]")
        return self.pages[key]

    def look(self, moment: Moment, number: int = 0) -> Iterator[tuple[str, bytes]]:
        """Show a moment at all sizes and measure it; pictures by size."""
        language, scheme = LOOKS[number % len(LOOKS)]
        self.looked += 1
        self._jumps(moment, number, language, scheme)
        for width, height in self.sizes:
            touch = (width, height) not in WIDE
            page = self.page(language, scheme, touch)
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(90)
            how = {
                "board": BOARD,
                "target": TARGET,
                "name": NAME,
                "upright": (width, height) in UPRIGHT,
                "touch": touch,
            }
            for what, where, more in page.evaluate(MEASURE, how):
                self._add(moment, f"{width}x{height}", (language, scheme), what, where, more)
            for rule, nodes, why in faults(page) if self.axe else ():
                self._add(moment, f"{width}x{height}", (language, scheme), f"axe: {rule}", nodes[0], why)
            yield f"{width}x{height}", page.screenshot()

    def _jumps(self, moment: Moment, number: int, language: str, scheme: str) -> None:
        """Shows the moment before and then this one, and notes what jumps; what slides to its place does not.

        Each moment is looked at in two of the sizes, another one every time.
        """
        self.booth.push(moment.before or moment.views)
        pages = []
        for touch in (True, False):
            sizes = [size for size in self.sizes if touch == (size not in WIDE)]
            if sizes:
                width, height = sizes[number // len(LOOKS) % len(sizes)]
                page = self.page(language, scheme, touch)
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(reduced_motion="no-preference")
                _rests(page, self.booth.step)
                page.evaluate(SHIFTS)
                pages.append((page, f"{width}x{height}"))
        self.booth.push(moment.views)
        for page, size in pages:
            _rests(page, self.booth.step)
            at_rest(page)
            for value, where in page.evaluate("window.shifts"):
                self._add(moment, size, (language, scheme), "shift", where, value)
            page.emulate_media(reduced_motion="reduce")

    def follow(self, game: Game, steps: int, number: int = 0, seed: int = 1) -> None:
        """A seat's page while a match is played, as `prefer` likes it: what jumps between one view and the next.

        All sizes in turn, from one ``number`` to the next; each view that the seat is asked in or shown counts.
        """
        language, scheme = LOOKS[number % len(LOOKS)]
        width, height = self.sizes[number % len(self.sizes)]
        page = self.page(language, scheme, (width, height) not in WIDE)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="no-preference")
        for n, moment in enumerate(course(game, steps, seed + number)):
            self.booth.push(moment.views)
            _rests(page, self.booth.step)
            at_rest(page)
            for value, where in page.evaluate("window.shifts") if n else ():
                self._add(moment, f"{width}x{height}", (language, scheme), "shift", where, value)
            page.evaluate(SHIFTS)
            self.looked += 1
        page.emulate_media(reduced_motion="reduce")

    def answers(self, moment: Moment, number: int = 0) -> list[float]:
        """Milliseconds from a tap on what is lit to the end of the frame that shows it as chosen, at the first size."""
        language, scheme = LOOKS[number % len(LOOKS)]
        width, height = self.sizes[0]
        page = self.page(language, scheme, (width, height) not in WIDE)
        page.set_viewport_size({"width": width, "height": height})
        self.booth.push(moment.views)
        _rests(page, self.booth.step)
        return [float(ms) for ms in page.evaluate(ANSWERS)]

    def _add(self, moment: Moment, size: str, look: tuple[str, str], what: str, where: str, more: object) -> None:
        self.faults.append(Fault(moment.game, moment.kind, size, " ".join(look), what, where, str(more)))


def _rests(page: Page, step: int) -> None:
    page.wait_for_selector(f"body[data-step='{step}']")
    page.wait_for_timeout(120)


def report(faults: list[Fault], looked: int) -> str:
    """All faults, by game and what they are, with the places where each was seen."""
    lines = ["# Sweep", "", f"{looked} decisions, {len(faults)} faults.", ""]
    for game in sorted({fault.game for fault in faults}):
        lines += [f"## {game}", "", "| what | where | sizes | decisions | example |", "|---|---|---|---|---|"]
        groups: dict[tuple[str, str], list[Fault]] = {}
        for fault in faults:
            if fault.game == game:
                groups.setdefault((fault.what, fault.where.rstrip("0123456789")), []).append(fault)
        for (what, where), those in sorted(groups.items(), key=lambda item: -len(item[1])):
            sizes = ", ".join(sorted({fault.size for fault in those}))
            kinds = ", ".join(sorted({fault.kind for fault in those}))
            lines.append(f"| {what} ({len(those)}) | {where} | {sizes} | {kinds} | {those[0].more} |")
        lines.append("")
    return "\n".join(lines)


def sheets(browser: Browser, pictures: list[tuple[str, bytes]], size: str, path: Path) -> None:
    """Pictures with many in each, as many as an eye can tell apart."""
    width, height = map(int, size.split("x"))
    each = max(1, (SHEET // (width + 8)) * (SHEET // (height + 30)))
    for n in range(0, len(pictures), each):
        sheet(browser, pictures[n : n + each], path.with_name(f"{path.name}-{n // each + 1}.png"))


def sheet(browser: Browser, pictures: list[tuple[str, bytes]], path: Path) -> None:
    """One picture of many."""
    shown = "".join(
        f"<figure><img src='data:image/png;base64,{base64.b64encode(png).decode()}'>"
        f"<figcaption>{name}</figcaption></figure>"
        for name, png in pictures
    )
    style = "body{display:flex;flex-wrap:wrap;gap:8px;background:#777}figure{margin:0;font:12px sans-serif;color:#fff}"
    page = browser.new_page(viewport={"width": SHEET, "height": 900})
    page.set_content(f"<style>{style}</style>{shown}")
    page.screenshot(path=path, full_page=True)
    page.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", nargs="*", help="which games; without any, all")
    asked.add_argument("--states", type=int, default=2, help="decisions of each kind (default 2)")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=None)
    asked.add_argument("--sizes", default="", help="only these, as 390x664,844x340")
    asked.add_argument("--follow", type=int, default=0, help="views of a match in which is measured what jumps")
    asked.add_argument("--answers", type=int, default=0, help="decisions of each kind in which taps are timed")
    asked.add_argument("--axe", action="store_true", help="also what axe has to say, which takes five times as long")
    given = asked.parse_args()
    out = given.out or Path(tempfile.mkdtemp(prefix="taku-sweep-"))
    out.mkdir(parents=True, exist_ok=True)
    sizes = [tuple(map(int, one.split("x"))) for one in given.sizes.split(",")] if given.sizes else SIZES
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=run.chromium() or None)
        sweep = Sweep(browser, sizes, axe=given.axe)  # type: ignore[arg-type]
        for name in given.game or sorted(found_games()):
            pictures: dict[str, list[tuple[str, bytes]]] = {}
            for number, moment in enumerate(moments(find_game(name), given.states, given.seed)):
                for size, png in sweep.look(moment, number):
                    pictures.setdefault(size, []).append((f"{moment.kind}, {moment.seats} seats", png))
            for size, drawn in pictures.items():
                sheets(browser, drawn, size, out / f"{name}-{size}")
            for number in range(len(sizes) if given.follow else 0):
                sweep.follow(find_game(name), given.follow, number, given.seed)
            if given.answers:
                shown = enumerate(moments(find_game(name), given.answers, given.seed))
                ms = sorted(one for number, moment in shown for one in sweep.answers(moment, number))
                middle, most = (ms[int(share * len(ms))] if ms else 0 for share in (0.5, 0.95))
                print(f"{name}: {len(ms)} taps answered in {middle:.0f} ms, 95 % in {most:.0f} ms", flush=True)
            mine = [fault for fault in sweep.faults if fault.game == name]
            print(f"{name}: {dict(Counter(fault.what for fault in mine)) or 'no faults'}", flush=True)
        sweep.close()
        browser.close()
    (out / "report.md").write_text(report(sweep.faults, sweep.looked), encoding="utf-8")
    print(f"{sweep.looked} decisions, {len(sweep.faults)} faults: {out / 'report.md'}")


if __name__ == "__main__":
    main()
