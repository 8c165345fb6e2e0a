"""The table a game is played on: banner, pages and slider around the board, and the keys of a play-test."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from ...engine.orders import IllegalOrder
from ..errors import write_log
from ..signals import Signal
from ..widgets.dialogs import ask, message
from ..window.dock import Dock
from ..window.theme import px
from .banner import Banner
from .board import Board
from .boxes_panel import BoxesPanel
from .decision_panel import DecisionPanel, occasion
from .dice import DiceView
from .log_panel import LogPanel, last_roll
from .pacing import Pacing
from .session import PlaySession
from .state_panel import StatePanel
from .timeline import Entry
from .timeline_bar import TimelineBar


class Table:
    """One game on its board. The pages beside the map take the place of the panels in the dock until `close`;
    `banner` and `bar` are children of `root`, to be put above and below the map.

    `files` maps `save`, `leave` and `copy`, which end or keep the game, to what they do. `say` shows a
    sentence, and `unsay` takes that sentence back where it is still shown.
    """

    def __init__(self, root: tk.Tk, dock: Dock, board: Board, session: PlaySession,
                 files: Mapping[str, Callable[[], None]], say: Callable[[str], None],
                 unsay: Callable[[str], None]) -> None:
        self._root, self._board, self.session = root, board, session
        self._tell, self._take_back_words = say, unsay
        self.shown = Signal()
        """The game is shown at another moment."""
        self._closed = False
        self._said = ""
        """What the status bar says of this moment."""
        self.pacing = Pacing(root, session, self._show_order, self._failed)
        self.steer = Steering(root, session, self.pacing, self._say)
        do = {**self.steer.commands(), **files}
        self.banner = Banner(root, session, do, self._set_speed)
        self.banner.speed.set(self.pacing.speed)
        self.bar = TimelineBar(root, session, do, self.steer.look_at)
        self.side = SidePages(dock.across, session, max(dock.right_width, px(366)), board.take_keyboard,
                              board.jump, self.steer.look_at, board.drag_in)
        self._give_dock_back = dock.lend(self.side)
        self._unbind_keys = self._bind_keys()
        self.steer.speed_changed.connect(lambda: self.banner.speed.set(self.pacing.speed))
        self.steer.pace_changed.connect(self._changed)
        self.steer.phase_goes_on.connect(self.side.show_what_waits)
        session.changed.connect(self._changed)
        session.chosen.connect(self._chosen)
        session.wanted.connect(self._wanted)
        session.refused.connect(self._refused)

    def open(self) -> None:
        """Show the game."""
        self._board.take_keyboard()
        self._changed()
        # The pages beside the map are narrower than the panels for editing: no gap is left where they were.
        self._board.close_gaps()

    def close(self) -> None:
        """Give dock, keys and map back to editing, as they were."""
        self._closed = True
        self._unbind_keys()
        self.pacing.stop()
        self._give_dock_back()
        for widget in (self.banner, self.bar, self.side):
            widget.destroy()
        self._board.close()
        self._take_back_words(self._said)

    def _bind_keys(self) -> Callable[[], None]:
        """Bind the keys of a play-test; the function returned gives them back."""
        root, steer, hands = self._root, self.steer, self._board.input
        keys: dict[str, Callable[[], None]] = {
            "<Control-Return>": hands.confirm, "<F12>": steer.decline, "<F10>": steer.step,
            # Without one of its own the map would take this key for F12.
            "<Control-F12>": steer.lend_phase,
            "<Alt-Left>": steer.back, "<Alt-Right>": steer.on}
        old = {key: root.bind(key) for key in keys}
        for key, command in keys.items():
            handler = partial(self._key, command)
            root.bind(key, handler)
            # The map has keys of its own, arrows with Alt among them.
            hands.bind(key, handler)

        def unbind() -> None:
            for key in keys:
                root.unbind(key)
                if old[key]:
                    root.bind(key, old[key])

        return unbind

    def _key(self, command: Callable[[], None], _event: object) -> str:
        command()
        return "break"

    def _set_speed(self, name: str) -> None:
        self.steer.set_speed(name)
        self._board.take_keyboard()

    # -- following the game -------------------------------------------------------------

    def _changed(self) -> None:
        if self._closed:
            return
        self._unsay()
        self._board.show()
        self.banner.show(self.pacing.going)
        self.bar.show(self.pacing.replaying)
        self.shown.emit()
        self.pacing.wake()
        self.side.follow()

    def _chosen(self) -> None:
        if self._closed:
            return
        if not self.session.complaint:
            self._unsay()
        self._board.show_choice()

    def _say(self, text: str) -> None:
        """Say what was done, until something else is."""
        self._said = text
        self._tell(text)

    def _refused(self) -> None:
        """Say why something was not done, until something else is chosen or done."""
        self._unsay()
        if self.session.complaint:
            self._root.bell()
            self._say(self.session.complaint)
        self.banner.show(self.pacing.going)

    def _unsay(self) -> None:
        if self._said:
            self._take_back_words(self._said)
            self._said = ""
            self.banner.show(self.pacing.going)

    def _wanted(self) -> None:
        self.side.bring_up(self.side.decision)
        self._changed()

    def _show_order(self, entry: Entry, pause_ms: int) -> None:
        """Let the eye follow an automatic order."""
        if not self._closed and pause_ms > 0:
            self._board.show_order(entry, pause_ms)

    def _failed(self, error: Exception) -> None:
        write_log(type(error), error, error.__traceback__)
        message(self._root, "Play-test", "The automatic player could not go on. Give its seat to a person "
                f"or to another player (page State). What went wrong: {error}")
        self._changed()


# The commands of a play-test: pass, take back, pace the automatic players, go through time.

class Steering:
    """Carries out the commands. Questions appear over `parent`, and `say` shows a sentence."""

    def __init__(self, parent: tk.Misc, session: PlaySession, pacing: Pacing,
                 say: Callable[[str], None]) -> None:
        self._parent, self._session, self._pacing, self._say = parent, session, pacing, say
        self.speed_changed = Signal()
        """Another speed is set."""
        self.pace_changed = Signal()
        """The game goes on or stops, at the moment it is at."""
        self.phase_goes_on = Signal()
        """A phase could not be ended: something must be done in it first."""

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
            self.phase_goes_on.emit()

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
        self.pace_changed.emit()

    def _at_speed(self, name: str) -> None:
        self._pacing.speed = name
        self.speed_changed.emit()

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
        self.pace_changed.emit()

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
            self.pace_changed.emit()

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


# Which page beside the map a decision is best made on.

def first_page(session: PlaySession) -> str:
    """`boxes` where units must come from off the map, `decision` where its controls are wanted, "" where the
    map is enough and any page may stay."""
    if not session.my_turn:
        return ""
    decision = session.decision
    if session.timeline.game.step == "place" and not decision.sources():
        return "boxes"
    if occasion(session) or decision.style in ("attack", "strike", "list"):
        return "decision"
    return ""


# The pages beside the map in a play-test, and which of them is in front; the dice below them.

_OFF = "Off the map"


class SidePages(ttk.Frame):
    """`to_map` gives the map the keyboard, `jump` shows a hex, `look_at` a moment, `drag` carries a unit
    from the boxes over the map."""

    def __init__(self, parent: tk.Misc, session: PlaySession, width: int, to_map: Callable[[], None],
                 jump: Callable[[str], None], look_at: Callable[[int], None],
                 drag: Callable[[str, int, int, bool], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", width=width)
        self._session = session
        self._lent = False
        """The log took the place of the decision while there was none."""
        self._asked: tuple[object, ...] = ()
        """The decision whose page was brought up last."""
        self.book = ttk.Notebook(self, width=width)
        self.dice = DiceView(self)
        self.dice.pack(side="bottom", fill="x", padx=px(6), pady=px(6))
        self.book.pack(fill="both", expand=True)
        self.decision = DecisionPanel(self.book, session, to_map)
        self.log = LogPanel(self.book, session, jump, look_at)
        self.boxes = BoxesPanel(self.book, session, drag)
        self.figures = StatePanel(self.book, session, jump)
        for page, title in ((self.decision, "Decision"), (self.log, "Log"), (self.boxes, _OFF),
                            (self.figures, "State")):
            self.book.add(page, text=title)

    def bring_up(self, page: ttk.Frame) -> None:
        """Put a page in front."""
        self.book.select(page)  # type: ignore[no-untyped-call]

    def follow(self) -> None:
        """The game is at another moment: show its last roll, and the page of the next choice."""
        session = self._session
        self.dice.show(*last_roll(session.timeline.done))
        waiting = self.boxes.waiting
        self.book.tab(self.boxes, text=f"{_OFF} ({waiting})" if waiting else _OFF)  # type: ignore[no-untyped-call]
        if session.my_turn:
            self._show_choice()
        elif (session.automatic or session.looking_back) and self.book.select() == str(self.decision):  # type: ignore[no-untyped-call]
            # Nothing is to be decided: what happens is in the log.
            self.bring_up(self.log)
            self._lent = True

    def _show_choice(self) -> None:
        """Who gives orders of one kind stays on the page where he gives them."""
        session = self._session
        asked = (session.timeline.game.turn, session.timeline.game.step, session.timeline.game.side,
                 session.position.battle)
        # From the log it goes back to where it was lent from, whatever is asked.
        page = {"decision": self.decision, "boxes": self.boxes}.get(
            first_page(session), self.decision if self._lent else None)
        idle = self.book.select() == str(self.boxes) and not self.boxes.waiting  # type: ignore[no-untyped-call]
        if page is None and idle:
            page = self.decision  # nothing waits off the map any more
        if page is not None and (self._lent or asked != self._asked):
            self.bring_up(page)
        self._lent, self._asked = False, asked

    def show_what_waits(self) -> None:
        """A phase cannot end: bring up what must be done first."""
        self.bring_up(self.boxes if self.boxes.waiting else self.decision)
