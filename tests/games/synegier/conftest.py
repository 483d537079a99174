"""Positions for the tests of this game; see field.py."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.games.synegier import field


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Callable[..., field.Table]:
    """Set up a position: stand({"brandt": (4, 4), "mirel": (7, 7)}, {"mud_hog": (4, 6)}, hand=("c_war_drum",))."""
    return partial(field.stand, monkeypatch=monkeypatch)


@pytest.fixture
def new() -> Callable[..., field.Table]:
    """A match from its beginning: new(seats=3, draft_max_copies=1)."""
    return field.new
