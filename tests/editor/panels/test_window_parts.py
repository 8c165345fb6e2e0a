"""Parts of the window that need no screen: actions, session, words, settings, tiles."""

from __future__ import annotations

import json
import sys
import tkinter as tk
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from items import some
from PIL import ImageChops
from small_design import GRID, small_design

from visegrad_editor.editor import app
from visegrad_editor.editor.actions import ACTIONS, MENUS, TOOL_ACTIONS
from visegrad_editor.editor.app import NoDisplayError, open_window
from visegrad_editor.editor.commands.group import CommandGroup
from visegrad_editor.editor.documents import export_dialog, run_dialog
from visegrad_editor.editor.documents.files import open_document
from visegrad_editor.editor.errors import log_path, write_log
from visegrad_editor.editor.map import hex_words, view
from visegrad_editor.editor.map.tile_cache import TILE_PX, TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.editor.panels import (
    history_panel,
    inspector,
    problems_panel,
    reinforcements_panel,
    tool_options,
    tools_panel,
    units_panel,
)
from visegrad_editor.editor.panels import (
    units_panel as unit_rows,
)
from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.tools import TOOLS
from visegrad_editor.editor.widgets import columns, dialogs, scroll_bars
from visegrad_editor.editor.widgets.swatches import swatch
from visegrad_editor.editor.window import dock, status_bar
from visegrad_editor.hexgrid import Hex, HexGeometry
from visegrad_editor.hexgrid.corners import CornerWalk, corner_point, corners_of, exits, nearest_corner
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.places import set_name
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import place_units, remove_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.operating_system import cache_folder, settings_folder


def session() -> Session:
    return Session(small_design(), OpenDocument("scenario", None, "A small war"))


# -- actions --------------------------------------------------------------------------------


def test_every_action_does_something() -> None:
    groups = CommandGroup.__subclasses__()
    assert len(groups) > 10
    done = [id for group in groups for id in object.__new__(group).table()]
    assert all(a.menu in MENUS for a in ACTIONS)
    assert sorted(done) == sorted(a.id for a in ACTIONS)
    # What is pasted is taken up with what there is to paste.
    assert {a.tool for a in TOOL_ACTIONS} | {"paste"} == {t.id for t in TOOLS}


def test_no_key_has_two_actions() -> None:
    keys = [k for a in ACTIONS for k in a.keys]
    assert len(keys) == len(set(keys))


def test_every_button_has_its_picture() -> None:
    icons = resource_folder("icons")
    for action in some(ACTIONS):
        if action.toolbar or action.tool:
            assert (icons / f"{action.icon}-24.png").is_file(), action.icon


WIDGETS = (
    view.MapView, dialogs.Dialog, export_dialog.ExportDialog, history_panel.HistoryPanel,
    inspector.Inspector, tools_panel.ToolsPanel, problems_panel.ProblemsPanel,
    reinforcements_panel.ReinforcementsPanel, run_dialog.RunDialog, run_dialog.ResultDialog,
    scroll_bars.ScrollableFrame, status_bar.StatusBar, tool_options.ToolOptions, units_panel.UnitsPanel,
)


@pytest.mark.parametrize("widget", WIDGETS)
def test_widgets_keep_clear_of_names_tk_uses(widget: type[tk.Misc]) -> None:
    """An attribute such as `_name` or `keys` of ours would silently replace one of Tk's."""
    base = tk.Toplevel if issubclass(widget, tk.Toplevel) else ttk.Frame
    ours = {n for cls in widget.__mro__ for n in vars(cls) if cls.__module__.startswith("visegrad_editor")}
    for cls in widget.__mro__:
        if cls.__module__.startswith("visegrad_editor"):
            ours |= set(cls.__init__.__code__.co_names)  # attributes set in __init__ are among them
    inherited = {n for n in dir(base) if not n.startswith("__")} | {"_name", "_w", "tk", "children", "master"}
    overridden = {n for n in ours & inherited if n in vars(widget) or n in ("_name", "_w")}
    assert not overridden - {"destroy"}


# -- session --------------------------------------------------------------------------------


def test_the_title_names_the_file_of_the_user() -> None:
    mine, sample = Path("/maps/isle.yaml"), Path("/program/historical.yaml")
    one = Session(small_design(), OpenDocument("map", mine, "Isle"))
    assert one.title == "isle.yaml – Isle – Visegrad Editor"
    one.change("Paint", lambda d: with_map(d, paint_terrain(d.map, [Hex(0, 1)], "sea")))
    assert one.title == "*isle.yaml – Isle – Visegrad Editor"
    # What is saved gets a file of its own.
    one.open(small_design(), OpenDocument("scenario", sample, "The Coming War", read_only=True))
    assert one.title == "The Coming War – Visegrad Editor"


def test_the_title_shows_unsaved_changes() -> None:
    one = session()
    assert one.title == "A small war – Visegrad Editor"
    one.change("Paint", lambda d: with_map(d, paint_terrain(d.map, [Hex(0, 1)], "sea")))
    assert one.title.startswith("*")
    one.history.undo()
    assert not one.title.startswith("*")


def test_a_refused_edit_changes_nothing_and_says_why() -> None:
    one = session()

    def wrong(_design: object) -> None:
        raise ValueError("That cannot be.")

    assert one.change("No", wrong) == "That cannot be."  # type: ignore[arg-type]
    assert one.history.position == 0


def test_removed_units_are_not_selected() -> None:
    one = session()
    key = "norland/1st Armored"
    heard: list[tuple[str, ...]] = []
    one.selected.connect(lambda: heard.append(one.units))
    one.select(None, (key,))
    one.choose(unit=key)
    one.change("Remove", lambda d: with_scenario(d, remove_units(d.scenario, [key])) if d.scenario else d)
    assert one.units == ()
    assert one.brush.unit == ""
    assert heard == [(key,), ()]


def test_a_new_document_counts_as_unsaved_and_may_begin_empty() -> None:
    one = session()
    one.start_new("My own", "my-own", True)
    assert one.scenario is not None
    assert (one.scenario.title, one.scenario.name, one.scenario.units) == ("My own", "my-own", ())
    assert one.history.changed
    assert one.document.path is None


def test_neither_a_ruleset_nor_a_missing_file_can_be_shown() -> None:
    _, complaint = open_document("rulesets/visegrad4")
    assert "Scenario > Ruleset (F3)" in complaint
    _, complaint = open_document("no-such-scenario")
    assert "no-such-scenario" in complaint


# -- words ----------------------------------------------------------------------------------


def test_a_hex_in_words() -> None:
    assert hex_words.describe(small_design(), Hex(6, 4)) == (
        f"{GRID.number(Hex(6, 4))}  ·  Clear  ·  Sudland  ·  Mid (city)  ·  Highway R1")
    text = hex_words.describe(small_design(), Hex(2, 2))
    assert "River Long" in text
    assert text.endswith("1st Armored 6/3, 2nd Armored 6/3")


def test_a_hex_tells_what_its_sources_say_of_it() -> None:
    design = load("maps/gsofg").design
    assert design is not None

    def told(number: str) -> str:
        hex = design.map.grid.parse(number)
        assert hex is not None
        return " ".join(hex_words.hex_notes(design, hex))

    assert "hex 2617, some 70 km farther north" in told("2521"), "Kassel, by its place"
    assert "Dollart" in told("1901"), "by a source that tells of that hex"
    assert told("3302") == told("2020") == ""


def test_where_and_when_in_words() -> None:
    design = small_design()
    assert design.scenario is not None
    by_key = design.scenario.unit_by_key
    area = by_key["sudland/2nd Infantry"]
    assert area.setup is not None
    assert hex_words.where_text(design, area.setup) == "anywhere in Sudland"
    assert hex_words.strength_text(small_design().ruleset, area) == "(4)/2"
    assert hex_words.arrival_text(design, by_key["sudland/3rd Infantry"]) == "turn 2, Southern edge"
    assert unit_rows.place_word(design, by_key["sudland/1st CAS"]) == "–"
    assert unit_rows.fits(area, "Set up in an area", "2nd inf")
    assert not unit_rows.fits(area, "On the map", "")


# -- settings and the log -------------------------------------------------------------------


def test_recent_files_are_kept_newest_first(tmp_path: Path) -> None:
    for i in (*range(10), 3):
        Settings(tmp_path).remember(tmp_path / f"{i}.yaml")
    recent = [Path(p).stem for p in Settings(tmp_path).recent]
    assert recent == ["3", "9", "8", "7", "6", "5", "4", "2"]


@pytest.mark.parametrize("text", ["", "nonsense", "[]", json.dumps({"recent": 5, "geometry": []})])
def test_damaged_settings_do_no_harm(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text, "utf-8")
    assert Settings(tmp_path).recent == []
    assert Settings(tmp_path).geometry == ""


def test_unexpected_errors_are_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    try:
        raise RuntimeError("a bug")
    except RuntimeError as error:
        write_log(type(error), error, error.__traceback__)
    assert "RuntimeError: a bug" in log_path().read_text("utf-8")


@pytest.mark.parametrize(("platform", "told", "settings", "cache"), [
    ("linux", {}, "home/.config", "home/.cache"),
    ("linux", {"XDG_CONFIG_HOME": "ROOT/c", "XDG_CACHE_HOME": "ROOT/k"}, "c", "k"),
    ("linux", {"XDG_CONFIG_HOME": "c", "XDG_CACHE_HOME": ""}, "home/.config", "home/.cache"),
    ("darwin", {"XDG_CONFIG_HOME": "ROOT/c"}, "home/Library/Application Support", "home/Library/Caches"),
    ("win32", {"APPDATA": "ROOT/r", "LOCALAPPDATA": "ROOT/l"}, "r", "l"),
    ("win32", {}, "home/AppData/Roaming", "home/AppData/Local"),
])
def test_settings_are_kept_where_each_system_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str,
    told: dict[str, str], settings: str, cache: str,
) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value.replace("ROOT", str(tmp_path)))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(sys, "platform", platform)
    assert settings_folder() == tmp_path / settings / "visegrad-editor"
    assert cache_folder() == tmp_path / cache / "visegrad-editor"


def test_without_a_screen_there_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":99999")
    loaded, _ = open_document("historical")
    with pytest.raises(NoDisplayError, match="needs a screen"):
        open_window(loaded)


# -- corners --------------------------------------------------------------------------------

GEOMETRY = HexGeometry(GRID)


@given(st.integers(0, 7), st.integers(0, 5), st.integers(0, 5))
def test_the_hexsides_at_a_corner_all_end_there(col: int, row: int, index: int) -> None:
    point = GEOMETRY.corners(Hex(col, row))[index]
    corner = nearest_corner(GEOMETRY, point)
    assert corner_point(GEOMETRY, corner) == pytest.approx(point)
    ways = list(exits(GRID, corner))
    assert 2 <= len(ways) <= 3
    for side, end in ways:
        assert set(corners_of(GRID, side)) == {corner, end}


@given(st.lists(st.tuples(st.floats(0, 14), st.floats(0, 9)), min_size=1, max_size=6))
@settings(max_examples=50)
def test_a_walk_is_always_a_chain(points: list[tuple[float, float]]) -> None:
    walk = CornerWalk(GEOMETRY, nearest_corner(GEOMETRY, (6.0, 4.0)))
    for point in points:
        walk.follow(point)
    assert len(walk.corners) == len(walk.sides) + 1
    for side, start, end in zip(walk.sides, walk.corners, walk.corners[1:], strict=False):
        assert set(corners_of(GRID, side)) == {start, end}


# -- tiles ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [24.0, 47.0])
def test_a_repaired_tile_equals_a_newly_painted_one(scale: float) -> None:
    """After edits only the touched boxes are painted; the pixels are those of a fresh picture."""
    design = small_design()
    assert design.scenario is not None
    key = TileKey(scale, 0, 0)
    repaired = TileRenderer()
    repaired.show(design)
    first = repaired.tile(key).copy()
    for after in (
        with_map(design, paint_terrain(design.map, [Hex(2, 3)], "mountain")),
        with_map(design, set_name(design.map, Hex(1, 2), "Somewhere")),
        with_scenario(design, place_units(design.scenario, ["sudland/3rd Infantry"], GRID.number(Hex(1, 1)))),
    ):
        boxes = repaired.update(after)
        assert boxes
        assert not repaired.tiles.has_good(key)
        fresh = TileRenderer()
        fresh.show(after)
        assert ImageChops.difference(repaired.tile(key), fresh.tile(key)).getbbox() is None
    repaired.update(design)
    assert ImageChops.difference(repaired.tile(key), first).getbbox() is None


def test_an_edit_far_away_leaves_a_tile_alone() -> None:
    design = small_design()
    renderer = TileRenderer()
    renderer.show(design)
    scale = 60.0
    key = TileKey(scale, 0, 0)
    renderer.tile(key)
    far = Hex(7, 5)
    assert GEOMETRY.centre(far)[0] * scale > TILE_PX * 2
    renderer.update(with_map(design, paint_terrain(design.map, [far], "mountain")))
    assert renderer.tiles.has_good(key)


def test_a_kind_added_to_the_ruleset_has_its_own_swatch() -> None:
    rules = small_design().ruleset
    swamp = replace(rules.terrain[0], id="swamp", name="Swamp", colour="#3a5a2a")
    richer = replace(rules, terrain=(*rules.terrain, swamp))
    assert swatch(richer, "terrain", "swamp").tobytes() != swatch(richer, "terrain", "clear").tobytes()
    for field, kinds in (("hexside", rules.hexsides), ("road", rules.roads), ("feature", rules.features)):
        plain = swatch(rules, "terrain", "clear").tobytes()
        assert all(swatch(rules, field, kind.id).tobytes() != plain for kind in kinds)


def test_a_file_that_cannot_be_shown_is_reported_without_a_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("kind: scenario\nformat: 1\nturns: many\n", "utf-8")
    assert app.run(str(wrong)) == 2
    assert "wrong.yaml cannot be opened" in capsys.readouterr().err


@pytest.mark.parametrize("window", [900, 1024, 1366, 1920, 3840])
@pytest.mark.parametrize("wanted", [320, 430, 900])
def test_the_map_has_more_room_than_the_panel_beside_it(window: int, wanted: int) -> None:
    palette, panel = 217, dock.panel_width(window, wanted)
    assert panel == wanted or dock.LEAST_RIGHT <= panel < wanted
    assert window - palette - panel > panel
    assert dock.panel_width(1920, 430) == 430


def test_a_problem_in_a_narrow_window_keeps_more_room_than_its_unit() -> None:
    for width in (430, 500, 800, 1600):
        assert width - 128 - problems_panel.unit_width(width) > 2 * problems_panel.unit_width(width)


def test_a_long_name_is_cut_with_dots_where_its_column_ends() -> None:
    def measure(text: str) -> int:
        return 7 * len(text)

    name = "17th Mechanized Infantry"
    assert columns.elided(name, measure(name), measure) == name
    assert columns.elided(name, 7 * 17, measure) == "17th Mechanized…"
    assert all(measure(columns.elided(name, room, measure)) <= room for room in range(7, 200))
