"""The page: everything that can be done can be tapped, nothing secret is drawn, and numbers say why they are so."""

import re
from itertools import product

import pytest

from taku.engine.catalogue import LANGUAGES
from taku.engine.match import Told, told_by
from taku.engine.words import Words
from taku.games.destroy import game
from taku.games.destroy.content import CONTENT
from taku.games.destroy.page import animate, gesture, summary, table
from taku.games.destroy.page.cards import held
from taku.games.destroy.page.figures import SHAPES
from taku.games.destroy.page.sums import Odds, attack_odds, explained, odds, rounds_down, sources, values
from taku.games.destroy.rules import kind
from taku.games.destroy.state import CARDS, KIND, PLAY, SEATS, STAGE
from taku.page.motion import written
from tests.conftest import clause
from tests.games.destroy.duel import CARDS as CARD_IDS
from tests.games.destroy.duel import RULES, named
from tests.games.playing import moments, world

WORDS = {language: Words(game, language) for language in LANGUAGES}
SHORT = {"team_mode": "starter", "pass_mode": "round", "recover": 0, "round_limit": 5}


def page(match, viewer, language="en"):
    return str(table(match.view(viewer), viewer, WORDS[language]))


def drawn(duel, seat=0, language="en"):
    """The page of a position."""
    return str(table(duel.s, seat, WORDS[language], duel.log))


@clause("D-7.10")
def test_a_trump_is_staged_and_says_what_it_silences():
    made = animate(None, 0, Told(0, "trump", "D-7.10", (1, 3)))
    assert len(made["moment"].stages) == 2
    said = written(made, WORDS["en"])["moment"]["say"]
    assert said.startswith("A trump: only ")
    assert said.endswith(f"{WORDS['en'].name('card', 3)} does nothing")


@clause("D-4.5", "D-4.4")
@pytest.mark.parametrize("viewer", [1, -1])
def test_a_team_that_is_being_chosen_is_nobody_elses_business(viewer):
    match = next(moments(game, options={"team_mode": "choose"}))
    before = page(match, viewer)
    for picks in ([1], [5, 8], [9, 2, 0, 4], [9, 10]):
        assert page(world(match, 0, *picks), viewer) == before
    ready = [page(world(match, 0, *team, 11), viewer) for team in ([1, 2, 3, 4], [9, 8, 7, 6])]
    assert ready[0] == ready[1] != before


@clause("D-7.4")
@pytest.mark.parametrize("viewer", [1, -1])
def test_a_sealed_card_is_nobody_elses_business(viewer):
    match = next(
        m for m in moments(game, options={"team_mode": "starter"}) if m.state.phase == 2 and m.state.stage == STAGE.card
    )
    assert match.rules.acting(match.state) == [0, 1]
    pages = {page(world(match, 0, card), viewer) for card in match.legal(0)}
    assert len(pages) == 1
    own = {page(world(match, 0, card), 0) for card in match.legal(0) if card != PLAY.pass_}
    assert len(own) == len(match.legal(0)) - 1


@clause("D-11.3")
@pytest.mark.parametrize("viewer", [1, -1])
def test_a_half_made_choice_is_nobody_elses_business(viewer):
    """A click that tells nothing is not sent either, so pages are compared with each other, not with the one before."""
    most = 0
    for match in moments(game, options={"team_mode": "random", "round_limit": 5}, seed=4):
        if match.state.stage == STAGE.act and match.state.user == 1 and kind(match.state, 0) == KIND.act:
            after = [world(match, 0, act) for act in match.legal(0)]
            half = [m for m in after if m.state.stage == STAGE.act and m.state.intent[0]]
            most = max(most, len(half))
            assert len({page(m, viewer) for m in half}) <= 1
    assert most > 3


@clause("D-3.7")
def test_both_hands_and_the_used_cards_are_open():
    for match in moments(game, options={"team_mode": "starter", "round_limit": 5}):
        s = match.state
        for seat in range(SEATS) if s.stage != STAGE.setup else ():
            there = {k for k in range(CARDS) if f'id="k{seat}-{k}"' in page(match, -1)}
            assert there == set(range(CARDS))
            assert not {k for k in held(s, seat) if s.used[seat, k]}


def test_all_ten_characters_have_a_figure():
    assert set(SHAPES) == {c.id for c in CONTENT.characters}


@clause("D-12.1")
def test_a_value_is_explained_in_the_order_of_its_sum(stand):
    duel = stand(mana=3, s0={"madbeast": 4, "fairy": 1}, s1={"citadel": 8}, subs=("ironfist", "saint"))
    s, beast = duel.s, duel.s0.madbeast
    beast.damage = 2
    beast.mark("double_atk")
    s.atk_down[beast.c] = -2
    s.def_change[beast.c] = -1
    atk, defence = values(s, beast.c)
    lines = explained(s, beast.c, (atk.now, defence.now), WORDS["en"], sources(s)).split("\n")
    assert lines == ["ATK 12 = 5 printed, +2 Fury, ×2 Frenzy, -2 this round", "DEF 1 = 2 printed, -1 this round"]
    atk, defence = values(s, duel.s0.fairy.c)
    lines = explained(s, duel.s0.fairy.c, (atk.now, defence.now), WORDS["en"], sources(s)).split("\n")
    assert lines[0] == "ATK 5 = 1 printed, +1 Drill Master, +3 Mana Wings"
    assert (atk.trend, values(s, duel.s1.citadel.c)[0].trend) == (1, 0)


@clause("D-7.12")
@pytest.mark.parametrize(
    ("cards", "tie_rule", "said"),
    [
        ("move_3", "first", "Equal, but First Light: you act first"),
        ("move_3", "only", "Equal, but First Light: only you act"),
        ("trump", "first", "Equal, but First Light: only you act"),
    ],
)
def test_a_won_tie_says_whether_the_other_acts_too(stand, cards, tie_rule, said):
    duel = stand(s0={"ironfist": 4}, s1={"saint": 8}, subs=("lightblade", ""), tie_rule=tie_rule)
    duel.cards(cards, cards.replace("move", "skill"))
    assert said in drawn(duel)
    assert (duel.s.queue[0] == 2) == ("only" not in said)


@clause("D-7.1", "D-7.2")
@pytest.mark.parametrize(
    ("counts", "card", "said"),
    [
        (True, "trump", "Next mana 0–5"),
        (False, "trump", "Next mana 0"),
        (True, "move_5", "Next mana 5–10"),
        (False, "move_5", "Next mana 0–10"),
    ],
)
def test_a_lifted_card_says_which_mana_it_can_make(stand, counts, card, said):
    duel = stand(s0={"ironfist": 4}, s1={"saint": 8}, silenced_mana=counts)
    shown = re.search(rf'data-hint-for="k0-{CARD_IDS.index(card)}"><b>([^<]*)', drawn(duel))
    assert shown[1] == said


@clause("D-6.1", "D-6.2")
def test_who_lies_without_damage_stands_up_next_round_also_without_recovery(stand):
    duel = stand(s0={"ironfist": 4, "saint": 0}, s1={"fairy": 8}, recover=0)
    for name, damage in (("ironfist", 0), ("saint", 2)):
        figure = getattr(duel.s0, name)
        figure.down, figure.damage = 1, damage
    assert [rounds_down(duel.s, figure.c) for figure in (duel.s0.ironfist, duel.s0.saint)] == [1, 0]
    assert "up in 1 round" in drawn(duel)


def by_counting(atk, guard, before):
    """The same chances from all throws of so many dice."""
    damage = [0] * 4
    down = out = 0
    for throw in product(range(6), repeat=atk + guard):
        d = max(0, throw[:atk].count(0) + 1 - throw[atk:].count(0)) if atk else 0
        damage[min(3, d)] += 1
        out += d >= 5
        down += 0 < d < 5 and before + d >= 3
    all_ = 6 ** (atk + guard)
    return Odds(tuple(n / all_ for n in damage), down / all_, out / all_)


@clause("D-9.1", "D-9.2", "D-9.3", "D-9.5")
@pytest.mark.parametrize(("atk", "guard", "before"), [(4, 2, 0), (5, 1, 2), (1, 3, 2), (0, 2, 1), (4, 0, 1)])
def test_the_shown_chances_are_those_of_the_dice(atk, guard, before):
    shown, counted = odds(atk, guard, 1, before, 3, 5), by_counting(atk, guard, before)
    assert shown.damage == pytest.approx(counted.damage)
    assert (shown.down, shown.out) == pytest.approx((counted.down, counted.out))


def test_odds_are_shown_for_every_enemy_in_reach(stand):
    duel = stand(mana=1, s0={"ironfist": 4}, s1={"madbeast": 8, "citadel": 7, "saint": 9})
    duel.cards("attack_4", "pass")
    duel.do("attack ironfist")
    html = str(table(duel.s, 0, WORDS["en"]))
    targets = [duel.s1.madbeast.c, duel.s1.citadel.c]
    assert all(f'class="over odds" data-hint-for="ch-{c}"' in html for c in targets)
    assert f'data-hint-for="ch-{duel.s1.saint.c}"' not in html
    atk, defence, _ = attack_odds(duel.s, duel.s0.ironfist.c, targets[0])
    assert f"{atk} : {defence}" in html


def test_acts_are_tapped_on_the_character_and_chips_where_there_are_several():
    seen_both = set()
    for match in moments(game, options={"team_mode": "random"}, seed=9):
        s = match.state
        if s.stage == STAGE.act and kind(s, s.user - 1) == KIND.act:
            for act in match.legal(s.user - 1):
                taps = gesture(match.view(s.user - 1), s.user - 1, named(s, s.user - 1, act))
                assert len(taps) == 2 or named(s, s.user - 1, act).name != "skill"
                seen_both.add(len(taps))
    assert seen_both == {1, 2}


def test_the_same_number_of_taps_for_the_same_kind_of_thing(stand):
    """Who acts is chosen with one tap, since it can be taken back; what is then done needs two, whatever it is."""
    for card, act in (("move_1", "move ironfist"), ("attack_4", "attack ironfist"), ("skill_2", "crushing_fist")):
        duel = stand(mana=2, s0={"ironfist": 4}, s1={"madbeast": 8}).cards(card, "pass")
        fist = re.search(r'<g id="ch-0"[^>]*>', drawn(duel))[0]
        assert ("data-free" in fist) == (card != "skill_2")
        duel.do(act)
        assert 'id="cancel-act" type="button" class="button quiet" data-label="Back"' in drawn(duel)
        assert not re.search(r'id="(ch|q)-[^>]*data-(now|free)', drawn(duel))


def test_a_skill_says_what_it_does_when_it_is_chosen(stand):
    duel = stand(mana=2, s0={"ironfist": 4}, s1={"madbeast": 8}).cards("skill_2", "pass")
    text = CONTENT.characters[1].skills[0].text["en"]
    assert f'<small data-hint-for="do-{named_act(duel)}">{text}' in drawn(duel)
    duel.do("crushing_fist")
    assert f'class="over task"><b>Iron Fist: Crushing Fist</b><p>{text}' in drawn(duel)


def named_act(duel):
    return next(a for a in RULES.legal(duel.s, 0) if named(duel.s, 0, a).name == "skill")


def test_what_happens_at_once_wants_a_second_tap(stand):
    duel = stand(mana=1, s0={"citadel": 4}, s1={"madbeast": 8}).cards("skill_2", "pass")
    assert re.search(r'<button id="do-[^>]*data-confirm', drawn(duel))


@clause("D-9.4", "D-9.5", "D-9.6", "D-10.1", "D-9.7")
@pytest.mark.parametrize(
    ("dice", "before", "down", "said"),
    [
        ((6,) * 6, 0, 0, "1 damage: Mad Beast has 2 left"),
        ((6, 6, 6, 6, 1, 6), 1, 0, "No damage: Mad Beast holds"),
        ((1, 1, 6, 6, 6, 6), 1, 0, "3 damage: Mad Beast is down"),
        ((1, 1, 1, 1, 6, 6), 0, 0, "5 damage: Mad Beast is out"),
        ((), 3, 1, "Mad Beast was down: out of the game"),
    ],
)
def test_a_blow_says_what_it_meant(stand, dice, before, down, said):
    duel = stand(mana=0, s0={"ironfist": 4}, s1={"madbeast": 8, "saint": 9}).cards("attack_4", "pass")
    duel.s1.madbeast.damage, duel.s1.madbeast.down = before, down
    told = list(duel.log)
    duel.dice(*dice).do("attack ironfist", 8)
    html = str(table(duel.s, 0, WORDS["en"], told))
    assert re.search(r'id="outcome"[^>]*>(<small>Before: </small>)?([^<]*)', html)[2] == said


def test_red_and_blue_are_the_seats_and_nothing_else(stand):
    """Cards, dice and badges have no colour of their own."""
    duel = stand(mana=1, s0={"ironfist": 4}, s1={"madbeast": 8}).cards("attack_4", "pass").do("attack ironfist", 8)
    assert set(re.findall(r"tone-(\w+)", drawn(duel))) == {"ink"}
    styles = (game.folder / "page.css").read_text()
    assert not re.findall(r"#(?:1f57a4|b3261e|c22c20|2f74d0|d33a2c|1d5fae)", styles)


def test_dice_stay_on_the_table_until_the_next_cards_are_turned_over():
    """Also for somebody who opens the page later: they are drawn from what the seat was told."""
    thrown = ""
    for match in moments(game, options=SHORT):
        events = [one.event for one in told_by(game, 0, match.view(0))]
        drawn = str(table(match.view(0), 0, WORDS["en"], match.log(0)))
        dice = "".join(re.findall(r'id="die-[^"]*"', drawn))
        if "attack_dice" in events:
            assert dice
            thrown = dice if "reveal" not in events else ""
        elif thrown and not {"reveal", "attack", "skill_used"} & set(events):
            assert dice == thrown
            return
        else:
            thrown = ""
    raise AssertionError("nobody attacked")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_is_summed_up_at_its_end(language):
    *_, match = moments(game, options=SHORT)
    log = match.log(0)
    said = str(summary(log, 0, WORDS[language]))
    assert said.count("<tr>") == 6
    best = max(one.arguments[2] for one in log if one.event == "blow")
    assert re.search(rf"(: |　){best}(点)?</td>", said)
    assert f"{sum(one.event in ('tie', 'tie_won') for one in log)}" in said
