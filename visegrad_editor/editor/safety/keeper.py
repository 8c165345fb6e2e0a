"""Keeps the journal of a window up to date, in a thread of its own so that the window never waits."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

from ...model.atomic import SaveError, cause_of
from ..errors import write_log
from .journal import Journal
from .owner import Owner, new_owner
from .work import Work

ENDING = ".journal"
_PACE = 0.4
"""Seconds between two writings, so that a stroke of many steps is one writing."""
_AGAIN = 3.0
"""Seconds until a writing that failed is tried again."""


class Keeper:
    """One window's unsaved work below `folder`. All its methods return at once but `wait` and `close`."""

    def __init__(self, folder: Path, pace: float = _PACE) -> None:
        self.folder = folder
        self.owner: Owner = new_owner()
        self.path = folder / f"{self.owner}{ENDING}"
        self._complaint = ""
        self._pace = pace
        self._journal = Journal(self.path)
        self._wanted: Work | None = None
        self._kept: Work | None = None
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._hurry = threading.Event()

    @property
    def complaint(self) -> str:
        """Why the work could not be kept at last, as a sentence; "" where it was, or there is none."""
        return self._complaint if self._wanted is not None else ""

    def keep(self, work: Work) -> None:
        """Have this written soon; what was to be written before and was not yet is not written."""
        self._want(work)

    def forget(self) -> None:
        """The work is saved, or thrown away on purpose: have the journal removed."""
        if self._thread is not None:
            self._want(None)

    def _want(self, work: Work | None) -> None:
        with self._news:
            self._wanted = work
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True, name="journal")
                self._thread.start()
            self._news.notify_all()

    def wait(self, seconds: float = 10.0) -> bool:
        """Until all is on the disk; False where that took too long or failed."""
        self._hurry.set()
        with self._news:
            if self._thread is None:
                return True
            self._news.wait_for(lambda: self._kept is self._wanted or self.complaint, seconds)
            return self._kept is self._wanted

    def close(self, seconds: float = 3.0) -> None:
        """Finish what is to be written and end the thread."""
        with self._news:
            thread, self._closing = self._thread, True
            self._news.notify_all()
        self._hurry.set()
        if thread is not None:
            thread.join(seconds)

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or self._kept is not self._wanted)
                wanted = self._wanted
                if self._kept is wanted:
                    return
            began = time.monotonic()
            self._complaint = self._write(wanted)
            with self._news:
                if not self._complaint:
                    self._kept = wanted
                elif self._closing:
                    return
                self._news.notify_all()
            # Never busy for more than half of the time, however large the design.
            took = time.monotonic() - began
            self._hurry.wait(_AGAIN if self._complaint else max(self._pace, took))
            if not self._closing:
                self._hurry.clear()

    def _write(self, work: Work | None) -> str:
        """Write or remove the journal; why that could not be done, or ""."""
        try:
            if work is None:
                self._journal.remove()
            else:
                self._journal.write(work)
            return ""
        except SaveError as error:
            cause = error.__cause__
            reason = cause_of(cause, self.path) if isinstance(cause, OSError) else str(error)
        except OSError as error:
            reason = cause_of(error, self.path)
        except Exception:  # whatever it is: the designer has to know that the work is not kept
            kind, fault, trace = sys.exc_info()
            if kind is not None and fault is not None and not self._complaint:
                write_log(kind, fault, trace)
            reason = "a fault of the program."
        return f"Your unsaved work is not kept aside against a crash: {reason} Save it now and then."
