"""All teams at a glance: token and facing, members with their lives, sum, cards, whom they meet, who is thinking."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES
from taku.games.oneiron.rules.board import forbidden, inside
from taku.games.oneiron.rules.teams import team_cards
from taku.games.oneiron.state import SEATS, STEP, State
from taku.games.oneiron.table.battle import hearts
from taku.games.oneiron.table.cards import Cards, listed, row, sign
from taku.games.oneiron.table.seats import deciding, lead_of, members, on_map, own_team, ready, rival, token, total
from taku.kit.drafts import DRAFT
from taku.page.html import Child, Raw, el, join
from taku.page.parts import name

WATCH = [
    join(
        el("span", el("span", class_="time"), id=f"ck-{s}", class_="clock", data_clock=s, data_own=True),
        el("span", class_="presence", data_presence=s, data_own=True),
    )
    for s in range(SEATS)
]
"""Clock and presence; with an id of their own they are not sent again when what stands before them changes."""


def teams(seen: State, seat: int, words: Words) -> list[Raw]:
    """The own team first, then by number; those who are out come last."""
    mine = own_team(seen, seat)
    order = sorted(range(seen.teams), key=lambda t: (t != mine, seen.rank[t] > 0, seen.rank[t] if seen.rank[t] else t))
    return [panel(seen, t, seat, mine, words) for t in order]


def state_of(seen: State, team: int) -> str:
    """What everybody should know about a team now: its rank, or outside, on a dark cell, waiting, whom it meets."""
    if seen.rank[team]:
        return "won" if seen.rank[team] == 1 else "ranked" if on_map(seen, team) else "out"
    if not on_map(seen, team):
        return "above"
    if not inside(seen.place[team]):
        return "outside"
    if seen.step >= STEP.move and forbidden(seen, seen.place[team]):
        return "dark"
    if seen.waiting[team] and seen.step < STEP.move:
        return "waiting"
    return "meets" if rival(seen, team) >= 0 and seen.step < STEP.move else ""


def panel(seen: State, team: int, seat: int, mine: int, words: Words) -> Raw:
    seats = tuple(members(seen, team))
    statuses = tuple(seen.draft[s].status for s in seats)
    lead = lead_of(seen, team) if seen.rank[team] == 0 and len(seats) == 2 else -1
    known: Cards = ()
    if seen.opt.memory_aid and seen.rank[team] == 0 and team != mine:
        known = listed([seen.known[team, c] for c in range(CARD_TYPES + 1)])
    state = state_of(seen, team)
    return drawn(
        team,
        seats,
        tuple(seen.lives[s] for s in seats),
        statuses,
        lead,
        seat if team == mine else -1,
        (seen.grid[team, 0], seen.grid[team, 1]) if on_map(seen, team) else (),
        team_cards(seen, team),
        known,
        state,
        rival(seen, team) if state == "meets" else -1,
        seen.rank[team],
        (seen.place[team], seen.facing[team]) if on_map(seen, team) else (-1, 0),
        total(seen, team),
        words,
    )


@lru_cache(maxsize=8192)
def drawn(
    team: int,
    seats: tuple[int, ...],
    lives: tuple[int, ...],
    statuses: tuple[int, ...],
    lead: int,
    me: int,
    grid: Cards,
    cards: int,
    known: Cards,
    state: str,
    foe: int,
    rank: int,
    place: tuple[int, int],
    sum_: int,
    words: Words,
) -> Raw:
    """One team; made once for each state it is in."""
    thinking = DRAFT.choosing in statuses
    done = not thinking and DRAFT.ready in statuses
    people = [
        member(s, n, status, s == lead, s == me, words) for s, n, status in zip(seats, lives, statuses, strict=True)
    ]
    classes = "team" + f" t{team}" + (" mine" if me >= 0 else "") + (" think" if thinking else "")
    classes += (" done" if done else "") + (f" is-{state}" if state else "")
    facts: list[Child] = []
    if rank:
        said = words.say("table", "out", n=rank) if state == "out" else words.say("page", f"is_{state}", n=rank)
        facts.append(el("span", said, class_="st"))
    else:
        if grid:
            facts.append(el("span", "Σ", el("b", sum_, id=f"sum-{team}", data_count=True), class_="sum"))
            facts.append(row(grid, words, "cs grid"))
        about = words.say("table", "cards", n=cards)
        facts.append(el("span", el("b", cards, id=f"nc-{team}", data_count=True), class_="n-cards", role="img",
                        aria_label=about))  # fmt: skip
        if state == "meets":
            facts.append(el("span", el("i", "⚔"), token(foe), class_="st"))
        elif state not in ("", "above"):
            facts.append(el("span", words.text("page", f"is_{state}"), class_="st"))
    return el(
        "div",
        el("div", token(team, f" f{place[1]}" if place[0] >= 0 else " flat"), people, class_="team-head"),
        el("div", facts, class_="tally"),
        seen_cards(known, words.text("table", "known")) if known else None,
        id=f"team-{team}",
        class_=classes,
        data_label=words.name("team", 1 + team),
        data_help=summary(seats, known, rank, place, sum_, words),
        data_clause="O-4.8",
    )


@lru_cache(maxsize=2048)
def seen_cards(cards: Cards, title: str) -> Raw:
    """O-3.5: cards that everybody has seen; who cannot see them here finds them in the team's help."""
    return el("div", el("small", title), [sign(c) for c in cards], class_="known", aria_hidden="true")


def member(seat: int, lives: int, status: int, leads: bool, me: bool, words: Words) -> Raw:
    mark = "…" if status == DRAFT.choosing else "✓" if status == DRAFT.ready else ""
    about = words.text("table", "thinking" if mark == "…" else "ready") if mark else None
    return el(
        "span",
        name(seat),
        el("i", "★", class_="leads", role="img", aria_label=words.text("page", "leads")) if leads else None,
        hearts(lives, words, f"lv-{seat}"),
        el("i", mark, class_="mark", role="img", aria_label=about) if mark else None,
        WATCH[seat],
        id=f"seat-{seat}",
        class_=f"mem s{seat}" + (" me" if me else "") + ("" if lives else " fallen"),
        data_seat=seat,
    )


def summary(seats: tuple[int, ...], known: Cards, rank: int, place: tuple[int, int], sum_: int, words: Words) -> str:
    """A team in words, for who asks: what a narrow page leaves out."""
    between = words.text("page", "comma")
    lines = [between.join(words.seat(s) for s in seats)]
    if not rank and place[0] >= 0:
        lines.append(words.say("page", "stands", n=sum_, **{"cell:cell": place[0], "facing:facing": place[1]}))
    if known:
        lines.append(f"{words.text('table', 'known')}: {between.join(words.name('card', c) for c in known)}")
    return "\n".join(lines)


def thinking(seen: State) -> list[int]:
    """Teams in which somebody is still choosing."""
    return sorted({int(seen.team[s]) for s in range(seen.seats) if deciding(seen, s)})


def all_ready(seen: State) -> list[int]:
    return sorted({int(seen.team[s]) for s in range(seen.seats) if ready(seen, s)} - set(thinking(seen)))
