"""The strip above a game: turn, half, side to move, and the phases with the present one lit."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ...desk.books.books import Books
from ...desk.card import Card
from ...desk.procedures.procedure import END, PHASES, SET_UP
from ...desk.words import name_words
from ..widgets.flow import Flow
from ..window.theme import px


def turn_words(card: Card, books: Books) -> str:
    """Turn, half and side: `Turn 2 of 7, first half: British side`."""
    if books.phase == SET_UP:
        return "Set-up"
    if books.phase == END:
        return "End of the game"
    total = f"{card.turns.full}½" if card.turns.half else str(card.turns.full)
    return f"Turn {books.turn} of {total}, {books.half} half: {name_words(books.mover)} side"


class TurnStrip(Flow):
    """The phases, from the set-up to the end."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, gap=px(2))
        names = {SET_UP: "Set-up", **{id: name.removesuffix(" Phase") for id, name in PHASES.items()}}
        self._labels = {id: ttk.Label(self, text=name, style="Phase.TLabel") for id, name in names.items()}
        for label in self._labels.values():
            self.add(label, px(2))

    @property
    def lit(self) -> str:
        """The phase that is lit, "" for none."""
        lit = (id for id, label in self._labels.items() if str(label.cget("style")) == "Lit.TLabel")
        return next(lit, "")

    def light(self, phase: str) -> None:
        """Light a phase."""
        for id, label in self._labels.items():
            label.configure(style="Lit.TLabel" if id == phase else "Phase.TLabel")
