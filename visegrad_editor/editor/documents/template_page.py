"""What a template is: its title, a picture of its map, its summary and facts, and what may be ticked."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk

from PIL import Image, ImageTk

from ...drawing.overview import overview
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.files.catalogue import Bundled
from ...model.files.load import load
from ...model.wording import count, grid_size, listed
from ..map import style
from ..widgets.worker import Report, Worker
from ..window import theme

PICTURE, SMALL_PICTURE = (460, 250), (256, 94)


@dataclass(frozen=True)
class _Look:
    """What is read of a template in a thread."""

    picture: Image.Image | None
    facts: str


class TemplatePage(ttk.Frame):
    """Shows one template at a time. Its files are read in a thread; until then its summary is there."""

    def __init__(self, parent: tk.Misc, small: bool) -> None:
        super().__init__(parent, style="Panel.TFrame")
        width, height = SMALL_PICTURE if small else PICTURE
        self._size = theme.px(width), theme.px(height)
        self._photo: ImageTk.PhotoImage | None = None
        self._worker: Worker[_Look] | None = None
        self._known: dict[Path, _Look] = {}
        self._ticks: dict[str, tk.BooleanVar] = {}
        self._title = ttk.Label(self, style="Section.TLabel", wraplength=theme.px(width), justify="left")
        self._title.pack(anchor="w")
        self.summary = ttk.Label(self, style="Panel.TLabel", wraplength=theme.px(width), justify="left")
        self.summary.pack(anchor="w", pady=(theme.px(2), theme.px(4)))
        self.picture = tk.Canvas(self, width=self._size[0], height=self._size[1], background=theme.PANEL,
                                 borderwidth=0, highlightthickness=0)
        self.picture.pack(anchor="w")
        self.facts = ttk.Label(self, style="Quiet.TLabel", wraplength=theme.px(width), justify="left")
        self.facts.pack(anchor="w", pady=(theme.px(4), theme.px(8)))
        self.bind("<Destroy>", lambda e: self._stop() if e.widget is self else None)

    def box(self, text: str) -> ttk.Checkbutton:
        """A box to be ticked; whoever adds it packs it."""
        ticked = tk.BooleanVar(self, False)
        box = ttk.Checkbutton(self, text=text, variable=ticked)
        self._ticks[str(box)] = ticked
        return box

    def is_ticked(self, box: ttk.Checkbutton) -> bool:
        """Whether a box is ticked."""
        return bool(self._ticks[str(box)].get())

    def say(self, text: str) -> None:
        """Show a text alone."""
        self._stop()
        self._put("", text, None, "")

    def show(self, template: Bundled) -> None:
        """Show a template."""
        self._stop()
        known = self._known.get(template.path)
        self._put(template.title, template.summary, known.picture if known else None,
                  known.facts if known else "…")
        if known is not None:
            return
        size, look = self._size, style.current()

        def read(_report: Report) -> _Look:
            design = load(template.path).design
            return _Look(None, "It cannot be read.") if design is None else _Look(
                overview(design, *size, style=look), _facts(design, template))

        def done(found: _Look) -> None:
            self._worker = None
            self._known[template.path] = found
            self._put(template.title, template.summary, found.picture, found.facts)

        self._worker = Worker(self, read, lambda _part, _text: None, done, lambda error: done(
            _Look(None, f"It cannot be read: {error}")))
        self._worker.start()

    def _put(self, title: str, summary: str, picture: Image.Image | None, facts: str) -> None:
        self._title.configure(text=title)
        self.summary.configure(text=summary)
        self.facts.configure(text=facts)
        self.picture.delete("all")
        if picture is not None:
            self._photo = ImageTk.PhotoImage(picture, master=self)
            self.picture.create_image(0, 0, anchor="nw", image=self._photo)

    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None


def _facts(design: Design, template: Bundled) -> str:
    """What there is in a template, in sentences."""
    map, rules, scenario = design.map, design.ruleset, design.scenario
    sides = listed([s.name for s in rules.sides])
    if scenario is None:
        return (f"The map {template.name}: {grid_size(map.grid)}, {count(len(map.places), 'place')}, for the "
                f"rules of {rules.title}.")
    return (f"The scenario {template.name}: {count(scenario.turns, 'turn')}, "
            f"{count(len(scenario.units), 'unit')}; {sides}. On {map.title} ({grid_size(map.grid)}), by the "
            f"rules of {rules.title}.")
