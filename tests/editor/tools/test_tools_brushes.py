"""Brushes without a window: their shapes, the figures they draw, and their messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from blank_design import GRID
from hypothesis import given
from hypothesis import strategies as st
from tool_hand import DESIGN, GEOMETRY, HEXES, SOME, at, brush, click, drag, painted

from visegrad_editor.editor import tools
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.tools import Edit, Tool
from visegrad_editor.editor.tools.brush_shapes import CustomBrushShape, CustomBrushShapes
from visegrad_editor.editor.tools.brushes import PaintTool
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.brushes import (
    MOST_BRUSH_HEXES,
    SHAPE_LABELS,
    brush_shape,
    hexagon,
    rectangle,
    rim,
    shape_of_hexes,
    stamped,
    straight_end,
    turned_shape,
)
from visegrad_editor.model.region import Offset

# -- shapes -----------------------------------------------------------------------------


@given(HEXES, st.integers(0, 3), st.integers(0, 5))
@SOME
def test_a_turned_shape_keeps_its_size_and_six_turns_are_the_identity(hex: Hex, size: int, turn: int) -> None:
    for shape in SHAPE_LABELS:
        one = brush_shape(shape, size, turn)
        assert len(one) == len(brush_shape(shape, size))
        assert turned_shape(one, 6 - turn) == brush_shape(shape, size)
    assert stamped(GRID, brush_shape("hexagon", size), [hex]) == frozenset(GRID.within(hex, size))


def test_a_triangle_has_the_pointer_in_its_middle() -> None:
    for size in range(1, 4):
        hexes = stamped(GRID, brush_shape("triangle", size), [Hex(7, 4)])
        assert Hex(7, 4) in hexes
        assert max(GRID.distance(Hex(7, 4), h) for h in hexes) <= size


@given(HEXES, HEXES)
@SOME
def test_straight_lines_go_in_one_of_twelve_directions(start: Hex, end: Hex) -> None:
    there = straight_end(GRID, start, end)
    (x, y), (u, v) = GEOMETRY.centre(start), GEOMETRY.centre(there)
    if there != start:
        import math
        angle = math.degrees(math.atan2(v - y, u - x)) % 30
        assert min(angle, 30 - angle) < 1e-6
    assert GRID.distance(there, end) <= GRID.distance(start, end)


@given(HEXES, HEXES)
@SOME
def test_rectangles_and_hexagons(one: Hex, other: Hex) -> None:
    box = rectangle(GEOMETRY, one, other)
    assert {one, other} <= box
    assert len(box) == (abs(one.col - other.col) + 1) * (abs(one.row - other.row) + 1)
    assert box <= rectangle(GEOMETRY, one, other, middle=True)
    across = hexagon(GRID, one, other, across=True)
    assert {one, other} <= across
    around = hexagon(GRID, one, other)
    assert {h for h in around if GRID.distance(one, h) == GRID.distance(one, other)} <= rim(GRID, around)
    assert rim(GRID, around) <= around


def test_a_square_is_as_high_as_wide_on_paper() -> None:
    hexes = rectangle(GEOMETRY, Hex(3, 1), Hex(7, 2), square=True)
    width = (max(h.col for h in hexes) - min(h.col for h in hexes)) * 3**0.5
    height = (max(h.row for h in hexes) - min(h.row for h in hexes)) * 1.5
    assert abs(width - height) <= 0.9


def test_selected_hexes_become_a_brush_and_are_kept(tmp_path: Path) -> None:
    hexes = [Hex(4, 4), Hex(5, 4), Hex(4, 5), Hex(4, 6)]
    shape = shape_of_hexes(GEOMETRY, hexes)
    assert Offset(0, 0) in shape
    middle = next(h for h in hexes if stamped(GRID, shape, [h]) == frozenset(hexes))
    assert middle in hexes
    shapes = CustomBrushShapes(Settings(tmp_path))
    assert shapes.add("Hook ", shape) == CustomBrushShape("Hook", shape)
    again = CustomBrushShapes(Settings(tmp_path))
    assert again.names == ["Hook"]
    assert again["Hook"] == CustomBrushShape("Hook", shape)
    with pytest.raises(ValueError, match="already"):
        again.add("hook ", shape)
    with pytest.raises(ValueError, match="already"):
        again.add("Ring", shape)
    again.remove("Hook")
    assert CustomBrushShapes(Settings(tmp_path)).names == []
    with pytest.raises(ValueError, match="at most"):
        shape_of_hexes(GEOMETRY, [Hex(c, 0) for c in range(MOST_BRUSH_HEXES + 1)])


def test_damaged_shapes_in_the_settings_are_left_out(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.set("brush_shapes", [
        {"name": "Good", "hexes": [[0, 0], [1, 0]]}, {"name": "Bad", "hexes": [[0]]}, "nonsense",
        {"name": "Far", "hexes": [[0, 9999]]}, {"name": "Flag", "hexes": [[True, 0]]},
        {"name": "", "hexes": []}])
    assert CustomBrushShapes(settings).names == ["Good"]


# -- brushes ----------------------------------------------------------------------------


PAINTS = [tools.TerrainTool, tools.CountryTool, tools.AreaTool]


@pytest.mark.parametrize("kind", PAINTS)
@pytest.mark.parametrize("mode", ["line", "rectangle", "hexagon"])
def test_every_brush_draws_figures_by_dragging_and_by_clicking_both_ends(kind: type[Tool], mode: str) -> None:
    dragged = drag(kind(brush(mode=mode)), at(5, 4), at(6, 4), at(8, 5))
    clicked_tool = kind(brush(mode=mode))
    assert click(clicked_tool, at(5, 4)) is None
    assert clicked_tool.pending
    clicked = click(clicked_tool, at(8, 5))
    assert isinstance(dragged, Edit)
    assert isinstance(clicked, Edit)
    assert dragged.design.map == clicked.design.map
    assert dragged.label == clicked.label
    assert not clicked_tool.pending


@pytest.mark.parametrize("kind", PAINTS)
def test_every_brush_paints_37_hexes_and_says_how_many_change(kind: type[Tool]) -> None:
    tool = kind(brush(size=3))
    preview = tool.preview(DESIGN, at(9, 4))
    assert ": 37 hexes" in preview.text
    made = click(tool, at(9, 4))
    assert isinstance(tool, PaintTool)
    changed = sum(tool.value(DESIGN, h) != tool.value(made.design, h) for h in DESIGN.map.grid)
    assert made.label.endswith(f"({changed} hexes)")
    assert f", {changed} change" in preview.text or changed == 37


def test_the_preview_text_counts_changed_hexes() -> None:
    tool = tools.TerrainTool(brush(terrain="mountain", size=1))
    assert tool.preview(DESIGN, at(6, 3)).text == "Paint Mountain: 7 hexes, 5 change"
    assert tools.TerrainTool(brush(terrain="sea")).preview(DESIGN, at(0, 0)).text == (
        "Paint Sea: 1 hex, none change")
    assert tools.TerrainTool(brush(terrain="mountain", size=1, shape="row")).preview(
        DESIGN, at(7, 3)).text == "Paint Mountain: 3 hexes, 2 change"


def test_shift_and_ctrl_change_figures() -> None:
    line = tools.TerrainTool(brush(mode="line"))
    hexes = painted(drag(line, at(3, 4), at(9, 5, shift=True)))
    assert hexes == {Hex(c, 4) for c in range(3, 10)}
    square = painted(drag(tools.TerrainTool(brush(mode="rectangle")), at(5, 4), at(7, 4, shift=True)))
    assert square == set(rectangle(GEOMETRY, Hex(5, 4), Hex(7, 4), square=True))
    middle = painted(drag(tools.TerrainTool(brush(mode="rectangle")), at(7, 4), at(8, 5, control=True)))
    assert middle == {Hex(c, r) for c in (6, 7, 8) for r in (3, 4, 5)}
    across = painted(drag(tools.TerrainTool(brush(mode="hexagon")), at(4, 4), at(8, 4, control=True)))
    assert across == set(GRID.within(Hex(6, 4), 2))


def test_an_outline_is_as_thick_as_the_brush() -> None:
    thin = painted(drag(tools.TerrainTool(brush(mode="hexagon", outline=True)), at(8, 4), at(11, 4)))
    assert thin == {h for h in GRID if GRID.distance(h, Hex(8, 4)) == 3}
    thick = painted(drag(tools.TerrainTool(brush(mode="hexagon", outline=True, size=1)), at(8, 4), at(11, 4)))
    assert thick == {h for h in GRID if 2 <= GRID.distance(h, Hex(8, 4)) <= 4}


def test_fill_stops_at_another_value() -> None:
    sea = tools.TerrainTool(brush(mode="fill"))
    assert sea.preview(DESIGN, at(0, 0)).text == "Paint Marsh: 18 hexes"
    assert painted(click(sea, at(0, 0))) == {h for h in GRID if h.col < 2}
    with_ctrl = click(tools.TerrainTool(brush()), at(0, 0, control=True))
    assert painted(with_ctrl) == {h for h in GRID if h.col < 2}


def test_the_area_brush_fills_an_outline_and_removes() -> None:
    ring = tools.AreaTool(brush(mode="hexagon", outline=True))
    outlined = drag(ring, at(6, 4), at(8, 4)).design
    inside = click(tools.AreaTool(brush(mode="fill")), at(6, 4, outlined), design=outlined)
    assert set(inside.design.map.area_by_id["home"].hexes) >= set(GRID.within(Hex(6, 4), 2))
    for made in (click(tools.AreaTool(brush()), at(10, 6, shift=True)),
                 click(tools.AreaTool(brush(removes_hexes=True)), at(10, 6))):
        assert made.label == "Remove from Home (1 hex)"
        assert made.design.map.area_by_id["home"].hexes == (Hex(11, 6),)
    told = tools.AreaTool(brush()).preview(DESIGN, at(3, 3)).text
    assert told == "Add to Home: 1 hex; then 3 hexes"


def test_escape_cancels_the_first_corner_of_a_figure() -> None:
    tool = tools.TerrainTool(brush(mode="rectangle"))
    click(tool, at(3, 3))
    assert "2 hexes" in tool.preview(DESIGN, at(4, 3)).text
    assert tool.back()
    assert not tool.back()
    assert "click both ends" in tool.preview(DESIGN, at(4, 3)).text
