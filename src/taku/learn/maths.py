"""The mathematics of training: a network forwards and backwards, the loss of its play, and Adam's steps.

Written once over arrays that are NumPy's, or PyTorch's on a GPU (``Arrays`` is what they do not have in common).
Derivatives stand here by hand: the networks are small, and a test compares them with differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from taku.engine.part import GameError

NEVER = -1e9
"""The wish for an action that is not legal."""


class Arrays:
    """Arrays in this machine's memory."""

    xp: Any = np

    def array(self, given: Any) -> Any:
        """A NumPy array, where the training takes place."""
        return given

    def host(self, given: Any) -> Any:
        """The same as a NumPy array."""
        return given

    def floats(self, given: Any) -> Any:
        return given.astype(np.float32)

    def whole(self, given: Any) -> Any:
        return given.astype(np.int32, copy=False)

    def zeros(self, n: int) -> Any:
        return np.zeros(n, np.float32)

    def never(self, n: int) -> Any:
        return np.zeros(n, np.bool_)

    def where(self, given: Any) -> Any:
        """The places where it holds."""
        return np.flatnonzero(given)

    def each(self, given: Any, times: int) -> Any:
        """Every number so many times in a row."""
        return np.repeat(given, times)

    def same(self, given: Any) -> Any:
        """A copy."""
        return given.copy()

    def picked(self, table: Any, column: Any) -> Any:
        """Of each row the number in a column of its own."""
        return np.take_along_axis(table, column[:, None], 1)[:, 0]

    def uniform(self, rng: np.random.Generator, n: int) -> Any:
        """Numbers from 0 to 1."""
        return rng.random((n, 1), np.float32)

    def shuffled(self, rng: np.random.Generator, n: int) -> Any:
        return rng.permutation(n)


class TorchArrays(Arrays):
    """PyTorch's on a GPU."""

    def __init__(self, device: str = "cuda", seed: int = 0) -> None:
        try:
            import torch
        except ImportError:
            raise GameError("training on a GPU needs PyTorch: install taku[train]") from None
        if device == "cuda" and not torch.cuda.is_available():
            raise GameError("PyTorch finds no GPU here: train with --device cpu")
        torch.set_float32_matmul_precision("high")
        torch.set_grad_enabled(False)
        torch.manual_seed(seed)
        self.xp, self.device = torch, device

    def array(self, given: Any) -> Any:
        return self.xp.as_tensor(given, device=self.device)

    def host(self, given: Any) -> Any:
        return given if isinstance(given, np.ndarray) else given.cpu().numpy()

    def floats(self, given: Any) -> Any:
        return given.float()

    def whole(self, given: Any) -> Any:
        return given.int()

    def zeros(self, n: int) -> Any:
        return self.xp.zeros(n, device=self.device)

    def never(self, n: int) -> Any:
        return self.xp.zeros(n, dtype=self.xp.bool, device=self.device)

    def where(self, given: Any) -> Any:
        return given.nonzero()[:, 0]

    def each(self, given: Any, times: int) -> Any:
        return given.repeat_interleave(times)

    def same(self, given: Any) -> Any:
        return given.clone()

    def picked(self, table: Any, column: Any) -> Any:
        return table.gather(1, column.long()[:, None])[:, 0]

    def uniform(self, rng: np.random.Generator, n: int) -> Any:
        return self.xp.rand((n, 1), device=self.device)

    def shuffled(self, rng: np.random.Generator, n: int) -> Any:
        return self.xp.randperm(n, device=self.device)


def first_weights(rng: np.random.Generator, facts: int, hidden: tuple[int, int], actions: int) -> list[Any]:
    """Weights to begin with: each layer keeps the size of what goes through it; all wishes are nearly equal."""
    sizes = [facts, *hidden, actions + 1]
    made: list[Any] = []
    for i, (a, b) in enumerate(pairwise(sizes)):
        held = max(8, min(a, 64)) if i == 0 else a  # facts that hold are few
        scale = 0.01 / np.sqrt(a) if i == 2 else np.sqrt(2 / held)
        made += [(rng.standard_normal((a, b)) * scale).astype(np.float32), np.zeros(b, np.float32)]
    return made


def forward(x: Any, w: list[Any]) -> tuple[Any, Any, Any]:
    """The hidden layers, and the last: wishes, and in the last column the expected result."""
    h1 = x @ w[0] + w[1]
    h1 = h1 * (h1 > 0)
    h2 = h1 @ w[2] + w[3]
    h2 = h2 * (h2 > 0)
    return h1, h2, h2 @ w[4] + w[5]


def log_chances(arrays: Arrays, wishes: Any, mask: Any) -> Any:
    """The logarithm of how readily each action is played."""
    xp = arrays.xp
    kept = xp.where(mask, wishes, xp.full_like(wishes, NEVER))
    kept = kept - xp.amax(kept, axis=1, keepdims=True)
    return kept - xp.log(xp.exp(kept).sum(axis=1, keepdims=True))


def drawn(arrays: Arrays, log_p: Any, rng: np.random.Generator) -> Any:
    """An action for each row, as readily as it says: the first whose chances, added up, pass a random number."""
    xp = arrays.xp
    up = xp.cumsum(xp.exp(log_p), axis=1)
    return xp.argmax(1 * (up > arrays.uniform(rng, len(log_p)) * up[:, -1:]), axis=1)


@dataclass(frozen=True)
class Part:
    """Decisions to learn from: what was seen and done, how readily, how much better it went than expected."""

    x: Any
    mask: Any
    action: Any
    log_p: Any
    gain: Any
    result: Any
    usual: Any
    """The logarithm of how readily the mean of the weights so far plays each action."""


@dataclass(frozen=True)
class Pull:
    """How strongly the parts of the loss pull."""

    clip: float = 0.2
    """How far the chance of an action may move by one batch."""
    entropy: float = 0.01
    """Keeps choices open: sealed choices are balanced only if none dies out early."""
    value: float = 0.5
    magnet: float = 0.0
    """Draws play towards that of the mean weights: else it runs in circles round balanced play."""


def slopes(arrays: Arrays, w: list[Any], part: Part, pull: Pull) -> tuple[list[Any], dict[str, Any]]:
    """The derivatives of the loss (PPO's clipped one) by all weights, and what it consisted of."""
    xp, n = arrays.xp, len(part.action)
    h1, h2, out = forward(part.x, w)
    log_p = log_chances(arrays, out[:, :-1], part.mask)
    p = xp.exp(log_p)
    ratio = xp.exp(arrays.picked(log_p, part.action) - part.log_p)
    far = xp.where(part.gain > 0, ratio > 1 + pull.clip, ratio < 1 - pull.clip)
    push = xp.where(far, xp.zeros_like(ratio), part.gain * ratio) / n
    kept = xp.where(part.mask, log_p, xp.zeros_like(log_p))
    entropy = -(p * kept).sum(axis=1, keepdims=True)
    chosen = xp.arange(p.shape[1]) if xp is np else xp.arange(p.shape[1], device=p.device)
    d = xp.empty_like(out)
    d[:, :-1] = push[:, None] * (p - 1.0 * (chosen[None, :] == part.action[:, None]))
    d[:, :-1] += pull.entropy / n * p * (kept + entropy)
    if pull.magnet:
        away = xp.where(part.mask, log_p - part.usual, xp.zeros_like(log_p))
        d[:, :-1] += pull.magnet / n * p * (away - (p * away).sum(axis=1, keepdims=True))
    error = out[:, -1] - part.result
    d[:, -1] = pull.value / n * error
    dh2 = (d @ w[4].T) * (h2 > 0)
    dh1 = (dh2 @ w[2].T) * (h1 > 0)
    made = [part.x.T @ dh1, dh1.sum(axis=0), h1.T @ dh2, dh2.sum(axis=0), h2.T @ d, d.sum(axis=0)]
    return made, {"entropy": entropy.mean(), "error": (error * error).mean(), "far": (1.0 * far).mean()}


def loss(arrays: Arrays, w: list[Any], part: Part, pull: Pull) -> float:
    """What ``slopes`` are the slopes of."""
    xp = arrays.xp
    _, _, out = forward(part.x, w)
    log_p = log_chances(arrays, out[:, :-1], part.mask)
    ratio = xp.exp(arrays.picked(log_p, part.action) - part.log_p)
    clipped = xp.clip(ratio, 1 - pull.clip, 1 + pull.clip)
    gained = xp.minimum(ratio * part.gain, clipped * part.gain).mean()
    entropy = -(xp.exp(log_p) * xp.where(part.mask, log_p, xp.zeros_like(log_p))).sum(axis=1).mean()
    away = xp.where(part.mask, log_p - part.usual, xp.zeros_like(log_p))
    drawn_back = pull.magnet * (xp.exp(log_p) * away).sum(axis=1).mean()
    error = out[:, -1] - part.result
    return float(drawn_back - gained - pull.entropy * entropy + pull.value * 0.5 * (error * error).mean())


class Adam:
    """Adam's steps, with slopes cut to a length."""

    LONGEST = 1.0

    def __init__(self, arrays: Arrays, weights: list[Any]) -> None:
        self.arrays = arrays
        self.steps = 0
        self.mean = [arrays.xp.zeros_like(w) for w in weights]
        self.square = [arrays.xp.zeros_like(w) for w in weights]

    def step(self, weights: list[Any], slopes: list[Any], rate: float) -> None:
        """Change the weights against their slopes."""
        xp = self.arrays.xp
        self.steps += 1
        length = xp.sqrt(sum((g * g).sum() for g in slopes))
        cut = self.LONGEST / (length + 1e-6)
        cut = cut if xp is np and cut < 1 else 1.0 if xp is np else xp.clamp(cut, max=1.0)
        a, b = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for w, g, m, v in zip(weights, slopes, self.mean, self.square, strict=True):
            g = g * cut
            m *= 0.9
            m += 0.1 * g
            v *= 0.999
            v += 0.001 * g * g
            w -= rate / a * m / (xp.sqrt(v / b) + 1e-7)
