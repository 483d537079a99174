"""What is to be done now: the choices of each step beside what the team has chosen so far, and what all wait for."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, NUMBER
from taku.games.oneiron.page.battle import own_duel, small_duel
from taku.games.oneiron.page.cards import by_kind, large, listed, row, sign
from taku.games.oneiron.page.seats import (
    deciding,
    encounter_of,
    glyph,
    hearts,
    in_battle,
    lead_of,
    members,
    on_map,
    own_team,
    ready,
    token,
)
from taku.games.oneiron.page.story import caption, ending
from taku.games.oneiron.rules.board import ahead, inside
from taku.games.oneiron.rules.landing import joker_axis
from taku.games.oneiron.rules.revival import can_revive
from taku.games.oneiron.rules.settlement import can_take, claim_of
from taku.games.oneiron.state import (
    AXIS,
    BOARD,
    CLAIMS,
    PAIR,
    PAY,
    REVIVE,
    STEP,
    SWAP,
    TURN,
    USES,
    State,
)
from taku.games.oneiron.wording import describe
from taku.kit.drafts import DRAFT, action_at
from taku.page.html import Child, Raw, el
from taku.page.parts import button, name


def now(seen: State, seat: int, words: Words) -> Raw:
    """What concerns the viewer most, over a part of the map or beside it, and how the own battle ended.

    Each step has a panel of its own, so that what was read before does not jump.
    """
    team = own_team(seen, seat)
    low = team >= 0 and on_map(seen, team) and seen.place[team] // BOARD > BOARD // 2
    e = encounter_of(seen, team)
    ended = small_duel(seen, e, seat, words) if e >= 0 and not fights_now(seen, team, e) else None
    panel = el("div", matter(seen, seat, team, e, words), id=f"now-{STEP[seen.step]}", class_="now", tabindex=0,
               data_strip=True)  # fmt: skip
    return el("div", panel, ended, id="now", class_="matter above" if low else "matter", role="group",
              aria_label=words.text("page", "now"))  # fmt: skip


def bar(seen: State, words: Words) -> Raw:
    """Which round, which of its phases (O-5.6), what moves (O-11.1), and the piles."""
    said = words.text("table", "over" if seen.step == STEP.over else "landing")
    if seen.round and seen.step != STEP.over:
        said = words.say("table", "round", n=seen.round)
        said += words.text("page", "last_round") if seen.round == seen.opt.max_rounds else ""
    return el("div", el("b", said), phases(seen.step, words) if seen.round else None,
              mover(seen.moving, words) if seen.moving else None, graveyard(seen, words), class_="bar")  # fmt: skip


def graveyard(seen: State, words: Words) -> Raw:
    """O-7.14: cards that were used, open to all, and how many are left in the pile."""
    graves = listed(seen.graveyard.of)
    label = words.say("table", "graveyard", n=len(graves))
    shown = el(
        "div", words.say("table", "pile", n=seen.pile.size), " ", by_kind(graves, words), id="graves", hidden=True
    )
    return el("button", glyph("skull"), el("b", len(graves)), shown, type="button", class_="term", aria_label=label,
              data_label=label, data_show="graves", data_help=" ",
              data_clause="O-7.14")  # fmt: skip


@lru_cache(maxsize=64)
def phases(step: int, words: Words) -> Raw | None:
    """The phases of a round, the present one lit; nobody is asked while the forbidden area is drawn."""
    if step == STEP.over:
        return None
    here = "battle" if step <= STEP.loot else "move" if step <= STEP.hazard_pay else "revive"
    return el("span", [el("span", words.text("page", f"phase_{p}"), class_="on" if p == here else None)
                       for p in ("battle", "forbidden", "move", "revive")], class_="phases")  # fmt: skip


@lru_cache(maxsize=16)
def mover(element: int, words: Words) -> Raw:
    """O-11.1: the movement element of the round."""
    said = words.fill(words.text("table", "moves"), {"element:element": element})
    return el("span", glyph(str(element)), said, id="mv", class_=f"mover e{element}", data_help=said, data_label=said,
              data_clause="O-11.1")  # fmt: skip


def fights_now(seen: State, team: int, e: int) -> bool:
    """Whether the own encounter stands large below the map; who is out sees in a line how it ended."""
    return e >= 0 and not seen.rank[team] and in_battle(seen) and seen.step != STEP.loot


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
        case "split" if fights_now(seen, team, e):
            return [own_duel(seen, e, seat, words), splitting(seen, seat, words)]
        case "pair" if deciding(seen, seat):
            return pairing(seen, seat, words)
        case "split" | "pair" | "lend" | "present" if fights_now(seen, team, e):
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
    busy, done = ({int(seen.team[s]) for s in range(seen.seats) if how(seen, s)} for how in (deciding, ready))
    lines: list[Child] = []
    if team >= 0 and seen.rank[team]:
        lines.append(el("p", token(team), words.say("page", "you_are_out", n=seen.rank[team]), class_="lead-line"))
    elif team >= 0 and in_battle(seen) and not seen.battle[team]:
        key = "left_waiting" if seen.waiting[team] else "nobody_met"
        lines.append(el("p", token(team), words.text("page", key), class_="lead-line"))
    if busy:
        tokens = [[token(t), glyph("dots" if t in busy else "check")] for t in sorted(busy | done)]
        lines.append(el("p", words.text("page", "still"), tokens, class_="still"))
    return el("div", lines, caption(seen, team, words), class_="waits")


# ---------------------------------------------------------------- parts of a choice


def slot(seen: State, title: str, card: int, words: Words, *, next_: bool, note: Child = None) -> Raw:
    """A place for one card of a sealed choice."""
    return el(
        "div",
        el("small", title),
        large(None, card, seen.opt.giant_rule, words, " still")
        if card
        else el("div", "?" if next_ else None, class_="hc hole"),
        el("small", note, class_="note") if note is not None else None,
        class_="place next" if next_ else "place",
    )


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
    """O-4.3: left card, right card; the partner sees them come, and the facing on the map."""
    draft = seen.draft[lead_of(seen, team)]
    open_ = draft.status == DRAFT.choosing
    slots = [
        slot(seen, words.text("page", key), draft.pick[i], words, next_=open_ and draft.stage == i)
        for i, key in enumerate(("to_column", "to_row"))
    ]
    return [lead_line(seen, seat, team, words) or caption(seen, team, words), el("div", slots, class_="opts")]


def joking(seen: State, seat: int, team: int, words: Words) -> Child:
    """O-4.6: the landing cards, and where on the map the joker's line is chosen."""
    column = joker_axis(seen, seat) == AXIS.column
    cards = [sign(seen.grid[team, i], words, " wide") for i in range(2)]
    return [
        el("p", words.text("page", "joker_column" if column else "joker_row"), class_="lead-line"),
        el("div", cards, class_="opts"),
    ]


def splitting(seen: State, seat: int, words: Words) -> Child:
    """O-7.3: the buttons of the split; the cards are moved in the hand."""
    team = own_team(seen, seat)
    if not deciding(seen, seat):
        return lead_line(seen, seat, team, words) or el("p", words.text("page", "shared"), class_="lead-line")
    made = [
        button(words.text("action", "confirm"), id_="confirm", kind="main", data_now=True),
        button(words.text("action", "reset"), id_="reset", data_free=True),
    ]
    return el("div", el("p", words.text("page", "split_how"), class_="lead-line"), made, class_="opts")


def pairing(seen: State, seat: int, words: Words) -> Child:
    """O-7.5: both pairings as they would be fought."""
    made = []
    for number in (PAIR.straight, PAIR.crossed):
        how = PAIR.read(number)
        _, by = describe(seen, seat, how)
        rows = [
            el("span", name(int(str(by[a]))), glyph("sword"), name(int(str(by[b]))))
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
                large(f"loot-{c}", c, seen.opt.giant_rule, words, "" if can_take(seen, k, c) else " laid", left[c])
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
    """O-11.4, O-11.5: what each element does this round, and the card that was chosen."""
    lead = lead_of(seen, team)
    draft = seen.draft[lead]
    if draft.status == DRAFT.idle:
        return waiting(seen, seat, team, words)
    made = lead_line(seen, seat, team, words) or rule_of_move(seen, team, words)
    if not draft.pick[0]:
        return [made, el("div", el("span", "?", class_="c wide hole"), class_="opts")]
    turns = action_at(draft, 1)
    went = ready(seen, lead) and (turns == TURN.advance or ELEMENT[draft.pick[0]] == seen.moving)
    return [made, el("div", sign(draft.pick[0], words, " wide"), words.text("page", "goes" if went else "turns"),
                     class_="opts")]  # fmt: skip


def rule_of_move(seen: State, team: int, words: Words) -> Raw:
    """What each element does this round."""
    if not seen.moving:
        return el("p", words.text("page", "nobody_goes"), class_="lead-line", id="move-rule")
    to = ahead(seen.place[team], seen.facing[team])
    goal = words.name("cell", to) if to >= 0 else words.text("page", "edge")
    others = [glyph(str(k), kind=f"e{k}") for k in range(1, 4) if k != seen.moving]
    return el(
        "p",
        glyph(str(seen.moving), kind=f"e{seen.moving}"),
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
            el("span", "‹ ", sign(seen.played[team], words, " wide"), class_="newcomer"),
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
            el("div", glyph(SIGNS[use.name]), el("span", label),
               id=f"use-{u}", class_=f"pick use{' chosen' if chosen == u else ''}", data_label=label)
        )  # fmt: skip
    return [lead_line(seen, seat, team, words), el("div", made, class_="opts uses")]


SIGNS = {"salvage": "star", "life": "heart", "cards": "cards", "decline": "cross"}
