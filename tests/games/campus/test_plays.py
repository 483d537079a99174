"""C-7, C-8, C-10 and C-11: playing cards, subject cards, cards that stay, shown hands and the only reaction."""

from taku.games.campus.content import card_named
from taku.games.campus.rules import cards
from taku.games.campus.rules.turn import refill_target
from taku.games.campus.state import MOST_BACKS, MOST_PLAYS
from tests.conftest import clause
from tests.games.campus.desk import RULES, SUBJECT


@clause("C-7.1", "C-7.2", "C-7.7", "C-8.1")
def test_a_cost_is_paid_by_other_cards(sit):
    desk = sit().hand(0, "submit_math", "attend_earth").main()
    assert desk.can() == {"end", "play submit_math", "play attend_earth"}
    desk.do("play submit_math", "pay attend_earth", "put 0 g5a")
    assert desk.on(0, "g5a") == (3, 0)
    assert desk.lies(0) == ["submit_math"]
    desk = sit().hand(0, "submit_math", "bear").main()
    assert desk.can() == {"end", "play bear"}, "クマ cannot pay"


@clause("C-7.3")
def test_when_cards_can_be_played(sit):
    hand = ("crib_sheet", "give_up", "copy_paste", "overslept", "grade_appeal", "snitch", "late", "part_time_job")
    desk = sit().hand(0, *hand).at(week=7).main()
    assert desk.can() == {"end", "play copy_paste"}
    desk = sit().hand(0, *hand).at(week=8).main()
    assert desk.can() == {"end", "play crib_sheet", "play give_up"}


@clause("C-7.4")
def test_a_card_may_be_played_for_nothing(sit):
    desk = sit().hand(0, "extra_assignment", "bear").main().do("play extra_assignment")
    assert desk.can() == {"none 0", "cancel"}
    assert desk.do("none 0").lies(0) == ["extra_assignment"]


@clause("C-7.5")
def test_the_order_of_a_play(sit):
    desk = sit().before(1, "festival").credits(0, "g1c").hand(0, "submit_social", "part_time_job", "bear")
    desk.tokens(0, lr1=1).coins("heads").main()
    desk.do("play submit_social", "pay part_time_job", "put 0 g1a", "draw humanities")
    events = [t.event for t in desk.log]
    wanted = ["card_played", "card_discarded", "discard_effect", "tokens_lost", "coin", "tokens_put", "drew"]
    assert [e for e in events if e in wanted] == wanted


@clause("C-7.6")
def test_taking_back(sit):
    desk = sit().hand(0, "submit_math", "attend_earth", "bear").main().do("play submit_math")
    desk.do("cancel")
    assert sorted(desk.holds(0)) == ["attend_earth", "bear", "submit_math"]
    assert desk.lies(0) == []
    assert desk.s.plays == 0
    assert "cancel" not in desk.do("play submit_math", "pay attend_earth").can()
    desk = sit().hand(0, "attend_earth", "bear").main()
    for _ in range(MOST_BACKS):
        desk.do("play attend_earth", "cancel")
    assert "cancel" not in desk.do("play attend_earth").can()
    desk = sit().hand(0, "tap_and_run", "bear").main().do("play tap_and_run")
    assert "cancel" not in desk.can(), "a cheat card is seen at once"


@clause("C-7.8", "C-16.15")
def test_once_a_turn_and_once_before_a_player(sit):
    desk = sit().hand(0, "tap_and_run", "tap_and_run", "museum", "bear").main()
    desk.do("play tap_and_run", "put 0 lr1", "draw science")
    assert "play tap_and_run" not in desk.can()
    desk.do("play museum", "put 0 g1a").give(0, "museum", 1)
    assert "play museum" not in desk.can()


@clause("C-7.9")
def test_a_turn_has_at_most_twenty_four_plays(sit):
    desk = sit().hand(0, "study", "bear").main()
    assert "play study" in desk.at(plays=MOST_PLAYS - 1).can()
    assert desk.at(plays=MOST_PLAYS).can() == {"end"}


@clause("C-8.2", "C-8.3")
def test_the_use_and_the_cell_are_chosen_together(sit):
    desk = sit().hand(0, "attend_math", "bear").before(0, "bike_up").main().do("play attend_math")
    assert {"put 0 g5a", "put 1 g5a", "put 2 g5a", "put 0 calc1", "put 1 g6c", "put 2 newton"} <= desk.can()
    assert "put 0 g6c" not in desk.can()
    desk.do("put 1 g6c")
    assert desk.on(0, "g6c") == (1, 0)
    desk = sit().hand(0, "attend_craft", "bear").main().do("play attend_craft")
    assert desk.can() == {"none 0", "cancel"}, "工芸 +0 puts nothing"
    desk = sit().hand(0, "attend_pe", "bear").before(0, "bike_up", "bike_up").main()
    desk.do("play attend_pe", "put 0 g2f_jitsugi")
    assert desk.on(0, "g2f_jitsugi") == (3, 0)


@clause("C-8.4", "C-15.8", "C-15.5")
def test_paid_bonuses_are_offered_one_after_the_other(sit):
    desk = sit().hand(0, "attend_pe", "study", "snitch", "bear").before(0, "walk_up", "walk_up").main()
    desk.do("play attend_pe", "put 0 g2f_jitsugi")
    assert desk.asked == "pay_bonus"
    desk.do("pay study", "no")
    assert desk.on(0, "g2f_jitsugi") == (3, 0)
    desk = sit().hand(0, "attend_geography", "study", "bear").credits(0, "g4a").main()
    desk.do("play attend_geography", "put 0 g1a", "pay study")
    assert desk.on(0, "g1a") == (3, 0)
    desk = sit().hand(0, "attend_language2", "bear").credits(0, "bun1", "bun2", "kai1").main()
    desk.do("play attend_language2", "put 0 bun3")
    assert desk.on(0, "bun3") == (4, 0)


@clause("C-15.8")
def test_city_of_gold_rewards_single_tokens(sit):
    desk = sit().hand(0, "attend_social", "bear").credits(0, "g4a").main().do("play attend_social", "put 0 g4c")
    assert desk.can() == {"draw science", "draw humanities", "decline"}
    assert desk.do("decline").asked == "main"


@clause("C-8.5", "C-16.14")
def test_all_cards_count_as_one_subject(sit):
    desk = sit().before(0, "study_abroad").hand(0, "attend_math", "attend_english", "bear").main()
    desk.do("play attend_math")
    assert desk.can() == {f"put 0 {k}{n}" for k in ("lr", "sw") for n in range(1, 5)} | {"none 0", "cancel"}
    desk.do("put 0 lr1", "play attend_english")
    assert {"put 0 lr2", "put 1 bun1"} <= desk.can()
    desk.do("put 1 bun1").before(0, "metalwork1").give(0, "attend_math")
    assert "put 0 g3e_metal" in desk.do("play attend_math").can(), "the later one rules"
    desk = sit().before(0, "study_abroad").before(2, "pandemic").hand(0, "attend_math", "attend_english", "bear").main()
    assert desk.can() == {"end", "play bear"}


@clause("C-8.6")
def test_natural_science(sit):
    desk = sit().hand(0, "natural_science", "bear").before(0, "study_abroad").main().do("play natural_science")
    for use in range(4):
        assert {f"put {use} g1d", f"put {use} g3c"} <= desk.can()
    assert {"put 0 newton", "put 1 inorg", "put 2 geoenv", "put 3 g2d"} <= desk.can()
    snow = sit().hand(0, "natural_science", "bear").before(2, "heavy_snow").main()
    assert snow.can() == {"end", "play bear"}, "while it is played it is a subject card"


@clause("C-8.7")
def test_credits_draw_after_a_play(sit):
    desk = sit().hand(0, "attend_social", "attend_social", "bear").credits(0, "g1c", "joho").at(quarter=3)
    desk.main().do("play attend_social", "none 0", "draw humanities")
    assert desk.asked == "main", "グロシャ works with no cell too"
    desk = sit().hand(0, "attend_info", "attend_math", "bear").credits(0, "joho").at(quarter=3).main()
    desk.do("play attend_info", "put 0 g6b")
    assert desk.asked == "draw"
    desk.do("decline", "play attend_math", "put 0 g5a")
    assert desk.asked == "main", "5A is no cell of group 6"


@clause("C-8.8")
def test_campus_life_opens_the_two_surveys(sit):
    desk = sit().hand(0, "attend_music", "attend_health", "attend_english", "bear").credits(0, "dai").main()
    assert "put 0 chiho" in desk.do("play attend_music").can()
    assert "put 0 joho" in desk.do("put 0 chiho", "play attend_health").can()
    assert "put 0 joho" not in desk.do("put 0 joho", "play attend_english").can()
    assert desk.on(0, "chiho") == (1, 0), "three tokens of 音楽, of which one is put"


@clause("C-10.1", "C-10.2")
def test_how_long_cards_stay(sit):
    desk = sit(2).hand(0, "loner", "festival", "bear", "energy_drink").hand(1, "bear").main()
    desk.do("play loner", "play festival", "play bear", "play energy_drink", "draw science", "draw science")
    desk.do("draw science", "end")
    assert refill_target(desk.s, 0) == 3
    desk.skip("open")
    assert desk.lies(0) == ["loner", "festival", "energy_drink"]
    assert desk.seat == 1
    desk.skip("close").skip("open")
    assert desk.seat == 0
    assert desk.lies(0) == ["loner", "energy_drink"]


@clause("C-10.3")
def test_bans(sit):
    hand = ("attend_english", "attend_math", "tap_and_run", "walk_up", "bear", "cram", "study")
    desk = sit().before(2, "pandemic").hand(0, *hand).main()
    assert desk.can() == {"end", "play attend_math", "play bear", "play study"}
    desk = sit().before(2, "roll_call").hand(0, *hand).main()
    assert "play tap_and_run" not in desk.can()
    desk = sit().before(1, "pandemic").hand(0, "cram", "attend_english", "attend_english", "bear").main()
    desk.do("play cram", "pay attend_english", "pay attend_english", "put 0 lr1")
    assert desk.on(0, "lr1") == (4, 0), "a ban on subjects concerns subject cards only"


@clause("C-10.4")
def test_snow_makes_some_troubles_void(sit):
    desk = sit().before(2, "heavy_snow").hand(0, "late", "part_time_job", "bear").tokens(0, lr1=3).main()
    desk.do("end", "train late", "train part_time_job")
    assert desk.on(0, "lr1") == (3, 0)
    assert desk.holds(0) == ["bear"]
    desk = sit().before(2, "heavy_snow").hand(0, "overslept", "study", "snitch").turn().do("play overslept")
    assert desk.holds(0) == ["study", "snitch"]


@clause("C-10.5")
def test_example_20_festival_and_abroad(sit):
    desk = sit().before(1, "festival").before(0, "study_abroad").hand(0, "attend_japanese", "bear").main()
    desk.do("play attend_japanese", "put 0 lr1")
    assert desk.on(0, "lr1") == (1, 0), "no coin is flipped"
    desk = sit().before(1, "festival").credits(0, "g1c").hand(0, "submit_social", "study", "bear").coins("tails").main()
    desk.do("play submit_social", "pay study")
    assert desk.asked == "main"
    assert desk.lies(0) == ["submit_social"]
    assert desk.holds(0) == ["bear"]


@clause("C-10.6", "C-15.4", "C-16.19")
def test_immunity(sit):
    desk = sit().credits(0, "g2d").hand(0, "overslept", "study", "snitch").turn().do("play overslept")
    assert desk.holds(0) == ["study", "snitch"]
    for halves, left in ((1, 2), (2, 3)):
        desk = sit().credits(0, *["g2f_jitsugi", "g2f_jitsugi/2"][:halves]).tokens(0, lr1=3)
        desk.hand(0, "part_time_job", "bear").main().do("end", "train part_time_job")
        if desk.asked == "lose":
            desk.do("lose lr1")
        assert desk.on(0, "lr1") == (left, 0)
    desk = sit().before(0, "late_bus")
    assert refill_target(desk.s, 0) == 3
    assert refill_target(desk.before(0, "walk_up").s, 0) == 4


@clause("C-11.1", "C-11.2")
def test_who_sees_a_shown_hand(sit):
    desk = sit().hand(0, "past_exams_trade", "bear").hand(1, "study", "snitch").hand(2, "loner").before(3, "loner")
    desk.hand(3, "museum").main().do("play past_exams_trade")
    assert desk.can() == {"choose 1", "choose 2", "cancel"}, "the hermit cannot be picked"
    desk.do("choose 1")
    assert desk.can() == {"take study", "take snitch"}
    assert RULES.view(desk.s, 0).hand[1, 0] == card_named("study")
    assert RULES.view(desk.s, 2).hand[1, 0] == 0
    desk = sit().before(0, "loner").hand(0, "past_exams_trade", "plagiarism_check", "overachiever", "friend_network")
    assert desk.main().can() == {"end"}


@clause("C-11.3", "C-11.4")
def test_an_open_hand(sit):
    desk = sit().credits(0, "g2f_gasshuku").hand(0, "overachiever", "bear").main()
    assert RULES.view(desk.s, 2).hand[0, 0] == 0
    desk.do("play overachiever")
    assert desk.can() == {"draw science", "draw humanities", "decline"}
    desk.do("draw science")
    assert RULES.view(desk.s, 2).hand[0, 0] == card_named("bear")
    assert RULES.view(desk.s, -1).hand[0, 1] > 0


@clause("C-11.5", "C-16.8")
def test_network_of_friends(sit):
    desk = sit(3).hand(0, "friend_network", "bear").give(1, "attend_english", 0).give(1, "attend_english", 1)
    desk.give(1, "study").hand(2, "attend_math").before(2, "study_abroad").main()
    desk.do("play friend_network")
    assert desk.can() == {f"name {s}" for s in SUBJECT} | {"cancel"}
    desk.do("name english")
    assert sorted(desk.holds(0)) == ["attend_english", "attend_english", "attend_math", "bear"]
    assert sorted(desk.s.back[1, i] for i in range(3)) == [1, 1, 2], "replaced from the deck of each"
    assert desk.s.size[2] == 1


@clause("C-11.6", "C-11.7")
def test_example_12_snitch(sit):
    desk = sit().hand(0, "copy_paste", "bear", "study").hand(1, "snitch").hand(2, "bear").hand(3, "snitch")
    desk.tokens(0, lr1=1).tokens(2, lr1=4).main().do("play copy_paste", "pay study")
    assert desk.asked == "react"
    assert RULES.acting(desk.s) == [1, 2, 3], "all are asked, whoever holds チクる"
    assert desk.can(2) == {"pass"}
    desk.do("report", seat=3).do("pass", seat=2)
    assert RULES.view(desk.s, 1).draft[3].pick[0] == 0
    desk.do("report", seat=1)
    assert desk.holds(1) == []
    assert desk.holds(3) == ["snitch"]
    assert (desk.pile("copy_paste"), desk.pile("snitch"), desk.pile("study")) == (1, 1, 1)
    assert desk.lies(0) == []
    assert desk.on(0, "lr1") == (1, 0)


@clause("C-11.6")
def test_who_has_no_card_is_not_asked(sit):
    desk = sit().hand(0, "tap_and_run", "bear").hand(2, "bear").main().do("play tap_and_run")
    assert RULES.acting(desk.s) == [2]
    assert cards.place_of(desk.s, 2, card_named("snitch")) < 0
