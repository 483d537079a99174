"""How long a guest waits for a bot while another guest keeps the workers busy.

python3 run.py bench fairness [--seconds 15] [--only NAME …]

One guest plays connect four against a master and never thinks; a server of two workers has, one after another: nobody
else (quiet); two analyses of long matches of Banners (analyses); forty tables of a guest at which only masters play
(tables); twelve pages of a guest that ask for hints all the time (hints); thirty-four tables of a guest with nineteen
masters each (masters); matches of 550 undos that are uploaded from many addresses without end (uploads). Bots' pauses
are short (speed 30), so that what is measured is the search and the wait for it; it is also harder than life, where
bots pause. Times are wall time: a busy machine spoils them, so compare with quiet. Wanted: at most 2 s above quiet.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from taku.compile.speed import rules_of

sys.path.insert(0, str(Path(__file__).parent.parent))

from taku.engine.game import find_game
from taku.engine.match import Match
from taku.server.config import now
from taku.server.store import Entry, Seat, open_store
from tests.server.attacks import LOST, upload_of_undos
from tests.server.kit import Site, free_port, until

WORKERS, SPEED, ALLOW = 2, 30.0, 5.0
WANTED = 2.0
GAMES = ("connect_four", "goofspiel", "oneiron", "warring")
Load = Callable[[Site, threading.Event], None]


@contextlib.contextmanager
def server(data: Path) -> Iterator[Site]:
    """A server of its own process, ready for bots."""
    port = free_port()
    code = (
        "import sys; from pathlib import Path\n"
        "from taku.server.config import Config; from taku.server.main import serve\n"
        f"serve(Config(port={port}, data=Path(sys.argv[1]), secret='bench', workers={WORKERS}, speed={SPEED},"
        f" allow={ALLOW}))"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(data)], stdout=subprocess.DEVNULL)
    site = Site(port)
    try:
        until(lambda: answers(site))
        yield site
    finally:
        process.terminate()
        process.wait(30)


def answers(site: Site) -> bool:
    with contextlib.suppress(OSError):
        return bool(site.visitor().get("/healthz").status == 200)
    return False


def measure(site: Site, seconds: float) -> list[float]:
    """Seconds from a click to the bot's answer, again and again."""
    ann = site.visitor()
    took: list[float] = []
    begun: float | None = None
    while begun is None or time.monotonic() < begun + seconds:
        page = ann.socket(ann.open("connect_four", seat1="bot:master"))
        page.mine(600)
        for _ in range(8):
            if page.view["status"].get("over"):
                break
            at = time.monotonic()
            page.act()
            page.mine(600)
            took.append(time.monotonic() - at)
            if begun is None:  # the first answer waits for the workers to load the game
                begun, took = time.monotonic(), []
            if time.monotonic() > begun + seconds and took:
                break
        page.close()
    return took


# ---- who keeps the workers busy


def quiet(site: Site, stop: threading.Event) -> None:
    pass


def analyses(site: Site, stop: threading.Event) -> None:
    for n in range(2):
        guest = site.visitor()
        answer = guest.post(f"/t/long{n:08}/analysis", page=f"/t/long{n:08}/analysis")
        assert answer.status == 303, answer.text


def tables(site: Site, stop: threading.Event) -> None:
    eve = site.visitor()
    for _ in range(40):
        eve.open("goofspiel", seat0="bot:master", seat1="bot:master")


def hints(site: Site, stop: threading.Event) -> None:
    eve = site.visitor()
    pages = []
    for _ in range(3):
        table = eve.open("oneiron", "?seats=2", seat1="bot:beginner", hints="yes")
        pages += [eve.socket(table) for _ in range(4)]
    for page in pages:
        page.mine(600)

    def ask() -> None:
        while not stop.wait(0.4):
            for page in pages:
                page.send(t="hint")
                page.glance(0)

    threading.Thread(target=ask, daemon=True).start()


def masters(site: Site, stop: threading.Event) -> None:
    eve = site.visitor()
    for _ in range(34):
        bots = {f"seat{i}": "bot:master" for i in range(1, 20)}
        eve.socket(eve.open("oneiron", "?seats=20", **bots))


def uploads(site: Site, stop: threading.Event) -> None:
    def send() -> None:
        while not stop.is_set():
            with contextlib.suppress(*LOST):
                upload_of_undos(site, 10, time.monotonic() + 5)

    threading.Thread(target=send, daemon=True).start()


LOADS: dict[str, Load] = {f.__name__: f for f in (quiet, analyses, tables, hints, masters, uploads)}


async def long_matches(data: Path) -> None:
    """Finished matches of Banners, played at random, for the analysis."""
    game, rng = find_game("warring"), random.Random(1)
    async with await open_store(data) as store:
        for n in range(2):
            secret = bytes([n]) * 32
            match = Match.create(game, 2, secret=secret, id=f"long{n:08}", rules=rules_of)
            while not match.over:
                seat = match.rules.acting(match.state)[0]
                legal = match.legal(seat)
                kept = [a for a in legal if not match.rules.takes_back(match.state, seat, a)] or legal
                match.act(seat, rng.choice(kept))
            made = await store.create_match(
                game=game.id, game_version=str(game.version), seats=[Seat("player", f"p{i}", name="P") for i in (0, 1)],
                secret=secret, commitment="", now=now(), id=match.id, nonces=[],
            )  # fmt: skip
            entries = [
                Entry(made.id, i, e.kind, e.seat, {"value": e.value}, now()) for i, e in enumerate(match.entries, 1)
            ]
            result = {"ranks": match.scores()}
            for at in range(0, len(entries), 100):
                await store.append(entries[at : at + 100])
            await store.update_match(made.id, now=now(), status="over", finished_at=now(), result=result)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--only", nargs="*", choices=LOADS, default=list(LOADS))
    args = parser.parse_args()
    for game in GAMES:
        subprocess.run([sys.executable, "-m", "taku", "compile", game], check=True, stdout=subprocess.DEVNULL)
    print(f"{'load':10} {'moves':>6} {'p50':>8} {'p95':>8} {'max':>8}", flush=True)
    worst = 0.0
    usual = None
    for name in args.only:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            if name == "analyses":
                asyncio.run(long_matches(data))
            with server(data) as site:
                stop = threading.Event()
                LOADS[name](site, stop)
                took = sorted(measure(site, args.seconds))
                stop.set()
        middle, late = statistics.median(took), took[int(0.95 * (len(took) - 1))]
        usual = middle if name == "quiet" else usual
        worst = max(worst, took[-1] - (usual or 0.0))
        print(f"{name:10} {len(took):6} {middle:8.2f} {late:8.2f} {took[-1]:8.2f}", flush=True)
    print(f"at most {worst:.2f} s more than the middle of quiet (wanted: at most {WANTED:g})")


if __name__ == "__main__":
    main()
