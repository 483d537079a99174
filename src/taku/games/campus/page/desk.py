"""What is looked at and what is chosen below the board: a card and where it could go, decks, shown hands, subjects."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from taku.engine.words import Words
from taku.games.campus.content import COST, COST_N, COST_OP, SUBJECT, SUBJECTS
from taku.games.campus.page.board import course_name, short, stamped
from taku.games.campus.page.cards import brief, card_of, costs, draws_first, face, hand_ids, told
from taku.games.campus.page.view import (
    HAND_KINDS,
    Way,
    card_id,
    cell_id,
    grade_now,
    hand_of,
    legal,
    purpose,
    puts,
    running,
    ways_of,
)
from taku.games.campus.rules.cards import discardable
from taku.games.campus.rules.plays import use_subject
from taku.games.campus.rules.turn import refill_target
from taku.games.campus.state import CELL, CHIP, DRAW, KIND, MAIN, WAY, State
from taku.games.campus.wording import why_not_played
from taku.page.html import Child, Raw, el, join

MOST_CHIPS = 8
"""So many courses are proposed for a card; the map shows all."""


def desk(seen: State, seat: int, kind: str, words: Words, playable: dict[int, list[Way]]) -> Raw:
    """Everything that lies on the desk now."""
    made: list[Child] = []
    if kind in HAND_KINDS:
        made += looks(seen, seat, kind, words, playable)
    if kind in ("open", "discard", "homework", "give", "lose"):
        made.append(named(seen, seat, kind, words))
    if kind in ("draw", "refill", "flip"):
        made.append(decks(seen, seat, kind, words))
    elif kind == "cell":
        made.append(in_play(seen, seat, words))
    elif kind in ("cost", "target", "copy", "pay_bonus", "flip_play", "intensive"):
        made.append(played(seen, seat, kind, words))
    elif kind in ("take", "trade_theirs") or kind == "trade_mine":
        made.append(shown_hand(seen, seat, purpose(seen, 0), kind, words))
    elif kind == "name":
        made.append(subjects(words))
    elif kind == "open":
        made.append(deeds(words))
    elif kind in ("main", "close"):
        made.append(home(seen, seat, kind, words, any(playable.values())))
    elif kind == "move_from":
        made.append(colours(words))
    # while a course is chosen it lies below the board and not upon it: another element, or it would jump
    return el("div", made, id="tray" if kind == "cell" else "desk", class_=f"desk for-{kind}" if kind else "desk")


def reason(clause: str, words: Words) -> str:
    """Why something cannot be done, in a few words."""
    return words.text("why", clause.replace(".", "_"))


# ---------------------------------------------------------------- a card of the hand


def looks(seen: State, seat: int, kind: str, words: Words, playable: dict[int, list[Way]]) -> list[Raw]:
    """Each card of the hand, to be read while it is aimed at, with what would come of it."""
    made = []
    for card in dict.fromkeys(hand_of(seen, seat)):
        chips: Raw | None = None
        if playable.get(card):
            chips = _where(card, tuple(playable[card][:MOST_CHIPS]), payer(seen, seat, card), words)
        elif card in playable:
            chips = drawn(seen, card, words)
        elif kind == "main":
            chips = el("p", reason(why_not_played(seen, seat, card), words), class_="note")
        made.append(_look(card, chips, words))
    return made


def drawn(seen: State, card: int, words: Words) -> Raw | None:
    """A card that draws first of all is played and draws with one tap: the ways to part what it draws."""
    if SUBJECT[card]:
        return el("p", words.text("page", "nowhere"), class_="note")
    n = draws_first(card)
    ways = splits(seen, n, (card_id(card),), words, f"of-{card}", words.name("card", card)) if n else []
    return el("div", ways, class_="ways") if ways else None


@lru_cache(maxsize=2048)
def _look(card: int, chips: Raw | None, words: Words) -> Raw:
    return el("div", told(card, words), chips, class_="look", data_hint_for=card_id(card))


def payer(seen: State, seat: int, card: int) -> int:
    """The only card of the hand that can pay for another one, which then needs no choice; 0 if there are several."""
    if COST_OP[card] != COST.pay_discard or COST_N[card] != 1:
        return 0
    rest = hand_of(seen, seat)
    rest.remove(card)
    able = {other for other in rest if discardable(seen, seat, other)}
    return able.pop() if len(able) == 1 else 0


@lru_cache(maxsize=4096)
def _where(card: int, ways: tuple[Way, ...], pays: int, words: Words) -> Raw:
    """The courses that a card can go to: a tap plays it and puts its tokens there."""
    said = words.say("page", "paid_with", **{"card:card": pays}) if pays else words.text("page", "then_pay")
    note = el("p", said, class_="note") if costs(card) else None
    return el("div", note, [goal(card, one, pays, words) for one in ways], class_="goals")


def goal(card: int, way: Way, pays: int, words: Words) -> Raw:
    """A course that a card may go to, and the grade that it would have then."""
    between = [card_id(pays)] if pays else ["*"] if costs(card) else []
    return el(
        "button",
        course_name(way.cell, words),
        el("span", el("b", f"+{way.black + way.red}", class_="red" if way.red else None),
           stamped(way.after, words, "will"), class_="state"),
        type="button",
        class_="goal",
        data_taps=" ".join([card_id(card), *between, cell_id(way.cell)]),
    )  # fmt: skip


# ---------------------------------------------------------------- a card that is being played


def in_play(seen: State, seat: int, words: Words) -> Raw:
    """The card whose tokens are to be put; other ways to use it; and to put none."""
    found = puts(seen, seat)
    others = sorted({one.use for those in found.values() for one in those[1:]})
    nones = [action for action in legal(seen, seat) if action in CELL.none]
    chips = [el("div", use_name(seen, seat, u, words), id=f"use-{u}", class_="chip", data_now=True) for u in others]
    no = [
        el("div", words.text("page", "no_course"), el("small", use_name(seen, seat, CELL.none.use(a), words))
           if len(nones) > 1 else None, id=f"none-{CELL.none.use(a)}", class_="chip none")
        for a in nones
    ]  # fmt: skip
    head = told(int(seen.card), words) if seen.card else None
    return el("div", head, el("div", chips, no, class_="chips"), id="placing", class_="playing")


def use_name(seen: State, seat: int, way: int, words: Words) -> str:
    """A way to use the card: as a subject, or so many tokens."""
    if purpose(seen, 0) != WAY.attend:
        return f"+{way + 1}"
    return words.say("page", "use_as", subject=words.name("subject", use_subject(seen, seat, seen.card, way)))


def played(seen: State, seat: int, kind: str, words: Words) -> Raw | None:
    """The card that asks for something; a subject card shows where it may go once it is paid for."""
    if not seen.card:
        return None
    ways = ways_of(seen, seat, int(seen.card)) if kind == "cost" else []
    goals = [
        el("span", course_name(w.cell, words), el("b", f"+{w.black + w.red}"),
           stamped(w.after, words, "will"), class_="goal-note")
        for w in sorted(ways, key=lambda w: w.worth, reverse=True)[:MOST_CHIPS]
    ]  # fmt: skip
    return el(
        "div",
        told(int(seen.card), words),
        el("div", goals, class_="goals") if goals else None,
        named(seen, seat, kind, words) if kind in ("cost", "pay_bonus") else None,
        id="asking",
        class_="playing",
    )


def named(seen: State, seat: int, kind: str, words: Words) -> Raw | None:
    """What this step may take, as buttons that say so: a tap does it, without the look."""
    actions = KIND.actions(kind)
    able = [action for action in map(actions.read, legal(seen, seat)) if len(action) > 1]
    made: list[tuple[str, str]] = []
    for action in able:
        if action.name == "lose":
            made.append((short(action.arguments["cell"], words), cell_id(action.arguments["cell"])))
        elif action.name == "take":
            card = action.arguments["card"]
            made.append((brief(card, words), card_id(card).replace("h-", "x-")))
        elif "card" in action.arguments and (kind != "open" or action.name == "feed"):
            card = action.arguments["card"]
            made.append((brief(card, words), f"{card_id(card)} feed" if kind == "open" else card_id(card)))
    return _named(kind, tuple(made), words) if made else None


@lru_cache(maxsize=1024)
def _named(kind: str, taps: tuple[tuple[str, str], ...], words: Words) -> Raw:
    note = el("span", words.text("page", f"by_{kind}"), class_="note")
    made = [at_once(said, (ids,)) for said, ids in taps]
    return el("div", note, made, id=f"by-{kind}", class_="by-name", data_strip=True, tabindex=0)


# ---------------------------------------------------------------- decks


def decks(seen: State, seat: int, kind: str, words: Words) -> Raw:
    """Two decks to draw from, each in its place; below them the whole refill in one tap."""
    left = purpose(seen, 0) if kind != "flip" else 1
    able = legal(seen, seat)
    there = [d for d in (1, 2) if DRAW.draw(d) in able]
    two = el("div", [deck(seen, d, words) for d in there], class_="decks")
    if kind == "flip":
        return el("div", two, id="turning", class_="drawing")
    ways = splits(seen, left, (), words, "draw") if len(there) > 1 and left > 1 else []
    note = el("p", words.say("page", "draw_left", n=left), class_="note")
    return el("div", note, two, el("div", ways, class_="ways"), id="drawing", class_="drawing")


def deck(seen: State, d: int, words: Words) -> Raw:
    both: Any = seen.deck
    left = int(both[d - 1].size)
    return el(
        "button",
        el("span", class_=f"pile d{d}"),
        el("span", words.name("deck", d)),
        el("small", left),
        id=f"deck-{d}",
        type="button",
        class_=f"deck of-{d}",
        data_now=True,
        data_label=words.name("deck", d),
    )


def splits(seen: State, total: int, before: tuple[str, ...], words: Words, row: str, label: str = "") -> list[Raw]:
    """All that is drawn, in one tap: ways to part it between the decks, after what else is tapped before."""
    both: Any = seen.deck
    sizes = [int(both[d].size + seen.pile[d, 0]) for d in range(2)]
    able = [n for n in range(total + 1) if n <= sizes[0] and total - n <= sizes[1]]
    even = sorted(able, key=lambda n: abs(2 * n - total))[:EVEN]
    return [several(n, total - n, before, words, row, label) for n in sorted({*even, *able[:1], *able[-1:]}) if total]


EVEN = 3
"""So many ways to part the cards are proposed beside all of one deck."""


def home(seen: State, seat: int, kind: str, words: Words, goes_on: bool) -> Raw:
    """The end of a turn with its whole refill in one tap: the hand stays, or what can be goes to the training first.

    The second is offered when no card of the hand could go to a course any more.
    """
    held = hand_of(seen, seat)
    end = ("@end",) if kind == "main" else ()
    useless = tuple(card_id(card) for card in held if quiet(card))
    stay = len(held) - len(useless)
    made = [
        going("home", words.text("page", "home"), seen, seat, len(held), end + ("@done",) * bool(held), words),
        going("train-home", words.say("page", "train_home", n=len(useless)), seen, seat, stay,
              end + useless + ("@done",) * bool(stay), words)
        if useless else None,
        unfinished(seen, seat, words),
    ]  # fmt: skip
    return el("div", made, class_="going-home")


def going(id_: str, label: str, seen: State, seat: int, kept: int, before: tuple[str, ...], words: Words) -> Raw | None:
    """A row: what is tapped first, and the ways to part the draws that fill the hand up."""
    total = max(0, int(refill_target(seen, seat)) - kept)
    made = splits(seen, total, before, words, id_, label)
    if not total:  # who has enough goes by the button beside the status line
        made = [at_once(label, before)] if id_ != "home" else []
    return el("div", el("span", label, class_="note"), made, id=id_, class_="row-home") if made else None


def unfinished(seen: State, seat: int, words: Words) -> Raw | None:
    """In the last week: the courses that would be On Hold if one stopped here (rulebook, "At the table"). It keeps its
    place while there are none."""
    if seen.week < seen.opt.weeks:
        return None
    cells = [c for c in running(seen, seat) if grade_now(seen, seat, c) == CHIP.hold]
    names = words.text("page", "between").join(short(c, words) for c in cells)
    said = words.say("page", "on_hold", courses=names) if cells else words.text("page", "on_hold_none")
    return el("p", said, id="last-week", class_="note")


def quiet(card: int) -> bool:
    """C-4.7, C-4.8: it can be discarded, and nothing comes of it."""
    made = card_of(card)
    return made.discard == "free" and not made.on_discard


@lru_cache(maxsize=256)
def at_once(said: str, taps: tuple[str, ...]) -> Raw:
    """A button for what several taps would do."""
    return el("button", said, type="button", class_="chip all", data_taps=" ".join(taps))


@lru_cache(maxsize=512)
def several(science: int, humanities: int, before: tuple[str, ...], words: Words, row: str, label: str) -> Raw:
    """So many of each deck with one tap. Each has its own id, so that it keeps its place or is another one."""
    parts = [(1, science), (2, humanities)]
    shown = [el("span", el("b", n), el("span", class_=f"pile d{d}"), class_="part") for d, n in parts if n]
    drawn = " + ".join(f"{n} {words.name('deck', d)}" for d, n in parts if n)
    taps = " ".join([*before, *(f"deck-{d}" for d, n in parts for _ in range(n))])
    said = f"{label}: {drawn}" if label else drawn
    id_ = f"{row}-{science}-{humanities}"
    return el("button", shown, id=id_, type="button", class_="deck both", data_taps=taps, aria_label=said)


# ---------------------------------------------------------------- other hands, subjects, small choices


def shown_hand(seen: State, seat: int, other: int, kind: str, words: Words) -> Raw:
    """The cards of another hand that are seen now."""
    cards = hand_of(seen, other)
    ids = [(id_.replace("h-", "x-"), as_.replace("h-", "x-")) for id_, as_ in hand_ids(cards)]
    made = [face(id_, card, words, as_=as_) for (id_, as_), card in zip(ids, cards, strict=True)]
    title = words.say("page", "shown_hand", seat=other)
    looks_ = [el("div", told(card, words), class_="look", data_hint_for=f"x-{card}") for card in dict.fromkeys(cards)]
    strip = el("div", made, class_="shown", data_strip=True, tabindex=0)
    takes = named(seen, seat, kind, words) if kind == "take" else None
    return join(el("div", el("p", title, class_="note"), strip, takes, id="other-hand", class_="other-hand"), looks_)


@lru_cache(maxsize=4)
def subjects(words: Words) -> Raw:
    made = [
        el("div", words.name("brief", s), id=f"subject-{s}", class_="chip", data_label=words.name("subject", s))
        for s in range(SUBJECTS)
    ]
    return el("div", made, class_="subjects")


@lru_cache(maxsize=4)
def deeds(words: Words) -> Raw:
    """What a card may be used for besides being played."""
    made = [
        el("button", words.text("page", key), id=id_, type="button", class_="chip deed")
        for id_, key in (("feed", "feed"), ("notes", "swap_notes"), ("wake", "wake_up"))
    ]
    return el("div", made, id="deeds-of-card", class_="chips deeds-of-card")


@lru_cache(maxsize=4)
def colours(words: Words) -> Raw:
    return el(
        "div",
        el("div", words.text("page", "red_one"), id="red-one", class_="chip", data_now=True),
        class_="chips aside",
    )


def playable(seen: State, seat: int, kind: str) -> dict[int, list[Way]]:
    """The cards that can be played now, each with the courses it could go to, the best first."""
    if kind != "main":
        return {}
    cards = [MAIN.play.card(action) for action in legal(seen, seat) if action in MAIN.play]
    return {card: sorted(ways_of(seen, seat, card), key=lambda w: w.worth, reverse=True) for card in cards}
