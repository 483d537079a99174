"""Choosing and placing the team (D-4): the own four stand on the field as they are picked; the enemy's stay hidden."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.destroy.state import KINDS_OF_CHARACTER, PLACES, SEATS, TEAMS, State
from taku.games.destroy.table.cards import quiet
from taku.games.destroy.table.field import HEIGHT, WIDTH, cells, middle
from taku.games.destroy.table.figures import figure
from taku.games.destroy.table.subs import sub_card
from taku.games.destroy.table.tiles import PLATE, Look, face
from taku.games.destroy.tables import CONTENT, START
from taku.kit.drafts import DRAFT
from taku.page import parts, svg
from taku.page.html import Child, Raw, el, join


def ready(seen: State, seat: int) -> bool:
    return bool(seen.draft[seat].status == DRAFT.ready)


def draft_field(seen: State, seat: int, words: Words) -> Raw:
    """The field with the own picks on their start cells and face-down tiles where the enemy's will be."""
    eye = max(seat, 0)
    drawn: list[Child] = []
    for of in range(SEATS):
        for place in range(PLACES - 1):
            x, y = middle(START[seen.opt.start_layout, of, place], eye)
            picked = seen.draft[of].pick[place] if of == seat else 0
            drawn.append(stand(of, place, x, y, picked, of == seat, seen, words))
    return el(
        "svg",
        cells(eye, seen.opt.start_layout, words),
        el("g", drawn, class_="tiles"),
        viewBox=f"-6 -6 {WIDTH + 12} {svg.num(HEIGHT + 12)}",
        role="group",
        aria_label=words.text("page", "field"),
        id="board",
        class_="board-svg field",
    )


def stand(of: int, place: int, x: float, y: float, who: int, own: bool, seen: State, words: Words) -> Raw:
    """A start cell: a picked character, a place to be filled, or a face-down tile."""
    next_ = own and seen.draft[of].stage == place
    inside: Child
    kind = "piece tile"
    if who:
        card = CONTENT.characters[who - 1]
        look = Look(who, of, card.atk, 0, card.defence, 0, 0, seen.opt.down_at, False, 0, (), ("off",) * 2)
        inside = face(look, words.language)
    else:
        inside = join(
            el("polygon", points=PLATE, class_="frame"),
            el("text", words.name("place", place) if own else "?", y=6 if own else 11, text_anchor="middle",
               class_="place-name" if own else "unknown"),
        )  # fmt: skip
        kind = "piece tile next-place" if next_ else "piece tile open-place" if own else "piece tile hidden-tile"
    return el(
        "g",
        el("g", inside, class_="body"),
        id=f"ch-{PLACES * of + place}",
        class_=f"{kind} s{of}",
        transform=f"translate({svg.num(x)} {svg.num(y)})",
        data_x=svg.num(x),
        data_y=svg.num(y),
        data_enter=bool(who),
    )


def pool(seen: State, seat: int, words: Words) -> Raw:
    """The characters that may be picked; taken ones stay in their places, so that nothing jumps."""
    draft = seen.draft[seat]
    picked = [draft.pick[i] for i in range(draft.stage)]
    cards = [
        candidate(i, 1 + i in picked, words.language, words.text("page", "taken"))
        for i in range(KINDS_OF_CHARACTER)
        if (seen.dealt[seat] >> i) & 1
    ]
    made: list[Child] = []
    if not ready(seen, seat):
        if draft.stage:
            said = words.say("action", "undo", **{"char:character": draft.pick[draft.stage - 1]})
            made.append(quiet("undo", said, None, "D-4.5", now=True))
        if draft.stage == PLACES:
            said = words.text("action", "ready")
            made.append(parts.button(said, id_="ready", kind="main", data_label=said, data_now=True))
    calm = " calm" if ready(seen, seat) else ""
    return el(
        "section",
        el("div", cards, class_=f"pool{calm}{' few' if len(cards) < 6 else ''}", role="group"),
        el("div", made, class_="beside quiet-buttons"),
        class_="hand",
        aria_label=words.text("page", "pool"),
    )


@lru_cache(maxsize=128)
def candidate(i: int, taken: bool, language: str, why: str) -> Raw:
    card = CONTENT.characters[i]
    return el(
        "div",
        figure(1 + i),
        el("b", card.name[language], class_="candidate-name"),
        el(
            "span",
            el("span", svg.glyph("sword"), card.atk, class_="atk"),
            el("span", svg.glyph("shield"), card.defence, class_="def"),
            class_="stats",
        ),
        id=f"pick-{i}",
        class_="candidate" + (" taken" if taken else "") + (" long" if len(card.name[language]) > 10 else ""),
        data_label=card.name[language],
        data_why=why if taken else None,
        data_clause="D-4.2" if taken else None,
    )


def brief(seen: State, seat: int, words: Words) -> Raw:
    """What is to be done, and the details of the character that is looked at."""
    draft = seen.draft[seat]
    if ready(seen, seat):
        told: Child = [el("p", words.text("page", "wait_team"), class_="brief-title")]
    elif draft.stage == PLACES:
        told = [el("p", words.text("page", "team_full"), class_="brief-title")]
    else:
        told = [
            el("p", words.say("page", "pick_now", **{"place:place": draft.stage}), class_="brief-title"),
            el("p", words.text("page", "pick_sub" if draft.stage == PLACES - 1 else "pick_text")),
        ]
        if seen.opt.team_mode == TEAMS.choose and not draft.stage:
            told.append(teams(words.language, words.text("page", "teams"), words.text("table", "sub")))
    details = [
        detail(
            i, words.language, words.text("table", "blue"), words.text("table", "sub"), words.text("page", "tap_again")
        )
        for i in range(KINDS_OF_CHARACTER)
        if (seen.dealt[seat] >> i) & 1
    ]
    return el("div", el("div", told, class_="told"), details, class_="brief", id="brief")


@lru_cache(maxsize=8)
def teams(language: str, title: str, sub: str) -> Raw:
    """The ready-made teams, the sub set apart: a tap fills all four places."""
    rows = []
    for number, team in enumerate(CONTENT.teams):
        *field, last = (CONTENT.characters[m].name[language] for m in team.members)
        rows.append(
            el(
                "div",
                el("b", team.name[language]),
                el("span", [figure(1 + m) for m in team.members], class_="row-figures"),
                id=f"team-{number}",
                class_="team",
                data_label=team.name[language],
                data_now=True,
                data_help=f"{team.text[language]}\n{' · '.join(field)} · {sub} {last}",
            )
        )
    return el(
        "div", el("p", title, class_="teams-title"), el("div", rows, class_="teams", role="group", aria_label=title)
    )


@lru_cache(maxsize=64)
def detail(i: int, language: str, always: str, sub: str, again: str) -> Raw:
    """A character in full, shown while it is looked at."""
    card = CONTENT.characters[i]
    skills = [
        el(
            "p",
            el("b", f"Lv{skill.lv}", class_="level blue" if skill.blue else "level"),
            el("b", f" {skill.name[language]} ", class_="skill-title"),
            el("small", f"({always}) ") if skill.blue else None,
            skill.text[language],
        )
        for skill in card.skills
    ]
    return el(
        "div",
        el(
            "div",
            figure(1 + i),
            el("b", card.name[language], class_="detail-name"),
            el("span", svg.glyph("sword"), card.atk, class_="atk"),
            el("span", svg.glyph("shield"), card.defence, class_="def"),
            el("small", again, class_="again"),
            class_="detail-head",
        ),
        skills,
        el("p", el("b", sub, class_="level sub"), el("b", f" {card.sub.name[language]} ", class_="skill-title"),
           card.sub.text[language]),
        class_="detail",
        data_hint_for=f"pick-{i}",
    )  # fmt: skip


def draft_sub(seen: State, of: int, seat: int, words: Words) -> Raw:
    """The sub place while teams are chosen."""
    draft = seen.draft[of]
    who = draft.pick[PLACES - 1] if of == seat else 0
    return sub_card(of, who, words, own=of == max(seat, 0), next_=of == seat and draft.stage == PLACES - 1)
