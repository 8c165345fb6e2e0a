"""The command `visegrad-editor-window`: the window without a terminal, as desktops start it.

There may be no standard output and no standard error then (Windows): what would be printed is kept in the log
of errors, and what the user must know is shown in a dialog.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import suppress

from ..errors import VisegradError
from .exits import UNUSABLE, exit_code

_TITLE = "Visegrad Editor"


class LogStream(io.TextIOBase):
    """Takes the place of an output that is not there: writes to the log of errors, or nowhere if that cannot
    be written."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """True."""
        return True

    def write(self, text: str) -> int:
        """Add a text to the log."""
        # The log is beside the settings of the window, which cannot be imported without Tk.
        with suppress(OSError, ImportError):
            from ..editor.settings import settings_folder

            path = settings_folder() / "errors.log"
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8", errors="replace") as log:
                log.write(text)
        return len(text)


def replace_missing_streams() -> None:
    """Give a program that was started without a terminal somewhere to print to."""
    if sys.stdout is None:
        sys.stdout = LogStream()
    if sys.stderr is None:
        sys.stderr = LogStream()


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window on a file, a bundled name, or the sample; returns the exit code. What goes wrong is
    shown in a dialog."""
    from .main import open_window_on, prepare_frozen

    prepare_frozen()
    replace_missing_streams()
    try:
        return open_window_on(list(sys.argv[1:] if argv is None else argv))
    except VisegradError as error:
        _show(str(error))
        return exit_code(error)
    except Exception as error:
        from ..editor.errors import log_path, write_log

        write_log(type(error), error, error.__traceback__)
        _show("The window cannot be opened because of a bug in the program "
              f"({type(error).__name__}: {error}). Details are in {log_path()}.")
        return UNUSABLE


def _show(text: str) -> None:
    """Show a sentence in a dialog, and print it."""
    text = f"{text[:1].upper()}{text[1:]}"
    print(f"visegrad-editor-window: {text}", file=sys.stderr)
    try:
        import tkinter
        from tkinter import messagebox
    except ImportError:
        _show_by_windows(text)
        return
    try:
        root = tkinter.Tk()
    except tkinter.TclError:
        _show_by_windows(text)
        return
    root.withdraw()
    messagebox.showerror(_TITLE, text, parent=root)
    root.destroy()


def _show_by_windows(text: str) -> None:
    """Show a sentence without Tk, where the system can; it is printed anyway."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, _TITLE, 0x10)
