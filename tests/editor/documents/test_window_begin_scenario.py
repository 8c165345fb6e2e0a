"""A scenario begun in the window on the user's own map."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.cli.main import main
from visegrad_editor.editor.documents import files as beginning_module
from visegrad_editor.editor.documents.new_scenario_dialog import NewScenarioDialog
from visegrad_editor.editor.panels.units_panel import UnitsPanel
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import remove_units
from visegrad_editor.model.files.load import load

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def map_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("maps") / "my-map.yaml"
    assert main(["new", "-o", str(path), "--size", "15x12", "--ruleset", "blank"]) == 0
    return path


@pytest.fixture(scope="module")
def hand(map_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on(map_file, tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture(autouse=True)
def open_map(hand: Hand, map_file: Path) -> None:
    hand.window.files.open(map_file)
    hand.settle(0.1)


def save_at(monkeypatch: pytest.MonkeyPatch, path: Path, seen: list[str]) -> None:
    def choose(**options: str) -> str:
        seen.append(options["initialdir"])
        return str(path)

    monkeypatch.setattr(beginning_module.filedialog, "asksaveasfilename", choose)


def test_a_bare_map_says_where_units_come_from(hand: Hand) -> None:
    window = hand.window
    assert window.units.advice.winfo_ismapped()
    assert "New scenario on this map…" in window.units.advice.cget("text")
    window.show_panel("reinforcements")
    hand.settle(0.2)
    assert window.reinforcements.advice.winfo_ismapped()
    assert "New scenario on this map…" in window.reinforcements.advice.cget("text")
    window.files.open("first-steps")
    hand.settle(0.2)
    assert not window.reinforcements.advice.winfo_ismapped()
    window.show_panel("units")
    hand.settle(0.2)
    assert not window.units.advice.winfo_ismapped()
    assert window.session.scenario is not None
    keys = tuple(window.session.scenario.unit_by_key)
    window.session.change("Remove", lambda d: with_scenario(d, remove_units(window.session.scenario, keys)))
    hand.settle(0.2)
    assert window.units.advice.winfo_ismapped()
    assert "no units yet" in window.units.advice.cget("text")
    window.session.history.mark_saved()


def test_ctrl_u_on_a_map_begins_a_scenario_and_continues(
    hand: Hand, map_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, path, seen = hand.window.session, map_file.with_name("war.yaml"), []
    save_at(monkeypatch, path, seen)
    hand.answer("^New scenario$", ("key", "Return"))
    hand.answer("New scenario on a map", ("key", "ctrl+a"), ("type", "My War"), ("key", "Tab"),
                ("key", "ctrl+a"), ("type", "6"), ("key", "Return"))
    hand.answer("New unit", ("key", "Return"))
    hand.window.view.canvas.focus_set()
    hand.key("ctrl+u")
    hand.until(lambda: session.scenario is not None and session.scenario.units)
    assert session.scenario is not None
    assert (session.scenario.title, session.scenario.turns) == ("My War", 6)
    assert session.document.path is None
    assert session.unsaved
    unit = session.scenario.units[0].key
    # The counter is in hand: a click places it, and undo takes it away and back to the beginning.
    hand.click(hand.centre("0505"))
    hand.until(lambda: session.scenario and session.scenario.unit_by_key[unit].hex == "0505")
    assert hand.window.files.save()
    assert seen == [str(map_file.parent)]
    written = load(path)
    assert written.design is not None
    assert written.problems == ()
    assert written.design.scenario is not None
    assert written.design.scenario.map == "my-map.yaml"
    assert "map: my-map.yaml" in path.read_text("utf-8")
    hand.key("ctrl+z", "ctrl+z")
    hand.until(lambda: session.scenario is not None and not session.scenario.units)
    assert session.undo() == ""


def test_the_turns_asked_for_begin_with_those_of_the_ruleset(hand: Hand) -> None:
    design = load("maps/gsofg").design
    assert design is not None
    dialog = NewScenarioDialog(hand.window.root, design)
    try:
        assert dialog.turns.get() == str(design.ruleset.turns) == "15"
    finally:
        dialog.destroy()


def test_a_changed_map_is_saved_first_with_a_message(hand: Hand, map_file: Path) -> None:
    session = hand.window.session
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [Hex(1, 1)], "sea")))
    assert session.unsaved
    hand.answer("^New scenario$", ("key", "Escape"))
    hand.window.perform("new_scenario")
    assert session.scenario is None
    assert session.unsaved
    hand.answer("^New scenario$", ("key", "Return"))
    hand.answer("New scenario on a map", ("key", "Return"))
    hand.window.perform("new_scenario")
    hand.until(lambda: session.scenario is not None)
    assert load(map_file).design.map.terrain.at(Hex(1, 1)) == "sea"  # type: ignore[union-attr]
    assert session.design.map.terrain.at(Hex(1, 1)) == "sea"


def test_a_second_scenario_on_the_map_of_the_first(hand: Hand) -> None:
    session = hand.window.session
    assert hand.window.files.open("first-steps")
    hand.answer("New scenario on a map", ("key", "ctrl+a"), ("type", "Another"), ("key", "Tab"),
                ("key", "Tab"), ("key", "Down"), ("key", "Down"), ("key", "Return"), ("key", "Return"))
    hand.window.perform("new_scenario")
    hand.until(lambda: session.document.title == "Another")
    assert session.scenario is not None
    assert len(session.scenario.units) == 87
    assert not any(u.setup or u.reinforcement for u in session.scenario.units)


def test_a_scenario_instead_of_one_without_a_file_is_on_the_map_as_saved(hand: Hand, map_file: Path) -> None:
    session = hand.window.session
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [Hex(2, 3)], "sea")))
    assert hand.window.files.save()
    saved = session.design.map
    hand.answer("New scenario on a map", ("key", "ctrl+a"), ("type", "First"), ("key", "Return"))
    hand.window.perform("new_scenario")
    hand.until(lambda: session.document.title == "First")
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [Hex(3, 3)], "sea")))
    hand.answer("^Unsaved changes$", ("key", "Tab"), ("key", "Return"))
    hand.answer("New scenario on a map", ("key", "ctrl+a"), ("type", "Second"), ("key", "Return"))
    hand.window.perform("new_scenario")
    hand.until(lambda: session.document.title == "Second")
    assert session.design.map == saved


def test_place_on_the_map_offers_to_begin_a_scenario(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    window = hand.window
    window.show_panel("units")
    hand.settle(0.2)
    panel = next(w for w in _all(window.root) if isinstance(w, UnitsPanel))
    buttons = [w for w in _all(panel) if isinstance(w, ttk.Button)]
    button = next(b for b in buttons if b.cget("text") == "Place on the map")
    hand.answer("^New scenario$", ("key", "Escape"))
    button.invoke()
    hand.settle(0.2)
    assert window.session.scenario is None
    said: list[str] = []
    window.files.open("first-steps")
    monkeypatch.setattr(window.session, "complain", said.append)
    panel.tree.selection_set(())
    button.invoke()
    assert said == ["Select a unit in the list first, or create one with New…"]


def _all(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        yield child
        yield from _all(child)
