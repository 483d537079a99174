"""Oneself: name and colour, and a code that makes another device the same guest."""

from __future__ import annotations

import segno
from starlette.responses import Response

from taku.page.html import Raw, el
from taku.page.parts import TONES
from taku.server.config import now
from taku.server.pages.common import choose, field, rows
from taku.server.people import MAX_NAME, known_colour, known_language
from taku.server.store import BadValue
from taku.server.store.records import clean
from taku.server.web import Problem, Visit, section
from taku.server.words import LANGUAGE_NAMES


async def me(visit: Visit) -> Response:
    t, player = visit.t, visit.player
    name = player.name if player else ""
    colour = known_colour(player.colour) if player else TONES[1]
    colours = [
        el("label", el("input", type="radio", name="colour", value=c, checked=c == colour),
           el("span", t(f"colour.{c}"), class_=f"tone-{c}"), class_=f"choice tone-{c}")
        for c in TONES[1:]
    ]  # fmt: skip
    line = el("input", type="text", name="name", id="f-name", maxlength=MAX_NAME, value=name, required=True,
              autocomplete="nickname")  # fmt: skip
    form = visit.post(
        "/me",
        field(t("me.name"), line, id_="f-name", explain=t("me.name_text")),
        el("fieldset", el("legend", t("me.colour")), el("div", colours, class_="row")),
        field(t("me.language"), choose("language", list(LANGUAGE_NAMES.items()), visit.language), id_="f-language"),
        el("button", t("me.save"), type="submit", class_="button main"),
        class_="form sheet",
    )
    parts = [el("h1", t("me.title")), el("p", t("me.lead"), class_="lead"), form]
    if player:
        parts.append(
            section(
                t("me.device"), el("p", t("me.device_text")), visit.press("/me/code", t("me.make_code")), class_="sheet"
            )
        )
        parts.append(
            section(
                t("me.others"), el("p", t("me.others_text")), visit.press("/me/forget", t("me.forget")), class_="sheet"
            )
        )
        mine = await visit.site.store.tables_of(player.id, limit=30)
        if mine.matches:
            parts.append(section(t("me.tables"), rows(visit, mine.matches, "open")))
    parts.append(el("p", el("a", t("home.code"), href="/code")))
    return visit.page(t("me.title"), *parts)


async def save(visit: Visit) -> Response:
    try:
        name = clean(visit.form.get("name", ""), MAX_NAME)
    except BadValue:
        name = ""
    if not name:
        raise Problem("problem.name", next=("/me", visit.t("problem.again")), n=MAX_NAME)
    player = await visit.guest()
    language = known_language(visit.form.get("language", "")) or visit.language
    changed = await visit.site.store.update_player(
        player.id, name=name, colour=known_colour(visit.form.get("colour", "")), language=language
    )
    visit.site.people.changed(changed)
    visit.player = changed
    if language != visit.language:
        visit.speak(language)
    return visit.go("/me")


async def code(visit: Visit) -> Response:
    """A one-time code for another device."""
    player = await visit.guest()
    made = await visit.site.store.create_code(player.id, now=now())
    t, link = visit.t, f"{visit.base}/code?code={made}"
    picture = segno.make(link, error="m").svg_inline(scale=4, border=1, omitsize=True, svgclass=None, lineclass=None)
    return visit.page(
        t("me.device"),
        el("h1", t("me.device")),
        el(
            "section",
            el("p", t("me.code_text")),
            el("p", t("room.only_here"), class_="explain") if visit.only_here else None,
            el("p", made, class_="code"),
            el("div", Raw(picture), class_="qr", role="img", aria_label=t("room.qr_for", link=link)),
            el("a", t("me.done"), href="/me", class_="button quiet"),
            class_="sheet",
        ),
    )


async def forget(visit: Visit) -> Response:
    """All other devices of this guest begin anew: a lost phone, a friend's browser."""
    player = await visit.guest()
    visit.become(await visit.site.store.revoke(player.id))
    return visit.go("/me")


async def enter(visit: Visit) -> Response:
    t = visit.t
    line = el("input", type="text", name="code", id="f-code", maxlength=20, required=True, autocapitalize="none",
              autocomplete="one-time-code", spellcheck="false", value=visit.query.get("code", "")[:20])  # fmt: skip
    form = visit.post(
        "/code",
        field(t("code.label"), line, id_="f-code"),
        el("button", t("code.go"), type="submit", class_="button main"),
        class_="form sheet",
    )
    return visit.page(t("code.title"), el("h1", t("code.title")), el("p", t("code.lead"), class_="lead"), form)


async def redeem(visit: Visit) -> Response:
    """Become the guest whose code this is."""
    visit.spend(visit.site.codes)
    id = await visit.site.store.redeem_code(visit.form.get("code", "")[:40], now=now())
    player = await visit.site.store.player(id) if id else None
    if player is None or player.banned is not None:
        raise Problem("problem.code", next=("/code", visit.t("problem.again")))
    visit.become(player)
    if known_language(player.language):
        visit.speak(player.language)
    return visit.go("/me")
