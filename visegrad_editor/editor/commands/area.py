"""Areas: making, naming and removing them."""

from __future__ import annotations

from ...model.edit.areas import add_area, remove_area, rename_area
from ...model.edit.documents import with_map
from ..dialogs import ask, ask_text
from .group import Group


class AreaCommands(Group):
    """The areas of the map."""

    def new_area(self) -> None:
        session = self._w.session
        name = ask_text(self._w.root, "New area", "Name of the area. Paint its hexes with the area brush.")
        if not name:
            return
        if complaint := session.change(f"New area {name}", lambda d: with_map(d, add_area(d.map, name, ()))):
            self._w.complain(complaint)
            return
        session.choose(area=session.design.map.areas[-1].id)
        self._w.use_tool("area")

    def rename_area(self) -> None:
        session = self._w.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self._w.complain("This map has no areas yet.")
        elif name := ask_text(self._w.root, "Rename area", f"New name of “{area.name}”.", area.name):
            id = area.id
            self._w.complain(session.change(
                f"Rename area {area.name}", lambda d: with_map(d, rename_area(d.map, id, name))))
            session.choose(area=id)

    def remove_area(self) -> None:
        session = self._w.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self._w.complain("This map has no areas yet.")
            return
        text = f"Remove the area “{area.name}”? Scenarios that name it will then have a problem."
        if ask(self._w.root, "Remove area", text, (("yes", "Remove"), ("", "Keep"))):
            id = area.id
            self._w.complain(session.change(
                f"Remove area {area.name}", lambda d: with_map(d, remove_area(d.map, id))))
