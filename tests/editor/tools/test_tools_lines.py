"""Pens without a window: roads along the cheapest path, rivers and walls along hexsides."""

from __future__ import annotations

from dataclasses import replace

from blank_design import GRID
from hypothesis import given
from tool_hand import DESIGN, GEOMETRY, HEXES, RIVER, SOME, at, click, drag, on

from visegrad_editor.editor import tools
from visegrad_editor.editor.tools import Brush, Edit
from visegrad_editor.editor.tools.base import pointer_at
from visegrad_editor.engine.measure import measure
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.hexgrid.corners import corner, corner_point
from visegrad_editor.model.brushes import (
    hexagon,
)
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.hexsides import add_sides, set_width
from visegrad_editor.model.edit.roads import draw_road
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.gamemap import Road
from visegrad_editor.model.routes import Routes

# -- roads ------------------------------------------------------------------------------


def test_a_road_follows_the_cheapest_path_and_shows_its_cost() -> None:
    tool = tools.RoadTool(Brush(road="highway"))
    click(tool, at(4, 3))
    seen = tool.preview(DESIGN, at(8, 3))
    assert Hex(6, 3) not in seen.path
    assert "movement points before it is built" in seen.text
    assert seen.path[0] == Hex(4, 3)
    assert seen.path[-1] == Hex(8, 3)
    assert click(tool, at(8, 3)) is None
    made = click(tool, at(8, 3))
    assert isinstance(made, Edit)
    assert made.design.map.roads[-1].path == seen.path
    assert not tool.pending


@given(HEXES, HEXES)
@SOME
def test_the_cost_of_the_cheapest_path_matches_the_engine(start: Hex, end: Hex) -> None:
    rules = DESIGN.ruleset
    ground = rules.terrain_by_id[DESIGN.map.terrain.at(start)]
    if not ground.playable:
        return
    route = Routes(DESIGN, start).to(end)
    way = measure(DESIGN, start, end, rules.unit_type_by_id["infantry"])
    assert (route.cost if route else None) == way.cost
    if route is not None:
        assert (route.path[0], route.path[-1]) == (start, end)
        assert all(GRID.adjacent(a, b) for a, b in zip(route.path, route.path[1:], strict=False))


def test_waypoints_are_undone_one_by_one_and_end_with_the_tool() -> None:
    tool = tools.RoadTool(Brush(road="road"))
    click(tool, at(3, 1), at(6, 1), at(9, 6))
    assert len(tool.preview(DESIGN, at(9, 6)).points) == 3
    saved = tool.edit_so_far(DESIGN, at(9, 6))
    assert saved is not None
    assert saved.design.map.roads[-1].path[-1] == Hex(9, 6)
    assert tool.back()
    ended = tool.end(DESIGN)
    assert ended is not None
    assert ended.design.map.roads[-1].path[-1] == Hex(6, 1)
    assert not tool.pending


def test_no_road_over_the_sea_and_why() -> None:
    tool = tools.RoadTool(Brush(road="road"))
    click(tool, at(5, 5))
    seen = tool.preview(DESIGN, at(0, 0))
    assert seen.refused
    assert "No unit can move" in seen.text
    assert click(tool, at(0, 0)) is None
    assert tool.end(DESIGN) is None


def test_shift_erases_the_stretch_nearest_the_pointer() -> None:
    side = GEOMETRY.side_middle(hexside(Hex(3, 6), Hex(4, 6)))
    tool = tools.RoadTool(Brush(road="road"))
    seen = tool.preview(DESIGN, on(side, shift=True))
    assert seen.erasing
    assert set(seen.path) == {Hex(3, 6), Hex(4, 6)}
    made = click(tool, on(side, shift=True))
    assert made.design.map.roads == (Road("road", (Hex(4, 6), Hex(5, 6)), "R1"),)
    other = tools.RoadTool(Brush(road="railway"))
    assert other.preview(DESIGN, on(side, shift=True)).refused
    assert "This is Road" in other.preview(DESIGN, on(side, shift=True)).text
    assert click(other, on(side, shift=True)) is None


def test_roads_of_one_name_join_where_the_gap_closes() -> None:
    map = replace(DESIGN.map, roads=())
    for path in ([(3, 1), (4, 1)], [(6, 1), (7, 1)], [(4, 1), (5, 1), (6, 1)]):
        map = draw_road(map, "road", [Hex(*h) for h in path], "A1")
    assert [r.path for r in map.roads] == [tuple(Hex(c, 1) for c in range(3, 8))]
    other = draw_road(replace(DESIGN.map, roads=()), "road", [Hex(3, 1), Hex(4, 1)], "A1")
    other = draw_road(other, "road", [Hex(5, 1), Hex(6, 1)], "B2")
    other = draw_road(other, "road", [Hex(4, 1), Hex(5, 1)], "A1")
    assert sorted(r.name for r in other.roads) == ["A1", "B2"]


# -- hexsides ---------------------------------------------------------------------------


def test_a_click_adds_erases_or_widens() -> None:
    middle = on(GEOMETRY.side_middle(RIVER))
    assert tools.HexsideTool(Brush(hexside="river")).preview(DESIGN, middle).erasing
    erased = click(tools.HexsideTool(Brush(hexside="river")), middle)
    assert RIVER not in erased.design.map.side_lines
    wider = tools.HexsideTool(Brush(hexside="river", width=4))
    assert "Width 2 to 4" in wider.preview(DESIGN, middle).text
    changed = click(wider, middle).design.map
    assert changed.side_lines[RIVER][0].width == 4
    assert {line.name for line in changed.lines} == {"Long"}
    assert sum(len(line.sides) for line in changed.lines) == 2
    again = set_width(changed, "river", [RIVER], 2)
    assert sum(len(line.sides) for line in again.lines) == 2
    assert all(line.width == 2 for line in again.lines)


def test_a_bridge_lies_on_a_river() -> None:
    middle = on(GEOMETRY.side_middle(RIVER))
    tool = tools.HexsideTool(Brush(hexside="bridge"))
    assert tool.preview(DESIGN, middle).text == "Draw bridge at 0209/0210, over Long"
    made = click(tool, middle)
    assert [x.kind for x in made.design.map.side_lines[RIVER]] == ["river", "bridge"]
    dry = on(GEOMETRY.side_middle(hexside(Hex(4, 4), Hex(5, 4))))
    refused = tool.preview(DESIGN, dry)
    assert refused.refused
    assert "there is nothing to cross" in refused.text
    assert click(tool, dry) is None
    # Crossing has the cost of the bridge.
    before = Routes(DESIGN, Hex(8, 1)).to(Hex(9, 1))
    after = Routes(made.design, Hex(8, 1)).to(Hex(9, 1))
    assert before is not None
    assert after is not None
    assert [float(r.cost) for r in (before, after)] == [2, 1]


def test_corners_are_joined_along_hexsides() -> None:
    places = [corner_point(GEOMETRY, corner(GRID, Hex(c, r), 0)) for c, r in ((4, 2), (7, 2), (7, 5))]
    tool = tools.HexsideTool(Brush(hexside="wall", by_corners=True, width=3))
    click(tool, on(places[0]), on(places[1]), on(places[2]))
    seen = tool.preview(DESIGN, on(places[2]))
    assert len(seen.sides) == len(set(seen.sides))
    assert "Enter" in seen.text
    assert tool.back()
    click(tool, on(places[2]))
    made = click(tool, on(places[2]))
    line = made.design.map.lines[-1]
    assert (line.kind, line.width) == ("wall", 3)
    assert line.sides == seen.sides
    assert tool.edit_so_far(DESIGN, on(places[0])) is None


def test_a_drag_over_a_narrower_river_widens_it() -> None:
    corners = GEOMETRY.corners(Hex(5, 3))
    first = drag(tools.HexsideTool(Brush(hexside="river")), *(on(p) for p in corners[:4])).design
    wider = drag(tools.HexsideTool(Brush(hexside="river", width=5)), *(on(p, first) for p in corners[:4]),
                 design=first)
    drawn = wider.design.map.side_lines
    assert all(drawn[GRID.side(Hex(5, 3), d)][0].width == 5 for d in range(3))
    assert add_sides(first.map, "river", [GRID.side(Hex(5, 3), 0)]) is first.map


# -- courses and long searches -----------------------------------------------------------


def test_a_course_outside_a_resized_map_is_dropped() -> None:
    tool = tools.RoadTool(Brush(road="road"))
    click(tool, at(3, 3), at(12, 3))
    small = replace(GRID, columns=6)
    from visegrad_editor.hexgrid import STILL
    from visegrad_editor.model.edit.reshape import moved_map
    cut = with_map(DESIGN, moved_map(DESIGN.map, STILL, small))
    assert tool.end(cut) is None
    assert paint_terrain(cut.map, [Hex(12, 3)], "marsh") is cut.map


def test_a_long_search_yields_and_resumes() -> None:
    routes = Routes(DESIGN, Hex(3, 0))
    width = blank_map(DESIGN.ruleset, "wide", "Wide", 120, 60, "pointy")
    slow = Routes(with_map(DESIGN, width), Hex(0, 0))
    asked = 0
    while asked < 500:
        try:
            found = slow.to(Hex(119, 59), 0.0)
            break
        except TimeoutError:
            asked += 1
    assert asked > 1
    assert found == Routes(with_map(DESIGN, width), Hex(0, 0)).to(Hex(119, 59))
    assert routes.to(Hex(3, 0)) is not None
    flat = blank_map(DESIGN.ruleset, "flat", "Flat", 30, 20, "flat", "even")
    for one, other in ((Hex(3, 4), Hex(9, 11)), (Hex(28, 2), Hex(20, 19))):
        route = Routes(with_map(DESIGN, flat), one).to(other)
        assert route is not None
        assert len(route.path) == flat.grid.distance(one, other) + 1
        assert hexagon(flat.grid, one, other) == frozenset(
            flat.grid.within(one, flat.grid.distance(one, other)))


def test_a_line_of_hexsides_that_is_begun_beside_the_map_begins_at_its_first_hexside() -> None:
    x, y = GEOMETRY.centre(Hex(5, 0))
    outside = pointer_at(DESIGN, (x + 0.5, y - 2.0))
    assert outside.side is None
    way = [pointer_at(DESIGN, (x + 0.5, y - 2.0 + step * 0.25)) for step in range(1, 28)]
    assert way[-1].side is not None
    tool = tools.HexsideTool(Brush(hexside="river"))
    tool.press(DESIGN, outside)
    for here in way:
        tool.drag(DESIGN, here)
    made = tool.release(DESIGN, way[-1])
    assert isinstance(made, Edit)
    drawn = {s for line in made.design.map.lines for s in line.sides} - {
        s for line in DESIGN.map.lines for s in line.sides}
    assert len(drawn) > 3
    assert any(Hex(5, 0) in (s.a, s.b) for s in drawn)


def test_a_road_that_is_begun_beside_the_map_begins_in_its_first_hex() -> None:
    x, y = GEOMETRY.centre(Hex(5, 0))
    tool = tools.RoadTool(Brush(road="road"))
    tool.press(DESIGN, pointer_at(DESIGN, (x, y - 2.0)))
    for hex in (Hex(5, 0), Hex(5, 1), Hex(5, 2)):
        tool.drag(DESIGN, at(*hex))
    made = tool.release(DESIGN, at(5, 2))
    assert isinstance(made, Edit)
    assert made.design.map.roads[-1].path == (Hex(5, 0), Hex(5, 1), Hex(5, 2))
