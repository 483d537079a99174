"""words: everything a player reads exists in every language, and the rulebooks number the same clauses."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from taku.check.result import Broken
from taku.check.trial import Moment, Recording, Trial
from taku.engine.actions import Action, Placed
from taku.engine.catalogue import LANGUAGES, MissingWord, catalogue
from taku.engine.game import GameError
from taku.engine.match import told_by
from taku.engine.options import OptionError
from taku.engine.words import Words
from taku.page.rulebook import NUMBER, clauses_of, rulebook_file

SOME = 40


def catalogues(trial: Trial) -> int:
    """Kinds, events, options, presets and rulebooks have their words in every language."""
    game, count = trial.game, 0
    try:
        for language in LANGUAGES:
            words = Words(game, language)
            for path in wanted(trial):
                if not words.text(*path).strip():
                    raise Broken(f"words/{language}.toml: {'.'.join(path)} is empty")
                count += 1
            arguments_fit(trial, words)
    except MissingWord as fault:
        raise Broken(str(fault)) from None
    same_keys(trial)
    facts_fit(trial)
    rulebooks(trial)
    return count


def wanted(trial: Trial) -> Iterator[tuple[str, ...]]:
    """The places of a catalogue that a game's facts ask for."""
    game = trial.game
    yield ("title",)
    yield ("tagline",)
    yield from (("kind", kind) for kind in game.kinds)
    yield from (("event", event) for event in game.events)
    yield from {("action", one.name): None for one in actions_without_describe(trial)}
    for option in game.options:
        yield ("option", option.name, "name")
        yield ("option", option.name, "text")
        if not option.is_flag:
            yield from (("option", option.name, "choice", c) for c in option.choices)
    for preset in game.presets:
        yield ("preset", preset, "name")
        yield ("preset", preset, "text")


def arguments_fit(trial: Trial, words: Words) -> None:
    """The text of an event, or of an action that the page does not describe, names only arguments that it has."""
    has: dict[tuple[str, str], set[str]] = {
        ("event", event): set(trial.game.events.about(number).names)
        for number, event in enumerate(trial.game.events, 1)
    }
    for one in actions_without_describe(trial):
        has.setdefault(("action", one.name), set()).update(a.name for a in one.arguments)
    for (what, name), names in has.items():
        for place in sorted(places(words.text(what, name)) - names):
            known = ", ".join(sorted(names))
            raise Broken(f"words/{words.language}.toml: {what}.{name} asks for {{{place}}}; the {what} has {known}")


def actions_without_describe(trial: Trial) -> list[Placed]:
    """The declared actions that are called by their name alone; a page's `describe` may choose other texts."""
    game = trial.game
    return [] if trial.game.saying.describe else [one for kind in game.kinds for one in game.actions[kind].all()]


def same_keys(trial: Trial) -> None:
    """What one language has, every other has."""
    for language in LANGUAGES:
        if lacking := missing(trial.game.folder, language):
            more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
            raise Broken(f"words/{language}.toml lacks {', '.join(lacking[:3])}{more}, which another language has")


def facts_fit(trial: Trial) -> None:
    """Presets can be played, and clocks are for kinds of decisions."""
    for name, preset in trial.game.presets.items():
        try:
            for seats in [preset.seats] if preset.seats else trial.game.seats:
                trial.game.read_options(preset.options, seats)
        except OptionError as fault:
            raise Broken(f"the preset {name!r} cannot be played: {fault}") from None
    for kind in trial.game.clocks:
        if kind not in list(trial.game.kinds):
            raise Broken(f"clocks has {kind!r}, which is no kind of decision ({', '.join(trial.game.kinds)})")


def rulebooks(trial: Trial) -> None:
    """Both rulebooks number the same clauses, each once, and the clauses that the game cites are among them."""
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        file = rulebook_file(trial.game, language)
        if not file.exists():
            raise Broken(f"{file} is missing: every game has its rulebook in {', '.join(LANGUAGES)}")
        text = file.read_text(encoding="utf-8")
        found[language] = [clause.number for clause in clauses_of(text)]
        numbers = [one.name for one in trial.game.options if not one.choices]
        unknown = [name for name in NUMBER.findall(text) if name not in numbers]
        if unknown:
            has = ", ".join(numbers) or "none"
            raise Broken(f"rulebook/{language}.md has {{{unknown[0]}}}, which is no option with a number ({has})")
        twice = sorted({c for c in found[language] if found[language].count(c) > 1})
        if twice:
            raise Broken(f"rulebook/{language}.md numbers more than one clause {', '.join(twice)}")
    first = LANGUAGES[0]
    for language in LANGUAGES[1:]:
        other = sorted(set(found[first]) ^ set(found[language]))
        if other:
            raise Broken(f"only one of rulebook/{first}.md and rulebook/{language}.md has {', '.join(other[:8])}")
    if not found[first]:
        raise Broken(f"rulebook/{first}.md numbers no clauses: write them as `- **F-2.1** …`")
    cited = {f"the event {e}": trial.game.events.about(n).clause for n, e in enumerate(trial.game.events, 1)}
    cited |= {f"the option {o.name}": o.clause for o in trial.game.options if o.clause}
    declared = [one for kind in trial.game.kinds for one in trial.game.actions[kind].all()]
    cited |= {f"the action {one.name}": one.clause for one in declared}
    for what, clause in cited.items():
        if clause not in found[first]:
            raise Broken(f"{what} names clause {clause!r}, which the rulebook does not have")


def words(trial: Trial, match: Recording) -> int:
    """Actions and events that really come up have their words, and no two legal actions are called the same."""
    count = 0
    languages = [Words(trial.game, language) for language in LANGUAGES]
    for m in match.moments("words", SOME):
        for viewer in trial.viewers(m.s):
            seen = trial.rules.view(m.s, viewer)
            for of in languages:
                try:
                    for told in told_by(trial.game, m.step, seen):
                        of.event(told)
                        count += 1
                    if viewer in trial.rules.acting(m.s):
                        count += actions_told(trial, m, viewer, of)
                except GameError as fault:
                    raise Broken(str(fault), m.step) from None
    return count


def actions_told(trial: Trial, m: Moment, seat: int, of: Words) -> int:
    seen = trial.rules.view(m.s, seat)
    called: dict[str, Action] = {}
    asked = trial.rules.asked(seen, seat)
    for action in map(asked.read, trial.rules.legal(seen, seat)):
        text = of.action(seen, seat, action)
        if not text.strip():
            raise Broken(f"{action} of seat {seat} has an empty name ({of.language})", m.step)
        if text in called:
            raise Broken(f"{called[text]} and {action} of seat {seat} are both called {text!r} ({of.language})", m.step)
        called[text] = action
    return len(called)


def missing(folder: Path, language: str) -> list[str]:
    """The places that another language's catalogue of this folder has and this one lacks, lists by their length."""
    shapes = {other: set(_shape(catalogue(folder, other).tree)) for other in LANGUAGES}
    return sorted(set().union(*shapes.values()) - shapes[language])


def _shape(tree: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _shape(value, f"{before}{key}.")
        elif isinstance(value, list):
            yield f"{before}{key} ({len(value)} names)"
        else:
            yield f"{before}{key}"


def places(text: str) -> set[str]:
    """The names of the arguments that a text asks for."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
