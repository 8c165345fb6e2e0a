"""Saving the selected hexes as a stamp."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from PIL import ImageTk

from ..drawing.piece_picture import piece_picture
from ..model.atomic import SaveError
from ..model.edit.cut_out import cut_out
from ..model.region import Fragment
from ..model.stamp import Stamp
from . import map_style
from .dialogs import Dialog, message
from .part_choice import PartChoice
from .theme import px
from .tools.base import count

if TYPE_CHECKING:
    from .window import Window

_PICTURE = (220, 150)
LONGEST_TITLE = 80


class SaveStampDialog(Dialog):
    """Asks for the title, what is taken and where the stamp is kept."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root, "Save selection as stamp")
        self._window = window
        session = window.session
        text = f"{count(len(session.region), 'hex')} to put down again whenever you like."
        ttk.Label(self.body, text=text, style="Panel.TLabel").pack(anchor="w")
        self._picture = ttk.Label(self.body, style="Panel.TLabel", anchor="center")
        self._picture.pack(fill="x", pady=px(8))
        self._photo: ImageTk.PhotoImage | None = None
        self.title_field = ttk.Entry(self.body, width=40)
        ttk.Label(self.body, text="Title", style="Panel.TLabel").pack(anchor="w")
        self.title_field.pack(fill="x", pady=(px(2), px(8)))
        self.parts = PartChoice(self.body, session.brush.parts, self._show)
        self.parts.pack(anchor="w")
        beside = session.document.path.parent if session.document.path else None
        self._beside = beside / "stamps" if beside and not session.document.read_only else None
        self.where = tk.StringVar(self, "own")
        for value, words in (("own", "Among my stamps, for every map"),
                             ("beside", "In the folder “stamps” beside this map, to be passed on with it")):
            button = ttk.Radiobutton(self.body, text=words, value=value, variable=self.where)
            button.pack(anchor="w")
            if value == "beside" and self._beside is None:
                button.state(["disabled"])
        self.wrong = ttk.Label(self.body, style="Error.TLabel", wraplength=px(360))
        self.wrong.pack(anchor="w", pady=(px(4), 0))
        self.button("Save", self.save, default=True)
        self.button("Cancel", self.cancel)
        self._show()

    def _fragment(self) -> Fragment:
        session = self._window.session
        return cut_out(session.design, session.region, self.parts.chosen)

    def _show(self) -> None:
        image = piece_picture(self._fragment(), self._window.session.design.ruleset, *_PICTURE,
                              style=map_style.current())
        self._photo = ImageTk.PhotoImage(image, master=self)
        self._picture.configure(image=self._photo)

    def save(self) -> None:
        """Save it, or say why it cannot be saved."""
        title = " ".join(self.title_field.get().split())
        if not title or len(title) > LONGEST_TITLE:
            self.wrong.configure(text=f"A title has between 1 and {LONGEST_TITLE} letters.")
            return
        if not self.parts.chosen:
            self.wrong.configure(text="Choose what the stamp is made of.")
            return
        stamp = Stamp(title, self._fragment(), self._window.session.design.ruleset.name)
        folder: Path | None = self._beside if self.where.get() == "beside" else None
        try:
            path = self._window.stamps.save(stamp, folder)
        except SaveError as error:
            self.wrong.configure(text=str(error))
            return
        self.finish(str(path))


def ask_save_stamp(window: Window) -> None:
    """Save the selected hexes as a stamp, as the designer says."""
    if not window.session.region:
        message(window.root, "Save selection as stamp", "Select hexes first.")
        return
    dialog = SaveStampDialog(window)
    path = dialog.run(dialog.title_field)
    if path:
        window.say(f"Saved the stamp {path}. The panel Stamps has it.")
