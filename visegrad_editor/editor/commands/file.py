"""The File menu: new, open, save, import, export, quit."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import filedialog

from ...lazy_dataclass import dataclass
from ...model.files.map_file import files_in_use
from ...model.files.versions import base_or_none
from ..documents.files import Files
from ..map.languages import Languages
from ..map.view import MapView
from ..session import Session
from .group import Command, CommandGroup, Say


@dataclass(eq=False)
class FileCommands(CommandGroup):
    """Commands for the files of the design."""

    close: Command
    commit_fields: Command
    files: Files
    languages: Languages
    root: tk.Tk
    offer_work: Command
    say: Say
    session: Session
    view: MapView

    def new(self) -> None:
        self.files.new()

    def plan_scenario(self) -> None:
        self.commit_fields()
        self.files.plan_scenario()

    def open(self) -> None:
        self.files.ask_open()

    def save(self) -> None:
        self.commit_fields()
        if self.files.save():
            self._say_saved()

    def save_as(self) -> None:
        self.commit_fields()
        if self.files.save_as():
            self._say_saved()

    def _say_saved(self) -> None:
        self.say(" ".join((f"Saved {self.session.document.path}.", *self.files.notes)))

    def export(self) -> None:
        from ..documents.export_dialog import ask_export
        keep = files_in_use(self.files.sources, self.session.design)
        ask_export(self.root, self.session, self.say, self.view.geometry.turn, keep,
                   self.files.initial_folder,
                   lambda: base_or_none(self.session.design, self.files.sources), self.languages)

    def unsaved_work(self) -> None:
        self.offer_work()

    def quit(self) -> None:
        self.close()


_TYPES = (
    ("Tables of hexes or units, Tiled maps", "*.csv *.tsv *.txt *.xlsx *.tmx *.tmj *.json"),
    ("All files", "*"))


@dataclass(eq=False)
class ExchangeCommands(CommandGroup):
    """Importing files of other programs."""

    commit_fields: Command
    root: tk.Tk
    session: Session
    files: Files
    say: Say

    def import_file(self) -> None:
        self.commit_fields()
        chosen = filedialog.askopenfilename(
            parent=self.root, title="Import", filetypes=_TYPES, initialdir=self.files.initial_folder())
        if chosen:
            from ..documents.import_dialogs import FileImport  # imported late because it takes long to load

            FileImport(self.root, self.session, self.files, self.say).run(Path(chosen))
