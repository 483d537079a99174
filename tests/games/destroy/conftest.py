"""Positions for the tests of this game; see duel.py."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from taku.games.destroy.rules import skills
from tests.games.destroy import duel


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Callable[..., duel.Duel]:
    """Set up a position: stand(mana=1, s0={"ironfist": 4}, s1={"madbeast": 8}, subs=("saint", ""), down_at=4)."""
    return partial(duel.stand, monkeypatch=monkeypatch)


@pytest.fixture
def choosing() -> Callable[..., duel.Duel]:
    """A new match at its setup: choosing(team_mode="mirror")."""
    return duel.choosing


@pytest.fixture
def invent(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Change a character of the content: invent("witch", skill=[…], sub={…}, atk=3). The rules then play with it.

    Names and texts are filled in. What is patched are the tables that the rules look up, and nothing of the rules.
    """

    interpreter = skills.next_step.__globals__

    def make(who: str, **changes: Any) -> None:
        made = duel.variant(who, changes)
        for module in duel.READERS:
            for name, value in vars(made).items():
                if (name == "CONTENT" or isinstance(value, memoryview)) and hasattr(module, name):
                    monkeypatch.setattr(module, name, value)
        for name in {*vars(made)} & {*interpreter}:
            monkeypatch.setitem(interpreter, name, getattr(made, name))

    return make
