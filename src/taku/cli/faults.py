"""Every error that a user can cause, as an exit code and one line."""

from __future__ import annotations

from taku.cli.parser import BAD, UNEXPECTED, USAGE, Fault


def explain(fault: Exception) -> tuple[int, str]:
    """The exit code and the line for an error, whoever raised it."""
    if isinstance(fault, Fault):
        return fault.code, _line(fault)
    if isinstance(fault, OSError) and fault.strerror:
        where = f"{fault.filename}: " if fault.filename else ""
        return USAGE, f"{where}{fault.strerror}"
    code = _code(fault)
    if code == UNEXPECTED:
        return code, f"an unexpected fault: {type(fault).__name__}: {_line(fault)}".rstrip(": ")
    return code, _line(fault)


def _code(fault: Exception) -> int:
    """Errors are known by their class's name, so that saying one line imports nothing."""
    names = {f"{c.__module__}.{c.__qualname__}" for c in type(fault).__mro__}
    for name, code in KNOWN.items():
        if name in names:
            return code
    return UNEXPECTED


KNOWN = {
    "taku.engine.options.OptionError": USAGE,
    "taku.engine.words.MissingWord": BAD,
    "taku.bots.table.IllegalAction": BAD,
    "taku.engine.game.GameError": USAGE,
    "taku.engine.entries.Refused": USAGE,
    "taku.engine.entries.MatchError": BAD,
    "taku.engine.native.CompileError": BAD,
    "taku.server.store.errors.NotFound": USAGE,
    "taku.server.store.errors.NotTaku": USAGE,
    "taku.server.store.errors.BadValue": USAGE,
    "taku.server.store.errors.StoreError": BAD,
}


def _line(fault: Exception) -> str:
    """The first line of a message; Numba's and SQL's go on for pages."""
    lines = [line.strip() for line in str(fault).splitlines() if line.strip()]
    return lines[0] + (" …" if len(lines) > 1 else "") if lines else ""
