"""Brushes, pens, names and the eyedropper without a window: what they show, what they make, why not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from blank_design import GRID, blank_design
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.drawing.writing.written import written_names
from visegrad_editor.editor import tools
from visegrad_editor.editor.own_tips import OwnTips
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.tools import Brush, Edit, Picked, Pointer, Preview, Tool, pointer_at
from visegrad_editor.editor.tools.painting import PaintTool
from visegrad_editor.engine.measure import measure
from visegrad_editor.hexgrid import Hex, HexGeometry, Point, hexside
from visegrad_editor.hexgrid.corners import corner, corner_point
from visegrad_editor.model.brushes import (
    MOST_TIP_HEXES,
    TIP_SHAPES,
    hexagon,
    rectangle,
    rim,
    stamped,
    straight_end,
    tip,
    tip_of,
    turned_tip,
)
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.hexsides import add_sides, set_width
from visegrad_editor.model.edit.roads import draw_road
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.gamemap import Label, Place, Road
from visegrad_editor.model.lettering import Lettering, NameRef
from visegrad_editor.model.region import Offset
from visegrad_editor.model.routes import Routes

GEOMETRY = HexGeometry(GRID)
DESIGN = blank_design()
HEXES = st.builds(Hex, st.integers(0, 13), st.integers(0, 8))
SOME = settings(max_examples=80, deadline=None)


def at(col: int, row: int, design: Design = DESIGN, **keys: Any) -> Pointer:
    return pointer_at(design, GEOMETRY.centre(Hex(col, row)), **keys)


def on(point: Point, design: Design = DESIGN, **keys: Any) -> Pointer:
    return pointer_at(design, point, **keys)


def click(tool: Tool, *pointers: Pointer, design: Design = DESIGN) -> Any:
    """Click at every place; what the last click made."""
    made = None
    for pointer in pointers:
        tool.press(design, pointer)
        made = tool.release(design, pointer)
    return made


def drag(tool: Tool, *pointers: Pointer, design: Design = DESIGN) -> Any:
    tool.press(design, pointers[0])
    for pointer in pointers[1:]:
        tool.drag(design, pointer)
    return tool.release(design, pointers[-1])


def painted(made: Any, terrain: str = "marsh") -> set[Hex]:
    assert isinstance(made, Edit)
    return {h for h in GRID if made.design.map.terrain.at(h) == terrain}


# -- shapes -----------------------------------------------------------------------------


@given(HEXES, st.integers(0, 3), st.integers(0, 5))
@SOME
def test_a_turned_tip_has_as_many_hexes_and_six_turns_are_none(hex: Hex, size: int, turn: int) -> None:
    for shape in TIP_SHAPES:
        one = tip(shape, size, turn)
        assert len(one) == len(tip(shape, size))
        assert turned_tip(one, 6 - turn) == tip(shape, size)
    assert stamped(GRID, tip("hexagon", size), [hex]) == frozenset(GRID.within(hex, size))


def test_a_triangle_has_the_pointer_in_its_middle() -> None:
    for size in range(1, 4):
        hexes = stamped(GRID, tip("triangle", size), [Hex(7, 4)])
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
    wide = (max(h.col for h in hexes) - min(h.col for h in hexes)) * 3**0.5
    high = (max(h.row for h in hexes) - min(h.row for h in hexes)) * 1.5
    assert abs(wide - high) <= 0.9


def test_selected_hexes_become_a_brush_and_are_kept(tmp_path: Path) -> None:
    hexes = [Hex(4, 4), Hex(5, 4), Hex(4, 5), Hex(4, 6)]
    shape = tip_of(GEOMETRY, hexes)
    assert Offset(0, 0) in shape
    middle = next(h for h in hexes if stamped(GRID, shape, [h]) == frozenset(hexes))
    assert middle in hexes
    tips = OwnTips(Settings(tmp_path))
    tips.add("Hook", shape)
    again = OwnTips(Settings(tmp_path))
    assert again.names == ["Hook"]
    assert again["Hook"] == shape
    with pytest.raises(ValueError, match="already"):
        again.add("hook ", shape)
    with pytest.raises(ValueError, match="already"):
        again.add("Ring", shape)
    again.remove("Hook")
    assert OwnTips(Settings(tmp_path)).names == []
    with pytest.raises(ValueError, match="at most"):
        tip_of(GEOMETRY, [Hex(c, 0) for c in range(MOST_TIP_HEXES + 1)])


def test_damaged_shapes_in_the_settings_are_left_out(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.set("brush_shapes", [
        {"name": "Good", "hexes": [[0, 0], [1, 0]]}, {"name": "Bad", "hexes": [[0]]}, "nonsense",
        {"name": "Far", "hexes": [[0, 9999]]}, {"name": "Flag", "hexes": [[True, 0]]},
        {"name": "", "hexes": []}])
    assert OwnTips(settings).names == ["Good"]


# -- brushes ----------------------------------------------------------------------------


def brush(**choices: Any) -> Brush:
    return Brush(**{"terrain": "marsh", "country": "red", "area": "home", **choices})


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


def test_the_words_tell_how_many_hexes_change() -> None:
    tool = tools.TerrainTool(brush(terrain="mountain", size=1))
    assert tool.preview(DESIGN, at(6, 3)).text == "Paint Mountain: 7 hexes, 5 change"
    assert tools.TerrainTool(brush(terrain="sea")).preview(DESIGN, at(0, 0)).text == (
        "Paint Sea: 1 hex, none change")
    assert tools.TerrainTool(brush(terrain="mountain", size=1, tip="row")).preview(
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


def test_the_area_brush_fills_an_outline_and_takes_away() -> None:
    ring = tools.AreaTool(brush(mode="hexagon", outline=True))
    outlined = drag(ring, at(6, 4), at(8, 4)).design
    inside = click(tools.AreaTool(brush(mode="fill")), at(6, 4, outlined), design=outlined)
    assert set(inside.design.map.area_by_id["home"].hexes) >= set(GRID.within(Hex(6, 4), 2))
    for made in (click(tools.AreaTool(brush()), at(10, 6, shift=True)),
                 click(tools.AreaTool(brush(take_away=True)), at(10, 6))):
        assert made.label == "Take from Home (1 hex)"
        assert made.design.map.area_by_id["home"].hexes == (Hex(11, 6),)
    told = tools.AreaTool(brush()).preview(DESIGN, at(3, 3)).text
    assert told == "Add to Home: 1 hex; then 3 hexes"


def test_escape_takes_the_first_corner_of_a_figure_back() -> None:
    tool = tools.TerrainTool(brush(mode="rectangle"))
    click(tool, at(3, 3))
    assert "2 hexes" in tool.preview(DESIGN, at(4, 3)).text
    assert tool.back()
    assert not tool.back()
    assert "click both ends" in tool.preview(DESIGN, at(4, 3)).text


# -- roads ------------------------------------------------------------------------------


def test_a_road_finds_the_cheapest_way_and_tells_its_cost() -> None:
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
def test_the_cheapest_way_costs_what_the_engine_says(start: Hex, end: Hex) -> None:
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


def test_waypoints_go_back_one_by_one_and_end_with_the_tool() -> None:
    tool = tools.RoadTool(Brush(road="road"))
    click(tool, at(3, 1), at(6, 1), at(9, 6))
    assert len(tool.preview(DESIGN, at(9, 6)).points) == 3
    saved = tool.so_far(DESIGN, at(9, 6))
    assert saved is not None
    assert saved.design.map.roads[-1].path[-1] == Hex(9, 6)
    assert tool.back()
    ended = tool.end(DESIGN)
    assert ended is not None
    assert ended.design.map.roads[-1].path[-1] == Hex(6, 1)
    assert not tool.pending


def test_no_way_over_the_sea_and_why() -> None:
    tool = tools.RoadTool(Brush(road="road"))
    click(tool, at(5, 5))
    seen = tool.preview(DESIGN, at(0, 0))
    assert seen.refused
    assert "No unit can go" in seen.text
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


RIVER = hexside(Hex(8, 1), Hex(9, 1))


def test_a_click_sets_takes_away_or_changes_the_width() -> None:
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
    assert "nothing lies there to cross" in refused.text
    assert click(tool, dry) is None
    # And crossing costs what the bridge says.
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
    assert tool.so_far(DESIGN, on(places[0])) is None


def test_a_drag_over_a_narrower_river_widens_it() -> None:
    corners = GEOMETRY.corners(Hex(5, 3))
    first = drag(tools.HexsideTool(Brush(hexside="river")), *(on(p) for p in corners[:4])).design
    wider = drag(tools.HexsideTool(Brush(hexside="river", width=5)), *(on(p, first) for p in corners[:4]),
                 design=first)
    drawn = wider.design.map.side_lines
    assert all(drawn[GRID.side(Hex(5, 3), d)][0].width == 5 for d in range(3))
    assert add_sides(first.map, "river", [GRID.side(Hex(5, 3), 0)]) is first.map


# -- features, the eraser, counters -----------------------------------------------------


@pytest.mark.parametrize("feature", [f.id for f in DESIGN.ruleset.features])
def test_every_feature_is_placed_and_taken_away(feature: str) -> None:
    tool = tools.FeatureTool(Brush(feature=feature))
    made = click(tool, at(8, 5))
    assert made.design.map.features_at(Hex(8, 5)) == (feature,)
    gone = click(tool, at(8, 5, made.design), design=made.design)
    assert gone.design.map.features_at(Hex(8, 5)) == ()
    seen = tool.preview(DESIGN, at(0, 3))
    assert seen.refused
    assert "where no unit may be" in seen.text
    assert click(tool, at(0, 3)) is None


def test_a_drag_places_features_and_shift_takes_them_away() -> None:
    tool = tools.FeatureTool(Brush(feature="fort"))
    made = drag(tool, at(1, 4), at(4, 4))
    assert made.label == "Set fort in 3 hexes"
    assert [h for h in GRID if "fort" in made.design.map.features_at(h)] == [Hex(c, 4) for c in (2, 3, 4)]
    after = made.design
    gone = drag(tool, at(2, 4, after, shift=True), at(4, 4, after, shift=True), design=after)
    assert not any("fort" in gone.design.map.features_at(h) for h in GRID)
    assert tool.preview(DESIGN, at(5, 5, shift=True)).refused


def test_the_eraser_takes_labels_and_tells_what() -> None:
    tool = tools.EraserTool(Brush(erase=frozenset({"labels", "places"})))
    assert tool.preview(DESIGN, at(8, 7)).text == "Erase 1 label"
    assert click(tool, at(8, 7)).design.map.labels == ()
    assert tool.preview(DESIGN, at(9, 7)).refused
    assert "Tick" in tools.EraserTool(Brush(erase=frozenset())).preview(DESIGN, at(8, 7)).text


@pytest.mark.parametrize(("tool", "pointer", "words"), [
    (tools.TerrainTool(Brush()), at(3, 3), "Choose a terrain"),
    (tools.TerrainTool(brush()), on((-9.0, -9.0)), "Off the map"),
    (tools.AreaTool(Brush()), at(3, 3), "make one there"),
    (tools.RoadTool(Brush()), at(3, 3), "Choose a road"),
    (tools.RoadTool(Brush(road="road")), on((-9.0, -9.0)), "Off the map"),
    (tools.HexsideTool(Brush()), at(3, 3), "Choose what"),
    (tools.HexsideTool(Brush(hexside="river")), at(3, 3, shift=True), "No river to erase"),
    (tools.FeatureTool(Brush()), at(3, 3), "Choose a feature"),
    (tools.EraserTool(Brush()), at(3, 3), "Nothing to erase"),
    (tools.PlaceCounterTool(Brush()), at(3, 3), "Choose a unit"),
    (tools.PlaceCounterTool(Brush(unit="blue/2nd")), at(0, 0), "where no unit may be"),
    (tools.NameTool(Brush()), on((-9.0, -9.0)), "Off the map"),
    (tools.NameTool(Brush()), at(3, 4, shift=True), "No name to take away"),
    (tools.EyedropperTool(Brush()), on((-9.0, -9.0)), "Off the map"),
    (tools.EyedropperTool(Brush(picks="road")), at(9, 5), "nothing of the kind"),
    (tools.PasteTool(Brush()), at(3, 3), "copy them first"),
    (tools.ReplaceTool(Brush(terrain="sea")), at(0, 0), "already"),
])
def test_a_tool_says_why_it_cannot_and_then_does_nothing(tool: Tool, pointer: Pointer, words: str) -> None:
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
def test_the_eyedropper_takes_up_kind_and_tool(
    pointer: Pointer, picks: str, field: str, value: str, tool: str
) -> None:
    dropper = tools.EyedropperTool(Brush(picks=picks))
    assert dropper.preview(DESIGN, pointer).text.startswith("Take up ")
    made = click(dropper, pointer)
    assert isinstance(made, Picked)
    assert (made.field, made.value, made.tool) == (field, value, tool)


def test_a_river_is_taken_up_with_its_name_and_width() -> None:
    made = click(tools.EyedropperTool(Brush()), on(GEOMETRY.side_middle(RIVER)))
    assert made.choices == {"hexside": "river", "line_name": "Long", "width": 2}


def test_a_name_is_taken_up_with_the_name_tool() -> None:
    written = next(w for w in written_names(DESIGN) if w.text.text == "Hills")
    made = click(tools.EyedropperTool(Brush()), on(written.middle))
    assert made.tool == "name"
    assert made.choices["named"] == NameRef("label", Hex(8, 7))


# -- names ------------------------------------------------------------------------------


def written(name: str, design: Design = DESIGN, turn: int = 0) -> Any:
    return next(w for w in written_names(design, turn) if w.text.text == name)


def moved(point: Point, dx: float, dy: float) -> Point:
    return point[0] + dx, point[1] + dy


@pytest.mark.parametrize("turn", range(4))
def test_a_name_is_found_where_it_is_drawn_also_on_a_turned_map(turn: int) -> None:
    for name, ref in (("Mid", NameRef("place", Hex(5, 6))), ("East", NameRef("place", Hex(11, 2))),
                      ("Hills", NameRef("label", Hex(8, 7)))):
        where = written(name, turn=turn)
        assert click(tools.NameTool(Brush()), on(where.middle, turn=turn)) == Picked("named", ref)


def test_what_is_clicked_is_named() -> None:
    tool = tools.NameTool(Brush())
    assert click(tool, at(3, 2)) == Picked("named", NameRef("place", Hex(3, 2)))
    assert click(tool, at(9, 4)) == Picked("named", NameRef("label", Hex(9, 4)))
    assert click(tool, at(11, 2, control=True)) == Picked("named", NameRef("label", Hex(11, 2)))
    assert tool.preview(DESIGN, at(3, 2)).text == "Name the place in 0304"
    assert tool.preview(DESIGN, on(written("Mid").middle)).frame


def test_a_name_is_dragged_freely_or_to_one_of_eight_places() -> None:
    middle = written("Mid").middle
    tool = tools.NameTool(Brush())
    made = drag(tool, on(middle), on(moved(middle, 0.4, -0.9)))
    assert made.label == "Move the name Mid"
    where = made.design.map.place_at[Hex(5, 6)].lettering.at
    assert isinstance(where, tuple)
    after = written("Mid", made.design).middle
    assert after == pytest.approx(moved(middle, 0.4, -0.9), abs=0.05)
    centre = GEOMETRY.centre(Hex(5, 6))
    snapped = drag(tool, on(middle), on((centre[0] + 0.9, centre[1] - 0.9), control=True))
    assert snapped.design.map.place_at[Hex(5, 6)].lettering.at in ("NE", "E")
    assert snapped.design.map.place_at[Hex(5, 6)].provenance == DESIGN.map.place_at[Hex(5, 6)].provenance


def test_a_label_goes_to_the_hex_it_is_dragged_to() -> None:
    middle, target = written("Hills").middle, GEOMETRY.centre(Hex(10, 4))
    made = drag(tools.NameTool(Brush()), on(middle), on(target))
    label = made.design.map.labels[0]
    assert label.hex == Hex(10, 4)
    assert label.at == "C"
    refused = tools.NameTool(Brush())
    refused.press(DESIGN, on(middle))
    refused.drag(DESIGN, on((-5.0, -5.0)))
    assert refused.preview(DESIGN, on((-5.0, -5.0))).refused
    assert refused.release(DESIGN, on((-5.0, -5.0))) is None


def test_shift_takes_a_name_away() -> None:
    gone = click(tools.NameTool(Brush()), on(written("Mid").middle, shift=True))
    assert gone.design.map.place_at[Hex(5, 6)].name == ""
    assert gone.design.map.place_at[Hex(5, 6)].features == ("town",)
    assert click(tools.NameTool(Brush()), on(written("Hills").middle, shift=True)).design.map.labels == ()


def test_names_with_a_place_of_their_own_stand_there_and_others_make_way() -> None:
    two = (Place(Hex(5, 4), "Fixed", ("town",), lettering=Lettering("S")),
           Place(Hex(5, 5), "Free", ("city",)))
    design = with_map(DESIGN, replace(DESIGN.map, places=two))
    south = written("Fixed", design)
    assert south.middle[1] > GEOMETRY.centre(Hex(5, 4))[1] + 0.5
    for word, dx, dy in (("E", 1, 0), ("W", -1, 0), ("N", 0, -1), ("S", 0, 1), ("NE", 1, -1)):
        placed = with_map(DESIGN, replace(DESIGN.map, places=(replace(two[0], lettering=Lettering(word)),)))
        (x, y), (u, v) = written("Fixed", placed).middle, GEOMETRY.centre(Hex(5, 4))
        assert ((x > u + 0.1) - (x < u - 0.1), (y > v + 0.1) - (y < v - 0.1)) == (dx, dy)


def test_size_and_rotation_of_a_name_are_drawn() -> None:
    big = Place(Hex(5, 4), "Great", ("town",), lettering=Lettering((0.0, 1.0), 0.8, 30.0))
    text = written("Great", with_map(DESIGN, replace(DESIGN.map, places=(big,)))).text
    assert (text.size, text.rotation) == (0.8, 30.0)
    label = Label("Far", Hex(5, 4), 0.5, 0.0, "water", (0.5, -1.0))
    text = written("Far", with_map(DESIGN, replace(DESIGN.map, labels=(label,)))).text
    assert text.at == pytest.approx(moved(GEOMETRY.centre(Hex(5, 4)), 0.5, -1.0))


def test_by_keys_the_name_tool_goes_through_what_is_in_the_hex() -> None:
    def key(n: int, col: int = 8, row: int = 7) -> Pointer:
        return Pointer(GEOMETRY.centre(Hex(col, row)), Hex(col, row), None, key=n)

    tool = tools.NameTool(Brush())
    assert click(tool, key(0)).value == NameRef("label", Hex(8, 7), 0)
    assert click(tool, key(1)).value == NameRef("label", Hex(8, 7), 1)
    assert click(tool, key(2)).value == NameRef("label", Hex(8, 7), 0)
    stepped = drag(tool, key(0), key(0, 9, 7))
    assert stepped.design.map.labels[0].hex == Hex(9, 7)
    turned = drag(tool, key(0, 5, 6), key(0, 6, 6))
    assert turned.design.map.place_at[Hex(5, 6)].lettering.at == "E"


def test_previews_change_nothing() -> None:
    """A preview between the clicks of a course, and a saved stroke, leave the tool as it was."""
    for tool in (tools.RoadTool(Brush(road="road")),
                 tools.HexsideTool(Brush(hexside="wall", by_corners=True))):
        click(tool, at(3, 3), at(7, 3))
        seen: Preview = tool.preview(DESIGN, at(9, 5))
        tool.so_far(DESIGN, at(9, 5))
        tool.preview(DESIGN, at(5, 7))
        assert tool.preview(DESIGN, at(9, 5)) == seen


def test_a_course_off_a_smaller_map_is_forgotten() -> None:
    tool = tools.RoadTool(Brush(road="road"))
    click(tool, at(3, 3), at(12, 3))
    small = replace(GRID, columns=6)
    from visegrad_editor.hexgrid import STILL
    from visegrad_editor.model.edit.moved_map import moved_map
    cut = with_map(DESIGN, moved_map(DESIGN.map, STILL, small))
    assert tool.end(cut) is None
    assert paint_terrain(cut.map, [Hex(12, 3)], "marsh") is cut.map


def test_a_long_search_lets_the_window_answer_and_goes_on_when_asked_again() -> None:
    routes = Routes(DESIGN, Hex(3, 0))
    wide = blank_map(DESIGN.ruleset, "wide", "Wide", 120, 60, "pointy")
    slow = Routes(with_map(DESIGN, wide), Hex(0, 0))
    asked = 0
    while asked < 500:
        try:
            found = slow.to(Hex(119, 59), 0.0)
            break
        except TimeoutError:
            asked += 1
    assert asked > 1
    assert found == Routes(with_map(DESIGN, wide), Hex(0, 0)).to(Hex(119, 59))
    assert routes.to(Hex(3, 0)) is not None
    flat = blank_map(DESIGN.ruleset, "flat", "Flat", 30, 20, "flat", "even")
    for one, other in ((Hex(3, 4), Hex(9, 11)), (Hex(28, 2), Hex(20, 19))):
        route = Routes(with_map(DESIGN, flat), one).to(other)
        assert route is not None
        assert len(route.path) == flat.grid.distance(one, other) + 1
        assert hexagon(flat.grid, one, other) == frozenset(
            flat.grid.within(one, flat.grid.distance(one, other)))
