"""Native speed: the same bytes, taken from the cache while nothing changed, never stale."""

import importlib.util
import os
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

from taku.compile.batch import play_batch, play_build
from taku.compile.native import HEAVY, Build, _cpu, cache_folder, marker
from taku.compile.speed import rules_of
from taku.engine.game import GameError
from tests.engine.toy import game


def test_speeds_agree_over_whole_matches():
    for seats in game.seats:
        options = game.read_options({"turns": 20, "lucky": "yes", "mode": "double"}, seats)
        slow = play_batch(game, 50, seats=seats, options=options, speed="interpreted", hashes=True)
        fast = play_batch(game, 50, seats=seats, options=options, hashes=True)
        assert np.array_equal(slow.hashes, fast.hashes)
        assert np.array_equal(slow.ranks, fast.ranks)
        assert np.array_equal(slow.decisions, fast.decisions)
        assert slow.ranks.shape == (50, seats)


def test_every_method_agrees():
    fast, slow = rules_of(game, "native"), rules_of(game, "interpreted")
    s, t = game.new(3), game.new(3)
    for state, rules in ((s, fast), (t, slow)):
        rules.key(state, bytes(range(16)))
        rules.start(state)
    while fast.actors(s):
        (seat,) = fast.acting(s)
        assert slow.acting(t) == [seat]
        assert fast.kind(s, seat) == slow.kind(t, seat) == "play"
        assert fast.legal(s, seat) == slow.legal(t, seat)
        assert fast.default(s, seat) == slow.default(t, seat)
        for viewer in (-1, 0, 1, 2):
            a, b = fast.view(s, viewer), slow.view(t, viewer)
            assert a.bytes() == b.bytes()
            assert fast.guess(a, viewer, 5, 6) == slow.guess(b, viewer, 5, 6)
        fast.act(s, seat, fast.legal(s, seat)[-1])
        slow.act(t, seat, slow.legal(t, seat)[-1])
        assert s.bytes() == t.bytes()
        assert fast.digest(s) == slow.digest(t) == s.digest()
    assert fast.scores(s) == slow.scores(t)


def test_matches_do_not_depend_on_threads_or_order():
    one = play_batch(game, 10_000, number=3, hashes=True)
    two = play_batch(game, 10_000, number=3, hashes=True, threads=2)
    part = play_batch(game, 100, number=3, first=5_000, hashes=True)
    assert np.array_equal(one.hashes, two.hashes)
    assert np.array_equal(one.hashes[5_000:5_100], part.hashes)
    assert not np.array_equal(one.hashes, play_batch(game, 10_000, number=4, hashes=True).hashes)


def test_an_index_past_its_end_raises_with_bounds_checks(tmp_path):
    text = SMALL.replace("s.field[i]", "s.field[i + 3]")
    broken = load(tmp_path, "broken_bounds", text)
    with pytest.raises(IndexError):
        play_batch(broken, 10, check=True)


def test_a_second_start_compiles_nothing_and_needs_no_numba():
    assert rules_of(game, "native")
    program = """
        import sys
        from tests.engine.toy import game
        from taku.compile.batch import play_batch, play_build
        assert play_build(game).ready
        assert play_batch(game, 10).total == 60
        assert "numba" not in sys.modules
    """
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.path.join(root, "src")])}
    play_batch(game, 1)
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, env=environment)


def test_a_damaged_cache_is_compiled_again(tmp_path):
    """Of a game that nobody else plays: others look into the same cache meanwhile."""
    made = load(tmp_path, "damaged_cache", named("damaged_cache"))
    build = play_build(made)
    assert build.functions
    unit = build.units[build.entries["apply"]]
    marker(unit.module).with_suffix(".o").unlink()
    again = play_build(made)
    assert not again.ready
    assert [u.module for u in again.missing] == [unit.module]
    assert again.functions
    assert play_batch(made, 5).total == 30


@pytest.mark.parametrize("damage", [".o", ".built"])
def test_damaged_files_in_the_cache_are_compiled_again(tmp_path, damage):
    """In a process of its own: LLVM ends one that is given damaged code."""
    folder = tmp_path / "cache"
    program = f"""
        from pathlib import Path
        from taku.compile.native import Build, cache_folder
        from tests.compile.test_native import SMALL, load
        build = Build(load(Path({str(tmp_path)!r}), "damaged", SMALL))
        print(build.missing == [], sorted(build.functions)[:2])
    """
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    paths = os.pathsep.join([root, os.path.join(root, "src")])
    environment = {**os.environ, "PYTHONPATH": paths, "TAKU_CACHE": str(folder)}
    command = [sys.executable, "-c", textwrap.dedent(program)]
    run = lambda: subprocess.check_output(command, env=environment, text=True).split(" ", 1)[0]  # noqa: E731
    assert run() == "False"
    for file in folder.rglob(f"*_act_*{damage}"):
        file.write_bytes(file.read_bytes()[:40])
    assert run() == "True", "nothing is missing"
    for file in folder.rglob("*_act_*.o"):
        assert len(file.read_bytes()) > 40


def test_what_another_process_left_in_numbas_cache_is_not_taken_for_compiled(tmp_path):
    """Its library would be empty, and whoever calls it would fall into nothing."""
    program = f"""
        from pathlib import Path
        from taku.compile import compiler
        from taku.compile.native import Build, cache_folder, marker
        from tests.compile.test_native import SMALL, load
        build = Build(load(Path({str(tmp_path)!r}), "raced", SMALL))
        build.compile()
        unit = build.units[build.entries["act"]]
        code = marker(unit.module).with_suffix(".o")
        size = len(code.read_bytes())
        forget, late = compiler._forget, []
        def forget_too_early(module):
            late.append(module)
            if len(late) > 1:
                forget(module)
        compiler._forget = forget_too_early
        compiler.compile_file(unit.module, unit.rule.alias, unit.needs)
        print(len(late), len(code.read_bytes()) == size)
    """
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([root, os.path.join(root, "src")]),
        "TAKU_CACHE": str(tmp_path / "cache"),
    }
    assert subprocess.check_output([sys.executable, "-c", textwrap.dedent(program)], env=environment, text=True) == (
        "2 True\n"
    )


def test_what_numba_kept_may_vanish(tmp_path):
    made = load(tmp_path, "vanish", named("vanish").replace("s.turns += 1", f"s.turns += 1 + 0 * {time.time_ns()}"))
    build = Build(made)
    build.compile()
    for kept in (cache_folder() / "__pycache__").glob(f"{build.units[build.entries['act']].module}.*.nb?"):
        kept.unlink()
    again = play_build(made)
    missing = len(again.missing)
    assert again.compile() > missing, "everything is compiled once more"
    assert play_batch(made, 5).total == 30


SMALL = """
from pathlib import Path
import sys
from taku.engine import Actions, Events, Game, GameState, Kinds, act, event, i8, i16, rule, table
from {helpers} import step

GO = Actions(go=act("X-1", "i:3"))
KIND = Kinds(go=GO)
EVENT = Events(went=event("X-1", "seat"))
BONUS = table([1, 2, 3])

class State(GameState, events=1):
    turns = i8()
    field = i16(3)

@rule
def setup(s):
    s.turns = 0
@rule
def actors(s):
    return 0 if s.turns >= 6 else 1
@rule
def kind(s, seat):
    return KIND.go
@rule
def legal(s, seat, out):
    for i in range(3):
        out[i] = GO.go(i)
    return 3
@rule
def default(s, seat):
    return GO.go(0)
@rule
def apply(s, seat, action):
    i = GO.go.i(action)
    s.field[i] += step(BONUS[i])
    s.turns += 1
@rule
def scores(s, out):
    out[0] = 1
@rule
def guess(s, seat):
    s.turns += 0

game = Game(id="small", version=1, state=State, seats=(1,), kinds=KIND, events=EVENT, decisions=6,
            rules=(sys.modules[__name__],), folder=Path("."))
"""


def named(id):
    """The small game under a name of its own: what is compiled of it in the cache is shared with no other test."""
    return SMALL.replace('id="small"', f'id="{id}"')


HELPERS = "from taku.engine import rule\n@rule\ndef step(n):\n    return n * 2\n"


def load(folder, name, text, helpers=HELPERS):
    """Import a small game whose helper rule lives in another file."""
    (folder / f"{name}_helpers.py").write_text(helpers)
    (folder / f"{name}.py").write_text(text.format(helpers=f"{name}_helpers"))
    for module in (f"{name}_helpers", name):
        spec = importlib.util.spec_from_file_location(module, folder / f"{module}.py")
        sys.modules[module] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[module])
    return sys.modules[name].game


def test_a_change_anywhere_below_is_never_run_stale(tmp_path):
    total = lambda g: played(g).field[2]  # noqa: E731

    def played(g):
        rules = rules_of(g, "native")
        s = g.new()
        rules.start(s)
        for _ in range(6):
            rules.act(s, 0, 2)
        return s

    assert total(load(tmp_path, "stale_a", SMALL)) == 36
    changed = load(tmp_path, "stale_a", SMALL, HELPERS.replace("n * 2", "n * 5"))
    assert total(changed) == 90, "a callee in another file changed"
    assert total(load(tmp_path, "stale_a", SMALL.replace("[1, 2, 3]", "[1, 2, 4]"))) == 48, "a table changed"
    wider = SMALL.replace("turns = i8()", "turns = i8()\n    more = i8(5)")
    assert total(load(tmp_path, "stale_a", wider)) == 36, "the layout changed"


def test_a_change_compiles_only_what_depends_on_it(tmp_path):
    text = named("partial")
    first = Build(load(tmp_path, "partial", text))
    first.compile()
    second = Build(load(tmp_path, "partial", text, HELPERS.replace("n * 2", "n * 7")))
    assert {u.rule.name for u in second.missing} == {"step", "apply", "act"}
    comments = Build(load(tmp_path, "partial", text.replace("s.turns += 1", "s.turns += 1  # one more")))
    assert comments.ready


def test_heavy_rules_are_linked_when_loaded(tmp_path):
    """A chain of rules of which the lower ones are too heavy to be compiled into their callers."""
    lines = "\n".join(f"    n = (n * {k % 7 + 2} + {k}) % 9973" for k in range(HEAVY // 8))
    head = "from taku.engine import rule\n@rule\ndef deep(n):\n"
    heavy = f"{head}{lines}\n    return n % 50\n@rule\ndef step(n):\n    return deep(n)\n"
    made = load(tmp_path, "heavy", SMALL, heavy)
    build = play_build(made)
    assert build.units[build.entries["play"]].needs
    slow = play_batch(made, 20, speed="interpreted", hashes=True)
    assert np.array_equal(play_batch(made, 20, hashes=True).hashes, slow.hashes)


def test_a_rule_that_does_not_compile_is_named(tmp_path):
    from taku.compile.native import CompileError

    broken = load(tmp_path, "nocompile", named("nocompile").replace("s.turns += 1", "s.turns += s.field"))
    with pytest.raises(CompileError, match=r"nocompile\.py:\d+: apply does not compile"):
        Build(broken).compile()


def test_speeds_have_names():
    with pytest.raises(GameError, match="unknown speed 'natve'; did you mean 'native'"):
        rules_of(game, "natve")
    assert rules_of(game, "interpreted").speed == "interpreted"


def test_the_environment_chooses_the_speed(monkeypatch):
    monkeypatch.setenv("TAKU_SPEED", "interpreted")
    assert rules_of(game).speed == "interpreted"
    assert rules_of(game, "native").speed == "native"


def test_the_cache_is_where_the_environment_says():
    assert cache_folder().is_dir()
    if os.environ.get("TAKU_CACHE"):
        assert os.environ["TAKU_CACHE"] in str(cache_folder())


def test_a_game_may_name_its_own_rules_like_the_contract(tmp_path):
    """A helper called `view` is the game's own, not the view that the engine composes; so is a constant."""
    text = SMALL.replace("@rule\ndef apply", "SEATS = 5\n@rule\ndef view(n):\n    return n + SEATS\n@rule\ndef apply")
    made = load(tmp_path, "names_alike", text.replace("step(BONUS[i])", "view(BONUS[i])"))
    slow = play_batch(made, 20, speed="interpreted", hashes=True)
    assert np.array_equal(play_batch(made, 20, hashes=True).hashes, slow.hashes)
    s = made.new()
    rules = rules_of(made, "native")
    rules.start(s)
    rules.act(s, 0, 1)
    assert s.field[1] == 7


def test_code_for_another_processor_has_a_cache_of_its_own(monkeypatch):
    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    own = _cpu.__wrapped__()
    monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64-v3")
    assert _cpu.__wrapped__() != own
    assert _cpu.__wrapped__().endswith("x86-64-v3")
