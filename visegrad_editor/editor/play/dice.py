"""Dice drawn with their pips: the last roll, and buttons to enter a roll."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ..window import theme
from ..window.theme import px

_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
_MOST = 6
_FRAME_PX = 18
"""Padding and border of the strip, left and right together."""
_LEAST_TEXT = 150


def draw_die(canvas: tk.Canvas, x: float, y: float, edge: float, face: int, tag: str = "die") -> None:
    """Draw a die with its upper left corner at (x, y)."""
    r = edge * 0.2
    corners = [(x + r, y), (x + edge - r, y), (x + edge, y), (x + edge, y + r), (x + edge, y + edge - r),
               (x + edge, y + edge), (x + edge - r, y + edge), (x + r, y + edge), (x, y + edge),
               (x, y + edge - r), (x, y + r), (x, y)]
    canvas.create_polygon([v for c in corners for v in c], smooth=True, fill="#fffefa", outline="#4a5563",
                          width=1.5, tags=(tag,))
    dot = edge * 0.095
    for name in _PIPS[face]:
        place = "abcdefghi".index(name)
        cx, cy = x + edge * (0.25 + 0.25 * (place % 3)), y + edge * (0.25 + 0.25 * (place // 3))
        canvas.create_oval(cx - dot, cy - dot, cx + dot, cy + dot, fill="#1c242f", outline="", tags=(tag,))


class DiceView(ttk.Frame):
    """The last roll: its faces and the sentence of its event."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.px(6))
        self._canvas = tk.Canvas(self, width=theme.px(40), height=theme.px(36), background=theme.FIELD,
                                 highlightthickness=0)
        self._canvas.grid(row=0, column=0, sticky="w", padx=(0, theme.px(8)))
        self.text = ttk.Label(self, text="No die has been rolled yet.", background=theme.FIELD,
                              foreground=theme.QUIET, wraplength=theme.px(250), justify="left")
        self.columnconfigure(1, weight=1)
        self.bind("<Configure>", lambda e: self._arrange(e.width))
        self.faces: tuple[int, ...] = ()
        self.show((), "")

    def _arrange(self, width: int) -> None:
        """Put the sentence beside the dice, or below them if there is little room."""
        room = width - px(_FRAME_PX) - self._canvas.winfo_reqwidth() - 8
        below = room < px(_LEAST_TEXT)
        self.text.grid(row=1 if below else 0, column=0 if below else 1, columnspan=2 if below else 1,
                       sticky="ew")
        self.text.configure(wraplength=max(120, width - px(_FRAME_PX) if below else room))

    def show(self, dice: Sequence[int], text: str) -> None:
        """Show a roll, or that there was none yet."""
        self.faces = tuple(dice)
        shown = self.faces[-_MOST:]
        edge, gap = px(32), px(6)
        self._canvas.configure(width=max(1, len(shown)) * (edge + gap) + 2, height=edge + 4)
        self._canvas.delete("all")
        for i, face in enumerate(shown):
            draw_die(self._canvas, 3 + (edge + gap) * i, 2, edge, face)
        if not shown:
            self._canvas.create_rectangle(4, 3, edge + 2, edge + 1, outline=theme.BORDER, dash=(3, 3))
        self._arrange(self.winfo_width())
        self.text.configure(text=text or "No die has been rolled yet.",
                            foreground=theme.TEXT if text else theme.QUIET)


class DiceButtons(ttk.Frame):
    """Six dice to click, or the keys 1 to 6, to enter a real die roll."""

    def __init__(self, parent: tk.Misc, rolled: Callable[[int], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._rolled = rolled
        self.buttons: list[tk.Canvas] = []
        for face in range(1, 7):
            die = tk.Canvas(self, width=px(44), height=px(44), background=theme.PANEL, highlightthickness=2,
                            highlightbackground=theme.PANEL, highlightcolor=theme.ACCENT, takefocus=True,
                            cursor="hand2")
            draw_die(die, px(5), px(5), px(34), face)
            die.grid(row=0, column=face - 1, padx=1)
            for event in ("<ButtonRelease-1>", "<Return>", "<space>"):
                die.bind(event, lambda _e, f=face: self._roll(f))
            for key in range(1, 7):
                die.bind(f"<Key-{key}>", lambda _e, f=key: self._roll(f))  # type: ignore[misc]
            self.buttons.append(die)

    def _roll(self, face: int) -> str:
        self._rolled(face)
        return "break"
