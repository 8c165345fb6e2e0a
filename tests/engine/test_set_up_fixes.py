"""Each breach of a set-up has fixes that remove it and make no other."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.cli.main import main
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.engine.set_up_filling import random_set_up
from visegrad_editor.engine.set_up_fixes import BREACHES, with_set_up_fixes
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.problems import Fix, Problem

A, B, C = "poland/10th Armored Cavalry", "poland/34th Armored Cavalry", "poland/2nd Mechanized"
GUN, OTHER = "russia/9th Artillery", "russia/288th Artillery"


def breaches(design: Design) -> list[Problem]:
    found = dict.fromkeys((*check_documents(design), *check_design(design)))
    return [p for p in with_set_up_fixes(design, found) if p.code in BREACHES]


def own(folder: Path, text: str) -> Design:
    path = folder / "own.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n{text}",
                    encoding="utf-8")
    return opened(path)[1]


def placed(design: Design, *places: tuple[str, str]) -> Design:
    assert design.scenario is not None
    scenario = design.scenario
    for key, hex in places:
        scenario = place_units(scenario, [key], hex)
    return with_scenario(design, scenario)


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(("places", "code"), [
    (((A, "2118"), (B, "2118")), "not-alone"),
    (((C, "2325"),), "not-permitted"),
    (((C, "1718"),), "enemies"),
    (((GUN, "1710"), (OTHER, "1909")), "set-up-limit"),
])
def test_each_fix_of_a_breach_works(tmp_path: Path, places: tuple[tuple[str, str], ...], code: str) -> None:
    design = placed(own(tmp_path, (
        "set_up_groups:\n  - {id: russian-army, limits: [{at_most: 1, where: {countries: [belarus]}}]}\n")),
        *places)
    [problem, *_] = [p for p in breaches(design) if p.code == code]
    assert problem.rule in ("3.4", "9.2")
    fixes = problem.fixes
    assert fixes
    for fix in fixes:
        assert breaches(fix.edit(design)) == [], fix.label
    unit = next(u for u in design.scenario.units if u.key == problem.unit) if design.scenario else None
    assert unit is not None
    name = design.unit_name(unit)
    assert fixes[0].label.startswith(f"Move {name} from {unit.hex}")
    assert fixes[1].label == f"Take {name} off the map"
    if code == "enemies":
        assert unit.key == C, "who may not be there at all must go"
    assert "the nearest hex allowed" in fixes[0].label


def test_a_fix_tells_the_hex_and_takes_the_unit_there() -> None:
    design = load("free-setup").design
    assert design is not None
    broken = placed(design, (A, "2118"), (B, "2118"))
    [problem] = breaches(broken)
    put, off = problem.fixes
    after = put.edit(broken)
    assert after.scenario.unit_by_key[problem.unit].position in put.label
    assert after.scenario.unit_by_key[problem.unit].setup == broken.scenario.unit_by_key[problem.unit].setup
    assert off.label == f"Take {after.scenario.unit_by_key[problem.unit].name} off the map"
    assert off.edit(broken).scenario.unit_by_key[problem.unit].position == ""
    assert put.edit(after) is after, "already fixed"
    with pytest.raises(ValueError, match="gone"):
        put.edit(with_scenario(broken, replace(broken.scenario, units=())))


def test_too_many_units_in_a_hex_of_a_fixed_set_up_are_spread() -> None:
    design = load("historical").design
    assert design is not None
    assert design.scenario is not None
    stack = [u.key for u in design.scenario.units if u.nationality == "poland" and u.hex][:5]
    broken = placed(design, *((key, "2118") for key in stack))
    [problem] = [p for p in breaches(broken) if p.code == "stacking"]
    assert len(problem.fixes) == 1, "a unit without a choice would never appear if it were taken off"
    names = [u.name for u in design.scenario.units if u.key in stack]
    label = problem.fixes[0].label
    assert label.startswith("Move ")
    assert label.count("from 2118") == 2
    assert sum(f"{name} from 2118" in label for name in names) == 2
    assert breaches(problem.fixes[0].edit(broken)) == []


@pytest.mark.parametrize(("first", "last", "least"), [
    (0, 5, 8), pytest.param(5, 20, 25, marks=pytest.mark.exhaustive)])
def test_the_fixes_of_many_random_breaches_work(first: int, last: int, least: int) -> None:
    design = load("free-setup").design
    assert design is not None
    chance, tried = random.Random(5), 0
    numbers = [design.map.grid.number(h) for h in design.map.grid]
    for seed in range(first, last):
        scenario = random_set_up(design, seed).scenario
        keys = [u.key for u in scenario.units if u.position]
        for key in chance.sample(keys, 2):
            scenario = place_units(scenario, [key], chance.choice(numbers))
        broken = with_scenario(design, scenario)
        before = breaches(broken)
        for problem in before:
            for fix in problem.fixes:
                after = breaches(fix.edit(broken))
                assert problem not in after, f"{problem}: {fix.label}"
                assert set(after) <= set(before), f"{problem}: {fix.label}"
                tried += 1
    assert tried > least


AIRBORNE, MOTORIZED = "russia/Airborne", "russia/138th Motorized"


@pytest.mark.rule("3.4")
def test_a_unit_beside_its_only_hex_is_moved_to_that_hex_alone(tmp_path: Path) -> None:
    design = own(tmp_path, f"change: [{{unit: {AIRBORNE}, position: '1717'}}]\n")
    assert design.scenario is not None
    setup = design.scenario.unit_by_key[AIRBORNE].setup
    design = placed(design, (A, "1717"))
    problems = with_set_up_fixes(design, dict.fromkeys((*check_documents(design), *check_design(design))))
    own_problems = [p for p in problems if p.unit == AIRBORNE and p.code in ("position-alone", "enemies")]
    assert {p.code for p in own_problems} == {"position-alone", "enemies"}
    assert any("may be set up in 1718 Kondratki only" in p.message for p in own_problems)
    for problem in own_problems:
        assert problem.fixes
        for fix in problem.fixes:
            assert "Airborne" in fix.label
            unit = fix.edit(design).scenario.unit_by_key[AIRBORNE]
            assert (unit.hex, unit.setup) == ("1718", setup), fix.label


@pytest.mark.rule("3.4")
def test_paratroops_of_a_free_set_up_that_are_dragged_elsewhere_are_told(tmp_path: Path) -> None:
    design = own(tmp_path, "")
    assert "paratroops" not in {p.code for p in check_design(design)}
    moved = placed(design, (AIRBORNE, "1617"))
    [problem] = [p for p in check_design(moved) if p.code == "paratroops"]
    assert (problem.rule, problem.unit, problem.hex) == ("3.4", AIRBORNE, "1617")
    assert problem.fix is not None
    assert problem.fix.edit(moved).scenario.unit_by_key[AIRBORNE].hex == "1718"
    assert "paratroops" not in {p.code for p in check_design(problem.fix.edit(moved))}
    historical = load("historical").design
    assert historical is not None
    assert "paratroops" not in {p.code for p in check_design(placed(historical, (AIRBORNE, "1617")))}


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("code", ["unknown-hex", "empty-setup"])
def test_paratroops_without_a_hex_are_not_offered_the_choice_of_others(tmp_path: Path, code: str) -> None:
    setup = "'9999'" if code == "unknown-hex" else "{hexes: [], areas: []}"

    def fixes(unit: str) -> tuple[Design, list[Fix]]:
        design = own(tmp_path, f"change: [{{unit: {unit}, setup: {setup}}}]\n")
        found = find_problems(design, Sources())
        [problem] = [p for p in found if p.code == code and p.unit == unit]
        return design, list(problem.fixes)

    design, offered = fixes(AIRBORNE)
    assert offered
    for fix in offered:
        assert "paratroops" not in {p.code for p in find_problems(fix.edit(design), Sources())}, fix.label
    assert any("as 27th Motorized is" in fix.label for fix in fixes(MOTORIZED)[1])


def test_too_many_units_by_a_stacking_limit_without_a_block_of_rules_have_fixes(tmp_path: Path) -> None:
    map, rules, path = tmp_path / "map.yaml", tmp_path / "rules.yaml", tmp_path / "war.yaml"
    rules.write_text("format: 2\nkind: ruleset\nname: rules\ntitle: Rules\nextends: blank\n"
                     "stacking_limit: 2\n", encoding="utf-8")
    assert main(["new", "--ruleset", str(rules), "--size", "8x6", "-o", str(map)]) == 0
    assert main(["new", "--on", str(map), "-o", str(path)]) == 0
    rows = [f'  - {{name: B{i}, nationality: blue, type: infantry, strength: 4/2, setup: "0303"}}'
            for i in range(3)]
    path.write_text(path.read_text("utf-8").replace("units: []\n", "") + "\n".join(["units:", *rows, ""]),
                    encoding="utf-8")
    design = opened(path)[1]
    [problem] = breaches(design)
    assert problem.message.startswith("3 units are set up in 0303; the ruleset's stacking limit is 2")
    [fix] = problem.fixes
    assert fix.label.startswith("Move B2 from 0303 to ")
    assert breaches(fix.edit(design)) == []


@pytest.mark.rule("9.2")
def test_a_fix_for_enemies_leaves_the_rest_of_the_group_where_it_stands(tmp_path: Path) -> None:
    """Two Poles in another hex have a problem, and a fix, of their own."""
    elsewhere = ("poland/1st Armored", "poland/9th Armored Cavalry")
    design = placed(own(tmp_path, ""), ("poland/10th Armored Cavalry", "1718"),
                    *((key, "1819") for key in elsewhere))
    fixes = [fix for p in find_problems(design, Sources()) if p.code == "enemies" and p.hex == "1718"
             for fix in p.fixes]
    assert fixes
    for fix in fixes:
        after = fix.edit(design).scenario
        assert after is not None
        assert {after.unit_by_key[key].hex for key in elsewhere} == {"1819"}


def test_units_without_room_are_told_though_a_limit_of_their_group_is_idle(tmp_path: Path) -> None:
    path = tmp_path / "crowd.yaml"
    tanks = ("1st Tank", "2nd Tank", "3rd Mechanized", "4th Rifle")
    path.write_text("\n".join([
        "format: 2\nkind: scenario\nname: crowd\ntitle: Crowd\nextends: velna\nset_up_groups:",
        '  - {id: g, name: G, where: {hexes: ["1307", "1304"]}, limits: [',
        '      {where: {hexes: ["1304"]}, at_most: 1}, {where: {hexes: ["0804"]}, at_most: 5}]}', "change:",
        *(f"  - {{unit: east/{name}, setup: {{group: g}}}}" for name in tanks), ""]), encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None
    found = find_problems(loaded.design, loaded.sources)
    assert "idle-limit" in {p.code for p in found}
    assert any(p.severity == "error" and "no room for all of them" in p.message for p in found)
