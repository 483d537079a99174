"""What actions are called, why one is not allowed, and the table as text: the game in words, without a page."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from taku.engine.actions import Action
from taku.engine.part import Described
from taku.engine.words import Words
from taku.games.synegier.content import CONTENT, WIDTH
from taku.games.synegier.rules.pieces import attack, defence, is_on, owner, piece_on, you
from taku.games.synegier.rules.scripts import blinker
from taku.games.synegier.rules.shop import price
from taku.games.synegier.sentences import SELECTORS, VERBS, card_text, core_text, event_text, link_text
from taku.games.synegier.state import FIRST_FOE, MOST_ROW, PIECES, SHOP, STAGE, State
from taku.games.synegier.tables import COST, ITEM_HEAL, ITEM_PRICE, PRICE, RIM, SIZE, SUBJECT, VERB
from taku.page.terminal import columns, pad


def pile(piles: Any, seat: int) -> list[int]:
    """The cards of a seat's pile; 0 for each that is not seen."""
    return [int(piles[seat].card[i]) for i in range(piles[seat].size)]


# ---------------------------------------------------------------- what an action is called


def describe(seen: State, seat: int, action: Action) -> Described:
    """The key of an action's words, and what they tell beside its arguments."""
    match action:
        case "pick", side:
            return "pick", {"card:card": int(seen.offer[seat, side])}
        case ("end",):
            return ("end" if seen.row.size > 1 else "end_plain"), {}
        case "buy_card", slot:
            card = int(seen.shop[slot])
            return "buy_card", {"card:card": card, "price": int(price(seen, int(PRICE[card])))}
        case "buy_potion", item:
            return "buy_potion", {"price": int(price(seen, int(ITEM_PRICE[item])))}
        case ("drink",):
            item, p = int(seen.potion[seat]), you(seen)
            heals = min(seen.max_hp[p] - seen.hp[p], (seen.max_hp[p] * ITEM_HEAL[item] + 99) // 100)
            return "drink", {"item:item": item, "n": int(heals)}
        case (("stay" | "move" | "cancel") as name, *_):
            return name, {"card:card": int(seen.chosen[seat])}
        case (("put" | "leave") as name, *_):
            return name, {"who:figure": int(seen.who[blinker(seen)])}
    return action.name, {}


# ---------------------------------------------------------------- why one is not allowed


def why_not(seen: State, seat: int, action: Action) -> str:
    """The clause that forbids an action where it is another than the action's own."""
    match action:
        case "play", card:
            if COST[card] > seen.mana:
                return "S-4.1"
            return "S-3.3" if seen.row.size >= MOST_ROW else ""
        case (("buy_card" | "buy_potion"), *_):
            return _why_not_buy(seen, seat)
        case ("drink",):
            return "S-8.5"
        case "move", cell:
            return "S-1.1" if piece_on(seen, cell) >= 0 else "S-4.3"
        case ("cancel",):
            return "S-4.5"
    return ""


def _why_not_buy(seen: State, seat: int) -> str:
    p = int(seen.active[seat])
    if seen.bought or not RIM[seen.board] >> seen.cell[p] & 1:
        return "S-8.1"
    return "S-8.2"


# ---------------------------------------------------------------- the table in a terminal


def text(seen: State, seat: int, words: Words) -> str:
    """The table as lines of text."""
    if seen.stage == STAGE.pre:
        return _pre(seen, seat, words)
    lines = [_headline(seen, words), "", *_field(seen), "", *_pieces(seen, words), "", *_row(seen, words)]
    if seat >= 0:
        hand = [_card(card, words) for card in pile(seen.hand, seat)]
        lines += ["", f"{words.text('page', 'hand')}:", *hand]
    goods = [
        f"{words.name('card', c)} {price(seen, int(PRICE[c]))}"
        for c in map(int, (seen.shop[slot] for slot in range(SHOP)))
        if c
    ]
    lines += ["", f"{words.text('page', 'shop')}: {', '.join(goods)}"]
    return "\n".join(lines)


def _pre(seen: State, seat: int, words: Words) -> str:
    lines = [words.say("page", "drafted", n=min(16, max(0, seen.pick - 1)))]
    if seat >= 0 and seen.offer[seat, 0]:
        lines += [_card(int(seen.offer[seat, side]), words) for side in range(2)]
    dealt = [int(who) for who in (seen.dealt[seat, i] for i in range(6)) if who] if seat >= 0 else []
    for who in dealt:
        soldier = CONTENT.soldiers[who - 1]
        numbers = f"HP {soldier.hp} ATK {soldier.atk} DEF {soldier.defence}"
        lines.append(f"{soldier.name[words.language]}  {numbers}  {core_text(soldier, words.language)}")
    return "\n".join(lines)


def _headline(seen: State, words: Words) -> str:
    most = seen.opt.raid_rounds if seen.raid else seen.opt.sweep_rounds
    head = words.say("page", "raid_round" if seen.raid else "round", n=seen.round, of=most)
    kills, downs = words.text("page", "kills"), words.text("page", "downs")
    line = f"{head}   {kills} {seen.kills}/{seen.opt.raid_kills}   {downs} {seen.downs}/{seen.opt.raid_downs}"
    if seen.event:
        event = CONTENT.events[seen.event - 1]
        line += f"\n{event.name[words.language]}: {event_text(event, words.language)}"
    return line


def _sign(p: int) -> str:
    """A soldier is a digit, an enemy a letter."""
    return str(p + 1) if p < FIRST_FOE else "abcde"[p - FIRST_FOE]


def _field(seen: State) -> list[str]:
    many = int(SIZE[seen.board])
    lines = []
    for y in range(many):
        cells = [WIDTH * y + x for x in range(many)]
        signs = [_sign(p) if (p := piece_on(seen, c)) >= 0 else ":" if RIM[seen.board] >> c & 1 else "." for c in cells]
        lines.append("  ".join([str(y + 1), *signs]))
    return ["   " + "  ".join(str(x + 1) for x in range(many)), *lines]


def _pieces(seen: State, words: Words) -> list[str]:
    rows = []
    for p in range(PIECES):
        if not seen.who[p] or (p >= FIRST_FOE and not is_on(seen, p)):
            continue
        name = words.name("figure", seen.who[p])
        where = words.name("cell", seen.cell[p]) if is_on(seen, p) else words.text("page", "down")
        row = [_sign(p), name, where, f"HP {seen.hp[p]}/{seen.max_hp[p]}", f"ATK {attack(seen, p)}"]
        row.append(f"DEF {defence(seen, p)}")
        if p < FIRST_FOE:
            of = int(owner(seen, p))
            row += [words.say("page", "level", n=seen.level[p]), f"{words.text('page', 'coins')} {seen.coins[of]}"]
            row.append(words.seat(of))
        rows.append(row)
    return columns(rows).splitlines()


def _row(seen: State, words: Words) -> list[str]:
    cards = [int(seen.row.card[i]) for i in range(seen.row.size)]
    lines = [" → ".join(words.name("card", c) for c in cards) or words.text("page", "row_empty")]
    for left, right in pairwise(cards):
        for k in range(5):
            if SUBJECT[left, k] and VERB[right, k]:
                who = SELECTORS[CONTENT.selectors[SUBJECT[left, k] - 1].id]
                lines.append("  " + link_text(who, VERBS[CONTENT.verbs[VERB[right, k] - 1].id], words.language))
    return lines


def _card(card: int, words: Words) -> str:
    if not card:
        return "?"
    made = CONTENT.cards[card - 1]
    return f"  {pad(f'({made.cost}) {made.name[words.language]}', 24, 1)}{card_text(made, words.language)}"
