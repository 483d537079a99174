-- A store as version 3 wrote it.
PRAGMA application_id=1415670645;
PRAGMA user_version=3;
BEGIN TRANSACTION;
CREATE TABLE bot_job (
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
        answer text, owner text not null default '', kind bigint not null default 0, turn bigint not null default 0, cost bigint not null default 0,
        primary key (match, seat, number)
    );
INSERT INTO "bot_job" VALUES('match0000001',1,2,'strong',X'00FF',1800000000002,NULL,NULL,0,0,NULL,'player000001',1,200,100);
CREATE TABLE chat (
        match text not null references match on delete cascade,
        number bigint not null,
        channel text not null,
        player text not null,
        text text not null,
        at bigint not null,
        primary key (match, number)
    ) without rowid;
INSERT INTO "chat" VALUES('match0000001',1,'table','player0000000001','こんにちは',1800000000005);
CREATE TABLE derived (
        match text not null references match on delete cascade,
        key text not null,
        body text not null,
        primary key (match, key)
    );
INSERT INTO "derived" VALUES('match0000001','log:0','["x"]');
CREATE TABLE device_code (
        code text primary key,
        player text not null unique references player on delete cascade,
        expires_at bigint not null
    );
INSERT INTO "device_code" VALUES('0000000000000000000000000000000000000000000000000000000000000000','player0000000001',1800000600000);
CREATE TABLE entry (
        match text not null references match on delete cascade,
        number bigint not null check (number > 0),
        kind text not null,
        seat bigint,
        body text not null,
        at bigint not null,
        primary key (match, number)
    ) without rowid;
INSERT INTO "entry" VALUES('match0000001',1,'move',0,'{"action":1}',1800000000001);
INSERT INTO "entry" VALUES('match0000001',2,'move',1,'{"action":2}',1800000000002);
CREATE TABLE invite (
        token text primary key,
        match text not null references match on delete cascade,
        seat bigint,
        created_at bigint not null
    );
INSERT INTO "invite" VALUES('token00000000001','match0000001',1,1800000000000);
CREATE TABLE match (
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
INSERT INTO "match" VALUES('match0000001','connect_four','1','{"rows":6}','[{"kind":"player","player":"player0000000001","name":"Ada"},{"kind":"open"}]',1,'player0000000001',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','c0ffee','{}',1800000000000,1800000000001,NULL,'playing','Friday','public','{"kind":"none"}','{}',NULL,'match0000000',3);
CREATE TABLE member (
        player text not null,
        match text not null references match on delete cascade,
        primary key (player, match)
    ) without rowid;
INSERT INTO "member" VALUES('player0000000001','match0000001');
CREATE TABLE player (
        id text primary key,
        name text not null,
        colour text not null,
        language text not null,
        created_at bigint not null,
        seen_at bigint not null,
        banned text,
        settings text not null
    );
INSERT INTO "player" VALUES('player0000000001','Ada 卓','#123456','ja',1800000000000,1800000000000,NULL,'{}');
CREATE TABLE upload (
        id text primary key,
        body blob not null,
        at bigint not null
    );
INSERT INTO "upload" VALUES('upload000001',X'789C4B54C84D2C49CE0000099D028F',1800000000000);
CREATE INDEX match_by_age on match (created_at, id);
CREATE INDEX match_by_status on match (status, created_at, id);
CREATE INDEX match_by_end on match (status, finished_at, id);
CREATE INDEX member_by_match on member (match);
CREATE INDEX player_by_seen on player (seen_at);
CREATE INDEX chat_by_player on chat (player, at);
CREATE INDEX invite_by_match on invite (match);
CREATE INDEX bot_job_by_age on bot_job (done, queued_at);
CREATE INDEX upload_by_age on upload (at, id);
CREATE INDEX bot_job_by_turn on bot_job (kind, turn);
CREATE INDEX bot_job_by_owner on bot_job (owner, kind);
COMMIT;