"""Many tables of a game on a GPU: what they show stays there, as arrays that PyTorch and JAX take by DLPack.

```python
import torch
from taku.learn.gpu import GpuVector

v = GpuVector("connect_four", 1 << 20)
step = v.reset(seed=7)
seen, mask = torch.from_dlpack(step.observation), torch.from_dlpack(step.mask)    # once: they are written anew
while True:
    step = v.step(choose(seen, mask))          # a tensor of one action a table; v.sample() is a random one
```
The same tables as ``Vector`` has: same seed, same matches. In memory the number of the table runs fastest, so that
threads side by side write side by side; ``array.plain`` is the same memory with its axes in that order, as JAX wants
it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from taku.bots.playout import forward
from taku.compile.cuda import Device, device
from taku.compile.gpu import Program, gpu_code
from taku.compile.observations import HEADER, Layout, is_open, joined, layout_of
from taku.engine.game import Game, find_game
from taku.engine.part import GameError
from taku.learn.dlpack import DeviceArray, numbers_at
from taku.learn.vector import Step, actions_of

BLOCK = 128

KINDS = {8: "signed char", 16: "short", 32: "int"}
"""What observations are in C++, by their bits."""

BODY = """
typedef <<kind>> Seen;

struct Tables {{
    u64 *words; const u64 *given; int *seat, *acting, *length, *count; i64 *match; Seen *seen; unsigned char *mask;
    float *rewards; unsigned char *done, *cut; signed char *ranks; int *wrong; i64 number;
    int n, rows, seats, together, renew, limit, backs, fresh;
}};

template <class T> DEVICE int number_at(const State &s, int i) {{
    T x;
    memcpy(&x, (const char *)&s + sizeof(T) * i, sizeof(T));
    return x;
}}

DEVICE int team_of(State &s, int seat) {{ return <<team>>; }}

DEVICE void look(const State &s, const Tables &a, int seat, int asked, int row) {{
    State v = s;
    <<hide>>
    Seen *to = a.seen + row;
    const i64 n = a.rows;
    to[0] = seat + 1;
    to[n] = asked;
<<rows>>
}}

DEVICE void show(State &s, const Tables &a, int t, int who, int seat, int row) {{
    int out[{actions}], n = 0, asked = (who >> seat) & 1;
    look(s, a, seat, asked ? 1 + {kind}(s, seat) : 0, row);
    for (int i = 0; i < <<wide>>; i++) a.mask[i64(i) * a.rows + row] = 0;
    if (asked) {{
        n = <<legal>>;
        for (int i = 0; i < n; i++) a.mask[i64(out[i]) * a.rows + row] = 1;
    }}
    a.count[row] = n;
}}

DEVICE void refresh(State &s, const Tables &a, int t) {{
    int who = {actors}(s);
    a.acting[t] = who;
    a.seat[t] = who ? {first_of}(who) : -1;
    if (a.together) {{
        for (int seat = 0; seat < a.seats; seat++) show(s, a, t, who, seat, t * a.seats + seat);
    }} else if (who) show(s, a, t, who, a.seat[t], t);
    else {{
        look(s, a, 0, 0, t);
        for (int i = 0; i < <<wide>>; i++) a.mask[i64(i) * a.rows + t] = 0;
        a.count[t] = 0;
    }}
}}

DEVICE void finish(State &s, const Tables &a, int t) {{
    int out[{actions}];
    {scores}(s, out);
    a.done[t] = 1;
    for (int seat = 0; seat < a.seats; seat++) {{
        int others = 0, points = 0;
        a.ranks[seat * i64(a.n) + t] = out[seat];
        for (int q = 0; q < a.seats; q++) {{
            if (team_of(s, q) != team_of(s, seat)) {{
                others++;
                points += out[q] > out[seat] ? 1 : out[q] < out[seat] ? -1 : 0;
            }}
        }}
        a.rewards[seat * i64(a.n) + t] = double(points) / (others ? others : 1);
    }}
}}

template <class A> DEVICE void table(const Tables &a, const A *actions, int t) {{
    State s;
    u64 *own = (u64 *)&s;
    for (int seat = 0; seat < a.seats; seat++) a.rewards[seat * i64(a.n) + t] = 0;
    a.done[t] = a.cut[t] = 0;
    int who = a.fresh ? 0 : a.acting[t], anew = a.fresh;
    if (!a.fresh && !who) return;
    s.log_.mute_ = 1;
    for (int w = 0; w < {core} / 8; w++) own[w] = a.words[w * i64(a.n) + t];
    if (!a.fresh) {{
        int low = a.together ? 0 : a.seat[t], high = a.together ? a.seats : low + 1, length = a.length[t];
        for (int seat = low; seat < high; seat++) {{
            if (!a.together || ((who & {actors}(s)) >> seat & 1)) {{
                {act}(s, seat, int(actions[a.together ? t * a.seats + seat : t]));
                length++;
            }}
        }}
        a.length[t] = length;
        if ({actors}(s) == 0) finish(s, a, t), anew = a.renew;
        else if (a.limit && length >= a.limit) a.cut[t] = 1, anew = a.renew;
    }}
    if (anew) {{
        for (int w = 0; w < {core} / 8; w++) own[w] = a.given[w];
        {seed}(s, a.number, a.match[t]);
        a.match[t] += a.n;
        a.length[t] = 0;
        {start}(s);
    }}
    for (int w = 0; w < {core} / 8; w++) a.words[w * i64(a.n) + t] = own[w];
    refresh(s, a, t);
}}

template <class A> DEVICE void check(const Tables &a, const A *actions, int row) {{
    i64 x = actions[row];
    if (a.count[row] && (x < 0 || x >= <<wide>> || !a.mask[x * a.rows + row])) atomicMin(a.wrong, row);
}}

DEVICE u64 mixed(u64 z) {{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}}

#define ROW (i64(blockIdx.x) * blockDim.x + threadIdx.x)
extern "C" __global__ void step32(Tables a, const int *actions) {{ if (ROW < a.n) table(a, actions, ROW); }}
extern "C" __global__ void step64(Tables a, const i64 *actions) {{ if (ROW < a.n) table(a, actions, ROW); }}
extern "C" __global__ void check32(Tables a, const int *actions) {{ if (ROW < a.rows) check(a, actions, ROW); }}
extern "C" __global__ void check64(Tables a, const i64 *actions) {{ if (ROW < a.rows) check(a, actions, ROW); }}
extern "C" __global__ void sample(Tables a, int *actions, i64 number) {{
    if (ROW >= a.rows) return;
    int row = ROW, n = a.count[row], left, x = 0;
    if (n) {{
        u64 drawn = mixed(mixed(u64(number) * 0x9E3779B97F4A7C15ULL + a.number) + row * 0xD1B54A32D192ED03ULL);
        left = int((drawn >> 32) * u64(n) >> 32);
        while (!a.mask[i64(x) * a.rows + row] || left-- > 0) x++;
    }}
    actions[row] = x;
}}
"""
"""A thread steps a table. States lie word by word, the table's number running fastest, like all that tables show."""


class Tables(ctypes.Structure):
    """What the kernels get; as in ``BODY``."""

    _fields_ = (
        *((name, ctypes.c_uint64) for name in ("words", "given", "seat", "acting", "length", "count", "match", "seen")),
        *((name, ctypes.c_uint64) for name in ("mask", "rewards", "done", "cut", "ranks", "wrong")),
        ("number", ctypes.c_int64),
        *((name, ctypes.c_int32) for name in ("n", "rows", "seats", "together", "renew", "limit", "backs", "fresh")),
    )


@lru_cache(maxsize=64)
def program_of(game: Game) -> Program:
    """The kernels that step this game's tables."""
    layout = layout_of(game)
    team = next((leaf for leaf in game.state.leaves() if leaf.name == "team"), None)
    whole = team is not None and team.axes and len(team.axes[0]) == 1 and team.axes[0][0] >= game.seats[-1]
    back = "takes_back" in game.contract
    told = {
        "kind": KINDS[layout.bits],
        "team": "s.team_[seat]" if whole else "seat",
        "hide": "" if is_open(game) else "{view}(v, seat);",
        "rows": copying_cplus(layout),
        "wide": str(actions_of(game)),
        "legal": "a.backs ? {legal}(s, seat, out) : {forward}(s, seat, out)" if back else "{legal}(s, seat, out)",
    }
    body = BODY
    for name, text in told.items():
        body = body.replace(f"<<{name}>>", text)
    entries = {"forward": forward} if back else {}
    return Program("vector", entries, "", needs=("act", "view", "legal"), body=body, plain=True)


def copying_cplus(layout: Layout) -> str:
    """C++ that copies the fields of a view into a row."""
    lines: list[str] = []
    at = HEADER
    for run in joined(layout.runs):
        to, index, inner, total = [str(at)], [str(run.at)], 1, 1
        for length, _ in run.axes:
            total *= length
        inner = total
        heads = []
        for i, (length, distance) in enumerate(run.axes):
            inner //= length
            heads.append(f"for (int i{i} = 0; i{i} < {length}; i{i}++)")
            to.append(f"{inner} * i{i}")
            index.append(f"{distance} * i{i}")
        kind = KINDS[8 * run.size]
        heads.append(f"to[n * ({' + '.join(to)})] = number_at<{kind}>(v, {' + '.join(index)});")
        lines.append("    " + " ".join(heads))
        at += total
    return "\n".join(lines)


class GpuVector:
    """N tables of a game, stepped at once on a GPU."""

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        together: bool = False,
        renew: bool = True,
        limit: int = 0,
        backs: bool = False,
        seed: int = 0,
        device_: Device | None = None,
    ) -> None:
        """As for ``Vector``."""
        self.game = find_game(game) if isinstance(game, str) else game
        if n < 1:
            raise GameError(f"a vector has at least one table, not {n}")
        self.seats = self.game.read_seats(self.game.usual_seats if seats is None else seats)
        self.options = self.game.read_options(options or {}, self.seats)
        self.n, self.together = n, together
        self.layout, self.actions = layout_of(self.game), actions_of(self.game)
        self.gpu = gpu = device_ or device()
        code = gpu_code(self.game, gpu.architecture, program=program_of(self.game))
        names = ("step32", "step64", "check32", "check64", "sample")
        self._kernels = {name: gpu.function(code, name) for name in names}
        rows, core = (n * self.seats if together else n), self.game.state.core()
        shape = (n, self.seats) if together else (n,)
        template = self.game.new(self.seats, self.options)
        template.log.mute = 1
        bits = self.layout.bits
        bytes_of = {"words": core * n, "given": core, "match": 8 * n, "wrong": 4, "ranks": n * self.seats}
        self._held = {name: gpu.memory(size) for name, size in bytes_of.items()}
        self._held["given"].put(bytes(template.memory[:core]))

        def shown(name: str, kind: str, *axes: int) -> DeviceArray:
            made = DeviceArray.made(gpu, kind, axes)
            self._held[name] = made.memory
            return made

        size = len(shape)
        turned = (*range(1, 1 + size), 0)  # in memory the last axis comes first
        self.count = shown("count", "i4", *shape)
        self.acting, self.length = shown("acting", "i4", n), shown("length", "i4", n)
        seat, done, cut = shown("seat", "i4", n), shown("done", "b1", n), shown("cut", "b1", n)
        rewards = shown("rewards", "f4", self.seats, n).T
        observation = shown("seen", f"i{bits // 8}", self.layout.size, *shape).turned(turned)
        mask = shown("mask", "b1", self.actions, *shape).turned(turned)
        self.now = Step(observation, mask, seat, rewards, done, cut)  # type: ignore[arg-type]
        """The arrays that every step writes."""
        self._chosen = DeviceArray.made(gpu, "i4", shape)
        self._tables = Tables(**{name: m.address.value for name, m in self._held.items()})
        numbers = {"n": n, "rows": rows, "seats": self.seats, "together": together, "renew": renew}
        for name, value in {**numbers, "limit": limit, "backs": backs}.items():
            setattr(self._tables, name, int(value))
        self.rows, self._seed, self._drawn, self._ready = rows, seed, 0, False

    def reset(self, seed: int | None = None) -> Step:
        """New matches at all tables; with the same seed the same ones."""
        import numpy as np

        self._seed = self._seed if seed is None else seed
        self._tables.number, self._tables.fresh, self._drawn = self._seed, 1, 0
        self._held["match"].put(np.arange(self.n, dtype=np.int64).tobytes())
        self._launch("step32", self.n, self._held["wrong"].address)
        self._tables.fresh, self._ready = 0, True
        return self.now

    def step(self, actions: Any) -> Step:
        """One decision at every table, or with ``together`` one of every seat that is asked: actions as an array on
        this device, of 32 or 64 bits, that speaks DLPack. Nothing is played if one of them is not legal."""
        self._started()
        own = actions is self._chosen
        address, bits, kept = (actions.address, 32, None) if own else numbers_at(actions, self.rows, self.gpu)
        given = ctypes.c_uint64(address)
        if not own:
            wrong = self._held["wrong"]
            wrong.put((2**31 - 1).to_bytes(4, "little"))
            self._launch(f"check{bits}", self.rows, given)
            row = int.from_bytes(wrong.bytes(), "little")
            if row < self.rows:
                where = f"table {row // self.seats}, seat {row % self.seats}" if self.together else f"table {row}"
                raise GameError(f"the action for {where} is not legal: nothing was played")
        self._launch(f"step{bits}", self.n, given)
        del kept
        return self.now

    def sample(self) -> DeviceArray:
        """A random legal action for every row; the array is the same one every time."""
        self._started()
        self._drawn += 1
        self._launch("sample", self.rows, ctypes.c_uint64(self._chosen.address), ctypes.c_int64(self._drawn))
        return self._chosen

    def _launch(self, name: str, threads: int, *more: Any) -> None:
        self.gpu.launch(self._kernels[name], -(-threads // BLOCK), BLOCK, [self._tables, *more])

    def _started(self) -> None:
        if not self._ready:
            raise GameError("a vector begins with reset()")

    def __repr__(self) -> str:
        return f"<{self.n} tables of {self.game.id} on a GPU, {self.seats} seats>"
