"""A page with every part of docs/parts.md, and stand-ins for home, form and fair page: looked at by eye and by axe."""

from __future__ import annotations

from typing import Any

from taku.page import parts, svg
from taku.page.document import top
from taku.page.html import el
from tests.page.shown_parts import gallery


def parts_page() -> tuple[Any, ...]:
    return top("/home", "Parts"), el("main", el("h1", "Parts"), gallery(), id="main", class_="page")


def home(lang: str) -> tuple[Any, ...]:
    ja = lang == "ja"
    pic = svg.board(300, 200, svg.square_grid(2, 3), parts.piece("x0", 50, 50, seat=0), label="…", id_="pic")
    games = [
        el(
            "article",
            el("div", pic if i == 0 else svg.crest(i), class_="picture"),
            el("h3", name),
            el("p", text),
            el(
                "div",
                el("a", "ボットと今すぐ" if ja else "Play a bot now", href="/", class_="button main"),
                el("a", "卓を作る" if ja else "Make a table", href="/", class_="button quiet"),
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
                    el(
                        "li",
                        el("span", "Oneiron · 4/6"),
                        el("a", "座る" if ja else "Sit down", href="/", class_="button quiet"),
                    ),
                    class_="tables",
                ),
                el(
                    "div",
                    el("p", "ほかに卓はありません。" if ja else "No other tables."),
                    el("a", "ボットと今すぐ" if ja else "Play a bot now", href="/", class_="button main"),
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
