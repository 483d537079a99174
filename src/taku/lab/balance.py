"""Balance: a study of one variant in which a bot plays itself, as a run that is kept beside earlier ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from taku.engine.game import Game
from taku.lab.measures import Run
from taku.lab.results import Results
from taku.lab.run import run_study
from taku.lab.study import Study, Variant
from taku.lab.watch import balance_of, measures_of


def balance(
    game: Game,
    bot: str,
    matches: int,
    *,
    seats: int | None = None,
    options: Mapping[str, int] | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Run:
    """Let a bot play matches against itself and count. The seed alone decides, not the number of workers."""
    seats = game.read_seats(seats)
    values = dict(options) if options is not None else game.read_options({}, seats)
    variant = Variant("as it is", (), game.reference, seats, values, (bot,) * seats)
    own = ("game",) if balance_of(game).measures else ()
    study = Study(game.id, game.id, (variant,), seed=seed, measures=own, matches=matches, sample=0)
    results = run_study(study, workers=workers, progress=(lambda _, done, __: progress(done)) if progress else None)
    run = run_of(results)
    run.about = {
        "game": game.id,
        "version": game.version,
        "content": game.content_hash,
        "bot": bot,
        "seats": seats,
        "options": game.options.write(values),
        "seed": seed,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    return run


def run_of(results: Results) -> Run:
    """The first variant of a study as a run: what every match tells, and what the game counts."""
    run = Run()
    known = measures_of(results.study.variants[0].found)
    names, families = {m.name for m in known}, tuple(m.family for m in known if m.family)
    for chunk in results.whole(0):
        columns = results.columns(chunk)
        found = {name: column for name, column in columns.items() if name in names or name.startswith(families)}
        for k in range(chunk.n):
            run.add({name: (float(x[k]), float(n[k])) for name, (x, n) in found.items()})
    return run
