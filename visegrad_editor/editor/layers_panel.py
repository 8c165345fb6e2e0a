"""The layers of the map, top to bottom: show, lock, and how strongly each is drawn."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from . import theme
from .layers import LAYERS, LayerSpec
from .scrolled import ScrolledFrame
from .session import Session
from .tooltips import Tooltip


class LayersPanel(ttk.Frame):
    """One row for each layer; the states are the session's."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._layers = session.layers
        self._show: dict[str, tk.BooleanVar] = {}
        self._lock: dict[str, tk.BooleanVar] = {}
        self._opacity: dict[str, tk.DoubleVar] = {}
        self._percent: dict[str, ttk.Label] = {}
        scrolled = ScrolledFrame(self, theme.px(260))
        scrolled.pack(fill="both", expand=True)
        rows = scrolled.inside
        rows.configure(padding=theme.px(8))
        rows.columnconfigure(0, weight=1)
        for column, text in enumerate(("Shown", "Locked", "Strength")):
            ttk.Label(rows, text=text, style="Section.TLabel").grid(
                row=0, column=column, columnspan=2 if column == 2 else 1, sticky="w", padx=(0, theme.px(8)))
        for row, spec in enumerate(LAYERS, 1):
            self._row(rows, row, spec)
        ttk.Label(rows, style="Quiet.TLabel", justify="left", wraplength=theme.px(250), text=(
            "A locked layer cannot be changed by any tool. Alt+click on a layer shows it alone."
        )).grid(row=len(LAYERS) + 1, column=0, columnspan=4, sticky="w", pady=(theme.px(8), 0))
        self._over = tk.BooleanVar(self)
        over = ttk.Checkbutton(rows, text="Background picture over the terrain", variable=self._over,
                               command=self._put_over)
        over.grid(row=len(LAYERS) + 2, column=0, columnspan=4, sticky="w", pady=(theme.px(8), 0))
        Tooltip(over, "Over it: what is painted shines through. Below it: the terrain has to be faded")
        for signal in (self._layers.changed, self._layers.locks_changed):
            signal.connect(self._follow)
        self._follow()

    def _row(self, rows: ttk.Frame, row: int, spec: LayerSpec) -> None:
        id, layers = spec.id, self._layers
        show = self._show[id] = tk.BooleanVar(self)
        shown = ttk.Checkbutton(rows, text=spec.title, variable=show,
                                command=lambda: layers.show(id, show.get()))
        shown.grid(row=row, column=0, sticky="w")
        shown.bind("<Alt-Button-1>", lambda _e: self._alone(id))
        Tooltip(shown, f"Show {spec.title.lower()}; Alt+click: alone")
        lock = self._lock[id] = tk.BooleanVar(self)
        if spec.part is not None:
            locked = ttk.Checkbutton(rows, variable=lock, command=lambda: layers.lock(id, lock.get()))
            locked.grid(row=row, column=1)
            Tooltip(locked, f"Keep {spec.title.lower()} from being changed")
        opacity = self._opacity[id] = tk.DoubleVar(self)
        slider = ttk.Scale(rows, from_=0, to=1, variable=opacity, length=theme.px(76),
                           command=self._fader(id))
        slider.grid(row=row, column=2, sticky="ew")
        for keys, by in (("<Left>", -0.05), ("<Right>", 0.05), ("<Down>", -0.05), ("<Up>", 0.05)):
            slider.bind(keys, lambda _e, b=by: self._step(id, b))  # type: ignore[misc]
        Tooltip(slider, f"How strongly {spec.title.lower()} cover what is below")
        percent = self._percent[id] = ttk.Label(rows, style="Quiet.TLabel", width=5, anchor="e")
        percent.grid(row=row, column=3, sticky="e")

    def _fader(self, id: str) -> Callable[[str], None]:
        # Steps of a twentieth: every step paints the map anew.
        return lambda value: self._layers.fade(id, round(float(value) * 20) / 20)

    def _step(self, id: str, by: float) -> str:
        self._layers.fade(id, round((self._layers[id].opacity + by) * 20) / 20)
        return "break"

    def _alone(self, id: str) -> str:
        self._layers.alone(id)
        return "break"

    def _put_over(self) -> None:
        self._layers.over_terrain = self._over.get()

    def _follow(self) -> None:
        """Show the states as they are."""
        self._over.set(self._layers.over_terrain)
        for spec in LAYERS:
            state = self._layers[spec.id]
            self._show[spec.id].set(state.shown)
            self._lock[spec.id].set(state.locked)
            self._opacity[spec.id].set(state.opacity)
            self._percent[spec.id].configure(text=f"{state.opacity:.0%}")
