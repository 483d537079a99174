"""Guided first games: played in many ways each comes to its end, with every lesson told or said to be left out."""

from random import Random

import pytest

from taku.bots import Budget, find_bot
from taku.bots.table import asked_view
from taku.check.guides import WAYS, try_guide
from taku.engine.game import find_game, found_games
from taku.page.guide import guide_of
from taku.server.deals import own
from tests.guiding import SIZES, Walk
from tests.server.conftest import person, until  # noqa: F401
from tests.server.kit import serving

GUIDED = [name for name in sorted(found_games()) if find_game(name).guide]


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_comes_to_its_end_however_it_is_followed(name):
    """A sample of `taku guide GAME --times 200`."""
    game = find_game(name)
    guide = guide_of(game)
    bot = find_bot(game, guide.level)

    def other(match, seat, seed):
        return bot(asked_view(match, seat), seat, match.legal(seat), Budget(seed))

    report = try_guide(game, 12, other, own(guide.seed))
    assert report.faults == []
    assert report.games == 12
    assert sum(report.told.values()) > 6 * len(guide.lessons)
    obedient = try_guide(game, 1, other, own(guide.seed), WAYS[:1])
    assert sum(obedient.told.values()) >= len(guide.lessons) / 2


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("guides"), speed=20.0) as running:
        yield running


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "size", "touch"),
    [
        ("campus", "phone", True),
        ("destroy", "phone", True),
        ("oneiron", "small", False),
        ("warring", "side", True),
    ],
)
def test_the_bubble_covers_nothing_and_the_guide_ends_with_a_match(site, person, name, size, touch):  # noqa: F811
    """A sample of `run.py bench guides`; at the end everything that was not told is given to read."""
    width, height = SIZES[size]
    page = person(viewport={"width": width, "height": height}, has_touch=touch)
    walk = Walk(page, touch, obeys=0.9, reads=1.0, rng=Random(name))
    walk.begin(site.url, name)
    walk.play(moves=8)
    assert walk.faults == []
    assert len(walk.told) >= 5
    if not find_game(name).has_resign:
        return
    guided = page.url
    page.evaluate("document.querySelector('#guide button.quiet')?.click()")  # no more of it
    walk.give_up()
    assert walk.faults == []
    walk.use("#result button[form=now-play]")
    until(page, f"location.href !== '{guided}' && document.querySelector('body.at-table[data-net=on]') !== null")
    until(page, "document.querySelector('#view .table') !== null && document.querySelector('#result') === null")
    assert page.locator("#guide").count() == 0
    assert page.locator("bdi[data-level=Beginner]").count() == 1
