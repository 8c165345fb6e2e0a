"""What is known of where a map lies before it is fitted: its warp pins, and places by name."""

from __future__ import annotations

from ...geodata.config import BadConfig, find_config
from ...geodata.errors import GeodataError
from ...geodata.place_names import PlaceNames, large_cities, place_names
from ...hexgrid import Hex
from ...model.gamemap import GameMap
from ...model.geo_fit import Known
from ...model.georeference import georeference


def known_of(map: GameMap) -> tuple[Known, ...]:
    """The places a map was fitted to before: its warp pins, each with the hex it lies in."""
    reference = georeference(map)
    if reference is None:
        return ()
    found: dict[Hex, Known] = {}
    for pin in reference.geography.pins:
        hex = reference.hex_at(*pin.at)
        if hex is not None:
            place = map.place_at.get(hex)
            found.setdefault(hex, Known(hex, pin.at, pin.name or (place.name if place else "")))
    return tuple(found.values())


def bundled_names(map: GameMap) -> PlaceNames:
    """The large cities of Europe, and the places of the bundled configs and of one of the map's name."""
    names = large_cities()
    for name in dict.fromkeys(("visegrad4", "gsofg", map.name)):
        try:
            names.update(place_names(find_config(name)).at)
        except (BadConfig, GeodataError, OSError):
            continue
    return PlaceNames(names)
