"""The Background panel while terrain is proposed: the terrains with their samples, and what would change."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from PIL import Image, ImageDraw, ImageTk

from .. import theme
from ..scroll_bar import pack_scrolled
from ..session import Session
from ..tooltips import Tooltip
from ..wrapped import WrappedLabel, show_where_room
from .propose_mode import ProposeMode

_ROWS = 7


class ProposePage(ttk.Frame):
    """Follows a mode; samples are clicked on the map."""

    def __init__(self, parent: tk.Misc, session: Session, mode: ProposeMode) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(10))
        self._session, self._mode = session, mode
        self._filling = False
        self._least = tk.DoubleVar(self, mode.sampling.least)
        self._where = tk.StringVar(self, "all" if mode.sampling.scope is None else "selected")
        ttk.Label(self, text="Terrain from the scan", style="Title.TLabel").pack(anchor="w")
        self._told = WrappedLabel(self)
        self._told.pack(fill="x", pady=(theme.px(4), theme.px(4)))
        self._foot().pack(side="bottom", fill="x", pady=(theme.px(6), 0))
        self._limits().pack(side="bottom", fill="x", pady=(theme.px(4), 0))
        self._pictures: dict[str, ImageTk.PhotoImage] = {}
        table = ttk.Frame(self, style="Panel.TFrame")
        table.pack(fill="both", expand=True)
        self.tree = self._table(table)
        pack_scrolled(self.tree)
        show_where_room(self, WrappedLabel(self, style="Quiet.TLabel", text=(
            "Shift+click paints hexes by hand; a right click leaves one as it is. Keys: 1–9, arrows, Enter, "
            "Shift+Enter, Del, Ctrl+Z.")), theme.px(4))
        mode.changed.connect(self.follow)
        self.follow()

    def _foot(self) -> ttk.Frame:
        foot = ttk.Frame(self, style="Panel.TFrame")
        self.apply = ttk.Button(foot, style="Accent.TButton", command=self._mode.apply)
        self.apply.pack(side="right")
        Tooltip(self.apply, "Change these hexes, as one step that can be undone  (Ctrl+Enter)")
        cancel = ttk.Button(foot, text="Cancel", command=self._mode.cancel)
        cancel.pack(side="right", padx=theme.px(8))
        Tooltip(cancel, "Leave the map as it is  (Esc)")
        return foot

    def _table(self, parent: ttk.Frame) -> ttk.Treeview:
        kinds = self._session.design.ruleset.terrain
        columns = (("samples", "Samples", 72), ("proposed", "Hexes", 60), ("changes", "New", 50))
        tree = ttk.Treeview(parent, columns=[c[0] for c in columns], selectmode="browse",
                            height=min(_ROWS, len(kinds)))
        tree.heading("#0", text="Terrain", anchor="w")
        tree.column("#0", width=theme.px(96), stretch=True)
        for column, text, wide in columns:
            tree.heading(column, text=text, anchor="e")
            tree.column(column, width=theme.px(wide), anchor="e", stretch=False)
        for kind in kinds:
            self._pictures[kind.id] = self._swatch(kind.colour)
            tree.insert("", "end", kind.id, text=f" {kind.name}", image=self._pictures[kind.id])
        tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        tree.bind("<Escape>", lambda _e: self._mode.cancel())
        tree.bind("<Control-Return>", lambda _e: self._mode.apply())
        return tree

    def _swatch(self, colour: str) -> ImageTk.PhotoImage:
        edge = theme.px(14)
        image = Image.new("RGB", (edge, edge), colour)
        ImageDraw.Draw(image).rectangle((0, 0, edge - 1, edge - 1), outline="#20262e")
        return ImageTk.PhotoImage(image, master=self)

    def _limits(self) -> ttk.Frame:
        frame = ttk.Frame(self, style="Panel.TFrame")
        row = ttk.Frame(frame, style="Panel.TFrame")
        row.pack(fill="x")
        ttk.Label(row, text="At least", style="Panel.TLabel").pack(side="left")
        slider = ttk.Scale(row, from_=0, to=0.95, variable=self._least,
                           command=lambda v: self._limit(float(v)))
        slider.pack(side="left", fill="x", expand=True, padx=theme.px(8))
        for keys, by in (("<Left>", -0.05), ("<Right>", 0.05)):
            slider.bind(keys, lambda _e, b=by: self._step(b))  # type: ignore[misc]
        Tooltip(slider, "Hexes less sure than this are not changed; they are hatched on the map")
        self._percent = ttk.Label(row, style="Quiet.TLabel", width=9, anchor="e")
        self._percent.pack(side="right")
        more = ttk.Frame(frame, style="Panel.TFrame")
        more.pack(fill="x", pady=(theme.px(4), 0))
        learn = ttk.Button(more, text="Learn from the map", style="Small.TButton", command=self._mode.learn)
        learn.pack(side="left")
        Tooltip(learn, "Take samples from the selected hexes, or else from all that are painted already")
        clear = ttk.Button(more, text="Clear", style="Small.TButton", command=self._mode.clear)
        clear.pack(side="left", padx=theme.px(6))
        Tooltip(clear, "Forget all samples and what was painted by hand")
        if self._session.region:
            for value, text in (("selected", "Selected"), ("all", "All")):
                button = ttk.Radiobutton(more, text=text, value=value, variable=self._where,
                                         command=self._scope)
                button.pack(side="right", padx=(theme.px(6), 0))
                Tooltip(button, f"Change {text.lower()} hexes")
        return frame

    def _limit(self, least: float) -> None:
        least = round(least * 20) / 20
        if least != self._mode.sampling.least:
            self._mode.limit(least)

    def _step(self, by: float) -> str:
        self._limit(min(0.95, max(0.0, self._mode.sampling.least + by)))
        return "break"

    def _scope(self) -> None:
        self._mode.only_in(None if self._where.get() == "all" else self._session.region)

    def _chosen(self) -> None:
        if not self._filling and self.tree.selection():
            self._mode.choose(self.tree.selection()[0])

    def follow(self) -> None:
        """Show samples and proposals as they are."""
        mode = self._mode
        sampling = mode.sampling
        rows = sampling.rows(self.tree.get_children())
        for row in rows:
            self.tree.item(row.terrain, values=(row.samples or "", row.proposed or "", row.changes or ""))
        self._filling = True
        if self.tree.exists(mode.terrain) and self.tree.selection() != (mode.terrain,):
            self.tree.selection_set(mode.terrain)
            self.tree.see(mode.terrain)
        self.after_idle(self._filled)
        changes, doubtful = sum(r.changes for r in rows), len(sampling.doubtful())
        self._least.set(sampling.least)
        self._percent.configure(text=f"{sampling.least:.0%} sure")
        self.apply.configure(text=f"Change {changes:,} hex{'es' if changes != 1 else ''}")
        self.apply.state(["!disabled" if changes else "disabled"])
        if not any(r.samples for r in rows):
            text = "Choose a terrain, click one or two typical hexes of it on the map, then the next."
        elif doubtful:
            which = "1 hex is" if doubtful == 1 else f"{doubtful:,} hexes are"
            text = f"{which} not sure enough. Add a sample where they are wrong, or lower the slider."
        else:
            text = "No hex is in doubt."
        self._told.configure(text=text)

    def _filled(self) -> None:
        self._filling = False
