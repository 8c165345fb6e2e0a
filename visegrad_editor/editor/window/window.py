"""The main window: holds its parts together, and answers what they ask of each other."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ...drawing.viewport import Box
from ...hexgrid import Hex, Point
from ...model.design import Design
from ...model.files.load import Loaded
from ...model.problems import Problem
from ..actions import BY_ID, Action, why_not
from ..commands import Commands
from ..documents.files import Files, document_of
from ..map import style
from ..map import style as map_style
from ..map.controller import MapController, why_not_now
from ..map.hex_words import where_it_begins
from ..map.menu import MapMenu
from ..map.overlay import Overlay
from ..map.repaint import MapRepaint, renderer_of
from ..map.view import MapView
from ..panels.brush_shapes import OwnTips
from ..panels.history_panel import HistoryPanel
from ..panels.inspector import Inspector
from ..panels.problems_panel import ProblemsPanel
from ..panels.reinforcements_panel import ReinforcementsPanel
from ..panels.ruleset_panel import RulesetPanel
from ..panels.stamps_panel import Stamps
from ..panels.tools_panel import Palette
from ..panels.units_panel import UnitsPanel
from ..play.play_mode import PlayMode
from ..safety.crash_safety import Safekeeping
from ..scan.background import Tracing, place_picture
from ..session import Session
from ..settings import Settings
from ..tools import TOOLS, Tool, pointer_at
from ..widgets.keyboard import exists, give_back
from ..widgets.modal import is_waited_for
from ..widgets.progress import Job, run_with_progress
from .appearance import Appearance
from .checker import Checker
from .command_palette import Entry
from .dock import Dock
from .dropping import Dropping, is_picture
from .icons import Icons
from .menus import Menus
from .status_bar import StatusBar, StatusWords

if TYPE_CHECKING:
    from ..geofit.fit_window import FitWindow


T = TypeVar("T")


class Window:
    """One window with one design."""

    def __init__(self, root: tk.Tk, loaded: Loaded, settings: Settings) -> None:
        assert loaded.design is not None
        self.root = root
        self.settings = settings
        self.session = Session(loaded.design, document_of(loaded))
        self.session.tips = OwnTips(settings)
        self.icons = Icons(root)
        self.stamps = Stamps(settings.folder / "stamps")
        self.files = Files(root, self.session, settings, loaded, lambda: self.following.opened())
        self.commands = Commands(self)
        self.performing = Performing(self)
        self.placing = UnitPlacing(self)
        self.play = PlayMode(self)
        self.tracing = Tracing(self)
        self.fit: FitWindow | None = None
        """The window in which the grid is fitted, while it is open."""
        self.files.open_game = self.play.open_file
        self.words = StatusWords(self)
        self.jumping = Jumping(self)
        self.appearance = Appearance(self, self._rebuild)
        self.menus = Menus(self)
        self.checker = Checker(
            root, lambda: (self.session.design, self.files.sources, self.files.reading_problems),
            self.session.set_problems, lambda: self.view.bare, self.session.check_takes_long)
        complaint = style.take_remembered(settings)
        self._lay_out()
        self._connect()
        self.tracing.begin()
        self.following.opened()
        self.view.canvas.focus_set()
        root.bind("<Destroy>", self._destroyed, add=True)
        self.safe = Safekeeping(self)
        self.complain(complaint)

    def _lay_out_bars(self) -> None:
        root = self.root
        self.toolbar = self.menus.toolbar(root)
        self.toolbar.grid(row=0, column=0, sticky="ew")
        self.status = StatusBar(root, self.commands.table["show_problems"])
        self.status.grid(row=4, column=0, sticky="ew")

    def _lay_out(self) -> None:
        root = self.root
        self._lay_out_bars()
        ttk.Separator(root).grid(row=1, column=0, sticky="ew")
        ttk.Separator(root).grid(row=3, column=0, sticky="ew")
        root.rowconfigure(2, weight=1)
        root.columnconfigure(0, weight=1)
        self.dock = Dock(self, root)
        self.dock.across.grid(row=2, column=0, sticky="nsew")
        self.renderer = renderer_of(self.session.design)
        self.view = MapView(self.dock.centre, self.renderer)
        self.overlay = Overlay(self.view, self.session.design)
        self.tools: dict[str, Tool] = {t.id: t(self.session.brush) for t in TOOLS}
        self.map_menu = MapMenu(self)
        self.controller = MapController(
            self.view, self.overlay, self.session, self.tools, self.map_menu.popup)
        self.dock.hold(self.view)

    def _connect(self) -> None:
        controller, words = self.controller, self.words
        self.following = Following(self)
        controller.tell = self.say
        self.session.complain, self.session.tell = self.complain, self.say
        self.repaint = MapRepaint(self)
        self.files.tell = self.say
        self.files.prepare = self.repaint.prepare
        self.files.work = self._work
        controller.pointed.connect(words.tell_hex)
        self.session.chosen.connect(words.tell_hex)
        self.session.region_changed.connect(words.selected)
        controller.moved.connect(words.tell_place)
        controller.tool_changed.connect(words.tell_tool)
        controller.tool_changed.connect(lambda: self.palette.show_tool(controller.tool.id))
        controller.opened.connect(lambda: self.show_panel("inspector"))
        self.view.moved.connect(words.tell_zoom)
        self.view.canvas.bind("<Escape>", lambda _e: controller.cancel())
        self.dropping = Dropping(self.root, self._dropped, self.say)
        self.root.protocol("WM_DELETE_WINDOW", self.close)

    # -- panels -------------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        return cast(Palette, self.dock.panel("tools"))

    @property
    def units(self) -> UnitsPanel:
        return cast(UnitsPanel, self.dock.panel("units"))

    @property
    def reinforcements(self) -> ReinforcementsPanel:
        return cast(ReinforcementsPanel, self.dock.panel("reinforcements"))

    @property
    def inspector(self) -> Inspector:
        return cast(Inspector, self.dock.panel("inspector"))

    @property
    def history(self) -> HistoryPanel:
        return cast(HistoryPanel, self.dock.panel("history"))

    @property
    def problems(self) -> ProblemsPanel:
        return cast(ProblemsPanel, self.dock.panel("problems"))

    def show_panel(self, id: str) -> None:
        """Bring up a panel and give it the keyboard."""
        self.dock.show(id)

    # -- actions ------------------------------------------------------------------------

    def why_not(self, action: Action) -> str:
        """Why an action cannot be used now, "" where it can."""
        return self.performing.why_not(action)

    def perform(self, id: str) -> None:
        """Carry out the action of that id, in the game where one is on; then keys go to what is in sight."""
        try:
            self.performing.perform(id)
        finally:
            self._keys_again()

    def _keys_again(self) -> None:
        if exists(self.root):
            self.root.after_idle(lambda: give_back(self.root, self.view.canvas))

    def open_named(self, name: str) -> None:
        """Open a file or a sample, after asking about what is not saved."""
        if self.play.may_leave():
            self.play.leave()
            self.files.open_asking(name)
            self._keys_again()

    def _dropped(self, path: Path) -> None:
        """A file was dropped onto the window."""
        if is_picture(path) and not self.play.on:
            place_picture(self, path)
        else:
            self.open_named(str(path))

    # -- saying -------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a sentence in the status bar for a while."""
        self.words.say(text)

    def complain(self, text: str) -> None:
        """Say why something was not done; "" says nothing."""
        if text:
            self.root.bell()
            self.say(text)

    # -- tools and fields ---------------------------------------------------------------

    def use_tool(self, id: str) -> None:
        """Take up a tool."""
        self.controller.use(id)

    def commit_fields(self) -> None:
        """Let a field that is being typed into hand over its text."""
        for id in ("inspector", "ruleset"):
            panel = self.dock.built(id)
            if isinstance(panel, Inspector | RulesetPanel):
                panel.commit()
        self.palette.options.commit()

    # -- the look -----------------------------------------------------------------------

    def _rebuild(self) -> None:
        """Make anew what has its size from the scale of the interface."""
        self.commit_fields()
        for bar in (self.toolbar, self.status):
            bar.destroy()
        self.menus.rebuild()
        self._lay_out_bars()
        self.dock.rebuild()
        self.palette.show_tool(self.controller.tool.id)
        self.following.update_actions()
        self.words.tell_problems()
        self.words.tell_zoom()
        self.words.tell_hex()

    def _work(self, title: str, job: Job[T], *, to_its_end: bool = False) -> T:
        return run_with_progress(self.root, title, job, to_its_end=to_its_end)

    # -- the end ------------------------------------------------------------------------

    def _destroyed(self, event: Any) -> None:
        """Nothing that was to be done later is done in a window that is gone."""
        if event.widget is self.root:
            for job in self.root.tk.splitlist(self.root.tk.call("after", "info")):
                self.root.after_cancel(job)

    def close(self) -> None:
        """Close the window, after asking about unsaved changes; not under a dialog nor at work."""
        if is_waited_for(self.root):
            self.root.bell()
            return
        self.commit_fields()
        if self.play.may_leave() and self.files.may_leave():
            self.settings.geometry = self.root.geometry()
            self.safe.end()
            self.root.destroy()


# What the window does when the session tells that something is another one.

def home_of(design: Design) -> Point:
    """What the map shows first: the middle of the units' set-up, or of the map."""
    map, scenario = design.map, design.scenario
    hexes = [h for u in (scenario.units if scenario else ()) if (h := map.grid.parse(u.hex)) is not None]
    if not hexes:
        left, top, right, bottom = map.geometry.bounds()
        return (left + right) / 2, (top + bottom) / 2
    centres = [map.geometry.centre(h) for h in hexes]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def area_of_unit(design: Design, key: str) -> frozenset[Hex]:
    """The hexes where a unit may be set up, or enters."""
    unit = design.scenario.unit_by_key.get(key) if design.scenario else None
    return frozenset(where_it_begins(design, unit)) if unit else frozenset()


class Following:
    """Keeps map, marks, title and menus of a window as the session is."""

    def __init__(self, window: Window) -> None:
        self._w = window
        session = window.session
        session.changed.connect(self.design_changed)
        session.selected.connect(self.selection_changed)
        session.checked.connect(window.words.tell_problems)
        session.check_lasts.connect(window.words.tell_problems)
        session.opened.connect(self.titled)

    def opened(self) -> None:
        """Another document is open."""
        w = self._w
        source = w.files.sources.map
        turn = w.settings.turn_of(source.path) if source is not None else 0
        if turn != w.renderer.turn:
            w.renderer.turn = turn
        w.renderer.show(w.session.design)
        w.overlay.show(w.session.design)
        w.view.show_all()
        w.view.home = home_of(w.session.design)
        if w.view.winfo_ismapped():
            w.view.fill(w.view.home)
        self.titled()
        w.say("")
        w.controller.forget()
        w.use_tool("select")
        w.words.tell_problems()
        w.checker.later()
        self.update_actions()

    def design_changed(self) -> None:
        """The design is another one: repaint what differs, and check it when there is time."""
        w = self._w
        design, before = w.session.design, w.session.before
        boxes: list[Box] = []
        if before.map.grid == design.map.grid:
            boxes = w.renderer.update(design)
        else:
            w.view.show_reshaped(before.map, design)
        w.overlay.show(design)
        if w.session.units:
            w.overlay.highlight(area_of_unit(design, w.session.units[0]))
        w.view.touch(boxes)
        self.titled()
        self.update_actions()
        w.words.tell_hex()
        w.checker.later()

    def selection_changed(self) -> None:
        """Other units or another hex are selected: mark them, and where they may stand."""
        w = self._w
        session = w.session
        if session.scenario and session.units:
            session.brush.unit, session.brush.more_units = session.units[0], session.units[1:]
        w.overlay.highlight(self._area())
        w.overlay.select(session.hex)
        self.update_actions()
        w.words.tell_hex()

    def _area(self) -> frozenset[Hex]:
        session = self._w.session
        return area_of_unit(session.design, session.units[0]) if session.units else frozenset()

    def titled(self) -> None:
        """The title bar names the document and says whether it is changed."""
        self._w.root.title(self._w.session.title)

    def update_actions(self) -> None:
        """Menus and buttons offer what can be done now."""
        history = self._w.session.history
        self._w.menus.update(history.undo_label, history.redo_label)


# Whether an action can be used now, carrying it out, and which of a group is chosen: in a play-test, while
# the background is traced, and else.

class Performing:
    """The actions of a window as it is now."""

    def __init__(self, window: Window) -> None:
        self._w = window

    def why_not(self, action: Action) -> str:
        """Why an action cannot be used now, "" where it can."""
        w = self._w
        if w.play.on:
            return "" if w.play.enabled(action.id) else "Not in a play-test: leave it first."
        if w.controller.held:
            return why_not_now(action)
        if action.id == "undo" and w.controller.drawing:
            return ""
        told = w.tracing.why_not(action)
        return why_not(action, w.session) if told is None else told

    def perform(self, id: str) -> None:
        """Carry out the action of that id, in the game where one is on."""
        w = self._w
        if not (w.play.on and w.play.perform(id)) and not w.tracing.perform(id):
            w.commands.perform(id)

    def chosen(self, group: str) -> str:
        """The action of a group that is chosen now."""
        if group == "theme":
            return f"theme_{self._w.appearance.theme}"
        if group == "style":
            style = map_style.chosen()
            return "style_own" if style.path else f"style_{style.name}"
        return f"scale_{self._w.appearance.scale or 'auto'}"

    def do_entry(self, entry: Entry) -> None:
        """Do what was chosen in the command palette."""
        w = self._w
        if entry.kind == "action":
            action = BY_ID[entry.id]
            if action.toggle:
                w.menus.flip(action.id)
            self.perform(entry.id)
        elif entry.kind == "unit":
            w.jumping.to_unit(entry.id)
        elif (hex := w.session.design.map.grid.parse(entry.id)) is not None:
            w.jumping.to_hex(hex)


# Going to a hex, a unit or a problem: select it, bring it into sight, flash it.

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


# Units that lists hand to the map: by the counter tool, or dragged over it.

class UnitPlacing:
    """Puts units of a list onto a window's map."""

    def __init__(self, window: Window) -> None:
        self._w = window

    def begin(self, keys: Sequence[str]) -> None:
        """Take up the counter tool with these units; without any say what is missing."""
        session = self._w.session
        if session.scenario is None:
            self._w.files.beginning.offer()
            return
        if not keys:
            session.complain("Select a unit in the list first, or make one with New….")
            return
        session.choose(unit=keys[0], more_units=tuple(keys[1:]))
        session.select(None, tuple(keys))
        self._w.use_tool("place")

    def drag(self, x_root: int, y_root: int, done: bool) -> bool:
        """A counter is dragged from a list over the screen; `done` when it is let go. Returns whether it is
        over the map."""
        w, canvas = self._w, self._w.view.canvas
        x, y = x_root - canvas.winfo_rootx(), y_root - canvas.winfo_rooty()
        inside = 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()
        at = pointer_at(w.session.design, w.view.to_map(x, y)) if inside else None
        if at is not None:
            w.controller.hover(at)
        if done:
            if at is not None:
                w.controller.click(at)
            w.use_tool("select")
        return inside
