"""Looking through a match that was played: its table at every step, its log, the rules behind it."""

from __future__ import annotations

from taku.cli.match_log import MatchLog
from taku.cli.messages import OPEN, GameText, messages, read_command
from taku.cli.output import explain_line, show_lines, show_ranks, show_rules
from taku.cli.terminal import ask
from taku.engine.match import Match
from taku.page.terminal import columns


class Viewer:
    """A match in replay at a terminal, as one seat saw it."""

    def __init__(self, match: Match, seat: int, language: str) -> None:
        self.match = match
        self.seat = seat
        self.t = messages(language)
        self.game_text = GameText(match.game, language, match.names)
        self.match_log = MatchLog(match, seat, self.game_text, self.t)
        self.step = 0
        self.left = False

    def greet(self) -> None:
        say = self.t
        seen = (
            say("replay.as_open") if self.seat == OPEN
            else say("replay.as_seat", seat=self.game_text.seat(self.seat)) if self.seat >= 0
            else say("replay.as_spectator")
        )  # fmt: skip
        head = {"title": self.game_text.title, "seats": self.match.seats, "steps": self.match.step, "as": seen}
        print(say("replay.head", **head))

    def log(self) -> None:
        """The whole log, and the result."""
        rows = []
        for number, line in enumerate(self.match_log.whole(), 1):
            clause = f" ({line.clause})" if line.clause else ""
            rows.append([self.t("replay.log", step=line.step), f"[{number}]", line.text + clause])
        if rows:
            print(columns(rows))
        self.ranks()

    def moves(self) -> None:
        """What everybody decided, also in secret: a line a decision, as `taku play` and programs write it."""
        print(columns([[str(step), f"[{seat + 1}]", str(action)] for step, seat, action in self.match.moves()]))

    def ranks(self) -> None:
        if self.match.over:
            show_ranks(self.match, self.game_text, self.t)

    def show(self, step: int) -> None:
        """The table after a step, with what happened in it."""
        say = self.t
        print(say("replay.step", n=step, last=self.match.step) if step else say("replay.start"))
        if step and self.match.entries[step - 1].kind == "undo":  # no line of the log as it then stands
            print(f"  {self.match_log.at(step)[0].text}")
        else:
            lines = self.match_log.lines(step)
            show_lines(lines, len(lines) - len(self.match_log.at(step)))
        print()
        for seat in range(self.match.seats) if self.seat == OPEN else (self.seat,):
            if self.seat == OPEN:
                print(say("replay.seen_by", seat=self.game_text.seat(seat)))
            print(self.game_text.table(self.match.view(seat, step), seat))
            print()

    def run(self) -> None:
        """Step as the reader likes."""
        shown = -1
        while not self.left:
            if self.step != shown:
                self.show(self.step)
                shown = self.step
                if self.step == self.match.step:
                    self.ranks()
            line = ask(self.t("replay.prompt", n=self.step, last=self.match.step))
            if line is None:
                return
            self._hear(line)

    def _hear(self, line: str) -> None:
        if line.isdecimal():
            self._go(int(line))
            return
        command, rest = read_command(self.t, line or "next")
        by = int(rest) if rest.isdecimal() else 1
        lines = self.match_log.lines(self.step)
        match command:
            case "next":
                if line and self.step == self.match.step:
                    self._go(self.step + by)
                else:
                    self.left = not line and self.step == self.match.step
                    self.step = min(self.match.step, self.step + by)
            case "back":
                self.step = max(0, self.step - by)
            case "log":
                show_lines(lines, len(lines) - by if rest else 0)
            case "why":
                explain_line(lines, rest, self.match, self.t)
            case "rules":
                show_rules(self.match, self.t.language, rest)
            case "help":
                print(self.t("help.replay").strip("\n"))
            case "quit":
                self.left = True
            case _:
                print(self.t("replay.unknown", text=line))

    def _go(self, step: int) -> None:
        if step > self.match.step:
            print(self.t("replay.no_step", n=step, last=self.match.step))
        else:
            self.step = step
