"""What the window remembers between runs, such as recent files and its size; nothing about a design."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..lazy_dataclass import dataclass
from ..model.files.atomic import SaveError, real_path, save
from ..operating_system import settings_folder
from .widgets.window_place import is_geometry

_MOST_RECENT = 8
_MOST_PINNED = 40
_MOST_TURNED = 100
"""Number of maps whose turned view is remembered."""


class Settings:
    """Settings in a small JSON file; failure to read or write it is ignored."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or settings_folder()
        self._path = self.folder / "settings.json"
        self.cache = folder / "cache" if folder is not None else None
        """The folder for data that can be made again; None for the system's usual place."""
        self._data = self._read()

    @property
    def recent(self) -> list[str]:
        """Paths of recently opened files, the latest first."""
        return _paths(self._data.get("recent"))[:_MOST_RECENT]

    def remember(self, path: Path) -> None:
        """Put a file at the top of the recent files."""
        text = str(real_path(path))
        self.set("recent", [text, *(p for p in self.recent if p != text)][:_MOST_RECENT])

    @property
    def pinned(self) -> list[str]:
        """Paths of files that stay in the list of recent files."""
        return _paths(self._data.get("pinned"))[:_MOST_PINNED]

    def pin(self, path: str, on: bool) -> None:
        """Pin a file to the list of recent files, or unpin it."""
        rest = [p for p in self.pinned if p != path]
        self.set("pinned", [path, *rest] if on else rest)

    def forget(self, paths: Collection[str]) -> None:
        """Remove files from the list of recent files, pinned or not."""
        self.set("recent", [p for p in self.recent if p not in paths])
        self.set("pinned", [p for p in self.pinned if p not in paths])

    def turn_of(self, map_path: Path) -> int:
        """The quarter turns with which a map file was last viewed, 0 to 3."""
        known = self._data.get("turned")
        quarters = known.get(str(real_path(map_path))) if isinstance(known, dict) else None
        return quarters if isinstance(quarters, int) and 0 <= quarters <= 3 else 0

    def remember_turn(self, map_path: Path, quarters: int) -> None:
        """Remember the quarter turns with which a map file is viewed."""
        known = self._data.get("turned")
        path = str(real_path(map_path))
        rest = {p: n for p, n in known.items() if p != path} if isinstance(known, dict) else {}
        newest = {path: quarters % 4, **rest} if quarters % 4 else rest
        self.set("turned", dict(list(newest.items())[:_MOST_TURNED]))

    @property
    def geometry(self) -> str:
        """The window's size and place when it was last closed, "" the first time."""
        geometry = self._data.get("geometry")
        return geometry if isinstance(geometry, str) and is_geometry(geometry) else ""

    @geometry.setter
    def geometry(self, value: str) -> None:
        self.set("geometry", value)

    def get(self, key: str) -> Any:
        """What is remembered under a key, as plain data; None if nothing is."""
        return self._data.get(key)

    def set(self, key: str, value: Any) -> None:
        """Remember plain data under a key."""
        # Keep what another window has stored meanwhile; change only this key.
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
    """The entries that can be the path of a file, each once."""
    texts = [p for p in data if isinstance(p, str)] if isinstance(data, list) else []
    return list(dict.fromkeys(p for p in texts if p and p.isprintable()))


def make_private(folder: Path) -> None:
    """Make a folder that only the user can read, or make an existing one so; raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        # Made by an earlier version. A user who may not change this may still be able to write in it.
        with suppress(OSError):
            folder.chmod(0o700)


# Recent files, and which of them are pinned or missing.

_PATIENCE_S = 0.3
"""Seconds a drive may take to answer before its files are assumed to exist."""


@dataclass(frozen=True)
class RecentFile:
    """A file in the list of recent files."""

    path: str
    pinned: bool
    missing: bool

    @property
    def label(self) -> str:
        """The text in the menu: the name, the folder, and whether the file is missing."""
        folder, name = os.path.split(self.path)
        text = f"{name}   –   {shortened(folder)}"
        return f"{text}   (not found)" if self.missing else text


def shortened(folder: str, most: int = 48) -> str:
    """A long path without its middle.

    >>> shortened("/home/anna/wargames/visegrad/scenarios/winter/1994", 24)
    '/home/…/winter/1994'
    """
    if len(folder) <= most:
        return folder
    parts = folder.split(os.sep)
    head, tail = parts[:2], parts[-1:]
    for part in reversed(parts[2:-1]):
        if len(os.sep.join([*head, "…", part, *tail])) > most:
            break
        tail = [part, *tail]
    return os.sep.join([*head, "…", *tail])


def recent_files(settings: Settings, exists: Callable[[str], bool] = os.path.exists) -> list[RecentFile]:
    """The pinned files, then the others, each group with the latest first."""
    pinned = settings.pinned
    paths = [*pinned, *(p for p in settings.recent if p not in pinned)]
    gone = missing(paths, exists)
    return [RecentFile(p, p in pinned, p in gone) for p in paths]


def missing(paths: Iterable[str], exists: Callable[[str], bool] = os.path.exists,
            patience_s: float = _PATIENCE_S) -> set[str]:
    """The files that certainly do not exist. Waits no longer than `patience_s` seconds for a slow drive."""
    return {p for p, there in answers(paths, exists, patience_s).items() if not there}


def answers(paths: Iterable[str], ask: Callable[[str], bool], patience_s: float) -> dict[str, bool]:
    """The answer to a question about each file; files whose drive does not answer within `patience_s`
    seconds are left out."""
    by_path: dict[str, bool] = {}

    def ask_one(path: str) -> None:
        by_path[path] = ask(path)

    threads = [threading.Thread(target=ask_one, args=(p,), daemon=True) for p in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(patience_s)
    return dict(by_path)
