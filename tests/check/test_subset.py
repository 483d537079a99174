"""Every kind of breach of the subset is reported at its line, with what to do instead; what is allowed is not."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from taku.check.reading import Breach
from taku.check.subset import check_subset
from taku.engine import Game
from tests.check.tiny import imported

SOURCE = '''
from enum import IntEnum
import numpy
import math
from taku.engine import *
from taku.kit import cards

OPTIONS = Options(number("step", 3, 1, 5), number("any", 0, 0, 5))
PLAY = Actions(end=act("T-1"), go=act("T-1", "army:1..9", "n:1..3"))
KIND = Kinds(play=PLAY)
EVENT = Events(played=event("T-1", "seat"), over=event("T-2"))
WORTH = table([[1, 2, 3], [4, 5, 6]])
ZEROS = table([0, 1])
LIMIT = 7
LIST = [1, 2]
DICT = {1: 2}
ARRAY = numpy.array([1, 2])
HALF = 0.5
TEXT = "x"

class Suit(IntEnum):
    RED = 1

class Purse(Struct):
    coins = i8()
    spent = i16(2)

class State(GameState, options=OPTIONS, events=2):
    turn = i8()
    cell = i8(3, 4)
    row = i8(5)
    purse = field(Purse, 2)
    own = field(Purse)
    tmp = i8(5, scratch=True)

GLOBALS

@rule
def helper(s, a, b=2):
    return a + b

@rule
def tell(s, what, whose):
    told(s, whose, what)

@rule
def told(s, whose, what):
    emit(s, ALL, what, whose)

def plain(x):
    return x

@rule
def in_purse(p: Purse, n):
    p.coins += n
    return p.spent[n % 2]

@rule
def setup(s):
    """A docstring is allowed."""

@rule
def actors(s):
    return 0

@rule
def kind(s, seat):
    return 0

@rule
def legal(s, seat, out):
    out[0] = 1
    return 1

@rule
def default(s, seat):
    return 1

@rule
def apply(s, seat, action):
    x = action
    BODY

@rule
def scores(s, out):
    out[0] = 1

@rule
def guess(s, seat):
    """Nothing is hidden."""
'''

_numbers = itertools.count(1)


def game(folder: Path, body: str = "pass", globals_: str = "") -> tuple[Game, int]:
    """A game whose `apply` has this body, and the line of the body that ends in `# here` (or its first)."""
    name = f"subset_{next(_numbers)}"
    text = SOURCE.replace("GLOBALS", globals_).replace("BODY", body.strip().replace("\n", "\n    "))
    (folder / f"{name}.py").write_text(text)
    module: Any = imported(folder, name)
    lines = text.splitlines()
    marked = [i for i, line in enumerate(lines, 1) if line.endswith("# here")]
    first = next(i for i, line in enumerate(lines, 1) if line == "    x = action") + 1
    made = Game(
        id=name, version=1, state=module.State, seats=(2,), kinds=module.KIND, events=module.EVENT,
        decisions=1, rules=(module,), folder=folder,
    )  # fmt: skip
    return made, (marked or [first])[0]


BREACHES = {
    # body: what the message says
    "y = [x]": "a list is made",
    "y = PLAY.go": "go has arguments and is used as a number; make one of its numbers, PLAY.go(…)",
    "y = PLAY.gone": "PLAY has no number named 'gone'; did you mean 'go'?",
    "y = PLAY.go(1)": "the call of PLAY.go does not fit; it takes (army, n)",
    "y = PLAY.go(1, m=2)": "it takes (army, n)",
    "y = PLAY.gone(1)": "there is no action 'gone' here; did you mean 'go'?",
    "y = PLAY.end()": "end has no arguments",
    "y = PLAY.go.arm(x)": "go has no argument 'arm'; did you mean 'army'?",
    "y = x in PLAY.end": "end is one number; write == PLAY.end",
    "y = x in PLAY.gone": "there is no action PLAY.gone; did you mean 'go'?",
    "y = {x: 1}": "a dict is made",
    "y = {x}": "a set is made",
    "y = [i for i in range(3)]": "a list is made",
    "y = {i for i in range(3)}": "a set is made",
    "y = {i: i for i in range(3)}": "a dict is made",
    "y = max(i for i in range(3))": "a generator is made",
    "y = lambda: x": "a lambda",
    "def inner():\n    return 1": "a function within a rule",
    "class Inner:\n    pass": "a class within a rule",
    "raise ValueError": "raise",
    "try:\n    x = 1\nexcept ValueError:\n    x = 2": "try",
    "assert x": "assert",
    "with open(x) as f:\n    pass": "with",
    "yield x": "yield",
    "global LIMIT\nLIMIT = 3": "global",
    "import math": "an import within a rule",
    "del x": "del",
    "match x:\n    case 1:\n        pass": "match",
    "x = 0.5": "0.5 is not whole",
    "x = x / 2": "/ makes a float",
    "x /= 2": "/ makes a float",
    "x = HALF": "HALF is a float",
    "x = TEXT": "TEXT is a text",
    "x = 'a'": "the text 'a'",
    "x = f'{x}'": "a text is made",
    "x = None": "None",
    "x = LIST[0]": "declare it with table(...)",
    "x = DICT[1]": "declare it with table(...)",
    "x = ARRAY[0]": "declare it with table(...)",
    "x = plain(x)": "put @rule above it",
    "x = sum((1, 2))": "add up in a loop",
    "x = sorted(x)": "sorted",
    "x = Purse()": "structs are fields",
    "x = math.floor(x)": "math.floor(…) is called",
    "x = math.pi": "looked up in a module",
    "x = cards.push(s.row, 1)": "import it by name: from taku.kit.cards import push",
    "x = s.row.tolist()": "is called",
    "x = nobody": "'nobody' is not defined",
    "x = KIND.player": "no number named 'player'; did you mean 'play'?",
    "x = Suit.BLUE": "no number named 'BLUE'",
    "x = KIND": "write one of its names",
    "x = helper": "the rule helper is used as a value",
    "x = seat()": "seat is a variable and is called",
    "x = helper(s)": "the call of helper does not fit",
    "x = helper(s, 1, c=2)": "the call of helper does not fit",
    "x = helper(*(s, 1))": "a starred argument",
    "x = helper(s, **x)": "write the arguments out",
    "x = max(1, 2, key=x)": "max with a named argument",
    "x = max(s.row)": "max of one thing",
    "x = x // seat": "the divisor seat is not proven",
    "x = x % s.turn": "the divisor s.turn is not proven",
    "x //= seat": "the divisor seat is not proven",
    "x, y = divmod(x, seat)": "the divisor seat is not proven",
    "x = x % s.opt.any": "the divisor s.opt.any is not proven",
    "x = x % ZEROS[x]": "the divisor ZEROS[x] is not proven",
    "x = x // 0": "the divisor 0 is not proven",
    "x = x ** seat": "an exponent that is not a constant",
    "x = s.cell[1]": "s.cell has 2 axes and 1 are given",
    "x = s.purse[0].spent[0, 1]": "s.purse[0].spent has 1 axes and 2 are given",
    "x = WORTH[1]": "WORTH has 2 axes and 1 are given",
    "s.row[1:2] = 0": "a slice",
    "x = s.row[5]": "index 5 is past an axis of length 5",
    "s.rows[1] = 0": "State has no field 'rows'; did you mean 'row'?",
    "s.winner = 1": "State has no field 'winner'",
    "s.own.coin = 1": "Purse has no field 'coin'; did you mean 'coins'?",
    "s.purse[0].coin = 1": "Purse has no field 'coin'",
    "p = s.purse[1]\np.coin = 1  # here": "Purse has no field 'coin'",
    "s.purse.coins = 1": "choose one of them: s.purse[i].coins",
    "s.row = 0": "s.row is an array and is assigned as a whole",
    "s.own = s.purse[0]": "s.own is a struct Purse and is assigned as a whole",
    "s.purse[0] = s.own": "a struct is assigned as a whole",
    "WORTH[0, 0] = 1": "WORTH is a constant table",
    "s.turn[0] = 1": "s.turn is a number and has no elements",
    "x = x is seat": "is compares objects",
    "x = x in s.row": "`in` something else than a tuple",
    "for i in s.row:\n    pass": "a loop over something else",
    "for i in range(0, 5, seat):\n    pass": "the step of range",
    "y = s.own\ny = 3  # here": "y is a struct Purse before and a number here",
    "y = s.own if x else 3": "as the case may be",
    "emit(s, ALL, EVENT.played)": "is emitted with too few numbers: 0, not 1; it is declared with (seat)",
    "emit(s, ALL, EVENT.played, seat, x)": "the event played is emitted with too many numbers: 2, not 1",
    "emit(s, ALL, event=EVENT.played, b=1, a=2)": "the event played is emitted with too many numbers: 2, not 1",
    "emit(s, ALL, EVENT.over if x else EVENT.played, seat)": "event over is emitted with too many numbers: 1, not 0",
    "tell(s, EVENT.over, seat)": "the event over is emitted in tell with too many numbers: 1, not 0",
    "if x:\n    return 1": "without returning the number",
    "if x:\n    return  # here\nreturn 1": "returns nothing here",
}


@pytest.mark.parametrize("body", BREACHES)
def test_a_breach_is_reported_at_its_line(tmp_path: Path, body: str) -> None:
    made, line = game(tmp_path, body)
    found = check_subset(made)
    assert found, "nothing was reported"
    assert any(BREACHES[body] in str(b) and b.line == line for b in found), "\n".join(map(str, found))
    assert all(b.file.endswith(f"{made.id}.py") and b.rule == "apply" and b.remedy for b in found)


ALLOWED = [
    "x = helper(s, 1)\nx = helper(s, b=1, a=2)",
    "x = x // 2 + x % LIMIT + x // -3",
    "x = x // max(1, seat) + x % max(seat, 2) + x // (1 + max(1, x))",
    "x = x % s.opt.step + x // s.seats + x % len(WORTH) + x % len(s.row)",
    "x = x % WORTH[0, 1]",
    "n = max(1, seat)\nx = x % n",
    "for k in range(1, 5):\n    x = x % k",
    "for k in (1, 2, 4):\n    x = x // k",
    "x = Suit.RED + KIND.play + EVENT.played",
    "s.cell[1, 2] = WORTH[0, 1]\ns.cell[x, -1] += 1",
    "s.purse[1].coins = 3\ns.purse[1].spent[0] += 1\ns.own.coins = 0",
    "p = s.purse[1]\np.coins = 3\nx = in_purse(p, 1) + in_purse(s.own, 1)",
    "a, b = 1, 2\na, b = b, a\nq, r = divmod(x, 3)",
    "x = 1 if x in (1, 2) and not x == 3 else abs(-x)",
    "while x > 0:\n    x -= 1\n    if x == 5:\n        break",
    "emit(s, ALL, EVENT.over)\nemit(s, ALL, EVENT.played, a=seat)\ntell(s, EVENT.played, seat)",
    "emit(s, ALL, EVENT.played, seat)\nx = roll(s, 6) + die(s)",
    "if x:\n    return 1\nelse:\n    return 2",
    "x = True\nx = 2 ** 3 + (1 << seat)\nx: int = 3",
]


@pytest.mark.parametrize("body", ALLOWED)
def test_what_compiles_is_not_reported(tmp_path: Path, body: str) -> None:
    assert check_subset(game(tmp_path, body)[0]) == []


CHANGING = {
    "COUNT = 1\nCOUNT = 2": "assigned again",
    "COUNT = 1\nCOUNT += 2": "changed in place",
    "COUNT = 1\ndef more():\n    global COUNT\n    COUNT += 1": "declared global",
    "for COUNT in range(3):\n    pass": "the variable of a loop",
    "for i in range(3):\n    COUNT = i": "assigned in a loop",
    "COUNT, OTHER = 1, 2\nif True:\n    COUNT = 3": "assigned again",
    "COUNT = table([1])\nCOUNT = table([2])": "assigned again",
}


@pytest.mark.parametrize("globals_", CHANGING)
def test_a_global_that_changes_is_reported(tmp_path: Path, globals_: str) -> None:
    body = "x = COUNT[0]" if "table" in globals_ else "x = COUNT"
    made, line = game(tmp_path, body, globals_)
    (found,) = check_subset(made)
    assert (found.line, found.rule) == (line, "apply")
    assert "the global COUNT changes" in found.what
    assert CHANGING[globals_] in found.what


@pytest.mark.parametrize(
    "globals_",
    ["COUNT = 1", "COUNT: int = 1", "if LIMIT > 3:\n    COUNT = 1\nelse:\n    COUNT = 2", "COUNT, OTHER = 1, 2",
     "COUNT = sum([COUNT for COUNT in (1, 2)])"],
)  # fmt: skip
def test_a_global_that_is_bound_once_is_constant(tmp_path: Path, globals_: str) -> None:
    assert check_subset(game(tmp_path, "x = COUNT", globals_)[0]) == []


def test_a_global_that_changes_where_it_is_imported_from(tmp_path: Path) -> None:
    (tmp_path / "subset_origin.py").write_text("COUNT = 1\n\ndef more():\n    global COUNT\n    COUNT += 1\n")
    imported(tmp_path, "subset_origin")
    (found,) = check_subset(game(tmp_path, "x = COUNT", "from subset_origin import COUNT")[0])
    assert "subset_origin.py:4" in found.what


def test_recursion_is_reported_with_its_ring(tmp_path: Path) -> None:
    ring = (
        "@rule\ndef ping(s, n):\n    return pong(s, n - 1)\n\n@rule\ndef pong(s, n):\n    return ping(s, n) if n else 0"
    )
    (found,) = check_subset(game(tmp_path, "x = ping(s, 3)", ring)[0])
    assert "ping → pong → ping" in found.what
    assert "loop" in found.remedy


def test_a_rule_made_inside_a_function_is_reported(tmp_path: Path) -> None:
    closure = "def make(n):\n    @rule\n    def inner(s):\n        return n\n    return inner\n\nINNER = make(3)"
    found = check_subset(game(tmp_path, "x = INNER(s)", closure)[0])
    assert any("a closure over n" in b.what and b.rule == "inner" for b in found)


def test_a_loop_that_never_ends_is_a_warning(tmp_path: Path) -> None:
    made, line = game(tmp_path, "while True:\n    x += 1")
    (found,) = check_subset(made)
    assert found.warning
    assert found.line == line
    assert check_subset(game(tmp_path, "while True:\n    x += 1\n    if x > 3:\n        return 1")[0]) == []


def test_tables_fit_a_gpu(tmp_path: Path) -> None:
    big = "BIG = table(list(range(20000)))\nALSO = table([70000] * 15000)"
    (found,) = check_subset(game(tmp_path, "x = BIG[1] + ALSO[2]", big)[0])
    assert "take 100,000 bytes, ALSO alone 60,000" in found.what
    assert "65,536" in found.remedy


def test_a_breach_reads_like_a_compilers_message() -> None:
    breach = Breach("rules.py", 12, "apply", "/ makes a float", "write //")
    assert str(breach) == "rules.py:12: apply: / makes a float; write //"
