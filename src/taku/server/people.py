"""People: guests with a signed cookie, tokens in forms, languages, names and colours."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from taku.engine.words import LANGUAGES
from taku.page.parts import TONES
from taku.server.words import text_of

COOKIE = "taku"
COOKIE_AGE = 400 * 24 * 3600
"""As long as browsers keep any cookie."""
TOKEN_AGE = 24 * 3600
MAX_NAME = 24
MAX_COOKIE = 1024


@dataclass(frozen=True)
class Pass:
    """What the cookie says: a random visitor, the guest they became, and the language they chose."""

    visitor: str
    player: str = ""
    language: str = ""


class Keeper:
    """Signs and reads cookies and the tokens of forms."""

    def __init__(self, key: str) -> None:
        self._cookie = URLSafeSerializer(key, salt="taku.cookie")
        self._form = URLSafeTimedSerializer(key, salt="taku.form")

    def write(self, who: Pass) -> str:
        return str(self._cookie.dumps([who.visitor, who.player, who.language]))

    def read(self, cookie: str) -> Pass | None:
        """The pass, if it was signed here."""
        if not cookie or len(cookie) > MAX_COOKIE:
            return None
        try:
            data: Any = self._cookie.loads(cookie)
        except BadData:
            return None
        if isinstance(data, list) and len(data) == 3 and all(isinstance(x, str) for x in data):
            return Pass(*data)
        return None

    def token(self, who: Pass) -> str:
        """What a form carries, so that no other site can send it."""
        return str(self._form.dumps(who.visitor))

    def fits(self, token: str, who: Pass) -> bool:
        try:
            return bool(self._form.loads(token[:MAX_COOKIE], max_age=TOKEN_AGE) == who.visitor)
        except BadData:
            return False


def new_visitor() -> Pass:
    return Pass(secrets.token_urlsafe(12))


def guest_name(language: str) -> str:
    """A name for somebody who has not said theirs."""
    return secrets.choice(text_of(language).all("guest.names"))


def guest_colour() -> str:
    return secrets.choice(TONES[1:])


def known_colour(colour: str) -> str:
    return colour if colour in TONES else TONES[1]


def known_language(language: str) -> str:
    return language if language in LANGUAGES else ""
