"""Values that a variant changes look different wherever they are shown, tell what they are in the base, and
are reset one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk
from typing import cast

import pytest
from own_war import write_own_war
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.inheritance import MARK
from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.editor.panels.inspector import Inspector
from visegrad_editor.editor.panels.reinforcements_panel import ReinforcementsPanel
from visegrad_editor.editor.panels.ruleset_panel import Page, RulesetPanel, SectionPage
from visegrad_editor.editor.panels.units_panel import UnitsPanel
from visegrad_editor.editor.panels.units_table import UnitsTable
from visegrad_editor.editor.widgets.fields import Form
from visegrad_editor.editor.widgets.grid import OWN, Cell

pytestmark = MARKS
UNIT, LATE, NEW = "poland/2nd Mechanized", "poland/6th Airborne", "poland/99th Armored"


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on(write_own_war(tmp_path), tmp_path) as hand:
        yield hand


def marked(form: Form | None) -> list[str]:
    assert form is not None
    return [name for name, label in form.labels.items() if label.cget("text") == f"{MARK} {name}"]


def steps(hand: Hand) -> list[str]:
    return [step.label for step in hand.window.session.history.steps[1:]]


def inspector(hand: Hand, number: str, *units: str) -> Inspector:
    session = hand.window.session
    session.select(session.design.map.grid.parse(number), units)
    hand.window.show_panel("inspector")
    hand.settle(0.3)
    panel = hand.window.dock.panel("inspector")
    assert isinstance(panel, Inspector)
    return panel


def choose(hand: Hand, *keys: str) -> None:
    """Choose from the menu that is open."""
    hand.do("key", *keys, "Return", wait=0.4)


def test_the_inspector_marks_values_of_a_unit_and_a_key_resets_one(hand: Hand) -> None:
    panel, session = inspector(hand, "2118", UNIT), hand.window.session
    assert marked(panel.unit_form) == ["Strength", "Set-up hex", "Set-up area"]
    assert panel.unit_form is not None
    tip = panel.unit_form.labels["Strength"].tooltip  # type: ignore[attr-defined]
    assert tip.text.splitlines()[0] == "In the base: 7.  (Alt+Return: reset to the base)"
    hand.click_on(panel.unit_form.fields["Strength"])
    assert "Strength: In the base: 7." in hand.window.messages.text
    hand.do("key", "alt+Return", wait=0.4)
    assert steps(hand) == ["Reset strength of 2nd Mechanized to the base"]
    assert session.scenario is not None
    assert session.scenario.unit_by_key[UNIT].values == ((7,), (3,))
    assert marked(panel.unit_form) == ["Set-up hex", "Set-up area"]
    hand.do("key", "ctrl+z", wait=0.3)
    assert session.scenario.unit_by_key[UNIT].values == ((8,), (3,))


def test_the_context_menu_of_a_label_resets_its_value(hand: Hand) -> None:
    panel = inspector(hand, "2118", UNIT)
    assert panel.unit_form is not None
    label = panel.unit_form.labels["Strength"]
    hand.do("mousemove", label.winfo_rootx() + 8, label.winfo_rooty() + 6, "click", 3, wait=0.4)
    choose(hand, "Down")
    assert steps(hand) == ["Reset strength of 2nd Mechanized to the base"]
    assert marked(panel.unit_form) == ["Set-up hex", "Set-up area"]


def test_values_of_several_units_are_reset_together(hand: Hand) -> None:
    panel, session = inspector(hand, "2118", UNIT, "poland/1st Armored", NEW), hand.window.session
    assert marked(panel.unit_form) == ["Strength", "Set-up hex", "Set-up area"]
    hand.window.focus_map()
    hand.do("key", "ctrl+shift+b", wait=0.4)
    assert session.scenario is not None
    assert session.scenario.unit_by_key[UNIT].hex == "1823"
    assert len(steps(hand)) == 1
    assert marked(panel.unit_form) == []


def test_the_inspector_marks_what_differs_in_a_hex(hand: Hand) -> None:
    panel, session = inspector(hand, "2017"), hand.window.session
    assert marked(panel.hex_form) == ["Terrain"]
    assert panel.hex_form is not None
    hand.click_on(panel.hex_form.fields["Terrain"])
    hand.do("key", "Escape", wait=0.2)
    hand.do("key", "alt+Return", wait=0.4)
    assert steps(hand) == ["Reset terrain of 2017 to the base"]
    assert session.design.map.terrain.at(session.hex) == "clear"  # type: ignore[arg-type]
    assert marked(inspector(hand, "1616").hex_form) == ["Name"]
    assert marked(inspector(hand, "2119").hex_form) == ["Map label"]
    assert marked(inspector(hand, "1620").hex_form) == []


def test_the_list_of_units_marks_them_and_brings_back_the_removed(hand: Hand) -> None:
    session, panel = hand.window.session, hand.window.dock.panel("units")
    assert isinstance(panel, UnitsPanel)
    texts = {key: panel.tree.item(f"unit:{key}", "text").strip()[:2] for key in (UNIT, NEW)}
    assert texts == {UNIT: "◆ ", NEW: "+ "}
    assert panel.tree.item("unit:poland/1st Armored", "tags") in ("", ())
    assert panel.tree.item("removed:", "text") == "Only in the base  (2)"
    panel.tree.see("removed:0")
    hand.settle(0.2)
    x, y, _, height = cast(tuple[int, int, int, int], panel.tree.bbox("removed:0"))
    hand.do("mousemove", panel.tree.winfo_rootx() + x + 80, panel.tree.winfo_rooty() + y + height // 2,
            "click", 3, wait=0.4)
    choose(hand, "Down")
    assert session.scenario is not None
    assert "poland/12th Mechanized" in session.scenario.unit_by_key
    assert steps(hand) == ["Bring back 12th Mechanized"]
    assert panel.tree.item("removed:", "text") == "Only in the base  (1)"
    panel.tree.selection_set(f"unit:{UNIT}")
    panel.tree.focus_set()
    hand.do("key", "alt+Return", wait=0.4)
    assert session.scenario.unit_by_key[UNIT].hex == "1823"
    assert panel.tree.item(f"unit:{UNIT}", "text").strip()[0] != "◆"


def open_page(hand: Hand, key: str) -> Page:
    hand.window.perform("show_ruleset")
    hand.settle(0.4)
    panel = hand.window.dock.panel("ruleset")
    assert isinstance(panel, RulesetPanel)
    panel.show_page(key)
    hand.settle(0.3)
    page = panel.page(key)
    assert isinstance(page, Page)
    return page


def test_a_cost_of_ones_own_has_a_corner_and_is_reset(hand: Hand) -> None:
    page, session = open_page(hand, "terrain"), hand.window.session
    assert isinstance(page, SectionPage)
    table = page.grid_table
    columns = [c.title for c in page.model.columns]
    cost = Cell(page.model.row_of("mountain"), columns.index("Cost"))
    # The cell of the cost, the sign of that row and the one of the row that was added; the source, which is a
    # value of one's own too, is out of sight on the right.
    assert len(table.canvas.find_withtag(OWN)) == 3
    table.go(Cell(cost.row, columns.index("Source")), focus=True)
    hand.settle(0.2)
    assert len(table.canvas.find_withtag(OWN)) in (3, 4), "the source has a corner"
    assert [page.model.own_row(row)[0] for row in range(7)] == ["", MARK, "", "", "", "", "+"]
    table.go(cost, focus=True)
    hand.settle(0.2)
    assert page.foot.cget("text").startswith("In the base: 3.")
    hand.do("key", "alt+Return", wait=0.4)
    assert steps(hand) == ["Reset cost of Mountain to the base"]
    assert session.design.ruleset.terrain_by_id["mountain"].cost == 3
    assert len(table.canvas.find_withtag(OWN)) == 1
    hand.do("key", "alt+Return", wait=0.3)
    assert len(steps(hand)) == 1, "nothing is left to reset, and the status bar says so"
    assert "as in the base already" in hand.window.messages.text


def test_a_row_is_reset_and_a_removed_one_brought_back(hand: Hand) -> None:
    page, session = open_page(hand, "terrain"), hand.window.session
    assert isinstance(page, SectionPage)
    table = page.grid_table
    table.go(Cell(page.model.row_of("mountain"), 0), focus=True)
    hand.do("key", "ctrl+shift+b", wait=0.4)
    assert steps(hand) == ["Reset Mountain to the base"]
    assert page.model.own_row(1) == ("", "")
    assert page.back is None
    lake = page.model.row_of("lake")
    table.go(Cell(lake, 0), focus=True)
    hand.do("key", "shift+Delete", wait=0.4)
    assert page.back is not None
    assert page.back.cget("text") == "Bring back (1)…"
    hand.click_on(page.back)
    hand.settle(0.3)
    choose(hand, "Down")
    assert [t.id for t in session.design.ruleset.terrain][lake] == "lake"
    assert steps(hand)[-1] == "Bring back Lake"
    assert not page.back.winfo_ismapped()


def test_a_cell_of_the_combat_table_and_a_property_are_marked(hand: Hand) -> None:
    page = open_page(hand, "general")
    row = next(r for r in range(page.grid_table.model.rows)
               if page.grid_table.model.text(Cell(r, 0)) == "Title")
    assert page.grid_table.model.own(Cell(row, 1)) == 'In the base: Visegrad 4.'
    hand.window.perform("show_ruleset")
    panel = hand.window.dock.panel("ruleset")
    assert isinstance(panel, RulesetPanel)
    panel.show_page("tables")
    cells = panel.page("tables").cells  # type: ignore[union-attr]
    hand.settle(0.3)
    before = cells.model.text(Cell(3, 2))
    assert cells.model.own(Cell(3, 2)) == ""
    assert cells.model.enter(Cell(3, 2), "DE" if before != "DE" else "AE") == ""
    assert cells.model.own(Cell(3, 2)) == f"In the base: {before}."
    cells.grid_table.go(Cell(3, 2), focus=True)
    hand.do("key", "alt+Return", wait=0.4)
    assert cells.model.text(Cell(3, 2)) == before
    assert cells.model.own(Cell(3, 2)) == ""


def test_the_table_of_units_resets_marked_cells_in_one_step(hand: Hand) -> None:
    hand.window.perform("show_units_table")
    hand.settle(0.5)
    table = hand.window.dock.panel("units_table")
    assert isinstance(table, UnitsTable)
    [column] = [i for i, c in enumerate(table.model.unit_columns) if c.id == "value:strength"]
    rows = table.model.rows_of([UNIT])
    assert [table.model.own_row(r)[0] for r in table.model.rows_of([UNIT, LATE, NEW])] == [MARK, MARK, "+"]
    assert table.model.own(Cell(rows[0], column)) == "In the base: 7."
    session = hand.window.session
    assert table.model.enter_many(range(4), column, "2") == ""
    table.grid_table.go(Cell(0, column), focus=True)
    hand.do("key", "shift+Down", "shift+Down", "shift+Down", wait=0.3)
    hand.do("key", "alt+Return", wait=0.4)
    assert session.scenario is not None
    assert [u.values[0][0] for u in session.scenario.units[:4]] == [10, 10, 8, 7]
    assert steps(hand) == ["Strength of 4 units", "Reset 4 values to the base"]
    assert table.back is not None
    assert table.back.cget("text") == "Bring back (2)…"


def test_the_reinforcements_mark_a_turn_and_reset_it(hand: Hand) -> None:
    hand.window.show_panel("reinforcements")
    hand.settle(0.4)
    panel, session = hand.window.dock.panel("reinforcements"), hand.window.session
    assert isinstance(panel, ReinforcementsPanel)
    assert panel.tree.set(LATE, "turn") == f"{MARK} 3"
    assert not panel.tree.set(LATE, "entry").startswith(MARK)
    panel.tree.selection_set(LATE)
    panel.tree.focus_set()
    hand.do("key", "alt+Return", wait=0.4)
    assert session.scenario is not None
    arrival = session.scenario.unit_by_key[LATE].reinforcement
    assert arrival is not None
    assert arrival.turn == 2
    assert panel.tree.set(LATE, "turn") == "2"
    assert len(steps(hand)) == 1


def test_all_keys_mark_parts_and_reset_them(hand: Hand) -> None:
    hand.window.perform("show_data")
    hand.settle(0.5)
    panel, session = hand.window.dock.panel("data"), hand.window.session
    assert isinstance(panel, DataPanel)
    panel.show_part("scenario", ())
    assert {"Units", "Turns"} <= set(marked(panel.form))
    assert session.scenario is not None
    place = [u.key for u in session.scenario.units].index(UNIT)
    panel.show_part("scenario", ("units", place))
    assert "Set-up" in marked(panel.form)
    assert panel.tree.item(f"scenario/units/#{place}", "text").startswith(MARK)
    panel.tree.focus_set()
    hand.do("key", "alt+Return", wait=0.5)
    assert session.scenario.unit_by_key[UNIT].hex == "1823"
    assert steps(hand) == ["Reset 2nd Mechanized to the base"]
    panel.show_part("scenario", ("units",))
    hand.settle(0.2)
    assert panel.form is not None
    button = panel.form.row_widget("Only in the base")
    assert isinstance(button, ttk.Menubutton)
    assert button.cget("text") == "2 entries"
    hand.click_on(button)
    hand.settle(0.3)
    choose(hand, "Down")
    assert steps(hand)[-1] == "Bring back 12th Mechanized"


def test_properties_mark_turns_and_options(hand: Hand) -> None:
    session, seen = hand.window.session, []

    def look() -> None:
        [dialog] = [w for w in hand.window.root.winfo_children() if w.winfo_class() == "Toplevel"
                    and "Properties" in str(w.tk.call("wm", "title", w))]
        labels: list[ttk.Label] = []
        waiting = [dialog]
        while waiting:
            widget = waiting.pop()
            waiting += widget.winfo_children()
            if isinstance(widget, ttk.Label) and str(widget.cget("text")).startswith(MARK):
                labels.append(widget)
        seen[:] = sorted(str(w.cget("text")) for w in labels)

    hand.window.root.after(700, look)
    hand.answer("Properties of", *[("key", "Tab")] * 4, ("key", "alt+Return"), ("key", "Return"))
    hand.window.perform("properties")
    assert seen == [f"{MARK} Entry of the United States (12.0)", f"{MARK} Turns"]
    assert session.scenario is not None
    assert session.scenario.turns == 10
    assert steps(hand) == ["Properties"]


def test_a_design_without_a_base_has_no_marks_and_says_so(tmp_path: Path) -> None:
    with window_on("historical", tmp_path) as hand:
        panel = inspector(hand, "1823", UNIT)
        assert marked(panel.unit_form) == []
        hand.window.show_panel("units")
        hand.settle(0.3)
        units = hand.window.dock.panel("units")
        assert isinstance(units, UnitsPanel)
        units.tree.selection_set(f"unit:{UNIT}")
        units.tree.focus_set()
        hand.do("key", "alt+Return", wait=0.3)
        assert steps(hand) == []
        assert "no variant" in hand.window.messages.text


def test_ruleset_and_map_are_given_another_base(hand: Hand, tmp_path: Path) -> None:
    (tmp_path / "between.yaml").write_text(
        "format: 2\nkind: ruleset\nname: between\ntitle: Between\nextends: visegrad4\nterrain:\n"
        "  - {id: mountain, cost: 5}\n", "utf-8")
    session = hand.window.session
    hand.answer("Make the ruleset a variant of", ("key", "ctrl+a"), ("type", "between.yaml"),
                ("key", "Return"))
    hand.window.perform("make_rules_variant")
    assert session.design.ruleset.extends == "between.yaml"
    assert hand.window.messages.text.startswith("A variant of between.yaml: 1 difference.")
    hand.answer("Make the map a variant of", ("key", "ctrl+a"), ("type", "gsofg"), ("key", "Return"),
                ("key", "Escape"))
    hand.window.perform("make_map_variant")
    assert session.design.map.extends == "visegrad4"
    assert steps(hand) == ["Make the ruleset a variant of between.yaml"]
    hand.window.perform("save")
    text = (tmp_path / "own-rules.yaml").read_text("utf-8")
    assert "extends: between.yaml" in text
    assert "cost: 5" not in text
