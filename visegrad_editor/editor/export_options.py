"""The fields of the export dialog: of each content those that mean something for it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..drawing.painters.svg_lettering import LETTERINGS, Lettering
from ..drawing.scene import PRINTED_LAYERS
from ..drawing.style_file import NamedStyle, shipped_styles
from ..exchange.export import Choice, Content
from ..exchange.map_pages import pages_words
from ..exchange.picture_options import (
    HEX_MM,
    PictureOptions,
    PictureSize,
    check_tile_size,
    picture_size,
    shown_box,
)
from ..model.design import Design
from ..printing.paper import PAPERS
from . import map_style
from .layers import LAYERS
from .page_fields import PageFields, Pages, number
from .theme import px

_DOTS = ("72", "96", "150", "200", "300", "600")
_USUAL_DOTS = "150"
_LETTERING: dict[Lettering, str] = {
    "text": "Text, can be edited", "embedded": "Text, with its fonts",
    "outlines": "Outlines, the same everywhere"}
_MM, _PX = "mm", "pixels"
_WAIT_MS = 80


class ExportOptions(ttk.Frame):
    """Fields for what can be chosen; `changed` is called when one changes. `in_part` says that a scenario has
    only a part of its map in play, so that the whole map can be asked for."""

    def __init__(
        self, parent: tk.Misc, turn: int, changed: Callable[[], None], in_part: bool = False
    ) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._changed = changed
        self._timer = ""
        self._rows: dict[str, tuple[tk.Widget, ...]] = {}
        self._shown: frozenset[Choice] = frozenset()
        self.columnconfigure(1, weight=1)
        self.paper = self._choice("Paper", list(PAPERS))
        self._styles = _styles()
        self.style = self._choice(
            "Style", [s.title for s in self._styles], self._styles.index(map_style.chosen()), wide=30)
        self.turn = self._choice("Map turned by", [f"{90 * n}°" for n in range(4)], turn)
        self.pages = PageFields(self, self._later)
        self._row("Pages", self.pages)
        self.hex_size, self.unit = tk.StringVar(self, f"{HEX_MM:g}"), tk.StringVar(self, _MM)
        size = ttk.Frame(self, style="Panel.TFrame")
        ttk.Entry(size, textvariable=self.hex_size, width=7).pack(side="left")
        self._units = ttk.Combobox(size, textvariable=self.unit, values=(_MM, _PX), state="readonly", width=7)
        self._units.pack(side="left", padx=px(6))
        self._only_mm = ttk.Label(size, text=_MM, style="Quiet.TLabel")
        self._row("Hex, side to side", size)
        self.dots = tk.StringVar(self, _USUAL_DOTS)
        self._row("Dots per inch", ttk.Combobox(self, textvariable=self.dots, values=_DOTS, width=7))
        self.quality = tk.StringVar(self, "92")
        self._row("Quality", ttk.Spinbox(self, textvariable=self.quality, from_=1, to=95, width=6))
        self.lettering = self._choice("Letters", [_LETTERING[x] for x in LETTERINGS], wide=30)
        self.strength = tk.StringVar(self, "100")
        self._row("Counters, in %", ttk.Spinbox(
            self, textvariable=self.strength, from_=10, to=100, increment=10, width=6))
        self._in_part, self.whole_map = in_part, tk.BooleanVar(self, False)
        self._row("Part shown", ttk.Checkbutton(
            self, text="the whole map, not only the part in play", variable=self.whole_map))
        self.layers: dict[str, tk.BooleanVar] = {}
        self._row("Layers", self._layer_boxes())
        typed = (self.hex_size, self.unit, self.dots, self.quality, self.strength)
        for variable in (*typed, self.whole_map, *self.layers.values()):
            variable.trace_add("write", lambda *_: self._later())
        self.bind("<Destroy>", self._gone, add=True)

    def _choice(self, words: str, values: list[str], current: int = 0, wide: int = 10) -> ttk.Combobox:
        box = ttk.Combobox(self, values=values, state="readonly", width=wide)
        box.current(current)
        box.bind("<<ComboboxSelected>>", lambda _e: self._later())
        self._row(words, box)
        return box

    def _row(self, words: str, field: tk.Widget) -> None:
        label = ttk.Label(self, text=words, style="Quiet.TLabel")
        row = len(self._rows)
        label.grid(row=row, column=0, sticky="nw", padx=(0, px(10)), pady=px(4))
        field.grid(row=row, column=1, sticky="w", pady=px(3))
        self._rows[words] = (label, field)

    def _layer_boxes(self) -> ttk.Frame:
        frame = ttk.Frame(self, style="Panel.TFrame")
        specs = [spec for spec in LAYERS if spec.drawn]
        half = (len(specs) + 1) // 2
        for i, spec in enumerate(specs):
            on = self.layers[spec.id] = tk.BooleanVar(self, set(spec.drawn) <= set(PRINTED_LAYERS))
            ttk.Checkbutton(frame, text=spec.title, variable=on).grid(
                row=i % half, column=i // half, sticky="w", padx=(0, px(14)))
        return frame

    def _later(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS, self._tell)

    def _tell(self) -> None:
        self._timer = ""
        self._changed()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self and self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    # -- what is chosen -----------------------------------------------------------------

    def show(self, content: Content) -> None:
        """Show the fields of what can be chosen for a content."""
        self._shown = content.choices
        for words, wanted in (
            ("Paper", {"paper"}), ("Pages", {"pages"}), ("Style", {"style"}), ("Map turned by", {"turn"}),
            ("Hex, side to side", {"size", "hex size", "tile size"}),
            ("Dots per inch", {"size"}), ("Quality", {"quality"}), ("Letters", {"lettering"}),
            ("Counters, in %", {"size"}), ("Layers", {"layers"}),
            ("Part shown", {"part"} if self._in_part else set()),
        ):
            for widget in self._rows[words]:
                if wanted & content.choices:
                    widget.grid()
                else:
                    widget.grid_remove()
        self.paper.configure(values=content.papers)
        if self.paper.get() not in content.papers:
            self.paper.set(content.papers[0])
        fixed = _PX if "tile size" in content.choices else _MM if "hex size" in content.choices else ""
        if fixed and self.unit.get() != fixed:
            self.unit.set(fixed)
            self.hex_size.set("90" if fixed == _PX else f"{HEX_MM:g}")
        if fixed:
            self._units.pack_forget()
            self._only_mm.configure(text=fixed)
            self._only_mm.pack(side="left", padx=px(6))
        else:
            self._only_mm.pack_forget()
            self._units.pack(side="left", padx=px(6))

    def options(self) -> PictureOptions:
        """What is chosen; raises `ExportError` with a sentence for fields that hold no numbers."""
        size = 0.0
        if {"size", "hex size", "tile size"} & self._shown:
            size = number(self.hex_size.get(), "The size of a hex")
        pixels = self.unit.get() == _PX
        pages = self.pages.pages() if "pages" in self._shown else Pages(0.0, "auto", None)
        drawn = {name for spec in LAYERS if spec.id in self.layers and self.layers[spec.id].get()
                 for name in spec.drawn}
        return PictureOptions(
            dpi=number(self.dots.get(), "Dots per inch") if "size" in self._shown else 0.0,
            hex_mm=pages.hex_mm if "pages" in self._shown else 0.0 if pixels else size,
            hex_px=size if pixels else 0.0, layers=frozenset(drawn),
            counters=number(self.strength.get(), "The strength of counters") / 100,
            turn=self.turn.current() if "turn" in self._shown else 0,
            quality=int(number(self.quality.get(), "The quality")),
            lettering=LETTERINGS[self.lettering.current()],
            style=self._styles[self.style.current()].style, orientation=pages.orientation,
            overlap_mm=pages.overlap_mm, whole_map=self.whole_map.get())


def _styles() -> tuple[NamedStyle, ...]:
    """The styles to choose from: those that come with the program, and that of the window."""
    shown = map_style.chosen()
    return shipped_styles() if shown in shipped_styles() else (*shipped_styles(), shown)


def size_words(design: Design, options: PictureOptions, content: Content, kind: str, paper: str) -> str:
    """How large what is exported becomes; raises `ExportError` where it cannot be. `kind` is PNG or JPEG.

    >>> from visegrad_editor.exchange.picture_options import PictureSize
    >>> picture_words(PictureSize(5043, 5000, 108.0, 300.0))
    '5,043 × 5,000 pixels, 427 × 423 mm on paper'
    """
    map = design.map
    if "size" in content.choices:
        return picture_words(picture_size(map, options, kind, shown_box(design, options)))
    if "pages" in content.choices:
        return pages_words(design, paper, options)
    if "hex size" in content.choices:
        size = picture_size(map, options, box=shown_box(design, options))
        wide, high = size.millimetres
        return f"{wide:,.0f} × {high:,.0f} mm"
    if "tile size" in content.choices:
        check_tile_size(options)
        return "Pictures of the tiles are written beside the map, as NAME-tiles.png and NAME-counters.png."
    return ""


def picture_words(size: PictureSize) -> str:
    """A size in pixels and on paper."""
    wide, high = size.millimetres
    return f"{size.width_px:,} × {size.height_px:,} pixels, {wide:,.0f} × {high:,.0f} mm on paper"
