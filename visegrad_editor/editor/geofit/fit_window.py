"""The window Fit the grid: it stays beside the map while hexes are clicked."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog, ttk
from typing import Any, Literal

from ...drawing.curves import Box
from ...geodata.errors import GeodataError
from ...geodata.place_names import PlaceNames, place_names, plain
from ...hexgrid import Hex, Point
from ...model.edit.documents import with_map
from ...model.edit.geography import set_geography
from ...model.wording import count
from ..map.controller import MapController
from ..map.map_mode import CanvasMode, swallow
from ..map.view import MapView
from ..platforms import menu_clicks
from ..scan.background import BackgroundTracing
from ..session import Session
from ..settings import Settings
from ..signals import Signal
from ..widgets.dialogs import Dialog
from ..widgets.screen_rect import ScreenRect, screen_rect
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.small_screen import is_low
from ..widgets.variables import when_written
from ..widgets.window_place import on_screen
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from .grid_fit import LEAST, FitRow, GridFit, bundled_names, degrees_field, known_of, parse_degrees


class FitWindow(Dialog):
    """The window for fitting the grid. Accepting makes one step of the history."""

    def __init__(self, root: tk.Tk, session: Session, view: MapView, controller: MapController,
                 tracing: BackgroundTracing, settings: Settings, say: Callable[[str], None]) -> None:
        super().__init__(root, "Fit the grid")
        self._session, self._view, self._controller = session, view, controller
        self._tracing, self._say = tracing, say
        self.closed = Signal()
        """Emitted when the window was closed."""
        self._given_back = False
        map = session.design.map
        self.grid_fit = GridFit(map.geometry, known_of(map))
        self._grid = map.grid
        self._typed: set[Point] = set()
        """The positions of places whose degrees were typed here."""
        self.warp = tk.BooleanVar(self, self.grid_fit.warp)
        self._lay_out(bundled_names(map))
        self._marks = FitMarks(view, self.grid_fit)
        self._place = WindowPlacement(self, view, settings)
        self._mode = CanvasMode(view.canvas, "FitGrid", {
            "<ButtonPress-1>": self._clicked, "<B1-Motion>": swallow, "<ButtonRelease-1>": swallow,
            "<Double-ButtonPress-1>": swallow, **dict.fromkeys(menu_clicks(), swallow),
            "<Return>": self._at_cursor,
            "<KP_Enter>": self._at_cursor, "<Escape>": self._escape, "<Delete>": swallow,
            "<Control-z>": lambda _e: self._undo(), "<Control-y>": lambda _e: self._redo(),
            "<Control-Shift-Z>": lambda _e: self._redo()}, "crosshair")
        session.opened.connect(self.cancel)
        session.changed.connect(self._design_changed)
        tracing.mode_changed.connect(self._other_mode)
        self.follow()
        self.field_undo.keep(self._state, self._put_back)

    # -- layout -------------------------------------------------------------------------

    def _lay_out(self, names: PlaceNames) -> None:
        body, gap = self.body, theme.px(2 if is_low(self) else 8)
        self.guidance = WrappedLabel(body)
        self.guidance.grid(row=0, column=0, sticky="ew")
        self.fields = PlaceFields(body, names, self._hex_typed, self.add)
        self.fields.grid(row=1, column=0, sticky="ew", pady=gap)
        self.may_refuse()
        self.tree = PlacesTable(body)
        grid_scrolled(self.tree, 3, (theme.px(4), 0))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.tree.bind("<Delete>", lambda _e: self.remove())
        self.verdict = WrappedLabel(body)
        self.verdict.grid(row=4, column=0, sticky="ew", pady=(gap, 0))
        self.warning = WrappedLabel(body, style="Error.TLabel")
        self.warning.grid(row=5, column=0, sticky="ew")
        ttk.Checkbutton(
            body, variable=self.warp, command=self._warped, style="Panel.TCheckbutton",
            text="Warp slightly, so that places outside their hex move into it").grid(
            row=6, column=0, sticky="w", pady=(theme.px(4), 0))
        self.accept_button = self.button("Accept", self.accept)
        # Return adds a place, so it is not the default button.
        self.accept_button.configure(style="Accent.TButton")
        self.button("Cancel", self.cancel)
        self.remove_button = ttk.Button(self.foot, text="Remove", command=self.remove)
        self.remove_button.pack(side="left")
        ttk.Button(self.foot, text="Names from a file…", command=self._choose_names).pack(
            side="left", padx=theme.px(8))

    # -- input --------------------------------------------------------------------------

    def _clicked(self, event: Any) -> str:
        view = self._view
        hex = self.grid_fit.geometry.hex_at(*view.to_map(event.x, event.y))
        if hex is not None:
            self.point_at(hex)
        return "break"

    def _at_cursor(self, _event: Any) -> str:
        cursor = self._controller.cursor
        if cursor is not None:
            self.point_at(cursor)
        return "break"

    def point_at(self, hex: Hex) -> None:
        """Start to enter the place of a hex that was clicked on the map."""
        self.tree.selection_set(())
        if any(k.hex == hex for k in self.grid_fit.known):
            self._show_row(hex)
        else:
            place = self._session.design.map.place_at.get(hex)
            self.fields.show_hex(self._grid.number(hex), place.name if place else "")
        self.fields.ask_name()
        self.field_undo.take_over()

    def _hex_typed(self) -> None:
        hex = self._marks.chosen = self._grid.parse(self.fields.hex.get().strip())
        self._marks.redraw()
        if hex is not None and (place := self._session.design.map.place_at.get(hex)) is not None:
            self.fields.propose(place.name)

    def add(self) -> None:
        """Add the place in the fields."""
        fields, number = self.fields, self.fields.hex.get().strip()
        hex = self._grid.parse(number)
        try:
            if hex is None:
                raise ValueError(f"The map has no hex {number}." if number else "Click a hex on the map.")
            if not fields.at.get().strip():
                raise ValueError(fields.missing_place_text())
            at, typed = parse_degrees(fields.at.get()), fields.typed
            self.grid_fit.put(hex, at, fields.name.get(), self._grid.parse(fields.changed_row))
        except ValueError as error:
            self.wrong.configure(text=str(error))
            return
        (self._typed.add if typed else self._typed.discard)(at)
        fields.clear()
        self.follow()
        self.tree.see(self._grid.number(hex))
        self.field_undo.take_over()

    def remove(self) -> None:
        """Remove the place selected in the table."""
        hex = self._grid.parse(self.tree.chosen)
        if hex is not None:
            self.grid_fit.remove(hex)
            self.follow()
            self.field_undo.take_over()

    def _chosen(self) -> None:
        hex = self._grid.parse(self.tree.chosen)
        self.remove_button.state(["!disabled"] if hex is not None else ["disabled"])
        if hex is not None:
            self._show_row(hex)
            self._view.reveal(self.grid_fit.geometry.centre(hex))

    def _show_row(self, hex: Hex) -> None:
        known = next(k for k in self.grid_fit.known if k.hex == hex)
        self.fields.show_row(self._grid.number(hex), known.name, known.at, known.at in self._typed)

    def _warped(self) -> None:
        self.grid_fit.warp = self.warp.get()

    def _choose_names(self) -> None:
        types = (("Configs and GeoJSON", "*.yaml *.yml *.geojson *.json"), ("All files", "*"))
        chosen = filedialog.askopenfilename(parent=self, title="Names of places", filetypes=types)
        if chosen:
            self.read_names(Path(chosen))

    def read_names(self, path: Path) -> None:
        """Offer the places of a file; those of a config with a hex of this map are added at once."""
        try:
            places = place_names(path)
        except (GeodataError, OSError) as error:
            self.wrong.configure(text=str(error))
            return
        self.fields.names = PlaceNames({**self.fields.names.at, **places.at})
        known = {k.hex for k in self.grid_fit.known}
        for number, k in places.known:
            hex = self._grid.parse(number)
            # A place without weight is only reported: its hex is known not to match.
            if (hex is not None and hex not in known and k.weight > 0
                    and all(k.at != other.at for other in self.grid_fit.known)):
                self.grid_fit.put(hex, k.at, k.name)
        self.follow()
        self.fields.look_up()
        self.field_undo.take_over()
        added = len(self.grid_fit.known) - len(known)
        placed = f"; {count(added, 'place')} came with a hex of this map" if places.known else ""
        loaded = f"{count(len(places.at), 'name')} from {path.name} can be chosen now{placed}."
        self.guidance.configure(text=f"{loaded} {self.grid_fit.guidance()}")

    # -- undo ---------------------------------------------------------------------------

    def _state(self) -> tuple[Any, ...]:
        """The places, and what is being entered."""
        return self.grid_fit.known, frozenset(self._typed), self.fields.entered

    def _put_back(self, state: tuple[Any, ...]) -> None:
        known, typed, fields = state
        self.grid_fit.known, self._typed = known, set(typed)
        self.fields.put_back(fields)
        self.follow()

    def _undo(self) -> str:
        self._say("" if self.field_undo.undo() else "There is nothing to undo in the fit of the grid.")
        return "break"

    def _redo(self) -> str:
        self._say("" if self.field_undo.redo() else "There is nothing to redo in the fit of the grid.")
        return "break"

    # -- showing ------------------------------------------------------------------------

    def follow(self) -> None:
        """Show the places and the fit."""
        grid_fit = self.grid_fit
        self.guidance.configure(text=grid_fit.guidance())
        self.wrong.configure(text="")
        self.verdict.configure(text=grid_fit.verdict())
        self.warning.configure(text=grid_fit.warning())
        self.tree.show(grid_fit.rows())
        self.remove_button.state(["disabled"])
        self.accept_button.state(["!disabled" if grid_fit.plain is not None else "disabled"])
        self._marks.redraw()

    def present_beside(self) -> None:
        """Show the window where the user last put it, or else where it covers least of the map, which is
        scrolled aside so that it can be clicked."""
        self.present(self.fields.hex_entry)
        self.update_idletasks()
        self._place.take()

    def moved_onto_screen(self) -> None:
        self._place.moved()

    # -- ending -------------------------------------------------------------------------

    def accept(self) -> None:
        """Write the reference into the map, as one step of the history."""
        geography = self.grid_fit.geography
        if geography is None:
            self.wrong.configure(text=f"At least {LEAST} places are needed.")
            return
        count = len(self.grid_fit.known)
        complaint = self._session.change(
            f"Fit the grid ({count} places)", lambda d: with_map(d, set_geography(d.map, geography)))
        if complaint:
            self.wrong.configure(text=complaint)
            return
        self.destroy()
        self._say(f"The grid is fitted to the earth by {count} places. Ctrl+Z undoes it.")

    def _escape(self, _event: Any) -> str:
        self.cancel()
        return "break"

    def _other_mode(self) -> None:
        """Cancel, as clicks on the map are now for the background picture."""
        if self._tracing.mode is not None:
            self.cancel()

    def _design_changed(self) -> None:
        if self._session.design.map.grid != self._grid:
            self.cancel()

    def destroy(self) -> None:
        """Close the window and restore the map."""
        if not self._given_back:
            self._given_back = True
            self._place.remember()
            self.closed.emit()
            self._session.opened.disconnect(self.cancel)
            self._session.changed.disconnect(self._design_changed)
            self._tracing.mode_changed.disconnect(self._other_mode)
            # When the whole program ends, the map is destroyed before this window.
            with suppress(tk.TclError):
                self._mode.close()
                self._marks.close()
                self._view.canvas.focus_set()
        super().destroy()


# The placement of the window: beside the map, or where the user put it.

_SETTING = "fit_place"
_FRAME = (4, 30)
"""The width and height in pixels of the window manager's frame and title."""

_MOVES_MS = 300
"""How long a window manager may take to move the window."""


class WindowPlacement:
    """Places a window beside a map; `take` shows it there, `remember` stores where the user moved it."""

    def __init__(self, dialog: tk.Toplevel, view: MapView, settings: Settings) -> None:
        self._dialog, self._view, self._settings = dialog, view, settings
        self._put: tuple[int, int] | None = None

    def take(self) -> None:
        """Put the window where the user last put it, or else where it covers least, and scroll the map
        aside."""
        dialog, view = self._dialog, self._view
        size = dialog.winfo_reqwidth() + _FRAME[0], dialog.winfo_reqheight() + theme.px(_FRAME[1])
        canvas, map, root = screen_rect(view.canvas), self._map(), screen_rect(view.winfo_toplevel())
        width, height = dialog.winfo_screenwidth(), dialog.winfo_screenheight()
        remembered = self._settings.get(_SETTING)
        if isinstance(remembered, str) and re.fullmatch(r"[+-]-?\d{1,6}[+-]-?\d{1,6}", remembered):
            kept = on_screen(f"{size[0]}x{size[1]}{remembered}", (0, 0, width, height))
            x, y = (int(n) for n in kept.split("+")[1:])
        else:
            top = max(0, min(canvas[1], height - size[1]))
            room = (max(root[0], 0), top, min(root[2], width), min(root[3], height))
            x, y = place_beside(size, room, map, canvas)
        dialog.geometry(f"+{x}+{y}")
        dialog.update_idletasks()
        by = shift_to_uncover((x, y, x + size[0], y + size[1]), map, canvas)
        if by:
            view.pan(-by, 0)
        dialog.update()
        self._put = self._corner()

    def moved(self) -> None:
        """Take the place the window has now, to which it has moved by itself, for the one it was put to."""
        self._put = None

        def take() -> None:
            if self._dialog.winfo_exists():
                self._put = self._corner()

        self._dialog.after(_MOVES_MS, take)

    def remember(self) -> None:
        """Store the position of the window if the user moved it."""
        now = self._corner()
        if self._put is not None and now != self._put:
            self._settings.set(_SETTING, "+{}+{}".format(*now))

    def _corner(self) -> tuple[int, int]:
        x, y = (int(n) for n in re.findall(r"[+-](-?\d+)", self._dialog.geometry()))
        return x, y

    def _map(self) -> ScreenRect:
        """The rectangle of the map on the screen."""
        view = self._view
        left, top, right, bottom = view.renderer.bounds
        x, y = view.canvas.winfo_rootx(), view.canvas.winfo_rooty()
        (x0, y0), (x1, y1) = (view.viewport.to_screen(p) for p in ((left, top), (right, bottom)))
        return round(x + x0), round(y + y0), round(x + x1), round(y + y1)


# The position of a window beside a map, and how far the map is scrolled aside. No Tk here.

def place_beside(size: tuple[int, int], within: ScreenRect, map: ScreenRect,
                 canvas: ScreenRect) -> tuple[int, int]:
    """The upper left corner at which a window covers least of the map, after the map was scrolled aside: at
    the right or left of `within`, at the top or bottom; the first of equal ones.

    >>> canvas = (227, 90, 985, 590)
    >>> place_beside((500, 400), (0, 90, 1366, 768), (370, 100, 980, 580), canvas)
    (866, 90)
    >>> place_beside((500, 400), (0, 90, 1366, 768), (227, 100, 985, 300), canvas)
    (866, 368)
    >>> place_beside((500, 400), (0, 90, 1366, 768), (600, 80, 1900, 800), (600, 90, 1366, 768))
    (0, 90)
    """
    left, top, right, bottom = within
    corners = [(x, y) for x in (max(left, right - size[0]), left) for y in (top, max(top, bottom - size[1]))]

    def cost(at: tuple[int, int]) -> int:
        window = _rectangle(at, size)
        by = shift_to_uncover(window, map, canvas)
        return covered(window, _seen((map[0] + by, map[1], map[2] + by, map[3]), canvas))

    return min(corners, key=cost)


def covered(window: ScreenRect, map: ScreenRect) -> int:
    """How much of the map a window covers, in square pixels.

    >>> covered((0, 0, 10, 10), (5, 8, 20, 20)), covered((0, 0, 10, 10), (10, 0, 20, 20))
    (10, 0)
    """
    width = min(window[2], map[2]) - max(window[0], map[0])
    height = min(window[3], map[3]) - max(window[1], map[1])
    return max(width, 0) * max(height, 0)


def shift_to_uncover(window: ScreenRect, map: ScreenRect, canvas: ScreenRect) -> int:
    """By how many pixels the map must move right (left if negative) to be clear of a window, as far as the
    canvas has room.

    >>> shift_to_uncover((800, 90, 1360, 600), (370, 100, 980, 580), (227, 90, 985, 590))
    -143
    >>> shift_to_uncover((0, 90, 300, 600), (270, 100, 800, 580), (227, 90, 985, 590))
    30
    >>> shift_to_uncover((0, 0, 300, 80), (270, 100, 800, 580), (227, 90, 985, 590))
    0
    """
    seen = _seen(map, canvas)
    if not covered(window, seen):
        return 0
    to_left = min(seen[2] - window[0], max(map[0] - canvas[0], 0))
    to_right = min(window[2] - seen[0], max(canvas[2] - map[2], 0))
    if window[0] + window[2] >= seen[0] + seen[2]:
        return -to_left
    return to_right


def _seen(map: ScreenRect, canvas: ScreenRect) -> ScreenRect:
    return max(map[0], canvas[0]), max(map[1], canvas[1]), min(map[2], canvas[2]), min(map[3], canvas[3])


def _rectangle(at: tuple[int, int], size: tuple[int, int]) -> ScreenRect:
    return (*at, at[0] + size[0], at[1] + size[1])


# The fields of one place: its hex, its name, its latitude and longitude, which a known name fills in.

_MOST_OFFERED = 400
_MOST_NAMED = 6


class PlaceFields(ttk.Frame):
    """The fields; `hex_typed` is called when the hex changes, `add` by Return and by the button."""

    def __init__(self, parent: tk.Misc, names: PlaceNames, hex_typed: Callable[[], None],
                 add: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.names = names
        """The places that are offered by name."""
        self._add = add
        self._row: tuple[str, str, str] = ("", "", "")
        """The row being edited: hex, name, latitude and longitude; all "" for none."""
        self._row_typed = False
        self._shown = ""
        """The latitude and longitude that were filled in rather than typed."""
        self._of = ""
        """The name that these belong to."""
        self.hex = tk.StringVar(self)
        self.name = tk.StringVar(self)
        self.at = tk.StringVar(self)
        self.columnconfigure(1, weight=1)
        for column, title in enumerate(("Hex", "Place", "Latitude, longitude")):
            ttk.Label(self, text=title, style="Quiet.TLabel").grid(row=0, column=column, sticky="w")
        self.hex_entry = ttk.Entry(self, textvariable=self.hex, width=6)
        self.name_box = ttk.Combobox(self, textvariable=self.name, width=13, postcommand=self._offer)
        self.at_entry = ttk.Entry(self, textvariable=self.at, width=18)
        for column, widget in enumerate((self.hex_entry, self.name_box, self.at_entry)):
            widget.grid(row=1, column=column, sticky="ew", padx=(0, theme.px(6)))
            for key in ("<Return>", "<KP_Enter>"):
                widget.bind(key, self._entered)
        self.name_box.bind("<<ComboboxSelected>>", lambda _e: self._named(chosen=True))
        self.name_box.bind("<FocusOut>", lambda _e: self._named())
        when_written(self.hex, self, hex_typed)
        self.add_button = ttk.Button(self, text="Add", width=5, command=self._entered)
        self.add_button.grid(row=1, column=3)

    def show_row(self, number: str, name: str, at: Point, typed: bool) -> None:
        """Show a known place for editing; `typed` means that latitude and longitude were typed rather than
        filled in by the name."""
        self._fill(number, name, at)
        self._row, self._row_typed = (number, name, self._shown), typed

    def ask_name(self) -> None:
        """Let the name of the hex be typed; a name already there fills in the position."""
        self._named()
        self.winfo_toplevel().focus_force()
        self.name_box.focus_set()
        self.name_box.selection_range(0, "end")

    def missing_place_text(self) -> str:
        """The message for a missing position, with the names that begin like the typed text."""
        begun = self.names.beginning(self.name.get())[:_MOST_NAMED]
        which = f"Which place do you mean: {', '.join(begun)}? " if len(begun) > 1 else "Where is it? "
        return f"{which}Choose a place by its name, or enter latitude and longitude."

    def show_hex(self, number: str, name: str) -> None:
        """Show a hex whose place is to be entered, with its name on the map."""
        self._fill(number, name, None)

    def clear(self) -> None:
        """Empty all fields."""
        self._fill("", "", None)

    @property
    def typed(self) -> bool:
        """Whether the latitude and longitude shown were typed."""
        return self.at.get().strip() != self._shown or (self._row_typed and self._shown == self._row[2])

    @property
    def changed_row(self) -> str:
        """The hex of the row that the fields replace, "" for none: the hex was changed, but the name (or the
        position, for a place without a name) is the same."""
        number, name, at = self._row
        if not number or self.hex.get().strip() == number:
            return ""
        same = self._is(name) and (bool(name) or self.at.get().strip() == at)
        return number if same else ""

    @property
    def entered(self) -> tuple[Any, ...]:
        """All that is entered and where it came from, to be put back later."""
        return (self.hex.get(), self.name.get(), self.at.get(), self._row, self._row_typed, self._shown,
                self._of)

    def put_back(self, state: tuple[Any, ...]) -> None:
        """Show what was entered at an earlier moment."""
        for variable, text in zip((self.hex, self.name, self.at), state, strict=False):
            variable.set(text)
        self._row, self._row_typed, self._shown, self._of = state[3:]

    def look_up(self) -> None:
        """Fill in the position of the name, after more names became known."""
        self._named()

    def propose(self, name: str) -> None:
        """Fill in the name of the place in a typed hex if there is no name yet."""
        if not self.name.get().strip():
            self.name.set(name)
            self.look_up()

    def _fill(self, number: str, name: str, at: Point | None) -> None:
        self._row, self._row_typed = ("", "", ""), False
        self.hex.set(number)
        self.name.set(name)
        self._show(degrees_field(at) if at else "", name)

    def _show(self, at: str, name: str) -> None:
        self._shown, self._of = at, name
        self.at.set(at)

    def _is(self, name: str) -> bool:
        return plain(self.name.get()) == plain(name)

    def _offer(self) -> None:
        """Offer the names that begin with or contain the typed text."""
        typed = plain(self.name.get())
        names = sorted(self.names.at, key=lambda n: (not plain(n).startswith(typed), n))
        self.name_box.configure(values=[n for n in names if typed in plain(n)][:_MOST_OFFERED])

    def _complete(self) -> None:
        """Correct the spelling of a name; without degrees, its beginning is enough."""
        typed = self.name.get()
        begun = self.names.beginning(typed)
        proper = next((n for n in self.names.at if n.casefold() == typed.strip().casefold()), "")
        if proper:
            self.name.set(proper)
        elif len(begun) == 1 and self._is_without_place and self.names.find(typed) is None:
            self.name.set(begun[0])

    @property
    def _is_without_place(self) -> bool:
        """Whether the name has no position: there are no degrees, or those of another name."""
        at = self.at.get().strip()
        return not at or (at == self._shown and not self._is(self._of) and not self._stays)

    @property
    def _stays(self) -> bool:
        """Whether the degrees of the row are kept under an unknown name: they were typed rather than filled
        in, or the place has no name."""
        number, _, at = self._row
        same = bool(number) and self.hex.get().strip() == number and self._shown == at
        return same and (self._row_typed or not self.name.get().strip())

    def _named(self, chosen: bool = False) -> None:
        """Fill in the position of the name if the name was chosen, or does not match the degrees shown; typed
        degrees are kept."""
        at = self.at.get().strip()
        if not chosen and at and (at != self._shown or self._is(self._of)):
            return
        at_name = self.names.find(self.name.get())
        if at_name is not None:
            self._show(degrees_field(at_name), self.name.get())
        elif not self._stays:
            self._show("", self.name.get())

    def _entered(self, _event: Any = None) -> str:
        self._complete()
        self._named()
        self._add()
        return "break"


# The table of places, with how far each is from its hex.

_COLUMNS: tuple[tuple[str, str, int, Literal["w", "e"]], ...] = (
    ("hex", "Hex", 50, "w"), ("name", "Place", 100, "w"), ("at", "Lat., longitude", 126, "w"),
    ("found", "Lies in", 74, "w"), ("km", "km", 44, "e"), ("hexes", "Hexes", 62, "e"))


class PlacesTable(ttk.Treeview):
    """A row for each place; its id is the number of its hex."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, columns=[c[0] for c in _COLUMNS], show="headings", height=8,
                         selectmode="browse")
        for id, title, width, anchor in _COLUMNS:
            self.heading(id, text=title, anchor=anchor)
            self.column(id, width=theme.px(width), anchor=anchor, stretch=id == "name")
        self.tag_configure("worst", foreground=theme.ERROR)

    def show(self, rows: Iterable[FitRow]) -> None:
        """Show these rows."""
        self.delete(*self.get_children())
        for row in rows:
            self.insert("", "end", row.number, tags=("worst",) if row.worst else (), values=(
                row.number, row.name, degrees_field(row.at), row.lies_in or "–",
                "–" if row.km is None else f"{row.km:.1f}", "–" if row.hexes is None else f"{row.hexes:.2f}"))

    @property
    def chosen(self) -> str:
        """The number of the hex of the selected row, "" for none."""
        return self.selection()[0] if self.selection() else ""


# The marks on the map: known hexes, and arrows to the fitted positions of their places.

TAG = "geofit"
_DARK, _KNOWN, _WORST, _CHOSEN = "#ffffff", "#1550c0", "#c62f2f", "#d9480f"


class FitMarks:
    """Draws on the canvas of a map view; call `redraw` after every change."""

    def __init__(self, view: MapView, grid_fit: GridFit) -> None:
        self._view, self._grid_fit = view, grid_fit
        self.chosen: Hex | None = None
        """The hex whose place is being entered, or None."""
        self._labels: list[Box] = []
        """The boxes of the labels in pixels of the canvas."""
        view.moved.connect(self.redraw)

    def close(self) -> None:
        """Remove everything."""
        self._view.moved.disconnect(self.redraw)
        self._view.canvas.delete(TAG)

    def redraw(self) -> None:
        """Draw everything again."""
        canvas, grid_fit = self._view.canvas, self._grid_fit
        canvas.delete(TAG)
        self._labels.clear()
        if self.chosen is not None:
            self._rim(self.chosen)
        for row in grid_fit.rows():
            colour = _WORST if row.worst else _KNOWN
            x, y = self._view.to_canvas(grid_fit.geometry.centre(row.hex))
            there = grid_fit.position_of(row.at)
            if there is not None:
                u, v = self._view.to_canvas(there)
                for tint, width in ((_DARK, 5), (colour, 3)):
                    canvas.create_line(x, y, u, v, fill=tint, width=width, arrow="last", capstyle="round",
                                       arrowshape=(10 + width, 12 + width, 4 + width / 2),
                                       tags=(TAG, "arrow"))
            canvas.create_oval(x - 6, y - 6, x + 6, y + 6, fill=colour, outline=_DARK, width=2, tags=(TAG,))
            words = f"{row.number} {row.name}".strip()
            if row.hexes is not None:
                words += f"  {row.hexes:.2f}"
            self._label(x, y, words, colour)

    def _rim(self, hex: Hex) -> None:
        xy = [v for p in self._grid_fit.geometry.corners(hex) for v in self._view.to_canvas(p)]
        for tint, width in ((_DARK, 6), (_CHOSEN, 4)):
            self._view.canvas.create_polygon(xy, fill="", outline=tint, width=width, tags=(TAG, "chosen"))

    def _label(self, x: float, y: float, words: str, colour: str) -> None:
        """Draw a label beside a point of the canvas where no other label is."""
        canvas = self._view.canvas
        text = canvas.create_text(x, y, text=words, anchor="nw", fill=_DARK, font="VeSmall", tags=(TAG,))
        x0, y0, x1, y1 = canvas.bbox(text)
        place = free_place((x, y), (x1 - x0 + 8, y1 - y0 + 2), self._labels)
        self._labels.append(place)
        canvas.coords(text, place[0] + 4, place[1] + 1)
        box = canvas.create_rectangle(place, fill=colour, outline=_DARK, tags=(TAG, "label"))
        canvas.tag_lower(box, text)


def free_place(at: tuple[float, float], size: tuple[float, float], taken: Sequence[Box]) -> Box:
    """The box for a label of this size beside a point: the nearest one that covers no other label.

    >>> free_place((0, 0), (40, 10), [])
    (11, -13, 51, -3)
    >>> free_place((0, 5), (40, 10), [(11, -13, 51, -3)])
    (-51, -8, -11, 2)
    """
    (x, y), (width, height) = at, size
    rows = (-13, 3, *(side * n * (height + 2) for n in range(2, 12) for side in (-1, 1)))
    boxes = [(left, y + row, left + width, y + row + height)
             for row in rows for left in (x + 11, x - 11 - width)]
    return next((b for b in boxes if not any(_meet(b, other) for other in taken)), boxes[0])


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
