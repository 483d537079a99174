"""Changes of a rendering give the new one, whatever changed."""

import random

from hypothesis import given
from hypothesis import strategies as st

from taku.page.html import Raw, Sheet
from taku.server.deflate import SQUEEZES
from taku.server.live.patch import changes
from tests.server.kit import duel, patched, play_out, serving, until

WORDS = st.lists(st.sampled_from("abcdefghij"), max_size=40)


@given(WORDS, WORDS)
def test_any_rendering_becomes_any_other(old, new):
    assert patched(list(old), changes(old, new)) == new


def test_what_stays_is_not_told():
    old = [f"{i}" for i in range(100)]
    new = [*old[:10], "x", *old[11:50], *old[51:80], "y", "z", *old[80:]]
    assert changes(old, new) == [(10, 1, ["x"]), (50, 1, []), (80, 0, ["y", "z"])]
    assert changes(old, old) == []


def test_a_piece_that_moves_far_does_not_take_all_others_with_it():
    old = [f"{i}" for i in range(100)]
    new = [*old[1:], old[0], "x"]
    assert sum(len(now) for _, _, now in changes(old, new)) == 2


def test_as_many_pieces_may_come_as_go():
    old = [f"{i}" for i in range(100)]
    new = ["x", *old[:50], *old[51:]]
    assert changes(old, new) == [(0, 0, ["x"]), (50, 1, [])]


def test_a_card_that_is_played_moves_nothing_but_the_hand():
    lane = ["<g>", "strip", "</g>"]
    hand = ["note", "<div>", "1", "2", "3", "</div>"]
    old, new = (
        Sheet(*map(Raw, [*lane, *lane]), list(map(Raw, hand))),
        Sheet(*map(Raw, ["<g>", "lit", "</g>", *lane]), list(map(Raw, [*hand[:3], *hand[4:]]))),
    )
    assert changes(old.pieces, new.pieces, old.ends, new.ends) == [(1, 1, ["lit"]), (9, 1, [])]


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5))
def test_parts_are_told_by_themselves(both):
    old, new = (Sheet(*([*map(Raw, part[i])] for part in both)) for i in (0, 1))
    assert patched(list(old.pieces), changes(old.pieces, new.pieces, old.ends, new.ends)) == new.pieces


def test_pages_that_take_patches_see_what_others_see(tmp_path):
    with serving(tmp_path) as site:
        table, (ann, one), (_, two) = duel(site, "goofspiel", "?preset=quick")
        same = ann.socket(table, patch=1)
        same.wait(lambda v: True)
        luck = random.Random(1)
        while not one.view["status"]["over"]:
            play_out(*luck.sample([one, two], 2), most=1)
            one.drain()
            same.drain()
            while one.view["step"] != same.view["step"]:  # an only card is laid by the server, whenever it likes
                min(one, same, key=lambda page: page.view["step"]).drain()
            assert same.view["html"] == one.view["html"]
        assert sum("patch" in m for m in same.heard) >= 3
        assert len(same.raw) < len(one.raw)
        same.send(t="sync")
        same.drain()
        assert "pieces" in [m for m in same.heard if m["t"] == "view"][-1]


def test_a_large_and_a_small_table_ask_for_their_own_squeezing(tmp_path):
    with serving(tmp_path) as site:
        host = site.visitor()
        table = host.open("oneiron", "?seats=12", **{f"seat{i}": "bot:beginner" for i in range(12)})
        assert f'data-ws="{table}/ws?squeeze=many"' in host.get(table).text
        small, usual = host.play("goofspiel"), host.play("destroy")
        assert f'data-ws="{small}/ws?squeeze=small"' in host.get(small).text
        assert f'data-ws="{usual}/ws"' in host.get(usual).text
        open_ = site.server.server_state.connections
        for name in ("", "many", "small", "another"):
            until(lambda: not open_)
            page = host.socket(table, squeeze=name)
            page.wait(lambda v: True)
            (squeeze,) = next(iter(open_)).conn.extensions
            wanted = SQUEEZES.get(name, SQUEEZES[""])
            assert squeeze.local_max_window_bits == wanted.bits
            assert squeeze.compress_settings == {"memLevel": wanted.memory, "level": wanted.level}
            page.sock.close()
