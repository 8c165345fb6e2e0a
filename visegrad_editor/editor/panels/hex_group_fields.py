"""The building and the waters of a hex in the inspector: which it belongs to, a new one, and its keys."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

from ...hexgrid import Hex
from ...model.edit.documents import with_map
from ...model.edit.hex_groups import Group, free_group_id, groups, put_in_group, remove_group
from ...model.gamemap import Building, Waters
from ..session import Session
from ..widgets.fields import Form
from ..widgets.flow import Flow
from ..widgets.tooltips import Tooltip
from ..window.theme import px

_NEW = "new:"
"""Stands among the ids for one that is to be made."""
_TITLES: dict[Group, str] = {"buildings": "Building", "waters": "Waters"}
_HELP: dict[Group, str] = {
    "buildings": "The building in the hex. A new one, and a hex added to one, takes all selected hexes if "
                 "this is one of them.",
    "waters": "The waters that the hex is part of, with a depth and a current. New ones, and a hex added to "
              "some, take all selected hexes if this is one of them."}


class HexGroupFields:
    """Adds the rows of a hex's building and waters to a form; `show_part` shows all keys of an entry."""

    def __init__(self, form: Form, session: Session, hex: Hex, show_part: Callable[..., None]) -> None:
        self._form, self._session, self._hex, self._show_part = form, session, hex, show_part
        for group in _TITLES:
            self._rows(group)

    def _rows(self, group: Group) -> None:
        map, title = self._session.design.map, _TITLES[group]
        here: Building | Waters | None = (
            map.building_at.get(self._hex) if group == "buildings" else map.waters_at.get(self._hex))
        known = [(one.id, one.name or one.id) for one in groups(map, group)]
        self._form.choice(title, here.id if here else "", [
            ("", "–"), *known, (_NEW, f"New {title.lower()}")], lambda id: self._put(group, id))
        self._form.explain(title, _HELP[group])
        if here is None:
            return
        row = Flow(self._form.frame, gap=px(3))
        index = next(i for i, one in enumerate(groups(map, group)) if one.id == here.id)
        keys = ttk.Button(row, text="All keys…", style="Small.TButton",
                          command=lambda: self._show_part("map", group, index))
        row.add(keys, px(4))
        Tooltip(keys, "Name, storeys, material, stairs and more" if group == "buildings" else
                "Name, depth, current, direction, ice")
        remove = ttk.Button(row, text="Remove", style="Small.TButton",
                            command=lambda: self._remove(group, here.id))
        row.add(remove, px(4))
        Tooltip(remove, f"Remove the {title.lower()} with all its hexes; the terrain stays" if (
            group == "buildings") else "Remove the waters with all their hexes; the terrain stays")
        self._form.widget(f"Whole {title.lower()}" if group == "buildings" else "All waters", row)

    def _put(self, group: Group, id: str) -> str:
        session, title = self._session, _TITLES[group].lower()
        map = session.design.map
        wanted = free_group_id(map, group) if id == _NEW else id
        hexes = session.region if self._hex in session.region and id else {self._hex}
        ordered = sorted(hexes, key=map.grid.index)
        number = map.grid.number(self._hex)
        label = f"New {title} {wanted}" if id == _NEW else (
            f"{title.capitalize()} {wanted} in {number}" if id else f"No {title} in {number}")
        return session.change(label, lambda d: with_map(d, put_in_group(d.map, group, ordered, wanted)))

    def _remove(self, group: Group, id: str) -> None:
        label = f"Remove {_TITLES[group].lower()} {id}"
        self._session.complain(
            self._session.change(label, lambda d: with_map(d, remove_group(d.map, group, id))))
