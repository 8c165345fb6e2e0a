"""Growing, shrinking and moving maps: what stays, and what is cut off."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from any_grids import added, clean, edges, grids, motions, named, numberings
from hypothesis import given, settings
from hypothesis import strategies as st
from items import some
from small_design import small_design

from visegrad_editor.hexgrid import Hex, HexGrid, Motion, hexside, moved_grid, turn
from visegrad_editor.hexgrid.affine import Affine
from visegrad_editor.model.background import Background, Pin, align
from visegrad_editor.model.edit.reshape import (
    crop,
    keeping_complaint,
    nearest_numbering,
    renumber,
    resize,
    rotate,
)
from visegrad_editor.model.gamemap import HexsideLine, Road
from visegrad_editor.model.scenario import Entry, Reinforcement, Setup, Unit
from visegrad_editor.model.where import Where

# -- motions ----------------------------------------------------------------------------


@given(grids, motions)
def test_a_moved_grid_keeps_neighbours_and_numbers(grid: HexGrid, motion: Motion) -> None:
    moved = moved_grid(grid, motion, 12, 12)
    for hex in some(grid):
        assert moved.number(motion.hex(hex)) == grid.number(hex) or min(
            moved.numbering.row.start, moved.numbering.column.start) < 0
        for d in range(6):
            assert moved.adjacent(motion.hex(hex), motion.hex(grid.step(hex, d)))


@given(motions, motions, st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9)))
def test_motions_are_undone_and_joined(one: Motion, other: Motion, hex: Hex) -> None:
    assert one.inverse().hex(one.hex(hex)) == hex
    assert one.then(other).hex(hex) == other.hex(one.hex(hex))
    assert one.then(one.inverse()) == Motion()


@given(grids, st.integers(-4, 4))
def test_a_turned_grid_begins_again_at_the_upper_left(grid: HexGrid, quarters: int) -> None:
    motion = turn(grid, quarters)
    places = [motion.hex(h) for h in grid]
    assert min(p.col for p in places) == min(p.row for p in places) == 0


# -- resize -----------------------------------------------------------------------------


@given(added, st.sampled_from(("", "sea", "mountain")))
@settings(max_examples=80, deadline=None)
def test_growing_and_cutting_back_gives_the_same_map(by: tuple[int, int, int, int], ground: str) -> None:
    before = small_design()
    numbering = nearest_numbering(before.map.grid, *by) if keeping_complaint(before.map.grid, *by) else None
    grown = resize(before, *by, ground=ground, numbering=numbering)
    assert not grown.losses.anything
    back = resize(grown.design, *(-n for n in by), numbering=before.map.grid.numbering)
    assert not back.losses.anything
    assert named(back.design) == named(before)
    assert back.design.map.grid == before.map.grid
    assert back.design.map.lines == before.map.lines
    assert back.design.map.roads == before.map.roads
    assert back.design.scenario == before.scenario
    assert back.design.map.moved == Motion()


@given(edges)
@settings(max_examples=120, deadline=None)
def test_hexes_that_stay_keep_everything(by: tuple[int, int, int, int]) -> None:
    before = small_design()
    grid = before.map.grid
    none_left = min(grid.columns + by[0] + by[2], grid.rows + by[1] + by[3]) < 1
    if none_left or keeping_complaint(grid, *by):
        with pytest.raises(ValueError, match=r"would be left|would be numbered from"):
            resize(before, *by)
        return
    after = resize(before, *by).design
    old, new = named(before), named(after)
    assert {grid.number(h) for h in grid if Motion(0, *by[:2]).hex(h) in after.map.grid} <= set(new)
    for key, value in old.items():
        if isinstance(key, str) and key in new:
            assert [*value[:2], *value[3:]] == [*new[key][:2], *new[key][3:]], key
            both = {n for n in old if isinstance(n, str)} & {n for n in new if isinstance(n, str)}
            assert value[2] & both == new[key][2] & both, key
    for key, value in new.items():
        if isinstance(key, frozenset):
            assert old[key] == value
    assert clean(after)


@given(st.lists(st.one_of(
    st.tuples(st.just("resize"), edges, numberings), st.tuples(st.just("renumber"), st.none(), numberings),
    st.tuples(st.just("rotate"), st.integers(0, 3), st.none()),
    st.tuples(st.just("crop"), st.integers(0, 60), st.integers(0, 60))), max_size=5))
@settings(max_examples=80, deadline=None)
def test_any_sequence_stays_sound(steps: list) -> None:
    design = small_design()
    assert clean(design)
    for what, one, other in steps:
        grid = design.map.grid
        hexes = list(grid)
        # Impossible sizes are refused and change nothing.
        with suppress(ValueError):
            if what == "resize":
                design = resize(design, *one, ground="clear", numbering=other).design
            elif what == "rotate":
                design = rotate(design, one).design
            elif what == "renumber":
                design = renumber(design, other).design
            else:
                design = crop(design, [hexes[one % len(hexes)], hexes[other % len(hexes)]]).design
        assert clean(design)
        assert not design.map.grid.numbering.misfit(design.map.grid.columns, design.map.grid.rows)
        for road in design.map.roads:
            assert len(road.path) > 1
            assert all(s.a in design.map.grid and s.b in design.map.grid for s in road.segments())


def test_an_odd_number_of_columns_in_the_west_keeps_neighbours() -> None:
    flat = rotate(small_design(), 1).design
    after = resize(flat, left=3).design
    assert after.map.grid.stagger != flat.map.grid.stagger
    assert all(after.map.grid.adjacent(Hex(h.col + 3, h.row), Hex(n.col + 3, n.row))
               for h in flat.map.grid for n in flat.map.grid.neighbours(h))


def test_numbers_below_zero_are_refused_with_a_reason() -> None:
    design = small_design()  # columns are numbered from the right, from 1
    with pytest.raises(ValueError, match="columns would be numbered from -1, and hex numbers"):
        resize(design, right=2)
    numbering = nearest_numbering(design.map.grid, 0, 0, 2, 0)
    assert (numbering.column.start, numbering.column.digits) == (1, 2)
    after = resize(design, right=2, numbering=numbering)
    assert after.losses.renumbered == len(design.map.grid)
    assert after.design.scenario.unit_by_key["norland/1st Armored"].hex == "0808"


def test_numbers_that_need_another_digit_are_refused() -> None:
    assert "needs 3 digits instead of 2" in keeping_complaint(small_design().map.grid, 100, 0, 0, 0)
    assert nearest_numbering(small_design().map.grid, 100, 0, 0, 0).column.digits == 3


@pytest.mark.parametrize(("by", "words"), [
    ((-8, 0, 0, 0), "Nothing would be left"), ((-8, 0, 9, 0), "Nothing would be left"),
    ((0, -3, 0, -3), "Nothing would be left"), ((0, 0, 993, 0), "1,001 columns"),
    ((500, 0, 400, 400), "368,648 hexes")])
def test_sizes_a_map_cannot_have(by: tuple[int, int, int, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        resize(small_design(), *by)


def test_an_empty_change_returns_the_same_design() -> None:
    design = small_design()
    assert resize(design).design is design
    assert rotate(design, 4).design is design
    assert renumber(design, design.map.grid.numbering).design is design


# -- what is cut off --------------------------------------------------------------------


def test_an_entry_that_is_lost_stands_in_for_none() -> None:
    before = small_design()
    scenario = before.scenario
    assert scenario is not None
    kept = Entry("north", "North", Where(hexes=("0101",)), else_=tuple(e.id for e in scenario.entries))
    whole = replace(before, scenario=replace(scenario, entries=(*scenario.entries, kept)))
    cut = resize(whole, left=-3)
    assert cut.losses.entries == ("Southern edge", "Haven")
    assert cut.design.scenario is not None
    assert cut.design.scenario.entry_by_id["north"].else_ == ()


def test_losses_are_reported() -> None:
    before = small_design()
    cut = resize(before, left=-3)
    assert cut.losses.hexes == 18
    assert cut.losses.units == ("norland/1st Armored", "norland/2nd Armored")
    assert cut.losses.places == ("Haven",)
    assert cut.losses.lines == ("Long",)
    assert cut.losses.areas == ("South",)
    assert cut.losses.entries == ("Southern edge", "Haven")
    assert cut.losses.arrivals == ("sudland/3rd Infantry",)
    words = " ".join(cut.losses.sentences())
    assert "18 hexes are cut off. 2 units are taken off the map: 1st Armored, 2nd Armored." in words
    units = cut.design.scenario.unit_by_key
    assert units["norland/1st Armored"].setup is None
    assert units["norland/2nd Armored"].provenance.of("setup").source == "designer"
    assert units["norland/2nd Armored"].provenance.of("strength").source == "rulebook"
    assert units["sudland/2nd Infantry"].setup == before.scenario.unit_by_key["sudland/2nd Infantry"].setup
    assert clean(cut.design)


def test_a_road_is_split_where_the_edge_cuts_it() -> None:
    design = small_design()
    # Out of the map at the bottom and back in.
    path = (Hex(2, 4), Hex(2, 5), Hex(3, 5), Hex(4, 4), Hex(5, 4), Hex(4, 5), Hex(5, 5))
    grid = design.map.grid
    assert all(grid.adjacent(a, b) for a, b in pairwise(path))
    design = replace(design, map=replace(design.map, roads=(Road("highway", path, "A1"),)))
    cut = resize(design, bottom=-1)
    assert [r.path for r in cut.design.map.roads] == [(Hex(4, 4), Hex(5, 4))]
    assert cut.losses.roads == ("A1",)


def test_a_river_is_split_where_the_edge_cuts_it() -> None:
    design = small_design()
    grid = design.map.grid
    sides = (hexside(Hex(0, 3), Hex(0, 4)), hexside(Hex(0, 4), Hex(1, 4)), hexside(Hex(0, 5), Hex(1, 4)),
             hexside(Hex(1, 4), Hex(1, 5)), hexside(Hex(2, 5), Hex(1, 5)), hexside(Hex(2, 4), Hex(3, 4)))
    line = replace(design.map.lines[0], sides=sides)
    design = replace(design, map=replace(design.map, lines=(line,)))
    assert grid.adjacent(*sides[2])
    cut = resize(design, bottom=-1)
    # Hexsides along the new edge are removed: nothing can cross them any more.
    assert [x.sides for x in cut.design.map.lines] == [sides[:2], sides[5:]]
    assert {x.name for x in cut.design.map.lines} == {"Long"}
    assert cut.losses.lines == ("Long",)


def test_a_hexside_at_an_old_edge_stays() -> None:
    design = small_design()
    edge = hexside(Hex(0, 3), Hex(-1, 3))
    design = replace(design, map=replace(design.map, lines=(HexsideLine("wall", (edge,)),)))
    assert resize(design, right=-3).design.map.lines == design.map.lines
    assert resize(design, left=2).design.map.lines[0].sides == (hexside(Hex(2, 3), Hex(1, 3)),)
    assert resize(design, left=-1).design.map.lines == ()


def test_the_picture_behind_the_map_stays_under_its_hexes() -> None:
    design = small_design()
    old = design.map.geometry
    truth = Affine(40.0, 3.0, 120.0, -3.0, 41.0, 90.0)
    pins = tuple(Pin(h, truth.apply(old.centre(h))) for h in (Hex(0, 0), Hex(7, 1), Hex(2, 5)))
    design = replace(design, map=replace(design.map, background=Background("scan.png", pins)))
    identity = Affine(1, 0, 0, 0, 1, 0)
    for after in (resize(design, left=3, top=1).design, resize(design, left=-2, bottom=-1).design,
                  rotate(design, 1).design, rotate(resize(design, top=-3).design, 2).design):
        assert all(p.hex in after.map.grid for p in after.map.background.pins)
        lies = align(after.map.geometry, after.map.background.pins, identity)
        assert lies.fit == "affine"
        for hex in design.map.grid:
            there = after.map.moved.hex(hex)
            assert lies.to_picture.apply(after.map.geometry.centre(there)) == pytest.approx(
                truth.apply(old.centre(hex)), abs=0.5)


def test_units_arrive_by_the_next_entry_left() -> None:
    design = small_design()
    scenario = replace(
        design.scenario, entries=(*design.scenario.entries, Entry("east", "East", Where(hexes=("0801",)))),
        units=(Unit("A", "sudland", "infantry", ((4,), (2,)),
                    reinforcement=Reinforcement("south-edge", 2, also=("haven", "east"))),))
    cut = resize(replace(design, scenario=scenario), left=-3)
    assert cut.losses.diverted == ("sudland/A",)
    assert cut.design.scenario.units[0].reinforcement == Reinforcement("east", 2)
    assert "1 reinforcement must use its next entry: A." in cut.losses.sentences()
    judged = dict(cut.losses.judged_sentences())
    assert tuple(judged) == cut.losses.sentences()
    assert judged["1 reinforcement must use its next entry: A."] is False


def test_the_part_in_play_is_cut_with_the_map() -> None:
    design = small_design()
    scenario = replace(design.scenario, units=(), play_area=("0608", "0904"))  # columns 0 to 4, rows 0 to 3
    cut = resize(replace(design, scenario=scenario), left=-2, top=-1)
    assert cut.design.scenario.play_area == ("0706", "0904")
    gone = resize(replace(design, scenario=scenario), left=-5)
    assert gone.losses.play_area
    assert gone.design.scenario.play_area == ()


def test_a_set_up_that_keeps_a_hex_stays() -> None:
    design = small_design()
    unit = Unit("A", "sudland", "infantry", ((4,), (2,)), setup=Setup(
        Where(hexes=("0908", "0901"), excluding=("0907",)), alone=True))
    cut = resize(replace(design, scenario=replace(design.scenario, units=(unit,))), left=-3)
    assert cut.design.scenario.units[0].setup == Setup(Where(hexes=("0901",)), alone=True)
    assert not cut.losses.units


def test_only_the_sea_left_of_a_set_up_takes_the_unit_off() -> None:
    design = small_design()
    unit = Unit("A", "norland", "infantry", ((4,), (2,)), setup=Setup(Where(hexes=("0605", "0905"))))
    cut = resize(replace(design, scenario=replace(design.scenario, units=(unit,), entries=())), bottom=-3)
    assert cut.losses.units == ("norland/A",)
    assert clean(cut.design)
