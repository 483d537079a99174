"""``taku analyse``: how each decision of a match changed its seat's winning chance, and the turning points."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Parser, whole
from taku.cli.request import language_argument, language_of, match_file, replayed
from taku.cli.terminal import Progress
from taku.page.terminal import columns

if TYPE_CHECKING:
    from taku.bots.analysis import Analysis, Decision
    from taku.cli.messages import GameText
    from taku.engine.catalogue import Catalogue

BAR = 20
"""Characters of a winning chance of 100 %."""

SIMULATIONS = 4000


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a match file; - for standard input")
    each = f"for each decision; default: {SIMULATIONS:,}"
    parser.add_argument("--simulations", type=whole(10, 10**7), default=SIMULATIONS, metavar="N", help=each)
    parser.add_argument("--turning", type=whole(0), default=5, metavar="N", help="how many turning points; default: 5")
    parser.add_argument("--player", metavar="FILE", help="a trained player (taku train) that the search follows")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a report")
    language_argument(parser)


def run(args: Any) -> int:
    match = replayed(args.file, match_file(args.file))
    from taku.bots.analysis import analyse, read
    from taku.bots.chances import in_chances, sides_of, standings
    from taku.bots.guided import guided_build
    from taku.bots.net import load_net
    from taku.bots.search import search_build
    from taku.cli.compile import make_ready
    from taku.cli.messages import GameText, messages

    t = messages(language_of(args))
    game_text = GameText(match.game, t.language, match.names)
    net = load_net(Path(args.player), match.game) if args.player else None
    make_ready(match.game, guided_build(match.game) if net else search_build(match.game), "bots")
    with Progress(match.game.id) as progress:
        found = analyse(
            match, words=game_text.words, simulations=args.simulations, turning=args.turning, net=net, progress=progress
        )
    if not args.json:
        others = standings(found.json()["decisions"], sides_of(match))
        told = [in_chances(d, others[d["step"]]) for d in found.json()["decisions"]]
        found = read({**found.json(), "decisions": told})
    print(json.dumps(found.json(), ensure_ascii=False) if args.json else report(found, game_text, t))
    return OK


def report(found: Analysis, game_text: GameText, t: Catalogue) -> str:
    """The curve of the match and its turning points."""
    head = t(
        "analyse.head", title=game_text.title, decisions=len(found.decisions), simulations=f"{found.simulations:,}"
    )
    lines = [head, ""]
    if found.decisions:
        lines += [columns([row(d, game_text, t) for d in found.decisions]), ""]
    by_step = {d.step: d for d in found.decisions}
    lines.append(t("analyse.turning" if found.turning else "analyse.none"))
    for step in found.turning:
        lines += turning_point(by_step[step], game_text, t)
    return "\n".join(lines)


def row(d: Decision, game_text: GameText, t: Catalogue) -> list[str]:
    """A decision in the curve: its seat's chance after it as a bar, and what it is called if it lost much."""
    from taku.bots.levels import say

    bar = "█" * round(BAR * d.after) + "·" * (BAR - round(BAR * d.after))
    grade = "" if d.forced or d.grade in ("best", "good") else say(t.language, "grade", d.grade)
    return [str(d.step), game_text.seat(d.seat), named(d.words, d.action), f"{100 * d.after:.0f} %", bar, grade]


def turning_point(d: Decision, game_text: GameText, t: Catalogue) -> list[str]:
    """What was lost, what was better, and how the match would then go on."""
    from taku.bots.levels import say

    told = say(
        t.language,
        "analysis",
        "turning",
        player=game_text.seat(d.seat),
        action=named(d.words, d.action),
        grade=say(t.language, "grade", d.grade),
        before=f"{100 * d.before:.0f} %",
        after=f"{100 * d.after:.0f} %",
        best=named(d.best_words, d.best),
    )
    lines = [f"  {t('replay.log', step=d.step)}: {told}"]
    for line in d.lines:
        if line.action == d.best and len(line.moves) > 1:
            words = line.words or [str(action) for _, action in line.moves]
            moves = " → ".join(
                f"{game_text.seat(seat)}: {text}" for (seat, _), text in zip(line.moves, words, strict=True)
            )
            lines.append("    " + t("analyse.line", moves=moves))
    return lines


def named(words: str, action: int) -> str:
    return words or str(action)
