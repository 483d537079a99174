"""The subs, each with its sub skill written out: the own one at the lower left, the enemy's at the upper right."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.destroy.state import OUT, PLACES, State
from taku.games.destroy.table.figures import figure
from taku.games.destroy.table.tiles import skills_in_words
from taku.games.destroy.tables import CONTENT
from taku.page import svg
from taku.page.html import Child, Raw, el


def sub_card(of: int, who: int, words: Words, *, own: bool, next_: bool = False, damage: int = 0) -> Raw:
    """The sub place of a seat."""
    full = skills_in_words(who, words) if who else ""
    return _sub(of, who, words.language, words.text("table", "sub"), full, own, next_, damage)


@lru_cache(maxsize=512)
def _sub(of: int, who: int, language: str, title: str, full: str, own: bool, next_: bool, damage: int) -> Raw:
    inside: list[Child] = [el("span", svg.crest(of), title, class_="sub-title")]
    if who:
        card = CONTENT.characters[who - 1]
        hurt = el("span", damage, class_="sub-hurt") if damage else None
        inside += [
            el("span", figure(who), hurt, class_="sub-figure"),
            el("b", card.name[language], class_="sub-name"),
            el("p", el("b", card.sub.name[language]), " ", card.sub.text[language], class_="sub-text"),
        ]
    else:
        inside.append(el("span", "?", class_="sub-figure unknown"))
    return el(
        "div",
        inside,
        id=f"sub-{of}",
        class_=f"sub-card s{of} {'own' if own else 'foe'}{' next' if next_ else ''}",
        data_label=CONTENT.characters[who - 1].name[language] if who else title,
        data_help=full or title,
        data_clause="D-2.4",
    )


def sub(seen: State, of: int, seat: int, words: Words) -> Raw:
    c = seen.sub[of]
    return sub_card(of, seen.who[c], words, own=of == max(seat, 0), damage=seen.damage[c])


def fallen(seen: State, of: int, words: Words) -> Raw | None:
    """The excluded characters of a seat."""
    out = [seen.who[c] for c in range(PLACES * of, PLACES * of + PLACES) if seen.cell[c] == OUT]
    if not out:
        return None
    names = words.text("page", "comma").join(CONTENT.characters[who - 1].name[words.language] for who in out)
    return el(
        "div",
        [figure(who) for who in out],
        id=f"out-{of}",
        class_=f"fallen s{of}",
        data_label=words.text("table", "out"),
        data_help=names,
        data_clause="D-10.7",
    )
