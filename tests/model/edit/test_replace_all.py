"""One kind replaced by another, on the whole map or within some hexes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from region_maps import contents, designs_with_regions
from small_design import small_map

from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.replace_all import hexes_of, replace_all, sides_of
from visegrad_editor.model.gamemap import HexsideLine, Road

SOME = settings(max_examples=60, deadline=None)
KINDS = {"terrain": ("sea", "clear", "mountain"), "country": ("norland", "sudland", ""),
         "hexside": ("river", "wall"), "road": ("highway", "track"), "feature": ("city", "port")}


def test_terrain_and_countries_change_on_the_map_or_in_the_region() -> None:
    map = small_map()
    everywhere = replace_all(map, "terrain", "mountain", "sea")
    assert hexes_of(everywhere, "terrain", "mountain") == []
    assert len(hexes_of(everywhere, "terrain", "sea")) == 11
    some = replace_all(map, "terrain", "mountain", "sea", {Hex(3, 2), Hex(0, 5)})
    assert hexes_of(some, "terrain", "mountain") == [Hex(4, 2), Hex(3, 3)]
    assert hexes_of(replace_all(map, "country", "norland", ""), "country", "") == [
        Hex(c, r) for r in range(3) for c in range(8)]
    assert replace_all(map, "terrain", "lava", "sea") is map
    assert replace_all(map, "terrain", "sea", "sea") is map


def test_a_line_or_road_that_changes_as_a_whole_keeps_its_place_and_name() -> None:
    map = small_map()
    assert replace_all(map, "hexside", "river", "wall").lines == (
        HexsideLine("wall", map.lines[0].sides, "Long"),)
    assert replace_all(map, "road", "highway", "track").roads == (Road("track", map.roads[0].path, "R1"),)
    assert replace_all(map, "hexside", "river", "").lines == ()
    assert replace_all(map, "road", "highway", "").roads == ()


def test_within_a_region_lines_and_roads_are_split() -> None:
    map = small_map()
    first, second = map.lines[0].sides
    assert sides_of(map, "hexside", "river", {Hex(2, 2)}) == [first]
    assert replace_all(map, "hexside", "river", "wall", {Hex(2, 2)}).lines == (
        HexsideLine("river", (second,), "Long"), HexsideLine("wall", (first,), "Long"))
    assert sides_of(map, "road", "highway", {Hex(5, 4), Hex(6, 4)}) == [hexside(Hex(5, 4), Hex(6, 4))]
    assert replace_all(map, "road", "highway", "track", {Hex(5, 4), Hex(6, 4)}).roads == (
        Road("highway", (Hex(6, 4), Hex(7, 4)), "R1"), Road("track", (Hex(5, 4), Hex(6, 4)), "R1"))


def test_features_change_and_empty_places_are_removed() -> None:
    map = small_map()
    assert replace_all(map, "feature", "city", "port").place_at[Hex(6, 4)].features == ("port",)
    named = replace_all(map, "feature", "city", "")
    assert named.place_at[Hex(6, 4)].features == ()
    assert named.place_at[Hex(6, 4)].provenance.source == "designer"


@SOME
@given(designs_with_regions(), st.sampled_from(sorted(KINDS)), st.data())
def test_only_the_requested_kind_changes(given_region: tuple, what: str, data: st.DataObject) -> None:
    design, region = given_region
    old, new = data.draw(st.sampled_from(KINDS[what])), data.draw(st.sampled_from(KINDS[what]))
    within = data.draw(st.sampled_from((None, region)))
    count = sides_of if what in ("hexside", "road") else hexes_of
    before = count(design.map, what, old, within)
    after = with_map(design, replace_all(design.map, what, old, new, within))
    parts = {"hexside": "sides", "road": "segments", "country": "countries", "feature": "places"}
    part = parts.get(what, what)
    same_elsewhere = {k: v for k, v in contents(after).items() if k != part}
    assert same_elsewhere == {k: v for k, v in contents(design).items() if k != part}
    if old == new or not before:
        assert after is design
    else:
        assert count(after.map, what, old, within) == []
        assert set(before) <= set(count(after.map, what, new))
    if isinstance(within, frozenset) and what in ("terrain", "country"):
        assert {h for h in design.map.grid if contents(design)[part][h] != contents(after)[part][h]} <= within
