"""The start page: what comes with the program, each with a picture and a sentence, the files opened last, and
how to begin."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from tkinter import ttk

from PIL import Image, ImageTk

from ...model.files.catalogue import Bundled, samples
from ...model.files.resources import resource_folder
from ..settings import RecentFile, Settings, recent_files, shortened
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.tooltips import Tooltip
from ..window.theme import px

SHOWN_SETTING = "start_page"
"""False once the user wants no start page when the program starts."""
_HEADINGS = {"scenario": "Scenarios", "map": "Maps", "card": "Cards of squad-level games"}
_PICTURE_PX = 208, 139
_LEAST_ACROSS, _MOST_ACROSS = 2, 5
_BESIDE_PX = 330
"""What the page needs to the left of its pictures, and the desktop to both sides of the page."""
_GAP_PX = 34
_TITLE_PX = 200
_MOST_RECENT = 6
_SCROLL_PX = 24
_ABOUT = "about.txt"
"""What maps and cards are, a line each, behind their kind and name: they have no summary."""


def wanted_at_start(settings: Settings) -> bool:
    """Whether the user wants the page when the program starts without a file."""
    return settings.get(SHOWN_SETTING) is not False


def picture_file(sample: Bundled) -> Path:
    """The file of the picture of a sample; `scripts/sample_pictures.py` makes them."""
    return resource_folder("sample_scenarios") / "pictures" / f"{sample.kind}-{sample.name}.png"


def sentences() -> dict[str, str]:
    """What each sample is, in a sentence, by kind and name: `scenarios/historical`."""
    lines = (resource_folder("sample_scenarios") / _ABOUT).read_text("utf-8").splitlines()
    told = dict(line.split(": ", 1) for line in lines)
    return {one.full_name: one.summary or told.get(one.full_name, "") for one in samples()}


Way = tuple[str, str, Callable[[], None]]
"""A way to begin: the label of its button, its tooltip, and what it does."""


def show_start_page(parent: tk.Misc, settings: Settings, open_named: Callable[[str], None],
                    ways: Sequence[Way]) -> None:
    """Show the page with the keyboard on its first sample, or bring the one that is open to the front."""
    page = next((w for w in parent.winfo_children() if isinstance(w, StartPage)), None)
    if page is None:
        page = StartPage(parent, settings, open_named, ways)
    page.present(next(iter(page.tiles.values())))


class StartPage(Dialog):
    """`open_named` opens a file or a bundled document; `ways` are the buttons for other ways to begin. Any
    choice closes the page. With the arrow keys one goes from sample to sample."""

    def __init__(self, parent: tk.Misc, settings: Settings, open_named: Callable[[str], None],
                 ways: Sequence[Way]) -> None:
        super().__init__(parent, "Visegrad Editor")
        self._settings, self._open_named = settings, open_named
        self.tiles: dict[str, ttk.Button] = {}
        """The buttons of the samples, by kind and name: `scenarios/historical`."""
        self.recent: list[ttk.Button] = []
        self._photos: list[ImageTk.PhotoImage] = []
        left = ttk.Frame(self.body, style="Panel.TFrame")
        left.pack(side="left", fill="y", padx=(0, px(16)))
        self._begin(left, ways)
        self._make_recent(left)
        self._make_tiles()
        self._at_start = tk.BooleanVar(self, wanted_at_start(settings))
        ttk.Checkbutton(self.foot, text="Show this page when the program starts", variable=self._at_start,
                        command=self._remember, style="Panel.TCheckbutton").pack(side="left")
        self.button("Close", self.cancel)
        for key in ("<Return>", "<KP_Enter>"):
            self.bind(key, lambda _e: self._return())

    def _begin(self, parent: ttk.Frame, ways: Sequence[Way]) -> None:
        ttk.Label(parent, text="Begin", style="Title.TLabel").pack(anchor="w", pady=(0, px(4)))
        for label, tip, command in ways:
            button = ttk.Button(parent, text=label, style="Large.Left.TButton",
                                command=lambda c=command: self._choose(c))  # type: ignore[misc]
            button.pack(fill="x", pady=px(2))
            Tooltip(button, tip)

    def _make_recent(self, parent: ttk.Frame) -> None:
        ttk.Label(parent, text="Opened last", style="Title.TLabel").pack(anchor="w", pady=(px(14), px(4)))
        files = recent_files(self._settings)[:_MOST_RECENT]
        if not files:
            ttk.Label(parent, text="Nothing yet. What you open or save is listed here.",
                      style="Quiet.TLabel", wraplength=px(_TITLE_PX)).pack(anchor="w")
        for file in files:
            self._recent_file(parent, file)

    def _recent_file(self, parent: ttk.Frame, file: RecentFile) -> None:
        path = Path(file.path)
        name = f"{path.name} (not found)" if file.missing else path.name
        button = ttk.Button(parent, text=shortened_name(name), style="Left.TButton",
                            command=lambda: self._choose(lambda: self._open_named(file.path)))
        button.pack(fill="x", pady=px(1))
        button.state(["disabled" if file.missing else "!disabled"])
        Tooltip(button, f"{path.name}\n{shortened(str(path.parent))}")
        self.recent.append(button)

    def _make_tiles(self) -> None:
        wide = px(_PICTURE_PX[0] + _GAP_PX)
        fit = (self.winfo_screenwidth() - px(_BESIDE_PX)) // wide
        across = min(max(fit, _LEAST_ACROSS), _MOST_ACROSS)
        room = ScrollableFrame(self.body, across * wide)
        room.pack(side="left", fill="both", expand=True)
        room.set_height(min(px(700), self.winfo_screenheight() - px(260)))
        rows: list[list[ttk.Button]] = []
        line, kind = -1, ""
        told = sentences()
        for sample in samples():
            if sample.kind != kind:
                kind, line = sample.kind, line + 1
                ttk.Label(room.inside, text=_HEADINGS[kind], style="Title.TLabel").grid(
                    row=line, column=0, columnspan=across, sticky="w", pady=(px(10) if line else 0, px(4)))
                rows.append([])
            if not rows[-1] or len(rows[-1]) == across:
                line += 1
                rows.append([])
            cell = ttk.Frame(room.inside, style="Panel.TFrame")
            cell.grid(row=line, column=len(rows[-1]), sticky="nsew", padx=px(3), pady=(px(3), px(8)))
            tile = self._tile(room, cell, sample)
            tile.pack(fill="x")
            about = ttk.Label(
                cell, text=told[sample.full_name], style="Caption.TLabel", justify="center",
                anchor="center", wraplength=px(_PICTURE_PX[0] + 10))
            about.pack(fill="x", pady=(px(2), 0))
            rows[-1].append(tile)
        self._rows = [row for row in rows if row]

    def _tile(self, room: ScrollableFrame, cell: ttk.Frame, sample: Bundled) -> ttk.Button:
        with Image.open(picture_file(sample)) as file:
            picture = file.convert("RGB").resize(
                (px(_PICTURE_PX[0]), px(_PICTURE_PX[1])), Image.Resampling.LANCZOS)
        photo = ImageTk.PhotoImage(picture, master=self)
        self._photos.append(photo)
        name = sample.full_name
        tile = ttk.Button(cell, text=sample.title, image=photo, compound="top", style="Tile.TButton",
                          command=lambda: self._choose(lambda: self._open_named(name)))
        tile.bind("<FocusIn>", lambda _e: room.see(cell, cell))
        tile.bind("<Key>", self._key)
        self.tiles[name] = tile
        return tile

    def _key(self, event: tk.Event[ttk.Button]) -> str | None:
        """Arrows go to the next tile."""
        step = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}.get(event.keysym)
        if step is None:
            return None
        row, column = next((r, row.index(event.widget)) for r, row in enumerate(self._rows)
                           if event.widget in row)
        row += step[0]
        if 0 <= row < len(self._rows):
            tiles = self._rows[row]
            column = column + step[1] if step[1] else min(column, len(tiles) - 1)
            if 0 <= column < len(tiles):
                tiles[column].focus_set()
        return "break"

    def _remember(self) -> None:
        self._settings.set(SHOWN_SETTING, self._at_start.get())

    def _choose(self, command: Callable[[], None]) -> None:
        self.destroy()
        command()


def shortened_name(name: str, most: int = 30) -> str:
    """A name of a file without its middle if it is long.

    >>> shortened_name("the-long-winter-of-1994.yaml", 20)
    'the-long-wi…994.yaml'
    """
    return name if len(name) <= most else f"{name[:most - 9]}…{name[-8:]}"
