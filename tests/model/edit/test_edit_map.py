"""Edits of the map: what they change, and what they keep."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_design import GRID, RULESET, small_map

from visegrad_editor.hexgrid import Hex, Orientation, hexside
from visegrad_editor.model.edit import areas, blank, hexsides, labels, places, roads, terrain
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.history import History

hexes = st.builds(Hex, st.integers(0, GRID.columns - 1), st.integers(0, GRID.rows - 1))
sides = st.builds(lambda h, d: GRID.side(h, d), hexes, st.integers(0, 5))


@st.composite
def walks(draw: st.DrawFn) -> list[Hex]:
    walk = [draw(hexes)]
    for pick in draw(st.lists(st.integers(0, 5), max_size=12)):
        near = GRID.neighbours(walk[-1])
        walk.append(near[pick % len(near)])
    return walk


def test_painting_changes_only_the_rows_it_touches() -> None:
    before = small_map()
    after = terrain.paint_terrain(before, [Hex(1, 3), Hex(2, 3)], "mountain")
    assert after.terrain.at(Hex(1, 3)) == "mountain"
    assert [a is b for a, b in zip(after.terrain.rows, before.terrain.rows, strict=True)] == [
        True, True, True, False, True, True]
    assert after.countries is before.countries


def test_painting_the_same_terrain_changes_nothing() -> None:
    before = small_map()
    assert terrain.paint_terrain(before, [Hex(0, 0)], "sea") is before
    assert terrain.paint_country(before, [Hex(0, 0), Hex(-1, 0)], "") is before


def test_a_country_the_legend_lacks_gets_a_letter() -> None:
    after = terrain.paint_country(small_map(), [Hex(0, 5)], "norway")
    assert after.countries.at(Hex(0, 5)) == "norway"
    assert after.countries.at(Hex(1, 5)) == "sudland"


def test_fill_reaches_the_connected_hexes_of_one_terrain() -> None:
    map = small_map()
    assert terrain.connected(map, map.terrain, Hex(3, 2)) == {Hex(3, 2), Hex(4, 2), Hex(3, 3)}
    assert terrain.connected(map, map.terrain, Hex(99, 2)) == frozenset()


def test_a_stroke_that_adjoins_a_river_extends_it() -> None:
    new = hexside(Hex(2, 2), Hex(1, 3))
    after = hexsides.add_sides(small_map(), "river", [new])
    assert len(after.lines) == 1
    assert after.lines[0].name == "Long"
    assert after.lines[0].sides[-1] == new


def test_a_separate_stroke_is_a_new_line() -> None:
    after = hexsides.add_sides(small_map(), "river", [GRID.side(Hex(6, 2), 0)])
    assert [line.name for line in after.lines] == ["Long", ""]
    assert hexsides.add_sides(small_map(), "wall", [small_map().lines[0].sides[0]]).lines[1].kind == "wall"


@given(st.lists(st.tuples(st.booleans(), st.lists(sides, max_size=6)), max_size=6))
@settings(max_examples=60, deadline=None)
def test_hexsides_stay_unique_after_any_strokes(strokes: list[tuple[bool, list]]) -> None:
    map, expected = small_map(), set(small_map().lines[0].sides)
    for drawing, stroke in strokes:
        if drawing:
            map = hexsides.add_sides(map, "river", stroke)
            expected |= set(stroke)
        else:
            map = hexsides.erase_sides(map, stroke)
            expected -= set(stroke)
    kept = [s for line in map.lines for s in line.sides]
    assert len(kept) == len(set(kept))
    assert set(kept) == expected
    assert all(line.sides for line in map.lines)


@given(st.lists(st.tuples(st.booleans(), walks()), max_size=6))
@settings(max_examples=60, deadline=None)
def test_roads_are_chains_and_never_double(strokes: list[tuple[bool, list[Hex]]]) -> None:
    map = small_map()
    expected = set(map.roads[0].segments())
    for drawing, walk in strokes:
        crossed = {hexside(a, b) for a, b in pairwise(walk)}
        if drawing:
            map = roads.draw_road(map, "highway", walk)
            expected |= crossed
        else:
            map = roads.erase_road(map, crossed)
            expected -= crossed
    kept = [s for road in map.roads for s in road.segments()]
    assert len(kept) == len(set(kept))
    assert set(kept) == expected
    for road in map.roads:
        assert len(road.path) > 1
        assert all(GRID.adjacent(a, b) for a, b in pairwise(road.path))


def test_a_road_drawn_from_the_end_of_another_makes_it_longer() -> None:
    after = roads.draw_road(small_map(), "highway", [Hex(4, 4), Hex(5, 4)])
    assert [r.path for r in after.roads] == [(Hex(4, 4), Hex(5, 4), Hex(6, 4), Hex(7, 4))]


def test_erasing_the_middle_of_a_road_splits_it() -> None:
    longer = roads.draw_road(small_map(), "highway", [Hex(5, 4), Hex(4, 4), Hex(3, 4)])
    after = roads.erase_road(longer, [hexside(Hex(5, 4), Hex(4, 4))])
    assert [r.path for r in after.roads] == [(Hex(3, 4), Hex(4, 4)), (Hex(5, 4), Hex(6, 4), Hex(7, 4))]
    assert {r.name for r in after.roads} == {"R1"}


def test_a_road_with_a_jump_is_refused_with_the_two_hexes() -> None:
    with pytest.raises(ValueError, match="0908 and 0906 are not neighbours"):
        roads.draw_road(small_map(), "highway", [Hex(0, 3), Hex(2, 3)])


def test_features_and_names_come_and_go() -> None:
    map = places.set_feature(small_map(), Hex(0, 4), "city")
    assert map.features_at(Hex(0, 4)) == ("city",)
    assert map.place_at[Hex(0, 4)].provenance.source == "designer"
    map = places.set_name(map, Hex(0, 4), "  New   Town ")
    assert map.place_at[Hex(0, 4)].name == "New Town"
    map = places.set_feature(map, Hex(0, 4), "city", False)
    assert map.place_at[Hex(0, 4)].features == ()
    map = places.set_name(map, Hex(0, 4), "")
    assert map.places == small_map().places
    assert places.set_name(map, Hex(6, 4), "Mid") is map


def test_areas_keep_their_identifier() -> None:
    map = areas.add_area(small_map(), "South", [Hex(0, 4), Hex(0, 4), Hex(50, 0)])
    assert map.areas[-1].id == "south-2"
    assert map.areas[-1].hexes == (Hex(0, 4),)
    map = areas.rename_area(map, "south-2", "Deep South")
    map = areas.set_area_hexes(map, "south-2", [Hex(1, 4)])
    assert map.area_by_id["south-2"].hexes == (Hex(0, 4), Hex(1, 4))
    map = areas.set_area_hexes(map, "south-2", [Hex(0, 4)], present=False)
    assert map.area_by_id["south-2"].hexes == (Hex(1, 4),)
    assert areas.remove_area(map, "south-2").areas == small_map().areas


def test_line_and_road_names_and_widths() -> None:
    map = hexsides.change_line(small_map(), 0, name="Short", width=9)
    assert (map.lines[0].name, map.lines[0].width) == ("Short", 5)
    assert roads.rename_road(map, 0, "R2").roads[0].name == "R2"
    assert roads.rename_road(map, 0, "R1") is map


@given(st.lists(st.one_of(
    st.tuples(st.just("terrain"), hexes), st.tuples(st.just("side"), sides),
    st.tuples(st.just("road"), walks()), st.tuples(st.just("city"), hexes)), max_size=10))
@settings(max_examples=40, deadline=None)
def test_undoing_everything_restores_the_same_map(edits: list[tuple]) -> None:
    first = small_map()
    history: History[GameMap] = History(first)
    for what, where in edits:
        map = history.current
        if what == "terrain":
            map = terrain.paint_terrain(map, [where], "mountain")
        elif what == "side":
            map = hexsides.add_sides(map, "river", [where])
        elif what == "road":
            map = roads.draw_road(map, "track", where)
        else:
            map = places.set_feature(map, where, "city")
        history.push(what, map)
    last = history.current
    for _ in history.steps:
        history.undo()
    assert history.current is first
    assert not history.changed
    for _ in history.steps:
        history.redo()
    assert history.current is last


def test_labels_come_change_and_go() -> None:
    map = labels.set_label(small_map(), Hex(3, 3), "  High  Hills ")
    assert labels.label_at(map, Hex(3, 3)) is not None
    map = labels.change_label(map, Hex(3, 3), size=0.8, rotation=-20.0)
    label = labels.label_at(map, Hex(3, 3))
    assert label is not None
    assert (label.text, label.size, label.rotation) == ("High Hills", 0.8, -20.0)
    assert labels.set_label(map, Hex(3, 3), "").labels == small_map().labels
    with pytest.raises(ValueError, match=r"between 0\.1 and 5"):
        labels.change_label(map, Hex(3, 3), size=9)
    with pytest.raises(ValueError, match="no label"):
        labels.change_label(map, Hex(0, 3), size=1)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_blank_map_has_all_its_hexes(orientation: Orientation) -> None:
    map = blank.blank_map(RULESET, "new", "New", 12, 120, orientation)
    assert len(map.grid) == 1440
    assert {map.terrain.at(h) for h in map.grid} == {"clear"}
    numbers = {map.grid.number(h) for h in map.grid}
    assert len(numbers) == 1440
    assert {len(n) for n in numbers} == {6}
    with pytest.raises(ValueError, match="at most 250,000"):
        blank.blank_map(RULESET, "new", "New", 1000, 1000)


def test_changing_a_line_leaves_the_lines_before_and_after_it() -> None:
    map = small_map()
    for start in (Hex(5, 1), Hex(7, 1)):
        map = hexsides.add_sides(map, "river", [hexside(start, Hex(start.col, start.row + 1))])
    assert len(map.lines) >= 3
    for index, line in enumerate(map.lines):
        changed = hexsides.change_line(map, index, name="Other")
        assert changed.lines[index].name == "Other"
        others = [x for i, x in enumerate(changed.lines) if i != index]
        assert others == [x for x in map.lines if x is not line]


def test_a_road_of_another_kind_stays_when_one_kind_is_erased() -> None:
    both = roads.draw_road(roads.draw_road(small_map(), "trail", [Hex(1, 4), Hex(2, 4)]),
                           "highway", [Hex(1, 4), Hex(2, 4)])
    across = [hexside(Hex(1, 4), Hex(2, 4))]
    kinds = {road.kind for road in both.roads if across[0] in road.segments()}
    assert kinds == {"trail", "highway"}
    after = roads.erase_road(both, across, "trail")
    assert {road.kind for road in after.roads if across[0] in road.segments()} == {"highway"}
    elsewhere = roads.erase_road(both, [hexside(Hex(8, 1), Hex(8, 2))], "trail")
    assert elsewhere.roads == both.roads
