"""C-4 to C-6 and C-9: decks, hands and discards, and the course of a turn."""

from taku.games.campus.content import card_named
from taku.games.campus.rules import cards
from taku.games.campus.rules.turn import refill_target
from taku.games.campus.state import HAND
from tests.conftest import clause


@clause("C-4.1")
def test_each_card_goes_to_the_pile_of_its_own_deck(sit):
    desk = sit().give(0, "part_time_job", 1).give(0, "bear", 0).main().do("end", "train part_time_job")
    assert desk.s.pile[1, card_named("part_time_job")] == 1
    assert desk.s.pile[0, 0] == 0


@clause("C-4.2", "C-7.6")
def test_drawing_is_card_by_card_from_a_deck_of_choice(sit):
    desk = sit().hand(0, "energy_drink", "bear").main().do("play energy_drink")
    assert desk.can() == {"draw science", "draw humanities"}
    desk.do("draw science")
    assert len(desk.holds(0)) == 2, "the card is seen before the next choice"
    desk.do("draw humanities", "draw science")
    assert desk.asked == "main"
    assert [desk.s.back[0, i] for i in range(1, 4)] == [1, 2, 1]


@clause("C-4.3", "C-4.4")
def test_an_empty_deck_is_made_of_its_pile(sit):
    desk = sit(2).hand(0, "energy_drink", "bear").main()
    for k in range(2):
        while desk.s.deck[k].size:
            cards.to_pile(desk.s, cards.next_card(desk.s, k), 1 + k)
    for card in range(75):
        desk.s.pile[1, card] = 0
    n = desk.s.pile[0, 0]
    cards.draw_card(desk.s, 0, 0)
    assert (desk.s.deck[0].size, desk.s.pile[0, 0]) == (n - 1, 0)
    cards.draw_card(desk.s, 0, 1)
    assert desk.s.size[0] == 3, "a deck without cards and without a pile gives none"


@clause("C-4.5")
def test_a_hand_holds_twenty_cards(sit):
    desk = sit().hand(0, *["attend_math"] * 5, *["attend_info"] * 5, *["attend_earth"] * 5, *["attend_biology"] * 5)
    before = desk.s.deck[0].size
    cards.draw_card(desk.s, 0, 0)
    assert desk.s.size[0] == HAND == 20
    assert desk.s.deck[0].size == before


@clause("C-4.6", "C-4.7")
def test_what_may_be_discarded(sit):
    kept = ("overslept", "forgot_id", "give_up", "overachiever", "bear", "late_bus", "lottery_loss")
    desk = sit().hand(0, *kept, "snitch").main().do("end")
    assert desk.asked == "close"
    assert desk.can() == {"done", "train snitch"}
    desk.s.mark[0] = 1
    assert desk.can() == {"done", "train snitch", "train lottery_loss"}
    desk.do("train lottery_loss")
    assert desk.told("card_discarded") == [(0, card_named("lottery_loss"))]


@clause("C-4.7", "C-16.20")
def test_remote_classes_keep_part_time_jobs_in_hand(sit):
    desk = sit().before(2, "remote_class").hand(0, "part_time_job", "bear", "study").main()
    assert desk.can() == {"end", "play study"}, "クマ cannot be played"
    assert desk.do("end").can() == {"done", "train study"}


@clause("C-4.8")
def test_only_cards_from_a_hand_act_when_discarded(sit):
    desk = sit().hand(0, "study", "bear").tokens(0, lr1=3).top("part_time_job", "attend_math").main()
    desk.do("play study", "draw science", "draw science")
    assert desk.on(0, "lr1") == (3, 0)
    assert desk.holds(0) == ["bear", "attend_math"]


@clause("C-4.9", "C-16.12")
def test_all_leave_first_and_then_they_act_in_order(sit):
    desk = sit().hand(0, "give_up", "late", "part_time_job", "bear").tokens(0, lr1=4).at(week=8).main()
    desk.do("play give_up", "nothing")
    assert desk.holds(0) == ["bear"], "クマ cannot be discarded"
    assert desk.on(0, "lr1") == (1, 0), "遅刻 finds no card and takes two black ones, then バイト takes one"


@clause("C-4.10", "C-16.9")
def test_a_forced_discard_takes_what_there_is(sit):
    desk = sit().hand(0, "overslept", "bear", "study").turn()
    desk.do("play overslept", "discard study")
    assert desk.asked == "discard"
    assert desk.can() == {"nothing"}, "only クマ is left"
    desk.do("nothing")
    assert desk.asked == "open"


@clause("C-5.1", "C-5.2", "C-5.6")
def test_eight_weeks_and_then_the_grades(sit):
    desk = sit(2)
    turns = []
    desk.turn()
    for _ in range(400):
        if desk.s.quarter > 1:
            break
        for told in desk.log:
            if told.event == "turn_started":
                turns.append(told.arguments)
        desk.do(sorted(desk.can(), key=lambda w: (w not in ("begin", "end", "done"), w))[0])
    assert [seat for seat, _ in turns] == [1, 0] * 7 + [1]
    assert [week for _, week in turns] == [w for w in range(1, 9) for _ in range(2)][1:]
    assert desk.s.start == 1


@clause("C-5.3", "C-5.4", "C-9.6")
def test_cards_before_a_player_leave_in_their_time(sit):
    desk = sit(2).before(0, "festival", "energy_drink").hand(0, "study", "bear").top("attend_math").turn()
    assert desk.lies(0) == ["energy_drink"]
    desk.do("begin", "play study", "draw science")
    assert desk.lies(0) == ["energy_drink", "study"]
    desk.skip("open")
    assert desk.lies(0) == ["energy_drink"]


@clause("C-5.5", "C-15.7")
def test_uses_come_back_with_the_quarter(sit):
    desk = sit(2).credits(0, "g4c").hand(0, "bear").hand(1, "study").turn()
    assert "swap 1" in desk.can()
    desk.do("swap 1")
    assert desk.holds(0) == ["study"]
    assert "swap 1" not in desk.can()
    assert desk.s.uses[0, 1] == 1
    desk.grading().skip("open")
    assert desk.s.quarter == 2
    assert desk.s.uses[0, 1] == 0


@clause("C-5.7")
def test_forced_steps_are_done_unless_a_hand_decides(sit):
    desk = sit(2).turn()
    assert desk.asked == "refill", "an empty hand has nothing to open, to play or to train with"
    desk = sit(2).hand(0, "late").turn()
    assert desk.asked == "open"
    desk.do("begin")
    assert desk.can() == {"end"}, "that 遅刻 cannot be played is nobody else's business"


@clause("C-6.1", "C-6.2")
def test_campus_life_takes_one_card_a_turn(sit):
    desk = sit().hand(0, "study", "snitch", "bear").turn()
    assert desk.can() == {"begin", "feed study", "feed snitch"}
    desk.do("feed study")
    assert desk.on(0, "dai") == (1, 0)
    assert desk.can() == {"begin"}
    desk = sit().hand(0, "study").credits(0, "dai").turn()
    assert desk.can() == {"begin"}
    desk = sit().hand(0, "study").tokens(0, lr1=1, g1a=1, g5a=1, g5b=1, g5d=1, g2a=1).turn()
    assert desk.can() == {"begin"}, "the registration limit counts"


@clause("C-6.3", "C-6.4", "C-15.1")
def test_cards_and_credits_of_the_opening(sit):
    desk = (
        sit().hand(0, "overslept", "attend_history", "submit_geography", "attend_math").credits(0, "g1a", "dai").turn()
    )
    assert desk.can() == {"begin", "play overslept", "cycle attend_history", "cycle submit_geography"}
    desk.do("cycle attend_history")
    assert desk.can() == {"done", "add submit_geography"}
    desk.do("add submit_geography", "done", "draw science", "draw science")
    assert len(desk.holds(0)) == 4
    assert desk.can() <= {"begin", "play overslept"}, "once a turn"


@clause("C-9.1")
def test_example_19_late_chain(sit):
    desk = sit().hand(0, "late", "part_time_job", "attend_english").tokens(0, lr1=2).main()
    desk.do("end", "train late")
    assert desk.on(0, "training") == (1, 0)
    assert desk.asked == "discard"
    desk.do("discard part_time_job", "lose training")
    assert desk.holds(0) == ["attend_english"]
    assert (desk.on(0, "training"), desk.on(0, "lr1")) == ((0, 0), (2, 0))
    assert desk.asked == "close"


@clause("C-9.2", "C-9.3", "C-9.5")
def test_example_11_refill(sit):
    desk = sit().credits(0, "dai", "joho").before(0, "energy_drink", "energy_drink")
    assert refill_target(desk.s, 0) == 4
    desk.hand(0, "bear").main().do("end", "done")
    assert desk.asked == "refill"
    assert desk.s.task[desk.s.depth - 1, 2] == 3
    desk = sit().credits(0, "g3b").hand(0, "bear", "study", "snitch", "loner", "museum").main().do("end", "done")
    desk.do("draw science", "draw science", "draw humanities")
    assert desk.asked == "discard"
    desk.do("discard study", "discard snitch", "discard loner")
    assert len(desk.holds(0)) == 5
    assert desk.on(0, "training") == (0, 0)


@clause("C-9.3", "C-15.13")
def test_who_has_the_second_bonus_is_an_option(sit):
    for variant, joho, chiho in (("joho", 5, 4), ("chiho", 4, 5), ("both", 5, 5)):
        assert refill_target(sit(second_refill=variant).credits(0, "joho").s, 0) == joho
        assert refill_target(sit(second_refill=variant).credits(0, "chiho").s, 0) == chiho


@clause("C-9.2")
def test_the_target_is_never_below_nothing(sit):
    desk = sit(refill_base=3).before(0, *["energy_drink"] * 5)
    assert refill_target(desk.s, 0) == 0


@clause("C-9.4")
def test_every_card_of_the_refill_has_its_deck(sit):
    desk = sit().hand(0, "bear").main().do("end", "done")
    assert desk.can() == {"draw science", "draw humanities"}
    desk.do("draw humanities", "draw humanities", "draw science")
    assert [desk.s.back[0, i] for i in range(1, 4)] == [2, 2, 1]


@clause("C-15.10")
def test_hammered_metal_lives_on_trouble_and_craft(sit):
    desk = sit().credits(0, "g3e_metal").hand(0, "bear", "attend_craft", "attend_math", "study").main()
    desk.do("play bear", "draw science", "draw science")
    assert len(desk.holds(0)) == 5
    desk.do("end", "train attend_craft")
    assert desk.asked == "draw"
    desk = sit().credits(0, "g3e_metal").hand(0, "metalwork1", "attend_japanese").main()
    desk.do("play metalwork1").skip("main").do("play attend_japanese")
    desk.skip("refill").skip("draw")
    assert desk.asked == "draw", "in the clean-up 国語 still counts as 工芸"
