"""A page of the ruleset panel: a table, buttons above it, and a line below that explains."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...model.edit.ruleset_names import REPLACEABLE
from ...model.ruleset_fields import entry_label
from .. import theme
from ..grid import Cell, GridModel, GridTable
from ..session import Session
from ..tooltips import Tooltip
from .general_model import GeneralModel
from .section_model import SectionModel


class Page(ttk.Frame):
    """Buttons, a table and a line. The line says why something was refused, else what is wrong with the
    row, else what the column is."""

    def __init__(self, parent: tk.Misc, model: GridModel, height: int = 10) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(theme.px(6), theme.px(6), theme.px(6), 0))
        self.bar = ttk.Frame(self, style="Panel.TFrame")
        self.bar.grid(row=0, column=0, sticky="ew", pady=(0, theme.px(5)))
        self.grid_table = GridTable(self, model, self.say, self._pop_up, height, 860)
        self.grid_table.grid(row=1, column=0, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.foot = ttk.Label(self, style="Quiet.TLabel", justify="left", anchor="nw")
        self.foot.grid(row=2, column=0, sticky="ew", pady=theme.px(4))
        self.bind("<Configure>", lambda e: self.foot.configure(wraplength=max(200, e.width - 20)))
        self.grid_table.went.connect(self.explain)
        self._complaint = ""
        self._commands: list[tuple[str, Callable[[], None]]] = []
        self.buttons: dict[str, ttk.Button] = {}
        self.explain()

    def add_button(self, text: str, command: Callable[[], None], tip: str, key: str = "",
                   sequence: str = "") -> None:
        """A button of the bar, an entry of the context menu and a key of the table in one."""
        button = ttk.Button(self.bar, text=text, style="Small.TButton", command=command)
        button.pack(side="left", padx=(0, theme.px(4)))
        Tooltip(button, f"{tip}  ({key})" if key else tip)
        self.buttons[text] = button
        self._commands.append((f"{text}\t{key}", command))
        if sequence:
            self.bind_key(sequence, command)

    def _pop_up(self, x: int, y: int) -> None:
        menu = tk.Menu(self, tearoff=False)
        for label, command in self._commands:
            text, _, key = label.partition("\t")
            menu.add_command(label=text, accelerator=key, command=command)
        menu.tk_popup(x, y)

    def perform(self, action: Callable[[], str]) -> bool:
        """Hand over what is typed, do something, and say why it could not be done."""
        if not self.grid_table.commit():
            return False
        complaint = action()
        if complaint:
            self.bell()
        self.refresh()
        self.say(complaint)
        return not complaint

    def say(self, complaint: str) -> None:
        """Show a complaint below the table; "" shows what there is to know about the cell."""
        self._complaint = complaint
        if complaint:
            self.foot.configure(text=complaint, style="Error.TLabel")
        else:
            self.explain()

    def explain(self) -> None:
        """Say what is wrong with the row, or what the column is."""
        table = self.grid_table
        rows, columns = table.model.rows, len(table.model.columns)
        if not rows or not columns or table.cursor.row >= rows or table.cursor.column >= columns:
            self.foot.configure(text="", style="Quiet.TLabel")
            return
        mark = table.model.mark(table.cursor.row)
        text = mark.text if mark else table.model.help(table.cursor)
        self.foot.configure(
            text=text, style="Error.TLabel" if mark and mark.severity == "error" else "Quiet.TLabel")

    def refresh(self) -> None:
        """Show the ruleset as it is now."""
        self.grid_table.refresh()

    def problems_changed(self) -> None:
        """Other problems were found."""
        self.refresh()
        if not self._complaint:
            self.explain()

    def commit(self) -> None:
        """Hand over what is being typed."""
        self.grid_table.commit()

    def late_key(self, key: str) -> bool:
        """Whether a cell is being edited; then Escape takes back what was typed."""
        editor = self.grid_table.editor
        if editor is not None and key == "Escape":
            editor.give_up()
        return editor is not None

    def take_keyboard(self) -> None:
        """Give the table the keyboard."""
        self.grid_table.canvas.focus_set()

    def bind_key(self, sequence: str, command: Callable[[], None]) -> None:
        """Make a key work in the table."""
        def run(_event: object) -> str:
            command()
            return "break"

        self.grid_table.canvas.bind(sequence, run)


class GeneralPage(Page):
    """Title, turns, stacking limit."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, GeneralModel(session))
        self.grid_table.go(Cell(0, 1))


class SectionPage(Page):
    """A section of the ruleset, with buttons for its rows."""

    def __init__(self, parent: tk.Misc, session: Session, section: str, height: int = 10) -> None:
        self.model = SectionModel(session, section)
        super().__init__(parent, self.model, height)
        one = self.model.spec.one
        self.add_button("New", self.new, f"New {one}: type its name", "Ins", "<Insert>")
        self.add_button("Duplicate", self._on_row(self.model.duplicate), f"A copy of the {one}")
        self.add_button("Remove", self._on_row(self.model.remove), f"Remove the {one}", "Shift+Del",
                        "<Shift-Delete>")
        if section in REPLACEABLE:
            self.add_button("Replace by…", self.replace,
                            f"Remove the {one} and put another in its place wherever it is used")
        self.add_button("Up", lambda: self._move(-1), "Earlier in palettes and charts", "Alt+Up", "<Alt-Up>")
        self.add_button("Down", lambda: self._move(1), "Later in palettes and charts", "Alt+Down",
                        "<Alt-Down>")

    def new(self) -> None:
        """Begin the row of a new entry; where entries have no names add one at once."""
        if self.model.name_column < 0:
            if self.perform(self.model.add):
                self.grid_table.go(Cell(self.model.row_made(), 0), focus=True)
            return
        if self.grid_table.commit():
            self.grid_table.go(Cell(len(self.model.entries), self.model.name_column), focus=True)
            self.grid_table.begin()

    def show_entry(self, name: str) -> None:
        """Make the row of an entry the current one."""
        self.grid_table.go(Cell(self.model.row_of(name), 0), focus=True)

    def replace(self) -> None:
        """Ask which entry takes the place of the current one."""
        row = self.grid_table.cursor.row
        if self.model.is_new(row):
            self.say("Choose a row first.")
            return
        others = [(e.id, entry_label(self.model.section, e)) for i, e in enumerate(self.model.entries)
                  if i != row]
        if not others:
            self.say(f"There is no other {self.model.spec.one} to put in its place.")
            return
        from .replace_dialog import ask_replacement
        by = ask_replacement(self, self.model.label(row), others)
        if by:
            self.perform(lambda: self.model.replace(row, by))

    def _on_row(self, function: Callable[[int], str]) -> Callable[[], None]:
        def run() -> None:
            row = self.grid_table.cursor.row
            if self.model.is_new(row):
                self.say("Choose a row first.")
            else:
                self.perform(lambda: function(row))
        return run

    def _move(self, by: int) -> None:
        row, column = self.grid_table.cursor
        if self.model.is_new(row):
            self.say("Choose a row first.")
        elif not 0 <= row + by < len(self.model.entries):
            self.say(f"This is the {'first' if by < 0 else 'last'} row already.")
        else:
            self.perform(lambda: self.model.move(row, by))
            self.grid_table.go(Cell(row + by, column))
