"""The story of the dream: told at the start, a line at its turns, and who stood at the end (O-4.2, O-13)."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.oneiron.content import story
from taku.games.oneiron.page.board import outside
from taku.games.oneiron.page.seats import members, on_map, token
from taku.games.oneiron.rules.board import forbidden, inside
from taku.games.oneiron.rules.teams import living_members
from taku.games.oneiron.state import STEP, State, solos_of
from taku.page.frames import fold
from taku.page.html import Raw, el
from taku.page.parts import name


def told(moment: str, language: str) -> str:
    found = story(moment)
    return found.text[language] if found else ""


def tale(seen: State, words: Words) -> Raw:
    """O-4.2, O-1.6: what happened before the dream, and what it means to walk alone."""
    moments = ("game_start", "solo_team_formed") if solos_of(seen.seats) == 1 else ("game_start",)
    parts = [
        [el("h2", found.name[words.language]), el("p", found.text[words.language])]
        for found in map(story, moments)
        if found
    ]
    return fold("story", words.text("page", "story"), el("div", parts, class_="tale"))


def caption(seen: State, team: int, words: Words) -> Raw | None:
    """A line of the story for the moment."""
    moment = ""
    if team >= 0 and seen.rank[team]:
        moment = "team_eliminated"
    elif seen.step <= STEP.land_joker:
        moment = "landing"
    elif team >= 0 and on_map(seen, team) and not inside(seen.place[team]):
        if seen.opt.outside_encounters:
            return el("p", words.text("page", outside(1)), class_="tale-line")
        moment = "team_outside"
    elif seen.step == STEP.revive_use and team >= 0 and seen.granted[team] and living_members(seen, team) == 1:
        moment = "salvage" if seen.member[team, 1] else ""
    elif seen.step >= STEP.move and any(forbidden(seen, p) for p in range(25)):
        moment = "forbidden_added"
    said = told(moment, words.language) if moment else ""
    return el("p", said, class_="tale-line") if said else None


def ending(seen: State, words: Words) -> Raw:
    """O-13: who won, and in which order the others woke."""
    nobody = all(living_members(seen, t) == 0 for t in range(seen.teams))
    rows = [
        el(
            "tr",
            el("td", words.say("page", "rank", n=seen.rank[t])),
            el("td", token(t)),
            el("td", [[words.text("page", "comma") if i else None, name(s)] for i, s in enumerate(members(seen, t))]),
            class_="first" if seen.rank[t] == 1 else None,
        )
        for t in sorted(range(seen.teams), key=lambda t: (seen.rank[t], t))
    ]
    return el(
        "div",
        el("p", told("game_end_nobody" if nobody else "game_end", words.language), class_="tale-line"),
        el("table", rows, class_="ranks"),
        id="verdict",
        class_="verdict",
        data_enter=True,
    )
