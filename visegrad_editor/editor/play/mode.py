"""Play-test mode: takes over the window around the map, and gives it back as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import filedialog, ttk
from typing import TYPE_CHECKING, Any

from ...engine.record import GameRecord
from ...hexgrid import Hex
from ...model.atomic import SaveError
from ..dialogs import ask, message
from ..errors import write_log
from ..hexinfo import describe
from ..signals import Signal
from ..tools import Preview
from .animation import Animation
from .banner import Banner
from .boxes_panel import BoxesPanel
from .copy_position import scenario_at
from .decision_panel import DecisionPanel
from .dice_view import DiceView
from .eventlog import last_roll
from .keys import show_keys
from .log_panel import LogPanel
from .map_input import MapInput
from .marks import Marks
from .opening import CannotPlay, Opened, open_game, session_of, session_of_record
from .pacing import Pacing
from .session import PlaySession
from .start_dialog import Start, StartDialog
from .state_panel import StatePanel
from .timeline import DiceWanted
from .timeline_bar import TimelineBar
from .words import points

if TYPE_CHECKING:
    from ..window import Window

_KEEP = frozenset({
    "undo", "redo", "save", "save_as", "new", "open", "quit", "zoom_in", "zoom_out", "fit", "show_counters",
    "show_numbers", "show_names", "show_map", "go_to_hex", "shortcuts", "about", "play"})
"""Actions that can be used in a play-test; all others change or show the design."""
_TYPES = (("Game files", "*.yaml *.yml"), ("All files", "*"))
_PAGES = ("Decision", "Log", "Off the map", "State")


class PlayMode:
    """The play-test of a window. Nothing exists of it while no game is on."""

    def __init__(self, window: Window) -> None:
        self._w = window
        self.session: PlaySession | None = None
        self.path: Path | None = None
        """The game file last opened or written."""
        self.switched = Signal()
        self._close: list[Callable[[], None]] = []

    @property
    def on(self) -> bool:
        """Whether a game is shown in place of the design."""
        return self.session is not None

    # -- beginning ----------------------------------------------------------------------

    def ask_start(self) -> None:
        """Ask who plays, and begin with the open scenario."""
        w = self._w
        if w.session.scenario is None:
            w.complain("Open a scenario first: a map alone cannot be played.")
            return
        w.commit_fields()
        errors = sum(p.severity == "error" for p in w.session.problems)
        dialog = StartDialog(w.root, w.session.design.ruleset, errors)
        if dialog.run() == "start" and dialog.start is not None:
            self.start(dialog.start)

    def start(self, start: Start) -> bool:
        """Begin a game of the open scenario; False where it cannot be set up."""
        document = self._w.session.document
        named = str(document.path) if document.path and not document.read_only else ""
        dice = start.dice
        while True:
            try:
                session = PlaySession(self._w.session.design, start.seats, start.seed, dice, named)
                break
            except DiceWanted:
                face = self._ask_roll()
                if not face:
                    return False
                dice = (*(dice or ()), face)
            except ValueError as error:
                message(self._w.root, "Play-test", f"The scenario cannot be set up: {error}")
                return False
        self.path = None
        self.begin(session)
        return True

    def _ask_roll(self) -> int:
        from .roll_dialog import ask_roll
        return ask_roll(self._w.root, "Before the first turn dice are rolled. What is the next roll?")

    def open_file(self, path: Path, switch: Callable[[Any], None]) -> bool:
        """Open a game file: `switch` opens its scenario, then the game is shown. False if it cannot be."""
        try:
            opened = open_game(path)
            if opened.other_design and not self._anyway(opened):
                return False
            session = session_of(opened)
        except CannotPlay as error:
            message(self._w.root, "Open", str(error))
            return False
        self.leave()
        switch(opened.loaded)
        self.path = path
        self._w.settings.remember(path)
        self.begin(session)
        return True

    def show_record(self, record: GameRecord) -> None:
        """Look at a game that was just played with the open scenario."""
        if not self.may_leave():
            return
        try:
            session = session_of_record(self._w.session.design, record)
        except CannotPlay as error:
            message(self._w.root, "Play-test", str(error))
            return
        session.saved_at = ()
        self.path = None
        self.begin(session)

    def _anyway(self, opened: Opened) -> bool:
        return bool(ask(self._w.root, "Open", opened.other_design, (("yes", "Try nevertheless"),
                                                                   ("", "Cancel"))))

    def begin(self, session: PlaySession) -> None:
        """Show a game in the window."""
        self.leave()
        w = self._w
        self.session = session
        w.use_tool("select")
        selection = (w.session.hex, w.session.units)
        w.session.select(None)
        viewport = w.view.viewport

        def look_again() -> None:
            w.session.select(*selection)
            w.root.update_idletasks()
            w.view.look(viewport)

        self._close.append(look_again)
        self._lay_out(session)
        self._marks = Marks(w.view, session.design)
        self._animation = Animation(w.view, w.overlay, session.design)
        self._input = MapInput(w.view, w.controller, w.overlay, session, w.complain, self._tell)
        self._close += [self._animation.stop, self._marks.close, self._input.close]
        self._bind_keys()
        session.changed.connect(self._changed)
        session.chosen.connect(self._chosen)
        session.wanted.connect(self._wanted)
        self._lent = False
        self.switched.emit()
        self._changed()
        w.root.update_idletasks()
        if w.view.viewport.resized(w.view.canvas.winfo_width(), 1).box[2] > w.view.renderer.bounds[2]:
            # There is more room now than map to its right: show what the game is about.
            w.view.centre_on(w.view.home)
        w.view.canvas.focus_set()

    # -- layout -------------------------------------------------------------------------

    def _lay_out(self, session: PlaySession) -> None:
        w = self._w
        root = w.root
        do: dict[str, Callable[[], None]] = {
            "take_back": self.take_back, "step": self.step, "pause": self.pause, "decline": self.decline,
            "save": lambda: self._w.perform("save"), "leave": self.ask_leave,
            "first": lambda: self.look_at(0),
            "back": lambda: self.look_at(session.timeline.at - 1), "replay": self.replay,
            "on": lambda: self.look_at(session.timeline.at + 1),
            "last": lambda: self.look_at(session.timeline.length), "play_on": self.play_on,
            "copy": self.copy_position}
        self.banner = Banner(root, session, do, self._set_speed)
        self.banner.grid(row=1, column=0, sticky="ew")
        self.bar = TimelineBar(root, session, do, self.look_at)
        self.bar.grid(row=3, column=0, sticky="ew")
        self.pacing = Pacing(root, session, self._show_order, self._failed)
        self.banner.speed.set(self.pacing.speed)
        across, down = w._across, w._down
        wide = w.book.winfo_width()
        across.forget(w.palette)
        across.forget(w.book)
        down.forget(w.problems)
        self.side = ttk.Frame(across, style="Panel.TFrame", width=max(wide, 366))
        self.book = ttk.Notebook(self.side, width=max(wide, 366))
        self.dice = DiceView(self.side)
        self.dice.pack(side="bottom", fill="x", padx=6, pady=6)
        self.book.pack(fill="both", expand=True)
        self.decision = DecisionPanel(self.book, session, w.complain, w.view.canvas.focus_set)
        self.log = LogPanel(self.book, session, self.jump, self.look_at)
        self.boxes = BoxesPanel(self.book, session, self._drag_from_box)
        self.state = StatePanel(self.book, session, self.jump)
        for page, title in zip((self.decision, self.log, self.boxes, self.state), _PAGES, strict=True):
            self.book.add(page, text=title)
        across.add(self.side, weight=0)

        def restore() -> None:
            self.pacing.stop()
            across.forget(self.side)
            for widget in (self.banner, self.bar, self.side):
                widget.destroy()
            across.insert(0, w.palette, weight=0)
            across.add(w.book, weight=0)
            down.add(w.problems, weight=0)

        self._close.append(restore)

    def _bind_keys(self) -> None:
        root, session = self._w.root, self.session
        assert session is not None
        keys: dict[str, Callable[[], None]] = {
            "<Control-Return>": self._input.confirm, "<F12>": self.decline, "<F10>": self.step,
            "<Alt-Left>": lambda: self.look_at(session.timeline.at - 1),
            "<Alt-Right>": lambda: self.look_at(session.timeline.at + 1)}
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

    # -- leaving ------------------------------------------------------------------------

    def may_leave(self) -> bool:
        """Whether the game may be left: asks where it is not saved."""
        if self.session is None or not self.session.unsaved:
            return True
        choice = ask(self._w.root, "Play-test", "This game is not saved.",
                     (("save", "Save game"), ("discard", "Don't save"), ("", "Cancel")))
        return choice == "discard" or (choice == "save" and self.save())

    def ask_leave(self) -> None:
        """Leave after asking."""
        if self.may_leave():
            self.leave()

    def leave(self) -> None:
        """Show the design again, as it was."""
        if self.session is None:
            return
        w = self._w
        self.session = None
        for undo in reversed(self._close):
            undo()
        self._close.clear()
        w.renderer.position = None
        w.view.touch(w.renderer.update(w.session.design))
        w.overlay.show(w.session.design)
        w._update_actions()
        w._titled()
        self._tell(None)
        self.switched.emit()
        w.view.canvas.focus_set()

    # -- what the window asks -----------------------------------------------------------

    def enabled(self, id: str) -> bool:
        """Whether an action can be used while a game is on."""
        session = self.session
        if session is None or id not in _KEEP:
            return False
        if id == "undo":
            return session.can_take_back
        return bool(session.timeline.ahead) and not session.looking_back if id == "redo" else True

    def perform(self, id: str) -> bool:
        """Do an action in the game; False where the window is to do it itself."""
        mine: dict[str, Callable[[], object]] = {
            "undo": self.take_back, "redo": self.redo, "save": self.save, "save_as": self.save_as,
            "play": self.ask_leave, "shortcuts": lambda: show_keys(self._w.root)}
        if id in mine:
            mine[id]()
            return True
        if id in ("new", "open", "quit"):
            if not self.may_leave():
                return True
            self.leave()
        return False

    def words_of(self, hex: Hex) -> str:
        """A hex in words for the status bar, with the units of the game."""
        assert self.session is not None
        return describe(self.session.shown(), hex)

    def _tell(self, hex: Hex | None) -> None:
        w = self._w
        w.controller.hex, w.controller.words = hex, self._reach_words(hex)
        w.controller.pointed.emit()

    def _reach_words(self, hex: Hex | None) -> str:
        """What the hex under the pointer costs the chosen units."""
        session = self.session
        if session is None:
            return ""
        goals = session.decision.goals() if session.my_turn and hex is not None else {}
        if not goals or hex is None or session.timeline.game.step != "move":
            return "Play-test"
        cost = goals.get(session.design.map.grid.number(hex))
        return "Out of reach" if cost is None else f"{points(cost)} movement points" if cost else "In reach"

    # -- following the game -------------------------------------------------------------

    def _changed(self) -> None:
        session, w = self.session, self._w
        if session is None:
            return
        w.renderer.position = session.views()
        w.view.touch(w.renderer.update(session.design))
        w.overlay.show(session.shown())
        self._animation.stop()
        self.dice.show(*last_roll(session.timeline.done))
        title = w.session.document.title
        w.root.title(f"{'*' if session.unsaved else ''}Play-test of {title} – Visegrad Editor")
        self._chosen()
        self.banner.show(self.pacing.going)
        self.bar.show(self.pacing.replaying)
        w.menus.update("the last order", "the order taken back")
        self._tell(w.controller.hex)
        self.pacing.wake()
        if session.my_turn:
            self._show_page()
        elif (session.automatic or session.looking_back) and self.book.select() == str(self.decision):  # type: ignore[no-untyped-call]
            # Nothing is to be decided: what happens is in the log.
            self.book.select(self.log)  # type: ignore[no-untyped-call]
            self._lent = True

    def _show_page(self) -> None:
        """Bring up the page where the next choice is made."""
        session = self.session
        assert session is not None
        waiting = self.boxes.waiting
        only_boxes = waiting and not session.decision.sources() and session.decision.style == "go"
        title = f"Off the map ({waiting})" if waiting else "Off the map"
        self.book.tab(self.boxes, text=title)  # type: ignore[no-untyped-call]
        if only_boxes and session.timeline.game.step == "place":
            self.book.select(self.boxes)  # type: ignore[no-untyped-call]
        elif self._lent or session.position.battle or session.decision.style in ("attack", "strike", "list"):
            self.book.select(self.decision)  # type: ignore[no-untyped-call]
        self._lent = False

    def _chosen(self) -> None:
        session = self.session
        if session is None:
            return
        battle = session.position.battle
        if not session.my_turn:
            self._marks.show([], aim=battle)
            return
        decision = session.decision
        units = session.position.units
        picked = {units[k].hex for k in decision.picked if units[k].hex}
        self._marks.show(decision.shades(), decision.sources(), picked, decision.target or battle)
        w = self._w
        if battle and (hex := session.design.map.grid.parse(battle)) is not None:
            w.view.reveal(session.design.map.geometry.centre(hex), 2.0)

    def _wanted(self) -> None:
        self.book.select(self.decision)  # type: ignore[no-untyped-call]
        self._changed()

    def _show_order(self, entry: Any, pause_ms: int) -> None:
        """Let the eye follow an automatic order."""
        session = self.session
        if session is not None and pause_ms > 0:
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
        if session is None or not session.my_turn:
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

    # -- commands -----------------------------------------------------------------------

    def _set_speed(self, name: str) -> None:
        self.pacing.cancel()
        self.pacing.speed = name
        self.banner.speed.set(name)
        self.pacing.running = True
        self._w.view.canvas.focus_set()
        self._changed()

    def step(self) -> None:
        """One order of the automatic player."""
        if self.session is not None and self.session.automatic:
            self.pacing.stop()
            self.pacing.step()

    def pause(self) -> None:
        """Stop the automatic players, or let them go on."""
        session = self.session
        if session is None:
            return
        self.pacing.cancel()
        if self.pacing.going:
            self.pacing.stop()
        else:
            if self.pacing.pause_ms < 0:
                self.pacing.speed = "Medium"
                self.banner.speed.set("Medium")
            self.pacing.running = True
        self._changed()

    def decline(self) -> None:
        """Pass or end the phase."""
        from ...engine.orders import IllegalOrder
        if self.session is None or not self.session.my_turn:
            return
        try:
            self.session.decline()
        except IllegalOrder as refusal:
            self._w.complain(str(refusal))

    def take_back(self) -> None:
        """Back to the last decision of a person."""
        if self.session is not None:
            self.pacing.cancel()
            if not self.session.seats.any_human:
                self.pacing.stop()
            if self.session.take_back():
                self._w.say("Taken back.")

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.session is not None:
            self.session.redo()

    def look_at(self, at: int) -> None:
        """Show an earlier moment, or the latest."""
        if self.session is not None:
            self.pacing.cancel()
            self.pacing.replaying = False
            self.session.look_at(at)

    def replay(self) -> None:
        """Let the orders run from the moment shown, from the beginning at the end; or stop."""
        session = self.session
        if session is None:
            return
        running = self.pacing.replaying
        self.pacing.cancel()
        self.pacing.replaying = not running
        if not running and not session.timeline.ahead:
            session.look_at(0)
        else:
            self._changed()

    def play_on(self) -> None:
        """Go on from the moment shown."""
        session = self.session
        if session is None or not session.looking_back:
            return
        if session.timeline.ahead and session.unsaved:
            n = len(session.timeline.ahead)
            if not ask(self._w.root, "Play on from here", f"The {n} orders after this moment are dropped, "
                       "and they are in no file.", (("yes", "Play on"), ("", "Cancel"))):
                return
        self.pacing.replaying, self.pacing.running = False, True
        session.play_on()

    # -- files --------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the game; asks for a name the first time."""
        return self._write(self.path) if self.path is not None else self.save_as()

    def save_as(self) -> bool:
        """Ask for a name and save the game."""
        if self.session is None:
            return False
        name = f"{Path(self.session.scenario).stem or self._scenario_name()}-game.yaml"
        chosen = filedialog.asksaveasfilename(parent=self._w.root, title="Save the game", initialfile=name,
                                              defaultextension=".yaml", filetypes=_TYPES)
        return bool(chosen) and self._write(Path(chosen))

    def _scenario_name(self) -> str:
        assert self.session is not None
        scenario = self.session.design.scenario
        return scenario.name if scenario else "scenario"

    def _write(self, path: Path) -> bool:
        assert self.session is not None
        w = self._w
        if w.session.history.changed or w.session.document.path is None:
            choice = ask(w.root, "Save the game", "A game file names its scenario by file, and the scenario "
                         "has changes that are in no file. Without them the game cannot be opened again.",
                         (("both", "Save the scenario first"), ("game", "Save the game alone"),
                          ("", "Cancel")))
            if not choice or (choice == "both" and not w.files.save()):
                return False
            if choice == "both":
                self.session.scenario = str(w.session.document.path)
        try:
            self.session.save(path)
        except SaveError as error:
            message(w.root, "Save the game", str(error))
            return False
        self.path = path
        w.settings.remember(path)
        w.say(f"Saved the game as {path}.")
        return True

    def copy_position(self) -> None:
        """Open the position of this moment as a new design."""
        session, w = self.session, self._w
        if session is None:
            return
        design = session.design
        words = (f"Order {session.timeline.at} of {session.timeline.length}"
                 + (f", dice from seed {session.timeline.game.dice.seed}." if not session.timeline.by_hand
                    else ", dice entered by hand."))
        scenario = scenario_at(design, session.position, words)
        question = ("The position opens as a new design that has no file yet. The play-test ends with it"
                    + (", and the game is not saved." if session.unsaved else "."))
        choices = [("copy", "Copy the position"), ("", "Cancel")]
        if session.unsaved:
            choices.insert(0, ("save", "Save the game, then copy"))
        choice = ask(w.root, "Copy this position into a scenario", question, choices)
        if not choice or (choice == "save" and not self.save()):
            return
        if not w.files.may_leave():
            return
        self.leave()
        w.files.open_new(replace(design, scenario=scenario), scenario.title)
        w.say(f"{scenario.title}: a new design, to be saved under a name of its own.")
