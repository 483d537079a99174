"""All teams at a glance: token and facing, members with their lives, sum, cards, whom they meet, who is thinking."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES
from taku.games.oneiron.page.cards import Cards, by_kind, listed, row
from taku.games.oneiron.page.seats import (
    glyph,
    hearts,
    lead_of,
    members,
    on_map,
    own_team,
    rival,
    token,
    total,
)
from taku.games.oneiron.rules.board import forbidden, inside
from taku.games.oneiron.rules.teams import team_cards
from taku.games.oneiron.state import STEP, State
from taku.kit.drafts import DRAFT
from taku.page.html import Child, Raw, el
from taku.page.parts import name


def panels(seen: State, seat: int, words: Words) -> list[Raw]:
    """The other teams by number: a team stays where the eye has learned to find it."""
    return [panel(seen, team, seat, words) for team in range(seen.teams) if team != own_team(seen, seat)]


def own_line(seen: State, seat: int, words: Words) -> Raw:
    return panel(seen, own_team(seen, seat), seat, words)


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


def panel(seen: State, team: int, seat: int, words: Words) -> Raw:
    """One team. Who leads, who thinks and who is ready are classes of it: of its members only lives are sent again."""
    seats = tuple(members(seen, team))
    mine, there = seat in seats, on_map(seen, team)
    lead = lead_of(seen, team) if seen.rank[team] == 0 and len(seats) == 2 else -1
    state = state_of(seen, team)
    kinds = ["panel", "team", f"t{team}", f"is-{state}" if state else "", f"f{seen.facing[team]}" if there else ""]
    kinds += ["mine" if mine else "", f"l{seats.index(lead)}" if lead in seats else ""]
    for i, s in enumerate(seats):
        kinds.append({DRAFT.choosing: f"w{i}", DRAFT.ready: f"r{i}"}.get(seen.draft[s].status, ""))
    aid = seen.opt.memory_aid and not mine
    known = [seen.known[team, c] for c in range(CARD_TYPES + 1)] if seen.rank[team] == 0 else ()
    return drawn(
        team,
        " ".join(filter(None, kinds)),
        tuple((s, seen.lives[s], s == seat) for s in seats),
        (seen.grid[team, 0], seen.grid[team, 1]) if there else (),
        team_cards(seen, team),
        listed(known) if aid else None,
        state,
        rival(seen, team) if state == "meets" else -1,
        seen.rank[team],
        total(seen, team),
        words,
    )


@lru_cache(maxsize=8192)
def drawn(
    team: int, kinds: str, people: tuple[tuple[int, int, bool], ...], grid: Cards, cards: int, known: Cards | None,
    state: str, foe: int, rank: int, sum_: int, words: Words,
) -> Raw:  # fmt: skip
    """A team; made once for each state it is in."""
    facts: list[Child] = [el("div", sum(lives for _, lives, _ in people), class_="few")]
    if rank:
        said = words.say("table", "out", n=rank) if state == "out" else words.say("page", f"is_{state}", n=rank)
        facts.append(el("p", said, class_="st"))
    else:
        if grid:
            facts.append(el("div", el("small", "Σ"), el("b", sum_), row(grid, words, "cs grid"), class_="sum",
                            id=f"gr-{team}"))  # fmt: skip
        facts.append(el("div", glyph("cards", words.text("table", "hand")), el("b", cards), class_="n-cards",
                        id=f"nc-{team}"))  # fmt: skip
        if state == "meets":
            facts.append(el("div", glyph("sword"), token(foe), class_="st"))
        elif state not in ("", "above"):
            facts.append(el("div", words.text("page", f"is_{state}"), class_="st"))
    label = None if rank else el("small", words.text("table", "known"))  # who is out keeps the room
    more = el("div", label, by_kind(known or (), words), class_="panel-more known", id=f"kn-{team}")
    return el(
        "div",
        el("div", token(team), el("span", [member(*one, i, words) for i, one in enumerate(people)], class_="who"),
           class_="panel-head", data_label=words.name("team", 1 + team), data_show=f"tl-{team}", data_clause="O-4.8",
           id=f"head-{team}"),
        el("div", el("div", facts, class_="facts", id=f"dl-{team}"), None if known is None else more,
           class_="tally", id=f"tl-{team}"),
        el("i", id=f"end-{team}", hidden=True),  # the next team's attributes are not cut off here
        id=f"team-{team}",
        class_=kinds,
    )  # fmt: skip


@lru_cache(maxsize=512)
def member(seat: int, lives: int, me: bool, which: int, words: Words) -> Raw:
    """A player's name, lives, clock and presence; of the marks one shows that fits the team's classes."""
    return el(
        "span",
        name(seat),
        glyph("star", words.text("page", "leads"), f"leads l{which}"),
        glyph("dots", words.text("table", "thinking"), f"mark w{which}"),
        glyph("check", words.text("table", "ready"), f"mark r{which}"),
        el("span", el("span", class_="time"), class_="clock", data_clock=seat, data_own=True),
        el("span", class_="presence", data_presence=seat, data_own=True),
        hearts(lives, words, f"lv-{seat}"),  # last: what stands after an id is sent with it
        id=f"seat-{seat}",
        class_=f"mem s{seat}" + (" me" if me else ""),
        data_seat=seat,
    )
