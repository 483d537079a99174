"""What the bots of this game know: every decision of a team, partners, who stands better, and six characters."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from taku.bots import analysis
from taku.bots.analysis import hint
from taku.bots.levels import LEVEL_NAMES, level_of
from taku.bots.players import Budget, find_bot, names
from taku.bots.search import Search
from taku.bots.table import asked_view
from taku.engine.match import Match
from taku.games.oneiron import game
from taku.games.oneiron.bot import prefer, strength, value
from taku.games.oneiron.content import CONTENT
from taku.games.oneiron.personalities import TRAITS, Dreamer
from taku.games.oneiron.state import MOVE, PAY, PRESENT, REVIVE, SPLIT, STEP, SWAP, TURN
from taku.kit.drafts import commit, pick
from tests.games.oneiron.dream import RULES, Dream, card


def met(first: str, second: str, players: int = 4) -> Dream:
    """Teams 1 and 2 in one cell, team 1 attacks first."""
    dream = Dream(players).laid_out()
    dream.team(1).stands((2, 2), "up", sum=4).holds(first)
    dream.team(2).stands((2, 2), "left", sum=9).holds(second)
    return dream


# ---- what deserves a look -------------------------------------------------------------------------------------------


def test_partners_against_one_play_two_elements() -> None:
    dream = met("F8 W8 F9 W9", "A5 A6").battle()
    dream.team(2).with_lives(2, 0)
    seat, partner = 0, 1
    assert dream.s.step == STEP.present
    pick(dream.s.draft[partner], card("F9"))
    commit(dream.s.draft[partner])
    assert prefer(dream.s, seat, PRESENT.present(card("W8"))) > 2 * prefer(dream.s, seat, PRESENT.present(card("F8")))
    dream.team(2).with_lives(2, 2)
    assert prefer(dream.s, seat, PRESENT.present(card("W8"))) == prefer(dream.s, seat, PRESENT.present(card("F8")))


def test_a_joker_is_for_a_last_life() -> None:
    dream = met("J F8 W8 F9", "A5 A6 A7 A8").battle()
    calm = prefer(dream.s, 0, PRESENT.present(card("J")))
    assert calm < prefer(dream.s, 0, PRESENT.present(card("F9")))
    dream.team(2).with_lives(2, 1)
    assert prefer(dream.s, 0, PRESENT.present(card("J"))) > 2 * calm


def test_what_beats_the_cards_that_all_know_of_is_played_and_the_own_ones_are_kept() -> None:
    dream = met("F8 W8 F9 W9", "A5 A6").battle()
    s = dream.s
    fire, wood = (PRESENT.present(card(name)) for name in ("F8", "W8"))
    assert prefer(s, 0, fire) == prefer(s, 0, wood)
    s.known[1, card("A5")] = s.known[1, card("A6")] = 1  # water: wood beats it, fire does not
    assert prefer(s, 0, wood) > 4 * prefer(s, 0, fire)
    before = prefer(s, 0, wood)
    s.known[0, card("W8")] = 1
    assert prefer(s, 0, wood) < before / 2


def test_a_split_keeps_to_the_proposal_and_gives_the_joker_to_the_weaker() -> None:
    dream = met("J F8 W8 F9", "A5 A6 A7 A8")
    dream.team(1).with_lives(1, 2)
    dream.round()
    assert dream.s.step == STEP.split
    lead = dream.asked[0] - 1
    assert prefer(dream.s, lead, SPLIT.confirm) > 50 * prefer(dream.s, lead, SPLIT.split_to(1, card("F8")))
    lower, higher = (SPLIT.split_to(to, card("J")) for to in (0, 1))
    assert prefer(dream.s, lead, lower) > 50 * prefer(dream.s, lead, higher)
    assert prefer(dream.s, lead, SPLIT.reset) == 0


def test_who_decides_pays_for_both_unless_the_partner_has_more() -> None:
    dream = met("F1 F2", "W1 W2")
    dream.s.step = STEP.hazard_pay
    assert prefer(dream.s, 1, PAY.pay(1)) > prefer(dream.s, 1, PAY.pay(0))
    assert prefer(dream.s, 0, PAY.pay(0)) > prefer(dream.s, 0, PAY.pay(1))
    dream.team(1).with_lives(3, 1)
    assert prefer(dream.s, 1, PAY.pay(0)) > prefer(dream.s, 1, PAY.pay(1))


def test_the_dark_is_left_and_lives_are_walked_to() -> None:
    dream = met("F1 W1", "A1 A2")
    s = dream.s
    s.step, s.moving = STEP.move, 1
    calm = prefer(s, 0, MOVE.move(card("F1")))
    s.token[7] = 1  # the cell above the middle
    assert prefer(s, 0, MOVE.move(card("F1"))) > calm
    s.marker[12, 0] = s.marker[12, 1] = 1
    assert prefer(s, 0, MOVE.move(card("F1"))) > 2 * calm
    s.marker[7, 0] = s.marker[7, 1] = 1
    assert prefer(s, 0, MOVE.move(card("F1"))) < prefer(s, 0, MOVE.move(card("W1")))


def test_the_strong_are_kept_away_from() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 3), "up").holds("F5 W5")
    dream.team(2).stands((2, 1), "left").holds("A5")
    s = dream.s
    s.round, s.step, s.moving = 1, STEP.move, 1
    s.draft[0].status = 1
    go = MOVE.move(card("F5"))
    calm = prefer(s, 0, go)
    dream.team(2).holds("A5 A6 A7 A8")
    assert prefer(s, 0, go) < calm / 2


def test_a_fallen_partner_is_woken_first() -> None:
    dream = met("F1 F2 F3", "W1")
    dream.team(1).with_lives(2, 0)
    dream.s.step = STEP.revive_use
    weights = [prefer(dream.s, 0, use) for use in range(len(REVIVE))]
    assert max(weights) == weights[REVIVE.salvage]
    assert weights[REVIVE.decline] == 0


# ---- who stands better ----------------------------------------------------------------------------------------------


def test_lives_cards_and_safe_ground_make_a_team_strong() -> None:
    dream = met("F8 W8 A8", "F8 W8 A8")
    s = dream.s
    s.round = 1
    dream.team(1).stands((1, 1), "down")
    dream.team(2).stands((3, 3), "up")
    assert value(s, 0) == value(s, 2) == 500
    dream.team(2).with_lives(2, 1)
    ahead = value(s, 0)
    assert ahead > 550
    assert value(s, 0) == value(s, 1)
    dream.team(2).holds("F8 W8")
    assert value(s, 0) > ahead
    dream.team(1).holds("F8 W8 J")
    assert strength(s, 0) > strength(s, 1)
    s.marker[6, 0] = s.marker[6, 1] = 1  # (1, 1), where team 1 stands
    before = strength(s, 0)
    s.marker[11, 0] = s.marker[11, 1] = 1  # and the cell below it
    assert strength(s, 0) < before - 50


def test_eliminated_teams_know_their_result() -> None:
    dream = met("F8", "F8", players=6)
    dream.s.rank[2] = 3
    assert value(dream.s, 4) == 0
    assert value(dream.s, 0) > 700


# ---- partners -------------------------------------------------------------------------------------------------------


def test_a_bot_sees_what_its_partner_sealed_but_not_that_others_are_ready() -> None:
    match = Match.create(game, 4, secret=b"partners", id="partners 1")
    rng = Random(1)

    def both_present() -> bool:
        acting = match.rules.acting(match.state)
        return match.state.step == STEP.present and {0, 1, 2} <= set(acting)

    while not both_present():
        seat = match.rules.acting(match.state)[0]
        match.act(seat, rng.choices(match.legal(seat), [prefer(match.state, seat, a) for a in match.legal(seat)])[0])
        assert not match.over
    mine, theirs = match.legal(0)[0], match.legal(2)[0]
    match.act(0, mine)
    match.act(2, theirs)
    seen: Any = asked_view(match, 1)
    assert seen.draft[0].pick[0] == 1 + mine
    assert match.view(1).draft[2].status != seen.draft[2].status


# ---- levels and characters ------------------------------------------------------------------------------------------


def test_levels_rise_in_simulations_or_slip_less_and_cut_their_playouts() -> None:
    levels = [level_of(game, name) for name in LEVEL_NAMES]
    care = [(level.settings.simulations, -level.slip) for level in levels]
    assert care == sorted(set(care))
    assert all(level.settings.cut for level in levels)
    master = levels[-1]
    assert master.mix == 0 < levels[-2].mix
    assert master.settings.at(20) < master.settings.at(8) == master.settings.at(4) == master.settings.simulations


def test_a_hint_is_thought_about_as_long_at_crowded_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    match, made = Match.create(game, 20, secret=b"crowd", id="crowd 1"), []
    monkeypatch.setattr(
        analysis, "Search", lambda game, settings, *net: made.append(settings) or Search(game, settings)
    )
    hint(match, 0, simulations=50)
    assert [settings.at(20) for settings in made] == [50]


def test_every_personality_of_the_content_can_be_named() -> None:
    assert set(TRAITS) == {bot.id for bot in CONTENT.bots} <= set(names(game))
    hunter: Any = find_bot(game, "hunter")
    assert hunter.traits == TRAITS["hunter"]
    assert hunter.search.settings.simulations == 12 * 16


def character(name: str, visits: dict[int, int] | None = None) -> Dreamer:
    """A personality whose search thinks the same of all actions, or as it is told."""
    made: Any = find_bot(game, name)
    made.rules = RULES

    def look(seen: Any, seat: int, *_: object) -> Any:
        legal = [a for a in RULES.legal(seen, seat) if not RULES.takes_back(seen, seat, a)]
        return SimpleNamespace(choices=[SimpleNamespace(action=a, visits=(visits or {}).get(a, 10)) for a in legal])

    made.search = SimpleNamespace(look=look)
    return made  # type: ignore[no-any-return]


def often(bot: Dreamer, s: Any, seat: int, tries: int = 300) -> Counter[int]:
    """How often each action is chosen."""
    legal = RULES.legal(s, seat)
    return Counter(bot(s, seat, legal, Budget(seed)) for seed in range(tries))


@pytest.fixture
def moving() -> Dream:
    """Team 1 in the middle, facing team 2 above it; the movement element is fire."""
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 3), "up", grid="F2 W9").holds("F5 W5")
    dream.team(2).stands((2, 1), "left").holds("A5 A6")
    dream.s.round = 1
    dream.s.step, dream.s.moving = STEP.move, 1
    dream.s.draft[0].status = 1
    return dream


def test_the_hunter_goes_where_others_are_and_the_hermit_does_not(moving: Dream) -> None:
    go = MOVE.move(card("F5"))
    assert often(character("hunter"), moving.s, 0)[go] > 200
    assert often(character("hermit"), moving.s, 0)[go] < 100


def test_the_scavenger_walks_to_lives_on_the_ground(moving: Dream) -> None:
    moving.s.token[12] = 2
    assert often(character("scavenger"), moving.s, 0)[MOVE.move(card("F5"))] > 250


@pytest.mark.parametrize("name", sorted(TRAITS))
def test_everybody_leaves_the_dark_and_nobody_walks_into_it(name: str, moving: Dream) -> None:
    moving.team(2).stands((3, 1), "left")
    s = moving.s
    s.marker[17, 0] = s.marker[17, 1] = 1
    assert often(character(name), s, 0)[MOVE.move(card("F5"))] > 200
    s.marker[17, 0] = s.marker[17, 1] = 0
    s.marker[12, 0] = s.marker[12, 1] = 1
    assert often(character(name), s, 0)[MOVE.move(card("F5"))] < 100


def test_a_joker_is_held_back_until_it_is_needed() -> None:
    dream = met("J F8 J F9", "A5 A6 A7 A8").battle()
    seat = next(q for q in (0, 1) if dream.s.hand[q].of[card("J")])
    joker = PRESENT.present(card("J"))
    rarely = often(character("duelist"), dream.s, seat)[joker]
    dream.team(2).with_lives(1, 1)
    assert often(character("duelist"), dream.s, seat)[joker] > 1.5 * rarely


def test_sums_are_kept_low_or_high(moving: Dream) -> None:
    moving.s.step = STEP.move_swap
    assert often(character("hunter"), moving.s, 0)[SWAP.swap(1)] > 280  # the 9 is replaced
    assert often(character("scavenger"), moving.s, 0)[SWAP.swap(0)] > 280  # the 2 is


def test_what_the_search_finds_outweighs_a_taste(moving: Dream) -> None:
    go = MOVE.move(card("F5"))
    assert often(character("oracle", {go: 100, MOVE.move(card("W5")): 1}), moving.s, 0)[go] > 280


def test_a_joker_may_carry_a_team_out_of_the_dark() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 3), "up").holds("J")
    s = dream.s
    s.round, s.step, s.moving = 1, STEP.move, 1
    s.marker[17, 0] = s.marker[17, 1] = 1
    s.draft[0].status = 1
    pick(s.draft[0], card("J"))
    chosen = often(character("hermit"), s, 0)
    assert chosen[TURN.advance] > 200
    assert chosen[TURN.back] == 0
