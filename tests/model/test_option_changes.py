"""Options whose choices change the rules: what they make, and what in them is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hexgames import design, ends, play, ruleset

from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.record import parse_record, record_of, record_text, replay
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.option_changes import in_force, with_choices
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.rules.grammar import Change
from visegrad_editor.model.ruleset import Ruleset

OPTIONS = """
options:
  - id: crowd
    name: Crowded hexes
    choices: [without, with]
    changes: {with: {stacking: {limit: 1}}}
  - id: mud
    name: Mud
    choices: [none, some, deep]
    changes:
      some: {terrain: [{id: clear, cost: 2}]}
      deep: {terrain: [{id: clear, cost: 4}], unit_types: [{id: foot, movement: 8}], turns: 3}
"""
UNITS = "blue First foot 4 0303; blue Second foot 4 0303; red Third foot 4 0606"


def chosen(ruleset: Ruleset, **choices: str) -> Ruleset:
    return with_choices(ruleset, choices)


def test_the_first_choices_change_nothing() -> None:
    rules = ruleset(OPTIONS)
    made = chosen(rules)
    assert replace(made, options=()) == replace(rules, options=())
    assert [o.choices for o in made.options] == [("without", "with"), ("none", "some", "deep")]


def test_a_choice_changes_settings_by_key_and_entries_by_id() -> None:
    rules = ruleset(OPTIONS)
    made = chosen(rules, crowd="with", mud="deep")
    assert (rules.stacking.limit, made.stacking.limit) == ("3", "1")
    assert (rules.terrain_by_id["clear"].cost, made.terrain_by_id["clear"].cost) == (1, 4)
    assert made.terrain_by_id["forest"] == rules.terrain_by_id["forest"]
    assert [t.id for t in made.unit_types] == [t.id for t in rules.unit_types]
    assert made.unit_type_by_id["foot"].movement == 8
    assert made.turns == 3


def test_a_choice_changes_a_modifier_by_id() -> None:
    rules = ruleset("""
combat:
  shifts:
    - {id: charge, name: Charge, when: {from: opposite}, effect: {shift: 1}}
    - {id: rain, effect: {shift: -1}}
options:
  - id: mud
    name: Mud
    choices: [none, deep]
    changes:
      deep: {combat: {shifts: [{id: charge, effect: {shift: -2}}, {id: rain, remove: true}]}}
""")
    charge, _ = rules.combat.shifts
    assert chosen(rules, mud="deep").combat.shifts == (replace(charge, effect=Change(shift=-2)),)


def test_what_is_in_force_stays_in_force() -> None:
    made = in_force(design(UNITS, OPTIONS, more="options: {crowd: with}"))
    assert made.ruleset.stacking.limit == "1"
    assert in_force(made) is made


def test_a_design_without_such_options_is_left_as_it_is() -> None:
    plain = design(UNITS)
    assert in_force(plain) is plain


def test_a_game_is_played_by_the_choices_of_its_scenario() -> None:
    slow = play(UNITS, OPTIONS, more="options: {mud: some}")
    free = play(UNITS, OPTIONS)
    for game in (slow, free):
        while game.step != "move":
            game.apply("pass")
    assert len(ends(slow, "blue/First")) < len(ends(free, "blue/First"))
    assert slow.design.ruleset.terrain_by_id["clear"].cost == 2


def test_the_set_up_is_checked_by_the_choices_of_its_scenario() -> None:
    assert not [p for p in check_design(design(UNITS, OPTIONS)) if p.code == "stacking"]
    found = check_design(design(UNITS, OPTIONS, more="options: {crowd: with}"))
    assert [p.hex for p in found if p.code == "stacking"] == ["0303"]


def test_a_recorded_game_depends_on_what_is_in_force_only() -> None:
    game = play(UNITS, OPTIONS, more="options: {crowd: without, mud: some}", seed=3)
    game.apply(game.legal_orders()[-1])
    record = parse_record(record_text(record_of(game, "fight.yaml")))
    # Another change of a choice that is not made is no other game; one of the choice made is.
    same = design(UNITS, OPTIONS.replace("limit: 1", "limit: 2"), more="options: {mud: some}")
    assert play_mark(same) == play_mark(design(UNITS, OPTIONS, more="options: {mud: some}"))
    other = design(UNITS, OPTIONS.replace("cost: 2", "cost: 3"), more="options: {mud: some}")
    assert play_mark(other) != play_mark(same)
    again = replay(design(UNITS, OPTIONS, more="options: {crowd: without, mud: some}"), record)
    assert again.events == game.events


def problems_of(tmp_path: Path, changes: str, more: str = "") -> list[str]:
    text = f"""\
format: 2
kind: ruleset
name: own
extends: hollen
title: Own
options:
  - id: fog
    name: Fog
    choices: [without, with]
    changes: {changes}
{more}"""
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return [f"{p.line}: {p.message}" for p in load(path).problems if p.severity in ("error", "warning")]


@pytest.mark.parametrize(("changes", "said"), [
    ("{withh: {turns: 3}}",
     "10: Option \"Fog\" changes something for \"withh\", which is none of its choices. Did you mean"),
    ("{with: 3}",
     "10: `changes.with` of option \"Fog\" is the number 3; expected a mapping of keys to values."),
    ("{with: {title: Other}}", "10: No choice of an option changes `title`. Leave it out here."),
    ("{with: {options: []}}", "10: No choice of an option changes `options`."),
    ("{with: {turn: 3}}", "Did you mean `turns`?"),
    ("{with: {turns: many}}", "10: `turns`"),
    ("{with: {stacking: {limit: lots}}}", "10: "),
    ("{with: {terrain: [{id: swamp, remove: true}]}}",
     "10: With the option fog: with. `terrain` of the base has no entry \"swamp\""),
    ("{with: {terrain: [{id: swamp, cost: 2}]}}", "needs the key `name`"),
])
def test_changes_that_cannot_be_are_named(tmp_path: Path, changes: str, said: str) -> None:
    found = problems_of(tmp_path, changes)
    assert any(said in text for text in found), found


def test_good_changes_are_no_problem(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "{with: {combat: {shifts: [{id: fog, effect: {shift: -1}}]}}}") == []


def test_each_choice_is_checked(tmp_path: Path) -> None:
    found = problems_of(tmp_path, "{with: {combat: {ends: {below: {odds: '1:2', result: ZZ}}}}}")
    assert any(text.startswith("7: With the option fog: with. ") for text in found), found


def test_the_map_is_checked_with_each_choice() -> None:
    rules = """
options:
  - {id: dry, name: Dry, choices: [without, with], changes: {with: {terrain: [{id: marsh, remove: true}]}}}
"""
    found = [p.message for p in check_documents(design(UNITS, rules, rows=("..m.....", *["........"] * 7)))]
    assert [m for m in found if "terrain" in m] == [
        'With the option dry: with. There is no terrain "marsh" (letter m of the legend). Known: clear, '
        "forest, rock, sea."]


TYPES = """
options:
  - {id: old, name: Old, choices: [without, with], changes: {with: {unit_types: [{id: foot, remove: true}]}}}
"""
MANY = "; ".join(f"blue U{n} foot 4 0303" for n in range(5))


def test_a_unit_type_in_use_that_a_choice_removes_is_told() -> None:
    codes = ("unknown-unit-type", "more-problems")
    found = [p for p in check_documents(design(MANY, TYPES)) if p.code in codes]
    # The scenario does not make this choice and can be played.
    assert {p.severity for p in found} == {"warning"}
    assert found[0].message.startswith('With the option old: with. There is no unit type "foot" (U0).')
    assert [p.message for p in found[3:]] == ["With the option old: with. There are 2 more like these."]


def test_problems_of_the_choice_that_is_made_name_its_option() -> None:
    found = [p for p in check_documents(design(UNITS, TYPES, more="options: {old: with}"))
             if p.code == "unknown-unit-type"]
    assert len(found) == 3
    assert all(p.severity == "error" for p in found)
    assert all(p.message.startswith("With the option old: with. There is no unit type") for p in found)


def test_problems_that_are_there_without_the_choice_name_no_option() -> None:
    units = UNITS + "; blue Fourth ghost 4 0303"
    found = [p.message for p in check_documents(design(units, OPTIONS, more="options: {crowd: with}"))
             if p.code == "unknown-unit-type"]
    assert len(found) == 1
    assert found[0].startswith('There is no unit type "ghost"')


def test_what_a_choice_that_is_made_breaks_in_the_rules_is_on_its_line(tmp_path: Path) -> None:
    rules = """\
format: 2
kind: ruleset
name: own
extends: hollen
title: Own
options:
  - id: fog
    name: Fog
    choices: [without, with]
    changes:
      with:
        results: [{id: DR, does: [{event: nothing}]}]
"""
    (tmp_path / "own.yaml").write_text(rules, encoding="utf-8")
    scenario = tmp_path / "game.yaml"
    scenario.write_text(
        "format: 2\nkind: scenario\nname: game\ntitle: Game\nruleset: own.yaml\nmap: hollen\nturns: 3\n"
        "options: {fog: with}\nunits: []\n", encoding="utf-8")
    problem, = [p for p in load(scenario).problems if p.code == "unknown-event"]
    assert (Path(problem.file).name, problem.line) == ("own.yaml", 11)
    assert problem.message.startswith('With the option fog: with. There is no event "nothing"')


def test_two_options_that_change_the_same_thing_are_named() -> None:
    rules = """
options:
  - {id: one, name: One, choices: [without, with], changes: {with: {stacking: {limit: 1}}}}
  - {id: two, name: Two, choices: [without, with], changes: {with: {stacking: {limit: 2}}}}
"""
    found = [p.message for p in check_documents(design(UNITS, rules)) if p.code == "same-change"]
    assert found == ["The options one and two both change `stacking.limit`; if both do, what two says "
                     "counts. Let one of them change it, or join them."]
    apart = rules.replace("{limit: 2}", "{free: {type: [foot]}}")
    assert not [p for p in check_documents(design(UNITS, apart)) if p.code == "same-change"]
