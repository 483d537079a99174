"""Section 6: who sees what, and fair guesses of the rest."""

from collections import Counter

from tests.conftest import clause
from tests.games.destroy.duel import CARDS, RULES

FIELD = {"s0": {"lightblade": 4, "citadel": 1}, "s1": {"saint": 8, "fairy": 9}}


def same_for_others(duel, choice):
    """Play a choice of seat 0 and compare what the others see before and after it."""
    before = [RULES.view(duel.s, seat).core_bytes() for seat in (1, -1)]
    duel.do(choice)
    return before == [RULES.view(duel.s, seat).core_bytes() for seat in (1, -1)]


def test_a_half_made_act_is_seen_by_nobody_else(stand):
    duel = stand(mana=5, **FIELD).cards("trump", "pass")
    for act in ("attack lightblade", "cancel", "flash_cut", "cancel", "move citadel"):
        assert same_for_others(duel, act)
        assert not duel.log
    assert not same_for_others(duel, 2)


def test_a_skipped_first_step_shows_that_the_skill_is_used(stand):
    duel = stand(mana=5, **FIELD).cards("trump", "pass").do("flash_cut")
    assert not same_for_others(duel, "skip")
    assert duel.told("skill_used")


def test_guessed_cards_are_equally_likely(stand):
    duel = stand(**FIELD).cards("move_1", "move_3").do("decline", "decline")
    duel.act(0, "trump")
    seen = RULES.view(duel.s, 1)
    found = Counter(RULES.guess(seen, 1, n).choice[0] for n in range(3000))
    assert set(found) == {1 + k for k in range(11)} - {1 + CARDS.index("move_1")}
    assert all(240 < n < 360 for n in found.values())  # 300 each, 3.6 standard errors


def test_guessed_acts_are_nothing_or_any_that_waits(stand):
    duel = stand(mana=5, **FIELD).cards("trump", "pass").do("attack lightblade")
    seen = RULES.view(duel.s, 1)
    found = {RULES.guess(seen, 1, n).intent[0] for n in range(300)}
    assert found == {0, 1, 2, 5, 9}  # moves of both, the attack, Flash Cut; Provoke would have happened at once
    for n in range(20):
        world = RULES.guess(seen, 1, n)
        RULES.act(world, 0, RULES.legal(world, 0)[0])


@clause("D-11.3")
def test_how_often_an_act_was_cancelled_is_guessed_as_long_as_it_is_secret(stand):
    duel = stand(mana=5, **FIELD).cards("trump", "pass").do("flash_cut", "cancel", "flash_cut")
    for under_way in (False, True):
        if under_way:
            duel.do("skip")
        assert (bool(duel.s.doing), duel.s.cancels[0]) == (under_way, 1)
        seen = RULES.view(duel.s, 1)
        assert {RULES.guess(seen, 1, n).cancels[0] for n in range(100)} == {0, 1, 2, 3}


def test_who_is_asked_does_not_tell_how_far_the_choice_is(stand):
    duel = stand(mana=5, **FIELD).cards("trump", "pass")
    for act in ("attack lightblade", "cancel"):
        assert [RULES.actors(RULES.view(duel.s, seat)) for seat in (0, 1, -1)] == [1, 1, 1]
        duel.do(act)
