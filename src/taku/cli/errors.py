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
        if place := _rule_of(fault):
            return BAD, f"{place}: {type(fault).__name__}: {_line(fault)}".rstrip(": ")
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
    "taku.engine.catalogue.MissingWord": BAD,
    "taku.bots.table.IllegalAction": BAD,
    "taku.engine.part.GameError": USAGE,
    "taku.engine.entries.Refused": USAGE,
    "taku.engine.entries.MatchError": BAD,
    "taku.compile.native.CompileError": BAD,
    "taku.compile.cuda.NoGpu": BAD,
    "taku.engine.source.SubsetError": BAD,
    "taku.server.store.errors.NotFound": USAGE,
    "taku.server.store.errors.NotTaku": USAGE,
    "taku.server.store.errors.BadValue": USAGE,
    "taku.server.store.errors.StoreError": BAD,
}


def _rule_of(fault: Exception) -> str:
    """The rule of a game in which it happened, with file and line; "" if it was no rule.

    The game's own, not one of the kit that it called: that is where the mistake is.
    """
    rules = []
    trace = fault.__traceback__
    while trace:
        frame, name = trace.tb_frame, trace.tb_frame.f_code.co_name
        if "__rule__" in getattr(frame.f_globals.get(name), "__dict__", {}):
            rules.append(
                (frame.f_globals["__name__"], f"the rule {name}, {frame.f_code.co_filename}:{trace.tb_lineno}")
            )
        trace = trace.tb_next
    own = [place for module, place in rules if not module.startswith(("taku.engine", "taku.kit"))]
    return own[-1] if own else rules[-1][1] if rules else ""


def _line(fault: Exception) -> str:
    """The first line of a message; Numba's and SQL's go on for pages."""
    lines = [line.strip() for line in str(fault).splitlines() if line.strip()]
    return lines[0] + (" …" if len(lines) > 1 else "") if lines else ""
