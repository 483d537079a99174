"""What a table is made of: histories of seats, taking back, clocks, gesture trees, the generic table, Markdown."""

import asyncio
from types import SimpleNamespace

import pytest

from taku.engine.game import find_game
from taku.engine.match import Match
from taku.server import markdown
from taku.server.config import Config
from taku.server.deals import Deals
from taku.server.live import generic, view
from taku.server.live.clocks import FLOOR, LATE, REFUND, Clocks, share
from taku.server.live.history import History
from taku.server.live.talk import Talk
from taku.server.live.undo import may_undo
from taku.server.store import Said
from taku.server.store.records import Invite
from taku.server.words import GameWords, fill, html, plain, text_of
from tests.server import toy


@pytest.fixture
def match():
    return Match.create(toy.game, 2, secret=b"x" * 32, id="m")


# ---- taking back


PEOPLE = (0, 1)


def test_an_own_click_that_showed_nothing_may_be_taken_back(match):
    match.act(0, "pick", n=2)
    assert may_undo(match, 0, PEOPLE)
    assert not may_undo(match, 1, PEOPLE)


@pytest.mark.parametrize("action", ["done", "roll", "show", "whisper"])
def test_what_passed_the_turn_drew_chance_or_showed_something_stays(match, action):
    match.act(0, action)
    assert not may_undo(match, 0, PEOPLE)


def test_what_only_bots_saw_may_be_taken_back(match):
    match.act(0, "show")
    assert may_undo(match, 0, [0])
    match.act(0, "whisper")
    assert not may_undo(match, 0, [0])


def test_nothing_before_the_first_click_and_no_undo_of_an_undo(match):
    assert not may_undo(match, 0, PEOPLE)
    match.act(0, "pick", n=2)
    match.enter(may_undo(match, 0, PEOPLE).entry)
    assert not may_undo(match, 0, PEOPLE)


def test_clicks_are_taken_back_one_after_another_up_to_what_showed_something(match):
    match.act(0, "roll")
    for n in (1, 2, 3):
        match.act(0, "pick", n=n)
    seen = []
    while undo := may_undo(match, 0, PEOPLE):
        match.enter(undo.entry)
        seen.append(match.state.picked[0])
    assert seen == [2, 1, 0]
    match.act(0, "pick", n=3)
    match.enter(may_undo(match, 0, PEOPLE).entry)
    assert match.state.picked[0] == 0
    assert match.state.rolled


def test_others_are_asked_about_what_they_saw_and_not_about_what_is_sealed(match):
    match.act(0, 2)
    assert not may_undo(match, 0, PEOPLE).free  # everybody saw the click
    assert may_undo(match, 0, [0]).free
    sealed = Match.create(find_game("goofspiel"), 3, secret=b"x" * 32, id="m")
    sealed.act(0, 4)
    assert may_undo(sealed, 0, (0, 1, 2)).free  # everybody saw that there is a bid, and nobody which


def test_what_a_seat_may_take_back_does_not_depend_on_sealed_choices_of_others():
    def judged(clicks):
        match = Match.create(find_game("goofspiel"), 3, secret=b"x" * 32, id="m")
        for seat, card in clicks:
            match.act(seat, card)
        return may_undo(match, 0, (0, 1, 2))

    alone = judged([(0, 4)])
    for others in ([(1, 1)], [(1, 9)]):
        assert judged([(0, 4), *others]) == alone
        assert judged([*others, (0, 4)]).free
    assert judged([(0, 4), (1, 9), (2, 1)]) is None  # the bids lie open


# ---- what each seat has seen


def test_a_seat_that_sees_no_change_has_no_new_step(match):
    history = History(match)
    match.act(0, "whisper")
    assert history.advance(match.entries[-1]) == [0]
    assert (history.past[0].step, history.past[1].step, history.past[-1].step) == (1, 0, 0)
    assert history.past[0].lines[0].told.event == "told"
    assert history.past[1].lines == []


def test_undo_drops_lines_and_makes_older_answers_void(match):
    history = History(match)
    for action in (1, 2):
        match.act(0, action)
        history.advance(match.entries[-1])
    seq = history.seq(0)
    match.undo(1)
    history.advance(match.entries[-1])
    past = history.past[1]
    assert history.seq(0) == seq + 1
    assert [line.note or line.told.event for line in past.lines] == ["picked", "undo"]
    assert past.dropped == [past.lines[0].id]
    assert past.step == 3


def test_a_seat_that_takes_back_what_nobody_saw_tells_nobody():
    match = Match.create(find_game("goofspiel"), 3, secret=b"x" * 32, id="m")
    history = History(match)
    match.act(0, 4)
    history.advance(match.entries[-1])
    match.act(1, 7)
    history.advance(match.entries[-1])
    seqs = [history.seq(seat) for seat in range(3)]
    lines = {seat: list(past.lines) for seat, past in history.past.items()}
    match.enter(may_undo(match, 0, (0, 1, 2)).entry)
    changed = history.advance(match.entries[-1])
    assert 0 in changed
    assert [history.seq(seat) for seat in range(3)] == [seqs[0] + 1, *seqs[1:]]
    for seat in (1, 2, -1):  # who learned of the bid learns that it is gone; what others did stays in every log
        kept = [line.told for line in lines[seat] if line.number != 1]
        assert [line.told for line in history.past[seat].lines if line.told] == kept
    assert History.of(match).past[1].core == history.past[1].core


def test_scratch_space_and_the_stream_are_never_shown(match):
    history = History(match)
    for past in history.past.values():
        assert past.seen.stream.tolist() == [0, 0, 0, 0]
    assert history.past[1].seen.secret[0] == 0


# ---- clocks


def settle(clocks, seat, now):
    change = clocks.settled(seat, now)
    clocks.apply(change)
    return change.bank


def test_a_decision_has_its_time_and_a_new_one_begins_anew():
    clocks = Clocks.of({"kind": "decision", "seconds": 60}, 2)
    clocks.ask({0: 1.0}, 1000)
    assert clocks.left(0, 11_000) == 50_000
    clocks.ask({0: 1.0, 1: 1.0}, 20_000)
    assert clocks.due(21_000) == (40_000, 0)
    settle(clocks, 0, 30_000)
    clocks.ask({0: 1.0}, 30_000)
    assert clocks.left(0, 30_000) == 60_000


def test_what_usually_takes_longer_has_longer():
    clocks = Clocks.of({"kind": "decision", "seconds": 20}, 2)
    usual = {"deploy": 300, "orders": 60, "split": 30}
    clocks.ask({0: share(usual, "deploy"), 1: share(usual, "split")}, 0)
    assert [clocks.left(seat, 0) for seat in (0, 1)] == [100_000, 20_000]
    assert [one["full"] for one in clocks.message(0)] == [100_000, 20_000]
    assert share({}, "deploy") == 1
    bank = Clocks.of({"kind": "bank", "seconds": 20}, 1)
    bank.ask({0: 5.0}, 0)
    assert bank.left(0, 0) == 20_000


def test_a_bank_is_spent_and_never_below_the_floor():
    clocks = Clocks.of({"kind": "bank", "seconds": 60, "increment": 5}, 2)
    clocks.ask({0: 1.0}, 0)
    assert settle(clocks, 0, 20_000) == 45_000
    clocks.ask({0: 1.0}, 20_000)
    assert settle(clocks, 0, 120_000) == 5_000
    clocks.bank[0] = 0
    clocks.ask({0: 1.0}, 0)
    assert clocks.left(0, 0) == FLOOR


def test_a_change_is_nothing_until_it_is_applied():
    clocks = Clocks.of({"kind": "bank", "seconds": 60, "increment": 5}, 2)
    clocks.ask({0: 1.0}, 0)
    before = repr(clocks)
    for _ in range(3):
        assert clocks.settled(0, 20_000).bank == 45_000
    assert repr(clocks) == before


@pytest.mark.parametrize("kind", ["bank", "decision", "days"])
def test_a_choice_that_is_taken_back_has_earned_nothing(kind):
    clocks = Clocks.of({"kind": kind, "seconds": 60, "increment": 5}, 2)
    clocks.ask({0: 1.0, 1: 1.0}, 0)
    for at in range(20_000, 50_000, 10_000):
        settle(clocks, 0, at)
        clocks.ask({1: 1.0}, at)
        assert not clocks.message(at)[0]["runs"]
        clocks.apply(clocks.taken_back(0, at))
        clocks.ask({0: 1.0, 1: 1.0}, at)
        assert clocks.left(0, at) == 60_000 - at
    assert clocks.left(1, 40_000) == 20_000


def test_a_pause_stops_all_clocks():
    clocks = Clocks.of({"kind": "decision", "seconds": 60}, 2)
    clocks.ask({0: 1.0}, 0)
    clocks.stop(10_000)
    assert clocks.due(99_000) is None
    assert clocks.left(0, 99_000) == 50_000
    clocks.go_on(100_000)
    assert clocks.left(0, 110_000) == 40_000


def test_after_a_restart_time_runs_when_people_are_back():
    clocks = Clocks.of({"kind": "decision", "seconds": 60}, 2)
    clocks.ask({0: 1.0, 1: 1.0}, 0)
    clocks.refund(1_000_000, 500_000_000, 0)
    assert clocks.left(0, 1_000_000 + REFUND) == 60_000
    clocks.back(0, 1_005_000)
    assert clocks.left(0, 1_015_000) == 50_000
    assert clocks.left(1, 1_015_000) == 60_000


DAYS = 24 * 3600 * 1000


@pytest.mark.parametrize(
    ("elapsed", "up", "left"),
    [
        (DAYS, 0, DAYS),  # days go on over a restart
        (10 * DAYS, 0, LATE),  # but never end at once
        (10 * DAYS, LATE - 5000, 5000),  # nor later than that: a table may sleep in between
        (10 * DAYS, 10 * LATE, LATE - 10 * LATE),
        (-10 * DAYS, 0, 2 * DAYS),  # a clock that was set back gives nobody more than the full time
    ],
)
def test_days_go_by_the_machines_clock_within_bounds(elapsed, up, left):
    clocks = Clocks.of({"kind": "days", "seconds": 2 * 24 * 3600}, 2)
    clocks.ask({0: 1.0}, 0)
    clocks.refund(1000, elapsed, up)
    assert clocks.left(0, 1000) == left


@pytest.mark.parametrize(
    "data", [{}, {"kind": "none"}, {"kind": "sundial", "seconds": 5}, {"kind": "bank", "seconds": 0}]
)
def test_no_clock(data):
    clocks = Clocks.of(data, 2)
    assert not clocks.on
    assert clocks.message(0) == []
    assert clocks.due(0) is None


# ---- showing


def test_gestures_become_a_tree():
    assert view.tree({1: ("a", "b"), 2: ("a", "c"), 3: ("d",)}) == {"a": {"b": 1, "c": 2}, "d": 3}
    assert view.tree({1: ("a",), 2: ("a", "c")}) == {"a": {"": 1, "c": 2}}
    assert view.tree({2: ("a", "c"), 1: ("a",)}) == {"a": {"c": 2, "": 1}}


@pytest.mark.parametrize("seat", [-1, 0, 1])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_game_without_a_page_has_a_generic_table(match, seat, language):
    seen = match.view(seat)
    shown = view.show(toy.game, match.rules, seen, seat, text_of(language))
    assert "Picked" in shown.html
    assert shown.yours == (seat == 0)
    assert shown.offered.acts == ({f"act-{a}": a for a in range(7)} if seat == 0 else {})
    for a in shown.offered.acts:
        assert f'id="{a}"' in shown.html
    assert "<svg" in generic.picture("Toy")


def test_names_are_put_in_late_and_escaped():
    words = GameWords(toy.game, "en")
    line = f"{words.seat(0)} & {words.seat(1)}"
    names = ["<b>A</b>", "B"]
    assert plain(line, names) == "<b>A</b> & B"
    assert html(line, names) == '<bdi class="s0">&lt;b&gt;A&lt;/b&gt;</bdi> &amp; <bdi class="s1">B</bdi>'
    assert fill(f'<p title="{words.seat(0)}"><bdi data-name="0"></bdi>', ['"x', "B"]).count('"x') == 1


# ---- rulebooks


def test_markdown_of_rulebooks():
    book = markdown.render(
        "# Title\n\nWith **bold**, *thin*, `a<b` and [a link](https://x.example), [none](javascript:alert(1)).\n\n"
        "## 1. Setup\n\n- **T-1.1** First, see T-1.2.\n  - inner\n- **T-1.2** Second\n  goes on.\n\n- plain\n- list\n\n"
        "| a | b |\n|---|---|\n| 1 | <i> |\n\n> quote\n\n1. one\n2. two\n"
    )
    assert list(book.clauses) == ["T-1.1", "T-1.2"]
    assert '<a href="#T-1.2">T-1.2</a>' in book.clauses["T-1.1"]
    assert "<li>inner</li>" in book.clauses["T-1.1"]
    assert book.clauses["T-1.2"] == "Second goes on."
    for part in (
        '<h2 id="s-1">',
        "<b>bold</b>",
        "<code>a&lt;b</code>",
        "<td>&lt;i&gt;</td>",
        "<blockquote>",
        "<ol><li>one</li>",
    ):
        assert part in book.html
    assert "javascript" not in book.html
    assert '<div id="T-1.1" class="rule">' in book.html.replace('class="rule" id="T-1.1"', 'id="T-1.1" class="rule"')


def test_japanese_lines_join_without_a_space():
    assert "これは一文です。" in markdown.render("これは\n一文です。").html


# ---- talk


def test_no_line_is_passed_over_while_its_talker_is_looked_up():
    class Store:
        async def talk(self, *_, **__):
            return [Said("m", 1, "table", "ann", "hello", 0)]

        async def players(self, _):
            seen.append(talk.message(0, 0, text_of("en")))  # a page that asks in this very moment
            return {}

    seen = []
    registry = SimpleNamespace(store=Store())
    table = SimpleNamespace(
        id="m",
        registry=registry,
        over=False,
        connections=(),
        names=lambda _: [],
        team=lambda _: None,
        humans=list,
        seat_of=lambda _: -1,
        standing=lambda _: 2,
    )
    talk = Talk(table)
    asyncio.run(talk.load())
    lines, after = seen[0]
    assert (lines, after) == ([], 0)
    assert [line["text"] for line in talk.message(0, after, text_of("en"))[0]] == ["hello"]


# ---- what repr tells


def test_repr_tells_no_secret_of_the_server():
    deals = Deals("the key of the server")
    deal = deals.rematch("m")
    config = Config(secret="the key of the server", database="postgresql://taku:pass@127.0.0.1/taku",
                    metrics_token="the token")  # fmt: skip
    for one in (deals, deal, config, Invite("the token", "m", 0, 0)):
        for text in (repr(one), str(one)):
            for told in (deal.secret.hex(), repr(deal.secret)[2:-1], "the key", "pass@", "the token"):
                assert told not in text, text
