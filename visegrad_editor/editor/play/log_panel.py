"""The log of a game by turn and phase; each line leads to its hex and its moment. Below it is the whole text
of the selected line where the list has no room for it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from tkinter import ttk
from tkinter.font import nametofont

from ...engine import Event, Game
from ...lazy_dataclass import dataclass
from ...model.provenance import shown_rule
from ...model.start import phase_name
from ..widgets.small_screen import is_low
from ..widgets.tooltips import Tooltip
from ..widgets.variables import when_written
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from .session import PlaySession
from .timeline import TimelineEntry
from .words import silent_order_text

_LEFT_OUT = "left out"
"""The row about orders of the game file that could not be replayed."""
_INDENT_PX, _AROUND_PX = 12, 13
"""The indentation of each level of the list and the room around a text, in pixels at 100 %."""


class LogPanel(ttk.Frame):
    """The log; `jump` is called with the hex number of a line, `look_at` with its moment (a number of
    orders)."""

    def __init__(self, parent: tk.Misc, session: PlaySession, jump: Callable[[str], None],
                 look_at: Callable[[int], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._jump, self._look_at = session, jump, look_at
        self._entries: list[TimelineEntry] = []
        self._lines: dict[str, LogLine] = {}
        self._of_entry: list[list[str]] = []
        self._at = 0
        self._words = tk.StringVar(self)
        head = ttk.Frame(self, style="Panel.TFrame")
        head.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(4)))
        ttk.Label(head, text="Filter", style="Quiet.TLabel").pack(side="left", padx=(0, theme.px(6)))
        self.search = ttk.Entry(head, textvariable=self._words)
        low = is_low(self)
        foot = ttk.Frame(head if low else self, style="Panel.TFrame")
        if low:
            foot.pack(side="right", padx=(theme.px(4), 0))
        else:
            foot.grid(row=4, column=0, columnspan=2, sticky="ew", pady=(theme.px(6), 0))
        self.whole = WrappedLabel(self)
        self.search.pack(side="left", fill="x", expand=True)
        self.tree = ttk.Treeview(self, show="tree", selectmode="browse", style="Flat.Treeview")
        self.tree.column("#0", width=theme.px(700), minwidth=theme.px(300), stretch=True)
        down = ttk.Scrollbar(self, orient="vertical", command=self.tree.yview)
        across = ttk.Scrollbar(self, orient="horizontal", command=self.tree.xview)
        self.tree.configure(yscrollcommand=down.set, xscrollcommand=across.set)
        self.tree.grid(row=1, column=0, sticky="nsew")
        down.grid(row=1, column=1, sticky="ns")
        if not low:  # otherwise the tooltip has to do
            across.grid(row=2, column=0, sticky="ew")
            self.whole.grid(row=3, column=0, columnspan=2, sticky="ew", pady=(theme.px(4), 0))
            self.whole.grid_remove()
            self.tree.bind("<<TreeviewSelect>>", lambda _e: self._tell())
            # The list takes its new size after this event.
            self.tree.bind("<Configure>", lambda _e: self.tree.after_idle(self._resized), add=True)
        ttk.Button(foot, text="Go to hex", style="Small.TButton", command=self._go).pack(side="left")
        moment = ttk.Button(foot, text="Show it" if low else "Show this moment", style="Small.TButton",
                            command=self._moment)
        moment.pack(side="left", padx=(theme.px(4), 0))
        Tooltip(moment, "Show the game as it was at the selected line  (Shift+Return)")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.tree.tag_configure("ahead", foreground=theme.FAINT)
        self.tree.tag_configure("turn", font="VeSection")
        self.tree.tag_configure("phase", foreground=theme.QUIET)
        self.tree.bind("<Double-1>", self._double)
        self.tree.bind("<Return>", lambda _e: self._go())
        self.tree.bind("<Shift-Return>", lambda _e: self._moment())
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: self._note.follow(e, self._whole(self.tree.identify_row(e.y))))
        self.search.bind("<Escape>", lambda _e: self._words.set(""))
        when_written(self._words, self, self._all)
        session.changed.connect(self.show)
        self._all()

    def _all(self) -> None:
        """Rebuild the whole list."""
        self.tree.delete(*self.tree.get_children())
        self._entries, self._lines, self._of_entry, self._at = [], {}, [], 0
        if self._session.left_out:
            # The banner says it, too, but only until the game is shown at another moment.
            self.tree.insert("", "end", _LEFT_OUT, text=self._session.left_out, tags=("phase",))
        for event in self._session.timeline.opening:
            self._add(event_line(event, 0))
        self.show()

    def show(self) -> None:
        """Follow the game: add new lines, drop obsolete ones, grey those ahead."""
        if not self.winfo_exists():
            return
        entries = [self._session.seen(entry) for entry in self._session.timeline.entries]
        same = 0
        for mine, theirs in zip(self._entries, entries, strict=False):
            if mine is not theirs and mine != theirs:
                break
            same += 1
        for rows in self._of_entry[same:]:
            for row in rows:
                self._drop(row)
        del self._entries[same:], self._of_entry[same:]
        game = self._session.timeline.game
        for entry in entries[same:]:
            number = len(self._entries) + 1
            rows = [r for line in entry_lines(game, entry, number) if (r := self._add(line))]
            self._entries.append(entry)
            self._of_entry.append(rows)
        self._grey(same)
        at = self._session.timeline.at
        here = next((rows[-1] for rows in reversed(self._of_entry[:at]) if rows), "")
        if here:
            self._open_to(here)
            self.tree.see(here)
            self.tree.selection_set(here)

    def _grey(self, same: int) -> None:
        at = self._session.timeline.at
        first, last = min(self._at, at, same), len(self._of_entry)
        for i in range(first, last):
            for row in self._of_entry[i]:
                self.tree.item(row, tags=("ahead",) if i >= at else ())
        self._at = at

    def _add(self, line: LogLine) -> str:
        if not fits(line, self._words.get()):
            return ""
        turn = f"turn:{line.turn}"
        if not self.tree.exists(turn):
            self.tree.insert("", "end", turn, text=f"Turn {line.turn}" if line.turn else "Set-up",
                             tags=("turn",), open=bool(self._words.get()))
        phase = f"{turn}:{line.phase}"
        if not self.tree.exists(phase):
            self.tree.insert(turn, "end", phase, text=phase_name(self._session.design.ruleset, line.phase),
                             tags=("phase",), open=bool(self._words.get()))
        row = self.tree.insert(phase, "end", text=line.text)
        self._lines[row] = line
        return row

    def _drop(self, row: str) -> None:
        parent = self.tree.parent(row)
        self.tree.delete(row)
        self._lines.pop(row, None)
        while parent and not self.tree.get_children(parent):
            above = self.tree.parent(parent)
            self.tree.delete(parent)
            parent = above

    def _open_to(self, row: str) -> None:
        """Open the branches of a row and close other turns."""
        turn = self.tree.parent(self.tree.parent(row))
        for other in self.tree.get_children():
            if not self._words.get():
                self.tree.item(other, open=other == turn)
        self.tree.item(self.tree.parent(row), open=True)

    def _tell(self) -> None:
        """Show the whole text of the selected line below the list if it does not fit there."""
        row = next(iter(self.tree.selection()), "")
        text = self._whole(row)
        depth, above = 1, self.tree.parent(row) if row else ""
        while above:
            depth, above = depth + 1, self.tree.parent(above)
        shown = text.removesuffix(f" [{self._lines[row].rule}]") if row in self._lines else text
        room = self.tree.winfo_width() - theme.px(_INDENT_PX * depth + _AROUND_PX)
        if text and nametofont("TkDefaultFont", self).measure(shown) > room:
            self.whole.configure(text=text)
            self.whole.grid()
        else:
            self.whole.grid_remove()

    def _resized(self) -> None:
        """Keep the selected line in sight, and to be read whole, in a list of another size."""
        if not self.winfo_exists():
            return
        self._tell()
        if (row := next(iter(self.tree.selection()), "")) and self.tree.exists(row):
            self.tree.see(row)

    def _whole(self, row: str) -> str:
        """The whole text of a row, which may be cut off in the list, and its rule."""
        if row == _LEFT_OUT:
            return self._session.left_out
        line = self._lines.get(row)
        return "" if line is None else line.text + (f" [{line.rule}]" if line.rule else "")

    def _line(self) -> LogLine | None:
        return self._lines.get(next(iter(self.tree.selection()), ""))

    def _double(self, event: object) -> str | None:
        return self._go() if self._line() else None

    def _go(self) -> str:
        line = self._line()
        if line is not None and line.hex:
            self._jump(line.hex)
        return "break"

    def _moment(self) -> str:
        line = self._line()
        if line is not None:
            self._look_at(line.order)
        return "break"


# The lines of the log, order by order, each with the hex it leads to.

@dataclass(frozen=True)
class LogLine:
    """A line of the log. `order` is the number of orders done after it happened."""

    order: int
    turn: int
    phase: str
    side: str
    text: str
    rule: str = ""
    hex: str = ""
    dice: tuple[int, ...] = ()


def event_line(event: Event, order: int) -> LogLine:
    """The line of an event. A move leads to its last hex, any other event to the first hex it names."""
    return LogLine(order, event.turn, event.phase, event.side, event.text, shown_rule(event.rule), event.hex,
                   event.dice)


def entry_lines(game: Game, entry: TimelineEntry, number: int) -> Iterator[LogLine]:
    """The lines of the order with this number (from 1): its events, or else the order itself."""
    for event in entry.events:
        yield event_line(event, number)
    if not entry.events:
        text = silent_order_text(game, entry.order, entry.side, entry.step)
        yield LogLine(number, entry.turn, entry.phase, entry.side, text,
                   hex=entry.order.hexes[-1] if entry.order.hexes else "")


def fits(line: LogLine, words: str) -> bool:
    """Whether a line contains all the words, in its text, hex or rule.

    >>> fits(LogLine(1, 1, "p", "s", "6th Armored moves", "9.0", "1107"), "armored 1107")
    True
    """
    text = f"{line.text} {line.rule} {line.hex}".casefold()
    return all(w in text for w in words.casefold().split())


def last_roll(entries: Sequence[TimelineEntry]) -> tuple[tuple[int, ...], str]:
    """The faces of the last roll of some orders, and the sentence of its event."""
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if event.dice:
                return event.dice, event.text
    return (), ""
