"""Goofspiel: how it looks. The prizes lie along the top, the one played for is large, and every seat has a lane."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from taku.engine.actions import Action
from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.goofspiel.state import HANDS, NOBODY_WON, State
from taku.page import frames, parts, pictures, svg
from taku.page.contract import Page
from taku.page.html import Child, Raw, Sheet, el, join, opening
from taku.page.motion import Effects, fly

WIDTH = 820
CARD, TALL = 54, 76
"""A prize, in units of the drawing; the one played for is larger."""
LARGE = 2.5
BID = 74, 104
"""A card that was bid."""
LAST = 26
"""How far to the right of a bid the card of the round before lies."""
TRACK = 62
LANES_X, LANES_Y = 206, 118
LANE = {2: 176, 3: 152, 4: 140}
"""Height of a lane by the number of seats."""
KEPT = 4096
"""Drawn parts that are kept, at about 1 kB each: few change between two moves, and many tables share them."""


def gesture(seen: State, seat: int, action: Action) -> tuple[str, ...]:
    _, card = action
    return (f"hand-{card}",)


def why_not(seen: State, seat: int, action: Action) -> str:
    _, card = action
    return "G-2.1" if card > seen.opt.cards else "G-2.2"


def holds(seen: State, seat: int) -> int:
    """The set of cards a seat still holds, less the one it has laid; empty where they are not known."""
    return seen.hand[seat] & ~(1 << seen.bid[seat] >> 1)


def cards_of(seen: State, seat: int) -> tuple[int, ...]:
    """The same as a list."""
    return cards_in(holds(seen, seat))


@lru_cache(maxsize=KEPT)
def cards_in(hand: int) -> tuple[int, ...]:
    return tuple(c for c in range(1, hand.bit_length() + 1) if hand >> (c - 1) & 1)


def held(seen: State, seat: int) -> int:
    """How many cards a seat holds, which everybody can count."""
    return int(seen.opt.cards) - seen.round - (seen.ready >> seat & 1)


def known(seen: State, seat: int) -> bool:
    """Whether the cards of a seat are known to who sees this."""
    return bool(seen.opt.hands == HANDS.open or seen.hand[seat] > 0 or over(seen))


def to_come(seen: State) -> set[int]:
    """The prizes that are still face down."""
    return {seen.deck[i] for i in range(seen.opt.cards)} - {0}


def over(seen: State) -> bool:
    return bool(seen.round == seen.opt.cards)


# ---- the page ---------------------------------------------------------------------------------------------------


@cache
def said(words: Words) -> dict[str, str]:
    """The words of the table that have nothing to fill in."""
    names = ("points", "you", "board", "over", "laid", "unknown")
    return {name: words.text("table", name) for name in names}


def table(seen: State, seat: int, words: Words) -> Sheet:
    others = [who for who in range(seen.seats) if who != seat]
    return frames.many_seats(
        "goofspiel",
        board=board(seen, seat, words),
        players=[panel_of(seen, who, seat, words) for who in others],
        own=panel_of(seen, seat, seat, words) if seat >= 0 else None,
        hand=own_hand(seen, seat, words) if seat >= 0 else None,
        hand_below=True,
    )


def panel_of(seen: State, who: int, seat: int, words: Words) -> Raw:
    say, ready = said(words), bool(seen.ready >> who & 1)
    you = say["you"] if who == seat else None
    return panel(who, say["points"], seen.points[who], you, not over(seen) and not ready, ready)


@cache
def panel(who: int, word: str, points: int, you: str | None, turn: bool, ready: bool) -> Raw:
    return parts.panel(who, [(word, points, f"points-{who}")], you=you, turn=turn, ready=ready)


def own_hand(seen: State, seat: int, words: Words) -> Sheet:
    worth = 0 if over(seen) or seen.ready >> seat & 1 else seen.prize[seen.round]
    return hand_of(holds(seen, seat), over(seen), worth, seen.opt.cards, words)


@lru_cache(maxsize=KEPT)
def hand_of(cards: int, ended: bool, worth: int, n: int, words: Words) -> Sheet:
    """One's own cards; ``worth`` is the prize that one has still to bid for."""
    note = words.say("table", "worth", n=worth) if worth else said(words)["over" if ended else "laid"]
    held = [hand_card(card, words) for card in cards_in(cards)]
    return parts.hand(held, note=note, dim=not worth and not ended, many=n > 6)


@cache
def hand_card(card: int, words: Words) -> Raw:
    return parts.card(f"hand-{card}", value=card, suit="spade", label=words.name("card", card))


def board(seen: State, seat: int, words: Words) -> Sheet:
    seats, now, n = seen.seats, seen.round, seen.opt.cards
    tall = LANE[seats]
    height = LANES_Y + tall * seats + 14
    places = lanes_at(seats, seat)
    lanes = [(lane_at(who, places[who], tall - 12), lane(seen, who, tall - 12, words)) for who in range(seats)]
    middle = (LANES_Y + height - 14) / 2 - 6
    turned = tuple([seen.prize[i] for i in range(min(now + 1, n))])
    won = tuple([seen.winner[i] for i in range(now)])
    row = prizes(n, turned, won, places, middle)
    ground = cloth(height, n, seen.opt.hands != HANDS.open)
    title = heading(min(now + 1, n), n, middle, words)
    return svg.board(WIDTH, height, ground, lanes, title, row, label=said(words)["board"])


@cache
def lanes_at(seats: int, seat: int) -> tuple[int, ...]:
    """Where the lane of each seat begins: one's own is the lowest."""
    return tuple(LANES_Y + LANE[seats] * ((who - seat - 1) % seats if seat >= 0 else who) for who in range(seats))


@cache
def cloth(height: float, n: int, hidden: bool) -> Raw:
    """What never changes: the cloth, and the shapes that lanes are made of."""
    kinds = ("", UNKNOWN, GONE) if hidden else ("",)
    chips = [chip_shape(card, kind) for card in range(1, n + 1) for kind in kinds]
    rows = [el("g", [chip(card, kind) for card in range(1, n + 1)], id=f"chips-{kind}", fill="none", color="#9dbba7")
            for kind in ("", GONE) if kind in kinds]  # fmt: skip
    cards = (el("g", blank(*about), id=name) for name, about in SHAPES.items())
    laid = (el("g", face_down(who), id=f"laid-{who}") for who in range(max(LANE)))
    shapes = el("defs", cards, chips, rows, laid, el("g", no_bid(), id="no-bid"), el("g", LIGHT, id="bid-light"))
    return join(shapes, el("g", el("rect", width=WIDTH, height=svg.num(height), rx=26, fill="#3c6b52"),
              el("rect", x=7, y=7, width=WIDTH - 14, height=svg.num(height - 14), rx=20, fill="none", stroke="#8fb99c",
                 stroke_width=1.5, opacity=0.6), pointer_events="none"))  # fmt: skip


@lru_cache(maxsize=KEPT)
def heading(n: int, of: int, middle: float, words: Words) -> Raw:
    """Below the prize: how many have been played for."""
    line = words.say("table", "prize", n=n, of=of)
    return el("text", line, x=104, y=svg.num(middle + LARGE * TALL / 2 + 34), text_anchor="middle", font_size=22,
              font_weight=600, color="#f2ead9")  # fmt: skip


def blank(suit: str, colour: str, width: float, height: float) -> Raw:
    """A card without its number, around (0, 0)."""
    return join(
        el("rect", x=svg.num(-width / 2), y=svg.num(-height / 2), width=svg.num(width), height=svg.num(height), rx=7,
           fill="#fffdf8", stroke="#b9a88c", stroke_width=1.5, class_="frame"),
        el("g", svg.placed_glyph(suit, 0, height * 0.26, height * 0.27), color=colour),
    )  # fmt: skip


def number_on(value: int, colour: str, height: float) -> Raw:
    return el("text", value, y=svg.num(height * 0.02), text_anchor="middle", font_size=svg.num(height * 0.42),
              font_weight=700, color=colour)  # fmt: skip


SHAPES = {"bid-card": ("spade", "#2b2218", *BID), "prize-card": ("diamond", "#b3261e", CARD, TALL)}
"""Cards that stand on the table many times: their shape is sent once."""


@cache
def face(value: int, suit: str, colour: str, width: float = CARD, height: float = TALL) -> Raw:
    """A card, face up, around (0, 0)."""
    return join(blank(suit, colour, width, height), number_on(value, colour, height))


@lru_cache(maxsize=KEPT // 2)
def prizes(n: int, turned: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...], middle: float) -> Sheet:
    """The prizes where they lie: still to come or lost on the track, played for, or won in a seat's lane."""
    below = LANE[len(places)] - 12 - 7 - TALL / 2
    tops = {PLAYED_FOR: middle, NOBODY_WON: float(TRACK), 0: float(TRACK)}
    tops |= {who + 1: y + below for who, y in enumerate(places)}
    return Sheet([prize_at(card, x, tops[to], to) for card, x, to in lying(n, turned, winners)])


PLAYED_FOR = -2
"""Where a prize is that nobody has won yet; otherwise its winner says it."""


@lru_cache(maxsize=KEPT // 2)
def lying(n: int, turned: tuple[int, ...], winners: tuple[int, ...]) -> list[tuple[int, float, int]]:
    """Each prize with its distance from the left and to whom it went: the same for everybody who looks."""
    fate = dict(zip(turned, (*winners, PLAYED_FOR), strict=False))
    made = []
    for card in range(1, n + 1):
        to = fate.get(card, 0)
        x = WIDTH / 2 + (card - (n + 1) / 2) * (WIDTH - 30) / 13
        if to == PLAYED_FOR:
            x = 104
        elif 0 < to != NOBODY_WON:
            row = [won for won in turned if fate[won] == to]
            gap = min(CARD + 5, (WIDTH - LANES_X - 130 - CARD) / max(1, len(row) - 1))
            x = LANES_X + 122 + CARD / 2 + row.index(card) * gap
        made.append((card, x, to))
    return made


@lru_cache(maxsize=KEPT)
def prize_at(card: int, x: float, y: float, to: int) -> Raw:
    drawn: Child = [el("use", href="#prize-card"), number_on(card, "#b3261e", TALL)]
    if to == NOBODY_WON:
        cross = el("path", d="M-20 28L20-28", stroke="#8a2a1a", stroke_width=5, stroke_linecap="round")
        drawn = el("g", drawn, cross, opacity=0.4)
    elif to == PLAYED_FOR:
        drawn = el("g", drawn, transform=f"scale({svg.num(LARGE)})")
    return parts.piece(f"prize-{card}", x, y, drawn)


def lane(seen: State, who: int, height: int, words: Words) -> Sheet:
    """A seat's lane: its bid, the cards it still holds as far as they are known, and room for the prizes it won."""
    now, laid = seen.round, seen.ready >> who & 1
    last = seen.played[who, now - 1] if now else 0
    won = now > 0 and seen.winner[now - 1] == who + 1
    cards, count = holds(seen, who), seen.opt.cards
    if not cards and not known(seen, who):
        cards, count = UNSEEN, held(seen, who)
    return lane_of(who, height, laid, seen.bid[who] if laid else 0, last, won, cards, count, words)


@lru_cache(maxsize=KEPT)
def lane_of(
    who: int, height: int, laid: int, card: int, last: int, won: bool, cards: int, count: int, words: Words
) -> Sheet:
    """What lies in a lane, wherever it is: all who look at a table share it."""
    return Sheet(bid(who, laid, card, last, won, height), left(who, cards, count, words), GROUP_END)


GROUP_END = Raw("</g>")


@cache
def lane_at(who: int, y: int, height: int) -> Raw:
    """A lane's ground and its seat's colour."""
    return join(
        opening("g", id=f"lane-{who}", class_=f"s{who}", transform=f"translate({LANES_X} {y})"),
        el("rect", width=WIDTH - LANES_X - 18, height=height, rx=16, fill="#1f3d2e", opacity=0.55),
        el("rect", width=9, height=height, rx=4.5, fill="var(--seat-fill)", stroke="#fff", stroke_width=1.5),
    )


UNSEEN = -1
"""Instead of a set of cards: only their number is known."""
UNKNOWN, GONE = "q", "o"
"""Chips without their number: one of the cards that are left, one that is gone."""


@lru_cache(maxsize=KEPT)
def left(who: int, cards: int, count: int, words: Words) -> Raw:
    """What a seat still holds of so many cards, small, on a row of hollow ones; question marks where only their number
    is known. Which ones are gone is told by classes (page.css): the row itself is sent once."""
    place: dict[str, Any] = {"id": f"left-{who}", "transform": "translate(122 22)", "role": "img"}
    if cards == UNSEEN:
        row = chips([chip(card, UNKNOWN) for card in range(1, count + 1)], GONE)
        return el("g", row, aria_label=said(words)["unknown"], **place)
    gone = " ".join([f"no-{card}" for card in range(1, count + 1) if not cards >> (card - 1) & 1])
    start = opening("g", class_=gone or None, aria_label=in_words(cards_in(cards)), **place)
    return join(start, all_chips(who, count), GROUP_END)


@cache
def all_chips(who: int, count: int) -> Raw:
    return el("g", chips([chip(card) for card in range(1, count + 1)]), id=f"chips-of-{who}")


def chips(of: list[Raw], row: str = "") -> Raw:
    """Chips that are there, on a row of hollow ones."""
    return join(el("use", href=f"#chips-{row}"), el("g", of, class_="chips", fill="#f3ead9", color="#2b2218"))


@lru_cache(maxsize=KEPT)
def bid(who: int, laid: int, card: int, last: int, won: bool, height: int) -> Raw:
    """What a seat has laid: face down, one's own face up. The card of the last round stays beside it, small."""
    drawn = bid_card(card) if card else el("use", href=f"#laid-{who}" if laid else "#no-bid")
    before = None
    if last:
        light = el("use", href="#bid-light") if won else None
        before = el("g", light, bid_card(last), id=f"last-{who}", transform=f"translate({LAST} 32) scale(.52)")
    return el("g", drawn, before, id=f"bid-{who}", transform=f"translate(62 {svg.num(height / 2)})")


PLACE: dict[str, Any] = {"x": -BID[0] // 2, "y": -BID[1] // 2, "width": BID[0], "height": BID[1], "rx": 9}
"""The outline of a bid."""
LIGHT = el("rect", fill="none", stroke="#ffd033", stroke_width=16, **PLACE)
"""Around the card that won the last round."""


def no_bid() -> Raw:
    """The place of a seat that has laid nothing."""
    return el("rect", fill="#0000", stroke="#a9c7b2", stroke_width=2, stroke_dasharray="7 6", opacity=0.8, **PLACE)


def face_down(who: int) -> Raw:
    """A card that a seat has laid."""
    crest = el("g", svg.crest_shape(who), transform="scale(.5)", fill="#f3e6cf", class_="on-disc")
    return join(el("rect", fill="var(--seat-fill)", stroke="#f3e6cf", stroke_width=3, **PLACE), crest)


@cache
def bid_card(card: int) -> Raw:
    return join(el("use", href="#bid-card"), number_on(card, "#2b2218", BID[1]))


@cache
def chip(card: int, kind: str = "") -> Raw:
    return el("use", href=f"#chip-{kind}{card}")


def chip_shape(card: int, kind: str) -> Raw:
    x = svg.num(16 + (card - 1) * (WIDTH - 18 - LANES_X - 122 - 10) / 13)
    number = el("text", "?" if kind == UNKNOWN else card, x=x, y=7, text_anchor="middle", font_size=19, font_weight=600,
                fill="currentColor")  # fmt: skip
    circle = el("circle", cx=x, r=16, stroke="#a9c7b2", stroke_width=1.5)
    return el("g", circle, None if kind == GONE else number, id=f"chip-{kind}{card}")


def list_of(seen: State, who: int, words: Words) -> str:
    """The cards of a seat in words."""
    if not known(seen, who):
        return words.text("table", "unknown")
    return in_words(cards_of(seen, who))


def in_words(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards)) or "–"


def animate(seen: State, seat: int, told: Told) -> Effects:
    """Bids are turned up, the prize's points fly to who won it."""
    match told.event:
        case "prize":
            return {"icon": "diamond", "anim": [{"do": "pulse", "at": f"prize-{told.arguments[0]}"}]}
        case "laid":
            return {"icon": "spade", "sound": "card"}
        case "bid":
            return {"icon": "spade", "anim": [{"do": "pulse", "at": f"last-{told.arguments[0]}"}], "sound": "card"}
        case "won":
            who, card, _ = told.arguments
            return {
                "icon": "star",
                "anim": [fly(f"prize-{card}", f"points-{who}", f"+{card}", "good")],
                "mark": [f"prize-{card}"],
                "sound": "gain" if who == seat else "lose",
            }
        case "lost":
            return {"icon": "cross", "anim": [{"do": "shake", "at": f"prize-{told.arguments[0]}"}]}
    return {"icon": "dot"}


def picture(words: Words) -> Raw:
    """Two bids for a king's prize."""
    hands = [(-210, -14, 9), (-112, -7, 12), (112, 7, 11), (210, 14, 10)]
    fans = [
        el("g", face(card, "spade", "#2b2218", 108, 152), transform=f"translate({x} {abs(x) // 8 + 14}) rotate({turn})")
        for x, turn, card in hands
    ]
    cloth = pictures.backdrop("#3c6b52")
    prize = el("g", face(13, "diamond", "#b3261e", 128, 180), transform="translate(0 -8)")
    return pictures.lobby_picture(words.title, cloth, fans, prize)


# ---- the terminal -----------------------------------------------------------------------------------------------


def text(seen: State, seat: int, words: Words) -> str:
    if over(seen):
        lines = [words.text("table", "over")]
    else:
        n = words.say("table", "prize", n=seen.round + 1, of=seen.opt.cards)
        left = " ".join(str(c) for c in range(1, seen.opt.cards + 1) if c in to_come(seen))
        lines = [f"{n}: [{seen.prize[seen.round]}]", f"{words.text('table', 'left')}: {left or '–'}"]
    for who in range(seen.seats):
        facts = [
            f"{words.text('table', 'points')} {seen.points[who]}",
            f"{words.text('table', 'cards')} {list_of(seen, who, words)}",
        ]
        if seen.ready >> who & 1:
            facts.append(f"{words.text('table', 'bid')} [{seen.bid[who] or '?'}]")
        lines.append(f"{words.seat(who)}: {', '.join(facts)}")
    return "\n".join(lines)


PAGE = Page(table=table, gesture=gesture, why_not=why_not, animate=animate, picture=picture, text=text)
