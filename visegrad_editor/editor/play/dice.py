"""Dice drawn with their pips: the last roll, and buttons to enter a roll."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ..widgets.small_screen import is_low
from ..window import theme
from ..window.theme import px

_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
_MOST = 6
_MOST_FACES = 12
"""The sides of a die whose faces are all shown."""
_FRAME_PX = 18
"""Padding and border of the strip, left and right together."""
_LEAST_TEXT = 150
_EDGE, _LOW_EDGE = 32, 20
"""The edge of a die in pixels at 100 %, and that on a low screen."""


def draw_die(canvas: tk.Canvas, x: float, y: float, edge: float, face: int, tag: str = "die",
             coloured: bool = False) -> None:
    """Draw a die with its upper left corner at (x, y), white or coloured; face 0 has no pips."""
    ground, ink = ("#b23a34", "#ffffff") if coloured else ("#fffefa", "#1c242f")
    r = edge * 0.2
    corners = [(x + r, y), (x + edge - r, y), (x + edge, y), (x + edge, y + r), (x + edge, y + edge - r),
               (x + edge, y + edge), (x + edge - r, y + edge), (x + r, y + edge), (x, y + edge),
               (x, y + edge - r), (x, y + r), (x, y)]
    canvas.create_polygon([v for c in corners for v in c], smooth=True, fill=ground, outline="#4a5563",
                          width=1.5, tags=(tag,))
    dot = edge * 0.095
    if face and face not in _PIPS:
        canvas.create_text(x + edge / 2, y + edge / 2, text=str(face), fill=ink,
                           font=("TkDefaultFont", -round(edge * 0.5), "bold"), tags=(tag,))
    for name in _PIPS.get(face, ""):
        place = "abcdefghi".index(name)
        cx, cy = x + edge * (0.25 + 0.25 * (place % 3)), y + edge * (0.25 + 0.25 * (place // 3))
        canvas.create_oval(cx - dot, cy - dot, cx + dot, cy + dot, fill=ink, outline="", tags=(tag,))


class DiceView(ttk.Frame):
    """The last roll: its faces and the sentence of its event."""

    def __init__(self, parent: tk.Misc) -> None:
        self._edge = _LOW_EDGE if is_low(parent) else _EDGE
        super().__init__(parent, style="Card.TFrame", padding=theme.px(2 if is_low(parent) else 6))
        self._canvas = tk.Canvas(self, width=theme.px(self._edge + 8), height=theme.px(self._edge + 4),
                                 background=theme.FIELD, highlightthickness=0)
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
        edge, gap = px(self._edge), px(6)
        self._canvas.configure(width=max(1, len(shown)) * (edge + gap) + 2, height=edge + 4)
        self._canvas.delete("all")
        for i, face in enumerate(shown):
            draw_die(self._canvas, 3 + (edge + gap) * i, 2, edge, face)
        if not shown:
            self._canvas.create_rectangle(4, 3, edge + 2, edge + 1, outline=theme.BORDER, dash=(3, 3))
        self._arrange(self.winfo_width())
        self.text.configure(text=text or "No die has been rolled yet.",
                            foreground=theme.TEXT if text else theme.QUIET)


def how_to_enter(sides: int) -> str:
    """How a roll of a die with so many sides is entered.

    >>> how_to_enter(6), how_to_enter(10)
    ('Click a face, or press 1 to 6.', 'Click a face, or press 1 to 9, or 0 for 10.')
    """
    if sides > _MOST_FACES:
        return f"Enter a number from 1 to {sides}, and press Return."
    keys = f"1 to {min(sides, 9)}"
    return f"Click a face, or press {keys}{', or 0 for 10' if sides > 9 else ''}."


class DiceButtons(ttk.Frame):
    """The faces of a die to click, or keys, to enter a real die roll; a field for a die of many sides.
    `first` takes the keyboard."""

    def __init__(self, parent: tk.Misc, rolled: Callable[[int], None], sides: int = 6) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._rolled, self._sides = rolled, sides
        self.buttons: list[tk.Canvas] = []
        if sides > _MOST_FACES:
            self.field = ttk.Spinbox(self, from_=1, to=sides, width=5)
            self.field.bind("<Return>", self._enter)
            self.field.pack(side="left")
            ttk.Button(self, text="Enter", style="Small.TButton", command=self._enter).pack(
                side="left", padx=px(8))
            self.first: tk.Misc = self.field
            return
        keys = {n % 10: n for n in range(1, min(sides, 10) + 1)}
        for face in range(1, sides + 1):
            die = tk.Canvas(self, width=px(44), height=px(44), background=theme.PANEL, highlightthickness=2,
                            highlightbackground=theme.PANEL, highlightcolor=theme.ACCENT, takefocus=True,
                            cursor="hand2")
            draw_die(die, px(5), px(5), px(34), face)
            die.grid(row=(face - 1) // 6, column=(face - 1) % 6, padx=1)
            for event in ("<ButtonRelease-1>", "<Return>", "<space>"):
                die.bind(event, lambda _e, f=face: self._roll(f))
            for key, f in keys.items():
                die.bind(f"<Key-{key}>", lambda _e, f=f: self._roll(f))  # type: ignore[misc]
            self.buttons.append(die)
        self.first = self.buttons[0]

    def _roll(self, face: int) -> str:
        self._rolled(face)
        return "break"

    def _enter(self, _event: object = None) -> str:
        text = self.field.get().strip()
        if text.isdecimal() and 1 <= int(text) <= self._sides:
            return self._roll(int(text))
        self.field.delete(0, "end")
        return "break"
