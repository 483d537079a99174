"""What measures, variants and players are called, and how their values are written, in a language."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from taku.bots import say as bots_say
from taku.engine.catalogue import Catalogue, MissingWord, catalogue
from taku.engine.game import Game
from taku.engine.overlay import find_place
from taku.engine.words import Words
from taku.lab.measures import Balance
from taku.lab.measures_generic import item_name
from taku.lab.report.findings import is_portion
from taku.lab.study import AS_IT_IS, TABLE, label_of, name_of, said

NUMBERED = ("seat", "first", "order", "order_first", "team_first")
FOLDER = Path(__file__).parent.parent


class Labels:
    """The words of a report about a game in one language."""

    def __init__(self, game: Game, language: str, own: Balance | None = None) -> None:
        own = own or Balance()
        self.game, self.language = game, language
        self.own = {m.name: m for m in own.measures}
        self.titles, self.names = own.titles.get(language, {}), own.names.get(language, {})
        self.t: Catalogue = catalogue(FOLDER, language)

    @cached_property
    def words(self) -> Words:
        return Words(self.game, self.language)

    def measure(self, name: str) -> str:
        """What a measure is called."""
        family, _, member = name.partition(".")
        if family in NUMBERED and member.isdigit():
            return self.t(f"measure.{family}", n=int(member))
        if family == "player":
            return self.t("measure.player", player=self.player(member))
        if family == "generic":
            if member.startswith("ahead."):
                return self.t("measure.ahead", n=member.removeprefix("ahead."))
            return self.t(f"measure.{member}")
        if family in ("offered", "taken", "right", "holders"):
            return self.t(f"measure.{family}", thing=self.thing(member))
        if name in ("draws", "decisions") and name not in self.own:
            return self.t(f"measure.{name}")
        return self._own(name)

    def _own(self, name: str) -> str:
        """A measure of the game's, with the member of a family."""
        family = f"{name.partition('.')[0]}.*"
        one = self.own.get(name) or self.own.get(family)
        if one is None:
            return name
        title = self.titles.get(one.name, one.title)
        member = name.partition(".")[2]
        if one.name == name or not member:
            return title
        return f"{title}{'：' if self.language == 'ja' else ': '}{self.names.get(name, member)}"

    def thing(self, item: str) -> str:
        """What an action or a card is called."""
        table, _, which = item.partition(".")
        if table != "action":
            return item_name(self.game, item, self.language)
        for key in (which, f"{which}_"):
            if self.words.has("action", key):
                text = re.sub(r"\{[^}]*\}", "…", self.words.text("action", key))
                if re.search(r"\w", text):
                    return text
        return which.replace("_", " ")

    def player(self, name: str) -> str:
        """What a player is called: a level or a plain player by the words of bots, others by their name."""
        for part in ("level", "player"):
            try:
                return bots_say(self.language, part, name)
            except MissingWord:
                continue
        return self.t(f"player.{name}") if self.t.has("player", name) else name

    def portion(self, name: str) -> bool:
        """Whether it is written in per cent."""
        one = self.own.get(name) or self.own.get(f"{name.partition('.')[0]}.*")
        return one.share if one is not None else is_portion(name)

    def value(self, name: str, x: float) -> str:
        """A value of a measure."""
        if not math.isfinite(x):
            return "?"
        if self.portion(name):
            return f"{100 * x:.1f} %".replace("-", "−")
        return number(x)

    def span(self, name: str, low: float, high: float) -> str:
        """An interval of values; the unit stands once."""
        if self.portion(name) and math.isfinite(low) and math.isfinite(high):
            return self.t("report.of_each", low=f"{100 * low:.1f}".replace("-", "−"), high=self.value(name, high))
        return self.t("report.of_each", low=self.value(name, low), high=self.value(name, high))

    def off_span(self, name: str, low: float, high: float, sign: bool = False) -> str:
        """An interval of differences; the unit stands once."""
        first = self.off(name, low, sign)
        if self.portion(name) and math.isfinite(low):
            mark = first[0] if first[0] in "+−" else ""
            first = f"{mark}{100 * abs(low):.1f}"
        return self.t("report.of_each", low=first, high=self.off(name, high, sign))

    def count(self, n: int) -> int | str:
        """A number for a text with its noun."""
        return n if n < 1000 else f"{n:,}"

    def off(self, name: str, x: float, sign: bool = False) -> str:
        """A difference: points of a share, units of anything else."""
        if not math.isfinite(x):
            return "?"
        mark = "−" if x < 0 else "+" if sign and x > 0 else ""
        if self.portion(name):
            return mark + self.t("report.points", n=f"{100 * abs(x):.1f}")
        return mark + number(abs(x))

    def variant(self, variant: Any) -> str:
        """What a variant is called: by its own name, else by what it changes, in the game's words."""
        called, name = getattr(variant, "called", {}), str(getattr(variant, "name", variant))
        if self.language in called:
            return str(called[self.language])
        if name in (AS_IT_IS, ""):
            return self.t("report.as_it_is")
        changes = getattr(variant, "changes", ())
        if changes and name == label_of(changes):
            return self.between.join(self.varied(key, [value]) for key, value in changes)
        return name

    def study(self, study: Any) -> str:
        """What a study is called: by its own name, else by what it varies."""
        called, name = getattr(study, "called", {}), str(getattr(study, "name", ""))
        if self.language in called:
            return str(called[self.language])
        varied = getattr(study, "varied", {})
        if varied and name == name_of(varied):
            return self.between.join(self.varied(key, values) for key, values in varied.items())
        return name or self.measure(study.primary)

    def varied(self, key: str, values: Sequence[Any]) -> str:
        """Something that is varied, and its values: "Rounds: 3, 5"."""
        shown = self.comma.join(self.setting(key, value) for value in values)
        return f"{self.place(key)}{'：' if self.language == 'ja' else ': '}{shown}"

    def place(self, key: str) -> str:
        """What an option is called, a number of the content, or a part of the table."""
        if key in self.game.options.by_name:
            return self._word("option", key, "name") or key
        if key in TABLE:
            return self.t(f"varied.{key}")
        names = [entry.get("name") for entry in find_place(self.game.folder, key).names]
        entry: Mapping[str, str] = next((name for name in reversed(names) if isinstance(name, dict)), {})
        called = entry.get(self.language) or entry.get("en")
        return f"{called}{self.comma}{key.rpartition('.')[2]}" if called else key

    def setting(self, key: str, value: Any) -> str:
        """A value of it."""
        option = self.game.options.by_name.get(key)
        if option is not None:
            written = said(option.write(option.read(value)))
            if option.is_flag:
                written = {"True": "yes", "False": "no"}[written]
                return self._word("option", key, "choice", written) or self.t(f"varied.{written}")
            return self._word("option", key, "choice", written) or written
        if key in ("level", "players"):
            return self.players(value.split("+") if isinstance(value, str) else value)
        return (self._word("preset", value, "name") if key == "preset" else "") or said(value)

    @property
    def comma(self) -> str:
        return "、" if self.language == "ja" else ", "

    @property
    def between(self) -> str:
        """What stands between two settings, of which each may have several values."""
        return "／" if self.language == "ja" else "; "

    def _word(self, *path: str) -> str:
        return self.words.text(*path) if self.words.has(*path) else ""

    def players(self, players: Sequence[str]) -> str:
        """Who plays, each name once."""
        return self.comma.join(self.player(name) for name in dict.fromkeys(players))


def number(x: float) -> str:
    """A figure without a unit, in three or four digits."""
    digits = 0 if abs(x) >= 1000 else 1 if abs(x) >= 100 else 2
    return f"{x:,.{digits}f}".replace("-", "−")
