"""Counting in compiled code what every game can be asked: lengths, leads, choices, what is offered and what is taken.

The kernel plays the same matches as every other kernel for drawn players: the same number gives the same match. Looking
ahead (what else could have been done, another end of the same deal) happens on copies, so nothing of it is changed.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from taku.bots.playout import SCALE, draw, forward, rewards
from taku.compile.kernels import first_of, kernel
from taku.engine.chance import seed
from taku.engine.contract import CORE_WORDS, DECISIONS, HAS_VALUE, act, actors, kind, start, value
from taku.engine.game import Game
from taku.engine.rule import rule

# Columns of what is found in a match.
DONE, ONE, MANY, WIDTH, CHANGES, LOOKS, BEHIND, SETTLED, ASKED, MATTERED, LOST, DEAL, DEALS, MOVER, ROUNDS = range(15)
AHEAD = 15
"""The first of nine columns: how the match ended for who led after 10 % … 90 % of it; −1 where nobody did."""
COLUMNS = AHEAD + 9

MOST_LOOKS = 512
"""Looks at the state of a match; a longer one is looked at less often."""
LEAD = 20
"""In thousandths of a result: a smaller lead is none."""
ENDS = 32
"""Playouts that say how a match stands where the game has no `value`: known to 9 points, enough to see who leads."""
TRIES = 8
"""Playouts after each action that could have been chosen, where the game has no `value`."""
MOST_CHOICES = 64
"""Decisions among more actions are not asked for what else there was."""
MATTERS = 20
"""In thousandths: the second-best action must lose so much for a choice to have mattered."""
BEHIND_AT = 250
"""In thousandths of a result: who comes back from below this has come back."""
HIT = 1 << 40
"""Numbers of the streams of other ends of a deal: none of them is a match's own."""


@kernel("void(uint64[:, ::1], int64, int64)")
def copy_row(words, a, b):
    """Copy one state over another."""
    for w in range(CORE_WORDS):
        words[b, w] = words[a, w]


@kernel("void(State[::1], uint64[:, ::1], int32[::1], int64, int32[::1], int32[::1], int64, int64, int64, int64[::1])")
def chances(states, words, out, seats, teams, reward, row, number, tries, found):
    """How the match in a row stands for every seat, in thousandths: by `value`, or by so many playouts of a copy."""
    if actors(states[row]) == 0:
        rewards(states[row], out, seats, teams, reward, 1)
        for q in range(seats):
            found[q] = reward[q]
    elif HAS_VALUE:
        for q in range(seats):
            found[q] = min(SCALE, max(0, value(states[row], q)))
    else:
        for q in range(seats):
            found[q] = 0
        for i in range(tries):
            copy_row(words, row, 4)
            seed(states[4], HIT + number, i)
            done = 0
            while done < DECISIONS:
                who = actors(states[4])
                if who == 0:
                    break
                seat = first_of(who)
                n = forward(states[4], seat, out)
                act(states[4], seat, out[draw(states[4], seat, out, n, 1)])
                done += 1
            rewards(states[4], out, seats, teams, reward, 1)
            for q in range(seats):
                found[q] += reward[q]
        for q in range(seats):
            found[q] //= tries


@kernel("int64(int64[::1], int32[::1], int64)")
def leader(found, teams, seats):
    """The team that leads, −1 if it is not clear."""
    best = 0
    for q in range(seats):
        if found[q] > found[best]:
            best = q
    for q in range(seats):
        if teams[q] != teams[best] and found[q] + LEAD > found[best]:
            return -1
    return np.int64(teams[best])


@rule
def rounds_since(was, now):
    """Rounds that have begun since a number of the round was looked at; in another part of a match it begins anew."""
    if now >= was:
        return now - was
    return 1 if now > 0 else 0


@kernel(
    "int64(State[::1], uint64[:, ::1], int8[:, ::1], int32[::1], int32[::1], int32[:, :, ::1], int64[::1], int64, "
    "int32[::1], int32[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], int32[::1], "
    "float64[:, ::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], int32[:, ::1])"
)
def count_matches(
    states, words, raw, out, policies, items, plan, first, teams, reward, stand, looks, stamp, held, choices,
    found, kinds, offered, taken, holders, ended, right,
):  # fmt: skip
    """Play matches first … of a run and count. Rows: 0 in play, 1 seats and options, 2 to 4 copies, 5 as dealt.

    ``plan``: the run's number, seats, where the teams stand (or −1), decisions between two looks, one in how many
    decisions is looked at for what else could have been done, one in how many matches has a second end, where the
    number of the round stands (or −1).
    """
    number, seats, team_at, stride, ask, again = plan[0], plan[1], plan[2], plan[3], plan[4], plan[5]
    round_at = plan[6]
    things = offered.shape[1]
    width = items.shape[2]
    s = states[0]
    for k in range(found.shape[0]):
        match = first + k
        copy_row(words, 1, 0)
        seed(s, number, match)
        start(s)
        copy_row(words, 0, 5)
        mover = -1
        beginner = 0
        done = 0
        seen = 0
        step = stride
        rounds = 0
        last_round = 0
        waiting = 1
        for i in range(4 * things):
            stamp[i] = -1
        for i in range(things * seats):
            held[i] = 0
        while True:
            for q in range(seats):
                teams[q] = raw[0, team_at + q] if team_at >= 0 else q
            who = actors(s)
            if who == 0 or done >= DECISIONS:
                break
            if mover < 0 and who & (who - 1) == 0:
                mover = first_of(who)
            if round_at >= 0:
                rounds += rounds_since(last_round, raw[0, round_at])
                last_round = raw[0, round_at]
            elif done == 0:
                beginner = first_of(who)
                rounds = 1
                waiting = 0
            elif (who >> beginner) & 1:
                rounds += waiting
                waiting = 0
            else:
                waiting = 1
            if done % step == 0:
                if seen == MOST_LOOKS:  # a long match: every second look is forgotten, and looks come half as often
                    seen = MOST_LOOKS // 2
                    for i in range(seen):
                        for q in range(seats + 1):
                            looks[i, q] = looks[2 * i, q]
                    step *= 2
                if done % step == 0:
                    chances(states, words, out, seats, teams, reward, 0, match * MOST_LOOKS + seen, ENDS, stand)
                    for q in range(seats):
                        looks[seen, q] = stand[q]
                    looks[seen, seats] = leader(stand, teams, seats)
                    seen += 1
            seat = first_of(who)
            of = kind(s, seat)
            n = forward(s, seat, out)
            if n == 1:
                found[k, ONE] += 1
            else:
                found[k, MANY] += 1
                found[k, WIDTH] += n
                if who & (who - 1) == 0:  # others think meanwhile: only who is waited for takes time
                    kinds[k, of] += min(100, 55 + 6 * n)
            place = draw(s, seat, out, n, policies[seat])
            chosen = out[place]
            if n > 1:
                for i in range(n):
                    for j in range(width):
                        item = items[of, out[i], j]
                        if item >= 0 and stamp[item] != done:
                            stamp[item] = done
                            offered[k, item] += 1
                for j in range(width):
                    item = items[of, chosen, j]
                    if item >= 0 and stamp[things + item] != done:
                        stamp[things + item] = done
                        taken[k, item] += 1
                        held[item * seats + seat] = 1
                if (done + match) % ask == 0 and n <= MOST_CHOICES:
                    copy_row(words, 0, 3)
                    for i in range(n):
                        choices[i] = out[i]
                        choices[MOST_CHOICES + i] = 0
                    best = -1
                    second = -1
                    for i in range(n):
                        copy_row(words, 3, 2)
                        act(states[2], seat, choices[i])
                        chances(states, words, out, seats, teams, reward, 2, match * MOST_CHOICES + i, TRIES, stand)
                        choices[MOST_CHOICES + i] = stand[seat]
                        if stand[seat] > best:
                            second = best
                            best = stand[seat]
                        elif stand[seat] > second:
                            second = stand[seat]
                    for i in range(n):
                        for j in range(width):
                            item = items[of, choices[i], j]
                            if item >= 0 and stamp[2 * things + item] != done:
                                stamp[2 * things + item] = done
                                right[k, 2 * item + 1] += 1
                            if item >= 0 and choices[MOST_CHOICES + i] == best and stamp[3 * things + item] != done:
                                stamp[3 * things + item] = done
                                right[k, 2 * item] += 1
                    found[k, ASKED] += 1
                    found[k, LOST] += best - second
                    if best - second >= MATTERS:
                        found[k, MATTERED] += 1
            act(s, seat, chosen)
            done += 1
        found[k, DONE] = done if actors(s) == 0 else -1
        if round_at >= 0:  # some games count rounds that are over
            rounds += rounds_since(last_round, raw[0, round_at])
        found[k, MOVER] = mover
        found[k, ROUNDS] = rounds
        found[k, LOOKS] = seen
        rewards(s, out, seats, teams, reward, 1)
        top = 0
        for q in range(seats):
            ended[k, q] = reward[q]
            if reward[q] > reward[top]:
                top = q
        one = 1
        for q in range(seats):
            if teams[q] != teams[top] and reward[q] == reward[top]:
                one = 0
        for i in range(things):
            for q in range(seats):
                if held[i * seats + q]:
                    holders[k, 2 * i] += reward[q]
                    holders[k, 2 * i + 1] += 1
        last = -1
        changes = 0
        settled = 0
        low = SCALE
        for i in range(seen):
            lead = looks[i, seats]
            if lead >= 0:
                if last >= 0 and lead != last:
                    changes += 1
                last = lead
            if lead != teams[top]:
                settled = i + 1
            for q in range(seats):
                if teams[q] == teams[top]:
                    low = min(low, looks[i, q])
        found[k, CHANGES] = changes
        found[k, BEHIND] = (1 if low < BEHIND_AT else 0) if one else -1
        found[k, SETTLED] = settled / max(1, seen) if one else -1
        for i in range(9):
            found[k, AHEAD + i] = -1
            if seen:
                lead = looks[(i + 1) * seen // 10, seats]
                for q in range(seats):
                    if lead >= 0 and teams[q] == lead:
                        found[k, AHEAD + i] = reward[q]
        if again and match % again == 0:
            copy_row(words, 5, 4)
            seed(states[4], HIT + number, match)
            extra = 0
            while extra < DECISIONS:
                who = actors(states[4])
                if who == 0:
                    break
                seat = first_of(who)
                n = forward(states[4], seat, out)
                act(states[4], seat, out[draw(states[4], seat, out, n, policies[seat])])
                extra += 1
            rewards(states[4], out, seats, teams, reward, 1)
            for q in range(seats):
                a = ended[k, q] - SCALE // 2
                b = reward[q] - SCALE // 2
                found[k, DEAL] += a * b
                found[k, DEALS] += (a * a + b * b) / 2
    return 0


@dataclass(frozen=True)
class Counted:
    """What was counted in consecutive matches, match by match."""

    found: Any
    """A row of ``COLUMNS`` for each match."""
    kinds: Any
    """For each kind of decision the share of its pace (``taku.bots.levels.pace``) that was needed, in hundredths."""
    offered: Any
    taken: Any
    holders: Any
    """For each thing the results of the seats that took it, and how many these are."""
    ended: Any
    """Each seat's result in thousandths."""
    right: Any
    """For each thing how often it was in a best action, and in how many decisions that was asked."""


@lru_cache(maxsize=32)
def items_of(game: Game) -> tuple[tuple[str, ...], Any]:
    """The things that actions speak of, and for each kind and action which of them: the action itself, cards, courses.

    ``action.march`` is an action by its name, ``card.17`` the entry 17 of the words' table ``card``.
    """
    names: dict[str, int] = {}
    rows: list[dict[int, list[int]]] = []
    for k in range(len(game.kinds)):
        row: dict[int, list[int]] = {}
        for placed in game.actions[k].all():
            for number in range(placed.first, placed.end):
                pairs = zip(placed.arguments, placed.read(number), strict=True)
                things = [f"{a.table}.{at}" for a, at in pairs if a.table and a.table != "seat"]
                row[number] = [names.setdefault(thing, len(names)) for thing in (f"action.{placed.name}", *things)]
        rows.append(row)
    numbers = 1 + max(number for row in rows for number in row)
    table = np.full((len(rows), numbers, max(len(of) for row in rows for of in row.values())), -1, np.int32)
    for k, row in enumerate(rows):
        for number, of in row.items():
            table[k, number, : len(of)] = of
    return tuple(names), table


def countable(players: Sequence[str]) -> bool:
    """Whether these players draw their actions, so that compiled code counts their matches."""
    return all(name in ("random", "prefer") for name in players)


def team_offset(game: Game) -> int:
    """Where in a state the teams of the seats stand, a byte each; −1 where everybody plays alone."""
    layout = game.state.layout
    field = layout.fields.get("team")
    one_byte = field is not None and len(field.shape) == 1 and field.size == field.shape[0] >= game.seats[-1]
    return int(layout.offsets["team"]) if one_byte else -1


def round_offset(game: Game) -> int:
    """Where in a state the number of the round stands, in a byte; −1 where none is kept."""
    layout = game.state.layout
    field = layout.fields.get("round")
    return int(layout.offsets["round"]) if field is not None and not field.shape and field.size == 1 else -1


def counting_build(game: Game) -> Any:
    """The build with the kernel that counts."""
    from taku.compile.native import Build

    return Build(game, [count_matches])


@dataclass(frozen=True)
class Depth:
    """How much is looked at beside what is simply counted."""

    looks: int = 64
    """Looks at how a match stands, about."""
    ask: int = 32
    """One in how many decisions is asked for what else could have been done."""
    again: int = 4
    """One in how many matches has a second end from the same deal."""


USUAL = Depth()


def count(
    game: Game,
    n: int,
    *,
    seats: int,
    options: Mapping[str, int],
    players: Sequence[str],
    number: int,
    first: int = 0,
    depth: Depth = USUAL,
) -> Counted:
    """Play matches first … first + n − 1 of a run and count. The same run and match give the same figures."""
    template = game.new(seats, options)
    template.log.mute = 1
    whole = np.frombuffer(template.memory, np.uint64)
    words = np.stack([whole] * 6)
    names, items = items_of(game)
    things, most = len(names), game.seats[-1]
    plan = np.array([number, seats, team_offset(game), 1, depth.ask, depth.again, round_offset(game)], np.int64)
    out = np.empty(max(game.most_legal, most), np.int32)
    policies = np.array([name == "prefer" for name in players], np.int32)
    room = [np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(most, np.int64)]
    room += [np.zeros((MOST_LOOKS, most + 1), np.int64), np.zeros(4 * things, np.int64)]
    room += [np.zeros(things * most, np.int64), np.zeros(2 * MOST_CHOICES, np.int32)]
    play = counting_build(game).functions["count_matches"]

    def run(begin: int, m: int) -> Counted:
        made = Counted(
            np.zeros((m, COLUMNS)),
            np.zeros((m, len(game.kinds)), np.int32),
            np.zeros((m, things), np.int32),
            np.zeros((m, things), np.int32),
            np.zeros((m, 2 * things), np.int32),
            np.zeros((m, most), np.int32),
            np.zeros((m, 2 * things), np.int32),
        )
        rows = words.view(template.native.dtype)[:, 0]
        play(rows, words, words.view(np.int8), out, policies, items, plan, begin, *room, made.found, made.kinds,
             made.offered, made.taken, made.holders, made.ended, made.right)  # fmt: skip
        return made

    # Matches 0 to 2 of the run tell how long one is, whichever part of it is played here.
    plan[3], plan[4], plan[5] = 1 << 20, 1 << 20, 0
    length = float(run(0, 3).found[:, DONE].mean())
    plan[3], plan[4], plan[5] = max(1, int(length) // depth.looks), depth.ask, depth.again
    return run(first, n)
