"""Failures nobody foresaw: kept in a log, told in a sentence, and never the end of the work."""

from __future__ import annotations

import time
import tkinter as tk
import traceback
from pathlib import Path
from types import TracebackType

from .settings import settings_folder
from .widgets.dialogs import message


def log_path() -> Path:
    """The file failures are written to."""
    return settings_folder() / "errors.log"


def write_log(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Add a failure to the log; a log that cannot be written is left alone."""
    try:
        log_path().parent.mkdir(parents=True, exist_ok=True)
        with log_path().open("a", encoding="utf-8") as log:
            log.write(time.strftime("%Y-%m-%d %H:%M:%S\n"))
            log.write("".join(traceback.format_exception(kind, error, trace)) + "\n")
    except OSError:
        return


def install(root: tk.Tk) -> None:
    """Report every exception of a callback of this window."""
    telling = False

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        nonlocal telling
        write_log(kind, error, trace)
        if telling:
            return
        telling = True
        try:
            message(root, "Something went wrong",
                    "This step failed through a fault of the program. Your design is as it was before it; "
                    f"save it under another name to be sure. What happened is written down in {log_path()}.",
                    f"{kind.__name__}: {error}")
        finally:
            telling = False

    root.report_callback_exception = report
