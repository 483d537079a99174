"""O-5.6, O-5.7 and O-6: order and encounters."""

from taku.engine.words import Words
from taku.games.oneiron import game
from taku.games.oneiron.state import STEP
from tests.conftest import clause
from tests.games.oneiron.dream import Dream


def crowd(*sums: int, cell: tuple[int, int] = (2, 2), seed: int = 1, **options: object) -> Dream:
    """So many teams in one cell; whatever they are asked is not answered yet."""
    dream = Dream(2 * len(sums), seed=seed, **options).laid_out()
    for team, total in zip(dream.teams, sums, strict=True):
        team.stands(cell, sum=total)
    return dream


@clause("O-5.6")
def test_a_round_has_four_phases() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).holds("F1 F2 F3 F4").stands((2, 2))
    dream.team(2).holds("F1 F2 F3 F4").stands((2, 2))
    dream.tokens((2, 2), 3)
    dream.battle().settle("present", "loot", "lend")
    steps = [dream.s.step]
    dream.settle()
    told = [name for name, _ in dream.log][1:]  # after the end of the round before
    order = ["exchange_started", "forbidden_added", "movement_element", "grid_card_replaced", "round_ended"]
    assert steps == [STEP.move]
    assert [told.index(name) for name in order] == sorted(told.index(name) for name in order)


@clause("O-5.7")
def test_smaller_sums_go_first_and_lots_decide_between_equal_ones() -> None:
    orders = set()
    for seed in range(20):
        dream = Dream(8, seed=seed).laid_out()
        for team, total in zip(dream.teams, (9, 4, 9, 7), strict=True):
            team.stands((team.number % 3 + 1, 1), sum=total)
        dream.round()
        order = [dream.s.order[i] for i in range(4)]
        assert order[:2] == [2, 4]
        orders.add(tuple(order))
        assert (dream.s.lot[0] < dream.s.lot[2]) == (order.index(1) < order.index(3))
    assert len(orders) == 2


@clause("O-6.1", "O-6.5", "O-6.7")
def test_example_4_the_document() -> None:
    dream = crowd(2, 4, 5, 7, 9).round()
    assert dream.encounters() == [(1, 2), (3, 4)]
    assert [team.waiting for team in dream.teams] == [False, False, False, False, True]


@clause("O-6.1", "O-6.7")
def test_seats_do_not_matter_for_the_order() -> None:
    assert crowd(9, 7, 5, 4, 2).round().encounters() == [(5, 4), (3, 2)]


@clause("O-6.2", "O-6.3")
def test_example_5_the_left_over_looks_next_door() -> None:
    dream = crowd(2, 4, 5, 7, 9, 3)
    dream.team(6).stands((2, 1), sum=3)
    dream.round()
    assert dream.encounters() == [(1, 2), (3, 4), (6, 5)]
    assert not dream.team(5).waiting


@clause("O-6.3")
def test_example_5_with_the_stricter_reading() -> None:
    dream = crowd(2, 4, 5, 7, 9, 3, waiting_adjacent=False)
    dream.team(6).stands((2, 1), sum=3)
    dream.round()
    assert dream.encounters() == [(1, 2), (3, 4)]
    assert dream.team(5).waiting
    assert not dream.team(6).waiting


@clause("O-6.2", "O-5.4")
def test_example_6_a_chain_of_neighbours() -> None:
    def chain(third: int) -> Dream:
        dream = Dream(8).laid_out()
        for team, cell, total in zip(dream.teams, [(1, 1), (2, 1), (3, 1), (3, 2)], (6, 10, third, 20), strict=True):
            team.stands(cell, sum=total)
        return dream.round()

    assert chain(8).encounters() == [(1, 2), (3, 4)]
    dream = chain(5)
    assert dream.encounters() == [(3, 2)]
    assert [team.foe for team in dream.teams] == [0, 3, 2, 0]
    assert not any(team.waiting for team in dream.teams)


@clause("O-6.2", "O-5.4")
def test_diagonal_neighbours_do_not_meet() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((1, 1))
    dream.team(2).stands((2, 2))
    assert dream.round().encounters() == []
    assert len(dream.told("no_encounter")) == 1


@clause("O-5.7", "O-4.8", "O-6.1")
def test_example_7_equal_sums_and_a_joker() -> None:
    firsts = set()
    for seed in range(12):
        dream = crowd(2, 2, 30, seed=seed)
        dream.team(1).stands((2, 2), grid="J F1")
        dream.team(2).stands((2, 2), grid="F13 W13")
        dream.team(3).stands((2, 2), grid="J F5")
        dream.round()
        firsts.add(dream.encounters()[0][0])
        assert dream.team(3).waiting
    assert firsts == {1, 2}


@clause("O-5.7")
def test_example_7_the_lot_decides_who_meets_the_smaller_sum() -> None:
    second = set()
    for seed in range(12):
        dream = crowd(26, 26, 26, seed=seed)
        dream.team(1).stands((2, 2), grid="J F5")
        dream.team(2).stands((2, 2), grid="J W5")
        dream.team(3).stands((2, 2), grid="F13 W13")
        second.add(dream.round().encounters()[0])
    assert second == {(3, 1), (3, 2)}


@clause("O-6.4")
def test_nobody_fights_twice() -> None:
    dream = crowd(2, 3, 4)
    dream.team(3).stands((2, 1), sum=4)
    dream.round()
    assert dream.encounters() == [(1, 2)]
    assert dream.team(3).foe == 0


@clause("O-6.6")
def test_outside_nobody_meets() -> None:
    dream = crowd(2, 3, cell=(0, 2))
    assert dream.round().encounters() == []
    assert not dream.team(1).waiting


@clause("O-6.6")
def test_outside_encounters_by_option() -> None:
    assert crowd(2, 3, cell=(0, 2), outside_encounters=True).round().encounters() == [(1, 2)]
    dream = Dream(4, outside_encounters=True).laid_out()
    dream.team(1).stands((0, 2), sum=9)
    dream.team(2).stands((1, 2), sum=4)
    assert dream.round().encounters() == [(2, 1)]


@clause("O-6.5")
def test_waiting_is_told_in_every_language() -> None:
    assert {Words(game, language).text("event", "team_waiting") for language in ("en", "ja")} == {
        "{team} is left waiting.",
        "{team}は順番待ち。",
    }
