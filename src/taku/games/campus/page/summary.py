"""The transcript: what a match was like, quarter by quarter, from a seat's whole log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.campus.content import CARD_KIND, HALVES, KIND_OF_CARD
from taku.games.campus.page.board import credits_of, short, stamped
from taku.games.campus.page.view import BLOCKS, block_of
from taku.games.campus.state import CHIP, SOURCE
from taku.page.html import Child, Raw, el

CARDS_SHOWN = 6
WIDTH, HEIGHT, FULL = 240, 84, 4.0


@dataclass
class Quarter:
    """What everybody got in a quarter."""

    gpa: dict[int, float | None] = field(default_factory=dict)
    grades: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class Course:
    """A whole match, as it is told."""

    quarters: list[Quarter] = field(default_factory=list)
    held: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    """The chip on each cell of each seat at the end."""
    plays: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    tokens: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """How many tokens each card put."""
    told_on: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    trained: Counter[int] = field(default_factory=Counter)
    seats: int = 1


def course(told: Sequence[Told]) -> Course:
    """Read a log."""
    made = Course()
    playing: dict[int, int] = {}
    for one in told:
        a = one.arguments
        match one.event:
            case "quarter_started":
                made.quarters.append(Quarter())
            case "turn_started":
                made.seats = max(made.seats, 1 + a[0])
            case "card_played":
                playing[a[0]] = a[1]
                made.plays[a[0]][a[1]] += 1
            case "taken_back":
                made.plays[a[0]][a[1]] -= 1
            case "card_cancelled":
                made.told_on[a[0]] += 1
            case "tokens_put":
                if a[4] == SOURCE.card and a[0] in playing:
                    made.tokens[a[0]][playing[a[0]]] += a[2] + a[3]
                made.trained[a[0]] += a[2] if a[4] == SOURCE.training else 0
            case "tokens_lost":
                made.lost[a[0]] += a[2] + a[3]
            case "graded" if made.quarters:
                made.quarters[-1].grades[a[0]].append((a[1], a[3]))
                made.held[a[0]][a[1]] = a[3]
            case "certified" if made.quarters:
                made.quarters[-1].grades[a[0]].append((a[1], CHIP.certified))
                made.held[a[0]][a[1]] = CHIP.certified
            case "credit_converted":
                made.held[a[0]][a[2]] = made.held[a[0]].pop(a[1], CHIP.c)
            case "gpa" if made.quarters:
                made.seats = max(made.seats, 1 + a[0])
                made.quarters[-1].gpa[a[0]] = a[1] / a[2] if a[2] else None
    return made


def summary(told: Sequence[Told], seat: int, words: Words) -> Raw:
    """The transcript of a seat beside the figures of the others."""
    made = course(told)
    me = max(seat, 0)
    order = [(me + n) % made.seats for n in range(made.seats)]
    graded = [q for q in made.quarters if q.gpa]
    parts: list[Child] = [
        el("h3", words.say("summary", "title", seat=me)),
        curve(graded, order, words) if graded else None,
        quarters(graded, me, words),
        table(made, order, words),
        cards(made, me, words),
    ]
    return el("div", parts, class_="summary game-campus transcript")


def curve(graded: list[Quarter], order: list[int], words: Words) -> Raw:
    """The GPA of everybody, quarter by quarter."""
    step = (WIDTH - 20) / max(1, len(graded) - 1)

    def at(n: int, gpa: float | None) -> tuple[int, int]:
        return round(10 + n * step), round(HEIGHT - 8 - (gpa or 0) * (HEIGHT - 16) / FULL)

    lines = []
    for of in reversed(order):
        points = [at(n, q.gpa.get(of)) for n, q in enumerate(graded)]
        path = " ".join(f"{x},{y}" for x, y in points)
        marks = [el("circle", cx=x, cy=y, r=3.5) for x, y in points]
        lines.append(
            el("g", el("polyline", points=path), marks, class_=f"s{of} line{' mine' if of == order[0] else ''}")
        )
    grid = [el("path", d=f"M8 {at(0, g)[1]}H{WIDTH - 8}", class_="grid") for g in (0, 1, 2, 3, 4)]
    said = words.text("summary", "curve")
    drawn = el("svg", grid, lines, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=said, class_="curve")
    return el("figure", drawn, el("figcaption", said))


def quarters(graded: list[Quarter], me: int, words: Words) -> Raw:
    """The own grades of every quarter."""
    rows = []
    for n, q in enumerate(graded, 1):
        gpa = q.gpa.get(me)
        got = [
            el("span", short(cell, words), " ", stamped(chip, words, "now"), class_="got")
            for cell, chip in sorted(q.grades[me])
        ]
        rows.append(
            el(
                "tr",
                el("th", words.say("page", "quarter", n=n), scope="row"),
                el("td", got or words.text("summary", "none")),
                el("td", f"{gpa:.2f}" if gpa is not None else "–", class_="n"),
            )
        )
    head = el("tr", el("td"), el("th", words.text("summary", "grades"), scope="col"), el("th", "GPA", scope="col"))
    return el("table", el("thead", head), el("tbody", rows), class_="grades")


def table(made: Course, order: list[int], words: Words) -> Raw:
    """Credits by part, and what else can be counted, of all players."""

    def held(of: int, block: int) -> str:
        return credits_of(
            sum(HALVES[c] for c, chip in made.held[of].items() if chip >= CHIP.c and block_of(c) == block)
        )

    rows = [(words.text("page", "block", str(b)), [held(of, b) for of in order]) for b in BLOCKS]
    rows = [row for row in rows if any(n != "0" for n in row[1])]
    for key, counts in (("played", None), ("trained", made.trained), ("lost", made.lost), ("told_on", made.told_on)):
        values = [sum(made.plays[of].values()) if counts is None else counts[of] for of in order]
        rows.append((words.text("summary", key), [str(n) for n in values]))
    head = el("tr", el("td"), [el("th", words.seat(of), scope="col", class_=f"s{of}") for of in order])
    body = [el("tr", el("th", title, scope="row"), [el("td", n) for n in those]) for title, those in rows]
    return el("table", el("thead", head), el("tbody", body))


def cards(made: Course, me: int, words: Words) -> Raw | None:
    """Which card did what: the own cards that put most tokens, and the troubles one had."""
    best = [card for card, n in made.tokens[me].most_common(CARDS_SHOWN) if n]
    trouble = [c for c, n in made.plays[me].items() if n > 0 and CARD_KIND[c] == KIND_OF_CARD.trouble]
    if not best and not trouble:
        return None
    rows = [
        el(
            "tr",
            el("th", words.name("card", c), scope="row"),
            el("td", made.plays[me][c]),
            el("td", made.tokens[me][c]),
        )
        for c in dict.fromkeys([*best, *trouble])
    ]
    names = [words.text("summary", key) for key in ("card", "times", "tokens")]
    head = el("tr", [el("th", name, scope="col") for name in names])
    return el("table", el("thead", head), el("tbody", rows))
