"""What the events look like: cards land in the row, bridges light up, numbers float, pieces move, fall and arrive."""

from __future__ import annotations

from collections.abc import Callable

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.synegier.content import COLOR, CONTENT
from taku.games.synegier.page.bands import chip
from taku.games.synegier.page.figures import drawn
from taku.games.synegier.page.view import cell_element, element, figure_id, is_soldier, on_field, place
from taku.games.synegier.sentences import SELECTORS, VERBS, event_text, link_text
from taku.games.synegier.state import FIRST_FOE, PIECES, STAGE, State
from taku.games.synegier.tables import SUBJECT, VERB
from taku.page.html import Raw, el
from taku.page.motion import Effects, Moment, Motion, Tone, beam, end_sound, flash, fly, pulse

Show = Callable[[State, int, tuple[int, ...]], Effects]
ICONS = {
    "match_start": "flag", "order_set": "turn", "soldiers_dealt": "pawn", "offer": "card", "picked": "check",
    "soldier_revealed": "pawn", "shop_set": "coin", "wave": "skull", "enemy_spawn": "die", "round_start": "hourglass",
    "turn_start": "play", "reentered": "up", "soldier_led": "pawn", "card_chosen": "card", "card_taken_back": "turn",
    "card_played": "card", "moved": "right", "damage": "burst", "absorbed": "shield", "healed": "heart",
    "stat_changed": "plusminus", "ailment_given": "drop", "ailment_tick": "drop", "cleansed": "heart",
    "shielded": "shield", "displaced": "push", "coins": "coin", "stolen": "coin", "readied": "sword",
    "charged": "spark", "discarded": "card", "bought_card": "coin", "bought_potion": "coin", "shop_refill": "coin",
    "drank": "heart", "link": "link", "no_target": "minus", "core_ability": "star", "battle": "sword",
    "battle_off": "minus", "down": "fallen_flag", "downed_by": "skull", "reward": "coin", "enemy_down": "skull",
    "level_up": "up", "kept": "card", "kept_card": "card", "trashed": "down", "drew": "card", "drew_card": "card",
    "reshuffled": "turn", "turn_cut": "cut", "turn_end": "hourglass", "enemy_attack": "burst", "enemy_jump": "die",
    "collision": "burst", "event_drawn": "spark", "changes_expired": "ring", "raid_start": "flame",
    "boss_spawn": "skull", "boss_attack": "burst", "boss_move": "right", "player_out": "cross", "boss_beaten": "crown",
    "resigned": "fallen_flag", "match_end": "crown",
}  # fmt: skip


def animate(seen: State, seat: int, told: Told) -> Effects:
    """Icon, movements, marks and sound of an event."""
    made: Effects = {"icon": ICONS.get(told.event, "dot")}
    show = SHOWN.get(told.event)
    if show and seen.stage != STAGE.pre:
        made |= show(seen, seat, told.arguments)
    return made


def at_of(seen: State, who: int) -> str:
    """The element of a figure: on the field, else its player's panel, else the field."""
    for p in range(PIECES):
        if seen.who[p] == who and on_field(seen, p):
            return element(who)
    if is_soldier(who) and any(seen.who[p] == who for p in range(FIRST_FOE)):
        return f"hp-{who}"
    return "board"


def spot(cell: int) -> str:
    x, y = place(cell)
    return f"board@{x},{y},90"


def _played(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse("row")], "mark": ["row"], "sound": "card"}


def _moved(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(at_of(seen, a[0]))], "mark": [cell_element(a[1]), at_of(seen, a[0])]}


def _damage(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = at_of(seen, a[0])
    return {"anim": [{"do": "shake", "at": at}, fly(at, at, f"−{a[1]}", "bad")], "mark": [at], "sound": "hit"}


def _healed(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = at_of(seen, a[0])
    return {"anim": [flash(at, "good"), fly(at, at, f"+{a[1]}", "good")], "mark": [at], "sound": "gain"}


def _flash(tone: Tone) -> Show:
    def show(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
        at = at_of(seen, a[0])
        return {"anim": [flash(at, tone)], "mark": [at]}

    return show


def _link(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """A bridge fires: its sentence is read out, one after another from left to right."""
    left, right, color = a[1], a[2], a[3]
    subject, verb = SUBJECT[left, color], VERB[right, color]
    if not subject or not verb:
        return {}
    who, what = CONTENT.selectors[subject - 1], CONTENT.verbs[verb - 1]
    moment = Moment(
        stages=[[pulse("row")]], says="link", facts={"seat": a[0], "left:card": left, "right:card": right},
        scene=lambda words: scene(COLOR[color], link_text(SELECTORS[who.id], VERBS[what.id], words.language)),
    )  # fmt: skip
    return {"anim": [flash("row", "hint")], "mark": ["row"], "sound": "gain", "moment": moment}


def scene(color: str, said: str) -> Raw:
    return el("div", chip(color), el("p", said), class_=f"game-synegier link-scene k-{color}")


def _coins(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = f"coins-{a[0]}"
    return {"anim": [fly(at, at, f"{a[1]:+d}", "good" if a[1] > 0 else "bad")]}


def _stolen(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [fly(f"coins-{a[1]}", f"coins-{a[0]}", f"+{a[2]}", "warn")], "sound": "gain"}


def _battle(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    me, foe = at_of(seen, a[0]), at_of(seen, a[1])
    hits: list[Motion] = [fly(foe, foe, f"−{a[2]}", "bad"), fly(me, me, f"−{a[3]}", "bad"), {"do": "shake", "at": foe}]
    return {"anim": [beam(me, foe, "red"), *hits], "mark": [me, foe], "sound": "hit"}


def _attack(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    me, foe = at_of(seen, a[0]), at_of(seen, a[1])
    return {"anim": [beam(me, foe, "bad"), {"do": "shake", "at": foe}], "mark": [me, foe], "sound": "hit"}


def _jump(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(at_of(seen, a[0]))], "mark": [cell_element(a[2])], "sound": "dice"}


def _spawn(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [flash(at_of(seen, a[0]), "warn")], "mark": [cell_element(a[4])], "sound": "dice"}


def _down(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """A soldier goes down: nobody should miss it."""
    moment = Moment(stages=[[pulse("downs")] if not seen.raid else [pulse("boss-bar")]], says="down",
                    facts={"who:figure": a[0], "n": a[1]})  # fmt: skip
    return {"moment": moment, "sound": "lose"}


def _reward(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    meter = "kills" if not seen.raid else "boss-bar"
    return {"anim": [pulse(meter), fly("board", f"coins-{a[0]}", f"+{a[2]}", "good")], "sound": "gain"}


def _level(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = at_of(seen, a[0])
    return {"anim": [flash(at, "good"), pulse(f"level-{a[0]}")], "mark": [at], "sound": "gain"}


def _event(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    made = CONTENT.events[a[0] - 1]

    def shown(words: Words) -> Raw:
        title = el("b", made.name[words.language])
        return el("div", title, el("p", event_text(made, words.language)), class_="game-synegier event-scene")

    return {"moment": Moment(stages=[[pulse("event")]], says="event", facts={"event:event": a[0]}, scene=shown)}


def _raid(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [flash("board", "bad")], "sound": "hit"}


def _boss(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """The boss arrives."""
    who = a[0]

    def shown(words: Words) -> Raw:
        art = el("svg", drawn(figure_id(who)), viewBox="-56 -58 112 112", class_="figure")
        return el("div", art, el("b", words.name("figure", who)), class_="game-synegier boss-scene")

    facts = {"who:figure": who, "hp": a[1], "atk": a[2], "def": a[3]}
    return {"moment": Moment(stages=[[pulse("boss-bar")]], says="boss", facts=facts, scene=shown), "sound": "hit"}


def _panel(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(f"seat-{a[0]}")]}


def _round(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse("round")]}


def _row(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse("row")]}


def _end(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    if seen.raid:
        best = max(seen.tally[s] for s in range(seen.seats))
        won = seat >= 0 and seen.tally[seat] == best
    else:
        won = seat >= 0 and seen.own_kills[seat] == max(seen.own_kills[s] for s in range(seen.seats))
    moment = Moment(stages=[[pulse("verdict")]], says="end", facts={"reason:ended": a[0]})
    return {"moment": moment, "sound": end_sound(seat, won)}


SHOWN: dict[str, Show] = {
    "card_played": _played, "moved": _moved, "damage": _damage, "absorbed": _flash("hint"), "healed": _healed,
    "stat_changed": _flash("warn"), "ailment_given": _flash("bad"), "ailment_tick": _flash("warn"),
    "cleansed": _flash("good"), "shielded": _flash("good"), "displaced": _moved, "coins": _coins, "stolen": _stolen,
    "readied": _flash("good"), "link": _link, "no_target": _row, "core_ability": _flash("hint"), "battle": _battle,
    "down": _down, "reward": _reward, "level_up": _level, "enemy_attack": _attack, "collision": _attack,
    "enemy_jump": _jump, "enemy_spawn": _spawn, "event_drawn": _event, "raid_start": _raid, "boss_spawn": _boss,
    "boss_attack": _attack, "boss_move": _jump, "player_out": _panel, "turn_start": _panel, "round_start": _round,
    "reentered": _panel, "drank": _panel, "boss_beaten": _panel, "match_end": _end,
}  # fmt: skip
