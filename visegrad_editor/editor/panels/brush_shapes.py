"""The designer's own shapes of brush, kept in the settings. No Tk here."""

from __future__ import annotations

from typing import Any, Protocol

from ...model.brushes import MOST_BRUSH_HEXES, SHAPE_LABELS, BrushShape
from ...model.region import Offset

_KEY = "brush_shapes"
_LONGEST_NAME = 40
_FARTHEST = 200
"""Steps from the middle of a shape; more is a damaged file."""


class Keeper(Protocol):
    """What remembers plain data, such as the settings."""

    def get(self, key: str) -> Any:
        """What is remembered under a key, None where nothing is."""

    def set(self, key: str, value: Any) -> None:
        """Remember it."""


class OwnTips:
    """Shapes by name. What is damaged in the settings is left out."""

    def __init__(self, keeper: Keeper | None = None) -> None:
        self._keeper = keeper
        self._tips = _read(keeper.get(_KEY)) if keeper else {}

    @property
    def names(self) -> list[str]:
        """The names, in the order they were made."""
        return list(self._tips)

    def __getitem__(self, name: str) -> BrushShape:
        """A shape; no hexes for a name nobody knows."""
        return self._tips.get(name, frozenset())

    def complaint(self, name: str) -> str:
        """Why a shape cannot have a name, "" where it can."""
        if not name.strip():
            return "It needs a name."
        if len(name.strip()) > _LONGEST_NAME:
            return f"A name has at most {_LONGEST_NAME} letters."
        taken = {n.casefold() for n in (*self.names, *SHAPE_LABELS, *SHAPE_LABELS.values())}
        return "There is a shape of that name already." if name.strip().casefold() in taken else ""

    def add(self, name: str, tip: BrushShape) -> None:
        """Keep a shape under a name; raises ValueError for one it cannot have."""
        if why := self.complaint(name):
            raise ValueError(why)
        self._tips[name.strip()] = tip
        self._keep()

    def remove(self, name: str) -> None:
        """Forget a shape."""
        if self._tips.pop(name, None) is not None:
            self._keep()

    def _keep(self) -> None:
        if self._keeper is not None:
            self._keeper.set(_KEY, [
                {"name": name, "hexes": sorted([o.q, o.r] for o in tip)} for name, tip in self._tips.items()])


def _read(data: Any) -> dict[str, BrushShape]:
    found: dict[str, BrushShape] = {}
    for entry in data if isinstance(data, list) else ():
        if not isinstance(entry, dict):
            continue
        name, hexes = entry.get("name"), entry.get("hexes")
        if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME or not isinstance(hexes, list):
            continue
        if 0 < len(hexes) <= MOST_BRUSH_HEXES and all(map(_is_offset, hexes)):
            found[name] = frozenset(Offset(q, r) for q, r in hexes)
    return found


def _is_offset(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(
        isinstance(n, int) and not isinstance(n, bool) and abs(n) <= _FARTHEST for n in pair)
