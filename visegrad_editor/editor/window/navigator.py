"""Goes to hexes, units and problems, and places units from a list on the map."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...hexgrid import Hex
from ...model.design import Design
from ...model.differences import DesignChange
from ...model.files.sources import entry_name
from ...model.problems import Problem
from ..map.controller import MapController
from ..map.view import MapView
from ..session import Session
from ..tools import pointer_at

if TYPE_CHECKING:
    from ...model.edit.any_key import Kind, Path

KINDS: tuple[Kind, ...] = ("scenario", "map", "ruleset")


class Navigator:
    """Goes somewhere: selects it, scrolls to it and flashes it. `show_entry` shows an entry of the ruleset in
    its table, `show_part` a part of a document with all its keys."""

    def __init__(self, session: Session, view: MapView, controller: MapController,
                 show_panel: Callable[[str], None], show_entry: Callable[[str], None],
                 show_part: Callable[..., None], say: Callable[[str], None]) -> None:
        self._session, self._view, self._controller = session, view, controller
        self._show_panel, self._show_entry, self._say = show_panel, show_entry, say
        self._show_part = show_part

    def to_hex(self, hex: Hex) -> None:
        """Select a hex, scroll to it and flash it."""
        self._session.select(hex, self._session.units if self._stands_at(hex) else ())
        self._go(hex)

    def to_unit(self, key: str) -> None:
        """Select a unit and go to its hex; show a unit without a hex in the list."""
        session = self._session
        if session.scenario is None or key not in session.scenario.unit_by_key:
            return
        hex = session.design.map.grid.parse(session.scenario.unit_by_key[key].hex)
        session.select(hex, (key,))
        if hex is not None:
            self._go(hex)
        else:
            self._show_panel("units")

    def to_problem(self, problem: Problem) -> None:
        """Go to a problem's hex, unit, entry of the ruleset or key; if it has none of these, say its file
        and line."""
        session = self._session
        grid, scenario = session.design.map.grid, session.scenario
        key = problem.unit if scenario and problem.unit in scenario.unit_by_key else ""
        number = problem.hex or (scenario.unit_by_key[key].hex if scenario and key else "")
        hex = grid.parse(number) if number else None
        session.select(hex, (key,) if key else ())
        if hex is not None:
            self._go(hex)
        elif key:
            self._show_panel("units")
        elif problem.entry:
            self._show_entry(problem.entry)
        elif place := place_of(session.design, problem):
            self._show_part(place[0], *place[1])
        else:
            where = f"{problem.file}, line {problem.line}" if problem.line else problem.file
            self._say(f"{where}: {problem.message}" if where else problem.message)

    def to_change(self, change: DesignChange) -> None:
        """Go to where a difference is: its unit, its hex or its entry of the ruleset; if it has none of
        these, say it."""
        grid = self._session.design.map.grid
        hexes = [h for h in (*change.hexes, *change.was) if h in grid]
        scenario = self._session.scenario
        is_unit = scenario is not None and change.section == "units" and change.key in scenario.unit_by_key
        entry = f"{change.section}/{change.key}" if change.document == "ruleset" and change.key else ""
        self.to_problem(Problem(
            "note", "difference", change.text, hex=grid.number(hexes[0]) if hexes else "",
            unit=change.key if is_unit else "", entry=entry))

    def _go(self, hex: Hex) -> None:
        self._view.canvas.focus_set()
        self._controller.go_to(hex, flash=True)

    def _stands_at(self, hex: Hex) -> bool:
        session = self._session
        scenario, number = session.scenario, session.design.map.grid.number(hex)
        return bool(scenario and session.units
                    and all(scenario.unit_by_key[k].hex == number for k in session.units))


def place_of(design: Design, problem: Problem) -> tuple[Kind, Path] | None:
    """The document and the path of the part that a problem is about; None if it names none."""
    from ...model.edit.any_key import PlainData, document, top_keys

    word, _, rest = problem.part.partition("/")
    section, _, name = rest.partition("/")
    kind = next((k for k in KINDS if k == word), None)
    if kind is None or document(design, kind) is None:
        return None
    if section not in top_keys(kind):
        return (kind, ())
    entries = PlainData().of(design, kind).get(section)
    if not isinstance(entries, list):
        return (kind, (section, *problem.within[:1]) if problem.within else (section,))
    places = [i for i, entry in enumerate(entries) if entry_name(section, entry) == name]
    return (kind, (section, places[0]) if places and name else (section,))


class UnitPlacer:
    """Places units from a list on the map, with the counter tool or by dragging. `offer_scenario` offers to
    begin a scenario if there is only a map."""

    def __init__(self, session: Session, view: MapView, controller: MapController,
                 offer_scenario: Callable[[], bool]) -> None:
        self._session, self._view, self._controller = session, view, controller
        self._offer_scenario = offer_scenario

    def begin(self, keys: Sequence[str]) -> None:
        """Take up the counter tool with these units; if there are none, say what is missing."""
        session = self._session
        if session.scenario is None:
            self._offer_scenario()
            return
        if not keys:
            session.complain("Select a unit in the list first, or create one with New…")
            return
        session.choose(unit=keys[0], more_units=tuple(keys[1:]))
        session.select(None, tuple(keys))
        self._controller.use("place")

    def carry(self, keys: Sequence[str]) -> None:
        """Take up the counter tool with these units, and put the hex cursor on a hex where they may stand,
        the one nearest to the middle of the view."""
        self.begin(keys)
        session, view, controller = self._session, self._view, self._controller
        design = session.design
        view.canvas.focus_set()
        middle = view.to_map(view.viewport.width_px // 2, view.viewport.height_px // 2)
        at = pointer_at(design, middle)
        lit = controller.tool.preview(design, at).lit
        if not lit:
            why = controller.tool.preview(design, at).text
            session.complain(f"There is no hex for them: {why}." if why else "There is no hex for them.")
            return
        centres = {h: design.map.geometry.centre(h) for h in lit}
        controller.go_to(min(lit, key=lambda h: (math.dist(centres[h], middle), h)))

    def drag(self, x_root: int, y_root: int, done: bool) -> bool:
        """Follow a counter dragged from a list to a place on the screen, and place it if it is `done`.
        Returns whether it is over the map."""
        canvas = self._view.canvas
        x, y = x_root - canvas.winfo_rootx(), y_root - canvas.winfo_rooty()
        inside = 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()
        at = pointer_at(self._session.design, self._view.to_map(x, y)) if inside else None
        if at is not None:
            self._controller.hover(at)
        if done:
            if at is not None:
                self._controller.click(at)
            self._controller.use("select")
        return inside
