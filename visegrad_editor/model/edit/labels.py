"""Labels: names of seas, countries and ranges written across the map."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...hexgrid import Hex
from ..gamemap import GameMap, Label


def label_at(map: GameMap, hex: Hex) -> Label | None:
    """The label that stands at a hex, the first where there are several."""
    return next((label for label in map.labels if label.hex == hex), None)


def set_label(map: GameMap, hex: Hex, text: str) -> GameMap:
    """The map with this label at the hex; "" takes it away."""
    old, text = label_at(map, hex), " ".join(text.split())
    if old is None:
        return replace(map, labels=(*map.labels, Label(text, hex))) if text else map
    if not text:
        return replace(map, labels=tuple(x for x in map.labels if x is not old))
    return _with(map, old, replace(old, text=text))


def change_label(map: GameMap, hex: Hex, **fields: Any) -> GameMap:
    """The map with `size` (map units), `rotation` (degrees, clockwise) or `style` of the label at
    the hex changed. Raises ValueError where there is none, or for a size it cannot have."""
    old = label_at(map, hex)
    if old is None:
        raise ValueError("There is no label in this hex.")
    if unknown := set(fields) - {"size", "rotation", "style"}:
        raise TypeError(f"a label has no field {unknown.pop()}")
    if not 0.1 <= fields.get("size", old.size) <= 5:
        raise ValueError("The size of a label is between 0.1 and 5.")
    return _with(map, old, replace(old, **fields))


def _with(map: GameMap, old: Label, new: Label) -> GameMap:
    if old == new:
        return map
    return replace(map, labels=tuple(new if x is old else x for x in map.labels))
