"""Fitting the grid: a small window beside the map, whose hexes are clicked meanwhile."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import filedialog, ttk
from typing import TYPE_CHECKING, Any, Literal

from ...geodata.config import BadConfig, find_config
from ...geodata.errors import GeodataError
from ...geodata.place_names import PlaceNames, place_names
from ...hexgrid import Hex
from ...model.edit.documents import with_map
from ...model.edit.geography import set_geography
from ...model.gamemap import GameMap
from ...model.geo_fit import Known
from ...model.georeference import georeference
from .. import theme
from ..canvas_mode import CanvasMode, swallow
from ..dialogs import Dialog
from ..wrapped import WrappedLabel
from .degrees import degrees_field, parse_degrees
from .fitting import LEAST, Fitting
from .marks import FitMarks

if TYPE_CHECKING:
    from ..window import Window

_MOST_OFFERED = 400
_COLUMNS: tuple[tuple[str, str, int, Literal["w", "e"]], ...] = (
    ("hex", "Hex", 50, "w"), ("name", "Place", 100, "w"), ("at", "Lat., longitude", 126, "w"),
    ("found", "Lies in", 74, "w"), ("km", "km", 44, "e"), ("hexes", "Hexes", 62, "e"))


class FitWindow(Dialog):
    """Stays open while the map is used; `window.fit` is this while it is. Accepting makes one step of the
    history."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root, "Fit the grid")
        self._window = window
        map = window.session.design.map
        self.fitting = Fitting(map.geometry, known_of(map))
        self.names = bundled_names(map)
        self._grid = map.grid
        self._told = ""
        """The latitude and longitude that came with a name, and go with it."""
        self.hex = tk.StringVar(self)
        self.name = tk.StringVar(self)
        self.at = tk.StringVar(self)
        self.warp = tk.BooleanVar(self, self.fitting.warp)
        self._lay_out()
        self._marks = FitMarks(window.view, self.fitting)
        self._mode = CanvasMode(window.view.canvas, "FitGrid", {
            "<ButtonPress-1>": self._clicked, "<B1-Motion>": swallow, "<ButtonRelease-1>": swallow,
            "<Double-ButtonPress-1>": swallow, "<ButtonPress-3>": swallow, "<Return>": self._at_cursor,
            "<KP_Enter>": self._at_cursor, "<Escape>": self._escape, "<Delete>": swallow}, "crosshair")
        window.session.opened.connect(self.cancel)
        window.session.changed.connect(self._design_changed)
        window.tracing.told.connect(self._other_mode)
        self.follow()

    # -- layout -------------------------------------------------------------------------

    def _lay_out(self) -> None:
        body = self.body
        body.columnconfigure(0, weight=1)
        self.guidance = WrappedLabel(body)
        self.guidance.grid(row=0, column=0, sticky="ew")
        self._lay_out_fields(ttk.Frame(body, style="Panel.TFrame"))
        self.wrong = WrappedLabel(body, style="Error.TLabel")
        self.wrong.grid(row=2, column=0, sticky="ew")
        self.tree = ttk.Treeview(body, columns=[c[0] for c in _COLUMNS], show="headings", height=8,
                                 selectmode="browse")
        for id, title, wide, anchor in _COLUMNS:
            self.tree.heading(id, text=title, anchor=anchor)
            self.tree.column(id, width=theme.px(wide), anchor=anchor, stretch=id == "name")
        self.tree.tag_configure("worst", foreground=theme.ERROR)
        self.tree.grid(row=3, column=0, sticky="nsew", pady=(theme.px(4), 0))
        bar = ttk.Scrollbar(body, orient="vertical", command=self.tree.yview)
        bar.grid(row=3, column=1, sticky="ns", pady=(theme.px(4), 0))
        self.tree.configure(yscrollcommand=bar.set)
        body.rowconfigure(3, weight=1)
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

    def _lay_out_fields(self, row: ttk.Frame) -> None:
        row.grid(row=1, column=0, sticky="ew", pady=theme.px(8))
        row.columnconfigure(1, weight=1)
        for column, title in enumerate(("Hex", "Place", "Latitude, longitude")):
            ttk.Label(row, text=title, style="Quiet.TLabel").grid(row=0, column=column, sticky="w")
        self.hex_entry = ttk.Entry(row, textvariable=self.hex, width=6)
        self.name_box = ttk.Combobox(row, textvariable=self.name, width=13, postcommand=self._offer)
        self.at_entry = ttk.Entry(row, textvariable=self.at, width=18)
        for column, widget in enumerate((self.hex_entry, self.name_box, self.at_entry)):
            widget.grid(row=1, column=column, sticky="ew", padx=(0, theme.px(6)))
            for key in ("<Return>", "<KP_Enter>"):
                widget.bind(key, self._entered)
        self.name_box.bind("<<ComboboxSelected>>", lambda _e: self._named())
        self.name_box.bind("<FocusOut>", lambda _e: self._named(only_empty=True))
        self.hex.trace_add("write", lambda *_: self._hex_typed())
        ttk.Button(row, text="Add", width=5, command=self.add).grid(row=1, column=3)

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
        self.hex.set(self._grid.number(hex))
        known = next((k for k in self.fitting.known if k.hex == hex), None)
        place = self._window.session.design.map.place_at.get(hex)
        self.name.set(known.name if known else place.name if place else "")
        self.at.set(degrees_field(known.at) if known else "")
        self._named(only_empty=True)
        self.focus_force()
        self.name_box.focus_set()
        self.name_box.selection_range(0, "end")

    def _hex_typed(self) -> None:
        self._marks.chosen = self._grid.parse(self.hex.get().strip())
        self._marks.redraw()

    def _offer(self) -> None:
        """The names that begin with, or have in them, what is typed."""
        typed = self.name.get().strip().casefold()
        names = sorted(self.names.at, key=lambda n: (not n.casefold().startswith(typed), n))
        self.name_box.configure(values=[n for n in names if typed in n.casefold()][:_MOST_OFFERED])

    def _named(self, only_empty: bool = False) -> None:
        """A name was chosen: it says where the place is."""
        if only_empty and self.at.get().strip() not in ("", self._told):
            return
        at = self.names.find(self.name.get())
        self._told = "" if at is None else degrees_field(at)
        self.at.set(self._told)

    def _entered(self, _event: Any) -> str:
        self._named(only_empty=True)
        self.add()
        return "break"

    def add(self) -> None:
        """The hex lies at that place."""
        number, hex = self.hex.get().strip(), self._grid.parse(self.hex.get().strip())
        try:
            if hex is None:
                raise ValueError(f"The map has no hex {number}." if number else "Click a hex of the map.")
            if not self.at.get().strip():
                raise ValueError("Where is it? Choose a place by its name, or write latitude and longitude.")
            self.fitting.put(hex, parse_degrees(self.at.get()), self.name.get())
        except ValueError as error:
            self.wrong.configure(text=str(error))
            return
        for field in (self.hex, self.name, self.at):
            field.set("")
        self.follow()
        self.tree.see(self._grid.number(hex))

    def remove(self) -> None:
        """Forget the place chosen in the table."""
        hex = self._grid.parse(self.tree.selection()[0]) if self.tree.selection() else None
        if hex is not None:
            self.fitting.remove(hex)
            self.follow()

    def _chosen(self) -> None:
        hex = self._grid.parse(self.tree.selection()[0]) if self.tree.selection() else None
        self.remove_button.state(["!disabled"] if hex is not None else ["disabled"])
        if hex is not None:
            known = next(k for k in self.fitting.known if k.hex == hex)
            self.hex.set(self._grid.number(hex))
            self.name.set(known.name)
            self.at.set(degrees_field(known.at))
            self._window.view.reveal(self.fitting.geometry.centre(hex))

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
        self.names = PlaceNames({**self.names.at, **found.at})
        known = {k.hex for k in self.fitting.known}
        for number, k in found.known:
            hex = self._grid.parse(number)
            if hex is not None and hex not in known and all(k.at != other.at for other in self.fitting.known):
                self.fitting.put(hex, k.at, k.name)
        self.follow()

    # -- showing ------------------------------------------------------------------------

    def follow(self) -> None:
        """Show the places and the fit as they are."""
        fitting = self.fitting
        self.guidance.configure(text=fitting.guidance())
        self.wrong.configure(text="")
        self.verdict.configure(text=fitting.verdict())
        self.warning.configure(text=fitting.warning())
        self.tree.delete(*self.tree.get_children())
        for row in fitting.rows():
            self.tree.insert("", "end", row.number, tags=("worst",) if row.worst else (), values=(
                row.number, row.name, degrees_field(row.at), row.found or "–",
                "–" if row.km is None else f"{row.km:.1f}", "–" if row.hexes is None else f"{row.hexes:.2f}"))
        self.remove_button.state(["disabled"])
        self.accept_button.state(["!disabled" if fitting.plain is not None else "disabled"])
        self._marks.redraw()

    def present_beside(self) -> None:
        """Show the window at the right of the main one, over its panels: the map is left to be clicked."""
        self.present(self.hex_entry)
        self.update_idletasks()
        root, canvas = self._window.root, self._window.view.canvas
        x = min(root.winfo_rootx() + root.winfo_width(), self.winfo_screenwidth()) - self.winfo_reqwidth()
        y = min(canvas.winfo_rooty(), self.winfo_screenheight() - self.winfo_reqheight() - theme.px(30))
        self.geometry(f"+{max(0, x - theme.px(8))}+{max(0, y)}")

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
            self._window.fit = None
            session = self._window.session
            session.opened.disconnect(self.cancel)
            session.changed.disconnect(self._design_changed)
            self._window.tracing.told.disconnect(self._other_mode)
            self._mode.close()
            self._marks.close()
            self._window.view.canvas.focus_set()
        super().destroy()


def known_of(map: GameMap) -> tuple[Known, ...]:
    """The places a map was fitted to before: its warp pins, each with the hex it lies in."""
    reference = georeference(map)
    if reference is None:
        return ()
    found: dict[Hex, Known] = {}
    for pin in reference.geography.pins:
        hex = reference.hex_at(*pin.at)
        if hex is not None:
            place = map.place_at.get(hex)
            found.setdefault(hex, Known(hex, pin.at, pin.name or (place.name if place else "")))
    return tuple(found.values())


def bundled_names(map: GameMap) -> PlaceNames:
    """The places of the bundled config of a map's name, or of the visegrad4 one: capitals and large towns."""
    names: dict[str, tuple[float, float]] = {}
    for name in dict.fromkeys(("visegrad4", "gsofg", map.name)):
        try:
            names.update(place_names(find_config(name)).at)
        except (BadConfig, GeodataError, OSError):
            continue
    return PlaceNames(names)
