"""Players in turn order, the line above the field (round, kills, downs, event), and the boss's bar."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.synegier.content import CONTENT
from taku.games.synegier.page.figures import figure
from taku.games.synegier.page.view import figure_id, foes, on_field, soldiers_of
from taku.games.synegier.rules.pieces import attack, defence
from taku.games.synegier.sentences import core_text, event_text
from taku.games.synegier.state import STAGE, State
from taku.games.synegier.wording import pile
from taku.kit.drafts import DRAFT
from taku.page import parts, svg
from taku.page.html import Child, Raw, el
from taku.page.parts import Fact


def order(seen: State) -> list[int]:
    """The seats in turn order (S-2.1)."""
    return [(seen.first + n) % seen.seats for n in range(seen.seats)]


def panels(seen: State, seat: int, words: Words) -> tuple[list[Raw], Raw | None]:
    """The others in turn order, and oneself."""
    made = {of: panel(seen, of, seat, words) for of in order(seen)}
    own = made.pop(seat) if seat >= 0 else None
    return list(made.values()), own


def panel(seen: State, of: int, seat: int, words: Words) -> Raw:
    """One player."""
    you = words.text("page", "you") if of == seat else None
    if seen.stage == STAGE.pre:
        ready = seen.draft[of].status == DRAFT.ready
        facts: list[Fact] = [(words.text("page", "picks"), f"{min(seen.pick, 16)}/16", f"picks-{of}")]
        return parts.panel(of, facts, you=you, ready=ready, turn=seen.draft[of].status == DRAFT.choosing)
    facts = []
    for p in soldiers_of(seen, of):
        hp = seen.hp[p] if on_field(seen, p) else 0
        value: Child = [figure(figure_id(seen.who[p])), el("b", hp), el("small", f"/{seen.max_hp[p]}", class_="of")]
        facts.append(("HP", value, f"hp-{seen.who[p]}"))
        level = words.text("page", "level_word")
        grown: Child = [el("small", level, class_="of-level"), seen.level[p]]
        facts.append((level, grown, f"level-{seen.who[p]}"))
    purse: Child = [svg.glyph("coin"), seen.coins[of]]
    facts.append((words.text("page", "coins"), purse, f"coins-{of}"))
    if seen.raid:
        facts.insert(1, (words.text("page", "tally"), seen.tally[of], f"tally-{of}"))
    return parts.panel(
        of, facts, you=you, turn=seen.turn == of and not seen.ended, out=bool(seen.out >> of & 1),
        more=more(seen, of, words),
    )  # fmt: skip


def more(seen: State, of: int, words: Words) -> list[Child]:
    """What opens with a player: soldier, core ability, numbers, potion, cards."""
    made: list[Child] = []
    for p in soldiers_of(seen, of):
        soldier = CONTENT.soldiers[seen.who[p] - 1]
        title = f"{soldier.name[words.language]}, {soldier.title[words.language]}"
        made.append(el("p", el("b", title), f" ATK {attack(seen, p)} DEF {defence(seen, p)}"))
        made.append(el("p", el("b", soldier.core_name[words.language]), " ", core_text(soldier, words.language)))
    potion = words.name("item", seen.potion[of]) if seen.potion[of] else words.text("page", "no_potion")
    made.append(el("p", words.say("page", "kit", potion=potion, kills=seen.own_kills[of], downs=seen.own_downs[of])))
    cards = words.say(
        "page", "piles", hand=len(pile(seen.hand, of)), deck=len(pile(seen.deck, of)), trash=len(pile(seen.trash, of))
    )
    made.append(el("p", cards))
    return made


# ---------------------------------------------------------------- above the field


def top(seen: State, words: Words) -> Raw:
    """What everybody watches: how near the raid is; in the raid, the boss."""
    inner = boss(seen, words) if seen.raid else [
        gauge("kills", "skull", seen.kills, seen.opt.raid_kills, words.text("page", "kills"), "S-11.1"),
        gauge("downs", "down", seen.downs, seen.opt.raid_downs, words.text("page", "downs"), "S-11.1"),
    ]  # fmt: skip
    most = seen.opt.raid_rounds if seen.raid else seen.opt.sweep_rounds
    said = words.say("page", "raid_round" if seen.raid else "round", n=max(1, seen.round), of=most)
    return el("div", el("span", said, id="round", class_="round"), inner, happening(seen, words), class_="top-line")


def gauge(id_: str, sign: str, n: int, most: int, word: str, clause: str) -> Raw:
    return el(
        "span", svg.glyph(sign), el("b", f"{n}/{most}", id=f"{id_}-n"),
        el("i", el("i", data_css=f"width:{min(100, round(100 * n / most))}%"), class_="gauge-bar"),
        id=id_, class_="gauge", data_help=f"{word}: {n}/{most}", data_clause=clause,
    )  # fmt: skip


def happening(seen: State, words: Words) -> Raw | None:
    """The event that is in force."""
    if not seen.event:
        return None
    made = CONTENT.events[seen.event - 1]
    text = f"{made.name[words.language]}\n{event_text(made, words.language)}"
    return el("span", svg.glyph("spark"), el("span", made.name[words.language], class_="event-name"), id="event",
              class_="event", data_help=text, data_clause="S-10.1")  # fmt: skip


def boss(seen: State, words: Words) -> Raw:
    """Its HP, and in the colour of each player what that player has taken."""
    found = foes(seen)
    name = words.name("figure", seen.who[found[0]]) if found else words.text("page", "boss_gone")
    hp = int(seen.hp[found[0]]) if found else 0
    taken = [int(seen.tally[of]) for of in range(seen.seats)]
    most = max(1, hp + sum(taken)) if not found else max(1, int(seen.max_hp[found[0]]), hp + sum(taken))
    shares = [
        el("i", svg.crest(of), class_=f"share s{of}", id=f"share-{of}",
           data_css=f"width:{round(1000 * taken[of] / most) / 10}%", data_label=f"{words.seat(of)}: {taken[of]}")
        for of in order(seen)
    ]  # fmt: skip
    said = "\n".join([f"{name}: {hp}/{most}", *(f"{words.seat(of)}: {taken[of]}" for of in order(seen))])
    return el(
        "span", el("i", shares, class_="boss-fill"), el("b", f"{name} {hp}", id="boss-hp"),
        id="boss-bar", class_="boss-bar", data_help=said, data_clause="S-11.9",
    )  # fmt: skip
