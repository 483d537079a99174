"""Scripted players: a game's own rules of thumb, at a table and in compiled matches."""

from pathlib import Path
from typing import Any

import pytest

from taku.bots import Budget, find_bot, names
from taku.bots.contract import Bots
from taku.bots.scripts import scripts_of
from taku.bots.table import play_match
from taku.compile.kernels import copy_world, kernel
from taku.compile.speed import rules_of
from taku.engine import Events, Game, GameError, Kinds, event, roll
from taku.lab import policy
from taku.lab.declare import make_study
from tests.bots.tiny import MARCH, MEN, March, _rules


@kernel("int64(State[::1], uint64[:, ::1], int64, int64[::1], int32[::1])")
def march_script(states, words, seat, numbers, out):  # type: ignore[no-untyped-def]
    """Lets each man go as far as the first number says; the second is how often it ends its turn instead."""
    s, trial = states[0], states[1]
    if roll(s, 100) < numbers[1]:
        return MARCH.end
    for man in range(MEN):
        if s.place[seat, man] >= 0 and not (s.moved >> man) & 1:
            copy_world(words, 0, 1)
            trial.place[seat, man] += numbers[0]
            if trial.place[seat, man] > s.place[seat, man]:
                return MARCH.go(man, numbers[0])
    return MARCH.end


BOTS = Bots(script=march_script, scripts=lambda: {"slow": [1, 0], "fast": [3, 0], "idle": [1, 100]})
UNEVEN = Bots(script=march_script, scripts=lambda: {"slow": [1], "fast": [3, 0]})
UNPLAYED = Bots(scripts=lambda: {"slow": [1, 0]})


def march(bots: str) -> Game:
    return Game(
        id=f"test_{bots.lower()}",
        version=1,
        state=March,
        seats=(2,),
        kinds=Kinds(choose=MARCH),
        events=Events(nothing=event("X-1")),
        decisions=200,
        rules=(_rules("march"),),
        folder=Path(__file__).parent,
        bot=f"tests.bots.test_scripts:{bots}",
    )


game = march("BOTS")
template = policy.muted(game, 2, game.read_options({}, 2))


def played(*players: str, n: int = 50) -> Any:
    return policy.play_by_policy(game, template, [policy.numbered(game, players)], 3, 0, n, hashes=True)


def test_a_script_plays_whole_matches_in_compiled_code():
    """Who goes loses no match against who never goes, and wins where the watch does not see it."""
    first = played("fast", "idle").ranks.tolist()
    assert {tuple(r) for r in first} == {(1, 1), (1, 2)}


def test_its_chance_comes_from_the_matches_stream():
    assert played("slow", "random").hashes.tolist() == played("slow", "random").hashes.tolist()
    assert len(set(played("slow", "random").hashes.tolist())) > 10


def test_it_sees_what_its_seat_sees():
    """Deals that differ in what only the other seat knows get the same action."""
    bot, rules = find_bot(game, "fast"), rules_of(game)
    deals = []
    for watch in (1, 2, 3):
        s = template.copy()
        s.watch[0], s.watch[1] = 1, watch
        deals.append(bot(rules.view(s, 0), 0, rules.legal(s, 0), Budget(watch)))
    assert deals == [MARCH.go(0, 3)] * 3


def test_it_sits_at_a_table_like_any_player():
    assert {"slow", "fast", "idle"} < set(names(game))
    ended = play_match(game, [find_bot(game, "idle"), find_bot(game, "idle")])
    assert (ended.ranks, ended.decisions) == ([1, 1], 8)


def test_a_study_of_scripted_players_is_played_in_compiled_code():
    study = make_study({"game": "warring", "players": ["casual", "prefer"], "matches": 4})
    assert study.variants[0].by_policy
    assert not make_study({"game": "warring", "players": ["casual", "club"], "matches": 4}).variants[0].by_policy


def test_what_is_wrong_with_scripts_is_told():
    with pytest.raises(GameError, match=r"all scripts of test_uneven have equally many numbers .slow: 1, fast: 2"):
        scripts_of(march("UNEVEN"))
    with pytest.raises(GameError, match=r"test_unplayed name scripts .slow., but no script that plays them"):
        scripts_of(march("UNPLAYED"))
