"""Features, the eraser, counters and the eyedropper without a window."""

from __future__ import annotations

import pytest
from blank_design import GRID
from tool_hand import DESIGN, GEOMETRY, RIVER, at, brush, click, drag, on

from visegrad_editor.drawing.writing.placed_text import placed_names
from visegrad_editor.editor import tools
from visegrad_editor.editor.tools import Brush, BrushChoice, Pointer, Preview, Tool
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.lettering import NameRef

# -- features, the eraser, counters -----------------------------------------------------


@pytest.mark.parametrize("feature", [f.id for f in DESIGN.ruleset.features])
def test_every_feature_is_placed_and_removed(feature: str) -> None:
    tool = tools.FeatureTool(Brush(feature=feature))
    made = click(tool, at(8, 5))
    assert made.design.map.features_at(Hex(8, 5)) == (feature,)
    gone = click(tool, at(8, 5, made.design), design=made.design)
    assert gone.design.map.features_at(Hex(8, 5)) == ()
    seen = tool.preview(DESIGN, at(0, 3))
    assert seen.refused
    assert "units may not enter" in seen.text
    assert click(tool, at(0, 3)) is None


def test_a_feature_just_set_is_shown_as_it_is_until_the_pointer_leaves() -> None:
    tool = tools.FeatureTool(Brush(feature="city"))
    made = click(tool, at(8, 5)).design
    seen = tool.preview(made, at(8, 5, made))
    assert seen.text == "Set city in 0609; another click removes it"
    assert (seen.hexes, seen.erasing) == (frozenset(), False)
    assert tool.preview(made, at(8, 5, made, shift=True)).erasing
    assert tool.preview(made, at(4, 5, made)).text == "Set city in 0605"
    assert tool.preview(made, at(8, 5, made)).erasing
    # Removed, and taken back: it is a feature like any other.
    gone = click(tool, at(8, 5, made), design=made).design
    assert tool.preview(gone, at(8, 5, gone)).text == "Set city in 0609"
    assert tool.preview(made, at(8, 5, made)).erasing


def test_a_drag_places_features_and_shift_erases_them() -> None:
    tool = tools.FeatureTool(Brush(feature="fort"))
    made = drag(tool, at(1, 4), at(4, 4))
    assert made.label == "Set fort in 3 hexes"
    assert [h for h in GRID if "fort" in made.design.map.features_at(h)] == [Hex(c, 4) for c in (2, 3, 4)]
    after = made.design
    gone = drag(tool, at(2, 4, after, shift=True), at(4, 4, after, shift=True), design=after)
    assert not any("fort" in gone.design.map.features_at(h) for h in GRID)
    assert tool.preview(DESIGN, at(5, 5, shift=True)).refused


def test_the_eraser_removes_labels_and_names_them() -> None:
    tool = tools.EraserTool(Brush(eraser_kinds=frozenset({"labels", "places"})))
    assert tool.preview(DESIGN, at(8, 7)).text == "Erase 1 label"
    assert click(tool, at(8, 7)).design.map.labels == ()
    assert tool.preview(DESIGN, at(9, 7)).refused
    assert "Tick" in tools.EraserTool(Brush(eraser_kinds=frozenset())).preview(DESIGN, at(8, 7)).text


@pytest.mark.parametrize(("tool", "pointer", "words"), [
    (tools.TerrainTool(Brush()), at(3, 3), "Choose a terrain"),
    (tools.TerrainTool(brush()), on((-9.0, -9.0)), "Off the map"),
    (tools.AreaTool(Brush()), at(3, 3), "create one there"),
    (tools.RoadTool(Brush()), at(3, 3), "Choose a road"),
    (tools.RoadTool(Brush(road="road")), on((-9.0, -9.0)), "Off the map"),
    (tools.HexsideTool(Brush()), at(3, 3), "Choose what"),
    (tools.HexsideTool(Brush(hexside="river")), at(3, 3, shift=True), "No river to erase"),
    (tools.FeatureTool(Brush()), at(3, 3), "Choose a feature"),
    (tools.EraserTool(Brush()), at(3, 3), "Nothing to erase"),
    (tools.PlaceCounterTool(Brush()), at(3, 3), "Choose a unit"),
    (tools.PlaceCounterTool(Brush(unit="blue/2nd")), at(0, 0), "units may not enter"),
    (tools.NameTool(Brush()), on((-9.0, -9.0)), "Off the map"),
    (tools.NameTool(Brush()), at(3, 4, shift=True), "No name to erase"),
    (tools.EyedropperTool(Brush()), on((-9.0, -9.0)), "Off the map"),
    (tools.EyedropperTool(Brush(eyedropper_kind="road")), at(9, 5), "Nothing of that kind"),
    (tools.PasteTool(Brush()), at(3, 3), "copy them first"),
    (tools.ReplaceTool(Brush(terrain="sea")), at(0, 0), "already"),
])
def test_a_refused_tool_says_why_and_changes_nothing(tool: Tool, pointer: Pointer, words: str) -> None:
    seen = tool.preview(DESIGN, pointer)
    assert seen.refused
    assert words in seen.text
    assert click(tool, pointer) is None


# -- the eyedropper ---------------------------------------------------------------------


@pytest.mark.parametrize(("pointer", "picks", "field", "value", "tool"), [
    (at(6, 3), "", "terrain", "mountain", "terrain"),
    (at(3, 8, control=True), "", "country", "blue", "country"),
    (at(3, 8), "country", "country", "blue", "country"),
    (on(GEOMETRY.side_middle(RIVER)), "", "hexside", "river", "hexside"),
    (on(GEOMETRY.side_middle(hexside(Hex(3, 6), Hex(4, 6)))), "", "road", "road", "road"),
    (at(5, 6), "", "feature", "town", "feature"),
    (at(5, 6), "terrain", "terrain", "clear", "terrain"),
])
def test_the_eyedropper_picks_up_kind_and_tool(
    pointer: Pointer, picks: str, field: str, value: str, tool: str
) -> None:
    dropper = tools.EyedropperTool(Brush(eyedropper_kind=picks))
    assert dropper.preview(DESIGN, pointer).text.startswith("Pick up ")
    made = click(dropper, pointer)
    assert isinstance(made, BrushChoice)
    assert (made.field, made.value, made.tool) == (field, value, tool)


def test_a_river_is_picked_up_with_its_name_and_width() -> None:
    made = click(tools.EyedropperTool(Brush()), on(GEOMETRY.side_middle(RIVER)))
    assert made.choices == {"hexside": "river", "line_name": "Long", "width": 2}


def test_a_name_is_picked_up_with_the_name_tool() -> None:
    written = next(w for w in placed_names(DESIGN) if w.text.text == "Hills")
    made = click(tools.EyedropperTool(Brush()), on(written.middle))
    assert made.tool == "name"
    assert made.choices["edited_name"] == NameRef("label", Hex(8, 7))


# -- all tools --------------------------------------------------------------------------


def test_previews_change_nothing() -> None:
    """A preview between the clicks of a course, and a saved stroke, leave the tool as it was."""
    for tool in (tools.RoadTool(Brush(road="road")),
                 tools.HexsideTool(Brush(hexside="wall", by_corners=True))):
        click(tool, at(3, 3), at(7, 3))
        seen: Preview = tool.preview(DESIGN, at(9, 5))
        tool.edit_so_far(DESIGN, at(9, 5))
        tool.preview(DESIGN, at(5, 7))
        assert tool.preview(DESIGN, at(9, 5)) == seen
