"""Sentences built from parts: all cards, abilities, events, and each subject with each verb, in both languages."""

import re
from itertools import product

import pytest

from taku.engine.catalogue import LANGUAGES
from taku.games.synegier.content import CONTENT, ON_YOU
from taku.games.synegier.sentences import (
    SELECTORS,
    VERBS,
    card_text,
    core_text,
    event_text,
    link_text,
    plural,
    reaches,
    subject_text,
    verb_text,
)
from tests.conftest import clause

EN, JA = LANGUAGES
SUBJECTS = [one for one in CONTENT.selectors if one.pick not in ("low", "rich", "poor")
            and one.area not in ("rim", "inner", "die_column") and one.who not in ("same", "opponent", "any")
            and one.area != "around_same" and not one.id.startswith("ev_")]  # fmt: skip
PAIRS = list(product(SUBJECTS, CONTENT.verbs))
TERMS = {"HP", "ATK", "DEF", "D", "Shield", "Poison", "Burn", "Shock"}


def faults(text, language):
    """What a reader would stumble over."""
    found = []
    if re.search(r"[{}\[\]|]|  |\(\)|^\W", text) and not text.startswith(("+", "−", "(")):
        found.append("a gap")
    if text != text.strip() or not text:
        found.append("blank ends")
    if language == "en":
        if re.search(r"\b(\w+) \1\b", text, re.IGNORECASE):
            found.append("a doubled word")
        if re.search(r"\b1 (coins|cards|levels|times|more coins|random cards)\b", text):
            found.append("one of several")
        if re.search(r"\b([2-9]|\d\d) (coin|card|level|more time|random card)\b", text):
            found.append("several of one")
        if re.search(r"[^\x00-\x7f−]", text):
            found.append("a foreign sign")
    else:
        if set(re.findall(r"[A-Za-z]+", text)) - TERMS:
            found.append("an English word")
        if re.search(r"、、|。。|、。|はは|がが|をを|にに|のの|、$", text) or " " in text:
            found.append("doubled signs")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_sixty_four_cards_read_well(language):
    texts = [card_text(card, language) for card in CONTENT.cards]
    assert len(texts) == 64
    assert {card.id: faults(text, language) for card, text in zip(CONTENT.cards, texts, strict=True)
            if faults(text, language)} == {}  # fmt: skip
    assert all(text.endswith("." if language == "en" else "。") for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_subject_reads_well_with_each_verb(language):
    wrong = {(who.id, verb.id): (text, faults(text, language)) for who, verb in PAIRS
             if faults(text := link_text(who, verb, language), language)}  # fmt: skip
    assert wrong == {}
    bands = [band for card in CONTENT.cards for band in card.bands]
    used = {band.s for band in bands if band.s}
    assert used <= {who.id for who in SUBJECTS}
    assert {band.v for band in bands if band.v} <= set(VERBS)


def test_an_english_verb_agrees_with_its_subject():
    for who, verb in PAIRS:
        text = link_text(who, verb, EN)
        if "effect" in text or who.plus_self or who.who == "soldier":
            continue
        name = subject_text(who, EN)
        assert text.startswith(name), text
        word = text[len(name) :].split()[0]
        singular = who.id != "you" and not plural(who)
        assert word == "may" or (word == "is" or word.endswith("s")) == singular or word == "discards", text


@pytest.mark.parametrize(
    ("who", "verb", "en", "ja"),
    [
        ("foe_near", "damage_6", "The nearest foe takes 6 damage", "いちばん近い相手に6ダメージ"),
        ("you", "damage_6", "You take 6 damage", "自分に6ダメージ"),
        ("foes_d2", "crack_4", "All foes within 2D lose 4 DEF until your next turn",
         "次の自分のターンまで、2D以内の全ての相手のDEF−4"),
        ("you", "coin_1", "You gain 1 coin", "自分は1コイン得る"),
        ("you", "blink_2", "You may jump to a free cell within 2D", "自分は2D以内の空きマスへ跳べる"),
        ("rival_near", "steal_4", "The nearest rival gives you up to 4 coins",
         "いちばん近いライバルから最大4コイン奪う"),
        ("foe_weak", "execute_5", "The foe with the least HP takes 5 damage, then 6 more if at 10 HP or less",
         "HPが最も低い相手に5ダメージ、その時HPが10以下ならさらに6ダメージ"),
        ("foe_near", "push_2", "The nearest foe takes 2 damage and is pushed 2D",
         "いちばん近い相手に2ダメージ、2D押し出す"),
        ("foes_around", "strike_5", "All foes around you are struck by you with +5 ATK",
         "周囲の全ての相手をATK+5でストライク"),
        ("rivals_d3", "steal_4", "All rivals within 3D give you up to 4 coins each",
         "3D以内のライバルそれぞれから最大4コイン奪う"),
        ("you", "grow_power", "You gain +5 ATK this turn and +1 ATK for the rest of the game",
         "このターン、自分のATK+5、ゲーム終了までATK+1"),
        ("foe_near", "discard_1", "The nearest foe takes 3 damage and discards 1 random card",
         "いちばん近い相手に3ダメージ、手札をランダムに1枚捨てさせる"),
    ],
)  # fmt: skip
def test_a_link_reads_as_a_person_would_write_it(who, verb, en, ja):
    assert link_text(SELECTORS[who], VERBS[verb], EN) == en
    assert link_text(SELECTORS[who], VERBS[verb], JA) == ja


@clause("S-12.5", "S-12.6")
def test_what_a_verb_cannot_do_to_its_subject_is_not_said():
    """Nobody swaps with oneself; enemies have no coins and no hand; only you have Battles."""
    assert link_text(SELECTORS["you"], VERBS["swap"], EN) == "You take 3 damage"
    assert link_text(SELECTORS["enemy_near"], VERBS["discard_1"], EN) == "The nearest enemy takes 3 damage"
    assert link_text(SELECTORS["you_near"], VERBS["reach_3"], EN) == "You may Battle within 3D this turn"
    assert link_text(SELECTORS["you_near"], VERBS["steal_4"], EN) == "The nearest foe gives you up to 4 coins"
    swap = link_text(SELECTORS["you_near"], VERBS["swap"], EN)
    assert swap == "You and the nearest foe take 3 damage; the nearest foe swaps places with you"
    assert link_text(SELECTORS["enemy_near"], VERBS["coin_2"], EN).endswith("(no effect on enemies)")
    assert link_text(SELECTORS["foe_near"], VERBS["again_1"], JA).endswith("（自分以外には効果なし）")
    for who, verb in PAIRS:
        for part in verb.do:
            assert not (part.op in ON_YOU and reaches(who, part) not in ("", "you"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_halves_abilities_and_events_read_well(language):
    texts = [subject_text(who, language) for who in SUBJECTS] + [verb_text(verb, language) for verb in CONTENT.verbs]
    texts += [core_text(soldier, language) for soldier in CONTENT.soldiers]
    texts += [event_text(event, language) for event in CONTENT.events]
    assert [(text, faults(text, language)) for text in texts if faults(text, language)] == []
    assert len(set(texts)) == len(texts)


@clause("S-12.14")
def test_cards_say_what_they_do():
    texts = {card.id: card_text(card, EN) for card in CONTENT.cards}
    assert texts["c_shield_bash"] == "Deal 4 damage to a foe of your choice around you. Push it 1D."
    assert texts["c_rush_cut"] == "+2 ATK this turn, plus 1 per D moved so far."
    assert texts["r_war_chest"] == "Gain 1 coin. If you are on the rim: gain 2 more."
    assert texts["c_wind_sling"] == "Deal 1 damage to the nearest enemy, plus 1 per D moved so far."
    assert texts["c_tripwire"] == "The nearest enemy loses 2 DEF until your next turn."
    assert texts["r_tax_collector"] == "Steal up to 3 coins from each rival within 3D. Gain 1 coin."
    japanese = {card.id: card_text(card, JA) for card in CONTENT.cards}
    assert japanese["c_night_blade"] == "周囲の好きな相手1体に3ダメージ。対象が状態異常なら、さらに3ダメージ。"
    rook, kuro = (next(one for one in CONTENT.soldiers if one.id == who) for who in ("rook", "kuro"))
    assert core_text(rook, EN).startswith("When you re-enter: +1 ATK and +1 DEF for the rest of the game.")
    assert core_text(kuro, EN).endswith("this turn: +2 ATK and take no counter damage this turn.")
    assert core_text(kuro, JA).endswith("、このターンATK+2、仕掛けたバトルの反撃を受けない。")
    fog = next(one for one in CONTENT.events if one.id == "thick_fog")
    assert event_text(fog, EN) == "All soldiers lose 2 ATK until the next event."
