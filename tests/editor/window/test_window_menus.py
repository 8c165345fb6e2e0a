"""Context menus of the lists, with real right-clicks and keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from tkinter import ttk

import pytest
import xvfb
from PIL import ImageColor, ImageGrab
from xvfb import Hand, window_on

from visegrad_editor.editor.window.colours import DARK, LIGHT
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.places import set_name
from visegrad_editor.model.problems import Fix, Problem

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


def place_of(tree: ttk.Treeview, row: str) -> tuple[int, int]:
    tree.see(row)
    tree.update()
    x, y, width, height = tree.bbox(row)
    return tree.winfo_rootx() + x + width // 2, tree.winfo_rooty() + y + height // 2


def test_a_right_click_on_a_unit_selects_it_and_can_go_to_its_hex(hand: Hand) -> None:
    window = hand.window
    window.show_panel("units")
    hand.settle()
    scenario = window.session.scenario
    assert scenario is not None
    unit = next(u for u in scenario.units if u.hex)
    hand.click(place_of(window.units.tree, f"unit:{unit.key}"), button=3)
    assert window.session.units == (unit.key,)
    window.session.select(None)
    hand.key("Down", "Return")
    hand.until(lambda: window.session.units == (unit.key,))
    assert window.session.hex == window.session.design.map.grid.parse(unit.hex)


def test_the_menu_of_a_unit_lists_its_commands(hand: Hand) -> None:
    window = hand.window
    scenario = window.session.scenario
    assert scenario is not None
    unit = scenario.units[0]
    window.session.select(None, (unit.key,))
    labels = {e.label: e.command for e in window.unit_menu.entries(f"unit:{unit.key}")}
    assert labels["Place on the map"]
    assert labels["Flip counter"]
    assert labels["Remove unit from the scenario"]
    labels["Copy its name"]()  # type: ignore[misc]
    assert window.root.clipboard_get() == unit.name
    assert [e.label for e in window.unit_menu.entries("")] == ["New unit…"]
    other = scenario.units[1]
    unmarked = window.unit_menu.entries(f"unit:{other.key}")
    assert [e.label for e in unmarked] == ["New unit…"]


def test_the_menu_of_several_units_concerns_all_of_them(hand: Hand) -> None:
    window = hand.window
    scenario = window.session.scenario
    assert scenario is not None
    nation = scenario.units[0].nationality
    keys = tuple(u.key for u in scenario.units if u.nationality == nation)
    n = len(keys)
    assert n > 1
    window.show_panel("units")
    hand.settle()
    hand.click(place_of(window.units.tree, f"nation:{nation}"), button=3)
    hand.key("Escape")
    assert window.session.units == keys
    labels = {e.label: e.command for e in window.unit_menu.entries(f"nation:{nation}")}
    assert labels[f"Flip {n} counters"]
    assert labels[f"Place {n} units on the map"]
    assert labels[f"Take {n} counters off the map"]
    assert not [label for label in labels if label.startswith("Go to")]
    before = [u.reduced for u in scenario.units]
    labels[f"Remove {n} units from the scenario"]()  # type: ignore[misc]
    after = window.session.scenario
    assert after is not None
    assert not set(keys) & set(after.unit_by_key)
    window.session.undo()
    assert window.session.scenario is not None
    assert [u.reduced for u in window.session.scenario.units] == before


def test_the_history_goes_back_by_its_menu_with_keys_alone(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    hex = session.design.map.grid.parse("0203") or next(iter(session.design.map.grid))
    for name in ("One", "Two"):
        session.change(f"Name {name}", lambda d, n=name: with_map(d, set_name(d.map, hex, n)))
    window.show_panel("history")
    hand.settle(0.2)
    tree = window.history.tree
    tree.focus_force()
    first = str(session.history.position - 1)
    tree.selection_set(first)
    tree.focus(first)
    hand.key("shift+F10")
    hand.key("Down", "Return")
    hand.until(lambda: session.history.undo_label == "Name One")
    assert window.history_menu.entries("9999") == []
    session.history.undo()


def test_the_status_bar_counts_the_problems_that_the_tab_counts(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    window.checker.stop()
    session.set_problems((Problem("warning", "unnamed", "One."),
                          *(Problem("note", "gap", text) for text in ("Two.", "Three.", "Four."))))
    hand.settle()
    assert window.status.problems.cget("text") == "1 warning, 3 notes"


def test_a_problem_is_fixed_from_its_menu_and_copied(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    hex = next(iter(session.design.map.grid))
    number = session.design.map.grid.number(hex)
    problem = Problem("warning", "unnamed", "This place has no name.", hex=number,
                      fix=Fix("Name it Mended", lambda d: with_map(d, set_name(d.map, hex, "Mended"))))
    window.checker.stop()
    session.set_problems((problem,))
    hand.settle()
    tree = window.problems.tree
    hand.click(place_of(tree, tree.get_children()[0]), button=3)
    hand.key("Down", "Down", "Return")
    hand.until(lambda: session.history.undo_label == "Name it Mended")
    assert session.design.map.place_at[hex].name == "Mended"
    session.history.undo()
    labels = {e.label: e.command for e in window.problem_menu.entries(replace(problem, fix=None))}
    assert labels["No automatic fix"] is None
    labels["Copy the text"]()  # type: ignore[misc]
    assert "This place has no name." in window.root.clipboard_get()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_menu_has_an_edge(hand: Hand, colours: str) -> None:
    window = hand.window
    window.perform(f"theme_{colours}")
    hand.settle(0.3)
    x, y = hand.centre("1716")
    hand.click((x, y), button=3)
    hand.settle(0.3)
    with ImageGrab.grab((x - 8, y, x + 24, y + 60), xdisplay=xvfb.screen()) as picture:
        pixels = picture.convert("RGB")
    hand.key("Escape")
    window.perform("theme_light")
    ground = ImageColor.getrgb((LIGHT if colours == "light" else DARK).panel)
    for row in range(10, 50):
        line = [pixels.getpixel((column, row)) for column in range(pixels.width)]
        inside = line.index(ground)
        assert line[inside - 1] == (0, 0, 0), "the edge"
    assert str(window.menus.bar.cget("relief")) == "flat", "the bar is part of the window"


def test_a_menu_gets_its_icons_when_it_opens(hand: Hand) -> None:
    menus = hand.window.menus
    menus.rebuild()
    edit, file = menus.menus["Edit"], menus.menus["File"]

    def pictures(menu: tk.Menu) -> int:
        last = menu.index("end")
        assert last is not None
        return sum(bool(menu.entrycget(n, "image")) for n in range(last + 1) if menu.type(n) != "separator")

    assert pictures(edit) == pictures(file) == 0
    hand.key("alt+e")
    hand.settle(0.2)
    hand.key("Escape", "Escape")
    hand.settle(0.2)
    assert pictures(edit) >= 8
    assert pictures(file) == 0
