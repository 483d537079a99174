"""Options: read what users write, refuse the rest and say what would be right."""

from dataclasses import replace

import pytest

from taku.engine import Clash, GameError, OptionError, Options, Preset, flag, number
from tests.engine.toy import OPTIONS, game


def test_defaults_and_chosen_values():
    assert OPTIONS.read({}, 2) == {"turns": 6, "lucky": 0, "mode": 0}
    assert OPTIONS.read({"turns": "9", "lucky": "yes", "mode": "double"}, 2) == {"turns": 9, "lucky": 1, "mode": 1}
    assert OPTIONS.write({"turns": 9, "lucky": 1, "mode": 1}) == {"turns": 9, "lucky": True, "mode": "double"}


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"turn": 5}, "unknown option 'turn'; did you mean 'turns'"),
        ({"turns": 1}, "turns takes 2 to 20, not 1"),
        ({"turns": "many"}, "turns takes 2 to 20, not 'many'"),
        ({"turns": True}, "turns takes 2 to 20"),
        ({"mode": "doubel"}, "did you mean 'double'"),
        ({"lucky": "perhaps"}, "lucky takes no, yes"),
    ],
)
def test_what_is_not_possible_is_refused(chosen, says):
    with pytest.raises(OptionError, match=says):
        OPTIONS.read(chosen, 2)


def test_a_combination_can_be_refused():
    """With a text of the catalogue: the game that has it says it in words."""
    options = Options(
        number("a", 1, 0, 9), number("b", 2, 0, 9),
        check=lambda v, seats: Clash("order", a=v["a"]) if v["b"] <= v["a"] else None,
    )  # fmt: skip
    assert options.read({"a": 1}, 2)
    with pytest.raises(OptionError) as fault:
        options.read({"a": 5}, 2)
    assert (fault.value.clash.key, fault.value.clash.facts) == ("order", {"a": 5})


def test_a_default_out_of_range_is_a_fault_of_the_game():
    with pytest.raises(OptionError, match="default"):
        Options(number("a", 10, 0, 9))


@pytest.mark.parametrize("text", ["yes", "on", "true", "1", "YES"])
def test_flags_take_the_usual_words(text):
    assert flag("x", False).read(text) == 1


def test_seats_are_checked():
    assert game.read_seats() == 2
    with pytest.raises(OptionError, match="toy has 2 to 4 seats, not 5"):
        game.read_seats(5)


def test_options_are_inside_the_state():
    s = game.new(2, game.read_options({"turns": 20, "mode": "double"}))
    assert (s.opt.turns, s.opt.mode, s.opt.lucky) == (20, 1, 0)


def test_a_preset_with_unknown_options_is_refused():
    with pytest.raises(GameError, match="preset long: unknown option 'turn'; did you mean 'turns'"):
        replace(game, presets={"long": Preset({"turn": 20})})
