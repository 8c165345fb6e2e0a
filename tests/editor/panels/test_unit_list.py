"""The list of many units: rows get their pictures when visible, and an edit changes only its rows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from tkinter import ttk

import pytest
import xvfb
from seen_widgets import told
from small_design import small_design
from unit_numbers import numbers
from value_games import adm_design, adm_unit

from tests.support.bundled import design_of
from visegrad_editor.editor.documents.scenario_dialogs import ask_new_unit
from visegrad_editor.editor.panels import units_panel
from visegrad_editor.editor.panels.inspector import UnitFields
from visegrad_editor.editor.panels.units_panel import FILTERS, UnitsPanel, unit_rows, value_words
from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.editor.widgets.counter_pictures import CounterPictures
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.window import theme
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.units import change_unit, place_units, remove_units
from visegrad_editor.model.fields import declared
from visegrad_editor.model.rules.counter import Formation
from visegrad_editor.model.scenario import Unit

pytestmark = xvfb.MARKS


def crowd(count: int) -> Design:
    design = small_design()
    assert design.scenario is not None
    one = next(u for u in design.scenario.units if u.hex)
    units = tuple(replace(one, name=f"{n + 1}th Crowd") for n in range(count))
    return replace(design, scenario=replace(design.scenario, units=units))


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> Iterator[UnitsPanel]:
    monkeypatch.setenv("DISPLAY", xvfb.screen())
    root = tk.Tk()
    theme.apply(root)
    made = UnitsPanel(root, Session(crowd(600), OpenDocument("scenario", None, "Crowd")), lambda _k: None,
                      lambda _x, _y, _d: False, lambda: None, lambda: None, lambda: None)
    made.pack(fill="both", expand=True)
    root.geometry("330x500")
    root.update()
    yield made
    root.destroy()


def pictured(panel: UnitsPanel) -> list[str]:
    return [id for id in unit_rows(panel._session.design, FILTERS[0], "") if panel.tree.item(id, "image")]


def test_rows_get_their_pictures_when_visible(panel: UnitsPanel) -> None:
    ids = [*unit_rows(panel._session.design, FILTERS[0], "")]
    assert len(ids) == 600
    assert 5 < len(pictured(panel)) < 60
    assert pictured(panel) == ids[: len(pictured(panel))]
    panel.tree.yview_moveto(1.0)
    panel.update()
    assert ids[-1] in pictured(panel)
    assert len(pictured(panel)) < 120
    panel.tree.see(ids[300])
    panel.update()
    assert ids[300] in pictured(panel)


def test_units_are_listed_below_their_formations(panel: UnitsPanel) -> None:
    session, tree = panel._session, panel.tree
    design = session.design
    assert design.scenario is not None
    formations = (Formation("army", "First Army"), Formation("corps", "IV Corps", parent="army"))
    units = design.scenario.units[:4]
    units = (*(replace(u, formation="corps") for u in units[:2]), replace(units[2], formation="army"),
             units[3])
    session.edit("Formations", replace(
        design, ruleset=replace(design.ruleset, formations=formations),
        scenario=replace(design.scenario, units=units)))
    panel.update()
    nation = units[0].nationality
    army, corps = f"formation:{nation}/army", f"formation:{nation}/corps"
    assert [tree.parent(f"unit:{u.key}") for u in units] == [corps, corps, army, f"nation:{nation}"]
    assert tree.parent(corps) == army
    assert [tree.item(row, "text") for row in (army, corps)] == ["First Army  (3)", "IV Corps  (2)"]
    assert panel.units_below(army) == tuple(u.key for u in units[:3])
    panel.select_first()
    assert panel.chosen_keys() == (units[0].key,)
    after = session.design
    assert after.scenario is not None
    transferred = change_unit(after.scenario, units[3].key, formation="corps")
    session.edit("Transfer", replace(after, scenario=transferred))
    panel.update()
    assert tree.parent(f"unit:{units[3].key}") == corps


def test_an_edit_changes_only_its_row_and_keeps_the_scroll_position(panel: UnitsPanel) -> None:
    session, tree = panel._session, panel.tree
    ids = [*unit_rows(session.design, FILTERS[0], "")]
    tree.see(ids[400])
    panel.update()
    top, written = tree.yview(), []
    kept = panel._write
    panel._write = lambda row: (written.append(row.id), kept(row))[1]  # type: ignore[method-assign, func-returns-value]
    scenario = session.scenario
    assert scenario is not None
    moved = place_units(scenario, [ids[400][5:]], "0704")
    session.edit("Move", replace(session.design, scenario=moved))
    panel.update()
    assert written == [ids[400]]
    assert tree.set(ids[400], "where") == "0704"
    assert tree.item(ids[400], "image")
    assert tree.yview() == top
    session.edit("Flip", replace(session.design, scenario=change_unit(moved, ids[3][5:], **numbers(9, 3))))
    assert written == [ids[400], ids[3]]
    session.history.undo()
    session.history.undo()
    assert tree.set(ids[400], "where") == scenario.unit_by_key[ids[400][5:]].hex


def test_a_removed_unit_leaves_the_list(panel: UnitsPanel) -> None:
    session = panel._session
    ids = [*unit_rows(session.design, FILTERS[0], "")]
    assert session.scenario is not None
    session.edit("Remove", replace(session.design, scenario=remove_units(session.scenario, [ids[0][5:]])))
    assert not panel.tree.exists(ids[0])
    assert panel.tree.exists(ids[1])


def test_tooltips_explain_the_columns_and_each_value(panel: UnitsPanel) -> None:
    panel.update()
    x = next(x for x in range(panel.tree.winfo_width()) if panel.tree.identify_column(x) == "#1") + 5
    panel.tree.event_generate("<Motion>", x=x, y=8)
    assert panel._note.text.startswith("S: strength")
    panel.tree.event_generate("<Motion>", x=x, y=120)
    assert "Strength 6, reduced 3. The counter says 6-7." in panel._note.text
    panel.tree.see(panel.tree.get_children()[0])
    panel.update()
    y = panel.tree.bbox(panel.tree.get_children()[0])[1] + 4
    panel.tree.event_generate("<Motion>", x=30, y=y)
    assert panel._note.text == "Red side: Norland (600)"
    design = small_design()
    assert design.scenario is not None
    air = design.scenario.unit_by_key["sudland/1st CAS"]
    strength, movement = design.ruleset.values
    assert value_words(design.ruleset, strength, air) == "1st CAS has no strength."
    weak = design.scenario.unit_by_key["sudland/2nd Infantry"]
    assert value_words(design.ruleset, strength, weak) == "Strength 4, reduced 2. The counter says 2-7."
    assert value_words(design.ruleset, movement, weak) == "Movement 7. The counter says 2-7."
    assert value_words(design.ruleset, strength, None) == "S: strength, full / reduced."


def test_the_list_has_a_column_for_each_value(panel: UnitsPanel) -> None:
    def heads() -> list[str]:
        return [panel.tree.heading(column, "text") for column in panel.tree["columns"]]

    assert heads() == ["S", "M", "Where"]
    panel._session.edit("Other values", adm_design(adm_unit("1st", "3-6-8"), adm_unit("2nd", ["8-6", "4-3"])))
    assert heads() == ["A", "D", "M", "Where"]
    rows = [panel.tree.item(id, "values")[:3] for id in unit_rows(panel._session.design, FILTERS[0], "")]
    assert [tuple(map(str, row)) for row in rows] == [("3", "6", "8"), ("8/4", "6/3", "7")]


def test_columns_of_new_values_are_not_cut_off(panel: UnitsPanel) -> None:
    panel.pack_forget()
    panel._session.edit("Other values", adm_design(adm_unit("1st", "3-6-8")))
    panel.show()
    panel.pack(fill="both", expand=True)
    assert len(panel.tree["columns"]) == 4
    for size, shown in (("300x500", 3), ("360x500", 4)):
        panel.winfo_toplevel().geometry(size)
        panel.update()
        columns = panel.tree["displaycolumns"]
        assert len(columns) == shown, "a value is left out, so that the names keep their room"
        widths = [panel.tree.column(column, "width") for column in ("#0", *columns)]
        assert sum(widths) <= panel.tree.winfo_width()


def test_the_inspector_has_a_field_for_each_value(panel: UnitsPanel) -> None:
    design = adm_design(adm_unit("1st", "3-6-8", "0808"))
    session = Session(design, OpenDocument("scenario", None, "Values"))
    assert design.scenario is not None
    fields = UnitFields(ttk.Frame(panel), session, CounterPictures(panel, "#ffffff"), design.scenario.units,
                        lambda _first, _last: None)
    shown = {name: str(fields.form.fields[name].get()) for name in ("Attack", "Defence", "Movement", "Steps")}
    assert shown == {"Attack": "3", "Defence": "6", "Movement": "8", "Steps": "1"}
    rules = design.ruleset

    def values() -> object:
        assert session.scenario is not None
        return session.scenario.units[0].values

    assert fields._set_value(rules, rules.values[1], 0, "5") == ""
    assert values() == ((3, 5, 8),)
    assert fields._set_value(rules, rules.values[2], 0, "7") == ""
    assert values() == ((3, 5),), "an allowance equal to that of the type is not the unit's own"
    assert fields._set_value(rules, rules.values[0], 0, "") == ""
    assert values() == ((None, 5),)
    assert fields._set_value(rules, rules.values[0], 0, "100") == "Attack must be a whole number up to 99."
    steps = next(one for one in declared(Unit) if one.name == "steps")
    assert fields._set_steps(rules, steps, "3") == ""
    assert session.scenario is not None
    assert session.scenario.units[0].steps == 3
    assert fields._set_steps(rules, steps, "1") == ""
    assert session.scenario.units[0].steps is None


def test_a_new_unit_is_asked_for_each_value(panel: UnitsPanel) -> None:
    session = Session(adm_design(), OpenDocument("scenario", None, "Values"))
    seen: list[str] = []

    def answer() -> None:
        dialog = next(w for w in panel.winfo_toplevel().winfo_children() if isinstance(w, Dialog))
        seen.append(told(dialog))
        boxes = [w for w in dialog.body.winfo_children() if isinstance(w, ttk.Spinbox)]
        for box, text in zip(boxes, ("3", ""), strict=True):
            box.delete(0, "end")
            box.insert(0, text)
        next(w for w in dialog.foot.winfo_children() if str(w.cget("text")) == "Create").invoke()

    panel.after(300, answer)
    key = ask_new_unit(panel.winfo_toplevel(), session)
    assert "Attack" in seen[0]
    assert "Defence" in seen[0]
    assert "Reduced" not in seen[0], "units of this game have one step"
    assert session.scenario is not None
    assert session.scenario.unit_by_key[key].values == ((3,),)


def names_of(panel: UnitsPanel) -> list[str]:
    return [key.partition("/")[2] for key in panel.units_below("")]


def test_a_click_on_a_heading_sorts_within_nationality_and_formation(panel: UnitsPanel) -> None:
    design = small_design()
    assert design.scenario is not None
    one = next(u for u in design.scenario.units if u.hex)
    kinds = (("11th", "sudland", 2), ("2nd", "sudland", 9), ("3rd", "norland", 4), ("1st", "norland", 7))
    units = tuple(replace(one, name=name, nationality=nation, values=((strength,), (1,)))
                  for name, nation, strength in kinds)
    panel._session.open(replace(design, scenario=replace(design.scenario, units=units)),
                        OpenDocument("scenario", None, "Sorted"))
    panel.show()
    order = names_of(panel)
    value = next(c for c in panel.tree.cget("columns") if c.startswith("value:"))
    panel.sort_by(value)
    assert set(order[:2]) == set(names_of(panel)[:2])
    assert [n for n in names_of(panel) if n in ("11th", "2nd")] == ["11th", "2nd"]
    assert [n for n in names_of(panel) if n in ("1st", "3rd")] == ["3rd", "1st"]
    assert panel.tree.heading(value, "text").endswith("▴")
    panel.sort_by(value)
    assert [n for n in names_of(panel) if n in ("11th", "2nd")] == ["2nd", "11th"]
    panel.sort_by(value)
    assert names_of(panel) == order
    panel.sort_by("#0")
    assert [n for n in names_of(panel) if n in ("11th", "2nd")] == ["2nd", "11th"]


@pytest.mark.parametrize("words", ["6/3", "6/3 th", "brigade", "norland", "norl"])
def test_the_search_finds_values_sizes_and_names_of_the_ruleset(words: str) -> None:
    design = small_design()
    assert design.scenario is not None
    units = tuple(replace(u, size="brigade", name=f"{n}th") for n, u in enumerate(
        u for u in design.scenario.units if u.values == ((6,), (3,)) and u.nationality == "norland"))
    found = unit_rows(replace(design, scenario=replace(design.scenario, units=units)), FILTERS[0], words)
    assert len(found) == len(units) > 0
    assert not unit_rows(design, FILTERS[0], "77/66")


def test_each_letter_typed_into_the_search_makes_no_text_of_a_unit_again(
        monkeypatch: pytest.MonkeyPatch) -> None:
    design = design_of("historical")
    assert design.scenario is not None
    made: list[str] = []
    searched = units_panel._searched
    monkeypatch.setattr(
        units_panel, "_searched", lambda unit, rules: made.append(unit.key) or searched(unit, rules))
    units_panel._known_texts(design.ruleset).clear()
    first = unit_rows(design, FILTERS[0], "mech")
    assert len(made) == len(design.scenario.units)
    assert {row.unit.key for row in unit_rows(design, FILTERS[0], "mech pol").values()} == {
        row.unit.key for row in first.values() if row.unit.nationality == "poland"}
    assert len(made) == len(design.scenario.units)
    changed = replace(design.scenario.units[0], name="Zzz")
    after = replace(design, scenario=replace(design.scenario, units=(changed, *design.scenario.units[1:])))
    assert [row.unit.name for row in unit_rows(after, FILTERS[0], "zzz").values()] == ["Zzz"]
    assert len(made) == len(design.scenario.units) + 1
