"""A fix names the unit it changes, and changes the unit of its problem and no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_scenarios import Broken, Data, opened, sample, unit_faults

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.problems import Problem

BLUE, RED = "blue/1st Foot", "red/1st Foot"


def unit(data: Data, key: str) -> Data:
    return next(u for u in data["units"] if f"{u['nationality']}/{u['name']}" == key)


def told(folder: Path, data: Data) -> tuple[Design, list[Problem]]:
    loaded, _ = opened(Broken("hollen", "", (), data), folder)
    assert loaded.design is not None, [str(p) for p in loaded.problems]
    return loaded.design, list(find_problems(loaded.design, loaded.sources, loaded.reading))


def of_unit(problems: list[Problem], code: str, key: str) -> Problem:
    [one] = [p for p in problems if p.code == code and p.unit == key]
    return one


def with_two_of_one_name() -> Data:
    """The sample in which both sides have a 1st Foot."""
    data = sample("hollen")
    unit(data, "red/11th Line")["name"] = "1st Foot"
    return data


@pytest.mark.parametrize(("code", "values"), [
    ("unknown-hex", {"setup": "9999"}), ("value-range", {"values": [500, 2]}),
    ("unknown-unit-type", {"type": "foto"}), ("never-appears", {"setup": None}),
    ("position-alone", {"position": "0304"}), ("steps", {"steps": 1}), ("no-strength", {"values": None}),
    ("not-permitted", {"setup": {"hexes": ["0305", "0304"]}, "position": "0302"}),
    ("marks", {"setup": {"hexes": ["0305"], "marks": ["moved"]}}),
])
def test_two_units_of_one_name_are_told_apart(code: str, values: Data, tmp_path: Path) -> None:
    data = with_two_of_one_name()
    for key in (BLUE, RED):
        for name, value in values.items():
            if value is None:
                unit(data, key).pop(name, None)
            else:
                unit(data, key)[name] = value
    design, problems = told(tmp_path, data)
    for key, name in ((BLUE, "Blue 1st Foot"), (RED, "Red 1st Foot")):
        problem = of_unit(problems, code, key)
        assert problem.fixes
        for fix in problem.fixes:
            assert name in fix.label
            assert unit_faults(design, fix.edit(design), problem, fix.label) == []


def test_two_units_in_a_hex_where_none_may_be_are_moved_one_by_one(tmp_path: Path) -> None:
    data = sample("hollen")
    for key in (BLUE, "blue/2nd Foot"):
        unit(data, key)["setup"] = {"hexes": ["0305", "0304"]}
        unit(data, key)["position"] = "0302"
    design, problems = told(tmp_path, data)
    assert len(of_unit(problems, "not-permitted", BLUE).fixes) == 2
    for key in (BLUE, "blue/2nd Foot"):
        for fix in of_unit(problems, "not-permitted", key).fixes:
            assert key.partition("/")[2] in fix.label
            after = fix.edit(design)
            assert after.scenario is not None
            moved = {u.key for u in after.scenario.units if u not in design.scenario.units}  # type: ignore[union-attr]
            assert moved == {key}


def test_a_unit_whose_key_another_has_is_not_changed_before_they_are_told_apart(tmp_path: Path) -> None:
    data = sample("hollen")
    data["units"].append({**unit(data, BLUE), "setup": "9999", "values": [7, 3]})
    design, problems = told(tmp_path, data)
    [twice] = [p for p in problems if p.code == "twice"]
    assert not of_unit(problems, "unknown-hex", BLUE).fixes
    assert twice.fix is not None
    apart = twice.fix.edit(design)
    again = find_problems(apart, opened(Broken("hollen", "", (), data), tmp_path)[0].sources)
    [lost] = [p for p in again if p.code == "unknown-hex"]
    assert lost.unit == "blue/1st Foot (2)"
    assert lost.fix is not None
    after = lost.fix.edit(apart)
    assert after.scenario.unit_by_key[BLUE] == apart.scenario.unit_by_key[BLUE]


def test_all_values_of_a_unit_that_are_out_of_range_can_be_fixed_together(tmp_path: Path) -> None:
    data = sample("hollen")
    unit(data, BLUE)["values"] = [500, 600]
    design, problems = told(tmp_path, data)
    wrong = [p for p in problems if p.code == "value-range"]
    assert len(wrong) >= 2
    for problem in wrong:
        assert problem.fix is not None
        design = problem.fix.edit(design)
    assert not [p for p in find_problems(design, opened(
        Broken("hollen", "", (), data), tmp_path)[0].sources) if p.code == "value-range"]
