"""The dialog that asks for the base of a variant: a bundled document, or a file in the folder or below it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from pathlib import Path
from tkinter import filedialog, ttk

from ...model.files.atomic import real_path
from ...model.files.catalogue import bundled
from ...model.files.references import below, documents_below
from ...model.files.sources import Kind
from ...model.wording import quoted
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme

_TYPES = (("Documents", "*.yaml *.yml"), ("All files", "*"))


class BaseDialog(Dialog):
    """Lists what may be the base of a document of a kind; its `reference` is what was chosen or typed.

    `own` is the file of the document, in `folder`; None if it has none of the user's. `recent` are files that
    were open lately. `complain` takes a reference and returns why it cannot be the base, "" if it can.
    """

    def __init__(self, parent: tk.Misc, title: str, kind: Kind, folder: Path, own: Path | None,
                 recent: Iterable[Path], value: str, complain: Callable[[str], str]) -> None:
        super().__init__(parent, title)
        self._kind, self._folder, self._complain = kind, folder, complain
        self.reference = ""
        body = self.body
        body.columnconfigure(0, weight=1)
        body.rowconfigure(2, weight=1)
        WrappedLabel(body, (
            f"The base: the name of a bundled {kind}, or the path of a file in the folder of this one or "
            "below it. The next save writes only what differs from it."), "Panel.TLabel").grid(
            row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(8)))
        line = ttk.Frame(body, style="Panel.TFrame")
        line.grid(row=1, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(8)))
        line.columnconfigure(0, weight=1)
        self.entry = ttk.Entry(line, width=48)
        self.entry.insert(0, value)
        self.entry.grid(row=0, column=0, sticky="ew")
        ttk.Button(line, text="File…", command=self.ask_file).grid(row=0, column=1, padx=(theme.px(6), 0))
        self.tree = ttk.Treeview(body, columns=("title",), selectmode="browse", height=9,
                                 style="Flat.Treeview")
        self.tree.heading("#0", text="Base", anchor="w")
        self.tree.heading("title", text="Title", anchor="w")
        self.tree.column("#0", width=theme.px(240), minwidth=theme.px(120))
        self.tree.column("title", width=theme.px(320), minwidth=theme.px(120), stretch=True)
        grid_scrolled(self.tree, 2)
        self.may_refuse()
        self._fill(own, recent)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._take())
        self.tree.bind("<Double-1>", self._double)
        self.button("OK", self.accept, default=True)
        self.button("Cancel", self.cancel)

    def _fill(self, own: Path | None, recent: Iterable[Path]) -> None:
        files = [] if own is None else [
            (reference, "a file of yours") for reference in documents_below(self._kind, self._folder, recent)
            if real_path(self._folder / reference) != real_path(own)]
        given = [(one.name, one.title) for one in bundled() if one.kind == self._kind]
        for heading, rows in (("In this folder, and recent files below it", files),
                              ("Bundled with the program", given)):
            if rows:
                group = self.tree.insert("", "end", text=heading, open=True)
                for reference, title in rows:
                    self.tree.insert(group, "end", reference, text=reference, values=(title,))

    def _take(self) -> None:
        """Write the selected row into the field."""
        row = next(iter(self.tree.selection()), "")
        if row and self.tree.parent(row):
            self._write(row)

    def _write(self, reference: str) -> None:
        self.entry.delete(0, "end")
        self.entry.insert(0, reference)
        self.refuse("")

    def _double(self, event: tk.Event[tk.Misc]) -> None:
        row = self.tree.identify_row(event.y)
        if row and self.tree.parent(row):
            # The selection is told later than the second click comes.
            self._write(row)
            self.accept()

    def ask_file(self) -> None:
        """Ask for a file, and write it into the field as the document can name it."""
        chosen = filedialog.askopenfilename(
            parent=self, title=self.title(), filetypes=_TYPES, initialdir=str(self._folder))
        if not chosen:
            return
        reference = below(Path(chosen), self._folder)
        if not reference:
            self.refuse(
                f"{quoted(Path(chosen).name)} is not in {self._folder} or below it, so a file there cannot "
                "name it as its base. Copy it there first.")
            return
        self._write(reference)

    def accept(self) -> None:
        """Close with what the field says, or say why that is no base."""
        reference = self.entry.get().strip()
        complaint = self._complain(reference) if reference else "Choose a base in the list, or write one."
        if complaint:
            self.refuse(complaint, self.entry)
            return
        self.reference = reference
        self.finish("ok")
