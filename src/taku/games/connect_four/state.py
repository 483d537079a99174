"""Connect four: what is on the table."""

from taku.engine import Actions, Events, GameState, Kinds, act, event, i8

COLUMNS, ROWS = 7, 6
LINE = 4

DROP = Actions(drop=act("F-2.3", f"column:column:{COLUMNS}"))
KIND = Kinds(drop=DROP)
EVENT = Events(
    dropped=event("F-2.2", "seat", "column:column"),
    line=event("F-3.1", "seat"),
    full=event("F-3.2"),
    resigned=event("F-3.3", "seat"),
)


class State(GameState, events=2):
    turn = i8()  # the seat that drops next
    over = i8()
    winner = i8()  # 1 + seat; 0 while there is none
    drops = i8()
    height = i8(COLUMNS)  # discs in each column
    discs = i8(2, ROWS)  # for each seat and row the bit set of its columns; row 0 is the bottom
