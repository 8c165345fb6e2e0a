"""The slider below the map: shows the game after any of its orders, and continues from there."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any

from ..widgets.small_screen import is_narrow
from ..widgets.tooltips import Tooltip
from ..window import theme
from .decision_panel import pressed_by_return
from .session import PlaySession

_PAD = 9
_BUTTONS = (("first", "|◀", "To the beginning"), ("back", "◀", "One order back  (Alt+Left)"),
            ("replay", "▶ Replay", "Replay the orders"), ("forward", "▶", "One order forward  (Alt+Right)"),
            ("last", "▶|", "To the latest order"))


class Slider(tk.Canvas):
    """A slider with a mark at every turn; arrows, Page Up and Down, Home and End move it."""

    def __init__(self, parent: tk.Misc, moved: Callable[[int], None]) -> None:
        super().__init__(parent, height=theme.px(29), background=theme.PANEL, highlightthickness=1,
                         highlightbackground=theme.PANEL, highlightcolor=theme.ACCENT, takefocus=True,
                         cursor="hand2")
        self._moved = moved
        self._at, self._length = 0, 0
        self._turns: list[tuple[int, int]] = []
        self.bind("<Configure>", lambda _e: self._draw())
        for event in ("<ButtonPress-1>", "<B1-Motion>"):
            self.bind(event, self._drag)
        for key, by in (("Left", -1), ("Right", 1), ("Prior", -20), ("Next", 20), ("Home", -10**6),
                        ("End", 10**6)):
            self.bind(f"<{key}>", lambda _e, n=by: self._step(n))  # type: ignore[misc]

    def show(self, at: int, length: int, turns: list[tuple[int, int]]) -> None:
        """Show a moment; `turns` are (number of the first order, turn)."""
        self._at, self._length, self._turns = at, length, turns
        self._draw()

    def x_of(self, at: int) -> float:
        """The x of a moment, in pixels from the left."""
        return theme.px(_PAD) + (self.winfo_width() - 2 * theme.px(_PAD)) * at / max(1, self._length)

    def _draw(self) -> None:
        self.delete("all")
        y, right, thick, tick = theme.px(9), self.winfo_width() - theme.px(_PAD), theme.px(5), theme.px(5)
        left = theme.px(_PAD)
        self.create_line(left, y, right, y, fill=theme.BORDER, width=thick, capstyle="round")
        self.create_line(left, y, self.x_of(self._at), y, fill=theme.ACCENT, width=thick, capstyle="round")
        for first, turn in self._turns:
            x = self.x_of(first)
            self.create_line(x, y - tick, x, y + tick, fill=theme.QUIET)
            self.create_text(x, y + theme.px(12), text=str(turn), font="VeSmall", fill=theme.QUIET)
        x = self.x_of(self._at)
        r = theme.px(7)
        self.create_oval(x - r, y - r, x + r, y + r, fill="#fffffe", outline=theme.ACCENT, width=3)

    def _drag(self, event: Any) -> None:
        self.focus_set()
        share = (event.x - theme.px(_PAD)) / max(1, self.winfo_width() - 2 * theme.px(_PAD))
        self._go(round(share * self._length))

    def _step(self, by: int) -> str:
        self._go(self._at + by)
        return "break"

    def _go(self, at: int) -> None:
        at = min(max(at, 0), self._length)
        if at != self._at:
            self._moved(at)


class TimelineBar(ttk.Frame):
    """The slider and its buttons; `do` maps the names of the buttons, `play_on` and `copy` to functions."""

    def __init__(self, parent: tk.Misc, session: PlaySession, do: Mapping[str, Callable[[], None]],
                 look_at: Callable[[int], None]) -> None:
        super().__init__(parent, style="Bar.TFrame", padding=(theme.px(8), theme.px(4)))
        self._session = session
        self.buttons: dict[str, ttk.Button] = {}
        for name, text, tip in _BUTTONS:
            self._button(name, text, do[name], tip).pack(side="left", padx=1)
        narrow = is_narrow(self)
        self.copy = self._button("copy", "Copy…" if narrow else "Copy position into a scenario…", do["copy"],
                                 "Make a new design that starts with this position")
        self.copy.pack(side="right", padx=(theme.px(4), 0))
        self._button("play_on", "Play on" if narrow else "Play on from here", do["play_on"],
                     "Continue from this moment; the orders after it are dropped").pack(side="right")
        self._position_label = ttk.Label(self, style="Quiet.TLabel", width=0 if narrow else 27, anchor="e")
        self._position_label.pack(side="right", padx=theme.px(8))
        self.slider = Slider(self, look_at)
        self.slider.pack(side="left", fill="x", expand=True, padx=theme.px(6))
        self.show(False)

    def _button(self, name: str, text: str, command: Callable[[], None], tip: str) -> ttk.Button:
        made = pressed_by_return(ttk.Button(self, text=text, style="Small.TButton", command=command))
        Tooltip(made, tip)
        self.buttons[name] = made
        return made

    def show(self, replaying: bool) -> None:
        """Follow the game."""
        session = self._session
        timeline = session.timeline
        turns: dict[int, int] = {}
        for i, entry in enumerate(timeline.entries):
            turns.setdefault(entry.turn, i)
        self.slider.show(timeline.at, timeline.length, [(i, t) for t, i in turns.items() if t])
        when = f"turn {session.position.turn}" if session.position.turn else "set-up"
        self._position_label.configure(text=f"Order {timeline.at} of {timeline.length}, {when}")
        self.buttons["replay"].configure(text="❚❚ Stop" if replaying else "▶ Replay")
        for name, on in (("first", timeline.at), ("back", timeline.at), ("forward", timeline.ahead),
                         ("last", timeline.ahead), ("replay", timeline.length),
                         ("play_on", session.looking_back and not session.over)):
            self.buttons[name].state(["!disabled" if on else "disabled"])
