"""Checks the design in the background, without delaying drawing or blocking the window."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable

from ...model.design import Design
from ...model.files.sources import Sources
from ...model.problems import Problem
from ..errors import write_log
from ..widgets.worker import Report, Worker

_QUIET_MS = 150
"""Milliseconds without a change before the design is checked."""
_LONGEST_S = 2.0
"""Seconds a check waits at most for the map to be drawn: the window may not be visible at all."""
_LONG_MS = 700
"""Milliseconds after which the user sees that a check is running; for shorter ones the text would flicker."""

Problems = tuple[Problem, ...]
Attribution = Callable[[Problem], Problem]
"""Names the unit that a problem is about, where the history knows better."""


class DesignChecker:
    """Checks the current design in a thread and passes the problems of the latest one to `report`.

    `current` returns the design, its files and the problems of reading them. A check does not begin, for a
    while, as long as `waits` returns true. `takes_long` is called if a check does not end soon.
    `attribution` makes what names the unit of a problem of a stack.
    """

    def __init__(self, root: tk.Misc, current: Callable[[], tuple[Design, Sources, Problems]],
                 report: Callable[[Problems], None], waits: Callable[[], bool] = lambda: False,
                 takes_long: Callable[[], None] = lambda: None,
                 attribution: Callable[[], Attribution] = lambda: lambda problem: problem) -> None:
        self._root, self._current, self._report, self._waits = root, current, report, waits
        self._takes_long, self._attribution = takes_long, attribution
        self._asked_at = 0.0
        self._timer = self._long_timer = ""
        self._worker: Worker[Problems] | None = None

    @property
    def busy(self) -> bool:
        """Whether the problems shown may be out of date."""
        return bool(self._timer) or self._worker is not None

    @property
    def is_partly_unread(self) -> bool:
        """Whether the files say something that was not read, so that no fix is harmless."""
        from ...engine.problem_list import is_partly_unread

        return is_partly_unread(*self._current())

    def check_later(self) -> None:
        """Stop a running check, and check when the design has not changed for a moment."""
        self.stop()
        self._asked_at = time.monotonic()
        self._timer = self._root.after(_QUIET_MS, self._begin)
        self._long_timer = self._root.after(_LONG_MS, self._report_long)

    def check_now(self, problems: Problems | None = None) -> Problems:
        """Check at once and return the problems; if `problems` are given, report these instead."""
        from ...engine.problem_list import find_problems

        self.stop()
        if problems is None:
            problems = find_problems(*self._current(), self._attribution())
        self._report(problems)
        return problems

    def job(self) -> Callable[[Report], Problems]:
        """A check of the current design, as work for a thread."""
        from ...engine.problem_list import find_problems

        current, attributed = self._current(), self._attribution()
        return lambda _report: find_problems(*current, attributed)

    def stop(self) -> None:
        """Cancel a check that is running or scheduled."""
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = ""
        self._forget_long()
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _report_long(self) -> None:
        self._long_timer = ""
        if self.busy:
            self._takes_long()

    def _forget_long(self) -> None:
        """Do not report a check that has ended as long."""
        if self._long_timer:
            self._root.after_cancel(self._long_timer)
            self._long_timer = ""

    def _begin(self) -> None:
        if self._waits() and time.monotonic() - self._asked_at < _LONGEST_S:
            self._timer = self._root.after(_QUIET_MS, self._begin)
            return
        self._timer = ""
        self._worker = Worker(
            self._root, self.job(), lambda _f, _t: None, self._done, self._failed, poll_ms=15)
        self._worker.start()

    def _done(self, problems: Problems) -> None:
        self._worker = None
        self._forget_long()
        self._report(problems)

    def _failed(self, error: Exception) -> None:
        self._worker = None
        self._forget_long()
        write_log(type(error), error, error.__traceback__)
        self._report((Problem(
            "error", "check-failed", "The check itself failed because of a bug in the program: "
            f"{error}. Your work is not affected and can be saved."),))
