"""Sentences on cards, in links, of abilities and events, built from their parts in both languages (S-12).

The words stand in ``[op]``, ``[count]``, ``[while]`` and ``[if]`` of the catalogue. An op has up to four forms:

======== ======================================================= =============================================
form     English                                                 Japanese
======== ======================================================= =============================================
you      to oneself, as on a card: "take {amount}"               自分に{amount}
other    to somebody who is named: "deal {amount} to {whom}"     {whom}に{amount}
verb     after a subject: "[takes|take] {amount}"                after what was said of the same one: {amount}
self     after "you", where the verb would sound odd             the same
======== ======================================================= =============================================

A link joins the subject of one card with the verb of another. What a part cannot do to somebody is left out: nobody
pushes oneself, and enemies have no coins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

from taku.engine.catalogue import Catalogue, catalogue
from taku.games.synegier.content import (
    CONTENT,
    ON_SOLDIERS,
    ON_YOU,
    Card,
    Core,
    Event,
    Part,
    Selector,
    Soldier,
    Verb,
)

NOT_ON_SELF = frozenset(["strike", "push", "pull", "swap", "steal"])
"""Ops that do nothing to who uses them."""
CHOICE = re.compile(r"\[([^|\]]*)\|([^|\]]*)(?:\|([^|\]]*))?\]")
"""A word after one, after several, and, where it differs, after nobody yet: [is|are|be]."""
MINUS = "−"

YOU = "you"
SELECTORS = {one.id: one for one in CONTENT.selectors}
VERBS = {one.id: one for one in CONTENT.verbs}


def _once(build: Callable[..., str]) -> Callable[..., str]:
    """Build a text once for each language; rows of the content are known by their ids."""
    made: dict[tuple[str, ...], str] = {}

    @wraps(build)
    def told(*given: Any) -> str:
        *rows, language = given
        key = (*(row.id for row in rows), language)
        if key not in made:
            made[key] = build(*given)
        return made[key]

    return told


def book(language: str) -> Catalogue:
    """The words that sentences are built of."""
    return catalogue(Path(__file__).parent, language)


def plural(who: Selector) -> bool:
    """Whether a selector may name several."""
    return who.plus_self or (who.pick in ("all", "low", "rich", "poor") and who.who not in ("self", "opponent", "same"))


# ---- parts of a sentence


def signed(n: int) -> str:
    return f"+{n}" if n >= 0 else f"{MINUS}{-n}"


def _amount(part: Part, words: Catalogue, *, sign: bool = False) -> tuple[str, str]:
    """The number of a part, and what is added to it: "3" and "plus one die"; in Japanese all in the first."""
    n = signed(part.n) if sign else str(part.n)
    if not part.of:
        return n, ""
    what = words.text("count", part.of)
    if words.language == "ja":
        times = what if part.per == 1 else f"{what}×{part.per}"
        inner = f"{part.n}+{times}" if part.n else times
        return ("+" if sign else "") + f"({inner})", ""
    tail = words.fill(what, {"x": part.per})
    if part.n:
        return n, f"{', ' if sign else ' '}plus {tail}"
    return (signed(part.per) if sign else str(part.per)), " " + words.fill(what, {"x": ""}).strip()


def _key(part: Part) -> str:
    """The words of an op; some have others where they take away, or where they have a number."""
    if part.op == "strike" and part.n:
        return "strike_more"
    if part.n < 0 and part.op in ("atk", "def", "coin"):
        return f"{part.op}_less"
    return part.op


def _has(key: str, form: str, words: Catalogue) -> bool:
    return bool(words.has("op", key, form) and words.text("op", key, form))


def _filled(form: str, part: Part, words: Catalogue, whom: str = "", *, many: bool | None = False) -> str:
    """One part in one form, or "" if the op has no such form."""
    key = _key(part)
    if not _has(key, form, words):
        return ""
    stat = (part.op in ("atk", "def") and form != "verb") or (words.language == "ja" and part.op in ("atk", "def"))
    amount, tail = _amount(part, words, sign=stat)
    dur = words.text("while", part.dur) if part.dur else ""
    if form == "other" and tail.startswith(" plus"):
        tail = f",{tail}"
    text = words.fill(
        words.text("op", key, form),
        {"amount": amount, "tail": tail, "n": abs(part.n), "whom": whom, "dur": dur},
    )
    return CHOICE.sub(lambda m: (m[3] or m[2]) if many is None else m[2] if many else m[1], text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sequence(texts: Sequence[str], parts: Sequence[Part], words: Catalogue) -> str:
    """Parts about one subject; what depends on what came before follows with "then"."""
    made = texts[0]
    verb = f"{made.split()[0]} "
    for text, part in zip(texts[1:], parts[1:], strict=True):
        made += words.text("sentence", "next" if part.if_ else "and") + text.removeprefix(verb)
    return made


def _joined(parts: Sequence[str], words: Catalogue) -> str:
    """Parts as one sentence; "this turn" is said once, in English at the end and in Japanese at the beginning."""
    turn = words.text("while", "turn")
    if all(p.endswith(f" {turn}") for p in parts):
        parts = [*(p.removesuffix(f" {turn}") for p in parts[:-1]), parts[-1]]
    elif all(p.startswith(turn) for p in parts):
        parts = [parts[0], *(p.removeprefix(turn).lstrip("、") for p in parts[1:])]
    return words.text("sentence", "and").join(parts)


# ---- cards, abilities, events


def _told(part: Part, last: Selector | None, words: Catalogue) -> str:
    """A part as it stands on a card: an order to who plays it."""
    who = _selector_of(part)
    if who is None or who.id == YOU:
        return _filled("you", part, words)
    many = plural(last) if last is not None and who.who == "same" else plural(who)
    if who.who == "same":
        whom, subject = (words.text("sentence", one) for one in (("them", "they") if many else ("it", "it")))
    else:
        whom = subject = _name(who, part, words)
    return _filled("other", part, words, whom) or f"{subject} {_filled('verb', part, words, many=many)}"


def _name(who: Selector, part: Part, words: Catalogue) -> str:
    """Whom a part is about; what is taken from several is taken from each."""
    if part.op == "steal" and words.has("each", who.id):
        return words.text("each", who.id)
    return who.name[words.language]


def _selector_of(part: Part) -> Selector | None:
    return SELECTORS.get(part.to)


def _parts(parts: Sequence[Part], words: Catalogue) -> list[str]:
    """Parts one after another, each with its condition; ATK and DEF that go up together are told together."""
    made: list[str] = []
    last: Selector | None = None
    before: Part | None = None
    for part in parts:
        who = _selector_of(part)
        if _goes_with(before, part, who):
            made[-1] = _both(before, part, made[-1], words)  # type: ignore[arg-type]
            before = None
            continue
        text = _told(part, last, words)
        if part.if_:
            again = before is not None and before.op == part.op and part.to in (before.to, "same")
            text = (again and _filled("further", part, words)) or text
            key = f"{part.if_}_many" if last is not None and plural(last) and part.to == "same" else part.if_
            text = words("sentence.if", cond=words.text("if", key), text=text)
        made.append(text)
        before = part
        if who is not None and who.who not in ("same",) and who.area != "around_same":
            last = who
    return made


def _goes_with(before: Part | None, part: Part, who: Selector | None) -> bool:
    """Whether a change of DEF follows one of ATK of the same size on the same one for the same time."""
    return (
        before is not None
        and (before.op, part.op) == ("atk", "def")
        and before.dur == part.dur
        and (part.to == before.to or part.to == "same")
        and not (before.of or part.of or before.if_ or part.if_)
        and before.n > 0
        and part.n > 0
    )


def _both(before: Part, part: Part, text: str, words: Catalogue) -> str:
    one = f"ATK{signed(before.n)}" if words.language == "ja" else f"{signed(before.n)} ATK"
    return text.replace(one, words("sentence.both", atk=signed(before.n), **{"def": signed(part.n)}))


def _sentences(texts: Sequence[str], words: Catalogue) -> str:
    stop = words.text("sentence", "stop")
    return words.text("sentence", "space").join(_capital(text) + stop for text in texts)


@_once
def card_text(card: Card, language: str) -> str:
    """The effect of a card, sentence by sentence."""
    words = book(language)
    return _sentences(_parts(card.effect, words), words)


@_once
def event_text(event: Event, language: str) -> str:
    """What an event card does."""
    words = book(language)
    return _sentences(_parts(event.do, words), words)


@_once
def core_text(soldier: Soldier, language: str) -> str:
    """A core ability: when it works, if, and what it does then."""
    words = book(language)
    return _sentences([_ability(one, words) for one in soldier.core], words)


def _ability(one: Core, words: Catalogue) -> str:
    if one.static:
        return words(f"static.{one.static}", n=one.n)
    when = words.text("when", one.when)
    if one.if_:
        when = words("sentence.when_if", when=when, cond=words.text("if", one.if_))
    return words("sentence.when", when=when, text=_joined(_parts(one.do, words), words))


# ---- links


@_once
def subject_text(who: Selector, language: str) -> str:
    """The half of a sentence at the right edge of a card."""
    return _capital(who.name[language])


@_once
def verb_text(verb: Verb, language: str) -> str:
    """The half of a sentence at the left edge of a card."""
    words = book(language)
    return _sequence(_verbs(verb.do, words, many=None), verb.do, words)


def _verbs(parts: Sequence[Part], words: Catalogue, *, many: bool | None, self_: bool = False) -> list[str]:
    made: list[str] = []
    for n, part in enumerate(parts):
        form = "self" if self_ and _has(_key(part), "self", words) else "verb"
        text = _filled(form, part, words, many=many)
        if part.if_:
            again = n and parts[n - 1].op == part.op and _has(part.op, "more", words)
            text = _filled("more", part, words) if again else text
            text = words("sentence.verb_if", cond=words.text("verb_if", part.if_), text=text)
        made.append(text)
    return made


@_once
def link_text(who: Selector, verb: Verb, language: str) -> str:
    """The whole sentence of a link."""
    words = book(language)
    groups: list[tuple[str, list[Part]]] = []
    for part in verb.do:
        about = reaches(who, part)
        if about and groups and groups[-1][0] == about:
            groups[-1][1].append(part)
        elif about:
            groups.append((about, [part]))
    if not groups:
        text = _clause(YOU if who.id == YOU else "all", who, verb.do, words)
        return words("sentence.nothing", text=_capital(text), why=words.text("nothing", _why(who, verb.do)))
    return _capital(words.text("sentence", "then").join(_clause(about, who, ps, words) for about, ps in groups))


def _why(who: Selector, parts: Sequence[Part]) -> str:
    return "self" if who.id == YOU else "you_only" if parts[0].op in ON_YOU else "soldier_only"


def reaches(who: Selector, part: Part) -> str:
    """Whom of its subject a part can do anything to: "all", "you", the "others", or "" for nobody."""
    has_self = who.who in ("self", "soldier") or who.plus_self
    if part.op in ON_YOU:
        return "you" if has_self else ""
    if part.op in ON_SOLDIERS and who.who == "enemy":
        return ""
    if part.op in NOT_ON_SELF and has_self:
        return "" if who.who == "self" else "others"
    return "you" if who.who == "self" else "all"


def _clause(about: str, who: Selector, parts: Sequence[Part], words: Catalogue) -> str:
    """What happens to one subject: its name with what follows."""
    if about == "you":
        who = SELECTORS[YOU]
    name = who.name[words.language]
    if about == "others":
        name = words.text("others", who.id)
    many = about == "you" or (plural(who) and not (about == "others" and who.plus_self))
    self_ = about == "you"
    texts = _verbs(parts, words, many=many, self_=self_)
    if words.language != "ja":
        return f"{name} {_sequence(texts, parts, words)}"
    if not (self_ and _has(_key(parts[0]), "self", words)):
        texts[0] = _filled("other", parts[0], words, name if about == "others" else _name(who, parts[0], words))
    else:
        texts[0] = words("sentence.as", whom=name, text=texts[0])
    return _sequence(texts, parts, words)
