"""A real Ray of two workers on this machine, one of which is killed in mid-study."""

import os
import signal

import pytest

from taku.lab.cluster import play_there
from taku.lab.declare import make_study
from taku.lab.play import Piece
from taku.lab.run import prepare, run_study
from taku.lab.study import StudyError
from tests.conftest import CI
from tests.lab.test_run import everything


@pytest.fixture(scope="module")
def ray():
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError:
        if CI:
            raise
        pytest.skip("NOT TESTED: Ray is missing (python3 run.py test installs it)")
    ray.init("local", num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False,
             object_store_memory=100 << 20)  # fmt: skip
    yield ray
    ray.shutdown()


def study(**more):
    usual = {"game": "connect_four", "level": "search:20", "matches": 60, "until": "matches", "measures": ["generic"]}
    return make_study(usual | more)


def test_a_worker_that_is_killed_loses_nothing(ray, tmp_path):
    one = study()
    prepare(one)
    alone = run_study(one, workers=1)
    who = ray.remote(lambda: os.getpid())
    workers = set(ray.get([who.remote() for _ in range(8)]))
    killed = []

    def kill(results, done, most):
        if not killed and done >= 8:
            killed.append(min(workers))
            os.kill(killed[0], signal.SIGKILL)

    file = tmp_path / "r.jsonl"
    found = run_study(one, file, where="ray:auto", progress=kill)
    assert killed
    assert everything(found) == everything(alone)
    assert ray.is_initialized(), "who started the cluster ends it"


def test_compiled_matches_are_the_same_there(ray):
    one = make_study({"game": "goofspiel", "level": "random", "matches": 3000, "until": "matches", "sample": 0})
    assert everything(run_study(one, where="ray:auto")) == everything(run_study(one, workers=1))


def test_what_goes_wrong_there_is_told_here(ray, monkeypatch):
    one = make_study({"game": "goofspiel", "level": "random", "matches": 10, "until": "matches", "sample": 0})
    monkeypatch.setattr("taku.lab.cluster.play", lambda piece: None)
    with pytest.raises(StudyError, match=r"a node of the cluster has goofspiel with rules [0-9a-f]+, the study 0123"):
        play_there(Piece(one.variants[0], 0, 1, 1, (), 0, 10), "0123")


def test_without_ray_it_says_so(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(StudyError, match=r"--ray needs Ray: install taku\[cluster\]"):
        run_study(study(matches=4), where="ray:auto")
