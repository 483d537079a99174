"""Who is who: teams, their members, who leads, who is asked; and the small signs that stand for them."""

from __future__ import annotations

from functools import cache

from taku.engine.words import Words
from taku.games.oneiron.content import NUMBER
from taku.games.oneiron.rules.teams import lead
from taku.games.oneiron.state import GONE, STEP, State
from taku.kit.drafts import DRAFT
from taku.page.html import Raw, el


def own_team(seen: State, seat: int) -> int:
    """The reader's team; −1 for a spectator."""
    return int(seen.team[seat]) if seat >= 0 else -1


def members(seen: State, team: int) -> list[int]:
    return [seen.member[team, i] - 1 for i in range(2) if seen.member[team, i]]


def lead_of(seen: State, team: int) -> int:
    return int(lead(seen, team))


def deciding(seen: State, seat: int) -> bool:
    """Whether a seat is asked and has not chosen yet."""
    return bool(seat >= 0 and seen.draft[seat].status == DRAFT.choosing)


def ready(seen: State, seat: int) -> bool:
    return bool(seat >= 0 and seen.draft[seat].status == DRAFT.ready)


def on_map(seen: State, team: int) -> bool:
    """Whether the team's piece stands on the map."""
    return bool(seen.round and seen.place[team] != GONE)


def encounter_of(seen: State, team: int) -> int:
    """The encounter of a team this round; −1 if it has none."""
    return seen.battle[team] - 1 if team >= 0 else -1


def rival(seen: State, team: int) -> int:
    """The team that it meets this round; −1 if none."""
    e = encounter_of(seen, team)
    return int(seen.encounter[e, 0] + seen.encounter[e, 1] - 2 - team) if e >= 0 else -1


def total(seen: State, team: int) -> int:
    return int(NUMBER[seen.grid[team, 0]] + NUMBER[seen.grid[team, 1]])


def in_battle(seen: State) -> bool:
    return bool(STEP.split <= seen.step <= STEP.loot)


@cache
def glyph(name: str, about: str = "", kind: str = "") -> Raw:
    """A sign that the map defines, as large as the letters beside it."""
    return el("svg", el("use", href=f"#g-{name}"), viewBox="-50 -50 100 100", class_=f"gl {kind}".rstrip(),
              role="img" if about else None, aria_label=about or None)  # fmt: skip


@cache
def token(team: int, kind: str = "") -> Raw:
    """The team's number token in a text."""
    return el("b", 1 + team, class_=f"tok t{team}{kind}")


@cache
def hearts(lives: int, words: Words, id_: str | None = None) -> Raw:
    """A player's lives: a heart each, from four on a number, a cross for none."""
    drawn = [glyph("heart")] * lives if 0 < lives < 4 else [glyph("heart" if lives else "cross"), lives or None]
    about = words.say("page", "n_lives", n=lives)
    return el("span", drawn, id=id_, class_="lv" if lives else "lv none", role="img", aria_label=about,
              data_n=lives if lives < 4 else None)  # fmt: skip
