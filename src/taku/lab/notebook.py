"""Studies in a notebook: a study displays its report where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taku.lab.declare import make_study, read_study
from taku.lab.report import article, report_of, styles, text
from taku.lab.results import Results
from taku.lab.run import prepare, run_study


@dataclass(frozen=True)
class Shown:
    """The results of a study, as a page of a notebook, in a terminal as its answer."""

    results: Results
    language: str = "en"

    def _repr_html_(self) -> str:
        return f"<style>{styles()}</style>{article(report_of(self.results), [self.language])}"

    def __repr__(self) -> str:
        return text(report_of(self.results, patience=0), self.language)


def study(
    asked: Mapping[str, Any] | str | Path,
    file: str | Path | None = None,
    *,
    workers: int | None = None,
    language: str = "en",
) -> Shown:
    """Run a study from its keys (docs/lab.md) or its file; with a file for its results it goes on where it was."""
    made = make_study(asked) if isinstance(asked, Mapping) else read_study(Path(asked))
    prepare(made)
    return Shown(run_study(made, Path(file) if file else None, workers=workers), language)
