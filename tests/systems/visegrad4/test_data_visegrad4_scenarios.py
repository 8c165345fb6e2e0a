"""The scenarios of Visegrad 4 as the program loads them: variants worked out, hexes found on the map."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from unit_numbers import strength as points

from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.scenario import Scenario, Unit
from visegrad_editor.model.where import Where

SCENARIOS = ("historical", "free-setup", "first-steps")


@cache
def _design(name: str) -> Design:
    design = load(name, "scenario").design
    assert design is not None
    return design


def _scenario(name: str) -> Scenario:
    scenario = _design(name).scenario
    assert scenario is not None
    return scenario


def _numbers(where: Where, map: GameMap) -> list[str]:
    return [map.grid.number(h) for h in where.resolve(map)]


def _in_play(name: str, number: str) -> bool:
    """Whether the hex lies in the part of the map in play, on terrain a unit can stand on."""
    design, area = _design(name), _scenario(name).play_area
    hex = design.map.grid.parse(number)
    assert hex is not None
    if not design.ruleset.terrain_by_id[design.map.terrain.at(hex)].playable:
        return False
    if not area:
        return True
    rows, columns = (sorted(int(corner[cut]) for corner in area) for cut in (slice(0, 2), slice(2, 4)))
    return rows[0] <= int(number[:2]) <= rows[1] and columns[0] <= int(number[2:]) <= columns[1]


def _features(name: str, feature: str) -> list[str]:
    map = _design(name).map
    return [
        number for place in map.places if feature in place.features
        if _in_play(name, number := map.grid.number(place.hex))
    ]


def _side(name: str, unit: Unit) -> str:
    return _design(name).ruleset.nationality_by_id[unit.nationality].side


@pytest.mark.parametrize("name", SCENARIOS)
def test_loads_without_a_problem(name: str) -> None:
    assert [str(p) for p in load(name, "scenario").problems if p.severity != "note"] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_has_somewhere_to_start(name: str) -> None:
    scenario, map = _scenario(name), _design(name).map
    assert scenario.units
    for unit in scenario.units:
        if unit.setup and not unit.setup.box:
            assert any(_in_play(name, n) for n in _numbers(unit.setup.where, map)), unit.key
        if unit.reinforcement and unit.reinforcement.entry != "off-map":
            for entry in (unit.reinforcement.entry, *unit.reinforcement.also):
                where = scenario.entry_by_id[entry].where
                assert any(_in_play(name, n) for n in _numbers(where, map)), (unit.key, entry)


@pytest.mark.parametrize("name", SCENARIOS)
def test_fixed_set_up_keeps_to_stacking(name: str) -> None:
    """6.0: three a hex; 6.4: no Russians with Ukrainians or Belarusians; never with enemies."""
    stacks: dict[str, list[Unit]] = {}
    for unit in _scenario(name).units:
        if unit.hex:
            stacks.setdefault(unit.hex, []).append(unit)
    assert stacks
    for number, stack in stacks.items():
        assert len(stack) <= 3, number
        assert len({_side(name, u) for u in stack}) == 1, number
        nations = {u.nationality for u in stack}
        assert not ("russia" in nations and nations & {"ukraine", "belarus"}), number


def test_polish_units_start_in_poland() -> None:
    map = _design("historical").map
    polish = [u for u in _scenario("historical").units if u.nationality == "poland" and u.hex]
    assert polish
    for unit in polish:
        hex = map.grid.parse(unit.hex)
        assert hex is not None
        assert map.countries.at(hex) == "poland", unit.key


def test_ten_gas_fields() -> None:
    """4.0 needs two dice to be beaten: ten hexes, all in Poland (4.1)."""
    map = _design("historical").map
    fields = _features("historical", "industrial")
    assert len(fields) == 10
    poland = {map.grid.number(h) for h in map.hexes_in("poland")}
    assert set(fields) <= poland


def test_marine_ports_lie_on_the_baltic() -> None:
    map = _design("historical").map
    ports = _numbers(_scenario("historical").entry_by_id["ports"].where, map)
    names = {p.name for p in map.places if map.grid.number(p.hex) in ports}
    assert {"Gdańsk", "Szczecin", "Kaliningrad", "Klaipėda"} <= names
    assert names.isdisjoint({"Odessa", "Kherson", "Constanța", "Stockholm"})


def test_free_set_up_moves_only_those_it_names() -> None:
    free, base = _scenario("free-setup"), _scenario("historical")
    assert [u.key for u in free.units] == [u.key for u in base.units]
    moved = Counter(u.nationality for u, b in zip(free.units, base.units, strict=True) if u != b)
    assert moved == {"poland": 10, "russia": 5, "hungary": 1}  # 3.4
    assert all(u.setup.alone for u in free.units if u.nationality == "poland" and u.setup and not u.setup.box)
    east, narrow = (s.entry_by_id["east-edge"].where for s in (free, base))
    assert set(_numbers(narrow, _design("historical").map)) < set(_numbers(east, _design("free-setup").map))
    assert free.unit_by_key["russia/Airborne"].hex == "1718"


def test_first_steps_is_small() -> None:
    scenario = _scenario("first-steps")
    assert scenario.turns == 4
    assert len(scenario.units) < 20
    rows, columns = (
        sorted(int(corner[cut]) for corner in scenario.play_area) for cut in (slice(0, 2), slice(2, 4))
    )
    share = (rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1) / len(_design("first-steps").map.grid)
    assert 0.28 < share < 0.38, "about a third of the map"


def test_first_steps_goals_are_in_play() -> None:
    assert sorted(_features("first-steps", "industrial")) == ["1917", "2016"]
    capitals = set(_features("first-steps", "capital"))
    assert {"2017", "1511", "2006"} <= capitals
    assert "0703" not in capitals, "the notes name Minsk and Kiev only"
    guards = {u.hex for u in _scenario("first-steps").units if _side("first-steps", u) == "russian"}
    assert {"1511", "2006"} <= guards


def test_first_steps_gives_both_sides_a_game() -> None:
    scenario = _scenario("first-steps")
    arrivals = [u.reinforcement for u in scenario.units if u.reinforcement]
    assert {e.id for e in scenario.entries} == {entry for a in arrivals for entry in (a.entry, *a.also)}
    assert all(1 <= a.turn <= 4 for a in arrivals)
    strength: Counter[str] = Counter()
    air: Counter[str] = Counter()
    for unit in scenario.units:
        strength[_side("first-steps", unit)] += points(unit)
        air[_side("first-steps", unit)] += unit.type == "cas"
    assert 1 < strength["russian"] / strength["allied"] < 2, "the side that must attack is the stronger"
    assert air == {a.id.removeprefix("air-"): a.number for a in scenario.assets if a.id.startswith("air-")}
    assert {(r.turn, r.side) for r in scenario.replacements} == {
        (turn, side) for turn in range(1, 5) for side in ("russian", "allied")
    }


@pytest.mark.parametrize("name", SCENARIOS)
def test_options_exist(name: str) -> None:
    choices = {o.id: o.choices for o in _design(name).ruleset.options}
    assert all(choice in choices[option] for option, choice in _scenario(name).options)
