"""Victory, the sequence of play and stacks as the game plays them: rules 4.1 to 4.6, 5.5 to 5.9, 7.1, 7.2."""

from __future__ import annotations

from itertools import islice

import pytest
from gsofg_positions import FIELD, GUARDS, GUNS, OTHER, PANZER, PANZER_3, TANK, THIRD, Field

from visegrad_editor.engine.hexgame import paths, victory
from visegrad_editor.model.rules.grammar import HexFilter


def ended(field: Field) -> tuple[str, str]:
    """The winner and the rule after the last turn."""
    victory.judge_end(field.w)
    assert field.w.outcome is not None
    return field.w.outcome.winner, field.w.outcome.rule


def holding(hexes: HexFilter, number: int, turn: int = 15) -> Field:
    """A game in which the Soviet side controls so many hexes of a set."""
    field = Field(turn, "nato", "nato-move").put(f"{TANK} 3815")
    w = field.w
    mask = w.made.hexes(hexes)(0)
    numbers = [w.board.numbers[h] for h in range(w.board.size) if mask >> h & 1]
    return field.control("soviet", *islice(numbers, number))


@pytest.mark.rule("4.1", "5.9")
def test_nato_wins_if_the_soviet_side_has_no_goal() -> None:
    assert ended(holding(HexFilter(areas=("ruhr",)), 0)) == ("nato", "4.1")


@pytest.mark.parametrize(("number", "result"), [(4, ("nato", "4.1")), (5, ("soviet", "4.4"))])
@pytest.mark.rule("4.3", "4.4")
def test_five_hexes_of_the_ruhr(number: int, result: tuple[str, str]) -> None:
    assert ended(holding(HexFilter(areas=("ruhr",)), number)) == result


@pytest.mark.parametrize(("number", "result"), [(31, ("nato", "4.1")), (32, ("soviet", "4.5"))])
@pytest.mark.rule("4.3", "4.5")
def test_32_city_hexes_of_west_germany_in_supply_or_not(number: int, result: tuple[str, str]) -> None:
    cities = HexFilter(countries=("west-germany",), features=("city",), without=HexFilter(areas=("ruhr",)))
    assert ended(holding(cities, number)) == result


@pytest.mark.rule("4.5")
def test_cities_of_other_countries_do_not_count() -> None:
    others = HexFilter(countries=("netherlands", "france", "belgium"), features=("city",))
    assert ended(holding(others, 99)) == ("nato", "4.1")


@pytest.mark.parametrize(("hexes", "supplied", "winner"), [
    (("1109", "1210", "1211"), True, "soviet"), (("1109", "1210"), True, "nato"),
    (("1109", "1210", "1014"), True, "nato"), (("1109", "1210", "1211"), False, "nato")])
@pytest.mark.rule("4.3", "4.6")
def test_three_connected_hexes_of_the_west_bank_in_supply(
    hexes: tuple[str, ...], supplied: bool, winner: str
) -> None:
    field = Field(15, "nato", "nato-move").put(f"{TANK} 3815")
    w = field.w
    if supplied:
        east = w.made.hexes(HexFilter(features=("city",), without=HexFilter(areas=("west-bank",))))(0)
        centre = w.board.at("1210")
        nearest = min((h for h in range(w.board.size) if east >> h & 1),
                      key=lambda h: w.board.distance(h, centre))
        field.control("soviet", w.board.numbers[nearest])
    field.control("soviet", *hexes)
    assert ended(field) == (winner, "4.6" if winner == "soviet" else "4.1")


@pytest.mark.rule("4.2", "5.9")
def test_nothing_is_judged_before_turn_15() -> None:
    field = holding(HexFilter(areas=("ruhr",)), 7, turn=14)
    victory.judge(field.w, "at-once")
    victory.judge(field.w, "turn-end")
    assert field.w.outcome is None


# -- 5.5 to 5.8 --------------------------------------------------------------------------------------


@pytest.mark.rule("5.5", "5.6", "5.7")
def test_nobody_moves_twice_and_only_the_soviet_side_fights_twice() -> None:
    field = Field(4, "nato", "nato-fight").put(f"{PANZER} {FIELD}", f"{TANK} 3610")
    field.w.go("order")
    assert field.legal("order") == {"nato-call-up,nato-move,nato-fight", "nato-fight,nato-call-up,nato-move"}
    assert "(rule 5.2)" in field.refused("order|nato-fight,nato-fight")
    assert "Choose the order" in field.refused("order|nato-fight,nato-fight")
    assert "Choose the order" in field.refused("order|nato-move,nato-move")


@pytest.mark.rule("5.8")
def test_who_touches_nato_across_a_river_is_not_held() -> None:
    field = Field(4, phase="soviet-move").put(f"{PANZER} {FIELD}", f"{TANK} 3610", f"{OTHER} 3413",
                                              f"{PANZER_3} 3312", f"{GUARDS} 3611")
    w = field.w
    refusals = {key: str(paths.refusal_to_move(w, w.unit(key))) for key in (TANK, OTHER, GUARDS)}
    assert "(rule 5.8)" in refusals[TANK]
    assert "(rule 5.8)" in refusals[GUARDS]
    assert refusals[OTHER] == "None"


@pytest.mark.rule("10.17", "10.18")
def test_after_an_attack_no_road_march_and_artillery_has_half() -> None:
    field = Field(4, dice=(6,), then=("soviet-move",), chemical_attacks="without").put(
        f"{PANZER} {FIELD}", f"{TANK} 3610", f"{GUNS} 3710", f"{OTHER} 3815").begin()
    field.act(f"attack|{TANK}+{GUNS}|{FIELD}")
    w = field.w
    assert w.step == "move"
    assert paths.mode_refusal(w, w.unit(OTHER), "road") is None
    assert "(rule 10.17)" in str(paths.mode_refusal(w, w.unit(GUNS), "road"))
    assert paths.allowance(w, w.unit(GUNS)) == 4 * w.ground.scale
    assert paths.allowance(w, w.unit(TANK)) == 8 * w.ground.scale


# -- 7.1 to 7.5 --------------------------------------------------------------------------------------


@pytest.mark.rule("7.2")
def test_a_full_hex_is_neither_entered_nor_passed() -> None:
    field = Field(4, phase="soviet-move").put(
        f"{TANK} 3812", f"{OTHER} 3813", f"{THIRD} 3813", "ussr/3rd Shock Army Artillery 3912").begin()
    assert "(rule 7.0)" in field.refused(f"move|{TANK}|3812-3813")
    assert "(rule 7.0)" in field.refused(f"move|{TANK}|3812-3813-3814")
    field.act(f"move|{THIRD}|3813-3814").act(f"move|{TANK}|3812-3813")
    assert field.where(TANK) == "3813"
