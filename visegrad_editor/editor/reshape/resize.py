"""Resize and crop: how many columns and rows are added or cut at each edge."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from tkinter import ttk

from PIL import Image

from ...hexgrid import Hex, Numbering
from ...model.edit.reshape import Reshaped, crop_margins, keeping_complaint, nearest_numbering, resize
from ...model.numbering_text import first_number
from .. import theme
from ..session import Session
from ..tile_renderer import TileRenderer
from ..tooltips import Tooltip
from .dialog import ReshapeDialog
from .numbering_fields import NumberingFields
from .pictures import outline_picture

EDGES = ("left", "top", "right", "bottom")
_PLACES = ((1, 0), (0, 1), (1, 2), (2, 1))
_NEAREST = "like the hex nearest to them"


class ResizeDialog(ReshapeDialog):
    """The counts stand at the edges of the picture, as the map is seen. With `hexes` it begins cut
    to the box around them."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer,
                 hexes: Collection[Hex] | None = None) -> None:
        super().__init__(parent, session, renderer, "Resize the map" if hexes is None else "Crop the map")
        self._crops = hexes is not None
        self.edges: dict[str, ttk.Spinbox] = {}
        for n, edge in enumerate(EDGES):
            row, column = _PLACES[(n + renderer.turn) % 4]
            box = ttk.Spinbox(self.left, from_=-999, to=999, width=5, justify="center", command=self.later)
            box.insert(0, "0")
            box.grid(row=row, column=column, padx=theme.px(5), pady=theme.px(5))
            box.bind("<KeyRelease>", lambda _e: self.later())
            what = "columns" if edge in ("left", "right") else "rows"
            Tooltip(box, f"So many {what} are added at this edge; a negative number cuts them off")
            self.edges[edge] = box
        self._box: list[ttk.Entry] = []
        if self._crops:
            self._add_box()
        self._add_ground()
        self._add_numbers()
        if hexes:
            self.cut_to(hexes)
        self.start = self._box[0] if self._box else self.edges[EDGES[-renderer.turn % 4]]
        self.show()

    def _add_box(self) -> None:
        """Two fields for the corner hexes of what stays."""
        row = ttk.Frame(self.fields, style="Panel.TFrame")
        row.pack(fill="x", pady=(0, theme.px(8)))
        for text in ("From hex", "to hex"):
            ttk.Label(row, text=text, style="Quiet.TLabel").pack(side="left")
            entry = ttk.Entry(row, width=8)
            entry.pack(side="left", padx=(theme.px(6), theme.px(10)))
            entry.bind("<KeyRelease>", lambda _e: self._box_typed())
            self._box.append(entry)

    def _add_ground(self) -> None:
        ttk.Label(self.fields, text="New hexes are", style="Quiet.TLabel").pack(anchor="w")
        terrain = self.session.design.ruleset.terrain
        self._grounds = ["", *(t.id for t in terrain)]
        self.ground = ttk.Combobox(self.fields, values=[_NEAREST, *(t.name.lower() for t in terrain)],
                                   state="readonly", width=30)
        self.ground.current(0)
        self.ground.pack(anchor="w", pady=(theme.px(2), theme.px(8)))
        self.ground.bind("<<ComboboxSelected>>", lambda _e: self.later())

    def _add_numbers(self) -> None:
        self._keeps = tk.BooleanVar(self, True)
        self.keep = ttk.Radiobutton(self.fields, text="Every hex keeps its number", value=True,
                                    variable=self._keeps, command=self.show)
        self.keep.pack(anchor="w")
        self.why = ttk.Label(self.fields, style="Quiet.TLabel", wraplength=theme.px(330), justify="left")
        self.anew = ttk.Radiobutton(self.fields, text="The map is numbered anew", value=False,
                                    variable=self._keeps, command=self.show)
        self.anew.pack(anchor="w", pady=(theme.px(2), 0))
        self.numbers = NumberingFields(self.fields, self.session.design.map.grid.numbering, self.later)
        self._suggested = first_number(self.session.design.map.grid.numbering)

    # -- the counts ---------------------------------------------------------------------

    def cut_to(self, hexes: Collection[Hex]) -> None:
        """Fill in the fields so that the box around the hexes is left."""
        grid = self.session.design.map.grid
        left, top, right, bottom = self._fill_counts(hexes)
        corners = Hex(-left, -top), Hex(grid.columns - 1 + right, grid.rows - 1 + bottom)
        for entry, hex in zip(self._box, corners, strict=False):
            entry.delete(0, "end")
            entry.insert(0, grid.number(hex))

    def _fill_counts(self, hexes: Collection[Hex]) -> tuple[int, int, int, int]:
        margins = crop_margins(self.session.design.map.grid, hexes)
        for edge, count in zip(EDGES, margins, strict=True):
            self.edges[edge].delete(0, "end")
            self.edges[edge].insert(0, str(count))
        return margins

    def _box_typed(self) -> None:
        grid = self.session.design.map.grid
        found = [h for e in self._box if (h := grid.parse(e.get())) is not None]
        if len(found) == len(self._box):
            self._fill_counts(found)
        self.later()

    def counts(self) -> tuple[int, int, int, int]:
        """Columns and rows to add at the left, top, right and bottom. Raises ValueError for no numbers."""
        found = []
        for edge in EDGES:
            text = self.edges[edge].get().strip().replace("−", "-")
            try:
                found.append(int(text or "0"))
            except ValueError:
                raise ValueError(f"“{text}” at the {edge} is no whole number.") from None
        left, top, right, bottom = found
        return left, top, right, bottom

    # -- what is proposed ---------------------------------------------------------------

    def proposal(self) -> Callable[[], Reshaped]:
        design, grid = self.session.design, self.session.design.map.grid
        for entry in self._box:
            if grid.parse(entry.get()) is None:
                raise ValueError(f"There is no hex “{entry.get()}” on this map.")
        by = self.counts()
        columns, rows = grid.columns + by[0] + by[2], grid.rows + by[1] + by[3]
        ground = self._grounds[self.ground.current()]
        numbering, wrong = nearest_numbering(grid, *by), ""
        if columns > 0 and rows > 0:
            self._show_keeping(keeping_complaint(grid, *by), numbering)
            if not self._keeps.get():
                try:
                    numbering = self.numbers.value(columns, rows)
                except ValueError as error:
                    wrong = str(error)

        def work() -> Reshaped:
            # Sizes that cannot be are refused before anybody speaks of numbers.
            found = resize(design, *by, ground=ground, numbering=numbering)
            if wrong:
                raise ValueError(wrong)
            return found

        return work

    def _show_keeping(self, complaint: str, nearest: Numbering) -> None:
        """Say whether numbers can be kept, and suggest others where they cannot."""
        self.keep.state(["disabled" if complaint else "!disabled"])
        if complaint:
            self.why.configure(text=f"They cannot be kept. {complaint}")
            self.why.pack(anchor="w", after=self.keep)
        else:
            self.why.pack_forget()
        if complaint and self.numbers.first.get() == self._suggested:
            self.numbers.show(nearest)
            self._suggested = first_number(nearest)
        if complaint or not self._keeps.get():
            self.numbers.pack(anchor="w", padx=(theme.px(22), 0), after=self.anew)
        else:
            self.numbers.pack_forget()
        if complaint:
            self._keeps.set(False)

    def draw(self, proposed: Reshaped, size: tuple[int, int]) -> Image.Image:
        old, new = self.session.design.map, proposed.design.map
        kind = self.session.design.ruleset.terrain_by_id.get(self._grounds[self.ground.current()])
        return outline_picture(self.renderer.picture, old.grid, new.grid, old.moved.inverse().then(new.moved),
                               self.renderer.turn, size, kind.colour if kind else "", theme.BORDER)

    def name(self) -> str:
        if self._crops:
            return "Crop the map"
        assert self.proposed is not None
        grid = self.proposed.design.map.grid
        return f"Resize to {grid.columns} x {grid.rows}"
