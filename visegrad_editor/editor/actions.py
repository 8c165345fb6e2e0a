"""All actions of the window, in one table.

Menus, toolbar, tooltips, key bindings and the list of keys in the help are made from it, so they
cannot disagree. The method of the same name in `commands` performs an action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from ..drawing.style_file import shipped_styles
from ..lazy_dataclass import dataclass
from ..systems import exists
from .platforms import key_words, keys_here
from .session import Session
from .tools import TOOLS, Tool
from .tools.base import LET_GO
from .window.panel_table import PANELS

Needs = Literal["", "scenario", "game", "play", "units", "hex", "undo", "redo", "changes", "region", "piece",
                "background"]


own_keys: dict[str, tuple[str, ...]] = {}
"""The keys of actions that are not the usual ones, by the id of the action (`window/own_keys.py`)."""


@dataclass(frozen=True)
class Action:
    """`named_keys` are Tk key sequences as X11 and Windows know them; `usual_keys` are those of this system,
    which the user may replace: `keys` are those that count, the first one is shown. `needs` says when the
    action can be used. An action with a `tool` takes up the tool with that id."""

    id: str
    label: str
    menu: str
    named_keys: tuple[str, ...] = ()
    icon: str = ""
    toolbar: bool = False
    tip: str = ""
    needs: Needs = ""
    tool: str = ""
    divider: bool = False
    """Whether there is a line above it in the menu, and before it in the toolbar."""
    toggle: bool = False
    submenu: str = ""
    """The submenu it is in."""
    group: str = ""
    """Of the actions of a group, one is chosen at a time and has a dot in the menu."""
    panel: str = ""
    """The panel it brings up; its menu entry opens and closes the panel."""
    words: str = ""
    """What else a designer may call it, for the command palette, which knows the label and the tip."""

    @property
    def usual_keys(self) -> tuple[str, ...]:
        """The keys on this system as long as the user has not chosen other ones."""
        return keys_here(self.named_keys)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the user if there are any, else the usual ones."""
        return own_keys.get(self.id, self.usual_keys)

    @property
    def key_text(self) -> str:
        """`Ctrl+Shift+Z` (on macOS ⇧⌘Z), or ""."""
        return key_text(self.keys[0]) if self.keys else ""

    @property
    def tooltip(self) -> str:
        """What the tooltip says: the tip or the label, and the key."""
        text = self.tip or self.label.rstrip("…")
        return f"{text}  ({self.key_text})" if self.key_text else text


def key_text(sequence: str) -> str:
    """A Tk key sequence as users write it.

    >>> key_text("<Control-Shift-Z>"), key_text("<F5>"), key_text("<Key-t>"), key_text("<Control-Key-0>")
    ('Ctrl+Shift+Z', 'F5', 'T', 'Ctrl+0')
    """
    names = {"Control": "Ctrl", "plus": "+", "minus": "−", "Delete": "Del", "equal": "=", "comma": "Comma",
             "period": "Period", "bracketleft": "[", "bracketright": "]"}
    parts = [p for p in sequence.strip("<>").split("-") if p != "Key"]
    return key_words("+".join(names.get(p, p.upper() if len(p) == 1 else p) for p in parts))


def tool_actions(tools: Iterable[type[Tool]]) -> tuple[Action, ...]:
    """The actions that take up tools; a tool without a key has none."""
    return tuple(
        Action(f"tool_{t.id}", t.label or t.name, "Tools", (f"<Key-{t.key}>",), t.icon, tool=t.id, tip=t.tip)
        for t in tools if t.key)


MENUS = ("File", "Edit", "Selection", "View", "Tools", "Map", "Scenario", "Help")

ACTIONS: tuple[Action, ...] = (
    Action("new", "New…", "File", ("<Control-n>",), "new", True, "New scenario from a template"),
    Action("plan_scenario", "New scenario step by step…", "File",
           tip="Map, rules, sides, units, set-up, schedule and victory, one after the other",
           words="wizard assistant planning guide"),
    Action("open", "Open…", "File", ("<Control-o>",), "open", True, "Open a scenario or a map"),
    Action("save", "Save", "File", ("<Control-s>",), "save", True, divider=True),
    Action("save_as", "Save as…", "File", ("<Control-Shift-S>",)),
    Action("import_file", "Import…", "File", ("<Control-Shift-I>",),
           tip="Import a table of hexes (CSV) or units (CSV, XLSX), or a map made with Tiled (TMX, TMJ)",
           divider=True),
    Action("export", "Export…", "File", ("<Control-e>",), "export", True,
           "Export a set-up sheet, the map or other files"),
    Action("unsaved_work", "Unsaved work…", "File", tip="Restore work that was never saved",
           divider=True),
    Action("quit", "Quit", "File", ("<Control-q>",), divider=True),
    Action("undo", "Undo", "Edit", ("<Control-z>",), "undo", True, needs="undo", divider=True),
    Action("redo", "Redo", "Edit", ("<Control-Shift-Z>", "<Control-y>"), "redo", True, needs="redo"),
    Action("cut", "Cut", "Edit", ("<Control-x>",), "cut", tip="Cut the selected hexes", needs="region",
           divider=True),
    Action("copy", "Copy", "Edit", ("<Control-c>",), "copy", tip="Copy the selected hexes", needs="region"),
    Action("paste", "Paste", "Edit", ("<Control-v>",), "paste",
           tip="Place the copied hexes; R turns them, M mirrors them"),
    Action("clear_selection", "Clear the selected hexes", "Edit", ("<Control-Delete>",),
           tip="Make the selected hexes open ground", needs="region"),
    Action("select_all", "Select all", "Selection", ("<Control-a>",), tip="Select every hex of the map"),
    Action("deselect", "Deselect", "Selection", ("<Control-d>",), tip="Clear the selection", needs="region"),
    Action("invert_selection", "Invert", "Selection", ("<Control-i>",),
           tip="Select the hexes that are not selected"),
    Action("grow_selection", "Grow", "Selection", ("<Control-period>",),
           tip="Select the surrounding hexes too", needs="region"),
    Action("shrink_selection", "Shrink", "Selection", ("<Control-comma>",),
           tip="Deselect the outermost hexes", needs="region"),
    Action("select_by", "Select by…", "Selection", ("<Control-b>",), "find",
           tip="Select hexes by terrain, country, name and more", divider=True),
    Action("fill_selection", "Fill", "Selection", ("<Control-l>",), "terrain",
           tip="Fill the selected hexes with what the current tool draws", needs="region", divider=True),
    Action("replace_all", "Replace all…", "Selection", ("<Control-h>",), "replace",
           tip="Replace a terrain, country, hexside, road or feature with another everywhere"),
    Action("rotate_right", "Turn right by 60°", "Selection", ("<Control-bracketright>",), "turn-right",
           tip="Turn the selected hexes, or the piece at the pointer", needs="piece", divider=True),
    Action("rotate_left", "Turn left by 60°", "Selection", ("<Control-bracketleft>",), "turn-left",
           needs="piece"),
    Action("mirror_across", "Mirror left to right", "Selection", ("<Control-m>",), "mirror", needs="piece"),
    Action("mirror_down", "Mirror upside down", "Selection", ("<Control-Shift-M>",), "mirror-down",
           needs="piece"),
    Action("save_stamp", "Save selection as stamp…", "Selection", ("<Control-k>",), "stamp",
           tip="Keep the selected hexes, to place them again at any time", needs="region", divider=True),
    Action("flip", "Flip counter", "Edit", ("<Key-x>",), "flip", True, "Flip the selected counters",
           needs="units", divider=True),
    Action("off_map", "Take counter off the map", "Edit", ("<Delete>",), needs="units"),
    Action("reset_units", "Reset to the base", "Edit", ("<Control-Shift-B>",), needs="units",
           tip="Make the selected units of a variant as they are in the base"),
    Action("use_prototype", "Use the prototype…", "Edit", needs="units",
           tip="Give the selected units a prototype, and everything that it says",
           words="template"),
    Action("make_prototype", "Make a prototype from these units…", "Edit", needs="units",
           tip="Make a prototype of what the selected units have in common; change it, and they follow"),
    Action("as_prototype", "As the prototype", "Edit", ("<Control-Shift-Y>",), needs="units",
           tip="Make the selected units as their prototypes say in everything"),
    Action("remove_unit", "Remove unit from the scenario", "Edit", ("<Shift-Delete>",), needs="units"),
    Action("new_unit", "New unit…", "Edit", ("<Control-u>",), "new-unit",
           words="add a counter"),
    Action("new_area", "New area…", "Edit", divider=True),
    Action("rename_area", "Rename area…", "Edit"),
    Action("remove_area", "Remove area", "Edit"),
    Action("go_to_hex", "Go to hex…", "Edit", ("<Control-g>",), divider=True),
    Action("find_unit", "Find unit", "Edit", ("<Control-f>",), "find",
           tip="Find a unit, or, on a map without units, a hex or a name"),
    Action("zoom_in", "Zoom in", "View", ("<Control-plus>", "<Control-equal>", "<Control-KP_Add>"), "zoom-in",
           True, divider=True),
    Action("zoom_out", "Zoom out", "View", ("<Control-minus>", "<Control-KP_Subtract>"), "zoom-out", True),
    Action("fit", "Fit the map", "View", ("<Control-Key-0>", "<Control-KP_0>"), "fit", True),
    Action("turn_right", "Turn the view right", "View", ("<Control-r>",),
           tip="Show the map turned by 90° clockwise", divider=True),
    Action("turn_left", "Turn the view left", "View", ("<Control-Shift-R>",),
           tip="Show the map turned by 90° counterclockwise"),
    Action("turn_back", "View unturned", "View", tip="Show the map as it is, not turned"),
    Action("show_counters", "Counters", "View", ("<F7>",), toggle=True, divider=True),
    Action("fan_stack", "Fan out the stack", "View", ("<Key-f>",),
           tip="Show the counters of this hex side by side; arrows and Return choose one", needs="scenario"),
    Action("show_numbers", "Hex numbers", "View", ("<F8>",), toggle=True),
    Action("show_names", "Names", "View", ("<F9>",), toggle=True),
    Action("show_tray", "Units to set up", "View", toggle=True, divider=True,
           tip="A tray below the map with the units that are still to be set up, and their areas on the map"),
    Action("take_from_tray", "Take a unit to set up", "View", ("<Shift-F7>",), needs="scenario",
           tip="Give the keyboard to the tray of the units to set up: arrows choose, Return takes"),
    *(Action(f"show_{p.id}", p.title, "View", p.keys, tip=f"{p.title}: {p.tip[:1].lower()}{p.tip[1:]}",
             submenu="Panels", panel=p.id) for p in PANELS),
    Action("reset_panels", "Reset panels", "View", submenu="Panels", divider=True,
           tip="Put every panel back in its original place and size"),
    *(Action(f"style_{s.name}", s.title, "View", submenu="Style", group="style",
             tip=f"Style of map and counters: {s.notes[:1].lower()}{s.notes[1:]}".rstrip("."))
      for s in shipped_styles()),
    Action("style_own", "Your own", "View", submenu="Style", group="style",
           tip="Read the style file you opened last again"),
    Action("style_other", "Other…", "View", submenu="Style", divider=True,
           tip="Open a style file of your own"),
    Action("texts_language", "Language of texts…", "View",
           tip="Show names and texts on the map in another language, from the translations beside the files"),
    Action("theme_light", "Light", "View", submenu="Theme", group="theme", tip="Light theme"),
    Action("theme_dark", "Dark", "View", submenu="Theme", group="theme", tip="Dark theme"),
    Action("scale_auto", "Automatic", "View", submenu="Scale", group="scale",
           tip="Scale the interface to suit the screen"),
    *(Action(f"scale_{s}", f"{s} %", "View", submenu="Scale", group="scale", tip=f"Interface at {s} %")
      for s in (100, 125, 150, 175, 200)),
    Action("show_map", "Map", "View", ("<Control-Key-6>",), tip="Give the map the keyboard"),
    *tool_actions(TOOLS),
    Action("brush_smaller", "Smaller brush", "Tools", ("<Key-comma>",), divider=True),
    Action("brush_larger", "Larger brush", "Tools", ("<Key-period>",)),
    Action("next_mode", "Next painting mode", "Tools", ("<Key-w>",), "freehand",
           tip="Freehand, straight line, rectangle, hexagon, fill"),
    Action("brush_outline", "Outline only", "Tools", ("<Key-o>",), "outline",
           tip="Draw rectangles and hexagons as outlines"),
    Action("turn_brush", "Turn the brush", "Tools", ("<Key-q>",), "turn-right",
           tip="Turn the brush shape by 60°"),
    Action("brush_from_selection", "Selected hexes as brush…", "Tools", icon="own-shape", needs="region",
           tip="Keep the shape of the selected hexes as a brush"),
    Action("forget_brush", "Delete this brush", "Tools", tip="Delete a brush shape of your own"),
    Action("by_corners", "Hexsides from corner to corner", "Tools", ("<Key-l>",), "corners",
           tip="Draw hexsides by clicking one corner after another", divider=True),
    Action("resize_map", "Resize…", "Map", tip="Add or cut columns and rows at any edge", divider=True),
    Action("crop_map", "Crop to selection…", "Map", tip="Cut the map to the box around the selected hexes"),
    Action("renumber_map", "Renumber…", "Map", tip="Change the hex numbers; references to hexes follow"),
    Action("turn_map", "Turn the map…", "Map", tip="Turn the map itself: flat tops become pointy tops"),
    Action("half_hexes", "Half hexes…", "Map",
           tip="Say which hexes the edges of the map cut in half, as boards do that lie side by side",
           words="boards, edge, cut"),
    Action("background_picture", "Background picture…", "Map",
           tip="Put a scan (PNG or JPEG) behind the map, to trace it", divider=True),
    Action("align_background", "Align the background…", "Map", needs="background",
           tip="Pin three hexes of the background picture to the grid"),
    Action("propose_terrain", "Propose terrain from the scan…", "Map", needs="background",
           tip="Read terrain from the background picture, using samples of its colours"),
    Action("remove_background", "Remove the background", "Map", needs="background",
           tip="Remove the picture from behind the map; its file stays"),
    Action("make_map_variant", "Make the map a variant of…", "Map",
           tip="Choose another map as its base, or another base: its file then holds only what differs"),
    Action("import_geodata", "Import geographic data…", "Map",
           tip="Compute countries, terrain, rivers, roads and towns from GeoJSON and heights", divider=True),
    Action("fit_grid", "Fit the grid…", "Map",
           tip="Enter longitude and latitude of a few hexes, see how well they agree, and fit the grid"),
    Action("new_scenario", "New scenario on this map…", "Scenario",
           tip="Begin a scenario on the open map: title, turns, units"),
    Action("make_variant", "Make this a variant of…", "Scenario", needs="scenario",
           tip="Choose a base, or another one: the file then holds only what differs from it"),
    Action("make_rules_variant", "Make the ruleset a variant of…", "Scenario",
           tip="Choose another ruleset as its base, or another base: its file then holds only what differs"),
    Action("properties", "Properties…", "Scenario", ("<F4>",), "properties",
           tip="Title, turns, options and notes", divider=True),
    Action("translate", "Translate…", "Scenario",
           tip="The texts with their translations into another language, as a table to fill in",
           words="translations languages"),
    Action("ruleset", "Ruleset…", "Scenario", ("<F3>",),
           tip="Terrain effects, combat tables, unit types, nationalities, symbols and colours",
           words="terrain effects chart combat results table crt"),
    Action("fill_set_up", "Fill the rest legally", "Scenario", needs="scenario", divider=True,
           tip="Set up the units that may choose their hex and have none, by the rules of the game",
           words="deployment automatic"),
    Action("random_set_up", "Random legal set-up…", "Scenario", needs="scenario",
           tip="Set up all units that may choose their hex anew, at random, by the rules of the game",
           words="deployment"),
    Action("clear_positions", "Clear positions", "Scenario", needs="scenario",
           tip="Take the units that may choose their hex off the map; where they may be stays"),
    Action("compare_set_up", "Compare with the fixed set-up…", "Scenario", needs="scenario",
           tip="List the units that stand elsewhere than in the scenario this one is a variant of",
           words="deployment initial positions difference"),
    Action("set_up_group", "Where units may be set up…", "Scenario", ("<Shift-F8>",), needs="units",
           tip="Where the selected units may be set up: a country, an area, hexes; or as a set-up group",
           words="deployment zone area"),
    Action("set_up_order", "Order of set-up…", "Scenario", needs="scenario",
           tip="Which side and which set-up group sets up first"),
    Action("entries", "Entries…", "Scenario", needs="scenario",
           tip="The ways onto the map: where reinforcements arrive, in a window with every key",
           words="entry arrival edge reinforcements"),
    Action("prototypes", "Prototypes…", "Scenario", needs="scenario",
           tip="What units have in common: change it once, and all units of the prototype follow"),
    Action("turn_track", "Turn track…", "Scenario", needs="scenario",
           tip="What comes in each turn and with each event; drag counters to other turns",
           words="schedule timetable reinforcements withdrawals"),
    Action("goals", "Goals…", "Scenario", needs="scenario",
           tip="Who wins this scenario: hexes to take or hold, steps to destroy, units that leave, points",
           words="victory conditions objectives"),
    Action("victory", "Victory and events…", "Scenario",
           tip="Who wins when, events, withdrawals, pools: every key of the ruleset, each said in words",
           words="victory conditions levels points entry withdrawal release"),
    Action("units_table", "Table of units…", "Scenario", ("<Shift-F3>",),
           tip="All units with all their values: sort, filter, change many at once, copy and paste"),
    Action("totals", "Totals…", "Scenario", ("<Control-Shift-F3>",), needs="scenario",
           tip="Units, steps and strength by side, nationality, formation and type, against the counter mix",
           words="strength balance order of battle"),
    Action("formations", "Formations…", "Scenario",
           tip="Corps and armies that units belong to, for print and for rules: a table of the ruleset"),
    Action("counter_mix", "Counter mix…", "Scenario",
           tip="How many counters of each kind the game has, in the ruleset"),
    Action("take_mix", "Take the counter mix from this scenario", "Scenario", needs="scenario",
           tip="Make the counter mix of the ruleset what the units of this scenario need"),
    Action("new_units", "New units…", "Scenario", ("<Control-Shift-U>",),
           tip="Make a series of numbered units at once: names, values, turn and entry or set-up"),
    Action("counter", "Counter…", "Scenario", ("<Shift-F4>",),
           tip="How the counters of the selected units, or of a type, nationality or side, look"),
    Action("validate", "Validate", "Scenario", ("<F5>",), "validate", True,
           "Check everything and show the problems", divider=True),
    Action("fix_harmless", "Fix all that is harmless…", "Scenario", ("<Shift-F5>",),
           tip="List the fixes of all problems, those that change nothing in play ticked, and do them in one "
               "step"),
    Action("judge_problem", "Judge the problem otherwise…", "Scenario",
           tip="Let the problem selected in the list count otherwise in this scenario, or not at all, with a "
               "reason", words="silence severity ignore suppress"),
    Action("run", "Run…", "Scenario", ("<F6>",), "run", True, "Let automatic players play the scenario",
           needs="game",
           words="simulate games"),
    Action("try_this", "Try this…", "Scenario", ("<Shift-F6>",), needs="game",
           tip="Play many games in the background: what does the last edit do to the shares of wins?",
           words="balance odds play balance statistics of games"),
    Action("play", "Play-test…", "Scenario", ("<F11>", "<Control-p>"), "die", True,
           "Play the scenario in the window, by the rules", needs="game"),
    Action("planner_phase", "Planner plays this phase", "Scenario", ("<Control-F12>",), needs="play",
           tip="In a play-test: an automatic player decides until this phase ends"),
    Action("copy_position", "Copy position into a scenario…", "Scenario", needs="play",
           tip="In a play-test: open the present position as a new scenario",
           words="save the position middle of a game start"),
    Action("manual", "Manual", "Help", tip="Read the documentation in the web browser; it needs no network",
           words="documentation guide tutorial help"),
    Action("command_palette", "Command palette…", "Help", ("<Control-Shift-P>",),
           tip="Find anything by typing a few letters: actions, hexes, names, units"),
    Action("start_page", "Start page…", "Help",
           tip="The samples with pictures, the files opened last, and ways to begin",
           words="welcome examples first steps tutorial"),
    Action("shortcuts", "Keys and mouse", "Help", ("<F1>",), "help"),
    Action("change_keys", "Change keys…", "Help", tip="Give actions the keys you like better"),
    Action("about", "About Visegrad Editor", "Help", divider=True),
)

def _check_keys(actions: tuple[Action, ...]) -> None:
    """Raise `ValueError`, when the program starts, for a key that two actions claim."""
    taken: dict[str, str] = {}
    for action in actions:
        for key in action.named_keys:
            if key in taken:
                raise ValueError(f"{action.id} and {taken[key]} both claim the key {key}")
            taken[key] = action.id


_check_keys(ACTIONS)
BY_ID: dict[str, Action] = {a.id: a for a in ACTIONS}
TOOL_ACTIONS: tuple[Action, ...] = tuple(a for a in ACTIONS if a.tool)


# What actions need to be usable. Menus, buttons and the palette all use this table.

@dataclass(frozen=True)
class Need:
    """`met` tells whether the session has what is needed; `why_not` says what to do if it has not."""

    met: Callable[[Session], bool]
    why_not: str


NEEDS: dict[Needs, Need] = {
    "": Need(lambda s: True, ""),
    "scenario": Need(lambda s: s.scenario is not None, (
        "There is only a map here: begin a scenario with Scenario > New scenario on this map.")),
    "game": Need(lambda s: s.scenario is not None and exists(s.design.ruleset.system),
                 "This needs a scenario whose ruleset names a game that the program can play. Write `system: "
                 "standard` into the ruleset: the program then plays by its tables and settings."),
    # During a play-test, the play-test itself says what can be done.
    "play": Need(lambda s: False, "This works in a play-test only: begin one with F11."),
    "units": Need(lambda s: bool(s.units), "Select a counter first."),
    "hex": Need(lambda s: s.hex is not None, "Select a hex first."),
    "undo": Need(lambda s: bool(s.history.undo_label), "There is nothing to undo."),
    "redo": Need(lambda s: bool(s.history.redo_label), "There is nothing to redo."),
    "region": Need(lambda s: bool(s.region), "Select hexes first, for example with the Select hexes tool."),
    "piece": Need(lambda s: bool(s.region) or s.brush.piece is not None,
                  "Select hexes first, or paste a piece."),
    "background": Need(lambda s: s.design.map.background is not None,
                       "This map has no background picture yet: Map > Background picture."),
    "changes": Need(lambda s: s.unsaved, "All changes are saved."),
}


def why_not(action: Action, session: Session) -> str:
    """Why the action cannot be used now, as a sentence; "" if it can."""
    need = NEEDS[action.needs]
    if need.met(session):
        return ""
    name = session.design.ruleset.system
    if action.needs == "game" and session.scenario is not None and name:
        return (f"The game {name}, which the ruleset names, is not installed: install the package with its "
                "rules.")
    return need.why_not


_DURING_STROKE = frozenset({
    "undo", "save", "zoom_in", "zoom_out", "fit", "show_counters", "show_numbers", "show_names",
    "brush_smaller", "brush_larger", "brush_outline", "turn_brush"})
"""Actions that can be used during a stroke. `undo` then drops the stroke and nothing else."""


def why_not_now(action: Action) -> str:
    """Why an action must wait while the mouse button is down; "" if it need not. A tool is taken up at once:
    the stroke is completed first.

    >>> why_not_now(BY_ID["tool_road"]), why_not_now(BY_ID["zoom_in"]), why_not_now(BY_ID["redo"]) == LET_GO
    ('', '', True)
    """
    return "" if action.tool or action.id in _DURING_STROKE else LET_GO
