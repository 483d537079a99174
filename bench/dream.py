"""A match of twenty bots of Dream Duels on a server: how long every decision waits, and what its watchers are sent.

    python3 run.py bench dream [--seats 20] [--level casual] [--watchers 4] [--json FILE]

One server process with two workers for the bots, as `taku serve` starts it, and watchers on its sockets in this
process. A delay is the time between two changes of what spectators see: thinking, storing, rendering and sending, and
the bots' natural pauses, which `--speed` shortens. Bytes are those of the WebSocket frames as they come over the wire,
squeezed. Times are wall time: a busy machine spoils them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.kit import Page, serving  # noqa: E402

TARGET_S, TARGET_BYTES = 3.0, 4_000
"""Issue 6: no decision delayed by more than 3 s, an update of 4 kB on the wire."""
LONG = 900.0


@dataclass(frozen=True)
class Row:
    """One match."""

    seats: int
    level: str
    seconds: float
    changes: int
    delay: float
    delay95: float
    longest: float
    update: float
    update95: float
    largest: int


class Watcher(threading.Thread):
    """A spectator who notes when something new came and how many bytes it took."""

    def __init__(self, page: Page) -> None:
        super().__init__(daemon=True)
        self.page = page
        self.times: list[float] = []
        self.sizes: list[int] = []
        self.begun = 0.0

    def run(self) -> None:
        wire = Counted(self.page.sock)
        step = -1
        while True:
            message = self.page.read(LONG)
            size = wire.taken()
            if message["t"] != "view":
                continue
            if message.get("step", step) != step:
                self.times.append(time.monotonic())
                if step >= 0:
                    self.sizes.append(size)
                step = message["step"]
            if message["status"].get("over"):
                return


class Counted:
    """Counts what a connection receives from its socket."""

    def __init__(self, sock: object) -> None:
        self.count = 0
        receive = sock.protocol.receive_data  # type: ignore[attr-defined]

        def counted(data: bytes) -> None:
            self.count += len(data)
            receive(data)

        sock.protocol.receive_data = counted  # type: ignore[attr-defined]

    def taken(self) -> int:
        count, self.count = self.count, 0
        return count


def measure(seats: int, level: str, watchers: int, speed: float) -> Row:
    with tempfile.TemporaryDirectory() as data, serving(Path(data), workers=2, speed=speed) as site:
        host = site.visitor()
        form = {f"seat{i}": f"bot:{level}" for i in range(seats)}
        table = host.open("oneiron", f"?seats={seats}", visibility="link", **form)
        many = [Watcher(site.visitor("en" if n % 2 else "ja").socket(table, patch=1)) for n in range(watchers)]
        for one in many:
            one.start()
        begun = time.monotonic()
        many[0].join(LONG)
        seconds = time.monotonic() - begun
        waits = [b - a for a, b in zip(many[0].times, many[0].times[1:], strict=False)]
        sizes = [size for one in many for size in one.sizes]
    part = statistics.quantiles
    return Row(seats, level, seconds, len(waits), statistics.fmean(waits), part(waits, n=20)[-1], max(waits),
               statistics.fmean(sizes), part(sizes, n=20)[-1], max(sizes))  # fmt: skip


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=20)
    parser.add_argument("--level", default="casual")
    parser.add_argument("--watchers", type=int, default=4)
    parser.add_argument("--speed", type=float, default=30.0, help="bots' pauses are so much shorter")
    parser.add_argument("--json", type=Path, metavar="FILE")
    args = parser.parse_args()
    row = measure(args.seats, args.level, args.watchers, args.speed)
    print(f"{row.seats} bots ({row.level}): {row.changes} changes in {row.seconds:.1f} s")
    print(
        f"between two of them {1000 * row.delay:.0f} ms, 95 % {1000 * row.delay95:.0f} ms, "
        f"at most {row.longest:.2f} s (target {TARGET_S} s)"
    )
    print(f"an update {row.update:.0f} bytes, 95 % {row.update95:.0f} (target {TARGET_BYTES}), at most {row.largest}")
    if args.json:
        args.json.write_text(json.dumps(asdict(row), indent=1) + "\n", encoding="utf-8")
    return 0 if row.longest <= TARGET_S and row.update95 <= TARGET_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
