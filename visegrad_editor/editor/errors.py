"""Unexpected exceptions: written to a log and reported to the user, without ending the program."""

from __future__ import annotations

import time
import tkinter as tk
import traceback
from pathlib import Path
from types import TracebackType

from .settings import settings_folder
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
            message(root, "Something went wrong",
                    "This step failed because of a bug in the program. Your design is as it was before; to "
                    f"be safe, save it under another name. Details are in {log_path()}.",
                    f"{kind.__name__}: {error}")
        finally:
            reporting = False

    root.report_callback_exception = report
