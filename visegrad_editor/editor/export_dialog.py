"""Exporting: what, to which paper, where; then a hint where it lies."""

from __future__ import annotations

import os
import subprocess
import sys
import tkinter as tk
from collections.abc import Callable, Collection
from pathlib import Path
from tkinter import filedialog, ttk

from ..exchange.export import FORMATS, Content, ExportError, Format, Stopped, export
from ..model.in_play import InPlay
from ..model.resources import is_bundled
from .dialogs import Dialog
from .export_options import ExportOptions, size_words
from .session import Session
from .theme import px
from .worker import Worker


class ExportDialog(Dialog):
    """Choose content and how it shall be, then a file; the work runs beside the window."""

    def __init__(
        self, parent: tk.Misc, session: Session, say: Callable[[str], None], turn: int = 0,
        keep: Collection[Path] = (),
    ) -> None:
        super().__init__(parent, "Export")
        self._session, self._say, self._keep = session, say, keep
        self._worker: Worker[Path] | None = None
        self.made: Path | None = None
        body = self.body
        self.offers: list[tuple[Format, Content]] = [
            (f, c) for f in FORMATS for c in f.contents
            if session.scenario is not None or not c.needs_scenario]
        self.tree = ttk.Treeview(body, columns=("format",), height=max(10, len(self.offers)),
                                 selectmode="browse", style="Flat.Treeview")
        self.tree.heading("#0", text="What", anchor="w")
        self.tree.heading("format", text="File", anchor="w")
        self.tree.column("#0", width=px(190))
        self.tree.column("format", width=px(270))
        for i, (format, content) in enumerate(self.offers):
            text, kind = f" {content.title[0].upper()}{content.title[1:]}", format.ending[1:].upper()
            self.tree.insert("", "end", str(i), text=text, values=(f"{kind}, {format.title}",))
        self.tree.grid(row=1, column=0, sticky="nsew")
        self.tree.selection_set("0")
        self.tree.focus("0")
        self.fields = ExportOptions(body, turn, self._sized, not InPlay(session.design).whole)
        self.fields.grid(row=1, column=1, sticky="new", padx=(px(16), 0))
        self.extent = ttk.Label(body, style="Quiet.TLabel", wraplength=px(720), justify="left", text=" ")
        self.extent.grid(row=2, column=0, columnspan=2, sticky="w", pady=(px(10), 0))
        self.told = ttk.Label(body, style="Quiet.TLabel", wraplength=px(720), justify="left", text=" ")
        self.told.grid(row=3, column=0, columnspan=2, sticky="w", pady=(px(2), 0))
        self.bar = ttk.Progressbar(body, maximum=1.0)
        body.rowconfigure(1, weight=1)
        body.columnconfigure(0, weight=1)
        # Wide enough for all fields, so that the dialog keeps its size whatever is chosen.
        body.columnconfigure(1, minsize=self._widest())
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.go = self.button("Export…", self._ask_file, default=True)
        self.folder = self.button("Open folder", self._open_folder)
        self.folder.pack_forget()
        self.close = self.button("Close", self.cancel)
        self._chosen()

    @property
    def paper(self) -> ttk.Combobox:
        """The field for the paper."""
        return self.fields.paper

    @property
    def turn(self) -> ttk.Combobox:
        """The field for the turn of the map."""
        return self.fields.turn

    def _widest(self) -> int:
        self.update_idletasks()
        return self.fields.winfo_reqwidth() + px(16)

    def _offer(self) -> tuple[Format, Content]:
        chosen = self.tree.selection()
        return self.offers[int(chosen[0]) if chosen else 0]

    def _chosen(self) -> None:
        self.fields.show(self._offer()[1])
        self._sized()

    def _sized(self) -> None:
        """Tell how large it becomes, or why it cannot be."""
        _, content = self._offer()
        try:
            kind = "JPEG" if "quality" in content.choices else "PNG"
            words = size_words(
                self._session.design, self.fields.options(), content, kind, self.paper.get())
        except ExportError as error:
            self.extent.configure(text=str(error), style="Error.TLabel")
            self.go.state(["disabled"])
            return
        self.extent.configure(text=words or " ", style="Quiet.TLabel")
        if self._worker is None:
            self.go.state(["!disabled"])

    def _ask_file(self) -> None:
        format, content = self._offer()
        document = self._session.document
        stem = document.path.stem if document.path else "design"
        folder = document.path.parent if document.path and not is_bundled(document.path) else Path.home()
        chosen = filedialog.asksaveasfilename(
            parent=self, title="Export to", initialfile=f"{stem}-{content.name}{format.ending}",
            initialdir=str(folder), defaultextension=format.ending,
            filetypes=((format.title, f"*{format.ending}"), ("All files", "*")))
        if chosen:
            self.write(Path(chosen))

    def write(self, path: Path) -> None:
        """Export the chosen content to a file."""
        _, content = self._offer()
        session = self._session
        design, paper = session.design, self.paper.get()
        # Where they are not known the export finds them itself.
        problems = session.problems if session.known and not session.checking else None
        try:
            options = self.fields.options()
        except ExportError as error:
            self.told.configure(text=str(error), style="Error.TLabel")
            return
        self.go.state(["disabled"])
        self.told.configure(text=f"Writing {path.name} …", style="Quiet.TLabel")
        self._warnings: list[str] = []
        self._worker = Worker(
            self, lambda report: export(design, path, content.name, paper, options=options, problems=problems,
                                        keep=self._keep, warn=self._warnings.append, report=report),
            self._progress, self._done, self._failed)
        self.bar.grid(row=4, column=0, columnspan=2, sticky="ew", pady=(px(4), 0))
        self.bar.configure(mode="indeterminate")
        self.bar.start(40)
        self.close.configure(text="Stop", command=self._stop)
        self._worker.start()

    def _progress(self, fraction: float, text: str) -> None:
        if str(self.bar.cget("mode")) == "indeterminate":
            self.bar.stop()
            self.bar.configure(mode="determinate")
        self.bar.configure(value=fraction)
        self.told.configure(text=text)

    def _stop(self) -> None:
        """Ask the work to stop; what cannot be stopped is finished."""
        if self._worker is not None:
            self._worker.ask_to_stop()
            self.told.configure(text="Stopping…")

    def _rest(self) -> None:
        self._worker = None
        self.bar.stop()
        self.bar.grid_remove()
        self.go.state(["!disabled"])
        self.close.configure(text="Close", command=self.cancel)

    def _done(self, path: Path) -> None:
        self.made = path
        self._rest()
        self.told.configure(text="\n".join((f"Written: {path}", *self._warnings)))
        self.folder.pack(side="right", padx=(px(8), 0))
        self._say(f"Exported {path}")

    def _failed(self, error: Exception) -> None:
        self._rest()
        if isinstance(error, Stopped):
            self.told.configure(text="Stopped. Nothing was written.")
            return
        self.told.configure(text=str(error), style="Error.TLabel")
        if not isinstance(error, ExportError):
            raise error

    def _open_folder(self) -> None:
        if self.made is not None and not open_folder(self.made.parent):
            self.told.configure(text=f"No program to show folders was found. The file is {self.made}.")

    def cancel(self) -> None:
        """Close; a file that is being written is still finished or not begun."""
        if self._worker is not None:
            self._worker.cancel()
            self.bar.stop()
        super().cancel()


def open_folder(folder: Path) -> bool:
    """Show a folder in the system's file manager; False where there is none."""
    try:
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            opener = "open" if sys.platform == "darwin" else "xdg-open"
            subprocess.Popen([opener, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return True


def ask_export(
    parent: tk.Misc, session: Session, say: Callable[[str], None], turn: int, keep: Collection[Path]
) -> None:
    """Show the export dialog; `turn` is that of the view, `keep` are files that it must not replace."""
    dialog = ExportDialog(parent, session, say, turn, keep)
    dialog.present(dialog.tree)
