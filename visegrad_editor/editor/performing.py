"""Whether an action can be used now, carrying it out, and which of a group is chosen: in a play-test, while
the background is traced, and else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import map_style
from .actions import BY_ID, Action
from .availability import why_not
from .palette_entries import Entry
from .stroke import why_not_now

if TYPE_CHECKING:
    from .window import Window


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
