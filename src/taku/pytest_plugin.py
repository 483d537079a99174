"""Loaded by pytest wherever Taku is installed: tests of a game name the clauses of the rulebook that they prove."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

CLAUSE = 'clause(*ids): the clauses of the rulebook that this test proves, e.g. clause("D-7.3")'


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", CLAUSE)
