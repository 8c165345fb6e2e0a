"""A history of many edits in a design with many units takes little room, and forgets nothing."""

from __future__ import annotations

import pickle
import tracemalloc
from dataclasses import replace

import pytest
from small_design import small_design

from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.folded import sliced
from visegrad_editor.model.history import History, Step
from visegrad_editor.model.scenario import Scenario, Unit

UNITS, EDITS = 2_000, 120


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def large() -> Design:
    design = small_design()
    scenario = scenario_of(design)
    units = tuple(replace(scenario.units[0], name=f"{i}th") for i in range(UNITS))
    return with_scenario(design, replace(scenario, units=units, start=None))


def other(units: tuple[Unit, ...], number: int) -> tuple[Unit, ...]:
    """The units with one changed, one more, one less, two exchanged, by turns."""
    at = number * 37 % (UNITS // 2)
    new = replace(units[at], name=f"{number}x")
    return (
        (*units[:at], new, *units[at + 1:]), (*units[:at], new, *units[at:]), (*units[:at], *units[at + 1:]),
        (*units[:at], units[at + 1], units[at], *units[at + 2:]))[number % 4]


def edited(design: Design, number: int) -> Design:
    scenario = scenario_of(design)
    return with_scenario(design, replace(scenario, units=other(scenario.units, number)))


def filled() -> tuple[History[Design], list[tuple[Unit, ...]]]:
    """A history of edits, with the units after each of them."""
    history = History(large())
    units = [scenario_of(history.current).units]
    for number in range(EDITS):
        history.push(f"{number}", edited(history.current, number))
        units.append(scenario_of(history.current).units)
    return history, units


def folded(design: Design) -> bool:
    return "units" not in vars(scenario_of(design))


def test_a_step_takes_little_more_room_than_what_it_changes() -> None:
    history = History(large())
    # The first step is cut into slices when it is folded.
    for number in range(3):
        history.push("", edited(history.current, number))
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for number in range(3, EDITS):
            _ = scenario_of(history.current).unit_by_key
            history.push("", edited(history.current, number))
        each = (tracemalloc.get_traced_memory()[0] - before) / (EDITS - 3)
    finally:
        tracemalloc.stop()
    # With what the two states at hand have worked out: a tuple alone takes 16,000 bytes.
    assert each < 6_000


def test_every_state_comes_back_as_it_was() -> None:
    history, units = filled()
    assert sum(folded(step.state) for step in history.steps) == EDITS - 1
    assert [scenario_of(step.state).units for step in history.steps] == units
    assert all(new is old for step, there in zip(history.steps, units, strict=True)
               for new, old in zip(scenario_of(step.state).units, there, strict=True))
    # Those looked at last are at hand for a while, and no others.
    assert sum(not folded(step.state) for step in history.steps) < 12


def test_states_are_the_same_objects_after_undo_and_redo() -> None:
    history, units = filled()
    states, position = [step.state for step in history.steps], history.position
    history.mark_saved()
    seen = []
    history.listen(lambda before, after: seen.append((folded(before), folded(after))))
    for at in (0, EDITS // 2, 7, 8, EDITS):
        history.jump(at)
        assert history.current is states[at]
        assert scenario_of(history.current).units == units[at]
        assert scenario_of(history.current).unit_by_key.keys() == {u.key for u in units[at]}
    assert seen == [(False, False)] * 5
    assert (history.position, history.changed, history.saved_position) == (position, False, position)
    history.undo()
    assert history.changed
    assert sum(not folded(step.state) for step in history.steps) <= 2


def test_an_edit_after_an_undo_keeps_the_list_of_units() -> None:
    """What was undone is dropped then, and nothing is folded in its place: all units would be drawn again."""
    history, _ = filled()
    history.jump(0)
    units = scenario_of(history.current).units
    for number in range(3):
        scenario = scenario_of(history.current)
        history.push("title", with_scenario(history.current, replace(scenario, title=f"{number}")))
        assert scenario_of(history.current).units is units


def test_what_was_worked_out_is_worked_out_again() -> None:
    history, units = filled()
    early = scenario_of(history.steps[5].state)
    assert early == replace(early, units=units[5])
    assert hash(early) == hash(replace(early, units=units[5]))
    assert early.unit_by_key[units[5][3].key] is units[5][3]
    for step in history.steps[20:40]:
        assert scenario_of(step.state).unit_by_key
    assert folded(history.steps[5].state)
    assert "unit_by_key" not in vars(early)
    assert early.unit_by_key[units[5][3].key] is units[5][3]
    assert pickle.loads(pickle.dumps(scenario_of(history.steps[2].state).units)) == units[2]


def test_a_scenario_of_several_steps_is_folded_when_none_of_them_is_at_hand() -> None:
    history = History(large())
    history.push("map", with_map(history.current, replace(history.current.map, title="A")))
    history.push("map", with_map(history.current, replace(history.current.map, title="B")))
    assert not any(folded(step.state) for step in history.steps)
    history.push("units", edited(history.current, 1))
    history.push("units", edited(history.current, 2))
    assert [folded(step.state) for step in history.steps] == [True, True, True, False, False]
    history.jump(0)
    history.undo()
    assert [folded(step.state) for step in history.steps] == [False, False, False, True, False]


@pytest.mark.parametrize("how", ["rewritten", "restored"])
def test_a_history_whose_states_are_other_objects_takes_little_room_too(how: str) -> None:
    history, units = filled()
    if how == "rewritten":
        history.rewrite(lambda state: with_scenario(state, replace(scenario_of(state), name="other")))
    else:
        steps = [Step(s.label, with_scenario(s.state, replace(scenario_of(s.state)))) for s in history.steps]
        history = History.of(steps, history.position, 0)
    assert sum(not folded(step.state) for step in history.steps) < 12
    assert [scenario_of(step.state).units for step in history.steps] == units


def test_a_folded_value_that_was_never_there_is_missing() -> None:
    bare = object.__new__(Scenario)
    with pytest.raises(AttributeError, match="units"):
        _ = bare.units


@pytest.mark.parametrize("items", [(), (1,), tuple(range(15)), tuple(range(100))])
def test_slices_have_all_entries_in_order(items: tuple[int, ...]) -> None:
    for like in ((), sliced(items), sliced((*items, 7, 8)), sliced((5, *items, *items)), sliced((1, 2))):
        assert tuple(entry for part in sliced(items, like) for entry in part) == items
