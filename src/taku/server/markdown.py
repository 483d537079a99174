"""A rulebook's Markdown as HTML: headings, paragraphs, lists, tables, quotes, figures, numbered clauses; all escaped.

A clause is a list item that opens with its number in bold, ``- **F-2.1** text``: it becomes a block with an anchor, and
wherever its number stands in a text, a link leads there. ``![words](figure:name)`` is a picture drawn by the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from taku.page.html import Raw, el
from taku.page.html import text as escaped
from taku.page.rulebook import CLAUSE, joined

NUMBER = re.compile(r"\b([A-Z]{1,3}-\d+(?:\.\d+)*)\b")
HEADING = re.compile(r"^(#{1,4}) +(.*?) *#*$")
ITEM = re.compile(r"^(\s*)([-*]|\d+[.)]) +(.*)$")
FIGURE = re.compile(r"^!\[([^\]]*)\]\(figure:([\w-]+)\)$")
INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\*([^*]+?)\*|\[([^\]]+)\]\(([^)\s]+)\)")

Figure = Callable[[str], "Raw | None"]


@dataclass
class Book:
    """A rendered rulebook."""

    html: Raw
    headings: list[tuple[int, str, str]] = field(default_factory=list)
    """Level, anchor and words of each heading."""
    clauses: dict[str, Raw] = field(default_factory=dict)


class _Renderer:
    def __init__(self, figure: Figure | None) -> None:
        self.figure = figure
        self.headings: list[tuple[int, str, str]] = []
        self.clauses: dict[str, Raw] = {}
        self.known: set[str] = set()

    def inline(self, words: str) -> Raw:
        """The marks inside a line."""
        out, at = "", 0
        for m in INLINE.finditer(words):
            out += self._links(words[at : m.start()])
            code, bold, thin, label, href = m.groups()
            if code is not None:
                out += el("code", code)
            elif bold is not None:
                out += el("b", self.inline(bold))
            elif thin is not None:
                out += el("em", self.inline(thin))
            elif href.startswith(("#", "https://", "http://", "/")) and not href.startswith("//"):
                out += el("a", label, href=href, rel="noopener" if href.startswith("http") else None)
            else:
                out += escaped(label)
            at = m.end()
        return Raw(out + self._links(words[at:]))

    def _links(self, words: str) -> str:
        return NUMBER.sub(lambda m: f'<a href="#{m[1]}">{m[1]}</a>' if m[1] in self.known else m[1], escaped(words))

    def render(self, source: str) -> Raw:
        lines = source.replace("\r\n", "\n").split("\n")
        self.known = {m[1] for line in lines if (m := CLAUSE.match(line))}
        out, i = "", 0
        while i < len(lines):
            line = lines[i]
            if not line.strip():
                i += 1
            elif m := HEADING.match(line):
                out += self._heading(len(m[1]), m[2])
                i += 1
            elif m := FIGURE.match(line.strip()):
                out += self._picture(m[2], m[1])
                i += 1
            elif line.startswith("```"):
                end = next((k for k in range(i + 1, len(lines)) if lines[k].startswith("```")), len(lines))
                out += el("pre", el("code", "\n".join(lines[i + 1 : end])))
                i = end + 1
            elif line.lstrip().startswith("|") and i + 1 < len(lines) and set(lines[i + 1].strip()) <= set("|-: "):
                i, table = self._table(lines, i)
                out += table
            elif line.startswith(">"):
                end = i
                while end < len(lines) and lines[end].startswith(">"):
                    end += 1
                out += el("blockquote", el("p", self.inline(" ".join(x.lstrip("> ") for x in lines[i:end]))))
                i = end
            elif CLAUSE.match(line) or ITEM.match(line):
                i, block = self._list(lines, i)
                out += block
            elif set(line.strip()) <= {"-"} and len(line.strip()) >= 3:
                out += "<hr>"
                i += 1
            else:
                end = i + 1
                while end < len(lines) and lines[end].strip() and not self._opens(lines[end]):
                    end += 1
                out += el("p", self.inline(joined(lines[i:end])))
                i = end
        return Raw(out)

    @staticmethod
    def _opens(line: str) -> bool:
        return bool(
            HEADING.match(line) or ITEM.match(line) or line.lstrip().startswith("|") or line.startswith((">", "```"))
        )

    def _heading(self, level: int, words: str) -> str:
        m = re.match(r"^((?:[A-Z]+-)?\d+)[.)]? ", words)
        anchor = f"s-{m[1]}" if m else f"h-{len(self.headings) + 1}"
        self.headings.append((level, anchor, words))
        return el(f"h{level}", self.inline(words), id=anchor)

    def _picture(self, name: str, words: str) -> str:
        made = self.figure(name) if self.figure else None
        return el("figure", made, el("figcaption", words) if words else None) if made else ""

    def _table(self, lines: list[str], i: int) -> tuple[int, str]:
        def cells(line: str) -> list[str]:
            return [c.strip() for c in line.strip().strip("|").split("|")]

        head = el("tr", [el("th", self.inline(c)) for c in cells(lines[i])])
        rows, i = [], i + 2
        while i < len(lines) and lines[i].lstrip().startswith("|"):
            rows.append(el("tr", [el("td", self.inline(c)) for c in cells(lines[i])]))
            i += 1
        return i, el("table", el("thead", head), el("tbody", rows))

    def _list(self, lines: list[str], i: int) -> tuple[int, str]:
        """A run of items; clauses become blocks of their own, what is indented below an item belongs to it."""
        out, ordered = "", False
        plain: list[Raw] = []
        while i < len(lines):
            clause, item = CLAUSE.match(lines[i]), ITEM.match(lines[i])
            if not clause and not item:
                break
            text = clause[2] if clause else item[3] if item else ""
            inner, i = [text], i + 1
            below: list[str] = []
            while i < len(lines) and (
                (lines[i].startswith("  ") and lines[i].strip())
                or (not lines[i].strip() and i + 1 < len(lines) and lines[i + 1].startswith("  "))
            ):
                (
                    below
                    if below or ITEM.match(lines[i]) or not lines[i].strip() or lines[i].strip().startswith("|")
                    else inner
                ).append(lines[i])
                i += 1
            body = self.inline(joined(inner))
            if below:
                strip = min(len(x) - len(x.lstrip()) for x in below if x.strip())
                known = self.known
                body = Raw(body + self._nested("\n".join(x[strip:] for x in below)))
                self.known = known
            if clause:
                out += self._flush(plain, ordered)
                plain = []
                self.clauses[clause[1]] = body
                out += el(
                    "div",
                    el("a", clause[1], href=f"#{clause[1]}", class_="number"),
                    el("div", body),
                    id=clause[1],
                    class_="rule",
                )
            else:
                ordered = bool(item and item[2][0].isdigit())
                plain.append(el("li", body))
            while (
                i < len(lines)
                and not lines[i].strip()
                and i + 1 < len(lines)
                and (CLAUSE.match(lines[i + 1]) or ITEM.match(lines[i + 1]))
            ):
                i += 1
        return i, out + self._flush(plain, ordered)

    def _nested(self, source: str) -> str:
        known = self.known
        inner = _Renderer(self.figure)
        made = inner.render(source)
        self.clauses |= inner.clauses
        self.known = known
        return made

    @staticmethod
    def _flush(items: list[Raw], ordered: bool) -> str:
        return el("ol" if ordered else "ul", items) if items else ""


def render(source: str, figure: Figure | None = None) -> Book:
    """A rulebook as HTML, with its headings and clauses."""
    renderer = _Renderer(figure)
    html = renderer.render(source)
    return Book(html, renderer.headings, renderer.clauses)
