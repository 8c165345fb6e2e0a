"""The banner above the map during a play-test: whose turn it is, what to do, and the main buttons."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from ...drawing.colours import darker
from ..widgets.small_screen import is_low
from ..widgets.tooltips import Tooltip
from ..window.theme import px
from .autoplay import SPEEDS
from .decision_panel import pressed_by_return
from .prompts import banner_text, headline, pass_label
from .session import PlaySession

_BACK = "#6b4f8a"
_OVER = "#3d4652"
_WHITE, _REFUSED = "#fffffe", "#ffe3a3"
"""Text colours on the banner. They are not theme colours, so they survive a change of theme."""
_LEAST_TEXT = 330
"""The least width of the text in pixels; with less, the buttons move to a row below it."""
_LINES, _LOW_LINES, _MOST_LINES = 2, 1, 3
"""The lines that the text has at least, those that it has on a low screen, and at most."""


def wrapped_lines(text: str, width: int, measure: Callable[[str], int]) -> int:
    """How many lines a text takes when wrapped to a width in pixels.

    >>> wrapped_lines("one two three", 7, len), wrapped_lines("", 7, len)
    (2, 0)
    """
    lines, line = 0, ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and measure(longer) > width:
            lines, line = lines + 1, word
        else:
            line = longer
    return lines + bool(line)


class Banner(tk.Frame):
    """The banner; `do` maps `lend`, `take_back`, `step`, `pause`, `decline`, `save` and `leave` to
    functions."""

    def __init__(self, parent: tk.Misc, session: PlaySession, do: Mapping[str, Callable[[], None]],
                 speed: Callable[[str], None]) -> None:
        super().__init__(parent, padx=px(10), pady=px(2 if is_low(parent) else 5))
        self._session = session
        self._head = tk.Label(self, font="VeTitle", foreground=_WHITE, anchor="w")
        self._lines = _LOW_LINES if is_low(parent) else _LINES
        self.text = tk.Label(self, foreground=_WHITE, anchor="nw", justify="left", height=self._lines,
                             width=10)
        # The heading has the whole width: some games have long names of phases.
        self._head.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.text.grid(row=1, column=0, sticky="ew")
        self.columnconfigure(0, weight=1)
        self._row = tk.Frame(self)
        self._below: bool | None = None
        self.speed = ttk.Combobox(self._row, values=list(SPEEDS), state="readonly", width=11)
        self.speed.bind("<<ComboboxSelected>>", lambda _e: speed(self.speed.get()))
        self.buttons: dict[str, ttk.Button] = {}
        for name, text in (("decline", "Pass"), ("lend", "Let planner finish phase"),
                           ("take_back", "Take back"), ("step", "Step"), ("pause", "Pause"),
                           ("save", "Save game…"), ("leave", "Leave play-test")):
            self.buttons[name] = pressed_by_return(ttk.Button(self._row, text=text, command=do[name]))
        Tooltip(self.buttons["lend"],
                "The automatic planner decides until this phase ends; then you decide again  (Ctrl+F12)")
        self._pace_shown: bool | None = None
        self.bind("<Configure>", lambda e: self._arrange(e.width))
        self.text.bind("<Configure>", self._wrap)

    # -- layout -------------------------------------------------------------------------

    def _show_buttons(self, pace: bool) -> None:
        """Put the buttons in a row; those for automatic players only if there are any."""
        if pace == self._pace_shown:
            return
        self._pace_shown = pace
        for child in self._row.pack_slaves():
            child.pack_forget()
        for name in ("decline", "lend", "take_back"):
            self.buttons[name].pack(side="left", padx=px(2))
        if pace:
            for name in ("step", "pause"):
                self.buttons[name].pack(side="left", padx=px(2))
            self.speed.pack(side="left", padx=px(2))
        self.buttons["leave"].pack(side="right", padx=px(2))
        self.buttons["save"].pack(side="right", padx=(px(10), px(2)))
        self._row.update_idletasks()
        self._arrange(self.winfo_width())

    def _arrange(self, width: int) -> None:
        """Put the buttons beside the text, or below it if it would get too narrow."""
        below = width - self._row.winfo_reqwidth() - px(40) < px(_LEAST_TEXT)
        if width > 1 and below != self._below:
            self._below = below
            self._row.grid_forget()
            if below:
                self._row.grid(row=2, column=0, sticky="ew", pady=(px(2), 0))
            else:
                self._row.grid(row=1, column=1, sticky="e", padx=(px(10), 0))

    def _wrap(self, event: Any) -> None:
        self._fit(event.width)

    def _fit(self, width: int) -> None:
        """Wrap the text; a long one gets a third line, so that it is not cut off."""
        if width < 2:
            return
        font = tkfont.nametofont(self.text.cget("font"), self)
        needed = wrapped_lines(self.text.cget("text"), width - 8, font.measure)
        self.text.configure(wraplength=width - 4, height=min(max(self._lines, needed), _MOST_LINES))

    # -- showing ------------------------------------------------------------------------

    def show(self, running: bool) -> None:
        """Show the state of the game; `running` says whether automatic players continue by themselves."""
        session = self._session
        side = session.design.ruleset.side_by_id.get(session.timeline.game.side)
        colour = _BACK if session.looking_back else _OVER if session.over or side is None else darker(
            side.colour, 0.12)
        for widget in (self, self._head, self.text, self._row):
            widget.configure(background=colour)
        mode = "Looking back" if session.looking_back else "Play-test"
        self._head.configure(text=f"{mode}  ·  {headline(session)}")
        # A refusal replaces the instruction until the next choice.
        self.text.configure(text=session.complaint or banner_text(session),
                            foreground=_REFUSED if session.complaint else _WHITE)
        self._fit(self.text.winfo_width())
        automatic = not all(session.seats.human(s) for s in session.seats.names)
        label = pass_label(session)
        self._set("decline", label or "Pass", bool(label))
        self._set("lend", "Let planner finish phase", session.my_turn)
        self._set("take_back", "Take back", session.can_take_back)
        self._set("step", "Step", session.automatic)
        self._set("pause", "Pause" if running else "Play on",
                  automatic and not session.over and not session.looking_back)
        self._show_buttons(automatic or session.looking_back)

    def show_file(self, known: bool) -> None:
        """Show whether saving writes to a `known` file or asks for a name first."""
        self.buttons["save"].configure(text="Save game" if known else "Save game…")
        self._row.update_idletasks()
        self._arrange(self.winfo_width())

    def _set(self, name: str, text: str, on: bool) -> None:
        self.buttons[name].configure(text=text)
        self.buttons[name].state(["!disabled" if on else "disabled"])
