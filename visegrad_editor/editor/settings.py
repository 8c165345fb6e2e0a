"""What the window remembers between runs: recent files, its size. Never anything of a design."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..model.atomic import SaveError, save
from .screen_place import is_geometry
from .user_folders import settings_folder

_MOST_RECENT = 8
_MOST_PINNED = 40
_MOST_TURNED = 100
"""Maps of which it is remembered how they were turned."""


class Settings:
    """Settings in a small JSON file; one that cannot be read or written does no harm."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or settings_folder()
        self._path = self.folder / "settings.json"
        self.cache = folder / "cache" if folder is not None else None
        """Where what can be made again is kept; None: where the system keeps such things."""
        self._data = self._read()

    @property
    def recent(self) -> list[str]:
        """Paths of files opened lately, the newest first."""
        return _paths(self._data.get("recent"))[:_MOST_RECENT]

    def remember(self, path: Path) -> None:
        """Put a file at the top of the recent ones."""
        text = str(path.resolve())
        self.set("recent", [text, *(p for p in self.recent if p != text)][:_MOST_RECENT])

    @property
    def pinned(self) -> list[str]:
        """Paths of files that stay in the list of recent ones."""
        return _paths(self._data.get("pinned"))[:_MOST_PINNED]

    def pin(self, path: str, on: bool) -> None:
        """Keep a file in the list of recent ones, or no longer."""
        rest = [p for p in self.pinned if p != path]
        self.set("pinned", [path, *rest] if on else rest)

    def forget(self, paths: Collection[str]) -> None:
        """Leave files out of the list of recent ones, pinned or not."""
        self.set("recent", [p for p in self.recent if p not in paths])
        self.set("pinned", [p for p in self.pinned if p not in paths])

    def turn_of(self, map_path: Path) -> int:
        """By how many quarters a map file was last looked at turned, 0 to 3."""
        known = self._data.get("turned")
        found = known.get(str(map_path.resolve())) if isinstance(known, dict) else None
        return found if isinstance(found, int) and 0 <= found <= 3 else 0

    def remember_turn(self, map_path: Path, quarters: int) -> None:
        """Look at a map file turned so the next time."""
        known = self._data.get("turned")
        path = str(map_path.resolve())
        rest = {p: n for p, n in known.items() if p != path} if isinstance(known, dict) else {}
        newest = {path: quarters % 4, **rest} if quarters % 4 else rest
        self.set("turned", dict(list(newest.items())[:_MOST_TURNED]))

    @property
    def geometry(self) -> str:
        """The window's size and place when it was last closed, "" the first time."""
        found = self._data.get("geometry")
        return found if isinstance(found, str) and is_geometry(found) else ""

    @geometry.setter
    def geometry(self, value: str) -> None:
        self.set("geometry", value)

    def get(self, key: str) -> Any:
        """What is remembered under a key, as plain data; None where nothing is."""
        return self._data.get(key)

    def set(self, key: str, value: Any) -> None:
        """Remember plain data under a key."""
        # What another window remembered meanwhile stays; only this key is another one.
        self._data = {**self._data, **self._read(), key: value}
        with suppress(OSError, SaveError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            save(json.dumps(self._data, indent=1), self._path, backup=False)

    def _read(self) -> dict[str, Any]:
        try:
            data = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}


def _paths(data: Any) -> list[str]:
    """Those of the entries that can be the path of a file, each once."""
    texts = [p for p in data if isinstance(p, str)] if isinstance(data, list) else []
    return list(dict.fromkeys(p for p in texts if p and p.isprintable()))
