"""Panels moved by hand, closed, floated and remembered, under real mouse and key events."""

from __future__ import annotations

import json
import tkinter as tk
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from items import some
from xvfb import Hand, window_on, windows_in

from visegrad_editor.editor.actions import ACTIONS
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.widgets import tooltips
from visegrad_editor.editor.window.dock_layout import AREAS, Area, default_layout
from visegrad_editor.editor.window.panel_table import PANELS

pytestmark = xvfb.MARKS


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Callable[[], Hand]]:
    """Opens a window; each of a test has the same settings."""
    with windows_in(tmp_path / "settings") as show:
        def opened() -> Hand:
            hand = show("hollen")
            hand.window.root.geometry("1300x700+20+20")
            hand.settle(0.3)
            return hand

        yield opened


def tab(hand: Hand, id: str) -> tuple[int, int]:
    """Where a panel's tab is on the screen."""
    for area in AREAS:
        button = hand.window.dock.area(area).strip.buttons.get(id)
        if button is not None:
            return button.winfo_rootx() + button.winfo_width() // 2, button.winfo_rooty() + 8
    raise AssertionError(f"{id} has no tab")


def middle(widget: tk.Misc) -> tuple[int, int]:
    return widget.winfo_rootx() + widget.winfo_width() // 2, widget.winfo_rooty() + widget.winfo_height() // 2


def areas(hand: Hand) -> dict[Area, tuple[str, ...]]:
    return {a: ids for a, ids in hand.window.dock.layout.areas.items() if ids}


def test_a_dragged_tab_outlines_where_it_would_be_docked(
    show: Callable[[], Hand]
) -> None:
    hand = show()
    dock = hand.window.dock
    start, there = tab(hand, "history"), middle(dock.area("left"))
    hand.do("mousemove", *start, "mousedown", 1)
    for part in (0.3, 0.7, 1.0):
        hand.do("mousemove", *(round(a + (b - a) * part) for a, b in zip(start, there, strict=True)))
    left = dock.area("left")
    assert len(dock.outline) == 4
    assert min(edge.winfo_rootx() for edge in dock.outline) == left.winfo_rootx()
    hand.do("mouseup", 1)
    hand.settle(0.2)
    assert dock.outline == []
    assert dock.layout.area_of("history") == "left"
    assert hand.window.history.winfo_viewable()
    assert hand.window.history.winfo_rootx() < hand.window.view.winfo_rootx()
    # It works there: a step is listed and clicked.
    assert not hand.window.palette.winfo_ismapped()
    hand.click(tab(hand, "tools"))
    assert hand.window.palette.winfo_viewable()


def test_every_button_of_the_window_has_a_tooltip(show: Callable[[], Hand]) -> None:
    hand = show()
    window = hand.window

    def bare(widget: tk.Misc) -> Iterator[str]:
        for child in widget.winfo_children():
            if isinstance(child, ttk.Button | ttk.Radiobutton) and not hasattr(child, "tooltip"):
                yield f"{child} {child.cget('text')}"
            yield from bare(child)

    for panel in PANELS:
        window.show_panel(panel.id)
        hand.settle(0.05)
    assert list(bare(window.root)) == []
    # With their keys, where they have one.
    for action in (a for a in ACTIONS if a.toolbar and a.keys):
        assert action.key_text in action.tooltip


def test_the_window_makes_exactly_the_panels_of_the_table(show: Callable[[], Hand]) -> None:
    assert sorted(show().window.panel_makers) == sorted(p.id for p in PANELS)


def test_a_tooltip_disappears_at_any_key_and_after_a_while(
    show: Callable[[], Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = show()
    window = hand.window
    strip = window.dock.area("right").strip
    note = strip.buttons["history"].tooltip  # type: ignore[attr-defined]
    window.view.canvas.focus_force()
    hand.do("mousemove", *middle(strip.buttons["history"]))
    hand.until(lambda: note._window is not None)
    hand.settle(0.1)
    # It does not lie on the first rows of the panel.
    assert note._window.winfo_rooty() + note._window.winfo_height() <= strip.winfo_rooty()
    before = window.view.canvas.bindtags()
    hand.key("Right")  # the hex cursor moves, and that key goes no further
    hand.until(lambda: note._window is None)
    assert len(window.view.canvas.bindtags()) == len(before) - 1
    monkeypatch.setattr(tooltips, "_LONGEST_MS", 300)
    hand.do("mousemove", *middle(window.view))
    hand.do("mousemove", *middle(strip.buttons["history"]))
    hand.until(lambda: note._window is not None)
    hand.until(lambda: note._window is None, 5)


def test_the_right_button_during_a_drag_only_cancels_it(show: Callable[[], Hand]) -> None:
    hand = show()
    before = areas(hand)
    hand.do("mousemove", *tab(hand, "history"), "mousedown", 1)
    for place in (middle(hand.window.view), (middle(hand.window.view)[0] + 5, 300)):
        hand.do("mousemove", *place)
    hand.do("click", 3)
    assert not [w for w in hand.window.root.winfo_children()
                if isinstance(w, tk.Menu) and w.winfo_ismapped()]
    hand.do("mouseup", 1)
    hand.settle(0.2)
    assert areas(hand) == before


def test_the_history_marks_the_saved_step(show: Callable[[], Hand]) -> None:
    hand = show()
    window, session = hand.window, hand.window.session
    window.show_panel("history")
    hand.settle(0.1)

    def texts() -> list[str]:
        tree = window.history.tree
        return [tree.item(row, "text").strip() for row in tree.get_children()]

    assert texts() == ["Open   ·  saved"]
    session.edit("Rename", replace(session.design, map=replace(session.design.map, title="Other")))
    assert texts() == ["Open   ·  saved", "Rename"]
    session.history.mark_saved()
    session.opened.emit()
    assert texts() == ["Open", "Rename   ·  saved"]


def test_a_click_and_the_arrow_keys_choose_tabs(show: Callable[[], Hand]) -> None:
    hand = show()
    window = hand.window
    hand.click(tab(hand, "inspector"))
    assert window.inspector.winfo_viewable()
    assert not window.units.winfo_ismapped()
    hand.key("Right")
    assert window.history.winfo_viewable()
    hand.key("Left", "Left")
    assert window.reinforcements.winfo_viewable()


def test_an_empty_area_takes_no_space_and_opens_where_a_tab_is_dropped(
    show: Callable[[], Hand]
) -> None:
    hand = show()
    window, dock = hand.window, hand.window.dock
    height = window.view.winfo_height()
    hand.drag(tab(hand, "problems"), middle(window.view), middle(dock.area("right")))
    hand.settle(0.3)
    assert "bottom" not in areas(hand)
    assert not dock.area("bottom").winfo_ismapped()
    assert window.view.winfo_height() > height + 60
    across = dock.across
    hand.drag(tab(hand, "problems"), middle(window.view),
              (middle(window.view)[0], across.winfo_rooty() + across.winfo_height() - 20))
    hand.settle(0.3)
    assert areas(hand)["bottom"] == ("problems",)
    assert window.problems.winfo_viewable()
    assert abs(window.view.winfo_height() - height) <= 3


def test_a_tab_dropped_on_the_map_or_cancelled_with_escape_stays(show: Callable[[], Hand]) -> None:
    hand = show()
    before = hand.window.dock.layout
    hand.drag(tab(hand, "units"), middle(hand.window.view), middle(hand.window.view))
    assert hand.window.dock.layout == before
    hand.do("mousemove", *tab(hand, "units"), "mousedown", 1)
    hand.do("mousemove", *middle(hand.window.view))
    hand.do("mousemove", *middle(hand.window.dock.area("left")))
    assert hand.window.dock.outline
    hand.key("Escape")
    assert hand.window.dock.outline == []
    hand.do("mouseup", 1)
    hand.settle(0.2)
    assert hand.window.dock.layout == before


def test_a_panel_floats_in_a_window_of_its_own_keeps_its_keys_and_docks_again(
    show: Callable[[], Hand]
) -> None:
    hand = show()
    window, dock = hand.window, hand.window.dock
    hand.do("mousemove", *tab(hand, "units"), "click", 3)
    hand.key("Down", "Down", "Down", "Down")  # right is greyed, so: left, lower right, bottom, float
    hand.key("Return")
    hand.settle(0.5)
    assert "units" in dock.layout.floating
    units = window.units
    assert units.winfo_viewable()
    assert units.winfo_toplevel() is not window.root
    # What is typed there is heard by the window: its keys work, and its list follows.
    hand.click_on(units.tree)
    hand.key("ctrl+z")
    hand.until(lambda: window.messages.text == "" or window.messages.text)
    hand.key("F8")
    assert "numbers" in window.renderer.hidden
    hand.key("F8")
    dock.move("units", "left")
    hand.settle(0.3)
    assert units.winfo_toplevel() is window.root
    assert units.winfo_viewable()
    assert window.units is units


def test_the_window_of_a_floating_panel_is_closed_and_opened_from_the_menu(show: Callable[[], Hand]) -> None:
    hand = show()
    window, dock = hand.window, hand.window.dock
    dock.float("history", (200, 200))
    hand.settle(0.4)
    holder = window.history.master
    hand.click_on(window.history.tree)
    hand.key("alt+F4")
    hand.until(lambda: not dock.is_open("history"))
    assert not holder.winfo_viewable()
    window.menus.update()
    panels = window.menus.panels
    assert not panels["history"].get()
    assert panels["units"].get()
    hand.key("ctrl+4")
    assert window.history.winfo_viewable()
    assert "history" in dock.layout.floating


OPENED = {"units": "ctrl+1", "inspector": "ctrl+3", "tools": "ctrl+7", "layers": "ctrl+8",
          "stamps": "ctrl+9", "overview": "ctrl+shift+o", "ruleset": "F3", "totals": "ctrl+shift+F3"}
"""Panels of all sorts (a list, fields, buttons, nothing that takes keys, a table), and the keys that open
them."""


@pytest.mark.parametrize("close", ["alt+F4", "Escape"])
def test_a_closed_window_of_a_panel_opens_again_where_it_was_with_the_keyboard(
    close: str, show: Callable[[], Hand]
) -> None:
    hand = show()
    window, dock, session = hand.window, hand.window.dock, hand.window.session
    assert session.scenario is not None
    unit = next(u for u in session.scenario.units if u.hex)
    session.select(session.design.map.grid.parse(unit.hex), (unit.key,))

    def within(id: str) -> bool:
        return str(window.root.focus_get()).startswith(str(dock.panel(id)))

    for id, key in some(OPENED.items()):
        dock.float(id, (300, 120))
        hand.settle(0.3)
        hand.key(key)
        hand.until(lambda id=id: within(id))  # type: ignore[misc]
        place = dock.layout.floating[id]
        hand.key(close)
        hand.until(lambda id=id: not dock.is_open(id))  # type: ignore[misc]
        hand.until(lambda: window.root.focus_get() is window.view.canvas)
        hand.settle(0.3)
        hand.key(key, "Down", "Right", wait=0.3)
        assert within(id), id
        assert dock.layout.floating[id] == place
        assert session.history.position == 0, f"{id}: the arrows moved a counter"
        dock.close(id)
        hand.settle(0.1)


def test_escape_in_a_floating_panel_first_gives_up_what_was_begun(show: Callable[[], Hand]) -> None:
    hand = show()
    window, dock = hand.window, hand.window.dock
    dock.float("units", (300, 120))
    hand.settle(0.3)
    hand.key("ctrl+f")
    hand.type("foot")
    hand.key("Escape")
    assert window.units.search.get() == ""
    assert dock.is_open("units")
    hand.key("Escape")
    hand.until(lambda: not dock.is_open("units"))
    hand.until(lambda: window.root.focus_get() is window.view.canvas)


def test_a_large_panel_that_was_docked_opens_docked(show: Callable[[], Hand]) -> None:
    hand = show()
    dock = hand.window.dock
    hand.key("F3", wait=0.3)
    assert "ruleset" in dock.layout.floating
    dock.move("ruleset", "bottom")
    dock.close("ruleset")
    hand.settle(0.1)
    hand.key("F3", wait=0.3)
    assert dock.layout.area_of("ruleset") == "bottom"


def test_a_floating_window_grows_with_the_scale_of_the_interface(show: Callable[[], Hand]) -> None:
    hand = show()
    window, dock = hand.window, hand.window.dock
    dock.float("history", (200, 100))
    hand.until(lambda: window.history.winfo_viewable())
    width, height = window.history.winfo_width(), window.history.winfo_height()
    window.perform("scale_150")
    hand.until(lambda: abs(window.history.winfo_width() - 1.5 * width) <= 2)
    assert abs(window.history.winfo_height() - 1.5 * height) <= 2
    window.perform("scale_100")
    hand.until(lambda: abs(window.history.winfo_width() - width) <= 2)
    assert abs(window.history.winfo_height() - height) <= 2


def test_problem_messages_are_visible_wherever_the_panel_is_docked(show: Callable[[], Hand]) -> None:
    hand = show()
    dock, tree = hand.window.dock, hand.window.problems.tree
    places: dict[Area, tuple[str, ...]] = {
        "left": ("hex", "message"), "right": ("hex", "unit", "message"),
        "bottom": ("rule", "hex", "unit", "message")}
    for area, columns in some(places.items()):
        dock.move("problems", area)
        hand.until(lambda columns=columns: tree.cget("displaycolumns") == columns)  # type: ignore[misc]
        hand.settle(0.2)
        taken = sum(int(tree.column(c, "width")) for c in ("#0", *columns))
        assert taken <= tree.winfo_width()
        assert int(tree.column("message", "width")) >= 100


def test_panels_come_back_where_they_were_in_the_next_window(
    show: Callable[[], Hand], tmp_path: Path
) -> None:
    hand = show()
    window, dock = hand.window, hand.window.dock
    dock.move("problems", "corner")
    dock.close("reinforcements")
    dock.float("history", (150, 160))
    hand.settle(0.4)
    # The sash left of the panels at the right.
    x, y = dock.area("right").winfo_rootx() - 3, middle(dock.area("right"))[1]
    hand.drag((x, y), (x - 30, y), (x - 25, y))
    hand.settle(0.3)
    width, layout = dock.right_width, dock.layout
    assert layout.sizes["right"] == width
    window.close()

    again = show()
    assert again.window.dock.layout.floating == layout.floating
    assert again.window.dock.layout == layout
    assert abs(again.window.dock.right_width - width) <= 1
    assert again.window.history.winfo_toplevel() is not again.window.root
    assert (again.window.history.winfo_rootx(), again.window.history.winfo_rooty()) >= (140, 150)
    again.window.perform("reset_panels")
    again.settle(0.3)
    assert again.window.history.winfo_toplevel() is again.window.root
    assert again.window.dock.layout.areas == default_layout(PANELS).areas
    assert json.loads((tmp_path / "settings/settings.json").read_text("utf-8"))["panels"]["floating"] == {}


def test_a_play_test_replaces_the_panels_and_restores_them(show: Callable[[], Hand]) -> None:
    hand = show()
    window, dock = hand.window, hand.window.dock
    dock.float("history", (150, 160))
    hand.settle(0.3)
    layout = dock.layout
    side = ttk.Frame(dock.across, width=366)
    give_back = dock.lend(side)
    hand.settle(0.3)
    assert side.winfo_viewable()
    panels = (window.units, window.palette, window.problems, window.history)
    assert not any(p.winfo_ismapped() for p in panels)
    give_back()
    hand.settle(0.3)
    assert dock.layout == layout
    assert all(p.winfo_viewable() for p in panels)


def test_ctrl_f_from_another_panel_of_the_area_types_into_the_search(tmp_path: Path) -> None:
    with windows_in(tmp_path / "settings") as show:
        hand = show("historical")
        window = hand.window
        tool = window.controller.tool.id
        hand.key("ctrl+2", wait=0.4)
        tree = window.dock.panel("reinforcements").winfo_children()
        assert tree
        list_ = next(w for w in tree if isinstance(w, ttk.Treeview))
        hand.click((list_.winfo_rootx() + 60, list_.winfo_rooty() + 90))
        hand.key("ctrl+f")
        hand.type("ter")
        assert window.units.search.get() == "ter"
        assert window.controller.tool.id == tool


def test_a_floating_panel_that_is_remembered_is_above_the_window_from_the_start(tmp_path: Path) -> None:
    layout = default_layout(PANELS).float("overview", "430x211+440+253")
    Settings(tmp_path).set("panels", layout.data())
    with window_on("hollen", tmp_path) as hand:
        root = hand.window.root
        panel = hand.window.dock.panel("overview").winfo_toplevel()
        hand.until(lambda: root.winfo_viewable() and panel.winfo_viewable())

        def is_above() -> bool:
            return bool(root.tk.getboolean(root.tk.call("wm", "stackorder", panel, "isabove", root)))

        hand.until(is_above)
        # Also after the main one was clicked.
        hand.click(middle(hand.window.view.canvas))
        hand.settle(0.3)
        assert is_above()
