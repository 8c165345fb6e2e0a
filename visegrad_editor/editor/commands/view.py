"""The View menu: zoom, layers and panels."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tkinter import filedialog

from ...drawing.style_file import BadStyle, NamedStyle, remarks, shipped_styles
from ..map import style as map_style
from ..widgets.dialogs import message
from ..widgets.progress import Cancelled, run_with_progress
from ..window import theme
from ..window.appearance import AUTOMATIC, SCALES
from ..window.colours import THEMES
from ..window.panel_table import PANEL_BY_ID, PANELS
from .group import Command, Group


class ViewCommands(Group):
    """What of the map and which panel is seen."""

    def table(self) -> dict[str, Command]:
        panels: dict[str, Command] = {
            f"show_{p.id}": lambda id=p.id: self._show_panel(id) for p in PANELS}  # type: ignore[misc]
        return {**super().table(), **panels}

    def _show_panel(self, id: str) -> None:
        """Bring a panel up, and say so where it is in front and has the keyboard already."""
        w = self._w
        before = w.dock.layout, str(w.root.tk.call("focus"))
        w.show_panel(id)
        if (w.dock.layout, str(w.root.tk.call("focus"))) == before:
            w.say(f"The panel {PANEL_BY_ID[id].title} is in front already.")

    def zoom_in(self) -> None:
        self._look(lambda: self._w.view.zoom(1), "The map is not shown larger than this.")

    def zoom_out(self) -> None:
        self._look(lambda: self._w.view.zoom(-1), "The map is not shown smaller than this.")

    def fit(self) -> None:
        self._look(self._w.view.fit, "The whole map is in sight already.")

    def _look(self, change: Command, same: str) -> None:
        """Change what is seen of the map, or say why it stays the same."""
        before = self._w.view.viewport
        change()
        if self._w.view.viewport == before:
            self._w.say(same)

    def turn_right(self) -> None:
        self._turn(self._w.view.geometry.turn + 1)

    def turn_left(self) -> None:
        self._turn(self._w.view.geometry.turn - 1)

    def turn_back(self) -> None:
        self._turn(0)

    def _turn(self, quarters: int) -> None:
        w, design = self._w, self._w.session.design
        if quarters % 4 == w.view.geometry.turn:
            self._tell_turn(quarters)
            return
        with suppress(Cancelled):
            builder = run_with_progress(
                w.root, "Turning the view", lambda report: w.renderer.prepare(design, quarters, report))
            # A key pressed in the same instant may have changed the design since.
            w.view.turn(builder, w.session.design)
            if (source := w.files.sources.map) is not None:
                w.settings.remember_turn(source.path, quarters)
            self._tell_turn(quarters)

    def _tell_turn(self, quarters: int) -> None:
        degrees = 90 * (quarters % 4)
        self._w.say(f"The map is shown turned by {degrees}° clockwise. The file stays as it is."
                    if degrees else "The map is shown as it lies.")

    def show_counters(self) -> None:
        self._toggle("counters")

    def fan_stack(self) -> None:
        """The stack at the hex cursor, else under the pointer; again: fold it."""
        controller, fan = self._w.controller, self._w.controller.fan
        hex = controller.cursor if controller.keys.shown else controller.hex or controller.cursor
        self._w.view.canvas.focus_set()
        if fan.hex is not None:
            fan.close()
        elif hex is None:
            self._w.complain("Point at a stack first, or go to it with the arrow keys.")
        else:
            self._w.view.reveal(self._w.session.design.map.geometry.centre(hex), 1.0)
            if not fan.open(hex, by_key=True):
                self._w.complain("There are not two counters in this hex.")

    def show_numbers(self) -> None:
        self._toggle("numbers")

    def show_names(self) -> None:
        self._toggle("names")

    def _toggle(self, layer: str) -> None:
        """Show or hide a layer of the map, as its menu entry says."""
        self._w.session.layers.show(layer, self._w.menus.toggles[f"show_{layer}"].get())

    def reset_panels(self) -> None:
        before = self._w.dock.layout
        self._w.dock.reset()
        if self._w.dock.layout == before:
            self._w.say("All panels are where they were at first.")

    def show_map(self) -> None:
        canvas = self._w.view.canvas
        if str(self._w.root.tk.call("focus")) == str(canvas):
            self._w.say("The map has the keyboard already.")
        canvas.focus_set()


# View > Theme and View > Scale.

class AppearanceCommands(Group):
    """How the window looks."""

    def table(self) -> dict[str, Command]:
        themes: dict[str, Command] = {
            f"theme_{name}": lambda n=name: self._use_theme(n) for name in THEMES}  # type: ignore[misc]
        scales: dict[str, Command] = {
            f"scale_{s or 'auto'}": lambda s=s: self._use_scale(s)  # type: ignore[misc]
            for s in (AUTOMATIC, *SCALES)}
        return {**super().table(), **themes, **scales}

    def _use_theme(self, name: str) -> None:
        self._w.appearance.use_theme(name)
        self._w.say(f"Theme: {name}.")

    def _use_scale(self, percent: int) -> None:
        self._w.appearance.use_scale(percent)
        asked = "as the screen asks for, " if percent == AUTOMATIC else ""
        self._w.say(f"Scale: {asked}{theme.scale():.0%}.")


# View > Style: how the map and the counters look.

_TYPES = (("Styles", "*.yaml *.yml"), ("All files", "*"))


class StyleCommands(Group):
    """The styles that come with the program, and those of a file."""

    def table(self) -> dict[str, Command]:
        shipped: dict[str, Command] = {
            f"style_{s.name}": lambda s=s: self._use(s) for s in shipped_styles()}  # type: ignore[misc]
        return {**super().table(), **shipped}

    def style_own(self) -> None:
        path = map_style.own_file(self._w.settings)
        if path is None:
            self.style_other()
        else:
            self._open(path)

    def style_other(self) -> None:
        known = map_style.own_file(self._w.settings)
        document = self._w.session.document
        folder = known.parent if known else document.path.parent if document.path else Path.home()
        found = filedialog.askopenfilename(
            parent=self._w.root, title="Open a style", filetypes=_TYPES, initialdir=str(folder))
        if found:
            self._open(Path(found))

    def _open(self, path: Path) -> None:
        try:
            style = map_style.opened(path)
        except BadStyle as error:
            self._w.menus.update()
            more = "\n".join(str(p) for p in error.problems) if len(error.problems) > 1 else ""
            message(self._w.root, "Style", str(error), more)
            return
        self._use(style)
        found = remarks(style, self._w.session.design.ruleset)
        if found:
            message(self._w.root, "Style", f"{style.title} is used. Not all it says means something here.",
                    "\n".join(map(str, found)))

    def _use(self, style: NamedStyle) -> None:
        map_style.use(style, self._w.settings)
        self._w.say(f"Style: {style.title}." + (f" {style.notes}" if style.notes else ""))
