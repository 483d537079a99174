"""What the events look like: axes turn over, teams land, cards are revealed together, lives fly and fall."""

from __future__ import annotations

from collections.abc import Iterable

from taku.engine.match import Told
from taku.games.oneiron.page.battle import duels_of, encounters
from taku.games.oneiron.page.moments import moment
from taku.games.oneiron.page.seats import members, on_map, own_team
from taku.games.oneiron.rules.board import inside
from taku.games.oneiron.state import EVENT, STEP, State
from taku.page.motion import Effects, Motion, flash, pulse

ICONS = {
    "game_started": "moon", "team_formed": "pawn", "solo_team_formed": "pawn", "lives_given": "heart",
    "open_cards_dealt": "card", "hidden_cards_dealt": "back", "joker_given": "star", "axes_laid": "grid",
    "landing_committed": "check", "axes_revealed": "grid", "landing_revealed": "card", "landing_joker_chosen": "star",
    "team_landed": "down", "round_started": "hourglass", "lead_changed": "star", "initiative_set": "lines",
    "initiative_more": "lines", "encounter_set": "sword", "team_waiting": "dots", "no_encounter": "minus",
    "split_done": "swap", "split_ready": "check", "pairing_chosen": "swap", "exchange_started": "hourglass",
    "duel_set": "sword", "card_lent": "right", "card_presented": "back", "blank_presented": "minus",
    "card_revealed": "card", "duel_judged": "burst", "duel_drawn": "equal", "points_scored": "plusminus",
    "lives_lost": "heart", "tokens_dropped": "heart", "player_fell": "down", "hand_revealed": "card",
    "card_looted": "down", "hand_passed": "right", "hand_buried": "skull", "team_eliminated": "cross",
    "battle_ended": "minus", "forbidden_added": "moon", "forbidden_again": "moon", "forbidden_skipped": "minus",
    "movement_element": "push", "no_movement_element": "minus", "hands_merged": "swap", "empty_hand_draw": "back",
    "move_committed": "check", "move_revealed": "card", "move_impossible": "minus", "team_advanced": "right",
    "team_blocked": "wall", "team_turned": "turn", "grid_card_replaced": "swap", "hazard_hit": "moon",
    "token_granted": "heart", "token_declined": "minus", "member_salvaged": "up", "salvage_card": "back",
    "life_charged": "heart", "cards_charged": "back", "cards_received": "card", "pile_reshuffled": "turn",
    "pile_exhausted": "ring", "round_ended": "hourglass", "team_won": "crown", "game_ended": "moon",
    "ended_together": "moon", "ended_by_round": "moon", "points_fixed": "plusminus", "danger_paid": "heart",
    "danger_fell": "down", "duel_unopposed": "burst", "duel_blank": "equal", "hidden_cards_seen": "card",
}  # fmt: skip
SOUNDS = {
    "axes_revealed": "card", "team_landed": "knock", "lives_lost": "hit", "danger_paid": "hit",
    "forbidden_added": "lose", "member_salvaged": "gain", "life_charged": "gain", "team_won": "win",
}  # fmt: skip


def animate(seen: State, seat: int, told: Told, before: Iterable[Told] = ()) -> Effects:
    """How an event is shown: its icon in the log always, movement where it concerns all or the own team."""
    made: Effects = {"icon": ICONS[told.event]}
    moves = [m for m in movement(seen, seat, told) if m]
    if moves:
        made["anim"] = moves
    if told.event in ("forbidden_added", "forbidden_again"):
        made["mark"] = [f"q-{told.arguments[2]}"]  # outlined until the next event
    staged = moment(seen, seat, told, before)
    if staged is not None:
        made["moment"] = staged
    if told.event in SOUNDS and (moves or told.event == "team_won"):
        made["sound"] = SOUNDS[told.event]
    return made


def mine(seen: State, seat: int, *seats: int) -> bool:
    """Whether the own team is concerned; for a spectator everybody is."""
    team = own_team(seen, seat)
    return team < 0 or any(seen.team[s] == team for s in seats)


def ground(seen: State, team: int) -> str:
    """Where a team is shown: its place on the map, or its line among the teams."""
    return f"q-{seen.place[team]}" if on_map(seen, team) else f"team-{team}"


def slots(seen: State, seat: int) -> set[int]:
    """Seats whose card lies on the page, in the own duel or a small one."""
    team = own_team(seen, seat)
    found: set[int] = set()
    for e in encounters(seen):
        pair = [seen.encounter[e, k] - 1 for k in range(2)]
        if team in pair and large(seen, team):
            found |= {s for duel in duels_of(seen, e) for s in duel.seats}
        else:
            found |= {s for t in pair for s in members(seen, t)}
    return found


def large(seen: State, team: int) -> bool:
    return bool(STEP.split <= seen.step < STEP.loot and seen.rank[team] == 0)


def first(seen: State, told: Told) -> bool:
    """Whether this is the first event of its kind in the move."""
    for _, number, *arguments in seen.events():
        if EVENT[number] == told.event:
            return tuple(arguments[: len(told.arguments)]) == told.arguments
    return False


def movement(seen: State, seat: int, told: Told) -> list[Motion]:
    a = told.arguments
    match told.event:
        case "axes_revealed" if first(seen, told):
            return [{"do": "flip", "at": f"{line}-{i}"} for line in ("col", "row") for i in range(3)]
        case "team_landed" if first(seen, told):
            return [pulse("pieces")]
        case "encounter_set" if on_map(seen, a[0] - 1) and on_map(seen, a[1] - 1):
            return [{"do": "beam", "from": f"p-{a[0] - 1}", "to": f"p-{a[1] - 1}", "tone": "bad"}]
        case "card_revealed" if first(seen, told):
            return [{"do": "flip", "at": f"sl-{s}"} for s in sorted(slots(seen, seat)) if seen.shown[s]]
        case "points_scored" | "points_fixed" if (
            a[2] and mine(seen, seat, a[0], a[1]) and {a[0], a[1]} <= slots(seen, seat)
        ):
            tone = "bad" if seat >= 0 and seen.team[a[1]] == seen.team[seat] else "good"
            return [{"do": "fly", "from": f"sl-{a[0]}", "to": f"sl-{a[1]}", "text": f"{a[2]}", "tone": tone}]
        case "lives_lost" | "danger_paid":
            shake: list[Motion] = [{"do": "shake", "at": f"lv-{a[0]}"}]
            if mine(seen, seat, a[0]):
                where = ground(seen, seen.team[a[0]])
                shake.append({"do": "fly", "from": f"lv-{a[0]}", "to": where, "text": f"−{a[1]}", "tone": "bad"})
            return shake
        case "tokens_dropped" if inside(a[0]) and seen.token[a[0]]:
            return [pulse(f"tk-{a[0]}")]
        case "player_fell" | "danger_fell":
            return [{"do": "fall", "at": f"seat-{a[0]}"}]
        case "team_eliminated":
            return [flash(f"team-{a[0] - 1}", "bad")]
        case "card_looted" if mine(seen, seat, a[0]) and seat >= 0:
            return [{"do": "fly", "from": f"seat-{a[1]}", "to": f"seat-{a[0]}", "text": "+1", "tone": "good"}]
        case "forbidden_added" | "forbidden_again":
            return [flash(f"q-{a[2]}", "bad")]
        case "movement_element" if seen.moving:
            return [pulse("mv")]
        case "team_blocked" if on_map(seen, a[0] - 1):
            return [{"do": "shake", "at": f"p-{a[0] - 1}"}]
        case "hazard_hit" if on_map(seen, a[0] - 1):
            return [flash(f"p-{a[0] - 1}", "bad")]
        case "member_salvaged":
            return [pulse(f"seat-{a[1]}")]
        case "life_charged":
            from_ = ground(seen, seen.team[a[0]])
            return [{"do": "fly", "from": from_, "to": f"lv-{a[0]}", "text": "+1", "tone": "good"}]
        case "cards_charged" | "empty_hand_draw" | "salvage_card":
            return [pulse(f"team-{a[0] - 1}")]
        case "team_won":
            return [flash(f"team-{a[0] - 1}", "good")]
    return []
