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
"""Bytes of a request with a match file: one of 20,000 entries has 0.8 MB."""
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

# ---- what is replayed for strangers, in processes that can be killed

JOBS = 2
"""Such processes. One person has one job at work, so that nobody alone can fill them."""
JOB_SECONDS = 10.0
"""Seconds of processor time for one job. The longest log that is taken, 20,000 entries, is replayed in 2 to 4 s; a
match of 600 moves that is not compiled yet in 0.6 s."""
JOB_PATIENCE = 6
"""How many times that may pass by the clock on a busy machine."""
JOB_MEMORY = 1 << 30
"""Bytes that a process may take beyond what it has after its start: the compiler's library, which it loads, maps some
hundred MB; a match of 20,000 entries takes 25 MB."""
JOB_PRICE = 120
"""What a second of a job costs its address, in pages: 20 pages come back a second, so that nobody alone takes more than
a sixth of a processor for long."""
JOB_NICE = 19
"""How much such a process gives way, from its first moment: bots' workers, which have 5, and the server come first."""
JOBS_REST = 600.0
"""Seconds without a job after which a process is ended; the next one starts it again."""
JOBS_WAITING = 64
JOBS_WAITING_EACH = 8
"""Jobs that may wait, of all and of one person: a page asks for its steps while it is read."""
UPLOAD_ENTRIES = 20_000
"""Entries of an uploaded match, and at most `UPLOAD_TIMES` as many as its game's declared decisions and `UPLOAD_MORE`:
a log also holds what was taken back, and notes of bots that stood in."""
UPLOAD_TIMES = 2
UPLOAD_MORE = 200
UPLOADS_READY = 8
"""Replayed matches that such a process keeps."""

# ---- what one address may ask for

REQUESTS = 3000
REQUESTS_SECONDS = 60.0
"""Requests of any kind, also for files and for what is not there: 0.4 ms each."""
READS = 1200
READS_SECONDS = 60.0
"""What may be read, in plain pages of 1 to 2 ms. Somebody who browses fast opens one a second."""
READ_STEP = 1
"""A rendered step: 1 to 8 ms. A block of 50 is as much as 50 pages; 24 blocks are there at once, then 20 steps a
second, ten times as fast as a replay is watched."""
READ_REPLAY = 5
READ_FILE = 10
"""The page of a replay, and a match file."""
READ_OPENING = 20
"""A table that is not in memory: its match is replayed, in a thread."""
POSTS = 60
POSTS_SECONDS = 60.0
CREATES = 30
CREATES_SECONDS = 300.0
NEWCOMERS = 60
NEWCOMERS_SECONDS = 600.0
"""Forms, new tables and new guests."""
CODES = 10
CODES_SECONDS = 300.0
"""Tries of a code for another device."""
SOCKETS = 120
SOCKETS_SECONDS = 60.0
SOCKETS_EACH = 200
"""New sockets in a while, and open ones at once."""
BARRED = 10.0
"""Seconds at most for which an address that floods us cannot connect at all."""

# ---- connections

HEADERS = 64
"""Headers of a request; a browser behind a proxy sends 25."""
HEAD_SECONDS = 15.0
"""Seconds in which a connection must have sent a whole head; a browser's spare connection is opened again at need."""
REST_SECONDS = 10.0
"""Seconds in which the rest of a body that was refused is thrown away, before the connection is closed."""
ANSWER_SECONDS = 120.0
"""Seconds for reading an answer: 300 kB over a bad line."""
SILENT = 512
SILENT_EACH = 64
"""With several server processes: connections that have not said yet where they belong, of all (the oldest gives way)
and of one address. A browser opens six, a club of ten behind one address sixty."""
CONNECTIONS = 10_000
"""Open connections of one server process, pages and sockets, if the system has descriptors for them."""
CONNECTIONS_EACH = 200
"""Open connections of one address; those of proxies, which are named in $FORWARDED_ALLOW_IPS, are not counted so."""
DESCRIPTORS = 65_536
RESERVED = 128
"""Descriptors: how many are asked for, and how many are kept for database, workers and files."""
FRAMES = 300
FRAMES_SECONDS = 20.0
"""Frames of one socket in so many seconds, of any kind; messages have a smaller budget of their own."""
FRAMES_BYTES = 1024
"""Bytes that are parsed before frames are counted: at most 170 of them, three milliseconds."""

# ---- for those who run the server

HEALTH_SECONDS = 5.0
"""Seconds for which the answer of /healthz holds: it is open to everybody, and it writes."""
HEALTH_PATIENCE = 10.0
"""Seconds in which the database must have answered it."""
LOW_DISK = 64 * 2**20
"""Bytes below which the disk is told to be nearly full: a busy day takes less."""
WORKERS_SECONDS = 180.0
"""Seconds after the start in which bots' workers must be there: on a busy machine importing everything takes long."""
COARSE = 100
"""Entries and commits are counted in such steps: one by one they would tell of hidden clicks."""
