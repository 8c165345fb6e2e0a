"""Lists, drop-down lists and dialogs by keyboard: every one of them in the window, found by walking it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from tkinter import ttk
from typing import Any

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.actions import ACTIONS
from visegrad_editor.editor.documents.run_dialog import RunDialog
from visegrad_editor.editor.documents.try_dialog import TryDialog
from visegrad_editor.editor.panels.ruleset_panel import PAGES, RulesetPanel, SectionPage
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.grid import Cell, GridTable
from visegrad_editor.editor.widgets.keyboard import exists
from visegrad_editor.editor.window.command_palette import PaletteEntries, file_entries
from visegrad_editor.editor.window.menus import Menus
from visegrad_editor.editor.window.panel_table import PANELS

pytestmark = MARKS
EXTENDED = {"units", "reinforcements", "differences", "totals"}
"""The panels with a list in which several rows can be selected."""


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    folder = tmp_path_factory.mktemp("lists")
    path = folder / "mine.yaml"
    path.write_text("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: historical\nturns: 8\n"
                    "change:\n  - {unit: poland/2nd Mechanized, setup: '2118'}\n"
                    "remove: [poland/12th Mechanized]\n", encoding="utf-8")
    with window_on(path, folder) as hand:
        yield hand


def below(widget: tk.Misc, kind: type[tk.Misc]) -> list[Any]:
    found = []
    for child in widget.winfo_children():
        found += [child] if isinstance(child, kind) else []
        found += below(child, kind)
    return found


def rows_of(tree: ttk.Treeview, parent: str = "") -> list[str]:
    found = []
    for row in tree.get_children(parent):
        found.append(row)
        if tree.item(row, "open"):
            found += rows_of(tree, row)
    return found


def dialogs(hand: Hand) -> list[Dialog]:
    return [w for w in hand.window.root.winfo_children() if isinstance(w, Dialog) and exists(w)]


def shown_trees(hand: Hand, id: str) -> list[ttk.Treeview]:
    hand.window.show_panel(id)
    hand.settle(0.3)
    return [t for t in below(hand.window.dock.panel(id), ttk.Treeview) if t.winfo_viewable()]


# -- lists -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", [p.id for p in PANELS])
def test_lists_of_panels_are_marked_by_keys(hand: Hand, id: str) -> None:
    trees = shown_trees(hand, id)
    hand.until(lambda: id not in EXTENDED or any(len(rows_of(t)) > 3 for t in trees))
    several = {str(t.cget("selectmode")) for t in trees} >= {"extended"}
    assert several == (id in EXTENDED)
    for tree in trees:
        rows = rows_of(tree)
        if len(rows) < 3:
            continue
        tree.focus_force()
        hand.do("key", "Home", wait=0.1)
        first = tree.focus()
        assert first == rows[0]
        hand.do("key", "shift+Down", wait=0.1)
        assert tree.focus() != first
        assert len(tree.selection()) == (2 if several and first in tree.selection() else 1)
        hand.do("key", "End", wait=0.1)
        assert tree.focus() == rows[-1]
        if several:
            hand.do("key", "shift+Home", wait=0.1)
            whole = set(tree.selection())
            assert len(whole) > len(rows) // 2
            hand.do("key", "shift+End", "ctrl+a", wait=0.1)
            assert set(tree.selection()) >= whole - set(rows[:1])
            assert hand.window.session.region == frozenset()
            hand.do("key", "Home", "shift+Next", "shift+Next", wait=0.1)
            assert len(tree.selection()) > 1
        else:
            for key in ("shift+Up", "ctrl+a"):
                hand.window.say("before")
                hand.do("key", key, wait=0.1)
                assert "One row at a time" in hand.window.messages.text
                assert len(tree.selection()) <= 1
            assert hand.window.session.region == frozenset()


def shown_grids(hand: Hand) -> list[GridTable]:
    return [g for g in below(hand.window.root, GridTable) if g.winfo_viewable()]


def mark_by_keys(hand: Hand, grid: GridTable) -> None:
    """Mark rows of a table with every key that does so."""
    rows, columns = grid.model.rows, len(grid.model.columns)
    grid.canvas.focus_force()
    grid.go(Cell(0, 0))
    hand.settle(0.1)
    hand.do("key", "shift+Down", wait=0.1)
    assert grid.chosen_rows() == {0, 1}
    hand.do("key", "shift+Up", "shift+End", wait=0.1)
    assert grid.chosen_cells() == ([0], range(columns))
    hand.do("key", "shift+ctrl+End", wait=0.1)
    assert grid.chosen_rows() == frozenset(range(rows))
    hand.do("key", "Escape", "ctrl+a", wait=0.1)
    assert grid.chosen_rows() == frozenset(range(rows))
    hand.do("key", "Escape", wait=0.1)
    assert grid.marked == frozenset()


def test_rows_of_every_table_are_marked_by_keys(hand: Hand) -> None:
    hand.window.perform("units_table")
    hand.settle(0.3)
    tried = set()
    panel = hand.window.dock.panel("ruleset")
    assert isinstance(panel, RulesetPanel)
    for key in PAGES:
        hand.window.show_panel("ruleset")
        panel.show_page(key)
        hand.settle(0.3)
        for grid in shown_grids(hand):
            if grid.model.rows > 1 and len(grid.model.columns) > 1:
                mark_by_keys(hand, grid)
                tried.add(f"{key} {type(grid.model).__name__}")
    hand.window.perform("units_table")
    hand.settle(0.3)
    (grid,) = (g for g in below(hand.window.dock.panel("units_table"), GridTable) if g.winfo_viewable())
    mark_by_keys(hand, grid)
    assert len(tried) >= 10
    assert any("CrtModel" in name for name in tried)
    assert any("GeneralModel" in name for name in tried)


def test_marked_rows_of_the_ruleset_are_changed_and_removed_in_one_step(hand: Hand) -> None:
    session = hand.window.session
    panel = hand.window.dock.panel("ruleset")
    assert isinstance(panel, RulesetPanel)
    hand.window.show_panel("ruleset")
    panel.show_page("unit_types")
    hand.settle(0.3)
    page = panel.page("unit_types")
    assert isinstance(page, SectionPage)
    before, position = session.design, session.history.position
    types = session.design.ruleset.unit_types
    page.grid_table.go(Cell(len(types) - 3, 0), focus=True)
    hand.settle(0.1)
    hand.do("key", "shift+Down", "shift+Down", wait=0.1)
    page.buttons["Duplicate"].invoke()
    hand.settle(0.1)
    assert len(session.design.ruleset.unit_types) == len(types) + 3
    assert session.history.position == position + 1
    added = [i for i, t in enumerate(session.design.ruleset.unit_types) if t.id not in {u.id for u in types}]
    page.grid_table.go(Cell(added[0], 0), focus=True)
    page.grid_table.mark_rows(added)
    page.buttons["Up"].invoke()
    assert "several cannot be moved at once" in str(page.foot.cget("text"))
    page.buttons["Remove"].invoke()
    hand.settle(0.1)
    assert session.design.ruleset.unit_types == types
    # One text for all marked cells, in one step.
    column = next(i for i, f in enumerate(page.model.spec.fields) if f.key == "name")
    position = session.history.position
    page.grid_table.go(Cell(0, column), focus=True)
    hand.settle(0.1)
    hand.do("key", "shift+Down", wait=0.1)
    hand.do("key", "Z", "Z", "Return", wait=0.2)
    assert [t.name for t in session.design.ruleset.unit_types[:2]] == ["ZZ", "ZZ"]
    assert session.history.position == position + 1
    session.history.jump(0)
    assert session.design.ruleset == before.ruleset


# -- drop-down lists ------------------------------------------------------------------------------------


def boxes_of(widget: tk.Misc) -> list[ttk.Combobox]:
    return [b for b in below(widget, ttk.Combobox)
            if b.winfo_viewable() and str(b.cget("state")) == "readonly" and len(b.cget("values")) > 1]


def distinct_letter(box: ttk.Combobox) -> tuple[str, int]:
    """A letter that leads to another entry of the list than the present one, the next with it; "" if none
    does."""
    values = [str(v) for v in box.cget("values")]
    firsts = [v[:1].casefold() for v in values]
    now = box.current()
    for letter in firsts:
        if letter.isascii() and letter.isalpha() and firsts[now] != letter:
            later = [at for at, first in enumerate(firsts) if first == letter and at > now]
            return letter, later[0] if later else firsts.index(letter)
    return "", -1


def test_letters_choose_in_every_drop_down_list(hand: Hand) -> None:
    tried = 0
    for spec in PANELS:
        hand.window.show_panel(spec.id)
        hand.settle(0.2)
        for box in boxes_of(hand.window.dock.panel(spec.id)):
            letter, at = distinct_letter(box)
            if not letter or "…" in str(box.cget("values")[at]):
                continue
            before = box.get()
            # What the choice does is not looked at here, and a file dialog must not open.
            tags = box.bindtags()
            box.bindtags(("TCombobox", "all"))
            box.focus_force()
            hand.do("key", letter, wait=0.1)
            assert box.current() == at, (spec.id, letter)
            box.set(before)
            box.bindtags(tags)
            tried += 1
    assert tried >= 3
    hand.window.focus_map()


def test_letters_mark_in_an_open_list_and_return_takes_the_entry(hand: Hand) -> None:
    hand.window.focus_map()
    hand.do("key", "F6", wait=0.6)
    (dialog,) = (d for d in dialogs(hand) if isinstance(d, RunDialog))
    box = dialog.players[0]
    box.focus_force()
    hand.settle(0.1)
    assert box.get() == "planner"
    hand.do("key", "Down", wait=0.4)
    hand.do("key", "r", wait=0.2)
    assert box.get() == "planner"
    hand.do("key", "Return", wait=0.3)
    assert box.get() == "random"
    assert exists(dialog)
    box.focus_force()
    hand.do("key", "p", wait=0.2)
    assert box.get() == "planner"
    # What was chosen is taken back, and again.
    hand.do("key", "ctrl+z", wait=0.2)
    assert box.get() == "random"
    hand.do("key", "ctrl+z", wait=0.2)
    assert box.get() == "planner"
    hand.do("key", "ctrl+shift+z", wait=0.2)
    assert box.get() == "random"
    hand.do("key", "Escape", wait=0.2)


# -- undo in dialogs ------------------------------------------------------------------------------------


def test_what_is_typed_in_a_dialog_is_taken_back(hand: Hand) -> None:
    before = hand.window.session.design
    hand.window.focus_map()
    hand.window.root.clipboard_clear()
    hand.window.root.clipboard_append("copied before")  # Ctrl+Y does not paste it
    hand.do("key", "shift+F6", wait=0.6)
    (dialog,) = (d for d in dialogs(hand) if isinstance(d, TryDialog))
    dialog.games.focus_force()
    dialog.games.select_range(0, "end")
    hand.do("key", "4", "5", wait=0.2)
    assert dialog.games.get() == "45"
    hand.do("key", "Tab", wait=0.1)
    dialog.seed.focus_force()
    dialog.seed.icursor("end")
    hand.do("key", "7", wait=0.2)
    assert dialog.seed.get() == "07"
    hand.do("key", "ctrl+z", wait=0.2)
    assert (dialog.seed.get(), dialog.games.get()) == ("0", "45")
    for _ in range(2):
        hand.do("key", "ctrl+z", wait=0.2)
    assert dialog.games.get() == "200"
    hand.do("key", "ctrl+y", "ctrl+y", "ctrl+y", wait=0.2)
    assert (dialog.seed.get(), dialog.games.get()) == ("07", "45")
    hand.do("key", "Escape", wait=0.2)
    assert hand.window.session.design is before


class Fields(Dialog):
    """A dialog with one field of each kind."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, "Fields")
        self.entry = ttk.Entry(self.body)
        self.entry.insert(0, "one")
        self.on, self.which = tk.BooleanVar(self, False), tk.StringVar(self, "a")
        self.check = ttk.Checkbutton(self.body, text="Check", variable=self.on)
        self.radios = [ttk.Radiobutton(self.body, text=v, variable=self.which, value=v) for v in "ab"]
        self.text = tk.Text(self.body, height=2, width=20)
        self.text.insert("1.0", "first")
        for field in (self.entry, self.check, *self.radios, self.text):
            field.pack()
        self.button("OK", self.cancel)


def test_every_kind_of_field_is_taken_back(hand: Hand) -> None:
    dialog = Fields(hand.window.root)
    dialog.present(dialog.entry)
    hand.settle(0.3)
    dialog.entry.focus_force()
    hand.do("key", "End", "s", wait=0.2)
    for widget in (dialog.check, dialog.radios[1]):
        widget.focus_force()
        hand.do("key", "space", wait=0.2)
    assert (dialog.entry.get(), dialog.on.get(), dialog.which.get()) == ("ones", True, "b")
    expected = [("ones", True, "a"), ("ones", False, "a"), ("one", False, "a")]
    for fields in expected:
        hand.do("key", "ctrl+z", wait=0.2)
        assert (dialog.entry.get(), dialog.on.get(), dialog.which.get()) == fields
    dialog.text.focus_force()
    hand.do("key", "x", wait=0.2)
    assert "x" in dialog.text.get("1.0", "end")
    hand.do("key", "ctrl+z", "ctrl+z", wait=0.2)
    assert dialog.text.get("1.0", "end") == "first\n"
    dialog.cancel()
    hand.settle(0.1)


# -- the palette ---------------------------------------------------------------------------------------


def labels_of(menu: tk.Menu, entry: Callable[[tk.Menu, int], str]) -> list[str]:
    last = menu.index("end")
    return [] if last is None else [entry(menu, i) for i in range(last + 1)]


def test_every_command_of_the_menus_is_in_the_palette(hand: Hand) -> None:
    menus: Menus = hand.window.menus
    listed = [e.id for e in PaletteEntries(hand.window.session.design, lambda _a: "", ()).find("")]
    everything = {a.id for a in ACTIONS} - {"command_palette"}
    found = {a.id for a in ACTIONS
             if a.id in listed or a.id in {e.id for e in PaletteEntries(
                 hand.window.session.design, lambda _a: "", ()).find(a.label)}}
    assert everything <= found

    def label(menu: tk.Menu, i: int) -> str:
        return "" if menu.type(i) in ("separator", "cascade", "tearoff") else str(menu.entrycget(i, "label"))

    labels = {text for menu in menus.menus.values() for text in labels_of(menu, label)} - {""}
    named = {a.label for a in ACTIONS}
    assert len(labels) > 60
    assert {t for t in labels if t not in named and not t.startswith(("Undo ", "Redo "))} == set()
    assert "copy_position" in everything


def test_samples_and_recent_files_are_opened_from_the_palette(hand: Hand) -> None:
    hand.window.session.history.mark_saved()
    hand.window.focus_map()
    hand.do("key", "ctrl+shift+p", wait=0.5)
    hand.type("open bridges of the velna sample scenario")
    hand.do("key", "Return", wait=0.8)
    hand.until(lambda: hand.window.session.document.title == "Bridges of the Velna")
    assert any(e.kind == "file" for e in file_entries(hand.window.settings))
