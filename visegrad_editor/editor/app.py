"""Starts the window."""

from __future__ import annotations

import sys
import tkinter as tk
from pathlib import Path

from ..model.load import Loaded
from . import in_use
from .appearance import prepare_look, prepare_process
from .dialogs import message
from .errors import install
from .files import DEFAULT, open_document
from .garbage import Collector
from .play.opening import CannotPlay, is_game_file, open_game
from .settings import Settings
from .window import Window
from .window_place import maximise, place_window

_LARGE_HEXES = 3000
"""Maps of more hexes take more than a moment to draw."""


class NoDisplay(Exception):
    """There is no screen to show the window on; the text is a sentence for the user."""


def run(path_or_name: str | None = None) -> int:
    """Show the window on a file or a bundled document, until it is closed; returns the exit code.

    Raises `NoDisplay` where there is no screen. A file that cannot be shown is told in the
    terminal and over the sample, code 2.
    """
    game = Path(path_or_name) if path_or_name and is_game_file(path_or_name) else None
    try:
        loaded, complaint = (open_game(game).loaded, "") if game else open_document(path_or_name or DEFAULT)
    except CannotPlay as error:
        complaint = str(error)
    if complaint:
        print(complaint, file=sys.stderr)
        loaded, game = open_document(DEFAULT)[0], None
        try:
            window = open_window(loaded)
        except NoDisplay:
            return 2
        window.root.after(300, lambda: message(window.root, "Open", complaint))
        window.root.mainloop()
        return 2
    later: Path | None = game
    if game is None and loaded.design is not None and len(loaded.design.map.grid) > _LARGE_HEXES:
        # The window shows first, then how the drawing of the map goes on.
        later, loaded = loaded.path, open_document(DEFAULT)[0]
    window = open_window(loaded)
    if later is not None:
        window.safe.open_first(lambda: window.files.open(later))
    window.root.mainloop()
    return 0


def open_window(loaded: Loaded, settings: Settings | None = None) -> Window:
    """A window on what was loaded; the caller runs its main loop."""
    prepare_process()
    try:
        root = tk.Tk(className="Visegrad-editor")
    except tk.TclError as error:
        raise NoDisplay(
            "The window needs a screen, and none was found. Without one, commands such as validate, run and "
            f"export work in a terminal. (The system says: {error}.)"
        ) from error
    root.withdraw()
    settings = settings or Settings()
    prepare_look(root, settings)
    place_window(root, settings.geometry)
    install(root)
    window = Window(root, loaded, settings)
    Collector(root, lambda: window.view.busy or in_use.now())
    root.deiconify()
    if not settings.geometry:
        maximise(root)
    return window
