"""Letters typed on drop-down lists of every kind, with real keys: they choose, complete, and Escape gives
back."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk
from typing import Any

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.editor.panels.reinforcements_panel import ReinforcementsPanel
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.grid import Cell, CellEditor, GridTable
from visegrad_editor.editor.widgets.keyboard import exists
from visegrad_editor.editor.window.panel_table import PANELS

pytestmark = MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("scenarios/free-setup", tmp_path_factory.mktemp("typed")) as hand:
        yield hand


class Lists(Dialog):
    """A dialog with a list of each kind."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, "Lists")
        self.told: list[str] = []
        names = ["Blue", "Poland", "Port Arthur", "Red", "12 Corps"]
        self.closed = ttk.Combobox(self.body, values=names, state="readonly")
        self.open = ttk.Combobox(self.body, values=names)
        for box in (self.closed, self.open):
            box.pack()
            box.bind("<<ComboboxSelected>>", lambda e: self.told.append(e.widget.get()))
        self.closed.current(0)
        self.open.set("Blue")
        self.button("OK", lambda: self.finish(self.open.get()), default=True)


@pytest.fixture
def lists(hand: Hand) -> Iterator[Lists]:
    dialog = Lists(hand.window.root)
    dialog.present(dialog.closed)
    hand.settle(0.3)
    yield dialog
    if exists(dialog):
        dialog.cancel()
    hand.settle(0.1)


def test_what_was_chosen_by_letters_is_given_back(hand: Hand, lists: Lists) -> None:
    lists.closed.focus_force()
    hand.do("key", "p", wait=0.1)
    assert (lists.closed.get(), lists.told) == ("Poland", ["Poland"])
    hand.do("key", "o", "r", wait=0.1)
    assert lists.closed.get() == "Port Arthur"
    hand.do("key", "Escape", wait=0.1)
    assert (exists(lists), lists.closed.get(), lists.told[-1]) == (True, "Blue", "Blue")
    hand.do("key", "Escape", wait=0.1)
    assert not exists(lists)


def test_end_and_home_go_to_the_last_and_first_entry_of_an_open_list(hand: Hand, lists: Lists) -> None:
    lists.closed.focus_force()
    hand.do("key", "Down", wait=0.3)
    hand.do("key", "End", wait=0.1)
    hand.do("key", "Return", wait=0.2)
    assert lists.closed.get() == "12 Corps"
    hand.do("key", "Down", wait=0.3)
    hand.do("key", "Home", wait=0.1)
    hand.do("key", "Return", wait=0.2)
    assert lists.closed.get() == "Blue"


def test_letters_complete_what_is_typed(hand: Hand, lists: Lists) -> None:
    lists.open.focus_force()
    hand.do("key", "ctrl+a", "p", "o", wait=0.1)
    assert lists.open.get() == "Poland"
    hand.do("key", "r", wait=0.1)
    assert lists.open.get() == "Port Arthur"
    # What is no entry stays as it is typed, and so does a part of one once the rest is deleted.
    hand.do("key", "x", wait=0.1)
    assert lists.open.get() == "Porx"
    hand.do("key", "BackSpace", "BackSpace", wait=0.1)
    assert lists.open.get() == "Po"
    hand.do("key", "l", "Delete", wait=0.1)
    assert lists.open.get() == "Pol"
    assert lists.told == []
    hand.do("key", "Escape", wait=0.1)
    assert (exists(lists), lists.open.get()) == (True, "Blue")


def test_return_takes_the_completed_entry(hand: Hand, lists: Lists) -> None:
    lists.open.focus_force()
    hand.do("key", "ctrl+a", "r", wait=0.1)
    hand.do("key", "Return", wait=0.1)
    assert (lists.told, lists.result) == (["Red"], "Red")


def test_leaving_the_field_takes_the_entry_and_a_number_is_not_completed(hand: Hand, lists: Lists) -> None:
    lists.open.focus_force()
    hand.do("key", "ctrl+a", "p", "Tab", wait=0.1)
    assert (lists.open.get(), lists.told) == ("Poland", ["Poland"])
    lists.open.focus_force()
    hand.do("key", "ctrl+a", "1", "2", "Tab", wait=0.1)
    assert (lists.open.get(), lists.told) == ("12", ["Poland"])
    # Undo takes back both.
    lists.closed.focus_force()
    hand.do("key", "ctrl+z", wait=0.1)
    assert lists.open.get() == "Poland"


def test_cells_with_values_are_completed(hand: Hand) -> None:
    """The table of units: the type of a unit by its first letters, as fast as keys come."""
    hand.window.perform("units_table")
    hand.settle(0.4)
    table = next(t for t in below(hand.window.root, GridTable) if t.winfo_viewable())
    column = next(i for i in range(len(table.model.columns)) if len(table.model.choices(Cell(0, i))) > 3
                  and table.model.kind(Cell(0, i)) == "choice")
    cell = Cell(0, column)
    before = table.model.text(cell)
    wanted = next(c for c in table.model.choices(cell) if c[:1].isalpha() and c != before)
    first = next(c for c in table.model.choices(cell) if c.casefold().startswith(wanted[:2].casefold()))
    position = hand.window.session.history.position
    table.go(cell, focus=True)
    hand.settle(0.1)
    hand.do("key", wanted[0].lower(), wanted[1].lower(), wait=0.2)
    assert isinstance(table.editor, CellEditor)
    assert table.editor.field.get() == first
    hand.do("key", "Escape", wait=0.1)
    assert (table.model.text(cell), hand.window.session.history.position) == (before, position)
    hand.do("key", wanted[0].lower(), wanted[1].lower(), "Return", wait=0.3)
    assert table.model.text(cell) == first
    hand.window.perform("undo")
    hand.settle(0.1)


def test_letters_in_the_turn_track_wait_for_return(hand: Hand) -> None:
    """The entry of a reinforcement: letters only show it, Return takes it."""
    hand.window.perform("turn_track")
    hand.window.show_panel("reinforcements")
    hand.settle(0.4)
    panel = hand.window.dock.panel("reinforcements")
    assert isinstance(panel, ReinforcementsPanel)
    rows = [r for r in panel.tree.get_children() for r in (r, *panel.tree.get_children(r))]
    session = hand.window.session
    assert session.scenario is not None
    arriving = {u.key: u for u in session.scenario.units if u.reinforcement and u.reinforcement.entry}
    row = next(r for r in rows if any(key in r for key in arriving))
    panel.tree.selection_set(row)
    panel.tree.focus(row)
    panel.tree.see(row)
    hand.settle(0.2)
    panel.edit_cell("entry")
    hand.settle(0.2)
    box = panel.editor
    assert box is not None
    assert str(box.cget("state")) == "readonly"
    before = box.get()
    other = next(v for v in box.cget("values")
                 if v[:1].isalpha() and v[0].casefold() != before[:1].casefold())
    design = session.design
    hand.do("key", other[0].lower(), wait=0.2)
    assert panel.editor is box
    assert box.get()[0].casefold() == other[0].casefold()
    assert session.design is design
    hand.do("key", "Return", wait=0.2)
    assert panel.editor is None
    assert session.design is not design
    hand.window.perform("undo")
    hand.settle(0.1)


def test_letters_find_a_name_in_a_menu(hand: Hand) -> None:
    """The button beside a field of names in All keys opens a menu: a letter goes to the name."""
    hand.window.show_part("scenario", "units", 0)
    hand.settle(0.3)
    panel = hand.window.dock.panel("data")
    assert isinstance(panel, DataPanel)
    buttons = [b for b in below(panel, ttk.Menubutton) if b.winfo_viewable()]
    assert buttons
    button = buttons[0]
    menu = button.nametowidget(button.cget("menu"))
    last = menu.index("end")
    assert isinstance(last, int)
    names = [str(menu.entrycget(i, "label")).lstrip("✓ ") for i in range(last + 1)]
    at = next(i for i, name in enumerate(names) if i and name[0] != names[0][0])
    button.focus_force()
    hand.do("key", "space", wait=0.3)
    hand.do("key", names[at][0], wait=0.2)
    active = menu.index("active")
    assert active == next(i for i, name in enumerate(names) if name[0] == names[at][0])
    hand.do("key", "Escape", "Escape", wait=0.2)


def below(widget: tk.Misc, kind: type[tk.Misc]) -> list[Any]:
    found = []
    for child in widget.winfo_children():
        found += [child] if isinstance(child, kind) else []
        found += below(child, kind)
    return found


def test_every_list_of_the_panels_takes_letters(hand: Hand) -> None:
    """None has a binding of its own that keeps letters away, and none is of another class."""
    seen, bare = 0, []
    for spec in PANELS:
        hand.window.show_panel(spec.id)
        hand.until(hand.window.dock.panel(spec.id).winfo_viewable)
        hand.settle(0.2)
        for box in below(hand.window.dock.panel(spec.id), ttk.Combobox):
            seen += 1
            if "TCombobox" not in box.bindtags() or box.bind("<Key>"):
                bare.append(f"{spec.id}: {box}")
    assert seen > 10
    assert bare == []
