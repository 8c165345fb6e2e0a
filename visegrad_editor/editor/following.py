"""What the window does when the session tells that something is another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.viewport import Box
from ..hexgrid import Hex, Point
from ..model.design import Design
from .hexinfo import where_it_begins

if TYPE_CHECKING:
    from .window import Window


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
