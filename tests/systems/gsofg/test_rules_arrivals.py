"""Arrivals: rules 5.10, 9.2 to 9.6."""

from __future__ import annotations

import pytest
from gsofg_positions import EAST, FIELD, PANZER, TANK, Field

from visegrad_editor.engine.hexgame import arrivals, control, paths
from visegrad_editor.engine.hexgame.state import NO_COMBAT, REMOVED, WAITING

A_TANK, A_RIFLE = "ussr/16th Guards Tank", "ussr/94th Guards Motor Rifle"
R = ("ussr/20th Tank", "ussr/90th Guards Tank", "ussr/2nd Guards Motor Rifle", "ussr/1st Tank")
R_GUNS = ("ussr/2nd Guards Artillery", "ussr/51st Guards Artillery")
US, FRENCH, BELGIAN = "usa/1st Mechanized (-)", "france/8th Infantry", "belgium/Para-Commando"
BUNDESWEHR = "west-germany/67th Jaeger"
NATO = 1
TERRITORIALS = tuple(f"west-germany/{n} Territorial" for n in ("51st", "52nd", "53rd"))


def moving(turn: int, *waiting: str, player: str = "soviet", **options: str) -> Field:
    """A movement phase with reinforcements."""
    field = Field(turn, player, f"{player}-move", keep=waiting, **options)
    return field.put(f"{TANK} 3815", f"{PANZER} 2010").begin()


def due(field: Field, key: str) -> bool:
    field.w.forget()
    return arrivals.is_due(field.w, field.w.unit(key))


def entry_refusal(field: Field, key: str, entry: str, hex: str) -> str:
    w = field.w
    w.forget()
    found = arrivals.refusal(w, w.unit(key), w.forces.way_by_id[entry], w.board.at(hex))
    return "" if found is None else str(found)


# -- 5.10, 9.2, 9.3: the Soviet side -----------------------------------------------------------------


def test_the_armies_a_to_d_must_enter_on_turn_1_at_their_hexes() -> None:
    field = moving(1, A_TANK)
    assert "(rule 5.10)" in field.refused("pass")
    assert "pass" not in {o.verb for o in field.w.legal_orders(None)}
    assert "may not enter" in field.refused(f"enter|{A_TANK}|4212")
    field.act(f"enter|{A_TANK}|4202")
    assert field.where(A_TANK) == "4202"
    field.act("pass")
    assert field.w.state.player == NATO


def test_who_finds_no_room_may_wait() -> None:
    field = Field(1, phase="soviet-move", keep=(A_TANK,)).put(
        f"{TANK} 4202", "ussr/10th Guards Tank 4202", "ussr/12th Guards Tank 4203", f"{EAST} 4203",
        f"{PANZER} 2010").begin()
    assert due(field, A_TANK)
    assert "too many to stack" in field.refused(f"enter|{A_TANK}|4202-4102"), "it passes no full hex (7.2)"
    field.act("pass")
    assert field.where(A_TANK) == "reinforcements"


def test_the_limit_of_two_divisions_an_entry_hex_is_not_for_the_armies_of_turn_1() -> None:
    armies = ("ussr/16th Guards Tank", "ussr/25th Tank", "ussr/21st Motor Rifle")
    field = moving(1, *armies)
    for army in armies:
        field.act(f"enter|{army}|4202-4102" if army != armies[2] else f"enter|{army}|4202")
    assert [field.where(a) for a in armies] == ["4102", "4102", "4202"]


def test_r_units_may_not_wait_and_come_as_many_as_the_turn_allows() -> None:
    field = moving(2, *R)
    assert "(rule 9.2)" in field.refused("pass")
    field.act(f"enter|{R[0]}|4210")
    assert "(rule 9.2)" in field.refused("pass")
    field.act(f"enter|{R[1]}|4211")
    assert "(rule 9.3)" in field.refused(f"enter|{R[2]}|4212")
    field.act("pass")
    assert field.w.state.player == NATO


def test_one_artillery_a_turn() -> None:
    field = moving(6, *R_GUNS)
    field.act(f"enter|{R_GUNS[0]}|4210")
    assert "(rule 9.3)" in field.refused(f"enter|{R_GUNS[1]}|4212")
    field.act("pass")


def test_two_divisions_enter_by_a_hex_in_a_turn() -> None:
    field = moving(6, *R)
    for r in R[:2]:
        field.act(f"enter|{r}|4210-4110-4010")
    assert "(rule 9.2)" in field.refused(f"enter|{R[2]}|4210")
    field.act(f"enter|{R[2]}|4211")
    field.w.state.turn = 7
    assert entry_refusal(field, R[3], "east-edge", "4210") == ""


def test_an_entry_hex_costs_points() -> None:
    field = moving(6, R[0])
    w = field.w
    u = w.unit(R[0])
    edge = w.forces.way_by_id["east-edge"]
    rough = next(h for h in edge.hexes if w.ground.terrain[h] == "rough")
    assert arrivals.entry_cost(w, u, edge, rough) == 2 * w.ground.scale


@pytest.mark.parametrize(("turn", "key", "most"), [(6, R[0], 16), (1, A_TANK, 16), (6, R_GUNS[0], 16)])
def test_they_may_come_in_a_road_march(turn: int, key: str, most: int) -> None:
    """5.10, 9.2, 10.17."""
    field = moving(turn, key)
    w = field.w
    u = w.unit(key)
    assert paths.allowance(w, u, "road") == most * w.ground.scale
    (road, *_) = sorted(field.legal("enter-by"))
    assert road.startswith(key)
    farthest = {mode: max(spent for field in [arrivals.entries_of(w, u, mode)] for h, f in field.items()
                          for spent in [f.cost[h]]) / w.ground.scale for mode in ("", "road")}
    assert 8 >= farthest[""] > 6
    assert 16 >= farthest["road"] > 12


def test_a_road_march_from_the_edge_never_comes_next_to_the_enemy_and_then_artillery_is_silent() -> None:
    field = moving(6, R[0], R_GUNS[0])
    field.put(f"{PANZER} 4110")
    assert "(rule 10.17)" in field.refused(f"enter-by|{R[0]}|4212-4111|road")
    assert "(rule 10.17)" in field.refused(f"enter-by|{R[0]}|4210|road")
    field.act(f"enter-by|{R[0]}|4213-4212|road").act(f"enter-by|{R_GUNS[0]}|4213|road")
    flags = field.w.state.flags
    assert flags[field.w.unit(R_GUNS[0])] & NO_COMBAT
    assert not flags[field.w.unit(R[0])] & NO_COMBAT, "10.17 bars the fire of artillery only"


def test_nobody_comes_by_air_or_by_rebasing_in_place_of_the_road() -> None:
    field = moving(6, R[0])
    assert "do not come by rebase" in field.refused(f"enter-by|{R[0]}|4213|rebase")
    assert field.legal("enter-by") != set()


def test_r_units_of_a_turn_without_movement_come_with_the_next() -> None:
    field = moving(3, *R, *R_GUNS)
    coming = 0
    for key, hex in zip((*R, R_GUNS[0]), ("4209", "4210", "4211", "4212", "4213"), strict=True):
        field.act(f"enter|{key}|{hex}")
        coming += 1
    assert coming == 5, "two of turn 2 and three of turn 3"
    assert not due(field, R_GUNS[1])


@pytest.mark.parametrize(("option", "waiting", "allowed"), [
    ("wait", R, True), ("barred", R, False), ("barred", (), True)])
def test_two_combat_phases_may_be_barred_while_r_units_are_due(
    option: str, waiting: tuple[str, ...], allowed: bool
) -> None:
    field = Field(5, phase="soviet-order", keep=waiting, fight_fight_arrivals=option).put(f"{TANK} 3815")
    field.w.go("order")
    twice = "soviet-fight,soviet-second-fight"
    assert (twice in field.legal("order")) is allowed
    if not allowed:
        assert "(rule 9.2)" in field.refused(f"order|{twice}")
    assert "soviet-fight,soviet-move" in field.legal("order")


# -- 9.4, 9.5: NATO ----------------------------------------------------------------------------------


def test_nato_may_let_units_wait_until_their_turn_and_longer() -> None:
    field = moving(5, US, player="nato")
    assert not due(field, US)
    field = moving(9, US, player="nato")
    assert due(field, US)
    assert "pass" in {o.verb for o in field.w.legal_orders(None)}


def lose(field: Field, *hexes: str) -> None:
    """Let a Soviet unit enter hexes and leave again."""
    w = field.w
    tank = w.unit(TANK)
    before = w.state.where[tank]
    for hex in hexes:
        w.put(tank, w.board.at(hex))
        control.occupy(w, tank, [w.board.at(hex)])
    if before >= 0:
        w.put(tank, before)
    else:
        w.lift(tank, REMOVED)
    w.forget()


@pytest.mark.parametrize(("key", "entry", "hex"), [
    (US, "frankfurt", "2024"), (FRENCH, "strasbourg", "1233"), (BELGIAN, "cologne", "1316"),
    (BUNDESWEHR, "german-cities", "3011")])
def test_a_city_of_entry_must_work(key: str, entry: str, hex: str) -> None:
    field = moving(9, key, player="nato")
    assert entry_refusal(field, key, entry, hex) == ""
    lose(field, hex)
    assert "(rule 9.5)" in entry_refusal(field, key, entry, hex)


def test_us_units_come_by_the_western_edge_a_turn_later_if_frankfurt_does_not_work() -> None:
    field = moving(6, US, player="nato")
    ways = field.w.forces.way_by_id["west-edge"].hexes
    edge = field.w.board.numbers[ways[0]]
    assert "only while" in entry_refusal(field, US, "west-edge", edge)
    lose(field, "2024")
    assert "turn 7" in entry_refusal(field, US, "west-edge", edge)
    field.w.state.turn = 7
    assert entry_refusal(field, US, "west-edge", edge) == ""


def test_the_french_need_not_wait() -> None:
    field = moving(6, FRENCH, player="nato")
    ways = field.w.forces.way_by_id["french-west-edge"].hexes
    assert entry_refusal(field, FRENCH, "french-west-edge", field.w.board.numbers[ways[0]]) == ""


def test_west_germans_are_lost_when_no_city_of_theirs_works_but_not_territorials() -> None:
    field = moving(2, BUNDESWEHR, TERRITORIALS[0], US, player="nato")
    w = field.w
    sources = [s for s in w.ruleset.supply.sources if "west-germany" in s.for_.nationality]
    hexes = [w.board.numbers[h] for h in range(w.board.size)
             if any(w.made.hexes(s.hexes)(1) >> h & 1 for s in sources)]
    lose(field, *hexes[:-1])
    assert field.where(BUNDESWEHR) == "reinforcements"
    lose(field, hexes[-1])
    assert field.where(BUNDESWEHR) == "eliminated"
    assert field.where(TERRITORIALS[0]) == field.where(US) == "reinforcements"
    assert field.told("eliminated")[0].rule == "9.5"


# -- 9.6: territorials -------------------------------------------------------------------------------


def calling(*dice: int, waiting: tuple[str, ...] = TERRITORIALS) -> Field:
    field = Field(2, "nato", "nato-call-up", dice, ("nato-move",), keep=waiting)
    return field.put(f"{PANZER} 2010").begin()


@pytest.mark.parametrize(("die", "called"), [
    (1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_an_even_die_calls_up(die: int, called: bool) -> None:
    field = calling(die, waiting=TERRITORIALS[:1])
    field.act(f"call-up|{TERRITORIALS[0]}|3011")
    assert (field.where(TERRITORIALS[0]) == "3011") is called
    assert field.told("call-up")[0].rule == "9.6"
    assert field.w.phase == "nato-move"


def test_all_must_try_each_in_a_hex_of_its_own() -> None:
    field = calling(1, 2, 4)
    assert "(rule 9.6)" in field.refused("pass")
    field.act(f"call-up|{TERRITORIALS[0]}|3011")
    assert "(rule" in field.refused(f"call-up|{TERRITORIALS[0]}|3111"), "once a turn"
    assert "(rule 9.6)" in field.refused(f"call-up|{TERRITORIALS[1]}|3011"), "one was tried here"
    field.act(f"call-up|{TERRITORIALS[1]}|3111")
    assert "(rule 9.6)" in field.refused(f"call-up|{TERRITORIALS[2]}|3111"), "one stands here"
    field.act(f"call-up|{TERRITORIALS[2]}|3112")
    assert field.w.phase == "nato-move"


def test_who_was_not_called_up_tries_again_next_turn() -> None:
    field = calling(1, waiting=TERRITORIALS[:1])
    field.act(f"call-up|{TERRITORIALS[0]}|3011")
    assert field.where(TERRITORIALS[0]) == "reinforcements"
    field.w.state.used = {}
    field.w.state.turn = 3
    field.w.go("call-up")
    assert any("3011" in text for text in field.legal("call-up"))


def test_only_in_or_next_to_an_own_city_of_west_germany() -> None:
    field = calling(waiting=TERRITORIALS[:1])
    hexes = {text.split("|")[-1] for text in field.legal("call-up")}
    assert {"3011", "3012", "2024"} <= hexes
    assert not {FIELD, "3221", "1309"} & hexes
    lose(field, "3701")
    assert "3701" not in {text.split("|")[-1] for text in field.legal("call-up")}


def test_they_never_move_and_take_no_room() -> None:
    field = Field(3, "nato", "nato-move").put(
        f"{TERRITORIALS[0]} 3011", f"{PANZER} 3011", "west-germany/3rd Panzer 3011").begin()
    assert "never leaves" in field.refused(f"move|{TERRITORIALS[0]}|3011-3012")
    assert field.w.state.where[field.w.unit(TERRITORIALS[1])] != WAITING
