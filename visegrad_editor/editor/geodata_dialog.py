"""Importing geographic data: which file tells how, a picture of what comes of it, and what changes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog, ttk

from PIL import Image, ImageTk

from ..geodata.config import BadConfig, find_config
from ..geodata.errors import GeodataError
from ..geodata.import_map import CannotImport, Imported, propose
from ..geodata.merge import NotAligned
from ..geodata.report import details, first_lines
from ..hexgrid import Hex
from ..model.atomic import SaveError
from ..model.design import Design
from ..model.gamemap import GameMap
from . import theme
from .dialogs import Dialog
from .geodata_preview import legend, preview
from .progress import Cancelled, run_with_progress
from .scroll_bar import bar_of

PICTURE = (400, 415)
_CHANGES = 400
KEEP, HERE, ALL = "Keep them", "Take them back in the selected hexes", "Take them all back"
_TAKE_BACK = f"choose “{ALL}” above, under “Changes by hand”, and compute again"
OPEN, NEW = "Bring the open map up to date", "Make a new map"


class GeodataDialog(Dialog):
    """Asks for the file that tells how; `proposed` is what an import makes of it, once it was computed.

    `record` gives what the open map was last computed as, `before` the config and the folder of then. The
    result is "import" or "".
    """

    def __init__(
        self, parent: tk.Misc, design: Design, record: Callable[[], GameMap | None], region: frozenset[Hex],
        before: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(parent, "Import geographic data")
        self.proposed: Imported | None = None
        self._design, self._record, self._region = design, record, region
        self._photo: ImageTk.PhotoImage | None = None
        body = self.body
        body.columnconfigure(1, weight=1)
        self.config_path, self.folder = (tk.StringVar(self, text) for text in before)
        self.target = tk.StringVar(self, OPEN if design.map.geography is not None else NEW)
        self.by_hand = tk.StringVar(self, KEEP)
        self.entry = self._line(0, "How the map is made (YAML)", self.config_path, self._choose_config)
        self._line(1, "Folder with the data", self.folder, self._choose_folder)
        self._choice(2, "What to do", self.target, (OPEN, NEW))
        self._choice(3, "Changes by hand", self.by_hand, (KEEP, HERE, ALL) if region else (KEEP, ALL))
        below = ttk.Frame(body, style="Panel.TFrame")
        below.grid(row=4, column=0, columnspan=3, sticky="nsew", pady=(theme.px(10), 0))
        below.columnconfigure(1, weight=1)
        below.rowconfigure(0, weight=1)
        body.rowconfigure(4, weight=1)
        wide, high = (theme.px(n) for n in PICTURE)
        self._empty = ImageTk.PhotoImage(Image.new("RGB", (wide, high), theme.PANEL), master=self)
        self.picture = ttk.Label(below, style="Panel.TLabel", image=self._empty)
        self.picture.grid(row=0, column=0, sticky="n", padx=(0, theme.px(12)))
        self.legend = ttk.Label(below, style="Quiet.TLabel", justify="left", wraplength=wide)
        self.legend.grid(row=1, column=0, sticky="w", pady=(theme.px(4), 0))
        self.told = tk.Text(below, width=62, height=21, wrap="word", padx=theme.px(8), pady=theme.px(6),
                            font="TkFixedFont", state="disabled")
        self.told.tag_configure("wrong", foreground=theme.ERROR)
        bar = bar_of(self.told)
        self.told.grid(row=0, column=1, sticky="nsew")
        bar.grid(row=0, column=2, sticky="ns")
        self._tell("Choose the file that tells the grid, the data and the rules, then Compute. The bundled "
                   "ones are called visegrad4 and gsofg; their data does not come with the program.")
        self.ok = self.button("Import", lambda: self.finish("import"))
        self.compute_button = self.button("Compute", self.compute, default=True)
        self.button("Cancel", self.cancel)
        for variable in (self.config_path, self.folder, self.target, self.by_hand):
            variable.trace_add("write", lambda *_: self._stale())
        self._stale()

    def _line(self, row: int, title: str, variable: tk.StringVar, choose: Callable[[], None]) -> ttk.Entry:
        ttk.Label(self.body, text=title, style="Panel.TLabel").grid(row=row, column=0, sticky="w")
        entry = ttk.Entry(self.body, textvariable=variable, width=60)
        entry.grid(row=row, column=1, sticky="ew", padx=theme.px(8), pady=theme.px(2))
        ttk.Button(self.body, text="Browse…", command=choose).grid(row=row, column=2, pady=theme.px(2))
        return entry

    def _choice(self, row: int, title: str, variable: tk.StringVar, values: tuple[str, ...]) -> None:
        ttk.Label(self.body, text=title, style="Panel.TLabel").grid(row=row, column=0, sticky="w")
        box = ttk.Combobox(self.body, textvariable=variable, values=values, state="readonly")
        box.grid(row=row, column=1, sticky="ew", padx=theme.px(8), pady=theme.px(2))

    def _choose_config(self) -> None:
        types = (("YAML", "*.yaml *.yml"), ("All files", "*"))
        chosen = filedialog.askopenfilename(parent=self, title="How the map is made", filetypes=types)
        if chosen:
            self.config_path.set(chosen)

    def _choose_folder(self) -> None:
        chosen = filedialog.askdirectory(parent=self, title="Folder with the data", mustexist=True)
        if chosen:
            self.folder.set(chosen)

    def _stale(self) -> None:
        """Something was changed: what was computed is no longer what would be imported."""
        self.proposed = None
        self.ok.state(["disabled"])
        self.compute_button.state(["!disabled"] if self.config_path.get().strip() else ["disabled"])

    def compute(self) -> None:
        """Compute, and show what comes of it."""
        path = find_config(self.config_path.get().strip())
        folder = Path(self.folder.get().strip()) if self.folder.get().strip() else None
        reset = {KEEP: frozenset[Hex](), HERE: self._region, ALL: None}[self.by_hand.get()]
        design = self._design if self.target.get() == OPEN else None

        def work(_report: object) -> tuple[Imported, Image.Image]:
            done = propose(path, folder, design, self._record() if design else None, reset)
            return done, preview(done, (theme.px(PICTURE[0]), theme.px(PICTURE[1])))

        try:
            self.proposed, image = run_with_progress(self, "Computing the map", work)
        except Cancelled:
            return
        except NotAligned as error:
            self._stale()
            self._tell(f"{error} Or choose “{NEW}” above, under “What to do”, and compute again.", wrong=True)
            return
        except (BadConfig, GeodataError, CannotImport, SaveError, OSError) as error:
            self._stale()
            self._tell(str(error), wrong=True)
            return
        self.legend.configure(text=legend(self.proposed))
        self._photo = ImageTk.PhotoImage(image, master=self)
        self.picture.configure(image=self._photo)
        lines = [*first_lines(self.proposed, _TAKE_BACK), *map(str, self.proposed.problems),
                 *details(self.proposed, _CHANGES)]
        self._tell("\n".join(lines))
        self.ok.state(["!disabled"])

    @property
    def chosen(self) -> tuple[str, str]:
        """The config and the folder that were chosen, as paths that hold wherever the program is started."""
        config, folder = self.config_path.get().strip(), self.folder.get().strip()
        path = Path(config)
        return str(path.resolve()) if path.exists() else config, str(Path(folder).resolve()) if folder else ""

    def _tell(self, text: str, wrong: bool = False) -> None:
        self.told.configure(state="normal")
        self.told.delete("1.0", "end")
        self.told.insert("1.0", text, ("wrong",) if wrong else ())
        self.told.configure(state="disabled")

