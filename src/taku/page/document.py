"""Whole pages: the head, the frame around a live table or a replay, and the security header they are made for."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from .html import Attr, Child, Raw, el, join

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
"""Content-Security-Policy of every page."""

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b3f28"/>'
    '<path d="M6 13h20v4H6zM9 17h3l-2 9H7zM20 17h3l2 9h-3z" fill="#f4e7cf"/>{}</svg>'
)
"""The page's icon, a table; the client puts a lamp over it at your turn."""


def icon(mark: str = "") -> str:
    """The icon as an address."""
    return "data:image/svg+xml," + quote(ICON.format(mark))


def document(
    title: str,
    /,
    *body: Child,
    lang: str,
    static: str,
    script: str | None = "page",
    description: str | None = None,
    class_: str | None = None,
    styles: Sequence[str] = ("taku",),
    **data: Attr,
) -> str:
    """A page. ``static`` is the folder of the client's files (``/static/<build>``), ``data`` become body attributes.

    ``script`` is ``client`` for tables and replays, ``page`` for all others (small helpers), ``fair`` for the fair deal
    check, or None.
    """
    return "<!doctype html>" + el(
        "html",
        el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width,initial-scale=1,viewport-fit=cover"),
            el("meta", name="color-scheme", content="light dark"),
            el("meta", name="description", content=description) if description else None,
            el("title", title),
            el("link", rel="icon", href=icon()),
            el("link", rel="manifest", href="/manifest.webmanifest"),
            el("link", rel="apple-touch-icon", href="/icon.png"),
            [el("link", rel="stylesheet", href=f"{static}/{sheet}.css") for sheet in styles],
            el("link", rel="modulepreload", href=f"{static}/core.js") if script else None,
            el("script", type="module", src=f"{static}/{script}.js") if script else None,
        ),
        el("body", *body, class_=class_, **{f"data_{key}": value for key, value in data.items()}),
        lang=lang,
    )


def top(home: str, title: Child, *links: Child, brand: str = "Taku", skip: str | None = None) -> Raw:
    """The bar above every page: the way home, where one is, a few links."""
    return join(
        el("a", skip, href="#main", class_="skip") if skip else None,
        el(
            "header",
            el("a", brand, href=home, class_="brand"),
            el("span", title, class_="where"),
            el("nav", links, class_="links", id="links"),
            class_="top",
        ),
    )


def live(header: Child, view: Child, *, heading: str, log: Child = None, status: Child = None) -> Raw:
    """The frame of a live table or a replay, to be given to ``document(script="client", class_="at-table")``.

    A replay passes its status line and log, so that the page also works without JavaScript.
    """
    return join(
        header,
        el(
            "main",
            el("h1", heading, class_="vh"),
            status,
            el("div", view, id="view"),
            el("section", el("ol", log, id="log-lines"), id="log", class_="log") if log is not None else None,
            id="main",
            class_="live",
        ),
    )
