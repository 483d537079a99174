"""A game: its facts, its rules by the names of the contract, and where its words and rulebook lie."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from taku.engine.actions import Actions, GameActions, Kinds
from taku.engine.catalogue import catalogue
from taku.engine.contract import ENTRIES, FOR_BOTS, OPTIONAL
from taku.engine.fields import MAX_SEATS
from taku.engine.hiding import hiding_rule
from taku.engine.names import Events, Names
from taku.engine.options import OptionError, Options, nearest
from taku.engine.overlay import MARK, Overlay, base_name, import_with
from taku.engine.part import GameError as GameError
from taku.engine.part import Saying, load
from taku.engine.rule import in_order, is_rule, rule_of, rules_from
from taku.engine.source import write
from taku.engine.state import GameState, clear_events
from taku.engine.struct import dtype_spec


class UnknownGame(GameError):
    """No installed package brings a game of that name."""


STANDING = Names("out", "fallen", "plays")
"""How far a seat still takes part: it is out for good and looks on, it has fallen and may come back, or it plays."""


@dataclass(frozen=True)
class Preset:
    """A ready-made choice of options, named in the game's catalogue under its key."""

    options: Mapping[str, object]
    seats: int | None = None
    bot: str = ""
    """Who plays against the one who chose it, where it is played at one tap; that one has the first seat."""


@dataclass(frozen=True, eq=False)
class Game:
    """Everything the platform knows about a game."""

    id: str
    version: int
    """Rises when stored matches would replay differently."""
    state: type[GameState]
    seats: tuple[int, ...]
    """The numbers of seats it can be played with, ascending."""
    kinds: Kinds
    """Its decisions, each with its actions; ``kind(s, seat)`` gives the number."""
    events: Events
    decisions: int
    """Every match ends within this many decisions, whatever its options."""
    rules: tuple[ModuleType, ...]
    """The modules in which the names of the contract are looked up, in this order."""
    folder: Path
    """Where words/, rulebook/ and content/ lie."""
    most_legal: int = 0
    """No decision ever has more legal actions than this; 0: as many as are declared."""
    usual: int = 0
    """The number of seats where nobody chose one; 0: the smallest that is not alone."""
    presets: Mapping[str, Preset] = field(default_factory=lambda: MappingProxyType({}))
    clocks: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Seconds a decision of each kind usually takes, for the clocks the lobby offers."""
    clicks: int = 1
    """About how many decisions make a turn: the more, the less time bots take for each."""
    keeps: Mapping[str, Callable[[Any], bool]] = field(default_factory=lambda: MappingProxyType({}))
    """Named invariants that hold after every move, as Python functions of the true state."""
    guesses_keep: tuple[str, ...] = ()
    """Those of them that guessed worlds keep as well."""
    exchangeable: tuple[str, ...] = ()
    """Hidden fields whose slots are equally likely in a guess (the law *vary* tests them)."""
    told_once: tuple[str, ...] = ()
    """Events that tell what no field keeps, so that players must remember it and guesses do not know it."""
    unlogged: tuple[str, ...] = ()
    """Events that the page shows and the log leaves out: that a seat has sealed its choice is seen beside its name."""
    standing: Callable[[Any, int], int] | None = None
    """How far a seat still takes part, a member of ``STANDING``; without it everybody plays until the end."""
    seating: Callable[[Mapping[str, int], int, Any], Sequence[str]] | None = None
    """What each seat is called before the match (its team, that it plays alone), by options, number of seats and words;
    empty where nothing is known yet."""
    with_bots: Callable[[int], Mapping[str, object]] | None = None
    """Options for one person among bots, by the person's seat, where *Play a bot now* should not use the defaults."""
    names: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=lambda: MappingProxyType({}))
    """Names that come with the content, beside those in words/: language, table, then one for each number."""
    page: str = ""
    """Where its ``Page`` stands, as ``"module:OBJECT"``; empty for the generic table."""
    guide: str = ""
    """Where the ``Guide`` of its guided first game stands, if there is one."""
    bot: str = ""
    """Where its ``Bots`` stand: own players and the numbers of its levels, if there are any."""
    balance: str = ""
    """Where its ``Balance`` stands: what matches of bots are measured by, if there is one."""
    campaign: str = ""
    """Where its ``Campaign`` stands: a map of matches to be played against bots, if there is one."""
    overlay: Overlay | None = None
    """What of its content is other than in its files; only ``with_overlay`` sets it."""

    def __post_init__(self) -> None:
        if self.seats != tuple(sorted(set(self.seats))) or not self.seats or self.seats[-1] > MAX_SEATS:
            raise GameError(f"{self.id}: seats are ascending numbers from 1 to {MAX_SEATS}, not {self.seats}")
        if self.usual and self.usual not in self.seats:
            raise GameError(f"{self.id}: usual = {self.usual} is not one of its seats {self.seats}")
        if not isinstance(self.kinds, Kinds):
            raise GameError(
                f"{self.id}: kinds are declared with their actions, Kinds(bid=Actions(…)), not {self.kinds}"
            )
        most = self.most_legal or max(len(self.actions[kind]) for kind in self.kinds)
        object.__setattr__(self, "most_legal", most)
        for fact in ("told_once", "unlogged"):
            for name in getattr(self, fact):
                if name not in self.events:
                    raise GameError(f"{self.id}: {fact} names {name!r}, which is no event{nearest(name, self.events)}")
        for name, preset in self.presets.items():
            try:
                self.options.read(preset.options, preset.seats or self.usual_seats)
            except OptionError as fault:
                raise GameError(f"{self.id}: preset {name}: {fault}") from None
        for name, parameters in (ENTRIES | OPTIONAL).items():
            found = self._find(name)
            if found is None:
                if name in ENTRIES:
                    raise GameError(f"{self.id}: the rule {name}({', '.join(parameters)}) is missing")
            elif tuple(rule_of(found).parameters) != parameters:
                given = rule_of(found).parameters
                raise GameError(f"{self.id}: {name} takes ({', '.join(parameters)}), not ({', '.join(given)})")

    def _find(self, name: str) -> Callable[..., Any] | None:
        for module in self.rules:
            found: Any = getattr(module, name, None)
            if is_rule(found):
                return found  # type: ignore[no-any-return]
        return None

    @property
    def usual_seats(self) -> int:
        return self.usual or next((n for n in self.seats if n > 1), self.seats[0])

    @cached_property
    def actions(self) -> GameActions:
        """Everything that can be decided, by name and by number."""
        return GameActions(self.kinds)

    def asked(self, seen: GameState, seat: int) -> Actions:
        """The actions of the decision that a seat is asked for."""
        return self.actions[int(self.contract["kind"](seen, seat)) if len(self.kinds) > 1 else 0]

    def why_not(self, seen: GameState, seat: int, action: int) -> str:
        """The clause that forbids an action now: the one that the page names, else the action's own."""
        asked = self.asked(seen, seat)
        if action not in asked:
            return ""
        named = asked.read(action)
        found = self.saying.why_not
        return (found(seen, seat, named) if found else "") or named.clause

    @property
    def saying(self) -> Saying:
        """What the game's page says of its actions."""
        return load(self.page, Saying) if self.page else Saying()

    @property
    def options(self) -> Options:
        return self.state.options

    @cached_property
    def contract(self) -> dict[str, Callable[..., Any]]:
        """The game's rules by their names in the contract, with those that the engine composes."""
        own = {name: f for name in (ENTRIES | OPTIONAL) if (f := self._find(name))}
        return own | self._composed(own)

    def _composed(self, own: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
        lines = [
            "def act(s, seat, action):",
            "    clear_events(s)",
            "    apply(s, seat, action)",
            "def start(s):",
            "    clear_events(s)",
            "    setup(s)",
            "def view(s, seat):",
            *(["    hide(s, seat)"] if "hide" in own else []),
            "    hide_fields(s, seat)",
            "def give_up(s, seat):",
            "    clear_events(s)",
            *(["    resign(s, seat)"] if "resign" in own else []),
        ]
        if "timeout" in own:
            lines += ["def run_out(s, seat):", "    clear_events(s)", "    timeout(s, seat)"]
        if "takes_back" not in own:
            backs = self.actions.take_backs()
            lines += ["def takes_back(s, seat, action):", f"    return {' or '.join(backs)}"] if backs else []
        module = f"{self.rules[0].__name__}.composed"
        space: dict[str, Any] = {"__name__": module, "clear_events": clear_events, **own}
        space["hide_fields"] = hiding_rule(self.state, module)
        return rules_from("\n".join(lines) + "\n", f"<composed for {self.id}>", space)

    @property
    def reference(self) -> str:
        """What ``find_game`` makes the same game of, in any process: its name, and its overlay if it has one."""
        return self.id + (MARK + self.overlay.text if self.overlay else "")

    @property
    def travels(self) -> bool:
        """Whether another process can make the same game by its reference."""
        try:
            return find_game(self.reference) is self
        except GameError:
            return False

    def with_overlay(self, overlay: Overlay) -> Game:
        """The same game with other content; the same object for the same changes. Without changes it is as it is."""
        changes = {**(self.overlay.changes if self.overlay else {}), **overlay.changes}
        return _overlaid(base_name(self.package), self.folder, Overlay(changes).text)

    @property
    def package(self) -> str:
        """The package that brings it."""
        return self.rules[0].__name__.rpartition(".")[0]

    @property
    def has_resign(self) -> bool:
        return "resign" in self.contract

    @cached_property
    def content_hash(self) -> str:
        """A hash over rules, tables, options and layout: what decides how a match replays, and no words.

        Scratch space and what only bots ask for are left out: a better bot does not make a match another one.
        """
        spec = dtype_spec(self.state)
        kept = [i for i, name in enumerate(spec["names"]) if not self.state.layout.fields[name].scratch]
        parts = [repr([(key, [spec[key][i] for i in kept]) for key in ("names", "formats", "offsets")])]
        parts += [repr(list(self.options)), *([self.overlay.text] if self.overlay else [])]
        replayed = [f for name, f in self.contract.items() if name not in FOR_BOTS]
        for written in (write(r, {}) for r in in_order(replayed)):
            parts += [written.text, *(repr(t.tolist()) for t in written.tables.values())]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def read_options(self, chosen: Mapping[str, object] | None = None, seats: int | None = None) -> dict[str, int]:
        """The value of every option after checking; raises OptionError."""
        try:
            return self.options.read(chosen or {}, self.read_seats(seats))
        except OptionError as fault:
            if fault.clash is None:
                raise
            said = catalogue(self.folder, "en")(f"refused.{fault.clash.key}", **fault.clash.facts)
            raise OptionError(said, fault.clash) from None

    def read_seats(self, seats: int | None = None) -> int:
        """The number of seats after checking; the smallest possible one by default."""
        if seats is None:
            return self.seats[0]
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            whole = self.seats == tuple(range(low, high + 1))
            possible = (f"{low} to {high}" if low < high else str(low)) if whole else ", ".join(map(str, self.seats))
            raise OptionError(f"{self.id} has {possible} seats, not {seats}")
        return seats

    def new(self, seats: int | None = None, options: Mapping[str, int] | None = None) -> GameState:
        """A zeroed state that knows its seats and options, ready for ``start``."""
        s = self.state()
        s.seats = self.read_seats(seats)
        values = options if options is not None else self.read_options({}, s.seats)
        for name, number in values.items():
            setattr(s.opt, name, number)
        return s

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Other processes make it again, by its reference."""
        return (find_game, (self.reference,)) if self.travels else super().__reduce__()

    def __repr__(self) -> str:
        return f"<game {self.id} {self.version}>"


def found_games() -> dict[str, Callable[[], Game]]:
    """All games that installed packages bring, by their entry points ``taku.games``; each is imported on demand."""
    found = {}
    for point in sorted(entry_points(group="taku.games"), key=lambda p: p.name):
        found[point.name] = point.load
    return found


def find_game(name: str) -> Game:
    """The game of that name or reference, or an error that names the nearest ones."""
    games = found_games()
    name, mark, overlay = name.partition(MARK)
    if name not in games:
        raise UnknownGame(f"unknown game {name!r}{nearest(name, games)} (games: {', '.join(games) or 'none'})")
    game = games[name]()
    if not isinstance(game, Game):
        raise GameError(f"the entry point {name!r} in taku.games is not a Game but {type(game).__name__}")
    return game.with_overlay(Overlay.read(overlay)) if mark else game


@cache
def _overlaid(package: str, folder: Path, text: str) -> Game:
    overlay = Overlay.read(text)
    copy = import_with(package, folder, overlay)
    game = next((found for found in vars(copy).values() if isinstance(found, Game)), None)
    if game is None:
        raise GameError(f"{package} has no Game in its __init__.py, so no overlay can be laid over it")
    return replace(game, overlay=overlay)
