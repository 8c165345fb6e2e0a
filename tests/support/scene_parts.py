"""Small designs, and what is found in their scenes."""

from __future__ import annotations

from dataclasses import replace

from small_design import small_design as made_up_design

from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.drawing.vector.parts import VectorScene
from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Place
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.ruleset import TerrainKind


def items(scene: VectorScene, layer: str) -> list[Item]:
    return next(x.items for x in scene.layers if x.name == layer)


def texts(found: list[Item]) -> list[str]:
    return [p.text for i in found for p in i.primitives if isinstance(p, Text)]


def small_design() -> Design:
    """The made-up design with a river of two hexsides that meet."""
    design = made_up_design()
    river = HexsideLine("river", (hexside(Hex(1, 2), Hex(2, 2)), hexside(Hex(1, 3), Hex(2, 2))), "Long")
    return replace(design, map=replace(design.map, lines=(river,)))


def flat_design() -> Design:
    """Three by three flat-topped hexes, all clear but one of sea."""
    grid = HexGrid("flat", 3, 3, "even", Numbering("column-first", Axis(1, "down"), Axis(1, "right")))
    design = small_design()
    terrain = Layer((("~", "sea"), (".", "clear")), ("~..", "...", "..."))
    countries = Layer((("N", "norland"),), ("NNN", "NNN", "NNN"))
    map = replace(
        design.map,
        grid=grid,
        terrain=terrain,
        countries=countries,
        lines=(),
        roads=(),
        labels=(),
        areas=(),
        places=(Place(Hex(1, 1), "Town", ("city",)),),
    )
    return Design(design.ruleset, map)


def off_the_map(design: Design, *hexes: Hex) -> Design:
    """The design with some hexes off the map."""
    kind = TerrainKind("off", "Off the map", None, playable=False, colour="#dddddd")
    rows = [list(row) for row in design.map.terrain.rows]
    for hex in hexes:
        rows[hex.row][hex.col] = "o"
    terrain = Layer((*design.map.terrain.legend, ("o", "off")), tuple("".join(row) for row in rows))
    ruleset = replace(design.ruleset, terrain=(*design.ruleset.terrain, kind))
    return Design(ruleset, replace(design.map, terrain=terrain))
