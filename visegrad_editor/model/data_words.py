"""Which geographic data the values of a map come from, according to its `sources`."""

from __future__ import annotations

from ..hexgrid import Hex
from .gamemap import DataSource, GameMap


def source_of(map: GameMap, part: str, value: str, hex: Hex | None = None) -> DataSource | None:
    """The source of a value of a map, or None if none is recorded. `part` is a layer such as terrain or
    hexsides; a source for this very hex comes before data."""
    words = {part, f"{part}/{value}"}
    there = [s for s in map.sources if hex is not None and hex in s.hexes and words.intersection(s.gives)]
    return next(
        iter(there or [s for s in map.sources if not s.hexes and words.intersection(s.gives)]), None
    )


def data_of(map: GameMap, hex: Hex) -> tuple[DataSource, ...]:
    """The data that terrain, country and place of a hex come from, where nobody changed them by hand; data
    for the place only if its provenance says so."""
    asked = [("terrain", map.terrain.at(hex)), ("countries", map.countries.at(hex))]
    place = map.place_at.get(hex)
    if map.provenance.source != "data":
        asked = []
    if place is not None and place.provenance.source == "data":
        asked.append(("places", place.features[0] if place.features else ""))
    sources = (source_of(map, part, value, hex) for part, value in asked)
    return tuple(dict.fromkeys(s for s in sources if s is not None))
