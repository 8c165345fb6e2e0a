"""A small made-up design for tests of edits and of the window's tools."""

from __future__ import annotations

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.ruleset import (
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    RoadKind,
    Ruleset,
    Side,
    TerrainKind,
    UnitType,
)
from visegrad_editor.model.scenario import Entry, Reinforcement, Scenario, Setup, Unit
from visegrad_editor.model.where import Where

RULESET = Ruleset(
    name="small", title="A small game", system="small", turns=6,
    sides=(Side("red", "Red side", "#b03030"), Side("blue", "Blue side", "#3050b0")),
    nationalities=(
        Nationality("norland", "Norland", "Norlandish", "red", CounterColours("#e8e8f0", "#203080")),
        Nationality("sudland", "Sudland", "Sudlandish", "blue",
                    CounterColours("#8a8a5c", "#c01818", "#e8e4d0", camouflage=True)),
    ),
    unit_types=(
        UnitType("armored", "Armored", "armor", 7),
        UnitType("infantry", "Infantry", "infantry", 7),
        UnitType("cas", "CAS", "air", 0, traits=frozenset({"air"})),
    ),
    terrain=(
        TerrainKind("clear", "Clear", 2, colour="#e9e3c4"),
        TerrainKind("mountain", "Mountain", 4, shift=-1, colour="#c9b08a", pattern="mountain"),
        TerrainKind("sea", "Sea", None, playable=False, colour="#a9c8e0", pattern="waves"),
    ),
    hexsides=(
        HexsideKind("river", "River", 1, shift=-1, colour="#3d7ab8"),
        HexsideKind("wall", "Wall", None, shift=-1, colour="#555555"),
    ),
    roads=(
        RoadKind("highway", "Highway", 1, rank=1),
        RoadKind("track", "Track", 1.5, rank=0, colour="#806040", width=0.07)),
    features=(FeatureKind("city", "City", symbol="city"), FeatureKind("port", "Port", symbol="port")),
)

SIX, FOUR = ((6,), (3,)), ((4,), (2,))
"""The values of units."""
GRID = HexGrid("pointy", 8, 6, "odd", Numbering("row-first", Axis(6, "down"), Axis(1, "left")))


def small_map() -> GameMap:
    """Eight columns, six rows, a river, a road, two towns."""
    return GameMap(
        name="small", title="A small map", ruleset="small", grid=GRID,
        terrain=Layer((("~", "sea"), (".", "clear"), ("M", "mountain")), (
            "~~~~~~~~",
            "........",
            "...MM...",
            "...M....",
            "........",
            "........",
        )),
        countries=Layer((("N", "norland"), ("S", "sudland"), (" ", "")), (
            "        ",
            "NNNNNNNN",
            "NNNNNNNN",
            "SSSSSSSS",
            "SSSSSSSS",
            "SSSSSSSS",
        )),
        lines=(HexsideLine("river", (hexside(Hex(1, 2), Hex(2, 2)), hexside(Hex(1, 2), Hex(1, 3))), "Long"),),
        roads=(Road("highway", (Hex(5, 4), Hex(6, 4), Hex(7, 4)), "R1"),),
        places=(Place(Hex(6, 4), "Mid", ("city",)), Place(Hex(2, 1), "Haven", ("port",))),
        areas=(Area("south", "South", (Hex(0, 5), Hex(1, 5))),),
        labels=(Label("Cold Sea", Hex(4, 0)),),
    )


def small_scenario() -> Scenario:
    """Four units on the map, one reinforcement, one waiting."""
    at = GRID.number
    return Scenario(
        name="small", title="A small war", ruleset="small", map="small", turns=6,
        entries=(Entry("south-edge", "Southern edge", Where(areas=("south",))),
                 Entry("haven", "Haven", Where(hexes=(at(Hex(2, 1)),)))),
        units=(
            Unit("1st Armored", "norland", "armored", SIX, setup=Setup(Where(hexes=(at(Hex(2, 2)),)))),
            Unit("2nd Armored", "norland", "armored", SIX, setup=Setup(Where(hexes=(at(Hex(2, 2)),))),
                 provenance=Provenance("rulebook", "3.0")),
            Unit("1st Infantry", "sudland", "infantry", FOUR, setup=Setup(Where(hexes=(at(Hex(5, 4)),)))),
            Unit("2nd Infantry", "sudland", "infantry", FOUR, reduced=True,
                 setup=Setup(Where(countries=("sudland",)))),
            Unit("3rd Infantry", "sudland", "infantry", FOUR, reinforcement=Reinforcement("south-edge", 2)),
            Unit("1st CAS", "sudland", "cas"),
        ),
    )


def small_design() -> Design:
    """The ruleset, the map and the scenario together."""
    return Design(RULESET, small_map(), small_scenario())
