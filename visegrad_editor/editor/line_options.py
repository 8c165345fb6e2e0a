"""The options of the pens: the name of a river or road, the width of a river, from corner to corner."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import cast

from .actions import BY_ID
from .flow import Flow
from .icons import Icons
from .session import Session
from .theme import px
from .tooltips import Tooltip

_AUTO = "as it is"
_WIDTHS = (_AUTO, "1", "2", "3", "4", "5")


class LineOptions(ttk.Frame):
    """The name of what is drawn next; for hexsides also its width class and whether corners are clicked."""

    def __init__(self, parent: tk.Misc, session: Session, icons: Icons, hexsides: bool) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._hexsides = session, hexsides
        self._field = "line_name" if hexsides else "road_name"
        self._typed = False
        self._by_corners = tk.BooleanVar(self)
        row = ttk.Frame(self, style="Panel.TFrame")
        row.pack(fill="x")
        ttk.Label(row, text="Name", style="Panel.TLabel").pack(side="left")
        self.name = ttk.Entry(row, width=8)
        self.name.pack(side="left", padx=(px(6), 0), fill="x", expand=True)
        self.name.bind("<KeyRelease>", lambda _e: self._named())
        Tooltip(self.name, "The name of what is drawn; a stroke that joins a line of that name extends it")
        if hexsides:
            line = Flow(self, gap=px(2))
            line.pack(fill="x", pady=(px(4), 0))
            line.add(ttk.Label(line, text="Width", style="Panel.TLabel"))
            self.width = ttk.Combobox(line, values=_WIDTHS, state="readonly", width=6)
            line.add(self.width, px(6))
            self.width.bind("<<ComboboxSelected>>", lambda _e: session.choose(width=self.width.current()))
            Tooltip(self.width, "The width class, 1 to 5; as it is: that of the line it joins")
            picture = cast(tk.PhotoImage, icons.get("corners", 16)) or ""
            corners = ttk.Checkbutton(
                line, image=picture, variable=self._by_corners, style="Tool.Toolbutton", takefocus=False,
                command=lambda: session.choose(by_corners=self._by_corners.get()))
            line.add(ttk.Frame(line, style="Panel.TFrame", width=1), stretch=True)
            line.add(corners)
            Tooltip(corners, "From corner to corner: click corners, the line takes the shortest way along "
                             f"hexsides  ({BY_ID['by_corners'].key_text})")
        self.follow()

    def _named(self) -> None:
        # Not `choose`: what follows it would put into the field what stands there anyway.
        if (name := self.name.get().strip()) != getattr(self._session.brush, self._field):
            self._typed = True
            self._session.end_line()
            self._typed = False
            setattr(self._session.brush, self._field, name)

    def follow(self) -> None:
        """Show the choices as they are now."""
        brush = self._session.brush
        # The line before, which the typing ends, still has the old name.
        if not self._typed and self.name.get().strip() != (name := getattr(brush, self._field)):
            self.name.delete(0, "end")
            self.name.insert(0, name)
        if self._hexsides:
            self.width.current(brush.width)
            self._by_corners.set(brush.by_corners)
