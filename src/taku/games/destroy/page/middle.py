"""Under the field: the mana, the cards in play, the dice, what came of them, and what the next tap would do."""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.destroy.content import CARD, CARD_KIND, CARD_VALUE, CONTENT, EFFECT, EFFECT_OF, STEP, STEP_OF
from taku.games.destroy.page.cards import SUIT, card, next_mana, sealed
from taku.games.destroy.page.field import act_gesture, acts_of, question, way
from taku.games.destroy.page.mana import orb, phases
from taku.games.destroy.page.sums import attack_odds
from taku.games.destroy.rules.actions import attack_targets, character_of, current_act
from taku.games.destroy.rules.skills import asks, choices, next_step
from taku.games.destroy.state import ACT, CELLS, EVENT, KIND, MAX_CANCELS, PASS, PLACES, STAGE, TIES, State
from taku.games.destroy.wording import faces
from taku.page import parts, svg
from taku.page.html import Child, Raw, el

Event = tuple[int, ...]


def events(seen: State, earlier: Sequence[Told] = ()) -> list[Event]:
    """What this seat was told since the last cards were turned over: number of the event, then its arguments."""
    told = [(getattr(EVENT, one.event), *one.arguments) for one in earlier]
    told += [tuple(numbers) for _, *numbers in seen.events()]
    reveals = [i for i, e in enumerate(told) if e[0] == EVENT.reveal]
    return told[reveals[-1] :] if reveals else told


def middle(seen: State, seat: int, words: Words, earlier: Sequence[Told] = ()) -> Raw:
    """The mana at the left; the enemy's lane above, the own one below, and between them what came of it."""
    me = max(seat, 0)
    told = events(seen, earlier)
    clash = el(
        "div",
        lane(seen, 1 - me, seat, told, words),
        line(seen, told, seat, words),
        lane(seen, me, seat, told, words),
        next_mana(seen, seat, words),
        options(seen, seat, words),
        task(seen, seat, words),
        chances(seen, seat, words),
        id="clash",
        class_="clash",
    )
    return el("div", el("div", orb(seen, seat, words), phases(seen, words), class_="mana"), clash, class_="middle")


# ---------------------------------------------------------------- cards and dice


def lane(seen: State, of: int, seat: int, told: list[Event], words: Words) -> Raw:
    return el("div", slot(seen, of, seat, told, words), tray(of, told, words), class_=f"lane s{of}")


def slot(seen: State, of: int, seat: int, told: list[Event], words: Words) -> Raw:
    """D-7.4, D-7.7: a card, face down until both have chosen; then both are turned over."""
    inside: Child = None
    state = ""
    if seen.stage == STAGE.card and seen.chosen[of]:
        mine = seen.choice[of] - 1
        if of == seat and 0 <= mine < PASS:
            inside = sealed(of, mine, words.language)
        else:
            inside = parts.card_back(f"sealed-{of}", seat=of, label=words.text("page", "sealed"))
    elif seen.stage == STAGE.card:
        if told and told[0][0] == EVENT.reveal and not seen.resting[of]:
            inside, state = open_card(of, told[0][2 + 2 * of], words, keyed=False), " gone"
    elif seen.played[of]:
        inside = open_card(of, seen.played[of] - 1, words, keyed=True)
        state = " burnt" if seen.silenced[of] else " acting" if seen.user == 1 + of else ""
    cross = el("svg", el("path", d="M-30-40L30 40M30-40L-30 40"), viewBox="-50 -50 100 100", class_="cross")
    return el(
        "div", inside or svg.crest(of), cross if seen.silenced[of] else None, id=f"slot-{of}", class_="slot" + state
    )


def open_card(of: int, k: int, words: Words, *, keyed: bool) -> Raw:
    if k == PASS:
        return el("div", el("div", words.name("card", PASS), class_="title"), class_="card pass")
    return card(of, k, words.language, keyed=keyed)


THROWS = {EVENT.attack_dice: "attack", EVENT.defence_dice: "defence", EVENT.skill_dice: "skill"}


def last_act(told: list[Event]) -> list[Event]:
    """What was told of the last attack or skill."""
    acts = [i for i, e in enumerate(told) if e[0] in (EVENT.attack, EVENT.skill_used)]
    return told[acts[-1] :] if acts else []


def tray(of: int, told: list[Event], words: Words) -> Raw:
    """The dice of the last attack or skill: they stay on the table until the next cards are turned over."""
    last = last_act(told)
    blow = next((e for e in last if e[0] == EVENT.blow), None)
    mine = [e for e in last if e[0] in THROWS and e[1] == of]
    throws = [throw(e, of, i, blow, words, small=len(mine) > 1) for i, e in enumerate(mine)]
    return el("div", throws, id=f"tray-{of}", class_="tray")


def throw(e: Event, of: int, number: int, blow: Event | None, words: Words, *, small: bool = False) -> Raw:
    """One throw in the seat's colour: dice side by side, ones lit, and what they count."""
    what, (_, who, n, low, high, ones) = THROWS[e[0]], e[1:7]
    dice = [parts.die(f"die-{of}-{number}-{i}", face, hit=face == 1) for i, face in enumerate(faces(n, low, high))]
    bonus = blow[1] - ones if what == "attack" and blow else 0
    said = words.say("page", what, **{"char:character": who, "n": n, "ones": ones})
    return el(
        "div",
        svg.glyph({"attack": "sword", "defence": "shield"}.get(what, "flame")),
        el("div", dice, class_="dice many" if n > 8 or small else "dice"),
        el("b", f"{ones}+{bonus} = {blow[1]}" if bonus and blow else ones, class_="count"),
        class_="throw",
        role="img",
        aria_label=said,
    )


# ---------------------------------------------------------------- what came of it


def line(seen: State, told: list[Event], seat: int, words: Words) -> Raw:
    """What the two cards, and then the dice, came to, in a line; it stays while the next cards are chosen."""
    said, of = result(seen, told, words) or came_to(seen, told, seat, words)
    before = el("small", words.text("outcome", "before"), " ") if said and seen.stage == STAGE.card else None
    return el("p", before, said, id="outcome", class_=f"outcome s{of}" if of >= 0 else "outcome")


def result(seen: State, told: list[Event], words: Words) -> tuple[str, int] | None:
    """What the last blow did to whom it hurt most: "2 damage: Iron Fist has 1 left"."""
    last = last_act(told)
    ends = {e[0]: e for e in last}
    hurt = max((e for e in last if e[0] == EVENT.damaged), key=lambda e: e[3], default=None)
    if end := ends.get(EVENT.excluded) or ends.get(EVENT.downed):
        key, (of, who) = "out" if end[0] == EVENT.excluded else "down", end[1:3]
    elif hurt:
        key, (of, who) = "left", hurt[1:3]
    elif EVENT.blow in ends:
        key, of, who = "none", 1 - ends[EVENT.attack][1], ends[EVENT.attack][3]
    else:
        return None
    mine = next((e for e in last if e[0] == EVENT.damaged and e[1:3] == (of, who)), None)
    n = mine[3] if mine else ends[EVENT.blow][3] if EVENT.blow in ends else 0
    if key == "out" and not n:
        key = "out_at_once"
    left = seen.opt.down_at - mine[4] if mine else 0
    return words.say("result", key, **{"char:character": who, "n": n, "left": left}), of


def came_to(seen: State, told: list[Event], seat: int, words: Words) -> tuple[str, int]:
    """D-7.5 to D-7.12: what the cards came to, and whom that speaks of."""
    if not told or told[0][0] != EVENT.reveal:
        return "", -1
    cards = (told[0][2], told[0][4])
    values = [CARD_VALUE[k] for k in cards]
    kinds = {e[0]: e for e in told}
    if EVENT.both_passed in kinds or EVENT.tie in kinds:
        return words.text("outcome", "both_passed" if EVENT.both_passed in kinds else "tie"), -1
    if EVENT.trump in kinds:
        key, of = "trump", kinds[EVENT.trump][1]
    elif EVENT.tie_won in kinds:
        alone = CARD_KIND[cards[0]] == CARD.trump or seen.opt.tie_rule == TIES.only
        key, of = "tie_alone" if alone else "tie_won", kinds[EVENT.tie_won][1]
    elif PASS in cards:
        key, of = "alone", cards.index(PASS) ^ 1
    else:
        key, of = "first", int(values[1] > values[0])
    who = "seat" if seat < 0 else "me" if of == seat else "foe"
    return words.say("outcome", who, key, seat=of, a=values[max(seat, 0)], b=values[1 - max(seat, 0)]), of


# ---------------------------------------------------------------- what the next tap would do


def options(seen: State, seat: int, words: Words) -> list[Raw]:
    """While a character is chosen: what it can do. What cannot be taken back wants a second tap."""
    made = []
    for c in range(PLACES * seat, PLACES * seat + PLACES) if question(seen, seat) == KIND.act else ():
        mine = [act for act in acts_of(seen, c) if len(act_gesture(seen, seat, act)) > 1]
        if mine:
            buttons = [option(seen, seat, c, act, words) for act in mine]
            made.append(el("div", buttons, class_="over options", data_hint_for=f"ch-{c}"))
    return made


def option(seen: State, seat: int, c: int, act: int, words: Words) -> Raw:
    said, text = told_of(seen, c, act, words)
    at_once = act in ACT.skill and not asks(seen, c, ACT.skill.j(act), next_step(seen, c, ACT.skill.j(act), 0))
    return parts.button(
        [svg.glyph(SUIT[getattr(CARD, way(act))]), el("span", said), el("small", text, data_hint_for=f"do-{act}")],
        id_=f"do-{act}",
        data_label=said,
        data_help=text,
        data_confirm=at_once or seen.cancels[seat] >= MAX_CANCELS,
    )


def told_of(seen: State, c: int, act: int, words: Words) -> tuple[str, str]:
    """What an act is called, and what it does."""
    if act in ACT.skill:
        skill = CONTENT.characters[seen.who[c] - 1].skills[ACT.skill.j(act)]
        return skill.name[words.language], skill.text[words.language]
    return words.text("page", "do", way(act)), words.text("page", "do", f"{way(act)}_text")


def task(seen: State, seat: int, words: Words) -> Raw | None:
    """While a target is chosen: what is being done, in full."""
    if question(seen, seat) != KIND.target:
        return None
    act = current_act(seen, seat)
    c = character_of(seat, act)
    said, text = told_of(seen, c, act, words)
    return el("div", el("b", f"{CONTENT.characters[seen.who[c] - 1].name[words.language]}: {said}"), el("p", text),
              class_="over task")  # fmt: skip


def chances(seen: State, seat: int, words: Words) -> list[Raw]:
    """While an enemy is aimed at: the chance of 0, 1, 2, 3 and more damage, of a down and of an exclusion."""
    if question(seen, seat) != KIND.target:
        return []
    return [chance(seen, c, target, more, words) for c, target, more in struck(seen, seat, current_act(seen, seat))]


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
        effects = [EFFECT_OF[who, j, k, e, 0] for e in range(STEP_OF[who, j, k, STEP.effects])] if k <= 2 else []
        if EFFECT.strike not in effects:
            return []
        cells, more = choices(seen, c, j, k), EFFECT_OF[who, j, k, effects.index(EFFECT.strike), 1]
    return [(c, seen.at[q] - 1, more) for q in range(CELLS) if (cells >> q) & 1]


def chance(seen: State, c: int, target: int, more: int, words: Words) -> Raw:
    names = {"char:character": seen.who[c], "other:character": seen.who[target]}
    if seen.down[target]:
        return el(
            "div", el("b", words.say("page", "odds_down", **names)), class_="over odds", data_hint_for=f"ch-{target}"
        )
    atk, guard, o = attack_odds(seen, c, target, more)
    bars = [
        el("div", el("span", f"{100 * p:.0f}%"), el("i", data_css=f"--p:{p:.3f}"),
           el("b", words.say("page", "odds_damage", n=f"{k}" if k < 3 else "3+")))
        for k, p in enumerate(o.damage)
    ]  # fmt: skip
    return el(
        "div",
        el("b", words.say("page", "odds", **names, **{"atk": atk, "def": guard})),
        el("div", bars, class_="bars"),
        el("b", words.say("page", "odds_result", down=f"{100 * o.down:.0f}", out=percent(o.out))),
        class_="over odds",
        data_hint_for=f"ch-{target}",
    )


def percent(p: float) -> str:
    return f"{100 * p:.0f}" if p >= 0.005 or not p else "<1"
