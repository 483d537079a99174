"""The server survives being killed, being attacked and losing one of two processes."""

import pytest
from websockets.exceptions import WebSocketException

from tests.server.force import fresh_view, hostile, kill_again_and_again, lose_one_of_two, said_at_once
from tests.server.kit import Process, duel, free_port, serving
from tests.server.store_kit import postgres_place


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path):
    total, _ = kill_again_and_again(tmp_path, tables=6, times=3)
    assert total > 0


def test_nonsense_does_nothing(tmp_path):
    with serving(tmp_path) as site:
        table, (_, one), (_, two) = duel(site)
        one.mine()
        one.act(3)
        two.mine()
        before = two.view["step"], two.view["seq"]
        said = said_at_once(site, f"{table}/ws?step=-1", ['{"t":"ping","c":7}'], Origin=site.url)
        assert b'"t":"pong","c":7' in said  # what is said this way is heard
        assert hostile(site, table, 3000) >= 3000
        two.drain()
        assert (two.view["step"], two.view["seq"]) == before
        assert site.server._site.errors == 0
        two.act(3)
        one.mine()


def test_a_stopped_server_says_so_and_comes_back(tmp_path):
    port = free_port()
    process = Process(tmp_path, port)
    site = process.start()
    table, (ann, one), (_, two) = duel(site)
    one.mine()
    one.act(3)
    errors = process.stop()
    assert "taku/server" not in errors, errors  # a trace names the file
    with pytest.raises((WebSocketException, EOFError)):
        two.until("never")
    assert two.sock.protocol.close_code in (1012, 1006)
    process.start()
    assert fresh_view(ann, table)["seq"] == 1
    process.stop()


@pytest.fixture
def database():
    yield from postgres_place()


@pytest.mark.postgres
def test_two_processes_share_a_table_and_one_is_killed(tmp_path, database):
    lose_one_of_two(tmp_path, database)


@pytest.mark.postgres
def test_bots_think_through_the_queue_of_the_database(tmp_path, database):
    with serving(tmp_path, database=database) as site:
        ann = site.visitor()
        page = ann.socket(ann.play("connect_four"))
        for _ in range(3):
            page.mine()
            page.act()
        page.mine()


@pytest.mark.postgres
def test_killed_under_load_with_postgresql(tmp_path, database):
    total, _ = kill_again_and_again(tmp_path, tables=4, times=2, database=database)
    assert total > 0
