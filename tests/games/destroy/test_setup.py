"""D-4: setup."""

import pytest

from taku.games.destroy.content import CONTENT
from tests.conftest import clause
from tests.games.destroy.duel import CARDS, CHARACTERS, RULES

TEAM = ["fairy", "citadel", "witch", "lightblade"]
OTHER = ["fairy", "saint", "hexshot", "madbeast"]
READY_MADE = {team.id for team in CONTENT.teams}


def picked(choosing, **options):
    duel = choosing(**options)
    for ours, theirs in zip(TEAM, OTHER, strict=True):
        duel.act(0, ours).act(1, theirs)
    return duel


@clause("D-4.1", "D-4.2")
def test_one_of_every_card(choosing):
    duel = choosing()
    assert "match_start" in duel
    assert duel.can(0) == duel.can(1) == set(CHARACTERS) | READY_MADE
    duel.act(0, "fairy")
    assert duel.can(0) == set(CHARACTERS) - {"fairy"} | {"undo"}
    duel = picked(choosing).act(0, "ready").act(1, "ready")
    assert duel.s0.hand == duel.s1.hand == set(CARDS)


@clause("D-4.3", "D-4.4")
def test_three_on_the_start_cells_and_a_sub(choosing):
    duel = picked(choosing).act(0, "ready").act(1, "ready")
    assert [getattr(duel.s0, name).cell for name in TEAM] == [0, 1, 2, "sub"]
    assert [getattr(duel.s1, name).cell for name in OTHER] == [9, 8, 7, "sub"]
    assert len(duel.told("team_revealed")) == 2
    assert (duel.round, duel.phase) == (1, 1)


@clause("D-4.5")
def test_both_at_once_in_secret_with_undo_and_ready(choosing):
    duel = choosing()
    duel.act(0, "fairy").act(0, "citadel").act(0, "undo").act(0, "witch").act(1, "fairy")  # both may pick the same
    assert RULES.acting(duel.s) == [0, 1]
    assert "ready" not in duel.can(0)
    duel.act(0, "saint").act(0, "harlequin")
    assert duel.can(0) == {"undo", "ready"}
    assert RULES.view(duel.s, 1).draft[0].pick.tolist() == [0] * 4
    assert RULES.view(duel.s, -1).draft[1].pick.tolist() == [0] * 4
    assert RULES.view(duel.s, 0).draft[0].pick.tolist() == [
        1 + CHARACTERS.index(n) for n in ("fairy", "witch", "saint", "harlequin")
    ]
    duel.act(0, "ready")
    assert duel.told("seat_ready") == [(0,)]
    assert RULES.acting(duel.s) == [1]


@clause("D-4.5")
def test_a_ready_made_team_fills_all_places_and_can_be_changed(choosing):
    duel = choosing().act(0, "wolf_pack")
    assert duel.can(0) == {"undo", "ready"}
    duel.act(0, "undo").act(0, "saint").act(0, "ready")
    assert READY_MADE <= duel.can(1)
    assert not READY_MADE & duel.act(1, "fairy").can(1)
    duel.act(1, "undo").act(1, "small_fry").act(1, "ready")
    names = ("lightblade", "shadowbinder", "madbeast", "saint")
    assert [getattr(duel.s0, name).cell for name in names] == [0, 1, 2, "sub"]
    assert [getattr(duel.s1, name).cell for name in ("fairy", "citadel", "hexshot", "ironfist")] == [9, 8, 7, "sub"]


@clause("D-4.5")
def test_twelve_undos_at_most(choosing):
    duel = choosing()
    for _ in range(12):
        duel.act(0, "fairy").act(0, "undo")
    assert "undo" not in duel.act(0, "fairy").can(0)
    assert "undo" in duel.act(1, "fairy").can(1)


@clause("D-4.6")
def test_random_teams_are_only_arranged(choosing):
    duel = choosing(team_mode="random")
    ours, theirs = duel.can(0), duel.can(1)
    assert len(ours) == len(theirs) == 4
    assert RULES.view(duel.s, 0).dealt[1] == 0
    for name in sorted(ours):
        duel.act(0, name)
    assert duel.can(0) == {"undo", "ready"}


@clause("D-4.6")
def test_mirrored_teams(choosing):
    duel = choosing(team_mode="mirror")
    assert duel.can(0) == duel.can(1)
    assert len(duel.can(0)) == 4


@clause("D-4.6")
def test_the_starter_team_stands_at_once(choosing):
    duel = choosing(team_mode="starter")
    for side in (duel.s0, duel.s1):
        assert side.saint.cell == "sub"
    assert [duel.s0.ironfist.cell, duel.s0.citadel.cell, duel.s0.madbeast.cell] == [0, 1, 2]
    assert duel.phase == 1


@clause("D-4.5")
def test_a_timeout_fills_the_places(choosing):
    duel = choosing().act(0, "citadel")
    for seat in (0, 1):
        assert seat in RULES.acting(duel.s)
        RULES.timeout(duel.s, seat)  # one is enough
        assert duel.phase == seat
    assert [getattr(duel.s0, n).cell for n in ("citadel", "ironfist", "madbeast", "saint")] == [0, 1, 2, "sub"]
    assert [getattr(duel.s1, n).cell for n in ("ironfist", "citadel", "madbeast", "saint")] == [9, 8, 7, "sub"]


@clause("D-4.5")
@pytest.mark.parametrize("mode", ["choose", "random", "mirror"])
def test_guesses_fill_the_other_s_draft(choosing, mode):
    duel = choosing(team_mode=mode)
    for name in sorted(duel.can(0) - READY_MADE)[:4]:
        duel.act(0, name)
    duel.act(0, "ready")
    seen = RULES.view(duel.s, 1)
    teams = set()
    for n in range(30):
        world = RULES.guess(seen, 1, n)
        picks = world.draft[0].pick.tolist()
        assert len(set(picks)) == 4
        assert 0 not in picks
        if mode == "mirror":
            assert world.dealt[0] == world.dealt[1] == seen.dealt[1]
        assert all((world.dealt[0] >> (p - 1)) & 1 for p in picks)
        teams.add(tuple(picks))
    assert len(teams) > 5
