"""The dialog for a new scenario, map or ruleset, from a template or empty."""

from __future__ import annotations

import tkinter as tk
import unicodedata
from collections.abc import Callable, Sequence
from tkinter import ttk
from tkinter.font import nametofont

from PIL import ImageTk

from ...hexgrid import HexGrid, Orientation, Stagger
from ...lazy_dataclass import dataclass
from ...model.edit.blank import usual_numbering
from ...model.files.catalogue import Bundled
from ...model.files.load import LoadResult
from ...model.grid_limits import numbering_complaint, size_complaint
from ...model.paper_sizes import PAPERS_MM, hexes_on_paper, length_mm, map_size_mm, paper_size
from ...model.wording import grid_size, quoted
from ..platforms import held_keys
from ..widgets.columns import TREE_GAPS, ElidedTexts
from ..widgets.dialogs import Dialog, OverflowFrame
from ..widgets.keyboard import CONTROL
from ..widgets.scroll_bars import pack_scrolled
from ..widgets.small_screen import is_narrow
from ..widgets.tooltips import Tooltip
from ..widgets.variables import when_written
from ..window import theme
from .numbering_fields import NumberingFields
from .reshape_dialogs import sheet_picture
from .template_page import TemplatePage

_LIST, _NARROW_LIST = 400, 270
"""How wide the titles may be, in pixels at 100 %."""
_BLANK, _STEPS, _GO_ON, _CARD = "blank", "steps", "go-on", "card"


@dataclass(frozen=True)
class StartingPoint:
    """What to begin with: a template or, if `template` is None, an empty map with the grid.

    `ruleset` is that of the empty map, None for the ruleset of the open design. `sheet_only` keeps only grid
    and numbers of a map. `follow` makes a variant, whose file contains only what differs. `by_steps` makes a
    scenario step by step; only the title is used then, and not even that unless it is begun `anew`. `of_card`
    begins a squad-level card, which has no map and no ruleset; only the title is used then, too. If the
    template is a ruleset, the title is that of a ruleset that extends it, and the grid that of an empty map
    with it. `loaded` is what was read for it: the template, or the ruleset of the empty map.
    """

    template: Bundled | None
    title: str
    without_units: bool = False
    grid: HexGrid | None = None
    ruleset: Bundled | None = None
    sheet_only: bool = False
    follow: bool = False
    by_steps: bool = False
    anew: bool = True
    loaded: LoadResult | None = None
    of_card: bool = False


AskRest = Callable[[tk.Misc, StartingPoint], StartingPoint | str]
"""Asks over the dialog what else is needed, such as a file: what to begin with then, or why it is not
begun."""


def nothing_else(_dialog: tk.Misc, chosen: StartingPoint) -> StartingPoint | str:
    """Ask nothing."""
    return chosen


def choose_template(
    parent: tk.Misc, templates: Sequence[Bundled], rulesets: Sequence[Bundled], own_ruleset: str = "",
    unfinished: str = "", ask_rest: AskRest = nothing_else,
) -> StartingPoint | None:
    """Ask what to begin with; None if it was cancelled. `own_ruleset` is the title of the open design's
    ruleset, "" if it is one that comes with the program, `unfinished` that of a scenario that was begun step
    by step. Cancelling what `ask_rest` asks leads back to this dialog."""
    dialog = NewDialog(parent, templates, rulesets, own_ruleset, unfinished, ask_rest)
    return dialog.choice if dialog.run(dialog.tree) else None


class NewDialog(Dialog):
    """A list of templates with a field to search it, and the picture, the facts and the options of the
    selected one."""

    def __init__(self, parent: tk.Misc, templates: Sequence[Bundled], rulesets: Sequence[Bundled],
                 own_ruleset: str, unfinished: str = "", ask_rest: AskRest = nothing_else) -> None:
        super().__init__(parent, "New")
        self._ask_rest = ask_rest
        self.choice: StartingPoint | None = None
        self._shown = ""
        order = ("scenario", "ruleset", "map")
        self._templates = sorted([*templates, *rulesets], key=lambda t: order.index(t.kind))
        self._rulesets: list[Bundled | None] = [*([None] if own_ruleset else []), *rulesets]
        titles = [r.title if r else f"{own_ruleset} (currently open)" for r in self._rulesets]
        self._rows = [
            *([_Row(_GO_ON, f"Go on with {quoted(unfinished)}", "scenario", "unfinished")]
              if unfinished else []),
            _Row(_STEPS, "A scenario step by step", "scenario", "empty new own"),
            _Row(_BLANK, "An empty map", "map", "blank new own"),
            _Row(_CARD, "A squad-level card", "card", "empty new own boards squads"),
            *(_Row(str(i), t.title, t.kind, f"{t.name} {t.summary}")
              for i, t in enumerate(self._templates))]
        small = is_narrow(self)
        left = ttk.Frame(self.body, style="Panel.TFrame")
        left.grid(row=0, column=0, sticky="nsew", padx=(0, theme.px(12 if small else 18)))
        self._add_list(left, small)
        ttk.Label(left, text="Title", style="Section.TLabel").pack(anchor="w", pady=(0, theme.px(4)))
        self.title_field = ttk.Entry(left)
        self.title_field.pack(fill="x")
        self.may_refuse()
        self._right = OverflowFrame(self.body)
        self._right.grid(row=0, column=1, sticky="nsew")
        self.page = TemplatePage(self._right.inside, small)
        self.sheet = SheetFields(self._right.inside, titles, pictured=not small)
        self._boxes = {
            "scenario": [
                self.page.box("Without units"),
                self.page.box("Make a variant: save only what differs")],
            "map": [self.page.box("Grid and numbers only, without anything on the map")],
        }
        self.body.rowconfigure(0, weight=1)
        self.body.columnconfigure(1, weight=1)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.tree.bind("<Double-1>", lambda _e: self.accept())
        self.button("Begin", self.accept, default=True)
        self.button("Cancel", self.cancel)
        # As large as the largest page, so that the dialog keeps its size.
        for page in (self.page, self.sheet):
            page.grid(row=0, column=0, sticky="nsew")
        self.update_idletasks()
        boxes = [box for some in self._boxes.values() for box in some]
        widest = max(w.winfo_reqwidth() for w in (self.page, self.sheet, *boxes))
        highest = max(self.sheet.winfo_reqheight(), self.page.winfo_reqheight() + theme.px(54) + sum(
            box.winfo_reqheight() + theme.px(4) for box in self._boxes["scenario"]))
        self._right.inside.rowconfigure(0, weight=1, minsize=highest)
        self._right.inside.columnconfigure(0, minsize=widest)
        self._show_rows()
        self._keep_low(widest, highest)

    def _add_list(self, left: ttk.Frame, small: bool) -> None:
        ttk.Label(left, text="Begin with", style="Section.TLabel").pack(anchor="w")
        self._words = tk.StringVar(self)
        row = ttk.Frame(left, style="Panel.TFrame")
        row.pack(fill="x", pady=(theme.px(4), 0))
        ttk.Label(row, text="Search", style="Quiet.TLabel").pack(side="left", padx=(0, theme.px(6)))
        self.search = ttk.Entry(row, textvariable=self._words)
        self.search.pack(side="left", fill="x", expand=True)
        when_written(self._words, self, self._show_rows)
        frame = ttk.Frame(left, style="Panel.TFrame")
        frame.pack(fill="both", expand=True, pady=(theme.px(4), theme.px(8)))
        self.tree = ttk.Treeview(frame, columns=("kind",), height=12, selectmode="browse", show="tree",
                                 style="Flat.Treeview")
        measure = nametofont("TkDefaultFont", self).measure
        longest = max(measure(f" {row.title}") for row in self._rows)
        self.tree.column("#0", width=min(theme.px(_NARROW_LIST if small else _LIST),
                                         theme.px(TREE_GAPS) + longest))
        self.tree.column("kind", width=theme.px(70), stretch=False)
        self._texts = ElidedTexts(self.tree)
        note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: note.follow(e, self._cut_title(self.tree.identify_row(e.y))))
        pack_scrolled(self.tree)
        for sequence, by in (("<Down>", 1), ("<Up>", -1), ("<Next>", 8), ("<Prior>", -8)):
            self.search.bind(sequence, lambda _e, n=by: self._step(n))  # type: ignore[misc]
        self.tree.bind("<Key>", self._typed)

    def _cut_title(self, row: str) -> str:
        """The title of a row that is too long for the list, otherwise ""."""
        return self._texts.whole(row).strip() if row and self._texts.cut(row) else ""

    def _keep_low(self, width: int, height: int) -> None:
        """Let the list and the page be as high as the screen allows; the page then scrolls."""
        self.update_idletasks()
        room = self.room[1]
        left = self.title_field.master
        row_height = max(1, int(ttk.Style(self).lookup("Flat.Treeview", "rowheight") or 20))
        excess = left.winfo_reqheight() - min(room, max(height, theme.px(300)))
        if excess > 0:
            self.tree.configure(height=max(3, 12 - -(-excess // row_height)))
        if height > room:
            self._right.shorten(width, room)

    # -- the list -----------------------------------------------------------------------

    def _show_rows(self) -> None:
        """Show the rows that have all words of the search; the first one is selected unless the selected one
        is still there."""
        before = self.tree.selection()
        words = plain_letters(self._words.get()).split()
        self.tree.delete(*self.tree.get_children())
        self._texts.clear()
        for row in self._rows:
            if all(word in row.letters for word in words):
                self.tree.insert("", "end", row.id)
                self._texts.put(row.id, f" {row.title}", title=True)
                self.tree.set(row.id, "kind", row.kind)
        rows = self.tree.get_children()
        if rows:
            kept = before[0] if before and before[0] in rows and not words else rows[0]
            self._select(kept)
        else:
            self.page.say("Nothing has these words in its title, name, kind or summary.")
            self._show_page(self.page)

    def _select(self, row: str) -> None:
        self.tree.selection_set(row)
        self.tree.focus(row)
        self.tree.see(row)
        self._chosen()

    def _step(self, by: int) -> str:
        rows = self.tree.get_children()
        if rows:
            now = rows.index(self.tree.selection()[0]) if self.tree.selection() else 0
            self._select(rows[min(len(rows) - 1, max(0, now + by))])
        return "break"

    def _typed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Letters typed on the list are searched for."""
        if event.keysym == "BackSpace" and self._words.get():
            self._words.set(self._words.get()[:-1])
        elif event.char and event.char.isprintable() and not held_keys(event.state) & CONTROL:
            self._words.set(self._words.get() + event.char)
        else:
            return None
        self.search.focus_set()
        self.search.icursor("end")
        return "break"

    def _picked(self) -> Bundled | None:
        row = self._row
        return None if row in (_BLANK, _STEPS, _GO_ON, _CARD, "") else self._templates[int(row)]

    @property
    def _row(self) -> str:
        return (self.tree.selection() or ("",))[0]

    # -- the page -----------------------------------------------------------------------

    def _show_page(self, page: ttk.Frame) -> None:
        for other in (self.page, self.sheet):
            if other is page:
                other.grid(row=0, column=0, sticky="nsew")
            else:
                other.grid_remove()

    def _chosen(self) -> None:
        row, template = self._row, self._picked()
        if not row or (row == self._shown and self.title_field.get()):
            return
        self._shown = row
        self.title_field.configure(state="normal")
        self.title_field.delete(0, "end")
        made = {_BLANK: "New map", _CARD: "New card"}.get(row, "New scenario")
        rules = template is not None and template.kind == "ruleset"
        copied = "own rules" if rules else "copy"
        self.title_field.insert(0, f"{template.title} ({copied})" if template else made)
        for box in (b for boxes in self._boxes.values() for b in boxes):
            box.pack_forget()
        if row == _BLANK or rules:
            self._show_page(self.sheet)
            if template is not None:
                self.sheet.ruleset.current(self._rulesets.index(template))
            self.sheet.ruleset.configure(state="disabled" if template is not None else "readonly")
            self.sheet.about.configure(text="" if template is None else (
                f"Rules of your own that follow those of {template.title}: their file is asked for, then the "
                "window opens an empty map with them."))
            return
        self._show_page(self.page)
        if template is not None:
            self.page.show(template)
            for box in self._boxes[template.kind]:
                box.pack(anchor="w", pady=theme.px(2))
        elif row == _GO_ON:
            self.title_field.delete(0, "end")
            self.title_field.configure(state="disabled")
            self.page.say("The steps go on where you left them, with all that you filled in.")
        elif row == _CARD:
            self.page.say(
                "A scenario of a squad-level game on printed boards, in a window of its own: boards, forces, "
                "arrivals, special rules and victory, checked and printed. What is open here stays open.")
        else:
            self.page.say(
                "From nothing to played: map, rules, sides, units, set-up, schedule and victory, one after "
                "the other. The map may be a new one, one that you drew, or one of the program's.")

    def accept(self) -> None:
        """Accept the choice, or say what is missing."""
        title, template, row = self.title_field.get().strip(), self._picked(), self._row
        grid = None
        if not row:
            self.refuse("Choose what to begin with.", self.search)
            return
        if not title and row != _GO_ON:
            self.refuse("Enter a title.", self.title_field)
            return
        if row in (_STEPS, _GO_ON):
            self._begin(StartingPoint(None, title, by_steps=True, anew=row == _STEPS))
            return
        if row == _CARD:
            self._begin(StartingPoint(None, title, of_card=True))
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
        ticked = [self.page.is_ticked(box) for box in (*self._boxes["scenario"], *self._boxes["map"])]
        self._begin(StartingPoint(
            template, title, ticked[0] and scenario, grid, ruleset,
            ticked[2] and not scenario and not rules, ticked[1] and scenario))

    def _begin(self, chosen: StartingPoint) -> None:
        """Close with a choice, unless what else it needs was not given: all that was filled in stays then."""
        whole = self._ask_rest(self, chosen)
        if isinstance(whole, str):
            self.refuse(whole, self.title_field if chosen.title else self.tree)
            return
        self.choice = whole
        self.finish("ok")


@dataclass(frozen=True)
class _Row:
    """A row of the list; `words` are further words by which it is found."""

    id: str
    title: str
    kind: str
    words: str

    @property
    def letters(self) -> str:
        """All by which it is found, in plain letters."""
        return plain_letters(f"{self.title} {self.kind} {self.words}")


def plain_letters(text: str) -> str:
    """Small letters without accents, to compare what is typed with.

    >>> plain_letters("Wyszków FRONT")
    'wyszkow front'
    """
    spelled = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in spelled if not unicodedata.combining(c))


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
    of the sheet beside them, unless it is not to be `pictured`. `rulesets` are the titles to choose from."""

    def __init__(self, parent: tk.Misc, rulesets: Sequence[str], pictured: bool = True) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._pictured = pictured
        self._timer = ""
        self._photo: ImageTk.PhotoImage | None = None
        self._by_paper = tk.BooleanVar(self, False)
        self.about = ttk.Label(self, style="Quiet.TLabel", wraplength=theme.px(540 if pictured else 320),
                               justify="left")
        self.about.grid(row=0, column=0, columnspan=2, sticky="w")
        fields = ttk.Frame(self, style="Panel.TFrame")
        fields.grid(row=1, column=0, sticky="nw", padx=(0, theme.px(16)))
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
        self._right.grid(row=1 if pictured else 2, column=1 if pictured else 0, sticky="nw")
        self.picture = ttk.Label(self._right, style="Panel.TLabel")
        if pictured:
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
        box = ttk.Combobox(row, values=names, width=16 if self._pictured else 11)
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
        if self._pictured:
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
