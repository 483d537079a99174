"""Search by a trained network: where it looks, what it believes, and that a player's file takes settings."""

import numpy as np
import pytest

from taku.bots import LEVEL_NAMES, Budget, UnknownBot, find_bot
from taku.bots.arena import arena
from taku.bots.levels import Guide, Level, level_of
from taku.bots.net import LARGEST, Net, layout_key
from taku.bots.players import SearchBot, guided_search
from taku.bots.search import Search, Settings
from taku.compile.speed import rules_of
from taku.engine import find_game, found_games
from taku.engine.chance import seed
from taku.learn.train import Plan, Training

KINDS = [("connect_four", 2), ("goofspiel", 3), ("destroy", 2)]
"""Nothing hidden, sealed choices and more than two sides, hidden choices and dice."""


def untrained(name, seats):
    game = find_game(name)
    return Training(game, Plan(seats, {}, hidden=(16, 8), tables=8)).net()


def positions(name, seats, n, number=5):
    """Some positions of a random match: what the first seat that is asked sees, and its actions."""
    game = find_game(name)
    rules, chooser = rules_of(game), np.random.default_rng(number)
    s = game.new(seats)
    seed(s, number, 1)
    rules.start(s)
    found = []
    while len(found) < n and (acting := rules.acting(s)):
        seen = rules.view(s, acting[0])
        legal = rules.legal(seen, acting[0])
        if len(legal) > 1:
            found.append((s.copy(), seen, acting[0], legal))
        for seat in acting:
            if rules.actors(s) >> seat & 1:
                rules.act(s, seat, int(chooser.choice(rules.legal(rules.view(s, seat), seat))))
    return found


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_every_simulation_counts_and_a_seed_repeats_itself(name, seats):
    game, net = find_game(name), untrained(name, seats)
    search = Search(game, Settings(simulations=300), net)
    for _, seen, seat, _ in positions(name, seats, 12):
        found = search.look(seen, seat, 7)
        assert found.simulations == 300 or any(c.proved for c in found.choices)
        # Where a seat has several clicks in a row, forced ones are passed: each walk looks at one action of the root.
        assert sum(c.visits for c in found.choices) == found.simulations
        assert all(0 <= c.value <= 1 for c in found.choices)
        assert search.look(seen, seat, 7).choices == found.choices
        assert Search(game, Settings(simulations=300), net).look(seen, seat, 7).choices == found.choices


@pytest.mark.parametrize(("name", "seats"), KINDS[1:])
def test_worlds_that_look_the_same_are_searched_alike(name, seats):
    game, net = find_game(name), untrained(name, seats)
    bot = SearchBot(game, Level("guided", Settings(simulations=100)), net)
    rules = rules_of(game)
    for world, seen, seat, legal in positions(name, seats, 8):
        other = rules.guess(seen, seat, 99)
        assert bot(rules.view(other, seat), seat, legal, Budget(3)) == bot(
            rules.view(world, seat), seat, legal, Budget(3)
        )


def wishing(game, wishes, result):
    """A network that always wishes and expects the same."""
    net = untrained(game.id, 2)
    weights = [np.zeros_like(w) for w in net.weights]
    weights[-1][:-1], weights[-1][-1] = wishes, result
    return Net(game.id, layout_key(game), net.facts, tuple(weights), net.mixed)


def test_it_looks_where_the_network_wishes():
    game = find_game("connect_four")
    _, seen, seat, _ = positions("connect_four", 2, 1)[0]
    wishes = np.zeros(7, np.float32)
    wishes[5] = 4.0
    found = Search(game, Settings(simulations=200, solve=False), wishing(game, wishes, 0.0)).look(seen, seat, 1)
    assert found.best.action == 5
    assert found.best.visits > 100
    assert min(c.visits for c in found.choices) > 0


def test_it_believes_what_the_network_expects():
    """Who is asked expects 0.5 of −1 to 1, so after a move the other one does: a leaf is worth a quarter."""
    game = find_game("connect_four")
    _, seen, seat, _ = positions("connect_four", 2, 1)[0]
    net = wishing(game, np.zeros(7, np.float32), 0.5)
    found = Search(game, Settings(simulations=7, solve=False), net).look(seen, seat, 1)
    assert [round(c.value, 2) for c in found.choices if c.visits] == [0.25] * sum(c.visits > 0 for c in found.choices)


def test_it_proves_what_is_certain():
    """Three discs in a row: dropping the fourth is a proved win, whatever the network expects."""
    game = find_game("connect_four")
    rules = rules_of(game)
    s = game.new(2)
    seed(s, 1, 1)
    rules.start(s)
    for column in (0, 6, 1, 6, 2, 5):
        rules.act(s, rules.acting(s)[0], column)
    seat = rules.acting(s)[0]
    net = wishing(game, np.array([0, 0, 0, 0, 0, 0, 9], np.float32), -1.0)
    found = Search(game, Settings(simulations=500), net).look(rules.view(s, seat), seat, 1)
    assert (found.best.action, found.best.proved) == (3, "won")


def guided(game, net, tmp_path):
    """A level that follows a network where it may."""
    net.save(tmp_path / "guide.player")
    return SearchBot(game, Level("master", Settings(), guide=Guide(tmp_path / "guide.player", Settings(simulations=9))))


def test_a_guide_is_followed_where_it_has_learned(tmp_path):
    game, seen = find_game("goofspiel"), {n: positions("goofspiel", n, 1)[0][1] for n in (2, 3)}
    bot = guided(game, untrained("goofspiel", 3), tmp_path)
    assert bot.searcher(seen[3]) is bot.guided
    assert bot.searcher(seen[2]) is bot.search
    options = Training(game, Plan(3, {"order": "down"}, hidden=(16, 8), tables=8)).net()
    assert guided(game, options, tmp_path).searcher(seen[3]).net is None
    assert guided(game, options.with_words(content="another"), tmp_path).guided is None


@pytest.mark.parametrize("name", sorted(found_games()))
def test_guides_of_levels_know_their_game(name):
    """Else a level would search without: whoever changes what a guide has learned trains another or takes it out."""
    game = find_game(name)
    for level in (level_of(game, n) for n in LEVEL_NAMES):
        if level.guide:
            found = guided_search(game, level.guide)
            assert found is not None
            assert found.knows(game.new(found.net.told["seats"], game.read_options({}, found.net.told["seats"])))


def test_master_of_destroy_follows_its_guide():
    """Compiled, the same for worlds that look the same, and repeatable; the file is small."""
    game = find_game("destroy")
    level = level_of(game, "master")
    assert level.guide.file.stat().st_size < LARGEST / 4
    bot, rules = find_bot(game, "master"), rules_of(game)
    for world, seen, seat, legal in positions("destroy", 2, 24)[12:]:
        assert bot.searcher(seen) is bot.guided
        other = rules.view(rules.guess(rules.view(world, seat), seat, 99), seat)
        assert bot(other, seat, legal, Budget(3)) == bot(seen, seat, legal, Budget(3)) in legal
    others = game.new(2, game.read_options({"phases": 4}, 2))
    assert bot.searcher(others) is bot.search


def test_what_a_player_has_not_learned_is_drawn(tmp_path):
    game, file = find_game("destroy"), tmp_path / "mine.player"
    Training(game, Plan(2, {}, hidden=(16, 8), tables=8, drawn=("setup",))).net().save(file)
    bot = find_bot(game, f"{file},simulations=5")
    bot.search = None  # nothing is searched
    _, seen, seat, legal = positions("destroy", 2, 1)[0]
    assert len({bot(seen, seat, legal, Budget(n)) for n in range(30)}) > 3


def test_a_file_takes_settings_and_is_stronger_with_a_search(tmp_path):
    game = find_game("connect_four")
    file = tmp_path / "mine.player"
    training = Training(game, Plan(2, {}, decisions=60_000, hidden=(32, 16), tables=64), file)
    training.run()
    bot = find_bot(game, f"{file},simulations=50,uct=0.2")
    assert (bot.level.settings.simulations, bot.level.settings.uct) == (50, 0.2)
    assert bot.search.net is not None
    found = arena(game, [f"{file},simulations=300", str(file)], games=60, workers=1)
    assert found.score.low > 0.6
    with pytest.raises(UnknownBot, match="unknown setting"):
        find_bot(game, f"{file},simulation=50")
