"""The sections of a report: the answer, what else is known, plots, figures, and what was not measured."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from taku.bots.statistics import Interval
from taku.engine.game import Game
from taku.lab.measures import Balance
from taku.lab.measures_generic import GENERIC
from taku.lab.report import tuning
from taku.lab.report.findings import EVERY, MOST, Finding, Results, fair, names_of
from taku.lab.report.labels import Labels
from taku.lab.report.plots import Line, Row, chances, intervals, lengths, match_ups
from taku.lab.stopping import Verdict, measured, verdicts
from taku.page.html import Child, Raw, el

if TYPE_CHECKING:
    from taku.lab.tune import Tuned

BINS = 24


@dataclass(frozen=True)
class Told:
    """All that a report tells, before it is put into words."""

    game: Game
    results: Results
    findings: Sequence[Finding]
    own: Balance = field(default_factory=Balance)
    """What the game counts."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Version, content, time, and how it ended."""
    shown: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Where a match file lies: by variant and number of the match."""
    matches: Mapping[int, Sequence[tuple[int, int]]] = field(default_factory=dict)
    """For each finding, by its place, the matches that show it; −1: the study's own question."""
    why_none: str = ""
    """Why no match file is attached: ``slow``."""
    lost: Sequence[str] = ()
    tuned: Tuned | None = None
    """The search whose result this is."""

    def labels(self, language: str) -> Labels:
        return Labels(self.game, language, self.own)


def answer(told: Told, w: Labels) -> str:
    """The answer in one sentence."""
    if told.tuned:
        return tuning.answer_of(told.tuned, w)
    results, t = told.results, w.t
    study = results.study
    primary = study.primary
    if not results.matches(0) or not len(results.column(primary, 0)[0]):
        return t("answer.none")
    label = w.measure(primary)
    found = verdicts(results)
    if not found:
        return _single(results, primary, w)
    joint = "" if w.language == "ja" else " "
    if len(found) <= 3:
        return joint.join(sentence(_versus(results, one, w)) for one in found)
    count = {word: sum(v.word == word for v in found) for word in ("more", "less", "same", "open")}
    key = "answer.several" if count["open"] else "answer.several_decided"
    several = sentence(t(key, n=len(found), label=label, **count))
    certain = [v for v in found if v.word in ("more", "less")]
    if not certain:
        return several
    top = max(certain, key=lambda v: abs(v.evidence.found.mean))
    return joint.join((several, sentence(_versus(results, top, w))))


def _versus(results: Results, verdict: Verdict, w: Labels) -> str:
    """What one variant does to the primary measure."""
    study = results.study
    primary = study.primary
    found = verdict.evidence.found
    low, high = (found.low, found.high) if verdict.word != "less" else (-found.high, -found.low)
    signed = verdict.word == "open"
    return w.t(
        f"answer.{verdict.word}",
        variant=w.variant(study.variants[verdict.variant]),
        label=w.measure(primary),
        off=w.off(primary, abs(found.mean)),
        low=w.off(primary, low, signed),
        high=w.off(primary, high, signed),
        span=w.off_span(primary, low, high, signed),
        matters=w.off(primary, study.matters),
        n=w.count(results.matches(verdict.variant)),
    )


def _single(results: Results, primary: str, w: Labels) -> str:
    """The primary measure of a study without variants."""
    middle = fair(primary)
    one = measured(results.column(primary, 0), primary, null=middle or 0.0)
    key = "single"
    if middle is not None:
        key = "fair_same" if one.e < 20 else "fair_more" if one.found.mean > middle else "fair_less"
    span = w.span(primary, one.found.low, one.found.high)
    return sentence(w.t(f"answer.{key}", label=w.measure(primary), value=w.value(primary, one.found.mean), span=span))


def sentence(text: str) -> str:
    """With a capital at its beginning, in languages that have them."""
    return text[:1].upper() + text[1:]


def finding_text(told: Told, finding: Finding, w: Labels) -> str:
    """A finding in words."""
    study, t = told.results.study, w.t
    measure = finding.measure
    if finding.kind == "never":
        key = "finding.never_right" if measure.startswith("right.") else "finding.never"
        text = t(key, thing=w.thing(measure.partition(".")[2]), n=f"{finding.blocks:,}")
    else:
        found = finding.found
        higher = found.mean > (0 if finding.kind == "difference" else finding.base)
        key = f"finding.{finding.kind}_{'more' if higher else 'less'}"
        if finding.kind == "difference":
            low, high = (found.low, found.high) if higher else (-found.high, -found.low)
            text = t(
                key,
                label=w.measure(measure),
                variant=w.variant(study.variants[finding.variant]),
                value=w.value(measure, finding.base + found.mean),
                off=w.off(measure, abs(found.mean)),
                base=w.value(measure, finding.base),
                span=w.off_span(measure, max(0.0, low), high),
            )
            return sentence(text)
        values = {"value": w.value(measure, found.mean), "span": w.span(measure, found.low, found.high)}
        text = t(key, label=w.measure(measure), base=w.value(measure, finding.base), **values)
    if len(study.variants) > 1 and finding.variant != EVERY:
        text = f"{t('finding.in_variant', variant=w.variant(study.variants[finding.variant]))} {text}"
    return sentence(text)


def variants_section(told: Told, w: Labels) -> Child:
    """The primary measure of each variant, and the differences from the first."""
    results, t = told.results, w.t
    study = results.study
    primary = study.primary
    rows = [
        row(w, primary, w.variant(v), measured(results.column(primary, i), primary).found)
        for i, v in enumerate(study.variants)
    ]
    first = intervals(rows, lambda x: w.value(primary, x), fair(primary))
    parts: list[Child] = [el("div", el("h2", sentence(w.measure(primary))), first)]
    found = verdicts(results)
    if found:
        offs = [row(w, primary, w.variant(study.variants[v.variant]), v.evidence.found, off=True) for v in found]
        title = t("report.differences", first=w.variant(study.variants[0]))
        parts.append(el("div", el("h2", title), intervals(offs, lambda x: w.off(primary, x, True), 0.0)))
    return el("section", el("div", parts, class_="pair"), replays(told, -1, w))


def row(w: Labels, measure: str, label: Child, found: Interval, off: bool = False) -> Row:
    """A value with its interval, in words."""

    text = w.off(measure, found.mean, True) if off else w.value(measure, found.mean)
    span = w.off_span(measure, found.low, found.high, True) if off else w.span(measure, found.low, found.high)
    return Row(label, found, text, span if math.isfinite(found.half) else "")


def replays(told: Told, place: int, w: Labels) -> Child:
    """The matches that show a finding."""
    study = told.results.study
    links: list[Child] = []
    for variant, number in told.matches.get(place, ()):
        where = told.shown.get((variant, number))
        if where:
            text = w.t("report.replay", n=number + 1, variant=w.variant(study.variants[variant]))
            links += [" " if links else None, el("a", text, href=where, download=f"match-{variant}-{number + 1}.json")]
    return el("p", w.t("report.replay_lead"), " ", links, class_="shows") if links else None


def findings_section(told: Told, w: Labels) -> Child:
    """What else is known, heaviest first."""
    t = w.t
    items = [
        el("li", finding_text(told, finding, w), replays(told, place, w))
        for place, finding in enumerate(told.findings[:MOST])
    ]
    more = len(told.findings) - len(items)
    return el(
        "section",
        el("h2", t("report.findings")),
        el("ol", items, class_="findings") if items else el("p", t("report.nothing")),
        el("p", t("report.more_left", n=more), class_="explain") if more > 0 else None,
        el("p", t("report.replay_how"), class_="explain") if told.shown else None,
        class_="long",
    )


def seats_section(told: Told, w: Labels) -> Child:
    """Each seat's and each order's result, variant by variant."""
    results = told.results
    for family in ("seat.", "order."):
        names = [n for n in names_of(results) if n.startswith(family)]
        if len(names) > 12 or not names:
            continue
        plots = []
        for i, variant in enumerate(results.study.variants):
            found = [(name, results.column(name, i)) for name in names]
            rows = [row(w, n, w.measure(n), measured(c, n).found) for n, c in found if len(c[0]) and c[1].sum()]
            if rows:
                title = el("h3", w.variant(variant)) if len(results.study.variants) > 1 else None
                plots.append(el("div", title, intervals(rows, lambda x: w.value("seat.1", x), 0.5)))
        if plots:
            return el("section", el("h2", w.t("report.seats")), el("div", plots[:6], class_="pair"))
    return None


def match_ups_section(told: Told, w: Labels) -> Child:
    """Who scores what against whom, where variants seat two different players."""
    results = told.results
    cells: dict[tuple[int, int], tuple[float, str]] = {}
    names: list[str] = []
    for i, variant in enumerate(results.study.variants):
        two = list(dict.fromkeys(getattr(variant, "players", ())))
        if len(two) != 2:
            continue
        x, n = results.column(f"player.{two[0]}", i)
        if not len(x) or not n.sum():
            continue
        names += [name for name in two if name not in names]
        a, b = (names.index(name) for name in two)
        score = float(x.sum() / n.sum())
        cells[a, b] = score, w.value("player.", score)
        cells[b, a] = 1 - score, w.value("player.", 1 - score)
    if len(names) < 2 or not cells:
        return None
    table = match_ups([w.player(name) for name in names], cells, w.t("report.against"))
    return el("section", el("h2", w.t("report.matchups")), table)


def length_section(told: Told, w: Labels) -> Child:
    """How long matches are."""
    import numpy as np

    results, t = told.results, w.t
    columns = [results.column("decisions", i)[0] for i in range(len(results.study.variants))]
    columns = [c for c in columns if len(c)]
    if not columns:
        return None
    whole = np.concatenate(columns)
    low, high = float(np.quantile(whole, 0.002)), float(np.quantile(whole, 0.998))
    low, high = math.floor(low), max(math.floor(low) + BINS, math.ceil(high))
    lines = []
    for i, column in enumerate(columns[:6]):
        counts, _ = np.histogram(np.clip(column, low, high), BINS, (low, high))
        lines.append((w.variant(results.study.variants[i]), list(counts / max(1, len(column)))))
    about = t("report.length_about")
    drawing = lengths(lines, (low, high), t("report.decisions"), about)
    return el("section", el("h2", t("report.length")), el("p", about, class_="explain"), drawing)


def ahead_section(told: Told, w: Labels) -> Child:
    """How much a lead is worth over the match."""
    results, t = told.results, w.t
    lines = []
    for i, variant in enumerate(results.study.variants[:6]):
        points = []
        for percent in range(10, 100, 10):
            name = f"generic.ahead.{percent}"
            if name in names_of(results):
                x, n = results.column(name, i)
                if len(n) and n.sum() >= 50:
                    points.append((percent / 100, measured((x[n > 0], n[n > 0]), name).found))
        if points:
            lines.append(Line(w.variant(variant), points))
    if not lines:
        return None
    about = t("report.ahead_about")
    drawing = chances(lines, t("report.match_part"), about)
    return el("section", el("h2", t("report.ahead")), el("p", about, class_="explain"), drawing)


def figures_section(told: Told, w: Labels) -> Child:
    """Every measure of every variant with its interval and number of matches."""
    results, t = told.results, w.t
    head = [t("report.figure"), t("report.value"), t("report.span"), t("report.count")]
    parts: list[Child] = []
    for i, variant in enumerate(results.study.variants):
        rows = []
        for name in ordered(names_of(results)):
            x, n = results.column(name, i)
            if not len(x) or not n.sum():
                continue
            found = measured((x, n), name).found
            known = math.isfinite(found.half)
            low, high = max(0.0, found.low), found.high
            if w.portion(name):
                high = min(1.0, high)
            span = w.span(name, low, high) if known else "–"
            cells = [w.value(name, found.mean), span, f"{int((n > 0).sum()):,}"]
            rows.append(el("tr", el("th", w.measure(name), scope="row"), [el("td", c) for c in cells]))
        table = el(
            "table",
            el("thead", el("tr", [el("th", h, scope="col") for h in head])),
            el("tbody", rows),
            class_="figures",
        )
        name = w.variant(variant)
        parts.append(
            el("details", el("summary", name), el("div", table, class_="wide"), open=i == 0 and len(rows) < 40)
        )
    return el("section", el("h2", t("report.figures")), parts, class_="long")


def ordered(names: Sequence[str]) -> list[str]:
    """Measures in the order in which one wants to read them: results first, what is taken last."""
    families = ("seat.", "first.", "order.", "player.", "draws", "decisions", "generic.")

    def place(name: str) -> tuple[int, str]:
        if name.startswith(("offered.", "taken.", "right.", "holders.")):
            return 99, name
        return next((i for i, f in enumerate(families) if name.startswith(f)), 50), ""

    return sorted(names, key=place)


def unmeasured_section(told: Told, w: Labels) -> Child:
    """What the report does not tell, and why."""
    results, t = told.results, w.t
    study = results.study
    lines = []
    players = {name for v in study.variants for name in getattr(v, "players", ())}
    if players:
        drawn = "random" if players == {"random"} else "drawn" if players <= {"random", "prefer"} else "think"
        lines.append(t(f"missing.players_{drawn}"))
    names = names_of(results)
    if "generic.minutes" in names:
        lines.append(t("missing.time"))
    whole = results.matches(0)
    sampled = [n for n in names if n.startswith("generic.") and 0 < int((results.column(n, 0)[1] > 0).sum())]
    if sampled:
        most = max(int((results.column(n, 0)[1] > 0).sum()) for n in sampled)
        if most < whole:
            label = sentence(w.measure("generic.choices"))
            lines.append(t("missing.sample", label=f"{label} …", n=f"{most:,}", of=f"{whole:,}"))
    absent = [m.name for m in GENERIC if not m.family and m.name not in names]
    absent += [] if "seat.1" in names else ["seat.1"]
    own = [m for m in told.own.measures if not any(n == m.name or (m.family and n.startswith(m.family)) for n in names)]
    gone = [w.measure(n) for n in absent] + [w.measure(m.name.removesuffix(".*")) for m in own]
    if gone:
        lines.append(t("missing.absent", labels=w.comma.join(gone)))
    named = {item: w.thing(item) for item in never_offered(results, told.game)}
    unseen = [name for item, name in named.items() if name != item]  # what has no name is a number out of range
    if unseen:
        more = [f"… (+{len(unseen) - MOST})"] if len(unseen) > MOST else []
        lines.append(t("missing.never_offered", labels=w.comma.join(unseen[:MOST] + more)))
    if told.why_none:
        lines.append(t(f"missing.replays_{told.why_none}"))
    lines += [t("missing.kept", what=what) for what in told.lost]
    if whole < 50:
        lines.append(t("missing.few"))
    return el("section", el("h2", t("report.unmeasured")), el("ul", [el("li", line) for line in lines]), class_="long")


def never_offered(results: Results, game: Game) -> list[str]:
    """What actions could speak of, and no match offered. Taking back is no offer to who draws."""
    back = {f"action.{one.name}" for kind in game.kinds for one in game.actions[kind].all() if one.back}
    variants = range(len(results.study.variants))
    offered = [n.removeprefix("offered.") for n in names_of(results) if n.startswith("offered.")]
    return [
        item
        for item in offered
        if item not in back and not any(float(results.column(f"offered.{item}", v)[0].sum()) for v in variants)
    ]


def about_line(told: Told, w: Labels) -> str:
    """What was played, on one line, and why it ended."""
    study, about, t = told.results.study, told.about, w.t
    first = study.variants[0]
    line = t(
        "report.played",
        matches=w.count(told.results.matches(0)),
        seats=getattr(first, "seats", len(getattr(first, "players", ()))),
        players=w.players([p for v in study.variants for p in getattr(v, "players", ())]),
        version=about.get("version", told.game.version),
        content=about.get("content", told.game.content_hash),
        seed=getattr(study, "seed", "?"),
        time=str(about.get("time", ""))[:10],
    )
    ended = about.get("ended", "")
    return f"{line} {t(f'report.ended_{ended}')}" if ended in ("decided", "precise", "matches", "time") else line


def body(told: Told, language: str) -> Raw:
    """The whole report in one language."""
    w = told.labels(language)
    t = w.t
    name = w.study(told.results.study)
    played = bool(told.results.matches(0))
    sections: list[Child] = []
    if played:
        plots = [part for part in (length_section(told, w), ahead_section(told, w)) if part is not None]
        sections = [
            tuning.section(told.tuned, w) if told.tuned else None,
            variants_section(told, w),
            findings_section(told, w),
            seats_section(told, w),
            match_ups_section(told, w),
            el("div", plots, class_="pair"),
            figures_section(told, w),
        ]
    return el(
        "article",
        el("h1", t("report.title", game=w.words.title, name=name)),
        el("p", answer(told, w), class_="answer"),
        el("p", about_line(told, w), class_="about"),
        sections,
        unmeasured_section(told, w),
        el("p", t("report.intervals", findings=t("report.findings")), class_="explain"),
        lang=language,
    )
