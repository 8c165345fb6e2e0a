"""The dialog for importing geographic data: the files, a preview of the map, and what changes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tkinter import filedialog, ttk

from PIL import Image, ImageTk

from ...drawing.lazy_scene import scene_of
from ...drawing.painters.part_painter import PartPainter
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.primitives import Ellipse, Item, Line, Primitive
from ...drawing.style import Style
from ...drawing.viewport import Viewport
from ...errors import Cancelled
from ...geodata.bundled_configs import bundled_configs
from ...geodata.config import find_config
from ...geodata.errors import GeodataError
from ...geodata.import_map import MapImportResult, propose
from ...geodata.merge import AlignmentError, hexes_of, sides_of
from ...geodata.report import details, first_lines
from ...hexgrid import Hex, HexGeometry, Hexside
from ...model.design import Design
from ...model.files.atomic import SaveError, real_path
from ...model.files.bytes import beginning
from ...model.gamemap import GameMap
from ...model.wording import listed
from ..map import style as map_style
from ..settings import Settings
from ..widgets.dialogs import Dialog
from ..widgets.progress import run_with_progress
from ..widgets.scroll_bars import scroll_bar_of
from ..widgets.small_screen import is_narrow
from ..widgets.variables import when_written
from ..window import theme

PICTURE, SMALL_PICTURE = (400, 415), (170, 160)
"""The size of the picture in pixels at 100 %, and that on a narrow screen."""
_CHANGES = 400
KEEP, HERE, ALL = "Keep them", "Discard them in the selected hexes", "Discard all of them"
_DISCARD = f'choose "{ALL}" above, under "Changes by hand", and compute again'
OPEN, NEW = "Update the open map", "Make a new map"


class GeodataDialog(Dialog):
    """Asks for a configuration file and a folder with data; `proposed` is the computed map.

    `record` returns the open map as it was last computed, `before` are the configuration file and the folder
    used then. The result is "import" or "".
    """

    def __init__(
        self, parent: tk.Misc, design: Design, record: Callable[[], GameMap | None], region: frozenset[Hex],
        before: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(parent, "Import geographic data")
        self.proposed: MapImportResult | None = None
        self._design, self._record, self._region = design, record, region
        self._photo: ImageTk.PhotoImage | None = None
        body = self.body
        body.columnconfigure(1, weight=1)
        self.config_path, self.folder = (tk.StringVar(self, text) for text in before)
        self.target = tk.StringVar(self, OPEN if design.map.geography is not None else NEW)
        self.by_hand = tk.StringVar(self, KEEP)
        self.entry = self._line(0, "Configuration file (YAML)", self.config_path, self._choose_config)
        self._line(1, "Folder with the data", self.folder, self._choose_folder)
        self._choice(2, "What to do", self.target, (OPEN, NEW))
        self._choice(3, "Changes by hand", self.by_hand, (KEEP, HERE, ALL) if region else (KEEP, ALL))
        below = ttk.Frame(body, style="Panel.TFrame")
        below.grid(row=4, column=0, columnspan=3, sticky="nsew", pady=(theme.px(10), 0))
        below.columnconfigure(1, weight=1)
        below.rowconfigure(0, weight=1)
        body.rowconfigure(4, weight=1)
        width, height = (theme.px(n) for n in (SMALL_PICTURE if is_narrow(self) else PICTURE))
        self._size = width, height
        self._empty = ImageTk.PhotoImage(Image.new("RGB", (width, height), theme.PANEL), master=self)
        self.picture = ttk.Label(below, style="Panel.TLabel", image=self._empty)
        self.picture.grid(row=0, column=0, sticky="n", padx=(0, theme.px(12)))
        self.legend = ttk.Label(below, style="Quiet.TLabel", justify="left", wraplength=width)
        self.legend.grid(row=1, column=0, sticky="w", pady=(theme.px(4), 0))
        self.report = tk.Text(below, width=62, height=21, wrap="word", padx=theme.px(8), pady=theme.px(6),
                            font="TkFixedFont", state="disabled")
        self.report.tag_configure("wrong", foreground=theme.ERROR)
        bar = scroll_bar_of(self.report)
        self.report.grid(row=0, column=1, sticky="nsew")
        bar.grid(row=0, column=2, sticky="ns")
        self._show_report("Choose the file that describes the grid, the data and the rules, then click "
                          "Compute. With the program, but without their data, come "
                          f"{listed(bundled_configs())}.")
        self.ok = self.button("Import", lambda: self.finish("import"))
        self.compute_button = self.button("Compute", self.compute, default=True)
        self.button("Cancel", self.cancel)
        for variable in (self.config_path, self.folder, self.target, self.by_hand):
            when_written(variable, self, self._stale)
        self._stale()

    def _line(self, row: int, title: str, variable: tk.StringVar, choose: Callable[[], None]) -> ttk.Entry:
        ttk.Label(self.body, text=title, style="Panel.TLabel").grid(row=row, column=0, sticky="w")
        entry = ttk.Entry(self.body, textvariable=variable, width=30 if is_narrow(self) else 60)
        entry.grid(row=row, column=1, sticky="ew", padx=theme.px(8), pady=theme.px(2))
        ttk.Button(self.body, text="Browse…", command=choose).grid(row=row, column=2, pady=theme.px(2))
        return entry

    def _choice(self, row: int, title: str, variable: tk.StringVar, values: tuple[str, ...]) -> None:
        ttk.Label(self.body, text=title, style="Panel.TLabel").grid(row=row, column=0, sticky="w")
        box = ttk.Combobox(self.body, textvariable=variable, values=values, state="readonly")
        box.grid(row=row, column=1, sticky="ew", padx=theme.px(8), pady=theme.px(2))

    def _choose_config(self) -> None:
        types = (("YAML", "*.yaml *.yml"), ("All files", "*"))
        chosen = filedialog.askopenfilename(parent=self, title="Configuration file", filetypes=types)
        if chosen:
            self.config_path.set(chosen)

    def _choose_folder(self) -> None:
        chosen = filedialog.askdirectory(parent=self, title="Folder with the data", mustexist=True)
        if chosen:
            self.folder.set(chosen)

    def _stale(self) -> None:
        """Discard the computed map after a change of the fields."""
        self.proposed = None
        self.ok.state(["disabled"])
        self.make_default(self.compute_button)
        self.compute_button.state(["!disabled"] if self.config_path.get().strip() else ["disabled"])

    def compute(self) -> None:
        """Compute the map and show it."""
        path = find_config(self.config_path.get().strip())
        folder = Path(self.folder.get().strip()) if self.folder.get().strip() else None
        reset = {KEEP: frozenset[Hex](), HERE: self._region, ALL: None}[self.by_hand.get()]
        design = self._design if self.target.get() == OPEN else None
        size = self._size

        def work(_report: object) -> tuple[MapImportResult, Image.Image]:
            done = propose(path, folder, design, self._record() if design else None, reset)
            return done, preview(done, size)

        try:
            self.proposed, image = run_with_progress(self, "Computing the map", work)
        except Cancelled:
            return
        except AlignmentError as error:
            self._stale()
            self._show_report(f'{error} Or choose "{NEW}" above, under "What to do", and compute again.',
                              wrong=True)
            return
        except (GeodataError, SaveError, OSError) as error:
            self._stale()
            self._show_report(str(error), wrong=True)
            return
        self.legend.configure(text=legend(self.proposed))
        self._photo = ImageTk.PhotoImage(image, master=self)
        self.picture.configure(image=self._photo)
        lines = [*first_lines(self.proposed, _DISCARD), *map(str, self.proposed.problems),
                 *details(self.proposed, _CHANGES)]
        self._show_report("\n".join(lines))
        self.ok.state(["!disabled"])
        self.make_default(self.ok)

    @property
    def chosen(self) -> tuple[str, str]:
        """The chosen configuration file and folder, as absolute paths where possible."""
        config, folder = self.config_path.get().strip(), self.folder.get().strip()
        path = Path(config)
        return (str(real_path(path)) if path.exists() else config,
                str(real_path(Path(folder))) if folder else "")

    def _show_report(self, text: str, wrong: bool = False) -> None:
        self.report.configure(state="normal")
        self.report.delete("1.0", "end")
        self.report.insert("1.0", text, ("wrong",) if wrong else ())
        self.report.configure(state="disabled")


# The preview of an import, with marks on what changes. No Tk here.

_LEGEND = "Red: changes.  Blue: changed by hand, kept.  Rings: hexes; bands: hexsides."
_LEGEND_OF_ALL = "Most of the map changes, so changes are not marked.  Blue: changed by hand, kept."
_MOST = 1 / 3
"""If more than this share of the hexes changes, they are not marked: the rings would hide the map."""
CHANGED, KEPT = "#d0201c", "#1550c0"
_BELOW_RIVERS = ("terrain", "countries", "sites")
_FROM_RIVERS = ("rivers", "borders", "roads", "features")
_LEAST_PX = 4.0
"""Minimum radius of a ring, so that a single hex on a large map is visible."""


def preview(done: MapImportResult, size: tuple[int, int], style: Style | None = None) -> Image.Image:
    """The imported map, in a box of `size` pixels. If it updates a map, rings mark the hexes that change and
    those that were changed by hand and are kept; bands mark such hexsides."""
    map, geometry = done.design.map, done.design.map.geometry
    scene = scene_of(done.design, style or map_style.current())
    left, top, right, bottom = scene.bounds
    scale = max(1.0, min(size[0] / (right - left), size[1] / (bottom - top)))
    view = Viewport(scale, left, top, round((right - left) * scale), round((bottom - top) * scale))
    painter, marks = PartPainter(scene), PixelPainter()
    image = painter.render(_BELOW_RIVERS, view)
    marked = [] if done.is_new else [(done.merged.kept, KEPT)]
    if not (done.is_new or _most_changes(done)):
        marked.append(((*done.merged.changed, *done.merged.reset), CHANGED))
    bands = [b for what, colour in marked for b in _bands(geometry, sides_of(map, what), colour, scale)]
    rings = [r for what, colour in marked for r in _rings(geometry, hexes_of(map, what), colour, scale)]
    image = marks.render([Item(tuple(bands), scene.bounds)], view, image)
    image = painter.render(_FROM_RIVERS, view, image)
    image = marks.render([Item(tuple(rings), scene.bounds)], view, image)
    image.thumbnail(size)
    return image


def legend(done: MapImportResult) -> str:
    """The meaning of the marks in the preview, "" if there are none."""
    return "" if done.is_new else _LEGEND_OF_ALL if _most_changes(done) else _LEGEND


def _most_changes(done: MapImportResult) -> bool:
    map = done.design.map
    return len(hexes_of(map, (*done.merged.changed, *done.merged.reset))) > len(map.grid) * _MOST


def _bands(
    geometry: HexGeometry, sides: Iterable[Hexside], colour: str, scale: float
) -> Iterator[Primitive]:
    """Bands below the rivers: on a band with a river, that river is new; on one without, it is removed."""
    for side in sides:
        yield Line(geometry.side_ends(side), colour, max(0.5, _LEAST_PX / scale))


def _rings(geometry: HexGeometry, hexes: Iterable[Hex], colour: str, scale: float) -> Iterator[Primitive]:
    radius = max(0.7, _LEAST_PX / scale)
    for hex in hexes:
        centre = geometry.centre(hex)
        yield Ellipse(centre, radius, radius, stroke="#ffffff", width=3.6 / scale)
        yield Ellipse(centre, radius, radius, stroke=colour, width=1.8 / scale)


# The configuration used for the last import into a map, remembered for the next one. No Tk here.

_KEY = "imports"
_MOST_REMEMBERED = 50
"""Number of maps for which the configuration is remembered."""
_HEAD = 4000
"""Number of characters at the beginning of a file that contain its `kind`."""

ImportChoice = tuple[str, str]
"""A configuration file and a folder with data; "" for none."""


def last_import(settings: Settings, map: GameMap, path: Path | None) -> ImportChoice:
    """The configuration file and the folder that were last used for a map, remembered by its file, or by its
    name if it has none; otherwise a configuration file with the map's name beside it, or ("", "")."""
    known = settings.get(_KEY)
    if isinstance(known, dict):
        for key in _keys(map, path):
            choice = known.get(key)
            if isinstance(choice, list) and len(choice) == 2 and all(isinstance(t, str) for t in choice):
                return choice[0], choice[1]
    return (_beside(map, path) if path else ""), ""


def remember_import(settings: Settings, map: GameMap, path: Path | None, chosen: ImportChoice) -> None:
    """Remember a choice for the next import into a map, by its file, or by its name if it has none."""
    known = settings.get(_KEY)
    rest = known if isinstance(known, dict) else {}
    key = _keys(map, path)[0]
    newest = {key: list(chosen), **{k: v for k, v in rest.items() if k != key}}
    settings.set(_KEY, dict(list(newest.items())[:_MOST_REMEMBERED]))


def _keys(map: GameMap, path: Path | None) -> list[str]:
    """The keys of a map in the settings, the most specific first."""
    return [*([str(real_path(path))] if path else []), map.name]


def _beside(map: GameMap, path: Path) -> str:
    for ending in (".yaml", ".yml"):
        config = path.parent / f"{map.name}{ending}"
        try:
            if config != path and b"kind: geodata" in beginning(config, _HEAD).splitlines():
                return str(real_path(config))
        except (OSError, ValueError):
            continue
    return ""
