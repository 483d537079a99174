"""What actions are called, why one is not allowed, and the table as text: the game in words, without a page."""

from __future__ import annotations

from collections.abc import Mapping

from taku.engine.actions import Action
from taku.engine.part import Described
from taku.engine.words import Words
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, ELEMENTS, JOKER, NUMBER, NUMBERS
from taku.games.oneiron.rules.battle import fights
from taku.games.oneiron.rules.board import forbidden, inside, place_at, sum_of
from taku.games.oneiron.rules.landing import joker_axis
from taku.games.oneiron.rules.settlement import claim_of
from taku.games.oneiron.rules.teams import lives_of, team_cards
from taku.games.oneiron.state import AXIS, BOARD, CLAIMS, STEP, TEAM_ORDER, State
from taku.kit.drafts import DRAFT
from taku.page.terminal import columns

ARROWS = "↑→↓←"
HIDDEN = "?"


# ---------------------------------------------------------------- what an action is called


def describe(seen: State, seat: int, action: Action) -> Described:
    """The key of an action's words, and what they tell beside its arguments."""
    team = seen.team[seat]
    facing = seen.facing[team]
    match action:
        case "line", n:
            axis = joker_axis(seen, seat)
            key = "land_column" if axis == AXIS.column else "land_row"
            return key, {"element:element": ELEMENT[seen.axis[3 * axis + n - 1]]}
        case "split_to", to, _:
            return "split_to", {"seat": seen.member[team, to] - 1}
        case ("straight" | "crossed",):
            return _pairing(seen, team, action.name)
        case "loot", _:
            return "loot", {"seat": seen.victim[claim_of(seen, seat)] - 1}
        case "move", card if ELEMENT[card] == seen.moving:
            return "move_forward", {"facing:facing": facing}
        case "move", card:
            return "move_joker" if card == JOKER else "move_turn", {}
        case "turn", to:
            return "stay" if to == facing else "turn", {}
        case ("advance",):
            return "advance", {"facing:facing": facing}
        case "swap", slot:
            total = NUMBER[seen.grid[team, 1 - slot]] + NUMBER[seen.played[team]]
            return "swap", {"card:card": seen.grid[team, slot], "sum": total}
        case ("pay" | "life") as name, member:
            return name, {"seat": seen.member[team, member] - 1, "lives": lives_of(seen, team, member)}
        case ("salvage",):
            fallen = 0 if lives_of(seen, team, 0) == 0 else 1
            return "salvage", {"seat": seen.member[team, fallen] - 1}
    return action.name, {}


def _pairing(seen: State, team: int, how: str) -> Described:
    other = seen.encounter[seen.battle[team] - 1, 1] - 1
    crossed = int(how == "crossed")
    own, their = ([seen.member[t, i] - 1 for i in range(2)] for t in (team, other))
    return how, {"a:seat": own[0], "b:seat": their[crossed], "c:seat": own[1], "d:seat": their[1 - crossed]}


def seating(values: Mapping[str, int], seats: int, words: Words) -> list[str]:
    """O-1.2 to O-1.6: the team of each seat, and who plays alone; nobody knows where the seats are shuffled first."""
    if values["team_order"] == TEAM_ORDER.random:
        return [""] * seats
    teams = [seat if seats == 2 else seat // 2 for seat in range(seats)]
    keys = ["seat_alone" if teams.count(team) == 1 else "seat_of" for team in teams]
    return [words.fill(words.text("page", key), {"team:team": 1 + team}) for key, team in zip(keys, teams, strict=True)]


def why_not(seen: State, seat: int, action: Action) -> str:
    """O-9.7: a second joker; everything else is forbidden by the clause of the action itself."""
    return "O-9.7" if action == ("loot", JOKER) and seen.took[claim_of(seen, seat)] else ""


# ---------------------------------------------------------------- the table as text


def text(seen: State, seat: int, words: Words) -> str:
    """The table in a terminal: the map, the teams, and what the seat's team holds."""
    parts = [_head(seen, words), _map(seen, words), _teams(seen, words)]
    if seen.step == STEP.loot:
        parts.append(_spoils(seen, seat, words))
    if seat >= 0:
        parts.append(_hands(seen, seat, words))
        parts.append(_chosen(seen, seat, words))
    return "\n\n".join(p for p in parts if p)


def _head(seen: State, words: Words) -> str:
    when = words.say("table", "round", n=seen.round) if seen.round else words.text("table", "landing")
    parts = [words.text("table", "over") if seen.step == STEP.over else when]
    if seen.moving:
        parts.append(words.fill(words.text("table", "moves"), {"element:element": seen.moving}))
    parts.append(words.say("table", "pile", n=seen.pile.size))
    parts.append(words.say("table", "graveyard", n=seen.graveyard.size))
    return "   ".join(parts)


def _map(seen: State, words: Words) -> str:
    """The grid with its axes; the ring appears where somebody stands on it."""
    names = [words.name("element", ELEMENT[c]) if c else HIDDEN for c in (seen.axis[i] for i in range(6))]
    rows = [["", "", *names[:3], ""]]
    for row in range(BOARD):
        name = names[2 + row] if 1 <= row <= 3 else ""
        rows.append([name, *(_cell(seen, place_at(column, row)) for column in range(BOARD))])
    rows = [r for i, r in enumerate(rows) if 2 <= i <= 4 or any(r)]
    return columns(rows) + "\n" + words.text("table", "legend")


def _cell(seen: State, place: int) -> str:
    here = [t for t in range(seen.teams) if seen.round and seen.rank[t] == 0 and seen.place[t] == place]
    parts = [f"{t + 1}{ARROWS[seen.facing[t]]}" for t in here]
    if seen.token[place]:
        parts.append(f"+{seen.token[place]}")
    if forbidden(seen, place):
        parts.append("#")
    return " ".join(parts) or ("·" if inside(place) else "")


def _teams(seen: State, words: Words) -> str:
    order = [seen.order[i] - 1 for i in range(seen.teams) if seen.order[i]] or list(range(seen.teams))
    order += [t for t in range(seen.teams) if t not in order]
    return columns([_team(seen, team, words) for team in order])


def _team(seen: State, team: int, words: Words) -> list[str]:
    seats = [seen.member[team, i] - 1 for i in range(2) if seen.member[team, i]]
    row = [words.name("team", 1 + team)]
    if seen.rank[team]:
        return [*row, words.say("table", "out", n=seen.rank[team])]
    row.append(", ".join(f"{words.seat(s)} {'♥' * seen.lives[s] or '–'}" for s in seats))
    if seen.round:
        where = words.name("cell", seen.place[team]) + ARROWS[seen.facing[team]]
        row += [where, words.say("table", "sum", n=sum_of(seen, team))]
    row.append(words.say("table", "cards", n=team_cards(seen, team)))
    row.append(_state_of(seen, team, seats, words))
    return row


def _state_of(seen: State, team: int, seats: list[int], words: Words) -> str:
    parts = []
    if seen.battle[team]:
        pair = seen.encounter[seen.battle[team] - 1, 0], seen.encounter[seen.battle[team] - 1, 1]
        other = pair[0] + pair[1] - team - 1
        parts.append(f"{words.text('table', 'against')} {words.name('token', other)}")
    if seen.waiting[team]:
        parts.append(words.text("table", "waiting"))
    for seat in seats:
        status = seen.draft[seat].status
        if status != DRAFT.idle:
            parts.append(words.text("table", "ready" if status == DRAFT.ready else "thinking"))
    for seat in seats:
        if seen.shown[seat] and fights(seen, seat):
            parts.append(words.name("card", seen.shown[seat]))
    return ", ".join(parts)


def _spoils(seen: State, seat: int, words: Words) -> str:
    lines = []
    for k in range(CLAIMS):
        if seen.victim[k]:
            name = words.say("table", "spoil", seat=seen.victim[k] - 1)
            lines.append(f"{name}: {cards_text([seen.spoil[k].of[c] for c in range(CARD_TYPES + 1)], words)}")
            taken = [seen.taken[k, c] for c in range(CARD_TYPES + 1)]
            if any(taken):
                lines.append(f"  {words.text('table', 'taken')}: {cards_text(taken, words)}")
    return "\n".join(lines)


def _hands(seen: State, seat: int, words: Words) -> str:
    """The team's hand, or in battle each member's part."""
    team = seen.team[seat]
    seats = [seen.member[team, i] - 1 for i in range(2) if seen.member[team, i]]
    hands = {s: [seen.hand[s].of[c] for c in range(CARD_TYPES + 1)] for s in seats}
    in_battle = STEP.split <= seen.step <= STEP.loot and seen.battle[team]
    if not in_battle or len(seats) == 1:
        total = [sum(n) for n in zip(*hands.values(), strict=True)]
        return f"{words.text('table', 'hand')}: {cards_text(total, words)}"
    titles = {
        s: words.text("table", "own_part") if s == seat else words.say("table", "partner_part", seat=s) for s in seats
    }
    return "\n".join(f"{titles[s]}: {cards_text(hands[s], words)}" for s in sorted(seats, key=lambda s: s != seat))


def _chosen(seen: State, seat: int, words: Words) -> str:
    """What the seat or its partner has clicked so far."""
    cards, facings = [], []
    team = seen.team[seat]
    for i in range(2):
        draft = seen.draft[seen.member[team, i] - 1] if seen.member[team, i] else None
        if draft is not None and draft.status != DRAFT.idle:
            if seen.step in (STEP.landing, STEP.lend, STEP.present, STEP.move):
                picks = range(2 if seen.step == STEP.landing else 1)
                cards += [draft.pick[k] for k in picks if draft.pick[k]]
            at = {STEP.landing: 2, STEP.move: 1}.get(seen.step)
            if at and draft.pick[at] and draft.pick[at] <= len(ARROWS):
                facings.append(draft.pick[at] - 1)
    named = [words.name("card", c) for c in cards] + [words.name("facing", f) for f in facings]
    return f"{words.text('table', 'chosen')}: {', '.join(named)}" if named else ""


def cards_text(counts: list[int], words: Words) -> str:
    """Cards by element: "Fire 3 3 12   Wood 1   Joker"."""
    parts = []
    for element in range(ELEMENTS):
        numbers = [str(n) for n in range(1, NUMBERS + 1) for _ in range(counts[NUMBERS * element + n])]
        if numbers:
            parts.append(f"{words.name('element', 1 + element)} {' '.join(numbers)}")
    parts += [words.name("card", JOKER)] * counts[JOKER]
    return "   ".join(parts) or "–"
