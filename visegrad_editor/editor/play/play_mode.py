"""Play-test mode: starting, opening, saving and leaving games, and what window actions mean meanwhile."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from ...drawing.style_file import shipped_styles
from ...engine import Game
from ...engine.orders import IllegalOrderError
from ...engine.record import GameRecord
from ...errors import Cancelled
from ...hexgrid import Hex
from ...model.files.load import LoadResult
from ...model.provenance import Provenance
from ...model.scenario import Scenario
from ...model.wording import count
from ...systems import fault_text
from ..actions import Action
from ..documents.files import Files
from ..documents.game_files import GameFile, OpenedGame, open_game
from ..errors import write_log
from ..platforms import key_words
from ..signals import Signal
from ..widgets.dialogs import Dialog, ask, message
from ..widgets.progress import run_with_progress
from ..widgets.worker import Report
from ..window.theme import px

if TYPE_CHECKING:
    from ..session import Session
    from .session import PlaySession
    from .start_dialog import PlayTestOptions
    from .table import Table

_AVAILABLE = frozenset({
    "undo", "redo", "save", "save_as", "new", "open", "quit", "zoom_in", "zoom_out", "fit", "turn_right",
    "turn_left", "turn_back", "show_counters", "fan_stack",
    "show_numbers", "show_names", "show_map", "go_to_hex", "manual", "shortcuts", "about", "play",
    "planner_phase", "copy_position",
    "command_palette", "theme_light", "theme_dark", "style_own", "style_other",
    *(f"style_{s.name}" for s in shipped_styles())})
"""Actions available in a play-test; all others change or show the design."""
UNDO_LABEL, REDO_LABEL = "the last order", "the order taken back"
"""The objects of the menu entries Undo and Redo in a play-test."""
_COPY = "Copy this position into a scenario"


class PlayMode:
    """The play-test of a window; it holds nothing while no game is on.

    `root` is the window over which dialogs appear, `session` the design open in it, `files` are its files and
    `file` is that of the game. `lay_table` creates the table for a game and puts it around the map; its
    arguments are the game and a mapping with the functions `leave` and `copy` (which copies the position).
    """

    def __init__(self, root: tk.Tk, session: Session, files: Files, file: GameFile,
                 lay_table: Callable[[PlaySession, Mapping[str, Callable[[], None]]], Table],
                 commit_fields: Callable[[], None], say: Callable[[str], None],
                 complain: Callable[[str], None]) -> None:
        self._root, self._session, self._files, self._file = root, session, files, file
        self._lay_table, self._commit_fields, self._say = lay_table, commit_fields, say
        self._complain = complain
        self._table: Table | None = None
        self.changed = Signal()
        """A game was shown, moved in time or left: title, menus and texts of the window change."""

    @property
    def on(self) -> bool:
        """Whether a game is shown instead of the design."""
        return self.session is not None

    @property
    def session(self) -> PlaySession | None:
        """The present game, or None."""
        return self._table.session if self._table is not None else None

    @property
    def table(self) -> Table:
        """The widgets of the present game."""
        assert self._table is not None
        return self._table

    @property
    def title(self) -> str:
        """The title of the window during a game, else ""."""
        if self.session is None:
            return ""
        star = "*" if self.session.unsaved else ""
        file = f"{self.path.name} – " if self.path is not None else ""
        return f"{star}{file}Play-test of {self._session.document.title} – Visegrad Editor"

    @property
    def path(self) -> Path | None:
        """The game file opened or written last."""
        return self._file.path

    def belongs_to(self, path: Path | None) -> None:
        """Note that the game is in this file in its present state; None for no file."""
        self._file.belongs_to(path)
        self._show_file()

    def _show_file(self) -> None:
        """Let the banner say whether saving asks for a name."""
        if self._table is not None:
            self._table.banner.show_file(self.path is not None)

    # -- starting -----------------------------------------------------------------------

    def ask_start(self) -> None:
        """Ask who plays, and start a game of the open scenario."""
        from .start_dialog import StartDialog

        session = self._session
        if session.scenario is None:
            self._complain("Open a scenario first: a map without a scenario cannot be played.")
            return
        self._commit_fields()
        if why_not := session.why_no_game():
            message(self._root, "Play-test", why_not)
            return
        dialog = StartDialog(self._root, session.design.ruleset)
        if dialog.run() == "start" and dialog.start is not None:
            self.start(dialog.start)

    def start(self, start: PlayTestOptions) -> bool:
        """Start a game of the open scenario; False if it cannot be set up."""
        from .prompts import roll_wanted
        from .session import PlaySession
        from .timeline import DiceWanted

        design, document = self._session.design, self._session.document
        named = str(document.path) if document.path and not document.read_only else ""
        dice = start.dice
        while True:
            try:
                game = PlaySession(design, start.seats, start.seed, dice, named)
                break
            except DiceWanted as wanted:
                told = f"Dice are rolled before the first turn. {roll_wanted(wanted)}"
                face = ask_roll(self._root, told, wanted.sides)
                if not face:
                    return False
                dice = (*wanted.given, face)
            except ValueError as error:
                message(self._root, "Play-test", f"The scenario cannot be set up: {error}")
                return False
            except Exception as error:  # a package that fails must not look like a bug of the program
                if not (text := fault_text(design.ruleset.system, error)):
                    raise
                write_log(type(error), error, error.__traceback__)
                message(self._root, "Play-test", f"The scenario cannot be set up: {text}")
                return False
        self.belongs_to(None)
        self.begin(game)
        return True

    def open_file(self, path: Path, switch: Callable[[LoadResult], None]) -> bool:
        """Open a game file: `switch` opens its scenario, then the game is shown. False on failure."""
        from .session import PlayError

        def read(report: Report) -> OpenedGame:
            report(-1.0, "Reading the files")
            return open_game(path)

        def play(report: Report) -> tuple[str, PlaySession]:
            report(-1.0, f"Replaying {count(len(opened.record.orders), 'order')}")
            other = opened.other_design()
            try:
                return other, opened.play_again(part=bool(other))
            except PlayError as error:
                raise PlayError(other or str(error)) from None

        changed = ""
        try:
            opened = run_with_progress(self._root, f"Opening the game {path.name}", read)
            changed = "\n\n".join(filter(None, (opened.changed_by_hand, opened.other_package)))
            other, game = run_with_progress(self._root, f"Opening the game {path.name}", play)
        except Cancelled:
            return False
        except PlayError as error:
            message(self._root, "Open", "\n\n".join(filter(None, (str(error), changed))))
            return False
        whole = len(game.orders) == len(opened.record.orders)
        if other and not self._ask_open_anyway(other, whole):
            return False
        self.leave()
        switch(opened.loaded)
        if opened.record.options:
            # They become a change of the scenario, which is to be saved before the game is saved again.
            self._session.edit("Choose the options of the game", opened.design)
        self._file.opened(path)
        if not whole:
            # Saving must not replace the whole game by a part of it.
            self.belongs_to(None)
        self.begin(game)
        if changed:
            message(self._root, "Open", changed)
        return True

    def show_record(self, record: GameRecord) -> None:
        """Show a game that was just played with the open scenario."""
        from .session import PlayError, session_of_record

        if not self.may_leave():
            return
        try:
            game = session_of_record(self._session.design, record)
        except PlayError as error:
            message(self._root, "Play-test", str(error))
            return
        game.saved_at = ()
        self.belongs_to(None)
        self.begin(game)

    def _ask_open_anyway(self, other: str, whole: bool) -> bool:
        text = other if whole else (
            f"{other}\n\nIf you open it anyway, you see the game up to the order before this one. The game "
            "file does not change.")
        return bool(ask(self._root, "Open", text, (("yes", "Open anyway"), ("", "Cancel"))))

    def begin(self, game: PlaySession) -> None:
        """Show a game in the window."""
        self.leave()
        self._table = self._lay_table(game, {"leave": self.ask_leave, "copy": self.copy_position})
        self._table.shown.connect(self.changed.emit)
        self._show_file()
        self._table.open()

    # -- leaving ------------------------------------------------------------------------

    def may_leave(self) -> bool:
        """Whether the game may be left; asks if it is not saved."""
        if self.session is None or not self.session.unsaved:
            return True
        choice = ask(self._root, "Play-test", "This game is not saved.",
                     (("save", "Save game"), ("discard", "Don't save"), ("", "Cancel")))
        return choice == "discard" or (choice == "save" and self.save())

    def ask_leave(self) -> None:
        """Leave the game, after asking if it is not saved."""
        if self.may_leave():
            self.leave()

    def leave(self) -> None:
        """Show the design again, as it was."""
        table, self._table = self._table, None
        if table is not None:
            table.close()
            self.changed.emit()

    # -- actions of the window ----------------------------------------------------------

    def why_not(self, action: Action) -> str | None:
        """Why an action cannot be used during a game; "" if it can; None if no game is on."""
        if self.session is None:
            return None
        return "" if self._can_use(self.session, action.id) else "Not in a play-test: leave it first."

    def _can_use(self, game: PlaySession, id: str) -> bool:
        if id == "undo":
            return game.can_take_back
        if id == "redo":
            return bool(game.timeline.ahead) and not game.looking_back
        if id == "planner_phase":
            return game.my_turn
        return id in _AVAILABLE

    def perform(self, id: str) -> bool:
        """Perform an action in the game; False if the window must perform it."""
        if not self.on:
            return False
        commands: dict[str, Callable[[], object]] = {
            "undo": self.table.commands.take_back, "redo": self.table.commands.redo,
            "save": self.save, "save_as": self.save_as,
            "play": self.ask_leave, "planner_phase": self.table.commands.lend_phase,
            "copy_position": self.copy_position, "shortcuts": lambda: show_keys(self._root)}
        if id in commands:
            commands[id]()
            return True
        if id in ("new", "open", "quit"):
            if not self.may_leave():
                return True
            self.leave()
        return False

    def words_of(self, hex: Hex) -> str:
        """The text about a hex for the status bar."""
        assert self.session is not None
        return self.session.words_of(hex)

    # -- saving the game, copying its position ------------------------------------------

    def save(self) -> bool:
        """Save the game; asks for a name the first time."""
        return self.session is not None and self._saved(self._file.save(self.session))

    def save_as(self) -> bool:
        """Ask for a name and save the game."""
        return self.session is not None and self._saved(self._file.save_as(self.session))

    def _saved(self, done: bool) -> bool:
        """Show the file that saving may have changed, also in the title; returns whether it was `done`."""
        self._show_file()
        if done:
            self.changed.emit()
        return done

    def _offer_earlier(self, why: str) -> None:
        """Offer to go back to the last moment that can be copied, as this one cannot."""
        moment = last_startable_moment(self.table.session)
        if moment is None:
            message(self._root, _COPY, why)
        elif ask(self._root, _COPY, why, (("back", f"Go back to order {moment}"), ("", "Cancel"))):
            self.table.commands.look_at(moment)

    def copy_position(self) -> None:
        """Open the present position as a new design."""
        game = self.session
        if game is None:
            return
        if why_not := game.why_not_copied():
            message(self._root, _COPY, why_not)
            return
        words = (f"Order {game.timeline.at} of {game.timeline.length}"
                 + (f", dice from seed {game.timeline.game.dice.seed}." if not game.timeline.by_hand
                    else ", dice entered by hand."))
        try:
            scenario = scenario_at(game.timeline.game, words)
        except IllegalOrderError as refusal:
            self._offer_earlier(str(refusal))
            return
        question = ("The position opens as a new design that has no file yet, and the play-test ends"
                    + (". The game is not saved." if game.unsaved else "."))
        if game.hidden_sides():
            question += " The new design also shows what is set up hidden."
        choices = [("copy", "Copy the position"), ("", "Cancel")]
        if game.unsaved:
            choices.insert(0, ("save", "Save the game, then copy"))
        choice = ask(self._root, _COPY, question, choices)
        if not choice or (choice == "save" and not self.save()):
            return
        if not self._files.may_leave():
            return
        self.leave()
        # The options of the copy choose rules again, so its ruleset is the one that was opened.
        self._files.open_new(replace(game.timeline.source, scenario=scenario), scenario.title)
        self._say(f"{scenario.title}: a new design, not saved yet.")


# The keys and mouse gestures of a play-test, for its help.

KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Mouse on the map", (
        ("Drag a counter", "Move, retreat or advance it; onto an enemy hex: attack"),
        ("Shift + drag, Shift + click", "Take the whole stack"),
        ("Rest on a stack, F", "Fan its counters out: click or drag one, or use arrows and Return"),
        ("Click", "Choose a unit; again: the next one down the stack; on a shaded hex: go there"),
        ("Double click", "Confirm the attack on this hex, or the choice of this unit"),
        ("Right click", "Clear the choice"),
        ("Drag an empty hex, middle button", "Move the map"),
        ("Wheel", "Zoom at the pointer"),
    )),
    ("Keyboard on the map", (
        ("N", "Go to the next unit that can be used"),
        ("Arrow keys", "Move the hex cursor; the path there is shown"),
        ("Return, Space", "Like a click; again: confirm"),
        ("Shift + Return", "Take the whole stack"),
        ("Ctrl + arrow keys", "Scroll the map"),
        ("Esc", "Clear the choice"),
        ("Tab", "Go to the panels"),
    )),
    ("The game", (
        ("Ctrl+Return", "Confirm what is chosen"),
        ("F12", "End the phase, or pass"),
        ("Ctrl+F12", "Let the planner finish this phase"),
        ("Ctrl+Z, Ctrl+Y", "Take back to your last decision; redo"),
        ("F10", "Let the automatic player give one order"),
        ("Alt+Left, Alt+Right", "Go one order back or forward"),
        ("Ctrl+S, Ctrl+Shift+S", "Save the game; save it under another name"),
        ("F11, Ctrl+P", "Leave the play-test"),
    )),
    ("In the panels", (
        ("Return, double click on an order", "Give the order"),
        ("Return on a unit's picture", "Confirm what is chosen"),
        ("Double click on a unit off the map", "Use it, if there is only one way to"),
        ("1 to 6 on the dice", "Enter the die roll"),
        ("Return on a line of the log", "Go to its hex"),
        ("Shift + Return on a line of the log", "Show its moment"),
        ("Arrows, Page Up/Down, Home, End", "Move the slider"),
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
                ttk.Label(frame, text=key_words(key), style="Panel.TLabel").grid(
                    row=i, column=0, sticky="nw", padx=(0, px(16)))
                ttk.Label(frame, text=what, style="Quiet.TLabel", wraplength=px(260), justify="left").grid(
                    row=i, column=1, sticky="w")
            row += len(keys) + 1
    dialog.button("Close", dialog.cancel, default=True)
    dialog.present()


# A moment of a game as a new scenario that starts there.

def scenario_at(game: Game, seed_words: str = "") -> Scenario:
    """A scenario that starts at the present moment of a game; it is complete, not a variant.

    Units are set up where they are now, reduced or not; what has happened is in `start`. `seed_words` says
    where the position comes from. Raises `IllegalOrderError` with a sentence if no scenario can start here,
    for example during an attack.
    """
    from .words import when

    now = game.scenario_now()
    moment = when(game.design, game.turn, game.phase)
    stage = f"turn {game.turn}" if game.turn else "set-up"
    return replace(
        now, name=f"{now.name}-{stage.replace(' ', '-')}", title=f"{now.title}, {stage}", extends="",
        unmatched=(),
        version="1", summary=_summary(now, game.turn, moment), notes=_notes(now, moment, seed_words),
        provenance=Provenance("designer"))


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


# The last moment at which a scenario can start.

_FAR = 80
"""How many orders back a moment is searched for."""


def last_startable_moment(session: PlaySession) -> int | None:
    """The last moment, this one included, at which a scenario could start, as a number of orders; None if it
    is far back. The game itself does not move."""
    timeline = session.timeline
    at = timeline.at
    try:
        for moment in range(at, max(-1, at - _FAR), -1):
            timeline.go(moment)
            try:
                timeline.game.scenario_now()
            except IllegalOrderError:
                continue
            return moment
        return None
    finally:
        timeline.go(at)


# The question for one roll of a real die.

def ask_roll(parent: tk.Misc, text: str, sides: int = 6) -> int:
    """Ask for a die roll; returns the face, or 0 on Cancel."""
    from .dice import DiceButtons

    dialog = Dialog(parent, "Die roll")
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=px(320),
              justify="left").pack(anchor="w")
    dice = DiceButtons(dialog.body, lambda face: dialog.finish(str(face)), sides)
    dice.pack(pady=(px(8), 0))
    dialog.button("Cancel", dialog.cancel)
    return int(dialog.run(dice.first) or 0)
