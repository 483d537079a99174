"""Tuning: which numbers bring a game to its targets, with as little change as possible.

Targets are the bands of a game's ``balance.py``, or named ones. Optuna proposes settings; every setting plays the same
deals, and one that is proposed again plays further ones, so that luck is not taken for merit. The best are played
longer, then every change that does not pay for itself is taken back. What is told of the result was played on deals
that the search has not seen.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from taku.engine.game import Game, GameError, find_game
from taku.engine.options import OptionError, nearest
from taku.engine.overlay import Overlay, find_place
from taku.lab.columns import measures_of
from taku.lab.declare import make_study, place_of
from taku.lab.measures import Measure
from taku.lab.results import Results
from taku.lab.run import prepare, run_study
from taku.lab.statistics import ALPHA, Evidence
from taku.lab.stopping import measured
from taku.lab.study import StudyError

FORMAT = 1
SHARE, PART = 0.05, 0.10
"""Missing a target by 5 points of a share, or by a tenth of any other figure, counts as 1."""
CHANGE = 0.1
"""A change over a parameter's whole range costs as much as missing a target by a third of that."""
BEST, LONGER = 4, 4
"""So many of the best settings are played that many times as long before one is chosen."""
MOST_VALUES = 200


@dataclass(frozen=True)
class Parameter:
    """Something that may be changed: an option or a number of the content."""

    name: str
    values: tuple[Any, ...]
    """In their order; the present value is among them."""
    now: Any

    def cost(self, value: Any) -> float:
        """How large a change is, from 0 to 1."""
        return abs(self.values.index(value) - self.values.index(self.now)) / max(1, len(self.values) - 1)


@dataclass(frozen=True)
class Tuning:
    """What is searched."""

    game: str
    table: Mapping[str, Any]
    """Seats, preset, options and players, as in a study."""
    parameters: tuple[Parameter, ...]
    targets: tuple[Measure, ...]
    trials: int = 40
    matches: int = 1000
    """Of each setting that is tried."""
    confirm: int = 10_000
    """Of the result, on fresh deals."""
    seed: int = 1

    def study(self, settings: Sequence[Mapping[str, Any]], matches: int, seed: int) -> Any:
        """A study with these settings as variants."""
        options, content = [], []
        base = find_game(self.game)
        for one in settings:
            places = {name: place_of(base, name) for name in one}
            options.append({n: v for n, v in one.items() if places[n] == "option"})
            content.append({n: v for n, v in one.items() if places[n] == "content"})
        named = ["as it is", "tuned"]
        variants = [{"name": named[i], "options": options[i], "content": content[i]} for i in range(len(settings))]
        names = [t.name for t in self.targets]
        table = {k: v for k, v in self.table.items() if v is not None}
        limits = {"matches": matches, "seed": seed, "until": "matches", "sample": 0, "measures": names}
        return make_study({"game": self.game, "name": "tuning", **table, **limits, "variant": variants})

    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "content": find_game(self.game).content_hash,
            "table": {k: v for k, v in self.table.items() if v is not None},
            "parameters": [[p.name, list(p.values)] for p in self.parameters],
            "targets": [[t.name, t.low, t.high] for t in self.targets],
            "matches": self.matches,
            "seed": self.seed,
        }


Setting = tuple[Any, ...]
"""A value for each parameter."""


@dataclass(frozen=True)
class Reached:
    """A target and what is known of it on fresh deals."""

    target: Measure
    measure: str
    """The member of a family, else the target's own name."""
    before: Evidence
    after: Evidence

    @property
    def word(self) -> str:
        return verdict(self.target, self.after)

    @property
    def word_before(self) -> str:
        return verdict(self.target, self.before)


def verdict(target: Measure, found: Evidence) -> str:
    """``met`` or ``missed`` for certain, or ``rather_met`` and ``rather_missed`` as far as is known."""
    low = -math.inf if target.low is None else target.low
    high = math.inf if target.high is None else target.high
    one = found.found
    if low <= one.low and one.high <= high:
        return "met"
    if one.high < low or one.low > high:
        return "missed"
    return "rather_met" if low <= one.mean <= high else "rather_missed"


@dataclass
class Tuned:
    """What a search found, and what fresh deals say of it."""

    tuning: Tuning
    setting: Setting
    tried: int
    results: Results
    reached: list[Reached] = field(default_factory=list)

    @property
    def changes(self) -> dict[str, tuple[Any, Any]]:
        """What became of each changed parameter: from, to."""
        pairs = zip(self.tuning.parameters, self.setting, strict=True)
        return {p.name: (p.now, v) for p, v in pairs if v != p.now}

    def overlay(self) -> Overlay | None:
        """The changed numbers of the content, if there are any."""
        base = find_game(self.tuning.game)
        changes = {name: to for name, (_, to) in self.changes.items() if place_of(base, name) == "content"}
        said = ", ".join(f"{name.partition('.')[2]} {to}" for name, to in changes.items())
        return Overlay(changes, {"en": said, "ja": said}, base.id) if changes else None

    def options(self) -> dict[str, Any]:
        """The changed options."""
        base = find_game(self.tuning.game)
        return {name: to for name, (_, to) in self.changes.items() if place_of(base, name) == "option"}

    def count(self, word: str, before: bool = False) -> int:
        return sum((one.word_before if before else one.word) == word for one in self.reached)


# ---------------------------------------------------------------- what is asked for


def parameter(game: Game, table: Mapping[str, Any], name: str, text: str) -> Parameter:
    """A parameter from ``down_at`` and ``2..5``, or ``2,3,5``."""
    kind = place_of(game, name)
    if kind == "table":
        raise StudyError(f"{name} is not tuned: parameters are options and numbers of the content")
    now: Any
    if kind == "option":
        option = game.options.by_name[name]
        preset = game.presets[table["preset"]].options if table.get("preset") in game.presets else {}
        given = {**preset, **table.get("options", {})}.get(name, option.write(option.default))
        now = option.write(option.read(given))
    else:
        now = find_place(game.folder, name).value
    low, dots, high = text.partition("..")
    try:
        if dots:
            values: list[Any] = list(range(int(low), int(high) + 1))
        else:
            values = [type(now)(word) if isinstance(now, int) and not isinstance(now, bool) else word
                      for word in text.split(",")]  # fmt: skip
            values = [word == "true" if isinstance(now, bool) else word for word in values]
    except ValueError:
        raise StudyError(f"--vary {name} takes a range such as 2..5 or values such as 2,3,5, not {text!r}") from None
    if not values or len(values) > MOST_VALUES:
        raise StudyError(f"--vary {name}: {len(values)} values; a range has 2 to {MOST_VALUES}")
    if kind == "option":  # what it does not take is told now, and not in the middle of a search
        try:
            _ = [option.read(value) for value in values]
        except OptionError as fault:
            raise StudyError(f"--vary {name}={text}: {fault}") from None
    if now not in values:
        values = sorted([*values, now]) if isinstance(now, int) else [now, *values]
    if len(values) < 2:
        raise StudyError(f"--vary {name}={text}: that is what it is already, nothing else may be tried")
    return Parameter(name, tuple(values), now)


def targets_of(game: Game, asked: Sequence[str]) -> tuple[Measure, ...]:
    """The bands that are asked for, ``draws=0..0.03`` or just ``draws``; else all that the game declares."""
    known = measures_of(game)
    declared = tuple(m for m in known if m.low is not None or m.high is not None)
    if not asked:
        if not declared:
            raise StudyError(f"{game.id} declares no targets in its balance.py: name some, --target draws=0..0.03")
        return declared
    made = []
    for text in asked:
        name, equals, band = text.partition("=")
        found = next((m for m in known if m.name == name or (m.family and name.startswith(m.family))), None)
        if found is None:
            raise StudyError(f"unknown measure {name!r}{nearest(name, [m.name for m in known])}")
        if not equals:
            if found.low is None and found.high is None:
                raise StudyError(f"{game.id} declares no target for {name}: --target {name}=LOW..HIGH")
            made.append(replace(found, name=name))
            continue
        scale = 100.0 if band.endswith("%") else 1.0
        low, dots, high = band.rstrip("% ").partition("..")
        try:
            if not dots:
                raise ValueError
            edges = [float(edge) / scale if edge.strip() else None for edge in (low, high)]
        except ValueError:
            raise StudyError(f"--target {name} takes a band such as 0.48..0.52 or ..0.03, not {band!r}") from None
        made.append(replace(found, name=name, low=edges[0], high=edges[1]))
    return tuple(made)


# ---------------------------------------------------------------- how far from its targets


def members(results: Results, target: Measure) -> list[str]:
    """The measures behind a target."""
    return [n for n in results.names() if n == target.name or (target.family and n.startswith(target.family))]


def loss(results: Results, targets: Sequence[Measure]) -> float:
    """How far a setting is from its targets, squared; what noise alone would add is taken off again."""
    total = 0.0
    for target in targets:
        misses = []
        for name in members(results, target):
            x, n = results.column(name, 0)
            if not n.sum():
                continue
            mean = float(x.sum() / n.sum())
            error = _error(x, n, mean)
            edge = next((e for e, way in ((target.low, -1), (target.high, 1)) if e is not None
                         and (mean - e) * way > 0), None)  # fmt: skip
            if edge is not None:
                unit = SHARE if target.share else max(1e-9, abs(edge)) * PART
                misses.append(max(0.0, (mean - edge) ** 2 - error**2) / unit**2)
            else:
                misses.append(0.0)
        total += sum(misses) / len(misses) if misses else 0.0
    return total


def _error(x: Any, n: Any, mean: float) -> float:
    spread = float(((x - mean * n) ** 2).sum())
    return math.sqrt(spread) / float(n.sum())


# ---------------------------------------------------------------- the search


class Trials:
    """What was played of each setting, kept in a file as it comes, so that a search can go on."""

    def __init__(self, tuning: Tuning, path: Path | None, workers: int | None, ready: Callable[..., object] | None):
        self.tuning, self.path, self.workers, self.ready = tuning, path, workers, ready
        self.known: dict[tuple[str, int], float] = {}
        self.results: dict[Setting, Results] = {}
        if path and path.exists() and path.stat().st_size:
            self._read(path)
        elif path:
            path.write_text(json.dumps({"taku.tune": FORMAT, "tuning": tuning.json()}) + "\n", encoding="utf-8")

    def _read(self, path: Path) -> None:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        try:
            head = json.loads(lines[0])
            same = head["taku.tune"] == FORMAT and head["tuning"] == json.loads(json.dumps(self.tuning.json()))
        except (ValueError, KeyError, TypeError):
            raise StudyError(f"{path}: this is not a file of taku lab tune") from None
        if not same:
            raise StudyError(f"{path} is of another search; -o names another file")
        for line in lines[1:]:
            try:
                row = json.loads(line)
                self.known[row["setting"], row["matches"]] = row["loss"]
            except (ValueError, KeyError, TypeError):
                continue  # it was being written: that setting is played again

    def possible(self, setting: Setting) -> bool:
        """Whether these values go together; each alone does, or it would have been refused."""
        try:
            self.tuning.study([dict(zip((p.name for p in self.tuning.parameters), setting, strict=True))], 1, 1)
        except (GameError, OptionError):
            return False
        return True

    def loss(self, setting: Setting, matches: int) -> float:
        """How far a setting is from the targets after so many matches."""
        key = json.dumps(setting), matches
        if key not in self.known:
            one = dict(zip((p.name for p in self.tuning.parameters), setting, strict=True))
            study = self.tuning.study([one], matches, self.tuning.seed)
            results = self.results.get(setting) or Results.begin(study)
            results.study = study
            prepare(study, self.ready)
            self.results[setting] = run_study(study, workers=self.workers, results=results)
            self.known[key] = loss(results, self.tuning.targets)
            if self.path:
                row = {"setting": key[0], "matches": matches, "loss": self.known[key]}
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
        return self.known[key]


def tune(
    tuning: Tuning,
    path: Path | None = None,
    *,
    workers: int | None = None,
    ready: Callable[..., object] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tuned:
    """Search, take back what does not pay, and play the result on fresh deals."""
    try:
        import optuna
    except ImportError:
        raise StudyError("taku lab tune needs Optuna: install taku[lab]") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    parameters, n = tuning.parameters, tuning.matches
    trials = Trials(tuning, path, workers, ready)
    now: Setting = tuple(p.now for p in parameters)
    played: dict[Setting, int] = {}
    steps = tuning.trials + len(parameters) + 1

    def tell(step: int) -> None:
        if progress:
            progress(step, steps)

    def worth(setting: Setting, matches: int) -> float:
        """The loss with the price of the changes; what cannot be played has no worth."""
        if setting != now and not trials.possible(setting):
            return math.inf
        price = CHANGE * sum(p.cost(v) for p, v in zip(parameters, setting, strict=True))
        return trials.loss(setting, matches) + price

    sampler = optuna.samplers.TPESampler(seed=tuning.seed, multivariate=True, n_startup_trials=min(10, tuning.trials))
    search = optuna.create_study(sampler=sampler)
    spread: dict[str, Any] = {p.name: optuna.distributions.IntDistribution(0, len(p.values) - 1) for p in parameters}
    search.enqueue_trial({p.name: p.values.index(p.now) for p in parameters})
    for at in range(1, tuning.trials + 1):
        trial = search.ask(spread)
        setting = tuple(p.values[trial.params[p.name]] for p in parameters)
        if setting != now and not trials.possible(setting):
            search.tell(trial, state=optuna.trial.TrialState.PRUNED)
            continue
        played[setting] = played.get(setting, 0) + n
        search.tell(trial, worth(setting, played[setting]))
        tell(at)
    longer = n * LONGER
    best = sorted(played, key=lambda one: worth(one, played[one]))[:BEST]
    best = sorted({*best, now}, key=lambda one: worth(one, max(longer, played[one])))
    chosen = best[0]
    for i, p in enumerate(parameters):
        tell(tuning.trials + 1 + i)
        for value in nearer(p, chosen[i]):
            back = (*chosen[:i], value, *chosen[i + 1 :])
            if worth(back, longer) <= worth(chosen, longer):
                chosen = back
                if value == p.now:
                    break
            elif value != p.now:
                break
    tell(steps)
    return confirm(tuning, chosen, len(played), workers, ready)


def nearer(p: Parameter, value: Any) -> list[Any]:
    """Smaller changes in the order in which they are tried: none at all, then one step back after the other."""
    here, now = p.values.index(value), p.values.index(p.now)
    if here == now:
        return []
    step = 1 if now > here else -1
    return [p.now, *p.values[here + step : now : step]]


def confirm(
    tuning: Tuning, chosen: Setting, tried: int, workers: int | None, ready: Callable[..., object] | None
) -> Tuned:
    """The result on deals that the search has not seen, beside the game as it is."""
    names = [p.name for p in tuning.parameters]
    now = dict(zip(names, (p.now for p in tuning.parameters), strict=True))
    settings = [now] if all(now[k] == v for k, v in zip(names, chosen, strict=True)) else [
        now, dict(zip(names, chosen, strict=True))]  # fmt: skip
    study = tuning.study(settings, tuning.confirm, tuning.seed + 1)
    prepare(study, ready)
    results = run_study(study, workers=workers)
    made = Tuned(tuning, chosen, tried, results)
    pairs = [(target, name) for target in tuning.targets for name in members(results, target)]
    last = len(study.variants) - 1
    for target, name in pairs:
        # All bands that are said to be met hold together.
        both = [measured(results.column(name, v), name, ALPHA / max(1, len(pairs))) for v in (0, last)]
        made.reached.append(Reached(target, name, *both))
    return made
