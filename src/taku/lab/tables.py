"""Results as plain tables: for a terminal, as one object, and every match as a row for other tools."""

from __future__ import annotations

import csv
import math
from importlib import import_module
from pathlib import Path
from typing import Any

from taku.lab.columns import measures_of
from taku.lab.measures import Measure
from taku.lab.results import Results
from taku.lab.stopping import compared, measured, verdicts
from taku.lab.study import StudyError
from taku.page.terminal import columns

MOST_NAMES = 24
"""Rows of a table in a terminal, besides what is asked for by name."""


def shown(results: Results) -> list[tuple[str, Measure]]:
    """The measures of a study in a readable order: what decides, then what every match says, then the rest."""
    known = measures_of(results.study.variants[0].found)
    found = {}
    for name in results.names():
        of = next((m for m in known if m.name == name or (m.family and name.startswith(m.family))), None)
        found[name] = of or Measure(name, name, share=False)
    first = results.study.primary
    return sorted(found.items(), key=lambda pair: pair[0] != first)


def said(measure: Measure, x: float, sign: bool = False) -> str:
    if not math.isfinite(x):
        return "?"
    scale, digits, unit = (100, 1, " %") if measure.share else (1, 2, "")
    return f"{scale * x:{'+' if sign else ''}.{digits}f}{unit}".replace("-", "−")


def plain(results: Results) -> str:
    """What was played, and a table of figures with intervals."""
    study = results.study
    lines = [headline(results), ""]
    names = [v.name for v in study.variants]
    rows = [["measure", "variant", "value", "95 % interval", "against the first"]]
    for name, measure in shown(results)[:MOST_NAMES]:
        for place, variant in enumerate(names):
            x, n = results.column(name, place)
            if not n.sum():
                continue
            one = measured((x, n), name).found
            row = [name if place == 0 or len(names) == 1 else "", variant, said(measure, one.mean)]
            row.append(f"{said(measure, one.low)} to {said(measure, one.high)}")
            if place:
                d = compared(results.paired(name, 0, place), name).found
                row.append(f"{said(measure, d.mean, True)} ({said(measure, d.low)} to {said(measure, d.high)})")
            rows.append(row)
    lines.append(columns(rows))
    left = len(results.names()) - MOST_NAMES
    if left > 0:
        lines.append(f"and {left} more measures (--json, --csv)")
    return "\n".join(lines)


ENDS = {
    "decided": "decided",
    "precise": "as precise as asked",
    "matches": "all matches played",
    "time": "the time is over",
    "": "not finished",
}


def headline(results: Results) -> str:
    """What was played, and why it is over."""
    study = results.study
    count = "; ".join(f"{results.matches(v):,} of {variant.name}" for v, variant in enumerate(study.variants))
    players = " and ".join(dict.fromkeys(p for v in study.variants for p in v.players))
    return f"{study.game}, players {players}, seed {study.seed}: {count} ({ENDS[results.ended]})"


def as_json(results: Results) -> dict[str, Any]:
    """Everything that is known, as one object."""
    study = results.study
    values: dict[str, Any] = {}
    for name, measure in shown(results):
        of = []
        for place in range(len(study.variants)):
            x, n = results.column(name, place)
            one = measured((x, n), name).found if n.sum() else None
            row: dict[str, Any] = {"value": _plain(one)}
            if place and one is not None:
                row["difference"] = _plain(compared(results.paired(name, 0, place), name).found)
            of.append(row)
        values[name] = {"title": measure.title, "share": measure.share, "variants": of}
    return {
        "study": study.json(),
        "about": dict(results.about),
        "ended": results.ended,
        "lost": list(results.lost),
        "matches": [results.matches(v) for v in range(len(study.variants))],
        "verdicts": [
            {"variant": v.variant, "word": v.word, "difference": _plain(v.evidence.found)}
            for v in (verdicts(results) if len(study.variants) > 1 and results.common > 1 else [])
        ],
        "measures": values,
    }


def _plain(found: Any) -> list[float | None] | None:
    if found is None:
        return None
    return [round(x, 6) if math.isfinite(x) else None for x in (found.mean, found.low, found.high)]


def rows_of(results: Results) -> tuple[list[str], list[dict[str, Any]]]:
    """Every match as a row: variant, match, and each measure that has one number a match."""
    made: list[dict[str, Any]] = []
    names: dict[str, None] = {}
    for place, variant in enumerate(results.study.variants):
        for chunk in results.whole(place):
            found = results.columns(chunk)
            names |= dict.fromkeys(found)
            for k in range(chunk.n):
                row: dict[str, Any] = {"variant": variant.name, "match": chunk.first + k}
                for name, (x, n) in found.items():
                    row[name] = float(x[k] / n[k]) if n[k] else None
                made.append(row)
    return ["variant", "match", *names], made


def write_csv(results: Results, file: Path) -> None:
    names, rows = rows_of(results)
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, names)
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(results: Results, file: Path) -> None:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise StudyError("--parquet needs pyarrow: install taku[lab]") from None
    names, rows = rows_of(results)
    parquet.write_table(arrow.table({name: [row.get(name) for row in rows] for name in names}), file)
