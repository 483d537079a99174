"""Bots at tables, in the arena and after the match."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from taku.bots import Bot, Budget, find_bot
from taku.bots.analysis import analyse, grade_of, graph, hint, read
from taku.bots.arena import arena, ladder
from taku.bots.statistics import Gsprt
from taku.bots.table import IllegalAction, asked_view, play_match
from taku.engine import GameError, find_game
from taku.engine.match import Match
from taku.engine.state import GameState
from taku.engine.words import Words
from tests.bots.tiny import HAND, LOT, PAPER, ROCK, SCISSORS, hands, lots, race


class Script:
    """Plays given actions in turn and remembers what it saw."""

    def __init__(self, *actions: int) -> None:
        self.actions = list(actions)
        self.saw: list[GameState] = []

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget) -> int:
        self.saw.append(seen)
        return self.actions.pop(0)


def test_a_match_between_bots_ends_with_ranks_and_rewards() -> None:
    played = play_match(
        hands, [Script(PAPER, HAND.ready), Script(ROCK, HAND.back, PAPER, HAND.back, SCISSORS, HAND.ready)]
    )
    assert played.ranks == [2, 1]
    assert played.rewards == [0, 1]
    assert played.asked == [2, 6]
    assert played.decisions == 8


def test_seats_that_choose_at_once_are_asked_before_anyone_has_chosen() -> None:
    bots = [Script(PAPER, HAND.ready), Script(SCISSORS, HAND.ready)]
    play_match(hands, bots)
    assert all(seen.ready == 0 for bot in bots for seen in bot.saw)


def test_the_same_luck_and_seed_give_the_same_match() -> None:
    bots: list[Bot] = [find_bot(race, "random"), find_bot(race, "random")]
    first, again = (play_match(race, bots, luck=3, index=5, seed=7) for _ in range(2))
    assert (first.ranks, first.decisions) == (again.ranks, again.decisions)
    assert len({play_match(race, bots, luck=3, index=i).decisions for i in range(10)}) > 1


class Diary:
    """A watcher that writes down what it is shown."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def before(self, s: GameState, seat: int, action: int) -> None:
        self.lines.append(f"before {seat} {action}")

    def after(self, s: GameState, seat: int, action: int) -> None:
        self.lines.append(f"after {seat} {action}")

    def end(self, s: GameState, rewards: Sequence[float]) -> None:
        self.lines.append(f"end {list(rewards)}")


def test_a_watcher_is_shown_every_move_before_and_after() -> None:
    diary = Diary()
    play_match(hands, [Script(PAPER, HAND.ready), Script(SCISSORS, HAND.ready)], watcher=diary)
    moves = [(0, PAPER), (0, HAND.ready), (1, SCISSORS), (1, HAND.ready)]
    assert diary.lines == [f"{when} {seat} {a}" for seat, a in moves for when in ("before", "after")] + [
        "end [0.0, 1.0]"
    ]


def test_an_illegal_answer_is_named() -> None:
    with pytest.raises(IllegalAction, match="seat 0: 4 is not one of the legal actions"):
        play_match(hands, [Script(HAND.back), Script(ROCK)])


def test_a_bot_at_a_live_table_is_asked_as_if_nobody_was_ready_yet() -> None:
    match = Match.create(hands, 2)
    match.act(0, PAPER)
    match.act(1, ROCK)
    match.act(0, HAND.ready)
    assert match.view(1).ready == 1
    seen = asked_view(match, 1)
    assert seen.ready == 0
    assert seen.pick[1] == ROCK + 1
    assert seen.pick[0] == 0
    assert asked_view(match, 1, 2) == match.view(1, 2)


def test_the_arena_rotates_seats_and_keeps_every_match(tmp_path: Path) -> None:
    game, kept = find_game("connect_four"), tmp_path / "raw.jsonl"
    heard: list[int] = []
    found = arena(
        game, ["search:30", "random"], games=20, workers=1, keep=kept, progress=lambda s: heard.append(s.games)
    )
    assert found.games == 20
    assert found.score.low <= found.score.mean <= found.score.high
    assert found.score.mean > 0.7
    assert heard == list(range(2, 21, 2))
    head, *lines = map(json.loads, kept.read_text().splitlines())
    assert head["bots"] == ["search:30", "random"]
    assert [line["seats"] for line in lines[:2]] == [[0, 1], [1, 0]]
    data = found.json()
    assert {"bots", "games", "score", "interval", "elo"} <= set(data)
    json.dumps(data)


def test_the_arena_gives_the_same_result_with_any_number_of_workers() -> None:
    game = find_game("goofspiel")
    one, two = (arena(game, ["search:20", "random"], seats=3, games=12, workers=n) for n in (1, 2))
    assert one.score == two.score
    assert one.games == two.games == 12


def test_the_arena_stops_when_the_question_is_decided() -> None:
    found = arena(
        find_game("connect_four"), ["search:100", "random"], games=400, workers=1, stop=Gsprt(0.5, 0.62, least=10)
    )
    assert found.verdict == "H1"
    assert found.games < 100


def test_more_bots_than_sides_are_refused() -> None:
    with pytest.raises(GameError, match="2 sides: name 2 to 2 bots, not 3"):
        arena(find_game("connect_four"), ["random", "random", "random"])


def test_partners_are_the_same_bot() -> None:
    found = arena(hands, [find_bot(hands, "search:50"), find_bot(hands, "random")], seats=4, games=8, workers=1)
    assert found.games == 8


def test_the_ladder_is_a_table() -> None:
    found = ladder(find_game("connect_four"), names=("random", "beginner"), games=8, least=4, workers=1)
    assert found.markdown().count("\n") == 3
    assert "| beginner |" in found.markdown()


def test_an_analysis_finds_the_turning_point() -> None:
    game = find_game("connect_four")
    match = Match.create(game, 2, names=("Ann", "Ben"))
    for column in (3, 3, 4, 0, 5, 0, 6):  # Ben lets three in a row stand open
        match.act(match.rules.acting(match.state)[0], column)
    found = analyse(match, words=Words(game, "en", match.names), simulations=1500)
    assert len(found.decisions) == 7
    assert found.turning[0] == 4
    blunder = found.decisions[3]
    assert (blunder.seat, blunder.action, blunder.grade, blunder.after) == (1, 0, "blunder", 0.0)
    assert blunder.before > 0.2
    assert blunder.best in (2, 5)
    assert blunder.words
    assert blunder.lines[0].words[0] == blunder.best_words
    for d in found.decisions:  # what is said of a decision agrees with the figures beside it
        assert all(line.value == d.after for line in d.lines if line.action == d.action)
        assert d.lines[0].value == d.before or d.lines[0].action != d.best
    assert found.decisions[6].after == 1.0
    assert found.ranks == (1, 2)
    assert read(json.loads(json.dumps(found.json()))) == found
    assert [step for step, _ in graph(found)[1]] == [2, 4, 6]


def test_a_hint_names_the_best_action_and_why() -> None:
    match = Match.create(find_game("connect_four"), 2)
    for column in (0, 6, 0, 6, 0, 5):
        match.act(match.rules.acting(match.state)[0], column)
    found = hint(match, 0, simulations=500)
    assert found.action == found.best == 0
    assert found.lines[0].moves == ((0, 0),)


def test_losses_are_graded() -> None:
    assert [grade_of(x) for x in (0, 0.03, 0.07, 0.15, 0.5)] == ["best", "good", "inaccuracy", "mistake", "blunder"]


def test_who_seals_last_and_acts_first_is_asked_from_now():
    """In Destroy Them All!!! a seat may seal its card last and then act at once: the sealed choice is over."""
    match = Match.create(find_game("destroy"), options={"team_mode": "starter"})
    match.act(0, 0)
    match.act(1, 2)
    assert match.rules.acting(match.state) == [1]
    assert match.rules.legal(asked_view(match, 1), 1) == match.legal(1)


def test_who_sealed_last_and_acts_twice_is_asked_from_now() -> None:
    """Without the others' seals that are left out the next choice never began: its clicks are not made before it."""
    match = Match.create(lots, 2)
    match.act(0, LOT.draw(1))
    match.act(1, LOT.draw(2))
    match.act(1, LOT.draw(1))
    assert match.rules.acting(match.state) == [1]
    assert asked_view(match, 1) == match.view(1)
