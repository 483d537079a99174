"""The mana: the orb, the phases of the round, and the ladder of levels with the skills it switches on."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.destroy.rules.values import field_mana, mana
from taku.games.destroy.state import CELLS, PLACES, SEATS, State
from taku.games.destroy.table.figures import figure
from taku.games.destroy.table.sums import mana_explained
from taku.games.destroy.tables import CONTENT
from taku.page.html import Child, Raw, el


def mana_area(seen: State, seat: int, words: Words) -> Raw:
    return el(
        "section",
        el("div", orb(seen, seat, words), phases(seen, words), class_="orb-box"),
        ladder(seen, seat, words),
        class_="mana",
        aria_label=words.text("page", "mana"),
    )


def orb(seen: State, seat: int, words: Words) -> Raw:
    """The biggest number of the table; two halves where the seats' mana differ (D-7.3), one's own below."""
    me = max(seat, 0)
    own, foe = mana(seen, me), mana(seen, 1 - me)
    said = "\n".join(f"{words.seat(s)}: {mana_explained(seen, s, words)}" for s in (me, 1 - me))
    inside: Child
    if own == foe:
        inside = el("span", own, class_="big", id="mana-both", data_count=True)
    else:
        inside = [
            el("span", foe, class_=f"half foe s{1 - me}", id=f"mana-{1 - me}", data_count=True),
            el("span", own, class_=f"half own s{me}", id=f"mana-{me}", data_count=True),
        ]
    pending = el("span", f"{seen.chant_next:+d}", class_="pending") if seen.chant_next else None
    label = words.say("page", "orb", field=field_mana(seen), own=own, foe=foe)
    return el(
        "div",
        inside,
        pending,
        id="orb",
        class_="orb" if own == foe else "orb split",
        role="img",
        aria_label=label,
        data_label=words.text("page", "mana"),
        data_help=f"{said}\n{words.text('page', 'mana_help')}",
        data_clause="D-7.1",
    )


def phases(seen: State, words: Words) -> Raw:
    """The action phases of the round, and which round it is."""
    pips = [
        el("i", class_="done" if n < seen.phase else "now" if n == seen.phase else None)
        for n in range(1, seen.opt.phases + 1)
    ]
    about = {"n": seen.round, "of": seen.opt.round_limit, "phase": seen.phase, "phases": seen.opt.phases}
    return el(
        "div",
        el("span", words.say("page", "round", n=seen.round), class_="round"),
        el("span", pips, class_="phase-pips"),
        id="phases",
        class_="phases",
        role="img",
        aria_label=words.say("table", "round", **about),
        data_label=words.say("table", "round", **about),
        data_help=words.text("page", "phases_help"),
        data_clause="D-5.2",
    )


def ladder(seen: State, seat: int, words: Words) -> Raw:
    """Every level that some skill in play has, the highest first; lit for each side as its own mana reaches it."""
    me = max(seat, 0)
    reached = [mana(seen, s) for s in range(SEATS)]
    rungs: dict[int, tuple[list[Raw], list[Raw]]] = {}
    for c in range(SEATS * PLACES):
        if seen.cell[c] >= CELLS:
            continue
        of = c // PLACES
        for j, skill in enumerate(CONTENT.characters[seen.who[c] - 1].skills):
            on = not seen.down[c] and skill.lv <= reached[of]
            used = bool((seen.skilled[c] >> j) & 1)
            one = entry(seen.who[c], j, of, on, used, bool(seen.down[c]), words.language, words.text("table", "blue"))
            rungs.setdefault(skill.lv, ([], []))[0 if of == me else 1].append(one)
    rows = [
        el(
            "li",
            el("span", foes, class_="foes"),
            el("b", lv, class_="lv on" if lv <= max(reached) else "lv"),
            el("span", own, class_="owns"),
            class_="rung on" if lv <= reached[me] else "rung",
        )
        for lv, (own, foes) in sorted(rungs.items(), reverse=True)
    ]
    return el("ol", rows, class_="ladder", id="ladder", aria_label=words.text("page", "ladder"))


@lru_cache(maxsize=1024)
def entry(who: int, j: int, of: int, on: bool, used: bool, down: bool, language: str, always: str) -> Raw:
    """One skill on the ladder."""
    card = CONTENT.characters[who - 1]
    skill = card.skills[j]
    name = f"{card.name[language]}: {skill.name[language]}"
    text = f"Lv{skill.lv} {skill.text[language]}" + (f" ({always})" if skill.blue else "")
    state = "down" if down else "used" if used else "on" if on else "off"
    return el(
        "span",
        figure(who),
        el("span", skill.name[language], class_="skill-name"),
        class_=f"skill s{of} {state}{' blue' if skill.blue else ''}",
        data_label=name,
        data_help=text,
        data_clause="D-2.3" if skill.blue else "D-2.2",
    )
