"""What several pages share: tickets in forms, choices of bots, a table in one line, its choices in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taku.bots import find_opponent, say
from taku.compile.speed import rules_of
from taku.engine.game import Game, GameError
from taku.page.html import Child, Raw, el, join
from taku.page.parts import Name, own_name
from taku.page.svg import crest
from taku.server import limits
from taku.server.live.room import nonce_field, promise_line
from taku.server.store import Match, Seat
from taku.server.web import Problem, Visit, when
from taku.server.words import Text, game_words

DAY = 24 * 3600


def find_game(visit: Visit, name: str) -> Game:
    try:
        return visit.site.games.get(name)
    except GameError:
        raise Problem("problem.game", 404) from None


async def find_match(visit: Visit) -> Match:
    found = await visit.site.store.match(str(visit.path["id"])[:64])
    if found is None:
        raise Problem("problem.table", 404)
    if found.id not in visit.site.hall.tables and found.length:
        visit.spend(visit.site.reads, limits.READ_OPENING)
    return found


def ticket(visit: Visit, game: Game, *, shown: bool = False) -> Raw:
    """The hidden fields of a form that opens a table: the deal it is for, and what the browser throws in."""
    token, deal = visit.site.deals.ticket()
    guide = game.module("guide") if game.guide else None
    return join(
        el("input", type="hidden", name="ticket", value=token),
        nonce_field(deal.id, deal.commitment, guide_seed=bool(getattr(guide, "SEED", ""))),
        promise_line(deal.commitment, visit.t) if shown else None,
    )


def bot_seat(game: Game, level: str, language: str, number: int = 0) -> Seat:
    """A seat for a bot, with its own name or one that says how well it plays."""
    found = find_opponent(game, level, language)
    name = found.name if found else level
    if found is None or not found.own:
        name = f"{say(language, 'bot')} · {name}"
    return Seat("bot", None, level, f"{name} {number}" if number else name)


def bots_named(game: Game, seats: Sequence[Seat], language: str) -> list[Seat]:
    """Bots of one level are told apart by a number."""
    made, count = [], {}
    same: dict[str, int] = {}
    for s in seats:
        if s.kind == "bot":
            same[s.level or ""] = same.get(s.level or "", 0) + 1
    count = dict.fromkeys(same, 0)
    for s in seats:
        if s.kind == "bot" and s.level:
            count[s.level] += 1
            s = bot_seat(game, s.level, language, count[s.level] if same[s.level] > 1 else 0)
        made.append(s)
    return made


def teams(game: Game, seats: int, options: Mapping[str, int]) -> list[int] | None:
    """The team of each seat, in games that have teams."""
    if "team" not in game.state.layout.fields:
        return None
    rules = rules_of(game)
    s: Any = game.new(seats, dict(options))
    rules.key(s, bytes(range(16)))
    rules.start(s)
    return [int(s.team[i]) for i in range(seats)]


def choose(name: str, choices: Sequence[tuple[str, str]], chosen: str, **attrs: Any) -> Raw:
    options = [el("option", label, value=value, selected=value == chosen) for value, label in choices]
    return el("select", options, name=name, id=attrs.pop("id_", f"f-{name}"), **attrs)


def field(label: str, control: Child, *, id_: str, explain: str = "", error: str = "") -> Raw:
    return el(
        "div",
        el("label", label, for_=id_),
        control,
        el("p", explain, class_="explain") if explain else None,
        el("p", error, class_="error") if error else None,
        class_="field",
    )


def tick(name: str, label: str, on: bool, explain: str = "") -> Raw:
    return el(
        "label",
        el("input", type="checkbox", name=name, value="yes", checked=on),
        el("span", label, el("br") if explain else None, el("small", explain) if explain else None),
        class_="choice",
    )


# ---- a table in words


def clock_words(clock: Mapping[str, Any], t: Text) -> str:
    kind = str(clock.get("kind", "none"))
    seconds = int(clock.get("seconds", 0))
    if kind == "decision":
        return t("clock.decision.words", n=seconds)
    if kind == "bank":
        return t("clock.bank.words", n=max(1, seconds // 60), s=int(clock.get("increment", 0)))
    if kind == "days":
        return t("clock.days.words", n=max(1, seconds // DAY))
    return t("clock.none.words")


def option_words(game: Game, name: str, value: int, language: str) -> str:
    """One choice of the table: "Rounds: 13"."""
    t, words = Text(language), game_words(game, language)
    option = game.options.by_name[name]
    if option.is_flag:
        shown = t("yes") if value else t("no")
    elif option.choices:
        shown = words.or_key("option", name, "choice", option.choices[value])
    else:
        shown = str(value)
    return t("summary.option", name=words.or_key("option", name, "name"), value=shown)


def summary(game: Game, match: Match, t: Text) -> list[str]:
    """What was chosen for a table, in plain words."""
    lines = [t("summary.seats", game=game_words(game, t.language).title, n=len(match.seats))]
    try:
        values = game.read_options(match.options, len(match.seats))
        lines += [
            option_words(game, o.name, values[o.name], t.language) for o in game.options if values[o.name] != o.default
        ]
    except ValueError:
        pass
    lines.append(clock_words(match.clock, t))
    lines.append(t(f"summary.{match.visibility}"))
    lines.append(
        t("summary.seed", seed=str(match.settings["seed"])) if match.settings.get("seed") else t("summary.fair")
    )
    for name in ("takeover", "hints", "undo"):
        lines.append(t(f"summary.{name}_{'yes' if match.settings.get(name, name != 'hints') else 'no'}"))
    return lines


def people(match: Match, t: Text) -> Raw:
    """Who sits at a table, in one line."""
    parts: list[Child] = []
    for i, s in enumerate(match.seats):
        name: Child = own_name(Name(s.name, s.colour)) if s.name else t("room.open")
        parts.append(el("span", crest(i), name, class_=f"row s{i}"))
    return el("span", parts, class_="row people")


def rows(visit: Visit, matches: Sequence[Match], action: str) -> Raw:
    """Tables in a list; ``action`` names what the link does."""
    made = []
    for m in matches:
        try:
            game = visit.site.games.get(m.game)
        except GameError:
            continue
        words = game_words(game, visit.language)
        label = m.title or words.title
        made.append(
            el(
                "li",
                el("span", el("b", el("bdi", label)), " ", el("small", words.title) if m.title else None, el("br"),
                   people(m, visit.t)),
                el("span", clock_words(m.clock, visit.t), class_="explain"),
                el("small", when(m.finished_at or m.created_at)),
                el("a", visit.t(f"lobby.{action}"), href=f"/t/{m.id}" + ("/replay" if action == "replay" else ""),
                   class_="button quiet", aria_label=f"{visit.t(f'lobby.{action}')}: {label}"),
            )
        )  # fmt: skip
    return el("ul", made, class_="tables")
