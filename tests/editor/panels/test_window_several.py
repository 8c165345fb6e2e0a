"""Several units at once: selected in lists by mouse and keys, and edited together."""

from __future__ import annotations

from tkinter import ttk

import pytest
from seen_widgets import button, told
from unit_numbers import strength
from xvfb import MARKS, Hand, Show

from visegrad_editor.editor.panels.inspector import SEVERAL
from visegrad_editor.model.scenario import Reinforcement, Scenario, Unit

pytestmark = MARKS
SLOVAKS = ("slovakia/1st Mechanized", "slovakia/2nd Mechanized")
POLES = ("poland/10th Armored Cavalry", "poland/34th Armored Cavalry", "poland/2nd Mechanized")


@pytest.fixture
def hand(show: Show) -> Hand:
    hand = show("historical")
    hand.window.show_panel("units")
    hand.window.session.select(None)
    hand.settle(0.1)
    return hand


def scenario_of(hand: Hand) -> Scenario:
    scenario = hand.window.session.scenario
    assert scenario is not None
    return scenario


def unit(hand: Hand, key: str) -> Unit:
    return scenario_of(hand).unit_by_key[key]


def steps(hand: Hand) -> int:
    return hand.window.session.history.position


def at(tree: ttk.Treeview, row: str, column: str = "") -> tuple[int, int]:
    """Where a row is on the screen: its name, or a cell."""
    tree.see(row)
    tree.update()
    x, y, width, height = tree.bbox(row, column) if column else tree.bbox(row)
    across = x + width // 2 if column else 110
    return tree.winfo_rootx() + across, tree.winfo_rooty() + y + height // 2


def click(hand: Hand, row: str, held: str = "") -> None:
    tree = hand.window.units.tree
    place = at(tree, row)
    if held:
        hand.do("mousemove", *place, "keydown", held, "click", 1, "keyup", held)
    else:
        hand.click(place)


def rows(*keys: str) -> tuple[str, ...]:
    return tuple(f"unit:{key}" for key in keys)


# -- the list of units --------------------------------------------------------------------------------


def test_selecting_a_nationality_selects_its_units(hand: Hand) -> None:
    window = hand.window
    click(hand, f"unit:{POLES[0]}")
    assert window.session.units == POLES[:1]
    click(hand, "nation:slovakia")
    assert window.session.units == SLOVAKS
    assert window.messages.text == "2 units selected."
    hand.click_on(button(window.units, "Remove"))
    keys = scenario_of(hand).unit_by_key
    assert POLES[0] in keys
    assert not set(SLOVAKS) & set(keys)
    assert window.messages.text == "2 units removed from the scenario. Ctrl+Z undoes it."
    assert steps(hand) == 1


def test_shift_del_removes_the_selected_units(hand: Hand) -> None:
    click(hand, f"unit:{POLES[0]}")
    click(hand, "nation:slovakia")
    hand.key("shift+Delete")
    keys = scenario_of(hand).unit_by_key
    assert POLES[0] in keys
    assert not set(SLOVAKS) & set(keys)


@pytest.mark.parametrize("how", ["button", "shift+Delete", "Delete", "x"])
def test_without_a_selection_in_the_list_no_unit_changes(hand: Hand, how: str) -> None:
    window = hand.window
    click(hand, f"unit:{POLES[0]}")
    window.units._words.set("Hungary")  # the marked unit is not listed any more
    hand.settle(0.1)
    assert window.units.tree.selection() == ()
    before = window.session.design
    if how == "button":
        hand.click_on(button(window.units, "Remove"))
    else:
        window.units.tree.focus_set()
        hand.key(how)
    assert window.session.design is before
    assert window.messages.text.startswith("Select a unit in this list first")
    window.units._words.set("")


def test_ctrl_click_toggles_a_row(hand: Hand) -> None:
    window = hand.window
    click(hand, f"unit:{POLES[0]}")
    click(hand, f"unit:{POLES[2]}", "ctrl")
    assert window.session.units == (POLES[0], POLES[2])
    click(hand, f"unit:{POLES[0]}", "ctrl")
    assert window.session.units == (POLES[2],)
    click(hand, f"unit:{POLES[2]}", "ctrl")
    assert window.session.units == ()
    assert window.units.tree.selection() == ()


def test_ctrl_click_on_a_tab_is_a_click(hand: Hand) -> None:
    strip = hand.window.dock.area("right").strip
    tab = strip.buttons["history"]
    place = tab.winfo_rootx() + 10, tab.winfo_rooty() + 10
    hand.do("mousemove", *place, "keydown", "ctrl", "click", 1, "keyup", "ctrl")
    hand.until(lambda: hand.window.history.winfo_viewable())


def test_shift_with_arrows_and_clicks_selects_a_range_without_headings(hand: Hand) -> None:
    window, tree = hand.window, hand.window.units.tree
    click(hand, f"unit:{SLOVAKS[0]}")
    hand.key("shift+Down", "shift+Down")
    assert tree.selection() == rows(*SLOVAKS, "lithuania/Iron Wolf Mechanized")
    hand.key("shift+Up")
    assert window.session.units == SLOVAKS
    hand.key("shift+Up", "shift+Up")
    assert window.session.units[-1] == SLOVAKS[0]
    assert len(window.session.units) == 2
    assert SLOVAKS[1] not in window.session.units
    click(hand, f"unit:{SLOVAKS[0]}")
    click(hand, "unit:lithuania/Iron Wolf Mechanized", "shift")
    assert window.session.units == (*SLOVAKS, "lithuania/Iron Wolf Mechanized")
    click(hand, f"unit:{SLOVAKS[0]}")
    assert window.session.units == SLOVAKS[:1], "a click on one of several marks it alone"


def test_several_units_are_dragged_and_placed_together(hand: Hand) -> None:
    window, tree = hand.window, hand.window.units.tree
    # The first row is at the lower end, so that the list moves the second one under the pointer, where the
    # next press is then no double click.
    tree.yview_moveto(0)
    hand.settle(0.2)
    first = at(tree, f"unit:{SLOVAKS[0]}")
    click(hand, f"unit:{SLOVAKS[0]}")
    hand.key("shift+Down")
    start, there = at(tree, f"unit:{SLOVAKS[1]}"), hand.centre("2017")
    assert start == first
    hand.drag(start, (start[0] - 60, start[1]), (there[0] + 20, there[1]), there)
    hand.until(lambda: unit(hand, SLOVAKS[0]).hex)
    assert [unit(hand, key).hex for key in SLOVAKS] == ["2017", "2017"]
    assert window.session.history.undo_label == "Place 2 units in 2017, off the schedule"
    assert window.session.units == SLOVAKS
    assert steps(hand) == 1
    click(hand, f"unit:{POLES[0]}")
    click(hand, f"unit:{POLES[2]}", "ctrl")
    place = at(tree, f"unit:{POLES[2]}")
    hand.do("mousemove", *place, "click", "--repeat", 2, "--delay", 60, 1)
    assert window.controller.tool.id == "place"
    assert window.session.brush.units == (POLES[0], POLES[2]), "a double click keeps what was marked"
    hand.click(hand.centre("1919"))
    hand.pause(0.5)  # no further click is part of a double click
    assert [unit(hand, key).hex for key in (POLES[0], POLES[2])] == ["1919", "1919"]
    assert window.session.history.undo_label == "Place 2 units in 1919"


def test_flip_and_off_map_say_how_many(hand: Hand) -> None:
    window = hand.window
    placed = next(u.key for u in scenario_of(hand).units if u.hex and u.values)
    window.session.select(None, (placed, *SLOVAKS))
    hand.key("x")
    assert all(unit(hand, key).reduced for key in (placed, *SLOVAKS))
    assert window.messages.text == "3 units flipped. Ctrl+Z undoes it."
    window.perform("off_map")
    assert unit(hand, placed).setup is None
    assert window.messages.text == (
        "1 unit taken off the map; 2 were not set up. Ctrl+Z undoes it.")
    before = steps(hand)
    window.perform("off_map")
    assert steps(hand) == before
    assert window.messages.text == "None of the 3 selected units is set up."
    window.session.select(None, SLOVAKS[:1])
    window.perform("off_map")
    assert window.messages.text == "1st Mechanized is not set up. It arrives as a reinforcement."


def test_air_units_are_not_flipped(hand: Hand) -> None:
    window = hand.window
    wings = tuple(u.key for u in scenario_of(hand).units if not u.values)[:2]
    placed = next(u.key for u in scenario_of(hand).units if u.hex and u.values)
    assert len(wings) == 2
    before = steps(hand)
    window.session.select(None, wings)
    window.perform("flip")
    assert window.messages.text == (
        "None of the 2 selected units has a reduced side, so they are not flipped.")
    window.session.select(None, wings[:1])
    window.perform("flip")
    assert window.messages.text == f"{unit(hand, wings[0]).name} has no reduced side, so it is not flipped."
    assert steps(hand) == before
    window.session.select(None, (placed, *wings))
    window.perform("flip")
    assert window.messages.text == "1 unit flipped; 2 have no reduced side. Ctrl+Z undoes it."
    assert [unit(hand, key).reduced for key in (placed, *wings)] == [True, False, False]


def test_a_drag_on_the_map_says_which_selected_units_stay(hand: Hand) -> None:
    window, grid = hand.window, hand.window.session.design.map.grid
    standing = [u for u in scenario_of(hand).units if u.hex]
    one = next(u for u in standing if sum(v.hex == u.hex for v in standing) == 1)
    other = next(u for u in standing if u.hex != one.hex)
    window.session.select(None, (one.key, other.key))
    hex = grid.parse(one.hex)
    assert hex is not None
    window.view.reveal(window.session.design.map.geometry.centre(hex), 3.0)
    hand.settle(0.3)
    there = next(grid.number(h) for h in grid.within(hex, 1)
                 if h != hex and window.session.design.map.terrain.at(h) == "clear")
    start, end = hand.centre(one.hex), hand.centre(there)
    hand.do("mousemove", *start, "mousedown", 1)
    hand.do("mousemove", *end)
    assert window.controller.words == f"Move to {there}; 1 other selected unit stays"
    hand.do("mouseup", 1)
    assert unit(hand, one.key).hex == there
    assert unit(hand, other.key).hex == other.hex


# -- reinforcements -----------------------------------------------------------------------------------


@pytest.fixture
def late(hand: Hand) -> Hand:
    """The schedule is shown, the units of the United States are marked in it."""
    window = hand.window
    window.show_panel("reinforcements")
    hand.settle(0.1)
    tree = window.reinforcements.tree
    first, *others = americans(hand)
    hand.click(at(tree, first))
    for _ in others:
        hand.key("shift+Down")
    assert tree.selection() == (first, *others)
    return hand


def americans(hand: Hand) -> tuple[str, ...]:
    tree = hand.window.reinforcements.tree
    found = tuple(k for k in tree.get_children()
                  if (arrival := unit(hand, k).reinforcement) and arrival.event == "us-entry")
    assert len(found) == 9
    return found


def arrivals(hand: Hand, keys: tuple[str, ...]) -> set[tuple[int, str]]:
    return {(a.turn, a.event) for key in keys if (a := unit(hand, key).reinforcement) is not None}


def test_nine_units_get_a_turn_in_one_step_and_go_back_to_their_event(late: Hand) -> None:
    window, keys = late.window, americans(late)
    late.key("Return")
    editor = window.reinforcements.editor
    assert editor is not None
    assert editor.get() == "US entry", "the field shows what holds"
    assert "Italian entry" in editor.cget("values")
    late.key("4", "Return")
    assert arrivals(late, keys) == {(4, "")}
    assert steps(late) == 1
    assert window.messages.text == "9 units now arrive on turn 4."
    assert window.reinforcements.tree.selection() == keys
    late.key("Return")
    late.key("4", "Return")
    assert steps(late) == 1
    assert window.messages.text == "All 9 units already arrive on turn 4."
    late.key("Return")
    late.type("us entry")
    late.key("Return")
    assert arrivals(late, keys) == {(0, "us-entry")}
    assert steps(late) == 2
    window.session.undo()
    window.session.undo()
    assert americans(late) == keys


def test_an_invalid_turn_is_refused_for_all(late: Hand) -> None:
    window, before = late.window, late.window.session.design
    late_turn = "cannot arrive on turn 99: the game has 10 turns."
    zero = "cannot arrive on turn 0: the first turn is 1."
    no_turn = "Enter a turn as a whole number, or an event:"
    for typed, said in (("99", late_turn), ("0", zero), ("soon", no_turn)):
        late.key("Return")
        late.type(typed)
        late.key("Return")
        assert window.session.design is before
        assert said in window.messages.text


def test_earlier_and_later_say_who_stays(late: Hand) -> None:
    window, panel, keys = late.window, late.window.reinforcements, americans(late)
    before = window.session.design
    late.click_on(button(panel, "Earlier"))
    assert window.session.design is before
    assert window.messages.text == (
        "All 9 selected units arrive with events, not on turns: choose a turn with Return first.")
    window.session.select(None, keys[:1])
    late.settle(0.05)
    panel.shift(-1)
    assert window.messages.text.startswith("M.E.U. arrives with the event US entry, not on a turn")
    dated = [k for k in panel.tree.get_children() if (a := unit(late, k).reinforcement) and a.turn == 2][:2]
    window.session.select(None, (*dated, keys[0]))
    late.settle(0.05)
    panel.shift(1)
    assert arrivals(late, tuple(dated)) == {(3, "")}
    assert window.messages.text == "2 units moved one turn later; 1 arrives with an event and is unchanged."
    first = next(k for k in panel.tree.get_children() if (a := unit(late, k).reinforcement) and a.turn == 1)
    window.session.select(None, (first, *dated))
    late.settle(0.05)
    now = window.session.design
    panel.shift(-1)
    assert window.session.design is now
    assert "would arrive on turn 0, and the game has turns 1 to 10, so none was moved" in window.messages.text


def test_a_double_click_edits_all_selected_rows(late: Hand) -> None:
    window, keys = late.window, americans(late)
    place = at(window.reinforcements.tree, keys[2], "entry")
    late.do("mousemove", *place, "click", "--repeat", 2, "--delay", 60, 1)
    editor = window.reinforcements.editor
    assert editor is not None
    assert editor.get() == ""
    editor.set(editor.cget("values")[0])
    late.key("Return")
    entries = {a.entry for key in keys if (a := unit(late, key).reinforcement)}
    assert len(entries) == 1
    assert steps(late) == 1
    assert window.messages.text.startswith("9 units now arrive at ")


def test_without_a_selection_the_schedule_changes_nothing(late: Hand) -> None:
    window, panel = late.window, late.window.reinforcements
    window.session.select(None, POLES[:1])
    late.settle(0.05)
    assert panel.tree.selection() == ()
    before = window.session.design
    for act in ("Earlier", "Later", "Remove"):
        window.say("")
        late.click_on(button(panel, act))
        assert window.messages.text.startswith("Select a reinforcement in the list first"), act
    panel.tree.focus_set()
    for key in ("Return", "F2", "Delete", "shift+Delete", "x"):
        window.say("")
        late.key(key)
        assert window.messages.text.startswith("Select a reinforcement in the list first"), key
    assert window.session.design is before


def test_units_of_the_air_keep_their_place_off_the_map(late: Hand) -> None:
    window, panel = late.window, late.window.reinforcements
    flying = next(k for k in americans(late) if (a := unit(late, k).reinforcement) and a.entry == "off-map")
    window.session.select(None, (flying,))
    late.settle(0.05)
    panel._accept((flying,), "turn", {}, "3")
    assert unit(late, flying).reinforcement == Reinforcement("off-map", 3)


# -- the inspector ------------------------------------------------------------------------------------


def test_the_inspector_shows_what_units_have_in_common_and_edits_all(hand: Hand) -> None:
    window = hand.window
    window.show_panel("inspector")
    keys = (*SLOVAKS, POLES[0])
    window.session.select(None, keys)
    hand.settle(0.2)
    form = window.inspector.unit_form
    assert form is not None
    assert "3 units" in told(window.inspector)
    assert "Name" not in form.fields
    assert form.fields["Nationality"].get() == SEVERAL
    assert form.fields["Strength"].get() == ""
    assert SEVERAL in told(form.fields["Strength"])
    strengths = [strength(unit(hand, key)) for key in keys]
    assert len(set(strengths)) == 2
    form.fields["Strength"].focus_set()
    hand.type(str(strengths[0]))
    hand.key("Return")
    assert {strength(unit(hand, key)) for key in keys} == {strengths[0]}
    assert steps(hand) == 1
    assert window.messages.text == "Strength: 1 unit changed; 2 already had this value."
    assert window.session.history.undo_label == "Strength of 3 units"
    hand.settle(0.2)
    form = window.inspector.unit_form
    assert form is not None
    assert form.fields["Strength"].get() == str(strengths[0])
    form.fields["Set-up hex"].focus_set()
    hand.type("2017")
    hand.key("Return")
    assert [unit(hand, key).hex for key in keys] == ["2017"] * 3
    assert window.session.history.undo_label == "Move 3 units to 2017"


def test_renaming_keeps_all_units_selected_and_an_impossible_name_changes_none(hand: Hand) -> None:
    window = hand.window
    window.show_panel("inspector")
    window.session.select(None, SLOVAKS)
    hand.settle(0.2)
    choose(hand, "Nationality", "Lithuania")
    assert window.session.units == ("lithuania/1st Mechanized", "lithuania/2nd Mechanized")
    assert window.messages.text == "Nationality: 2 units changed."
    hand.settle(0.2)
    before = window.session.design
    keys = (*window.session.units, "czech-republic/4th Rapid")
    same = next(u for u in scenario_of(hand).units if u.name == "1st Mechanized" and u.key not in keys)
    window.session.select(None, keys)
    hand.settle(0.2)
    nation = next(n.name for n in window.session.design.ruleset.nationalities if n.id == same.nationality)
    choose(hand, "Nationality", nation)
    assert window.session.design is before
    assert window.session.units == keys
    assert "There is already a unit called 1st Mechanized" in told(window.inspector)


def choose(hand: Hand, label: str, name: str) -> None:
    """Choose in a list of the form of units."""
    form = hand.window.inspector.unit_form
    assert form is not None
    box = form.fields[label]
    assert isinstance(box, ttk.Combobox)
    box.current([*box.cget("values")].index(name))
    box.event_generate("<<ComboboxSelected>>")
    hand.settle(0.05)
