"""A table with other numbers: the host's overlays are offered, the room says what differs, nothing is mixed."""

import pytest

from taku.engine.game import find_game
from taku.engine.match import Match
from taku.engine.overlay import Overlay, find_place
from taku.lab.overlays import load_overlay
from tests.server.kit import serving

LEVEL = find_place(find_game("destroy").folder, "characters.lightblade.flash_cut.lv").value
STRONG = """[overlay]
game = "destroy"
name.en = "A stronger Lightblade"
name.ja = "強い光刃"
[characters.lightblade]
atk = 5
flash_cut.lv = 3
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("overlaid")
    (folder / "overlays").mkdir()
    (folder / "overlays" / "strong.toml").write_text(STRONG, encoding="utf-8")
    (folder / "overlays" / "wrong.toml").write_text('[overlay]\ngame = "destroy"\n[characters.nobody]\natk = 5\n')
    (folder / "overlays" / "lost.toml").write_text("[characters.lightblade]\natk = 5\n")
    return folder


@pytest.fixture(scope="module")
def key(data):
    return load_overlay(data / "overlays" / "strong.toml").key


@pytest.fixture(scope="module")
def opened(data, key):
    """A table opened with the overlay, on which both have sat down; its match file, and what the pages said."""
    said = {}
    with serving(data, workers=0) as site:
        ann, bob = site.visitor(), site.visitor("ja")
        said["form"] = ann.get("/new/destroy").text
        said["chosen"] = ann.get(f"/new/destroy?overlay={key}").text
        said["other"] = ann.get("/new/goofspiel").text
        said["unknown"] = ann.get("/new/destroy?overlay=0123456789ab").status
        table = ann.open("destroy", f"?overlay={key}", **{"option.team_mode": "starter"})
        said["room"], said["部屋"] = ann.get(table).text, bob.get(table).text
        bob.sit(table, 1, name="Bob")
        page = ann.socket(table)
        page.until("view")
        said["match"] = site.server._site.registry.tables[table[3:]].match.dumps()
        plain = ann.open("destroy", **{"option.team_mode": "starter"})
        said["plain"] = ann.get(plain).text
    return table, said


def test_only_what_the_host_has_is_offered(opened, key):
    said = opened[1]
    assert f'<option value="{key}">A stronger Lightblade</option>' in said["form"]
    assert said["form"].count("<option value=") == said["chosen"].count("<option value=")
    assert "f-overlay" not in said["other"]
    assert "wrong" not in said["form"]
    assert said["unknown"] == 400


def test_the_form_and_the_room_say_what_differs(opened):
    said = opened[1]
    game = find_game("destroy").with_overlay(
        Overlay({"characters.lightblade.atk": 5, "characters.lightblade.flash_cut.lv": 3})
    )
    for page in (said["chosen"], said["room"]):
        assert "Lightblade, atk: 4 → 5." in page
        assert f", lv: {LEVEL} → 3." in page
    assert "光刃、atk：4 → 5。" in said["部屋"]
    assert game.content_hash in said["room"]
    assert "→ 5" not in said["plain"]


def test_its_match_file_names_the_overlay(opened):
    match = Match.load(opened[1]["match"])
    assert match.game.reference.startswith('destroy~{"characters.lightblade.atk":5')
    assert match.game.content_hash != find_game("destroy").content_hash


def test_it_goes_on_after_a_restart_and_only_with_these_numbers(opened, data):
    table = opened[0]
    with serving(data, workers=0) as site:
        assert site.visitor().get(table).status == 200
    file = data / "overlays" / "strong.toml"
    file.write_text(STRONG.replace("atk = 5", "atk = 6"), encoding="utf-8")
    with serving(data, workers=0) as site:
        assert site.visitor().get(table).status == 410, "its rules are other ones now"
        assert "A stronger Lightblade" in site.visitor().get("/new/destroy").text
