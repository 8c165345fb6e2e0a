"""The dialogs that let automatic players play the scenario and show the result."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from pathlib import Path
from tkinter import filedialog, ttk
from tkinter.font import nametofont

from ...engine import Event, Game, Outcome
from ...engine.dice import DEFAULT_SEED
from ...engine.record import GameRecord, replay, write_record
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.files.atomic import SaveError
from ...model.provenance import shown_rule
from ...model.start import phase_name
from ...model.wording import count, said_of
from ...players import player_names
from ...playtest.play import DEFAULT_PLAYERS, play_game, why_not_played
from ...systems import fault_text
from ..errors import write_log
from ..session import Session
from ..widgets.columns import ElidedTexts
from ..widgets.dialogs import Dialog, message
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.worker import Report, Worker
from ..window.theme import px
from .game_files import ensure_scenario_saved, game_name, named_record


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played: its record and its events; and where it stopped, if it did not end."""

    record: GameRecord
    events: tuple[Event, ...]
    stopped: str = ""


def play(design: Design, seed: int, players: tuple[str, ...], scenario: str, report: Report) -> FinishedGame:
    """Play a game, then replay its record to collect the events."""
    record = play_game(design, seed, players, lambda f, text: report(f * 0.9, text), scenario)
    if record.outcome is None:
        # Its events are as good as those of a whole game; nobody waits for them any more.
        game = replay(design, record)
        return FinishedGame(record, game.events, stopped_text(game))
    report(0.92, "Collecting the events")
    game = replay(design, record, progress=lambda f, text: report(0.9 + f * 0.1, "Collecting the events"))
    return FinishedGame(record, game.events)


def stopped_text(game: Game) -> str:
    """Why a game has no winner: it was stopped, and where."""
    phase = phase_name(game.design.ruleset, game.phase)
    turns = game.design.scenario.turns if game.design.scenario else game.turn
    where = f"in turn {game.turn} of {turns}, {phase}," if game.turn else "during the set-up,"
    return f"It was stopped {where} before anybody had won. Run it again to play it to its end."


class RunDialog(Dialog):
    """Asks for players and seed and runs the game; the window stays usable meanwhile.

    `look` shows the finished game on the map; `save` saves the scenario and returns whether it did;
    `first_folder` returns the folder in which the dialog for the game file begins."""

    def __init__(self, parent: tk.Misc, session: Session, look: Callable[[GameRecord], None],
                 save: Callable[[], bool], first_folder: Callable[[], str]) -> None:
        super().__init__(parent, "Run")
        self._session, self._look, self._save = session, look, save
        self._first_folder = first_folder
        self._worker: Worker[FinishedGame] | None = None
        design = self._design = session.design
        body = self.body
        why_not = session.why_no_game(why_not_played(design))
        if why_not:
            self.warning = ttk.Label(
                body, style="Error.TLabel", wraplength=px(360), justify="left",
                text=why_not)
            self.warning.grid(row=0, column=0, columnspan=2, sticky="w", pady=(0, px(8)))
        self.players: list[ttk.Combobox] = []
        names = list(player_names())
        for i, side in enumerate(design.ruleset.sides):
            box = ttk.Combobox(body, values=names, state="readonly", width=16)
            usual = DEFAULT_PLAYERS[i % len(DEFAULT_PLAYERS)]
            box.current(names.index(usual) if usual in names else 0)
            ttk.Label(body, text=side.name, style="Quiet.TLabel").grid(
                row=1 + i, column=0, sticky="w", padx=(0, px(12)), pady=px(3))
            box.grid(row=1 + i, column=1, sticky="ew", pady=px(3))
            self.players.append(box)
        ttk.Label(body, text="Dice seed", style="Quiet.TLabel").grid(
            row=8, column=0, sticky="w", padx=(0, px(12)), pady=px(3))
        self.seed = ttk.Spinbox(body, from_=0, to=999999, width=10)
        self.seed.insert(0, str(DEFAULT_SEED))
        self.seed.grid(row=8, column=1, sticky="w", pady=px(3))
        text = "The same players with the same seed play the same game."
        ttk.Label(body, text=text, style="Quiet.TLabel").grid(
            row=9, column=0, columnspan=2, sticky="w", pady=(px(2), px(8)))
        self.bar = ttk.Progressbar(body, length=px(360), maximum=1.0)
        self.bar.grid(row=10, column=0, columnspan=2, sticky="ew")
        self.status = ttk.Label(body, style="Quiet.TLabel", text=" ", wraplength=px(360), justify="left")
        self.status.grid(row=11, column=0, columnspan=2, sticky="w", pady=(px(4), 0))
        body.columnconfigure(1, weight=1)
        self.go = self.button("Run", self._start, default=True)
        if why_not:
            self.go.state(["disabled"])
        self.button("Cancel", self.cancel)

    def _start(self) -> None:
        if not self.seed.get().isdecimal():
            self.refuse("Enter the seed as a whole number.", self.seed)
            return
        self.refuse("")
        design, seed = self._session.design, int(self.seed.get())
        self._design = design
        players = tuple(box.get() for box in self.players)
        path = self._session.document.path
        named = str(path) if path and not self._session.document.read_only else ""
        self.go.state(["disabled"])
        self.status.configure(text="Setting up")
        self._worker = Worker(self, lambda report: play(design, seed, players, named, report),
                              self._progress, self._done, self._failed)
        self._worker.start()

    def _progress(self, fraction: float, text: str) -> None:
        self.bar.configure(value=fraction)
        self.status.configure(text=text)

    def _done(self, played: FinishedGame) -> None:
        over, session = self._over, self._session
        self.finish("done")
        result = ResultDialog(
            over, session, played, self._look, self._save, self._design, self._first_folder)
        result.present()

    def _failed(self, error: Exception) -> None:
        self.go.state(["!disabled"])
        self.bar.configure(value=0.0)
        if not isinstance(error, ValueError):
            write_log(type(error), error, error.__traceback__)
        what = fault_text(self._design.ruleset.system, error) or str(error)
        self.status.configure(text=f"The game could not be played: {what}")

    def cancel(self) -> None:
        """Stop the game and close."""
        if self._worker is not None:
            self._worker.cancel()
        super().cancel()


class ResultDialog(Dialog):
    """Shows who won and why, and the events by turn; can save the game."""

    def __init__(self, parent: tk.Misc, session: Session, played: FinishedGame,
                 look: Callable[[GameRecord], None], save: Callable[[], bool], design: Design,
                 first_folder: Callable[[], str]) -> None:
        super().__init__(parent, "Result of the game")
        self._show, self._save_scenario, self._design = look, save, design
        self._session, self._played, self._first_folder = session, played, first_folder
        body, outcome = self.body, played.record.outcome
        ttk.Label(body, text=headline(session.design, outcome), style="Title.TLabel").grid(
            row=0, column=0, sticky="w")
        players = ", ".join(f"{_side(session.design, s)}: {p}" for s, p in played.record.players)
        text = played.stopped if outcome is None else outcome_text(outcome)
        if text:
            ttk.Label(body, text=text, style="Panel.TLabel", wraplength=px(640), justify="left").grid(
                row=1, column=0, sticky="w", pady=(px(4), px(2)))
        orders = count(len(played.record.orders), "order")
        ttk.Label(body, text=f"{players}.  Seed {played.record.seed}, {orders}.",
                  style="Quiet.TLabel").grid(row=2, column=0, sticky="w", pady=(0, px(8)))
        self.tree = ttk.Treeview(body, columns=("rule",), height=17, selectmode="browse")
        self.tree.heading("#0", text="What happened", anchor="w")
        self.tree.heading("rule", text="Rule", anchor="w")
        self.tree.column("#0", width=px(640))
        font = nametofont("TkDefaultFont", self.tree)
        widest = max(map(font.measure, {"Rule", *(shown_rule(e.rule) for e in played.events)}))
        self.tree.column("rule", width=widest + px(20), stretch=False)
        grid_scrolled(self.tree, 3)
        self.texts = ElidedTexts(self.tree)
        fill(self.tree, self.texts, design, played.events)
        whole = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: whole.follow(e, self._cut_text(self.tree.identify_row(e.y))))
        if not any(shown_rule(event.rule) for event in played.events):
            self.tree.configure(displaycolumns=())
        self.saved = ttk.Label(body, style="Quiet.TLabel", text=" ", wraplength=px(640), justify="left")
        self.saved.grid(row=4, column=0, columnspan=2, sticky="w", pady=(px(4), 0))
        self.button("Close", self.cancel, default=True)
        self.button("Save game file…", self._save)
        self.button("Show on the map", self._look)

    def _cut_text(self, row: str) -> str:
        """What a row says, if it is shortened; else an empty text."""
        return self.texts.whole(row) if row and self.texts.cut(row) else ""

    def _look(self) -> None:
        record, show = self._played.record, self._show
        self.finish("look")
        show(record)

    def _save(self) -> None:
        record = self._named()
        if record is None:
            return
        folder = self._first_folder()
        chosen = filedialog.asksaveasfilename(
            parent=self, title="Save the game file", defaultextension=".yaml", initialdir=folder,
            initialfile=game_name(folder, Path(record.scenario).stem or "scenario"),
            filetypes=(("Game files", "*.yaml"), ("All files", "*")))
        if not chosen:
            return
        try:
            write_record(record, Path(chosen))
        except SaveError as error:
            message(self, "Save the game file", str(error))
        else:
            self.saved.configure(text=f"Saved {chosen}.")

    def _named(self) -> GameRecord | None:
        """The record with the file of the saved scenario; None if that is not saved."""
        if not ensure_scenario_saved(
                self, "Save the game file", self._session, self._design, self._save_scenario):
            return None
        return named_record(self._session, self._played.record)


def headline(design: Design, outcome: Outcome | None) -> str:
    """The result in short, for example `The Allied side wins`."""
    if outcome is None:
        return "The game did not end"
    if not outcome.winner:
        return "A draw"
    return said_of(_side(design, outcome.winner), "wins")


def outcome_text(outcome: Outcome) -> str:
    """How a game ended, with the rule that decides it, or else the goal in its own words.

    >>> outcome_text(Outcome("blue", "4.1", "The Blue side wins."))
    'The Blue side wins. Rule 4.1.'
    >>> outcome_text(Outcome("blue", "", "Blue wins.", "The Blue side wins at once if it is turn 3."))
    'Blue wins. The goal: The Blue side wins at once if it is turn 3.'
    """
    if shown_rule(outcome.rule):
        return f"{outcome.reason} Rule {outcome.rule}."
    told = outcome.by and outcome.by not in outcome.reason
    return f"{outcome.reason} The goal: {outcome.by}" if told else outcome.reason


def _side(design: Design, id: str) -> str:
    side = design.ruleset.side_by_id.get(id)
    return side.name if side else id


def fill(tree: ttk.Treeview, texts: ElidedTexts, design: Design, events: Iterable[Event]) -> None:
    """List the events by turn and phase, their `texts` shortened to the width of the column."""
    turn_row = phase_row = ""
    turn, phase = -1, ""
    for event in events:
        if event.turn != turn:
            turn, phase = event.turn, ""
            turn_row = tree.insert("", "end", text=f"Turn {turn}" if turn else "Set-up")
        if event.phase != phase or not phase_row:
            phase = event.phase
            name = phase_name(design.ruleset, phase) or "Begin"
            phase_row = tree.insert(turn_row, "end", text=name)
        row = tree.insert(phase_row, "end", values=(shown_rule(event.rule),))
        texts.put(row, event.text, depth=2)
    rows = tree.get_children()
    if rows:
        # The phases too: their events are how the game ended, and have the rule numbers.
        for row in (rows[-1], *tree.get_children(rows[-1])):
            tree.item(row, open=True)
        tree.see(rows[-1])
