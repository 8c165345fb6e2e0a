"""What an order led to: sentences, dice, modifiers, the row of the table, facts asked, and what follows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ...desk.book_words import BookPart
from ...desk.log import Offer
from ...desk.procedures.procedure import DeskEvent
from ...desk.tables import Table, table
from ...engine.events import Event
from ..play.dice import draw_die
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px
from .fact_list import show_parts
from .order_words import because, with_titles

_EDGE = 40
_MOST_ROWS = 16
"""A table with more rows is shown around the row that counts."""


class ResultCard(ttk.Frame):
    """The result of an order. `choose` is called with what follows from it, `again` shows the form anew."""

    def __init__(self, parent: tk.Misc, choose: Callable[[Offer], None], again: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(px(12), px(8)))
        self._choose = choose
        self.columnconfigure(0, weight=1)
        self.rowconfigure(2, weight=1)
        self.title = WrappedLabel(self, "", "Title.TLabel")
        self.title.grid(row=0, column=0, sticky="ew")
        self.about = WrappedLabel(self, "", "Quiet.TLabel")
        self.about.grid(row=1, column=0, sticky="ew")
        self._scrolled = ScrollableFrame(self)
        self._scrolled.grid(row=2, column=0, sticky="nsew", pady=px(6))
        self.foot = ttk.Frame(self, style="Panel.TFrame")
        self.foot.grid(row=3, column=0, sticky="ew")
        self.again_button = ttk.Button(self.foot, text="Once more", style="Large.TButton", command=again)
        self.follow_buttons: list[ttk.Button] = []
        self.lit: list[str] = []
        """The cells of the rows that are lit, for each table shown."""

    def show(self, title: str, about: str, events: Sequence[Event], follows: Sequence[Offer],
             again: bool, nothing: str, parts: Sequence[BookPart] = ()) -> None:
        """Show the events of one order, with buttons for what follows from it; without events, `nothing`.
        `parts` are parts of books that are of use now."""
        self.title.configure(text=title)
        self.about.configure(text=about)
        inside = self._scrolled.inside
        for child in inside.winfo_children():
            child.destroy()
        self.follow_buttons, self.lit = [], []
        for event in events:
            self._event(inside, event)
        if not events and nothing:
            WrappedLabel(inside, nothing, "Quiet.TLabel").pack(fill="x")
        if follows:
            ttk.Label(inside, text="Follows now", style="Section.TLabel").pack(anchor="w", pady=(px(8), 0))
        for offer in follows:
            button = ttk.Button(inside, text=f"{offer.procedure.title}{' (must)' if offer.must else ''}",
                                style="Large.Accent.TButton",
                                command=lambda o=offer: self._choose(o))  # type: ignore[misc]
            button.pack(anchor="w", pady=(px(4), 0))
            if offer.why:
                WrappedLabel(inside, because(offer.why, offer.rule), "Quiet.TLabel").pack(fill="x")
            self.follow_buttons.append(button)
        show_parts(inside, parts)
        if again:
            self.again_button.pack(side="left")
        else:
            self.again_button.pack_forget()
        self._scrolled.tag_children()
        self._scrolled.show_top()

    def enter(self) -> None:
        """Give the keyboard to the first thing that follows; without one Return does nothing here."""
        # What is not on the screen yet does not take it.
        self.update_idletasks()
        (self.follow_buttons[0] if self.follow_buttons else self).focus_set()

    def _event(self, parent: tk.Misc, event: Event) -> None:
        card = ttk.Frame(parent, style="Panel.TFrame", padding=(0, px(2), 0, px(8)))
        card.pack(fill="x")
        rule = f"  ({event.rule})" if event.rule and event.rule not in event.text else ""
        sentence = WrappedLabel(card, f"{with_titles(event.text)}{rule}", "Result.TLabel")
        sentence.pack(fill="x", pady=(0, px(4)))
        if not isinstance(event, DeskEvent):
            return
        if event.secret:
            WrappedLabel(card, "Secret: only this side and the referee see it.", "Own.TLabel").pack(fill="x")
        if event.dice:
            self._dice(card, event)
        if event.table:
            self._table(card, table(event.table), event.row)
        for heading, lines in (("Given", event.asked), ("Read as", event.readings)):
            for line in lines:
                WrappedLabel(card, f"{heading}: {line}", "Quiet.TLabel").pack(fill="x")

    def _dice(self, parent: tk.Misc, event: DeskEvent) -> None:
        """The dice, each modifier, and the final roll."""
        row = ttk.Frame(parent, style="Panel.TFrame")
        row.pack(fill="x", pady=px(2))
        edge, gap, pairs = px(_EDGE), px(6), len(event.dice) % 2 == 0
        canvas = tk.Canvas(row, width=(edge + gap) * len(event.dice) + gap, height=edge + gap,
                           background=theme.PANEL, highlightthickness=0)
        canvas.pack(side="left", anchor="n")
        for at, face in enumerate(event.dice):
            draw_die(canvas, gap / 2 + at * (edge + gap), gap / 2, edge, face, coloured=pairs and at % 2 == 0)
        words = ttk.Frame(row, style="Panel.TFrame")
        words.pack(side="left", fill="x", expand=True, padx=px(10))
        for one in event.modifiers:
            if one.amount:
                WrappedLabel(words, f"{one.amount:+d}  {one.why} ({one.rule})").pack(fill="x")
        if event.final is not None:
            WrappedLabel(words, f"Final {event.final}", "Result.TLabel").pack(fill="x")

    def _table(self, parent: tk.Misc, shown: Table, lit: int) -> None:
        """A table with a row lit."""
        head = f"{shown.title} ({shown.rule})" + (f", {shown.dice}" if shown.dice else "")
        WrappedLabel(parent, head, "Section.TLabel").pack(fill="x", pady=(px(4), 0))
        frame = tk.Frame(parent, background=theme.BORDER)
        frame.pack(anchor="w", pady=px(2))
        for column, one in enumerate(shown.columns):
            self._cell(frame, 0, column, one.title, theme.PANEL, theme.QUIET)
        first = max(0, min(lit - _MOST_ROWS // 2, len(shown.rows) - _MOST_ROWS))
        for number, cells in list(enumerate(shown.rows))[first:first + _MOST_ROWS]:
            ground = theme.ACCENT_SOFT if number == lit else theme.FIELD
            for column, cell in enumerate(cells):
                text = str(cell).replace("|", ", ")
                self._cell(frame, number - first + 1, column, text, ground, theme.TEXT)
            if number == lit:
                self.lit.append(" ".join(map(str, cells)))
        if len(shown.rows) > _MOST_ROWS:
            WrappedLabel(parent, f"{_MOST_ROWS} of {len(shown.rows)} rows.", "Quiet.TLabel").pack(fill="x")
        for note in shown.notes:
            WrappedLabel(parent, note, "Quiet.TLabel").pack(fill="x")

    def _cell(self, frame: tk.Frame, row: int, column: int, text: str, ground: str, ink: str) -> None:
        tk.Label(frame, text=text, background=ground, foreground=ink, padx=px(8), pady=px(3), anchor="w",
                 justify="left", wraplength=px(220)).grid(row=row, column=column, sticky="nsew", padx=(0, 1),
                                                          pady=(0, 1))
