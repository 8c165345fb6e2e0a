"""The table of panels: a row gives a panel its tab, its place, its entry in View > Panels, its key, and its
line in the command palette and in the list of keys.

A panel is a `ttk.Frame`, made by a method of the window (`Window.panel_makers`) when it is first shown. It
reads the design from the session and listens to its signals; it does lengthy work only while it is mapped. It
takes its colours from `theme` and its distances from `theme.px`, and is remade when the scale of the
interface changes. Its method `take_keyboard()`, if it has one, is called when its key brings it up; without
one, its first field or button gets the keyboard. Esc closes a floating panel unless a widget of the panel did
something with the key and returned "break".
"""

from __future__ import annotations

from ...lazy_dataclass import dataclass
from .dock_layout import Area


@dataclass(frozen=True)
class PanelSpec:
    """`home` is the area where the panel is docked at first, and `open` tells whether it is open then. `keys`
    are Tk key sequences that bring it up; `tip` is the tooltip of its tab. A `large` panel opens in its own
    window the first time."""

    id: str
    title: str
    home: Area
    keys: tuple[str, ...] = ()
    tip: str = ""
    open: bool = True
    large: bool = False


PANELS: tuple[PanelSpec, ...] = (
    PanelSpec("tools", "Tools", "left", ("<Control-Key-7>",),
              "The tools, the options of the current one, and what it draws"),
    PanelSpec("stamps", "Stamps", "left", ("<Control-Key-9>",),
              "Pieces of map to use again and again"),
    PanelSpec("units", "Units", "right", ("<Control-Key-1>",), "The units of the scenario"),
    PanelSpec("reinforcements", "Reinforcements", "right", ("<Control-Key-2>",),
              "When and where units arrive"),
    PanelSpec("inspector", "Inspector", "right", ("<Control-Key-3>",),
              "The selected hex and unit, with all fields to edit"),
    PanelSpec("history", "History", "right", ("<Control-Key-4>",),
              "Every step; click one to go back or forward to it"),
    PanelSpec("problems", "Problems", "bottom", ("<Control-Key-5>",),
              "What is wrong with the map and the scenario"),
    PanelSpec("ruleset", "Ruleset", "bottom", (),
              "The data of the rules: terrain, unit types, nationalities, combat tables", False, True),
    PanelSpec("data", "All keys", "bottom", (),
              "Every key of the scenario, the map and the ruleset: entries, events, victory, all else", False,
              True),
    PanelSpec("track", "Turn track", "bottom", (),
              "What comes in each turn and with each event; drag counters to other turns", False, True),
    PanelSpec("units_table", "Table of units", "bottom", (),
              "All units with all their values, to sort, filter and change many at once", False, True),
    PanelSpec("totals", "Totals", "bottom", (),
              "Units, steps and strength by side, nationality, formation and type, against the counter mix",
              False, True),
    PanelSpec("overview", "Overview", "corner", ("<Control-Shift-O>",),
              "The whole map with its problems; click to go there"),
    PanelSpec("layers", "Layers", "right", ("<Control-Key-8>",),
              "Which layers of the map are shown, how strongly, and which are locked", False),
    PanelSpec("background", "Background", "right", (),
              "The scan behind the map: align it, read terrain from it", False),
    PanelSpec("differences", "Differences", "right", ("<Control-Shift-D>",),
              "What differs from the base, the last save, another file or a version in git", False),
    PanelSpec("balance", "Balance", "right", (),
              "What the edits that were tried do to the shares of games that the sides win", False),
    PanelSpec("statistics", "Statistics", "right", (), "Counts of everything in the design", False),
)

PANEL_BY_ID: dict[str, PanelSpec] = {p.id: p for p in PANELS}


@dataclass(frozen=True)
class PanelButton:
    """A button of a panel in the command palette: its text, and what it does as a designer would say it. It
    may be there only at times, then `why_not` says when."""

    panel: str
    text: str
    title: str
    words: str = ""
    why_not: str = "This button is not there now."

    @property
    def id(self) -> str:
        """What identifies it: `reinforcements/Leaves…`."""
        return f"{self.panel}/{self.text}"


_SELECT = "Select a counter first."
PANEL_BUTTONS: tuple[PanelButton, ...] = (
    PanelButton("stamps", "Add…", "Add a stamp from a file…"),
    PanelButton("units", "Place on the map", "Place the selected units on the map", "position set-up"),
    PanelButton("reinforcements", "Add…", "Add a reinforcement…", "schedule arrival entry turn new"),
    PanelButton("reinforcements", "Remove", "Remove from the schedule", "reinforcement"),
    PanelButton("reinforcements", "Earlier", "One turn earlier in the schedule", "reinforcement move"),
    PanelButton("reinforcements", "Later", "One turn later in the schedule", "reinforcement move"),
    PanelButton("reinforcements", "Leaves…", "Withdrawal: let the selected units leave…",
                "withdraw withdrawals schedule"),
    PanelButton("reinforcements", "Held…", "Release: hold the selected units until a turn…",
                "released may not move schedule"),
    PanelButton("inspector", "Set-up…", "Set-up of the selected unit with every key", "", _SELECT),
    PanelButton("inspector", "Arrival…", "Arrival of the selected unit with every key", "reinforcement entry",
                _SELECT),
    PanelButton("inspector", "All keys…", "All keys of the selected unit", "", _SELECT),
    PanelButton("ruleset", "New", "New entry in the table of the ruleset"),
    PanelButton("ruleset", "Duplicate", "Duplicate the entries in the table of the ruleset", "copy"),
    PanelButton("ruleset", "Remove", "Remove the entries from the table of the ruleset", "delete"),
    PanelButton("ruleset", "Replace with…", "Replace an entry of the ruleset with another…"),
    PanelButton("ruleset", "Up", "Move the entry of the ruleset up"),
    PanelButton("ruleset", "Down", "Move the entry of the ruleset down"),
    PanelButton("data", "New", "New entry in the marked list of all keys", "event entry phase"),
    PanelButton("data", "Duplicate", "Duplicate the entry in all keys", "copy"),
    PanelButton("data", "Remove", "Remove the entry in all keys", "delete"),
    PanelButton("data", "Up", "Move the entry in all keys up"),
    PanelButton("data", "Down", "Move the entry in all keys down"),
    PanelButton("units_table", "Duplicate", "Duplicate the marked units", "copy units"),
    PanelButton("units_table", "Remove", "Remove the marked units from the table", "delete units"),
    PanelButton("units_table", "Fill down", "Fill down in the table of units", "same value"),
    PanelButton("units_table", "Fill series", "Fill a series in the table of units", "numbers count"),
    PanelButton("units_table", "Empty columns", "Leave out or show the empty columns of the table of units",
                "hide columns"),
    PanelButton("totals", "Copy", "Copy the totals for a spreadsheet", "clipboard"),
    PanelButton("differences", "Show on the map", "Show the differences on the map", "compare version",
                "The differences are shown on the map already."),
    PanelButton("differences", "Reset", "Reset the selected differences", "undo as in the other version"),
    PanelButton("balance", "Stop", "Stop the trial games", "try this balance"),
    PanelButton("balance", "Clear", "Clear the results of trial games", "try this balance"),
)
"""The buttons that no action of the menus does."""
