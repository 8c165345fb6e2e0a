"""Movement and control as the game plays them: rules 3.3, 8.6, 10.1 to 10.7, 10.17, 10.19."""

from __future__ import annotations

import pytest
from gsofg_positions import FIELD, GUNS, OTHER, PANZER, PANZER_3, TANK, TERRITORIAL, THIRD, Field

from visegrad_editor.engine.hexgame import fights, paths

AIRBORNE = "ussr/102nd Guards Airborne"
FAR = f"{PANZER} 2010"
"""A NATO unit far away, so that the game goes on."""


def moving(*units: str, turn: int = 5, player: str = "soviet") -> Field:
    return Field(turn, player, f"{player}-move").put(*units).begin()


def holder(field: Field, hex: str) -> str:
    w = field.w
    at = w.board.at(hex)
    return next((id for n, id in enumerate(w.forces.side_ids) if w.controlled(n) >> at & 1), "")


@pytest.mark.rule("3.3")
def test_who_enters_last_controls_each_hex_at_once() -> None:
    field = moving(f"{TANK} 3611", f"{OTHER} 3815", FAR)
    hexes = (FIELD, "3410", "3309", "4010")
    assert [holder(field, h) for h in hexes] == ["nato", "nato", "nato", "soviet"]
    field.act(f"move|{TANK}|3611-{FIELD}-3410")
    assert [holder(field, h) for h in hexes] == ["soviet", "soviet", "nato", "soviet"]
    field = moving(f"{PANZER} 3610", f"{PANZER_3} 2010", f"{TANK} 3815", player="nato")
    field.control("soviet", FIELD).act(f"move|{PANZER}|3610-{FIELD}")
    assert holder(field, FIELD) == "nato", "any number of times"


@pytest.mark.rule("8.6")
def test_with_a_path_a_unit_has_its_printed_strength_and_allowance() -> None:
    field = moving(f"{TANK} 3815", FAR)
    w = field.w
    u = w.unit(TANK)
    values = [w.value(u, name) for name in ("attack", "defence", "movement")]
    assert w.is_supplied(u)
    assert [fights.plain_strength(w, u, "attack"), fights.plain_strength(w, u, "defence"),
            paths.allowance(w, u) / w.ground.scale] == values


@pytest.mark.rule("10.1")
def test_only_the_side_of_the_player_turn_moves_from_hex_to_hex() -> None:
    field = moving(f"{TANK} 3815", FAR)
    assert "belongs to the other side" in field.refused(f"move|{PANZER}|2010-2011")
    assert "not next to" in field.refused(f"move|{TANK}|3815-3817")


@pytest.mark.rule("10.2")
def test_a_finished_move_is_not_taken_up_again() -> None:
    field = moving(f"{TANK} 3815", f"{OTHER} 3816", FAR)
    field.act(f"move|{TANK}|3815-3814")
    field.act(f"move|{OTHER}|3816-3817")
    assert "already moved" in field.refused(f"move|{TANK}|3814-3813")
    w = field.w
    assert paths.allowance(w, w.unit(THIRD)) == 8 * w.ground.scale, "nothing is saved or lent"


def dear_step(field: Field, points: int) -> tuple[str, str]:
    """A step over the ground that costs at least so many points, from a hex in which the tanks are out of
    supply."""
    w = field.w
    tank = w.unit(TANK)
    for (a, b), cost in sorted(paths.step_costs(w, tank)[1].items()):
        if cost >= points * w.ground.scale:
            w.put(tank, a)
            if not w.is_supplied(tank):
                return w.board.numbers[a], w.board.numbers[b]
    raise AssertionError("there is no such step")


@pytest.mark.rule("10.3")
def test_one_hex_is_always_possible_if_it_is_allowed() -> None:
    field = moving(f"{TANK} 3815", f"{OTHER} 3816", FAR)
    start, end = dear_step(field, 3)
    w = field.w
    tank = w.unit(TANK)
    w.set_state(tank, "fired")
    assert paths.allowance(w, tank) == 2 * w.ground.scale, "a quarter of its points"
    field.act(f"move|{TANK}|{start}-{end}")
    assert field.where(TANK) == end
    nato = moving(f"{TERRITORIAL} 2010", f"{PANZER} 2015", f"{TANK} 3815", player="nato")
    assert "never leaves its hex" in nato.refused(f"move|{TERRITORIAL}|2010-2011")


@pytest.mark.rule("10.4")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    field = moving(f"{TANK} 3713", f"{TERRITORIAL} 3612", FAR)
    assert "An enemy unit stands in" in field.refused(f"move|{TANK}|3713-3712-3612")
    assert "An enemy unit stands in" in field.refused(f"move|{TANK}|3713-3712-3612-3511")


@pytest.mark.rule("10.5")
def test_units_that_begin_together_move_together_or_apart() -> None:
    field = moving(f"{TANK} 3815", f"{OTHER} 3815", f"{THIRD} 3816", FAR)
    assert "is in 3816" in field.refused(f"move|{TANK}+{THIRD}|3815-3814")
    field.act(f"move|{TANK}+{OTHER}|3815-3814")
    assert field.where(TANK) == field.where(OTHER) == "3814"
    field = moving(f"{TANK} 3815", f"{OTHER} 3815", FAR)
    field.act(f"move|{TANK}|3815-3814").act(f"move|{OTHER}|3815-3816")
    assert (field.where(TANK), field.where(OTHER)) == ("3814", "3816")


@pytest.mark.rule("10.6")
def test_a_stack_drops_units_on_the_way_by_orders_for_parts_of_it() -> None:
    field = moving(f"{TANK} 3815", f"{OTHER} 3815", FAR)
    field.act(f"move|{OTHER}|3815-3814").act(f"move|{TANK}|3815-3814-3813")
    assert (field.where(TANK), field.where(OTHER)) == ("3813", "3814")


@pytest.mark.rule("10.7")
def test_a_stack_moves_at_the_pace_of_its_slowest() -> None:
    field = moving(f"{TANK} 3815", f"{AIRBORNE} 3815", FAR)
    w = field.w
    reach = paths.range_of(w, w.unit(TANK))
    slow = paths.allowance(w, w.unit(AIRBORNE))
    assert slow < paths.allowance(w, w.unit(TANK))
    end = next(h for h in reach if reach.cost[h] == slow + w.ground.scale)
    path = "-".join(w.board.numbers_of(reach.path_to(end)))
    assert "movement points" in field.refused(f"move|{TANK}+{AIRBORNE}|{path}")
    field.act(f"move|{TANK}|{path}")


@pytest.mark.rule("10.17")
def test_a_road_march_is_twice_as_far_from_overland_supply_and_never_next_to_the_enemy() -> None:
    field = moving(f"{TANK} 3815", f"{GUNS} 3915", f"{PANZER_3} 3612")
    w = field.w
    assert paths.allowance(w, w.unit(TANK), "road") == 16 * w.ground.scale
    ends = {text.split("|")[1].split("-")[-1] for text in field.legal("move-by") if text.startswith(TANK)}
    assert ends & {"3611", "3613", "3511", "3512", "3711", "3712"} == set()
    assert len(ends) > 50
    field.act(f"move-by|{TANK}|3815-3816|road")
    assert "already moved" in field.refused(f"move|{TANK}|3816-3817"), "all of the move or none of it"


@pytest.mark.rule("10.17")
def test_after_a_road_march_only_artillery_is_silent() -> None:
    field = moving(f"{TANK} 3815", f"{GUNS} 3915", FAR)
    field.act(f"move-by|{TANK}|3815-3816|road").act(f"move-by|{GUNS}|3915-3916|road")
    w = field.w
    w.state.phase = "soviet-fight"
    field.put(f"{PANZER} 3716")
    w.go("attack")
    attackers = {unit for text in field.legal("attack") for unit in text.split("|")[0].split("+")}
    assert attackers == {TANK}


@pytest.mark.rule("10.19")
def test_nobody_leaves_the_map() -> None:
    field = moving(f"{TANK} 4210", FAR)
    assert "no order `exit`" in field.refused(f"exit|{TANK}")
    assert field.legal("exit") == set()
