"""The Map menu: operations on the whole map."""

from __future__ import annotations

from pathlib import Path

from ...model.edit.areas import add_area, remove_area, rename_area
from ...model.edit.background import remove_background
from ...model.edit.documents import with_map
from ...model.gamemap import GameMap
from ..documents.geodata_import import imported_with, remember_import
from ..documents.reshape_dialogs import RenumberDialog, ReshapeDialog, ResizeDialog, TurnDialog
from ..scan.background import choose_picture
from ..widgets.dialogs import ask, ask_text
from .group import Group


class MapCommands(Group):
    """Resize, crop, renumber, turn."""

    def resize_map(self) -> None:
        self._run(ResizeDialog(self._w.root, self._w.session, self._w.renderer))

    def crop_map(self) -> None:
        """Cut the map to the box around the selected hexes, or around what is typed."""
        session = self._w.session
        hexes = session.region or frozenset(session.design.map.grid)
        self._run(ResizeDialog(self._w.root, session, self._w.renderer, hexes))

    def renumber_map(self) -> None:
        self._run(RenumberDialog(self._w.root, self._w.session, self._w.renderer))

    def turn_map(self) -> None:
        self._run(TurnDialog(self._w.root, self._w.session, self._w.renderer))

    def _run(self, dialog: ReshapeDialog) -> None:
        before = self._w.session.design
        if dialog.run(dialog.start) and self._w.session.design is not before:
            self._w.say(f"{self._w.session.history.undo_label}. Ctrl+Z takes it back.")


# Maps from geographic data.

class GeodataCommands(Group):
    """Importing, with a picture of what comes of it."""

    def import_geodata(self) -> None:
        """Ask for the file that tells how, compute, show, and take it over as one step."""
        from ..documents.geodata_import import GeodataDialog  # it takes long to load

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


# The picture behind the map: choosing it, aligning it, reading terrain from it, removing it.

class BackgroundCommands(Group):
    """Tracing a scan."""

    def background_picture(self) -> None:
        choose_picture(self._w)

    def align_background(self) -> None:
        self._w.tracing.align()

    def propose_terrain(self) -> None:
        self._w.tracing.propose()

    def remove_background(self) -> None:
        background = self._w.session.design.map.background
        complaint = self._w.session.change(
            "Remove the background", lambda d: with_map(d, remove_background(d.map)))
        self._w.complain(complaint)
        if not complaint and background is not None:
            self._w.say(f"No picture is behind the map now. The file {background.picture} is still there.")


# Areas: making, naming and removing them.

class AreaCommands(Group):
    """The areas of the map."""

    def new_area(self) -> None:
        session = self._w.session
        name = ask_text(self._w.root, "New area", "Name of the area. Paint its hexes with the area brush.")
        if not name:
            return
        if complaint := session.change(f"New area {name}", lambda d: with_map(d, add_area(d.map, name, ()))):
            self._w.complain(complaint)
            return
        session.choose(area=session.design.map.areas[-1].id)
        self._w.use_tool("area")

    def rename_area(self) -> None:
        session = self._w.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self._w.complain("This map has no areas yet.")
        elif name := ask_text(self._w.root, "Rename area", f"New name of “{area.name}”.", area.name):
            id = area.id
            self._w.complain(session.change(
                f"Rename area {area.name}", lambda d: with_map(d, rename_area(d.map, id, name))))
            session.choose(area=id)

    def remove_area(self) -> None:
        session = self._w.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self._w.complain("This map has no areas yet.")
            return
        text = f"Remove the area “{area.name}”? Scenarios that name it will then have a problem."
        if ask(self._w.root, "Remove area", text, (("yes", "Remove"), ("", "Keep"))):
            id = area.id
            self._w.complain(session.change(
                f"Remove area {area.name}", lambda d: with_map(d, remove_area(d.map, id))))
