"""Files of other programs: importing tables of hexes and maps of Tiled."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog

from .group import Group

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
            from ..importing import Importing  # what reads the files takes long to load

            Importing(self._w).run(Path(chosen))
