"""Maps from geographic data."""

from __future__ import annotations

from pathlib import Path

from ...model.gamemap import GameMap
from ..import_memory import imported_with, remember_import
from .group import Group


class GeodataCommands(Group):
    """Importing, with a picture of what comes of it."""

    def import_geodata(self) -> None:
        """Ask for the file that tells how, compute, show, and take it over as one step."""
        from ..geodata_dialog import GeodataDialog  # it takes long to load

        self._w.commit_fields()
        session = self._w.session
        map, path = session.design.map, self._path
        before = imported_with(self._w.settings, map, path)
        dialog = GeodataDialog(self._w.root, session.design, self._record, session.region, before)
        if dialog.run(dialog.entry) != "import" or dialog.proposed is None:
            return
        done = dialog.proposed
        remember_import(self._w.settings, done.design.map, None if done.is_new else path, dialog.chosen)
        if done.is_new:
            if self._w.files.may_leave():
                self._w.files.open_new_map(done.design, done.sources)
                self._w.say("This is the computed map. It has no file yet.")
        elif session.edit("Import geographic data", done.design):
            changes, kept = len(done.merged.changed) + len(done.merged.reset), len(done.merged.kept)
            self._w.say(f"{changes:,} values follow the data now; {kept:,} changed by hand stay. "
                        "Ctrl+Z takes it back.")

    def fit_grid(self) -> None:
        """Let hexes of the map be clicked and given their places, and tell how well they agree."""
        w = self._w
        w.commit_fields()
        if w.fit is None:
            from ..geofit.fit_window import FitWindow  # it takes long to load

            w.use_tool("select")
            w.fit = FitWindow(w)
            w.fit.present_beside()
        w.fit.lift()

    def _record(self) -> GameMap | None:
        """What the open map was last computed as."""
        return self._w.files.records.of(self._w.session.design.map, self._path)

    @property
    def _path(self) -> Path | None:
        source = self._w.files.sources.map
        return source.path if source else None
