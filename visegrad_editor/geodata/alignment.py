"""The position of a computed map, its record and its config on the earth and on each other's grid.

A map may be resized, cropped, turned or renumbered after it was computed, and its grid may be fitted to the
earth again. Then the position of the map counts, and the record and the config follow it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from ..hexgrid import Hex, HexGrid, Motion
from ..model.edit.geography import moved_geography
from ..model.edit.reshape import moved_map
from ..model.gamemap import GameMap
from ..model.geography import Geography
from ..model.georeference import HEX_APART, GeoReference, georeference
from .config import Config
from .errors import GeodataError

_SAME_PLACE = 0.02
"""The largest difference in hexes between two references that count as the same; the smallest warp is
more."""
_MOVED = 0.1
"""The largest shift on the earth, in hexes, of a hex that moved with its grid: rounding only."""


class AlignmentError(GeodataError):
    """Why a map is not the one being computed, as a sentence."""


def align(map: GameMap, onto: GameMap) -> GameMap:
    """A computed map or a record moved to the grid of a map that was resized, cropped, turned or renumbered
    since. Raises `AlignmentError` if the two have different positions on the earth."""
    if map.grid == onto.grid and map.geography == onto.geography:
        return map
    old, new = georeference(map), georeference(onto)
    if old is None or new is None:
        raise AlignmentError("The map has no geographic reference, so nothing can be computed into it.")
    motion = _motion(old, new)
    if motion is None:
        raise AlignmentError(
            "The map lies elsewhere on the earth than the import file says. Remove `geography` (or `known`) "
            "from that file to compute the map where it lies.")
    return replace(moved_map(map, motion, onto.grid), geography=onto.geography)


def moved_record(record: GameMap, map: GameMap) -> GameMap:
    """The record of a map, moved along if the map was moved on its grid or fitted to the earth since.

    Raises `AlignmentError` if neither degrees nor hex numbers identify its hexes.
    """
    try:
        return align(record, map)
    except AlignmentError:
        motion = _by_numbers(record.grid, map.grid)
        if motion is None:
            raise AlignmentError(
                "The record of the computed map has other hexes than the map. Delete it; then whatever "
                "was painted counts as changed by hand, and the rest follows the data.") from None
    return replace(moved_map(record, motion, map.grid), geography=map.geography)


def align_config(config: Config, map: GameMap, has_record: bool) -> tuple[Config, str]:
    """The config with the reference of the map if that applies, and a sentence for the user, or "".

    The reference of the map applies if the config has no `geography`, and if the map was computed before (it
    has a record) and lies elsewhere now. Raises `ConfigError`, and `AlignmentError` if its hexes cannot be
    identified.
    """
    lies = georeference(map)
    if lies is None:
        return config, ""
    if config.is_placed:
        if not has_record or _same(GeoReference(config.geometry, config.geography()), lies):
            return config, ""
        note = (f"The map lies as its own `geography` says, not as {config.path.name} says, because it was "
                "fitted or changed since. To follow the file again, remove `geography` from the map.")
    else:
        note = ""
    motion = _by_numbers(map.grid, config.grid)
    if motion is None:
        raise AlignmentError(
            f"The hexes of the map are not those of {config.path.name}. Give both the same `grid`, or give "
            f"{config.path.name} a `geography`.")
    return replace(config, override=moved_geography(lies.geography, motion, map.grid, config.grid)), note


def _same(one: GeoReference, other: GeoReference) -> bool:
    """Whether both take every place to the same point of the same hex, including the warp."""
    motion = _motion(one, other)
    if motion is None or len(one.geography.pins) != len(other.geography.pins):
        return False
    inner, outer = one.geometry, other.geometry
    return all(
        math.dist(other.point(*one.place(h)), outer.centre(motion.hex(h))) < _SAME_PLACE * HEX_APART
        for h in (*_corners(inner.grid), *_at_pins(one)))


def _at_pins(reference: GeoReference) -> Iterator[Hex]:
    geography: Geography = reference.geography
    for pin in geography.pins:
        yield reference.geometry.nearest(*reference.point(*pin.at))


def _motion(old: GeoReference, new: GeoReference) -> Motion | None:
    a, b = old.geography, new.geography
    turn = (b.rotation - a.rotation) / 90
    same = a.centre == b.centre and abs(a.hex_km - b.hex_km) < 1e-9 and abs(turn - round(turn)) < 1e-6
    if not same:
        return None
    goal = new.geometry.nearest(*new.point(*old.place(a.hex)))
    at = Motion(round(turn) % 4).hex(a.hex)
    motion = Motion(round(turn) % 4, goal.col - at.col, goal.row - at.row)
    # A grid that is the same has not moved; one fitted elsewhere since may differ by about a hex.
    if old.geometry.grid == new.geometry.grid and motion != Motion():
        return None
    there = all(math.dist(new.point(*old.place(h)), new.geometry.centre(motion.hex(h))) < _MOVED * HEX_APART
                for h in _corners(old.geometry.grid)[:3])
    return motion if there else None


def _corners(grid: HexGrid) -> tuple[Hex, ...]:
    right, low = grid.columns - 1, grid.rows - 1
    return Hex(0, 0), Hex(right, low), Hex(right, 0), Hex(0, low), Hex(right // 2, low // 2)


def _by_numbers(old: HexGrid, new: HexGrid) -> Motion | None:
    """The motion that takes every hex to the one with its number, or, after renumbering, to the same place of
    a grid of the same shape; None if there is none."""
    shared = [(h, there) for h in old if (there := new.parse(old.number(h))) is not None]
    for quarters in range(4) if shared else ():
        at, there = Motion(quarters).hex(shared[0][0]), shared[0][1]
        motion = Motion(quarters, there.col - at.col, there.row - at.row)
        if all(motion.hex(h) == there for h, there in shared):
            return motion
    return Motion() if replace(old, numbering=new.numbering) == new else None
