"""What the bots of this game know: teams, cards, actions, targets, and who stands better."""

from __future__ import annotations

from collections import Counter

import pytest

from taku.bots.levels import LEVEL_NAMES, level_of
from taku.bots.players import Budget, SearchBot
from taku.games.destroy import game
from taku.games.destroy.bot import STURDY, prefer, value
from taku.games.destroy.state import ACT, PLAY, SETUP, TARGET
from tests.games.destroy.duel import CARDS, CHARACTERS, RULES

CITADEL, FAIRY = 1 + CHARACTERS.index("citadel"), 1 + CHARACTERS.index("fairy")


def drawn_team(number: int, mode: str = "choose") -> list[int]:
    """A team as every level picks it: characters by their numbers from 1, for left, centre, right and sub."""
    s = game.new(2, game.read_options({"team_mode": mode}, 2))
    RULES.start(s)
    bot = SearchBot(game, level_of(game, "club"))
    bot.rules = RULES
    for click in range(4):
        action = bot(RULES.view(s, 0), 0, RULES.legal(s, 0), Budget(5 * number + click))
        assert action in SETUP.pick
        RULES.act(s, 0, action)
    assert bot(RULES.view(s, 0), 0, RULES.legal(s, 0), Budget(number)) == SETUP.ready
    return [s.draft[0].pick[place] for place in range(4)]


def test_teams_vary_and_everybody_is_met_in_both_roles() -> None:
    teams = [drawn_team(number) for number in range(200)]
    assert len({tuple(sorted(team)) for team in teams}) > 80
    field, subs = Counter(who for team in teams for who in team[:3]), Counter(team[3] for team in teams)
    assert set(field) == set(subs) == set(range(1, 11))
    assert max(field.values()) < 0.7 * 200
    assert max(subs.values()) < 0.4 * 200


def test_the_sturdiest_stands_in_the_centre() -> None:
    teams = [drawn_team(number) for number in range(100)]
    right = sum(STURDY[team[1]] == max(STURDY[who] for who in team[:3]) for team in teams)
    assert right >= 90
    assert STURDY[CITADEL] > STURDY[FAIRY] > 2


@pytest.mark.parametrize("mode", ["random", "mirror"])
def test_dealt_teams_are_only_arranged(mode: str) -> None:
    assert len({tuple(drawn_team(number, mode)) for number in range(30)}) > 5


def test_nothing_is_taken_back(choosing) -> None:  # type: ignore[no-untyped-def]
    duel = choosing()
    assert prefer(duel.s, 0, SETUP.undo) == 0


def test_who_is_ahead_stands_better(stand) -> None:  # type: ignore[no-untyped-def]
    duel = stand(mana=1, s0={"ironfist": 1, "lightblade": 0}, s1={"madbeast": 8, "citadel": 7})
    even = value(duel.s, 0)
    assert abs(even - 500) < 80
    assert value(duel.s, 0) + value(duel.s, 1) == 1000
    duel.s1.madbeast.damage = 2
    hurt = value(duel.s, 0)
    duel.s1.madbeast.damage = 3
    duel.s1.madbeast.down = 1
    assert 1000 > value(duel.s, 0) > hurt > even


def test_cards_that_can_do_something_come_first(stand) -> None:  # type: ignore[no-untyped-def]
    duel = stand(mana=0, s0={"ironfist": 0}, s1={"lightblade": 9})

    def weight(card: str) -> int:
        return prefer(duel.s, 0, PLAY.play(CARDS.index(card)))

    assert weight("move_5") > weight("attack_4")  # nobody is in reach
    assert weight("move_5") > weight("skill_2")  # no mana
    near = stand(mana=2, s0={"ironfist": 4}, s1={"lightblade": 8})
    attack, move, skill = (PLAY.play(CARDS.index(card)) for card in ("attack_4", "move_5", "skill_2"))
    assert prefer(near.s, 0, attack) > prefer(near.s, 0, move)
    assert prefer(near.s, 0, skill) > prefer(near.s, 0, PLAY.pass_)


def test_attacking_comes_before_doing_nothing_and_the_hurt_before_the_fresh(stand) -> None:  # type: ignore[no-untyped-def]
    duel = stand(mana=0, s0={"ironfist": 4}, s1={"lightblade": 8, "saint": 7})
    duel.s1.saint.damage = 2
    duel.cards("attack_4", "pass")
    assert prefer(duel.s, 0, ACT.attack(0)) > prefer(duel.s, 0, ACT.decline)
    RULES.act(duel.s, 0, ACT.attack(0))
    assert prefer(duel.s, 0, TARGET.choose(7)) > prefer(duel.s, 0, TARGET.choose(8))


def test_levels_rise_in_simulations_and_draw_their_teams() -> None:
    levels = [level_of(game, name) for name in LEVEL_NAMES]
    simulations = [level.settings.simulations for level in levels]
    assert simulations == sorted(set(simulations))
    assert all(level.drawn == ("setup",) and level.settings.cut for level in levels)
