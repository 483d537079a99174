"""The guided first game (rulebook, "At the table"): the open campus against two bots, without trouble cards.

A word is explained before it is used: tokens before grades, grades before the average. What happens to everybody once
(a red token, a course On Hold, a card that stays) is told when it happens, whenever that is.
"""

from __future__ import annotations

from taku.games.campus.content import (
    CARD_KIND,
    CARD_SERIES,
    CARD_STAY,
    KIND_OF_CARD,
    PRINTED,
    SERIES,
    STAY,
    SUBJECT,
    TRAINING,
)
from taku.games.campus.page.desk import playable
from taku.games.campus.page.view import (
    Way,
    asked,
    card_id,
    cell_id,
    grade_now,
    hand_of,
    legal,
    order,
    puts,
    running,
)
from taku.games.campus.state import CHIP, KIND, STAGE, State
from taku.page.guide import Deed, Guide, Lesson, Situation, Where, all_of, always, named, none_of


def deciding(*kinds: str) -> Situation:
    """The newcomer is asked for one of these."""
    return lambda seen, seat: asked(seen, seat) in kinds


def week(n: int) -> Situation:
    """The first quarter has come to this week, or is over."""
    return lambda seen, seat: bool(seen.quarter > 1 or seen.week >= n or seen.stage != STAGE.classes)


def quarter(n: int) -> Situation:
    return lambda seen, seat: bool(seen.quarter >= n)


first_turn = none_of(week(2))
first_quarter = none_of(quarter(2))


# ---------------------------------------------------------------- cards of the hand


def lessons_to_attend(seen: State, seat: int, series: int) -> dict[int, list[Way]]:
    """The subject cards of a series that would put tokens somewhere now, with their courses."""
    found = playable(seen.copy(), seat, asked(seen, seat))
    return {card: ways for card, ways in found.items() if ways and CARD_SERIES[card] == series}


def can_go(series: int) -> Situation:
    return lambda seen, seat: bool(lessons_to_attend(seen, seat, series))


def best_card(series: int) -> Where:
    """The card of a series that goes to the broadest course."""

    def find(seen: State, seat: int) -> str:
        found = lessons_to_attend(seen, seat, series)
        broad = {card: max(int(PRINTED[way.cell]).bit_count() for way in ways) for card, ways in found.items()}
        return card_id(max(broad, key=lambda card: broad[card])) if broad else ""

    return find


def goes_nowhere(seen: State, seat: int) -> bool:
    """No card of the hand would put a token now."""
    return asked(seen, seat) == "main" and not any(playable(seen.copy(), seat, "main").values())


def plays(series: int) -> Deed:
    """A subject card of a series is played."""
    return lambda seen, seat, action: action.name == "play" and CARD_SERIES[action.arguments["card"]] == series


def least(name: str) -> Where:
    """The card that is missed least, of those that can be used so: one that is no subject card, else the first."""

    def find(seen: State, seat: int) -> str:
        kind = asked(seen, seat)
        if not kind:
            return ""
        actions = map(KIND.actions(kind).read, legal(seen.copy(), seat))
        able = [int(a.arguments["card"]) for a in actions if a.name == name]
        return card_id(min(able, key=lambda card: bool(SUBJECT[card]))) if able else ""

    return find


def holds(wanted: int) -> Where:
    """The first card of a kind in the hand."""

    def find(seen: State, seat: int) -> str:
        return next((card_id(card) for card in hand_of(seen, seat) if CARD_KIND[card] == wanted), "")

    return find


def found(where: Where) -> Situation:
    """There is such a thing to be shown."""
    return lambda seen, seat: bool(where(seen, seat))


# ---------------------------------------------------------------- the board


def broadest(seen: State, seat: int) -> str:
    """Of the courses that may be chosen one that has tokens, else the one that takes most subjects."""
    ways = puts(seen, seat)
    if not ways:
        return ""
    return cell_id(max(ways, key=lambda c: (bool(seen.black[seat, c]), int(PRINTED[c]).bit_count(), -c)))


def courses(seen: State, seat: int) -> list[int]:
    return [c for c in running(seen, seat) if c != TRAINING]


def first_course(seen: State, seat: int) -> str:
    return next(map(cell_id, courses(seen, seat)), "")


def red_course(seen: State, seat: int) -> str:
    return next((cell_id(c) for c in courses(seen, seat) if seen.red[seat, c]), "")


def course_on_hold(seen: State, seat: int) -> str:
    """A course that would be On Hold if grades came now."""
    return next((cell_id(c) for c in courses(seen, seat) if grade_now(seen, seat, c) == CHIP.hold), "")


def good_course(seen: State, seat: int) -> str:
    """A course that is passed if grades come now."""
    return next((cell_id(c) for c in courses(seen, seat) if grade_now(seen, seat, c) >= CHIP.c), "")


def stays(seen: State, seat: int) -> bool:
    """A card that stays lies before somebody."""
    return any(CARD_STAY[seen.front[s, i]] != STAY.turn for s in range(seen.seats) for i in range(seen.fronts[s]))


def next_seat(seen: State, seat: int) -> str:
    return f"seat-{order(seen, seat)[0]}"


def read(key: str, when: Situation, light: str | Where) -> Lesson:
    return Lesson(key, when=when, light=light)


def do(key: str, kind: str, what: Deed, light: str | Where, when: Situation = always, instead: str = "other") -> Lesson:
    """Asks for a deed in a kind of decision."""
    return Lesson(key, when=all_of(deciding(kind), when), light=light, do=what, instead=instead)


GUIDE = Guide(
    lessons=[
        read("goal", always, "sheet"),
        read("weeks", always, "track"),
        do("begin", "open", named("begin"), "", first_turn),
        # 2, 3: attend a class, and broad courses first.
        read("hand", deciding("main"), best_card(SERIES.attend)),
        do("attend", "main", plays(SERIES.attend), best_card(SERIES.attend), can_go(SERIES.attend)),
        do("course", "cell", named("put"), broadest, found(broadest)),
        read("tokens", found(first_course), first_course),
        # 5: a report costs a card.
        do("report", "main", plays(SERIES.submit), best_card(SERIES.submit), can_go(SERIES.submit)),
        do("pay", "cost", named("pay"), least("pay"), found(least("pay"))),
        # The end of a turn; 6: training; 7: refill.
        do("end", "main", named("end"), "", goes_nowhere),
        do("train", "close", named("train"), least("train"), found(least("train"))),
        do("refill", "refill", named("draw"), "deck-1"),
        read("others", week(2), next_seat),
        # 4: Campus Life 101.
        do("feed", "open", named("feed"), least("feed"), all_of(week(2), found(least("feed")))),
        read("limit", all_of(week(2), deciding("main")), "registered"),
        read("outlook", all_of(week(3), deciding("main")), "outlook"),
        read("red", found(red_course), red_course),
        # 8: the end of the quarter.
        read("passed", found(good_course), good_course),
        read("late", all_of(week(6), first_quarter, deciding("main")), "track"),
        read("hold", all_of(week(6), found(course_on_hold)), course_on_hold),
        # 9: grades and the average; 10: what the second quarter brings.
        read("grades", quarter(2), "sheet"),
        read("mark", quarter(2), "registered"),
        read("next", quarter(2), "sheet"),
        read(
            "special",
            all_of(week(3), deciding("main"), found(holds(KIND_OF_CARD.special))),
            holds(KIND_OF_CARD.special),
        ),
        read("cheat", all_of(deciding("main"), found(holds(KIND_OF_CARD.cheat))), holds(KIND_OF_CARD.cheat)),
        read("stays", stays, "front"),
    ],
    options={"length": "taster", "trouble_cards": False},
    seats=3,
    level="beginner",
    seed="open campus 42",
)
