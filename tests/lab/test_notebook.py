"""Studies in a notebook."""

from taku.lab.notebook import study

ASKED = {"game": "goofspiel", "level": "random", "vary": {"cards": [5, 13]}, "matches": 60, "sample": 0}


def test_a_study_displays_itself(tmp_path):
    shown = study(ASKED, tmp_path / "r.jsonl", workers=1)
    page = shown._repr_html_()
    assert page.startswith("<style>")
    assert "Not decided after 60 matches" in page
    assert "http" not in page
    assert repr(shown).startswith("Not decided after 60 matches")


def test_in_japanese_and_from_a_file(tmp_path):
    file = tmp_path / "s.toml"
    file.write_text('game = "goofspiel"\nlevel = "random"\nmatches = 60\nsample = 0\n[vary]\ncards = [5, 13]\n')
    shown = study(file, workers=1, language="ja")
    assert repr(shown).startswith("60試合では決まらなかった")
    assert "<fieldset" not in shown._repr_html_()
