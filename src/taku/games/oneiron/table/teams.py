"""All teams at a glance: token and facing, members with their lives, sum, cards, whom they meet, who is thinking."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES
from taku.games.oneiron.rules.board import forbidden, inside
from taku.games.oneiron.rules.teams import team_cards
from taku.games.oneiron.state import STEP, State
from taku.games.oneiron.table.battle import hearts
from taku.games.oneiron.table.cards import Cards, grouped, listed, row
from taku.games.oneiron.table.seats import deciding, lead_of, members, on_map, own_team, ready, rival, token, total
from taku.kit.drafts import DRAFT
from taku.page.html import Child, Raw, el
from taku.page.parts import name


def teams(seen: State, seat: int, words: Words) -> list[Raw]:
    """The own team first, then by number; the stylesheet puts those who are out last, so that nothing is sent twice."""
    mine = own_team(seen, seat)
    order = sorted(range(seen.teams), key=lambda t: t != mine)
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
    lead = lead_of(seen, team) if seen.rank[team] == 0 and len(seats) == 2 else -1
    known: Cards = ()
    if seen.opt.memory_aid and seen.rank[team] == 0 and team != mine:
        known = listed([seen.known[team, c] for c in range(CARD_TYPES + 1)])
    state = state_of(seen, team)
    there = on_map(seen, team)
    return drawn(
        team,
        seats,
        tuple(seen.lives[s] for s in seats),
        tuple(seen.draft[s].status for s in seats),
        seats.index(lead) if lead in seats else -1,
        seat if team == mine else -1,
        (seen.grid[team, 0], seen.grid[team, 1]) if there else (),
        team_cards(seen, team),
        known,
        state,
        rival(seen, team) if state == "meets" else -1,
        seen.rank[team],
        seen.facing[team] if there else -1,
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
    facing: int,
    sum_: int,
    words: Words,
) -> Raw:
    """One team; made once for each state it is in.

    Who leads, who thinks and who is ready are classes of the team: of its members nothing is sent again but lives.
    """
    classes = f"team t{team}" + (" mine" if me >= 0 else "")
    classes += " think" if DRAFT.choosing in statuses else " done" if DRAFT.ready in statuses else ""
    classes += f" is-{state}" if state else ""
    classes += f" f{facing}" if facing >= 0 else ""
    classes += f" l{lead}" if lead >= 0 else ""
    for i, status in enumerate(statuses):
        classes += f" w{i}" if status == DRAFT.choosing else f" r{i}" if status == DRAFT.ready else ""
    return el(
        "div",
        el("div", token(team), [member(s, i, n, s == me, words)
                                for i, (s, n) in enumerate(zip(seats, lives, strict=True))], class_="team-head"),
        el("div", tally(grid, cards, state, foe, rank, sum_, words), seen_cards(known, words) if known else None,
           id=f"tl-{team}"),
        el("i", id=f"end-{team}", hidden=True),  # what is cut off here stays: the attributes before the next team's id
        data_label=words.name("team", 1 + team),
        data_help=words.text("page", "comma").join(words.seat(s) for s in seats),
        data_show=f"tl-{team}",
        data_clause="O-4.8",
        id=f"team-{team}",
        class_=classes,
    )  # fmt: skip


def tally(grid: Cards, cards: int, state: str, foe: int, rank: int, sum_: int, words: Words) -> Raw:
    """The team in numbers, and what everybody should know about it now."""
    facts: list[Child] = []
    if rank:
        said = words.say("table", "out", n=rank) if state == "out" else words.say("page", f"is_{state}", n=rank)
        facts.append(el("span", said, class_="st"))
    else:
        if grid:
            facts.append(el("span", "Σ", el("b", sum_), class_="sum"))
            facts.append(row(grid, words, "cs grid"))
        facts.append(el("span", cards, class_="n-cards", role="img", aria_label=words.say("table", "cards", n=cards)))
        if state == "meets":
            facts.append(el("span", el("i", "⚔"), token(foe), class_="st"))
        elif state not in ("", "above"):
            facts.append(el("span", words.text("page", f"is_{state}"), class_="st"))
    return el("div", facts, class_="tally")


def seen_cards(cards: Cards, words: Words) -> Raw:
    """O-3.5: cards that everybody has seen; a narrow page shows them when the team is tapped."""
    return el("div", el("small", words.text("table", "known"), " "), grouped(cards, words), class_="known")


@lru_cache(maxsize=512)
def member(seat: int, which: int, lives: int, me: bool, words: Words) -> Raw:
    """A player's name, lives, clock and presence; of the marks one shows that fits the team's classes."""

    def mark(sign: str, kind: str, about: str) -> Raw:
        return el("i", sign, class_=kind, role="img", aria_label=about)

    return el(
        "span",
        name(seat),
        mark("★", f"leads l{which}", words.text("page", "leads")),
        hearts(lives, words, f"lv-{seat}"),
        mark("…", f"mark w{which}", words.text("table", "thinking")),
        mark("✓", f"mark r{which}", words.text("table", "ready")),
        el("span", el("span", class_="time"), class_="clock", data_clock=seat, data_own=True),
        el("span", class_="presence", data_presence=seat, data_own=True),
        id=f"seat-{seat}",
        class_=f"mem s{seat}" + (" me" if me else ""),
        data_seat=seat,
    )


def thinking(seen: State) -> list[int]:
    """Teams in which somebody is still choosing."""
    return sorted({int(seen.team[s]) for s in range(seen.seats) if deciding(seen, s)})


def all_ready(seen: State) -> list[int]:
    return sorted({int(seen.team[s]) for s in range(seen.seats) if ready(seen, s)} - set(thinking(seen)))
