"""The names of a game's contract, for code that is written once for all games.

A kernel (a compiled loop over whole matches) calls ``legal(s, seat, out)`` as if there were one game. When it is
compiled for a game, these names are bound to that game's own rules and the capitals to its bounds.
"""

from __future__ import annotations

from typing import Any, NoReturn

ENTRIES = {
    "setup": ("s",),
    "actors": ("s",),
    "kind": ("s", "seat"),
    "legal": ("s", "seat", "out"),
    "default": ("s", "seat"),
    "apply": ("s", "seat", "action"),
    "scores": ("s", "out"),
    "guess": ("s", "seat"),
}
"""What every game must have, with the parameters in order."""

OPTIONAL = {
    "hide": ("s", "seat"),
    "prefer": ("s", "seat", "action"),
    "value": ("s", "seat"),
    "resign": ("s", "seat"),
    "timeout": ("s", "seat"),
    "scouts": ("s", "seat", "action"),
    "takes_back": ("s", "seat", "action"),
    "plan_begin": ("s", "seat"),
    "plan_guess": ("s", "seat"),
    "plan_rank": ("s", "seat", "unit"),
    "plan_units": ("s", "seat"),
    "plan_orders": ("s", "seat", "unit", "out"),
    "plan_choose": ("s", "seat", "unit", "script"),
    "plan_step": ("s", "seat", "unit", "order"),
    "plan_close": ("s", "seat"),
    "plan_scripts": ("s", "seat"),
    "plan_value": ("s", "seat", "manner"),
}
"""What a game may have."""

FOR_BOTS = {"guess", "prefer", "value"} | {name for name in OPTIONAL if name.startswith("plan_")}
"""What players and searches ask for: it changes no match."""

CORE_WORDS: int = 0
ACTIONS: int = 0
SEATS: int = 0
DECISIONS: int = 0
HAS_PREFER: int = 0
HAS_VALUE: int = 0
HAS_TAKES_BACK: int = 0
HAS_PLAN_CLOSE: int = 0
HAS_PLAN_GUESS: int = 0
HAS_PLAN_RANK: int = 0
HAS_PLAN_STEP: int = 0
HAS_PLAN_VALUE: int = 0


def _unbound(*_: Any) -> NoReturn:
    raise RuntimeError("this name is bound to a game's rule when a kernel is compiled for that game")


setup = actors = kind = legal = default = apply = scores = guess = _unbound
hide = prefer = value = resign = timeout = scouts = takes_back = _unbound
plan_begin = plan_close = plan_guess = plan_rank = plan_units = plan_orders = plan_choose = plan_step = plan_scripts = (
    plan_value
) = _unbound
act = view = start = give_up = run_out = (
    _unbound  # composed by the engine: with a fresh buffer of events, all secrets blanked
)
