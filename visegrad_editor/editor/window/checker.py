"""Checking the design beside the work: never while something is drawn, and never so that the window waits."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable

from ...engine import check_design
from ...model.check import check_documents, placed
from ...model.design import Design
from ...model.files.sources import Sources
from ...model.lint import lint_map
from ...model.problems import Problem
from ..errors import write_log
from ..widgets.worker import Report, Worker

_QUIET_MS = 150
"""How long the design must have stayed the same before it is checked."""
_LONGEST_S = 2.0
"""No longer than this a check waits for a picture: the window may not be in sight at all."""
_LONG_MS = 700
"""A check that has not ended after this is told of; of shorter ones words would only flicker."""

Problems = tuple[Problem, ...]


def find_problems(design: Design, sources: Sources, reading: Problems) -> Problems:
    """What is wrong with the documents and by the rules, each problem once; `reading` are those found when
    the files were read."""
    found = (*reading, *check_documents(design, sources), *placed(check_design(design), design, sources),
             *lint_map(design, sources))
    return tuple(dict.fromkeys(found))


class Checker:
    """Checks what `look` gives, in a thread, and hands `found` the problems of the latest design only.

    `look` gives the design, its files and the problems of reading them; while `waits` says so a check does
    not begin, for a moment. `takes_long` is called where a check is not over soon.
    """

    def __init__(self, root: tk.Misc, look: Callable[[], tuple[Design, Sources, Problems]],
                 found: Callable[[Problems], None], waits: Callable[[], bool] = lambda: False,
                 takes_long: Callable[[], None] = lambda: None) -> None:
        self._root, self._look, self._found, self._waits = root, look, found, waits
        self._takes_long = takes_long
        self._asked = 0.0
        self._timer = self._long = ""
        self._worker: Worker[Problems] | None = None

    @property
    def busy(self) -> bool:
        """Whether the problems shown may not be those of the design."""
        return bool(self._timer) or self._worker is not None

    def later(self) -> None:
        """Check when the design has stayed the same for a moment; one under way is of no use any more."""
        self.stop()
        self._asked = time.monotonic()
        self._timer = self._root.after(_QUIET_MS, self._begin)
        self._long = self._root.after(_LONG_MS, self._lasts)

    def now(self, found: Problems | None = None) -> Problems:
        """Check at once and return the problems; with `found`, take these as those of the design."""
        self.stop()
        problems = find_problems(*self._look()) if found is None else found
        self._found(problems)
        return problems

    def job(self) -> Callable[[Report], Problems]:
        """The check of the design as it is now, as work for a thread."""
        design, sources, reading = self._look()
        return lambda _report: find_problems(design, sources, reading)

    def stop(self) -> None:
        """Forget a check that is under way or was to come."""
        if self._timer:
            self._root.after_cancel(self._timer)
            self._timer = ""
        self._quick()
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _lasts(self) -> None:
        self._long = ""
        if self.busy:
            self._takes_long()

    def _quick(self) -> None:
        """Nothing needs to be told of a check that is over."""
        if self._long:
            self._root.after_cancel(self._long)
            self._long = ""

    def _begin(self) -> None:
        if self._waits() and time.monotonic() - self._asked < _LONGEST_S:
            self._timer = self._root.after(_QUIET_MS, self._begin)
            return
        self._timer = ""
        self._worker = Worker(
            self._root, self.job(), lambda _f, _t: None, self._done, self._failed, poll_ms=15)
        self._worker.start()

    def _done(self, problems: Problems) -> None:
        self._worker = None
        self._quick()
        self._found(problems)

    def _failed(self, error: Exception) -> None:
        self._worker = None
        self._quick()
        write_log(type(error), error, error.__traceback__)
        self._found((Problem(
            "error", "check-failed", "The check itself failed, which is a fault of the program: "
            f"{error}. Your work is not affected; it can be saved."),))
