"""S-8: the stalls on the rim, and potions."""

from taku.engine import ALL, emit, roll, rule
from taku.games.synegier.content import ITEMS, STATIC
from taku.games.synegier.rules.cards import owned
from taku.games.synegier.rules.damage import heal
from taku.games.synegier.rules.pieces import you
from taku.games.synegier.state import BOUGHT, EVENT, MAIN, MOST_HAND, MOST_OWNED, SHOP
from taku.games.synegier.tables import CARDS, ITEM_HEAL, ITEM_PRICE, PRICE, RIM, STATIC_OF
from taku.kit.cards import push


@rule
def price(s, usual):
    """S-8.3: with the sale and the buyer's discount, at least 1."""
    return max(1, usual - s.sale - STATIC_OF[s.who[you(s)], STATIC.discount])


@rule
def can_shop(s):
    """S-8.1: on the rim, once per turn."""
    return s.bought == 0 and (RIM[s.board] >> s.cell[you(s)]) & 1 == 1


@rule
def can_drink(s, seat):
    """S-8.5: at less than full HP."""
    p = you(s)
    return s.potion[seat] > 0 and s.hp[p] < s.max_hp[p]


@rule
def shop_choices(s, seat, out, n):
    """S-8.1 to S-8.5, added to the n choices of a list."""
    if can_shop(s):
        if s.hand[seat].size < MOST_HAND and owned(s, seat) < MOST_OWNED:
            for slot in range(SHOP):
                if price(s, PRICE[s.shop[slot]]) <= s.coins[seat]:
                    out[n] = MAIN.buy_card(slot)
                    n += 1
        if s.potion[seat] == 0:
            for item in range(1, 1 + ITEMS):
                if price(s, ITEM_PRICE[item]) <= s.coins[seat]:
                    out[n] = MAIN.buy_potion(item)
                    n += 1
    if can_drink(s, seat):
        out[n] = MAIN.drink
        n += 1
    return n


@rule
def stock_shelf(s, slot):
    """S-2.9, S-8.3: a random kind that is not on sale."""
    s.shop[slot] = 0
    card = 1 + roll(s, CARDS)
    while card == s.shop[0] or card == s.shop[1] or card == s.shop[2]:
        card = 1 + roll(s, CARDS)
    s.shop[slot] = card


@rule
def fill_shop(s):
    """S-2.9: three cards of different kinds."""
    for slot in range(SHOP):
        s.shop[slot] = 0
    for slot in range(SHOP):
        stock_shelf(s, slot)
    emit(s, ALL, EVENT.shop_set, s.shop[0], s.shop[1], s.shop[2])


@rule
def buy_card(s, seat, slot):
    """S-8.3, S-8.4: the card goes to the hand or to the trash, and another takes its place."""
    card = s.shop[slot]
    cost = price(s, PRICE[card])
    s.coins[seat] -= cost
    s.bought = 1
    emit(s, ALL, EVENT.bought_card, seat, card, cost)
    if s.opt.bought_card_to == BOUGHT.hand:
        push(s.hand[seat], card)
        push(s.in_hand[seat], card)
    else:
        push(s.trash[seat], card)
    stock_shelf(s, slot)
    emit(s, ALL, EVENT.shop_refill, slot, s.shop[slot])


@rule
def buy_potion(s, seat, item):
    """S-8.5."""
    cost = price(s, ITEM_PRICE[item])
    s.coins[seat] -= cost
    s.bought = 1
    s.potion[seat] = item
    emit(s, ALL, EVENT.bought_potion, seat, item, cost)


@rule
def drink(s, seat):
    """S-8.5: a share of the maximum HP, rounded up."""
    p = you(s)
    item = s.potion[seat]
    s.potion[seat] = 0
    emit(s, ALL, EVENT.drank, seat, item)
    heal(s, p, (s.max_hp[p] * ITEM_HEAL[item] + 99) // 100)
