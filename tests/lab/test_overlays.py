"""Overlays as files: what they may say, and what is told of a wrong one."""

import pytest

from taku.engine.overlay import OverlayError
from taku.lab.overlays import load_overlay, overlay_file


def test_an_overlay_file(tmp_path):
    file = tmp_path / "fast.toml"
    file.write_text(
        '[overlay]\ngame = "destroy"\nname.en = "Fast"\n[characters.lightblade]\natk = 5\nflash_cut.lv = 3\n'
    )
    overlay = load_overlay(file)
    assert overlay.changes == {"characters.lightblade.atk": 5, "characters.lightblade.flash_cut.lv": 3}
    assert overlay.game == "destroy"
    file.write_text(overlay_file(overlay))
    assert load_overlay(file) == overlay
    for text, said in [
        ("[overlay]\ngames = 3", "[overlay] has no 'games'; did you mean 'game'?"),
        ("", "changes nothing"),
        ("a = ", "fast.toml: "),
    ]:
        file.write_text(text)
        with pytest.raises(OverlayError) as found:
            load_overlay(file)
        assert said in str(found.value)
    with pytest.raises(OverlayError, match="there is no overlay"):
        load_overlay(tmp_path / "none.toml")
