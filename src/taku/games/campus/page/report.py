"""The report card: the grades of a quarter, stamped one after another; the moment that everybody waits for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.campus.content import HALVES
from taku.games.campus.page.board import course_name, credits_of, stamped
from taku.games.campus.state import CHIP, State
from taku.page import svg
from taku.page.html import Raw, el
from taku.page.motion import Effects, Moment, Motion, flash, pulse

SLOW = 1
"""In the first quarter each stamp falls by itself; later they fall together."""
MOST = 8
"""So many stamps fall one by one: a chain must not be longer than anybody's patience."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a seat got in a quarter."""

    seat: int
    quarter: int
    points: int
    weight: int
    grades: tuple[tuple[int, int], ...]
    """(cell, chip) in board order."""
    certified: tuple[int, ...]
    mark: bool

    @property
    def gpa(self) -> str:
        return f"{self.points / self.weight:.2f}" if self.weight else "–"

    @property
    def credits(self) -> int:
        """Half-credits."""
        passed = sum(HALVES[cell] for cell, chip in self.grades if chip >= CHIP.c)
        return passed + sum(HALVES[cell] for cell in self.certified)

    @property
    def mood(self) -> str:
        """Which remark fits: a key of ``[moment]``."""
        chips = [chip for _, chip in self.grades]
        if not chips and not self.certified:
            return "grades_nothing"
        if chips and all(chip < CHIP.c for chip in chips):
            return "grades_bad"
        if self.mark:
            return "grades_mark"
        if chips and all(chip == CHIP.c for chip in chips if chip >= CHIP.c):
            return "grades_c"
        return "grades_fair"


def report(seen: State, seat: int, told: Told, before: Iterable[Told]) -> Report:
    """The grades of the seat in the grading that ends with this event."""
    of, points, weight = told.arguments[:3]
    grades, certified, quarter = [], [], int(seen.quarter)
    for one in before:
        a = one.arguments
        if one.event == "grading_started":
            quarter = a[0]
            break
        if one.event == "graded" and a[0] == of:
            grades.append((a[1], a[3]))
        elif one.event == "certified" and a[0] == of:
            certified.append(a[1])
    mark = weight > 0 and 10 * points >= seen.opt.mark_gpa_x10 * weight
    return Report(of, quarter, points, weight, tuple(sorted(grades)), tuple(sorted(certified)), bool(mark))


def shown(seen: State, seat: int, told: Told, before: Iterable[Told]) -> Effects:
    """The own report card; who only watches sees that of who started the quarter."""
    of = told.arguments[0]
    made: Effects = {"anim": [pulse(f"credits-{of}")]}
    if of != (seat if seat >= 0 else int(seen.active)):
        return made
    card = report(seen, seat, told, before)
    rows = len(card.grades) + len(card.certified)
    each: list[list[Motion]] = [[pulse(f"grade-{i}")] for i in range(rows)]
    stages = each if card.quarter <= SLOW and rows <= MOST else [[pulse(f"grade-{i}") for i in range(rows)]]
    facts = {"seat": of, "gpa": card.gpa, "n": credits_of(card.credits), "quarter": card.quarter}
    made["moment"] = Moment(
        stages=[*(stage for stage in stages if stage), [flash("grade-sum", "good" if card.mark else "warn")]],
        says=card.mood,
        facts=facts,
        scene=lambda words: scene(card, words),
    )
    made["sound"] = "gain" if card.credits else "lose"
    return made


def scene(card: Report, words: Words) -> Raw:
    """The report card itself."""
    rows = [
        el("div", course_name(cell, words), stamped(chip, words, "now"), id=f"grade-{i}", class_="row")
        for i, (cell, chip) in enumerate([*card.grades, *((cell, CHIP.certified) for cell in card.certified)])
    ]
    head = words.say("page", "report", n=card.quarter, seat=card.seat)
    got = el("b", words.say("page", "outlook_credits", n=credits_of(card.credits)))
    gpa = el("span", "GPA ", el("b", card.gpa))
    total = el("div", got, gpa, svg.glyph("key") if card.mark else None, id="grade-sum", class_="sum")
    return el("div", el("p", head), el("div", rows, class_="rows"), total, class_="game-campus report-card")
