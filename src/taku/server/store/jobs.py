"""Bot moves to be found: a queue from which worker processes take."""

from __future__ import annotations

from taku.server.store.base import Base
from taku.server.store.errors import BadValue
from taku.server.store.records import MAX_JSON, MAX_PAYLOAD, Change, Job, Json, job_of, pack
from taku.server.store.schema import SKIP_LOCKED

JOB = "match, seat, number, level, payload, queued_at, taken_by, taken_at, tries, done, answer"
LOST_MILLISECONDS = 60_000  # a worker that is silent for so long has died; a level's budget is far below
MAX_TRIES = 3  # a job that killed three workers is not given to a fourth


class Jobs(Base):
    """The part of the store that hands bot moves to workers."""

    async def queue_job(self, match: str, seat: int, number: int, level: str, payload: bytes, *, now: int) -> bool:
        """Ask for a bot's move after entry `number`; False if it was asked already (two servers may both ask)."""
        if len(payload) > MAX_PAYLOAD:
            raise BadValue(f"a bot job of {len(payload):,} bytes is too long: at most {MAX_PAYLOAD:,}")
        rows = await self._run(
            "insert into bot_job (match, seat, number, level, payload, queued_at)"
            " select id, cast($2 as bigint), cast($3 as bigint), cast($4 as text), $5, cast($6 as bigint)"
            " from match where id = $1 on conflict do nothing returning match",
            *(match, seat, number, level, payload, now),
            change=Change("job", match, number),
        )
        return bool(rows)

    async def take_job(self, worker: str, *, now: int, lost_ms: int = LOST_MILLISECONDS) -> Job | None:
        """The oldest job that nobody works on, now this worker's; None if there is none."""
        rows = await self._run(
            "update bot_job set taken_by = $1, taken_at = $2, tries = tries + 1 where (match, seat, number) ="
            " (select match, seat, number from bot_job where done = 0 and (taken_at is null or taken_at < $3)"
            f" and tries < {MAX_TRIES} order by queued_at limit 1{SKIP_LOCKED}) returning {JOB}",
            *(worker, now, now - lost_ms),
        )
        return job_of(rows[0]) if rows else None

    async def finish_job(self, job: Job, answer: Json) -> bool:
        """Hand in the answer; False if the job is gone or was given to another worker meanwhile."""
        rows = await self._run(
            "update bot_job set done = 1, answer = $5 where match = $1 and seat = $2 and number = $3"
            " and taken_by = $4 and done = 0 returning match",
            *(job.match, job.seat, job.number, job.taken_by, pack(answer, MAX_JSON)),
            change=Change("job", job.match, job.number),
        )
        return bool(rows)

    async def jobs(self, match: str) -> list[Job]:
        """The bot moves that were asked for in a match, with the answers that came."""
        rows = await self._fetch(f"select {JOB} from bot_job where match = $1 order by number, seat", match)
        return [job_of(row) for row in rows]

    async def drop_jobs(self, match: str, up_to: int) -> None:
        """Forget the jobs of a match up to an entry: they were played, or are no longer wanted."""
        await self._run("delete from bot_job where match = $1 and number <= $2", match, up_to)
