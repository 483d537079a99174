"""What of a game's rules would not compile, with file, line and remedy. Needs neither Numba nor a GPU.

A rule is compiled from its source (``taku.engine.source``), so the source is what is read (``taku.check.reading``):
every rule that a game's contract reaches.
"""

from __future__ import annotations

from taku.check.reading import Breach, Reader
from taku.engine.game import Game
from taku.engine.rule import Rule, in_order, rule_of

TABLE_BYTES = 64 * 1024
"""A GPU keeps constants in 64 kB."""


def check_subset(game: Game) -> list[Breach]:
    """Every breach of the subset in the rules that a game's contract reaches, in the order of files and lines.

    Kernels (`plan_value`) are no rules: they may take arrays, and no match and no GPU runs them.
    """
    found: set[Breach] = set()
    tables: dict[int, tuple[int, str, Rule]] = {}

    def ring(rules: list[Rule]) -> None:
        r, what = rules[0], f"rules call themselves ({' → '.join(x.name for x in rules)})"
        found.add(Breach(r.file, r.line, r.name, what, "write a loop with a bound and keep its place in a field"))

    for r in in_order([f for f in game.contract.values() if not rule_of(f).signature], ring):
        reader = Reader(r, game)
        reader.read()
        found |= set(reader.found)
        for name, view in reader.tables.items():
            tables.setdefault(id(view), (view.nbytes, name, r))
    total = sum(size for size, _, _ in tables.values())
    if total > TABLE_BYTES:
        size, name, r = max(tables.values(), key=lambda t: t[0])
        what = f"the tables of {game.id} take {total:,} bytes, {name} alone {size:,}"
        found.add(Breach(r.file, r.line, r.name, what, f"keep them under {TABLE_BYTES:,} together, a GPU's limit"))
    return sorted(found)
