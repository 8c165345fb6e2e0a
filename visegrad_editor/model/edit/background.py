"""The picture behind the map: adding it, pinning it to the grid, removing it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...hexgrid import Hex, HexGeometry, HexGrid, Motion
from ...hexgrid.affine import flatness
from ..background import MOST_PINS, Background, Pin, align, start
from ..gamemap import GameMap

_TENTHS = 10
"""Pins are rounded to a tenth of a pixel."""


def set_picture(map: GameMap, picture: str) -> GameMap:
    """The map with another background picture; the pins of the previous one are removed."""
    if map.background is not None and map.background.picture == picture:
        return map
    return replace(map, background=Background(picture))


def set_pins(map: GameMap, pins: Iterable[Pin]) -> GameMap:
    """The map with these pins in its background. Raises ValueError if it has no background, for two pins of
    one hex, for too many, and for hexes off the map."""
    if map.background is None:
        raise ValueError("This map has no background picture yet. Choose one first.")
    new = tuple(Pin(p.hex, (_rounded(p.at[0]), _rounded(p.at[1]))) for p in pins)
    if len(new) > MOST_PINS:
        raise ValueError(f"{len(new)} pins are too many; {MOST_PINS} are enough for any picture.")
    hexes = [p.hex for p in new]
    if twice := {h for h in hexes if hexes.count(h) > 1}:
        raise ValueError(f"Hex {map.grid.number(min(twice))} has two pins.")
    if any(h not in map.grid for h in hexes):
        raise ValueError("A pin names a hex that is not on the map.")
    if new == map.background.pins:
        return map
    return replace(map, background=replace(map.background, pins=new))


def remove_background(map: GameMap) -> GameMap:
    """The map without a background picture; the picture file stays where it is."""
    return map if map.background is None else replace(map, background=None)


def moved_background(
    background: Background | None, motion: Motion, before: HexGrid, after: HexGrid
) -> Background | None:
    """The background of a map whose hexes move: pins go with their hexes. If pins are cut off, hexes that
    stay replace them, at their places in the picture, so that it lies as before."""
    if background is None or not background.pins:
        return background
    moved = [Pin(motion.hex(p.hex), p.at) for p in background.pins]
    kept = [p for p in moved if p.hex in after]
    if len(kept) < len(moved):
        kept += _replacement_pins(background, kept, motion, before, after)
    return replace(background, pins=tuple(kept))


def _replacement_pins(
    background: Background, kept: list[Pin], motion: Motion, before: HexGrid, after: HexGrid
) -> list[Pin]:
    """Pins for as many hexes at the corners of the new grid as are needed to hold the picture."""
    old = HexGeometry(before)
    lay = align(old, background.pins, start(old, (1, 1)))
    wanted = {"start": 0, "shifted": 1, "similar": 2, "affine": 3}[lay.fit]
    added: list[Pin] = []
    right, bottom, back = after.columns - 1, after.rows - 1, motion.inverse()
    for hex in dict.fromkeys((Hex(0, 0), Hex(right, bottom), Hex(right, 0), Hex(0, bottom))):
        pins = [*kept, *added]
        if len(pins) >= wanted and (wanted < 3 or flatness([p.at for p in pins]) > 0.2):
            break
        if all(p.hex != hex for p in kept):
            x, y = lay.to_picture.apply(old.centre(back.hex(hex)))
            added.append(Pin(hex, (_rounded(x), _rounded(y))))
    return added


def _rounded(value: float) -> float:
    return round(value * _TENTHS) / _TENTHS
