"""When automatic players give their next order: at once, slowly with a moving ghost, or step by step."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable

from .session import PlaySession
from .timeline import Entry

SPEEDS: dict[str, int] = {"Step by step": -1, "Slow": 900, "Medium": 250, "Fast": 0}
"""Name to milliseconds between orders; -1 waits for the step button."""
_SLICE_S = 0.03
_REPLAY_MS = 60
"""The least pause between the orders of a replay: it is there to be watched."""


class Pacing:
    """Lets automatic players go on, or a recorded game run. `show` is called after an order with how
    long it may be shown; `failed` with what went wrong."""

    def __init__(self, widget: tk.Misc, session: PlaySession, show: Callable[[Entry, int], None],
                 failed: Callable[[Exception], None]) -> None:
        self._widget, self._session, self._show, self._failed = widget, session, show, failed
        self.speed = "Medium"
        self.running = True
        self.replaying = False
        self._timer = ""

    @property
    def pause_ms(self) -> int:
        return SPEEDS[self.speed]

    @property
    def going(self) -> bool:
        """Whether orders come by themselves."""
        return self.replaying or (self.running and self.pause_ms >= 0)

    def wake(self) -> None:
        """Something changed: see whether an automatic order is due."""
        if self._timer or not self._due():
            return
        least = _REPLAY_MS if self.replaying else 1
        self._timer = self._widget.after(max(least, self.pause_ms) if self.pause_ms >= 0 else 250, self._turn)

    def _due(self) -> bool:
        if self.replaying:
            return bool(self._session.timeline.ahead)
        return self._session.automatic and self.running and self.pause_ms >= 0

    def _turn(self) -> None:
        self._timer = ""
        if not self._due():
            self.replaying = False
            return
        try:
            self._some()
        except Exception as error:  # a player's fault must not end the program
            self.stop()
            self._failed(error)
            return
        self.wake()

    def _some(self) -> None:
        """One order, or at full speed as many as a moment allows."""
        session = self._session
        end = time.perf_counter() + (_SLICE_S if self.pause_ms == 0 and not self.replaying else 0.0)
        with session.together():
            while True:
                entry = self._one()
                if entry is None or time.perf_counter() >= end or not self._due():
                    break
        if session.last is not None:
            self._show(session.last, self.pause_ms)

    def _one(self) -> Entry | None:
        session = self._session
        if self.replaying:
            session.look_at(session.timeline.at + 1)
            return session.last
        return session.play_one()

    def step(self) -> None:
        """One automatic order now, whatever the speed."""
        if self._session.automatic:
            try:
                entry = self._session.play_one()
            except Exception as error:  # as above
                self._failed(error)
                return
            if entry is not None:
                self._show(entry, SPEEDS["Slow"])

    def stop(self) -> None:
        """Wait until told to go on."""
        self.running, self.replaying = False, False
        self.cancel()

    def cancel(self) -> None:
        """Forget the order that is due."""
        if self._timer:
            self._widget.after_cancel(self._timer)
            self._timer = ""
