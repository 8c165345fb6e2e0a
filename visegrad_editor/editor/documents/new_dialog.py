"""The dialog for a new scenario, map or ruleset, from a template or empty."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from tkinter import ttk

from PIL import ImageTk

from ...hexgrid import HexGrid, Orientation, Stagger
from ...model.edit.blank import usual_numbering
from ...model.files.catalogue import Bundled
from ...model.grid_limits import numbering_complaint, size_complaint
from ...model.paper_sizes import PAPERS_MM, hexes_on_paper, length_mm, map_size_mm, paper_size
from ...model.wording import grid_size
from ..widgets.dialogs import Dialog
from ..widgets.tooltips import Tooltip
from ..window import theme
from .numbering_fields import NumberingFields
from .reshape_dialogs import sheet_picture

_BLANK = "blank"
_STEPS = "steps"


@dataclass(frozen=True)
class StartingPoint:
    """What to begin with: a template or, if `template` is None, an empty map with the grid.

    `ruleset` is that of the empty map, None for the ruleset of the open design. `sheet_only` keeps only grid
    and numbers of a map. `follow` makes a variant, whose file contains only what differs. `by_steps` makes a
    scenario step by step; only the title is used then. If the template is a ruleset,
    the title is that of a ruleset that extends it, and the grid that of an empty map with it.
    """

    template: Bundled | None
    title: str
    without_units: bool = False
    grid: HexGrid | None = None
    ruleset: Bundled | None = None
    sheet_only: bool = False
    follow: bool = False
    by_steps: bool = False


def choose_template(
    parent: tk.Misc, templates: Sequence[Bundled], rulesets: Sequence[Bundled], own_ruleset: str = ""
) -> StartingPoint | None:
    """Ask what to begin with; None if it was cancelled. `own_ruleset` is the title of the open design's
    ruleset, "" if it is one that comes with the program."""
    dialog = NewDialog(parent, templates, rulesets, own_ruleset)
    return dialog.choice if dialog.run(dialog.tree) else None


class NewDialog(Dialog):
    """A list of templates, and the options of the selected one."""

    def __init__(self, parent: tk.Misc, templates: Sequence[Bundled], rulesets: Sequence[Bundled],
                 own_ruleset: str) -> None:
        super().__init__(parent, "New")
        self.choice: StartingPoint | None = None
        order = ("scenario", "ruleset", "map")
        self._templates = sorted([*templates, *rulesets], key=lambda t: order.index(t.kind))
        self._rulesets: list[Bundled | None] = [*([None] if own_ruleset else []), *rulesets]
        titles = [r.title if r else f"{own_ruleset} (currently open)" for r in self._rulesets]
        left = ttk.Frame(self.body, style="Panel.TFrame")
        left.grid(row=0, column=0, sticky="nsew", padx=(0, theme.px(18)))
        ttk.Label(left, text="Begin with", style="Section.TLabel").pack(anchor="w")
        self.tree = ttk.Treeview(left, columns=("kind",), height=9, selectmode="browse",
                                 style="Flat.Treeview")
        self.tree.heading("#0", text="Template", anchor="w")
        self.tree.heading("kind", text="Kind and name", anchor="w")
        self.tree.column("#0", width=theme.px(220))
        self.tree.column("kind", width=theme.px(140), stretch=False)
        for i, template in enumerate(self._templates):
            self.tree.insert("", "end", str(i), text=f" {template.title}",
                             values=(f"{template.kind} {template.name}",))
        scenarios = sum(t.kind == "scenario" for t in self._templates)
        self.tree.insert("", scenarios, _STEPS, text=" A scenario step by step", values=("scenario",))
        self.tree.insert("", "end", _BLANK, text=" An empty map", values=("map",))
        self.tree.pack(fill="both", expand=True, pady=(theme.px(4), theme.px(10)))
        ttk.Label(left, text="Title", style="Section.TLabel").pack(anchor="w", pady=(0, theme.px(4)))
        self.title_field = ttk.Entry(left)
        self.title_field.pack(fill="x")
        self.wrong = ttk.Label(left, style="Error.TLabel", wraplength=theme.px(340), justify="left")
        self.wrong.pack(anchor="w")
        right = ttk.Frame(self.body, style="Panel.TFrame")
        right.grid(row=0, column=1, sticky="nsew")
        self._add_template(right)
        self.sheet = SheetFields(right, titles)
        self.body.rowconfigure(0, weight=1)
        self.body.columnconfigure(1, weight=1)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.tree.bind("<Double-1>", lambda _e: self.accept())
        self.tree.selection_set("0" if self._templates else _BLANK)
        self.tree.focus(self.tree.selection()[0])
        self._chosen()
        self.button("Begin", self.accept, default=True)
        self.button("Cancel", self.cancel)
        # As large as the largest page, so that the dialog keeps its size.
        self.update_idletasks()
        self.body.rowconfigure(0, minsize=self.sheet.winfo_reqheight())
        self.body.columnconfigure(1, minsize=self.sheet.winfo_reqwidth())

    def _add_template(self, right: ttk.Frame) -> None:
        self._page = ttk.Frame(right, style="Panel.TFrame")
        self.summary = ttk.Label(self._page, style="Quiet.TLabel", wraplength=theme.px(520), justify="left")
        self.summary.pack(anchor="w", pady=(theme.px(22), theme.px(10)))
        self.empty, self.followed, self.bare = (tk.BooleanVar(self, False) for _ in range(3))
        self._boxes = {
            "scenario": [
                ttk.Checkbutton(self._page, text="Without units", variable=self.empty),
                ttk.Checkbutton(self._page, variable=self.followed,
                                text="Make a variant: save only what differs from the original")],
            "map": [
                ttk.Checkbutton(self._page, variable=self.bare,
                                text="Grid and numbers only, without anything on the map")],
        }

    def _picked(self) -> Bundled | None:
        row = self.tree.selection()[0]
        return None if row in (_BLANK, _STEPS) else self._templates[int(row)]

    def _by_steps(self) -> bool:
        return bool(self.tree.selection()[0] == _STEPS)

    def _chosen(self) -> None:
        template, by_steps = self._picked(), self._by_steps()
        self.title_field.delete(0, "end")
        made = "New scenario" if by_steps else "New map"
        rules = template is not None and template.kind == "ruleset"
        copied = "own rules" if rules else "copy"
        self.title_field.insert(0, f"{template.title} ({copied})" if template else made)
        for box in (b for boxes in self._boxes.values() for b in boxes):
            box.pack_forget()
        if not by_steps and (template is None or template.kind == "ruleset"):
            self._page.pack_forget()
            self.sheet.pack(fill="both", expand=True)
            if template is not None:
                self.sheet.ruleset.current(self._rulesets.index(template))
            self.sheet.ruleset.configure(state="disabled" if template is not None else "readonly")
            return
        self.sheet.pack_forget()
        self._page.pack(fill="both", expand=True)
        if template is None:
            self.summary.configure(text=(
                "From nothing to played: map, rules, sides, units, set-up, schedule and victory, one after "
                "the other. The map may be a new one, one that you drew, or one of the program's."))
            return
        self.summary.configure(text=template.summary or f"The {template.kind} {template.title}.")
        for box in self._boxes[template.kind]:
            box.pack(anchor="w", pady=theme.px(2))

    def accept(self) -> None:
        """Accept the choice, or say what is missing."""
        title, template = self.title_field.get().strip(), self._picked()
        grid = None
        if not title:
            self.wrong.configure(text="Enter a title.")
            return
        if self._by_steps():
            self.choice = StartingPoint(None, title, by_steps=True)
            self.finish("ok")
            return
        rules = template is not None and template.kind == "ruleset"
        if template is None or rules:
            self.sheet.show()
            try:
                grid = self.sheet.value()
            except ValueError:
                return  # the sheet says what is wrong
        ruleset = self._rulesets[self.sheet.ruleset.current()] if self._rulesets else None
        scenario = template is not None and template.kind == "scenario"
        self.choice = StartingPoint(
            template, title, self.empty.get() and scenario, grid, ruleset,
            self.bare.get() and not scenario and not rules, self.followed.get() and scenario)
        self.finish("ok")


# The fields of an empty map.

PICTURE = (300, 300)
_WAIT_MS = 120
_SHAPES: tuple[Orientation, ...] = ("flat", "pointy")
_SHAPE_NAMES = ("Flat tops", "Pointy tops")
_STAGGERS: tuple[Stagger, ...] = ("odd", "even")
_STAGGER_NAMES = {
    "flat": ("Half a hex lower", "Half a hex higher"),
    "pointy": ("Half a hex to the right", "Half a hex to the left"),
}


class SheetFields(ttk.Frame):
    """The fields of an empty map: size by columns and rows or by paper, shape and numbering, with a picture
    of the sheet beside them. `rulesets` are the titles to choose from."""

    def __init__(self, parent: tk.Misc, rulesets: Sequence[str]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._timer = ""
        self._photo: ImageTk.PhotoImage | None = None
        self._by_paper = tk.BooleanVar(self, False)
        fields = ttk.Frame(self, style="Panel.TFrame")
        fields.grid(row=0, column=0, sticky="nw", padx=(0, theme.px(16)))
        longest = max(map(len, rulesets), default=0)
        self.ruleset = self._choice(self._row(fields, "Ruleset"), rulesets, min(40, max(24, longest)))
        self._add_size(fields)
        self._add_paper(fields)
        self.shape = self._choice(self._row(fields, "Shape of hexes"), _SHAPE_NAMES, 24)
        self._second = ttk.Label(fields, style="Quiet.TLabel")
        self._second.pack(anchor="w")
        self.stagger = self._choice(self._row(fields, ""), _STAGGER_NAMES["flat"], 24)
        self.numbers = NumberingFields(fields, usual_numbering(1, 1), self.later)
        self.numbers.pack(anchor="w", pady=(theme.px(8), 0))
        self._right = ttk.Frame(self, style="Panel.TFrame")
        self._right.grid(row=0, column=1, sticky="nw")
        self.picture = ttk.Label(self._right, style="Panel.TLabel")
        self.picture.pack()
        self.extent = ttk.Label(self._right, style="Quiet.TLabel", wraplength=theme.px(PICTURE[0]),
                              justify="left")
        self.extent.pack(anchor="w", pady=(theme.px(6), 0))
        self.wrong = ttk.Label(self._right, style="Error.TLabel", wraplength=theme.px(PICTURE[0]),
                               justify="left")
        self.wrong.pack(anchor="w")
        self.bind("<Destroy>", self._gone)
        self.show()

    # -- building -----------------------------------------------------------------------

    @staticmethod
    def _row(parent: tk.Misc, label: str) -> ttk.Frame:
        row = ttk.Frame(parent, style="Panel.TFrame")
        row.pack(anchor="w", pady=theme.px(2), fill="x")
        if label:
            ttk.Label(row, text=label, style="Quiet.TLabel").pack(anchor="w")
        return row

    def _choice(self, row: ttk.Frame, values: Sequence[str], width: int) -> ttk.Combobox:
        box = ttk.Combobox(row, values=list(values), state="readonly", width=width)
        box.current(0)
        box.pack(anchor="w")
        box.bind("<<ComboboxSelected>>", lambda _e: self.later())
        return box

    def _field(self, row: ttk.Frame, label: str, field: ttk.Entry, value: str, by_paper: bool) -> ttk.Entry:
        """Add a labelled field. Using it also chooses its way to give the size: by paper or not."""
        def used() -> None:
            self._by_paper.set(by_paper)
            self.later()

        ttk.Label(row, text=label, style="Quiet.TLabel").pack(side="left", padx=(0, theme.px(5)))
        field.insert(0, value)
        field.pack(side="left", padx=(0, theme.px(10)))
        if isinstance(field, ttk.Spinbox | ttk.Combobox):
            field.bind("<<ComboboxSelected>>", lambda _e: used())
            field.bind("<<Increment>>", lambda _e: used(), add=True)
            field.bind("<<Decrement>>", lambda _e: used(), add=True)
        # Keys that type nothing, such as Tab, do not count as using the field.
        other = ("Tab", "Return", "Escape")
        field.bind("<Key>", lambda e: used() if e.char and e.keysym not in other else None)
        field.bind("<KeyRelease>", lambda _e: self.later())
        return field

    def _add_size(self, fields: ttk.Frame) -> None:
        ttk.Radiobutton(fields, text="By columns and rows", value=False, variable=self._by_paper,
                        command=self.show).pack(anchor="w", pady=(theme.px(8), 0))
        row = self._row(fields, "")
        row.pack_configure(padx=(theme.px(20), 0))
        self.columns, self.rows = (
            self._field(row, label, ttk.Spinbox(row, from_=1, to=1000, width=5), value, False)
            for label, value in (("Columns", "30"), ("Rows", "20")))

    def _add_paper(self, fields: ttk.Frame) -> None:
        ttk.Radiobutton(fields, text="As many as fit on a sheet of paper", value=True,
                        variable=self._by_paper, command=self.show).pack(anchor="w", pady=(theme.px(4), 0))
        row = self._row(fields, "")
        row.pack_configure(padx=(theme.px(20), 0))
        names = [f"{name}{way}" for name in PAPERS_MM for way in ("", "-landscape")]
        box = ttk.Combobox(row, values=names, width=16)
        self.paper = self._field(row, "Paper", box, "A4", True)
        Tooltip(box, "A paper size from the list, or width x height in millimetres: 420x297")
        size = ttk.Spinbox(row, from_=5, to=100, width=6)
        self.hex_size = self._field(row, "Hex, mm", size, "16", True)
        Tooltip(size, "Distance between opposite sides, in mm, cm or in")

    # -- values -------------------------------------------------------------------------

    def sheet(self) -> tuple[tuple[float, float], float] | None:
        """The paper and the size of a hex in mm, None if columns and rows are given."""
        if not self._by_paper.get():
            return None
        return paper_size(self.paper.get()), length_mm(self.hex_size.get())

    def value(self) -> HexGrid:
        """The grid described by the fields. Raises `ValueError` with a message for invalid fields."""
        orientation = _SHAPES[self.shape.current()]
        sheet = self.sheet()
        if sheet is not None:
            columns, rows = hexes_on_paper(*sheet[0], sheet[1], orientation)
        else:
            for field, name in ((self.columns, "columns"), (self.rows, "rows")):
                if not field.get().strip().isdecimal():
                    raise ValueError(f'"{field.get()}" is not a number of {name}.')
            columns, rows = int(self.columns.get()), int(self.rows.get())
        if complaint := size_complaint(columns, rows):
            raise ValueError(complaint)
        numbering = self.numbers.value(columns, rows)
        if complaint := numbering_complaint(numbering, columns, rows):
            raise ValueError(complaint)
        return HexGrid(orientation, columns, rows, _STAGGERS[self.stagger.current()], numbering)

    def later(self) -> None:
        """Show the sheet when typing pauses."""
        self._forget()
        self._timer = self.after(_WAIT_MS, self.show)

    def show(self) -> None:
        """Draw the sheet described by the fields, or say what is wrong with them."""
        self._forget()
        orientation = _SHAPES[self.shape.current()]
        self._second.configure(text=f"Second {'column' if orientation == 'flat' else 'row'}")
        chosen = self.stagger.current()
        self.stagger.configure(values=_STAGGER_NAMES[orientation])
        self.stagger.current(chosen)
        try:
            grid, sheet = self.value(), self.sheet()
        except ValueError as error:
            self.wrong.configure(text=str(error))
            self.extent.configure(text="")
            return
        self.wrong.configure(text="")
        size = (theme.px(PICTURE[0]), theme.px(PICTURE[1]))
        paper, hex_size = sheet or (None, 0.0)
        image = sheet_picture(grid, size, paper, hex_size, theme.BORDER)
        self._photo = ImageTk.PhotoImage(image, master=self)
        self.picture.configure(image=self._photo)
        text = f"{grid_size(grid)}."
        if sheet is not None:
            width, height = map_size_mm(grid.columns, grid.rows, sheet[1], orientation)
            text += f" The map is {width:.0f} x {height:.0f} mm."
        self.extent.configure(text=text)

    def _forget(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self:
            self._forget()
