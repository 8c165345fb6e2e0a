"""The table of units with real keys and clicks: marks, fills, copies, series; one step of undo each."""

from __future__ import annotations

import time
from dataclasses import replace
from tkinter import ttk
from tkinter.font import nametofont

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.documents.import_dialogs import ReportDialog
from visegrad_editor.editor.documents.unit_series_dialog import UnitSeriesDialog
from visegrad_editor.editor.panels.units_table import UnitsTable
from visegrad_editor.editor.widgets.grid import Cell
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.scenario import Scenario, Unit

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """The window with nothing changed, the table of units in front."""
    hand = one_window
    hand.window.session.history.jump(0)
    hand.window.view.canvas.focus_force()
    hand.settle(0.1)
    hand.key("shift+F3", wait=0.3)
    panel = table(hand)
    panel._words.set("")
    panel.model.sorted_by = ""
    panel.model._shown = ()
    panel.grid_table.go(Cell(0, 0), focus=True)
    hand.settle(0.2)
    return hand


def table(hand: Hand) -> UnitsTable:
    found = hand.window.dock.panel("units_table")
    assert isinstance(found, UnitsTable)
    return found


def scenario(hand: Hand) -> Scenario:
    found = hand.window.session.scenario
    assert found is not None
    return found


def column(hand: Hand, id: str) -> int:
    return [c.id for c in table(hand).model.unit_columns].index(id)


def at(hand: Hand, row: int, id: str) -> None:
    """Make a cell the current one, as a click would."""
    table(hand).grid_table.go(Cell(row, column(hand, id)), focus=True)
    hand.settle(0.1)


def shown(hand: Hand, row: int) -> Unit:
    return table(hand).model.unit(row)


def turns(hand: Hand) -> list[int]:
    """The turns on which the first three units arrive."""
    return [u.reinforcement.turn for row in range(3) if (u := shown(hand, row)).reinforcement]


def steps(hand: Hand) -> int:
    return hand.window.session.history.position


def test_twelve_numbered_regiments_with_turn_and_entry_are_one_step(hand: Hand) -> None:
    before = scenario(hand).units
    begun = time.monotonic()
    # Nationality, type, first, last, style, name, two values, formation, turn, later by, entry.
    hand.answer(
        "New units", ("key", "Tab", "Tab", "Tab", "Tab", "Tab"), ("type", "# Motorised Regiment"),
        ("key", "Tab", "Tab", "Tab", "Tab"), ("type", "3"), ("key", "Tab", "Tab"), ("type", "polish-cities"),
        ("key", "Return"))
    hand.key("ctrl+shift+u", wait=0.4)
    took = time.monotonic() - begun
    made = scenario(hand).units[len(before):]
    assert [u.name for u in made] == [
        f"{n} Motorised Regiment" for n in (
            "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th", "12th")]
    assert {(u.reinforcement.turn, u.reinforcement.entry) for u in made if u.reinforcement} == {
        (3, "polish-cities")}
    assert took < 20
    assert steps(hand) == 1
    assert len(hand.window.session.units) == 12
    hand.window.perform("undo")
    assert scenario(hand).units == before


def test_a_value_typed_into_a_marked_column_changes_all(hand: Hand) -> None:
    at(hand, 0, "value:strength")
    hand.key("shift+Down", "shift+Down", "shift+Down")
    assert table(hand).grid_table.marked == {0, 1, 2, 3}
    hand.type("9")
    hand.key("Return", wait=0.2)
    assert [shown(hand, row).values[0][0] for row in range(4)] == [9, 9, 9, 9]
    assert shown(hand, 4).values[0][0] != 9
    assert steps(hand) == 1
    hand.key("ctrl+z", wait=0.2)
    assert steps(hand) == 0


def test_control_and_click_mark_rows_and_shift_a_range(hand: Hand) -> None:
    panel = table(hand)
    places = [panel.grid_table.box_on_screen(Cell(row, 0)) for row in range(6)]
    spots = [(x + 60, y + height // 2) for x, y, _, height in places]
    hand.click(spots[0])
    hand.do("keydown", "ctrl", "mousemove", *spots[2], "click", 1, "keyup", "ctrl", wait=0.2)
    assert panel.grid_table.marked == {0, 2}
    assert len(hand.window.session.units) == 2
    hand.do("keydown", "shift", "mousemove", *spots[4], "click", 1, "keyup", "shift", wait=0.2)
    assert panel.grid_table.marked == {2, 3, 4}
    hand.drag(spots[1], spots[2], spots[3])
    assert panel.grid_table.marked == {1, 2, 3}
    hand.key("Escape")
    assert panel.grid_table.marked == frozenset()


def test_fill_series_continues_names_and_turns(hand: Hand) -> None:
    at(hand, 0, "name")
    hand.key("shift+Down", "shift+Down")
    first = shown(hand, 0).name
    assert first == "10th Armored Cavalry"
    hand.key("ctrl+shift+d", wait=0.2)
    assert [shown(hand, row).name for row in range(3)] == [
        f"{n} Armored Cavalry" for n in ("10th", "11th", "12th")]
    at(hand, 0, "turn")
    hand.type("2")
    hand.key("Return", wait=0.2)
    at(hand, 0, "turn")
    hand.key("shift+Down", "shift+Down")
    hand.key("ctrl+shift+d", wait=0.2)
    assert turns(hand) == [2, 3, 4]
    hand.key("ctrl+d", wait=0.2)
    assert turns(hand) == [2, 2, 2]
    assert steps(hand) == 4


def test_cells_are_copied_and_pasted_as_of_a_spreadsheet(hand: Hand) -> None:
    at(hand, 0, "value:strength")
    hand.key("shift+Down", "shift+Right", "ctrl+c", wait=0.1)
    text = hand.window.root.clipboard_get()
    assert [len(line.split("\t")) for line in text.splitlines()] == [2, 2]
    hand.window.root.clipboard_clear()
    hand.window.root.clipboard_append("'5\t2\r\n6,0\t3\r\n")
    at(hand, 2, "value:strength")
    hand.key("ctrl+v", wait=0.2)
    assert [shown(hand, row).values for row in (2, 3)] == [((5,), (2,)), ((6,), (3,))]
    assert steps(hand) == 1
    hand.window.root.clipboard_clear()
    hand.window.root.clipboard_append("3-Apr\n5")
    hand.key("ctrl+v", wait=0.2)
    assert steps(hand) == 1
    assert "is a date" in str(table(hand).foot.cget("text"))


def test_a_table_pasted_with_heads_is_shown_first(hand: Hand) -> None:
    hand.window.root.clipboard_clear()
    hand.window.root.clipboard_append(
        "Name\tNationality\tType\tStrength\n1st Guards\tPoland\tarmored-cavalry\t5\n")
    hand.answer("Import the pasted units", ("key", "Return"))
    hand.key("ctrl+v", wait=0.6)
    assert "poland/1st Guards" in scenario(hand).unit_by_key
    assert steps(hand) == 1
    assert not hand.has_keyboard(ReportDialog)


def test_headings_sort_and_words_filter(hand: Hand) -> None:
    panel = table(hand)
    grid = panel.grid_table
    x, _, width, _ = grid.box_on_screen(Cell(0, 0))
    head = (x + width // 2, grid.canvas.winfo_rooty() + grid.places.head // 2)
    hand.click(head)
    names = [shown(hand, row).name for row in range(panel.model.rows)]
    assert names[:2] != [u.name for u in scenario(hand).units[:2]]
    assert names.index("1st Armored") < names.index("10th Armored Cavalry")
    hand.click(head)
    assert [shown(hand, row).name for row in range(panel.model.rows)][-1] == names[0]
    hand.key("ctrl+f")
    hand.type("hungary infantry")
    hand.settle(0.2)
    assert {shown(hand, row).nationality for row in range(panel.model.rows)} == {"hungary"}
    hand.key("Escape", wait=0.2)
    assert panel.model.rows == len(scenario(hand).units)


def test_marked_units_are_copied_and_removed(hand: Hand) -> None:
    number = len(scenario(hand).units)
    at(hand, 0, "name")
    hand.key("shift+Down")
    hand.click_on(table(hand).buttons["Duplicate"])
    assert len(scenario(hand).units) == number + 2
    assert len(table(hand).grid_table.marked) == 2
    hand.window.view.canvas.focus_force()
    table(hand).take_keyboard()
    hand.key("shift+Delete", wait=0.2)
    assert len(scenario(hand).units) == number
    assert steps(hand) == 2


def test_what_does_not_fit_says_why_and_changes_nothing(hand: Hand) -> None:
    at(hand, 0, "setup")
    hand.type("9999")
    hand.key("Return", wait=0.2)
    assert 'no hex "9999"' in str(table(hand).foot.cget("text"))
    hand.key("Escape")
    at(hand, 0, "setup")
    hand.type("box:nowhere")
    hand.key("Return", wait=0.2)
    told = str(table(hand).foot.cget("text"))
    assert 'no box "nowhere". The boxes are allied-air-pool' in told
    hand.key("Escape")
    at(hand, 0, "name")
    hand.key("shift+Down")
    hand.type("Same")
    hand.key("Return", wait=0.2)
    assert "two units called Same" in str(table(hand).foot.cget("text"))
    hand.key("Escape")
    assert steps(hand) == 0
    at(hand, 0, "name")
    hand.key("ctrl+d", wait=0.2)
    assert "Mark the cells to fill" in str(table(hand).foot.cget("text"))


def test_keys_in_a_table_that_shows_nothing_say_so(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = table(hand)
    said: list[str] = []
    monkeypatch.setattr(panel.grid_table, "say", said.append)
    panel._words.set("no such unit")
    panel._filter()
    hand.settle(0.2)
    assert panel.model.rows == 0
    panel.grid_table.canvas.focus_force()
    for key in ("ctrl+c", "ctrl+x", "Delete", "BackSpace"):
        said.clear()
        hand.key(key, wait=0.2)
        assert "There is no row here." in said, key
    hand.key("Return", wait=0.2)
    assert hand.faults == []


def test_columns_are_as_wide_as_their_texts_and_grow_with_new_units(hand: Hand) -> None:
    model = table(hand).model

    def widths() -> dict[str, int]:
        return {c.id: g.width for c, g in zip(model.unit_columns, model.columns, strict=True)}

    before = widths()
    empty = [c.id for c in model.unit_columns if not any(
        model.text(Cell(row, column(hand, c.id))) for row in range(model.rows))]
    assert empty
    assert all(before[c.id] == max(44, 24 + 7 * len(c.title)) for c in model.unit_columns if c.id in empty)
    measure = nametofont("TkDefaultFont", hand.window.root).measure
    names = column(hand, "type")
    for row in range(model.rows):
        text = model.text(Cell(row, names))
        assert measure(text) <= before["type"] or before["type"] == 200, text
    session = hand.window.session
    units = scenario(hand).units
    long = replace(units[0], name="9th Regiment of the Long Name of the River Vistula", notes="Held")
    # No column changes while cells are edited, but with a unit that comes.
    session.edit("Notes", with_scenario(session.design, replace(
        scenario(hand), units=(replace(units[0], notes="A long note " * 4), *units[1:]))))
    assert widths() == before
    session.edit("Add", with_scenario(session.design, replace(scenario(hand), units=(*units, long))))
    after = widths()
    assert after["name"] == 260 > before["name"]
    assert all(after[id] >= before[id] for id in before)


def test_empty_columns_are_left_out_and_come_back(hand: Hand) -> None:
    model = table(hand).model
    titles = [c.title for c in model.columns]
    hand.click_on(table(hand).buttons["Empty columns"])
    left = [c.title for c in model.columns]
    assert left[0] == titles[0]
    assert "Short name" not in left
    assert {"Nationality", "Type", "Strength"} <= set(left)
    assert all(any(model.text(Cell(row, n)) for row in range(model.rows)) for n in range(len(left)))
    assert "Short name" in hand.window.status.hex.cget("text")
    # A column that gets its first text is shown, and stays when that is taken away again.
    key = model.unit(0).key
    now = scenario(hand)
    unit = replace(now.unit_by_key[key], short="Ten")
    hand.window.session.change("Short name", lambda d: with_scenario(
        d, replace(now, units=tuple(unit if u.key == key else u for u in now.units))))
    hand.settle(0.2)
    assert "Short name" in [c.title for c in model.columns]
    hand.window.session.undo()
    hand.settle(0.2)
    assert "Short name" in [c.title for c in model.columns]
    hand.click_on(table(hand).buttons["Empty columns"])
    assert [c.title for c in model.columns] == titles


def test_each_counter_of_the_table_is_that_of_its_unit(hand: Hand) -> None:
    model = table(hand).model
    drawn: dict[object, bytes] = {}
    for row in range(model.rows):
        picture = model.picture(Cell(row, 0))
        assert picture is not None
        image = picture.make().tobytes()
        assert drawn.setdefault(picture.key, image) == image, model.unit(row).key
    assert len(set(drawn.values())) > model.rows // 2


def test_a_counter_of_the_table_follows_its_look_and_its_name(hand: Hand) -> None:
    session, model = hand.window.session, table(hand).model
    keys = [model.picture(Cell(0, 0))]
    first = model.unit(0)
    for changes in ({"short": "A 1"}, {"look": replace(first.look, ink="#112233")}):
        units = tuple(replace(u, **changes) if u.key == first.key else u for u in scenario(hand).units)
        session.edit("Look", with_scenario(session.design, replace(scenario(hand), units=units)))
        keys.append(model.picture(Cell(0, 0)))
    assert len({p.key for p in keys if p is not None}) == len(keys)


def copied(hand: Hand, text: str) -> None:
    hand.window.root.clipboard_clear()
    hand.window.root.clipboard_append(text)


def told(hand: Hand) -> str:
    return str(table(hand).foot.cget("text"))


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_a_table_with_heads_is_shown_first_whatever_separates_its_cells(hand: Hand, between: str) -> None:
    names = [u.name for u in scenario(hand).units]
    lines = ("Name,Nationality,Unit type,Strength", "1st Guards,Poland,armored-cavalry,5",
             "2nd Guards,Poland,armored-cavalry,4")
    copied(hand, "\n".join(lines).replace(",", between) + "\n")
    hand.answer("Import the pasted units", ("key", "Escape"))
    hand.key("ctrl+v", wait=0.5)
    assert steps(hand) == 0
    at(hand, 0, "name")
    hand.key("shift+Down")
    hand.answer("Import the pasted units", ("key", "Return"))
    hand.key("ctrl+v", wait=0.5)
    assert [u.name for u in scenario(hand).units] == [*names, "1st Guards", "2nd Guards"]
    assert steps(hand) == 1


def test_lines_of_columns_without_heads_are_asked_about(hand: Hand) -> None:
    names = [u.name for u in scenario(hand).units]
    at(hand, 0, "value:strength")
    for number in (2, 3):
        assert shown(hand, 0).values[1] != (number,)
    copied(hand, "9;8\n7;6\n")
    hand.answer("Paste", ("key", "Escape"))
    hand.key("ctrl+v", wait=0.4)
    assert steps(hand) == 0
    hand.answer("Paste", ("key", "Return"))
    hand.key("ctrl+v", wait=0.4)
    assert [shown(hand, row).values[0] for row in (0, 1)] == [(9,), (7,)]
    assert steps(hand) == 1
    at(hand, 0, "name")
    copied(hand, "Lancers, 1st\nLancers, 2nd")
    hand.answer("Paste", ("key", "Escape"))
    hand.key("ctrl+v", wait=0.4)
    assert [u.name for u in scenario(hand).units] == names
    hand.answer("Paste", ("key", "Tab", "Return"))
    hand.key("ctrl+v", wait=0.4)
    # Each line into one cell is as well possible, since names may have commas.
    assert [shown(hand, row).name for row in (0, 1)] == ["Lancers, 1st", "Lancers, 2nd"]


def test_a_name_with_a_comma_and_cells_copied_here_are_pasted_without_a_question(hand: Hand) -> None:
    at(hand, 0, "name")
    copied(hand, "Guards, 1st")
    hand.key("ctrl+v", wait=0.3)
    assert shown(hand, 0).name == "Guards, 1st"
    at(hand, 1, "name")
    copied(hand, "Guards, 2nd")
    hand.key("ctrl+v", wait=0.3)
    at(hand, 0, "name")
    hand.key("shift+Down", "ctrl+c", wait=0.2)
    at(hand, 0, "notes")
    hand.key("ctrl+v", wait=0.3)
    assert [shown(hand, row).notes for row in (0, 1)] == ["Guards, 1st", "Guards, 2nd"]


def test_marks_follow_what_is_selected_elsewhere_and_do_not_outlive_the_table(hand: Hand) -> None:
    grid, session = table(hand).grid_table, hand.window.session
    at(hand, 0, "notes")
    hand.key("shift+Down", "shift+Down")
    assert len(grid.marked) == 3
    hand.window.dock.close("units_table")
    hand.settle(0.2)
    other = scenario(hand).units[7]
    session.select(None, (other.key,))
    hand.key("shift+F3")
    hand.until(lambda: grid.winfo_viewable() and grid.marked == frozenset())
    assert shown(hand, grid.cursor.row).key == other.key
    hand.until(lambda: hand.window.root.focus_get() is grid.canvas)
    hand.type("Held")
    hand.key("Return", wait=0.2)
    assert [u.key for u in scenario(hand).units if u.notes == "Held"] == [other.key]
    # While it is open, too.
    few = tuple(u.key for u in scenario(hand).units[2:5])
    session.select(None, few)
    hand.until(lambda: table(hand).model.keys(sorted(grid.marked)) == few)
    assert session.units == few
    session.select(None, ())
    hand.settle(0.2)
    assert grid.marked == frozenset()


def test_formations_that_a_pasted_table_names_are_made_with_a_tick(hand: Hand) -> None:
    before = len(hand.window.session.design.ruleset.formations)
    copied(hand, "Name,Nationality,Type,Formation\n1st Guards,Poland,armored-cavalry,Legion\n")
    seen: list[str] = []

    def tick() -> None:
        dialog = next(w for w in table(hand).winfo_children() if isinstance(w, ReportDialog))
        seen.append(str(dialog.formations_tick.cget("text")))
        hand.click_on(dialog.formations_tick)
        hand.answer("Import the pasted units", ("key", "Return"))

    hand.window.root.after(1200, tick)
    hand.key("ctrl+v", wait=0.8)
    assert seen == ["Make 1 formation that the ruleset does not have: Legion"]
    made = hand.window.session.design.ruleset.formations
    assert [f.name for f in made[before:]] == ["Legion"]
    assert scenario(hand).unit_by_key["poland/1st Guards"].formation == made[-1].id
    assert steps(hand) == 1
    # Now there is a column, in which only formations that there are can be typed.
    at(hand, 0, "formation")
    hand.type("Lgion of others")
    hand.key("Return", wait=0.2)
    assert "is not a formation" in told(hand)
    assert "New formations are made with Scenario > Formations…." in told(hand)
    hand.key("Escape")


@pytest.mark.parametrize("selected", [False, True])
def test_new_units_opens_beside_a_unit_of_an_unknown_nationality_and_type(hand: Hand, selected: bool) -> None:
    session = hand.window.session
    assert session.scenario is not None
    stray = replace(session.scenario.units[-1], nationality="nowhere", type="nothing")
    session.edit("Break it", with_scenario(session.design, replace(
        session.scenario, units=(*session.scenario.units[:-1], stray))))
    session.select(None, (stray.key,) if selected else ())
    opened: list[str] = []

    def look() -> None:
        dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, UnitSeriesDialog))
        assert isinstance(dialog.first_field, ttk.Combobox)
        opened.append(dialog.first_field.get())
        dialog.destroy()

    hand.window.root.after(300, look)
    hand.window.perform("new_units")
    assert opened == [session.design.ruleset.nationalities[0].name]
