"""Importing a file of another program: what it changes is shown first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..exchange.errors import ImportProblem
from ..exchange.importing import (
    Imported,
    import_table,
    is_tiled,
    load_named_ruleset,
    merged,
    named_ruleset,
    tiled_conversion,
)
from ..exchange.tiled.files import read_tiled
from ..model.design import Design
from ..model.sources import Sources
from .dialogs import message
from .import_dialogs import CHANGE, NEW, ReportDialog, TilesDialog
from .progress import Cancelled, run_with_progress

if TYPE_CHECKING:
    from .window import Window

T = TypeVar("T")


class Importing:
    """Imports into the design that a window shows."""

    def __init__(self, window: Window) -> None:
        self._w = window

    def run(self, path: Path) -> None:
        """Import a file as its kind asks for."""
        design = self._w.session.design
        try:
            if is_tiled(path):
                self._tiled(path, design)
            else:
                self._table(path, design)
        except ImportProblem as error:
            message(self._w.root, "Import", str(error))
        except Cancelled:
            self._w.say("Nothing was imported.")

    def _table(self, path: Path, design: Design) -> None:
        encoding = ""
        while True:
            try:
                found = self._done(path, lambda e=encoding: import_table(path, design, e))  # type: ignore[misc]
            except ImportProblem as error:
                if not encoding:
                    raise
                message(self._w.root, "Import", str(error))
                encoding = ""
                continue
            again = self._report(path, found, bool(encoding))
            if not again:
                return
            encoding = again

    def _tiled(self, path: Path, design: Design) -> None:
        tiled = self._done(path, lambda: read_tiled(path))
        rules, sources = design.ruleset, None
        if Path(named_ruleset(tiled)).stem != rules.name:
            try:
                loaded = load_named_ruleset(path, tiled)
            except ImportProblem as error:
                message(self._w.root, "Import", str(error),
                        f"Unless you cancel, it is read under {rules.title}, the ruleset of the open map.")
                loaded = None
            if loaded is not None and loaded.ruleset is not None:
                rules, sources = loaded.ruleset, Sources(ruleset=loaded.sources.ruleset)
        conversion = self._done(path, lambda: tiled_conversion(path, rules, tiled))
        dialog = TilesDialog(self._w.root, path.name, conversion, design)
        use = dialog.run(dialog.tree)
        if not use:
            return
        choices = dialog.choices()
        converted = self._done(path, lambda: conversion.converted(choices))
        if use == CHANGE:
            self._report(path, self._done(path, lambda: merged(design, converted)))
        elif use == NEW and self._w.files.may_leave():
            map = replace(converted.map, ruleset=rules.name)
            self._w.files.open_new_map(Design(rules, map), sources)
            said = " ".join(converted.notes) or "It has no file yet."
            self._w.say(f"Imported {path.name}. {said}")
            if converted.notes:
                message(self._w.root, "Import", f"{path.name} is open as a new map.",
                        "\n".join(converted.notes))

    def _report(self, path: Path, found: Imported, asked: bool = False) -> str:
        """Show what would change, and change it; the encoding to read it in instead, "" where it is done.
        `asked`: the encoding was chosen, and can be chosen again."""
        dialog = ReportDialog(self._w.root, path.name, found, asked)
        result = dialog.run()
        if result == "again":
            return dialog.encoding
        if result != "import":
            return ""
        changes = len(found.changes)
        if self._w.session.edit(f"Import {path.name}", found.design):
            self._w.say(f"Imported {path.name}: {changes:,} {'change' if changes == 1 else 'changes'}.")
        return ""

    def _done(self, path: Path, work: Callable[[], T]) -> T:
        """What the work returns; it may be cancelled where it takes long, which raises `Cancelled`."""
        return run_with_progress(self._w.root, f"Importing {path.name}", lambda _report: work())
