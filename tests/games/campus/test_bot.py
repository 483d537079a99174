"""What the bots know: value, preferences, and the diligent student."""

from array import array
from random import Random

import numpy as np

from taku.bots import Budget
from taku.compile.speed import interpreted
from taku.games.campus import game
from taku.games.campus.bot import foresight
from taku.games.campus.bot.students import MANNERS, Manner, Student, reckon, surely
from taku.games.campus.bot.worth import gain, weight_of
from tests.games.campus.desk import RULES, cell, word


def weights(desk):
    return {w: RULES.prefer(desk.s, desk.seat, a) for w, a in zip(*listed(desk), strict=True)}


def listed(desk):
    legal = RULES.legal(desk.s, desk.seat)
    asked = RULES.asked(desk.s, desk.seat)
    return [word(asked.read(a)) for a in legal], legal


def test_value_is_fair_and_knows_who_stands_better(sit):
    desk = sit(2).tokens(0, lr1=3).tokens(1, lr1=3)
    desk.s.week = 0
    assert RULES.value(desk.s, 0) == 1000 - RULES.value(desk.s, 1)
    desk = sit(2).credits(0, "g1a", "g2a").at(week=1)
    before = desk.s.bytes()
    assert RULES.value(desk.s, 0) > 500 > RULES.value(desk.s, 1)
    assert desk.s.bytes() == before
    desk.credits(1, "lr1", "lr2", "lr3", "g3b", "g4a")
    assert RULES.value(desk.s, 0) < 500
    desk.s.stage = 2
    assert (RULES.value(desk.s, 0), RULES.value(desk.s, 1)) == (0, 1000)


def test_a_course_is_worth_what_is_missing(sit):
    desk = sit(2).at(week=1)
    assert weight_of(desk.s, 0, cell("dai")) > weight_of(desk.s, 0, cell("g1a")) > weight_of(desk.s, 0, cell("lr1"))
    desk.credits(0, "calc1")
    assert weight_of(desk.s, 0, cell("newton")) > weight_of(desk.s, 0, cell("bun1"))
    desk.tokens(0, g1a=4)
    assert gain(desk.s, 0, cell("g1a"), 2, 0) > gain(desk.s, 0, cell("g1b"), 2, 0) > 0
    assert gain(desk.s, 0, cell("g1a"), 0, 3) == gain(desk.s, 0, cell("g1a"), 2, 0), "red ones count twice at most"


def test_preferences_are_for_what_brings_most(sit):
    desk = sit(2).hand(0, "attend_math", "attend_craft", "bear", "study").turn()
    best = max(weights(desk), key=weights(desk).get)
    assert best == "feed attend_craft"
    desk.do("begin")
    found = weights(desk)
    assert found["play attend_math"] > found["end"] > found["play attend_craft"]
    assert found["play study"] > found["end"]
    desk.do("play attend_math")
    assert weights(desk)["cancel"] == 0
    assert weights(desk)["put 0 g5a"] > weights(desk)["none 0"]


def test_every_choice_has_a_weight_and_a_default():
    rng = Random(3)
    for seats, options in ((2, {"grade_c": 2, "grade_hold": 1, "grade_b": 3, "grade_a": 4}), (3, {"length": "taster"})):
        s = game.new(seats, game.read_options(options | {"max_quarters": 4}, seats))
        RULES.key(s, rng.randbytes(16))
        RULES.start(s)
        while acting := RULES.acting(s):
            seat = rng.choice(acting)
            legal = RULES.legal(s, seat)
            found = [RULES.prefer(s, seat, a) for a in legal]
            assert min(found) >= 0
            assert max(found) > 0
            assert RULES.default(s, seat) in legal
            assert 0 <= RULES.value(s, seat) <= 1000
            RULES.act(s, seat, rng.choices(legal, [1 + min(50, w) for w in found])[0])


def test_the_diligent_student_graduates():
    bot = Student(game, Manner())
    bot.rules = RULES
    s = game.new(2, game.read_options({"length": "taster", "trouble_cards": False}, 2))
    RULES.key(s, bytes(range(16)))
    RULES.start(s)
    while acting := RULES.acting(s):
        legal = RULES.legal(s, acting[0])
        RULES.act(s, acting[0], bot(RULES.view(s, acting[0]), acting[0], legal, Budget(1, 1)))
    assert s.graduates
    assert s.quarter <= 4


def test_levels_slip_less_and_look_further():
    names = list(MANNERS)
    assert names == ["beginner", "casual", "club", "expert", "master"]
    assert [MANNERS[n].slip for n in names] == sorted((MANNERS[n].slip for n in names), reverse=True)
    assert [MANNERS[n].worlds for n in names] == sorted(MANNERS[n].worlds for n in names)
    s = game.new(2, game.read_options({"length": "taster"}, 2))
    RULES.key(s, bytes(range(16)))
    RULES.start(s)
    seat = RULES.acting(s)[0]
    seen = RULES.view(s, seat)
    legal = RULES.legal(seen, seat)
    for name in ("beginner", "casual", "club"):
        bot = Student(game, MANNERS[name])
        bot.rules = RULES
        assert bot(seen, seat, legal, Budget(5, 1)) == bot(seen, seat, legal, Budget(5, 1))
        assert bot(seen, seat, legal, Budget(5, 1)) in legal


class Rows:
    """States as rows of words, as compiled code has them."""

    def __init__(self, states):
        self.rows = [np.frombuffer(s.memory, np.uint64) for s in states]

    def __getitem__(self, at):
        return self.rows[at[0]][at[1]]

    def __setitem__(self, at, word):
        self.rows[at[0]][at[1]] = word


def foreseen(s, seat, *clicks, worlds=3, seed=4):
    """What becomes of the players after clicks: the kernel itself, run as Python. (clicks, worlds, seats, what)"""
    states = [s.copy(), RULES.view(s, seat), s.copy()]
    for state in states:
        state.log.mute = 1
    asked = RULES.asked(s, seat)
    legal = {word(asked.read(a)): a for a in RULES.legal(s, seat)}
    ends = np.zeros((len(clicks), worlds, s.seats, 3), np.int32)
    numbers = np.array([seat, len(clicks), worlds, 1, 300], np.int64)
    out = memoryview(array("i", bytes(4 * game.most_legal)))
    tried = np.array([legal[click] for click in clicks], np.int32)
    with np.errstate(over="ignore"):
        rng = np.array([seed], np.uint64)
        interpreted(foresight.foresee, game)(states, Rows(states), out, tried, numbers, rng, ends)
    return ends


def test_foresight_knows_what_the_last_click_of_a_quarter_is_worth(sit):
    desk = sit(2).tokens(0, g5a=5, lr1=5).tokens(1, g5a=6).hand(0, "attend_english", "attend_craft").at(week=8, start=1)
    desk.main()
    assert desk.asked == "main"
    ends = foreseen(desk.s, 0, "play attend_english", "end", "play attend_english")
    passing, nothing = ends[:2, :, 0, foresight.STANDING].sum(1)
    assert passing > nothing
    assert (ends[0] == ends[2]).all(), "all clicks are tried in the same worlds"
    assert (ends[:, :, 0, foresight.AVERAGE] > 0).tolist() == [[True] * 3, [False] * 3, [True] * 3]
    desk.hand(1, "attend_math", "study")
    before = foreseen(desk.s, 0, "play attend_english", "end")
    desk.hand(1, "bear", "snitch")
    assert (before == foreseen(desk.s, 0, "play attend_english", "end")).all(), "only what the seat sees counts"


def test_who_graduates_leaves_behind_who_does_not_and_averages_decide_among_graduates():
    def end(done, average, standing):
        return np.array([[done, average, standing]], np.int32)

    other = end(1, 2500, 0)
    assert reckon([end(0, 4000, 9000)], [[other]]) == 0
    assert reckon([end(1, 2600, 0)], [[other]]) == 1
    assert reckon([end(1, 2500, 0)], [[other]]) == 0.5
    assert reckon([end(1, 1000, 0)], [[other], [end(0, 4000, 9000)]]) == 0.5
    assert 0.7 < float(reckon([end(0, 0, 1000)], [[end(0, 4000, 0)]])[0]) < 0.75


def test_what_may_be_luck_does_not_move_a_student():
    leads = np.array([0.3, -0.2, 0.2, -0.1])
    assert surely(leads, 0) > 0 > surely(leads, 1)
    assert surely(np.array([0.1, 0.1]), 1) > 0


def test_the_averages_decide_between_two_who_stand_alike(sit):
    desk = sit(2, length="taster").credits(0, "g1a", "g2a", grade="s").credits(1, "g1a", "g2a").at(week=1)
    assert RULES.value(desk.s, 0) > 600
    desk.credits(1, "g3b")
    assert RULES.value(desk.s, 0) > 400


def test_the_leader_is_attacked_and_nobody_for_the_number_of_the_seat(sit):
    desk = sit(4).hand(0, "past_exams_trade")
    for seat in (1, 2, 3):
        desk.hand(seat, "bear")
    desk.main().do("play past_exams_trade")
    found = weights(desk)
    assert max(found, key=found.get) == "choose 1", "the next one clockwise, while all stand alike"
    desk.credits(3, "g1a")
    found = weights(desk)
    assert max(found, key=found.get) == "choose 3"
    assert found["cancel"] == 0
