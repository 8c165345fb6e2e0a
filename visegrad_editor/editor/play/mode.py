"""Play-test mode: takes over the window around the map, and gives it back as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING, Any

from ...drawing.style_file import shipped_styles
from ...engine.orders import IllegalOrder
from ...engine.record import GameRecord
from ...hexgrid import Hex
from ...model.atomic import SaveError
from ..dialogs import ask, message
from ..game_files import named_record, scenario_on_file
from ..hexinfo import describe
from ..progress import Cancelled, run_with_progress
from ..safety.dialogs import ask_not_saved, ask_replace
from ..safety.on_disk import text_now
from ..worker import Report
from .copy_position import scenario_at
from .keys import show_keys
from .moments import last_beginning
from .opening import CannotPlay, Opened, open_game, session_of, session_of_record
from .session import PlaySession
from .start_dialog import Start, StartDialog
from .table import Table
from .telling import roll_wanted
from .timeline import DiceWanted

if TYPE_CHECKING:
    from ..window import Window

_KEEP = frozenset({
    "undo", "redo", "save", "save_as", "new", "open", "quit", "zoom_in", "zoom_out", "fit", "turn_right",
    "turn_left", "turn_back", "show_counters", "fan_stack",
    "show_numbers", "show_names", "show_map", "go_to_hex", "shortcuts", "about", "play",
    "planner_phase",
    "command_palette", "theme_light", "theme_dark", "style_own", "style_other",
    *(f"style_{s.name}" for s in shipped_styles())})
"""Actions that can be used in a play-test; all others change or show the design."""
_TYPES = (("Game files", "*.yaml *.yml"), ("All files", "*"))
_SAVE = "Save the game"


class PlayMode:
    """The play-test of a window. Nothing exists of it while no game is on."""

    def __init__(self, window: Window) -> None:
        self._w = window
        self._table: Table | None = None
        self.path: Path | None = None
        """The game file last opened or written."""
        self._known: str | None = None
        """What that file says, as far as is known here."""

    @property
    def on(self) -> bool:
        """Whether a game is shown in place of the design."""
        return self.session is not None

    @property
    def session(self) -> PlaySession | None:
        """The game that is on."""
        return self._table.session if self._table is not None else None

    @property
    def table(self) -> Table:
        """The widgets of the game that is on."""
        assert self._table is not None
        return self._table

    def belongs_to(self, path: Path | None) -> None:
        """The game is in this file, as it says now; in none for None."""
        self.path, self._known = path, None if path is None else text_now(path)

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
            except DiceWanted as wanted:
                face = self._ask_roll(wanted)
                if not face:
                    return False
                dice = (*(dice or ()), face)
            except ValueError as error:
                message(self._w.root, "Play-test", f"The scenario cannot be set up: {error}")
                return False
        self.path = None
        self.begin(session)
        return True

    def _ask_roll(self, wanted: DiceWanted) -> int:
        from .roll_dialog import ask_roll
        return ask_roll(self._w.root, f"Before the first turn dice are rolled. {roll_wanted(wanted)}")

    def open_file(self, path: Path, switch: Callable[[Any], None]) -> bool:
        """Open a game file: `switch` opens its scenario, then the game is shown. False if it cannot be."""
        def read(report: Report) -> Opened:
            report(-1.0, "Reading the files")
            return open_game(path)

        def play(report: Report) -> PlaySession:
            report(-1.0, f"Playing {len(opened.record.orders)} orders again")
            return session_of(opened)

        changed = ""
        try:
            opened = run_with_progress(self._w.root, f"Opening the game {path.name}", read)
            changed = opened.changed_by_hand
            if opened.other_design and not self._anyway(opened):
                return False
            session = run_with_progress(self._w.root, f"Opening the game {path.name}", play)
        except Cancelled:
            return False
        except CannotPlay as error:
            message(self._w.root, "Open", "\n\n".join(filter(None, (str(error), changed))))
            return False
        self.leave()
        switch(opened.loaded)
        self.belongs_to(path)
        self._w.settings.remember(path)
        self.begin(session)
        if changed:
            message(self._w.root, "Open", changed)
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
        if self._w.fit is not None:
            self._w.fit.cancel()
        self._table = Table(self._w, session, {
            "save": lambda: self._w.perform("save"), "leave": self.ask_leave, "copy": self.copy_position})
        self._table.open()

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
        table, self._table = self._table, None
        if table is None:
            return
        table.close()
        w = self._w
        w.controller.forget()
        w.following.update_actions()
        w.following.titled()
        w.words.tell_hex()
        w.view.canvas.focus_set()

    # -- what the window asks -----------------------------------------------------------

    def enabled(self, id: str) -> bool:
        """Whether an action can be used while a game is on."""
        session = self.session
        if session is None or id not in _KEEP:
            return False
        if id == "undo":
            return session.can_take_back
        if id == "planner_phase":
            return session.my_turn
        return bool(session.timeline.ahead) and not session.looking_back if id == "redo" else True

    def perform(self, id: str) -> bool:
        """Do an action in the game; False where the window is to do it itself."""
        if not self.on:
            return False
        mine: dict[str, Callable[[], object]] = {
            "undo": self.table.steer.take_back, "redo": self.table.steer.redo,
            "save": self.save, "save_as": self.save_as,
            "play": self.ask_leave, "planner_phase": self.table.steer.lend_phase,
            "shortcuts": lambda: show_keys(self._w.root)}
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

    # -- files --------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the game; asks for a name the first time."""
        if self.path is None:
            return self.save_as()
        return self._on_file() and self._write(self.path)

    def save_as(self) -> bool:
        """Ask for a name and save the game."""
        if self.session is None or not self._on_file():
            return False
        document = self._w.session.document
        own = document.path if document.path and not document.read_only else None
        name = f"{own.stem if own else self._scenario_name()}-game.yaml"
        chosen = filedialog.asksaveasfilename(
            parent=self._w.root, title=_SAVE, initialfile=name, defaultextension=".yaml", filetypes=_TYPES,
            initialdir=str(own.resolve().parent if own else Path.home()))
        return bool(chosen) and self._write(Path(chosen))

    def _scenario_name(self) -> str:
        assert self.session is not None
        scenario = self.session.design.scenario
        return scenario.name if scenario else "scenario"

    def _on_file(self) -> bool:
        """Whether a game file would find the scenario of this game; has it saved first."""
        w = self._w
        return self.session is not None and scenario_on_file(
            w.root, _SAVE, w.session, self.session.design, w.files.save)

    def _write(self, path: Path) -> bool:
        assert self.session is not None
        w, path = self._w, path.resolve()
        if path == self.path and (choice := ask_replace(w.root, path, self._known)) != "over":
            return choice == "elsewhere" and self.save_as()
        record = named_record(w.session, self.session.record())
        try:
            self.session.save(path, record)
        except SaveError as error:
            choice = ask_not_saved(w.root, error)
            return self._write(path) if choice == "again" else choice == "elsewhere" and self.save_as()
        self.session.scenario = record.scenario
        self.belongs_to(path)
        w.settings.remember(path)
        w.say(f"Saved the game as {path}.")
        return True

    def _offer_earlier(self, why: str) -> None:
        """This moment cannot be copied: offer to go back to the last one that can be."""
        assert self.session is not None
        title, moment = "Copy this position into a scenario", last_beginning(self.session)
        if moment is None:
            message(self._w.root, title, why)
        elif ask(self._w.root, title, why, (("back", f"Go back to order {moment}"), ("", "Cancel"))):
            self.table.steer.look_at(moment)

    def copy_position(self) -> None:
        """Open the position of this moment as a new design."""
        session, w = self.session, self._w
        if session is None:
            return
        design = session.design
        words = (f"Order {session.timeline.at} of {session.timeline.length}"
                 + (f", dice from seed {session.timeline.game.dice.seed}." if not session.timeline.by_hand
                    else ", dice entered by hand."))
        try:
            scenario = scenario_at(session.timeline.game, words)
        except IllegalOrder as refusal:
            self._offer_earlier(str(refusal))
            return
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
