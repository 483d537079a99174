"""Plots as SVG, drawn from code: intervals on a common scale, lengths, lines of a chance, match-ups as a heat map.

Text stands outside the drawings where it can: it then keeps its size on a phone and wraps. Everything has a number
beside its mark, so nothing depends on colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from taku.bots.statistics import Interval
from taku.page.html import Child, Raw, el
from taku.page.svg import num

WIDE, HIGH = 360, 190
"""The size of a drawing in its own units: about a phone's width, so that its text is readable there."""
LEFT, BOTTOM, TOP = 42, 26, 8


@dataclass(frozen=True)
class Row:
    """A value with its interval."""

    label: Child
    found: Interval
    text: str
    """The value in words."""
    span: str
    """The interval in words."""


def scale(rows: Sequence[Row], null: float | None = None) -> tuple[float, float]:
    """The ends of a common scale: all intervals and the value of no difference, with a little room."""
    values = [x for row in rows for x in (row.found.low, row.found.high, row.found.mean) if math.isfinite(x)]
    values += [null] if null is not None else []
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    room = (high - low) * 0.06 or abs(high) * 0.1 or 0.1
    return low - room, high + room


def intervals(rows: Sequence[Row], write: Callable[[float], str], null: float | None = None) -> Raw:
    """Values with their intervals, one below the other; ``null`` is marked by a line."""
    low, high = scale(rows, null)

    def at(x: float) -> float:
        return 200 * (min(high, max(low, x)) - low) / (high - low)

    lines = []
    for row in rows:
        marks: list[Raw] = []
        if null is not None:
            marks.append(el("line", x1=num(at(null)), x2=num(at(null)), y1="0", y2="20", class_="null"))
        if math.isfinite(row.found.low) and math.isfinite(row.found.high):
            a, b = at(row.found.low), at(row.found.high)
            marks.append(el("rect", x=num(a), width=num(max(0.8, b - a)), y="7", height="6", class_="span"))
        marks.append(el("rect", x=num(at(row.found.mean) - 0.75), width="1.5", y="2", height="16", class_="mean"))
        strip = el("svg", marks, viewBox="0 0 200 20", preserveAspectRatio="none", class_="strip", aria_hidden="true")
        value = el("span", el("b", row.text), " ", el("small", row.span), class_="value")
        lines.append(el("li", el("span", row.label, class_="name"), " ", value, strip))
    middle = el("span", f"¦ {write(null)}", class_="null") if null is not None else None
    ends = el("div", el("span", write(low)), middle, el("span", write(high)), class_="ends", aria_hidden="true")
    return el("div", el("ul", lines), ends, class_="intervals")


@dataclass(frozen=True)
class Line:
    """A row of points with their intervals."""

    label: str
    points: Sequence[tuple[float, Interval]]


def axes(xs: Sequence[tuple[float, str]], ys: Sequence[tuple[float, str]], x_name: str) -> list[Raw]:
    """Two axes with their marks; ``xs`` and ``ys`` are places from 0 to 1 with what stands there."""
    marks = []
    for y, text in ys:
        at = num(TOP + (1 - y) * (HIGH - TOP - BOTTOM))
        marks += [
            el("line", x1=LEFT, x2=WIDE, y1=at, y2=at, class_="grid"),
            el("text", text, x=LEFT - 4, y=at, dy="0.35em", text_anchor="end"),
        ]
    for x, text in xs:
        at = num(LEFT + x * (WIDE - LEFT))
        anchor = "start" if x <= 0 else "end" if x >= 1 else "middle"
        marks.append(el("text", text, x=at, y=HIGH - BOTTOM + 13, text_anchor=anchor))
    marks.append(el("text", x_name, x=WIDE, y=HIGH - 1, text_anchor="end", class_="axis"))
    return marks


def _place(x: float, y: float) -> tuple[float, float]:
    return LEFT + x * (WIDE - LEFT), TOP + (1 - y) * (HIGH - TOP - BOTTOM)


def chances(lines: Sequence[Line], x_name: str, label: str) -> Raw:
    """Shares from 0.4 or less to 1 over the part of a match, each line with its band."""
    low = min([0.4, *(i.low for line in lines for _, i in line.points)])
    low = math.floor(10 * max(0.0, low)) / 10

    def y(value: float) -> float:
        return (min(1.0, max(low, value)) - low) / (1 - low)

    drawn = axes(
        [(x / 100, f"{x} %") for x in (0, 25, 50, 75, 100)],
        [(y(v / 10), f"{10 * v} %") for v in range(round(10 * low), 11, 2)],
        x_name,
    )
    for i, line in enumerate(lines):
        upper = [_place(x, y(found.high)) for x, found in line.points]
        lower = [_place(x, y(found.low)) for x, found in reversed(line.points)]
        means = [_place(x, y(found.mean)) for x, found in line.points]
        drawn.append(el("polygon", points=_points([*upper, *lower]), class_=f"band c{i % 6}"))
        drawn.append(el("polyline", points=_points(means), class_=f"line c{i % 6}"))
        drawn += [_mark(i, x, y_) for x, y_ in means]
    return _figure(drawn, label, [line.label for line in lines])


def lengths(lines: Sequence[tuple[str, Sequence[float]]], ends: tuple[float, float], x_name: str, label: str) -> Raw:
    """How many matches had which length: shares of bins between two ends, one outline a variant."""
    top = max((x for _, shares in lines for x in shares), default=1.0) or 1.0
    low, high = ends
    xs = [(k / 4, f"{low + (high - low) * k / 4:,.0f}") for k in range(5)]
    drawn = axes(xs, [(k / 2, f"{100 * top * k / 2:.0f} %") for k in range(3)], x_name)
    for i, (_, shares) in enumerate(lines):
        points = [_place(0, 0)]
        for k, share in enumerate(shares):
            points += [_place(k / len(shares), share / top), _place((k + 1) / len(shares), share / top)]
        points.append(_place(1, 0))
        drawn.append(el("polygon", points=_points(points), class_=f"band c{i % 6}"))
        drawn.append(el("polyline", points=_points(points), class_=f"line c{i % 6}"))
    return _figure(drawn, label, [name for name, _ in lines])


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in places)


def _mark(i: int, x: float, y: float) -> Raw:
    """A point; each line has its own form, so that it is told without its colour."""
    shapes = (
        "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
        "M-3-3H3V3H-3Z",
        "M0-4L4 3H-4Z",
        "M0-4L4 0L0 4L-4 0Z",
        "M0 4L4-3H-4Z",
        "M-4-1H-1V-4H1V-1H4V1H1V4H-1V1H-4Z",
    )
    return el("path", d=shapes[i % 6], transform=f"translate({num(x)} {num(y)})", class_=f"dot c{i % 6}")


def _figure(drawn: Sequence[Raw], label: str, names: Sequence[str]) -> Raw:
    picture = el("svg", drawn, viewBox=f"0 0 {WIDE} {HIGH}", role="img", aria_label=label, class_="plot")
    legend = [
        el(
            "li",
            el("svg", _mark(i, 0, 0), viewBox="-6 -6 12 12", class_="key", aria_hidden="true"),
            " ",
            el("bdi", name),
        )
        for i, name in enumerate(names)
    ]
    return el("figure", picture, el("ul", legend, class_="legend") if len(names) > 1 else None)


def match_ups(names: Sequence[str], cells: dict[tuple[int, int], tuple[float, str]], corner: str) -> Raw:
    """Who scores what against whom: the row against the column. Colour and number say the same."""
    head = el("tr", el("th", corner, scope="col"), [el("th", el("bdi", name), scope="col") for name in names])
    rows = []
    for i, name in enumerate(names):
        row: list[Child] = [el("th", el("bdi", name), scope="row")]
        for j in range(len(names)):
            found = cells.get((i, j))
            shade = f"heat h{min(10, max(0, round(10 * found[0])))}" if found else "heat"
            row.append(el("td", found[1] if found else "–", class_=shade))
        rows.append(el("tr", row))
    return el("div", el("table", el("thead", head), el("tbody", rows), class_="match-ups"), class_="wide")
