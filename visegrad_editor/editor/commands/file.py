"""The File menu: new, open, save, export, quit."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog

from ...model.files.map_file import files_in_use
from .group import Group


class FileCommands(Group):
    """Files of the open design."""

    def new(self) -> None:
        self._w.files.new()

    def open(self) -> None:
        self._w.files.ask_open()

    def save(self) -> None:
        self._w.commit_fields()
        if self._w.files.save():
            self._tell_saved()

    def save_as(self) -> None:
        self._w.commit_fields()
        if self._w.files.save_as():
            self._tell_saved()

    def _tell_saved(self) -> None:
        self._w.say(" ".join((f"Saved {self._w.session.document.path}.", *self._w.files.notes)))

    def export(self) -> None:
        from ..documents.export_dialog import ask_export
        keep = files_in_use(self._w.files.sources, self._w.session.design.map.background)
        ask_export(self._w.root, self._w.session, self._w.say, self._w.view.geometry.turn, keep)

    def unsaved_work(self) -> None:
        self._w.safe.offer(asked=True)

    def quit(self) -> None:
        self._w.close()


# Files of other programs: importing tables of hexes and maps of Tiled.

_TYPES = (("Tables of hexes and maps of Tiled", "*.csv *.tsv *.tmx *.tmj *.json"), ("All files", "*"))


class ExchangeCommands(Group):
    """Import, with what it changes shown first."""

    def import_file(self) -> None:
        self._w.commit_fields()
        document = self._w.session.document
        folder = document.path.parent if document.path and not document.read_only else Path.home()
        chosen = filedialog.askopenfilename(
            parent=self._w.root, title="Import", filetypes=_TYPES, initialdir=str(folder))
        if chosen:
            from ..documents.import_dialogs import Importing  # what reads the files takes long to load

            Importing(self._w).run(Path(chosen))
