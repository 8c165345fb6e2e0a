"""The ruleset panel: a page for each table of ruleset data, made when first shown."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ...model.edit.ruleset import REPLACEABLE
from ...model.inherited import OwnValue
from ...model.ruleset import Ruleset
from ...model.ruleset_fields import SECTIONS, entry_label
from ..inheritance import KEY, ROW_KEY
from ..platforms import menu_keys
from ..session import Session
from ..widgets.context_menu import LINE, MenuEntry, popup
from ..widgets.dialogs import Dialog
from ..widgets.flow import Flow
from ..widgets.grid import Cell, GridTable
from ..widgets.tabs import Tab, TabStrip
from ..widgets.tooltips import Tooltip
from ..window import theme
from ..window.theme import px
from .inherited_marks import InheritedModel, entries_back, reset_entry
from .ruleset_tables import FIRST, CrtModel, GeneralModel, SectionModel

PAGES = ("terrain", "hexsides", "roads", "features", "unit_types", "nationalities", "formations", "tables",
         "results", "replacements", "counter_mix", "sides", "general")


class RulesetPanel(ttk.Frame):
    """Edits the session's ruleset in tables. Each edited cell is a step of the session's history."""

    def __init__(self, parent: tk.Misc, session: Session, leave: Callable[[], None] = lambda: None) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._leave = session, leave
        self.key = PAGES[0]
        """The key of the current page."""
        self.strip = TabStrip(self, self)
        self.strip.pack(fill="x")
        self._body = ttk.Frame(self, style="Panel.TFrame")
        self._body.pack(fill="both", expand=True)
        self.pages: dict[str, Page | TablesPage] = {}
        self._shown: Ruleset | None = None
        self.strip.show([Tab(key, SECTIONS[key].title if key in SECTIONS else "General") for key in PAGES],
                        self.key)
        for button in self.strip.buttons.values():
            button.bind("<Escape>", self._escape_from_tab, add=True)
        self.bind("<Map>", lambda _e: self._follow())
        session.changed.connect(self._follow)
        session.checked.connect(self._checked)
        self._show_current()

    def page(self, key: str) -> Page | TablesPage:
        """The page of a section, made when first asked for."""
        if key not in self.pages:
            frame = self._body
            made: Page | TablesPage
            if key == "tables":
                made = TablesPage(frame, self._session)
            elif key == "general":
                made = GeneralPage(frame, self._session)
            else:
                made = SectionPage(frame, self._session, key)
            made.bind_key("<Control-Prior>", lambda: self._turn(-1))
            made.bind_key("<Control-Next>", lambda: self._turn(1))
            made.bind_key("<Escape>", self._escape)
            self.pages[key] = made
        return self.pages[key]

    def show_page(self, key: str) -> None:
        """Show a page."""
        self.key = key
        self._show_current()

    def choose(self, id: str) -> None:
        """Show the page of a clicked tab."""
        self.show_page(id)

    def menu(self, id: str, x_root: int, y_root: int) -> None:
        """Do nothing: the tabs of pages have no menu."""

    def drag(self, id: str, x_root: int, y_root: int, done: bool) -> None:
        """Do nothing: pages cannot be dragged."""

    def cancel_drag(self) -> None:
        """Do nothing: pages cannot be dragged."""

    def show_entry(self, entry: str) -> None:
        """Show the page and the row of an entry, such as `terrain/marsh`."""
        section, _, name = entry.partition("/")
        if section in SECTIONS:
            self.show_page(section)
            self.update_idletasks()  # a page that is not mapped yet would get the keyboard too late
            page = self.page(section)
            if isinstance(page, SectionPage | TablesPage):
                page.show_entry(name)

    def take_keyboard(self) -> None:
        """Give the keyboard to the table of the current page."""
        self.update_idletasks()
        self.page(self.key).take_keyboard()

    def commit(self) -> None:
        """Accept text that is being typed into a cell."""
        for page in tuple(self.pages.values()):
            page.commit()

    def _turn(self, by: int) -> None:
        self.show_page(PAGES[(PAGES.index(self.key) + by) % len(PAGES)])
        self.take_keyboard()

    def _show_current(self) -> None:
        # What a page takes over may make the page that is to be shown.
        for key, page in tuple(self.pages.items()):
            if key != self.key:
                page.commit()
                page.pack_forget()
        self.strip.choose(self.key)
        shown = self.page(self.key)
        shown.pack(fill="both", expand=True)
        shown.refresh()

    def _escape_from_tab(self, _event: object) -> str:
        self._escape()
        return "break"

    def _escape(self) -> None:
        """Cancel editing of a cell if there is any, otherwise leave the panel. The key may arrive here
        although it was meant for the field of a cell that does not have the keyboard yet."""
        page = self.page(self.key)
        if not page.late_key("Escape"):
            self._leave()

    def _follow(self) -> None:
        """Show the design's ruleset if it changed."""
        if self.winfo_exists() and self.winfo_ismapped() and self._shown is not self._session.design.ruleset:
            self._shown = self._session.design.ruleset
            self.page(self.key).refresh()

    def _checked(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped():
            self.page(self.key).problems_changed()


class Page(ttk.Frame):
    """A page of the ruleset panel: buttons, a table, and a line of text below. The line says why something
    was refused, or what is wrong with the row, or what the column means."""

    def __init__(self, parent: tk.Misc, model: InheritedModel, height: int = 10) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(theme.px(6), theme.px(6), theme.px(6), 0))
        self.bar = Flow(self, gap=theme.px(3))
        self.bar.grid(row=0, column=0, sticky="ew", pady=(0, theme.px(5)))
        self.grid_table = GridTable(self, model, self.say, self._pop_up, height, 860)
        self.grid_table.grid(row=1, column=0, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.foot = ttk.Label(self, style="Quiet.TLabel", justify="left", anchor="nw")
        self.foot.grid(row=2, column=0, sticky="ew", pady=theme.px(4))
        self.bind("<Configure>", lambda e: self.foot.configure(wraplength=max(200, e.width - 20)))
        self.grid_table.went.connect(self.explain)
        self._model = model
        self._complaint = ""
        self._commands: list[tuple[str, Callable[[], None]]] = []
        self.buttons: dict[str, ttk.Button] = {}
        self.bind_key("<Alt-Return>", self.reset_cells)
        self.bind_key("<Control-B>", self.reset_rows)
        for sequence in menu_keys():
            self.bind_key(sequence, self._pop_up_at_cell)
        self.back: ttk.Button | None = None
        """Lists what the base of a variant has and the design has not; made when first something is."""
        self.explain()

    def add_button(self, text: str, command: Callable[[], None], tip: str, key: str = "",
                   sequence: str = "") -> None:
        """Add a command as a button, as an entry of the context menu and as a key of the table."""
        button = ttk.Button(self.bar, text=text, style="Small.TButton", command=command)
        self.bar.add(button, theme.px(4))
        Tooltip(button, f"{tip}  ({key})" if key else tip)
        self.buttons[text] = button
        self._commands.append((f"{text}\t{key}", command))
        if sequence:
            self.bind_key(sequence, command)

    def _pop_up(self, x: int, y: int) -> None:
        entries = [MenuEntry(text, command, key) for label, command in self._commands
                   for text, _, key in [label.partition("\t")]]
        inheritance, model = self._model.inheritance, self._model
        if inheritance.now is not None and model.rows:
            cells, rows = self._own_cells(), self._own_rows()
            entries += [LINE, reset_entry(inheritance, cells[0]) if len(cells) < 2 and cells else MenuEntry(
                f"Reset {len(cells)} cells to the base" if cells else "Reset to the base",
                self.reset_cells if cells else None, KEY)]
            entries.append(MenuEntry(
                f"Reset {len(rows)} rows to the base" if len(rows) > 1 else "Reset the row to the base",
                self.reset_rows if rows else None, ROW_KEY))
            if removed := model.removed():
                entries.append(MenuEntry("Bring back", None, "", entries_back(inheritance, removed)))
        self.menu = popup(self, entries, x, y)

    def _pop_up_at_cell(self) -> None:
        if self._model.rows:
            x, y, _, height = self.grid_table.box_on_screen(self.grid_table.cursor)
            self._pop_up(x, y + height)

    # -- the base of a variant ----------------------------------------------------------

    def _own_cells(self) -> list[OwnValue]:
        rows, columns = self.grid_table.chosen_cells()
        found = (self._model.own_value(Cell(row, column)) for row in rows for column in columns
                 if row < self._model.rows)
        return list(dict.fromkeys(value for value in found if value is not None))

    def _own_rows(self) -> list[OwnValue]:
        found = (self._model.own_entry(row) for row in sorted(self.grid_table.chosen_rows())
                 if row < self._model.rows)
        return [value for value in found if value is not None]

    def reset_cells(self) -> None:
        """Make the marked cells, or the current one, as in the base, in one step."""
        if self.grid_table.commit():
            self._model.inheritance.reset(self._own_cells())
            self.refresh()

    def reset_rows(self) -> None:
        """Make the marked rows, or the current one, as in the base, in one step."""
        if self.grid_table.commit():
            self._model.inheritance.reset(self._own_rows())
            self.refresh()

    def _offer_removed(self) -> None:
        """Show the button that lists what the base has and the design has not, if there is anything."""
        removed = len(self._model.removed())
        if self.back is None and removed:
            self.back = ttk.Button(self.bar, style="Small.TButton", command=self._list_removed)
            Tooltip(self.back, "What the base has and this has not")
            self.bar.add(self.back, theme.px(4))
        if self.back is not None:
            self.back.configure(text=f"Bring back ({removed})…")
            self.bar.show(self.back, removed > 0)

    def _list_removed(self) -> None:
        assert self.back is not None
        entries = entries_back(self._model.inheritance, self._model.removed())
        self.menu = popup(self, entries, self.back.winfo_rootx(),
                          self.back.winfo_rooty() + self.back.winfo_height())

    def perform(self, action: Callable[[], str]) -> bool:
        """Accept text being typed, then perform an action and show its complaint; whether it succeeded."""
        if not self.grid_table.commit():
            return False
        complaint = action()
        if complaint:
            self.bell()
        self.refresh()
        self.say(complaint)
        return not complaint

    def say(self, complaint: str) -> None:
        """Show a complaint below the table; "" shows the explanation of the cell."""
        self._complaint = complaint
        if complaint:
            self.foot.configure(text=complaint, style="Error.TLabel")
        else:
            self.explain()

    def explain(self) -> None:
        """Show what is wrong with the row, or what the column means."""
        table = self.grid_table
        rows, columns = table.model.rows, len(table.model.columns)
        if not rows or not columns or table.cursor.row >= rows or table.cursor.column >= columns:
            self.foot.configure(text="", style="Quiet.TLabel")
            return
        mark, own = table.model.mark(table.cursor.row), table.model.own(table.cursor)
        text = mark.text if mark else f"{own} {table.model.help(table.cursor)}".strip()
        self.foot.configure(
            text=text, style="Error.TLabel" if mark and mark.severity == "error" else "Quiet.TLabel")

    def refresh(self) -> None:
        """Show the current ruleset."""
        self._offer_removed()
        self.grid_table.refresh()

    def problems_changed(self) -> None:
        """Show the current problems."""
        self.refresh()
        if not self._complaint:
            self.explain()

    def commit(self) -> None:
        """Accept text that is being typed."""
        self.grid_table.commit()

    def late_key(self, key: str) -> bool:
        """Whether a cell is being edited, which Escape then cancels, or rows are marked, which it ends."""
        editor = self.grid_table.editor
        if editor is None and key == "Escape" and self.grid_table.marked:
            self.grid_table.go(self.grid_table.cursor)
            return True
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
    """The page of title, turns and stacking limit."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, GeneralModel(session))
        self.grid_table.go(Cell(0, 1))


class SectionPage(Page):
    """The page of a section of the ruleset, with buttons for its rows."""

    def __init__(self, parent: tk.Misc, session: Session, section: str, height: int = 10) -> None:
        self.model = SectionModel(session, section)
        super().__init__(parent, self.model, height)
        one = self.model.spec.one
        self.add_button("New", self.new, f"New {one}: type its name", "Ins", "<Insert>")
        self.add_button("Duplicate", self._on_rows(self.model.duplicate),
                        f"Add a copy of the {one}, or of all marked")
        self.add_button("Remove", self._on_rows(self.model.remove), f"Remove the {one}, or all marked",
                        "Shift+Del", "<Shift-Delete>")
        if section in REPLACEABLE:
            self.add_button("Replace with…", self.replace,
                            f"Remove the {one} and use another one instead, wherever it is used")
        self.add_button("Up", lambda: self._move(-1), "Move up, also in palettes and charts", "Alt+Up",
                        "<Alt-Up>")
        self.add_button("Down", lambda: self._move(1), "Move down, also in palettes and charts", "Alt+Down",
                        "<Alt-Down>")

    def new(self) -> None:
        """Begin to type the name of a new entry; if entries have no names, add one at once."""
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
        """Ask for an entry to replace the current one, and replace it."""
        row = self.grid_table.cursor.row
        if not self._is_one_row("replaced"):
            return
        others = [(e.id, entry_label(self.model.section, e)) for i, e in enumerate(self.model.entries)
                  if i != row]
        if not others:
            self.say(f"There is no other {self.model.spec.one} to replace it with.")
            return
        by = ask_replacement(self, self.model.label(row), others)
        if by:
            self.perform(lambda: self.model.replace(row, by))

    def _on_rows(self, function: Callable[[Sequence[int]], str]) -> Callable[[], None]:
        """What does something with the marked rows, or the current one."""
        def run() -> None:
            rows = [row for row in sorted(self.grid_table.chosen_rows()) if not self.model.is_new(row)]
            if not rows:
                self.say("Select a row first.")
            elif self.perform(lambda: function(rows)) and len(rows) > 1:
                self.grid_table.go(self.grid_table.cursor)
        return run

    def _is_one_row(self, does: str) -> bool:
        """Whether one row of an entry is chosen; says what to do if not."""
        if len(self.grid_table.chosen_rows()) > 1:
            self.say(f"Select one row: several cannot be {does} at once.")
            return False
        if self.model.is_new(self.grid_table.cursor.row):
            self.say("Select a row first.")
            return False
        return True

    def _move(self, by: int) -> None:
        row, column = self.grid_table.cursor
        if not self._is_one_row("moved"):
            return
        if not 0 <= row + by < len(self.model.entries):
            self.say(f"This is already the {'first' if by < 0 else 'last'} row.")
        else:
            self.perform(lambda: self.model.move(row, by))
            self.grid_table.go(Cell(row + by, column))


class CrtPage(Page):
    """The cells of a combat table, with buttons for its rows and columns."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        self.model = CrtModel(session, 0)
        super().__init__(parent, self.model, 8)
        self.add_button("Add row", self.add_row, "Add an empty row after the current one")
        self.add_button("Remove row", self.remove_row, "Remove the current die roll, or the marked ones")
        self.add_button("Add column", self.add_column, "Add an empty column after the current one")
        self.add_button("Remove column", self.remove_column, "Remove the current column, or the marked ones")
        self.grid_table.go(Cell(FIRST, 1))

    def add_row(self) -> None:
        """Add a row after the current one and go there."""
        row, column = self.grid_table.cursor
        if self.perform(lambda: self.model.add_row(row)):
            self.grid_table.go(Cell(max(row + 1, FIRST), column))

    def remove_row(self) -> None:
        """Remove the marked rows, or that of the current cell."""
        rows, _ = self.grid_table.chosen_cells()
        self.perform(lambda: self.model.remove_rows(rows))

    def add_column(self) -> None:
        """Add a column after the current one and go there."""
        row, column = self.grid_table.cursor
        if self.perform(lambda: self.model.add_column(column)):
            self.grid_table.go(Cell(row, max(column, 1) + 1))

    def remove_column(self) -> None:
        """Remove the marked columns, or that of the current cell."""
        _, columns = self.grid_table.chosen_cells()
        self.perform(lambda: self.model.remove_columns(columns))

    def show_table(self, index: int) -> None:
        """Show the cells of another table."""
        if index != self.model.index:
            self.commit()
            self.model.index = index
        self.refresh()
        self.explain()


class TablesPage(ttk.Frame):
    """The page of combat tables: their list, and below it the cells of the current one."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self.list = SectionPage(self, session, "tables", 3)
        self.cells = CrtPage(self, session)
        self.list.grid(row=0, column=0, sticky="nsew")
        ttk.Separator(self).grid(row=1, column=0, sticky="ew", pady=theme.px(2))
        self.cells.grid(row=2, column=0, sticky="nsew")
        self.rowconfigure(2, weight=1)
        self.columnconfigure(0, weight=1)
        self.list.grid_table.went.connect(self._chosen)

    def _chosen(self) -> None:
        last = len(self._session.design.ruleset.tables) - 1
        self.cells.show_table(min(self.list.grid_table.cursor.row, last))

    def refresh(self) -> None:
        """Show the current ruleset."""
        self.list.refresh()
        self._chosen()

    def problems_changed(self) -> None:
        """Show the current problems."""
        self.list.problems_changed()
        self.cells.problems_changed()

    def commit(self) -> None:
        """Accept text that is being typed."""
        self.list.commit()
        self.cells.commit()

    def late_key(self, key: str) -> bool:
        """Whether a cell of either table is being edited; Escape then cancels the edit."""
        return self.list.late_key(key) or self.cells.late_key(key)

    def take_keyboard(self) -> None:
        """Give the cells the keyboard."""
        self.cells.take_keyboard()

    def bind_key(self, sequence: str, command: Callable[[], None]) -> None:
        """Make a key work in both tables."""
        self.list.bind_key(sequence, command)
        self.cells.bind_key(sequence, command)

    def show_entry(self, name: str) -> None:
        """Show the cells of a table."""
        self.list.show_entry(name)
        self.cells.take_keyboard()


def ask_replacement(parent: tk.Misc, label: str, others: Sequence[tuple[str, str]]) -> str:
    """Ask which of `others`, pairs of id and name, replaces an entry; its id, "" if it was cancelled."""
    dialog = Dialog(parent, f"Replace {label}")
    text = (f"{label} will be removed, and the entry chosen here will be used instead on the map, in the "
            "scenario and in the tables. This can be undone.")
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=px(380),
              justify="left").pack(anchor="w")
    box = ttk.Combobox(dialog.body, values=[name for _, name in others], state="readonly")
    box.current(0)
    box.pack(fill="x", pady=(px(8), 0))
    dialog.button("Replace", lambda: dialog.finish(others[box.current()][0]), default=True)
    dialog.button("Cancel", dialog.cancel)
    return dialog.run(box)
