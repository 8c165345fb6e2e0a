"""Starts the window."""

from __future__ import annotations

import gc
import sys
import time
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import VisegradError
from ..model.design import Design
from ..model.edit.blank import blank_map
from ..model.files.load import LoadResult
from ..model.files.sources import Sources
from ..operating_system import release_memory
from .desk.open_cards import CardWindows, is_card, load_to_show
from .documents.files import DEFAULT, open_document
from .documents.game_files import open_game
from .errors import install
from .idle_imports import import_when_idle
from .map import frame_clock
from .platforms import MacMenu, fill_mac_menu, is_x11, prepare, prepare_process
from .settings import Settings
from .widgets.dialogs import message
from .widgets.tree_selection import mark_by_keys
from .widgets.typed_choice import TypedChoice
from .widgets.wheel import FieldWheel
from .widgets.window_place import on_screen
from .window import theme
from .window.appearance import prepare_look
from .window.window import Window

if TYPE_CHECKING:
    from ..desk.card_file import LoadedCard
    from .desk.card_window import CardWindow

_LARGE_HEXES = 3000
"""Maps with more hexes take noticeably long to draw."""


class NoDisplayError(VisegradError):
    """There is no screen to show the window on; the text is a sentence for the user."""


def run(path_or_name: str | None = None) -> int:
    """Show the window with a file or a bundled document until it is closed; return the exit code.

    Raises `NoDisplayError` if there is no screen. If the file cannot be shown, the reason is printed in the
    terminal and shown over the sample, and the exit code is 2.
    """
    if path_or_name and is_card(path_or_name):
        return _run_card(path_or_name)
    loaded, complaint, game = _to_show(path_or_name or DEFAULT)
    # All this stays until the program ends, so it is never looked through for garbage.
    gc.freeze()
    if complaint:
        print(complaint, file=sys.stderr)
        loaded = open_document(DEFAULT)[0]
        try:
            window = open_window(loaded)
        except NoDisplayError:
            return 2
        window.root.after(300, lambda: message(window.root, "Open", complaint))
        window.root.mainloop()
        return 2
    later: Path | None = game
    if game is None and loaded.design is not None and len(loaded.design.map.grid) > _LARGE_HEXES:
        # The window appears first; then it shows the progress of drawing the map.
        later, loaded = loaded.path, placeholder(loaded)
    window = open_window(loaded)
    if later is not None:
        open_when_shown(window, later, game is None)
    if not path_or_name:
        from .documents.start_page import wanted_at_start

        if wanted_at_start(window.settings):
            window.safety.nothing_lost.connect(lambda: window.perform("start_page"))
    import_when_idle(window.root, lambda: window.view.busy or frame_clock.is_busy())
    window.root.mainloop()
    return 0


def _to_show(path_or_name: str) -> tuple[LoadResult, str, Path | None]:
    """What a file or a bundled name holds, why it cannot be shown, or "", and its path if it is a game."""
    path = Path(path_or_name)
    if path.is_file():
        from ..engine.record import is_game_file
        from .play.session import PlayError

        if is_game_file(path):
            try:
                return open_game(path).loaded, "", path
            except PlayError as error:
                return LoadResult(path, usable=False), str(error), None
    return *open_document(path_or_name), None


def _run_card(name: str) -> int:
    """Show the window with a card until it is closed; return the exit code. If the card cannot be shown, the
    reason is printed and shown over a new card, and the exit code is 2."""
    from .desk.card_document import UnreadableCardError

    try:
        loaded, game = load_to_show(name)
    except UnreadableCardError as error:
        print(error, file=sys.stderr)
        try:
            window = open_card_window(None)
        except NoDisplayError:
            return 2
        complaint = str(error)
        window.top.after(300, lambda: message(window.top, "Open", complaint))
        window.top.mainloop()
        return 2
    window = open_card_window(loaded)
    if game is not None:
        file = game
        window.top.after(300, lambda: window.open_game(file))
    window.top.mainloop()
    return 0


def open_card_window(loaded: LoadedCard | None, settings: Settings | None = None) -> CardWindow:
    """A window that is the root of the program, with a card, or a new one; the caller runs its main loop.

    Raises `NoDisplayError` if there is no screen."""
    # Imported late because they take long to load.
    from .commands.help import about
    from .desk.card_window import CardWindow

    settings = settings or Settings()
    root = _new_root(settings)
    GarbageCollector(root, lambda: False)
    window = CardWindow(root, settings, loaded)
    mark_by_keys(root, window.say)
    TypedChoice(root)
    FieldWheel(root)
    window.present()
    cards = CardWindows(root, settings)
    cards.windows.append(window)
    cards.offer_kept()
    fill_mac_menu(root, MacMenu(
        window.close, lambda: about(root), window.show_help, cards.open, window.present))
    return window


def placeholder(loaded: LoadResult) -> LoadResult:
    """An empty sheet with the title and ruleset of a large document, shown while that one is prepared."""
    assert loaded.design is not None
    design = loaded.design
    title = (design.scenario or design.map).title
    # Without a game system nothing on the empty sheet can be reported as a problem.
    rules = replace(design.ruleset, system="")
    map = blank_map(rules, "sheet", title, 24, 18, design.map.grid.orientation)
    sample = open_document(DEFAULT)[0]
    return LoadResult(sample.path, "map", design=Design(rules, map), sources=Sources())


def open_when_shown(window: Window, path: Path, shows_placeholder: bool) -> None:
    """Open a file as soon as the window is shown. If that is stopped or fails, the sample replaces the
    placeholder, if one is shown."""
    def open_file() -> None:
        if not window.files.open(path) and shows_placeholder:
            window.files.open(DEFAULT)

    window.safety.open_first(open_file)


def open_window(loaded: LoadResult, settings: Settings | None = None) -> Window:
    """A window showing the loaded document; the caller runs its main loop.

    Raises `NoDisplayError` if there is no screen."""
    settings = settings or Settings()
    root = _new_root(settings)
    place_window(root, settings.geometry)
    GarbageCollector(root, lambda: window.view.busy or frame_clock.is_busy())
    window = Window(root, loaded, settings)
    root.deiconify()
    if not settings.geometry:
        maximise(root)
    return window


class _Root(tk.Tk):
    """The root window. Once it is closed, nothing of it is kept: the first releases of Python 3.11, that of
    Debian 12 among them, do not let go of what was bound to classes of widgets, and with it of the window."""

    def destroy(self) -> None:
        super().destroy()
        for timer in self.tk.splitlist(self.tk.call("after", "info")):
            self.tk.call("after", "cancel", timer)
        for name in self.tk.splitlist(self.tk.call("info", "commands")):
            # The library names the commands that it makes by a number and the function. They are replaced and
            # not deleted: variables that are still there delete their own, and complain if those are gone.
            if name[:1].isdigit():
                self.tk.createcommand(name, _do_nothing)


def _do_nothing(*_arguments: object) -> None:
    """What is left of the commands of a closed window."""


def _new_root(settings: Settings) -> tk.Tk:
    """A hidden root window with its looks; raises `NoDisplayError`."""
    prepare_process()
    try:
        root = _Root(className="Visegrad-editor")
    except tk.TclError as error:
        raise NoDisplayError(
            "The window needs a screen, and none was found. Commands such as validate, run and export work "
            f"in a terminal without one. (The system says: {error}.)"
        ) from error
    root.withdraw()
    prepare(root)
    prepare_look(root, settings)
    _hide_dot_files(root)
    install(root)
    return root


def _hide_dot_files(root: tk.Tk) -> None:
    """Let the file dialogs that Tk itself draws on X11 leave out hidden files and folders, with a tick that
    shows them; on other systems dialogs are the system's own."""
    if not is_x11():
        return
    # The dialogs set these when they are loaded, so they are loaded first.
    if root.tk.call("auto_load", "::tk::dialog::file::"):
        root.tk.call("set", "::tk::dialog::file::showHiddenBtn", "1")
        root.tk.call("set", "::tk::dialog::file::showHiddenVar", "0")


# The main window's place and size.

LEAST_SIZE = 900, 560
"""The window's minimum width and height in pixels."""
_BARS = 48
"""Height of title bar and menu bar in pixels at 100 %, which Tk does not include in the window's height."""


def place_window(root: tk.Tk, remembered: str) -> None:
    """Put the window where it was last time (a Tk geometry, "" if none is remembered), within the screen."""
    width, height = root.winfo_screenwidth(), root.winfo_screenheight()
    first = f"{min(width, 1600)}x{min(height - 60, 1000)}"
    # Use the virtual desktop, as the window may have been on a second screen.
    desktop = (root.winfo_vrootx(), root.winfo_vrooty(), root.winfo_vrootwidth(),
               root.winfo_vrootheight() - theme.px(_BARS))
    root.geometry(on_screen(remembered, desktop, LEAST_SIZE, first))
    root.minsize(*LEAST_SIZE)


def maximise(root: tk.Tk) -> None:
    """Fill the screen, if the window manager can do that."""
    for how in (lambda: root.attributes("-zoomed", True), lambda: root.state("zoomed")):
        try:
            how()
            return
        except tk.TclError:
            continue


# Garbage collection.
#
# It runs in the window's own thread, and a full collection runs only while the user is idle. By default
# Python would collect at any time and in any thread: with a large map a full collection stops all threads
# for a third of a second, and Tk objects must never be freed by another thread.

_TICK_MS = 400
_YOUNG = 5_000
"""A collection of generation 0, a few milliseconds, is made after this many new objects."""
_LOOKS = 25
"""Every collection of this number includes generation 1."""
_IDLE_S = 3.0
"""Seconds without keys and mouse after which the window may freeze briefly."""
_WHOLE_S = 20.0
"""Seconds between full collections."""
_LONG_S = 180.0
"""Seconds after which a full collection is made even while the user works."""


class GarbageCollector:
    """Collects garbage on behalf of a window until its root is destroyed."""

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
        if event.widget is self._root:
            self._root.after_cancel(self._timer)
            if self._before:
                gc.enable()

    def _tick(self) -> None:
        self.collect(time.monotonic())
        self._timer = self._root.after(_TICK_MS, self._tick)

    def collect(self, now: float) -> int:
        """Collect garbage if it is due at a time (`time.monotonic`); the generation collected, -1 for
        none."""
        idle = now - self._used_at > _IDLE_S and not self._busy()
        since = now - self._whole_at
        if (idle and since > _WHOLE_S and self._looks) or since > _LONG_S:
            self._whole_at, self._looks = now, 0
            gc.collect()
            release_memory()
            return 2
        if gc.get_count()[0] < _YOUNG:
            return -1
        self._looks += 1
        generation = 1 if self._looks % _LOOKS == 0 else 0
        gc.collect(generation)
        return generation
