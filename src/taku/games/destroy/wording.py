"""What actions are called, why one is not allowed, and the table as text: the game in words, without a page."""

from __future__ import annotations

from typing import Any

from taku.engine.actions import Action
from taku.engine.part import Described
from taku.engine.words import Words
from taku.games.destroy.content import (
    BAR,
    CARD,
    CARD_KIND,
    CARD_VALUE,
    CONTENT,
    LV,
    POWER,
    SELECT,
    STEP,
    STEP_OF,
    STEPS,
    WITHIN,
    Character,
)
from taku.games.destroy.rules.actions import attack_targets, character_of, current_act, move_targets
from taku.games.destroy.rules.skills import choices, next_step, provoked
from taku.games.destroy.rules.values import NO_TARGET, attack_power, blue, defence, field_mana, mana, most_lent
from taku.games.destroy.state import ACT, CARDS, CELLS, MARK, OUT, PLACES, SEATS, STAGE, SUB_PLACE, TEAMS, State
from taku.kit.drafts import DRAFT
from taku.page.terminal import pad


def faces(n: int, low: int, high: int) -> list[int]:
    """The faces of n dice as an event gives them, in the order thrown."""
    digits = []
    for number, count in ((low, min(n, 10)), (high, max(0, n - 10))):
        digits += [number // 7 ** (count - 1 - i) % 7 for i in range(count)]
    return digits


def character(seen: State, c: int) -> Character:
    """The card of a character in play."""
    return CONTENT.characters[seen.who[c] - 1]


# ---------------------------------------------------------------- what an action is called


def describe(seen: State, seat: int, action: Action) -> Described:
    """The key of an action's words, and what they tell beside its arguments."""
    draft = seen.draft[seat]
    match action:
        case "pick", _:
            return "pick", {"place:place": draft.stage}
        case ("undo",):
            return "undo", {"char:character": draft.pick[draft.stage - 1]}
        case ("move" | "attack") as name, place:
            c = PLACES * seat + place
            return name, {"char:character": seen.who[c]}
        case "skill", place, j:
            return "skill", _skill(seen, PLACES * seat + place, j)
        case ("skip",):
            act = current_act(seen, seat)
            return "skip", _skill(seen, character_of(seat, act), ACT.skill.j(act))
        case "choose", cell:
            return _describe_target(seen, seat, cell)
    return action.name, {}


def _skill(seen: State, c: int, j: int) -> dict[str, object]:
    return {"char:character": seen.who[c], "skill:skill": 2 * seen.who[c] - 1 + j}


def _describe_target(seen: State, seat: int, cell: int) -> Described:
    act = current_act(seen, seat)
    c, other = character_of(seat, act), seen.at[cell] - 1
    about: dict[str, object] = {}
    if other >= 0:
        about = {"other:character": seen.who[other], "side:side": int(other // PLACES != seat)}
    if act in ACT.skill:
        j = ACT.skill.j(act)
        select = STEP_OF[seen.who[c], j, next_step(seen, c, j, seen.step), STEP.select]
        area = "skill_around" if about else "skill_at"
        key = {SELECT.cell: "skill_to", SELECT.area: area}.get(select, "skill_on")
        return key, about | _skill(seen, c, j)
    about["char:character"] = seen.who[c]
    if act in ACT.move:
        return "exchange_with" if other >= 0 else "move_to", about
    if seen.down[other]:
        return "attack_down", about
    return "attack_on", about | {"atk": attack_power(seen, c, other), "def": defence(seen, other)}


# ---------------------------------------------------------------- why one is not allowed


def why_not(seen: State, seat: int, action: Action) -> str:
    """The clause that forbids an action where it is another than the action's own."""
    match action:
        case "pick", char:
            if not (seen.dealt[seat] >> (char - 1)) & 1:
                return "D-4.6"
            return "D-4.3" if seen.draft[seat].stage == PLACES else "D-4.2"
        case "team", _:
            return "D-4.5" if seen.opt.team_mode == TEAMS.choose else "D-4.6"
        case "play", _:
            return "D-7.7"
        case (("move" | "attack" | "skill"), place, *_):
            return _why_not_act(seen, seat, PLACES * seat + place, action.number)
        case "choose", cell:
            return _why_not_target(seen, seat, cell)
    return ""


def _why_not_act(seen: State, seat: int, c: int, act: int) -> str:
    needed = getattr(CARD, ACT.read(act).name)
    if seen.cell[c] == SUB_PLACE:
        return "D-3.6"
    if seen.cell[c] == OUT:
        return "D-10.7"
    if act not in ACT.move and seen.down[c]:
        return "D-10.2"
    marks = {m: (seen.marks[c] >> getattr(MARK, m)) & 1 for m in ("no_move", "no_attack", "no_skill")}
    if act in ACT.move:
        reasons = [("D-13.4", marks["no_move"]), ("D-8.4", not move_targets(seen, c))]
    elif act in ACT.attack:
        within = WITHIN[min(3, 1 + blue(seen, c, POWER.reach)), seen.cell[c]]
        reasons = [("D-8.7", seen.attacked[c]), ("D-13.5", marks["no_attack"])]
        reasons += [("D-13.6", within & ~provoked(seen, c) & _cells(seen, 1 - seat)), ("D-8.6", True)]
        if attack_targets(seen, c):
            reasons = []
    else:
        who, j = seen.who[c], ACT.skill.j(act)
        reasons = [("D-2.3", not STEPS[who, j]), ("D-8.9", (seen.skilled[c] >> j) & 1)]
        reasons += [("D-13.5", marks["no_skill"]), ("D-2.2", LV[who, j] > mana(seen, seat)), ("D-11.4", True)]
    card = seen.played[seat] - 1
    wild = CARD_VALUE[card] < most_lent(seen, seat, POWER.wild)  # D-13.14
    if not wild and CARD_KIND[card] not in (needed, CARD.trump):
        reasons = [("D-8.1", True)]
    return next((clause for clause, holds in reasons if holds), "")


def _why_not_target(seen: State, seat: int, cell: int) -> str:
    act = current_act(seen, seat)
    c, other = character_of(seat, act), seen.at[cell] - 1
    enemy = other >= 0 and other // PLACES != seat
    if act in ACT.move:
        return "D-8.4" if enemy else "D-13.4" if other >= 0 and (seen.marks[other] >> MARK.no_move) & 1 else "D-8.2"
    if act in ACT.attack:
        return "D-13.6" if enemy and not (provoked(seen, c) >> cell) & 1 else "D-8.6"
    j = ACT.skill.j(act)
    k = next_step(seen, c, j, seen.step)
    if not (WITHIN[STEP_OF[seen.who[c], j, k, STEP.range], seen.cell[c]] >> cell) & 1:
        return "D-3.8"
    strikes = (STEP_OF[seen.who[c], j, k, STEP.bars] >> BAR.no_attack) & 1
    if enemy and strikes and not (provoked(seen, c) >> cell) & 1:
        return "D-13.6"
    return "D-11.6" if not (choices(seen, c, j, k) >> cell) & 1 else ""


def _cells(seen: State, seat: int) -> int:
    return sum(1 << seen.cell[c] for c in range(PLACES * seat, PLACES * seat + PLACES) if seen.cell[c] < CELLS)


# ---------------------------------------------------------------- the table in a terminal

ROWS = ((7, 8, 9), (3, 4, 5, 6), (0, 1, 2))
WIDTH = 22
"""Columns of a cell: a name of fourteen letters with its number and sign."""


def text(seen: State, seat: int, words: Words) -> str:
    """The table as lines of text, from this seat's side."""
    me = max(seat, 0)
    lines = [_headline(seen, words)]
    if seen.stage == STAGE.setup:
        lines += [_draft(seen, s, seat, words) for s in range(SEATS)]
        open_ = seen.dealt[seat] if seat >= 0 else 0
        return "\n".join(lines + [line for n in range(10) if (open_ >> n) & 1 for line in _card(n, words)])
    lines += ["", _side(seen, 1 - me, words), "", *_field(seen, me, words), "", _side(seen, me, words), ""]
    order = [*range(PLACES * me, PLACES * me + PLACES), *range(PLACES * (1 - me), PLACES * (1 - me) + PLACES)]
    for c in order:
        lines += _skills(seen, c, me, words)
    return "\n".join(lines)


def _headline(seen: State, words: Words) -> str:
    if seen.stage == STAGE.setup:
        return words.say("table", "setup")
    if seen.stage == STAGE.over:
        return words.say("table", "over")
    about = {"n": seen.round, "of": seen.opt.round_limit, "phase": seen.phase, "phases": seen.opt.phases}
    parts: dict[str, Any] = {"first:seat": 0, "mana0": mana(seen, 0), "second:seat": 1, "mana1": mana(seen, 1)}
    mana_line = words.say("table", "mana", field=field_mana(seen), **parts)
    return f"{words.say('table', 'round', **about)}   {mana_line}"


def _draft(seen: State, of: int, seat: int, words: Words) -> str:
    draft = seen.draft[of]
    status = words.say("table", "ready" if draft.status == DRAFT.ready else "choosing")
    picks = range(draft.stage if of == seat else 0)
    team = [f"[{words.name('place', i)}] {words.name('character', draft.pick[i])}" for i in picks]
    return " ".join([f"{words.seat(of)}: {status}", *team])


def _card(n: int, words: Words) -> list[str]:
    """A character card in full, for choosing the team."""
    card, language = CONTENT.characters[n], words.language
    lines = ["", f"{card.name[language]}  {card.atk}/{card.defence}"]
    for skill in card.skills:
        always = f" ({words.say('table', 'blue')})" if skill.blue else ""
        about = {"lv": skill.lv, "name": skill.name[language], "text": skill.text[language]}
        lines.append(f"  {words.say('table', 'skill_line', **about)}{always}")
    return [*lines, f"  {words.say('table', 'sub')} {card.sub.name[language]}: {card.sub.text[language]}"]


def _side(seen: State, seat: int, words: Words) -> str:
    cards = [words.name("card", k) for k in range(CARDS) if not seen.used[seat, k]]
    lines = [f"{words.seat(seat)}   {words.say('table', 'hand')}: {', '.join(cards)}"]
    if seen.stage == STAGE.card:
        status = words.say("table", "chosen" if seen.chosen[seat] else "thinking")
        lines[0] = f"{words.seat(seat)} ({status})   {words.say('table', 'hand')}: {', '.join(cards)}"
    out = [words.name("character", seen.who[c]) for c in range(4 * seat, 4 * seat + 4) if seen.cell[c] == OUT]
    if out:
        lines.append(f"  {words.say('table', 'out')}: {', '.join(out)}")
    return "\n".join(lines)


def _field(seen: State, me: int, words: Words) -> list[str]:
    rows = ROWS if me == 0 else tuple(tuple(reversed(row)) for row in reversed(ROWS))
    lines = []
    for row in rows:
        indent = " " * (WIDTH // 2 * (4 - len(row)))
        cells = [_cell(seen, q, me, words) for q in row]
        for part in range(2):
            lines.append((indent + "".join(pad(cell[part], WIDTH, least=1) for cell in cells)).rstrip())
        lines.append("")
    return lines[:-1]


def _cell(seen: State, q: int, me: int, words: Words) -> tuple[str, str]:
    c = seen.at[q] - 1
    if c < 0:
        return f"[{q}] ·", ""
    sign = "▲" if c // PLACES == me else "▽"
    values = f"{attack_power(seen, c, NO_TARGET)}/{defence(seen, c)}"
    if seen.damage[c]:
        values += " " + words.say("table", "damage", n=seen.damage[c])
    if seen.down[c]:
        values += " " + words.say("table", "down")
    return f"[{q}] {sign}{words.name('character', seen.who[c])}", f"     {values}"


def _skills(seen: State, c: int, me: int, words: Words) -> list[str]:
    """A character's skills; a star at those whose level the mana reaches now. Of a sub only the sub skill."""
    if seen.cell[c] == OUT:
        return []
    card, sign = character(seen, c), "▲" if c // PLACES == me else "▽"
    name = f"{sign}{card.name[words.language]}"
    if seen.cell[c] == SUB_PLACE:
        sub = card.sub
        return [f"* {name} ({words.say('table', 'sub')}) {sub.name[words.language]}: {sub.text[words.language]}"]
    lines = []
    for skill in card.skills:
        on = "*" if not seen.down[c] and skill.lv <= mana(seen, c // PLACES) else " "
        about = {"lv": skill.lv, "name": skill.name[words.language], "text": skill.text[words.language]}
        always = f" ({words.say('table', 'blue')})" if skill.blue else ""
        lines.append(f"{on} {name} {words.say('table', 'skill_line', **about)}{always}")
    return lines
