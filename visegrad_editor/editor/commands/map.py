"""The Map menu: operations on the whole map."""

from __future__ import annotations

from ..reshape.dialog import ReshapeDialog
from ..reshape.renumber import RenumberDialog
from ..reshape.resize import ResizeDialog
from ..reshape.turn import TurnDialog
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
