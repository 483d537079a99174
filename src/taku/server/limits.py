"""What one use of a door may cost, in numbers. docs/doors.md lists all doors; a test compares it with these."""

from __future__ import annotations

# ---- one request

HEAD = 8 * 1024
"""Bytes of a request's line and headers together. A browser of ours sends 1 to 2 kB; more is answered by 431."""
QUERY = 2048
"""Bytes of a query. The longest of our own is the way back behind a change of language."""
TYPE = 200
"""Characters of a Content-Type: the longest that browsers send for a form has 100."""
FORM = 64 * 1024
"""Bytes of a form: the longest is the one for a table of twenty seats, below 10 kB."""
FIELDS = 500
"""Fields of a form or a query."""
UPLOAD = 4 * 1024 * 1024
"""Bytes of a request with a match file: the longest match of our own games takes 1 MB."""
PARTS = 4
"""Parts of that request; the page sends two, token and file."""
PART_HEADERS = 4
PART_HEADER = 1024
"""Headers of one part, and characters of each: a file's name may have 255."""
PART_FIELD = 1024
"""Bytes of a field beside the file: the token."""
BODY_SECONDS = 30.0
"""Seconds in which a form must have arrived, and beyond that at least `BODY_RATE`."""
BODY_RATE = 16 * 1024
"""Bytes a second that an upload must reach on average after that: 4 MB then take at most five minutes."""
