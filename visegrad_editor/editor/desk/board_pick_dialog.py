"""Picking hexes on the plan of the boards, for a field that names them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from ...desk.ground import Ground
from ...drawing.board_pictures import BoardPictures
from ..widgets.dialogs import Dialog
from ..window.theme import px
from .board_view import BoardView

_WIDTH_PX, _HEIGHT_PX = 760, 420


class BoardPickDialog(Dialog):
    """Shows the boards; the result is the names of the hexes picked, with commas between them, or ""."""

    def __init__(
        self, parent: tk.Misc, ground: Ground, pictures: BoardPictures, title: str, now: str, several: bool
    ) -> None:
        super().__init__(parent, title)
        self.view = BoardView(self.body, pictures)
        self.view.canvas.configure(width=px(_WIDTH_PX), height=px(_HEIGHT_PX))
        self.view.pack(fill="both", expand=True)
        self.view.show(ground.card.layout, maps=ground.maps)
        self._names: tuple[str, ...] = ()
        names = tuple(name.strip() for name in now.split(",") if name.strip())
        self.view.choose(title, names, several, self._take, self._done)

    def _take(self, names: Sequence[str]) -> str:
        if not names:
            return "Pick a hex, or cancel."
        self._names = tuple(names)
        return ""

    def _done(self) -> None:
        self.finish(",".join(self._names))

    def pick(self) -> str:
        """Show the dialog and wait for the result."""
        return self.run(self.view.canvas)
