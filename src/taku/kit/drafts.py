"""Drafts: choices that several seats make at once, each at its own pace, in several clicks, with take-backs.

``draft = Draft(4, seats=2)`` gives every seat a draft of up to four picks. What is picked is seen by its seat alone (or
by its team, with ``seen=TEAM``); all others see only whether the seat is still choosing or ready. A seat's clicks
change nothing but its own draft, so that every order of the seats' clicks gives the same bytes; what the choices do is
worked out when the last seat is ready::

    def actors(s):
        return choosing(s.draft)

    def apply(s, seat, action):
        if action == TEAM.undo:                # declared as act(…, back=True)
            back(s.draft[seat])
        elif action == TEAM.ready:
            commit(s.draft[seat])
        else:
            pick(s.draft[seat], TEAM.pick.card(action))
        if not choosing(s.draft):
            …                              # read the picks, then close_all(s.draft)
"""

from typing import TYPE_CHECKING, Any

from taku.engine import OWNER, Family, Ints, Names, field, i8, i16, rule
from taku.engine.fields import Seen

DRAFT = Names("idle", "choosing", "ready")
"""What everybody sees of a draft: its seat is not asked, is choosing, or has committed."""


class Draft(Family):
    """A seat's half-made choice."""

    status: int  # a number of DRAFT, public
    stage: int  # how many picks are made: the next one goes there
    backs: int  # how many were taken back
    pick: Ints  # picks are numbers from 1: 0 is nothing or unknown

    if TYPE_CHECKING:  # rules over all seats' drafts take the field, an array

        def __getitem__(self, seat: int) -> "Draft": ...
        def __len__(self) -> int: ...

    @classmethod
    def sized(cls, picks: int, *, seats: int, seen: Seen = OWNER) -> Any:
        """Drafts of up to so many picks, one for each seat."""
        of = cls.member(
            f"Draft{picks}{seen.who.title()}",
            status=i8(),
            stage=i8(seen=seen),
            backs=i8(seen=seen),
            pick=i16(picks, seen=seen),
        )
        return field(of, seats)


@rule
def close(draft: Draft):
    """Blank the draft: its seat is not asked."""
    draft.status = DRAFT.idle
    draft.stage = 0
    draft.backs = 0
    for i in range(len(draft.pick)):
        draft.pick[i] = 0


@rule
def ask(draft: Draft):
    """Open an empty draft: its seat must choose."""
    close(draft)
    draft.status = DRAFT.choosing


@rule
def pick(draft: Draft, value):
    """The seat's next click; a value from 1."""
    draft.pick[draft.stage] = value
    draft.stage += 1


@rule
def pick_action(draft: Draft, action):
    """The seat's next click as it is, to be read again with `action_at` when all have chosen."""
    pick(draft, 1 + action)


@rule
def action_at(draft: Draft, i):
    """The action that was picked i-th; −1 if there is none."""
    return draft.pick[i] - 1


@rule
def can_go_back(draft: Draft, most):
    """Whether there is a click to take back and fewer than `most` were taken back."""
    return draft.stage > 0 and draft.backs < most


@rule
def back(draft: Draft):
    """Take the last click back."""
    draft.stage -= 1
    draft.backs += 1
    draft.pick[draft.stage] = 0


@rule
def picked(draft: Draft, value):
    """Whether a value is among the picks."""
    for i in range(draft.stage):
        if draft.pick[i] == value:
            return True
    return False


@rule
def commit(draft: Draft):
    """The seat is ready; its picks stay until the draft is closed."""
    draft.status = DRAFT.ready


@rule
def choosing(drafts: Draft):
    """The bit set of the seats that are still choosing, for `actors`; 0 when all who were asked are ready."""
    seats = 0
    for seat in range(len(drafts)):
        if drafts[seat].status == DRAFT.choosing:
            seats |= 1 << seat
    return seats


@rule
def ready(drafts: Draft):
    """The bit set of the seats that have committed."""
    seats = 0
    for seat in range(len(drafts)):
        if drafts[seat].status == DRAFT.ready:
            seats |= 1 << seat
    return seats


@rule
def ask_all(drafts: Draft, seats):
    """Ask the seats of a bit set, and nobody else."""
    for seat in range(len(drafts)):
        if (seats >> seat) & 1:
            ask(drafts[seat])
        else:
            close(drafts[seat])


@rule
def close_all(drafts: Draft):
    """Blank all drafts, after the choices were carried out."""
    ask_all(drafts, 0)
