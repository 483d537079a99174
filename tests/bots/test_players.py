"""Players: every one legal, fair and repeatable; levels with names, slips and human times."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from taku.bots import (
    LEVEL_NAMES,
    Bot,
    Budget,
    Choice,
    Report,
    SearchBot,
    UnknownBot,
    find_bot,
    level_of,
    names,
    rewards,
    say,
    thinking_time,
)
from taku.bots.players import pick
from taku.compile.speed import rules_of
from taku.engine import Game, GameError, find_game, found_games
from taku.engine.chance import seed
from taku.engine.state import GameState
from tests.bots.tiny import RUN, hands, race

EVERY = [*found_games()]
FEW = 300
"""Simulations at most in these tests: what is proved here does not depend on their number."""


def decisions(game: Game, index: int, count: int = 4) -> Iterator[tuple[GameState, int]]:
    """True states with a seat to choose, spread over a random match."""
    rules = rules_of(game, "native")
    rng = Random(index)
    s = game.new(rng.choice(game.seats))
    seed(s, 11, index)
    rules.start(s)
    at = {rng.randrange(1 + min(60, game.decisions // 2)) for _ in range(count)}
    for step in range(max(at) + 1):
        waiting = rules.acting(s)
        if not waiting:
            return
        if step in at:
            yield s.copy(), rng.choice(waiting)
        seat = rng.choice(waiting)
        rules.act(s, seat, rng.choice(rules.legal(s, seat)))


def quick(game: Game, level: str) -> Bot:
    """A level as people meet it, but with few simulations if it searches."""
    bot = find_bot(game, level)
    if not isinstance(bot, SearchBot):
        return bot
    settings = bot.level.settings
    few = replace(settings, simulations=min(FEW, settings.simulations))
    return SearchBot(game, replace(bot.level, settings=few))


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("name", EVERY)
def test_worlds_that_look_the_same_are_played_the_same(name: str, level: str) -> None:
    """Fairness: what a seat cannot see changes nothing, whatever the level."""
    game = find_game(name)
    rules = rules_of(game, "native")
    bots = [quick(game, level), quick(game, level)]
    others = 0
    for index in range(6):
        for s, seat in decisions(game, index):
            world = rules.guess(rules.view(s, seat), seat, 5, index)
            seed(world, 99, index)
            views = [rules.view(x, seat) for x in (s, world)]
            assert views[0] == views[1], "the game's guess does not fit what the seat sees"
            others += s != world
            legal = rules.legal(views[0], seat)
            first, second = (b(v, seat, legal, Budget(index)) for b, v in zip(bots, views, strict=True))
            assert first == second
            assert first in legal
    assert others > 0


@pytest.mark.parametrize("player", ["random", "greedy", "beginner"])
@pytest.mark.parametrize("game", [*map(find_game, ("connect_four", "goofspiel")), hands, race], ids=lambda g: g.id)
def test_every_player_answers_legally_and_the_same_way_twice(game: Game, player: str) -> None:
    rules = rules_of(game, "native")
    bot = find_bot(game, player)
    for index in range(5):
        for s, seat in decisions(game, index):
            seen = rules.view(s, seat)
            legal = rules.legal(seen, seat)
            action = bot(seen, seat, legal, Budget(index))
            assert action in legal
            assert bot(seen, seat, legal, Budget(index)) == action
            assert not rules.takes_back(seen, seat, action)


def test_greedy_follows_the_games_value() -> None:
    s = race.new()
    assert find_bot(race, "greedy")(s, 0, [0, 1], Budget(1)) == RUN.throw


def test_names_find_players_and_wrong_ones_are_told_the_nearest(tmp_path: Path) -> None:
    game = find_game("connect_four")
    assert names(game)[:7] == ["random", "greedy", *LEVEL_NAMES]
    assert isinstance(find_bot(game, "3"), SearchBot)
    custom = find_bot(game, "search:77,uct=1.5,threads=2,reuse=yes")
    assert isinstance(custom, SearchBot)
    settings = custom.level.settings
    assert (settings.simulations, settings.uct, settings.threads, settings.reuse) == (77, 1.5, 2, True)
    with pytest.raises(UnknownBot, match="did you mean 'master'"):
        find_bot(game, "mastr")
    with pytest.raises(UnknownBot, match="did you mean 'uct'"):
        find_bot(game, "search:10,utc=1")
    with pytest.raises(UnknownBot, match="takes a number"):
        find_bot(game, "search:many")
    own = tmp_path / "mine.py"
    own.write_text("def bot(game):\n    return lambda seen, seat, legal, budget: legal[-1]\n")
    assert find_bot(game, str(own))(game.new(), 0, [1, 2], Budget()) == 2
    with pytest.raises(UnknownBot, match="no file"):
        find_bot(game, "nowhere.py")


def report(*values: tuple[int, float, str], together: bool = False) -> Report:
    choices = tuple(Choice(i, n, v, p) for i, (n, v, p) in enumerate(values))
    return Report(0, choices, 100, 0.0, 1.0, together)


def test_a_level_without_slips_plays_the_most_visited_and_never_a_lost_move() -> None:
    master = level_of(find_game("connect_four"), "master")
    assert pick(report((50, 0.6, ""), (30, 0.7, "")), master, Random(1)) == 0
    assert pick(report((50, 0.0, "lost"), (30, 0.2, "")), master, Random(1)) == 1
    assert pick(report((5, 1.0, "won"), (30, 0.9, "")), master, Random(1)) == 0
    assert pick(report((5, 0.0, "lost"), (30, 0.0, "lost")), master, Random(1)) == 1


def test_slips_are_of_a_believable_size() -> None:
    level = replace(level_of(find_game("connect_four"), "beginner"), slip=0.1, reach=0.3, blind=0.0)
    played = [pick(report((50, 0.6, ""), (30, 0.5, ""), (9, 0.2, "")), level, Random(i)) for i in range(300)]
    assert set(played) == {0, 1}
    assert 2 < played.count(0) / played.count(1) < 4


def test_sealed_choices_are_mixed_by_how_good_they_look() -> None:
    master = level_of(find_game("goofspiel"), "master")
    found = report((60, 0.500, ""), (40, 0.495, ""), (40, 0.300, ""), (2, 0.900, ""), together=True)
    played = [pick(found, master, Random(i)) for i in range(300)]
    assert set(played) == {0, 1}
    assert 1.1 < played.count(0) / played.count(1) < 1.8
    assert {pick(found, replace(master, mix=0.0), Random(i)) for i in range(50)} == {0}, "where nothing is bluffed"


def test_levels_grow_and_have_words_in_both_languages() -> None:
    for name in EVERY:
        levels = [level_of(find_game(name), level) for level in LEVEL_NAMES]
        care = [(level.settings.simulations, -level.slip) for level in levels]
        assert care == sorted(set(care))
    for language in ("en", "ja"):
        assert len({say(language, "level", level) for level in LEVEL_NAMES}) == len(LEVEL_NAMES)
        assert all(say(language, "about", level) for level in LEVEL_NAMES)
    with pytest.raises(GameError, match="unknown level"):
        level_of(find_game("connect_four"), "9")


def test_bots_take_human_times() -> None:
    game, rng = find_game("connect_four"), Random(1)
    forced = [thinking_time(game, "club", [3], "drop", rng) for _ in range(200)]
    free = [thinking_time(game, "club", list(range(7)), "drop", rng) for _ in range(200)]
    assert max(forced) < 0.8
    assert 1 < sum(free) / 200 < 4
    assert max(free) <= 6
    assert len(set(free)) > 150


def test_rewards_are_the_share_of_opponents_left_behind() -> None:
    assert rewards([1, 2], [0, 1]) == [1, 0]
    assert rewards([1, 1], [0, 1]) == [0.5, 0.5]
    assert rewards([1, 2, 3], [0, 1, 2]) == [1, 0.5, 0]
    assert rewards([1, 2, 2], [0, 1, 2]) == [1, 0.25, 0.25]
    assert rewards([1, 3, 1, 3], [0, 1, 0, 1]) == [1, 0, 1, 0]
