"""Fills by whole runs find the same hexes as fills from neighbour to neighbour; so do rims."""

from __future__ import annotations

from typing import get_args
from unittest.mock import patch

from effort import effort
from hypothesis import given
from hypothesis import strategies as st

from visegrad_editor.hexgrid import Axis, Hex, HexGeometry, HexGrid, Numbering, Orientation, Stagger
from visegrad_editor.model import select
from visegrad_editor.model.edit.terrain import spread
from visegrad_editor.model.layer import Layer, connected_in
from visegrad_editor.model.select import outlines

NUMBERING = Numbering("column-first", Axis(1, "down", 3), Axis(1, "right", 3))
LEGEND = (("A", "clear"), ("B", "sea"), ("]", "clear"), ("^", "wood"))


@st.composite
def layers(draw: st.DrawFn) -> tuple[HexGrid, Layer]:
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    grid = HexGrid(draw(st.sampled_from(get_args(Orientation))), columns, rows,
                   draw(st.sampled_from(get_args(Stagger))), NUMBERING)
    line = st.text("AAAB]^", min_size=columns, max_size=columns)
    return grid, Layer(LEGEND, tuple(draw(st.lists(line, min_size=rows, max_size=rows))))


@given(layers(), st.data())
def test_a_fill_by_runs_equals_one_by_neighbours(drawn: tuple[HexGrid, Layer], data: st.DataObject) -> None:
    grid, layer = drawn
    start = data.draw(st.sampled_from(list(grid)))
    assert connected_in(grid, layer, start) == spread(grid, start, layer.at)
    assert connected_in(grid, layer, Hex(-1, 0)) == frozenset()


@given(layers(), st.data())
def test_the_rim_of_many_hexes_is_that_of_each_open_side(
    drawn: tuple[HexGrid, Layer], data: st.DataObject
) -> None:
    grid, layer = drawn
    hexes = connected_in(grid, layer, data.draw(st.sampled_from(list(grid))))
    few = {frozenset(line) for line in outlines(HexGeometry(grid), hexes)}
    with patch.object(select, "_MANY", 0):
        assert {frozenset(line) for line in outlines(HexGeometry(grid), hexes)} == few
    sides = sum(near not in hexes for h in hexes for near in grid.around(h))
    assert sum(len(line) for line in outlines(HexGeometry(grid), hexes)) == sides


def test_a_fill_of_a_large_map_and_its_rim_are_little_work() -> None:
    grid = HexGrid("flat", 300, 300, "odd", NUMBERING)
    layer = Layer(LEGEND, ("A" * 300,) * 300)
    assert len(grid.hexes) == 90_000
    hexes: set[Hex] = set()
    lines: list[object] = []

    def fill() -> None:
        hexes.update(connected_in(grid, layer, Hex(150, 150)))
        lines.extend(outlines(HexGeometry(grid), hexes))

    # From neighbour to neighbour it took thirty times as long. Other work on the machine can double it.
    assert effort(fill) < 200
    assert len(hexes) == 90_000
    assert len(lines) == 1
