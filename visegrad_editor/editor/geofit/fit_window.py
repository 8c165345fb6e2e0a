"""Fitting the grid: a small window beside the map, whose hexes are clicked meanwhile."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog, ttk
from typing import TYPE_CHECKING, Any

from ...geodata.config import BadConfig
from ...geodata.errors import GeodataError
from ...geodata.place_names import PlaceNames, place_names
from ...hexgrid import Hex, Point
from ...model.counted import count
from ...model.edit.documents import with_map
from ...model.edit.geography import set_geography
from .. import theme
from ..canvas_mode import CanvasMode, swallow
from ..dialogs import Dialog
from ..scroll_bar import grid_scrolled
from ..wrapped import WrappedLabel
from .degrees import parse_degrees
from .fit_place import FitPlace
from .fitting import LEAST, Fitting
from .known_places import bundled_names, known_of
from .marks import FitMarks
from .place_fields import PlaceFields
from .places_table import PlacesTable

if TYPE_CHECKING:
    from ..window import Window


class FitWindow(Dialog):
    """Stays open while the map is used; `window.fit` is this while it is. Accepting makes one step of the
    history."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root, "Fit the grid")
        self._window = window
        map = window.session.design.map
        self.fitting = Fitting(map.geometry, known_of(map))
        self._grid = map.grid
        self._typed: set[Point] = set()
        """Where places lie by degrees that were typed here."""
        self.warp = tk.BooleanVar(self, self.fitting.warp)
        self._lay_out(bundled_names(map))
        self._marks = FitMarks(window.view, self.fitting)
        self._place = FitPlace(self, window)
        self._mode = CanvasMode(window.view.canvas, "FitGrid", {
            "<ButtonPress-1>": self._clicked, "<B1-Motion>": swallow, "<ButtonRelease-1>": swallow,
            "<Double-ButtonPress-1>": swallow, "<ButtonPress-3>": swallow, "<Return>": self._at_cursor,
            "<KP_Enter>": self._at_cursor, "<Escape>": self._escape, "<Delete>": swallow}, "crosshair")
        window.session.opened.connect(self.cancel)
        window.session.changed.connect(self._design_changed)
        window.tracing.told.connect(self._other_mode)
        self.follow()

    # -- layout -------------------------------------------------------------------------

    def _lay_out(self, names: PlaceNames) -> None:
        body = self.body
        self.guidance = WrappedLabel(body)
        self.guidance.grid(row=0, column=0, sticky="ew")
        self.fields = PlaceFields(body, names, self._hex_typed, self.add)
        self.fields.grid(row=1, column=0, sticky="ew", pady=theme.px(8))
        self.wrong = WrappedLabel(body, style="Error.TLabel")
        self.wrong.grid(row=2, column=0, sticky="ew")
        self.tree = PlacesTable(body)
        grid_scrolled(self.tree, 3, (theme.px(4), 0))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.tree.bind("<Delete>", lambda _e: self.remove())
        self.verdict = WrappedLabel(body)
        self.verdict.grid(row=4, column=0, sticky="ew", pady=(theme.px(8), 0))
        self.warning = WrappedLabel(body, style="Error.TLabel")
        self.warning.grid(row=5, column=0, sticky="ew")
        ttk.Checkbutton(
            body, variable=self.warp, command=self._warped, style="Panel.TCheckbutton",
            text="Warp gently, so that places beside their hex come to lie in it").grid(
            row=6, column=0, sticky="w", pady=(theme.px(4), 0))
        self.accept_button = self.button("Accept", self.accept)
        self.button("Cancel", self.cancel)
        self.remove_button = ttk.Button(self.foot, text="Remove", command=self.remove)
        self.remove_button.pack(side="left")
        ttk.Button(self.foot, text="Names from a file…", command=self._choose_names).pack(
            side="left", padx=theme.px(8))

    # -- what is entered ----------------------------------------------------------------

    def _clicked(self, event: Any) -> str:
        view = self._window.view
        hex = self.fitting.geometry.hex_at(*view.to_map(event.x, event.y))
        if hex is not None:
            self.point_at(hex)
        return "break"

    def _at_cursor(self, _event: Any) -> str:
        cursor = self._window.controller.cursor
        if cursor is not None:
            self.point_at(cursor)
        return "break"

    def point_at(self, hex: Hex) -> None:
        """This hex is to be given its place: the map was clicked there."""
        self.tree.selection_set(())
        if any(k.hex == hex for k in self.fitting.known):
            self._show_row(hex)
        else:
            place = self._window.session.design.map.place_at.get(hex)
            self.fields.show_hex(self._grid.number(hex), place.name if place else "")
        self.fields.ask_name()

    def _hex_typed(self) -> None:
        hex = self._marks.chosen = self._grid.parse(self.fields.hex.get().strip())
        self._marks.redraw()
        if hex is not None and (place := self._window.session.design.map.place_at.get(hex)) is not None:
            self.fields.propose(place.name)

    def add(self) -> None:
        """The hex lies at that place."""
        fields, number = self.fields, self.fields.hex.get().strip()
        hex = self._grid.parse(number)
        try:
            if hex is None:
                raise ValueError(f"The map has no hex {number}." if number else "Click a hex of the map.")
            if not fields.at.get().strip():
                raise ValueError(fields.ask_where())
            at, typed = parse_degrees(fields.at.get()), fields.typed
            self.fitting.put(hex, at, fields.name.get(), self._grid.parse(fields.changed_row))
        except ValueError as error:
            self.wrong.configure(text=str(error))
            return
        (self._typed.add if typed else self._typed.discard)(at)
        fields.clear()
        self.follow()
        self.tree.see(self._grid.number(hex))

    def remove(self) -> None:
        """Forget the place chosen in the table."""
        hex = self._grid.parse(self.tree.chosen)
        if hex is not None:
            self.fitting.remove(hex)
            self.follow()

    def _chosen(self) -> None:
        hex = self._grid.parse(self.tree.chosen)
        self.remove_button.state(["!disabled"] if hex is not None else ["disabled"])
        if hex is not None:
            self._show_row(hex)
            self._window.view.reveal(self.fitting.geometry.centre(hex))

    def _show_row(self, hex: Hex) -> None:
        known = next(k for k in self.fitting.known if k.hex == hex)
        self.fields.show_row(self._grid.number(hex), known.name, known.at, known.at in self._typed)

    def _warped(self) -> None:
        self.fitting.warp = self.warp.get()

    def _choose_names(self) -> None:
        types = (("Configs and GeoJSON", "*.yaml *.yml *.geojson *.json"), ("All files", "*"))
        chosen = filedialog.askopenfilename(parent=self, title="Names of places", filetypes=types)
        if chosen:
            self.read_names(Path(chosen))

    def read_names(self, path: Path) -> None:
        """Offer the places of a file; those of a config that have a hex of this map are known at once."""
        try:
            found = place_names(path)
        except (BadConfig, GeodataError, OSError) as error:
            self.wrong.configure(text=str(error))
            return
        self.fields.names = PlaceNames({**self.fields.names.at, **found.at})
        known = {k.hex for k in self.fitting.known}
        for number, k in found.known:
            hex = self._grid.parse(number)
            # One without weight is only reported: its hex and its place are known not to agree.
            if (hex is not None and hex not in known and k.weight > 0
                    and all(k.at != other.at for other in self.fitting.known)):
                self.fitting.put(hex, k.at, k.name)
        self.follow()
        self.fields.look_up()
        added = len(self.fitting.known) - len(known)
        placed = f"; {count(added, 'place')} came with a hex of this map" if found.known else ""
        told = f"{count(len(found.at), 'name')} of {path.name} can be chosen now{placed}."
        self.guidance.configure(text=f"{told} {self.fitting.guidance()}")

    # -- showing ------------------------------------------------------------------------

    def follow(self) -> None:
        """Show the places and the fit as they are."""
        fitting = self.fitting
        self.guidance.configure(text=fitting.guidance())
        self.wrong.configure(text="")
        self.verdict.configure(text=fitting.verdict())
        self.warning.configure(text=fitting.warning())
        self.tree.show(fitting.rows())
        self.remove_button.state(["disabled"])
        self.accept_button.state(["!disabled" if fitting.plain is not None else "disabled"])
        self._marks.redraw()

    def present_beside(self) -> None:
        """Show the window where the user last put it, or else where it covers least of the map, which makes
        way: it is left to be clicked."""
        self.present(self.fields.hex_entry)
        self.update_idletasks()
        self._place.take()

    # -- ending -------------------------------------------------------------------------

    def accept(self) -> None:
        """Write the reference into the map, as one step of the history."""
        geography = self.fitting.geography
        if geography is None:
            self.wrong.configure(text=f"{LEAST} places at least fit a grid.")
            return
        count = len(self.fitting.known)
        complaint = self._window.session.change(
            f"Fit the grid ({count} places)", lambda d: with_map(d, set_geography(d.map, geography)))
        if complaint:
            self.wrong.configure(text=complaint)
            return
        self.destroy()
        self._window.say(f"The map knows where it lies: {count} places. Ctrl+Z takes it back.")

    def _escape(self, _event: Any) -> str:
        self.cancel()
        return "break"

    def _other_mode(self) -> None:
        """Clicks on the map are for the background picture now."""
        if self._window.tracing.mode is not None:
            self.cancel()

    def _design_changed(self) -> None:
        if self._window.session.design.map.grid != self._grid:
            self.cancel()

    def destroy(self) -> None:
        """Give the map back."""
        if self._window.fit is self:
            self._place.remember()
            self._window.fit = None
            session = self._window.session
            session.opened.disconnect(self.cancel)
            session.changed.disconnect(self._design_changed)
            self._window.tracing.told.disconnect(self._other_mode)
            # Where the whole program ends, the map is gone before this window is.
            with suppress(tk.TclError):
                self._mode.close()
                self._marks.close()
                self._window.view.canvas.focus_set()
        super().destroy()
