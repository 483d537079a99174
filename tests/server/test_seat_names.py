"""Names at a table: bots have their own in every language, told apart and with a face, and stay themselves."""

from taku.bots import LEVEL_NAMES
from taku.engine.game import find_game
from taku.page.faces import face
from taku.page.parts import own_name
from taku.server.seat_names import bot_seats, seat_names
from taku.server.store import Seat

GAME = find_game("connect_four")
PERSON = Seat("player", "p1", None, "Ann", "red")


def test_bots_have_names_of_their_own_in_every_language():
    seats = bot_seats([PERSON, *(Seat("bot", None, "club") for _ in range(19))], "k3")
    english, japanese = (seat_names(seats, GAME, language) for language in ("en", "ja"))
    assert english[0] == japanese[0] == "Ann"
    for names in (english, japanese):
        assert len(set(names)) == 20
    assert all(name.isascii() for name in english)
    assert not any(name.isascii() for name in japanese[1:])
    assert {name.bot for name in english[1:]} == {"Club player"}
    assert {name.bot for name in japanese[1:]} != {"Club player"}
    assert bot_seats(seats, "other") == seats  # a rematch does not make them somebody else
    assert bot_seats([PERSON, Seat("bot", None, "club")], "k3")[1] == seats[1]


def test_a_bot_that_comes_later_is_nobody_who_is_there():
    seats = bot_seats([Seat("open"), Seat("bot", None, "master")], "k3")
    more = bot_seats([Seat("bot", None, "master"), seats[1]], "k3")
    assert more[1] == seats[1]
    assert more[0].name != more[1].name


def test_bots_of_the_games_own_keep_their_names():
    game = find_game("warring")
    from taku.bots import opponents

    own = next(o for o in opponents(game, "en") if o.own)
    seats = bot_seats([Seat("bot", None, own.id), Seat("bot", None, own.id), Seat("bot", None, LEVEL_NAMES[0])], "x")
    first, second, third = seat_names(seats, game, "en")
    assert (first, second) == (f"{own.name} 1", f"{own.name} 2")
    assert third not in (first, second)
    assert first.bot == "Bot"


def test_a_persons_colour_is_no_dot_and_a_bot_has_face_and_level():
    ann, bot = seat_names(bot_seats([PERSON, Seat("bot", None, "club")], "k3"), GAME, "en")
    assert own_name(ann) == '<bdi class="own tone-red">Ann</bdi>'
    assert 'data-level="Club player"' in own_name(bot)
    assert "<svg" in own_name(bot)
    assert len({str(face(n)) for n in range(32)}) == 32


def test_old_names_of_bots_stay():
    assert seat_names([Seat("bot", None, "club", "Bot · Club player")], GAME, "en") == ["Bot · Club player"]
    assert seat_names([Seat("open")], None, "ja") == [""]
