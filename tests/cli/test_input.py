"""Which action a typed line means."""

from __future__ import annotations

import pytest

from taku.cli.input import fitting

DICE = ["Bid 3 × 5", "Bid 5 × 3", "Bid 13 × 5", "Call the liar"]
SPELT = ["Bid three fives", "Bid five threes", "Bid one six", "Take a die", "Take a penny"]
JAPANESE = ["3枚で入札する", "13枚で入札する", "降りる"]


@pytest.mark.parametrize(
    ("actions", "typed", "meant"),
    [
        (DICE, "liar", [3]),
        (DICE, "LIAR", [3]),
        (DICE, "liar the", [3]),
        (DICE, "3 fives", [0]),
        (DICE, "three fives", [0]),
        (DICE, "fives 3", [1]),
        (DICE, "5 bid 13", [2]),
        (DICE, "3", [0, 1]),
        (DICE, "bid", [0, 1, 2]),
        (DICE, "6 fives", []),
        (DICE, "×", [0, 1, 2]),
        (DICE, "?!", []),
        (SPELT, "3 fives", [0]),
        (SPELT, "5 threes", [1]),
        (SPELT, "1 six", [2]),
        (SPELT, "sixes", [2]),
        (SPELT, "dice", [3]),
        (SPELT, "pennies", [4]),
        (JAPANESE, "3枚", [0]),
        (JAPANESE, "１３枚", [1]),
        (JAPANESE, "入札", [0, 1]),
        (JAPANESE, "降りる", [2]),
    ],
)
def test_what_is_meant(actions: list[str], typed: str, meant: list[int]) -> None:
    assert fitting(typed, actions) == meant
