"""The commands of a play-test: pass, take back, pace the automatic players, go through time."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from typing import Protocol

from ...engine.orders import IllegalOrder
from ..dialogs import ask
from .pacing import Pacing
from .session import PlaySession


class Speed(Protocol):
    """What shows the speed."""

    def set(self, value: str) -> object: ...


class Steering:
    """Carries out the commands; `follow` shows the game again where only the pace has changed, `say` says
    a sentence, `stuck` is called where a phase could not be ended."""

    def __init__(self, parent: tk.Misc, session: PlaySession, pacing: Pacing,
                 follow: Callable[[], None], say: Callable[[str], None], stuck: Callable[[], None]) -> None:
        self._parent, self._session, self._pacing = parent, session, pacing
        self._follow, self._say, self._stuck = follow, say, stuck
        self.speed: Speed | None = None

    def commands(self) -> Mapping[str, Callable[[], None]]:
        """The commands of buttons, by name."""
        timeline = self._session.timeline
        return {
            "lend": self.lend_phase, "take_back": self.take_back, "step": self.step, "pause": self.pause,
            "decline": self.decline,
            "first": lambda: self.look_at(0), "back": self.back, "replay": self.replay, "on": self.on,
            "last": lambda: self.look_at(timeline.length), "play_on": self.play_on}

    # -- orders -------------------------------------------------------------------------

    def decline(self) -> None:
        """Pass or end the phase."""
        try:
            self._session.decline()
        except IllegalOrder as refusal:
            self._session.complain(refusal)
            self._stuck()

    def lend_phase(self) -> None:
        """Let an automatic player do this phase, at the speed that is set; nothing where it is not a
        person's turn."""
        if not self._session.my_turn:
            return
        self._pacing.cancel()
        self._pacing.running, self._pacing.replaying = True, False
        if self._pacing.pause_ms < 0:
            self._at_speed("Medium")
        if self._session.lend_phase():
            self._say("The planner does this phase; then the seat is yours again.")

    def take_back(self) -> None:
        """Back to the last decision of a person."""
        self._pacing.cancel()
        if not self._session.seats.any_human:
            self._pacing.stop()
        if self._session.take_back():
            self._say("Taken back. Ctrl+Y does it again.")

    def redo(self) -> None:
        """Do again what was taken back."""
        self._session.redo()

    # -- the pace -----------------------------------------------------------------------

    def set_speed(self, name: str) -> None:
        """Another speed, and on with it."""
        self._pacing.cancel()
        self._at_speed(name)
        self._pacing.running = True
        self._follow()

    def _at_speed(self, name: str) -> None:
        self._pacing.speed = name
        if self.speed is not None:
            self.speed.set(name)

    def step(self) -> None:
        """One order of the automatic player."""
        if self._session.automatic:
            self._pacing.stop()
            self._pacing.step()

    def pause(self) -> None:
        """Stop the automatic players, or let them go on."""
        self._pacing.cancel()
        if self._pacing.going:
            self._pacing.stop()
        else:
            if self._pacing.pause_ms < 0:
                self._at_speed("Medium")
            self._pacing.running = True
        self._follow()

    # -- time ---------------------------------------------------------------------------

    def look_at(self, at: int) -> None:
        """Show an earlier moment, or the latest."""
        self._pacing.cancel()
        self._pacing.replaying = False
        self._session.look_at(at)

    def back(self) -> None:
        """Show the moment before."""
        self.look_at(self._session.timeline.at - 1)

    def on(self) -> None:
        """Show the moment after."""
        self.look_at(self._session.timeline.at + 1)

    def replay(self) -> None:
        """Let the orders run from the moment shown, from the beginning at the end; or stop."""
        session = self._session
        running = self._pacing.replaying
        self._pacing.cancel()
        self._pacing.replaying = not running
        if not running and not session.timeline.ahead:
            session.look_at(0)
        else:
            self._follow()

    def play_on(self) -> None:
        """Go on from the moment shown."""
        session = self._session
        if not session.looking_back:
            return
        if session.timeline.ahead and session.unsaved:
            n = len(session.timeline.ahead)
            if not ask(self._parent, "Play on from here", f"The {n} orders after this moment are dropped, "
                       "and they are in no file.", (("yes", "Play on"), ("", "Cancel"))):
                return
        self._pacing.replaying, self._pacing.running = False, True
        session.play_on()
