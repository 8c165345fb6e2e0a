"""What the pages of the steps have in common."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any, ClassVar, Protocol

from ....hexgrid import Hex
from ....model.edit.scenario_plan import ScenarioPlan, Step
from ...widgets.columns import CELL_GAPS, ElidedTexts
from ...widgets.scroll_bars import pack_scrolled
from ...widgets.small_screen import is_low
from ...widgets.wrapped_label import TextRoom
from ...window.theme import px
from .draft import ScenarioDraft

PAGE = 400
"""Width of a page."""
_HEADING = 6
"""Pixels at 100 % that a heading needs more than a cell."""


class Planning(Protocol):
    """The dialog, as its pages see it."""

    draft: ScenarioDraft

    def changed(self, plan: ScenarioPlan | None = None) -> None:
        """The plan, or what else the draft holds, is another one now."""

    def complain(self, text: str) -> None:
        """Say what is wrong with what was typed; "" for nothing."""

    def tell(self, text: str) -> None:
        """Say what was done, in the same place."""

    def focus_next(self) -> None:
        """Give the keyboard to the button that goes to the next step."""

    def initial_folder(self) -> str:
        """Where file dialogs begin."""


class StepList(ttk.Treeview):
    """A list of a page; texts that do not fit end in `…`."""

    def __init__(self, parent: tk.Misc, **options: Any) -> None:
        super().__init__(parent, **options)
        self.texts = ElidedTexts(self)


class StepPage(ttk.Frame):
    """The page of a step. `show` fills it from the plan; `accept` takes what is typed over into the plan and
    returns what is wrong with it."""

    step: ClassVar[Step]
    title: ClassVar[str]
    help: ClassVar[str]
    takes_hexes: ClassVar[bool] = False
    """Whether hexes are chosen on the small map."""

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.planning = planning
        self._last_put: dict[ttk.Spinbox, int] = {}
        ttk.Label(self, text=self.title, style="Section.TLabel").pack(anchor="w")
        self.help_label = ttk.Label(self, text=self.help, style="Quiet.TLabel", wraplength=px(PAGE),
                                    justify="left")
        self.help_label.pack(anchor="w", pady=(px(2), px(8)))
        self.first_field: tk.Misc = self
        """What gets the keyboard first."""

    @property
    def plan(self) -> ScenarioPlan:
        """The plan as it is now."""
        return self.planning.draft.plan

    def show(self) -> None:
        """Show the plan."""

    def accept(self) -> str:
        """Take over what is typed; what is wrong with it, or ""."""
        return ""

    def choose_hexes(self, first: Hex, last: Hex) -> None:
        """Hexes were chosen on the small map."""

    def marked_hexes(self) -> Sequence[Hex]:
        """The hexes that fields of the page name, to be outlined on the small map."""
        return ()

    # -- parts ------------------------------------------------------------------------------

    def row(self, label: str = "") -> ttk.Frame:
        """A row of fields with a label before them."""
        row = ttk.Frame(self, style="Panel.TFrame")
        row.pack(anchor="w", fill="x", pady=px(2))
        if label:
            self.words(row, label)
        return row

    def words(self, row: ttk.Frame, text: str) -> ttk.Label:
        """Words in a row, before a field."""
        label = ttk.Label(row, text=text, style="Quiet.TLabel")
        label.pack(side="left", padx=(0, px(5)))
        return label

    def number(self, row: ttk.Frame, value: int, high: int, low: int = 1, width: int = 5) -> ttk.Spinbox:
        """A field for a number in a row."""
        field = ttk.Spinbox(row, from_=low, to=high, width=width)
        field.insert(0, str(value))
        field.pack(side="left", padx=(0, px(8)))
        return field

    def put_number(self, field: ttk.Spinbox, value: int) -> None:
        """Show a number that changed since it was last shown, so that what is being typed stays."""
        if self._last_put.get(field) != value and field.get() != str(value):
            field.delete(0, "end")
            field.insert(0, str(value))
        self._last_put[field] = value

    def choice(self, row: ttk.Frame, values: list[str], width: int = 18) -> ttk.Combobox:
        """A field for one of some values in a row."""
        field = ttk.Combobox(row, values=values, state="readonly", width=width)
        if values:
            field.current(0)
        field.pack(side="left", padx=(0, px(8)))
        return field

    def push(self, row: ttk.Frame, text: str, command: Callable[[], None]) -> ttk.Button:
        """A button in a row."""
        button = ttk.Button(row, text=text, command=command)
        button.pack(side="left", padx=(0, px(6)))
        return button

    def tree(self, columns: dict[str, tuple[str, int]], height: int, many: bool = False) -> StepList:
        """A list; `columns` are title and width by name, "#0" the first."""
        frame = ttk.Frame(self, style="Panel.TFrame")
        frame.pack(fill="both", expand=True, pady=(0, px(6)))
        tree = StepList(frame, columns=[c for c in columns if c != "#0"],
                        height=min(height, 3) if is_low(self) else height,
                        selectmode="extended" if many else "browse", style="Flat.Treeview")
        for name, (title, width) in columns.items():
            tree.heading(name, text=title, anchor="w")
            least = nametofont("VeSection", self).measure(title) + px(CELL_GAPS + _HEADING)
            tree.column(name, width=max(least, px(round(width * 0.85) if is_low(self) else width)),
                        stretch=name == "#0")
        pack_scrolled(tree)
        return tree

    def text_room(self, lines: int) -> TextRoom:
        """Room for a text that changes, below what is there already; on a low screen what the text needs."""
        room = TextRoom(self, px(PAGE), 0 if is_low(self) else lines)
        room.pack(anchor="w", fill="x", pady=(px(4), 0))
        return room

    def whole_text(self, tree: StepList) -> TextRoom:
        """Room for the whole text of the selected row of a list while it is cut off there."""
        room = self.text_room(2)

        def show(_event: object) -> None:
            chosen = tree.selection()
            room.show(tree.texts.whole(chosen[0]).strip() if chosen and tree.texts.cut(chosen[0]) else "")

        for event in ("<<TreeviewSelect>>", "<Configure>"):
            tree.bind(event, show, add=True)
        return room


def number_in(field: ttk.Entry, what: str, low: int = 1, high: int = 9999) -> int:
    """The number in a field. Raises ValueError with a sentence."""
    text = field.get().strip()
    if not (text.isascii() and text.isdecimal()) or not low <= int(text) <= high:
        raise ValueError(f"{what}: enter a whole number from {low} to {high}.")
    return int(text)


Row = tuple[str, str, tuple[str, ...]]
"""A row of a list: its id, its text and the other cells."""


def fill_tree(tree: StepList, rows: list[Row]) -> None:
    """Show rows of id, text and cells, and keep what is selected."""
    chosen = [row for row in tree.selection() if row in {r[0] for r in rows}]
    tree.delete(*tree.get_children())
    tree.texts.clear()
    for id, text, cells in rows:
        tree.insert("", "end", id)
        tree.texts.put(id, f" {text}")
        for column, cell in zip(tree.cget("columns"), cells, strict=False):
            tree.texts.put_cell(id, column, cell)
    if chosen:
        tree.selection_set(chosen)
        tree.focus(chosen[0])
    elif rows:
        tree.focus(rows[0][0])
