"""The totals panel: units, steps and values by side, nationality, formation and type, against the counter
mix."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any, Literal

from ...model.totals import Total, mix_totals, summed_values, total_table, totals
from ...model.wording import count
from ..session import Session
from ..widgets.context_menu import copy_text
from ..widgets.flow import Flow
from ..widgets.grid import text_of_block
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import TreeSelection
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme

_WAIT_MS = 200
_NO_SCENARIO = "This is only a map. Units, and their totals, belong to a scenario."
_ADVICE = ("A row selects its units on the map and in the lists. A unit counts as it begins: with the steps "
           "and values that it then has.")
_OPEN = frozenset({"all", "side", "nationality"})


class TotalsPanel(ttk.Frame):
    """The totals, updated a moment after an edit and only while visible. `perform` performs an action."""

    def __init__(self, parent: tk.Misc, session: Session, perform: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._timer = session, ""
        self._shown: tuple[object, ...] = ()
        self._keys: dict[str, tuple[str, ...]] = {}
        self._tips: dict[str, str] = {}
        bar = Flow(self, gap=theme.px(3))
        bar.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(5)))
        for text, command, tip in (
                ("Copy", self.copy, "Copy all totals as a table for a spreadsheet  (Ctrl+C)"),
                ("Take the mix from this scenario", lambda: perform("take_mix"),
                 "Make the counter mix of the ruleset what the units of this scenario need"),
                ("Edit the mix…", lambda: perform("counter_mix"),
                 "The counter mix of the ruleset: how many counters of each kind there are")):
            button = ttk.Button(bar, text=text, style="Small.TButton", command=command)
            bar.add(button, theme.px(4))
            Tooltip(button, tip)
        self.tree = ttk.Treeview(self, selectmode="extended", style="Flat.Treeview", height=14)
        grid_scrolled(self.tree, 1)
        self._columns()
        self._selection = TreeSelection(self.tree)
        self.advice = WrappedLabel(self, _ADVICE, "Quiet.TLabel")
        self.advice.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(theme.px(6), 0))
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.tree.tag_configure("side", font="VeSection")
        self.tree.tag_configure("all", font="VeSection")
        self.tree.tag_configure("beyond", foreground=theme.ERROR)
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", self._explain)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._select())
        self.tree.bind("<Control-c>", lambda _e: self.copy())
        self.bind("<Map>", lambda _e: self.later())
        session.changed.connect(self.later)

    def later(self) -> None:
        """Count when the design has not changed for a moment."""
        if not self.winfo_exists() or not self.winfo_ismapped():
            return
        design = self._session.design
        now = (design.scenario, design.ruleset)
        if self._shown and all(a is b for a, b in zip(now, self._shown, strict=True)):
            return
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS if self._shown else 1, self.show)

    def show(self) -> None:
        """Count and list; closed branches stay closed."""
        self._timer = ""
        design, tree = self._session.design, self.tree
        self._shown = (design.scenario, design.ruleset)
        closed = {row for row in self._keys if tree.exists(row) and not tree.item(row, "open")}
        first, at = not self._keys, tree.yview()[0]
        self._selection.quiet = True
        tree.delete(*tree.get_children())
        self._keys.clear()
        self._tips.clear()
        self._columns()
        self.advice.configure(text=_ADVICE if design.scenario is not None else _NO_SCENARIO)
        if design.scenario is not None:
            self._add("", totals(design), closed, first)
            self._add_mix(closed)
        tree.yview_moveto(at)
        self._selection.listen_soon()

    def _columns(self) -> None:
        values = summed_values(self._session.design.ruleset)
        names = ("units", "steps", *(f"value:{v.id}" for v in values), "map", "later", "off")
        titles = ("Units", "Steps", *(v.name for v in values), "On the map", "Later", "Off the map")
        self.tree.configure(columns=names)
        for column, title in zip(("#0", *names), ("What", *titles), strict=True):
            anchor: Literal["w", "e"] = "w" if column == "#0" else "e"
            self.tree.heading(column, text=title, anchor=anchor)
            width = 230 if column == "#0" else 30 + 7 * len(title)
            self.tree.column(column, width=theme.px(width), minwidth=theme.px(min(width, 130)),
                             stretch=column == "#0", anchor=anchor)

    def _add(self, above: str, total: Total, closed: set[str], first: bool) -> None:
        row = f"{above}/{total.level}:{total.id}"
        self.tree.insert(
            above, "end", row, text=total.name, tags=(total.level,),
            values=(total.units, total.steps, *total.values, total.on_map, total.later, total.off),
            open=total.level in _OPEN if first else row not in closed)
        self._keys[row] = total.keys
        if total.arriving:
            self._tips[row] = f"{total.name}: {total.arriving_words(self._session.design)}"
        for below in total.below:
            self._add(row, below, closed, first)

    def _add_mix(self, closed: set[str]) -> None:
        """Add the lines of the counter mix: how many units need their counters, and how many are left."""
        lines = mix_totals(self._session.design)
        if not lines:
            return
        self.tree.insert("", "end", "mix", text="Counter mix", tags=("side",), open="mix" not in closed)
        self._keys["mix"] = ()
        for line in lines:
            row = f"mix/{line.id}"
            left = f"{line.left} left" if line.left >= 0 else f"{-line.left} too few"
            self.tree.insert("mix", "end", row, values=(len(line.keys),),
                             text=f"{line.name}: {line.counters}, {left}",
                             tags=("beyond",) if line.left < 0 else ())
            self._keys[row] = line.keys
            self._tips[row] = (f"{line.name}: {count(line.counters, 'counter')}, "
                               f"{count(len(line.keys), 'unit')}, {left}")

    def _explain(self, event: Any) -> None:
        self._note.follow(event, self._tips.get(self.tree.identify_row(event.y), ""))

    def _select(self) -> None:
        scenario = self._session.scenario
        if self._selection.quiet or scenario is None:
            return
        keys = tuple(dict.fromkeys(k for row in self.tree.selection() for k in self._keys.get(row, ())
                                   if k in scenario.unit_by_key))
        if not keys or keys == self._session.units:
            return
        hexes = {scenario.unit_by_key[k].hex for k in keys}
        self._session.select(
            self._session.design.map.grid.parse(hexes.pop()) if len(hexes) == 1 else None, keys)
        self._session.say(f"{count(len(keys), 'unit')} selected.")

    def copy(self) -> None:
        """Copy the totals as a table for a spreadsheet."""
        design = self._session.design
        if design.scenario is None:
            self._session.complain(_NO_SCENARIO)
            return
        rows = total_table(design, totals(design))
        if lines := mix_totals(design):
            rows += [[], ["counter mix", "name", "counters", "units", "left"]]
            rows += [["line", line.name, str(line.counters), str(len(line.keys)), str(line.left)]
                     for line in lines]
        copy_text(self, text_of_block(rows))
        self._session.say("Totals copied: paste them into a spreadsheet.")
