"""The turn track: what comes when, and counters to drag from turn to turn."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from ...model.edit.turn_track import TrackBox, put_in_box, turn_track
from ...model.wording import count
from ..map.hex_words import arrival_text
from ..session import Session
from ..widgets.counter_pictures import CounterPictures
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px

_COUNTER = 34
_ACROSS = 4
"""Counters side by side in a box."""
_DRAG_PX = 5


class TurnTrackPanel(ttk.Frame):
    """Boxes for the turns and events of the scenario with the counters that arrive then. A click selects a
    counter, Ctrl+click several; dragging one moves all that are selected, in one step. With the keyboard,
    Left and Right go from counter to counter, Alt+Left and Alt+Right move the selected ones, and Del takes
    them off the schedule."""

    def __init__(self, parent: tk.Misc, session: Session, complain: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=px(6))
        self._session, self._complain = session, complain
        self._pictures = CounterPictures(self, theme.WINDOW)
        self._stale = True
        self.boxes: tuple[TrackBox, ...] = ()
        self.places: dict[str, tuple[int, int, int, int]] = {}
        """The rectangle of each box on the canvas, by its id."""
        self.counters: dict[str, tuple[int, int]] = {}
        """The left upper corner of each counter on the canvas."""
        self._held: tuple[str, int, int] | None = None
        self.canvas = tk.Canvas(self, background=theme.WINDOW, highlightthickness=1, takefocus=True,
                                width=px(660), height=px(300))
        bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=bar.set)
        self.canvas.grid(row=0, column=0, sticky="nsew")
        bar.grid(row=0, column=1, sticky="ns")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.said = WrappedLabel(self, "Drag a counter to another turn or event; Ctrl+click selects several.",
                                 "Quiet.TLabel")
        self.said.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(px(4), 0))
        self._hear()
        session.changed.connect(self._later)
        session.selected.connect(self._mark)

    def _hear(self) -> None:
        bind = self.canvas.bind
        bind("<Configure>", lambda _e: self.show())
        bind("<<ThemeChanged>>", lambda _e: self.show())
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._drag)
        bind("<ButtonRelease-1>", self._release)
        bind("<Escape>", lambda _e: self._give_up())
        bind("<Left>", lambda _e: self._step(-1))
        bind("<Right>", lambda _e: self._step(1))
        bind("<Alt-Left>", lambda _e: self._shift(-1))
        bind("<Alt-Right>", lambda _e: self._shift(1))
        bind("<Delete>", lambda _e: self._unschedule())
        bind("<Button-4>", lambda _e: self.canvas.yview_scroll(-2, "units"))
        bind("<Button-5>", lambda _e: self.canvas.yview_scroll(2, "units"))
        bind("<MouseWheel>", lambda e: self.canvas.yview_scroll(-2 if e.delta > 0 else 2, "units"))
        self.bind("<Map>", lambda _e: self.show() if self._stale else None)

    def take_keyboard(self) -> None:
        """Give the keyboard to the track."""
        self.canvas.focus_set()

    def _later(self) -> None:
        self._stale = True
        if self.winfo_exists() and self.winfo_ismapped():
            self.show()

    # -- showing ------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the track of the current scenario."""
        self._stale = False
        design = self._session.design
        self.boxes = turn_track(design)
        self.canvas.delete("all")
        self.canvas.configure(background=theme.WINDOW)
        self.places, self.counters = {}, {}
        edge, gap = px(_COUNTER + 4), px(6)
        width = _ACROSS * edge + 2 * gap
        room = max(self.canvas.winfo_width(), width + 2 * gap)
        x, y, tallest = gap, gap, 0
        for box in self.boxes:
            if x + width > room:
                x, y, tallest = gap, y + tallest + gap, 0
            height = self._draw_box(box, x, y, width, edge, gap)
            tallest = max(tallest, height)
            x += width + gap
        if not self.boxes:
            self.canvas.create_text(gap, gap, anchor="nw", fill=theme.QUIET, width=room - 2 * gap, text=(
                "This is only a map: begin a scenario with Scenario > New scenario on this map…."))
        self.canvas.configure(scrollregion=(0, 0, room, y + tallest + gap))
        self._mark()

    def _draw_box(self, box: TrackBox, x: int, y: int, width: int, edge: int, gap: int) -> int:
        scenario, rules = self._session.scenario, self._session.design.ruleset
        assert scenario is not None
        canvas, line = self.canvas, nametofont("TkDefaultFont", self.canvas).metrics("linespace")
        canvas.create_text(x + gap, y + gap, anchor="nw", text=box.title, font="VeSection", fill=theme.TEXT)
        below = y + gap + line + gap // 2
        for text in box.told:
            item = canvas.create_text(x + gap, below, anchor="nw", text=text, fill=theme.QUIET,
                                      width=width - 2 * gap)
            below = canvas.bbox(item)[3] + 2
        for i, key in enumerate(box.units):
            left, top = x + gap + i % _ACROSS * edge, below + i // _ACROSS * edge
            canvas.create_image(left, top, anchor="nw", tags=("counter", f"u{key}"),
                                image=self._pictures.picture(scenario.unit_by_key[key], rules, _COUNTER))
            self.counters[key] = left, top
        below += max(1, -(-len(box.units) // _ACROSS)) * edge
        height = below + gap - y
        frame = canvas.create_rectangle(x, y, x + width, y + height, outline=theme.BORDER, fill="")
        canvas.tag_lower(frame)
        self.places[box.id] = x, y, x + width, y + height
        return height

    def _mark(self) -> None:
        """Frame the selected counters, and say when the first arrives."""
        if not self.winfo_exists() or not self.counters:
            return
        self.canvas.delete("mark")
        size = px(_COUNTER)
        for key in self._selected():
            x, y = self.counters[key]
            self.canvas.create_rectangle(x - 1, y - 1, x + size, y + size, outline=theme.ACCENT, width=2,
                                         tags=("mark",))
        scenario, keys = self._session.scenario, self._selected()
        if scenario is not None and keys:
            first = scenario.unit_by_key[keys[0]]
            when = arrival_text(scenario, first) or "no place yet"
            more = f", and {len(keys) - 1} more" if len(keys) > 1 else ""
            self.said.configure(text=f"{first.name}: {when}{more}")

    def _selected(self) -> list[str]:
        return [key for key in self._session.units if key in self.counters]

    # -- the mouse ----------------------------------------------------------------------

    def _at(self, event: Any) -> tuple[int, int]:
        return round(self.canvas.canvasx(event.x)), round(self.canvas.canvasy(event.y))

    def counter_at(self, x: int, y: int) -> str:
        """The key of the unit whose counter is at a place of the canvas, "" if there is none."""
        size = px(_COUNTER)
        return next((key for key, (left, top) in self.counters.items()
                     if left <= x < left + size and top <= y < top + size), "")

    def box_at(self, x: int, y: int) -> TrackBox | None:
        """The box at a place of the canvas."""
        for box in self.boxes:
            left, top, right, bottom = self.places[box.id]
            if left <= x < right and top <= y < bottom:
                return box
        return None

    def _press(self, event: Any) -> None:
        self.canvas.focus_set()
        x, y = self._at(event)
        key = self.counter_at(x, y)
        self._held = None
        if not key:
            return
        now = self._selected()
        if event.state & 0x4:
            now = [k for k in now if k != key] if key in now else [*now, key]
        elif key not in now:
            now = [key]
        self._session.select(None, tuple(now))
        self._held = key, x, y

    def _drag(self, event: Any) -> None:
        if self._held is None:
            return
        x, y = self._at(event)
        key, start_x, start_y = self._held
        if abs(x - start_x) + abs(y - start_y) < _DRAG_PX:
            return
        self.canvas.delete("carried")
        left, top = self.counters[key]
        box = self.box_at(x, y)
        if box is not None:
            self.canvas.create_rectangle(*self.places[box.id], outline=theme.ACCENT, width=3,
                                         tags=("carried",))
        size = px(_COUNTER)
        self.canvas.create_rectangle(left + x - start_x, top + y - start_y, left + x - start_x + size,
                                     top + y - start_y + size, outline=theme.TEXT, width=2, tags=("carried",))
        self.canvas.configure(cursor="fleur")

    def _give_up(self) -> None:
        self._held = None
        self.canvas.delete("carried")
        self.canvas.configure(cursor="")

    def _release(self, event: Any) -> None:
        held = self._held
        self._give_up()
        if held is None:
            return
        x, y = self._at(event)
        if abs(x - held[1]) + abs(y - held[2]) < _DRAG_PX:
            return
        box = self.box_at(x, y)
        if box is None:
            self._complain("Drop the counter on a turn or an event.")
            return
        self._move(box)

    # -- moving -------------------------------------------------------------------------

    def _step(self, by: int) -> str:
        keys, now = list(self.counters), self._selected()
        if keys:
            at = keys.index(now[-1]) + by if now else 0
            self._session.select(None, (keys[at % len(keys)],))
        return "break"

    def _shift(self, by: int) -> str:
        now = self._selected()
        if not now:
            self._complain("Select a counter on the track first.")
            return "break"
        at = next(i for i, box in enumerate(self.boxes) if now[0] in box.units) + by
        if not 0 <= at < len(self.boxes):
            self._complain(f"This is the {'first' if by < 0 else 'last'} box of the track.")
        else:
            self._move(self.boxes[at])
        return "break"

    def _unschedule(self) -> str:
        """Take the selected units off the schedule."""
        if self._selected():
            self._move(self.boxes[0])
        else:
            self._complain("Select a counter on the track first.")
        return "break"

    def _move(self, box: TrackBox) -> None:
        keys = self._selected()
        moving = [key for key in keys if key not in box.units]
        scenario = self._session.scenario
        if scenario is None or not keys:
            return
        if not moving:
            self._session.say(f"{count(len(keys), 'unit')} already there: {box.title}.")
            return
        name = scenario.unit_by_key[moving[0]].name if len(moving) == 1 else f"{len(moving)} units"
        complaint = self._session.change(f"{name} to {box.title}", lambda d: put_in_box(d, moving, box))
        if complaint:
            self._complain(complaint)
        else:
            self._session.say(f"{name} moved to {box.title}.")
