"""Problems fixed with the mouse, and counts that select what they count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from tkinter.font import nametofont
from typing import cast

import pytest
from xvfb import MARKS, Hand, pointer_click, window_on

from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.editor.panels.statistics_panel import StatisticsPanel
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.gamemap import Place, Road

pytestmark = MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path) as hand:
        yield hand


def click(hand: Hand, tree: ttk.Treeview, row: str, column: str) -> None:
    """Click a cell of a list with the real pointer."""
    x, y, _, height = cast(tuple[int, int, int, int], tree.bbox(row, column))
    hand.do("mousemove", tree.winfo_rootx() + x + 9, tree.winfo_rooty() + y + height // 2, "click", 1)


def test_a_problem_is_fixed_by_its_button_and_the_fix_undone(hand: Hand) -> None:
    session = hand.window.session
    clean = session.design
    map = clean.map
    dry = [h for h in map.grid if map.terrain.at(h) == "clear" and h not in map.place_at
           and len(map.grid.neighbours(h)) == 6 and not any(h in r.path for r in map.roads)]
    bare = replace(map, places=(*map.places, Place(dry[0]), Place(dry[1])),
                   roads=(*map.roads, Road(map.roads[0].kind, (dry[5],), "Stub")))
    session.edit("Break it", with_map(clean, bare))
    found = hand.window.checker.check_now()
    assert {p.code for p in found} >= {"empty-place", "short-road"}
    hand.settle()
    panel = hand.window.problems
    row = next(r for r in panel.rows if "neither a name" in panel.tree.set(r, "message"))
    panel.tree.see(row)
    hand.settle()
    click(hand, panel.tree, row, "message")
    assert panel.fix.winfo_ismapped()
    assert panel.fix.cget("text") == "Remove the place"
    assert panel.fix_all.cget("text") == "Fix all 2"
    assert panel._all_tip.text == "2 fixes as one step that can be undone:\nRemove the place (2 times)"
    pointer_click(panel.fix_all)
    hand.settle(0.2)
    assert not {"empty-place"} & {p.code for p in hand.window.checker.check_now()}
    assert session.history.undo_label == "Fix 2 problems"
    hand.do("key", "ctrl+z", wait=0.2)
    assert session.design.map.places == bare.places


def test_problems_of_one_kind_are_a_row_that_opens_with_keys_and_is_fixed_as_a_whole(hand: Hand) -> None:
    session, panel = hand.window.session, hand.window.problems
    map = session.design.map
    bare = [h for h in map.grid if h not in map.place_at][:4]
    session.edit("Break it", with_map(session.design, replace(
        map, places=(*map.places, *(Place(h) for h in bare)))))
    hand.window.checker.check_now()
    hand.window.show_panel("problems")
    hand.settle(0.2)
    tree = panel.tree
    [row] = [r for r in tree.get_children() if (g := panel.group_of(r)) and g.first.code == "empty-place"]
    members = tree.get_children(row)
    assert {p.hex for r in members if (p := panel.problem_of(r))} == {map.grid.number(h) for h in bare}
    assert tree.set(row, "message").startswith("4 hexes (")
    tree.see(row)
    hand.settle(0.2)
    click(hand, tree, row, "message")
    hand.settle(0.2)
    assert panel.selected is None
    assert not panel.fix.winfo_ismapped()
    assert panel.fix_all.cget("text") == "Fix all 4"
    # By keys: open it, go down into it, and go to the hex of its second problem.
    hand.do("key", "Return", wait=0.2)
    assert tree.item(row, "open")
    hand.do("key", "Down", "Down", wait=0.2)
    assert panel.selected == panel.problem_of(members[1])
    assert str(panel.fix.cget("text")) == "Remove the place"
    hand.do("key", "Return", wait=0.2)
    assert session.hex == bare[1]
    # A fix inside leaves the row open, with the others in it, while they are several.
    panel.take_keyboard()
    hand.do("key", "alt+Return", wait=0.2)
    assert session.history.undo_label == f"Remove the place ({map.grid.number(bare[1])})"
    hand.window.checker.check_now()
    hand.settle(0.2)
    [row] = [r for r in tree.get_children() if (g := panel.group_of(r)) and g.first.code == "empty-place"]
    assert tree.item(row, "open")
    assert len(tree.get_children(row)) == 3
    # Alt+Return on the row fixes all of it, in one step.
    tree.selection_set(row)
    tree.focus(row)
    hand.settle(0.2)
    hand.do("key", "alt+Return", wait=0.2)
    assert session.history.undo_label == "Fix 3 problems"
    assert not {"empty-place"} & {p.code for p in hand.window.checker.check_now()}


def test_the_menu_of_a_row_that_opens_fixes_and_copies_all_of_it(hand: Hand) -> None:
    session, window = hand.window.session, hand.window
    map = session.design.map
    bare = [h for h in map.grid if h not in map.place_at][:3]
    session.edit("Break it", with_map(session.design, replace(
        map, places=(*map.places, *(Place(h) for h in bare)))))
    window.checker.check_now()
    [group] = [g for r in window.problems.tree.get_children()
               if (g := window.problems.group_of(r)) and g.first.code == "empty-place"]
    entries = {e.label: e.command for e in window.problem_menu.entries(None, group)}
    entries["Copy the texts"]()  # type: ignore[misc]
    assert window.root.clipboard_get().count("\n") == 2
    entries["Fix all 3"]()  # type: ignore[misc]
    assert session.design.map.places == map.places


def test_a_row_of_the_statistics_selects_its_hexes(hand: Hand) -> None:
    window = hand.window
    window.show_panel("statistics")
    hand.settle(0.6)
    panel = window.dock.panel("statistics")
    assert isinstance(panel, StatisticsPanel)
    rows = panel.tree.get_children(panel.tree.get_children()[0])
    row = next(r for r in rows if panel.tree.item(r, "text") == "Mountain")
    click(hand, panel.tree, row, "number")
    map = window.session.design.map
    assert window.session.region == {h for h in map.grid if map.terrain.at(h) == "mountain"}
    assert int(panel.tree.set(row, "number")) == len(window.session.region)


def test_no_count_is_shown_before_the_check_has_ended(hand: Hand) -> None:
    window, said = hand.window, hand.window.status.problems
    hand.until(lambda: window.session.problems_known and not window.checker.busy)
    counted = said.cget("text")
    assert counted
    window.session.check_takes_long()
    assert said.cget("text") == "Checking…"
    window.checker.check_now()
    assert said.cget("text") == counted
    window.session.open(window.session.design, window.session.document)
    # Until it takes long nothing is said: words would only flicker.
    assert said.cget("text") == ""
    hand.until(lambda: said.cget("text") == counted)


def test_an_export_before_the_check_has_ended_finds_the_problems_itself(
        hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, given = hand.window.session, list[object]()
    monkeypatch.setattr("visegrad_editor.editor.documents.export_dialog.export",
                        lambda _design, path, *_a, problems, **_k: given.append(problems) or path)
    hand.until(lambda: session.problems_known and not hand.window.checker.busy)
    dialog = ExportDialog(hand.window.root, session, lambda _text: None)
    dialog.write(tmp_path / "sheet.pdf")
    hand.until(lambda: len(given) == 1)
    session.check_takes_long()
    dialog.write(tmp_path / "sheet.pdf")
    hand.until(lambda: len(given) == 2)
    assert given == [session.problems, None]
    dialog.destroy()


def test_a_long_message_is_cut_with_dots_where_the_list_ends(hand: Hand) -> None:
    session, panel = hand.window.session, hand.window.problems
    assert session.scenario is not None
    keys = [unit.key for unit in session.scenario.units][:6]
    where = next(unit.hex for unit in session.scenario.units if unit.hex)
    session.edit("Stack", with_scenario(session.design, place_units(session.scenario, keys, where)))
    hand.window.checker.check_now()
    hand.settle(0.3)
    tree = panel.tree
    cut = [row for row in tree.get_children() if tree.set(row, "message").endswith("…")]
    assert cut
    assert sum(int(tree.column(c, "width")) for c in ("#0", *tree["displaycolumns"])) <= tree.winfo_width()
    problem = panel.problem_of(cut[0])
    assert problem is not None
    assert problem.message.startswith(tree.set(cut[0], "message")[:-1])
    # The column for the unit takes no more space than the names.
    measure = nametofont("TkDefaultFont", tree).measure
    names = [tree.set(row, "unit") for row in tree.get_children()]
    assert int(tree.column("unit", "width")) <= max(80, *map(measure, names)) + 16


def test_a_tooltip_goes_with_the_row_it_is_about(hand: Hand) -> None:
    session, panel = hand.window.session, hand.window.problems
    map = session.design.map
    bare = next(h for h in map.grid if h not in map.place_at)
    session.edit("Break it", with_map(session.design, replace(map, places=(*map.places, Place(bare)))))
    hand.window.checker.check_now()
    hand.settle()
    row = next(r for r in panel.rows if "neither a name" in panel.tree.set(r, "message"))
    panel.tree.see(row)
    hand.settle()
    x, y, _, height = cast(tuple[int, int, int, int], panel.tree.bbox(row, "message"))
    place = panel.tree.winfo_rootx() + x + 9, panel.tree.winfo_rooty() + y + height // 2
    hand.do("mousemove", *place, "mousemove_relative", 3, 0, wait=0.8)
    assert "neither a name" in panel._note.text
    assert panel._note._window is not None
    hand.do("key", "ctrl+z", wait=0.2)
    hand.window.checker.check_now()
    hand.settle(0.3)
    assert panel._note._window is None
    assert panel._note.text == ""
