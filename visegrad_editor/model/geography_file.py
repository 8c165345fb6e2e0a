"""The `geography` of a map file: plain data to a `Geography` and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..hexgrid import Hex, HexGrid, Point
from .codec import read_text, write_number
from .geography import Geography, WarpPin
from .map_hexes import HexReader

_REACH = Geography((0.0, 0.0), 1.0, 0.0, Hex(0, 0), (0.0, 0.0)).reach


def read_geography(data: Mapping[str, Any] | None, hexes: HexReader) -> Geography | None:
    """The reference of schema-checked data; an anchor that is no hex of the map is a problem."""
    if data is None:
        return None
    anchor = data["anchor"]
    hex = hexes.one(read_text(anchor["hex"]), ("geography", "anchor", "hex"), "anchor of the geography")
    warp = data.get("warp", {})
    pins = tuple(
        WarpPin(_point(p["at"]), _point(p.get("move", (0, 0))), read_text(p.get("name", "")))
        for p in warp.get("pins", ()))
    return Geography(
        _point(data["centre"]), float(data["hex_km"]), float(data["rotation"]), hex or Hex(0, 0),
        _point(anchor["at"]), float(warp.get("reach", _REACH)), pins)


def write_geography(geography: Geography, grid: HexGrid) -> dict[str, Any]:
    """The plain data of a reference."""
    data: dict[str, Any] = {
        "projection": "laea", "centre": _pair(geography.centre), "hex_km": write_number(geography.hex_km),
        "rotation": write_number(geography.rotation),
        "anchor": {"hex": grid.number(geography.hex), "at": _pair(geography.at)},
    }
    if geography.pins or geography.reach != _REACH:
        data["warp"] = {"reach": write_number(geography.reach)}
        if geography.pins:
            data["warp"]["pins"] = [_pin(p) for p in geography.pins]
    return data


def _pin(pin: WarpPin) -> dict[str, Any]:
    return {"at": _pair(pin.at), **({"move": _pair(pin.move)} if pin.move != (0, 0) else {}),
            **({"name": pin.name} if pin.name else {})}


def _point(values: Any) -> Point:
    x, y = values
    return float(x), float(y)


def _pair(point: Point) -> list[float]:
    return [write_number(point[0]), write_number(point[1])]
