"""Labels: names of seas, countries and ranges written across the map. A hex may have several."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...hexgrid import Hex
from ..gamemap import GameMap, Label
from ..lettering import LEAST_SIZE, MOST_SIZE

_FIELDS = frozenset({"text", "size", "rotation", "style", "at"})


def labels_at(map: GameMap, hex: Hex) -> tuple[Label, ...]:
    """The labels of a hex."""
    return tuple(label for label in map.labels if label.hex == hex)


def label_at(map: GameMap, hex: Hex, nth: int = 0) -> Label | None:
    """A label of a hex, by default the first."""
    labels = labels_at(map, hex)
    return labels[nth] if nth < len(labels) else None


def add_label(map: GameMap, label: Label) -> GameMap:
    """The map with one more label. Raises ValueError for one without text or off the map."""
    text = " ".join(label.text.split())
    if not text:
        raise ValueError("A label needs text.")
    if label.hex not in map.grid:
        raise ValueError("A label must be in a hex of the map.")
    return replace(map, labels=(*map.labels, replace(label, text=text)))


def set_label(map: GameMap, hex: Hex, text: str, nth: int = 0) -> GameMap:
    """The map with this text as the label of the hex; "" removes the label."""
    old, text = label_at(map, hex, nth), " ".join(text.split())
    if old is None:
        return add_label(map, Label(text, hex)) if text else map
    return _with(map, old, replace(old, text=text) if text else None)


def change_label(
    map: GameMap, hex: Hex, nth: int = 0, *, to: Hex | None = None, **fields: Any
) -> GameMap:
    """The map with a change to the label of the hex: its `text`, `size` (map units), `rotation` (degrees,
    clockwise), `style` or `at` (its position relative to the hex), or moved `to` another hex. Raises
    ValueError if there is none, or for values it cannot have."""
    old = label_at(map, hex, nth)
    if old is None:
        raise ValueError("There is no label in this hex.")
    if unknown := set(fields) - _FIELDS:
        raise TypeError(f"a label has no field {unknown.pop()}")
    if not LEAST_SIZE <= fields.get("size", old.size) <= MOST_SIZE:
        raise ValueError(f"The size of a label is between {LEAST_SIZE:g} and {MOST_SIZE:g}.")
    if not abs(fields.get("rotation", old.rotation)) <= 360:
        raise ValueError("A label is turned by at most 360 degrees.")
    new = replace(old, **fields, hex=to or hex)
    if new.hex not in map.grid:
        raise ValueError("A label must be in a hex of the map.")
    new = replace(new, text=" ".join(new.text.split()))
    return _with(map, old, new if new.text else None)


def _with(map: GameMap, old: Label, new: Label | None) -> GameMap:
    """The map with one label replaced, or removed for None. Of equal labels the first is meant."""
    if old == new:
        return map
    place = next(i for i, x in enumerate(map.labels) if x is old)
    kept = (new,) if new is not None else ()
    return replace(map, labels=(*map.labels[:place], *kept, *map.labels[place + 1 :]))
