"""What commands print to: UTF-8 on every console, and the log of errors where there is no console."""

from __future__ import annotations

import io
import sys
from contextlib import suppress


class LogStream(io.TextIOBase):
    """Takes the place of an output that is not there: writes to the log of errors, or nowhere if that cannot
    be written."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """True."""
        return True

    def write(self, text: str) -> int:
        """Add a text to the log."""
        # The log is beside the settings of the window.
        with suppress(OSError):
            from ..operating_system import settings_folder

            path = settings_folder() / "errors.log"
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8", errors="replace") as log:
                log.write(text)
        return len(text)


def prepare_streams() -> None:
    """Give a program that was started without a terminal somewhere to print to, and make output UTF-8: names
    have letters that not every console's encoding has."""
    # Python has None for both under Windows without a console.
    if sys.stdout is None:
        sys.stdout = LogStream()
    if sys.stderr is None:
        sys.stderr = LogStream()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and (stream.encoding or "").lower() != "utf-8":
            stream.reconfigure(encoding="utf-8", errors="replace")
