"""The page: the link preview says what the rules do, dice are left out, and nobody sees what is not theirs."""

import re
from collections import Counter
from html.parser import HTMLParser
from random import Random

import pytest

from taku.engine.catalogue import LANGUAGES
from taku.engine.match import Told, told_by
from taku.engine.words import Words
from taku.games.synegier import game
from taku.games.synegier.content import CONTENT, FIGURES
from taku.games.synegier.forecast import AFTER, Forecast, card_is_chancy, links_are_chancy
from taku.games.synegier.page import PAGE, table
from taku.games.synegier.page.bands import links
from taku.games.synegier.page.cards import hand_ids
from taku.games.synegier.page.draft import holdings
from taku.games.synegier.page.figures import MASK, SHAPES, drawn
from taku.games.synegier.page.motion import ICONS, animate
from taku.games.synegier.page.summary import figures
from taku.games.synegier.page.view import danger, threatened
from taku.games.synegier.state import EVENT, FIRST_FOE, MAIN, MOVE, TARGET
from taku.games.synegier.tables import WITHIN
from taku.page.html import VOID
from tests.conftest import clause
from tests.games.playing import moments

WORDS = {language: Words(game, language) for language in LANGUAGES}
CARD = {card.id: n for n, card in enumerate(CONTENT.cards, 1)}


def hold(pile, cards):
    """Lay these cards into a pile."""
    for place in range(len(pile.card)):
        pile.card[place] = CARD[cards[place]] if place < len(cards) else 0
    pile.size = len(cards)


def position(row=(), hand=(), at=(4, 4), foe=(4, 6), hp=14, seed=1):
    """A match of three in its first turn: one enemy, the row and hand of who acts, the others in corners."""
    for match in moments(game, 3, seed=seed):
        acting = match.rules.acting(match.state)
        if match.rules.kind(match.state, acting[0]) == "main":
            break
    s, seat = match.state, acting[0]
    p = s.active[seat]
    for q, cell in zip([q for q in range(3) if q != p], (0, 6), strict=True):
        s.cell[q] = cell
    s.cell[p], s.cell[FIRST_FOE] = ((c[1] - 1) * 7 + c[0] - 1 for c in (at, foe))
    s.hp[FIRST_FOE], s.max_hp[FIRST_FOE] = hp, max(hp, s.max_hp[FIRST_FOE])
    hold(s.row, row)
    hold(s.hand[seat], hand)
    s.mana = 9
    return match, seat


def page(match, viewer, language="en"):
    return str(table(match.view(viewer), viewer, WORDS[language]))


class Hints(HTMLParser):
    """The texts that are shown while something is aimed at."""

    def __init__(self, html, key):
        super().__init__()
        self.key, self.depth, self.texts = key, 0, []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if self.depth or self.key in (dict(attrs).get("data-hint-for") or "").split():
            self.depth += tag not in VOID

    def handle_endtag(self, tag):
        self.depth -= bool(self.depth)

    def handle_data(self, data):
        if self.depth:
            self.texts.append(data)


def shown_for(html, key):
    return " ".join(Hints(html, key).texts)


# ---------------------------------------------------------------- the link preview


@clause("S-5.2")
def test_the_order_of_two_cards_is_seen_before_the_second_is_down():
    """Worked example 1."""
    match, seat = position(["c_turtle_stance"], ["c_lantern_toss"])
    lantern = f"h-{CARD['c_lantern_toss']}"
    assert "The nearest foe takes 6 damage" in shown_for(page(match, seat), lantern)
    assert "いちばん近い相手に6ダメージ" in shown_for(page(match, seat, "ja"), lantern)
    made = Forecast(match.view(seat), seat).play(CARD["c_lantern_toss"])
    assert made.hp[match.state.who[FIRST_FOE]] == 14 - 4 - 6

    match, seat = position(["c_lantern_toss"], ["c_turtle_stance"])
    said = shown_for(page(match, seat), f"h-{CARD['c_turtle_stance']}")
    assert "You gain Shield(7)" in said
    assert "damage" not in said.replace("+4 DEF", "")
    made = Forecast(match.view(seat), seat).play(CARD["c_turtle_stance"])
    assert FIRST_FOE not in made.hp
    assert 7 in made.shield.values()


@clause("S-5.3")
def test_sentences_stand_in_the_order_in_which_they_come_true():
    match, seat = position(["c_field_notes", "sr_berserk", "c_shield_bash"])
    texts = [one.text("en") for a, b in (("c_field_notes", "sr_berserk"), ("sr_berserk", "c_shield_bash"))
             for one in links(CARD[a], CARD[b])]  # fmt: skip
    assert [text.split()[0] for text in texts] == ["You", "You", "The"]
    said = shown_for(page(match, seat), "link")
    assert [said.index(text) for text in texts] == sorted(said.index(text) for text in texts)


def plays(match, seat, seen):
    """What may be played now without dice, with its forecast."""
    row = [int(seen.row.card[i]) for i in range(seen.row.size)]
    for action in match.legal(seat):
        if action in MAIN.play:
            card = MAIN.play.card(action)
            pairs = list(zip([*row, card], [*row, card][1:], strict=False))
            if not card_is_chancy(card) and not any(links_are_chancy(a, b) for a, b in pairs):
                yield card, Forecast(seen, seat).play(card)


def after(match, seat, card):
    """The HP that figures have once a card was played on the spot and the row was linked, as the rules tell it."""
    s, rules, hp = match.state.copy(), match.rules, {}

    def asked():
        return rules.kind(s, seat) if rules.actors(s) >> seat & 1 else ""

    for kind, action in (("main", MAIN.play(card)), ("move", MOVE.stay), ("main", MAIN.end)):
        if asked() != kind:
            break
        rules.act(s, seat, action)
        while True:
            for told in told_by(game, 0, s):
                if told.event in AFTER:
                    return hp
                if told.event in ("damage", "healed"):
                    hp[told.arguments[0]] = told.arguments[2]
            if asked() not in ("target", "cell"):
                break
            rules.act(s, seat, rules.default(s, seat))
    return hp


@clause("S-4.6", "S-5.5")
def test_a_forecast_is_what_the_rules_do():
    """Every play of a match that has no dice in it, tried with its own secrets and dice."""
    looked = Counter()
    for match in moments(game, 2, seed=3, most=700):
        acting = match.rules.acting(match.state)
        if len(acting) != 1 or match.rules.kind(match.state, acting[0]) != "main":
            continue
        seat = acting[0]
        seen = match.view(seat)
        for card, made in plays(match, seat, seen):
            real = {who: hp for who, hp in after(match, seat, card).items()
                    if seen_hp(seen).get(who) != hp or hp == 0}  # fmt: skip
            assert made.hp == real, (CONTENT.cards[card - 1].id, match.step)
            looked["changed" if real else "same"] += 1
    assert looked["changed"] > 20


def seen_hp(seen):
    return {int(seen.who[p]): int(seen.hp[p]) for p in range(len(seen.who)) if seen.on >> p & 1}


@clause("S-12.10")
def test_dice_are_not_forecast():
    match, seat = position(["c_signal_flag"], ["r_gamblers_die", "c_firecracker"])
    made = Forecast(match.view(seat), seat).play(CARD["r_gamblers_die"])
    assert made.dice
    assert not made.hp
    assert "Dice decide the rest." in shown_for(page(match, seat), f"h-{CARD['r_gamblers_die']}")
    assert not Forecast(match.view(seat), seat).play(CARD["c_firecracker"]).dice


@clause("S-4.3")
def test_each_cell_shows_what_moving_there_would_bring():
    match, seat = position(["c_signal_flag"], ["c_wind_sling"], at=(4, 4), foe=(4, 1), hp=30)
    match.act(seat, MAIN.play(CARD["c_wind_sling"]))
    html = page(match, seat)
    forecast = Forecast(match.view(seat), seat)
    who = match.state.who[FIRST_FOE]
    assert forecast.move(MOVE.stay).hp[who] == 30 - 1 - 2
    assert forecast.move(MOVE.move(24 - 14)).hp[who] == 30 - (1 + 2) - (2 + 2)
    assert 'data-hint-for="c-10"' in html
    assert 'id="c-10"' in html


@clause("S-6.2")
def test_both_damages_of_a_battle_are_shown():
    for match in moments(game, 2, seed=5, most=900):
        acting = match.rules.acting(match.state)
        if acting and match.rules.kind(match.state, acting[0]) == "battle":
            break
    seat = acting[0]
    html = page(match, seat)
    assert 'class="deals"' in html
    assert 'class="takes"' in html


@clause("S-4.6")
def test_targets_show_what_they_would_have_left():
    match, seat = position([], ["c_coin_flick"], at=(1, 2), foe=(2, 3), hp=9)
    match.act(seat, MAIN.play(CARD["c_coin_flick"]))
    match.act(seat, MOVE.stay)
    assert match.rules.kind(match.state, seat) == "target"
    actions = match.legal(seat)
    left = {TARGET.aim.who(a): Forecast(match.view(seat), seat).answer(a).hp for a in actions}
    assert all(list(hp) == [who] for who, hp in left.items())


# ---------------------------------------------------------------- danger


@clause("S-9.6")
def test_danger_is_what_the_enemies_would_deal():
    match, seat = position(at=(4, 4), foe=(4, 6))
    s = match.state
    p = s.active[seat]
    s.atk[FIRST_FOE], s.defence[p], s.shield[p] = 20, 8, 5
    assert danger(s, p, s.cell[p]) == 12 - 5
    assert danger(s, p, 0) == 0
    assert threatened(s) == WITHIN[2, s.cell[FIRST_FOE]]
    assert "danger" in page(match, seat)


# ---------------------------------------------------------------- secrets


@pytest.mark.parametrize("stage", ["draft", "main"])
def test_hands_offers_and_decks_are_nobody_elses_business(stage):
    """What others see does not depend on the cards that a seat holds."""
    for match in moments(game, 3, seed=4):
        acting = match.rules.acting(match.state)
        if match.rules.kind(match.state, acting[0]) == stage:
            break
    s, seat = match.state, acting[-1]
    others = [viewer for viewer in (-1, 0, 1, 2) if viewer != seat]
    before = [page(match, viewer) for viewer in others]
    if stage == "draft":
        s.offer[seat, 0], s.offer[seat, 1] = s.offer[seat, 1], s.offer[seat, 0]
    else:
        for place in range(s.hand[seat].size):
            s.hand[seat].card[place] = 1 + s.hand[seat].card[place] % 64
    assert [page(match, viewer) for viewer in others] == before


def test_copies_of_a_card_are_played_as_the_first():
    assert hand_ids([3, 3, 5]) == [("h-3", ""), ("h-3-2", "h-3"), ("h-5", "")]


# ---------------------------------------------------------------- draft, drawings, motion


@clause("S-5.1")
def test_the_draft_shows_of_which_colours_one_holds_both_halves():
    held = [CARD["c_turtle_stance"], CARD["c_lantern_toss"]]
    assert holdings(held)["yellow"] == (1, 1)
    assert holdings(held)["blue"] == (1, 1)
    assert holdings(held)["red"] == (0, 0)
    match = next(moments(game, 2))
    assert str(page(match, 0)).count('id="holds-') == 5


def test_every_figure_is_drawn():
    assert {one.id for one in CONTENT.figures} == set(SHAPES)
    assert len(SHAPES) == FIGURES
    assert len(set(SHAPES.values())) == FIGURES
    assert not any("<text" in shape for shape in SHAPES.values())
    assert MASK in drawn("somebody new")


def test_every_event_has_its_icon():
    assert set(ICONS) == set(EVENT)


@clause("S-5.3")
def test_a_link_is_a_moment_that_reads_its_sentence():
    match, seat = position()
    told = Told(0, "link", "S-5.3", (seat, CARD["c_turtle_stance"], CARD["c_lantern_toss"], 2, 1))
    made = animate(match.view(seat), seat, told)["moment"]
    assert "The nearest foe takes 6 damage" in made.scene(WORDS["en"])
    assert WORDS["ja"].say("moment", made.says, **made.facts)


@clause("S-11.9")
def test_the_boss_bar_has_a_share_for_each_player():
    for match in moments(game, 2, {"raid_kills": 5, "raid_downs": 1, "boss_hp_percent": 50}, seed=2):
        if match.state.raid and sum(match.state.tally[s] for s in range(2)):
            break
    html = page(match, 0)
    assert 'id="boss-bar"' in html
    widths = [float(w) for w in re.findall(r'id="share-\d" data-css="width:([\d.]+)%', html)]
    assert len(widths) == 2
    assert 0 < sum(widths) <= 100


def test_the_summary_counts_what_was_told():
    chance = Random(1)
    short = {"raid_kills": 5, "raid_downs": 1, "raid_rounds": 3, "boss_hp_percent": 50}
    match = list(moments(game, 2, short, seed=2))[-1]
    told = match.log(0)
    made = figures(told, 2)
    assert sum(made["kills"]) == sum(one.event == "reward" for one in told)
    assert sum(made["links"]) == sum(one.event == "link" for one in told)
    assert "<table>" in PAGE.summary(told, chance.randrange(2), WORDS["en"])
