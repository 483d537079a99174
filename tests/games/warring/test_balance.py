"""What a battle is measured by: the sums agree."""

from taku.games.warring.balance import KINDS
from tests.games.measuring import PLAYED, measured


def test_sums_agree() -> None:
    ratios, (_, _, battles, _) = measured("warring").ratios, PLAYED["warring"]
    assert ratios["south"].x == ratios["seat.1"].x
    assert sum(ratios[f"damage.{k}"].x for k in KINDS) == ratios["damage.archer"].n
    assert ratios["lost.general"].n == 2 * battles
    assert ratios["lost.general"].x + ratios["limit"].x == battles
    assert sum(ratios[f"felled.{k}"].x for k in KINDS) == ratios["lost.general"].x
    assert sum(ratios[f"lost.{k}"].n for k in KINDS) == 60 * battles
    met = [r for name, r in ratios.items() if name.startswith("pair.")]
    assert 2 * sum(r.n for r in met) == sum(r.n for name, r in ratios.items() if name.startswith("formation."))
