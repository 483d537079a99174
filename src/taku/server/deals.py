"""Fair deals: a form carries a ticket, and its page shows the hash of the secret that the ticket stands for.

So the secret is fixed before the browser chooses what it throws in, and nothing is stored for pages that are only
read. The table's id follows from the ticket too: a ticket opens one table, however often it is sent.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

from itsdangerous import URLSafeTimedSerializer

from taku.engine.match import commitment
from taku.server.people import unsigned
from taku.server.store.records import ALPHABET, ID_LENGTH

VALID = 24 * 3600


@dataclass(frozen=True)
class Deal:
    """A secret that is fixed but not shown, and the table it is for."""

    id: str
    secret: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    def told(self) -> dict[str, str]:
        """What may be known of it before the match."""
        return {"match": self.id, "promise": self.commitment}


class Deals:
    """Makes and redeems tickets."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._sign = URLSafeTimedSerializer(key, salt="taku.deal")

    def ticket(self) -> tuple[str, Deal]:
        """A new ticket and the deal that it stands for."""
        seed = secrets.token_urlsafe(16)
        return str(self._sign.dumps(seed)), self._deal(seed)

    def redeem(self, ticket: str) -> Deal | None:
        """The deal that a ticket stands for; None if it is not ours or too old."""
        seed = unsigned(self._sign, ticket, max_age=VALID)
        return self._deal(seed) if isinstance(seed, str) else None

    def rematch(self, match: str) -> Deal:
        """The deal of a match's rematch: fixed when that match is over, before anybody throws in chance for it."""
        return self._deal(f"rematch:{match}")

    def _deal(self, seed: str) -> Deal:
        raw = hmac.new(self._key, b"id:" + seed.encode(), hashlib.sha256).digest()
        number = int.from_bytes(raw, "big")
        id = ""
        for _ in range(ID_LENGTH):
            number, digit = divmod(number, len(ALPHABET))
            id += ALPHABET[digit]
        return Deal(id, hmac.new(self._key, b"secret:" + seed.encode(), hashlib.sha256).digest())


def own(seed: str) -> bytes:
    """The secret of a table whose host chose the seed: the same seed deals the same."""
    return hashlib.sha256(b"taku seed: " + seed.encode()).digest()


BY_SERVER = "server-"
"""What the server throws in for somebody begins with this, so that everybody can see who did."""


def clean_nonce(text: str) -> str:
    """What somebody throws into the deal; chance of our own where they threw in nothing."""
    kept = "".join(c for c in text[:64] if c.isprintable() and c.isascii()).strip()
    return kept or BY_SERVER + secrets.token_hex(8)
