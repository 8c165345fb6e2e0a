"""Resize, crop, renumber and turn in the window, and the messages when such a map is saved."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import xvfb
from PIL import Image
from small_design import small_design
from xvfb import Hand, Show

from visegrad_editor.drawing.style_file import shipped_styles
from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents.reshape_dialogs import (
    HalfHexesDialog,
    RenumberDialog,
    ResizeDialog,
    TurnDialog,
    outline_picture,
    sheet_picture,
)
from visegrad_editor.editor.map import style
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid import Axis, HalfHexes, Hex, Motion
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.reshape import ReshapeResult, cut_in_half, renumber, resize, things_in
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import Label, Place
from visegrad_editor.model.numbering_text import numbering_of

pytestmark = xvfb.MARKS

SCENARIO = """\
format: 2
kind: scenario
name: {name}
title: {title}
ruleset: visegrad4
map: map.yaml
turns: 4
units:
  - {{name: Guard, nationality: poland, type: mechanized, values: [6, 3], setup: "0303"}}   # the bridge
  - {{name: Reserve, nationality: poland, type: mechanized, values: [6, 3], setup: "0808"}}
"""


@pytest.fixture
def hand(show: Show, tmp_path: Path) -> Hand:
    """A window with a small war on a map of ten by ten hexes."""
    rules = load("visegrad4", "ruleset").ruleset
    assert rules is not None
    save_design(Design(rules, blank_map(rules, "map", "A map", 10, 10)), Sources(), tmp_path / "map.yaml")
    for name in ("mine", "other"):
        (tmp_path / f"{name}.yaml").write_text(SCENARIO.format(name=name, title=f"The {name} war"), "utf-8")
    return show(tmp_path / "mine.yaml")


def setup(hand: Hand, unit: str) -> str:
    return hand.window.session.scenario.unit_by_key[f"poland/{unit}"].hex


def test_columns_are_added_with_the_keyboard_and_undone(hand: Hand) -> None:
    session, before = hand.window.session, hand.window.session.design
    hand.answer("Resize the map", ("key", "ctrl+a"), ("type", "1"), ("key", "Return"))
    hand.window.perform("resize_map")
    grid = session.design.map.grid
    assert (grid.columns, grid.rows, grid.stagger) == (11, 10, "even")
    assert grid.number(Hex(1, 0)) == "0101"
    assert setup(hand, "Guard") == "0303"
    assert session.history.undo_label == "Resize to 11 x 10"
    hand.until(lambda: hand.window.root.focus_displayof() is not None)
    hand.settle(0.2)
    hand.key("ctrl+z")
    assert session.design is before


def _pairs(indices: Sequence[object]) -> list[tuple[str, str]]:
    return [(str(start), str(end)) for start, end in zip(indices[::2], indices[1::2], strict=True)]


def test_units_that_would_be_lost_are_listed_and_escape_changes_nothing(hand: Hand) -> None:
    window, before = hand.window, hand.window.session.design
    dialog = ResizeDialog(window.root, window.session, window.renderer)
    dialog.present(dialog.edges["bottom"])
    hand.settle(0.4)
    dialog.edges["bottom"].focus_force()
    hand.settle(0.2)
    hand.key("ctrl+a")
    hand.key("minus", "4")
    hand.settle(0.6)
    assert "1 unit is taken off the map: Reserve." in dialog.report.get("1.0", "end")
    assert "40 hexes are cut off." in dialog.report.get("1.0", "end")
    # Only what was made by hand and is lost is red.
    red = [dialog.report.get(*marked) for marked in _pairs(dialog.report.tag_ranges("lost"))]
    assert "1 unit is taken off the map: Reserve." in " ".join(red)
    assert "cut off" not in " ".join(red)
    hand.key("ctrl+a")
    hand.key("minus", "1", "0")
    hand.settle(0.3)
    assert "Nothing would be left of the map." in dialog.wrong.cget("text")
    assert dialog.ok.instate(["disabled"])
    hand.key("Escape")
    assert not dialog.winfo_exists()
    assert window.session.design is before


def test_numbers_that_cannot_be_kept_are_explained_and_others_offered(hand: Hand) -> None:
    window = hand.window
    dialog = ResizeDialog(window.root, window.session, window.renderer)
    dialog.present(dialog.edges["left"])
    hand.until(lambda: hand.has_keyboard(ResizeDialog))
    dialog.edges["left"].focus_force()
    hand.settle(0.3)
    hand.key("ctrl+a")
    hand.type("2")
    hand.until(lambda: "would be numbered from -1" in dialog.why.cget("text"))
    assert dialog.keep.instate(["disabled"])
    assert dialog.numbers.first.get() == "0101"
    hand.key("Return")
    assert window.session.design.map.grid.columns == 12
    assert setup(hand, "Guard") == "0503"
    window.session.history.undo()


def test_the_map_is_cropped_to_the_selected_region(hand: Hand) -> None:
    session = hand.window.session
    grid = session.design.map.grid
    session.select_region([grid.parse("0302"), grid.parse("0907")])
    hand.answer("Crop the map", ("key", "Return"))
    hand.window.perform("crop_map")
    grid = session.design.map.grid
    assert (grid.columns, grid.rows) == (7, 6)
    assert grid.number(Hex(0, 0)) == "0302"
    assert setup(hand, "Guard") == "0303"
    assert setup(hand, "Reserve") == ""
    assert session.region == {Hex(0, 0), Hex(6, 5)}
    session.select_region([])


def test_a_typed_box_is_cropped_too(hand: Hand) -> None:
    session = hand.window.session
    hand.answer("Crop the map", ("key", "ctrl+a"), ("type", "0202"), ("key", "Tab"), ("key", "ctrl+a"),
                ("type", "0909"), ("key", "Return"))
    hand.window.perform("crop_map")
    assert (session.design.map.grid.columns, session.design.map.grid.rows) == (8, 8)
    assert session.history.undo_label == "Crop the map"


def test_renumbering_is_followed_by_the_scenario(hand: Hand) -> None:
    hand.answer("Renumber the map", ("key", "ctrl+a"), ("type", "1.001"), ("key", "Return"))
    hand.window.perform("renumber_map")
    assert setup(hand, "Guard") == "3.003"
    assert "unknown-hex" not in {p.code for p in check_documents(hand.window.session.design)}


def test_hexes_are_renumbered_with_letters_and_found_by_them(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    hand.answer("Renumber the map", ("key", "ctrl+a"), ("type", "Z0"), ("key", "Return"))
    window.perform("renumber_map")
    grid = session.design.map.grid
    assert grid.numbering.column == Axis(26, "right", letters=True)
    assert setup(hand, "Guard") == "BB2"
    assert "unknown-hex" not in {p.code for p in check_documents(session.design)}
    # A hex is found by its number in small letters, and the dialog shows the numbering as it is.
    hand.answer("Go to hex", ("type", "cc04"), ("key", "Return"))
    window.perform("go_to_hex")
    assert session.hex == grid.parse("CC4")
    fields = RenumberDialog(window.root, session, window.renderer)
    assert (fields.numbers.first.get(), fields.numbers.value(10, 10)) == ("Z0", grid.numbering)
    fields.numbers.first.delete(0, "end")
    fields.numbers.first.insert(0, "AB1")
    with pytest.raises(ValueError, match="after Z come AA, BB, CC"):
        fields.numbers.value(10, 10)
    fields.destroy()


def test_a_lettered_map_grows_as_far_as_its_letters_go(hand: Hand) -> None:
    session = hand.window.session
    session.edit("Renumber", renumber(session.design, numbering_of(
        "column-first", "A1", "upper-left", 10, 10)).design)
    dialog = ResizeDialog(hand.window.root, session, hand.window.renderer)
    dialog.edges["left"].delete(0, "end")
    dialog.edges["left"].insert(0, "2")
    dialog.proposal()()
    assert "before A" in dialog.why.cget("text")
    assert dialog.numbers.first.get() == "A1"
    dialog.edges["left"].delete(0, "end")
    dialog.edges["right"].delete(0, "end")
    dialog.edges["right"].insert(0, "2")
    assert dialog.proposal()().design.map.grid.ends() == ("A1", "L10")
    dialog.destroy()


def test_the_picture_of_the_turned_map_has_the_style_in_use(hand: Hand, tmp_path: Path) -> None:
    low_ink = next(s for s in shipped_styles() if s.name == "low-ink")
    style.use(low_ink, Settings(tmp_path / "other"))
    try:
        dialog = TurnDialog(hand.window.root, hand.window.session, hand.window.renderer)
        dialog.proposal()()
        assert [r.style for r in dialog._pictures.values()] == [low_ink.style]
        dialog.destroy()
    finally:
        style.use(shipped_styles()[0], Settings(tmp_path / "other"))


def test_the_map_is_turned(hand: Hand) -> None:
    session = hand.window.session
    hand.answer("Turn the map", ("key", "Return"))
    hand.window.perform("turn_map")
    assert session.design.map.grid.orientation == "pointy"
    assert setup(hand, "Guard") == "0303"
    # What is seen turned with the map still means the hexes under the pointer.
    hand.until(lambda: hand.window.root.focus_displayof() is not None)
    hand.settle(0.3)
    hand.click(hand.centre("0504"))
    assert session.design.map.grid.number(session.hex) == "0504"


def test_other_scenarios_are_listed_and_updated_on_saving(hand: Hand, tmp_path: Path) -> None:
    hand.answer("Renumber the map", ("key", "ctrl+a"), ("type", "2101"), ("key", "Return"))
    hand.window.perform("renumber_map")
    hand.answer("Scenarios that use this map", ("key", "Return"))
    hand.window.perform("save")
    text = (tmp_path / "other.yaml").read_text("utf-8")
    assert text == SCENARIO.format(name="other", title="The other war").replace(
        '"0303"', '"2303"').replace('"0808"', '"2808"')
    assert "Also updated: other.yaml." in hand.window.files.notes
    assert not hand.window.session.history.changed


def test_saving_can_be_cancelled_or_leave_the_others_alone(hand: Hand, tmp_path: Path) -> None:
    hand.answer("Renumber the map", ("key", "ctrl+a"), ("type", "2101"), ("key", "Return"))
    hand.window.perform("renumber_map")
    before = {p.name: p.read_bytes() for p in tmp_path.glob("*.yaml")}
    hand.answer("Scenarios that use this map", ("key", "Escape"))
    hand.window.perform("save")
    assert {p.name: p.read_bytes() for p in tmp_path.glob("*.yaml")} == before
    assert hand.window.session.history.changed
    hand.answer("Scenarios that use this map", ("key", "Tab"), ("key", "Return"))
    hand.window.perform("save")
    assert (tmp_path / "other.yaml").read_bytes() == before["other.yaml"]
    assert (tmp_path / "mine.yaml").read_bytes() != before["mine.yaml"]


def test_growing_a_map_whose_numbers_stay_asks_nothing(hand: Hand, tmp_path: Path) -> None:
    hand.window.session.edit("Resize", resize(hand.window.session.design, right=3).design)
    hand.window.perform("save")  # a dialog would wait for ever
    assert load(tmp_path / "other.yaml").design.map.grid.columns == 13
    assert hand.window.files.notes == ()


def test_pictures_show_what_is_cut_and_what_is_added() -> None:
    design = small_design()
    after = resize(design, left=-2, right=1, ground="mountain").design
    image = outline_picture(
        lambda v: Image.new("RGB", (v.width_px, v.height_px), "#ffffff"),
        design.map.grid, after.map.grid, Motion(0, -2, 0), 0, (300, 200), "#00ff00")
    colours = {colour for _, colour in image.getcolors(100_000)}
    assert (0, 255, 0) in colours
    assert any(r > g + 60 and r > b + 60 for r, g, b in colours)
    assert sheet_picture(design.map.grid, (200, 200), (210.0, 297.0), 16.0).size == (200, 200)


def test_the_dialog_stays_responsive_while_a_proposal_is_computed(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, root = hand.window, hand.window.root
    begun: list[float] = []

    def slow(design: Design, *by: int, **words: Any) -> ReshapeResult:
        begun.append(time.perf_counter())
        time.sleep(0.6)
        return resize(design, *by, **words)

    monkeypatch.setattr("visegrad_editor.editor.documents.reshape_dialogs.resize", slow)
    start = time.perf_counter()
    dialog = ResizeDialog(root, window.session, window.renderer)
    dialog.present(dialog.edges["right"])
    hand.until(lambda: dialog.proposed is not None)
    dialog.edges["right"].focus_force()
    hand.until(lambda: root.focus_get() is dialog.edges["right"])
    hand.settle(0.2)
    hand.key("ctrl+a")
    worked = len(begun)
    hand.type("3")
    assert dialog.edges["right"].get() == "3"
    hand.until(lambda: len(begun) > worked)
    # It is being worked out now: the window turns round meanwhile.
    turns, last, longest = 0, time.perf_counter(), 0.0
    while dialog.proposed is None and turns < 10_000:
        root.update()
        now = time.perf_counter()
        longest, last, turns = max(longest, now - last), now, turns + 1
        time.sleep(0.005)
    assert turns > 10
    assert longest < 0.5
    assert "13 columns" in dialog.extent.cget("text")
    # Return before the picture has followed does what the fields say.
    hand.do("key", "BackSpace", "2", "Return")
    hand.until(lambda: not dialog.winfo_exists())
    assert window.session.design.map.grid.columns == 12
    window.session.history.undo()
    assert time.perf_counter() - start < 30


def test_undo_past_a_save_asks_about_the_scenarios_that_were_updated(hand: Hand, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    before = other.read_bytes()
    hand.window.session.edit("Crop", resize(hand.window.session.design, left=-3).design)
    hand.answer("Scenarios that use this map", ("key", "Return"))
    hand.window.perform("save")
    assert other.read_bytes() != before
    assert load(other).design.scenario.unit_by_key["poland/Guard"].hex == ""
    hand.window.session.undo()
    hand.answer("Scenarios that use this map", ("key", "Return"))
    hand.window.perform("save")
    assert other.read_bytes() == before
    assert "Also restored: other.yaml." in hand.window.files.notes


def test_a_scenario_named_like_its_map_does_not_replace_it(
        hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    map, target, proposed = tmp_path / "map.yaml", tmp_path / "map-scenario.yaml", []
    before, chosen = map.read_bytes(), [map, target]
    hand.window.files.open(map)

    def choose(**how: Any) -> str:
        proposed.append(how["initialfile"])
        return str(chosen.pop(0))

    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", choose)
    hand.answer("New scenario on a map", ("key", "ctrl+a"), ("type", "Map"), ("key", "Return"))
    hand.window.perform("new_scenario")
    hand.until(lambda: hand.window.session.scenario is not None)
    hand.answer("^Not saved$", ("key", "Return"))
    hand.window.perform("save")
    assert proposed == ["map-scenario.yaml"] * 2
    assert map.read_bytes() == before
    assert load(target).design.map.title == "A map"
    assert hand.window.root.title().startswith("map-scenario.yaml – Map")


# -- half hexes -------------------------------------------------------------------------------------------

def test_half_hexes_are_set_by_keys_and_undone(hand: Hand) -> None:
    session, before = hand.window.session, hand.window.session.design
    assert before.map.grid.orientation == "flat"
    seen: list[str] = []
    root = hand.window.root

    def look() -> None:
        for dialog in (w for w in root.winfo_children() if isinstance(w, HalfHexesDialog)):
            seen[:] = [dialog.report.get("1.0", "end"), *dialog.boxes["right"].cget("values"),
                       *dialog.boxes["top"].cget("values")]
        root.after(50, look)

    look()
    # The first key opens the list of an edge, the others take its second line.
    second = [("key", word) for word in ("Down", "Down", "Return")]
    hand.answer("Half hexes", *second, ("key", "Tab"), *second, ("sleep", "0.6"), ("key", "Return"))
    hand.window.perform("half_hexes")
    assert session.design.map.grid.half_hexes == HalfHexes(top="odd", right="all")
    assert session.history.undo_label == "Half hexes"
    assert "14 hexes will be half hexes.\n5 hexes beyond an edge" in seen[0]
    assert seen[1:3] == ["whole hexes", "half hexes: 1001, 1002, 1003 …"]
    assert seen[3:] == ["whole hexes", "half hexes: 0201, 0401, 0601 …", "half hexes: 0101, 0301, 0501 …"]
    hand.until(lambda: root.focus_displayof() is not None)
    hand.settle(0.2)
    hand.key("ctrl+z")
    assert session.design.map.grid == before.map.grid


def test_other_half_hexes_than_a_grid_can_have_are_refused_and_the_same_change_nothing() -> None:
    design = small_design()
    grid = design.map.grid
    straight = "left" if grid.orientation == "flat" else "top"
    with pytest.raises(ValueError, match=f"At the {straight}"):
        cut_in_half(design, HalfHexes(**{straight: "odd"}))  # type: ignore[arg-type]
    assert cut_in_half(design, grid.half_hexes).design is design


def test_what_lies_beyond_an_edge_is_found_by_name() -> None:
    rules = load("visegrad4", "ruleset").ruleset
    assert rules is not None
    map = blank_map(rules, "map", "A map", 10, 10)
    inner = "even" if map.grid.stagger == "even" else "odd"  # at the top those lie farther in
    places = (Place(Hex(0, 0), "Corner"), Place(Hex(1, 0), "Next"), Place(Hex(4, 4), "Middle"))
    map = replace(map, places=places, labels=(Label("Sea", Hex(2, 0)),))
    cut = cut_in_half(Design(rules, map), HalfHexes(top=inner)).design  # type: ignore[arg-type]
    beyond = cut.map.grid.outside
    assert len(beyond) == 5
    outer = 0 if inner == "odd" else 1
    assert {h.col & 1 for h in beyond} == {outer}
    assert things_in(cut, beyond) == (("Corner", "Sea") if outer == 0 else ("Next",))
