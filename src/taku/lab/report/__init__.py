"""The report of a study: the answer first, then plots, findings with matches that show them, and what is not known.

``html`` makes one file that needs no network: styles and drawings stand in it, in English and Japanese. ``text`` is
the answer for a terminal.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.engine.catalogue import LANGUAGES
from taku.engine.game import Game
from taku.lab.report.findings import MOST, Finding, Results, findings, shows
from taku.lab.report.sections import Told, answer, body, finding_text
from taku.page.html import Raw, el

if TYPE_CHECKING:
    from taku.lab.results import Results as LabResults
    from taku.lab.tune import Tuned

REPLAYS = 6
"""Findings whose matches are put into the file: a match of a long game takes 20 kB, and has to be played again."""
PATIENCE = 20.0
"""Seconds for playing matches again: those of players that search take as long as they did at first."""

TONGUES = {"en": "English", "ja": "日本語"}

Replay = Callable[[int, int], str]
"""Makes the match file of a variant and a number."""


@cache
def styles() -> str:
    """The report's stylesheet."""
    return (Path(__file__).parent / "report.css").read_text(encoding="utf-8")


def told_of(
    game: Game,
    results: Results,
    *,
    about: Mapping[str, Any] | None = None,
    replay: Replay | None = None,
    why_none: str = "",
    lost: Sequence[str] = (),
) -> Told:
    """What a study's results tell; ``replay`` makes the match files that show it, or nothing if it takes too long."""
    from taku.lab.watch import balance_of

    own = balance_of(game)
    found = findings(results, own.measures) if results.matches(0) else []
    matches = matches_of(results, found) if results.matches(0) else {}
    shown: dict[tuple[int, int], str] = {}
    if replay:
        for place in sorted(matches)[: REPLAYS + 1]:
            for where in matches[place]:
                if where not in shown and (match := replay(*where)):
                    shown[where] = data_link(match)
    return Told(
        game,
        results,
        found,
        own=own,
        about=about or {},
        shown=shown,
        matches=matches,
        why_none=why_none,
        lost=lost,
    )


def report_of(results: LabResults, patience: float = PATIENCE) -> Told:
    """What the results of a run tell, with the match files that can be made in that many seconds."""
    from taku.lab.replays import match_file

    study, ends = results.study, time.monotonic() + patience
    about = dict(results.about)
    contents = dict.fromkeys(about.get("content", ()))
    about |= {"content": ", ".join(contents), "ended": results.ended}

    def replay(place: int, number: int) -> str:
        return match_file(study, place, number) if time.monotonic() < ends else ""

    told = told_of(study.variants[0].found, results, about=about, replay=replay, lost=results.lost)
    return replace(told, why_none="slow") if told.matches and not told.shown else told


def tuned_report(tuned: Tuned, patience: float = PATIENCE) -> Told:
    """What a search found, with the match files of its last study."""
    return replace(report_of(tuned.results, patience), tuned=tuned)


def data_link(match: str) -> str:
    """A match file as a link that needs no server."""
    return "data:application/json;base64," + base64.b64encode(match.encode()).decode()


def matches_of(results: Results, found: Sequence[Finding]) -> dict[int, list[tuple[int, int]]]:
    """The matches that show each finding; where variants differ, the same luck in both."""
    study = results.study
    lengths = [results.column("decisions", v)[0] for v in range(len(study.variants))]
    made: dict[int, list[tuple[int, int]]] = {}
    primary = _primary(results)
    for place, finding in [(-1, primary), *enumerate(found[:MOST])]:
        if finding is None:
            continue
        deal = shows(results, finding, lengths[finding.variant])
        if deal is not None:
            number = deal * getattr(study, "turns", 1)
            both = [0, finding.variant] if finding.kind == "difference" else [finding.variant]
            made[place] = [(v, number) for v in both]
    return made


def _primary(results: Results) -> Finding | None:
    """The study's own question as a finding, for the match that shows it."""
    from taku.lab.report.findings import fair
    from taku.lab.stopping import measured, verdicts

    study = results.study
    told = [v for v in verdicts(results) if v.word in ("more", "less")]
    if told:
        top = max(told, key=lambda v: abs(v.evidence.found.mean))
        one = top.evidence
        return Finding("difference", study.primary, top.variant, one.found, 0.0, one.e, one.blocks, one.exact)
    middle = fair(study.primary)
    if len(study.variants) == 1 and middle is not None:
        one = measured(results.column(study.primary, 0), study.primary, null=middle)
        return (
            Finding("uneven", study.primary, 0, one.found, middle, one.e, one.blocks, one.exact)
            if one.e >= 20
            else None
        )
    return None


def article(told: Told, languages: Sequence[str] = LANGUAGES) -> Raw:
    """The report as a part of a page; where there are several languages the reader chooses, without a script."""
    choice = None
    if len(languages) > 1:
        choice = el(
            "fieldset",
            [
                el(
                    "label",
                    el("input", type="radio", name="tongue", id=f"tongue-{code}", checked=i == 0),
                    el("span", TONGUES[code], lang=code),
                )
                for i, code in enumerate(languages)
            ],
            class_="tongues",
        )
    return el("div", choice, [body(told, code) for code in languages], class_="report")


def html(told: Told, languages: Sequence[str] = LANGUAGES) -> str:
    """The report as one self-contained file."""
    first = languages[0]
    w = told.labels(first)
    title = f"{w.words.title}: {answer(told, w)}"
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", title),
        el("style", Raw(BASE + styles())),
    )
    return f"<!DOCTYPE html>\n{el('html', head, el('body', article(told, languages)), lang=first)}\n"


BASE = """:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#e9dfcc, #191411); font: 100%/1.5 system-ui, -apple-system, "Segoe UI",
"Noto Sans", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", sans-serif; }
:lang(ja) { line-height: 1.7; line-break: strict; word-break: auto-phrase; }
@media print { body { background: #fff; } }
"""


def text(told: Told, language: str = "en") -> str:
    """The answer and what else is known, for a terminal."""
    w = told.labels(language)
    lines = [answer(told, w)]
    kept = told.findings[:MOST]
    lines += [f"- {finding_text(told, finding, w)}" for finding in kept]
    if len(told.findings) > len(kept):
        lines.append(w.t("report.more_left", n=len(told.findings) - len(kept)))
    return "\n".join(lines)
