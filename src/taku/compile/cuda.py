"""The CUDA driver and its run-time compiler (NVRTC), as much of them as simulations need, through ``ctypes``."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from taku.engine.game import GameError

MULTIPROCESSORS, MAJOR, MINOR = 16, 75, 76
"""Attributes of a device: how many multiprocessors, and its capability."""

CARVEOUT = 9
"""Attribute of a kernel: how much of the cache, in percent, is kept for memory that threads share."""


class NoGpu(GameError):
    """There is no usable GPU here; the message says what is missing."""


class Device:
    """The first CUDA device of this machine."""

    def __init__(self) -> None:
        try:
            self.api = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        except OSError:
            raise NoGpu("no CUDA driver was found: --speed gpu needs an NVIDIA GPU with its driver") from None
        handle, context = ctypes.c_int(), ctypes.c_void_p()
        try:
            self.call("cuInit", 0)
            self.call("cuDeviceGet", ctypes.byref(handle), 0)
        except CudaError as fault:
            raise NoGpu(f"no CUDA device was found: {fault}") from None
        self.handle = handle.value
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.handle)
        self.call("cuCtxSetCurrent", context)

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver; raises CudaError if it reports one."""
        status = getattr(self.api, name)(*arguments)
        if status:
            text = ctypes.c_char_p()
            self.api.cuGetErrorString(status, ctypes.byref(text))
            raise CudaError(f"{name}: {(text.value or b'unknown error').decode()} ({status})")

    def attribute(self, which: int) -> int:
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), which, self.handle)
        return value.value

    @property
    def architecture(self) -> str:
        return f"sm_{self.attribute(MAJOR)}{self.attribute(MINOR)}"

    def function(self, code: bytes, name: str) -> Any:
        """A kernel of compiled code."""
        module, found = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), code)
        self.call("cuModuleGetFunction", ctypes.byref(found), module, name.encode())
        return found

    def resident(self, kernel: Any, block: int, shared: int = 0) -> int:
        """How many blocks of a kernel the whole device holds at a time."""
        found = ctypes.c_int()
        self.call(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor",
            ctypes.byref(found), kernel, block, ctypes.c_size_t(shared),
        )  # fmt: skip
        return max(1, found.value) * self.attribute(MULTIPROCESSORS)

    def launch(self, kernel: Any, blocks: int, block: int, arguments: Sequence[Any], shared: int = 0) -> None:
        """Run a kernel to its end."""
        addresses = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(a) for a in arguments))
        self.call("cuLaunchKernel", kernel, blocks, 1, 1, block, 1, 1, shared, None, addresses, None)
        self.call("cuCtxSynchronize")

    def memory(self, size: int) -> Memory:
        return Memory(self, size)


class Memory:
    """Bytes on the device, all zero at first; given back when nobody refers to them any more."""

    def __init__(self, device: Device, size: int) -> None:
        self.device = device
        self.size = size
        self.address = ctypes.c_uint64()
        device.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(max(size, 1)))
        self.clear()

    def clear(self) -> None:
        self.device.call("cuMemsetD8_v2", self.address, ctypes.c_ubyte(0), ctypes.c_size_t(max(self.size, 1)))

    def put(self, data: bytes) -> None:
        self.device.call("cuMemcpyHtoD_v2", self.address, data, ctypes.c_size_t(len(data)))

    def get(self, into: Any) -> None:
        """Bring the bytes into a NumPy array."""
        if into.nbytes:
            where = ctypes.c_void_p(into.ctypes.data)
            self.device.call("cuMemcpyDtoH_v2", where, self.address, ctypes.c_size_t(into.nbytes))

    def bytes(self) -> bytes:
        """A copy of it in this machine's memory."""
        made = bytearray(self.size)
        into = (ctypes.c_char * self.size).from_buffer(made)
        if self.size:
            self.device.call("cuMemcpyDtoH_v2", into, self.address, ctypes.c_size_t(self.size))
        return bytes(made)

    def __del__(self) -> None:
        self.device.api.cuMemFree_v2(self.address)


class CudaError(Exception):
    """What the driver or the compiler complained of."""


@cache
def device() -> Device:
    return Device()


def compile_cuda(source: str, architecture: str, options: Sequence[str] = ()) -> bytes:
    """CUDA C++ as code for an architecture; needs no device."""
    api = _compiler()
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    api.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"play.cu", 0, None, None)
    words = [f"--gpu-architecture={architecture}", "--std=c++17", *options]
    status = api.nvrtcCompileProgram(program, len(words), (ctypes.c_char_p * len(words))(*(w.encode() for w in words)))
    what = "ProgramLog" if status else "CUBIN"
    getattr(api, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    made = ctypes.create_string_buffer(size.value)
    getattr(api, f"nvrtcGet{what}")(program, made)
    api.nvrtcDestroyProgram(ctypes.byref(program))
    if status:
        raise CudaError(made.value.decode())
    return made.raw


@cache
def _compiler() -> Any:
    for name in _compilers():
        try:
            for part in Path(name).parent.glob("libnvrtc-builtins.so*"):  # NVRTC itself looks where the system looks
                ctypes.CDLL(str(part), ctypes.RTLD_GLOBAL)
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise NoGpu("--speed gpu needs CUDA's compiler NVRTC: install taku[gpu]")


def _compilers() -> Iterator[str]:
    """Where NVRTC may lie: among the packages, in a CUDA toolkit, or where the system looks."""
    names = [f"libnvrtc.so.{n}" for n in (13, 12)] + [f"nvrtc64_{n}0_0.dll" for n in (13, 12)]
    folders = [
        Path(p, "nvidia", part, sub) for p in sys.path for part in ("cu13", "cuda_nvrtc") for sub in ("lib", "bin")
    ]
    folders += [Path(p, "lib64") for p in (os.environ.get("CUDA_HOME"), "/usr/local/cuda") if p]
    for name in names:
        yield from (str(f / name) for f in folders if (f / name).exists())
        yield name
