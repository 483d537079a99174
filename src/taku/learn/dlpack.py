"""Arrays on a device, as others take them without a copy: DLPack, the way arrays travel between libraries."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from taku.compile.cuda import Device, Memory
from taku.engine.part import GameError

CUDA = 2
"""DLPack's number for memory of a CUDA device."""

CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's numbers for signed, unsigned, floating, and truth."""


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_uint64),
        ("device", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("axes", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER))

_NAME = b"dltensor"
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

_LENT: dict[int, tuple[Any, ...]] = {}
"""What is lent to others, until they give it back."""


def _given_back(managed: Any) -> None:
    _LENT.pop(ctypes.addressof(managed.contents), None)


_give_back = _DELETER(_given_back)


def _dropped(capsule: int) -> None:
    """A capsule that nobody took."""
    valid = ctypes.pythonapi.PyCapsule_IsValid
    valid.restype, valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
    if valid(capsule, _NAME):
        pointer = ctypes.pythonapi["PyCapsule_GetPointer"]
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
        _LENT.pop(pointer(capsule, _NAME), None)


_unused = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_dropped)


@dataclass(frozen=True)
class DeviceArray:
    """An array on a device. Whoever takes it by DLPack (``torch.from_dlpack``) sees the same memory."""

    memory: Memory
    dtype: str
    """``i4``, ``f4``, ``b1`` …: what a number is, and its bytes."""
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In numbers, not bytes."""

    @classmethod
    def made(cls, device: Device, dtype: str, shape: Sequence[int]) -> DeviceArray:
        """A new one, all zero."""
        strides = [1]
        for n in reversed(shape[1:]):
            strides.append(strides[-1] * n)
        memory = device.memory(math.prod(shape) * int(dtype[1:]))
        return cls(memory, dtype, tuple(shape), tuple(reversed(strides)))

    def turned(self, order: Sequence[int]) -> DeviceArray:
        """The same memory with its axes in another order."""
        shape, strides = (tuple(given[i] for i in order) for given in (self.shape, self.strides))
        return DeviceArray(self.memory, self.dtype, shape, strides)

    @property
    def T(self) -> DeviceArray:
        """The same memory with its axes turned round."""
        return self.turned(range(len(self.shape) - 1, -1, -1))

    @property
    def plain(self) -> DeviceArray:
        """The same memory with its axes in the order in which they lie there, as JAX wants them."""
        return self.turned(sorted(range(len(self.shape)), key=lambda i: -self.strides[i]))

    @property
    def address(self) -> int:
        return int(self.memory.address.value)

    def __dlpack_device__(self) -> tuple[int, int]:
        return getattr(self.memory.device, "dlpack", CUDA), 0

    def __dlpack__(self, **asked: Any) -> Any:
        """A capsule with the array. Every step of a vector has ended before it returns, so no stream has to wait."""
        if asked.get("copy"):
            raise BufferError("this array is lent without a copy")
        axes = len(self.shape)
        shape, strides = (ctypes.c_int64 * axes)(*self.shape), (ctypes.c_int64 * axes)(*self.strides)
        code, bits = CODES[self.dtype[0]], 8 * int(self.dtype[1:])
        kind, number = self.__dlpack_device__()
        tensor = _Tensor(self.address, kind, number, axes, code, bits, 1, shape, strides, 0)
        managed = _Managed(tensor, None, _give_back)
        at = ctypes.addressof(managed)
        _LENT[at] = (managed, shape, strides, self.memory)
        return _new(at, _NAME, ctypes.cast(_unused, ctypes.c_void_p))

    def numpy(self) -> Any:
        """A copy of it in this machine's memory."""
        import numpy as np

        kind = np.dtype(np.bool_) if self.dtype == "b1" else np.dtype(self.dtype)
        flat = np.frombuffer(self.memory.bytes(), kind)
        return np.lib.stride_tricks.as_strided(flat, self.shape, [s * kind.itemsize for s in self.strides]).copy()


def numbers_at(given: Any, n: int, device: Device) -> tuple[int, int, Any]:
    """Where n whole numbers of 32 or 64 bits lie on the device, how many bits they have, and what keeps them."""
    if not hasattr(given, "__dlpack__"):
        raise GameError(f"actions are an array on the GPU that speaks DLPack, not {type(given).__name__}")
    capsule = given.__dlpack__()
    t = ctypes.cast(_pointer(capsule, _NAME), ctypes.POINTER(_Managed)).contents.tensor
    shape: list[int] = []
    step, whole = 1, True
    for i in reversed(range(t.axes)):
        shape.insert(0, t.shape[i])
        whole = whole and (not t.strides or t.shape[i] == 1 or t.strides[i] == step)
        step *= t.shape[i]
    if t.device != getattr(device, "dlpack", CUDA):
        raise GameError("actions are an array on the GPU: these lie elsewhere")
    if t.code != CODES["i"] or t.bits not in (32, 64) or step != n or not whole:
        kind = {0: "int", 1: "uint", 2: "float", 6: "bool"}.get(t.code, "?")
        raise GameError(
            f"step takes {n} whole numbers of 32 or 64 bits side by side, not {kind}{t.bits} {tuple(shape)}"
        )
    return t.data + t.offset, t.bits, capsule
