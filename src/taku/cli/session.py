"""A match at one terminal: it shows the table as the seat at the keyboard sees it, asks, and lets the others act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from taku.cli.input import fitting
from taku.cli.match_log import MatchLog, in_force
from taku.cli.messages import GameText, read_command
from taku.cli.output import explain_line, show_lines, show_ranks, show_rules
from taku.cli.parser import OK
from taku.cli.terminal import ask, clear, in_columns
from taku.engine.actions import ActionError
from taku.engine.catalogue import Catalogue
from taku.engine.match import Match, Refused

if TYPE_CHECKING:
    from taku.cli.players import Player

DECISIONS = ("move", "timeout", "resign")
"""Entries that a seat made."""

MANY = 12
"""Longer lists of actions are set in columns."""


class Session:
    """A match in play at one terminal."""

    def __init__(
        self,
        match: Match,
        humans: Sequence[int],
        players: Mapping[int, Player],
        titles: Mapping[int, str],
        t: Catalogue,
    ) -> None:
        self.match = match
        self.humans = humans
        self.players = players
        self.titles = titles
        self.t = t
        self.game_text = GameText(match.game, t.language, match.names)
        self.logs = {seat: MatchLog(match, seat, self.game_text, t) for seat in humans}
        self.read_up_to = dict.fromkeys(humans, 0)
        self.seat = humans[0]
        self.fresh = True
        self.left = False

    def run(self) -> int:
        """Play until somebody leaves."""
        self._greet()
        if self._passes_the_keyboard():
            self._pass_to(self.seat, at_start=True)
        while not self.left:
            self._let_others_act()
            self._give_keyboard()
            if self.left:
                break
            if self.fresh:
                self._show()
                self.fresh = False
            self._hear()
        return OK

    # ------------------------------------------------------------ what is shown

    def _greet(self) -> None:
        match, say = self.match, self.t
        who = ", ".join(map(self.game_text.seat, self.humans))
        print(say("play.head", title=self.game_text.title, seats=match.seats, who=who))
        options = [self.game_text.option(o, match.options[o.name]) for o in match.game.options]
        if options:
            print(say("play.head_options", options=", ".join(options)))
        if self.titles:
            print(say("play.head_others", others=", ".join(map(self.game_text.seat, self.titles))))

    def _show(self) -> None:
        """What happened since the seat last looked, the table, and what can be done."""
        lines = self.logs[self.seat].lines()
        show_lines(lines, self.read_up_to[self.seat])
        self.read_up_to[self.seat] = len(lines)
        print()
        print(self.game_text.table(self.match.view(self.seat), self.seat))
        print()
        if self.match.over:
            show_ranks(self.match, self.game_text, self.t)
        else:
            self._show_actions()

    def _show_actions(self) -> None:
        kind = self.game_text.kind(self.match.rules.kind(self.match.state, self.seat))
        print(self.t("play.turn", seat=self.game_text.seat(self.seat), kind=kind))
        self._list(list(enumerate(self._words(), 1)))

    def _list(self, numbered: list[tuple[int, str]]) -> None:
        width = len(str(numbered[-1][0]))
        items = [f"  {n:{width}}  {text}" for n, text in numbered]
        print(in_columns(items) if len(items) > MANY else "\n".join(items))

    def _actions(self) -> list[int]:
        return self.match.legal(self.seat)

    def _words(self) -> list[str]:
        """The legal actions in words, from what the seat sees."""
        seen = self.match.view(self.seat)
        return [self.game_text.action(seen, self.seat, action) for action in self._actions()]

    # ------------------------------------------------------------ whose turn it is

    def _let_others_act(self) -> None:
        """All seats that are not at the keyboard decide, as long as one of them is asked."""
        while seats := [seat for seat in self._acting() if seat not in self.humans]:
            self._enter(lambda seat=seats[0]: self.match.act(seat, self.players[seat](self.match, seat)))  # type: ignore[misc]

    def _acting(self) -> list[int]:
        return self.match.rules.acting(self.match.state)

    def _give_keyboard(self) -> None:
        """Whoever must choose gets the keyboard; who has it keeps it while asked."""
        acting = self._acting()
        if not acting or self.seat in acting:
            return
        self._pass_to(acting[0])

    def _passes_the_keyboard(self) -> bool:
        from taku.bots.search import is_perfect

        return len(self.humans) > 1 and not is_perfect(self.match.game)

    def _pass_to(self, seat: int, at_start: bool = False) -> None:
        """The next player takes the keyboard; in a game with secrets behind an empty screen."""
        self.seat = seat
        self.fresh = True
        if self._passes_the_keyboard():
            if not at_start:
                clear()
            if ask(self.t("play.pass", seat=self.game_text.seat(seat))) is None:
                self._input_ended()

    def _enter(self, make: Callable[[], None]) -> None:
        """Make an entry; every seat at the keyboard hears of it."""
        make()
        for story in self.logs.values():
            story.go_on()
        self.fresh = True

    # ------------------------------------------------------------ what is typed

    def _hear(self) -> None:
        """One line from the player."""
        over = self.match.over
        name = self.game_text.seat(self.seat)
        line = ask(self.t("play.prompt_over") if over else self.t("play.prompt", seat=name))
        if line is None:
            self._input_ended()
            return
        if not line:
            self.left, self.fresh = over, True
            return
        if line.isdecimal():
            self._choose(int(line))
            return
        command, rest = read_command(self.t, line)
        if command and hasattr(self, f"do_{command}"):
            getattr(self, f"do_{command}")(rest)
        else:
            self._choose_by_words(line)

    def _input_ended(self) -> None:
        self.left = True
        if not self.match.over:
            print(self.t("play.ended"), self.t("play.unfinished"))

    def _choose(self, number: int) -> None:
        actions = self._actions()
        if not actions:
            print(self.t("says.over"))
        elif not 1 <= number <= len(actions):
            print(self.t("says.no_number", n=number, last=len(actions)))
        else:
            self._enter(lambda: self.match.act(self.seat, actions[number - 1]))

    def _choose_by_words(self, text: str) -> None:
        """The action that is meant, or whose name is written so (``march army=3 n=2``); several are listed."""
        if "=" in text and self._choose_by_name(text):
            return
        actions = self._words()
        found = fitting(text, actions)
        if len(found) == 1:
            self._choose(found[0] + 1)
        elif found:
            print(self.t("says.several"))
            self._list([(place + 1, actions[place]) for place in found])
        elif not self._choose_by_name(text):
            print(self.t("says.no_action", text=text))

    def _choose_by_name(self, text: str) -> bool:
        """Play an action by its name, or say why not; False if there is none of that name."""
        if self.match.over or text.split()[0] not in self.match.rules.asked(self.match.state, self.seat):
            return False
        try:
            action = self.match.rules.asked(self.match.state, self.seat).parse(text)
            self._enter(lambda: self.match.act(self.seat, action))
        except (ActionError, Refused) as fault:
            print(self.t("says.refused", reason=fault))
        return True

    def do_list(self, _: str) -> None:
        self.fresh = True

    def do_help(self, _: str) -> None:
        print(self.t("help.play").strip("\n"))

    def do_quit(self, _: str) -> None:
        self.left = True

    def do_back(self, rest: str) -> None:
        """Take back decisions: where all lies open those made at this keyboard and everything after them, else what
        has shown nothing yet."""
        from taku.bots.search import is_perfect

        count = int(rest) if rest.isdecimal() and int(rest) else 1
        if is_perfect(self.match.game):
            self._back_in_the_open(count)
        else:
            self._back_unseen(count)

    def _back_unseen(self, count: int) -> None:
        from taku.server.live.undo import may_undo

        taken = 0
        while taken < count and (undo := may_undo(self.match, self.seat, self.humans)):
            self._enter(lambda entry=undo.entry: self.match.enter(entry))  # type: ignore[misc]
            taken += 1
        if taken:
            self.read_up_to[self.seat] = len(self.logs[self.seat].lines())
        print(self.t("says.back" if taken else "says.too_late"))

    def _back_in_the_open(self, count: int) -> None:
        match = self.match
        made = [(step, match.entries[step - 1]) for step in in_force(match, match.step) if step]
        own = [(step, entry.seat) for step, entry in made if entry.seat in self.humans and entry.kind in DECISIONS]
        if count > len(own):
            print(self.t("says.no_back", n=len(own)))
            return
        step, seat = own[-count]
        self._enter(lambda: match.undo(step - 1))
        for human, story in self.logs.items():
            self.read_up_to[human] = len(story.lines())
        print(self.t("says.back"))
        if seat != self.seat and seat in self._acting():
            self._pass_to(seat)

    def do_log(self, rest: str) -> None:
        lines = self.logs[self.seat].lines()
        if not lines:
            print(self.t("says.no_log"))
        show_lines(lines, len(lines) - int(rest) if rest.isdecimal() else 0)

    def do_why(self, rest: str) -> None:
        explain_line(self.logs[self.seat].lines(), rest, self.match, self.t)

    def do_rules(self, rest: str) -> None:
        show_rules(self.match, self.t.language, rest)

    def do_save(self, rest: str) -> None:
        if not rest:
            print(self.t("says.save_where"))
            return
        try:
            Path(rest).expanduser().write_text(self.match.dumps(), encoding="utf-8")
        except OSError as fault:
            print(self.t("says.not_saved", reason=f"{rest}: {fault.strerror}"))
        else:
            print(self.t("says.saved", file=rest))

    def do_resign(self, _: str) -> None:
        if not self.match.game.has_resign:
            print(self.t("says.no_resign"))
            return
        try:
            self._enter(lambda: self.match.resign(self.seat))
        except Refused as fault:
            print(self.t("says.refused", reason=fault))
