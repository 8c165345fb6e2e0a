"""The records of imports that this window has written over: taking an import back brings the old one back.

A state of the history from before an import does not know what its map was computed as; the file beside the
map does, until the import is saved.
"""

from __future__ import annotations

from pathlib import Path

from ..geodata.record import CannotImport, read_record
from ..model.computed_record import put_back
from ..model.gamemap import GameMap
from .session import Session


class ImportRecords:
    """Kept for the open document; another one begins without any."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._history: object = None
        self._before: dict[Path, GameMap | None] = {}

    @property
    def _kept(self) -> dict[Path, GameMap | None]:
        if self._history is not self._session.history:
            self._history, self._before = self._session.history, {}
        return self._before

    def of(self, map: GameMap, path: Path | None) -> GameMap | None:
        """What a map of the open document, read from that file, was last computed as; None where it never
        was. Raises `CannotImport` for a record that is broken."""
        if map.computed is not None or path is None:
            return map.computed
        return self._kept[path] if path in self._kept else read_record(path)

    def saving(self, map: GameMap, path: Path | None) -> None:
        """A map is about to be saved: its record may be written over."""
        if map.computed is not None and path is not None and path not in self._kept:
            try:
                self._kept[path] = read_record(path)
            except CannotImport:
                # A broken record says nothing; without one what was painted counts as changed by hand.
                self._kept[path] = None

    def saved(self, map: GameMap, path: Path | None) -> str:
        """A map was saved: where it is one from before an import that was saved, its record is the old one
        again. A sentence to tell, "" where there is nothing to say."""
        if map.computed is None and path is not None and path in self._kept:
            return put_back(self._kept.pop(path), path)
        return ""
