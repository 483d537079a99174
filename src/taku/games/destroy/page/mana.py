"""The mana: the orb, the phases of the round, and the ladder of levels with the skills it switches on."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.destroy.content import CONTENT
from taku.games.destroy.page.figures import figure
from taku.games.destroy.page.sums import mana_explained
from taku.games.destroy.rules.values import field_mana, mana
from taku.games.destroy.state import CELLS, PLACES, SEATS, State
from taku.page.frames import fold
from taku.page.html import Child, Raw, el


def orb(seen: State, seat: int, words: Words) -> Raw:
    """The biggest number of the table; two halves where the seats' mana differ (D-7.3), one's own below."""
    me = max(seat, 0)
    own, foe = mana(seen, me), mana(seen, 1 - me)
    said = "\n".join(f"{words.seat(s)}: {mana_explained(seen, s, words)}" for s in (me, 1 - me))
    inside: Child
    if own == foe:
        inside = el("b", own, id="mana-both", data_count=True)
    else:
        inside = [
            el("b", n, class_=f"half s{of}", id=f"mana-{of}", data_count=True) for of, n in ((1 - me, foe), (me, own))
        ]
    pending = el("span", f"{seen.chant_next:+d}", class_="pending") if seen.chant_next else None
    return el(
        "div",
        el("small", words.text("page", "mana")),
        inside,
        pending,
        id="orb",
        class_="orb" if own == foe else "orb split",
        role="img",
        aria_label=words.say("page", "orb", field=field_mana(seen), own=own, foe=foe),
        data_label=words.text("page", "mana"),
        data_help=f"{said}\n{words.text('page', 'mana_help')}",
        data_clause="D-7.1",
    )


def phases(seen: State, words: Words) -> Raw:
    """Which round it is, and its action phases."""
    pips = [
        el("i", class_="done" if n < seen.phase else "now" if n == seen.phase else None)
        for n in range(1, seen.opt.phases + 1)
    ]
    about = {"n": seen.round, "of": seen.opt.round_limit, "phase": seen.phase, "phases": seen.opt.phases}
    label = words.say("table", "round", **about)
    return el(
        "div",
        el("small", words.say("page", "round", n=seen.round)),
        el("span", pips, class_="phase-pips"),
        id="phases",
        role="img",
        aria_label=label,
        data_label=label,
        data_help=words.say("page", "phases_help", phases=seen.opt.phases),
        data_clause="D-5.2",
    )


def ladder(seen: State, seat: int, words: Words) -> Raw:
    """Every level that some skill in play has, the highest first, and the subs; lit as each side's mana reaches it."""
    me = max(seat, 0)
    reached = [mana(seen, s) for s in range(SEATS)]
    rungs: dict[int, tuple[list[Raw], list[Raw]]] = {}
    for c in range(SEATS * PLACES):
        of, where = c // PLACES, seen.cell[c]
        if where < CELLS:
            for j, skill in enumerate(CONTENT.characters[seen.who[c] - 1].skills):
                on = not seen.down[c] and skill.lv <= reached[of]
                used = (seen.skilled[c] >> j) & 1
                state = "down" if seen.down[c] else "used" if used else "on" if on else "off"
                one = entry(seen.who[c], j, of, state, words.language, words.text("table", "blue"))
                rungs.setdefault(skill.lv, ([], []))[of == me].append(one)
    rows = [
        el("li", el("div", foes), el("b", f"Lv{lv}"), el("div", own), class_="on" if lv <= max(reached) else None)
        for lv, (foes, own) in sorted(rungs.items(), reverse=True)
    ]
    subs = [el("div", lent(seen.who[seen.sub[of]], of, words.language)) for of in (1 - me, me)]
    rows.append(el("li", subs[0], el("b", words.text("table", "sub")), subs[1], class_="on"))
    return fold("ladder", words.text("page", "ladder"), el("ol", rows, class_="ladder"))


@lru_cache(maxsize=1024)
def entry(who: int, j: int, of: int, state: str, language: str, always: str) -> Raw:
    """One skill on the ladder; a continuous one has a round frame."""
    card = CONTENT.characters[who - 1]
    skill = card.skills[j]
    return el(
        "span",
        figure(who),
        el("span", skill.name[language]),
        class_=f"skill s{of} {state}{' blue' if skill.blue else ''}",
        data_label=f"{card.name[language]}: {skill.name[language]}",
        data_help=f"Lv{skill.lv} {skill.text[language]}" + (f" ({always})" if skill.blue else ""),
        data_clause="D-2.3" if skill.blue else "D-2.2",
    )


@lru_cache(maxsize=64)
def lent(who: int, of: int, language: str) -> Raw | None:
    """What a sub lends."""
    if not who:
        return None
    card = CONTENT.characters[who - 1]
    return el(
        "span",
        figure(who),
        el("span", el("b", card.sub.name[language]), " ", card.sub.text[language]),
        class_=f"skill s{of} on",
        data_label=card.name[language],
        data_help=card.sub.text[language],
        data_clause="D-2.4",
    )
