"""Takes the pictures of docs/games/oneiron.md: ``python -m tests.games.oneiron.make_pictures`` (needs Chromium).

Every scene is a moment of a match with a fixed course, so that a new picture shows the same table as the old one.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import run
from tests.games.browsing import BOT, MINE, open_table
from tests.games.oneiron.courses import Chooser, Step, at_random, bots_follow, course, dealt
from tests.games.oneiron.test_browser import by_finger, by_mouse, made
from tests.server.conftest import DESK, PHONE, until
from tests.server.kit import Site, serving

FOLDER = Path(__file__).parents[3] / "docs" / "games"
NAMES = (
    "Mika", "Aki", "Ren", "Sora", "Hana", "Yuto", "Emi", "Kaito", "Nao", "Riku",
    "Mei", "Daichi", "Yui", "Haru", "Saki", "Toma", "Rin", "Jun", "Kana", "Leo",
)  # fmt: skip
EN_DESK = {**DESK, "locale": "en-US"}
JA_DESK = {**DESK, "locale": "ja-JP", "color_scheme": "dark"}
JA_PHONE = {**PHONE, "device_scale_factor": 1.5, "locale": "ja-JP"}


@dataclass(frozen=True)
class Scene:
    """A table and the moment to be shown: the player's decision of this kind and number."""

    seats: int
    course: str
    kind: str
    number: int
    browser: dict[str, Any]
    options: dict[str, object] = field(default_factory=dict)


LONG = {"exchanges": 3, "pair_lives": "6"}
SCENES = {
    "battle-desktop-en": Scene(12, "dream 49", "present", 1, EN_DESK, LONG),
    "battle-phone-ja": Scene(20, "dream 0", "present", 1, JA_PHONE, LONG),
    "twenty-desktop-ja": Scene(20, "dream 2", "present", 1, JA_DESK, LONG),
    "loot-phone-ja": Scene(6, "dream 35", "loot", 0, JA_PHONE, {"exchanges": 3}),
    "revival-phone-ja": Scene(6, "dream 8", "revive_use", 0, JA_PHONE),
    "split-phone-ja": Scene(14, "crowd 12", "split", 0, JA_PHONE),
    "story-phone-ja": Scene(20, "dream 3", "land_left", 0, JA_PHONE),
}


def moment(scene: Scene, choose: Chooser) -> tuple[list[Step], int]:
    """The player's moves, and which of them is the moment to be shown."""
    steps = course(dealt(scene.course, scene.seats, **scene.options), choose)[0]
    return steps, [n for n, step in enumerate(steps) if step.kind == scene.kind][scene.number]


def play(scene: Scene, site: Site, browser: Browser) -> bytes:
    """Plays up to the moment and takes the picture."""
    choose = at_random(scene.course)
    steps, last = moment(scene, choose)
    bots_follow(_Setter(), choose)
    page = browser.new_context(**scene.browser).new_page()
    sit_down(page, site, scene)
    for number, step in enumerate(steps[: last + 1]):
        if not step.alone or number == last:
            until(page, f"document.body.dataset.seq === '{number}' && {MINE}")
        if number < last and not step.alone:
            way = by_finger if scene.browser.get("has_touch") else by_mouse
            made(page, number, lambda way=way, tap=step.tap: way(page, tap))
    page.wait_for_timeout(4000)  # all bots have chosen, and cards have come to rest
    picture = page.screenshot(type="jpeg", quality=84)
    page.context.close()
    return picture


class _Setter:
    """For `bots_follow`, which is made for tests: nothing is put back."""

    def setattr(self, where: object, name: str, value: object) -> None:
        setattr(where, name, value)


def sit_down(page: Page, site: Site, scene: Scene) -> None:
    fields = {f"option.{name}": str(value) for name, value in scene.options.items()} | {"seed": scene.course}
    open_table(page, site, f"/new/oneiron?seats={scene.seats}", fields, [BOT] * (scene.seats - 1))


def main() -> None:
    with (
        serving(Path(tempfile.mkdtemp())) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=run.chromium())
        for name, scene in SCENES.items():
            (FOLDER / f"oneiron-{name}.jpg").write_bytes(play(scene, site, browser))
        browser.close()


if __name__ == "__main__":
    main()
