"""The third speed's source. It runs on a device only (docs/performance.md); here it is written and read."""

import ast

import pytest

from taku.engine import find_game, found_games
from taku.engine.gpu import NoGpu, gpu_source


@pytest.mark.parametrize("name", sorted(found_games()))
def test_a_game_is_one_source_without_open_names(name):
    tree = ast.parse(gpu_source(find_game(name)))
    defined = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
    defined |= {t.id for n in tree.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    defined |= {
        "cuda",
        "np",
        "from_dtype",
        "int32",
        "uint64",
        "range",
        "min",
        "max",
        "abs",
        "int",
        "bool",
        "len",
        "divmod",
    }
    seen = set()
    for function in (n for n in tree.body if isinstance(n, ast.FunctionDef)):
        own = {a.arg for a in function.args.args}
        own |= {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        loaded = {n.id for part in function.body for n in ast.walk(part) if isinstance(n, ast.Name)}
        assert loaded - own <= defined, f"{function.name} uses {sorted(loaded - own - defined)}"
        assert function.name not in seen
        seen.add(function.name)
    assert "play" in seen


def test_without_a_gpu_it_says_so():
    pytest.importorskip("numba")
    from numba import cuda

    from taku.engine.batch import play_batch

    if cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(NoGpu, match=r"GPU|numba-cuda"):
        play_batch(find_game("connect_four"), 10, speed="gpu")
