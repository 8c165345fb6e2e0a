"""Lets automatic players give their orders: at once, slowly with a moving ghost, or step by step."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable

from .session import PlaySession
from .timeline import TimelineEntry

SPEEDS: dict[str, int] = {"Step by step": -1, "Slow": 900, "Medium": 250, "Fast": 0}
"""Milliseconds between orders, by name; -1 waits for the Step button."""
_SLICE_S = 0.03
_REPLAY_MS = 60
"""The least pause between the orders of a replay, so that it can be watched."""


class Autoplay:
    """Runs the automatic players, or replays a recorded game. `show` is called after an order, as
    whoever looks on may see it, with the milliseconds it may be shown; `failed` is called with an error."""

    def __init__(self, widget: tk.Misc, session: PlaySession, show: Callable[[TimelineEntry, int], None],
                 failed: Callable[[BaseException], None]) -> None:
        self._widget, self._session, self._show, self._failed = widget, session, show, failed
        self.speed = "Medium"
        self.running = True
        self.replaying = False
        self._timer = ""

    @property
    def pause_ms(self) -> int:
        return SPEEDS[self.speed]

    @property
    def active(self) -> bool:
        """Whether orders are given automatically."""
        return self.replaying or (self.running and self.pause_ms >= 0)

    def wake(self) -> None:
        """Schedule the next automatic order if one is due; call this after every change."""
        if self._timer or not self._due():
            return
        least = _REPLAY_MS if self.replaying else 1
        self._timer = self._widget.after(max(least, self.pause_ms) if self.pause_ms >= 0 else 250, self._tick)

    def _due(self) -> bool:
        if self.replaying:
            return bool(self._session.timeline.ahead)
        return self._session.automatic and self.running and self.pause_ms >= 0

    def _tick(self) -> None:
        self._timer = ""
        if not self._due():
            self.replaying = False
            return
        try:
            self._give_orders()
        except (Exception, SystemExit) as error:  # an error in a player must not end the program
            self.stop()
            self._failed(error)
            return
        self.wake()

    def _give_orders(self) -> None:
        """Give one order, or at full speed as many as fit in a time slice."""
        session = self._session
        end = time.perf_counter() + (_SLICE_S if self.pause_ms == 0 and not self.replaying else 0.0)
        with session.batch():
            while True:
                entry = self._next_entry()
                if entry is None or time.perf_counter() >= end or not self._due():
                    break
        if session.last is not None:
            self._show(session.seen(session.last), self.pause_ms)

    def _next_entry(self) -> TimelineEntry | None:
        session = self._session
        if self.replaying:
            session.look_at(session.timeline.at + 1)
            return session.last
        return session.play_one()

    def step(self) -> None:
        """Give one automatic order now, whatever the speed."""
        if self._session.automatic:
            try:
                entry = self._session.play_one()
            except (Exception, SystemExit) as error:  # as above
                self._failed(error)
                return
            if entry is not None:
                self._show(self._session.seen(entry), SPEEDS["Slow"])

    def stop(self) -> None:
        """Stop until restarted."""
        self.running, self.replaying = False, False
        self.cancel()

    def cancel(self) -> None:
        """Cancel the scheduled order."""
        if self._timer:
            self._widget.after_cancel(self._timer)
            self._timer = ""
