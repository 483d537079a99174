"""What the events look like: axes turn over, teams land, cards are revealed together, lives fly and fall."""

from __future__ import annotations

from typing import Any

from taku.engine.match import Told
from taku.games.oneiron.rules.board import inside
from taku.games.oneiron.state import EVENT, STEP, State
from taku.games.oneiron.table.battle import duels_of, encounters
from taku.games.oneiron.table.seats import members, on_map, own_team

Anim = dict[str, Any]
ICONS = {
    "game_started": "☾", "team_formed": "♟", "solo_team_formed": "♟", "lives_given": "♥", "open_cards_dealt": "▯",
    "hidden_cards_dealt": "▮", "joker_given": "★", "axes_laid": "▦", "landing_committed": "✓", "axes_revealed": "▦",
    "landing_revealed": "▯", "landing_joker_chosen": "★", "team_landed": "↓", "round_started": "◷", "lead_changed": "★",
    "initiative_set": "≡", "initiative_more": "≡", "encounter_set": "⚔", "team_waiting": "…", "no_encounter": "–",
    "split_done": "⇄", "split_ready": "✓", "pairing_chosen": "⤬", "exchange_started": "◷", "duel_set": "⚔",
    "card_lent": "→", "card_presented": "▮", "blank_presented": "–", "card_revealed": "▯", "duel_judged": "✶",
    "duel_drawn": "=", "points_scored": "±", "lives_lost": "♥", "tokens_dropped": "♡", "player_fell": "↓",
    "hand_revealed": "▯", "card_looted": "⤓", "hand_passed": "→", "hand_buried": "†", "team_eliminated": "✕",
    "battle_ended": "–", "forbidden_added": "☾", "forbidden_again": "☾", "forbidden_skipped": "–",
    "movement_element": "➤", "no_movement_element": "–", "hands_merged": "⇄", "empty_hand_draw": "▮",
    "move_committed": "✓", "move_revealed": "▯", "move_impossible": "–", "team_advanced": "→", "team_blocked": "▐",
    "team_turned": "↻", "grid_card_replaced": "⇄", "hazard_hit": "☾", "token_granted": "♡", "token_declined": "–",
    "member_salvaged": "↑", "salvage_card": "▮", "life_charged": "♥", "cards_charged": "▮", "cards_received": "▯",
    "pile_reshuffled": "↺", "pile_exhausted": "∅", "round_ended": "◷", "team_won": "♛", "game_ended": "☾",
    "ended_together": "☾", "ended_by_round": "☾", "points_fixed": "±", "danger_paid": "♥", "danger_fell": "↓",
    "duel_unopposed": "✶", "duel_blank": "=", "hidden_cards_seen": "▯",
}  # fmt: skip
SOUNDS = {
    "axes_revealed": "card", "team_landed": "knock", "lives_lost": "hit", "danger_paid": "hit",
    "forbidden_added": "lose", "member_salvaged": "gain", "life_charged": "gain", "team_won": "win",
}  # fmt: skip


def animate(seen: State, seat: int, told: Told) -> Anim:
    """How an event is shown: its icon in the log always, movement where it concerns all or the own team."""
    made: Anim = {"icon": ICONS[told.event]}
    moves = [m for m in movement(seen, seat, told) if m]
    if moves:
        made["anim"] = moves
    if told.event in ("forbidden_added", "forbidden_again"):
        made["mark"] = [f"q-{told.arguments[2]}"]  # outlined until the next event
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


def movement(seen: State, seat: int, told: Told) -> list[Anim]:
    a = told.arguments
    match told.event:
        case "axes_revealed" if first(seen, told):
            return [{"do": "flip", "at": f"{line}-{i}"} for line in ("col", "row") for i in range(3)]
        case "team_landed" if first(seen, told):
            return [{"do": "pulse", "at": "pieces"}]
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
            shake: list[Anim] = [{"do": "shake", "at": f"lv-{a[0]}"}]
            if mine(seen, seat, a[0]):
                where = ground(seen, seen.team[a[0]])
                shake.append({"do": "fly", "from": f"lv-{a[0]}", "to": where, "text": f"−{a[1]}♥", "tone": "bad"})
            return shake
        case "tokens_dropped" if inside(a[0]) and seen.token[a[0]]:
            return [{"do": "pulse", "at": f"tk-{a[0]}"}]
        case "player_fell" | "danger_fell":
            return [{"do": "fall", "at": f"seat-{a[0]}"}]
        case "team_eliminated":
            return [{"do": "flash", "at": f"team-{a[0] - 1}", "tone": "bad"}]
        case "card_looted" if mine(seen, seat, a[0]) and seat >= 0:
            return [{"do": "fly", "from": f"seat-{a[1]}", "to": f"seat-{a[0]}", "text": "▯", "tone": "good"}]
        case "forbidden_added" | "forbidden_again":
            return [{"do": "flash", "at": f"q-{a[2]}", "tone": "bad"}]
        case "movement_element" if seen.moving:
            return [{"do": "pulse", "at": "mv"}]
        case "team_blocked" if on_map(seen, a[0] - 1):
            return [{"do": "shake", "at": f"p-{a[0] - 1}"}]
        case "hazard_hit" if on_map(seen, a[0] - 1):
            return [{"do": "flash", "at": f"p-{a[0] - 1}", "tone": "bad"}]
        case "member_salvaged":
            return [{"do": "pulse", "at": f"seat-{a[1]}"}]
        case "life_charged":
            from_ = ground(seen, seen.team[a[0]])
            return [{"do": "fly", "from": from_, "to": f"lv-{a[0]}", "text": "+1♥", "tone": "good"}]
        case "cards_charged" | "empty_hand_draw" | "salvage_card":
            return [{"do": "pulse", "at": f"team-{a[0] - 1}"}]
        case "team_won":
            return [{"do": "flash", "at": f"team-{a[0] - 1}", "tone": "good"}]
    return []
