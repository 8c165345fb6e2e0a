"""The turn track: what comes, leaves, may move and happens when, and all of it to drag from turn to turn."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from ...model.edit.replacement_chart import line_name
from ...model.edit.turn_track import Entry, TrackBox, entry_text, put_in_box, turn_track
from ...model.timetable_words import event_name, movement_words
from ...model.wording import count
from ..map.hex_words import arrival_text
from ..platforms import bind_wheel, held_keys
from ..session import Session
from ..widgets.counter_pictures import CounterPictures
from ..widgets.keyboard import CONTROL
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px

_COUNTER = 34
_ACROSS = 4
"""Counters side by side in a box, at least: boxes share the width that there is."""
_DRAG_PX = 5
_WRITTEN = ("happens", "receives", "gains", "withdrawn")
"""What stands on the track in words: it is no counter, and is selected alone."""
_BADGES = {"leaves": "↗", "moves": "▶"}
"""The signs of counters that leave, and of those that may move from then on."""


class TurnTrackPanel(ttk.Frame):
    """Boxes for the turns, events and pools of the scenario with the counters that arrive then; counters with
    an arrow leave, those with a triangle may move from then on; replacements, assets that sides gain, and
    events with a date stand there in words. A click selects one, Ctrl+click several counters; dragging one
    moves all that are selected, in one step.
    With the keyboard, Left and Right go from one to the next, Alt+Left and Alt+Right move what is selected,
    and Del takes it off."""

    def __init__(self, parent: tk.Misc, session: Session, complain: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=px(6))
        self._session, self._complain = session, complain
        self._pictures = CounterPictures(self, theme.WINDOW)
        self._stale = True
        self.boxes: tuple[TrackBox, ...] = ()
        self.places: dict[str, tuple[int, int, int, int]] = {}
        """The rectangle of each box on the canvas, by its id."""
        self.counters: dict[str, tuple[int, int]] = {}
        """The left upper corner of all that is shown, by `Entry.id`: of an arrival the key of the unit."""
        self.entries: dict[str, Entry] = {}
        """What is on the track, by its id."""
        self._sizes: dict[str, tuple[int, int]] = {}
        """Width and height of each of them."""
        self._at_id = ""
        """What was selected last, by its id."""
        self._held: tuple[str, int, int] | None = None
        self.canvas = tk.Canvas(self, background=theme.WINDOW, highlightthickness=1, takefocus=True,
                                highlightbackground=theme.BORDER, highlightcolor=theme.ACCENT,
                                width=px(860), height=px(420))
        bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=bar.set)
        self.canvas.grid(row=0, column=0, sticky="nsew")
        bar.grid(row=0, column=1, sticky="ns")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.said = WrappedLabel(
            self, "Drag a counter, an event or replacements to another turn; Ctrl+click selects several "
            "counters.", "Quiet.TLabel")
        self.said.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(px(4), 0))
        self._hear()
        session.changed.connect(self._later)
        session.selected.connect(self._follow)

    def _hear(self) -> None:
        bind = self.canvas.bind
        bind("<Configure>", lambda _e: self.show())
        bind("<<ThemeChanged>>", lambda _e: self.show())
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._drag)
        bind("<ButtonRelease-1>", self._release)
        bind("<Escape>", lambda _e: "break" if self._give_up() else "")
        bind("<Left>", lambda _e: self._step(-1))
        bind("<Right>", lambda _e: self._step(1))
        bind("<Alt-Left>", lambda _e: self._shift(-1))
        bind("<Alt-Right>", lambda _e: self._shift(1))
        bind("<Delete>", lambda _e: self._unschedule())
        bind_wheel(self.canvas, lambda _e, notches: self.canvas.yview_scroll(-2 * notches, "units"))
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
        self.places, self.counters, self.entries, self._sizes = {}, {}, {}, {}
        edge, gap = px(_COUNTER + 4), px(6)
        least = _ACROSS * edge + 2 * gap
        room = max(self.canvas.winfo_width(), least + 2 * gap)
        y, across = gap, (room - gap) // (least + gap)
        width = (room - gap) // across - gap
        for first in range(0, len(self.boxes), across):
            lefts = [(box, gap + n * (width + gap)) for n, box in enumerate(self.boxes[first:first + across])]
            # All of a row are as tall as the tallest: what is dropped below a short one is meant for it.
            height = max([self._draw_box(box, x, y, width, edge, gap) for box, x in lefts])
            for box, x in lefts:
                self.places[box.id] = x, y, x + width, y + height
                frame = self.canvas.create_rectangle(
                    *self.places[box.id], outline=theme.BORDER, fill="")
                self.canvas.tag_lower(frame)
            y += height + gap
        if not self.boxes:
            self.canvas.create_text(gap, gap, anchor="nw", fill=theme.QUIET, width=room - 2 * gap, text=(
                "This is only a map: begin a scenario with Scenario > New scenario on this map…."))
        self.canvas.configure(scrollregion=(0, 0, room, y))
        self._mark()

    def _draw_box(self, box: TrackBox, x: int, y: int, width: int, edge: int, gap: int) -> int:
        """Draw what is in a box; how tall it needs to be."""
        scenario, rules = self._session.scenario, self._session.design.ruleset
        assert scenario is not None
        canvas, line = self.canvas, nametofont("TkDefaultFont", self.canvas).metrics("linespace")
        canvas.create_text(x + gap, y + gap, anchor="nw", text=box.title, font="VeSection", fill=theme.TEXT)
        below = y + gap + line + gap // 2
        for entry in box.entries:
            if entry.role not in _WRITTEN:
                continue
            sign, colour = ("◆ ", theme.ACCENT) if entry.role == "happens" else ("", theme.QUIET)
            text = f"{sign}{entry_text(self._session.design, entry)}"
            item = canvas.create_text(x + gap, below, anchor="nw", text=text, fill=colour,
                                      width=width - 2 * gap)
            left, top, right, bottom = canvas.bbox(item)
            self._note_entry(entry, left, top, right - left, bottom - top)
            below = bottom + 2
        counters = [entry for entry in box.entries if entry.role not in _WRITTEN]
        in_row = (width - 2 * gap) // edge
        for i, entry in enumerate(counters):
            left, top = x + gap + i % in_row * edge, below + i // in_row * edge
            picture = self._pictures.picture(scenario.unit_by_key[entry.name], rules, _COUNTER)
            canvas.create_image(left, top, anchor="nw", tags=("counter", f"u{entry.id}"), image=picture)
            self._note_entry(entry, left, top, px(_COUNTER), px(_COUNTER))
            if badge := _BADGES.get(entry.role):
                self._draw_badge(left, top, badge)
        below += max(1, -(-len(counters) // in_row)) * edge
        return below + gap - y

    def _note_entry(self, entry: Entry, left: int, top: int, width: int, height: int) -> None:
        self.counters[entry.id] = left, top
        self.entries[entry.id] = entry
        self._sizes[entry.id] = width, height

    def _draw_badge(self, left: int, top: int, badge: str) -> None:
        """Write the sign of a counter that leaves, or may move, over its corner."""
        size = px(_COUNTER)
        item = self.canvas.create_text(left + size - 2, top + size - 1, anchor="se", text=badge,
                                       font="VeSection", fill=theme.TEXT)
        back = self.canvas.create_rectangle(*self.canvas.bbox(item), fill=theme.WINDOW, outline=theme.BORDER)
        self.canvas.tag_lower(back, item)

    def _follow(self) -> None:
        """Mark what was selected elsewhere."""
        if self._session.units and self._at_id.startswith(_WRITTEN):
            self._at_id = ""
        self._mark()

    def _mark(self) -> None:
        """Frame what is selected, and say of the first when it comes, leaves, may move or happens."""
        if not self.winfo_exists() or not self.counters:
            return
        self.canvas.delete("mark")
        for id in self._selected():
            x, y = self.counters[id]
            width, height = self._sizes[id]
            self.canvas.create_rectangle(x - 1, y - 1, x + width, y + height, outline=theme.ACCENT, width=2,
                                         tags=("mark",))
        scenario, ids = self._session.scenario, self._selected()
        if scenario is None or not ids:
            return
        role, name = self.entries[ids[0]]
        more = f", and {len(ids) - 1} more" if len(ids) > 1 else ""
        if role in _WRITTEN:
            told = entry_text(self._session.design, self.entries[ids[0]])
        else:
            first = scenario.unit_by_key[name]
            design = self._session.design
            when = [arrival_text(design, first), movement_words(design, first)]
            told = f"{first.name}: {'; '.join(t for t in when if t) or 'no place yet'}"
        self.said.configure(text=f"{told}{more}")

    def _selected(self) -> list[str]:
        """The ids of what is selected: the event or the replacements that were clicked, or of the units of
        the session what plays the part that was clicked last."""
        at = self.entries.get(self._at_id)
        if at is not None and at.role in _WRITTEN:
            return [at.id]
        role = at.role if at is not None else "arrives"
        ids = [Entry(role, key).id for key in self._session.units]
        return [id for id in ids if id in self.counters] or [
            key for key in self._session.units if key in self.counters]

    def _select(self, ids: list[str], at: str) -> None:
        """Select some entries of one part, or an event alone."""
        self._at_id = at
        units = tuple(self.entries[id].name for id in ids if self.entries[id].role not in _WRITTEN)
        self._session.select(None, units)
        self._mark()

    # -- the mouse ----------------------------------------------------------------------

    def _at(self, event: Any) -> tuple[int, int]:
        return round(self.canvas.canvasx(event.x)), round(self.canvas.canvasy(event.y))

    def counter_at(self, x: int, y: int) -> str:
        """The id of what is at a place of the canvas, "" if there is nothing."""
        for id, (left, top) in self.counters.items():
            width, height = self._sizes[id]
            if left <= x < left + width and top <= y < top + height:
                return id
        return ""

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
        if held_keys(event.state) & CONTROL and self._is_like(key, now):
            now = [k for k in now if k != key] if key in now else [*now, key]
        elif key not in now:
            now = [key]
        self._select(now, key)
        self._held = key, x, y

    def _is_like(self, id: str, others: list[str]) -> bool:
        """Whether something may be selected together with others: counters of one part."""
        role = self.entries[id].role
        return role not in _WRITTEN and all(self.entries[other].role == role for other in others)

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
        width, height = self._sizes[key]
        left, top = left + x - start_x, top + y - start_y
        self.canvas.create_rectangle(left, top, left + width, top + height, outline=theme.TEXT, width=2,
                                     tags=("carried",))
        self.canvas.configure(cursor="fleur")

    def _give_up(self) -> bool:
        """Put down what is carried; False if nothing is."""
        held, self._held = self._held, None
        self.canvas.delete("carried")
        self.canvas.configure(cursor="")
        return held is not None

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
            self._complain("Drop it on a turn, an event or \"No place yet\".")
            return
        self._move(box)

    # -- moving -------------------------------------------------------------------------

    def _step(self, by: int) -> str:
        ids, now = list(self.counters), self._selected()
        if ids:
            at = ids.index(now[-1]) + by if now else 0
            id = ids[at % len(ids)]
            self._select([id], id)
            self._see(id)
        return "break"

    def _see(self, id: str) -> None:
        """Scroll to something on the track if it is out of sight."""
        top, height = self.counters[id][1], self._sizes[id][1]
        whole = float(str(self.canvas.cget("scrollregion")).split()[3])
        first, room = self.canvas.canvasy(0), self.canvas.winfo_height()
        if not first <= top <= top + height <= first + room:
            self.canvas.yview_moveto(max(0.0, top + height / 2 - room / 2) / whole)

    def _shift(self, by: int) -> str:
        now = self._selected()
        if not now:
            self._complain("Select a counter on the track first.")
            return "break"
        role = self.entries[now[0]].role
        # An event happens on a turn: boxes of events and pools are none for it, nor for replacements.
        boxes = [b for b in self.boxes if role not in _WRITTEN or b.turn or b.id == "waiting"]
        at = next(i for i, box in enumerate(boxes) if self.entries[now[0]] in box.entries) + by
        if not 0 <= at < len(boxes):
            self._complain(f"This is the {'first' if by < 0 else 'last'} box of the track.")
        else:
            self._move(boxes[at])
        return "break"

    def _unschedule(self) -> str:
        """Take what is selected off the schedule."""
        if self._selected():
            self._move(self.boxes[0])
        else:
            self._complain("Select a counter on the track first.")
        return "break"

    def _move(self, box: TrackBox) -> None:
        entries = [self.entries[id] for id in self._selected()]
        scenario = self._session.scenario
        if scenario is None or not entries:
            return
        moving = [entry for entry in entries if entry not in box.entries]
        role = entries[0].role
        if not moving:
            there = entry_text(self._session.design, entries[0]) if role in _WRITTEN else (
                count(len(entries), "unit"))
            self._session.say(f"{there}: already there, {box.title}.")
            return
        names = [entry.name for entry in moving]
        name = f"{len(names)} units" if len(names) > 1 else (
            event_name(self._session.design, names[0]) if role == "happens" else
            entry_text(self._session.design, moving[0]))
        what = {"leaves": "Withdrawal: ", "moves": "Release: ", "happens": "Event: "}.get(role, "")
        complaint = self._session.change(
            f"{what}{name} to {box.title}", lambda d: put_in_box(d, names, box, role))
        if complaint:
            self._complain(complaint)
        elif box.id == "waiting" and role != "arrives":
            self._session.say({
                "leaves": f"{name}: no withdrawal any more.", "moves": f"{name}: free to move at once.",
                "happens": f"{name} happens as the rules say.",
                "receives": f"{name}: not received in this scenario."}[role])
        else:
            self._session.say(f"{what}{name} moved to {box.title}.")
        if role == "receives" and not complaint and box.turn:
            # The replacements are called by their turn.
            self._at_id = Entry("receives", line_name(box.turn, names[0].partition("/")[2])).id
            self._mark()
        if now := self._selected():
            self._see(now[0])
