"""Units and hexes as tables for a spreadsheet."""

from __future__ import annotations

from ..hexgrid import Hex
from ..model.design import Design
from ..model.gamemap import GameMap
from ..model.scenario import Scenario, Unit
from ..printing import words
from .cells import Cell, csv_bytes

UNIT_COLUMNS = (
    "key",
    "name",
    "nationality",
    "type",
    "size",
    "strength",
    "reduced",
    "movement",
    "set-up",
    "reinforcement turn",
    "entry",
    "provenance",
    "starts reduced",
)
HEX_COLUMNS = ("hex", "terrain", "country", "features", "name", "rivers", "roads")


def units_csv(design: Design, scenario: Scenario) -> bytes:
    """All units, in the order of the scenario. `reduced` is the strength after a step loss."""
    return csv_bytes(UNIT_COLUMNS, (_unit(u, design) for u in scenario.units))


def _unit(unit: Unit, design: Design) -> list[Cell]:
    kind = design.ruleset.unit_type_by_id.get(unit.type)
    air = words.is_air(unit, design.ruleset)
    arrival = unit.reinforcement
    setup = unit.setup
    return [
        unit.key,
        unit.name,
        unit.nationality,
        unit.type,
        unit.size or (kind.size if kind else ""),
        None if air else unit.strength,
        None if air else unit.reduced_strength,
        words.movement_of(unit, design.ruleset),
        "" if setup is None else setup.box or unit.hex or words.setup_words(setup, design),
        None if arrival is None else arrival.event or arrival.turn,
        "" if arrival is None else " ".join(e for e in (arrival.entry, *arrival.also) if e),
        unit.provenance.source,
        "yes" if unit.reduced else "",
    ]


def hexes_csv(map: GameMap) -> bytes:
    """All hexes, row by row from the top left, with what lies in them and on their sides."""
    rivers = _named_lines(map)
    roads = _named_roads(map)
    return csv_bytes(
        HEX_COLUMNS,
        (
            [
                map.grid.number(h),
                map.terrain.at(h),
                map.countries.at(h),
                " ".join(map.features_at(h)),
                place.name if (place := map.place_at.get(h)) else "",
                _joined(rivers.get(h)),
                _joined(roads.get(h)),
            ]
            for h in map.grid
        ),
    )


def _named_lines(map: GameMap) -> dict[Hex, dict[str, None]]:
    found: dict[Hex, dict[str, None]] = {}
    for line in map.lines:
        for side in line.sides:
            for hex in side:
                found.setdefault(hex, {})[line.name or line.kind] = None
    return found


def _named_roads(map: GameMap) -> dict[Hex, dict[str, None]]:
    found: dict[Hex, dict[str, None]] = {}
    for road in map.roads:
        for hex in road.path:
            found.setdefault(hex, {})[road.name or road.kind] = None
    return found


def _joined(names: dict[str, None] | None) -> str:
    return "; ".join(sorted(names)) if names else ""
