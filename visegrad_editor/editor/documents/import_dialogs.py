"""Importing files of other programs, with dialogs that show first what changes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from tkinter.font import nametofont
from typing import TypeVar

from ...errors import Cancelled
from ...exchange.errors import FileImportError
from ...exchange.hex_table import ENCODINGS
from ...exchange.importer import (
    ImportResult,
    fits,
    import_table,
    is_tiled,
    load_named_ruleset,
    merge_tiled,
    named_ruleset,
    tiled_conversion,
)
from ...exchange.tiled.convert import Conversion
from ...exchange.tiled.files import read_tiled
from ...exchange.unit_table import UnitChange, UnitImport
from ...model.design import Design
from ...model.edit.blank import first_ground
from ...model.files.sources import Sources
from ...model.wording import listed
from ..session import Session
from ..tools.base import count
from ..widgets.dialogs import Dialog, message, text_field
from ..widgets.progress import run_with_progress
from ..widgets.scroll_bars import pack_scrolled
from ..window.theme import px
from .files import Files

T = TypeVar("T")


class FileImport:
    """Imports files of other programs into the open design, or as a new map."""

    def __init__(self, root: tk.Tk, session: Session, files: Files, say: Callable[[str], None]) -> None:
        self._root, self._session, self._files, self._say = root, session, files, say

    def run(self, path: Path) -> None:
        """Import a file according to its kind."""
        design = self._session.design
        try:
            if is_tiled(path):
                self._tiled(path, design)
            else:
                self._table(path, design)
        except FileImportError as error:
            message(self._root, "Import", str(error))
        except Cancelled:
            self._say("Nothing was imported.")

    def _table(self, path: Path, design: Design) -> None:
        encoding, make = "", False
        while True:
            try:
                imported = self._done(
                    path, lambda e=encoding, m=make: import_table(path, design, e, m))  # type: ignore[misc]
            except FileImportError as error:
                if not encoding:
                    raise
                message(self._root, "Import", str(error))
                encoding = ""
                continue
            dialog = self._report(path, imported, bool(encoding))
            if dialog.result != "again":
                return
            if dialog.encoding != imported.encoding:
                encoding = dialog.encoding
            make = dialog.makes_formations

    def _tiled(self, path: Path, design: Design) -> None:
        tiled = self._done(path, lambda: read_tiled(path))
        rules, sources = design.ruleset, None
        if Path(named_ruleset(tiled)).stem != rules.name:
            try:
                loaded = load_named_ruleset(path, tiled)
            except FileImportError as error:
                message(self._root, "Import", str(error),
                        f"Unless you cancel, it is read with {rules.title}, the ruleset of the open map.")
                loaded = None
            if loaded is not None and loaded.ruleset is not None:
                rules, sources = loaded.ruleset, Sources(ruleset=loaded.sources.ruleset)
        conversion = self._done(path, lambda: tiled_conversion(path, rules, tiled))
        dialog = TilesDialog(self._root, path.name, conversion, design)
        use = dialog.run(dialog.tree)
        if not use:
            return
        choices = dialog.choices()
        converted = self._done(path, lambda: conversion.convert(choices))
        if use == CHANGE:
            self._report(path, self._done(path, lambda: merge_tiled(design, converted)))
        elif use == NEW and self._files.may_leave():
            map = replace(converted.map, ruleset=rules.name)
            self._files.open_new_map(Design(rules, map), sources)
            told = [*(f"{p} It was left out." for p in converted.problems[:_MOST_TOLD]), *converted.notes]
            if len(converted.problems) > _MOST_TOLD:
                more = count(len(converted.problems) - _MOST_TOLD, "more object")
                told.insert(_MOST_TOLD, f"Left out as well: {more}.")
            notes = " ".join(told) or "The new map has no file yet."
            self._say(f"Imported {path.name}. {notes}")
            if told:
                message(self._root, "Import", f"{path.name} is open as a new map.", "\n".join(told))

    def _report(self, path: Path, imported: ImportResult | UnitImport, asked: bool = False) -> ReportDialog:
        """Show what would change, and change it; the dialog, whose result is "again" if the file is to be
        read again as was chosen there. `asked` if the user chose the encoding, and so may choose again."""
        dialog = ReportDialog(self._root, path.name, imported, asked)
        changes = len(imported.changes)
        if dialog.run() == "import" and self._session.edit(f"Import {path.name}", imported.design):
            self._say(f"Imported {path.name}: {changes:,} {'change' if changes == 1 else 'changes'}.")
        return dialog

    def _done(self, path: Path, work: Callable[[], T]) -> T:
        """The result of work done with a progress dialog; raises `Cancelled`."""
        return run_with_progress(self._root, f"Importing {path.name}", lambda _report: work())


# The dialogs.

_MOST_ROWS = 2000
_MOST_TOLD = 20
"""Problems of the objects of a new map that are told one by one."""
_NAMED = 4
"""Formations that are named at most."""
_MEASURED = 300
"""Number of rows whose texts are measured for the widths of columns."""
NEW, CHANGE = "new", "change"


class ReportDialog(Dialog):
    """Lists what an import changes, and the errors in its file; the result is "import", "again" to read the
    file again in the chosen `encoding` and with the chosen `makes_formations`, or ""."""

    def __init__(self, parent: tk.Misc, name: str, imported: ImportResult | UnitImport,
                 asked: bool = False) -> None:
        super().__init__(parent, f"Import {name}")
        self.imported = imported
        body = self.body
        body.columnconfigure(0, weight=1)
        self.words = ttk.Label(body, style="Section.TLabel", text=_summary(imported))
        self.words.grid(row=0, column=0, sticky="w")
        if imported.changes:
            first = ("Unit", 150, 260) if isinstance(imported, UnitImport) else ("Hex", 70, 110)
            self.list = _list(body, (first, ("What", 120, 250), ("Before", 190, 300), ("After", 190, 300)), [
                (c.unit if isinstance(c, UnitChange) else c.hex, c.what, c.before or "–", c.after or "–")
                for c in imported.changes[:_MOST_ROWS]], 12)
            self.list.grid(row=1, column=0, sticky="nsew", pady=(px(4), 0))
            body.rowconfigure(1, weight=1)
        if len(imported.changes) > _MOST_ROWS:
            more = f"… and {len(imported.changes) - _MOST_ROWS:,} more"
            ttk.Label(body, style="Quiet.TLabel", text=more).grid(row=2, column=0, sticky="w")
        if imported.problems:
            many = len(imported.problems)
            left = ("wrong cells stay as they are, those of new units empty"
                    if isinstance(imported, UnitImport) else "the entries concerned are not imported")
            text = f"{count(many, 'error')} in the file; {left}"
            ttk.Label(body, style="Error.TLabel", text=text).grid(
                row=3, column=0, sticky="w", pady=(px(10), 0))
            self.problems = text_field(
                body, "\n".join(map(str, imported.problems[:_MOST_ROWS])), min(8, 2 * many + 1))
            self.problems.grid(row=4, column=0, sticky="nsew", pady=(px(4), 0))
        for i, note in enumerate(imported.notes):
            ttk.Label(body, style="Quiet.TLabel", wraplength=px(640), justify="left", text=note).grid(
                row=5 + i, column=0, sticky="w", pady=(px(6), 0))
        self.encoding = imported.encoding
        self.makes_formations = isinstance(imported, UnitImport) and bool(imported.formations)
        if isinstance(imported, UnitImport) and (names := imported.formations or imported.unknown_formations):
            self._add_formations(body, names, 5 + len(imported.notes))
        if imported.encoding in ENCODINGS and (imported.encoding != "utf-8" or asked):
            self._add_encodings(body, 6 + len(imported.notes))
        if imported.changes:
            self.button("Import", lambda: self.finish("import"), default=True)
            self.button("Cancel", self.cancel)
        else:
            self.button("Close", self.cancel, default=True)

    def _add_formations(self, body: ttk.Frame, names: Sequence[str], row: int) -> None:
        """Add a tick that makes the formations that the ruleset does not have."""
        many = count(len(names), "formation")
        self.formations = tk.BooleanVar(self, self.makes_formations)

        def ticked() -> None:
            self.makes_formations = self.formations.get()
            self.finish("again")

        self.formations_tick = ttk.Checkbutton(
            body, variable=self.formations, command=ticked,
            text=f"Make {many} that the ruleset does not have: {listed(_few(names))}")
        self.formations_tick.grid(row=row, column=0, sticky="w", pady=(px(8), 0))

    def _add_encodings(self, body: ttk.Frame, row: int) -> None:
        line = ttk.Frame(body, style="Panel.TFrame")
        line.grid(row=row, column=0, sticky="w", pady=(px(8), 0))
        ttk.Label(line, style="Quiet.TLabel", text="Encoding").pack(side="left", padx=(0, px(8)))
        self.encodings = ttk.Combobox(line, values=list(ENCODINGS.values()), state="readonly", width=34)
        self.encodings.current(list(ENCODINGS).index(self.encoding))
        self.encodings.pack(side="left")

        def chosen(_event: object) -> None:
            self.encoding = list(ENCODINGS)[self.encodings.current()]
            self.finish("again")

        self.encodings.bind("<<ComboboxSelected>>", chosen)


def _few(names: Sequence[str]) -> list[str]:
    """The first of some names, and how many more there are."""
    more = len(names) - _NAMED
    return [*names[:_NAMED], f"{more} more"] if more > 1 else list(names)


def _summary(imported: ImportResult | UnitImport) -> str:
    if isinstance(imported, UnitImport):
        if imported.changes or imported.problems:
            return imported.summary
        return "No changes: the units already match the table."
    if not imported.changes:
        return "No changes: the map already matches the file." if not imported.problems else "No changes."
    hexes = len({c.hex for c in imported.changes if c.hex})
    return f"{count(len(imported.changes), 'change')} in {count(hexes, 'hex')}"


def _list(
    parent: tk.Misc, columns: Sequence[tuple[str, int, int]], rows: Sequence[tuple[str, ...]], height: int
) -> ttk.Frame:
    """A list with headings and a scroll bar; columns are as wide as their texts, within their minimum and
    maximum widths in pixels at 100 %."""
    frame = ttk.Frame(parent, style="Panel.TFrame")
    names = [name for name, _, _ in columns]
    font = nametofont("TkDefaultFont", parent)
    tree = ttk.Treeview(frame, columns=names, show="headings", style="Flat.Treeview",
                        height=min(height, max(3, len(rows))), selectmode="browse")
    for i, (name, least, most) in enumerate(columns):
        width = max((font.measure(row[i]) for row in rows[:_MEASURED]), default=0) + px(20)
        tree.heading(name, text=name, anchor="w")
        tree.column(name, width=min(max(px(least), width), px(most)), stretch=name == names[-1])
    for row in rows:
        tree.insert("", "end", values=row)
    pack_scrolled(tree)
    return frame


class TilesDialog(Dialog):
    """Asks which terrain each tile of a Tiled map stands for, and whether to make a new map or change the
    open one; the result is "new", "change" or ""."""

    def __init__(self, parent: tk.Misc, name: str, conversion: Conversion, design: Design) -> None:
        super().__init__(parent, f"Import {name}")
        rules = conversion.ruleset
        self._terrain = {t.id: t.name for t in rules.terrain}
        self._tiles = conversion.tile_kinds()
        usual = first_ground(rules)
        self._chosen = {t.label: t.terrain or usual for t in self._tiles}
        self._sure: set[str] = set()
        """Labels of tiles whose terrain the user chose."""
        body, tiled = self.body, conversion.tiled
        body.columnconfigure(0, weight=1)
        body.rowconfigure(2, weight=1)
        ttk.Label(body, style="Section.TLabel", text=(
            f"A map of {count(tiled.width, 'column')} and {count(tiled.height, 'row')}")).grid(
                row=0, column=0, sticky="w")
        ttk.Label(body, style="Quiet.TLabel", wraplength=px(460), justify="left", text=(
            f"Its tiles become terrain of {rules.title}. For tiles marked ? the terrain is a guess; "
            "select the row and choose the terrain below.")).grid(
            row=1, column=0, sticky="w", pady=(px(4), px(6)))
        frame = ttk.Frame(body, style="Panel.TFrame")
        frame.grid(row=2, column=0, sticky="nsew")
        self.tree = ttk.Treeview(frame, columns=("hexes", "terrain"), style="Flat.Treeview",
                                 height=min(12, max(4, len(self._tiles))), selectmode="browse")
        headings = (("#0", "Tile", 210), ("hexes", "Hexes", 70), ("terrain", "Terrain", 180))
        for column, title, width in headings:
            self.tree.heading(column, text=title, anchor="w")
            self.tree.column(column, width=px(width))
        for i, tile in enumerate(self._tiles):
            label = tile.label or "(no tile)"
            self.tree.insert("", "end", str(i), text=label, values=(f"{tile.count:,}", ""))
        pack_scrolled(self.tree)
        chosen = ttk.Frame(body, style="Panel.TFrame")
        chosen.grid(row=3, column=0, sticky="w", pady=(px(8), 0))
        ttk.Label(chosen, text="Terrain of the selected row", style="Quiet.TLabel").pack(side="left")
        self.terrain = ttk.Combobox(chosen, values=list(self._terrain.values()), state="readonly", width=24)
        self.terrain.pack(side="left", padx=px(8))
        fitting = fits(conversion, design.map) and rules.name == design.ruleset.name
        self.use = tk.StringVar(self, CHANGE if fitting and conversion.ours else NEW)
        if fitting:
            for value, words in ((CHANGE, "Change the open map"), (NEW, "Open it as a new map")):
                ttk.Radiobutton(body, text=words, value=value, variable=self.use).grid(
                    row=4 if value == CHANGE else 5, column=0, sticky="w", pady=(px(6), 0))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._selected())
        self.terrain.bind("<<ComboboxSelected>>", lambda _e: self._choose())
        self._fill()
        if self._tiles:
            first = next((i for i, t in enumerate(self._tiles) if t.terrain is None), 0)
            self.tree.selection_set(str(first))
            self.tree.focus(str(first))
        self.button("Import", lambda: self.finish(self.use.get()), default=True)
        self.button("Cancel", self.cancel)
        self.field_undo.keep(lambda: (dict(self._chosen), frozenset(self._sure)), self._put_back)

    def _put_back(self, kept: tuple[dict[str, str], frozenset[str]]) -> None:
        """Show the choices as they were before a change, or after it."""
        self._chosen, self._sure = dict(kept[0]), set(kept[1])
        self._fill()
        self._selected()

    def _fill(self) -> None:
        for i, tile in enumerate(self._tiles):
            id = self._chosen[tile.label]
            guess = tile.terrain is None and tile.label not in self._sure
            self.tree.set(str(i), "terrain", self._terrain.get(id, id) + (" ?" if guess else ""))

    def _row(self) -> int:
        chosen = self.tree.selection()
        return int(chosen[0]) if chosen else -1

    def _selected(self) -> None:
        if (row := self._row()) >= 0:
            self.terrain.set(self._terrain.get(self._chosen[self._tiles[row].label], ""))

    def _choose(self) -> None:
        if (row := self._row()) >= 0:
            label = self._tiles[row].label
            self._chosen[label] = list(self._terrain)[self.terrain.current()]
            self._sure.add(label)
            self._fill()

    def choices(self) -> dict[str, str]:
        """The chosen terrain of each tile by its label."""
        return {label: id for label, id in self._chosen.items() if id in self._terrain}
