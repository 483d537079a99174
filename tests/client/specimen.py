"""A page with every part on it, and stand-ins for home, form and fair page: looked at by eye and by axe."""

from __future__ import annotations

from typing import Any

from taku.page import parts, svg
from taku.page.document import top
from taku.page.glyphs import GLYPHS
from taku.page.html import el


def parts_page() -> tuple[Any, ...]:
    cards = [
        parts.card(f"k{i}", title=w, value=v, suit=s, tone=t)
        for i, (w, v, s, t) in enumerate(
            [
                ("Flame", 7, "flame", "red"),
                ("水", 12, "drop", "blue"),
                ("Leaf", "A", "leaf", "green"),
                ("Trump", "★", "star", "yellow"),
                ("Night", 3, "moon", "violet"),
                ("Wind", 9, "wind", "teal"),
                ("Sun", 10, "sun", "orange"),
            ]
        )
    ]
    lengths = (3, 4, 5, 4, 3)
    width, height = svg.hex_size(lengths)
    hexes = svg.board(
        width,
        height,
        svg.hex_rows(lengths, label=lambda r, c: f"{r}.{c}"),
        [
            parts.piece(f"hx{i}", *svg.hexagon(r, c, lengths), seat=i, turn=0)
            for i, (r, c) in enumerate([(0, 1), (2, 2), (4, 1), (1, 0), (3, 3)])
        ],
        label="Field",
        id_="hexes",
    )
    names = list(svg.PATTERNS)
    squares = [
        [
            el("rect", x=i * 100, y=0, width=96, height=96, class_="cell"),
            el("rect", x=i * 100, y=0, width=96, height=96, fill=f"url(#pat-{n})"),
        ]
        for i, n in enumerate(names)
    ]
    patterns = svg.board(len(names) * 100, 100, svg.pattern_defs(*names), squares, label="Patterns", id_="patterns")
    big = parts.card(
        "big",
        title="Great Shield",
        value=4,
        suit="shield",
        tone="blue",
        body="Friends beside it take one damage less.",
        data_css="--card-w:11rem",
    )
    panels = [
        parts.panel(
            s,
            [("lives", parts.pips(2, 3, label="lives")), ("cards", 5 + s)],
            you="you" if s == 0 else None,
            turn=s == 1,
            ready=s == 2,
        )
        for s in range(20)
    ]
    return (
        top("/home", "Parts"),
        el(
            "main",
            el("h1", "Parts"),
            el(
                "section",
                el("h2", "Cards"),
                el(
                    "div",
                    cards,
                    parts.card_back(),
                    parts.card_back(seat=1),
                    big,
                    parts.slot("slot"),
                    parts.card("sm", value=5, suit="sword", small=True),
                    parts.pile("pile", 23, label="Deck"),
                    parts.pile("none", 0, label="Gone"),
                    class_="row",
                ),
                class_="sheet",
            ),
            el(
                "section",
                el("h2", "Dice, tokens, meters"),
                el(
                    "div",
                    [parts.die(f"d{i}", i, hit=i == 1, tone="red") for i in range(1, 7)],
                    [parts.token(i + 1, tone=t) for i, t in enumerate(parts.TONES)],
                    parts.meter(7, 12, label="Strength"),
                    parts.pips(2, 3),
                    class_="row",
                ),
                class_="sheet",
            ),
            el(
                "section",
                el("h2", "Glyphs"),
                el(
                    "div",
                    [svg.glyph(n, class_="glyph big-glyph") for n in GLYPHS],
                    class_="row glyphs",
                    data_css="font-size:2.4rem",
                ),
                class_="sheet",
            ),
            el("section", el("h2", "Seats"), el("div", panels, class_="games"), class_="sheet"),
            el(
                "section",
                el("h2", "Boards"),
                el("div", hexes, data_css="height:26rem"),
                el("div", patterns, data_css="height:6rem"),
                class_="sheet",
            ),
            el(
                "section",
                el("h2", "Buttons"),
                el(
                    "div",
                    parts.button("Attack the gate", kind="main"),
                    parts.button("Discard Red 3"),
                    parts.button("Resign", kind="danger"),
                    parts.button("Not now", disabled=True),
                    parts.term("Great Shield", help_="Friends beside it take one damage less.", clause="T-1.1"),
                    class_="row",
                ),
                class_="sheet",
            ),
            id="main",
            class_="page",
        ),
    )


def home(lang: str) -> tuple[Any, ...]:
    ja = lang == "ja"
    lengths = (3, 4, 5, 4, 3)
    pic = svg.board(
        *svg.hex_size(lengths),
        svg.hex_rows(lengths),
        [
            parts.piece(f"x{i}", *svg.hexagon(r, c, lengths), seat=i)
            for i, (r, c) in enumerate([(0, 1), (2, 2), (4, 1)])
        ],
        label="…",
        id_="pic",
    )
    games = [
        el(
            "article",
            el("div", pic if i == 0 else svg.crest(i), class_="picture"),
            el("h3", name),
            el("p", text),
            el(
                "div",
                parts.link_button("ボットと今すぐ" if ja else "Play a bot now", "/", kind="main"),
                parts.link_button("卓を作る" if ja else "Make a table", "/"),
                class_="row",
            ),
            class_="game",
        )
        for i, (name, text) in enumerate(
            [
                (
                    "破壊" if ja else "Destroy",
                    "札と賽で三人を同時に倒す二人用の決闘。"
                    if ja
                    else "A duel of cards and dice: knock down all three at once.",
                ),
                (
                    "夢見る者" if ja else "Oneiron",
                    "夜の九つの升目を巡る、手札の駆け引き。" if ja else "Teams wander nine cells of the night.",
                ),
                ("戦国" if ja else "Warring", "軍を率いて将を討て。" if ja else "Lead armies, take the general."),
            ]
        )
    ]
    return (
        top("/home", "", el("a", "日本語" if not ja else "English", href="/home"), skip="Skip"),
        el(
            "main",
            el("h1", "卓を囲もう" if ja else "Sit down at the table"),
            el(
                "p",
                "友だちともボットとも、登録なしで今すぐ遊べます。"
                if ja
                else "Play with friends and bots, at once, without signing up.",
                class_="lead",
            ),
            el("section", el("h2", "ゲーム" if ja else "Games"), el("div", games, class_="games")),
            el(
                "section",
                el("h2", "空いている卓" if ja else "Open tables"),
                el(
                    "ul",
                    el("li", el("span", "Oneiron · 4/6"), parts.link_button("座る" if ja else "Sit down", "/")),
                    class_="tables",
                ),
                el(
                    "div",
                    el("p", "ほかに卓はありません。" if ja else "No other tables."),
                    parts.link_button("ボットと今すぐ" if ja else "Play a bot now", "/", kind="main"),
                    class_="nothing",
                ),
            ),
            el(
                "form",
                el("h2", "卓を作る" if ja else "Make a table"),
                el(
                    "fieldset",
                    el("legend", "席" if ja else "Seats"),
                    el(
                        "label",
                        el("input", type="radio", name="p", checked=True),
                        el("span", "二人" if ja else "Two"),
                        class_="choice",
                    ),
                    el(
                        "label",
                        el("input", type="radio", name="p"),
                        el("span", "四人" if ja else "Four"),
                        class_="choice",
                    ),
                    el(
                        "div",
                        el("label", "持ち時間" if ja else "Clock", for_="clock"),
                        el("select", el("option", "5 min"), id="clock"),
                        el("small", "一手ごとに5秒増える。" if ja else "Five seconds are added for each move."),
                        class_="field",
                    ),
                    el(
                        "div",
                        el("label", "名前" if ja else "Name", for_="name"),
                        el("input", type="text", id="name", value="Aki"),
                        el("span", "長すぎます。" if ja else "Too long.", class_="error"),
                        class_="field",
                    ),
                ),
                el(
                    "div", el("button", "この卓を作る" if ja else "Make this table", class_="button main"), class_="row"
                ),
                class_="form sheet",
            ),
            el(
                "section",
                el("h2", "Rulebook"),
                el(
                    "div",
                    el(
                        "div",
                        el("a", "T-1.1", href="#T-1.1", class_="number"),
                        el("p", "灯りは一歩進む。" if ja else "A lantern moves one step."),
                        id="T-1.1",
                        class_="rule",
                    ),
                    class_="prose",
                ),
                class_="sheet",
            ),
            id="main",
            class_="page",
        ),
    )


def fair() -> tuple[Any, ...]:
    return (
        top("/home", "Fair deal"),
        el(
            "main",
            el("h1", "Fair deal"),
            el(
                "section",
                el("div", data_fair_verdict=True, class_="verdict"),
                el("label", "Shown before", for_="shown"),
                el("input", type="text", id="shown", data_fair_shown=True),
                el("ol", data_fair_keys=True),
                class_="sheet",
                data_fair="/match.json",
                data_match="k3",
                data_seat=0,
            ),
            id="main",
            class_="page",
        ),
    )
