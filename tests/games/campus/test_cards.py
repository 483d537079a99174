"""C-16: single cards, and C-15: credits that act in turns."""

from taku.games.campus.content import card_named
from taku.games.campus.rules.turn import refill_target
from tests.conftest import clause
from tests.games.campus.desk import RULES


@clause("C-16.1")
def test_hunch(sit):
    desk = sit().hand(0, "hunch", "hunch", "study", "snitch", "bear").coins("heads", "tails").main()
    desk.do("play hunch", "pay study", "put 0 lr1", "draw science")
    assert desk.on(0, "lr1") == (3, 0)
    desk.do("play hunch", "pay snitch")
    assert desk.asked == "main"
    assert len(desk.holds(0)) == 2


@clause("C-16.2")
def test_grade_appeal(sit):
    desk = sit(2).hand(0, "grade_appeal", "bear").tokens(0, lr1=5, g1a=1).grading().do("play grade_appeal")
    assert desk.can() == {"done", "raise_grade lr1", "raise_grade g1a"}
    desk.do("raise_grade lr1", "raise_grade lr1", "done")
    assert desk.on(0, "lr1") == (7, 0)
    assert desk.told("hand_shown") or card_named("bear")
    desk = sit(2).hand(0, "grade_appeal", "tap_and_run").tokens(0, lr1=5, g1a=1).grading().do("play grade_appeal")
    desk.do("lose lr1", "lose lr1", "lose g1a")
    assert desk.on(0, "lr1") == (3, 0)


@clause("C-16.3")
def test_example_13_roll_call(sit):
    desk = sit().hand(0, "roll_call", "bear").hand(1, "tap_and_run", "bear").tokens(2, g1e=(6, 3), g4a=(4, 2)).main()
    desk.do("play roll_call", "draw science")
    assert desk.on(2, "g1e") == (0, 0)
    assert desk.on(2, "g4a") == (4, 2)
    assert desk.s.registered[2] == 1
    desk.hand(0, "bear").do("end", "done").skip("open").do("begin")
    assert desk.seat == 1
    assert desk.can() == {"end", "play bear"}


@clause("C-16.4")
def test_cramming(sit):
    desk = sit().hand(0, "cram", "attend_physics", "submit_physics", "attend_math", "bear").main().do("play cram")
    assert desk.can() == {"pay attend_physics", "pay submit_physics", "cancel"}, "other uses do not count"
    desk.do("pay attend_physics")
    assert desk.can() == {"pay submit_physics"}
    desk.do("pay submit_physics", "put 0 pchem")
    assert desk.on(0, "pchem") == (1, 4)
    desk = sit().hand(0, "cram", "attend_physics", "attend_math").main()
    assert "play cram" not in desk.can()


@clause("C-16.5", "C-11.5")
def test_collect_past_exams(sit):
    desk = sit(3).hand(0, "past_exams_collect", "study", "snitch", "museum", "bear").give(1, "attend_music")
    desk.give(1, "bear").give(2, "attend_math", 0).give(2, "loner", 0).main()
    desk.do("play past_exams_collect", "pay study", "pay snitch", "pay museum")
    assert desk.can() == {"take attend_music", "take bear"}
    assert RULES.view(desk.s, 1).hand[2, 0] == card_named("attend_math"), "all hands are shown to all"
    desk.do("take attend_music", "take attend_math")
    assert desk.holds(0) == ["bear", "attend_music", "attend_math"]
    assert (desk.s.size[1], desk.s.back[1, 1]) == (2, 2)
    assert (desk.s.size[2], desk.s.back[2, 1]) == (2, 1)
    assert RULES.view(desk.s, 1).hand[2, 0] == 0


@clause("C-16.6")
def test_trade_past_exams(sit):
    desk = sit().hand(0, "past_exams_trade", "bear").hand(1, "study", "snitch").hand(2).main()
    desk.do("play past_exams_trade")
    assert desk.can() == {"take study", "take snitch"}, "only one opponent has cards"
    desk.do("take study")
    assert desk.can() == {"give bear", "give study"}
    desk.do("give bear")
    assert (desk.holds(0), desk.holds(1)) == (["study"], ["snitch", "bear"])
    assert RULES.view(desk.s, 0).hand[1, 1] == 0, "what was given lies hidden again"


@clause("C-16.7")
def test_study(sit):
    desk = sit().hand(0, "study", "bear").top("snitch", "natural_science", "attend_math").main()
    desk.do("play study", "draw science", "draw science", "draw science")
    assert desk.holds(0) == ["bear", "attend_math"]
    assert desk.pile("natural_science") == 1, "自然科学 is no subject card"
    desk = sit().hand(0, "study", "bear").top(*["part_time_job"] * 3, *["study"] * 4, *["loner"] * 3).main()
    desk.top(*["snitch"] * 2, *["roll_call"] * 3, *["remote_class"] * 3, *["cram"] * 2).do("play study")
    for _ in range(20):
        desk.do("draw science")
    assert desk.asked == "main"
    assert desk.holds(0) == ["bear"]


@clause("C-16.10")
def test_forgotten_homework(sit):
    desk = sit().hand(0, "forgot_homework", "submit_math", "bear").tokens(0, lr1=1).main()
    desk.do("play forgot_homework", "draw humanities")
    assert {"hand_in submit_math", "forfeit"} <= desk.can()
    desk.do("hand_in submit_math")
    assert desk.on(0, "lr1") == (1, 0)
    desk = sit().hand(0, "forgot_homework", "bear").tokens(0, lr1=1).top("bear").main()
    desk.do("end", "train forgot_homework", "draw science", "forfeit", "lose lr1")
    assert (desk.on(0, "lr1"), desk.on(0, "training")) == ((0, 0), (0, 0)) or desk.on(0, "training") == (1, 0)
    desk = sit().hand(0, "forgot_homework", "bear").top("bear").main()
    desk.do("play forgot_homework", "draw science")
    assert desk.can() == {"nothing"}


@clause("C-16.11")
def test_forgotten_student_id(sit):
    desk = sit().hand(0, "forgot_id", "attend_japanese", "bear").main()
    desk.do("play forgot_id", "pay attend_japanese")
    assert desk.can() == {"put 0 g2c", "none 0"}
    desk.do("put 0 g2c")
    assert desk.on(0, "g2c") == (0, 1)


@clause("C-16.12")
def test_metalwork_two_takes_the_rest_of_the_hand(sit):
    desk = sit().hand(0, "metalwork2", "study", "snitch", "bear").main().do("play metalwork2")
    desk.do("put 0 g3e_metal")
    assert desk.on(0, "g3e_metal") == (8, 0)
    assert desk.holds(0) == ["bear"]
    desk = sit().hand(0, "metalwork2").main().do("play metalwork2", "put 0 g3e_metal")
    assert desk.on(0, "g3e_metal") == (6, 0), "no card at all is possible"


@clause("C-16.13")
def test_plagiarism_check(sit):
    desk = sit().hand(0, "plagiarism_check", "bear").hand(1, "tap_and_run", "attend_math", "part_time_job", "bear")
    desk.tokens(1, lr1=2).main().do("play plagiarism_check")
    assert desk.holds(1) == ["attend_math", "bear"]
    assert desk.on(1, "lr1") == (1, 0), "they resolve what they discard"
    desk = sit().hand(0, "plagiarism_check", "study", "bear").hand(1, "attend_math").main().do("play plagiarism_check")
    assert desk.can() == {"discard study"}


@clause("C-16.17")
def test_heavy_snow(sit):
    for named, stays in (("math", True), ("info", False)):
        desk = sit(2).hand(0, "heavy_snow", "attend_earth", "tap_and_run").hand(1, "attend_math", "bear")
        desk.top("attend_math").main().do("play heavy_snow", f"name {named}", "draw science")
        assert desk.can() == {"end"}, "nobody can go to class, whatever was named"
        assert desk.pile("attend_math") == 1
        desk.do("end", "done").skip("open").do("begin")
        assert desk.can() == ({"end", "play bear"} if stays else {"end", "play bear", "play attend_math"})
        assert desk.lies(0) == (["heavy_snow"] if stays else [])
        if stays:
            desk.do("end", "done").skip("open")
            assert desk.lies(0) == []


@clause("C-16.18")
def test_copy_and_paste(sit):
    desk = sit().hand(0, "copy_paste", "study", "bear").tokens(0, lr1=(1, 1), g1a=1, g5a=6)
    desk.tokens(1, lr1=5, g1a=(3, 2), g5a=2).tokens(2, lr1=6, g2c=2).main().do("play copy_paste", "pay study")
    assert desk.can() == {"leave", "copy 1 lr1", "copy 1 g1a", "copy 1 g5a"}
    desk.do("copy 1 g5a")
    assert desk.on(0, "g5a") == (2, 0), "also if that is less"


@clause("C-16.19")
def test_late_bus(sit):
    desk = sit().hand(0, "late_bus", "study").main()
    desk.do("play late_bus")
    assert refill_target(desk.s, 0) == 3
    desk.do("end", "done").skip("open")
    assert desk.lies(0) == []


@clause("C-16.20")
def test_remote_classes(sit):
    banned = ("friend_network", "tap_and_run", "study_abroad", "museum", "metalwork1", "metalwork2", "walk_up", "bear")
    desk = sit().before(3, "remote_class").hand(0, *banned, "bike_up", "festival", "forgot_id", "attend_math", "study")
    assert desk.main().can() == {"end", "play attend_math", "play study"}


@clause("C-16.16")
def test_change_of_registration(sit):
    desk = sit().before(0, "lottery_loss", "lottery_loss").hand(0, "course_change", "bear").tokens(0, lr1=3, g1a=2)
    desk.main().do("play course_change")
    assert desk.can() == {"move g1a black", "stop", "cancel"}
    desk.do("stop")
    assert desk.can() == {"done", "drop"}
    desk.do("drop", "done")
    assert desk.lies(0) == ["lottery_loss", "course_change"]


@clause("C-16.21", "C-3.13")
def test_intensive_course(sit):
    desk = sit(2).hand(0, "intensive_course", "attend_music", "submit_math", "study")
    desk.tokens(0, lr1=1, g1a=1, g5a=1, g5b=1, g5d=1, g2a=1).grading()
    desk.do("play intensive_course", "pay attend_music")
    assert desk.can() == {"done", "pay submit_math"}
    desk.do("pay submit_math", "done")
    assert desk.can() == {"put 0 g2f_gasshuku", "put 0 g4d", "none 0"}, "the limit does not matter"
    desk.do("put 0 g4d", "draw science", "draw science")
    assert desk.on(0, "g4d") == (6, 0)


@clause("C-16.22")
def test_example_14_extra_assignment(sit):
    desk = sit(2).credits(0, "lr2", "lr3", grade="hold").tokens(0, lr2=1)
    desk.hand(0, "extra_assignment", "attend_english", "attend_english", "bear").main().do("play extra_assignment")
    assert desk.can() == {"put 0 lr2", "put 0 lr3", "none 0", "cancel"}
    desk.do("put 0 lr2")
    assert desk.on(0, "lr2") == (4, 0)
    desk.do("play attend_english", "put 0 lr2", "play attend_english", "put 0 lr2")
    assert desk.on(0, "lr2") == (8, 0)
    desk.grading().skip("open")
    assert desk.chip(0, "lr2") == "a"
    assert (desk.s.points[0], desk.s.weight[0]) == (6, 2)


@clause("C-16.23", "C-16.24")
def test_crib_sheet_and_tap_and_run(sit):
    desk = sit().hand(0, "crib_sheet", "tap_and_run").tokens(0, lr1=1, g1a=1).at(week=8).main().do("play crib_sheet")
    assert desk.can() == {"put 0 lr1", "put 0 g1a", "none 0"}
    desk.do("put 0 lr1")
    assert desk.on(0, "lr1") == (4, 2)
    desk.do("play tap_and_run")
    assert "none 0" not in desk.can(), "a cell must be chosen"
    desk.do("put 0 lr2", "draw science")
    assert desk.on(0, "lr2") == (0, 2)


@clause("C-16.25")
def test_language_cards(sit):
    desk = sit(language_cards=False)
    assert desk.s.deck[1].size == 146
    assert sit().s.deck[1].size == 154


@clause("C-15.7", "C-11.2")
def test_perception_trades_card_for_card(sit):
    desk = sit().credits(0, "g3c").hand(0, "bear", "overachiever", "study", "attend_math").hand(1, "snitch", "museum")
    desk.before(2, "loner").hand(2, "study").turn()
    assert {c for c in desk.can() if c.startswith("trade")} == {"trade 1"}
    desk.do("trade 1")
    assert desk.can() == {"done", "offer study", "offer attend_math"}, "trouble and 意識高い系 are never given"
    desk.do("offer study")
    assert desk.can() == {"claim snitch", "claim museum", "cancel"}
    desk.do("cancel", "offer study", "claim snitch")
    assert desk.can() == {"done", "offer attend_math"}, "each card at most once"
    desk.do("offer attend_math")
    assert desk.can() == {"claim museum", "cancel"}
    desk.do("claim museum", "done")
    assert desk.holds(1) == ["study", "attend_math"]
    assert not any(c.startswith("trade") for c in desk.can())


@clause("C-15.6", "C-15.7")
def test_a_doubled_credit_has_twice_the_uses(sit):
    desk = sit().credits(0, "g4c", "g2c").hand(0, "bear").hand(1, "study")
    desk.s.link[0] = 1 + [c for c in range(67) if desk.s.chip[0, c]][1]
    desk.turn().do("swap 1", "swap 1")
    assert not any(c.startswith("swap") for c in desk.can())
