"""Rivers taper at springs; at mouths, junctions and the map edge they keep their width."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import plain_lines
import pytest
from drawn_map import drawn_items
from small_design import small_design

from visegrad_editor.drawing.hexside_marks import RIM
from visegrad_editor.drawing.primitives import Line
from visegrad_editor.drawing.style import DEFAULT, Style
from visegrad_editor.drawing.tables.hexsides import tapered
from visegrad_editor.hexgrid import Hex, Hexside, Point, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.gamemap import HexsideLine

WIDE = DEFAULT.river_widths[0]
MAP = blank_map(small_design().ruleset, "blank", "Blank", 12, 10)
GRID, MIDDLE = MAP.grid, Hex(5, 4)
AROUND = tuple(GRID.neighbours(MIDDLE))
"""Clockwise."""
RIVER = tuple(hexside(MIDDLE, n) for n in AROUND[:4])


def with_lines(*lines: HexsideLine, sea: tuple[Hex, ...] = ()) -> Design:
    """Rivers on a plain."""
    map = paint_terrain(replace(MAP, lines=lines), sea, "sea")
    return replace(with_map(small_design(), map), scenario=None)


def drawn(*lines: HexsideLine, sea: tuple[Hex, ...] = (), style: Style = DEFAULT) -> list[Line]:
    """The pieces of the beds of rivers on a plain."""
    design = with_lines(*lines, sea=sea)
    colours = {k.colour for k in design.ruleset.hexsides}
    return [p for i in drawn_items(design, "rivers", style=style) for p in i.primitives
            if isinstance(p, Line) and p.colour in colours]


def ends(lines: list[Line]) -> list[float]:
    """The widths at the loose ends of the lines."""
    at: dict[Point, list[float]] = {}
    for line in lines:
        for x, y in (line.points[0], line.points[-1]):
            at.setdefault((round(x, 6), round(y, 6)), []).append(line.width)
    return sorted(round(w[0], 3) for w in at.values() if len(w) == 1)


@pytest.mark.parametrize("turn", [0, 1])
def test_a_river_tapers_at_its_spring(turn: int) -> None:
    found = drawn(HexsideLine("river", RIVER), style=replace(DEFAULT, turn=turn))
    thin, also_thin = ends(found)
    assert 0.2 * WIDE < thin <= also_thin < 0.4 * WIDE
    assert len([x for x in found if x.width == WIDE]) == 2
    widths = sorted(x.width for x in found)
    # It widens too little from piece to piece for steps to show.
    assert max(b - a for a, b in pairwise(widths)) < 0.1 * WIDE


def test_a_mouth_is_as_wide_as_the_river() -> None:
    # The sea lies where the river ends.
    thin, width = ends(drawn(HexsideLine("river", RIVER), sea=(AROUND[4],)))
    assert thin < 0.4 * WIDE
    assert width == pytest.approx(WIDE, abs=0.001)


@pytest.mark.parametrize("kind", ["river", "wall"])
def test_a_junction_is_not_a_spring(kind: str) -> None:
    branch = hexside(AROUND[0], AROUND[1])
    assert GRID.adjacent(*branch)
    # It joins the river at the corner between its first two hexsides.
    found = drawn(HexsideLine(kind, (branch,)), HexsideLine("river", RIVER))
    assert len([w for w in ends(found) if w < 0.5 * WIDE]) == 3
    alone = drawn(HexsideLine(kind, (branch,)))
    assert len([w for w in ends(alone) if w < 0.5 * WIDE]) == 2


def test_at_the_edge_of_the_map_a_river_keeps_its_width() -> None:
    side = hexside(Hex(4, 0), Hex(5, 0))
    shares = [round(x.width / WIDE, 2) for x in drawn(HexsideLine("river", (side,)))]
    assert min(shares) < 0.4
    assert max(shares) > 0.95


def test_extending_a_river_moves_its_spring() -> None:
    def thin(sides: tuple[Hexside, ...], bed: bool) -> int:
        found = drawn_items(with_lines(HexsideLine("river", sides)), "rivers")
        beds = drawn(HexsideLine("river", sides))
        lines = [p for i in found for p in i.primitives if isinstance(p, Line) and (p in beds) == bed]
        assert len(lines) >= len(sides)
        return len([w for w in ends(lines) if w < 0.6 * WIDE + (0 if bed else RIM)])

    # Rim and bed taper at both ends, however long it is; a ring has no ends.
    for bed in (True, False):
        assert thin(RIVER[:2], bed) == thin(RIVER[:3], bed) == thin(RIVER, bed) == 2
        assert thin(tuple(hexside(MIDDLE, n) for n in AROUND), bed) == 0
        assert thin(RIVER[:3], bed) == 2


def test_tapering_many_lines_equals_tapering_each_alone() -> None:
    random = np.random.default_rng(5)
    lines = np.cumsum(random.normal(0, 0.06, (40, 13, 2)), axis=1)
    lines[3, 5] = lines[3, 4]  # two points in one place
    springs = random.integers(0, 2, (40, 2)).astype(bool)
    pieces, shares, of = tapered(lines, springs)
    alone = [(n, piece, share) for n in range(40)
             for piece, share in plain_lines.tapered(lines[n].tolist(), tuple(springs[n].tolist()))]
    assert of.tolist() == [n for n, _, _ in alone]
    assert pieces == pytest.approx(np.array([piece for _, piece, _ in alone]))
    assert shares == pytest.approx(np.array([share for _, _, share in alone]))
