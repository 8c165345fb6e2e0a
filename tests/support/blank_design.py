"""A small map of the bundled blank ruleset, with something of everything to draw on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.catalogue import bundled_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.gamemap import Area, HexsideLine, Label, Place, Road
from visegrad_editor.model.lettering import Lettering
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Scenario, Setup, Unit
from visegrad_editor.model.where import Where

GRID = HexGrid("pointy", 14, 9, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))


@cache
def blank_ruleset() -> Ruleset:
    """The ruleset `blank` that comes with the program."""
    path = bundled_path("ruleset", "blank")
    assert path is not None
    source = load(path).sources.ruleset
    assert source is not None
    assert isinstance(source.document, Ruleset)
    return source.document


@cache
def blank_design() -> Design:
    """A design with a sea in the west, a river, a road, two places, a label, an area and two units."""
    from dataclasses import replace

    rules = blank_ruleset()
    map = blank_map(rules, "tools", "Tools", 14, 9, "pointy", "odd", GRID.numbering)
    map = paint_terrain(map, [Hex(c, r) for r in range(9) for c in (0, 1)], "sea")
    map = paint_terrain(map, [Hex(6, 3), Hex(6, 4)], "mountain")
    map = replace(
        map, countries=map.countries.with_values({Hex(c, 8): "blue" for c in range(14)}),
        lines=(HexsideLine("river", tuple(hexside(Hex(8, r), Hex(9, r)) for r in (1, 3)), "Long", 2),),
        roads=(Road("road", (Hex(3, 6), Hex(4, 6), Hex(5, 6)), "R1"),),
        places=(Place(Hex(5, 6), "Mid", ("town",)), Place(Hex(3, 2), "", ("village",)),
                Place(Hex(11, 2), "East", ("city",), lettering=Lettering("N"))),
        areas=(Area("home", "Home", (Hex(10, 6), Hex(11, 6))),),
        labels=(Label("Hills", Hex(8, 7), at="C"),))
    units = tuple(Unit(name, "blue", "infantry", ((4,), (2,)), setup=setup) for name, setup in (
        ("1st", Setup(Where(hexes=(GRID.number(Hex(4, 4)),)))), ("2nd", None)))
    return Design(rules, map, Scenario("tools", "Tools", "blank", "tools", units=units))


def write_blank_war(folder: Path) -> Path:
    """Write the map and the scenario of the design into a folder; return the file of the scenario."""
    design = blank_design()
    assert design.scenario is not None
    (folder / "tools.yaml").write_text(new_text(design.map), "utf-8")
    path = folder / "war.yaml"
    path.write_text(new_text(replace(design.scenario, map="tools.yaml")), "utf-8")
    return path
