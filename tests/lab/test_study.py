"""Studies: what can be varied, and what is told before anything is played."""

import pytest

from taku.engine.game import GameError
from taku.engine.options import OptionError
from taku.lab.declare import make_study, read_study
from taku.lab.report.labels import Labels
from taku.lab.study import Study, StudyError

CONTENT = "characters.lightblade.atk"


def study(**data):
    return make_study({"game": "destroy", **data})


def test_every_combination_is_a_variant():
    made = study(vary={"down_at": [3, 4], "players": ["prefer", "prefer+random"]}, matches=10)
    assert [v.name for v in made.variants] == [
        "down_at=3, players=prefer",
        "down_at=3, players=prefer+random",
        "down_at=4, players=prefer",
        "down_at=4, players=prefer+random",
    ]
    assert made.variants[3].options["down_at"] == 4
    assert made.variants[3].players == ("prefer", "random")
    assert Study.read(made.json()) == made


def test_options_presets_seats_levels_and_content_are_varied():
    made = make_study({"game": "goofspiel", "vary": {"seats": [2, 3]}, "level": "random"})
    assert [v.seats for v in made.variants] == [2, 3]
    assert made.variants[1].players == ("random",) * 3
    made = study(vary={"preset": ["standard", "quick"]})
    assert made.variants[1].options["round_limit"] == 8
    made = study(vary={"level": ["beginner", "club"]})
    assert made.variants[1].players == ("club", "club")
    made = study(vary={CONTENT: [4, 5]})
    assert made.variants[0].game == "destroy", "the number as it is needs no overlay"
    assert made.variants[1].game == f'destroy~{{"{CONTENT}":5}}'
    assert made.variants[1].found.content_hash != made.variants[0].found.content_hash


def test_a_study_file(tmp_path):
    (tmp_path / "fast.toml").write_text('[overlay]\ngame = "destroy"\n[characters.lightblade]\natk = 5\n')
    (tmp_path / "s.toml").write_text(
        'game = "destroy"\nuntil = "± 1"\nmatches = 50\n[[variant]]\nname = "plain"\n'
        '[[variant]]\nname = "fast"\noverlay = "fast.toml"\noptions = { down_at = 4 }\n'
        'content = { "actions.move_1.value" = 2 }\n'
    )
    made = read_study(tmp_path / "s.toml")
    assert made.name == "s"
    assert [v.name for v in made.variants] == ["plain", "fast"]
    assert made.variants[1].overlay.changes == {CONTENT: 5, "actions.move_1.value": 2}
    assert made.variants[1].options["down_at"] == 4


MISTAKES = [
    ({"vary": {"down_a": [3]}}, "nothing called 'down_a' to vary; did you mean 'down_at'?"),
    ({"vary": {"characters.lightblad.atk": [3]}}, "did you mean 'lightblade'?"),
    ({"vary": {"character.lightblade.atk": [3]}}, "did you mean 'characters'?"),
    ({"vary": {CONTENT: [4, 40]}}, f"variant '{CONTENT}=40': characters.toml, character lightblade: 'atk' is 40"),
    ({"vary": {"down_at": 3}}, "a list of values"),
    ({"vary": {"down_at": [3, 99]}}, "variant 'down_at=99': option down_at takes"),
    ({"vary": {"down_at": [3, 3]}}, "are the same match"),
    ({"vary": {"preset": ["standard", "quik"]}}, "did you mean 'quick'?"),
    ({"vary": {"level": ["club", "clubb"]}}, "did you mean 'club'?"),
    ({"vary": {"seats": [2, 3]}}, "destroy has 2 seats, not 3"),
    ({"vary": {"phases": list(range(1, 9)), "round_limit": list(range(5, 20))}}, "that makes 120 variants; at most 64"),
    ({"players": ["club"]}, "one player is named for 2 seats"),
    ({"level": "value", "game": "goofspiel"}, "goofspiel has no rule 'value'"),
    ({"measures": ["drws"]}, "unknown measure 'drws'; did you mean 'draws'?"),
    ({"primary": "seat.3"}, "unknown measure 'seat.3'; did you mean"),
    ({"measures": ["game"], "game": "goofspiel"}, "goofspiel has no measures of its own"),
    ({"until": "soon"}, "until = 'soon'"),
    ({"matchs": 3}, "a study has no 'matchs'; did you mean 'matches'?"),
    ({"matches": "many"}, "matches = 'many': this should be a whole number"),
    ({"matches": 0}, "matches = 0"),
    ({"overlay": "none.toml"}, "there is no overlay"),
    ({"game": "destory"}, "did you mean 'destroy'?"),
    ({"vary": {"down_at": [3]}, "variant": [{"name": "x"}]}, "either [vary] or [[variant]]"),
    ({"variant": [{"nme": "x"}]}, "a variant has no 'nme'; did you mean 'name'?"),
]


@pytest.mark.parametrize(("data", "said"), MISTAKES, ids=[said[:30] for _, said in MISTAKES])
def test_what_is_wrong_is_told_at_once(data, said):
    with pytest.raises((GameError, OptionError)) as found:
        study(**data)
    assert said in str(found.value)
    assert "\n" not in str(found.value)


def test_files_that_are_none(tmp_path):
    (tmp_path / "one.toml").write_text("game = ")
    with pytest.raises(StudyError, match=r"one\.toml: "):
        read_study(tmp_path / "one.toml")
    with pytest.raises(StudyError, match=r"did you mean 'one\.toml'"):
        read_study(tmp_path / "onee.toml")
    (tmp_path / "one.toml").write_text('game = "destroy"\n[vary]\ndown_at = [1]\n')
    with pytest.raises(StudyError, match=r"one\.toml: .*down_at"):
        read_study(tmp_path / "one.toml")


def test_studies_and_variants_have_names_in_two_languages():
    made = study(
        name={"en": "One more", "ja": "もう一つ"},
        variant=[{"name": "as it is"}, {"name": {"en": "more", "ja": "多め"}, "options": {"down_at": 4}}],
    )
    assert (made.name, made.variants[1].name) == ("One more", "more")
    assert Study.read(made.json()) == made
    for language, names in {"en": ("One more", "as it is", "more"), "ja": ("もう一つ", "現状", "多め")}.items():
        w = Labels(made.variants[0].found, language)
        assert (w.study(made), *map(w.variant, made.variants)) == names


def test_what_has_no_name_is_called_by_what_it_changes_in_the_games_words():
    made = study(vary={"down_at": [3, 4], "silenced_mana": [True, False], CONTENT: [4, 5]})
    assert made.name == f"down_at=3,4; silenced_mana=True,False; {CONTENT}=4,5"
    w = Labels(made.variants[0].found, "ja")
    assert w.study(made) == "ダウンするダメージ：3、4／封じられたカードの魔力：数える、数えない／光刃、atk：4、5"
    assert w.variant(made.variants[0]) == "ダウンするダメージ：3／封じられたカードの魔力：数える／光刃、atk：4"
    table = make_study({"game": "goofspiel", "vary": {"seats": [2, 3], "level": ["random", "club"]}})
    assert Labels(table.variants[0].found, "ja").study(table) == "席数：2、3／プレイヤー：でたらめ、中級"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ({"jp": "もう一つ"}, "a study: name has no 'jp'; did you mean 'ja'? (en, ja)"),
        ({"en": 3}, "a study: name.en = 3: this should be a text"),
        (3, "name = 3: this should be a text"),
    ],
)
def test_a_name_is_a_text_for_each_language(name, said):
    with pytest.raises(StudyError) as fault:
        study(name=name)
    assert str(fault.value) == said
