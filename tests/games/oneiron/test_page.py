"""The page: everything that can be done can be tapped, nothing secret is drawn, and damage says what it is made of."""

import random
import re
from itertools import combinations

import pytest

from bench.dream import TARGET_BYTES, sizes
from taku.engine.catalogue import LANGUAGES
from taku.engine.words import Words
from taku.games.oneiron import game
from taku.games.oneiron.content import CONTENT, GIANT
from taku.games.oneiron.page import table
from taku.games.oneiron.page.battle import duels_of, explained
from taku.games.oneiron.page.board import arrange, middle, spots, start, width
from taku.games.oneiron.page.cards import about
from taku.games.oneiron.state import FACE, LEFT, STEP
from taku.server.live.view import placed, result
from taku.server.words import text_of
from tests.conftest import clause
from tests.games.oneiron.courses import course, dealt
from tests.games.oneiron.dream import RULES, Dream
from tests.games.oneiron.partners import KINDS, SEATS, stored
from tests.games.playing import moments, world

WORDS = {language: Words(game, language) for language in LANGUAGES}


def page(match, viewer, language="en"):
    return str(table(match.view(viewer), viewer, WORDS[language]))


def drawn(dream, viewer, language="en"):
    """The page of a dream that was laid out by hand; seats as players count them, 0 is a spectator."""
    return str(table(RULES.view(dream.s, viewer - 1), viewer - 1, WORDS[language]))


def element(html, id_):
    """The text from an element's id to the next id."""
    return html.split(f' id="{id_}"')[1].split(' id="')[0]


@clause("O-2.3", "O-2.5", "O-4.3")
def test_the_partner_sees_the_leads_choice_and_nobody_else_does():
    match = next(moments(game, 6))
    before = {viewer: page(match, viewer) for viewer in (-1, 2, 5)}
    first, second = match.legal(0)[0], match.legal(0)[-1]
    for picks in ([first], [second], [first, second]):
        other = world(match, 0, *picks)
        assert page(other, 1) != page(match, 1)
        assert {viewer: page(other, viewer) for viewer in before} == before
        name = WORDS["en"].name("card", LEFT.land_left.card(picks[0]))
        assert f'data-label="{name}' in page(other, 1).split('id="now"')[1].split('id="compass"')[0]
    ready = [world(match, 0, first, second, FACE.land_face(facing)) for facing in (0, 3)]
    assert page(ready[0], 5) == page(ready[1], 5) != before[5]


@clause("O-3.6", "O-3.8", "O-2.4")
def test_a_hand_is_shown_to_its_team_only():
    match = next(moments(game, 6))
    for seat in range(6):
        html = page(match, seat)
        team = match.state.team[seat]
        held = match.state.hand[2 * team].of
        assert {int(c) for c in re.findall(r'id="k0-(\d+)"', html)} == {c for c in range(1, 41) if held[c]}
    assert 'id="hand"' not in page(match, -1)


def test_each_step_has_its_panel_and_the_own_part_of_the_hand_stays_on_the_left():
    parted = set()
    for match in moments(game, 8):
        for seat in (0, 1):
            html = page(match, seat)
            assert re.findall(r'id="now-(\w+)"', html) == [STEP[match.state.step]]
            found = re.findall(r'id="part-(\d)"', html)
            assert found == ["0", "1"][: len(found)]
            if len(found) == 2:
                parted.add(seat)
                held = match.state.hand[seat].of
                assert {int(c) for c in re.findall(r'id="k0-(\d+)"', html)} == {c for c in range(1, 41) if held[c]}
    assert parted == {0, 1}


@clause("O-7.10", "O-7.11")
def test_a_sealed_card_is_the_teams_business_until_all_are_turned_over():
    match = next(m for m in moments(game, 8, seed=3) if m.state.step == STEP.present)
    acting = match.rules.acting(match.state)
    seat = next(s for s in acting if len(match.legal(s)) > 1 and len(acting) > 1)
    team = match.state.team[seat]
    others = [v for v in range(-1, 8) if v < 0 or match.state.team[v] != team]
    worlds = [world(match, seat, action) for action in match.legal(seat)]
    for viewer in others:
        assert len({page(w, viewer) for w in worlds}) == 1
        assert "sl back" in element(page(worlds[0], viewer), f"sl-{seat}")
    assert len({page(w, seat) for w in worlds}) == len(worlds)
    assert "sl sealed" in element(page(worlds[0], seat), f"sl-{seat}")


def fought(first, second, **options):
    """Two pairs in one cell that looked along the same line, after one exchange of the first two seats."""
    dream = Dream(4, exchanges=2, **options).laid_out()
    dream.team(1).stands((2, 2), "up", sum=5).holds(f"{first} {first} {first} {first}").with_lives(4, 4)
    dream.team(2).stands((2, 2), "down", sum=9).holds(f"{second} {second} {second} {second}").with_lives(4, 4)
    dream.battle()
    for seat in (1, 2, 3, 4):
        dream.choose(seat, first if seat < 3 else second)
    return dream


@clause("O-8.3", "O-8.4", "O-8.5", "O-8.8")
def test_damage_is_explained_part_by_part():
    dream = fought("F8", "W4")
    duels = duels_of(dream.s, 0)
    assert [d.seats for d in duels] == [(0, 2), (1, 3)]
    assert all(d.verdict.winner == 0 and d.verdict.points == 3 for d in duels)
    said = re.sub(r"<[^>]+>", "|", str(explained(duels[0].verdict, WORDS["en"])))
    assert [w.strip() for w in said.split("|") if w.strip()] == ["1", "Win", "+1", "Clash", "+1", "Twice as big", "= 3"]
    for viewer in (1, 3, 0):
        assert drawn(dream, viewer).count("= 3") == (2 if viewer else 0)
    assert "1 基本" in re.sub(r"<[^>]+>", "", drawn(dream, 1, "ja"))


@clause("O-8.1", "O-8.2", "O-7.13")
def test_draws_and_jokers_are_explained_too():
    even = duels_of(fought("F8", "F2").s, 0)[0].verdict
    assert (even.winner, even.points, even.parts) == (-1, 0, ())
    joker = duels_of(fought("W9", "J").s, 0)[0].verdict
    assert (joker.winner, joker.points) == (1, 1)
    assert "Joker win" in str(explained(joker, WORDS["en"]))


@clause("O-7.8", "O-9.9")
def test_what_a_duel_was_worth_stays_on_the_table_when_a_team_is_out():
    dream = Dream(6).laid_out()
    dream.team(1).stands((2, 2), "up", sum=5).holds("F8 F8 F8 F8")
    dream.team(2).stands((2, 2), "down", sum=9).holds("W4 W4 W4 W4").with_lives(1, 1)
    dream.battle()
    for seat in dream.asked:
        dream.choose(seat, "F8" if seat < 3 else "W4")
    assert dream.team(2).rank == 3
    assert [d.verdict.points for d in duels_of(dream.s, 0)] == [3, 3]
    assert "+1 Clash" in element(drawn(dream, 5), "enc-0")


def test_five_teams_in_one_cell_stay_apart_and_inside_it():
    for place, most in ((12, 10), (6, 10), (2, 5), (10, 5), (0, 3)):
        for count in range(1, most + 1):
            at = arrange(place, list(range(count)))
            x, y = middle(place)
            wide, high = width(place % 5) / 2, width(place // 5) / 2
            for a, b in combinations(at.values(), 2):
                assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= (1.7 * a[2]) ** 2, (place, count)
            if place in (12, 6):
                assert all(abs(px - x) + r <= wide + 1 and abs(py - y) + r <= high + 1 for px, py, r in at.values())
                assert min(r for *_, r in at.values()) >= (18 if count <= 6 else 12)
    assert start(4) == start(3) + width(3)


@clause("O-6.1", "O-6.5")
def test_encounters_are_links_between_neighbours():
    dream = Dream(10).laid_out()
    for number, total in enumerate((5, 9, 12, 15, 20), 1):
        dream.team(number).stands((2, 2), sum=total).holds("F1 F2 W3 W4")
    dream.round()
    html = drawn(dream, 1)
    assert 'class="link own"' in html
    assert html.count(' id="ln-') == 2
    at = spots(dream.s)
    assert at[0][1] == at[1][1]  # who fights each other stands side by side
    assert at[2][1] == at[3][1]
    assert dream.team(5).waiting
    assert "left waiting" in element(html, "nc-4")
    assert "Still thinking" in drawn(dream, 9)


@clause("O-4.2", "O-1.6")
def test_the_story_is_told_at_the_start_and_can_be_skipped():
    for language in LANGUAGES:
        match = next(moments(game, 5))
        html = page(match, 2, language)
        assert CONTENT.story[0].text[language] in html
        assert CONTENT.story[1].text[language] in html  # one team is alone
        assert CONTENT.story[1].text[language] not in page(next(moments(game, 4)), 2, language)
        assert 'id="story-open"' in html, "it is folded: nothing lies over the map"


@clause("O-9.10", "O-13.1")
def test_the_end_ranks_all_teams():
    *_, match = moments(game, 7, seed=2)
    html = page(match, -1)
    rows = re.findall(r"<tr[^>]*><td>(\d+)\.</td><td><b class=\"tok t(\d)", html)
    ranks = [match.state.rank[int(t)] for _, t in rows]
    assert len(rows) == match.state.teams
    assert ranks == sorted(int(r) for r, _ in rows)
    assert ranks[0] == 1


@clause("O-13.1")
def test_only_teams_that_are_out_are_struck_through():
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 2), "up", sum=5).holds("F8 F8")
    dream.team(2).stands((2, 2), "down", sum=9).holds("W4 W4").with_lives(1, 1)
    dream.battle()
    for seat in dream.asked:
        dream.choose(seat, "F8" if seat < 3 else "W4")
    assert dream.s.step == STEP.over
    _, small = drawn(dream, 1).split('id="enc-0"')
    assert re.findall(r'class="tok (t\d[^"]*)"', small)[:2] == ["t0", "t1 out"]


@clause("O-7.5")
def test_the_choice_of_a_pairing_fits_its_button():
    """One duel says the other; names of sixteen letters leave no room for both."""
    for language in LANGUAGES:
        for said in ("straight", "crossed"):
            assert set(re.findall(r"{(\w+)}", WORDS[language].text("action", said))) == {"a", "b"}


@clause("O-4.3", "O-11.4")
def test_the_compass_comes_when_a_facing_is_to_be_chosen():
    match = next(moments(game, 4))
    for click in range(3):
        assert ('id="face-0"' in page(match, 0)) == ('id="face-0"' in page(match, 1)) == (click == 2)
        match.act(0, match.legal(0)[0])
    assert 'class="arm chosen"' in page(match, 1), "the partner sees which one the lead chose"


@clause("O-3.5")
def test_seen_cards_are_noted_unless_the_table_does_not_want_it():
    match = next(moments(game, 4))
    assert 'more known"' in page(match, 0)
    assert 'more known"' not in page(next(moments(game, 4, {"memory_aid": False})), 0)


@clause("O-1.5")
def test_tokens_have_the_contents_colours():
    css = (game.folder / "page.css").read_text()
    for i, team in enumerate(CONTENT.teams):
        assert f".t{i} {{\n      --team: {team.color.lower()};" in css
        assert (f".tok.t{i}" in css) == (team.number in (6, 9)), "they cannot be misread"


def test_no_update_at_a_table_of_twenty_takes_more_than_four_kilobytes():
    found = sizes(20, 1)
    assert len(found) > 500
    assert max(size for _, size in found) <= TARGET_BYTES


def test_the_stored_course_goes_the_same_way_however_moves_meet():
    seed, moves = stored()
    match = dealt(seed, SEATS)
    steps = course(match, moves)
    assert {step.kind for seat in (0, 1) for step in steps[seat] if not step.alone} == KINDS
    for order in range(6):
        other = dealt(seed, SEATS)
        assert course(other, moves, random.Random(order)) == steps
        assert other.scores() == match.scores()
        assert other.step == match.step


def test_a_pair_that_wins_does_not_share_first_place():
    seed, moves = stored()
    match = dealt(seed, SEATS)
    course(match, moves)
    winners = [i for i, rank in enumerate(match.scores()) if rank == 1]
    assert len(winners) == 2
    names = [f"P{i}" for i in range(match.seats)]
    for language, said in (("en", "P{}, P{} win"), ("ja", "P{}、P{}の勝ち")):
        assert result(match, names, text_of(language), 0, "/r")["title"] == said.format(*winners)


def test_a_team_says_on_a_phone_what_its_tile_leaves_out():
    html = page(next(moments(game, 4)), 0)
    assert 'data-show="tl-1" data-clause="O-4.8" id="head-1"' in html
    assert 'more known"' in html.split('id="tl-1"')[1].split('id="end-1"')[0]


def test_how_the_own_battle_ended_comes_first_when_the_teams_move():
    dream = Dream(8).laid_out()
    for team, cell in ((1, (1, 1)), (2, (1, 1)), (3, (3, 3)), (4, (3, 3))):
        dream.team(team).stands(cell, sum=10 - team).holds("F8 F9 F10 F11")
    dream.battle().settle("present").settle("present")
    assert dream.s.step == STEP.move
    for viewer in (1, 7, 0):
        html = drawn(dream, viewer)
        first, second = sorted(re.findall(r'<div[^>]* id="enc-\d"[^>]*>', html), key=lambda tag: "mine" not in tag)
        assert ("mine" in first) == ("enc mine" in html.split('id="now"')[1] or "done mine" in html) == (viewer > 0)
        assert "mine" not in second
        mine = first
        assert 'data-clause="O-8.1"' in mine, "what is asked now is what it was worth: nothing, all drew"


def test_a_team_stands_on_one_line_of_the_result():
    *_, match = moments(game, 5)
    teams = [match.state.team[i] for i in range(5)]
    lines = placed(match)
    assert sorted(i for _, those in lines for i in those) == list(range(5))
    assert [rank for rank, _ in lines] == sorted(rank for rank, _ in lines)
    assert len(lines) == len(set(teams)) == 3
    assert all(len({teams[i] for i in those}) == 1 for _, those in lines)
    html = result(match, ["A", "B", "C", "D", "E"], text_of("en"), 0, "/replay")["html"]
    assert html.count("<tr") == 3
    assert html.count('class="mine"') == 1


@clause("O-8.1", "O-8.2", "O-8.3")
@pytest.mark.parametrize(
    ("first", "second", "cites"), [("F8", "W4", "O-8.3"), ("F8", "F2", "O-8.1"), ("J", "F2", "O-8.2")]
)
def test_the_result_of_an_exchange_cites_the_clause_that_judged_it(first, second, cites):
    dream = fought(first, second)
    assert f'data-clause="{cites}"' in element(drawn(dream, 0), "enc-0")


@clause("O-7.5")
def test_the_result_of_an_exchange_stands_duel_by_duel():
    dream = Dream(4, exchanges=1).laid_out()
    dream.team(1).stands((2, 2), "up", sum=5).holds("F8 W8").with_lives(4, 4)
    dream.team(2).stands((2, 2), "left", sum=9).holds("A9 F9").with_lives(4, 4)
    dream.round().settle("split")
    dream.choose(dream.asked[0], "crossed")
    dream.settle("present")
    small = drawn(dream, 0).split('id="enc-0"')[1].split('id="hand"')[0]
    assert re.findall(r'id="(sl-\d)"', small) == ["sl-0", "sl-3", "sl-1", "sl-2"]


@clause("O-7.10")
def test_before_the_next_exchange_the_place_for_a_card_is_empty():
    dream = fought("F8", "W4")
    assert dream.kind(1) == "present"
    html = drawn(dream, 1)
    for seat in range(4):
        assert element(html, f"sl-{seat}").startswith(' class="sl"')
    assert html.split('id="duel"')[1].count('class="c e1"') == 2, "the last cards lie small beside the places"


@clause("O-8.7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_promise_what_the_tables_rule_for_giant_killing_gives(language):
    words = WORDS[language]
    for number, card in enumerate(CONTENT.cards, 1):
        assert about(number, GIANT.override, words) == card.text[language]
    for giant in GIANT:
        dream = Dream(4, giant_rule=giant).laid_out()
        dream.team(1).holds("F1 F12")
        html = drawn(dream, 1, language)
        told = re.sub("<[^>]+>", "", "".join(element(html, id_) for id_ in ("k0-1", "k0-12", "about-1", "about-12")))
        assert ("11–13" in told) == ("1–2" in told) == (giant == "override")


@clause("O-6.6")
def test_who_can_be_met_outside_is_told_so():
    for met, said, not_said in ((False, "nobody can meet", "can be met"), (True, "can be met", "nobody can")):
        dream = Dream(4, outside_encounters=met).laid_out()
        dream.team(1).stands((0, 1), "right").holds("F1 F2")
        html = drawn(dream.movement(), 1).lower()
        assert said in html
        assert not_said not in html
