"""The Scenario menu: properties, checks and play."""

from __future__ import annotations

from ..documents.scenario_dialogs import properties
from ..widgets.progress import Cancelled, run_with_progress
from .group import Group


class ScenarioCommands(Group):
    """What is done with the scenario as a whole."""

    def new_scenario(self) -> None:
        self._w.commit_fields()
        self._w.files.beginning.on_this_map()

    def properties(self) -> None:
        properties(self._w.root, self._w.session)

    def ruleset(self) -> None:
        self._w.commands.perform("show_ruleset")

    def validate(self) -> None:
        self._w.commit_fields()
        try:
            self._w.checker.now(run_with_progress(self._w.root, "Validate", self._w.checker.job()))
        except Cancelled:
            return
        n = len(self._w.session.problems)
        self._w.say("No problems found." if not n else f"{n} problem{'s' if n != 1 else ''} found.")
        if n:
            self._w.show_panel("problems")

    def run(self) -> None:
        from ..documents.run_dialog import RunDialog
        self._w.commit_fields()
        RunDialog(self._w.root, self._w.session, self._w.play.show_record, self._w.files.save).present()

    def play(self) -> None:
        self._w.play.ask_start()

    def planner_phase(self) -> None:
        """In a play-test `PlayMode` does it."""
        self._w.complain("Only in a play-test: begin one with F11.")
