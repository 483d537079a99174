"""The commanders: what they know, how they decide, and how each of them differs."""

from __future__ import annotations

import pytest

from taku.bots import Budget, find_bot, find_opponent, opponents
from taku.bots.analysis import free, hint
from taku.bots.levels import LEVEL_NAMES
from taku.bots.table import play_match
from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.engine.words import Words
from taku.games.warring import game
from taku.games.warring.bot.commanders import LEVELS, PLANNED, leads, manner_of, players, scripts, titles
from taku.games.warring.bot.orders import flanking
from taku.games.warring.campaign import general_stands
from taku.games.warring.content import CONTENT
from taku.games.warring.state import DEPLOY, ORDER, STAGE
from tests.conftest import clause
from tests.games.warring.battle import FORMATIONS, RULES, Battle, battle

STEADY = ["club", "expert", "master", "lian_po", "yue_yi", "sun_bin", "li_mu", "bai_qi"]
COMMANDERS = [c.id for c in CONTENT.bots]
TURN = 60
"""No commander dithers: nine armies turn, march, rally and turn again."""


def click(b: Battle, name: str, seed: int = 1) -> int:
    seen = RULES.view(b.s, b.mover)
    return find_bot(game, name)(seen, b.mover, RULES.legal(seen, b.mover), Budget(seed))


def play_turn(b: Battle, name: str) -> Battle:
    """One whole turn of a commander."""
    bot, seat = find_bot(game, name), b.mover
    for number in range(TURN):
        seen = RULES.view(b.s, seat)
        b.do(bot(seen, seat, RULES.legal(seen, seat), Budget(number)))
        if b.over or b.mover != seat:
            return b
    raise AssertionError(f"{name} is not done after {TURN} clicks")


class Course:
    """All clicks of some battles, and how many of them their last round ended."""

    def __init__(self) -> None:
        self.clicks: list[int] = []
        self.limits = 0

    def before(self, s, seat, action):
        self.clicks.append(action)

    def after(self, s, seat, action): ...

    def end(self, s, rewards):
        self.limits += general_stands(s, 0) and general_stands(s, 1)


# ---------------------------------------------------------------- who they are


def test_every_level_and_commander_can_be_called_and_chosen_in_both_languages():
    assert {*players(), *scripts()} == {*LEVEL_NAMES, *COMMANDERS}
    assert not set(players()) & set(scripts())
    assert list(LEVELS) == list(LEVEL_NAMES)
    for language in ("en", "ja"):
        offered = [o.id for o in opponents(game, language)]
        assert offered == [*LEVEL_NAMES, *COMMANDERS]
        assert len(set(titles(language).values())) == len(COMMANDERS)
    assert find_opponent(game, "sun_bin", "ja").name == "孫臏"
    assert find_bot(game, "5").manner == LEVELS["master"]


def test_commanders_of_a_level_think_alike_and_differ_in_manner():
    by_level = {}
    for c in CONTENT.bots:
        by_level.setdefault(c.level, []).append(manner_of(c))
    assert sorted(by_level) == [1, 2, 3]
    assert [{m.simulations for m in by_level[n]} for n in (1, 2, 3)] == [{0}, {PLANNED[2]}, {PLANNED[3]}]
    assert 0 < PLANNED[2] < PLANNED[3]
    assert all(m.weights["noise"] >= 35 for m in by_level[1])
    assert len({tuple(m.weights.values()) for manners in by_level.values() for m in manners}) == len(COMMANDERS)


# ---------------------------------------------------------------- what they know


@pytest.mark.parametrize("name", ["beginner", "casual", "pang_juan"])
def test_the_same_view_gives_the_same_click_whatever_was_played_before(name):
    first, second = find_bot(game, name), find_bot(game, name)
    rules = rules_of(game)
    match = Match.create(game, 2, {"size": 14, "round_limit": 10}, secret=bytes(32), id="orders", rules=rules_of)
    number = 0
    while not match.over and number < 150:
        number += 1
        (seat, *_) = rules.acting(match.state)
        seen = match.view(seat)
        action = first(seen, seat, match.legal(seat), Budget(number))
        if number % 7 == 0:  # the second knows nothing of what went before
            assert second(seen, seat, match.legal(seat), Budget(number)) == action
            second = find_bot(game, name)
        match.act(seat, action)


def test_a_planner_gives_the_same_clicks_for_the_same_views_and_seeds():
    options = game.read_options({"size": 14, "max_troops": 12, "round_limit": 10}, 2)

    def clicks(seed: int) -> list[int]:
        course, bots = Course(), [find_bot(game, "club"), find_bot(game, "lian_po")]
        play_match(game, bots, options, luck=2, index=1, seed=seed, watcher=course)
        return course.clicks

    first, again, other = (clicks(seed) for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_what_is_not_seen_changes_nothing():
    def order(north: str) -> int:
        return click(battle({2: "C5,12 C6,12"}, {2: north}), "expert")

    assert order("A5,1 A6,1") == order("I12,2 C12,3")


def test_remembered_enemies_count():
    near = battle({2: "I5,12 I6,12"}, {2: "C5,8 C6,8"})
    far = near.seen(0)
    assert far.south.sees == {(5, 8), (6, 8)}
    for t in range(4):
        if near.s.in_sight[0] >> t & 1:
            near.s.last_round[0, t] = 1
    near.s.in_sight[0] = 0  # they rode out of sight, and are thought to be there still
    seen = RULES.view(near.s, 0)
    assert not any(seen.cell[1, t] for t in range(4))
    assert seen.last_cell[0, 0] or seen.last_cell[0, 2]
    assert find_bot(game, "yue_yi")(seen, 0, RULES.legal(seen, 0), Budget(1)) in RULES.legal(seen, 0)


# ---------------------------------------------------------------- how they deploy


def deployed(name: str, seed: int, **options: object) -> str:
    s = game.new(2, game.read_options(options, 2))
    RULES.start(s)
    bot = find_bot(game, name)
    action = bot(RULES.view(s, 0), 0, RULES.legal(s, 0), Budget(seed))
    RULES.act(s, 0, action)
    assert bot(RULES.view(s, 0), 0, RULES.legal(s, 0), Budget(seed)) == DEPLOY.ready
    return FORMATIONS[DEPLOY.preset.formation(action)]


def test_commanders_have_their_formations():
    for c in CONTENT.bots:
        chosen = [deployed(c.id, seed) for seed in range(40)]
        assert set(chosen) <= set(c.formations)
        assert max(set(chosen), key=chosen.count) == c.formations[0]
    largest = {f.id for f in CONTENT.formations if f.size == 30}
    assert {deployed("casual", seed) for seed in range(60)} == largest
    assert len({deployed("club", seed) for seed in range(12)} & largest) >= 2  # the suited are the likelier


def test_where_their_formations_are_too_large_they_take_what_is_offered():
    assert {deployed("bai_qi", seed, max_troops=12) for seed in range(30)} == {"patrol", "scouts"}


# ---------------------------------------------------------------- how they fight


@pytest.mark.parametrize("name", STEADY)
def test_the_general_in_reach_is_struck_down_at_once(name):
    b = battle({2: "C5,12 C6,12"}, {1: "G5,8/200 I4,8"})
    assert play_turn(b, name).result == "south"


@pytest.mark.parametrize("name", STEADY)
def test_lone_troops_are_rallied_and_fronts_turned(name):
    b = play_turn(battle({2: "I5,12 I6,12", 0: "I7,12"}), name)
    assert b.south.cells(2) == {(5, 12), (6, 12), (7, 12)}
    b = play_turn(battle({2: "I5,12 I6,12"}, {2: "A9,12 A9,13"}), name)
    assert b.south.facing(2) == "E"


@pytest.mark.parametrize("name", ["sun_bin", "li_mu", "expert", "lian_po", "club"])
def test_the_careful_do_not_walk_under_arrows_that_wait_for_them(name):
    b = play_turn(battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7"}), name)
    assert min(abs(x - a) + abs(y - 7) for x, y in b.south.cells(2) for a in (5, 6)) >= 5
    assert b.south[b.south[next(iter(b.south.cells(2)))].number].strength == 1000


def test_the_bold_do():
    bold = battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7"})
    bold.s.round = 1
    assert play_turn(bold, "casual").south.cells(2) == {(5, 11), (6, 11)}


def test_armies_keep_together_on_the_way():
    """Horse waits for foot as long as nobody is in sight."""
    b = battle({2: "C5,15 C6,15", 3: "I8,15 I9,15", 4: "I11,15 I12,15", 5: "I14,15 I15,15"})
    for _ in range(4):
        play_turn(b, "lian_po")
        b.end()
    rows = {k: min(y for _, y in b.south.cells(k)) for k in (2, 3, 4, 5)}
    assert max(rows.values()) - rows[2] <= 4
    assert max(rows.values()) <= 12


@clause("W-13.4")
def test_a_flank_counts_as_long_as_morale_can_rise():
    b = battle({2: "C4,8 C4,9", 3: "I5,10 I6,10"}, {2: "I5,8 I6,8 I5,9 I6,9"})
    assert flanking(b.s, 0, 2) == 2
    assert flanking(b.s, 0, 3) == 0  # before its front
    b.south.set(2, morale=3)
    assert flanking(b.s, 0, 2) == 0


def test_the_one_waits_and_the_other_charges():
    """The numbers of all of them stand in docs/games/warring.md."""

    def rows(name: str) -> int:
        b = battle({k: f"I{3 * k - 4},15 I{3 * k - 3},15" for k in range(2, 7)})
        for _ in range(5):
            play_turn(b, name)
            b.end()
        return sum(15 - min(y for _, y in b.south.cells(k)) for k in range(2, 7))

    assert rows("song_xiang") < rows("zhao_kuo")
    assert rows("lian_po") <= rows("tian_dan")


# ---------------------------------------------------------------- whole battles


@pytest.mark.parametrize(
    ("part", "options"),
    list(
        enumerate(
            [
                {"size": 12, "max_troops": 12, "round_limit": 12},
                {"size": 30, "terrain": "rugged", "round_limit": 10, "sight_shape": "square"},
                {"map": "boju", "fog": False, "rally": False, "lone_strike": False, "round_limit": 20},
                {
                    "map": "hangu",
                    "return_strike": "phase",
                    "sight_sharing": "army",
                    "damage_spread": 30,
                    "round_limit": 20,
                },
            ]
        )
    ),
)
def test_battles_of_all_kinds_are_fought_to_their_end(part, options):
    values = game.read_options(options, 2)
    names = ["beginner", "casual", "club", "expert", *COMMANDERS]
    for number, (south, north) in list(enumerate(zip(names, names[::-1], strict=True)))[part::4]:
        bots = [find_bot(game, south), find_bot(game, north)]
        played = play_match(game, bots, values, luck=3, index=number, seed=number)
        assert sorted(played.ranks) in ([1, 2], [1, 1])
        assert played.decisions < TURN * 2 * values["round_limit"]


@pytest.mark.parametrize("name", ["club", "expert"])
def test_who_never_gives_an_order_is_beaten(name):
    """One idea is not enough; bench/stubborn.py plays the others, and larger battles."""

    def never(seen, seat, legal, budget):
        return DEPLOY.ready if seen.stage == STAGE.deploy else ORDER.end

    values = game.read_options({"size": 14, "max_troops": 12, "round_limit": 24}, 2)
    won = 0.0
    for number in range(4):
        bots = [never, never]
        bots[number % 2] = find_bot(game, name)
        won += play_match(game, bots, values, luck=9, index=number, seed=number).rewards[number % 2]
    assert won >= 3.5


def test_two_who_plan_alike_seek_each_other():
    """Half of these battles reached their limit while *club* looked no further than the first answer."""
    values = game.read_options({"size": 14, "max_troops": 12, "round_limit": 30}, 2)
    course = Course()
    for luck in range(16):
        play_match(game, [find_bot(game, "club"), find_bot(game, "club")], values, luck=luck, seed=luck, watcher=course)
    assert course.limits <= 3


@clause("W-15.3")
def test_a_side_knows_whether_it_would_win_if_the_battle_ended_now():
    def ahead(points: int, hurt: int, **options: object) -> bool:
        b = battle({2: "I5,12 I6,12"}, {2: f"I5,8 I6,8/{1000 - hurt}"}, **options)
        b.s.points[1] = points
        return leads(RULES.view(b.s, 0), 0)

    assert ahead(points=3, hurt=100)
    assert not ahead(points=3, hurt=100, limit_result="field")
    assert not ahead(points=0, hurt=0)  # who is even must come
    assert ahead(points=0, hurt=100, limit_result="field")
    assert ahead(points=1, hurt=0, strength_south=1200)
    assert not ahead(points=0, hurt=100, strength_north=1200)


@clause("W-15.3")
@pytest.mark.parametrize("battle", ["chengpu", "boju"])
def test_the_stronger_side_of_a_campaign_battle_does_not_win_by_never_moving(battle):
    """The others are played by bench/stubborn.py."""

    def never(seen, seat, legal, budget):
        return DEPLOY.ready if seen.stage == STAGE.deploy else ORDER.end

    preset = game.presets[battle]
    bots = [never, find_bot(game, preset.bot)]
    assert play_match(game, bots, game.read_options(preset.options, 2), luck=5, index=1, seed=2).rewards[1] == 1


def test_no_commander_needs_many_clicks():
    for name in ("zhao_kuo", "club", "expert"):
        b = battle({2: "C5,12 C6,12", 3: "I8,12 I9,12"}, {2: "A5,6 A6,6", 3: "I9,6 I10,6"})
        while not b.over and b.s.round < 6:
            play_turn(b, name)


def test_a_hint_is_the_best_commanders_click_in_words():
    match = Match.create(
        game, 2, {"map": "drill_ground", "max_troops": 12}, secret=bytes(32), id="drill", rules=rules_of
    )
    for seat in (0, 1):
        match.act(seat, "ready")
    seat = match.rules.acting(match.state)[0]
    found = hint(match, seat, words=Words(game, "ja", ("", "")), simulations=200)
    assert found.action == find_bot(game, "master")(match.view(seat), seat, match.legal(seat), Budget())
    assert found.words
    assert all(line.words and all(line.words) for line in found.lines)
    plan = found.lines[0]  # a whole turn in words, up to the attack
    assert plan.action == found.action
    assert plan.moves[-1] == (seat, ORDER.end)
    assert len(plan.words) == len(plan.moves)


def test_turning_an_army_is_no_mistake_since_it_can_turn_back_and_a_march_decides():
    b = battle({2: "C9,11 C9,12"})
    seen = RULES.view(b.s, b.mover)
    turns = [a for a in RULES.legal(seen, b.mover) if a in ORDER.face]
    marches = [a for a in RULES.legal(seen, b.mover) if a in ORDER.march]
    assert turns
    assert marches
    assert all(free(RULES, seen, b.mover, action) for action in turns)
    assert not any(free(RULES, seen, b.mover, action) for action in marches)
