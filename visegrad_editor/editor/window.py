"""The main window: holds its parts together, and answers what they ask of each other."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..model.load import Loaded
from . import map_style
from .actions import Action
from .appearance import Appearance
from .canvas_view import MapView
from .checking import Checker
from .commands import Commands
from .controller import MapController
from .dock import Dock
from .dropping import Dropping, is_picture
from .files import Files, document_of
from .following import Following
from .history_panel import HistoryPanel
from .icons import Icons
from .inspector import Inspector
from .jumping import Jumping
from .keyboard_focus import exists, give_back
from .map_menu import MapMenu
from .map_repaint import MapRepaint, renderer_of
from .menus import Menus
from .modal import is_waited_for
from .overlay import Overlay
from .own_tips import OwnTips
from .palettes import Palette
from .performing import Performing
from .play.mode import PlayMode
from .problems_panel import ProblemsPanel
from .progress import Job, run_with_progress
from .reinforcements_panel import ReinforcementsPanel
from .ruleset.panel import RulesetPanel
from .safety.guard import Safekeeping
from .scan.placing import place_picture
from .scan.tracing import Tracing
from .session import Session
from .settings import Settings
from .stamps import Stamps
from .status_words import StatusWords
from .statusbar import StatusBar
from .tools import TOOLS, Tool
from .unit_placing import UnitPlacing
from .units_panel import UnitsPanel

if TYPE_CHECKING:
    from .geofit.fit_window import FitWindow

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
