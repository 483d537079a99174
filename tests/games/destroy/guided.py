"""The guided game without a server: a player who does what the guide says, against the sparring partner."""

from __future__ import annotations

from dataclasses import dataclass, field

from taku.bots import Budget, find_bot
from taku.bots.table import asked_view
from taku.compile.speed import rules_of
from taku.engine.actions import Action
from taku.engine.match import Match
from taku.games.destroy import game, guide
from taku.games.destroy.table import gesture
from taku.server.deals import own

PARTNER = 1 - guide.SEAT


@dataclass
class Pupil:
    """Follows the guide; where it says nothing, takes what the game prefers."""

    seed: str = guide.SEED
    told: list[tuple[int, int, str]] = field(default_factory=list)
    """Round, phase and text of every step that was shown."""
    at: int = 0

    def __post_init__(self) -> None:
        self.match = Match.create(game, 2, guide.OPTIONS, secret=own(self.seed), id="seed", nonces=(), rules=rules_of)
        self.partner = find_bot(game, guide.LEVEL)

    @property
    def seen(self):
        return self.match.view(guide.SEAT)

    @property
    def asked(self) -> bool:
        """Whether the pupil must choose."""
        return guide.SEAT in self.match.rules.acting(self.match.state)

    @property
    def moves(self) -> int:
        """How many the pupil has made."""
        return sum(entry.seat == guide.SEAT for entry in self.match.entries)

    def play(self, until) -> None:
        """Until something is true of the match, or it is over."""
        while not self.match.over and not until(self.match.state):
            self.go_on()

    def go_on(self) -> None:
        """One step of the guide that only wants to be read, or one move of everybody who must choose."""
        step = self.step()
        if step and step.get("next"):
            self.at += 1
            return
        acting = self.match.rules.acting(self.match.state)
        if PARTNER in acting:
            seen = asked_view(self.match, PARTNER)
            action = self.partner(seen, PARTNER, self.match.legal(PARTNER), Budget())
        if guide.SEAT in acting:
            self.match.act(guide.SEAT, self.choice(step))
            self.at += bool(step)
        if PARTNER in acting:
            self.match.act(PARTNER, action)

    def step(self) -> dict | None:
        """The step that is shown now."""
        seen, steps = self.seen, guide.STEPS
        while self.at < len(steps) and "past" in steps[self.at] and steps[self.at]["past"](seen, guide.SEAT):
            self.at += 1
        if self.at == len(steps) or ("when" in steps[self.at] and not steps[self.at]["when"](seen, guide.SEAT)):
            return None
        shown = (seen.round, seen.phase, steps[self.at]["text"])
        if shown not in self.told:
            self.told.append(shown)
        return steps[self.at]

    def named(self, action: int) -> Action:
        """An action of the pupil's by its name."""
        return self.match.rules.asked(self.seen, guide.SEAT).read(action)

    def choice(self, step: dict | None) -> int:
        """What the guide points at, and of several such actions the likeliest."""
        seen, legal = self.seen, self.match.legal(guide.SEAT)
        if step:
            target = step["target"](seen, guide.SEAT) if callable(step["target"]) else step["target"]
            legal = [a for a in legal if gesture(seen, guide.SEAT, self.named(a))[0] == target] or legal
        return max(legal, key=lambda a: (self.match.rules.prefer(seen, guide.SEAT, a), -a))
