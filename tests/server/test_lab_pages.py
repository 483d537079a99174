"""The lab's pages: for the host alone, while a study runs and when it has ended."""

import http.client

import pytest

from taku.cli import main
from taku.lab.declare import make_study
from taku.lab.results import Results, ResultsFile
from taku.lab.run import run_study
from tests.server.kit import serving


def study(**more):
    names = {"en": "five or thirteen", "ja": "5枚か13枚か"}
    usual = {"game": "goofspiel", "name": names, "level": "random", "matches": 60, "sample": 0}
    return make_study(usual | {"vary": {"cards": [5, 13]}} | more)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    (folder / "lab").mkdir()
    (folder / "lab" / "broken.jsonl").write_text("what\n")
    words = ["lab", "goofspiel", "--level", "random", "--vary", "cards=5,13", "-n", "60", "--workers", "1"]
    assert main([*words, "-o", str(folder / "lab" / "ended.jsonl")]) == 0
    run_study(study(), folder / "lab" / "stopped.jsonl", workers=1)
    return folder


@pytest.fixture(scope="module")
def site(data):
    with serving(data, workers=0) as running:
        yield running


def test_all_studies_are_listed(site):
    page = site.visitor().get("/lab")
    assert page.status == 200
    assert "cards=5,13" in page.text
    assert 'href="/lab/ended"' in page.text
    assert "interrupted" in page.text
    assert "broken" not in page.text
    assert "実行中" not in page.text
    ours = site.visitor("ja").get("/lab").text
    assert "ラボ" in ours
    assert "5枚か13枚か" in ours


def test_a_report_is_the_page_that_was_written(site, data):
    page = site.visitor().get("/lab/ended")
    assert "Not decided after 60 matches" in page.text
    assert "60試合では決まらなかった" in page.text
    assert "base64" in page.text, "its matches, too"
    assert ' id="tongue-en" checked' in page.text
    assert ' id="tongue-en">' in site.visitor("ja").get("/lab/ended").text
    assert ' id="tongue-ja" checked' in site.visitor("ja").get("/lab/ended").text
    assert "lab.css" in page.text
    assert "<style" not in page.text, "the security header would block it"
    sheet = site.visitor().get(next(w for w in page.text.split('"') if w.endswith("/lab.css")))
    assert ".report" in sheet.text


def test_what_still_runs_is_shown_as_far_as_it_is(site, data):
    file = data / "lab" / "running.jsonl"
    run_study(study(name="still at it"), file, workers=1)
    held = ResultsFile(file, Results.read(file))
    try:
        assert "running" in site.visitor().get("/lab").text
        page = site.visitor("ja").get("/lab/running")
        assert page.headers["refresh"] == "10"
        assert "60試合では決まらなかった" in page.text
        assert "Not decided" not in page.text
    finally:
        held.close()
    assert "refresh" not in site.visitor().get("/lab/running").headers


@pytest.mark.parametrize("path", ["/lab/none", "/lab/..%2Fsecret.key", "/lab/%2e%2e", "/lab/broken"])
def test_nothing_else_is_read(site, path):
    assert site.visitor().get(path).status in (400, 404)


@pytest.mark.parametrize("path", ["/lab", "/lab/ended"])
def test_others_do_not_even_learn_that_it_is_there(site, path):
    """Behind a proxy everybody comes from this machine: then nobody is the host without the token."""
    connection = http.client.HTTPConnection(site.host, timeout=60)
    connection.request("GET", path, headers={"X-Forwarded-For": "203.0.113.7"})
    assert connection.getresponse().status == 404
    connection.close()
