"""Choosing and placing the team (D-4): the own four stand on the field as they are picked; the enemy's stay hidden."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.destroy.content import CONTENT, START
from taku.games.destroy.page.cards import deed
from taku.games.destroy.page.field import board, cells, middle, sub
from taku.games.destroy.page.figures import figure
from taku.games.destroy.page.tiles import PLATE, Look, face
from taku.games.destroy.state import KINDS_OF_CHARACTER, PLACES, SEATS, TEAMS, State
from taku.kit.drafts import DRAFT
from taku.page import parts, svg
from taku.page.frames import fold
from taku.page.html import Child, Raw, Sheet, el, join


def ready(seen: State, seat: int) -> bool:
    return bool(seen.draft[seat].status == DRAFT.ready)


def draft_field(seen: State, seat: int, words: Words) -> Sheet:
    """The field with the own picks on their start cells and face-down tiles where the enemy's will be."""
    eye = max(seat, 0)
    drawn: list[Child] = []
    for of in range(SEATS):
        draft = seen.draft[of]
        for place in range(PLACES - 1):
            x, y = middle(START[seen.opt.start_layout, of, place], eye)
            drawn.append(stand(of, place, x, y, draft.pick[place] if of == seat else 0, of == seat, seen, words))
        last = draft.pick[PLACES - 1] if of == seat else 0
        drawn.append(sub(of, last, eye, words, next_=of == seat and draft.stage == PLACES - 1))
    return board(words, cells(eye, seen.opt.start_layout, words), el("g", drawn, class_="tiles"))


def stand(of: int, place: int, x: float, y: float, who: int, own: bool, seen: State, words: Words) -> Raw:
    """A start cell: a picked character, a place to be filled, or a face-down tile."""
    inside: Child
    kind = ""
    if who:
        card = CONTENT.characters[who - 1]
        look = Look(who, of, card.atk, 0, card.defence, 0, 0, seen.opt.down_at, False, 0, (), ("off",) * 2)
        inside = face(look, words.language)
    else:
        kind = (" next-place" if seen.draft[of].stage == place else " open-place") if own else " hidden-tile"
        said = words.name("place", place) if own else "?"
        inside = join(
            el("polygon", points=PLATE, class_="frame"),
            el("text", said, y=7, text_anchor="middle", class_="place-name"),
        )
    return el(
        "g",
        inside,
        id=f"stand-{of}-{place}",
        class_=f"piece tile s{of}{kind}",
        transform=f"translate({svg.num(x)} {svg.num(y)})",
        data_enter=bool(who),
    )


def pool(seen: State, seat: int, words: Words) -> Sheet:
    """The characters that may be picked; taken ones stay in their places, so that nothing jumps."""
    draft = seen.draft[seat]
    picked = [draft.pick[i] for i in range(draft.stage)]
    cards = [candidate(i, 1 + i in picked, words.language, words.text("page", "taken")) for i in dealt(seen, seat)]
    return parts.hand(*cards, dim=ready(seen, seat))


def dealt(seen: State, seat: int) -> list[int]:
    return [i for i in range(KINDS_OF_CHARACTER) if (seen.dealt[seat] >> i) & 1]


def draft_deeds(seen: State, seat: int, words: Words) -> list[Child]:
    """Take the last pick back; declare the team ready."""
    draft = seen.draft[seat]
    made: list[Child] = []
    if seat >= 0 and not ready(seen, seat):
        if draft.stage:
            said = words.say("action", "undo", **{"char:character": draft.pick[draft.stage - 1]})
            made.append(deed("undo", said, "D-4.5", free=True))
        if draft.stage == PLACES:
            said = words.text("action", "ready")
            made.append(parts.button(said, id_="ready", kind="main", data_label=said, data_now=True))
    return made


@lru_cache(maxsize=128)
def candidate(i: int, taken: bool, language: str, why: str) -> Raw:
    card = CONTENT.characters[i]
    n = len(card.name[language])
    return el(
        "div",
        figure(1 + i),
        el("b", card.name[language], class_="longer" if n > 11 else "long" if n > 8 else None),
        stats(i),
        id=f"pick-{i}",
        class_="candidate" + (" taken" if taken else ""),
        data_label=card.name[language],
        data_why=why if taken else None,
        data_clause="D-4.2" if taken else None,
    )


def stats(i: int) -> Raw:
    card = CONTENT.characters[i]
    return el("span", svg.glyph("sword"), card.atk, " ", svg.glyph("shield"), card.defence, class_="stats")


def brief(seen: State, seat: int, words: Words) -> Raw:
    """What is to be done, and the details of the character that is looked at."""
    if seat < 0:
        return el("div", el("b", words.text("page", "wait_teams")), class_="brief", id="brief")
    draft = seen.draft[seat]
    if ready(seen, seat) or draft.stage == PLACES:
        told: Child = el("b", words.text("page", "wait_team" if ready(seen, seat) else "team_full"))
    else:
        told = [
            el("b", words.say("page", "pick_now", **{"place:place": draft.stage})),
            el("p", words.text("page", "pick_sub" if draft.stage == PLACES - 1 else "pick_text")),
        ]
    key = (words.text("table", "blue"), words.text("table", "sub"))
    details = [detail(i, words.language, *key) for i in dealt(seen, seat)]
    return el("div", el("div", told, class_="told"), details, class_="brief", id="brief")


def teams(seen: State, seat: int, words: Words) -> Raw | None:
    """The ready-made teams, the sub set apart: all four places at once."""
    if seat < 0 or seen.opt.team_mode != TEAMS.choose or seen.draft[seat].stage or ready(seen, seat):
        return None
    title = words.text("page", "teams")
    return fold("teams", title, *_teams(words.language, words.text("table", "sub")))


@lru_cache(maxsize=8)
def _teams(language: str, sub: str) -> list[Raw]:
    rows = []
    for number, team in enumerate(CONTENT.teams):
        *field, last = (CONTENT.characters[m].name[language] for m in team.members)
        rows.append(
            el(
                "div",
                el("b", team.name[language]),
                el("span", [figure(1 + m) for m in team.members]),
                id=f"team-{number}",
                class_="team",
                data_label=team.name[language],
                data_free=True,
                data_help=f"{team.text[language]}\n{' · '.join(field)} · {sub} {last}",
            )
        )
    return rows


@lru_cache(maxsize=64)
def detail(i: int, language: str, always: str, sub: str) -> Raw:
    """A character in full, shown while it is looked at."""
    card = CONTENT.characters[i]
    skills = [
        el("p", el("b", f"Lv{skill.lv} {skill.name[language]} "), el("small", f"({always}) ") if skill.blue else None,
           skill.text[language])
        for skill in card.skills
    ]  # fmt: skip
    return el(
        "div",
        el("div", figure(1 + i), el("b", card.name[language]), stats(i), class_="detail-head"),
        skills,
        el("p", el("b", f"{sub}: {card.sub.name[language]} "), card.sub.text[language]),
        class_="detail",
        data_hint_for=f"pick-{i}",
    )
