"""The map by keys and by its menu, and the status bar, in a window without units."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace

import pytest
import xvfb
from blank_design import blank_design
from xvfb import Hand, window_on

from visegrad_editor.editor.panels.palette_kinds import digits_of, kinds_of
from visegrad_editor.editor.widgets.context_menu import MenuEntry
from visegrad_editor.editor.window.go_to_dialog import GoToDialog
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.lettering import NameRef

pytestmark = xvfb.MARKS
START = Hex(7, 5)


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A window with the small map alone."""
    path = tmp_path_factory.mktemp("design") / "tools.yaml"
    path.write_text(new_text(replace(blank_design().map, name="tools", ruleset="blank")), "utf-8")
    with window_on(path, tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture(autouse=True)
def _restored(hand: Hand) -> Iterator[None]:
    window = hand.window
    window.use_tool("select")
    window.session.select_region(())
    window.session.choose(terrain="marsh", road="highway", hexside="river", mode="freehand", size=0)
    window.controller.go_to(START)
    window.view.canvas.focus_force()
    hand.settle(0.05)
    yield
    for id in ("roads", "rivers", "counters"):
        window.session.layers.show(id, True)
    window.use_tool("select")
    window.session.jump(0)


def at(hand: Hand, col: int, row: int) -> tuple[int, int]:
    return hand.pixel(hand.window.session.design.map.geometry.centre(Hex(col, row)))


def entry(hand: Hand, *path: str) -> MenuEntry:
    """An entry of the map's menu, by its labels."""
    entries = hand.window.map_menu.entries()
    for label in path[:-1]:
        entries = list(next(e for e in entries if e.label == label).below)
    return next(e for e in entries if e.label == path[-1])


def choose(hand: Hand, *path: str) -> None:
    command = entry(hand, *path).command
    assert command is not None
    command()
    hand.settle(0.05)


# -- the menu ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["Menu", "shift+F10"])
@pytest.mark.parametrize("tool", ["select", "terrain", "name"])
def test_the_menu_of_the_hex_opens_by_the_keyboard(hand: Hand, key: str, tool: str) -> None:
    window = hand.window
    window.use_tool(tool)
    hand.key("ctrl+6", "Right", key)
    menu = window.map_menu.menu
    assert menu is not None
    hand.until(menu.winfo_ismapped)
    assert abs(menu.winfo_rootx() - at(hand, 8, 5)[0]) < 40
    assert window.session.hex == Hex(8, 5)
    assert not window.menus.menus["File"].winfo_ismapped()
    hand.key("Escape")
    hand.until(lambda: not menu.winfo_ismapped())
    assert "Erase" not in window.controller.words
    assert "No name" not in window.controller.words


def test_the_menu_bar_stays_closed_without_a_context_menu(hand: Hand) -> None:
    window = hand.window
    box = next(w for w in window.toolbar.winfo_children() if isinstance(w, tk.Widget))
    box.focus_force()
    hand.key("shift+F10")
    assert not window.menus.menus["File"].winfo_ismapped()


def test_a_map_without_a_scenario_has_no_counter_entries(hand: Hand) -> None:
    hand.window.session.select(Hex(5, 6))
    labels = {e.label for e in hand.window.map_menu.entries()}
    assert {"Pick up", "Name this hex…", "City or feature", "Paste here", "Measure from here",
            "Select hexes like this", "Go to…"} <= labels
    assert not {"Flip counter", "New unit…"} & labels


def test_the_menu_picks_up_what_is_in_the_hex(hand: Hand) -> None:
    window = hand.window
    window.session.select(Hex(3, 6))
    choose(hand, "Pick up", "Road R1")
    assert window.controller.tool.id == "road"
    assert (window.session.brush.road, window.session.brush.road_name) == ("road", "R1")


def test_the_menu_sets_features_names_measures_and_selects(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    session.select(Hex(5, 6))
    assert entry(hand, "City or feature", "Town").ticked
    choose(hand, "City or feature", "Fort")
    assert "fort" in session.design.map.features_at(Hex(5, 6))
    choose(hand, "Name this hex…")
    assert session.brush.edited_name == NameRef("place", Hex(5, 6))
    session.select(Hex(6, 3))
    choose(hand, "Measure from here")
    hand.do("mousemove", *at(hand, 9, 3))
    assert window.controller.words.startswith("0407 to 0410: 3 hexes")
    window.use_tool("select")
    session.select(Hex(6, 3))
    choose(hand, "Select hexes like this", "All Mountain")
    assert session.region == {Hex(6, 3), Hex(6, 4)}
    window.perform("copy")
    session.select_region(())
    session.select(Hex(10, 3))
    choose(hand, "Paste here")
    assert session.history.undo_label.startswith("Paste 2 hexes")
    assert window.controller.tool.id == "select"
    session.select(Hex(0, 4))
    assert entry(hand, "City or feature", "Town").command is None


# -- digits and searching ---------------------------------------------------------------


def test_digits_work_after_a_click_in_a_panel(hand: Hand) -> None:
    window = hand.window
    window.show_panel("layers")
    hand.settle()
    box = window.dock.panel("layers")._widgets[1][0]  # type: ignore[attr-defined]
    hand.click_on(box)
    hand.click_on(box)
    hand.key("t", "3")
    assert window.controller.tool.id == "terrain"
    assert window.session.brush.terrain == kinds_of(window.session.design, "terrain")[2]


def test_the_same_digit_twice_chooses_the_entry_ten_further_down(hand: Hand) -> None:
    session = hand.window.session
    rules = session.design.ruleset
    more = tuple(replace(rules.terrain[0], id=f"more-{n}", name=f"More {n}") for n in range(3))
    rules = replace(rules, terrain=(*rules.terrain, *more))
    session.edit("More terrain", replace(session.design, ruleset=rules))
    kinds = kinds_of(session.design, "terrain")
    hand.key("t", "0")
    assert session.brush.terrain == kinds[9]
    hand.do("key", "--delay", "20", "1", "1")
    assert session.brush.terrain == kinds[10]
    assert digits_of(10) == "11"
    hand.settle(1.0)
    hand.key("1")
    assert session.brush.terrain == kinds[0]


def test_ctrl_f_on_a_map_finds_by_name(hand: Hand) -> None:
    hand.answer("Go to hex", ("type", "East"), ("key", "Return"))
    hand.key("ctrl+f")
    hand.until(lambda: hand.window.session.hex == Hex(11, 2))
    assert hand.window.controller.tool.id == "select"
    assert not hand.has_keyboard(GoToDialog)


# -- what is said -----------------------------------------------------------------------


def test_a_tool_brings_its_panel_forward_and_the_status_bar_names_the_terrain(hand: Hand) -> None:
    window = hand.window
    window.show_panel("stamps")
    window.view.canvas.focus_force()
    assert window.dock.layout.top("left") == "stamps"
    hand.do("mousemove", 5, 5)
    hand.key("t")
    assert window.dock.layout.top("left") == "tools"
    hand.key("4")
    window.say("")
    name = window.session.design.ruleset.terrain_by_id[window.session.brush.terrain].name
    assert name in window.status.tool.cget("text")


def test_the_hex_number_stays_visible_beside_every_message(hand: Hand) -> None:
    window = hand.window
    for key in ("t", "w", "period", "comma", "r"):
        hand.do("mousemove", *at(hand, 8, 4))
        hand.key(key)
        assert window.messages.text
        assert window.status.number.winfo_ismapped(), key
        assert window.status.number.cget("text") == "0509"
    window.say("")
    hand.settle(0.05)
    assert not window.status.number.winfo_ismapped()
    assert window.status.hex.cget("text").startswith("0509")
    window.session.choose(mode="freehand")


def test_the_message_about_a_selection_goes_with_it(hand: Hand) -> None:
    window = hand.window
    hand.key("s")
    hand.drag(at(hand, 4, 2), at(hand, 5, 3), at(hand, 6, 4))
    assert "selected" in window.controller.words
    hand.key("Escape")
    assert not window.session.region
    assert "selected" not in window.controller.words
    hand.drag(at(hand, 4, 2), at(hand, 5, 3), at(hand, 6, 4))
    hand.key("ctrl+d")
    said = window.messages.text
    assert said.startswith("No hexes")
    hand.drag(at(hand, 4, 2), at(hand, 5, 3), at(hand, 6, 4))
    assert window.messages.text != said


def test_going_to_a_hex_describes_that_hex(hand: Hand) -> None:
    hand.do("mousemove", *at(hand, 4, 4))
    hand.window.navigator.to_hex(Hex(9, 6))
    hand.settle(0.05)
    hand.window.say("")
    assert hand.window.status.hex.cget("text").startswith("0710")


# -- what is not seen, and what cannot be -----------------------------------------------


def test_a_hidden_layer_is_shown_while_its_tool_is_active(hand: Hand) -> None:
    window, layers = hand.window, hand.window.session.layers
    layers.show("roads", False)
    assert "roads" in window.renderer.hidden
    hand.key("d")
    assert "Roads" in window.messages.text
    assert "roads" not in window.renderer.hidden
    hand.drag(at(hand, 5, 5), at(hand, 6, 5), at(hand, 7, 5))
    assert window.session.history.undo_label == "Draw highway (3 hexes)"
    hand.key("v")
    assert "roads" in window.renderer.hidden
    hand.key("d")
    layers.show("roads", False)
    hand.do("mousemove", *at(hand, 8, 5))
    assert window.controller.refused
    assert "Roads is hidden" in window.controller.words
    hand.drag(at(hand, 5, 3), at(hand, 6, 3), at(hand, 7, 3))
    assert window.session.history.position == 1


def test_a_bridge_needs_something_to_cross(hand: Hand) -> None:
    window = hand.window
    hand.key("r")
    window.session.choose(hexside="bridge")
    middle = window.session.design.map.geometry.side_middle
    hand.click(hand.pixel(middle(hexside(Hex(5, 4), Hex(6, 4)))))
    assert window.controller.refused
    assert "there is nothing to cross" in window.messages.text
    assert window.session.history.position == 0
    hand.click(hand.pixel(middle(hexside(Hex(8, 1), Hex(9, 1)))))
    assert window.session.history.undo_label == "Draw bridge (1 hexside)"
