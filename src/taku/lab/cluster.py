"""A Ray cluster plays a study: each task is a piece, and one whose worker died is played again elsewhere.

Needs the extra ``taku[cluster]`` here and Taku, with the same games, on every node. A node with other rules refuses
its pieces: their matches would not be those of the study.
"""

from __future__ import annotations

import os
from concurrent.futures import Future
from importlib import import_module
from typing import Any

from taku.engine.game import GameError
from taku.lab.columns import Chunk
from taku.lab.play import Piece, play
from taku.lab.study import Study, StudyError

RETRIES = 5
"""Workers that a piece may outlive before it is taken for what kills them."""


def play_there(piece: Piece, content: str) -> Chunk:
    """On a node of the cluster: the matches of a piece, if the rules are the study's."""
    here = piece.variant.found.content_hash
    if here != content:
        raise StudyError(f"a node of the cluster has {piece.variant.found.id} with rules {here}, the study {content}")
    return play(piece)


class OnRay:
    """The workers of a Ray cluster."""

    def __init__(self, address: str, study: Study, largest: int, many: int | None = None) -> None:
        """``auto`` or ``HOST:PORT`` of a running cluster; ``local`` starts one on this machine, of ``many`` workers."""
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # what is wrong is said once, in one line
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise StudyError("--ray needs Ray: install taku[cluster]") from None
        lacking = next((v.found.id for v in study.variants if not v.found.travels), "")
        if lacking:
            raise StudyError(f"{lacking} is no installed game, so the nodes of a cluster cannot find it")
        self.started = not self.ray.is_initialized()
        if self.started:
            quiet = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
            local = {"num_cpus": many, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
            try:
                self.ray.init(address, **quiet, **(local if address == "local" else {}))
            except (ConnectionError, ValueError, RuntimeError) as fault:
                raise StudyError(f"--ray {address}: {str(fault).splitlines()[0]}") from None
        self.many = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.largest = largest
        self.contents = [v.found.content_hash for v in study.variants]
        self.task = self.ray.remote(max_retries=RETRIES, num_cpus=1)(play_there)

    def submit(self, piece: Piece) -> Future[Chunk]:
        """The piece as a task; Ray itself hands it to another worker if its own dies."""
        made: Future[Chunk] = Future()
        made.set_running_or_notify_cancel()

        def done(of: Future[Chunk]) -> None:
            fault = of.exception()
            if fault is None:
                made.set_result(of.result())
                return
            cause = getattr(fault, "cause", None) or fault
            crashed = isinstance(fault, (self.ray.exceptions.WorkerCrashedError, self.ray.exceptions.NodeDiedError))
            if crashed:
                cause = GameError("the workers of the cluster die, one after the other (out of memory?)")
            made.set_exception(cause)

        self.task.remote(piece, self.contents[piece.place]).future().add_done_callback(done)
        return made

    def __enter__(self) -> OnRay:
        return self

    def __exit__(self, *_: object) -> None:
        if self.started:
            self.ray.shutdown()
