"""Special forces by the numbers of their rules, with forced dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from gsofg_play import ARTILLERY, FAR, FIELD, NEAR, OTHER, PANZER, TANK, Moment
from gsofg_positions import GUARDS, Field

from visegrad_editor.engine.hexgame import paths
from visegrad_editor.engine.hexgame.in_progress import Stage
from visegrad_editor.engine.hexgame.state import ATTACKED, MOVED, NO_COMBAT
from visegrad_editor.systems.gsofg.decisions import change_state
from visegrad_editor.systems.gsofg.special_forces import (
    Marker,
    flights_of_marker,
    markers,
    open_hexes,
    reach_of_marker,
    zone_of,
)


def forces(
    phase: str = "soviet-move", player: str = "soviet", superior: str = "nato", dice: Sequence[int] = (),
    turn: int = 6, soviet: Sequence[str] = (), nato: Sequence[str] = (), option: str = "with",
) -> Moment:
    m = Moment(phase, player, superior, turn, dice, special_forces=option)
    m.w.state.assets.update({"soviet-special-forces": 0, "nato-special-forces": 0})
    both = [[list(Marker(m.w.board.at(h))) for h in hexes] for hexes in (soviet, nato)]
    change_state(m.w, "special-forces", markers=both)
    return m


def where(m: Moment, side: int) -> list[str]:
    return [m.w.board.numbers[marker.hex] for marker in markers(m.w, side)]


def suppress(m: Moment, side: int) -> None:
    both: list[list[object]] = [[], []]
    both[side] = [list(one._replace(suppressed=True)) for one in markers(m.w, side)]
    change_state(m.w, "special-forces", markers=both)


def test_13_1_only_with_the_option() -> None:
    m = forces(soviet=[FAR], option="without")
    m.put((TANK, "3815"))
    assert m.go("move") == "move"


def test_13_2_13_7_zones_of_active_markers() -> None:
    m = forces(nato=[FIELD])
    zone = {m.w.board.numbers[h] for h in range(m.w.board.size) if zone_of(m.w, 1) >> h & 1}
    assert len(zone) == 7
    assert {FIELD, NEAR} <= zone
    suppress(m, 1)
    assert zone_of(m.w, 1) == 0


def test_13_2_a_suppressed_marker_does_not_move_and_recovers_when_the_enemy_has_left() -> None:
    m = forces(soviet=[FIELD])
    suppress(m, 0)
    m.put((PANZER, FIELD), (TANK, "3815"))
    assert m.go("move") == "move-special-forces"
    assert m.listed() == ["pass"]
    m.w.lift(m.w.unit(PANZER))
    m.go("move")
    assert [one.suppressed for one in markers(m.w, 0)] == [False]
    assert m.w.position().marked("soviet-special-forces") == (FIELD,)


def test_13_2_an_active_marker_does_not_recover() -> None:
    m = forces(soviet=[FIELD])
    m.put((TANK, "3815"), (PANZER, "2010"))
    m.go("move")
    assert m.told("special-forces") == []
    suppress(m, 0)
    m.go("move")
    assert len(m.told("special-forces")) == 1


def cost(m: Moment, key: str, start: str, end: str) -> int:
    steps = paths.step_costs(m.w, m.w.unit(key))[1]
    return steps[m.w.board.at(start), m.w.board.at(end)] // m.w.ground.scale


def test_13_7_enemies_pay_a_point_more_once() -> None:
    m = forces(nato=[FIELD, NEAR])
    m.put((TANK, FAR), (PANZER, "3310"))
    assert cost(m, TANK, "3611", NEAR) == 2
    assert cost(m, TANK, FAR, "3711") == 1
    assert cost(m, PANZER, "3410", FIELD) == 1


def test_13_7_the_point_is_for_each_hex_of_the_zone_and_no_other() -> None:
    m = forces(nato=[FIELD])
    (tank,) = m.put((TANK, FAR))
    dear = paths.step_costs(m.w, tank)[1]
    suppress(m, 1)
    m.w.ground.forget()
    usual = paths.step_costs(m.w, tank)[1]
    changed = {end for (start, end), cost in dear.items() if cost != usual[start, end]}
    zone = {m.w.board.at(FIELD), *(n for n in m.w.board.neighbours[m.w.board.at(FIELD)] if n >= 0)}
    assert changed == zone
    assert {dear[edge] - usual[edge] for edge in dear} == {0, m.w.ground.scale}


def test_13_7_after_an_interdiction_has_doubled_the_step() -> None:
    m = forces(nato=[FIELD])
    change_state(m.w, "air", interdicted=[m.w.board.at(FIELD)])
    m.put((TANK, FAR))
    assert cost(m, TANK, "3611", FIELD) == 3


def test_13_7_supply_over_land_neither_ends_nor_passes_there() -> None:
    m = forces()
    (tank,) = m.put((TANK, FIELD))
    assert m.w.is_supplied(tank)
    change_state(m.w, "special-forces", markers=[[], [list(Marker(m.w.board.at(NEAR)))]])
    assert not m.w.is_supplied(tank), "next to the marker"
    change_state(m.w, "special-forces", markers=[[list(Marker(m.w.board.at(NEAR)))], []])
    assert m.w.is_supplied(tank), "an own marker"


def test_13_3_markers_are_always_in_supply() -> None:
    m = forces(superior="soviet", soviet=["1810"])
    m.put((TANK, "1811"), (PANZER, "3310"))
    assert not m.w.is_supplied(m.w.unit(TANK))
    assert flights_of_marker(m.w, 0, markers(m.w, 0)[0]) != 0, "from a hex out of supply"


def test_13_4_one_marker_a_hex_that_weighs_nothing_and_does_not_go_among_enemies() -> None:
    m = forces(soviet=["3410"], nato=[FIELD])
    m.put((TANK, "3611"), (OTHER, "3815"), (PANZER, "3310"))
    m.go("move")
    m.refuse("send-special-forces 3410 3310", "13.5")
    m.give(f"send-special-forces 3410 {FIELD}")
    assert (where(m, 0), where(m, 1)) == ([FIELD], [FIELD]), "with a marker of the enemy"
    m.give("pass")
    m.give(f"move {TANK} 3611-{FIELD}")
    assert m.w.place(m.w.unit(TANK)) == FIELD, "units enter the hex of an enemy marker"
    assert m.w.room(m.w.unit(TANK)) == 1
    both = forces(soviet=["3410", "3310"])
    both.put((TANK, "3815"), (PANZER, "2010"))
    both.go("move")
    both.refuse("send-special-forces 3410 3310", "13.5")


def test_13_9_markers_hinder_neither_retreat_nor_advance_and_aircraft_do_not_touch_them() -> None:
    m = forces("soviet-fight", superior="soviet", dice=[1], soviet=["3410"])
    m.put((PANZER, FIELD), (TANK, "3611"), (OTHER, "3611"))
    m.go("attack")
    m.give(f"attack {FIELD} with {TANK}, {OTHER}")
    assert "3410" in {o.split()[-1] for o in m.listed()}, "into a hex with a marker of the enemy"
    m = forces("ground-attack", "nato", soviet=[FIELD])
    m.w.state.assets["nato-aircraft"] = 3
    m.put((TANK, FAR))
    assert m.go("ground-attack") == "ground-attack"
    m.refuse(f"raid {FIELD}", "6.6")
    assert m.listed() == ["pass", f"raid {FAR}"]
    steps = zone_of(m.w, 0)
    change_state(m.w, "air", interdicted=[m.w.board.at(FIELD)])
    assert zone_of(m.w, 0) == steps


def test_13_5_two_hexes_over_everything_but_not_into_units() -> None:
    m = forces(soviet=[FIELD, "3312"])
    m.put((PANZER, NEAR), (TANK, "3815"))
    assert m.go("move") == "move-special-forces"
    ends = {o.split()[2] for o in m.listed() if o.startswith(f"send-special-forces {FIELD} ")}
    two = {m.w.board.numbers[h] for h in range(m.w.board.size) if m.w.board.is_playable(h)
           and 0 < m.w.board.distance(h, m.w.board.at(FIELD)) <= 2} - {NEAR, "3312"}
    assert ends >= {"3410", "3310"}
    assert ends <= two
    m.refuse(f"send-special-forces {FIELD} {NEAR}", "13.5")
    m.refuse(f"send-special-forces {FAR} {NEAR}", "13.5")
    m.give(f"send-special-forces {FIELD} 3410")
    assert where(m, 0) == ["3410", "3312"]
    m.refuse("send-special-forces 3410 3310", "13.5")
    m.refuse("send-special-forces 3312 3410", "13.5")
    assert m.give("pass") == "move"
    assert m.go("move") == "move", "once a phase"


@pytest.mark.parametrize(("phase", "asked"), [("guards-move", False), ("soviet-move", True)])
def test_13_5_they_move_once_a_player_turn_not_with_the_8th_guards_army(phase: str, asked: bool) -> None:
    field = Field(2, phase=phase, special_forces="with")
    field.put(f"{GUARDS} 3815", f"{TANK} 3816", f"{PANZER} 2010")
    w = field.w
    change_state(w, "special-forces", markers=[[list(Marker(w.board.at(FIELD)))], []])
    w.state.assets.update({"soviet-special-forces": 0, "nato-special-forces": 0})
    field.begin()
    assert (w.step == "move-special-forces") is asked


def test_13_6_flights_with_superiority_from_and_to_hexes_away_from_the_enemy() -> None:
    m = forces(superior="soviet", soviet=[FAR])
    m.put((PANZER, "3310"), (TANK, "3815"))
    m.go("move")
    assert any(o.startswith(f"fly-special-forces {FAR} ") for o in m.listed())
    m.refuse(f"fly-special-forces {FAR} 3410", "13.6")
    m.refuse(f"fly-special-forces {FAR} 3701", "13.6")
    m.give(f"fly-special-forces {FAR} {NEAR}")
    assert where(m, 0) == [NEAR]
    m = forces(soviet=[FAR])
    assert flights_of_marker(m.w, 0, markers(m.w, 0)[0]) == 0, "without superiority"
    m = forces(superior="soviet", soviet=[FAR])
    m.put((PANZER, "3711"))
    assert flights_of_marker(m.w, 0, markers(m.w, 0)[0]) == 0, "next to the enemy"


def hunting(die: int, own: Sequence[str] = (), twice: bool = False) -> Moment:
    m = forces("soviet-fight", dice=[die], soviet=own, nato=[FIELD])
    if twice:
        both: list[list[object]] = [[list(one) for one in markers(m.w, 0)], [
            list(one._replace(suppressed=True)) for one in markers(m.w, 1)]]
        change_state(m.w, "special-forces", markers=both)
    m.put((TANK, FIELD), (OTHER, FIELD))
    m.go("attack")
    return m


@pytest.mark.parametrize(("die", "own", "twice", "left"), [
    (4, (), False, "active"), (5, (), False, "suppressed"), (6, (), False, "suppressed"),
    (5, (), True, "gone"), (4, (), True, "suppressed"), (4, (FAR,), False, "active"),
    (4, (NEAR,), False, "suppressed"), (6, (NEAR,), False, "gone"), (4, (FIELD,), False, "suppressed")])
def test_13_10_attacks_on_markers(die: int, own: Sequence[str], twice: bool, left: str) -> None:
    m = hunting(die, own, twice)
    assert (m.step, len(m.listed())) == ("hunt", 3), "either unit of the hex, or nobody"
    m.give(f"hunt {TANK}")
    found = ["suppressed" if one.suppressed else "active" for one in markers(m.w, 1)]
    assert (found or ["gone"]) == [left]


def test_13_8_once_a_player_turn_by_a_unit_in_the_hex() -> None:
    m = hunting(1)
    m.w.at("player-turn")
    m.put(("ussr/12th Guards Tank", NEAR))
    m.refuse("hunt ussr/12th Guards Tank", "13.8")
    m.refuse("move 7th Guards Tank 3510-3610", "13.8")
    assert m.give(f"hunt {TANK}") != "hunt"
    assert m.go("attack") != "hunt"
    m.w.state.flags[:] = [0] * len(m.w.state.flags)
    m.w.at("player-turn")
    assert m.go("attack") != "hunt", "the 8th Guards Army and the others have one player turn"
    m.w.state.turn += 1
    m.w.at("player-turn")
    assert m.go("attack") == "hunt"


def test_13_8_who_attacks_a_marker_has_attacked() -> None:
    m = hunting(1)
    m.put((PANZER, NEAR), (ARTILLERY, FIELD))
    m.give(f"hunt {TANK}")
    assert m.w.is_in_state(m.w.unit(TANK), "attacked"), "no road march (10.17)"
    m.refuse(f"attack {NEAR} with {TANK}", "11.0")
    m.give(f"attack {NEAR} with {OTHER}")
    m = hunting(1)
    m.put((ARTILLERY, FIELD))
    m.give(f"hunt {ARTILLERY}")
    assert m.w.is_in_state(m.w.unit(ARTILLERY), "fired"), "half its allowance (10.18)"


def test_13_8_a_state_that_does_not_bar_combat_does_not_bar_attacks_on_markers() -> None:
    m = hunting(1)
    m.w.set_state(m.w.unit(TANK), "fired")
    m.give(f"hunt {TANK}")


@pytest.mark.parametrize("bar", ["attacked", "landed", "collapsed", "degraded"])
def test_13_8_who_may_not_attack_does_not_attack_markers(bar: str) -> None:
    m = hunting(1)
    tank = m.w.unit(TANK)
    if bar in ("collapsed", "degraded"):
        m.w.set_state(tank, bar)
    m.w.state.flags[tank] |= {"attacked": ATTACKED, "landed": NO_COMBAT, "degraded": MOVED}.get(bar, 0)
    m.w.forget()
    m.refuse(f"hunt {TANK}", "13.8")
    assert m.listed() == ["pass", "hunt 10th Guards Tank"]
    m.give(f"hunt {OTHER}")


@pytest.mark.parametrize("phase", ["soviet-move", "soviet-fight"])
def test_13_6_the_enemy_moves_markers_off_own_units_to_the_nearest_hex(phase: str) -> None:
    m = forces(phase, soviet=[FIELD])
    m.put((TANK, FIELD), (PANZER, NEAR))
    assert (m.go("next-phase"), m.side) == ("displace", "nato")
    m.refuse(f"displace {FIELD} {NEAR}", "13.6")
    m.refuse(f"displace {FIELD} {FAR}", "13.6")
    m.refuse(f"displace {FAR} 3410", "13.6")
    assert m.give(f"displace {FIELD} 3410") == "next-phase"
    assert where(m, 0) == ["3410"]


def test_13_22_where_markers_come() -> None:
    m = forces("guards-move", turn=1)
    m.w.state.assets.update({"soviet-special-forces": 1, "nato-special-forces": 1})
    m.put((TANK, "3815"))
    assert (m.go("move"), m.side) == ("place-special-forces", "soviet")
    assert m.w.position().left == {"special forces": 1}
    m.refuse(f"place-special-forces {FIELD}", "13.22")
    m.refuse("place-special-forces 3815", "13.22")
    assert m.give("place-special-forces 3715") == "place-special-forces"
    assert m.side == "nato"
    m.refuse("place-special-forces 3714", "13.22")
    m.give(f"place-special-forces {FIELD}")
    assert (where(m, 0), where(m, 1)) == (["3715"], [FIELD])
    assert (m.step, m.side) == ("move-special-forces", "soviet")
    m = forces("nato-move", "nato", turn=5)
    m.w.state.assets["nato-special-forces"] = 1
    m.put((PANZER, "2124"))
    m.go("move")
    assert m.step == "place-special-forces"
    m.refuse(f"place-special-forces {FIELD}", "13.22")
    m.give("place-special-forces 2024")
    assert where(m, 1) == ["2024"]


def test_13_22_what_is_listed_are_the_open_hexes_and_units_have_no_part_in_it() -> None:
    m = forces("nato-move", "nato", turn=5)
    m.w.state.assets["nato-special-forces"] = 1
    m.put((PANZER, "2124"))
    assert m.go("move") == "place-special-forces"
    listed = {o.removeprefix("place-special-forces ") for o in m.listed()}
    assert listed == {m.w.board.numbers[h] for h in range(m.w.board.size) if open_hexes(m.w, 1) >> h & 1}
    assert {"2024", "1233"} <= listed
    assert m.w.legal_orders(PANZER) == []


def test_13_22_markers_are_asked_for_only_as_movement_or_combat_begins() -> None:
    m = forces("ground-attack", "nato", turn=5)
    m.w.state.assets.update({"nato-special-forces": 1, "nato-aircraft": 3})
    m.put((TANK, FAR))
    assert m.go("ground-attack") == "ground-attack"
    m.w.state.phase = "nato-move"
    assert m.go("next-phase") == "next-phase"
    assert m.go("move") == "place-special-forces"


def test_13_22_who_has_no_open_hex_is_not_asked() -> None:
    m = forces("nato-move", "nato", "soviet", turn=5)
    m.w.state.assets["nato-special-forces"] = 1
    m.put((PANZER, "2124"))
    m.w.mask[0] |= m.w.board.playable & ~(1 << m.w.board.at("2124"))
    assert open_hexes(m.w, 1) == 0
    assert m.go("move") == "next-phase", "nor can a unit move"
    m = forces("guards-move", turn=1)
    m.w.state.assets.update({"soviet-special-forces": 1, "nato-special-forces": 1})
    m.put((TANK, "3815"))
    m.w.mask[1] |= open_hexes(m.w, 0)
    assert (m.go("move"), m.side) == ("place-special-forces", "nato")


def test_13_22_soviet_markers_never_come_where_nato_enters() -> None:
    m = forces(turn=2)
    allowed = {m.w.design.map.countries.at(m.w.board.grid.parse(m.w.board.numbers[h]))
               for h in range(m.w.board.size) if open_hexes(m.w, 0) >> h & 1}
    assert allowed == {"east-germany", "czechoslovakia"}


def test_13_5_the_edge_of_the_map_ends_the_way() -> None:
    m = forces(soviet=["4215"])
    (marker,) = markers(m.w, 0)
    ends = {m.w.board.numbers[h] for h in range(m.w.board.size) if reach_of_marker(m.w, 0, marker) >> h & 1}
    at = m.w.board.at("4215")
    assert ends == {m.w.board.numbers[h] for h in range(m.w.board.size)
                    if m.w.board.is_playable(h) and 0 < m.w.board.distance(h, at) <= 2}


def test_13_5_13_6_a_marker_that_has_moved_does_not_fly_too() -> None:
    m = forces(superior="soviet", soviet=[FAR])
    m.put((PANZER, "3310"), (TANK, "3815"))
    m.go("move")
    assert f"fly-special-forces {FAR} {NEAR}" in m.listed()
    m.give(f"send-special-forces {FAR} 3711")
    m.refuse(f"fly-special-forces 3711 {NEAR}", "13.6")
    assert m.listed() == ["pass"]


def test_13_6_the_nearest_hexes_are_listed_of_one_marker_after_the_other() -> None:
    m = forces(soviet=[FIELD, "3312"])
    m.put((TANK, FIELD), (OTHER, "3410"), ("ussr/12th Guards Tank", "3312"))
    m.go("next-phase")
    around = {"3509", NEAR, "3611", "3511", "3411", "3410"}
    near = {m.w.board.numbers[n] for n in m.w.board.neighbours[m.w.board.at(FIELD)]}
    assert near == around, "six hexes, one of them with a Soviet unit"
    assert sorted(m.listed()) == [f"displace {FIELD} {hex}" for hex in sorted(around - {"3410"})]
    assert m.w.legal_orders(TANK) == []
    m.refuse(f"displace {FIELD} 3410", "13.6")
    m.refuse("displace 3312 3212", "13.6")
    assert m.give(f"displace {FIELD} 3411") == "displace"
    assert {o.split()[1] for o in m.listed()} == {"3312"}


def test_13_6_no_marker_is_moved_onto_water() -> None:
    m = forces(soviet=["3701"])
    m.put((TANK, "3701"))
    m.go("next-phase")
    ends = {o.split()[2] for o in m.listed()}
    near = m.w.board.neighbours[m.w.board.at("3701")]
    assert ends == {m.w.board.numbers[n] for n in near if m.w.board.is_playable(n)}
    assert len(ends) < 6, "it is a hex on the coast"


def test_13_7_a_marker_that_moves_takes_its_zone_with_it() -> None:
    m = forces("nato-move", "nato", nato=["3310"])
    m.put((TANK, FAR), (PANZER, "2010"))
    assert cost(m, TANK, "3611", NEAR) == 1
    m.go("move")
    m.give(f"send-special-forces 3310 {FIELD}")
    assert cost(m, TANK, "3611", NEAR) == 2


def test_13_8_nato_attacks_markers_too() -> None:
    m = forces("nato-fight", "nato", "soviet", dice=[5], soviet=[FIELD])
    m.put((PANZER, FIELD))
    assert (m.go("attack"), m.side) == ("hunt", "nato")
    m.give(f"hunt {PANZER}")
    assert [one.suppressed for one in markers(m.w, 0)] == [True]


def test_13_22_after_the_placing_the_player_whose_turn_it_is_decides() -> None:
    m = forces("soviet-fight", turn=1, nato=[FAR])
    m.w.state.assets["nato-special-forces"] = 1
    m.put((TANK, FIELD), (PANZER, NEAR))
    assert (m.go("attack"), m.side) == ("place-special-forces", "nato")
    m.w.stages["attack"] = Stage(lambda w: None, lambda w, unit: [], lambda w, order: None)
    assert (m.give("place-special-forces 3312"), m.side) == ("attack", "soviet")


@pytest.mark.parametrize(("phase", "step"), [
    ("soviet-move", "move-special-forces"), ("soviet-fight", "hunt")])
def test_13_5_13_8_the_moving_side_decides_whoever_decided_before(phase: str, step: str) -> None:
    m = forces(phase, soviet=["3312"], nato=[FIELD])
    m.put((TANK, FIELD))
    m.w.state.side = 1
    assert (m.go("move" if phase == "soviet-move" else "attack"), m.side) == (step, "soviet")
