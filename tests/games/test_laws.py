"""Every installed game obeys the laws, at some of its tables; ``taku check GAME`` tries all pairs of options.

$TAKU_LAW_SECONDS is the time for each game's laws together, $TAKU_LAW_TABLES how many tables are tried (0: all).
"""

from __future__ import annotations

import os

import pytest

from taku.check import check
from taku.engine import find_game, found_games

SECONDS = float(os.environ.get("TAKU_LAW_SECONDS", "15"))
TABLES = int(os.environ.get("TAKU_LAW_TABLES", "6"))


@pytest.mark.parametrize("name", found_games())
def test_a_game_obeys_the_laws(name: str) -> None:
    report = check(find_game(name), seconds=SECONDS, most=TABLES)
    assert report.ok, f"\n{report}"
