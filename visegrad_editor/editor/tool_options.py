"""The options of the tool in hand: brush size, fill, river name and width, what the eraser takes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from .icons import Icons
from .measure_options import MeasureOptions
from .region_options import RegionOptions, paste_options
from .session import Session
from .theme import px

_SIZES = ("1 hex", "7 hexes", "19 hexes", "37 hexes")
_ROW_PX = 28
"""The row is there for tools without options too, so that the palette stays where it is."""
_ERASES = (("hexsides", "Rivers"), ("roads", "Roads"), ("places", "Places"))


class ToolOptions(ttk.Frame):
    """One frame for each tool that has options; `show` brings up the right one."""

    def __init__(self, parent: tk.Misc, session: Session, new_area: Callable[[], None],
                 perform: Callable[[str], None], icons: Icons) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._new_area = session, new_area
        self._perform, self._icons = perform, icons
        self._region: RegionOptions | None = None
        self._size = tk.StringVar(self, _SIZES[0])
        self._fill = tk.BooleanVar(self, False)
        self._line_name = tk.StringVar(self)
        self._line_names = {"hexside": "", "road": ""}
        self._width = tk.StringVar(self, "1")
        self._area = tk.StringVar(self)
        self._erase = {id: tk.BooleanVar(self, True) for id, _ in _ERASES}
        self._areas = ttk.Combobox(self)
        self._tool = ""
        for variable in (self._size, self._fill, self._line_name, self._width, *self._erase.values()):
            variable.trace_add("write", lambda *_: self._changed())
        session.chosen.connect(self._follow)
        session.changed.connect(self._fill_areas)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, minsize=px(_ROW_PX))
        self.show("select")

    def show(self, tool: str) -> None:
        """Show the options of a tool."""
        if tool == self._tool:
            return
        self._tool = tool
        # A river's name is none for a road.
        self._line_name.set(self._line_names.get(tool, ""))
        for child in self.winfo_children():
            child.destroy()
        self._region = None
        if tool == "region":
            self._region = RegionOptions(self, self._session)
            self._region.grid(row=0, column=0, sticky="ew")
            return
        if tool == "measure":
            MeasureOptions(self, self._session).grid(row=0, column=0, sticky="ew")
            return
        if tool == "paste":
            paste_options(self, self._session, self._perform, self._icons).grid(row=0, column=0, sticky="ew")
            return
        row = ttk.Frame(self, style="Panel.TFrame")
        row.grid(row=0, column=0, sticky="ew")
        if tool in ("terrain", "country", "area"):
            ttk.Label(row, text="Size", style="Panel.TLabel").pack(side="left")
            ttk.Combobox(row, textvariable=self._size, values=_SIZES, state="readonly", width=8).pack(
                side="left", padx=px(6))
            if tool != "area":
                ttk.Checkbutton(row, text="Fill", variable=self._fill).pack(side="left")
        if tool in ("hexside", "road"):
            ttk.Label(row, text="Name", style="Panel.TLabel").pack(side="left")
            if tool == "hexside":
                ttk.Spinbox(row, textvariable=self._width, from_=1, to=5, width=2).pack(side="right")
                ttk.Label(row, text="Width", style="Panel.TLabel").pack(side="right", padx=(0, px(4)))
            ttk.Entry(row, textvariable=self._line_name, width=8).pack(
                side="left", padx=px(6), fill="x", expand=True)
        if tool == "eraser":
            for id, text in _ERASES:
                ttk.Checkbutton(row, text=text, variable=self._erase[id]).pack(side="left", padx=(0, px(4)))
        if tool == "area":
            line = ttk.Frame(self, style="Panel.TFrame")
            line.grid(row=1, column=0, sticky="ew", pady=(px(4), 0))
            ttk.Button(line, text="New…", style="Small.TButton", command=self._new_area).pack(
                side="right", padx=(px(4), 0))
            self._areas = ttk.Combobox(line, textvariable=self._area, state="readonly", width=12)
            self._areas.pack(side="left", fill="x", expand=True)
            self._areas.bind("<<ComboboxSelected>>", lambda _e: self._area_chosen())
            self._fill_areas()
        if not row.winfo_children():
            row.destroy()
            self.configure(height=px(_ROW_PX))

    def _changed(self) -> None:
        brush = self._session.brush
        brush.size = _SIZES.index(self._size.get())
        brush.fill = self._fill.get()
        brush.line_name = self._line_name.get().strip()
        if self._tool in self._line_names:
            self._line_names[self._tool] = self._line_name.get()
        width = self._width.get()
        brush.width = min(5, max(1, int(width))) if width.isdigit() else 1
        brush.erase = frozenset(id for id, variable in self._erase.items() if variable.get())

    def step_size(self, by: int) -> None:
        """A larger or smaller brush."""
        now = _SIZES.index(self._size.get())
        self._size.set(_SIZES[min(len(_SIZES) - 1, max(0, now + by))])

    def _fill_areas(self) -> None:
        if self._tool == "area" and self._areas.winfo_exists():
            self._areas.configure(values=[a.name for a in self._session.design.map.areas])
            self._follow()

    def _area_chosen(self) -> None:
        areas = self._session.design.map.areas
        if 0 <= (i := self._areas.current()) < len(areas):
            self._session.choose(area=areas[i].id)

    def _follow(self) -> None:
        if self._region is not None:
            self._region.follow()
        area = self._session.design.map.area_by_id.get(self._session.brush.area)
        self._area.set(area.name if area else "")
