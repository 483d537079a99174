"""GPU speed: the same rules as CUDA C++, a thread a table, for simulations by the million.

Needs the extra ``taku[gpu]`` (CUDA's run-time compiler) and a CUDA device. All rules of a game are written into one
source, callees first; match i of a run gives the same bytes here as at the other speeds (``taku check GAME --hashes
FILE`` proves it).
"""

from __future__ import annotations

import ast
import ctypes
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from taku.compile.cplus import PRELUDE, changes, write_rule, write_structs, write_table
from taku.compile.cuda import CARVEOUT, Device, NoGpu, compile_cuda, device
from taku.compile.kernels import first_of, random_decision
from taku.compile.native import bounds, cache_base, replace_file
from taku.compile.widths import wide_rules
from taku.engine.chance import seed
from taku.engine.fields import WORD
from taku.engine.game import Game
from taku.engine.rule import Rule, rule, rule_of
from taku.engine.source import Written, write
from taku.engine.state import HASH_FACTOR, HASH_START, clear_events, emit, hide_events

__all__ = ["NoGpu", "gpu_source", "run"]

BLOCK = 128
"""Threads a block."""

TABLES = 4
"""Tables of a vast game for each thread; the others have one. On an H200, in the first 0.25 s of matches, Synegier ran
at 203 M decisions/s with one and 393 with four, The Liberal Arts Education at 192 and 344. Destroy Them All!!! ran at
984 and 909, and whole matches with four were slower than those before: 774 against 931, Dream Duels 285 against 319."""

VAST = 16000
"""Syntax nodes from which a game is vast: its code is larger than the instruction cache, however little is copied."""

OPTIONS = ("--maxrregcount=64",)
"""For the compiler: with 64 registers a thread, many threads hide each other's waiting."""

LARGE = 4000
"""Syntax nodes of all rules together from which a game is large: its threads are all over its code, and that has to fit
the instruction cache of some 128 kB. So its loops stay loops and its heavy rules are called. Goofspiel has 1,500 nodes,
Destroy Them All!!! 9,500."""

COPIED = 300
"""Syntax nodes that a rule of a large game may cost when it is copied into its callers: its own, and those of the rules
copied into it, for each place but the first that calls it. What costs more is called. Synegier has 366 kB of code with
all rules below 600 nodes copied, 223 kB so and 185 kB with 100; Destroy Them All!!! ran at 973 M decisions/s so on an
H200, at 919 with the former and at 809 with the latter."""

HEAVY = 2000
"""Syntax nodes from which a rule of a large game is called in any case."""

PLAIN = 600
"""The same measure for plain programs. The kernels that step tables are one: with rules called as for whole matches
those of Destroy Them All!!! read memory that is not theirs on an H200 (2026-11-20), though whole matches had equal
final states there. Plain they made 458 million decisions. The cause is not found."""

SMALL = 40
"""Syntax nodes up to which a rule is always copied: a call takes as much."""

HEAD = """\
#define DEVICE static __device__ __forceinline__
#define CALLED static __device__ __noinline__
#ifdef LARGE
#define ROLL CALLED
#else
#define ROLL DEVICE
#endif
#define TABLE static __device__ const
#define LOCAL(x) __builtin_assume(__isLocal(&x))
#ifdef LARGE
#define LOOP _Pragma("unroll 1")
#else
#define LOOP
#endif
#ifndef CHECK
#define CHECK(i, n)
#endif
"""

BODY = """
DEVICE void begin(State &s, const Core &given, i64 number, i64 index) {{
    (Core &)s = given;
    s.log_.mute_ = 1;
    {seed}(s, number, index);
    {start}(s);
}}

DEVICE u64 digest(const State &s) {{
    u64 h = {hash_start}ULL, word;
    for (int i = 0; i < {core}; i += 8) {{
        memcpy(&word, (const char *)&s + i, 8);
        h = (h ^ word) * {hash_factor}ULL;
        h ^= h >> 29;
    }}
    return h;
}}

struct Results {{ signed char *ranks; int *decisions; u64 *hashes; {results} }};
{rules}
DEVICE void finish(State &s, int (&out)[{actions}], i64 index, int done, Results &to) {{
    to.decisions[index] = done;
    {scores}(s, out);
    for (int seat = 0; seat < {seats}; seat++) to.ranks[index * {seats} + seat] = out[seat];
    if (to.hashes) to.hashes[index] = digest(s);
    {finish}
}}

enum {{ NOTHING, MATCH, DECISION }};

struct Seat {{ int who, seat, done; }};

DEVICE int wanted(State &s, Seat &at) {{
    at.who = {actors}(s);
    if (at.who == 0 || at.done >= {decisions}) return MATCH;
    at.seat = {first_of}(at.who);
    return DECISION + 2 * {kind}(s, at.seat) + ((at.who & (at.who - 1)) != 0);
}}

extern "C" __global__ void play(
    const Core *given, i64 number, i64 first, i64 total, u64 *next, Results to{parameters}, int each
) {{
    State tables[TABLES];
    Seat seats[TABLES];
    i64 indexes[TABLES];
    int out[{actions}], wants[TABLES], turn = 0;
    for (int i = 0; i < TABLES; i++) {{
        indexes[i] = -1;
        wants[i] = i < each ? MATCH : NOTHING;
    }}
    while (true) {{
        int best = NOTHING, most_threads = 0, mine = -1;
        for (int w = MATCH; w < {wants}; w++) {{
            bool any = false;
            for (int i = 0; i < TABLES; i++) any |= wants[i] == w;
            int threads = __popc(__ballot_sync(~0u, any));
            if (threads > most_threads) {{
                most_threads = threads;
                best = w;
            }}
        }}
        if (best == NOTHING) break;
        turn++;
        for (int i = 0; i < TABLES; i++)
            if (wants[(turn + i) % TABLES] == best) mine = (turn + i) % TABLES;
        if (mine >= 0) {{
            State &s = tables[mine];
            Seat &at = seats[mine];
            i64 &index = indexes[mine];
            if (best == MATCH) {{
                if (index >= 0) finish(s, out, index, at.who ? -1 : at.done, to);
                index = atomicAdd(next, 1ULL);
                if (index < total) {{
                    begin(s, *given, number, {deal});
                    at.done = 0;
                }}
            }} else {{
                {decision}
                at.done++;
            }}
            wants[mine] = index < total ? wanted(s, at) : NOTHING;
        }}
        __syncwarp();
    }}
}}
"""
"""A thread has tables of its own and plays one match after another on each, as long as there are any.

The 32 threads of a warp share one stream of instructions: what only some of them do, the others wait for. So each says
what its tables want next (a decision of some kind, by the last seat that is asked or not, or a new match), and those go
on that have a table which wants what most of them want; each tries another of its tables first.

What limits a vast game is neither arithmetic nor memory but the fetching of instructions: its code does not fit the
caches, and on an H200 nine of ten waiting cycles of Synegier and of The Liberal Arts Education were waits for the next
instruction (Nsight Compute: `no_instruction`). So the fewer threads stand by while one is fetched, the better: with one
table a thread 10 of 32 threads of Synegier went on together, with four 19, and the whole was half as fast again.

The tables lie in the threads' local memory, which the device interleaves between threads: on an H200 connect four ran
at 33 G moves/s so, and at 9.5 G side by side in global memory."""


@dataclass(frozen=True, eq=False)
class Program:
    """Who plays the matches: the rules that decide, and the C++ that calls them."""

    name: str
    entries: Mapping[str, Any]
    """Rules by the names that the C++ calls them by, braces around them; those of the contract by their names."""
    decision: str
    """Chooses and carries out for ``at.seat``; ``out`` has room for its actions."""
    rules: str = ""
    parameters: str = ""
    """Further ones of the kernel."""
    deal: str = "first + index"
    """The number that seeds match ``index``."""
    results: str = ""
    finish: str = ""
    """Further results, and what writes them."""
    needs: tuple[str, ...] = ()
    """Rules of the contract that it calls besides those that every program does."""
    body: str = BODY
    """The kernels: by default the one that plays whole matches."""
    plain: bool = False
    """Every rule word for word, and what has more than ``PLAIN`` nodes called, however seldom."""


RANDOM = Program("random", {"random_decision": random_decision}, "{random_decision}(s, at.seat, out);")


@rule
def no_event(
    s: Any, to: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> int:
    """Stands for `emit`: simulations are muted, and a GPU has no room for code that never runs."""
    return 0


@rule
def no_events(s: Any) -> int:
    """Stands for `clear_events`."""
    return 0


@rule
def no_hiding(s: Any, seat: int) -> int:
    """Stands for `hide_events`: there are none."""
    return 0


WRITTEN = {
    "taku_engine_chance_word": """\
template <class T> DEVICE i64 taku_engine_chance_word(T &s) {
    unsigned a = s.stream_[0], b = s.stream_[1], c = s.stream_[2], n = s.stream_[3], t = a + b + n;
    s.stream_[0] = b ^ (b >> 9);
    s.stream_[1] = c + (c << 3);
    s.stream_[2] = ((c << 21) | (c >> 11)) + t;
    s.stream_[3] = n + 1;
    return t;
}""",
    "taku_engine_chance_roll": """\
template <class T> ROLL int taku_engine_chance_roll(T &s, unsigned sides) {
    u64 product = u64(taku_engine_chance_word(s)) * sides;
    if (unsigned(product) < sides) {
        unsigned least = (0u - sides) % sides;
        while (unsigned(product) < least) product = u64(taku_engine_chance_word(s)) * sides;
    }
    return int(product >> 32);
}""",
    "taku_compile_kernels_first_of": "DEVICE int taku_compile_kernels_first_of(int who) { return __ffs(who) - 1; }",
    "taku_kit_sets_lowest_of": """\
DEVICE int taku_kit_sets_lowest_of(int members) { return __ffs(members) - 1; }
DEVICE int taku_kit_sets_lowest_of(i64 members) { return __ffsll(members) - 1; }""",
    "taku_kit_sets_size_of": """\
DEVICE int taku_kit_sets_size_of(int members) { return __popc(members); }
DEVICE int taku_kit_sets_size_of(i64 members) { return __popcll(members); }""",
    "taku_compile_kernels_copy_world": """\
template <class T> DEVICE int taku_compile_kernels_copy_world(T &worlds, int a, int b) {
    (Core &)worlds[b] = (const Core &)worlds[a];
    return 0;
}""",
}
"""Rules, by their alias, that a GPU has better words for: 32-bit arithmetic without signs, single instructions for
sets, and copies of whole structs. They do what the rules say, and the tests play both."""


def gpu_source(game: Game, program: Program = RANDOM) -> str:
    """The whole game as one source: structs, tables, every rule it needs, then the kernel."""
    space = bounds(game)
    done: dict[Rule, Written] = {}
    nodes: dict[Rule, int] = {}

    def visit(r: Rule) -> None:
        if r not in done:
            written = write(r, space, {emit: no_event, clear_events: no_events, hide_events: no_hiding})
            for callee in written.callees:
                visit(callee)
            done[r] = written
            nodes[r] = sum(1 for _ in ast.walk(ast.parse(written.text)))

    entries: dict[str, Any] = {"seed": seed, "first_of": first_of, **program.entries}
    entries |= {name: space[name] for name in ("start", "scores", "actors", "kind", *program.needs)}
    for f in entries.values():
        visit(rule_of(f))
    large = sum(nodes.values()) > LARGE
    tables = f"#define TABLES {TABLES if sum(nodes.values()) > VAST else 1}"
    lines = ["#define LARGE"] * large + [tables, HEAD, PRELUDE, *write_structs(game.state)]
    weights: dict[Rule, int] = {}
    called: dict[Rule, bool] = {}
    sites = _sites(done.values())
    changing: dict[str, bool] = {}
    wide = wide_rules(done.items())
    for r, written in done.items():
        weights[r] = nodes[r] + sum(weights[c] for c in written.callees if not called[c])
        again = weights[r] * (sites[r.alias] - 1)
        if program.plain:
            called[r] = large and weights[r] > PLAIN
        else:
            called[r] = large and ((weights[r] > SMALL and again > COPIED) or weights[r] > HEAVY)
        changing[r.alias] = changes(written, changing)
        lines += [write_table(f"{r.alias}_{alias}", t) for alias, t in written.tables.items()]
        if r.alias in WRITTEN and not program.plain:
            lines.append(WRITTEN[r.alias])
        else:
            lines.append(write_rule(written, changing, heavy=called[r], wide=r.alias in wide))
    told: dict[str, Any] = {"actions": space["ACTIONS"], "seats": space["SEATS"], "decisions": space["DECISIONS"]}
    told |= {"wants": 2 + 2 * len(game.kinds), "core": space["CORE_WORDS"] * WORD}
    told |= {"hash_start": HASH_START, "hash_factor": HASH_FACTOR, "parameters": program.parameters}
    told |= {"deal": program.deal, "results": program.results, "finish": program.finish}
    told |= {name: rule_of(f).alias for name, f in entries.items()}
    told |= {name: getattr(program, name).format(**told) for name in ("rules", "decision", "finish")}
    lines.append(program.body.format(**told))
    return "\n".join(lines)


def _sites(rules: Iterable[Written]) -> Counter[str]:
    """How many places there are that call each rule, by its alias."""
    names = (n.id for written in rules for n in ast.walk(ast.parse(written.text)) if isinstance(n, ast.Name))
    return Counter(name for name in names if name.startswith("taku_"))


def gpu_code(game: Game, architecture: str, options: Sequence[str] = OPTIONS, program: Program = RANDOM) -> bytes:
    """The game compiled for an architecture (``sm_90``), kept beside the other compiled rules. Needs no device."""
    source = gpu_source(game, program)
    key = hashlib.sha256("\n".join([architecture, *options, source]).encode()).hexdigest()[:20]
    file = cache_base() / "gpu" / f"{game.id}_{architecture}_{key}.cubin"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, compile_cuda(source, architecture, options))
    return file.read_bytes()


@dataclass(frozen=True)
class Kernel:
    """A game's kernel on a device, and how it is launched."""

    device: Device
    function: Any
    blocks: int
    """At most: as many as the device holds at a time, since a thread goes on as long as there are matches."""
    block: int = BLOCK


@lru_cache(maxsize=8)
def _kernel(game: Game, program: Program) -> Kernel:
    gpu = device()
    function = gpu.function(gpu_code(game, gpu.architecture, program=program), "play")
    gpu.call("cuFuncSetAttribute", function, CARVEOUT, 0)  # nothing is shared: all of the cache for local memory
    return Kernel(gpu, function, gpu.resident(function, BLOCK))


def run(
    game: Game,
    template: Any,
    number: int,
    first: int,
    ranks: Any,
    decisions: Any,
    hashes: Any,
    progress: Callable[[int], None] | None = None,
    *,
    program: Program = RANDOM,
    more: Sequence[Any] = (),
    given: Sequence[Any] = (),
) -> tuple[float, float]:
    """Play matches on the GPU into the given arrays; the seconds of playing and of bringing the results over.

    ``more``: arrays for a program's further results; ``given``: its further parameters, arrays and numbers."""
    kernel = _kernel(game, program)
    gpu, n = kernel.device, len(decisions)
    start, following = gpu.memory(len(template.memory)), gpu.memory(WORD)
    start.put(bytes(template.memory))
    arrays = (ranks, decisions, hashes, *more)
    places = [gpu.memory(a.nbytes) for a in arrays]
    results = (ctypes.c_uint64 * len(arrays))(*(m.address.value if m.size else 0 for m in places))
    parameters: list[Any] = []
    for one in given:
        if isinstance(one, int):
            parameters.append(ctypes.c_int64(one))
        else:
            held = gpu.memory(one.nbytes)
            held.put(one.tobytes())
            places.append(held)  # it lives as long as these
            parameters.append(held.address)

    def launch(total: int) -> None:
        blocks = min(kernel.blocks, -(-total // kernel.block))
        each = -(-total // (blocks * kernel.block))  # few matches are spread over all threads
        following.clear()
        numbers = [ctypes.c_int64(v) for v in (number, first, total)]
        around = [start.address, *numbers, following.address, results, *parameters]
        around.append(ctypes.c_int(min(each, TABLES)))
        gpu.launch(kernel.function, blocks, kernel.block, around)

    launch(1)
    begun = time.perf_counter()
    launch(n)
    played = time.perf_counter()
    for a, on_device in zip(arrays, places, strict=False):
        on_device.get(a)
    brought = time.perf_counter()
    if progress:
        progress(n)
    return played - begun, brought - played
