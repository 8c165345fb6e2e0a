"""File > Open recent: the files by name, the open one to be pinned, and the list to be cleared."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from .recent_files import RecentFile, recent_files

if TYPE_CHECKING:
    from .window import Window


class RecentMenu:
    """Fills a menu each time it is opened."""

    def __init__(self, window: Window, parent: tk.Menu) -> None:
        self._w = window
        self.menu = tk.Menu(parent, tearoff=False, postcommand=self.fill)

    def fill(self) -> None:
        """List the files as they are now."""
        menu, settings = self.menu, self._w.settings
        menu.delete(0, "end")
        files = recent_files(settings)
        pinned, others = [f for f in files if f.pinned], [f for f in files if not f.pinned]
        for file in pinned:
            self._file(file, "★  ")
        if pinned and others:
            menu.add_separator()
        for file in others:
            self._file(file, "")
        if not files:
            menu.add_command(label="None yet", state="disabled")
        menu.add_separator()
        self._pin_open()
        gone = [f.path for f in files if f.missing]
        menu.add_command(label="Leave out those not found", state="normal" if gone else "disabled",
                         command=lambda: settings.forget(gone))
        menu.add_command(label="Clear the list", state="normal" if others else "disabled",
                         command=lambda: settings.forget([f.path for f in others]))

    def _file(self, file: RecentFile, mark: str) -> None:
        self.menu.add_command(label=mark + file.label, state="disabled" if file.missing else "normal",
                              command=lambda: self._w.open_named(file.path))

    def _pin_open(self) -> None:
        document, settings = self._w.session.document, self._w.settings
        path = str(document.path.resolve()) if document.path and not document.read_only else ""
        on = path in settings.pinned
        self.menu.add_command(
            label=f"Unpin {document.title}" if on else f"Pin {document.title}",
            state="normal" if path else "disabled", command=lambda: settings.pin(path, not on))
