"""The options of the tools that select hexes and paste: box, lasso or wand, what is taken, turning."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from .flow import Flow
from .icons import Icons
from .part_choice import PartChoice
from .session import Session
from .theme import px
from .tooltips import Tooltip

PICKING = {"box": "Box", "lasso": "Lasso", "wand": "Wand"}
_ALIKE = {"terrain": "Same terrain", "country": "Same country"}
_TURNS = (
    ("rotate_left", "turn-left", "Turn by 60° to the left  (Shift+R)"),
    ("rotate_right", "turn-right", "Turn by 60°  (R)"),
    ("mirror_across", "mirror", "Mirror left to right  (M)"),
    ("mirror_down", "mirror-down", "Mirror upside down  (Shift+M)"),
)


class RegionOptions(ttk.Frame):
    """How hexes are selected, and what of them is cut and pasted."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._picking = tk.StringVar(self, session.brush.picking)
        self._alike = tk.StringVar(self, _ALIKE[session.brush.alike])
        row = Flow(self)
        row.pack(fill="x")
        for value, words in PICKING.items():
            row.add(ttk.Radiobutton(
                row, text=words, value=value, variable=self._picking, style="Tool.Toolbutton",
                command=lambda v=value: session.choose(picking=v)), px(2))  # type: ignore[misc]
        self._alike_box = ttk.Combobox(self, textvariable=self._alike, values=list(_ALIKE.values()),
                                       state="readonly", width=13)
        self._alike_box.bind("<<ComboboxSelected>>", self._alike_chosen)
        self._taken = _taken(self, session)
        self.follow()

    def _alike_chosen(self, _event: Any) -> None:
        wanted = self._alike.get()
        self._session.choose(alike=next(id for id, words in _ALIKE.items() if words == wanted))

    def follow(self) -> None:
        """The choices may have been changed elsewhere, by a key for instance."""
        self._picking.set(self._session.brush.picking)
        if self._session.brush.picking == "wand":
            self._alike_box.pack(anchor="w", pady=(px(4), 0), before=self._taken)
        else:
            self._alike_box.pack_forget()


def paste_options(
    parent: tk.Misc, session: Session, perform: Callable[[str], None], icons: Icons
) -> ttk.Frame:
    """Buttons that turn the piece at the pointer, and what of it is put down."""
    frame = ttk.Frame(parent, style="Panel.TFrame")
    row = Flow(frame)
    row.pack(fill="x")
    for id, icon, tip in _TURNS:
        button = ttk.Button(row, text=tip, style="Tool.TButton", takefocus=False,
                            command=lambda i=id: perform(i))  # type: ignore[misc]
        if (picture := icons.get(icon, 24)) is not None:
            button.configure(image=picture)
        row.add(button, px(3))
        Tooltip(button, tip)
    _taken(frame, session)
    return frame


def _taken(parent: tk.Misc, session: Session) -> ttk.Frame:
    """What of the hexes is cut and pasted."""
    row = Flow(parent, gap=px(2))
    row.pack(fill="x", pady=(px(4), 0))
    row.add(ttk.Label(row, text="Takes", style="Panel.TLabel"))
    choice = PartChoice(row, session.brush.parts, lambda: session.choose(parts=choice.chosen))
    row.add(choice, px(6))
    Tooltip(choice, "What of the selected hexes is cut, cleared and pasted")
    return row
