"""The guided first game: every step in its place for those who follow it."""

from taku.games.destroy import guide
from tests.games.destroy.guided import Pupil


def test_who_follows_the_guide_sees_every_step_in_its_place():
    pupil = Pupil()
    pupil.play(lambda s: s.round == 2)
    by_phase = {phase: [text for _, at, text in pupil.told if at == phase] for phase in range(1, 6)}
    assert by_phase == {
        1: ["goal", "sub", "shield", "hand", "card_move", "order", "walker", "forward"],
        2: ["mana", "aura", "card_attack", "attacker", "odds", "dice"],
        3: ["trump", "burn", "strike"],
        4: ["skill", "push", "push_whom"],
        5: ["free"],
    }
    assert guide.shaken(pupil.match.state, guide.SEAT), "no enemy is left with 2 damage for the second round"


def test_the_guide_leads_to_the_first_knock_out_and_the_match_to_its_end():
    pupil = Pupil()
    pupil.play(lambda s: False)
    told = [text for _, _, text in pupil.told]
    assert told[-4:] == ["round", "shaken", "down", "alone"]
    assert pupil.match.over


def test_the_partner_answers_a_position_always_in_the_same_way():
    first, again = Pupil(), Pupil()
    for pupil in (first, again):
        pupil.play(lambda s: s.round == 3)
    assert first.match.entries == again.match.entries


def test_steps_can_be_asked_for_their_moment_at_any_time(choosing):
    seen = choosing(team_mode="starter").s
    for step in guide.STEPS:
        for part in ("when", "past"):
            if part in step:
                assert step[part](seen, guide.SEAT) in (True, False)
