"""Every page of a match can be drawn, everything that can be done can be tapped, and all of it is told in words."""

import re
from random import Random

import pytest

from taku.check.pages import Ids
from taku.engine import find_game, found_games
from taku.engine.catalogue import LANGUAGES
from taku.engine.match import told_by
from taku.engine.words import Words
from taku.page.contract import is_button, page_of
from taku.page.rulebook import rulebook_file
from tests.games.playing import moments, moves

TABLES = {
    "campus": [
        (2, {"length": "taster"}),
        (3, {"length": "short", "weeks": 4, "registration_limit": 4, "red_cap": 0}),
        (4, {"refill_base": 6, "mark_gpa_x10": 20, "second_refill": "both"}),
    ],
    "destroy": [
        (2, {"team_mode": "random", "round_limit": 5}),
        (
            2,
            {
                "team_mode": "mirror",
                "phases": 8,
                "down_at": 5,
                "exclude_at": 9,
                "start_layout": "ends",
                "round_limit": 5,
            },
        ),
        (2, {"team_mode": "starter", "pass_mode": "round", "recover": 0, "round_limit": 5}),
        (2, {"team_mode": "choose", "tie_rule": "only", "silenced_mana": False, "down_at": 2, "round_limit": 5}),
    ],
    "oneiron": [
        (2, {"forbidden_per_round": 2}),
        (3, {"memory_aid": False, "outside_encounters": True}),
        (4, {"exchanges": 6, "lead_mode": "first", "pair_lives": "8"}),
        (7, {"team_order": "random", "hazard_tokens": "drop", "duel_pairing": "random"}),
        (20, {"max_rounds": 5}),
    ],
    "synegier": [(2, {"soldiers_per_player": 2}), (3, {}), (4, {"field_size": 6, "raid_downs": 1})],
    "warring": [
        (2, {"size": 12, "round_limit": 10}),
        (2, {"map": "drill_ground", "max_troops": 12, "fog": False, "round_limit": 10, "damage_base": 500}),
        (2, {"size": 14, "terrain": "rugged", "sight_shape": "square", "sight_sharing": "army", "round_limit": 10}),
    ],
}
"""Seats and options that change what is drawn."""
DRAWN = [name for name in found_games() if find_game(name).page]
MOST = 200
"""Decisions of a match that are looked at."""


@pytest.mark.parametrize(
    ("name", "seats", "options"), [(name, *table) for name in DRAWN for table in TABLES.get(name, [(None, {})])]
)
def test_a_match_can_be_drawn_tapped_and_told(name, seats, options):
    game, chance = find_game(name), Random(1)
    page, kinds = page_of(game), set()
    words = [Words(game, language) for language in LANGUAGES]
    for n, match in enumerate(moments(game, seats, options, most=MOST)):
        say = words[n % 2]
        acting = match.rules.acting(match.state)
        looking = range(match.seats) if match.seats < 4 else chance.sample(range(match.seats), 10 // match.seats + 1)
        for viewer in {-1, *looking, *acting[:1]}:
            seen = match.view(viewer)
            ids = Ids(str(page.table(seen, viewer, say))).found
            assert len(ids) == len(set(ids))
            assert page.text is None or page.text(seen, viewer, say)
            if viewer in acting:
                kinds.add(match.rules.kind(seen, viewer))
                actions = [match.rules.asked(seen, viewer).read(a) for a in match.legal(viewer)]
                gestures = [taps for a in actions if (taps := page.gesture(seen, viewer, a))]
                assert len(set(gestures)) == len(gestures)
                assert {tap for taps in gestures if not is_button(taps) for tap in taps} <= set(ids)
                assert len({say.action(seen, viewer, a) for a in actions}) == len(actions)
            for told in told_by(game, 0, seen):
                assert say.event(told)
                effects = page.animate(seen, viewer, told) if page.animate else {}
                moment, there = effects.get("moment"), set(ids)
                if moment and moment.scene:
                    there |= set(Ids(str(moment.scene(say))).found)
                for anim in moves(effects):
                    assert {anim[key].split("@")[0] for key in ("at", "from", "to") if key in anim} <= there, told
    assert len(kinds) > len(game.kinds) / 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DRAWN)
def test_pictures_for_lobby_and_rulebook(name, language):
    game = find_game(name)
    page, words = page_of(game), Words(game, language)
    assert words.title.rstrip("!！") in str(page.picture(words))
    shown = re.findall(r"\(figure:([\w-]+)\)", rulebook_file(game, language).read_text(encoding="utf-8"))
    assert bool(shown) == bool(page.figure)
    drawn = [str(page.figure(figure, words)) for figure in shown]
    assert all("<svg" in one for one in drawn)
    ids = [id_ for one in drawn for id_ in Ids(one).found]
    assert len(ids) == len(set(ids)), "several drawings stand on one page"
    assert page.figure is None or page.figure("nothing", words) is None
