"""The plan of the boards of a card, with hexes that are lit, and choosing hexes by clicks or keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from tkinter import ttk
from typing import Any

from PIL import ImageTk

from ...desk.boards import Layout
from ...desk.hexes import step
from ...drawing.board_hexes import board_hexes, cursor_item, hex_at
from ...drawing.board_pictures import BoardPictures, building_names
from ...drawing.board_plan import board_plan, hex_centre, plan_box
from ...drawing.curves import Box
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.viewport import Viewport
from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.wording import count, fully_listed
from ..platforms import bind_wheel, held_keys, middle_button, right_button
from ..widgets.keyboard import CONTROL, SHIFT
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px

LIT, CHOSEN = "#c2189b", "#1f4fd8"
"""The colours of hexes that a group or a set is about, and of those being chosen: such as no terrain has."""
_CURSOR = "#b3261e"
_PAPER = "#ffffff"
_NAMED_PX = 15
"""Hexes with sides of fewer pixels are too small for their names."""
_MARGIN = 1.2
_WHEEL_ZOOM = 1.2
_MOST_SCALE = 60.0
_STEPS = {"Up": 1, "Down": 4}
Take = Callable[[Sequence[str]], str]


@dataclass
class _Choice:
    """Hexes being chosen."""

    title: str
    several: bool
    take: Take
    done: Callable[[], None]


class BoardView(ttk.Frame):
    """The boards, with `lit` hexes. `choose` lets the user choose hexes: a click chooses one, Shift+click
    adds or takes away one; with the keyboard arrows move a rim, the space bar adds, Return takes.
    `pictures` has those of the maps of the boards."""

    def __init__(self, parent: tk.Misc, pictures: BoardPictures) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._layout: Layout | None = None
        self._maps: Mapping[str, Design] = {}
        self._lit: frozenset[Hex] = frozenset()
        self._goals: frozenset[Hex] = frozenset()
        self.chosen: list[Hex] = []
        self._choice: _Choice | None = None
        self.cursor: Hex | None = None
        self.view = Viewport(10.0, 0.0, 0.0, 10, 10)
        self._fits = True
        self._held = 0, 0
        self._timer = ""
        self._painter, self._pictures = PixelPainter(), pictures
        self._photo: ImageTk.PhotoImage | None = None
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self._make_bar()
        self.canvas = tk.Canvas(self, background=_PAPER, highlightthickness=1, borderwidth=0, takefocus=True,
                                highlightbackground=theme.BORDER, highlightcolor=theme.ACCENT,
                                width=px(300), height=px(160))
        self.canvas.grid(row=1, column=0, sticky="nsew")
        self.words = WrappedLabel(self, "", "Quiet.TLabel")
        self.words.grid(row=2, column=0, sticky="ew", padx=px(6), pady=px(3))
        self._hear()

    def _make_bar(self) -> None:
        bar = ttk.Frame(self, style="Panel.TFrame", padding=(px(6), px(3)))
        bar.grid(row=0, column=0, sticky="ew")
        for text, by, tip in (("+", 1.4, "Larger  (+ or Ctrl+wheel)"), ("−", 1 / 1.4, "Smaller  (−)")):
            button = ttk.Button(bar, text=text, style="Small.TButton", width=2,
                                command=lambda n=by: self.zoom(n))  # type: ignore[misc]
            button.pack(side="right", padx=(px(2), 0))
            Tooltip(button, tip)
        whole = ttk.Button(bar, text="All", style="Small.TButton", command=self.fit)
        whole.pack(side="right")
        Tooltip(whole, "Show all boards  (0)")
        self.cancel_button = ttk.Button(bar, text="Cancel", style="Small.TButton", command=self.cancel)
        self.take_button = ttk.Button(bar, text="Take", style="Small.TButton", command=self.take)
        Tooltip(self.take_button, "Take the chosen hexes  (Return)")
        Tooltip(self.cancel_button, "Leave the hexes as they were  (Esc)")
        self.head = ttk.Label(bar, style="Panel.TLabel")
        self.head.pack(side="left")

    def _hear(self) -> None:
        bind = self.canvas.bind
        bind("<Configure>", lambda _e: self._resized())
        bind("<ButtonPress-1>", self._press)
        bind("<Motion>", lambda e: self._tell(self._place_at(e)))
        bind("<Leave>", lambda _e: self._tell(self.cursor))
        for button in (middle_button(), right_button()):
            bind(f"<ButtonPress-{button}>", self._hold)
            bind(f"<B{button}-Motion>", self._drag)
        bind_wheel(self.canvas, self._wheel)
        bind("<Key>", self._key)
        bind("<FocusIn>", lambda _e: self._draw_soon())
        bind("<FocusOut>", lambda _e: self._draw_soon())
        bind("<Destroy>", lambda _e: self._cancel())

    # -- showing ------------------------------------------------------------------------

    def show(self, layout: Layout, lit: Collection[Hex] = (), goals: Collection[Hex] = (),
             maps: Mapping[str, Design] | None = None) -> None:
        """Show boards, with some hexes lit, and dots in those that decide the game. `maps` are the designs
        that draw boards, by the ids of these."""
        if self._layout is None or layout.boards != self._layout.boards:
            self._layout, self._fits = layout, True
            self.cursor = None
            self._resized()
        self._lit, self._goals, self._maps = frozenset(lit), frozenset(goals), maps or {}
        self._tell(self.cursor)
        self._draw_soon()

    def fit(self) -> None:
        """Show all boards."""
        self._fits = True
        self._resized()

    def zoom(self, by: float, x: float = -1, y: float = -1) -> None:
        """Show the boards larger, about a pixel or the middle."""
        x, y = (x, y) if x >= 0 else (self.view.width_px / 2, self.view.height_px / 2)
        self.view = self.view.zoom_at(x, y, by, 2.0, _MOST_SCALE)
        self._fits = False
        self._draw_soon()

    def _resized(self) -> None:
        width, height = max(10, self.canvas.winfo_width() - 2), max(10, self.canvas.winfo_height() - 2)
        if not self._fits or self._layout is None:
            self.view = self.view.resized(width, height)
        elif self._layout.boards:
            left, top, right, bottom = self._whole()
            scale = min(width / (right - left), height / (bottom - top))
            across, down = (left + right - width / scale) / 2, (top + bottom - height / scale) / 2
            self.view = Viewport(scale, across, down, width, height)
        self._draw_soon()

    def _whole(self) -> Box:
        assert self._layout is not None
        left, top, right, bottom = plan_box(self._layout)
        return left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN

    def _draw_soon(self) -> None:
        if not self._timer:
            self._timer = self.after_idle(self._draw)

    def _cancel(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _draw(self) -> None:
        self._timer = ""
        if self._layout is None or not self._layout.boards or not self.winfo_exists():
            return
        letter = 14 / self.view.scale if self.view.scale < 14 else 1.0
        items = [board_plan(self._layout, letter, self._goals, self._maps),
                 board_hexes(self._layout, self.view.box, {LIT: self._lit, CHOSEN: self.chosen},
                             self.view.scale >= _NAMED_PX),
                 *building_names(self._layout, self._maps, self.view.scale)]
        if self.cursor is not None and (self._choice is not None or str(self.tk.call("focus")) == str(
                self.canvas)):
            items.append(cursor_item(self.cursor, _CURSOR))
        below = self._pictures.picture(self._layout, self._maps, self.view, _PAPER)
        self._photo = ImageTk.PhotoImage(self._painter.render(items, self.view, below), master=self)
        self.canvas.delete("all")
        self.canvas.create_image(1, 1, anchor="nw", image=self._photo)

    def _tell(self, place: Hex | None) -> None:
        """Say which hex it is, and in a choice what is chosen."""
        if self._layout is None:
            return
        names = self._layout.names(place) if place is not None else ()
        here = " = ".join(names)
        if self._choice is None:
            lit = f"{count(len(self._lit), 'hex')} lit" if self._lit else ""
            self.words.configure(text=" · ".join(filter(None, (here, lit))) or " ")
            return
        chosen = f"Chosen: {fully_listed(list(self.names()))}" if self.chosen else (
            "Click a hex; Shift+click adds one." if self._choice.several else "Click a hex.")
        self.words.configure(text=f"{here} · {chosen}" if here else chosen, style="Quiet.TLabel")

    # -- choosing -----------------------------------------------------------------------

    def choose(self, title: str, now: Sequence[str], several: bool, take: Take,
               done: Callable[[], None]) -> None:
        """Let the user choose hexes, those in `now` to begin with. `take` gets their names and says why they
        are refused; `done` is called when the choice is over."""
        assert self._layout is not None
        self.chosen = []
        for name in now:
            with suppress(ValueError):
                self.chosen.append(self._layout.place(name))
        self._choice = _Choice(title, several, take, done)
        self.head.configure(text=title)
        self.cancel_button.pack(side="right", padx=(px(2), px(10)))
        self.take_button.pack(side="right")
        self.take_button.configure(style="Accent.TButton")
        if self.cursor is None:
            self.cursor = self.chosen[0] if self.chosen else self._first()
        self.canvas.configure(cursor="crosshair")
        self.canvas.focus_set()
        self._tell(None)
        self._draw_soon()

    @property
    def is_choosing(self) -> bool:
        """Whether hexes are being chosen."""
        return self._choice is not None

    def _first(self) -> Hex | None:
        assert self._layout is not None
        places = sorted(self._layout.names_by_place)
        middle = (self._whole()[0] + self._whole()[2]) / 2, (self._whole()[1] + self._whole()[3]) / 2
        return hex_at(middle) if hex_at(middle) in self._layout else places[0] if places else None

    def names(self) -> tuple[str, ...]:
        """The names of the chosen hexes."""
        assert self._layout is not None
        return tuple(self._layout.name(place) for place in self.chosen)

    def take(self) -> None:
        """Hand over the chosen hexes."""
        if self._choice is None:
            return
        if complaint := self._choice.take(self.names()):
            self.words.configure(text=complaint, style="Error.TLabel")
            return
        self._end()

    def cancel(self) -> None:
        """Choose nothing."""
        if self._choice is not None:
            self._end()

    def _end(self) -> None:
        assert self._choice is not None
        done, self._choice, self.chosen = self._choice.done, None, []
        self.head.configure(text="")
        for button in (self.take_button, self.cancel_button):
            button.pack_forget()
        self.canvas.configure(cursor="")
        self._tell(None)
        self._draw_soon()
        done()

    def put(self, place: Hex, more: bool) -> None:
        """Choose a hex alone, or, with `more`, add it or take it away."""
        if self._choice is None or self._layout is None or place not in self._layout:
            return
        if not (more and self._choice.several):
            self.chosen = [place]
        elif place in self.chosen:
            self.chosen.remove(place)
        else:
            self.chosen.append(place)
        self._tell(place)
        self._draw_soon()

    # -- mouse and keyboard -------------------------------------------------------------

    def _place_at(self, event: Any) -> Hex | None:
        if self._layout is None:
            return None
        place = hex_at(self.view.to_map(event.x - 1, event.y - 1))
        return place if place in self._layout else None

    def pixel(self, place: Hex) -> tuple[int, int]:
        """Where the middle of a hex is on the screen."""
        x, y = self.view.to_screen(hex_centre(place))
        return self.canvas.winfo_rootx() + round(x) + 1, self.canvas.winfo_rooty() + round(y) + 1

    def _press(self, event: Any) -> None:
        self.canvas.focus_set()
        place = self._place_at(event)
        if place is not None:
            self.cursor = place
            self.put(place, bool(held_keys(event.state) & SHIFT))
            self._tell(place)
            self._draw_soon()

    def _hold(self, event: Any) -> None:
        self._held = event.x, event.y

    def _drag(self, event: Any) -> None:
        x, y = self._held
        self._held = event.x, event.y
        self._fits = False
        self.view = self.view.moved(x - event.x, y - event.y)
        self._draw_soon()

    def _wheel(self, event: Any, notches: int) -> None:
        held = held_keys(event.state)
        if held & CONTROL:
            self.zoom(_WHEEL_ZOOM ** notches, event.x, event.y)
        elif held & SHIFT:
            self._scroll(-notches, 0)
        else:
            self._scroll(0, -notches)

    def _scroll(self, across: int, down: int) -> None:
        self._fits = False
        self.view = self.view.moved(across * px(40), down * px(40))
        self._draw_soon()

    def _key(self, event: Any) -> str | None:
        key = event.keysym
        if key in ("plus", "KP_Add", "equal"):
            self.zoom(1.4)
        elif key in ("minus", "KP_Subtract"):
            self.zoom(1 / 1.4)
        elif key in ("0", "KP_0"):
            self.fit()
        elif key in ("Up", "Down", "Left", "Right"):
            self._step(key)
        elif key == "space" and self.cursor is not None:
            self.put(self.cursor, True)
        elif key in ("Return", "KP_Enter") and self._choice is not None:
            self.take()
        elif key == "Escape" and self._choice is not None:
            self.cancel()
        else:
            return None
        return "break"

    def _step(self, key: str) -> None:
        assert self._layout is not None
        at = self.cursor or self._first()
        if at is None:
            return
        direction = _STEPS.get(key) or ((6 if at.col % 2 else 5) if key == "Left" else (
            2 if at.col % 2 else 3))
        there = step(at, direction)
        if there not in self._layout:
            # Straight to the side the other of the two neighbours may be on the board.
            there = step(at, {6: 5, 5: 6, 2: 3, 3: 2}.get(direction, direction))
        if there in self._layout:
            self.cursor = there
        self._show_cursor()
        self._tell(self.cursor)
        self._draw_soon()

    def _show_cursor(self) -> None:
        assert self.cursor is not None
        x, y = self.view.to_screen(hex_centre(self.cursor))
        across = min(0.0, x - px(20)) + max(0.0, x + px(20) - self.view.width_px)
        down = min(0.0, y - px(20)) + max(0.0, y + px(20) - self.view.height_px)
        if across or down:
            self._fits = False
            self.view = self.view.moved(across, down)

