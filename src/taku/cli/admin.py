"""``taku admin``: what a host does about tables and guests; a running server hears of it at once."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Fault, Parser, one_of, whole
from taku.cli.storage import storage_arguments, with_store
from taku.cli.terminal import printable
from taku.page.terminal import columns

if TYPE_CHECKING:
    from taku.server.store import Match, Player, Store

STATUSES = ("waiting", "playing", "paused", "over", "closed")
DAY = 24 * 60 * 60 * 1000


def arguments(parser: Parser) -> None:
    actions = parser.commands()

    def action(name: str, summary: str) -> Parser:
        made: Parser = actions.add_parser(name, help=summary, summary=summary)
        storage_arguments(made)
        return made

    listing = action("list", "list tables, the newest first")
    listing.add_argument("--status", type=one_of("status", STATUSES), metavar="|".join(STATUSES))
    listing.add_argument("--game", metavar="GAME")
    listing.add_argument("--limit", type=whole(1), default=50, metavar="N", help="default: 50")
    listing.add_argument("--json", action="store_true")
    guests = action("players", "list guests, those who were here last first")
    guests.add_argument("--banned", action="store_true", help="only those who are kept out")
    guests.add_argument("--limit", type=whole(1), default=50, metavar="N", help="default: 50")
    guests.add_argument("--json", action="store_true")
    action("count", "count what is stored").add_argument("--json", action="store_true")
    action("close", "end tables; their logs stay").add_argument("ids", metavar="MATCH", nargs="+")
    action("delete", "remove matches with everything of them").add_argument("ids", metavar="MATCH", nargs="+")
    ban = action("ban", "keep a guest out")
    ban.add_argument("ids", metavar="PLAYER", nargs="+")
    ban.add_argument("--reason", default="", metavar="TEXT")
    action("unban", "let a guest in again").add_argument("ids", metavar="PLAYER", nargs="+")
    action("forget", "remove a guest; their matches stay").add_argument("ids", metavar="PLAYER", nargs="+")
    revoke = action("revoke", "make a guest's cookies invalid, and print a code with which they come back")
    revoke.add_argument("ids", metavar="PLAYER", nargs="+")
    purge = action("purge", "remove matches and guests of whom nothing was heard for long")
    purge.add_argument("--days", type=whole(1, 36500), required=True, metavar="N", help="since how many days")


def run(args: Any) -> int:
    async def work(store: Store) -> int:
        return int(await ACTIONS[args.action](store, args))

    return with_store(args, work)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _date(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M")


async def list_matches(store: Store, args: Any) -> int:
    found: list[Match] = []
    after: str | None = None
    while len(found) < args.limit:
        keywords: dict[str, Any] = {"statuses": (args.status,)} if args.status else {}
        page = await store.matches(game=args.game, after=after, limit=args.limit - len(found), **keywords)
        found += page.matches
        after = page.next
        if after is None:
            break
    if args.json:
        print(json.dumps([asdict(match) for match in found], ensure_ascii=False))
        return OK
    rows = [["MATCH", "GAME", "STATUS", "MOVES", "OPENED", "SEATS"]]
    for m in found:
        seats = ", ".join(printable(s.name) or s.kind for s in m.seats)
        rows.append([m.id, m.game, m.status, str(m.length), _date(m.created_at), seats])
    print(columns(rows))
    return OK


async def list_players(store: Store, args: Any) -> int:
    found: list[Player] = await store.list_players(banned=True if args.banned else None, limit=args.limit)
    if args.json:
        print(json.dumps([asdict(player) for player in found], ensure_ascii=False))
        return OK
    rows = [["PLAYER", "NAME", "SEEN", "BANNED"]]
    for p in found:
        banned = "" if p.banned is None else printable(p.banned) or "yes"
        rows.append([p.id, printable(p.name), _date(p.seen_at), banned])
    print(columns(rows))
    return OK


async def count(store: Store, args: Any) -> int:
    counts = await store.counts()
    print(json.dumps(counts) if args.json else columns([[name, f"{n:,}"] for name, n in counts.items()]))
    return OK


async def close(store: Store, args: Any) -> int:
    for id in args.ids:
        match = await store.match(id)
        if match is not None and match.status == "over":
            raise Fault(f"the match {id} is over: there is nothing to close (taku admin delete removes it)")
        await store.update_match(id, now=_now(), status="closed")
        print(f"closed {id}")
    return OK


async def delete(store: Store, args: Any) -> int:
    return await _each(args.ids, store.delete_match, "match", "deleted")


async def ban(store: Store, args: Any) -> int:
    for id in args.ids:
        player = await store.ban(id, args.reason)
        print(f"{printable(player.name)} ({id}) is kept out")
    return OK


async def unban(store: Store, args: Any) -> int:
    for id in args.ids:
        player = await store.unban(id)
        print(f"{printable(player.name)} ({id}) may play again")
    return OK


async def revoke(store: Store, args: Any) -> int:
    for id in args.ids:
        player = await store.revoke(id)
        code = await store.create_code(id, now=_now()) if player.banned is None else ""
        back = f"; their code, once and for ten minutes, on the page /code: {code}" if code else ""
        print(f"the cookies of {printable(player.name)} ({id}) are invalid{back}")
    return OK


async def forget(store: Store, args: Any) -> int:
    return await _each(args.ids, store.delete_player, "player", "forgot")


async def _each(ids: list[str], remove: Any, what: str, done: str) -> int:
    missing = []
    for id in ids:
        if await remove(id):
            print(f"{done} {id}")
        else:
            missing.append(id)
    if missing:
        raise Fault(f"there is no {what} {', '.join(missing)}")
    return OK


async def purge(store: Store, args: Any) -> int:
    gone = await store.purge(_now() - args.days * DAY, now=_now())
    print(f"removed {gone.matches:,} matches, {gone.players:,} guests, {gone.codes:,} codes, {gone.uploads:,} uploads")
    return OK


ACTIONS = {
    "list": list_matches,
    "players": list_players,
    "count": count,
    "close": close,
    "delete": delete,
    "ban": ban,
    "unban": unban,
    "forget": forget,
    "revoke": revoke,
    "purge": purge,
}
