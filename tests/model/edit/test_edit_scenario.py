"""Edits of the scenario: counters, reinforcements, properties."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_design import GRID, RULESET, small_design, small_scenario
from unit_numbers import numbers

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit import documents, units
from visegrad_editor.model.edit import scenario as reinforcements
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.scenario import Entry
from visegrad_editor.model.where import Where

A = "norland/1st Armored"
RULED = "norland/2nd Armored"
LATE = "sudland/3rd Infantry"


def test_moving_a_unit_keeps_the_others_the_same_objects() -> None:
    before = small_scenario()
    after = units.place_units(before, [A], GRID.number(Hex(4, 4)))
    assert after.unit_by_key[A].hex == GRID.number(Hex(4, 4))
    assert all(a is b for a, b in zip(after.units[1:], before.units[1:], strict=True))
    assert units.place_units(before, [A], before.unit_by_key[A].hex) is before


def test_a_reinforcement_put_on_the_map_leaves_the_schedule() -> None:
    after = units.place_units(small_scenario(), [LATE], "0901")
    assert after.unit_by_key[LATE].reinforcement is None
    assert units.stack_at(after, "0901") == (after.unit_by_key[LATE],)


def test_only_changed_values_become_the_designers() -> None:
    before = small_scenario()
    guessed = tuple(replace(u, provenance=Provenance("reconstructed")) if u.key == A else u
                    for u in before.units)
    moved = units.place_units(replace(before, units=guessed), [A, RULED], "0901")
    own = Provenance("designer")
    assert moved.unit_by_key[A].provenance == Provenance("reconstructed").with_values(["setup"], own)
    assert moved.unit_by_key[RULED].provenance == Provenance("rulebook", "3.0").with_values(["setup"], own)
    stronger = units.change_unit(moved, A, **numbers(7, 3)).unit_by_key[A].provenance
    assert stronger == Provenance("reconstructed").with_values(["setup", "strength"], own)
    assert stronger.of("reduced_strength").source == "reconstructed"


def test_flip_is_its_own_inverse() -> None:
    once = units.flip_units(small_scenario(), [A])
    assert once.unit_by_key[A].reduced
    assert units.flip_units(once, [A]) == small_scenario()


def test_a_counter_without_a_reduced_side_is_only_turned_back() -> None:
    unit = small_scenario().unit_by_key[A]
    wing = replace(unit, values=())
    assert units.can_flip(RULESET, unit)
    assert not units.can_flip(RULESET, wing)
    assert units.can_flip(RULESET, replace(wing, reduced=True))


def test_new_units_get_a_free_name_and_usual_strengths() -> None:
    scenario = small_scenario()
    unit = units.new_unit(RULESET, scenario, "sudland", "infantry")
    assert (unit.name, unit.values) == ("4th Infantry", ((4,), (2,)))
    after = units.add_unit(scenario, unit)
    assert units.remove_units(after, [unit.key]) == scenario
    assert units.new_unit(RULESET, scenario, "norland", "cas").values == ()
    with pytest.raises(ValueError, match="already a unit called 4th Infantry"):
        units.add_unit(after, unit)


def test_names_stay_unique_and_present() -> None:
    with pytest.raises(ValueError, match="already a unit called 2nd Armored"):
        units.change_unit(small_scenario(), A, name="2nd Armored")
    with pytest.raises(ValueError, match="needs a name"):
        units.change_unit(small_scenario(), A, name=" ")
    with pytest.raises(TypeError, match="colour"):
        units.change_unit(small_scenario(), A, colour="pink")


def test_schedule_edits() -> None:
    scenario = reinforcements.set_turn(small_scenario(), LATE, 4)
    scenario = reinforcements.set_entry(scenario, LATE, "haven")
    late = scenario.unit_by_key[LATE].reinforcement
    assert late is not None
    assert (late.turn, late.entry) == (4, "haven")
    scenario = reinforcements.schedule(scenario, A, 1, "haven")
    assert scenario.unit_by_key[A].setup is None
    assert reinforcements.unschedule(scenario, A).unit_by_key[A].reinforcement is None
    with pytest.raises(ValueError, match="3rd Infantry cannot arrive on turn 7: the game has 6 turns"):
        reinforcements.set_turn(scenario, LATE, 7)
    with pytest.raises(ValueError, match="no entry called nowhere"):
        reinforcements.set_entry(scenario, LATE, "nowhere")
    with pytest.raises(ValueError, match="not a reinforcement"):
        reinforcements.set_turn(small_scenario(), A, 2)


@pytest.mark.parametrize("turn", [0, 1, 6, 7])
def test_a_unit_arrives_on_a_turn_of_the_game_or_with_an_event(turn: int) -> None:
    if 1 <= turn <= 6:
        late = reinforcements.schedule(small_scenario(), A, turn, "haven").unit_by_key[A].reinforcement
        assert late is not None
        assert (late.turn, late.event) == (turn, "")
    else:
        with pytest.raises(ValueError, match=f"1st Armored cannot arrive on turn {turn}: the "):
            reinforcements.schedule(small_scenario(), A, turn, "haven")
    scenario = reinforcements.schedule(small_scenario(), A, turn, "haven", "thaw")
    with_event = scenario.unit_by_key[A].reinforcement
    assert with_event is not None
    assert (with_event.turn, with_event.event, with_event.entry) == (0, "thaw", "haven")
    again = reinforcements.set_event(scenario, A, "frost")
    assert reinforcements.events_of(again) == ("frost",)
    moved = reinforcements.set_entry(again, A, "south-edge").unit_by_key[A].reinforcement
    assert moved is not None
    assert (moved.turn, moved.event, moved.entry) == (0, "frost", "south-edge")
    timed = reinforcements.set_turn(again, A, 2).unit_by_key[A].reinforcement
    assert timed is not None
    assert (timed.turn, timed.event) == (2, "")
    for edit in (reinforcements.set_event, reinforcements.set_entry):
        with pytest.raises(ValueError, match="not a reinforcement"):
            edit(small_scenario(), A, "haven")


def test_entries_are_added_once() -> None:
    scenario = reinforcements.add_entry(small_scenario(), Entry("gate", "Gate", Where(hexes=("0901",))))
    assert scenario.entry_by_id["gate"].name == "Gate"
    with pytest.raises(ValueError, match="already an entry called gate"):
        reinforcements.add_entry(scenario, Entry("gate", "Gate", Where()))


def test_properties_and_options() -> None:
    scenario = documents.change_scenario(small_scenario(), title="Another war", turns=4)
    assert (scenario.title, scenario.turns) == ("Another war", 4)
    same = small_scenario()
    assert documents.change_scenario(same, title=same.title) is same
    with pytest.raises(ValueError, match="between 1 and 200"):
        documents.change_scenario(same, turns=0)
    assert documents.set_option(scenario, "weather", "on").option["weather"] == "on"
    design = small_design()
    assert documents.with_map(design, design.map) is design
    assert documents.with_scenario(design, scenario).scenario is scenario
