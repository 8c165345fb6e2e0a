"""The table of a play-test: banner, pages and slider around the board, and the keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from ...engine.orders import IllegalOrderError
from ...systems import fault_text
from ..errors import write_log
from ..signals import Signal
from ..widgets.dialogs import ask, message
from ..widgets.small_screen import is_low
from ..window.dock import Dock
from ..window.theme import px
from .autoplay import Autoplay
from .banner import Banner
from .board import PlayBoard
from .boxes_panel import BoxesPanel
from .decision_panel import DecisionPanel, cause_of_decision
from .dice import DiceView
from .log_panel import LogPanel, last_roll
from .session import HUMAN, PlaySession
from .state_panel import StatePanel
from .timeline import TimelineEntry
from .timeline_bar import TimelineBar


class Table:
    """One game on its board. The pages beside the map replace the panels in the dock until `close`; `banner`
    and `bar` are children of `root`, to be put above and below the map.

    `files` maps `save`, `leave` and `copy` to functions. `say` shows a sentence, and `withdraw` removes that
    sentence if it is still shown.
    """

    def __init__(self, root: tk.Tk, dock: Dock, board: PlayBoard, session: PlaySession,
                 files: Mapping[str, Callable[[], None]], say: Callable[[str], None],
                 withdraw: Callable[[str], None]) -> None:
        self._root, self._board, self.session = root, board, session
        self._show_message, self._withdraw = say, withdraw
        self.shown = Signal()
        """The game is shown at another moment."""
        self._closed = False
        self._message = ""
        """The sentence shown in the status bar, or ""."""
        self.autoplay = Autoplay(root, session, self._show_order, self._failed)
        self.commands = TableCommands(root, session, self.autoplay, self._say)
        do = {**self.commands.by_name(), **files}
        self.banner = Banner(root, session, do, self._set_speed)
        self.banner.speed.set(self.autoplay.speed)
        self.bar = TimelineBar(root, session, do, self.commands.look_at)
        self.side = SidePages(dock.across, session, max(dock.right_width, px(366)), board.take_keyboard,
                              board.jump, self.commands.look_at, board.drag_in)
        self._give_dock_back = dock.lend(self.side)
        self._unbind_keys = self._bind_keys()
        self.commands.speed_changed.connect(lambda: self.banner.speed.set(self.autoplay.speed))
        self.commands.pace_changed.connect(self._changed)
        self.commands.phase_goes_on.connect(self.side.show_what_waits)
        session.changed.connect(self._changed)
        session.chosen.connect(self._chosen)
        session.wanted.connect(self._wanted)
        session.refused.connect(self._refused)

    def open(self) -> None:
        """Show the game."""
        self._board.take_keyboard()
        self._changed()
        # The pages beside the map are narrower than the editing panels, so close the gap.
        self._board.close_gaps()

    def close(self) -> None:
        """Give dock, keys and map back to editing, as they were."""
        self._closed = True
        self._unbind_keys()
        self.autoplay.stop()
        self._give_dock_back()
        for widget in (self.banner, self.bar, self.side):
            widget.destroy()
        self._board.close()
        self._withdraw(self._message)

    def _bind_keys(self) -> Callable[[], None]:
        """Bind the keys of a play-test; returns a function that restores the old bindings."""
        root, commands, map_input = self._root, self.commands, self._board.input
        keys: dict[str, Callable[[], None]] = {
            "<Control-Return>": map_input.confirm, "<F12>": commands.decline, "<F10>": commands.step,
            # Without its own binding the map would take this key for F12.
            "<Control-F12>": commands.lend_phase,
            "<Alt-Left>": commands.back, "<Alt-Right>": commands.forward}
        old = {key: root.bind(key) for key in keys}
        for key, command in keys.items():
            handler = partial(self._key, command)
            root.bind(key, handler)
            # The map has key bindings of its own, among them arrows with Alt.
            map_input.bind(key, handler)

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
        self.commands.set_speed(name)
        self._board.take_keyboard()

    # -- following the game -------------------------------------------------------------

    def _changed(self) -> None:
        if self._closed:
            return
        self._clear_message()
        self._board.show()
        self.banner.show(self.autoplay.active)
        self.bar.show(self.autoplay.replaying)
        self.shown.emit()
        self.autoplay.wake()
        self.side.follow()

    def _chosen(self) -> None:
        if self._closed:
            return
        if not self.session.complaint:
            self._clear_message()
        self._board.show_choice()

    def _say(self, text: str) -> None:
        """Show what was done, until something else is done."""
        self._message = text
        self._show_message(text)

    def _refused(self) -> None:
        """Show why something was not done, until something else is chosen or done."""
        self._clear_message()
        if self.session.complaint:
            self._root.bell()
            self._say(self.session.complaint)
        self.banner.show(self.autoplay.active)

    def _clear_message(self) -> None:
        if self._message:
            self._withdraw(self._message)
            self._message = ""
            self.banner.show(self.autoplay.active)

    def _wanted(self) -> None:
        self.side.bring_up(self.side.decision)
        self._changed()

    def _show_order(self, entry: TimelineEntry, pause_ms: int) -> None:
        """Animate an automatic order."""
        if not self._closed and pause_ms > 0:
            self._board.show_order(entry, pause_ms)

    def _failed(self, error: BaseException) -> None:
        write_log(type(error), error, error.__traceback__)
        what = fault_text(self.session.design.ruleset.system, error) or str(error)
        message(self._root, "Play-test", "The automatic player could not continue. Give its seat to a person "
                f"or to another player (page State). The error was: {what}")
        self._changed()


# The commands of a play-test: pass, take back, automatic players, moving in time.

class TableCommands:
    """Carries out the commands of a `Table`. Questions appear over `parent`; `say` shows a sentence."""

    def __init__(self, parent: tk.Misc, session: PlaySession, autoplay: Autoplay,
                 say: Callable[[str], None]) -> None:
        self._parent, self._session, self._autoplay, self._say = parent, session, autoplay, say
        self.speed_changed = Signal()
        """The speed was changed."""
        self.pace_changed = Signal()
        """The automatic players or the replay were started or stopped."""
        self.phase_goes_on = Signal()
        """A phase could not be ended, as something must be done in it first."""

    def by_name(self) -> Mapping[str, Callable[[], None]]:
        """The commands of buttons, by name."""
        timeline = self._session.timeline
        return {
            "lend": self.lend_phase, "take_back": self.take_back, "step": self.step, "pause": self.pause,
            "decline": self.decline,
            "first": lambda: self.look_at(0), "back": self.back, "replay": self.replay,
            "forward": self.forward, "last": lambda: self.look_at(timeline.length), "play_on": self.play_on}

    # -- orders -------------------------------------------------------------------------

    def decline(self) -> None:
        """Pass or end the phase."""
        try:
            self._session.decline()
        except IllegalOrderError as refusal:
            self._session.complain(refusal)
            self.phase_goes_on.emit()

    def lend_phase(self) -> None:
        """Let the planner finish this phase at the present speed; does nothing if it is not a person's
        turn."""
        if not self._session.my_turn:
            return
        self._autoplay.cancel()
        self._autoplay.running, self._autoplay.replaying = True, False
        if self._autoplay.pause_ms < 0:
            self._at_speed("Medium")
        if self._session.lend_phase():
            self._say("The planner finishes this phase; then the seat is yours again.")

    def take_back(self) -> None:
        """Go back to the last decision of a person."""
        self._autoplay.cancel()
        if not self._session.seats.any_human:
            self._autoplay.stop()
        if self._session.take_back():
            self._say("Taken back. Ctrl+Y redoes it.")

    def redo(self) -> None:
        """Redo what was taken back."""
        self._session.redo()

    # -- automatic players --------------------------------------------------------------

    def set_speed(self, name: str) -> None:
        """Set another speed and continue."""
        self._autoplay.cancel()
        self._at_speed(name)
        self._autoplay.running = True
        self.pace_changed.emit()

    def _at_speed(self, name: str) -> None:
        self._autoplay.speed = name
        self.speed_changed.emit()

    def step(self) -> None:
        """Let the automatic player give one order."""
        if self._session.automatic:
            self._autoplay.stop()
            self._autoplay.step()

    def pause(self) -> None:
        """Stop the automatic players, or let them continue."""
        self._autoplay.cancel()
        if self._autoplay.active:
            self._autoplay.stop()
        else:
            if self._autoplay.pause_ms < 0:
                self._at_speed("Medium")
            self._autoplay.running = True
        self.pace_changed.emit()

    # -- time ---------------------------------------------------------------------------

    def look_at(self, at: int) -> None:
        """Show the moment after `at` orders."""
        self._autoplay.cancel()
        self._autoplay.replaying = False
        self._session.look_at(at)

    def back(self) -> None:
        """Show the previous moment."""
        self.look_at(self._session.timeline.at - 1)

    def forward(self) -> None:
        """Show the next moment."""
        self.look_at(self._session.timeline.at + 1)

    def replay(self) -> None:
        """Replay from the moment shown (at the end, from the beginning), or stop the replay."""
        session = self._session
        running = self._autoplay.replaying
        self._autoplay.cancel()
        self._autoplay.replaying = not running
        if not running and not session.timeline.ahead:
            session.look_at(0)
        else:
            self.pace_changed.emit()

    def play_on(self) -> None:
        """Continue the game from the moment shown."""
        session = self._session
        if not session.looking_back:
            return
        text, choices = "", [("as before", "Play on"), ("", "Cancel")]
        if (n := len(session.timeline.ahead)) and session.unsaved:
            text = f"The {n} orders after this moment are not saved and will be dropped. "
        if not session.seats.any_human:
            text += "Automatic players decide for both sides of this game. Who decides from here on?"
            choices = [("by hand", "I decide for both"), ("as before", "Automatic players"), ("", "Cancel")]
        choice = ask(self._parent, "Play on from here", text, choices) if text else "as before"
        if not choice:
            return
        self._autoplay.replaying, self._autoplay.running = False, True
        with session.batch():
            if choice == "by hand":
                for side in session.seats.names:
                    session.change_seat(side, HUMAN)
            session.play_on()


# The page beside the map on which a decision is best made.

def first_page(session: PlaySession) -> str:
    """The page for the present decision: `boxes` if units must come from off the map, `decision` if its
    controls are needed, "" if the map is enough and any page may stay."""
    if not session.my_turn:
        return ""
    decision = session.decision
    if session.timeline.game.step == "place" and not decision.sources():
        return "boxes"
    if cause_of_decision(session) or decision.style in ("attack", "strike", "pair", "list"):
        return "decision"
    return ""


# The pages beside the map in a play-test, and the dice below them.

_OFF = "Off the map"


class SidePages(ttk.Frame):
    """The notebook of pages. `to_map` gives the map the keyboard, `jump` shows a hex, `look_at` a moment, and
    `drag` carries a unit from the boxes over the map."""

    def __init__(self, parent: tk.Misc, session: PlaySession, width: int, to_map: Callable[[], None],
                 jump: Callable[[str], None], look_at: Callable[[int], None],
                 drag: Callable[[str, int, int, bool], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", width=width)
        self._session = session
        self._lent = False
        """Whether the log replaced the decision page while there was no decision."""
        self._asked: tuple[object, ...] = ()
        """The decision for which a page was brought to the front last."""
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
        """Bring a page to the front."""
        self.book.select(page)  # type: ignore[no-untyped-call]

    def follow(self) -> None:
        """Follow the game: show the last roll, and the page for the next decision."""
        session = self._session
        self.dice.show(*last_roll(session.timeline.done))
        self._show_dice()
        waiting = self.boxes.waiting
        self.book.tab(self.boxes, text=f"{_OFF} ({waiting})" if waiting else _OFF)  # type: ignore[no-untyped-call]
        if session.my_turn:
            self._show_choice()
        elif (session.automatic or session.looking_back) and self.book.select() == str(self.decision):  # type: ignore[no-untyped-call]
            # There is nothing to decide: show what happens in the log.
            self.bring_up(self.log)
            self._lent = True

    def _show_dice(self) -> None:
        """Leave the strip with the dice out on a low screen until there is a roll to show."""
        if not self.dice.faces and is_low(self):
            self.dice.pack_forget()
        elif not self.dice.winfo_manager():
            self.dice.pack(side="bottom", fill="x", padx=px(6), pady=px(2), before=self.book)

    def _show_choice(self) -> None:
        """Bring up the page for a new decision; stay on the page for more of the same kind."""
        session = self._session
        asked = (session.timeline.game.turn, session.timeline.game.step, session.timeline.game.side,
                 session.position.battle)
        # If the log replaced the decision page, go back to that page, whatever is asked.
        page = {"decision": self.decision, "boxes": self.boxes}.get(
            first_page(session), self.decision if self._lent else None)
        idle = self.book.select() == str(self.boxes) and not self.boxes.waiting  # type: ignore[no-untyped-call]
        if page is None and idle:
            page = self.decision  # no units are waiting off the map any more
        if page is not None and (self._lent or asked != self._asked):
            self.bring_up(page)
        self._lent, self._asked = False, asked

    def show_what_waits(self) -> None:
        """Show the page of what must be done before the phase can end."""
        self.bring_up(self.boxes if self.boxes.waiting else self.decision)
