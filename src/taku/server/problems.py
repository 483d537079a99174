"""What a reader is told when something cannot be done."""

from __future__ import annotations


class Problem(Exception):
    """Something that a reader is told on a page: what happened, and what they can do next."""

    def __init__(
        self,
        key: str,
        status: int = 400,
        *,
        next: tuple[str, str] | None = None,
        detail: str = "",
        retry: float = 0,
        **fill: object,
    ) -> None:
        super().__init__(key)
        self.key, self.status, self.next, self.detail, self.fill = key, status, next, detail, fill
        self.retry = retry
        """Seconds after which it may be tried again."""
