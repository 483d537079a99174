"""A compiling process: reads names of generated files, compiles each into the cache, answers "" or the complaint.

The only place that imports Numba. For an entry (a rule that is called from Python) it keeps the object code and a
description of the parameters, from which ``taku.compile.loader`` makes a callable.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import os
import signal
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from taku.compile.native import PACKAGE, cache_folder, marker, replace_file


def main() -> None:
    """Work until the input ends. Numba's own output must not mix with the answers."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it at once and without a trace
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        module, entry, needs = json.loads(line)
        try:
            compile_file(module, entry, needs)
            complaint = ""
        except Exception as fault:
            complaint = f"{type(fault).__name__}: {fault}"
        try:
            print(json.dumps(complaint), file=answers, flush=True)
        except BrokenPipeError:  # who asked is gone; what was compiled stays in the cache
            os._exit(0)


def _package() -> None:
    """Make the package under which generated files import each other."""
    if PACKAGE not in sys.modules:
        made = ModuleType(PACKAGE)
        made.__path__ = [str(cache_folder())]
        made.built = lambda name: marker(name.partition(".")[2]).exists()  # type: ignore[attr-defined]
        made.begin = _begin  # type: ignore[attr-defined]
        sys.modules[PACKAGE] = made
        _link_only_the_light()


def _begin() -> None:
    """Called before a rule is compiled: Numba numbers functions within a process and puts the number into their
    symbols; begun anew, a rule has the same symbol whichever process compiles it. Module names keep symbols apart."""
    from numba.core.bytecode import FunctionIdentity

    FunctionIdentity._unique_ids = itertools.count(1)


_HEAVY: set[str] = set()
"""The rules that must not be compiled into the one at hand."""


def _link_only_the_light() -> None:
    """Numba compiles all callees into a caller; leave the heavy ones as references to their own object code."""
    from numba.core import codegen

    library_class: Any = codegen.CPUCodeLibrary
    link = library_class.add_linking_library

    def add_linking_library(self: Any, library: Any) -> None:
        if library.name not in _HEAVY:
            link(self, library)

    library_class.add_linking_library = add_linking_library


def compile_file(module: str, entry: str, needs: Sequence[str]) -> None:
    """Compile a generated file, leaving out what it ``needs``; keep the object code if ``entry`` names the function."""
    _package()
    for left in (marker(module), marker(module).with_suffix(".o")):
        left.unlink(missing_ok=True)
    for name in needs:
        importlib.import_module(f"{PACKAGE}.{name}")
    _HEAVY.clear()
    _HEAVY.update(sys.modules[f"{PACKAGE}.{name}"].RULE for name in needs)
    result = _compiled(module, entry)
    description: dict[str, Any] = {}
    if entry:
        library: Any = result.library
        outside = [f.name for f in library._final_module.functions if f.is_declaration]
        code: bytes = library._codegen._tm.emit_object(library._final_module)
        replace_file(cache_folder() / f"{module}.o", code)
        description = {
            "sha256": hashlib.sha256(code).hexdigest(),
            "symbol": result.fndesc.llvm_func_name,
            "returns": _kind(result.signature.return_type),
            "takes": [_kind(t) for t in result.signature.args],
            "outside": [name for name in outside if not name.startswith(("llvm.", "_ZN"))],
            "needs": list(needs),
        }
    replace_file(marker(module), json.dumps(description).encode())


TRIES = 3


def _compiled(module: str, entry: str) -> Any:
    """Numba's result for the file's function, with its code.

    A build whose parent was killed may still be writing here, although the lock is ours: what it leaves in Numba's own
    cache between our clearing and compiling is loaded, not compiled, and such a library is empty."""
    for _ in range(TRIES):
        _forget(module)
        made = importlib.import_module(f"{PACKAGE}.{module}")
        if not entry:
            return None
        ((_, result),) = getattr(made, entry).overloads.items()
        if any(
            f.name == result.fndesc.llvm_func_name and not f.is_declaration
            for f in result.library._final_module.functions
        ):
            return result
        del sys.modules[f"{PACKAGE}.{module}"]
    raise RuntimeError(f"another process keeps compiling {module}: try again when it has ended")


def _forget(module: str) -> None:
    """Remove what Numba itself keeps of a file."""
    for old in (cache_folder() / "__pycache__").glob(f"{module}.*.nb?"):
        old.unlink(missing_ok=True)


def _kind(argument: Any) -> str:
    """How a value is passed: a record and a number as one word, an array as its parts."""
    from numba import types

    if isinstance(argument, types.Array):
        return f"array{argument.ndim}"
    return "record" if isinstance(argument, types.Record) else str(types.unliteral(argument))


if __name__ == "__main__":
    main()
