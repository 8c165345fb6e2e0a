"""The main window: makes its parts, passes each what it uses, and keeps them up to date with the session."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ...drawing.curves import Box
from ...hexgrid import Hex, Point
from ...model.design import Design
from ...model.files.load import LoadResult
from ...operating_system import cache_folder
from ..actions import BY_ID, NEEDS, Action
from ..commands.edit import EditCommands, FindCommands
from ..commands.file import ExchangeCommands, FileCommands
from ..commands.group import CommandGroup
from ..commands.help import HelpCommands
from ..commands.map import AreaCommands, BackgroundCommands, GeodataCommands, MapCommands
from ..commands.prototypes import PrototypeCommands
from ..commands.region import RegionCommands
from ..commands.scenario import PlayCommands, ScenarioCommands
from ..commands.set_up import SetUpCommands
from ..commands.tools import ToolCommands
from ..commands.view import (
    AppearanceCommands,
    LanguageCommands,
    StyleCommands,
    TurnCommands,
    ViewCommands,
)
from ..desk.open_cards import CardWindows
from ..documents.base_changes import BaseChanges, BaseMemory
from ..documents.files import Files, document_of
from ..documents.game_files import GameFile
from ..documents.other_version import OpenBase, OtherVersion
from ..map import style as map_style
from ..map.controller import MapController
from ..map.difference_marks import DifferenceMarks
from ..map.hex_choice import HexChoice, Take
from ..map.hex_words import describe, starting_hexes
from ..map.languages import Languages
from ..map.menu import MapMenu
from ..map.overlay import Overlay
from ..map.repaint import MapRepainter, renderer_of
from ..map.set_up_areas import SetUpAreas
from ..map.view import MapView
from ..panels.palette_kinds import in_hand
from ..panels.problems_panel import ProblemsPanel
from ..panels.row_menus import ActionEntries, HistoryRowMenu, ProblemRowMenu, UnitRowMenu
from ..panels.set_up_tray import TRAY_SETTING, SetUpTray
from ..panels.stamps_panel import Stamps, StampsPanel
from ..panels.tools_panel import ToolsPanel
from ..panels.tray_strips import tray_areas
from ..panels.units_panel import UnitsPanel
from ..platforms import MacMenu, fill_mac_menu
from ..play.balance_trials import BalanceTrials
from ..play.play_mode import REDO_LABEL, UNDO_LABEL, PlayMode
from ..safety.crash_safety import CrashSafety, kept_game
from ..safety.document_guard import DocumentGuard
from ..safety.journal import UnsavedGame
from ..scan.background import BackgroundChooser, BackgroundPicture, BackgroundTracing
from ..scan.loader import ScanLoader
from ..scan.pyramid import ScanCache
from ..session import Session
from ..settings import Settings
from ..tools import TOOLS, Tool
from ..tools.brush_shapes import CustomBrushShapes
from ..widgets.context_menu import RowMenus
from ..widgets.keyboard import enter_field, exists, restore_focus
from ..widgets.modal import is_waited_for
from ..widgets.progress import Job, run_with_progress
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import mark_by_keys
from ..widgets.typed_choice import TypedChoice
from ..widgets.wheel import FieldWheel
from .action_dispatcher import ActionDispatcher
from .appearance import Appearance
from .checker import DesignChecker
from .dock import Dock
from .file_drop import FileDropTarget, is_picture
from .icons import Icons
from .menus import Menus
from .messages import Messages
from .navigator import Navigator, UnitPlacer
from .own_keys import OwnKeys
from .panel_table import PANEL_BUTTONS, PANEL_BY_ID
from .status_bar import StatusBar, StatusPresenter

if TYPE_CHECKING:
    from ...model.edit.any_key import Kind
    from ..geofit.fit_window import FitWindow
    from ..panels.history_panel import HistoryPanel
    from ..panels.inspector import Inspector
    from ..panels.reinforcements_panel import ReinforcementsPanel
    from ..play.session import PlaySession
    from ..play.table import Table
    from .command_palette import PaletteEntry

T = TypeVar("T")


class Window:
    """One window with one design. Only `app` imports it: its parts are passed what they use."""

    def __init__(self, root: tk.Tk, loaded: LoadResult, settings: Settings) -> None:
        assert loaded.design is not None
        self.root = root
        self._title = ""
        """What the title bar shows."""
        self.settings = settings
        self.messages = Messages(root)
        self.session = Session(loaded.design, document_of(loaded), CustomBrushShapes(settings), self.complain,
                               self.say, self.messages.withdraw)
        self.icons = Icons(root)
        self.stamps = Stamps(settings.folder / "stamps")
        self.actions = ActionDispatcher(self.session)
        self.own_keys = OwnKeys(settings)
        self.appearance = Appearance(root, settings, self._rebuild)
        self.menus = Menus(
            root, self.session, settings, self.icons, self.actions, self, perform=self.perform,
            complain=self.complain, chosen=self.chosen_of, history_labels=self._history_labels,
            choose_digit=self._choose_digit,
            open_named=self.open_named, focus_map=self.focus_map)
        complaint = map_style.use_remembered(settings)
        self._make_map()
        self._make_background()
        self._make_documents(loaded)
        self.trials = BalanceTrials(root, self.session)
        self.actions.add_commands(group.table() for group in self._command_groups())
        self._connect()
        self.dock.hold(self.map_room)
        self.background.begin()
        self.tracing.begin()
        self.base_changes.look()
        self.show_opened()
        self.focus_map()
        root.bind("<Destroy>", self._destroyed, add=True)
        mark_by_keys(root, self.say)
        TypedChoice(root)
        FieldWheel(root)
        self.safety = CrashSafety(
            root, self.view, self.session, self.files, self.play, self.say, self.perform, self.commit_fields)
        self.cards.offer_kept()
        self.safety.files_gone.connect(self.show_title)
        self.safety.files_gone.connect(self.menus.update)
        self.complain(complaint)

    # -- making the parts ---------------------------------------------------------------

    def _make_map(self) -> None:
        """Make the map with its panels and bars."""
        root, session = self.root, self.session
        self._make_bars()
        ttk.Separator(root).grid(row=1, column=0, sticky="ew")
        ttk.Separator(root).grid(row=3, column=0, sticky="ew")
        root.rowconfigure(2, weight=1)
        root.columnconfigure(0, weight=1)
        self.dock = Dock(root, self.settings, self._make_panel, self.menus.bind_keys, self.focus_map)
        self.dock.across.grid(row=2, column=0, sticky="nsew")
        self.renderer = renderer_of(session.design)
        self.map_room = ttk.Frame(self.dock.centre)
        """The room of the map and of the tray below it."""
        self.map_room.rowconfigure(0, weight=1)
        self.map_room.columnconfigure(0, weight=1)
        self.view = MapView(self.map_room, self.renderer)
        self.view.grid(row=0, column=0, sticky="nsew")
        self.overlay = Overlay(self.view, session.design)
        self.set_up_areas = SetUpAreas(self.view, self.overlay.fill)
        self.difference_marks = DifferenceMarks(self.view)
        self.tools: dict[str, Tool] = {t.id: t(session.brush) for t in TOOLS}
        self._entry = ActionEntries(self.perform, self.why_not)
        self.map_menu = MapMenu(
            root, session, lambda: self.controller, self._entry, self.perform, self.say)
        self.controller = MapController(
            self.view, self.overlay, session, self.tools, self.map_menu.popup, self.say)
        self.presenter = StatusPresenter(
            self.status, self.messages, session, self.view, self.controller, self._describe, self._in_hand)
        self.repainter = MapRepainter(session, self.renderer, self.view, self.overlay)
        self.navigator = Navigator(
            session, self.view, self.controller, self.show_panel, self._show_entry, self.show_part, self.say)

    def _make_bars(self) -> None:
        self.toolbar = self.menus.toolbar(self.root)
        self.toolbar.grid(row=0, column=0, sticky="ew")
        self.status = StatusBar(self.root, lambda: self.actions.command("show_problems")())
        self.status.grid(row=4, column=0, sticky="ew")

    def _make_background(self) -> None:
        """Make the background picture and the tools for tracing it."""
        session, view = self.session, self.view
        loader = ScanLoader(self.root, view, ScanCache((self.settings.cache or cache_folder()) / "scans"))
        self.background = BackgroundPicture(session, view, loader, lambda: self.files.sources)
        self.tracing = BackgroundTracing(self.background, session, view, self.overlay, self.controller,
                                         self.say, self.complain, self.show_panel)
        self.background_chooser = BackgroundChooser(
            self.root, session, lambda: self.files.sources, loader, self.perform, self.show_panel, self.say,
            self.complain)
        self.actions.add_mode(self.tracing)
        self.fit: FitWindow | None = None
        """The window for fitting the grid, while it is open."""

    def _make_documents(self, loaded: LoadResult) -> None:
        """Make the parts for files, checks, play-tests and placing units."""
        self.cards = CardWindows(self.root, self.settings)
        guard = DocumentGuard(self.settings.folder, self._game_to_keep, self.controller.stroke_so_far)
        self.files = Files(
            self.root, self.session, self.settings, loaded, guard, say=self.say, run=self._work,
            prepare=self.repainter.prepare, open_game=lambda path, show: self.play.open_file(path, show),
            cards=self.cards)
        self.languages = Languages(self.session, self.settings, lambda: self.files.sources, self.renderer,
                                   self.view)
        self.other_version = OtherVersion(self.session, lambda: self.files.sources)
        self.session.inheritance.find_base = OpenBase(self.session, lambda: self.files.sources).of
        self.base_changes = BaseChanges(
            self.session, self.files, BaseMemory(self.settings.folder / "bases"), self._say_soon)
        self.placer = UnitPlacer(self.session, self.view, self.controller, self.files.offer_scenario)
        self._make_tray()
        self.checker = DesignChecker(
            self.root, lambda: (self.session.design, self.files.sources, self.files.reading_problems),
            self.session.set_problems, lambda: self.view.bare, self.session.check_takes_long,
            self.session.attribution)
        self.play = PlayMode(
            self.root, self.session, self.files,
            GameFile(self.root, self.session, self.settings, self.files.save, self.say,
                     self.files.initial_folder), self._lay_table,
            self.commit_fields, self.say, self.complain)
        self.actions.add_mode(self.play, leads=True)
        self.unit_menu = UnitRowMenu(
            self.root, self.session, self._entry, self.navigator.to_unit, self.placer.begin)
        self.history_menu = HistoryRowMenu(self.root, self.session, self._entry)
        self.problem_menu = ProblemRowMenu(self.root, self.session, self._entry, self.navigator.to_problem)

    def _make_tray(self) -> None:
        """Make the tray of the units that are still to be set up."""
        self.tray = SetUpTray(self.map_room, self.session, self.placer.begin, self.placer.drag,
                              self.placer.carry, self._tray_changed, self.focus_map)
        self.controller.over_tray = self.tray.holds
        self.dock.below_map = lambda: self.tray.winfo_reqheight() if self.tray.shown else 0
        self.tray.on = self.settings.get(TRAY_SETTING) is not False
        self.menus.toggles["show_tray"].set(self.tray.on)

    def _tray_changed(self) -> None:
        """Shade on the map where the units of the tray may be set up."""
        design, strips = self.session.design, self.tray.strips if self.tray.shown else ()
        self.set_up_areas.show(design, tray_areas(design, strips))
        self.dock.fit()

    def _command_groups(self) -> tuple[CommandGroup, ...]:
        root, session, settings, files = self.root, self.session, self.settings, self.files
        view, renderer, controller, dock = self.view, self.renderer, self.controller, self.dock
        say, complain, commit_fields, use_tool = self.say, self.complain, self.commit_fields, self.use_tool
        return (
            FileCommands(close=self.close, commit_fields=commit_fields, files=files, root=root,
                         languages=self.languages,
                         offer_work=self._offer_work, say=say, session=session,
                         view=view),
            ExchangeCommands(commit_fields=commit_fields, root=root, session=session, files=files, say=say),
            LanguageCommands(languages=self.languages, root=root, say=say, complain=complain),
            EditCommands(commit_fields=commit_fields, complain=complain, controller=controller, files=files,
                         placer=self.placer, root=root, say=say, session=session),
            FindCommands(navigator=self.navigator, root=root, say=say, session=session,
                         search_units=self._search_units),
            RegionCommands(complain=complain, controller=controller, overlay=self.overlay, root=root, say=say,
                           session=session, stamps=self.stamps),
            AreaCommands(complain=complain, root=root, session=session, use_tool=use_tool),
            ViewCommands(session=session, view=view, controller=controller, dock=dock, menus=self.menus,
                         say=say, complain=complain),
            TurnCommands(root=root, session=session, view=view, renderer=renderer, files=files,
                         settings=settings, say=say),
            AppearanceCommands(appearance=self.appearance, say=say),
            StyleCommands(files=files, menus=self.menus, root=root, say=say, session=session,
                          settings=settings),
            ToolCommands(complain=complain, controller=controller, dock=dock, root=root, say=say,
                         session=session, use_tool=use_tool),
            MapCommands(renderer=renderer, root=root, say=say, session=session),
            BackgroundCommands(complain=complain, say=say, session=session, tracing=self.tracing,
                               chooser=self.background_chooser),
            GeodataCommands(commit_fields=commit_fields, files=files, open_fit=self.open_fit, root=root,
                            say=say, session=session, settings=settings),
            ScenarioCommands(root=root, session=session, files=files, checker=self.checker,
                             settings=settings,
                             show_command=lambda id: self.actions.command(id)(),
                             show_panel=self.show_panel, show_part=self.show_part,
                             show_entry=self._show_entry, languages=self.languages,
                             choose_hexes=self.choose_hexes,
                             selected_problem=lambda: self.problems.marked,
                             commit_fields=commit_fields, say=say, complain=complain),
            SetUpCommands(root=root, session=session, base=files.base_scenario, commit_fields=commit_fields,
                          choose_hexes=self.choose_hexes, say=say, complain=complain, settings=settings,
                          marks=self.difference_marks, tray=self.tray,
                          wants_tray=self.menus.toggles["show_tray"].get),
            PrototypeCommands(root=root, session=session, show_part=self.show_part,
                              commit_fields=commit_fields, say=say, complain=complain),
            PlayCommands(root=root, session=session, files=files, checker=self.checker,
                         play_mode=self.play, trials=self.trials, show_panel=self.show_panel,
                         commit_fields=commit_fields, say=say, complain=complain),
            HelpCommands(root=root, session=session, settings=settings, play=self.play, why_not=self.why_not,
                         choose_entry=self._do_entry, focus_map=self.focus_map, commit_fields=commit_fields,
                         own_keys=self.own_keys, open_named=self.open_named, perform=self.perform, say=say),
        )

    def _make_panel(self, id: str, parent: tk.Misc) -> ttk.Frame:
        """The panel with that id, made in a frame. Rarely used panels are imported when first shown."""
        return self.panel_makers[id](parent)

    @property
    def panel_makers(self) -> dict[str, Callable[[tk.Misc], ttk.Frame]]:
        """The method that makes each panel, by the id of the panel."""
        return {
            "tools": self._tools_panel, "stamps": self._stamps_panel, "units": self._units_panel,
            "reinforcements": self._reinforcements_panel, "inspector": self._inspector_panel,
            "history": self._history_panel, "problems": self._problems_panel, "ruleset": self._ruleset_panel,
            "data": self._data_panel, "track": self._track_panel,
            "units_table": self._units_table, "totals": self._totals_panel,
            "overview": self._overview_panel, "layers": self._layers_panel,
            "background": self._background_panel, "statistics": self._statistics_panel,
            "differences": self._differences_panel, "balance": self._balance_panel}

    def _tools_panel(self, parent: tk.Misc) -> ttk.Frame:
        return ToolsPanel(parent, self.session, self.icons, self.use_tool, self.actions.command("new_area"),
                       self.perform)

    def _stamps_panel(self, parent: tk.Misc) -> ttk.Frame:
        return StampsPanel(parent, self.session, self.stamps, self.controller.carry, self.perform)

    def _units_panel(self, parent: tk.Misc) -> ttk.Frame:
        panel = UnitsPanel(parent, self.session, self.placer.begin, self.placer.drag,
                           self.actions.command("new_unit"), self.actions.command("remove_unit"),
                           lambda: self.perform("units_table"))
        RowMenus(panel.tree, lambda row: self.unit_menu.entries_back(back) if (
            back := panel.removed_in(panel.tree.selection())) and row.startswith("removed:") else (
            self.unit_menu.entries(row)))
        return panel

    def _reinforcements_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.reinforcements_panel import ReinforcementsPanel

        return ReinforcementsPanel(parent, self.session, self._ask_reinforcement, self.complain)

    def _inspector_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.inspector import Inspector

        return Inspector(parent, self.session, self.show_part, self.perform)

    def _history_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.history_panel import HistoryPanel

        panel = HistoryPanel(parent, self.session, self.trials)
        RowMenus(panel.tree, self.history_menu.entries)
        return panel

    def _problems_panel(self, parent: tk.Misc) -> ttk.Frame:
        panel = ProblemsPanel(
            parent, self.session, self.navigator.to_problem, partial(self.dock.retitle, "problems"))
        RowMenus(panel.tree, lambda row: self.problem_menu.entries(
            panel.problem_of(row), panel.group_of(row)))
        return panel

    def _ruleset_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.ruleset_panel import RulesetPanel
        return RulesetPanel(parent, self.session, partial(self.dock.leave, "ruleset"))

    def _data_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.data_panel import DataPanel
        return DataPanel(parent, self.session, self.overlay.highlight, self.choose_hexes)

    @cached_property
    def hex_choice(self) -> HexChoice:
        """Choosing hexes on the map, for panels and dialogs."""
        choice = HexChoice(self.view.canvas, self.session, self.use_tool,
                           lambda: self.dock.docked(("tools", "layers", "overview")))
        self.dock.wanted.connect(choice.leave)
        return choice

    def choose_hexes(self, asking: tk.Misc, what: str, hexes: Iterable[Hex], take: Take) -> None:
        """Let the user choose hexes on the map for a panel or a dialog, as `HexChoice.begin` says."""
        self.hex_choice.begin(asking, what, hexes, take)

    def _track_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.turn_track_panel import TurnTrackPanel
        return TurnTrackPanel(parent, self.session, self.complain)

    def _units_table(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.units_table import UnitsTable
        return UnitsTable(parent, self.session, partial(self.dock.leave, "units_table"), self.perform)

    def _totals_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.totals_panel import TotalsPanel
        return TotalsPanel(parent, self.session, self.perform)

    def _overview_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.overview_panel import OverviewPanel
        return OverviewPanel(parent, self.session, self.view)

    def _layers_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.layers_panel import LayersPanel
        return LayersPanel(parent, self.session)

    def _background_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..scan.background_panel import BackgroundPanel
        return BackgroundPanel(parent, self.session, self.background, self.tracing, self.perform)

    def _differences_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.differences_panel import DifferencesPanel
        return DifferencesPanel(
            parent, self.session, self.other_version, self.difference_marks, self.navigator.to_change)

    def _balance_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.balance_panel import BalancePanel
        return BalancePanel(parent, self.session, self.trials, lambda: self.perform("try_this"))

    def _statistics_panel(self, parent: tk.Misc) -> ttk.Frame:
        from ..panels.statistics_panel import StatisticsPanel
        return StatisticsPanel(parent, self.session)

    def _connect(self) -> None:
        session, controller = self.session, self.controller
        session.changed.connect(self._design_changed)
        session.selected.connect(self._selection_changed)
        session.opened.connect(self.show_title)
        # A save moves the lines of problems, and takes what the file said for nothing with it.
        session.opened.connect(self.checker.check_later)
        self.files.opened.connect(self.show_opened)
        self.tracing.mode_changed.connect(self.menus.update)
        self.play.changed.connect(self._game_changed)
        controller.tool_changed.connect(lambda: self.palette.show_tool(controller.tool))
        controller.opened.connect(lambda: self.show_panel("inspector"))
        self.view.canvas.bind("<Escape>", lambda _e: controller.cancel())
        self.view.canvas.bind("<Escape>", lambda _e: self.difference_marks.clear(), add=True)
        session.opened.connect(self.difference_marks.clear)
        self.own_keys.changed.connect(self._keys_changed)
        self.file_drop = FileDropTarget(self.root, self._dropped, self.say)
        self.root.protocol("WM_DELETE_WINDOW", self.close)
        fill_mac_menu(self.root, MacMenu(
            self.close, self._unless_waiting("about"), self._unless_waiting("shortcuts"),
            lambda path: self.root.bell() if is_waited_for(self.root) else self.open_named(path),
            self._show_again, self._unless_waiting("change_keys")))

    def _unless_waiting(self, id: str) -> Callable[[], None]:
        """What performs an action when the system asks for it, but not below a dialog."""
        return lambda: self.root.bell() if is_waited_for(self.root) else self.perform(id)

    def _show_again(self) -> None:
        self.root.deiconify()
        self.root.lift()

    # -- following the session ----------------------------------------------------------

    def _say_soon(self, text: str) -> None:
        self.root.after_idle(self.say, text)

    def show_opened(self) -> None:
        """Show the document that was just opened."""
        source, design = self.files.sources.map, self.session.design
        turn = self.settings.turn_of(source.path) if source is not None else 0
        if turn != self.renderer.turn:
            self.renderer.turn = turn
        wrong = self.languages.use_remembered()
        self.renderer.show(design)
        self.overlay.show(design)
        self.tray.refresh()
        self.view.show_all()
        self.view.home = home_of(design)
        if self.view.winfo_ismapped():
            self.view.fill(self.view.home)
        self.show_title()
        self.say(wrong)
        self.controller.forget()
        self.use_tool("select")
        self.presenter.show_problems()
        self.checker.check_later()
        self.menus.update()

    def _design_changed(self) -> None:
        """Repaint what changed in the design, and check it soon."""
        design, before = self.session.design, self.session.before
        boxes: list[Box] = []
        if before.map.grid == design.map.grid:
            boxes = self.renderer.update(design)
        else:
            self.view.show_reshaped(before.map, design)
        self.overlay.show(design)
        if self.session.units:
            self.overlay.highlight(area_of_unit(design, self.session.units[0]))
        self.view.touch(boxes)
        self.show_title()
        self.menus.update_toolbar()
        self.presenter.show_hex()
        self.checker.check_later()

    def _selection_changed(self) -> None:
        """Mark the selected hex and units, and where the units may be set up."""
        session = self.session
        if session.scenario and session.units:
            session.brush.unit, session.brush.more_units = session.units[0], session.units[1:]
        unit = session.units[0] if session.units else ""
        self.overlay.highlight(area_of_unit(session.design, unit))
        self.overlay.select(session.hex)
        self.menus.update_toolbar()
        self.presenter.show_hex()

    def show_title(self) -> None:
        """Show in the title bar the document's name and whether it has changes."""
        title = self.play.title or self.session.title
        if title != self._title:  # a window manager is told of each title it is given
            self._title = title
            self.root.title(title)

    def _describe(self, design: Design, hex: Hex) -> str:
        return self.play.words_of(hex) if self.play.on else describe(design, hex)

    def _in_hand(self) -> str:
        return "Play-test" if self.play.on else in_hand(self.controller.tool, self.session.design)

    # -- panels -------------------------------------------------------------------------

    @property
    def palette(self) -> ToolsPanel:
        return cast(ToolsPanel, self.dock.panel("tools"))

    @property
    def units(self) -> UnitsPanel:
        return cast(UnitsPanel, self.dock.panel("units"))

    @property
    def reinforcements(self) -> ReinforcementsPanel:
        return cast("ReinforcementsPanel", self.dock.panel("reinforcements"))

    @property
    def inspector(self) -> Inspector:
        return cast("Inspector", self.dock.panel("inspector"))

    @property
    def history(self) -> HistoryPanel:
        return cast("HistoryPanel", self.dock.panel("history"))

    @property
    def problems(self) -> ProblemsPanel:
        return cast(ProblemsPanel, self.dock.panel("problems"))

    def show_panel(self, id: str) -> None:
        """Open a panel or bring it to the front, and give it the keyboard."""
        self.dock.show(id)

    def is_open(self, id: str) -> bool:
        """Whether a panel is docked or floats."""
        return self.dock.is_open(id)

    def toggle(self, id: str) -> None:
        """Open a closed panel, or close an open one."""
        self.dock.toggle(id)

    def _show_entry(self, entry: str) -> None:
        """Show an entry of the ruleset in its table."""
        from ..panels.ruleset_panel import RulesetPanel
        self.show_panel("ruleset")
        panel = self.dock.panel("ruleset")
        assert isinstance(panel, RulesetPanel)
        panel.show_entry(entry)

    def show_part(self, kind: Kind, *path: str | int) -> None:
        """Show a part of a document with all its keys."""
        from ..panels.data_panel import DataPanel
        self.show_panel("data")
        panel = self.dock.panel("data")
        assert isinstance(panel, DataPanel)
        panel.refresh()
        panel.show_part(kind, path)

    def _ask_reinforcement(self) -> tuple[str, ...]:
        """Ask for a new reinforcement; the keys of the units added to the schedule."""
        from ..documents.scenario_dialogs import ask_reinforcement

        if self.session.scenario is None:
            self.complain(NEEDS["scenario"].why_not)
        return ask_reinforcement(self.root, self.session)

    def _search_units(self) -> None:
        """Show the list of units and give the keyboard to its search field."""
        self.show_panel("units")
        enter_field(self.units.search)

    # -- actions ------------------------------------------------------------------------

    def why_not(self, action: Action) -> str:
        """Why an action cannot be used now, "" if it can."""
        return self.actions.why_not(action)

    def perform(self, id: str) -> None:
        """Perform the action with that id, then make sure that a visible widget has the keyboard."""
        try:
            self.actions.perform(id)
        finally:
            self._restore_focus()

    def _restore_focus(self) -> None:
        if exists(self.root):
            self.root.after_idle(lambda: restore_focus(self.root, self.view.canvas))

    def chosen_of(self, group: str) -> str:
        """The chosen action of a group."""
        if group == "theme":
            return f"theme_{self.appearance.theme}"
        if group == "style":
            style = map_style.chosen()
            return "style_own" if style.path else f"style_{style.name}"
        return f"scale_{self.appearance.scale or 'auto'}"

    def _history_labels(self) -> tuple[str, str]:
        """The steps that undo and redo would undo and redo."""
        if self.play.on:
            return UNDO_LABEL, REDO_LABEL
        return self.session.history.undo_label, self.session.history.redo_label

    def _do_entry(self, entry: PaletteEntry) -> None:
        """Carry out the entry chosen in the command palette."""
        if entry.kind == "action":
            action = BY_ID[entry.id]
            if action.toggle:
                self.menus.flip(action.id)
            self.actions.perform(entry.id)
        elif entry.kind == "file":
            self.open_named(entry.id)
        elif entry.kind == "unit":
            self.navigator.to_unit(entry.id)
        elif entry.kind == "button":
            self._press_button(entry.id)
        elif entry.kind in ("part", "section"):
            from .command_palette import part_of_entry

            if (found := part_of_entry(self.session.design, entry.id)) is not None:
                self.show_part(*found)
                self.say(f"{entry.title}, with all its keys.")
        elif (hex := self.session.design.map.grid.parse(entry.id)) is not None:
            self.navigator.to_hex(hex)

    def _press_button(self, id: str) -> None:
        """Bring up a panel and press a button of it, as the palette lists them."""
        button = next(b for b in PANEL_BUTTONS if b.id == id)
        self.show_panel(button.panel)
        self.root.update_idletasks()
        found = next((b for b in _buttons_in(self.dock.panel(button.panel))
                      if b.winfo_ismapped() and str(b.cget("text")) == button.text), None)
        if found is None:
            self.complain(button.why_not)
        elif found.instate(["disabled"]):
            tip = getattr(found, "tooltip", None)
            self.complain(f"This cannot be done now: {tip.text}." if isinstance(tip, Tooltip) else
                          "This cannot be done now.")
        else:
            found.invoke()

    def _choose_digit(self, digit: int, time: int) -> None:
        """Let a digit choose what the current tool draws, except during a play-test."""
        if not self.play.on:
            self.controller.keys.digit(digit, time)

    def _offer_work(self) -> None:
        self.safety.offer(asked=True)

    def open_named(self, name: str) -> None:
        """Open a file or a sample, after asking about unsaved changes; a card has a window of its own."""
        if self.cards.is_card(name):
            self.cards.open(name)
        elif self.play.may_leave():
            self.play.leave()
            self.files.open_asking(name)
            self._restore_focus()

    def _dropped(self, path: Path) -> None:
        """Open a file that was dropped onto the window."""
        if is_picture(path) and not self.play.on:
            self.background_chooser.place(path)
        else:
            self.open_named(str(path))

    # -- messages -----------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a message in the status bar for a while."""
        self.messages.say(text)

    def complain(self, text: str) -> None:
        """Say why something was not done, with a beep; "" does nothing."""
        self.messages.complain(text)

    # -- tools and fields ---------------------------------------------------------------

    def use_tool(self, id: str) -> None:
        """Take up a tool."""
        self.controller.use(id)

    def focus_map(self) -> None:
        """Give the keyboard to the map."""
        self.view.canvas.focus_set()

    def commit_fields(self) -> None:
        """Accept the text of a field that is being edited."""
        for id in PANEL_BY_ID:
            commit = getattr(self.dock.built(id), "commit", None)
            if commit is not None:
                commit()

    # -- play-tests and fitting the grid ------------------------------------------------

    def _lay_table(self, game: PlaySession, leave_or_copy: Mapping[str, Callable[[], None]]) -> Table:
        """The table for a game, with its banner above the map and its timeline below."""
        from ..play.board import PlayBoard
        from ..play.table import Table

        if self.fit is not None:
            self.fit.cancel()
        board = PlayBoard(self.view, self.overlay, self.controller, self.session, game)
        table = Table(self.root, self.dock, board, game,
                      {"save": lambda: self.perform("save"), **leave_or_copy}, self.say,
                      self.messages.withdraw)
        table.banner.grid(row=1, column=0, sticky="ew")
        table.bar.grid(row=3, column=0, sticky="ew")
        return table

    def _game_changed(self) -> None:
        """Update the window after a game was begun, was left, or moved to another moment."""
        if self.play.on:
            self.difference_marks.clear()
        self.tray.bar(self.play.on)
        self.show_title()
        self.menus.update()
        self.presenter.show_hex()

    def _game_to_keep(self) -> UnsavedGame | None:
        """The current play-test as it is kept in case of a crash; None if there is none."""
        session = self.play.session
        return None if session is None else kept_game(session, self.play.path)

    def open_fit(self) -> None:
        """Open the window for fitting the grid, or bring it to the front."""
        if self.fit is None:
            from ..geofit.fit_window import FitWindow  # imported late because it takes long to load

            self.use_tool("select")
            self.fit = FitWindow(self.root, self.session, self.view, self.controller, self.tracing,
                                 self.settings, self.say)
            self.fit.closed.connect(self._fit_closed)
            self.fit.present_beside()
        self.fit.lift()

    def _fit_closed(self) -> None:
        self.fit = None

    def _work(self, title: str, job: Job[T], *, to_its_end: bool = False) -> T:
        return run_with_progress(self.root, title, job, to_its_end=to_its_end)

    # -- scale --------------------------------------------------------------------------

    def _rebuild(self) -> None:
        """Remake everything whose size depends on the scale of the interface."""
        self.commit_fields()
        for bar in (self.toolbar, self.status):
            bar.destroy()
        self.menus.rebuild()
        self._make_bars()
        self.presenter.use_bar(self.status)
        self.dock.rebuild()
        self.palette.show_tool(self.controller.tool)
        self.tray.refresh()
        self.menus.update()

    def _keys_changed(self) -> None:
        """Let other keys work, and show them wherever keys are shown."""
        from .key_help import forget_rows

        forget_rows()
        self.menus.rebind_keys()
        self._rebuild()

    # -- closing ------------------------------------------------------------------------

    def _destroyed(self, event: Any) -> None:
        """Cancel all scheduled calls when the window is destroyed."""
        if event.widget is self.root:
            for job in self.root.tk.splitlist(self.root.tk.call("after", "info")):
                self.root.after_cancel(job)

    def close(self) -> None:
        """Close the window after asking about unsaved changes; refused while a dialog is open or work
        runs."""
        if is_waited_for(self.root):
            self.root.bell()
            return
        self.commit_fields()
        if self.cards.may_leave() and self.play.may_leave() and self.files.may_leave():
            self.settings.geometry = self.root.geometry()
            self.safety.end()
            self.root.destroy()


def home_of(design: Design) -> Point:
    """The point on which the map is centred at first: the middle of the units' set-up, or of the map."""
    map, scenario = design.map, design.scenario
    hexes = [h for u in (scenario.units if scenario else ()) if (h := map.grid.parse(u.hex)) is not None]
    if not hexes:
        left, top, right, bottom = map.geometry.bounds()
        return (left + right) / 2, (top + bottom) / 2
    centres = [map.geometry.centre(h) for h in hexes]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def area_of_unit(design: Design, key: str) -> frozenset[Hex]:
    """The hexes where a unit may be set up or enters the map."""
    unit = design.scenario.unit_by_key.get(key) if design.scenario else None
    return frozenset(starting_hexes(design, unit)) if unit else frozenset()


def _buttons_in(widget: tk.Misc) -> Iterator[ttk.Button]:
    """All buttons in a widget."""
    for child in widget.winfo_children():
        if isinstance(child, ttk.Button):
            yield child
        yield from _buttons_in(child)
