"""The geographic reference of a map: setting it, and keeping it valid when the hexes move."""

from __future__ import annotations

from dataclasses import replace

from ...hexgrid import Hex, HexGeometry, HexGrid, Motion
from ..gamemap import GameMap
from ..geography import MOST_WARP_PINS, Geography, WarpPin


def set_geography(map: GameMap, geography: Geography | None) -> GameMap:
    """The map with another reference, or without one. Raises ValueError for an anchor off the map, a hex
    without a size, and more pins than a file may hold."""
    if geography == map.geography:
        return map
    if geography is not None:
        if geography.hex not in map.grid:
            raise ValueError("The anchor of the geographic reference is not a hex of the map.")
        if not geography.hex_km > 0 or not geography.reach > 0:
            raise ValueError("A hex must be more than 0 km wide, and the warp reach more than 0 hexes.")
        if len(geography.pins) > MOST_WARP_PINS:
            raise ValueError(f"A warp of {len(geography.pins)} pins is too much; use {MOST_WARP_PINS}.")
    return replace(map, geography=geography)


def moved_geography(
    geography: Geography | None, motion: Motion, before: HexGrid, after: HexGrid
) -> Geography | None:
    """The reference of a map whose hexes move: every hex stays at its place on the earth. If the anchor is
    cut off, the hex nearest to it replaces it."""
    if geography is None:
        return None
    quarters = motion.quarters % 4
    moved = motion.hex(geography.hex)
    reference = replace(geography, hex=moved)
    if quarters:
        reference = replace(
            reference, rotation=round((geography.rotation + 90 * quarters + 180) % 360 - 180, 9),
            pins=tuple(replace(p, move=_turned(p, quarters)) for p in geography.pins))
    if moved in after:
        return reference
    # numpy is loaded only where it is needed.
    from ..georeference import GeoReference

    stand_in = Hex(min(max(moved.col, 0), after.columns - 1), min(max(moved.row, 0), after.rows - 1))
    here = motion.inverse().hex(stand_in)
    lon, lat = GeoReference(HexGeometry(before), geography).unwarped(HexGeometry(before).centre(here))
    return replace(reference, hex=stand_in, at=(round(lon, 7), round(lat, 7)))


def _turned(pin: WarpPin, quarters: int) -> tuple[float, float]:
    right, down = pin.move
    for _ in range(quarters):
        right, down = -down, right
    return right + 0.0, down + 0.0
