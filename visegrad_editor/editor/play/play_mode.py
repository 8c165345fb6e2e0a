"""Play-test mode: takes over the window around the map, and gives it back as it was."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk
from typing import TYPE_CHECKING, Any

from ...drawing.style_file import shipped_styles
from ...engine import Game
from ...engine.orders import IllegalOrder
from ...engine.record import GameRecord
from ...hexgrid import Hex
from ...model.files.atomic import SaveError
from ...model.provenance import Provenance
from ...model.scenario import Scenario
from ..documents.game_files import named_record, scenario_on_file
from ..map.hex_words import describe
from ..safety.dialogs import ask_not_saved, ask_replace
from ..safety.watch import text_now
from ..widgets.dialogs import Dialog, ask, message
from ..widgets.progress import Cancelled, run_with_progress
from ..widgets.worker import Report
from ..window.theme import px
from .dice import DiceButtons
from .opening import CannotPlay, Opened, open_game, session_of, session_of_record
from .prompts import roll_wanted
from .session import PlaySession
from .start_dialog import Start, StartDialog
from .table import Table
from .timeline import DiceWanted
from .words import when

if TYPE_CHECKING:
    from ..window.window import Window


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
        # own
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


# The keys and mouse moves of a play-test, for its help.

KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Mouse on the map", (
        ("Drag a counter", "Move, retreat, advance; onto an enemy hex: attack"),
        ("Shift + drag, Shift + click", "The whole stack"),
        ("Rest on a stack, F", "Its counters side by side: click or drag one, or arrows and Return"),
        ("Click", "Choose a unit; again: the next one down the stack; a shaded hex: go there"),
        ("Double click", "Confirm the attack on this hex, or the choice of this unit"),
        ("Right click", "Let go of what is chosen"),
        ("Drag the ground, middle button", "Move the map"),
        ("Wheel", "Zoom at the pointer"),
    )),
    ("Keyboard on the map", (
        ("N", "The next unit that can do something"),
        ("Arrow keys", "Move the hex cursor; the way there is shown"),
        ("Return, Space", "Like a click; once more: confirm"),
        ("Shift + Return", "The whole stack"),
        ("Ctrl + arrow keys", "Scroll the map"),
        ("Esc", "Let go of what is chosen"),
        ("Tab", "On to the panels"),
    )),
    ("The game", (
        ("Ctrl+Return", "Confirm what is chosen"),
        ("F12", "End the phase, pass, decline"),
        ("Ctrl+F12", "Let the planner do the rest of this phase"),
        ("Ctrl+Z, Ctrl+Y", "Take back to your last decision; do it again"),
        ("F10", "One order of the automatic player"),
        ("Alt+Left, Alt+Right", "One order back or on"),
        ("Ctrl+S, Ctrl+Shift+S", "Save the game; under another name"),
        ("F11, Ctrl+P", "Leave the play-test"),
    )),
    ("In the panels", (
        ("Return, double click on an order", "Give it"),
        ("Return on a unit's picture", "Confirm what is chosen"),
        ("Double click on an air unit", "Send it, buy it"),
        ("1 to 6 on the dice", "Enter the roll"),
        ("Return on a line of the log", "Go to its hex"),
        ("Shift + Return on a line", "Show its moment"),
        ("Arrows, Page, Home, End", "Move the slider"),
    )),
)


def show_keys(parent: tk.Misc) -> None:
    """Show all keys of a play-test."""
    dialog = Dialog(parent, "Keys and mouse in a play-test")
    for column in (0, 1):
        frame = ttk.Frame(dialog.body, style="Panel.TFrame")
        frame.pack(side="left", anchor="n", padx=(0, px(24)))
        row = 0
        for title, keys in KEYS[column::2]:
            ttk.Label(frame, text=title, style="Section.TLabel").grid(
                row=row, column=0, columnspan=2, sticky="w", pady=(8 if row else 0, px(2)))
            for i, (key, what) in enumerate(keys, row + 1):
                ttk.Label(frame, text=key, style="Panel.TLabel").grid(
                    row=i, column=0, sticky="nw", padx=(0, px(16)))
                ttk.Label(frame, text=what, style="Quiet.TLabel", wraplength=px(260), justify="left").grid(
                    row=i, column=1, sticky="w")
            row += len(keys) + 1
    dialog.button("Close", dialog.cancel, default=True)
    dialog.present()


# A moment of a game as a new scenario, which begins at this moment.

def scenario_at(game: Game, seed_words: str = "") -> Scenario:
    """A scenario that begins at this moment of a game: its own, not a variant.

    Units stand where they do, with the side that is up; what has happened is in `start`. `seed_words`
    tells where the position comes from. Raises `IllegalOrder` with a sentence where no scenario can
    begin, as within an attack.
    """
    now = game.scenario_now()
    arrivals = [u.reinforcement for u in now.units if u.reinforcement]
    used = {entry for a in arrivals for entry in (a.entry, *a.also)}
    moment = when(game.design, game.turn, game.phase)
    told = f"turn {game.turn}" if game.turn else "set-up"
    return replace(
        now, name=f"{now.name}-{told.replace(' ', '-')}", title=f"{now.title}, {told}", extends="",
        version="1", summary=_summary(now, game.turn, moment), notes=_notes(now, moment, seed_words),
        provenance=Provenance("designer"), entries=tuple(e for e in now.entries if e.id in used))


def _summary(scenario: Scenario, turn: int, moment: str) -> str:
    if not turn:
        return f"The set-up of a play-test of {scenario.title}."
    left = scenario.turns - turn + 1
    to_play = "the last turn" if left == 1 else f"{left} turns to play"
    return f"{moment} of a play-test of {scenario.title}; {to_play}."


def _notes(scenario: Scenario, moment: str, seed_words: str) -> str:
    parts = [f"Copied from a play-test of {scenario.title}: {moment}."]
    if seed_words:
        parts.append(seed_words)
    if scenario.notes:
        parts.append(f"Notes of {scenario.title}: {scenario.notes}")
    return "\n\n".join(parts)


# Moments of a game that can be gone back to.

_FAR = 80
"""How many orders back a moment is looked for."""


def last_beginning(session: PlaySession) -> int | None:
    """How many orders had been done when a scenario could have begun last, this moment counted; None where
    that is far back. The game is where it was afterwards."""
    timeline = session.timeline
    at = timeline.at
    try:
        for moment in range(at, max(-1, at - _FAR), -1):
            timeline.go(moment)
            try:
                timeline.game.scenario_now()
            except IllegalOrder:
                continue
            return moment
        return None
    finally:
        timeline.go(at)


# Asks for one roll of a real die.

def ask_roll(parent: tk.Misc, text: str) -> int:
    """The face, or 0 where the question was cancelled."""
    dialog = Dialog(parent, "Roll of the die")
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=px(320),
              justify="left").pack(anchor="w")
    dice = DiceButtons(dialog.body, lambda face: dialog.finish(str(face)))
    dice.pack(pady=(px(8), 0))
    dialog.button("Cancel", dialog.cancel)
    return int(dialog.run(dice.buttons[0]) or 0)
