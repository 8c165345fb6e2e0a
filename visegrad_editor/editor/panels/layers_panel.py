"""The layers panel: show, lock and fade the layers of the map, listed from top to bottom."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..map.layers import LAYERS, LayerSpec
from ..session import Session
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme

_SPARE_PX = 34
"""Pixels for the scroll bar and the margins, at 100 %."""


class LayersPanel(ttk.Frame):
    """Shows one row for each layer; the session holds the states of the layers."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._layers = session.layers
        self._show: dict[str, tk.BooleanVar] = {}
        self._lock: dict[str, tk.BooleanVar] = {}
        self._opacity: dict[str, tk.DoubleVar] = {}
        self._percent: dict[str, ttk.Label] = {}
        self._widgets: list[tuple[ttk.Checkbutton, ttk.Checkbutton | None, ttk.Scale, ttk.Label]] = []
        """For each layer: its two check boxes (shown, locked), its slider, and the label with its value."""
        scrolled = ScrollableFrame(self, theme.px(260))
        scrolled.pack(fill="both", expand=True)
        rows = scrolled.inside
        rows.configure(padding=theme.px(8))
        self._rows = rows
        self._heads = [ttk.Label(rows, text=text, style="Section.TLabel")
                       for text in ("Shown", "Locked", "Opacity")]
        for spec in LAYERS:
            self._row(rows, spec)
        self._narrow: bool | None = None
        self._arrange(False)
        last = 2 * len(LAYERS) + 1
        WrappedLabel(
            rows, "No tool can change a locked layer. Alt+click a layer to show it alone.",
            "Quiet.TLabel").grid(row=last, column=0, columnspan=4, sticky="ew", pady=(theme.px(8), 0))
        self._over = tk.BooleanVar(self)
        over = ttk.Checkbutton(rows, text="Picture over terrain", variable=self._over,
                               command=self._put_over)
        over.grid(row=last + 1, column=0, columnspan=4, sticky="w", pady=(theme.px(8), 0))
        Tooltip(over, "Draw the background picture over the terrain, which shines through. "
                      "If it is below, fade the terrain to see it")
        for signal in (self._layers.changed, self._layers.locks_changed):
            signal.connect(self._follow)
        self._follow()
        self.bind("<Configure>", lambda e: self._fit(e.width))

    def _fit(self, width: int) -> None:
        """Put the sliders below the names if the panel is too narrow for one line."""
        shown, _, slider, percent = zip(*self._widgets, strict=True)
        wanted = sum(max(w.winfo_reqwidth() for w in column) for column in (shown, slider, percent))
        self._arrange(width < wanted + self._heads[1].winfo_reqwidth() + theme.px(_SPARE_PX))

    def _arrange(self, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._rows.columnconfigure(0, weight=0 if narrow else 1)
        self._rows.columnconfigure(2, weight=1 if narrow else 0)
        for column, head in enumerate(self._heads):
            if narrow:
                head.grid_remove()
            else:
                head.grid(row=0, column=column, columnspan=2 if column == 2 else 1, sticky="w",
                          padx=(0, theme.px(8)))
        for n, (shown, locked, slider, percent) in enumerate(self._widgets):
            row = 2 * n + 1
            shown.grid(row=row, column=0, columnspan=4 if narrow else 1, sticky="w")
            if locked is not None:
                locked.configure(text="Locked" if narrow else "")
                locked.grid(row=row + narrow, column=0 if narrow else 1, sticky="w" if narrow else "",
                            padx=(theme.px(16) if narrow else 0, 0))
            slider.grid(row=row + narrow, column=2, sticky="ew")
            percent.grid(row=row + narrow, column=3, sticky="e")

    def _row(self, rows: ttk.Frame, spec: LayerSpec) -> None:
        id, layers = spec.id, self._layers
        show = self._show[id] = tk.BooleanVar(self)
        shown = ttk.Checkbutton(rows, text=spec.title, variable=show,
                                command=lambda: layers.show(id, show.get()))
        shown.bind("<Alt-Button-1>", lambda _e: self._alone(id))
        Tooltip(shown, f"Show {spec.title.lower()}; Alt+click: show only this layer")
        lock = self._lock[id] = tk.BooleanVar(self)
        locked = None
        if spec.part is not None:
            locked = ttk.Checkbutton(rows, variable=lock, command=lambda: layers.lock(id, lock.get()))
            Tooltip(locked, f"Protect {spec.title.lower()} from changes")
        opacity = self._opacity[id] = tk.DoubleVar(self)
        slider = ttk.Scale(rows, from_=0, to=1, variable=opacity, length=theme.px(64),
                           command=self._fader(id))
        for keys, by in (("<Left>", -0.05), ("<Right>", 0.05), ("<Down>", -0.05), ("<Up>", 0.05)):
            slider.bind(keys, lambda _e, b=by: self._step(id, b))  # type: ignore[misc]
        Tooltip(slider, f"Opacity of {spec.title.lower()}")
        percent = self._percent[id] = ttk.Label(rows, style="Quiet.TLabel", width=5, anchor="e")
        self._widgets.append((shown, locked, slider, percent))

    def _fader(self, id: str) -> Callable[[str], None]:
        # In steps of 5 %, because every step repaints the map.
        return lambda value: self._layers.fade(id, round(float(value) * 20) / 20)

    def _step(self, id: str, by: float) -> str:
        self._layers.fade(id, round((self._layers[id].opacity + by) * 20) / 20)
        return "break"

    def _alone(self, id: str) -> str:
        self._layers.show_only(id)
        return "break"

    def _put_over(self) -> None:
        self._layers.over_terrain = self._over.get()

    def _follow(self) -> None:
        """Show the current states."""
        self._over.set(self._layers.over_terrain)
        for spec in LAYERS:
            state = self._layers[spec.id]
            self._show[spec.id].set(state.shown)
            self._lock[spec.id].set(state.locked)
            self._opacity[spec.id].set(state.opacity)
            self._percent[spec.id].configure(text=f"{state.opacity:.0%}")
