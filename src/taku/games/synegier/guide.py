"""The guided first game (rulebook, "At the table"), in ten steps: soldier, draft, play, order, link, Battle, shop,
round, coming back, raid. A short match of two against a scripted partner.

A word is explained before it is used: halves in the draft, the row before the first link, danger before an enemy acts.
Which lesson is due is decided by what lies on the table, so whoever does something else loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from taku.games.synegier.page.bands import links
from taku.games.synegier.page.cards import card_of, hand_of, row_of
from taku.games.synegier.page.draft import dealt, picked
from taku.games.synegier.page.view import (
    cell_element,
    danger,
    element,
    foes,
    is_soldier,
    my_soldier,
    on_field,
)
from taku.games.synegier.rules import kind
from taku.games.synegier.rules.pieces import distance
from taku.games.synegier.rules.play import move_to
from taku.games.synegier.rules.shop import can_shop, price
from taku.games.synegier.state import ASK, KIND, MOST_ROW, PIECES, SHOP, STAGE, State
from taku.games.synegier.tables import AROUND, MOVES, PRICE
from taku.kit.drafts import DRAFT
from taku.page.guide import Guide, Lesson, Situation, Where, all_of, named, none_of, what_is_lit

Cards = tuple[int, int]


def asked(*what: str) -> Situation:
    """The newcomer is asked for one of these."""

    def so(seen: State, seat: int) -> bool:
        if seen.ended or seen.stage == STAGE.pre:
            drafting = seen.ask in (ASK.draft, ASK.soldier) and seen.draft[seat].status == DRAFT.choosing
            return bool(drafting and KIND[kind(seen, seat)] in what)
        return bool(seen.turn == seat and seen.ask and KIND[kind(seen, seat)] in what)

    return so


def pick(n: int) -> Situation:
    """It is this pick of the draft."""
    return all_of(asked("draft"), lambda seen, seat: bool(seen.pick == n))


def playing(seen: State, seat: int) -> bool:
    """The sweep or the raid goes on."""
    return bool(seen.stage != STAGE.pre and not seen.ended)


# ---------------------------------------------------------------- the draft


def worth(card: int, held: list[int]) -> tuple[int, int]:
    """What is good to have: what meets many halves of one's own, then what costs little."""
    return sum(len(links(card, other)) + len(links(other, card)) for other in held), -card_of(card).cost


def better_offer(seen: State, seat: int) -> str:
    held = picked(seen, seat)
    side = max(range(2), key=lambda n: worth(int(seen.offer[seat, n]), held))
    return f"offer-{side}"


def first_soldier(seen: State, seat: int) -> str:
    return f"dealt-{(dealt(seen, seat) or [0])[0]}"


# ---------------------------------------------------------------- the row


def affordable(seen: State, seat: int) -> list[int]:
    """The cards that can be played now."""
    if seen.row.size >= MOST_ROW:
        return []
    return [card for card in hand_of(seen, seat) if card_of(card).cost <= seen.mana]


def pairs(seen: State, seat: int) -> list[Cards]:
    """Two cards of the hand that one can pay and that make a sentence in this order."""
    cards = affordable(seen, seat)
    return [
        (a, b)
        for a in cards
        for b in cards
        if (a != b or cards.count(a) > 1) and links(a, b) and card_of(a).cost + card_of(b).cost <= seen.mana
    ]


def opener(seen: State, seat: int) -> str:
    """A card that another one of the hand can follow, else the cheapest."""
    for a, _ in pairs(seen, seat):
        return f"h-{a}"
    cheapest = min(affordable(seen, seat), key=lambda card: card_of(card).cost, default=0)
    return f"h-{cheapest}" if cheapest else "row"


def followers(seen: State, seat: int) -> list[int]:
    """Cards whose left half meets the last card of the row."""
    row = row_of(seen)
    return [card for card in affordable(seen, seat) if row and links(row[-1], card)]


def follower(seen: State, seat: int) -> str:
    return f"h-{(followers(seen, seat) or [0])[0]}"


def can_follow(seen: State, seat: int) -> bool:
    return bool(followers(seen, seat))


def can_open(seen: State, seat: int) -> bool:
    return not seen.row.size and bool(affordable(seen, seat))


def linked(seen: State, seat: int) -> bool:
    """The row holds a sentence."""
    row = row_of(seen)
    return any(links(a, b) for a, b in pairwise(row))


def one_way(seen: State, seat: int) -> bool:
    """Two cards of the hand that say something else the other way round."""
    return any(links(a, b) != links(b, a) for a, b in pairs(seen, seat))


# ---------------------------------------------------------------- the field


def mine(seen: State, seat: int) -> str:
    p = my_soldier(seen, seat)
    return element(int(seen.who[p])) if p >= 0 and on_field(seen, p) else "board"


def stands(seen: State, seat: int) -> bool:
    p = my_soldier(seen, seat)
    return p >= 0 and on_field(seen, p)


def in_danger(seen: State, seat: int) -> bool:
    p = my_soldier(seen, seat)
    return stands(seen, seat) and danger(seen, p, seen.cell[p]) > 0


def open_cells(seen: State, seat: int) -> list[int]:
    """The cells that the chosen card may move to."""
    card = int(seen.chosen[seat])
    cells = [int(move_to(seen, card, i)) for i in range(MOVES[card])]
    taken = {int(seen.cell[p]) for p in range(PIECES) if on_field(seen, p)}
    return [cell for cell in cells if cell >= 0 and cell not in taken]


def nearer(seen: State, seat: int) -> str:
    """The lit cell that comes nearest to an enemy, else the own one."""
    cells = open_cells(seen, seat)
    others = [int(seen.cell[p]) for p in foes(seen)]
    if not cells or not others:
        return mine(seen, seat)
    return cell_element(min(cells, key=lambda cell: min(distance(cell, other) for other in others)))


def weakest_foe(seen: State, seat: int) -> str:
    """The enemy with the least HP beside the own soldier."""
    p = my_soldier(seen, seat)
    near = [q for q in foes(seen) if AROUND[seen.cell[p]] >> seen.cell[q] & 1]
    best = min(near, key=lambda q: int(seen.hp[q]), default=-1)
    return element(int(seen.who[best])) if best >= 0 else "board"


def beside_foe(seen: State, seat: int) -> bool:
    """An enemy stands around the own soldier: it can be fought."""
    return stands(seen, seat) and weakest_foe(seen, seat) != "board"


def grown(seen: State, seat: int) -> bool:
    p = my_soldier(seen, seat)
    return p >= 0 and bool(seen.level[p] > 1)


def level_of(seen: State, seat: int) -> str:
    p = my_soldier(seen, seat)
    return f"level-{int(seen.who[p])}" if p >= 0 and is_soldier(int(seen.who[p])) else "board"


def bargain(seen: State, seat: int) -> str:
    """A card on sale that one can pay."""
    for slot in range(SHOP):
        if seen.shop[slot] and price(seen, int(PRICE[seen.shop[slot]])) <= seen.coins[seat]:
            return f"sale-{slot}"
    return "shop"


def at_stall(seen: State, seat: int) -> bool:
    return stands(seen, seat) and bool(can_shop(seen)) and bargain(seen, seat) != "shop"


def hurt(seen: State, seat: int) -> bool:
    """Some HP is gone, or all of it: time to say what a down is."""
    p = my_soldier(seen, seat)
    return p >= 0 and not seen.raid and bool(seen.own_downs[seat] or seen.hp[p] < seen.max_hp[p])


def near_raid(seen: State, seat: int) -> bool:
    if seen.raid or seen.stage == STAGE.pre:
        return False
    soon = seen.kills >= seen.opt.raid_kills - 2 or seen.downs >= seen.opt.raid_downs - 1
    return bool(soon or seen.round >= seen.opt.sweep_rounds - 1)


def raid_round(n: int) -> Situation:
    return lambda seen, seat: bool(seen.raid and seen.round >= n and foes(seen))


def later(n: int) -> Situation:
    """So many rounds are over."""
    return lambda seen, seat: bool(seen.round > n or seen.raid)


def read(key: str, when: Situation, light: str | Where) -> Lesson:
    return Lesson(key, when=when, light=light)


def act(key: str, what: str, light: Where, when: Callable[[State, int], bool] = lambda seen, seat: True) -> Lesson:
    """Asks for what is lit, in this decision."""
    return Lesson(key, when=all_of(asked(what), when), light=light, do=what_is_lit, instead="other")


GUIDE = Guide(
    lessons=[
        # 2: draft four picks with hints; the rest by what stands below the cards.
        read("goal", pick(1), "offer-0"),
        act("take", "draft", better_offer, pick(1)),
        act("halves", "draft", better_offer, pick(2)),
        act("colours", "draft", better_offer, pick(3)),
        act("moves", "draft", better_offer, pick(4)),
        read("rest", pick(5), "holds-yellow"),
        # 1: the soldier.
        read("soldier", asked("soldier"), first_soldier),
        # 3: play a card and look at the lit cells.
        read("field", all_of(playing, stands), mine),
        read("danger", in_danger, mine),
        act("play", "main", opener, can_open),
        act("cells", "move", nearer),
        Lesson("target", when=asked("target"), light="board", do=named("aim")),
        # 4: a card whose half meets the last one; 5: the other way round.
        act("order", "main", follower, can_follow),
        Lesson("link", when=all_of(asked("main"), linked, none_of(can_follow)), light="link", do=named("end")),
        read("reverse", all_of(later(1), asked("main"), can_open, one_way), opener),
        # 6: Battle and levels.
        Lesson("battle", when=all_of(asked("battle"), beside_foe), light=weakest_foe, do=what_is_lit),
        read("level", grown, level_of),
        Lesson("keep", when=asked("keep"), light="row", do=named("keep", "keep_none")),
        # 7: the shop.
        Lesson("shop", when=all_of(later(1), asked("main"), at_stall), light=bargain, do=named("buy_card")),
        # 8: an enemy round and an event.
        read("round", later(1), "round"),
        # 9: down, and back.
        read("down", hurt, "downs"),
        read("near", near_raid, "kills"),
        # 10: two rounds of raid.
        read("raid", raid_round(1), "boss-bar"),
        read("second", raid_round(2), "boss-bar"),
    ],
    options={"raid_kills": 5, "raid_downs": 2, "boss_hp_percent": 50, "raid_rounds": 4, "sweep_rounds": 8},
    seats=2,
    level="sparring",
    seed="two halves of a sentence",
)
