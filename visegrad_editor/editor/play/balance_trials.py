"""Games in the background that show what an edit does to the shares of wins, kept by the edits they tried."""

from __future__ import annotations

import os
import tkinter as tk
from collections import deque
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from ...engine.dice import DEFAULT_SEED
from ...errors import VisegradError
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ..errors import write_log
from ..session import Session
from ..signals import Signal
from ..widgets.worker import Report, Worker

if TYPE_CHECKING:
    from ...playtest.balance import ShareChange
    from ...playtest.game_pool import GameResult, GameTask

_POLL_MS = 250
_MOST_KEPT = 100
_MOST_STEPS = 30
"""The most steps back that can be compared with."""


class TrialError(VisegradError):
    """A game of a trial could not be played."""


@dataclass(frozen=True)
class Comparison:
    """A design that the current one can be compared with: `words` say which it is, `label` is the name of its
    edit or its title, and `of_base` whether it is that of which the current one is a variant."""

    words: str
    label: str
    design: Design
    of_base: bool = False


@dataclass(frozen=True)
class TrialSettings:
    """How many games are played from which seed on, who plays, and in how many processes."""

    games: int
    players: tuple[str, ...]
    seed: int = DEFAULT_SEED
    workers: int = max(1, (os.cpu_count() or 2) - 1)

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)


@dataclass(eq=False)
class PlayedState:
    """A state of the design with its results by seed; several trials may share them."""

    design: Design
    players: tuple[str, ...]
    results: dict[int, GameResult] = field(default_factory=dict)


@dataclass(eq=False)
class Trial:
    """What was tried: the state after an edit and, unless it was tried alone, one before it. `label` names
    the edit; with `against_base` the state before is the base, so that it is about all edits. `failure` is
    why it ended before its time, "" if it did not."""

    label: str
    after: PlayedState
    before: PlayedState | None
    before_label: str
    settings: TrialSettings
    running: bool = True
    failure: str = ""
    against_base: bool = False

    @property
    def title(self) -> str:
        """What a list calls it: the edit, or that it is against the base."""
        return "Against the base" if self.against_base else self.label

    @property
    def played(self) -> int:
        """How many seeds are played in all states of the trial."""
        return sum(s in self.after.results and (self.before is None or s in self.before.results)
                   for s in self.settings.seeds)

    def results(self, state: PlayedState | None) -> dict[int, GameResult]:
        """The results of a state for the seeds of this trial."""
        if state is None:
            return {}
        return {s: state.results[s] for s in self.settings.seeds if s in state.results}

    def winners(self) -> dict[str, str]:
        """The names of all who can win, by id."""
        from ...playtest.balance import winners

        return winners(self.after.design.ruleset, self.results(self.after), self.results(self.before))

    def change(self, winner: str) -> ShareChange | None:
        """How the share of a side changed so far; None for a state that was tried alone."""
        from ...playtest.balance import share_change

        if self.before is None:
            return None
        return share_change(self.results(self.before), self.results(self.after), winner)


class BalanceTrials:
    """The trials of the open design, the latest first, and the games being played for one of them.

    `side` is the side whose shares are shown. The games are played by processes that end with the window.
    """

    def __init__(self, root: tk.Tk, session: Session) -> None:
        self._root, self._session = root, session
        self.trials: list[Trial] = []
        self.side = ""
        self.last_settings: TrialSettings | None = None
        self.forgotten = ""
        """A sentence on the results of another file that are gone; "" if there were none."""
        self.changed = Signal()
        """There is another trial, or there are more results."""
        self._worker: Worker[None] | None = None
        self._history = session.history
        self._states: tuple[Design, ...] = ()
        self._marks: dict[int, tuple[Design, str]] = {}
        self._base: Design | None = None
        """The base of the variant as it was offered last."""
        self._came: deque[tuple[PlayedState, int, GameResult]] = deque()
        session.changed.connect(self._note_states)
        session.opened.connect(self._document_changed)
        root.bind("<Destroy>", self._destroyed, add=True)
        self._note_states()

    # -- what was tried ---------------------------------------------------------------------

    @property
    def running(self) -> Trial | None:
        """The trial whose games are being played."""
        return self.trials[0] if self._worker is not None else None

    def of_step(self, design: Design) -> Trial | None:
        """The latest trial of a state of the history."""
        return next((t for t in self.trials if t.after.design is design), None)

    def step_of(self, state: PlayedState) -> int:
        """The place of a state in the history, -1 if it is no longer there."""
        return next((i for i, d in enumerate(self._states) if d is state.design), -1)

    def comparisons(self, base: Design | None = None) -> tuple[Comparison, ...]:
        """What the current state can be compared with: the edits tried before, the last save, the state
        before the last edit, the base of a variant, and the states of earlier edits, the nearest first.

        What plays as the current state does, or as another one that is named already, is left out; so is a
        state that has other sides, or that is no scenario."""
        history, steps = self._session.history, self._session.history.steps
        saved, now = history.saved_position, history.position
        before = range(now - 1, max(-1, now - 1 - _MOST_STEPS), -1)
        found: list[Comparison] = []
        if saved >= 0:
            found.append(Comparison("The last save", steps[saved].label, steps[saved].state))
        marks = {self._mark(self._session.design)}
        last = next((i for i in before if self._mark(steps[i].state) not in marks), -1)
        if last >= 0:
            edit = steps[last + 1].label
            found.append(Comparison(f"Before the last edit: {edit}", steps[last].label, steps[last].state))
        if base is not None:
            title = base.scenario.title if base.scenario is not None else base.map.title
            if self._base is None or self._mark(self._base) != self._mark(base):
                self._base = base
            found.append(Comparison("The base", title, self._base, of_base=True))
        found += [Comparison(f"After {steps[i].label}", steps[i].label, steps[i].state) for i in before]
        sides = [s.id for s in self._session.design.ruleset.sides]
        fit = []
        for one in found:
            design = one.design
            if (design.scenario is None or [s.id for s in design.ruleset.sides] != sides
                    or self._mark(design) in marks):
                continue
            marks.add(self._mark(design))
            fit.append(one)
        fit.sort(key=lambda one: self.of_step(one.design) is None)
        return tuple(fit)

    def was_tried(self, design: Design) -> bool:
        """Whether games of a design were played."""
        return any(state is not None and state.design is design
                   for t in self.trials for state in (t.after, t.before))

    def _mark(self, design: Design) -> str:
        """A mark that is equal for designs that play alike."""
        from ...model.fingerprint import play_mark

        known = self._marks.get(id(design))
        if known is None or known[0] is not design:
            known = self._marks[id(design)] = design, play_mark(design)
        return known[1]

    # -- playing -------------------------------------------------------------------------------

    def begin(self, settings: TrialSettings, base: Comparison | None = None) -> Trial:
        """Play the current state and what it is compared with, if anything, as far as they have not been
        played. Raises `TrialError` while another trial runs."""
        from ...playtest.game_pool import GameTask

        if self._worker is not None:
            raise TrialError("Games are being played already: stop them first.")
        history = self._session.history
        after = self._state(self._session.design, settings.players)
        before = self._state(base.design, settings.players) if base is not None else None
        trial = Trial(history.undo_label or "As opened", after, before, base.label if base else "",
                      settings, against_base=base is not None and base.of_base)
        self.last_settings, self.forgotten = settings, ""
        if self.side not in {s.id for s in after.design.ruleset.sides}:
            self.side = after.design.ruleset.sides[0].id
        same = [t for t in self.trials if t.after is after and t.before is before]
        self.trials = [trial, *(t for t in self.trials if t not in same)][:_MOST_KEPT]
        states = [after] if before is None else [before, after]
        tasks = [GameTask(i, s) for s in settings.seeds for i, state in enumerate(states)
                 if s not in state.results]
        self._worker = Worker(self._root, lambda report: self._play(states, tasks, settings, report),
                              lambda _f, _t: self._progress(), lambda _r: self._ended(""), self._failed,
                              poll_ms=_POLL_MS)
        self._worker.start()
        self.changed.emit()
        return trial

    def stop(self) -> None:
        """Stop playing; what was played stays."""
        if self._worker is not None:
            self._worker.cancel()
            self._ended("stopped")

    def forget(self) -> None:
        """Forget all trials."""
        self.stop()
        self.trials.clear()
        self._marks.clear()
        self._base = None
        self.changed.emit()

    def _state(self, design: Design, players: tuple[str, ...]) -> PlayedState:
        for trial in self.trials:
            for state in (trial.after, trial.before):
                if state is not None and state.design is design and state.players == players:
                    return state
        return PlayedState(design, players)

    def _play(self, states: Sequence[PlayedState], tasks: Sequence[GameTask], settings: TrialSettings,
              report: Report) -> None:
        """Play the games; called in a thread."""
        from ...playtest.game_pool import play_games

        designs = [state.design for state in states]
        games = play_games(designs, tasks, settings.players, settings.workers, lambda: not report(0.0, ""))
        for task, result in games:
            if result.failure:
                raise TrialError(result.failure)
            self._came.append((states[task.design], task.seed, result))

    def _take_results(self) -> bool:
        news = bool(self._came)
        while self._came:
            state, seed, result = self._came.popleft()
            state.results[seed] = result
        return news

    def _progress(self) -> None:
        if self._take_results():
            self.changed.emit()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, VisegradError):
            write_log(type(error), error, error.__traceback__)
        self._ended(str(error))

    def _ended(self, failure: str) -> None:
        self._take_results()
        trial, self._worker = self.running, None
        if trial is not None:
            trial.running, trial.failure = False, failure
        self.changed.emit()

    # -- following the session -------------------------------------------------------------------

    def _note_states(self) -> None:
        self._history = self._session.history
        self._states = tuple(step.state for step in self._history.steps)
        scenario = self._session.scenario
        self._title = f'"{scenario.title}"' if scenario is not None else "the file before"

    def _document_changed(self) -> None:
        """Forget the trials of another document; after a save, the states have other names of files."""
        history, states = self._session.history, self._states
        if history is not self._history:
            still = " while games were played" if self.running is not None else ""
            self.forgotten = "" if not self.trials else (
                f"The results of {self._title} are gone, because another file was opened{still}. "
                "Try this… plays games of this one.")
            self.forget()
        else:
            now = {id(old): step.state for old, step in zip(states, history.steps, strict=False)}
            for trial in self.trials:
                for state in (trial.after, trial.before):
                    if state is not None:
                        state.design = now.get(id(state.design), state.design)
        self._note_states()

    def _destroyed(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._root and self._worker is not None:
            self._worker.cancel()
            self._worker = None
