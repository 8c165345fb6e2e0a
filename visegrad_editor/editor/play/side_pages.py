"""The pages beside the map in a play-test, and which of them is in front; the dice below them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..theme import px
from .boxes_panel import BoxesPanel
from .decision_panel import DecisionPanel
from .dice_view import DiceView
from .eventlog import last_roll
from .log_panel import LogPanel
from .pages import first_page
from .session import PlaySession
from .state_panel import StatePanel

_OFF = "Off the map"


class SidePages(ttk.Frame):
    """`to_map` gives the map the keyboard, `jump` shows a hex, `look_at` a moment, `drag` carries a unit
    from the boxes over the map."""

    def __init__(self, parent: tk.Misc, session: PlaySession, wide: int, to_map: Callable[[], None],
                 jump: Callable[[str], None], look_at: Callable[[int], None],
                 drag: Callable[[str, int, int, bool], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", width=wide)
        self._session = session
        self._lent = False
        """The log took the place of the decision while there was none."""
        self._asked: tuple[object, ...] = ()
        """The decision whose page was brought up last."""
        self.book = ttk.Notebook(self, width=wide)
        self.dice = DiceView(self)
        self.dice.pack(side="bottom", fill="x", padx=px(6), pady=px(6))
        self.book.pack(fill="both", expand=True)
        self.decision = DecisionPanel(self.book, session, to_map)
        self.log = LogPanel(self.book, session, jump, look_at)
        self.boxes = BoxesPanel(self.book, session, drag)
        self.figures = StatePanel(self.book, session, jump)
        for page, title in ((self.decision, "Decision"), (self.log, "Log"), (self.boxes, _OFF),
                            (self.figures, "State")):
            self.book.add(page, text=title)

    def bring_up(self, page: ttk.Frame) -> None:
        """Put a page in front."""
        self.book.select(page)  # type: ignore[no-untyped-call]

    def follow(self) -> None:
        """The game is at another moment: show its last roll, and the page of the next choice."""
        session = self._session
        self.dice.show(*last_roll(session.timeline.done))
        waiting = self.boxes.waiting
        self.book.tab(self.boxes, text=f"{_OFF} ({waiting})" if waiting else _OFF)  # type: ignore[no-untyped-call]
        if session.my_turn:
            self._show_choice()
        elif (session.automatic or session.looking_back) and self.book.select() == str(self.decision):  # type: ignore[no-untyped-call]
            # Nothing is to be decided: what happens is in the log.
            self.bring_up(self.log)
            self._lent = True

    def _show_choice(self) -> None:
        """Who gives orders of one kind stays on the page where he gives them."""
        session = self._session
        asked = (session.timeline.game.turn, session.timeline.game.step, session.timeline.game.side,
                 session.position.battle)
        # From the log it goes back to where it was lent from, whatever is asked.
        page = {"decision": self.decision, "boxes": self.boxes}.get(
            first_page(session), self.decision if self._lent else None)
        idle = self.book.select() == str(self.boxes) and not self.boxes.waiting  # type: ignore[no-untyped-call]
        if page is None and idle:
            page = self.decision  # nothing waits off the map any more
        if page is not None and (self._lent or asked != self._asked):
            self.bring_up(page)
        self._lent, self._asked = False, asked

    def show_what_waits(self) -> None:
        """A phase cannot end: bring up what must be done first."""
        self.bring_up(self.boxes if self.boxes.waiting else self.decision)
