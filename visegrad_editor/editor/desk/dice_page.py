"""Real dice, asked for one after the other."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ..play.dice import draw_die
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px

_EDGE, _SMALL = 64, 34
_COLOURED = ", coloured die"


def dice_text(rolls: Sequence[tuple[int, str]]) -> str:
    """Rolls with what each was for, as an order has them: the two dice of a pair with a hyphen, others with
    commas.

    >>> dice_text([(6, "Movement DR, coloured die"), (4, "Movement DR, white die"), (3, "drift")])
    '6-4,3'
    """
    text = ""
    for at, (face, _) in enumerate(rolls):
        mark = "" if not at else "-" if rolls[at - 1][1].endswith(_COLOURED) else ","
        text += f"{mark}{face}"
    return text


class DicePage(ttk.Frame):
    """Says what the next die is for, and takes its face by a click or a digit. `rolled` is called with the
    face, `back` takes the last one back, `cancel` gives the order up."""

    def __init__(self, parent: tk.Misc, rolled: Callable[[int], None], back: Callable[[], None],
                 cancel: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(px(12), px(8)))
        self._rolled = rolled
        self.columnconfigure(0, weight=1)
        self.title = WrappedLabel(self, "", "Title.TLabel")
        self.title.grid(row=0, column=0, sticky="ew")
        self.purpose = WrappedLabel(self, "", "Panel.TLabel")
        self.purpose.grid(row=1, column=0, sticky="ew", pady=(px(14), px(6)))
        row = ttk.Frame(self, style="Panel.TFrame")
        row.grid(row=2, column=0, sticky="w")
        self.faces = [self._face(row, face) for face in range(1, 7)]
        WrappedLabel(self, "Roll the die and click its face, or press 1 to 6.", "Quiet.TLabel").grid(
            row=3, column=0, sticky="ew", pady=(px(4), px(14)))
        self._so_far = ttk.Label(self, text="Rolled so far", style="Section.TLabel")
        self._so_far.grid(row=4, column=0, sticky="w")
        self._thrown = tk.Canvas(self, height=px(_SMALL + 8), background=theme.PANEL, highlightthickness=0)
        self._thrown.grid(row=5, column=0, sticky="ew")
        foot = ttk.Frame(self, style="Panel.TFrame")
        foot.grid(row=6, column=0, sticky="ew", pady=(px(14), 0))
        self.back_button = ttk.Button(foot, text="Take back the last die", style="Large.TButton",
                                      command=back)
        self.back_button.pack(side="left")
        self.cancel_button = ttk.Button(foot, text="Cancel  (Esc)", style="Large.TButton", command=cancel)
        self.cancel_button.pack(side="right")
        self._coloured = False

    def _face(self, parent: tk.Misc, face: int) -> tk.Canvas:
        die = tk.Canvas(parent, width=px(_EDGE + 12), height=px(_EDGE + 12), background=theme.PANEL,
                        highlightthickness=2, highlightbackground=theme.PANEL, highlightcolor=theme.ACCENT,
                        takefocus=True, cursor="hand2")
        for event in ("<ButtonRelease-1>", "<Return>", "<space>"):
            die.bind(event, lambda _e: self._take(face))
        die.pack(side="left", padx=px(2))
        return die

    def _take(self, face: int) -> str:
        self._rolled(face)
        return "break"

    def show(self, title: str, purpose: str, rolls: Sequence[tuple[int, str]]) -> None:
        """Ask for a die; `rolls` are those before, each with what it was for."""
        self.title.configure(text=title)
        self._coloured = purpose.endswith(_COLOURED)
        self.purpose.configure(text=f"Next die: {purpose}")
        for face, die in enumerate(self.faces, 1):
            die.delete("all")
            draw_die(die, px(6), px(6), px(_EDGE), face, coloured=self._coloured)
        self._thrown.delete("all")
        for at, (face, why) in enumerate(rolls):
            draw_die(self._thrown, px(4) + at * px(_SMALL + 8), px(3), px(_SMALL), face,
                     coloured=why.endswith(_COLOURED))
        self._so_far.configure(text="Rolled so far" if rolls else "")
        self.back_button.state(["!disabled" if rolls else "disabled"])
        self.update_idletasks()
        self.faces[0].focus_set()
