"""The table of units: every unit with all its values, to sort, filter, and change many at once."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ...exchange.errors import FileImportError
from ...exchange.unit_table import numbered, unit_import
from ...model.wording import count, listed
from ..session import Session
from ..widgets.dialogs import message
from ..widgets.grid import Cell
from ..widgets.keyboard import enter_field
from ..widgets.variables import when_written
from ..window import theme
from .ruleset_panel import Page
from .units_model import UnitsModel

_NO_SCENARIO = ("This is only a map. Units belong to a scenario: begin one with Scenario > New scenario on "
                "this map….")
_NO_UNITS = "This scenario has no units yet. Make some with New units…, or paste a table with its heads."
_PASTED = "The pasted table"


class UnitsTable(Page):
    """Edits the units of the session's scenario in a table; each edit is one step of the history."""

    def __init__(self, parent: tk.Misc, session: Session, leave: Callable[[], None],
                 perform: Callable[[str], None]) -> None:
        self._session, self._leave, self._perform_action = session, leave, perform
        self.model = UnitsModel(session, self._take_table)
        super().__init__(parent, self.model, 16)
        self._words = tk.StringVar(self)
        self.search = ttk.Entry(self.bar, textvariable=self._words, width=18)
        self.bar.add(ttk.Label(self.bar, text="Filter", style="Quiet.TLabel"), theme.px(4))
        self.bar.add(self.search, theme.px(8))
        self.add_button("New units…", lambda: self._perform_action("new_units"),
                        "Make a series of numbered units at once", "Ins", "<Insert>")
        self.add_button("Counter…", lambda: self._perform_action("counter"),
                        "How the counters of the marked units look: symbol, colours, picture", "Shift+F4")
        self.add_button("Duplicate", self.duplicate, "Add a copy of each marked unit")
        self.add_button("Remove", self.remove, "Remove the marked units from the scenario", "Shift+Del",
                        "<Shift-Delete>")
        self.add_button("Fill down", self.fill_down, "Give the marked cells the value of the first",
                        "Ctrl+D", "<Control-d>")
        self.add_button("Fill series", self.fill_series,
                        "Continue the numbers of the first marked cells: 1st, 2nd, 3rd; turns too",
                        "Ctrl+Shift+D", "<Control-D>")
        self.add_button("As the prototype", self.as_prototype,
                        "Make the marked cells as the prototypes of their units say; bold cells differ",
                        "Ctrl+Backspace", "<Control-BackSpace>")
        self.add_button("Import…", lambda: self._perform_action("import_file"),
                        "Read a table of units, CSV or XLSX; what changes is shown first")
        self.add_button("Export…", lambda: self._perform_action("export"),
                        "Write the units as CSV or XLSX")
        self.add_button("Empty columns", self.toggle_empty,
                        "Leave out the columns in which no unit has anything, or show them again")
        self.bind_key("<Escape>", self._escape)
        self.bind_key("<Control-f>", self._begin_search)
        self.search.bind("<Return>", lambda _e: self.take_keyboard())
        self.search.bind("<Down>", lambda _e: self.take_keyboard())
        self.search.bind("<Escape>", self._end_search)
        when_written(self._words, self, self._filter)
        self._changing_selection = False
        self.grid_table.went.connect(self._select)
        self.bind("<Map>", lambda _e: self.refresh())
        session.changed.connect(self._follow)
        session.checked.connect(self._checked)
        self.explain()

    # -- following ----------------------------------------------------------------------

    def _follow(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped():
            self.refresh()
            self.explain()

    def _checked(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped():
            self.problems_changed()

    def explain(self) -> None:
        """Show what is marked, what is wrong with the row, or what the column means."""
        if not self.model.rows:
            scenario = self._session.scenario
            text = _NO_SCENARIO if scenario is None else _NO_UNITS if not scenario.units else (
                "No unit has these words in its cells.")
            self.foot.configure(text=text, style="Quiet.TLabel")
            return
        marked = self.grid_table.marked
        if marked:
            whole = self.model.rows
            self.foot.configure(style="Quiet.TLabel", text=(
                f"{count(len(marked), 'unit')} of {whole} marked. What is typed or pasted now changes all of "
                "them in one step. Shift+Space marks whole rows, Esc none."))
            return
        super().explain()

    def _select(self) -> None:
        """Select the marked units, so that map, list and inspector show them."""
        scenario = self._session.scenario
        if scenario is None or not self.model.rows:
            return
        keys = self.model.keys(sorted(self.grid_table.chosen_rows()))
        if keys != self._session.units:
            hexes = {scenario.unit_by_key[k].hex for k in keys}
            hex = self._session.design.map.grid.parse(hexes.pop()) if len(hexes) == 1 else None
            self._session.select(hex, keys)

    def _filter(self) -> None:
        self.commit()
        self.model.filter(self._words.get())
        self.grid_table.go(Cell(0, self.grid_table.cursor.column))
        self.explain()

    def toggle_empty(self) -> None:
        """Leave out the columns in which no unit has anything, or show all columns again."""
        self.commit()
        out = not self.model.without_empty
        titles = self.model.leave_out_empty(out)
        self.grid_table.go(Cell(self.grid_table.cursor.row, 0))
        self.refresh()
        self._session.say("All columns are shown." if not out else "No column is empty." if not titles else
                          f"{count(len(titles), 'empty column')} left out: {listed(titles)}.")

    def _begin_search(self) -> None:
        enter_field(self.search)

    def _end_search(self, _event: object) -> str:
        if self._words.get():
            self._words.set("")
        else:
            self.take_keyboard()
        return "break"

    def _escape(self) -> None:
        """Cancel editing, or unmark, or leave the table."""
        if self.late_key("Escape"):
            return
        if self.grid_table.marked:
            self.grid_table.go(self.grid_table.cursor)
            return
        self._leave()

    # -- commands -----------------------------------------------------------------------

    def _rows(self) -> list[int]:
        return sorted(self.grid_table.chosen_rows()) if self.model.rows else []

    def duplicate(self) -> None:
        """Add copies of the marked units and mark them."""
        if not self.commit_or_say():
            return
        self.mark_units(self.model.duplicate(self._rows()))

    def remove(self) -> None:
        """Remove the marked units."""
        if self.commit_or_say() and self.perform(lambda: self.model.remove(self._rows())):
            self.grid_table.go(self.grid_table.cursor)

    def fill_down(self) -> None:
        """Give the marked cells the text of the first ones."""
        if self.commit_or_say():
            self.perform(lambda: self.model.fill_down(*self.grid_table.chosen_cells()))

    def fill_series(self) -> None:
        """Continue the numbers of the first marked cells."""
        if self.commit_or_say():
            self.perform(lambda: self.model.fill_series(*self.grid_table.chosen_cells()))

    def as_prototype(self) -> None:
        """Make the marked cells as the prototypes of their units say."""
        if self.commit_or_say():
            self.perform(lambda: self.model.as_prototype(*self.grid_table.chosen_cells()))

    def perform(self, action: Callable[[], str]) -> bool:
        """Accept text being typed, then perform an action; a complaint is shown here and in the status
        bar. Returns whether it succeeded."""
        complaints: list[str] = []

        def noted() -> str:
            complaints.append(action())
            return complaints[0]

        done = super().perform(noted)
        self._session.complain("".join(complaints))
        return done

    def commit_or_say(self) -> bool:
        """Accept text being typed; whether there are units to do something with, and says so if not."""
        if not self.grid_table.commit():
            return False
        if not self.model.rows:
            self.say("There is no unit to do this with.")
            self._session.complain("There is no unit to do this with.")
        return bool(self.model.rows)

    def mark_units(self, keys: Sequence[str]) -> None:
        """Go to units and mark them."""
        rows = self.model.rows_of(keys)
        if rows:
            self.grid_table.go(Cell(rows[-1], 0))
            self.grid_table.mark_rows(rows, (0, 0))

    def _take_table(self, block: Sequence[Sequence[str]]) -> None:
        """Show what a table that was pasted with its heads changes, and change it."""
        from ..documents.import_dialogs import ReportDialog  # imported late because it takes long to load

        try:
            imported = unit_import(self._session.design, numbered(block), _PASTED)
        except FileImportError as error:
            message(self, "Paste", str(error))
            return
        dialog = ReportDialog(self, "the pasted units", imported)
        if dialog.run() == "import" and self._session.edit("Paste units", imported.design):
            self._session.say(f"Pasted: {imported.summary}. Ctrl+Z undoes it.")
