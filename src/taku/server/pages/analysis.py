"""Analysis after the match: everybody's winning chance over time and the turning points, kept with the match."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from itertools import groupby
from typing import Any

from starlette.responses import Response

from taku.bots import say
from taku.bots.chances import first, in_chances, sides_of, standings
from taku.page.html import Child, Raw, el
from taku.page.parts import own_name
from taku.page.svg import crest, num
from taku.server.analyses import Progress, Refused
from taku.server.live.table import Table
from taku.server.pages.replay import finished_table
from taku.server.replay import in_pieces
from taku.server.web import Problem, Visit, section
from taku.server.words import game_words, plain

WIDTH, HEIGHT = 560, 230
LOOK_AGAIN = 3
"""Seconds after which the page of an analysis that is being made looks again by itself."""
LINES = 2
"""How many of the bot's main lines a turning point shows."""


async def start(visit: Visit) -> Response:
    """Ask for the analysis; it is made once and kept."""
    table = await finished_table(visit)
    guest = await visit.guest()
    analyses = visit.site.registry.analyses
    if await analyses.found(table.id) is None:
        assert table.match is not None
        try:
            await analyses.start(
                table.id, json.dumps({**table.match.export(), "names": table.names(visit.language)}), guest.id
            )
        except Refused as why:
            there = why.match or table.id
            raise Problem(str(why), 429, next=(f"/t/{there}/analysis", visit.t("analysis.there"))) from None
    return visit.go(f"/t/{table.id}/analysis")


async def cancel(visit: Visit) -> Response:
    """Who asked for it does not want it any more."""
    table = await finished_table(visit)
    await visit.site.registry.analyses.cancel(table.id, visit.id)
    return visit.go(f"/t/{table.id}/analysis")


async def page(visit: Visit) -> Response:
    table, t = await finished_table(visit), visit.t
    title = f"{game_words(table.game, visit.language).title} · {t('analysis.title')}"
    back = el("a", t("result.replay"), href=f"/t/{table.id}/replay", class_="button quiet")
    found = await visit.site.registry.analyses.found(table.id)
    if found is None:
        progress = await visit.site.registry.analyses.progress(table.id)
        body = _under_way(visit, table, progress) if progress and progress.active else _offer(visit, table, progress)
        made = visit.page(title, el("h1", title), body, el("p", back))
        if progress and progress.active:
            made.headers["Refresh"] = str(LOOK_AGAIN)
        return made
    decisions: list[dict[str, Any]] = found["decisions"]
    said = found["said"].get(visit.language, {})
    assert table.match is not None
    others = standings(decisions, sides_of(table.match))
    turning = [
        in_chances(said.get(str(step), d), others[step])
        for step in found["turning"]
        for d in decisions
        if d["step"] == step
    ]
    decisions = await in_pieces({**d, "after": first(d["after"], others[d["step"]])} for d in decisions)
    chances = graph(decisions, table.names(visit.language), t("analysis.chances"), set(found["turning"]))
    points = el("ol", [_point(visit, table, d) for d in turning], class_="tables turning")
    return visit.page(
        title,
        el("h1", title),
        section(
            t("analysis.chances"),
            chances,
            el("p", t("analysis.axis"), class_="explain"),
            legend(table.names(visit.language)),
            class_="sheet",
        ),
        section(t("analysis.turning"), points if turning else el("p", t("analysis.none"))),
        el("p", back),
    )


def _offer(visit: Visit, table: Table, ended: Progress | None) -> Child:
    """What an analysis is, and how the last try ended."""
    return [
        el("p", visit.t(f"analysis.{ended.state}"), class_="empty") if ended else None,
        el("p", visit.t("analysis.lead"), class_="lead"),
        visit.press(f"/t/{table.id}/analysis", visit.t("analysis.go"), kind="main"),
    ]


def _under_way(visit: Visit, table: Table, progress: Progress) -> Child:
    """How far it has come; whoever asked for it can end it."""
    t = visit.t
    if progress.state == "runs":
        words = t("analysis.runs", done=progress.done, of=progress.of)
        bar: Child = el("progress", value=progress.done, max=progress.of, aria_label=t("analysis.title"))
    else:
        words = t("analysis.waits", n=progress.ahead + 1) if progress.ahead else t("analysis.begins")
        bar = None
    return [
        el("p", words, " ", el("a", t("analysis.look"), href=f"/t/{table.id}/analysis"), class_="empty"),
        el("p", bar) if bar else None,
        visit.press(f"/t/{table.id}/analysis/cancel", t("analysis.cancel")) if progress.owner == visit.id else None,
    ]


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _point(visit: Visit, table: Table, d: dict[str, Any]) -> Raw:
    words = say(
        visit.language, "analysis", "turning", player=table.names(visit.language)[d["seat"]],
        action=plain(d["words"], table.names(visit.language)), best=plain(d["best_words"], table.names(visit.language)),
        grade=say(visit.language, "grade", d["grade"]), before=_percent(d["before"]), after=_percent(d["after"]),
    )  # fmt: skip
    lines = [_line(line, table.names(visit.language)) for line in d["lines"][:LINES]]
    link = el("a", visit.t("analysis.step", n=d["step"]), href=f"/t/{table.id}/replay?step={d['step'] - 1}&seat=all",
              class_="button quiet")  # fmt: skip
    return el("li", el("div", el("p", words), lines), link)


def _line(line: dict[str, Any], names: Sequence[str]) -> Raw:
    """What the bot expects, each seat's moves behind its sign: the reason for its choice."""
    moves = zip(line["moves"], line["words"], strict=True)
    turns = []
    for seat, played in groupby(moves, key=lambda move: int(move[0][0])):
        said = " → ".join(plain(words, names) for _, words in played)
        turns.append(el("li", crest(seat), el("span", names[seat], class_="vh"), said))
    return el("div", el("b", _percent(line["value"])), el("ol", turns), class_="main-line")


def graph(decisions: Sequence[dict[str, Any]], names: Sequence[str], label: str, turning: Container[int] = ()) -> Raw:
    """Each seat's winning chance at its own decisions, in its colour and dashes; turning points are ringed."""
    last = max((d["step"] for d in decisions), default=1)

    def place(d: dict[str, Any]) -> tuple[str, str]:
        return num(round(40 + (WIDTH - 60) * d["step"] / last, 1)), num(round(20 + (HEIGHT - 50) * (1 - d["after"]), 1))

    grid = [
        el("g", el("line", x1=40, x2=WIDTH - 20, y1=y, y2=y, stroke="currentColor", opacity=0.2),
           el("text", words, x=34, y=y + 5, text_anchor="end", font_size=15, fill="currentColor"))
        for y, words in ((20, "100"), (20 + (HEIGHT - 50) / 2, "50"), (HEIGHT - 30, "0"))
    ]  # fmt: skip
    grid += [
        el("text", step, x=num(round(40 + (WIDTH - 60) * step / last, 1)), y=HEIGHT - 8, text_anchor="middle",
           font_size=15, fill="currentColor")
        for step in sorted({0, last // 4, last // 2, 3 * last // 4, last})
    ]  # fmt: skip
    lines = []
    for seat in range(len(names)):
        places = [place(d) for d in decisions if d["seat"] == seat]
        dots = [el("circle", cx=x, cy=y, r=3, fill="var(--seat)") for x, y in places]
        dots += [
            el("circle", cx=place(d)[0], cy=place(d)[1], r=8, fill="none", stroke="var(--seat)", stroke_width=2)
            for d in decisions
            if d["seat"] == seat and d["step"] in turning
        ]
        dashes = None if seat % 2 == 0 else "7 4"
        track = el("polyline", points=" ".join(f"{x},{y}" for x, y in places), fill="none", stroke="var(--seat)",
                   stroke_width=2.5, stroke_dasharray=dashes)  # fmt: skip
        lines.append(el("g", track, dots, class_=f"s{seat}"))
    return el("svg", grid, lines, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=label, class_="chances")


def legend(names: Sequence[str]) -> Raw:
    return el(
        "p", [el("span", crest(i), own_name(name), class_=f"row s{i}") for i, name in enumerate(names)], class_="row"
    )
