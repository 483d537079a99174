"""The third speed's source. It runs on a device only (docs/performance.md); here a host compiler takes it."""

import ctypes
import json
import re
import shutil
import subprocess
import sys

import pytest

from taku.compile.batch import play_batch
from taku.compile.cplus import PRELUDE, changes, write_rule, write_table
from taku.compile.cuda import NoGpu
from taku.compile.gpu import HEAD, WRITTEN, gpu_source
from taku.compile.kernels import copy_world
from taku.compile.widths import wide_rules
from taku.engine import find_game, found_games, roll, rule
from taku.engine.rule import in_order, rule_of, table
from taku.engine.source import SubsetError, write

COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
needs_compiler = pytest.mark.skipif(not COMPILER, reason="there is no C++ compiler here")
CHECKS = ("-fsanitize=signed-integer-overflow,shift", "-fsanitize-undefined-trap-on-error")
"""Ends the program where 32 bits are too few."""

WARP = """
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#define __device__
#define __global__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __builtin_assume(x)
#define CHECK(i, n) if (i < -n || i >= n) { fprintf(stderr, "index %d of %d\\n", i, n); abort(); }
static ucontext_t outside, lanes[32];
static int lane, ended;
static void wait_for_all(bool mine, unsigned &all) {
    static unsigned round, collected, found;
    static int here;
    unsigned now = round;
    collected |= unsigned(mine) << lane;
    if (++here == 32) found = collected, here = collected = 0, round++;
    else while (round == now) swapcontext(&lanes[lane], &outside);
    all = found;
}
static unsigned __ballot_sync(unsigned, unsigned long long mine) { unsigned all; wait_for_all(mine, all); return all; }
static void __syncwarp() { unsigned all; wait_for_all(false, all); }
static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static int __ffs(int x) { return __builtin_ffs(x); }
static int __ffsll(long long x) { return __builtin_ffsll(x); }
static unsigned long long atomicAdd(unsigned long long *at, unsigned long long n) { *at += n; return *at - n; }
"""
"""CUDA's words for a host compiler: the 32 threads of a warp are fibres that wait for each other where CUDA's do."""

RUN = """
static struct { const Core *given; i64 number, total; u64 next; Results to; } work;
static void thread() {
    play(work.given, work.number, 0, work.total, &work.next, work.to, 2);
    ended++;
    while (true) swapcontext(&lanes[lane], &outside);
}
extern "C" void run(const Core *given, i64 number, i64 total, Results to) {
    work = {given, number, total, 0, to};
    for (auto &one : lanes) {
        getcontext(&one);
        one.uc_stack.ss_size = 1 << 18;
        one.uc_stack.ss_sp = malloc(one.uc_stack.ss_size);
        makecontext(&one, thread, 0);
    }
    while (ended < 32) for (lane = 0; lane < 32; lane++) swapcontext(&outside, &lanes[lane]);
}
"""

PLAY = """
import ctypes, json, sys
class Results(ctypes.Structure):
    _fields_ = [("ranks", ctypes.c_void_p), ("decisions", ctypes.c_void_p), ("hashes", ctypes.c_void_p)]
file, template, number, n, seats = sys.argv[1], bytes.fromhex(sys.argv[2]), *map(int, sys.argv[3:])
ranks, decisions, hashes = (ctypes.c_int8 * (n * seats))(), (ctypes.c_int32 * n)(), (ctypes.c_uint64 * n)()
to = Results(*(ctypes.addressof(a) for a in (ranks, decisions, hashes)))
given = (ctypes.c_uint64 * (len(template) // 8))()
ctypes.memmove(given, template, len(template))
ctypes.CDLL(file).run(given, ctypes.c_int64(number), ctypes.c_int64(n), to)
print(json.dumps([list(ranks), list(decisions), list(hashes)]))
"""
"""Plays in a process of its own: a failed check ends it."""


def compiled(source, folder, *options):
    """A shared library of a C++ source."""
    (folder / "made.cpp").write_text(source)
    words = [COMPILER, "-std=c++17", "-O1", "-w", "-shared", "-fPIC", *options, "made.cpp", "-o", "made.so"]
    subprocess.run(words, cwd=folder, check=True)
    return str(folder / "made.so")


@needs_compiler
@pytest.mark.parametrize("name", sorted(found_games()))
def test_the_same_matches_as_at_native_speed(name, tmp_path):
    game, number, n = find_game(name), 5, 72  # more matches than tables at two a thread: some play two
    library = compiled(WARP + gpu_source(game) + RUN, tmp_path, *CHECKS)
    for seats in {game.seats[0], game.seats[-1]}:
        template = game.new(seats)
        template.log.mute = 1
        words = [library, template.bytes().hex(), str(number), str(n), str(game.seats[-1])]
        run = subprocess.run([sys.executable, "-c", PLAY, *words], capture_output=True, text=True, check=True)
        ranks, decisions, hashes = json.loads(run.stdout)
        native = play_batch(game, n, seats=seats, number=number, hashes=True)
        assert decisions == native.decisions.tolist()
        assert hashes == native.hashes.tolist()
        width = game.seats[-1]
        assert [ranks[i * width : i * width + seats] for i in range(n)] == native.ranks.tolist()


def test_a_source_is_the_same_every_time():
    assert gpu_source(find_game("goofspiel")) == gpu_source(find_game("goofspiel"))


ROWS = table([[3, 1, -4], [1, -5, 9]])


@rule
def rounding(a, b):
    return 100 * (a // b) + a % b + (a // 4) - (a % 8)


@rule
def truth(a, b):
    found = (a and b) or 7
    return 10 * found + (not a) + (a > 2 and b > 2) + bool(a) + int(-3 < a < b)


@rule
def loops(a, b):
    total = 0
    for i in range(a, b):
        if i == 3:
            continue
        if i > 6:
            break
        total += i
        i = 100
    for i in range(5, -5, -2):
        total = 3 * total + i
    for i in (a, b, 4):
        total += i
    while total > 500:
        total //= 2
    return total


@rule
def tables(a, b):
    return ROWS[a % 2, b % 3] * 10 + ROWS[-1, -2] + len(ROWS) + min(a, b, 3) + max(a, 1) + abs(b)


@rule
def pairs(a, b):
    a, b = b, a
    c, d = divmod(a, 5)
    return 100 * c + 10 * d + (b if b < c else ~b) + (a ^ b) + (a << 2) + (a >> 1)


@needs_compiler
def test_operators_mean_what_they_mean_in_python(tmp_path):
    rules = (rounding, truth, loops, tables, pairs)
    text = [WARP, HEAD, PRELUDE]
    for f in rules:
        written = write(rule_of(f), {})
        text += [write_table(f"{written.rule.alias}_{a}", t) for a, t in written.tables.items()]
        text.append(write_rule(written, {}, heavy=False, wide=False))
        text.append(f'extern "C" int run_{f.__name__}(int a, int b) {{ return {written.rule.alias}(a, b); }}')
    library = ctypes.CDLL(compiled("\n".join(text), tmp_path))
    for f in rules:
        for a in range(-9, 10):
            for b in range(-9, 10):
                if b or f is not rounding:
                    assert getattr(library, f"run_{f.__name__}")(a, b) == f(a, b), (f.__name__, a, b)


@rule
def two_rolls(s):
    return 10 * roll(s, 6) + roll(s, 6)


@rule
def rolls_as_arguments(s):
    return max(roll(s, 6), roll(s, 8)) + two_rolls(s)


@rule
def rolled_place(s):
    return ROWS[roll(s, 2), roll(s, 3)]


@rule
def rolled_field(s):
    return s.hand[roll(s, 2), roll(s, 3)]


@rule
def written_at_a_rolled_place(s):
    s.hand[roll(s, 2), roll(s, 3)] = 1


@rule
def three_comparisons(a):
    return 1 < a < 5 < 2 * a


def text_of(f):
    """A rule in C++, its callees known, and whether it changes anything."""
    changing: dict[str, bool] = {}
    done = {r: write(r, {}) for r in in_order([f])}
    for r, w in done.items():
        changing[r.alias] = changes(w, changing)
    wide = wide_rules(done.items())
    return write_rule(w, changing, heavy=False, wide=r.alias in wide), changing[r.alias]


def test_what_changes_the_state_is_computed_in_pythons_order():
    for f in (two_rolls, rolls_as_arguments, rolled_place, rolled_field):
        text, changing = text_of(f)
        assert text.count("[&]") == 1 + (f is rolls_as_arguments)
        assert changing


def test_only_chance_needs_64_bits():
    assert "i64" in text_of(roll)[0]
    assert "i64" not in text_of(two_rolls)[0]


def test_a_gpu_has_better_words_for_some_rules():
    """They stand under the names of rules that there are: one that is renamed would lose them."""
    used = {
        alias for name in ("synegier", "campus", "warring") for alias in WRITTEN if alias in gpu_source(find_game(name))
    }
    assert used == {alias for alias in WRITTEN if not alias.endswith("copy_world")}  # only players copy worlds
    assert rule_of(copy_world).alias in WRITTEN
    assert re.search(r"CALLED|ROLL int taku_engine_chance_roll", gpu_source(find_game("synegier")))


def test_what_a_large_game_repeats_is_called():
    """A rule that one place calls is copied there; one that many call is called, unless it is tiny."""
    source = gpu_source(find_game("destroy"))
    called = set(re.findall(r"^CALLED \w+ (taku_\w+)\(", source, re.M))
    assert 10 < len(called) < 80
    single = {alias for alias in called if source.count(f"{alias}(") == 2}
    assert single <= {"taku_games_destroy_rules_apply"}, "only what is very large"
    assert "CALLED int" not in gpu_source(find_game("connect_four"))


def test_threads_of_vast_games_have_several_tables():
    tables = {name: int(re.search(r"#define TABLES (\d)", gpu_source(find_game(name)))[1]) for name in found_games()}
    assert tables["synegier"] == tables["campus"] == 4
    assert tables["destroy"] == tables["connect_four"] == 1


def test_what_has_no_counterpart_is_refused_with_its_place():
    with pytest.raises(SubsetError, match=r"test_gpu.py:\d+: three_comparisons: no C\+\+"):
        text_of(three_comparisons)
    with pytest.raises(SubsetError, match=r"test_gpu.py:\d+: written_at_a_rolled_place: no C\+\+"):
        text_of(written_at_a_rolled_place)


def test_without_a_gpu_it_says_so():
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        with pytest.raises(NoGpu, match="GPU"):
            play_batch(find_game("connect_four"), 10, speed="gpu")


def test_only_rules_with_wide_sets_take_64_bits():
    """Sets of Synegier's 49 cells are in them, and chance; a game without such sets has no other wide rule."""

    def wide(name):
        return set(re.findall(r"^(?:CALLED|DEVICE) i64 taku_(\w+)\(", gpu_source(find_game(name)), re.M))

    chance = {f"engine_chance_{name}" for name in ("key", "seed")}
    assert wide("destroy") == chance
    assert wide("synegier") > chance | {"games_synegier_rules_pieces_free", "games_synegier_rules_pieces_any_of"}
    assert "games_synegier_rules_cards_place_in" not in wide("synegier")
