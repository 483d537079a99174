"""``taku serve``: as many server processes as asked for, on one port and one store."""

from __future__ import annotations

import contextlib
import logging

from taku.server.config import Config
from taku.server.descriptors import raise_descriptors
from taku.server.store.folder_lock import hold


def serve(config: Config) -> int:
    """Serve until stopped; the exit code. A data folder has one server at a time."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    raise_descriptors()
    config.key()  # a key that cannot be used is told before anything is started
    with contextlib.nullcontext() if config.database else hold(config.data):
        if config.processes > 1:
            from taku.server.supervisor import Supervisor

            return Supervisor(config).run()
        from taku.server.main import serve as serve_alone  # the supervisor does not need all that this imports

        return serve_alone(config)
