"""A visit: one request with who asks, in which language, and how to answer with a page."""

from __future__ import annotations

import asyncio
import gzip
import json
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from taku.engine.catalogue import Catalogue
from taku.page.document import document, top
from taku.page.html import Attr, Child, Raw, el, join
from taku.server import files, forms
from taku.server.budget import Budgets, source
from taku.server.config import EVERYWHERE, HERE, network_address, now
from taku.server.people import COOKIE, COOKIE_AGE, guest_colour, guest_name, known_language, new_visitor, own_cookie
from taku.server.problems import Problem
from taku.server.store import BadValue, Player
from taku.server.words import LANGUAGE_NAMES, best_language, text_of

if TYPE_CHECKING:
    from taku.server.site import Site


def site_of(connection: HTTPConnection) -> Site:
    found: Site = connection.app.state.site
    return found


def address(connection: HTTPConnection) -> str:
    """Where a request comes from, as budgets count it; behind a proxy uvicorn has put the client's address there."""
    return source(connection.client.host) if connection.client else "?"


def same_origin(connection: HTTPConnection, base_url: str) -> bool:
    """Whether the page that sends this is one of ours. Browsers send Origin with every POST and every socket."""
    origin = connection.headers.get("origin")
    if origin is None:
        return "sec-fetch-site" not in connection.headers or connection.headers["sec-fetch-site"] in (
            "same-origin",
            "none",
        )
    host = urlsplit(origin).netloc.lower()
    return bool(host) and host in (connection.headers.get("host", "").lower(), urlsplit(base_url).netloc.lower())


def local(path: str) -> str:
    """A way back inside this site, or the home page."""
    good = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and len(path) < 4000
    return path if good else "/"


class Visit:
    """One request."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.site = site_of(request)
        kept = self.site.keeper.read(own_cookie(request.scope["headers"]))
        self.pass_ = kept or new_visitor()
        self._write = kept is None
        self.player: Player | None = None
        self.form: dict[str, str] = {}
        self.upload = b""
        self.language = known_language(self.pass_.language) or best_language(request.headers.get("accept-language", ""))
        self.t: Catalogue = text_of(self.language)

    @property
    def path(self) -> dict[str, Any]:
        return self.request.path_params

    @property
    def query(self) -> dict[str, str]:
        try:
            return dict(forms.parse_pairs(self.request.scope["query_string"].decode("latin-1")))
        except ValueError:
            raise Problem("problem.form") from None

    @property
    def base(self) -> str:
        """The address of this site, for links that go to others: what is ``localhost`` here is not so elsewhere."""
        config, url = self.site.config, self.request.base_url
        if config.base_url:
            return config.base_url.rstrip("/")
        if url.hostname in HERE and config.host in EVERYWHERE and network_address():
            url = url.replace(hostname=network_address())
        return str(url).rstrip("/")

    @property
    def only_here(self) -> bool:
        """Whether links of this site work on this machine alone."""
        config = self.site.config
        return not config.base_url and config.host in HERE and self.request.base_url.hostname in HERE

    @property
    def id(self) -> str:
        """The guest's id; nothing for somebody who only looks, as who was excluded does."""
        return self.player.id if self.player and self.player.banned is None else ""

    async def who(self) -> None:
        """Find the guest that the cookie names."""
        if self.pass_.player:
            self.player = await self.site.people.of(self.pass_)
            if self.player is None:
                self.pass_ = replace(new_visitor(), language=self.pass_.language)
                self._write = True

    async def guest(self) -> Player:
        """The guest; a new one, if this visitor only looked until now."""
        if self.player is None:
            self.spend(self.site.newcomers)
            self.player = await self.site.store.create_player(
                name=guest_name(self.language), colour=guest_colour(), language=self.language, now=now()
            )
            self.become(self.player)
        if self.player.banned is not None:
            raise Problem("problem.banned", 403)
        return self.player

    def spend(self, budgets: Budgets, cost: float = 1) -> None:
        """Take from what the address may ask for, or refuse."""
        wait = budgets.wait(address(self.request), cost)
        if wait:
            raise Problem("problem.busy", 429, retry=wait)

    def become(self, player: Player) -> None:
        """From now on this browser is that guest."""
        self.player = player
        self.pass_ = replace(self.pass_, player=player.id, generation=player.generation)
        self._write = True

    def speak(self, language: str) -> None:
        self.language, self.t = language, text_of(language)
        self.pass_ = replace(self.pass_, language=language)
        self._write = True

    # ---- what a form says

    def fits(self, token: str) -> bool:
        """Whether a form's token was made for this visitor."""
        return self.site.keeper.fits(token, self.pass_)

    async def read_form(self) -> None:
        """The fields of a form of ours; anything else is refused."""
        self.form = await forms.read_urlencoded(self.request)
        if not self.fits(self.form.get("token", "")):
            raise Problem("problem.token", 403)

    async def read_upload(self) -> None:
        """The fields and the file of the form for uploads, which alone has parts."""
        self.form, self.upload = await forms.read_upload(self.request, self.fits)

    # ---- answers

    def token(self) -> Raw:
        """The hidden field that every form carries."""
        return el("input", type="hidden", name="token", value=self.site.keeper.token(self.pass_))

    async def remember(self, **settings: Any) -> None:
        """Keep what the guest chose, so that it is offered again."""
        if self.player and any(self.player.settings.get(name) != value for name, value in settings.items()):
            changed = {**self.player.settings, **settings}
            self.player = await self.site.store.update_player(self.player.id, settings=changed)
            self.site.people.changed(self.player)

    def post(self, action: str, *kids: Child, class_: str | None = None, **attrs: Attr) -> Raw:
        """A form that changes something."""
        return el("form", self.token(), *kids, method="post", action=action, class_=class_, **attrs)

    def press(self, action: str, label: str, *kids: Child, kind: str = "quiet") -> Raw:
        """A form that is one button."""
        return self.post(action, *kids, el("button", label, type="submit", class_=f"button {kind}"))

    def top(self, title: Child = "", *links: Child, me: bool = True) -> Raw:
        """The bar above every page; at a table it is short, since the client adds its own."""
        other = [code for code in LANGUAGE_NAMES if code != self.language]
        here = self.request.url.path + (f"?{self.request.url.query}" if self.request.url.query else "")
        back = quote(here if self.request.method == "GET" else "/", safe="")
        switch = [
            el(
                "a",
                LANGUAGE_NAMES[code],
                href=f"/language/{code}?next={back}",
                lang=code,
                hreflang=code,
                rel="nofollow",
            )
            for code in other
        ]
        name = el("bdi", self.player.name) if self.player else self.t("me.link")
        mine = el("a", name, href="/me", rel="nofollow") if me else None
        return top("/", title, *links, mine, *switch, skip=self.t("page.skip"))

    def page(
        self,
        title: str,
        /,
        *body: Child,
        status: int = 200,
        links: Sequence[Child] = (),
        script: str = "page",
        class_: str = "page",
        description: str | None = None,
        main: str = "main",
        data: Mapping[str, Any] | None = None,
    ) -> Response:
        """A whole page with the bar above it."""
        whole = document(
            f"{title} · Taku" if title != "Taku" else title,
            self.top(title if title != "Taku" else "", *links),
            el("main", *body, id=main, class_=class_),
            lang=self.language,
            static=files.static(),
            script=script,
            description=description,
            build=files.build(),
            **(data or {}),
        )
        return HTMLResponse(whole, status)

    def go(self, path: str) -> Response:
        """To another page."""
        return RedirectResponse(path, 303)

    async def long(self, parts: Sequence[Any], before: str = "", after: str = "") -> Response:
        """Much JSON: written part by part and compressed in a thread, since megabytes would be everybody's wait."""
        packed = "gzip" in self.request.headers.get("accept-encoding", "")
        body = await asyncio.to_thread(_written, parts, before, after, packed)
        headers = {"Vary": "Cookie, Accept-Language, Accept-Encoding"} | (
            {"Content-Encoding": "gzip"} if packed else {}
        )
        return Response(body, headers=headers, media_type="application/json")

    def finish(self, response: Response) -> Response:
        """Put the cookie on, if it changed."""
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.setdefault("Vary", "Cookie, Accept-Language")
        if self._write:
            response.set_cookie(
                COOKIE,
                self.site.keeper.write(self.pass_),
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="lax",
                secure=self.base.startswith("https:"),
            )
        return response


def _written(parts: Sequence[Any], before: str, after: str, packed: bool) -> bytes:
    text = before + ",\n".join(json.dumps(part, ensure_ascii=False) for part in parts) + after
    return gzip.compress(text.encode(), 5, mtime=0) if packed else text.encode()


Handler = Callable[[Visit], Awaitable[Response]]


def get(path: str, handler: Handler, cost: float = 1) -> Route:
    """A page that is read; ``cost`` is what it takes from the budget of the address, in plain pages."""

    async def checked(visit: Visit) -> Response:
        visit.spend(visit.site.reads, cost)
        await visit.who()
        return await handler(visit)

    return Route(path, _door(checked), methods=["GET"])


def post(path: str, handler: Handler) -> Route:
    """Something that is changed: only by a form of ours."""
    return Route(path, _door(_posted(handler, Visit.read_form)), methods=["POST"])


def upload(path: str, handler: Handler) -> Route:
    """A file that is sent: by the one form that has a file."""
    return Route(path, _door(_posted(handler, Visit.read_upload)), methods=["POST"])


def _posted(handler: Handler, read: Callable[[Visit], Awaitable[None]]) -> Handler:
    """What costs least is asked first: budget, origin, size, token; then who it is, and what they want."""

    async def checked(visit: Visit) -> Response:
        visit.spend(visit.site.posts)
        if not same_origin(visit.request, visit.site.config.base_url):
            raise Problem("problem.token", 403)
        await read(visit)
        await visit.who()
        return await handler(visit)

    return checked


def _door(checked: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        visit = Visit(request)
        return visit.finish(await _answer(visit, checked))

    return answer


async def _answer(visit: Visit, handler: Handler) -> Response:
    try:
        return await handler(visit)
    except Problem as problem:
        found = problem
    except BadValue:
        found = Problem("problem.form", 400)
    found.__traceback__ = found.__context__ = None  # their frames hold what was sent, and nothing else would free them
    visit.form, visit.upload = {}, b""
    return problem_page(visit, found)


def problem_page(visit: Visit, problem: Problem) -> Response:
    """What happened, in the reader's language, and the next sensible step."""
    t = visit.t
    title = t(f"{problem.key}.title", **problem.fill)
    steps = [] if problem.next is None else [el("a", problem.next[1], href=problem.next[0], class_="button main")]
    steps.append(el("a", t("problem.home"), href="/", class_=f"button {'quiet' if steps else 'main'}"))
    response = visit.page(
        title,
        el("p", "卓", class_="big", aria_hidden="true"),
        el("h1", title),
        el("p", t(f"{problem.key}.text", **problem.fill), class_="lead"),
        el("p", t("problem.detail"), " ", el("span", problem.detail, lang="en"), class_="explain")
        if problem.detail
        else None,
        el("div", steps, class_="row"),
        status=problem.status,
        class_="page error-page",
    )
    if problem.retry:
        response.headers["Retry-After"] = str(math.ceil(problem.retry))
    return response


def when(at: int) -> Raw:
    """A moment, shown in the reader's own zone."""
    from datetime import UTC, datetime

    moment = datetime.fromtimestamp(at / 1000, UTC)
    return el("time", moment.strftime("%Y-%m-%d %H:%M UTC"), datetime=moment.isoformat(), data_local=True)


def section(heading: str, *kids: Child, **attrs: Attr) -> Raw:
    return el("section", el("h2", heading), *kids, **attrs)


__all__ = [
    "Handler",
    "Problem",
    "Visit",
    "address",
    "el",
    "get",
    "join",
    "local",
    "post",
    "same_origin",
    "section",
    "upload",
    "when",
]
