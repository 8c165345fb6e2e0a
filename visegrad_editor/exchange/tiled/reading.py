"""What reading TMX and TMJ have in common: values of strangers, limits, and files beside the map. What a map
is made of begins in `attributes`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...model.references import BadReference, file_below
from ..bounded import read_bounded
from ..errors import ImportProblem
from .document import Tileset

MOST_NESTED = 50
MOST_TILES = 4_000_000
"""Of all layers: sixteen layers of the largest map. Small files can be packed that hold very many."""
MOST_TILESETS, MOST_TILESET_BYTES = 50, 16 * 1024 * 1024
"""Files of tilesets that one map may name, and their bytes together."""
TILESETS = (".tsx", ".tsj", ".json", ".xml")


def whole(value: Any, what: str, least: int = 0, most: int = 2**32 - 1, missing: int | None = None) -> int:
    """A whole number of a file."""
    if value is None and missing is not None:
        return missing
    try:
        if isinstance(value, bool):
            raise ValueError
        found = int(value)
        if isinstance(value, float) and found != value:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        said = "nothing" if value is None else repr(str(value)[:20])
        raise ImportProblem(f"{what} is {said}; a whole number is needed.") from None
    if not least <= found <= most:
        raise ImportProblem(f"{what} is {found}; {least} to {most} is possible.")
    return found


def real(value: Any, what: str, missing: float = 0.0) -> float:
    """A number of a file."""
    if value is None:
        return missing
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ImportProblem(f"{what} is {str(value)[:20]!r}; a number is needed.") from None
    if not math.isfinite(found) or abs(found) > 1e9:
        raise ImportProblem(f"{what} is {found:g}, which is no place on a map.")
    return found


def text_of(value: Any) -> str:
    """A text of a file; "" where there is none."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def property_value(kind: str, value: Any, what: str) -> str | int | float | bool:
    """The value of a custom property of that type."""
    if kind == "bool":
        return value if isinstance(value, bool) else text_of(value).lower() == "true"
    if kind == "int":
        return whole(value, what, -(2**63), 2**63)
    if kind == "float":
        return real(value, what)
    return text_of(value)


@dataclass
class Surroundings:
    """The folder of the map, out of which nothing is read, and what was remarkable."""

    folder: Path
    read: Callable[[bytes, str, int], Tileset]
    """Reads the tileset of another file: its bytes, its name, its first number."""
    notes: list[str] = field(default_factory=list)
    _read: dict[Path, Tileset] = field(default_factory=dict)
    """The tilesets of other files; a map may name one several times."""
    _bytes: int = 0
    _tiles: int = 0
    _left_out: dict[str, int] = field(default_factory=dict)

    def outside(self, source: str, first_gid: int) -> Tileset:
        """The tileset of another file. Where that cannot be read, its tiles have only numbers."""
        name = source.replace("\\", "/").rsplit("/", 1)[-1]
        stem = name.rsplit(".", 1)[0] or "tileset"
        try:
            path = file_below(source, self.folder, "tileset", TILESETS).resolve()
            if path not in self._read:
                self._read[path] = self._of_file(path, name)
            found = replace(self._read[path], first_gid=first_gid)
        except (BadReference, OSError, ImportProblem) as error:
            self.notes.append(
                f"The tileset {name[:60]} was not read, so its tiles have only numbers. {error}"
            )
            found = Tileset(first_gid, stem[:60])
        found.source = source
        return found

    def _of_file(self, path: Path, name: str) -> Tileset:
        """The tileset of a file that was not read before; raises as reading it does."""
        if len(self._read) >= MOST_TILESETS:
            raise BadReference(f"At most {MOST_TILESETS} files of tilesets are read for one map.")
        data = read_bounded(path, MOST_TILESET_BYTES - self._bytes, "set of tilesets of one map")
        self._bytes += len(data)
        return self.read(data, name, 1)

    def count_tiles(self, count: int) -> None:
        """Count the tiles of a layer; raises `ImportProblem` where all layers together have too many."""
        self._tiles += count
        if self._tiles > MOST_TILES:
            raise ImportProblem(
                f"The layers of the map have more than {MOST_TILES:,} tiles together. Leave some of them "
                "out.")

    def left_out(self, what: str) -> None:
        """Note that something is not imported; told once, with how often."""
        self._left_out[what] = self._left_out.get(what, 0) + 1

    def all_notes(self) -> list[str]:
        return [
            *self.notes,
            *(
                f"{what} ({n}) cannot be imported and was left out."
                if n > 1
                else f"{what} cannot be imported and was left out."
                for what, n in self._left_out.items()
            ),
        ]
