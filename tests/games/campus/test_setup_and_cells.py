"""C-2 and C-3: setup, cells and tokens."""

import random

import pytest

from taku.engine.options import OptionError
from taku.games.campus import game
from taku.games.campus.rules import board
from taku.games.campus.state import SOURCE
from tests.conftest import clause
from tests.games.campus.desk import RULES, cell


@clause("C-2.1", "C-2.2", "C-2.3", "C-2.4")
def test_everybody_starts_with_two_and_two_and_an_empty_board():
    for seats in (2, 3, 4, 5, 6):
        s = game.new(seats)
        RULES.key(s, bytes(16))
        RULES.start(s)
        assert list(s.size)[:seats] == [4] * seats
        assert [[s.back[q, i] for i in range(4)] for q in range(seats)] == [[1, 1, 2, 2]] * seats
        assert (s.deck[0].size, s.deck[1].size) == (156 - 2 * seats, 154 - 2 * seats)
        assert not any(s.chip[q, c] or s.black[q, c] or s.red[q, c] for q in range(seats) for c in range(67))
        assert not any(s.mark)
    with pytest.raises(OptionError):
        game.read_seats(7)


@clause("C-2.4", "C-2.3")
def test_first_hands_and_decks_are_options():
    s = game.new(2, game.read_options({"start_science": 4, "start_humanities": 0, "trouble_cards": False}, 2))
    RULES.key(s, bytes(16))
    RULES.start(s)
    assert [s.back[0, i] for i in range(4)] == [1, 1, 1, 1]
    assert s.deck[0].size + s.deck[1].size == 310 - 45 - 8


@clause("C-2.5", "C-2.6")
def test_the_first_player_is_drawn():
    starts = set()
    for n in range(20):
        s = game.new(4)
        RULES.key(s, random.Random(n).randbytes(16))
        RULES.start(s)
        assert s.active == s.start
        starts.add(s.start)
    assert starts == {0, 1, 2, 3}
    assert all("course" not in kind for kind in game.kinds), "nobody declares a course"


@clause("C-3.1")
def test_a_subject_card_goes_where_its_subject_is_listed(sit):
    desk = sit().hand(0, "attend_ethics", "bear").main().do("play attend_ethics")
    ethics = {"g1d", "g2a", "g2b", "g3b", "g3c", "g4c", "g4f", "g5e", "g5f"}
    assert desk.can() == {f"put 0 {c}" for c in ethics} | {"none 0", "cancel"}


@clause("C-3.2", "C-3.3")
def test_own_board_and_closed_cells(sit):
    desk = sit().hand(0, "attend_japanese", "bear").credits(0, "g2c", grade="hold").main().do("play attend_japanese")
    assert "put 0 g2c" in desk.can()
    desk.do("put 0 g2c")
    assert desk.on(0, "g2c") == (1, 0)
    assert desk.on(1, "g2c") == (0, 0)
    assert desk.chip(0, "g2c") == "hold", "the old chip stays until the next grading"
    desk = sit().hand(0, "attend_japanese", "bear").credits(0, "g2c", grade="certified").main()
    assert desk.do("play attend_japanese").can() == {"none 0", "cancel"}


@clause("C-3.4", "C-3.6")
def test_example_4_the_registration_limit(sit):
    desk = sit().tokens(0, dai=1, lr1=1, g1a=1, g5a=1, g5b=1, g5d=1, training=4)
    desk.hand(0, "attend_english", "attend_ethics", "bear").main()
    desk.do("play attend_english")
    assert desk.can() == {"put 0 lr1", "none 0", "cancel"}
    desk.do("cancel", "play attend_ethics")
    assert desk.can() == {"none 0", "cancel"}
    desk.do("none 0")
    assert desk.lies(0) == ["attend_ethics"]
    desk.do("end", "train attend_english")
    assert desk.on(0, "training") == (5, 0)


@clause("C-3.5")
def test_example_5_the_pair_of_sports_practice(sit):
    desk = sit().tokens(0, lr1=1, g1a=1, g5a=1, g5b=1, g5d=1, g2f_jitsugi=1)
    assert desk.s.registered[0] == 6
    desk.hand(0, "attend_pe", "attend_biology", "bear").main().do("play attend_pe")
    assert desk.can() == {"put 0 g2f_jitsugi", "put 0 g2f_jitsugi/2", "none 0", "cancel"}
    desk.do("put 0 g2f_jitsugi/2")
    assert desk.s.registered[0] == 6
    desk.do("play attend_biology")
    assert "put 0 g2d" not in desk.can()
    assert "put 0 g5a" in desk.can()


@clause("C-3.7")
def test_with_the_limit_mark_there_is_no_limit(sit):
    desk = sit().tokens(0, dai=1, lr1=1, g1a=1, g5a=1, g5b=1, g5d=1)
    desk.s.mark[0] = 1
    desk.hand(0, "attend_japanese", "bear").main().do("play attend_japanese", "put 0 g2c")
    assert desk.s.registered[0] == 7


@clause("C-3.8")
def test_exclusive_courses(sit):
    desk = (
        sit().tokens(0, g6e_logic=1, g2f_jitsugi=1).credits(0, "g6a_phys").hand(0, "attend_math", "attend_pe", "bear")
    )
    desk.main().do("play attend_math")
    offered = {c.split()[-1] for c in desk.can()}
    assert "g6e_logic" in offered
    assert "g6e_math" not in offered, "the other course of its set has tokens"
    assert not board.is_open(desk.s, 0, cell("g6a_chem")), "the other course of its set is held"
    assert not board.is_open(desk.s, 0, cell("g2f_gasshuku"))
    assert board.is_open(desk.s, 0, cell("g2f_jitsugi/2")), "both halves go together"
    desk = sit().credits(0, "g6a_phys", grade="fail")
    assert board.is_open(desk.s, 0, cell("g6a_chem")), "Hold and Fail exclude nothing"


@clause("C-3.9", "C-3.10")
def test_prerequisites_and_late_courses(sit):
    desk = sit()
    assert not board.is_open(desk.s, 0, cell("calc2"))
    assert board.is_open(desk.credits(0, "calc1").s, 0, cell("calc2"))
    assert not board.is_open(desk.at(quarter=2).s, 0, cell("g6b"))
    assert board.is_open(desk.at(quarter=3).s, 0, cell("g6b"))
    assert board.is_open(sit(length="short").at(quarter=2).s, 0, cell("g6d"))
    assert board.is_open(sit(length="taster").s, 0, cell("g6d"))
    assert not board.is_open(sit(length="taster", late_from=2).s, 0, cell("g6d"))


@clause("C-3.11", "C-3.14", "C-8.8")
def test_example_7_one_token_a_turn(sit):
    desk = sit().credits(0, "dai").hand(0, "submit_physics", "attend_info", "tap_and_run", "bear", "study")
    desk.main().do("play submit_physics", "pay study", "put 0 joho")
    assert desk.on(0, "joho") == (1, 0), "what is more is lost"
    desk.do("play attend_info")
    assert "put 0 joho" not in desk.can()
    desk.do("none 0", "play tap_and_run")
    assert "put 0 joho" not in desk.can()
    assert "put 0 g5a" in desk.can()
    desk.s.stage = 1
    desk.s.today = 0
    assert not board.is_open(desk.s, 0, cell("joho")), "in grading they take none"


@clause("C-3.12", "C-3.13", "C-3.15")
def test_cells_with_actions_of_their_own_and_free_open_ones(sit):
    desk = sit().hand(0, "tap_and_run", "bear").main().do("play tap_and_run")
    offered = {c.split()[-1] for c in desk.can()}
    closed = {"dai", "training", "g2f_gasshuku", "g4d", "joho", "chiho", "calc2", "lin2", "g6b", "g6d"}
    assert len(offered) == 67 - len(closed)
    assert not offered & closed


@clause("C-3.16", "C-3.20")
def test_all_tokens_go_on_one_cell_up_to_thirty(sit):
    desk = sit().tokens(0, lr1=29)
    assert board.put_tokens(desk.s, 0, cell("lr1"), 3, 2, SOURCE.card) == 3
    assert desk.on(0, "lr1") == (30, 2)


@clause("C-3.17", "C-8.6")
def test_example_8_red_cells(sit):
    desk = sit().credits(0, "g2e").hand(0, "submit_biology", "bear", "study", "natural_science").main()
    desk.do("play submit_biology", "pay study", "put 0 g1e")
    assert desk.on(0, "g1e") == (0, 4), "the bonus belongs to the same placement"
    desk.do("play natural_science", "put 2 g1e")
    assert desk.on(0, "g1e") == (3, 4)


@clause("C-3.17")
def test_example_9_the_first_one_is_black(sit):
    desk = sit().hand(0, "submit_physics", "submit_physics", "bear", "study", "study").main()
    desk.do("play submit_physics", "pay study", "put 0 pchem")
    assert desk.on(0, "pchem") == (1, 2)
    desk.do("play submit_physics", "pay study", "put 1 pchem")
    assert desk.on(0, "pchem") == (3, 2)


@clause("C-3.17", "C-16.15")
def test_the_museum_takes_the_best_subject(sit):
    desk = sit().hand(0, "museum", "bear").main().do("play museum", "put 0 g3e_art")
    assert desk.on(0, "g3e_art") == (3, 0), "as art, not as history"
    desk = sit().hand(0, "museum", "bear").main().do("play museum", "put 0 g1e")
    assert desk.on(0, "g1e") == (0, 3)


@clause("C-3.18")
def test_losing_tokens(sit):
    desk = sit().tokens(0, lr1=(1, 1), training=1, joho=3, dai=1).hand(0, "part_time_job", "bear")
    desk.main().do("end", "train part_time_job")
    assert desk.can() == {"lose lr1", "lose training", "lose dai"}
    desk.do("lose lr1")
    assert desk.on(0, "lr1") == (1, 0), "red goes before black"


@clause("C-3.19", "C-16.16")
def test_moving_keeps_the_colour(sit):
    desk = sit().tokens(0, lr1=(1, 1), g1a=3, training=2, chiho=1).hand(0, "course_change", "bear").main()
    desk.do("play course_change")
    assert desk.can() == {"move lr1 black", "stop", "cancel"}
    desk.do("move lr1 black")
    assert "to training" not in desk.can()
    assert "to joho" not in desk.can()
    desk.do("to g2c")
    assert desk.on(0, "g2c") == (1, 1)
    assert desk.on(0, "lr1") == (0, 0)
    assert desk.s.registered[0] == 3
