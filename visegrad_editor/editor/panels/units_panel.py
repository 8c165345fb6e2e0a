"""The units panel: the order of battle by side, nationality and formation, to search, select and drag."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any

from ...drawing.counters import figures
from ...lazy_dataclass import dataclass
from ...model.counter_values import step_name, steps_of, value_of
from ...model.design import Design
from ...model.gamemap import cached_by_identity
from ...model.inherited import Inherited, OwnValue
from ...model.rules.counter import CounterValue
from ...model.ruleset import Ruleset
from ...model.scenario import Unit
from ...model.wording import count, listed, sort_key
from ..inheritance import SIGNS
from ..map.hex_words import value_text, when_text, where_text
from ..platforms import accelerator
from ..session import Session
from ..widgets.columns import ElidedTexts
from ..widgets.counter_pictures import CounterPictures
from ..widgets.flow import Flow
from ..widgets.presses import Presses
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import RangeSelection, TreeSelection
from ..widgets.variables import when_written
from ..widgets.wrapped_label import ListAdvice
from ..window import theme

_FEW = 60
"""With at most this many rows, all get their pictures at once."""
_MOST_TEXTS = 20_000
"""The most texts of units that are kept for searching."""
_LOW = 300
"""In a panel lower than this, in pixels at 100 %, the buttons are in a menu, to leave space for the list."""
_SEARCH = 14
"""Minimum width of the search field in characters."""
_FEW_VALUES = 3
"""The most values whose columns are not narrowed."""
_NAME = 130
"""The least width of the names in pixels at 100 %, with indentation and counter."""
_NO_SCENARIO = ("This is only a map. Units belong to a scenario: begin one with Scenario > New scenario on "
                "this map…, or with New… below.")
_NO_UNITS = "This scenario has no units yet. Add the first one with New… below."


def _listing(design: Design) -> tuple[object, ...]:
    """The parts of a design that the list is made from."""
    rules = design.ruleset
    return (design.scenario, rules.sides, rules.nationalities, rules.unit_types, rules.values, rules.steps,
            rules.counter, rules.formations)


class UnitsPanel(ttk.Frame):
    """The list of units. `over_map(x_root, y_root, done)` is called while units are dragged and when they are
    dropped. Rows selected here select their units: a side or nationality selects those listed below it."""

    def __init__(self, parent: tk.Misc, session: Session, place: Callable[[Sequence[str]], None],
                 over_map: Callable[[int, int, bool], bool], new_unit: Callable[[], None],
                 remove: Callable[[], None], table: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._place, self._over_map, self._remove = session, place, over_map, remove
        self._pictures = CounterPictures(self, theme.FIELD)
        self._words, self._filter = tk.StringVar(self), tk.StringVar(self, FILTERS[0])
        self._stale = True
        self._listed: tuple[object, ...] = ()
        """The parts of the design that the list was made from."""
        self._rows: dict[str, ListedUnit] = {}
        self._complete: set[str] = set()
        """The rows that have their pictures."""
        self._waiting = ""
        self._drag: tuple[int, int, str] | None = None
        self._dragging = False
        self._presses = Presses()
        top = Flow(self, gap=theme.px(4))
        top.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.search = ttk.Entry(top, textvariable=self._words, width=_SEARCH)
        top.add(self.search, stretch=True)
        hint = ttk.Label(self.search, text="Search units", foreground=theme.FAINT, background=theme.FIELD,
                         cursor="xterm")
        hint.bind("<Button-1>", lambda _e: self.search.focus_set())

        def show_hint() -> None:
            if self._words.get():
                hint.place_forget()
            else:
                hint.place(x=theme.px(7), rely=0.5, anchor="w")

        when_written(self._words, self, show_hint)
        show_hint()
        filter = ttk.Combobox(top, textvariable=self._filter, state="readonly", width=15,
                              values=FILTERS)
        top.add(filter, theme.px(4))
        self._heads: dict[str, str] = {}
        """The headings of the columns."""
        self.tree = ttk.Treeview(self, style="Units.Treeview", selectmode="extended")
        self._selection = TreeSelection(self.tree)
        self._sorting = "", False
        """The column by which units are sorted, "" for the order of the scenario, and whether descending."""
        self._values: tuple[CounterValue, ...] = ()
        """The values that have a column."""
        self._shown: tuple[str, ...] = ()
        """The columns for which there is room, from left to right."""
        self._show_columns()
        bar = ttk.Scrollbar(self, orient="vertical", command=self.tree.yview)
        self.tree.configure(yscrollcommand=self._scrolled(bar))
        self.tree.grid(row=1, column=0, sticky="nsew", pady=theme.px(6))
        bar.grid(row=1, column=1, sticky="ns", pady=theme.px(6))
        buttons = self._buttons = Flow(self, gap=theme.px(3))
        buttons.grid(row=2, column=0, columnspan=2, sticky="ew")
        self._top, self._menu = top, tk.Menu(self, tearoff=False)
        self.more = ttk.Button(top, text="⋯", style="Small.TButton", width=2, command=self._list_commands)
        """Replaces the buttons in a low panel."""
        Tooltip(self.more, "More commands: place, new, remove, table")
        top.add(self.more, theme.px(4))
        top.show(self.more, False)
        for text, command, tip, key in (
            ("Place on the map", self._place_selected,
             "Place the selected units with the next click on the map  (Return)", "Return"),
            ("New…", new_unit, "Add a new unit  (Ctrl+U)", "Ctrl+U"),
            ("Remove", self._remove_selected, "Remove the selected units from the scenario  (Shift+Del)",
             "Shift+Del"),
            ("Table…", table, "All units with all their values, to change many at once  (Shift+F3)",
             "Shift+F3"),
        ):
            self._menu.add_command(label=text, command=command, accelerator=accelerator(key))
            button = ttk.Button(buttons, text=text, style="Small.TButton", command=command)
            buttons.add(button, theme.px(4))
            Tooltip(button, tip)
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        when_written(self._words, self, self.show)
        when_written(self._filter, self, self.show)
        self.tree.bind("<<TreeviewSelect>>", self._selected)
        self.tree.bind("<Alt-Return>", self._reset)
        self.tree.bind("<ButtonPress-1>", self._press, add=True)
        self.tree.bind("<Shift-ButtonPress-1>", self._count_press, add=True)
        self.tree.bind("<B1-Motion>", self._move)
        self.tree.bind("<ButtonRelease-1>", self._release, add=True)
        self._ranges = RangeSelection(self.tree, lambda row: row.startswith("unit:"))
        self.tree.bind("<Return>", lambda _e: self._place_selected())
        for keys in ("<Shift-Delete>", "<Delete>", "<Key-x>", "<Key-X>"):
            # In this list they need a unit selected here, not one that the list does not show.
            self.tree.bind(keys, lambda _e: None if self._any_selected() else "break")
        self.search.bind("<Return>", lambda _e: self.select_first())
        self.search.bind("<Down>", lambda _e: self.select_first())
        self.search.bind("<Escape>", self._end_search)
        self.tree.bind("<Motion>", self._explain)
        self._note = Tooltip(self.tree, "")
        self.removed: tuple[OwnValue, ...] = ()
        """The units listed that only the base of a variant has."""
        self._texts = ElidedTexts(self.tree)
        self.advice = ListAdvice(self.tree)
        self.bind("<Map>", lambda _e: self.show() if self._stale else None)
        self.bind("<Configure>", lambda e: self._fit(e.height))
        self.tree.bind("<Configure>", lambda _e: self._fit_columns(), add=True)
        for shown in ("<Configure>", "<<TreeviewOpen>>", "<<TreeviewClose>>"):
            self.tree.bind(shown, lambda _e: self._complete_rows_later(), add=True)
        session.changed.connect(self._changed)
        session.selected.connect(self.follow)

    def _end_search(self, _event: object) -> str:
        """Empty the search field; a floating panel closes if it is empty."""
        if not self._words.get():
            return ""
        self._words.set("")
        return "break"

    def _show_columns(self) -> None:
        """Give each value of the ruleset's counters a column."""
        values = self._session.design.ruleset.values
        if values == self._values:
            return
        self._values, self._heads = values, {}
        self._shown = (*(_column(v) for v in values), "where")
        self.tree.configure(displaycolumns="#all")
        self.tree.configure(columns=self._shown)
        room = 41 if len(values) <= _FEW_VALUES else 34
        numbers = ((_column(v), value_head(v), 29 if v.from_ == "type" else room, False) for v in values)
        for column, text, width, stretch in (("#0", "Unit", 226, True), *numbers,
                                             ("where", "Where", 60, False)):
            self.tree.heading(column, text=text, anchor="w",
                              command=partial(self.sort_by, column))
            self._heads[column] = text
            self.tree.column(column, width=theme.px(width), minwidth=theme.px(min(width, 40)),
                             stretch=stretch, anchor="w")
        if self._sorting[0] not in self._heads:
            self._sorting = "", False
        self._show_sorting()
        self._fit_columns()

    def sort_by(self, column: str) -> None:
        """Sort the units of each nationality and formation by a column; again: the other way; a third time:
        as in the scenario."""
        now, descending = self._sorting
        again = ("", False) if descending else (column, True)
        self._sorting = again if now == column else (column, False)
        self._show_sorting()
        self.show()
        what = {"#0": "name", "where": "place"}.get(column, self._heads[column])
        self._session.say(f"Units sorted by {what}{', from the end' if self._sorting[1] else ''}." if (
            self._sorting[0]) else "Units in the order of the scenario.")

    def _show_sorting(self) -> None:
        by, descending = self._sorting
        for column, text in self._heads.items():
            self.tree.heading(column, text=f"{text} {'▾' if descending else '▴'}" if column == by else text)

    def _fit_columns(self) -> None:
        """Let the names take what the other columns leave: a tree that is narrower than its columns cuts the
        last ones off. Where they would leave too little, values are left out, the last ones first, and then
        the places."""
        if (width := self.tree.winfo_width()) <= 1:
            return
        rooms = {str(c): int(self.tree.column(c, "width")) for c in self.tree.cget("columns")}
        shown = list(rooms)
        while shown and sum(rooms[c] for c in shown) + theme.px(_NAME) > width:
            shown.pop(-2 if len(shown) > 1 else -1)
        self._shown = tuple(shown)
        if tuple(map(str, self.tree.cget("displaycolumns"))) != self._shown:
            self.tree.configure(displaycolumns=self._shown)
        self.tree.column("#0", width=max(theme.px(_NAME), width - sum(rooms[c] for c in shown)))

    def _fit(self, height: int) -> None:
        low = height < theme.px(_LOW)
        self._top.show(self.more, low)
        if low:
            self._buttons.grid_remove()
        else:
            self._buttons.grid()

    def _list_commands(self) -> None:
        self._menu.tk_popup(self.more.winfo_rootx(), self.more.winfo_rooty() + self.more.winfo_height())

    def _explain(self, event: Any) -> None:
        """Show a tooltip: what a value means, the nationalities of a side, or the full name and place of a
        unit if they are cut."""
        column = int(self.tree.identify_column(event.x).removeprefix("#") or 0)
        name = self._shown[column - 1] if 0 < column <= len(self._shown) else ""
        value = next((v for v in self._values if _column(v) == name), None)
        if value is not None:
            self._note.follow(event, value_words(self._session.design.ruleset, value, self._unit_at(event)))
            return
        if (side := self.tree.identify_row(event.y)).startswith("side:"):
            self._note.follow(event, self._side_words(side))
            return
        row, unit = self._row(event), self._unit_at(event)
        if side.startswith("removed:"):
            names = ", ".join(v.title for v in self.removed_in([side]))
            self._note.follow(event, f"In the base, not in this scenario: {names}  (Alt+Return: bring back)")
            return
        words = f"{unit.name}: {place_word(self._session.design, unit)}" if unit else ""
        own = self._session.inheritance.differences_of(unit.key) if unit else ""
        self._note.follow(event, "\n".join(filter(None, (words if self._texts.cut(row) else "", own))))

    def _side_words(self, row: str) -> str:
        """The nationalities of a side in the list, with their numbers of units."""
        nations = [self.tree.item(child, "text").replace("  ", " ") for child in self.tree.get_children(row)]
        return f"{self.tree.item(row, 'text')}: {listed(nations)}" if nations else ""

    def _unit_at(self, event: Any) -> Unit | None:
        row, scenario = self._row(event), self._session.scenario
        return scenario.unit_by_key.get(row[5:]) if scenario and row else None

    # -- the list -----------------------------------------------------------------------

    def _changed(self) -> None:
        now = _listing(self._session.design)
        if len(now) == len(self._listed) and all(a is b for a, b in zip(now, self._listed, strict=True)):
            return
        if self.winfo_ismapped():
            self.show()
        else:
            self._stale = True

    def show(self) -> None:
        """List the current units; open branches stay open. If there are many, rows get their pictures when
        they become visible."""
        self._stale = False
        design = self._session.design
        before, self._listed = self._listed, _listing(design)
        self._show_columns()
        inherited = self._session.inheritance.now
        rows = unit_rows(design, self._filter.get(), self._words.get(), *self._sorting, inherited=inherited)
        gone, self.removed = self.removed, self._removed_units()
        self.advice.show("" if design.scenario is not None and design.scenario.units else
                         _NO_UNITS if design.scenario is not None else _NO_SCENARIO)
        self._selection.quiet = True
        same = gone == self.removed and [*self._rows] == [*rows] and before[1:] == self._listed[1:]
        if same and all(row.unit.formation == self._rows[key].unit.formation for key, row in rows.items()):
            changed = [row for key, row in rows.items() if row != self._rows[key]]
            self._rows = rows
            for row in changed:
                self._write(row)
        else:
            self._rows = rows
            self._rebuild(design.ruleset)
        self._complete_rows()
        self.follow()
        self._selection.listen_soon()

    def _rebuild(self, rules: Ruleset) -> None:
        closed = {r for r in self._groups() if not self.tree.item(r, "open")}
        top = self.tree.yview()[0]
        self.tree.delete(*self.tree.get_children())
        self._texts.clear()
        self._complete.clear()
        searching = bool(self._words.get().strip())
        counts = Counter(row.unit.nationality for row in self._rows.values())
        for row in self._rows.values():
            nation = rules.nationality_by_id.get(row.unit.nationality)
            side = nation.side if nation else ""
            group, branch = f"side:{side}", f"nation:{row.unit.nationality}"
            if not self.tree.exists(group):
                known = rules.side_by_id.get(side)
                self.tree.insert("", "end", group, text=known.name if known else "No side", tags=("side",),
                                 open=searching or group not in closed)
            if not self.tree.exists(branch):
                name = nation.name if nation else row.unit.nationality
                self.tree.insert(group, "end", branch, tags=("nation",),
                                 text=f"{name}  ({counts[row.unit.nationality]})",
                                 open=searching or branch not in closed)
            self.tree.insert(self._formation_row(rules, row.unit, branch, closed, searching), "end", row.id,
                             **self._written(row))
        for group in self._groups():
            if group.startswith("formation:"):
                number = len(self.units_below(group))
                self.tree.item(group, text=f"{self.tree.item(group, 'text')}  ({number})")
        if self.removed:
            self.tree.insert("", "end", "removed:", text=f"Only in the base  ({len(self.removed)})",
                             tags=("side",), open=searching or "removed:" not in closed)
            for n, value in enumerate(self.removed):
                self.tree.insert("removed:", "end", f"removed:{n}", text=f" − {value.title}",
                                 tags=("removed",))
        self.tree.tag_configure("side", font="VeSection")
        self.tree.tag_configure("own", foreground=theme.OWN)
        self.tree.tag_configure("removed", foreground=theme.QUIET)
        self.tree.tag_configure("nation", foreground=theme.QUIET)
        self.tree.yview_moveto(top)

    def _removed_units(self) -> tuple[OwnValue, ...]:
        """The units of the base of a variant that the scenario has not and that the search finds."""
        inherited, words = self._session.inheritance.now, self._words.get().casefold().split()
        if inherited is None or self._filter.get() != _EVERYTHING:
            return ()
        return tuple(v for v in inherited.removed("scenario", "units")
                     if all(word in v.title.casefold() for word in words))

    def _formation_row(self, rules: Ruleset, unit: Unit, branch: str, closed: set[str],
                       searching: bool) -> str:
        """The row below which a unit is listed: of its formation, within those that it belongs to, or of its
        nationality."""
        chain: list[str] = []
        id = unit.formation
        while id in rules.formation_by_id and id not in chain:
            chain.insert(0, id)
            id = rules.formation_by_id[id].parent
        above = branch
        for id in chain:
            row = f"formation:{unit.nationality}/{id}"
            if not self.tree.exists(row):
                self.tree.insert(above, "end", row, text=rules.formation_by_id[id].name, tags=("nation",),
                                 open=searching or row not in closed)
            above = row
        return above

    def _write(self, row: ListedUnit) -> None:
        """Update the texts of a row; `_complete_rows` adds its picture and shortens texts."""
        self.tree.item(row.id, **self._written(row))
        self._complete.discard(row.id)

    def _written(self, row: ListedUnit) -> dict[str, Any]:
        """The texts of a row, as Tk takes them."""
        rules = self._session.design.ruleset
        return {"text": row.text, "tags": ("own",) if row.own else (),
                "values": (*(value_text(rules, row.unit, v.id) for v in self._values), row.place)}

    def _scrolled(self, bar: ttk.Scrollbar) -> Callable[[float, float], None]:
        def command(first: float, last: float) -> None:
            bar.set(first, last)
            self._complete_rows_later()

        return command

    def _complete_rows_later(self) -> None:
        if not self._waiting and len(self._complete) < len(self._rows):
            self._waiting = self.after_idle(self._complete_rows)

    def _complete_rows(self) -> None:
        """Add the pictures of the visible rows, or of all rows if there are few."""
        self._waiting = ""
        rules = self._session.design.ruleset
        for id in [*self._rows] if len(self._rows) <= _FEW else self._visible_rows():
            if id not in self._complete and (row := self._rows.get(id)) is not None:
                self._complete.add(id)
                self.tree.item(id, image=self._pictures.picture(row.unit, rules, 30))
                self._texts.put(id, row.text, self._depth(id), theme.px(30), lines=2)
                self._texts.put_cell(id, "where", row.place, lines=2)

    def _depth(self, row: str) -> int:
        """How many rows a row is below."""
        above = str(self.tree.parent(row))
        return 1 + self._depth(above) if above else 0

    def _visible_rows(self) -> list[str]:
        """The rows in view, from top to bottom."""
        rows: dict[str, None] = {}
        for y in range(0, self.tree.winfo_height() + theme.px(10), theme.px(10)):
            rows[self.tree.identify_row(y)] = None
        return [id for id in rows if id]

    def _groups(self, above: str = "") -> list[str]:
        """The rows of sides, nationalities and formations, from top to bottom."""
        groups = []
        for row in self.tree.get_children(above):
            if not row.startswith("unit:"):
                groups += [row, *self._groups(row)]
        return groups

    def follow(self) -> None:
        """Select the session's selected units in the list."""
        rows = [f"unit:{k}" for k in self._session.units if self.tree.exists(f"unit:{k}")]
        if {row[5:] for row in rows} != set(self.chosen_keys()):
            self._selection.select(rows)

    def chosen_keys(self) -> tuple[str, ...]:
        """The keys of the units selected in the list, including those below a selected side or
        nationality."""
        keys: dict[str, None] = {}
        for row in self.tree.selection():
            keys.update(dict.fromkeys(self.units_below(row)))
        return tuple(keys)

    def units_below(self, row: str) -> tuple[str, ...]:
        """The keys of the units in a row and below it."""
        if row.startswith("unit:"):
            return (row[5:],)
        return tuple(key for child in self.tree.get_children(row) for key in self.units_below(child))

    def select_first(self) -> None:
        """Select the first unit in the list and give the list the keyboard."""
        for key in self.units_below("")[:1]:
            row = f"unit:{key}"
            self.tree.see(row)
            self.tree.selection_set(row)
            self.tree.focus(row)
            self.tree.focus_set()

    def _selected(self, _event: Any) -> None:
        keys, scenario = self.chosen_keys(), self._session.scenario
        if self._selection.quiet or scenario is None or keys == self._session.units:
            return
        if not keys:
            self._session.select(self._session.hex)
            return
        grid, hexes = self._session.design.map.grid, {scenario.unit_by_key[k].hex for k in keys}
        self._session.select(grid.parse(hexes.pop()) if len(hexes) == 1 else None, keys)
        if len(keys) > 1 or any(not row.startswith("unit:") for row in self.tree.selection()):
            self._session.say(f"{count(len(keys), 'unit')} selected.")

    def _any_selected(self) -> bool:
        """Whether units are selected in this list; they become the session's selection. Complains if none
        are."""
        keys = self.chosen_keys()
        if not keys:
            self._session.complain("Select a unit in this list first, or several with Ctrl or Shift.")
        elif keys != self._session.units:
            self._session.select(None, keys)
        return bool(keys)

    def removed_in(self, rows: Sequence[str]) -> tuple[OwnValue, ...]:
        """The units that only the base has in some rows of the list; their heading stands for all."""
        if "removed:" in rows:
            return self.removed
        return tuple(self.removed[int(row[8:])] for row in rows if row.startswith("removed:"))

    def _reset(self, _event: Any) -> str:
        """Make the selected units as in the base, and bring back those that are only there."""
        inheritance, back = self._session.inheritance, self.removed_in(self.tree.selection())
        own = (inheritance.now.unit(key) for key in self.chosen_keys()) if inheritance.now is not None else ()
        inheritance.reset([*back, *(v for v in own if v is not None and v.kind != "added")],
                          "Nothing selected differs from a unit of the base.")
        return "break"

    def _remove_selected(self) -> None:
        if self._any_selected():
            self._remove()

    # -- placing on the map -------------------------------------------------------------

    def _row(self, event: Any) -> str:
        row = self.tree.identify_row(event.y)
        return row if row.startswith("unit:") else ""

    def _place_selected(self) -> None:
        self._place(self.chosen_keys())

    def _count_press(self, event: Any) -> None:
        self._presses.press(event, self._row(event))

    def _press(self, event: Any) -> str | None:
        row = self._row(event)
        if self._presses.press(event, row) > 1 and row:
            self.tree.selection_set(self._ranges.rows_for(row))
            self._place_selected()
            return "break"
        self._drag, self._dragging = ((event.x, event.y, row[5:]) if row else None), False
        return None

    def _move(self, event: Any) -> str | None:
        self._presses.move(event)
        if self._drag is None:
            return None
        x, y, key = self._drag
        if not self._dragging and abs(event.x - x) + abs(event.y - y) > 8:
            self._dragging = True
            selected = self.chosen_keys()
            self._place(selected if key in selected else (key,))
        if self._dragging:
            self._over_map(event.x_root, event.y_root, False)
        return "break"

    def _release(self, event: Any) -> None:
        if self._dragging:
            self._over_map(event.x_root, event.y_root, True)
        self._drag, self._dragging = None, False


# The rows of the list, by filter and search words. No Tk here.

_EVERYTHING, _ON_MAP, _IN_AREA, _LATER, _WAITING = (
    "All units", "On the map", "Set up in an area", "Reinforcements", "Without a place")
FILTERS = (_EVERYTHING, _ON_MAP, _IN_AREA, _LATER, _WAITING)


def place_word(design: Design, unit: Unit) -> str:
    """The place of a unit in short: its hex, area or box, `turn 2`, or a dash."""
    if unit.setup is not None:
        text = where_text(design, unit.setup)
        return unit.hex or text.replace("anywhere in ", "in ")
    return when_text(design, unit) or "–"


def _column(value: CounterValue) -> str:
    """The column of a value: never `where`, which is another one."""
    return f"value:{value.id}"


def value_head(value: CounterValue) -> str:
    """The head of the column of a value: `S` for strength unless the ruleset has another."""
    return value.short or value.name[:1]


def value_words(ruleset: Ruleset, value: CounterValue, unit: Unit | None) -> str:
    """A value on a unit's counter in words; without a unit, an explanation of its column."""
    name = value.name.lower()
    if unit is None:
        names = [step_name(ruleset, lost) for lost in range(ruleset.steps.usual)]
        steps = "" if value.from_ == "type" or len(names) < 2 else f", {' / '.join(names)}"
        return f"{value_head(value)}: {name}{steps}."
    numbers = [value_of(ruleset, unit, value.id, lost) for lost in range(steps_of(ruleset, unit))]
    if numbers[0] is None:
        return f"{unit.name} has no {name}."
    words = f"{value.name} {numbers[0]}"
    if len(set(numbers)) > 1:
        words += f", {step_name(ruleset, 1)} {'/'.join('–' if n is None else str(n) for n in numbers[1:])}"
    face = figures(unit, ruleset, unit.reduced)
    return f"{words}. The counter says {face}." if face else f"{words}."


def fits(unit: Unit, filter: str, words: str, rules: Ruleset | None = None) -> bool:
    """Whether a unit matches the filter and the search words: in its names, type, formation, size, prototype,
    place, or the values on its counter, such as `5/3`; with a ruleset also by the names that this has."""
    kind = (_ON_MAP if unit.hex else _IN_AREA) if unit.setup else _LATER if unit.reinforcement else _WAITING
    if filter not in (_EVERYTHING, kind):
        return False
    wanted = words.casefold().split()
    if not wanted:
        return True
    text = _searched(unit, None) if rules is None else _searched_of(rules, unit)
    return all(w in text for w in wanted)


@cached_by_identity
def _known_texts(rules: Ruleset) -> dict[int, tuple[Unit, str]]:
    """The texts of units that were searched, so that each letter typed does not make them all again."""
    return {}


def _searched_of(rules: Ruleset, unit: Unit) -> str:
    known = _known_texts(rules)
    found = known.get(id(unit))
    if found is not None and found[0] is unit:
        return found[1]
    if len(known) >= _MOST_TEXTS:
        known.clear()
    known[id(unit)] = unit, (text := _searched(unit, rules))
    return text


def _when_searched(unit: Unit) -> str:
    """The turn of arrival, or the event as its id has it."""
    arrival = unit.reinforcement
    if arrival is None:
        return ""
    return arrival.brought_by.replace("-", " ") or f"turn {arrival.turn}"


def _searched(unit: Unit, rules: Ruleset | None) -> str:
    """The text of a unit in which words are looked for."""
    parts = [unit.name, unit.short, unit.nationality, unit.type, unit.formation, unit.size, unit.prototype,
             unit.hex, _when_searched(unit)]
    if rules is not None:
        tables: tuple[tuple[Mapping[str, Any], str], ...] = (
            (rules.nationality_by_id, unit.nationality), (rules.unit_type_by_id, unit.type),
            (rules.formation_by_id, unit.formation))
        parts += [table[id].name for table, id in tables if id in table]
        parts += [value_text(rules, unit, v.id) for v in rules.values]
        parts += [figures(unit, rules, unit.reduced)]
    return " ".join(parts).casefold()


def _sorted(rows: list[ListedUnit], design: Design, column: str, descending: bool) -> list[ListedUnit]:
    """The rows sorted by a column within their nationality and formation, empty ones last; those keep their
    order."""
    groups: dict[tuple[str, str], int] = {}
    for row in rows:
        groups.setdefault((row.unit.nationality, row.unit.formation), len(groups))

    def text(row: ListedUnit) -> str:
        if column.startswith("value:"):
            return value_text(design.ruleset, row.unit, column.removeprefix("value:")).strip("–-")
        return row.unit.name if column == "#0" else row.place.strip("–")

    def key(row: ListedUnit) -> tuple[Any, ...]:
        by_hex = column != "#0" and not column.startswith("value:")
        return design.map.grid.numbering.order_of(text(row)) if by_hex else (), sort_key(text(row))

    rows = sorted(rows, key=key, reverse=descending)
    rows.sort(key=lambda row: not text(row))
    return sorted(rows, key=lambda row: groups[row.unit.nationality, row.unit.formation])


@dataclass(frozen=True)
class ListedUnit:
    """A unit in the list, with the id of its row and its place in short."""

    id: str
    unit: Unit
    place: str
    own: str = ""
    """How it differs from the base of a variant: `changed`, `added`, or "" for not."""

    @property
    def text(self) -> str:
        """Its name, after a sign if it differs from the base."""
        return f" {SIGNS[self.own]} {self.unit.name}" if self.own else f" {self.unit.name}"


def unit_rows(
    design: Design, filter: str, words: str, column: str = "", descending: bool = False,
    inherited: Inherited | None = None,
) -> dict[str, ListedUnit]:
    """The rows of the list by id, in the order of the scenario, or sorted by a column within their
    nationality and formation."""
    units, rules = design.scenario.units if design.scenario else (), design.ruleset
    own = {u.key: value.kind if (value := inherited.unit(u.key)) is not None else ""
           for u in units} if inherited is not None else {}
    rows = [ListedUnit(f"unit:{u.key}", u, place_word(design, u), own.get(u.key, ""))
            for u in units if fits(u, filter, words, rules)]
    return {row.id: row for row in (_sorted(rows, design, column, descending) if column else rows)}
