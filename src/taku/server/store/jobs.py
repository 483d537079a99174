"""Bot moves to be found: a queue from which worker processes take, fair between the people for whom they are."""

from __future__ import annotations

from taku.server.store.base import Base
from taku.server.store.errors import BadValue
from taku.server.store.records import MAX_JSON, MAX_PAYLOAD, Change, Job, Json, job_of, pack
from taku.server.store.schema import SKIP_LOCKED

JOB = "match, seat, number, level, payload, queued_at, taken_by, taken_at, tries, done, answer, kind"
LOST_MILLISECONDS = 15_000  # a worker that is silent for so long has died: one that hangs is killed after 10 s
MAX_TRIES = 3  # a job that killed three workers is not given to a fourth
MAX_WAITING = 100  # of one owner and kind; whoever wants more is refused
KEPT_MILLISECONDS = 60_000  # what an owner has used lately counts for whose turn it is
USUAL = 100  # ms that an owner's first job is thought to take

# Start-time fair queueing, as in ``fair_queue.py``, in virtual milliseconds: an owner's job begins where their last one
# ends, but not before the last that was taken of anybody. What a job costs is what theirs took on average.
BEGIN = """
    select coalesce(max(at), 0) from (
        select turn + cost as at from bot_job where owner = $7 and kind = $8
        union all select turn from bot_job where kind = $8 and taken_at is not null
    ) as accounts
"""
COST = f"select coalesce(cast(avg(cost) as bigint), {USUAL}) from bot_job where owner = $7 and kind = $8 and done = 1"
WAITING = "select count(*) from bot_job where owner = $7 and kind = $8 and done = 0 and taken_at is null"


class Jobs(Base):
    """The part of the store that hands bot moves to workers."""

    async def queue_job(
        self,
        match: str,
        seat: int,
        number: int,
        level: str,
        payload: bytes,
        *,
        now: int,
        owner: str = "",
        kind: int = 0,
    ) -> bool:
        """Ask for a bot's move after entry `number`; False if it was asked already (two servers may both ask), or if
        too many jobs of this owner wait."""
        if len(payload) > MAX_PAYLOAD:
            raise BadValue(f"a bot job of {len(payload):,} bytes is too long: at most {MAX_PAYLOAD:,}")
        rows = await self._run(
            "insert into bot_job (match, seat, number, level, payload, queued_at, owner, kind, turn, cost)"
            " select id, cast($2 as bigint), cast($3 as bigint), cast($4 as text), $5, cast($6 as bigint),"
            f" cast($7 as text), cast($8 as bigint), ({BEGIN}), ({COST})"
            f" from match where id = $1 and ({WAITING}) < {MAX_WAITING} on conflict do nothing returning match",
            *(match, seat, number, level, payload, now, owner, kind),
            change=Change("job", match, number),
        )
        return bool(rows)

    async def take_job(
        self, worker: str, *, now: int, least: int = 99, turned: bool = False, lost_ms: int = LOST_MILLISECONDS
    ) -> Job | None:
        """The next job that nobody works on, now this worker's; None if there is none.

        The most urgent kind comes first (the least urgent, if it is `turned`), kinds after `least` not at all.
        """
        rows = await self._run(
            "update bot_job set taken_by = $1, taken_at = $2, tries = tries + 1 where (match, seat, number) ="
            " (select match, seat, number from bot_job where done = 0 and (taken_at is null or taken_at < $3)"
            f" and tries < {MAX_TRIES} and kind <= $4 order by kind{' desc' if turned else ''}, turn, queued_at"
            f" limit 1{SKIP_LOCKED}) returning {JOB}",
            *(worker, now, now - lost_ms, least),
        )
        return job_of(rows[0]) if rows else None

    async def finish_job(self, job: Job, answer: Json, ms: int = USUAL) -> bool:
        """Hand in the answer, and how long it took; False if the job is gone or was given to another meanwhile."""
        rows = await self._run(
            "update bot_job set done = 1, answer = $5, cost = $6 where match = $1 and seat = $2 and number = $3"
            " and taken_by = $4 and done = 0 returning match",
            *(job.match, job.seat, job.number, job.taken_by, pack(answer, MAX_JSON), ms),
            change=Change("job", job.match, job.number),
        )
        return bool(rows)

    async def return_job(self, job: Job) -> None:
        """Hand a job back without an answer: the next worker may try."""
        await self._run(
            "update bot_job set taken_at = null, taken_by = null where match = $1 and seat = $2 and number = $3"
            " and taken_by = $4 and done = 0 returning match",
            *(job.match, job.seat, job.number, job.taken_by),
            change=Change("job", job.match, job.number),
        )

    async def jobs(self, match: str) -> list[Job]:
        """The bot moves that were asked for in a match, with the answers that came."""
        rows = await self._fetch(f"select {JOB} from bot_job where match = $1 order by number, seat", match)
        return [job_of(row) for row in rows]

    async def drop_job(self, match: str, seat: int, number: int) -> None:
        """Nobody wants this move any more: unless somebody works on it, it is forgotten."""
        await self._run(
            "delete from bot_job where match = $1 and seat = $2 and number = $3 and done = 0 and taken_at is null",
            *(match, seat, number),
        )

    async def forget_jobs(self, now: int) -> None:
        """Forget jobs that were done a while ago, or that nobody did."""
        await self._run("delete from bot_job where queued_at < $1", now - KEPT_MILLISECONDS)
