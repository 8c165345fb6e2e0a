"""The air war by the numbers of its rules, with forced dice."""

from __future__ import annotations

import gsofg_examples as examples
import pytest
from gsofg_play import (
    AIRBORNE,
    ARTILLERY,
    BRIGADE,
    FAR,
    FIELD,
    NEAR,
    OTHER,
    PANZER,
    PARAS,
    SECOND,
    TANK,
    Moment,
)
from items import some

from visegrad_editor.engine.hexgame import paths
from visegrad_editor.engine.hexgame.arrivals import refusal as entry_refusal
from visegrad_editor.engine.hexgame.state import ENTERED, NO_COMBAT
from visegrad_editor.systems.gsofg.decisions import change_state, state_of


def bombing(superior: str, die: int) -> Moment:
    m = Moment("heavy-bombers", superior=superior, dice=[die])
    m.put((PANZER, FIELD), (SECOND, FIELD), (TANK, FAR), (OTHER, FAR))
    m.go("heavy-bombers")
    return m


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("superior", ["soviet", "nato"])
def test_6_2_bombers_take_steps_from_one_stack(superior: str, die: int) -> None:
    m = bombing(superior, die)
    hex, units = (FIELD, (PANZER, SECOND)) if superior == "soviet" else (FAR, (TANK, OTHER))
    assert (m.side, m.listed()) == (superior, [f"bomb {hex}"])
    m.give(f"bomb {hex}")
    steps = examples.BOMBERS[superior][die]
    assert (m.step == "air-losses") == (steps > 0)
    for _ in range(min(steps, 2)):
        assert m.side == superior, "who bombs chooses"
        m.give(f"take-step {units[1] if m.lost(units[1]) in (0, 1) else units[0]}")
    lost = [m.lost(u) for u in units]
    assert (m.step, lost) == ("next-phase", {0: [0, 0], 1: [0, 1], 2: [0, -1], 3: [1, -1]}[steps])


def test_6_2_refusals() -> None:
    m = bombing("nato", 4)
    m.refuse(f"bomb {FIELD}", "6.2")
    m.refuse("pass", "6.2")
    m.give(f"bomb {FAR}")
    m.refuse(f"take-step {PANZER}", "6.2")
    m.refuse("pass", "6.2")


def test_6_2_no_choice_for_the_last_unit_or_all() -> None:
    m = Moment("heavy-bombers", superior="nato", dice=[6])
    m.put((TANK, FIELD))
    m.go("heavy-bombers")
    assert (m.give(f"bomb {FIELD}"), m.lost(TANK)) == ("next-phase", -1)
    m = Moment("heavy-bombers", superior="nato")
    m.put((PANZER, FIELD))
    assert m.go("heavy-bombers") == "next-phase", "nothing to bomb"


@pytest.mark.parametrize("superior", ["soviet", "nato"])
def test_6_3_the_die_and_one_aircraft(superior: str) -> None:
    for die, number in some(examples.AIRCRAFT.items()):
        m = Moment("aircraft", superior=superior, dice=[die])
        m.w.state.assets.update({"soviet-aircraft": 1, "nato-aircraft": 1})
        assert m.go("aircraft") == "next-phase"
        other = "nato" if superior == "soviet" else "soviet"
        assert m.w.position().markers[superior][f"{superior}-aircraft"] == number
        assert m.w.position().markers[other][f"{other}-aircraft"] == 0


def test_6_3_each_aircraft_flies_once_and_is_lost_at_the_end_of_the_turn() -> None:
    m = Moment("interdiction", superior="nato")
    m.w.state.assets["nato-aircraft"] = 2
    m.go("interdiction")
    assert m.w.position().left == {"support aircraft": 2}
    m.give(f"interdict-hex {FIELD}")
    assert m.w.position().left == {"support aircraft": 1}
    m.w.at("turn-end")
    assert m.w.state.assets["nato-aircraft"] == 0
    assert m.w.position().marked("interdicted") == ()


def striking(dice: list[int], aircraft: int = 7, superior: str = "nato") -> Moment:
    m = Moment("deep-strike", superior=superior, dice=dice)
    m.w.state.assets[f"{superior}-aircraft"] = aircraft
    m.go("deep-strike")
    return m


def test_6_4_only_nato_strikes_deep_with_any_number_it_has() -> None:
    assert striking([], superior="soviet").step == "next-phase"
    assert striking([], 0).step == "next-phase"
    m = striking([1], 3)
    assert m.listed() == ["pass", "deep-strike 1", "deep-strike 2", "deep-strike 3"]
    m.refuse("deep-strike 4", "6.4")
    m.refuse("deep-strike 0", "6.4")
    m.give("deep-strike 2")
    assert (m.step, m.w.state.assets["nato-aircraft"]) == ("next-phase", 1)


EFFECTS = {"NE": (0, 0, 0), "AS-1": (1, 0, 0), "LOSS": (0, 1, 0), "OOS": (0, 0, 1), "AS-1+LOSS": (1, 1, 0),
           "ALL": (1, 1, 1)}


@pytest.mark.parametrize(("die", "aircraft", "code"), [
    (1, 1, "NE"), (2, 1, "AS-1"), (3, 1, "LOSS"), (4, 1, "OOS"), (5, 1, "AS-1+LOSS"), (6, 1, "ALL"),
    *((c.die, c.aircraft, c.result) for c in examples.STRIKES if c.table == "deep-strike")])
def test_6_5_what_deep_strikes_do(die: int, aircraft: int, code: str) -> None:
    m = striking([die])
    m.give(f"deep-strike {aircraft}")
    found = tuple(m.w.state.assets[a] for a in ("next-superiority", "reinforcements-hit", "supply-cut"))
    assert found == EFFECTS[code]


@pytest.mark.parametrize(("hit", "lost"), [(0, 0), (1, 1)])
def test_6_5_reinforcements_of_the_turn_arrive_reduced(hit: int, lost: int) -> None:
    m = Moment("soviet-move")
    m.w.state.assets["reinforcements-hit"] = hit
    tank, brigade = m.put((TANK, FIELD), ("ussr/35th Air Assault", NEAR))
    for u in (tank, brigade):
        m.w.at("arrived", unit=u, entry="east-edge")
    assert (m.lost(TANK), m.lost("ussr/35th Air Assault")) == (lost, 0), "one of one step is not changed"
    (nato,) = m.put((PANZER, FAR))
    m.w.at("arrived", unit=nato, entry="west-edge")
    assert m.lost(PANZER) == 0


def attacking(player: str = "soviet", cut: int = 1) -> Moment:
    m = Moment(f"{player}-fight", player, superior="nato", dice=[6, 6, 6])
    m.put((PANZER, FIELD), (TANK, NEAR), (ARTILLERY, "3611"))
    m.w.state.assets["supply-cut"] = cut
    return m


def test_6_5_nato_cuts_the_supply_of_one_attack_as_it_is_declared() -> None:
    m = attacking()
    m.go("attack")
    m.give(f"attack {FIELD} with {TANK}, {ARTILLERY}")
    assert (m.step, m.side, m.listed()) == ("cut-supply", "nato", ["pass", "cut-supply"])
    assert m.w.preview(None, 0).attack == 12
    m.refuse("call-off", "6.5")
    with pytest.MonkeyPatch.context() as patch:
        seen: list[int] = []
        patch.setitem(m.w.stages, "support", m.w.stages["support"]._replace(
            enter=lambda w: seen.append(w.preview(None, 0).attack)))
        m.give("cut-supply")
    assert seen == [3], "six halved, and artillery does not attack without supply"
    assert m.w.state.assets["supply-cut"] == 0


def test_6_5_the_chance_may_be_kept_for_another_attack_but_not_for_an_attack_by_nato() -> None:
    m = attacking()
    m.go("attack")
    m.give(f"attack {FIELD} with {TANK}")
    m.give("pass")
    assert m.w.state.assets["supply-cut"] == 1
    assert "out of supply" not in " ".join(m.told("combat"))
    m = attacking(cut=0)
    m.go("attack")
    assert m.give(f"attack {FIELD} with {TANK}") != "cut-supply"
    m = attacking("nato")
    m.go("attack")
    assert m.give(f"attack {NEAR} with {PANZER}") != "cut-supply"
    m.w.at("turn-end")
    assert m.w.state.assets["supply-cut"] == 0


def raiding(dice: list[int], aircraft: int = 4) -> Moment:
    m = Moment("ground-attack", superior="nato", dice=dice)
    m.put((TANK, FIELD), (OTHER, FIELD), ("ussr/12th Guards Tank", FAR), (PANZER, "3310"))
    m.w.state.assets["nato-aircraft"] = aircraft
    m.go("ground-attack")
    return m


def test_6_6_all_hexes_are_named_before_the_first_roll() -> None:
    m = raiding([5, 6], 3)
    assert m.listed() == ["pass", f"raid {FIELD}", f"raid {FAR}"]
    m.refuse("raid 3310", "6.6")
    m.refuse("bomb 3510", "6.6")
    assert m.give(f"raid {FAR}") == "ground-attack"
    assert m.w.position().marked("raided") == (FAR,)
    assert m.give(f"raid {FIELD}") == "ground-attack"
    assert m.told("table") == []
    assert m.give("pass") == "air-losses", "5 fails at the first hex, 6 succeeds at the second"
    assert (m.side, len(m.told("table"))) == ("nato", 2)
    assert [e.hexes for e in m.events if e.type == "table"] == [(FAR,), (FIELD,)]
    m.refuse("take-step ussr/12th Guards Tank", "6.6")
    m.give(f"take-step {OTHER}")
    assert (m.step, m.lost(TANK), m.lost(OTHER), m.lost("ussr/12th Guards Tank")) == ("next-phase", 0, 1, 0)
    assert m.w.state.assets["nato-aircraft"] == 1, "one is left for interdiction"


@pytest.mark.parametrize("case", [c for c in examples.STRIKES if c.table == "ground-attack"])
def test_12_3_aircraft_after_the_first_add_one_and_a_city_takes_one(case: examples.Strike) -> None:
    m = Moment("ground-attack", superior="nato", dice=[case.die])
    hex = "3701" if case.in_city else FIELD
    m.put((TANK, hex))
    m.w.state.assets["nato-aircraft"] = case.aircraft
    m.go("ground-attack")
    for _ in range(case.aircraft):
        m.give(f"raid {hex}")
    assert (m.step, m.lost(TANK)) == ("next-phase", int(case.result == "STEP"))


def interdicting() -> Moment:
    m = Moment("interdiction", superior="nato")
    m.w.state.assets["nato-aircraft"] = 3
    m.go("interdiction")
    return m


def test_6_7_any_hex_without_an_interdiction_may_be_chosen() -> None:
    m = interdicting()
    playable = {m.w.board.numbers[h] for h in range(m.w.board.size) if m.w.board.is_playable(h)}
    assert set(m.listed()) == {"pass", *(f"interdict-hex {hex}" for hex in playable)}
    m.give(f"interdict-hex {FIELD}")
    assert f"interdict-hex {FIELD}" not in m.listed()
    assert f"interdict-hex {NEAR}" in m.listed()


def cost(m: Moment, key: str, start: str, end: str, mode: str = "") -> int:
    u = m.w.unit(key)
    return paths.step_costs(m.w, u, mode)[1][m.w.board.at(start), m.w.board.at(end)] // m.w.ground.scale


def test_6_7_enemies_pay_double_once_in_the_hex_and_next_to_it() -> None:
    m = interdicting()
    m.give(f"interdict-hex {FIELD}")
    m.refuse(f"interdict-hex {FIELD}", "6.7")
    m.refuse("bomb 3510", "6.7")
    m.give(f"interdict-hex {NEAR}")
    m.give("pass")
    assert m.w.position().marked("interdicted") == (FIELD, NEAR)
    m.put((TANK, FAR), (PANZER, "3310"))
    assert cost(m, TANK, "3611", NEAR) == 2, "once, next to both"
    assert cost(m, TANK, NEAR, FIELD, "road") == 2
    assert cost(m, TANK, FAR, "3711") == 1
    assert cost(m, PANZER, "3410", FIELD) == 1, "not for the own side"


@pytest.mark.parametrize(("number", "told"), [(1, "die 1:"), (3, "die 1 +2:")])
def test_12_2_a_roll_tells_what_is_added_to_it(number: int, told: str) -> None:
    m = Moment("deep-strike", superior="nato", dice=[1])
    m.w.state.assets["nato-aircraft"] = 3
    m.go("deep-strike")
    m.give(f"deep-strike {number}")
    assert told in m.told("table")[0]


def test_12_3_a_roll_on_a_city_tells_the_sum_of_what_is_added_and_taken_away() -> None:
    m = Moment("ground-attack", "nato", "nato", dice=[1])
    m.w.state.assets["nato-aircraft"] = 3
    m.put((TANK, "3701"))
    m.go("ground-attack")
    for _ in range(3):
        m.give("raid 3701")
    assert m.step == "next-phase"
    assert ["die 1 +1:" in text for text in m.told("table")] == [True]


def test_6_5_6_7_the_side_that_may_decides_whoever_decided_before() -> None:
    m = Moment("interdiction", "nato", "nato")
    m.w.state.assets["nato-aircraft"] = 1
    m.w.state.side = 0
    assert (m.go("interdiction"), m.side) == ("interdiction", "nato")
    m = attacking()
    m.go("attack")
    m.give(f"attack {FIELD} with {TANK}, {ARTILLERY}")
    assert (m.step, m.side) == ("cut-supply", "nato")
    m.w.stages["support"] = m.w.stages["support"]._replace(enter=lambda w: None)
    assert (m.give("pass"), m.side) == ("support", "soviet")


def test_6_4_a_deep_strike_is_told_without_a_hex() -> None:
    m = Moment("deep-strike", superior="nato", dice=[1])
    m.w.state.assets["nato-aircraft"] = 1
    m.go("deep-strike")
    m.give("deep-strike 1")
    assert [e.hexes for e in m.events if e.type == "table"] == [()]


def test_6_4_no_deep_strike_is_flown() -> None:
    m = Moment("deep-strike", superior="nato")
    m.w.state.assets["nato-aircraft"] = 3
    m.put((TANK, FIELD), (PANZER, NEAR))
    m.go("deep-strike")
    m.refuse(f"raid {FIELD}", "6.4")
    assert m.give("pass") == "next-phase"
    assert m.w.state.assets["nato-aircraft"] == 3


@pytest.mark.parametrize(("side", "own", "enemy"), [("soviet", NEAR, FIELD), ("nato", FIELD, NEAR)])
def test_6_9_every_hex_without_enemies_may_be_chosen(side: str, own: str, enemy: str) -> None:
    m = Moment(f"{side}-fight", side, side)
    m.put((TANK, "1810"), (OTHER, NEAR), (PANZER, FIELD), (SECOND, "4210"))
    assert m.go("attack") == "drop-supply"
    assert {"pass", f"drop-supply {own}", f"drop-supply {FAR}"} <= set(m.listed())
    assert f"drop-supply {enemy}" not in m.listed()


@pytest.mark.parametrize("left", [{"soviet-air-supply": 0}, {}])
def test_6_9_without_a_marker_nobody_is_asked(left: dict[str, int]) -> None:
    m = Moment("soviet-fight")
    m.put((TANK, "1810"), (OTHER, NEAR), (PANZER, FIELD))
    assert m.go("attack") == "drop-supply"
    m.w.state.assets = {id: n for id, n in m.w.state.assets.items() if "air-supply" not in id} | left
    change_state(m.w, "air", asked="")
    assert m.go("attack") == "attack"


def air_transport(player: str = "soviet", superior: str = "soviet") -> Moment:
    return Moment(f"{player}-move", player, superior)


def landings(m: Moment, key: str) -> set[str]:
    field = paths.range_of(m.w, m.w.unit(key), "air-transport")
    u = m.w.unit(key)
    return {m.w.board.numbers[h] for h in field
            if paths.mode_end_refusal(m.w, u, "air-transport", field.path_to(h)) is None}


def test_6_8_landing_in_clear_hexes_and_own_cities_away_from_the_enemy() -> None:
    m = air_transport()
    m.put((AIRBORNE, "3815"), (PANZER, FIELD))
    found = landings(m, AIRBORNE)
    assert FAR in found
    assert NEAR not in found, "not next to the enemy"
    assert "3701" not in found, "an enemy city"
    m.w.state.control[0] |= 1 << m.w.board.at("3701")
    m.w.state.control[1] &= ~(1 << m.w.board.at("3701"))
    m.w.forget()
    assert "3701" in landings(m, AIRBORNE)
    u = m.w.unit(AIRBORNE)
    bad = paths.mode_end_refusal(m.w, u, "air-transport", [m.w.board.at("3815"), m.w.board.at("2024")])
    assert bad is not None
    assert bad.rule == "6.8"


def test_6_8_take_off_from_overland_supply_only() -> None:
    m = air_transport()
    (u,) = m.put((AIRBORNE, "3100"))
    change_state(m.w, "air", dropped=[m.w.board.at("3100"), -1])
    assert m.w.is_supplied(u)
    for mode, rule in (("air-transport", "6.8"), ("road", "10.17")):
        bad = paths.mode_refusal(m.w, u, mode)
        assert bad is not None
        assert bad.rule == rule
    m = air_transport("nato", "nato")
    m.put((PARAS, "2024"))
    assert paths.mode_refusal(m.w, m.w.unit(PARAS), "air-transport") is None
    m.w.state.assets["nato-superiority"] = 0
    assert paths.mode_refusal(m.w, m.w.unit(PARAS), "air-transport") is not None


def test_6_8_take_off_from_clear_or_city_only() -> None:
    m = air_transport()
    kinds = m.w.ground.terrain
    rough = next(h for h in range(m.w.board.size) if kinds[h] == "rough" and m.w.board.in_play[h]
                 and m.w.controlled(0) >> h & 1 and not m.w.ground.features.get(h))
    (u,) = m.put((AIRBORNE, m.w.board.numbers[rough]))
    m.w.put(u, rough)
    assert paths.mode_refusal(m.w, u, "air-transport") is not None
    m.put((AIRBORNE, "3815"))
    assert paths.mode_refusal(m.w, u, "air-transport") is None


def arrival_refusal(m: Moment, key: str, entry: str, hex: str) -> str:
    bad = entry_refusal(m.w, m.w.unit(key), m.w.forces.way_by_id[entry], m.w.board.at(hex))
    return "" if bad is None else bad.rule


def test_9_7_arrival_by_air_with_superiority_away_from_the_enemy() -> None:
    m = air_transport()
    m.put((PANZER, FIELD))
    assert arrival_refusal(m, AIRBORNE, "soviet-air", FAR) == ""
    assert arrival_refusal(m, AIRBORNE, "soviet-air", NEAR) == "6.8"
    assert arrival_refusal(m, AIRBORNE, "soviet-air-cities", "3701") == "6.8"
    assert arrival_refusal(air_transport(superior="nato"), AIRBORNE, "soviet-air", FAR) == "9.7"
    assert arrival_refusal(air_transport("nato", "nato"), PARAS, "nato-air-cities", "2024") == ""
    assert arrival_refusal(air_transport("nato", "soviet"), PARAS, "nato-air", "2124") == "9.7"
    assert arrival_refusal(air_transport("nato", "soviet"), PARAS, "frankfurt", "2024") == ""


def test_9_7_who_has_arrived_by_air_does_not_attack_and_is_in_supply() -> None:
    m = air_transport()
    (u,) = m.put((AIRBORNE, "3100"))
    m.w.state.flags[u] |= ENTERED
    m.w.at("arrived", unit=u, entry="soviet-air")
    assert m.w.state.flags[u] & NO_COMBAT
    assert m.w.is_supplied(u)
    (tank,) = m.put((TANK, FAR))
    m.w.at("arrived", unit=tank, entry="east-edge")
    assert not m.w.state.flags[tank] & NO_COMBAT


def test_6_9_a_marker_supplies_its_hex_and_those_next_to_it() -> None:
    m = Moment("soviet-move")
    inside, next_to, beyond = m.put((TANK, "3100"), (OTHER, "3101"), (ARTILLERY, "3103"))
    m.put((PANZER, "2900"))
    assert (m.go("move"), m.side) == ("drop-supply", "soviet")
    m.refuse("drop-supply 2900", "6.9")
    assert m.give("drop-supply 3100") == "move"
    assert [m.w.is_supplied(u) for u in (inside, next_to, beyond)] == [True, True, False]
    assert m.w.position().marked("air-supplied") == ("3100",)
    assert m.w.state.assets["soviet-air-supply"] == 0
    assert m.go("move") == "move", "one marker a turn"
    m.w.at("turn-end")
    assert (m.w.is_supplied(inside), m.w.state.assets["soviet-air-supply"]) == (False, 1)


def test_6_9_when_it_is_offered() -> None:
    m = Moment("soviet-move")
    m.put((TANK, "3100"))
    m.go("move")
    assert m.give("pass") == "move"
    assert m.go("move") == "move", "once a phase"
    m = Moment("soviet-move")
    m.put((TANK, "4215"))
    assert m.go("move") == "move", "everybody is in supply"
    m = Moment("soviet-move", superior="nato")
    m.put((TANK, "3100"))
    assert m.go("move") == "move", "without superiority"
    m = Moment("nato-fight", "nato", "soviet")
    m.put((TANK, "3100"), (PANZER, "3101"))
    assert (m.go("attack"), m.side) == ("drop-supply", "soviet"), "also before it is attacked"
    assert (m.give("pass"), m.side) == ("attack", "nato")


def test_state_of_the_chapter_is_plain_data_that_is_never_changed_in_place() -> None:
    m = interdicting()
    before, kept = m.w.snapshot(), dict(state_of(m.w, "air"))
    m.give(f"interdict-hex {FIELD}")
    assert dict(before.chapters["air"]) == kept != dict(state_of(m.w, "air"))
    assert BRIGADE in m.w.position().units
