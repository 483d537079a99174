"""How a training went, as a drawing for notebooks and docs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from taku.bots.net import Net
from taku.learn.rating import Mark

WIDTH, HEIGHT, LEFT, BELOW = 520, 240, 52, 34


@dataclass(frozen=True)
class Curve:
    """Ratings over decisions."""

    marks: Sequence[Mark]
    title: str = ""

    @classmethod
    def of(cls, net: Net) -> Curve:
        """The training of a player, as its file tells it."""
        return cls([Mark(**m) for m in net.told["marks"]], net.game)

    def __repr__(self) -> str:
        return "\n".join(f"{m.decisions:>12,} decisions  rating {m.rating:+.0f}" for m in self.marks)

    def _repr_svg_(self) -> str:
        points = [(0.0, 0.0), *((m.decisions, m.rating) for m in self.marks)]
        far, high = max(x for x, _ in points), max(50.0, max(y for _, y in points))
        low = min(0.0, *(y for _, y in points))

        def at(x: float, y: float) -> tuple[float, float]:
            across = LEFT + (WIDTH - LEFT - 14) * x / max(1, far)
            return round(across, 1), round(14 + (HEIGHT - BELOW - 14) * (high - y) / (high - low), 1)

        lines = []
        step = next(s for s in (25, 50, 100, 200, 500, 1000, 5000) if (high - low) / s <= 6)
        for y in range(int(low // step) * step, int(high) + 1, step):
            if y >= low:
                (x1, y1), (x2, _) = at(0, y), at(far, y)
                lines.append(f'<path d="M{x1} {y1}H{x2}" stroke="currentColor" stroke-opacity=".2"/>')
                lines.append(f'<text x="{x1 - 6}" y="{y1 + 4}" text-anchor="end">{y:+d}</text>')
        path = "L".join(f"{x} {y}" for x, y in (at(*p) for p in points))
        lines.append(f'<path d="M{path}" fill="none" stroke="#1f77b4" stroke-width="2.5"/>')
        for x, anchor in ((0, "start"), (far / 2, "middle"), (far, "end")):
            lines.append(f'<text x="{at(x, low)[0]}" y="{HEIGHT - 16}" text-anchor="{anchor}">{x:,.0f}</text>')
        lines.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 2}" text-anchor="middle">decisions</text>')
        lines.append(f'<text x="{LEFT + 8}" y="26" font-weight="bold">{escape(self.title)}: Elo above chance</text>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
            f' font-family="sans-serif" font-size="11" fill="currentColor">{"".join(lines)}</svg>'
        )
