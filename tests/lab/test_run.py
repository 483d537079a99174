"""Running a study: the same matches however they are played, and nothing that was played is lost."""

import json
import os
import signal
import subprocess
import sys
import time
import zlib
from base64 import b64encode
from pathlib import Path

import numpy as np
import pytest

from taku.bots.players import rewards as plain_rewards
from taku.compile.batch import play_batch
from taku.lab import run
from taku.lab.columns import Chunk, columns, rewards
from taku.lab.declare import make_study
from taku.lab.play import Piece, play, watched_match, watcher
from taku.lab.results import Results, read_array, read_chunk, write_array
from taku.lab.run import gaps, prepare, resumed, rounds, run_study
from taku.lab.study import StudyError
from taku.lab.watch import Count


def study(**data):
    usual = {"game": "goofspiel", "level": "random", "matches": 600, "sample": 0, "vary": {"order": ["random", "up"]}}
    return make_study(usual | data)


def everything(results):
    return {
        (v, name): [a.tolist() for a in results.column(name, v)]
        for v in range(len(results.study.variants))
        for name in results.names(v)
    }


def test_matches_are_those_of_a_batch():
    """Random players in a study play the matches of `taku sim`."""
    found = run_study(study(matches=300, until="matches", seats=3), workers=1)
    for place, variant in enumerate(found.study.variants):
        batch = play_batch(variant.found, 300, seats=3, options=variant.options, number=1)
        ranks = np.concatenate([c.ranks for c in found.whole(place)])
        assert ranks.tolist() == batch.ranks.tolist()
        assert found.column("decisions", place)[0].tolist() == batch.decisions.tolist()


def test_generic_figures_are_counted_in_a_sample():
    found = run_study(study(matches=300, until="matches", sample=50), workers=1)
    n = found.column("generic.choices", 1)[1]
    assert (n[:50] > 0).all()
    assert not n[50:].any()
    assert run_study(study(matches=60, sample=0, measures=["generic"]), workers=1).column("generic.choices", 0)[1].all()


def test_results_are_those_of_bots():
    ranks = [[1, 2, 3, 3], [1, 1, 3, 4], [1, 1, 1, 1]]
    for teams in (None, [0, 0, 1, 2]):
        given = None if teams is None else np.array([teams] * 3)
        found = rewards(np.array(ranks), given)
        for row, made in zip(ranks, found, strict=True):
            assert made.tolist() == pytest.approx(plain_rewards(row, teams or [0, 1, 2, 3]))


def test_a_team_of_several_seats_comes_first_together():
    ranks, teams = np.array([[1, 1, 3], [2, 2, 1], [1, 1, 1]]), np.array([[0, 0, 1]] * 3)
    found = columns(Chunk(0, 0, ranks, np.ones(3), teams), study(seats=3).variants[0])
    assert found["team_first.1"][0].tolist() == [1, 0, 0]
    assert "team_first.2" not in found, "a seat alone has its own first places"
    assert found["first.3"][0].tolist() == [0, 1, 0]


def test_workers_chunks_and_watching_change_nothing():
    one = study(matches=200, until="matches", level="prefer")
    alone = run_study(one, workers=1)
    assert everything(alone) == everything(run_study(one, workers=2))
    variant = one.variants[1]
    for number in (0, 7):
        look = watcher(variant.found, (), Count())
        ranks, decisions = watched_match(variant, one.seed, number, 1, look)
        chunk = play(Piece(variant, 1, one.seed, 1, (), number, 1))
        assert (chunk.ranks[0].tolist(), int(chunk.decisions[0])) == (ranks, decisions)


def test_the_same_luck_in_all_variants():
    """Two names for the same match give the same results, match by match."""
    one = study(vary={"hands": ["open", "sealed"]}, matches=300, until="matches")
    found = run_study(one, workers=1)
    a, _, b, _ = found.paired("seat.1", 0, 1)
    assert a.tolist() == b.tolist()  # who sees what changes nothing for random players


def test_players_change_seats_on_the_same_deal():
    one = study(vary={}, players=["prefer", "random"], rotate=True, matches=100, until="matches")
    found = run_study(one, workers=1)
    assert len(found.column("seat.1", 0)[0]) == 50, "a deal counts once"
    x, n = found.column("player.prefer", 0)
    y, _ = found.column("player.random", 0)
    assert (x + y).tolist() == pytest.approx([1.0] * 50)
    assert n.tolist() == [1.0] * 50
    assert x.mean() > 0.6


def test_rounds_depend_on_the_study_alone():
    one = study(matches=5000)
    made = list(rounds(one, "compiled"))
    assert made[0] == (0, 256)
    assert [b for _, b in made[:-1]] == [a for a, _ in made[1:]]
    assert made[-1][1] == 5000
    deals = study(vary={}, seats=3, rotate=True, matches=1000)
    assert all(end % 3 == 0 for _, end in rounds(deals, "compiled"))


def test_gaps_are_what_is_not_there():
    found = Results.begin(study())
    for first in (0, 30, 20):
        found.add(play(Piece(found.study.variants[0], 0, 1, 1, (), first, 10)))
    assert list(gaps(found, 0, 0, 60)) == [(10, 20), (40, 60)]
    assert found.matches(0) == 10, "statistics look no further than the first gap"
    assert list(gaps(found, 1, 5, 9)) == [(5, 9)]


@pytest.mark.parametrize(
    "values",
    [
        *([1, 2, 3], [1.5, float("nan")], [-3, 200], [[1, 2], [3, 4]], [], [1e300]),
        *([[1, 2], [2, 1], [1, 1]] * 7, [-1, 0, 0], [7], [2.0, 3.0], [-129, 127], [1 << 40, 3] * 100),
    ],
)
def test_arrays_come_back(values):
    made = json.loads(json.dumps(write_array(np.array(values))))
    assert np.array_equal(read_array(made), np.array(values), equal_nan=True)


def test_matches_of_two_seats_take_ten_bits():
    """Compressing them took longer than playing them."""
    ranks, decisions = np.array([[1, 2], [2, 1], [1, 1]] * 4000, np.int8), np.arange(12_000, dtype=np.int32) % 36 + 7
    assert len(write_array(ranks)[2]) + len(write_array(decisions)[2]) == 4 * 12_000 * 10 / 8 / 3


def test_a_file_of_the_first_format_goes_on(tmp_path):
    """Its arrays were compressed, or plain, and never bits."""
    one, file = study(until="matches"), tmp_path / "r.jsonl"
    whole = run_study(one, file, workers=1)
    head, *rows = file.read_text().splitlines()
    old = [head.replace('"taku.lab": 2', '"taku.lab": 1')]
    for row in rows[:3]:
        chunk = read_chunk(row)
        body = json.loads(row[len('{"crc":"00000000","row":') : -1])
        body["ranks"] = ["<i2", list(chunk.ranks.shape), packed(chunk.ranks.astype("<i2")), 1]
        body["decisions"] = ["<i4", list(chunk.decisions.shape), b64encode(chunk.decisions.astype("<i4")).decode()]
        text = json.dumps(body)
        old.append(f'{{"crc":"{zlib.crc32(text.encode()):08x}","row":{text}}}')
    assert old[0] != head
    file.write_text("\n".join(old) + "\n")
    found = resumed(file)
    assert not found.lost
    assert sum(len(of) for of in found.chunks) == 3
    assert everything(run_study(one, file, workers=1)) == everything(whole)


def packed(a):
    return b64encode(zlib.compress(a.tobytes())).decode()


def test_a_study_goes_on_where_it_was(tmp_path):
    one, file = study(until="matches"), tmp_path / "r.jsonl"
    whole = run_study(one, workers=1)
    run_study(one, file, workers=1)
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) > 4
    for damage in (
        "".join(lines[:3]),  # it was interrupted
        "".join(lines[:3]) + lines[3][:40],  # while a line was being written
        "".join([lines[0], lines[1][:30] + "x" + lines[1][31:], *lines[2:]]),  # a line is damaged
        "".join([*lines[:2], *lines[3:]]),  # a line is lost
        lines[0],
    ):
        file.write_text(damage)
        found = run_study(one, file, workers=1)
        assert everything(found) == everything(whole)
        assert found.ended == whole.ended
        assert everything(Results.read(file)) == everything(whole), "and so it stands in the file"
    file.write_text("".join([lines[0], lines[1][:30] + "x" + lines[1][31:], *lines[2:]]))
    assert Results.read(file).lost == ["line 2 is damaged (its checksum differs): its matches will be played again"]


def test_files_that_cannot_go_on(tmp_path):
    file = tmp_path / "r.jsonl"
    run_study(study(matches=10, until="matches"), file, workers=1)
    text = file.read_text()
    head = json.loads(text.splitlines()[0])
    head["about"]["content"][0] = "0123456789abcdef"
    file.write_text(json.dumps(head) + "\n")
    with pytest.raises(StudyError, match="their matches cannot be mixed"):
        resumed(file)
    file.write_text("what\n")
    with pytest.raises(StudyError, match="not a file of results"):
        Results.read(file)
    with pytest.raises(StudyError, match="there is no file of results"):
        Results.read(tmp_path / "none")


def test_killed_in_the_middle(tmp_path):
    """kill -9 while it runs: what was played is there, and the end is the same as if nothing had happened."""
    one, file = study(matches=400_000, until="matches", seats=2), tmp_path / "r.jsonl"
    code = (
        "import sys; from pathlib import Path; from taku.lab.results import Results; from taku.lab.study import Study;"
        "import json; from taku.lab.run import run_study;"
        "run_study(Study.read(json.loads(sys.stdin.read())), Path(sys.argv[1]), workers=2)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(file)], stdin=subprocess.PIPE, text=True)
    process.stdin.write(json.dumps(one.json()))
    process.stdin.close()
    ends = time.monotonic() + 60
    while (not file.exists() or file.stat().st_size < 100_000) and time.monotonic() < ends:
        time.sleep(0.01)
    process.kill()
    process.wait()
    kept = Results.read(file)
    assert 0 < kept.matches(0) < 400_000
    n = kept.matches(0)
    fresh = play(Piece(one.variants[0], 0, one.seed, 1, (), n - 100, 200))
    more = play(Piece(one.variants[0], 0, one.seed, 1, (), n, 100))
    assert kept.column("seat.1", 0)[0][-100:].tolist() == rewards(fresh.ranks)[:100, 0].tolist()
    assert rewards(more.ranks)[:, 0].tolist() == rewards(fresh.ranks)[100:, 0].tolist()


def test_a_worker_that_dies_loses_nothing(tmp_path):
    """Players that think play in processes; one of them is killed in mid-study."""
    one = make_study(
        {"game": "connect_four", "level": "search:20", "matches": 60, "until": "matches", "measures": ["generic"]}
    )
    prepare(one)
    whole = run_study(one, workers=1)
    killed = []

    def kill(results, done, most):
        if not killed and done >= 8:
            workers = [int(p) for p in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()]
            workers = [p for p in workers if b"spawn_main" in Path(f"/proc/{p}/cmdline").read_bytes()]
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    found = run_study(one, tmp_path / "r.jsonl", workers=2, progress=kill)
    assert killed
    assert everything(found) == everything(whole)


def test_two_at_once_are_refused(tmp_path):
    file = tmp_path / "r.jsonl"

    def second(results, done, most):
        with pytest.raises(StudyError, match="another process is running this study"):
            run_study(study(matches=10), file, workers=1, results=Results.begin(study(matches=10)))

    run_study(study(matches=10, until="matches"), file, workers=1, progress=second)


def test_content_that_the_rules_have_no_room_for(monkeypatch):
    one = make_study({"game": "destroy", "vary": {"characters.lightblade.atk": [5]}})
    run.try_out(one.variants[0])

    def broken(self, s):
        raise OverflowError("300 does not fit")

    monkeypatch.setattr("taku.engine.rules.Rules.start", broken)
    with pytest.raises(StudyError, match=r"'characters.lightblade.atk=5': the rules have no room .*300 does not fit"):
        run.try_out(one.variants[0])
