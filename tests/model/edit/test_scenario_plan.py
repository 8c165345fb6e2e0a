"""The plan of a new scenario: what is made of it, what it lacks, and what a change takes away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.engine import check_design
from visegrad_editor.engine.set_up_filling import fill_set_up
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.goals import EDGE_NAMES, Goal, goal_words
from visegrad_editor.model.edit.scenario_plan import (
    ScenarioPlan,
    edge_entry,
    entry_at,
    first_side,
    has_free_sides,
    rectangle,
    renamed,
    rules_misfit,
    with_area,
    with_arrivals,
    with_map_and_rules,
    without_arrivals,
)
from visegrad_editor.model.edit.side_names import with_names_of_sides
from visegrad_editor.model.edit.unit_series import UnitSeries, series_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.rules.grammar import Situation
from visegrad_editor.model.rules.victory import Victory, VictoryCondition
from visegrad_editor.model.ruleset import Phase, Ruleset, SpecialRule
from visegrad_editor.model.where import Where
from visegrad_editor.model.wording import short_side_name
from visegrad_editor.playtest.play import play_game


@pytest.fixture(scope="module")
def blank() -> Ruleset:
    rules = load("blank", "ruleset").ruleset
    assert rules is not None
    return rules


@pytest.fixture
def ground(blank: Ruleset) -> GameMap:
    return blank_map(blank, "map", "Field", 12, 9)


def units(plan: ScenarioPlan, nation: str, number: int, kind: str = "infantry") -> ScenarioPlan:
    """The plan with a series of units."""
    design = plan.working_design
    made = series_units(design, UnitSeries(nation, kind, 1, number, f"# {kind.title()}"))
    return replace(plan, units=(*plan.units, *made))


@pytest.fixture
def plan(blank: Ruleset, ground: GameMap) -> ScenarioPlan:
    """Four against five, each with its end of the map, one of them late, and two goals."""
    plan = with_map_and_rules(ScenarioPlan("A field", 3), ground, blank)
    plan = units(units(plan, "blue", 4), "red", 5)
    plan = with_area(plan, "red", rectangle(ground, blank, Hex(9, 0), Hex(11, 8)))
    plan = with_area(plan, "blue", rectangle(ground, blank, Hex(2, 8), Hex(0, 0)))
    plan = with_arrivals(plan, ["red/5th Infantry"], 2, edge_entry("east"))
    return replace(plan, goals=(Goal("control", "blue", 0, ("0605",)), Goal("destroy", "red", 3)))


def texts(plan: ScenarioPlan) -> list[tuple[str, str]]:
    return [(gap.step, gap.text) for gap in plan.gaps()]


def test_a_whole_plan_becomes_a_scenario_that_is_saved_checked_and_played(
    plan: ScenarioPlan, tmp_path: Path
) -> None:
    plan = replace(plan, first="red")
    assert texts(plan) == []
    design = plan.design
    filled = fill_set_up(design)
    assert filled.left == ()
    loaded = load("blank", "ruleset")
    made = with_scenario(design, filled.scenario)
    save_design(made, Sources(ruleset=loaded.sources.ruleset), tmp_path / "field.yaml")
    again = load(tmp_path / "field.yaml")
    assert again.problems == ()
    assert again.design is not None
    assert check_documents(again.design, again.sources) == ()
    assert check_design(again.design) == ()
    scenario = again.design.scenario
    assert scenario is not None
    assert [(g.id, len(g.where.hexes)) for g in scenario.set_up_groups] == [("blue", 27), ("red", 27)]
    assert [e.id for e in scenario.entries] == ["east"]
    assert scenario.unit_by_key["red/5th Infantry"].reinforcement is not None
    assert {u.setup.group for u in scenario.units if u.setup} == {"blue", "red"}
    assert first_side(again.design.ruleset) == "red"
    outcome = play_game(again.design, 1, ("planner", "planner")).outcome
    assert outcome is not None
    assert outcome.winner in ("blue", "red", "", "draw")


def test_names_and_colours_of_a_side_are_those_of_its_counters_too(
    plan: ScenarioPlan, blank: Ruleset
) -> None:
    rules = renamed(blank, plan, "red", "Eastland", "#b0702c").rules
    assert [(s.name, s.colour) for s in rules.sides] == [("Blue side", "#2f5fa8"), ("Eastland", "#b0702c")]
    nation = rules.nationality_by_id["red"]
    assert (nation.name, nation.adjective, nation.colours.ground) == ("Eastland", "Eastland", "#dbbfa0")
    assert rules.nationality_by_id["blue"] == blank.nationality_by_id["blue"]


def test_the_side_that_moves_first_changes_places_with_the_other(plan: ScenarioPlan) -> None:
    assert first_side(plan.rules) == "blue"
    rules = replace(plan, first="red").rules
    assert [part.player_turn for part in rules.sequence.turn] == ["red", "blue"]
    back = replace(plan, ruleset=rules, first="blue").rules
    assert [part.player_turn for part in back.sequence.turn] == ["blue", "red"]


def test_an_empty_plan_says_what_stops_it(blank: Ruleset, ground: GameMap) -> None:
    assert texts(ScenarioPlan()) == [("map", "Choose a map."), ("rules", "Choose the rules.")]
    with pytest.raises(ValueError, match=r"^Choose a map\.$"):
        _ = ScenarioPlan().design
    bare = with_map_and_rules(ScenarioPlan(""), ground, blank)
    assert [(g.step, g.stops) for g in bare.gaps()] == [
        ("forces", False), ("victory", False), ("summary", True)]
    assert replace(bare, title="X").design.scenario is not None


def test_gaps_name_the_step_and_what_to_do(plan: ScenarioPlan, blank: Ruleset, ground: GameMap) -> None:
    def first(changed: ScenarioPlan) -> tuple[str, str]:
        return texts(changed)[0]

    assert first(replace(plan, units=tuple(u for u in plan.units if u.nationality == "blue"))) == (
        "forces", "No units yet: Red side.")
    assert first(with_area(plan, "blue", None)) == (
        "set-up", "Blue side: no area yet. 4 units will wait off the map for a set-up by hand.")
    assert first(with_area(plan, "blue", Where(hexes=("0101",)))) == (
        "set-up", "Blue side: 4 units have no room in 1 hex. Make the area larger.")
    step, text = first(with_area(plan, "blue", rectangle(ground, blank, Hex(0, 0), Hex(9, 8))))
    assert (step, text[:42]) == ("set-up", "Both sides may be set up in 9 hexes, such ")
    assert first(replace(plan, turns=1)) == (
        "schedule", "5th Infantry would arrive on turn 2, after the last one.")
    assert first(replace(plan, turns=0))[0] == "schedule"
    same = renamed(blank, plan, "red", "blue side", "#111111")
    assert first(same) == ("sides", "Two have the same name: every side needs a name of its own.")
    assert first(replace(plan, goals=(Goal("destroy", "red", 99),))) == (
        "victory", "Goal to destroy: it asks for 99 steps, and the enemy has 8.")


@pytest.mark.parametrize(("goal", "why"), [
    (Goal("control", "blue", 0, ("0101",)), "no unit can stand in any of its hexes"),
    (Goal("control", "blue", 2, ("0101", "0605")), "units can stand in 1 of them only"),
    (Goal("leave", "red", 6, edge="west"), "the side has 5"),
    (Goal("leave", "red", 1, edge="north"), "no unit can go to the northern edge"),
    (Goal("control", "blue", 1, ("0605",)), ""),
    (Goal("leave", "red", 2, edge="west"), ""),
])
def test_goals_that_cannot_be_reached_say_why(goal: Goal, why: str, plan: ScenarioPlan) -> None:
    map = plan.map
    assert map is not None
    sea = {h: "sea" for h in map.grid if h.row == 0}
    plan = replace(plan, map=replace(map, terrain=map.terrain.with_values(sea)))
    found = plan.unreachable(goal)
    assert why in found if why else not found


def test_a_goal_to_leave_is_played_by_points_for_leaving(plan: ScenarioPlan, ground: GameMap) -> None:
    goal = Goal("leave", "red", 2, edge="west")
    design = replace(plan, goals=(goal,)).design
    rules, scenario = design.ruleset, design.scenario
    assert scenario is not None
    assert scenario.victory is not None
    assert [(e.side, e.hexes.edge) for e in rules.movement.off_map] == [("red", ("west",))]
    assert [(p.for_, p.side) for p in scenario.victory.points] == [("exit", "red")]
    assert goal_words(goal, rules, ground) == (
        "The Red side wins at once when 2 units of it have left the map by the western edge.")


def test_goals_are_said_with_places_and_numbers() -> None:
    loaded = load("hollen").design
    assert loaded is not None
    map, rules = loaded.map, loaded.ruleset
    side = rules.sides[0]
    kind = next(f for p in map.places for f in p.features)
    there = len(map.hexes_by_feature[kind])
    words = goal_words(Goal("control", side.id, 1, features=(kind,)), rules, map)
    assert words == (
        f"The {side.name} wins at the end if it holds at least 1 of the {there} hexes with a "
        f"{rules.feature_by_id[kind].name.lower()}.")
    assert goal_words(Goal("control", side.id, 1, ("0101", "0102")), rules, map) == (
        f"The {side.name} wins at the end if it holds at least 1 of 0101 and 0102.")


def test_entries_are_named_by_edge_hex_or_name(ground: GameMap) -> None:
    east = edge_entry("east")
    assert entry_at(ground, (), "Eastern edge") == entry_at(ground, (), "east") == east
    assert entry_at(ground, (), "0605").where == Where(hexes=("0605",))
    assert entry_at(ground, (replace(east, name="The road"),), "the road").id == "east"
    with pytest.raises(ValueError, match="is no way onto the map: write north, east, south and west"):
        entry_at(ground, (), "nowhere")
    assert set(EDGE_NAMES) == {"north", "east", "south", "west"}


def test_arrivals_are_taken_back_and_turns_outside_the_game_refused(plan: ScenarioPlan) -> None:
    back = without_arrivals(plan, ["red/5th Infantry"])
    assert all(u.reinforcement is None for u in back.units)
    assert back.design.scenario is not None
    assert back.design.scenario.entries == ()
    with pytest.raises(ValueError, match="between 1 and 3"):
        with_arrivals(plan, ["red/5th Infantry"], 4, edge_entry("east"))


def test_another_grid_takes_away_what_lay_on_the_old_one(plan: ScenarioPlan, blank: Ruleset) -> None:
    other = with_map_and_rules(plan, blank_map(blank, "map", "Other", 5, 5), blank)
    assert other.areas == ()
    assert [g.kind for g in other.goals] == ["destroy"]
    assert [e.id for e in other.entries] == ["east"]
    assert len(other.units) == 9
    assert with_map_and_rules(plan, plan.map, blank) == plan


def test_other_rules_take_away_names_and_goals_and_say_which_units_do_not_fit(plan: ScenarioPlan) -> None:
    loaded = load("velna", "ruleset").ruleset
    assert loaded is not None
    other = with_map_and_rules(plan, plan.map, loaded)
    assert (other.goals, other.areas, other.sides) == ((), (), ())
    step, text = texts(other)[0]
    assert step == "forces"
    assert text.startswith("9 units of other rules, such as 1st Infantry")


def test_rules_that_do_not_know_the_ground_do_not_fit(blank: Ruleset) -> None:
    design = load("maps/visegrad4").design
    assert design is not None
    assert rules_misfit(design.map, design.ruleset) == ""
    assert rules_misfit(design.map, blank) == (
        'The map has a road that these rules do not know: "e77" and 1 more.')
    assert has_free_sides(blank)
    assert not has_free_sides(design.ruleset)


@pytest.mark.parametrize(("old", "new", "text", "then"), [
    ("Eastern army", "Sarnia", "The Eastern army holds every city.", "The Sarnia side holds every city."),
    ("Eastern army", "Sarnia", "Eastern army reinforcements", "Sarnia reinforcements"),
    ("Blue side", "Heron League", "Until then the Blue side waits.", "Until then the Heron League waits."),
    ("Blue side", "Westland", "Blue's tanks cross the Blueberry.", "Westland's tanks cross the Blueberry."),
    ("Salt Guild", "The Herons", "The Salt Guild and the Red side", "The Herons and the Salt side"),
    ("Blue side", "Red", "Blue before Red", "Red before Salt")])
def test_texts_of_the_rules_follow_the_names_of_the_sides(
    old: str, new: str, text: str, then: str, blank: Ruleset
) -> None:
    first, second = blank.sides
    rules = replace(
        blank, sides=(replace(first, name=old), replace(second, name="Red side")),
        phases=(Phase("move", text), Phase("own", "Blue march", "blue")),
        special_rules=(SpecialRule("1.0", text),),
        victory=Victory(conditions=(VictoryCondition("blue", Situation(), text=text),)),
        terrain=(replace(blank.terrain[0], name=text), *blank.terrain[1:]))
    sides = (replace(first, name=new), replace(second, name="Salt side"))
    after = with_names_of_sides(rules, sides)
    assert after.special_rules[0].text == then
    assert after.victory.conditions[0].text == then
    assert after.phases[0].name == then
    # A phase of the side may be called after its id; kinds of terrain are things of their own.
    assert after.phases[1].name == f"{short_side_name(new)} march"
    assert after.terrain == rules.terrain
    assert with_names_of_sides(rules, rules.sides) is rules


def test_phases_in_play_have_the_present_names_of_the_sides(plan: ScenarioPlan, blank: Ruleset) -> None:
    plan = renamed(blank, renamed(blank, plan, "blue", "Westland", "#2f5fa8"), "red", "Eastland", "#b3202c")
    record = play_game(with_scenario(plan.design, fill_set_up(plan.design).scenario))
    headings = {o.heading.splitlines()[0].partition(", ")[2] for o in record.orders if o.heading}
    assert headings >= {"Westland move", "Eastland move"}
    assert not any("Blue" in o.heading or "Red" in o.heading for o in record.orders)


def test_nationalities_called_after_a_side_follow_its_name(plan: ScenarioPlan, blank: Ruleset) -> None:
    more = replace(blank.nationalities[0], id="guard", name="Guard", adjective="Guard")
    blank = replace(blank, nationalities=(*blank.nationalities, more))
    plan = renamed(blank, replace(plan, ruleset=blank), "blue", "Westland", "#2f5fa8")
    assert [n.name for n in plan.rules.nationalities] == ["Westland", "Red", "Guard"]


def test_rules_that_a_scenario_changes_have_its_title(plan: ScenarioPlan, blank: Ruleset) -> None:
    own = renamed(blank, plan, "blue", "Westland", "#2f5fa8")
    assert own.design.ruleset.title == "A field"
    assert replace(own, title="New scenario").design.ruleset.title == blank.title
    # Without a change they are still those of the program.
    assert plan.design.ruleset is blank
