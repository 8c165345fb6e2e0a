"""The tray of a set-up: the counters that are still to be set up, below the map, in a strip for each side and
set-up group. They are dragged onto the map, or taken with Return and put down with the hex cursor."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from PIL import ImageTk

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.scenario import Unit
from ...model.wording import count
from ..platforms import bind_wheel, held_keys
from ..session import Session
from ..widgets.counter_pictures import CounterPictures
from ..widgets.keyboard import CONTROL, SHIFT, focused
from ..widgets.tooltips import Tooltip
from ..window import theme
from .tray_strips import TrayStrip, tray_strips

TRAY_SETTING = "set_up_tray"
"""The setting that remembers whether the tray is wanted."""
_EDGE = 42
"""The width of a counter in pixels at 100 %."""
_GAP = 5
_HEAD = 22
_MOST_PART = 0.3
"""The most of the height of the map's room that the tray takes."""
_ROWS = 2
"""How many rows of counters it shows without scrolling, where there is room."""
_NEAR = 8
"""How many pixels the pointer moves before a counter is dragged."""


@dataclass(frozen=True)
class _Cell:
    """A counter in the tray: its unit, its strip, and its box on the canvas."""

    unit: Unit
    strip: int
    x: int
    y: int

    @property
    def key(self) -> str:
        """The key of its unit."""
        return self.unit.key


class SetUpTray(ttk.Frame):
    """Shows what is still to be set up while there is something, unless it is switched off.

    `take(keys)` takes up counters to be put on the map; `drag(x_root, y_root, done)` follows them with the
    mouse; `carry(keys)` takes them up for the hex cursor and gives the map the keyboard. `strips` are shown;
    `changed` is called whenever others are.
    """

    def __init__(self, parent: tk.Misc, session: Session, take: Callable[[Sequence[str]], None],
                 drag: Callable[[int, int, bool], bool], carry: Callable[[Sequence[str]], None],
                 changed: Callable[[], None], focus_map: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._take, self._over_map, self._carry = session, take, drag, carry
        self._told, self._focus_map = changed, focus_map
        self.strips: tuple[TrayStrip, ...] = ()
        self.on = True
        """Whether it is wanted; it is shown only while it is not empty."""
        self.barred = False
        """Whether it stays away for the time being, for example during a play-test."""
        self.canvas = tk.Canvas(self, highlightthickness=theme.px(1), background=theme.FIELD,
                                highlightbackground=theme.BORDER, highlightcolor=theme.ACCENT,
                                borderwidth=0, takefocus=True, height=10)
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=self._scrolled)
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self._bar.grid(row=0, column=1, sticky="ns")
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self._pictures = CounterPictures(self.canvas, theme.FIELD)
        self._note = Tooltip(self.canvas, "", above=True)
        self._cells: list[_Cell] = []
        self._drawn: dict[str, ImageTk.PhotoImage] = {}
        """The pictures of the counters that are drawn: those in view at some time since the tray was drawn
        anew. Tk shows them only as long as somebody keeps them."""
        self._heads: list[int] = []
        """Where the headings are, in pixels from the top."""
        self._height = 1
        """Of everything in it, in pixels."""
        self.cursor = ""
        """The key of the counter that the arrow keys are at."""
        self._anchor = ""
        self._seen: Design | None = None
        self._drag: tuple[int, int, str] | None = None
        self._dragging = False
        self._returns = False
        """Whether the keyboard comes back when what was taken by key is put down."""
        self._hear()
        session.changed.connect(self._changed)
        session.opened.connect(self._changed)
        session.selected.connect(self._mark)
        theme.changed.connect(self._draw_soon, owner=self)

    def _hear(self) -> None:
        bind = self.canvas.bind
        bind("<Configure>", lambda _e: self._draw())
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._move)
        bind("<ButtonRelease-1>", self._release)
        bind("<Motion>", self._explain)
        bind_wheel(self.canvas, lambda _e, notches: self.canvas.yview_scroll(-notches, "units"))
        for arrow in ("Left", "Right", "Up", "Down", "Home", "End"):
            bind(f"<{arrow}>", self._arrow)
            bind(f"<Shift-{arrow}>", self._arrow)
        bind("<space>", lambda _e: self._toggle(self.cursor))
        bind("<Control-a>", lambda _e: self._choose_strip(self.cursor))
        for key in ("<Return>", "<KP_Enter>"):
            bind(key, lambda _e: self._take_by_key())
        bind("<Escape>", lambda _e: self._focus_map())
        for event in ("<FocusIn>", "<FocusOut>"):
            bind(event, lambda _e: self._mark(), add=True)

    # -- what is shown ------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[str, ...]:
        """The keys of all units in it, strip by strip."""
        return tuple(u.key for strip in self.strips for u in strip.units)

    @property
    def shown(self) -> bool:
        """Whether it is on the screen: it is wanted, and there is something in it."""
        return self.on and not self.barred and bool(self.strips)

    def _changed(self) -> None:
        design, seen = self._session.design, self._seen
        self._seen = design
        # The map only says in which hexes the units in the tray may stand.
        if seen is None or seen.scenario is not design.scenario or seen.ruleset is not design.ruleset or (
                seen.map is not design.map and self.strips):
            self.refresh()

    def refresh(self) -> None:
        """List again what is still to be set up, and show or hide the tray accordingly."""
        had = self._has_keyboard()
        before, self.strips = self.strips, tray_strips(self._session.design)
        if self.cursor not in self.waiting:
            self.cursor = self._after(before, self.cursor)
        if self.shown:
            self.grid(row=1, column=0, sticky="ew")
            self._draw()
        else:
            self.grid_remove()
        self._told()
        if had and not self.shown:
            self._focus_map()
        elif self._returns and before != self.strips:
            self._returns = False
            if self.shown and self.waiting:
                # After the map has put down what was taken: it takes the keyboard then.
                self.after_idle(self.take_keyboard)

    def switch(self, on: bool) -> None:
        """Show it while there is something in it, or hide it."""
        self.on = on
        self.refresh()

    def bar(self, barred: bool) -> None:
        """Keep it away for the time being, or let it come back."""
        if barred != self.barred:
            self.barred = barred
            self.refresh()

    def _after(self, before: Sequence[TrayStrip], key: str) -> str:
        """The counter that comes after one that is gone, or the first."""
        order = [u.key for strip in before for u in strip.units]
        now = set(self.waiting)
        later = order[order.index(key):] if key in order else []
        return next((k for k in later if k in now), next(iter(self.waiting), ""))

    def _draw_soon(self) -> None:
        self.after_idle(self._draw)

    def _draw(self) -> None:
        """Draw headings and counters, as many strips and counters beside each other as there is room for."""
        canvas = self.canvas
        if not self.winfo_exists() or not self.shown:
            return
        canvas.configure(background=theme.FIELD)
        canvas.delete("all")
        gap, head, cell = theme.px(_GAP), theme.px(_HEAD), theme.px(_EDGE) + theme.px(_GAP)
        # Before it is on the screen it is taken to be wide: then its height mostly is right from the first.
        wide = canvas.winfo_width() if canvas.winfo_ismapped() else canvas.winfo_screenwidth()
        width = max(wide, cell + gap)
        in_row = max(1, (width - gap) // cell)
        measure = nametofont("VeSection", canvas).measure
        self._cells, self._heads = [], []
        self._drawn.clear()
        left, top, low = gap, 0, 0
        for nth, strip in enumerate(self.strips):
            across = min(in_row, len(strip.units))
            room = max(across * cell, theme.px(16) + measure(strip.heading)) + 3 * gap
            if left > gap and left + room > width:
                left, top = gap, low
            self._heads.append(top)
            canvas.create_rectangle(left, top + theme.px(6), left + theme.px(10), top + theme.px(16),
                                    fill=strip.colour, outline="")
            canvas.create_text(left + theme.px(16), top + theme.px(11), anchor="w", text=strip.heading,
                               font="VeSection", fill=theme.TEXT, tags=(f"head-{nth}",))
            for i, unit in enumerate(strip.units):
                x, y = left + i % across * cell, top + head + i // across * cell
                self._cells.append(_Cell(unit, nth, x, y))
            low = max(low, top + head + -(-len(strip.units) // across) * cell)
            left += room
        self._height = low
        canvas.configure(scrollregion=(0, 0, width, low), yscrollincrement=max(1, cell // 2))
        self._fit()
        self._draw_in_view()
        self._mark()

    def _scrolled(self, first: float, last: float) -> None:
        self._bar.set(first, last)
        self._draw_in_view()

    def _draw_in_view(self) -> None:
        """Draw the counters in view that are not drawn yet: a thousand of them take seconds."""
        if not self.shown:
            return
        edge, top = theme.px(_EDGE), self.canvas.canvasy(0)
        low = top + int(self.canvas.cget("height"))
        rules, new = self._session.design.ruleset, False
        for cell in self._cells:
            if cell.key not in self._drawn and cell.y < low and cell.y + edge > top:
                self._drawn[cell.key] = picture = self._pictures.picture(cell.unit, rules, _EDGE)
                self.canvas.create_image(cell.x, cell.y, anchor="nw", image=picture)
                new = True
        if new:
            self.canvas.tag_raise("mark")

    def _fit(self) -> None:
        """Take the height that all of it needs, but not too much of the map's."""
        room = self.master.winfo_height()
        usual = theme.px(_HEAD + _ROWS * (_EDGE + _GAP) + 4)
        most = max(theme.px(_HEAD + _EDGE + _GAP + 4), min(usual, round(room * _MOST_PART)))
        height = min(self._height + 2, most)
        if int(self.canvas.cget("height")) != height:
            self.canvas.configure(height=height)
        if self._height > height:
            self._bar.grid()
        else:
            self._bar.grid_remove()

    def _mark(self) -> None:
        """Mark the selected counters, and the one that the arrow keys are at."""
        canvas = self.canvas
        canvas.delete("mark")
        chosen, edge, far = set(self._session.units), theme.px(_EDGE), theme.px(2)
        for cell in self._cells if self.shown else ():
            box = cell.x - far, cell.y - far, cell.x + edge + far - 1, cell.y + edge + far - 1
            if cell.key in chosen:
                canvas.create_rectangle(box, outline=theme.ACCENT, width=theme.px(3), tags="mark")
            if cell.key == self.cursor and self._has_keyboard():
                canvas.create_rectangle(box, outline=theme.TEXT, width=max(1, theme.px(1)),
                                        dash=(3, 2), tags="mark")

    def _has_keyboard(self) -> bool:
        return bool(self.shown and focused(self.canvas) is self.canvas)

    def take_keyboard(self) -> None:
        """Give it the keyboard, with a counter selected."""
        self.canvas.focus_set()
        if not set(self._session.units) & set(self.waiting):
            self._choose((self.cursor or self.waiting[0],))
        self._see(self.cursor)

    # -- choosing -----------------------------------------------------------------------

    def chosen(self) -> tuple[str, ...]:
        """The keys of the selected units that are in it, in its order."""
        units = set(self._session.units)
        return tuple(k for k in self.waiting if k in units)

    def _choose(self, keys: Sequence[str]) -> None:
        self._session.select(None, tuple(keys))
        if len(keys) > 1:
            self._session.say(f"{count(len(keys), 'unit')} selected.")

    def _toggle(self, key: str) -> str:
        if key:
            chosen = self.chosen()
            self._choose([k for k in self.waiting if (k in chosen) != (k == key)])
            self.cursor = self._anchor = key
            self._mark()
        return "break"

    def _choose_strip(self, key: str) -> str:
        """Select all counters of the strip of a counter."""
        for strip in self.strips:
            keys = [u.key for u in strip.units]
            if key in keys:
                self._choose(keys)
        return "break"

    def _choose_to(self, key: str) -> None:
        """Select the counters from the last one chosen up to another one."""
        order = self.waiting
        if self._anchor not in order:
            self._anchor = key
        first, last = sorted((order.index(self._anchor), order.index(key)))
        self._choose(order[first:last + 1])

    def _arrow(self, event: Any) -> str:
        order = [c.key for c in self._cells]
        if not order:
            return "break"
        at = order.index(self.cursor) if self.cursor in order else 0
        there = self._beside(at, event.keysym)
        self.cursor = order[there]
        if held_keys(event.state) & SHIFT:
            self._choose_to(self.cursor)
        else:
            self._anchor = self.cursor
            self._choose((self.cursor,))
        self._see(self.cursor)
        self._mark()
        return "break"

    def _beside(self, at: int, arrow: str) -> int:
        cells = self._cells
        last = len(cells) - 1
        if arrow in ("Home", "End"):
            return 0 if arrow == "Home" else last
        if arrow in ("Left", "Right"):
            return max(0, min(last, at + (1 if arrow == "Right" else -1)))
        here = cells[at]
        rows = sorted({c.y for c in cells if (c.y > here.y if arrow == "Down" else c.y < here.y)},
                      reverse=arrow == "Up")
        if not rows:
            return at
        return min((n for n, c in enumerate(cells) if c.y == rows[0]), key=lambda n: abs(cells[n].x - here.x))

    def _see(self, key: str) -> None:
        """Scroll so that a counter is in view, with the heading above the first row of its strip."""
        cell = next((c for c in self._cells if c.key == key), None)
        seen = int(self.canvas.cget("height"))
        if cell is None or self._height <= seen:
            return
        head = theme.px(_HEAD)
        top = cell.y - head if cell.y - head in self._heads else cell.y
        low = cell.y + theme.px(_EDGE + _GAP)
        now = self.canvas.canvasy(0)
        if top < now or low > now + seen:
            self.canvas.yview_moveto(max(0, top if top < now else low - seen) / self._height)

    def _take_by_key(self) -> str:
        keys = self.chosen() or ((self.cursor,) if self.cursor else ())
        if keys:
            self._returns = True
            self._carry(keys)
        return "break"

    # -- the mouse ----------------------------------------------------------------------

    def cell_at(self, x: int, y: int) -> str:
        """The key of the counter at a place in the widget; "" if there is none."""
        x, y, edge = round(self.canvas.canvasx(x)), round(self.canvas.canvasy(y)), theme.px(_EDGE)
        return next((c.key for c in self._cells if 0 <= x - c.x < edge and 0 <= y - c.y < edge), "")

    def place_of(self, key: str) -> tuple[int, int]:
        """The middle of a counter on the screen, in pixels; it is scrolled into view."""
        self._see(key)
        cell = next(c for c in self._cells if c.key == key)
        half = theme.px(_EDGE) // 2
        x, y = cell.x - self.canvas.canvasx(0) + half, cell.y - self.canvas.canvasy(0) + half
        return round(x) + self.canvas.winfo_rootx(), round(y) + self.canvas.winfo_rooty()

    def holds(self, x_root: int, y_root: int) -> bool:
        """Whether a place of the screen is in the tray."""
        x, y = x_root - self.winfo_rootx(), y_root - self.winfo_rooty()
        return bool(self.winfo_ismapped()) and 0 <= x < self.winfo_width() and 0 <= y < self.winfo_height()

    def _press(self, event: Any) -> None:
        self.canvas.focus_set()
        key = self.cell_at(event.x, event.y)
        self._drag, self._dragging, self._returns = None, False, False
        if not key:
            y = round(self.canvas.canvasy(event.y))
            strip = next((n for n, top in enumerate(self._heads) if 0 <= y - top < theme.px(_HEAD)), None)
            if strip is not None:
                self._choose([u.key for u in self.strips[strip].units])
            return
        self.cursor = key
        if held_keys(event.state) & CONTROL:
            self._toggle(key)
        elif held_keys(event.state) & SHIFT:
            self._choose_to(key)
        else:
            self._anchor = key
            if key not in self.chosen():
                self._choose((key,))
            self._drag = event.x, event.y, key
        self._mark()

    def _move(self, event: Any) -> None:
        if self._drag is None:
            return
        x, y, key = self._drag
        if not self._dragging and abs(event.x - x) + abs(event.y - y) > _NEAR:
            self._dragging = True
            chosen = self.chosen()
            self._take(chosen if key in chosen else (key,))
        if self._dragging:
            self._over_map(event.x_root, event.y_root, False)

    def _release(self, event: Any) -> None:
        drag, self._drag = self._drag, None
        if self._dragging:
            self._dragging = False
            self._over_map(event.x_root, event.y_root, True)
        elif drag is not None and len(self.chosen()) > 1 and not held_keys(event.state) & (CONTROL | SHIFT):
            self._choose((drag[2],))

    def _explain(self, event: Any) -> None:
        """Tell in a tooltip what a counter is and where it may be set up."""
        key, scenario = self.cell_at(event.x, event.y), self._session.scenario
        strip = next((s for s in self.strips if any(u.key == key for u in s.units)), None)
        if strip is None or scenario is None:
            self._note.follow(event, "")
            return
        name = scenario.unit_by_key[key].name
        self._note.follow(event, f"{name} ({strip.side}). {strip.words} Drag it onto the map.")
