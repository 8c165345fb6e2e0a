"""A scenario says how a problem counts, and why; errors stay, and what is judged in vain is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened
from small_design import small_design

from visegrad_editor.cli.loading import all_problems
from visegrad_editor.model.check.judged import judged, with_judged, without
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.reshape import resize
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.model.edit.units import change_unit, remove_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.scenario import JudgedProblem

FOUND = (
    Problem("warning", "out-of-supply", "A is out.", unit="poland/A", hex="2118"),
    Problem("warning", "out-of-supply", "B is out.", unit="poland/B", hex="2119"),
    Problem("error", "stacking", "Too many.", hex="2118"),
    Problem("note", "no-rule", "No rule."))


def judging(*judgements: JudgedProblem) -> Design:
    design = small_design()
    assert design.scenario is not None
    return with_scenario(design, replace(design.scenario, problems=judgements))


def told(design: Design) -> list[tuple[str, str, str]]:
    return [(p.severity, p.code, p.unit or p.hex) for p in judged(design, FOUND)]


def test_without_judgements_all_stays() -> None:
    assert judged(judging(), FOUND) == FOUND
    assert judged(replace(small_design(), scenario=None), FOUND) == FOUND


@pytest.mark.parametrize(("one", "left"), [
    (JudgedProblem("out-of-supply", "silent", "Meant."),
     [("error", "stacking", "2118"), ("note", "no-rule", "")]),
    (JudgedProblem("out-of-supply", "note", "Meant.", unit="poland/A"),
     [("note", "out-of-supply", "poland/A"), ("warning", "out-of-supply", "poland/B"),
      ("error", "stacking", "2118"), ("note", "no-rule", "")]),
    (JudgedProblem("out-of-supply", "error", "Never.", hex="2119"),
     [("warning", "out-of-supply", "poland/A"), ("error", "out-of-supply", "poland/B"),
      ("error", "stacking", "2118"), ("note", "no-rule", "")]),
])
def test_problems_count_as_the_scenario_says(one: JudgedProblem, left: list[tuple[str, str, str]]) -> None:
    assert told(judging(one)) == left


def test_the_last_judgement_that_fits_counts() -> None:
    every = JudgedProblem("out-of-supply", "silent", "Meant.")
    but = JudgedProblem("out-of-supply", "warning", "Not he.", unit="poland/B")
    assert [t for t in told(judging(every, but)) if t[1] == "out-of-supply"] == [
        ("warning", "out-of-supply", "poland/B")]


@pytest.mark.parametrize(("one", "why"), [
    (JudgedProblem("stacking", "silent", "Meant."),
     'judges problems of the kind "stacking", but errors stay errors.'),
    (JudgedProblem("out-of-supply", "silent", "Meant.", unit="poland/C"),
     'judges problems of the kind "out-of-supply" of poland/C, but nothing here is such a problem any more.'),
    (JudgedProblem("no-rule", "silent", "Meant.", hex="2118"),
     'judges problems of the kind "no-rule" in 2118, but nothing here is such a problem any more.'),
])
def test_a_judgement_in_vain_is_told_and_can_be_taken_out(one: JudgedProblem, why: str) -> None:
    design = judging(one)
    *others, vain = judged(design, FOUND)
    assert tuple(others) == FOUND
    assert (vain.severity, vain.code) == ("note", "judged-in-vain")
    assert why in vain.message
    assert vain.fix is not None
    cured = vain.fix.edit(design)
    assert cured.scenario.problems == ()
    with pytest.raises(ValueError, match="does not judge that any more"):
        vain.fix.edit(cured)


def test_a_judgement_needs_a_reason_and_no_error() -> None:
    design = small_design()
    made = with_judged(design, FOUND[0], "note", " Meant. ")
    assert made.scenario is not None
    assert made.scenario.problems == (JudgedProblem("out-of-supply", "note", "Meant.", "poland/A"),)
    again = with_judged(made, FOUND[0], "silent", "Sure.")
    assert again.scenario is not None
    assert again.scenario.problems == (JudgedProblem("out-of-supply", "silent", "Sure.", "poland/A"),)
    assert without(again, again.scenario.problems[0]) == design
    with pytest.raises(ValueError, match="reason"):
        with_judged(design, FOUND[0], "note", " ")
    with pytest.raises(ValueError, match="error stays"):
        with_judged(design, FOUND[2], "note", "Meant.")
    with pytest.raises(ValueError, match="map alone"):
        with_judged(replace(design, scenario=None), FOUND[0], "note", "Meant.")


def test_judgements_follow_units_and_hexes() -> None:
    key, hex = "norland/1st Armored", small_design().map.grid.parse("0705")
    design = judging(
        JudgedProblem("a", "note", "x", unit=key), JudgedProblem("b", "note", "x", hex="0705"),
        JudgedProblem("c", "note", "x"))
    assert design.scenario is not None
    assert hex is not None
    renamed = change_unit(design.scenario, key, name="First")
    assert [p.unit for p in renamed.problems] == ["norland/First", "", ""]
    gone = remove_units(design.scenario, [key])
    assert [p.code for p in gone.problems] == ["b", "c"]
    row = [n.id for n in design.ruleset.nationalities].index("norland")
    nation = rename_entry(design, "nationalities", row, "north").scenario
    assert nation is not None
    assert nation.problems[0].unit == "north/1st Armored"
    cut = resize(design, left=-1).design.scenario
    assert cut is not None
    number = resize(design, left=-1).design.map.grid.number(hex._replace(col=hex.col - 1))
    assert [p.hex for p in cut.problems] == ["", number, ""]
    away = resize(design, left=-5).design.scenario
    assert away is not None
    assert [p.code for p in away.problems] == ["a", "c"]


def test_a_file_with_judgements_is_read_checked_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    head = "format: 2\nkind: scenario\nname: own\nextends: historical\nproblems:\n"
    line = "  - {code: never-here, severity: silent, reason: Meant.}\n"
    path.write_text(f"{head}  # why not\n{line}", encoding="utf-8")
    [problem] = [p for p in all_problems(load(path)) if p.code == "judged-in-vain"]
    assert (problem.file, problem.line) == (str(path), 7)
    loaded, design = opened(path)
    assert problem.fix is not None
    save_design(problem.fix.edit(design), loaded.sources)
    assert "never-here" not in path.read_text(encoding="utf-8")
    path.write_text(head + line.replace("silent", "quiet"), encoding="utf-8")
    assert any("silent" in p.message and p.line == 6 for p in load(path).problems)
