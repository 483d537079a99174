"""The others: credits, average and hand at a glance; their boards when one wants to look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.campus.content import CELLS, NEED
from taku.games.campus.page.board import STAMPS, credits_of, letter, short
from taku.games.campus.page.story import last_turns
from taku.games.campus.page.view import BLOCKS, CELLS_OF, reader
from taku.games.campus.rules.finish import needed, points_held, progress, weight_held
from taku.games.campus.rules.grading import count_of
from taku.games.campus.state import CHIP, STAGE, State
from taku.kit.drafts import DRAFT
from taku.page import parts, svg
from taku.page.html import Child, Raw, el
from taku.page.parts import Fact


def panels(seen: State, seat: int, words: Words, told: Sequence[Told]) -> tuple[list[Raw], Raw]:
    """The others in turn order, and who the board belongs to."""
    me = reader(seen, seat)
    turns = last_turns(told, words)
    made = [panel(seen, (me + n) % seen.seats, seat, words, turns) for n in range(1, seen.seats)]
    return made, panel(seen, me, seat, words, turns)


def panel(seen: State, of: int, seat: int, words: Words, turns: dict[int, str]) -> Raw:
    h = weight_held(seen, of)
    gpa = f"{points_held(seen, of) / h:.1f}" if h else "–"
    got = credits_of(progress(seen, of))
    total = credits_of(needed(seen, NEED.total))
    facts: list[Fact] = [
        (words.text("page", "credits"), f"{got}/{total}" if of == seat else got, f"credits-{of}"),
    ]
    if of != seat:
        facts.append((words.text("page", "cards"), int(seen.size[of]), f"cards-{of}"))
        facts.append((words.text("page", "gpa"), gpa, f"gpa-{of}"))
    over = seen.stage == STAGE.over
    return parts.panel(
        of, facts,
        you=words.text("page", "you") if of == seat else None,
        turn=not over and seen.active == of,
        ready=seen.draft[of].status == DRAFT.ready,
        more=None if of == seat else more(seen, of, words, turns.get(of, "")),
    )  # fmt: skip


def more(seen: State, of: int, words: Words, turn: str) -> Child:
    """What one opens: the last turn, the backs of the hand, the cards before the player, the board."""
    backs = [int(seen.back[of, i]) for i in range(seen.size[of])]
    hand = el("span", [el("i", class_=f"pile d{back}") for back in backs], class_="backs") if backs else None
    key = bytes(
        v for c in range(CELLS) for v in (min(60, count_of(seen, of, c)), seen.chip[of, c])
    )  # fmt: skip
    laid = [words.name("card", seen.front[of, i]) for i in range(seen.fronts[of])]
    return [
        el("p", turn, id=f"turn-{of}", class_="turn") if turn else None,
        hand,
        el("p", svg.glyph("card"), " ", words.text("page", "between").join(laid), class_="laid-names")
        if laid
        else None,
        board(key, words),
    ]


@lru_cache(maxsize=2048)
def board(key: bytes, words: Words) -> Raw:
    """Another board: what runs with its count, what is passed with its grade, the rest is blank."""
    rows = []
    for block in BLOCKS:
        cells = [c for c in CELLS_OF[block] if key[2 * c] or key[2 * c + 1]]
        if cells:
            shown = [entry(c, key[2 * c], key[2 * c + 1], words) for c in cells]
            rows.append(
                el("div", el("b", words.text("page", "block", str(block))), shown, class_=f"other-block b{block}")
            )
    return el("div", rows, class_="other-board")


def entry(cell: int, n: int, chip: int, words: Words) -> Raw:
    said = el("i", letter(chip, words), class_=f"grade g-{STAMPS[chip]}") if chip else None
    return el("span", short(cell, words), " ", said, el("b", n) if n and chip < CHIP.c else None)
