"""The main window: holds its parts together, and answers what they ask of each other."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk
from typing import Any, TypeVar, cast

from ..hexgrid import Hex
from ..model.design import Design
from ..model.load import Loaded
from ..model.problems import Problem
from . import map_style, theme
from .actions import BY_ID, Action
from .appearance import Appearance, prepare_look
from .availability import why_not
from .canvas_view import MapView
from .checking import Checker, Problems
from .commands import Commands
from .controller import MapController
from .dock import Dock
from .dropping import Dropping, is_picture
from .files import Files, document_of
from .following import Following
from .geofit.fit_window import FitWindow
from .history_panel import HistoryPanel
from .icons import Icons
from .inspector import Inspector
from .jumping import Jumping
from .map_menu import MapMenu
from .menus import Menus
from .modal import is_waited_for
from .overlay import Overlay
from .own_tips import OwnTips
from .palette_entries import Entry
from .palettes import Palette
from .play.mode import PlayMode
from .problems_panel import ProblemsPanel
from .progress import Job, run_with_progress
from .reinforcements_panel import ReinforcementsPanel
from .ruleset.panel import RulesetPanel
from .safety.guard import Safekeeping
from .scan.placing import place_picture
from .scan.tracing import Tracing
from .scenario_dialogs import ask_reinforcement
from .screen_place import on_screen
from .session import Session
from .settings import Settings
from .stamps import Stamps
from .status_words import StatusWords
from .statusbar import StatusBar
from .stroke import why_not_now
from .tile_renderer import TileRenderer
from .tools import TOOLS, Tool, pointer_at
from .units_panel import UnitsPanel
from .worker import Report

T = TypeVar("T")
LEAST_SIZE = 900, 560
"""Pixels the window has at least, across and down."""
_BARS = 48
"""Pixels for title and menu bar at 100 %, which Tk does not count to the height."""


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
            self.session.set_problems)
        complaint = map_style.take_remembered(settings)
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
        self.renderer = TileRenderer()
        self.renderer.margin = theme.TABLE
        self.renderer.style = map_style.current()
        self.renderer.show(self.session.design)
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
        self.session.complain = self.complain
        self.session.layers.changed.connect(self._layers_changed)
        self.files.tell = self.say
        self.files.prepare = self._prepare
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
        theme.changed.connect(self._follow_theme, owner=self.root)
        map_style.changed.connect(self._follow_style, owner=self.root)
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

    def enabled(self, action: Action) -> bool:
        """Whether an action can be used now."""
        return not self.why_not(action)

    def why_not(self, action: Action) -> str:
        """Why an action cannot be used now, "" where it can."""
        if self.play.on:
            return "" if self.play.enabled(action.id) else "Not in a play-test: leave it first."
        if self.controller.held:
            return why_not_now(action)
        if action.id == "undo" and self.controller.drawing:
            return ""
        told = self.tracing.why_not(action)
        return why_not(action, self.session) if told is None else told

    def perform(self, id: str) -> None:
        """Carry out the action of that id, in the game where one is on."""
        if not (self.play.on and self.play.perform(id)) and not self.tracing.perform(id):
            self.commands.perform(id)

    def chosen(self, group: str) -> str:
        """The action of a group that is chosen now."""
        if group == "theme":
            return f"theme_{self.appearance.theme}"
        if group == "style":
            style = map_style.chosen()
            return "style_own" if style.path else f"style_{style.name}"
        return f"scale_{self.appearance.scale or 'auto'}"

    def do_entry(self, entry: Entry) -> None:
        """Do what was chosen in the command palette."""
        if entry.kind == "action":
            action = BY_ID[entry.id]
            if action.toggle:
                self.menus.flip(action.id)
            self.perform(entry.id)
        elif entry.kind == "unit":
            self.jumping.to_unit(entry.id)
        elif (hex := self.session.design.map.grid.parse(entry.id)) is not None:
            self.jump_to(hex)

    def open_named(self, name: str) -> None:
        """Open a file or a sample, after asking about what is not saved."""
        if self.play.may_leave():
            self.play.leave()
            self.files.open_asking(name)

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

    def unsay(self, text: str) -> None:
        """Take that sentence from the status bar, if it is still there."""
        self.words.unsay(text)

    def complain(self, text: str) -> None:
        """Say why something was not done; "" says nothing."""
        if text:
            self.root.bell()
            self.say(text)

    # -- checking -----------------------------------------------------------------------

    def check_now(self) -> Problems:
        """Check the documents and the rules, show what was found, and return it."""
        return self.checker.now()

    # -- tools and counters -------------------------------------------------------------

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

    def begin_placing(self, key: str) -> None:
        """Take up the counter tool with a unit."""
        self.session.choose(unit=key)
        self.session.select(None, (key,))
        self.use_tool("place")

    def drag_over_map(self, x_root: int, y_root: int, done: bool) -> bool:
        """A counter is dragged from a list over the screen; `done` when it is let go."""
        canvas = self.view.canvas
        x, y = x_root - canvas.winfo_rootx(), y_root - canvas.winfo_rooty()
        inside = 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()
        at = pointer_at(self.session.design, self.view.to_map(x, y)) if inside else None
        if at is not None:
            self.controller.hover(at)
        if done:
            if at is not None:
                self.controller.click(at)
            self.use_tool("select")
        return inside

    def add_reinforcement(self) -> None:
        """Ask for a unit to arrive later."""
        if self.session.scenario is not None:
            ask_reinforcement(self.root, self.session)

    def toggle_layer(self, layer: str) -> None:
        """Show or hide a layer of the map, as its menu entry says."""
        self.session.layers.show(layer, self.menus.toggles[f"show_{layer}"].get())

    def _layers_changed(self) -> None:
        """Other layers are seen, or one more strongly: the map is painted so."""
        layers, renderer = self.session.layers, self.renderer
        for id in ("counters", "numbers", "names"):
            self.menus.toggles[f"show_{id}"].set(layers[id].shown)
        faded = layers.opacity
        again = faded != renderer.opacity
        renderer.hidden, renderer.opacity = layers.hidden, faded
        boxes = renderer.update(self.session.design)
        self.view.touch(renderer.repaint() if again else boxes)

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

    def _prepare(self, design: Design, report: Report) -> Callable[[], None]:
        """Draw a design that is to be opened, in a thread; see `Files.prepare`."""
        builder = self.renderer.prepare(design, self.renderer.turn, report)
        return lambda: self.renderer.take(builder)

    def _follow_theme(self) -> None:
        """The ground round the map is part of its pictures."""
        if self.renderer.margin != theme.TABLE:
            self.renderer.margin = theme.TABLE
            self.renderer.show(self.session.design)
            self.view.show_all()

    def _follow_style(self) -> None:
        """The map looks different, with all that lies on it."""
        self.renderer.style = map_style.current()
        self.renderer.show(self.session.design)
        self.overlay.show(self.session.design)
        self.view.show_all()

    # -- going somewhere ----------------------------------------------------------------

    def jump_to(self, hex: Hex) -> None:
        """Select a hex, bring it into sight and flash it."""
        self.jumping.to_hex(hex)

    def jump(self, problem: Problem) -> None:
        """Go where a problem is."""
        self.jumping.to_problem(problem)

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


def prepare(root: tk.Tk, settings: Settings) -> None:
    """Size and look of the root window."""
    prepare_look(root, settings)
    wide, high = root.winfo_screenwidth(), root.winfo_screenheight()
    first = f"{min(wide, 1600)}x{min(high - 60, 1000)}"
    # The virtual desktop, where the window may have been on a second screen.
    desktop = (root.winfo_vrootx(), root.winfo_vrooty(), root.winfo_vrootwidth(),
               root.winfo_vrootheight() - theme.px(_BARS))
    root.geometry(on_screen(settings.geometry, desktop, LEAST_SIZE, first))
    root.minsize(*LEAST_SIZE)
