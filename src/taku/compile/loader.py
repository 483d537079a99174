"""Loads compiled rules from the cache as object code and makes them callable, without Numba.

Numba compiles a function to ``status f(result*, exception**, arguments…)``, in which a record is a pointer and an array
is (meminfo, parent, items, item size, data, shape…, strides…). That is all a caller needs to know. Kernels release
Python's lock, so that threads run side by side. Single rules hold it: they take a microsecond, and a server that gave
the lock away twenty times a move would wait for its store's thread each time.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

NUMBERS: dict[str, Any] = {
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "int32": ctypes.c_int32,
    "float64": ctypes.c_double,
    "float32": ctypes.c_float,
    "bool": ctypes.c_int8,
    "boolean": ctypes.c_int8,
    "none": ctypes.c_void_p,
}


class LoadError(Exception):
    """Compiled code in the cache that is damaged or cannot be used on this machine; it will be compiled again."""


@cache
def _machine() -> tuple[Any, Any]:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.add_symbol("NRT_MemInfo_call_dtor", ctypes.cast(_owned_by_caller, ctypes.c_void_p).value)
    return llvm, llvm.Target.from_default_triple().create_target_machine()


_owned_by_caller = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
"""What Numba calls when it drops the last hold on an array. Ours belong to the caller, so it is never called."""


_LOADED: dict[str, int] = {}
"""The address of every function that is loaded. Code stays for the life of the process: callables point into it."""


def load(folder: Path, module: str, *, quick: bool = False) -> Callable[..., Any]:
    """The compiled function that the cache keeps under this name; a ``quick`` one holds Python's lock."""
    about = _about(folder, module)
    return _callable(_address(folder, module), about["takes"], about["returns"], quick)


def _about(folder: Path, module: str) -> dict[str, Any]:
    try:
        about: dict[str, Any] = json.loads((folder / f"{module}.built").read_bytes())
    except (OSError, ValueError) as fault:
        raise LoadError(f"{module}: {fault}") from None
    return about


def _code(folder: Path, module: str, sha256: str) -> bytes:
    """The object code; checked, since LLVM ends the process when it is given a damaged one."""
    try:
        code = (folder / f"{module}.o").read_bytes()
    except OSError as fault:
        raise LoadError(f"{module}: {fault}") from None
    if hashlib.sha256(code).hexdigest() != sha256:
        raise LoadError(f"{module}: the object code is damaged")
    return code


def _address(folder: Path, module: str) -> int:
    """Load a function's object code, after that of the functions it calls, whose addresses it is linked with."""
    if module not in _LOADED:
        llvm, machine = _machine()
        about = _about(folder, module)
        for needed in about["needs"]:
            llvm.add_symbol(_about(folder, needed)["symbol"], _address(folder, needed))
        lost = [name for name in about["outside"] if not llvm.address_of_symbol(name)]
        if lost:
            raise LoadError(f"{module}: the compiled code needs {', '.join(lost)}, which only Numba has")
        code = _code(folder, module, about["sha256"])
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        _ENGINES.append(engine)
        _LOADED[module] = engine.get_function_address(about["symbol"])
    return _LOADED[module]


_ENGINES: list[Any] = []


def _callable(address: int, takes: list[str], returns: str, quick: bool) -> Callable[..., Any]:
    result = NUMBERS[returns]
    types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
    for kind in takes:
        if kind == "record":
            types.append(ctypes.c_void_p)
        elif kind.startswith("array"):
            types += [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
            types += [ctypes.c_int64] * (2 * int(kind[5:]))
        else:
            types.append(NUMBERS[kind])
    function = (ctypes.PYFUNCTYPE if quick else ctypes.CFUNCTYPE)(ctypes.c_int32, *types)(address)
    arrays = any(kind.startswith("array") for kind in takes)

    fault, byref = ctypes.byref(ctypes.c_void_p()), ctypes.byref  # what the fault is, nobody asks

    def call(*arguments: Any) -> Any:
        """Records are given by their address, arrays as NumPy arrays or ready-made parts."""
        value = result()
        if arrays:
            arguments = flatten(arguments)
        status = function(byref(value), fault, *arguments)
        if status not in (0, -2):
            raise IndexError("an index past its end, or a value that does not fit, in compiled code")
        return value.value

    call.__dict__["address"] = address
    return call


class Prepared:
    """A call of a compiled function whose arguments stay: making 150 of them ready takes longer than many kernels.

    ``words`` holds the arguments, as they are passed on the machine: change one where it must differ. The caller keeps
    alive what they point to. Only for functions without floats among their parameters.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        flat = [0 if a is None else int(a) for a in flatten(arguments)]
        self._result, self._fault = ctypes.c_int64(), ctypes.c_void_p()
        first = [function.__dict__["address"], ctypes.addressof(self._result), ctypes.addressof(self._fault)]
        self._words = (ctypes.c_int64 * (len(flat) + 3))(*first, *flat)
        self.arguments = len(flat) + 2
        self.at = ctypes.addressof(self._words)
        """Where the words are that the call is made of: the function's address, its result, its fault, arguments."""
        self.kept: Any = None
        """What the words point to, where the call itself has to keep it alive."""
        self._thunk = _thunk(self.arguments)

    def place(self, arguments: tuple[Any, ...]) -> int:
        """Which argument comes after these."""
        return len(flatten(arguments)) + 3

    def __setitem__(self, place: int, value: int) -> None:
        self._words[place] = value

    def __call__(self) -> int:
        if self._thunk(self.at) not in (0, -2):
            raise IndexError("an index past its end, or a value that does not fit, in compiled code")
        return self._result.value


@cache
def _thunk(arguments: int) -> Any:
    """Machine code that calls a function with so many words from memory: the first word is its address."""
    source = ["define i32 @thunk(ptr %words) {", *calling(arguments), "ret i32 %r", "}"]
    return ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(machine_code("\n".join(source), "thunk"))


def calling(arguments: int) -> list[str]:
    """LLVM's instructions for that call: ``%words`` is the memory, ``%r`` becomes the status."""
    lines = []
    for i in range(arguments + 1):
        lines += [f"%p{i} = getelementptr i64, ptr %words, i64 {i}", f"%v{i} = load i64, ptr %p{i}"]
    given = ", ".join(f"i64 %v{i + 1}" for i in range(arguments))
    return [*lines, "%f = inttoptr i64 %v0 to ptr", f"%r = call i32 %f({given})"]


def machine_code(source: str, name: str) -> int:
    """The address of a function that is written in LLVM's language; it stays for the life of the process."""
    llvm, machine = _machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(source), machine)
    engine.finalize_object()
    _ENGINES.append(engine)
    return int(engine.get_function_address(name))


def flatten(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Spell arrays out as the parts that compiled code takes."""
    flat: list[Any] = []
    for a in arguments:
        if isinstance(a, Parts):
            flat += a
        elif hasattr(a, "__array_interface__"):
            flat += array_parts(a)
        else:
            flat.append(a)
    return tuple(flat)


class Parts(tuple[Any, ...]):
    """An array already spelt out, for one that is passed again and again."""


def array_parts(a: Any) -> Parts:
    """(meminfo, parent, items, item size, data, shape…, strides…) of a NumPy array, which the caller keeps alive."""
    return Parts((None, None, a.size, a.itemsize, a.ctypes.data, *a.shape, *a.strides))


def buffer_parts(view: memoryview) -> Parts:
    """The same for a one-dimensional buffer that is not a NumPy array."""
    address = ctypes.addressof(ctypes.c_char.from_buffer(view))
    return Parts((None, None, len(view), view.itemsize, address, len(view), view.itemsize))
