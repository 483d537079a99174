"""The tables, written once for both databases, and the steps from every earlier version to this one."""

from __future__ import annotations

import re
from functools import cache

# Each step is what one version added. A step that was released is never changed: add another after it.
# Times are milliseconds since 1970, JSON is text: so that a backup of one database fits the other as it is.
STEPS: tuple[str, ...] = (
    """
    create table match (
        id text primary key,
        game text not null,
        game_version text not null,
        options text not null,
        seats text not null,
        open_seats bigint not null,
        host text,
        secret blob not null,
        commitment text not null,
        nonces text not null,
        created_at bigint not null,
        changed_at bigint not null,
        finished_at bigint,
        status text not null check (status in ('waiting', 'playing', 'paused', 'over', 'closed')),
        title text not null,
        visibility text not null check (visibility in ('public', 'link')),
        clock text not null,
        settings text not null,
        result text,
        rematch_of text unique,
        version bigint not null
    );
    create index match_by_age on match (created_at, id);
    create index match_by_status on match (status, created_at, id);
    create index match_by_end on match (status, finished_at, id);

    create table entry (
        match text not null references match on delete cascade,
        number bigint not null check (number > 0),
        kind text not null,
        seat bigint,
        body text not null,
        at bigint not null,
        primary key (match, number)
    ) without rowid;

    create table member (
        player text not null,
        match text not null references match on delete cascade,
        primary key (player, match)
    ) without rowid;
    create index member_by_match on member (match);

    create table player (
        id text primary key,
        name text not null,
        colour text not null,
        language text not null,
        created_at bigint not null,
        seen_at bigint not null,
        banned text,
        settings text not null
    );
    create index player_by_seen on player (seen_at);

    create table device_code (
        code text primary key,
        player text not null unique references player on delete cascade,
        expires_at bigint not null
    );

    create table chat (
        match text not null references match on delete cascade,
        number bigint not null,
        channel text not null,
        player text not null,
        text text not null,
        at bigint not null,
        primary key (match, number)
    ) without rowid;
    create index chat_by_player on chat (player, at);

    create table invite (
        token text primary key,
        match text not null references match on delete cascade,
        seat bigint,
        created_at bigint not null
    );
    create index invite_by_match on invite (match);

    create table derived (
        match text not null references match on delete cascade,
        key text not null,
        body text not null,
        primary key (match, key)
    );

    create table bot_job (
        match text not null references match on delete cascade,
        seat bigint not null,
        number bigint not null,
        level text not null,
        payload blob not null,
        queued_at bigint not null,
        taken_by text,
        taken_at bigint,
        tries bigint not null default 0,
        done bigint not null default 0,
        answer text,
        primary key (match, seat, number)
    );
    create index bot_job_by_age on bot_job (done, queued_at);
    """,
    """
    create table upload (
        id text primary key,
        body blob not null,
        at bigint not null
    );
    create index upload_by_age on upload (at, id);
    """,
    """
    alter table bot_job add column owner text not null default '';
    alter table bot_job add column kind bigint not null default 0;
    alter table bot_job add column turn bigint not null default 0;
    alter table bot_job add column cost bigint not null default 0;
    create index bot_job_by_turn on bot_job (kind, turn);
    create index bot_job_by_owner on bot_job (owner, kind);
    """,
)

VERSION = len(STEPS)

# 'Taku' in ASCII: how a file says that it is ours (PRAGMA application_id).
APPLICATION_ID = 0x54616B75

# Every table, those that others refer to first: the order in which a backup is filled.
TABLES: dict[str, tuple[str, ...]] = {
    "match": (
        *("id", "game", "game_version", "options", "seats", "open_seats", "host", "secret", "commitment", "nonces"),
        *("created_at", "changed_at", "finished_at", "status", "title", "visibility", "clock", "settings", "result"),
        *("rematch_of", "version"),
    ),
    "player": ("id", "name", "colour", "language", "created_at", "seen_at", "banned", "settings"),
    "entry": ("match", "number", "kind", "seat", "body", "at"),
    "member": ("player", "match"),
    "device_code": ("code", "player", "expires_at"),
    "chat": ("match", "number", "channel", "player", "text", "at"),
    "invite": ("token", "match", "seat", "created_at"),
    "derived": ("match", "key", "body"),
    "bot_job": (
        *("match", "seat", "number", "level", "payload", "queued_at", "taken_by", "taken_at", "tries", "done"),
        *("answer", "owner", "kind", "turn", "cost"),
    ),
    "upload": ("id", "body", "at"),
}


def statements(step: str) -> list[str]:
    """The statements of a step as SQLite takes them."""
    return [s.strip() for s in step.split(";") if s.strip()]


def for_postgres(step: str) -> str:
    """The same step as PostgreSQL takes it."""
    return re.sub(r"\bblob\b", "bytea", step).replace(") without rowid", ")")


@cache
def for_sqlite(sql: str) -> str:
    """A query written for PostgreSQL ($1, $2, …) as SQLite takes it."""
    return re.sub(r"\$(\d+)", r"?\1", sql).replace(SKIP_LOCKED, "")


# Workers of several processes must not wait for the row that another just takes; SQLite has one writer anyway.
SKIP_LOCKED = " for update skip locked"
