"""What a play would do: the rules themselves, run on a copy of what the seat sees, and what they tell.

What a seat does not see is drawn anew for every run (`guess`). Dice fall anew, too, so that what several runs tell
alike is certain, and only that is shown. A run ends where the links are done: the end of the turn is another matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from taku.compile.speed import rules_of
from taku.engine.match import Told, told_by
from taku.engine.rules import Rules
from taku.games.synegier import game
from taku.games.synegier.content import CONTENT, Part
from taku.games.synegier.sentences import SELECTORS
from taku.games.synegier.state import MAIN, MOVE, PIECES, State
from taku.games.synegier.tables import SUBJECT, VERB

RUNS = 3
"""How often a play with dice in it is tried: two equal runs happen by luck too often."""
CLICKS = 12
"""The most clicks that are made for a player within one card or one link; no content needs as many."""
AFTER = frozenset(["ailment_tick", "turn_end", "trashed", "kept", "drew", "battle", "enemy_attack", "round_start"])
"""With these events the end of a turn begins."""
CHANCE = frozenset(["warp", "discard"])


@dataclass(slots=True)
class Outcome:
    """What is left of each piece, and what the row's links did."""

    hp: dict[int, int] = field(default_factory=dict)
    """By figure, of those whose HP would change: what they would have left."""
    shield: dict[int, int] = field(default_factory=dict)
    down: set[int] = field(default_factory=set)
    given: set[int] = field(default_factory=set)
    """Figures to whom something else would happen: ailments, ATK, DEF, a push."""
    coins: int = 0
    stands: dict[int, int] = field(default_factory=dict)
    """Figures that would be moved, with their cell."""
    dice: bool = False
    """Something depends on chance and is left out."""


@cache
def _rules(speed: int = 0) -> Rules:
    return rules_of(game)


def chancy(parts: Iterable[Part]) -> bool:
    """Whether chance decides something in an effect."""
    return any(
        part.of == "die" or part.op in CHANCE or (part.to and SELECTORS[part.to].pick == "random") for part in parts
    )


@cache
def card_is_chancy(card: int) -> bool:
    return chancy(CONTENT.cards[card - 1].effect)


@cache
def links_are_chancy(left: int, right: int) -> bool:
    """Whether chance decides something in a sentence of two neighbours."""
    if not left or not right:
        return False
    for k in range(5):
        if SUBJECT[left, k] and VERB[right, k]:
            who = CONTENT.selectors[SUBJECT[left, k] - 1]
            if who.pick == "random" or chancy(CONTENT.verbs[VERB[right, k] - 1].do):
                return True
    return False


class Forecast:
    """What the acting seat's next plays would do."""

    def __init__(self, seen: State, seat: int) -> None:
        self.seen, self.seat = seen, seat
        self.rules = _rules()
        self.worlds = [self.rules.guess(seen, seat, number) for number in range(RUNS)]
        self.cards = [int(seen.row.card[i]) for i in range(seen.row.size)]
        self.old = {int(seen.who[p]): int(seen.hp[p]) for p in range(PIECES) if seen.on >> p & 1}

    def play(self, card: int) -> Outcome:
        """A card played on the spot, and the row linked."""
        return self._tried([MAIN.play(card), MOVE.stay], card)

    def move(self, action: int) -> Outcome:
        """The card that is chosen, played with this movement, and the row linked."""
        return self._tried([action], int(self.seen.chosen[self.seat]))

    def end(self) -> Outcome:
        """The row linked as it lies."""
        return self._tried([], 0)

    def answer(self, action: int) -> Outcome:
        """A target, and then the row linked."""
        return self._tried([action], 0)

    def battle(self, action: int) -> Outcome:
        """A Battle."""
        return self._outcome([self._run(world, [action], link=False) for world in self.worlds[:1]])

    def _tried(self, actions: Sequence[int], card: int) -> Outcome:
        row = [*self.cards, *([card] if card else [])]
        dice = bool(card and card_is_chancy(card)) or any(links_are_chancy(a, b) for a, b in pairwise(row))
        worlds = self.worlds if dice else self.worlds[:1]
        made = self._outcome([self._run(world, actions, link=True) for world in worlds])
        made.dice = dice
        return made

    def _run(self, world: State, actions: Sequence[int], *, link: bool) -> list[Told]:
        """What would be told, up to the end of the links."""
        s, rules, seat = world.copy(), self.rules, self.seat
        told: list[Told] = []

        def act(action: int) -> None:
            rules.act(s, seat, action)
            told.extend(told_by(game, 0, s))

        for action in actions:
            act(action)
            self._answer(s, act)
        if link and self._asked(s) and rules.kind(s, seat) == "main":
            act(MAIN.end)
            self._answer(s, act)
        cut = next(
            (n for n, one in enumerate(told) if one.event in AFTER and (link or one.event != "battle")), len(told)
        )
        return told[:cut]

    def _asked(self, s: State) -> bool:
        return bool(self.rules.actors(s) >> self.seat & 1)

    def _answer(self, s: State, act: object) -> None:
        """Targets that are asked for: the first one, as for who runs out of time."""
        for _ in range(CLICKS):
            if not self._asked(s) or self.rules.kind(s, self.seat) not in ("target", "cell"):
                return
            act(self.rules.default(s, self.seat))  # type: ignore[operator]

    def _outcome(self, runs: Sequence[Sequence[Told]]) -> Outcome:
        """What all runs tell alike."""
        every = [self._read(run) for run in runs]
        made = every[0]
        for other in every[1:]:
            made.hp = {who: hp for who, hp in made.hp.items() if other.hp.get(who) == hp}
            made.shield = {who: n for who, n in made.shield.items() if other.shield.get(who) == n}
            made.stands = {who: cell for who, cell in made.stands.items() if other.stands.get(who) == cell}
            made.down &= other.down
            made.given &= other.given
            if made.coins != other.coins:
                made.coins = 0
        return made

    def _read(self, run: Sequence[Told]) -> Outcome:
        made = Outcome()
        for one in run:
            a = one.arguments
            match one.event:
                case "damage" | "healed":
                    made.hp[a[0]] = a[2]
                case "absorbed" | "shielded":
                    made.shield[a[0]] = a[2]
                case "down" | "enemy_down":
                    made.down.add(a[0])
                case "reward":
                    made.down.add(a[1])
                case "stat_changed" | "ailment_given" | "cleansed" | "readied" | "level_up":
                    made.given.add(a[0])
                case "displaced":
                    made.stands[a[0]] = a[3]
                case "coins":
                    made.coins += a[1] if a[0] == self.seat else 0
                case "battle":
                    made.hp.setdefault(a[0], self.old.get(a[0], 0))
        made.hp = {who: hp for who, hp in made.hp.items() if self.old.get(who) != hp or who in made.down}
        return made
