"""The context menu of the map: what can be done with the hex and the counters under the pointer."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.places import set_feature
from ...model.lettering import NameRef
from ...model.select import Query, find, wand
from ..panels.row_menus import action_entry
from ..tools import PasteTool, Picked, Pointer, RegionTool, SelectTool
from ..tools.base import count
from ..tools.features import why_no_feature
from ..tools.painting import country_name
from ..widgets.context_menu import LINE, MenuEntry, popup

if TYPE_CHECKING:
    from ..window.window import Window


_UNITS = ("flip", "off_map", "remove_unit")
_REGION = ("cut", "copy", "paste", "clear_selection", "", "fill_selection", "replace_all", "", "rotate_right",
           "rotate_left", "mirror_across", "mirror_down", "", "save_stamp")
_SELECTING = ("", "select_all", "deselect", "invert_selection", "grow_selection", "shrink_selection",
              "select_by")
"""What the selection tool offers besides."""


class MapMenu:
    """Pops up at a place of the screen, for what is selected."""

    def __init__(self, window: Window) -> None:
        self._w = window
        self.menu: tk.Menu | None = None
        """The menu shown last."""

    def popup(self, x: int, y: int) -> None:
        """Show the menu there: that of the selected hexes on them, and for the tool that selects them."""
        if self.menu is not None:
            self.menu.destroy()
        self.menu = popup(self._w.root, self.entries(), x, y)

    def entries(self) -> list[MenuEntry]:
        """What is offered now."""
        session = self._w.session
        if isinstance(self._w.controller.tool, RegionTool):
            return self._actions(*_REGION, *_SELECTING)
        found = self._counters()
        if session.hex is not None and session.hex in session.region:
            found += [*self._actions(*_REGION), LINE]
        if session.hex is not None and session.hex in session.design.map.grid:
            return [*found, *hex_entries(self._w, session.hex)]
        return [*found, *self._actions("paste", "go_to_hex", "", "fit")]

    def _actions(self, *ids: str) -> list[MenuEntry]:
        return [action_entry(self._w, id) if id else LINE for id in ids]

    def _counters(self) -> list[MenuEntry]:
        """The counters of the hex, and what is done with those selected; nothing on a map alone."""
        session = self._w.session
        if session.scenario is None:
            return []
        found: list[MenuEntry] = []
        units, hex = session.scenario.unit_by_key, session.hex
        stack = SelectTool.stack(session.design, hex)
        if len(stack) > 1:
            found = [MenuEntry(f"Select all {len(stack)} units", lambda: session.select(hex, stack)),
                     *(MenuEntry(f"Select {units[key].name}", lambda k=key: session.select(hex, (k,)))  # type: ignore[misc]
                       for key in reversed(stack)), LINE]
        return [*found, *self._actions(*_UNITS, "new_unit"), LINE]


# What the context menu of the map offers for a hex, whatever document is open.

def what_is_here(design: Design, hex: Hex) -> list[tuple[str, Picked]]:
    """What can be taken up in a hex, in words: its terrain, features, roads, hexsides and country."""
    map, rules = design.map, design.ruleset
    found: list[tuple[str, Picked]] = []
    if (ground := rules.terrain_by_id.get(map.terrain.at(hex))) is not None:
        found.append((ground.name, Picked("terrain", ground.id, tool="terrain")))
    for id in map.features_at(hex):
        if (kind := rules.feature_by_id.get(id)) is not None:
            found.append((kind.name, Picked("feature", id, tool="feature")))
    sides = map.grid.sides(hex)
    for road in dict.fromkeys((r.kind, r.name) for s in sides for r in map.road_segments.get(s, ())):
        if (road_kind := rules.road_by_id.get(road[0])) is not None:
            picked = Picked("road", road[0], (("road_name", road[1]),), "road")
            found.append((f"{road_kind.name} {road[1]}".rstrip(), picked))
    lines = dict.fromkeys((x.kind, x.name, x.width) for s in sides for x in map.side_lines.get(s, ()))
    for id, name, width in lines:
        if (side_kind := rules.hexside_by_id.get(id)) is not None:
            picked = Picked("hexside", id, (("line_name", name), ("width", width)), "hexside")
            found.append((f"{side_kind.name} {name}".rstrip(), picked))
    if country := map.countries.at(hex):
        found.append((country_name(design, country), Picked("country", country, tool="country")))
    return found


def hex_entries(w: Window, hex: Hex) -> list[MenuEntry]:
    """Taking up what is in the hex, naming it, features, pasting and measuring there, selecting its like."""
    design = w.session.design
    take_up = [MenuEntry(name, _taking(w, picked)) for name, picked in what_is_here(design, hex)]
    return [
        MenuEntry("Take up", below=take_up), LINE,
        MenuEntry("Name this hex…", lambda: _name(w, hex)),
        MenuEntry("City or feature", below=_features(w, hex)), LINE,
        MenuEntry("Paste here", lambda: _paste(w, hex)),
        MenuEntry("Measure from here", lambda: _measure(w, hex)),
        MenuEntry("Select hexes like this", below=_alike(w, hex)), LINE,
        action_entry(w, "go_to_hex", "Go to…"), action_entry(w, "show_inspector", "Show in the inspector"),
        action_entry(w, "fit")]


def _taking(w: Window, picked: Picked) -> Callable[[], None]:
    def take() -> None:
        w.session.perform(picked)
        w.commands.perform(f"tool_{picked.tool}")
    return take


def _at(w: Window, hex: Hex) -> Pointer:
    return Pointer(w.session.design.map.geometry.centre(hex), hex, None, turn=w.view.geometry.turn)


def _name(w: Window, hex: Hex) -> None:
    """The fields of the name of its place, or of a label to be written, get the keyboard."""
    place = hex in w.session.design.map.place_at
    w.commands.perform("tool_name")
    w.session.perform(Picked("named", NameRef("place" if place else "label", hex)))


def _features(w: Window, hex: Hex) -> list[MenuEntry]:
    """Every feature of the ruleset, ticked where the hex has it; chosen, it is set or taken away."""
    design, number = w.session.design, w.session.design.map.grid.number(hex)
    here = design.map.features_at(hex)

    def setting(id: str, name: str) -> Callable[[], None]:
        label = f"{'Remove' if id in here else 'Set'} {name.lower()} in {number}"
        return lambda: w.complain(w.session.change(
            label, lambda d: with_map(d, set_feature(d.map, hex, id, id not in here))))

    entries = []
    for kind in design.ruleset.features:
        may = kind.id in here or not why_no_feature(design, kind, hex)
        command = setting(kind.id, kind.name) if may else None
        entries.append(MenuEntry(kind.name, command, ticked=kind.id in here))
    return entries


def _paste(w: Window, hex: Hex) -> None:
    """Put what was copied down in the hex, and go on with the tool that was in hand."""
    controller = w.controller
    w.perform("paste")
    if isinstance(controller.tool, PasteTool):
        controller.click(_at(w, hex))
        controller.cancel()


def _measure(w: Window, hex: Hex) -> None:
    w.use_tool("measure")
    w.controller.click(_at(w, hex))
    w.controller.refresh()


def _alike(w: Window, hex: Hex) -> list[MenuEntry]:
    design = w.session.design
    map = design.map
    ground = design.ruleset.terrain_by_id.get(terrain := map.terrain.at(hex))
    name = ground.name if ground else terrain

    def select(choose: Callable[[], frozenset[Hex]]) -> Callable[[], None]:
        def chosen() -> None:
            w.session.select_region(choose())
            w.say(f"{count(len(w.session.region), 'hex')} selected.")
        return chosen

    entries = [
        MenuEntry(f"All {name}", select(lambda: find(design, Query("terrain", terrain)))),
        MenuEntry(f"The connected {name}", select(lambda: wand(map, hex, "terrain")))]
    if country := map.countries.at(hex):
        words = country_name(design, country)
        entries.append(MenuEntry(f"All of {words}", select(lambda: find(design, Query("country", country)))))
    return entries
