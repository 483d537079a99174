"""Players that are rules on a GPU: the matches of ``taku.lab.policy``, bit for bit.

Random play, play by `prefer`, one step ahead by `value` and a game's scripted players are compiled into the game's
kernel (``taku.compile.gpu``). Players that search stay on the processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from taku.bots.playout import forward
from taku.bots.scripts import WORLDS, script_of
from taku.compile.gpu import Program, run
from taku.engine.chance import key, word
from taku.engine.game import Game
from taku.lab.policy import SCRIPT, VALUE, PolicyMatches, drawn, script_numbers

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

SCRIPTED = f"""
CALLED int scripted(State &s, int seat, int (&out)[{{actions}}], const int (&numbers)[NUMBERS]) {{{{
    State worlds[{WORLDS}];
    for (int i = 0; i < {WORLDS}; i++) worlds[i].log_.mute_ = 1;
    (Core &)worlds[0] = (const Core &)s;
    {{view}}(worlds[0], seat);
    i64 a = {{word}}(s), b = {{word}}(s), c = {{word}}(s), d = {{word}}(s);
    {{key}}(worlds[0], a, b, c, d);
    return {{script}}(worlds, worlds, seat, numbers, out);
}}}}
"""
"""What ``policy.scripted`` does. Rows of words are the worlds once more: they are only ever copied whole."""

CHOOSE = """
DEVICE int choose(State &s, int seat, int (&out)[{{actions}}], int policy, const int (*numbers)[{numbers}]) {{{{
    {scripted}
    {ahead}
    return {{drawn}}(s, seat, out, policy);
}}}}
"""

TEAMS = "for (int q = 0; q < {{seats}}; q++) to.teams[index * {{seats}} + q] = ((const signed char *)&s)[{at} + q];"


@lru_cache(maxsize=16)
def program_of(game: Game, policies: frozenset[int]) -> Program:
    """The program with those players that draw, and with these kinds besides: ``VALUE``, ``SCRIPT``."""
    from taku.lab.counting import team_offset

    at, ahead, scripts = team_offset(game), VALUE in policies, SCRIPT in policies
    count = script_numbers(game).shape[1]
    entries: dict[str, Any] = {"drawn": drawn}
    entries |= {"word": word, "key": key} if ahead or scripts else {}
    entries |= {"forward": forward} if ahead else {}
    entries |= {"script": script_of(game)} if scripts else {}
    needs = ["act", *["view"] * (ahead or scripts), *["guess", "value"] * ahead]
    asked = f"if (policy >= {SCRIPT}) return scripted(s, seat, out, numbers[policy - {SCRIPT}]);" if scripts else ""
    looks = f"if (policy == {VALUE}) return ahead(s, seat, out);" if ahead else ""
    parts = [AHEAD] * ahead + [SCRIPTED.replace("NUMBERS", str(count))] * scripts
    return Program(
        "_".join(["drawn", *["ahead"] * ahead, *["script"] * scripts]),
        entries,
        "{act}(s, at.seat, choose(s, at.seat, out, policies[(first + index) % turns * width + at.seat], numbers));",
        rules="".join([*parts, CHOOSE.format(ahead=looks, scripted=asked, numbers=count)]),
        parameters=f", const signed char *policies, i64 turns, i64 width, const int (*numbers)[{count}]",
        deal="(first + index) / turns",
        results="signed char *teams;" if at >= 0 else "",
        finish=TEAMS.format(at=at) if at >= 0 else "",
        needs=tuple(needs),
    )


def kinds_of(policies: Any) -> frozenset[int]:
    """Which kinds of players there are among some, beside those that draw."""
    numbers = {min(int(p), SCRIPT) for p in np.asarray(policies).flat}
    return frozenset(numbers & {VALUE, SCRIPT})


def play_on_gpu(
    game: Game,
    template: Any,
    policies: Sequence[Sequence[int]],
    number: int,
    first: int,
    n: int,
    *,
    hashes: bool = False,
) -> tuple[PolicyMatches, Any]:
    """The same as ``policy.play_by_policy``, and the teams of each match (None where everybody plays alone)."""
    most = game.seats[-1]
    ranks, decisions = np.zeros((n, most), np.int8), np.zeros(n, np.int32)
    digests = np.zeros(n if hashes else 0, np.uint64)
    mine = np.asarray(policies, np.int8)
    program = program_of(game, kinds_of(mine))
    teams = np.zeros((n, most), np.int8) if program.results else None
    more = [teams] if teams is not None else []
    given = [mine, *mine.shape, script_numbers(game).astype(np.int32)]
    run(game, template, number, first, ranks, decisions, digests, program=program, more=more, given=given)
    total = int(decisions[decisions > 0].sum())
    seats = template.seats
    played = PolicyMatches(ranks[:, :seats], decisions, digests, None, total)
    return played, None if teams is None else teams[:, :seats]
