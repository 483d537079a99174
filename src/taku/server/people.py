"""People: guests with a signed cookie, tokens in forms, languages, names and colours."""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from taku.engine.catalogue import LANGUAGES
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
    generation: int = 0
    """Which of the guest's cookies it is: those of earlier generations were revoked."""


def own_cookie(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Our own cookie among a request's headers, read by hand.

    Python's reader of cookies unquotes also those that are nobody's, in quadratic time before 3.11.10. Ours is never
    quoted: it holds letters, digits, ``-``, ``_`` and ``.``.
    """
    for name, value in headers:
        if name == b"cookie":
            for part in value.split(b";"):
                key, _, text = part.strip().partition(b"=")
                if key == COOKIE.encode() and len(text) <= MAX_COOKIE:
                    return text.decode("latin-1")
    return ""


def unsigned(signer: URLSafeSerializer | URLSafeTimedSerializer, text: str, **limits: Any) -> Any:
    """What was signed here; None if it was not, or too long ago."""
    if len(text) > MAX_COOKIE:
        return None
    try:
        return signer.loads(text, **limits)
    except BadData as fault:
        # The signer's frames keep errors that keep them, and behind them the frames of the request with its body.
        traceback.clear_frames(fault.__traceback__)
        return None


class Keeper:
    """Signs and reads cookies and the tokens of forms."""

    def __init__(self, key: str) -> None:
        self._cookie = URLSafeSerializer(key, salt="taku.cookie")
        self._form = URLSafeTimedSerializer(key, salt="taku.form")

    def write(self, who: Pass) -> str:
        return str(self._cookie.dumps([who.visitor, who.player, who.language, who.generation]))

    def read(self, cookie: str) -> Pass | None:
        """The pass, if it was signed here."""
        data = unsigned(self._cookie, cookie) if cookie else None
        match data:
            case [str() as visitor, str() as player, str() as language]:  # before cookies could be revoked
                return Pass(visitor, player, language)
            case [str() as visitor, str() as player, str() as language, int() as generation]:
                return Pass(visitor, player, language, generation)
        return None

    def token(self, who: Pass) -> str:
        """What a form carries, so that no other site can send it."""
        return str(self._form.dumps(who.visitor))

    def fits(self, token: str, who: Pass) -> bool:
        return bool(unsigned(self._form, token, max_age=TOKEN_AGE) == who.visitor)


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
