"""Unexpected exceptions: written to a log and reported to the user, without ending the program."""

from __future__ import annotations

import time
import tkinter as tk
import traceback
from pathlib import Path
from tkinter import messagebox
from types import TracebackType

from ..operating_system import settings_folder
from ..systems import UnknownSystemError, fault_text
from .widgets.dialogs import message


def log_path() -> Path:
    """The log file of unexpected exceptions."""
    return settings_folder() / "errors.log"


def write_log(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Add an exception to the log; nothing happens if the log cannot be written."""
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        with log_path().open("a", encoding="utf-8") as log:
            log.write(time.strftime("%Y-%m-%d %H:%M:%S\n"))
            log.write("".join(traceback.format_exception(kind, error, trace)) + "\n")
    except OSError:
        return


def package_text(error: BaseException) -> str:
    """A sentence about a failure in the code of an installed package; "" for one of the program."""
    from ..players import UnknownPlayerError

    return str(error) if isinstance(error, UnknownPlayerError | UnknownSystemError) else fault_text("", error)


def show_alone(text: str) -> bool:
    """Show a sentence in a dialog of a program that has no window yet; False if there is no screen."""
    try:
        root = tk.Tk()
    except tk.TclError:
        return False
    root.withdraw()
    messagebox.showerror("Visegrad Editor", text, parent=root)
    root.destroy()
    return True


def install(root: tk.Tk) -> None:
    """Report every exception raised in a callback of this window."""
    reporting = False

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        nonlocal reporting
        write_log(kind, error, trace)
        if reporting:
            return
        reporting = True
        try:
            package = package_text(error)
            whose = "an error in an installed package" if package else "a bug in the program"
            message(root, "Something went wrong",
                    f"This step failed because of {whose}. What it changed before that is still changed, and "
                    "Ctrl+Z undoes it. To be safe, save your design under another name. Details are in "
                    f"{log_path()}.",
                    package or f"{kind.__name__}: {error}")
        finally:
            reporting = False

    root.report_callback_exception = report
