"""Brush shapes that the designer made, kept in the settings. No Tk here."""

from __future__ import annotations

from typing import Any, Protocol

from ...lazy_dataclass import dataclass
from ...model.brushes import MOST_BRUSH_HEXES, SHAPE_LABELS, BrushShape
from ...model.region import Offset

_KEY = "brush_shapes"
_LONGEST_NAME = 40
_FARTHEST = 200
"""Maximum distance of a hex from the middle of a shape; more means that the file is damaged."""


class Store(Protocol):
    """Remembers plain data; the settings are one."""

    def get(self, key: str) -> Any:
        """The data under a key, None if there are none."""

    def set(self, key: str, value: Any) -> None:
        """Remember data under a key."""


@dataclass(frozen=True)
class CustomBrushShape:
    """A brush shape that the designer made: its name and its hexes."""

    name: str
    hexes: BrushShape


class CustomBrushShapes:
    """Brush shapes by name. Damaged ones in the settings are left out."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._shapes = _read(store.get(_KEY)) if store else {}

    @property
    def names(self) -> list[str]:
        """The names, in the order in which the shapes were made."""
        return list(self._shapes)

    def __getitem__(self, name: str) -> CustomBrushShape:
        """The shape with a name; raises `KeyError` if there is none."""
        return CustomBrushShape(name, self._shapes[name])

    def complaint(self, name: str) -> str:
        """Why a shape cannot have a name, "" if it can."""
        if not name.strip():
            return "Enter a name."
        if len(name.strip()) > _LONGEST_NAME:
            return f"A name can have at most {_LONGEST_NAME} characters."
        taken = {n.casefold() for n in (*self.names, *SHAPE_LABELS, *SHAPE_LABELS.values())}
        return "There is already a shape with that name." if name.strip().casefold() in taken else ""

    def add(self, name: str, hexes: BrushShape) -> CustomBrushShape:
        """Keep hexes as a shape with a name and return it; raises `ValueError` for a name it cannot have."""
        if why := self.complaint(name):
            raise ValueError(why)
        shape = CustomBrushShape(name.strip(), hexes)
        self._shapes[shape.name] = hexes
        self._save()
        return shape

    def remove(self, name: str) -> None:
        """Delete a shape."""
        if self._shapes.pop(name, None) is not None:
            self._save()

    def _save(self) -> None:
        if self._store is not None:
            self._store.set(_KEY, [
                {"name": name, "hexes": sorted([o.q, o.r] for o in hexes)}
                for name, hexes in self._shapes.items()])


def _read(data: Any) -> dict[str, BrushShape]:
    shapes: dict[str, BrushShape] = {}
    for entry in data if isinstance(data, list) else ():
        if not isinstance(entry, dict):
            continue
        name, hexes = entry.get("name"), entry.get("hexes")
        if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME or not isinstance(hexes, list):
            continue
        if 0 < len(hexes) <= MOST_BRUSH_HEXES and all(map(_is_offset, hexes)):
            shapes[name] = frozenset(Offset(q, r) for q, r in hexes)
    return shapes


def _is_offset(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(
        isinstance(n, int) and not isinstance(n, bool) and abs(n) <= _FARTHEST for n in pair)
