"""The tools of the window, without a window: strokes of points in, edits out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_design import GRID, small_design

from visegrad_editor.editor import tools
from visegrad_editor.editor.documents.files import open_document
from visegrad_editor.editor.tools import Brush, Edit, Tool, pointer_at
from visegrad_editor.editor.tools.select import PlaceCounterTool
from visegrad_editor.hexgrid import Hex, HexGeometry, Point, hexside

GEOMETRY = HexGeometry(GRID)
DESIGN = small_design()


def stroke(tool: Tool, points: list[Point], **keys: bool) -> Edit | None:
    """Press at the first point, drag over the others, release at the last."""
    tool.press(DESIGN, pointer_at(DESIGN, points[0], **keys))
    for point in points[1:]:
        tool.drag(DESIGN, pointer_at(DESIGN, point, **keys))
    return tool.release(DESIGN, pointer_at(DESIGN, points[-1], **keys))


def centres(*hexes: tuple[int, int]) -> list[Point]:
    return [GEOMETRY.centre(Hex(*h)) for h in hexes]


def test_a_fast_drag_paints_the_hexes_between() -> None:
    edit = stroke(tools.TerrainTool(Brush(terrain="mountain")), centres((0, 4), (5, 4)))
    assert edit is not None
    assert edit.label == "Paint Mountain (6 hexes)"
    assert all(edit.design.map.terrain.at(Hex(c, 4)) == "mountain" for c in range(6))


def test_brush_size_and_fill() -> None:
    edit = stroke(tools.TerrainTool(Brush(terrain="sea", size=1)), centres((3, 4)))
    assert edit is not None
    assert "7 hexes" in edit.label
    edit = stroke(tools.TerrainTool(Brush(terrain="sea")), centres((3, 2)), control=True)
    assert edit is not None
    assert "3 hexes" in edit.label


def test_shift_draws_a_straight_line_from_the_last_hex() -> None:
    tool = tools.CountryTool(Brush(country="norland"))
    assert stroke(tool, centres((0, 5))) is not None
    edit = stroke(tool, centres((4, 5)), shift=True)
    assert edit is not None
    assert edit.label == "Paint Norland (5 hexes)"


def test_painting_the_same_value_adds_no_history_step() -> None:
    assert stroke(tools.TerrainTool(Brush(terrain="sea")), centres((0, 0))) is None


def test_a_click_marks_the_nearest_hexside() -> None:
    side = hexside(Hex(5, 2), Hex(6, 2))
    edit = stroke(tools.HexsideTool(Brush(hexside="river")), [GEOMETRY.side_middle(side)])
    assert edit is not None
    assert edit.design.map.lines[-1].sides == (side,)
    assert edit.label == "Draw river (1 hexside)"


def _along(sides: list[tuple[Point, Point]]) -> list[Point]:
    points: list[Point] = []
    for (x0, y0), (x1, y1) in sides:
        points += [(x0 + (x1 - x0) * t / 5, y0 + (y1 - y0) * t / 5) for t in range(6)]
    return points


def test_a_drag_follows_the_hexsides_and_can_be_retraced() -> None:
    hex = Hex(5, 3)
    corners = GEOMETRY.corners(hex)
    ends = [(corners[i], corners[i + 1]) for i in range(4)]
    tool = tools.HexsideTool(Brush(hexside="river", line_name="Short"))
    edit = stroke(tool, _along(ends))
    assert edit is not None
    line = edit.design.map.lines[-1]
    assert line.sides == tuple(GRID.side(hex, d) for d in range(4))
    assert line.name == "Short"
    back = _along(ends) + _along(ends[1:])[::-1]
    edit = stroke(tool, back)
    assert edit is not None
    assert edit.design.map.lines[-1].sides == (GRID.side(hex, 0),)


def test_a_stroke_begun_in_the_middle_of_a_side_includes_it() -> None:
    hex = Hex(5, 3)
    corners = GEOMETRY.corners(hex)
    points = [GEOMETRY.side_middle(GRID.side(hex, 0)), corners[1], corners[2]]
    edit = stroke(tools.HexsideTool(Brush(hexside="wall")), points)
    assert edit is not None
    assert edit.design.map.lines[-1].sides == (GRID.side(hex, 0), GRID.side(hex, 1))


def test_shift_erases_hexsides_of_the_kind() -> None:
    side = DESIGN.map.lines[0].sides[0]
    edit = stroke(tools.HexsideTool(Brush(hexside="river")), [GEOMETRY.side_middle(side)], shift=True)
    assert edit is not None
    assert side not in edit.design.map.side_lines
    assert stroke(tools.HexsideTool(Brush(hexside="wall")), [GEOMETRY.side_middle(side)], shift=True) is None


def test_roads_extend_shorten_and_erase() -> None:
    tool = tools.RoadTool(Brush(road="highway"))
    edit = stroke(tool, centres((5, 4), (3, 4)))
    assert edit is not None
    assert edit.design.map.roads[0].path[:3] == (Hex(3, 4), Hex(4, 4), Hex(5, 4))
    edit = stroke(tool, centres((3, 1), (5, 1), (4, 1)))
    assert edit is not None
    assert edit.design.map.roads[-1].path == (Hex(3, 1), Hex(4, 1))
    edit = stroke(tool, centres((5, 4), (7, 4)), shift=True)
    assert edit is not None
    assert edit.design.map.roads == ()
    assert stroke(tool, centres((3, 1))) is None


def test_a_feature_is_set_and_removed() -> None:
    tool = tools.FeatureTool(Brush(feature="city"))
    edit = stroke(tool, centres((1, 1)))
    assert edit is not None
    assert edit.design.map.features_at(Hex(1, 1)) == ("city",)
    edit = stroke(tool, centres((6, 4)))
    assert edit is not None
    assert edit.design.map.features_at(Hex(6, 4)) == ()


def test_the_eraser_removes_what_the_palette_selects() -> None:
    river = GEOMETRY.side_middle(DESIGN.map.lines[0].sides[0])
    road = GEOMETRY.side_middle(hexside(Hex(5, 4), Hex(6, 4)))
    edit = stroke(tools.EraserTool(Brush()), [river])
    assert edit is not None
    assert len(edit.design.map.lines[0].sides) == 1
    assert edit.design.map.roads == DESIGN.map.roads
    edit = stroke(tools.EraserTool(Brush()), [road, GEOMETRY.centre(Hex(6, 4))])
    assert edit is not None
    assert edit.label == "Erase 2 stretches of road and 1 place"
    assert stroke(tools.EraserTool(Brush(eraser_kinds=frozenset({"places"}))), [river]) is None


def test_select_walks_through_the_stack_and_drags() -> None:
    tool = tools.SelectTool(Brush())
    assert stroke(tool, centres((2, 2))) is None
    assert tool.units == ("norland/2nd Armored",)
    assert stroke(tool, centres((2, 2))) is None
    assert tool.units == ("norland/1st Armored",)
    edit = stroke(tool, centres((2, 2), (3, 4)))
    assert edit is not None
    assert edit.design.scenario is not None
    number = GRID.number(Hex(3, 4))
    assert edit.label == f"Move 1st Armored to {number}"
    assert edit.design.scenario.unit_by_key["norland/1st Armored"].hex == number
    edit = stroke(tools.SelectTool(Brush()), centres((2, 2), (3, 4)), control=True)
    assert edit is not None
    assert edit.label.startswith("Move 2 units")
    assert stroke(tools.SelectTool(Brush()), centres((1, 5), (3, 4))) is None


def test_a_counter_is_placed_with_a_click() -> None:
    tool = tools.PlaceCounterTool(Brush(unit="sudland/3rd Infantry"))
    edit = stroke(tool, centres((0, 4)))
    assert edit is not None
    assert edit.design.scenario is not None
    assert edit.design.scenario.unit_by_key["sudland/3rd Infantry"].hex == GRID.number(Hex(0, 4))
    assert stroke(tools.PlaceCounterTool(Brush()), centres((0, 4))) is None


def test_after_placing_units_the_message_says_so_and_offers_no_more_than_there_is() -> None:
    scenario = DESIGN.scenario
    assert scenario is not None
    one, *others = [u.key for u in scenario.units]
    several = stroke(tools.PlaceCounterTool(Brush(unit=one, more_units=tuple(others))), centres((0, 4)))
    assert several is not None
    number = GRID.number(Hex(0, 4))
    assert several.label.startswith(f"Place {len(scenario.units)} units in {number}")
    [placed] = several.notes
    assert placed.startswith(f"{len(scenario.units)} units placed in {number}")
    waiting = replace(DESIGN, scenario=replace(scenario, units=tuple(
        replace(u, setup=None, reinforcement=None) for u in scenario.units)))
    tool, at = tools.PlaceCounterTool(Brush(unit=one)), pointer_at(waiting, centres((0, 4))[0])
    tool.press(waiting, at)
    edit = tool.release(waiting, at)
    assert edit is not None
    assert edit.notes[1:] == ("Shift+click keeps the tool for the next unit.",)


def test_areas_grow_and_shrink() -> None:
    tool = tools.AreaTool(Brush(area="south"))
    edit = stroke(tool, centres((0, 4), (1, 4)))
    assert edit is not None
    assert len(edit.design.map.area_by_id["south"].hexes) == 4
    edit = stroke(tool, centres((0, 5)), shift=True)
    assert edit is not None
    assert edit.design.map.area_by_id["south"].hexes == (Hex(1, 5),)


@pytest.mark.parametrize(("tool", "hex", "field", "value"), [
    (tools.TerrainTool, (3, 2), "terrain", "mountain"),
    (tools.CountryTool, (0, 5), "country", "sudland"),
    (tools.RoadTool, (6, 4), "road", "highway"),
    (tools.FeatureTool, (2, 1), "feature", "port"),
    (tools.PlaceCounterTool, (5, 4), "unit", "sudland/1st Infantry"),
])
def test_a_right_click_picks_up_what_is_there(
    tool: type[Tool], hex: tuple[int, int], field: str, value: str
) -> None:
    picked = tool(Brush()).pick(DESIGN, pointer_at(DESIGN, GEOMETRY.centre(Hex(*hex))))
    assert picked is not None
    assert (picked.field, picked.value) == (field, value)


@pytest.mark.parametrize("tool", tools.TOOLS)
def test_every_tool_survives_random_input(tool: type[Tool]) -> None:
    """Off the map, without a choice or cancelled midway, no tool fails or edits."""
    one = tool(Brush())
    off = pointer_at(DESIGN, (-50.0, -50.0))
    assert one.preview(DESIGN, off) is not None
    one.press(DESIGN, off)
    one.drag(DESIGN, off)
    one.preview(DESIGN, off)
    assert one.release(DESIGN, off) is None
    one.press(DESIGN, pointer_at(DESIGN, (4.0, 4.0)))
    one.cancel()
    assert one.release(DESIGN, pointer_at(DESIGN, (6.0, 4.0))) is None
    assert tool.id
    assert tool.name
    assert tool.hint


def test_placing_a_reinforcement_removes_it_from_the_schedule_and_says_so() -> None:
    design = open_document("historical")[0].design
    assert design is not None
    assert design.scenario is not None
    unit = next(u for u in design.scenario.units if u.reinforcement)
    tool = tools.PlaceCounterTool(Brush(unit=unit.key))
    at = tools.pointer_at(design, design.map.geometry.centre(Hex(10, 10)))
    tool.press(design, at)
    edit = tool.release(design, at)
    assert edit is not None
    assert edit.label.endswith(", off the schedule")


def test_the_unit_in_hand_is_named() -> None:
    tool = PlaceCounterTool(Brush())
    assert tool.advice(DESIGN) == tool.hint
    assert DESIGN.scenario is not None
    unit = DESIGN.scenario.units[0]
    tool.brush.unit = unit.key
    assert tool.advice(DESIGN) == f"Placing {unit.name}: click the hex where it is set up."
