"""What is to be done now: the choices of each step beside what the team has chosen so far, and what all wait for."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, JOKER, NUMBER
from taku.games.oneiron.rules.board import ahead, forbidden, inside
from taku.games.oneiron.rules.landing import joker_axis
from taku.games.oneiron.rules.revival import can_revive
from taku.games.oneiron.rules.settlement import can_take, claim_of
from taku.games.oneiron.saying import describe
from taku.games.oneiron.state import (
    AXIS,
    CLAIMS,
    MAX_BACKS,
    MAX_SPLITS,
    PAIR,
    PAY,
    REVIVE,
    STEP,
    SWAP,
    TURN,
    USES,
    State,
)
from taku.games.oneiron.table.battle import encounters, facing_each_other, hearts, own_duel, small_duel
from taku.games.oneiron.table.cards import large, listed, row, sign
from taku.games.oneiron.table.seats import deciding, in_battle, lead_of, members, own_team, ready, token
from taku.games.oneiron.table.story import caption, ending
from taku.games.oneiron.table.teams import all_ready, thinking
from taku.kit.drafts import DRAFT, action_at, can_go_back
from taku.page.html import Child, Raw, el
from taku.page.parts import button, name


def now(seen: State, seat: int, words: Words) -> Raw:
    """The strip below the map: the own matter large, other teams' duels small."""
    team = own_team(seen, seat)
    found = encounters(seen)
    e = seen.battle[team] - 1 if team >= 0 and found else -1
    mine = matter(seen, seat, team, e, words)
    small = [k for k in sorted(found, key=lambda k: k != e) if k != e or not fights_now(seen, e)]
    others = [small_duel(seen, k, seat, words) for k in small]
    return el(
        "div",
        el("div", mine, class_="matter", role="group", tabindex=0, aria_label=words.text("page", "now")),
        el("div", others, class_="others", id="others", role="group", tabindex=0,
           aria_label=words.text("page", "duels")) if others else None,
        id="now",
        class_="now" if others else "now alone",
    )  # fmt: skip


def fights_now(seen: State, e: int) -> bool:
    """Whether the own encounter stands large below the map."""
    return e >= 0 and (in_battle(seen) and seen.step != STEP.loot)


def matter(seen: State, seat: int, team: int, e: int, words: Words) -> Child:
    """What concerns the viewer most."""
    if seen.step == STEP.over:
        return ending(seen, words)
    if team < 0 or seen.rank[team]:
        return waiting(seen, seat, team, words)
    match STEP[seen.step]:
        case "landing":
            return landing(seen, seat, team, words)
        case "land_joker" if deciding(seen, seat):
            return joking(seen, seat, team, words)
        case "loot":
            return looting(seen, seat, team, words) or waiting(seen, seat, team, words)
        case "split" if fights_now(seen, e):
            return [facing_each_other(seen, e, seat, words), splitting(seen, seat, words)]
        case "pair" if deciding(seen, seat):
            return pairing(seen, seat, words)
        case "split" | "pair" | "lend" | "present" if fights_now(seen, e):
            return own_duel(seen, e, seat, words)
        case "move":
            return moving(seen, seat, team, words)
        case "move_swap" if seen.played[team]:
            return swapping(seen, seat, team, words)
        case "hazard_pay" if deciding(seen, lead_of(seen, team)) or ready(seen, lead_of(seen, team)):
            return paying(seen, seat, team, words)
        case "revive_use" if seen.granted[team]:
            return using(seen, seat, team, words)
    return waiting(seen, seat, team, words)


def waiting(seen: State, seat: int, team: int, words: Words) -> Child:
    """Nothing to do: who is still thinking, and a line of the story."""
    busy = thinking(seen)
    lines: list[Child] = []
    if team >= 0 and seen.rank[team]:
        lines.append(el("p", token(team), words.say("page", "you_are_out", n=seen.rank[team]), class_="lead-line"))
    elif team >= 0 and in_battle(seen) and not seen.battle[team]:
        key = "left_waiting" if seen.waiting[team] else "nobody_met"
        lines.append(el("p", token(team), words.text("page", key), class_="lead-line"))
    if busy:
        tokens = [token(t, " think") for t in busy] + [token(t, " done") for t in all_ready(seen)]
        lines.append(el("p", words.text("page", "still"), tokens, class_="still"))
    return el("div", lines, caption(seen, team, words), class_="waits")


# ---------------------------------------------------------------- parts of a choice


def slot(title: str, card: int, language: str, *, next_: bool, id_: str | None = None, note: Child = None) -> Raw:
    """A place for one card of a sealed choice."""
    return el(
        "div",
        el("small", title),
        large(None, card, language, " still") if card else el("div", "?" if next_ else None, class_="hc hole"),
        el("small", note, class_="note") if note is not None else None,
        class_="place next" if next_ else "place",
        id=id_,
    )


def compass(seen: State, team: int, chosen: int, open_: bool, go: bool, first: str, words: Words) -> Raw:
    """The four facings around the piece; what lies ahead of each is shown where the piece is on the map.

    While it is shut it says what comes first.
    """
    arms: list[Child] = [
        arm(f, chosen == f, danger(seen, team, f), seen.round > 0 and seen.facing[team] == f, words) for f in range(4)
    ]
    middle: Child = token(team)
    if go:
        middle = el(
            "div", el("i", class_="arrow"), id="go", class_=f"go f{seen.facing[team]}",
            data_label=words.say("action", "advance", **{"facing:facing": seen.facing[team]}),
        )  # fmt: skip
    return el(
        "div",
        arms,
        el("div", middle, class_="hub"),
        class_="compass" if open_ else "compass shut",
        id="compass",
        data_why=words.text("page", first) if first else None,
        data_clause=("O-11.4" if seen.round else "O-4.3") if first else None,
    )


@lru_cache(maxsize=256)
def arm(facing: int, chosen: bool, dangerous: bool, present: bool, words: Words) -> Raw:
    label = words.say("action", "stay" if present else "turn", **{"facing:facing": facing})
    kind = "arm" + (" chosen" if chosen else "") + (" danger" if dangerous else "") + (" present" if present else "")
    return el(
        "div",
        el("i", class_="arrow"),
        id=f"face-{facing}",
        class_=f"{kind} f{facing}",
        data_label=label,
        data_help=words.text("page", "help_ahead_dark") if dangerous else None,
        data_clause="O-11.9" if dangerous else None,
    )


def danger(seen: State, team: int, facing: int) -> bool:
    """Whether the next step that way costs a life."""
    if not seen.round:
        return False
    to = ahead(seen.place[team], facing)
    return bool(to < 0 or not inside(to) or forbidden(seen, to))


def choice(seen: State, seat: int, id_: str, action: int, inner: Child, words: Words, kind: str = "") -> Raw:
    """A large thing to tap: its label names the effect."""
    return el("div", inner, id=id_, class_=f"pick {kind}", data_label=words.action(seen, seat, action))


def lead_line(seen: State, seat: int, team: int, words: Words) -> Raw | None:
    """Who chooses for the team, if somebody else does."""
    lead = lead_of(seen, team)
    if lead == seat:
        return None
    key = "partner_chooses" if deciding(seen, lead) else "partner_ready"
    return el("p", words.say("page", key, seat=lead), class_="lead-line")


# ---------------------------------------------------------------- step by step


def landing(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-4.3: left card, right card, facing; the partner sees them come."""
    lead = lead_of(seen, team)
    draft = seen.draft[lead]
    open_ = draft.status == DRAFT.choosing
    undo = seat == lead and open_ and can_go_back(draft, MAX_BACKS)
    return [
        lead_line(seen, seat, team, words) or el("p", caption(seen, team, words), class_="lead-line"),
        el(
            "div",
            slot(words.text("page", "to_column"), draft.pick[0], words.language, next_=open_ and draft.stage == 0),
            slot(words.text("page", "to_row"), draft.pick[1], words.language, next_=open_ and draft.stage == 1),
            compass(
                seen,
                team,
                draft.pick[2] - 1,
                open_ and draft.stage == 2,
                False,
                "first_cards" if open_ and draft.stage < 2 else "",
                words,
            ),
            back(words) if undo else None,
            class_="opts",
        ),
    ]


def joking(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-4.6: the landing cards, and where on the map the joker's line is chosen."""
    column = joker_axis(seen, seat) == AXIS.column
    cards = [sign(seen.grid[team, i], words, " wide") for i in range(2)]
    return [
        el("p", words.text("page", "joker_column" if column else "joker_row"), class_="lead-line"),
        el("div", cards, class_="opts"),
    ]


def back(words: Words) -> Raw:
    return button(words.text("action", "back"), id_="back", data_now=True)


def splitting(seen: State, seat: int, words: Words) -> Child:
    """O-7.3: the buttons of the split; the cards are moved in the hand."""
    team = own_team(seen, seat)
    if not deciding(seen, seat):
        return lead_line(seen, seat, team, words) or el("p", words.text("page", "shared"), class_="lead-line")
    made = [button(words.text("action", "confirm"), id_="confirm", kind="main", data_now=True)]
    stage = seen.draft[seat].stage
    if 0 < stage < MAX_SPLITS:
        made.append(button(words.text("action", "reset"), id_="reset", data_now=True))
    return el("div", el("p", words.text("page", "split_how"), class_="lead-line"), made, class_="opts")


def pairing(seen: State, seat: int, words: Words) -> Child:
    """O-7.5: both pairings as they would be fought."""
    made = []
    for number in (PAIR.straight, PAIR.crossed):
        how = PAIR.read(number)
        _, by = describe(seen, seat, how)
        rows = [
            el("span", name(int(str(by[a]))), el("i", "⚔", class_="vs"), name(int(str(by[b]))))
            for a, b in (("a:seat", "b:seat"), ("c:seat", "d:seat"))
        ]
        made.append(choice(seen, seat, f"pair-{how.name}", number, rows, words, "pairing"))
    return [el("p", words.text("page", "pair_how"), class_="lead-line"), el("div", made, class_="opts")]


def looting(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-9.6: the shown hands of the fallen; the looter takes from them."""
    claim = claim_of(seen, seat) if deciding(seen, seat) else -1
    made: list[Child] = []
    for k in sorted((k for k in range(CLAIMS) if seen.victim[k]), key=lambda k: k != claim):
        taken = listed([seen.taken[k, c] for c in range(CARD_TYPES + 1)])
        left = [seen.spoil[k].of[c] - seen.taken[k, c] for c in range(CARD_TYPES + 1)]
        if k == claim:
            cards: Child = [
                large(f"loot-{c}", c, words.language, "" if can_take(seen, k, c) else " laid", left[c])
                for c in range(1, CARD_TYPES + 1)
                if left[c] > 0
            ]
            most = min(seen.owed[k] - seen.took[k], sum(left))
            title = words.say("page", "take_from", seat=seen.victim[k] - 1, n=most)
            pack = el("div", cards, class_="pack", role="group", tabindex=0)
        else:
            title = words.say("table", "spoil", seat=seen.victim[k] - 1)
            pack = row(listed(left), words) or el("span", "–")
        made.append(
            el("div", el("p", title, row(taken, words, "cs taken"), class_="lead-line"), pack,
               class_="spoil open" if k == claim else "spoil")
        )  # fmt: skip
    return el("div", made, class_="spoils") if made else None


def moving(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-11.4, O-11.5: a card, and a facing if it is not of the movement element."""
    lead = lead_of(seen, team)
    draft = seen.draft[lead]
    open_ = draft.status == DRAFT.choosing
    if draft.status == DRAFT.idle:
        return waiting(seen, seat, team, words)
    chosen = draft.pick[0]
    turns = action_at(draft, 1)
    second = open_ and draft.stage == 1
    undo = seat == lead and second and can_go_back(draft, MAX_BACKS)
    went = ready(seen, lead) and (turns == TURN.advance or (chosen and ELEMENT[chosen] == seen.moving))
    note = words.text("page", "goes" if went else "turns") if chosen else None
    return [
        lead_line(seen, seat, team, words) or rule_of_move(seen, team, words),
        el(
            "div",
            slot(words.text("page", "to_move"), chosen, words.language, next_=open_ and not chosen, note=note),
            compass(
                seen,
                team,
                TURN.turn.facing(turns) if turns in TURN.turn else -1,
                second,
                second and chosen == JOKER,
                "first_card" if open_ and not chosen else "",
                words,
            ),
            back(words) if undo else None,
            class_="opts",
        ),
    ]


def rule_of_move(seen: State, team: int, words: Words) -> Raw:
    """What each element does this round."""
    if not seen.moving:
        return el("p", words.text("page", "nobody_goes"), class_="lead-line", id="move-rule")
    to = ahead(seen.place[team], seen.facing[team])
    goal = words.name("cell", to) if to >= 0 else words.text("page", "edge")
    others = [el("i", class_=f"ei e{k}") for k in range(1, 4) if k != seen.moving]
    return el(
        "p",
        el("i", class_=f"ei e{seen.moving}"),
        words.say("page", "go_to", goal=goal),
        el("span", others, words.text("page", "turn_only"), class_="turn-only"),
        class_="lead-line",
        id="move-rule",
    )


def swapping(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-11.8: which grid card gives way, and the sum that remains."""
    mine = deciding(seen, seat)
    chosen = action_at(seen.draft[lead_of(seen, team)], 0)
    made: list[Child] = []
    for i in range(2):
        sum_ = NUMBER[seen.grid[team, 1 - i]] + NUMBER[seen.played[team]]
        made.append(
            el(
                "div",
                sign(seen.grid[team, i], words, " wide"),
                el("small", words.say("page", "then_sum", n=sum_)),
                id=f"grid-{i}",
                class_="pick swap" + (" chosen" if chosen == SWAP.swap(i) else ""),
                data_label=words.action(seen, seat, SWAP.swap(i)) if mine else None,
            )
        )
    return [
        lead_line(seen, seat, team, words) or el("p", words.text("page", "swap_how"), class_="lead-line"),
        el(
            "div",
            made[0],
            made[1],
            el("span", "←", sign(seen.played[team], words, " wide"), class_="newcomer"),
            class_="opts",
        ),
    ]


def paying(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-11.9: who pays a life to the dark."""
    chosen = action_at(seen.draft[lead_of(seen, team)], 0)
    made = [
        el(
            "div",
            name(s),
            hearts(seen.lives[s], words),
            id=f"pay-{i}",
            class_="pick" + (" chosen" if chosen == PAY.pay(i) else ""),
            data_label=words.action(seen, seat, PAY.pay(i)) if deciding(seen, seat) else None,
        )
        for i, s in enumerate(members(seen, team))
    ]
    key = "pay_dark" if inside(seen.place[team]) else "pay_outside"
    return [
        el("p", words.text("page", key), class_="lead-line"),
        lead_line(seen, seat, team, words),
        el("div", made, class_="opts"),
    ]


def using(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-12.3: what a life found is used for."""
    chosen = action_at(seen.draft[lead_of(seen, team)], 0)
    uses = [u for u in range(USES) if can_revive(seen, team, u)]
    made = []
    for u in uses:
        use = REVIVE.read(u)
        label = words.action(seen, lead_of(seen, team), use)
        made.append(
            el("div", el("span", SIGNS[use.name], class_="use-sign", aria_hidden="true"), el("span", label),
               id=f"use-{u}", class_=f"pick use{' chosen' if chosen == u else ''}", data_label=label)
        )  # fmt: skip
    return [lead_line(seen, seat, team, words), el("div", made, class_="opts uses")]


SIGNS = {"salvage": "↑", "life": "♥", "cards": "▤", "decline": "–"}
