"""Starts the window."""

from __future__ import annotations

import ctypes
import gc
import sys
import time
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..engine.record import is_game_file
from ..model.design import Design
from ..model.edit.blank import blank_map
from ..model.files.load import LoadResult
from ..model.files.sources import Sources
from .documents.files import DEFAULT, open_document
from .documents.game_files import open_game
from .errors import install
from .map import frame_clock
from .play.session import CannotPlay
from .settings import Settings
from .widgets.dialogs import message
from .widgets.window_place import on_screen
from .window import theme
from .window.appearance import prepare_look, prepare_process
from .window.window import Window

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


def stand_in(loaded: LoadResult) -> LoadResult:
    """What the window shows while a large document is prepared: an empty sheet under its title and ruleset,
    and nothing of any other document."""
    assert loaded.design is not None
    design = loaded.design
    title = (design.scenario or design.map).title
    # Without its rules module: an empty sheet has nothing that could be wrong.
    rules = replace(design.ruleset, system="")
    map = blank_map(rules, "sheet", title, 24, 18, design.map.grid.orientation)
    sample = open_document(DEFAULT)[0]
    return LoadResult(sample.path, "map", design=Design(rules, map), sources=Sources())


def open_at_first(window: Window, path: Path, stands_in: bool) -> None:
    """Open a file as soon as the window shows. Where that is stopped or fails the sample takes the place of a
    stand-in, which is no document of anybody's."""
    def opens() -> None:
        if not window.files.open(path) and stands_in:
            window.files.open(DEFAULT)

    window.safety.open_first(opens)


def open_window(loaded: LoadResult, settings: Settings | None = None) -> Window:
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
    Collector(root, lambda: window.view.busy or frame_clock.is_busy())
    window = Window(root, loaded, settings)
    root.deiconify()
    if not settings.geometry:
        maximise(root)
    return window


# Where the main window stands on the screen, and how large it is.

LEAST_SIZE = 900, 560
"""Pixels the window has at least, across and down."""
_BARS = 48
"""Pixels for title and menu bar at 100 %, which Tk does not count to the height."""


def place_window(root: tk.Tk, remembered: str) -> None:
    """Put the window where it was the last time (a geometry as Tk writes it, "" for none), within the
    screen."""
    width, height = root.winfo_screenwidth(), root.winfo_screenheight()
    first = f"{min(width, 1600)}x{min(height - 60, 1000)}"
    # The virtual desktop, where the window may have been on a second screen.
    desktop = (root.winfo_vrootx(), root.winfo_vrooty(), root.winfo_vrootwidth(),
               root.winfo_vrootheight() - theme.px(_BARS))
    root.geometry(on_screen(remembered, desktop, LEAST_SIZE, first))
    root.minsize(*LEAST_SIZE)


def maximise(root: tk.Tk) -> None:
    """Fill the screen; not every window manager can."""
    for how in (lambda: root.attributes("-zoomed", True), lambda: root.state("zoomed")):
        try:
            how()
            return
        except tk.TclError:
            continue


# When Python looks for garbage: in the window's own thread, and long only when nobody waits for the window.
#
# By itself Python would look at any moment and in any thread: with a large map a look at everything stops
# all threads for a third of a second, and what belongs to Tk must not be thrown away by other threads at
# all.

_TICK_MS = 400
_YOUNG = 5_000
"""New objects that are worth a look at them, a few milliseconds."""
_LOOKS = 25
"""Looks at new objects, after which those that stayed are looked at too."""
_IDLE_S = 3.0
"""Without keys and mouse for so long, the window may stand still for a moment."""
_WHOLE_S = 20.0
"""Seconds between looks at everything."""
_LONG_S = 180.0
"""After so many, everything is looked at even while there is work."""


class Collector:
    """Looks for garbage on behalf of a window, until its root is destroyed."""

    def __init__(self, root: tk.Misc, busy: Callable[[], bool]) -> None:
        self._root, self._busy = root, busy
        self._looks = 0
        self._whole_at = self._used_at = time.monotonic()
        self._before = gc.isenabled()
        gc.disable()
        root.bind_all("<Key>", self._used, add="+")
        root.bind_all("<Button>", self._used, add="+")
        root.bind_all("<Motion>", self._used, add="+")
        root.bind("<Destroy>", self._gone, add="+")
        self._timer = root.after(_TICK_MS, self._tick)

    def _used(self, _event: object) -> None:
        self._used_at = time.monotonic()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._root and self._before:
            gc.enable()

    def _tick(self) -> None:
        self.look(time.monotonic())
        self._timer = self._root.after(_TICK_MS, self._tick)

    def look(self, now: float) -> int:
        """Look for garbage as far as it is time for it; the generation looked at, -1 for none."""
        idle = now - self._used_at > _IDLE_S and not self._busy()
        since = now - self._whole_at
        if (idle and since > _WHOLE_S and self._looks) or since > _LONG_S:
            self._whole_at, self._looks = now, 0
            gc.collect()
            give_back()
            return 2
        if gc.get_count()[0] < _YOUNG:
            return -1
        self._looks += 1
        generation = 1 if self._looks % _LOOKS == 0 else 0
        gc.collect(generation)
        return generation


def give_back() -> bool:
    """Let the system have what the C library keeps of memory that is free again; whether that could be asked
    for, as it can of glibc alone."""
    if sys.platform != "linux":
        return False
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        return False
    return True
