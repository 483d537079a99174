"""Content is a closed vocabulary; what is unknown is refused with its place and what would be right."""

import re

import pytest

from taku.engine.words import Words
from taku.games.warring.content import CONTENT, NAMES
from taku.games.warring.state import MAPS
from tests.conftest import clause
from tests.games.warring.battle import game
from tests.kit.editing import change, drop, edited, refuses

WRONG = {
    "a missing field": ("troops", drop("troop", 0, "attack"), "troop infantry: 'attack' is missing"),
    "a number too high": ("troops", change("troop", 0, speed=4), "'speed' is 4; it should be from 1 to 3"),
    "a wrong order": ("troops", lambda d: d["troop"].reverse(), "stands where 'infantry' should stand"),
    "too few": ("troops", drop("troop", -1), "has 4 troop entries; it should have 5"),
    "an unknown limit": ("troops", change("troop", 0, limit="max_archer"), "did you mean 'max_archers'"),
    "two generals": ("troops", change("troop", 0, required=1), "'required' is 1 for a kind with limit = \"one\""),
    "an unknown kind": ("terrain", change("terrain", 1, barred=["horse"]), "barred = 'horse' is unknown"),
    "an unknown stat": (
        "terrain",
        change("terrain", 1, "effects", 0, stat="sped"),
        "terrain water, effect 1: stat = 'sped' is unknown; did you mean 'speed'",
    ),
    "a map of other letters": (
        "maps",
        lambda d: d["map"][0]["rows"].__setitem__(0, "x" * 12),
        "map drill_ground: 'rows' has 'x' in column 0, row 0",
    ),
    "a short row": ("maps", lambda d: d["map"][0]["rows"].__setitem__(0, "."), "12 rows of 12 characters"),
    "a wrong size": ("formations", change("formation", 0, size=29), "formation square: has 30 troops; 'size' says 29"),
    "two diagonal troops": (
        "formations",
        change(
            "formation",
            0,
            troops=["GI..........", "I...........", "............", "............"],
            armies=["12..........", "2...........", "............", "............"],
            size=3,
        ),
        "army 1 is not a connected set of at least two troops",
    ),
    "no general": (
        "formations",
        lambda d: d["formation"][0]["troops"].__setitem__(3, "....IIII...."),
        "exactly one general",
    ),
    "the general elsewhere": (
        "formations",
        change(
            "formation",
            0,
            troops=["GI..........", *["............"] * 3],
            armies=["22..........", *["............"] * 3],
            size=2,
        ),
        "the general is in army 2; it should be army 1",
    ),
    "a troop without army": (
        "formations",
        lambda d: d["formation"][0]["armies"].__setitem__(3, "....111....."),
        "every troop has an army",
    ),
    "a banner out of order": ("banners", change("banner", 0, number=2), "'number' should be 1"),
    "an unknown formation": ("bots", change("bot", 0, formations=["arrow"]), "did you mean 'arrowhead'"),
    "an unknown bot": ("battles", change("battle", 0, bot="sun_tzu"), "battle first_drill: bot = 'sun_tzu' is unknown"),
    "an id twice": ("bots", lambda d: d["bot"][1].update(id="zhao_kuo"), "another entry has the same id"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_content_is_refused(what):
    refuses("warring", *WRONG[what])


@clause("W-6.8")
def test_a_troop_must_see_as_far_as_it_marches():
    told = "terrain grass: a troop sees 2 cells here and cavalry marches 3"
    refuses("warring", "terrain", change("terrain", 0, sight=2), told)


def test_a_new_map_needs_no_code():
    """Rulebook, section 5: it becomes a value of the option `map`."""
    made = edited("warring", "maps", lambda d: d["map"].append({**d["map"][1], "id": "new_ground"}))
    assert made.maps[-1].id == "new_ground"
    assert list(MAPS) == ["generated", *(m.id for m in CONTENT.maps)]


def test_everything_is_there():
    sizes = [f.size for f in CONTENT.formations]
    assert (sizes.count(30), sizes.count(12)) == (6, 2)
    assert len(CONTENT.maps) == 6
    assert list(game.presets) == [b.id for b in CONTENT.battles]
    for language in ("en", "ja"):
        for table, names in NAMES[language].items():
            named = [n for n in names if n]
            assert len(set(named)) == len(named), f"two of {table} have the same name in {language}"


LIVED = {  # years before our era
    "xian_zhen": (680, 627), "sun_wu": (545, 470), "sun_bin": (382, 316), "pang_juan": (385, 341), "bai_qi": (332, 257),
    "song_xiang": (690, 637), "yue_yi": (324, 262), "li_mu": (290, 229),
}  # fmt: skip


def test_a_commander_fights_where_he_could_have_been():
    words = Words(game, "en")
    years = {b.id: re.search(r"(\d+) BC", words.text("preset", b.id, "name")) for b in CONTENT.battles}
    fought = {b.id: (b.bot, int(years[b.id][1])) for b in CONTENT.battles if years[b.id]}
    assert len(fought) == 4
    assert [id for id, (bot, year) in fought.items() if not LIVED[bot][0] > year > LIVED[bot][1]] == []


@clause("W-3.5")
def test_every_army_number_has_a_name():
    assert len(CONTENT.banners) == 9
    assert NAMES["ja"]["army"][1] == "中軍"
    assert NAMES["en"]["army"][2] == "Left"
