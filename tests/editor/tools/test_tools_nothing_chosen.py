"""Tools without anything chosen refuse and say so; none of them fails, whatever is clicked."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from items import some
from small_design import small_design

from visegrad_editor.editor.tools import TOOLS, Brush, Edit, Pointer, Tool, pointer_at
from visegrad_editor.editor.tools.base import EYEDROPPER_KINDS, MODES
from visegrad_editor.editor.tools.brush_shapes import CustomBrushShape
from visegrad_editor.hexgrid import Point
from visegrad_editor.model.design import Design

NOTHING = Brush()
UNKNOWN = Brush(terrain="?", country="?", hexside="?", road="?", feature="?", area="?", unit="?",
                measured_type="?", shape=CustomBrushShape("?", frozenset()), size=1)


def bare() -> Design:
    """A map with an empty ruleset and without features of its own."""
    design = small_design()
    rules = replace(design.ruleset, terrain=(), hexsides=(), roads=(), features=(), nationalities=(),
                    unit_types=(), sides=())
    return replace(design, ruleset=rules, map=replace(design.map, areas=()), scenario=None)


DESIGNS = {"nothing chosen": small_design(),
           "no areas": replace(small_design(), map=replace(small_design().map, areas=())),
           "nothing in the ruleset": bare()}


def places(design: Design) -> list[Point]:
    """A hex with many things in it, one beside it, one at the edge, and a point off the map."""
    centre, parse = design.map.geometry.centre, design.map.grid.parse
    place = next(p.hex for p in design.map.places)
    first = next(iter(design.map.grid))
    assert parse(design.map.grid.number(first)) == first
    x, y = centre(place)
    return [(x, y), (x + 0.9, y), centre(first), (-50.0, -50.0)]


def stroke(tool: Tool, design: Design, at: Pointer, end: Pointer) -> list[object]:
    """Call every method of a tool; return the result of the stroke."""
    for here in (at, end):
        tool.preview(design, here)
        tool.pick(design, here)
    tool.press(design, at)
    tool.preview(design, at)
    tool.edit_so_far(design, at)
    tool.drag(design, end)
    tool.preview(design, end)
    made: list[object] = [tool.edit_so_far(design, end), tool.release(design, end)]
    tool.preview(design, end)
    tool.press(design, end)
    made += [tool.release(design, end), tool.edit_so_far(design, end)]
    tool.preview(design, at)
    tool.back()
    made.append(tool.end(design))
    tool.cancel()
    return made


@pytest.mark.parametrize("brush", [NOTHING, UNKNOWN], ids=["nothing", "unknown"])
@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
@pytest.mark.parametrize("kind", TOOLS, ids=lambda t: t.id)
def test_a_tool_without_a_choice_does_not_fail(kind: type[Tool], design: Design, brush: Brush) -> None:
    modes = MODES if kind.id in ("terrain", "country", "level", "area") else {"freehand": ""}
    spots = places(design)
    pairs = [(spots[0], spots[0]), (spots[0], spots[1]), (spots[2], spots[3]), (spots[3], spots[3])]
    for mode, (start, end), shift, control in some(product(modes, pairs, (False, True), (False, True))):
        for change in some(_variants(kind.id)):
            tool = kind(replace(brush, mode=mode, **change))  # type: ignore[arg-type]
            at, to = (pointer_at(design, p, shift=shift, control=control) for p in (start, end))
            made = stroke(tool, design, at, to)
            if kind.id in ("terrain", "area", "hexside", "road", "feature", "place"):
                assert not any(isinstance(m, Edit) for m in made if not shift), (mode, shift, control)


def _variants(tool: str) -> list[dict[str, object]]:
    """Other palette choices that change what a tool does."""
    if tool == "pick":
        return [{"eyedropper_kind": kind} for kind in EYEDROPPER_KINDS]
    if tool == "region":
        return [{"selector": how, "wand_match": what} for how in ("box", "lasso", "wand")
                for what in ("terrain", "country")]
    if tool == "hexside":
        return [{"by_corners": on} for on in (False, True)]
    if tool in ("terrain", "country", "level", "area"):
        return [{"outline": outline, "removes_hexes": away} for outline in (False, True)
                for away in (False, True)]
    return [{}]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("control", [False, True])
def test_the_area_brush_says_that_no_area_is_chosen(mode: str, control: bool) -> None:
    design = DESIGNS["no areas"]
    tool = next(t for t in TOOLS if t.id == "area")(Brush(mode=mode))  # type: ignore[arg-type]
    at = pointer_at(design, places(design)[0], control=control)
    tool.press(design, at)
    shown = tool.preview(design, at)
    assert shown.refused
    assert shown.text.startswith("Choose an area above the palette")
    assert tool.release(design, at) is None
