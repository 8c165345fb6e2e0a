"""Prototypes in the window with real keys: made, used, overrides marked and taken back, removed."""

from __future__ import annotations

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.documents.unit_series_dialog import UnitSeriesDialog
from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.editor.panels.inspector import Inspector
from visegrad_editor.editor.panels.units_table import UnitsTable
from visegrad_editor.editor.widgets.grid import Cell
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import change_unit
from visegrad_editor.model.scenario import Scenario, Unit

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    hand = one_window
    hand.window.session.history.jump(0)
    hand.window.view.canvas.focus_force()
    hand.settle(0.2)
    return hand


def scenario(hand: Hand) -> Scenario:
    found = hand.window.session.scenario
    assert found is not None
    return found


def alike(hand: Hand) -> tuple[str, ...]:
    """The keys of three units of one type and one strength."""
    groups: dict[object, list[str]] = {}
    for unit in scenario(hand).units:
        if unit.values:
            groups.setdefault((unit.nationality, unit.type, unit.values), []).append(unit.key)
    return tuple(next(keys for keys in groups.values() if len(keys) > 2)[:3])


def units(hand: Hand, keys: tuple[str, ...]) -> list[Unit]:
    return [scenario(hand).unit_by_key[k] for k in keys]


def made(hand: Hand) -> tuple[str, ...]:
    """Three units of which the prototype `regiment` was made by its command."""
    keys = alike(hand)
    hand.window.session.select(None, keys)
    hand.settle(0.1)
    hand.answer("Make a prototype", ("type", "regiment"), ("key", "Return"))
    hand.window.perform("make_prototype")
    hand.settle(0.2)
    return keys


def test_a_prototype_is_made_of_the_selected_units_in_one_step(hand: Hand) -> None:
    before = hand.window.session.history.position
    keys = made(hand)
    assert [u.prototype for u in units(hand, keys)] == ["regiment"] * 3
    assert hand.window.session.history.position == before + 1
    assert scenario(hand).prototypes[0].says


def test_the_table_marks_what_a_unit_says_otherwise_and_del_takes_it_back(hand: Hand) -> None:
    keys = made(hand)
    hand.key("shift+F3", wait=0.4)
    panel = hand.window.dock.panel("units_table")
    assert isinstance(panel, UnitsTable)
    grid, model = panel.grid_table, panel.model
    [row] = model.rows_of(keys[:1])
    cell = Cell(row, [c.id for c in model.unit_columns].index("value:strength"))
    grid.go(cell, focus=True)
    hand.settle(0.2)
    usual = model.text(cell)
    assert not model.is_bold(cell)
    assert model.note(cell) == "As the prototype regiment says."
    hand.type("9")
    hand.key("Return", wait=0.3)
    assert (model.text(cell), model.is_bold(cell)) == ("9", True)
    assert model.note(cell) == f"The prototype regiment says {usual}. Del makes it so again."
    grid.go(cell, focus=True)
    hand.settle(0.1)
    hand.key("Delete", wait=0.3)
    assert (model.text(cell), model.is_bold(cell)) == (usual, False)
    hand.type("8")
    hand.key("Return", wait=0.3)
    grid.go(cell, focus=True)
    grid.mark_rows(model.rows_of(keys), (cell.column, cell.column))
    hand.key("ctrl+BackSpace", wait=0.3)
    assert (model.text(cell), [u.overrides for u in units(hand, keys)]) == (usual, [()] * 3)
    hand.key("ctrl+BackSpace", wait=0.3)
    assert panel.foot.cget("text") == "These units say here what the prototype says."


def test_units_are_as_their_prototype_by_key_and_say_so_if_they_are_already(hand: Hand) -> None:
    keys = made(hand)
    hand.window.view.canvas.focus_force()
    hand.window.session.select(None, keys)
    hand.key("ctrl+shift+y", wait=0.3)
    assert scenario(hand).prototypes
    hand.window.session.change("Strength", lambda d: _stronger(d, keys[0]))
    assert units(hand, keys)[0].overrides == ("values",)
    hand.window.session.select(None, keys)
    before = hand.window.session.history.position
    hand.key("ctrl+shift+y", wait=0.3)
    assert (units(hand, keys)[0].overrides, hand.window.session.history.position) == ((), before + 1)


def _stronger(design: Design, key: str) -> Design:
    assert design.scenario is not None
    return with_scenario(design, change_unit(design.scenario, key, values=((19,), (1,))))


def test_the_inspector_marks_what_differs(hand: Hand) -> None:
    keys = made(hand)
    hand.window.show_panel("inspector")
    hand.window.session.change("Strength", lambda d: _stronger(d, keys[0]))
    hand.window.session.select(None, keys[:1])
    hand.settle(0.4)
    panel = hand.window.dock.panel("inspector")
    assert isinstance(panel, Inspector)
    form = panel.unit_form
    assert form is not None
    labels = {str(w.cget("text")) for w in form.frame.grid_slaves(column=0)}
    assert {"• Strength", "Prototype", "Type"} <= labels


def test_a_removed_prototype_leaves_its_values_after_asking(hand: Hand) -> None:
    keys = made(hand)
    before = [u.values for u in units(hand, keys)]
    hand.window.perform("prototypes")
    hand.settle(0.4)
    panel = hand.window.dock.panel("data")
    assert isinstance(panel, DataPanel)
    panel.show_part("scenario", ("prototypes", 0))
    hand.answer("Remove the prototype", ("key", "Return"))
    panel.remove()
    hand.settle(0.2)
    assert scenario(hand).prototypes == ()
    assert [(u.prototype, u.values) for u in units(hand, keys)] == [("", v) for v in before]


def test_new_units_stay_in_place_when_a_message_comes(hand: Hand) -> None:
    dialog = UnitSeriesDialog(hand.window.root, hand.window.session)
    dialog.present(dialog.first_field)
    heights = set[int]()
    told, wrong = "Quiet.TLabel", "Error.TLabel"
    dialog.texts["pattern"].set("# Reserve")
    for last, style in (("1", told), ("12", told), ("none", wrong), ("3", told)):
        dialog.texts["last"].set(last)
        hand.settle(0.2)
        assert str(dialog.preview.cget("style")) == style
        heights.add(dialog.winfo_reqheight())
    assert len(heights) == 1
    dialog.cancel()


def test_the_next_new_units_are_of_the_nationality_of_the_last(hand: Hand) -> None:
    hand.window.session.select(None, ())
    dialog = UnitSeriesDialog(hand.window.root, hand.window.session)
    other = next(n for n in hand.window.session.design.ruleset.nationalities
                 if n.id != scenario(hand).units[-1].nationality and n.name != dialog._nation.get())
    dialog._nation.set(other.name)
    dialog.texts["pattern"].set("# Reserve")
    dialog.create.invoke()
    hand.settle(0.1)
    again = UnitSeriesDialog(hand.window.root, hand.window.session)
    assert again._nation.get() == other.name
    again.cancel()


def test_the_next_new_units_have_the_next_numbers(hand: Hand) -> None:
    for first, last in (("1", "3"), ("4", "15")):
        dialog = UnitSeriesDialog(hand.window.root, hand.window.session)
        dialog.texts["pattern"].set("# Border Guard")
        assert dialog.texts["first"].get() == first
        if last == "3":
            dialog.texts["last"].set(last)
        assert dialog.texts["last"].get() == last
        assert str(dialog.preview.cget("style")) == "Quiet.TLabel"
        dialog.create.invoke()
        hand.settle(0.1)
    assert sum("Border Guard" in u.name for u in scenario(hand).units) == 15


def test_numbers_that_were_typed_stay_when_the_name_changes(hand: Hand) -> None:
    dialog = UnitSeriesDialog(hand.window.root, hand.window.session)
    first = dialog.texts["first"].get()
    dialog.texts["last"].set(str(int(first) + 2))
    dialog.texts["pattern"].set("# Reserve Guard")
    hand.settle(0.1)
    assert [dialog.texts[end].get() for end in ("first", "last")] == [first, str(int(first) + 2)]
    assert str(dialog.preview.cget("text")).startswith("3 units: ")
    # Whoever names an entry that there is not learns where entries are made.
    dialog.texts["turn"].set("2")
    dialog.texts["entry"].set("Atlantis")
    hand.settle(0.1)
    assert "Scenario > Entries… makes others." in str(dialog.preview.cget("text"))
    dialog.cancel()


def test_a_new_series_takes_prototype_size_and_event(hand: Hand) -> None:
    keys = made(hand)
    before = len(scenario(hand).units)
    dialog = UnitSeriesDialog(hand.window.root, hand.window.session)
    assert dialog.prototype is not None
    dialog.prototype.current(1)
    dialog.prototype.event_generate("<<ComboboxSelected>>")
    dialog.texts["pattern"].set("# Reserve")
    dialog.texts["last"].set("2")
    dialog.texts["turn"].set("us-entry")
    dialog.texts["entry"].set("polish-cities")
    dialog.texts["size"].set("army")
    dialog.reduced.set(True)
    hand.settle(0.2)
    assert dialog.preview.cget("text") == "2 units: 1st Reserve, 2nd Reserve."
    dialog.create.invoke()
    new = scenario(hand).units[before:]
    like = units(hand, keys)[0]
    assert [(u.prototype, u.type, u.values, u.size, u.reduced) for u in new] == [
        ("regiment", like.type, like.values, "army", True)] * 2
    assert {u.reinforcement.event for u in new if u.reinforcement} == {"us-entry"}


def test_new_units_make_their_formation_and_tell_where_movement_comes_from(hand: Hand) -> None:
    session = hand.window.session
    before = session.design.ruleset
    kind = next(t for t in before.unit_types if "air" not in t.traits)
    dialog = UnitSeriesDialog(hand.window.root, session)
    dialog._kind.current(before.unit_types.index(kind))
    dialog._kind.event_generate("<<ComboboxSelected>>")
    dialog.texts["pattern"].set("# Corps Troop")
    dialog.texts["last"].set("2")
    dialog.texts["formation"].set("Corps of the Bug")
    hand.settle(0.2)
    assert [label.cget("text") for label in dialog.of_type] == [f"{kind.movement}, of its type"]
    assert dialog.preview.cget("text").endswith("The formation is new.")
    dialog.create.invoke()
    hand.settle(0.2)
    made = session.design.ruleset.formations[-1]
    assert made.name == "Corps of the Bug"
    assert {u.formation for u in units(hand, dialog.made)} == {made.id}
    # It can be chosen for the next ones of the nationality.
    dialog = UnitSeriesDialog(hand.window.root, session)
    dialog._nation.current([n.id for n in before.nationalities].index(made.nationality))
    dialog._nation.event_generate("<<ComboboxSelected>>")
    hand.settle(0.1)
    assert made.name in dialog.formation.cget("values")
    dialog.cancel()
    hand.window.perform("undo")
    assert session.design.ruleset == before
