"""Levels, buildings and waters in the window, by mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files.catalogue import bundled_path

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A window with a copy of the board own-village."""
    source = bundled_path("map", "own-village")
    assert source is not None
    path = tmp_path_factory.mktemp("design") / "village.yaml"
    path.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    with window_on(path, tmp_path_factory.mktemp("settings")) as hand:
        hand.window.perform("fit")
        hand.settle(0.3)
        yield hand


def hex_of(hand: Hand, number: str) -> Hex:
    found = hand.window.session.design.map.grid.parse(number)
    assert found is not None
    return found


def select(hand: Hand, number: str) -> None:
    hand.window.use_tool("select")
    hand.click(hand.centre(number))
    hand.until(lambda: hand.window.session.hex == hex_of(hand, number))
    hand.window.show_panel("inspector")
    hand.until(lambda: hand.window.inspector.hex_form is not None)
    hand.settle(0.2)


def row(hand: Hand, label: str) -> ttk.Combobox | ttk.Spinbox:
    form = hand.window.inspector.hex_form
    assert form is not None
    field = form.fields[label]
    assert isinstance(field, ttk.Combobox | ttk.Spinbox)
    hand.window.inspector._scrolled.see(field, field)
    hand.settle(0.1)
    return field


def choose(hand: Hand, label: str, *keys: str) -> None:
    hand.click_on(row(hand, label))
    hand.key(*keys, "Return")
    hand.settle(0.2)


def test_a_level_is_painted_with_the_mouse(hand: Hand) -> None:
    session = hand.window.session
    before = session.design
    hand.window.view.canvas.focus_force()
    hand.key("z")
    assert session.brush.level == "1"
    hand.key("3")
    hand.drag(hand.centre("F6"), hand.centre("G7"), hand.centre("H6"))
    map = session.design.map
    assert session.history.undo_label == "Paint level 2 (3 hexes)"
    assert [map.level(hex_of(hand, n)) for n in ("F6", "G7", "H6", "H7")] == [2, 2, 2, 0]
    hand.click(hand.centre("Z6"), button=3)
    assert session.brush.level == "3"
    hand.window.view.canvas.focus_force()
    hand.key("ctrl+z")
    assert session.design is before


def test_a_building_is_added_changed_and_removed_in_the_inspector(hand: Hand) -> None:
    session = hand.window.session
    before = session.design
    select(hand, "F4")
    choose(hand, "Building", "End")
    assert session.history.undo_label == "New building building-1"
    select(hand, "G5")
    choose(hand, "Building", "End", "Up")
    map = session.design.map
    building = map.building_by_id["building-1"]
    assert building.hexes == (hex_of(hand, "F4"), hex_of(hand, "G5"))
    assert str(row(hand, "Building").get()) == "building-1"
    form = hand.window.inspector.hex_form
    assert form is not None
    buttons = {str(b.cget("text")): b for b in form.row_widget("Whole building").winfo_children()}  # type: ignore[union-attr]
    buttons["Remove"].invoke()  # type: ignore[attr-defined]
    hand.settle(0.2)
    assert session.design.map.buildings == before.map.buildings
    while session.history.undo_label:
        session.history.undo()


def test_the_inspector_and_the_status_bar_tell_of_a_hex(hand: Hand) -> None:
    from visegrad_editor.editor.map.hex_words import describe

    design = hand.window.session.design
    for number, words in (
            ("A5", ("half hex", "Open ground")), ("A0", ("beyond the edge",)), ("Z6", ("level 3",)),
            ("N5", ("Inn, 2 storeys, cellar",)), ("K6", ("level -1", "Brook, fordable, current"))):
        told = describe(design, hex_of(hand, number))
        assert all(word in told for word in words), told
    select(hand, "K6")
    assert (row(hand, "Level").get(), row(hand, "Waters").get()) == ("-1", "Brook")
    box = row(hand, "Level")
    box.delete(0, "end")
    box.focus_force()
    hand.type("2")
    hand.key("Return")
    assert hand.window.session.design.map.level(hex_of(hand, "K6")) == 2
    hand.window.session.history.undo()
    assert isinstance(bundled_path("map", "own-village"), Path)
