"""The panels round the map, in one table: a row here gives a panel its tab, its place, its entry in
View > Panels, its key, and its line in the command palette and in the list of keys.

A panel is a `ttk.Frame` made by `factory(window, parent)` when it is first seen. It reads the design from
`window.session` and listens to its signals; what it does for long it does while it is mapped. It has the
colours of `theme` and measures in `theme.px`, for it is made anew when the scale of the interface changes.
A method `take_keyboard()`, where it has one, is called when the panel is brought up by its key.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk
from typing import TYPE_CHECKING

from .dock_layout import Area

if TYPE_CHECKING:
    from .window import Window


@dataclass(frozen=True)
class PanelSpec:
    """`home` is the area where it is docked at first, `open` whether it is open then. `keys` are Tk key
    sequences that bring it up; `tip` says in the tooltip of its tab what it is for. A `large` one opens in
    a window of its own until it is docked somewhere but at home."""

    id: str
    title: str
    home: Area
    factory: Callable[[Window, tk.Misc], ttk.Frame]
    keys: tuple[str, ...] = ()
    tip: str = ""
    open: bool = True
    large: bool = False


def _tools(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.tools_panel import Palette
    return Palette(parent, w.session, w.icons, w.use_tool, w.commands.table["new_area"], w.perform)


def _stamps(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.stamps_panel import StampsPanel
    return StampsPanel(w, parent)


def _units(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.row_menus import unit_entries
    from ..panels.units_panel import UnitsPanel
    from ..widgets.context_menu import RowMenus
    panel = UnitsPanel(parent, w.session, w.placing.begin, w.placing.drag,
                       w.commands.table["new_unit"], w.commands.table["remove_unit"])
    RowMenus(panel.tree, lambda row: unit_entries(w, row))
    return panel


def _reinforcements(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..actions import NEEDS
    from ..documents.scenario_dialogs import ask_reinforcement
    from ..panels.reinforcements_panel import ReinforcementsPanel

    def ask() -> tuple[str, ...]:
        if w.session.scenario is None:
            w.complain(NEEDS["scenario"].why_not)
        return ask_reinforcement(w.root, w.session)

    return ReinforcementsPanel(parent, w.session, ask, w.complain)


def _inspector(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.inspector import Inspector
    return Inspector(parent, w.session)


def _history(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.history_panel import HistoryPanel
    from ..panels.row_menus import history_entries
    from ..widgets.context_menu import RowMenus
    panel = HistoryPanel(parent, w.session)
    RowMenus(panel.tree, lambda row: history_entries(w, row))
    return panel


def _problems(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.problems_panel import ProblemsPanel
    from ..panels.row_menus import problem_entries
    from ..widgets.context_menu import RowMenus
    panel = ProblemsPanel(
        parent, w.session, w.jumping.to_problem, lambda text: w.dock.retitle("problems", text))
    RowMenus(panel.tree, lambda row: problem_entries(w, panel.problem_of(row)))
    return panel


def _statistics(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.statistics_panel import StatisticsPanel
    return StatisticsPanel(parent, w.session)


def _layers(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.layers_panel import LayersPanel
    return LayersPanel(parent, w.session)


def _ruleset(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.ruleset_panel import RulesetPanel
    return RulesetPanel(parent, w.session, lambda: w.dock.leave("ruleset"))


def _overview(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..panels.overview_panel import OverviewPanel
    return OverviewPanel(parent, w.session, w.view)


def _background(w: Window, parent: tk.Misc) -> ttk.Frame:
    from ..scan.background_panel import BackgroundPanel
    return BackgroundPanel(w, parent)


PANELS: tuple[PanelSpec, ...] = (
    PanelSpec("tools", "Tools", "left", _tools, ("<Control-Key-7>",),
              "The tools, the options of the one in hand, and what it draws"),
    PanelSpec("stamps", "Stamps", "left", _stamps, ("<Control-Key-9>",),
              "Pieces of map to put down again and again"),
    PanelSpec("units", "Units", "right", _units, ("<Control-Key-1>",), "The units of the scenario"),
    PanelSpec("reinforcements", "Reinforcements", "right", _reinforcements, ("<Control-Key-2>",),
              "When and where units arrive"),
    PanelSpec("inspector", "Inspector", "right", _inspector, ("<Control-Key-3>",),
              "The selected hex and unit, every field to be changed"),
    PanelSpec("history", "History", "right", _history, ("<Control-Key-4>",),
              "Every step, to go back and forward to"),
    PanelSpec("problems", "Problems", "bottom", _problems, ("<Control-Key-5>",),
              "What is wrong with the map and the scenario"),
    PanelSpec("ruleset", "Ruleset", "bottom", _ruleset, (),
              "Terrain, unit types, nationalities, combat tables: the data of the rules", False, True),
    PanelSpec("overview", "Overview", "corner", _overview, ("<Control-Shift-O>",),
              "The whole map in small, with its problems; click to go there"),
    PanelSpec("layers", "Layers", "right", _layers, ("<Control-Key-8>",),
              "What of the map is shown, how strongly, and what is locked", False),
    PanelSpec("background", "Background", "right", _background, (),
              "The scan behind the map: align it, read terrain from it", False),
    PanelSpec("statistics", "Statistics", "right", _statistics, (), "How much there is of everything", False),
)

PANEL_BY_ID: dict[str, PanelSpec] = {p.id: p for p in PANELS}
