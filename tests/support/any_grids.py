"""Random grids, motions and margins, and the contents of a design by hex."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from visegrad_editor.hexgrid import Axis, HexGrid, Motion, Numbering
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design

axes = st.builds(lambda s, up, d: Axis(s, up, d), st.integers(0, 40), st.booleans(), st.integers(2, 4))
lettered = st.builds(lambda s, up: Axis(s, up, letters=True), st.integers(1, 95), st.booleans())
unpadded = st.builds(lambda s, up: Axis(s, up, 0), st.integers(0, 120), st.booleans())
any_numberings = st.builds(
    lambda order, row, column, separator: Numbering(
        order, replace(row, direction="down" if row.direction else "up"),
        replace(column, direction="right" if column.direction else "left"), separator),
    st.sampled_from(("row-first", "column-first")), axes | lettered | unpadded, axes | lettered | unpadded,
    st.sampled_from(("", ".", ":")))
numberings = any_numberings.map(lambda n: replace(n, separator=":") if n.undivided() else n)
grids = st.builds(
    HexGrid, st.sampled_from(("pointy", "flat")), st.integers(1, 9), st.integers(1, 9),
    st.sampled_from(("odd", "even")), numberings)
motions = st.builds(Motion, st.integers(0, 3), st.integers(-9, 9), st.integers(-9, 9))
added = st.tuples(*[st.integers(0, 5)] * 4)
edges = st.tuples(*[st.integers(-5, 5)] * 4)


def named(design: Design) -> dict[str, object]:
    """The contents of each hex number of a design, and of the sides between hexes."""
    map, found = design.map, {}
    number = map.grid.number
    for hex in map.grid:
        found[number(hex)] = (
            map.terrain.at(hex), map.countries.at(hex),
            frozenset(number(n) for n in map.grid.neighbours(hex)),
            tuple((p.name, p.features) for p in map.places if p.hex == hex),
            tuple(x.text for x in map.labels if x.hex == hex),
            tuple(a.id for a in map.areas if hex in a.hexes))
    for road in map.roads:
        for side in road.segments():
            found[frozenset(map.grid.side_text(side).split("/"))] = (road.kind, road.name)
    return found


def clean(design: Design) -> bool:
    return not any(p.severity == "error" for p in check_documents(design))
