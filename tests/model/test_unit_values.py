"""The values of units: their forms in files, older files, what the ruleset says of them, checks, marks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_design import small_design
from unit_numbers import movement, numbers, reduced_strength, strength
from value_games import adm_design, adm_ruleset, adm_unit

from visegrad_editor.editor.panels.units_panel import value_words
from visegrad_editor.engine.record import mark_of
from visegrad_editor.model.check import check_documents, check_rules
from visegrad_editor.model.counter_values import (
    counter_numbers,
    movement_of,
    number_title,
    source_of,
    step_name,
    steps_of,
    value_of,
    with_value,
)
from visegrad_editor.model.files.catalogue import find_bundled
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.migration import in_present_format, rewritten
from visegrad_editor.model.files.older_text import in_present_text
from visegrad_editor.model.files.scenario_file import read_change, read_unit, scenario_from_data, write_change
from visegrad_editor.model.files.schema import check_schema
from visegrad_editor.model.files.unit_migration import unit_values_of_format_1
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text
from visegrad_editor.model.fingerprint import plain, play_mark
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.rules.counter import Brackets, CounterFace, CounterValue, Formation, Steps
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Scenario, SetUpLimit, Unit
from visegrad_editor.model.unit_values import read_values, trimmed, write_values
from visegrad_editor.model.where import Where

HEAD = "format: 1\nkind: scenario\nname: x\ntitle: X\nruleset: r\nmap: m\nturns: 3\n"
NUMBERS = st.one_of(st.none(), st.integers(0, 20))
ROWS = st.lists(st.lists(NUMBERS, max_size=4), max_size=4).map(trimmed)


def scenario_of(text: str, base: Scenario | None = None) -> Scenario:
    reading = in_present_format("scenario", read_yaml(text))
    assert check_schema("scenario", reading, "x.yaml") == ()
    scenario = scenario_from_data(reading.data, FileProblems("x.yaml", reading), base)
    assert scenario is not None
    return scenario


# -- in files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "rows"), [
    (5, ((5,),)), ("3-6-8", ((3, 6, 8),)), ([6, 3], ((6,), (3,))),
    (["8-6-10", "4-3-10"], ((8, 6, 10), (4, 3, 10))),
    ("_-4", ((None, 4),)), (["_", 3], ((), (3,))), ([4, 4], ((4,), (4,)))])
def test_values_are_written_in_their_shortest_form(written: Any, rows: Any) -> None:
    assert read_values(written) == rows
    assert write_values(rows) == written


def test_none_at_the_end_and_rows_of_nothing_are_not_kept() -> None:
    assert read_values("6-_") == ((6,),)
    assert read_values(["_-_", "_"]) == ()
    assert write_values(()) is None


@given(ROWS)
def test_all_values_can_be_written(rows: Any) -> None:
    assert read_values(write_values(rows)) == rows


@given(ROWS, st.one_of(st.none(), st.integers(1, 5)), ROWS, st.one_of(st.none(), st.integers(1, 5)))
def test_all_changes_of_values_can_be_written(old: Any, was: Any, new: Any, now: Any) -> None:
    before = Unit("1st", "poland", "armored", old, was)
    after = replace(before, values=new, steps=now)
    found = read_change(write_change(before, after), before)
    assert (found.values, found.steps) == (new, now)


def test_a_change_keeps_what_it_does_not_name() -> None:
    base = Unit("1st", "poland", "armored", ((6, 9), (3, 9)))

    def changed(values: Any) -> Any:
        return read_change({"unit": base.key, "values": values}, base).values

    assert changed([8, 4]) == ((8, 9), (4, 9))
    assert changed("=-7") == ((6, 7), (3, 7))
    assert changed("=-_") == ((6,), (3,))
    assert changed(["5-=", "="]) == ((5, 9), (3, 9))
    assert changed(None) == ()


def test_as_in_the_base_is_only_for_variants() -> None:
    reading = read_yaml(HEAD + "units:\n- {name: 1st, nationality: poland, type: armored, values: =-9}\n")
    problems = FileProblems("x.yaml", reading)
    assert scenario_from_data(reading.data, problems) is None
    assert [(p.code, p.line) for p in problems.problems] == [("no-base", 9)]
    assert "Only entries of `change` may say it" in problems.problems[0].message


# -- older files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new"), [
    ({"strength": "6/3"}, {"values": [6, 3]}),
    ({"strength": "6/3", "movement": 9}, {"values": ["6-9", "3-9"]}),
    ({"movement": 0}, {"values": "_-0"}),
    ({"strength": "6/0"}, {"values": 6, "steps": 1}),
    ({"strength": "6/0", "movement": 2}, {"values": "6-2", "steps": 1}),
    ({"strength": "6/6"}, {"values": [6, 6]}),
    ({"strength": "0/0"}, {}),
    ({"unit": "a/b", "movement": 9}, {"unit": "a/b", "values": "=-9"}),
    ({"unit": "a/b", "movement": None}, {"unit": "a/b", "values": "=-_"}),
    ({"unit": "a/b", "strength": None}, {"unit": "a/b", "values": "_"}),
])
def test_units_of_older_files(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert unit_values_of_format_1(old) == new
    assert unit_values_of_format_1(new) is new


@pytest.mark.parametrize("odd", [{"strength": "six"}, {"strength": 6}, {"movement": "far"}, {"movement": 100},
                                 {"strength": "6/3", "values": 6}, {"strength": None}])
def test_what_cannot_be_understood_stays(odd: dict[str, Any]) -> None:
    assert unit_values_of_format_1(odd) is odd


OLD = st.fixed_dictionaries({}, optional={
    "strength": st.tuples(st.integers(0, 30), st.integers(0, 30)), "movement": st.integers(0, 20)})
OLD_CHANGE = st.fixed_dictionaries({}, optional={
    "strength": st.one_of(st.none(), st.tuples(st.integers(0, 30), st.integers(0, 30))),
    "movement": st.one_of(st.none(), st.integers(0, 20))})


def _entry(fields: dict[str, Any], **more: str) -> dict[str, Any]:
    pair = fields.get("strength")
    return {**more, **fields, **({} if pair is None else {"strength": f"{pair[0]}/{pair[1]}"})}


@given(OLD, OLD_CHANGE)
def test_older_units_and_their_changes_mean_what_they_meant(own: dict[str, Any], new: dict[str, Any]) -> None:
    unit = read_unit(unit_values_of_format_1(_entry(own, name="1st", nationality="a", type="b")))
    pair, allowance = own.get("strength", (0, 0)), own.get("movement")
    assert (strength(unit), reduced_strength(unit), movement(unit)) == (*pair, allowance)
    counted = plain(unit)
    assert {k: counted[k] for k in ("strength", "reduced_strength", "movement")} == {
        "strength": pair[0], "reduced_strength": pair[1], "movement": allowance}
    assert not {"values", "steps", "formation"} & set(counted)
    after = read_change(unit_values_of_format_1(_entry(new, unit="a/1st")), unit)
    pair = (new["strength"] or (0, 0)) if "strength" in new else pair
    allowance = new.get("movement", allowance)
    assert (strength(after), reduced_strength(after), movement(after)) == (*pair, allowance)
    assert {k: plain(after)[k] for k in ("strength", "reduced_strength", "movement")} == {
        "strength": pair[0], "reduced_strength": pair[1], "movement": allowance}


def test_a_bundled_scenario_of_the_older_form_is_the_same_design() -> None:
    older = Path(__file__).parents[1] / "support" / "format_1" / "historical.yaml"
    found = find_bundled("scenarios/historical")
    assert found is not None
    texts = [path.read_text("utf-8") for path in (older, found[1])]
    assert "strength: 10/5" in texts[0]
    assert "strength: 10/5" not in texts[1]
    assert scenario_of(texts[0]) == scenario_of(texts[1])
    written = rewritten("scenario", in_present_format("scenario", read_yaml(texts[0]))).text
    assert written == texts[1]


@pytest.mark.parametrize(("name", "mark"), [
    ("scenarios/historical", "0270-5b1d-9ddc"), ("scenarios/free-setup", "e135-2ec6-4b8e"),
    ("scenarios/first-steps", "b20b-d792-646b")])
def test_games_recorded_before_units_had_values_are_accepted(name: str, mark: str) -> None:
    design = load(name).design
    assert design is not None
    assert mark_of(design) == mark


def test_a_set_up_group_with_a_limit_has_a_mark_of_its_own() -> None:
    design = load("scenarios/free-setup").design
    assert design is not None
    assert design.scenario is not None
    scenario = design.scenario
    limited = replace(scenario.set_up_groups[0], limits=(SetUpLimit(1, Where(countries=("poland",))),))
    with_limit = replace(scenario, set_up_groups=(limited, *scenario.set_up_groups[1:]))
    assert play_mark(replace(design, scenario=with_limit)) != play_mark(design)
    renamed = replace(scenario, set_up_groups=tuple(replace(g, name="x") for g in scenario.set_up_groups))
    assert play_mark(replace(design, scenario=renamed)) == play_mark(design)


def test_other_values_have_marks_of_their_own() -> None:
    units = [Unit("1", "a", "b", rows, steps) for rows, steps in (
        (((6,), (3,)), None), (((6,),), None), (((6,),), 1), (((6,), (0,)), None),
        (((0,),), None), ((), None),
        (((6,), ()), None), (((6,), (3,)), 3), (((6, 7), (3, 8)), None), (((6, 7, 8),), None))]
    assert len({str(plain(unit)) for unit in units}) == len(units)


ODD_TEXT = HEAD + """units:
# Poland
- name: 1st   # the first
  nationality: poland
  type: armored
  strength: 6/3    # a guess
  # own
  movement: 9      # they say
  setup: "1620"
- {name: 2nd, nationality: poland, type: armored, strength: 4/2, setup: "1621"}   # the second
- {name: 3rd, nationality: poland, type: armored, strength: 4/0, movement: 5}
"""


def test_saving_writes_the_present_form_and_keeps_comments() -> None:
    reading = in_present_format("scenario", read_yaml(ODD_TEXT))
    before = scenario_of(ODD_TEXT)
    out = changed_text(reading, before, replace(before, title="Y"))
    expected = ODD_TEXT
    for old, new in (("title: X", "title: Y"), ("format: 1", "format: 2"),
                     ("strength: 6/3 ", "values: [6-9, 3-9] "),
                     ("  movement: 9      # they say", "  # they say"), ("strength: 4/2", "values: [4, 2]"),
                     ("strength: 4/0, movement: 5", "values: 4-5, steps: 1")):
        expected = expected.replace(old, new)
    assert out == expected
    assert scenario_of(out) == replace(before, title="Y")
    assert changed_text(reading, before, before) == expected.replace("title: Y", "title: X")


def test_a_file_in_json_keeps_its_form() -> None:
    text = ('{"format": 1, "kind": "scenario", "name": "x", "title": "X", "ruleset": "r", "map": "m",\n'
            '"turns": 3, "units": [{"name": "1", "nationality": "a", "type": "b", '
            '"strength": "6/3", "movement": 2}]}\n')
    out = in_present_text(read_yaml(text)).text
    assert out == text.replace('"strength": "6/3", "movement": 2', '"values": ["6-2", "3-2"]')


@pytest.mark.parametrize(("key", "words"), [
    ("strength: six", ['`strength` of unit "1st"', '"six"', "such as 6/3"]),
    ("movement: far", ['`movement` of unit "1st"', '"far"', "0 to 99"])])
def test_problems_name_the_older_key_and_its_line(key: str, words: list[str]) -> None:
    reading = read_yaml(HEAD + f"units:\n- name: 1st\n  nationality: poland\n  type: armored\n  {key}\n")
    (problem,) = check_schema("scenario", in_present_format("scenario", reading), "x.yaml")
    assert (problem.severity, problem.code, problem.line) == ("error", "wrong-value", 12)
    assert [word for word in words if word not in problem.message] == []


def test_the_line_of_an_older_strength_is_that_of_the_values() -> None:
    reading = read_yaml(ODD_TEXT)
    assert reading.line(("units", 0, "values")) == 13
    assert reading.data["units"][0]["values"] == ["6-9", "3-9"]


# -- what they mean ------------------------------------------------------------------------------------


def test_values_are_read_by_the_order_of_the_ruleset() -> None:
    rules = adm_ruleset()
    unit = Unit("1st", "norland", "armored", ((8, 6, 10), (4, 3, 10)))
    assert [value_of(rules, unit, v) for v in ("attack", "defence", "movement")] == [8, 6, 10]
    assert [value_of(rules, unit, v, 1) for v in ("attack", "defence", "movement")] == [4, 3, 10]
    assert value_of(rules, unit, "attack", 2) is None, "it has only two steps"
    assert value_of(rules, unit, "range") is None
    own = replace(unit, values=((8, 6),))
    assert movement_of(rules, own) == rules.unit_type_by_id["armored"].movement == 7
    assert value_of(rules, replace(unit, values=((None, 6),)), "attack") is None
    assert movement_of(rules, replace(own, type="unknown")) is None


@pytest.mark.parametrize(("values", "steps", "usual", "expected"), [
    (((6,), (3,)), None, 1, 2), (((6,),), None, 1, 1), (((6,),), None, 2, 2), (((6,),), 1, 2, 1),
    (((6,), (4,), (2,)), None, 2, 3), (((6,), (3,)), 4, 2, 4)])
def test_steps(values: Any, steps: int | None, usual: int, expected: int) -> None:
    rules = replace(adm_ruleset(), steps=Steps(usual))
    unit = Unit("1st", "norland", "armored", values, steps)
    assert steps_of(rules, unit) == expected
    lost = [value_of(rules, unit, "attack", n) for n in range(expected + 1)]
    assert lost[0] == 6
    assert lost[-1] is None
    assert None not in lost[:-1]


def test_one_value_is_changed() -> None:
    rules = adm_ruleset()
    unit = adm_unit("1st", "8-6-10")
    assert with_value(rules, unit, "defence", 7) == ((8, 7, 10),)
    assert with_value(rules, unit, "defence", 3, lost=1) == ((8, 6, 10), (8, 3, 10))
    two = replace(unit, values=((8, 6), (4, 3)))
    assert with_value(rules, two, "movement", 5) == ((8, 6, 5), (4, 3, 5))
    assert with_value(rules, two, "attack", None, lost=1) == ((8, 6), (None, 3))


def test_numbers_have_names() -> None:
    titles = [number_title(adm_ruleset(), v, lost) for v, lost in counter_numbers(adm_ruleset())]
    assert titles == ["Attack", "Defence", "Movement"]
    found = counter_numbers(adm_ruleset(), [adm_unit("1st", [3, 2])])
    assert [(v.id, lost) for v, lost in found] == [
        ("attack", 0), ("attack", 1), ("defence", 0), ("defence", 1), ("movement", 0)]
    two = replace(adm_ruleset(), steps=Steps(2))
    titles = [number_title(two, v, lost) for v, lost in counter_numbers(two)]
    assert titles == ["Attack", "Reduced attack", "Defence", "Reduced defence", "Movement"]
    usual = small_design().ruleset
    assert [number_title(usual, v, lost) for v, lost in counter_numbers(usual)] == [
        "Strength", "Reduced", "Movement"]


def test_sources_of_other_values() -> None:
    rules = replace(adm_ruleset(), steps=Steps(2))
    attack, defence, allowance = rules.values
    source = Provenance("rulebook").with_values(["reduced"], Provenance("reconstructed"))
    unit = replace(adm_unit("1st", "8-6-10"), provenance=source)
    assert source_of(rules, unit, attack).source == "rulebook"
    assert source_of(rules, unit, defence, 1).source == "reconstructed"
    assert source_of(rules, unit, allowance).source == "rulebook"
    changed = read_change({"unit": unit.key, "values": "=-7"}, unit)
    assert changed.provenance.of("values").source == "designer"


# -- checks --------------------------------------------------------------------------------------------


def _found(design: Any) -> list[tuple[str, str]]:
    return [(p.severity, p.code) for p in check_documents(design) if p.code in {
        "too-many-values", "fewer-values", "value-range", "reduced-strength", "steps", "no-strength",
        "unknown-formation"}]


@pytest.mark.parametrize(("unit", "expected"), [
    (adm_unit("1st", "3-6-8"), []),
    (adm_unit("1st", "3-6-8-1"), [("error", "too-many-values")]),
    (adm_unit("1st", 3), [("note", "fewer-values")]),
    (adm_unit("1st", "3-6-100"), [("error", "value-range")]),
    (adm_unit("1st", ["3-6", "3-7"]), [("warning", "reduced-strength")]),
    (replace(adm_unit("1st", [3, 2]), steps=1), [("warning", "steps"), ("note", "fewer-values")]),
    (replace(adm_unit("1st", "3-6"), formation="corps"), [("error", "unknown-formation")]),
    (Unit("1st", "norland", "armored"), [("error", "no-strength")]),
])
def test_values_of_units_are_checked(unit: Unit, expected: list[tuple[str, str]]) -> None:
    assert _found(adm_design(unit)) == expected


def test_a_formation_of_the_ruleset_is_good() -> None:
    design = adm_design(replace(adm_unit("1st", "3-6"), formation="corps"))
    rules = replace(design.ruleset, formations=(Formation("corps", "1st Corps"),))
    assert _found(replace(design, ruleset=rules)) == []


def _codes(rules: Ruleset) -> list[tuple[str, str]]:
    return [(p.severity, p.code) for p in check_rules(rules) if p.code in {
        "unknown-value", "no-value", "unused-value", "value-range"}]


def test_templates_and_values_of_a_ruleset_are_checked() -> None:
    rules = adm_ruleset()
    assert _codes(rules) == []

    def face(**templates: Any) -> list[tuple[str, str]]:
        return _codes(replace(rules, counter=CounterFace(**templates)))

    assert face(front="{attack}-{defense}") == [("error", "unknown-value")]
    assert face(front="{name}") == [("warning", "no-value")]
    assert face(small="{name}") == []
    assert face(brackets=Brackets(replace(rules.stacking.free, trait=("air",)), "range")) == [
        ("error", "unknown-value")]
    more = replace(rules, values=(*rules.values, CounterValue("range", "Range")))
    assert _codes(more) == [("note", "unused-value")]
    assert _codes(replace(more, counter=CounterFace("{attack}-{range}"))) == []
    odd = replace(rules.values[0], least=5, most=3)
    assert ("error", "value-range") in _codes(replace(rules, values=(odd, *rules.values[1:])))
    assert _codes(replace(rules, combat=small_design().ruleset.combat)) == [
        ("note", "unused-value"), ("note", "unused-value")]


@settings(max_examples=30)
@given(ROWS)
def test_checks_take_any_values(rows: Any) -> None:
    check_documents(adm_design(Unit("1st", "norland", "armored", rows)))
    assert numbers(6, 3)["values"] == ((6,), (3,))


def test_steps_are_called_as_the_ruleset_says() -> None:
    """The names of steps stand before the values that a unit has left, in windows and on sheets."""
    design = load("karn").design
    assert design is not None
    rules = design.ruleset
    might = rules.values[0]
    assert rules.steps.names == ("fresh", "worn")
    assert [step_name(rules, lost) for lost in (0, 1, 2)] == ["fresh", "worn", "worn (2 steps lost)"]
    assert [number_title(rules, might, lost) for lost in (0, 1, 2)] == [
        "Might", "Worn might", "Worn might (2 steps lost)"]
    three = replace(rules, steps=replace(rules.steps, usual=3, names=("fresh", "worn", "broken")))
    assert number_title(three, might, 2) == "Broken might"
    unit = next(u for u in design.scenario.units if len(u.values) > 1) if design.scenario else None
    assert unit is not None
    assert ", worn " in value_words(rules, might, unit)
