"""What a match was like, told at its end: each player's figures next to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from taku.engine.match import Told
from taku.engine.words import Words
from taku.page.html import Raw, el


def figures(told: Sequence[Told], seats: int) -> dict[str, list[int]]:
    """How often each player did what, and the longest chain of links in a turn."""
    made = {key: [0] * seats for key in ("kills", "links", "longest", "cards", "bought")}
    turn: Counter[int] = Counter()
    for one in told:
        a = one.arguments
        match one.event:
            case "reward":
                made["kills"][a[0]] += 1
            case "link":
                made["links"][a[0]] += 1
                turn[a[0]] += 1
                made["longest"][a[0]] = max(made["longest"][a[0]], turn[a[0]])
            case "turn_start":
                turn[a[0]] = 0
            case "card_played":
                made["cards"][a[0]] += 1
            case "bought_card" | "bought_potion":
                made["bought"][a[0]] += 1
    return made


def seats_in(told: Sequence[Told]) -> int:
    return 1 + max((one.arguments[0] for one in told if one.event in ("soldier_revealed", "turn_start")), default=1)


def summary(told: Sequence[Told], seat: int, words: Words) -> Raw:
    """The figures of all players, the own ones first."""
    seats = seats_in(told)
    me = max(seat, 0)
    order = [(me + n) % seats for n in range(seats)]
    made = figures(told, seats)
    rows = [(words.text("summary", key), made[key]) for key in ("cards", "links", "longest", "kills", "bought")]
    head = el("tr", el("td"), [el("th", words.seat(of), scope="col", class_=f"s{of}") for of in order])
    body = [el("tr", el("th", title, scope="row"), [el("td", n[of]) for of in order]) for title, n in rows]
    rounds = [one.arguments[0] for one in told if one.event == "round_start"]
    raid = next((n for n, one in enumerate(told) if one.event == "raid_start"), len(told))
    sweep = sum(one.event == "round_start" for one in told[:raid])
    said = words.say("summary", "course", sweep=sweep, raid=len(rounds) - sweep)
    return el("div", el("p", said), el("table", el("thead", head), el("tbody", body)), class_="summary game-synegier")
