"""View > Style: how the map and the counters look."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog

from ...drawing.style_file import BadStyle, NamedStyle, remarks, shipped_styles
from .. import map_style
from ..dialogs import message
from .group import Command, Group

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
