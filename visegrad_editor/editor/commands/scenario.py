"""The Scenario menu: properties, checks and playing."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...engine.usual_victory import usual_victory
from ...errors import Cancelled
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.differences import design_changes
from ...model.edit.counter_mix import take_mix
from ...model.edit.goals import with_victory
from ...model.edit.units import why_no_units
from ...model.files.rebase import NoVariantError, variant_of
from ...model.files.resources import is_bundled
from ...model.files.sources import Kind, Sources, moved_base
from ...model.files.translation_file import languages_of
from ...model.files.versions import NoVersionError, base_design
from ...model.problems import Problem
from ...model.wording import count, listed
from ..documents.files import Files
from ..map.hex_choice import ChooseHexes
from ..map.languages import Languages
from ..play.balance_trials import BalanceTrials
from ..play.play_mode import PlayMode
from ..session import Session
from ..settings import Settings
from ..widgets.dialogs import ask
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
    settings: Settings
    show_command: Callable[[str], None]
    show_panel: Callable[[str], None]
    show_part: Callable[..., None]
    show_entry: Callable[[str], None]
    languages: Languages
    choose_hexes: ChooseHexes
    selected_problem: Callable[[], Problem | None]
    """The problem of the selected row of the list of problems."""
    commit_fields: Command
    say: Say
    complain: Say

    def new_scenario(self) -> None:
        self.commit_fields()
        self.files.begin_scenario()

    def make_variant(self) -> None:
        """Ask for a base, and make the scenario a variant of it."""
        self._make_variant("scenario", "Make this a variant of")

    def make_map_variant(self) -> None:
        """Ask for a base, and make the map a variant of it."""
        self._make_variant("map", "Make the map a variant of")

    def make_rules_variant(self) -> None:
        """Ask for a base, and make the ruleset a variant of it."""
        self._make_variant("ruleset", "Make the ruleset a variant of")

    def _make_variant(self, kind: Kind, title: str) -> None:
        from ..documents.base_dialog import BaseDialog

        self.commit_fields()
        document = getattr(self.session.design, kind)
        if document is None:
            return
        before = self.session.design
        found: list[tuple[Design, Sources]] = []

        def complain(word: str) -> str:
            try:
                found[:] = [variant_of(before, self.files.sources, word, kind)]
            except NoVariantError as error:
                return str(error)
            return ""

        file = self.files.sources.of(kind)
        own = file.path if file is not None and not is_bundled(file.path) else None
        dialog = BaseDialog(
            self.root, title, kind, file.path.parent if file is not None else Path.cwd(), own,
            map(Path, self.settings.recent), document.extends, complain)
        dialog.run(dialog.entry)
        word = dialog.reference
        if not word or not found:
            return
        [(design, sources)] = found
        if self.session.edit(f"{title} {word}", design):
            self.files.use_sources(sources)
            self.session.inheritance.forget()
            changes = design_changes(_of_base(design, sources, kind), design, (kind,), head=False)
            self.say(f"A variant of {word}: {count(len(changes), 'difference')}. "
                     "The next save writes only what differs.")
        else:
            self.say(f"{'This' if kind == 'scenario' else f'The {kind}'} is a variant of {word} already.")

    def properties(self) -> None:
        from ..documents.scenario_dialogs import properties

        properties(self.root, self.session)

    def translate(self) -> None:
        """Show the texts of the design with their translations, to be edited and written beside the file."""
        from ..documents.translation_dialog import TranslationDialog, ask_language

        self.commit_fields()
        if self._only_in_the_window():
            why = "Save the scenario or map first: its translation is a file beside it."
            if not ask(self.root, "Save first", why, (("save", "Save and translate"), ("", "Cancel"))):
                self.complain(why)
                return
            if not self.files.save() or self._only_in_the_window():
                return
        document = self.session.document
        assert document.path is not None
        known = languages_of(self.files.sources)
        chosen = self.languages.chosen
        language = chosen if chosen in known else known[0] if known else ask_language(self.root)
        if not language:
            return
        dialog = TranslationDialog(
            self.root, self.session.design, self.files.sources, document.path, language)
        dialog.run(dialog.table.canvas)
        if not dialog.written:
            self.say("No translation was written.")
            return
        self.checker.check_later()
        self.languages.show_again()
        self.say(f"Written {listed(dialog.written)}: {dialog.told}.")

    def _only_in_the_window(self) -> bool:
        """Whether the design, or a change of it, is in no file of the user's own."""
        document, sources = self.session.document, self.files.sources
        return (sources.scenario or sources.map) is None or document.path is None or (
            document.read_only or self.session.unsaved)

    def ruleset(self) -> None:
        self.show_command("show_ruleset")

    def entries(self) -> None:
        self.commit_fields()
        self.show_part("scenario", "entries")
        self.say("The entries of the scenario: New adds one, a click on one shows its hexes on the map.")

    def turn_track(self) -> None:
        self.commit_fields()
        self.show_panel("track")
        self.say("The turn track: drag counters to other turns and events.")

    def goals(self) -> None:
        from ..documents.goals_dialog import GoalsDialog

        self.commit_fields()
        design, map = self.session.design, self.session.design.map
        selected = [map.grid.number(h) for h in sorted(self.session.region, key=map.grid.index)]
        dialog = GoalsDialog(self.root, design, usual_victory(design), selected, self.choose_hexes)
        history = self.session.history
        if dialog.run(dialog.tree) != "ok":
            return
        if self.session.history is not history:
            self.complain("Another file was opened, so its goals were not changed.")
        elif complaint := self.session.change("Goals", lambda d: with_victory(d, dialog.own)):
            self.complain(complaint)
        elif self.session.design is design:
            self.say("The goals are as they were.")

    def victory(self) -> None:
        self.commit_fields()
        self.show_part("ruleset", "victory")
        self.say("Victory, with all keys of the ruleset: the line at the bottom says what a part means.")

    def formations(self) -> None:
        self.commit_fields()
        self.show_entry("formations/")
        self.say("The formations: New adds one. A unit gets its own in the inspector or the table of units.")

    def units_table(self) -> None:
        self.show_command("show_units_table")

    def totals(self) -> None:
        self.commit_fields()
        self.show_panel("totals")
        self.say("Totals: a row selects its units.")

    def counter_mix(self) -> None:
        self.commit_fields()
        self.show_entry("counter_mix/")
        self.say("The counter mix: how many counters of each kind there are. New adds a line.")

    def take_mix(self) -> None:
        """Make the counter mix of the ruleset what the scenario needs."""
        self.commit_fields()
        before = self.session.design
        if complaint := self.session.change("Counter mix of this scenario", take_mix):
            self.complain(complaint)
        elif self.session.design is before:
            self.complain("The counter mix is what this scenario needs already.")
        else:
            self.say(f"Counter mix: {count(len(self.session.design.ruleset.counter_mix), 'line')}. "
                     "Ctrl+Z undoes it.")

    def new_units(self) -> None:
        from ..documents.unit_series_dialog import ask_unit_series

        self.commit_fields()
        if self.session.scenario is None and not self.files.offer_scenario():
            return
        if why := why_no_units(self.session.design.ruleset):
            self.complain(why)
        elif self.session.scenario is not None and (made := ask_unit_series(self.root, self.session)):
            self.session.select(None, made)

    def counter(self) -> None:
        from ..documents.counter_dialog import design_counter

        self.commit_fields()
        design_counter(self.root, self.session, self.files.picture_folder)

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


    def fix_harmless(self) -> None:
        """Offer the fixes of all problems at once."""
        from ..panels.fixes_dialog import fix_several

        self.commit_fields()
        try:
            self.checker.check_now(run_with_progress(self.root, "Validate", self.checker.job()))
        except Cancelled:
            return
        if not any(problem.fixes for problem in self.session.problems):
            self.say("No problem has a fix." if self.session.problems else "No problems found.")
            return
        fix_several(self.root, self.session, self.checker.is_partly_unread)

    def judge_problem(self) -> None:
        """Ask how the selected problem counts."""
        from ..panels.judge_dialog import judge

        self.commit_fields()
        problem = self.selected_problem()
        if problem is None:
            self.show_panel("problems")
            self.complain("Select a problem in the list first." if self.session.problems else
                          "There is no problem to judge.")
            return
        if why := judge(self.root, self.session, problem):
            self.complain(why)


def _of_base(design: Design, sources: Sources, kind: Kind) -> Design:
    """The design with a document of the base of that in place of its own."""
    own = sources.of(kind)
    if kind == "scenario" or own is None or own.base is None:
        return base_design(design, sources)
    parts: dict[str, Any] = {kind: moved_base(own.base, own.path.parent)}
    return replace(design, **parts)


@dataclass(eq=False)
class PlayCommands(CommandGroup):
    """Playing the scenario, automatically or by hand."""

    root: tk.Tk
    session: Session
    files: Files
    checker: DesignChecker
    play_mode: PlayMode
    trials: BalanceTrials
    show_panel: Callable[[str], None]
    commit_fields: Command
    say: Say
    complain: Say

    def run(self) -> None:
        from ..documents.run_dialog import RunDialog
        if not self._checked("Run"):
            return
        RunDialog(self.root, self.session, self.play_mode.show_record, self.files.save,
                  self.files.initial_folder).present()

    def try_this(self) -> None:
        """Ask how many games are to show what the last edits do, and play them in the background."""
        from ...playtest.play import why_not_played
        from ..documents.try_dialog import TryDialog
        if self.trials.running is not None:
            self.show_panel("balance")
            self.complain("Games are being played already: stop them first, with Stop in the panel Balance.")
            return
        if not self._checked("Try this"):
            return
        try:
            base = base_design(self.session.design, self.files.sources)
        except NoVersionError:
            base = None
        dialog = TryDialog(self.root, self.session, self.trials, self._show_trial,
                           None if base is None or why_not_played(base) else base)
        dialog.present(dialog.base)

    def _show_trial(self) -> None:
        self.show_panel("balance")
        self.say("The games are played in the background; the panel Balance shows the shares.")

    def _checked(self, title: str) -> bool:
        """Check the design, because dialogs that play count its errors; False if that was cancelled."""
        self.commit_fields()
        try:
            self.checker.check_now(run_with_progress(self.root, title, self.checker.job()))
        except Cancelled:
            return False
        return True

    def play(self) -> None:
        self.play_mode.ask_start()

    def copy_position(self) -> None:
        """Complain; in a play-test, `PlayMode` performs this action."""
        self.planner_phase()

    def planner_phase(self) -> None:
        """Complain; in a play-test, `PlayMode` performs this action."""
        self.complain("This works in a play-test only: begin one with F11.")
