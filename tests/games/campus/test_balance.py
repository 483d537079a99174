"""What a match is measured by: the sums agree."""

from taku.games.campus import game
from taku.games.campus.balance import CALLED, MEASURES
from taku.lab.balance import balance


def test_sums_agree():
    options = game.read_options({"length": "taster", "weeks": 4}, 2)
    run = balance(game, "diligent", 2, seats=2, options=options, workers=1)
    assert run.ratios["quarters"].n == 2
    assert run.ratios["mark"].n == run.ratios["certified"].n == 2 * run.ratios["quarters"].x
    assert run.ratios["passed.dai"].n == 4
    families = {m.name.removesuffix("*") for m in MEASURES if m.name.endswith("*")}
    known = {m.name for m in MEASURES} | {"seat.1", "seat.2", "draws", "decisions"}
    assert all(name in known or name.startswith(tuple(families)) for name in run.ratios)
    assert CALLED["en"]["passed.dai"] == "Campus Life 101"
