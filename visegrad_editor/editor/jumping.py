"""Going to a hex, a unit or a problem: select it, bring it into sight, flash it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..hexgrid import Hex
from ..model.problems import Problem
from .ruleset.panel import RulesetPanel

if TYPE_CHECKING:
    from .window import Window


class Jumping:
    """The ways a window has to go somewhere."""

    def __init__(self, window: Window) -> None:
        self._w = window

    def to_hex(self, hex: Hex) -> None:
        """Select a hex, bring it into sight and flash it."""
        session = self._w.session
        session.select(hex, session.units if self._stands_at(hex) else ())
        self._go(hex)

    def to_unit(self, key: str) -> None:
        """Select a unit and go to its hex; one without a hex is shown in the list."""
        session = self._w.session
        if session.scenario is None or key not in session.scenario.unit_by_key:
            return
        hex = session.design.map.grid.parse(session.scenario.unit_by_key[key].hex)
        session.select(hex, (key,))
        if hex is not None:
            self._go(hex)
        else:
            self._w.show_panel("units")

    def to_problem(self, problem: Problem) -> None:
        """Go where a problem is: its hex, its unit, or both, or its row of the ruleset; else say its file
        and line."""
        w, session = self._w, self._w.session
        grid, scenario = session.design.map.grid, session.scenario
        key = problem.unit if scenario and problem.unit in scenario.unit_by_key else ""
        number = problem.hex or (scenario.unit_by_key[key].hex if scenario and key else "")
        hex = grid.parse(number) if number else None
        session.select(hex, (key,) if key else ())
        if hex is not None:
            self._go(hex)
        elif key:
            w.show_panel("units")
        elif problem.entry:
            w.show_panel("ruleset")
            panel = w.dock.panel("ruleset")
            assert isinstance(panel, RulesetPanel)
            panel.show_entry(problem.entry)
        else:
            where = f"{problem.file}, line {problem.line}" if problem.line else problem.file
            w.say(f"{where}: {problem.message}" if where else problem.message)

    def _go(self, hex: Hex) -> None:
        self._w.view.canvas.focus_set()
        self._w.controller.go_to(hex, flash=True)

    def _stands_at(self, hex: Hex) -> bool:
        session = self._w.session
        scenario, number = session.scenario, session.design.map.grid.number(hex)
        return bool(scenario and session.units
                    and all(scenario.unit_by_key[k].hex == number for k in session.units))
