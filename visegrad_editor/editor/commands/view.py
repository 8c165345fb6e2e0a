"""The View menu: zoom, layers, panels, theme, scale and style."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog, ttk

from ...drawing.style_file import NamedStyle, StyleError, remarks, shipped_styles
from ...errors import Cancelled
from ...lazy_dataclass import dataclass
from ..documents.files import Files
from ..map import style as map_style
from ..map.controller import MapController
from ..map.languages import AS_WRITTEN, Languages
from ..map.tile_renderer import TileRenderer
from ..map.view import MapView
from ..session import Session
from ..settings import Settings
from ..widgets.dialogs import Dialog, message
from ..widgets.progress import run_with_progress
from ..window import theme
from ..window.appearance import AUTOMATIC, SCALES, Appearance
from ..window.colours import THEMES
from ..window.dock import Dock
from ..window.menus import Menus
from ..window.panel_table import PANEL_BY_ID, PANELS
from .group import Command, CommandGroup, Say


@dataclass(eq=False)
class ViewCommands(CommandGroup):
    """Zoom, layers and panels."""

    session: Session
    view: MapView
    controller: MapController
    dock: Dock
    menus: Menus
    say: Say
    complain: Say

    def table(self) -> dict[str, Command]:
        panels: dict[str, Command] = {
            f"show_{p.id}": lambda id=p.id: self._bring_up(id) for p in PANELS}  # type: ignore[misc]
        return {**super().table(), **panels}

    def _bring_up(self, id: str) -> None:
        """Bring a panel to the front, and say so if it already is and has the keyboard."""
        before = self.dock.layout, self._focus()
        self.dock.enter(id)
        if (self.dock.layout, self._focus()) == before:
            self.say(f"The {PANEL_BY_ID[id].title} panel is already in front.")

    def _focus(self) -> str:
        """The widget that has the keyboard, by its path."""
        return str(self.view.tk.call("focus"))

    def zoom_in(self) -> None:
        self._change_view(lambda: self.view.zoom(1), "This is the largest zoom.")

    def zoom_out(self) -> None:
        self._change_view(lambda: self.view.zoom(-1), "This is the smallest zoom.")

    def fit(self) -> None:
        self._change_view(self.view.fit, "The whole map is already visible.")

    def _change_view(self, change: Command, same: str) -> None:
        """Change the visible part of the map, or say why it stays the same."""
        before = self.view.viewport
        change()
        if self.view.viewport == before:
            self.say(same)

    def show_counters(self) -> None:
        self._toggle("counters")

    def fan_stack(self) -> None:
        """Fan out the stack at the hex cursor or under the pointer; if one is fanned out, fold it."""
        controller, fan = self.controller, self.controller.fan
        hex = controller.cursor if controller.keys.shown else controller.hex or controller.cursor
        self.view.canvas.focus_set()
        if fan.hex is not None:
            fan.close()
        elif hex is None:
            self.complain("Point at a stack first, or go to it with the arrow keys.")
        else:
            self.view.reveal(self.session.design.map.geometry.centre(hex), 1.0)
            if not fan.open(hex, by_key=True):
                self.complain("This hex has fewer than two counters.")

    def show_numbers(self) -> None:
        self._toggle("numbers")

    def show_names(self) -> None:
        self._toggle("names")

    def _toggle(self, layer: str) -> None:
        """Show or hide a layer of the map according to its menu entry."""
        self.session.layers.show(layer, self.menus.toggles[f"show_{layer}"].get())

    def reset_panels(self) -> None:
        before = self.dock.layout
        self.dock.reset()
        if self.dock.layout == before:
            self.say("All panels are already in their original places.")

    def show_map(self) -> None:
        if self._focus() == str(self.view.canvas):
            self.say("The map already has the keyboard.")
        self.view.canvas.focus_set()


@dataclass(eq=False)
class TurnCommands(CommandGroup):
    """Turning the view by quarters, without changing the map."""

    root: tk.Tk
    session: Session
    view: MapView
    renderer: TileRenderer
    files: Files
    settings: Settings
    say: Say

    def turn_right(self) -> None:
        self._turn(self.view.geometry.turn + 1)

    def turn_left(self) -> None:
        self._turn(self.view.geometry.turn - 1)

    def turn_back(self) -> None:
        self._turn(0)

    def _turn(self, quarters: int) -> None:
        design = self.session.design
        if quarters % 4 == self.view.geometry.turn:
            self._say_turn(quarters)
            return
        with suppress(Cancelled):
            builder = run_with_progress(
                self.root, "Turning the view", lambda report: self.renderer.prepare(design, quarters, report))
            # A key pressed meanwhile may have changed the design.
            self.view.turn(builder, self.session.design)
            if (source := self.files.sources.map) is not None:
                self.settings.remember_turn(source.path, quarters)
            self._say_turn(quarters)

    def _say_turn(self, quarters: int) -> None:
        degrees = 90 * (quarters % 4)
        self.say(f"The view is turned by {degrees}° clockwise. The map itself does not change."
                 if degrees else "The view is not turned.")


@dataclass(eq=False)
class AppearanceCommands(CommandGroup):
    """Theme and scale of the window."""

    appearance: Appearance
    say: Say

    def table(self) -> dict[str, Command]:
        themes: dict[str, Command] = {
            f"theme_{name}": lambda n=name: self._use_theme(n) for name in THEMES}  # type: ignore[misc]
        scales: dict[str, Command] = {
            f"scale_{s or 'auto'}": lambda s=s: self._use_scale(s)  # type: ignore[misc]
            for s in (AUTOMATIC, *SCALES)}
        return {**super().table(), **themes, **scales}

    def _use_theme(self, name: str) -> None:
        self.appearance.use_theme(name)
        self.say(f"Theme: {name}.")

    def _use_scale(self, percent: int) -> None:
        self.appearance.use_scale(percent)
        automatic = "automatic, " if percent == AUTOMATIC else ""
        self.say(f"Scale: {automatic}{theme.scale():.0%}.")


_TYPES = (("Styles", "*.yaml *.yml"), ("All files", "*"))


@dataclass(eq=False)
class LanguageCommands(CommandGroup):
    """The language of the texts on the map."""

    languages: Languages
    root: tk.Tk
    say: Say
    complain: Say

    def texts_language(self) -> None:
        """Ask for one of the languages into which the open design is translated."""
        known = self.languages.known()
        if not known:
            self.complain("This design is not translated: Scenario > Translate… begins a translation.")
            return
        dialog = Dialog(self.root, "Language of texts")
        ttk.Label(dialog.body, style="Panel.TLabel", wraplength=theme.px(340), justify="left", text=(
            "Names and texts on the map. What you edit stays as it is written; where there is no "
            "translation, the text is shown as it is written.")).pack(anchor="w")
        box = ttk.Combobox(dialog.body, values=[AS_WRITTEN, *known], state="readonly", width=24)
        box.set(self.languages.chosen if self.languages.chosen in known else AS_WRITTEN)
        box.pack(anchor="w", pady=(theme.px(8), 0))
        dialog.button("Show", lambda: dialog.finish(box.get()), default=True)
        dialog.button("Cancel", dialog.cancel)
        if not (chosen := dialog.run(box)):
            return
        wrong = self.languages.choose("" if chosen == AS_WRITTEN else chosen)
        if wrong:
            self.complain(wrong)
        else:
            self.say(f"Texts on the map: {chosen if chosen != AS_WRITTEN else 'as written'}.")


@dataclass(eq=False)
class StyleCommands(CommandGroup):
    """The style of map and counters: one of the program's, or one from a file."""

    files: Files
    menus: Menus
    root: tk.Tk
    say: Say
    session: Session
    settings: Settings

    def table(self) -> dict[str, Command]:
        shipped: dict[str, Command] = {
            f"style_{s.name}": lambda s=s: self._use(s) for s in shipped_styles()}  # type: ignore[misc]
        return {**super().table(), **shipped}

    def style_own(self) -> None:
        path = map_style.own_file(self.settings)
        if path is None:
            self.style_other()
        else:
            self._open(path)

    def style_other(self) -> None:
        known = map_style.own_file(self.settings)
        folder = str(known.parent) if known else self.files.initial_folder()
        chosen = filedialog.askopenfilename(
            parent=self.root, title="Open a style", filetypes=_TYPES, initialdir=folder)
        if chosen:
            self._open(Path(chosen))

    def _open(self, path: Path) -> None:
        try:
            style = map_style.style_in_file(path)
        except StyleError as error:
            self.menus.update()
            more = "\n".join(str(p) for p in error.problems) if len(error.problems) > 1 else ""
            message(self.root, "Style", str(error), more)
            return
        self._use(style)
        notes = remarks(style, self.session.design.ruleset)
        if notes:
            message(self.root, "Style", f"{style.title} is now used, but parts of it do not apply here.",
                    "\n".join(map(str, notes)))

    def _use(self, style: NamedStyle) -> None:
        map_style.use(style, self.settings)
        self.say(f"Style: {style.title}." + (f" {style.notes}" if style.notes else ""))
