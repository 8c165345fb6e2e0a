"""The strip above the map that says a play-test is on: whose turn, what to do, and the main buttons."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any

from ...drawing.colours import darker
from .buttons import pressed_by_return
from .pacing import SPEEDS
from .session import PlaySession

_BACK = "#6b4f8a"
_OVER = "#3d4652"


class Banner(tk.Frame):
    """`do` maps `take_back`, `step`, `pause`, `decline`, `save` and `leave` to what they do."""

    def __init__(self, parent: tk.Misc, session: PlaySession, do: Mapping[str, Callable[[], None]],
                 speed: Callable[[str], None]) -> None:
        super().__init__(parent, padx=10, pady=5)
        self._session = session
        self._head = tk.Label(self, font="VeTitle", foreground="#ffffff", anchor="w")
        self._text = tk.Label(self, foreground="#ffffff", anchor="nw", justify="left",
                              height=2)
        self._head.grid(row=0, column=0, sticky="w")
        self._text.grid(row=1, column=0, sticky="ew")
        self.columnconfigure(0, weight=1)
        self._row = tk.Frame(self)
        self._row.grid(row=0, column=1, rowspan=2, sticky="e", padx=(10, 0))
        self.speed = ttk.Combobox(self._row, values=list(SPEEDS), state="readonly", width=11)
        self.speed.bind("<<ComboboxSelected>>", lambda _e: speed(self.speed.get()))
        self.buttons: dict[str, ttk.Button] = {}
        for name, text in (("decline", "Pass"), ("take_back", "Take back"), ("step", "Step"),
                           ("pause", "Pause")):
            self.buttons[name] = pressed_by_return(ttk.Button(self._row, text=text, command=do[name]))
        for name, text in (("save", "Save game…"), ("leave", "Leave play-test")):
            self.buttons[name] = pressed_by_return(ttk.Button(self._row, text=text, command=do[name]))
        for name in ("decline", "take_back", "step", "pause"):
            self.buttons[name].pack(side="left", padx=2)
        self.speed.pack(side="left", padx=(2, 10))
        for name in ("save", "leave"):
            self.buttons[name].pack(side="left", padx=2)
        self.bind("<Configure>", self._wrap)

    def _wrap(self, event: Any) -> None:
        self._text.configure(wraplength=max(200, event.width - self._row.winfo_reqwidth() - 40))

    def show(self, running: bool) -> None:
        """Show the moment; `running` says whether automatic players go on by themselves."""
        session = self._session
        side = session.design.ruleset.side_by_id.get(session.timeline.game.side)
        colour = _BACK if session.looking_back else _OVER if session.over or side is None else darker(
            side.colour, 0.12)
        for widget in (self, self._head, self._text, self._row):
            widget.configure(background=colour)
        mode = "Looking back" if session.looking_back else "Play-test"
        self._head.configure(text=f"{mode}  ·  {session.headline()}")
        self._text.configure(text=session.told())
        automatic = not all(session.seats.human(s) for s in session.seats.names)
        label = session.pass_label()
        self._set("decline", label or "Pass", bool(label))
        self._set("take_back", "Take back", session.can_take_back)
        self._set("step", "Step", session.automatic)
        self._set("pause", "Pause" if running else "Play on",
                  automatic and not session.over and not session.looking_back)
        self.speed.state(["!disabled" if automatic or session.timeline.length else "disabled"])

    def _set(self, name: str, text: str, on: bool) -> None:
        self.buttons[name].configure(text=text)
        self.buttons[name].state(["!disabled" if on else "disabled"])
