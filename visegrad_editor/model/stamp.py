"""Stamps: pieces of map kept under a title, to be pasted again and again.

A stamp is written as a small map of its own, so that it reads like any other map file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, TypedDict

from ..hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from ..lazy_dataclass import dataclass
from .design import Design
from .fields import Field
from .gamemap import (
    COUNTRY_LEGEND,
    TERRAIN_LEGEND,
    Area,
    GameMap,
    GridForm,
    HexsideLine,
    Label,
    LayerForm,
    Place,
    Road,
)
from .layer import Layer
from .region import PARTS, Fragment, Offset
from .ruleset import Ruleset
from .scenario import Scenario, Setup, Unit
from .values import DocumentName, HexNumber, Title
from .where import Where

NOTHING = ""
"""The terrain of the hexes of the small map that do not belong to the piece."""
USUAL_NUMBERING = Numbering("column-first", Axis(1, "down"), Axis(1, "right"))
"""The numbering of a file that does not state one."""


@dataclass(frozen=True)
class Stamp:
    """A piece with a title. `ruleset` is the name of the ruleset of the map it was cut from."""

    title: str
    fragment: Fragment
    ruleset: str = ""


_LEFT_OUT = Field(key="")
_Hexsides = Annotated[list[HexsideLine], Field("Hexsides", "Rivers and other lines on hexsides.")]
_Place = Annotated[Place, Field(parts={"provenance": _LEFT_OUT})]
_Area = Annotated[Area, Field(parts={"rule": _LEFT_OUT, "provenance": _LEFT_OUT})]
_Counter = Annotated[Unit, Field(parts={
    "setup": Field(help="Its hex in the stamp's grid.", form=HexNumber, required=True),
    "reinforcement": _LEFT_OUT, "provenance": _LEFT_OUT})]


class StampForm(TypedDict, total=False):
    """A stamp as it is written in files: a small map. The names of the parts of a map are also those of a
    stamp."""

    title: Annotated[Title, Field(longest=120, required=True)]
    ruleset: Annotated[DocumentName, Field(
        help="The name of the ruleset its terrain and other kinds are of; for information.")]
    anchor: Annotated[HexNumber, Field(
        help="The hex under the pointer, about which the stamp is turned.", required=True)]
    parts: Annotated[list[Annotated[str, Field(choices=PARTS)]], Field(
        "Parts", "What is pasted; left out: everything except areas and counters. rim: hexsides on the rim "
        "and roads across it.", unique=True, examples=("[terrain, hexsides]",))]
    grid: Annotated[GridForm, Field("Grid", "The grid the stamp is written on.", required=True)]
    terrain: Annotated[LayerForm, Field(
        "Terrain", 'The terrain of each hex; a letter that means "" is not a hex of the stamp.',
        parts={"legend": TERRAIN_LEGEND}, required=True)]
    countries: Annotated[LayerForm, Field(
        "Countries", 'The country of each hex; "" is none.', parts={"legend": COUNTRY_LEGEND})]
    hexsides: _Hexsides
    roads: Annotated[list[Road], Field("Roads", "Roads.")]
    places: Annotated[list[_Place], Field("Places", "Named places and their features.")]
    areas: Annotated[list[_Area], Field("Areas", "Named sets of hexes.")]
    labels: Annotated[list[Label], Field("Labels", "Names of seas, countries, ranges.")]
    units: Annotated[list[_Counter], Field("Units", "Counters that stand on it.")]


@dataclass(frozen=True)
class SmallMap:
    """A piece as a map: the hexes of the piece, the anchor, and the units on it."""

    map: GameMap
    hexes: frozenset[Hex]
    anchor: Hex
    units: tuple[Unit, ...]

    def design(self, ruleset: Ruleset) -> Design:
        """The small map with its counters, to be drawn."""
        scenario = Scenario("stamp", "Stamp", ruleset.name, "stamp", units=self.units)
        return Design(ruleset, self.map, scenario)


def small_map(fragment: Fragment, title: str = "Stamp", ruleset: str = "") -> SmallMap:
    """The piece as the smallest map that holds it and the roads that lead out of it."""
    width = HexGrid(fragment.orientation, 1, 1, "odd", _numbering(1, 1))
    hexes = {o: width.from_axial(*o) for o in (
        *fragment.hexes, Offset(0, 0), *(o for road in fragment.roads for o in road.path))}
    left, top = min(h.col for h in hexes.values()), min(h.row for h in hexes.values())
    columns = max(h.col for h in hexes.values()) - left + 1
    rows = max(h.row for h in hexes.values()) - top + 1
    # A shift by an odd number of rows (flat-top: columns) offsets the other rows.
    shift = top if fragment.orientation == "pointy" else left
    grid = HexGrid(fragment.orientation, columns, rows, "even" if shift % 2 else "odd",
                   _numbering(columns, rows))

    def at(offset: Offset) -> Hex:
        hex = width.from_axial(*offset)
        return Hex(hex.col - left, hex.row - top)

    return SmallMap(_drawn(fragment, grid, at, title, ruleset),
                    frozenset(map(at, fragment.hexes)), at(Offset(0, 0)),
                    tuple(replace(c.unit, position="", setup=Setup(Where(hexes=(grid.number(at(c.at)),))))
                          for c in fragment.counters))


def _numbering(columns: int, rows: int) -> Numbering:
    digits = max(2, len(str(max(columns, rows))))
    usual = USUAL_NUMBERING
    return replace(usual, row=replace(usual.row, digits=digits), column=replace(usual.column, digits=digits))


def _drawn(
    fragment: Fragment, grid: HexGrid, at: Callable[[Offset], Hex], title: str, ruleset: str
) -> GameMap:
    """The map of a piece; blank outside the piece."""
    blank = Layer(((" ", NOTHING),), (" " * grid.columns,) * grid.rows)

    def placed(values: Mapping[Offset, str]) -> dict[Hex, str]:
        # In the order of the grid, so that the letters do not depend on how the piece was turned.
        return dict(sorted(((at(o), v) for o, v in values.items()), key=lambda e: grid.index(e[0])))

    lines = (replace(x.line, sides=tuple(hexside(at(s.a), at(s.b)) for s in x.sides)) for x in fragment.lines)
    roads = (replace(x.road, path=tuple(at(o) for o in x.path)) for x in fragment.roads)
    return GameMap(
        "stamp", title, ruleset, grid,
        terrain=blank.with_values(placed(fragment.terrain)),
        countries=blank.with_values(placed(fragment.countries)),
        lines=tuple(lines), roads=tuple(roads),
        places=tuple(replace(x.place, hex=at(x.at)) for x in fragment.places),
        areas=tuple(Area(x.id, x.name, tuple(at(o) for o in x.hexes)) for x in fragment.areas),
        labels=tuple(replace(x.label, hex=at(x.at)) for x in fragment.labels))
