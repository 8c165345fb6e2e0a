"""The command `visegrad-editor-window`: the window without a terminal, as desktops start it.

There may be no standard output and no standard error then (Windows): what would be printed is kept in the log
of errors, and what the user must know is shown in a dialog.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ..errors import VisegradError
from ..operating_system import show_message
from .exits import UNUSABLE, exit_code
from .main import open_window_on, prepare_frozen
from .streams import prepare_streams


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window on a file, a bundled name, or the sample; returns the exit code. What goes wrong is
    shown in a dialog."""
    prepare_frozen()
    prepare_streams()
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
    """Show a sentence in a dialog, where there is a screen, and print it."""
    text = f"{text[:1].upper()}{text[1:]}"
    print(f"visegrad-editor-window: {text}", file=sys.stderr)
    try:
        from ..editor.errors import show_alone

        shown = show_alone(text)
    except ImportError:  # this Python has no Tk
        shown = False
    if not shown:
        show_message("Visegrad Editor", text)
