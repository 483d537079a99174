"""Tuning: planted answers are found, changes are as small as they can be, and fresh deals have the last word."""

import json

import pytest

from taku.bots.statistics import Interval
from taku.engine.game import find_game
from taku.lab import tune as tuning_module
from taku.lab.measures import Measure
from taku.lab.overlays import load_overlay, overlay_file
from taku.lab.report import html, tuned_report
from taku.lab.report.tuning import answer_of
from taku.lab.results import Results
from taku.lab.statistics import Evidence
from taku.lab.study import StudyError
from taku.lab.tune import Tuned, Tuning, loss, parameter, targets_of, tune, verdict

GAME = find_game("goofspiel")
TABLE = {"level": "random"}


def search(*targets, vary=(("cards", "2..13"),), **more):
    parameters = tuple(parameter(GAME, TABLE, name, text) for name, text in vary)
    usual = {"trials": 16, "matches": 60, "confirm": 120}
    return Tuning("goofspiel", TABLE, parameters, targets_of(GAME, targets), **usual | more)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    file = tmp_path_factory.mktemp("tune") / "t.jsonl"
    asked = search("decisions=14..18", vary=(("cards", "2..13"), ("order", "random,up,down")))
    return tune(asked, file, workers=1), asked, file


def test_the_planted_answer_with_the_smallest_change(found):
    """A match with n cards has 2(n − 1) decisions: 8 to 10 reach the band, 10 is nearest, the order is no matter."""
    made = found[0]
    assert made.changes == {"cards": (13, 10)}
    assert made.options() == {"cards": 10}
    assert made.overlay() is None
    assert [one.after.found.mean for one in made.reached] == [18]


def test_values_that_do_not_go_together_are_left_out(monkeypatch):
    """Two options may each take a value that the other one forbids."""
    whole = Tuning.study

    def study(self, settings, matches, seed):
        if any(one["cards"] == 10 for one in settings):
            raise StudyError("ten cards do not go with it")
        return whole(self, settings, matches, seed)

    monkeypatch.setattr(Tuning, "study", study)
    assert tune(search("decisions=14..18"), workers=1).changes == {"cards": (13, 9)}


def test_the_result_is_told_of_deals_that_the_search_has_not_seen(found):
    made, asked, _ = found
    assert made.results.study.seed != asked.seed
    assert [v.name for v in made.results.study.variants] == ["as it is", "tuned"]
    assert made.results.matches(1) == asked.confirm


def test_the_same_command_goes_on_where_it_was(found, monkeypatch):
    made, asked, file = found
    lines = file.read_text().splitlines(keepends=True)
    played = []
    again = tuning_module.run_study

    def counted(study, **more):
        played.append(study)
        return again(study, **more)

    monkeypatch.setattr(tuning_module, "run_study", counted)
    assert tune(asked, file, workers=1).changes == made.changes
    assert len(played) == 1, "only the confirmation"
    file.write_text("".join(lines[:5]) + lines[5][:9])
    assert tune(asked, file, workers=1).changes == made.changes
    assert len(played) > 3
    with pytest.raises(StudyError, match="is of another search"):
        tune(search("draws=0..0.1"), file)
    file.write_text("what\n")
    with pytest.raises(StudyError, match="not a file of taku lab tune"):
        tune(asked, file)


def test_what_is_there_already_stays():
    made = tune(search("decisions=20..30", vary=(("cards", "10..13"),), trials=6), workers=1)
    assert made.changes == {}
    w = tuned_report(made, patience=-1).labels("en")
    assert answer_of(made, w).startswith("Nothing within the ranges comes nearer to the targets")


def test_the_report_has_the_answer_first_in_both_languages(found):
    page = html(tuned_report(found[0]))
    for answer, title in (("Cards 13 → 10: ", "Targets"), ("枚数 13 → 10：", "目標")):
        assert page.index(answer) < page.index(f"<h2>{title}</h2>")
    assert "Cards 13 → 10" in page.split("</title>")[0]


def test_noise_is_no_miss():
    """A figure that misses its band by less than its error counts nothing."""
    study = search("draws=..0.5").study([{}], 40, 1)
    results = tuning_module.run_study(study, workers=1, results=Results.begin(study))
    x, n = results.column("seat.1", 0)
    mean = float(x.sum() / n.sum())
    near, far = Measure("seat.1", "", mean + 0.01), Measure("seat.1", "", mean + 0.3)
    assert loss(results, [near]) == 0
    assert 20 < loss(results, [far]) < 36
    assert loss(results, [near, far]) == loss(results, [far])


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.4, 0.6, "met"), (0.7, None, "missed"), (0.47, None, "rather_met"), (0.52, None, "rather_missed"),
     (None, 0.4, "missed")],
)  # fmt: skip
def test_what_is_said_of_a_target(low, high, word):
    assert verdict(Measure("draws", "", low, high), Evidence(Interval(0.5, 0.45, 0.55), 1.0, 99, True)) == word


def test_numbers_of_the_content_end_in_an_overlay(tmp_path):
    game = find_game("destroy")
    atk = parameter(game, {}, "characters.lightblade.atk", "2..6")
    down = parameter(game, {}, "down_at", "2,3,4")
    asked = Tuning("destroy", {}, (atk, down), targets_of(game, ["draws"]))
    made = Tuned(asked, (5, 4), 1, None)
    file = tmp_path / "o.toml"
    file.write_text(overlay_file(made.overlay()))
    laid = load_overlay(file)
    assert (dict(laid.changes), laid.game) == ({"characters.lightblade.atk": 5}, "destroy")
    assert made.options() == {"down_at": 4}
    variant = asked.study([{"characters.lightblade.atk": 5, "down_at": 4}], 1, 1).variants[0]
    assert variant.overlay.changes == laid.changes
    assert variant.options["down_at"] == 4


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("card", "2..5", "did you mean 'cards'?"),
        ("cards", "2-5", "a range such as 2..5"),
        ("cards", "13..13", "nothing else may be tried"),
        ("cards", "9..2", "0 values"),
        ("seats", "2..3", "is not tuned"),
        ("cards", "2..99", "option cards takes 2 to 13, not 14"),
    ],
)
def test_wrong_parameters_are_named(name, text, said):
    with pytest.raises(StudyError, match=said):
        parameter(GAME, {}, name, text)


@pytest.mark.parametrize(
    ("target", "said"),
    [("drawz=0..1", "did you mean 'draws'?"), ("draws", "declares no target for draws"), ("draws=3", "takes a band")],
)
def test_wrong_targets_are_named(target, said):
    with pytest.raises(StudyError, match=said):
        targets_of(GAME, [target])
    with pytest.raises(StudyError, match="declares no targets in its balance"):
        targets_of(GAME, [])


def test_targets_are_the_games_own_unless_named():
    game = find_game("destroy")
    assert "rounds" in [t.name for t in targets_of(game, [])]
    (only,) = targets_of(game, ["draws=0..3%"])
    assert (only.low, only.high) == (0.0, 0.03)
    assert json.dumps(Tuning("destroy", {}, (), (only,)).json())
