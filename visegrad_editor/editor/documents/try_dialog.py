"""The dialog that asks how many games show what the last edits do to the shares of wins."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...model.design import Design
from ...players import player_names
from ...playtest.balance import MOST_GAMES, MOST_PROCESSES, MOST_SEED, USUAL_GAMES
from ...playtest.play import DEFAULT_PLAYERS, why_not_played
from ..play.balance_trials import BalanceTrials, TrialError, TrialSettings
from ..session import Session
from ..widgets.dialogs import Dialog
from ..window.theme import px

_ALONE = "Nothing: only as it is now"


class TryDialog(Dialog):
    """Asks for games, players, seed, processes and what to compare with: the last save, `base`, if the
    scenario is a variant, or an earlier state. Calls `started` when the games are being played in the
    background."""

    def __init__(self, parent: tk.Misc, session: Session, trials: BalanceTrials,
                 started: Callable[[], None], base: Design | None = None) -> None:
        super().__init__(parent, "Try this")
        self._trials, self._started = trials, started
        design = session.design
        usual = trials.last_settings or TrialSettings(USUAL_GAMES, DEFAULT_PLAYERS)
        why_not = session.why_no_game(why_not_played(design))
        row = 0
        if why_not:
            self.warning = ttk.Label(self.body, style="Error.TLabel", wraplength=px(380), justify="left",
                                     text=why_not)
            self.warning.grid(row=0, column=0, columnspan=2, sticky="w", pady=(0, px(8)))
            row = 1
        self._bases = trials.comparisons(base)
        told = [f"{'Tried: ' if trials.was_tried(one.design) else ''}{one.words}" for one in self._bases]
        self.base = ttk.Combobox(self.body, values=[*told, _ALONE], state="readonly", width=36)
        self.base.current(0)
        self._line(row, "Compare with", self.base)
        self.games = self._number(row + 1, "Games of each state", usual.games, 1, MOST_GAMES)
        self.players: list[ttk.Combobox] = []
        names = list(player_names())
        for i, side in enumerate(design.ruleset.sides):
            box = ttk.Combobox(self.body, values=names, state="readonly", width=16)
            of = usual.players if len(usual.players) == len(design.ruleset.sides) else DEFAULT_PLAYERS
            box.current(names.index(of[i % len(of)]) if of[i % len(of)] in names else 0)
            self._line(row + 2 + i, side.name, box)
            self.players.append(box)
        row += 2 + len(self.players)
        self.seed = self._number(row, "First dice seed", usual.seed, 0, MOST_SEED)
        self.workers = self._number(row + 1, "Processes", usual.workers, 1, MOST_PROCESSES)
        ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(380), justify="left", text=(
            "The games are played in the background, before and after with the same seeds; go on working. "
            "The panel Balance shows the shares as they come, and the history shows them beside the edit."),
        ).grid(row=row + 2, column=0, columnspan=2, sticky="w", pady=(px(4), 0))
        self.may_refuse()
        self.body.columnconfigure(1, weight=1)
        self.go = self.button("Play", self._start, default=True)
        if why_not:
            self.go.state(["disabled"])
        self.button("Cancel", self.cancel)

    def _line(self, row: int, text: str, field: tk.Widget, sticky: str = "ew") -> None:
        ttk.Label(self.body, text=text, style="Quiet.TLabel").grid(
            row=row, column=0, sticky="w", padx=(0, px(12)), pady=px(3))
        field.grid(row=row, column=1, sticky=sticky, pady=px(3))

    def _number(self, row: int, text: str, value: int, least: int, most: int) -> ttk.Spinbox:
        field = ttk.Spinbox(self.body, from_=least, to=most, width=10)
        field.insert(0, str(value))
        self._line(row, text, field, "w")
        return field

    def _start(self) -> None:
        found: list[int] = []
        for what, field, least, most in (
                ("number of games", self.games, 1, MOST_GAMES), ("seed", self.seed, 0, MOST_SEED),
                ("number of processes", self.workers, 1, MOST_PROCESSES)):
            text = field.get().strip()
            if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
                self.refuse(f"Enter the {what} as a whole number from {least} to {most:,}.", field)
                return
            found.append(int(text))
        at = self.base.current()
        base = self._bases[at] if at < len(self._bases) else None
        settings = TrialSettings(found[0], tuple(box.get() for box in self.players), found[1], found[2])
        try:
            self._trials.begin(settings, base)
        except TrialError as error:
            self.refuse(str(error))
            return
        self.finish("started")
        self._started()
