"""C-12 to C-15: the grading phase, averages, graduation and the end."""

from taku.games.campus.content import MODES
from taku.games.campus.rules import board
from taku.games.campus.rules.finish import better, graduates, points_held, progress, weight_held
from taku.games.campus.rules.grading import count_of, grade_for
from taku.games.campus.state import CHIP
from tests.conftest import clause
from tests.games.campus.desk import RULES, cell

DEGREE = ["dai", "joho", "chiho", *(f"{k}{n}" for k in ("lr", "sw") for n in range(1, 5))]
SCIENCE = ["calc1", "calc2", "lin1", "lin2", "newton", "emag", "inorg", "pchem"]


@clause("C-12.1")
def test_lost_lotteries_are_chosen_at_the_same_time(sit):
    desk = sit(3).before(0, "lottery_loss").before(2, "lottery_loss", "lottery_loss")
    desk.tokens(0, lr1=5, g1a=1, training=3, joho=2).tokens(2, lr1=4, g2c=4).grading()
    assert desk.on(2, "lr1") == desk.on(2, "g2c") == (0, 0), "two lots and two cells: no choice is left"
    assert RULES.acting(desk.s) == [0]
    assert desk.can() == {"strike lr1", "strike g1a"}
    desk.do("strike g1a")
    assert desk.on(0, "g1a") == (0, 0)
    assert desk.on(0, "lr1") == (0, 0) or desk.chip(0, "lr1") == "hold"
    desk = sit(2).before(0, "lottery_loss").before(1, "lottery_loss").tokens(0, lr1=1, lr2=1).tokens(1, lr1=1, lr2=1)
    desk.hand(0, "bear").grading().do("strike lr1", seat=0)
    assert desk.on(0, "lr1") == (1, 0), "nothing is struck before all have chosen"
    assert RULES.view(desk.s, 1).draft[0].pick[0] == 0
    desk.do("strike lr2", seat=1)
    assert desk.on(0, "lr1") == desk.on(1, "lr2") == (0, 0)


@clause("C-12.2", "C-15.2")
def test_the_start_of_grading(sit):
    desk = sit(2).credits(0, "g1e", "g4b").credits(1, "g4b").tokens(0, lr1=6).hand(0, "study").grading()
    assert desk.seat == 0
    assert desk.can() == {"done", "use g1e", "use g4b"}
    desk.do("use g1e")
    assert desk.can() == {"put 0 geophys", "put 1 geophys", "put 0 geoenv", "put 1 geoenv", "none 0"}
    desk.do("put 1 geoenv")
    assert desk.on(0, "geoenv") == (2, 0), "without a subject nothing turns red"
    assert desk.can() == {"done", "use g4b"}
    desk.do("done")
    assert desk.seat == 1
    assert desk.can() == {"done", "use g4b"}


@clause("C-15.3")
def test_philosophy_moves_tokens(sit):
    desk = sit(2).credits(0, "g2a").tokens(0, lr1=(3, 1), lr2=5, joho=2).hand(0, "bear").grading().do("use g2a")
    assert desk.can() == {"move lr1 black", "move lr1 red", "move lr2 black", "stop"}
    desk.do("move lr1 red")
    assert desk.asked == "move_from", "there is only one other cell with tokens"
    assert desk.on(0, "lr2") == (5, 1)
    desk.do("move lr1 black", "stop")
    assert desk.on(0, "lr2") == (6, 1)


@clause("C-15.12")
def test_social_security_turns_up_cards(sit):
    desk = sit(2).credits(0, "g5e").hand(0, "bear").top("study", "attend_math", "submit_math", "attend_info").grading()
    desk.do("use g5e", "draw science")
    assert desk.pile("study") == 1
    desk.do("draw science")
    assert desk.asked == "flip_play"
    desk.do("play_it", "put 0 g5a", "draw science")
    assert desk.can() == {"pass"}, "クマ cannot pay for 課題を提出"
    desk.do("pass", "draw science", "pass", "decline")
    assert desk.on(0, "g5a") == (2, 0)
    assert desk.pile("attend_info") == 1
    assert desk.asked == "grade_open"
    desk = sit(2).credits(0, "g5e").tokens(0, lr1=19, training=1).hand(0, "bear").grading().do("use g5e")
    assert desk.asked == "grade_open", "twenty tokens are enough"


@clause("C-12.3", "C-12.4")
def test_example_3_grades_and_the_cap_of_red(sit):
    desk = sit()
    counts = {9: "s", 8: "a", 7: "b", 6: "c", 5: "hold", 4: "hold", 3: "fail", 1: "fail"}
    for n, grade in counts.items():
        assert CHIP[grade_for(desk.s, 0, cell("lr1"), n)] == grade
    desk.tokens(0, lr1=(5, 4), lr2=(0, 8))
    assert count_of(desk.s, 0, cell("lr1")) == 7
    assert count_of(desk.s, 0, cell("lr2")) == 2
    desk.credits(0, "lr1", grade="hold").credits(0, "sw1", grade="fail").grading().skip("open")
    assert [desk.chip(0, c) for c in ("lr1", "lr2", "sw1", "sw2")] == ["b", "fail", "fail", "none"]
    assert desk.on(0, "lr1") == (0, 0)


@clause("C-12.5", "C-13.1")
def test_example_6_sports_practice(sit):
    desk = sit()
    practice = cell("g2f_jitsugi")
    assert [CHIP[grade_for(desk.s, 0, practice, n)] for n in (2, 3, 4, 5, 6)] == ["fail", "c", "b", "a", "s"]
    desk.credits(0, "g4f")
    chiho = cell("chiho")
    assert [CHIP[grade_for(desk.s, 0, chiho, n)] for n in (3, 4, 5, 6, 7)] == ["fail", "c", "b", "a", "s"]
    desk.tokens(0, g2f_jitsugi=3, g2f_jitsugi__2=2, g1a=8).grading().skip("open")
    assert (desk.s.points[0], desk.s.weight[0]) == (7, 4), "3.5 / 2 = 1.75"


@clause("C-12.6")
def test_a_study_trip_is_certified(sit):
    desk = sit().tokens(0, g4d=9).tokens(1, g4d=5).grading().skip("open")
    assert desk.chip(0, "g4d") == "certified"
    assert desk.chip(1, "g4d") == "hold"
    assert desk.s.weight[0] == 0


@clause("C-12.7")
def test_grades_use_the_credits_held_before(sit):
    desk = sit().tokens(0, chiho=5, g4f=6, g4e=6, g1b=6).hand(0, "bear").grading().do("done")
    assert desk.chip(0, "chiho") == "hold", "4F is new"
    assert desk.asked == "draw"
    assert desk.s.task[desk.s.depth - 1, 2] == 6, "two each for 1B, 4E itself and 4F"


@clause("C-12.8", "C-15.6")
def test_world_literature_doubles_another_credit(sit):
    desk = sit().tokens(0, g2c=6).credits(0, "dai", "g4f", "g6c", "g1b").hand(0, "bear").grading().do("done")
    assert desk.can() == {"link dai", "link g4f", "link g6c"}
    desk.do("link g4f")
    assert CHIP[grade_for(desk.s, 0, cell("chiho"), 2)] == "c"
    desk = sit().tokens(0, g2c=6).grading()
    assert desk.s.link[0] == 0, "nothing to double"
    desk.skip("refill").credits(0, "dai").grading().skip("open")
    assert desk.s.link[0] == 1 + cell("dai"), "it is offered again"


@clause("C-12.9")
def test_example_10_training(sit):
    for n, certified in ((9, 0), (10, 1), (15, 1), (16, 2), (30, 2)):
        desk = sit().tokens(0, training=n).tokens(0, lr1=5).hand(0, "bear").grading().do("done")
        for _ in range(certified):
            assert desk.asked == "certify"
            desk.do("certify lr1" if desk.chip(0, "lr1") == "hold" else "certify sw4")
        assert desk.asked != "certify"
        assert desk.on(0, "training") == (0, 0)
        assert desk.s.weight[0] == 2, "the Hold still counts for the quarter"
        assert (weight_held(desk.s, 0) == 0) == (certified > 0)
    desk = sit().credits(0, *[e for e in DEGREE[3:] if e != "lr3"]).tokens(0, training=16).grading()
    assert desk.chip(0, "lr3") == "certified"


@clause("C-12.10", "C-15.9")
def test_artificial_intelligence_becomes_something_else(sit):
    desk = sit().credits(0, "g6b", grade="a").credits(0, "g6a_chem", "g6e_logic").credits(0, "g6c", grade="fail")
    desk.hand(0, "bear").grading().do("done")
    assert desk.can() == {"keep", "convert g6c"}, "6A and 6E are held"
    desk.do("convert g6c")
    assert (desk.chip(0, "g6c"), desk.chip(0, "g6b")) == ("a", "none")


@clause("C-12.11", "C-13.3", "C-13.2")
def test_example_15_the_mark_at_the_edge(sit):
    tokens = {"lr1": 9, "lr2": 8, "lr3": 8, "g2f_jitsugi": 5, "g2f_jitsugi__2": 2}
    desk = sit(2).tokens(0, lr4=7, **tokens).tokens(1, lr4=6, **tokens)
    desk.s.mark[1] = 1
    desk.grading().skip("open")
    assert (desk.s.points[0], desk.s.weight[0]) == (27, 10)
    assert (desk.s.points[1], desk.s.weight[1]) == (25, 10)
    assert list(desk.s.mark)[:2] == [1, 0]


@clause("C-13.1", "C-13.6")
def test_example_1_the_seeds_quarter(sit):
    grades = {"a": 1, "b": 3.5, "c": 2, "hold": 1, "fail": 0.5}
    points = sum({"a": 3, "b": 2, "c": 1}.get(g, 0) * n for g, n in grades.items())
    assert (points, sum(grades.values())) == (12, 8)
    desk = sit().tokens(0, lr1=8, lr2=7, lr3=7, lr4=7, sw1=6, sw2=6, sw3=5, g2f_jitsugi=4, g2f_jitsugi__2=1, g4d=9)
    desk.s.mark[0] = 1
    desk.grading().skip("open")
    assert (desk.s.points[0], desk.s.weight[0]) == (24, 16), "in half-credits"
    assert desk.s.mark[0] == 0


@clause("C-13.5")
def test_example_2_the_seeds_final(sit):
    desk = sit()
    free = [c for c in range(67) if c not in (cell("training"), cell("g2f_jitsugi"), cell("g2f_jitsugi/2"))]
    plan = [CHIP.a] * 5 + [CHIP.b] * 13 + [CHIP.c] * 12 + [CHIP.hold] * 2 + [CHIP.fail] * 3 + [CHIP.certified] * 2
    for c, chip in zip(free, plan, strict=False):
        board.set_chip(desk.s, 0, c, chip)
    desk.credits(0, "g2f_jitsugi", grade="b").credits(0, "g2f_jitsugi/2", grade="fail")
    assert (points_held(desk.s, 0), weight_held(desk.s, 0)) == (108, 72), "54 / 36 = 1.5"


@clause("C-13.4")
def test_top_students_draw(sit):
    desk = sit(3).tokens(0, lr1=8).tokens(1, lr1=8).tokens(2, lr1=7).grading()
    drawn = []
    while desk.asked == "draw":
        drawn.append(desk.seat)
        desk.do("draw science")
    assert drawn == [0, 0, 0, 1, 1, 1]
    assert sit(3).tokens(0, lr1=1).grading().asked != "draw", "nobody with a GPA of 0"
    desk = sit(3, top_student_draw="1").tokens(0, lr1=8).grading().do("decline")
    assert desk.asked != "draw"


@clause("C-12.12", "C-5.6")
def test_everything_is_cleared(sit):
    desk = sit(3).before(0, "loner", "museum").before(1, "energy_drink").grading().skip("refill")
    assert desk.lies(0) == desk.lies(1) == []
    assert desk.pile("loner") == 1
    assert (desk.s.quarter, desk.s.start, desk.s.week) == (2, 1, 1)


def graduate(desk, seat):
    """Example 16: 3 + 8 + 12 + 3 + 8, and two free ones."""
    desk.credits(seat, *DEGREE, "g1a", "g1b", "g1c", "g2a", "g2b", "g3b", "g3c", "g4a", "g4b", "g4c", "g5a", "g5b")
    return desk.credits(seat, "g6a_phys", "g6b", "g6c", *SCIENCE, "geophys", "bun1")


@clause("C-14.1", "C-14.5")
def test_example_16_free_credits(sit):
    desk = graduate(sit(), 0)
    assert progress(desk.s, 0) == 72
    assert graduates(desk.s, 0)
    desk.credits(0, "bun1", grade="none")
    assert progress(desk.s, 0) == 70
    assert not graduates(desk.s, 0)


@clause("C-14.1", "C-15.4")
def test_example_17_halves(sit):
    desk = graduate(sit(), 0).credits(0, "g1d").credits(0, "g2b", grade="none").credits(0, "g2f_jitsugi")
    assert progress(desk.s, 0) == 71
    desk.credits(0, "g2f_jitsugi/2")
    assert progress(desk.s, 0) == 72


@clause("C-14.4")
def test_more_is_not_counted(sit):
    desk = graduate(sit(), 0).credits(0, "g1d", "g5d", "bun2", "g6d")
    assert progress(desk.s, 0) == 72


@clause("C-14.2", "C-14.3")
def test_example_18_two_graduates(sit):
    desk = graduate(graduate(sit(), 1), 3).hand(0, "bear")
    for seat, points in ((1, 140), (3, 142)):
        free = [c for c in range(67) if desk.s.chip[seat, c] == CHIP.c]
        weight = 68 if seat == 1 else 70
        for c in free[weight // 2 :]:
            desk.s.chip[seat, c] = CHIP.certified
        more = points - points_held(desk.s, seat)
        for c in free:
            step = min(3, more // 2)
            desk.s.chip[seat, c] += step
            more -= 2 * step
            if more == 0:
                break
        assert (points_held(desk.s, seat), weight_held(desk.s, seat)) == (points, weight)
    assert better(desk.s, 1, 3)
    desk.grading().skip("over")
    assert desk.asked == "over"
    assert RULES.scores(desk.s) == [3, 1, 3, 2]
    assert desk.s.graduates == 0b1010


@clause("C-14.6", "C-14.7")
def test_the_last_quarter(sit):
    desk = sit(3, max_quarters=2).at(quarter=2).credits(0, "lr1").credits(1, "lr1", "lr2").credits(2, "lr1", grade="b")
    desk.grading()
    assert desk.asked == "over"
    assert RULES.scores(desk.s) == [3, 1, 2], "progress first, then the average"


@clause("C-14.8")
def test_short_lengths(sit):
    assert [MODES[k, 7] for k in range(3)] == [36, 16, 6]
    desk = sit(length="short").credits(0, *DEGREE[:3], "lr1", "lr3", "sw2", "sw4", "g1a", "g2a", "g3b", "g4a", "g5a")
    desk.credits(0, "g6c", "bun1", "kai3", "g1b")
    assert graduates(desk.s, 0)
    desk = sit(length="taster").credits(0, "joho", "sw3", "g1a", "g1b", "g1c", "newton")
    assert graduates(desk.s, 0)


@clause("C-15.11")
def test_environment_helps_with_social_studies(sit):
    desk = sit().credits(0, "g5d").hand(0, "attend_social", "attend_social", "bear").main().do("play attend_social")
    assert "put 0 g1e" in desk.can()
    desk.do("put 0 g1e", "play attend_social", "put 0 g4e")
    assert desk.on(0, "g1e") == (0, 2)
    assert desk.on(0, "g4e") == (2, 0)


@clause("C-15.13", "C-8.7")
def test_the_study_trip_draws_for_languages(sit):
    desk = sit().credits(0, "g4d").hand(0, "attend_english", "intl_exchange", "bear").main().do("play attend_english")
    assert {"none 0", "none 1"} <= desk.can(), "also with no cell"
    desk.do("none 1")
    assert desk.asked == "draw"
    desk.do("decline", "play intl_exchange", "none 0", "draw science")
    assert desk.asked == "draw"
    assert desk.can() == {"draw science", "draw humanities", "decline"}
