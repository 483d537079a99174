"""What a study costs beside bare play, and how soon it is decided.

    python bench/lab.py [overhead] [rate] [decided] [gpu] [ray] [--games destroy,connect_four] [--seconds 4]

``overhead``: random players in a study of one variant (file of results and statistics included) beside ``play_batch``
with the same matches, on one core, by turns; the least processor time of five counts. ``rate``: decisions a second of
one core, players by `prefer`. ``decided``: wall time of ``taku lab destroy --vary limit_result=score,draw --primary
draws`` from the start of the process to the written report, on two workers, compiled beforehand. ``gpu``: the same
players on a GPU beside one core, after a comparison of the final states. ``ray``: two workers of a local Ray beside
one, by the clock and by processor time.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from taku.bots.scripts import scripts_of
from taku.compile.batch import play_batch, play_build
from taku.engine.game import Game, find_game
from taku.lab import policy
from taku.lab.declare import make_study
from taku.lab.gpu import play_on_gpu
from taku.lab.run import prepare, run_study

MOST_OVERHEAD = 0.05
LEAST_RATE = 1e6
MOST_SECONDS = 60.0
LEAST_GPU = 100.0
LEAST_RAY = 1.7


def overhead(game: Game, seconds: float) -> float:
    """By how much a study is slower than the bare matches."""
    play_batch(game, 64, number=1)  # loads the rules
    begun = time.process_time()
    play_batch(game, 8192, number=1)
    n = max(8192, int(8192 * seconds / (time.process_time() - begun)) // 4096 * 4096)
    study = make_study({"game": game.id, "level": "random", "matches": n, "until": "matches", "sample": 0})
    prepare(study)
    bare, whole = [], []
    for _ in range(5):
        begun = time.process_time()
        play_batch(game, n, number=1)
        bare.append(time.process_time() - begun)
        with tempfile.TemporaryDirectory() as folder:
            begun = time.process_time()
            run_study(study, Path(folder) / "r.jsonl", workers=1)
            whole.append(time.process_time() - begun)
    found = min(whole) / min(bare) - 1
    print(f"{game.id}: a study of {n:,} random matches takes {found:+.1%} beside play_batch ({min(bare):.2f} s)")
    return found


def rate(game: Game, seconds: float) -> float:
    """Decisions a second of players by `prefer`, one core."""
    study = make_study({"game": game.id, "level": "prefer", "matches": 1, "sample": 0})
    prepare(study)
    variant, n, best = study.variants[0], 64, 0.0
    template = policy.muted(game, variant.seats, variant.options)
    rows = [policy.numbered(variant.found, variant.players)]
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        begun = time.perf_counter()
        total = policy.play_by_policy(game, template, rows, 1, 0, n).total
        took = time.perf_counter() - begun
        best = max(best, total / took)
        n = n * 2 if took < seconds / 8 else n
    print(f"{game.id}: {best / 1e6:.2f} M decisions/s on one core, players by prefer")
    return best


def decided() -> float:
    """Seconds from the command to a report that says what differs."""
    words = ["destroy", "--vary", "limit_result=score,draw", "--option", "team_mode=random", "--primary", "draws"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "r.jsonl"
        begun = time.perf_counter()
        command = [sys.executable, "-m", "taku", "lab", *words, "--workers", "2", "-o", str(file)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        took = time.perf_counter() - begun
        assert (Path(folder) / "r.html").exists()
    print(f"destroy, limit_result: {took:.1f} s to the report: {said.splitlines()[0]}")
    return took


def on_gpu(game: Game, seconds: float) -> float:
    """How many cores the GPU is worth with players by `prefer`, one step ahead and scripted, the same matches compared
    first."""
    best = 0.0
    for name in [*(name for name in ("prefer", "value") if name in game.contract), *scripts_of(game)]:
        study = make_study({"game": game.id, "level": name, "matches": 1, "sample": 0})
        prepare(study)
        variant = study.variants[0]
        what = (
            game,
            policy.muted(game, variant.seats, variant.options),
            [policy.numbered(variant.found, variant.players)],
        )
        begun = time.perf_counter()
        there, _ = play_on_gpu(*what, 1, 0, 256, hashes=True)
        compiled = time.perf_counter() - begun
        here = policy.play_by_policy(*what, 1, 0, 256, hashes=True)
        same = bool((here.hashes == there.hashes).all() and (here.ranks == there.ranks).all())
        begun, n = time.perf_counter(), 0
        core = 0
        while time.perf_counter() - begun < seconds:
            core += policy.play_by_policy(*what, 1, n, 128).total
            n += 128
        one = core / (time.perf_counter() - begun)
        many, took, total = 1 << 12, 0.0, 0
        while took < seconds / 2 and many < 1 << 24:
            many *= 4
            begun = time.perf_counter()
            total = play_on_gpu(*what, 1, 0, many)[0].total
            took = time.perf_counter() - begun
        print(f"{game.id}, {name}: the first 256 matches {'agree' if same else 'DIFFER'}; {total / took / 1e6:.1f} M"
              f" decisions/s on the GPU ({many:,} matches in {took:.1f} s, copying included), {one / 1e6:.3f} M on one"
              f" core: {total / took / one:.0f} x (compiling took {compiled:.0f} s)", flush=True)  # fmt: skip
        best = max(best, total / took / one if same else 0.0)
    return best


def family() -> dict[str, float]:
    """Seconds of processor time of this process and all below it: of Ray's workers, and of everything else."""
    ticks, found = os.sysconf("SC_CLK_TCK"), {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            pid, (name, _, rest) = int(folder.name), (folder / "stat").read_text().partition("(")[2].rpartition(")")
            found[pid] = int(rest.split()[1]), name, sum(map(int, rest.split()[11:13])) / ticks
    mine, spent = {os.getpid()}, {"workers": 0.0, "others": 0.0}
    while more := {pid for pid, (parent, _, _) in found.items() if parent in mine} - mine:
        mine |= more
    for _, name, seconds in (found[pid] for pid in mine if pid in found):
        spent["workers" if name.startswith("ray::") else "others"] += seconds
    return spent


def on_ray(game: Game, seconds: float) -> float:
    """How many times as fast two workers of a local Ray are as one, starting excluded; on a busy machine the processor
    time tells more: two cores are as fast as one worker's time to half of what all processes take with two."""
    import ray

    taken, used = {}, {}
    for many in (1, 2):
        ray.init("local", num_cpus=many, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
        study = make_study({"game": game.id, "matches": 1, "sample": 0, "until": "matches"})
        prepare(study)
        n = max(8192, int(play_batch(game, 4096).total and 4096 * seconds / play_batch(game, 4096).seconds))
        run_study(replace(study, matches=2048), where="ray:auto")  # the workers load the rules
        begun, before = time.perf_counter(), family()
        run_study(replace(study, matches=n), where="ray:auto")
        taken[many], after = time.perf_counter() - begun, family()
        used[many] = {name: after[name] - before[name] for name in after}
        ray.shutdown()
    found = taken[1] / taken[2]
    could = 2 * used[1]["workers"] / sum(used[2].values())
    print(f"{game.id}: two Ray workers are {found:.2f} times as fast as one ({taken[1]:.1f} and {taken[2]:.1f} s); by"
          f" processor time {could:.2f} ({used})")  # fmt: skip
    return max(found, could)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure the lab.")
    parser.add_argument(
        "what", nargs="*", default=["overhead", "rate", "decided"], help="overhead, rate, decided, gpu, ray"
    )
    parser.add_argument("--games", default="connect_four,destroy")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    wanted = parser.parse_args()
    games = [find_game(name) for name in wanted.games.split(",")]
    missed = 0
    if "overhead" in wanted.what:
        for game in games:
            play_build(game).compile()
            missed += overhead(game, wanted.seconds) > MOST_OVERHEAD
    if "rate" in wanted.what:
        for game in (game for game in games if "prefer" in game.contract):
            missed += rate(game, wanted.seconds) < LEAST_RATE
    if "gpu" in wanted.what:
        for game in games:
            missed += on_gpu(game, wanted.seconds) < LEAST_GPU
    if "ray" in wanted.what:
        for game in games:
            missed += on_ray(game, wanted.seconds) < LEAST_RAY
    if "decided" in wanted.what:
        decided()  # compiles what is missing
        missed += decided() > MOST_SECONDS
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
