"""The Scenario menu: properties, checks and playing."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass

from ...errors import Cancelled
from ..documents.files import Files
from ..documents.scenario_dialogs import properties
from ..documents.unit_series_dialog import ask_unit_series
from ..play.play_mode import PlayMode
from ..session import Session
from ..widgets.progress import run_with_progress
from ..window.checker import DesignChecker
from .group import Command, CommandGroup, Say


@dataclass(eq=False)
class ScenarioCommands(CommandGroup):
    """Commands for the whole scenario."""

    root: tk.Tk
    session: Session
    files: Files
    checker: DesignChecker
    show_command: Callable[[str], None]
    show_panel: Callable[[str], None]
    commit_fields: Command
    say: Say

    def new_scenario(self) -> None:
        self.commit_fields()
        self.files.begin_scenario()

    def properties(self) -> None:
        properties(self.root, self.session)

    def ruleset(self) -> None:
        self.show_command("show_ruleset")

    def units_table(self) -> None:
        self.show_command("show_units_table")

    def new_units(self) -> None:
        self.commit_fields()
        if self.session.scenario is None and not self.files.offer_scenario():
            return
        if self.session.scenario is not None and (made := ask_unit_series(self.root, self.session)):
            self.session.select(None, made)

    def validate(self) -> None:
        self.commit_fields()
        try:
            self.checker.check_now(run_with_progress(self.root, "Validate", self.checker.job()))
        except Cancelled:
            return
        n = len(self.session.problems)
        self.say("No problems found." if not n else f"{n} problem{'s' if n != 1 else ''} found.")
        if n:
            self.show_panel("problems")


@dataclass(eq=False)
class PlayCommands(CommandGroup):
    """Playing the scenario, automatically or by hand."""

    root: tk.Tk
    session: Session
    files: Files
    checker: DesignChecker
    play_mode: PlayMode
    commit_fields: Command
    complain: Say

    def run(self) -> None:
        from ..documents.run_dialog import RunDialog
        self.commit_fields()
        # The dialog counts the errors, so the list must be that of the present design.
        try:
            self.checker.check_now(run_with_progress(self.root, "Run", self.checker.job()))
        except Cancelled:
            return
        RunDialog(self.root, self.session, self.play_mode.show_record, self.files.save,
                  self.files.initial_folder).present()

    def play(self) -> None:
        self.play_mode.ask_start()

    def planner_phase(self) -> None:
        """Complain; in a play-test, `PlayMode` performs this action."""
        self.complain("This works in a play-test only: begin one with F11.")
