"""Starts the window."""

from __future__ import annotations

import sys
import tkinter as tk
from dataclasses import replace
from pathlib import Path

from ..model.design import Design
from ..model.edit.blank import blank_map
from ..model.load import Loaded
from ..model.sources import Sources
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
        later, loaded = loaded.path, stand_in(loaded)
    window = open_window(loaded)
    if later is not None:
        open_at_first(window, later, game is None)
    window.root.mainloop()
    return 0


def stand_in(loaded: Loaded) -> Loaded:
    """What the window shows while a large document is prepared: an empty sheet under its title and ruleset,
    and nothing of any other document."""
    assert loaded.design is not None
    design = loaded.design
    title = (design.scenario or design.map).title
    # Without its rules module: an empty sheet has nothing that could be wrong.
    rules = replace(design.ruleset, system="")
    map = blank_map(rules, "sheet", title, 24, 18, design.map.grid.orientation)
    sample = open_document(DEFAULT)[0]
    return Loaded(sample.path, "map", design=Design(rules, map), sources=Sources())


def open_at_first(window: Window, path: Path, stands_in: bool) -> None:
    """Open a file as soon as the window shows. Where that is stopped or fails the sample takes the place of a
    stand-in, which is no document of anybody's."""
    def opens() -> None:
        if not window.files.open(path) and stands_in:
            window.files.open(DEFAULT)

    window.safe.open_first(opens)


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
    Collector(root, lambda: window.view.busy or in_use.now())
    window = Window(root, loaded, settings)
    root.deiconify()
    if not settings.geometry:
        maximise(root)
    return window
