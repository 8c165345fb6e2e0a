"""A visible widget always has the keyboard: after menus, file dialogs and another style."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest
from xvfb import MARKS, Hand, window_on

import visegrad_editor
from visegrad_editor.drawing.style_file import shipped_styles
from visegrad_editor.editor.map import style
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.widgets.keyboard import _force_focus

pytestmark = MARKS
ODD = """\
format: 1
kind: style
name: odd
title: Odd
terrain: {nonsense: {colour: "#3f6f73"}}
"""


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("hollen", tmp_path / "settings") as hand:
        hand.window.view.canvas.focus_force()
        hand.settle(0.2)
        yield hand
    style.use(shipped_styles()[0], Settings(tmp_path / "after"))


def keys_work(hand: Hand) -> None:
    """Letters take up tools, and Ctrl with a key does what it says."""
    # The window manager hands the keyboard over first.
    hand.settle(0.5)
    hand.key("t")
    hand.until(lambda: hand.window.controller.tool.id == "terrain")
    hand.key("v")
    hand.until(lambda: hand.window.controller.tool.id == "select")
    hand.key("ctrl+2")
    hand.until(lambda: hand.window.reinforcements.winfo_viewable())
    hand.window.show_panel("units")
    hand.window.view.canvas.focus_set()


def test_keys_work_after_a_style_file_with_remarks_and_after_it_is_chosen_again(
        hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(ODD, "utf-8")
    hand.answer("Open a style", ("type", path), ("key", "Return"))
    hand.answer("^Style$", ("key", "Return"))
    hand.window.perform("style_other")
    assert style.chosen().name == "odd"
    keys_work(hand)
    hand.key("ctrl+0")
    hand.answer("^Style$", ("key", "Return"))
    hand.window.perform("style_own")
    keys_work(hand)


def test_a_closed_menu_does_not_keep_clicks_and_keys(hand: Hand) -> None:
    root = hand.window.root
    menu = tk.Menu(root, tearoff=False)
    menu.add_command(label="x")
    menu.post(200, 200)
    hand.settle(0.2)
    menu.grab_set()
    menu.focus_set()
    menu.unpost()
    hand.settle(0.2)
    assert str(root.tk.call("grab", "current", root)) == str(menu)
    hand.window.perform("fit")
    hand.settle(0.2)
    assert str(root.tk.call("grab", "current", root)) == ""
    assert root.focus_get() is hand.window.view.canvas
    keys_work(hand)


def test_a_hidden_field_does_not_keep_the_keyboard_but_a_visible_one_does(hand: Hand) -> None:
    root = hand.window.root
    field = ttk.Entry(hand.window.dock.centre)
    field.place(x=10, y=10)
    hand.settle()
    field.focus_set()
    hand.window.perform("fit")
    hand.settle()
    assert root.focus_get() is field
    field.place_forget()
    hand.settle()
    hand.window.perform("fit")
    hand.settle()
    assert root.focus_get() is hand.window.view.canvas


def test_alt_with_a_letter_opens_its_menu_and_takes_up_no_tool(hand: Hand) -> None:
    root = hand.window.root
    hand.key("t")
    assert hand.window.controller.tool.id == "terrain"
    # The menu waits for its own events while it is posted: Escape comes from outside.
    hand.key("alt+v", wait=0.3)
    assert root.tk.call("winfo", "class", str(root.tk.call("focus"))) == "Menu"
    assert hand.window.controller.tool.id == "terrain"
    hand.key("Escape", wait=0.2)
    hand.key("Escape", wait=0.2)
    hand.until(lambda: root.focus_get() is hand.window.view.canvas)


def test_a_panel_that_requests_the_keyboard_early_gets_it(hand: Hand) -> None:
    """A window that floated has just closed: the keyboard is with no window of this program for a moment."""
    window = hand.window
    unit = next(u for u in window.session.design.scenario.units if u.hex)  # type: ignore[union-attr]
    window.session.select(window.session.design.map.grid.parse(unit.hex), (unit.key,))
    other = tk.Tk()
    try:
        other.geometry("200x100+900+600")
        other.update()
        other.focus_force()
        hand.until(lambda: (other.update(), str(window.root.tk.call("focus")) == "")[1])
        window.perform("show_units")
        hand.settle(0.2)
    finally:
        other.destroy()
    hand.until(lambda: window.root.focus_get() is not None)
    assert window.root.focus_get() is window.units.tree
    before = window.session.design
    hand.key("Down", "Down", "shift+Down")
    assert window.session.design is before
    assert len(window.session.units) == 2


def test_the_keyboard_comes_back_with_the_pointer_over_the_menu_bar(hand: Hand) -> None:
    root = hand.window.root
    # The menu bar is a copy of the menu that only Tk knows, above the root window's own area.
    hand.do("mousemove", root.winfo_rootx() + 200, root.winfo_rooty() - 8)
    over = str(root.tk.call("winfo", "containing", *root.winfo_pointerxy()))
    assert "menu" in over
    hand.window.units.tree.focus_set()
    _force_focus(root, str(hand.window.view.canvas))
    # Who has the keyboard keeps it.
    assert root.focus_get() is hand.window.units.tree


def test_who_has_the_keyboard_is_asked_in_one_way() -> None:
    """tkinter raises a KeyError for Tk's own copies of menus and lists."""
    editor = Path(visegrad_editor.__file__).parent / "editor"
    files = sorted(editor.rglob("*.py"))
    assert len(files) > 100
    asking = [str(p.relative_to(editor)) for p in files
              if re.search(r"\.focus_(get|displayof|lastfor)\(", p.read_text("utf-8"))]
    assert asking == ["widgets/keyboard.py"]
