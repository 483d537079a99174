"""The examples of docs/parts.md: every part with its call, as it is drawn."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from taku.page import frames, parts, svg
from taku.page.html import Raw, Sheet, el, join

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "parts.md"
PICTURES = ROOT / "docs" / "pictures" / "parts"
SHOWN = PICTURES / "shown.json"
"""The pictures' names with a hash of what was drawn: a part that changed wants a new picture."""
EXAMPLE = re.compile(r"!\[[^]]*\]\(pictures/parts/(?P<name>\w+)\.jpg\)\n```python\n(?P<call>.*?)\n```", re.S)


@dataclass(frozen=True)
class Example:
    """A call and what it draws."""

    name: str
    call: str
    html: Raw

    @property
    def is_frame(self) -> bool:
        return self.call.startswith(("frames.two_sides", "frames.wide_map", "frames.many_seats"))

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.html.encode()).hexdigest()[:16]


def examples() -> Iterator[Example]:
    """In the order of the page."""
    for found in EXAMPLE.finditer(PAGE.read_text(encoding="utf-8")):
        drawn = eval(found["call"], {"el": el, "frames": frames, "parts": parts, "svg": svg})
        made = drawn if isinstance(drawn, (list, tuple)) else [drawn]
        html = join(*[Raw(str(one)) if isinstance(one, Sheet) else one for one in made])
        yield Example(found["name"], found["call"], parts.named(html, ["Mika", "Aki", "千代", "Dana"]))


def gallery() -> Raw:
    """All parts that are no frames, one below the other."""
    return join(
        *[
            el("section", el("h2", one.name), el("div", one.html, class_="row", id=f"part-{one.name}"), class_="sheet")
            for one in examples()
            if not one.is_frame
        ]
    )
