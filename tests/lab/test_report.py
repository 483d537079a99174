"""Reports: the answer first, findings by weight with the matches that show them, in two languages, in one file."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from taku.check.texts import missing, places
from taku.engine.catalogue import LANGUAGES
from taku.engine.game import find_game
from taku.games.connect_four import game
from taku.lab.measures import Measure
from taku.lab.report import REPLAYS, article, html, text, told_of
from taku.lab.report.findings import findings
from taku.lab.report.labels import FOLDER, Labels
from taku.lab.watch import balance_of
from tests.lab.made import Study, Variant, made

PLAYERS = ("prefer", "prefer")


def study(*names, **more):
    return Study([Variant(name, 2, {}, PLAYERS) for name in names], **more)


def plant(points):
    """Seat 1 wins more often in the second variant: some of its losses are turned."""

    def change(variant, columns):
        if variant == 1:
            turned = np.random.default_rng(1).random(len(columns["seat.1"][0])) < points / 0.44
            won = np.where(turned, 1.0, columns["seat.1"][0])
            columns["seat.1"] = won, columns["seat.1"][1]
            columns["seat.2"] = 1 - won, columns["seat.2"][1]
            x, n = columns["taken.column.3"]
            columns["taken.column.3"] = 0 * x, n

    return change


@pytest.fixture(scope="module")
def results():
    return made(game, study("as it is", "changed", matches=2_000), 2_000, plant(0.08))


@pytest.fixture(scope="module")
def told(results):
    return told_of(game, results, about={"ended": "decided", "time": "2026-11-19T02:00:00Z"},
                   replay=lambda variant, number: f'{{"match": [{variant}, {number}]}}')  # fmt: skip


def test_the_answer_is_the_first_sentence(told):
    answer = text(told).splitlines()[0]
    assert re.fullmatch(r"“changed” raises seat 1's result by \d+\.\d points \(\d+\.\d to \d+\.\d points\)\.", answer)
    assert re.fullmatch(
        r"「changed」にすると、1番席の成績が[\d.]+ポイント上がる（[\d.]+〜[\d.]+ポイント）。",
        text(told, "ja").splitlines()[0],
    )


def test_a_difference_that_is_none_is_not_told_as_one():
    same = made(game, study("as it is", "changed"), 300)
    answer = text(told_of(game, same)).splitlines()[0]
    assert answer.startswith("Not decided after 300 matches: “changed” changes seat 1's result by something between −")
    same.study.matters = 0.5
    assert "by less than 50.0 points: nothing that matters" in text(told_of(game, same)).splitlines()[0]


def test_one_variant_is_compared_with_what_is_fair():
    one = made(game, study("as it is"), 2_000)
    assert "that is more than is fair" in text(told_of(game, one)).splitlines()[0]
    one.study.primary = "decisions"
    assert text(told_of(game, one)).startswith("Decisions a match: 21.")


def test_nothing_played_is_said():
    empty = made(game, study("as it is"), 0)
    assert text(told_of(game, empty)) == "Nothing has been played yet."
    assert "Nothing has been played yet." in html(told_of(game, empty))


def test_findings_are_those_that_are_planted(results):
    found = findings(results)
    never = [f for f in found if f.kind == "never"]
    assert [(f.measure, f.variant) for f in never] == [("taken.column.3", 1)]
    differences = {f.measure for f in found if f.kind == "difference"}
    assert "taken.column.3" in differences
    assert "decisions" not in differences  # the same matches, but for who won
    assert [f.weight for f in found] == sorted((f.weight for f in found), reverse=True)
    assert not [f for f in found if f.measure == "seat.2"]  # says again what seat 1 says


def test_what_no_variant_takes_is_told_once():
    def never(variant, columns):
        columns["taken.column.3"] = 0 * columns["taken.column.3"][0], columns["taken.column.3"][1]

    told = told_of(game, made(game, study("as it is", "changed"), 100, never))
    lines = [line for line in text(told).splitlines() if "never taken" in line]
    assert len(lines) == 1
    assert "With “" not in lines[0]


def test_what_is_never_the_best_and_what_is_never_offered_is_told():
    def plant(variant, columns):
        x, n = columns["right.column.2"]
        columns["right.column.2"] = 0 * x, n + 10
        columns["offered.column.6"] = 0 * columns["offered.column.6"][0], columns["offered.column.6"][1]

    told = told_of(game, made(game, study("as it is"), 100, plant))
    assert re.search(r"3 was looked at in [\d,]+ decisions and was never among the best", text(told))
    assert "Never offered in these matches: 7." in html(told)
    assert "この試合では一度も選べなかったもの：7。" in html(told)


@pytest.mark.parametrize("name", ["campus", "destroy", "oneiron", "synegier", "warring"])
def test_what_a_game_counts_is_called_something_in_both_languages(name):
    own = balance_of(find_game(name))
    assert set(own.titles["ja"]) == {m.name for m in own.measures}
    assert set(own.names["en"]) == set(own.names["ja"])
    for measure in own.measures:
        plain = measure.name.removesuffix(".*")
        assert Labels(find_game(name), "ja", own).measure(plain) != Labels(find_game(name), "en", own).measure(plain)


def test_targets_that_are_missed_are_found(results):
    missed = [f for f in findings(results, [Measure("decisions", "length", 30, 40, share=False)]) if f.kind == "target"]
    assert [(f.measure, f.base) for f in missed] == [("decisions", 30)] * 2
    met = findings(results, [Measure("decisions", "length", 15, 40, share=False)])
    assert not [f for f in met if f.kind == "target"]


def test_matches_that_show_it_are_in_the_file(told, results):
    (v0, n0), (v1, n1) = told.matches[-1]
    assert (v0, v1) == (0, 1)
    assert n0 == n1
    assert results.column("seat.1", 0)[0][n0] == 0
    assert results.column("seat.1", 1)[0][n0] == 1
    whole = html(told)
    links = re.findall(r'href="data:application/json;base64,([^"]+)"', whole)
    assert 2 <= len(set(links)) <= 2 * (REPLAYS + 1)
    assert base64.b64decode(links[0]).decode() == f'{{"match": [0, {n0}]}}'


def test_the_file_needs_nothing_else(told):
    whole = html(told)
    assert whole.startswith("<!DOCTYPE html>")
    assert len(whole) < 200_000
    for word in ("http:", "https:", "<script", "<link", "@import", "url(", "src=", "<img", "None"):
        assert word not in whole, word


class Checker(HTMLParser):
    """Elements are closed in the order in which they were opened."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.ids = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.ids += [v for k, v in attrs if k == "id"]
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("languages", [("en", "ja"), ("ja",)])
def test_the_page_is_whole(told, languages):
    checker = Checker()
    checker.feed(html(told, languages))
    assert not checker.open
    assert len(checker.ids) == len(set(checker.ids))
    assert not re.search(r"\{\w+\}", re.sub(r"\.report.*?\}", "", checker.text, flags=re.S).split("report")[-1])
    for code in languages:
        assert Labels(game, code).t("report.unmeasured") in checker.text


def test_a_report_shows_itself_as_a_part_of_a_page(told):
    part = article(told, ["ja"])
    assert part.startswith('<div class="report">')
    assert "<fieldset" not in part


def test_both_languages_say_everything():
    for language in LANGUAGES:
        assert missing(FOLDER, language) == []
    en, ja = (Labels(game, language).t.texts for language in LANGUAGES)
    for path, words in en.items():
        # A language may leave out what it does not need, but asks for nothing that is not given.
        assert places(ja[path]) <= places(words) | {"n"}, path


def test_every_measure_has_its_words(results):
    for language in LANGUAGES:
        labels = Labels(game, language)
        for name in results.names():
            assert labels.measure(name) != name
