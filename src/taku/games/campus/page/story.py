"""What happened, in a line for each turn: from what a seat was told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from taku.engine.match import Told
from taku.engine.part import Described
from taku.engine.words import Words
from taku.games.campus.content import DAI, TRAINING
from taku.games.campus.state import SOURCE


def last_turns(told: Sequence[Told], words: Words) -> dict[int, str]:
    """The last turn of each seat, as far as it is known: who played what, and what came of it."""
    turns: dict[int, list[Told]] = {}
    now = -1
    for one in told:
        if one.event == "turn_started":
            now = one.arguments[0]
            turns[now] = []
        elif one.event in ("classes_ended", "grading_started"):
            now = -1
        elif now >= 0:
            turns[now].append(one)
    return {seat: line(seat, those, words) for seat, those in turns.items()}


def line(seat: int, told: Sequence[Told], words: Words) -> str:
    """What a turn was, in few words."""
    parts = [words.say("page", key, **facts) for key, facts in deeds(seat, told)]
    said = words.text("page", "between").join(parts) or words.text("page", "did_nothing")
    return words.say("page", "last_turn", seat=seat, what=said)


def deeds(seat: int, told: Sequence[Told]) -> list[Described]:
    """The deeds of a turn; equal neighbours are counted together."""
    made: list[tuple[str, dict[str, object], int]] = []
    card = 0
    for one in told:
        a = one.arguments
        match one.event:
            case "card_played" if a[0] == seat:
                card = a[1]
                made.append(("did_play", {"card:card": card}, 0))
            case "taken_back" if a[0] == seat:
                made = [m for i, m in enumerate(made) if i < len(made) - 1 or m[0] != "did_play"]
            case "card_cancelled":
                made.append(("did_stopped", {"card:card": a[2]}, 0))
            case "tokens_put" if a[0] == seat:
                if a[4] == SOURCE.training or a[1] == TRAINING:
                    made.append(("did_train", {}, a[2] + a[3]))
                elif a[4] == SOURCE.own or a[1] == DAI:
                    made.append(("did_feed", {}, a[2] + a[3]))
                else:
                    if made and made[-1][0] == "did_play":
                        made.pop()
                    made.append(
                        (
                            "did_put",
                            {"card:card": card, "cell:cell": a[1]} if card else {"card": "", "cell:cell": a[1]},
                            a[2] + a[3],
                        )
                    )
            case "tokens_lost" if a[0] == seat:
                made.append(("did_lose", {}, a[2] + a[3]))
            case "card_drawn" | "drew" if a[0] == seat:
                made.append(("did_draw", {}, 1))
    found: list[Described] = []
    for (key, _), those in groupby(made, key=lambda m: (m[0], tuple(sorted(m[1].items(), key=str)))):
        group = list(those)
        found.append((key, group[0][1] | {"n": sum(m[2] for m in group)}))
    return found
