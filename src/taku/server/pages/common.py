"""What several pages share: tickets in forms, choices of bots, a table in one line, its choices in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taku.engine.catalogue import Catalogue
from taku.engine.game import Game, GameError
from taku.lab.overlays import differences
from taku.page.guide import guide_of
from taku.page.html import Child, Raw, el, join
from taku.page.parts import own_name
from taku.page.svg import crest
from taku.server import limits, results
from taku.server.live.room import nonce_field, promise_line
from taku.server.seat_names import seat_names
from taku.server.store import Match
from taku.server.web import Problem, Visit, when
from taku.server.words import game_words, text_of

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
    if found.id not in visit.site.registry.tables and found.length:
        visit.spend(visit.site.reads, limits.READ_OPENING)
    return found


def ticket(visit: Visit, game: Game, *, shown: bool = False) -> Raw:
    """The hidden fields of a form that opens a table: the deal it is for, and what the browser throws in."""
    token, deal = visit.site.deals.ticket()
    guide = guide_of(game)
    return join(
        el("input", type="hidden", name="ticket", value=token),
        nonce_field(deal.id, deal.commitment, guide_seed=bool(guide and guide.seed)),
        promise_line(deal.commitment, visit.t) if shown else None,
    )


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


def tick(name: str, label: str, on: bool, explain: str = "", **attrs: Any) -> Raw:
    return el(
        "label",
        el("input", type="checkbox", name=name, value="yes", checked=on, **attrs),
        el("span", label, el("br") if explain else None, el("small", explain) if explain else None),
        class_="choice",
    )


# ---- a table in words


def clock_words(clock: Mapping[str, Any], t: Catalogue) -> str:
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
    t, words = text_of(language), game_words(game, language)
    option = game.options.by_name[name]
    if option.is_flag:
        shown = t("yes") if value else t("no")
    elif option.choices:
        shown = words.or_key("option", name, "choice", option.choices[value])
    else:
        shown = str(value)
    return t("summary.option", name=words.or_key("option", name, "name"), value=shown)


def overlay_words(game: Game, t: Catalogue) -> list[str]:
    """What is other than in the game's own content: "Lightblade, atk: 4 → 5."."""
    lines = []
    for one in differences(game.folder, game.overlay) if game.overlay else ():
        entry = one.entry.get(t.language) or one.entry.get("en") or one.path.partition(".")[0]
        was = "–" if one.was is None else one.was
        lines.append(t("summary.difference", entry=entry, what=one.key, was=was, now=one.now))
    return lines


def summary(game: Game, match: Match, t: Catalogue) -> list[str]:
    """What was chosen for a table, in plain words."""
    lines = [t("summary.seats", game=game_words(game, t.language).title, n=len(match.seats))]
    try:
        values = game.read_options(match.options, len(match.seats))
        lines += [
            option_words(game, o.name, values[o.name], t.language) for o in game.options if values[o.name] != o.default
        ]
    except ValueError:
        pass
    if game.overlay:
        lines.append(t("summary.overlay", content=game.content_hash))
        lines += overlay_words(game, t)
    lines.append(clock_words(match.clock, t))
    lines.append(t(f"summary.{match.visibility}"))
    lines.append(
        t("summary.seed", seed=str(match.settings["seed"])) if match.settings.get("seed") else t("summary.fair")
    )
    for name in ("takeover", "hints", "undo"):
        lines.append(t(f"summary.{name}_{'yes' if match.settings.get(name, name != 'hints') else 'no'}"))
    return lines


def people(match: Match, game: Game, t: Catalogue) -> Raw:
    """Who sits at a table, in one line."""
    parts: list[Child] = []
    for i, who in enumerate(seat_names(match.seats, game, t.language)):
        name: Child = own_name(who) if who else t("room.open")
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
        told = results.told(m, seat_names(m.seats, game, visit.language), visit.t)
        made.append(
            el(
                "li",
                el("span", el("b", el("bdi", label)), " ", el("small", words.title) if m.title else None, el("br"),
                   people(m, game, visit.t), el("small", told, class_="won") if told else None),
                el("span", clock_words(m.clock, visit.t), class_="explain"),
                el("small", when(m.finished_at or m.created_at)),
                el("a", visit.t(f"lobby.{action}"), href=f"/t/{m.id}" + ("/replay" if action == "replay" else ""),
                   class_="button quiet", aria_label=f"{visit.t(f'lobby.{action}')}: {label}"),
            )
        )  # fmt: skip
    return el("ul", made, class_="tables")
