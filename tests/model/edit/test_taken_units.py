"""Units of another scenario in the plan of a new one: what fits comes along, the rest is said with the
reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visegrad_editor.engine import check_design
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.scenario import begin_scenario
from visegrad_editor.model.edit.scenario_plan import ScenarioPlan, with_map_and_rules
from visegrad_editor.model.edit.taken_units import with_units_from
from visegrad_editor.model.files.load import load
from visegrad_editor.model.prototypes import Prototype
from visegrad_editor.model.scenario import Scenario
from visegrad_editor.playtest.play import play_game


def design_of(name: str) -> Design:
    design = load(name).design
    assert design is not None
    return design


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def on_own_map(design: Design, turns: int = 20) -> ScenarioPlan:
    return ScenarioPlan("Again", turns, design.map, design.ruleset)


@pytest.mark.parametrize("name", ["historical", "free-setup", "gsofg", "velna", "karn", "hollen"])
def test_on_the_same_map_nothing_is_lost(name: str) -> None:
    design = design_of(name)
    taken = with_units_from(on_own_map(design), design)
    assert taken.left == ()
    made, base = scenario_of(taken.plan.design), scenario_of(design)
    assert len(base.units) > 5
    assert made.units == base.units
    for kept in ("set_up_groups", "set_up_order", "hidden_set_up", "assets", "replacements", "schedule",
                 "prototypes"):
        assert getattr(made, kept) == getattr(base, kept), kept
    used = {e for u in base.units if (a := u.reinforcement) for e in (a.entry, *a.also)}
    assert {e for e in made.entries if e.id in used} == {e for e in base.entries if e.id in used}
    # Nothing is found that is not found in the original.
    of = {p.code for p in (*check_documents(design), *check_design(design)) if p.severity == "error"}
    assert {p.code for p in (*check_documents(taken.plan.design), *check_design(taken.plan.design))
            if p.severity == "error"} <= of


def test_what_comes_along_is_chosen() -> None:
    design = design_of("historical")
    bare = with_units_from(on_own_map(design), design, set_up=False, schedule=False, assets=False)
    assert bare.told == "87 units taken."
    made = scenario_of(bare.plan.design)
    assert not any(u.setup or u.position or u.reinforcement for u in made.units)
    assert (made.entries, made.assets, made.replacements) == ((), (), ())
    placed = with_units_from(on_own_map(design), design, schedule=False, assets=False)
    assert placed.told == "87 units taken: 49 with a set-up."
    late = with_units_from(on_own_map(design), design, set_up=False)
    assert late.told == "87 units taken: 44 with an arrival; 4 assets."


def test_on_another_map_what_does_not_fit_is_said_with_the_reason() -> None:
    design = design_of("velna")
    small = blank_map(design.ruleset, "map", "Field", 12, 9)
    taken = with_units_from(ScenarioPlan("Small", 3, small, design.ruleset), design)
    assert taken.told == "22 units taken: 6 with an arrival."
    assert taken.left == (
        "16 units, such as 1st Tank, lose their set-up: this map has other hexes.",
        "The game has 8 turns now, because a unit arrives on turn 4.")
    made = taken.plan.design
    assert [p for p in (*check_documents(made), *check_design(made)) if p.severity == "error"] == []


def test_hexes_under_water_are_no_set_up_and_no_entry() -> None:
    design = design_of("hollen")
    sea = next(t.id for t in design.ruleset.terrain if not t.playable)
    drowned = replace(blank_map(design.ruleset, "map", "Sea", design.map.grid.columns, design.map.grid.rows),
                      grid=design.map.grid)
    terrain = drowned.terrain
    rows = tuple("~" * len(row) for row in terrain.rows)
    drowned = replace(drowned, terrain=replace(terrain, legend=(("~", sea),), rows=rows))
    taken = with_units_from(ScenarioPlan("Sea", 6, drowned, design.ruleset), design)
    assert taken.told == "10 units taken."
    assert taken.left == (
        "8 units, such as 1st Foot, lose their set-up: no unit can stand there on this map.",
        "2 units, such as Life Guard, do not arrive: their entries have no ground on this map.")


def test_units_that_are_there_already_stay_and_are_counted() -> None:
    design = design_of("velna")
    once = with_units_from(on_own_map(design), design)
    again = with_units_from(once.plan, design)
    assert again.plan.units == once.plan.units
    assert again.told.startswith("No unit was taken")
    assert again.left == ("22 units of them were there already.",)


def test_a_group_whose_id_is_taken_gets_another() -> None:
    design = design_of("free-setup")
    base = scenario_of(design)
    group = base.set_up_groups[0]
    other = replace(group, name="Other", where=base.set_up_groups[-1].where)
    plan = replace(on_own_map(design), groups=(other,))
    taken = with_units_from(plan, design)
    new = f"{group.id}-2"
    assert new in {g.id for g in taken.plan.groups}
    assert any(u.setup and u.setup.group == new for u in taken.plan.units)
    assert all(u.setup.group in {g.id for g in taken.plan.groups}
               for u in taken.plan.units if u.setup and u.setup.group)


def test_prototypes_come_with_the_units() -> None:
    design = design_of("hollen")
    scenario = scenario_of(design)
    proto = Prototype("foot")
    units = (replace(scenario.units[0], prototype="foot"), *scenario.units[1:])
    design = with_scenario(design, replace(scenario, prototypes=(proto,), units=units))
    taken = with_units_from(on_own_map(design), design)
    assert [p.id for p in scenario_of(taken.plan.design).prototypes] == ["foot"]
    # `new --units-of` and the dialog for a scenario on a map begin with them, too.
    begun = scenario_of(begin_scenario(replace(design, scenario=None), "Map", 6, scenario_of(design)))
    assert [p.id for p in begun.prototypes] == ["foot"]


def test_another_grid_or_other_rules_take_away_what_was_taken() -> None:
    design = design_of("free-setup")
    plan = with_units_from(on_own_map(design), design).plan
    other = with_map_and_rules(plan, blank_map(design.ruleset, "map", "Field", 12, 9), design.ruleset)
    assert (other.groups, other.set_up_order) == ((), ())
    assert not any(u.setup for u in other.units)
    blank = load("blank", "ruleset").ruleset
    strange = with_map_and_rules(plan, plan.map, blank)
    assert (strange.assets, strange.events, strange.set_up_order) == ((), (), ())


def test_the_taken_scenario_can_be_played() -> None:
    design = design_of("velna")
    made = with_units_from(on_own_map(design, 3), design).plan.design
    assert len(play_game(made, 3, ("random", "random")).orders) > 20
