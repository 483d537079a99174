"""Faults to plant into the small game: which law must catch each, and what it must say (lines by their text)."""

from __future__ import annotations

from tests.check.tiny import Fault


def rules(old: str, new: str) -> Fault:
    return "rules.py", old, new


def page(old: str, new: str) -> Fault:
    return "table.py", old, new


def english(old: str, new: str) -> Fault:
    return "words/en.toml", old, new


PLANTED: dict[str, tuple[str, list[Fault], str]] = {
    # ---- blank
    "a hide that shows a secret": (
        "blank",
        [
            rules(
                "@rule\ndef guess",
                """@rule
def hide(s, seat):
    if seat >= 0:
        s.points[2] = s.hand[1 - min(seat, 1), 0]


@rule
def guess""",
            )
        ],
        "points[2]",
    ),
    "a hand that is not declared as hidden": (
        "blank",
        [rules("hand = i8(3, 3, seen=OWNER)", "hand = i8(3, 3)")],
        "hand[",
    ),
    "a sealed choice that everybody sees": ("blank", [rules("pick = i8(3, seen=OWNER)", "pick = i8(3)")], "pick["),
    "a public trace of a sealed choice": (
        "blank",
        [
            rules(
                "        s.pick[seat] = card\n",
                "        s.pick[seat] = card\n        s.shown[seat, s.round] = -(action % 2)\n",
            )
        ],
        "stored in rules.py:[s.shown[seat, s.round] = -(action % 2)] in apply",
    ),
    "a hide that shows the spectator a secret": (
        "blank",
        [
            rules(
                "@rule\ndef guess",
                "@rule\ndef hide(s, seat):\n    if seat < 0 and s.deck[0]:\n        s.points[2] = s.deck[0]\n\n"
                "\n@rule\ndef guess",
            )
        ],
        "the spectator sees",
    ),
    "a hide that is not idempotent": (
        "blank",
        [
            rules(
                "@rule\ndef guess",
                """@rule
def hide(s, seat):
    s.points[2] = s.points[2] + 1


@rule
def guess""",
            )
        ],
        "idempotent",
    ),
    "an event of a sealed choice told to all": (
        "blank",
        [rules("only(seat), EVENT.picked, card", "ALL, EVENT.picked, card")],
        "emitted in rules.py:[emit(s, ALL, EVENT.picked, card)] in apply",
    ),
    "a page that remembers other seats' pages": (
        "blank",
        [
            page("from taku.page.html import el", "from taku.page.html import el\nMEMORY = {}"),
            page("    cards = [el", "    MEMORY[seat] = [seen.hand[seat, i] for i in range(3)]\n    cards = [el"),
            page('el("p", points)', 'el("p", points, str(sorted(MEMORY.items())))'),
        ],
        "page of seat",
    ),
    # ---- blank: events and fields that betray what stays hidden
    "a secret told to all in a move": (
        "blank",
        [rules("    emit(s, ALL, EVENT.won, best)\n", "    emit(s, ALL, EVENT.won, s.deck[0])\n")],
        "`seat` of the event won(seat) goes with it (",
    ),
    "a secret told to all in setup": (
        "blank",
        [rules("    deal(s, CARDS, -1)\n", "    deal(s, CARDS, -1)\n    emit(s, ALL, EVENT.shown, 1, s.hand[1, 0])\n")],
        "emitted in rules.py:[emit(s, ALL, EVENT.shown, 1, s.hand[1, 0])] in setup",
    ),
    "a secret told to spectators": (
        "blank",
        [rules("    emit(s, ALL, EVENT.won, best)\n", "    emit(s, only(-1), EVENT.won, s.deck[1])\n")],
        "is told something of deck[1]",
    ),
    "a secret told to the wrong seat": (
        "blank",
        [rules("    emit(s, ALL, EVENT.won, best)\n", "    emit(s, only(0), EVENT.won, s.hand[1, 0])\n")],
        "seat 0 is told something of hand[1, 0]",
    ),
    "a card told to the wrong seat in setup": (
        "blank",
        [
            rules(
                "    deal(s, CARDS, -1)\n",
                "    deal(s, CARDS, -1)\n    emit(s, only(0), EVENT.shown, 1, s.hand[1, 2])\n",
            )
        ],
        "seat 0 is told something of hand[1, 2]",
    ),
    "an event that a secret decides": (
        "blank",
        [
            rules(
                "    emit(s, ALL, EVENT.won, best)\n", "    if s.deck[0] > 4:\n        emit(s, ALL, EVENT.won, best)\n"
            )
        ],
        "the event won(seat) goes with it",
    ),
    "a public sum of hidden hands in a move": (
        "blank",
        [
            rules(
                "    s.points[best] += 1\n",
                "    s.points[best] += 1\n    s.points[2] = s.hand[0, 0] + s.hand[0, 1] + s.hand[1, 0]\n",
            )
        ],
        "the field points[2] goes with it",
    ),
    "a public sum of a hidden hand in setup": (
        "blank",
        [
            rules(
                "    deal(s, CARDS, -1)\n",
                "    deal(s, CARDS, -1)\n    s.points[2] = s.hand[0, 0] + s.hand[0, 1] + s.hand[0, 2]\n",
            )
        ],
        "stored in rules.py:[s.points[2] = s.hand[0, 0] + s.hand[0, 1] + s.hand[0, 2]] in setup",
    ),
    "a public field that a secret decides": (
        "blank",
        [rules("    s.points[best] += 1\n", "    s.points[best] += 1 + (1 if s.deck[1] > 4 else 0)\n")],
        "is shown something of deck[1]",
    ),
    "a draw told to all": (
        "blank",
        [
            rules("    points = i8(3)\n", "    points = i8(3)\n    die = i8(seen=NOBODY)\n"),
            rules("    s.points[best] += 1\n", "    s.points[best] += 1\n    s.die = 1 + roll(s, 6)\n"),
            rules("    emit(s, ALL, EVENT.won, best)\n", "    emit(s, ALL, EVENT.won, s.die)\n"),
            rules("    n = unknown(s, seat)\n", "    s.die = 1 + roll(s, 6)\n    n = unknown(s, seat)\n"),
        ],
        "is told something of die",
    ),
    # ---- who, legal
    "actors that depend on a secret": (
        "who",
        [
            rules(
                "    return ((1 << s.seats) - 1) & ~s.ready",
                "    return ((1 << s.seats) - 1) & ~s.ready & ~(2 if s.pick[0] and s.round and not s.ready else 0)",
            )
        ],
        "sees",
    ),
    "a legal list that depends on a secret": (
        "legal",
        [
            rules(
                "    return 3 - s.round\n\n\n@rule\ndef default",
                "    return 3 - s.round if s.deck[0] < 5 else 1\n\n\n@rule\ndef default",
            )
        ],
        "legal of seat 0 reads what the seat does not see: from what it sees it adds ",
    ),
    "a kind that depends on a secret": (
        "legal",
        [rules("KIND.confirm if s.pick[seat]", "KIND.confirm if s.pick[seat] or s.deck[0] > 4")],
        "kind of seat",
    ),
    "a default that depends on a secret": (
        "legal",
        [
            rules(
                "PICK.pick(s.hand[seat, 0])",
                "PICK.pick(s.hand[seat, 1 if s.deck[0] > 4 and s.round < 2 else 0])",
            )
        ],
        "default of seat",
    ),
    "an action that never comes up": (
        "met",
        [rules('back=act("T-2.1", back=True)', 'back=act("T-2.1", back=True), wait=act("T-2.1")')],
        "wait (confirm) was never legal",
    ),
    "an action that is not declared": ("bounds", [rules("out[1] = CONFIRM.back", "out[1] = 22")], "not declared"),
    # ---- fit, vary, keep
    "a guess that changes what is known": (
        "fit",
        [
            rules(
                "    n = unknown(s, seat)\n    shuffle",
                "    n = unknown(s, seat)\n    s.shown[seat, 0] = 0\n    shuffle",
            )
        ],
        "shown[",
    ),
    "a guess that loses a card": (
        "fit",
        [
            rules(
                "    for i in range(at, n):\n        s.deck[i - at] = s.tmp[i]",
                "    for i in range(at, n - (seat >= 0)):\n        s.deck[i - at] = s.tmp[i]",
            )
        ],
        "'cards'",
    ),
    "a guess that fails": (
        "fit",
        [
            rules(
                "    n = unknown(s, seat)\n    shuffle(s, n)",
                "    n = unknown(s, seat)\n    s.tmp[n + 9] = 0\n    shuffle(s, n)",
            )
        ],
        "IndexError",
    ),
    "a guess in which nothing can be played": (
        "fit",
        [
            rules("        s.pick[other] = s.hand[other, roll(s, 3 - s.round)]", "        s.pick[other] = 99"),
            rules(
                "        s.shown[seat, s.round] = card\n",
                "        s.shown[seat, s.round] = card\n        s.tmp[card - 1] = 0\n",
            ),
        ],
        "cannot be played on",
    ),
    "a constant guess": (
        "vary",
        [
            rules("    n = unknown(s, seat)\n    shuffle(s, n)", "    n = unknown(s, seat)"),
            rules(
                "or roll(s, 2):\n        s.pick[other] = s.hand[other, roll(s, 3 - s.round)]",
                "or 0:\n        s.pick[other] = s.hand[other, 0]",
            ),
        ],
        "all the same",
    ),
    "a guess with one constant field": (
        "vary",
        [
            rules(
                "or roll(s, 2):\n        s.pick[other] = s.hand[other, roll(s, 3 - s.round)]",
                "or 0:\n        s.pick[other] = 0",
            )
        ],
        "'pick'",
    ),
    "a biased guess": (
        "vary",
        [
            rules(
                "        k = roll(s, i + 1)\n        card = s.tmp[i]", "        k = roll(s, n)\n        card = s.tmp[i]"
            )
        ],
        "biased over hand+deck",
    ),
    "a broken invariant": (
        "keep",
        [rules("        play(s, seat, card)\n", "        play(s, seat, card - (card == 9))\n")],
        "'cards'",
    ),
    # ---- commute
    "clicks whose order is kept": (
        "commute",
        [
            rules(
                "        s.ready |= 1 << seat\n        if",
                "        s.points[2] = 2 * s.points[2] % 64 + seat\n        s.ready |= 1 << seat\n        if",
            )
        ],
        "points[2]",
    ),
    "chance before the last commit": (
        "commute",
        [rules("        s.pick[seat] = card\n", "        s.pick[seat] = card\n        roll(s, 6)\n")],
        "draws chance",
    ),
    "a choice that ends that of another": (
        "commute",
        [rules("        if s.ready == (1 << s.seats) - 1:", "        if s.ready:")],
        "by itself, but not after",
    ),
    "a choice that ends the match for others": (
        "commute",
        [
            rules(
                "            reveal(s)\n", "            reveal(s)\n        else:\n            s.round = s.opt.rounds\n"
            )
        ],
        "takes the decision from",
    ),
    "a click that changes another's choice": (
        "commute",
        [
            rules(
                "        s.pick[seat] = card\n",
                "        s.pick[seat] = card\n        s.pick[0] = s.pick[0] if seat == 0 else 0\n",
            )
        ],
        "seat 0",
    ),
    # ---- end, bounds
    "an endless game": (
        "end",
        [rules("    s.round += 1\n", "    s.round += s.points[0] > 1\n"), rules("        play(s, seat, card)\n", "")],
        "declared 18 decisions",
    ),
    "a store out of range": (
        "bounds",
        [rules("    s.points[best] += 1\n", "    s.points[best] += 1\n    s.points[2] += 50\n")],
        "s.points[2] = 150 is out of range: an i8 holds -128 to 127; bound the value, or declare a wider field\n"
        "rules.py:[s.points[2] += 50] in reveal: s.points[2] += 50",
    ),
    "a single number out of range": (
        "bounds",
        [rules("    s.round += 1\n", "    s.round += 1 + 128 * s.opt.coin\n")],
        "s.round = 129 is out of range: an i8 holds",
    ),
    "a value of another rule out of range": (
        "bounds",
        [rules("    s.points[best] += 1\n", "    s.points[best] = 128 + unknown(s, 0)\n")],
        "s.points[0] = 133 is out of range",
    ),
    "an index past its end": (
        "bounds",
        [rules("    s.round += 1\n", "    s.round += 1\n    s.points[s.round + 1] += 0\n")],
        "IndexError: s.points[3]: the index 3 is past an axis of length 3\n"
        "rules.py:[s.points[s.round + 1] += 0] in reveal",
    ),
    "an event with too few numbers": (
        "bounds",
        [rules("emit(s, ALL, EVENT.shown, seat, card)", "emit(s, ALL, EVENT.shown, seat)")],
        "the event shown(seat, card) is emitted with 1 numbers in rules.py:[emit(s, ALL, EVENT.shown, seat)] in reveal",
    ),
    "an event with too many numbers": (
        "bounds",
        [rules("emit(s, ALL, EVENT.over)", "emit(s, ALL, EVENT.over, best)")],
        "the event over() is emitted with 1 numbers",
    ),
    "a lost event": ("bounds", [rules("events=8", "events=4")], "declared 4 events"),
    "an event without a number": ("bounds", [rules("EVENT.picked, card", "9, card")], "event number 9"),
    "a default that is not legal": (
        "bounds",
        [rules("return CONFIRM.commit if s.pick[seat] else", "return CONFIRM.back + 1 if s.pick[seat] else")],
        "the default of seat",
    ),
    "no legal action": (
        "bounds",
        [rules("        out[1] = CONFIRM.back\n        return 2", "        return 0")],
        "no legal action",
    ),
    "the same action twice": ("bounds", [rules("out[1] = CONFIRM.back", "out[1] = CONFIRM.commit")], "not distinct"),
    "a kind without a name": ("bounds", [rules("return KIND.confirm if", "return 5 if")], "kind of seat"),
    "actors beyond the table": (
        "bounds",
        [rules("return ((1 << s.seats) - 1)", "return ((2 << s.seats) - 1)")],
        "bits of the",
    ),
    "ranks that skip a tie": (
        "bounds",
        [rules("out[seat] += s.points[other] > s.points[seat]", "out[seat] += s.points[other] >= s.points[seat]")],
        "the ranks are",
    ),
    "a question that changes the state": (
        "bounds",
        [rules("def kind(s, seat):\n", "def kind(s, seat):\n    s.points[2] ^= 1\n")],
        "may only look",
    ),
    "resigning that leaves nothing to do": (
        "bounds",
        [
            rules(
                "    s.round = s.opt.rounds\n    s.points[seat] = -1",
                "    s.round = 3 if s.opt.rounds < 3 else s.opt.rounds - 1\n    s.hand[seat, 0] = 0",
            )
        ],
        "when seat 0 resigns: ActionError: card of pick is 1 to 9, not 0\nrules.py:",
    ),
    # ---- replay
    "a rule with a memory outside the state": (
        "replay",
        [
            rules("CARDS = 9\n", "CARDS = 9\nMEMORY = [0]\n"),
            rules("    s.points[best] += 1\n", "    MEMORY[0] += 1\n    s.points[best] += 1 + (MEMORY[0] > 3)\n"),
        ],
        "outside s",
    ),
    "a rule that reads old scratch space": (
        "replay",
        [
            rules(
                "        s.pick[seat] = card\n",
                "        s.pick[seat] = card\n        s.points[2] += s.tmp[8] > 50\n",
            )
        ],
        "scratch",
    ),
    # ---- words
    "a missing word": ("words", [english('confirm = "Confirm"\n', "")], "kind.confirm"),
    "a missing word of an action": (
        "words",
        [english('back = "Take it back"\n', ""), ("words/ja.toml", 'back = "Take it back"\n', "")],
        "action.back",
    ),
    "a word that only one language has": ("words", [english("[kind]\n", '[kind]\nother = "x"\n')], "kind.other"),
    "two actions of one name": ("words", [english('back = "Take it back"', 'back = "Play it"')], "both called"),
    "a text that asks for what is not there": ("words", [english("You pick {card}.", "You pick {thing}.")], "{thing}"),
    "a number in a rulebook that is no option": (
        "words",
        [("rulebook/ja.md", "- **T-2.3** Win.", "- **T-2.3** Win {twice}.")],
        "{twice}",
    ),
    "a rulebook that lacks a clause": ("words", [("rulebook/ja.md", "- **T-2.3** Win.\n", "")], "T-2.3"),
    "an event that cites no clause": ("words", [rules('over=event("T-3.1")', 'over=event("T-9.9")')], "T-9.9"),
    "an option that cites no clause": ("words", [rules('clause="T-2.3"', 'clause="T-8.8"')], "T-8.8"),
    # ---- table
    "a missing gesture": ("table", [page('        return ("ok",)', "        return None")], "has no gesture"),
    "a gesture that is not on the page": (
        "table",
        [page('        return ("ok",)', '        return ("okay",)')],
        "'okay'",
    ),
    "two actions with one gesture": (
        "table",
        [page('return () if action.name == "back" else', 'return ("ok",) if action.name == "back" else')],
        "share the gesture",
    ),
    "an id twice": (
        "table",
        [page('id="ok"', 'id="card-1"'), page('        return ("ok",)', '        return ("card-1",)')],
        "more than one element with id card-1",
    ),
    "a page that fails for the spectator": (
        "table",
        [page("if seat >= 0 else []", "if seat >= 0 else [1 // 0]")],
        "spectator",
    ),
    "a page that changes the state": (
        "table",
        [page("    points = [", "    seen.points[0] = 3\n    points = [")],
        "changes the state",
    ),
}
