"""The vocabulary of the tests: set a dream up in the rulebook's words, play it, look at it.

    dream = Dream(players=4)
    dream.team(1).stands((2, 2), facing="up", grid="F4 W6").holds("F8 A2")
    dream.team(2).stands((2, 2), facing="down", grid="F9 W9").holds("W4 W5")
    dream.battle().present(s1="F8", s3="W4", rest="default")
    assert dream.points(1, 3) == 3

Seats and teams are numbered from 1 as players do, cells are (column, row), cards are F1–F13, W1–W13, A1–A13 (aqua) and
J. What is laid out by hand comes from nowhere; the rules run as they stand, interpreted.
"""

from __future__ import annotations

from typing import Any

from taku.compile.speed import rules_of
from taku.engine.chance import seed as seed_rule
from taku.engine.match import told_by
from taku.games.oneiron import game
from taku.games.oneiron.content import CARD_TYPES, JOKER
from taku.games.oneiron.rules import go_on
from taku.games.oneiron.rules.board import place_at
from taku.games.oneiron.state import EVENT, SEATS, STEP
from taku.kit.drafts import choosing, close_all

RULES = rules_of(game, "interpreted")
FACINGS = ("up", "right", "down", "left")
ELEMENTS = "FWA"


def card(name: str) -> int:
    """The number of a card: F1 is 1, J is 40."""
    return JOKER if name == "J" else 13 * ELEMENTS.index(name[0]) + int(name[1:])


def name(number: int) -> str:
    """The name of a card; "-" for none."""
    if number == 0:
        return "-"
    return "J" if number == JOKER else f"{ELEMENTS[(number - 1) // 13]}{(number - 1) % 13 + 1}"


def cards(names: str) -> list[int]:
    return [card(n) for n in names.split()]


def names(counts: Any) -> str:
    """The cards of a set in type order."""
    return " ".join(name(c) for c in range(1, CARD_TYPES + 1) for _ in range(counts.of[c]))


class Team:
    """A team at the table."""

    def __init__(self, dream: Dream, number: int) -> None:
        self.dream, self.number, self.t = dream, number, number - 1

    @property
    def seats(self) -> list[int]:
        members = [self.dream.s.member[self.t, i] for i in range(2)]
        return [m for m in members if m]

    @property
    def hand(self) -> str:
        """All cards of the team."""
        held = [self.dream.s.hand[seat - 1] for seat in self.seats]
        counts = [sum(h.of[c] for h in held) for c in range(CARD_TYPES + 1)]
        return " ".join(name(c) for c in range(1, CARD_TYPES + 1) for _ in range(counts[c]))

    @property
    def known(self) -> str:
        known = self.dream.s.known
        return " ".join(name(c) for c in range(1, CARD_TYPES + 1) for _ in range(known[self.t, c]))

    @property
    def cell(self) -> tuple[int, int]:
        place = self.dream.s.place[self.t]
        return place % 5, place // 5

    @property
    def facing(self) -> str:
        return FACINGS[self.dream.s.facing[self.t]]

    @property
    def grid(self) -> str:
        return " ".join(name(self.dream.s.grid[self.t, i]) for i in range(2))

    @property
    def rank(self) -> int:
        return int(self.dream.s.rank[self.t])

    @property
    def lives(self) -> list[int]:
        return [self.dream.s.lives[seat - 1] for seat in self.seats]

    @property
    def waiting(self) -> bool:
        return bool(self.dream.s.waiting[self.t])

    @property
    def foe(self) -> int:
        """The number of the team it meets; 0 if none."""
        s = self.dream.s
        e = s.battle[self.t] - 1
        return s.encounter[e, 0] + s.encounter[e, 1] - self.number if e >= 0 else 0

    def stands(self, cell: tuple[int, int], facing: str = "up", grid: str = "F5 W5", sum: int = 0) -> Team:
        """Put the piece on a cell; `sum` stands for any two grid cards with that sum."""
        s = self.dream.s
        if sum:
            high = min(13, sum - 1)
            grid = f"F{sum - high} W{high}"
        s.place[self.t] = place_at(*cell)
        s.facing[self.t] = FACINGS.index(facing)
        s.grid[self.t, 0], s.grid[self.t, 1] = cards(grid)
        return self

    def holds(self, hand: str, known: str = "") -> Team:
        """The team's hand outside battle, and what everybody knows of it."""
        s = self.dream.s
        for seat in self.seats:
            clear(s.hand[seat - 1])
        for c in range(1, CARD_TYPES + 1):
            s.known[self.t, c] = cards(known).count(c)
        add(s.hand[self.seats[0] - 1], hand)
        return self

    def with_lives(self, *lives: int) -> Team:
        for seat, n in zip(self.seats, lives, strict=True):
            self.dream.s.lives[seat - 1] = n
        return self


def clear(counts: Any) -> None:
    for c in range(len(counts.of)):
        counts.of[c] = 0
    counts.size = 0


def add(counts: Any, hand: str) -> None:
    for c in cards(hand):
        counts.of[c] += 1
        counts.size += 1


class Dream:
    """A match, dealt and waiting for the landing."""

    def __init__(self, players: int = 4, seed: int = 1, **options: Any) -> None:
        self.s: Any = game.new(players, game.read_options(options, players))
        seed_rule(self.s, seed, 0)
        self.log: list[tuple[str, tuple[int, ...]]] = []
        RULES.start(self.s)
        self._note()

    # ------------------------------------------------------------ laying out

    def team(self, number: int) -> Team:
        return Team(self, number)

    @property
    def teams(self) -> list[Team]:
        return [self.team(t + 1) for t in range(self.s.teams)]

    def laid_out(self) -> Dream:
        """Everybody lands somewhere apart from the others, with the axes A, F, W and W, A, F of the examples."""
        s = self.s
        close_all(s.draft)
        for i, c in enumerate(cards("A1 F1 W1 W2 A2 F2")):
            s.face_down[i], s.axis[i] = 0, c
        corners = [(1, 1), (3, 1), (1, 3), (3, 3), (2, 2)]
        for team in self.teams:
            team.stands(corners[team.t % 5], "up", "F5 W6")
        return self

    def pile(self, top_first: str) -> Dream:
        """The pile, its top card first."""
        s = self.s
        for i in range(s.pile.size):
            s.pile.card[i] = 0
        held = cards(top_first)[::-1]
        for i, c in enumerate(held):
            s.pile.card[i] = c
        s.pile.size = len(held)
        return self

    def graveyard(self, content: str) -> Dream:
        clear(self.s.graveyard)
        add(self.s.graveyard, content)
        return self

    def tokens(self, cell: tuple[int, int], n: int) -> Dream:
        self.s.token[place_at(*cell)] = n
        return self

    def forbid(self, *cells: tuple[int, int]) -> Dream:
        for cell in cells:
            self.s.marker[place_at(*cell), 0], self.s.marker[place_at(*cell), 1] = cards("F1 F2")
        return self

    # ------------------------------------------------------------ going on

    def _note(self) -> None:
        """Remember what was told, as somebody would who sees everything."""
        for entry in self.s.events():
            self.log.append((EVENT[entry[1]], tuple(entry[2:])))
        assert not self.s.log.lost

    def _flow(self) -> None:
        self.s.log.count = 0
        while choosing(self.s.draft) == 0 and self.s.step != STEP.over:
            go_on(self.s)
        self._note()

    def _from(self, step: int) -> Dream:
        """Go on as if this step had just been completed."""
        close_all(self.s.draft)
        self.s.step = step
        self.log.clear()
        self._flow()
        return self

    def round(self) -> Dream:
        """A new round begins: lots, order, encounters; then whatever is asked first."""
        return self._from(STEP.revive_use)

    def battle(self) -> Dream:
        """A new round, hands split as proposed and duels straight, up to the cards (or the lending)."""
        return self.round().settle("split", "pair")

    def movement(self) -> Dream:
        """The forbidden areas and the movement of a round without encounters."""
        if self.s.round == 0:
            self.s.round = 1
        return self._from(STEP.pair)

    def hazards(self) -> Dream:
        """Everybody has moved and replaced a card: danger is checked."""
        return self._from(STEP.move_swap)

    def revival(self) -> Dream:
        """All payments are made: tokens are granted."""
        return self._from(STEP.hazard_pay)

    def settle(self, *kinds: str) -> Dream:
        """Play the defaults as long as one of these decisions is asked (all of them if none is named)."""
        while (seats := self.asked) and (not kinds or self.kind(seats[0]) in kinds):
            self.do(seats[0], RULES.default(self.s, seats[0] - 1))
        return self

    def until_round_ends(self) -> Dream:
        """Play defaults for the rest of this round."""
        now = self.s.round
        while self.asked and self.s.round == now:
            self.do(self.asked[0], RULES.default(self.s, self.asked[0] - 1))
        return self

    @property
    def asked(self) -> list[int]:
        """The seats that must choose."""
        return [seat + 1 for seat in RULES.acting(self.s)]

    @property
    def over(self) -> bool:
        return self.s.step == STEP.over

    def kind(self, seat: int) -> str:
        return RULES.kind(self.s, seat - 1)

    def legal(self, seat: int) -> list[int]:
        return RULES.legal(self.s, seat - 1)

    def cards_of(self, seat: int) -> str:
        """The cards the seat may choose from now, as legal actions."""
        named = (RULES.asked(self.s, seat - 1).read(a).arguments for a in self.legal(seat))
        return " ".join(name(arguments["card"]) for arguments in named if "card" in arguments)

    def action(self, seat: int, what: str, **arguments: int) -> int:
        """The number of an action of the decision that the seat is asked for."""
        return RULES.asked(self.s, seat - 1).number(what, **arguments)

    def can(self, seat: int) -> list[str]:
        """What the seat may do, by name and arguments."""
        return [str(RULES.asked(self.s, seat - 1).read(a)) for a in self.legal(seat)]

    def do(self, seat: int, what: int | str, **arguments: int) -> Dream:
        """One action by its name, e.g. do(2, "swap", slot=1), or one of the legal ones."""
        action = self.action(seat, what, **arguments) if isinstance(what, str) else what
        assert seat in self.asked, f"seat {seat} is not asked, but {self.asked}"
        assert action in self.legal(seat), f"{action} is not among {self.legal(seat)}"
        RULES.act(self.s, seat - 1, action)
        self._note()
        return self

    def choose(self, seat: int, *what: str) -> Dream:
        """Clicks: cards and facings, which are what a decision's first action takes, or another action's name."""
        for w in what:
            names = list(RULES.asked(self.s, seat - 1))
            if w in names:
                self.do(seat, w)
            elif w in FACINGS:
                self.do(seat, names[0], facing=FACINGS.index(w))
            else:
                self.do(seat, names[0], card=card(w))
        return self

    def present(self, **played: str) -> Dream:
        """s1="F8": the fighters play these cards, one exchange."""
        assert all(self.kind(seat) == "present" for seat in self.asked)
        for seat in list(self.asked):
            self.choose(seat, played[f"s{seat}"])
        return self

    def share(self, seat: int, *gives: str, to: str = "higher") -> Dream:
        """The lead moves cards to the other member and confirms."""
        for g in gives:
            self.do(seat, "split_to", to=int(to == "higher"), card=card(g))
        return self.do(seat, "confirm")

    # ------------------------------------------------------------ looking

    def hand(self, seat: int) -> str:
        return names(self.s.hand[seat - 1])

    def lives(self, seat: int) -> int:
        return int(self.s.lives[seat - 1])

    def token(self, cell: tuple[int, int]) -> int:
        return int(self.s.token[place_at(*cell)])

    def forbidden(self) -> list[tuple[int, int]]:
        return [(p % 5, p // 5) for p in range(25) if self.s.marker[p, 0]]

    def told(self, event: str) -> list[tuple[int, ...]]:
        """All events of that name since the last jump, with as many numbers as it has."""
        n = len(EVENT.about(getattr(EVENT, event)).arguments)
        return [numbers[:n] for told, numbers in self.log if told == event]

    def points(self, winner: int, loser: int) -> int | None:
        """The points of the last duel that one seat won against another."""
        scored = [n for told, n in self.log if told in ("points_scored", "points_fixed")]
        found = [n[2] for n in scored if (n[0], n[1]) == (winner - 1, loser - 1)]
        return found[-1] if found else None

    def encounters(self) -> list[tuple[int, int]]:
        """First and second attackers."""
        return [(a, b) for a, b, _ in self.told("encounter_set")]

    def heard_by(self, seat: int) -> list[str]:
        """The names of the events of the last move that a seat was told; 0 is a spectator."""
        return [t.event for t in told_by(game, 0, RULES.view(self.s, seat - 1))]

    def total_cards(self) -> int:
        s = self.s
        counts = [s.graveyard, s.surplus, *(s.hand[i] for i in range(SEATS)), *(s.spoil[k] for k in range(10))]
        lying = [*s.axis, *s.face_down, *s.played, *(c for pair in s.grid.tolist() + s.marker.tolist() for c in pair)]
        return sum(c.size for c in counts) + s.pile.size + sum(c > 0 for c in lying)
