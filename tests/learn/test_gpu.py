"""Vectors on a GPU: the same tables as ``Vector`` has.

The kernels run on a device only; here a host compiler takes them, thread after thread, and NumPy takes their arrays by
DLPack."""

import ctypes
import gc
import re

import numpy as np
import pytest

from taku.compile.gpu import WRITTEN, gpu_source
from taku.engine.game import find_game
from taku.engine.part import GameError
from taku.learn import Vector, dlpack, gpu
from taku.learn.gpu import GpuVector, Tables, program_of
from tests.compile.test_gpu import CHECKS, WARP, compiled, needs_compiler

RUN = """
struct Place { long x; };
static Place blockIdx, blockDim, threadIdx;
static int atomicMin(int *at, int n) { int old = *at; if (n < old) *at = n; return old; }
"""

EACH = """
extern "C" void run(const char *name, long blocks, long block, void **given) {
    auto &a = *(Tables *)given[0];
    blockDim.x = block;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        for (threadIdx.x = 0; threadIdx.x < block; threadIdx.x++) {
            if (!strcmp(name, "step32")) step32(a, *(const int **)given[1]);
            if (!strcmp(name, "step64")) step64(a, *(const i64 **)given[1]);
            if (!strcmp(name, "check32")) check32(a, *(const int **)given[1]);
            if (!strcmp(name, "check64")) check64(a, *(const i64 **)given[1]);
            if (!strcmp(name, "sample")) sample(a, *(int **)given[1], *(i64 *)given[2]);
        }
    }
}
extern "C" long size_of_tables() { return sizeof(Tables); }
"""


class HostMemory:
    """Memory of this machine in the place of a device's."""

    def __init__(self, device, size):
        self.device, self.size = device, size
        self.held = ctypes.create_string_buffer(max(size, 1))
        self.address = ctypes.c_uint64(ctypes.addressof(self.held))

    def put(self, data):
        ctypes.memmove(self.held, data, len(data))

    def bytes(self):
        return self.held.raw[: self.size]


class HostDevice:
    """Runs kernels that a host compiler has compiled."""

    architecture, dlpack = "host", 1

    def memory(self, size):
        return HostMemory(self, size)

    def function(self, code, name):
        self.library = ctypes.CDLL(code)
        assert self.library.size_of_tables() == ctypes.sizeof(Tables)
        return name

    def launch(self, kernel, blocks, block, arguments):
        addresses = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(a) for a in arguments))
        self.library.run(kernel.encode(), ctypes.c_long(blocks), ctypes.c_long(block), addresses)


@pytest.fixture
def host(monkeypatch, tmp_path):
    def code(game, architecture, program):
        return compiled(WARP + RUN + gpu_source(game, program) + EACH, tmp_path, *CHECKS)

    monkeypatch.setattr(gpu, "gpu_code", code)
    return HostDevice()


def taken(step):
    return [np.from_dlpack(a) for a in step]


def same(v, step, w):
    """Both show the same; observations, masks and counts where somebody is asked, and what ended."""
    seen, mask, seat, rewards, done, cut = taken(w)
    assert np.array_equal(seat, step.seat)
    assert np.array_equal(seen, step.observation)
    assert np.array_equal(mask, step.mask)
    assert np.array_equal(rewards, step.rewards)
    assert np.array_equal(done, step.done)
    assert np.array_equal(cut, step.cut)
    assert step.observation.dtype == seen.dtype


@needs_compiler
@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize(
    ("name", "seats", "steps"), [("connect_four", 2, 100), ("goofspiel", 3, 120), ("destroy", 2, 1200)]
)
def test_the_same_tables_as_on_a_processor(host, name, seats, steps, together):
    v = Vector(name, 5, seats=seats, together=together, seed=6, limit=700)
    w = GpuVector(name, 5, seats=seats, together=together, seed=6, limit=700, device_=host)
    step, other = v.reset(), w.reset()
    ended = 0
    for _ in range(steps):
        same(v, step, other)
        assert np.array_equal(w.count.numpy().reshape(-1), v.count)
        chosen = v.sample().copy()
        step, other = v.step(chosen), w.step(chosen)
        ended += int(step.done.sum() + step.cut.sum())
    assert ended
    assert w.length.numpy().tolist() == v.length.tolist()


@needs_compiler
def test_random_actions_are_legal_and_all_of_them_come_up(host):
    w = GpuVector("connect_four", 300, device_=host, renew=False)
    step = w.reset(seed=4)
    first = np.from_dlpack(w.sample()).copy()
    assert set(first.tolist()) == set(range(7))
    assert np.bincount(first).min() > 20
    while (np.from_dlpack(step.seat) >= 0).any():
        chosen = w.sample()
        mask = np.from_dlpack(step.mask)
        asked = w.count.numpy() > 0
        assert mask[asked, np.from_dlpack(chosen)[asked]].all()
        step = w.step(chosen)
    assert not np.from_dlpack(step.mask).any()


@needs_compiler
def test_wrong_actions_are_refused_before_anything_is_played(host):
    w = GpuVector("connect_four", 4, device_=host)
    with pytest.raises(GameError, match="begins with reset"):
        w.step(np.zeros(4, np.int32))
    w.reset()
    for wrong, told in [
        (np.array([0, 7, 0, 0]), "table 1 is not legal"),
        (np.array([0, 0, -1, 0], np.int32), "table 2 is not legal"),
        (np.zeros(3, np.int64), "takes 4 whole numbers"),
        (np.zeros(4, np.float32), "takes 4 whole numbers"),
        (np.zeros((4, 2), np.int64)[:, 0], "side by side"),
        ([0, 0, 0, 0], "speaks DLPack"),
    ]:
        with pytest.raises(GameError, match=told):
            w.step(wrong)
    assert w.length.numpy().tolist() == [0, 0, 0, 0]


@needs_compiler
def test_arrays_are_lent_without_a_copy_and_given_back(host):
    w = GpuVector("goofspiel", 3, together=True, device_=host)
    step = w.reset()
    before = len(dlpack._LENT)
    seen = np.from_dlpack(step.observation)
    turned = np.from_dlpack(step.observation.plain)
    assert np.shares_memory(seen, turned)
    assert turned.flags.c_contiguous
    assert seen.shape == (3, 2, w.layout.size)
    assert len(dlpack._LENT) == before + 2
    again = seen.copy()
    w.step(w.sample()), w.step(w.sample())
    assert not np.array_equal(seen, again)
    step.mask.__dlpack__()  # nobody takes it
    del seen, turned
    gc.collect()
    assert len(dlpack._LENT) == before


def test_tables_are_stepped_by_rules_as_they_are_written():
    """Called as for whole matches, they read memory that is not theirs on an H200; no test without one finds that."""
    game = find_game("destroy")
    stepped, played = gpu_source(game, program_of(game)), gpu_source(game)
    assert not any(text in stepped for text in WRITTEN.values())
    assert any(text in played for text in WRITTEN.values())
    assert re.search(r"DEVICE int taku_games_destroy_rules_values_mana", stepped)
    assert re.search(r"CALLED int taku_games_destroy_rules_values_mana", played)
