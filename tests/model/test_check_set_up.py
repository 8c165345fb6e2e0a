"""The set-up of a game without a rules module is checked by its ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from blank_design import GRID, blank_design

from visegrad_editor.cli.main import main
from visegrad_editor.engine import check_design
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.scenario import Entry, Reinforcement, Setup, Unit
from visegrad_editor.model.where import Where

OPEN = GRID.number(Hex(4, 4))
PEAK = GRID.number(Hex(6, 3))


def war(units: Sequence[Unit], entries: Sequence[Entry] = ()) -> Design:
    design = blank_design()
    assert design.scenario is not None
    return replace(design, scenario=replace(design.scenario, units=tuple(units), entries=tuple(entries)))


def unit(name: str, hex: str = OPEN, nation: str = "blue", alone: bool = False) -> Unit:
    return Unit(name, nation, "infantry", ((4,), (2,)), setup=Setup(Where(hexes=(hex,)), alone=alone))


def with_cost(design: Design, terrain: str, cost: float | None) -> Design:
    """The design with another cost of a terrain."""
    kinds = tuple(replace(t, cost=cost) if t.id == terrain else t for t in design.ruleset.terrain)
    return replace(design, ruleset=replace(design.ruleset, terrain=kinds))


def found(design: Design) -> dict[str, Problem]:
    return {p.code: p for p in check_design(design)}


def test_a_sound_set_up_has_no_problems():
    # One of its two units has no place yet.
    assert found(blank_design()).keys() == {"never-appears"}
    assert found(war([unit(f"B{i}") for i in range(3)])) == {}
    assert found(replace(blank_design(), scenario=None)) == {}


def test_a_stack_above_the_limit_of_the_ruleset():
    design = war([unit(f"B{i}") for i in range(4)])
    problem = found(design)["stacking"]
    assert problem.message == (f"4 units are set up in {OPEN}; the ruleset's stacking limit is 3: Blue B0, "
                               "Blue B1, Blue B2 and Blue B3.")
    assert (problem.severity, problem.hex, problem.unit, problem.rule) == ("error", OPEN, "blue/B3", "")
    assert found(replace(design, ruleset=replace(design.ruleset, stacking_limit=4))) == {}


def test_a_unit_without_a_place_is_warned_of():
    nowhere = replace(unit("Y", nation="red"), setup=None)
    problem = found(war([unit("X"), nowhere]))["never-appears"]
    assert problem.message == "Red Y has neither a set-up nor an arrival and never comes into play."
    assert (problem.severity, problem.unit, problem.rule) == ("warning", "red/Y", "")
    entry = Entry("gate", "The gate", Where(hexes=(OPEN,)))
    arriving = replace(nowhere, reinforcement=Reinforcement("gate", 2))
    boxed = replace(nowhere, setup=Setup(Where(), box="reserve"))
    assert "never-appears" not in found(war([arriving], [entry]))
    assert "never-appears" not in found(war([boxed]))


def test_air_units_may_wait_and_units_of_an_unknown_type_are_told():
    design = war([unit("X"), replace(unit("Plane", nation="red"), setup=None, type="marine"),
                  replace(unit("Odd", nation="red"), setup=None, type="hovercraft")])
    assert {p.unit for p in check_design(design) if p.code == "never-appears"} == {"red/Plane", "red/Odd"}
    kinds = tuple(replace(t, traits=frozenset({"air"})) if t.id == "marine" else t
                  for t in design.ruleset.unit_types)
    flying = replace(design, ruleset=replace(design.ruleset, unit_types=kinds))
    assert {p.unit for p in check_design(flying) if p.code == "never-appears"} == {"red/Odd"}


def test_air_units_and_units_of_no_side_are_in_no_stack():
    design = war([*(unit(f"B{i}") for i in range(3)), unit("Fighter"), unit("Stray", nation="nowhere")])
    kinds = tuple(replace(t, traits=frozenset({"air"})) if t.id == "marine" else t
                  for t in design.ruleset.unit_types)
    flying = replace(design, ruleset=replace(design.ruleset, unit_types=kinds))
    assert flying.scenario is not None
    units = tuple(replace(u, type="marine") if u.name == "Fighter" else u for u in flying.scenario.units)
    assert "stacking" in found(design)
    # That it is set up in a hex is a problem of its own.
    left = found(replace(flying, scenario=replace(flying.scenario, units=units)))
    assert left.keys() == {"never-in-a-hex"}
    assert left["never-in-a-hex"].unit == "blue/Fighter"


def test_enemies_in_one_hex_are_an_error_whether_a_rule_forbids_it_or_not():
    problem = found(war([unit("B"), unit("R", nation="red")]))["enemies"]
    assert (problem.severity, problem.hex, problem.unit) == ("error", OPEN, "blue/B")
    assert problem.message == f"Blue B and Red R are enemies and both set up in {OPEN}. Move one of them."


def test_each_side_has_a_stacking_limit_of_its_own():
    """Three of each side are too many together only as enemies; a fourth of one side is told by its name."""
    reds = [unit(f"R{i}", nation="red") for i in range(3)]
    blues = [unit(f"B{i}") for i in range(3)]
    assert set(found(war([*blues, *reds]))) == {"enemies"}
    problem = found(war([*blues, *reds, unit("R3", nation="red")]))["stacking"]
    assert problem.unit == "red/R3"
    assert problem.message.endswith("Red R0, Red R1, Red R2 and Red R3.")


def test_a_unit_that_must_be_alone():
    problem = found(war([unit("B", alone=True), unit("C")]))["not-alone"]
    assert (problem.severity, problem.unit) == ("error", "blue/B")
    assert problem.message == f"Blue B must be set up alone, but Blue C stands in {OPEN} too."
    several = war([unit("A"), unit("B", alone=True), unit("C")])
    assert found(several)["not-alone"].message == (
        f"Blue B must be set up alone, but Blue A and Blue C stand in {OPEN} too.")
    assert "not-alone" not in found(war([unit("B", alone=True), unit("R", nation="red")]))
    both = war([unit("B", alone=True), unit("C", alone=True)])
    assert [p.unit for p in check_design(both) if p.code == "not-alone"] == ["blue/B"]


def test_ground_nobody_can_enter():
    design = war([unit("B", PEAK)], [Entry("pass", "The pass", Where(hexes=(PEAK,)))])
    assert found(design) == {}
    assert set(found(with_cost(design, "mountain", None))) == {"setup-terrain"}
    arriving = war([replace(unit("B"), setup=None, reinforcement=Reinforcement("pass", 2))],
                   design.scenario.entries if design.scenario else ())
    problem = found(with_cost(arriving, "mountain", None))["entry-terrain"]
    assert (problem.severity, problem.hex, problem.unit) == ("error", PEAK, "blue/B")


def test_an_area_without_room():
    where = Where(hexes=(OPEN, PEAK))
    units = [replace(unit(f"B{i}"), setup=Setup(where)) for i in range(7)]
    problem = found(war(units))["no-room"]
    assert (problem.unit, problem.hex) == ("blue/B0", "")
    assert problem.message.startswith("7 units are to be set up in an area with room for 6: Blue B0, Blue ")
    assert found(war(units[:6])) == {}
    alone = [replace(u, setup=Setup(where, alone=True)) for u in units]
    assert "room for 2: " in found(war(alone[:3]))["no-room"].message
    assert found(war(alone[:2])) == {}
    # Each of two that stand alone takes a hex, so that the others have none.
    assert "no room for all of them" in found(war([*alone[:2], *units[2:]]))["no-room"].message
    assert found(war([alone[0], *units[1:4]])) == {}
    reds = [replace(u, nationality="red") for u in units]
    assert found(war([*units[:3], *reds[:3]])) == {}
    contested = found(war([*units[:6], *reds[:6]]))["no-room"]
    assert contested.severity == "warning", "each side has room enough"


def test_entries_are_checked_for_the_first_unit_that_uses_them_and_where_they_are_in_play():
    where = Where(hexes=(PEAK, GRID.number(Hex(6, 4))))
    sea = Entry("sea", "The sea", Where(hexes=(GRID.number(Hex(0, 0)),)))
    entries = [Entry("pass", "The pass", where), Entry("open", "Open", Where(hexes=(PEAK, OPEN))), sea]

    def arriving(name: str, entry: str, *also: str) -> Unit:
        return replace(unit(name), setup=None, reinforcement=Reinforcement(entry, 2, "", also))

    design = with_cost(war([unit("A"), arriving("B", "open", "pass"), arriving("C", "pass")], entries),
                       "mountain", None)
    problem, part = [p for p in check_design(design) if p.code == "entry-terrain"]
    assert part.message.startswith(f"Open names {PEAK}, where no unit may stand")
    assert problem.message == ("The pass lies entirely in terrain that no unit may enter, so B cannot "
                               "arrive there.")
    assert (problem.unit, problem.hex) == ("blue/B", PEAK)
    afloat = with_cost(war([arriving("C", "sea")], entries), "mountain", None)
    assert "entry-terrain" not in found(afloat), "no hex of the sea is in play"


def test_validate_names_file_and_line_of_the_unit_too_many(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["new", "--ruleset", "blank", "--size", "12x9", "-o", str(tmp_path / "map.yaml")]) == 0
    path = tmp_path / "war.yaml"
    assert main(["new", "--on", str(tmp_path / "map.yaml"), "-o", str(path)]) == 0
    capsys.readouterr()
    rows = [f'  - {{name: B{i}, nationality: blue, type: infantry, strength: 4/2, setup: "0303"}}'
            for i in range(4)]
    path.write_text(path.read_text("utf-8").replace("units: []\n", "") + "\n".join(["units:", *rows, ""]),
                    "utf-8")
    assert main(["validate", str(path)]) == 1
    line = len(path.read_text("utf-8").splitlines())
    assert f"{path}:{line}: error: 4 units are set up in 0303" in capsys.readouterr().out


def test_a_variant_is_warned_about_its_own_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "bad.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: bad\nextends: historical\ntitle: Bad\nunits:\n"
        '  - {name: A1, nationality: poland, type: armored, strength: 6/3, setup: "1718"}\n'
        "change:\n"
        '  - {unit: poland/15th Mechanized, setup: "2017"}\n'
        '  - {unit: poland/2nd Mechanized, setup: "2017"}\n'
        '  - {unit: poland/9th Armored Cavalry, setup: "2017"}\n', "utf-8")
    assert main(["validate", str(path)]) == 1
    said = capsys.readouterr().out
    # The paratroops in 1718 are in the base; the unit of this file is in line 7.
    assert f"{path}:7: error: Russian Airborne and Polish A1 are enemies" in said
    assert any(line.startswith(f"{path}:") and "4 units are set up in 2017" in line and line.endswith("[6.0]")
               for line in said.splitlines())
