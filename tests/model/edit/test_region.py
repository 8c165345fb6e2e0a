"""Pieces of maps: cut out, turned, mirrored and pasted."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from items import some
from region_maps import contents, designs_with_regions
from small_design import GRID, RULESET, small_design, small_map

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.lines import lay_lines, lay_roads
from visegrad_editor.model.edit.pieces import ALL_PARTS, cleared, cut, cut_out, landing, moved_in_place, paste
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text, new_text
from visegrad_editor.model.gamemap import HexsideLine, Label, Place, Road
from visegrad_editor.model.lettering import PLAIN
from visegrad_editor.model.region import (
    PARTS,
    Fragment,
    Offset,
    hex_at,
    mirrored,
    offset_from,
    turned,
)

SOME = settings(max_examples=60, deadline=None)
PARTS_OF = st.sets(st.sampled_from(sorted(PARTS))).map(frozenset)
REGIONS = designs_with_regions()


# -- turning ----------------------------------------------------------------------------


@SOME
@given(REGIONS, st.integers(-7, 7))
def test_a_full_turn_changes_nothing_and_turns_add_up(given_region: tuple, sixths: int) -> None:
    piece = cut_out(*given_region, ALL_PARTS)
    once = piece
    for _ in range(6):
        once = turned(once, 1)
    assert once == piece
    assert turned(turned(piece, sixths), -sixths) == piece
    assert turned(turned(piece, 2), 1) == turned(piece, 3)


@SOME
@given(REGIONS, st.sampled_from(("across", "down")))
def test_mirroring_twice_changes_nothing(given_region: tuple, axis: str) -> None:
    piece = cut_out(*given_region, ALL_PARTS)
    assert mirrored(mirrored(piece, axis), axis) == piece
    # Both mirrors one after the other are half a turn, except for lettering.
    both = mirrored(mirrored(piece, "across"), "down")
    assert _unwritten(both) == _unwritten(turned(piece, 3))


def _unwritten(piece: Fragment) -> Fragment:
    """The piece without labels, and with names where there is room."""
    bare = tuple(replace(x, place=replace(x.place, lettering=PLAIN)) for x in piece.places)
    return replace(piece, labels=(), places=bare)


@SOME
@given(REGIONS, st.integers(0, 5), st.sampled_from(("", "across", "down")))
def test_turning_keeps_what_touches_what(given_region: tuple, sixths: int, axis: str) -> None:
    piece = cut_out(*given_region, ALL_PARTS)
    after = turned(piece, sixths)
    after = mirrored(after, axis) if axis else after

    def touch(a: Offset, b: Offset) -> bool:
        return (b.q - a.q, b.r - a.r) in {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}

    assert all(touch(*s) for line in after.lines for s in line.sides)
    assert all(touch(a, b) for r in after.roads for a, b in pairwise(r.path))
    assert len(after) == len(piece)
    for before, now in zip(piece.lines, after.lines, strict=True):
        for (s, t), (u, v) in zip(pairwise(before.sides), pairwise(now.sides), strict=True):
            assert (len({*s, *t}) == 3) == (len({*u, *v}) == 3)


def test_a_label_turns_with_the_piece_but_not_upside_down() -> None:
    design = small_design()

    def angles(start: float) -> list[float]:
        labelled = with_map(design, replace(design.map, labels=(Label("Hills", Hex(3, 3), 0.5, start),)))
        piece = cut_out(labelled, [Hex(3, 3)])
        return [turned(piece, n).labels[0].label.rotation for n in range(6)]

    assert angles(0) == [0, 60, -60, 0, 60, -60]
    assert angles(20) == [20, 80, -40, 20, 80, -40]
    # A label that is upside down on purpose keeps its angle to the map.
    assert angles(180) == [180, -120, -60, 0, 60, 120]


def test_turning_is_clockwise_on_the_screen() -> None:
    """A hex east of the anchor moves south-east of it; left-right mirroring puts it in the west."""
    for orientation, directions in (("pointy", (0, 1, 3)), ("flat", (5, 0, 3))):
        grid = HexGrid(orientation, 9, 9, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
        anchor = Hex(4, 4)
        start, following, opposite = (grid.step(anchor, d) for d in directions)
        piece = Fragment(orientation, {offset_from(grid, anchor, start): "sea"}, {})
        (only,) = turned(piece, 1).hexes
        assert hex_at(grid, anchor, only) == following
        (only,) = mirrored(piece, "across").hexes
        assert hex_at(grid, anchor, only) == opposite


@SOME
@given(REGIONS, st.sampled_from(("across", "down")))
def test_mirroring_mirrors_the_plane(given_region: tuple, axis: str) -> None:
    design, hexes = given_region
    piece = cut_out(design, hexes)
    grid, geometry = design.map.grid, design.map.geometry
    anchor = piece.home.anchor
    ax, ay = geometry.centre(anchor)
    for offset, kind in some(piece.terrain.items()):
        x, y = geometry.centre(hex_at(grid, anchor, offset))
        there = (2 * ax - x, y) if axis == "across" else (x, 2 * ay - y)
        other = offset_from(grid, anchor, geometry.nearest(*there))
        assert mirrored(piece, axis).terrain[other] == kind


# -- cutting and pasting ----------------------------------------------------------------


@SOME
@given(REGIONS, PARTS_OF)
def test_cutting_and_pasting_back_gives_the_same_design(given_region: tuple, parts: frozenset[str]) -> None:
    design, hexes = given_region
    left, piece = cut(design, hexes, parts)
    back, notes = paste(left, turned(piece, 6), piece.home.anchor)
    assert back == design
    assert notes == ()


@SOME
@given(REGIONS)
def test_a_copy_pasted_on_itself_changes_nothing(given_region: tuple) -> None:
    design, hexes = given_region
    piece = cut_out(design, hexes, ALL_PARTS)
    assert paste(design, piece, piece.home.anchor).design == design


@SOME
@given(REGIONS)
def test_a_cut_can_be_restored_from_the_piece_alone(given_region: tuple) -> None:
    """Without the record of its origin a piece still holds everything except the order of lists."""
    design, hexes = given_region
    left, piece = cut(design, hexes, ALL_PARTS)
    back, notes = paste(left, replace(piece, home=None), piece.home.anchor)
    assert contents(back) == contents(design)
    assert notes == ()


@SOME
@given(REGIONS, PARTS_OF)
def test_clearing_removes_only_the_named_parts(given_region: tuple, parts: frozenset[str]) -> None:
    design, hexes = given_region
    left = cleared(design, hexes, parts)
    again = cut_out(left, hexes, ALL_PARTS)
    for part, held in (("hexsides", again.lines), ("roads", again.roads), ("places", again.places),
                       ("labels", again.labels), ("areas", again.areas), ("counters", again.counters)):
        inner_only = part in ("hexsides", "roads") and "rim" not in parts
        if part in parts and not inner_only:
            assert held == ()
        if part not in parts:
            assert held == getattr(cut_out(design, hexes, ALL_PARTS), {"hexsides": "lines"}.get(part, part))
    before, after = contents(design), contents(left)
    changed = {h for h in design.map.grid if before["terrain"][h] != after["terrain"][h]}
    assert changed <= (hexes if "terrain" in parts else set())
    assert cleared(left, hexes, parts) == left


@SOME
@given(REGIONS, st.integers(0, 5), st.booleans())
def test_a_turned_and_pasted_piece_can_be_cut_out_again(
    given_region: tuple, sixths: int, mirror: bool
) -> None:
    """Pasted on a wide empty map and cut out again, it is the same piece."""
    design, hexes = given_region
    piece = turned(cut_out(design, hexes, ALL_PARTS - {"counters"}), sixths)
    piece = mirrored(piece) if mirror else piece
    empty = blank_map(RULESET, "wide", "Wide", 30, 30, design.map.grid.orientation)
    width = Design(RULESET, replace(empty, areas=design.map.areas and tuple(
        replace(a, hexes=()) for a in design.map.areas)))
    put, notes = paste(width, piece, Hex(15, 14))
    assert notes == ()
    again = cut_out(put, landing(width, piece, Hex(15, 14)).values(), piece.parts, Hex(15, 14))
    assert again.terrain == piece.terrain
    assert again.countries == piece.countries
    assert set(again.places) == set(piece.places)
    assert sorted(repr((x.at, x.label)) for x in again.labels) == sorted(
        repr((x.at, x.label)) for x in piece.labels)
    assert {a.id: frozenset(a.hexes) for a in again.areas} == {a.id: frozenset(a.hexes) for a in piece.areas}

    def sides(f: Fragment) -> set[tuple]:
        return {(s, x.line) for x in f.lines for s in x.sides}

    def steps(f: Fragment) -> set[tuple]:
        return {(frozenset(p), r.road) for r in f.roads for p in pairwise(r.path)}

    assert sides(again) == sides(piece)
    assert steps(again) == steps(piece)


def test_cutting_and_pasting_back_a_piece_of_the_bundled_map_writes_the_same_bytes() -> None:
    loaded = load("maps/visegrad4")
    assert loaded.design is not None
    design = loaded.design
    grid = design.map.grid
    hexes = {h for h in grid if 8 <= h.col <= 17 and 6 <= h.row <= 15}
    text = new_text(design.map)
    left, piece = cut(design, hexes)
    assert changed_text(read_yaml(text), design.map, left.map) != text
    back, notes = paste(left, piece, piece.home.anchor)
    assert notes == ()
    assert changed_text(read_yaml(text), design.map, back.map) == text


def test_an_edit_elsewhere_between_cut_and_paste_is_kept() -> None:
    design = small_design()
    hexes = {Hex(c, r) for c in (5, 6) for r in (3, 4, 5)}
    left, piece = cut(design, hexes)
    between = with_map(left, replace(
        left.map, roads=(*left.map.roads, Road("track", (Hex(0, 1), Hex(1, 1)))),
        places=(*left.map.places, Place(Hex(0, 4), "New"))))
    back, _ = paste(between, piece, piece.home.anchor)
    wanted = contents(design)
    wanted["segments"] = sorted([*wanted["segments"], (hexside(Hex(0, 1), Hex(1, 1)), "track", "")])
    wanted["places"] = sorted([*wanted["places"], (Hex(0, 4), "New", ())])
    assert contents(back) == wanted


def test_hexes_off_the_map_are_left_out_and_counted() -> None:
    design = small_design()
    piece = cut_out(design, {Hex(c, 4) for c in range(3, 8)}, anchor=Hex(5, 4))
    put, notes = paste(design, piece, Hex(7, 2))
    assert notes == ("2 of 5 hexes would lie off the map and are left out.",)
    assert put.map.terrain.at(Hex(5, 2)) == "clear"
    nowhere, notes = paste(design, piece, Hex(30, 2))
    assert nowhere is design
    assert notes == ("The whole piece would lie off the map.",)


def test_kinds_the_ruleset_does_not_have_are_left_out_and_named() -> None:
    design = small_design()
    strange = with_map(design, replace(
        paint_terrain(design.map, [Hex(0, 4)], "lava"), roads=(Road("rail", (Hex(0, 4), Hex(1, 4))),)))
    piece = cut_out(strange, [Hex(0, 4), Hex(1, 4)])
    put, notes = paste(design, piece, Hex(3, 4))
    assert notes == ("This ruleset does not have lava, rail; they are left out.",)
    assert put.map.terrain is design.map.terrain


def test_between_pointy_and_flat_maps_a_piece_is_turned_by_half_a_sixth() -> None:
    design = small_design()
    labelled = with_map(design, replace(design.map, labels=(Label("Hills", Hex(3, 3), 0.5, 0.0),)))
    piece = cut_out(labelled, [Hex(3, 3), Hex(4, 3)])
    flat = Design(RULESET, blank_map(RULESET, "flat", "Flat", 8, 8))
    put, notes = paste(flat, piece, Hex(3, 3))
    assert "turned by 30°" in notes[0]
    assert put.map.labels[0].rotation == 30.0


def test_pasting_replaces_inside_and_only_adds_on_the_rim() -> None:
    """Within the piece the old is replaced; on its rim it stays."""
    design = small_design()
    bare = cut_out(design, [Hex(0, 4), Hex(1, 4), Hex(0, 5)], anchor=Hex(0, 4))
    put, _ = paste(design, bare, Hex(6, 4))
    # The road ran 5-6-7: segments between covered hexes are gone, those from outside stay.
    assert put.map.roads == (Road("highway", (Hex(5, 4), Hex(6, 4)), "R1"),)
    assert Hex(6, 4) not in put.map.place_at


def test_parts_can_be_pasted_alone() -> None:
    design = small_design()
    piece = cut_out(design, [Hex(5, 4), Hex(6, 4), Hex(7, 4)], anchor=Hex(6, 4))
    put, _ = paste(design, piece, Hex(4, 2), {"roads"})
    assert put.map.terrain is design.map.terrain
    assert put.map.places == design.map.places
    assert put.map.roads[-1] == Road("highway", (Hex(3, 2), Hex(4, 2), Hex(5, 2)), "R1")


def test_a_map_where_every_hex_has_a_country_keeps_its_countries() -> None:
    base = small_map()
    full = replace(base, countries=replace(
        base.countries, legend=(("N", "norland"), ("S", "sudland")), rows=("N" * 8,) * 6))
    left = cleared(Design(RULESET, full), {Hex(3, 3)})
    assert left.map.countries is full.countries
    assert left.map.terrain.at(Hex(3, 3)) == "clear"


# -- counters ---------------------------------------------------------------------------


def test_copied_counters_get_names_of_their_own_and_cut_ones_move() -> None:
    design = small_design()
    region = [Hex(2, 2), Hex(3, 2)]
    piece = cut_out(design, region, ALL_PARTS, Hex(2, 2))
    put, notes = paste(design, piece, Hex(5, 2))
    names = [u.name for u in put.scenario.units if u.hex == GRID.number(Hex(5, 2))]
    assert names == ["1st Armored (2)", "2nd Armored (2)"]
    assert "1st Armored (2) and 1 more" in notes[0]
    again, _ = paste(put, piece, Hex(6, 2))
    assert [u.name for u in again.scenario.units if u.hex == GRID.number(Hex(6, 2))] == [
        "1st Armored (3)", "2nd Armored (3)"]
    left, piece = cut(design, region, ALL_PARTS)
    assert left.scenario.unit_by_key["norland/1st Armored"].setup is None
    moved, notes = paste(left, piece, Hex(5, 2))
    assert len(moved.scenario.units) == len(design.scenario.units)
    assert notes == ()


def test_counters_stay_where_they_are_unless_asked_for() -> None:
    design = small_design()
    left, _ = cut(design, [Hex(2, 2)])
    assert left.scenario is design.scenario


# -- turning in place -------------------------------------------------------------------


def test_a_region_turned_in_place_six_times_is_as_it_was() -> None:
    design = small_design()
    region = frozenset(GRID.within(Hex(5, 3), 1))
    before = contents(design)
    for _ in range(6):
        (design, _), region = moved_in_place(design, region, lambda piece: turned(piece, 1))
    after = contents(design)
    assert region == frozenset(GRID.within(Hex(5, 3), 1))
    assert {k: v for k, v in after.items() if k != "segments"} == {
        k: v for k, v in before.items() if k != "segments"}


# -- joining ----------------------------------------------------------------------------


def test_lines_and_roads_join_what_they_continue() -> None:
    hex = Hex(3, 3)
    s = [GRID.side(hex, d) for d in range(6)]
    gap = (HexsideLine("river", (s[0], s[1], s[4]), "Long"), HexsideLine("river", (s[5],), "Short"))
    filled = lay_lines(GRID, gap, [HexsideLine("river", (s[2], s[3]), "Long")])
    assert filled == (HexsideLine("river", tuple(s[:5]), "Long"), gap[1])
    a, b, c, d = Hex(1, 4), Hex(2, 4), Hex(3, 4), Hex(4, 4)
    other = Road("highway", (c, Hex(3, 5)), "R2")
    roads = (Road("highway", (a, b), "R1"), Road("highway", (d, c), "R1"), other)
    joined = lay_roads(roads, [Road("highway", (b, c), "R1")])
    assert joined == (Road("highway", (a, b, c, d), "R1"), other)


def test_nothing_selected_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="Nothing is selected"):
        cut_out(small_design(), [Hex(-1, 0)])
