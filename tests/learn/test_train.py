"""Training: the mathematics is right, a player learns and is never lost, and its file plays without the trainer."""

import json
import signal
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import Policy, UniformRandomPolicy

from taku.bots import Budget, find_bot
from taku.bots.arena import arena
from taku.bots.net import LARGEST, SOURCE, WANT, load_net
from taku.bots.trained import LEAST, TrainedBot
from taku.compile.speed import rules_of
from taku.engine import find_game
from taku.engine.part import GameError
from taku.learn import Vector, openspiel
from taku.learn.maths import Arrays, Part, Pull, first_weights, forward, log_chances, loss, slopes
from taku.learn.train import Plan, Training

SMALL = {"cards": "4", "order": "down", "hands": "sealed"}
assert openspiel  # registers the games
TRAIN = [sys.executable, "-m", "taku", "train", "goofspiel", *(f"--option={k}={v}" for k, v in SMALL.items())]


def train(*more, **keywords):
    return subprocess.run([*TRAIN, *map(str, more)], capture_output=True, text=True, check=False, **keywords)


def test_slopes_are_what_differences_say():
    rng = np.random.default_rng(3)
    w = [np.asarray(a, np.float64) + 0.1 * rng.standard_normal(a.shape) for a in first_weights(rng, 9, (8, 8), 4)]
    x = (rng.random((30, 9)) < 0.4).astype(np.float64)
    mask = rng.random((30, 4)) < 0.6
    mask[:, 0] = True
    action = np.array([rng.choice(np.flatnonzero(m)) for m in mask])
    arrays = Arrays()
    usual = log_chances(arrays, rng.standard_normal((30, 4)), mask)
    before = arrays.picked(log_chances(arrays, forward(x, w)[2][:, :-1], mask), action) + 0.3 * rng.standard_normal(30)
    part = Part(x, mask, action, before, rng.standard_normal(30), rng.standard_normal(30), usual)
    pull = Pull(clip=0.2, entropy=0.1, value=0.5, magnet=0.7)
    found, _ = slopes(arrays, w, part, pull)
    for group, slope in zip(w, found, strict=True):
        for place in rng.integers(0, group.size, 12):
            at = np.unravel_index(place, group.shape)
            kept, small = group[at], 1e-6
            group[at] = kept + small
            above = loss(arrays, w, part, pull)
            group[at] = kept - small
            below = loss(arrays, w, part, pull)
            group[at] = kept
            assert slope[at] == pytest.approx((above - below) / (2 * small), abs=1e-6)


def test_decisions_count_before_the_end_of_their_match():
    """A lesson shorter than any match: each decision but a seat's last one learns from what the next one expects."""
    training = Training(find_game("connect_four"), Plan(2, {}, hidden=(16, 8), tables=32, steps=6))
    part = training._play()
    assert training.course.matches == 0
    assert len(part.action) == 32 * 2 * 2
    training.weights[5][-1] = 0.25  # everybody expects the same, and nearly no match ends
    results = training._play().result
    assert (abs(results - 0.25) < 0.05).mean() > 0.9


def test_openings_may_be_drawn_instead_of_learned():
    """All teams of Destroy Them All!!! come up, and no choice of one is learned from."""
    game = find_game("destroy")
    setup = 1 + list(game.kinds).index("setup")
    training = Training(game, Plan(2, {}, hidden=(16, 8), tables=8, steps=40, drawn=("setup",)))
    tables = training.tables
    assert (tables.seen[:, 1] == setup).all()
    assert len(tables.asked()) == 0
    part = training._play()
    asks = [f for f in training.facts if f[SOURCE] == 1 and f[WANT] == setup]
    assert not asks or not part.x[:, [f.tolist() for f in training.facts].index(asks[0].tolist())].any()
    assert training.course.decisions == 0 < training._chosen
    assert len({tuple(row) for row in tables.v.layout.take(tables.seen, "who").tolist()}) > 4
    assert training.net().told["drawn"] == ("setup",)


@pytest.fixture(scope="module")
def player(tmp_path_factory):
    """Goofspiel with four cards, trained for some seconds."""
    file = tmp_path_factory.mktemp("players") / "small.player"
    done = train("--decisions", 500_000, "--tables", 64, "--hidden", "64,32", "--levels", 0, "--json", "-o", file)
    assert done.returncode == 0, done.stderr
    marks = [json.loads(line) for line in done.stdout.splitlines()]
    assert marks[-1]["decisions"] >= 500_000
    assert marks[-1]["rating"] > 100, marks
    return file


class Trained(Policy):
    """A trained player as a policy of OpenSpiel."""

    def __init__(self, game, bot):
        super().__init__(game, [0, 1])
        self.bot, self.rules = bot, bot.rules

    def action_probabilities(self, state, player_id=None):
        seat = state.current_player() if player_id is None else player_id
        seen = self.rules.view(state.simultaneous_game_state().state(), seat)
        found = self.bot.chances(seen, seat, self.rules.legal(seen, seat))
        kept = {a: p for a, p in found.items() if p >= LEAST * max(found.values())}
        return {a: p / sum(kept.values()) for a, p in kept.items()}


def test_what_it_has_learned_can_hardly_be_exploited(player):
    """Less than a third of what random play loses to its worst enemy, by OpenSpiel's reckoning."""
    game = find_game("goofspiel")
    named = ",".join(f"{k}={v}" for k, v in SMALL.items())
    judge = pyspiel.convert_to_turn_based(pyspiel.load_game(f"taku_goofspiel({named})"))
    found = exploitability.nash_conv(judge, Trained(judge, find_bot(game, str(player))))
    assert found < exploitability.nash_conv(judge, UniformRandomPolicy(judge)) / 3


def test_it_plays_in_the_arena_by_its_file(player):
    game = find_game("goofspiel")
    options = game.read_options(SMALL, 2)
    found = arena(game, [str(player), "random"], options=options, games=300, workers=1)
    assert found.score.low > 0.55
    assert found.games == 300


def test_playing_needs_no_trainer(player):
    code = f"""
import sys
from taku.bots import Budget, find_bot
from taku.compile.speed import rules_of
from taku.engine import find_game
from taku.engine.chance import seed
game = find_game("goofspiel")
bot, rules = find_bot(game, {str(player)!r}), rules_of(game)
s = game.new(2, game.read_options({SMALL!r}, 2))
seed(s, 1, 1), rules.start(s)
assert bot(rules.view(s, 0), 0, rules.legal(s, 0), Budget(1)) in rules.legal(s, 0)
print(*[m for m in sys.modules if m.startswith(("torch", "numba", "taku.learn"))])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", ["connect_four", "goofspiel", "destroy"])
def test_compiled_code_and_arrays_wish_the_same(name):
    game = find_game(name)
    training = Training(game, Plan(game.usual_seats, {}, hidden=(32, 16), tables=8))
    training.lesson()
    net, v = training.net(training.weights), Vector(game, 4, seed=3)
    bot, rules = TrainedBot(game, net), rules_of(game, "native")
    v.reset()
    for _ in range(40):
        v.step(v.sample())
        wanted, expected = net(v.now.observation)
        for t, seat in enumerate(v.now.seat.tolist()):
            found, result = bot.look(v.view(t, seat), seat)
            assert found == pytest.approx(wanted[t], abs=1e-4)
            assert result == pytest.approx(expected[t], abs=1e-4)
            world = rules.guess(v.view(t, seat), seat, 5)
            assert bot.chances(rules.view(world, seat), seat, v.lists[t, : v.count[t]].tolist()) == bot.chances(
                v.view(t, seat), seat, v.lists[t, : v.count[t]].tolist()
            )


def test_killed_and_started_again_it_goes_on(tmp_path):
    file = tmp_path / "small.player"
    words = [*TRAIN, "--decisions", "400000", "--hidden", "32,16", "--levels", "0", "--json", "-o", str(file)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as first:
        told = [json.loads(first.stdout.readline()) for _ in range(2)]  # the second mark: the first is kept by then
        first.send_signal(signal.SIGKILL)
    kept = load_net(file).told
    assert kept["decisions"] >= told[0]["decisions"]
    again = train("--decisions", 400_000, "--hidden", "32,16", "--levels", 0, "--json", "-o", file)
    assert again.returncode == 0, again.stderr
    marks = [json.loads(line) for line in again.stdout.splitlines()]
    assert marks[0]["decisions"] > kept["decisions"]
    assert load_net(file).told["marks"][0] == told[0]
    done = train("--decisions", 400_000, "--hidden", "32,16", "-o", file)
    assert "has had its" in done.stdout
    other = train("--decisions", 400_000, "--hidden", "64,16", "-o", file)
    assert other.returncode != 0
    assert "another training (hidden)" in other.stderr


def test_numbers_of_a_plan_are_set(tmp_path):
    file = tmp_path / "small.player"
    done = train("--decisions", 2000, "--levels", 0, "--set", "steps=4", "--set", "entropy=0.1,0.02", "-o", file)
    assert done.returncode == 0, done.stderr
    kept = json.loads(np.load(f"{file}.training")["about"].tobytes())["plan"]
    assert (kept["steps"], kept["entropy"]) == (4, [0.1, 0.02])


def test_the_same_seed_trains_the_same_player():
    game = find_game("goofspiel")

    def made():
        training = Training(game, Plan(2, SMALL, decisions=5000, hidden=(16, 8), tables=64, steps=8))
        return training.run().dumps().partition(b"\n")[2].partition(b"\n")[2]

    assert made() == made()


def test_it_sits_at_a_table_under_its_name(player, tmp_path):
    words = [sys.executable, "-m", "taku", "play", "goofspiel", "--bot", str(player), "--seed", "1"]
    words += [f"--option={k}={v}" for k, v in SMALL.items()]
    done = subprocess.run(words, input="1\nquit\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "small 2" in done.stdout
    assert str(player) not in done.stdout


def test_files_that_are_no_players_are_refused(player, tmp_path):
    game = find_game("goofspiel")
    with pytest.raises(GameError, match="no file"):
        find_bot(game, str(tmp_path / "none.player"))
    for number, data in enumerate([b"", b"taku player 1\n{}\n", player.read_bytes()[:-40]]):
        file = tmp_path / f"{number}.player"
        file.write_bytes(data)
        with pytest.raises(GameError, match="no trained player, or damaged"):
            find_bot(game, str(file))
    with pytest.raises(GameError, match="was trained for goofspiel"):
        find_bot(find_game("destroy"), str(player))


def test_a_file_is_small(player):
    assert player.stat().st_size < 60_000
    game = find_game("goofspiel")
    large = Training(game, Plan(2, {}, hidden=(1024, 1024), tables=8))
    with pytest.raises(GameError, match=f"at most {LARGEST:,} bytes"):
        large.net().dumps()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--hidden", "7"], "two numbers from 8 to 1,024"),
        (["-o", "mine.bin"], "ends in .player"),
        (["--device", "tpu"], "unknown device"),
        (["--set", "magnet=strong"], "takes steps=N"),
        (["--set", "speed=1"], "takes steps=N"),
        (["-o", "nowhere/at/all.player"], "no folder"),
    ],
)
def test_wrong_requests_are_told_in_a_line(words, told, tmp_path):
    done = train(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_bot_of_a_seed_repeats_itself(player):
    game = find_game("goofspiel")
    bot, rules = find_bot(game, str(player)), rules_of(game)
    v = Vector(game, 1, options=SMALL, seed=2)
    v.reset()
    seen, legal = v.view(0, 0), rules.legal(v.view(0, 0), 0)
    drawn = [bot(seen, 0, legal, Budget(n)) for n in range(60)]
    assert drawn == [bot(seen, 0, legal, Budget(n)) for n in range(60)]
    assert len(set(drawn)) > 1
