"""The panels round the map, in one table: a row here gives a panel its tab, its place, its entry in
View > Panels, its key, and its line in the command palette and in the list of keys.

A panel is a `ttk.Frame` that the window makes when it is first seen. One that needs nothing but the session
is named here by its class (`made_by`); one that needs more is made by a method of the window. It reads the
design from the session and listens to its signals; what it does for long it does while it is mapped. It has
the colours of `theme` and measures in `theme.px`, for it is made anew when the scale of the interface
changes. A method `take_keyboard()`, where it has one, is called when the panel is brought up by its key.
"""

from __future__ import annotations

from dataclasses import dataclass

from .dock_layout import Area


@dataclass(frozen=True)
class PanelSpec:
    """`home` is the area where it is docked at first, `open` whether it is open then. `keys` are Tk key
    sequences that bring it up; `tip` says in the tooltip of its tab what it is for. A `large` one opens in
    a window of its own until it is docked somewhere but at home. `made_by` is the class of a panel that is
    made of its frame and the session alone, `module.Class` in the package `panels`, imported when it is first
    seen; "" where the window makes it."""

    id: str
    title: str
    home: Area
    keys: tuple[str, ...] = ()
    tip: str = ""
    open: bool = True
    large: bool = False
    made_by: str = ""


PANELS: tuple[PanelSpec, ...] = (
    PanelSpec("tools", "Tools", "left", ("<Control-Key-7>",),
              "The tools, the options of the one in hand, and what it draws"),
    PanelSpec("stamps", "Stamps", "left", ("<Control-Key-9>",),
              "Pieces of map to put down again and again"),
    PanelSpec("units", "Units", "right", ("<Control-Key-1>",), "The units of the scenario"),
    PanelSpec("reinforcements", "Reinforcements", "right", ("<Control-Key-2>",),
              "When and where units arrive"),
    PanelSpec("inspector", "Inspector", "right", ("<Control-Key-3>",),
              "The selected hex and unit, every field to be changed", made_by="inspector.Inspector"),
    PanelSpec("history", "History", "right", ("<Control-Key-4>",),
              "Every step, to go back and forward to"),
    PanelSpec("problems", "Problems", "bottom", ("<Control-Key-5>",),
              "What is wrong with the map and the scenario"),
    PanelSpec("ruleset", "Ruleset", "bottom", (),
              "Terrain, unit types, nationalities, combat tables: the data of the rules", False, True),
    PanelSpec("overview", "Overview", "corner", ("<Control-Shift-O>",),
              "The whole map in small, with its problems; click to go there"),
    PanelSpec("layers", "Layers", "right", ("<Control-Key-8>",),
              "What of the map is shown, how strongly, and what is locked", False,
              made_by="layers_panel.LayersPanel"),
    PanelSpec("background", "Background", "right", (),
              "The scan behind the map: align it, read terrain from it", False),
    PanelSpec("statistics", "Statistics", "right", (), "How much there is of everything", False,
              made_by="statistics_panel.StatisticsPanel"),
)

PANEL_BY_ID: dict[str, PanelSpec] = {p.id: p for p in PANELS}
