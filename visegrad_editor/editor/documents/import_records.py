"""The records of imports that were overwritten by saving, kept until an import can no longer be undone."""

from __future__ import annotations

from pathlib import Path

from ...geodata.record import GeodataImportError, read_record
from ...model.files.computed_record import put_back
from ...model.gamemap import GameMap
from ..session import Session


class ImportRecords:
    """The records of imports that this window has overwritten by saving the open document, so that they can
    be restored when an import is undone.

    A state of the history from before an import does not know what its map was computed as. The record beside
    the map does, until the import is saved.
    """

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
        """A map of the open document, read from a file, as it was last computed; None if it never was. Raises
        `GeodataImportError` for a broken record."""
        if map.computed is not None or path is None:
            return map.computed
        return self._kept[path] if path in self._kept else read_record(path)

    def saving(self, map: GameMap, path: Path | None) -> None:
        """Keep the record of a map that is about to be saved, as it may be overwritten."""
        if map.computed is not None and path is not None and path not in self._kept:
            try:
                self._kept[path] = read_record(path)
            except GeodataImportError:
                # Without a readable record, everything painted counts as changed by hand.
                self._kept[path] = None

    def saved(self, map: GameMap, path: Path | None) -> str:
        """After a map was saved, restore its old record if an import was undone; a message for the user, ""
        for none."""
        if map.computed is None and path is not None and path in self._kept:
            return put_back(self._kept.pop(path), path)
        return ""
