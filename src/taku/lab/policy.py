"""Matches by the playout policy: every seat draws its actions by the game's `prefer`, and the final states are kept.

The policy is what the search of every level believes of all players. It plays a thousand times faster than a level, so
it tells precisely what a few hundred matches of a level can only suggest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taku.bots.playout import playout
from taku.compile.kernels import kernel
from taku.engine.chance import seed
from taku.engine.contract import CORE_WORDS, DECISIONS, start
from taku.engine.game import Game


@kernel("int64(State[::1], uint64[:, ::1], int32[::1], int64, int64, uint64[:, ::1])")
def policy_play(states, words, out, number, n, finals):  # type: ignore[no-untyped-def]
    """Play n matches of run `number`; row 0 is the match in play, row 1 seats and options."""
    s = states[0]
    ended = 0
    for k in range(n):
        for w in range(CORE_WORDS):
            words[0, w] = words[1, w]
        seed(s, number, k)
        start(s)
        ended += playout(s, out, 1, DECISIONS)
        for w in range(CORE_WORDS):
            finals[k, w] = words[0, w]
    return ended


class Finals:
    """The final states of many matches, field by field."""

    def __init__(self, game: Game, states: Any) -> None:
        self.layout, self.bytes = game.state.layout, states

    def field(self, name: str) -> Any:
        """All values of a field of small integers, match by match."""
        import numpy as np

        offset, field = self.layout.offsets[name], self.layout.fields[name]
        raw = np.ascontiguousarray(self.bytes[:, offset : offset + field.size])
        return raw.view(np.int8).reshape(len(raw), *field.shape)


def policy_matches(
    game: Game, n: int, *, seats: int | None = None, options: Mapping[str, object] | None = None, number: int = 1
) -> Finals:
    """Play n matches; the same number gives the same matches."""
    import numpy as np

    from taku.compile.native import Build

    seats = game.read_seats(seats)
    template = game.new(seats, game.read_options(options or {}, seats))
    template.log.mute = 1
    whole = np.frombuffer(template.memory, np.uint64)
    words = np.stack([whole, whole])
    finals = np.zeros((n, game.state.core() // 8), np.uint64)
    out = np.empty(max(game.most_legal, game.seats[-1]), np.int32)
    play = Build(game, [policy_play]).functions["policy_play"]
    ended = play(words.view(template.native.dtype)[:, 0], words, out, number, n, finals)
    if ended != n:
        raise RuntimeError(f"{n - ended} of {n} matches of {game.id} did not end within {game.decisions} decisions")
    return Finals(game, finals.view(np.uint8))
