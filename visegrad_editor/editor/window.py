"""The main window: puts the panels around the map and keeps them told."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from ..drawing.viewport import Box
from ..engine import check_design
from ..hexgrid import Hex, Point
from ..model.catalogue import bundled
from ..model.check import check_documents
from ..model.load import Loaded
from ..model.problems import Problem
from . import theme
from .actions import Action
from .canvas_view import MapView
from .commands import Commands
from .controller import MapController
from .files import Files, document_of
from .hexinfo import describe, hex_source, where_it_begins
from .history_panel import HistoryPanel
from .icons import Icons
from .inspector import Inspector
from .menus import Menus
from .overlay import Overlay
from .palettes import Palette
from .panes import SidePanel
from .play.mode import PlayMode
from .problems_panel import ProblemsPanel
from .reinforcements_panel import ReinforcementsPanel
from .safety.guard import Safekeeping
from .scenario_dialogs import ask_reinforcement
from .session import Session
from .settings import Settings
from .statusbar import StatusBar
from .tile_renderer import TileRenderer
from .tools import TOOLS, Tool, pointer_at
from .units_panel import UnitsPanel

_CHECK_MS = 150
_SAY_MS = 6000
_HINT_MS = 3500


class Window:
    """One window with one design."""

    def __init__(self, root: tk.Tk, loaded: Loaded, settings: Settings) -> None:
        assert loaded.design is not None
        self.root = root
        self.settings = settings
        self.session = Session(loaded.design, document_of(loaded))
        self.icons = Icons(root)
        self.files = Files(root, self.session, settings, loaded, self._opened)
        self.commands = Commands(self)
        self.play = PlayMode(self)
        self.files.open_game = self.play.open_file
        self._check_timer = ""
        self._say_timer = ""
        self._said = ""
        self.menus = Menus(
            root, self.icons, self.perform, self.enabled, lambda: settings.recent,
            _samples, self._open_named)
        self._lay_out()
        self._connect()
        self._opened()
        self.view.canvas.focus_set()
        root.bind("<Destroy>", self._destroyed, add=True)
        self.safe = Safekeeping(self)

    # -- layout -------------------------------------------------------------------------

    def _lay_out(self) -> None:
        root = self.root
        self.menus.toolbar(root).grid(row=0, column=0, sticky="ew")
        ttk.Separator(root).grid(row=1, column=0, sticky="ew")
        self.status = StatusBar(root, self.commands.table["show_problems"])
        self.status.grid(row=4, column=0, sticky="ew")
        ttk.Separator(root).grid(row=3, column=0, sticky="ew")
        root.rowconfigure(2, weight=1)
        root.columnconfigure(0, weight=1)
        across = self._across = ttk.Panedwindow(root, orient="horizontal")
        across.grid(row=2, column=0, sticky="nsew")
        self.palette = Palette(across, self.session, self.icons, self.use_tool,
                               self.commands.table["new_area"])
        across.add(self.palette, weight=0)
        down = self._down = ttk.Panedwindow(across, orient="vertical")
        across.add(down, weight=1)
        self.renderer = TileRenderer()
        self.renderer.show(self.session.design)
        self.view = MapView(down, self.renderer)
        down.add(self.view, weight=1)
        self.problems = ProblemsPanel(down, self.jump)
        down.add(self.problems, weight=0)
        self.book = ttk.Notebook(across, width=366 if root.winfo_screenwidth() < 1600 else 430)
        across.add(self.book, weight=0)
        self.side = SidePanel(across)
        self.units = UnitsPanel(self.book, self.session, self.begin_placing, self.drag_over_map,
                                self.commands.table["new_unit"], self.commands.table["remove_unit"])
        self.reinforcements = ReinforcementsPanel(
            self.book, self.session, self._add_reinforcement, self.complain)
        self.inspector = Inspector(self.book, self.session)
        self.history = HistoryPanel(self.book, self.session)
        self.panels: dict[str, ttk.Frame] = {
            "units": self.units, "reinforcements": self.reinforcements, "inspector": self.inspector,
            "history": self.history}
        for name, panel in self.panels.items():
            self.book.add(panel, text=name.title())
        self.overlay = Overlay(self.view, self.session.design)
        self.tools: dict[str, Tool] = {t.id: t(self.session.brush) for t in TOOLS}
        self.controller = MapController(self.view, self.overlay, self.session, self.tools, self._menu)

    def _connect(self) -> None:
        session, controller = self.session, self.controller
        session.changed.connect(self._design_changed)
        session.selected.connect(self._selection_changed)
        session.checked.connect(self._problems_changed)
        session.opened.connect(self._titled)
        controller.tell = self.say
        self.files.tell = self.say
        controller.pointed.connect(self._tell_hex)
        controller.tool_changed.connect(self._tool_changed)
        controller.opened.connect(lambda: self.show_panel("inspector"))
        self.view.moved.connect(self._tell_zoom)
        self.view.canvas.bind("<Escape>", lambda _e: controller.cancel())
        self.root.protocol("WM_DELETE_WINDOW", self.close)

    def _opened(self) -> None:
        """Another document is open."""
        self.renderer.show(self.session.design)
        self.overlay.show(self.session.design)
        self.view.show_all()
        self.view.home = self._home()
        if self.view.winfo_ismapped():
            self.view.fill(self.view.home)
        self._titled()
        self.say("")
        self.controller.forget()
        self.use_tool("select")
        self.units.show()
        self.check_now()
        self._update_actions()

    def _home(self) -> Point:
        """The middle of the units' set-up, or of the map."""
        map, scenario = self.session.design.map, self.session.scenario
        hexes = [h for u in (scenario.units if scenario else ()) if (h := map.grid.parse(u.hex)) is not None]
        if not hexes:
            left, top, right, bottom = map.geometry.bounds()
            return (left + right) / 2, (top + bottom) / 2
        centres = [map.geometry.centre(h) for h in hexes]
        return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)

    # -- following the session ----------------------------------------------------------

    def _design_changed(self) -> None:
        design, before = self.session.design, self.session.before
        boxes: list[Box] = []
        if before.map.grid == design.map.grid:
            boxes = self.renderer.update(design)
        else:
            self.view.show_reshaped(before.map, design)
        self.overlay.show(design)
        if self.session.units:
            self.overlay.highlight(self._area())
        self.view.touch(boxes)
        self._titled()
        self._update_actions()
        self._tell_hex()
        if self._check_timer:
            self.root.after_cancel(self._check_timer)
        self._check_timer = self.root.after(_CHECK_MS, self.check_now)

    def _selection_changed(self) -> None:
        session = self.session
        if session.scenario and session.units:
            session.brush.unit = session.units[0]
        self.overlay.highlight(self._area())
        self.overlay.select(session.hex)
        self._update_actions()
        self._tell_hex()

    def _area(self) -> frozenset[Hex]:
        """The hexes where the selected unit may be set up, or enters."""
        design, keys = self.session.design, self.session.units
        unit = design.scenario.unit_by_key.get(keys[0]) if design.scenario and keys else None
        return frozenset(where_it_begins(design, unit)) if unit else frozenset()

    def check_now(self) -> None:
        """Check the documents and the rules, and show what was found."""
        if self._check_timer:
            self.root.after_cancel(self._check_timer)
            self._check_timer = ""
        design = self.session.design
        found = (*self.files.reading_problems, *check_documents(design, self.files.sources),
                 *check_design(design))
        self.session.set_problems(tuple(dict.fromkeys(found)))
        if not found:
            self._problems_changed()

    def _problems_changed(self) -> None:
        problems = self.session.problems
        self.problems.show(problems)
        self.status.set_problems(sum(p.severity == "error" for p in problems),
                                 sum(p.severity == "warning" for p in problems))

    def _titled(self) -> None:
        self.root.title(self.session.title)

    def _update_actions(self) -> None:
        history = self.session.history
        self.menus.update(history.undo_label, history.redo_label)

    def enabled(self, action: Action) -> bool:
        """Whether an action can be used now."""
        if self.play.on:
            return self.play.enabled(action.id)
        session = self.session
        return {
            "": True, "scenario": session.scenario is not None, "units": bool(session.units),
            "hex": session.hex is not None, "undo": bool(session.history.undo_label),
            "redo": bool(session.history.redo_label), "changes": session.history.changed,
        }[action.needs]

    def perform(self, id: str) -> None:
        """Carry out the action of that id, in the game where one is on."""
        if not (self.play.on and self.play.perform(id)):
            self.commands.perform(id)

    def _open_named(self, name: str) -> None:
        if self.play.may_leave():
            self.play.leave()
            self.files.open_asking(name)

    # -- what the status bar says -------------------------------------------------------

    def _tell_hex(self) -> None:
        design = self.session.design
        hex = self.controller.hex or self.session.hex
        if self._said:
            self.status.set_hex(self._said, False)
        elif hex is not None and hex in design.map.grid:
            words = self.play.words_of(hex) if self.play.on else describe(design, hex)
            self.status.set_hex(words, hex_source(design, hex) == "reconstructed")
        else:
            self.status.set_hex("", False)
        self.status.tool.configure(text=self.controller.words or self.controller.tool.name)

    def _tell_zoom(self) -> None:
        self.status.zoom.configure(text=f"{self.view.viewport.scale / 40 * 100:.0f} %")

    def say(self, text: str, for_ms: int = _SAY_MS) -> None:
        """Show a sentence in the status bar for a while."""
        if self._say_timer:
            self.root.after_cancel(self._say_timer)
        self._said = text
        self._tell_hex()

        def over() -> None:
            self._said, self._say_timer = "", ""
            self._tell_hex()

        self._say_timer = self.root.after(for_ms, over)

    def unsay(self, text: str) -> None:
        """Take a sentence back, where it is still shown."""
        if text and self._said == text:
            self.say("")

    def complain(self, text: str) -> None:
        """Say why something was not done; "" says nothing."""
        if text:
            self.root.bell()
            self.say(text)

    # -- tools and panels ---------------------------------------------------------------

    def use_tool(self, id: str) -> None:
        """Take up a tool."""
        self.controller.use(id)

    def _tool_changed(self) -> None:
        tool = self.controller.tool
        self.palette.show_tool(tool.id)
        self.status.tool.configure(text=tool.name)
        if tool.id != "select":
            self.say(tool.hint, _HINT_MS)
        elif self._said in {t.hint for t in self.tools.values()}:
            self.say("")

    def show_panel(self, name: str) -> None:
        """Bring up a page of the notebook and give it the keyboard."""
        self.book.select(str(self.panels[name]))  # type: ignore[no-untyped-call]
        tree = getattr(self.panels[name], "tree", None)
        if tree is not None:
            tree.focus_set()
            rows = tree.get_children()
            if rows and not tree.selection() and name in ("units", "reinforcements"):
                tree.focus(rows[0])
                tree.selection_set(rows[0])

    def commit_fields(self) -> None:
        """Let a field that is being typed into hand over its text."""
        self.inspector.commit()

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

    def _add_reinforcement(self) -> None:
        if self.session.scenario is not None:
            ask_reinforcement(self.root, self.session)

    def toggle_layer(self, layer: str) -> None:
        """Show or hide a layer of the map, as its menu entry says."""
        variable = self.menus.toggles[f"show_{layer}"]
        hidden = self.renderer.hidden
        self.renderer.hidden = hidden - {layer} if variable.get() else hidden | {layer}
        self.view.touch(self.renderer.update(self.session.design))

    def _menu(self, x: int, y: int) -> None:
        session = self.session
        extra = []
        if session.scenario is not None and session.hex is not None:
            number = session.design.map.grid.number(session.hex)
            stack = [u for u in session.scenario.units if u.hex == number]
            hex = session.hex
            keys = tuple(u.key for u in stack)

            def select(*chosen: str) -> Callable[[], None]:
                return lambda: session.select(hex, chosen)

            if len(stack) > 1:
                extra.append((f"Select all {len(stack)} units", select(*keys)))
                extra += [(f"Select {u.name}", select(u.key)) for u in reversed(stack)]
        ids = ["flip", "off_map", "remove_unit", "", "new_unit", "show_inspector", "", "fit"]
        self.menus.popup(ids, x, y, extra)

    # -- jumping ------------------------------------------------------------------------

    def jump_to(self, hex: Hex) -> None:
        """Select a hex, bring it into sight and flash it."""
        self.session.select(hex, self.session.units if self._stands_at(hex) else ())
        self.view.canvas.focus_set()
        self.controller.go_to(hex, flash=True)

    def _stands_at(self, hex: Hex) -> bool:
        scenario, number = self.session.scenario, self.session.design.map.grid.number(hex)
        return bool(scenario and self.session.units
                    and all(scenario.unit_by_key[k].hex == number for k in self.session.units))

    def jump(self, problem: Problem) -> None:
        """Go where a problem is: its hex, its unit, or both."""
        session = self.session
        grid, scenario = session.design.map.grid, session.scenario
        key = problem.unit if scenario and problem.unit in scenario.unit_by_key else ""
        number = problem.hex or (scenario.unit_by_key[key].hex if scenario and key else "")
        hex = grid.parse(number) if number else None
        session.select(hex, (key,) if key else ())
        if hex is not None:
            self.view.canvas.focus_set()
            self.controller.go_to(hex, flash=True)
        elif key:
            self.show_panel("units")
        else:
            where = f"{problem.file}, line {problem.line}" if problem.line else problem.file
            self.say(f"{where}: {problem.message}" if where else problem.message)

    def _destroyed(self, event: Any) -> None:
        """Nothing that was to be done later is done in a window that is gone."""
        if event.widget is self.root:
            for job in self.root.tk.splitlist(self.root.tk.call("after", "info")):
                self.root.after_cancel(job)

    def close(self) -> None:
        """Close the window, after asking about unsaved changes."""
        self.commit_fields()
        if self.play.may_leave() and self.files.may_leave():
            self.settings.geometry = self.root.geometry()
            self.safe.end()
            self.root.destroy()


def _samples() -> list[tuple[str, str]]:
    """(name, title) of the bundled scenarios and maps, for the menu."""
    return [(f"{b.kind}s/{b.name}", f"{b.title} ({b.kind})") for b in bundled() if b.kind != "ruleset"]


def prepare(root: tk.Tk, settings: Settings) -> None:
    """Size and look of the root window."""
    theme.apply(root)
    wide, high = root.winfo_screenwidth(), root.winfo_screenheight()
    root.geometry(settings.geometry or f"{min(wide, 1600)}x{min(high - 60, 1000)}")
    root.minsize(900, 560)
