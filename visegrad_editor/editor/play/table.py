"""The table a game is played on: banner, panels, slider and map around one play-test."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, Protocol

from ...drawing.viewport import without_gaps
from ...engine.orders import IllegalOrder
from ...hexgrid import Hex
from ..errors import write_log
from ..tools import Preview
from ..widgets.dialogs import ask, message
from ..window.theme import px
from .banner import Banner
from .boxes_panel import BoxesPanel
from .decision_panel import DecisionPanel, occasion
from .dice import DiceView
from .log_panel import LogPanel, last_roll
from .map_input import Animation, MapInput, Marks, PlayingFan
from .pacing import Pacing
from .session import PlaySession
from .state_panel import StatePanel
from .timeline import Entry
from .timeline_bar import TimelineBar
from .words import movement_points

if TYPE_CHECKING:
    from ..window.window import Window


class Table:
    """Takes the place of the editing panels of a window until `close`. `files` maps `save`, `leave` and
    `copy`, which end or keep the game, to what they do."""

    def __init__(self, window: Window, session: PlaySession, files: Mapping[str, Callable[[], None]]) -> None:
        w = self._w = window
        self.session = session
        self.closed = False
        self._close: list[Callable[[], None]] = []
        self._said = ""
        """What the status bar says of this moment."""
        self._keep_view()
        self._lay_out(files)
        self._marks = Marks(w.view, session.design)
        self._animation = Animation(w.view, w.overlay, session.design)
        self._input = MapInput(w.view, w.controller, w.overlay, session, self._tell)
        self._fan_out_the_game()
        self._close += [self._animation.stop, self._marks.close, self._input.close]
        self._bind_keys()
        session.changed.connect(self._changed)
        session.chosen.connect(self._chosen)
        session.wanted.connect(self._wanted)
        session.refused.connect(self._refused)

    def open(self) -> None:
        """Show the game."""
        w = self._w
        w.view.canvas.focus_set()
        self._changed()
        w.root.update_idletasks()
        # The panels beside the map are narrower than those for editing: no gap is left where they were.
        view = w.view.viewport.resized(w.view.canvas.winfo_width(), w.view.canvas.winfo_height())
        if (closed := without_gaps(view, w.view.renderer.bounds)) != view:
            w.view.look(closed)

    def close(self) -> None:
        """Give the window back to editing, as it was."""
        self.closed = True
        for undo in reversed(self._close):
            undo()
        self._close.clear()
        w = self._w
        w.words.unsay(self._said)
        w.controller.words = ""
        w.renderer.position = None
        w.view.touch(w.renderer.update(w.session.design))
        w.overlay.show(w.session.design)

    def _fan_out_the_game(self) -> None:
        """Stacks that fan out are those of the game, until it is left."""
        fan = self._w.controller.fan
        editing = fan.host
        fan.host = PlayingFan(self.session, self._input)

        def give_back() -> None:
            fan.hold()
            fan.host = editing

        self._close.append(give_back)

    def _keep_view(self) -> None:
        w = self._w
        w.use_tool("select")
        selection, view_as_before = (w.session.hex, w.session.units), w.view.kept()
        w.session.select(None)
        w.controller.forget()
        w.overlay.region(frozenset())

        def look_again() -> None:
            w.session.select(*selection)
            w.overlay.region(w.session.region)
            w.root.update_idletasks()
            view_as_before()

        self._close.append(look_again)

    # -- layout -------------------------------------------------------------------------

    def _lay_out(self, files: Mapping[str, Callable[[], None]]) -> None:
        w, session = self._w, self.session
        root = w.root
        self.pacing = Pacing(root, session, self._show_order, self._failed)
        self.steer = Steering(root, session, self.pacing, self._changed, self._say,
                              lambda: self.side.show_what_waits())
        do = {**self.steer.commands(), **files}
        self.banner = Banner(root, session, do, self._set_speed)
        self.banner.grid(row=1, column=0, sticky="ew")
        self.steer.speed = self.banner.speed
        self.bar = TimelineBar(root, session, do, self.steer.look_at)
        self.bar.grid(row=3, column=0, sticky="ew")
        self.banner.speed.set(self.pacing.speed)
        self.side = SidePages(w.dock.across, session, max(w.dock.right_width, px(366)),
                              w.view.canvas.focus_set, self.jump, self.steer.look_at, self._drag_from_box)
        give_back = w.dock.lend(self.side)

        def restore() -> None:
            self.pacing.stop()
            give_back()
            for widget in (self.banner, self.bar, self.side):
                widget.destroy()

        self._close.append(restore)

    def _bind_keys(self) -> None:
        root, steer = self._w.root, self.steer
        keys: dict[str, Callable[[], None]] = {
            "<Control-Return>": self._input.confirm, "<F12>": steer.decline, "<F10>": steer.step,
            # Without one of its own the map would take this key for F12.
            "<Control-F12>": steer.lend_phase,
            "<Alt-Left>": steer.back, "<Alt-Right>": steer.on}
        old = {key: root.bind(key) for key in keys}
        for key, command in keys.items():
            handler = partial(self._key, command)
            root.bind(key, handler)
            # The map has keys of its own, arrows with Alt among them.
            self._input.bind(key, handler)

        def unbind() -> None:
            for key in keys:
                root.unbind(key)
                if old[key]:
                    root.bind(key, old[key])

        self._close.append(unbind)

    def _key(self, command: Callable[[], None], _event: object) -> str:
        command()
        return "break"

    def _set_speed(self, name: str) -> None:
        self.steer.set_speed(name)
        self._w.view.canvas.focus_set()

    def _tell(self, hex: Hex | None) -> None:
        w = self._w
        w.controller.hex, w.controller.words = hex, self._reach_words(hex)
        w.controller.pointed.emit()

    def _reach_words(self, hex: Hex | None) -> str:
        """What the hex under the pointer costs the chosen units."""
        session = self.session
        goals = session.decision.goals() if session.my_turn and hex is not None else {}
        if not goals or hex is None or session.timeline.game.step != "move":
            return "Play-test"
        cost = goals.get(session.design.map.grid.number(hex))
        return "Out of reach" if cost is None else movement_points(cost) if cost else "In reach"

    # -- following the game -------------------------------------------------------------

    def _changed(self) -> None:
        session, w = self.session, self._w
        if self.closed:
            return
        w.renderer.position = session.views()
        w.view.touch(w.renderer.update(session.design))
        w.overlay.show(session.shown())
        self._animation.stop()
        self._unsay()
        title = w.session.document.title
        w.root.title(f"{'*' if session.unsaved else ''}Play-test of {title} – Visegrad Editor")
        self._chosen()
        self.banner.show(self.pacing.going)
        self.bar.show(self.pacing.replaying)
        w.menus.update("the last order", "the order taken back")
        self._tell(w.controller.hex)
        self.pacing.wake()
        self.side.follow()
        if not session.my_turn:
            w.overlay.cursor(None)

    def _chosen(self) -> None:
        session = self.session
        if self.closed:
            return
        if not session.complaint:
            self._unsay()
        self._w.controller.fan.refresh()
        battle = session.position.battle
        cause = None if battle else occasion(session)
        aim = battle or (cause.hexes[0] if cause and cause.hexes else "")
        if not session.my_turn:
            self._marks.show([], aim=aim)
            return
        decision = session.decision
        units = session.position.units
        picked = {units[k].hex for k in decision.picked if units[k].hex}
        self._marks.show(decision.shades(), decision.sources(), picked, decision.target or aim)
        w = self._w
        if aim and (hex := session.design.map.grid.parse(aim)) is not None:
            w.view.reveal(session.design.map.geometry.centre(hex), 2.0)

    def _say(self, text: str) -> None:
        """Say what was done, until something else is."""
        self._said = text
        self._w.say(text)

    def _refused(self) -> None:
        """Say why something was not done, until something else is chosen or done."""
        self._unsay()
        self._said = self.session.complaint
        self._w.complain(self._said)
        self.banner.show(self.pacing.going)

    def _unsay(self) -> None:
        if self._said:
            self._w.words.unsay(self._said)
            self._said = ""
            self.banner.show(self.pacing.going)

    def _wanted(self) -> None:
        self.side.bring_up(self.side.decision)
        self._changed()

    def _show_order(self, entry: Entry, pause_ms: int) -> None:
        """Let the eye follow an automatic order."""
        if not self.closed and pause_ms > 0:
            self._animation.show(entry, pause_ms)

    def _failed(self, error: Exception) -> None:
        write_log(type(error), error, error.__traceback__)
        message(self._w.root, "Play-test", "The automatic player could not go on. Give its seat to a person "
                f"or to another player (page State). What went wrong: {error}")
        self._changed()

    def jump(self, number: str) -> None:
        """Bring a hex into sight and flash it."""
        hex = self._w.session.design.map.grid.parse(number)
        if hex is not None:
            self._w.controller.go_to(hex, flash=True)

    def _drag_from_box(self, key: str, x_root: int, y_root: int, done: bool) -> None:
        canvas, session = self._w.view.canvas, self.session
        if not session.my_turn:
            return
        x, y = x_root - canvas.winfo_rootx(), y_root - canvas.winfo_rooty()
        inside = 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()
        if session.decision.picked != (key,) and not done:
            session.decision.pick(key)
            session.choose()
        if not inside:
            self._w.overlay.preview(Preview(), (0.0, 0.0))
            return
        point = self._w.view.to_map(x, y)
        self._input.drag_over(point, (key,))
        if done:
            self._input.let_go(point)


# The commands of a play-test: pass, take back, pace the automatic players, go through time.

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

    def __init__(self, parent: tk.Misc, session: PlaySession, wide: int, to_map: Callable[[], None],
                 jump: Callable[[str], None], look_at: Callable[[int], None],
                 drag: Callable[[str, int, int, bool], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", width=wide)
        self._session = session
        self._lent = False
        """The log took the place of the decision while there was none."""
        self._asked: tuple[object, ...] = ()
        """The decision whose page was brought up last."""
        self.book = ttk.Notebook(self, width=wide)
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
