"""Goofspiel: how it looks. The prizes lie along the top, the one played for is large, and every seat has a lane."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from taku.engine.actions import Action
from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.goofspiel.state import HANDS, NOBODY_WON, State
from taku.page import parts, svg
from taku.page.html import Child, Raw, Sheet, el, join, opening

WIDTH = 820
CARD, TALL = 54, 76
"""A prize, in units of the drawing; the one played for is larger."""
LARGE = 2.5
BID = 74, 104
"""A card that was bid."""
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
    return cards_in(holds(seen, seat), seen.opt.cards)


@lru_cache(maxsize=KEPT)
def cards_in(hand: int, n: int) -> tuple[int, ...]:
    return tuple(c for c in range(1, n + 1) if hand >> (c - 1) & 1)


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
    names = ("points", "you", "players", "board", "hand", "over", "laid", "unknown")
    return {name: words.text("table", name) for name in names}


def table(seen: State, seat: int, words: Words) -> Sheet:
    say, ended, ready = said(words), over(seen), seen.ready
    players = [
        panel(
            who,
            say["points"],
            seen.points[who],
            say["you"] if who == seat else None,
            not ended and not ready >> who & 1,
            bool(ready >> who & 1),
        )
        for who in range(seen.seats)
    ]
    names = (say["players"], say["board"], say["hand"])
    hand = own_hand(seen, seat, words) if seat >= 0 else None
    return parts.table(
        "goofspiel", board=board(seen, seat, words), players=players, hand=hand, hand_below=True, names=names
    )


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
    held = [hand_card(card, n > 8, words) for card in cards_in(cards, n)]
    return parts.hand(held, note=note, dim=not worth and not ended)


@cache
def hand_card(card: int, many: bool, words: Words) -> Raw:
    narrow = "--card-w:4.2rem" if many else None  # thirteen fit beside each other on a wide page
    return parts.card(f"hand-{card}", value=card, suit="spade", label=words.name("card", card), data_css=narrow)


def board(seen: State, seat: int, words: Words) -> Sheet:
    seats, now, n = seen.seats, seen.round, seen.opt.cards
    tall = LANE[seats]
    height = LANES_Y + tall * seats + 14
    places = lanes_at(seats, seat)
    lanes = [lane_of(seen, who, places[who], tall - 12, words) for who in range(seats)]
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
    shapes = el("defs", el("g", blank("spade", "#2b2218", *BID), id="bid-card"), chips)
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


@cache
def face(value: int, suit: str, colour: str, width: float = CARD, height: float = TALL) -> Raw:
    """A card, face up, around (0, 0)."""
    return join(blank(suit, colour, width, height), number_on(value, colour, height))


@lru_cache(maxsize=KEPT // 2)
def prizes(n: int, turned: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...], middle: float) -> Sheet:
    """The prizes where they lie: still to come or lost on the track, played for, or won in a seat's lane."""
    now, tall = len(winners), LANE[len(places)]
    won = [[turned[i] for i in range(now) if winners[i] == who + 1] for who in range(len(places))]
    made = []
    for card in range(1, n + 1):
        x, y, size, faded = WIDTH / 2 + (card - (n + 1) / 2) * (WIDTH - 30) / 13, float(TRACK), 1.0, False
        turn = turned.index(card) if card in turned else -1
        if turn == now:
            x, y, size = 104, middle, LARGE
        elif turn >= 0 and winners[turn] == NOBODY_WON:
            faded = True
        elif turn >= 0:
            winner = winners[turn] - 1
            row = won[winner]
            gap = min(CARD + 5, (WIDTH - LANES_X - 130 - CARD) / max(1, len(row) - 1))
            x = LANES_X + 122 + CARD / 2 + row.index(card) * gap
            y = places[winner] + tall - 12 - 7 - TALL / 2
        made.append(prize_at(card, x, y, size, faded))
    return Sheet(made)


@lru_cache(maxsize=KEPT)
def prize_at(card: int, x: float, y: float, size: float, faded: bool) -> Raw:
    cross = el("path", d="M-20 28L20-28", stroke="#8a2a1a", stroke_width=5, stroke_linecap="round") if faded else None
    drawn: Child = [face(card, "diamond", "#b3261e"), cross]
    if faded or size != 1:
        scale = f"scale({svg.num(size)})" if size != 1 else None
        drawn = el("g", drawn, opacity=0.4 if faded else None, transform=scale)
    return parts.piece(f"prize-{card}", x, y, drawn)


def lane_of(seen: State, who: int, y: int, height: int, words: Words) -> Sheet:
    """A seat's lane: its bid, the cards it still holds as far as they are known, and room for the prizes it won."""
    now, laid = seen.round, seen.ready >> who & 1
    card = seen.bid[who] if laid else seen.played[who, now - 1] if now else 0
    won = not laid and now > 0 and seen.winner[now - 1] == who + 1
    cards = holds(seen, who)
    if not cards and not known(seen, who):
        cards = -1
    return lane(who, y, height, laid, card, won, seen.opt.cards, cards, held(seen, who), words)


@lru_cache(maxsize=KEPT)
def lane(
    who: int, y: int, height: int, laid: int, card: int, won: bool, n: int, cards: int, count: int, words: Words
) -> Sheet:
    """``cards`` is the set of cards that the seat holds; −1 where only their number is known."""
    there = said(words)["unknown"] if cards < 0 else cards_in(cards, n)
    bid_ = bid(who, laid, card, won, 62, height / 2)
    return Sheet(lane_at(who, y), strip(height), bid_, left(who, n, there, count), GROUP_END)


GROUP_END = Raw("</g>")


@cache
def lane_at(who: int, y: int) -> Raw:
    return opening("g", id=f"lane-{who}", class_=f"s{who}", transform=f"translate({LANES_X} {y})")


@cache
def strip(height: int) -> Raw:
    """A lane's ground and its seat's colour."""
    return join(
        el("rect", width=WIDTH - LANES_X - 18, height=height, rx=16, fill="#1f3d2e", opacity=0.55),
        el("rect", width=9, height=height, rx=4.5, fill="var(--seat-fill)", stroke="#fff", stroke_width=1.5),
    )


@lru_cache(maxsize=KEPT)
def left(who: int, n: int, there: tuple[int, ...] | str, count: int) -> Raw:
    """What a seat still holds: the same for everybody who may see it, whatever their order of lanes."""
    label = there if isinstance(there, str) else in_words(there)
    held = chips(n, count if isinstance(there, str) else there)
    return el("g", held, id=f"left-{who}", transform="translate(122 22)", role="img", aria_label=label)


@lru_cache(maxsize=KEPT)
def bid(who: int, laid: int, card: int, won: bool, x: float, y: float) -> Raw:
    """What a seat has laid: face down, one's own face up; before that, what it played in the last round."""
    wide, tall = BID
    box: dict[str, Any] = {"x": -wide // 2, "y": -tall // 2, "width": wide, "height": tall, "rx": 9}
    if laid and not card:
        drawn = join(
            el("rect", fill="var(--seat-fill)", stroke="#f3e6cf", stroke_width=3, **box),
            el("g", svg.crest_shape(who), transform="scale(.5)", fill="#f3e6cf", class_="on-disc"),
        )
    elif card:
        light = el("rect", fill="none", stroke="#ffd033", stroke_width=12, **box) if won else None
        drawn = join(light, el("use", href="#bid-card"), number_on(card, "#2b2218", tall))
    else:
        drawn = el("rect", fill="#0000", stroke="#a9c7b2", stroke_width=2, stroke_dasharray="7 6", opacity=0.8, **box)
    return el("g", drawn, id=f"bid-{who}", transform=f"translate({svg.num(x)} {svg.num(y)})",
              opacity=0.6 if card and not laid and not won else None)  # fmt: skip


@lru_cache(maxsize=KEPT)
def chips(n: int, there: tuple[int, ...] | int) -> Raw:
    """The cards a seat can still bid, small; gone ones are hollow. Question marks where only their number is known."""
    if isinstance(there, int):
        held = [chip(card, UNKNOWN) for card in range(1, there + 1)]
        gone = [chip(card, GONE) for card in range(there + 1, n + 1)]
    else:
        held = [chip(card) for card in there]
        gone = [chip(card) for card in range(1, n + 1) if card not in there]
    return join(el("g", held, fill="#f3ead9", color="#2b2218"), el("g", gone, fill="none", color="#9dbba7"))


UNKNOWN, GONE = "q", "o"
"""Chips without their number: one of the cards that are left, one that is gone."""


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


def animate(seen: State, seat: int, told: Told) -> dict[str, Any]:
    """Bids are turned up, the prize's points fly to who won it."""
    match told.event:
        case "prize":
            return {"icon": "◆", "anim": [{"do": "pulse", "at": f"prize-{told.arguments[0]}"}]}
        case "laid":
            return {"icon": "♠", "sound": "card"}
        case "bid":
            return {"icon": "♠", "anim": [{"do": "pulse", "at": f"bid-{told.arguments[0]}"}], "sound": "card"}
        case "won":
            who, card, _ = told.arguments
            fly = {"do": "fly", "from": f"prize-{card}", "to": f"points-{who}", "text": f"+{card}", "tone": "good"}
            return {"icon": "★", "anim": [fly], "mark": [f"prize-{card}"], "sound": "gain" if who == seat else "lose"}
        case "lost":
            return {"icon": "✗", "anim": [{"do": "shake", "at": f"prize-{told.arguments[0]}"}]}
    return {"icon": "·"}


def picture(words: Words) -> Raw:
    """Two bids for a king's prize."""
    hands = [(-210, -14, 9), (-112, -7, 12), (112, 7, 11), (210, 14, 10)]
    fans = [
        el("g", face(card, "spade", "#2b2218", 108, 152), transform=f"translate({x} {abs(x) // 8 + 14}) rotate({turn})")
        for x, turn, card in hands
    ]
    return el(
        "svg",
        el("rect", x=-400, y=-225, width=800, height=450, fill="#3c6b52"),
        fans,
        el("g", face(13, "diamond", "#b3261e", 128, 180), transform="translate(0 -8)"),
        viewBox="-320 -180 640 360",
        preserveAspectRatio="xMidYMid slice",
        role="img",
        aria_label=words.title,
    )


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
