"""How a game of a card begins: its seed, and whether rolls are typed."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px

_MOST_SEED = 999_999


class GameStart(ttk.Frame):
    """Asks how a game begins. `begin` is called with the seed and whether real dice are typed, `open` to open
    a game file."""

    def __init__(self, parent: tk.Misc, begin: Callable[[int, bool], None], open: Callable[[], None],
                 real_dice: bool) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(px(16), px(14)))
        self._begin = begin
        WrappedLabel(self, "A game of this card", "Title.TLabel").pack(fill="x")
        self.about = WrappedLabel(self, "", "Panel.TLabel")
        self.about.pack(fill="x", pady=(px(4), px(12)))
        row = ttk.Frame(self, style="Panel.TFrame")
        row.pack(fill="x")
        ttk.Label(row, text="Seed of the dice", style="Panel.TLabel").pack(side="left")
        self.seed = ttk.Entry(row, width=10)
        self.seed.pack(side="left", padx=px(8))
        ttk.Label(row, text="The same seed and orders give the same game.", style="Quiet.TLabel").pack(
            side="left")
        self._real = tk.BooleanVar(self, real_dice)
        self.real = ttk.Checkbutton(self, text="Real dice: the program asks for each die",
                                    variable=self._real)
        self.real.pack(anchor="w", pady=px(10))
        self.wrong = WrappedLabel(self, "", "Error.TLabel")
        self.wrong.pack(fill="x")
        foot = ttk.Frame(self, style="Panel.TFrame")
        foot.pack(fill="x", pady=px(8))
        self.begin_button = ttk.Button(foot, text="Begin  (Return)", style="Large.Accent.TButton",
                                       command=self.begin)
        self.begin_button.pack(side="left")
        self.open_button = ttk.Button(foot, text="Open a game…", style="Large.TButton", command=open)
        self.open_button.pack(side="left", padx=px(8))
        self.cancel_button = ttk.Button(foot, text="Cancel", style="Large.TButton")
        self.new_seed()

    def new_seed(self) -> None:
        """Propose another seed."""
        self.seed.delete(0, "end")
        self.seed.insert(0, str(random.randint(1, _MOST_SEED)))
        self.refuse("")

    def refuse(self, why: str) -> None:
        """Say why no game begins."""
        self.wrong.configure(text=why)

    def begin(self) -> None:
        """Begin with what the fields say."""
        text = self.seed.get().strip()
        if not text.isdecimal() or len(text) > 18:
            self.refuse("The seed is a whole number.")
            self.seed.focus_set()
            return
        self._begin(int(text), self._real.get())
