"""The Map menu: commands for the whole map, its background picture and its areas."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...lazy_dataclass import dataclass
from ...model.edit.areas import add_area, remove_area, rename_area
from ...model.edit.background import remove_background
from ...model.edit.documents import with_map
from ...model.gamemap import GameMap
from ..documents.files import Files
from ..map.tile_renderer import TileRenderer
from ..scan.background import BackgroundChooser, BackgroundTracing
from ..session import Session
from ..settings import Settings
from ..widgets.dialogs import ask, ask_text
from .group import Command, CommandGroup, Say

if TYPE_CHECKING:
    from ..documents.reshape_dialogs import ReshapeDialog


@dataclass(eq=False)
class MapCommands(CommandGroup):
    """Resize, crop, renumber, turn, half hexes."""

    renderer: TileRenderer
    root: tk.Tk
    say: Say
    session: Session

    def resize_map(self) -> None:
        from ..documents.reshape_dialogs import ResizeDialog

        self._run(ResizeDialog(self.root, self.session, self.renderer))

    def crop_map(self) -> None:
        """Cut the map to the box around the selected hexes, or to a box that the user types."""
        from ..documents.reshape_dialogs import ResizeDialog

        session = self.session
        hexes = session.region or frozenset(session.design.map.grid)
        self._run(ResizeDialog(self.root, session, self.renderer, hexes))

    def renumber_map(self) -> None:
        from ..documents.reshape_dialogs import RenumberDialog

        self._run(RenumberDialog(self.root, self.session, self.renderer))

    def turn_map(self) -> None:
        from ..documents.reshape_dialogs import TurnDialog

        self._run(TurnDialog(self.root, self.session, self.renderer))

    def half_hexes(self) -> None:
        from ..documents.reshape_dialogs import HalfHexesDialog

        self._run(HalfHexesDialog(self.root, self.session, self.renderer))

    def _run(self, dialog: ReshapeDialog) -> None:
        before = self.session.design
        if dialog.run(dialog.start) and self.session.design is not before:
            self.say(f"{self.session.history.undo_label}. Ctrl+Z undoes it.")


@dataclass(eq=False)
class GeodataCommands(CommandGroup):
    """Importing geographic data, and fitting the grid."""

    commit_fields: Command
    files: Files
    open_fit: Command
    root: tk.Tk
    say: Say
    session: Session
    settings: Settings

    def import_geodata(self) -> None:
        """Ask for the configuration, compute and show the map, and import it as one step."""
        from ..documents.geodata_import import (  # imported late because it takes long to load
            GeodataDialog,
            last_import,
            remember_import,
        )

        self.commit_fields()
        session = self.session
        map, path = session.design.map, self._path
        before = last_import(self.settings, map, path)
        dialog = GeodataDialog(self.root, session.design, self._record, session.region, before)
        if dialog.run(dialog.entry) != "import" or dialog.proposed is None:
            return
        done = dialog.proposed
        remember_import(self.settings, done.design.map, None if done.is_new else path, dialog.chosen)
        if done.is_new:
            if self.files.may_leave():
                self.files.open_new_map(done.design, done.sources)
                self.say("Opened the computed map. It has no file yet.")
        elif session.edit("Import geographic data", done.design):
            changes, kept = len(done.merged.changed) + len(done.merged.reset), len(done.merged.kept)
            self.say(f"{changes:,} values updated from the data; {kept:,} changed by hand were kept. "
                     "Ctrl+Z undoes it.")

    def fit_grid(self) -> None:
        """Open the window in which hexes get longitude and latitude."""
        self.commit_fields()
        self.open_fit()

    def _record(self) -> GameMap | None:
        """The open map as it was last computed."""
        return self.files.records.of(self.session.design.map, self._path)

    @property
    def _path(self) -> Path | None:
        source = self.files.sources.map
        return source.path if source else None


@dataclass(eq=False)
class BackgroundCommands(CommandGroup):
    """The background picture: choosing, aligning, reading terrain from it, removing."""

    complain: Say
    say: Say
    session: Session
    tracing: BackgroundTracing
    chooser: BackgroundChooser

    def background_picture(self) -> None:
        self.chooser.choose()

    def align_background(self) -> None:
        self.tracing.align()

    def propose_terrain(self) -> None:
        self.tracing.propose()

    def remove_background(self) -> None:
        background = self.session.design.map.background
        complaint = self.session.change(
            "Remove the background", lambda d: with_map(d, remove_background(d.map)))
        self.complain(complaint)
        if not complaint and background is not None:
            self.say(f"Removed the background picture. Its file {background.picture} is still there.")


@dataclass(eq=False)
class AreaCommands(CommandGroup):
    """Creating, renaming and removing areas."""

    complain: Say
    root: tk.Tk
    session: Session
    use_tool: Callable[[str], None]

    def new_area(self) -> None:
        session = self.session
        name = ask_text(self.root, "New area", "Name of the area. Then paint its hexes with the area brush.")
        if not name:
            return
        if complaint := session.change(f"New area {name}", lambda d: with_map(d, add_area(d.map, name, ()))):
            self.complain(complaint)
            return
        session.choose(area=session.design.map.areas[-1].id)
        self.use_tool("area")

    def rename_area(self) -> None:
        session = self.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self.complain("This map has no areas yet.")
        elif name := ask_text(self.root, "Rename area", f'New name of "{area.name}".', area.name):
            id = area.id
            self.complain(session.change(
                f"Rename area {area.name}", lambda d: with_map(d, rename_area(d.map, id, name))))
            session.choose(area=id)

    def remove_area(self) -> None:
        session = self.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self.complain("This map has no areas yet.")
            return
        text = f'Remove the area "{area.name}"? Scenarios that refer to it will then have problems.'
        if ask(self.root, "Remove area", text, (("yes", "Remove"), ("", "Keep"))):
            id = area.id
            self.complain(session.change(
                f"Remove area {area.name}", lambda d: with_map(d, remove_area(d.map, id))))
