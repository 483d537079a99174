"""What a report tells of a search: its answer, the targets before and after, and what it costs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from taku.lab.report.labels import Labels
from taku.page.html import Child, el

if TYPE_CHECKING:
    from taku.lab.tune import Reached, Tuned


def answer_of(tuned: Tuned, w: Labels) -> str:
    """The answer in one sentence."""
    of, met, before = len(tuned.reached), tuned.count("met"), tuned.count("met", before=True)
    if not tuned.changes:
        return w.t("tune.none", n=met, of=of)
    return w.t("tune.found", changes=changes_of(tuned, w), n=met, of=of, before=before)


def changes_of(tuned: Tuned, w: Labels) -> str:
    """``Downs until the raid 3 → 4, Recovery 1 → 2``."""
    changes = tuned.changes.items()
    return w.comma.join(f"{w.place(name)} {w.setting(name, a)} → {w.setting(name, b)}" for name, (a, b) in changes)


def section(tuned: Tuned, w: Labels) -> Child:
    """Every target with its band, before and after; those that are missed come first."""
    t = w.t
    order = ("missed", "rather_missed", "rather_met", "met")
    rows = [
        el(
            "tr",
            el("th", w.measure(one.measure), scope="row"),
            el("td", one.target.target),
            [el("td", _value(w, one, after)) for after in ((False, True) if tuned.changes else (True,))],
            el("td", t(f"tune.{one.word}")),
        )
        for one in sorted(tuned.reached, key=lambda one: order.index(one.word))
    ]
    values = [t("tune.before"), t("tune.after")] if tuned.changes else [t("tune.before")]
    head = [t("tune.target"), t("tune.band"), *values, t("tune.state")]
    table = el(
        "table", el("thead", el("tr", [el("th", h, scope="col") for h in head])), el("tbody", rows), class_="figures"
    )
    ends = [(p.name, p.values[0], p.values[-1]) for p in tuned.tuning.parameters]
    ranges = [f"{w.place(name)} {w.setting(name, low)} … {w.setting(name, high)}" for name, low, high in ends]
    about = t(
        "tune.about",
        tried=tuned.tried,
        ranges=w.comma.join(ranges),
        matches=w.count(tuned.tuning.matches),
        fresh=w.count(tuned.tuning.confirm),
    )
    return el(
        "section",
        el("h2", t("tune.title")),
        el("div", table, class_="wide"),
        el("p", about, class_="explain"),
        class_="long",
    )


def _value(w: Labels, one: Reached, after: bool) -> Child:
    found = (one.after if after else one.before).found
    span = w.span(one.measure, found.low, found.high) if math.isfinite(found.half) else ""
    return [w.value(one.measure, found.mean), el("small", f" {span}") if span else None]
