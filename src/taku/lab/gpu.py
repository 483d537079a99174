"""Players that are rules on a GPU: the matches of ``taku.lab.policy``, bit for bit.

Random play, play by `prefer` and one step ahead by `value` are compiled into the game's kernel
(``taku.compile.gpu``). Players that search stay on the processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from taku.bots.playout import forward
from taku.compile.gpu import Program, run
from taku.engine.chance import key, word
from taku.engine.game import Game
from taku.lab.policy import PolicyMatches, drawn

AHEAD = """
CALLED int ahead(State &s, int seat, int (&out)[{actions}]) {{
    State world, after;
    int ranks[{actions}], best = -1, ties = 0, chosen = 0, n = {forward}(s, seat, out);
    (Core &)world = (const Core &)s;
    {view}(world, seat);
    i64 a = {word}(s), b = {word}(s), c = {word}(s), d = {word}(s);
    {key}(world, a, b, c, d);
    {guess}(world, seat);
    for (int i = 0; i < n; i++) {{
        int worth = 0;
        (Core &)after = (const Core &)world;
        {act}(after, seat, out[i]);
        if ({actors}(after)) {{
            worth = {value}(after, seat);
        }} else {{
            {scores}(after, ranks);
            for (int q = 0; q < after.seats_; q++)
                worth += ranks[q] > ranks[seat] ? 2 : ranks[q] == ranks[seat] && q != seat ? 1 : 0;
            worth = worth * 500 / most(1, after.seats_ - 1);
        }}
        if (worth > best) {{
            best = worth;
            ties = 1;
            chosen = i;
        }} else if (worth == best) {{
            ties++;
            if (ties * (i64({word}(s)) & 0xFFFFFF) < 0x1000000) chosen = i;
        }}
    }}
    return out[chosen];
}}
"""
"""What ``policy.ahead`` does, in its order: the words of chance must be the same ones."""

CHOOSE = """
DEVICE int choose(State &s, int seat, int (&out)[{{actions}}], i64 policies) {{{{
    int policy = int((policies >> (2 * seat)) & 3);
    {ahead}
    return {{drawn}}(s, seat, out, policy);
}}}}
"""

TEAMS = "for (int q = 0; q < {{seats}}; q++) to.teams[index * {{seats}} + q] = ((const signed char *)&s)[{at} + q];"


@lru_cache(maxsize=16)
def program_of(game: Game, ahead: bool) -> Program:
    """The program with players that draw, or also with those that look one step ahead."""
    from taku.lab.counting import team_offset

    at = team_offset(game)
    looks = "if (policy == 2) return ahead(s, seat, out);" if ahead else ""
    thinking = {"forward": forward, "word": word, "key": key} if ahead else {}
    return Program(
        "ahead" if ahead else "drawn",
        {"drawn": drawn, **thinking},
        "{act}(s, at.seat, choose(s, at.seat, out, policies[(first + index) % turns]));",
        rules=(AHEAD if ahead else "") + CHOOSE.format(ahead=looks),
        parameters=", const i64 *policies, i64 turns",
        deal="(first + index) / turns",
        results="signed char *teams;" if at >= 0 else "",
        finish=TEAMS.format(at=at) if at >= 0 else "",
        needs=("act", "view", "guess", "value") if ahead else ("act",),
    )


def play_on_gpu(
    game: Game, template: Any, policies: Sequence[int], number: int, first: int, n: int, *, hashes: bool = False
) -> tuple[PolicyMatches, Any]:
    """The same as ``policy.play_by_policy``, and the teams of each match (None where everybody plays alone)."""
    most = game.seats[-1]
    ranks, decisions = np.zeros((n, most), np.int8), np.zeros(n, np.int32)
    digests = np.zeros(n if hashes else 0, np.uint64)
    mine = np.asarray(policies, np.int64)
    ahead = any((int(p) >> (2 * seat)) & 3 == 2 for p in mine for seat in range(template.seats))
    program = program_of(game, ahead)
    teams = np.zeros((n, most), np.int8) if program.results else None
    more = [teams] if teams is not None else []
    run(game, template, number, first, ranks, decisions, digests, program=program, more=more, given=[mine, len(mine)])
    total = int(decisions[decisions > 0].sum())
    seats = template.seats
    played = PolicyMatches(ranks[:, :seats], decisions, digests, None, total)
    return played, None if teams is None else teams[:, :seats]
