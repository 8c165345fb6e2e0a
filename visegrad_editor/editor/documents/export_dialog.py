"""The export dialog: content, options and file; it then shows where the file is."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from pathlib import Path
from tkinter import filedialog, ttk
from tkinter.font import nametofont
from typing import NamedTuple

from ...drawing.layers import PRINTED_LAYERS
from ...drawing.painters.svg_lettering import LETTERINGS, Lettering
from ...drawing.style_file import NamedStyle, shipped_styles
from ...errors import Cancelled
from ...exchange.export import FORMATS, Choice, Content, ExportError, Format, export
from ...exchange.map_pages import pages_words
from ...exchange.picture_options import (
    HEX_MM,
    PictureOptions,
    PictureSize,
    check_tile_size,
    drawing_millimetres,
    picture_size,
    shown_box,
)
from ...model.design import Design
from ...model.files.translation_file import TranslationError
from ...model.in_play import InPlay
from ...model.translation import Translator
from ...operating_system import open_folder
from ...printing.page_plan import ORIENTATIONS, Orientation
from ...printing.paper import PAPERS
from ..map import style
from ..map.languages import AS_WRITTEN, Languages
from ..map.layers import LAYERS
from ..session import Session
from ..widgets.columns import CELL_GAPS, TREE_GAPS, ElidedTexts, widest
from ..widgets.dialogs import Dialog
from ..widgets.fields import FIELD_TOP
from ..widgets.small_screen import is_narrow
from ..widgets.variables import when_written
from ..widgets.worker import Worker
from ..window.theme import px


class ExportDialog(Dialog):
    """Lets the user choose content, options and a file; the export runs in the background."""

    def __init__(
        self, parent: tk.Misc, session: Session, say: Callable[[str], None], turn: int = 0,
        keep: Collection[Path] = (), first_folder: Callable[[], str] = lambda: str(Path.home()),
        base: Callable[[], Design | None] = lambda: None, languages: Languages | None = None,
    ) -> None:
        super().__init__(parent, "Export")
        self._session, self._say, self._keep = session, say, keep
        self._first_folder, self._base = first_folder, base
        self._languages = languages
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
        rows = [row_words(format, content) for format, content in self.offers]
        if is_narrow(self):
            # There is room for what is made and for the ending of the file.
            rows = [(made, kind.partition(",")[0]) for made, kind in rows]
        self._texts = ElidedTexts(self.tree)
        for i, (made, kind) in enumerate(rows):
            self.tree.insert("", "end", str(i))
            self._texts.put(str(i), f" {made}")
            self._texts.put_cell(str(i), "format", kind)
        measure = nametofont("TkDefaultFont", self).measure
        what = widest((f" {made}" for made, _ in rows), measure) + px(TREE_GAPS - CELL_GAPS)
        file = widest(("File", *(kind for _, kind in rows)), measure)
        wide = not is_narrow(self)
        self.tree.column("#0", width=max(what, px(230) if wide else 0))
        self.tree.column("format", width=max(file, px(250) if wide else 0))
        self.tree.grid(row=1, column=0, sticky="nsew")
        self.tree.selection_set("0")
        self.tree.focus("0")
        self.fields = ExportOptions(body, turn, self._sized, not InPlay(session.design).whole,
                                    *((languages.known(), languages.chosen) if languages else ()))
        self.fields.grid(row=1, column=1, sticky="new", padx=(px(16), 0))
        self.extent = ttk.Label(body, style="Quiet.TLabel", wraplength=px(720), justify="left", text=" ")
        self.extent.grid(row=2, column=0, columnspan=2, sticky="w", pady=(px(10), 0))
        self.status = ttk.Label(body, style="Quiet.TLabel", wraplength=px(720), justify="left", text=" ")
        self.status.grid(row=3, column=0, columnspan=2, sticky="w", pady=(px(2), 0))
        self.bar = ttk.Progressbar(body, maximum=1.0)
        body.rowconfigure(1, weight=1)
        body.columnconfigure(0, weight=1)
        # Wide enough for all fields, so that the dialog keeps its size.
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
        """The field for the rotation of the map."""
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
        """Show how large the result will be, or why it cannot be made."""
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
        chosen = filedialog.asksaveasfilename(
            parent=self, title="Export to", initialfile=f"{stem}-{content.name}{format.ending}",
            initialdir=self._first_folder(), defaultextension=format.ending,
            filetypes=((format.title, f"*{format.ending}"), ("All files", "*")))
        if chosen:
            self.write(Path(chosen))

    def write(self, path: Path) -> None:
        """Export the chosen content to a file."""
        _, content = self._offer()
        session = self._session
        design, paper = session.design, self.paper.get()
        # If they are not known, the export finds them itself.
        problems = session.problems if session.problems_known and not session.checking else None
        try:
            options = self.fields.options()
        except ExportError as error:
            self.status.configure(text=str(error), style="Error.TLabel")
            return
        translator = Translator({})
        if self._languages is not None and self.fields.in_language:
            try:
                translator = self._languages.translator(self.fields.in_language)
            except TranslationError as error:
                self.status.configure(text=str(error), style="Error.TLabel")
                return
        base = self._base() if content.needs_scenario else None
        self.go.state(["disabled"])
        self.status.configure(text=f"Writing {path.name} …", style="Quiet.TLabel")
        self._warnings: list[str] = []
        self._worker = Worker(
            self, lambda report: export(translator.design(design), path, content.name, paper, options=options,
                                        problems=problems, keep=self._keep, warn=self._warnings.append,
                                        report=report, base=base and translator.design(base)),
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
        self.status.configure(text=text)

    def _stop(self) -> None:
        """Ask the export to stop; a part that cannot be stopped is completed."""
        if self._worker is not None:
            self._worker.ask_to_stop()
            self.status.configure(text="Stopping…")

    def _rest(self) -> None:
        self._worker = None
        self.bar.stop()
        self.bar.grid_remove()
        self.go.state(["!disabled"])
        self.close.configure(text="Close", command=self.cancel)

    def _done(self, path: Path) -> None:
        self.made = path
        self._rest()
        self.status.configure(text="\n".join((f"Exported to {path}.", *self._warnings)))
        self.folder.pack(side="right", padx=(px(8), 0))
        self._say(f"Exported {path}")

    def _failed(self, error: Exception) -> None:
        self._rest()
        if isinstance(error, Cancelled):
            self.status.configure(text="Stopped. Nothing was written.")
            return
        self.status.configure(text=str(error), style="Error.TLabel")
        if not isinstance(error, ExportError):
            raise error

    def _open_folder(self) -> None:
        if self.made is not None and not open_folder(self.made.parent):
            self.status.configure(text=f"No file manager was found. The file is {self.made}.")

    def cancel(self) -> None:
        """Close the dialog; a file that is being written is completed or not begun."""
        if self._worker is not None:
            self._worker.cancel()
            self.bar.stop()
        super().cancel()


def ask_export(
    parent: tk.Misc, session: Session, say: Callable[[str], None], turn: int, keep: Collection[Path],
    first_folder: Callable[[], str], base: Callable[[], Design | None], languages: Languages | None = None,
) -> None:
    """Show the export dialog; `turn` is the rotation of the view in quarters, `keep` are files that must not
    be replaced, `first_folder` returns the folder in which the file dialog begins, and `base` the design
    that the open one is a variant of; `languages` are those of its translations."""
    dialog = ExportDialog(parent, session, say, turn, keep, first_folder, base, languages)
    dialog.present(dialog.tree)


def row_words(format: Format, content: Content) -> tuple[str, str]:
    """What is exported and the kind of file, each in words; no two rows of the list say the same.

    >>> [row_words(f, c) for f in FORMATS for c in f.contents if f.ending == ".svg"]
    [('Drawing of the map', 'SVG')]
    """
    kind = format.ending[1:].upper()
    # The title of a format for maps alone says more than that it is a map.
    alone = content.title in format.title
    what = format.title if alone else content.title
    return f"{what[0].upper()}{what[1:]}", kind if alone else f"{kind}, {format.title}"


# The fields of the export dialog.

_DOTS = ("72", "96", "150", "200", "300", "600")
_USUAL_DOTS = "150"
_LETTERING: dict[Lettering, str] = {
    "text": "Text, editable", "embedded": "Text with embedded fonts",
    "outlines": "Outlines, identical everywhere"}
_MM, _PX = "mm", "pixels"
_WAIT_MS = 80


class ExportOptions(ttk.Frame):
    """Fields for the options that apply to a content; `changed` is called when one changes. `in_part` says
    that the scenario uses only a part of its map, so that the user can ask for the whole map."""

    def __init__(
        self, parent: tk.Misc, turn: int, changed: Callable[[], None], in_part: bool = False,
        languages: tuple[str, ...] = (), language: str = "",
    ) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._changed = changed
        self._timer = ""
        self._rows: dict[str, tuple[tk.Widget, ...]] = {}
        self._styles: tuple[NamedStyle, ...] = ()
        self._shown: frozenset[Choice] = frozenset()
        self.columnconfigure(1, weight=1)
        self.language: ttk.Combobox | None = None
        """The field for the language of texts, if there are translations."""
        if languages:
            names = [AS_WRITTEN, *languages]
            self.language = self._choice("Language", names, names.index(language) if language in names else 0)
        self.paper = self._choice("Paper", list(PAPERS))
        self.style = self._choice("Style", [""], width=28)
        self.style.bind("<<ComboboxSelected>>", lambda _e: self._choose_style(), add=True)
        self._own_style = False
        """Whether a style was chosen here; otherwise it is that of the window."""
        style.changed.connect(self._follow_style)
        self._follow_style()
        self.turn = self._choice("Rotate map by", [f"{90 * n}°" for n in range(4)], turn)
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
        self.lettering = self._choice("Text as", [_LETTERING[x] for x in LETTERINGS], width=28)
        self.strength = tk.StringVar(self, "100")
        self._row("Counters, %", ttk.Spinbox(
            self, textvariable=self.strength, from_=10, to=100, increment=10, width=6))
        self._in_part, self.whole_map = in_part, tk.BooleanVar(self, False)
        self._row("Part shown", ttk.Checkbutton(
            self, text="Whole map, beyond what is in play", variable=self.whole_map))
        self.layers: dict[str, tk.BooleanVar] = {}
        self._row("Layers", self._layer_boxes())
        typed = (self.hex_size, self.unit, self.dots, self.quality, self.strength)
        for variable in (*typed, self.whole_map, *self.layers.values()):
            when_written(variable, self, self._later)
        self.bind("<Destroy>", self._gone, add=True)

    @property
    def in_language(self) -> str:
        """The chosen language of texts, "" for that in which they are written."""
        chosen = self.language.get() if self.language is not None else AS_WRITTEN
        return "" if chosen == AS_WRITTEN else chosen

    def _choice(self, words: str, values: list[str], current: int = 0, width: int = 10) -> ttk.Combobox:
        box = ttk.Combobox(self, values=values, state="readonly", width=width)
        box.current(current)
        box.bind("<<ComboboxSelected>>", lambda _e: self._later())
        self._row(words, box)
        return box

    def _choose_style(self) -> None:
        self._own_style = True

    def _follow_style(self) -> None:
        """List the present styles, and choose that of the window unless another was chosen here."""
        shown = self._styles[self.style.current()] if self._own_style else style.chosen()
        self._styles = _styles() if shown in _styles() else (*_styles(), shown)
        self.style.configure(values=[s.title for s in self._styles])
        self.style.current(self._styles.index(shown))

    def _row(self, words: str, field: tk.Widget) -> None:
        label = ttk.Label(self, text=words, style="Quiet.TLabel")
        row = len(self._rows)
        label.grid(row=row, column=0, sticky="nw", padx=(0, px(10)), pady=(px(3 + FIELD_TOP), px(3)))
        field.grid(row=row, column=1, sticky="w", pady=px(3))
        self._rows[words] = (label, field)

    def _layer_boxes(self) -> ttk.Frame:
        frame = ttk.Frame(self, style="Panel.TFrame")
        specs = [spec for spec in LAYERS if spec.drawn]
        half = len(specs) if is_narrow(self) else (len(specs) + 1) // 2
        for i, spec in enumerate(specs):
            on = self.layers[spec.id] = tk.BooleanVar(self, set(spec.drawn) <= set(PRINTED_LAYERS))
            ttk.Checkbutton(frame, text=spec.title, variable=on).grid(
                row=i % half, column=i // half, sticky="w", padx=(0, px(14)))
        return frame

    def _later(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS, self._notify)

    def _notify(self) -> None:
        self._timer = ""
        self._changed()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self and self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    # -- values -------------------------------------------------------------------------

    def show(self, content: Content) -> None:
        """Show the fields that apply to a content."""
        self._shown = content.choices
        for words, wanted in (
            ("Paper", {"paper"}), ("Pages", {"pages"}), ("Style", {"style"}), ("Rotate map by", {"turn"}),
            ("Hex, side to side", {"size", "hex size", "tile size"}),
            ("Dots per inch", {"size"}), ("Quality", {"quality"}), ("Text as", {"lettering"}),
            ("Counters, %", {"size"}), ("Layers", {"layers"}),
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
        """The chosen options; raises `ExportError` with a message for a field that needs a number."""
        size = 0.0
        if {"size", "hex size", "tile size"} & self._shown:
            size = number(self.hex_size.get(), "The size of a hex")
        pixels = self.unit.get() == _PX
        pages = self.pages.pages() if "pages" in self._shown else Pages(0.0, "auto", None)
        drawn = {name for spec in LAYERS if spec.id in self.layers and self.layers[spec.id].get()
                 for name in spec.drawn}
        # What no layer of the panel shows is always drawn: half hexes are never whole.
        drawn |= set(PRINTED_LAYERS) - {name for spec in LAYERS for name in spec.drawn}
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
    """The styles to choose from: those of the program, and the window's current one."""
    shown = style.chosen()
    return shipped_styles() if shown in shipped_styles() else (*shipped_styles(), shown)


def size_words(design: Design, options: PictureOptions, content: Content, kind: str, paper: str) -> str:
    """The size of the exported picture or pages in words; raises `ExportError` if it is impossible. `kind` is
    PNG or JPEG.

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
        width, height = drawing_millimetres(map, options, shown_box(design, options))
        return f"{width:,.0f} × {height:,.0f} mm"
    if "tile size" in content.choices:
        check_tile_size(options)
        return "Pictures of the tiles are saved beside the map as NAME-tiles.png and NAME-counters.png."
    return ""


def picture_words(size: PictureSize) -> str:
    """The size of a picture in pixels and on paper."""
    width, height = size.millimetres
    return f"{size.width_px:,} × {size.height_px:,} pixels, {width:,.0f} × {height:,.0f} mm on paper"


# The pages of a printed map.

_PAGES = ("Fit on one page", "Several pages to glue together")
_ORIENTATIONS: dict[Orientation, str] = {
    "auto": "Automatic", "portrait": "Portrait", "landscape": "Landscape"}
_WHOLE_HEX = "One hex"
_OVERLAPS = (_WHOLE_HEX, "5 mm", "10 mm", "15 mm", "20 mm")


class Pages(NamedTuple):
    """Size of hexes (0 to fit the map on one page), orientation of pages, and overlap (None for one hex)."""

    hex_mm: float
    orientation: Orientation
    overlap_mm: float | None


class PageFields(ttk.Frame):
    """Number, orientation and overlap of pages; `changed` is called when a field changes."""

    def __init__(self, parent: tk.Misc, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._changed = changed
        self.count = self._box(_PAGES, 24)
        self.count.grid(row=0, column=0, columnspan=2, sticky="w")
        self.hex_size = tk.StringVar(self, f"{HEX_MM:g}")
        when_written(self.hex_size, self, changed)
        size = ttk.Frame(self, style="Panel.TFrame")
        ttk.Entry(size, textvariable=self.hex_size, width=7).pack(side="left")
        ttk.Label(size, text="mm", style="Quiet.TLabel").pack(side="left", padx=px(6))
        self.overlap = ttk.Combobox(self, values=_OVERLAPS, width=12)
        self.overlap.set(_WHOLE_HEX)
        for event in ("<<ComboboxSelected>>", "<KeyRelease>"):
            self.overlap.bind(event, lambda _e: changed())
        self._several: list[tk.Widget] = []
        for row, (words, field) in enumerate((("Hex, side to side", size), ("Overlap", self.overlap)), 1):
            label = ttk.Label(self, text=words, style="Quiet.TLabel")
            label.grid(row=row, column=0, sticky="w", padx=(0, px(8)))
            field.grid(row=row, column=1, sticky="w", pady=px(3))
            self._several += [label, field]
        ttk.Label(self, text="Orientation", style="Quiet.TLabel").grid(row=3, column=0, sticky="w")
        self.orientation = self._box(tuple(_ORIENTATIONS.values()), 16)
        self.orientation.grid(row=3, column=1, sticky="w", pady=px(3))
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
        """The chosen values; raises `ExportError` with a message for a field that needs a number."""
        orientation = ORIENTATIONS[self.orientation.current()]
        if self.count.current() == 0:
            return Pages(0.0, orientation, None)
        overlap = self.overlap.get().strip()
        return Pages(
            number(self.hex_size.get(), "The size of a hex"), orientation,
            None if overlap == _WHOLE_HEX else number(overlap.removesuffix("mm"), "The overlap of pages"))


def number(text: str, what: str) -> float:
    """The number in a text field, called `what` in the message of the `ExportError` it raises."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise ExportError(f'{what} must be a number, not "{text.strip()[:20]}".') from None
