"""Totals of the order of battle, and the counter mix against them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.bundled import design_of
from visegrad_editor.cli.main import main
from visegrad_editor.model.check import check_documents, check_rules
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.counter_mix import add_line_for, raise_line, take_mix
from visegrad_editor.model.edit.ruleset import new_entry, rename_entry, typed, with_ruleset
from visegrad_editor.model.edit.units import change_unit, remove_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_as
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.rules.counter import Formation, MixLine
from visegrad_editor.model.scenario import Reinforcement, Scenario
from visegrad_editor.model.totals import Total, mix_totals, total_rows, total_table, totals


def historical() -> Design:
    return design_of("historical")


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def beyond(design: Design) -> list[Problem]:
    return [p for p in check_documents(design, None) if p.code == "beyond-the-counter-mix"]


def with_mix(design: Design, *lines: MixLine) -> Design:
    return with_ruleset(design, replace(design.ruleset, counter_mix=lines))


def at(whole: Total, level: str, id: str) -> Total:
    return next(total for _, total in total_rows(whole) if (total.level, total.id) == (level, id))


def test_each_level_adds_up_to_the_one_above() -> None:
    whole = totals(historical())
    several = [total for _, total in total_rows(whole) if total.below]
    assert len(several) > 5
    for total in several:
        assert sum(b.units for b in total.below) == total.units
        assert sum(b.steps for b in total.below) == total.steps
        assert sum(b.on_map + b.later + b.off for b in total.below) == total.units
        assert tuple(map(sum, zip(*(b.values for b in total.below), strict=True))) == total.values
    assert set(whole.keys) == {u.key for u in scenario_of(historical()).units}


def test_a_unit_counts_as_it_begins() -> None:
    design = historical()
    scenario = scenario_of(design)
    unit = next(u for u in scenario.units if u.nationality == "poland" and len(u.values) > 1 and u.setup)
    before = at(totals(design), "nationality", "poland")
    reduced = replace(design, scenario=change_unit(scenario, unit.key, reduced=True))
    after = at(totals(reduced), "nationality", "poland")
    full, rest = unit.values[0][0] or 0, unit.values[1][0] or 0
    assert (after.steps, after.values[0]) == (before.steps - 1, before.values[0] - full + rest)
    entry = scenario.entries[0].id
    late = change_unit(scenario, unit.key, setup=None, position="", reinforcement=Reinforcement(entry, 3))
    later = at(totals(replace(design, scenario=late)), "nationality", "poland")
    assert (later.on_map, later.later) == (before.on_map - 1, before.later + 1)
    assert dict(later.arriving)["3"] == dict(before.arriving).get("3", 0) + 1
    assert "turn 3: " in later.arriving_words(design)


def test_the_table_for_spreadsheets_has_a_row_for_each_total() -> None:
    design = historical()
    whole = totals(design)
    rows = total_table(design, whole)
    assert len(rows) == 1 + len(list(total_rows(whole)))
    assert rows[0][:5] == ["level", "name", "units", "steps", "strength"]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert rows[1][2] == str(whole.units)


def test_formations_are_a_level_of_their_own() -> None:
    design = historical()
    nation = design.ruleset.nationality_by_id["poland"]
    ruleset = replace(design.ruleset, formations=(Formation("corps", "I Corps", nation.id),))
    unit = next(u for u in scenario_of(design).units if u.nationality == "poland")
    with_corps = Design(ruleset, design.map, change_unit(scenario_of(design), unit.key, formation="corps"))
    found = at(totals(with_corps), "formation", "corps")
    assert (found.name, found.keys) == ("I Corps", (unit.key,))
    assert [t.level for t in found.below] == ["type"]


def test_units_beyond_the_counter_mix_are_told_with_numbers_and_a_cure() -> None:
    design = historical()
    polish = [u for u in scenario_of(design).units if u.nationality == "poland"]
    mech = [u for u in polish if u.type == "mechanized"]
    assert len(mech) > 1
    short = with_mix(
        design, MixLine("mech", "Polish Mechanized", "poland", "mechanized", number=len(mech) - 1),
        MixLine("all", "Polish counters", "poland", number=len(polish)))
    [problem] = beyond(short)
    assert (problem.unit, problem.severity) == (mech[-1].key, "warning")
    assert f"has {len(mech)} units: {mech[-1].name} is beyond it" in problem.message
    assert problem.fix is not None
    cured = problem.fix.edit(short)
    assert not beyond(cured)
    with pytest.raises(ValueError, match="enough"):
        raise_line(cured, "mech")
    fewer = replace(short, scenario=remove_units(scenario_of(short), [mech[0].key]))
    assert not beyond(fewer)


def test_a_unit_without_a_line_is_told_only_for_nationalities_of_the_mix() -> None:
    design = historical()
    assert not beyond(design)
    lone = with_mix(design, MixLine("mech", "", "poland", "mechanized", number=99))
    told = {p.unit.partition("/")[0] for p in beyond(lone)}
    assert told == {"poland"}
    assert mix_totals(lone)[-1].id == ""


def test_values_of_a_line_may_leave_numbers_open() -> None:
    design = historical()
    unit = next(u for u in scenario_of(design).units if len(u.values) > 1)
    same = [u.key for u in scenario_of(design).units if u.nationality == unit.nationality
            and u.values and u.values[0] == unit.values[0]]
    line = MixLine("some", "", unit.nationality, "", (unit.values[0],), 1)
    assert [*mix_totals(with_mix(design, line))[0].keys] == same


def test_the_mix_is_taken_from_a_scenario_and_saved(tmp_path: Path) -> None:
    design = take_mix(historical())
    assert not beyond(design)
    assert sum(line.number for line in design.ruleset.counter_mix) == len(scenario_of(design).units)
    assert take_mix(design) is design
    assert play_mark(design) == play_mark(historical())
    save_as(design, load("historical").sources, tmp_path / "own.yaml", apart={"ruleset"})
    again = load(tmp_path / "own.yaml").design
    assert again is not None
    assert again.ruleset.counter_mix == design.ruleset.counter_mix


def told_of_lines(*lines: MixLine) -> tuple[Design, list[Problem]]:
    """A design with these lines of the counter mix, and what is wrong with them."""
    design = with_mix(historical(), *lines)
    return design, [p for p in check_rules(design.ruleset) if "counter mix" in p.message]


@pytest.mark.parametrize(("lines", "code", "words", "numbers"), [
    ([MixLine("a", "", "polnd", "armored", number=2)], "unknown-nationality", "`poland`", [2]),
    ([MixLine("a", "", "poland", "armord", number=2)], "unknown-unit-type", "`armored`", [2]),
    ([MixLine("a", "", "poland", "armored", number=2), MixLine("a", "", "poland", "infantry", number=1)],
     "twice", "2 lines of the counter mix are called", [2, 1]),
    ([MixLine("a", "", "poland", "armored", number=2), MixLine("b", "", "poland", "armored", number=3)],
     "same-counters-twice", "with 2 and with 3 counters", [5]),
    ([MixLine("all", "Poles", "poland", number=4), MixLine("a", "", "poland", "armored", number=3),
      MixLine("b", "", "poland", "infantry", number=2),
      MixLine("c", "", "poland", "infantry", ((5, None),), number=1)],
     "mix-does-not-add-up", "has 4 counters for Poles, but 5 for what is among them: 3 a and 2 b",
     [5, 3, 2, 1])])
def test_lines_of_the_mix_that_cannot_be_right_are_told_with_a_fix(
        lines: list[MixLine], code: str, words: str, numbers: list[int]) -> None:
    design, problems = told_of_lines(*lines)
    [problem] = problems
    assert problem.code == code
    assert words in problem.message
    assert problem.fixes
    for fix in problem.fixes:
        mended = fix.edit(design)
        assert mended is not design
        assert not [p for p in check_rules(mended.ruleset) if "counter mix" in p.message]
    assert [line.number for line in problem.fixes[0].edit(design).ruleset.counter_mix] == numbers
    with pytest.raises(ValueError, match="counter mix"):
        problem.fixes[0].edit(with_mix(design))


def test_totals_that_leave_room_and_lines_of_other_counters_are_right() -> None:
    assert told_of_lines(
        MixLine("all", "", "", "", number=50), MixLine("poles", "", "poland", number=20),
        MixLine("armor", "", "", "armored", number=30),
        MixLine("mech", "", "poland", "mechanized", number=20),
        MixLine("strong", "", "poland", "mechanized", ((8, None),), number=5),
        MixLine("weak", "", "poland", "mechanized", ((7, None),), number=15))[1] == []


def test_a_unit_without_a_line_gets_one_for_all_of_its_kind() -> None:
    design = with_mix(historical(), MixLine("mech", "", "poland", "mechanized", number=99))
    problems = beyond(design)
    kinds = {(u.nationality, u.type) for p in problems for u in scenario_of(design).units if u.key == p.unit}
    assert len(kinds) < len(problems)
    for _ in kinds:
        [first, *_rest] = beyond(design)
        assert first.fix is not None
        design = first.fix.edit(design)
    assert beyond(design) == []
    lone = with_mix(design, MixLine("a", "", "poland", "armored", ((99, None),), number=1))
    unit = next(u for u in scenario_of(lone).units if (u.nationality, u.type) == ("poland", "armored"))
    line = add_line_for(lone, unit.key).ruleset.counter_mix[-1]
    assert (line.values, line.id) == (unit.values, "poland-armored")
    with pytest.raises(ValueError, match="has a line"):
        add_line_for(add_line_for(lone, unit.key), unit.key)


def test_the_table_of_the_ruleset_edits_the_mix_and_names_follow() -> None:
    design = with_ruleset(historical(), new_entry(historical().ruleset, "counter_mix", "Polish tanks"))
    for key, text in (("nationality", "poland"), ("type", "armored"), ("values", "9/5"), ("number", "4")):
        design = typed(design, "counter_mix", 0, key, text)
    line = MixLine("polish-tanks", "Polish tanks", "poland", "armored", ((9,), (5,)), 4)
    assert design.ruleset.counter_mix == (line,)
    with pytest.raises(ValueError, match="numbers with"):
        typed(design, "counter_mix", 0, "values", "nine")
    index = [n.id for n in design.ruleset.nationalities].index("poland")
    renamed = rename_entry(design, "nationalities", index, "polska")
    assert renamed.ruleset.counter_mix[0].nationality == "polska"


def test_the_command_line_tells_totals_and_mix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "historical", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    whole = data["order_of_battle"]
    assert whole["units"] == len(scenario_of(historical()).units)
    assert sum(side["units"] for side in whole["below"]) == whole["units"]
    assert data["counter_mix"] == []
    assert main(["stats", "historical"]) == 0
    text = capsys.readouterr().out
    assert "Order of battle" in text
    assert "  All units" in text
