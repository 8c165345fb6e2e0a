"""Starts the window."""

from __future__ import annotations

import sys
import tkinter as tk

from ..model.load import Loaded
from .errors import install
from .files import DEFAULT, open_document
from .settings import Settings
from .window import Window, prepare


class NoDisplay(Exception):
    """There is no screen to show the window on; the text is a sentence for the user."""


def run(path_or_name: str | None = None) -> int:
    """Show the window on a file or a bundled document, until it is closed; returns the exit code.

    Raises `NoDisplay` where there is no screen. A file that cannot be shown is told in the
    terminal, code 2.
    """
    loaded, complaint = open_document(path_or_name or DEFAULT)
    if complaint:
        print(complaint, file=sys.stderr)
        return 2
    window = open_window(loaded)
    window.root.mainloop()
    return 0


def open_window(loaded: Loaded, settings: Settings | None = None) -> Window:
    """A window on what was loaded; the caller runs its main loop."""
    try:
        root = tk.Tk(className="Visegrad-editor")
    except tk.TclError as error:
        raise NoDisplay(
            "The window needs a screen, and none was found. Without one, commands such as validate, run and "
            f"export work in a terminal. (The system says: {error}.)"
        ) from error
    root.withdraw()
    settings = settings or Settings()
    prepare(root, settings)
    install(root)
    window = Window(root, loaded, settings)
    root.deiconify()
    if not settings.geometry:
        _maximise(root)
    return window


def _maximise(root: tk.Tk) -> None:
    """Fill the screen the first time; not every window manager can."""
    for how in (lambda: root.attributes("-zoomed", True), lambda: root.state("zoomed")):
        try:
            how()
            return
        except tk.TclError:
            continue
