"""The page: everything that can be done can be tapped, nothing unseen is drawn, and forecasts are what the rules do."""

import re
from collections import Counter

import pytest

from taku.engine.catalogue import LANGUAGES
from taku.engine.match import Match, Told, told_by
from taku.engine.words import Words
from taku.games.warring.content import KIND_OF
from taku.games.warring.forecast import Forecast
from taku.games.warring.page import animate, table
from taku.games.warring.page.deploy import faults, plan_of, unpainted
from taku.games.warring.page.view import CELL, Eye, cells_of, crisp, eye_of, loops, mask_of, rows, soft, whole, within
from taku.games.warring.rules import kind
from taku.games.warring.rules.ground import place_to_cell
from taku.games.warring.state import KIND, NORTH, ORDER, SIDES, STAGE, TROOPS
from taku.page.motion import written
from tests.conftest import clause
from tests.games.playing import moments
from tests.games.warring.battle import RULES, Deployment, battle, game

WORDS = {language: Words(game, language) for language in LANGUAGES}
VIEWERS = range(-1, SIDES)


def drawn(what, viewer=0, language="en", earlier=()):
    """The page of a match, a battle or a deployment as somebody sees it."""
    seen = what.view(viewer) if isinstance(what, Match) else RULES.view(what.s, viewer)
    return str(table(seen, viewer, WORDS[language], earlier))


def foretold(b, seat=0):
    return Forecast(RULES.view(b.s, seat), seat)


@clause("W-15.1", "W-15.3")
@pytest.mark.parametrize(
    ("event", "arguments"),
    [("win_general", (1,)), ("win_limit", (0, 9, 7, 2, 1)), ("draw", (7, 7, 1, 1)), ("win_resigned", (0,))],
)
def test_the_end_of_a_battle_is_staged_where_the_general_fell(event, arguments):
    seen = next(moments(game, options={"size": 12})).view(0)
    made = animate(seen, 0, Told(0, event, "W-15.1", arguments), [Told(0, "general_fallen", "W-9.8", (0, 40))])
    x, y = eye_of(seen, 0).middle(40)
    places = [move["at"] for stage in made["moment"].stages for move in stage]
    assert places == [*[f"map@{x},{y},{CELL}"] * (event == "win_general"), "verdict"]
    said = written(made, WORDS["en"])["moment"]["say"]
    assert "win" in said or "draw" in said
    assert "{" not in said


# ---------------------------------------------------------------- what nobody may see


@clause("W-4.1")
@pytest.mark.parametrize("viewer", [1, -1])
def test_a_deployment_is_nobody_elses_business(viewer):
    d = Deployment(size=12)

    before = drawn(d, viewer)
    d.preset("crescent").brush("cavalry").clear()
    assert drawn(d, viewer) == before
    d.preset("square").ready(0)
    assert drawn(d, viewer) != before


@clause("W-8.9")
def test_only_visible_enemies_are_on_the_page():
    for match in moments(game, options={"size": 14, "round_limit": 10}, seed=2, most=200):
        s = match.state
        if s.stage != STAGE.orders:
            continue
        for seat in range(SIDES):
            html = drawn(match, seat)
            found = {int(t) for t in re.findall(rf'id="t{1 - seat}-(\d+)"', html)}
            visible = {t for t in range(TROOPS) if s.in_sight[seat] >> t & 1}
            assert found == visible
            ghosts = {int(t) for t in re.findall(r'id="g\d-(\d+)"', html)}
            assert ghosts <= {t for t in range(TROOPS) if s.known[seat] >> t & 1} - visible


@pytest.mark.parametrize("fog", [True, False])
def test_onlookers_are_told_why_they_see_so_little(fog):
    b = battle({2: "I5,12 I6,12"}, {2: "I5,2 I6,2"}, fog=fog)
    said = {viewer: WORDS["en"].text("page", "watching") in drawn(b, viewer) for viewer in VIEWERS}
    assert said == {-1: fog, 0: False, 1: False}


@clause("W-9.9")
def test_onlookers_are_shown_where_blows_fell_until_the_troops_are_seen_again():
    b = battle({2: "A5,12 A6,12"}, {2: "I5,8 I6,8"})
    b.end()
    assert not re.findall(r'id="g\d-', drawn(b, -1, earlier=b.log))  # who struck is still revealed
    b.end().face(2, "S").march(2, 1).end().face(2, "N").march(2, 1).end()
    seen = RULES.view(b.s, -1)
    assert not any(seen.cell[side, t] for side in range(SIDES) for t in range(TROOPS))
    html = drawn(b, -1, earlier=b.log)
    assert len(re.findall(r'id="g0-\d+"', html)) == 2
    assert len(re.findall(r'id="g1-\d+"', html)) == 2
    assert 'class="zone"' in html
    assert "strength 1000" in html
    assert not re.findall(r'id="g\d-', drawn(b, -1))


@clause("W-15.1", "W-15.3")
def test_the_page_says_who_won_and_why():
    def verdicts(b):
        return [re.search(r'id="verdict".*?<b>(.*?)</b> (.*?)</p>', drawn(b, v)).groups() for v in VIEWERS]

    b = battle({2: "I4,9 I5,9"}, {1: "G5,8/80 I6,8"}).end()
    why = "because the general of North has fallen."
    assert verdicts(b) == [("South has won", why), ("You won", why), ("You lost", why)]
    b = battle({2: "I4,12 I5,12"})
    RULES.resign(b.s, 0)
    assert {why for _, why in verdicts(b)} == {"because South yields."}
    b = battle({2: "I4,12 I5,12"}, {2: "I5,2/500 I6,2"}, round_limit=10)
    b.s.round = 10
    b.end().end()
    assert {why[:44] for _, why in verdicts(b)} == {"because the last round is over: strength 400"}


def test_ending_the_turn_is_called_an_attack_only_if_somebody_strikes():
    calm, fight = battle({2: "I5,12 I6,12"}), battle({2: "I5,9 I6,9"}, {2: "I5,8 I6,8"})
    faces = [re.search(r'<button id="attack".*?</button>', drawn(b))[0] for b in (calm, fight)]
    assert ["End turn" in face for face in faces] == [True, False]
    assert ["<small>2 strikes</small>" in face for face in faces] == [False, True]


@clause("W-15.5")
def test_a_replay_with_all_open_shows_both_sides_without_a_veil():
    d = Deployment(size=12)
    both = str(table(d.s, 0, WORDS["en"]))
    assert {side: len(re.findall(rf'id="d{side}-', both)) for side in range(SIDES)} == {0: 30, 1: 30}
    assert 'class="sealed"' not in both
    b = battle({2: "I5,12 I6,12"}, {2: "I5,2 I6,2"})
    hidden, shown = (str(table(s, 0, WORDS["en"])) for s in (RULES.view(b.s, 0), b.s))
    assert 'id="fog"' in hidden
    assert 'id="fog"' not in shown
    assert 'id="t1-' not in hidden
    assert len(re.findall('id="t1-', shown)) == b.s.count[1]
    assert re.search(r'id="strength-1"[^>]*>\?<', hidden)
    assert re.search(r'id="strength-1"[^>]*>4000<', shown)


@clause("W-8.10")
def test_ghosts_stand_where_they_were_seen_with_the_round():
    b = battle({2: "C5,11 C6,11"}, {2: "I5,6 I6,6"}).face(2, "S").march(2, 3)
    html = drawn(b)
    assert len(re.findall(r'id="g1-\d+"', html)) == 2
    assert "last seen in round 1" in html
    assert "R1</text>" in html


@clause("W-1.3")
def test_norths_map_is_turned():
    b = battle({2: "I5,12 I6,12"}, {2: "I5,5 I6,5"})
    eyes = [Eye(18, False), Eye(18, True)]
    south, north = (eye.middle(b.s.cell[0, b.south[5, 12].number]) for eye in eyes)
    assert (south[0] + north[0], south[1] + north[1]) == (eyes[0].width, eyes[0].width)
    assert [eyes[1].way(d) for d in range(4)] == [2, 3, 0, 1]
    for seat, eye in enumerate(eyes):
        x, y = eye.middle(b.s.cell[seat, 0])
        assert y > eye.width / 2 or b.s.kind[seat, 0] != KIND_OF.general
        assert f'data-x="{x}" data-y="{y}"' in drawn(b, seat)


@clause("W-12.3")
def test_acted_armies_are_grey_and_have_a_badge():
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8 I6,8"}).end()
    html = drawn(b)
    assert 'class="army s0 k2 acted"' in html
    assert "badge-acted" in html
    assert "has acted" in html


# ---------------------------------------------------------------- forecasts


def strikes(told, by=None):
    """(origin, place, damage) of the strikes that were told, of both sides or of one."""
    found = [t.arguments for t in told if t.event.startswith("strike")]
    return [(a[4], a[5], a[2]) for a in found if by is None or a[0] // TROOPS % SIDES == by]


def blows(found):
    return [(b.origin, b.place, b.damage) for b in found]


def whys(html):
    """The reasons that a page gives, each with its clause."""
    found = re.findall(r"<[^>]*data-why[^>]*>", html)
    parts = [[re.search(rf'data-{name}="([^"]*)"', tag) for name in ("why", "clause")] for tag in found]
    return {(why[1], rule[1] if rule else "") for why, rule in parts}


@clause("W-12.2", "W-3.6")
def test_the_page_says_why_an_army_or_a_lone_troop_takes_no_orders():
    b = battle({2: "I5,9 I6,9", 0: "I12,12"}, {2: "I5,8 I6,8"}).end()
    found = whys(drawn(b))
    assert (WORDS["en"].text("page", "why_acted"), "W-12.2") in found
    assert [why for why, rule in found if rule == "W-3.6" and "rally" in why]
    assert not whys(drawn(b, -1))
    bound = battle({2: "I5,12 I6,12", 0: "I12,12"}, rally=False, lone_strike=False)
    lone = [why for why, rule in whys(drawn(bound)) if rule == "W-3.6"]
    assert len(lone) == 1
    assert "rally" not in lone[0]
    assert "not strike" in lone[0]


@clause("W-6.4", "W-6.5", "W-6.6")
@pytest.mark.parametrize(
    ("army", "others", "ground", "why"),
    [
        ("C5,12 C6,12", {}, {"~": "6,10"}, {("block_water", "W-6.4")}),
        ("C5,12 C6,12", {}, {"1": "5,9", "2": "5,10"}, {("block_steep", "W-6.5")}),
        ("I5,12 I6,12", {0: "I6,11"}, {}, {("block_troop", "W-6.6")}),
        ("I5,0 I6,0", {}, {}, set()),
        ("C5,12 C6,12", {}, {}, set()),
    ],
    ids=["water", "steep", "occupied", "the edge", "nothing"],
)
def test_what_stops_a_march_says_so(army, others, ground, why):
    b = battle({2: army} | others, None, ground)
    html = drawn(b)
    signs = "".join(re.findall(r'<use[^>]*href="#w-block"[^>]*>', html))
    assert whys(signs) == {(WORDS["en"].text("page", key), rule) for key, rule in why}


@clause("W-7.2")
def test_while_an_army_is_split_attack_waits_for_it():
    b = battle({2: "I5,12 I6,12 I7,12 I8,12"})
    b.do("split", army=2)
    html = drawn(b)
    assert WORDS["en"].text("page", "splitting") in html
    assert WORDS["en"].text("page", "not_now") not in html


@clause("W-8.4")
def test_the_veil_lies_over_the_wood_where_nobody_would_be_seen():
    wood = {"f": "5..6,5..6"}
    pages = {}
    for shape in ("diamond", "square"):
        b = battle({0: "I5,5"}, None, wood, sight_shape=shape)
        bare = battle({0: "I5,5"}, None, {"f": "5,5 5,6"}, sight_shape=shape)
        pages[shape] = [re.search(r'd="([^"]*)" class="veil"', drawn(x))[1]
                        for x in (b, bare)]  # fmt: skip
    assert pages["diamond"][0] == pages["diamond"][1]
    assert pages["square"][0] != pages["square"][1]


@clause("W-9.8")
def test_a_forecast_ends_with_the_general():
    b = battle({2: "I4,9 I5,9 I6,9", 3: "I8,8 I8,9"}, {1: "G5,8/80 I6,8", 2: "I9,8 I10,8"})
    assert [len(blows) for blows in foretold(b).attack().values()] == [1]
    b.end()
    assert len(b.told("strike") + b.told("strike_flank")) == 1
    b = battle({1: "G5,11/10 C6,11"}, {2: "I5,8 I6,8"})
    preview = foretold(b).march(1, 2)
    assert (len(preview.taken), len(preview.dealt)) == (2, 0)


@clause("W-9.3", "W-10.1")
def test_the_strikes_of_an_attack_are_foretold():
    """Up to the first army that breaks or is cut; then the rest may be others."""
    checked = 0
    for seed in (1, 2, 3):
        options = {"size": 12, "round_limit": 10, "fog": seed != 2, "max_troops": 12}
        for match in moments(game, options=options, seed=seed, most=260):
            s = match.state
            if s.stage != STAGE.orders or kind(s, s.turn) != KIND.orders:
                continue
            seat = s.turn
            found = blows([b for army in Forecast(match.view(seat), seat).attack().values() for b in army])
            after = s.copy()
            RULES.act(after, seat, 0)
            told = told_by(game, 0, after)
            sound = not any(t.event in ("army_broken", "army_broken_lone", "army_cut", "general_fallen") for t in told)
            if sound and (found or strikes(told)):
                assert Counter(found) == Counter(strikes(told))
                checked += 1
    assert checked > 10


@clause("W-11.1", "W-11.5", "W-13.4")
def test_interceptions_are_foretold():
    b = battle({2: "C5,12 C6,12"}, {2: "I5,8 I6,8"})
    preview = foretold(b).march(2, 3)
    assert preview.interceptors == [2]
    assert [x.damage for x in preview.taken] == [130, 130]
    assert [x.damage for x in preview.dealt] == [300, 300]
    b.march(2, 3)
    assert blows(preview.taken) + blows(preview.dealt) == strikes(b.log)
    far = battle({2: "C5,12 C6,12"}, {2: "I5,5 I6,5"})
    assert foretold(far).march(2, 1) is None


@clause("W-11.5", "W-13.3", "W-14.3")
def test_who_is_broken_on_the_march_strikes_alone():
    """The army is broken and does not strike back; who is left strikes in the attack phase, at those who took heart."""
    b = battle({2: "C5,12/100 C6,12"}, {2: "I5,8 I6,8"})
    preview = foretold(b).march(2, 3)
    assert [(x.damage, x.fells) for x in preview.taken] == [(130, False), (130, True)]
    assert [x.damage for x in preview.dealt] == [200]
    b.march(2, 3)
    assert not b.told("return_strike")
    b.end()
    assert blows(preview.taken) + blows(preview.dealt) == strikes(b.log)
    unarmed = battle({2: "C5,12/100 C6,12"}, {2: "I5,8 I6,8"}, lone_strike=False)
    assert foretold(unarmed).march(2, 3).dealt == []


@clause("W-14.4")
def test_who_is_cut_on_the_march_strikes_back_as_what_is_left():
    b = battle({2: "C4,12 C5,12 C6,12/100 C7,12"}, {2: "I6,8 I6,7"})
    preview = foretold(b).march(2, 3)
    b.march(2, 3)
    assert b.told("return_strike")
    back = strikes(b.log, by=0)
    assert blows(preview.taken) == strikes(b.log, by=1)
    assert blows(preview.dealt)[: len(back)] == back
    b.end()
    assert blows(preview.dealt) == strikes(b.log, by=0)


def test_marches_are_foretold():
    checked = back = parted = 0
    weak = {"strength_south": 300, "strength_north": 300}
    for seed, more in ((4, {}), (5, {}), (6, weak), (7, weak)):
        options = {"size": 12, "round_limit": 10, "fog": False, "max_troops": 12} | more
        for match in moments(game, options=options, seed=seed, most=200):
            s = match.state
            if s.stage != STAGE.orders or kind(s, s.turn) != KIND.orders:
                continue
            seat = s.turn
            forecast = Forecast(match.view(seat), seat)
            for a in match.legal(seat):
                if a not in ORDER.march:
                    continue
                preview = forecast.march(ORDER.march.army(a), ORDER.march.n(a))
                after = s.copy()
                RULES.act(after, seat, a)
                told = told_by(game, 0, after)
                taken, dealt = strikes(told, by=1 - seat), strikes(told, by=seat)
                assert blows(preview.taken if preview else []) == taken
                assert blows(preview.dealt if preview else [])[: len(dealt)] == dealt
                checked += bool(taken)
                back += bool(dealt)
                parted += any(t.event in ("army_broken", "army_cut") for t in told)
    assert checked > 5
    assert back > 5
    assert parted > 5


def test_an_army_without_orders_is_named_before_the_attack():
    def called(b):
        return WORDS["en"].action(RULES.view(b.s, 0), 0, ORDER.end)

    b = battle({2: "I5,12 I6,12", 3: "C9,12 C10,12"})
    assert called(b) == "End the turn; without orders: 1, 2, 3"
    assert re.search(r'<button id="attack"[^>]* data-warn', drawn(b))
    b.march(2, 1).march(3, 1).face(1, "E")
    assert called(b) == "End the turn: all in range strike"
    assert re.search(r'<button id="attack"[^>]* data-now', drawn(b))


# ---------------------------------------------------------------- deployment


@clause("W-4.5")
def test_the_page_says_why_a_deployment_is_not_ready():
    d = Deployment(map="chengpu").clear()
    d.paint("general", (2, 1))
    seen = RULES.view(d.s, 0)
    assert faults(seen, 0, plan_of(seen, 0), WORDS["en"]) == [
        "The general belongs to no army.",
        "There is no army yet.",
    ]
    d.paint("infantry", (4, 1))
    d.brush("army 1")
    d.do("place", place=30 + 2).do("place", place=30 + 4)
    seen = RULES.view(d.s, 0)
    assert faults(seen, 0, plan_of(seen, 0), WORDS["ja"]) == ["中軍：隣り合う兵が2体以上必要です。"]
    d.preset("square")
    seen = RULES.view(d.s, 0)
    assert faults(seen, 0, plan_of(seen, 0), WORDS["en"]) == []


@clause("W-4.2", "W-4.3", "W-4.4", "W-4.6")
def test_a_place_that_cannot_be_painted_says_why():
    def said(d):
        seen = RULES.view(d.s, 0)
        return unpainted(seen, 0, plan_of(seen, 0), WORDS["en"])

    d = Deployment(size=18, max_troops=30)
    assert said(d.brush("infantry")) == (WORDS["en"].say("page", "no_room", n=30), "W-4.3")
    assert said(d.brush("general"))[1] == "W-4.4"
    assert said(d.brush("archer")) == ("No more than 6 are allowed: Archer.", "W-4.3")
    assert said(d.brush("erase")) == ("Nobody stands there.", "W-4.6")
    assert said(d.clear().brush("cavalry")) == ("Cavalry cannot stand in water.", "W-4.2")


@clause("W-4.3")
def test_limits_stand_beside_the_brushes():
    html = str(table(RULES.view(Deployment(map="chengpu").s, 0), 0, WORDS["en"]))
    for name, count in (("Cavalry", "8/10"), ("Archer", "6/6"), ("General", "1/1")):
        assert f'aria-label="{name} {count}"' in html
    assert re.search(r">30/30<[^>]*", html)


def test_places_lie_where_their_cells_are():
    for seat, eye in ((0, Eye(18, False)), (NORTH, Eye(18, True))):
        d = Deployment(map="chengpu")
        html = drawn(d, seat)
        for place in list(plan_of(RULES.view(d.s, seat), seat))[:5]:
            x, y = eye.middle(place_to_cell(d.s, seat, place))
            assert re.search(rf'id="d{seat}-{place}"[^>]*data-x="{x}" data-y="{y}"', html)


# ---------------------------------------------------------------- shapes


def test_outlines_go_around_every_cell_once():
    cells = frozenset([(0, 0), (1, 0), (1, 1), (3, 3), (4, 4)])
    found = loops(cells)
    edges = [(a, b) for loop in found for a, b in zip(loop, loop[1:] + loop[:1], strict=True)]
    assert len(edges) == len(set(edges)) == 8 + 4 + 4
    assert len(found) == 3
    ring = frozenset((x, y) for x in range(3) for y in range(3)) - {(1, 1)}
    assert sorted(map(len, loops(ring))) == [4, 12]
    assert soft(ring).count("z") == 2
    assert crisp(ring).count("Z") == 2


def test_sets_of_cells():
    assert mask_of(cells_of(within(33 * 5, 2, 12))) == within(33 * 5, 2, 12)
    assert within(33 * 5, 2, 12).bit_count() == 13
    assert within(33, 10, 12, 1).bit_count() == 121
    assert whole(12).bit_count() == 144
    assert rows(mask_of([33, 34, 65]), Eye(12, False)) == "M16 36H96M16 76H56"
