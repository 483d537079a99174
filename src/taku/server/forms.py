"""The body of a request: counted while it arrives, parsed only if it is a form, and its token looked at first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from urllib.parse import parse_qsl

from multipart import MultipartError, MultipartSegment, ParserLimitReached, PushMultipartParser, parse_options_header
from starlette.requests import ClientDisconnect, Request

from taku.server import limits
from taku.server.problems import Problem

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def content_type(request: Request) -> tuple[str, str]:
    """The kind of a body and, for one of several parts, what stands between them."""
    text = request.headers.get("content-type", "")
    if len(text) > limits.TYPE:
        raise Problem("problem.form", 415)
    kind, options = parse_options_header(text)
    return kind, options.get("boundary", "")


def check_length(request: Request, most: int) -> None:
    """Refuse by what the header says, before a byte of the body is read."""
    said = request.headers.get("content-length", "0")
    if not (said.isascii() and said.isdigit()):
        raise Problem("problem.form")
    if len(said) > 12 or int(said) > most:
        raise Problem("problem.big", 413)


async def read_urlencoded(request: Request) -> dict[str, str]:
    """The fields of a plain form."""
    kind, _ = content_type(request)
    if kind != URLENCODED:
        raise Problem("problem.form", 415)
    check_length(request, limits.FORM)
    data = bytearray()
    await _read(request, limits.FORM, data.extend)
    try:
        pairs = parse_pairs(data.decode())
    except ValueError:
        raise Problem("problem.form") from None
    return dict(pairs)


def parse_pairs(text: str) -> list[tuple[str, str]]:
    """The fields of a form or a query; `ValueError` if there are too many."""
    return parse_qsl(text, keep_blank_values=True, max_num_fields=limits.FIELDS)


async def read_upload(request: Request, fits: Callable[[str], bool]) -> tuple[dict[str, str], bytes]:
    """The fields and the file of an upload. Its first part is the token; without a good one nothing more is read."""
    kind, boundary = content_type(request)
    if kind != MULTIPART or not boundary:
        raise Problem("problem.form", 415)
    check_length(request, limits.UPLOAD)
    reader = _Upload(boundary, fits)
    try:
        await _read(request, limits.UPLOAD, reader.take)
        reader.finish()
    except MultipartError as fault:
        fault.__traceback__ = None  # the parser keeps its error, whose frames keep the parser
        raise (
            Problem("problem.big", 413) if isinstance(fault, ParserLimitReached) else Problem("problem.form")
        ) from None
    return reader.fields, bytes(reader.file)


class _Upload:
    """Takes the parts of an upload as they come."""

    def __init__(self, boundary: str, fits: Callable[[str], bool]) -> None:
        self.fields: dict[str, str] = {}
        self.file = bytearray()
        self._fits = fits
        self._name = ""
        self._value = bytearray()
        self._parser = PushMultipartParser(
            boundary,
            max_header_size=limits.PART_HEADER,
            max_header_count=limits.PART_HEADERS,
            max_segment_size=limits.UPLOAD,
            max_segment_count=limits.PARTS,
            strict=True,
        )

    def take(self, chunk: bytes) -> None:
        if not chunk:  # the end: `finish` looks whether all parts were there
            return
        for event in self._parser.parse(chunk):
            if isinstance(event, MultipartSegment):
                self._name, self._value = event.name or "", bytearray()
                if not self.fields and self._name != "token":
                    raise Problem("problem.token", 403)
            elif event is None:
                self._end()
            elif self._name == "file":
                self.file += event
            elif len(self._value) + len(event) > limits.PART_FIELD:
                raise Problem("problem.big", 413)
            else:
                self._value += event

    def _end(self) -> None:
        if self._name == "file":
            self.fields.setdefault("file", "")
            return
        self.fields[self._name] = self._value.decode("utf-8", "replace")
        if len(self.fields) == 1 and not self._fits(self.fields["token"]):
            raise Problem("problem.token", 403)

    def finish(self) -> None:
        self._parser.close()
        if "token" not in self.fields:
            raise Problem("problem.token", 403)


async def _read(request: Request, most: int, take: Callable[[bytes], None]) -> None:
    """Hand the body on as it arrives: not more than so many bytes, and not slower than a bad line."""
    began, count = asyncio.get_running_loop().time(), 0
    try:
        async with asyncio.timeout(limits.BODY_SECONDS) as limit, aclosing(request.stream()) as stream:
            async for chunk in stream:
                count += len(chunk)
                if count > most:
                    raise Problem("problem.big", 413)
                limit.reschedule(began + limits.BODY_SECONDS + count / limits.BODY_RATE)
                take(chunk)
    except ClientDisconnect:
        raise Problem("problem.form") from None
    except TimeoutError:
        raise Problem("problem.slow", 408) from None
