"""The GPU part of the measurements: Pgx's connect four on this machine's GPU.

python bench/gpu.py [--seconds 5]
"""

from __future__ import annotations

import argparse
import sys

import peers


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure on the GPU.")
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each row (5)")
    seconds = parser.parse_args().seconds
    try:
        # In a process of its own: JAX and Numba then share neither memory pool nor CUDA context.
        peer = peers.measure("pgx_gpu", seconds)
    except peers.Missing as missing:
        print(f"Pgx: {missing}", file=sys.stderr)
        return peers.MISSING
    print(f"{peer.name}: {peer.rate / 1e9:.3f} G {peer.unit}, {peer.raw / peer.seconds / 1e9:.3f} G steps/s")
    print(f"{peer.version}; {peer.note}; {peer.count:,} moves in {peer.seconds:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
