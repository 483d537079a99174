"""Positions for the tests of this game; see desk.py."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.campus.desk import Desk


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Desk]:
    """A table before the first turn, with empty hands: sit(4, length="short")."""

    def make(seats: int = 4, **options: Any) -> Desk:
        return Desk(seats, options, monkeypatch)

    return make
