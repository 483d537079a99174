"""What a duel is measured by: the sums agree."""

from taku.games.destroy.balance import NAMES
from tests.games.measuring import measured, total


def test_shares_add_up() -> None:
    run = measured("destroy")
    choices = run.ratios["pass"]
    assert total(run, "card.") + choices.x == choices.n == 2 * run.ratios["phases"].x
    assert total(run, "act.") == run.ratios["act.move"].n
    assert total(run, "picked.") == 3 * 24
    assert total(run, "picked_sub.") == 24
    assert run.ratios["ties"].n == run.ratios["phases"].x
    assert run.ratios["first_seat"].x == run.ratios["seat.1"].x
    for family, places in (("field.", 3), ("sub.", 1)):
        assert total(run, family) == places * 12
        assert sum(r.n for name, r in run.ratios.items() if name.startswith(family)) == places * 24


def test_skills_are_named() -> None:
    assert NAMES["en"]["skill.meteor"] == "Meteor (Witch)"
    for names in NAMES.values():
        assert sum(name.startswith("skill.") for name in names) == 14
