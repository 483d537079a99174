"""A visit: one request with who asks, in which language, and how to answer with a page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from email.parser import BytesParser
from email.policy import HTTP
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlsplit

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from taku.page.document import document, top
from taku.page.html import Attr, Child, Raw, el, join
from taku.server import files
from taku.server.config import EVERYWHERE, HERE, network_address, now
from taku.server.people import COOKIE, COOKIE_AGE, guest_colour, guest_name, known_language, new_visitor
from taku.server.store import BadValue, Player
from taku.server.words import LANGUAGE_NAMES, Text, best_language, text_of

if TYPE_CHECKING:
    from taku.server.site import Site

MAX_FORM = 64 * 1024
MAX_UPLOAD = 4 * 1024 * 1024
MAX_FIELDS = 500


class Problem(Exception):
    """Something that a reader is told on a page: what happened, and what they can do next."""

    def __init__(
        self, key: str, status: int = 400, *, next: tuple[str, str] | None = None, detail: str = "", **fill: object
    ) -> None:
        super().__init__(key)
        self.key, self.status, self.next, self.detail, self.fill = key, status, next, detail, fill


def site_of(connection: HTTPConnection) -> Site:
    found: Site = connection.app.state.site
    return found


def address(connection: HTTPConnection) -> str:
    """Where a request comes from; behind a proxy uvicorn has put the client's own address there."""
    return connection.client.host if connection.client else "?"


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
        kept = self.site.keeper.read(request.cookies.get(COOKIE, ""))
        self.pass_ = kept or new_visitor()
        self._write = kept is None
        self.player: Player | None = None
        self.form: dict[str, str] = {}
        self.upload = b""
        self.language = known_language(self.pass_.language) or best_language(request.headers.get("accept-language", ""))
        self.t: Text = text_of(self.language)

    @property
    def path(self) -> dict[str, Any]:
        return self.request.path_params

    @property
    def query(self) -> dict[str, str]:
        return dict(list(self.request.query_params.items())[:MAX_FIELDS])

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
            self.player = await self.site.people.get(self.pass_.player)
            if self.player is None:
                self.pass_ = replace(self.pass_, player="")
                self._write = True

    async def guest(self) -> Player:
        """The guest; a new one, if this visitor only looked until now."""
        if self.player is None:
            if not self.site.newcomers.spend(address(self.request)):
                raise Problem("problem.busy", 429)
            self.player = await self.site.store.create_player(
                name=guest_name(self.language), colour=guest_colour(), language=self.language, now=now()
            )
            self.become(self.player)
        if self.player.banned is not None:
            raise Problem("problem.banned", 403)
        return self.player

    def become(self, player: Player) -> None:
        """From now on this browser is that guest."""
        self.player = player
        self.pass_ = replace(self.pass_, player=player.id)
        self._write = True

    def speak(self, language: str) -> None:
        self.language, self.t = language, text_of(language)
        self.pass_ = replace(self.pass_, language=language)
        self._write = True

    # ---- what a form says

    async def read_form(self) -> None:
        """The fields of a form; a file in the field ``file``. Whatever is too big or not a form is refused."""
        upload = self.request.headers.get("content-type", "")
        data = await self._body(MAX_UPLOAD if upload.startswith("multipart/") else MAX_FORM)
        if upload.startswith("multipart/"):
            self._parts(upload, data)
            return
        try:
            pairs = parse_qsl(data.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
        except ValueError:
            raise Problem("problem.form") from None
        self.form = dict(pairs)

    async def _body(self, most: int) -> bytes:
        data = b""
        try:
            async for chunk in self.request.stream():
                data += chunk
                if len(data) > most:
                    raise Problem("problem.big", 413)
        except ClientDisconnect:
            raise Problem("problem.form") from None
        return data

    def _parts(self, kind: str, data: bytes) -> None:
        try:
            message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + data)
            for part in list(message.iter_parts())[:50]:
                name = str(part.get_param("name", "", header="content-disposition"))
                body = part.get_payload(decode=True)
                if not isinstance(body, bytes):
                    continue
                if name == "file":
                    self.upload = body
                else:
                    self.form[name] = body.decode("utf-8", "replace")
        except Exception:  # the parser of mail raises whatever it likes on hostile input
            raise Problem("problem.form") from None

    # ---- answers

    def token(self) -> Raw:
        """The hidden field that every form carries."""
        return el("input", type="hidden", name="token", value=self.site.keeper.token(self.pass_))

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

    def json(self, data: Any, status: int = 200) -> Response:
        return JSONResponse(data, status)

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


Handler = Callable[[Visit], Awaitable[Response]]


def get(path: str, handler: Handler) -> Route:
    """A page that is read."""

    async def answer(request: Request) -> Response:
        visit = Visit(request)
        await visit.who()
        return visit.finish(await _answer(visit, handler))

    return Route(path, answer, methods=["GET"])


def post(path: str, handler: Handler) -> Route:
    """Something that is changed: only by a form of ours."""

    async def checked(visit: Visit) -> Response:
        if not visit.site.posts.spend(address(visit.request)):
            raise Problem("problem.busy", 429)
        if not same_origin(visit.request, visit.site.config.base_url):
            raise Problem("problem.token", 403)
        await visit.read_form()
        if not visit.site.keeper.fits(visit.form.get("token", ""), visit.pass_):
            raise Problem("problem.token", 403)
        return await handler(visit)

    async def answer(request: Request) -> Response:
        visit = Visit(request)
        await visit.who()
        return visit.finish(await _answer(visit, checked))

    return Route(path, answer, methods=["POST"])


async def _answer(visit: Visit, handler: Handler) -> Response:
    try:
        return await handler(visit)
    except Problem as problem:
        return problem_page(visit, problem)
    except BadValue:
        return problem_page(visit, Problem("problem.form", 400))


def problem_page(visit: Visit, problem: Problem) -> Response:
    """What happened, in the reader's language, and the next sensible step."""
    t = visit.t
    title = t(f"{problem.key}.title", **problem.fill)
    steps = [] if problem.next is None else [el("a", problem.next[1], href=problem.next[0], class_="button main")]
    steps.append(el("a", t("problem.home"), href="/", class_=f"button {'quiet' if steps else 'main'}"))
    return visit.page(
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
    "when",
]
