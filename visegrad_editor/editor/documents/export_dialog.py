"""Exporting: what, to which paper, where; then a hint where it lies."""

from __future__ import annotations

import os
import subprocess
import sys
import tkinter as tk
from collections.abc import Callable, Collection
from pathlib import Path
from tkinter import filedialog, ttk
from typing import NamedTuple

from ...drawing.painters.svg_painter import LETTERINGS, Lettering
from ...drawing.scene import PRINTED_LAYERS
from ...drawing.style_file import NamedStyle, shipped_styles
from ...exchange.export import FORMATS, Choice, Content, ExportError, Format, Stopped, export
from ...exchange.map_pages import pages_words
from ...exchange.picture_options import (
    HEX_MM,
    PictureOptions,
    PictureSize,
    check_tile_size,
    picture_size,
    shown_box,
)
from ...model.design import Design
from ...model.files.resources import is_bundled
from ...model.in_play import InPlay
from ...printing.page_plan import ORIENTATIONS, Orientation
from ...printing.paper import PAPERS
from ..map import style
from ..map.layers import LAYERS
from ..session import Session
from ..widgets.dialogs import Dialog
from ..widgets.worker import Worker
from ..window.theme import px


class ExportDialog(Dialog):
    """Choose content and how it shall be, then a file; the work runs beside the window."""

    def __init__(
        self, parent: tk.Misc, session: Session, say: Callable[[str], None], turn: int = 0,
        keep: Collection[Path] = (),
    ) -> None:
        super().__init__(parent, "Export")
        self._session, self._say, self._keep = session, say, keep
        self._worker: Worker[Path] | None = None
        self.made: Path | None = None
        body = self.body
        self.offers: list[tuple[Format, Content]] = [
            (f, c) for f in FORMATS for c in f.contents
            if session.scenario is not None or not c.needs_scenario]
        self.tree = ttk.Treeview(body, columns=("format",), height=max(10, len(self.offers)),
                                 selectmode="browse", style="Flat.Treeview")
        self.tree.heading("#0", text="What", anchor="w")
        self.tree.heading("format", text="File", anchor="w")
        self.tree.column("#0", width=px(190))
        self.tree.column("format", width=px(270))
        for i, (format, content) in enumerate(self.offers):
            text, kind = f" {content.title[0].upper()}{content.title[1:]}", format.ending[1:].upper()
            self.tree.insert("", "end", str(i), text=text, values=(f"{kind}, {format.title}",))
        self.tree.grid(row=1, column=0, sticky="nsew")
        self.tree.selection_set("0")
        self.tree.focus("0")
        self.fields = ExportOptions(body, turn, self._sized, not InPlay(session.design).whole)
        self.fields.grid(row=1, column=1, sticky="new", padx=(px(16), 0))
        self.extent = ttk.Label(body, style="Quiet.TLabel", wraplength=px(720), justify="left", text=" ")
        self.extent.grid(row=2, column=0, columnspan=2, sticky="w", pady=(px(10), 0))
        self.told = ttk.Label(body, style="Quiet.TLabel", wraplength=px(720), justify="left", text=" ")
        self.told.grid(row=3, column=0, columnspan=2, sticky="w", pady=(px(2), 0))
        self.bar = ttk.Progressbar(body, maximum=1.0)
        body.rowconfigure(1, weight=1)
        body.columnconfigure(0, weight=1)
        # Wide enough for all fields, so that the dialog keeps its size whatever is chosen.
        body.columnconfigure(1, minsize=self._widest())
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.go = self.button("Export…", self._ask_file, default=True)
        self.folder = self.button("Open folder", self._open_folder)
        self.folder.pack_forget()
        self.close = self.button("Close", self.cancel)
        self._chosen()

    @property
    def paper(self) -> ttk.Combobox:
        """The field for the paper."""
        return self.fields.paper

    @property
    def turn(self) -> ttk.Combobox:
        """The field for the turn of the map."""
        return self.fields.turn

    def _widest(self) -> int:
        self.update_idletasks()
        return self.fields.winfo_reqwidth() + px(16)

    def _offer(self) -> tuple[Format, Content]:
        chosen = self.tree.selection()
        return self.offers[int(chosen[0]) if chosen else 0]

    def _chosen(self) -> None:
        self.fields.show(self._offer()[1])
        self._sized()

    def _sized(self) -> None:
        """Tell how large it becomes, or why it cannot be."""
        _, content = self._offer()
        try:
            kind = "JPEG" if "quality" in content.choices else "PNG"
            words = size_words(
                self._session.design, self.fields.options(), content, kind, self.paper.get())
        except ExportError as error:
            self.extent.configure(text=str(error), style="Error.TLabel")
            self.go.state(["disabled"])
            return
        self.extent.configure(text=words or " ", style="Quiet.TLabel")
        if self._worker is None:
            self.go.state(["!disabled"])

    def _ask_file(self) -> None:
        format, content = self._offer()
        document = self._session.document
        stem = document.path.stem if document.path else "design"
        folder = document.path.parent if document.path and not is_bundled(document.path) else Path.home()
        chosen = filedialog.asksaveasfilename(
            parent=self, title="Export to", initialfile=f"{stem}-{content.name}{format.ending}",
            initialdir=str(folder), defaultextension=format.ending,
            filetypes=((format.title, f"*{format.ending}"), ("All files", "*")))
        if chosen:
            self.write(Path(chosen))

    def write(self, path: Path) -> None:
        """Export the chosen content to a file."""
        _, content = self._offer()
        session = self._session
        design, paper = session.design, self.paper.get()
        # Where they are not known the export finds them itself.
        problems = session.problems if session.known and not session.checking else None
        try:
            options = self.fields.options()
        except ExportError as error:
            self.told.configure(text=str(error), style="Error.TLabel")
            return
        self.go.state(["disabled"])
        self.told.configure(text=f"Writing {path.name} …", style="Quiet.TLabel")
        self._warnings: list[str] = []
        self._worker = Worker(
            self, lambda report: export(design, path, content.name, paper, options=options, problems=problems,
                                        keep=self._keep, warn=self._warnings.append, report=report),
            self._progress, self._done, self._failed)
        self.bar.grid(row=4, column=0, columnspan=2, sticky="ew", pady=(px(4), 0))
        self.bar.configure(mode="indeterminate")
        self.bar.start(40)
        self.close.configure(text="Stop", command=self._stop)
        self._worker.start()

    def _progress(self, fraction: float, text: str) -> None:
        if str(self.bar.cget("mode")) == "indeterminate":
            self.bar.stop()
            self.bar.configure(mode="determinate")
        self.bar.configure(value=fraction)
        self.told.configure(text=text)

    def _stop(self) -> None:
        """Ask the work to stop; what cannot be stopped is finished."""
        if self._worker is not None:
            self._worker.ask_to_stop()
            self.told.configure(text="Stopping…")

    def _rest(self) -> None:
        self._worker = None
        self.bar.stop()
        self.bar.grid_remove()
        self.go.state(["!disabled"])
        self.close.configure(text="Close", command=self.cancel)

    def _done(self, path: Path) -> None:
        self.made = path
        self._rest()
        self.told.configure(text="\n".join((f"Written: {path}", *self._warnings)))
        self.folder.pack(side="right", padx=(px(8), 0))
        self._say(f"Exported {path}")

    def _failed(self, error: Exception) -> None:
        self._rest()
        if isinstance(error, Stopped):
            self.told.configure(text="Stopped. Nothing was written.")
            return
        self.told.configure(text=str(error), style="Error.TLabel")
        if not isinstance(error, ExportError):
            raise error

    def _open_folder(self) -> None:
        if self.made is not None and not open_folder(self.made.parent):
            self.told.configure(text=f"No program to show folders was found. The file is {self.made}.")

    def cancel(self) -> None:
        """Close; a file that is being written is still finished or not begun."""
        if self._worker is not None:
            self._worker.cancel()
            self.bar.stop()
        super().cancel()


def open_folder(folder: Path) -> bool:
    """Show a folder in the system's file manager; False where there is none."""
    try:
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            opener = "open" if sys.platform == "darwin" else "xdg-open"
            subprocess.Popen([opener, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return True


def ask_export(
    parent: tk.Misc, session: Session, say: Callable[[str], None], turn: int, keep: Collection[Path]
) -> None:
    """Show the export dialog; `turn` is that of the view, `keep` are files that it must not replace."""
    dialog = ExportDialog(parent, session, say, turn, keep)
    dialog.present(dialog.tree)


# The fields of the export dialog: of each content those that mean something for it.

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
            "Style", [s.title for s in self._styles], self._styles.index(style.chosen()), width=30)
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
        self.lettering = self._choice("Letters", [_LETTERING[x] for x in LETTERINGS], width=30)
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

    def _choice(self, words: str, values: list[str], current: int = 0, width: int = 10) -> ttk.Combobox:
        box = ttk.Combobox(self, values=values, state="readonly", width=width)
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
    shown = style.chosen()
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
        width, height = size.millimetres
        return f"{width:,.0f} × {height:,.0f} mm"
    if "tile size" in content.choices:
        check_tile_size(options)
        return "Pictures of the tiles are written beside the map, as NAME-tiles.png and NAME-counters.png."
    return ""


def picture_words(size: PictureSize) -> str:
    """A size in pixels and on paper."""
    width, height = size.millimetres
    return f"{size.width_px:,} × {size.height_px:,} pixels, {width:,.0f} × {height:,.0f} mm on paper"


# The fields for the pages of a printed map: one, or as many as hexes of a size need.

_PAGES = ("Fitted to one page", "Several, to glue together")
_STANDS: dict[Orientation, str] = {
    "auto": "As suits the map", "portrait": "Upright", "landscape": "On its side"}
_WHOLE_HEX = "A whole hex"
_OVERLAPS = (_WHOLE_HEX, "5 mm", "10 mm", "15 mm", "20 mm")


class Pages(NamedTuple):
    """What is chosen: size of hexes (0 for one page), how pages stand, what they share (None: a hex)."""

    hex_mm: float
    orientation: Orientation
    overlap_mm: float | None


class PageFields(ttk.Frame):
    """A choice, and the fields that mean something for it; `changed` is called when one changes."""

    def __init__(self, parent: tk.Misc, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._changed = changed
        self.count = self._box(_PAGES, 24)
        self.count.grid(row=0, column=0, columnspan=2, sticky="w")
        self.hex_size = tk.StringVar(self, f"{HEX_MM:g}")
        self.hex_size.trace_add("write", lambda *_: changed())
        size = ttk.Frame(self, style="Panel.TFrame")
        ttk.Entry(size, textvariable=self.hex_size, width=7).pack(side="left")
        ttk.Label(size, text="mm", style="Quiet.TLabel").pack(side="left", padx=px(6))
        self.overlap = ttk.Combobox(self, values=_OVERLAPS, width=12)
        self.overlap.set(_WHOLE_HEX)
        for event in ("<<ComboboxSelected>>", "<KeyRelease>"):
            self.overlap.bind(event, lambda _e: changed())
        self._several: list[tk.Widget] = []
        for row, (words, field) in enumerate((("Hex, side to side", size), ("Pages share", self.overlap)), 1):
            label = ttk.Label(self, text=words, style="Quiet.TLabel")
            label.grid(row=row, column=0, sticky="w", padx=(0, px(8)))
            field.grid(row=row, column=1, sticky="w", pady=px(3))
            self._several += [label, field]
        ttk.Label(self, text="Orientation", style="Quiet.TLabel").grid(row=3, column=0, sticky="w")
        self.stand = self._box(tuple(_STANDS.values()), 16)
        self.stand.grid(row=3, column=1, sticky="w", pady=px(3))
        self._show()

    def _box(self, values: tuple[str, ...], width: int) -> ttk.Combobox:
        box = ttk.Combobox(self, values=values, state="readonly", width=width)
        box.current(0)
        box.bind("<<ComboboxSelected>>", lambda _e: self._chosen())
        return box

    def _chosen(self) -> None:
        self._show()
        self._changed()

    def _show(self) -> None:
        for widget in self._several:
            if self.count.current() == 1:
                widget.grid()
            else:
                widget.grid_remove()

    def pages(self) -> Pages:
        """What is chosen; raises `ExportError` with a sentence for fields that hold no numbers."""
        stand = ORIENTATIONS[self.stand.current()]
        if self.count.current() == 0:
            return Pages(0.0, stand, None)
        said = self.overlap.get().strip()
        return Pages(
            number(self.hex_size.get(), "The size of a hex"), stand,
            None if said == _WHOLE_HEX else number(said.removesuffix("mm"), "What pages share"))


def number(text: str, what: str) -> float:
    """The number in a field named `what`; raises `ExportError`."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise ExportError(f"{what} is “{text.strip()[:20]}”; a number is needed.") from None
