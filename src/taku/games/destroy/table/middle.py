"""Between the two sides: the sealed and the revealed cards, the dice, and what an attack may do."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.destroy.content import EFFECT, STEP
from taku.games.destroy.rules import kind
from taku.games.destroy.rules.actions import attack_targets, character_of, current_act
from taku.games.destroy.rules.skills import choices, next_step
from taku.games.destroy.saying import faces
from taku.games.destroy.state import ACT, CELLS, EVENT, KIND, PASS, STAGE, State
from taku.games.destroy.table.cards import card, is_card, next_mana, sealed
from taku.games.destroy.table.sums import attack_odds
from taku.games.destroy.tables import CARD_VALUE, EFFECT_OF, STEP_OF
from taku.page import parts, svg
from taku.page.html import Child, Raw, el

Event = tuple[int, ...]


def events(seen: State, earlier: Sequence[Told] = ()) -> list[Event]:
    """What this seat was told since the last cards were turned over: number of the event, then its arguments."""
    told = [(getattr(EVENT, one.event), *one.arguments) for one in earlier]
    told += [tuple(numbers) for _, *numbers in seen.events()]
    reveals = [i for i, e in enumerate(told) if e[0] == EVENT.reveal]
    return told[reveals[-1] :] if reveals else told


def clash(seen: State, seat: int, words: Words, earlier: Sequence[Told] = ()) -> Raw:
    """The enemy's lane above, the own one below."""
    me = max(seat, 0)
    told = events(seen, earlier)
    return el(
        "div",
        lane(seen, 1 - me, seat, told, words),
        lane(seen, me, seat, told, words),
        outcome(seen, told, seat, words),
        next_mana(seen, seat, words),
        chances(seen, seat, words),
        id="clash",
        class_="clash",
    )


def lane(seen: State, of: int, seat: int, told: list[Event], words: Words) -> Raw:
    return el(
        "div",
        slot(seen, of, seat, told, words),
        tray(of, told, words),
        class_=f"lane s{of}",
    )


def slot(seen: State, of: int, seat: int, told: list[Event], words: Words) -> Raw:
    """D-7.4, D-7.7: a card, face down until both have chosen; then both are turned over."""
    inside: Child = None
    classes = ["slot"]
    if seen.stage == STAGE.card and seen.chosen[of]:
        mine = seen.choice[of] - 1
        if of == seat and 0 <= mine < PASS:
            inside = sealed(of, mine, words.language)
        else:
            inside = parts.card_back(f"sealed-{of}", seat=of, label=words.text("page", "sealed"))
    elif seen.stage == STAGE.card:
        if told and told[0][0] == EVENT.reveal and not seen.resting[of]:
            inside = open_card(of, told[0][2 + 2 * of], words, keyed=False)
            classes.append("gone")
    elif is_card(seen.played[of]) or seen.played[of] == 1 + PASS:
        inside = open_card(of, seen.played[of] - 1, words, keyed=True)
        if seen.silenced[of]:
            classes.append("burnt")
        elif seen.user == 1 + of:
            classes.append("acting")
    return el("div", inside or svg.crest(of), id=f"slot-{of}", class_=" ".join(classes))


def open_card(of: int, k: int, words: Words, *, keyed: bool) -> Raw:
    if k == PASS:
        return el("div", el("div", words.name("card", PASS), class_="title"), class_="card pass")
    return card(of, k, words.language, keyed=keyed)


def outcome(seen: State, told: list[Event], seat: int, words: Words) -> Raw | None:
    """D-7.5 to D-7.12: what the two cards came to, in a line, also while the next are chosen; dice take its place."""
    if not told or told[0][0] != EVENT.reveal or any(e[0] in THROWS for e in told):
        return None
    said, of = came_to(told, seat, words)
    over = seen.stage == STAGE.card
    before = el("small", words.text("outcome", "before")) if over else None
    return el("p", before, said, class_=f"outcome{f' s{of}' if of >= 0 else ''}{' over' if over else ''}")


def came_to(told: list[Event], seat: int, words: Words) -> tuple[str, int]:
    """The line, and whom it speaks of."""
    cards = (told[0][2], told[0][4])
    values = [CARD_VALUE[k] for k in cards]
    kinds = {e[0]: e for e in told}
    numbers: dict[str, object] = {"a": values[max(seat, 0)], "b": values[1 - max(seat, 0)]}
    if EVENT.both_passed in kinds:
        return caption("both_passed", -1, seat, words)
    if EVENT.trump in kinds:
        return caption("trump", kinds[EVENT.trump][1], seat, words)
    if EVENT.tie_won in kinds:
        return caption("tie_won", kinds[EVENT.tie_won][1], seat, words, **numbers)
    if EVENT.tie in kinds:
        return caption("tie", -1, seat, words, **numbers)
    if PASS in cards:
        return caption("alone", cards.index(PASS) ^ 1, seat, words)
    return caption("first", int(values[1] > values[0]), seat, words, **numbers)


def caption(key: str, of: int, seat: int, words: Words, **more: object) -> tuple[str, int]:
    """Words for an outcome, which speaks of you, of the enemy, or to spectators of a seat."""
    if of < 0:
        return words.text("outcome", key), of
    if seat < 0:
        return words.say("outcome", "seat", key, seat=of, **more), of
    return words.say("outcome", "me" if of == seat else "foe", key, **more), of


# ---------------------------------------------------------------- dice

THROWS = {EVENT.attack_dice: "attack", EVENT.defence_dice: "defence", EVENT.skill_dice: "skill"}


def tray(of: int, told: list[Event], words: Words) -> Raw:
    """The dice of the last attack or skill: they stay on the table until the next cards are turned over."""
    acts = [i for i, e in enumerate(told) if e[0] in (EVENT.attack, EVENT.skill_used)]
    last = told[acts[-1] :] if acts else []
    blow = next((e for e in last if e[0] == EVENT.blow), None)
    mine = [e for e in last if e[0] in THROWS and e[1] == of]
    return el(
        "div",
        [throw(e, of, i, blow, words, small=len(mine) > 1) for i, e in enumerate(mine)],
        id=f"tray-{of}",
        class_="tray",
    )


def throw(e: Event, of: int, number: int, blow: Event | None, words: Words, *, small: bool = False) -> Raw:
    """One throw: dice side by side, ones lit, and what they count."""
    what, (_, who, n, low, high, ones) = THROWS[e[0]], e[1:7]
    tone = "red" if what == "attack" else "blue" if what == "defence" else "yellow"
    dice = [
        parts.die(f"die-{of}-{number}-{i}", face, hit=face == 1, tone=tone)
        for i, face in enumerate(faces(n, low, high))
    ]
    if what == "attack" and blow:
        bonus = blow[1] - ones
        count = f"{ones}+{bonus} = {blow[1]}" if bonus else str(ones)
    else:
        count = str(ones)
    said = words.say("page", what, **{"char:character": who, "n": n, "ones": ones})
    return el(
        "div",
        el("div", dice, class_="dice many" if n > 8 or small else "dice"),
        el("b", count, class_="count"),
        class_=f"throw tone-{tone}",
        role="img",
        aria_label=said,
    )


# ---------------------------------------------------------------- chances


def chances(seen: State, seat: int, words: Words) -> list[Raw]:
    """While an enemy is aimed at: the chance of 0, 1, 2, 3 and more damage, of a down and of an exclusion."""
    if seat < 0 or seen.stage != STAGE.act or seen.user != 1 + seat:
        return []
    if kind(seen, seat) == KIND.target:
        found = struck(seen, seat, current_act(seen, seat))
        return [chance(seen, c, target, more, f"ch-{target}", words) for c, target, more in found]
    return []


def struck(seen: State, seat: int, act: int) -> list[tuple[int, int, int]]:
    """Attacker, target and addition to ATK of every attack that the next tap can make."""
    c = character_of(seat, act)
    if act in ACT.move:
        return []
    if act in ACT.attack:
        cells, more = attack_targets(seen, c), 0
    else:
        j = ACT.skill.j(act)
        k = next_step(seen, c, j, seen.step)
        who = seen.who[c]
        if k > 2:
            return []
        effects = [(EFFECT_OF[who, j, k, e, 0], EFFECT_OF[who, j, k, e, 1])
                   for e in range(STEP_OF[who, j, k, STEP.effects])]  # fmt: skip
        strikes = [n for word, n in effects if word == EFFECT.strike]
        if not strikes:
            return []
        cells, more = choices(seen, c, j, k), strikes[0]
    return [(c, seen.at[q] - 1, more) for q in range(CELLS) if (cells >> q) & 1]


def chance(seen: State, c: int, target: int, more: int, at: str, words: Words) -> Raw:
    names = {"char:character": seen.who[c], "other:character": seen.who[target]}
    if seen.down[target]:
        said: Child = [el("p", words.say("page", "odds_down", **names), class_="odds-title")]
        return el("div", said, class_="odds", data_hint_for=at)
    atk, guard, o = attack_odds(seen, c, target, more)
    bars = [
        el(
            "div",
            el("span", f"{100 * p:.0f}%", class_="share"),
            el("span", class_="bar", data_css=f"--p:{p:.3f}"),
            el("span", f"{k}" if k < 3 else "3+", class_="what"),
            class_=f"d{k}",
        )
        for k, p in enumerate(o.damage)
    ]
    return el(
        "div",
        el("p", words.say("page", "odds", **names, **{"atk": atk, "def": guard}), class_="odds-title"),
        el("div", bars, class_="bars"),
        el("p", words.say("page", "odds_result", down=f"{100 * o.down:.0f}", out=percent(o.out)), class_="odds-sum"),
        class_="odds",
        data_hint_for=at,
    )


def percent(p: float) -> str:
    return f"{100 * p:.0f}" if p >= 0.005 or not p else "<1"
