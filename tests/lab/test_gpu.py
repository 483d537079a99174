"""Players that are rules on a GPU. It needs a device; here a host compiler takes the source."""

import ctypes
import json
import subprocess
import sys

import numpy as np
import pytest

from taku.compile.cuda import NoGpu
from taku.compile.gpu import gpu_source
from taku.engine import find_game
from taku.lab import policy
from taku.lab.counting import team_offset
from taku.lab.declare import make_study
from taku.lab.gpu import kinds_of, program_of
from taku.lab.run import run_study
from taku.lab.study import StudyError
from tests.compile.test_gpu import CHECKS, WARP, compiled, needs_compiler

RUN = """
static struct {
    const Core *given; i64 number, first, total; u64 next; Results to;
    const signed char *policies; i64 turns, width; const int (*numbers)[NUMBERS];
} work;
static void thread() {
    play(work.given, work.number, work.first, work.total, &work.next, work.to, work.policies, work.turns,
         work.width, work.numbers, 1);
    ended++;
    while (true) swapcontext(&lanes[lane], &outside);
}
extern "C" void run(
    const Core *given, i64 number, i64 first, i64 total, Results *to, const signed char *policies, i64 turns, i64 width,
    const int (*numbers)[NUMBERS]
) {
    work = {given, number, first, total, 0, *to, policies, turns, width, numbers};
    for (auto &one : lanes) {
        getcontext(&one);
        one.uc_stack.ss_size = 1 << 20;
        one.uc_stack.ss_sp = malloc(one.uc_stack.ss_size);
        makecontext(&one, thread, 0);
    }
    while (ended < 32) for (lane = 0; lane < 32; lane++) swapcontext(&outside, &lanes[lane]);
}
"""

PLAY = """
import ctypes, json, sys
file, template = sys.argv[1], bytes.fromhex(sys.argv[2])
number, first, n, seats = map(int, sys.argv[3:7])
policies, numbers = map(json.loads, sys.argv[7:])
kinds = (ctypes.c_int8 * (n * seats), ctypes.c_int32 * n, ctypes.c_uint64 * n, ctypes.c_int8 * (n * seats))
made = [kind() for kind in kinds]
to = (ctypes.c_void_p * 4)(*(ctypes.addressof(a) for a in made))
given = (ctypes.c_uint64 * (len(template) // 8))()
ctypes.memmove(given, template, len(template))
mine = (ctypes.c_int8 * (len(policies) * len(policies[0])))(*sum(policies, []))
scripts = (ctypes.c_int * (len(numbers) * len(numbers[0])))(*sum(numbers, []))
wide = [ctypes.c_int64(x) for x in (number, first, n)]
shape = [ctypes.c_int64(x) for x in (len(policies), len(policies[0]))]
ctypes.CDLL(file).run(given, *wide, to, mine, *shape, scripts)
print(json.dumps([list(a) for a in made]))
"""


def agree(name, folder, lineups, n, seats=None, **options):
    """The host compiler's matches are those of native speed, decision for decision."""
    game = find_game(name)
    rows, numbers = [policy.numbered(game, players) for players in lineups], policy.script_numbers(game)
    source = RUN.replace("NUMBERS", str(numbers.shape[1]))
    library = compiled(WARP + gpu_source(game, program_of(game, kinds_of(rows))) + source, folder, *CHECKS)
    template = policy.muted(game, game.read_seats(seats), game.read_options(options, game.read_seats(seats)))
    words = [library, template.bytes().hex(), *map(str, (5, 40, n, game.seats[-1]))]
    words += [json.dumps(rows), json.dumps(numbers.tolist())]
    run = subprocess.run([sys.executable, "-c", PLAY, *words], capture_output=True, text=True, check=True)
    ranks, decisions, hashes, teams = json.loads(run.stdout)
    native = policy.play_by_policy(game, template, rows, 5, 40, n, hashes=True, finals=True)
    assert decisions == native.decisions.tolist()
    assert hashes == native.hashes.tolist()
    most = game.seats[-1]
    assert np.reshape(ranks, (n, most))[:, : template.seats].tolist() == native.ranks.tolist()
    if team_offset(game) >= 0:
        assert np.reshape(teams, (n, most)).tolist() == native.finals.field("team").tolist()


@needs_compiler
def test_players_one_step_ahead_play_the_same_matches_as_on_a_processor(tmp_path):
    """Two line-ups, so that players change seats on a deal; matches begin in the middle of one."""
    agree("destroy", tmp_path, [("prefer", "value"), ("value", "prefer")], 35, seats=2)


@needs_compiler
def test_scripted_players_play_the_same_matches_as_on_a_processor(tmp_path):
    """Commanders imagine what their orders lead to; one of them plays against a player that draws."""
    lineups = [("casual", "beginner"), ("pang_juan", "prefer")]
    agree("warring", tmp_path, lineups, 34, size=14, max_troops=12, round_limit=10)


@needs_compiler
def test_drawn_players_need_no_world(tmp_path):
    agree("goofspiel", tmp_path, [("random",) * 3], 40, seats=3)
    source = gpu_source(find_game("destroy"), program_of(find_game("destroy"), frozenset()))
    assert "ahead" not in source


def test_a_study_on_a_gpu_says_what_it_cannot_do():
    one = make_study({"game": "goofspiel", "level": "search:10", "matches": 4})
    with pytest.raises(StudyError, match="on a GPU players are random, prefer, value; search:10 search, and cannot"):
        run_study(one, workers=1, where="gpu")
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        with pytest.raises(NoGpu, match="GPU"):
            run_study(make_study({"game": "goofspiel", "level": "random", "matches": 4}), workers=1, where="gpu")
