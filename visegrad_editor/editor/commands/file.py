"""The File menu: new, open, save, export, quit."""

from __future__ import annotations

from ...model.background_file import files_in_use
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
        from ..export_dialog import ask_export
        keep = files_in_use(self._w.files.sources, self._w.session.design.map.background)
        ask_export(self._w.root, self._w.session, self._w.say, self._w.view.geometry.turn, keep)

    def unsaved_work(self) -> None:
        self._w.safe.offer(asked=True)

    def quit(self) -> None:
        self._w.close()
